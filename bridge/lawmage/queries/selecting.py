"""Which ability of an object a selector means (the public contract)."""

from __future__ import annotations

from collections.abc import Sequence

from lawmage.cards.selectors import selected
from lawmage.errors import Fault, InputError
from lawmage.facts.position import FactWriter


def ordered(numbers: Sequence[int], printed: Sequence[int]) -> list[int]:
    """Return ability numbers as they are counted: printed ones in their order, then the others."""
    there = set(numbers)
    first = [number for number in dict.fromkeys(printed) if number in there]
    return first + sorted(there - set(first))


def texts(numbers: Sequence[int], writer: FactWriter) -> list[str]:
    """Return each ability in card language; an empty text for one that was not read."""
    found = []
    for number in numbers:
        names = writer.names_of([number], [])
        found.append(names[0] if names else "")
    return found


def choose(selector: str, numbers: Sequence[int], printed: Sequence[int], names: Sequence[str], writer: FactWriter) -> list[int]:
    """Return the numbers of the abilities a selector means: identical ones are alike.

    An empty list means a printed ability that the object has lost. Raises :class:`InputError` if the selector
    means nothing, or abilities that differ.
    """
    now = ordered(numbers, printed)
    for group in (now, [number for number in printed if number not in now]):
        words = texts(group, writer)
        found = [group[index] for index in selected(selector, words, names)]
        if len({writer.abilities.records[number].node for number in found}) > 1:
            raise InputError(Fault("query.ability", "more than one ability matches.", selector, tuple(words)))
        if found:
            return found if group is now else []
    raise InputError(Fault("query.ability", "no ability matches.", selector, tuple(text for text in texts(now, writer) if text)))
