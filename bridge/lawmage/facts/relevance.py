"""Which objects of a position can bear on a question about some of its permanents; what the others are has no say.

An answer about a permanent hangs on what its own abilities look at, on the effects that may change any of that, and on
what those look at in turn. This is worked out from above: an object stays if it *may* be looked at, and an effect if it
may touch one that stays (:mod:`lawmage.facts.sights`). Whatever this does not know (an effect of the position, a fact of an
unknown kind, a copy) keeps the board whole. Which effects do apply, and what they do, is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from lawmage.cards.oracle.vocabulary import KEYWORDS
from lawmage.facts.position import FactWriter, Written
from lawmage.facts.sights import ATTACHED, BYSTANDER, Sights, Types, joined, within
from lawmage.position.model import NO_CHOICES, Object, Position

_ALL_LAYERS = frozenset({"power_toughness"})


@dataclass(frozen=True, slots=True)
class Kept:
    """What bears on a question: permanents by number, and whether numbers of players (life, cards in hand) and owners do."""

    permanents: frozenset[int]
    players: bool
    owners: bool
    board: _Board

    def doubles(self) -> dict[int, int]:
        """Return permanents that are like another which stays, with that one's number: none is told apart, none counted.

        For positions in which no continuous effect bears on the question.
        """
        return self.board.doubles(self.permanents)


class Relevance:
    """Tells which objects bear on questions of one sort.

    Args:
        writer: The facts of cards.
        topics: Where these topics are open in force, an answer is conditional, whatever was asked.
        mana: The question is about producible mana: power, toughness and keywords have no say but where mana looks at them.
    """

    def __init__(self, writer: FactWriter, topics: frozenset[str], mana: bool) -> None:
        self.mana = mana
        self._sights = Sights(writer, topics, mana)
        #: For questions about mana that hangs on power, toughness or keywords: the same with all effects.
        self._full = Relevance(writer, topics | _ALL_LAYERS, mana=False) if mana else None

    def kept(self, position: Position, written: Written, asked: Iterable[int]) -> Kept | None:
        """Return what bears on questions about some permanents, by number; None for the whole position."""
        if position.effects or position.stack or written.gaps or written.abilities:
            return None
        items = position.battlefield
        todo = list(asked)
        if not all(number < len(items) for number in todo):
            return None
        board = _Board(self._sights, items, written)
        if board.whole:
            return None
        found = board.closure(todo)
        if found is None and self._full is not None:
            return self._full.kept(position, written, todo)
        if found is None:
            return None
        return Kept(found, *board.looks_further(found), board)


class _Board:
    """One position: its permanents with their sights."""

    def __init__(self, cards: Sights, items: tuple[Object, ...], written: Written) -> None:
        self._cards = cards
        self._items = items
        self._written = written
        self._bundles = written.object_bundles
        #: At a glance: of what is found to bear on the question, what it really looks at takes its place.
        sights = [cards.glance(bundle) for bundle in self._bundles]
        self._sights = sights
        active = self._active = [(number, sight) for number, sight in enumerate(sights) if sight is not BYSTANDER]
        self._fitting: dict[tuple[int, str, int, str], bool] = {}
        self.whole = any(map(_is_apart, items)) or any(sight.whole for _, sight in active) or self._reaches_afar()
        #: What effects may give to any permanent, and to some only; what they may take.
        self._given: Types = frozenset()
        self._taken: Types = frozenset()
        self._given_near: dict[int, Types] = {}
        for number, sight in active:
            if sight.takes is None or sight.takes:
                self._taken = joined(self._taken, sight.takes)
            if sight.gives is None or sight.gives:
                self._given = joined(self._given, sight.gives)
            if sight.gives_near is None or sight.gives_near:
                host = written.numbers.get(items[number].attached_to or "")
                for near in (number, host):
                    if near is not None:
                        self._given_near[near] = joined(self._given_near.get(near, frozenset()), sight.gives_near)
        self._hosts = {written.numbers.get(item.attached_to) for item in items if item.attached_to is not None}
        #: Whether who controls what is as given.
        self._settled = not any(2 in sight.by_layer for _, sight in active)

    def closure(self, asked: list[int]) -> frozenset[int] | None:
        """Return the numbers of what bears on the objects asked about, they included; None if all layers have a say."""
        sights, items = self._sights, self._items
        kept: set[int] = set()
        looked: set[tuple[int, str]] = set()
        todo = [*asked, *(number for number, sight in self._active if sight.always)]
        waiting = {number for number, sight in self._active if sight.touches}
        while todo:
            while todo:
                new = [number for number in dict.fromkeys(todo) if number not in kept]
                kept.update(new)
                todo = []
                for number in new:
                    sight = sights[number] = self._cards.of_bundle(self._bundles[number])
                    if sight.late:
                        return None
                    host = self._written.numbers.get(items[number].attached_to or "")
                    # What it is attached to may no longer be on the battlefield.
                    if host is not None and host < len(items):
                        todo.append(host)
                    for description in sight.looks:
                        if (description, items[number].controller) not in looked:
                            looked.add((description, items[number].controller))
                            todo += [other for other in range(len(items)) if other not in kept and self._may(description, number, other)]
            waiting -= kept
            todo = [number for number in waiting if self._touches(number, kept)]
            if not todo:
                todo = self._entangled(kept)
        return frozenset(kept)

    def looks_further(self, kept: frozenset[int]) -> tuple[bool, bool]:
        """Return whether some of what stays, or of what lies elsewhere, looks at numbers of players, and at owners."""
        sights = [self._cards.of_bundle(bundle) for bundle in self._written.other_bundles]
        sights += [self._sights[number] for number in kept]
        return any(sight.players for sight in sights), any(sight.owners for sight in sights)

    def doubles(self, kept: frozenset[int]) -> dict[int, int]:
        """Return those that are like another of some permanents, with that one's number."""
        counted = {(number, one) for number in kept for one in self._sights[number].counted}
        first: dict[Any, int] = {}
        found: dict[int, int] = {}
        for number in sorted(kept):
            sight = self._sights[number]
            if sight.always or sight.gaps or sight.touches:
                continue
            like = self._likeness(number)
            if like is None:
                continue
            if like not in first:
                first[like] = number
            elif not any(self._may(one, source, number) for source, one in counted):
                found[number] = first[like]
        return found

    def _entangled(self, kept: set[int]) -> list[int]:
        """Return what else effects of one layer may touch: whether one depends on another hangs on all of that (613.8a)."""
        by_layer: dict[int, list[tuple[int, set[int]]]] = {}
        for number in kept:
            for layer, effects in self._sights[number].by_layer.items():
                by_layer.setdefault(layer, []).extend((number, effect) for effect in effects)
        found: list[int] = []
        for layer, sourced in by_layer.items():
            # Layer 6 changes no type: there only tests of abilities can make what is touched depend on another effect.
            late = any(self._cards.form(one).late for _, touched in sourced for one in touched)
            if len(sourced) > 1 and (layer != 6 or late):
                found += self._between(sourced, kept)
        return found

    def _between(self, effects: list[tuple[int, set[int]]], kept: set[int]) -> list[int]:
        """Return what two of some effects may touch: one can depend on another only by such (613.8a), and one of equals will do."""
        known = {self._likeness(number) for number in kept}
        found: list[int] = []
        for other in range(len(self._items)):
            if other in kept:
                continue
            touching = sum(any(self._may(one, number, other) for one in touched) for number, touched in effects)
            if touching > 1:
                like = self._likeness(other)
                if like is None or like not in known:
                    known.add(like)
                    found.append(other)
        return found

    def _likeness(self, number: int) -> Any:
        """Return what permanents have in common that no description tells apart; None for one that may stand out."""
        item = self._items[number]
        sight = self._sights[number]
        if item.attached_to is not None or number in self._hosts or sight.touches or item.counters or item.choices != NO_CHOICES:
            return None
        return (self._bundles[number], item.controller, item.owner, item.token is None, *_CIRCUMSTANCE(item))

    def _reaches_afar(self) -> bool:
        """Whether objects of other zones may be changed by effects, or have effects from there."""
        afar = [self._cards.of_bundle(bundle) for bundle in self._written.other_bundles]
        if not afar:
            return False
        touches = {description for _, sight in self._active for description in sight.touches}
        return any(sight.whole or sight.afar for sight in afar) or any(self._cards.form(description).afar for description in touches)

    def _may(self, description: int, source: int, number: int) -> bool:
        """Whether a permanent may fit a description in an ability of another."""
        if description == ATTACHED:
            return self._items[number].attached_to is not None
        key = (description, self._items[source].controller, self._bundles[number], self._items[number].controller)
        found = self._fitting.get(key)
        if found is None:
            found = self._fitting[key] = self._fits(description, source, number, self._given)
        if not found and number in self._given_near:
            return self._fits(description, source, number, joined(self._given, self._given_near[number]))
        return found

    def _fits(self, description: int, source: int, number: int, given: Types) -> bool:
        for missing, excess, whose in self._cards.misses(description, self._bundles[number]):
            if whose is not None and self._settled:
                same = self._items[source].controller == self._items[number].controller
                if same != (whose == "you"):
                    continue
            if excess and not within(excess, self._taken):
                continue
            if not missing or within(missing, given):
                return True
        return False

    def _touches(self, number: int, kept: set[int]) -> bool:
        # An object that is not kept does not matter, so that it touches itself does not either.
        host = self._written.numbers.get(self._items[number].attached_to or "")
        for description in self._sights[number].touches:
            if self._cards.form(description).host and host in kept:
                return True
            if any(self._may(description, number, other) for other in kept):
                return True
        return False


_CIRCUMSTANCE = attrgetter(
    *"tapped attacking blocking entered_this_turn summoning_sick monstrous renowned saddled class_level damage deathtouch_damage x".split()
)


def _is_apart(item: Object) -> bool:
    """Whether what an object is does not show in its bundle alone."""
    return bool(
        item.copy_of is not None
        or item.exceptions
        or item.face_down
        or item.phased_out
        or item.crewed
        or item.linked
        or (item.counters and any(count and kind in KEYWORDS for kind, count in item.counters.items()))
    )
