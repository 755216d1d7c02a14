"""The query ``state_based_actions``: what the next check does (704.3 to 704.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import clingo

from lawmage.engine.asked import Asked
from lawmage.facts.position import FactWriter, Written
from lawmage.position.query import Query

kind = "state_based_actions"
topics = frozenset({"characteristics", "power_toughness", "control", "state"})
own_topics: frozenset[str] = frozenset()
cites = ("704.3",)
#: The question needs the facts about state and attachment.
extra = True
_ORDER = ("lose", "token_cease", "graveyard", "destroy", "legend_choice", "unattach", "remove_counters")


def facts(query: Query, written: Written, number: int) -> str:
    """Return the fact that asks for a check."""
    return f"query({number},state_based_actions,all)."


def result(asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
    """Return ``actions``, each ``{kind, object, rule}``; for the legend rule ``object`` lists the candidates."""
    found: list[dict[str, Any]] = []
    for _, what, subject, rule in asked.atoms.get("action", ()):
        found.append({"kind": what.name, "object": named(asked, subject), "rule": rule.string})
    for group in _groups(asked.atoms.get("legends", ())):
        found.append({"kind": "legend_choice", "object": [label(asked, number) for number in group], "rule": "704.5j"})
    return {"actions": sorted(found, key=lambda a: (_ORDER.index(a["kind"]), str(a["object"]), a["rule"]))}


def named(asked: Asked, subject: clingo.Symbol) -> str:
    """Return the id of an object number or of ``player(N)``."""
    if subject.type == clingo.SymbolType.Function:
        return asked.written.players[subject.arguments[0].number]
    return label(asked, subject.number)


def label(asked: Asked, number: int) -> str:
    """Return the id of an object, or a name for one that has none."""
    return asked.written.label(number)


def _groups(pairs: Any) -> list[list[int]]:
    """Group objects that share a name: every pair of a group is given."""
    groups: dict[int, set[int]] = {}
    seconds = {pair[2].number for pair in pairs}
    for _, first, second in pairs:
        if first.number not in seconds:
            groups.setdefault(first.number, {first.number}).add(second.number)
    return [sorted(group) for _, group in sorted(groups.items())]


def concerns(asked: Asked, number: int) -> bool:
    """Return whether an own ability of the object bears on the answer: none does."""
    return False
