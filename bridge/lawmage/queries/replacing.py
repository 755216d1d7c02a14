"""The query ``replace``: what an event becomes under every order of replacement effects (614 to 616)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo

from lawmage.answer import Answer, Status, Unread
from lawmage.cards.ability import walk
from lawmage.engine.asked import Asked
from lawmage.errors import EngineError, Fault
from lawmage.explain.orders import chosen_orders, orders
from lawmage.facts.position import FactWriter, Written
from lawmage.facts.replacing import WOULD
from lawmage.facts.words import quoted
from lawmage.position.model import Object, Position, Token
from lawmage.position.query import Event, Query, Source

#: More states than this are not worked out.
MOST_STATES = 20_000
_MOVES = {"dies": "graveyard", "exile": "exile", "discard": "graveyard", "mill": "graveyard"}
#: The topic that bears on each kind of event met.
EVENT_TOPICS = {
    "counters": "counters", "tokens": "tokens", "damage": "damage", "gain": "life", "lose": "life", "life": "life",
    "draw": "draw", "draws": "draw", "destroy": "zones", "move": "zones", "enters": "enters",
}  # fmt: skip


class _Writing:
    """The facts of one event."""

    def __init__(self, position: Position, written: Written, number: int, writer: FactWriter) -> None:
        self._position = position
        self._written = written
        self._p = number
        self._writer = writer
        self.facts: list[str] = []

    def add(self, name: str, *arguments: str | int) -> None:
        self.facts.append(f"{name}({','.join(map(str, (self._p, *arguments)))}).")

    def player(self, name: str | None) -> int:
        return self._written.players.index(name or "")

    def term(self, name: str | None) -> str:
        """The term of an object or player of the position."""
        found = self._written.numbers.get(name or "")
        if found is not None:
            return f"o({found})"
        return f"y({self.player(name)})"

    def outside(self, bundle: int, zone: str, controller: int, owner: int | None = None) -> int:
        """Write an object that the position doesn't list; return its number."""
        number = len(self._written.ids)
        self._written.ids.append(None)
        self._written.bundles.add(bundle)
        whose = controller if owner is None else owner
        self.add("object", number, bundle)
        self.add("elsewhere", number, zone)
        self.add("given_controller", number, controller)
        self.add("owner", number, whose)
        self.add("timestamp", number, 0)
        return number

    def source(self, by: str | Source | None) -> int | None:
        """The number of what causes an event: an object, or a card that isn't in the position."""
        if isinstance(by, Source):
            return self.outside(self._writer.card(by.card), "stack", self.player(by.controller))
        return self._written.numbers.get(by or "")

    def agent(self, by: str | Source | None, affected: str | None) -> int:
        """The player who puts counters: given, or the controller of what does, or of what gets them (122.6a)."""
        if isinstance(by, Source):
            return self.player(by.controller)
        for name in (by, affected):
            if name in self._written.players:
                return self.player(name)
            if name in self._written.numbers:
                item = self._position.object(name or "")
                return self.player(item.controller or item.owner or self._position.players[0].id)
        return 0

    def event(self, event: Event) -> None:
        """Write the event asked about."""
        kind = event.kind
        amount = event.amount or 0
        if kind == "put_counters":
            agent = self.agent(event.by, event.affected)
            self._ask("counters", f"counters({self.term(event.affected)},{quoted(event.counter or '')},{amount},{agent},{event.cause})")
        elif kind == "create_tokens":
            assert event.token is not None
            bundle = self._writer.token(event.token)
            self._written.bundles.add(bundle)
            row = f"t({bundle},{amount},nil)" if amount else "nil"
            self._ask("tokens", f"tokens({self.player(event.affected)},{row})")
        elif kind == "damage":
            source = self.source(event.source)
            combat = "combat" if event.combat else "noncombat"
            self._ask("damage", f"damage({self.term(event.affected)},{source},{amount},{combat})")
        elif kind in ("gain_life", "lose_life"):
            player = self.player(event.affected)
            self._ask(kind[:4], f"gain({player},{amount})" if kind == "gain_life" else f"lose({player},{amount},effect)")
        elif kind == "draw":
            first = "first" if event.first_in_draw_step else "later"
            self._ask("draws", f"draws({self.player(event.affected)},{amount},{first})")
        elif kind in ("destroy", *_MOVES):
            self._moved(event)
        elif kind == "enters":
            self._enters(event)

    def _ask(self, kind: str, term: str) -> None:
        self.add("given_event", kind, term)

    def _moved(self, event: Event) -> None:
        number = self._written.numbers.get(event.affected or "")
        if number is None:
            # 701.17: a card milled is the top one of a library, whatever it is.
            player = self.player(event.affected)
            number = self.outside(self._writer.token(Token(name="")), "library", player)
        self.add("event_about", number)
        self._written.numbers.setdefault(_ABOUT, number)
        self.source(event.by if isinstance(event.by, Source) else None)
        if event.by is not None:
            self.add("event_cause", self.agent(event.by, None))
        if event.kind == "destroy":
            if event.by is None:
                self.add("destroyed_by_rule")
            elif self._no_regeneration(event.by):
                self.add("no_regeneration")
            self._ask("destroy", f"destroy({number})")
        else:
            self._ask("move", f"move({number},{_MOVES[event.kind]})")

    def _enters(self, event: Event) -> None:
        """614.12: the object stands among the permanents as it would be there, latest of all."""
        p, written = self._p, self._written
        number = written.numbers.get(event.affected or "")
        if number is None:
            number = len(written.ids)
            written.ids.append(None)
            bundle = self._writer.card(event.card or "")
            written.bundles.add(bundle)
            controller = self.player(event.controller)
            self.add("object", number, bundle)
            self.add("given_controller", number, controller)
            self.add("owner", number, controller)
            x = event.x
            kicked = 0
        else:
            item = self._position.object(event.affected or "")
            x = event.x if event.x is not None else getattr(item, "x", None)
            written.text = re.sub(rf"elsewhere\({p},{number},\w+\)\.", "", written.text)
            written.text = written.text.replace(f"timestamp({p},{number},0).", "")
            if event.controller is not None:
                told = rf"given_controller\({p},{number},\d+\)"
                written.text = re.sub(told, f"given_controller({p},{number},{self.player(event.controller)})", written.text)
            cast = event.origin in (None, "stack") and self._on_stack(event.affected)
            if not cast:
                x = event.x
            kicked = getattr(item, "kicked", 0) if cast else 0
        written.numbers.setdefault(_ABOUT, number)
        self.add("timestamp", number, 1_000_000)
        self.add("entering", number)
        self.add("entering_x", number, x or 0)
        self.add("entering_kicked", number, kicked)
        self._cast(event, number)
        self.facts.append(self._writer.looked_at(self._position, written, p, number))
        self._ask("enters", f"enters({number},untapped,nil)")

    def _cast(self, event: Event, number: int) -> None:
        """Write where what enters comes from, and where it was cast from, as far as that is said."""
        origin = event.origin
        cast_from: str | None = None
        copied = False
        for item in self._position.stack:
            if item.id == event.affected and event.affected is not None:
                origin = origin or "stack"
                cast_from, copied = item.cast_from, item.copy_of is not None
        if origin is None:
            for player in self._position.players:
                for zone in ("hand", "library", "graveyard", "exile", "command"):
                    cards = getattr(player, zone)
                    if not isinstance(cards, int) and any(card.id == event.affected for card in cards if card.id is not None):
                        origin = zone
        if origin is not None:
            self.add("entering_from", number, origin)
        if origin == "stack" and not copied:
            self.add("entering_cast", number, cast_from or "hand")
            if cast_from is None:
                self.add("entering_cast_unsaid", number)
        elif origin is None:
            self.add("entering_cast_unsaid", number)

    def _on_stack(self, name: str | None) -> bool:
        return any(item.id == name for item in self._position.stack)

    def _no_regeneration(self, by: str | Source) -> bool:
        """701.19c: whether the text of what destroys says that it can't be regenerated."""
        if isinstance(by, Source):
            bundle = self._writer.card(by.card)
        elif self._position.has_object(by):
            item = self._position.object(by)
            if item.card is None and item.token is None:
                return False
            bundle = self._writer.bundle_of(item)
        else:
            return False
        records = self._writer.abilities.records
        nodes = [records[ability].node for ability in self._writer.bundles.get(bundle).abilities]
        return any(node is not None and any(part.kind == "is_regenerated" for part in walk(node)) for node in nodes)


#: Under this key the number of the object that an event is about is kept among a position's numbers.
_ABOUT = "\0about"


@dataclass(frozen=True, slots=True)
class Replacing:
    """The query ``replace``."""

    kind: str = "replace"
    cites: tuple[str, ...] = ("614.6", "616.1")
    topics: frozenset[str] = frozenset({"characteristics", "control"})
    own_topics: frozenset[str] = frozenset({WOULD + "enters"})
    extra: bool = True

    def prepare(self, query: Query, position: Position, written: Written, number: int, writer: FactWriter) -> str:
        """Return the facts of the event asked about."""
        assert query.event is not None
        writing = _Writing(position, written, number, writer)
        writing.event(query.event)
        return "".join(writing.facts)

    def topics_for(self, asked: Asked) -> frozenset[str]:
        """Return the topics that bear on the events met on the way."""
        met = {atom[1].name for atom in asked.atoms.get("met", ())}
        found = {EVENT_TOPICS[name] for name in met if name in EVENT_TOPICS}
        assert asked.query.event is not None
        own = {WOULD + "discard"} if asked.query.event.kind == "discard" else set()
        return self.topics | found | own | {WOULD + name for name in found}

    def notes(self, asked: Asked, writer: FactWriter) -> Iterable[Unread]:
        """Return what was met and not worked out."""
        event = asked.query.event
        assert event is not None
        if not asked.atoms.get("outcome") and not asked.branches:
            yield Unread(event.affected or "", EVENT_TOPICS.get(event.kind, "zones"), "this event has no answer here")

    def answer(self, asked: Asked, writer: FactWriter, notes: Sequence[Unread]) -> Answer:
        """Return the answer; what other questions have no facts for, this one has, unless it says so itself."""
        kept = [replace(note, topic=note.topic.removeprefix(WOULD)) for note in notes if self._bears(note)]
        status: Status = "conditional" if kept else "certain"
        result = self.result(asked, writer)
        if asked.branches:
            return Answer(asked.query, result, status, tuple(dict.fromkeys(kept)), self.cites, chosen_orders(asked, self.outcome))
        graph = orders(asked, self.outcome) if asked.atoms.get("order_step") or asked.atoms.get("happening") else None
        return Answer(asked.query, result, status, tuple(dict.fromkeys(kept)), self.cites, graph)

    def outcome(self, asked: Asked, tally: clingo.Symbol) -> dict[str, Any]:
        """Return the contract's outcome of what has happened."""
        return _Reading(asked).outcome(_tally(tally))

    def _bears(self, note: Unread) -> bool:
        """Return whether a note bears on events: a type that things enter with besides is minded elsewhere."""
        if note.topic in self.topics:
            return note.stopped != "no facts for enters_with_as"
        return note.topic.startswith(WOULD) or not str(note.stopped).startswith("no facts for")

    def concerns(self, asked: Asked, number: int) -> bool:
        """Return whether what an object says of its own entering bears on the event: others' replacements do anyway."""
        event = asked.query.event
        return event is not None and event.kind == "enters" and asked.written.numbers.get(_ABOUT) == number

    def result(self, asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
        """Return ``outcomes`` and ``chooser``."""
        if asked.branches:
            outcomes: list[dict[str, Any]] = []
            for branch in asked.branches:
                outcomes += self.result(branch.asked, writer)["outcomes"]
            distinct = [outcome for index, outcome in enumerate(outcomes) if outcome not in outcomes[:index]]
            return {"outcomes": sorted(distinct, key=repr), "chooser": self._chooser(asked)}
        states = max((atom[1].number for atom in asked.atoms.get("many_states", ())), default=0)
        if asked.atoms.get("too_large"):
            raise EngineError(Fault("engine", "the amounts grow beyond 100,000,000; they are not worked out."))
        if asked.atoms.get("too_many"):
            raise EngineError(Fault("engine", "more than 10 different effects compete for the event; their orders are not worked out."))
        if states > MOST_STATES:
            raise EngineError(Fault("engine", f"more than {MOST_STATES} states of the event; they are not worked out."))
        reading = _Reading(asked)
        outcomes = []
        for atom in asked.atoms.get("outcome", ()):
            found = reading.outcome(_tally(atom[1]))
            if found not in outcomes:
                outcomes.append(found)
        outcomes.sort(key=repr)
        return {"outcomes": outcomes, "chooser": self._chooser(asked)}

    def _chooser(self, asked: Asked) -> str | None:
        """616.1: the affected player, or the affected object's controller, or its owner."""
        event = asked.query.event
        assert event is not None
        if event.controller is not None:
            return event.controller
        if event.affected in asked.written.players or event.affected is None:
            return event.affected
        item = asked.position.object(event.affected)
        for player in asked.position.players:
            if any(card.id == item.id for card in player.cards()):
                return player.id
        return item.controller or item.owner


def _tally(term: clingo.Symbol) -> dict[clingo.Symbol, int]:
    found: dict[clingo.Symbol, int] = {}
    while term.name == "t":
        key, count, term = term.arguments
        found[key] = found.get(key, 0) + count.number
    return found


class _Reading:
    """Turns what happened into the keys of the contract."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._event = asked.query.event
        self._names = {atom[1]: atom[2].string for atom in asked.atoms.get("token_named", ())}

    def outcome(self, tally: Mapping[clingo.Symbol, int]) -> dict[str, Any]:
        event = self._event
        assert event is not None
        found: dict[str, Any] = {}
        by_name: dict[str, dict[clingo.Symbol, int]] = {}
        for key, count in tally.items():
            by_name.setdefault(key.name, {})[key] = count
        if event.kind == "create_tokens":
            found["tokens"] = self._tokens(by_name.get("token", {}))
        elif event.kind == "put_counters":
            found["counters"] = self._counters(event.affected, by_name)
        elif event.kind == "damage":
            self._damage(found, by_name)
        elif event.kind in ("gain_life", "lose_life"):
            self._life(found, by_name)
        elif event.kind == "draw":
            found["draws"] = self._players(by_name.get("drawn", {}))
            if "token" in by_name:
                found["tokens"] = self._tokens(by_name["token"])
            for happened, name in (("exiled", "exiled"), ("lost", "lose"), ("gained", "gain")):
                if happened in by_name:
                    found[name] = self._players(by_name[happened])
        elif event.kind == "enters" and "entered" in by_name:
            self._entered(found, next(iter(by_name["entered"])))
        else:
            self._zones(found, by_name)
            if "stayed" in by_name:
                # 608.3e: a permanent spell that can't enter is put into its owner's graveyard.
                origin = event.origin or found["zone"]
                on_stack = any(item.id == event.affected for item in self._asked.position.stack)
                found["zone"] = "graveyard" if on_stack or origin == "stack" else origin
        return found

    def _players(self, counts: Mapping[clingo.Symbol, int]) -> dict[str, int]:
        return {self._asked.written.players[key.arguments[0].number]: count for key, count in counts.items() if count}

    def _tokens(self, counts: Mapping[clingo.Symbol, int]) -> dict[str, int]:
        found: dict[str, int] = {}
        for key, count in counts.items():
            # 111.10: contract names leave the word "Token" of predefined tokens out.
            name = self._names.get(key.arguments[1], "").removesuffix(" Token")
            if count:
                found[name] = found.get(name, 0) + count
        return found

    def _counters(self, name: str | None, by_name: Mapping[str, Mapping[clingo.Symbol, int]]) -> dict[str, int]:
        """122.1: the counters on an object or a player afterwards."""
        position, written = self._asked.position, self._asked.written
        if name in written.players:
            found = dict(position.player(name or "").counters)
            where = ("y", written.players.index(name or ""))
        else:
            found = dict(position.object(name or "").counters)
            where = ("o", written.numbers[name or ""])
        for key, count in by_name.get("counter", {}).items():
            target, kind = key.arguments
            if (target.name, target.arguments[0].number) == where:
                found[kind.string] = found.get(kind.string, 0) + count
        return {kind: count for kind, count in found.items() if count > 0}

    def _id(self, term: clingo.Symbol) -> str:
        number = term.arguments[0].number
        if term.name == "y":
            return self._asked.written.players[number]
        return self._asked.written.label(number)

    def _damage(self, found: dict[str, Any], by_name: Mapping[str, Mapping[clingo.Symbol, int]]) -> None:
        event = self._event
        assert event is not None
        dealt = {self._id(key.arguments[0]): count for key, count in by_name.get("damaged", {}).items()}
        found["damage"] = dealt.pop(event.affected or "", 0)
        if dealt:
            found["redirected_to"] = dealt
        found["counters"] = self._counters(event.affected, by_name)
        if event.affected in self._asked.written.players:
            lost = self._players(by_name.get("lost", {})).get(event.affected or "", 0)
            gained = self._players(by_name.get("gained", {})).get(event.affected or "", 0)
            found["life"] = self._asked.position.player(event.affected or "").life - lost + gained

    def _life(self, found: dict[str, Any], by_name: Mapping[str, Mapping[clingo.Symbol, int]]) -> None:
        """119.3: what the affected player gains or loses, and what the event became besides."""
        event = self._event
        assert event is not None
        gained, lost = (self._players(by_name.get(key, {})).get(event.affected or "", 0) for key in ("gained", "lost"))
        drawn = self._players(by_name.get("drawn", {}))
        if gained or (event.kind == "gain_life" and not lost and not drawn):
            found["gain"] = gained
        if lost or (event.kind == "lose_life" and not gained and not drawn):
            found["lose"] = lost
        if drawn:
            found["draws"] = drawn

    def _zones(self, found: dict[str, Any], by_name: Mapping[str, Mapping[clingo.Symbol, int]]) -> None:
        """Where the object ends, and what it is like there; others that moved stand under their ids."""
        written = self._asked.written
        about = written.numbers[_ABOUT]
        moved = {key.arguments[0].number: key.arguments[1].name for key in by_name.get("put", {})}
        regenerated = {key.arguments[0].number for key in by_name.get("regenerated", {})}
        name = written.ids[about]
        item: Object | None = None
        if name is not None and self._asked.position.has_object(name):
            item = self._asked.position.object(name)
        on_battlefield = item is not None and any(other.id == name for other in self._asked.position.battlefield)
        zone = moved.get(about, "battlefield" if on_battlefield else self._zone_of(name))
        found["zone"] = zone
        stays = zone == "battlefield" and on_battlefield
        kept = bool(self._asked.atoms.get("keeps_its_counters")) and zone not in ("hand", "library")
        found["counters"] = self._counters(name, by_name) if stays or kept else {}
        if stays and item is not None:
            found["tapped"] = item.tapped or about in regenerated
            used = sum(count for key, count in by_name.get("used", {}).items() if key.arguments[0].number == about)
            found["regeneration_shields"] = (item.regeneration_shields or 0) - used
        for key, count in by_name.get("placed", {}).items():
            if key.arguments[0].number == about and not stays:
                found["counters"] = {**found["counters"], key.arguments[1].string: count}
        for number, where in moved.items():
            other = written.ids[number]
            if number != about and other is not None:
                found[other] = {"zone": where}

    def _entered(self, found: dict[str, Any], term: clingo.Symbol) -> None:
        """How the object entered: tapped, with which counters, for how much life."""
        _, tapped, row = term.arguments
        counters: dict[str, int] = {}
        paid = 0
        for key, count in _tally(row).items():
            if key.name == "paid":
                paid += count
            elif count > 0:
                counters[key.arguments[0].string] = count
        found.update(zone="battlefield", tapped=tapped.name == "tapped", counters=counters, life_paid=paid, copy_of=self._copied())
        event = self._event
        assert event is not None
        given = [atom[1].number for atom in self._asked.atoms.get("given_to", ())]
        if given:
            found["controller"] = self._asked.written.players[given[0]]
        elif event.controller is not None:
            found["controller"] = event.controller
        elif event.affected is not None:
            item = self._asked.position.object(event.affected)
            found["controller"] = item.controller or item.owner

    def _copied(self) -> str | None:
        """What it is a copy of: an id, or the name of a card that has none."""
        for atom in self._asked.atoms.get("copied_now", ()):
            return self._asked.written.ids[atom[1].number] or atom[2].string
        return None

    def _zone_of(self, name: str | None) -> str:
        for player in self._asked.position.players:
            for zone in ("hand", "library", "graveyard", "exile", "command"):
                cards = getattr(player, zone)
                if not isinstance(cards, int) and any(card.id == name for card in cards):
                    return zone
        return "library"


KINDS = (Replacing(),)
