"""How much of the static abilities of ordinary cards has facts: what is read and changes characteristics is modelled or a gap."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from lawmage.cards.ability import Node, walk
from lawmage.cards.catalogue import packaged
from lawmage.cards.oracle.keywords import KEYWORD_KINDS
from lawmage.cards.oracle.reader import Reader
from lawmage.cards.oracle.words import Context
from lawmage.cards.topics import topics_of_reading
from lawmage.facts.abilities import AbilityTable, Record
from lawmage.facts.continuous import BEARING
from lawmage.facts.scope import Reference

_NOT_STATIC = {"activated", "triggered", "triggered_if", "triggered_if_outside", "chapter", "spell_ability"}


@cache
def static_records() -> list[tuple[str, Record, int]]:
    """(a card that has it, the ability, how many lines have it) for every read static ability, granted ones included."""
    catalogue = packaged()
    lines: Counter[object] = Counter()
    card_of = {}
    for name in catalogue.names():
        entry = catalogue.find(name)
        if entry is None or not entry.ordinary:
            continue
        for face in catalogue.card(entry).faces:
            if {"Instant", "Sorcery"}.isdisjoint(face.types):
                for line in face.lines:
                    lines[line] += 1
                    card_of.setdefault(line, name)
    table = AbilityTable()
    found = []
    for line, count in lines.items():
        before = len(table.records)
        table.line(line)  # type: ignore[arg-type]
        for record in table.records[before:]:
            if record.node is not None and record.node.kind not in _NOT_STATIC | KEYWORD_KINDS:
                found.append((card_of[line], record, count))
    return found


def bearing() -> list[tuple[str, Record, int]]:
    return [found for found in static_records() if found[1].node is not None and topics_of_reading(found[1].node) & BEARING]


def test_nearly_all_have_facts() -> None:
    counts = Counter[bool]()
    for _, record, count in bearing():
        counts[not any(gap.topics & BEARING for gap in record.gaps)] += count
    assert counts.total() > 3500
    assert counts[True] / counts.total() >= 0.97


def test_no_shape_is_unexpected() -> None:
    odd = [(name, gap.what) for name, record, _ in bearing() for gap in record.gaps if "the shape of" in gap.what]
    assert odd == []


def test_none_passes_in_silence() -> None:
    # A static ability that bears on characteristics has effects, or a gap, or speaks of entering only (614.1c).
    silent = [
        (name, record.node)
        for name, record, _ in bearing()
        if not record.effects and not record.replacements and not record.gaps and not _enters_only(record.node)
    ]
    assert len(silent) == 0, silent[:5]


def _enters_only(node: Node | None) -> bool:
    """Whether it is about entering, or about being goaded and the like, which only the topics take for more."""
    assert node is not None
    return "enters" in topics_of_reading(node) or any(part.kind in ("is_designated", "cant") for part in walk(node))


REFERENCES = (Reference("object", 0), Reference("object", 1), Reference("player", 0))


def resolved(text: str) -> Record:
    """Translate an effect of a position; @a and @b are objects, @p is a player."""
    line = Reader().read_line(text, Context((), ("a", "b", "p")))
    assert line is not None and line.ability is not None, text
    table = AbilityTable()
    return table.records[table.node(line.ability, REFERENCES, resolved=True)[0]]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Switch @a's power and toughness until end of turn.", "part(1,73,switch)."),
        ("@a becomes a copy of @b until end of turn, except it has flying.", "part(1,1,copy_of(1))."),
        ("@p gains control of @a.", "part(1,2,control(player(0)))."),
        ("Creatures you control get +1/+1 until end of turn.", "fixed_when_begun(1)."),
        ("@a is paired with @b.", "pairs(0,0,1)."),
        ("Change the text of @a by replacing all instances of black with green.", 'part(1,3,reword("black","green")).'),
    ],
)
def test_effects_of_positions(text: str, fact: str) -> None:
    found = resolved(text)
    assert fact in found.text
    assert not found.gaps


@pytest.mark.parametrize(
    "text",
    [
        "Double @a's power until end of turn.",
        "Gain control of all creatures.",
        "@a gets +1/+1 until end of turn for each creature you control.",
        "@a becomes the color of your choice until end of turn.",
        "Change the text of @a by replacing all instances of one color word with another.",
    ],
)
def test_what_an_effect_hides_is_a_gap(text: str) -> None:
    # 608.2h: the amount was fixed, the choice made, when the effect began; a position does not tell.
    assert any(gap.topics & BEARING for gap in resolved(text).gaps)
