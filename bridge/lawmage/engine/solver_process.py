"""The solver in a process of its own, replaced now and then.

clingo never gives back the memory of an atom that it has seen. Who asks many questions has it work elsewhere, and keeps what
is dear to make again: what cards mean. Started as ``python -m lawmage.engine.solver_process``; messages are pickles.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, BinaryIO

import clingo

from lawmage.engine.solver import Atoms, Solved, model_of
from lawmage.errors import EngineError, Fault, LawmageError

MOST_TEXT = 1_000_000
"""After so many characters of facts a solver process is replaced; it has then grown by some 30 MB."""

MOST_MEMORY = 90_000_000
"""So is one that holds so many bytes, where the system tells: a single position may need much."""

#: An argument of an atom, if nothing in it is nested deeper than two levels.
_ARGUMENT = re.compile(r'(?:[^,()"]|"(?:[^"\\]|\\.)*"|\((?:[^()"]|"(?:[^"\\]|\\.)*"|\((?:[^()"]|"(?:[^"\\]|\\.)*")*\))*\))+')
_PLAIN = re.compile(r'[^()"]*')


class SolverProcess:
    """A solver in another process, started when first needed. Use :meth:`solve` in place of :func:`lawmage.engine.solver.solve`."""

    def __init__(self, most_text: int = MOST_TEXT) -> None:
        self._most_text = most_text
        self._text = 0
        self._process: subprocess.Popen[bytes] | None = None

    def solve(self, program: str, facts: str) -> Solved:
        """Return the one model's shown atoms.

        Raises:
            EngineError: what :func:`lawmage.engine.solver.solve` raises it for; or the process died.
        """
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        try:
            pickle.dump((program, facts), process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
            problem, texts, memory = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            self.close()
            raise EngineError(Fault("engine", f"the solver died (exit code {process.returncode}).")) from None
        self._text += len(facts)
        if self._text > self._most_text or memory > MOST_MEMORY:
            self.close()
        if problem is not None:
            raise EngineError(Fault("engine", problem))
        return Solved(_atoms(texts))

    @property
    def pid(self) -> int | None:
        """Return the id of the process, None while there is none."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self._process = subprocess.Popen(
                [sys.executable, "-m", "lawmage.engine.solver_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
            )
            self._text = 0
        return self._process


def _atoms(texts: list[str]) -> Atoms:
    found: Atoms = {}
    for text in texts:
        name, _, rest = text.partition("(")
        found.setdefault(name, []).append([_symbol(argument) for argument in _arguments(rest[:-1])])
    return found


def _arguments(text: str) -> list[str]:
    """Return the arguments of an atom, as they stand between its parentheses."""
    if _PLAIN.fullmatch(text):
        return text.split(",") if text else []
    found = _ARGUMENT.findall(text)
    if sum(map(len, found)) + len(found) - 1 != len(text):
        return [str(argument) for argument in clingo.parse_term(f"f({text})").arguments]
    return found


@lru_cache(maxsize=50_000)
def _symbol(text: str) -> clingo.Symbol:
    return clingo.parse_term(text)


# --- The other side.


def main() -> None:
    """Solve what comes on standard input until it ends."""
    # An interrupt at the keyboard reaches every process of the group: whoever started this one ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What is made here is small and holds nothing in circles.
    gc.disable()
    messages = os.fdopen(os.dup(0), "rb")
    out = os.fdopen(os.dup(1), "wb")
    # Whatever else is printed goes to standard error.
    os.dup2(2, 1)
    for program, facts in _requests(messages):
        try:
            problem: str | None = None
            texts = model_of(program, facts, lambda symbols: list(map(str, symbols)))
        except LawmageError as error:
            problem, texts = error.faults[0].problem, []
        try:
            pickle.dump((problem, texts, _memory()), out, protocol=pickle.HIGHEST_PROTOCOL)
            out.flush()
        except BrokenPipeError:
            os._exit(0)


def _memory() -> int:
    """Return the bytes of memory that this process holds, 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _requests(messages: BinaryIO) -> Iterator[tuple[str, str]]:
    """Yield what is asked; end the process as soon as nobody is there any more, whatever it is doing."""
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                heard.put(pickle.load(messages))
        except (EOFError, pickle.UnpicklingError):
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        yield heard.get()


if __name__ == "__main__":
    main()
