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
    "layers/text.lp",
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
ACTIVATION = (
    "activation/abilities.lp",
    "activation/timing.lp",
    "activation/rules.lp",
    "activation/costs.lp",
    "activation/mana.lp",
    "mana/production.lp",
    "mana/could_produce.lp",
    "replacement/mana.lp",
    "show/legal.lp",
)
#: Files that work out what damage, destruction and changes of zones become, and what these events hold.
HAPPENING = (
    "replacement/effects.lp",
    "replacement/orders.lp",
    "replacement/amounts.lp",
    "replacement/tokens.lp",
    "replacement/damage.lp",
    "replacement/draws.lp",
    "replacement/zones.lp",
)
#: Files that work out what an event becomes.
REPLACING = (
    *HAPPENING,
    "replacement/entering.lp",
    "replacement/choices.lp",
    "show/replace.lp",
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
    "replace": REPLACING,
    "add_mana": (*TAPPED[:-1], "mana/added.lp", "show/added.lp"),
    "characteristics": ("show/characteristics.lp",),
    "event": ("state/now.lp", "state/actions.lp", "state/event.lp", "state/triggers.lp", *HAPPENING, "show/event.lp"),
    "value_of_x": ("state/now.lp", "state/x.lp", "show/value_of_x.lp"),
    "state_based_actions": ("state/now.lp", "state/actions.lp", "show/state_based_actions.lp"),
    "legal": ACTIVATION,
    "abilities": ACTIVATION,
    "payable": ACTIVATION,
}


#: Files with why-atoms, loaded only when a proof is asked for.
EXPLAIN: dict[str, tuple[str, ...]] = {
    "could_produce": ("explain/could_produce.lp",),
    "characteristics": ("explain/characteristics.lp",),
    "replace": ("explain/replace.lp",),
    "state_based_actions": ("explain/characteristics.lp", "explain/actions.lp"),
    "event": ("explain/characteristics.lp", "explain/actions.lp", "explain/event.lp"),
    "value_of_x": ("explain/value_of_x.lp",),
    "legal": ("explain/characteristics.lp", "explain/activation.lp"),
    "abilities": ("explain/characteristics.lp", "explain/activation.lp"),
    "payable": ("explain/characteristics.lp", "explain/activation.lp"),
}


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


@dataclass(frozen=True, slots=True)
class Piece:
    """A program file as a plan uses it: as it is, for one stage of the layers, or for the steps of one layer."""

    name: str
    stage: int | None = None
    layer: int | None = None
    steps: int = 0

    def made_out(self, source: str) -> list[str]:
        """Return a text of the file with its constants put in: once, or once for each step."""
        if self.stage is not None:
            return [_STAGE.sub(str(self.stage), source)]
        if self.layer is None:
            return [source]
        whole = _LAYER.sub(str(self.layer), source)
        return [_NEXT.sub(str(step + 1), _STEP.sub(str(step), whole)) for step in range(self.steps)]


_STAGE, _LAYER, _STEP, _NEXT = (re.compile(rf"\b{word}\b") for word in ("stage", "layer", "step", "next"))


def pieces(plan: Plan) -> list[Piece]:
    """Return the files of a plan, templates for each stage and layer."""
    names = dict.fromkeys(CORE)
    for kind in sorted(plan.kinds):
        names.update(dict.fromkeys(BY_KIND[kind]))
        if plan.explain and kind in EXPLAIN:
            names.update(dict.fromkeys(EXPLAIN[kind]))
    found = [Piece(name) for name in (*names, *(DEEP_LAYERS if plan.deep else ()))]
    found += [Piece(SELECTION, stage=stage) for stage in ((4, 5, 6, 7, 8) if plan.deep else (7, 8))]
    if plan.deep and plan.steps:
        found += [Piece(STEPS, layer=layer, steps=plan.steps) for layer in (4, 6)]
    return found


def extras(plan: Plan) -> str:
    """Return the rules of a plan that are in no file: those that show when a plan was too small for its position."""
    if not plan.deep:
        return _TOO_SHALLOW
    return "\n".join(_unfinished(layer, plan.steps) for layer in (4, 6)) if plan.steps else ""


@cache
def program(plan: Plan) -> str:
    """Return the whole program for a plan."""
    return "\n".join((*(line for piece in pieces(plan) for line in piece.made_out(text(piece.name))), extras(plan)))


#: 613.1: a position that something changes in layers 3 to 6, but no layers loaded, is a fault to be seen.
_TOO_SHALLOW = "unfinished(P,0) :- varied(P)."


def _unfinished(layer: int, steps: int) -> str:
    """613.8: a position with more effects in a layer than steps made out is a fault to be seen, not hidden."""
    return (
        f"unfinished(P,{layer}) :- applied(P,_,_,{layer},{steps - 1}), needs(P,S,E,{layer},X), "
        f"holds(P,S,X,{layer},{steps}), not done(P,S,E,{layer},{steps})."
    )
