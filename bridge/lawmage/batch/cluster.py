"""Verification on a cluster: chunks as tasks of Dask distributed (the extra ``dask``).

Each task hands its chunk to a worker process of its own machine (:mod:`lawmage.batch.pool`), so that deadlines, deaths and
the memory of the solver are dealt with there as they are on one machine. What Dask adds is the rest: tasks of a worker
that is lost go to another.
"""

from __future__ import annotations

import atexit
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from lawmage.batch.desk import Done, Known, written
from lawmage.batch.pool import Pool, Settings
from lawmage.batch.sources import needed
from lawmage.batch.verify import Line, unreadable
from lawmage.errors import EngineError, Fault, InputError

AHEAD = 3
"""How many tasks a thread of the cluster may have waiting or finished before their turn."""

RETRIES = 5
"""How often a task is tried again whose worker was lost."""


def work(lines: Sequence[Line], settings: Settings) -> list[Done]:
    """Answer a chunk in this process of the cluster: what a task does."""
    pool = _pool(settings)
    try:
        done = list(pool.run([lines]))
    except BaseException:
        pool.__exit__()
        raise
    with _lock:
        _idle.setdefault(settings, deque()).append(pool)
    return done


_idle: dict[Settings, deque[Pool]] = {}
_lock = threading.Lock()


def _pool(settings: Settings) -> Pool:
    """Return a pool of one process that no other thread is using."""
    with _lock:
        waiting = _idle.setdefault(settings, deque())
        if waiting:
            return waiting.pop()
    pool = Pool(settings, Known())
    atexit.register(pool.__exit__)
    return pool


class Cluster:
    """The engine that is a Dask cluster."""

    def __init__(self, client: Any, settings: Settings) -> None:
        self._client = client
        self._settings = settings

    def run(self, chunks: Iterable[Sequence[Line]]) -> Iterator[Done]:
        """Yield what became of the chunks, in order; chunks whose task fails are cut in halves."""
        source = iter(chunks)
        sent: deque[tuple[Sequence[Line], Any]] = deque()
        while True:
            while len(sent) < self._most():
                lines = next(source, None)
                if lines is None:
                    break
                sent.append((lines, self._submit(lines)))
            if not sent:
                return
            yield from self._done(*sent.popleft())

    def _most(self) -> int:
        threads = sum(self._client.nthreads().values())
        return max(2, AHEAD * int(threads))

    def _submit(self, lines: Sequence[Line]) -> Any:
        return self._client.submit(work, lines, self._settings, pure=False, retries=RETRIES)

    def _done(self, lines: Sequence[Line], future: Any) -> Iterator[Done]:
        try:
            done = future.result()
        except Exception as error:
            yield from self._again(lines, error)
        else:
            yield from done

    def _again(self, lines: Sequence[Line], error: Exception) -> Iterator[Done]:
        """Find the line that no worker survives."""
        if len(lines) == 1:
            fault = Fault("", f"the cluster could not answer: {type(error).__name__}: {error}")
            yield Done([written(unreadable(lines[0], EngineError(fault)))])
            return
        middle = len(lines) // 2
        halves = [(part, self._submit(part)) for part in (lines[:middle], lines[middle:])]
        for part, future in halves:
            yield from self._done(part, future)


@contextmanager
def cluster(address: str | None, settings: Settings) -> Iterator[Cluster]:
    """Give the engine that is the cluster of the scheduler at ``address`` (``tcp://host:8786``), or one of this machine.

    Raises:
        InputError: Dask is not installed, or the scheduler does not answer.
    """
    distributed = needed("distributed", "lawmage[dask]")
    one = replace(settings, jobs=1)
    try:
        if address is None:
            own = distributed.LocalCluster(n_workers=settings.jobs, threads_per_worker=1, processes=True, dashboard_address=None)
            client = distributed.Client(own)
        else:
            own = None
            client = distributed.Client(address, timeout=20)
    except (OSError, ValueError) as error:
        raise InputError(Fault("--scheduler", f"cannot be reached: {error}.", address)) from None
    try:
        yield Cluster(client, one)
    finally:
        client.close()
        if own is not None:
            own.close()
