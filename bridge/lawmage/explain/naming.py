"""What proofs call objects, sources of effects, players and abilities."""

from __future__ import annotations

import clingo

from lawmage.engine.asked import Asked
from lawmage.facts.abilities import keyword_name_of
from lawmage.facts.position import FactWriter
from lawmage.position.naming import name_of


class Naming:
    """Names by the numbers and terms of the shown atoms of one question."""

    def __init__(self, asked: Asked, writer: FactWriter) -> None:
        self._asked = asked
        self._writer = writer

    def object(self, number: int) -> str:
        """Return an object's name, and its id where that is another word: "Grizzly Bears (bear)"."""
        return self.named(self._asked.written.label(number))

    def named(self, name: str) -> str:
        """Return the same of an object by its id."""
        position = self._asked.position
        card = name_of(position.object(name), position) if position.has_object(name) else name
        return card if card == name else f"{card} ({name})"

    def player(self, number: int) -> str:
        """Return a player's id."""
        return self._asked.written.players[number]

    def effect(self, number: int) -> str:
        """Return the name of an effect of the position: its source's, or its text."""
        effect = self._asked.position.effects[number]
        return effect.source or f"the effect \u201c{effect.text}\u201d"

    def source(self, symbol: clingo.Symbol) -> str:
        """Return what an effect comes from, or what something happens to: an object, a player or an effect."""
        if symbol.type == clingo.SymbolType.Number:
            return self.object(symbol.number)
        number = symbol.arguments[0].number
        return self.player(number) if symbol.name == "player" else self.effect(number)

    def ability(self, number: int) -> str:
        """Return an ability in card language, its object called "~"; sentences in quotation marks, keywords without."""
        node = self._writer.abilities.records[number].node
        if node is None:
            return "an ability that was not read"
        text = self._writer.ability_text(number)
        return f"\u201c{text}\u201d" if keyword_name_of(node) is None else text[:1].lower() + text[1:]
