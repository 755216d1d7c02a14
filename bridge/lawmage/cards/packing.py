"""The bytes of the catalogue: numbers of variable length, texts, tables of records.

The file is a header and sections, little-endian, none of them compressed: every record is reached
by its offset, so a reader decodes only what it is asked for, and the bytes depend on no
compressor's version.

Header: ``MAGIC``, version (1 byte), CRC-32 of all that follows (4), number of sections (1), then
the length of each section (4). A table is a section: ``count`` (4), ``count + 1`` offsets (3 each),
records.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

from lawmage.errors import Fault, InputError

MAGIC = b"lawmage\x1a"
VERSION = 1

_HEAD = len(MAGIC) + 1 + 4 + 1


class Writer:
    """Collects the bytes of one record."""

    def __init__(self) -> None:
        self.bytes = bytearray()

    def number(self, value: int) -> None:
        """Append a number of at least 0: seven bits a byte, lowest first."""
        if value < 0:
            raise ValueError(f"{value} is negative")
        while value > 0x7F:
            self.bytes.append(value & 0x7F | 0x80)
            value >>= 7
        self.bytes.append(value)

    def numbers(self, values: Sequence[int]) -> None:
        """Append how many numbers follow, and the numbers."""
        self.number(len(values))
        for value in values:
            self.number(value)

    def text(self, value: str) -> None:
        """Append a text: its length in bytes of UTF-8, and the bytes."""
        data = value.encode()
        self.number(len(data))
        self.bytes += data


class Reader:
    """Reads one record, from ``at``."""

    __slots__ = ("_data", "at")

    def __init__(self, data: bytes, at: int = 0) -> None:
        self._data = data
        self.at = at

    def number(self) -> int:
        """Read one number."""
        data = self._data
        at = self.at
        byte = data[at]
        if byte < 0x80:
            self.at = at + 1
            return byte
        value = byte & 0x7F
        shift = 7
        while True:
            at += 1
            byte = data[at]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                self.at = at + 1
                return value
            shift += 7

    def numbers(self) -> list[int]:
        """Read a count and as many numbers."""
        return [self.number() for _ in range(self.number())]

    def text(self) -> str:
        """Read one text."""
        length = self.number()
        start = self.at
        self.at = start + length
        return self._data[start : self.at].decode()


def table(records: Iterable[bytes | bytearray]) -> bytes:
    """Return a section of records that can be reached by number."""
    body = bytearray()
    offsets = bytearray()
    count = 0
    for record in records:
        offsets += len(body).to_bytes(3, "little")
        body += record
        count += 1
    offsets += len(body).to_bytes(3, "little")
    return count.to_bytes(4, "little") + offsets + body


class Table:
    """A table of records inside the bytes of a file."""

    __slots__ = ("_body", "_data", "_offsets", "count")

    def __init__(self, data: bytes, start: int) -> None:
        self._data = data
        self.count = int.from_bytes(data[start : start + 4], "little")
        self._offsets = start + 4
        self._body = self._offsets + 3 * (self.count + 1)

    def record(self, number: int) -> Reader:
        """Return a reader at the start of record ``number``."""
        if not 0 <= number < self.count:
            raise IndexError(f"no record {number}")
        at = self._offsets + 3 * number
        return Reader(self._data, self._body + int.from_bytes(self._data[at : at + 3], "little"))


def pack(sections: Sequence[bytes]) -> bytes:
    """Return the bytes of a file of ``sections``."""
    lengths = b"".join(len(section).to_bytes(4, "little") for section in sections)
    rest = bytes([len(sections)]) + lengths + b"".join(sections)
    return MAGIC + bytes([VERSION]) + zlib.crc32(rest).to_bytes(4, "little") + rest


def unpack(data: bytes, place: str) -> list[int]:
    """Return where each section of a file starts; :class:`InputError` if the file is no good."""
    if data[: len(MAGIC)] != MAGIC:
        raise _bad(place, "is not a card catalogue.")
    if len(data) < _HEAD:
        raise _bad(place, "is cut short.")
    if data[len(MAGIC)] != VERSION:
        raise _bad(place, "is a card catalogue of another version of lawmage.")
    if zlib.crc32(memoryview(data)[_HEAD - 1 :]) != int.from_bytes(data[_HEAD - 5 : _HEAD - 1], "little"):
        raise _bad(place, "is damaged or cut short.")
    count = data[_HEAD - 1]
    starts = [_HEAD + 4 * count]
    for number in range(count - 1):
        at = _HEAD + 4 * number
        starts.append(starts[-1] + int.from_bytes(data[at : at + 4], "little"))
    return starts


def checksum(data: bytes) -> int:
    """Return the checksum that a file holds of itself."""
    return int.from_bytes(data[_HEAD - 5 : _HEAD - 1], "little")


def _bad(place: str, problem: str) -> InputError:
    hint = " Build it again with `lawmage cards build --from FILE`."
    return InputError(Fault(place, problem + hint))
