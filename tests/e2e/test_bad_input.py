"""Bad input at the command line, with the real catalogue and engine: one clear error, exit code 2, no traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lawmage import cli
from lawmage.position.limits import MAX_OBJECTS

Run = tuple[int, str, str]


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> Run:
    """Return the exit code, standard output and standard error of a command."""
    try:
        code = cli.main(argv)
    except SystemExit as exit:
        code = int(exit.code or 0)
    return code, *capsys.readouterr()


def board(*objects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"players": {"P1": {}, "P2": {}}, "battlefield": list(objects), **more}


def permanent(id: str, card: str = "Forest", **more: Any) -> dict[str, Any]:
    return {"id": id, "card": card, "controller": "P1", **more}


def file(folder: Path, data: Any, name: str = "board.json") -> str:
    path = folder / name
    if isinstance(data, bytes):
        path.write_bytes(data)
    else:
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return str(path)


def refused(found: Run, *words: str) -> str:
    """Assert that a run ended as bad input should, its one error naming each of ``words``; return the error."""
    code, out, err = found
    assert (code, out) == (2, ""), found
    assert "Traceback" not in err
    assert all(line.startswith("lawmage: ") for line in err.splitlines()), err
    for word in words:
        assert word in err, err
    return err


BAD_BOARDS = {
    "misspelt card": (board(permanent("a", "Forrest")), ("battlefield[0].card", "Forrest", "Forest")),
    "unknown card": (board(permanent("a", "Zzyzx Qwv")), ("battlefield[0].card", "Zzyzx Qwv")),
    "duplicate id": (board(permanent("a"), permanent("a", "Island")), ("battlefield[1].id", "a")),
    "attached to nothing": (board(permanent("a", "Wild Growth", attached_to="b")), ("battlefield[0].attached_to", "b")),
    "attached to itself": (board(permanent("a", "Wild Growth", attached_to="a")), ("attached_to", "a")),
    "attached in a circle": (
        board(permanent("a", "Wild Growth", attached_to="b"), permanent("b", "Wild Growth", attached_to="a")),
        ("attached_to",),
    ),
    "unknown key": (board(permanent("a", taped=True)), ("battlefield[0].taped", "tapped")),
    "wrong type": (board(permanent("a", tapped="yes")), ("battlefield[0].tapped",)),
    "unknown player": (board(permanent("a") | {"controller": "P3"}), ("battlefield[0].controller", "P3")),
    "counters beyond 32 bits": (board(permanent("a", counters={"charge": 2**31})), ("battlefield[0].counters", str(2**31))),
    "life beyond 64 bits": ({"players": {"P1": {"life": 10**30}, "P2": {}}, "battlefield": [permanent("a")]}, ("players.P1.life",)),
    "negative counters": (board(permanent("a", counters={"charge": -1})), ("battlefield[0].counters", "-1")),
    "number that is none": (board(permanent("a", counters={"charge": 1.5})), ("battlefield[0].counters", "1.5")),
    "script as a card": (board(permanent("a", "#script (python) import os #end.")), ("battlefield[0].card", "#script")),
    "quotes as a card": (board(permanent("a", 'Forest").x("')), ("battlefield[0].card",)),
    "NUL as a card": (board(permanent("a", "For\0est")), ("battlefield[0].card",)),
    "newline as a card": (board(permanent("a", "Forest\nIsland")), ("battlefield[0].card",)),
    "too many objects": (board(*(permanent(f"a{i}") for i in range(MAX_OBJECTS + 1))), (str(MAX_OBJECTS),)),
    "format to come": (board(permanent("a"), format=2), ("format", "2")),
    "no players": ({"battlefield": []}, ("players",)),
    "no position": ([1, 2, 3], ()),
}


@pytest.mark.parametrize("kind", BAD_BOARDS)
def test_bad_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str) -> None:
    data, words = BAD_BOARDS[kind]
    err = refused(run(capsys, "could-produce", file(tmp_path, data), "a"), *words)
    assert len(err.splitlines()) == 1


def test_independent_faults_are_told_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = board(permanent("a", "Forrest"), permanent("b", tapped="yes"), permanent("c", "Ilsand"))
    err = refused(run(capsys, "could-produce", file(tmp_path, data), "a"), "battlefield[0]", "battlefield[1]", "battlefield[2]")
    assert len(err.splitlines()) == 3


@pytest.mark.parametrize(
    "id", ['a"b', "a'b", "a\\b", "a\nb", "a b", "#script (lua) #end.", "a).b(", "%", "ä\N{SNOWMAN}", "x" * 200, "-1", "0"]
)
def test_any_id_is_only_a_name(capsys: pytest.CaptureFixture[str], tmp_path: Path, id: str) -> None:
    """Ids never become program text: accepted and answered, or refused as ids, but never anything else."""
    code, out, err = run(capsys, "could-produce", file(tmp_path, board(permanent(id))), id)
    if code == 0:
        assert out.startswith("Forest could produce G")
    else:
        refused((code, out, err), "battlefield[0].id")


def test_unknown_permanent_is_told_with_what_there_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    refused(run(capsys, "could-produce", file(tmp_path, board(permanent("pool"))), "poll"), "poll", "pool")


BAD_FILES = {
    "truncated": (b'{"players": {"P1": {}, "P2"', "board.json"),
    "not JSON": (b"players: {P1: {}}", "board.json"),
    "not YAML": (b"players: {P1: [}", "board.yaml"),
    "YAML that makes objects": (b"players: !!python/object/apply:os.getcwd []", "board.yaml"),
    "YAML of many aliases": (
        b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 9)) for c in range(98, 108)),
        "board.yaml",
    ),
    "not UTF-8": (b'{"players": "\xff\xfe"}', "board.json"),
    "empty": (b"", "board.json"),
    "null": (b"null", "board.json"),
    "deep": (b"[" * 100_000, "board.json"),
    "key twice": (b'{"players": {"P1": {}}, "players": {"P2": {}}}', "board.json"),
    "NaN": (b'{"players": {"P1": {"life": NaN}}}', "board.json"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_bad_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str) -> None:
    data, name = BAD_FILES[kind]
    err = refused(run(capsys, "could-produce", file(tmp_path, data, name), "a"))
    assert len(err) < 2000


def test_unreadable_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    refused(run(capsys, "could-produce", str(tmp_path / "none.json"), "a"), "none.json")
    refused(run(capsys, "could-produce", str(tmp_path), "a"), str(tmp_path))
    refused(run(capsys, "verify", str(tmp_path / "none.jsonl")), "none.jsonl")
    if os.geteuid():
        locked = Path(file(tmp_path, board(permanent("a"))))
        locked.chmod(0)
        refused(run(capsys, "could-produce", str(locked), "a"), "board.json")


def test_empty_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    refused(run(capsys, "could-produce", "-", "a"))


@pytest.mark.parametrize(
    "line",
    ["Forrest", "Forest +", "99999999999x Forest", "Forest (taped)", "Forest (", "0x Forest", "\0", "#script", "Forest + + Forest", ""],
)
def test_bad_quick_notation(capsys: pytest.CaptureFixture[str], line: str) -> None:
    refused(run(capsys, "could-produce", "Forest", "--you", line))


def test_bad_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for argv in ([], ["nothing"], ["could-produce"], ["could-produce", "--what"], ["could-produce", "a", "b", "c"], ["card"]):
        code, out, err = run(capsys, *argv)
        assert code == 2, argv
        assert err and "Traceback" not in err
        assert out == ""


def test_a_bad_line_of_a_file_of_cases_is_one_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = {
        "id": "good",
        "position": board(permanent("a")),
        "query": {"kind": "could_produce", "permanent": "a"},
        "expect": {"types": ["G"]},
    }
    lines = [json.dumps(good), "{", json.dumps(good | {"position": board(permanent("a", "Forrest"))}), json.dumps(good), ""]
    out = tmp_path / "out.jsonl"
    code, printed, err = run(capsys, "verify", file(tmp_path, "\n".join(lines), "cases.jsonl"), "--json", "--out", str(out))
    assert (code, err) == (1, "")
    counts = json.loads(printed)
    assert (counts["pass"], counts["error"], counts["certain_wrong"]) == (2, 2, 0)
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [record["verdict"] for record in records] == ["pass", "error", "error", "pass"]
    assert [record["line"] for record in records] == [1, 2, 3, 4]


# --- What comes out when the input is good.


def test_outputs(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = board(permanent("a"), permanent("pool", "Reflecting Pool"), permanent("c", "Contamination"))
    path = file(tmp_path, data)
    assert run(capsys, "could-produce", path, "pool")[1].startswith("Reflecting Pool could produce B\n")
    code, out, _ = run(capsys, "could-produce", path, "pool", "--json")
    answer = json.loads(out)
    assert (code, answer["result"], answer["status"], answer["unread"]) == (0, {"types": ["B"]}, "certain", [])
    assert "106.7" in answer["cites"]
    code, out, _ = run(capsys, "could-produce", path, "--all", "--json")
    assert [found["result"]["types"] for found in json.loads(out)] == [["B"], ["B"], []]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(data).encode())))
    assert run(capsys, "could-produce", "-", "pool", "--json")[1] == json.dumps(answer, ensure_ascii=False, indent=2) + "\n"
    code, out, _ = run(capsys, "could-produce", path, "pool", "--explain")
    assert code == 0
    for told in ("106.7", "Contamination", "{B}", "614"):
        assert told in out


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = file(tmp_path, board(*(permanent(f"a{i}") for i in range(40))))
    command = f"{sys.executable} -m lawmage.cli could-produce --all {path} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Forest (a0) could produce G")


def test_amounts_beyond_32_bits(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Forty doublers, forty of a tripler: the types are right however large the amount."""
    for doubler in ("Mana Reflection", "Nyxbloom Ancient"):
        data = board(permanent("a"), permanent("s", "Sol Ring"), *(permanent(f"d{i}", doubler) for i in range(40)))
        path = file(tmp_path, data)
        assert run(capsys, "could-produce", path, "a")[1].startswith("Forest could produce G\n")
        assert run(capsys, "could-produce", path, "s")[1].startswith("Sol Ring could produce C\n")
        data["battlefield"].append(permanent("sphere", "Damping Sphere"))
        assert run(capsys, "could-produce", file(tmp_path, data), "a")[1].startswith("Forest could produce C\n")


def test_the_largest_numbers_are_answered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The largest counter a position may have is counted, doubled too, and never wraps to a negative number."""
    from lawmage.position.limits import MAX_NUMBER

    data = board(permanent("a", "Everflowing Chalice", counters={"charge": MAX_NUMBER}), permanent("d", "Mana Reflection"))
    assert run(capsys, "could-produce", file(tmp_path, data), "a")[1].startswith("Everflowing Chalice could produce C\n")
