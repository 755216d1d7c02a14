"""What the measuring programs share: a figure with its unit and limit, and median processor times."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure, its unit, and the most it may be (None: told for comparison only)."""

    name: str
    value: float
    unit: str
    limit: float | None = None

    @property
    def above(self) -> bool:
        """Whether the figure is more than it may be."""
        return self.limit is not None and self.value > self.limit

    def line(self) -> str:
        """Return the figure as a line."""
        limit = "" if self.limit is None else f"   at most {self.limit:g}{'   ABOVE' if self.above else ''}"
        return f"{self.name:<72} {self.value:10.3f} {self.unit:<12}{limit}"


def cpu(work: Callable[[], Any], times: int = 5) -> float:
    """Return the median processor time of ``work`` in ms, after one run to warm up."""
    work()
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(1000 * (time.process_time() - start))
    return statistics.median(found)
