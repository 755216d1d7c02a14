"""The command line. Every command's work is imported when it runs, so that each starts fast."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lawmage.command_line import (
    BAD_INPUT,
    FAILED,
    OK,
    add_board_arguments,
    answered,
    board_of,
    card_names,
    explain_option,
    one_or_all,
    permanents_asked,
    print_json,
    print_proof,
    unread_told,
)  # fmt: skip
from lawmage.errors import EngineError, LawmageError

if TYPE_CHECKING:
    from pathlib import Path

    from lawmage.answer import Answer
    from lawmage.cards.catalogue import Catalogue
    from lawmage.position.model import Position


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; faults go to standard error, without traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets an escape, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        arguments = _parser().parse_args(argv)
        code = int(arguments.run(arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (head, a pager): nothing more to say, and nothing to flush at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except LawmageError as error:
        for fault in error.faults:
            print(f"lawmage: {fault}", file=sys.stderr)
        return FAILED if isinstance(error, EngineError) else BAD_INPUT
    except KeyboardInterrupt:
        print("lawmage: interrupted", file=sys.stderr)
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lawmage",
        description="A rules checker for Magic: The Gathering.",
        epilog="Exit codes: 0 fine, 1 a verification failed, 2 bad input.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_could_produce(commands)
    from lawmage.batch.commands import add_commands as add_batch_commands

    add_batch_commands(commands, _api, card_names)
    _add_schema(commands)
    from lawmage.activation_commands import add_commands as add_activation_commands
    from lawmage.cards.commands import add_commands as add_card_commands
    from lawmage.event_commands import add_commands as add_event_commands
    from lawmage.show_commands import add_commands as add_show_commands
    from lawmage.state_commands import add_commands as add_state_commands

    add_show_commands(commands)
    add_event_commands(commands)
    add_activation_commands(commands)
    add_state_commands(commands)
    add_card_commands(commands, _glances)
    return parser


def _glances(catalogue: Catalogue, folder: Path) -> Path:
    from lawmage.facts.glances import write

    return write(catalogue, folder)


# --- schema ---------------------------------------------------------------------------------------


def _add_schema(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    schema = commands.add_parser("schema", help="print the JSON Schema of cases, positions or queries")
    schema.add_argument("of", nargs="?", default="case", choices=("case", "position", "query"))
    schema.set_defaults(run=_schema)


def _schema(arguments: argparse.Namespace) -> int:
    from lawmage.position.schema import schema

    print_json(schema(arguments.of))
    return OK


# --- could-produce --------------------------------------------------------------------------------


def _add_could_produce(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "could-produce",
        help="the types of mana that a permanent could produce (rule 106.7)",
        usage=one_or_all("could-produce"),
        description="BOARD is a file of a position (JSON, or YAML by its name), or - for standard input; "
        "PERMANENT an id, or a card's name if only one permanent has it. A LINE is quick notation: "
        '"Reflecting Pool; 2x Forest + Wild Growth; Island (tapped)".',
    )
    add_board_arguments(command, "BOARD PERMANENT")
    command.add_argument("--all", action="store_true", help="ask for every permanent")
    explain_option(command)
    command.set_defaults(run=_could_produce)


def _could_produce(arguments: argparse.Namespace) -> int:
    position, rest = board_of(arguments)
    ids = permanents_asked(position, rest, arguments.all)
    pairs = [(position, {"kind": "could_produce", "permanent": id}) for id in ids]
    api = _api()
    found = [api.ask(*pair, explain=True) for pair in pairs] if arguments.explain else api.ask_many(pairs)
    answers = [answered(entry) for entry in found]
    if arguments.json:
        data = [answer.to_data() for answer in answers]
        print_json(data if arguments.all else data[0])
        return OK
    for id, answer in zip(ids, answers, strict=True):
        print(_told(position, id, answer, alone=not arguments.all))
        print_proof(answer)
    return OK


def _told(position: Position, id: str, answer: Answer, *, alone: bool) -> str:
    """Return what an answer says, on a line (and one more for each text that was not read)."""
    from lawmage.answer import CONDITIONAL
    from lawmage.position.naming import name_of

    name = name_of(position.object(id), position)
    who = name if alone else f"{name} ({id})"
    if answer.result is None:
        line = f"{who}: no answer can be given"
    else:
        types = answer.result["types"]
        line = f"{who} could produce {' '.join(types) if types else 'no mana'}"
    if answer.status != "certain":
        line += f" [{CONDITIONAL}]"
    if alone and answer.cites:
        line += f"\n  rules {', '.join(answer.cites)}"
    return "\n".join([line, *unread_told(answer)])


def _api() -> Any:
    # Typed as anything: the asking side is handed in by tests, and imported only when a command asks.
    return importlib.import_module("lawmage.api")


if __name__ == "__main__":
    sys.exit(main())
