"""Random but plausible boards with a question each: work for load tests, and for comparing engines.

Cards are drawn from the catalogue by what their abilities may bear on (:mod:`lawmage.cards.topics`), so that those that
matter to the kind of question are common, beside the lands and creatures of any board.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from lawmage.cards.ability import Face, Line, Node, walk
from lawmage.cards.catalogue import Catalogue, packaged
from lawmage.cards.topics import topics_of_reading
from lawmage.cards.types import BASIC_LAND_TYPES
from lawmage.errors import Fault, InputError
from lawmage.position.words import COLORS

_PERMANENT = frozenset({"Land", "Creature", "Artifact", "Enchantment", "Planeswalker"})
_CHOICES = {"a_color_choice": "color", "land_type_choice": "basic_land_type", "creature_type_choice": "creature_type"}
_COMMON_TYPES = ("Elf", "Goblin", "Human", "Merfolk", "Soldier", "Wizard", "Zombie")
_CREATURE = frozenset({"Creature"})

_WEIGHTS: Mapping[str, Mapping[str, int]] = {
    "could_produce": {
        "basic": 30, "land": 14, "mana land": 22, "looking": 5, "mana": 9, "changing": 3, "replacing": 2, "control": 1, "other": 14,
    },
    "characteristics": {"basic": 20, "land": 5, "mana land": 5, "mana": 3, "changing": 25, "control": 2, "other": 40},
    "state_based_actions": {"basic": 15, "mana land": 5, "changing": 15, "control": 1, "other": 64},
}  # fmt: skip
"""How common each group of cards is on a board, by kind of question."""

_LIKE = {"tap_for_mana": "could_produce", "tapped_for_mana_triggers": "could_produce"}
KINDS = (*_WEIGHTS, *_LIKE)
"""The kinds of question that positions can be made for."""

_ASKED = {
    "could_produce": {"looking": 8, "mana land": 4, "mana": 4, "land": 3, "basic": 2, "changing": 1, "replacing": 1, "other": 1},
    "characteristics": {"other": 5, "changing": 2, "land": 1, "mana land": 1, "basic": 1, "mana": 2, "control": 1},
}
"""How often a permanent of each group is the one asked about."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card to draw: its name, its card types, which choices it needs, and what its enchant ability names, if it is an Aura."""

    name: str
    types: frozenset[str]
    choices: tuple[str, ...] = ()
    aura: bool = False
    enchants: frozenset[str] = frozenset()


@dataclass(slots=True)
class Pool:
    """The cards by group."""

    groups: dict[str, list[Drawn]] = field(default_factory=dict)

    def add(self, group: str, card: Drawn) -> None:
        """Put a card into a group."""
        self.groups.setdefault(group, []).append(card)


def generate(
    kind: str, count: int, seed: int, *, start: int = 1, permanents: tuple[int, int] = (10, 40), cards: Catalogue | None = None
) -> Iterator[dict[str, Any]]:
    """Yield ``count`` cases without expectations, as data in format 1, from number ``start`` on.

    Each has from ``permanents[0]`` to ``permanents[1]`` permanents. The case of a number depends on the catalogue, the kind, the
    seed and the sizes only.

    Raises:
        InputError: no positions can be made for that kind.
    """
    if kind not in KINDS:
        raise InputError(Fault("--kind", "no positions can be made for this kind of question.", kind, KINDS))
    pool = _pool(cards) if cards is not None else _packaged_pool()
    weights = {group: weight for group, weight in _WEIGHTS[_LIKE.get(kind, kind)].items() if pool.groups.get(group)}
    for number in range(start, start + count):
        yield _case(kind, pool, weights, number, permanents, random.Random(f"{kind}:{seed}:{permanents}:{number}"), seed)


def with_answers(cases: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield cases with lawmage's own answers as expectations; those that get no certain answer stay without."""
    from lawmage.answer import Answer
    from lawmage.api import ask_many
    from lawmage.batch.verify import BATCH

    source = iter(cases)
    while chunk := list(islice(source, BATCH)):
        answers = ask_many([(case["position"], case["query"]) for case in chunk])
        for case, answer in zip(chunk, answers, strict=True):
            known = isinstance(answer, Answer) and answer.certain and answer.result is not None
            yield {**case, "expect": dict(answer.result)} if known else case  # type: ignore[union-attr, arg-type]


# --- the cards --------------------------------------------------------------------------------------


@cache
def _packaged_pool() -> Pool:
    return _pool(packaged())


def _pool(cards: Catalogue) -> Pool:
    pool = Pool()
    memo: dict[int, tuple[Line, frozenset[str], frozenset[str]]] = {}
    for name in cards.names():
        entry = cards.find(name)
        if entry is None or not entry.ordinary or entry.name != name:
            continue
        card = cards.card_at(entry.number)
        face = card.faces[0]
        if not _PERMANENT.intersection(face.types):
            continue
        topics: set[str] = set()
        kinds: set[str] = set()
        for line in face.lines:
            # Lines are shared by cards; the memory holds the line so that its identity stays its own.
            known = memo.get(id(line))
            if known is None:
                known = memo[id(line)] = (line, *_of(line))
            topics |= known[1]
            kinds |= known[2]
        pool.add(_group(face, topics, kinds), _drawn(card.name, face, kinds))
    return pool


def _of(line: Line) -> tuple[frozenset[str], frozenset[str]]:
    topics = topics_of_reading(line.ability) if line.ability is not None else frozenset()
    if line.unread is not None:
        topics |= line.unread.topics
    return topics, frozenset(node.kind for node in walk(line.ability)) if line.ability is not None else frozenset()


def _group(face: Face, topics: set[str], kinds: set[str]) -> str:
    if "Basic" in face.supertypes and face.name in BASIC_LAND_TYPES:
        return "basic"
    if any("could_produce" in kind for kind in kinds):
        return "looking"
    for topic, group in (("mana_replacement", "replacing"), ("control", "control")):
        if topic in topics:
            return group
    if "Land" in face.types:
        return "mana land" if "mana" in topics else "land"
    if "mana" in topics:
        return "mana"
    return "changing" if "characteristics" in topics else "other"


def _drawn(name: str, face: Face, kinds: set[str]) -> Drawn:
    choices = tuple(choice for kind, choice in _CHOICES.items() if kind in kinds)
    enchants: set[str] = set()
    for line in face.lines:
        if line.ability is not None and line.ability.kind == "enchant":
            enchants |= _words(line.ability)
    return Drawn(name, frozenset(face.types), choices, "Aura" in face.subtypes, frozenset(enchants))


def _words(node: Node) -> set[str]:
    """Return the card types that an enchant ability names."""
    return {part.kind.capitalize() for part in walk(node) if part.kind.capitalize() in _PERMANENT}


# --- the boards -------------------------------------------------------------------------------------


def _case(
    kind: str, pool: Pool, weights: Mapping[str, int], number: int, permanents: tuple[int, int], rng: random.Random, seed: int
) -> dict[str, Any]:
    size = rng.randint(*permanents)
    board: list[tuple[str, Drawn, dict[str, Any]]] = []
    for group in rng.choices(list(weights), list(weights.values()), k=size):
        card = rng.choice(pool.groups[group])
        hosts = [item["id"] for _, other, item in board if other.types & card.enchants] if card.aura else []
        if card.aura and not hosts:
            # Nothing to enchant: a basic land is never out of place.
            group, card = "basic", rng.choice(pool.groups["basic"])
        item = _permanent(card, f"{len(board) + 1}", rng)
        if card.aura:
            item["attached_to"] = rng.choice(hosts)
        board.append((group, card, item))
    active = rng.choice(("P1", "P2"))
    players = {name: {"life": rng.randint(3, 30), "hand": rng.randint(0, 7), "library": rng.randint(20, 60)} for name in ("P1", "P2")}
    position = {
        "format": 1,
        "players": players,
        "active": active,
        "phase": rng.choice(("upkeep", "main1", "declare_attackers", "main2", "end")),
        "battlefield": [item for _, _, item in board],
    }
    return {"id": f"{kind}-{seed}-{number}", "position": position, "query": _query(kind, board, rng)}


def _permanent(card: Drawn, id: str, rng: random.Random) -> dict[str, Any]:
    item: dict[str, Any] = {"id": id, "card": card.name, "controller": rng.choice(("P1", "P2"))}
    if rng.random() < 0.25 and "Planeswalker" not in card.types and not card.aura:
        item["tapped"] = True
    if card.types >= _CREATURE:
        if rng.random() < 0.12:
            item["summoning_sick"] = True
        if rng.random() < 0.08:
            item["counters"] = {"+1/+1": rng.randint(1, 4)}
    choices: dict[str, str] = {}
    for choice in card.choices:
        if choice == "color":
            choices[choice] = rng.choice(COLORS)
        elif choice == "basic_land_type":
            choices[choice] = rng.choice(BASIC_LAND_TYPES)
        else:
            choices[choice] = rng.choice(_COMMON_TYPES)
    if choices:
        item["choices"] = choices
    return item


def _query(kind: str, board: list[tuple[str, Drawn, dict[str, Any]]], rng: random.Random) -> dict[str, Any]:
    if kind == "state_based_actions":
        return {"kind": kind}
    weights = _ASKED[_LIKE.get(kind, kind)]
    (asked,) = rng.choices(board, [weights.get(group, 1) for group, _, _ in board])
    return {"kind": kind, "permanent": asked[2]["id"]}
