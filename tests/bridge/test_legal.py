"""602: may this ability be activated, and why not; each rule with its plain case and the case just beside it."""

from __future__ import annotations

from typing import Any

import pytest

from lawmage.answer import Answer
from lawmage.api import ask
from lawmage.errors import InputError


def permanent(id: str, *abilities: str, types: str = "Artifact", controller: str = "P1", **rest: Any) -> dict[str, Any]:
    token = {"name": f"Thing {id}", "types": types.split(), "abilities": list(abilities)}
    if "Creature" in types:
        token |= {"power": rest.pop("power", 2), "toughness": 2}
    return {"id": id, "controller": controller, "token": token, **rest}


def legal(battlefield: list[dict[str, Any]], ability: str, of: str = "a", player: str = "P1", **rest: Any) -> Answer:
    players = rest.pop("players", {"P1": {}, "P2": {}})
    position = {"players": players, "battlefield": battlefield, **rest}
    return ask(position, {"kind": "legal", "player": player, "permanent": of, "ability": ability})


def codes(answer: Answer) -> list[str]:
    assert answer.certain, answer.unread
    assert answer.result is not None
    found = [reason["code"] for reason in answer.result["reasons"]]
    assert answer.result["legal"] == (not found)
    return found


TAP = "{T}: You gain 1 life."
LAND = permanent("land", "{T}: Add {G}.", types="Land")


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (permanent("a", TAP), []),
        (permanent("a", TAP, tapped=True), ["tapped"]),
        (permanent("a", TAP, summoning_sick=True), []),
        (permanent("a", TAP, types="Artifact Creature", summoning_sick=True), ["sick"]),
        (permanent("a", TAP, "Haste", types="Creature", summoning_sick=True), []),
        (permanent("a", TAP, types="Creature", summoning_sick=True, counters={"haste": 1}), []),
    ],
)
def test_107_5_and_302_6_tap_symbol(thing: dict[str, Any], expected: list[str]) -> None:
    assert codes(legal([thing], "{T}")) == expected


def test_107_6_untap_symbol_needs_a_tapped_permanent() -> None:
    ability = "{Q}: You gain 1 life."
    assert codes(legal([permanent("a", ability)], "{Q}")) == ["untapped"]
    assert codes(legal([permanent("a", ability, tapped=True)], "{Q}")) == []


def test_609_4_as_though_it_had_haste() -> None:
    elixir = permanent("e", "You may activate abilities of Elves you control as though those creatures had haste.")
    sick = permanent("a", TAP, types="Creature Elf", summoning_sick=True)
    assert codes(legal([elixir, sick], "{T}")) == []


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ({}, []),
        ({"phase": "combat"}, ["sorcery_timing"]),
        ({"active": "P2", "priority": "P1"}, ["sorcery_timing"]),
        ({"active": "P2", "priority": "P2"}, ["priority", "sorcery_timing"]),
        ({"phase": "main2"}, []),
    ],
)
def test_307_5_sorcery_timing(rest: dict[str, Any], expected: list[str]) -> None:
    thing = permanent("a", "Sacrifice ~: You gain 1 life. Activate only as a sorcery.".replace("~", "this artifact"))
    assert codes(legal([thing], "Sacrifice this artifact", **rest)) == expected


def test_605_3_mana_abilities_need_no_priority() -> None:
    assert codes(legal([permanent("a", "{T}: Add {G}.")], "{T}", priority="P2")) == []
    assert codes(legal([permanent("a", TAP)], "{T}", priority="P2")) == ["priority"]


def test_602_5_once_each_turn() -> None:
    text = "Pay 1 life: You draw a card. Activate only once each turn."
    assert codes(legal([permanent("a", text)], "Pay 1 life")) == []
    assert codes(legal([permanent("a", text, activated={"Pay 1 life": 1})], "Pay 1 life")) == ["used"]


def test_602_5_only_if_and_only_during() -> None:
    text = "{T}: You gain 1 life. Activate only if you control an Island."
    assert codes(legal([permanent("a", text)], "{T}")) == ["condition"]
    island = permanent("i", types="Land Island")
    assert codes(legal([permanent("a", text), island], "{T}")) == []
    upkeep = permanent("a", "{T}: You gain 1 life. Activate only during your upkeep.")
    assert codes(legal([upkeep], "{T}")) == ["during"]
    assert codes(legal([upkeep], "{T}", phase="upkeep")) == []


def test_602_2_only_its_controller() -> None:
    assert codes(legal([permanent("a", TAP)], "{T}", player="P2", priority="P2")) == ["not_theirs"]


def test_602_5_prohibitions_and_their_exemptions() -> None:
    null = permanent("n", "Activated abilities of enchantments can't be activated.", controller="P2")
    spares = permanent("n", "Activated abilities of enchantments can't be activated unless they're mana abilities.", controller="P2")
    mana = permanent("a", "{T}: Add {G}.", types="Enchantment")
    assert codes(legal([null, mana], "{T}")) == ["forbidden"]
    assert codes(legal([spares, mana], "{T}")) == []
    assert codes(legal([spares, permanent("a", TAP, types="Enchantment")], "{T}")) == ["forbidden"]
    assert codes(legal([null, permanent("a", TAP)], "{T}")) == []


def test_614_17b_what_cannot_be_cannot_be_a_cost() -> None:
    text = "Put a -1/-1 counter on this creature: You gain 1 life."
    beast = permanent("a", text, types="Creature Elf")
    shield = permanent("s", "Elves you control can't have -1/-1 counters put on them.")
    assert codes(legal([beast], "Put a -1/-1 counter")) == []
    assert codes(legal([beast, shield], "Put a -1/-1 counter")) == ["barred"]
    altar = permanent("a", "Sacrifice a creature: You gain 1 life.")
    kept = permanent("k", "Players can't pay life or sacrifice Elves to cast spells or activate abilities.")
    bear = permanent("b", types="Creature Elf")
    assert codes(legal([altar, bear], "Sacrifice a creature")) == []
    assert codes(legal([altar], "Sacrifice a creature")) == ["nothing_for"]
    assert codes(legal([altar, bear, kept], "Sacrifice a creature")) == ["nothing_for", "barred"]


def test_119_4_life() -> None:
    text = "Pay 3 life: You draw a card."
    assert codes(legal([permanent("a", text)], "Pay 3 life", players={"P1": {"life": 3}, "P2": {}})) == []
    assert codes(legal([permanent("a", text)], "Pay 3 life", players={"P1": {"life": 2}, "P2": {}})) == ["life"]


def test_602_2b_mana_of_the_cost() -> None:
    text = "{G}, {T}: You gain 1 life."
    assert codes(legal([permanent("a", text), LAND], "{G}, {T}")) == []
    assert codes(legal([permanent("a", text)], "{G}, {T}")) == ["mana"]


def test_118_10_what_is_tapped_for_its_own_cost_makes_no_mana() -> None:
    dork = permanent("a", "{T}: Add {G}.", "{G}, {T}: You gain 1 life.", types="Creature")
    assert codes(legal([dork], "{G}, {T}")) == ["mana"]


def test_601_2f_increases_and_reductions() -> None:
    field = permanent("f", "Activated abilities cost {1} more to activate unless they're mana abilities.")
    thing = permanent("a", "{1}: You gain 1 life.")
    lands = [permanent(f"l{i}", "{T}: Add {G}.", types="Land") for i in range(1)]
    assert codes(legal([thing, *lands], "{1}")) == []
    assert codes(legal([thing, field, *lands], "{1}")) == ["mana"]


def test_601_2c_a_target_must_be_there() -> None:
    text = "{T}: Untap target land."
    assert codes(legal([permanent("a", text)], "{T}")) == ["no_target"]
    assert codes(legal([permanent("a", text), LAND], "{T}")) == []


def test_606_3_loyalty_abilities() -> None:
    walker = {"types": "Planeswalker", "counters": {"loyalty": 2}}
    texts = ("+1: You gain 1 life.", "-3: You draw a card.")
    assert codes(legal([permanent("a", *texts, **walker)], "+1")) == []
    assert codes(legal([permanent("a", *texts, **walker)], "-3")) == ["loyalty"]
    assert codes(legal([permanent("a", *texts, activated={"+1": 1}, **walker)], "+1")) == ["loyalty_used"]
    assert codes(legal([permanent("a", *texts, **walker)], "+1", phase="combat")) == ["loyalty_timing"]


def test_702_122_crew_taps_sick_creatures_too() -> None:
    vehicle = permanent("a", "Crew 3", types="Artifact Vehicle")
    big = permanent("b", types="Creature", power=3, summoning_sick=True)
    assert codes(legal([vehicle, big], "Crew 3")) == []
    assert codes(legal([vehicle, permanent("b", types="Creature", power=2)], "crew")) == ["crew"]


def test_selectors_name_one_ability_or_list_them() -> None:
    thing = permanent("a", TAP, "{T}: You draw a card.")
    with pytest.raises(InputError) as error:
        legal([thing], "{T}")
    assert "You gain 1 life" in str(error.value) and "You draw a card" in str(error.value)
    assert codes(legal([thing], "#2")) == []
    with pytest.raises(InputError):
        legal([thing], "{Q}")
