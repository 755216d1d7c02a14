"""A card as a bulk file prints it, with its sentences (which never go into the catalogue)."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Words of a type line that are supertypes (205.4a; "elite" and "host": silver-bordered sets).
SUPERTYPES = frozenset({"Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "World"})

#: Subtypes of more than one word outside planes (205.3b, 205.3m).
LONG_SUBTYPES = (("Time", "Lord"),)

_LOYALTY_NOTE = re.compile(r"\s*\(Loyalty: ([^)]*)\)")


@dataclass(frozen=True, slots=True)
class RawFace:
    """One face as printed.

    ``colors`` are letters of ``WUBRG`` in that order; numbers are the printed words or None.
    ``oracle_text`` is None where the file does not tell it (not the same as no text: ``""``).
    """

    name: str
    mana_cost: str
    type_line: str
    oracle_text: str | None
    colors: tuple[str, ...]
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None


@dataclass(frozen=True, slots=True)
class RawCard:
    """One card as printed, front face first.

    ``produced_mana`` is Scryfall's own list where the file has it. ``marks`` are what the file says
    about where the card belongs: any of ``rebalanced`` (an Alchemy version of a card), ``digital``
    (never printed on paper), ``funny`` (Un-sets, playtest cards and the like, 100.7).
    """

    name: str
    layout: str
    color_identity: tuple[str, ...]
    faces: tuple[RawFace, ...]
    keywords: tuple[str, ...] = ()
    produced_mana: tuple[str, ...] | None = None
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A type line taken apart (205): supertypes, card types and subtypes, in printed order."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]


def split_type_line(text: str) -> TypeLine:
    """Take a type line such as ``Basic Land — Forest`` apart.

    "Tribal" is given as kindred, its name since 2023 (308). All words after the dash of a plane are
    one subtype (205.3b).
    """
    text = _LOYALTY_NOTE.sub("", text)
    left, _, right = text.partition("—")
    words = ["Kindred" if word == "Tribal" else word for word in left.split()]
    types = tuple(word for word in words if word not in SUPERTYPES)
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    if "Plane" in types:
        return TypeLine(supertypes, types, (right.strip(),) if right.strip() else ())
    return TypeLine(supertypes, types, tuple(_subtypes(right.split())))


def loyalty_note(type_line: str) -> str | None:
    """Return the loyalty that some files write into the type line of a back face, or None."""
    found = _LOYALTY_NOTE.search(type_line)
    return found.group(1) if found else None


def _subtypes(words: list[str]) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(words):
        size = next((len(s) for s in LONG_SUBTYPES if tuple(words[at : at + len(s)]) == s), 1)
        found.append(" ".join(words[at : at + size]))
        at += size
    return found
