"""The rule programs as text: which files a question needs, and templates made out for stages and steps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

#: Files every question about permanents needs, in any order.
CORE = (
    "input.lp",
    "tables.lp",
    "objects.lp",
    "gaps.lp",
    "measures.lp",
    "layers/copies.lp",
    "layers/control.lp",
    "layers/effects.lp",
    "layers/power_toughness.lp",
)
#: Files needed only where something may change types, colors or abilities.
DEEP_LAYERS = ("layers/types.lp", "layers/colors.lp", "layers/abilities.lp")
SELECTION = "selection.lp"
STEPS = "layers/steps.lp"

#: Files that work out what an activation gives in the end.
TAPPED = (
    "mana/production.lp",
    "mana/could_produce.lp",
    "mana/tapped.lp",
    "replacement/mana.lp",
    "show/tapped.lp",
)
#: Files a kind of question adds to the core.
BY_KIND: dict[str, tuple[str, ...]] = {
    "could_produce": (
        "mana/production.lp",
        "mana/could_produce.lp",
        "replacement/mana.lp",
        "show/could_produce.lp",
    ),
    "tap_for_mana": TAPPED,
    "activate_for_mana": TAPPED,
    "tapped_for_mana_triggers": TAPPED,
    "characteristics": ("show/characteristics.lp",),
    "event": ("state/now.lp", "state/actions.lp", "state/event.lp", "state/triggers.lp", "show/event.lp"),
    "value_of_x": ("state/now.lp", "state/x.lp", "show/value_of_x.lp"),
    "state_based_actions": ("state/now.lp", "state/actions.lp", "show/state_based_actions.lp"),
}


#: Files with why-atoms, loaded only when a proof is asked for.
EXPLAIN = {"could_produce": "explain/could_produce.lp"}


@dataclass(frozen=True, slots=True)
class Plan:
    """What to load: the kinds of question, whether layers 1 to 6 matter, and how many steps (613.8) to make out.

    ``steps`` is the number of steps for layers 4 and 6; 0 means no effects can depend on each other.
    """

    kinds: frozenset[str]
    deep: bool = False
    steps: int = 0
    explain: bool = False


@cache
def text(name: str) -> str:
    """Return the text of one program file, comments removed (they are for people)."""
    source = (resources.files("lawmage.asp") / name).read_text(encoding="utf-8")
    return "\n".join(line for line in source.split("\n") if line and not line.startswith("%"))


@cache
def at_stage(name: str, stage: int) -> str:
    """Return a template made out for one stage of the layers (4 to 8)."""
    return re.sub(r"\bstage\b", str(stage), text(name))


@cache
def at_step(name: str, layer: int, step: int) -> str:
    """Return a template made out for one step of one layer."""
    found = re.sub(r"\blayer\b", str(layer), text(name))
    found = re.sub(r"\bstep\b", str(step), found)
    return re.sub(r"\bnext\b", str(step + 1), found)


@cache
def program(plan: Plan) -> str:
    """Return the whole program for a plan."""
    names = dict.fromkeys(CORE)
    for kind in sorted(plan.kinds):
        names.update(dict.fromkeys(BY_KIND[kind]))
        if plan.explain and kind in EXPLAIN:
            names[EXPLAIN[kind]] = None
    parts = [text(name) for name in names]
    stages = (4, 5, 6, 7, 8) if plan.deep else (7, 8)
    if plan.deep:
        parts += [text(name) for name in DEEP_LAYERS]
    parts += [at_stage(SELECTION, stage) for stage in stages]
    if not plan.deep:
        return "\n".join((*parts, _TOO_SHALLOW))
    if plan.steps:
        for layer in (4, 6):
            parts += [at_step(STEPS, layer, step) for step in range(plan.steps)]
            parts.append(_unfinished(layer, plan.steps))
    return "\n".join(parts)


#: 613.1: a position that something changes in layers 3 to 6, but no layers loaded, is a fault to be seen.
_TOO_SHALLOW = "unfinished(P,0) :- varied(P)."


def _unfinished(layer: int, steps: int) -> str:
    """613.8: a position with more effects in a layer than steps made out is a fault to be seen, not hidden."""
    return (
        f"unfinished(P,{layer}) :- applied(P,_,_,{layer},{steps - 1}), needs(P,S,E,{layer},X), "
        f"holds(P,S,X,{layer},{steps}), not done(P,S,E,{layer},{steps})."
    )
