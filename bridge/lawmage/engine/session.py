"""Asking: many questions are written as facts, grounded together, and their answers read back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import clingo

from lawmage.answer import Answer, Unread, unanswered
from lawmage.cards import catalogue
from lawmage.engine.programs import Plan, program
from lawmage.engine.solver import solve
from lawmage.errors import EngineError, Fault, LawmageError
from lawmage.explain import could_produce as explain_could_produce
from lawmage.facts.abilities import Record
from lawmage.facts.position import FactWriter
from lawmage.position.model import Position
from lawmage.position.query import Query
from lawmage.queries import characteristics, could_produce, state_based_actions, value_of_x
from lawmage.queries.base import Asked

KINDS: dict[str, ModuleType] = {
    module.kind: module
    for module in (
        could_produce,
        characteristics,
        state_based_actions,
        value_of_x,
    )
}
PROOFS = {"could_produce": explain_could_produce.prove}
#: Shown predicates that are tables of the batch; the first argument of every other is the position.
TABLES = frozenset({"drop", "change", "replaced"})
#: The most positions grounded together.
BATCH = 250
MOST_STEPS = 64


class Session:
    """A catalogue, the facts made so far, and the way to ask; one per process."""

    def __init__(self, cards: catalogue.Catalogue | None = None) -> None:
        self.writer = FactWriter(cards or catalogue.packaged())

    def ask_many(self, pairs: Sequence[tuple[Position, Query]], explain: bool = False) -> list[Answer | LawmageError]:
        """Answer every (position, query) pair, in order; a pair that fails gets its error in its place."""
        answers: list[Answer | LawmageError | None] = [None] * len(pairs)
        by_kind: dict[str, list[int]] = {}
        for index, (_, query) in enumerate(pairs):
            if query.kind in KINDS:
                by_kind.setdefault(query.kind, []).append(index)
            else:
                answers[index] = unanswered(query)
        for kind, indexes in by_kind.items():
            size = 1 if explain else BATCH
            for start in range(0, len(indexes), size):
                self._batch(kind, indexes[start : start + size], pairs, answers, explain)
        return [found if found is not None else unanswered(pairs[i][1]) for i, found in enumerate(answers)]

    def _batch(
        self,
        kind: str,
        indexes: list[int],
        pairs: Sequence[tuple[Position, Query]],
        answers: list[Answer | LawmageError | None],
        explain: bool,
    ) -> None:
        module = KINDS[kind]
        asked: list[Asked] = []
        places: list[int] = []
        extra: list[str] = []
        for index in indexes:
            position, query = pairs[index]
            number = len(asked)
            try:
                written = self.writer.write(position, number)
                extra.append(module.facts(query, written, number))
            except LawmageError as error:
                answers[index] = error
                continue
            asked.append(Asked(query, position, written, number))
            places.append(index)
        if not asked:
            return
        try:
            self._solve(kind, asked, extra, explain)
        except LawmageError as error:
            for place in places:
                answers[place] = error
            return
        for place, one in zip(places, asked, strict=True):
            try:
                answers[place] = self._answer(module, one, explain)
            except LawmageError as error:
                answers[place] = error

    def _solve(self, kind: str, asked: list[Asked], extra: list[str], explain: bool) -> None:
        """Ground all at once; then those positions whose layers are knotted again, with steps (613.8)."""
        self._ground(kind, asked, extra, 0, explain)
        knotted: dict[int, list[int]] = {}
        for index, one in enumerate(asked):
            most = max((atom[2].number for atom in one.atoms.get("knots", ())), default=0)
            if most > MOST_STEPS:
                raise EngineError(
                    Fault("engine", f"{most} effects in one layer depend on each other; at most {MOST_STEPS} are worked out.")
                )
            if most:
                steps = next(size for size in (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64) if size >= most)
                knotted.setdefault(steps, []).append(index)
        for steps, indexes in knotted.items():
            for index in indexes:
                asked[index].atoms = {}
            self._ground(kind, [asked[i] for i in indexes], [extra[i] for i in indexes], steps, explain)

    def _ground(self, kind: str, asked: list[Asked], extra: list[str], steps: int, explain: bool) -> None:
        bundles: set[int] = set()
        abilities: set[int] = set()
        deep = False
        for one in asked:
            bundles |= one.written.bundles
            abilities |= one.written.abilities
            deep = deep or one.written.deep
        records = self.writer.closure(bundles, abilities)
        deep = deep or any(_is_deep(record) for record in records)
        tables = self.writer.tables(bundles, records, getattr(KINDS[kind], "extra", False))
        facts = "".join((*tables, *(one.written.text for one in asked), *extra))
        if any(gap.own for record in records for gap in record.gaps) and kind == "could_produce":
            facts += "#show asked_of/2."
        solved = solve(program(Plan(frozenset({kind}), deep, steps, explain)), facts)
        by_number = {one.number: one for one in asked}
        for name, rows in solved.atoms.items():
            for row in rows:
                if name in TABLES:
                    for one in asked:
                        one.atoms.setdefault(name, []).append(row)
                else:
                    by_number[row[0].number].atoms.setdefault(name, []).append(row)
        for one in asked:
            if "checked" not in one.atoms:
                raise EngineError(Fault("engine", "a position was lost in its batch"))

    def _answer(self, module: ModuleType, one: Asked, explain: bool) -> Answer:
        notes = self._notes(module, one)
        result: dict[str, Any] = dict(module.result(one, self.writer))
        status = "conditional" if notes else "certain"
        proof = PROOFS[module.kind](one, self.writer) if explain and module.kind in PROOFS else None
        cites = module.cites if proof is None else tuple(dict.fromkeys((*module.cites, *proof.rules())))
        return Answer(one.query, result, status, tuple(notes), cites, proof)  # type: ignore[arg-type]

    def _notes(self, module: ModuleType, one: Asked) -> list[Unread]:
        notes: list[Unread] = []
        for label, gap in one.written.gaps:
            notes += [Unread(label, topic, gap.what) for topic in sorted(gap.topics & (module.topics | module.own_topics))]
        for atom in one.atoms.get("in_force", ()):
            number, ability, when = atom[1].number, atom[2].number, atom[3].name
            label = one.written.ids[number] or f"object {number}"
            for gap in self.writer.abilities.records[ability].gaps:
                if when == "early":
                    wanted = frozenset() if gap.own else module.topics
                else:
                    wanted = module.own_topics if module.concerns(one, number) else frozenset()
                notes += [Unread(label, topic, gap.what) for topic in sorted(gap.topics & wanted)]
        for name in ("unsettled",):
            for atom in one.atoms.get(name, ()):
                notes.append(Unread("", "characteristics", f"layer {atom[1].number} is {name}"))
        for atom in one.atoms.get("doubt", ()):
            label = one.written.ids[atom[1].number] if atom[1].type == clingo.SymbolType.Number else ""
            notes.append(Unread(label or "", atom[2].name, "what it does here is not known"))
        return list(dict.fromkeys(notes))


def _is_deep(record: Record) -> bool:
    return any(layer < 7 or 7 < layer < 70 for layer in record.layers) and any(layer < 7 for layer in record.layers)


@cache
def session() -> Session:
    """Return the session of this process, with the packaged catalogue."""
    return Session()
