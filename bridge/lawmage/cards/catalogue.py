"""The card catalogue: every card as structured data, decoded when asked for.

Made by :mod:`lawmage.cards.building`. Sections of the file, in order:

0. *about*: the digest of the grammar that read the lines;
1. *strings*: all words, kinds and costs, one a line, commonest first; elsewhere they are numbers;
2. *shapes*: kind, variant and the kinds of parts (word or node) of every sort of node;
3. *trees* (table): nodes that occur in several places;
4. *lines* (table): readings of ability lines, commonest first;
5. *cards* (table), in the order of :func:`lawmage.cards.names.fold`;
6. *face names* (table), in the same order: name, card, face.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from lawmage.cards import packing
from lawmage.cards.ability import Card, Face, Line, Node, Unread
from lawmage.cards.names import fold
from lawmage.errors import Fault, InputError

COLORS = "WUBRG"
FORMS = ("static", "activated", "triggered", "spell", "level", "chapter")

#: How many close names an error offers.
SUGGESTIONS = 3
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a name leads: the card's number in the catalogue and its whole name.

    ``face`` is the number of the face that bears the name, or None if it is the whole card's name.
    ``ordinary``: see :mod:`lawmage.cards.ordinary`.
    """

    number: int
    name: str
    face: int | None
    ordinary: bool


class Catalogue:
    """An opened catalogue. What was decoded once is kept."""

    def __init__(self, data: bytes, place: str) -> None:
        starts = packing.unpack(data, place)
        about, strings, shapes, trees, lines, cards, faces = starts
        self._place = place
        #: Checksum of the whole.
        self.checksum = packing.checksum(data)
        #: Digest of the grammar that the lines were read with.
        self.grammar_digest = packing.Reader(data, about).text()
        self._strings = packing.Reader(data, strings).text().split("\n")
        self._shapes = self._read_shapes(packing.Reader(data, shapes))
        self._trees = packing.Table(data, trees)
        self._lines = packing.Table(data, lines)
        self._cards = packing.Table(data, cards)
        self._faces = packing.Table(data, faces)
        self._tree_cache: dict[int, Node] = {}
        self._line_cache: dict[int, Line] = {}
        self._card_cache: dict[int, Card] = {}
        self._found: dict[str, Entry] = {}
        self._all_names: tuple[list[str], list[str]] | None = None

    @staticmethod
    def open(path: Path | None = None) -> Catalogue:
        """Open the catalogue in ``path``, or the package's own (which is opened once and kept).

        Raises :class:`InputError` if the file is missing, damaged, or of another version.
        """
        return packaged() if path is None else _read(path.read_bytes, str(path))

    def __len__(self) -> int:
        return self._cards.count

    def names(self) -> Iterator[str]:
        """Yield every whole card's name, sorted as :func:`lawmage.cards.names.fold` orders them."""
        return (self._card_name(number) for number in range(len(self)))

    def face_names(self) -> Iterator[str]:
        """Yield the names of the faces of cards with several faces."""
        return (self._face_name(number) for number in range(self._faces.count))

    def find(self, name: str) -> Entry | None:
        """Return where ``name`` leads: a whole card's name comes before a face's.

        A name that differs in case, accents or apostrophes is found if only one fits.
        """
        known = self._found.get(name)
        if known is None:
            known = self._find(name)
            if known is not None:
                self._found[name] = known
        return known

    def _find(self, name: str) -> Entry | None:
        key = fold(name)
        cards = self._equal(self._cards.count, self._card_name, key)
        faces = self._equal(self._faces.count, self._face_name, key)
        for numbers, name_of, entry in (
            (cards, self._card_name, self._entry),
            (faces, self._face_name, self._face_entry),
        ):
            for number in numbers:
                if name_of(number) == name:
                    return entry(number)
        if len(cards) == 1:
            return self._entry(cards[0])
        if not cards and len({self._face_name(number) for number in faces}) == 1:
            return self._face_entry(faces[0])
        return None

    def resolve(self, name: str, place: str = "") -> Entry:
        """Return where ``name`` leads; an unknown name is an :class:`InputError` at ``place``."""
        entry = self.find(name)
        if entry is None:
            suggestions = tuple(self.closest(name[:_LONGEST_NAME], SUGGESTIONS))
            problem = f"no card is named {_shown(name)}."
            raise InputError(Fault(place, problem, name, suggestions))
        return entry

    def card(self, name: str | Entry) -> Card:
        """Return the card of a name (as in :meth:`resolve`) or of an entry."""
        entry = name if isinstance(name, Entry) else self.resolve(name)
        return self.card_at(entry.number)

    def card_at(self, number: int) -> Card:
        """Return the card of that number, from 0, in name order."""
        found = self._card_cache.get(number)
        if found is None:
            found = self._card_cache[number] = self._read_card(self._cards.record(number))
        return found

    def closest(self, name: str, count: int) -> list[str]:
        """Return up to ``count`` names of cards or faces that look like ``name``, closest first."""
        from rapidfuzz import fuzz, process  # here, since only mistakes need it

        if self._all_names is None:
            # Kept, folded, once somebody made a mistake: who makes one in a batch makes many.
            names = sorted({*self.names(), *self.face_names()})
            self._all_names = names, [fold(known) for known in names]
        names, folded = self._all_names
        key = fold(name)
        found = process.extract(key, folded, scorer=fuzz.WRatio, processor=None, limit=10 * count, score_cutoff=60)
        ranked = sorted(found, key=lambda hit: (-fuzz.ratio(key, hit[0]) - hit[1], names[hit[2]]))
        return [names[hit[2]] for hit in ranked[:count]]

    # --- names ---

    def _card_name(self, number: int) -> str:
        return self._cards.record(number).text()

    def _face_name(self, number: int) -> str:
        return self._faces.record(number).text()

    def _entry(self, number: int, face: int | None = None) -> Entry:
        reader = self._cards.record(number)
        name = reader.text()
        return Entry(number, name, face, bool(reader.number() & 1))

    def _face_entry(self, number: int) -> Entry:
        reader = self._faces.record(number)
        reader.text()
        return self._entry(reader.number(), reader.number())

    @staticmethod
    def _equal(count: int, name_of: Callable[[int], str], key: str) -> range:
        """Return the numbers of the records, sorted by folded name, whose name folds to ``key``."""
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            if fold(name_of(middle)) < key:
                low = middle + 1
            else:
                high = middle
        end = low
        while end < count and fold(name_of(end)) == key:
            end += 1
        return range(low, end)

    # --- decoding ---

    def _read_shapes(self, reader: packing.Reader) -> list[tuple[str, int, int, int]]:
        """Return kind, variant, number of parts, and the set of parts that are nodes, as bits."""
        strings = self._strings
        return [(strings[reader.number()], reader.number(), reader.number(), reader.number()) for _ in range(reader.number())]

    def _read_card(self, reader: packing.Reader) -> Card:
        name = reader.text()
        reader.number()  # ordinary or not
        layout, _, melded = self._strings[reader.number()].partition(" ")
        identity = _colors(reader.number())
        faces = tuple(self._read_face(reader, name) for _ in range(reader.number()))
        return Card(name, layout, identity, faces, int(melded) if melded else None)

    def _read_face(self, reader: packing.Reader, card_name: str) -> Face:
        strings = self._strings
        return Face(
            name=reader.text() or card_name,
            mana_cost=strings[reader.number()],
            supertypes=self._texts(reader),
            types=self._texts(reader),
            subtypes=self._texts(reader),
            colors=_colors(reader.number()),
            power=self._optional(reader),
            toughness=self._optional(reader),
            loyalty=self._optional(reader),
            defense=self._optional(reader),
            lines=tuple(self._line(number) for number in reader.numbers()),
        )

    def _texts(self, reader: packing.Reader) -> tuple[str, ...]:
        strings = self._strings
        return tuple(strings[number] for number in reader.numbers())

    def _optional(self, reader: packing.Reader) -> str | None:
        number = reader.number()
        return self._strings[number - 1] if number else None

    def _line(self, number: int) -> Line:
        found = self._line_cache.get(number)
        if found is None:
            found = self._line_cache[number] = self._read_line(self._lines.record(number))
        return found

    def _read_line(self, reader: packing.Reader) -> Line:
        parts = reader.number()  # 1: a tree, 2: unread, 4: not all limits read
        tree = self._read_node(reader) if parts & 1 else None
        if not parts & 2:
            return Line(tree)
        form = FORMS[reader.number()]
        topics = frozenset(self._texts(reader))
        return Line(None, Unread(form, topics, reader.number(), reader.number(), tree, not parts & 4))

    def _read_node(self, reader: packing.Reader) -> Node:
        token = reader.number()
        if token & 1:
            return self._tree(token >> 1)
        kind, variant, count, nodes = self._shapes[token >> 1]
        parts = tuple(self._read_node(reader) if nodes >> index & 1 else self._strings[reader.number()] for index in range(count))
        return Node(kind, parts, variant)

    def _tree(self, number: int) -> Node:
        found = self._tree_cache.get(number)
        if found is None:
            found = self._tree_cache[number] = self._read_node(self._trees.record(number))
        return found


def _shown(name: str) -> str:
    """Return a name as an error shows it: in quotes, without control characters, not too long."""
    short = name if len(name) <= 80 else name[:77] + "..."
    return json.dumps(short, ensure_ascii=False)


def _colors(mask: int) -> tuple[str, ...]:
    return tuple(color for bit, color in enumerate(COLORS) if mask >> bit & 1)


@cache
def packaged() -> Catalogue:
    """Return the package's own catalogue, opened once."""
    file = resources.files("lawmage.cards") / "data" / "catalogue.bin"
    return _read(file.read_bytes, "the packaged card catalogue")


def _read(read: Callable[[], bytes], place: str) -> Catalogue:
    try:
        data = read()
    except OSError as error:
        problem = f"cannot be read ({error.strerror or error})."
        raise InputError(Fault(place, problem)) from None
    return Catalogue(data, place)
