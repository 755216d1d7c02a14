"""The proof of a could_produce answer: for each type, the ability, the replacements in order, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import clingo

from lawmage.engine.asked import Asked
from lawmage.explain.naming import Naming
from lawmage.explain.proof import Proof
from lawmage.facts.position import FactWriter
from lawmage.facts.words import MANA_ORDER

_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}


def prove(asked: Asked, writer: FactWriter, result: Mapping[str, Any]) -> Proof:
    """Return the proof from the why-atoms of ``asp/explain/could_produce.lp``."""
    del result
    return _Builder(asked, writer).build()


class _Builder:
    def __init__(self, asked: Asked, writer: FactWriter) -> None:
        self._asked = asked
        self._writer = writer
        self._proof = Proof()
        self._name = Naming(asked, writer).object
        self._target = asked.about
        self._open: set[tuple[int, str]] = set()

    def build(self) -> Proof:
        """Build the steps from the target down."""
        found = [t for t in MANA_ORDER if self._gives(self._target, t)]
        for letter in found:
            self._proof.roots.append(self._type(self._target, letter))
        if not found:
            name = self._name(self._target)
            key = self._proof.step("none", f"{name} could produce no mana", "106.7", root=True)
            self._layers(key, self._target)
            if not self._rows("gave", self._target):
                cause = self._proof.step("no ability", f"no ability of {name} would add mana if it resolved now", "106.5")
                self._proof.rests_on(key, cause)
        return self._proof

    def _rows(self, name: str, number: int) -> list[list[clingo.Symbol]]:
        return [row for row in self._asked.atoms.get(name, ()) if row[1].number == number]

    def _gives(self, number: int, letter: str) -> list[list[clingo.Symbol]]:
        index = MANA_ORDER.index(letter)
        rows = [row for row in self._rows("gave", number) if row[5].arguments[index].number > 0]
        return sorted(rows, key=lambda row: (row[3].name != "nil", _total(row[4]), row[2].number, str(row[4])))

    def _type(self, number: int, letter: str) -> str:
        key = f"type {number} {letter}"
        if key in self._proof.graph:
            return key
        name = self._name(number)
        self._proof.step(key, f"{name} could produce {_WORDS[letter]} mana ({{{letter}}})", "106.7")
        self._open.add((number, letter))
        row = self._gives(number, letter)[0]
        ability, profile, made, final = row[2].number, row[3], row[4], row[5]
        step = self._proof.step(
            f"adds {number} {ability} {made}",
            f"an ability of {name} would add {_bag(made)}: {self._ability(ability)}",
            "106.3",
        )
        if profile.name == "nil" or made == final:
            self._proof.rests_on(key, step)
        else:
            self._replacements(key, step, number, profile, made, final)
        self._sources(step, number, ability, made)
        self._layers(step, number)
        self._open.discard((number, letter))
        return key

    def _ability(self, number: int) -> str:
        record = self._writer.abilities.records[number]
        if record.node is None:
            return "one of its modes"
        (text,) = self._writer.names_of([number], ["Permanent"]) or ("",)
        return text

    def _sources(self, step: str, number: int, ability: int, made: clingo.Symbol) -> None:
        letters = {MANA_ORDER[i] for i, n in enumerate(made.arguments) if n.number > 0}
        rows = [row for row in self._rows("looked_at", number) if row[2].number == ability and row[4].string in letters]
        rows.sort(key=lambda row: ((row[3].number, row[4].string) in self._open, row[3].number == number, row[3].number))
        for row in rows[:1]:
            other, letter = row[3].number, row[4].string
            if (other, letter) not in self._open and self._gives(other, letter):
                self._proof.rests_on(step, self._type(other, letter))

    def _replacements(self, key: str, step: str, number: int, profile: clingo.Symbol, made: clingo.Symbol, final: clingo.Symbol) -> None:
        """614.5, 616.1: one order of the effects that leads from what was made to what comes of it."""
        last = key
        path = self._path(profile, made, final)
        for effect, before, after in reversed(path):
            source = self._source(number, effect)
            cause = self._proof.step(
                f"replaced {number} {made} {effect} {before} {after} {final}",
                f"{source} replaces {_bag(before)} by {_bag(after)}",
                "614.6",
            )
            self._proof.rests_on(last, cause)
            last = cause
        self._proof.rests_on(last, step)

    def _source(self, number: int, effect: clingo.Symbol) -> str:
        for row in self._rows("why_touch", number):
            if row[3] == effect:
                symbol = row[4]
                if symbol.type == clingo.SymbolType.Number:
                    return self._name(symbol.number)
                return f"an effect ({self._asked.position.effects[symbol.arguments[0].number].source or 'of the position'})"
        return "an effect"

    def _path(
        self, profile: clingo.Symbol, made: clingo.Symbol, final: clingo.Symbol
    ) -> list[tuple[clingo.Symbol, clingo.Symbol, clingo.Symbol]]:
        drops: dict[clingo.Symbol, list[tuple[clingo.Symbol, clingo.Symbol]]] = {}
        for left, effect, rest in self._asked.atoms.get("drop", ()):
            drops.setdefault(left, []).append((effect, rest))
        changes: dict[tuple[clingo.Symbol, clingo.Symbol], list[clingo.Symbol]] = {}
        for effect, before, after in self._asked.atoms.get("change", ()):
            changes.setdefault((effect, before), []).append(after)
        seen: set[tuple[clingo.Symbol, clingo.Symbol]] = set()
        todo: list[tuple[clingo.Symbol, clingo.Symbol, tuple[tuple[clingo.Symbol, clingo.Symbol, clingo.Symbol], ...]]]
        todo = [(made, profile, ())]
        while todo:
            bag, left, path = todo.pop(0)
            if bag == final and not any(changes.get((effect, bag)) for effect, _ in drops.get(left, ())):
                return list(path)
            for effect, rest in drops.get(left, ()):
                for after in changes.get((effect, bag), ()):
                    if (after, rest) not in seen:
                        seen.add((after, rest))
                        todo.append((after, rest, (*path, (effect, bag, after))))
        return []

    def _teller(self, source: clingo.Symbol) -> str:
        if source.type == clingo.SymbolType.Number:
            return self._name(source.number)
        return self._asked.position.effects[source.arguments[0].number].source or "an effect"

    def _layers(self, step: str, number: int) -> None:
        """613: effects that changed what the permanent is or has."""
        rows = sorted(self._rows("changed_by", number), key=lambda row: (row[4].number, row[5]))
        for row in rows:
            layer = row[4].number
            says = f"{self._teller(row[2])} changes {self._name(number)} in layer {layer if layer < 10 else 7}"
            rule = {4: "613.1d", 5: "613.1e", 6: "613.1f"}.get(layer, "613.1")
            self._proof.rests_on(step, self._proof.step(f"layer {number} {row[2]} {row[3]} {layer}", says, rule))
        if self._rows("lost_text", number):
            says = f"{self._name(number)} has lost the abilities of its own text, since its land type was set"
            self._proof.rests_on(step, self._proof.step(f"text {number}", says, "305.7"))


def _total(bag: clingo.Symbol) -> int:
    return sum(argument.number for argument in bag.arguments)


def _bag(bag: clingo.Symbol) -> str:
    symbols = "".join(f"{{{letter}}}" * argument.number for letter, argument in zip(MANA_ORDER, bag.arguments, strict=True))
    return symbols or "no mana"
