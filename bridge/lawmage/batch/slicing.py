"""What of a position a question needs: what certainly has no bearing is left out, so that more questions are equal.

Which permanents and which numbers of players bear on a question is what the engine cuts boards to
(:mod:`lawmage.facts.relevance`); here the position itself is cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lawmage.engine.session import Session
from lawmage.errors import LawmageError
from lawmage.position.model import Player, Position
from lawmage.position.query import Query

Slice = Callable[[Position, Query], Position]
"""Returns the position without what certainly has no bearing on the query."""


class Slicer:
    """Leaves out what has no bearing, by what the cards' abilities are."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __call__(self, position: Position, query: Query) -> Position:
        """Return the position with what may bear on the query, or as it is where that is not known."""
        relevance = self._session.relevance(query.kind)
        if relevance is None or query.permanent is None:
            return position
        try:
            written = self._session.writer.write(position, 0)
        except LawmageError:
            # Asking will tell what is wrong.
            return position
        number = written.numbers.get(query.permanent)
        kept = None if number is None else relevance.kept(position, written, [number])
        if kept is None:
            return position
        battlefield = tuple(position.battlefield[number] for number in sorted(kept.permanents))
        players = position.players if kept.players else tuple(map(_unnumbered, position.players))
        return replace(position, battlefield=battlefield, players=players)


def _unnumbered(player: Player) -> Player:
    """Return a player with the cards and the commander that are there, and no other number told."""
    hand, library = (() if isinstance(zone, int) else zone for zone in (player.hand, player.library))
    return Player(
        id=player.id,
        hand=hand,
        library=library,
        graveyard=player.graveyard,
        exile=player.exile,
        command=player.command,
        commander=player.commander,
    )


def slicer() -> Slicer:
    """Return the slicer of this process, with the cards as its engine knows them."""
    from lawmage.engine.session import session

    return Slicer(session())
