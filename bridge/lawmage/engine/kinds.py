"""The kinds of query that are answered, each by a module of ``lawmage.queries`` that is loaded when first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from lawmage.position.query import Query

#: Which module answers each kind. By name, for the modules stand above the engine and use it.
#: ``add_mana`` is the query ``replace`` about mana being added, which other programs answer than its other events.
MODULES = {
    "could_produce": "could_produce",
    "characteristics": "characteristics",
    "state_based_actions": "state_based_actions",
    "value_of_x": "value_of_x",
    "tap_for_mana": "tapped",
    "activate_for_mana": "tapped",
    "tapped_for_mana_triggers": "tapped",
    "event": "event",
    "legal": "legal",
    "abilities": "abilities",
    "payable": "payable",
    "replace": "replacing",
    "add_mana": "adding",
}


class Kinds(Mapping[str, Any]):
    """What answers each kind of query: see :class:`lawmage.engine.asked.QueryKind`."""

    def __getitem__(self, kind: str) -> Any:
        """Return what answers a kind; KeyError if nothing does."""
        return _answering(kind)

    def __contains__(self, kind: object) -> bool:
        """Tell whether a kind is answered, without loading what answers it."""
        return kind in MODULES

    def __iter__(self) -> Iterator[str]:
        """Iterate over the kinds answered."""
        return iter(MODULES)

    def __len__(self) -> int:
        """Return how many kinds are answered."""
        return len(MODULES)


def kind_of(query: Query) -> str:
    """Return the kind by which a query is answered."""
    if query.kind == "replace" and query.event is not None and query.event.kind == "add_mana":
        return "add_mana"
    return query.kind


@cache
def _answering(kind: str) -> Any:
    module = import_module(f"lawmage.queries.{MODULES[kind]}")
    return next(found for found in getattr(module, "KINDS", (module,)) if found.kind == kind)
