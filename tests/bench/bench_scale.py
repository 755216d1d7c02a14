"""How fast, and in how much memory, many positions are verified: ``python tests/bench/bench_scale.py [--up-to 100000]``.

Generated positions (10 to 40 permanents, could_produce of one) go through the command ``verify`` as a user runs it: without the
memory of equal questions, and with it on a stream in which half repeat. Then the time per stage in one process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ALL_NEW, REPEATED, RENAMED = "all new, no memory", "half repeated", "half repeated, renamed"


def made(folder: Path, count: int, seed: int, stream: str) -> Path:
    """Write ``count`` positions. Of a stream with repeats half were there before, in any order: with other ids of cases, or
    with other names of players too."""
    from lawmage.batch.generate import generate

    path = folder / f"{count}-{stream.replace(' ', '-')}.jsonl"
    rng = random.Random(seed)
    cases = list(generate("could_produce", count if stream == ALL_NEW else count // 2, seed))
    lines = [json.dumps(case) for case in cases]
    if stream != ALL_NEW:
        again = [json.dumps({**case, "id": f"again {number}"}) for number, case in enumerate(cases)]
        if stream == RENAMED:
            again = [line.replace('"P1"', '"Ann"').replace('"P2"', '"Bob"') for line in again]
        lines += again
        rng.shuffle(lines)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def memory(pid: int) -> int:
    """Return the memory in use by a process and its children, in bytes; 0 where the system does not tell."""
    total = 0
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        resident = Path(f"/proc/{pid}/statm").read_text().split()[1]
        total = int(resident) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0
    return total + sum(memory(int(child)) for child in children)


def run(file: Path, jobs: int, *more: str) -> tuple[float, int, dict[str, Any]]:
    """Verify a file; return the seconds it took, the most memory seen, and the counts."""
    argv = [sys.executable, "-m", "lawmage.cli", "verify", str(file), "--jobs", str(jobs), "--out", f"{file}.out", "--json", *more]
    begun = time.perf_counter()
    running = subprocess.Popen(argv, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    most = 0
    ended = threading.Event()

    def watch() -> None:
        nonlocal most
        while not ended.wait(0.2):
            most = max(most, memory(running.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    out, _ = running.communicate()
    taken = time.perf_counter() - begun
    ended.set()
    watcher.join()
    return taken, most, json.loads(out)


class Stages:
    """Processor time by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of the block."""
        begun = time.process_time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - begun

    def counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function whose time is counted."""

        def call(*arguments: Any, **more: Any) -> Any:
            with self.stage(name):
                return function(*arguments, **more)

        return call


def stages(file: Path, count: int) -> dict[str, float]:
    """Return the processor time of each stage per position, in seconds, in one process that is warm."""
    from lawmage.batch import desk as desks
    from lawmage.batch.canonical import question
    from lawmage.batch.sources import read_files
    from lawmage.batch.verify import BATCH, judge, read_line
    from lawmage.engine import session
    from lawmage.position.cases import Case

    own = desks.desk(cache=False)
    found = Stages()
    with found.stage("input"):
        lines = list(read_files([str(file)]))[:count]
    own.work(lines, desks.Known())
    for name, module, stage in (("solve", session, "ground and solve"),):
        setattr(module, name, found.counted(stage, getattr(module, name)))
    for at in range(0, len(lines), BATCH):
        chunk = lines[at : at + BATCH]
        with found.stage("read and check"):
            cases = [read_line(line, own._names) for line in chunk]
        asked = [(line, case) for line, case in zip(chunk, cases, strict=True) if isinstance(case, Case)]
        with found.stage("keys of questions"):
            for _, case in asked:
                question(case.position, case.query)
        with found.stage("all of asking"):
            answers = own._ask_many([(case.position, case.query) for _, case in asked])
        with found.stage("judge and write"):
            for (line, case), answer in zip(asked, answers, strict=True):
                desks.written(judge(line, case, answer))
    return {name: seconds / len(lines) for name, seconds in found.seconds.items()}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="low", type=int, default=1000)
    parser.add_argument("--up-to", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{options.jobs} processes, {os.cpu_count()} processors, Python {sys.version.split()[0]}")
    print(f"{'positions':>10} {'stream':>23} {'seconds':>9} {'per second':>11} {'hits':>8} {'memory MB':>10}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = options.low
        while size <= options.up_to:
            for stream in (ALL_NEW, REPEATED, RENAMED):
                file = made(folder, size, options.seed, stream)
                taken, most, counts = run(file, options.jobs, *(("--no-cache",) if stream == ALL_NEW else ()))
                assert counts["total"] == size and not counts["error"], counts
                hits = counts.get("cache_hits", 0)
                print(
                    f"{size:>10} {stream:>23} {taken:>9.1f} {size / taken:>11.0f} {hits:>8} {most / 1e6:>10.0f}",
                    flush=True,
                )
            size *= 10
        per_position = stages(made(folder, options.low, options.seed, ALL_NEW), min(options.low, 1000))
    print("processor time per position, one process:")
    for stage, seconds in per_position.items():
        print(f"  {stage:20} {seconds * 1e6:9.0f} µs")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "bridge"))
    main()
