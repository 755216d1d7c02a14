"""Cards at a glance: their types, and whether they can bear on a question about others; worked out once for a catalogue.

Most permanents of a board are bystanders: whatever is asked about another permanent, they neither change it nor are
changed in a way that matters. What their abilities say need not even be translated unless they are looked at. Whether
a face is a bystander is worked out as :mod:`lawmage.facts.sights` does, from the same facts, when a catalogue is built. The file
names the catalogue it belongs to; with any other, or without one, every card is translated, which is slower and as right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

from lawmage.cards import catalogue as cards
from lawmage.cards import packing
from lawmage.facts.position import FactWriter
from lawmage.facts.sights import ALL_TOPICS, FOR_ALL, FOR_MANA, MANA_TOPICS, Sight, Sights

_ALL = FOR_MANA | FOR_ALL
FILE = "glances.bin"


class Glances:
    """The glances of the cards of one catalogue."""

    def __init__(self, data: bytes, place: str) -> None:
        """Open a file's bytes; raises :class:`InputError` if they are damaged or of another version."""
        about, types, table = packing.unpack(data, place)
        #: The checksum of the catalogue that these are of.
        self.catalogue = packing.Reader(data, about).number()
        lists = packing.Reader(data, types).text().split("\n")
        self._types = [frozenset(line.split("\t")) if line else frozenset[str]() for line in lists]
        self._table = packing.Table(data, table)
        self._found: dict[int, tuple[frozenset[str], int]] = {}

    def of(self, card: int, face: int) -> tuple[frozenset[str], int]:
        """Return the types of a face, in quotes as in facts, and for which questions it is a bystander."""
        reader = self._table.record(card)
        for _ in range(face):
            reader.number()
        number = reader.number()
        found = self._found.get(number)
        if found is None:
            # Many cards have the same.
            found = self._found[number] = (self._types[number // (_ALL + 1)], number & _ALL)
        return found


@cache
def packaged() -> Glances | None:
    """Return those of the package, None where there are none of its catalogue; raises as :class:`Glances`."""
    file = resources.files("lawmage.cards") / "data" / FILE
    if not file.is_file():
        return None
    found = Glances(file.read_bytes(), f"the packaged {FILE}")
    return found if found.catalogue == cards.packaged().checksum else None


def build(catalogue: cards.Catalogue) -> bytes:
    """Return the bytes of the glances of all cards of a catalogue."""
    writer = FactWriter(catalogue)
    mana, everything = Sights(writer, MANA_TOPICS, mana=True), Sights(writer, ALL_TOPICS, mana=False)
    lists: dict[str, int] = {}

    def glance(card: int, face: int) -> int:
        number = writer.face(card, face)
        flags = 0
        if not writer.zones(number) and number not in writer.bundles.rewording | writer.bundles.ascending:
            flags = FOR_MANA * _stands_by(mana.of_bundle(number)) | FOR_ALL * _stands_by(everything.of_bundle(number))
        types = "\t".join(sorted(writer.bundles.get(number).types))
        return lists.setdefault(types, len(lists)) * (_ALL + 1) + flags

    records = [_record(glance(card, face) for face in range(len(catalogue.card_at(card).faces))) for card in range(len(catalogue))]
    about, types = packing.Writer(), packing.Writer()
    about.number(catalogue.checksum)
    types.text("\n".join(lists))
    return packing.pack([bytes(about.bytes), bytes(types.bytes), packing.table(records)])


def write(catalogue: cards.Catalogue, folder: Path) -> Path:
    """Write the glances of a catalogue beside it; return the file."""
    from lawmage.cards.building import write_whole

    write_whole(folder / FILE, build(catalogue))
    return folder / FILE


def _record(numbers: Iterator[int]) -> bytearray:
    record = packing.Writer()
    for number in numbers:
        record.number(number)
    return record.bytes


def _stands_by(sight: Sight) -> bool:
    """Return whether what has this sight bears on nothing until it is looked at itself."""
    changes = sight.touches or sight.by_layer or sight.gives != frozenset() or sight.gives_near != frozenset() or sight.takes != frozenset()
    return not (changes or sight.always or sight.whole)
