"""What an event leaves behind: each outcome of replacement and prevention effects as a question of its own (614 to 616)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo

from lawmage.answer import Answer, Unread
from lawmage.engine.asked import Asked
from lawmage.facts.position import FactWriter, Written
from lawmage.position.model import Amounts, Object, Player, Position
from lawmage.position.query import Query
from lawmage.queries.replacing import MOST_STATES

#: More outcomes than this are not looked at.
MOST_OUTCOMES = 100
#: Counters that damage removes (120.3c, 120.3h, 122.1c).
_WORN = frozenset({"loyalty", "defense", "shield"})
#: What is noted of damage besides: some was prevented, it puts counters on creatures instead of being marked.
_BESIDES = frozenset({"prevented", "withered"})
#: What happens to objects as they are destroyed or change zones.
_MOVES = frozenset({"destroyed", "put", "saved", "healed", "regenerated", "used", "placed", "sacrificed", "mad"})
#: What the position afterwards, or the answer, can tell.
_TOLD = frozenset({"damaged", "counter", "gained", "lost", *_BESIDES, *_MOVES})


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened so many times.

    ``term`` is what the programs call it, ``what`` its name (damaged, counter ...), ``subject`` the id of the object or
    player, ``counter`` the kind of counter.
    """

    term: str
    count: int
    what: str
    subject: str = ""
    counter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath(Query):
    """The query ``event`` when part of it has happened, about the position as that left it.

    ``fall`` is what the check after damage does to the object (destroy, graveyard), still to be worked out; ``moved``
    says that its leaving is among what happened.
    """

    happened: tuple[Happening, ...] = ()
    fall: str | None = None
    moved: bool = False

    def facts(self, written: Written, number: int) -> str:
        """Return the facts of what happened; objects have the numbers that they had before."""
        assert self.event is not None
        found = [f"settled({number})."]
        found += [f"given_happening({number},{one.term},{one.count})." for one in self.happened]
        if self.fall is not None:
            found.append(f"given_fall({number},{written.numbers[self.event.affected or '']},{self.fall}).")
        if self.moved:
            found.append(f"moved({number}).")
        return "".join(found)


def too_much(asked: Asked) -> str | None:
    """Return why the orders of effects are too much to work out; None where they are not."""
    if asked.atoms.get("too_large"):
        return "the amounts grow beyond 100,000,000"
    if asked.atoms.get("too_many"):
        return "too many different effects compete for the event"
    states = max((atom[1].number for atom in asked.atoms.get("many_states", ())), default=0)
    if states > MOST_STATES:
        return f"more than {MOST_STATES} states of the event"
    if len(asked.atoms.get("outcome", ())) > MOST_OUTCOMES:
        return f"more than {MOST_OUTCOMES} outcomes of the event"
    return None


def outcomes(asked: Asked) -> list[tuple[Happening, ...]]:
    """Return what may happen, over all orders of effects."""
    besides = [Happening(atom[1].name, 1, atom[1].name) for atom in asked.atoms.get("besides", ())]
    tallies = sorted((atom[1] for atom in asked.atoms.get("outcome", ())), key=str)
    return list(dict.fromkeys((*_happenings(asked, _rows(tally)), *besides) for tally in tallies))


def _rows(tally: clingo.Symbol) -> Iterable[tuple[clingo.Symbol, int]]:
    while tally.name == "t":
        key, count, tally = tally.arguments
        if key.name != "spent":
            yield key, count.number


def _happenings(asked: Asked, rows: Iterable[tuple[clingo.Symbol, int]]) -> list[Happening]:
    found = []
    for key, count in rows:
        counter = key.arguments[1].string if key.name in ("counter", "placed") else ""
        subject = _subject(asked, key) if key.arguments else ""
        found.append(Happening(str(key), count, key.name, subject, counter))
    return found


def _subject(asked: Asked, key: clingo.Symbol) -> str:
    term = key.arguments[0]
    number = term if term.type is clingo.SymbolType.Number else term.arguments[0]
    if number.type is not clingo.SymbolType.Number:
        return ""
    if term.name == "o" if term.type is clingo.SymbolType.Function else key.name in _MOVES:
        return asked.written.ids[number.number] or ""
    return asked.written.players[number.number]


def is_plain(asked: Asked, found: Sequence[Sequence[Happening]]) -> bool:
    """Return whether the event comes to one thing only, which changes nothing that the answer looks at afterwards."""
    if "falls_minded" in asked.atoms and not _falling(asked):
        return False
    if len(found) > 1:
        return False
    return "would" in asked.atoms or _is_told(found)


def _is_told(found: Sequence[Sequence[Happening]]) -> bool:
    """Return whether all that happens is damage and what it wears off the object, which the programs tell without asking again."""
    return all(
        one.what in ("damaged", *_BESIDES) or (one.what == "counter" and one.counter in _WORN and one.count < 0)
        for happened in found
        for one in happened
    )


def _falling(asked: Asked) -> bool:
    """Return whether what the check does to the object is what was asked, or has been."""
    return isinstance(asked.query, Aftermath) and (asked.query.fall is not None or asked.query.moved)


def looked_at(asked: Asked, found: Sequence[tuple[Happening, ...]], writer: FactWriter, explain: bool) -> list[Answer]:
    """Return the answer for each outcome: what is left, and what triggers, in the position as it left that."""
    from lawmage.engine.session import Session

    event = asked.query.event
    before = asked.query.happened if isinstance(asked.query, Aftermath) else ()
    moved = "would" in asked.atoms
    pairs: list[tuple[Position, Query]] = []
    if len(found) > 1 or not _is_falling_only(asked, found):
        for happened in found:
            query = Aftermath(kind="event", event=event, happened=(*before, *happened), moved=moved)
            pairs.append((_after(asked.position, happened), query))
    else:
        # 704.3: the damage is known, and what the check does is put to the effects that may replace it.
        rows = ((atom[1], atom[2].number) for atom in asked.atoms.get("happens", ()))
        happened = tuple(_happenings(asked, rows))
        fall = asked.atoms["falls_minded"][0][1].name
        query = Aftermath(kind="event", event=event, happened=happened, fall=fall)
        pairs.append((asked.position if before else _after(asked.position, happened), query))
    answers: list[Answer] = []
    for answer in Session.sharing(writer).ask_many(pairs, explain):
        if not isinstance(answer, Answer):
            raise answer
        answers.append(answer)
    return answers


def _is_falling_only(asked: Asked, found: Sequence[Sequence[Happening]]) -> bool:
    return "falls_minded" in asked.atoms and _is_told(found)


def untold(asked: Asked, found: Sequence[Sequence[Happening]]) -> list[Unread]:
    """Return notes on what happens besides and no position tells: tokens created, cards drawn."""
    assert asked.query.event is not None
    others = sorted({one.what for happened in found for one in happened} - _TOLD)
    return [Unread(asked.query.event.affected or "", "triggers", f"what comes of it besides ({what}) is not followed") for what in others]


def _after(position: Position, happened: Sequence[Happening]) -> Position:
    """Return the position with counters and life as they are left; damage is not marked, and nothing has moved yet."""
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
