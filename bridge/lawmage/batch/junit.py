"""The report for CI servers: JUnit XML, one test case a line of the input."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from lawmage.batch.report import faults_of
from lawmage.batch.verify import Line
from lawmage.errors import Fault, InputError

# XML 1.0 has no way at all to write these.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class JUnit:
    """Collects records in a temporary file; the report appears when it is finished.

    A disagreement is a failure, an error an error; what is unknown (the answer is conditional) is skipped.
    """

    wants_proofs = False

    def __init__(self, file: str) -> None:
        self._file = file
        self._body = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self._counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}

    def add(self, line: Line, record: Mapping[str, Any]) -> None:
        """Take in a record."""
        self._counts["tests"] += 1
        name = record["id"] or f"{record['file']}:{record['line']}"
        head = f'<testcase classname={_quoted(record["kind"])} name={_quoted(name)} file={_quoted(record["file"])} line="{record["line"]}"'
        inner = self._inner(record)
        self._body.write(f"{head}>{inner}</testcase>\n" if inner else f"{head}/>\n")

    def _inner(self, record: Mapping[str, Any]) -> str:
        verdict = record["verdict"]
        if verdict == "error":
            self._counts["errors"] += 1
            told = [str(fault) for fault in faults_of(record)]
            return f"<error message={_quoted(told[0] if told else '')}>{_text(chr(10).join(told))}</error>"
        if verdict == "fail":
            self._counts["failures"] += 1
            told = _differences(record)
            return f"<failure message={_quoted(told[0] if told else '')}>{_text(chr(10).join(told))}</failure>"
        if verdict == "unknown":
            self._counts["skipped"] += 1
            return f"<skipped message={_quoted('the answer is conditional: some text was not read')}/>"
        return ""

    def finish(self) -> None:
        """Write the report.

        Raises:
            InputError: it cannot be written.
        """
        counts = " ".join(f'{name}="{count}"' for name, count in self._counts.items())
        self._body.flush()
        self._body.seek(0)
        part = f"{self._file}.part"
        try:
            with open(part, "w", encoding="utf-8") as out:
                out.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites {counts}>\n<testsuite name="lawmage" {counts}>\n')
                shutil.copyfileobj(self._body, out)
                out.write("</testsuite>\n</testsuites>\n")
            os.replace(part, self._file)
        except OSError as error:
            raise InputError(Fault(self._file, f"cannot be written: {error.strerror}.")) from None
        finally:
            self._body.close()


def _differences(record: Mapping[str, Any]) -> list[str]:
    expect, result = record.get("expect") or {}, record["answer"]["result"] or {}
    return [f"{key}: expected {_json(expect.get(key))}, got {_json(result.get(key))}" for key in record.get("differs", ())]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(text: str) -> str:
    return escape(_NO_XML.sub("\ufffd", text))


def _quoted(text: str) -> str:
    return quoteattr(_NO_XML.sub("\ufffd", text))
