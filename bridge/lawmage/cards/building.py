"""Builds the card catalogue: every distinct line is read once, and the readings are shared.

The same cards, grammar and program give the same bytes, whatever the number of processes.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from lawmage.cards import packing
from lawmage.cards.ability import Line, Node, Unread
from lawmage.cards.catalogue import COLORS, FORMS
from lawmage.cards.mana_costs import mana_value
from lawmage.cards.names import fold
from lawmage.cards.ordinary import ordinary
from lawmage.cards.raw import RawCard, RawFace, split_type_line
from lawmage.errors import Fault, InputError

_CHUNK = 250


class LineReader(Protocol):
    """What reads lines of card language: :class:`lawmage.cards.oracle.reader.Reader`."""

    def read_normal(self, normal: str) -> Line:
        """Read one line that is already normalised."""
        ...


#: Makes a reader; called once in every process, so it must be importable by name.
ReaderMaker = Callable[[], LineReader]


def normal_lines(face: RawFace) -> tuple[str, ...]:
    """Return the normalised ability lines of a face, without those that are only reminder text."""
    from lawmage.cards.oracle.reader import paragraphs, self_names
    from lawmage.cards.oracle.words import Context, normalise

    context = Context(self_names(face.name, face.type_line))
    lines = (normalise(text, context) for text in paragraphs(face.oracle_text or ""))
    return tuple(line for line in lines if line)


def unknown_text() -> Line:
    """Return the reading of a face whose text the file does not tell: it may bear on anything."""
    from lawmage.cards.topics import TOPICS

    return Line(None, Unread("static", frozenset(TOPICS), 0, 0))


def read_all(normals: Iterable[str], maker: ReaderMaker, jobs: int) -> dict[str, Line]:
    """Read every line of ``normals`` (normalised, distinct), in ``jobs`` processes."""
    lines = list(normals)
    if jobs <= 1 or len(lines) <= _CHUNK:
        reader = maker()
        return {line: reader.read_normal(line) for line in lines}
    chunks = [lines[at : at + _CHUNK] for at in range(0, len(lines), _CHUNK)]
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(maker,)) as pool:
        read = [line for part in pool.map(_read, chunks) for line in part]
    return dict(zip(lines, read, strict=True))


_reader: LineReader | None = None


def _start(maker: ReaderMaker) -> None:
    global _reader
    _reader = maker()


def _read(lines: list[str]) -> list[Line]:
    assert _reader is not None
    return [_reader.read_normal(line) for line in lines]


def build_catalogue(
    cards: Iterable[RawCard],
    maker: ReaderMaker,
    jobs: int = 2,
    grammar: str = "",
    lines_of: Callable[[RawFace], Sequence[str]] = normal_lines,
) -> bytes:
    """Return the bytes of the catalogue of ``cards``.

    ``maker`` makes the reader of lines, ``grammar`` is the text of its grammar (its digest is
    kept), ``lines_of`` gives a face's normalised lines. Of cards with one name the first ordinary
    one is kept.
    """
    kept = sorted(_one_a_name(cards).values(), key=lambda card: (fold(card.name), card.name))
    texts = [[lines_of(face) for face in card.faces] for card in kept]
    distinct = dict.fromkeys(line for faces in texts for lines in faces for line in lines)
    readings = read_all(distinct, maker, jobs)
    unknown = unknown_text()
    found = [
        [
            [unknown] if face.oracle_text is None else [readings[line] for line in lines]
            for face, lines in zip(card.faces, faces, strict=True)
        ]
        for card, faces in zip(kept, texts, strict=True)
    ]
    return _Builder(kept, found).build(digest(grammar))


def digest(grammar: str) -> str:
    """Return the digest of a grammar's text, as kept in the catalogue."""
    return hashlib.sha256(grammar.encode()).hexdigest()[:16]


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` so that the file is there whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        problem = f"cannot be written ({error.strerror or error})."
        raise InputError(Fault(str(path), problem)) from None


def _one_a_name(cards: Iterable[RawCard]) -> dict[str, RawCard]:
    kept: dict[str, RawCard] = {}
    for card in cards:
        before = kept.get(card.name)
        if before is None or (ordinary(card) and not ordinary(before)):
            kept[card.name] = card
    return kept


class _Strings:
    """Strings by number, commonest first. Count every use, then freeze, then ask for numbers."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._numbers: dict[str, int] = {}

    def count(self, text: str) -> None:
        if "\n" in text:
            raise InputError(Fault("", "a word or a cost holds a line break.", text))
        self._counts[text] += 1

    def freeze(self) -> bytes:
        ordered = sorted(self._counts, key=lambda text: (-self._counts[text], text))
        self._numbers = {text: number for number, text in enumerate(ordered)}
        writer = packing.Writer()
        writer.text("\n".join(ordered))
        return bytes(writer.bytes)

    def number(self, text: str) -> int:
        return self._numbers[text]


_Shape = tuple[str, int, int, int]  # kind, variant, number of parts, which parts are nodes (bits)


@dataclass(slots=True)
class _Tree:
    """One distinct node: its shape and parts (a node part is the number of a tree)."""

    shape: _Shape
    parts: tuple[int | str, ...]
    uses: int = 0
    shared: int | None = None


@dataclass(slots=True)
class _Forest:
    """All distinct nodes, children before parents."""

    trees: list[_Tree] = field(default_factory=list)
    _numbers: dict[tuple[_Shape, tuple[int | str, ...]], int] = field(default_factory=dict)

    def add(self, node: Node) -> int:
        """Return the number of ``node``, counting no use of it."""
        parts = tuple(self.add(p) if isinstance(p, Node) else p for p in node.parts)
        nodes = sum(1 << at for at, part in enumerate(node.parts) if isinstance(part, Node))
        key = ((node.kind, node.variant, len(parts), nodes), parts)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.trees)
            self.trees.append(_Tree(*key))
            for at, part in enumerate(parts):
                if isinstance(part, int) and nodes >> at & 1:
                    self.trees[part].uses += 1
        return number

    def share(self) -> list[int]:
        """Choose the trees worth a place of their own; return their numbers, most used first."""
        reference = 2  # bytes that a reference, a shape or a word takes, about
        sizes: list[int] = []
        chosen: list[int] = []
        for number, tree in enumerate(self.trees):
            size = reference
            for part in tree.parts:
                size += sizes[part] if isinstance(part, int) else reference
            worth = tree.uses * size > size + 3 + tree.uses * reference
            if worth:
                chosen.append(number)
            sizes.append(reference if worth else size)
        chosen.sort(key=lambda number: (-self.trees[number].uses, number))
        for place, number in enumerate(chosen):
            self.trees[number].shared = place
        return chosen


class _Builder:
    """Lays out the sections described in :mod:`lawmage.cards.catalogue`."""

    def __init__(self, cards: list[RawCard], lines: list[list[list[Line]]]) -> None:
        self._cards = cards
        self._lines = lines
        self._strings = _Strings()
        self._forest = _Forest()
        self._roots: dict[Line, int | None] = {}
        self._shape_numbers: dict[_Shape, int] = {}
        self._melded = _melded(cards)

    def build(self, grammar_digest: str) -> bytes:
        order = self._line_order()
        for line in order:
            self._roots[line] = self._root(line)
        shared = self._forest.share()
        shapes = self._count_strings(order)
        strings = self._strings.freeze()
        numbers = {line: number for number, line in enumerate(order)}
        about = packing.Writer()
        about.text(grammar_digest)
        return packing.pack(
            [
                bytes(about.bytes),
                strings,
                self._shapes_section(shapes),
                packing.table(self._tree_record(number) for number in shared),
                packing.table(self._line_record(line) for line in order),
                packing.table(self._card_record(card, lines, numbers) for card, lines in zip(self._cards, self._lines, strict=True)),
                packing.table(self._face_records()),
            ]
        )

    def _line_order(self) -> list[Line]:
        counts: Counter[Line] = Counter()
        for faces in self._lines:
            for lines in faces:
                counts.update(lines)
        # A Counter keeps the order of first use, which is the cards' order: ties stay there.
        return sorted(counts, key=lambda line: -counts[line])

    def _root(self, line: Line) -> int | None:
        read = line.ability if line.unread is None else line.unread.outside
        if read is None:
            return None
        number = self._forest.add(read)
        self._forest.trees[number].uses += 1
        return number

    def _count_strings(self, order: list[Line]) -> list[_Shape]:
        """Count every string that will be written; return the shapes, commonest first."""
        count = self._strings.count
        shapes: Counter[_Shape] = Counter()
        for tree in self._forest.trees:
            shapes[tree.shape] += 1
            for part in tree.parts:
                if isinstance(part, str):
                    count(part)
        for shape in shapes:
            count(shape[0])
        for line in order:
            if line.unread is not None:
                for topic in line.unread.topics:
                    count(topic)
        for card in self._cards:
            count(self._layout(card))
            for face in card.faces:
                for text in _face_strings(face):
                    count(text)
        ordered = sorted(shapes, key=lambda shape: (-shapes[shape], shape))
        self._shape_numbers = {shape: number for number, shape in enumerate(ordered)}
        return ordered

    def _shapes_section(self, shapes: list[_Shape]) -> bytes:
        writer = packing.Writer()
        writer.number(len(shapes))
        for kind, variant, count, nodes in shapes:
            for number in (self._strings.number(kind), variant, count, nodes):
                writer.number(number)
        return bytes(writer.bytes)

    def _tree_record(self, number: int) -> bytearray:
        writer = packing.Writer()
        self._write_node(writer, number, whole=True)
        return writer.bytes

    def _write_node(self, writer: packing.Writer, number: int, whole: bool = False) -> None:
        tree = self._forest.trees[number]
        if tree.shared is not None and not whole:
            writer.number(tree.shared << 1 | 1)
            return
        writer.number(self._shape_numbers[tree.shape] << 1)
        for part in tree.parts:
            if isinstance(part, int):
                self._write_node(writer, part)
            else:
                writer.number(self._strings.number(part))

    def _line_record(self, line: Line) -> bytearray:
        writer = packing.Writer()
        root = self._roots[line]
        unfinished = line.unread is not None and not line.unread.limits_read
        writer.number((root is not None) | (line.unread is not None) << 1 | unfinished << 2)
        if root is not None:
            self._write_node(writer, root)
        if line.unread is not None:
            unread = line.unread
            writer.number(FORMS.index(unread.form))
            writer.numbers(sorted(self._strings.number(topic) for topic in unread.topics))
            writer.number(unread.stopped)
            writer.number(unread.length)
        return writer.bytes

    def _layout(self, card: RawCard) -> str:
        """Return a card's layout, with the mana value of what two cards meld into."""
        value = self._melded.get(card.name)
        return card.layout if value is None else f"{card.layout} {value}"

    def _card_record(self, card: RawCard, lines: list[list[Line]], numbers: dict[Line, int]) -> bytearray:
        writer = packing.Writer()
        writer.text(card.name)
        writer.number(int(ordinary(card)))
        writer.number(self._strings.number(self._layout(card)))
        writer.number(_mask(card.color_identity))
        writer.number(len(card.faces))
        for face, face_lines in zip(card.faces, lines, strict=True):
            types = split_type_line(face.type_line)
            writer.text("" if face.name == card.name else face.name)
            writer.number(self._strings.number(face.mana_cost))
            for words in (types.supertypes, types.types, types.subtypes):
                writer.numbers([self._strings.number(word) for word in words])
            writer.number(_mask(face.colors))
            for value in (face.power, face.toughness, face.loyalty, face.defense):
                writer.number(0 if value is None else self._strings.number(value) + 1)
            writer.numbers([numbers[line] for line in face_lines])
        return writer.bytes

    def _face_records(self) -> Iterator[bytearray]:
        found = [
            (fold(face.name), face.name, not ordinary(card), number, at)
            for number, card in enumerate(self._cards)
            for at, face in enumerate(card.faces)
            if face.name != card.name
        ]
        for _, name, _, number, at in sorted(found):
            writer = packing.Writer()
            writer.text(name)
            writer.number(number)
            writer.number(at)
            yield writer.bytes


_MELDS = re.compile(r"\bnamed (.+?)(?:, exile them|, you may pay| are attacking)\b.*\bmeld them into ([^.]+)\.", re.DOTALL)


def _melded(cards: Iterable[RawCard]) -> dict[str, int]:
    """202.3c: return the mana values of what cards meld into, by name: the sum of the two cards' values."""
    fronts = {card.name: card.faces[0] for card in cards if card.layout == "meld" and len(card.faces) == 1}
    found = {}
    for face in fronts.values():
        pair = _MELDS.search(face.oracle_text or "")
        if pair and pair[1] in fronts and pair[2] in fronts:
            found[pair[2]] = mana_value(face.mana_cost) + mana_value(fronts[pair[1]].mana_cost)
    return found


def _face_strings(face: RawFace) -> Iterator[str]:
    types = split_type_line(face.type_line)
    yield face.mana_cost
    yield from types.supertypes
    yield from types.types
    yield from types.subtypes
    for value in (face.power, face.toughness, face.loyalty, face.defense):
        if value is not None:
            yield value


def _mask(letters: Iterable[str]) -> int:
    return sum(1 << COLORS.index(letter) for letter in letters)
