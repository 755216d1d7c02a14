"""The tables of format 1: every key of a position with its kind; reader, writer, schema use
them."""

from __future__ import annotations

from functools import partial
from typing import Any

from lawmage.cards.types import BASIC_LAND_TYPES, CARD_TYPES, PERMANENT_TYPES

from .faults import near, shown
from .kinds import (
    ID_SCHEMA,
    Field,
    Kind,
    Reading,
    Record,
    card,
    either,
    flag,
    listing,
    mapping,
    player,
    text,
    text_of,
    thing,
    whole,
    word,
)
from .limits import MAX_NAME, MAX_OBJECTS, MAX_TEXT
from .making import maker
from .mentions import unknown_mentions
from .model import Amounts, Choices, Effect, Object, StackObject, Token
from .words import (
    COLOR_NAMES,
    COLORS,
    CREATURE_TYPES,
    MANA_TYPES,
    PREDEFINED_TOKENS,
    ZONES,
)

FLAG = flag()
COUNT = whole(0)
NUMBER = whole()
NAME = text("a name", MAX_NAME)
LINE = text("a line of card language", MAX_TEXT)
SELECTOR = text("an ability selector", MAX_TEXT)
CARD = card()
PLAYER = player()
OBJECT_ID = thing()
PERMANENT_ID = thing(battlefield=True)
ANY_ID = thing(players=True)
COLOR = word("a color letter", COLORS, COLOR_NAMES)
COUNTERS = mapping(text("a kind of counter", MAX_NAME), COUNT, "counters", build=Amounts)
MANA = mapping(word("a type of mana", MANA_TYPES), COUNT, "mana", build=Amounts)
CARD_LIST = listing(CARD, "card names", MAX_OBJECTS)
ZONE = word("a zone", ZONES)


def _is_text(value: Any) -> int:
    return 1 if isinstance(value, str) else 0


# --- tokens ---------------------------------------------------------------------------------------


def _power(value: Any, reading: Reading) -> Any:
    if value == "*":
        return value
    return NUMBER.read(value, reading)


POWER = Kind(_power, {"anyOf": [NUMBER.schema, {"const": "*"}]})


def _check_token(values: dict[str, Any], reading: Reading) -> None:
    types = values.get("types")
    if types and not any(entry in CARD_TYPES for entry in types if isinstance(entry, str)):
        reading.faults.add(f"must name a card type ({', '.join(PERMANENT_TYPES)}).", list(types), steps=("types",))


TOKEN = Record(
    "token",
    "a token's characteristics",
    {
        "name": Field(NAME),
        "types": Field(
            listing(text("a type", MAX_NAME), "types"),
            doc="Words: supertypes, types, subtypes.",
        ),
        "power": Field(POWER),
        "toughness": Field(POWER),
        "colors": Field(listing(COLOR, "colors", 5, distinct=True)),
        "abilities": Field(listing(LINE, "abilities"), doc="Lines of card language."),
    },
    Token,
    _check_token,
)

TOKEN_NAME = word("the name of a predefined token", PREDEFINED_TOKENS)


def _is_text_or_map(value: Any) -> int:
    return 0 if isinstance(value, str) else 1 if isinstance(value, dict) else -1


ANY_TOKEN = either(
    _is_text_or_map,
    "the name of a predefined token or a token's characteristics",
    TOKEN_NAME,
    TOKEN.kind,
)


def needs_whole_token(token: Any, reading: Reading, step: str = "token") -> None:
    """Note a fault if ``token`` is a map without the name and types that a token that is no copy
    needs."""
    if isinstance(token, Token):
        if token.name is None:
            reading.faults.add("a token that is no copy needs the key name.", steps=(step,))
        if not token.types:
            reading.faults.add("a token that is no copy needs the key types.", steps=(step,))


# --- objects --------------------------------------------------------------------------------------

CHOICES = Record(
    "choices",
    "the choices made for an object",
    {
        "color": Field(COLOR),
        "colors": Field(listing(COLOR, "colors", 5, distinct=True)),
        "creature_type": Field(word("a creature type", CREATURE_TYPES)),
        "basic_land_type": Field(word("a basic land type", BASIC_LAND_TYPES)),
        "card_name": Field(CARD),
        "number": Field(NUMBER),
        "player": Field(PLAYER),
        "mode": Field(NAME, doc="The chosen mode's name."),
    },
    Choices,
)


def _copied(value: Any, reading: Reading) -> Any:
    if type(value) is str:
        if value in reading.objects:
            return value
        name = reading.names.resolve(value) if len(value) <= MAX_NAME else None
        if name is not None:
            return name
    if text_of(value, reading, "an object's id or a card name", MAX_NAME):
        reading.faults.add(
            f"there is no object with the id {shown(value)} and no card of that name.",
            value,
            lambda: near(value, sorted(reading.objects)) or reading.names.closest(value),
        )
    return value


COPIED = Kind(_copied, ID_SCHEMA)


def _is_texts(value: Any) -> int:
    return 1 if isinstance(value, str) else 2 if isinstance(value, list | tuple) else 0


def _one_id(value: Any, reading: Reading) -> Any:
    return (PERMANENT_ID.read(value, reading),)


ATTACKING = either(_is_text, "true, false or an id", FLAG, ANY_ID)
BLOCKING = either(
    _is_texts,
    "true, false, an id or a list of ids",
    FLAG,
    Kind(_one_id, PERMANENT_ID.schema),
    listing(PERMANENT_ID, "ids", distinct=True),
)


def _check_object(values: dict[str, Any], reading: Reading) -> None:
    faults = reading.faults
    token = values.get("token")
    if token is not None:
        if "card" in values:
            faults.add("an object has a card or a token, not both.", steps=("token",))
        elif "copy_of" not in values:
            needs_whole_token(token, reading)
    if "exceptions" in values and "copy_of" not in values:
        faults.add("exceptions to a copy need the key copy_of.", steps=("except",))
    own = values.get("id")
    if isinstance(own, str):
        if isinstance(values.get("attached_to"), str):
            reading.attached[own] = values["attached_to"]
        if isinstance(values.get("copy_of"), str):
            reading.copies[own] = values["copy_of"]


def _face(value: Any, reading: Reading) -> Any:
    if value == "front" or value == "back":
        return value
    return CARD.read(value, reading)


_OBJECT: dict[str, Field] = {
    "id": Field(text("an id", MAX_NAME), doc="Unique in the position."),
    "card": Field(CARD, doc="English name of a card, or of one of its faces."),
    "token": Field(ANY_TOKEN, doc="A predefined token's name, or the token's characteristics."),
    "controller": Field(PLAYER),
    "owner": Field(PLAYER, doc="The controller, if not given."),
    "tapped": Field(FLAG),
    "flipped": Field(FLAG),
    "face_down": Field(FLAG),
    "phased_out": Field(FLAG),
    "face": Field(Kind(_face, ID_SCHEMA), doc="front, back, or a face's name."),
    "summoning_sick": Field(
        FLAG,
        doc="Its controller has not controlled it continuously since their most recent turn began.",
    ),
    "counters": Field(COUNTERS),
    "damage": Field(COUNT, doc="Damage marked on it."),
    "deathtouch_damage": Field(FLAG, doc="A source with deathtouch dealt it damage since the last check."),
    "attached_to": Field(ANY_ID, doc="Id of an object or a player."),
    "timestamp": Field(NUMBER, doc="Later is larger; objects without one come first."),
    "choices": Field(CHOICES.kind),
    "copy_of": Field(COPIED, doc="Id of an object of the position, or a card name."),
    "except": Field(listing(LINE, "clauses"), "exceptions", doc="The copy effect's exceptions, card language."),
    "x": Field(COUNT, doc="X of the spell, or of the spell that became this permanent."),
    "linked": Field(CARD_LIST, doc="Cards linked to it: imprinted, exiled with it."),
    "activated": Field(
        mapping(SELECTOR, COUNT, "abilities and times", build=Amounts),
        doc="Times each ability was activated this turn.",
    ),
    "entered_this_turn": Field(FLAG),
    "attacking": Field(ATTACKING, doc="True, or the id of the player or permanent attacked."),
    "blocking": Field(BLOCKING, doc="True, or the ids of the creatures blocked."),
    "crewed": Field(FLAG),
    "monstrous": Field(FLAG),
    "renowned": Field(FLAG),
    "saddled": Field(FLAG),
    "class_level": Field(whole(1)),
    "regeneration_shields": Field(COUNT),
}


make_object, make_stack_object = maker(Object), maker(StackObject)


def _build_permanent(**values: Any) -> Object:
    if "owner" not in values:
        values["owner"] = values["controller"]
    return make_object(**values)


PERMANENT = Record(
    "permanent",
    "a permanent",
    {
        **_OBJECT,
        "id": Field(_OBJECT["id"].kind, required=True, doc=_OBJECT["id"].doc),
        "controller": Field(PLAYER, required=True),
    },
    _build_permanent,
    _check_object,
    one_of=(("card",), ("token",)),
)

CARD_OBJECT = Record(
    "card",
    "a card in a zone",
    _OBJECT,
    lambda **values: values,
    _check_object,
    one_of=(("card",), ("token",)),
)


def _check_stack_object(values: dict[str, Any], reading: Reading) -> None:
    _check_object(values, reading)
    if ("source" in values or "ability" in values) and ("card" in values or "token" in values):
        reading.faults.add("a stack object is a spell (card) or an ability (source), not both.")


def _build_stack_object(**values: Any) -> StackObject:
    if "owner" not in values:
        values["owner"] = values["controller"]
    return make_stack_object(zone="stack", **values)


def _kicked(value: Any, reading: Reading) -> Any:
    return int(value) if isinstance(value, bool) else COUNT.read(value, reading)


STACK_OBJECT = Record(
    "stack_object",
    "a spell or ability on the stack",
    {
        **PERMANENT.fields,
        "targets": Field(listing(ANY_ID, "targets"), doc="Ids of objects and players."),
        "modes": Field(
            listing(either(_is_text, "a number or text", whole(1), NAME), "modes"),
            doc="The modes chosen: their numbers, from 1, or their words.",
        ),
        "kicked": Field(Kind(_kicked, {"anyOf": [FLAG.schema, COUNT.schema]}), doc="Whether, or how many times."),
        "cast_from": Field(ZONE),
        "without_paying": Field(FLAG, doc="Cast without paying its mana cost."),
        "source": Field(OBJECT_ID, doc="The object whose ability this is."),
        "ability": Field(SELECTOR, doc="Which of the source's abilities this is."),
    },
    _build_stack_object,
    _check_stack_object,
    one_of=(("card",), ("token",), ("source", "ability")),
)


# --- players --------------------------------------------------------------------------------------


def _zone(name: str) -> Kind:
    """Return the kind of a list of cards in a player's zone: names, or objects."""
    read_object = CARD_OBJECT.kind.read

    def read_card(value: Any, reading: Reading) -> Any:
        if type(value) is not dict:
            found = CARD.read(value, reading)
            return make_object(card=found, zone=name, controller=reading.owner, owner=reading.owner)
        values = read_object(value, reading)
        if values is None:
            return None
        values.setdefault("controller", reading.owner)
        values.setdefault("owner", reading.owner)
        return make_object(zone=name, **values)

    item = Kind(read_card, {"anyOf": [CARD.schema, CARD_OBJECT.kind.schema]})
    return listing(item, "cards", MAX_OBJECTS)


def _counted(zone: Kind) -> Kind:
    return either(lambda value: 0 if isinstance(value, list | tuple) else 1, "a list or a count", zone, COUNT)


PLAYER_RECORD = Record(
    "player",
    "a player",
    {
        "life": Field(NUMBER),
        "counters": Field(COUNTERS),
        "mana_pool": Field(MANA),
        "hand": Field(_counted(_zone("hand")), doc="Cards, or how many."),
        "library": Field(_counted(_zone("library")), doc="Cards, top first, or how many."),
        "graveyard": Field(_zone("graveyard")),
        "exile": Field(_zone("exile")),
        "command": Field(_zone("command")),
        "commander": Field(CARD_LIST, doc="The player's commanders, wherever they are."),
        "lands_played": Field(COUNT, doc="This turn."),
        "spells_cast": Field(COUNT, doc="This turn."),
        "life_gained": Field(COUNT, doc="This turn."),
        "life_lost": Field(COUNT, doc="This turn."),
        "city_blessing": Field(FLAG),
        "monarch": Field(FLAG),
    },
    lambda **values: values,
)


# --- effects --------------------------------------------------------------------------------------


def _effect_text(value: Any, reading: Reading) -> Any:
    if text_of(value, reading, "card language", MAX_TEXT) and "@" in value:
        known = {*reading.objects, *(reading.players or ())}
        for mention in unknown_mentions(value, known) if reading.players is not None else ():
            reading.faults.add(
                f"@{mention} names no object or player of the position.",
                mention,
                partial(near, mention, sorted(known)),
            )
    return value


def _effect_source(value: Any, reading: Reading) -> Any:
    if isinstance(value, str) and value in PREDEFINED_TOKENS:
        return value
    return _copied(value, reading)


EFFECT = Record(
    "effect",
    "an effect in force",
    {
        "text": Field(
            Kind(_effect_text, LINE.schema),
            required=True,
            doc="Card language; @id names an object.",
        ),
        "controller": Field(PLAYER, required=True),
        "source": Field(Kind(_effect_source, ID_SCHEMA), doc="The card it came from, or an id."),
        "timestamp": Field(NUMBER, doc="Later than every object, if not given."),
    },
    Effect,
)
