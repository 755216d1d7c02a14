"""Timestamps: what in a position is earlier than what (rule 613.7)."""

from __future__ import annotations

from .model import Position


def ranks(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rank the battlefield and the effects of ``position`` by timestamp.

    Objects without a timestamp come first, in list order; then everything with one, by it (equal
    timestamps share a rank); then the effects without one, in list order.

    Returns:
        The ranks of ``battlefield`` and of ``effects``, in their list order; 1 is earliest.
    """
    if not position.effects and all(item.timestamp is None for item in position.battlefield):
        return tuple(range(1, len(position.battlefield) + 1)), ()
    stamped = {item.timestamp for item in position.battlefield if item.timestamp is not None}
    stamped.update(item.timestamp for item in position.effects if item.timestamp is not None)
    plain = sum(item.timestamp is None for item in position.battlefield)
    rank = {stamp: plain + index for index, stamp in enumerate(sorted(stamped), start=1)}
    early = iter(range(1, plain + 1))
    late = iter(range(plain + len(stamped) + 1, plain + len(stamped) + len(position.effects) + 1))
    return (
        tuple(next(early) if o.timestamp is None else rank[o.timestamp] for o in position.battlefield),
        tuple(next(late) if e.timestamp is None else rank[e.timestamp] for e in position.effects),
    )
