"""Exceptions by which a copy keeps abilities of its own: "this ability", its "other abilities" (707.9a)."""

from __future__ import annotations

from collections.abc import Sequence

from lawmage.cards.ability import Node
from lawmage.cards.oracle.keywords import KEYWORD_KINDS

_KEPT = frozenset({"this_ability", "other_abilities_of"})


def keeps_own(node: Node) -> bool:
    """Return whether an exception speaks of abilities of the copying object itself."""
    return any(part.kind in _KEPT for part in _outside_quotes(node))


def kept(node: Node, own: Sequence[Node | None]) -> Node | None:
    """Return exceptions with the abilities written out that they name; None where it is not plain which are meant.

    Args:
        node: The exceptions.
        own: The copying object's printed abilities, None for one that was not read.
    """
    if node.kind in _KEPT:
        meant = _meant(node.kind, own)
        if not meant:
            return None
        traits = _trait(meant[-1])
        for ability in reversed(meant[:-1]):
            traits = Node("traits_and", (_trait(ability), traits))
        return traits
    if node.kind.startswith("quoted"):
        return node
    parts: list[Node | str] = []
    for part in node.parts:
        found = kept(part, own) if isinstance(part, Node) else part
        if found is None:
            return None
        parts.append(found)
    return Node(node.kind, tuple(parts), node.variant)


def _meant(kind: str, own: Sequence[Node | None]) -> list[Node]:
    copying = [node for node in own if node is not None and keeps_own(node)]
    if len(copying) != 1:
        return []
    if kind == "this_ability":
        return copying
    if any(node is None for node in own):
        return []
    return [node for node in own if node is not None and node != copying[0]]


def _trait(ability: Node) -> Node:
    return ability if ability.kind in KEYWORD_KINDS else Node("quoted_ability", (ability,))


def _outside_quotes(node: Node) -> list[Node]:
    """Return a tree's nodes outside quotes."""
    found = [node]
    for part in node.parts:
        if isinstance(part, Node) and not part.kind.startswith("quoted"):
            found += _outside_quotes(part)
    return found
