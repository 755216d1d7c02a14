"""A worker process: reads messages from its standard input, answers on its standard output.

Started as ``python -m lawmage.batch.worker``, so that it needs nothing of the program that started it (no main module
that can be imported again, no right to have children). Messages are pickles; whoever starts the process is its only
partner. It ends when its input ends. See :mod:`lawmage.batch.pool` for the other side.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from typing import Any, BinaryIO

READY, KEYS, DONE = "ready", "keys", "done"
"""What a worker says: that it can begin; the keys of a chunk's questions; what became of a chunk."""


def serve(messages: BinaryIO, out: BinaryIO, *, cache: bool, warm: bool) -> None:
    """Answer chunks until the messages end."""
    from lawmage.batch.desk import desk
    from lawmage.engine.session import Session
    from lawmage.engine.solver_process import SolverProcess

    def say(*message: Any) -> None:
        pickle.dump(message, out, protocol=pickle.HIGHEST_PROTOCOL)
        out.flush()

    # clingo's memory grows with what it has seen: it works in a process that is replaced more often than this one.
    Session.solver = SolverProcess().solve

    def known(keys: list[bytes]) -> dict[bytes, str]:
        if not keys:
            return {}
        say(KEYS, keys)
        found: dict[bytes, str] = pickle.load(messages)
        return found

    own = desk(cache=cache)
    if warm:
        _warm()
    # What is there now stays: cards, grammar, programs. A chunk makes many objects and keeps few of them, none in circles.
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)
    say(READY)
    while True:
        try:
            lines = pickle.load(messages)
        except (EOFError, pickle.UnpicklingError):
            return
        chunk = own.open(lines)
        sheet = own.read(chunk, known(chunk.keys))
        say(DONE, own.finish(sheet, known(sheet.keys)))


def _warm() -> None:
    """Make what is made once (the reader of card language, the programs) before any clock runs."""
    from lawmage.api import ask

    position = {"players": {"P": {}}, "battlefield": [{"id": "a", "card": "Forest", "controller": "P"}]}
    effect = {"text": "@a gets +1/+1 until end of turn.", "controller": "P"}
    ask({**position, "effects": [effect]}, {"kind": "could_produce", "permanent": "a"})


def main() -> None:
    """Serve on the standard streams; whatever else is printed goes to standard error."""
    # An interrupt at the keyboard reaches every process of the group: the one that started us decides what is done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    messages = os.fdopen(os.dup(0), "rb")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    options = set(sys.argv[1:])
    try:
        serve(messages, out, cache="--cache" in options, warm="--warm" in options)
    except BrokenPipeError:
        # Whoever started us is gone, and nobody wants the answer.
        os._exit(0)


if __name__ == "__main__":
    main()
