"""Equal questions: the canonical form of a position and a query, in which only names given by the asker are gone.

Ids of objects and players are replaced by numbered ones, in list order; nothing else is changed, since the order of
the lists is the order of timestamps (613.7) and of turns. What a case says besides (its id, its notes, what
it expects) is no part of the question. Two questions with the same canonical form have the same answer, but for ids.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any

from lawmage.position.making import copier
from lawmage.position.mentions import mentions
from lawmage.position.model import NO_CHOICES, Effect, Object, Player, Position, StackObject
from lawmage.position.query import Event, Query, Source
from lawmage.position.words import PREDEFINED_TOKENS

_MARK = re.compile(r"zq(\d+)qz")
_OBJECT_REST = (
    "zone card token tapped flipped face_down phased_out face summoning_sick counters damage deathtouch_damage timestamp exceptions x "
    "linked activated entered_this_turn crewed monstrous renowned saddled class_level regeneration_shields"
).split()
_STACK_REST = "modes kicked cast_from without_paying ability".split()
_PLAYER_REST = "life counters mana_pool commander lands_played spells_cast life_gained life_lost city_blessing monarch".split()
_CHOICES_REST = attrgetter(*"color colors creature_type basic_land_type card_name number mode".split())
_rest_of_object = attrgetter(*_OBJECT_REST)
_rest_of_stack_object = attrgetter(*_STACK_REST)
_rest_of_player = attrgetter(*_PLAYER_REST)


_with_ids, _stack_with_ids = (copier(model, ("id", "controller", "owner")) for model in (Object, StackObject))


@dataclass(frozen=True, slots=True)
class Question:
    """A position and a query, ready to be asked or found again.

    ``key`` is the digest of the canonical form, None where there is none (the position itself uses the marks
    that stand for ids). ``ids`` are the asker's ids by their number in the canonical form.
    """

    position: Position
    query: Query
    key: bytes | None
    ids: tuple[str, ...]

    def canonical(self) -> tuple[Position, Query]:
        """Return the position and the query with canonical ids."""
        renaming = _Renaming(self.ids)
        return renaming.position(self.position), renaming.query(self.query)

    def told(self, text: str) -> str:
        """Return a JSON text about the canonical form as one about the asker's ids."""
        if "zq" not in text:
            return text
        return _MARK.sub(lambda match: _escaped(self.ids[int(match[1])]), text)


def question(position: Position, query: Query) -> Question:
    """Return the question of a position and a query, with its key."""
    ids = (*(player.id for player in position.players), *position.ids())
    known = {id: f"\0{number}" for number, id in enumerate(ids)}
    try:
        parts = b"".join(_parts(position, query, known))
    except _NoForm:
        return Question(position, query, None, ids)
    return Question(position, query, hashlib.blake2b(parts, digest_size=16).digest(), ids)


class _NoForm(Exception):
    """The position has no canonical form."""


def _escaped(id: str) -> str:
    return json.dumps(id, ensure_ascii=False)[1:-1]


@lru_cache(maxsize=20_000)
def _digest(part: Any) -> bytes:
    """Return a digest of some plain values that is the same in every process; equal values are looked up.

    In every place only values of one type stand that can be equal, so 1 is never taken for true.
    """
    text = repr(part)
    if "zq" in text:
        raise _NoForm
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@lru_cache(maxsize=20_000)
def _object_digest(rest: Any) -> bytes:
    """Return the digest of what an object is, but for ids."""
    if "@" in repr(rest):
        # Text that mentions ids would need rewriting that nothing needs yet.
        raise _NoForm
    return _digest(rest)


def _parts(position: Position, query: Query, known: Mapping[str, str]) -> Iterator[bytes]:
    get = known.get

    def named(id: Any) -> Any:
        return get(id, id) if isinstance(id, str) else tuple(map(named, id)) if isinstance(id, tuple) else id

    def of(item: Object) -> bytes:
        choices = item.choices
        links = (
            item.id is not None, get(item.controller), get(item.owner), named(item.attached_to), named(item.attacking),
            named(item.blocking), named(item.copy_of),
            None if choices is NO_CHOICES else (named(choices.player), _CHOICES_REST(choices)),
        )  # fmt: skip
        found = _object_digest(_rest_of_object(item)) + _digest(links)
        if isinstance(item, StackObject):
            found += _digest((named(item.targets), named(item.source), _rest_of_stack_object(item)))
        return found

    yield _digest((len(position.players), named(position.active), named(position.priority), position.phase))
    for player in position.players:
        yield _digest(_rest_of_player(player))
        for zone in (player.hand, player.library, player.graveyard, player.exile, player.command):
            if isinstance(zone, int):
                yield _digest(("count", zone))
            else:
                yield _digest(("cards", len(zone)))
                for card in zone:
                    yield of(card)
    yield _digest((len(position.battlefield), len(position.stack), len(position.effects)))
    for item in (*position.battlefield, *position.stack):
        yield of(item)
    for effect in position.effects:
        source = effect.source if effect.source in PREDEFINED_TOKENS else named(effect.source)
        yield _digest((_spelled(effect.text, known), named(effect.controller), source, effect.timestamp))
    event = query.event
    if event is not None:
        agents = tuple(("source", a.card, named(a.controller)) if isinstance(a, Source) else named(a) for a in (event.by, event.source))
        rest = (event.kind, event.amount, event.counter, event.cause, event.token, event.combat, event.first_in_draw_step)
        more = (named(event.affected), event.card, named(event.controller), event.origin, event.x, event.mana, agents)
        yield _digest((rest, more))
    purpose = query.purpose
    if purpose is not None:
        yield _digest((purpose.verb, purpose.card, named(purpose.object), purpose.ability, purpose.alternative))
    asked = (named(query.permanent), named(query.player), named(query.recipient), named(query.object))
    yield _digest((query.kind, asked, query.ability, query.where, query.cost, query.x))


def _spelled(text: str, known: Mapping[str, str]) -> str:
    """Return a text with other ids for those it mentions."""
    if "@" not in text:
        return text
    out, at = [], 0
    for start, end, id in mentions(text, known):
        if id is None or text[end : end + 1].isalnum() or text[end : end + 1] == "_":
            raise _NoForm
        out += [text[at:start], "@", known[id]]
        at = end
    return "".join((*out, text[at:]))


class _Renaming:
    """Gives a position and a query canonical ids."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        self._marks = {id: f"zq{number}qz" for number, id in enumerate(ids)}

    def _of(self, id: Any) -> Any:
        if isinstance(id, str):
            return self._marks.get(id, id)
        return tuple(map(self._of, id)) if isinstance(id, tuple) else id

    def position(self, position: Position) -> Position:
        """Return the position renamed."""
        return Position(
            players=tuple(map(self._player, position.players)),
            active=self._of(position.active),
            priority=self._of(position.priority),
            phase=position.phase,
            battlefield=tuple(map(self._object, position.battlefield)),
            stack=tuple(self._stack_object(item) for item in position.stack),
            effects=tuple(map(self._effect, position.effects)),
        )

    def _player(self, player: Player) -> Player:
        zones: dict[str, Any] = {
            name: zone if isinstance(zone, int) else tuple(map(self._object, zone))
            for name, zone in (
                ("hand", player.hand),
                ("library", player.library),
                ("graveyard", player.graveyard),
                ("exile", player.exile),
                ("command", player.command),
            )
        }
        return replace(player, id=self._of(player.id), **zones)

    def _object(self, item: Object) -> Object:
        of = self._of
        with_ids = _with_ids if type(item) is Object else _stack_with_ids
        item = with_ids(item, of(item.id), of(item.controller), of(item.owner))
        changes: dict[str, Any] = {}
        for name in ("attached_to", "attacking", "blocking", "copy_of"):
            value = getattr(item, name)
            if value:
                changes[name] = of(value)
        if item.choices.player is not None:
            changes["choices"] = replace(item.choices, player=of(item.choices.player))
        return replace(item, **changes) if changes else item

    def _stack_object(self, item: StackObject) -> StackObject:
        renamed = self._object(item)
        assert isinstance(renamed, StackObject)
        return replace(renamed, targets=self._of(item.targets), source=self._of(item.source))

    def _effect(self, effect: Effect) -> Effect:
        source = effect.source if effect.source in PREDEFINED_TOKENS else self._of(effect.source)
        return replace(effect, text=_spelled(effect.text, self._marks), controller=self._of(effect.controller), source=source)

    def query(self, query: Query) -> Query:
        """Return the query renamed."""
        of = self._of
        changes: dict[str, Any] = {name: of(getattr(query, name)) for name in ("permanent", "player", "recipient", "object")}
        if query.event is not None:
            changes["event"] = self._event(query.event)
        if query.purpose is not None:
            changes["purpose"] = replace(query.purpose, object=of(query.purpose.object))
        return replace(query, **changes)

    def _event(self, event: Event) -> Event:
        def agent(value: str | Source | None) -> Any:
            return replace(value, controller=self._of(value.controller)) if isinstance(value, Source) else self._of(value)

        return replace(
            event,
            affected=self._of(event.affected),
            by=agent(event.by),
            source=agent(event.source),
            controller=self._of(event.controller),
        )
