"""Text-changing effects: which words they replace, and abilities with words replaced (rule 612)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lawmage.cards.ability import Node
from lawmage.cards.oracle.vocabulary import SUBTYPE_WORDS, plural, subtype
from lawmage.cards.types import BASIC_LAND_TYPES
from lawmage.facts.scope import NotModelled
from lawmage.facts.words import COLORS, kind_of_type

#: A word and what stands in its place: color words in lower case, subtypes as type lines print them.
Change = tuple[str, str]
#: Keywords that are made of a subtype (702.14a, 702.29e): "swampwalk", "forestcycling".
_JOINED = r"\b{}(?=walk\b|cycling\b|home\b)"
_CHANGE = re.compile(r'part\(\d+,3,reword\("([^"]*)","([^"]*)"\)\)')
_TO_CHOSEN = re.compile(r"part\(\d+,3,reword_colors\)")


def change_of(node: Node) -> Change:
    """Return the replacement a ``text_change`` node names; NotModelled where the words were a player's choice."""
    if node.kind == "replace_this_color_word":
        return node.child(0).kind, node.child(1).kind
    if node.kind == "replace_this_subtype":
        old, new = subtype(node.word(0)), subtype(node.word(1))
        kinds = [kind_of_type(word) for word in (old, new)]
        land = all(word in BASIC_LAND_TYPES for word in (old, new))
        if kinds[0] != kinds[1] or (kinds[0] == "land_type" and not land):
            raise NotModelled("words of two kinds")
        return old, new
    raise NotModelled(node.kind)


def changes_of(facts: str, colors: Iterable[str]) -> set[Change]:
    """Return the replacements that the facts of an ability name; ``colors`` are those chosen in the position."""
    found = {(match[1], match[2]) for match in _CHANGE.finditer(facts)}
    if _TO_CHOSEN.search(facts):
        words = [word for word, letter in COLORS.items() if letter in set(colors)]
        found |= {(old, new) for old in COLORS for new in words if old != new}
    return found


def replaced(node: Node, change: Change) -> Node:
    """Return an ability with one word in place of another, where it is used as such a word (612.2)."""
    old, new = change
    if old in COLORS:
        if node.kind == old:
            return Node(new, node.parts, node.variant)
        words = list(node.parts)
    else:
        words = [_word(node, part, old, new) if isinstance(part, str) else part for part in node.parts]
    parts = tuple(replaced(part, change) if isinstance(part, Node) else part for part in words)
    return node if parts == node.parts else Node(node.kind, parts, node.variant)


def _word(node: Node, word: str, old: str, new: str) -> str:
    if node.kind in _WITH_SUBTYPES and SUBTYPE_WORDS.get(word) == old:
        return new.lower() if word == old.lower() else plural(new)
    if node.kind in ("keyword", "keyword_cost"):
        return re.sub(_JOINED.format(re.escape(old.lower())), new.lower(), word)
    return word


#: Kinds of node that hold a subtype as a word; in any other it may be a name or a kind of counter.
_WITH_SUBTYPES = frozenset({"subtype", "amass", "bare_token", "creature_type_other_choice"})
