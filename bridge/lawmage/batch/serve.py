"""Answering on standard input and output: a line of JSON in, a line of JSON out, in order.

A line in is ``{"id"?, "position", "query", "explain"?}`` or a case; blank lines are passed over. A line out is the answer with
the ``id`` it was asked with (None without one), and for a case with an expectation its ``verdict``; or ``{"id", "errors": [...]}``.
Lines that wait together are asked together, so an engine that writes many lines before it reads is answered faster.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

from lawmage.answer import Answer
from lawmage.batch.verify import BATCH, Line, answers, broken, judge, read_lines
from lawmage.errors import Fault, InputError, LawmageError
from lawmage.position.cases import Case, read_case
from lawmage.position.documents import read_document
from lawmage.position.names import CardNames

MOST_WAITING = 4 * BATCH
"""How many lines are read ahead."""

PLACE = "line"
"""What faults call the input; its lines are numbered from 1."""


def serve(stream: BinaryIO, out: TextIO, names: CardNames, api: Any) -> int:
    """Answer lines until the stream ends; return the exit code.

    ``api`` has ``ask`` and ``ask_many`` as :mod:`lawmage.api` does.
    """
    for lines in _waiting(stream):
        for reply in replies(lines, names, api):
            out.write(json.dumps(reply, ensure_ascii=False) + "\n")
        out.flush()
    return 0


def _waiting(stream: BinaryIO) -> Iterator[list[Line]]:
    """Yield the lines that are there, at least one, as often as there are any."""
    waiting: queue.Queue[Line | None] = queue.Queue(MOST_WAITING)

    def read() -> None:
        try:
            for line in read_lines(stream, PLACE):
                waiting.put(line)
        except (OSError, ValueError) as error:
            waiting.put(broken(PLACE, 0, f"cannot be read further: {error}."))
        waiting.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        lines = [waiting.get()]
        while len(lines) < BATCH and lines[-1] is not None:
            try:
                lines.append(waiting.get_nowait())
            except queue.Empty:
                break
        ready = [line for line in lines if line is not None]
        if ready:
            yield ready
        if lines[-1] is None:
            return


def replies(lines: list[Line], names: CardNames, api: Any) -> list[dict[str, Any]]:
    """Return the reply to each line."""
    out: list[dict[str, Any]] = [{} for _ in lines]
    asked: list[tuple[int, Line, Case]] = []
    for index, line in enumerate(lines):
        id: Any = None
        explain = False
        try:
            if isinstance(line.text, InputError):
                raise line.text
            data = read_document(line.text, "json", line.place)
            if isinstance(data, dict):
                id = data.get("id")
                explain = data.pop("explain", False) is True
                data.setdefault("id", "-")
                if not isinstance(data["id"], str):
                    data["id"] = "-"
            case = read_case(data, names, line.place)
            if explain:
                out[index] = {"id": id, **api.ask(case.position, case.query, explain=True).to_data()}
                continue
        except LawmageError as error:
            out[index] = _errors(id, error)
        except Exception as error:
            # A server that others hold open does not end because of a line.
            out[index] = _errors(id, LawmageError(Fault(line.place, f"internal error: {type(error).__name__}: {error}")))
        else:
            out[index] = {"id": id}
            asked.append((index, line, case))
    found = answers([(case.position, case.query) for _, _, case in asked], api.ask_many)
    for (index, line, case), answer in zip(asked, found, strict=True):
        if isinstance(answer, Answer):
            out[index].update(answer.to_data())
            if case.expect is not None:
                record = judge(line, case, answer)
                out[index].update(verdict=record.verdict, differs=list(record.differs))
        else:
            out[index] = _errors(out[index]["id"], answer)
    return out


def _errors(id: Any, error: LawmageError) -> dict[str, Any]:
    faults = [{"place": fault.place, "problem": fault.problem, "suggestions": list(fault.suggestions)} for fault in error.faults]
    return {"id": id, "errors": faults}
