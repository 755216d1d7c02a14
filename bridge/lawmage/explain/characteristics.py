"""The history of an object's characteristics: what each layer did to it, in the order it was done (613)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import clingo

from lawmage.engine.asked import Asked
from lawmage.explain.naming import Naming
from lawmage.explain.proof import Proof
from lawmage.facts.position import FactWriter

#: Layers and sublayers as the programs number them: how they are called, and their rule.
LAYERS = {
    3: ("layer 3", "613.1c"),
    4: ("layer 4", "613.1d"),
    5: ("layer 5", "613.1e"),
    6: ("layer 6", "613.1f"),
    70: ("layer 7a", "613.4a"),
    71: ("layer 7b", "613.4b"),
    72: ("layer 7c", "613.4c"),
    73: ("layer 7d", "613.4d"),
}
_KINDS = {"card_type": "card types", "color": "colors", "supertype": "supertypes"}


def prove(asked: Asked, writer: FactWriter, result: Mapping[str, Any]) -> Proof:
    """Return the history from the why-atoms of ``asp/explain/characteristics.lp``, first step first."""
    proof = Proof()
    number = asked.about
    name = Naming(asked, writer).object(number)
    root = proof.step("is", f"{name} is {summary(result)}", "613.1", root=True)
    for step in History(asked, writer, proof, number).steps():
        proof.rests_on(root, step)
    return proof


class History:
    """The steps that made one object what it is, added to a proof.

    Args:
        asked: The question, with the why-atoms of that object.
        writer: Who wrote the facts.
        proof: Where the steps go.
        number: The object's number.
    """

    def __init__(self, asked: Asked, writer: FactWriter, proof: Proof, number: int) -> None:
        self._asked = asked
        self._writer = writer
        self._proof = proof
        self._number = number
        self._naming = Naming(asked, writer)
        self._values = {str(row[2]) + str(row[3]): row[4].number for row in self._rows("came_to")}

    def _rows(self, name: str) -> list[list[clingo.Symbol]]:
        return [row for row in self._asked.atoms.get(name, ()) if row[1].number == self._number]

    def steps(self) -> list[str]:
        """Return the keys of every step, in order: what it started from, control, each layer, counters."""
        return [self._start(), *self._control(), *self._layers(), *self._counters()]

    def steps_of(self, layers: Collection[int]) -> list[str]:
        """Return the keys of the start and of the steps in some layers; layer 7 brings the counters."""
        return [self._start(), *self._layers(layers), *(self._counters() if 72 in layers else ())]

    def _key(self, name: str) -> str:
        return f"history {self._number} {name}"

    def _start(self) -> str:
        rows = self._rows("values_of")
        if rows and rows[0][2].type == clingo.SymbolType.Number:
            face = self._writer.bundles.get(rows[0][2].number).face
            size = f", {face.power}/{face.toughness}" if face.power is not None else ""
            words = " ".join((*face.supertypes, *face.types)) + (f" \u2014 {' '.join(face.subtypes)}" if face.subtypes else "")
            return self._proof.step(
                self._key("start"), f"its copiable values are those of {face.name or 'a token'}: {words}{size}", "707.2"
            )
        return self._proof.step(self._key("start"), "face down, it is a 2/2 creature with nothing else", "708.2a")

    def _control(self) -> list[str]:
        found = []
        for row in self._rows("taken_by"):
            who = row[2].arguments[0]
            taker = self._asked.written.players[who.number] if row[2].name == "player" else f"the controller of {self._source(who)}"
            found.append(self._proof.step(self._key(f"control {row[2]}"), f"layer 2: {taker} controls it", "613.1b"))
        return found

    def _layers(self, layers: Collection[int] | None = None) -> list[str]:
        found = []
        lost = layers is None and bool(self._rows("lost_text"))
        rows = sorted(self._rows("history"), key=lambda row: (row[3].number, row[5], str(row[2]), str(row[4])))
        groups: dict[tuple[int, str, str], list[str]] = {}
        for row in rows:
            groups.setdefault((row[3].number, str(row[5]), str(row[2])), []).append(self._change(row[2], row[4]))
        for (layer, order, source), changes in groups.items():
            if layers is not None and layer not in layers:
                continue
            name, rule = LAYERS[layer]
            says = f"{name}: {self._source(_symbol(source))}: {', '.join(dict.fromkeys(changes))}"
            if lost and layer > 4:
                found.append(self._lost())
                lost = False
            found.append(self._proof.step(self._key(f"{layer} {order} {source}"), says, rule))
        return [*found, self._lost()] if lost else found

    def _lost(self) -> str:
        return self._proof.step(self._key("lost"), "its land type was set: it loses the abilities of its rules text", "305.7")

    def _counters(self) -> list[str]:
        rows = self._rows("has_counters")
        if not rows:
            return []
        listed = ", ".join(f"{row[3].number} {row[2].string}" for row in rows)
        return [self._proof.step(self._key("counters"), f"counters on it: {listed}", "122.1")]

    def _change(self, source: clingo.Symbol, change: clingo.Symbol) -> str:
        name, parts = change.name, change.arguments
        if name in ("set", "modify"):
            value = self._values.get(str(source) + str(parts[1]))
            if name == "set":
                return f"base {parts[0].name} {'?' if value is None else value}"
            return f"{parts[0].name} {'?' if value is None else format(value, '+d')}"
        if name == "add_ability":
            return "has " + " and ".join(self._writer.names_of([parts[0].number], ["Creature"]))
        if name == "reword":
            return f"its text says {parts[1].string} for {parts[0].string}"
        if name == "reword_colors":
            return "its text says the chosen color for every color word"
        if name == "set_name":
            return f"its name is {parts[0].string}"
        if name == "lose_kind":
            kind = parts[0].name
            return f"loses its {_KINDS.get(kind, kind.replace('_', ' ') + 's')}"
        words = {
            "add_type": "is also {}",
            "set_land_type": "its land type is {}",
            "lose_type": "is no {}",
            "add_color": "is {}",
            "add_every": "has every {}",
            "add_chosen": "has the chosen {}",
            "lose_keyword": "loses {}",
            "cant_have": "can't have {}",
        }
        if name in words:
            return words[name].format(_word(parts[0]).replace("_", " "))
        return {"switch": "power and toughness switched"}.get(name, name.replace("_", " "))

    def _source(self, symbol: clingo.Symbol) -> str:
        own = symbol.type == clingo.SymbolType.Number and symbol.number == self._number
        return "itself" if own else self._naming.source(symbol)


def summary(result: Mapping[str, Any]) -> str:
    """Return characteristics in a few words: "a 2/2 red Creature \u2014 Goblin with haste"."""
    size = f"{result['power']}/{result['toughness']} " if result["power"] is not None else ""
    colors = "".join(result["colors"]) or "colorless"
    abilities = f" with {'; '.join(result['abilities'])}" if result["abilities"] else " with no abilities"
    return f"a {size}{colors} {type_line(result)}{abilities}"


def type_line(result: Mapping[str, Any]) -> str:
    """Return a type line as cards print it (205.1): "Creature" after the other card types."""
    types = sorted(result["types"], key=lambda word: word == "Creature")
    words = " ".join((*result["supertypes"], *types))
    return words + (f" \u2014 {' '.join(result['subtypes'])}" if result["subtypes"] else "")


def _word(symbol: clingo.Symbol) -> str:
    return symbol.string if symbol.type == clingo.SymbolType.String else str(symbol)


def _symbol(text: str) -> clingo.Symbol:
    return clingo.parse_term(text)
