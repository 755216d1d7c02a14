"""The README: every command and example in it runs, and says what it says it does."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
LINES = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines() if line.strip()]
#: The lawmage command of each line; those that set a machine up are run as written by .ci/run.
COMMANDS = [part.strip().removeprefix(".venv/bin/") for line in LINES for part in line.split(" && ") if "lawmage " in part]


def lawmage(command: str) -> subprocess.CompletedProcess[str]:
    """Run a lawmage command line of the README with this interpreter."""
    words = shlex.split(command)
    assert words[0] == "lawmage"
    run = [sys.executable, "-m", "lawmage.cli", *words[1:]]
    return subprocess.run(run, capture_output=True, text=True, cwd=ROOT, timeout=60, stdin=subprocess.DEVNULL, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str) -> None:
    done = lawmage(command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_two_commands_for_a_fresh_machine_come_first() -> None:
    setting_up = "python3 -m venv .venv && .venv/bin/pip install -q "
    assert LINES[0].startswith(setting_up + ". && .venv/bin/lawmage could-produce ")
    assert LINES[1] == setting_up + '-e ".[dev]" && .venv/bin/python -m pytest'


def test_output_shown_is_output_given() -> None:
    shown = [(BLOCKS[i - 1], text) for i, (language, text) in enumerate(BLOCKS) if language == "text"]
    assert shown
    for (language, command), text in shown:
        assert language == "sh"
        assert lawmage(command.strip()).stdout == text


def test_python_examples_run() -> None:
    examples = [text for language, text in BLOCKS if language == "python"]
    assert examples
    for example in examples:
        subprocess.run([sys.executable, "-c", example], check=True, timeout=60, cwd=ROOT)


def test_the_kinds_of_query_are_those_answered() -> None:
    from lawmage.engine.session import KINDS

    table = README.split("## What it answers today")[1].split("\n## ")[0]
    assert sorted(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == sorted(set(KINDS) - {"add_mana"})  # That is an event of "replace".
