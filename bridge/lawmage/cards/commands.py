"""The command line's words for cards: ``card``, ``cards build``, ``cards coverage``."""

from __future__ import annotations

import argparse
import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from lawmage.cards.ability import Card
    from lawmage.cards.catalogue import Catalogue

_DEFAULT_JOBS = 2
_MOST_JOBS = 64


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], beside: Callable[[Catalogue, Path], Path]) -> None:
    """Add the commands; each sets ``run``, a function of the parsed arguments that returns the exit code.

    ``beside`` writes what the package keeps beside its catalogue, into a folder, and returns the file.
    """
    card = subparsers.add_parser("card", help="show how a card is understood, and what is unread")
    card.add_argument("name", metavar="NAME", help="card, face or predefined token")
    card.add_argument("--json", action="store_true", help="print JSON")
    card.set_defaults(run=_card)

    cards = subparsers.add_parser("cards", help="build the card catalogue; measure the reader")
    inner = cards.add_subparsers(dest="cards_command", required=True, metavar="COMMAND")
    build = inner.add_parser("build", help="build the catalogue from a bulk file, and the tables of the grammar")
    _add_source(build)
    build.add_argument("--out", type=Path, metavar="FILE", help="write only the catalogue, here (default: the package's own files)")
    build.set_defaults(run=_build, beside=beside)

    coverage = inner.add_parser("coverage", help="count the lines read and unread, by topic")
    _add_source(coverage)
    coverage.add_argument("--json", action="store_true", help="print JSON")
    coverage.add_argument("--all-cards", action="store_true", help="count also Un-sets, planes, Alchemy and the like")
    coverage.add_argument("--topic", action="append", default=[], metavar="TOPIC", help="only this one (repeatable)")
    coverage.add_argument("--shapes", type=_count, default=5, metavar="N", help="unread shapes a topic (default 5)")
    coverage.set_defaults(run=_coverage)


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="source",
        type=Path,
        required=True,
        metavar="FILE",
        help="bulk file: Scryfall oracle cards, MTGJSON AtomicCards or JSON Lines (.gz, .xz too)",
    )
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=_DEFAULT_JOBS,
        metavar="N",
        help=f"processes that read (default {_DEFAULT_JOBS})",
    )


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 999999")
    return int(text)


def _jobs(text: str) -> int:
    number = _count(text)
    if not 1 <= number <= _MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {_MOST_JOBS}")
    return number


def _card(arguments: argparse.Namespace) -> int:
    from lawmage.cards.oracle import grammar
    from lawmage.cards.outline import card_json, card_text

    card = _find(arguments.name)
    if arguments.json:
        print(json.dumps(card_json(card, grammar.load()), ensure_ascii=False, indent=2))
    else:
        print(card_text(card, grammar.load()))
    return 0


def _find(name: str) -> Card:
    from lawmage.cards.catalogue import Catalogue
    from lawmage.cards.tokens import predefined, token_card

    catalogue = Catalogue.open()
    token = None if catalogue.find(name) else predefined(name)
    if token is None:
        return catalogue.card(catalogue.resolve(name))
    from lawmage.cards.oracle.reader import Reader

    return token_card(token, Reader())


def _build(arguments: argparse.Namespace) -> int:
    from lawmage.cards.building import build_catalogue, write_whole
    from lawmage.cards.catalogue import Catalogue
    from lawmage.cards.oracle.grammar import source_text, write_tables
    from lawmage.cards.oracle.reader import Reader
    from lawmage.cards.sources import read_cards

    if arguments.out is None:
        print(write_tables())
    out = arguments.out or Path(str(resources.files("lawmage.cards") / "data" / "catalogue.bin"))
    data = build_catalogue(read_cards(arguments.source), Reader, arguments.jobs, source_text())
    write_whole(out, data)
    catalogue = Catalogue(data, str(out))
    print(f"{out}: {len(catalogue)} cards, {len(data)} bytes")
    if arguments.out is None:
        print(arguments.beside(catalogue, out.parent))
    return 0


def _coverage(arguments: argparse.Namespace) -> int:
    from lawmage.cards.coverage import coverage_json, coverage_text, known_topics, measure
    from lawmage.cards.oracle.reader import Reader
    from lawmage.cards.sources import read_cards
    from lawmage.errors import Fault, InputError

    faults = [
        Fault("--topic", "there is no such topic.", topic, tuple(sorted(known_topics())))
        for topic in arguments.topic
        if topic not in known_topics()
    ]
    if faults:
        raise InputError(*faults)
    found = measure(
        read_cards(arguments.source),
        Reader,
        arguments.jobs,
        all_cards=arguments.all_cards,
        topics=arguments.topic,
    )
    if arguments.json:
        data = {"file": arguments.source.name, **coverage_json(found, arguments.shapes)}
        print(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        print(coverage_text(found, arguments.shapes))
    return 0
