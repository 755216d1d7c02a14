"""Entering as a copy and with choices: the graph of what can be chosen, and lines written for the purpose."""

from __future__ import annotations

from typing import Any

from lawmage.api import ask
from lawmage.explain.orders import Orders


def asked(battlefield: list[dict[str, Any]], spell: dict[str, Any], explain: bool = False) -> Any:
    position = {"players": {"P1": {}, "P2": {}}, "battlefield": battlefield, "stack": [{"id": "spell", "controller": "P1", **spell}]}
    return ask(position, {"kind": "replace", "event": {"kind": "enters", "affected": "spell", "origin": "stack"}}, explain=explain)


def permanent(identity: str, card: str, controller: str = "P1", **more: Any) -> dict[str, Any]:
    return {"id": identity, "card": card, "controller": controller, **more}


def test_616_1_choices_before_entering_are_steps_of_the_graph() -> None:
    board = [permanent("clone", "Clone"), permanent("mimic", "Metallic Mimic", choices={"creature_type": "Goblin"})]
    answer = asked(board, {"card": "Clone"}, explain=True)
    graph = answer.proof
    assert isinstance(graph, Orders)
    effects = [step.effect for step in graph.steps if step.effect is not None]
    assert {"spell: a copy of clone", "spell: a copy of mimic", "spell: no copy", "creature type: Goblin"} <= set(effects)
    assert {id(outcome) for outcome in graph.outcomes.values()} and all(0 <= step.end < len(graph.labels) for step in graph.steps)
    paths = graph.paths()
    assert all(paths[state] for state in graph.outcomes), "every outcome is reached from the event"
    shown = [outcome for outcome in graph.outcomes.values() if outcome["copy_of"] == "mimic" and outcome["counters"]]
    assert [outcome["counters"] for outcome in shown] == [{"+1/+1": 1}]


def test_107_3j_renaming_and_company_do_not_matter() -> None:
    def told(name: str, more: list[dict[str, Any]]) -> list[Any]:
        result = asked([permanent(name, "Hangarback Walker"), *more], {"card": "Altered Ego", "x": 2}).result
        return sorted((str(outcome["copy_of"] == name), sorted(outcome["counters"].items())) for outcome in result["outcomes"])

    alone = told("walker", [])
    assert alone == [("False", []), ("True", [("+1/+1", 2)])]
    assert told("another", [permanent("land", "Forest", "P2")]) == alone


def test_what_others_say_of_their_own_entering_does_not_bear() -> None:
    """Text without facts on a permanent in play, about itself only, leaves the answer certain."""
    board = [permanent("drake", "Anavolver"), permanent("scales", "Hardened Scales")]
    answer = asked(board, {"card": "Endless One", "x": 2})
    assert answer.status == "certain"
    assert [outcome["counters"] for outcome in answer.result["outcomes"]] == [{"+1/+1": 3}]
    assert asked([], {"card": "Anavolver"}).status == "conditional"


def test_614_12a_a_choice_that_the_position_tells_is_made() -> None:
    board = [permanent("paragon", "Bramblewood Paragon")]
    for chosen, counters in (("Warrior", {"+1/+1": 1}), ("Goblin", {})):
        result = asked(board, {"card": "Metallic Mimic", "choices": {"creature_type": chosen}}).result
        assert [outcome["counters"] for outcome in result["outcomes"]] == [counters]
