"""Entering as a copy of a chosen object, with exceptions (707.5, 707.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lawmage.cards.ability import Node
from lawmage.facts.amounts import condition
from lawmage.facts.continuous import copy_exceptions, flat
from lawmage.facts.description import both, status
from lawmage.facts.extra import Extra
from lawmage.facts.objects import describe
from lawmage.facts.outer import Statement
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled
from lawmage.facts.words import quoted

#: Statements that say what an object enters as a copy of.
COPYING = frozenset(
    {
        "enters_as_copy", "enters_as_copy_except", "may_enter_as_copy", "may_enter_as_copy_except", "may_enter_tapped_as_copy",
        "may_enter_tapped_as_copy_except",
    }
)  # fmt: skip
#: Exceptions by which a copy keeps something of its own (707.9c), and what that is.
KEPT = {"name_is_this": "name", "keeps_color": "color", "keeps_power_toughness": "size"}
_CARD_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})


def closer(node: Node) -> Node:
    """Return a line with "if" after its last exception made a condition of that exception, as such lines mean it."""
    if node.kind == "labelled":
        return Node(node.kind, (node.parts[0], closer(node.child(1))))
    if node.kind != "holds_if" or node.child(0).kind not in COPYING or not node.child(0).kind.endswith("_except"):
        return node
    copying = node.child(0)
    *before, exceptions = copying.parts
    assert isinstance(exceptions, Node)
    return Node(copying.kind, (*before, _last_if(exceptions, node.child(1))))


def _last_if(node: Node, when: Node) -> Node:
    if node.kind in ("exceptions_and", "exceptions_comma"):
        return Node(node.kind, (node.parts[0], _last_if(node.child(1), when)))
    return Node("exception_if_after", (node, when))


def statement(found: Statement, extra: Extra) -> None:
    """Add a statement such as "you may have this enter as a copy of any creature, except ..."."""
    node = found.node
    may = node.kind.startswith("may_")
    enterer, model = (node.child(1), node.child(2)) if may else (node.child(0), node.child(1))
    if may and (node.child(0).kind != "you" or enterer.kind != "this"):
        raise NotModelled(node.kind)
    scope = replace(found.scope, x="copy_x", apart=status("entering", False))
    effect = Effect(extra, scope)
    effect.fact("replaced_event", "enters")
    effect.target = enterer
    effect.fact("replaced_to", effect.describe(describe(enterer, replace(scope, apart=None))))
    effect.fact("entry_copies", effect.describe(both(describe(model, scope), status("entering", False))))
    effect.fact("hangs_on_source")
    if may:
        effect.fact("entry_may")
    if "tapped" in node.kind:
        effect.fact("entry_taps")
    if node.kind.endswith("_except"):
        for when, exception in _exceptions(node.child(len(node.parts) - 1), None):
            _exception(exception, when, effect)
    effect.finish(found.terms())
    effect.extra.facts = list(dict.fromkeys(effect.extra.facts))


def _exceptions(node: Node, when: Node | None) -> Iterator[tuple[Node | None, Node]]:
    """Yield single exceptions with what each hangs on."""
    if node.kind in ("exceptions_and", "exceptions_comma"):
        yield from _exceptions(node.child(0), when)
        yield from _exceptions(node.child(1), when)
    elif node.kind in ("exception_if", "exception_if_after"):
        last = node.kind == "exception_if_after"
        yield from _exceptions(node.child(0 if last else 1), node.child(1 if last else 0))
    elif node.kind == "change":
        for change in flat(node.child(1)):
            yield when, Node("change", (node.parts[0], change))
    else:
        yield when, node


def _exception(node: Node, when: Node | None, effect: Effect) -> None:
    from lawmage.facts.entering import counters_loaded

    if node.kind in KEPT and when is None:
        effect.fact("entry_keeps", KEPT[node.kind])
        return
    change = node.child(1) if node.kind == "change" else node
    if change.kind == "enters_with":
        # 707.9e: an additional effect, no change of what the object is.
        kind, amount = counters_loaded(change.child(0), effect)
        index = effect.made = effect.made + 1
        effect.fact("entry_excepts_with", index, quoted(kind), amount)
        term = "always" if when is None else _condition(when, effect)
        effect.fact("entry_excepts_while", index, term)
        return
    if change.kind == "has" and change.child(0).kind == "other_abilities_of" and when is None:
        effect.fact("entry_keeps", "abilities")
        return
    if change.kind == "has" and any(part.kind in ("this_ability", "other_abilities_of") for part in flat(change.child(0))):
        raise NotModelled("an ability kept in copying")
    grant = effect.extra.grant
    if grant is None:
        raise NotModelled("abilities of a copy")
    for term in copy_exceptions(node, grant):
        if when is None:
            effect.fact("entry_excepts", term)
        else:
            effect.fact("entry_excepts_if", term, _type_asked(when))
        if term.startswith(("add_type(", "lose_type(")):
            effect.extra.types.add(term[9:-1] if term.startswith("add_type(") else term[10:-1])


def _condition(when: Node, effect: Effect) -> str:
    """707.9f: what "it" is, is looked at as it will be; "that creature" is what is copied."""
    scope = replace(effect.scope, it=status("this"), that=status("copied"), apart=None, mentions=[])
    if when.kind == "controls" and when.child(0).kind == "you" and when.child(1).kind == "that":
        return f"exists({effect.describe(both(describe(when.child(1), scope), status('controlled_by(you)')))})"
    found = condition(when, scope)
    effect.descriptions += scope.mentions
    return found


def _type_asked(when: Node) -> str:
    """The card type that "if it's a creature" asks for."""
    if when.kind == "it_is" and when.child(0).kind == "a_described" and when.child(0).child(0).kind in _CARD_TYPES:
        return quoted(when.child(0).child(0).kind.title())
    raise NotModelled("a condition of an exception")
