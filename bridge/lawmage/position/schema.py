"""The JSON Schema (draft 2020-12) of format 1, made from the tables the readers use.

The schema says what can be said of one value at a time. What spans values (ids that must exist, cycles,
card names, a card or a token but not both) is the readers' to judge.
"""

from __future__ import annotations

from typing import Any

from .cases import CASE_KEYS, DEFINITIONS, RESULTS
from .query import EVENTS, QUERIES, SOURCE
from .reader import POSITION_SCHEMA
from .tables import (
    CARD_OBJECT,
    CHOICES,
    EFFECT,
    PERMANENT,
    PLAYER_RECORD,
    STACK_OBJECT,
    TOKEN,
)

_RECORDS = (
    PLAYER_RECORD, PERMANENT, CARD_OBJECT, STACK_OBJECT, EFFECT, TOKEN, CHOICES, SOURCE,
    *QUERIES.values(), *EVENTS.values(), *DEFINITIONS,
)  # fmt: skip

ROOTS = ("case", "position", "query")
"""What a schema can be asked for."""


def schema(root: str = "case") -> dict[str, Any]:
    """Return the JSON Schema of a ``case``, a ``position`` or a ``query``."""
    if root not in ROOTS:
        raise ValueError(f"no schema of {root!r}: one of {', '.join(ROOTS)}")
    definitions: dict[str, Any] = {
        "case": _case(),
        "position": POSITION_SCHEMA,
        "query": {"oneOf": [{"$ref": f"#/$defs/{query.name}"} for query in QUERIES.values()]},
        "event": {"oneOf": [{"$ref": f"#/$defs/{event.name}"} for event in EVENTS.values()]},
    }
    definitions.update((record.name, record.schema()) for record in _RECORDS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"lawmage {root}, format 1",
        "$ref": f"#/$defs/{root}",
        "$defs": definitions,
    }


def _case() -> dict[str, Any]:
    """Return the schema of a case, whose expectation depends on the kind of its query."""
    return {
        "type": "object",
        "description": "A position, a query about it and, for checking, what its answer should be.",
        "properties": {
            key: {**field.kind.schema, "description": field.doc} if field.doc else field.kind.schema for key, field in CASE_KEYS.items()
        },
        "required": [key for key, field in CASE_KEYS.items() if field.required],
        "additionalProperties": False,
        "allOf": [
            {
                "if": {"properties": {"query": {"properties": {"kind": {"const": kind}}}}},
                "then": {"properties": {"expect": {"$ref": f"#/$defs/{record.name}"}}},
            }
            for kind, record in RESULTS.items()
        ],
    }
