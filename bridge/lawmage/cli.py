"""The command line. Every command's work is imported when it runs, so that each starts fast."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lawmage.errors import EngineError, Fault, InputError, LawmageError

if TYPE_CHECKING:
    from lawmage.answer import Answer
    from lawmage.position.model import Position

OK, FAILED, BAD_INPUT = 0, 1, 2
"""The exit codes: fine; a verification failed or an error of lawmage's own; bad input."""


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

    add_batch_commands(commands, _api, _names)
    _add_schema(commands)
    from lawmage.activation_commands import add_commands as add_activation_commands
    from lawmage.event_commands import add_commands as add_event_commands
    from lawmage.show_commands import add_commands as add_show_commands
    from lawmage.state_commands import add_commands as add_state_commands

    add_show_commands(commands)
    add_event_commands(commands)
    add_activation_commands(commands)
    add_state_commands(commands)
    try:
        from lawmage.cards.commands import add_commands
    except ImportError:
        pass
    else:
        add_commands(commands)
    return parser


# --- schema ---------------------------------------------------------------------------------------


def _add_schema(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    schema = commands.add_parser("schema", help="print the JSON Schema of cases, positions or queries")
    schema.add_argument("of", nargs="?", default="case", choices=("case", "position", "query"))
    schema.set_defaults(run=_schema)


def _schema(arguments: argparse.Namespace) -> int:
    from lawmage.position.schema import schema

    _print_json(schema(arguments.of))
    return OK


# --- could-produce --------------------------------------------------------------------------------


def _add_could_produce(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "could-produce",
        help="the types of mana that a permanent could produce (rule 106.7)",
        usage="lawmage could-produce BOARD PERMANENT\n"
        "       lawmage could-produce PERMANENT --you LINE [--opponent LINE]\n"
        "       lawmage could-produce --all (BOARD | --you LINE [--opponent LINE])",
        description="BOARD is a file of a position (JSON, or YAML by its name), or - for standard input; "
        "PERMANENT an id, or a card's name if only one permanent has it. A LINE is quick notation: "
        '"Reflecting Pool; 2x Forest + Wild Growth; Island (tapped)".',
    )
    command.add_argument("arguments", nargs="*", metavar="BOARD PERMANENT")
    command.add_argument("--you", metavar="LINE", help="your permanents, in quick notation")
    command.add_argument("--opponent", metavar="LINE", help="your opponent's permanents, in quick notation")
    command.add_argument("--all", action="store_true", help="ask for every permanent")
    command.add_argument("--explain", action="store_true", help="tell the reasons, with rule numbers")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_could_produce)


def _could_produce(arguments: argparse.Namespace) -> int:
    position, rest = _board(arguments)
    if arguments.all:
        if rest:
            raise _usage(f"with --all there is no permanent to name: {rest[0]!r}")
        ids = [item.id for item in position.battlefield if item.id is not None]
    else:
        if len(rest) != 1:
            raise _usage("name one permanent, or say --all")
        ids = [_permanent(position, rest[0])]
    pairs = [(position, {"kind": "could_produce", "permanent": id}) for id in ids]
    api = _api()
    found = [api.ask(*pair, explain=True) for pair in pairs] if arguments.explain else api.ask_many(pairs)
    answers = [_answer(entry) for entry in found]
    if arguments.json:
        data = [answer.to_data() for answer in answers]
        _print_json(data if arguments.all else data[0])
        return OK
    for id, answer in zip(ids, answers, strict=True):
        print(_told(position, id, answer, alone=not arguments.all))
        if answer.proof is not None:
            print(_proof(answer.proof))
    return OK


def _answer(found: Any) -> Answer:
    if isinstance(found, LawmageError):
        raise found
    answer: Answer = found
    return answer


def _board(arguments: argparse.Namespace) -> tuple[Position, list[str]]:
    """Return the position that the arguments give, and the positional arguments left."""
    from lawmage.position.reader import read_position

    rest = list(arguments.arguments)
    names = _names()
    if arguments.you is not None or arguments.opponent is not None:
        from lawmage.position.quick import read_quick

        return read_position(read_quick(arguments.you or "", arguments.opponent or "", names), names), rest
    if not rest:
        raise _usage("give a BOARD, or --you with a line of quick notation")
    board = rest.pop(0)
    place = "standard input" if board == "-" else board
    from lawmage.position.documents import read_document, syntax_of

    text = _read_text(board)
    syntax = syntax_of(board)
    if board == "-" and not text.lstrip().startswith("{"):
        syntax = "yaml"
    return read_position(read_document(text, syntax, place), names, place), rest


def _permanent(position: Position, named: str) -> str:
    """Return the id of the permanent that ``named`` names: its id, or its card's name if unique."""
    known = [item for item in position.battlefield if item.id is not None]
    if any(item.id == named for item in known):
        return named
    from lawmage.position.faults import near
    from lawmage.position.naming import name_of

    wanted = named.casefold()
    found = [str(item.id) for item in known if name_of(item, position).casefold() == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        problem = f"{len(found)} permanents are named {named!r}; say which by its id."
        raise InputError(Fault("", problem, named, tuple(found[:5])))
    ids = [str(item.id) for item in known]
    options = [*ids, *(name_of(item, position) for item in known)]
    problem = f"no permanent has the id or the name {named!r}."
    raise InputError(Fault("", problem, named, near(named, options)))


def _told(position: Position, id: str, answer: Answer, *, alone: bool) -> str:
    """Return what an answer says, on a line (and one more for each text that was not read)."""
    from lawmage.position.naming import name_of

    name = name_of(position.object(id), position)
    who = name if alone else f"{name} ({id})"
    if answer.result is None:
        line = f"{who}: no answer can be given"
    else:
        types = answer.result["types"]
        line = f"{who} could produce {' '.join(types) if types else 'no mana'}"
    if answer.status != "certain":
        line += " [conditional: some text was not read]"
    if alone and answer.cites:
        line += f"\n  rules {', '.join(answer.cites)}"
    for note in answer.unread:
        line += f"\n  unread: {note.object}, {note.topic}, stopped at {note.stopped}"
    return line


def _proof(proof: Any) -> str:
    to_text = getattr(proof, "to_text", None)
    return str(to_text()) if to_text is not None else json.dumps(proof.to_data(), ensure_ascii=False, indent=2)


# --- files ----------------------------------------------------------------------------------------


def _api() -> Any:
    # Typed as anything: the asking side is handed in by tests, and imported only when a command asks.
    return importlib.import_module("lawmage.api")


def _names() -> Any:
    from lawmage.cards.catalogue import Catalogue
    from lawmage.position.names import CatalogueNames

    return CatalogueNames(Catalogue.open())


def _usage(problem: str) -> InputError:
    return InputError(Fault("", f"{problem} (see lawmage COMMAND --help)."))


def _opened(file: str) -> Any:
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:
        raise _unreadable(file, error) from None


def _unreadable(file: str, error: Exception) -> InputError:
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(Fault(file, f"cannot be read: {reason}."))


def _read_text(file: str) -> str:
    try:
        if file == "-":
            raw = sys.stdin.buffer.read()
        else:
            with _opened(file) as stream:
                raw = stream.read()
        text: str = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(Fault(file, f"not valid UTF-8 at byte {error.start}.")) from None
    except OSError as error:
        raise _unreadable(file, error) from None
    return text


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    sys.exit(main())
