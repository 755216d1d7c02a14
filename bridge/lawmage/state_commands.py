"""The commands ``sba``, ``event`` and ``x``: what state-based actions do, what an event does, what X is."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from lawmage.command_line import (
    OK,
    board_command,
    board_of,
    doubt_told,
    explain_option,
    permanent_named,
    print_json,
    print_proof,
    usage_fault,
)  # fmt: skip
from lawmage.position.words import EVENT_VERBS, X_PLACES

if TYPE_CHECKING:
    from lawmage.answer import Answer
    from lawmage.position.model import Position


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to the command line."""
    check = board_command(commands, "sba", "what the next check of state-based actions does (rule 704)", "BOARD")
    check.add_argument("--until-stable", action="store_true", help="repeat the check until nothing more happens (rule 704.3)")
    explain_option(check)
    check.set_defaults(run=_sba)
    verbs = f"EVENT is one of {', '.join(EVENT_VERBS)}."
    event = board_command(commands, "event", "what becomes of an object, and which abilities trigger", "BOARD EVENT OBJECT", verbs)
    event.add_argument("--amount", type=int, metavar="N", help="how much damage")
    explain_option(event)
    event.set_defaults(run=_event)
    x = board_command(commands, "x", "the value of X of an object (rule 107.3)", "BOARD OBJECT")
    x.add_argument("--in", dest="where", choices=X_PLACES, help="where X stands; every place if not given")
    explain_option(x)
    x.set_defaults(run=_x)


def _sba(arguments: argparse.Namespace) -> int:
    from lawmage.api import ask
    from lawmage.queries.checks import QUERY, Check, until_stable

    position, rest = board_of(arguments)
    _none_left(rest)
    explain = arguments.explain
    checks = until_stable(position, ask, explain) if arguments.until_stable else [Check(ask(position, QUERY, explain))]
    if arguments.json:
        data = [check.answer.to_data() for check in checks]
        print_json(data if arguments.until_stable else data[0])
        return OK
    for index, check in enumerate(checks, start=1):
        if arguments.until_stable:
            print(f"check {index}")
        print("\n".join(_actions(check.answer)))
        print_proof(check.answer)
        if check.stopped is not None:
            print("  a player must choose; no further check" if check.stopped == "choice" else "  a player has lost")
    return OK


_SAYING = {
    "destroy": "is destroyed",
    "graveyard": "is put into its owner's graveyard",
    "legend_choice": "one stays, the others are put into the graveyard",
    "remove_counters": "counters are removed",
    "lose": "loses the game",
    "token_cease": "ceases to exist",
    "unattach": "becomes unattached",
}


def _actions(answer: Answer) -> list[str]:
    lines = []
    for action in (answer.result or {}).get("actions", ()):
        subject = action["object"]
        name = subject if isinstance(subject, str) else ", ".join(subject)
        lines.append(f"  {name}: {_SAYING[action['kind']]} (rule {action['rule']})")
    return [*(lines or ["  nothing happens"]), *doubt_told(answer)]


def _event(arguments: argparse.Namespace) -> int:
    from lawmage.api import ask

    position, rest = board_of(arguments)
    if len(rest) != 2:
        raise usage_fault("name an EVENT and an OBJECT")
    query: dict[str, Any] = {"kind": "event", "event": rest[0], "object": _object(position, rest[1])}
    if rest[0] == "damage" and arguments.amount is None:
        raise usage_fault("say how much damage: --amount N")
    if arguments.amount is not None:
        query["amount"] = arguments.amount
    answer = ask(position, query, arguments.explain)
    if arguments.json:
        print_json(answer.to_data())
        return OK
    result = dict(answer.result or {})
    print(f"{rest[1]}: {result.pop('result', 'no answer can be given')}")
    for key, value in result.items():
        if value or key == "triggers":
            print(f"  {key}: {_plain(value)}")
    print("\n".join([*doubt_told(answer), f"  rules {', '.join(answer.cites)}"]))
    print_proof(answer)
    return OK


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{count} {kind}" for kind, count in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "yes" if value is True else str(value)


def _x(arguments: argparse.Namespace) -> int:
    from lawmage.api import ask

    position, rest = board_of(arguments)
    if len(rest) != 1:
        raise usage_fault("name one OBJECT")
    id = _object(position, rest[0])
    places = (arguments.where,) if arguments.where is not None else X_PLACES
    answers = [ask(position, {"kind": "value_of_x", "object": id, "in": place}, arguments.explain) for place in places]
    if arguments.json:
        data = [answer.to_data() for answer in answers]
        print_json(data[0] if arguments.where is not None else data)
        return OK
    for place, answer in zip(places, answers, strict=True):
        print(f"{place.replace('_', ' ')}: {(answer.result or {}).get('x')}")
        for line in doubt_told(answer):
            print(line)
        print_proof(answer)
    return OK


def _object(position: Position, named: str) -> str:
    """Return an object's id: any object by id, or a permanent by its card's name."""

    return named if position.has_object(named) else permanent_named(position, named)


def _none_left(rest: list[str]) -> None:

    if rest:
        raise usage_fault(f"there is nothing to name: {rest[0]!r}")
