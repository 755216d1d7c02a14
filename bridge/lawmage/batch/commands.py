"""The commands for much work: verify, generate, serve. What they need is imported when they run."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from lawmage.errors import Fault, InputError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from lawmage.batch.desk import Desk
    from lawmage.batch.disagreements import Disagreements
    from lawmage.batch.report import Report
    from lawmage.batch.run import Engine
    from lawmage.batch.verify import Line

Commands = argparse._SubParsersAction
Lazy = Callable[[], Any]


def add_commands(commands: Commands[argparse.ArgumentParser], api: Lazy, names: Lazy) -> None:
    """Add the commands; ``api`` and ``names`` give the asking side and the card names when a command runs."""
    _add_verify(commands, api, names)
    _add_generate(commands)
    _add_serve(commands, api, names)


# --- verify ---------------------------------------------------------------------------------------


def _add_verify(commands: Commands[argparse.ArgumentParser], api: Lazy, names: Lazy) -> None:
    command = commands.add_parser(
        "verify",
        help="check files of cases against their expectations",
        description="Files of cases are JSON Lines (plain, gzip or zstd), Parquet, or - for standard input. Cases without an expectation "
        "are answered. With --out, each case has its record there, in the order of the input.",
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="a file of cases, or - for standard input")
    command.add_argument("--json", action="store_true", help="print the counts as one JSON object")
    command.add_argument("--out", metavar="FILE", help="write a record of each case there, as JSON Lines (- for standard output)")
    command.add_argument("--resume", action="store_true", help="continue the result file of an earlier run that did not end")
    command.add_argument("--jobs", type=_positive, metavar="N", help="how many processes (as many as there are processors)")
    command.add_argument("--deadline", type=_seconds, metavar="SECONDS", help="give up on a case that takes longer")
    command.add_argument("--no-cache", action="store_true", help="ask equal questions again")
    command.add_argument("--shard", type=_shard, metavar="I/N", help="of every N lines only the I-th")
    command.add_argument("--engine", choices=("local", "dask"), default="local", help="what does the work: this machine, or a Dask cluster")
    command.add_argument(
        "--scheduler", metavar="ADDRESS", help="the Dask scheduler (tcp://HOST:PORT); a cluster of this machine, if not given"
    )
    command.add_argument("--report", action="append", default=[], metavar="FILE", help="also write a report: FILE.xml (JUnit) or FILE.html")
    command.add_argument("--minimise", action="store_true", help="show the smallest position that still shows each disagreement")
    command.add_argument("--progress", action="store_true", help="show the progress even if standard error is no terminal")
    command.set_defaults(run=lambda arguments: _verify(arguments, api, names))


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError("must be more than 0 and less than a million")
    return value


def _shard(text: str) -> tuple[int, int]:
    index, slash, count = text.partition("/")
    if not (slash and index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count)):
        raise argparse.ArgumentTypeError("must be I/N, with I from 1 to N")
    return int(index), int(count)


def _verify(arguments: argparse.Namespace, api: Lazy, names: Lazy) -> int:
    from lawmage.batch.disagreements import Disagreements
    from lawmage.batch.report import Report
    from lawmage.batch.results import Results
    from lawmage.batch.run import peeked, run, sharded
    from lawmage.batch.sources import check, read_files
    from lawmage.batch.verify import BATCH

    if arguments.resume and arguments.out in (None, "-"):
        raise InputError(Fault("--resume", "needs --out FILE, the file to continue."))
    reading = check(arguments.files)
    report, kept = Report(), Disagreements()
    writers = [_writer(file, report, kept) for file in arguments.report]
    lines = sharded(read_files(arguments.files, reading), arguments.shard)
    results = None if arguments.out in (None, "-") else Results(arguments.out, resume=arguments.resume)

    def take(line: Line, record: dict[str, Any]) -> None:
        report.add(record)
        kept.add(line, record)
        for writer in writers:
            writer.add(line, record)

    bar = _Bar(arguments.progress or sys.stderr.isatty(), reading)
    try:
        if results is not None:
            for line, record in results.skipped(lines):
                take(line, record)
        hits = 0
        lines, many = peeked(lines)
        engine = _engine(arguments, many, api, names)
        # Where many questions of a chunk need not be asked, more go together; unless each has its time.
        batch = BATCH if arguments.no_cache or not many or arguments.deadline is not None else 3 * BATCH
        with bar, contextlib.closing(run(lines, engine, batch)) as parts:
            for held, done in parts:
                for line, text in zip(held, done.records, strict=True):
                    take(line, json.loads(text))
                    if results is not None:
                        results.write(text)
                    elif arguments.out == "-":
                        print(text)
                if results is not None:
                    results.flush()
                hits += done.hits
                bar.advance(len(held))
    except BaseException as error:
        if results is not None:
            left = results.leave()
            if left and isinstance(error, KeyboardInterrupt):
                print(f"lawmage: {report.all.total} records are in {left}; --resume continues.", file=sys.stderr)
        raise
    if results is not None:
        results.finish()
    report.hits = None if arguments.no_cache else hits
    return _told(arguments, api, report, kept, writers)


def _told(arguments: argparse.Namespace, api: Lazy, report: Report, kept: Disagreements, writers: list[Any]) -> int:
    """Print the summary and write the reports; return the exit code."""
    if kept.kept and arguments.minimise:
        kept.minimise(api())
    if kept.kept and any(writer.wants_proofs for writer in writers):
        kept.prove(api())
    for writer in writers:
        writer.finish()
    out = sys.stderr if arguments.out == "-" else sys.stdout
    if arguments.json:
        data = report.to_data()
        if arguments.minimise:
            data["minimised"] = [{**one.case, "position": one.smallest} for one in kept.kept]
        print(json.dumps(data, ensure_ascii=False, indent=2), file=out)
    else:
        print(report.to_text(), file=out)
        if arguments.minimise and kept.kept:
            print(kept.minimised_text(), file=out)
    return 1 if report.failed else 0


def _engine(arguments: argparse.Namespace, many: bool, api: Lazy, names: Lazy) -> AbstractContextManager[Engine]:
    from lawmage.batch.desk import Desk
    from lawmage.batch.pool import Pool, Settings
    from lawmage.batch.run import here

    jobs = arguments.jobs or _processors()
    settings = Settings(jobs, not arguments.no_cache, arguments.deadline)
    if arguments.engine == "dask":
        from lawmage.batch.cluster import cluster

        return cluster(arguments.scheduler, settings)
    if arguments.deadline is not None or (jobs > 1 and (many or arguments.jobs is not None)):
        return Pool(settings)

    def desk() -> Desk:
        from lawmage.batch.slicing import slicer

        return Desk(names(), api().ask_many, cache=settings.cache, slicing=slicer() if settings.cache else None)

    return here(desk)


def _processors() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _writer(file: str, report: Report, kept: Disagreements) -> Any:
    name = {"html": "report.html", "junit": "junit.xml"}.get(file, file)
    if name.endswith(".html"):
        from lawmage.batch.html import Html

        return Html(name, report, kept)
    if name.endswith(".xml"):
        from lawmage.batch.junit import JUnit

        return JUnit(name)
    raise InputError(Fault("--report", f"must be a name that ends with .xml (JUnit) or .html, not {file!r}.", file))


class _Bar:
    """The progress on standard error; the end is told from the share of bytes read."""

    def __init__(self, shown: bool, reading: Any) -> None:
        self._bar: Any = None
        self._reading = reading
        if shown:
            from tqdm import tqdm

            self._bar = tqdm(unit=" positions", file=sys.stderr, dynamic_ncols=True, mininterval=0.5, smoothing=0.1)
            self._bar.clear()

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def advance(self, count: int) -> None:
        """Tell that so many more are done."""
        if self._bar is None:
            return
        seen, share = self._bar.n + count, self._reading.share
        if share:
            self._bar.total = max(seen, round(seen / share))
        self._bar.update(count)


# --- generate -------------------------------------------------------------------------------------


def _add_generate(commands: Commands[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "generate",
        help="make random, plausible positions with questions, as JSON Lines",
        description="The same seed gives the same lines; line I depends on the seed and I only.",
    )
    command.add_argument("--kind", default="could_produce", help="the kind of question (could_produce)")
    command.add_argument("--count", type=_positive, default=100, metavar="N", help="how many lines (100)")
    command.add_argument("--seed", type=int, default=0, metavar="S", help="which lines (0)")
    command.add_argument("--start", type=_positive, default=1, metavar="I", help="the number of the first line (1)")
    command.add_argument("--permanents", type=_range, default=(10, 40), metavar="A-B", help="how many permanents (10-40)")
    command.add_argument("--answered", action="store_true", help="take lawmage's own answer as what is expected")
    command.set_defaults(run=_generate)


def _range(text: str) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    if not low.isdecimal() or not (high or low).isdecimal() or not 1 <= int(low) <= int(high or low) <= 1000:
        raise argparse.ArgumentTypeError("must be A-B, with 1 <= A <= B <= 1000")
    del dash
    return int(low), int(high or low)


def _generate(arguments: argparse.Namespace) -> int:
    from lawmage.batch.generate import generate, with_answers

    cases: Iterator[dict[str, Any]] = generate(
        arguments.kind, arguments.count, arguments.seed, start=arguments.start, permanents=arguments.permanents
    )
    if arguments.answered:
        cases = with_answers(cases)
    for case in cases:
        print(json.dumps(case, ensure_ascii=False))
    return 0


# --- serve ----------------------------------------------------------------------------------------


def _add_serve(commands: Commands[argparse.ArgumentParser], api: Lazy, names: Lazy) -> None:
    command = commands.add_parser(
        "serve",
        help="answer questions for as long as they come",
        description='Each line in is {"id"?, "position", "query", "explain"?} or a case; each line out is the answer, '
        'with its "id", in the same order. See docs/serving.md.',
    )
    command.add_argument("--stdio", action="store_true", help="lines of JSON on standard input and output", required=True)
    command.set_defaults(run=lambda arguments: _serve(api, names))


def _serve(api: Lazy, names: Lazy) -> int:
    from lawmage.batch.serve import serve
    from lawmage.engine.session import Session
    from lawmage.engine.solver_process import SolverProcess

    # Held open for days, it must not keep all that clingo ever saw.
    solver = SolverProcess()
    Session.solver = solver.solve
    try:
        return serve(sys.stdin.buffer, sys.stdout, names(), api())
    finally:
        Session.solver = None
        solver.close()
