"""Ability selectors as text: which of a list of ability texts a text selects (the public contract)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from lawmage.cards.oracle.words import GRANTER, Context, normalise, tokens

_LOYALTY = re.compile(r"\s*\[?([+−-]?(?:\d+|[xX]))\]?:?\s*")
_KEYWORD = re.compile(r"[a-z][a-z' \-]*")
#: Words of sentences, which no keyword's name has.
_SENTENCE = re.compile(
    r"\b(?:this|it|can't|gets?|has|have|enters?|is|are|isn't|aren't|doesn't|don't|becomes?|loses?|gains?|when|whenever|as long|at the)\b"
)


def fold(text: str, names: Collection[str] = ()) -> str:
    """Return ``text`` as the words that card language is read by: case, spaces, a final full stop, labels without
    rules meaning, reminder text and self-references are folded.

    ``names`` are the names by which the object calls itself besides "this creature" and the like.
    """
    loyalty = _LOYALTY.fullmatch(text)
    if loyalty:  # a loyalty cost by itself, as people write it
        return loyalty[1].replace("−", "-").lower()
    ordered = tuple(sorted(names, key=len, reverse=True))
    return " ".join(tokens(normalise(text, Context(ordered)))).removesuffix(" :")


def is_keyword(text: str) -> bool:
    """Tell whether ``text`` is a keyword's name alone, such as "level up"."""
    plain = text.strip().lower()
    return _KEYWORD.fullmatch(plain) is not None and _SENTENCE.search(plain) is None


def selected(text: str, abilities: Sequence[str], names: Collection[str] = ()) -> list[int]:
    """Return the indexes of the ``abilities`` that ``text`` may mean.

    ``#2`` is the second. Otherwise all whose whole text, cost or keyword it equals; failing that, all whose
    text contains it. None, or several that differ, is for the caller to call an error.
    """
    number = re.fullmatch(r"\s*#(\d{1,6})\s*", text)
    if number:
        index = int(number[1]) - 1
        return [index] if 0 <= index < len(abilities) else []
    wanted = fold(text, names)
    if not wanted:
        return []
    folded = [fold(ability, names) for ability in abilities]
    equal = [index for index, ability in enumerate(folded) if wanted in (ability, cost_of(ability))]
    equal = equal or [index for index, ability in enumerate(folded) if _fits(wanted, ability) or _fits(wanted, cost_of(ability))]
    found = equal or [index for index, ability in enumerate(folded) if wanted in ability]
    if not found and cost_of(wanted):  # of an ability whose effect was not read, the cost is known
        found = [index for index, ability in enumerate(folded) if ability == cost_of(wanted)]
    if not found and wanted.endswith(" this"):  # "Sacrifice this", short for "Sacrifice this creature"
        short = wanted.removesuffix("this") + "~"
        found = [index for index, ability in enumerate(folded) if short in ability]
    return found


def _fits(wanted: str, ability: str) -> bool:
    """Tell whether a text may be an ability that names the object that grants it, whatever that is called."""
    if GRANTER not in ability:
        return False
    return re.fullmatch(re.escape(ability).replace(re.escape(GRANTER), ".+"), wanted) is not None


def cost_of(ability: str) -> str:
    """Return the cost of an activated ability's text, or an empty text for another."""
    depth = 0
    for index, char in enumerate(ability):
        if char == '"':
            depth ^= 1
        elif char == ":" and not depth:
            return ability[:index].strip()
    return ""


def same_abilities(expected: Sequence[str], actual: Sequence[str], names: Collection[str] = ()) -> bool:
    """Compare the ``abilities`` of ``characteristics``.

    The keywords must be the same set, and every other expected text must select one of the actual
    abilities that are no keywords.
    """
    if {fold(text) for text in expected if is_keyword(text)} != {fold(text) for text in actual if is_keyword(text)}:
        return False
    others = [text for text in actual if not is_keyword(text)]
    for text in expected:
        if not is_keyword(text):
            found = selected(text, others, names)
            if len({fold(others[index], names) for index in found}) != 1:
                return False
    return True
