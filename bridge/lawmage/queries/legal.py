"""The query ``legal``: may this ability be activated, and if not, why (602)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lawmage.answer import Answer, Unread
from lawmage.cards.selectors import selected
from lawmage.engine.asked import Asked, object_number
from lawmage.errors import Fault, InputError
from lawmage.facts.position import FactWriter, Written
from lawmage.position.model import Position
from lawmage.position.naming import name_of
from lawmage.position.query import Query
from lawmage.queries.activation import TOPICS, Board, Verdict, asking, judge
from lawmage.queries.activation import concerns as concerns
from lawmage.queries.paying import payment_data
from lawmage.queries.reasons import sentence

kind = "legal"
topics = TOPICS
own_topics: frozenset[str] = frozenset()
cites = ("602.2",)
activating = True


def prepare(query: Query, position: Position, written: Written, number: int, writer: FactWriter) -> str:
    """Return the facts that ask of one permanent's abilities and one player."""
    del position, writer
    found = object_number(query.permanent, written)
    return f"query({number},legal,{found})." + asking(query.player or "", written, number)


def answer(asked: Asked, writer: FactWriter, notes: list[Unread]) -> Answer:
    """Return the answer: ``legal``, each ``reason`` with its rule, and a payment where one was looked for."""
    query = asked.query
    board = Board(asked, writer, query.player or "")
    number = asked.written.numbers[query.permanent or ""]
    ability = named_ability(board, number, query.ability or "")
    if ability is None:
        label = board.label(number)
        return Answer(query, None, "conditional", (*notes, Unread(label, "activated", "the ability was not read")), cites)
    verdict = judge(board, (number, ability))
    notes = [*notes, *verdict.notes]
    rules = dict.fromkeys(reason.rule for reason in verdict.reasons)
    return Answer(
        query, verdict_data(board, verdict), "conditional" if notes else "certain", tuple(dict.fromkeys(notes)), tuple(rules) or cites
    )


def verdict_data(board: Board, verdict: Verdict) -> Mapping[str, Any]:
    """Return a verdict as JSON-like data."""
    position = board.asked.position
    item = position.object(board.label(verdict.key[0]))
    name = name_of(item, position)
    found: dict[str, Any] = {
        "legal": not verdict.reasons,
        "reasons": [
            {
                "code": reason.code,
                "rule": reason.rule,
                "arguments": reason.named(board.label),
                "text": sentence(reason, name, board.player, board.label),
            }
            for reason in verdict.reasons
        ],
    }
    if verdict.payment is not None:
        found["payment"] = payment_data(board, verdict.payment)
    return found


def named_ability(board: Board, number: int, selector: str) -> int | None:
    """Return the ability that a selector names; None if it may be one that was not read.

    InputError if it names none, or several that differ; the error lists the abilities.
    """
    writer, position = board.writer, board.asked.position
    item = position.object(board.label(number))
    names = writer.own_names(item, position)
    now = sorted(a for o, a in board.possessed if o == number)
    activable = [a for o, a in board.considered if o == number]
    if selector.strip().startswith("#"):
        texts = [writer.ability_text(a) for a in now]
        found = [now[index] for index in selected(selector, texts)]
        if found and found[0] not in activable:
            raise InputError(Fault("query.ability", "this is no activated ability.", selector, tuple(texts)))
    else:
        found = writer.select(selector, [a for a in activable if a in now], names)
        found = found or writer.select(selector, activable, names)
    texts = [writer.ability_text(a) for a in activable]
    if not found:
        unread = any(
            atom[1].number == number and "activated" in {t for gap in writer.abilities.records[atom[2].number].gaps for t in gap.topics}
            for atom in board.asked.atoms.get("in_force", ())
        )
        if unread:
            return None
        raise InputError(Fault("query.ability", "no activated ability of the object has this text.", selector, tuple(texts)))
    if len({writer.ability_text(a) for a in found}) > 1:
        several = tuple(writer.ability_text(a) for a in found)
        raise InputError(Fault("query.ability", f"{len(found)} abilities of the object have this text.", selector, several))
    return found[0]
