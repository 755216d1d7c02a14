"""Reads JSON and YAML text as plain values, strictly: nothing is overwritten, nothing is
guessed."""

from __future__ import annotations

import json
import re
from typing import Any, Literal, NoReturn

from lawmage.errors import Fault, InputError

from .faults import shown
from .limits import MAX_DEPTH, MAX_DOCUMENT, MAX_NODES

Syntax = Literal["json", "yaml"]


def syntax_of(name: str) -> Syntax:
    """Return the syntax that the file name tells: YAML for ``.yaml`` and ``.yml``, otherwise
    JSON."""
    return "yaml" if name.lower().endswith((".yaml", ".yml")) else "json"


def read_document(text: str, syntax: Syntax, place: str = "") -> Any:
    """Read the text of one document.

    Args:
        text: the text, without a byte order mark.
        syntax: ``json``, or ``yaml`` with the types of JSON only (no dates, octals, yes and no,
        tags). place: where the text comes from, put before the place of a fault.

    Raises:
        InputError: with one fault: the text is too large or malformed (with line and column), a key
            appears twice in a map, a number is not finite or far too long.
    """
    if len(text) > MAX_DOCUMENT:
        raise _error(place, f"the document is too large: at most {MAX_DOCUMENT} characters.")
    return _read_json(text, place) if syntax == "json" else _read_yaml(text, place)


def _error(place: str, problem: str, value: object = None) -> InputError:
    return InputError(Fault(place, problem, value))


# --- JSON -----------------------------------------------------------------------------------------


class _Refused(ValueError):
    """Something that JSON's own reader would take and lawmage does not."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                named = f" in the map with id {shown(data['id'])}" if "id" in data else ""
                raise _Refused(f"the key {shown(key)} appears twice{named}.")
            seen.add(key)
    return data


def _constant(word: str) -> NoReturn:
    raise _Refused(f"{word} is not a number of JSON.")


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)


def _read_json(text: str, place: str) -> Any:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise _error(place, f"not valid JSON at {where}: {error.msg}.") from None
    except _Refused as error:
        raise _error(place, str(error)) from None
    except ValueError:
        # CPython refuses to convert whole numbers of more than some thousand digits.
        raise _error(place, "a number has far too many digits.") from None
    except RecursionError:
        raise _error(place, "lists and maps are nested far too deep.") from None


# --- YAML -----------------------------------------------------------------------------------------

_PLAIN = re.compile(
    r"(?P<null>~|null|Null|NULL|)|(?P<true>true|True|TRUE)|(?P<false>false|False|FALSE)"
    r"|(?P<int>[-+]?(?:0|[1-9][0-9]*))|(?P<float>[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))"
    r"(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
)
# A sign makes "+1" a number in YAML; "+1/+1" and dates and octals stay text.
_TAGS = {None, "!", "tag:yaml.org,2002:str"}


def _read_yaml(text: str, place: str) -> Any:
    import yaml  # here, since JSON is the rule

    loader_of: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        loader = loader_of(text)
        try:
            return _Builder(yaml, loader, place).document()
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "malformed"
        raise _error(place, f"not valid YAML{where}: {problem}.") from None
    except (ValueError, RecursionError, UnicodeError):
        raise _error(place, "not valid YAML: it cannot be decoded.") from None


class _Builder:
    """Builds plain values from the events of a YAML parser, within stated limits."""

    def __init__(self, yaml: Any, loader: Any, place: str) -> None:
        self._yaml = yaml
        self._loader = loader
        self._place = place
        self._nodes = 0
        self._anchors: dict[str, tuple[Any, int]] = {}

    def document(self) -> Any:
        """Return the value of the only document."""
        yaml, loader = self._yaml, self._loader
        loader.get_event()
        if loader.check_event(yaml.StreamEndEvent):
            return None
        loader.get_event()
        value = self._value(loader.get_event(), 1)
        loader.get_event()
        if not loader.check_event(yaml.StreamEndEvent):
            raise self._refuse(loader.peek_event(), "a second document begins; there may be only one")
        return value

    def _refuse(self, event: Any, problem: str) -> InputError:
        mark = event.start_mark
        return _error(self._place, f"line {mark.line + 1}, column {mark.column + 1}: {problem}.")

    def _value(self, event: Any, depth: int) -> Any:
        yaml = self._yaml
        if depth > MAX_DEPTH:
            raise self._refuse(event, f"lists and maps are nested more than {MAX_DEPTH} deep")
        self._count(event, 1)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise self._refuse(event, f"the alias *{event.anchor} stands for nothing yet")
            value, size = self._anchors[event.anchor]
            self._count(event, size)
            return value
        if getattr(event, "tag", None) not in _TAGS:
            raise self._refuse(event, f"the tag {event.tag} is not accepted")
        before = self._nodes
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            value = []
            while not self._loader.check_event(yaml.SequenceEndEvent):
                value.append(self._value(self._loader.get_event(), depth + 1))
            self._loader.get_event()
        else:
            value = self._map(depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = (value, self._nodes - before)
        return value

    def _map(self, depth: int) -> dict[Any, Any]:
        yaml, loader = self._yaml, self._loader
        out: dict[Any, Any] = {}
        while not loader.check_event(yaml.MappingEndEvent):
            event = loader.get_event()
            if not isinstance(event, yaml.ScalarEvent):
                raise self._refuse(event, "a key must be text")
            # A key is text, whatever it looks like: the counter "+1", the player id 1.
            key = event.value
            if key in out:
                raise self._refuse(event, f"the key {shown(key)} appears twice in one map")
            out[key] = self._value(loader.get_event(), depth + 1)
        loader.get_event()
        return out

    def _count(self, event: Any, size: int) -> None:
        self._nodes += size
        if self._nodes > MAX_NODES:
            raise self._refuse(event, f"more than {MAX_NODES} values, aliases counted")

    def _scalar(self, event: Any) -> Any:
        if not event.implicit[0] or event.style:
            return event.value
        match = _PLAIN.fullmatch(event.value)
        kind = match.lastgroup if match else None
        if kind is None:
            return event.value
        if kind == "int":
            if len(event.value) > 100:
                raise self._refuse(event, "a number has far too many digits")
            return int(event.value)
        if kind == "float":
            if "n" in event.value.lower():
                raise self._refuse(event, f"{event.value} is not a number of JSON")
            return float(event.value)
        return {"null": None, "true": True, "false": False}[kind]
