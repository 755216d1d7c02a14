"""Figures of could_produce: ``python tests/bench/bench_could_produce.py`` prints each beside what it may be.

Times are processor time of this process (clingo runs in it), except the cold command's, from start to end of a
process. ``--quick`` takes fewer positions. Exit code 1 if a figure is above its limit.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import clingo
from measuring import Figure, cpu

from lawmage.answer import Answer
from lawmage.engine.session import session
from lawmage.facts.bundles import PREDICATES
from lawmage.position.model import Position
from lawmage.position.names import CatalogueNames
from lawmage.position.query import Query, read_query
from lawmage.position.reader import read_position

ROOT = Path(__file__).resolve().parents[2]
COLD = ["could-produce", "Reflecting Pool", "--you", "Reflecting Pool; Forest + Wild Growth; Island (tapped)", "--opponent", "Blood Moon"]
PERMANENTS = (
    "Forest", "Island", "Swamp", "Mountain", "Plains", "Reflecting Pool", "Exotic Orchard", "Command Tower", "Gaea's Cradle",
    "Steam Vents", "Ancient Tomb", "City of Brass", "Sol Ring", "Llanowar Elves", "Birds of Paradise", "Grizzly Bears",
    "Serra Angel", "Arcane Signet", "Talisman of Dominance", "Azorius Chancery", "Cavern of Souls", "Nykthos, Shrine to Nyx",
)  # fmt: skip
REPLACEMENTS = ("Mana Reflection", "Nyxbloom Ancient", "Contamination", "Infernal Darkness", "Damping Sphere", "Ritual of Subdual")
#: Eight replacement effects that do different things to mana.
DIFFERENT = (
    "Mana Reflection", "Nyxbloom Ancient", "Contamination", "Infernal Darkness", "Damping Sphere", "Ritual of Subdual",
    "Pale Moon", "Virtue of Strength",
)  # fmt: skip

NAMES = CatalogueNames(session().writer.catalogue)
Pairs = list[tuple[Position, Query]]


def position(cards: list[tuple[str, str]]) -> Position:
    """Return a position of two players with these (card, controller)."""
    battlefield = [{"id": f"o{index}", "card": card, "controller": player} for index, (card, player) in enumerate(cards)]
    return read_position({"players": {"P1": {}, "P2": {}}, "battlefield": battlefield}, NAMES)


def board(size: int, replacements: int, rng: random.Random) -> Position:
    """Return a random board of ``size`` permanents, ``replacements`` of them effects on mana."""
    chosen = [rng.choice(PERMANENTS) for _ in range(size - replacements)] + [rng.choice(REPLACEMENTS) for _ in range(replacements)]
    return position([(card, rng.choice(("P1", "P2"))) for card in chosen])


def all_asked(found: Position) -> Pairs:
    """Return the questions about every permanent of a position."""
    return [(found, read_query({"kind": "could_produce", "permanent": item.id}, found, NAMES)) for item in found.battlefield]


def ask(pairs: Pairs) -> list[Answer]:
    """Ask, and stop if anything is not answered."""
    answers = session().ask_many(pairs)
    for answer in answers:
        if not isinstance(answer, Answer) or answer.result is None:
            raise SystemExit(f"not answered: {answer}")
    return [answer for answer in answers if isinstance(answer, Answer)]


def without_rules(boards: list[Position]) -> None:
    """Ground and solve the same facts with no rule: what clingo and the bridge cost alone."""
    writer = session().writer
    written = [writer.write(found, number) for number, found in enumerate(boards)]
    bundles = {bundle for one in written for bundle in one.bundles}
    records = writer.closure(bundles, {ability for one in written for ability in one.abilities})
    control = clingo.Control(["--warn=none"])
    tables = (*writer.bundle_facts(bundles, PREDICATES), *writer.tables(bundles, records))
    control.add("base", [], "".join((*tables, *(one.text for one in written), "#show position/1.")))
    control.ground([("base", [])])
    control.solve(on_model=lambda model: len(model.symbols(shown=True)))


def cold() -> Iterator[Figure]:
    """The command, from the start of its process to its end."""
    found = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "lawmage.cli", *COLD], check=True, capture_output=True, cwd=ROOT)
        found.append(time.perf_counter() - start)
    yield Figure("cold command, process start to end (minimum of 7)", min(found), "s", 0.6)


def warm() -> Iterator[Figure]:
    """One position at a time."""
    rng = random.Random(1)
    found = board(40, 2, rng)
    pairs = all_asked(found)
    yield Figure("warm, one position of 40 permanents, one asked", cpu(lambda: ask(pairs[:1])), "ms", 25)
    yield Figure("warm, one position of 40 permanents, all asked", cpu(lambda: ask(pairs)), "ms")
    small = all_asked(position([("Reflecting Pool", "P1"), ("Forest", "P1")]))
    yield Figure("warm, one position of 2 permanents, all asked", cpu(lambda: ask(small)), "ms")


def batches(count: int) -> Iterator[Figure]:
    """Batches of positions with all permanents asked."""
    for size, limit in ((10, 0.8), (40, 3.0)):
        rng = random.Random(size)
        boards = [board(size, 2, rng) for _ in range(count)]
        pairs = [pair for found in boards for pair in all_asked(found)]
        told = f"batch of {count}, {size} permanents with 2 replacement effects"
        yield Figure(f"{told}, all asked", cpu(lambda pairs=pairs: ask(pairs), 3) / count, "ms/position", limit)
        yield Figure("  the same facts without rules", cpu(lambda boards=boards: without_rules(boards), 3) / count, "ms/position")


def growth() -> Iterator[Figure]:
    """Mutual references, and many replacement effects."""
    for each, limit in ((10, None), (20, None), (40, 100.0)):
        cards = [("Forest", "P1"), ("Island", "P2")]
        cards += [(card, player) for player in ("P1", "P2") for card in ("Reflecting Pool", "Exotic Orchard") for _ in range(each // 2)]
        pairs = all_asked(position(cards))
        told = f"{each} Reflecting Pools + {each} Exotic Orchards on two sides"
        yield Figure(f"{told}, one asked", cpu(lambda pairs=pairs: ask(pairs[2:3]), 3), "ms", limit)
        yield Figure(f"{told}, all asked", cpu(lambda pairs=pairs: ask(pairs), 3), "ms")
    lands = [("Forest", "P1"), ("Reflecting Pool", "P1"), ("Exotic Orchard", "P2")]
    for told, cards in (
        ("30 copies of one replacement effect", [("Mana Reflection", "P1")] * 30),
        ("8 different replacement effects", [(card, "P1") for card in DIFFERENT]),
    ):
        pairs = all_asked(position(lands + cards))
        yield Figure(f"{told}, all asked", cpu(lambda pairs=pairs: ask(pairs), 3), "ms", 500)


def memory(count: int) -> Iterator[Figure]:
    """The growth of the process's memory over many different positions, after some to warm up."""
    rng = random.Random(7)

    def run(number: int) -> None:
        for start in range(0, number, 250):
            boards = [board(6, 1, rng) for _ in range(min(250, number - start))]
            ask([all_asked(found)[0] for found in boards])

    run(max(1000, count // 10))
    before = resident()
    run(count)
    yield Figure(f"memory: growth over {count} positions", resident() - before, "MB", 10)
    yield Figure("memory: the most of this process", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB")


def resident() -> float:
    """Return the memory this process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="batches of 50 and memory over 2,000 positions")
    parser.add_argument("--only", choices=("cold", "warm", "batches", "growth", "memory"), help="only these figures")
    arguments = parser.parse_args()
    parts = {
        "cold": cold,
        "warm": warm,
        "batches": lambda: batches(50 if arguments.quick else 250),
        "growth": growth,
        "memory": lambda: memory(2_000 if arguments.quick else 100_000),
    }
    above = False
    for name, part in parts.items():
        if arguments.only in (None, name):
            for figure in part():
                print(figure.line(), flush=True)
                above = above or figure.above
    return int(above)


if __name__ == "__main__":
    sys.exit(main())
