"""The Python entry points: ask one question, or many at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lawmage.answer import Answer
from lawmage.engine.session import session
from lawmage.errors import LawmageError
from lawmage.position.model import Position
from lawmage.position.names import CatalogueNames
from lawmage.position.query import Query, read_query
from lawmage.position.reader import read_position


def ask(position: Position | Mapping[str, Any], query: Query | Mapping[str, Any], explain: bool = False) -> Answer:
    """Answer one query about one position.

    ``position`` and ``query`` are in format 1, as data or as the model. Raises
    :class:`lawmage.errors.LawmageError` for input that cannot be accepted.
    """
    (answer,) = ask_many([(position, query)], explain=explain)
    if isinstance(answer, LawmageError):
        raise answer
    return answer


def ask_many(
    pairs: Sequence[tuple[Position | Mapping[str, Any], Query | Mapping[str, Any]]], explain: bool = False
) -> list[Answer | LawmageError]:
    """Answer many (position, query) pairs, in order, grounded together.

    A pair whose position or query cannot be accepted has its error in its place; the others are answered.
    """
    asking = session()
    names = CatalogueNames(asking.writer.catalogue)
    read: dict[int, Position] = {}  # A position given several times is read once.
    ready: list[tuple[Position, Query]] = []
    places: list[int] = []
    answers: list[Answer | LawmageError | None] = [None] * len(pairs)
    for index, (position, query) in enumerate(pairs):
        try:
            board = position if isinstance(position, Position) else read.get(id(position)) or read_position(position, names)
            read[id(position)] = board
            question = query if isinstance(query, Query) else read_query(query, board, names)
        except LawmageError as error:
            answers[index] = error
            continue
        ready.append((board, question))
        places.append(index)
    for place, answer in zip(places, asking.ask_many(ready, explain), strict=True):
        answers[place] = answer
    return [answer for answer in answers if answer is not None]
