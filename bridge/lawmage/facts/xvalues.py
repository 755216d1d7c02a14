"""Where abilities use X, and what defines it there (107.3)."""

from __future__ import annotations

import re
from dataclasses import replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.keywords import KEYWORD_KINDS
from lawmage.facts.amounts import amount
from lawmage.facts.extra import Extra
from lawmage.facts.scope import NotModelled

_X_WORD = re.compile(r"(?<![a-z])x(?![a-z])|\{x\}")
_WHERE = frozenset({"where_x", "where_x_and_y"})
_DEFINING = _WHERE | {"gets_pt_where", "x_is_amount"}
_ENTERS = frozenset({"enters", "enters_under", "enters_from", "enters_tapped_event", "enters_untapped_event"})
_ENTERING = frozenset(
    {
        "as_enters", "enters_with", "enters_tapped_with", "enters_tapped", "enters_under", "may_enter_as_copy", "enters_as_copy",
        "may_enter_as_copy_except", "enters_as_copy_except",
    }
)  # fmt: skip


def add(node: Node, extra: Extra, resolved: bool) -> None:
    """Add where an ability uses X and the amount that its own text gives X."""
    if resolved or not _uses_x(node):
        return
    place = place_of(node)
    extra.facts.append(f"uses_x({extra.number},{place}).")
    for where in (found for found in walk(node) if found.kind in _DEFINING):
        try:
            scope = replace(extra.scope, each=place == "characteristic")
            defined = defining(where, node)
            extra.facts.append(f"x_is({extra.number},{amount(defined, scope)}).")
        except NotModelled as error:
            extra.facts.append(f"x_open({extra.number}).")
            extra.gap("x", error.what, own=True)


def defining(where: Node, ability: Node) -> Node:
    """Return the amount that a part of an ability ("where X is ...", "X is ...") gives X (107.3c)."""
    if where.kind == "gets_pt_where":
        return where.child(len(where.parts) - 1)
    return _of_exiled(where.child(0), ability) if where.kind == "x_is_amount" else where.child(0)


def _is_exiled(node: Node) -> bool:
    inner = node.child(0)
    return inner.kind == "adjective_of" and inner.child(0).kind == "exiled"


def _of_exiled(node: Node, ability: Node) -> Node:
    """Return an amount in which "that card" is the exiled card that the ability names before."""
    exiled = next((found for found in walk(ability) if found.kind == "the" and _is_exiled(found)), None)
    if exiled is None:
        return node
    if node.kind == "that" and node.child(0).kind == "card":
        return exiled
    return Node(node.kind, tuple(_of_exiled(part, ability) if isinstance(part, Node) else part for part in node.parts), node.variant)


def place_of(node: Node) -> str:
    """Return the place of X that an ability is: as in the query value_of_x, or ``other`` or ``spell``."""
    if node.kind in ("triggered", "triggered_if", "triggered_if_outside"):
        event = node.child(2) if node.kind == "triggered_if_outside" else node.child(1)
        own = any(found.kind in _ENTERS for found in walk(event))
        return "etb_trigger" if own and any(found.kind == "this" for found in walk(event)) else "other"
    if node.kind == "activated":
        return "activated_ability"
    if node.kind == "spell_ability":
        return "spell"
    if node.kind in ("chapter",) or node.kind in KEYWORD_KINDS:
        return "other"
    if any(found.kind in _ENTERING for found in walk(node)):
        return "etb_replacement"
    return "characteristic"


def _uses_x(node: Node) -> bool:
    for found in walk(node):
        if found.kind == "x" or found.kind in _WHERE:
            return True
        if any(isinstance(part, str) and _X_WORD.search(part) for part in found.parts):
            return True
    return False
