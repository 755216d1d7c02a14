"""The graph of orders in which replacement effects can be applied to an event (616.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import clingo

from lawmage.engine.asked import Asked

_INNATE = {
    "shield": "shield counter", "finality": "finality counter", "regeneration": "regeneration shield", "umbra": "umbra armor",
    "lasts": "indestructible", "guard": "protection", "printed": "printed counters",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """From one state to another: ``effect`` is applied, or, where it is None, the event happens."""

    start: int
    end: int
    effect: str | None


@dataclass(slots=True)
class Orders:
    """States by number, with what would happen or what came of it; state 0 is the event asked about."""

    labels: list[str] = field(default_factory=list)
    outcomes: dict[int, dict[str, Any]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def to_data(self) -> dict[str, Any]:
        """Return the graph as JSON-like data: states, steps, outcomes."""
        return {
            "states": [
                {"id": number, "says": label, **({"outcome": self.outcomes[number]} if number in self.outcomes else {})}
                for number, label in enumerate(self.labels)
            ],
            "steps": [{"from": step.start, "to": step.end, "effect": step.effect} for step in self.steps],
        }

    def paths(self) -> dict[int, list[list[str]]]:
        """Return, by outcome, the orders of effects that lead there (at most a hundred each)."""
        after: dict[int, list[Step]] = {}
        for step in self.steps:
            after.setdefault(step.start, []).append(step)
        found: dict[int, list[list[str]]] = {number: [] for number in self.outcomes}

        def follow(state: int, so_far: list[str]) -> None:
            if state in found:
                if so_far not in found[state] and len(found[state]) < 100:
                    found[state].append(so_far)
                return
            for step in after.get(state, ()):
                follow(step.end, so_far if step.effect is None else [*so_far, step.effect])

        follow(0, [])
        return found


def orders(asked: Asked, outcome: Callable[[Asked, clingo.Symbol], dict[str, Any]]) -> Orders:
    """Build the graph from the shown steps; states with the same events to come and the same past are one."""
    return _Building(asked, outcome).build()


def chosen_orders(asked: Asked, outcome: Callable[[Asked, clingo.Symbol], dict[str, Any]]) -> Orders | None:
    """Build the graph of an event before which choices are made: each choice a step, then the orders that follow it."""
    graph = Orders([_Building(asked, outcome).says(asked)])
    made: dict[tuple[clingo.Symbol, ...], int] = {(): 0}
    for branch in asked.branches:
        building = _Building(branch.asked, outcome)
        if not branch.asked.atoms.get("order_step") and not branch.asked.atoms.get("happening"):
            return None
        below = building.build()
        start = len(graph.labels)
        graph.labels += below.labels
        graph.outcomes |= {start + state: what for state, what in below.outcomes.items()}
        graph.steps += [Step(start + step.start, start + step.end, step.effect) for step in below.steps]
        for depth, choice in enumerate(branch.choices, 1):
            before, so_far = made[branch.choices[: depth - 1]], branch.choices[:depth]
            last = depth == len(branch.choices)
            if so_far not in made:
                made[so_far] = start if last else len(graph.labels)
                if not last:
                    graph.labels.append(graph.labels[0])
                graph.steps.append(Step(before, made[so_far], building.choice(choice)))
    return graph


class _Building:
    def __init__(self, asked: Asked, outcome: Callable[[Asked, clingo.Symbol], dict[str, Any]]) -> None:
        self._asked = asked
        self._outcome = outcome
        self._graph = Orders()
        self._numbers: dict[tuple[str, str], int] = {}
        self._sources = {atom[1]: atom[2] for atom in asked.atoms.get("effect_source", ())}

    def says(self, asked: Asked) -> str:
        """Return what is said of the event itself."""
        event = asked.query.event
        return "enters" if event is None else event.kind

    def choice(self, choice: clingo.Symbol) -> str:
        """Return what is said of a choice."""
        parts = choice.arguments
        if choice.name == "copy":
            copied = self._object(parts[2])
            named = next((a[2].string for a in self._asked.atoms.get("copied_now", ()) if a[1] == parts[2]), copied)
            return f"{self._object(parts[1])}: a copy of {named if self._asked.written.ids[parts[2].number] is None else copied}"
        if choice.name == "pass":
            return f"{self._object(parts[1])}: no copy"
        if choice.name == "under":
            return f"{self._object(parts[1])}: under the control of {self._player(parts[2])}"
        word = parts[2].string if parts[2].type is clingo.SymbolType.String else self._player(parts[2])
        return f"{str(parts[1]).replace('_', ' ')}: {word}"

    def build(self) -> Orders:
        steps: list[tuple[clingo.Symbol, clingo.Symbol, clingo.Symbol | None, clingo.Symbol, clingo.Symbol]]
        steps = [(a[1], a[2], a[3], _next(a[1], a[4], a[5]), a[6]) for a in self._asked.atoms.get("order_step", ())]
        steps += [(a[1], a[2], None, _next(a[1], a[4], a[1].arguments[1]), a[3]) for a in self._asked.atoms.get("happening", ())]
        ends = {_key(after, past) for _, _, _, after, past in steps}
        for state, past, *_ in steps:
            if _key(state, past) not in ends:
                self._state(state, past)
        seen: set[Step] = set()
        for state, past, effect, after, later in sorted(steps, key=lambda step: (str(step[0]), str(step[2]))):
            step = Step(self._state(state, past), self._state(after, later), None if effect is None else self._effect(effect))
            if step not in seen and step.start != step.end:
                seen.add(step)
                self._graph.steps.append(step)
        return _shortened(self._graph)

    def _state(self, state: clingo.Symbol, past: clingo.Symbol) -> int:
        key = _key(state, past)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._graph.labels)
            if state.name == "nil" and state.type is clingo.SymbolType.Function and not state.arguments:
                outcome = self._outcome(self._asked, past)
                self._graph.outcomes[found] = outcome
                self._graph.labels.append(_said(outcome))
            else:
                self._graph.labels.append(self._event(state.arguments[0]))
        return found

    def _effect(self, key: clingo.Symbol) -> str:
        if key.name == "absorb":
            return f"absorb of {self._object(key.arguments[1])}"
        if key.name in _INNATE:
            return f"{_INNATE[key.name]} of {self._object(key.arguments[0])}"
        return self._object(self._sources.get(key, key))

    def _object(self, term: clingo.Symbol) -> str:
        if term.type is clingo.SymbolType.Number:
            return self._asked.written.ids[term.number] or "what is entering"
        if term.name == "effect":
            effect = self._asked.position.effects[term.arguments[0].number]
            return effect.source or f"effects[{term.arguments[0].number}]"
        if term.name == "y":
            return self._asked.written.players[term.arguments[0].number]
        if term.name == "o":
            return self._object(term.arguments[0])
        return str(term)

    def _event(self, event: clingo.Symbol) -> str:
        parts = event.arguments
        match event.name:
            case "counters":
                return f"{parts[2]} {parts[1].string} on {self._object(parts[0])}"
            case "damage":
                return f"{parts[2]} damage to {self._object(parts[0])}"
            case "gain" | "lose":
                return f"{self._player(parts[0])} {event.name}s {parts[1]} life"
            case "draws":
                return f"{self._player(parts[0])} draws {parts[1]}"
            case "draw":
                return f"{self._player(parts[0])} draws a card"
            case "tokens":
                return ", ".join(self._tokens(parts[1])) or "no tokens"
            case "move":
                return f"{self._object(parts[0])} to {parts[1]}"
            case "destroy":
                return f"destroy {self._object(parts[0])}"
            case "enters":
                return ", ".join([f"enters {parts[1]}", *self._row(parts[2])])
            case _:
                return event.name

    def _player(self, term: clingo.Symbol) -> str:
        return self._asked.written.players[term.number]

    def _row(self, row: clingo.Symbol) -> list[str]:
        found = []
        while row.name == "t":
            key, count, row = row.arguments
            found.append(f"{count} life paid" if key.name == "paid" else f"{count} {key.arguments[0].string}")
        return found

    def _tokens(self, row: clingo.Symbol) -> list[str]:
        names = {atom[1]: atom[2].string.removesuffix(" Token") for atom in self._asked.atoms.get("token_named", ())}
        found = []
        while row.name == "t":
            bundle, count, row = row.arguments
            found.append(f"{count} {names.get(bundle, '?')}")
        return found


def _shortened(graph: Orders) -> Orders:
    """Leave out states between two happenings: nothing can be chosen there."""
    leaving: dict[int, list[Step]] = {}
    coming: dict[int, list[Step]] = {}
    for step in graph.steps:
        leaving.setdefault(step.start, []).append(step)
        coming.setdefault(step.end, []).append(step)

    def passing(state: int) -> bool:
        after, before = leaving.get(state, []), coming.get(state, [])
        return len(after) == 1 and after[0].effect is None and bool(before) and all(step.effect is None for step in before)

    kept = [state for state in range(len(graph.labels)) if state == 0 or not passing(state)]
    numbers = {state: index for index, state in enumerate(kept)}
    found = Orders([graph.labels[state] for state in kept], {numbers[state]: what for state, what in graph.outcomes.items()})
    for step in graph.steps:
        if step.start in numbers:
            end = step.end
            while end not in numbers:
                end = leaving[end][0].end
            short = Step(numbers[step.start], numbers[end], step.effect)
            if short not in found.steps:
                found.steps.append(short)
    return found


def _key(state: clingo.Symbol, past: clingo.Symbol) -> tuple[str, str]:
    return str(state), str(past)


def _next(state: clingo.Symbol, become: clingo.Symbol, left: clingo.Symbol) -> clingo.Symbol:
    """The state after an event has become others, in the order in which they come."""
    rest = state.arguments[2]
    for event in reversed(become.arguments):
        rest = clingo.Function("q", [event, left, rest])
    return rest


def _said(outcome: Mapping[str, Any]) -> str:
    found = []
    for key, value in outcome.items():
        if isinstance(value, Mapping):
            inner = ", ".join(f"{name} {count}" for name, count in value.items())
            found.append(f"{key}: {inner or 'none'}")
        elif value is not None:
            found.append(f"{key}: {value}")
    return "\n".join(found)
