"""The query ``value_of_x``: the value of X in one place of an object (107.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lawmage.engine.asked import Asked
from lawmage.errors import Fault, InputError
from lawmage.facts.position import FactWriter, Written
from lawmage.position.query import Query

kind = "value_of_x"
topics = frozenset({"characteristics", "control"})
own_topics = frozenset({"x"})
cites = ("107.3",)
#: The question needs the facts about where X is used.
extra = True


def facts(query: Query, written: Written, number: int) -> str:
    """Return the fact that asks of one object and place."""
    return f"query_place({number},{object_number(query.object, written)},{query.where})."


def object_number(name: str | None, written: Written) -> int:
    """Return the number of an object by id; InputError if the position has none."""
    if name is None or name not in written.numbers:
        raise InputError(Fault("query.object", "no object has this id.", name, tuple(written.numbers)[:3]))
    return written.numbers[name]


def result(asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
    """Return ``x``; with several values (which makes the answer conditional) the smallest."""
    values = [atom[2].number for atom in asked.atoms.get("x_value", ())]
    return {"x": min(values) if values else None}


def concerns(asked: Asked, number: int) -> bool:
    """Return whether the object is the one asked about."""
    return number == asked.written.numbers[asked.query.object or ""]
