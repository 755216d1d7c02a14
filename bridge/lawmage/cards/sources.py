"""Reads bulk files of cards: Scryfall "oracle cards" (an array or JSON Lines), MTGJSON AtomicCards.

The shape is told from the content, never from the name: a JSON array is Scryfall's, an object with
``meta`` or ``data`` is MTGJSON's, one object a line is JSON Lines in Scryfall's shape. Plain, gzip
and xz files are read as they are. Files are streamed: a file of 170 MB is never in memory whole.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from lawmage.cards.raw import RawCard, RawFace, loyalty_note
from lawmage.errors import Fault, InputError

_CHUNK = 1 << 20
_LONGEST_VALUE = 1 << 24
_SPACE = re.compile(r"[\s]*")
_MTGJSON = re.compile(r'\s*\{\s*"(?:meta|data)"\s*:')
_SYMBOL = re.compile(r"\{([^{}]*)\}")

#: Layouts of records in Scryfall's file that are not cards.
_NOT_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})

#: What only rulings about cards outside the rules say (100.7).
_FUNNY_RULING = re.compile(r"playtest card|silver-border|acorn (?:card|symbol|stamp)", re.I)
#: Days whose rulings are all about cards of one playtest or silver-bordered product.
_FUNNY_DAYS = frozenset({"2019-11-12", "2020-02-29"})


def read_cards(path: Path | str) -> Iterator[RawCard]:
    """Yield every card of a bulk file, in file order.

    Records that are not cards (tokens, emblems, art cards) are left out. Raises :class:`InputError`
    with the file and the place in it, if it is missing, cut short, damaged, or no file of cards.
    """
    path = Path(path)
    place = path.name
    try:
        with path.open("rb") as file:
            count = 0
            for card in _cards(io.TextIOWrapper(_unpacked(file, place), "utf-8-sig"), place):
                count += 1
                yield card
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile):
            raise _fault(place, f"the file is damaged ({error}).") from None
        raise _fault(str(path), f"cannot be read ({error.strerror or error}).") from None
    except (EOFError, lzma.LZMAError, zlib.error) as error:
        raise _fault(place, f"is damaged or cut short ({error}); fetch it again.") from None
    except UnicodeDecodeError:
        raise _fault(place, "is not text in UTF-8, so it is no bulk file of cards.") from None
    if not count:
        raise _fault(place, "holds no cards.")


def _fault(place: str, problem: str, value: object = None) -> InputError:
    return InputError(Fault(place, problem, value))


def _unpacked(file: BinaryIO, place: str) -> BinaryIO:
    head = file.read(6)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if head.startswith(b"\xfd7zXZ\x00"):
        return cast(BinaryIO, lzma.LZMAFile(file))
    for magic, name in ((b"\x28\xb5\x2f\xfd", "zstd"), (b"PK\x03\x04", "zip"), (b"BZh", "bzip2")):
        if head.startswith(magic):
            raise _fault(place, f"is a {name} file; unpack it first (plain, .gz and .xz are read).")
    return file


def _cards(text: TextIO, place: str) -> Iterator[RawCard]:
    scanner = _Scanner(text, place)
    if scanner.at(_MTGJSON):
        yield from _atomic_cards(scanner)
    elif scanner.peek() == "[":
        yield from _array(scanner)
    elif scanner.peek() == "{":
        yield from _json_lines(scanner.rest(), place)
    elif scanner.peek() == "":
        raise _fault(place, "the file is empty.")
    else:
        raise _fault(place, "is not JSON; expected Scryfall's, MTGJSON's or JSON Lines of cards.")


class _Scanner:
    """Reads JSON values one after the other from a stream of text."""

    def __init__(self, text: TextIO, place: str) -> None:
        self._text = text
        self._buffer = ""
        self._at = 0
        self._ended = False
        self._decoder = json.JSONDecoder()
        self.place = place
        self._more()

    def at(self, pattern: re.Pattern[str]) -> bool:
        """Tell whether ``pattern`` matches what comes next."""
        return pattern.match(self._buffer, self._at) is not None

    def peek(self) -> str:
        """Return the next character that is not space, or ``""`` at the end."""
        while True:
            found = _SPACE.match(self._buffer, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            if not self._more():
                return ""

    def take(self, wanted: str) -> str:
        """Consume one character of ``wanted``."""
        found = self.peek()
        if found == "":
            raise _fault(self.place, "the file is cut short; fetch it again.")
        if found not in wanted:
            expected = " or ".join(repr(c) for c in wanted)
            raise _fault(self.place, f"is not well-formed JSON: expected {expected}.", found)
        self._at += 1
        return found

    def value(self) -> object:
        """Consume one JSON value."""
        if self.peek() == "":
            raise _fault(self.place, "the file is cut short; fetch it again.")
        while True:
            try:
                value, end = self._decoder.raw_decode(self._buffer, self._at)
                if end < len(self._buffer) or not self._more():
                    self._at = end
                    return value
            except (json.JSONDecodeError, RecursionError) as error:
                too_long = len(self._buffer) - self._at > _LONGEST_VALUE
                if isinstance(error, RecursionError) or too_long:
                    raise _fault(self.place, f"is not well-formed JSON ({error}).") from None
                if not self._more():
                    what = "the file is cut short or not well-formed JSON"
                    raise _fault(self.place, f"{what} ({error.msg}).") from None

    def rest(self) -> Iterator[str]:
        """Return the lines from here on."""
        first = self._buffer[self._at :]
        if not first.endswith("\n"):
            first += self._text.readline()
        yield from first.splitlines(keepends=True) if "\n" in first else [first]
        yield from self._text

    def _more(self) -> bool:
        if self._ended:
            return False
        chunk = self._text.read(_CHUNK)
        self._ended = not chunk
        self._buffer = self._buffer[self._at :] + chunk
        self._at = 0
        return bool(chunk)


def _array(scanner: _Scanner) -> Iterator[RawCard]:
    file = scanner.place
    scanner.take("[")
    number = 0
    if scanner.peek() != "]":
        while True:
            scanner.place = f"{file}[{number}]"
            card = _scryfall_card(_Record(scanner.value(), scanner.place))
            if card is not None:
                yield card
            number += 1
            if scanner.take(",]") == "]":
                break
    else:
        scanner.take("]")
    _ends(scanner)


def _json_lines(lines: Iterator[str], place: str) -> Iterator[RawCard]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{place}:{number}"
        try:
            value = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            problem = "is not one JSON object a line, or the file is cut short"
            raise _fault(where, f"{problem} ({error}).") from None
        card = _scryfall_card(_Record(value, where))
        if card is not None:
            yield card


def _atomic_cards(scanner: _Scanner) -> Iterator[RawCard]:
    file = scanner.place
    melded: set[str] = set()
    for key in _keys(scanner):
        scanner.place = f"{file}: {key}"
        if key != "data":
            scanner.value()
            continue
        if scanner.peek() != "{":
            raise _fault(scanner.place, "must be an object: MTGJSON's AtomicCards, by name.")
        for name in _keys(scanner):
            scanner.place = f"{file}: data[{json.dumps(name, ensure_ascii=False)}]"
            yield from _atomic_group(name, scanner.value(), scanner.place, melded)
        scanner.place = file
    scanner.place = file
    _ends(scanner)


def _keys(scanner: _Scanner) -> Iterator[str]:
    scanner.take("{")
    if scanner.peek() == "}":
        scanner.take("}")
        return
    while True:
        key = scanner.value()
        if not isinstance(key, str):
            raise _fault(scanner.place, "is not well-formed JSON: expected a key.", key)
        scanner.take(":")
        yield key
        if scanner.take(",}") == "}":
            return


def _ends(scanner: _Scanner) -> None:
    if scanner.peek() != "":
        raise _fault(scanner.place, "is not well-formed JSON: text after the end.", scanner.peek())


class _Record:
    """A JSON object with checked access to its fields."""

    def __init__(self, value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise _fault(place, "is not a card: expected a JSON object.", value)
        self._value: Mapping[str, object] = value
        self.place = place

    def has(self, key: str) -> bool:
        return self._value.get(key) is not None

    def text(self, key: str) -> str:
        value = self._value.get(key)
        if not isinstance(value, str):
            if value is None:
                raise _fault(self.place, f"is not a card: {key!r} is missing.")
            raise _fault(f"{self.place}.{key}", "must be a string.", value)
        return value

    def text_or(self, key: str, default: str) -> str:
        return self.text(key) if self.has(key) else default

    def text_or_none(self, key: str) -> str | None:
        return self.text(key) if self.has(key) else None

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._value.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise _fault(f"{self.place}.{key}", "must be a list of strings.", value)
        return tuple(value)

    def records(self, key: str) -> tuple[_Record, ...]:
        value = self._value.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise _fault(f"{self.place}.{key}", "must be a list.", value)
        return tuple(_Record(item, f"{self.place}.{key}[{n}]") for n, item in enumerate(value))

    def true(self, key: str) -> bool:
        return self._value.get(key) is True


def _colors(letters: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(color for color in "WUBRG" if color in letters)


def _cost_colors(mana_cost: str) -> tuple[str, ...]:
    """Return the colors of a mana cost (202.2)."""
    return _colors(tuple("".join(_SYMBOL.findall(mana_cost))))


def _layout(layout: str, faces: tuple[RawFace, ...]) -> str:
    """Tell aftermath cards from other split cards, as MTGJSON does and Scryfall does not."""
    if layout == "split" and any((f.oracle_text or "").startswith("Aftermath") for f in faces[1:]):
        return "aftermath"
    return layout


def _rulings_mark(rulings: tuple[_Record, ...], day: str, text: str) -> bool:
    days = [ruling.text_or(day, "") for ruling in rulings]
    return (bool(days) and min(days) in _FUNNY_DAYS) or any(_FUNNY_RULING.search(ruling.text_or(text, "")) for ruling in rulings)


# --- Scryfall's shape -----------------------------------------------------------------------------


def _scryfall_card(record: _Record) -> RawCard | None:
    name = record.text("name")
    layout = record.text("layout")
    if layout in _NOT_CARDS:
        return None
    parts = record.records("card_faces")
    if layout == "reversible_card" and parts:
        # One card printed on both sides, with two arts: the record of one side is the card.
        name = parts[0].text("name")
        layout = parts[0].text_or("layout", "normal")
        parts = parts[:1]
    faces = tuple(_scryfall_face(part, record, layout, n) for n, part in enumerate(parts))
    if not faces:
        faces = (_scryfall_face(record, record, layout, 0),)
    return RawCard(
        name=name,
        layout=_layout(layout, faces),
        color_identity=_colors(record.texts("color_identity")),
        faces=faces,
        keywords=record.texts("keywords"),
        produced_mana=record.texts("produced_mana") if record.has("produced_mana") else None,
        marks=_scryfall_marks(record),
    )


def _scryfall_face(face: _Record, card: _Record, layout: str, number: int) -> RawFace:
    type_line = face.text("type_line")
    cost = face.text_or("mana_cost", "")
    if face.has("colors"):
        colors = _colors(face.texts("colors"))
    elif layout == "flip" and card.has("colors"):
        colors = _colors(card.texts("colors"))  # 710.1c: flipping does not change the colors
    else:
        colors = _colors(_cost_colors(cost) + face.texts("color_indicator"))
    text = None if face.text_or("src", "") == "missing" else face.text_or_none("oracle_text")
    return RawFace(
        name=face.text("name"),
        mana_cost=cost,
        type_line=type_line,
        oracle_text=text,
        colors=colors,
        power=face.text_or_none("power"),
        toughness=face.text_or_none("toughness"),
        loyalty=face.text_or_none("loyalty") or loyalty_note(type_line),
        defense=face.text_or_none("defense"),
    )


def _scryfall_marks(record: _Record) -> frozenset[str]:
    marks = set()
    if record.true("rebalanced") or record.text("name").startswith("A-"):
        marks.add("rebalanced")
    if record.true("digital") or (record.has("games") and "paper" not in record.texts("games")):
        marks.add("digital")
    if (
        record.text_or("security_stamp", "") == "acorn"
        or record.text_or("border_color", "") == "silver"
        or "playtest" in record.texts("promo_types")
        # A reprint in such a set (a basic land, say) is an ordinary card.
        or (record.text_or("set_type", "") == "funny" and not record.true("reprint"))
        or _rulings_mark(record.records("rulings"), "published_at", "comment")
    ):
        marks.add("funny")
    return frozenset(marks)


# --- MTGJSON's shape ------------------------------------------------------------------------------


def _atomic_group(name: str, value: object, place: str, melded: set[str]) -> Iterator[RawCard]:
    """Yield the cards under one name of AtomicCards: one card's faces, or the cards that meld.

    ``melded`` collects the results of melding that were given, since each part repeats them.
    """
    if not isinstance(value, list) or not value:
        raise _fault(place, "must be a list of faces.", value)
    faces = [_Record(item, f"{place}[{n}]") for n, item in enumerate(value)]
    layout = faces[0].text("layout")
    if layout in _NOT_CARDS:
        return
    if layout == "meld":
        # A melding card and its result are two cards; the file repeats the result for each part.
        for face in faces:
            if face.text_or("side", "a") == "a" or len(faces) == 1:
                yield _atomic_card(face.text_or("faceName", face.text("name")), layout, [face])
            elif face.text("faceName") not in melded:
                melded.add(face.text("faceName"))
                yield _atomic_card(face.text("faceName"), layout, [face])
        return
    sides: dict[str, _Record] = {}
    for face in faces:
        # Two entries for one side are versions of one card that differ in text: the first counts.
        sides.setdefault(face.text_or("side", "a"), face)
    ordered = [sides[side] for side in sorted(sides)]
    if layout == "reversible_card":
        ordered = ordered[:1]
        layout = "normal"
        name = ordered[0].text_or("faceName", name)
    yield _atomic_card(name, layout, ordered)


def _atomic_card(name: str, layout: str, records: list[_Record]) -> RawCard:
    faces = tuple(_atomic_face(record) for record in records)
    first = records[0]
    marks = set()
    if first.true("isRebalanced") or name.startswith("A-"):
        marks.add("rebalanced")
    if first.true("isOnlineOnly"):
        marks.add("digital")
    if first.true("isFunny") or _rulings_mark(first.records("rulings"), "date", "text"):
        marks.add("funny")
    identity = {letter for record in records for letter in record.texts("colorIdentity")}
    keywords = {keyword for record in records for keyword in record.texts("keywords")}
    return RawCard(
        name=name,
        layout=_layout(layout, faces),
        color_identity=_colors(tuple(identity)),
        faces=faces,
        keywords=tuple(sorted(keywords)),
        marks=frozenset(marks),
    )


def _atomic_face(record: _Record) -> RawFace:
    type_line = record.text("type")
    return RawFace(
        name=record.text_or("faceName", record.text("name")),
        mana_cost=record.text_or("manaCost", ""),
        type_line=type_line,
        oracle_text=record.text_or("text", ""),  # left out where a face has no text
        colors=_colors(record.texts("colors")),
        power=record.text_or_none("power"),
        toughness=record.text_or_none("toughness"),
        loyalty=record.text_or_none("loyalty") or loyalty_note(type_line),
        defense=record.text_or_none("defense"),
    )
