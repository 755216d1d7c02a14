"""The commands ``legal``, ``abilities`` and ``pay``: may an ability be activated, and can a cost be paid."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lawmage.answer import Answer

_BOARD = (
    "BOARD is a file of a position (JSON, or YAML by its name), or - for standard input; --you and --opponent give "
    "one in quick notation instead."
)


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to the command line."""
    legal = _command(commands, "legal", "may this ability be activated, and if not, why (rule 602)", "BOARD PERMANENT ABILITY")
    legal.add_argument("--fix", action="store_true", help="name the smallest sets of changes that would make it legal")
    legal.add_argument("--explain", action="store_true", help="tell the way to pay, and the rules applied")
    legal.set_defaults(run=_legal)
    abilities = _command(commands, "abilities", "every activated ability of a player, and whether it may be activated", "BOARD")
    abilities.set_defaults(run=_abilities)
    pay = _command(commands, "pay", "can a cost be paid, and how (rules 118, 601.2g)", "BOARD COST")
    pay.add_argument("--for", dest="purpose", metavar="WHAT", help='what it pays for: "cast NAME", "activate @ID: ABILITY", ...')
    pay.add_argument("--x", type=int, metavar="N", help="the value of X")
    pay.add_argument("--best", action="store_true", help="find the payment that leaves most")
    pay.set_defaults(run=_pay)


def _command(commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str, needs: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=what, usage=f"lawmage {name} {needs} [options]", description=_BOARD)
    command.add_argument("arguments", nargs="*", metavar=needs)
    command.add_argument("--you", metavar="LINE", help="your permanents, in quick notation")
    command.add_argument("--opponent", metavar="LINE", help="your opponent's permanents, in quick notation")
    command.add_argument("--player", metavar="ID", help="who activates or pays (the controller; the first player)")
    command.add_argument("--json", action="store_true", help="print JSON")
    return command


def _legal(arguments: argparse.Namespace) -> int:
    from lawmage import cli
    from lawmage.api import ask, ask_many
    from lawmage.position.names import CatalogueNames
    from lawmage.position.query import read_query
    from lawmage.queries.fixes import fixes

    position, rest = cli._board(arguments)
    if len(rest) != 2:
        raise cli._usage("give a PERMANENT and an ABILITY")
    permanent = cli._permanent(position, rest[0])
    player = arguments.player or position.object(permanent).controller
    names: CatalogueNames = cli._names()
    query = read_query({"kind": "legal", "player": player, "permanent": permanent, "ability": rest[1]}, position, names)
    answer = ask(position, query)
    found = []
    if arguments.fix and answer.result is not None and not answer.result["legal"]:
        found = fixes(position, query, answer, ask_many)
    if arguments.json:
        data = answer.to_data()
        cli._print_json({**data, "fixes": found} if arguments.fix else data)
        return cli.OK
    print("\n".join(_verdict(permanent, rest[1], player, answer, arguments.explain)))
    if arguments.fix and answer.result is not None and not answer.result["legal"]:
        print("\n".join(["  it would be legal if:", *(f"    {' and '.join(one)}" for one in found)] if found else ["  no change is known"]))
    return cli.OK


def _verdict(permanent: str, ability: str, player: str, answer: Answer, explain: bool) -> list[str]:
    if answer.result is None:
        return [f"{permanent}, {ability!r}: no answer can be given", *_unread(answer)]
    if answer.result["legal"]:
        lines = [f"{player} may activate {ability!r} of {permanent}"]
    else:
        lines = [f"{player} may not activate {ability!r} of {permanent}"]
        lines += [f"  {reason['text']} (rule {reason['rule']})" for reason in answer.result["reasons"]]
    if explain:
        lines += _paid(answer.result.get("payment"))
        lines.append(f"  rules {', '.join(answer.cites)}")
    return [*lines, *_unread(answer)]


def _paid(payment: Mapping[str, Any] | None) -> list[str]:
    if payment is None:
        return []
    lines = []
    if payment.get("pool"):
        lines.append(f"  from the pool: {_mana(payment['pool'])}")
    for source in payment["sources"]:
        times = f" {source['times']} times" if source["times"] > 1 else ""
        lines.append(f"  {source['object']}{times}, {source['ability']!r}: {_mana(source['mana'])}")
    if payment.get("life"):
        lines.append(f"  {payment['life']} life")
    if payment.get("chosen"):
        lines.append(f"  chosen for costs: {', '.join(payment['chosen'])}")
    return lines


def _mana(mana: Mapping[str, int]) -> str:
    return "".join(f"{{{letter}}}" * count for letter, count in mana.items()) or "no mana"


def _unread(answer: Answer) -> list[str]:
    if answer.status == "certain":
        return []
    notes = [f"  not certain: {note.object}, {note.topic}, {note.stopped}" for note in answer.unread]
    return list(dict.fromkeys(notes))


def _abilities(arguments: argparse.Namespace) -> int:
    from lawmage import cli
    from lawmage.api import ask

    position, rest = cli._board(arguments)
    if rest:
        raise cli._usage(f"there is nothing to name after the board: {rest[0]!r}")
    player = arguments.player or position.players[0].id
    answer = ask(position, {"kind": "abilities", "player": player})
    if arguments.json:
        cli._print_json(answer.to_data())
        return cli.OK
    rows = [
        (row["object"], row["ability"], "yes" if row["legal"] else "no: " + "; ".join(r["text"] for r in row["reasons"]))
        for row in (answer.result or {})["abilities"]
    ]
    if not rows:
        print(f"{player} has no activated abilities")
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    for name, ability, verdict in rows:
        print(f"{name:<{widths[0]}}  {ability:<{min(widths[1], 60)}}  {verdict}")
    for line in _unread(answer):
        print(line)
    return cli.OK


def _pay(arguments: argparse.Namespace) -> int:
    from lawmage import cli
    from lawmage.engine.session import session
    from lawmage.errors import LawmageError
    from lawmage.position.query import read_query
    from lawmage.queries.payable import best

    position, rest = cli._board(arguments)
    if len(rest) != 1:
        raise cli._usage('give a COST, such as "{2}{G}"')
    data: dict[str, Any] = {"kind": "payable", "player": arguments.player or position.players[0].id, "cost": rest[0]}
    if arguments.purpose is not None:
        data["for"] = arguments.purpose
    if arguments.x is not None:
        data["x"] = arguments.x
    query = read_query(data, position, cli._names())
    with best(arguments.best):
        (answer,) = session().ask_many([(position, query)])
    if isinstance(answer, LawmageError):
        raise answer
    if arguments.json:
        cli._print_json(answer.to_data())
        return cli.OK
    result = answer.result or {}
    print(f"{data['player']} can{'' if result.get('payable') else 'not'} pay {rest[0]}")
    print("\n".join([*_paid(result.get("payment")), *_unread(answer)]) or "  nothing to do")
    return cli.OK
