"""Kinds of values: each reads a JSON-like value and knows its JSON Schema, so the two agree.

A reader returns the value for the model, or notes a fault and returns anything. Record readers
build their object only when nothing in it was at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from .faults import Faults, Step, near, shown
from .limits import MAX_ENTRIES, MAX_NAME, MAX_NUMBER, MAX_TEXT
from .names import CardNames

Schema = dict[str, Any]

NO_FOLD: Mapping[str, str] = {}


class Reading:
    """One input being read: its faults so far, and what its values may refer to.

    ``objects`` maps the ids of objects to their places; ``attached`` and ``copies`` map ids to what
    the object is attached to or copies; ``owner`` is the player whose zones are being read.
    ``players`` is None while the players themselves are at fault, so that no reference to them is
    judged.
    """

    __slots__ = (
        "attached", "battlefield", "copies", "faults", "names", "objects", "owner", "players",
    )  # fmt: skip

    def __init__(self, names: CardNames) -> None:
        self.names = names
        self.faults = Faults()
        self.players: Mapping[Any, object] | None = {}
        self.objects: dict[str, tuple[Step, ...]] = {}
        self.battlefield: set[str] = set()
        self.attached: dict[str, str] = {}
        self.copies: dict[str, str] = {}
        self.owner = ""


class Kind(NamedTuple):
    """A kind of value: how it is read, and its JSON Schema."""

    read: Callable[[Any, Reading], Any]
    schema: Schema


# --- plain values ---------------------------------------------------------------------------------


def flag() -> Kind:
    """Return the kind of ``true`` and ``false``."""

    def read(value: Any, reading: Reading) -> Any:
        if value is not True and value is not False:
            reading.faults.add(f"must be true or false, not {shown(value)}.", value)
        return value

    return Kind(read, {"type": "boolean"})


def whole(low: int = -MAX_NUMBER, high: int = MAX_NUMBER) -> Kind:
    """Return the kind of whole numbers from ``low`` to ``high``."""

    def read(value: Any, reading: Reading) -> Any:
        if type(value) is not int or not low <= value <= high:
            reading.faults.add(f"must be a whole number from {low} to {high}, not {shown(value)}.", value)
        return value

    return Kind(read, {"type": "integer", "minimum": low, "maximum": high})


def unprintable(value: str) -> str | None:
    """Name the first character of ``value`` that ids, names and text may not hold, or None."""
    if value.isprintable():
        return None
    bad = next(char for char in value if not char.isprintable())
    return f"U+{ord(bad):04X}"


def text_of(value: Any, reading: Reading, what: str, limit: int) -> bool:
    """Note what keeps ``value`` from being a piece of text; tell whether nothing does."""
    if type(value) is not str:
        reading.faults.add(f"must be {what} (text), not {shown(value)}.", value)
    elif not value:
        reading.faults.add(f"must be {what}, not an empty text.", value)
    elif len(value) > limit:
        reading.faults.add(f"is too long: {what} has at most {limit} characters, this one {len(value)}.", value)
    elif not value.isprintable():
        reading.faults.add(f"holds the character {unprintable(value)}, which {what} may not hold.", value)
    else:
        return True
    return False


# The characters that str.isprintable refuses and that matter in practice; the reader refuses all.
_PRINTABLE = r"^[^\u0000-\u001F\u007F-\u00A0\u00AD\u200B-\u200F\u2028-\u202F\uFEFF]*$"


def text(what: str, limit: int = MAX_TEXT) -> Kind:
    """Return the kind of text that is not empty, at most ``limit`` long and without control
    characters."""

    def read(value: Any, reading: Reading) -> Any:
        if type(value) is not str or not 0 < len(value) <= limit or not value.isprintable():
            text_of(value, reading, what, limit)
        return value

    return Kind(read, {"type": "string", "minLength": 1, "maxLength": limit, "pattern": _PRINTABLE})


def word(what: str, known: tuple[str, ...] | frozenset[str], fold: Mapping[str, str] = NO_FOLD) -> Kind:
    """Return the kind of one of the words ``known``; ``fold`` maps other spellings to them."""
    words = frozenset(known)
    listed = sorted(known) if isinstance(known, frozenset) else list(known)

    def read(value: Any, reading: Reading) -> Any:
        if type(value) is str:
            if value in words:
                return value
            if value in fold:
                return fold[value]
        some = f": one of {', '.join(listed)}" if len(listed) <= 20 else ""
        reading.faults.add(f"must be {what}{some}; {shown(value)} is not.", value, lambda: near(value, listed))
        return value

    return Kind(read, {"enum": [*listed, *fold]})


# --- references -----------------------------------------------------------------------------------


def card(what: str = "a card name") -> Kind:
    """Return the kind of names of cards and faces; read as the catalogue spells them."""

    def read(value: Any, reading: Reading) -> Any:
        if type(value) is str and len(value) <= MAX_NAME:
            name = reading.names.resolve(value)
            if name is not None:
                return name
        if text_of(value, reading, what, MAX_NAME):
            reading.faults.add(
                f"there is no card named {shown(value)}.",
                value,
                lambda: reading.names.closest(value),
            )
        return value

    return Kind(read, {"type": "string", "minLength": 1, "maxLength": MAX_NAME})


ID_SCHEMA: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_NAME, "pattern": _PRINTABLE}


def player() -> Kind:
    """Return the kind of ids of players of the position."""

    def read(value: Any, reading: Reading) -> Any:
        players = reading.players
        if players is None or (type(value) is str and value in players):
            return value
        known = ", ".join(shown(id) for id in list(players)[:8])
        reading.faults.add(
            f"must be the id of a player ({known}); {shown(value)} is none.",
            value,
            lambda: near(value, players),
        )
        return value

    return Kind(read, ID_SCHEMA)


def thing(*, players: bool = False, battlefield: bool = False) -> Kind:
    """Return the kind of ids of objects, or also ``players``, or only objects on the
    ``battlefield``."""
    what = "an object or a player" if players else "a permanent" if battlefield else "an object"

    def read(value: Any, reading: Reading) -> Any:
        if type(value) is str:
            if value in (reading.battlefield if battlefield else reading.objects):
                return value
            if players and (reading.players is None or value in reading.players):
                return value
        known = {*reading.objects, *((reading.players or ()) if players else ())}
        if battlefield and type(value) is str and value in known:
            reading.faults.add(f"must be the id of a permanent; {shown(value)} is elsewhere.", value)
        else:
            reading.faults.add(
                f"must be the id of {what}; {shown(value)} is none.",
                value,
                lambda: near(value, sorted(known)),
            )
        return value

    return Kind(read, ID_SCHEMA)


# --- composed values ------------------------------------------------------------------------------


def listing(item: Kind, what: str, limit: int = MAX_ENTRIES, *, distinct: bool = False) -> Kind:
    """Return the kind of lists of ``item``, read as tuples."""
    read_item = item.read

    def read(value: Any, reading: Reading) -> Any:
        if type(value) is not list and type(value) is not tuple:
            reading.faults.add(f"must be a list of {what}, not {shown(value)}.", value)
            return ()
        if len(value) > limit:
            reading.faults.add(f"is too long: at most {limit} {what}, not {len(value)}.")
            return ()
        faults = reading.faults
        seen = len(faults)
        out = []
        for index, entry in enumerate(value):
            out.append(read_item(entry, reading))
            if len(faults) != seen:
                seen = faults.under(seen, index)
        if distinct and len({shown(entry) for entry in value}) != len(value):
            faults.add(f"names one of its {what} twice.")
        return tuple(out)

    schema: Schema = {"type": "array", "items": item.schema, "maxItems": limit}
    if distinct:
        schema["uniqueItems"] = True
    return Kind(read, schema)


def mapping(key: Kind, value: Kind, what: str, limit: int = MAX_ENTRIES, build: Callable[[Any], Any] = dict) -> Kind:
    """Return the kind of maps from ``key`` to ``value``, built with ``build``."""
    read_key, read_value = key.read, value.read

    def read(data: Any, reading: Reading) -> Any:
        if not isinstance(data, dict):
            reading.faults.add(f"must be a map of {what}, not {shown(data)}.", data)
            return build({})
        if len(data) > limit:
            reading.faults.add(f"is too long: at most {limit} {what}, not {len(data)}.")
            return build({})
        faults = reading.faults
        seen = len(faults)
        out = {}
        for name, entry in data.items():
            out[name if not isinstance(name, str) else read_key(name, reading)] = read_value(entry, reading)
            if type(name) is not str:
                faults.add(f"has the key {shown(name)}; keys must be text.")
            elif len(faults) != seen:
                faults.under(seen, name)
            seen = len(faults)
        return build(out) if not seen else out

    names = key.schema if key.schema.get("type") == "string" or "enum" in key.schema else {}
    return Kind(
        read,
        {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": value.schema,
            "maxProperties": limit,
        },
    )


def either(choose: Callable[[Any], int], what: str, *kinds: Kind) -> Kind:
    """Return the kind that is one of ``kinds``: ``choose`` tells which from the value, or -1 for
    none."""
    readers = tuple(kind.read for kind in kinds)

    def read(value: Any, reading: Reading) -> Any:
        index = choose(value)
        if index < 0:
            reading.faults.add(f"must be {what}, not {shown(value)}.", value)
            return value
        return readers[index](value, reading)

    return Kind(read, {"anyOf": [kind.schema for kind in kinds]})


# --- records --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record: its kind, the attribute of the model, and whether it must be given."""

    kind: Kind
    attr: str = ""
    required: bool = False
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A map with known keys: ``build`` makes its model from the attributes read.

    ``check`` may look at the attributes together, note faults and complete them; it runs even when
    some values were at fault. ``one_of`` are sets of keys of which at least one must be given in
    full.
    """

    name: str
    what: str
    fields: Mapping[str, Field]
    build: Callable[..., Any]
    check: Callable[[dict[str, Any], Reading], None] | None = None
    one_of: tuple[tuple[str, ...], ...] = ()
    kind: Kind = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", Kind(self._reader(), {"$ref": f"#/$defs/{self.name}"}))

    def _reader(self) -> Callable[[Any, Reading], Any]:
        readers = {key: (entry.kind.read, entry.attr or key) for key, entry in self.fields.items()}
        find = readers.get
        required = tuple((key, entry.attr or key) for key, entry in self.fields.items() if entry.required)
        known = tuple(self.fields)
        check, build, what = self.check, self.build, self.what
        attr_of = {key: attr for key, (_, attr) in readers.items()}
        choices = tuple(frozenset(attr_of[key] for key in keys) for keys in self.one_of)
        wanted = " or ".join(" and ".join(keys) for keys in self.one_of)

        def read(data: Any, reading: Reading) -> Any:
            faults = reading.faults
            if not isinstance(data, dict):
                faults.add(f"must be {what} (a map), not {shown(data)}.", data)
                return None
            start = seen = len(faults)
            values: dict[str, Any] = {}
            for key, value in data.items():
                entry = find(key)
                if entry is None:
                    faults.add(f"{what} has no key {shown(key)}.", key, partial(near, key, known))
                    seen = faults.under(seen, key) if type(key) is str else len(faults)
                    continue
                values[entry[1]] = entry[0](value, reading)
                if len(faults) != seen:
                    seen = faults.under(seen, key)
            for key, attr in required:
                if attr not in values:
                    faults.add(f"{what} needs the key {key}.")
            for attrs in choices:
                if values.keys() >= attrs:
                    break
            else:
                if choices:
                    faults.add(f"{what} needs the key {wanted}.")
            if check is not None:
                check(values, reading)
            if len(faults) != start:
                return None
            return build(**values)

        return read

    def schema(self) -> Schema:
        """Return the JSON Schema of the record."""
        properties: dict[str, Any] = {}
        for key, entry in self.fields.items():
            properties[key] = {**entry.kind.schema, "description": entry.doc} if entry.doc else entry.kind.schema
        out: Schema = {
            "type": "object",
            "description": self.what[0].upper() + self.what[1:] + ".",
            "properties": properties,
            "additionalProperties": False,
        }
        needed = [key for key, entry in self.fields.items() if entry.required]
        if needed:
            out["required"] = needed
        if self.one_of:
            out["anyOf"] = [{"required": list(keys)} for keys in self.one_of]
        return out
