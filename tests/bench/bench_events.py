"""Figures of the query ``event``: ``python tests/bench/bench_events.py`` prints them (processor time of a warm question)."""

from __future__ import annotations

from typing import Any

from measuring import Figure, cpu

from lawmage.api import ask_many
from lawmage.engine.session import session
from lawmage.position.names import CatalogueNames
from lawmage.position.query import read_query
from lawmage.position.reader import read_position

#: Permanents that replace nothing, and that watch, pump, or do neither.
PLAIN = (
    "Giant Spider", "Glorious Anthem", "Blood Artist", "Forest", "Island", "Llanowar Elves", "Serra Angel", "Mulldrifter",
    "Sol Ring", "Air Elemental", "Kitchen Finks", "Hill Giant",
)  # fmt: skip
#: What is asked: the cards beside the spider, what happens to it, and the most milliseconds that may take.
QUESTIONS: dict[str, tuple[tuple[str, ...], dict[str, Any], float]] = {
    "damage to a creature alone": ((), {"event": "damage", "amount": 2}, 10),
    "destroying a creature alone": ((), {"event": "destroy"}, 10),
    "damage among 24 permanents": (PLAIN * 2, {"event": "damage", "amount": 2}, 50),
    "destroying among 24 permanents": (PLAIN * 2, {"event": "destroy"}, 50),
    "damage doubled": (("Furnace of Rath",), {"event": "damage", "amount": 1}, 50),
    "damage turned into counters": (("Vigor",), {"event": "damage", "amount": 1}, 100),
    "counters for doubled damage": (("Vigor", "Furnace of Rath"), {"event": "damage", "amount": 1}, 150),
    "destruction turned into exile": (("Rest in Peace",), {"event": "destroy"}, 50),
    "lethal damage and exile": (("Rest in Peace",), {"event": "damage", "amount": 9}, 100),
}


def main() -> None:
    """Print each figure beside its limit."""
    names = CatalogueNames(session().writer.catalogue)
    for what, (cards, event, limit) in QUESTIONS.items():
        board = [{"id": "s", "card": "Giant Spider", "controller": "P1"}]
        board += [{"id": f"p{index}", "card": card, "controller": "P1"} for index, card in enumerate(cards)]
        position = read_position({"players": {"P1": {}, "P2": {}}, "battlefield": board}, names)
        query = read_query({"kind": "event", "object": "s", **event}, position, names)
        print(Figure(what, cpu(lambda pair=(position, query): ask_many([pair]), 15), "ms", limit).line())


if __name__ == "__main__":
    main()
