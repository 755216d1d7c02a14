"""The command ``show``: what permanents are after all continuous effects (613), as a table a person can read."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from lawmage.command_line import (
    OK,
    add_board_arguments,
    answered,
    board_of,
    doubt_told,
    explain_option,
    one_or_all,
    permanents_asked,
    print_json,
    print_proof,
    unread_told,
)  # fmt: skip

if TYPE_CHECKING:
    from lawmage.answer import Answer
    from lawmage.position.model import Position


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "show",
        help="what a permanent is after all continuous effects (rule 613)",
        usage=one_or_all("show"),
        description="BOARD is a file of a position (JSON, or YAML by its name), or - for standard input; "
        "PERMANENT an id, or a card's name if only one permanent has it. Instead of BOARD, lines of quick notation.",
    )
    add_board_arguments(command, "BOARD PERMANENT")
    command.add_argument("--all", action="store_true", help="show every permanent")
    explain_option(command, "tell what each layer did, in order")
    command.set_defaults(run=_show)


def _show(arguments: argparse.Namespace) -> int:
    from lawmage.api import ask_many

    position, rest = board_of(arguments)
    ids = permanents_asked(position, rest, arguments.all)
    if arguments.all:
        ids = [id for id in ids if not position.object(id).phased_out]
    pairs: list[tuple[Any, Any]] = [(position, {"kind": "characteristics", "permanent": id}) for id in ids]
    answers = [answered(found) for found in ask_many(pairs, explain=arguments.explain)]
    if arguments.json:
        data = [answer.to_data() for answer in answers]
        print_json(data if arguments.all else data[0])
        return OK
    if arguments.all and not arguments.explain:
        print("\n".join(table(position, ids, answers)))
        return OK
    for index, (id, answer) in enumerate(zip(ids, answers, strict=True)):
        if index:
            print()
        print("\n".join(sheet(id, answer)))
        print_proof(answer)
    return OK


def sheet(id: str, answer: Answer) -> list[str]:
    """Return the lines that show one permanent."""
    result = answer.result
    if result is None:
        return [f"{id}: no answer can be given"]
    lines = [f"{result['name'] or 'no name'} ({id})"]
    rows = [
        ("types", _types(result)),
        ("size", _size(result)),
        ("colors", _colors(result)),
        ("mana value", str(result["mana_value"])),
        ("controller", str(result["controller"])),
    ]
    lines += [f"  {name:<11}{value}" for name, value in rows if value]
    for index, ability in enumerate(result["abilities"] or ["none"]):
        lines.append(f"  {'abilities' if not index else '':<11}{ability}")
    return [*lines, *doubt_told(answer)]


def table(position: Position, ids: list[str], answers: list[Answer]) -> list[str]:
    """Return the lines of a table of several permanents, a row each; abilities that are sentences are counted."""
    from lawmage.answer import CONDITIONAL

    head = ("id", "name", "controller", "types", "size", "colors", "abilities")
    rows = [head]
    notes: list[str] = []
    for id, answer in zip(ids, answers, strict=True):
        result = answer.result or {}
        if not result:
            rows.append((id, "?", "", "", "", "", ""))
            continue
        mark = "" if answer.status == "certain" else " *"
        row = (id, result["name"] + mark, str(result["controller"]), _types(result), _size(result), _colors(result), _abilities(result))
        rows.append(row)
        notes += unread_told(answer)
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [*lines, *([f"* {CONDITIONAL}"] if notes else []), *dict.fromkeys(notes)]


def _types(result: Any) -> str:
    from lawmage.explain.characteristics import type_line

    return type_line(result)


def _size(result: Any) -> str:
    return f"{result['power']}/{result['toughness']}" if result["power"] is not None else ""


def _colors(result: Any) -> str:
    return "".join(result["colors"]) or "colorless"


def _abilities(result: Any) -> str:
    keywords = [ability for ability in result["abilities"] if not ability.endswith((".", '"'))]
    others = len(result["abilities"]) - len(keywords)
    return ", ".join([*keywords, *([f"{others} more" if keywords else f"{others}"] if others else [])])
