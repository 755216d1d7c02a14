"""A run: lines through an engine (this process, processes, a cluster), their records out, in order, as they come."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import chain, islice
from typing import Protocol

from lawmage.batch.desk import Desk, Done, Known
from lawmage.batch.verify import BATCH, Line

SMALL = 2 * BATCH
"""A run of at most so many lines is not worth the start of processes."""


class Engine(Protocol):
    """What answers chunks of lines."""

    def run(self, chunks: Iterable[Sequence[Line]]) -> Iterator[Done]:
        """Yield what became of the chunks, in order; a chunk may come in parts."""


class Here:
    """The engine that is this process."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._known = Known()

    def run(self, chunks: Iterable[Sequence[Line]]) -> Iterator[Done]:
        """Yield what became of each chunk."""
        for lines in chunks:
            yield self._desk.work(lines, self._known)


@contextmanager
def here(desk: Callable[[], Desk]) -> Iterator[Engine]:
    """Give the engine that is this process."""
    yield Here(desk())


def sharded(lines: Iterable[Line], shard: tuple[int, int] | None) -> Iterator[Line]:
    """Yield the lines of shard ``(i, n)``: of every n lines the i-th, from 1; all of them if it is None."""
    if shard is None:
        return iter(lines)
    index, count = shard
    return islice(lines, index - 1, None, count)


def run(
    lines: Iterator[Line], engine: AbstractContextManager[Engine], batch: int = BATCH
) -> Generator[tuple[list[Line], Done], None, None]:
    """Yield the lines with what became of them, in order, part by part.

    At most a few batches are held at a time. The engine is left when the run ends, however it ends.
    """
    held: list[Line] = []

    def chunks() -> Iterator[list[Line]]:
        while chunk := list(islice(lines, batch)):
            held.extend(chunk)
            yield chunk

    with engine as answering:
        for done in answering.run(chunks()):
            count = len(done.records)
            yield held[:count], done
            del held[:count]


def peeked(lines: Iterator[Line], count: int = SMALL) -> tuple[Iterator[Line], bool]:
    """Return the lines again, and whether there are more than ``count`` of them."""
    head = list(islice(lines, count + 1))
    return chain(head, lines), len(head) > count
