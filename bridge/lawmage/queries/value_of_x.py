"""The query ``value_of_x``: the value of X in one place of an object (107.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lawmage.engine.asked import Asked, object_number
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
    found = object_number(query.object, written, "object")
    return f"query_place({number},{found},{query.where})."


def result(asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
    """Return ``x``; with several values (which makes the answer conditional) the smallest."""
    values = [atom[2].number for atom in asked.atoms.get("x_value", ())]
    return {"x": min(values) if values else None}


def concerns(asked: Asked, number: int) -> bool:
    """Return whether the object is the one asked about."""
    return number == asked.written.numbers[asked.query.object or ""]
