"""The command line: exit codes, output, and that no bad input ends in a traceback."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from boards import NAMES, board, permanent

from lawmage import cli, command_line
from lawmage.answer import Answer, Unread
from lawmage.errors import EngineError, Fault
from lawmage.position.query import read_query

TYPES = {"Forest": ["G"], "Island": ["U"], "Reflecting Pool": []}


class Proof:
    def to_data(self) -> Any:
        return {"steps": []}

    def to_text(self) -> str:
        return "because of 106.7"


def ask(position: Any, query: Any, explain: bool = False) -> Answer:
    """Answer from a table of names."""
    read = read_query(query, position, NAMES)
    card = position.object(read.permanent).card
    if card == "Clone":
        return Answer(read, None, "conditional", (Unread("clone", "copies", 3),))
    return Answer(read, {"types": TYPES.get(card, [])}, cites=("106.7",), proof=Proof() if explain else None)


def ask_many(pairs: list[Any]) -> list[Any]:
    return [Answer(query, {"types": ["G"]}) if not isinstance(query, dict) else ask(position, query) for position, query in pairs]


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_api", lambda: SimpleNamespace(ask=ask, ask_many=ask_many))
    monkeypatch.setattr(command_line, "card_names", lambda: NAMES)


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of a command."""
    try:
        code = cli.main(argv)
    except SystemExit as exit:
        code = int(exit.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def write(folder: Path, data: Any, name: str = "board.json") -> str:
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return str(path)


BOARD = board(permanent("a"), permanent("b", "Island"), permanent("c", "Island", "P2"), permanent("p", "Reflecting Pool"))


def test_schema(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "schema", "position")
    assert code == 0
    assert json.loads(out)["$ref"] == "#/$defs/position"


def test_could_produce_by_id_and_by_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = write(tmp_path, BOARD)
    assert run(capsys, "could-produce", file, "b") == (0, "Island could produce U\n  rules 106.7\n", "")
    assert run(capsys, "could-produce", file, "reflecting pool")[1].startswith("Reflecting Pool could produce no mana")


def test_could_produce_json_and_all(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = write(tmp_path, BOARD)
    code, out, _ = run(capsys, "could-produce", file, "a", "--json")
    assert (code, json.loads(out)["result"]) == (0, {"types": ["G"]})
    code, out, _ = run(capsys, "could-produce", file, "--all", "--json")
    assert [answer["query"]["permanent"] for answer in json.loads(out)] == ["a", "b", "c", "p"]
    assert run(capsys, "could-produce", file, "--all")[1].splitlines()[2] == "Island (c) could produce U"


def test_could_produce_quick(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "could-produce", "Forest", "--you", "Forest; 2x Island", "--opponent", "Blood Moon")[:2] == (
        0, "Forest could produce G\n  rules 106.7\n",
    )  # fmt: skip
    code, _, err = run(capsys, "could-produce", "Island", "--you", "Forest; 2x Island")
    assert code == 2
    assert "island, island-2" in err


def test_could_produce_explained_and_conditional(capsys: pytest.CaptureFixture[str]) -> None:
    assert "because of 106.7" in run(capsys, "could-produce", "Forest", "--you", "Forest", "--explain")[1]
    code, out, _ = run(capsys, "could-produce", "Clone", "--you", "Clone")
    assert code == 0
    assert out == "Clone: no answer can be given [conditional: some text was not read]\n  unread: clone, copies: stopped at 3\n"


def test_boards_come_as_yaml_and_from_standard_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "players: {P1: {}, P2: {}}\nbattlefield:\n- {id: a, card: Forest, controller: P1}\n"
    assert run(capsys, "could-produce", write(tmp_path, text, "b.yaml"), "a")[0] == 0
    for given in (text, json.dumps(BOARD)):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(given.encode())))
        assert run(capsys, "could-produce", "-", "a")[:1] == (0,)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["could-produce"], "give a BOARD"),
        (["could-produce", "{board}"], "one permanent"),
        (["could-produce", "{board}", "a", "b"], "one permanent"),
        (["could-produce", "{board}", "a", "--all"], "--all"),
        (["could-produce", "{board}", "zz"], "'zz'"),
        (["could-produce", "{board}", "Forrest"], "Did you mean: Forest"),
        (["could-produce", "{board}", "#script\0"], "no permanent"),
        (["could-produce", "no-such-file", "a"], "no-such-file"),
        (["could-produce", "a\0b", "a"], "cannot be read"),
        (["could-produce", "{folder}", "a"], "directory"),
        (["could-produce", "{binary}", "a"], "UTF-8"),
        (["could-produce", "{broken}", "a"], "line 1"),
        (["could-produce", "{yaml}", "a"], "line 2"),
        (["could-produce", "{wrong}", "a"], "battlefield[0].card"),
        (["could-produce", "Forest", "--you", "Forrest"], "Did you mean: Forest"),
        (["verify", "no-such-file"], "no-such-file"),
        (["verify", "{cases}", "--out", "{folder}/no/such"], "cannot be written"),
        (["schema", "everything"], "invalid choice"),
        (["frobnicate"], "invalid choice"),
        ([], "required"),
    ],
)
def test_bad_input_is_said_clearly_with_exit_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, argv: list[str], words: str
) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    files = {
        "board": write(tmp_path, BOARD),
        "folder": str(tmp_path),
        "binary": str(tmp_path / "binary"),
        "broken": write(tmp_path, '{"players"', "broken.json"),
        "yaml": write(tmp_path, "players: {}\n\tx: 1", "broken.yaml"),
        "wrong": write(tmp_path, board(permanent("a", "#script")), "wrong.json"),
        "cases": write(tmp_path, "", "cases.jsonl"),
    }
    code, out, err = run(capsys, *(part.format(**files) if "{" in part else part for part in argv))
    assert code == 2
    assert out == ""
    assert words in err
    assert "Traceback" not in err


CASE = {"id": "c", "position": BOARD, "query": {"kind": "could_produce", "permanent": "a"}}


def cases(folder: Path, *expected: Any) -> str:
    return write(folder, "\n".join(json.dumps({**CASE, "expect": {"types": types}}) for types in expected), "cases.jsonl")


def test_verify(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "verify", cases(tmp_path, ["G"], ["G"]))
    assert code == 0
    assert out.splitlines()[-1].split() == ["could_produce", "2", "2", "0", "0", "0", "2", "0"]
    code, out, _ = run(capsys, "verify", cases(tmp_path, ["G"], ["W"]), "--json")
    assert code == 1
    assert (json.loads(out)["fail"], json.loads(out)["certain_wrong"]) == (1, 1)


def test_verify_writes_one_record_a_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    file = cases(tmp_path, ["G"], ["W"])
    with open(file, "a") as stream:
        stream.write("\n{bad")
    assert run(capsys, "verify", file, file, "--out", str(out))[0] == 1
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["verdict"] for record in records] == ["pass", "fail", "error"] * 2
    assert [record["line"] for record in records] == [1, 2, 3] * 2
    assert not list(tmp_path.glob("*.part"))


def test_an_error_of_lawmages_own_is_exit_code_1(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(pairs: Any) -> Any:
        raise EngineError(Fault("", "no model"))

    monkeypatch.setattr(cli, "_api", lambda: SimpleNamespace(ask_many=broken))
    assert run(capsys, "could-produce", "Forest", "--you", "Forest")[::2] == (1, "lawmage: no model\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m lawmage.cli schema | head -c 10; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.endswith("0\n")
