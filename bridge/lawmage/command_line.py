"""What the commands share: their arguments, the position these give, what is told of faults, and JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from lawmage.errors import Fault, InputError, LawmageError

if TYPE_CHECKING:
    from lawmage.answer import Answer
    from lawmage.position.model import Position
    from lawmage.position.names import CatalogueNames

OK, FAILED, BAD_INPUT = 0, 1, 2
"""The exit codes: fine; a verification failed or an error of lawmage's own; bad input."""

_BOARD = (
    "BOARD is a file of a position (JSON, or YAML by its name), or - for standard input; --you and --opponent give "
    "one in quick notation instead."
)


def board_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str, needs: str, more: str = ""
) -> argparse.ArgumentParser:
    """Add a command about one position, and return it.

    Args:
        commands: Where it is added.
        name: Its name.
        what: What it tells, for the list of commands.
        needs: Its positional arguments, such as ``BOARD PERMANENT``.
        more: What its help says besides how a position is given.
    """
    usage = f"lawmage {name} {needs} [options]"
    command = commands.add_parser(name, help=what, usage=usage, description=f"{_BOARD} {more}".rstrip())
    add_board_arguments(command, needs)
    return command


def add_board_arguments(command: argparse.ArgumentParser, needs: str) -> None:
    """Add what gives a command its position, as a file or in quick notation, and ``--json``."""
    command.add_argument("arguments", nargs="*", metavar=needs)
    command.add_argument("--you", metavar="LINE", help="your permanents, in quick notation")
    command.add_argument("--opponent", metavar="LINE", help="your opponent's permanents, in quick notation")
    command.add_argument("--json", action="store_true", help="print JSON")


def board_of(arguments: argparse.Namespace) -> tuple[Position, list[str]]:
    """Return the position that the arguments give, and the positional arguments left."""
    from lawmage.position.reader import read_position

    rest = list(arguments.arguments)
    names = card_names()
    if arguments.you is not None or arguments.opponent is not None:
        from lawmage.position.quick import read_quick

        return read_position(read_quick(arguments.you or "", arguments.opponent or "", names), names), rest
    if not rest:
        raise usage_fault("give a BOARD, or --you with a line of quick notation")
    board = rest.pop(0)
    place = "standard input" if board == "-" else board
    from lawmage.position.documents import read_document, syntax_of

    text = _read_text(board)
    syntax = syntax_of(board)
    if board == "-" and not text.lstrip().startswith("{"):
        syntax = "yaml"
    return read_position(read_document(text, syntax, place), names, place), rest


def permanent_named(position: Position, named: str) -> str:
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


def one_or_all(name: str) -> str:
    """Return how a command is used that takes one permanent or, with ``--all``, every one."""
    return (
        f"lawmage {name} BOARD PERMANENT\n"
        f"       lawmage {name} PERMANENT --you LINE [--opponent LINE]\n"
        f"       lawmage {name} --all (BOARD | --you LINE [--opponent LINE])"
    )


def permanents_asked(position: Position, rest: list[str], every: bool) -> list[str]:
    """Return the ids that such a command asks about: all on the battlefield, or that of the one named in ``rest``."""
    if every:
        if rest:
            raise usage_fault(f"with --all there is no permanent to name: {rest[0]!r}")
        return [item.id for item in position.battlefield if item.id is not None]
    if len(rest) != 1:
        raise usage_fault("name one permanent, or say --all")
    return [permanent_named(position, rest[0])]


def answered(found: Any) -> Answer:
    """Return an answer of :func:`lawmage.ask_many`; raise what it has in place of one."""
    if isinstance(found, LawmageError):
        raise found
    answer: Answer = found
    return answer


def explain_option(command: argparse.ArgumentParser, what: str = "tell the reasons, with rule numbers") -> None:
    """Add ``--explain`` to a command."""
    command.add_argument("--explain", action="store_true", help=what)


def print_proof(answer: Answer) -> None:
    """Print the proof of an answer, if it has one, as lines of text; as JSON if it has no text."""
    if answer.proof is None:
        return
    to_text = getattr(answer.proof, "to_text", None)
    print(str(to_text()) if to_text is not None else json.dumps(answer.proof.to_data(), ensure_ascii=False, indent=2))


def unread_told(answer: Answer) -> list[str]:
    """Return the lines that tell which text an answer could not count on; none for a certain answer."""
    return [] if answer.status == "certain" else [f"  {line}" for line in dict.fromkeys(note.told() for note in answer.unread)]


def doubt_told(answer: Answer) -> list[str]:
    """Return the lines that tell that an answer is conditional, and on which text; none for a certain answer."""
    from lawmage.answer import CONDITIONAL

    return [] if answer.status == "certain" else [f"  {CONDITIONAL}", *unread_told(answer)]


def card_names() -> CatalogueNames:
    """Return the names of the packaged catalogue."""
    from lawmage.cards.catalogue import Catalogue
    from lawmage.position.names import CatalogueNames

    return CatalogueNames(Catalogue.open())


def usage_fault(problem: str) -> InputError:
    """Return the fault of a command line that does not say what is needed."""
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


def print_json(data: Any) -> None:
    """Print data as JSON, over several lines."""
    print(json.dumps(data, ensure_ascii=False, indent=2))
