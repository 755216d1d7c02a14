"""Structured abilities: what a line of card language means, as data.

A reading is a tree of :class:`Node`. The kind of a node is the name (alias) of the grammar production that
made it, so the tree holds every word of the line: rendering is the grammar run backwards. Lists in the
language are nested nodes; :func:`walk` visits them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """One production of the grammar of card language, with its parts.

    ``kind`` is the production's alias. ``parts`` are, in order, the nodes of its nonterminals and the words
    of its named terminals (``str``). ``variant`` tells spellings of one production apart.
    """

    kind: str
    parts: tuple[Node | str, ...] = ()
    variant: int = 0

    def child(self, index: int) -> Node:
        """Return part ``index``, which must be a node."""
        part = self.parts[index]
        if not isinstance(part, Node):
            raise TypeError(f"{self.kind}[{index}] is a word")
        return part

    def word(self, index: int = 0) -> str:
        """Return part ``index``, which must be a word."""
        part = self.parts[index]
        if isinstance(part, Node):
            raise TypeError(f"{self.kind}[{index}] is a node")
        return part


def walk(node: Node) -> Iterator[Node]:
    """Yield ``node`` and every node below it, in reading order."""
    yield node
    for part in node.parts:
        if isinstance(part, Node):
            yield from walk(part)


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not read: its outward form, what it may bear on, and where the reading stopped.

    ``form`` is one of ``activated triggered static spell level chapter``; ``topics`` are words of
    :data:`lawmage.cards.topics.TOPICS`; ``stopped`` is the number of words read, of ``length``.
    """

    form: str
    topics: frozenset[str]
    stopped: int
    length: int
    #: Of an activated ability whose effect was not read: its cost and limits, with "draw a card" in the effect's place;
    #: of a triggered one likewise its event and condition.
    outside: Node | None = None
    #: Whether each of its sentences that limits activating was read; of a triggered one, whether there is none.
    limits_read: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """One ability line of a face: its reading, or what is known of it while unread."""

    ability: Node | None
    unread: Unread | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a card as printed. Colors are letters of ``WUBRG``; numbers are None where absent.

    ``power``, ``toughness``, ``loyalty``, ``defense`` are the printed words (``"2"``, ``"*"``, ``"1+*"``).
    """

    name: str
    mana_cost: str
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]
    power: str | None
    toughness: str | None
    loyalty: str | None
    defense: str | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its whole name, layout, color identity (letters of ``WUBRG``) and faces, front first.

    ``melded`` is the mana value of what two cards meld into: the sum of theirs (202.3c).
    """

    name: str
    layout: str
    color_identity: tuple[str, ...]
    faces: tuple[Face, ...]
    melded: int | None = None
