"""Activated abilities whose effect is not read: the cost and the limits still are."""

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
