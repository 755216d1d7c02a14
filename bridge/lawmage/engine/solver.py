"""Running clingo: one program, one model, and nothing it warns about goes unnoticed."""

from __future__ import annotations

from dataclasses import dataclass

import clingo

from lawmage.errors import EngineError, Fault

Atoms = dict[str, list[list[clingo.Symbol]]]


@dataclass(frozen=True, slots=True)
class Solved:
    """The shown atoms of the one model, by predicate name, each as its list of arguments."""

    atoms: Atoms


def solve(program: str, facts: str) -> Solved:
    """Ground and solve ``program`` with ``facts`` and return the one model's shown atoms.

    Raises :class:`EngineError` if clingo warns, if there is no model, or if there is more than one: the
    programs are stratified, so each of these means a fault in a program or in the facts.
    """
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
    found: list[Atoms] = []
    control.configuration.solve.models = 2  # type: ignore[union-attr]

    def keep(model: clingo.Model) -> None:
        atoms: Atoms = {}
        for symbol in model.symbols(shown=True):
            atoms.setdefault(symbol.name, []).append(symbol.arguments)
        found.append(atoms)

    control.solve(on_model=keep)
    if len(found) != 1:
        raise _fault(f"the program has {'no' if not found else 'more than one'} model", [])
    return Solved(found[0])


def _fault(what: str, messages: list[str]) -> EngineError:
    return EngineError(Fault("engine", what + (": " + "; ".join(messages[:3]) if messages else "")))
