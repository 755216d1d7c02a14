"""The pytest plugin: cases in files of JSON Lines as tests, and a fixture to ask with.

In the configuration of pytest, ``lawmage_cases`` lists the files, as patterns from the root directory::

    [tool.pytest.ini_options]
    lawmage_cases = ["tests/positions/*.jsonl"]

Each line with an expectation is a test, named by its ``id``; all cases of a file that were selected are asked together.
The option ``lawmage_strict`` makes a conditional answer that differs a failure, not an expected one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lawmage.answer import Answer
    from lawmage.batch.verify import Line, Record


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings of the plugin."""
    parser.addini("lawmage_cases", "files of cases to be collected as tests (patterns from the root directory)", type="args", default=[])
    parser.addini("lawmage_strict", "conditional answers that differ are failures", type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file that a pattern of ``lawmage_cases`` names."""
    patterns = parent.config.getini("lawmage_cases")
    if not patterns:
        return None
    root = parent.config.rootpath
    if not any(file_path in _matching(root, pattern) for pattern in patterns):
        return None
    collector: pytest.Collector = CaseFile.from_parent(parent, path=file_path)
    return collector


def _matching(root: Path, pattern: str) -> Iterable[Path]:
    return [Path(pattern)] if Path(pattern).is_absolute() else root.glob(pattern)


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[CaseItem]:
        """Yield an item for each line; a line that is no case is an item too, and fails."""
        from lawmage.batch.sources import read_files
        from lawmage.cards.catalogue import Catalogue
        from lawmage.position.names import CatalogueNames

        self.names = CatalogueNames(Catalogue.open())
        self.answers: dict[int, Any] | None = None
        seen: dict[str, int] = {}
        for line in read_files([str(self.path)]):
            name = _name(line)
            seen[name] = seen.get(name, 0) + 1
            yield CaseItem.from_parent(self, name=name if seen[name] == 1 else f"{name}-{seen[name]}", line=line)

    def record(self, wanted: CaseItem) -> Record:
        """Return the record of a case; the first time, all selected cases of the file are asked."""
        from lawmage.api import ask_many
        from lawmage.batch.verify import answers, judge, read_line, unreadable
        from lawmage.position.cases import Case

        if self.answers is None:
            self.answers = {}
            items = [item for item in self.session.items if isinstance(item, CaseItem) and item.parent is self]
            read = [(item.line, read_line(item.line, self.names)) for item in items]
            cases = [(line, case) for line, case in read if isinstance(case, Case)]
            found = answers([(case.position, case.query) for _, case in cases], ask_many)
            for (line, case), answer in zip(cases, found, strict=True):
                self.answers[line.number] = judge(line, case, answer)
            for line, fault in read:
                if not isinstance(fault, Case):
                    self.answers[line.number] = unreadable(line, fault)
        record: Record = self.answers[wanted.line.number]
        return record


def _name(line: Line) -> str:
    from lawmage.batch.verify import unreadable
    from lawmage.errors import Fault, InputError

    return unreadable(line, InputError(Fault("", "only its name is asked for"))).id or f"line {line.number}"


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, line: Line, **more: Any) -> None:
        super().__init__(**more)
        self.line = line

    def runtest(self) -> None:
        """Fail if the answer is not as expected; be an expected failure where it is only conditional."""
        assert isinstance(self.parent, CaseFile)
        record = self.parent.record(self)
        if record.verdict == "unknown" and not self.config.getini("lawmage_strict"):
            pytest.xfail("the answer is conditional: some text was not read")
        if record.verdict in ("fail", "error", "unknown"):
            raise Disagreement(record)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Tell a disagreement as the report of a verification does."""
        if isinstance(excinfo.value, Disagreement):
            from lawmage.batch.report import told

            return "\n".join(told(excinfo.value.record.to_data()))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the case stands."""
        return self.path, self.line.number - 1, self.name


class Disagreement(Exception):
    """A case that is not as expected, with its record."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.verdict)
        self.record = record


class Lawmage:
    """What the fixture gives: questions to positions, and checks."""

    def ask(self, position: Mapping[str, Any], query: Mapping[str, Any], explain: bool = False) -> Answer:
        """Answer a query about a position, both in format 1; see :func:`lawmage.api.ask`."""
        from lawmage.api import ask

        return ask(position, query, explain)

    def could_produce(self, position: Mapping[str, Any], permanent: str) -> list[str]:
        """Return the types of mana that a permanent could produce; the test fails if that is not certain."""
        answer = self.ask(position, {"kind": "could_produce", "permanent": permanent})
        if not answer.certain or answer.result is None:
            pytest.fail(f"the answer is conditional; unread: {[note.to_data() for note in answer.unread]}", pytrace=False)
        return list(answer.result["types"])

    def check(self, case: Mapping[str, Any]) -> None:
        """Fail the test if the answer to a case is certain and not as the case expects, or cannot be had."""
        import json

        from lawmage.api import ask_many
        from lawmage.batch.report import told
        from lawmage.batch.verify import Line, verify
        from lawmage.cards.catalogue import Catalogue
        from lawmage.position.names import CatalogueNames

        text = json.dumps({"id": "case", **case})
        (record,) = verify([Line("case", 1, text)], CatalogueNames(Catalogue.open()), ask_many)
        if record.verdict in ("fail", "error"):
            pytest.fail("\n".join(told(record.to_data())), pytrace=False)


@pytest.fixture(scope="session")
def lawmage() -> Lawmage:
    """Give the way to ask lawmage."""
    return Lawmage()
