"""Reports, the smallest position of a disagreement, and the choice of engine on the command line."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from scaling import case, lawmage, records, write_lines

from lawmage.answer import Answer
from lawmage.api import ask, ask_many
from lawmage.batch.minimise import minimise

BOARD: dict[str, Any] = {
    "players": {"P1": {"life": 3, "graveyard": ["Island", "Forest"]}, "P2": {"hand": 2}},
    "phase": "main2",
    "battlefield": [
        {"id": "f", "card": "Forest", "controller": "P1"},
        {"id": "bears", "card": "Grizzly Bears", "controller": "P1", "tapped": True, "counters": {"+1/+1": 2}},
        {"id": "pool", "card": "Reflecting Pool", "controller": "P1", "tapped": True},
        {"id": "moon", "card": "Blood Moon", "controller": "P2"},
        {"id": "i", "card": "Island", "controller": "P2"},
        {"id": "b2", "card": "Grizzly Bears", "controller": "P2", "damage": 1},
    ],
    "effects": [{"text": "@bears gets +1/+1 until end of turn.", "controller": "P1"}],
}
WRONG = {"id": "moon <&>", "position": BOARD, "query": {"kind": "could_produce", "permanent": "pool"}, "expect": {"types": ["G"]}}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with every report of a run with one of each verdict."""
    folder = tmp_path_factory.mktemp("reports")
    write_lines(folder / "cases.jsonl", [case(1), WRONG, "{", case(2, expect=False)])
    done = lawmage(
        "verify", "cases.jsonl", "--report", "junit.xml", "--report", "html", "--minimise", "--out", "out.jsonl", check=1, folder=folder
    )
    (folder / "told.txt").write_bytes(done.stdout)
    return folder


def test_junit(made: Path) -> None:
    root = ElementTree.parse(made / "junit.xml").getroot()
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4", "failures": "1", "errors": "1", "skipped": "0",
    }  # fmt: skip
    tests = root.findall("./testsuite/testcase")
    assert [test.get("line") for test in tests] == ["1", "2", "3", "4"]
    assert 'expected ["G"], got ["R"]' in str(tests[1].find("failure").get("message"))  # type: ignore[union-attr]
    assert "not valid JSON" in str(tests[2].find("error").get("message"))  # type: ignore[union-attr]


class _Text(HTMLParser):
    """Collects tags that were not closed, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html(made: Path) -> None:
    page = _Text()
    source = (made / "report.html").read_text()
    page.feed(source)
    assert page.open == []
    for words in (
        "4 cases: 1 pass",
        "1 fail",
        "1 error",
        "Reflecting Pool",
        "106.7",
        "Smallest position",
        "Proof",
        "moon <&>",
        "not valid JSON",
    ):
        assert words in page.text, words
    assert "http" not in source


def test_readable_summary_and_minimised(made: Path) -> None:
    told = (made / "told.txt").read_text()
    assert 'types: expected ["G"]' in told
    smallest = json.loads(told.splitlines()[-1])
    assert {item["id"] for item in smallest["position"]["battlefield"]} == {"pool", "moon"}
    assert "effects" not in smallest["position"] or not smallest["position"]["effects"]
    assert ask(smallest["position"], smallest["query"]).result == {"types": ["R"]}


def test_nothing_that_is_left_can_be_left_out() -> None:
    smallest = minimise(BOARD, WRONG["query"], {"types": ["R"]}, ["types"], ask_many)
    for index in range(len(smallest["battlefield"])):
        less = {**smallest, "battlefield": [item for at, item in enumerate(smallest["battlefield"]) if at != index]}
        (answer,) = ask_many([(less, WRONG["query"])])
        assert not isinstance(answer, Answer) or answer.result != {"types": ["R"]}
    assert all(set(item) == {"id", "card", "controller"} for item in smallest["battlefield"])
    assert smallest["players"] == {"P1": {}, "P2": {}}


def test_a_disagreement_that_does_not_show_again_stays_as_it_is() -> None:
    assert minimise(BOARD, WRONG["query"], {"types": ["U"]}, ["types"], ask_many) == BOARD


def test_shards_and_jobs_give_the_records_of_the_whole(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "cases.jsonl", [case(number) for number in range(10)])
    found = []
    for index in (1, 2):
        out = tmp_path / f"{index}.jsonl"
        lawmage("verify", str(file), "--shard", f"{index}/2", "--out", str(out), "--jobs", str(index))
        found += records(out)
    assert sorted(record["line"] for record in found) == list(range(1, 11))
    assert {record["verdict"] for record in found} == {"pass"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--report", "x.pdf"], "x.pdf"),
        (["--resume"], "--out"),
        (["--shard", "3/2"], "I/N"),
        (["--deadline", "0"], "more than 0"),
        (["--jobs", "0"], "1 or more"),
    ],
)
def test_wrong_options_are_told(tmp_path: Path, arguments: list[str], words: str) -> None:
    file = write_lines(tmp_path / "cases.jsonl", [case(1)])
    told = lawmage("verify", str(file), *arguments, check=2).stderr.decode()
    assert words in told
    assert "Traceback" not in told


def test_progress_on_request(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "cases.jsonl", [case(number) for number in range(20)])
    told = lawmage("verify", str(file), "--progress").stderr.decode()
    assert "20/20" in told
    assert lawmage("verify", str(file)).stderr == b""
