"""Printed characteristics as facts: one bundle for each face of a card and each token (rules 109.3, 202, 205)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from lawmage.cards.ability import Face, Node
from lawmage.cards.mana_costs import SYMBOL, mana_value
from lawmage.facts.abilities import AbilityTable, keyword_name_of
from lawmage.facts.words import kind_of_type, quoted

#: The predicates of facts about bundles, but for abilities.
PREDICATES = frozenset("bundle named called type color mana_value x_in_cost pip power toughness loyalty defense".split())


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle's number, its facts by predicate, the abilities it has and the type words it uses.

    ``abilities_text`` are the facts of which abilities it has: ``abilities`` and their modes.
    """

    number: int
    face: Face
    pieces: tuple[tuple[str, str], ...]
    abilities_text: str
    abilities: tuple[int, ...]
    types: frozenset[str]
    kinds: tuple[tuple[str, str], ...]

    def text(self, asked: frozenset[str]) -> str:
        """Return the facts of some predicates (see :data:`PREDICATES`), but for abilities."""
        return "".join([text for predicate, text in self.pieces if predicate in asked])


def pips(cost: str) -> list[tuple[int, str]]:
    """Return (index of symbol, color) for every color of every mana symbol of a cost (105.2, 107.4)."""
    found = []
    for index, symbol in enumerate(SYMBOL.findall(cost)):
        found += [(index, part) for part in symbol.split("/") if part in "WUBRG"]
    return found


def _station_box(face: Face) -> Node | None:
    """721.2b: a station card's power and toughness stand beside its last station symbol; elsewhere it has none."""
    symbols = [line.ability.word() for line in face.lines if line.ability is not None and line.ability.kind == "station"]
    numbers = [int(symbol[:-1]) for symbol in symbols if symbol.endswith("+")]
    if not numbers or face.power is None or face.toughness is None:
        return None
    return Node("station_box", (str(max(numbers)), f"{face.power}/{face.toughness}"))


def _printed(word: str | None) -> int | None:
    """Return a printed number; of "1+*" the 1: the star is 0 where no ability says what it is (208.2a)."""
    found = re.fullmatch(r"(-?\d+)(?:\+\*)?", word or "")
    return None if found is None else int(found[1])


_quoted = cache(quoted)


@cache
def _kind(word: str, guess: str) -> tuple[str, str]:
    """Return a type word and its kind; ``guess`` where it is in no list."""
    kind = kind_of_type(word)
    return word, guess if kind == "creature_type" else kind


class Bundles:
    """Numbers bundles and keeps their facts; the same face is one bundle in the whole process.

    ``face_of`` tells the face of a card, both by number, and its mana value where that is not its own cost's.
    """

    def __init__(self, abilities: AbilityTable, face_of: Callable[[int, int], tuple[Face, int | None]]) -> None:
        self._abilities = abilities
        self._numbers: dict[tuple[Face, int], int] = {}
        self._bundles: list[Bundle | None] = []
        self._face_of = face_of
        #: Of bundles that are numbered only, the card and the face.
        self._later: dict[int, tuple[int, int]] = {}
        self._types: dict[frozenset[str], frozenset[str]] = {}
        self._kinds: dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = {}
        #: The numbers of bundles with abilities that change text (612).
        self.rewording: set[int] = set()
        #: Those of bundles with ascend (702.131).
        self.ascending: set[int] = set()

    def number(self, face: Face, value: int | None = None) -> int:
        """Return the number of the bundle of a face; ``value`` is its mana value where the cost is not its own."""
        own = mana_value(face.mana_cost) if value is None else value
        found = self._numbers.get((face, own))
        if found is None:
            found = self._numbers[(face, own)] = self._next()
            self._bundles[found - 1] = self._make(found, face, own)
        return found

    def later(self, card: int, face: int) -> int:
        """Return the number of the bundle of a card's face, both by number, that is made when it is first needed."""
        found = self._next()
        self._later[found] = (card, face)
        return found

    def get(self, number: int) -> Bundle:
        """Return a bundle by number."""
        found = self._bundles[number - 1]
        if found is None:
            face, value = self._face_of(*self._later.pop(number))
            found = self._bundles[number - 1] = self._make(number, face, mana_value(face.mana_cost) if value is None else value)
        return found

    def made(self, number: int) -> bool:
        """Return whether a bundle was needed yet."""
        return self._bundles[number - 1] is not None

    @property
    def count(self) -> int:
        """How many bundles have numbers: 1 to this."""
        return len(self._bundles)

    def _next(self) -> int:
        self._bundles.append(None)
        return len(self._bundles)

    def _make(self, number: int, face: Face, value: int) -> Bundle:
        words = (*face.supertypes, *face.types, *face.subtypes)
        pieces = [
            ("bundle", f"bundle({number})."),
            ("named", f"named({number},{quoted(face.name)})."),
            ("called", f"called({number},{quoted(face.name.lower())})."),
            ("type", "".join(f"type({number},{quoted(word)})." for word in words)),
            ("color", "".join(f'color({number},"{color}").' for color in face.colors)),
            ("mana_value", f"mana_value({number},{value})."),
            ("pip", "".join(f'pip({number},{index},"{color}").' for index, color in pips(face.mana_cost))),
        ]
        if "{X}" in face.mana_cost:
            pieces.append(("x_in_cost", f"x_in_cost({number},{face.mana_cost.count('{X}')})."))
        box = _station_box(face)
        for name, word in (("power", face.power), ("toughness", face.toughness), ("loyalty", face.loyalty), ("defense", face.defense)):
            value_of = _printed(word)
            if value_of is not None and box is None:
                pieces.append((name, f"{name}({number},{value_of})."))
        numbers = tuple(n for line in face.lines for n in self._abilities.line(line))
        if box is not None:
            numbers += self._abilities.node(box)
        has = list(dict.fromkeys(numbers))
        if any(3 in self._abilities.records[ability].layers for ability in numbers):
            self.rewording.add(number)
        if any((node := self._abilities.records[ability].node) and keyword_name_of(node) == "ascend" for ability in numbers):
            self.ascending.add(number)
        for ability in numbers:
            has += self._abilities.records[ability].modes
        # A subtype of no list (205.3) belongs to the first card type printed beside it.
        kinds = tuple(_kind(w, self._guess(face) if w in face.subtypes else "creature_type") for w in words)
        types = frozenset(map(_quoted, words))
        kept = tuple((predicate, text) for predicate, text in pieces if text)
        abilities = "".join(f"has({number},{ability})." for ability in has)
        return Bundle(number, face, kept, abilities, numbers, self._types.setdefault(types, types), self._kinds.setdefault(kinds, kinds))

    @staticmethod
    def _guess(face: Face) -> str:
        if "Creature" in face.types or "Kindred" in face.types or not face.types:
            return "creature_type"
        return face.types[0].lower() + "_type"
