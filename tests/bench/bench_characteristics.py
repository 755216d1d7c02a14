"""Figures of characteristics: ``python tests/bench/bench_characteristics.py`` prints each beside what it may be.

Times are processor time of this process (clingo runs in it): batches of boards of 40 permanents with six continuous
effects in force, one permanent asked a board, and all of them. ``--quick`` takes fewer boards. Exit code 1 if a figure
is above its limit.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence

from measuring import Figure, cpu

from lawmage.answer import Answer
from lawmage.engine.session import session
from lawmage.position.model import Position
from lawmage.position.names import CatalogueNames
from lawmage.position.query import Query, read_query
from lawmage.position.reader import read_position

PERMANENTS = (
    "Forest", "Island", "Swamp", "Mountain", "Plains", "Command Tower", "Steam Vents", "Sol Ring", "Llanowar Elves",
    "Grizzly Bears", "Serra Angel", "Hill Giant", "Arcane Signet", "Goblin Piker", "Wind Drake", "Ornithopter",
)  # fmt: skip
#: Effects of every layer from 4 on; some depend on others.
DEEP = (
    "Blood Moon", "Urborg, Tomb of Yawgmoth", "March of the Machines", "Darkest Hour", "Levitation", "Glorious Anthem",
    "Goblin King", "Humility", "Opalescence", "Fervor", "Crusade", "Mycosynth Lattice",
)  # fmt: skip
#: Effects on power and toughness only.
SHALLOW = ("Glorious Anthem", "Honor of the Pure", "Spear of Heliod", "Gaea's Anthem", "Castle", "Orcish Oriflamme")
NAMES = CatalogueNames(session().writer.catalogue)
Pairs = list[tuple[Position, Query]]


def board(effects: Sequence[str], rng: random.Random, size: int = 40) -> Position:
    """Return a random board of ``size`` permanents, these effects among them, in random order of age."""
    chosen = [rng.choice(PERMANENTS) for _ in range(size - len(effects))] + list(effects)
    rng.shuffle(chosen)
    battlefield = [{"id": f"o{index}", "card": card, "controller": rng.choice(("P1", "P2"))} for index, card in enumerate(chosen)]
    return read_position({"players": {"P1": {}, "P2": {}}, "battlefield": battlefield}, NAMES)


def asked(found: Position, count: int | None = None) -> Pairs:
    """Return the questions about the first ``count`` permanents of a board, or about all."""
    items = found.battlefield[:count]
    return [(found, read_query({"kind": "characteristics", "permanent": item.id}, found, NAMES)) for item in items]


def ask(pairs: Pairs) -> None:
    """Ask, and stop if anything is not answered."""
    for answer in session().ask_many(pairs):
        if not isinstance(answer, Answer) or answer.result is None:
            raise SystemExit(f"not answered: {answer}")


def figures(count: int) -> Iterator[Figure]:
    """Measure batches of ``count`` boards."""
    rng = random.Random(5)
    for told, pool, limit in (("six effects of all layers", DEEP, 8.0), ("six effects of layer 7", SHALLOW, 8.0), ("no effects", (), None)):
        boards = [board(rng.sample(pool, 6) if pool else (), rng) for _ in range(count)]
        one = [pair for found in boards for pair in asked(found, 1)]
        name = f"batch of {count} boards of 40, {told}"
        yield Figure(f"{name}, one asked", cpu(lambda one=one: ask(one), 3) / count, "ms/board", limit)
        every = [pair for found in boards for pair in asked(found)]
        yield Figure(f"{name}, all asked", cpu(lambda every=every: ask(every), 1) / count, "ms/board")
    single = asked(board(DEEP[:6], random.Random(2)), 1)
    yield Figure("warm, one board of 40 with six effects of all layers, one asked", cpu(lambda: ask(single)), "ms")


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="batches of 50")
    arguments = parser.parse_args()
    above = False
    for figure in figures(50 if arguments.quick else 250):
        print(figure.line(), flush=True)
        above = above or figure.above
    return int(above)


if __name__ == "__main__":
    sys.exit(main())
