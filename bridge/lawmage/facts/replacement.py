"""One replacement effect being written as facts: what the modules on events share."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace

from lawmage.cards.ability import Node
from lawmage.facts.amounts import amount
from lawmage.facts.description import Alternatives
from lawmage.facts.extra import Extra
from lawmage.facts.objects import DESCRIPTIONS
from lawmage.facts.scope import Scope

_NUMBERS = itertools.count(1)
#: Circumstances that don't hang on which of two like sources an effect has.
_SHARED = re.compile(r"status\(\d+,\d+,(?!controlled_by\((?:you|opponent)\)|owned_by\((?:you|opponent)\)|token\)|tapped\)|attacking\))")


#: What an ability may change that the query ``event`` asks about, by the facts that say so.
_MINDS = {
    "minds_damage": re.compile(r"replaced_event\(\d+,damage\)|harms_as\("),
    "minds_moves": re.compile(r"replaced_event\(\d+,(?:destroy|move)\)"),
}


@dataclass(slots=True)
class Effect:
    """One replacement effect being written: its number and facts; ``target`` is the object node it is about."""

    extra: Extra
    scope: Scope
    number: int = field(default_factory=lambda: next(_NUMBERS))
    facts: list[str] = field(default_factory=list)
    descriptions: list[int] = field(default_factory=list)
    target: Node | None = None
    made: int = 0

    def fact(self, name: str, *arguments: str | int) -> None:
        """Note a fact whose first argument is the effect."""
        self.facts.append(f"{name}({','.join(map(str, (self.number, *arguments)))}).")

    def open(self) -> None:
        """Note that whether or how the effect applies is not known: where it may, the answer is in doubt."""
        if f"replaced_open({self.number})." not in self.facts:
            self.fact("replaced_open")

    def describe(self, what: Alternatives) -> int:
        """Return the number of a description the effect names."""
        found = DESCRIPTIONS.number(what)
        self.descriptions.append(found)
        return found

    def amount(self, node: Node) -> str:
        """Return an amount term, and note what it mentions."""
        scope = replace(self.scope, mentions=[])
        found = amount(node, scope)
        self.descriptions += scope.mentions
        return found

    def finish(self, terms: list[str]) -> None:
        """Hand the facts to the ability."""
        extra = self.extra
        extra.facts.append(f"replacement({extra.number},{self.number}).")
        extra.facts += self.facts
        for minds, found in _MINDS.items():
            # What is about something else keeps the rules about this out of the programs.
            if any(found.match(fact) for fact in self.facts):
                extra.facts.append(f"{minds}({extra.number}).")
        for term in terms:
            extra.facts.append(f"replaced_while({self.number},{term}).")
        extra.descriptions += self.descriptions
        kinds = ("replaced_event(", "replaced_counter(")
        text = "".join((*(fact for fact in self.facts if not fact.startswith(kinds)), *terms))
        named = "".join(DESCRIPTIONS.text(found) for found in self.descriptions)
        if _SHARED.search(named) or re.search(r"\b(?:power|toughness|counters|this|chosen|remove|mana_value|host|enchanted)\b", text):
            extra.facts.append(f"hangs_on_source({self.number}).")
        if self.target is not None and self.target.kind == "this":
            extra.facts.append(f"replaces_own({self.number}).")
