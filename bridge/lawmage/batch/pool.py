"""A pool of worker processes: chunks in, what became of them out, in order, whatever happens to a process.

Each chunk has a time and each process a number of chunks. A chunk that takes too long, or whose process died again, is cut
until the line is found that does it; every other line is answered as ever. At most a few chunks a process are in
the pool, so memory does not grow with the input.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lawmage.batch.desk import Done, Known, written
from lawmage.batch.verify import Line, unreadable
from lawmage.batch.worker import DONE, KEYS, READY
from lawmage.errors import EngineError, Fault, LawmageError, LimitError

RECYCLE = 200
"""After how many chunks a worker process is replaced; its solver is replaced more often (engine/solver_process.py)."""

AHEAD = 3
"""How many chunks a process may be in the pool: being worked on, or finished before their turn."""

BATCH_TIME = 2
"""How many deadlines a chunk of several lines may take before it is cut; a single line has one."""

PIECES = 24
"""Into how many parts a chunk is cut that harms its process: two cuts find one line of 500."""

START = 120.0
"""Seconds that a process may take to start."""

MOST_STARTS = 5
"""How many processes in a row may die before they are ready; then something is wrong that no cutting will mend."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a pool works: the number of processes, whether equal questions are answered once, seconds a line may take
    (None: any), after how many chunks a process is replaced, and the module that a process runs."""

    jobs: int = 1
    cache: bool = True
    deadline: float | None = None
    recycle: int = RECYCLE
    worker: str = "lawmage.batch.worker"


@dataclass(slots=True)
class _Task:
    """A chunk and its place among all lines. ``deaths`` is how often a process died while working on it."""

    start: int
    lines: Sequence[Line]
    deaths: int = 0


class _Process:
    """One worker process and the thread that listens to it."""

    def __init__(self, settings: Settings, heard: queue.SimpleQueue[tuple[_Process, Any]]) -> None:
        flags = [flag for flag, on in (("--cache", settings.cache), ("--warm", settings.deadline is not None)) if on]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            [sys.executable, "-m", settings.worker, *flags],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        self.task: _Task | None = None
        self.ready = False
        self.chunks = 0
        self.until: float | None = time.monotonic() + START
        self._heard = heard
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self._heard.put((self, pickle.load(self.process.stdout)))
        except Exception:
            # The end of the stream, or half a message of a process that died.
            self._heard.put((self, None))

    def say(self, message: Any) -> None:
        """Send a message; that the process is gone will be heard from the listener."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            pickle.dump(message, self.process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            self.process.stdin.flush()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class Pool:
    """Runs chunks through worker processes. Use it in a ``with`` statement: at its end no process is left."""

    def __init__(self, settings: Settings, known: Known | None = None) -> None:
        self._settings = settings
        self._known = Known() if known is None else known
        self._heard: queue.SimpleQueue[tuple[_Process, Any]] = queue.SimpleQueue()
        self._processes: list[_Process] = []
        self._failed_starts = 0

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.end()
        self._processes.clear()

    @property
    def pids(self) -> list[int]:
        """Return the ids of the processes there are."""
        return [process.process.pid for process in self._processes]

    def run(self, chunks: Iterable[Sequence[Line]]) -> Iterator[Done]:
        """Yield what became of the chunks, in order; a chunk that was cut comes in its parts.

        Raises:
            EngineError: worker processes do not start.
        """
        source = iter(chunks)
        waiting: deque[_Task] = deque()
        finished: dict[int, Done] = {}
        taken = given = pending = 0
        exhausted = False
        while True:
            while not exhausted and pending + len(finished) < AHEAD * self._settings.jobs:
                lines = next(source, None)
                if lines is None:
                    exhausted = True
                elif lines:
                    waiting.append(_Task(taken, lines))
                    taken += len(lines)
                    pending += 1
            while given in finished:
                done = finished.pop(given)
                given += len(done.records)
                yield done
            if exhausted and not pending and not finished:
                return
            if not pending:
                continue
            self._staff(len(waiting))
            self._hand_out(waiting)
            for task, result in self._listen(waiting):
                if result is None:
                    pending += 1
                else:
                    pending -= 1
                    finished[task.start] = result

    def _staff(self, wanted: int) -> None:
        """Start processes, no more than there is work for."""
        idle = sum(process.task is None for process in self._processes)
        while len(self._processes) < self._settings.jobs and idle < wanted:
            self._processes.append(_Process(self._settings, self._heard))
            idle += 1

    def _hand_out(self, waiting: deque[_Task]) -> None:
        for process in self._processes:
            if not waiting:
                return
            if process.ready and process.task is None:
                task = process.task = waiting.popleft()
                deadline = self._settings.deadline
                if deadline is not None:
                    process.until = time.monotonic() + deadline * (BATCH_TIME if len(task.lines) > 1 else 1)
                process.say(list(task.lines))

    def _listen(self, waiting: deque[_Task]) -> Iterator[tuple[_Task, Done | None]]:
        """Wait until something happens; yield each chunk finished, and (with None) each that there is more of now."""
        times = [process.until for process in self._processes if process.until is not None]
        try:
            timeout = max(0.0, min(times) - time.monotonic()) if times else None
            process, message = self._heard.get(timeout=timeout)
        except queue.Empty:
            yield from self._late(waiting)
            return
        if process not in self._processes:
            return
        if message is None:
            yield from self._died(process, waiting)
        elif message[0] == READY:
            process.ready, process.until = True, None
            self._failed_starts = 0
        elif message[0] == KEYS:
            process.say({key: self._known[key] for key in message[1] if key in self._known})
        else:
            assert message[0] == DONE and process.task is not None
            task, done = process.task, message[1]
            self._known.learn(done.found)
            process.task, process.until = None, None
            process.chunks += 1
            if process.chunks >= self._settings.recycle:
                self._drop(process)
            yield task, done

    def _late(self, waiting: deque[_Task]) -> Iterator[tuple[_Task, Done | None]]:
        now = time.monotonic()
        for process in list(self._processes):
            if process.until is None or process.until > now:
                continue
            self._drop(process)
            if process.task is None:
                raise EngineError(Fault("", f"a worker process did not start in {START:.0f} seconds."))
            yield from self._cut(process.task, waiting, self._too_long())

    def _died(self, process: _Process, waiting: deque[_Task]) -> Iterator[tuple[_Task, Done | None]]:
        self._drop(process)
        code = process.process.returncode
        task = process.task
        if task is None:
            if not process.ready:
                self._failed_starts += 1
                if self._failed_starts >= MOST_STARTS:
                    raise EngineError(Fault("", f"worker processes do not start (exit code {code})."))
            return
        task.deaths += 1
        if task.deaths == 1:
            # It may have been killed for a reason of somebody else's.
            waiting.appendleft(task)
            return
        yield from self._cut(task, waiting, EngineError(Fault("", f"the worker process died while answering (exit code {code}).")))

    def _cut(self, task: _Task, waiting: deque[_Task], error: LawmageError) -> Iterator[tuple[_Task, Done | None]]:
        if len(task.lines) == 1:
            yield task, Done([written(unreadable(task.lines[0], error))])
            return
        size = -(-len(task.lines) // PIECES)
        parts = [_Task(task.start + at, task.lines[at : at + size], task.deaths) for at in range(0, len(task.lines), size)]
        waiting.extendleft(reversed(parts))
        for _ in parts[1:]:
            yield task, None

    def _too_long(self) -> LawmageError:
        return LimitError(Fault("", f"no answer within the deadline of {self._settings.deadline:g} seconds."))

    def _drop(self, process: _Process) -> None:
        self._processes.remove(process)
        process.end()
