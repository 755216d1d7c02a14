"""Card names: what the reader asks of a catalogue, and an index over a plain list of names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from lawmage.cards.names import fold

if TYPE_CHECKING:
    from lawmage.cards.catalogue import Catalogue


class CardNames(Protocol):
    """What the readers ask of a catalogue."""

    def resolve(self, name: str) -> str | None:
        """Return the right spelling of the card or face that ``name`` names, or None.

        An exact name comes before one that differs in case only, a whole card's before a face's.
        """

    def closest(self, name: str, n: int = 3) -> tuple[str, ...]:
        """Return at most ``n`` names most like ``name``, best first."""


class NameIndex:
    """A :class:`CardNames` over whole-card names and face names."""

    __slots__ = ("_closest", "_exact", "_folded")

    def __init__(self, names: Iterable[str]) -> None:
        """Index ``names``; the first of several that fold alike is the one found."""
        self._exact = dict.fromkeys(names)
        self._folded: dict[str, str] | None = None
        self._closest = lru_cache(maxsize=256)(self._search)

    def resolve(self, name: str) -> str | None:
        """Return the right spelling of ``name``, or None if no card or face has it."""
        if name in self._exact:
            return name
        if self._folded is None:
            self._folded = {fold(known): known for known in reversed(self._exact)}
        return self._folded.get(fold(name))

    def closest(self, name: str, n: int = 3) -> tuple[str, ...]:
        """Return at most ``n`` names most like ``name``, best first; none if nothing is near."""
        return self._closest(name[:200], n)

    def _search(self, name: str, n: int) -> tuple[str, ...]:
        # Imported here: only faults need it, and it costs start-up time.
        from rapidfuzz import fuzz, process, utils

        known = list(self._exact)
        found = process.extract(
            name,
            known,
            scorer=fuzz.ratio,
            processor=utils.default_process,
            limit=n,
            score_cutoff=60,
        )
        return tuple(match for match, _, _ in found)


class CatalogueNames:
    """The :class:`CardNames` of a catalogue."""

    __slots__ = ("_catalogue", "_closest")

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._closest = lru_cache(maxsize=256)(catalogue.closest)

    def resolve(self, name: str) -> str | None:
        """Return the right spelling of ``name``, or None if no card or face has it."""
        entry = self._catalogue.find(name)
        if entry is None or entry.face is None:
            return None if entry is None else entry.name
        return self._catalogue.card_at(entry.number).faces[entry.face].name

    def closest(self, name: str, n: int = 3) -> tuple[str, ...]:
        """Return at most ``n`` names most like ``name``, best first."""
        return tuple(self._closest(name[:200], n))
