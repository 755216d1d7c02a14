"""Cards at a glance: what is kept beside the catalogue says of a card what its own facts say."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from lawmage.answer import Answer
from lawmage.batch.generate import generate
from lawmage.cards import packing
from lawmage.cards.catalogue import packaged
from lawmage.engine.kinds import Kinds
from lawmage.engine.session import Session
from lawmage.errors import InputError
from lawmage.facts import glances
from lawmage.facts.position import FactWriter
from lawmage.facts.sights import ALL_TOPICS, FOR_ALL, FOR_MANA, MANA_TOPICS
from lawmage.position.cases import read_case
from lawmage.position.names import CatalogueNames

NAMES = CatalogueNames(packaged())


def test_the_packaged_glances_are_those_of_the_packaged_catalogue() -> None:
    data = (resources.files("lawmage.cards") / "data" / glances.FILE).read_bytes()
    assert data == glances.build(packaged()), "build them again: lawmage cards build, or lawmage.facts.glances.write"


def flags(card: str) -> int:
    found = glances.packaged()
    entry = packaged().resolve(card)
    assert found is not None
    return found.of(entry.number, entry.face or 0)[1]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("Grizzly Bears", FOR_MANA | FOR_ALL),
        ("Forest", FOR_MANA | FOR_ALL),
        ("Reflecting Pool", FOR_MANA | FOR_ALL),  # looks at others, but only where it is asked about itself
        ("Glorious Anthem", FOR_MANA),  # power has no say in mana, but for what looks at it
        ("Blood Moon", 0),
        ("Contamination", 0),
        ("Cryptolith Rite", 0),
        ("Yavimaya, Cradle of Growth", 0),
    ],
)
def test_who_stands_by(card: str, expected: int) -> None:
    assert flags(card) == expected


def test_types_at_a_glance() -> None:
    found = glances.packaged()
    assert found is not None
    entry = packaged().resolve("Delver of Secrets")
    assert found.of(entry.number, 0)[0] == {'"Creature"', '"Human"', '"Wizard"'}
    assert found.of(entry.number, 1)[0] == {'"Creature"', '"Human"', '"Insect"'}


def test_the_kinds_of_question_ask_for_no_more_topics() -> None:
    """Otherwise every card would be translated: as right, but slow."""
    assert Kinds()["could_produce"].topics <= MANA_TOPICS
    assert Kinds()["characteristics"].topics <= ALL_TOPICS


@pytest.mark.parametrize("kind", ["could_produce", "characteristics"])
def test_the_answers_are_those_without_glances(kind: str) -> None:
    cases = [read_case(json.loads(json.dumps(case)), NAMES) for case in generate(kind, 300, seed=11)]
    pairs = [(case.position, case.query) for case in cases]
    quick, slow = Session(), Session(writer=FactWriter(packaged()))
    differing = 0
    for one, other in zip(quick.ask_many(pairs), slow.ask_many(pairs), strict=True):
        assert isinstance(one, Answer) and isinstance(other, Answer)
        assert (one.result, one.status, one.unread) == (other.result, other.status, other.unread)
        differing += bool(one.result)
    assert differing > 250
    idle = [number for number in range(1, quick.writer.bundles.count + 1) if not quick.writer.bundles.made(number)]
    assert len(idle) > quick.writer.bundles.count / 2, "most cards of a board need not be translated"
    assert all(slow.writer.bundles.made(number) for number in range(1, slow.writer.bundles.count + 1))


def test_glances_of_another_catalogue_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged(), "checksum", 1)
    glances.packaged.cache_clear()
    assert glances.packaged() is None
    glances.packaged.cache_clear()


def test_damaged_glances_are_one_clear_error(tmp_path: Path) -> None:
    data = bytearray((resources.files("lawmage.cards") / "data" / glances.FILE).read_bytes())
    data[len(data) // 2] ^= 1
    with pytest.raises(InputError, match="damaged"):
        glances.Glances(bytes(data), "glances.bin")
    with pytest.raises(InputError, match="cut short"):
        glances.Glances(bytes(data[:10]), "glances.bin")
    assert packing.checksum(data) != packaged().checksum
