"""What of the facts a question about producible mana needs: boards where layers 1 to 6 cannot bear on it.

Most boards hold effects that only give or take keywords (613.1f). Which mana a permanent could produce (106.7) hangs on
them only if some mana ability, or some effect on mana, looks at keywords, or at power that may look at keywords. On the
other boards the parts of those effects in layer 6 are left out, and with them the whole work of the layers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from lawmage.facts.abilities import Record, may_be_open
from lawmage.facts.bundles import Bundle
from lawmage.facts.objects import DESCRIPTIONS
from lawmage.facts.position import FactWriter, Written
from lawmage.facts.sights import makes_mana, only_keywords

_PART = re.compile(r"part\((\d+),(\d+),([^.]*)\)\.")
_HAS = re.compile(r"has\(\d+,(\d+)\)\.")
_LOOKS_DEEP = re.compile(r"\b(?:keyword|power|toughness)\b|,ability\)")


@dataclass(frozen=True, slots=True)
class Bearing:
    """What abilities bring: effects in layers 1 to 6 that may bear on mana, ones of keywords only, looks at such."""

    live: bool = False
    keywords: bool = False
    looks: bool = False

    def __or__(self, other: Bearing) -> Bearing:
        return Bearing(self.live or other.live, self.keywords or other.keywords, self.looks or other.looks)


class Depth(Enum):
    """How much of a board a question about mana needs."""

    ALL = "all layers"
    SIZES = "no layers 1 to 6: their effects give and take keywords that nothing here looks at"
    MANA = "no layers at all: only abilities that make mana or change its production"


class ManaSlices:
    """Tells how deep a board is for questions about mana, and writes what the shallower ones need.

    Args:
        writer: The facts of cards.
        topics: Where these topics are open in force, an answer is conditional.
        own_topics: So are these in the abilities of what is asked about.
    """

    def __init__(self, writer: FactWriter, topics: frozenset[str], own_topics: frozenset[str]) -> None:
        self._writer = writer
        self._topics = topics
        self._own_topics = own_topics
        self._records: dict[int, Bearing] = {}
        self._bundles: dict[int, Bearing] = {}
        self._texts: dict[int, str] = {}
        self._slim: dict[int, str] = {}

    def depth(self, written: Written, bundles: Iterable[int]) -> Depth:
        """Return how much of a position, of which these bundles are kept, bears on which mana its permanents could produce."""
        if written.deep:
            return Depth.ALL
        found = Bearing()
        for number in bundles:
            found |= self._bundle(number)
        for record in self._writer.closure(set(), written.abilities):
            found |= self._bearing(record)
        if found.live or (found.keywords and found.looks):
            return Depth.ALL
        return Depth.SIZES if found.looks else Depth.MANA

    def matters(self, record: Record) -> bool:
        """Return whether an ability has facts that a board of depth MANA needs: it makes mana, changes it, or may be open."""
        return record.number in self._writer.basics or makes_mana(record) or may_be_open(record, self._topics, self._own_topics)

    def abilities(self, bundle: Bundle) -> str:
        """Return the facts of which abilities a bundle has, of those that matter only, for boards of depth MANA."""
        known = self._slim.get(bundle.number)
        if known is None:
            records = self._writer.abilities.records
            numbers = map(int, _HAS.findall(bundle.abilities_text))
            known = "".join(f"has({bundle.number},{number})." for number in numbers if self.matters(records[number]))
            self._slim[bundle.number] = known
        return known

    def text(self, record: Record) -> str:
        """Return a record's facts without its parts in layer 6, for shallow boards."""
        known = self._texts.get(record.number)
        if known is None:
            known = _PART.sub(lambda found: "" if found[2] == "6" else found[0], record.text)
            self._texts[record.number] = known
        return known

    def _bundle(self, number: int) -> Bearing:
        known = self._bundles.get(number)
        if known is None:
            known = Bearing()
            for record in self._writer.closure({number}, set()):
                known |= self._bearing(record)
            self._bundles[number] = known
        return known

    def _bearing(self, record: Record) -> Bearing:
        known = self._records.get(record.number)
        if known is None:
            parts = [(int(layer), change) for _, layer, change in _PART.findall(record.text)]
            live = any(layer < 6 or (layer == 6 and not only_keywords(self._writer, change)) for layer, change in parts)
            keywords = any(layer == 6 for layer, _ in parts)
            looks = False
            if makes_mana(record):
                asked = record.text + "".join(map(DESCRIPTIONS.text, record.descriptions))
                looks = _LOOKS_DEEP.search(asked) is not None
            known = self._records[record.number] = Bearing(live, keywords, looks)
        return known
