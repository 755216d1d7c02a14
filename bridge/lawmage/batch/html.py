"""The report to look at: one HTML file with the counts, and every disagreement with its position."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from lawmage.answer import RULES_DATE
from lawmage.batch.disagreements import Disagreements
from lawmage.batch.report import Report, faults_of
from lawmage.batch.verify import VERDICTS, Counts, Line
from lawmage.errors import Fault, InputError

MOST_ERRORS = 100
MOST_ROWS = 300

_STYLE = """
:root { color-scheme: light dark; --line: #8885; --bad: #c22; --mid: #a60; --good: #282; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
pre { overflow: auto; padding: .7rem; border: 1px solid var(--line); border-radius: 6px; max-height: 30rem; }
article { border-left: 4px solid var(--bad); padding: 0 1rem; margin: 1.5rem 0; } .fail, .error { color: var(--bad); }
.unknown { color: var(--mid); } .pass { color: var(--good); } summary { cursor: pointer; }
"""


class Html:
    """Counts records per kind, rule and card, and writes the report when it is finished."""

    wants_proofs = True

    def __init__(self, file: str, report: Report, disagreements: Disagreements) -> None:
        self._file = file
        self._report = report
        self._disagreements = disagreements
        self._rules: dict[str, Counts] = {}
        self._cards: dict[str, Counts] = {}
        self._errors: list[Mapping[str, Any]] = []

    def add(self, line: Line, record: Mapping[str, Any]) -> None:
        """Take in a record."""
        if record["verdict"] == "error" and len(self._errors) < MOST_ERRORS:
            self._errors.append(record)
        answer = record["answer"]
        if answer is None or not isinstance(line.text, str):
            return
        case = json.loads(line.text)
        for rule in dict.fromkeys((*(case.get("cites") or ()), *answer["cites"])):
            self._rules.setdefault(str(rule), Counts()).add(record)
        for card in _cards(case):
            self._cards.setdefault(card, Counts()).add(record)

    def finish(self) -> None:
        """Write the report; it appears whole or not at all.

        Raises:
            InputError: it cannot be written.
        """
        part = f"{self._file}.part"
        try:
            with open(part, "w", encoding="utf-8", errors="backslashreplace") as out:
                out.writelines(self._pieces())
            os.replace(part, self._file)
        except OSError as error:
            raise InputError(Fault(self._file, f"cannot be written: {error.strerror}.")) from None

    def _pieces(self) -> Iterable[str]:
        counts = self._report.all
        yield '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        yield f"<title>lawmage: verification</title><style>{_STYLE}</style></head><body>\n<h1>Verification</h1>\n<p>{counts.total} cases: "
        yield ", ".join(f'<b class="{verdict}">{counts.verdicts[verdict]} {verdict}</b>' for verdict in VERDICTS)
        yield f". Answers said to be certain that differ from what was expected: {counts.certain_wrong}."
        if self._report.hits:
            yield f" {self._report.hits} questions were equal to an earlier one and answered once."
        yield f" Rules effective {escape(RULES_DATE)}.</p>\n"
        yield from _table("Kinds of query", "kind", self._report.kinds)
        yield from _table("Rules", "rule", self._rules)
        yield from _table("Cards asked about", "card", self._cards)
        yield from self._shown()
        if self._errors:
            yield "<h2>Errors</h2>\n<ul>\n"
            for record in self._errors:
                faults = "; ".join(str(fault) for fault in faults_of(record))
                yield f"<li>{_place(record)}: {escape(faults)}</li>\n"
            yield "</ul>\n"
        yield "</body></html>\n"

    def _shown(self) -> Iterable[str]:
        kept, total = self._disagreements.kept, self._report.all.verdicts["fail"]
        if not kept:
            return
        yield f"<h2>Disagreements</h2>\n<p>{len(kept)} of {total}.</p>\n"
        for one in kept:
            record, answer = one.record, one.record["answer"]
            yield f"<article><h3>{escape(str(record['id']))}</h3><p>{_place(record)}</p>\n"
            yield f"<p>Query</p>{_json(one.case['query'])}<p>Expected</p>{_json(record.get('expect'))}"
            yield f"<p>Answer ({escape(answer['status'])}; differs on {escape(', '.join(record['differs']))})</p>{_json(answer['result'])}"
            if answer["cites"]:
                yield f"<p>Rules: {escape(', '.join(answer['cites']))}</p>"
            if one.case.get("why"):
                yield f"<p>Note of the case: {escape(str(one.case['why']))}</p>"
            if one.proof is not None:
                yield f"<details><summary>Proof</summary><pre>{escape(one.proof)}</pre></details>"
            if one.smallest is not None:
                yield f"<details open><summary>Smallest position that shows it</summary>{_json(one.smallest)}</details>"
            yield f"<details><summary>Position</summary>{_json(one.case['position'])}</details></article>\n"


def _cards(case: Mapping[str, Any]) -> list[str]:
    """Return the cards that a case asks about: of the objects that its query names."""
    query, position = case["query"], case["position"]
    ids = {query.get("permanent"), query.get("object")}
    event = query.get("event")
    if isinstance(event, dict):
        ids.add(event.get("affected"))
    found: dict[str, None] = {}
    for item in (*(position.get("battlefield") or ()), *(position.get("stack") or ())):
        if item.get("id") in ids:
            token = item.get("token")
            name = item.get("card") or (token.get("name") if isinstance(token, dict) else token)
            if name:
                found[str(name)] = None
    return list(found)


def _table(title: str, head: str, rows: Mapping[str, Counts]) -> Iterable[str]:
    if not rows:
        return
    ordered = sorted(rows.items(), key=lambda row: (-row[1].verdicts["fail"], -row[1].verdicts["error"], -row[1].total, row[0]))
    yield f"<h2>{title}</h2>\n<table><tr><th>{head}</th><th>cases</th>{''.join(f'<th>{verdict}</th>' for verdict in VERDICTS)}</tr>\n"
    for name, counts in ordered[:MOST_ROWS]:
        cells = "".join(f"<td{_class(verdict, counts)}>{counts.verdicts[verdict]}</td>" for verdict in VERDICTS)
        yield f"<tr><td>{escape(name)}</td><td>{counts.total}</td>{cells}</tr>\n"
    yield "</table>\n"
    if len(ordered) > MOST_ROWS:
        yield f"<p>… and {len(ordered) - MOST_ROWS} more.</p>\n"


def _class(verdict: str, counts: Counts) -> str:
    return f' class="{verdict}"' if counts.verdicts[verdict] and verdict != "pass" else ""


def _place(record: Mapping[str, Any]) -> str:
    return f"{escape(record['file'])}:{record['line']}, {escape(record['kind'])}"


def _json(value: object) -> str:
    return f"<pre>{escape(json.dumps(value, ensure_ascii=False, indent=1))}</pre>"
