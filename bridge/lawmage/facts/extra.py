"""Facts of abilities that only some kinds of question need, kept apart so that other questions don't carry them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

from lawmage.cards.ability import Node
from lawmage.facts.description import Alternatives
from lawmage.facts.objects import DESCRIPTIONS
from lawmage.facts.scope import Scope

if TYPE_CHECKING:
    from lawmage.facts.outer import Statement

#: Numbers of rules that abilities impose, unique in the process.
_RULES = itertools.count(1)


def next_number() -> int:
    """Return a fresh number for a rule or a watch."""
    return next(_RULES)


@dataclass(slots=True)
class Extra:
    """What one ability adds for some kinds of question: facts, the descriptions they name, what is missing.

    ``missing`` are (topics, what, own) of structures without facts, ``types`` the quoted type words that the facts use.
    """

    number: int
    scope: Scope
    facts: list[str] = field(default_factory=list)
    descriptions: list[int] = field(default_factory=list)
    missing: list[tuple[frozenset[str], str, bool]] = field(default_factory=list)
    #: Returns the number of an ability that this one gives; None where nothing can be given.
    grant: Callable[[Node], int] | None = None
    types: set[str] = field(default_factory=set)

    def describe(self, alternatives: Alternatives) -> int:
        """Return the number of a description and note that the facts name it."""
        found = DESCRIPTIONS.number(alternatives)
        self.descriptions.append(found)
        return found

    def rule(self, statement: Statement, more: tuple[str, ...] = ()) -> int:
        """Return the number of a new rule that the ability imposes while the statement's conditions, and ``more``, hold."""
        seen = len(statement.scope.mentions)
        terms = [*statement.terms(), *more]
        found = next_number()
        self.facts.append(f"imposes({self.number},{found}).")
        self.descriptions += statement.scope.mentions[seen:]
        if terms:
            all_of = reduce(lambda one, other: f"both({one},{other})", terms)
            self.facts.append(f"imposed_while({found},{all_of}).")
        return found

    def gap(self, topics: str, what: str, own: bool = False) -> None:
        """Note a structure that has no facts, with the topics (words) it may bear on."""
        self.missing.append((frozenset(topics.split()), f"no facts for {what}", own))
