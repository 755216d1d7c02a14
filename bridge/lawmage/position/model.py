"""The position model: what one moment of a game holds, as immutable data (format 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

FORMAT = 1
"""The version of the position format that this program reads and writes."""


class Amounts(dict[str, int]):
    """A read-only, hashable map of names to numbers (counters, mana)."""

    __slots__ = ()

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("amounts of a position are read-only")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Amounts, (dict(self),)


NONE = Amounts()
"""No amounts at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """The characteristics a token was created with (rule 111.3).

    ``types`` are words in the order supertypes, types, subtypes. ``power`` and ``toughness`` are
    numbers, ``"*"``, or None. ``abilities`` are lines of card language. ``name`` is None only for a
    copy.
    """

    name: str | None = None
    types: tuple[str, ...] = ()
    power: int | str | None = None
    toughness: int | str | None = None
    colors: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The choices made for an object; None (or no colors) is a choice that was not made."""

    color: str | None = None
    colors: tuple[str, ...] = ()
    creature_type: str | None = None
    basic_land_type: str | None = None
    card_name: str | None = None
    number: int | None = None
    player: str | None = None
    mode: str | None = None


NO_CHOICES = Choices()


@dataclass(frozen=True, slots=True, kw_only=True)
class Object:
    """A permanent, or a card in another zone.

    The attributes are the keys of the format; ``exceptions`` is its ``except``. ``zone`` is where
    the position lists the object. ``card`` is the right spelling of the name of a card or of one
    face; ``token`` is the name of a predefined token or the token's characteristics. ``attacking``
    is the id of what is attacked, if given; ``blocking`` the ids of the attackers blocked, if
    given.
    """

    id: str | None = None
    zone: str = "battlefield"
    card: str | None = None
    token: str | Token | None = None
    controller: str = ""
    owner: str = ""
    tapped: bool = False
    flipped: bool = False
    face_down: bool = False
    phased_out: bool = False
    face: str = "front"
    summoning_sick: bool = False
    counters: Amounts = NONE
    damage: int = 0
    deathtouch_damage: bool = False
    attached_to: str | None = None
    timestamp: int | None = None
    choices: Choices = NO_CHOICES
    copy_of: str | None = None
    exceptions: tuple[str, ...] = ()
    x: int | None = None
    linked: tuple[str, ...] = ()
    activated: Amounts = NONE
    entered_this_turn: bool = False
    attacking: bool | str = False
    blocking: bool | tuple[str, ...] = False
    crewed: bool = False
    monstrous: bool = False
    renowned: bool = False
    saddled: bool = False
    class_level: int | None = None
    regeneration_shields: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StackObject(Object):
    """A spell on the stack, or an activated or triggered ability of ``source``, named by
    ``ability``."""

    targets: tuple[str, ...] = ()
    modes: tuple[int | str, ...] = ()
    kicked: int = 0
    cast_from: str | None = None
    without_paying: bool = False
    source: str | None = None
    ability: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """An effect in force that no object in the position carries; ``text`` is card language with
    ``@id``.

    ``source`` names the card it came from, or an object of the position. Without ``timestamp`` the
    effect is later than every object, in list order.
    """

    text: str
    controller: str
    source: str | None = None
    timestamp: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player and the zones of their own. ``hand`` and ``library`` may be a mere count of
    cards."""

    id: str
    life: int = 20
    counters: Amounts = NONE
    mana_pool: Amounts = NONE
    hand: tuple[Object, ...] | int = ()
    library: tuple[Object, ...] | int = ()
    graveyard: tuple[Object, ...] = ()
    exile: tuple[Object, ...] = ()
    command: tuple[Object, ...] = ()
    commander: tuple[str, ...] = ()
    lands_played: int = 0
    spells_cast: int = 0
    life_gained: int = 0
    life_lost: int = 0
    city_blessing: bool = False
    monarch: bool = False

    def cards(self) -> Iterator[Object]:
        """Yield the listed cards of this player's zones (not those merely counted)."""
        for zone in (self.hand, self.library, self.graveyard, self.exile, self.command):
            if not isinstance(zone, int):
                yield from zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """One moment of a game. ``players`` are in turn order, ``stack`` bottom first.

    ``battlefield`` is in list order; :func:`lawmage.position.order.ranks` tells what is earlier.
    """

    players: tuple[Player, ...]
    active: str
    priority: str
    phase: str = "main1"
    battlefield: tuple[Object, ...] = ()
    stack: tuple[StackObject, ...] = ()
    effects: tuple[Effect, ...] = ()
    _objects: Mapping[str, Object] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        index: dict[str, Object] = {}
        for listed in self.objects():
            if listed.id is not None:
                index[listed.id] = listed
        object.__setattr__(self, "_objects", index)

    def objects(self) -> Iterator[Object]:
        """Yield every listed object: permanents, the stack, then each player's cards."""
        yield from self.battlefield
        yield from self.stack
        for player in self.players:
            yield from player.cards()

    def object(self, id: str) -> Object:
        """Return the object with this id.

        Raises:
            KeyError: the position has none.
        """
        return self._objects[id]

    def has_object(self, id: str) -> bool:
        """Tell whether an object of the position has this id."""
        return id in self._objects

    def player(self, id: str) -> Player:
        """Return the player with this id.

        Raises:
            KeyError: the position has none.
        """
        for player in self.players:
            if player.id == id:
                return player
        raise KeyError(id)

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all objects that have one."""
        return tuple(self._objects)
