"""Cases: a position, a query about it and, for checking, what the answer should be."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any

from .faults import near, shown
from .kinds import (
    ID_SCHEMA,
    Field,
    Kind,
    Reading,
    Record,
    either,
    listing,
    mapping,
    text,
    text_of,
    whole,
    word,
)
from .limits import MAX_ENTRIES, MAX_NAME, MAX_OBJECTS, MAX_TEXT
from .model import Amounts, Position
from .names import CardNames
from .query import QUERY, Query
from .reader import read_into
from .tables import ANY_ID, COLOR, COUNT, COUNTERS, FLAG, LINE, NAME, NUMBER, PLAYER, ZONE
from .words import MANA_TYPES, SBA_KINDS

Expect = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One line of a batch: ``expect`` holds the keys of the result to be compared, as JSON-like
    data.

    ``cites`` are rule numbers, ``source`` and ``why`` notes to the reader.
    """

    id: str
    position: Position
    query: Query
    expect: Expect | None = None
    cites: tuple[str, ...] = ()
    source: str | None = None
    why: str | None = None


# --- what a result can hold -------------------------------------------------------------------------

_ANYTHING = Kind(lambda value, reading: value, {})
# Outcomes may be far larger than what a position may hold: twenty doublers of one counter.
_BIG = whole(0, 10**40)
_AMOUNTS = mapping(text("a name", MAX_NAME), _BIG, "amounts", build=Amounts)
_BY_PLAYER = mapping(PLAYER, _BIG, "amounts by player", build=Amounts)
_BY_ID = mapping(ANY_ID, _BIG, "amounts by id", build=Amounts)
_MANA = mapping(word("a type of mana", MANA_TYPES), _BIG, "mana", build=Amounts)
_OR_NULL = {"type": "null"}


def _optional(kind: Kind) -> Kind:
    def read(value: Any, reading: Reading) -> Any:
        return None if value is None else kind.read(value, reading)

    return Kind(read, {"anyOf": [kind.schema, _OR_NULL]})


def _copied(value: Any, reading: Reading) -> Any:
    if not (isinstance(value, str) and value in reading.objects):
        text_of(value, reading, "an id or a card name", MAX_NAME)
    return value


_COPIED = _optional(Kind(_copied, ID_SCHEMA))

OUTCOME_KEYS: Mapping[str, Kind] = {
    "counters": _AMOUNTS,
    "tokens": _AMOUNTS,
    "damage": _BIG,
    "life": whole(-(10**40), 10**40),
    "redirected_to": _BY_ID,
    "gain": either(lambda value: 1 if isinstance(value, dict) else 0, "an amount", _BIG, _BY_PLAYER),
    "lose": either(lambda value: 1 if isinstance(value, dict) else 0, "an amount", _BIG, _BY_PLAYER),
    "draws": _BY_PLAYER,
    "exiled": _BY_PLAYER,
    "zone": ZONE,
    "tapped": FLAG,
    "regeneration_shields": _BIG,
    "life_paid": _BIG,
    "controller": PLAYER,
    "copy_of": _COPIED,
    "mana": _MANA,
}
"""What an outcome of the query ``replace`` may say; the same may stand under the id of another
object."""


def _outcome(value: Any, reading: Reading) -> Any:
    faults = reading.faults
    if not isinstance(value, dict):
        faults.add(f"must be an outcome (a map), not {shown(value)}.", value)
        return value
    for key, entry in value.items():
        seen = len(faults)
        kind = OUTCOME_KEYS.get(key) if isinstance(key, str) else None
        if kind is not None:
            kind.read(entry, reading)
        elif isinstance(key, str) and (key in reading.objects or key in (reading.players or ())):
            if isinstance(entry, dict) and all(inner in OUTCOME_KEYS for inner in entry):
                _outcome(entry, reading)
            else:
                faults.add(f"must be a map of what changes for {shown(key)}.", entry)
        else:
            faults.add(f"an outcome has no key {shown(key)}.", key, partial(near, key, OUTCOME_KEYS))
        if len(faults) != seen and isinstance(key, str):
            faults.under(seen, key)
    return value


_OUTCOME = Kind(
    _outcome,
    {
        "type": "object",
        "properties": {key: kind.schema for key, kind in OUTCOME_KEYS.items()},
        "additionalProperties": {
            "type": "object",
            "properties": {key: kind.schema for key, kind in OUTCOME_KEYS.items()},
            "additionalProperties": False,
        },
    },
)

_WORDS = listing(text("a word", MAX_NAME), "words")
_IDS = listing(ANY_ID, "ids", MAX_OBJECTS)
_POWER = _optional(NUMBER)
_ACTION = Record(
    "action",
    "a state-based action",
    {
        "kind": Field(word("a kind of state-based action", SBA_KINDS), required=True),
        "object": Field(
            either(
                lambda value: 1 if isinstance(value, list | tuple) else 0,
                "an id or a list of ids",
                ANY_ID,
                _IDS,
            ),
            required=True,
        ),
        "rule": Field(NAME),
    },
    dict,
)
_MANA_RESULT = {"outcomes": Field(listing(_MANA, "outcomes", MAX_OBJECTS))}

_RESULT_KEYS: dict[str, dict[str, Field]] = {
    "could_produce": {"types": Field(listing(word("a type of mana", MANA_TYPES), "types"))},
    "tap_for_mana": _MANA_RESULT,
    "activate_for_mana": _MANA_RESULT,
    "tapped_for_mana_triggers": {"triggers": Field(_IDS)},
    "replace": {
        "outcomes": Field(listing(_OUTCOME, "outcomes", MAX_OBJECTS)),
        "chooser": Field(_optional(PLAYER)),
    },
    "legal": {"legal": Field(FLAG), "reason": Field(_ANYTHING, doc="Not compared.")},
    "abilities": {
        "abilities": Field(listing(_ANYTHING, "abilities", MAX_OBJECTS)),
    },
    "payable": {"payable": Field(FLAG), "payment": Field(_ANYTHING, doc="Not compared.")},
    "characteristics": {
        "name": Field(_optional(text("a name", MAX_NAME))),
        "mana_value": Field(COUNT),
        "power": Field(_POWER),
        "toughness": Field(_POWER),
        "types": Field(_WORDS),
        "subtypes": Field(_WORDS),
        "supertypes": Field(_WORDS),
        "colors": Field(listing(COLOR, "colors")),
        "abilities": Field(listing(LINE, "abilities", MAX_ENTRIES)),
        "controller": Field(PLAYER),
    },
    "state_based_actions": {"actions": Field(listing(_ACTION.kind, "actions", MAX_OBJECTS))},
    "event": {
        "result": Field(NAME, doc="survives, or the zone where the object ends."),
        "damage": Field(_BIG),
        "counters": Field(COUNTERS),
        "tapped": Field(FLAG),
        "triggers": Field(_IDS),
    },
    "value_of_x": {"x": Field(COUNT)},
}

RESULTS = {kind: Record(f"expect_{kind}", f"what is expected of {kind}", keys, dict) for kind, keys in _RESULT_KEYS.items()}
"""What an ``expect`` may name, by kind of query."""

DEFINITIONS = (_ACTION, *RESULTS.values())
"""The records of results, for the schema."""

UNCOMPARED = frozenset({"reason", "payment"})
"""Keys of an ``expect`` that are notes to the reader."""

# --- cases ----------------------------------------------------------------------------------------

_RULE = text("a rule number", MAX_NAME)
_NOTE = text("a note", 20 * MAX_TEXT)
CASE_KEYS: Mapping[str, Field] = {
    "id": Field(text("a case's id", MAX_NAME), required=True),
    "position": Field(Kind(read_into, {"$ref": "#/$defs/position"}), required=True),
    "query": Field(QUERY, required=True),
    "expect": Field(Kind(lambda value, reading: value, {"type": "object"}), doc="Keys of the result."),
    "cites": Field(listing(_RULE, "rule numbers"), doc="Rule numbers."),
    "source": Field(_NOTE),
    "why": Field(_NOTE),
}
"""The keys of a case."""
_ASKED = ("position", "query", "expect")


def fingerprint(data: object) -> bytes | None:
    """Return a digest of what makes the answer and the verdict of a case: position, query and expectation, as written.

    Cases with the same are read, answered and judged alike. None for what is no case at all.
    """
    if not isinstance(data, dict):
        return None
    # Version 2 of the format writes equal values of equal types alike, whatever else refers to them.
    return blake2b(marshal.dumps([data.get(key) for key in _ASKED], 2), digest_size=16, person=b"case").digest()


def read_notes(data: Mapping[str, Any], names: CardNames, place: str = "") -> str:
    """Read what else a case says, of whose :func:`fingerprint` another was read before; return its id.

    Raises:
        InputError: with every independent fault found.
    """
    reading = Reading(names)
    faults = reading.faults
    values = _keys(data, reading, _ASKED)
    if faults:
        raise faults.error(place)
    return str(values["id"])


def read_case(data: object, names: CardNames, place: str = "") -> Case:
    """Read a case: a line of a batch.

    Args:
        data: what a JSON reader returned.
        names: the card names there are.
        place: where the case stands (``file.jsonl:12``), put before the place of each fault.

    Raises:
        InputError: with every independent fault found.
    """
    reading = Reading(names)
    faults = reading.faults
    if not isinstance(data, dict):
        faults.add(f"a case must be a map, not {shown(data)}.", data)
        raise faults.error(place)
    values = _keys(data, reading, ("expect",))
    query = values.get("query")
    if data.get("expect") is not None and isinstance(query, Query):
        seen = len(faults)
        RESULTS[query.kind].kind.read(data["expect"], reading)
        faults.under(seen, "expect")
    if faults:
        raise faults.error(place)
    return Case(**values, expect=data.get("expect"))


def _keys(data: Mapping[str, Any], reading: Reading, but: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of a case, but for some keys; what is wrong with them, or with others, is added to the faults."""
    faults = reading.faults
    values: dict[str, Any] = {}
    for key, field in CASE_KEYS.items():
        if key not in data:
            if field.required:
                faults.add(f"a case needs the key {key}.")
        elif key not in but and not (key == "query" and reading.players is None):
            seen = len(faults)
            values[key] = field.kind.read(data[key], reading)
            faults.under(seen, key)
    for key in data:
        if key not in CASE_KEYS:
            faults.add(f"a case has no key {shown(key)}.", key, partial(near, key, CASE_KEYS), (key,) if type(key) is str else ())
    return values
