"""Answers: what lawmage says to a query, how sure it is, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from lawmage.position.query import Query
from lawmage.position.writer import query_to_data

RULES_DATE = "2026-04-17"
"""The date from which the rules text that this program follows is effective."""

Status = Literal["certain", "conditional"]

CONDITIONAL = "conditional: some text was not read"
"""What is told of an answer that is not certain; :meth:`Unread.told` says which text."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Text that might bear on an answer and was not read.

    ``object`` is the id (or the card) whose text it is, ``topic`` what it may bear on (mana, costs,
    replacement ...), ``stopped`` where the reading stopped: how many words were read.
    """

    object: str
    topic: str
    stopped: int | str

    def told(self) -> str:
        """Return the note as people read it, everywhere in the same words."""
        where = f"stopped at {self.stopped}" if isinstance(self.stopped, int) else self.stopped
        return f"unread: {self.object or 'the layers'}, {self.topic}: {where}"

    def to_data(self) -> dict[str, Any]:
        """Return the note as JSON-like data."""
        return {"object": self.object, "topic": self.topic, "stopped": self.stopped}


@runtime_checkable
class Proof(Protocol):
    """A derivation that can be written down."""

    def to_data(self) -> Any:
        """Return the derivation as JSON-like data."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to ``query``.

    ``result`` holds the keys of the contract for the kind of query, as JSON-like data; None means
    that no answer can be given (its status is then ``conditional``). ``certain`` says that every
    text in the position that could bear on the query was read; ``unread`` lists what was not.
    ``cites`` are the numbers of the rules applied; ``proof`` is there on request.
    """

    query: Query
    result: Mapping[str, Any] | None
    status: Status = "certain"
    unread: tuple[Unread, ...] = ()
    cites: tuple[str, ...] = ()
    proof: Proof | None = None
    rules_date: str = RULES_DATE

    @property
    def certain(self) -> bool:
        """Whether everything that could bear on the query was read, and a result is given."""
        return self.status == "certain" and self.result is not None

    def to_data(self) -> dict[str, Any]:
        """Return the answer as JSON-like data; ``proof`` only if there is one."""
        data: dict[str, Any] = {
            "query": query_to_data(self.query),
            "result": None if self.result is None else dict(self.result),
            "status": self.status,
            "unread": [note.to_data() for note in self.unread],
            "cites": list(self.cites),
        }
        if self.proof is not None:
            data["proof"] = self.proof.to_data()
        data["rules_date"] = self.rules_date
        return data


def unanswered(query: Query, *unread: Unread) -> Answer:
    """Return the answer that says that none can be given."""
    return Answer(query, None, "conditional", unread)
