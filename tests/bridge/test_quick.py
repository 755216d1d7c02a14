"""Quick notation: what a line of it says, and which piece is at fault."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from boards import NAMES
from hypothesis import given, settings
from hypothesis import strategies as st

from lawmage.errors import InputError
from lawmage.position.quick import read_quick, slug
from lawmage.position.reader import read_position


def read(you: str, opponent: str = "") -> list[dict[str, Any]]:
    """Return the permanents, after the reader of positions took them."""
    data = read_quick(you, opponent, NAMES)
    read_position(data, NAMES)
    battlefield: list[dict[str, Any]] = data["battlefield"]
    return battlefield


def one(line: str) -> dict[str, Any]:
    """Return the only permanent of a line, without id and controller."""
    (item,) = read(line)
    return {key: value for key, value in item.items() if key not in ("id", "controller")}


def faults(you: str, opponent: str = "") -> dict[str, str]:
    with pytest.raises(InputError) as caught:
        read_quick(you, opponent, NAMES)
    return {fault.place: str(fault) for fault in caught.value.faults}


def test_the_board_of_the_manual() -> None:
    assert read("Reflecting Pool; Forest + Wild Growth; Island (tapped)", "Blood Moon") == [
        {"id": "reflecting-pool", "controller": "P1", "card": "Reflecting Pool"},
        {"id": "forest", "controller": "P1", "card": "Forest"},
        {"id": "wild-growth", "controller": "P1", "card": "Wild Growth", "attached_to": "forest"},
        {"id": "island", "controller": "P1", "card": "Island", "tapped": True},
        {"id": "blood-moon", "controller": "P2", "card": "Blood Moon"},
    ]


def test_several_attach_to_the_first() -> None:
    assert [item.get("attached_to") for item in read("Grizzly Bears + +2 Mace + Wild Growth; Forest")] == [
        None, "grizzly-bears", "grizzly-bears", None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line", ["2x Forest", "2 x Forest", "2 Forest", "Forest x2", "forest x 2", "Forest; Forest", " ;Forest ;; forest;"]
)
def test_counts(line: str) -> None:
    assert [item["id"] for item in read(line)] == ["forest", "forest-2"]


def test_ids_are_numbered_across_players() -> None:
    assert [(item["id"], item["controller"]) for item in read("Forest", "2x Forest (tapped)")] == [
        ("forest", "P1"), ("forest-2", "P2"), ("forest-3", "P2"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("+2 Mace", "2-mace"), ("TL;DR", "tl-dr"), ("Erase (Not the Urza's Legacy One)", "erase-not-the-urzas-legacy-one"),
        ("1996 World Champion", "1996-world-champion"), ('"Ach! Hans, Run!"', "ach-hans-run"), ("Fire // Ice", "fire-ice"),
        ("Urza's Tower", "urzas-tower"),
    ],
)  # fmt: skip
def test_odd_names(name: str, id: str) -> None:
    first, second, last = read(f"{name} (tapped); 1x {name}; Forest")
    assert (first["card"], first["id"], first["tapped"]) == (name, id, True)
    assert (second["card"], last["card"]) == (name, "Forest")


@pytest.mark.parametrize(
    ("note", "keys"),
    [
        ("tapped", {"tapped": True}),
        ("sick", {"summoning_sick": True}),
        ("Face Down", {"face_down": True}),
        ("3 +1/+1 counters", {"counters": {"+1/+1": 3}}),
        ("a charge counter", {"counters": {"charge": 1}}),
        ("level 4, two +1/+1 counters", {"counters": {"level": 4, "+1/+1": 2}}),
        ("choose G", {"choices": {"color": "G"}}),
        ("choose green", {"choices": {"color": "G"}}),
        ("choose golem", {"choices": {"creature_type": "Golem"}}),
        ("choose Island", {"choices": {"basic_land_type": "Island"}}),
        ("choose 4", {"choices": {"number": 4}}),
        ("choose P2", {"choices": {"player": "P2"}}),
        ("choose Karn, the Great Creator, tapped", {"choices": {"card_name": "Karn, the Great Creator"}, "tapped": True}),
        ('choose "Karn, the Great Creator"', {"choices": {"card_name": "Karn, the Great Creator"}}),
        ("choose G, choose Golem", {"choices": {"color": "G", "creature_type": "Golem"}}),
        ("x=3", {"x": 3}),
        ("2 damage", {"damage": 2}),
        ("class level 2", {"class_level": 2}),
        ("linked Forest, linked Island", {"linked": ["Forest", "Island"]}),
        ("copy of Blood Moon", {"copy_of": "Blood Moon"}),
        ("owner P2", {"owner": "P2"}),
        ("back", {"face": "back"}),
    ],
)
def test_notes(note: str, keys: dict[str, Any]) -> None:
    assert one(f"Clone ({note})") == {"card": "Clone", **keys}
    if "," not in note:
        assert one(f"Clone (tapped) ({note})") == {"card": "Clone", "tapped": True, **keys}


@pytest.mark.parametrize("line", ["Treasure", "Treasure token", "Treasure (token)", "treasure Token"])
def test_predefined_tokens(line: str) -> None:
    assert one(line) == {"token": "Treasure"}


def test_a_token_that_is_a_copy() -> None:
    assert one("Grizzly Bears (token)") == {"token": {"name": "Grizzly Bears"}, "copy_of": "Grizzly Bears"}


def test_own_ids() -> None:
    assert [item["id"] for item in read("Forest (id=mine); Forest; Clone (copy of mine)")] == ["mine", "forest", "clone"]


@pytest.mark.parametrize(
    ("you", "place", "words"),
    [
        ("Forest; Forrest (tapped)", "you, piece 2", "Did you mean: Forest"),
        ("2x Forrest", "you, piece 1", '"Forrest"'),
        ("Forest (taped)", "you, piece 1", "Did you mean: tapped"),
        ("Forest (choose Nothing)", "you, piece 1", '"choose Nothing"'),
        ("Forest ()", "you, piece 1", "empty note"),
        ("Forest (tapped; Island", "you, piece 1", "closing parenthesis"),
        ("Forest (tapped) Island", "you, piece 1", '"Island"'),
        ("Forest +", "you, piece 1", "nothing follows"),
        ("+ Forest", "you, piece 1", "no card"),
        ("2x Forest + Wild Growth", "you, piece 1", "several"),
        ("Forest + 2x Wild Growth", "you, piece 1", "at once"),
        ("0x Forest", "you, piece 1", "no fit number"),
        ("999999x Forest", "you, piece 1", "no fit number"),
        ("2x Forest (id=a)", "you, piece 1", "share one id"),
        ("Forest (id=a); Island (id=a)", "you, piece 2", "taken"),
        ("#script (lua)", "you, piece 1", '"#script"'),
        ("Forest\0", "you, piece 1", "u0000"),
    ],
)
def test_faults_name_the_piece(you: str, place: str, words: str) -> None:
    assert words in faults(you)[place]


def test_all_faults_of_both_lines_come_at_once() -> None:
    assert set(faults("Forrest; Forest; Islnd", "Blod Moon")) == {"you, piece 1", "you, piece 3", "opponent, piece 1"}


HOSTILE = """
from boards import NAMES
from lawmage.errors import InputError
from lawmage.position.quick import read_quick

repeated = ("(", 50_000), ("+", 50_000), (";", 90_000), ("Forest;", 9_000), ("zz;", 9_000), ("Forest(", 9_000), ("x", 200_000)
for piece, times in repeated:
    try:
        read_quick(piece * times, piece * times, NAMES)
    except InputError as error:
        assert str(error)
"""


def test_hostile_lines_end() -> None:
    # Together they take well under a second; steps that grew with the square of a line's length would take minutes.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", HOSTILE], check=True, timeout=60, env=environment)


PIECES = st.sampled_from(
    [
        "Forest",
        "+2 Mace",
        "TL;DR",
        ";",
        "+",
        "(",
        ")",
        "tapped",
        "2x",
        "x=3",
        ",",
        '"',
        "choose",
        "G",
        " ",
        "token",
        "id=",
        "Treasure",
        "\0",
        "é",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join), st.lists(PIECES, max_size=14).map(" ".join))
def test_any_line_is_a_board_or_an_input_error(you: str, opponent: str) -> None:
    try:
        read_position(read_quick(you, opponent, NAMES), NAMES)
    except InputError as error:
        assert str(error)


def test_slugs() -> None:
    assert [slug(name) for name in ("Lim-Dûl's Vault", "_____", "Æther Vial", "P1")] == ["lim-duls-vault", "card", "ther-vial", "p1"]
