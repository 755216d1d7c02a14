"""The statements that a static line or a timed sentence makes, each with the conditions it holds under."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lawmage.cards.ability import Node
from lawmage.facts.amounts import condition
from lawmage.facts.continuous import flat
from lawmage.facts.objects import describe
from lawmage.facts.scope import NotModelled, Scope

_BOTH = frozenset({"static_more", "then_sentence", "statement_and", "and_clause", "comma_clause", "then_clause", "static_then"})
_CONDITION_FIRST = frozenset({"as_long_as", "if_static"})
_CONDITION_LAST = frozenset({"holds_as_long_as", "holds_if"})
_DURATION_FIRST = frozenset({"lasting_first", "lasting_sentence"})
_DURATION_LAST = frozenset({"statement_lasting", "rule_lasting"})
#: Statements that hold unless somebody does something, or under the contrary of an earlier condition.
_UNKNOWN = frozenset(
    {"otherwise_static", "holds_unless_done", "holds_unless_paid_for_each", "holds_unless_paid_for_each_where", "once_each_turn_statement"}
)
_CHANGES = frozenset({"change", "change_lasting", "change_lasting_and", "change_conditionally"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its node, the object node whose change it is (None for others), conditions, scope.

    ``conditions`` are (how, node) pairs: ``if``, ``unless``, ``turn``, ``while`` (a duration) and ``unknown``.
    """

    node: Node
    target: Node | None
    conditions: tuple[tuple[str, Node], ...]
    scope: Scope

    def terms(self) -> list[str]:
        """Return the condition terms; raises NotModelled for a condition that has no facts."""
        return [_term(how, node, self.scope) for how, node in self.conditions]


def shielding(node: Node) -> Node:
    """701.19a: "regenerate it", once resolved, as what happens the next time it would be destroyed."""
    if node.kind != "spell_ability" or node.child(0).kind != "regenerate":
        return node
    destroyed = Node("object_event", (node.child(0).child(0), Node("passive", (Node("is_destroyed"),))))
    return Node("next_time_would", (Node("event_with", (destroyed, Node("this_turn"))), Node("regenerate", (Node("it"),))))


def _term(how: str, node: Node, scope: Scope) -> str:
    if how == "unknown":
        raise NotModelled(node.kind)
    if how == "unless":
        return f"not_so({condition(node, scope)})"
    if how == "turn":
        if node.kind == "turn_of_part" and node.child(0).kind == "your":
            return "your_turn"
        raise NotModelled(node.kind)
    return condition(node, scope)


def statements(node: Node, scope: Scope, conditions: tuple[tuple[str, Node], ...] = ()) -> Iterator[Statement]:
    """Yield the statements of a line, in order; a change of several parts is one statement a part."""
    kind = node.kind
    if kind == "spell_ability":
        yield from statements(node.child(0), scope, conditions)
    elif kind in _BOTH:
        last: Node | None = None
        for found in statements(node.child(0), scope, conditions):
            last = found.target if found.target is not None and found.target.kind not in ("it", "them") else last
            yield found
        yield from statements(node.child(1), _following(last, scope), conditions)
    elif kind in _CONDITION_FIRST:
        yield from statements(node.child(1), scope, (*conditions, ("if", node.child(0))))
    elif kind in _CONDITION_LAST:
        yield from statements(node.child(0), scope, (*conditions, ("if", node.child(1))))
    elif kind == "holds_unless":
        yield from statements(node.child(0), scope, (*conditions, ("unless", node.child(1))))
    elif kind == "during_turn":
        yield from statements(node.child(1), scope, (*conditions, ("turn", node.child(0))))
    elif kind == "holds_during_turn":
        yield from statements(node.child(0), scope, (*conditions, ("turn", node.child(1))))
    elif kind in _UNKNOWN:
        yield from statements(node.child(0), scope, (*conditions, ("unknown", node)))
    elif kind == "statement_where":
        yield from statements(node.child(0), scope, conditions)
    elif kind in _DURATION_FIRST:
        yield from statements(node.child(1), scope, (*conditions, *_duration(node.child(0))))
    elif kind in _DURATION_LAST:
        yield from statements(node.child(0), scope, (*conditions, *_duration(node.child(1))))
    elif kind in _CHANGES:
        yield from _change(node, scope, conditions)
    else:
        yield Statement(node, None, conditions, scope)


def _following(last: Node | None, scope: Scope) -> Scope:
    """The scope of a later statement: its "them" are the objects of an earlier one."""
    if last is None:
        return scope
    try:
        return replace(scope, it=describe(last, scope))
    except NotModelled:
        return scope


def _duration(node: Node) -> tuple[tuple[str, Node], ...]:
    """611.2: an effect of the position is in force; only "for as long as" can have ended."""
    return (("while", node.child(0)),) if node.kind == "for_as_long_as" else ()


def _change(node: Node, scope: Scope, conditions: tuple[tuple[str, Node], ...]) -> Iterator[Statement]:
    target = node.child(0)
    inner = conditions
    if node.kind in ("change_lasting", "change_lasting_and"):
        inner = (*conditions, *_duration(node.child(2)))
    elif node.kind == "change_conditionally":
        inner = (*conditions, ("if", node.child(2)))
    for change in flat(node.child(1)):
        yield Statement(change, target, inner, scope)
    if node.kind == "change_lasting_and":
        yield from _more(target, node.child(3), scope, conditions)
    elif node.kind == "change_conditionally":
        rest = node.child(3)
        while True:
            for change in flat(rest.child(0)):
                yield Statement(change, target, (*conditions, ("if", rest.child(1))), scope)
            if rest.kind != "changes_if_more":
                break
            rest = rest.child(2)


def _more(target: Node, node: Node, scope: Scope, conditions: tuple[tuple[str, Node], ...]) -> Iterator[Statement]:
    if node.kind in ("changes_lasting", "changes_lasting_and"):
        for change in flat(node.child(0)):
            yield Statement(change, target, (*conditions, *_duration(node.child(1))), scope)
        if node.kind == "changes_lasting_and":
            yield from _more(target, node.child(2), scope, conditions)
    else:
        for change in flat(node):
            yield Statement(change, target, conditions, scope)
