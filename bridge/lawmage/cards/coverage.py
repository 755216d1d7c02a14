"""How much of a bulk file's card language is read, by topic, and what the unread lines look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from lawmage.cards.ability import Line
from lawmage.cards.building import ReaderMaker, normal_lines, read_all
from lawmage.cards.catalogue import FORMS
from lawmage.cards.oracle.words import classify, tokens
from lawmage.cards.ordinary import ordinary
from lawmage.cards.raw import RawCard, RawFace, split_type_line
from lawmage.cards.topics import TOPICS, topics_of_line
from lawmage.cards.types import CARD_TYPES

#: Rows besides the topics: every line; lines of lands; lines of lands that add mana; "could produce".
ALL, LANDS, LAND_MANA, COULD_PRODUCE = "all", "lands", "mana_of_lands", "could_produce"

_PLACEHOLDERS = (
    ("MANA_SYMBOL", "{M}"),
    ("PT_VALUE", "P/T"),
    ("PT_CHANGE", "+P/+T"),
    ("LOYALTY_SIGN", "+N"),
    ("NUMBER_WORD", "N"),
    ("LEVEL_RANGE", "N-N"),
    ("CHAPTER_NUMBER", "CHAPTER"),
    ("SUBTYPE_WORD", "SUBTYPE"),
    ("KEYWORD_NAME", "KEYWORD"),
)
_COLORS = frozenset({"white", "blue", "black", "red", "green"})
_TYPES = frozenset(plural for name in CARD_TYPES for plural in (name.lower(), name.lower() + "s")) | frozenset({"sorceries"})
_TAP_SYMBOLS = frozenset({"{t}", "{q}"})
_AROUND = 4  # words shown before and after the place where reading stopped
_UNKNOWN = "(the file has no text)"


def known_topics() -> frozenset[str]:
    """Return the names that rows can have."""
    return frozenset({ALL, LANDS, LAND_MANA, COULD_PRODUCE, *TOPICS, *FORMS})


@dataclass(slots=True)
class Shape:
    """An outward form of unread lines: how many lines and cards have it, and the first such card."""

    text: str
    example: str
    lines: int = 0
    cards: int = 0


@dataclass(slots=True)
class Row:
    """Figures of one topic. ``distinct`` lines are those that differ after normalisation.

    A card is read if all its lines of the topic are.
    """

    lines: int = 0
    lines_read: int = 0
    distinct: int = 0
    distinct_read: int = 0
    cards: int = 0
    cards_read: int = 0
    shapes: dict[str, Shape] = field(default_factory=dict)
    stops: dict[str, Shape] = field(default_factory=dict)


@dataclass(slots=True)
class Coverage:
    """Figures by topic, and how many cards of the file were counted."""

    cards: int
    left_out: int
    rows: dict[str, Row]


@dataclass(frozen=True, slots=True)
class _Seen:
    card: str
    normal: str
    topics: frozenset[str]


def measure(
    cards: Iterable[RawCard],
    maker: ReaderMaker,
    jobs: int = 2,
    all_cards: bool = False,
    topics: Sequence[str] = (),
    lines_of: Callable[[RawFace], Sequence[str]] = normal_lines,
) -> Coverage:
    """Read the lines of ``cards`` and count, by topic, what is read.

    Only ordinary cards count (:mod:`lawmage.cards.ordinary`), unless ``all_cards``. With ``topics``,
    only lines of these are read and counted.
    """
    counted = left_out = 0
    seen: list[_Seen] = []
    for card in cards:
        if not all_cards and not ordinary(card):
            left_out += 1
            continue
        counted += 1
        for line in _lines(card, lines_of):
            if not topics or not line.topics.isdisjoint(topics):
                seen.append(line)
    distinct = dict.fromkeys(line.normal for line in seen if line.normal != _UNKNOWN)
    readings = read_all(distinct, maker, jobs)
    readings[_UNKNOWN] = Line(None)
    rows = _rows(seen, readings)
    if topics:
        rows = {topic: rows.get(topic, Row()) for topic in topics}
    return Coverage(counted, left_out, rows)


def _lines(card: RawCard, lines_of: Callable[[RawFace], Sequence[str]]) -> Iterator[_Seen]:
    for face in card.faces:
        if face.oracle_text is None:
            yield _Seen(card.name, _UNKNOWN, frozenset({ALL}))
            continue
        land = "Land" in split_type_line(face.type_line).types
        for normal in lines_of(face):
            topics = {ALL, *topics_of_line(normal)}
            if land:
                topics.add(LANDS)
                if "mana" in topics:
                    topics.add(LAND_MANA)
            if "could produce" in normal:
                topics.add(COULD_PRODUCE)
            yield _Seen(card.name, normal, frozenset(topics))


def _rows(seen: list[_Seen], readings: dict[str, Line]) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    distinct: dict[str, set[str]] = {}
    cards: dict[str, dict[str, bool]] = {}
    shown: dict[str, tuple[str, str]] = {}
    members: Counter[tuple[str, str, str]] = Counter()
    for line in seen:
        reading = readings[line.normal]
        read = reading.ability is not None
        for topic in line.topics:
            row = rows.setdefault(topic, Row())
            row.lines += 1
            row.lines_read += read
            met = distinct.setdefault(topic, set())
            if line.normal not in met:
                met.add(line.normal)
                row.distinct += 1
                row.distinct_read += read
            by_card = cards.setdefault(topic, {})
            by_card[line.card] = by_card.get(line.card, True) and read
            if read:
                continue
            if line.normal not in shown:
                shown[line.normal] = _shown(line.normal, reading)
            for group, text in zip((row.shapes, row.stops), shown[line.normal], strict=True):
                shape = group.setdefault(text, Shape(text, line.card))
                shape.lines += 1
                key = (topic, text, line.card)
                shape.cards += not members[key]
                members[key] += 1
    for topic, by_card in cards.items():
        rows[topic].cards = len(by_card)
        rows[topic].cards_read = sum(by_card.values())
    return rows


def _shown(normal: str, reading: Line) -> tuple[str, str]:
    """Return the shape of an unread line, and that of the words around the place where reading stopped."""
    if normal == _UNKNOWN or reading.unread is None:
        return normal, normal
    words = shape_words(normal)
    stop = min(reading.unread.stopped, len(words))
    before, after = words[max(0, stop - _AROUND) : stop], words[stop : stop + _AROUND]
    start = "" if stop <= _AROUND else "… "
    end = "" if stop + _AROUND >= len(words) else " …"
    return _joined(words), f"{start}{_joined(before)} ▸ {_joined(after)}{end}"


def shape_words(normal: str) -> list[str]:
    """Return a line's words with numbers, mana, types, colors and keywords as placeholders."""
    found = []
    for word in classify(tokens(normal)):
        text = word.text
        for name, placeholder in _PLACEHOLDERS:
            if name in word.classes and text not in _TAP_SYMBOLS:
                text = placeholder
                break
        else:
            if text in _COLORS:
                text = "COLOR"
            elif text in _TYPES:
                text = "TYPES" if text.endswith("s") else "TYPE"
        found.append(text)
    return found


def _joined(words: Sequence[str]) -> str:
    text = " ".join(words)
    text = re.sub(r"(?:\{M\} )+(?=\{M\})", "", text)
    return re.sub(r" (?=[.,:;]|'s\b)", "", text)


def commonest(shapes: Iterable[Shape], count: int) -> list[Shape]:
    """Return the ``count`` shapes with most lines; ties in order of their text."""
    return sorted(shapes, key=lambda shape: (-shape.lines, shape.text))[:count]


def ordered_rows(coverage: Coverage) -> list[tuple[str, Row]]:
    """Return the rows: all lines first, lands, then topics by name."""
    first = (ALL, LANDS, "mana", LAND_MANA, COULD_PRODUCE)
    rest = sorted(set(coverage.rows) - set(first))
    return [(name, coverage.rows[name]) for name in (*first, *rest) if name in coverage.rows]


def coverage_json(coverage: Coverage, shapes: int) -> dict[str, object]:
    """Return the figures as JSON data, with up to ``shapes`` unread shapes a topic."""
    return {
        "cards": coverage.cards,
        "cards_left_out": coverage.left_out,
        "topics": {
            name: {
                "lines": {
                    "total": row.lines,
                    "read": row.lines_read,
                    "unread": row.lines - row.lines_read,
                },
                "distinct_lines": {
                    "total": row.distinct,
                    "read": row.distinct_read,
                    "unread": row.distinct - row.distinct_read,
                },
                "cards": {
                    "total": row.cards,
                    "read": row.cards_read,
                    "unread": row.cards - row.cards_read,
                },
                "unread_shapes": _shapes_json(row.shapes.values(), shapes),
                "stops": _shapes_json(row.stops.values(), shapes),
            }
            for name, row in ordered_rows(coverage)
        },
    }


def _shapes_json(shapes: Iterable[Shape], count: int) -> list[dict[str, object]]:
    return [
        {
            "shape": shape.text,
            "lines": shape.lines,
            "cards": shape.cards,
            "example": shape.example,
        }
        for shape in commonest(shapes, count)
    ]


def coverage_text(coverage: Coverage, shapes: int) -> str:
    """Return the figures as a table and the commonest unread shapes, for people."""
    lines = [
        f"{coverage.cards} cards counted, {coverage.left_out} left out",
        "",
        f"{'topic':18}{'lines':>8}{'read':>8}{'%':>7}{'distinct':>10}{'read':>8}{'%':>7}{'cards':>8}{'read':>8}{'%':>7}",
    ]
    rows = ordered_rows(coverage)
    for name, row in rows:
        lines.append(
            f"{name:18}{row.lines:8}{row.lines_read:8}{_percent(row.lines_read, row.lines):>7}"
            f"{row.distinct:10}{row.distinct_read:8}{_percent(row.distinct_read, row.distinct):>7}"
            f"{row.cards:8}{row.cards_read:8}{_percent(row.cards_read, row.cards):>7}"
        )
    for name, row in rows:
        if row.shapes and shapes:
            lines += ["", f"{name}: commonest unread shapes (lines, an example)"]
            lines += [_shape_text(shape) for shape in commonest(row.shapes.values(), shapes)]
            lines += [f"{name}: where reading stopped"]
            lines += [_shape_text(shape) for shape in commonest(row.stops.values(), shapes)]
    return "\n".join(lines)


def _shape_text(shape: Shape) -> str:
    return f"{shape.lines:6}  {shape.text}  [{shape.example}]"


def _percent(part: int, whole: int) -> str:
    """Return a percentage cut, not rounded, to one decimal: 99.97 must not read as 100."""
    return f"{part * 1000 // whole / 10:.1f}" if whole else "-"
