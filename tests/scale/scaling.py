"""What the tests of verification at scale share: lines, the command, and a check that every line was answered once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

LANDS = {"Forest": "G", "Island": "U", "Swamp": "B", "Mountain": "R", "Plains": "W", "Wastes": "C"}


def case(number: int, *, expect: bool = True, mark: int | None = None) -> dict[str, Any]:
    """Return a small case; those of different marks, which are counters on the land, are different questions."""
    card = list(LANDS)[number % len(LANDS)]
    land: dict[str, Any] = {"id": f"land {number}", "card": card, "controller": "P1"}
    if mark is not None:
        land["counters"] = {"charge": mark}
    position = {"players": {"P1": {}, "P2": {}}, "battlefield": [land]}
    found: dict[str, Any] = {
        "id": f"case {number}",
        "position": position,
        "query": {"kind": "could_produce", "permanent": f"land {number}"},
    }
    return {**found, "expect": {"types": [LANDS[card]]}} if expect else found


def write_lines(path: Path, lines: Sequence[Any]) -> Path:
    """Write lines, given as text or as data."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def command(*arguments: str) -> list[str]:
    """Return the command line of lawmage."""
    return [sys.executable, "-m", "lawmage.cli", *arguments]


def environment(*folders: Path) -> dict[str, str]:
    """Return an environment in which this lawmage, and modules in ``folders``, are found."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((*map(str, folders), *filter(None, sys.path)))}


def lawmage(
    *arguments: str, given: bytes | None = None, check: int | None = 0, folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command and check its exit code."""
    done = subprocess.run(command(*arguments), input=given, capture_output=True, env=environment(), cwd=folder, check=False)
    assert check is None or done.returncode == check, done.stderr.decode()
    return done


def records(path: Path) -> list[dict[str, Any]]:
    """Return the records of a result file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def assert_each_once(found: Sequence[dict[str, Any]], count: int) -> None:
    """Check that lines 1 to ``count`` have one record each, in order."""
    assert [record["line"] for record in found] == list(range(1, count + 1))
