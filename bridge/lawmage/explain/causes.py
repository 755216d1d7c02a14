"""Proofs from the atoms told/2 and because/3 of ``asp/explain``: what is told, what it rests on, and the words for both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import clingo

from lawmage.engine.asked import Asked
from lawmage.explain.characteristics import History
from lawmage.explain.naming import Naming
from lawmage.explain.proof import Proof
from lawmage.explain.sentences import SENTENCES, Words
from lawmage.facts.position import FactWriter

#: Terms about an object that rest on what some layers did to it: those layers, as the programs number them.
_HISTORIES = {
    "power": (70, 71, 72, 73),
    "toughness": (70, 71, 72, 73),
    "type": (4,),
    "no_type": (4,),
    "types": (4,),
    "is_legend": (4,),
}


def prove(asked: Asked, writer: FactWriter, result: Mapping[str, Any]) -> Proof:
    """Return the proof of an answer whose program derives told/2 and because/3; what was told first comes first."""
    del result
    return _Builder(asked, writer).build()


def add_steps(proof: Proof, asked: Asked, writer: FactWriter) -> None:
    """Add what effects made of the damage, from the question asked before it was dealt, to the proof of what it left."""
    builder = _Builder(asked, writer, proof)
    heads = [key for key in proof.graph if key.startswith("dealt(")]
    heads += [key for key in proof.roots if not proof.graph.out_degree(key)] or ([] if heads else proof.roots[:1])
    for row in sorted(asked.atoms.get("harm_step", ()), key=lambda row: _rank(row[1])):
        step = builder.step(row[1])
        for head in heads:
            proof.rests_on(head, step)


class _Builder:
    def __init__(self, asked: Asked, writer: FactWriter, proof: Proof | None = None) -> None:
        self._asked = asked
        self._writer = writer
        self._words = Words(Naming(asked, writer), asked)
        self._proof = proof if proof is not None else Proof()
        self._causes: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        for row in asked.atoms.get("because", ()):
            self._causes.setdefault(row[1], []).append(row[2])

    def build(self) -> Proof:
        """Build the steps from what is told down to what nothing more is said about."""
        for term in sorted((row[1] for row in self._asked.atoms.get("told", ())), key=_rank):
            self._proof.roots.append(self.step(term))
        return self._proof

    def step(self, term: clingo.Symbol) -> str:
        """Add the step that a term stands for, with what it rests on, once; return its key."""
        key = str(term)
        if key in self._proof.graph:
            return key
        says, rule = SENTENCES[term.name](self._words, term.arguments)
        self._proof.step(key, says, rule)
        for cause in sorted(self._causes.get(term, ()), key=_rank):
            self._proof.rests_on(key, self.step(cause))
        if term.name in _HISTORIES:
            history = History(self._asked, self._writer, self._proof, term.arguments[0].number)
            for step in history.steps_of(_HISTORIES[term.name]):
                self._proof.rests_on(key, step)
        return key


#: The order in which sentences read well; terms not named come after, in the order of clingo.
_ORDER = tuple(SENTENCES)


def _rank(term: clingo.Symbol) -> tuple[int, clingo.Symbol]:
    return _ORDER.index(term.name), term
