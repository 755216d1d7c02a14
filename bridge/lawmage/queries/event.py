"""The query ``event``: what becomes of an object that is destroyed, sacrificed, dealt damage and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lawmage.answer import Answer, Status, Unread
from lawmage.cards.topics import WATCHES_ELSEWHERE
from lawmage.engine.asked import Asked
from lawmage.errors import Fault, InputError
from lawmage.facts.position import FactWriter, Written
from lawmage.facts.replacing import WOULD
from lawmage.position.query import Query
from lawmage.queries import aftermath
from lawmage.queries.aftermath import Aftermath
from lawmage.queries.replacing import EVENT_TOPICS

kind = "event"
topics = frozenset({"characteristics", "power_toughness", "control", "state", "zones"})
own_topics = frozenset({"triggers"})
cites = ("603.10", "614.6")
#: A gap with one of these words has no bearing by its own topics.
spared = frozenset({WATCHES_ELSEWHERE})
#: The question needs the facts about state, triggers and replacement.
extra = True
_MOVING = frozenset({"destroy", "sacrifice", "exile", "return_to_hand", "discard", "mill"})
_MORE_TOPICS = {"discard": "discard", "mill": "mill", "sacrifice": "sacrifice"}


def topics_of(query: Query) -> frozenset[str]:
    """Return the topics that bear on what is done with the object: discarding only on discarding, and so on."""
    verb = query.event.kind if query.event is not None else ""
    return topics | {_MORE_TOPICS[verb]} if verb in _MORE_TOPICS else topics


def topics_for(asked: Asked) -> frozenset[str]:
    """Return the topics that bear on this event, and on the events met where damage was worked out."""
    met = {EVENT_TOPICS[atom[1].name] for atom in asked.atoms.get("met", ()) if atom[1].name in EVENT_TOPICS}
    if "harmed" in asked.atoms:
        met.add("damage")
    if not asked.atoms.keys().isdisjoint(_MOVED):
        met.add("zones")
    return topics_of(asked.query) | met | {WOULD + topic for topic in met}


def facts(query: Query, written: Written, number: int) -> str:
    """Return the facts that make the event happen; InputError if it can't happen to that object."""
    assert query.event is not None and query.event.affected is not None
    name, verb = query.event.affected, query.event.kind
    if name not in written.numbers:
        raise InputError(Fault("query.object", "no object has this id.", name, tuple(written.numbers)[:3]))
    found = f"event_on({number},{verb},{written.numbers[name]})."
    if query.event.amount is not None:
        found += f"given_amount({number},{query.event.amount})."
        found += f"destroyed_by_rule({number})."
    elif verb in _MOVING:
        found += f"moving({number})."
    found += f"event_about({number},{written.numbers[name]})."
    if '"shield"' in written.text or '"finality"' in written.text:
        # 122.1c, 122.1h: most positions have none, and are spared the rules that would look for them.
        found += f"counters_worn({number})."
    if isinstance(query, Aftermath):
        found += query.facts(written, number)
    return found


def answer(asked: Asked, writer: FactWriter, found: Sequence[Unread]) -> Answer:
    """Return the answer: what every order of replacement and prevention effects leaves, if that is the same."""
    assert asked.query.event is not None
    kept = [replace(note, topic=note.topic.removeprefix(WOULD)) for note in found if _bears(asked, note)]
    too_much = aftermath.too_much(asked)
    if too_much is not None:
        return Answer(asked.query, None, "conditional", (*kept, Unread(asked.query.event.affected or "", "zones", too_much)), cites)
    ends = aftermath.outcomes(asked)
    if "met" in asked.atoms and not ends:
        kept.append(Unread(asked.query.event.affected or "", "zones", "what becomes of it has no answer here"))
    if aftermath.is_plain(asked, ends):
        return _answer(asked, result(asked, writer), kept)
    each = aftermath.looked_at(asked, ends, writer, "told" in asked.atoms)
    unknown = next((one for one in each if one.result is None), None)
    if unknown is not None:
        return replace(unknown, query=asked.query)
    kept += aftermath.untold(asked, ends)
    kept += [note for one in each for note in one.unread]
    if any(one.result != each[0].result for one in each):
        topic = "damage" if "harmed" in asked.atoms else "zones"
        kept.append(Unread(asked.query.event.affected or "", topic, "it hangs on what is not told, or on the order in which effects apply"))
    proof = each[0].proof
    if proof is not None:
        from lawmage.explain import causes
        from lawmage.explain.proof import Proof

        assert isinstance(proof, Proof)
        causes.add_steps(proof, asked, writer)
    cited = (*cites, *proof.rules()) if proof is not None else cites
    return replace(_answer(asked, each[0].result or {}, kept), cites=tuple(dict.fromkeys(cited)), proof=proof)


def _answer(asked: Asked, told: Mapping[str, Any], kept: Sequence[Unread]) -> Answer:
    status: Status = "conditional" if kept else "certain"
    return Answer(asked.query, told, status, tuple(dict.fromkeys(kept)), cites)


def _bears(asked: Asked, note: Unread) -> bool:
    """Return whether a note bears on the event: what is replaced has facts of its own, and says itself where it has none."""
    if note.topic.startswith(WOULD) or note.topic in topics_of(asked.query) | own_topics:
        return True
    return not str(note.stopped).startswith("no facts for")


def result(asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
    """Return ``result``, ``damage``, ``counters``, ``tapped`` and ``triggers``."""
    assert asked.query.event is not None
    number = asked.written.numbers[asked.query.event.affected or ""]
    atoms = {name: [atom for atom in found if atom[1].number == number] for name, found in asked.atoms.items() if name in _OF_OBJECTS}
    ends = sorted(atom[2].name for atom in atoms.get("ends_in", ()))
    fired = (asked.written.ids[atom[1].number] for atom in asked.atoms.get("triggers", ()))
    triggers = sorted({label for label in fired if label is not None})
    if atoms.get("phased_away"):
        return {"result": "phased_out", "triggers": triggers}
    survives = bool(atoms.get("survives"))
    damage = [atom[2].number for atom in atoms.get("left_damage", ())]
    return {
        "result": "survives" if survives else ends[0] if ends else _stays(asked),
        "damage": damage[0] if damage else 0,
        "counters": {atom[2].string: atom[3].number for atom in atoms.get("left_counters", ())},
        "tapped": bool(atoms.get("left_tapped")),
        "triggers": triggers,
    }


#: What is shown where destruction or a change of zones was in question.
_MOVED = frozenset({"would", "ends_in", "falls_minded"})
#: What is shown of objects, of the one asked about and of others that are touched by the way.
_OF_OBJECTS = frozenset({"ends_in", "phased_away", "survives", "left_damage", "left_counters", "left_tapped"})


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
    wanted = topics_of(asked.query) & {"zones", "discard", "mill"} | {WOULD + "zones"}
    abilities = writer.bundles.get(writer.card(item.card, item.face, item.flipped)).abilities
    gaps = [gap for ability in abilities for gap in writer.abilities.records[ability].gaps if not gap.own]
    return [Unread(item.id or "", topic, gap.what) for gap in gaps for topic in sorted(gap.topics & wanted)]


def concerns(asked: Asked, number: int) -> bool:
    """Return whether an own ability of the object bears on the answer: any may trigger."""
    return True
