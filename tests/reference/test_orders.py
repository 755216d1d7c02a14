"""Every order of up to six effects on one event, walked one by one, against the rules in ``asp/replacement``."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lawmage.answer import Answer
from lawmage.api import ask_many

Change = Callable[[Any], Any]
BOARDS = 40
PLAYERS = {"P1": {}, "P2": {}}


def walk(event: Any, effects: list[tuple[Callable[[Any], bool], Change]]) -> Iterator[Any]:
    """616.1: apply any effect that applies, each once, until none is left that does."""
    usable = [index for index, (applies, _) in enumerate(effects) if applies(event)]
    if not usable:
        yield event
    for index in usable:
        yield from walk(effects[index][1](event), effects[:index] + effects[index + 1 :])


def some(event: int) -> bool:
    return event > 0


COUNTERS: dict[str, tuple[Callable[[int], bool], Change]] = {
    "Hardened Scales": (some, lambda n: n + 1),
    "Doubling Season": (some, lambda n: 2 * n),
    "Corpsejack Menace": (some, lambda n: 2 * n),
    "Primal Vigor": (some, lambda n: 2 * n),
}
DAMAGE: dict[str, tuple[Callable[[int], bool], Change]] = {
    "Furnace of Rath": (some, lambda n: 2 * n),
    "Torbran, Thane of Red Fell": (some, lambda n: n + 2),
    "Fiery Emancipation": (some, lambda n: 3 * n),
    "prevent 2": (some, lambda n: max(n - 2, 0)),
    "prevent 5": (some, lambda n: max(n - 5, 0)),
}
Tokens = tuple[tuple[str, int], ...]


def add(tokens: Tokens, **more: int) -> Tokens:
    found = dict(tokens)
    for name, count in more.items():
        found[name] = found.get(name, 0) + count
    return tuple(sorted(found.items()))


def of_each(tokens: Tokens) -> Tokens:
    kinds = ("Clue", "Food", "Treasure")
    count = sum(n for name, n in tokens if name in kinds)
    return add(tuple((name, n) for name, n in tokens if name not in kinds), Clue=count, Food=count, Treasure=count)


TOKENS: dict[str, tuple[Callable[[Tokens], bool], Change]] = {
    "Parallel Lives": (bool, lambda ts: tuple((name, 2 * n) for name, n in ts)),
    "Anointed Procession": (bool, lambda ts: tuple((name, 2 * n) for name, n in ts)),
    "Chatterfang, Squirrel General": (bool, lambda ts: add(ts, Squirrel=sum(n for _, n in ts))),
    "Academy Manufactor": (lambda ts: any(name != "Squirrel" for name, _ in ts), of_each),
}
Bag = tuple[tuple[str, int], ...]


def total(bag: Bag) -> int:
    return sum(n for _, n in bag)


MANA: dict[str, tuple[Callable[[Bag], bool], Change]] = {
    "Mana Reflection": (bool, lambda bag: tuple((t, 2 * n) for t, n in bag)),
    "Nyxbloom Ancient": (bool, lambda bag: tuple((t, 3 * n) for t, n in bag)),
    "Contamination": (bool, lambda bag: (("B", 1),)),
    "Infernal Darkness": (bool, lambda bag: (("B", total(bag)),)),
    "Ritual of Subdual": (bool, lambda bag: (("C", total(bag)),)),
    "Damping Sphere": (lambda bag: total(bag) >= 2, lambda bag: (("C", 1),)),
}


def board(cards: list[str], more: list[dict[str, Any]]) -> dict[str, Any]:
    permanents = [{"id": f"e{index}", "card": card, "controller": "P1"} for index, card in enumerate(cards)]
    return {"players": PLAYERS, "active": "P1", "battlefield": [*permanents, *more]}


def shields(chosen: list[str]) -> list[dict[str, Any]]:
    return [
        {"text": f"Prevent the next {name.split()[1]} damage that would be dealt to @P2 this turn.", "controller": "P2"}
        for name in chosen
        if name.startswith("prevent")
    ]


def outcomes(answer: Any) -> list[Any]:
    assert isinstance(answer, Answer) and answer.certain, answer
    assert answer.result is not None
    return list(answer.result["outcomes"])


def drawn(kinds: dict[str, Any], seed: int) -> list[list[str]]:
    dice = random.Random(seed)
    return [[dice.choice(list(kinds)) for _ in range(dice.randint(0, 6))] for _ in range(BOARDS)]


@pytest.mark.parametrize("seed", (1, 2))
def test_616_1_counters_in_every_order(seed: int) -> None:
    chosen = drawn(COUNTERS, seed)
    event = {"kind": "put_counters", "affected": "b", "counter": "+1/+1", "amount": 2, "by": "P1", "cause": "effect"}
    bear = {"id": "b", "card": "Grizzly Bears", "controller": "P1"}
    found = ask_many([(board(cards, [bear]), {"kind": "replace", "event": event}) for cards in chosen])
    for cards, answer in zip(chosen, found, strict=True):
        assert {o["counters"].get("+1/+1", 0) for o in outcomes(answer)} == set(walk(2, [COUNTERS[card] for card in cards])), cards


@pytest.mark.parametrize("seed", (3, 4))
def test_616_1_damage_in_every_order(seed: int) -> None:
    chosen = drawn(DAMAGE, seed)
    source = {"card": "Lightning Bolt", "controller": "P1"}
    event = {"kind": "damage", "affected": "P2", "source": source, "amount": 3, "combat": False}
    asked = []
    for cards in chosen:
        position = board([card for card in cards if not card.startswith("prevent")], [])
        asked.append(({**position, "effects": shields(cards)}, {"kind": "replace", "event": event}))
    for cards, answer in zip(chosen, ask_many(asked), strict=True):
        assert {o["damage"] for o in outcomes(answer)} == set(walk(3, [DAMAGE[card] for card in cards])), cards


@pytest.mark.parametrize("seed", (5, 6))
def test_616_1_tokens_in_every_order(seed: int) -> None:
    chosen = drawn(TOKENS, seed)
    event = {"kind": "create_tokens", "affected": "P1", "token": "Treasure", "amount": 1}
    found = ask_many([(board(cards, []), {"kind": "replace", "event": event}) for cards in chosen])
    for cards, answer in zip(chosen, found, strict=True):
        expected = set(walk((("Treasure", 1),), [TOKENS[card] for card in cards]))
        assert {tuple(sorted(o["tokens"].items())) for o in outcomes(answer)} == expected, cards


@pytest.mark.parametrize("seed", (7, 8))
def test_106_12b_mana_in_every_order(seed: int) -> None:
    chosen = drawn(MANA, seed)
    land = {"id": "land", "card": "Azorius Chancery", "controller": "P1"}
    found = ask_many([(board(cards, [land]), {"kind": "tap_for_mana", "permanent": "land"}) for cards in chosen])
    for cards, answer in zip(chosen, found, strict=True):
        expected = set(walk((("U", 1), ("W", 1)), [MANA[card] for card in cards]))
        assert {tuple(sorted(o.items())) for o in outcomes(answer)} == {tuple(sorted(bag)) for bag in expected}, cards
