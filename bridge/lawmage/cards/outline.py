"""How a card is understood, for people and as JSON: each line from its structure, and what is unread."""

from __future__ import annotations

from collections.abc import Iterator

from lawmage.cards.ability import Card, Face, Line, Node, Unread
from lawmage.cards.oracle.grammar import Grammar
from lawmage.cards.oracle.render import pretty

#: Words by which a face speaks of itself, by subtype or type; the first that fits is used.
_SELF_WORDS = (
    "Aura",
    "Equipment",
    "Vehicle",
    "Saga",
    "Class",
    "Case",
    "Creature",
    "Planeswalker",
    "Battle",
    "Land",
    "Artifact",
    "Enchantment",
)
_SUBTYPE_SELF_WORDS = frozenset({"Aura", "Equipment", "Vehicle", "Saga", "Class", "Case"})


def self_word(face: Face, layout: str) -> str:
    """Return how a face's rules text speaks of the object: "this creature", "this spell" …"""
    if layout == "token":
        return "this token"
    for word in _SELF_WORDS:
        if word in _SUBTYPE_SELF_WORDS and word in face.subtypes:
            return f"this {word}"
        if word in face.types:
            return f"this {word.lower()}"
    return "this spell" if {"Instant", "Sorcery"} & set(face.types) else "this card"


def type_line(face: Face) -> str:
    """Return the type line of a face, put together again."""
    left = " ".join((*face.supertypes, *face.types))
    return f"{left} — {' '.join(face.subtypes)}" if face.subtypes else left


def structure(node: Node) -> str | list[object]:
    """Return a node as JSON: ``[kind, part, …]``, words in braces of an object ``{"word": …}``."""
    return [
        node.kind if not node.variant else f"{node.kind}/{node.variant}",
        *({"word": part} if isinstance(part, str) else structure(part) for part in node.parts),
    ]


def card_json(card: Card, grammar: Grammar) -> dict[str, object]:
    """Return a card as JSON data: characteristics, and each line read (with its structure) or unread."""
    return {
        "name": card.name,
        "layout": card.layout,
        "color_identity": list(card.color_identity),
        "faces": [_face_json(face, card.layout, grammar) for face in card.faces],
    }


def _face_json(face: Face, layout: str, grammar: Grammar) -> dict[str, object]:
    found: dict[str, object] = {
        "name": face.name,
        "mana_cost": face.mana_cost,
        "supertypes": list(face.supertypes),
        "types": list(face.types),
        "subtypes": list(face.subtypes),
        "colors": list(face.colors),
    }
    for key in ("power", "toughness", "loyalty", "defense"):
        value = getattr(face, key)
        if value is not None:
            found[key] = value
    name = self_word(face, layout)
    found["lines"] = [_line_json(line, grammar, name) for line in face.lines]
    return found


def _line_json(line: Line, grammar: Grammar, self_name: str) -> dict[str, object]:
    if line.ability is not None:
        return {
            "read": True,
            "kind": line.ability.kind,
            "text": pretty(line.ability, grammar, self_name),
            "structure": structure(line.ability),
        }
    unread = line.unread or Unread("static", frozenset(), 0, 0)
    return {
        "read": False,
        "form": unread.form,
        "topics": sorted(unread.topics),
        "words_read": unread.stopped,
        "words": unread.length,
    }


def card_text(card: Card, grammar: Grammar) -> str:
    """Return a card as lines of text for people."""
    lines: list[str] = []
    if len(card.faces) > 1:
        lines.append(f"{card.name}  [{card.layout}]")
    for face in card.faces:
        lines.extend(_face_text(face, card.layout, grammar))
    return "\n".join(lines)


def _face_text(face: Face, layout: str, grammar: Grammar) -> Iterator[str]:
    yield f"{face.name}  {face.mana_cost}".rstrip()
    facts = [type_line(face) or "(type not known)", "/".join(face.colors) or "colorless"]
    if face.power is not None or face.toughness is not None:
        facts.append(f"{face.power}/{face.toughness}")
    if face.loyalty is not None:
        facts.append(f"loyalty {face.loyalty}")
    if face.defense is not None:
        facts.append(f"defense {face.defense}")
    yield "  " + " · ".join(facts)
    name = self_word(face, layout)
    for number, line in enumerate(face.lines, 1):
        if line.ability is not None:
            yield f"  #{number} {pretty(line.ability, grammar, name)}"
            yield from _tree(line.ability, 3)
        elif line.unread is not None:
            yield f"  #{number} not read: {_unread_text(line.unread)}"


def _unread_text(unread: Unread) -> str:
    if not unread.length:
        return "the data has no text for this face, so it may bear on anything"
    topics = ", ".join(sorted(unread.topics)) or "nothing that answers ask about"
    where = f"reading stopped after {unread.stopped} of {unread.length} words"
    return f"{unread.form} ability; may bear on {topics}; {where}"


def _tree(node: Node, depth: int) -> Iterator[str]:
    """Yield a tree, one node a line; a node with one part stands on one line with that part."""
    heads = []
    while True:
        words = [part for part in node.parts if isinstance(part, str)]
        nodes = [part for part in node.parts if isinstance(part, Node)]
        heads.append(" ".join([node.kind, *(f"“{word}”" for word in words)]))
        if len(nodes) != 1:
            break
        node = nodes[0]
    yield "  " * depth + " › ".join(heads)
    for part in nodes:
        yield from _tree(part, depth + 1)
