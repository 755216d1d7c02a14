"""Inputs: every form gives the same lines, and damage is an error at its place."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
import zstandard
from scaling import assert_each_once, case, lawmage, records, write_lines

from lawmage.batch.run import sharded
from lawmage.batch.sources import check, read_files
from lawmage.errors import InputError

CASES = [case(number) for number in range(12)]
TEXT = "".join(json.dumps(data) + "\n" for data in CASES).encode()


def read(path: Path) -> list[Any]:
    return [json.loads(line.text) for line in read_files([str(path)]) if isinstance(line.text, str)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("plain.jsonl", TEXT),
        ("a.jsonl.gz", gzip.compress(TEXT)),
        ("two members.gz", gzip.compress(TEXT[:200]) + gzip.compress(TEXT[200:])),
        ("a.jsonl.zst", zstandard.compress(TEXT)),
        ("two frames.zst", zstandard.compress(TEXT[:200]) + zstandard.compress(TEXT[200:])),
        ("named as it is not.txt", gzip.compress(TEXT)),
        ("no end of line.jsonl", TEXT.rstrip(b"\n")),
    ],
)
def test_forms(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert read(path) == CASES


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_a_file_that_breaks_off_ends_with_an_error(tmp_path: Path, compress: Any) -> None:
    path = tmp_path / "torn"
    noise = random.Random(1).randbytes(60_000).hex().encode()
    path.write_bytes(compress(TEXT + noise)[:-20_000])
    found = list(read_files([str(path)]))
    assert isinstance(found[-1].text, InputError)
    whole = [line.text for line in found[:12] if isinstance(line.text, str)]
    assert [json.loads(text) for text in whole] == CASES[: len(whole)]


def test_parquet_of_texts_of_values_and_of_cases(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    texts = {
        "id": [data["id"] for data in CASES],
        "position": [json.dumps(data["position"]) for data in CASES],
        "query": [json.dumps(data["query"]) for data in CASES],
        "expect": [None if index == 3 else json.dumps(data["expect"]) for index, data in enumerate(CASES)],
        "turn": list(range(12)),
    }
    parquet.write_table(pyarrow.table(texts), tmp_path / "texts.parquet")
    without = {key: value for key, value in CASES[3].items() if key != "expect"}
    assert read(tmp_path / "texts.parquet") == [*CASES[:3], without, *CASES[4:]]
    values = {"query": [data["query"] for data in CASES], "position": texts["position"]}
    parquet.write_table(pyarrow.table(values), tmp_path / "values.parquet")
    assert [row["query"] for row in read(tmp_path / "values.parquet")] == [data["query"] for data in CASES]
    parquet.write_table(pyarrow.table({"case": [json.dumps(data) for data in CASES]}), tmp_path / "cases.parquet")
    assert read(tmp_path / "cases.parquet") == CASES
    parquet.write_table(pyarrow.table({"x": [1]}), tmp_path / "other.parquet")
    with pytest.raises(InputError, match="columns position and query"):
        read(tmp_path / "other.parquet")


def test_a_column_that_is_no_json_is_the_error_of_its_row(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = {"position": ['{"players": 1', "{}"], "query": ['{}, "x": {}', "{}"]}
    parquet.write_table(pyarrow.table(table), tmp_path / "a.parquet")
    first, second = read_files([str(tmp_path / "a.parquet")])
    assert "position is not valid JSON" in str(first.text)
    assert isinstance(second.text, str)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(InputError, match="nowhere"):
        check(["nowhere.jsonl"])


def test_shards_are_all_lines_once(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", CASES)
    shards = [[line.number for line in sharded(read_files([str(path)]), (index, 5))] for index in range(1, 6)]
    assert sorted(number for shard in shards for number in shard) == list(range(1, 13))


def test_standard_input_and_results_on_standard_output() -> None:
    done = lawmage("verify", "-", "--out", "-", given=gzip.compress(TEXT))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert_each_once(found, 12)
    assert {record["file"] for record in found} == {"standard input"}
    assert b"could_produce" in done.stderr


def _hostile(number: int, rng: random.Random) -> str:
    """Return a line that is no case: one of many ways."""
    good = case(number)
    text = json.dumps(good)
    position, query = good["position"], good["query"]
    thing = position["battlefield"][0]
    ways: list[Any] = [
        text[: rng.randrange(1, len(text) - 1)],
        {**good, "position": [position]},
        {**good, "query": "could_produce"},
        {**good, "id": 5},
        {**good, "expect": {"types": "G"}},
        {**good, "position": {**position, "battlefield": [{**thing, "card": "Forrest Gump"}]}},
        {**good, "position": {**position, "battlefield": [{**thing, "card": "#script(python) import os #end."}]}},
        {**good, "position": {**position, "players": {"P1": {"life": 10**30}}}},
        text.replace('"players"', '"players": {}, "players"'),
        text.replace("{}", "1" + "0" * 5000, 1),
        text.replace("{}", "NaN", 1),
        "[" * 100_000,
        {**good, "position": {**position, "battlefield": [{**thing, "counters": {"+1/+1": -1}}]}},
        {**good, "query": {**query, "permanent": "'); drop table"}},
        {**good, "position": {**position, "battlefield": [thing, thing]}},
        "null",
        "\ufeff\u0000",
    ]
    way = ways[number // 10 % len(ways)]
    return way if isinstance(way, str) else json.dumps(way)


def test_malformed_lines_are_error_records_and_the_rest_is_answered(tmp_path: Path) -> None:
    rng = random.Random(7)
    made = [_hostile(number, rng) if number % 10 == 3 else case(number) for number in range(10_000)]
    out = tmp_path / "out.jsonl"
    done = lawmage("verify", str(write_lines(tmp_path / "a.jsonl", made)), "--out", str(out), "--json", check=1)
    data = json.loads(done.stdout)
    assert (data["error"], data["pass"], data["total"]) == (1000, 9000, 10_000)
    assert data["cache_hits"] > 8000
    found = records(out)
    assert_each_once(found, 10_000)
    assert all((record["verdict"] == "error") == (number % 10 == 3) for number, record in enumerate(found))
    assert all(record["errors"][0]["problem"] for record in found if record["verdict"] == "error")
    assert not any("internal" in record["errors"][0]["problem"] for record in found if record["verdict"] == "error")
