"""The grammar run backwards: structured abilities to card language."""

from __future__ import annotations

import re

from lawmage.cards.ability import Node
from lawmage.cards.oracle.grammar import Grammar
from lawmage.cards.oracle.words import GRANTER, GRANTING

_NO_SPACE_BEFORE = frozenset(".,:;'s")
_UPPER_TERMINALS = frozenset({"SUBTYPE_WORD", "SUBTYPE_WORD__ONE"})


def words_of(node: Node, grammar: Grammar) -> list[tuple[str, str | None]]:
    """Return the words of a tree, each with the terminal it came from (None for a word of the grammar)."""
    production = grammar.spellings[node.kind][node.variant]
    words: list[tuple[str, str | None]] = []
    parts = iter(node.parts)
    for kind, value in production.symbols:
        if kind == "word":
            words.append((value, None))
            continue
        part = next(parts)
        if isinstance(part, Node):
            words.extend(words_of(part, grammar))
        else:
            words.append((part, value))
    return words


def plain(node: Node, grammar: Grammar) -> str:
    """Return the normalised text of a tree: lower case words with single spaces."""
    return " ".join(word for word, _ in words_of(node, grammar))


def pretty(node: Node, grammar: Grammar, self_name: str = "~") -> str:
    """Return a tree as card language for people.

    ``self_name`` stands for the object itself ("this creature"). Subtypes and mana symbols get their
    capitals back, and so does the first word of each sentence.
    """
    text = ""
    capital = True
    before = ""
    inside = False  # inside a double quote
    words = words_of(node, grammar)
    for index, (word, terminal) in enumerate(words):
        shown = word
        if word == "~":
            shown = self_name
        elif word == GRANTER:
            shown = GRANTING
        elif terminal == "MANA_SYMBOL" or (word.startswith("{") and word.endswith("}")):
            shown = word.upper()
        elif terminal in _UPPER_TERMINALS or terminal == "CARD_NAME":
            shown = "-".join(p[:1].upper() + p[1:] for p in word.split("-"))
            shown = " ".join(p[:1].upper() + p[1:] for p in shown.split(" "))
        elif terminal in ("PT_VALUE", "PT_CHANGE", "LOYALTY_SIGN", "CHAPTER_NUMBER") or word == "x":
            shown = word.upper()
        if capital and shown[:1].isalpha():
            shown = shown[:1].upper() + shown[1:]
        if word == '"':
            glue = "" if inside else " "
            inside = not inside
            ends = index + 1 == len(words) or words[index + 1][0] == "."  # the quote's stop is the sentence's
            if not inside and ends and text and text[-1] not in ".,":
                text += "."
            text += glue + '"'
            capital = inside
            continue
        joined = word.startswith("{") and text.endswith("}")
        no_space = joined or word in (".", ",", ":", ";", "'s", "'") or (text.endswith(('"',)) and inside) or before in ("non", "non-")
        before = word
        text += shown if no_space or not text else " " + shown
        capital = word in (".", ":", "—", "•")
    return re.sub(r'\."\.', '."', text).strip()
