"""Which cards belong to paper Magic's ordinary sets: the cards that coverage figures count.

The data names a set for few cards, so the rule works on what every record has. A card is out if

* the file says so: rebalanced for Alchemy, digital only, a set or border outside the rules (100.7),
  or a ruling that speaks of playtest or silver-bordered cards (see :mod:`lawmage.cards.sources`);
* its layout is for variants or silver-bordered sets: planes, schemes, vanguards, hosts, augments;
* its type line has a word before the dash that is neither a supertype nor a card type of 205.2a, or
  a subtype that only silver-bordered sets printed;
* its text uses something that exists only in digital cards (conjuring, seeking, perpetual changes,
  spellbooks) or only outside the rules (stickers, Attractions, Contraptions, half mana, artists).

A playtest or Un-card whose type line and text look like any other card's and that has no ruling
stays in. One ordinary card is lost: the one whose text mentions Contraptions (701.45a).
Conspiracies stay in: they are ordinary printed cards (315).
"""

from __future__ import annotations

import re

from lawmage.cards.raw import RawCard, RawFace, split_type_line
from lawmage.cards.types import CARD_TYPES

#: Card types that only games apart from ordinary decks and drafts use (205.2a: Planechase, Archenemy, Vanguard).
_VARIANT_TYPES = frozenset({"Phenomenon", "Plane", "Scheme", "Vanguard"})
_ORDINARY_TYPES = frozenset(CARD_TYPES) - _VARIANT_TYPES

_VARIANT_LAYOUTS = frozenset({"planar", "scheme", "vanguard", "host", "augment"})
_FUNNY_SUPERTYPES = frozenset({"Elite", "Host", "Ongoing"})
_FUNNY_SUBTYPES = frozenset({"Attraction", "Contraption"})
_PLAIN_SUBTYPE = re.compile(r"[A-Z][A-Za-z'\u2019-]*( [A-Z][a-z]+)?$")
_REMINDER = re.compile(r"\([^()]*\)")
_DIGITAL = re.compile(
    r"\b(?:conjures?|perpetually|seeks?|spellbook|intensity|heists?|one-time boon|boon with)\b",
    re.I,
)
_FUNNY = re.compile(
    r"\{TK\}|\{H[WUBRGC]\}|½|\{1000000\}"
    r"|\b(?:stickers?|attractions?|contraptions?|sprockets?|augment|host creatures?|target host"
    r"|artists?|watermarks?|gotcha|playtest|acorn counters?|collector number|expansion symbol"
    r"|flavor text)\b",
    re.I,
)


def ordinary(card: RawCard) -> bool:
    """Tell whether ``card`` is of paper Magic's ordinary sets, as far as the data lets one tell."""
    return why_not(card) is None


def why_not(card: RawCard) -> str | None:
    """Return why ``card`` is out (``rebalanced digital funny layout type text``), or None."""
    for mark in ("rebalanced", "digital", "funny"):
        if mark in card.marks:
            return mark
    if card.layout in _VARIANT_LAYOUTS:
        return "layout"
    if any(_odd_types(face) for face in card.faces):
        return "type"
    for face in card.faces:
        text = _REMINDER.sub(" ", (face.oracle_text or "").replace(face.name, "~"))
        if _DIGITAL.search(text):
            return "digital"
        if _FUNNY.search(text):
            return "text"
    return None


def _odd_types(face: RawFace) -> bool:
    line = split_type_line(face.type_line)
    return (
        not _ORDINARY_TYPES.issuperset(line.types)
        or not _FUNNY_SUPERTYPES.isdisjoint(line.supertypes)
        or not _FUNNY_SUBTYPES.isdisjoint(line.subtypes)
        or not all(_PLAIN_SUBTYPE.match(subtype) for subtype in line.subtypes)
    )
