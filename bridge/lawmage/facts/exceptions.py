"""Exceptions of copy effects as changes of copiable values (707.9)."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawmage.cards.ability import Face, Node
from lawmage.facts.abilities import AbilityTable
from lawmage.facts.continuous import Statements, exception_term, title
from lawmage.facts.copying import KEPT
from lawmage.facts.kept import keeps_own, kept
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import kind_of_type, quoted


@dataclass(slots=True)
class Changes:
    """The change terms of exceptions, the abilities they name and the types they add."""

    terms: list[str] = field(default_factory=list)
    abilities: set[int] = field(default_factory=set)
    types: list[tuple[str, str]] = field(default_factory=list)


def changes(node: Node, table: AbilityTable, own: tuple[int, ...], face: Face | None) -> Changes:
    """Translate exception clauses; raises NotModelled for what has no facts yet.

    ``own`` are the numbers of the printed abilities of the copying object, ``face`` what is printed on it, None for
    a token.
    """
    found = Changes()
    for clause in _clauses(node):
        if clause.kind in KEPT and face is not None:
            found.terms += _kept(KEPT[clause.kind], face)
        elif not _enters_with(clause):
            _clause(clause, table, own, found)
    return found


def _kept(what: str, face: Face) -> list[str]:
    """707.9c: the copying object's own printed name, colors, or power and toughness."""
    if what == "name":
        return [f"set_name({quoted(face.name)})"]
    if what == "color":
        return ["lose_kind(color)", *(f"add_color({quoted(color)})" for color in face.colors)]
    measures = (("power", face.power), ("toughness", face.toughness))
    if any(value is None or not value.isdigit() for _, value in measures):
        raise NotModelled("power and toughness of its own")
    return [f"set_base({measure},{value})" for measure, value in measures]


def _enters_with(clause: Node) -> bool:
    """707.9e: with which counters it entered changes no copiable value; the position shows its counters."""
    if clause.kind in ("exception_if", "exception_if_after"):
        return _enters_with(clause.child(0 if clause.kind == "exception_if_after" else 1))
    return clause.kind == "change" and clause.child(1).kind == "enters_with"


def _clauses(node: Node) -> list[Node]:
    if node.kind in ("exceptions_and", "exceptions_comma"):
        return [node.child(0), *_clauses(node.child(1))]
    return [node]


#: Other words for the copy, and statements about several copies.
_COPY = frozenset({"the", "the_copy", "them", "those"})
_OF_SEVERAL = {"they_become": "becomes", "they_stop_being": "stops_being"}


def _of_it(node: Node) -> Node:
    """Return "the token isn't legendary", "they're not legendary" as "it isn't legendary"."""
    if node.kind == "change" and node.child(0).kind in _COPY:
        return Node("change", (Node("it"), node.child(1)))
    if node.kind in _OF_SEVERAL:
        return Node("change", (Node("it"), Node(_OF_SEVERAL[node.kind], node.parts)))
    return node


def _clause(node: Node, table: AbilityTable, own: tuple[int, ...], found: Changes) -> None:
    node = _of_it(node)
    if node.kind == "name_is":
        name = node.word(1)
        found.terms.append(f"set_name({quoted(title(name))})")
        return
    if node.kind == "exception_has":
        node = Node("change", (Node("it"), Node("has", (node.child(0),))))
    elif node.kind in ("exception_is", "exception_is_not"):
        node = Node("change", (Node("it"), Node("becomes" if node.kind == "exception_is" else "stops_being", node.parts)))
    if keeps_own(node):
        written_out = kept(node, [table.records[number].node for number in own])
        if written_out is None:
            raise NotModelled("this_ability")
        node = written_out

    def grant(ability: Node) -> int:
        numbers = table.node(ability)
        found.abilities.update(numbers)
        return numbers[0]

    statements = Statements(Scope(), grant)
    statements.read(node)
    for effect in statements.effects:
        if effect.conditions:
            raise NotModelled("conditional exception")
        for _, term in effect.parts:
            found.terms.append(exception_term(term))
            if term.startswith("add_type("):
                word = term[10:-2]
                found.types.append((word, kind_of_type(word)))
