"""The queries ``tap_for_mana``, ``activate_for_mana`` and ``tapped_for_mana_triggers`` (106.12, 605)."""

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
from lawmage.queries.selecting import choose

#: Asked as "in" by other questions: the mana of a source apart from what triggered abilities add.
PARTS = "parts"


@dataclass(frozen=True, slots=True)
class Tapping:
    """One of the questions about an activation: what it gives, or what triggers on it."""

    kind: str
    cites: tuple[str, ...]
    topics: frozenset[str] = frozenset({"mana_replacement", "characteristics", "control", "tapped_for_mana"})
    own_topics: frozenset[str] = frozenset({"mana", "mana_amount"})

    def facts(self, query: Query, written: Written, number: int) -> str:
        """Return the facts that ask the question."""
        found = f"query({number},tap_for_mana,{object_number(query.permanent, written)})."
        for name, player in (("tapped_by", query.player), ("received_by", query.recipient)):
            if player is not None:
                index = written.players.index(player)
                what = f"{object_number(query.permanent, written)},{index}" if name == "tapped_by" else str(index)
                found += f"{name}({number},{what})."
        return found

    def result(self, asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
        """Return ``outcomes`` or ``triggers``."""
        wanted = self._abilities(asked, writer)
        if self.kind == "tapped_for_mana_triggers":
            ways = {atom[1].number: atom[2].name for atom in asked.atoms.get("tap_way", ())}
            sources = {
                atom[2].number
                for atom in asked.atoms.get("tap_trigger", ())
                if atom[1].number in wanted and ways.get(atom[1].number) == "tap" and atom[2].type is clingo.SymbolType.Number
            }
            ids = [asked.written.ids[source] for source in sorted(sources)]
            return {"triggers": [found for found in ids if found is not None]}
        if asked.query.where == PARTS:
            return {"parts": list(self._parts(asked, wanted))}
        totals = {total_of(atom[2], atom[3]): None for atom in asked.atoms.get("tap_outcome", ()) if atom[1].number in wanted}
        return {"outcomes": [named(total) for total in sorted(totals, reverse=True)]}

    def _parts(self, asked: Asked, wanted: set[int]) -> Iterable[tuple[dict[str, int], dict[str, int], frozenset[str | None]]]:
        """Yield the source's own mana, what triggered abilities add, and whose these are (ids, None for none of an object)."""
        adders: dict[int, set[str | None]] = {}
        for atom in asked.atoms.get("tap_adder", ()):
            source = atom[2]
            name = asked.written.ids[source.number] if source.type is clingo.SymbolType.Number else None
            adders.setdefault(atom[1].number, set()).add(name)
        nothing = clingo.Function("nothing")
        seen = set()
        for atom in sorted(asked.atoms.get("tap_outcome", ()), key=str):
            if atom[1].number not in wanted:
                continue
            added = tuple(part.number for part in atom[3].arguments)
            plain = clingo.Function("m", [clingo.Number(0)] * len(MANA_ORDER))
            own = tuple(0 for _ in MANA_ORDER) if atom[2] == nothing else total_of(atom[2], plain)
            if (own, added) not in seen:
                seen.add((own, added))
                yield named(own), named(added), frozenset(adders.get(atom[1].number, ())) if any(added) else frozenset()

    def _abilities(self, asked: Asked, writer: FactWriter) -> set[int]:
        """Return the numbers of the abilities meant, their modes included."""
        there = {atom[1].number for atom in asked.atoms.get("tap_ability", ())}
        records = writer.abilities.records
        modes = {mode for ability in there for mode in records[ability].modes}
        if asked.query.ability is None:
            return {atom[1].number for atom in asked.atoms.get("tap_way", ()) if atom[2].name == "tap"}
        item = asked.position.object(asked.query.permanent or "")
        printed = writer.printed(item)
        found = choose(asked.query.ability, sorted(there - modes), printed, writer.names(item), writer)
        return {number for ability in found for number in (ability, *records[ability].modes)}

    def notes(self, asked: Asked, writer: FactWriter) -> Iterable[Unread]:
        """Return what was seen and not worked out."""
        wanted = self._abilities(asked, writer)
        label = asked.query.permanent or ""
        if any(atom[1].number in wanted for atom in asked.atoms.get("tap_uncounted", ())):
            yield Unread(label, "mana", "the amount is not worked out")
        if asked.atoms.get("unsettled_mana"):
            yield Unread(label, "tapped_for_mana", "what triggers add is not worked out")

    def concerns(self, asked: Asked, number: int) -> bool:
        """Return whether the object is the one asked about."""
        return number == asked.written.numbers[asked.query.permanent or ""]


def total_of(worth: clingo.Symbol, extra: clingo.Symbol) -> tuple[int, ...]:
    """106.12: a bag, doubled and tripled so often, and what triggers add; numbers without bound."""
    more = [part.number for part in extra.arguments]
    if worth.name == "nothing":
        return tuple(more)
    bag, doubled, tripled = worth.arguments
    times: int = 2**doubled.number * 3**tripled.number
    return tuple(part.number * times + plus for part, plus in zip(bag.arguments, more, strict=True))


def named(total: tuple[int, ...]) -> dict[str, int]:
    return {letter: count for letter, count in zip(MANA_ORDER, total, strict=True) if count}


KINDS = (
    Tapping("tap_for_mana", ("106.12", "605.3", "616.1")),
    Tapping("activate_for_mana", ("106.3", "605.3", "616.1")),
    Tapping("tapped_for_mana_triggers", ("106.12", "106.12a", "605.1b")),
)
