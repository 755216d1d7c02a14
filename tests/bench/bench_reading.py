"""Figures of reading: ``python tests/bench/bench_reading.py [FILE]`` prints each.

Times are medians of processor time of this process. FILE is a bulk file of cards; without it, the one in ``shared/data``
beside the repository (or higher up) is read if it is there. ``--every N`` takes only every Nth line of it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from measuring import Figure, cpu

from lawmage.cards.building import normal_lines
from lawmage.cards.catalogue import Catalogue
from lawmage.cards.oracle import grammar
from lawmage.cards.oracle.reader import Reader
from lawmage.cards.ordinary import ordinary
from lawmage.cards.sources import read_cards
from lawmage.position.names import CatalogueNames
from lawmage.position.reader import read_position

BULK = Path("shared") / "data" / "oracle-cards.jsonl.xz"


def positions() -> Iterator[Figure]:
    """Reading a position of thirty lands and ten Auras on them."""
    names = CatalogueNames(Catalogue.open())
    battlefield: list[dict[str, object]] = [{"id": f"f{i}", "card": "Forest", "controller": "P1"} for i in range(30)]
    battlefield += [
        {"id": f"g{i}", "card": "Wild Growth", "controller": "P1", "attached_to": f"f{i}", "counters": {"x": 1}, "tapped": True}
        for i in range(10)
    ]
    data = {"players": {"P1": {}, "P2": {}}, "battlefield": battlefield}

    def hundred() -> None:
        for _ in range(100):
            read_position(data, names)

    yield Figure("position of 40 permanents, read", cpu(hundred) / 100, "ms")


def tables() -> Iterator[Figure]:
    """Loading the packaged tables of the grammar; opening the packaged catalogue and ten of its cards."""

    def load() -> None:
        grammar.load.cache_clear()
        grammar.load()

    yield Figure("tables of the grammar, loaded", cpu(load), "ms")
    file = resources.files("lawmage.cards") / "data" / "catalogue.bin"
    names = [name for number, name in enumerate(Catalogue.open().names()) if number % 3_000 == 7][:10]

    def ten() -> None:
        catalogue = Catalogue(file.read_bytes(), "")
        for name in names:
            catalogue.card(name)

    yield Figure("catalogue, opened, and ten cards", cpu(ten), "ms")


def lines(bulk: Path, every: int) -> Iterator[Figure]:
    """Reading the lines of all ordinary cards, each different one once."""
    cards = [card for card in read_cards(bulk) if ordinary(card)]
    different = list(dict.fromkeys(line for card in cards for face in card.faces for line in normal_lines(face)))[::every]
    reader = Reader()
    found: dict[bool, list[float]] = {True: [], False: []}
    for line in different:
        start = time.process_time()
        read = reader.read_normal(line).ability is not None
        found[read].append(1000 * (time.process_time() - start))
    both = found[True] + found[False]
    yield Figure(f"{len(both)} different lines, median", statistics.median(both), "ms/line")
    yield Figure("  mean", statistics.mean(both), "ms/line")
    yield Figure("  longest", max(both), "ms/line")
    for read, told in ((True, "those read"), (False, "those not read")):
        if found[read]:
            yield Figure(f"  {len(found[read])} {told}, median", statistics.median(found[read]), "ms/line")


def bulk_file() -> Path | None:
    """Return the file of all cards from beside the repository or higher up, if it is there."""
    return next((folder / BULK for folder in Path(__file__).resolve().parents if (folder / BULK).exists()), None)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=bulk_file(), metavar="FILE", help="a bulk file of cards")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth line only")
    arguments = parser.parse_args()
    for part in (positions, tables):
        for figure in part():
            print(figure.line(), flush=True)
    if arguments.file is not None:
        for figure in lines(arguments.file, arguments.every):
            print(figure.line(), flush=True)
    else:
        print("lines of cards: not measured, there is no bulk file")


if __name__ == "__main__":
    main()
