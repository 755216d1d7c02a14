"""What to call an object in words for people."""

from __future__ import annotations

from .model import Object, Position, StackObject, Token


def name_of(item: Object, position: Position) -> str:
    """Return the name of an object as printed or created: its card's, its token's, or of what it copies."""
    if item.card is not None:
        return item.card
    if isinstance(item.token, str):
        return item.token
    if isinstance(item.token, Token) and item.token.name is not None:
        return item.token.name
    if item.copy_of is not None:
        return name_of(position.object(item.copy_of), position) if position.has_object(item.copy_of) else item.copy_of
    if isinstance(item, StackObject) and item.source is not None and position.has_object(item.source):
        return name_of(position.object(item.source), position)
    return item.id or "?"
