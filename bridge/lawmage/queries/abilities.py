"""The query ``abilities``: every activated ability a player could name, with its verdict (602)."""

from __future__ import annotations

from typing import Any

from lawmage.answer import Answer, Unread
from lawmage.engine.asked import Asked
from lawmage.facts.position import FactWriter, Written
from lawmage.position.model import Position
from lawmage.position.query import Query
from lawmage.queries.activation import TOPICS, Board, asking, judge
from lawmage.queries.activation import concerns as concerns
from lawmage.queries.legal import verdict_data

kind = "abilities"
topics = TOPICS
own_topics: frozenset[str] = frozenset()
cites = ("602.2",)
activating = True


def prepare(query: Query, position: Position, written: Written, number: int, writer: FactWriter) -> str:
    """Return the facts that ask of every ability of one player."""
    del position, writer
    return f"ask_abilities({number})." + asking(query.player or "", written, number)


def answer(asked: Asked, writer: FactWriter, notes: list[Unread]) -> Answer:
    """Return ``abilities``: object, text, ``legal``, reasons and payment of each."""
    board = Board(asked, writer, asked.query.player or "")
    rows: list[dict[str, Any]] = []
    for key in board.considered:
        if asked.written.ids[key[0]] is None:
            continue
        verdict = judge(board, key)
        notes = [*notes, *verdict.notes]
        rows.append({"object": board.label(key[0]), "ability": writer.ability_text(key[1]), **verdict_data(board, verdict)})
    status = "conditional" if notes else "certain"
    return Answer(asked.query, {"abilities": rows}, status, tuple(dict.fromkeys(notes)), cites)  # type: ignore[arg-type]
