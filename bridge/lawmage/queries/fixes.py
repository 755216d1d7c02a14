"""What would make an ability legal: the smallest sets of changes to the position, each tried before it is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from lawmage.answer import Answer
from lawmage.errors import LawmageError
from lawmage.position.model import Amounts, Object, Player, Position
from lawmage.position.query import Query

Ask = Callable[[Sequence[tuple[Position, Query]]], Sequence[Answer | LawmageError]]
#: At most this many changes together, and this many positions tried.
MOST_TOGETHER, MOST_TRIED = 4, 250


@dataclass(frozen=True, slots=True)
class Change:
    """One change: what it says, and the position it makes of another."""

    text: str
    make: Callable[[Position], Position]


def fixes(position: Position, query: Query, answer: Answer, ask_many: Ask) -> list[list[str]]:
    """Return the smallest sets of changes after which the answer would be legal, as texts; none if none is known.

    ``answer`` is that to ``query`` (of kind ``legal``) now; ``ask_many`` answers pairs of a position and a query.
    """
    changes = list({change.text: change for change in _changes(position, query, answer.result or {})}.values())
    for size in range(1, min(MOST_TOGETHER, len(changes)) + 1):
        sets = list(combinations(changes, size))[:MOST_TRIED]
        pairs = []
        for chosen in sets:
            changed = position
            for change in chosen:
                changed = change.make(changed)
            pairs.append((changed, query))
        answers = ask_many(pairs)
        found = [
            [change.text for change in chosen]
            for chosen, one in zip(sets, answers, strict=True)
            if isinstance(one, Answer) and one.result is not None and one.result["legal"]
        ]
        if found:
            return _least(found)
    return []


def _least(found: list[list[str]]) -> list[list[str]]:
    """Leave out sets that ask for more mana than another that is else the same."""
    kept: dict[tuple[str, ...], list[str]] = {}
    for one in found:
        kept.setdefault(tuple(re.sub(r"\d+ more mana", "more mana", text) for text in one), one)
    return list(kept.values())


def _changes(position: Position, query: Query, result: Mapping[str, Any]) -> Iterator[Change]:
    permanent, player = query.permanent or "", query.player or ""
    for reason in result.get("reasons", ()):
        code, arguments = reason["code"], reason.get("arguments", [])
        if code == "tapped":
            yield Change(f"untap {permanent}", lambda p: _object(p, permanent, tapped=False))
        elif code == "untapped":
            yield Change(f"tap {permanent}", lambda p: _object(p, permanent, tapped=True))
        elif code == "sick":
            text = f"{permanent} has haste, or {player} has controlled it since the turn began"
            yield Change(text, lambda p: _object(p, permanent, summoning_sick=False))
        elif code in ("used", "loyalty_used", "used_ever"):
            yield Change(f"no activation of {permanent} before in this turn", lambda p: _object(p, permanent, activated=Amounts()))
        elif code in ("priority", "no_priority"):
            yield Change(f"{player} has priority", lambda p: replace(p, priority=player))
            if code == "no_priority":
                yield Change("the phase is the first main phase", lambda p: replace(p, phase="main1"))
        elif code in ("sorcery_timing", "loyalty_timing"):
            yield Change(f"{player}'s main phase with an empty stack", lambda p: _main_phase(p, player))
        elif code == "split_second":
            yield Change("an empty stack", lambda p: replace(p, stack=()))
        elif code == "your_turn":
            yield Change(f"it is {player}'s turn", lambda p: replace(p, active=player, priority=player))
        elif code == "opponents_turn":
            other = next((found.id for found in position.players if found.id != player), player)
            yield Change(f"it is {other}'s turn", lambda p, other=other: replace(p, active=other))  # type: ignore[misc]
        elif code in ("during", "before") and arguments:
            phase = {"main": "main1", "combat": "declare_blockers"}.get(arguments[0], arguments[0])
            phase = "upkeep" if code == "before" else phase
            yield Change(f"the phase is {phase}", lambda p, phase=phase: replace(p, phase=phase))  # type: ignore[misc]
        elif code in ("forbidden", "barred", "barred_life") and arguments and arguments[-1] in {i.id for i in position.battlefield}:
            yield Change(f"{arguments[-1]} is not there", lambda p, gone=arguments[-1]: _without(p, gone))  # type: ignore[misc]
        elif code == "mana":
            yield from _mana(player)
        elif code == "life" and arguments:
            yield Change(f"{player} has {arguments[0]} life", lambda p, n=arguments[0]: _player(p, player, life=n))  # type: ignore[misc]
        elif code == "energy" and arguments:
            yield Change(
                f"{player} has {arguments[0]} energy counters",
                lambda p, n=arguments[0]: _counted(p, player, "energy", n),  # type: ignore[misc]
            )
        elif code in ("too_few_counters", "loyalty") and arguments:
            kind, amount = (arguments[0], arguments[1]) if code == "too_few_counters" else ("loyalty", arguments[0])
            yield Change(
                f"{permanent} has {amount} {kind} counters",
                lambda p, k=kind, n=amount: _object(p, permanent, counters=_with(_find(p, permanent).counters, k, n)),  # type: ignore[misc]
            )


def _mana(player: str) -> Iterator[Change]:
    for letter in "WUBRGC":
        yield Change(f"{player} has one more {{{letter}}}", lambda p, x=letter: _more_mana(p, player, x, 1))  # type: ignore[misc]
    for amount in (2, 3, 4, 5):
        text = f"{player} has {amount} more mana of each type"
        yield Change(text, lambda p, n=amount: _more_mana(p, player, "WUBRGC", n))  # type: ignore[misc]


def _find(position: Position, id: str) -> Object:
    return next(item for item in position.battlefield if item.id == id)


def _object(position: Position, id: str, **changes: Any) -> Position:
    items = tuple(replace(item, **changes) if item.id == id else item for item in position.battlefield)
    return replace(position, battlefield=items)


def _player(position: Position, id: str, **changes: Any) -> Position:
    players = tuple(replace(found, **changes) if found.id == id else found for found in position.players)
    return replace(position, players=players)


def _the_player(position: Position, id: str) -> Player:
    return next(found for found in position.players if found.id == id)


def _with(amounts: Amounts, kind: str, amount: int) -> Amounts:
    return Amounts({**amounts, kind: amount})


def _counted(position: Position, player: str, kind: str, amount: int) -> Position:
    return _player(position, player, counters=_with(_the_player(position, player).counters, kind, amount))


def _more_mana(position: Position, player: str, letters: str, amount: int) -> Position:
    pool = dict(_the_player(position, player).mana_pool)
    for letter in letters:
        pool[letter] = pool.get(letter, 0) + amount
    return _player(position, player, mana_pool=Amounts(pool))


def _main_phase(position: Position, player: str) -> Position:
    return replace(position, active=player, priority=player, phase="main1", stack=())


def _without(position: Position, id: str) -> Position:
    items = tuple(replace(item, attached_to=None) if item.attached_to == id else item for item in position.battlefield if item.id != id)
    return replace(position, battlefield=items)
