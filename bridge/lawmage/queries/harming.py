"""What damage leaves behind: each outcome of its replacement and prevention effects as a position of its own (614 to 616)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo

from lawmage.answer import Answer, Unread
from lawmage.engine.asked import Asked
from lawmage.errors import EngineError, Fault
from lawmage.facts.position import FactWriter, Written
from lawmage.facts.words import quoted
from lawmage.position.model import Amounts, Object, Player, Position
from lawmage.position.query import Query
from lawmage.queries.replacing import MOST_STATES

#: More outcomes than this are not looked at.
MOST_OUTCOMES = 100
#: Counters that damage removes; what is left of them the programs see in the position itself (120.3c, 120.3h, 122.1c).
_WORN = frozenset({"loyalty", "defense", "shield"})
#: What is noted of damage besides: some was prevented, it puts counters on creatures instead of being marked.
BESIDES = frozenset({"prevented", "withered"})
#: What the position after the damage can tell.
_TOLD = frozenset({"damaged", "counter", "gained", "lost", *BESIDES})


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened so many times: ``what`` (damaged, counter ...) to an object or player, of which counter."""

    what: str
    subject: str
    counter: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath(Query):
    """The query ``event`` about a position as the damage left it: state-based actions and triggers are still to come."""

    happened: tuple[Happening, ...] = ()

    def facts(self, written: Written, number: int) -> str:
        """Return the facts of what happened."""
        found = f"settled({number})."
        for one in self.happened:
            subject = f"y({written.players.index(one.subject)})" if one.subject in written.players else ""
            subject = subject or f"o({written.numbers.get(one.subject, -1)})"
            term = {
                "damaged": f"damaged({subject})",
                "counter": f"counter({subject},{quoted(one.counter)})",
            }.get(one.what, one.what if one.what in BESIDES else f"{one.what}({subject[2:-1]})")
            found += f"given_happening({number},{term},{one.count})."
        return found


def outcomes(asked: Asked) -> list[tuple[Happening, ...]]:
    """Return what may happen, over all orders of effects; EngineError where that is too much to work out."""
    if asked.atoms.get("too_large"):
        raise EngineError(Fault("engine", "the amounts grow beyond 100,000,000; they are not worked out."))
    if asked.atoms.get("too_many"):
        raise EngineError(Fault("engine", "more than 10 different effects compete for the damage; their orders are not worked out."))
    states = max((atom[1].number for atom in asked.atoms.get("many_states", ())), default=0)
    if states > MOST_STATES:
        raise EngineError(Fault("engine", f"more than {MOST_STATES} states of the damage; they are not worked out."))
    found = dict.fromkeys(_happenings(asked, atom[1]) for atom in sorted(asked.atoms.get("outcome", ()), key=str))
    if len(found) > MOST_OUTCOMES:
        raise EngineError(Fault("engine", f"more than {MOST_OUTCOMES} outcomes of the damage; they are not looked at."))
    return list(found)


def _happenings(asked: Asked, tally: clingo.Symbol) -> tuple[Happening, ...]:
    found = []
    while tally.name == "t":
        key, count, tally = tally.arguments
        if key.name == "spent":
            continue
        counter = key.arguments[1].string if key.name == "counter" else ""
        found.append(Happening(key.name, _subject(asked, key.arguments[0]), counter, count.number))
    found += [Happening(atom[1].name, "", "", 1) for atom in asked.atoms.get("besides", ())]
    return tuple(found)


def _subject(asked: Asked, term: clingo.Symbol) -> str:
    if term.type is clingo.SymbolType.Number:
        return asked.written.players[term.number]
    number = term.arguments[0]
    if term.name == "y":
        return asked.written.players[number.number] if number.type is clingo.SymbolType.Number else ""
    return asked.written.ids[number.number] or ""


def is_plain(found: Sequence[Sequence[Happening]]) -> bool:
    """Return whether damage comes to one thing only, which changes nothing but what it marks or wears off."""
    return len(found) < 2 and all(
        one.what in ("damaged", *BESIDES) or (one.what == "counter" and one.counter in _WORN and one.count < 0)
        for happened in found
        for one in happened
    )


def looked_at(asked: Asked, found: Sequence[tuple[Happening, ...]], writer: FactWriter, explain: bool) -> list[Answer]:
    """Return the answer for each outcome: what is left, and what triggers, in the position as the damage left it."""
    from lawmage.engine.session import Session

    event = asked.query.event
    pairs: list[tuple[Position, Query]] = [
        (_after(asked.position, happened), Aftermath(kind="event", event=event, happened=happened)) for happened in found
    ]
    answers: list[Answer] = []
    for answer in Session.sharing(writer).ask_many(pairs, explain):
        if not isinstance(answer, Answer):
            raise answer
        answers.append(answer)
    return answers


def untold(asked: Asked, found: Sequence[Sequence[Happening]]) -> list[Unread]:
    """Return notes on what happens besides and no position tells: tokens created, cards drawn."""
    assert asked.query.event is not None
    others = {one.what for happened in found for one in happened} - _TOLD
    return [Unread(asked.query.event.affected or "", "triggers", f"what comes of it besides ({what}) is not followed") for what in others]


def _after(position: Position, happened: Sequence[Happening]) -> Position:
    """Return the position with counters and life as the damage left them; the damage itself is not marked."""
    counters: dict[str, dict[str, int]] = {}
    life: dict[str, int] = {}
    for one in happened:
        if one.what == "counter":
            kinds = counters.setdefault(one.subject, {})
            kinds[one.counter] = kinds.get(one.counter, 0) + one.count
        elif one.what in ("gained", "lost"):
            life[one.subject] = life.get(one.subject, 0) + (one.count if one.what == "gained" else -one.count)
    players = tuple(_player(player, counters.get(player.id, {}), life.get(player.id, 0)) for player in position.players)
    battlefield = tuple(_object(item, counters.get(item.id or "", {})) for item in position.battlefield)
    return replace(position, players=players, battlefield=battlefield)


def _player(player: Player, counters: Mapping[str, int], life: int) -> Player:
    changes: dict[str, Any] = {"counters": _changed(player.counters, counters)} if counters else {}
    if life:
        changes["life"] = player.life + life
        changes["life_gained" if life > 0 else "life_lost"] = (player.life_gained if life > 0 else player.life_lost) + abs(life)
    return replace(player, **changes) if changes else player


def _object(item: Object, counters: Mapping[str, int]) -> Object:
    return replace(item, counters=_changed(item.counters, counters)) if counters else item


def _changed(counters: Mapping[str, int], changes: Mapping[str, int]) -> Amounts:
    found = {kind: counters.get(kind, 0) + changes.get(kind, 0) for kind in (*counters, *changes)}
    return Amounts({kind: count for kind, count in found.items() if count > 0})
