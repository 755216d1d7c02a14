"""The query ``event``: what becomes of an object that is destroyed, sacrificed, dealt damage and so on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lawmage.answer import Unread
from lawmage.cards.topics import WATCHES_ELSEWHERE
from lawmage.engine.asked import Asked
from lawmage.errors import Fault, InputError
from lawmage.facts.position import FactWriter, Written
from lawmage.position.query import Query

kind = "event"
topics = frozenset({"characteristics", "power_toughness", "control", "state", "zones"})
own_topics = frozenset({"triggers"})
cites = ("603.10", "614.6")
#: A gap with one of these words has no bearing by its own topics.
spared = frozenset({WATCHES_ELSEWHERE})
#: The question needs the facts about state, triggers and replacement.
extra = True
_MORE_TOPICS = {"damage": "damage", "discard": "discard", "mill": "mill", "sacrifice": "sacrifice"}


def topics_of(query: Query) -> frozenset[str]:
    """Return the topics that bear on this event: damage only on damage, and so on."""
    verb = query.event.kind if query.event is not None else ""
    return topics | {_MORE_TOPICS[verb]} if verb in _MORE_TOPICS else topics


def facts(query: Query, written: Written, number: int) -> str:
    """Return the facts that make the event happen; InputError if it can't happen to that object."""
    assert query.event is not None and query.event.affected is not None
    name, verb = query.event.affected, query.event.kind
    if name not in written.numbers:
        raise InputError(Fault("query.object", "no object has this id.", name, tuple(written.numbers)[:3]))
    found = f"event_on({number},{verb},{written.numbers[name]})."
    if query.event.amount is not None:
        found += f"given_amount({number},{query.event.amount})."
    return found


def result(asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
    """Return ``result``, ``damage``, ``counters``, ``tapped`` and ``triggers``."""
    atoms = asked.atoms
    ends = sorted(atom[2].name for atom in atoms.get("ends", ()))
    triggers = sorted({label for atom in atoms.get("triggers", ()) if (label := asked.written.ids[atom[1].number]) is not None})
    if "phased_away" in atoms:
        return {"result": "phased_out", "triggers": triggers}
    survives = "survives" in atoms
    damage = [atom[2].number for atom in atoms.get("left_damage", ())]
    return {
        "result": "survives" if survives else ends[0] if ends else _stays(asked),
        "damage": damage[0] if damage else 0,
        "counters": {atom[2].string: atom[3].number for atom in atoms.get("left_counters", ())},
        "tapped": "left_tapped" in atoms,
        "triggers": triggers,
    }


def _stays(asked: Asked) -> str:
    """Return the zone of a card to which nothing happened; a permanent (phased out, 702.26b) survives."""
    assert asked.query.event is not None
    zone = asked.position.object(asked.query.event.affected or "").zone
    return "survives" if zone == "battlefield" else zone


def notes(asked: Asked, writer: FactWriter) -> list[Unread]:
    """Return what bears on the answer of a card that is not on the battlefield: its own text."""
    assert asked.query.event is not None
    item = asked.position.object(asked.query.event.affected or "")
    if item.zone in ("battlefield", "stack") or item.card is None:
        return []
    wanted = topics_of(asked.query) & {"zones", "discard", "mill"}
    abilities = writer.bundles.get(writer.card(item.card, item.face, item.flipped)).abilities
    gaps = [gap for ability in abilities for gap in writer.abilities.records[ability].gaps if not gap.own]
    return [Unread(item.id or "", topic, gap.what) for gap in gaps for topic in sorted(gap.topics & wanted)]


def concerns(asked: Asked, number: int) -> bool:
    """Return whether an own ability of the object bears on the answer: any may trigger."""
    return True
