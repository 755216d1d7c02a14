"""What mana may be spent on (106.6), as facts of the ability that adds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawmage.cards.ability import Node, walk
from lawmage.facts.description import ANYTHING, Alternatives
from lawmage.facts.objects import describe, mention
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import quoted

if TYPE_CHECKING:
    from lawmage.facts.costs import Activation

_ONLY = frozenset({"spend_only", "spend_only_uncounterable", "spend_only_on"})
_PURPOSES = frozenset({"purpose_or", "purpose_comma", "purpose_comma_more"})


def spending(found: Activation, node: Node, scope: Scope) -> None:
    """Write the restrictions that instructions put on the mana they add."""
    for part in walk(node):
        if part.kind in _ONLY:
            found.facts.append(f"restricted_mana({found.number}).")
            for purpose in _purposes(part.child(0)):
                try:
                    _purpose(found, purpose, scope)
                except NotModelled as error:
                    # It bears on what the mana pays for, not on whether the ability may be activated.
                    found.facts.append(f"open_mana({found.number}).")
                    found.unspendable.append(error.what)
        elif part.kind == "cant_spend":
            purposes = list(_purposes(part.child(0)))
            if [p.kind for p in purposes] == ["to_pay"] and purposes[0].child(0).kind == "generic_costs":
                found.facts.append(f"never_generic({found.number}).")
                continue
            try:
                for purpose in purposes:
                    if purpose.kind != "to_cast":
                        raise NotModelled(purpose.kind)
                    found.facts.append(f"bars_spell({found.number},{mention(spell(purpose.child(0), scope), scope)}).")
            except NotModelled as error:
                found.facts.append(f"restricted_mana({found.number}).open_mana({found.number}).")
                found.unspendable.append(error.what)


def _purposes(node: Node) -> list[Node]:
    if node.kind in _PURPOSES:
        return [*_purposes(node.child(0)), *_purposes(node.child(1))]
    if node.kind == "purpose_last":
        return _purposes(node.child(0))
    return [node]


def _purpose(found: Activation, node: Node, scope: Scope) -> None:
    if node.kind == "to_cast":
        found.facts.append(f"pays_for_spell({found.number},{mention(spell(node.child(0), scope), scope)}).")
    elif node.kind == "to_activate":
        found.facts.append(f"pays_for_ability({found.number},{mention(holders(node.child(0), scope), scope)}).")
    elif node.kind == "costs_containing" and [p.word() for p in walk(node) if p.kind == "symbol"] == ["{x}"]:
        found.facts.append(f"pays_for_x({found.number}).")
    elif node.kind == "to_turn_face_up":
        found.facts.append(f"pays_for_turning({found.number}).")
    elif node.kind == "to_pay" and node.child(0).kind == "keyword_costs":
        pass  # no cost asked about is that of a keyword such as cumulative upkeep
    elif node.kind == "to_pay" and node.child(0).kind == "cost_containing" and node.child(0).child(0).kind == "symbol":
        found.facts.append(f"pays_for_symbol({found.number},{quoted(node.child(0).child(0).word()[1:-1].upper())}).")
    else:
        raise NotModelled(node.kind)


def spell(node: Node, scope: Scope) -> Alternatives:
    """Return the description of spells by their characteristics, as of the card cast."""
    return describe(_as_card(node), scope)


def _as_card(node: Node) -> Node:
    if node.kind in ("spell", "spell_noun"):
        return Node("card")
    return Node(node.kind, tuple(_as_card(p) if isinstance(p, Node) else p for p in node.parts), node.variant)


def _as_permanent(node: Node) -> Node:
    if node.kind == "source":
        return Node("permanent")
    return Node(node.kind, tuple(_as_permanent(p) if isinstance(p, Node) else p for p in node.parts), node.variant)


def holders(node: Node, scope: Scope) -> Alternatives:
    """Return the description of the objects whose abilities are meant."""
    inner = node.child(len(node.parts) - 1) if node.kind in ("any_of", "all", "each", "one") else node
    if inner.kind == "abilities_of":
        return describe(_as_permanent(inner.child(0)), scope)
    while inner.kind == "adjective_of" and inner.child(0).kind == "activated_status":
        inner = inner.child(1)
    if inner.kind == "ability_noun":
        return ANYTHING
    if inner.kind == "qualified" and inner.child(0).kind == "ability_noun" and inner.child(1).kind == "of_object":
        return describe(_as_permanent(inner.child(1).child(0)), scope)
    raise NotModelled(f"to activate {inner.kind}")
