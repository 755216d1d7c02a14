"""Disagreements worth a second look: each with its case, the proof of the answer, and the smallest position that shows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lawmage.batch.minimise import minimise
from lawmage.batch.verify import Line

MOST = 50
"""Of how many disagreements the case is kept."""


@dataclass(slots=True)
class Disagreement:
    """A record that is a failure, and its case as data. ``proof`` and ``smallest`` are None until looked for."""

    record: Mapping[str, Any]
    case: dict[str, Any]
    proof: str | None = None
    smallest: dict[str, Any] | None = None


class Disagreements:
    """Keeps the first disagreements of a run."""

    def __init__(self) -> None:
        self.kept: list[Disagreement] = []

    def add(self, line: Line, record: Mapping[str, Any]) -> None:
        """Take in a record; keep it if it is a failure and there is room."""
        if record["verdict"] == "fail" and len(self.kept) < MOST and isinstance(line.text, str):
            self.kept.append(Disagreement(record, json.loads(line.text)))

    def prove(self, api: Any) -> None:
        """Look for the proof of each answer, where the kind of query has proofs."""
        for one in self.kept:
            try:
                proof = api.ask(one.case["position"], one.case["query"], explain=True).proof
            except Exception:
                # The report tells the disagreement all the same; a proof that fails is asked for again by a person.
                continue
            if proof is not None:
                to_text = getattr(proof, "to_text", None)
                one.proof = str(to_text()) if to_text is not None else json.dumps(proof.to_data(), ensure_ascii=False, indent=2)

    def minimise(self, api: Any) -> None:
        """Look for the smallest position that shows each."""
        for one in self.kept:
            result = one.record["answer"]["result"]
            one.smallest = minimise(one.case["position"], one.case["query"], result, one.record["differs"], api.ask_many)

    def minimised_text(self) -> str:
        """Return the smallest positions as lines to read and to save: one case a line."""
        out = []
        for one in self.kept:
            if one.smallest is not None:
                case = {**one.case, "position": one.smallest}
                record = one.record
                out.append(f"smallest position that shows {record['id']} ({record['file']}:{record['line']}):")
                out.append("  " + json.dumps(case, ensure_ascii=False))
        return "\n".join(out)
