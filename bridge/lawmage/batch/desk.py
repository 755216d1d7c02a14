"""The desk: reads a chunk of lines, asks what is not known yet, and returns a record of each line.

A desk does its work in steps, so that whoever runs several desks can keep one memory for all: opening gives the fingerprints
of cases, reading takes the records known by fingerprint and gives the keys of the other questions, finishing takes
the answers known by key. What is found on the way goes into the memory.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from lawmage.answer import Answer, Unread
from lawmage.batch.canonical import Question, question
from lawmage.batch.slicing import Slice, slicer
from lawmage.batch.verify import AskMany, Line, Record, answers, judge, opened, read_line, unreadable
from lawmage.errors import InputError
from lawmage.position.cases import Case, fingerprint, read_notes
from lawmage.position.model import Position
from lawmage.position.names import CardNames
from lawmage.position.query import Query

PART = 100
"""How many lines are read before their positions are cut to what bears on their questions."""

MOST_KNOWN = 200_000
"""How many answers and records a memory holds; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A chunk whose JSON was read: of each line what it says (or its error), and with a memory the fingerprint of its case."""

    lines: Sequence[Line]
    data: list[object]
    fingerprints: Sequence[bytes | None]

    @property
    def keys(self) -> list[bytes]:
        """Return the fingerprints there are."""
        return [found for found in self.fingerprints if found is not None]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A chunk that was read: its lines, their cases (or why they are none) and, with a memory, their questions.

    A case that was judged before, under whatever id, is the text of its record. With a memory, cases hold no more of their
    positions than bears on their questions.
    """

    opened: Opened
    cases: Sequence[Case | InputError | str]
    questions: Sequence[Question | None]

    @property
    def lines(self) -> Sequence[Line]:
        """Return the lines."""
        return self.opened.lines

    @property
    def keys(self) -> list[bytes]:
        """Return the keys of the questions that have one."""
        return [asked.key for asked in self.questions if asked is not None and asked.key is not None]


@dataclass(slots=True)
class Done:
    """What became of a chunk: a record of each line as JSON; answers found, by key, and records, by fingerprint.

    ``hits`` are the questions that were not asked, since an equal one was.
    """

    records: list[str]
    hits: int = 0
    found: dict[bytes, str] = field(default_factory=dict)


class Known(dict[bytes, str]):
    """A memory of answers by key and of records by fingerprint, of bounded size."""

    def learn(self, found: Mapping[bytes, str]) -> None:
        """Take in answers; forget the oldest where there are too many."""
        self.update(found)
        if len(self) > MOST_KNOWN:
            for key in list(islice(self, len(self) - MOST_KNOWN)):
                del self[key]


class Desk:
    """Reads and answers chunks in this process."""

    def __init__(self, names: CardNames, ask_many: AskMany, *, cache: bool = True, slicing: Slice | None = None) -> None:
        self._names = names
        self._slice = slicing
        self._ask_many = ask_many
        self._cache = cache

    def open(self, lines: Sequence[Line]) -> Opened:
        """Return the chunk with its JSON read."""
        data = [opened(line) for line in lines]
        return Opened(lines, data, [fingerprint(one) for one in data] if self._cache else [None] * len(lines))

    def read(self, chunk: Opened, known: Mapping[bytes, str]) -> Sheet:
        """Return the chunk read, but for cases whose records ``known`` holds. What the lines say is dropped on the way."""
        cases: list[Case | InputError | str] = []
        questions: list[Question | None] = []
        # By parts: positions need much memory until they are cut, and one kind of work at a time goes faster.
        for start in range(0, len(chunk.lines), PART):
            part = [self._case(chunk, index, known) for index in range(start, min(start + PART, len(chunk.lines)))]
            asked = [self._question(case) if self._cache and isinstance(case, Case) else None for case in part]
            for case, one in zip(part, asked, strict=True):
                if isinstance(case, Case) and one is not None and one.key is not None:
                    case = replace(case, position=one.position)
                cases.append(case)
            questions += asked
        return Sheet(chunk, cases, questions)

    def _case(self, chunk: Opened, index: int, known: Mapping[bytes, str]) -> Case | InputError | str:
        line, key = chunk.lines[index], chunk.fingerprints[index]
        data, chunk.data[index] = chunk.data[index], None
        if key is None or key not in known:
            return read_line(line, self._names, data)
        assert isinstance(data, dict)
        try:
            return _head(line, read_notes(data, self._names, line.place)) + known[key]
        except InputError as error:
            return error

    def _question(self, case: Case) -> Question:
        position = case.position if self._slice is None else self._slice(case.position, case.query)
        return question(position, case.query)

    def finish(self, sheet: Sheet, known: Mapping[bytes, str]) -> Done:
        """Return the records of a chunk, asking the questions that ``known`` does not answer."""
        done = Done([])
        pairs: list[tuple[Position, Query]] = []
        plain: list[int] = []
        keyed: dict[bytes, int] = {}
        for index, (case, asked) in enumerate(zip(sheet.cases, sheet.questions, strict=True)):
            if not isinstance(case, Case):
                continue
            if asked is None or asked.key is None:
                plain.append(index)
            elif asked.key in known or asked.key in keyed:
                done.hits += 1
            else:
                keyed[asked.key] = index
        for index in keyed.values():
            asked = sheet.questions[index]
            assert asked is not None
            pairs.append(asked.canonical())
        for index in plain:
            case = sheet.cases[index]
            assert isinstance(case, Case)
            pairs.append((case.position, case.query))
        got = answers(pairs, self._ask_many)
        own = dict(zip(plain, got[len(keyed) :], strict=True))
        for key, answer in zip(keyed, got, strict=False):
            if isinstance(answer, Answer):
                done.found[key] = _written(answer)
        texts = {**known_of(sheet, known), **done.found}
        # An error names places and ids, so it is told of each question as it was asked.
        failed = [i for i, asked in enumerate(sheet.questions) if asked is not None and asked.key is not None and asked.key not in texts]
        cases = [read_line(sheet.lines[index], self._names) for index in failed]
        again = answers([(case.position, case.query) for case in cases if isinstance(case, Case)], self._ask_many)
        own.update(zip(failed, again, strict=True))
        for index, (line, case, asked, mark) in enumerate(
            zip(sheet.lines, sheet.cases, sheet.questions, sheet.opened.fingerprints, strict=True)
        ):
            if isinstance(case, str):
                done.hits += 1
                done.records.append(case)
                continue
            if not isinstance(case, Case):
                record = unreadable(line, case)
            elif index in own:
                record = judge(line, case, own[index])
            else:
                assert asked is not None and asked.key is not None
                record = judge(line, case, _read(asked.told(texts[asked.key]), case.query))
            text = written(record)
            done.records.append(text)
            if mark is not None and record.error is None:
                done.found[mark] = text[len(_head(line, record.id)) :]
        return done

    def work(self, lines: Sequence[Line], known: Known) -> Done:
        """Read and finish a chunk with a memory of answers, which learns what is found."""
        done = self.finish(self.read(self.open(lines), known), known)
        known.learn(done.found)
        return done


def known_of(sheet: Sheet, known: Mapping[bytes, str]) -> dict[bytes, str]:
    """Return the known answers to the questions of a chunk."""
    return {key: known[key] for key in sheet.keys if key in known}


def _head(line: Line, id: str | None) -> str:
    """Return the beginning of a record: what of it is the line's own."""
    data = {"id": id, "file": line.file, "line": line.number}
    return json.dumps(data, ensure_ascii=False)[:-1] + ", "


def written(record: Record) -> str:
    """Return a record as one line of JSON."""
    return json.dumps(record.to_data(), ensure_ascii=False)


def _written(answer: Answer) -> str:
    result = None if answer.result is None else dict(answer.result)
    notes = [[note.object, note.topic, note.stopped] for note in answer.unread]
    return json.dumps([result, answer.status, notes, list(answer.cites)], ensure_ascii=False)


def _read(text: str, query: Query) -> Answer:
    result, status, notes, cites = json.loads(text)
    return Answer(query, result, status, tuple(Unread(*note) for note in notes), tuple(cites))


def desk(*, cache: bool = True) -> Desk:
    """Return a desk with the packaged catalogue and the engine of this process."""
    from lawmage.api import ask_many
    from lawmage.cards.catalogue import Catalogue
    from lawmage.position.names import CatalogueNames

    def ask(pairs: list[tuple[Position, Query]]) -> Any:
        return ask_many(pairs)

    return Desk(CatalogueNames(Catalogue.open()), ask, cache=cache, slicing=slicer() if cache else None)
