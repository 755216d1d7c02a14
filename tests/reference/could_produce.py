"""106.7 by brute force: which types of mana permanents could produce, written from the rules and not from asp/.

Everything is exact and nothing is clever: amounts are plain numbers, every order of replacement effects is walked
(616.1, each effect once, 614.5), and the answers of all permanents grow together until none does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

COLORS = "WUBRG"
TYPES = COLORS + "C"

#: Mana as numbers of each type, in the order of TYPES.
Mana = tuple[int, ...]


def mana(letters: str) -> Mana:
    """Mana as numbers, from letters: ``mana("GGC")``."""
    return tuple(letters.count(letter) for letter in TYPES)


@dataclass(frozen=True)
class Adds:
    """What an ability adds: one of ``options`` (letters) taken ``amount`` times, or the same or mixed (``mixed``)."""

    options: tuple[str, ...]
    amount: int = 1
    mixed: bool = False


@dataclass(frozen=True)
class Reflects:
    """Mana of a type (``sort`` "type") or color ("color") that lands described by ``whose`` could produce.

    ``whose`` is "you", "opponent" or "basic": lands you control, an opponent controls, basic lands you control.
    """

    sort: str
    whose: str
    amount: int = 1


@dataclass(frozen=True)
class Ability:
    """An ability of a permanent; ``tapped_for_mana`` if it is a mana ability with {T} in its cost (106.12)."""

    effect: Adds | Reflects
    tapped_for_mana: bool = True


@dataclass(frozen=True)
class Permanent:
    """A permanent with its controller (1 or 2)."""

    controller: int
    abilities: tuple[Ability, ...]
    land: bool = True
    basic: bool = False


@dataclass(frozen=True)
class Replacement:
    """A replacement effect on mana being produced, with its controller (1 or 2).

    ``change`` is one of "times 2", "times 3", "all X" (the type becomes X), "chosen X" (the same, X having been
    chosen), "one C" (type and amount become one C), "any" (all of it becomes one color of choice), "one any" (it
    becomes one mana of any color), "colors X" (mana of any color becomes X, colorless stays). It applies to
    permanents that fit ``what`` ("permanent", "land", "basic") tapped by ``who`` ("any", "you", "opponent"), if there
    are ``at_least`` so many mana, and only to mana abilities with {T} if ``tapped_for_mana``.
    """

    controller: int
    change: str
    what: str = "permanent"
    who: str = "any"
    at_least: int = 0
    tapped_for_mana: bool = True

    def concerns(self, permanent: Permanent, ability: Ability) -> bool:
        """Whether it may apply to what an ability of a permanent produces (106.12b)."""
        if self.tapped_for_mana and not ability.tapped_for_mana:
            return False
        if self.what != "permanent" and not permanent.land:
            return False
        if self.what == "basic" and not permanent.basic:
            return False
        mine = permanent.controller == self.controller
        return self.who == "any" or mine == (self.who == "you")

    def changed(self, produced: Mana) -> Iterator[Mana]:
        """What the mana may become; nothing if the effect does not apply to it."""
        total = sum(produced)
        if total < self.at_least:
            return
        change, _, rest = self.change.partition(" ")
        if change == "times":
            yield tuple(int(rest) * number for number in produced)
        elif change == "colors":
            colored = total - produced[-1]
            if colored:
                yield tuple(colored * number + plain for number, plain in zip(mana(rest), mana("C" * produced[-1]), strict=True))
        elif change in ("all", "chosen"):
            yield tuple(total * number for number in mana(rest))
        elif self.change == "one any":
            yield from (mana(color) for color in COLORS)
        elif change == "one":
            yield mana(rest)
        else:
            yield from (tuple(total * number for number in mana(color)) for color in COLORS)


Answers = tuple[frozenset[str], ...]


def could_produce(permanents: tuple[Permanent, ...], replacements: tuple[Replacement, ...]) -> Answers:
    """For each permanent the types of mana that it could produce (106.7)."""
    answers: Answers = tuple(frozenset() for _ in permanents)
    while True:
        now = tuple(frozenset(_types(permanent, permanents, replacements, answers)) for permanent in permanents)
        if now == answers:
            return answers
        answers = now


def _types(
    permanent: Permanent, permanents: tuple[Permanent, ...], replacements: tuple[Replacement, ...], answers: Answers
) -> Iterator[str]:
    for ability in permanent.abilities:
        applicable = tuple(one for one in replacements if one.concerns(permanent, ability))
        for produced in _productions(permanent, ability.effect, permanents, answers):
            for final in _ends(produced, applicable):
                yield from (letter for letter, number in zip(TYPES, final, strict=True) if number)


def _productions(permanent: Permanent, effect: Adds | Reflects, permanents: tuple[Permanent, ...], answers: Answers) -> Iterator[Mana]:
    if effect.amount == 0:
        return
    if isinstance(effect, Adds):
        picks = (
            combinations_with_replacement(effect.options, effect.amount)
            if effect.mixed
            else ((option,) * effect.amount for option in effect.options)
        )
        for pick in picks:
            yield mana("".join(pick))
        return
    for other, types in zip(permanents, answers, strict=True):
        if _reflected(permanent, effect.whose, other):
            yield from (mana(letter * effect.amount) for letter in types if effect.sort == "type" or letter in COLORS)


def _reflected(permanent: Permanent, whose: str, other: Permanent) -> bool:
    mine = other.controller == permanent.controller
    if whose == "opponent":
        return other.land and not mine
    return other.land and mine and (whose == "you" or other.basic)


def _ends(produced: Mana, remaining: tuple[Replacement, ...]) -> set[Mana]:
    """Everything the mana may be once no effect that is left applies to it."""
    nexts = [
        (changed, remaining[:place] + remaining[place + 1 :])
        for place, effect in enumerate(remaining)
        for changed in effect.changed(produced)
    ]
    if not nexts:
        return {produced}
    return set().union(*(_ends(changed, left) for changed, left in nexts))
