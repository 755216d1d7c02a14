"""Every leveler card (711): at every level, alone, copied, pumped, with counters and switched.

The expected values are computed here from the structured text of the card: its printed box, its level symbols.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from lawmage.answer import Answer
from lawmage.api import ask_many
from lawmage.cards.ability import Face, Node
from lawmage.cards.catalogue import packaged
from lawmage.cards.oracle.keywords import KEYWORD_KINDS, keyword_of

#: Levelers of playtest cards with lines that are not read: their answers are conditional, and not compared.
UNREAD = {"The Fearsome Flock"}
#: Levelers that at their last level grant an ability to a kind of creatures that they are themselves.
GRANTS_ITSELF = {"Joraga Treespeaker"}
SYMBOLS = ("level_symbol", "level_symbol_with", "level_symbol_abilities")
Board = list[dict[str, Any]]


@dataclass(frozen=True)
class Box:
    """A level symbol: the numbers of level counters it speaks of, its size if it has one, its abilities."""

    low: int
    high: int
    size: tuple[int, int] | None
    keywords: frozenset[str]
    others: int

    def holds(self, level: int) -> bool:
        return self.low <= level <= self.high


@cache
def levelers() -> list[tuple[str, Face]]:
    catalogue = packaged()
    found = []
    for name in catalogue.names():
        entry = catalogue.find(name)
        if entry is None or not entry.ordinary or name in UNREAD:
            continue
        for face in catalogue.card(entry).faces:
            if "Creature" in face.types and any(line.ability is not None and line.ability.kind in SYMBOLS for line in face.lines):
                found.append((name, face))
    return found


def lines_of(node: Node) -> list[Node]:
    """The abilities of a box, keyword lists taken apart."""
    if node.kind in ("box_more", "keyword_comma", "keyword_semicolon"):
        return lines_of(node.child(0)) + lines_of(node.child(1))
    return [node]


def box_of(node: Node) -> Box:
    low, _, high = node.word(0).partition("-")
    size = None
    if node.kind != "level_symbol_abilities":
        power, _, toughness = node.word(1).partition("/")
        size = (int(power), int(toughness))
    lines = [] if node.kind == "level_symbol" else lines_of(node.child(-1))
    keywords = frozenset(keyword_of(line) for line in lines if line.kind in KEYWORD_KINDS)
    others = sum(line.kind not in KEYWORD_KINDS for line in lines)
    return Box(int(low.rstrip("+")), int(high) if high else 10**9, size, keywords, others)


def boxes_of(face: Face) -> list[Box]:
    return [box_of(line.ability) for line in face.lines if line.ability is not None and line.ability.kind in SYMBOLS]


def expected(face: Face, level: int) -> dict[str, Any]:
    """711.2a, 711.4, 711.5: size, keywords and the number of other abilities at a level."""
    size = (int(face.power or 0), int(face.toughness or 0))
    keywords: set[str] = set()
    others = 0
    for line in face.lines:
        assert line.ability is not None, "every line of a leveler is read"
        for ability in lines_of(line.ability):
            if ability.kind in SYMBOLS:
                continue
            if ability.kind in KEYWORD_KINDS:
                keywords.add(keyword_of(ability))
            else:
                others += 1
    for box in boxes_of(face):
        if box.holds(level):
            size = box.size or size
            keywords |= box.keywords
            others += box.others + (face.name in GRANTS_ITSELF and box.high == 10**9)
    return {"power": size[0], "toughness": size[1], "keywords": keywords, "others": others}


def seen(answer: Any) -> dict[str, Any]:
    assert isinstance(answer, Answer), answer
    assert answer.certain, answer.to_data()
    result = answer.result
    assert result is not None
    keywords = {ability for ability in result["abilities"] if not ability.endswith((".", '"'))}
    others = len(result["abilities"]) - len(keywords)
    return {"power": result["power"], "toughness": result["toughness"], "keywords": keywords, "others": others}


def levels_of(face: Face) -> list[int]:
    """Every level beside an edge of a box, and one far above."""
    edges = {0}
    for box in boxes_of(face):
        edges |= {box.low - 1, box.low}
        if box.high < 10**9:
            edges |= {box.high, box.high + 1}
    return [*sorted(level for level in edges if level >= 0), 40]


def position(field: Board, *effects: str) -> dict[str, Any]:
    return {
        "players": {"P1": {}, "P2": {}},
        "battlefield": field,
        "effects": [{"text": text, "controller": "P1"} for text in effects],
    }


def leveler(name: str, level: int, **more: int) -> dict[str, Any]:
    counters = {kind: count for kind, count in {"level": level, **more}.items() if count}
    return {"id": "a", "card": name, "controller": "P1", "counters": counters}


ASK = {"kind": "characteristics", "permanent": "a"}


@cache
def all_cases() -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """(what, position, expected) for every leveler, level and circumstance."""
    found = []
    for name, face in levelers():
        for level in levels_of(face):
            want = expected(face, level)
            power, toughness = want["power"], want["toughness"]
            found.append((f"{name} {level}", position([leveler(name, level)]), want))
            pumped = position([leveler(name, level)], "@a gets +3/+1 until end of turn.")
            found.append((f"{name} {level} pumped", pumped, {**want, "power": power + 3, "toughness": toughness + 1}))
            counted = position([leveler(name, level) | {"counters": {"level": level, "+1/+1": 2, "-0/-1": 1}}])
            found.append((f"{name} {level} counters", counted, {**want, "power": power + 2, "toughness": toughness + 1}))
            switched = position([leveler(name, level)], "Switch @a's power and toughness until end of turn.")
            found.append((f"{name} {level} switched", switched, {**want, "power": toughness, "toughness": power}))
            source = {**leveler(name, level), "id": "b"}
            copy = {"id": "a", "token": {}, "copy_of": "b", "controller": "P2"}
            found.append((f"{name} {level} copied", position([source, copy]), expected(face, 0)))
            own = {**copy, "counters": {"level": level}} if level else copy
            found.append((f"{name} 0 copied, copy {level}", position([{**source, "counters": {}}, own]), want))
    return found


@cache
def answers() -> list[Any]:
    return list(ask_many([(board, ASK) for _, board, _ in all_cases()]))


def test_there_are_levelers() -> None:
    assert len(levelers()) >= 25


def test_711_every_leveler_at_every_level() -> None:
    wrong = [(what, seen(answer), want) for (what, _, want), answer in zip(all_cases(), answers(), strict=True) if seen(answer) != want]
    assert not wrong, f"{len(wrong)} of {len(all_cases())}: {[found[0] for found in wrong]}"


@pytest.mark.parametrize("stamp", [1, 3])
def test_613_8a_what_takes_abilities_takes_level_symbols(stamp: int) -> None:
    # 613.8a: the box's abilities depend on Humility's loss of abilities, in layer 6, so the symbol is gone before 7b.
    name, face = next((n, f) for n, f in levelers() if any(box.size and box.keywords for box in boxes_of(f)))
    box = next(box for box in boxes_of(face) if box.size and box.keywords)
    field = [{**leveler(name, box.low), "timestamp": stamp}, {"id": "h", "card": "Humility", "controller": "P2", "timestamp": 2}]
    (answer,) = ask_many([(position(field), ASK)])
    assert seen(answer) == {"power": 1, "toughness": 1, "keywords": set(), "others": 0}
