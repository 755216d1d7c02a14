"""The result file: one record a line, in the order of the input, kept when a run ends early, and continued.

While a run goes on the records stand in ``FILE.part``; the file has its own name only when every line has its record.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from lawmage.batch.verify import Line
from lawmage.errors import Fault, InputError


class Results:
    """Writes records to a file; with ``resume``, after those that an earlier run left."""

    def __init__(self, file: str, *, resume: bool = False) -> None:
        """Open the file.

        Raises:
            InputError: it cannot be written, or what is there is no result file.
        """
        self.file = file
        self.part = f"{file}.part"
        self._old = self._earlier() if resume else None
        try:
            if self._old is None:
                self._stream: TextIO = open(self.part, "w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
            else:
                _cut_torn(self._old)
                if self._old != Path(self.part):
                    os.replace(self._old, self.part)
                    self._old = Path(self.part)
                self._stream = open(self.part, "a", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise InputError(Fault(file, f"cannot be written: {getattr(error, 'strerror', None) or error}.")) from None

    def _earlier(self) -> Path | None:
        for name in (self.part, self.file):
            if Path(name).is_file():
                return Path(name)
        return None

    def skipped(self, lines: Iterator[Line]) -> Iterator[tuple[Line, dict[str, Any]]]:
        """Take from ``lines`` those that have a record already, and yield them with their records.

        Raises:
            InputError: the records are those of other inputs.
        """
        if self._old is None:
            return
        with open(self._old, encoding="utf-8", errors="backslashreplace") as stream:
            for number, text in enumerate(stream, start=1):
                record = _record(text)
                line = next(lines, None)
                place = f"{self._old}:{number}"
                if record is None:
                    raise InputError(Fault(place, "is no record of a verification."))
                if line is None or (line.file, line.number) != (record["file"], record["line"]):
                    expected = "no line" if line is None else line.place
                    raise InputError(
                        Fault(place, f"is a record of {record['file']}:{record['line']}, and the inputs have {expected} there.")
                    )
                yield line, record

    def write(self, record: str) -> None:
        """Write a record, given as a line of JSON."""
        self._stream.write(record)
        self._stream.write("\n")

    def flush(self) -> None:
        """Hand what was written to the system, so that it is kept whatever becomes of this process."""
        self._stream.flush()

    def finish(self) -> None:
        """Close the file and give it its name: every line has its record."""
        self._stream.close()
        os.replace(self.part, self.file)

    def leave(self) -> str | None:
        """Close the file as it is, to be continued; return its name, or None if nothing was in it (it is then gone)."""
        with contextlib.suppress(OSError):
            self._stream.close()
        with contextlib.suppress(OSError):
            if Path(self.part).stat().st_size:
                return self.part
            os.unlink(self.part)
        return None


def _cut_torn(path: Path) -> None:
    """Cut off a last line that was not written to its end."""
    with open(path, "rb+") as stream:
        size = stream.seek(0, os.SEEK_END)
        at = size
        while at > 0:
            step = min(at, 1 << 16)
            stream.seek(at - step)
            found = stream.read(step).rfind(b"\n")
            if found >= 0:
                at = at - step + found + 1
                break
            at -= step
        if at != size:
            stream.truncate(at)


def _record(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except ValueError:
        return None
    keys = {"file", "line", "kind", "verdict", "answer"}
    return data if isinstance(data, dict) and keys <= data.keys() else None
