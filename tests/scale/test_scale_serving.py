"""Serving on standard input and output, the examples in other languages, the pytest plugin, and generating."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scaling import case, command, environment, lawmage, write_lines

from lawmage.batch.generate import KINDS, generate
from lawmage.cards.catalogue import packaged
from lawmage.errors import InputError
from lawmage.position.names import CatalogueNames
from lawmage.position.query import read_query
from lawmage.position.reader import read_position

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


# --- serve ----------------------------------------------------------------------------------------


def served(*lines: Any) -> list[dict[str, Any]]:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    return [json.loads(line) for line in lawmage("serve", "--stdio", given=text.encode()).stdout.splitlines()]


def test_each_line_is_answered_in_order() -> None:
    good, other = case(0), case(1, expect=False)
    bare = {"position": good["position"], "query": good["query"]}
    wrong = {**good, "id": 7, "position": {"players": {"P1": {}}, "battlefield": [{"id": "x", "card": "Forrest", "controller": "P1"}]}}
    found = served(good, "", other, bare, "{", wrong, {**bare, "explain": True, "id": [1]}, "[]", {**good, "expect": {"types": ["W"]}})
    assert [reply["id"] for reply in found] == ["case 0", "case 1", None, None, 7, [1], None, "case 0"]
    assert [reply.get("verdict") for reply in found] == ["pass", None, None, None, None, None, None, "fail"]
    assert found[1]["result"] == {"types": ["U"]}
    assert found[2]["result"] == {"types": ["G"]}
    assert "line:5" in found[3]["errors"][0]["place"]
    assert "Forest" in found[4]["errors"][0]["suggestions"]
    assert found[5]["proof"]
    assert found[7]["differs"] == ["types"]


def test_a_line_is_answered_before_the_next_is_written() -> None:
    running = subprocess.Popen(command("serve", "--stdio"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), text=True)
    assert running.stdin is not None and running.stdout is not None
    for number in range(5):
        running.stdin.write(json.dumps(case(number)) + "\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["id"] == f"case {number}"
    running.stdin.close()
    assert running.wait(timeout=60) == 0


@pytest.fixture
def launcher(tmp_path: Path) -> dict[str, str]:
    """Give an environment in which LAWMAGE starts this lawmage."""
    script = tmp_path / "lawmage"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lawmage.cli "$@"\n')
    script.chmod(0o755)
    return {**environment(), "LAWMAGE": str(script)}


def _needs(*tools: str) -> None:
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"needs {tool}, which is not here")


def test_the_example_in_java(tmp_path: Path, launcher: dict[str, str]) -> None:
    _needs("javac", "java")
    subprocess.run(["javac", "-d", str(tmp_path), str(EXAMPLES / "Lawmage.java")], check=True, capture_output=True)
    done = subprocess.run(["java", "-cp", str(tmp_path), "Lawmage"], check=True, capture_output=True, env=launcher)
    assert json.loads(done.stdout)["result"] == {"types": ["G"]}


def test_the_example_in_rust(tmp_path: Path, launcher: dict[str, str]) -> None:
    _needs("rustc")
    built = str(tmp_path / "example")
    subprocess.run(
        ["rustc", "--edition", "2021", "-D", "warnings", "-o", built, str(EXAMPLES / "lawmage.rs")], check=True, capture_output=True
    )
    done = subprocess.run([built], check=True, capture_output=True, env=launcher)
    assert json.loads(done.stdout)["result"] == {"types": ["G"]}


def test_the_lines_of_the_page_are_true() -> None:
    page = (EXAMPLES.parent / "serving.md").read_text()
    given, expected = [block.split("```")[0] for block in page.split("```json\n")[1:3]]
    assert served(json.loads(given)) == [json.loads(expected)]


# --- the pytest plugin ----------------------------------------------------------------------------


def pytest_run(folder: Path, *arguments: str) -> str:
    plugin = [] if _installed() else ["-p", "lawmage.pytest_plugin"]
    argv = [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-v", *arguments]
    # options for this run, such as one that spreads it over processes, are not for the inner one
    env = {name: value for name, value in environment().items() if name != "PYTEST_ADDOPTS"}
    return subprocess.run(argv, cwd=folder, capture_output=True, text=True, env=env, check=False).stdout


def _installed() -> bool:
    from importlib.metadata import entry_points

    return any(entry.value == "lawmage.pytest_plugin" for entry in entry_points(group="pytest11"))


def test_cases_are_tests(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nlawmage_cases = positions/*.jsonl\n")
    (tmp_path / "positions").mkdir()
    wrong = {**case(1), "id": "an island", "expect": {"types": ["G"]}}
    write_lines(tmp_path / "positions" / "lands.jsonl", [case(0), wrong, "{", case(0)])
    write_lines(tmp_path / "other.jsonl", [case(2)])
    told = pytest_run(tmp_path)
    assert "2 failed, 2 passed" in told
    for words in (
        "lands.jsonl::case 0 PASSED",
        "::an island FAILED",
        "::line 3 FAILED",
        'types: expected ["G"]',
        'got ["U"]',
        "not valid JSON",
    ):
        assert words in told, words
    assert "other.jsonl" not in told
    assert "1 passed" in pytest_run(tmp_path, "-k", "case and not case-2 and not 2")


def test_the_fixture(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        f"CASE = {case(0)!r}\n"
        "def test_right(lawmage):\n"
        "    assert lawmage.could_produce(CASE['position'], 'land 0') == ['G']\n"
        "    assert lawmage.ask(CASE['position'], CASE['query']).certain\n"
        "    lawmage.check(CASE)\n"
        "def test_wrong(lawmage):\n"
        "    lawmage.check({**CASE, 'expect': {'types': []}})\n"
    )
    told = pytest_run(tmp_path)
    assert "1 failed, 1 passed" in told
    assert "types: expected []" in told


# --- generate -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_generated_is_valid_and_plausible(kind: str) -> None:
    names = CatalogueNames(packaged())
    sizes = set()
    for made in generate(kind, 40, 5):
        board = read_position(made["position"], names)
        assert read_query(made["query"], board, names).kind == kind
        sizes.add(len(board.battlefield))
        assert all(item.attached_to is not None for item in board.battlefield if item.card in ("Wild Growth", "Pacifism"))
    assert min(sizes) >= 10 and max(sizes) <= 40 and len(sizes) > 10


def test_the_same_seed_gives_the_same_lines_from_any_start() -> None:
    whole = list(generate("could_produce", 20, 3))
    assert list(generate("could_produce", 20, 3)) == whole
    assert list(generate("could_produce", 5, 3, start=11)) == whole[10:15]
    assert list(generate("could_produce", 20, 4)) != whole
    assert len({json.dumps(made["position"]) for made in whole}) == 20


def test_cards_that_matter_are_common() -> None:
    cards = packaged()
    lands = sum(
        "Land" in cards.card(item["card"]).faces[0].types
        for made in generate("could_produce", 30, 1)
        for item in made["position"]["battlefield"]
    )
    assert lands > 0.5 * sum(len(made["position"]["battlefield"]) for made in generate("could_produce", 30, 1))


def test_another_kind_is_an_error() -> None:
    with pytest.raises(InputError, match="no positions"):
        next(generate("payable", 1, 1))
    assert b"could_produce" in lawmage("generate", "--kind", "payable", check=2).stderr


def test_generated_with_answers_all_pass() -> None:
    made = lawmage("generate", "--count", "12", "--seed", "2", "--permanents", "3-8", "--answered").stdout
    lines = [json.loads(line) for line in made.splitlines()]
    assert len(lines) == 12 and sum("expect" in line for line in lines) > 4
    data = json.loads(lawmage("verify", "-", "--json", given=made).stdout)
    assert (data["total"], data["fail"], data["error"]) == (12, 0, 0)
