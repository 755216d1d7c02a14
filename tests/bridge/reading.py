"""Help for tests of the reader of card language: short ways to read a line, and the lines of real cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache

from bulk import bulk_file

from lawmage.cards.ability import Node, walk
from lawmage.cards.building import normal_lines
from lawmage.cards.oracle.chart import Chart
from lawmage.cards.oracle.grammar import load
from lawmage.cards.oracle.reader import Reader
from lawmage.cards.oracle.words import Context, classify, normalise, tokens
from lawmage.cards.ordinary import ordinary
from lawmage.cards.sources import read_cards

READER = Reader()
_CHART = Chart(load())


def read(text: str) -> Node | None:
    """Return the reading of one line, or None if it is unread."""
    line = READER.read_line(text, Context())
    return line.ability if line is not None else None


def must(text: str) -> Node:
    """Return the reading of one line; fail if it is unread."""
    node = read(text)
    assert node is not None, f"unread: {text}"
    return node


def kinds(text: str) -> list[str]:
    """Return the kinds of all nodes of a line's reading, in reading order; empty if it is unread."""
    node = read(text)
    return [] if node is None else [n.kind for n in walk(node)]


def shape(node: Node) -> str:
    """Return a tree as one line, ``kind(part, part)``: what tests of structure compare."""
    parts = ", ".join(shape(p) if isinstance(p, Node) else p for p in node.parts)
    return f"{node.kind}({parts})" if parts else node.kind


def parse_part(text: str, rule: str) -> Node | None:
    """Return the tree of a part of a line under one rule of the grammar, or None."""
    return _CHART.parse(classify(tokens(normalise(text, Context()))), rule)


@cache
def ordinary_lines() -> tuple[tuple[str, int, int], ...]:
    """Return the normalised lines of all ordinary cards, each with how many faces and how many lands have it."""
    count: Counter[str] = Counter()
    lands: Counter[str] = Counter()
    for card in read_cards(bulk_file()):
        if not ordinary(card):
            continue
        for face in card.faces:
            for normal in normal_lines(face):
                count[normal] += 1
                lands[normal] += "Land" in face.type_line
    return tuple((normal, n, lands[normal]) for normal, n in count.items())


def share_read(wanted: str | Callable[[str], bool], of_lands: bool = False, among: int = 1) -> float:
    """Return the share of ordinary cards' lines (of lands only, if so asked) that are read.

    ``wanted`` tells which lines count: a pattern to be found in them, or what is true of them. There must be ``among`` of them.
    """
    counts = (lambda normal: re.search(wanted, normal) is not None) if isinstance(wanted, str) else wanted
    read_count = total = 0
    for normal, n, lands in ordinary_lines():
        weight = lands if of_lands else n
        if weight and counts(normal):
            total += weight
            if READER.read_normal(normal).ability is not None:
                read_count += weight
    assert total >= among, f"{total} lines match {wanted}"
    return read_count / total
