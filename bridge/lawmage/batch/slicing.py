"""What of a position a question needs: where it is certain that nothing else bears on the answer, the rest is left out.

So far one rule, for ``could_produce`` (106.7): which mana a permanent could produce is a matter of its own mana abilities
unless some continuous or replacement effect is there, some text was not read, or some ability looks at other objects.
If no card of the position brings any of that, every other permanent could be anything. In all other cases nothing is
left out: a question too many costs time, a permanent too few costs the truth.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lawmage.errors import LawmageError
from lawmage.facts.position import FactWriter
from lawmage.position.model import Object, Position
from lawmage.position.query import Query

_FACT = re.compile(r"(?:^|[.\s])([a-z]\w*)\(")
_SOURCE = re.compile(r"type_source\(\d+,\d+,([^.]*)\)\.")
#: The facts of an ability that is about its own object only; any other fact makes a board be taken whole.
_ALONE = frozenset({"activated", "triggered", "keyword", "mana_ability", "tap_ability", "adds", "option", "type_source"})
#: Where the types of mana may come from without a look at the board.
_OWN = frozenset({"any_color", "chosen_color", "commander_identity"})

Slice = Callable[[Position, Query], Position]
"""Returns the position without what certainly has no bearing on the query."""


class Slicer:
    """Leaves out what has no bearing, by what the cards' abilities are."""

    def __init__(self, writer: FactWriter) -> None:
        self._writer = writer
        self._alone: dict[int, bool] = {}

    def __call__(self, position: Position, query: Query) -> Position:
        """Return the position of the permanent asked about alone, or the position as it is."""
        if query.kind != "could_produce" or query.permanent is None or position.effects or position.stack:
            return position
        if len(position.battlefield) < 2 or not position.has_object(query.permanent):
            return position
        asked = position.object(query.permanent)
        if asked.zone != "battlefield" or asked.attached_to is not None or asked.attacking or asked.blocking:
            return position
        if not all(map(self._bears_on_nothing_else, position.objects())):
            return position
        return replace(position, battlefield=(asked,))

    def _bears_on_nothing_else(self, item: Object) -> bool:
        # Copies take their abilities from elsewhere; counters, faces and the like are looked at no further.
        if item.copy_of is not None or item.exceptions or item.face_down or item.counters or item.linked:
            return False
        try:
            bundle = self._writer._bundle(item)
        except LawmageError:
            return False
        known = self._alone.get(bundle)
        if known is None:
            known = self._alone[bundle] = self._is_alone(bundle)
        return known

    def _is_alone(self, bundle: int) -> bool:
        """Whether every fact of a card's abilities, and of any they could give, is one that looks at nothing else."""
        return all(
            not record.gaps
            and not record.ignored
            and set(_FACT.findall(record.text)) <= _ALONE
            and set(_SOURCE.findall(record.text)) <= _OWN
            for record in self._writer.closure({bundle}, set())
        )


def slicer() -> Slicer:
    """Return the slicer of this process, with the cards as its engine knows them."""
    from lawmage.engine.session import session

    return Slicer(session().writer)
