"""Boards of abstract cards as facts, written by hand after asp/input.lp, and what the rules make of them.

A card is words and abilities: ``board.card("Alpha", "Creature Wall", [board.static(...)], power=2, toughness=2)``.
Descriptions are written as alternatives of tests: ``"type(Land) !type(Basic) @controlled_by(you)"``: traits of the
object, with ``!`` for their absence, and with ``@`` or ``!@`` for its circumstances.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import clingo

from lawmage.engine.programs import Plan
from lawmage.engine.prune import pruned, signatures
from lawmage.engine.solver import Solved, solve

SUPERTYPES = ("Basic", "Legendary", "Snow")
CARD_TYPES = ("Land", "Creature", "Artifact", "Enchantment", "Planeswalker", "Kindred")
LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Gate")
BASIC_LAND_TYPES = dict(zip(LAND_TYPES, "WUBRG", strict=False))
CREATURE_TYPES = ("Wall", "Golem", "Saproling", "Noble")
ENCHANTMENT_TYPES = ("Aura",)
KINDS = {
    "supertype": SUPERTYPES,
    "card_type": CARD_TYPES,
    "land_type": LAND_TYPES,
    "creature_type": CREATURE_TYPES,
    "enchantment_type": ENCHANTMENT_TYPES,
}
KEYWORDS = ("flying", "trample", "haste")
#: Numbers of the abilities that every board has: the mana abilities of land types, and the plain keywords.
BASIC_ABILITY = {land_type: 900 + number for number, land_type in enumerate(BASIC_LAND_TYPES)}
KEYWORD_ABILITY = {keyword: 920 + number for number, keyword in enumerate(KEYWORDS)}

#: A part of an effect: the layer (4 to 6, or 70 to 73) and the change.
Part = tuple[int, str]


@dataclass
class Board:
    """One position as facts; ``put`` and ``effect`` give timestamps in the order of the calls."""

    lines: list[str] = field(default_factory=list)
    _last: int = 0
    _clock: int = 0
    _layered: int = 0

    def __post_init__(self) -> None:
        self.add("position(1).", "player(1,1).", "player(1,2).", "active(1,1).")
        for kind, words in KINDS.items():
            self.add(*(f'kind("{word}",{kind}).' for word in words))
        self.add(*(f'every(creature_type,"{word}").' for word in CREATURE_TYPES))
        for land_type, ability in BASIC_ABILITY.items():
            bag = ",".join(str(int(color == BASIC_LAND_TYPES[land_type])) for color in "WUBRGC")
            self.add(f'basic_ability("{land_type}",{ability}).', f"adds({ability},1). option({ability},1,m({bag})).")
            self.add(f"mana_ability({ability}). tap_ability({ability}). activated({ability}).")
        self.add(*(f"keyword({ability},{keyword})." for keyword, ability in KEYWORD_ABILITY.items()))

    def add(self, *facts: str) -> None:
        """Add facts as they are."""
        self.lines += facts

    def number(self) -> int:
        """A new number for an ability, an effect, a description or a bundle."""
        self._last += 1
        return self._last

    def describe(self, *alternatives: str) -> int:
        """Write a description and return its number; a zone is written ``in(graveyard)``."""
        description = self.number()
        for number, alternative in enumerate(alternatives, start=1):
            self.add(f"alternative({description},{number}).")
            for word in alternative.split():
                if word.startswith("in("):
                    self.add(f"looks_in({description},{number},{word[3:-1]}).")
                    continue
                bare = word.lstrip("!@")
                sort = ("un" if word.startswith("!") else "") + ("status" if "@" in word else "trait")
                self.add(f"{sort}({description},{number},{_test(bare)}).")
        return description

    def continuous(self, affects: str | int, *parts: Part, only_while: str = "", looks: Iterable[int] = ()) -> int:
        """Write a continuous effect and return its number; ``looks`` are the descriptions in its condition."""
        effect = self.number()
        description = affects if isinstance(affects, int) else self.describe(affects)
        self.add(f"affects({effect},{description}).")
        self.add(*(f"part({effect},{layer},{change})." for layer, change in parts))
        self._layered += any(layer in (4, 6) for layer, _ in parts)
        if only_while:
            self.add(f"only_while({effect},{only_while}).")
        self.add(*(f"condition_mentions({effect},{one})." for one in looks))
        return effect

    def static(
        self,
        affects: str | int,
        *parts: Part,
        only_while: str = "",
        looks: Iterable[int] = (),
        defining: bool = False,
        zone: str = "",
    ) -> int:
        """Write a static ability with one continuous effect and return the ability's number."""
        ability = self.number()
        effect = self.continuous(affects, *parts, only_while=only_while, looks=looks)
        self.add(f"continuous({ability},{effect}).")
        if defining:
            self.add(f"characteristic_defining({ability}). defining({effect}).")
            self.add(*(f"defines({ability},{change[4:].split(',')[0]})." for layer, change in parts if layer == 70))
        if zone:
            self.add(f"works_in({ability},{zone}).")
        return ability

    def mana(self, bag: str, tap: bool = True) -> int:
        """Write a mana ability with {T} that adds one bag, given as letters, and return its number."""
        ability = self.number()
        counts = ",".join(str(bag.count(color)) for color in "WUBRGC")
        self.add(f"adds({ability},1). option({ability},1,m({counts})). mana_ability({ability}). activated({ability}).")
        if tap:
            self.add(f"tap_ability({ability}).")
        return ability

    def card(
        self,
        name: str,
        types: str,
        abilities: Iterable[int | str] = (),
        *,
        power: int | None = None,
        toughness: int | None = None,
        colors: str = "",
        mana_value: int = 0,
    ) -> int:
        """Write a card's bundle and return its number; an ability given as a word is a keyword."""
        bundle = self.number()
        self.add(f'bundle({bundle}). named({bundle},"{name}"). called({bundle},"{name.lower()}"). mana_value({bundle},{mana_value}).')
        self.add(*(f'type({bundle},"{word}").' for word in types.split()))
        self.add(*(f'color({bundle},"{color}").' for color in colors))
        for ability in abilities:
            self.add(f"has({bundle},{KEYWORD_ABILITY[ability] if isinstance(ability, str) else ability}).")
        if power is not None:
            self.add(f"power({bundle},{power}).")
        if toughness is not None:
            self.add(f"toughness({bundle},{toughness}).")
        return bundle

    def put(self, bundle: int, *facts: str, controller: int = 1, zone: str = "", at: int | None = None) -> int:
        """Put a card into the position; in further facts, ``O`` is the object. Return the object's number."""
        found = self.number()
        self._clock = 2 * at if at is not None else self._clock + 2
        self.add(f"object(1,{found},{bundle}). timestamp(1,{found},{self._clock}). owner(1,{found},{controller}).")
        self.add(f"given_controller(1,{found},{controller}).")
        if zone:
            self.add(f"elsewhere(1,{found},{zone}).")
        self.add(*(re.sub(r"\bO\b", str(found), fact) for fact in facts))
        return found

    def effect(self, effect: int, *, controller: int = 1, at: int | None = None, fixed: bool = False) -> str:
        """Put a continuous effect into force that no object carries; return its source's name."""
        source = f"effect({self.number()})"
        self._clock = 2 * at if at is not None else self._clock + 2
        self.add(f"effect_gives(1,{source},{effect}). effect_controller(1,{source},{controller}).")
        self.add(f"timestamp(1,{source},{self._clock}).")
        if fixed:
            self.add(f"fixed_when_begun({effect}).")
        return source

    def copy(self) -> Board:
        """The same board once more, to be taken further."""
        return Board(list(self.lines), self._last, self._clock, self._layered)

    @property
    def facts(self) -> str:
        return "\n".join(self.lines)

    def characteristics(self, deep: bool = True) -> Characteristics:
        """What all permanents are, after all layers; nothing may be left open."""
        found = Characteristics(self._solve("characteristics", deep))
        assert not found.open_ends, found.open_ends
        return found

    def open_ends(self, deep: bool = True) -> set[tuple[str, int]]:
        """Which layers the rules leave open: (unsettled or unfinished, layer)."""
        return Characteristics(self._solve("characteristics", deep)).open_ends

    def could_produce(self, deep: bool = True) -> dict[int, str]:
        """For each permanent the types of mana it could produce, as letters in the order WUBRGC."""
        solved = self._solve("could_produce", deep)
        assert not solved.atoms.keys() & {"unsettled", "unfinished"}, solved.atoms
        found: dict[int, set[str]] = {}
        for _, which, mana in solved.atoms.get("could_produce", []):
            found.setdefault(which.number, set()).add(mana.string)
        return {one: "".join(letter for letter in "WUBRGC" if letter in types) for one, types in found.items()}

    def plan(self, kind: str, deep: bool = True) -> Plan:
        """The plan for a question about this board: as many steps as there are effects with layers 4 or 6."""
        return Plan(frozenset({kind}), deep, self._layered + 1 if deep else 0)

    def _solve(self, kind: str, deep: bool) -> Solved:
        facts = f"{self.facts}\nask_all(1,{kind})."
        return solve(pruned(self.plan(kind, deep), signatures(facts)), facts)


@dataclass
class Characteristics:
    """What the query characteristics shows, by object."""

    solved: Solved

    def of(self, which: int, what: str) -> list[str | int]:
        """All values of one characteristic of an object, sorted."""
        values = []
        for _, found, kind, value in self.solved.atoms.get("shown", []):
            if kind.name == what and found.type == clingo.SymbolType.Number and found.number == which:
                values.append(value.string if value.type == clingo.SymbolType.String else value.number)
        return sorted(values)

    def types(self, which: int) -> set[str]:
        return {str(value) for value in self.of(which, "type")}

    def colors(self, which: int) -> str:
        return "".join(str(value) for value in self.of(which, "color"))

    def abilities(self, which: int) -> set[int]:
        return {int(value) for value in self.of(which, "ability")}

    def keywords(self, which: int) -> set[str]:
        abilities = self.abilities(which)
        return {keyword for keyword, ability in KEYWORD_ABILITY.items() if ability in abilities}

    def mana(self, which: int) -> str:
        """The colors of the basic land types' mana abilities that the object has."""
        abilities = self.abilities(which)
        return "".join(color for land, color in BASIC_LAND_TYPES.items() if BASIC_ABILITY[land] in abilities)

    def size(self, which: int) -> tuple[int, int] | None:
        """Power and toughness, or None if it has none."""
        power, toughness = self.of(which, "power"), self.of(which, "toughness")
        assert len(power) == len(toughness) and len(power) < 2, (power, toughness)
        return (int(power[0]), int(toughness[0])) if power else None

    def controller(self, which: int) -> list[str | int]:
        return self.of(which, "controller")

    def name(self, which: int) -> list[str | int]:
        return self.of(which, "name")

    @property
    def open_ends(self) -> set[tuple[str, int]]:
        return {(name, row[1].number) for name in ("unsettled", "unfinished") for row in self.solved.atoms.get(name, [])}


def _test(word: str) -> str:
    """A test as a term: type, color and name take words, other arguments stay as they are."""
    return re.sub(r"^(type|color|called)\((\w+)\)$", r'\1("\2")', word)
