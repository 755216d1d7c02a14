"""A worker process that some questions harm: run by the tests in place of the real one."""

from __future__ import annotations

import os
import time
from typing import Any

from lawmage import api
from lawmage.batch.worker import main
from lawmage.errors import EngineError, Fault
from lawmage.position.model import Position

_ask_many = api.ask_many


def _harmed(pairs: Any, **more: Any) -> Any:
    marks = [position.battlefield[0].counters.get("charge") for position, _ in pairs if isinstance(position, Position)]
    for mark in marks:
        if mark == 666:
            os._exit(66)
        if mark == 777:
            time.sleep(1000)
    if 888 in marks:
        return [EngineError(Fault("engine", "no model")) for _ in pairs]
    return _ask_many(pairs, **more)


api.ask_many = _harmed

if __name__ == "__main__":
    main()
