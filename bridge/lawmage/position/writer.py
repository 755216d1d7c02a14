"""Writes positions, queries and cases back as JSON-like data; what equals its default is left
out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from .cases import Case
from .kinds import Record
from .model import Choices, Effect, Object, Player, Position, StackObject, Token
from .query import EVENTS, QUERIES, Event, Purpose, Query, Source
from .tables import CARD_OBJECT, CHOICES, EFFECT, PERMANENT, PLAYER_RECORD, STACK_OBJECT, TOKEN

_DEFAULTS: dict[type, dict[str, Any]] = {
    model: {entry.name: None if entry.default is MISSING else entry.default for entry in fields(model)}
    for model in (Token, Choices, Object, StackObject, Effect, Player, Event, Query)
}


def to_data(position: Position) -> dict[str, Any]:
    """Return ``position`` in the JSON shape of format 1; reading it gives an equal position."""
    data: dict[str, Any] = {
        "format": 1,
        "players": {player.id: _record(player, PLAYER_RECORD, owner=player.id) for player in position.players},
        "active": position.active,
    }
    if position.priority != position.active:
        data["priority"] = position.priority
    data["phase"] = position.phase
    if position.battlefield:
        data["battlefield"] = [_record(item, PERMANENT) for item in position.battlefield]
    if position.stack:
        data["stack"] = [_record(item, STACK_OBJECT) for item in position.stack]
    if position.effects:
        data["effects"] = [_record(item, EFFECT) for item in position.effects]
    return data


def query_to_data(query: Query) -> dict[str, Any]:
    """Return ``query`` in the JSON shape of the contract."""
    if query.kind == "event" and query.event is not None:
        event = query.event
        asked: dict[str, Any] = {"kind": "event", "event": event.kind, "object": event.affected}
        return asked if event.amount is None else {**asked, "amount": event.amount}
    data = _record(query, QUERIES[query.kind])
    if query.event is not None:
        data["event"] = _record(query.event, EVENTS[query.event.kind])
    return data


def case_to_data(case: Case) -> dict[str, Any]:
    """Return ``case`` as a line of a batch holds it."""
    data: dict[str, Any] = {
        "id": case.id,
        "position": to_data(case.position),
        "query": query_to_data(case.query),
    }
    if case.expect is not None:
        data["expect"] = case.expect
    if case.cites:
        data["cites"] = list(case.cites)
    if case.source is not None:
        data["source"] = case.source
    if case.why is not None:
        data["why"] = case.why
    return data


def _record(item: Any, record: Record, owner: str | None = None) -> dict[str, Any]:
    """Return the keys of ``record`` that differ from their defaults; ``owner`` is whose zone it is
    in."""
    defaults = _DEFAULTS[type(item)]
    data: dict[str, Any] = {}
    for key, entry in record.fields.items():
        attr = entry.attr or key
        value = getattr(item, attr)
        if value == defaults[attr] and type(value) is type(defaults[attr]) and not entry.required:
            continue
        if attr == "owner" and value == (item.controller if owner is None else owner):
            continue
        if attr == "controller" and owner is not None and value == owner:
            continue
        data[key] = _plain(value, owner if isinstance(item, Player) else None)
    return data


def _plain(value: Any, owner: str | None = None) -> Any:
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return [_plain(entry, owner) for entry in value]
    if isinstance(value, Object):
        return _card(value, owner or value.owner)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Token):
        return _record(value, TOKEN)
    if isinstance(value, Choices):
        return _record(value, CHOICES)
    if isinstance(value, Source):
        return {"card": value.card, "controller": value.controller}
    if isinstance(value, Purpose):
        return purpose_to_text(value)
    return value


def _card(item: Object, owner: str) -> Any:
    """Return a card of a zone: its name alone, if there is nothing else to say."""
    data = _record(item, CARD_OBJECT, owner)
    return data["card"] if data.keys() == {"card"} else data


def purpose_to_text(purpose: Purpose) -> str:
    """Return what mana is spent on in the words of the query ``payable``."""
    if purpose.verb == "activate":
        return f"activate @{purpose.object}: {purpose.ability}"
    if purpose.verb == "turn":
        return f"turn @{purpose.object} face up"
    tail = " for its alternative cost" if purpose.alternative else ""
    return f"{purpose.verb} {purpose.card}{tail}"
