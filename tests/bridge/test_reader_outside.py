"""Abilities whose effect is not read: cost and limits, or event and condition, still are."""

from __future__ import annotations

import pytest

from lawmage.cards.ability import Line
from lawmage.cards.oracle.reader import Reader
from lawmage.cards.oracle.render import plain
from lawmage.cards.oracle.words import Context
from lawmage.facts.abilities import AbilityTable


def read(text: str) -> Line:
    line = Reader().read_line(text, Context(("Testing Stone",)))
    assert line is not None
    return line


@pytest.mark.parametrize(
    ("text", "outside"),
    [
        ("{2}, {T}: Frobnicate the moon.", "{2} , {t} : draw a card"),
        ("{1}: Frobnicate the moon. Activate only once each turn.", "{1} : draw a card . activate only once each turn"),
    ],
)
def test_cost_and_limits_are_kept(text: str, outside: str) -> None:
    line = read(text)
    assert line.ability is None and line.unread is not None and line.unread.outside is not None
    assert plain(line.unread.outside, Reader().grammar) == outside and line.unread.limits_read


def test_a_limit_that_is_not_read_is_told() -> None:
    unread = read("{1}: Frobnicate the moon. Activate only while the moon is blue.").unread
    assert unread is not None and unread.outside is not None and not unread.limits_read


def test_nothing_is_kept_of_a_cost_that_is_not_read() -> None:
    unread = read("Frobnicate the moon: Draw a card.").unread
    assert unread is not None and unread.outside is None


def test_its_effect_stays_open() -> None:
    table = AbilityTable()
    (number,) = table.line(read("{2}, {T}: Frobnicate the moon."))
    record = table.records[number]
    assert record.node is None and record.cost is not None and record.cost.generic == 2
    assert f"open_activation({number})." in record.activation and record.gaps


@pytest.mark.parametrize(
    ("text", "outside"),
    [
        ("When this creature dies, frobnicate the moon.", "when ~ dies , draw a card"),
        (
            "Whenever you sacrifice an artifact, creature, or land, frobnicate the moon.",
            "whenever you sacrifice an artifact , creature , or land ,",
        ),
        ("When this creature dies, if you control a Forest, frobnicate it.", "when ~ dies , if you control a forest , draw a card"),
    ],
)
def test_the_event_of_a_trigger_is_kept(text: str, outside: str) -> None:
    unread = read(text).unread
    assert unread is not None and unread.outside is not None and unread.limits_read
    assert plain(unread.outside, Reader().grammar).startswith(outside)


@pytest.mark.parametrize(
    "text",
    [
        "When this creature dies, if the moon is blue, frobnicate it.",
        "When this creature dies, or the moon is full, frobnicate it.",
        "When the moon is blue, frobnicate it.",
    ],
)
def test_no_event_is_kept_where_part_of_it_is_not_read(text: str) -> None:
    unread = read(text).unread
    assert unread is not None and unread.outside is None


def test_a_limit_on_triggering_is_told() -> None:
    unread = read("When this creature dies, frobnicate the moon. This ability triggers only once each turn.").unread
    assert unread is not None and unread.outside is not None and not unread.limits_read


def test_what_a_trigger_watches_has_facts_though_its_effect_is_not_read() -> None:
    table = AbilityTable()
    (number,) = table.line(read("When this creature dies, frobnicate the moon."))
    record = table.records[number]
    assert f"watches({number}," in record.extra_text
    assert not any("triggers" in gap.topics for gap in record.gaps)
