"""Payments as data: which sources were used, for which ability, and the mana they gave."""

from __future__ import annotations

from typing import Any

from lawmage.engine.payment import Payment
from lawmage.queries.activation import HELPS, Board

_HELP = {number: name for name, number in HELPS.items()}


def payment_data(board: Board, payment: Payment) -> dict[str, Any]:
    """Return a payment as JSON-like data: activations in no order, the pool's part, life for symbols, objects chosen."""
    found: dict[str, Any] = {
        "sources": [
            {
                "object": board.label(paid.key[0]) if paid.key[0] >= 0 else f"{paid.times} cards of the graveyard",
                "ability": board.writer.ability_text(paid.key[1]) if paid.key[1] >= 0 else _HELP[paid.key[1]],
                "times": paid.times,
                "mana": paid.mana,
            }
            for paid in sorted(payment.activations, key=lambda p: p.key)
        ]
    }
    if payment.pool:
        found["pool"] = payment.pool
    if payment.life:
        found["life"] = payment.life
    if payment.picked:
        found["chosen"] = sorted(board.label(x) for _, x in payment.picked)
    return found
