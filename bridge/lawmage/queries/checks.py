"""State-based actions performed: the position after a check, and the checks until nothing happens (704.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lawmage.answer import Answer
from lawmage.position.model import Amounts, Object, Player, Position

#: Asks one question of a position, with a proof or without; :func:`lawmage.api.ask` is one.
Ask = Callable[[Position, Mapping[str, Any], bool], Answer]
QUERY = {"kind": "state_based_actions"}
#: No game position needs more checks than this in a row.
MOST_CHECKS = 100


@dataclass(frozen=True, slots=True)
class Check:
    """One check: the answer, and why no check follows although something happened (None otherwise).

    ``stopped`` is ``choice`` (a player must choose) or ``over`` (a player has lost).
    """

    answer: Answer
    stopped: str | None = None


def until_stable(position: Position, ask: Ask, explain: bool = False) -> list[Check]:
    """Return every check from ``position`` on, the last of which does nothing or needs more than the position tells.

    With ``explain``, the answer of each has its proof.
    """
    found: list[Check] = []
    while len(found) < MOST_CHECKS:
        answer = ask(position, QUERY, explain)
        actions = _actions(answer)
        stopped = _stopped(actions)
        found.append(Check(answer, stopped))
        if not actions or stopped is not None:
            break
        position = perform(position, actions, ask)
    return found


def _actions(answer: Answer) -> Sequence[Mapping[str, Any]]:
    return tuple((answer.result or {}).get("actions", ()))


def _stopped(actions: Sequence[Mapping[str, Any]]) -> str | None:
    if any(action["kind"] == "lose" for action in actions):
        return "over"
    if any(action["kind"] == "legend_choice" or action["rule"] == "704.5r" for action in actions):
        return "choice"
    return None


def perform(position: Position, actions: Sequence[Mapping[str, Any]], ask: Ask) -> Position:
    """Return the position after these actions at once; objects keep their ids where they go.

    Destruction is put to the query ``event``, so that regeneration and other replacement effects apply.
    """
    results: dict[str, Mapping[str, Any]] = {}
    gone: set[str] = set()
    loose: set[str] = set()
    paired: set[str] = set()
    for action in actions:
        subject = action["object"]
        if action["kind"] in ("graveyard", "destroy"):
            # 704.3: damage of 0 is none, but asks for the result of the check on this object.
            answer = ask(position, {"kind": "event", "event": "damage", "object": subject, "amount": 0}, False)
            results[subject] = answer.result or {"result": "graveyard"}
        elif action["kind"] == "token_cease":
            gone.add(subject)
        elif action["kind"] == "unattach":
            loose.add(subject)
        elif action["kind"] == "remove_counters":
            paired.add(subject)
    battlefield: list[Object] = []
    moved: list[tuple[Object, str]] = []
    for item in position.battlefield:
        result = results.get(item.id or "")
        if result is not None and result["result"] != "survives":
            moved.append((item, result["result"]))
            continue
        if result is not None:
            item = _survivor(item, result)
        if item.id in loose:
            item = replace(item, attached_to=None)
        if item.id in paired:
            item = replace(item, counters=_without_pairs(item.counters))
        battlefield.append(replace(item, deathtouch_damage=False))
    players = tuple(_received(player, moved, gone) for player in position.players)
    return replace(position, battlefield=tuple(battlefield), players=players)


def _survivor(item: Object, result: Mapping[str, Any]) -> Object:
    shields = max(0, item.regeneration_shields - 1)
    return replace(
        item,
        damage=result["damage"],
        tapped=result["tapped"],
        counters=Amounts(result["counters"]),
        regeneration_shields=shields,
    )


def _without_pairs(counters: Mapping[str, int]) -> Amounts:
    """122.3, 704.5q: +1/+1 and -1/-1 counters are removed in pairs."""
    pairs = min(counters.get("+1/+1", 0), counters.get("-1/-1", 0))
    left = {kind: count - (pairs if kind in ("+1/+1", "-1/-1") else 0) for kind, count in counters.items()}
    return Amounts({kind: count for kind, count in left.items() if count})


def _received(player: Player, moved: Sequence[tuple[Object, str]], gone: set[str]) -> Player:
    changes: dict[str, Any] = {}
    for zone in ("graveyard", "exile", "command", "hand", "library"):
        cards = getattr(player, zone)
        arriving = tuple(_elsewhere(item, zone) for item, place in moved if place == zone and (item.owner or item.controller) == player.id)
        if isinstance(cards, int):
            changes[zone] = cards + sum(card.token is None for card in arriving)
        else:
            changes[zone] = tuple(card for card in cards if card.id not in gone) + arriving
    return replace(player, **changes)


def _elsewhere(item: Object, zone: str) -> Object:
    """400.7: what changes zones is a new object; only what it is on its own goes along."""
    return Object(id=item.id, zone=zone, card=item.card, token=item.token, controller=item.owner, owner=item.owner)
