"""Proofs of state-based actions, events and values of X: what is told, in which words, and that nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from boards import board, permanent

from lawmage import cli
from lawmage.api import ask
from lawmage.explain.proof import Proof

CASES = Path(__file__).parents[1] / "conformance"
FILES = ("state_based_actions", "own_state_based_actions", "event", "own_event", "own_event_replaced", "value_of_x", "own_value_of_x")


def cases(file: str) -> list[dict[str, Any]]:
    with (CASES / f"{file}.jsonl").open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def proof_of(position: dict[str, Any], query: dict[str, Any]) -> Proof:
    proof = ask(position, query, explain=True).proof
    assert isinstance(proof, Proof)
    return proof


def told(position: dict[str, Any], **query: Any) -> str:
    """The proof as text."""
    return proof_of(position, query).to_text()


def checked(*objects: dict[str, Any], **more: Any) -> str:
    return told(board(*objects, **more), kind="state_based_actions")


def after(event: str, name: str, *objects: dict[str, Any], **more: Any) -> str:
    return told(board(*objects), kind="event", event=event, object=name, **more)


def in_order(text: str, *parts: str) -> bool:
    places = [text.find(part) for part in parts]
    assert -1 not in places, (parts[places.index(-1)], text)
    return places == sorted(places)


@pytest.mark.parametrize("file", FILES)
def test_every_case_has_a_proof_that_rests_on_something_and_changes_nothing(file: str) -> None:
    for case in cases(file):
        explained, plain = ask(case["position"], case["query"], explain=True), ask(case["position"], case["query"])
        assert (explained.result, explained.status) == (plain.result, plain.status), case["id"]
        data = explained.proof.to_data() if explained.proof is not None else {}
        steps = {step["id"]: step for step in data["steps"]}
        assert data["roots"], case["id"]
        for root in data["roots"]:
            assert steps[root]["because"] or steps[root]["says"] == "no state-based action applies", case["id"]


@pytest.mark.parametrize("file", ["state_based_actions", "own_state_based_actions"])
def test_704_5_every_action_is_told_with_its_rule(file: str) -> None:
    for case in cases(file):
        answer = ask(case["position"], case["query"], explain=True)
        assert answer.proof is not None and answer.result is not None
        data = answer.proof.to_data()
        roots = {step["rule"] for step in data["steps"] if step["id"] in data["roots"]}
        assert {action["rule"] for action in answer.result["actions"]} <= roots, case["id"]


# --- state-based actions --------------------------------------------------------------------------


def test_704_5f_tells_each_effect_that_led_to_the_toughness() -> None:
    text = checked(
        permanent("ooze", "Scavenging Ooze", counters={"+1/+1": 1}), permanent("bones", "Night of Souls' Betrayal"), **drain("ooze")
    )
    assert in_order(text, "is put into its owner's graveyard  [704.5f]", "has toughness -1", "2/2", "Night of Souls' Betrayal", "Last Gasp")
    assert "1 +1/+1" in text


def drain(id: str) -> dict[str, Any]:
    text = f"@{id} gets -3/-3 until end of turn."
    return {"effects": [{"text": text, "controller": "P2", "source": "Last Gasp"}]}


def test_704_5g_indestructible_is_said_to_save_and_where_it_comes_from() -> None:
    text = checked(permanent("bear", "Grizzly Bears", damage=3), permanent("plate", "Darksteel Plate", attached_to="bear"))
    assert "no state-based action applies  [704.3]" in text
    assert in_order(
        text, "not destroyed by the damage marked on it", "3 damage is marked", "can't be destroyed", "Darksteel Plate (plate) gives it"
    )


def test_704_5g_a_shared_cause_is_told_once() -> None:
    text = checked(permanent("garg", "Darksteel Gargoyle", damage=9, deathtouch_damage=True))
    assert text.count("Darksteel Gargoyle (garg) has indestructible") == 1
    assert "see (" in text


def test_704_5j_the_rivals_are_named_and_what_lifts_the_rule() -> None:
    twins = permanent("a", "Isamaru, Hound of Konda"), permanent("b", "Isamaru, Hound of Konda")
    text = checked(*twins)
    assert in_order(text, "P1 keeps one", "(a) is legendary and named", "(b) is legendary and named")
    text = checked(*twins, permanent("m", "Mirror Gallery"))
    assert "Mirror Gallery (m): the legend rule doesn't apply to" in text
    text = checked(twins[0], permanent("b", "Isamaru, Hound of Konda", "P2"))
    assert in_order(text, "does not count", "P1 controls", "P2 controls")


def test_704_5m_why_an_aura_may_not_stay() -> None:
    bear = permanent("bear", "Grizzly Bears")
    assert "has enchant creature, which Forest (land) is not  [702.5a]" in checked(
        permanent("land"), permanent("aura", "Holy Strength", attached_to="land")
    )
    assert "is attached to nothing  [303.4c]" in checked(permanent("aura", "Holy Strength"))
    text = checked(permanent("knight", "Black Knight"), permanent("aura", "Holy Strength", attached_to="knight"))
    assert "Black Knight (knight) has protection from white, which Holy Strength (aura) fits  [702.16a]" in text
    assert "[704.5m]" not in checked(bear, permanent("aura", "Holy Strength", attached_to="bear"))


def test_704_5q_the_counters_are_told() -> None:
    text = checked(permanent("bear", "Grizzly Bears", counters={"+1/+1": 2, "-1/-1": 1}))
    assert in_order(text, "counters are removed from", "2 +1/+1 counters", "1 -1/-1 counter")


def test_704_5a_and_what_keeps_a_player_in_the_game() -> None:
    players = {"P1": {"life": 0}, "P2": {}}
    assert in_order(checked(players=players), "P1 loses the game  [704.5a]", "P1 has 0 life")
    assert "Platinum Angel (angel): P1 can't lose the game" in checked(permanent("angel", "Platinum Angel"), players=players)


# --- events ---------------------------------------------------------------------------------------


def test_603_10a_looks_back_for_what_left() -> None:
    text = after("destroy", "finks", permanent("finks", "Kitchen Finks"))
    assert in_order(text, "ends in its owner's graveyard", "is destroyed", "triggers  [603.2]", "persist", "dies  [700.4]", "[603.10a]")


def test_614_6_a_replacement_is_told_and_what_does_not_trigger_for_it() -> None:
    text = after(
        "destroy", "bear", permanent("bear", "Grizzly Bears"), permanent("artist", "Blood Artist"), permanent("r", "Rest in Peace")
    )
    assert in_order(text, "ends in exile", "Rest in Peace (r)", "would go to its owner's graveyard", "does not trigger", "[603.2g]")


def test_613_1f_an_ability_that_is_gone_does_not_trigger() -> None:
    text = after("destroy", "bear", permanent("bear", "Grizzly Bears"), permanent("artist", "Blood Artist"), permanent("h", "Humility"))
    assert in_order(
        text, "Blood Artist (artist) does not trigger", "has it no more", "Humility (h) takes abilities from Blood Artist (artist)"
    )


def test_702_79a_persist_tells_the_counter_that_keeps_it_from_triggering() -> None:
    text = after("destroy", "finks", permanent("finks", "Kitchen Finks", counters={"-1/-1": 1}))
    assert in_order(text, "does not trigger", "persist", "1 -1/-1 counter")


@pytest.mark.parametrize(
    ("event", "card", "more", "parts"),
    [
        ("destroy", "Darksteel Gargoyle", {}, ("survives", "can't be destroyed", "indestructible")),
        ("destroy", "River Boa", {"regeneration_shields": 1}, ("survives", "regenerates", "1 regeneration shield")),
        ("destroy", "Grizzly Bears", {"counters": {"shield": 1}}, ("survives", "shield counter")),
        ("sacrifice", "Darksteel Gargoyle", {}, ("graveyard", "is sacrificed  [701.21a]")),
        ("sacrifice", "Grizzly Bears", {"counters": {"finality": 1}}, ("exile", "finality", "would go", "sacrificed")),
        ("untap", "Grizzly Bears", {"tapped": True, "counters": {"stun": 1}}, ("survives", "stun counter")),
    ],
)
def test_what_becomes_of_it_and_why(event: str, card: str, more: dict[str, Any], parts: tuple[str, ...]) -> None:
    assert in_order(after(event, "x", permanent("x", card, **more)), *parts)


def test_120_3_damage_is_added_up() -> None:
    text = after("damage", "bear", permanent("bear", "Grizzly Bears", damage=1), amount=1)
    assert in_order(text, "lethal damage", "2 damage is marked", "1 damage is marked", "1 damage is dealt", "toughness 2")
    text = after("damage", "jace", permanent("jace", "Jace Beleren", counters={"loyalty": 2}), amount=3)
    assert in_order(text, "no loyalty counters left", "3 loyalty counters would be removed", "3 damage is dealt")


# --- X --------------------------------------------------------------------------------------------


def x_of(position: dict[str, Any], name: str, place: str) -> str:
    return told(position, kind="value_of_x", object=name, **{"in": place})


def test_107_3_each_letter_says_why() -> None:
    spells = [
        {"id": "ball", "card": "Fireball", "controller": "P1", "x": 3, "targets": ["P2"]},
        {"id": "copy", "card": "Fireball", "copy_of": "ball", "controller": "P2", "targets": ["P1"]},
        {"id": "free", "card": "Fireball", "controller": "P1", "without_paying": True, "targets": ["P2"]},
    ]
    walker = permanent("walker", "Hangarback Walker", x=2)
    start = board(walker, stack=spells)
    assert in_order(
        x_of(start, "ball", "mana_cost"), "X in its mana cost is 3", "[107.3a]", "mana value of Fireball (ball) is 4", "[202.3e]"
    )
    assert in_order(x_of(start, "copy", "mana_cost"), "is a copy of Fireball (ball)", "[707.10]")
    assert "only 0 can be chosen  [107.3b]" in x_of(start, "free", "mana_cost")
    assert in_order(x_of(start, "walker", "etb_replacement"), "is 2", "the spell that became Hangarback Walker (walker) was 2", "[107.3m]")
    assert in_order(x_of(start, "walker", "mana_cost"), "is 0", "[107.3g]", "mana value of Hangarback Walker (walker) is 0")


# --- the commands ---------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(list(arguments)) == cli.OK
    return capsys.readouterr().out


def test_commands_explain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "board.json")
    bear = permanent("bear", "Grizzly Bears", damage=2)
    aura = permanent("aura", "Holy Strength", attached_to="elf")
    start = board(bear, permanent("elf", "Llanowar Elves", damage=3), aura)
    Path(file).write_text(json.dumps(start), encoding="utf-8")
    text = run(capsys, "sba", file, "--explain")
    assert "bear: is destroyed (rule 704.5g)" in text and "(2) 2 damage is marked on Grizzly Bears (bear)  [120.6]" in text
    text = run(capsys, "sba", file, "--until-stable", "--explain")
    assert in_order(text, "check 1", "toughness 3", "check 2", "is no permanent  [303.4c]", "check 3", "no state-based action applies")
    assert "because" in run(capsys, "sba", file, "--explain", "--json")
    assert "proof" not in json.loads(run(capsys, "sba", file, "--json"))
    assert "[701.8b]" in run(capsys, "event", file, "destroy", "bear", "--explain")
    assert "[107.3g]" in run(capsys, "x", file, "bear", "--explain")
