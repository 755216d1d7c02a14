"""The command ``show``: a sheet, a table, JSON, and the history of what each layer did (613)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lawmage.cli import main

BOARD = {
    "players": {"P1": {}, "P2": {}},
    "battlefield": [
        {"id": "kd", "card": "Kargan Dragonlord", "controller": "P1", "counters": {"level": 8, "+1/+1": 1}},
        {"id": "hs", "card": "Holy Strength", "controller": "P1", "attached_to": "kd"},
        {"id": "bm", "card": "Blood Moon", "controller": "P2"},
        {"id": "rp", "card": "Reflecting Pool", "controller": "P1"},
        {"id": "gone", "card": "Humility", "controller": "P1", "phased_out": True},
    ],
    "effects": [{"text": "Switch @kd's power and toughness until end of turn.", "controller": "P1", "source": "Inside Out"}],
}


@pytest.fixture
def board(tmp_path: Path) -> str:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(BOARD), encoding="utf-8")
    return str(file)


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


def test_one_permanent(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, board, "kd").splitlines()
    assert lines[0] == "Kargan Dragonlord (kd)"
    for wanted in ("types      Creature \u2014 Human Warrior", "size       11/10", "colors     R", "controller P1", "flying"):
        assert any(wanted in line for line in lines), wanted


def test_a_permanent_is_named_by_its_card(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Land \u2014 Mountain" in shown(capsys, board, "Reflecting Pool")


def test_all_is_a_table_without_what_is_phased_out(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, board, "--all").splitlines()
    assert [line.split()[0] for line in lines] == ["id", "kd", "hs", "bm", "rp"]
    assert lines[0].index("types") == lines[1].index("Creature")


def test_json_is_the_answer(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    one: Any = json.loads(shown(capsys, board, "rp", "--json"))
    assert (one["status"], one["result"]["subtypes"]) == ("certain", ["Mountain"])
    many: Any = json.loads(shown(capsys, board, "--all", "--json"))
    assert [answer["query"]["permanent"] for answer in many] == ["kd", "hs", "bm", "rp"]


def test_explain_tells_each_layer_in_order(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, board, "kd", "--explain")
    order = [
        "copiable values",
        "layer 6: itself",
        "layer 7b: itself: base power 8",
        "layer 7c: Holy Strength (hs): power +1",
        "layer 7d: Inside Out",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert "[613.4b]" in text and "[613.4d]" in text and "1 +1/+1" in text


def test_explain_a_land_whose_type_is_set(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, board, "rp", "--explain")
    assert "layer 4: Blood Moon (bm): its land type is Mountain  [613.1d]" in text
    assert "loses the abilities of its rules text  [305.7]" in text


def test_quick_notation(capsys: pytest.CaptureFixture[str]) -> None:
    assert "3/3" in shown(capsys, "Grizzly Bears", "--you", "Grizzly Bears; Glorious Anthem")


@pytest.mark.parametrize(("arguments", "says"), [(["nothere"], "nothere"), ([], "name one permanent"), (["kd", "--all"], "--all")])
def test_faults(board: str, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", board, *arguments]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("item", "wanted"),
    [
        ({"card": "Exalted Angel", "face_down": True}, ("no name", "types      Creature", "size       2/2", "abilities  none")),
        ({"card": "Delver of Secrets", "face": "back"}, ("Insectile Aberration", "size       3/2", "colors     U", "mana value 1")),
        ({"card": "Kazandu Mammoth", "face": "back"}, ("Kazandu Valley", "types      Land", "mana value 0")),
        ({"card": "Brazen Borrower"}, ("Brazen Borrower", "size       3/1", "mana value 3")),
        ({"card": "Akki Lavarunner", "flipped": True}, ("Tok-Tok, Volcano Born", "Legendary Creature", "mana value 4")),
        ({"card": "Dollmaker's Shop"}, ("Dollmaker's Shop", "types      Enchantment \u2014 Room", "mana value 2")),
        ({"card": "Dollmaker's Shop", "face": "Porcelain Gallery"}, ("Porcelain Gallery", "mana value 6")),
        (
            {"card": "Dollmaker's Shop // Porcelain Gallery", "face": "Dollmaker's Shop // Porcelain Gallery"},
            ("Dollmaker's Shop // Porcelain Gallery", "mana value 8"),
        ),
        ({"card": "Ranger Class", "class_level": 3}, ("types      Enchantment \u2014 Class", "mana value 2")),
        ({"card": "Kargan Dragonlord"}, ("size       2/2",)),
    ],
    ids=lambda value: str(value.get("card", "")) if isinstance(value, dict) else "",
)
def test_the_face_in_play(item: dict[str, Any], wanted: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.json"
    board = {"players": {"P1": {}, "P2": {}}, "battlefield": [{"id": "a", "controller": "P1", **item}]}
    file.write_text(json.dumps(board), encoding="utf-8")
    sheet = shown(capsys, str(file), "a")
    for line in wanted:
        assert line in sheet
