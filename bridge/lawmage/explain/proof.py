"""Proofs: the derivation of an answer as a graph of steps, each with the rule number it applies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import networkx as nx


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what follows (a sentence), by which rule of the Comprehensive Rules."""

    says: str
    rule: str


@dataclass(slots=True)
class Proof:
    """A graph of steps; an edge leads from a step to one it rests on. ``roots`` are what was to be shown."""

    graph: nx.DiGraph[str] = field(default_factory=nx.DiGraph)
    roots: list[str] = field(default_factory=list)

    def step(self, key: str, says: str, rule: str, *, root: bool = False) -> str:
        """Add a step (once per key) and return its key."""
        if key not in self.graph:
            self.graph.add_node(key, step=Step(says, rule))
        if root and key not in self.roots:
            self.roots.append(key)
        return key

    def rests_on(self, key: str, cause: str) -> None:
        """Note that step ``key`` rests on step ``cause``."""
        self.graph.add_edge(key, cause)

    def rules(self) -> tuple[str, ...]:
        """Return the rule numbers applied, in order of first use."""
        found = dict.fromkeys(self._step(key).rule for key in self._ordered())
        return tuple(found)

    def _step(self, key: str) -> Step:
        step: Step = self.graph.nodes[key]["step"]
        return step

    def _ordered(self) -> list[str]:
        seen: dict[str, None] = {}
        for root in self.roots:
            for key in nx.dfs_preorder_nodes(self.graph, root):
                seen.setdefault(key)
        return list(seen)

    def to_data(self) -> dict[str, Any]:
        """Return the graph as ``{"steps": [{"id", "says", "rule", "because": [ids]}], "roots": [ids]}``."""
        numbers = {key: index for index, key in enumerate(self._ordered(), start=1)}
        steps = [
            {
                "id": number,
                "says": self._step(key).says,
                "rule": self._step(key).rule,
                "because": [numbers[cause] for cause in self.graph.successors(key)],
            }
            for key, number in numbers.items()
        ]
        return {"steps": steps, "roots": [numbers[root] for root in self.roots]}

    def to_text(self) -> str:
        """Return the proof as an indented tree; a cause already told is only referred to by its number."""
        lines: list[str] = []
        told: dict[str, int] = {}

        def tell(key: str, depth: int) -> None:
            step = self._step(key)
            indent = "  " * depth
            if key in told:
                lines.append(f"{indent}- see ({told[key]}): {step.says}")
                return
            told[key] = len(told) + 1
            lines.append(f"{indent}- ({told[key]}) {step.says}  [{step.rule}]")
            for cause in self.graph.successors(key):
                tell(cause, depth + 1)

        for root in self.roots:
            tell(root, 0)
        return "\n".join(lines)
