"""Figures of ``replace`` and ``tap_for_mana``: ``python tests/bench/bench_replacing.py`` prints them (processor time)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from lawmage.api import ask_many
from lawmage.engine.session import session
from lawmage.position.names import CatalogueNames
from lawmage.position.query import read_query
from lawmage.position.reader import read_position

#: Effects that do different things to damage dealt by a red source of P1.
CARDS = ("Furnace of Rath", "Torbran, Thane of Red Fell", "Fiery Emancipation", "Gratuitous Violence", "Dictate of the Twin Gods")
MANA = ("Mana Reflection", "Nyxbloom Ancient", "Contamination")


def damage(different: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A position with so many different effects on one event of damage, and the question."""
    cards = CARDS[:different]
    shields = [
        {"text": f"Prevent the next {number} damage that would be dealt to @P2 this turn.", "controller": "P2"}
        for number in range(2, 2 + different - len(cards))
    ]
    board = [{"id": f"e{i}", "card": card, "controller": "P1"} for i, card in enumerate(cards)]
    source = {"card": "Lightning Bolt", "controller": "P1"}
    event = {"kind": "damage", "affected": "P2", "source": source, "amount": 20, "combat": False}
    return {"players": {"P1": {}, "P2": {}}, "active": "P1", "battlefield": board, "effects": shields}, {"kind": "replace", "event": event}


def copies(count: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A position with so many copies of one effect, and the question."""
    board = [{"id": f"e{i}", "card": "Hardened Scales", "controller": "P1"} for i in range(count)]
    board.append({"id": "b", "card": "Grizzly Bears", "controller": "P1"})
    event = {"kind": "put_counters", "affected": "b", "counter": "+1/+1", "amount": 1, "by": "P1", "cause": "effect"}
    return {"players": {"P1": {}, "P2": {}}, "active": "P1", "battlefield": board}, {"kind": "replace", "event": event}


def tap(index: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A position with three effects on mana, and the question."""
    board = [{"id": f"e{i}", "card": card, "controller": "P1"} for i, card in enumerate(MANA)]
    land = ("Forest", "Azorius Chancery", "Ancient Tomb", "Underground Sea", "Sol Ring")[index % 5]
    board.append({"id": "land", "card": land, "controller": "P1"})
    return {"players": {"P1": {}, "P2": {}}, "active": "P1", "battlefield": board}, {"kind": "tap_for_mana", "permanent": "land"}


def measured(what: str, make: Callable[[], list[tuple[dict[str, Any], dict[str, Any]]]], limit: float, each: bool = False) -> None:
    """Print one figure beside its limit, in milliseconds of processor time; the first asking warms up."""
    names = CatalogueNames(session().writer.catalogue)
    pairs = []
    for position, query in make():
        board = read_position(position, names)
        pairs.append((board, read_query(query, board, names)))
    ask_many(pairs)
    start = time.process_time()
    answers = ask_many(pairs)
    spent = (time.process_time() - start) * 1000 / (len(pairs) if each else 1)
    first = answers[0]
    said = "refused" if isinstance(first, Exception) else f"{len(first.result['outcomes']) if first.result else 0} outcomes"
    print(f"{what:50} {spent:9.2f} ms  (limit {limit:.1f} ms; {said})")


if __name__ == "__main__":
    measured("8 different effects on one event", lambda: [damage(8)], 500)
    measured("10 different effects on one event", lambda: [damage(10)], 2000)
    measured("12 different effects on one event", lambda: [damage(12)], 5000)
    measured("100 copies of one effect", lambda: [copies(100)], 100)
    measured("250 tap questions with 3 effects, each", lambda: [tap(i) for i in range(250)], 1.5, each=True)
