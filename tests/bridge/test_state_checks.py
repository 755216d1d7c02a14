"""Checks repeated until nothing happens (704.3), the commands of state, and indestructible over the whole catalogue."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from boards import all_names, board, permanent
from bulk import bulk_file

from lawmage import cli
from lawmage.api import ask, ask_many
from lawmage.errors import LawmageError
from lawmage.position.model import Position
from lawmage.position.reader import read_position
from lawmage.queries.checks import until_stable


def position(*objects: dict[str, Any], **more: Any) -> Position:
    return read_position(board(*objects, **more), all_names())


def rules(start: Position) -> list[list[str]]:
    """The rule numbers of each check."""
    return [[action["rule"] for action in (check.answer.result or {})["actions"]] for check in until_stable(start, ask)]


def lord_dies(aura: str) -> Position:
    """A lord about to die, and a damaged Elf it keeps alive, which wears an Aura and an opponent's Equipment."""
    return position(
        permanent("lord", "Elvish Archdruid", damage=2),
        permanent("elf", "Llanowar Elves", damage=1),
        permanent("aura", aura, attached_to="elf"),
        permanent("bone", "Bonesplitter", attached_to="elf", controller="P2"),
    )


def test_704_3_checks_repeat_until_nothing_happens() -> None:
    # The Elves have 2 + 1 toughness with the lord and the Aura, and live on without the lord.
    assert rules(lord_dies("Holy Strength")) == [["704.5g"], []]


def test_704_3_a_death_brings_the_next() -> None:
    assert rules(lord_dies("Pacifism")) == [["704.5g"], ["704.5g"], ["704.5m", "704.5n"], []]


def test_704_3_regeneration_keeps_the_creature() -> None:
    start = position(permanent("bear", "Grizzly Bears", damage=2, regeneration_shields=1))
    checks = until_stable(start, ask)
    assert len(checks) == 2 and checks[-1].stopped is None


def test_704_3_a_token_dies_and_then_ceases() -> None:
    token = {"name": "Wisp", "types": ["Creature", "Spirit"], "power": 1, "toughness": 0, "colors": [], "abilities": []}
    assert rules(position({"id": "t", "token": token, "controller": "P1"})) == [["704.5f"], ["704.5d"], []]


def test_704_3_a_choice_ends_the_checks() -> None:
    start = position(permanent("a", "Isamaru, Hound of Konda"), permanent("b", "Isamaru, Hound of Konda"))
    assert [check.stopped for check in until_stable(start, ask)] == ["choice"]


def test_704_3_a_lost_game_ends_the_checks() -> None:
    start = position(players={"P1": {"life": 0}, "P2": {}})
    assert [check.stopped for check in until_stable(start, ask)] == ["over"]


def test_704_5h_deathtouch_counts_for_one_check_only() -> None:
    start = position(permanent("d", "Darksteel Gargoyle", damage=1, deathtouch_damage=True), permanent("b", "Grizzly Bears", damage=2))
    assert rules(start) == [["704.5g"], []]


# --- the commands ---------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "board.json"
    bear = permanent("bear", "Grizzly Bears", damage=2)
    path.write_text(json.dumps(board(bear, permanent("artist", "Blood Artist"), permanent("walker", "Hangarback Walker", x=2))))
    return str(path)


def test_sba_command(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sba", file]) == cli.OK
    told = capsys.readouterr().out
    assert "bear: is destroyed (rule 704.5g)" in told and "walker: is put into its owner's graveyard (rule 704.5f)" in told
    assert cli.main(["sba", file, "--json"]) == cli.OK
    assert {action["rule"] for action in json.loads(capsys.readouterr().out)["result"]["actions"]} == {"704.5g", "704.5f"}
    assert cli.main(["sba", file, "--until-stable"]) == cli.OK
    assert "check 2" in capsys.readouterr().out


def test_event_command(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["event", file, "destroy", "bear"]) == cli.OK
    assert "bear: graveyard\n  triggers: artist" in capsys.readouterr().out
    assert cli.main(["event", file, "damage", "Blood Artist", "--amount", "1", "--json"]) == cli.OK
    assert json.loads(capsys.readouterr().out)["result"]["triggers"] == ["artist"]


def test_x_command(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["x", file, "walker", "--in", "etb_replacement", "--json"]) == cli.OK
    assert json.loads(capsys.readouterr().out)["result"] == {"x": 2}
    assert cli.main(["x", file, "walker"]) == cli.OK
    assert "mana cost: 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["sba"], "BOARD"), (["event", "{}"], "OBJECT"), (["event", "{}", "smash", "bear"], "smash"), (["x", "{}", "nobody"], "nobody")],
)
def test_commands_tell_what_is_wrong(arguments: list[str], told: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([argument.format(file) if argument == "{}" else argument for argument in arguments]) == cli.BAD_INPUT
    assert told in capsys.readouterr().err


# --- indestructible, card by card -----------------------------------------------------------------


def indestructible() -> list[str]:
    """Every one-faced permanent card with indestructible as a printed keyword."""
    found = []
    with lzma.open(bulk_file(), "rt", encoding="utf-8") as stream:
        for line in stream:
            card = json.loads(line)
            if card["layout"] != "normal" or "Indestructible" not in card.get("keywords", ()):
                continue
            lines = (card.get("oracle_text") or "").split("\n")
            own = [text.split("(")[0].strip().lower() for text in lines]
            if any("indestructible" in text.split(", ") and not text.endswith(".") for text in own):
                found.append(card["name"])
    return found


def test_702_12_every_indestructible_card_survives_destroy_and_dies_of_toughness_0() -> None:
    cards = indestructible()
    assert len(cards) > 80
    alone = [board(permanent("x", name, counters={"loyalty": 9, "-1/-1": 99})) for name in cards]
    healthy = [board(permanent("x", name, counters={"loyalty": 9})) for name in cards]
    destroyed = ask_many([(one, {"kind": "event", "event": "destroy", "object": "x"}) for one in healthy])
    checked = ask_many([(one, {"kind": "state_based_actions"}) for one in alone])
    # Some, such as gods without enough devotion, are no creatures now.
    now = ask_many([(one, {"kind": "characteristics", "permanent": "x"}) for one in alone])
    creatures = ["Creature" in (one.result or {})["types"] for one in now if not isinstance(one, LawmageError)]
    assert sum(creatures) > 40
    for name, creature, destroy, check in zip(cards, creatures, destroyed, checked, strict=True):
        assert not isinstance(destroy, LawmageError) and not isinstance(check, LawmageError), name
        assert (destroy.result or {})["result"] == "survives", name
        died = {"kind": "graveyard", "object": "x", "rule": "704.5f"} in (check.result or {})["actions"]
        assert died == creature, name
