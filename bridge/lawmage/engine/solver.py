"""Running clingo: one program, one model, and nothing it warns about goes unnoticed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import clingo

from lawmage.errors import EngineError, Fault

Atoms = dict[str, list[list[clingo.Symbol]]]

T = TypeVar("T")

Solve = Callable[[str, str], "Solved"]
"""What solves a program with facts: :func:`solve`, or the like in another process."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The shown atoms of the one model, by predicate name, each as its list of arguments."""

    atoms: Atoms


def solve(program: str, facts: str) -> Solved:
    """Ground and solve ``program`` with ``facts`` and return the one model's shown atoms.

    Raises :class:`EngineError` if clingo warns, if there is no model, or if there is more than one: the
    programs are stratified, so each of these means a fault in a program or in the facts.
    """

    def atoms(symbols: Sequence[clingo.Symbol]) -> Atoms:
        found: Atoms = {}
        for symbol in symbols:
            found.setdefault(symbol.name, []).append(symbol.arguments)
        return found

    return Solved(model_of(program, facts, atoms))


def model_of(program: str, facts: str, keep: Callable[[Sequence[clingo.Symbol]], T]) -> T:
    """Return what ``keep`` makes of the shown atoms of the one model; raises as :func:`solve` does."""
    messages: list[str] = []

    def listen(code: clingo.MessageCode, message: str) -> None:
        messages.append(f"{code.name}: {message.strip()}")

    control = clingo.Control(["--warn=no-atom-undefined"], logger=listen, message_limit=5)
    try:
        control.add("base", [], program)
        control.add("base", [], facts)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise _fault("clingo refused the program", [str(error), *messages]) from error
    if messages:
        raise _fault("clingo warned", messages)
    found: list[T] = []
    control.configuration.solve.models = 2  # type: ignore[union-attr]

    control.solve(on_model=lambda model: found.append(keep(model.symbols(shown=True))))
    if len(found) != 1:
        raise _fault(f"the program has {'no' if not found else 'more than one'} model", [])
    return found[0]


def _fault(what: str, messages: list[str]) -> EngineError:
    return EngineError(Fault("engine", what + (": " + "; ".join(messages[:3]) if messages else "")))
