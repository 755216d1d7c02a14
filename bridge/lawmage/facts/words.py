"""Small translations from words of card language to fact terms."""

from __future__ import annotations

from collections.abc import Mapping

from lawmage.cards.types import KIND_OF

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
TYPE_WORDS = {
    "artifact": "Artifact",
    "creature": "Creature",
    "enchantment": "Enchantment",
    "land": "Land",
    "planeswalker": "Planeswalker",
    "battle": "Battle",
    "instant": "Instant",
    "sorcery": "Sorcery",
    "kindred": "Kindred",
}
SUPERTYPE_WORDS = {"basic": "Basic", "legendary": "Legendary", "snow": "Snow", "world": "World", "ongoing": "Ongoing"}
MANA_ORDER = "WUBRGC"


def quoted(text: str) -> str:
    """Return a fact string for any text; nothing in it can end the string or the fact."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def kind_of_type(word: str) -> str:
    """Return the kind of a type word: supertype, card_type, land_type, creature_type, ... (rule 205)."""
    if word in SUPERTYPE_WORDS.values():
        return "supertype"
    if word in TYPE_WORDS.values() or word in ("Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon"):
        return "card_type"
    return KIND_OF.get(word, "creature") + "_type"


def bag(counts: dict[str, int]) -> str:
    """Return the bag term of mana counts by letter."""
    return "m(" + ",".join(str(counts.get(letter, 0)) for letter in MANA_ORDER) + ")"


def symbols_of(counts: Mapping[str, int]) -> str:
    """Return mana counts by letter as symbols: ``{G}{G}{C}``."""
    return "".join(f"{{{letter}}}" * count for letter, count in counts.items()) or "no mana"
