"""Predefined tokens (111.10): what "create a Treasure token" and its like create."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from lawmage.cards.ability import Card, Face, Line
from lawmage.cards.names import fold


@dataclass(frozen=True, slots=True)
class TokenFace:
    """One face of a predefined token; ``abilities`` are lines of card language."""

    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    abilities: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None


@dataclass(frozen=True, slots=True)
class PredefinedToken:
    """A predefined token: the words that effects name it by, its rule, its faces, front first."""

    word: str
    rule: str
    faces: tuple[TokenFace, ...]


class FaceReader(Protocol):
    """What reads the ability lines of a face: :class:`lawmage.cards.oracle.reader.Reader`."""

    def read_face(self, name: str, layout: str, type_line: str, oracle_text: str) -> tuple[Line, ...]:
        """Return the readings of a face's lines."""
        ...


_AS_A_SORCERY = "Activate only as a sorcery."


def _artifact(word: str, rule: str, *abilities: str) -> PredefinedToken:
    # 111.4: a token that is given no name is named for its subtypes and the word "Token".
    return PredefinedToken(word, rule, (TokenFace(f"{word} Token", ("Artifact",), (word,), abilities),))


def _role(word: str, rule: str, *abilities: str) -> PredefinedToken:
    lines = ("Enchant creature", *abilities)
    return PredefinedToken(f"{word} Role", rule, (TokenFace(word, ("Enchantment",), ("Aura", "Role"), lines),))


_TOKENS = (
    _artifact("Treasure", "111.10a", "{T}, Sacrifice this token: Add one mana of any color."),
    _artifact("Food", "111.10b", "{2}, {T}, Sacrifice this token: You gain 3 life."),
    _artifact("Gold", "111.10c", "Sacrifice this token: Add one mana of any color."),
    PredefinedToken(
        "Walker",
        "111.10d",
        (TokenFace("Walker", ("Creature",), ("Zombie",), (), ("B",), "2", "2"),),
    ),
    PredefinedToken(
        "Shard",
        "111.10e",
        (
            TokenFace(
                "Shard Token",
                ("Enchantment",),
                ("Shard",),
                ("{2}, Sacrifice this token: Scry 1, then draw a card.",),
            ),
        ),
    ),
    _artifact("Clue", "111.10f", "{2}, Sacrifice this token: Draw a card."),
    _artifact("Blood", "111.10g", "{1}, {T}, Discard a card, Sacrifice this token: Draw a card."),
    _artifact(
        "Powerstone",
        "111.10h",
        "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell.",
    ),
    PredefinedToken(
        "Incubator",
        "111.10i",
        (
            TokenFace("Incubator Token", ("Artifact",), ("Incubator",), ("{2}: Transform this token.",)),
            TokenFace("Phyrexian Token", ("Artifact", "Creature"), ("Phyrexian",), (), (), "0", "0"),
        ),
    ),
    _role("Cursed", "111.10j", "Enchanted creature has base power and toughness 1/1."),
    _role("Monster", "111.10k", "Enchanted creature gets +1/+1 and has trample."),
    _role("Royal", "111.10m", "Enchanted creature gets +1/+1 and has ward {1}."),
    _role(
        "Sorcerer",
        "111.10n",
        'Enchanted creature gets +1/+1 and has "Whenever this creature attacks, scry 1."',
    ),
    _role("Virtuous", "111.10p", "Enchanted creature gets +1/+1 for each enchantment you control."),
    _role(
        "Wicked",
        "111.10q",
        "Enchanted creature gets +1/+1.",
        "When this token is put into a graveyard from the battlefield, each opponent loses 1 life.",
    ),
    _role(
        "Young Hero",
        "111.10r",
        'Enchanted creature has "Whenever this creature attacks, if its toughness is 3 or less, put a +1/+1 counter on it."',
    ),
    _artifact(
        "Map",
        "111.10s",
        f"{{1}}, {{T}}, Sacrifice this token: Target creature you control explores. {_AS_A_SORCERY}",
    ),
    _artifact(
        "Junk",
        "111.10t",
        f"{{T}}, Sacrifice this token: Exile the top card of your library. You may play that card this turn. {_AS_A_SORCERY}",
    ),
    _artifact(
        "Lander",
        "111.10u",
        "{2}, {T}, Sacrifice this token: Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
    ),
    _artifact(
        "Mutagen",
        "111.10v",
        f"{{1}}, {{T}}, Sacrifice this token: Put a +1/+1 counter on target creature. {_AS_A_SORCERY}",
    ),
)

_BY_KEY = {fold(token.word): token for token in _TOKENS}
for _token in _TOKENS:
    _BY_KEY.setdefault(fold(_token.faces[0].name), _token)
    _BY_KEY.setdefault(fold(f"{_token.word} Token"), _token)


def predefined(name: str) -> PredefinedToken | None:
    """Return the predefined token of that name ("Treasure", "Treasure Token"), or None."""
    return _BY_KEY.get(fold(name))


def predefined_names() -> tuple[str, ...]:
    """Return the words by which predefined tokens are named, in the order of rule 111.10."""
    return tuple(token.word for token in _TOKENS)


def token_card(token: PredefinedToken, reader: FaceReader) -> Card:
    """Return a predefined token as a card of layout ``token``, its abilities read by ``reader``.

    A token has no mana cost (111.3 gives it only the characteristics its definition names).
    """
    faces = tuple(
        Face(
            name=face.name,
            mana_cost="",
            supertypes=(),
            types=face.types,
            subtypes=face.subtypes,
            colors=face.colors,
            power=face.power,
            toughness=face.toughness,
            loyalty=None,
            defense=None,
            lines=reader.read_face(
                face.name,
                "token",
                f"{' '.join(face.types)} — {' '.join(face.subtypes)}",
                "\n".join(face.abilities),
            ),
        )
        for face in token.faces
    )
    colors = tuple(dict.fromkeys(color for face in faces for color in face.colors))
    return Card(faces[0].name, "token", colors, faces)
