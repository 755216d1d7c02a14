"""The query ``event`` through the one engine: what hangs on an untold source, or on the order of effects, is never certain."""

from __future__ import annotations

from typing import Any

import pytest

from lawmage.answer import Answer
from lawmage.api import ask
from lawmage.explain.proof import Proof

#: What is on the battlefield beside the creature that is damaged, effects in force, the creature, the amount.
OPEN: dict[str, tuple[list[str], list[str], str, int]] = {
    "609.7 a doubler of one player's creatures": (["Gratuitous Violence"], [], "Giant Spider", 1),
    "609.7 a doubler of one player's sources": (["Fiery Emancipation"], [], "Giant Spider", 2),
    "609.7 a spell's damage is less": (["Benevolent Unicorn"], [], "Giant Spider", 1),
    "609.7 damage by creatures": ([], [], "Uncle Istvan", 3),
    "609.7 combat damage": ([], ["Prevent all combat damage that would be dealt this turn."], "Giant Spider", 1),
    "609.7 noncombat damage": (["Mark of Asylum"], [], "Giant Spider", 1),
    "609.7 noncombat damage turned into counters": ([], [], "Stormwild Capridor", 1),
    "702.16e protection from a color": ([], [], "White Knight", 1),
    "702.16e protection from what others give": (["Absolute Law"], [], "Giant Spider", 1),
    "615.12 unpreventable if it is combat damage of a creature": (["Questing Beast"], [], "Cho-Manno, Revolutionary", 1),
    "616.1 some is prevented before or after doubling": (
        ["Furnace of Rath"],
        ["Prevent the next 1 damage that would be dealt to @c this turn."],
        "Shivan Dragon",
        1,
    ),
    "616.1 counters for doubled damage": (["Furnace of Rath", "Vigor"], [], "Giant Spider", 1),
    "616.1 a shield counter, or another effect": ([], ["Prevent all damage that would be dealt to @c this turn."], "Giant Spider", 1),
    "603.2 what counters make trigger": (["Vigor"], [], "Fathom Mage", 1),
    "603.2 what a player's damage makes trigger": (
        ["Darien, King of Kjeldor"],
        ["All damage that would be dealt to @c this turn is dealt to @P1 instead."],
        "Giant Spider",
        1,
    ),
    "615.5 what is done besides": ([], [], "Swans of Bryn Argoll", 1),
    "614.6 what is done instead may be done to it": ([], [], "Dralnu, Lich Lord", 1),
    "702.64c several absorb separately": (["Lymph Sliver"], [], "Lymph Sliver", 2),
}


def damaged(cards: list[str], effects: list[str], creature: str, amount: int, explain: bool = False, **more: Any) -> Answer:
    """Ask what so much damage does to P1's creature "c"."""
    board = [{"id": f"p{index}", "card": card, "controller": "P1"} for index, card in enumerate(cards)]
    board.append({"id": "c", "card": creature, "controller": "P1", **more})
    position = {
        "players": {"P1": {}, "P2": {}},
        "battlefield": board,
        "effects": [{"text": text, "controller": "P1"} for text in effects],
    }
    return ask(position, {"kind": "event", "event": "damage", "object": "c", "amount": amount}, explain=explain)


@pytest.mark.parametrize("what", OPEN)
def test_what_is_not_told_is_not_certain(what: str) -> None:
    cards, effects, creature, amount = OPEN[what]
    more = {"counters": {"shield": 1}} if "shield counter" in what else {}
    answer = damaged(cards, effects, creature, amount, **more)
    assert answer.status == "conditional" and answer.unread, answer.to_data()


def test_616_1_what_differs_is_said() -> None:
    answer = damaged(["Furnace of Rath", "Vigor"], [], "Giant Spider", 1)
    assert "the order in which effects apply" in str(answer.unread[0].stopped)


def test_616_1_too_many_effects_get_no_answer_and_say_so() -> None:
    many = [
        "Furnace of Rath", "Dictate of the Twin Gods", "Fiery Emancipation", "Gratuitous Violence", "Angrath's Marauders",
        "Embermaw Hellion", "Benevolent Unicorn", "Ghosts of the Innocent", "Divine Presence",
    ]  # fmt: skip
    answer = damaged(many, [], "Giant Spider", 3)
    assert answer.result is None and answer.status == "conditional"
    assert "too many different effects" in str(answer.unread[0].stopped)


def test_proof_names_each_effect_with_its_rule() -> None:
    answer = damaged(["Furnace of Rath"], [], "Giant Spider", 1, explain=True)
    assert isinstance(answer.proof, Proof)
    text = answer.proof.to_text()
    assert "Furnace of Rath (p0): instead of 1 damage to Giant Spider (c), 2 damage to Giant Spider (c)  [614.6]" in text


def test_proof_in_the_position_that_the_damage_leaves_names_the_effects_too() -> None:
    answer = damaged(["Vigor"], [], "Grizzly Bears", 3, explain=True)
    assert isinstance(answer.proof, Proof)
    assert (
        "Vigor (p0): instead of 3 damage to Grizzly Bears (c), 3 +1/+1 counters put on Grizzly Bears (c)  [615.6]" in answer.proof.to_text()
    )
    assert "615.6" in answer.cites


def test_615_12_a_proof_says_what_cannot_be_prevented() -> None:
    answer = damaged(["Vigor", "Leyline of Punishment"], [], "Giant Spider", 3, explain=True)
    assert answer.status == "certain" and isinstance(answer.proof, Proof)
    assert "Leyline of Punishment (p1): damage can't be prevented  [615.12]" in answer.proof.to_text()


#: What is done to the object "c", the cards beside it on the battlefield, the object, and where it lies.
UNDECIDED: dict[str, tuple[str, list[dict[str, Any]], dict[str, Any], str]] = {
    "616.1 exiled or shuffled into a library": ("sacrifice", [{"card": "Rest in Peace"}], {"card": "Progenitus"}, "battlefield"),
    "616.1 regenerated, or its Aura destroyed": (
        "destroy",
        [{"card": "Bear Umbra", "attached_to": "c"}, {"card": "Femeref Enchantress"}],
        {"card": "Grizzly Bears", "regeneration_shields": 1},
        "battlefield",
    ),
    "702.35a exiled by madness or by another effect": ("discard", [{"card": "Rest in Peace"}], {"card": "Basking Rootwalla"}, "hand"),
    "614.1 an effect that a player may use": ("discard", [{"card": "Library of Leng"}], {"card": "Grizzly Bears"}, "hand"),
    "701.9 who causes the discard": ("discard", [], {"card": "Obstinate Baloth"}, "hand"),
    "120.6 which source dealt it damage": (
        "destroy",
        [{"card": "Kumano, Master Yamabushi", "controller": "P2"}],
        {"card": "Grizzly Bears", "damage": 1},
        "battlefield",
    ),
}


@pytest.mark.parametrize("what", UNDECIDED)
def test_616_1_where_it_goes_is_not_certain(what: str) -> None:
    event, beside, item, zone = UNDECIDED[what]
    board = [{"id": f"p{index}", "controller": "P1", **other} for index, other in enumerate(beside)]
    item = {"id": "c", **item}
    if zone == "battlefield":
        board.append({"controller": "P1", **item})
    player = {} if zone == "battlefield" else {zone: [item]}
    position = {"players": {"P1": player, "P2": {}}, "battlefield": board}
    answer = ask(position, {"kind": "event", "event": event, "object": "c"})
    assert answer.status == "conditional", answer.to_data()


def test_702_89a_a_proof_names_the_aura_that_is_destroyed_instead() -> None:
    board = [
        {"id": "c", "card": "Grizzly Bears", "controller": "P1"},
        {"id": "u", "card": "Bear Umbra", "controller": "P1", "attached_to": "c"},
    ]
    answer = ask(
        {"players": {"P1": {}, "P2": {}}, "battlefield": board}, {"kind": "event", "event": "destroy", "object": "c"}, explain=True
    )
    assert isinstance(answer.proof, Proof)
    assert "the Aura is destroyed instead" in answer.proof.to_text() and "702.89a" in answer.cites
