"""What every kind of query module gives the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import clingo

from lawmage.errors import Fault, InputError
from lawmage.facts.position import FactWriter, Written
from lawmage.position.model import Position
from lawmage.position.query import Query


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows from one choice: the choices so far, and the question asked with them made."""

    choices: tuple[clingo.Symbol, ...]
    asked: Asked


@dataclass(slots=True)
class Asked:
    """One question in a batch: its query, its position's facts, and the position's shown atoms by predicate.

    Questions about the same position share facts and atoms. ``branches`` are those of choices that the programs found
    must be made first (``may_choose/3``) and that leave nothing more to choose.
    """

    query: Query
    position: Position
    written: Written
    number: int
    atoms: dict[str, list[list[clingo.Symbol]]] = field(default_factory=dict)
    #: What the kind of query reads out of the atoms once for all questions about the position, by a name of its own.
    worked_out: dict[str, Any] = field(default_factory=dict)
    branches: list[Branch] = field(default_factory=list)

    @property
    def about(self) -> int:
        """The number of the permanent asked about."""
        return self.written.numbers[self.query.permanent or ""]


class QueryKind(Protocol):
    """One kind of query: which programs, which extra facts, which topics matter, and how to read the answer."""

    kind: str
    #: Topics of unread text that bear on the answer wherever the text is in force.
    topics: frozenset[str]
    #: Topics that bear on it only from the abilities of the objects asked about.
    own_topics: frozenset[str]
    cites: tuple[str, ...]
    #: Optional: what is shown besides where an ability has a gap of its own, for :meth:`concerns` to read.
    shown_for_gaps: tuple[str, ...]
    #: Optional (False): the atoms name what they answer, so that many questions may be asked of one position at once.
    shares_positions: bool
    #: Optional (False): boards are grounded without layers 1 to 6 where those cannot bear on the answer.
    sliced: bool

    def facts(self, query: Query, written: Written, number: int) -> str:
        """Return the facts that ask the question of position ``number``; not there if the kind is :meth:`relevant`."""

    def relevant(self, query: Query, written: Written) -> int:
        """Optional: return the number of the one object asked about, where boards are cut to what may bear on it."""

    def result(self, asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
        """Return the contract's result from the shown atoms."""

    def concerns(self, asked: Asked, number: int) -> bool:
        """Return whether an own ability of object ``number`` bears on the answer."""


def object_number(name: str | None, written: Written, what: str = "permanent") -> int:
    """Return the number of an object by id.

    Args:
        name: The id.
        written: The facts of the position.
        what: What the query calls it: the key of the query, and the word in the fault.

    Raises:
        InputError: the position has no object of this id.
    """
    if name is None or name not in written.numbers:
        raise InputError(Fault(f"query.{what}", f"no {what} has this id.", name, tuple(written.numbers)[:3]))
    return written.numbers[name]
