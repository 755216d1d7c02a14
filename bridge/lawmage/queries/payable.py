"""The query ``payable``: can a player pay a cost, and how (118, 601.2g, 601.2h)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from lawmage.answer import Answer, Unread
from lawmage.engine.asked import Asked
from lawmage.engine.payment import Goal
from lawmage.facts.abilities import keyword_name_of
from lawmage.facts.costs import mana_counts
from lawmage.facts.position import FactWriter, Written
from lawmage.position.model import Position
from lawmage.position.query import Query
from lawmage.queries.activation import HELPS, TOPICS, Board, asking
from lawmage.queries.activation import concerns as concerns
from lawmage.queries.legal import named_ability
from lawmage.queries.paying import payment_data

#: Whether the best payment is looked for, not just one.
_BEST: ContextVar[bool] = ContextVar("best", default=False)

kind = "payable"
topics = TOPICS | {"mana_replacement"}
own_topics: frozenset[str] = frozenset()
cites = ("601.2h",)
activating = True


def prepare(query: Query, position: Position, written: Written, number: int, writer: FactWriter) -> str:
    """Return the facts that ask of a player's paying, and for what."""
    facts = f"pays({number})." + asking(query.player or "", written, number)
    purpose = query.purpose
    if purpose is None:
        return facts
    if purpose.verb in ("cast", "suspend") and purpose.card is not None:
        bundle = writer.card(purpose.card)
        written.bundles.add(bundle)
        if purpose.verb == "cast":
            way = "alternative" if purpose.alternative else "printed"
            facts += f"purpose({number},spell({bundle})).purpose_way({number},{way})."
            # 601.2a: by the time its cost is paid, it is a spell on the stack.
            caster = written.players.index(query.player or "")
            facts += f"object({number},spell,{bundle}).elsewhere({number},spell,stack).timestamp({number},spell,0)."
            facts += f"given_controller({number},spell,{caster}).owner({number},spell,{caster})."
            if any(purpose.card in player.commander for player in position.players if player.id == query.player):
                facts += f"purpose_commander({number})."
            facts += "".join(f"purpose_keyword({number},{name})." for name in sorted(_keywords(writer, purpose.card) & HELPS.keys()))
    if purpose.verb == "activate" and purpose.object is not None:
        facts += f"query({number},legal,{written.numbers[purpose.object]})."
    return facts


@contextmanager
def best(wanted: bool = True) -> Iterator[None]:
    """Within this context, payments found are the best: fewest sacrifices, least life, least useful sources."""
    token = _BEST.set(wanted)
    try:
        yield
    finally:
        _BEST.reset(token)


def answer(asked: Asked, writer: FactWriter, notes: list[Unread]) -> Answer:
    """Return ``payable`` and one ``payment``."""
    query = asked.query
    board = Board(asked, writer, query.player or "")
    symbols, generic, free = mana_counts([s.lower() for s in re.findall(r"\{([^{}]+)\}", query.cost or "")])
    goal = Goal(symbols, generic + free * (query.x or 0))
    purpose = query.purpose
    has_x = free > 0
    exclude = None
    if purpose is not None and purpose.verb == "activate" and purpose.object is not None:
        number = asked.written.numbers[purpose.object]
        goal.object = number
        ability = named_ability(board, number, purpose.ability or "")
        if ability is not None:
            exclude = (number, ability)
            cost = board.cost(ability)
            has_x = has_x or cost.free > 0
            whole = board.goal((number, ability))
            goal.costs, goal.picks, goal.crew, goal.must_be_tapped = whole.costs, whole.picks, whole.crew, whole.must_be_tapped
            goal.costs.pop("life", None)
            goal.generic += board.generic_due.get((number, ability), cost.generic) - cost.generic
            if any((a[1].number, a[2].number) == (number, ability) for a in asked.atoms.get("dearer", ())):
                notes = [*notes, Unread(purpose.object, "costs", "whether the cost given has its increases and reductions")]
    elif purpose is not None and purpose.verb == "turn" and purpose.object is not None:
        pass
    if purpose is not None and purpose.verb == "cast":
        goal.helps = board.helps()
    if purpose is not None and purpose.card is not None:
        goal.spell = "spell" if purpose.verb == "cast" else None
        notes = [*notes, *_unread_on(writer, purpose.card)]
    steps, _ = board.steps()
    for step in steps:
        if step.limited and step.key is not None:
            text = writer.abilities.records[step.key[1]].activation
            has_symbol = any(f'pays_for_symbol({step.key[1]},"{symbol}")' in text for symbol in symbols)
            if (has_x and "pays_for_x(" in text) or has_symbol:
                step.open_to_goal = True
                step.limited = False
            elif purpose is not None and purpose.verb == "turn" and "pays_for_turning(" in text:
                step.limited = False
    payment, doubts = board.pay(goal, exclude=exclude, best=_BEST.get())
    notes = [*notes, *doubts]
    if payment is None and purpose is not None and purpose.verb == "cast" and purpose.card is not None:
        notes += _other_ways(writer, purpose.card)
    result: dict[str, Any] = {"payable": payment is not None}
    if payment is not None:
        result["payment"] = payment_data(board, payment)
    return Answer(query, result, "conditional" if notes else "certain", tuple(dict.fromkeys(notes)), cites)


#: 702: keywords of a spell by which something else than mana pays for it.
_OTHER_WAYS = frozenset({"assist", "emerge"})


def _keywords(writer: FactWriter, card: str) -> set[str]:
    """Return the names of the keywords of a card."""
    nodes = (writer.abilities.records[ability].node for ability in writer.bundles.get(writer.card(card)).abilities)
    return {name for node in nodes if node is not None and (name := keyword_name_of(node)) is not None}


def _other_ways(writer: FactWriter, card: str) -> list[Unread]:
    """Return a note for each keyword of the card that lets something else pay."""
    names = sorted(name for name in _keywords(writer, card) if name in _OTHER_WAYS or name.endswith("offering"))
    return [Unread(card, "costs", f"no facts for {name}") for name in names]


def _unread_on(writer: FactWriter, card: str) -> list[Unread]:
    """Text of the card itself may say how its cost is paid."""
    found = []
    for ability in writer.bundles.get(writer.card(card)).abilities:
        record = writer.abilities.records[ability]
        if record.node is None:
            found += [Unread(card, topic, gap.what) for gap in record.gaps for topic in sorted(gap.topics & {"costs", "prohibition"})]
    return found
