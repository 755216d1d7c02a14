"""The query ``characteristics``: what an object is after all layers (613)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import clingo

from lawmage.cards.types import CARD_TYPES, SUPERTYPES
from lawmage.engine.asked import Asked, object_number
from lawmage.facts.position import FactWriter, Written
from lawmage.facts.words import MANA_ORDER
from lawmage.position.query import Query

kind = "characteristics"
topics = frozenset({"characteristics", "power_toughness", "control"})
own_topics: frozenset[str] = frozenset({"mana", "activated", "triggers", "wording"})
#: Of the object's own abilities only the names are told.
only_names = True
cites = ("613.1",)
shares_positions = True


def relevant(query: Query, written: Written) -> int:
    """Return the number of the object that the question is about: boards are cut to what may bear on it."""
    return object_number(query.permanent, written)


def result(asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
    """Return name, mana value, power, toughness, types, subtypes, supertypes, colors, abilities and controller."""
    number = asked.about
    shown: dict[str, list[clingo.Symbol]] = {}
    for atom in asked.atoms.get("shown", ()):
        if atom[1].number == number:
            shown.setdefault(atom[2].name, []).append(atom[3])
    words = sorted(symbol.string for symbol in shown.get("type", ()))
    colors = {symbol.string for symbol in shown.get("color", ())}
    abilities = sorted(symbol.number for symbol in shown.get("ability", ()))
    types = [word for word in CARD_TYPES if word in words]
    found: dict[str, Any] = {
        "name": shown["name"][0].string if "name" in shown else "",
        "mana_value": shown["mana_value"][0].number if "mana_value" in shown else 0,
        "types": types,
        "subtypes": [word for word in words if word not in CARD_TYPES and word not in SUPERTYPES],
        "supertypes": [word for word in SUPERTYPES if word in words],
        "colors": [letter for letter in MANA_ORDER if letter in colors],
        "abilities": sorted(writer.names_of(abilities, types)),
        "controller": asked.written.players[shown["controller"][0].number] if "controller" in shown else None,
    }
    for measure in ("power", "toughness"):
        if measure in shown and "Creature" in types:
            found[measure] = shown[measure][0].number
        else:
            found[measure] = None
    return found


def concerns(asked: Asked, number: int) -> bool:
    """Return whether the object is the one asked about."""
    return number == asked.about
