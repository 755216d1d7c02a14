"""Questions about mana answered on cut boards are answered as on whole boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lawmage.answer import Answer
from lawmage.cards.catalogue import packaged
from lawmage.engine.session import Session
from lawmage.facts.slices import Depth
from lawmage.position.cases import read_case
from lawmage.position.model import Position
from lawmage.position.names import CatalogueNames
from lawmage.position.query import Query
from lawmage.position.reader import read_position

CONFORMANCE = Path(__file__).parent.parent / "conformance"


def _pairs() -> list[tuple[Position, Query]]:
    names = CatalogueNames(packaged())
    lines = [
        line
        for name in ("could_produce.jsonl", "own_could_produce.jsonl", "own_could_produce_boards.jsonl")
        for line in (CONFORMANCE / name).read_text(encoding="utf-8").splitlines()
    ]
    cases = [read_case(json.loads(line), names) for line in lines]
    return [(case.position, case.query) for case in cases]


def test_cut_boards_give_the_same_types(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = _pairs()
    session = Session()
    written = [session.writer.write(position, 0) for position, _ in pairs]
    depths = {session._slices.depth(one, one.bundles) for one in written}
    assert depths == set(Depth), "the cases must reach every depth"
    cut = session.ask_many(pairs)
    monkeypatch.setattr(session._slices, "depth", lambda *_: Depth.ALL)
    whole = session.ask_many(pairs)
    for one, other in zip(cut, whole, strict=True):
        assert isinstance(one, Answer) and isinstance(other, Answer)
        assert one.result == other.result


@pytest.mark.parametrize(
    ("cards", "depth"),
    [
        (("Forest", "Grizzly Bears"), Depth.MANA),
        (("Forest", "Glorious Anthem"), Depth.MANA),
        (("Forest", "Levitation"), Depth.MANA),  # gives a keyword that no mana ability looks at
        (("Viridian Joiner", "Glorious Anthem"), Depth.SIZES),  # mana equal to its power
        (("Viridian Joiner", "Levitation"), Depth.ALL),
        (("Forest", "Blood Moon"), Depth.ALL),
        (("Grizzly Bears", "Cryptolith Rite"), Depth.ALL),
        (("Forest", "Humility"), Depth.ALL),
    ],
)
def test_how_deep_a_board_is(cards: tuple[str, ...], depth: Depth) -> None:
    session = Session()
    battlefield = [{"id": f"o{i}", "card": card, "controller": "P1"} for i, card in enumerate(cards)]
    position = read_position({"players": {"P1": {}, "P2": {}}, "battlefield": battlefield}, CatalogueNames(packaged()))
    written = session.writer.write(position, 0)
    assert session._slices.depth(written, written.bundles) is depth
