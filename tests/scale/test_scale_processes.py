"""Processes: whatever happens to one, every line has its record, once and in order."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scaling import assert_each_once, case, environment, lawmage, records, write_lines

from lawmage.batch.pool import AHEAD, Pool, Settings
from lawmage.batch.run import run
from lawmage.batch.verify import BATCH, Line


def lines(*marks: int | None) -> Iterator[Line]:
    return (Line("f", number, json.dumps(case(number, mark=mark))) for number, mark in enumerate(marks, start=1))


def answered(source: Iterator[Line], settings: Settings, batch: int) -> list[dict[str, Any]]:
    return [json.loads(text) for _, done in run(source, Pool(settings), batch) for text in done.records]


def test_processes_answer_in_order_and_are_replaced() -> None:
    found = answered(lines(*range(1, 61)), Settings(jobs=2, recycle=2), 5)
    assert_each_once(found, 60)
    assert {record["verdict"] for record in found} == {"pass"}


def test_a_line_that_kills_its_process_is_one_error() -> None:
    marks = [None] * 40
    marks[17] = 666
    found = answered(lines(*marks), Settings(jobs=2, worker="poisoned_worker"), 20)
    assert_each_once(found, 40)
    assert [record["line"] for record in found if record["verdict"] == "error"] == [18]
    assert found[17]["id"] == "case 18"
    assert "died" in found[17]["errors"][0]["problem"]
    assert [record["verdict"] for record in found].count("pass") == 39


def test_a_line_past_its_deadline_is_one_error() -> None:
    marks = [None] * 24
    marks[5] = 777
    # The deadline is some hundred times what the other lines need, for busy machines.
    found = answered(lines(*marks), Settings(jobs=2, deadline=5.0, worker="poisoned_worker"), 12)
    assert_each_once(found, 24)
    assert [record["line"] for record in found if record["verdict"] == "error"] == [6]
    assert "deadline" in found[5]["errors"][0]["problem"]


@pytest.mark.parametrize("cache", [True, False])
def test_what_stops_the_engine_is_found_by_halves(cache: bool) -> None:
    marks: list[int | None] = list(range(1, 31))
    marks[9] = marks[20] = 888
    found = answered(lines(*marks), Settings(cache=cache, worker="poisoned_worker"), 30)
    assert_each_once(found, 30)
    assert [record["line"] for record in found if record["verdict"] == "error"] == [10, 21]


def test_a_process_that_is_killed_takes_no_line_along() -> None:
    settings = Settings(jobs=2, cache=False)
    pool = Pool(settings)
    found: list[dict[str, Any]] = []
    killed = 0
    for number, (_, done) in enumerate(run(lines(*range(1, 101)), pool, 2)):
        found += [json.loads(text) for text in done.records]
        # So far apart that no chunk is hit twice: one whose process dies again and again does become an error.
        if number == killed * (AHEAD * settings.jobs + 1) and killed < 3 and pool.pids:
            os.kill(pool.pids[0], signal.SIGKILL)
            killed += 1
    assert killed == 3
    assert_each_once(found, 100)
    assert {record["verdict"] for record in found} == {"pass"}


def test_no_process_is_left_behind() -> None:
    pool = Pool(Settings(jobs=2))
    running = run(lines(*range(1, 101)), pool, 5)
    next(running)
    pids = list(pool.pids)
    assert pids
    running.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


COUNT, HANGS = 6 * BATCH + 50, 6 * BATCH - 50
"""How many cases a run that is stopped has, and the one that a poisoned worker never answers: one of the second chunk."""

POISONED = (
    "import sys; from functools import partial; from lawmage.batch import pool; from lawmage.cli import main; "
    "pool.Settings = partial(pool.Settings, worker='poisoned_worker'); sys.exit(main(sys.argv[1:]))"
)
"""The command line of lawmage, with poisoned workers."""


def _started(folder: Path) -> tuple[subprocess.Popen[bytes], Path]:
    """Start a verification that cannot end, and wait until some of its lines have their records."""
    marks = (777 if number == HANGS else 1000 + number for number in range(1, COUNT + 1))
    file = write_lines(folder / "cases.jsonl", [case(number, mark=mark) for number, mark in enumerate(marks, start=1)])
    out = folder / "out.jsonl"
    running = subprocess.Popen(
        [sys.executable, "-c", POISONED, "verify", str(file), "--out", str(out), "--jobs", "2"],
        env=environment(Path(__file__).parent), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    _wait(lambda: Path(f"{out}.part").exists() and Path(f"{out}.part").stat().st_size > 0)
    return running, out


def _wait(happened: Callable[[], bool]) -> None:
    """Wait until something happened, for a minute at the most."""
    until = time.monotonic() + 60
    while not happened() and time.monotonic() < until:
        time.sleep(0.02)


def _continued(folder: Path, out: Path) -> None:
    """Check that some records, not all, are there, and that a second run adds the others."""
    part = Path(f"{out}.part")
    assert part.exists()
    assert 0 < part.read_bytes().count(b"\n") < COUNT
    with part.open("ab") as stream:
        stream.write(b'{"id": "torn off in the mid')
    done = lawmage("verify", str(folder / "cases.jsonl"), "--out", str(out), "--resume", "--json")
    assert not part.exists()
    assert_each_once(records(out), COUNT)
    assert json.loads(done.stdout)["pass"] == COUNT


def test_the_main_process_killed_and_resumed(tmp_path: Path) -> None:
    running, out = _started(tmp_path)
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    _continued(tmp_path, out)


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    running, out = _started(tmp_path)
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"--resume continues" in told
    assert b"Traceback" not in told
    _continued(tmp_path, out)


def test_a_finished_file_is_resumed_without_work(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "cases.jsonl", [case(number) for number in range(5)])
    out = tmp_path / "out.jsonl"
    lawmage("verify", str(file), "--out", str(out))
    before = out.read_bytes()
    lawmage("verify", str(file), "--out", str(out), "--resume")
    assert out.read_bytes() == before


def test_other_inputs_are_not_resumed(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    lawmage("verify", str(write_lines(tmp_path / "a.jsonl", [case(1)])), "--out", str(out))
    other = write_lines(tmp_path / "b.jsonl", [case(1)])
    told = lawmage("verify", str(other), "--out", str(out), "--resume", check=2).stderr
    assert b"a.jsonl:1" in told and b"b.jsonl:1" in told


def test_memory_of_answers_is_shared_by_processes() -> None:
    source = (Line("f", number, json.dumps(case(number % 6))) for number in range(1, 201))
    hits = sum(done.hits for _, done in run(source, Pool(Settings(jobs=2)), 10))
    # Each of two processes may ask each of the six questions once.
    assert hits >= 200 - 2 * 6


def test_threads_of_the_pool_end() -> None:
    before = threading.active_count()
    answered(lines(*range(1, 20)), Settings(jobs=2), 5)
    _wait(lambda: threading.active_count() <= before)
    assert threading.active_count() <= before
