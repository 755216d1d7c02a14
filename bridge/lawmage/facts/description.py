"""Descriptions of objects as alternatives of tests, numbered once for the whole process.

A description is a tuple of alternatives; an object fits if it passes every test of one of them. Tests of
characteristics are *traits*, tests of circumstances *statuses* (see ``asp/input.lp``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Test:
    """One test: ``sort`` is ``trait`` or ``status``, ``term`` its fact term, ``wanted`` False for absence."""

    sort: str
    term: str
    wanted: bool = True

    def opposite(self) -> Test:
        """Return the test for the contrary."""
        return Test(self.sort, self.term, not self.wanted)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Tests that must all pass, and the zone the object is in (None for the battlefield)."""

    tests: frozenset[Test] = frozenset()
    zone: str | None = None


Alternatives = tuple[Alternative, ...]
ANYTHING: Alternatives = (Alternative(),)


def trait(term: str, wanted: bool = True) -> Alternatives:
    """Return the description "has this characteristic" (or has it not)."""
    return (Alternative(frozenset({Test("trait", term, wanted)})),)


def status(term: str, wanted: bool = True) -> Alternatives:
    """Return the description "is in this circumstance" (or is not)."""
    return (Alternative(frozenset({Test("status", term, wanted)})),)


def in_zone(zone: str) -> Alternatives:
    """Return the description "is in this zone"."""
    return (Alternative(frozenset(), zone),)


def both(first: Alternatives, second: Alternatives) -> Alternatives:
    """Return the description that asks for both."""
    found = []
    for one in first:
        for other in second:
            tests = one.tests | other.tests
            if any(test.opposite() in tests for test in tests):
                continue
            if one.zone and other.zone and one.zone != other.zone:
                continue
            found.append(Alternative(tests, one.zone or other.zone))
    return tuple(dict.fromkeys(found))


def either(*parts: Alternatives) -> Alternatives:
    """Return the description that asks for one of several."""
    return tuple(dict.fromkeys(alternative for part in parts for alternative in part))


def negate(description: Alternatives) -> Alternatives:
    """Return the contrary of a description without zones; ValueError for one with zones."""
    if any(alternative.zone for alternative in description):
        raise ValueError("a description with a zone has no contrary")
    found: Alternatives = ANYTHING
    for alternative in description:
        found = both(found, either(*((Alternative(frozenset({t.opposite()})),) for t in sorted(alternative.tests))))
    return found


class Descriptions:
    """The numbering of descriptions; each number's facts are text that is made once."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Alternative, ...], int] = {}
        self._alternatives: list[Alternatives] = []
        self._texts: list[str] = []
        self._types: list[frozenset[str]] = []

    def number(self, description: Alternatives) -> int:
        """Return the number of a description, the same for equal ones."""
        key = tuple(sorted(description, key=lambda a: (a.zone or "", sorted(a.tests))))
        found = self._numbers.get(key)
        if found is None:
            found = len(self._texts)
            self._numbers[key] = found
            self._alternatives.append(key)
            self._texts.append("".join(_facts(found, key)))
            self._types.append(frozenset(t.term[5:-1] for a in key for t in a.tests if t.sort == "trait" and t.term.startswith("type(")))
        return found

    def text(self, number: int) -> str:
        """Return the facts of a description."""
        return self._texts[number]

    def alternatives(self, number: int) -> Alternatives:
        """Return a description by its number."""
        return self._alternatives[number]

    def zones(self, number: int) -> frozenset[str]:
        """Return the zones other than the battlefield that a description looks in."""
        return frozenset(alternative.zone for alternative in self._alternatives[number] if alternative.zone is not None)

    def types(self, number: int) -> frozenset[str]:
        """Return the quoted type words a description tests."""
        return self._types[number]


def _facts(number: int, alternatives: Iterable[Alternative]) -> Iterable[str]:
    for index, alternative in enumerate(alternatives):
        yield f"alternative({number},{index})."
        for test in sorted(alternative.tests):
            name = test.sort if test.wanted else "un" + test.sort
            yield f"{name}({number},{index},{test.term})."
        if alternative.zone is not None:
            yield f"looks_in({number},{index},{alternative.zone})."
