"""Every card with a list of the mana it makes, in Scryfall's words, against what it could produce alone on the battlefield.

Scryfall lists what a card's text can ever add, on any face, through anything it makes or gives; 106.7 asks about one
permanent in one position. So each card is asked alone first, and then with one help more at a time, chosen by reason and
not by card: the reason that makes the answers reach the list is the kind of the difference. What stays open must be
an answer that says itself to be conditional.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from bulk import bulk_file

from lawmage.api import ask_many
from lawmage.cards.ability import Card, Node, walk
from lawmage.cards.catalogue import Catalogue
from lawmage.cards.oracle.grammar import load
from lawmage.cards.oracle.render import pretty
from lawmage.cards.tokens import predefined_names

Board = dict[str, Any]
LETTERS = frozenset("WUBRGC")
LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Azorius Guildgate", "Rakdos Guildgate", "Gruul Guildgate")
CREATURES = ("Savannah Lions", "Coral Merfolk", "Grizzly Bears", "Typhoid Rats", "Raging Goblin")
OTHERS = ("Pacifism", "Flight", "Rancor", "Unholy Strength", "Sol Ring", "Ornithopter")
FIVE_COLORS = "Progenitus"


def _others(names: tuple[str, ...], controller: str = "P1", each: int = 1) -> list[Board]:
    return [{"id": f"{name} {n}", "card": name, "controller": controller} for name in names for n in range(each)]


def _alone(card: Card) -> Iterator[Board]:
    yield {}


def _back(card: Card) -> Iterator[Board]:
    if len(card.faces) > 1:
        yield {"face": "back"}


def _chosen(card: Card) -> Iterator[Board]:
    for color in "WUBRG":
        yield {"choices": {"color": color}}
    yield {"choices": {"creature_type": "Bear"}, "others": _others(CREATURES, each=2)}
    for color in "WUBRG":
        yield {"choices": {"color": color, "creature_type": "Bear"}, "others": _others(("Grizzly Bears",), each=3)}


def _commander(card: Card) -> Iterator[Board]:
    yield {"player": {"commander": [FIVE_COLORS]}}


def _linked(card: Card) -> Iterator[Board]:
    for linked in (FIVE_COLORS, "Grizzly Bears", "Ornithopter"):
        yield {"linked": [linked]}


def _lands(card: Card) -> Iterator[Board]:
    yield {"others": _others(LANDS)}
    yield {"others": _others(LANDS, "P2")}


def _permanents(card: Card) -> Iterator[Board]:
    yield {"others": _others(CREATURES, each=3)}
    yield {"others": _others((*OTHERS, *LANDS))}
    yield {"others": _others((FIVE_COLORS,))}


def _counters(card: Card) -> Iterator[Board]:
    kinds = {"+1/+1", "level"} | {node.word(0) for node in _nodes(card) if node.kind == "counters" and isinstance(node.parts[0], str)}
    yield {"counters": dict.fromkeys(sorted(kinds), 7)}


def _designations(card: Card) -> Iterator[Board]:
    yield {"renowned": True, "monstrous": True}


def _graveyard(card: Card) -> Iterator[Board]:
    yield {"player": {"graveyard": [FIVE_COLORS, "Grizzly Bears", "Forest", "Ornithopter"]}}


def _turn(card: Card) -> Iterator[Board]:
    yield {"player": {"lands_played": 1}}
    yield {"active": "P2"}


def _given(card: Card) -> Iterator[Board]:
    """What it creates, and the abilities that it gives, each on a token asked in its place."""
    for node in _nodes(card):
        if node.kind == "create":
            for found in walk(node):
                if found.kind == "subtype" and found.word(0).title() in predefined_names():
                    yield {"token": found.word(0).title()}
        if node.kind in ("quoted_ability", "quoted_inner") and any(found.kind == "add" for found in walk(node)):
            text = pretty(node.child(0), load(), "this permanent")
            yield {"token": {"name": "Given", "types": ["Artifact"], "abilities": [text]}}


#: In the order tried: the kind of a difference, the rule that explains it, and the helps to try.
KINDS: tuple[tuple[str, str, Callable[[Card], Iterator[Board]]], ...] = (
    ("alone", "106.7: the same", _alone),
    ("other face", "712.8: a permanent has the characteristics of the face that is up", _back),
    ("chosen", "106.5: the type is undefined until a color (or what is counted) is chosen", _chosen),
    ("commander", "903.4, 106.5: undefined without a commander", _commander),
    ("linked", "607.2, 106.5: undefined without the exiled card", _linked),
    ("other lands", "106.7, 107.1: what other lands could produce, or how many of them there are", _lands),
    ("amount or condition", "107.1: the amount is zero, or the condition false, with nothing else there", _permanents),
    ("counters", "122, 711: counters are counted, or give the ability its level", _counters),
    ("designation", "702.112, 701.37: only once it is renowned or monstrous", _designations),
    ("graveyard", "107.1: counts cards in a graveyard", _graveyard),
    ("turn", "505.5, 305.2: depends on whose turn it is, or on a land played", _turn),
    ("given", "113.1, 111.10: what it creates or gives the ability to makes the mana, not the permanent", _given),
)


def _nodes(card: Card) -> Iterator[Node]:
    for face in card.faces:
        for line in face.lines:
            if line.ability is not None:
                yield from walk(line.ability)


def _position(name: str, board: Board) -> dict[str, Any]:
    others, player, active = board.get("others", []), board.get("player", {}), board.get("active", "P1")
    rest = {key: value for key, value in board.items() if key not in ("others", "player", "active")}
    asked = {"id": "asked", "controller": "P1", **({} if "token" in board else {"card": name}), **rest}
    return {"players": {"P1": player, "P2": {}}, "active": active, "battlefield": [*others, asked]}


@cache
def _sorted_out() -> tuple[dict[str, list[str]], dict[str, tuple[frozenset[str], frozenset[str], bool]], list[str]]:
    """Return the cards of each kind; those left open with list, answers and certainty; those with types not listed."""
    catalogue = Catalogue.open()
    with lzma.open(bulk_file(), "rt", encoding="utf-8") as stream:
        listed = {
            card["name"]: frozenset(card["produced_mana"]) & LETTERS for line in stream if "produced_mana" in (card := json.loads(line))
        }
    cards = {name: catalogue.card(catalogue.resolve(name)) for name in listed}
    reached: dict[str, frozenset[str]] = dict.fromkeys(listed, frozenset())
    certain = dict.fromkeys(listed, True)
    extra: list[str] = []
    kinds: dict[str, list[str]] = {}
    left = list(listed)
    for kind, _, helps in KINDS:
        asked = [(name, _position(name, board)) for name in left for board in helps(cards[name])]
        answers = ask_many([(position, {"kind": "could_produce", "permanent": "asked"}) for _, position in asked])
        for (name, position), answer in zip(asked, answers, strict=True):
            if isinstance(answer, Exception):
                raise AssertionError(f"{name}: {answer} {position}")
            types = frozenset(answer.result["types"]) if answer.result is not None else frozenset()
            if types - listed[name]:
                extra.append(f"{name}, {kind}: {sorted(types)}")
            reached[name] |= types & listed[name]
            certain[name] &= answer.status == "certain"
        kinds[kind] = [name for name in left if reached[name] == listed[name]]
        left = [name for name in left if reached[name] != listed[name]]
    return kinds, {name: (listed[name], reached[name], certain[name]) for name in left}, extra


def test_every_difference_has_a_kind() -> None:
    kinds, left, _ = _sorted_out()
    unexplained = {name: (sorted(expected), sorted(found)) for name, (expected, found, certain) in left.items() if certain}
    assert unexplained == {}
    counts = Counter({kind: len(names) for kind, names in kinds.items()})
    assert counts.total() + len(left) == 1523


def test_most_agree_alone_and_few_are_conditional() -> None:
    kinds, left, _ = _sorted_out()
    assert len(kinds["alone"]) >= 1369
    assert len(left) <= 9


def test_nothing_is_produced_that_is_not_listed() -> None:
    _, _, extra = _sorted_out()
    assert extra == []


@pytest.mark.parametrize("kind", [kind for kind, _, _ in KINDS])
def test_every_kind_is_needed(kind: str) -> None:
    kinds, _, _ = _sorted_out()
    assert kinds[kind]
