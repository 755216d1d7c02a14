"""Leaving out rules that cannot fire: what facts are there decides which part of a program is worth grounding.

A rule can fire if each positive atom of its body may come from a fact or from the head of a kept rule, and if each word
within such an atom (a functor or a constant) occurs in a fact or in a kept rule. Negated atoms, conditions and
aggregates ask for nothing, so that leaving out a rule never changes the model: only rules that derive nothing go. Of the rules
that can fire, those are left out whose heads nothing shows or asks for: they would change only atoms that nobody reads.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from lawmage.engine.programs import Piece, Plan, extras, pieces
from lawmage.engine.rules import Argument, Atom, Rule, rules_of

#: How many programs, of some 60 kB each, are kept.
MOST_PROGRAMS = 128
_SPACES = str.maketrans(".(),;", "     ")
_MENTION = re.compile(r"[a-z_]\w*")
_PREDICATE = re.compile(r"(?:^|[.\s])([a-z]\w*)(?=[(.])")
_WORD = re.compile(r"(?<=[(,;])\s?([a-z]\w*\(?)")
_LAYER = re.compile(r"\bpart\(\d+,\s*(\d+),")


def signatures(facts: str) -> frozenset[str]:
    """Return what facts bring that rules may ask for, from their text: predicates, words in them, layers of parts.

    The union of what two texts give is what both together give, so texts that stay the same are looked at once.
    """
    found = {f"{name}/" for name in set(_PREDICATE.findall(facts))}
    found.update(_WORD.findall(facts))
    found.update(f"part/{layer}" for layer in set(_LAYER.findall(facts)))
    return frozenset(found)


def words_of(facts: str) -> frozenset[str]:
    """Return at least what :func:`signatures` does for facts without parts of effects, in less time."""
    words = {word for word in facts.translate(_SPACES).split() if word[0].islower()}
    return frozenset((*words, *(f"{word}/" for word in words), *(f"{word}(" for word in words)))


def pruned(plan: Plan, found: frozenset[str]) -> str:
    """Return the program of a plan without the rules that cannot fire, given the signatures of all facts."""
    return _text(plan, found & _network(_one_step(plan)).asked)


@lru_cache(maxsize=MOST_PROGRAMS)
def asked_of(program: str, predicates: frozenset[str]) -> frozenset[str]:
    """Return those of some predicates that a program mentions."""
    return predicates & frozenset(_MENTION.findall(program))


@lru_cache(maxsize=MOST_PROGRAMS)
def _text(plan: Plan, found: frozenset[str]) -> str:
    lines = [
        line
        for rule, piece in _of_use(_network(_one_step(plan)).alive(found), extras(plan))
        for line in (piece if piece.layer is None else replace(piece, steps=plan.steps)).made_out(rule.text)
    ]
    return "\n".join((*dict.fromkeys(lines), extras(plan)))


def _of_use(alive: list[tuple[Rule, Piece]], more: str) -> list[tuple[Rule, Piece]]:
    """Return the rules whose heads are shown, or asked for by a rule that is of use itself; ``more`` are further rules."""
    by_head: dict[str, list[int]] = {}
    used = [rule.head is None for rule, _ in alive]
    for number, (rule, _) in enumerate(alive):
        if rule.head is not None:
            by_head.setdefault(rule.head.name, []).append(number)
    todo = [word for number, (rule, _) in enumerate(alive) if used[number] for word in rule.mentions]
    todo += _MENTION.findall(more)
    seen: set[str] = set()
    while todo:
        word = todo.pop()
        if word in seen:
            continue
        seen.add(word)
        for number in by_head.get(word, ()):
            if not used[number]:
                used[number] = True
                todo += alive[number][0].mentions
    return [one for one, of_use in zip(alive, used, strict=True) if of_use]


def _one_step(plan: Plan) -> Plan:
    """Whether a rule can fire is the same for every step, so one stands for all."""
    return replace(plan, steps=min(plan.steps, 1))


# --- All rules of a plan and what hangs on what.


@dataclass(slots=True)
class _Network:
    """The rules of a plan; for each thing that may come to be, the rules that ask for it."""

    rules: list[tuple[Rule, Piece]] = field(default_factory=list)
    #: How many things each rule asks for.
    wanted: list[int] = field(default_factory=list)
    #: What each rule brings about once it can fire: numbers of things.
    brings: list[list[int]] = field(default_factory=list)
    #: For each thing, the rules that ask for it.
    askers: list[list[int]] = field(default_factory=list)
    #: For each signature of facts, the things it brings about.
    facts: dict[str, list[int]] = field(default_factory=dict)

    @property
    def asked(self) -> frozenset[str]:
        """The signatures of facts that any rule asks for."""
        return frozenset(self.facts)

    def alive(self, found: frozenset[str]) -> list[tuple[Rule, Piece]]:
        """Return all rules that can fire, given signatures of facts, each with the file it is from."""
        missing = list(self.wanted)
        known = [False] * len(self.askers)
        alive = [False] * len(self.rules)
        todo = [thing for signature in found for thing in self.facts[signature]]
        for number, count in enumerate(missing):
            if not count:
                alive[number] = True
                todo += self.brings[number]
        while todo:
            thing = todo.pop()
            if known[thing]:
                continue
            known[thing] = True
            for number in self.askers[thing]:
                missing[number] -= 1
                if not missing[number]:
                    alive[number] = True
                    todo += self.brings[number]
        return [rule for rule, fires in zip(self.rules, alive, strict=True) if fires]


@cache
def _network(plan: Plan) -> _Network:
    network = _Network()
    rules: list[tuple[Rule, Piece, Atom | None, list[Atom]]] = []
    for piece in pieces(plan):
        values: dict[str, Argument] = {"stage": piece.stage, "layer": piece.layer, "step": None, "next": None}
        template = piece.stage is not None or piece.layer is not None
        for rule in rules_of(piece.name):
            body = [atom.at(values) for atom in rule.body] if template else list(rule.body)
            head = rule.head.at(values) if template and rule.head is not None else rule.head
            rules.append((rule, piece, head, body))
    heads = {head for _, _, head, _ in rules if head is not None}
    derived = _by_name(heads)
    things: dict[Atom | str, int] = {}
    suppliers: dict[Atom, list[int]] = {}

    def thing(what: Atom | str) -> int:
        number = things.get(what)
        if number is None:
            number = things[what] = len(network.askers)
            network.askers.append([])
            if isinstance(what, str):
                network.facts[what] = [number]
            else:
                for signature in _fact_signatures(what):
                    network.facts.setdefault(signature, []).append(number)
                for head in derived.get(what.name, ()):
                    if head.meets(what):
                        suppliers.setdefault(head, []).append(number)
        return number

    for number, (rule, piece, _, body) in enumerate(rules):
        asked = {thing(atom) for atom in body} | {thing(word) for word in rule.asks}
        network.rules.append((rule, piece))
        network.wanted.append(len(asked))
        for one in asked:
            network.askers[one].append(number)
    for rule, _, head, _ in rules:
        made = [things[word] for word in rule.makes if word in things]
        network.brings.append(made + suppliers.get(head, []) if head is not None else made)
    return network


def _by_name(atoms: set[Atom]) -> dict[str, list[Atom]]:
    found: dict[str, list[Atom]] = {}
    for atom in atoms:
        found.setdefault(atom.name, []).append(atom)
    return found


def _fact_signatures(atom: Atom) -> Sequence[str]:
    """The signatures that tell of facts which may be this atom: any of its predicate, or parts in its layer."""
    if atom.name == "part" and isinstance(atom.arguments[1], int):
        return (f"part/{atom.arguments[1]}",)
    return (f"{atom.name}/",)
