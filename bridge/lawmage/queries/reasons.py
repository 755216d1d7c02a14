"""Reasons why an ability may not be activated: each a code with its rule, and the sentence it makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import clingo

Label = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: its code, the number of its rule, and what it names (objects by number, amounts, words)."""

    code: str
    rule: str
    arguments: tuple[int | str, ...] = ()

    def named(self, label: Label) -> list[int | str]:
        """Return the arguments with objects by their id."""
        objects = self.code in ("forbidden", "barred", "barred_life")
        return [label(found) if objects and isinstance(found, int) else found for found in self.arguments]


#: The rule that each code applies.
RULES: dict[str, str] = {
    "lost": "113.6",
    "other_zone": "113.6",
    "not_theirs": "602.2",
    "priority": "117.1b",
    "no_priority": "117.3a",
    "split_second": "702.61a",
    "sorcery_timing": "307.5",
    "loyalty_timing": "606.3",
    "loyalty_used": "606.3",
    "used": "602.5b",
    "used_ever": "602.5b",
    "condition": "602.5",
    "your_turn": "602.5",
    "opponents_turn": "602.5",
    "during": "602.5",
    "before": "602.5",
    "attacked": "702.142a",
    "forbidden": "602.5",
    "tapped": "107.5",
    "untapped": "107.6",
    "sick": "302.6",
    "life": "119.4",
    "barred_life": "614.17b",
    "barred": "614.17b",
    "energy": "107.14",
    "mill": "701.17b",
    "loyalty": "606.5",
    "too_few_counters": "118.3",
    "nothing_for": "118.3",
    "evidence": "701.59b",
    "unattached": "118.3",
    "crew": "702.122a",
    "no_target": "601.2c",
    "mana": "118.3",
    "together": "118.10",
}


def reason_of(term: clingo.Symbol) -> Reason:
    """Return the reason that an atom's term tells."""
    arguments: list[int | str] = []
    for part in term.arguments:
        if part.type == clingo.SymbolType.Number:
            arguments.append(part.number)
        elif part.type == clingo.SymbolType.String:
            arguments.append(part.string)
        else:
            arguments.append(part.name if not part.arguments else f"effect {part.arguments[0]}")
    return Reason(term.name, RULES[term.name], tuple(arguments))


_PLACES = {
    "main": "a main phase",
    "combat": "combat",
    "upkeep": "an upkeep step",
    "end": "an end step",
}
_VERBS = {
    "sacrifice": "sacrificed",
    "exile": "exiled",
    "return": "returned",
    "discard": "discarded",
    "tap": "tapped",
    "untap": "untapped",
    "put": "put elsewhere",
    "reveal": "revealed",
}


def sentence(reason: Reason, name: str, player: str, label: Label) -> str:
    """Return a reason in words; ``name`` is the object's, ``label`` names objects by number."""
    return _SENTENCES[reason.code](reason, name, player, label)


def _place(argument: int | str) -> str:
    word = str(argument)
    return _PLACES.get(word, f"the {word.replace('_', ' ')} step")


def _what(argument: int | str, label: Label) -> str:
    return label(argument) if isinstance(argument, int) else argument


_SENTENCES: dict[str, Callable[[Reason, str, str, Label], str]] = {
    "lost": lambda r, n, p, at: f"{n} does not have this ability now",
    "other_zone": lambda r, n, p, at: f"it does not function in the zone where {n} is",
    "not_theirs": lambda r, n, p, at: f"{p} is not a player who may activate it",
    "priority": lambda r, n, p, at: f"{p} does not have priority",
    "no_priority": lambda r, n, p, at: f"no player has priority in the {r.arguments[0]} step",
    "split_second": lambda r, n, p, at: "a spell with split second is on the stack",
    "sorcery_timing": lambda r, n, p, at: f"it needs {p}'s main phase, priority and an empty stack",
    "loyalty_timing": lambda r, n, p, at: f"a loyalty ability needs {p}'s main phase, priority and an empty stack",
    "loyalty_used": lambda r, n, p, at: f"a loyalty ability of {n} was activated this turn",
    "used": lambda r, n, p, at: f"it was activated as often this turn as it may be ({r.arguments[0]})",
    "used_ever": lambda r, n, p, at: "it may be activated only once",
    "condition": lambda r, n, p, at: "the condition for activating it is not met",
    "your_turn": lambda r, n, p, at: f"it may be activated only during {p}'s own turn",
    "opponents_turn": lambda r, n, p, at: "it may be activated only during an opponent's turn",
    "during": lambda r, n, p, at: f"it may be activated only during {_place(r.arguments[0])}",
    "before": lambda r, n, p, at: f"it may be activated only before {str(r.arguments[0]).replace('_', ' ')}",
    "attacked": lambda r, n, p, at: f"{n} has not attacked this turn",
    "forbidden": lambda r, n, p, at: f"{_what(r.arguments[0], at)} forbids activating it",
    "tapped": lambda r, n, p, at: f"{n} is already tapped",
    "untapped": lambda r, n, p, at: f"{n} is already untapped",
    "sick": lambda r, n, p, at: f"{n} is a creature that {p} has not controlled continuously since their turn began",
    "life": lambda r, n, p, at: f"{p} would have to pay {r.arguments[0]} life and has {r.arguments[1]}",
    "barred_life": lambda r, n, p, at: f"{_what(r.arguments[0], at)} forbids paying life",
    "barred": lambda r, n, p, at: _barred(r, at),
    "energy": lambda r, n, p, at: f"{p} has not {r.arguments[0]} energy counters",
    "mill": lambda r, n, p, at: f"{p}'s library has not {r.arguments[0]} cards",
    "loyalty": lambda r, n, p, at: f"{n} has not {r.arguments[0]} loyalty counters",
    "too_few_counters": lambda r, n, p, at: f"there are fewer than {r.arguments[1]} {r.arguments[0]} counters to remove",
    "nothing_for": lambda r, n, p, at: f"there is not enough that may be {_VERBS.get(str(r.arguments[0]), 'chosen')} for its cost",
    "evidence": lambda r, n, p, at: f"{p}'s graveyard has no cards with total mana value {r.arguments[0]}",
    "unattached": lambda r, n, p, at: f"{n} is not attached",
    "crew": lambda r, n, p, at: f"no untapped creatures with total power {r.arguments[0]} are there to tap",
    "no_target": lambda r, n, p, at: "there is no target for it",
    "mana": lambda r, n, p, at: f"{p} cannot pay its mana",
    "together": lambda r, n, p, at: "the parts of its cost cannot all be paid at once",
}


def _barred(reason: Reason, label: Label) -> str:
    verb, source = str(reason.arguments[0]), _what(reason.arguments[1], label)
    if verb == "counters":
        return f"{source} forbids the counters that its cost puts"
    return f"{source} forbids what would be {_VERBS.get(verb, verb)} to pay"
