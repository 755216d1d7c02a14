"""The one family of errors: each carries where, what and what to do; words are made at the edge."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with an input.

    ``place`` is a path such as ``battlefield[3].attached_to`` or ``file.jsonl:12``; ``problem`` says what
    is wrong and what to do; ``value`` is the offending value (shortened when shown); ``suggestions`` are
    the closest right values, best first.
    """

    place: str
    problem: str
    value: object = None
    suggestions: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{self.place}: {self.problem}" if self.place else self.problem
        if self.suggestions:
            text += " Did you mean: " + ", ".join(self.suggestions) + "?"
        return text


class LawmageError(Exception):
    """Base of every error lawmage raises on purpose; ``faults`` holds at least one :class:`Fault`."""

    def __init__(self, *faults: Fault) -> None:
        if not faults:
            raise ValueError("an error needs at least one fault")
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


class InputError(LawmageError):
    """A position, query, file or argument that cannot be accepted (exit code 2)."""


class LimitError(LawmageError):
    """A stated limit (size, number, time) was passed; nothing partial is returned."""


class EngineError(LawmageError):
    """The solver or a program did something it must not do (a warning, no model, a lost answer)."""
