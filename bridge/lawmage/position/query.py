"""Queries and cases: their models, the tables of their keys, and their readers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from .faults import near, shown
from .kinds import Field, Kind, Reading, Record, either, text, text_of, word
from .limits import MAX_NAME, MAX_TEXT
from .mentions import mentions
from .model import NONE, Amounts, Position, Token
from .names import CardNames
from .tables import (
    ANY_ID,
    ANY_TOKEN,
    CARD,
    COUNT,
    FLAG,
    MANA,
    OBJECT_ID,
    PERMANENT_ID,
    PLAYER,
    SELECTOR,
    ZONE,
    needs_whole_token,
)
from .words import EVENT_VERBS, X_PLACES


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A source that is not in the position: a card and who controls it."""

    card: str
    controller: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event to be replaced or carried out. Keys that the kind does not have are at their
    defaults.

    ``affected`` is the id of an object or a player. ``by`` and ``source`` are an id, or a
    :class:`Source` for one that is not in the position. ``token`` is the name of a predefined token
    or the token's characteristics.
    """

    kind: str
    affected: str | None = None
    amount: int | None = None
    counter: str | None = None
    by: str | Source | None = None
    cause: str = "effect"
    token: str | Token | None = None
    source: str | Source | None = None
    combat: bool = False
    first_in_draw_step: bool = False
    card: str | None = None
    controller: str | None = None
    origin: str | None = None
    x: int | None = None
    mana: Amounts = NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """What mana would be spent on. ``verb`` is ``cast``, ``activate``, ``suspend`` or ``turn``.

    ``card`` is the card cast or suspended, ``object`` the object activated or turned face up,
    ``ability`` the selector of its ability; ``alternative`` says that the cost is an alternative
    one.
    """

    verb: str
    card: str | None = None
    object: str | None = None
    ability: str | None = None
    alternative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question about a position. Arguments that the kind does not have, or not given, are None.

    ``event`` holds the event of ``replace`` and, for the kind ``event``, its verb, object and
    amount. ``object`` and ``where`` (the key ``in``) belong to ``value_of_x``; ``purpose`` is the
    key ``for``.
    """

    kind: str
    permanent: str | None = None
    player: str | None = None
    recipient: str | None = None
    ability: str | None = None
    event: Event | None = None
    object: str | None = None
    where: str | None = None
    cost: str | None = None
    x: int | None = None
    purpose: Purpose | None = None


# --- events ---------------------------------------------------------------------------------------

SOURCE = Record(
    "source",
    "a source outside the position",
    {"card": Field(CARD, required=True), "controller": Field(PLAYER, required=True)},
    Source,
)


def _is_id_or_source(value: Any) -> int:
    return 0 if isinstance(value, str) else 1 if isinstance(value, dict) else -1


_AGENT = either(_is_id_or_source, "an id, or a map with card and controller", ANY_ID, SOURCE.kind)
_THING_OR_SOURCE = either(_is_id_or_source, "an id, or a map with card and controller", OBJECT_ID, SOURCE.kind)


def _token(value: Any, reading: Reading) -> Any:
    found = ANY_TOKEN.read(value, reading)
    seen = len(reading.faults)
    needs_whole_token(found, reading, "")
    for fault in reading.faults[seen:]:
        fault.steps.clear()
    return found


def _need(kind: Kind, doc: str = "") -> Field:
    return Field(kind, required=True, doc=doc)


_COUNTER = text("a kind of counter", MAX_NAME)
_MOVED = {"affected": _need(ANY_ID), "by": Field(_AGENT)}

_EVENT_KEYS: dict[str, dict[str, Field]] = {
    "put_counters": {
        "affected": _need(ANY_ID),
        "counter": _need(_COUNTER),
        "amount": _need(COUNT),
        "by": Field(_AGENT),
        "cause": Field(word("a cause", ("effect", "cost"))),
    },
    "create_tokens": {
        "affected": _need(PLAYER),
        "token": _need(Kind(_token, ANY_TOKEN.schema)),
        "amount": _need(COUNT),
        "by": Field(_AGENT),
    },
    "damage": {
        "affected": _need(ANY_ID),
        "source": _need(_THING_OR_SOURCE),
        "amount": _need(COUNT),
        "combat": Field(FLAG),
    },
    "gain_life": {"affected": _need(PLAYER), "amount": _need(COUNT)},
    "lose_life": {"affected": _need(PLAYER), "amount": _need(COUNT)},
    "draw": {
        "affected": _need(PLAYER),
        "amount": _need(COUNT),
        "first_in_draw_step": Field(FLAG),
    },
    "destroy": _MOVED,
    "dies": _MOVED,
    "exile": _MOVED,
    "discard": _MOVED,
    "mill": _MOVED,
    "enters": {
        "affected": Field(OBJECT_ID),
        "card": Field(CARD),
        "controller": Field(PLAYER),
        "origin": Field(ZONE),
        "x": Field(COUNT),
    },
    "add_mana": {
        "affected": _need(PLAYER),
        "source": _need(OBJECT_ID),
        "mana": _need(MANA),
    },
}


def _check_enters(values: dict[str, Any], reading: Reading) -> None:
    if "card" in values and "affected" in values:
        reading.faults.add("an entering object is given by affected or by card, not both.")
    if "card" in values and "controller" not in values:
        reading.faults.add("an entering card needs the key controller.")


def _event_record(kind: str, keys: Mapping[str, Field]) -> Record:
    enters = kind == "enters"
    return Record(
        f"event_{kind}",
        f"an event of the kind {kind}",
        {"kind": _need(word("a kind of event", (kind,))), **keys},
        Event,
        _check_enters if enters else None,
        one_of=(("affected",), ("card",)) if enters else (),
    )


EVENTS = {kind: _event_record(kind, keys) for kind, keys in _EVENT_KEYS.items()}
"""The events of the query ``replace``, by kind."""


def _by_kind(records: Mapping[str, Record], what: str) -> Kind:
    """Return the kind of maps whose key ``kind`` tells which of ``records`` they are."""
    kinds = word(f"a kind of {what}", tuple(records))

    def read(value: Any, reading: Reading) -> Any:
        if not isinstance(value, dict):
            reading.faults.add(f"must be a {what} (a map), not {shown(value)}.", value)
        elif "kind" not in value:
            reading.faults.add(f"a {what} needs the key kind.")
        else:
            seen = len(reading.faults)
            kind = kinds.read(value["kind"], reading)
            if len(reading.faults) == seen:
                return records[kind].kind.read(value, reading)
            reading.faults.under(seen, "kind")
        return None

    return Kind(read, {"$ref": f"#/$defs/{what}"})


EVENT = _by_kind(EVENTS, "event")

# --- queries --------------------------------------------------------------------------------------

_SYMBOL = re.compile(r"\{(?:\d{1,7}|[WUBRGCSX]|[WUBRGC]/[WUBRG]|2/[WUBRG]|[WUBRG]/(?:[WUBRG]/)?P|C/P)\}")
_COST = re.compile(rf"(?:{_SYMBOL.pattern})+")


def _cost(value: Any, reading: Reading) -> Any:
    if text_of(value, reading, "a mana cost", MAX_NAME) and not _COST.fullmatch(value):
        rest = _SYMBOL.sub("", value)
        reading.faults.add(f"must be mana symbols such as {{2}}{{W/U}}; {shown(rest)} is none.", value)
    return value


_FOR_FORMS = "cast NAME, cast NAME for its alternative cost, activate @id: SELECTOR, suspend NAME, turn @id face up"
_ALTERNATIVE = " for its alternative cost"


def _purpose(value: Any, reading: Reading) -> Any:
    if not text_of(value, reading, "what is paid for", MAX_TEXT):
        return None
    verb, _, rest = value.partition(" ")
    if verb in ("cast", "suspend") and rest:
        alternative = verb == "cast" and rest.endswith(_ALTERNATIVE)
        name = rest.removesuffix(_ALTERNATIVE) if alternative else rest
        return Purpose(verb=verb, card=CARD.read(name, reading), alternative=alternative)
    if verb in ("activate", "turn") and rest.startswith("@"):
        _, end, id = next(mentions(rest, reading.objects))
        tail = rest[end:]
        if id is None:
            named = rest[1:end]
            reading.faults.add(
                f"@{named} names no object of the position.",
                named,
                partial(near, named, sorted(reading.objects)),
            )
            return None
        if verb == "turn" and tail == " face up":
            return Purpose(verb=verb, object=id)
        if verb == "activate" and tail.startswith(":") and tail[1:].strip():
            return Purpose(verb=verb, object=id, ability=tail[1:].strip())
    reading.faults.add(f"must be one of: {_FOR_FORMS}; not {shown(value)}.", value)
    return None


_PURPOSE = Kind(_purpose, {"type": "string", "minLength": 1, "maxLength": MAX_TEXT})
_TAP = {"player": Field(PLAYER), "recipient": Field(PLAYER, doc="Whose mana pool.")}

_QUERY_KEYS: dict[str, dict[str, Field]] = {
    "could_produce": {"permanent": _need(PERMANENT_ID)},
    "tap_for_mana": {"permanent": _need(PERMANENT_ID), "ability": Field(SELECTOR), **_TAP},
    "activate_for_mana": {"permanent": _need(OBJECT_ID), "ability": _need(SELECTOR), **_TAP},
    "tapped_for_mana_triggers": {"permanent": _need(PERMANENT_ID), "ability": Field(SELECTOR)},
    "replace": {"event": _need(EVENT)},
    "legal": {
        "player": _need(PLAYER),
        "permanent": _need(OBJECT_ID),
        "ability": _need(SELECTOR),
    },
    "abilities": {"player": _need(PLAYER)},
    "payable": {
        "player": _need(PLAYER),
        "cost": _need(Kind(_cost, {"type": "string", "pattern": f"^{_COST.pattern}$"})),
        "x": Field(COUNT),
        "for": Field(_PURPOSE, "purpose", doc=_FOR_FORMS),
    },
    "characteristics": {"permanent": _need(OBJECT_ID)},
    "state_based_actions": {},
    "event": {
        "event": _need(word("what happens", EVENT_VERBS)),
        "object": _need(OBJECT_ID),
        "amount": Field(COUNT),
    },
    "value_of_x": {
        "object": _need(OBJECT_ID),
        "in": Field(word("a place of X", X_PLACES), "where", required=True),
    },
}


def _build_event_query(**values: Any) -> Query:
    event = Event(kind=values["event"], affected=values["object"], amount=values.get("amount"))
    return Query(kind="event", event=event)


def _check_event_query(values: dict[str, Any], reading: Reading) -> None:
    if values.get("event") == "damage" and "amount" not in values:
        reading.faults.add("damage needs the key amount.")
    elif values.get("event") in EVENT_VERBS and values["event"] != "damage" and "amount" in values:
        reading.faults.add("only damage has an amount.", steps=("amount",))


def _query_record(kind: str, keys: Mapping[str, Field]) -> Record:
    event = kind == "event"
    return Record(
        f"query_{kind}",
        f"a query of the kind {kind}",
        {"kind": _need(word("a kind of query", (kind,))), **keys},
        _build_event_query if event else Query,
        _check_event_query if event else None,
    )


QUERIES = {kind: _query_record(kind, keys) for kind, keys in _QUERY_KEYS.items()}
"""The queries, by kind."""

QUERY = _by_kind(QUERIES, "query")

QUERY_KINDS = tuple(QUERIES)
"""The kinds of queries."""


def read_query(data: object, position: Position, names: CardNames, place: str = "") -> Query:
    """Read a query about ``position``.

    Raises:
        InputError: with every independent fault found; places are inside ``place``.
    """
    reading = Reading(names)
    reading.players = {player.id: player for player in position.players}
    reading.objects = dict.fromkeys(position.ids(), ())
    reading.battlefield = {item.id for item in position.battlefield if item.id is not None}
    query = QUERY.read(data, reading)
    if reading.faults:
        raise reading.faults.error(place)
    assert isinstance(query, Query)
    return query
