"""Dask: a real cluster of processes, one of which is killed; and the same answers whichever way cases are asked."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from boards import shared_cases
from scaling import LANDS, assert_each_once, case, lawmage, records, write_lines

from lawmage.answer import Answer
from lawmage.api import ask, ask_many
from lawmage.batch.cluster import Cluster
from lawmage.batch.pool import Settings
from lawmage.batch.run import run
from lawmage.batch.verify import Line
from lawmage.errors import LawmageError

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def through(client: Any, cases: list[dict[str, Any]], batch: int, settings: Settings | None = None) -> Iterator[list[dict[str, Any]]]:
    """Yield the records of cases, part by part."""
    lines = (Line("f", number, json.dumps(data)) for number, data in enumerate(cases, start=1))
    engine = Cluster(client, settings or Settings())
    for _, done in run(lines, nullcontext(engine), batch):
        yield [json.loads(text) for text in done.records]


def test_a_worker_killed_on_the_way_loses_nothing(client: Any) -> None:
    cases = [case(number, mark=number) for number in range(1, 401)]
    found: list[dict[str, Any]] = []
    killed = False
    for part in through(client, cases, 20):
        found += part
        if not killed:
            pid = next(iter(client.run(os.getpid).values()))
            os.kill(pid, signal.SIGKILL)
            killed = True
    assert killed
    assert_each_once(found, 400)
    assert {record["verdict"] for record in found} == {"pass"}


def test_a_line_that_kills_or_stops_its_process_is_one_error(client: Any) -> None:
    folder = os.path.dirname(__file__)
    client.run(lambda: __import__("sys").path.append(folder))
    cases = [case(number, mark={7: 666, 15: 777}.get(number)) for number in range(1, 25)]
    # The deadline is some hundred times what the other lines need, for busy machines.
    settings = Settings(deadline=5.0, worker="poisoned_worker")
    found = [record for part in through(client, cases, 12, settings) for record in part]
    assert_each_once(found, 24)
    assert [record["line"] for record in found if record["verdict"] == "error"] == [7, 15]


def test_the_command_with_the_address_of_a_scheduler(client: Any, tmp_path: Any) -> None:
    file = write_lines(tmp_path / "cases.jsonl", [case(number) for number in range(1, 31)])
    out = tmp_path / "out.jsonl"
    address = client.scheduler.address
    done = lawmage("verify", str(file), "--engine", "dask", "--scheduler", address, "--out", str(out), "--json")
    assert json.loads(done.stdout)["pass"] == 30
    assert_each_once(records(out), 30)


def test_a_scheduler_that_is_not_there(tmp_path: Any) -> None:
    file = write_lines(tmp_path / "cases.jsonl", [case(1)])
    told = lawmage("verify", str(file), "--engine", "dask", "--scheduler", "nowhere", check=2).stderr
    assert b"--scheduler" in told and b"Traceback" not in told


def test_three_ways_of_asking_give_the_same_answers(client: Any) -> None:
    """Shared cases one by one, in one batch, and through Dask: every twelfth, or with LAWMAGE_ALL in the environment all."""
    cases = shared_cases() or [case(number) for number in range(len(LANDS))]
    if "LAWMAGE_ALL" not in os.environ:
        cases = cases[::12]
    pairs = [(data["position"], data["query"]) for data in cases]
    together = [_plain(answer) for answer in ask_many(pairs)]
    alone = [_plain(_asked(*pair)) for pair in pairs]
    through_dask = [_record(record) for part in through(client, cases, 50) for record in part]
    for data, one, two, three in zip(cases, alone, together, through_dask, strict=True):
        assert one == two, data["id"]
        assert one == three, data["id"]


def _asked(position: Any, query: Any) -> Answer | LawmageError:
    try:
        return ask(position, query)
    except LawmageError as error:
        return error


def _plain(answer: Answer | LawmageError) -> Any:
    """Return an answer as data; an error is only that."""
    return "error" if isinstance(answer, LawmageError) else json.loads(json.dumps(answer.to_data()))


def _record(record: dict[str, Any]) -> Any:
    return record["answer"] if record["answer"] is not None else "error"
