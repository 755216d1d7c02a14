"""The commands ``tap`` and ``replace``: what tapping for mana gives, and what an event becomes."""

from __future__ import annotations

import argparse
import json
from typing import Any

from lawmage.command_line import OK, board_command, board_of, permanent_named, print_json, unread_told, usage_fault
from lawmage.errors import Fault, InputError


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to the command line."""
    tap = board_command(commands, "tap", "what tapping a permanent for mana gives (rule 106.12)", "BOARD PERMANENT [ABILITY]")
    tap.add_argument("--player", metavar="ID", help="who activates (the controller)")
    tap.add_argument("--recipient", metavar="ID", help="whose mana pool (the activating player's)")
    tap.set_defaults(run=_tap)
    replace = board_command(commands, "replace", "what an event becomes, in every order of effects (rule 616)", "BOARD EVENT")
    replace.epilog = 'EVENT is an event as JSON: \'{"kind": "gain_life", "affected": "P1", "amount": 3}\'.'
    replace.add_argument("--explain", action="store_true", help="tell the orders that lead to each outcome")
    replace.add_argument("--graph", metavar="FILE", help="draw the graph of orders (.svg, .png, .dot, .mmd)")
    replace.set_defaults(run=_replace)


def _tap(arguments: argparse.Namespace) -> int:
    from lawmage.api import ask

    position, rest = board_of(arguments)
    if len(rest) not in (1, 2):
        raise usage_fault("give a PERMANENT, and an ABILITY if it has several")
    query: dict[str, Any] = {"kind": "tap_for_mana", "permanent": permanent_named(position, rest[0])}
    if len(rest) == 2:
        query["ability"] = rest[1]
    for name in ("player", "recipient"):
        if getattr(arguments, name) is not None:
            query[name] = getattr(arguments, name)
    answer = ask(position, query)
    if arguments.json:
        print_json(answer.to_data())
        return OK
    assert answer.result is not None
    print(f"{query['permanent']}: {answer.status}")
    for outcome in answer.result["outcomes"]:
        print("  " + (" ".join(f"{{{letter}}} x {count}" for letter, count in outcome.items()) or "no mana"))
    print("".join(f"{line}\n" for line in unread_told(answer)), end="")
    return OK


def _replace(arguments: argparse.Namespace) -> int:
    from lawmage.api import ask
    from lawmage.explain.orders import Orders

    position, rest = board_of(arguments)
    if len(rest) != 1:
        raise usage_fault("give an EVENT as JSON")
    try:
        event = json.loads(rest[0])
    except ValueError as error:
        raise InputError(Fault("event", f"is no JSON: {error}.")) from None
    wants_orders = arguments.explain or arguments.graph is not None
    answer = ask(position, {"kind": "replace", "event": event}, explain=wants_orders)
    graph = answer.proof if isinstance(answer.proof, Orders) else None
    if arguments.graph is not None:
        from lawmage.explain.drawing import draw

        draw(graph or Orders(), arguments.graph)
    if arguments.json:
        print_json(answer.to_data())
        return OK
    assert answer.result is not None
    print(f"{event['kind']}: {answer.status}")
    print("".join(f"{line}\n" for line in unread_told(answer)), end="")
    if len(answer.result["outcomes"]) > 1:
        print(f"{answer.result['chooser']} chooses among the orders (616.1)")
    for outcome in answer.result["outcomes"]:
        print("  " + json.dumps(outcome, ensure_ascii=False))
        if arguments.explain and graph is not None:
            for number, orders in graph.paths().items():
                if graph.outcomes[number] == outcome:
                    print("\n".join(f"    {', then '.join(order) or 'nothing applies'}" for order in orders))
    return OK
