"""Where lines come from: files of JSON Lines (plain, gzip, zstd), standard input, and Parquet."""

from __future__ import annotations

import gzip
import importlib
import io
import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

from lawmage.batch.verify import Line, broken, read_lines
from lawmage.errors import Fault, InputError

GZIP, ZSTD, PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
"""How files begin that are no plain text."""

STDIN = "-"
"""The name that means standard input."""

PARQUET_KEYS = ("id", "position", "query", "expect", "cites", "source", "why")
"""The columns of a Parquet file of cases; a column ``case`` with whole cases as JSON serves instead."""

_ROWS = 1000


@dataclass(slots=True)
class Progress:
    """How many bytes of the inputs were read, of how many; ``total`` is None where that is not known."""

    done: int = 0
    total: int | None = 0

    @property
    def share(self) -> float | None:
        """Return the share of the inputs that was read, or None if it is not known."""
        return min(1.0, self.done / self.total) if self.total else None


class _Counted(io.RawIOBase):
    """A raw stream that counts what is read from it."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        # A pipe gives what is there; waiting until the buffer is full would hold back lines.
        self._some = getattr(stream, "read1", stream.read)
        self._progress = progress

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._some(len(buffer))
        buffer[: len(data)] = data
        self._progress.done += len(data)
        return len(data)


class _Zstd(io.RawIOBase):
    """The text of zstd frames, one after the other. (The package's own reader takes half a frame for a whole one.)"""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._new = needed("zstandard", "zstandard").ZstdDecompressor().decompressobj
        self._frame: Any = None
        self._ready = b""
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            data = self._rest or self._stream.read1(1 << 16)
            if not data:
                if self._frame is not None:
                    raise EOFError("the compressed file ended before its end")
                return 0
            frame = self._frame or self._new()
            self._ready = frame.decompress(data)
            self._rest = frame.unused_data if frame.eof else b""
            self._frame = None if frame.eof else frame
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count


def check(files: Iterable[str]) -> Progress:
    """Return the size of all inputs, having made sure that each can be opened.

    Raises:
        InputError: a file cannot be read.
    """
    progress = Progress()
    for file in files:
        if file == STDIN:
            progress.total = None
            continue
        try:
            with open(file, "rb"):
                size = Path(file).stat().st_size
        except (OSError, ValueError) as error:
            raise _unreadable(file, error) from None
        if progress.total is not None:
            progress.total += size
    return progress


def read_files(files: Iterable[str], progress: Progress | None = None) -> Iterator[Line]:
    """Yield the lines of all files, one after the other; ``-`` is standard input.

    What a file is, its first bytes tell. A file that breaks off, or is damaged, ends with a line that is an error.

    Raises:
        InputError: a file cannot be opened, or a package is missing that it needs.
    """
    counting = progress or Progress()
    for file in files:
        if file == STDIN:
            yield from _read(sys.stdin.buffer, "standard input", counting)
            continue
        try:
            stream = open(file, "rb")  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise _unreadable(file, error) from None
        with stream:
            yield from _read(stream, file, counting)


def _read(stream: BinaryIO, file: str, progress: Progress) -> Iterator[Line]:
    buffered = io.BufferedReader(_Counted(stream, progress), 1 << 16)
    head = buffered.peek(4)[:4]
    if head == PARQUET:
        yield from read_parquet(stream if file == "standard input" else file, file)
        progress.done = progress.total or 0
        return
    number = 0
    try:
        for line in read_lines(cast(BinaryIO, _opened(buffered, head)), file):
            number = line.number
            yield line
    except (OSError, EOFError, zlib.error, _zstd_error()) as error:
        yield broken(file, number + 1, f"cannot be read further: {error}.")


def _opened(buffered: Any, head: bytes) -> Any:
    if head[:2] == GZIP:
        return gzip.GzipFile(fileobj=buffered)
    if head == ZSTD:
        return io.BufferedReader(_Zstd(buffered), 1 << 16)
    return buffered


def _zstd_error() -> type[Exception]:
    module = sys.modules.get("zstandard")
    return cast(type[Exception], module.ZstdError) if module is not None else EOFError


def read_parquet(source: Any, file: str) -> Iterator[Line]:
    """Yield the rows of a Parquet file as lines, numbered from 1.

    A column ``case`` holds whole cases as JSON; without it, the columns are the keys of a case: JSON texts, or
    nested values (whose nulls are taken as keys not given).

    Raises:
        InputError: pyarrow is not installed.
    """
    parquet = needed("pyarrow.parquet", "lawmage[parquet]")
    number = 0
    try:
        table = parquet.ParquetFile(io.BytesIO(source.read()) if hasattr(source, "read") else source)
        names = set(table.schema_arrow.names)
        wanted = ["case"] if "case" in names else [key for key in PARQUET_KEYS if key in names]
        if not {"case"} <= names and not {"position", "query"} <= names:
            raise InputError(Fault(file, "has neither a column case nor columns position and query.", sorted(names)))
        for rows in table.iter_batches(batch_size=_ROWS, columns=wanted):
            for row in rows.to_pylist():
                number += 1
                yield _row(row, file, number)
    except (OSError, ValueError) as error:
        yield broken(file, number + 1, f"cannot be read further: {error}.")


def _row(row: dict[str, Any], file: str, number: int) -> Line:
    if "case" in row:
        text = row["case"]
        return Line(file, number, text) if isinstance(text, str) else broken(file, number, "the case is no text.")
    data = {}
    for key, value in row.items():
        if value is None:
            continue
        if isinstance(value, str) and key in ("position", "query", "expect", "cites"):
            try:
                value = _Raw(value)
            except ValueError:
                return broken(file, number, f"{key} is not valid JSON.")
        else:
            value = _without_nulls(value)
        data[key] = value
    data.setdefault("id", str(number))
    parts = (f"{json.dumps(key)}: {value.text if isinstance(value, _Raw) else _dumped(value)}" for key, value in data.items())
    return Line(file, number, "{" + ", ".join(parts) + "}")


class _Raw:
    """A value that is JSON already; checked here, so that two broken columns cannot make one whole line."""

    def __init__(self, text: str) -> None:
        try:
            json.loads(text)
        except RecursionError as error:
            raise ValueError("nested too deep") from error
        self.text = text


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(entry) for key, entry in value.items() if entry is not None}
    if isinstance(value, list):
        # A map column of Parquet comes as a list of pairs.
        if value and all(isinstance(entry, tuple) and len(entry) == 2 for entry in value):
            return {key: _without_nulls(entry) for key, entry in value if entry is not None}
        return [_without_nulls(entry) for entry in value]
    return value


def needed(module: str, install: str) -> Any:
    """Return a module of an optional package.

    Raises:
        InputError: it is not installed; the fault says how to install it.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        problem = f"needs the package {module.split('.')[0]}, which is not installed: pip install '{install}'."
        raise InputError(Fault("", problem)) from None


def _unreadable(file: str, error: Exception) -> InputError:
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(Fault(file, f"cannot be read: {reason}."))
