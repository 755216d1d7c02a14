"""What every kind of query module gives the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import clingo

from lawmage.facts.position import FactWriter, Written
from lawmage.position.model import Position
from lawmage.position.query import Query


@dataclass(slots=True)
class Asked:
    """One question in a batch: its query, its position's facts, and its shown atoms by predicate."""

    query: Query
    position: Position
    written: Written
    number: int
    atoms: dict[str, list[list[clingo.Symbol]]] = field(default_factory=dict)


class QueryKind(Protocol):
    """One kind of query: which programs, which extra facts, which topics matter, and how to read the answer."""

    kind: str
    #: Topics of unread text that bear on the answer wherever the text is in force.
    topics: frozenset[str]
    #: Topics that bear on it only from the abilities of the objects asked about.
    own_topics: frozenset[str]
    cites: tuple[str, ...]

    def facts(self, query: Query, written: Written) -> str:
        """Return the facts that ask the question."""

    def result(self, asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
        """Return the contract's result from the shown atoms."""

    def concerns(self, asked: Asked, number: int) -> bool:
        """Return whether an own ability of object ``number`` bears on the answer."""
