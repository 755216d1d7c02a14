"""Verifies cases: asks each question, compares the answer with the expectation, and counts the verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO, Literal

from lawmage.answer import Answer
from lawmage.batch.compare import SameAbilities, differences
from lawmage.cards.selectors import same_abilities
from lawmage.errors import EngineError, Fault, InputError, LawmageError
from lawmage.position.cases import Case, read_case
from lawmage.position.documents import read_document
from lawmage.position.limits import MAX_DOCUMENT
from lawmage.position.model import Position
from lawmage.position.names import CardNames
from lawmage.position.query import QUERY_KINDS, Query

Verdict = Literal["pass", "fail", "unknown", "error"]
VERDICTS: tuple[Verdict, ...] = ("pass", "fail", "unknown", "error")

AskMany = Callable[[list[tuple[Position, Query]]], "list[Answer | LawmageError]"]
"""Answers many questions at once; an answer that failed stands as its error."""

BATCH = 500
"""How many cases are asked together."""

LONGEST = 4 * MAX_DOCUMENT
"""Most bytes of a line that are held; of a longer one, the rest is passed over."""

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

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a record, given as data."""
        self.total += 1
        verdict, answer = record["verdict"], record["answer"]
        if verdict is not None:
            self.verdicts[verdict] += 1
        if answer is not None and answer["result"] is not None:
            self.answered += 1
            certain = answer["status"] == "certain"
            self.certain += certain
            self.certain_wrong += certain and verdict == "fail"

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
    number = 0
    while raw := stream.readline(LONGEST):
        number += 1
        if len(raw) == LONGEST and not raw.endswith(b"\n"):
            while (more := stream.readline(LONGEST)) and not more.endswith(b"\n"):
                pass
            yield broken(file, number, f"the line is too long: at most {MAX_DOCUMENT} characters.")
            continue
        if raw.isspace():
            continue
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            yield broken(file, number, f"not valid UTF-8 at byte {error.start}.")
        else:
            yield Line(file, number, text.rstrip("\r\n"))


def broken(file: str, number: int, problem: str) -> Line:
    """Return a line that could not be had as text, with the reason."""
    return Line(file, number, InputError(Fault(f"{file}:{number}", problem)))


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
        read = [read_line(line, names) for line in chunk]
        cases = [case for case in read if isinstance(case, Case)]
        found = iter(answers([(case.position, case.query) for case in cases], ask_many))
        for line, case in zip(chunk, read, strict=True):
            if isinstance(case, Case):
                yield judge(line, case, next(found), abilities)
            else:
                yield unreadable(line, case)


def opened(line: Line) -> object:
    """Return what a line's JSON says, or the error that it is."""
    if isinstance(line.text, InputError):
        return line.text
    try:
        return read_document(line.text, "json", line.place)
    except InputError as error:
        return error
    except Exception as error:
        return _internal(line, error)


def read_line(line: Line, names: CardNames, data: object = None) -> Case | InputError:
    """Return the case of a line, or why it is none; ``data`` is what it says, if it was :func:`opened` before."""
    found = opened(line) if data is None else data
    if isinstance(found, InputError):
        return found
    try:
        return read_case(found, names, line.place)
    except InputError as error:
        return error
    except Exception as error:
        # Whatever a hostile line does to a reader, it is that line's error only.
        return _internal(line, error)


def _internal(line: Line, error: Exception) -> InputError:
    return InputError(Fault(line.place, f"internal error: {type(error).__name__}: {error}"))


def answers(pairs: list[tuple[Position, Query]], ask_many: AskMany) -> list[Answer | LawmageError]:
    """Ask all at once; what failed together is asked again by halves, so that one culprit is one error."""
    if not pairs:
        return []
    try:
        found = ask_many(pairs)
        if len(found) != len(pairs):
            raise RuntimeError(f"{len(pairs)} questions got {len(found)} answers")
    except Exception as error:
        if len(pairs) > 1:
            return [*answers(pairs[: len(pairs) // 2], ask_many), *answers(pairs[len(pairs) // 2 :], ask_many)]
        if isinstance(error, LawmageError):
            return [error]
        return [LawmageError(Fault("", f"internal error: {type(error).__name__}: {error}"))]
    # The engine grounds many positions together: what stopped it may be the fault of another of them.
    failed = [index for index, answer in enumerate(found) if isinstance(answer, EngineError)]
    if not failed or len(pairs) == 1:
        return found
    again = [pairs[index] for index in failed]
    if len(again) < len(pairs):
        better = answers(again, ask_many)
    else:
        better = [*answers(again[: len(again) // 2], ask_many), *answers(again[len(again) // 2 :], ask_many)]
    found = list(found)
    for index, answer in zip(failed, better, strict=True):
        found[index] = answer
    return found


def judge(line: Line, case: Case, answer: Answer | LawmageError, abilities: SameAbilities = same_abilities) -> Record:
    """Return the record of a case and what it was answered."""
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


def unreadable(line: Line, error: LawmageError) -> Record:
    """Return the record of a line that is no case, or that no process survived; its id and kind are told where they can be."""
    id: str | None = None
    kind = UNREADABLE
    if isinstance(line.text, str):
        try:
            data = read_document(line.text, "json")
        except (LawmageError, RecursionError, MemoryError):
            data = None
        if isinstance(data, dict):
            id = data["id"] if isinstance(data.get("id"), str) else None
            query = data.get("query")
            if isinstance(query, dict) and query.get("kind") in QUERY_KINDS:
                kind = query["kind"]
    return Record(line.file, line.number, id, kind, "error", None, error)
