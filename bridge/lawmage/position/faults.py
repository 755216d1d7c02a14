"""Collecting the faults of one input, with their places, until all of it has been read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lawmage.errors import Fault, InputError

from .limits import MAX_FAULTS, MAX_SUGGESTED

Step = str | int
"""One step of a place: a key of a map, or an index of a list."""

_SHOWN = 60


def shown(value: object) -> str:
    """Return ``value`` as it is shown in a message: JSON where short, otherwise what it is."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() < 100 else "a number of more than 30 digits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        cut = value if len(value) <= _SHOWN else value[:_SHOWN] + "…"
        printable = cut.isprintable()
        return json.dumps(cut, ensure_ascii=not printable)
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "a map"
    return f"a value of type {type(value).__name__}"


def kept(value: object) -> object:
    """Return what a fault keeps of ``value``: plain values as they are, large ones as shown."""
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int) and value.bit_length() < 100:
        return value
    if isinstance(value, str) and len(value) <= _SHOWN and value.isprintable():
        return value
    return shown(value)


def near(value: object, known: Iterable[object]) -> tuple[str, ...]:
    """Return at most three of the words ``known`` that are most like ``value``."""
    if not isinstance(value, str):
        return ()
    import difflib  # here, since only mistakes need it

    words = [word for word in known if isinstance(word, str)]
    return tuple(difflib.get_close_matches(value[:_SHOWN], words, n=3))


def path(steps: Iterable[Step], place: str = "") -> str:
    """Return steps as a place: ``battlefield[3].attached_to``, after the ``place`` of the whole."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}" if text else step
        else:
            text += f"[{shown(step)}]"
    return f"{place}: {text}" if place and text else place or text


@dataclass(slots=True)
class Found:
    """A fault whose place is still being put together, innermost step first made."""

    steps: list[Step]
    problem: str
    value: object
    suggestions: tuple[str, ...]


class Faults(list[Found]):
    """The faults of one input so far.

    Places are made lazily: a fault starts at the value it is about, and :meth:`under` puts the step
    in front when the reader of the value around it sees that there is something new.
    """

    __slots__ = ("_suggested",)

    def __init__(self) -> None:
        super().__init__()
        self._suggested = 0

    def add(
        self,
        problem: str,
        value: object = None,
        suggest: Callable[[], tuple[str, ...]] | None = None,
        steps: Iterable[Step] = (),
    ) -> None:
        """Note a fault at the present value, or ``steps`` further in."""
        suggestions: tuple[str, ...] = ()
        if suggest is not None and self._suggested < MAX_SUGGESTED:
            self._suggested += 1
            suggestions = suggest()
        self.append(Found(list(steps), problem, kept(value), suggestions))

    def under(self, seen: int, step: Step) -> int:
        """Put ``step`` before the places of all faults after the first ``seen``; count all."""
        for fault in self[seen:]:
            fault.steps.insert(0, step)
        return len(self)

    def error(self, place: str = "") -> InputError:
        """Return the error that holds the first of them, with places inside ``place``."""
        faults = [Fault(path(found.steps, place), found.problem, found.value, found.suggestions) for found in self[:MAX_FAULTS]]
        if len(self) > MAX_FAULTS:
            faults.append(Fault(place, f"{len(self) - MAX_FAULTS} more faults are not listed."))
        return InputError(*faults)
