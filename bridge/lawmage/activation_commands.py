"""The commands ``legal``, ``abilities`` and ``pay``: may an ability be activated, and can a cost be paid."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lawmage.command_line import (
    OK,
    board_command,
    board_of,
    card_names,
    doubt_told,
    explain_option,
    permanent_named,
    print_json,
    print_proof,
    usage_fault,
)  # fmt: skip

if TYPE_CHECKING:
    from lawmage.answer import Answer


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to the command line."""
    legal = _command(commands, "legal", "may this ability be activated, and if not, why (rule 602)", "BOARD PERMANENT ABILITY")
    legal.add_argument("--fix", action="store_true", help="name the smallest sets of changes that would make it legal")
    explain_option(legal, "tell what each reason rests on, or the way to pay, with rule numbers")
    legal.set_defaults(run=_legal)
    abilities = _command(commands, "abilities", "every activated ability of a player, and whether it may be activated", "BOARD")
    explain_option(abilities)
    abilities.set_defaults(run=_abilities)
    pay = _command(commands, "pay", "can a cost be paid, and how (rules 118, 601.2g)", "BOARD COST")
    pay.add_argument("--for", dest="purpose", metavar="WHAT", help='what it pays for: "cast NAME", "activate @ID: ABILITY", ...')
    pay.add_argument("--x", type=int, metavar="N", help="the value of X")
    pay.add_argument("--best", action="store_true", help="find the payment that leaves most")
    explain_option(pay)
    pay.set_defaults(run=_pay)


def _command(commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str, needs: str) -> argparse.ArgumentParser:
    command = board_command(commands, name, what, needs)
    command.add_argument("--player", metavar="ID", help="who activates or pays (the controller; the first player)")
    return command


def _legal(arguments: argparse.Namespace) -> int:
    from lawmage.api import ask, ask_many
    from lawmage.position.query import read_query
    from lawmage.queries.fixes import fixes

    position, rest = board_of(arguments)
    if len(rest) != 2:
        raise usage_fault("give a PERMANENT and an ABILITY")
    # A card in a hand or graveyard is named by its id.
    permanent = rest[0] if position.has_object(rest[0]) else permanent_named(position, rest[0])
    item = position.object(permanent)
    player = arguments.player or item.controller or item.owner
    names = card_names()
    query = read_query({"kind": "legal", "player": player, "permanent": permanent, "ability": rest[1]}, position, names)
    answer = ask(position, query, arguments.explain)
    found = []
    if arguments.fix and answer.result is not None and not answer.result["legal"]:
        found = fixes(position, query, answer, ask_many)
    if arguments.json:
        data = answer.to_data()
        print_json({**data, "fixes": found} if arguments.fix else data)
        return OK
    print("\n".join(_verdict(permanent, rest[1], player, answer)))
    print_proof(answer)
    if arguments.fix and answer.result is not None and not answer.result["legal"]:
        print("\n".join(["  it would be legal if:", *(f"    {' and '.join(one)}" for one in found)] if found else ["  no change is known"]))
    return OK


def _verdict(permanent: str, ability: str, player: str, answer: Answer) -> list[str]:
    if answer.result is None:
        return [f"{permanent}, {ability!r}: no answer can be given", *doubt_told(answer)]
    if answer.result["legal"]:
        lines = [f"{player} may activate {ability!r} of {permanent}"]
    else:
        lines = [f"{player} may not activate {ability!r} of {permanent}"]
        lines += [f"  {reason['text']} (rule {reason['rule']})" for reason in answer.result["reasons"]]
    return [*lines, *doubt_told(answer)]


def _paid(payment: Mapping[str, Any] | None) -> list[str]:
    from lawmage.facts.words import symbols_of

    if payment is None:
        return []
    lines = []
    if payment.get("pool"):
        lines.append(f"  from the pool: {symbols_of(payment['pool'])}")
    for source in payment["sources"]:
        times = f" {source['times']} times" if source["times"] > 1 else ""
        lines.append(f"  {source['object']}{times}, {source['ability']!r}: {symbols_of(source['mana'])}")
    if payment.get("life"):
        lines.append(f"  {payment['life']} life")
    if payment.get("chosen"):
        lines.append(f"  chosen for costs: {', '.join(payment['chosen'])}")
    return lines


def _abilities(arguments: argparse.Namespace) -> int:
    from lawmage.api import ask

    position, rest = board_of(arguments)
    if rest:
        raise usage_fault(f"there is nothing to name after the board: {rest[0]!r}")
    player = arguments.player or position.players[0].id
    answer = ask(position, {"kind": "abilities", "player": player}, arguments.explain)
    if arguments.json:
        print_json(answer.to_data())
        return OK
    rows = [
        (row["object"], row["ability"], "yes" if row["legal"] else "no: " + "; ".join(r["text"] for r in row["reasons"]))
        for row in (answer.result or {})["abilities"]
    ]
    if not rows:
        print(f"{player} has no activated abilities")
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    for name, ability, verdict in rows:
        print(f"{name:<{widths[0]}}  {ability:<{min(widths[1], 60)}}  {verdict}")
    for line in doubt_told(answer):
        print(line)
    print_proof(answer)
    return OK


def _pay(arguments: argparse.Namespace) -> int:
    from lawmage.engine.session import session
    from lawmage.errors import LawmageError
    from lawmage.position.query import read_query
    from lawmage.queries.payable import best

    position, rest = board_of(arguments)
    if len(rest) != 1:
        raise usage_fault('give a COST, such as "{2}{G}"')
    data: dict[str, Any] = {"kind": "payable", "player": arguments.player or position.players[0].id, "cost": rest[0]}
    if arguments.purpose is not None:
        data["for"] = arguments.purpose
    if arguments.x is not None:
        data["x"] = arguments.x
    query = read_query(data, position, card_names())
    with best(arguments.best):
        (answer,) = session().ask_many([(position, query)], arguments.explain)
    if isinstance(answer, LawmageError):
        raise answer
    if arguments.json:
        print_json(answer.to_data())
        return OK
    result = answer.result or {}
    print(f"{data['player']} can{'' if result.get('payable') else 'not'} pay {rest[0]}")
    nothing = ["  nothing to do"] if result.get("payable") else []
    for line in (*(_paid(result.get("payment")) or nothing), *doubt_told(answer)):
        print(line)
    print_proof(answer)
    return OK
