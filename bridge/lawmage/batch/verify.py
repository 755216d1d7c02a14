"""Verifies cases: asks each question, compares the answer with the expectation, and counts the verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO, Literal

from lawmage.answer import Answer
from lawmage.batch.compare import SameAbilities, differences
from lawmage.errors import Fault, InputError, LawmageError
from lawmage.position.cases import Case, read_case
from lawmage.position.documents import read_document
from lawmage.position.model import Position
from lawmage.position.names import CardNames
from lawmage.position.query import QUERY_KINDS, Query
from lawmage.queries.selectors import same_abilities

Verdict = Literal["pass", "fail", "unknown", "error"]
VERDICTS: tuple[Verdict, ...] = ("pass", "fail", "unknown", "error")

AskMany = Callable[[list[tuple[Position, Query]]], "list[Answer | LawmageError]"]
"""Answers many questions at once; an answer that failed stands as its error."""

BATCH = 250
"""How many cases are asked together."""

UNREADABLE = "unreadable"
"""The kind under which lines are counted whose kind of query could not be told."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: its text (or the error that kept it from being text), and where it stands."""

    file: str
    number: int
    text: str | InputError

    @property
    def place(self) -> str:
        """Return where the line stands, as faults say it."""
        return f"{self.file}:{self.number}"


@dataclass(frozen=True, slots=True)
class Record:
    """What became of one line.

    ``verdict`` is None for a case that was answered and has no expectation. ``differs`` are the keys of
    the expectation on which the result differs.
    """

    file: str
    line: int
    id: str | None
    kind: str
    verdict: Verdict | None
    answer: Answer | None = None
    error: LawmageError | None = None
    expect: dict[str, Any] | None = None
    differs: tuple[str, ...] = ()

    @property
    def certain_wrong(self) -> bool:
        """Whether an answer said to be certain is not as expected: the worst that can happen."""
        return self.verdict == "fail" and self.answer is not None and self.answer.certain

    def to_data(self) -> dict[str, Any]:
        """Return the record as JSON-like data: a line of ``--out``."""
        data: dict[str, Any] = {"id": self.id, "file": self.file, "line": self.line, "kind": self.kind, "verdict": self.verdict}
        data["answer"] = None if self.answer is None else self.answer.to_data()
        if self.expect is not None and self.verdict in ("fail", "unknown"):
            data["expect"] = self.expect
            data["differs"] = list(self.differs)
        if self.error is not None:
            data["errors"] = [
                {"place": fault.place, "problem": fault.problem, "suggestions": list(fault.suggestions)} for fault in self.error.faults
            ]
        return data


@dataclass(slots=True)
class Counts:
    """How many records had which verdict; ``certain`` are the answers said to be certain."""

    total: int = 0
    verdicts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    certain_wrong: int = 0
    answered: int = 0
    certain: int = 0

    def add(self, record: Record) -> None:
        """Count a record."""
        self.total += 1
        if record.verdict is not None:
            self.verdicts[record.verdict] += 1
        self.certain_wrong += record.certain_wrong
        if record.answer is not None:
            self.answered += record.answer.result is not None
            self.certain += record.answer.certain

    def to_data(self) -> dict[str, int]:
        """Return the counts as JSON-like data."""
        return {
            "total": self.total,
            **self.verdicts,
            "certain_wrong": self.certain_wrong,
            "answered": self.answered,
            "certain": self.certain,
        }


def read_lines(stream: BinaryIO, file: str) -> Iterator[Line]:
    """Yield the lines of a stream of JSON Lines that are not blank, numbered from 1."""
    for number, raw in enumerate(stream, start=1):
        if raw.isspace():
            continue
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            fault = Fault(f"{file}:{number}", f"not valid UTF-8 at byte {error.start}.")
            yield Line(file, number, InputError(fault))
        else:
            yield Line(file, number, text.rstrip("\r\n"))


def verify(
    lines: Iterable[Line],
    names: CardNames,
    ask_many: AskMany,
    *,
    abilities: SameAbilities = same_abilities,
    batch: int = BATCH,
) -> Iterator[Record]:
    """Yield a record for each line, in order.

    Lines are read and asked in batches of ``batch``. A line that cannot be read and a question that fails
    are one error record each. Nothing but an interrupt ends the run early.
    """
    source = iter(lines)
    while chunk := list(islice(source, batch)):
        read = [_read(line, names) for line in chunk]
        cases = [case for case in read if isinstance(case, Case)]
        answers = iter(_answers([(case.position, case.query) for case in cases], ask_many))
        for line, case in zip(chunk, read, strict=True):
            if isinstance(case, Case):
                yield _judge(line, case, next(answers), abilities)
            else:
                yield _unreadable(line, case)


def _read(line: Line, names: CardNames) -> Case | InputError:
    if isinstance(line.text, InputError):
        return line.text
    try:
        return read_case(read_document(line.text, "json", line.place), names, line.place)
    except InputError as error:
        return error


def _answers(pairs: list[tuple[Position, Query]], ask_many: AskMany) -> list[Answer | LawmageError]:
    """Ask all at once; if that fails as a whole, ask one by one, so that one culprit is one error."""
    if not pairs:
        return []
    try:
        answers = ask_many(pairs)
        if len(answers) == len(pairs):
            return answers
        raise RuntimeError(f"{len(pairs)} questions got {len(answers)} answers")
    except Exception as error:
        if len(pairs) > 1:
            return [_answers([pair], ask_many)[0] for pair in pairs]
        if isinstance(error, LawmageError):
            return [error]
        return [LawmageError(Fault("", f"internal error: {type(error).__name__}: {error}"))]


def _judge(line: Line, case: Case, answer: Answer | LawmageError, abilities: SameAbilities) -> Record:
    kind = case.query.kind
    if isinstance(answer, LawmageError):
        return Record(line.file, line.number, case.id, kind, "error", None, answer, case.expect)
    verdict: Verdict | None = None
    differs: tuple[str, ...] = ()
    if case.expect is not None:
        if answer.result is None:
            verdict = "unknown"
        else:
            differs = differences(kind, case.expect, answer.result, abilities)
            verdict = "pass" if not differs else "fail" if answer.certain else "unknown"
    return Record(line.file, line.number, case.id, kind, verdict, answer, None, case.expect, differs)


def _unreadable(line: Line, error: InputError) -> Record:
    """Return the record of a line that is no case; its id and kind are told where they can be."""
    id: str | None = None
    kind = UNREADABLE
    if isinstance(line.text, str):
        try:
            data = read_document(line.text, "json")
        except InputError:
            data = None
        if isinstance(data, dict):
            id = data["id"] if isinstance(data.get("id"), str) else None
            query = data.get("query")
            if isinstance(query, dict) and query.get("kind") in QUERY_KINDS:
                kind = query["kind"]
    return Record(line.file, line.number, id, kind, "error", None, error)
