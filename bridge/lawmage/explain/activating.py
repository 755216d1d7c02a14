"""Proofs of ``legal``, ``abilities`` and ``payable``: each reason with what it rests on, and each step of a payment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lawmage.engine.asked import Asked
from lawmage.explain.characteristics import History
from lawmage.explain.naming import Naming
from lawmage.explain.proof import Proof
from lawmage.facts.position import FactWriter
from lawmage.facts.words import symbols_of

#: Reasons that rest on whose turn it is, the phase, who has priority or the stack, and which of these.
_TIMES = {
    "sorcery_timing": ("turn", "priority", "stack"),
    "loyalty_timing": ("turn", "priority", "stack"),
    "priority": ("priority",),
    "your_turn": ("turn",),
    "opponents_turn": ("turn",),
    "during": ("turn",),
    "before": ("turn",),
}
#: Reasons that rest on what layers made of the object, and which layers these are.
_HISTORIES = {"lost": (4, 6), "sick": (4, 6)}


def prove(asked: Asked, writer: FactWriter, result: Mapping[str, Any]) -> Proof:
    """Return the proof of the result of one of these questions."""
    return _Builder(asked, writer).build(result)


class _Builder:
    def __init__(self, asked: Asked, writer: FactWriter) -> None:
        self._asked = asked
        self._writer = writer
        self._player = asked.query.player or ""
        self._naming = Naming(asked, writer)
        self._proof = Proof()

    def build(self, result: Mapping[str, Any]) -> Proof:
        """Build a root for each verdict: one, or one for each ability."""
        query = self._asked.query
        if query.kind == "payable":
            can = "can" if result["payable"] else "cannot"
            root = self._proof.step("payable", f"{self._player} {can} pay {query.cost}", "601.2h", root=True)
            self._payment(root, result.get("payment"))
            if not result["payable"]:
                self._sources(root)
            return self._proof
        rows = result["abilities"] if query.kind == "abilities" else [{"object": query.permanent, "ability": query.ability, **result}]
        for index, row in enumerate(rows):
            may = "may" if row["legal"] else "may not"
            says = f"{self._player} {may} activate \u201c{row['ability']}\u201d of {self._naming.named(row['object'])}"
            root = self._proof.step(f"verdict {index}", says, "602.2", root=True)
            for reason in row["reasons"]:
                self._reason(root, row["object"], reason)
            self._payment(root, row.get("payment"))
        return self._proof

    def _reason(self, root: str, name: str, reason: Mapping[str, Any]) -> None:
        step = self._proof.step(f"{name} {reason['code']} {reason['arguments']}", reason["text"], reason["rule"])
        self._proof.rests_on(root, step)
        for what in _TIMES.get(reason["code"], ()):
            self._proof.rests_on(step, self._time(what))
        number = self._asked.written.numbers.get(name)
        if reason["code"] in _HISTORIES and number is not None and self._described(number):
            for cause in History(self._asked, self._writer, self._proof, number).steps_of(_HISTORIES[reason["code"]]):
                self._proof.rests_on(step, cause)
        if reason["code"] == "mana":
            self._sources(step)

    def _described(self, number: int) -> bool:
        return any(row[1].number == number for row in self._asked.atoms.get("values_of", ()))

    def _time(self, what: str) -> str:
        position = self._asked.position
        if what == "turn":
            return self._proof.step("turn", f"it is {position.active}'s turn, {position.phase.replace('_', ' ')}", "500.1")
        if what == "priority":
            return self._proof.step("priority", f"{position.priority} has priority", "117.1")
        count = len(position.stack)
        return self._proof.step("stack", f"{count or 'no'} object{'' if count == 1 else 's'} on the stack", "405.1")

    def _payment(self, root: str, payment: Mapping[str, Any] | None) -> None:
        """605.3: the mana abilities activated on the way, and what else is paid."""
        if payment is None:
            return
        if payment.get("pool"):
            self._rests(root, f"{symbols_of(payment['pool'])} from the mana pool", "106.4")
        for source in payment["sources"]:
            times = f" {source['times']} times" if source["times"] > 1 else ""
            says = f"{self._naming.named(source['object'])}: \u201c{source['ability']}\u201d{times} gives {symbols_of(source['mana'])}"
            self._rests(root, says, "605.3a")
        if payment.get("life"):
            self._rests(root, f"{payment['life']} life is paid", "119.4")
        if payment.get("chosen"):
            self._rests(root, f"chosen for the cost: {', '.join(map(self._naming.named, payment['chosen']))}", "601.2h")

    def _sources(self, root: str) -> None:
        """The mana there is: the pool, and every mana ability that may be activated."""
        player = next(player for player in self._asked.position.players if player.id == self._player)
        if player.mana_pool:
            self._rests(root, f"in the mana pool: {symbols_of(player.mana_pool)}", "106.4")
        usable = sorted({(row[1].number, row[2].number) for row in self._asked.atoms.get("usable", ())})
        for number, ability in usable:
            name = self._naming.object(number)
            self._rests(root, f"{name} may give mana: \u201c{self._writer.ability_text(ability)}\u201d", "605.3a")
        if not usable:
            self._rests(root, f"no mana ability of {self._player} may be activated", "605.3a")

    def _rests(self, root: str, says: str, rule: str) -> None:
        self._proof.rests_on(root, self._proof.step(f"{root} {says}", says, rule))
