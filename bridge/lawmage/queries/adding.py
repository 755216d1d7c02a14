"""The query ``replace`` about mana being added: what it becomes under every order of replacement effects (106.12, 616.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import clingo

from lawmage.answer import Unread
from lawmage.engine.asked import Asked, object_number
from lawmage.facts.position import FactWriter, Written
from lawmage.facts.words import MANA_ORDER
from lawmage.position.query import Query
from lawmage.queries.tapped import named, total_of


@dataclass(frozen=True, slots=True)
class Adding:
    """The event ``add_mana``: some mana would be added to a player's pool, from a source."""

    kind: str = "add_mana"
    cites: tuple[str, ...] = ("106.3", "614.6", "616.1")
    topics: frozenset[str] = frozenset({"mana_replacement", "characteristics", "control"})
    own_topics: frozenset[str] = frozenset()

    def facts(self, query: Query, written: Written, number: int) -> str:
        """Return the facts of the mana, its source and the player who gets it."""
        event = query.event
        assert event is not None and isinstance(event.source, str)
        source = object_number(event.source, written, "event.source")
        amounts = dict(event.mana)
        bag = ",".join(str(amounts.get(letter, 0)) for letter in MANA_ORDER)
        player = written.players.index(event.affected or "")
        return f"mana_given({number},{source},m({bag})).tapped_by({number},{source},{player})."

    def result(self, asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
        """Return ``outcomes`` and ``chooser``: the player who gets the mana (616.1)."""
        event = asked.query.event
        assert event is not None
        nothing = clingo.Function("m", [clingo.Number(0)] * len(MANA_ORDER))
        totals = {total_of(atom[1], nothing): None for atom in asked.atoms.get("added", ())}
        return {"outcomes": [{"mana": named(total)} for total in sorted(totals, reverse=True)], "chooser": event.affected}

    def notes(self, asked: Asked, writer: FactWriter) -> Iterable[Unread]:
        """Return what was seen and not worked out."""
        event = asked.query.event
        if asked.atoms.get("unsettled_mana") and event is not None:
            yield Unread(str(event.source), "mana_replacement", "whether it was tapped for the mana")

    def concerns(self, asked: Asked, number: int) -> bool:
        """Return whether an own ability bears on the event: none does."""
        return False


KINDS = (Adding(),)
