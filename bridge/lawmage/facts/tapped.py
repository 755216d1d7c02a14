"""Triggered abilities that watch permanents being tapped for mana, to facts (rules 106.12a, 605.1b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lawmage.cards.ability import Node, walk
from lawmage.facts.amounts import condition
from lawmage.facts.mana import Adding, bags_of, taker
from lawmage.facts.objects import describe, mention
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import MANA_ORDER

#: Event nodes of being tapped for mana and of adding mana (106.12).
MANA_EVENTS = frozenset({"taps_for_mana", "taps_for_kind", "is_tapped_for_mana", "is_tapped_for_kind", "ability_adds_chosen"})
#: Modifiers of an event that only say while what it triggers.
_WHILE = frozenset({"while_condition"})


def watches_mana(event: Node) -> bool:
    """Return whether an event node speaks of being tapped for mana or of mana being added."""
    return any(part.kind in MANA_EVENTS for part in walk(event))


@dataclass(frozen=True, slots=True)
class Watch:
    """What a trigger watches: which permanent (a description's number), tapped by whom, for which mana, while what."""

    source: int
    taker: str
    kind: str | None = None
    any_ability: bool = False
    conditions: tuple[str, ...] = ()

    def facts(self, ability: int) -> Iterator[str]:
        """Yield the facts of this watching as those of an ability."""
        yield f"watches_tap({ability},{self.taker})."
        yield f"watched_source({ability},{self.source})."
        if self.kind is not None:
            yield f"watched_mana({ability},{self.kind})."
        if self.any_ability:
            yield f"watches_any_ability({ability})."
        for term in self.conditions:
            yield f"watches_while({ability},{term})."


def watch(event: Node, scope: Scope, conditions: tuple[str, ...] = ()) -> Watch:
    """Translate the event of a trigger; raises NotModelled for what has no facts yet."""
    kind = event.kind
    if kind == "event_with" and event.child(1).kind in _WHILE:
        return watch(event.child(0), scope, (*conditions, condition(event.child(1).child(0), scope)))
    if kind in ("taps_for_mana", "taps_for_kind"):
        who, what = taker(event.child(0), scope), event.child(1)
    elif kind in ("is_tapped_for_mana", "is_tapped_for_kind"):
        who, what = "any", event.child(0)
    elif kind == "ability_adds_chosen":
        source = mention(describe(event.child(0), scope), scope)
        return Watch(source, taker(event.child(1), scope), "chosen", True, conditions)
    else:
        raise NotModelled(kind)
    made = _kind(event.child(len(event.parts) - 1)) if kind.endswith("_kind") else None
    if kind.startswith("taps_"):
        scope = replace(scope, they=event.child(0))
    return Watch(mention(describe(what, scope), scope), who, made, False, conditions)


def _kind(node: Node) -> str:
    if node.kind == "kind_chosen_color":
        return "chosen"
    if node.kind == "kind_symbol":
        (row,) = bags_of(node.child(0))
        counts = row[2:-1].split(",")
        if sorted(counts) == ["0", "0", "0", "0", "0", "1"]:
            return f'type("{MANA_ORDER[counts.index("1")]}")'
    raise NotModelled(node.kind)


def triggered_addings(addings: list[Adding], watched: Watch) -> list[Adding]:
    """Say what "that color" and "that type" are in a trigger: the color chosen, or a type produced."""
    found = []
    for adding in addings:
        sources = tuple("chosen_color" if s == "that_color" and watched.kind == "chosen" else s for s in adding.sources)
        found.append(replace(adding, sources=sources))
    return found
