"""The report of a verification: counts per kind of query, and what was not as expected."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lawmage.answer import Unread
from lawmage.batch.verify import VERDICTS, Counts, Record
from lawmage.errors import Fault

MOST_SHOWN = 200
"""Most records of one verdict that a readable report tells in full."""


class Report:
    """Counts records, and keeps those that a person will want to read.

    ``hits`` is how many questions were answered by the answer to an equal one, None if that was not tried.
    """

    def __init__(self) -> None:
        self.all = Counts()
        self.kinds: dict[str, Counts] = {}
        self.hits: int | None = None
        self._shown: dict[str, list[Mapping[str, Any]]] = {"fail": [], "error": [], "unknown": []}

    def add(self, record: Record | Mapping[str, Any]) -> None:
        """Take in one record, itself or as data."""
        data = record.to_data() if isinstance(record, Record) else record
        self.all.add(data)
        self.kinds.setdefault(data["kind"], Counts()).add(data)
        shown = self._shown.get(data["verdict"] or "")
        if shown is not None and len(shown) < MOST_SHOWN:
            shown.append(data)

    @property
    def failed(self) -> bool:
        """Whether any case failed or was an error."""
        return bool(self.all.verdicts["fail"] or self.all.verdicts["error"])

    def to_data(self) -> dict[str, Any]:
        """Return all counts as JSON-like data: those of everything, and ``kinds`` with those per kind."""
        cache = {} if self.hits is None else {"cache_hits": self.hits}
        return {**self.all.to_data(), **cache, "kinds": {kind: counts.to_data() for kind, counts in sorted(self.kinds.items())}}

    def to_text(self) -> str:
        """Return the readable report."""
        lines = []
        for verdict in ("error", "unknown", "fail"):
            for record in self._shown[verdict]:
                lines.extend(told(record))
            left = self.all.verdicts[verdict] - len(self._shown[verdict])
            if left > 0:
                lines.append(f"… and {left} more: {verdict}")
        if lines:
            lines.append("")
        if self.hits:
            lines.append(f"{self.hits} of {self.all.total} questions were equal to an earlier one and answered once")
        lines.extend(self._table())
        return "\n".join(lines)

    def _table(self) -> list[str]:
        head = ("kind", "cases", *VERDICTS, "certain", "certain wrong")
        rows = [_row(kind, counts) for kind, counts in sorted(self.kinds.items())]
        if len(rows) != 1:
            rows.append(_row("all", self.all))
        widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
        return [
            "  ".join(_cell(cell, width, column) for column, (cell, width) in enumerate(zip(row, widths, strict=True)))
            for row in (head, *rows)
        ]


def _cell(text: str, width: int, column: int) -> str:
    return text.rjust(width) if column else text.ljust(width)


def _row(kind: str, counts: Counts) -> tuple[str, ...]:
    numbers = (counts.total, *(counts.verdicts[verdict] for verdict in VERDICTS), counts.certain, counts.certain_wrong)
    return (kind, *map(str, numbers))


def told(record: Mapping[str, Any]) -> list[str]:
    """Return the lines that tell of one record."""
    name = "" if record["id"] is None else f" {record['id']}"
    out = [f"{record['verdict']}{name} ({record['file']}:{record['line']}, {record['kind']})"]
    out.extend(f"  {fault}" for fault in faults_of(record))
    answer = record["answer"]
    if answer is None:
        return out
    result = answer["result"]
    for key in record.get("differs", ()):
        out.append(f"  {key}: expected {_shown((record.get('expect') or {}).get(key))}")
        out.append(f"  {' ' * len(key)}       got {_shown((result or {}).get(key))} ({answer['status']})")
    if result is None:
        out.append("  no answer can be given")
    for note in answer["unread"][:5]:
        out.append(f"  {Unread(**note).told()}")
    return out


def faults_of(record: Mapping[str, Any]) -> list[Fault]:
    """Return the faults of a record given as data."""
    return [Fault(fault["place"], fault["problem"], None, tuple(fault["suggestions"])) for fault in record.get("errors", ())]


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 500 else text[:500] + "…"
