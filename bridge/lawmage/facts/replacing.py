"""Replacement and prevention effects, and what can't happen, to facts (rules 614, 615, 616)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.keywords import KEYWORD_KINDS, keyword_of
from lawmage.cards.oracle.vocabulary import number
from lawmage.cards.reading_topics import topics_of_reading
from lawmage.facts import as_enters, copying, entering
from lawmage.facts.amounts import amount
from lawmage.facts.copying import COPYING
from lawmage.facts.description import Alternatives, status
from lawmage.facts.entering import ENTERING
from lawmage.facts.extra import Extra
from lawmage.facts.impossible_events import NO_DISCARDING, cant, cant_cause, object_cant
from lawmage.facts.instead import outcome, put_elsewhere
from lawmage.facts.outer import Statement, statements
from lawmage.facts.preventing import afterwards, damage_phrase, target_term
from lawmage.facts.replaced_events import anywhere, counter_test, event_tests, happens_to, moves, no_event, player_word
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.state import qualities, quality_of

#: Before the topics of what has no facts as a replacement effect: other questions have facts of their own.
WOULD = "would_"
#: Topics of events that can be replaced.
TOPICS = frozenset({"counters", "tokens", "damage", "life", "draw", "zones", "enters"})
_REPLACERS = frozenset(
    {
        "as_enters",
        "as_enters_anchored",
        "if_would",
        "next_time_would",
        "first_time_would",
        "prevent",
        "redirect",
        "life_floor",
        "static_then",
        "discards_but_may",
    }
)


def add(node: Node, extra: Extra, resolved: bool) -> None:
    """Add the replacement and prevention effects an ability node is, and what it says can't happen."""
    if node.kind in ("activated", "triggered", "triggered_if", "triggered_if_outside", "chapter"):
        return
    if node.kind in _GIVING:
        # What they give is an ability of its own.
        return
    if node.kind in ("labelled", "labelled_keywords"):
        before = len(extra.facts)
        add(node.child(1), extra, resolved)
        if node.child(0).kind in ("max_speed", "solved"):
            # 702.178, 719: a position tells neither speed nor whether a Case is solved.
            made = [fact for fact in extra.facts[before:] if fact.startswith("replacement(")]
            extra.facts += [f"replaced_open({fact.split(',')[1][:-2]})." for fact in made]
        return
    if node.kind == "spell_ability" and not resolved and not any(part.kind in ENTERING | COPYING for part in walk(node)):
        return
    node = copying.closer(node)
    topics = topics_of_reading(node) & TOPICS
    if any(part.kind in ENTERING | COPYING for part in walk(node)):
        topics |= {"enters"}
    if any(part.kind in _PROTECTING for part in walk(node)) and any(part.kind == "protection" for part in walk(node)):
        topics |= {"damage"}
    if not topics and not any(part.kind == "counters_remain" for part in walk(node)):
        return
    if entering.each_kind(node, extra):
        return
    if node.kind in KEYWORD_KINDS:
        _keyword(node, extra, topics)
        return
    try:
        for found in _parts(node, extra.scope):
            _statement(found, extra)
    except NotModelled as error:
        extra.gap(_would(topics), error.what, own=_own_entry(node))
    except (TypeError, IndexError):
        # A shape that nobody foresaw is a gap like any other.
        extra.gap(_would(topics), f"this shape of {node.kind}", own=_own_entry(node))


def _own_entry(node: Node) -> bool:
    """Return whether a line says nothing but how its own object enters."""
    found = False
    for part in walk(node):
        if part.kind in _REPLACERS - {"as_enters", "as_enters_anchored", "static_then"} or "cant" in part.kind.split("_"):
            return False
        if (
            part.kind in COPYING
            or part.kind in ("as_enters", "as_enters_anchored")
            or (part.kind == "change" and part.child(1).kind in ENTERING)
        ):
            enterer = part.child(1) if part.kind.startswith("may_") else part.child(0)
            if enterer.kind not in ("this", "it"):
                return False
            found = True
    return found


#: Lines that give abilities while their object has counters or a level (702.87, 716, 721).
_GIVING = frozenset({"level_symbol", "level_symbol_with", "level_symbol_abilities", "class_level", "station"})


def _would(topics: frozenset[str]) -> str:
    return " ".join(WOULD + topic for topic in sorted(topics))


#: Keywords whose bearing on events is in the rules or is none: what they do to damage, and triggers.
_KNOWN_KEYWORDS = frozenset(
    {
        "trample", "deathtouch", "lifelink", "infect", "wither", "indestructible", "umbra armor", "first strike",
        "double strike", "poisonous", "afflict", "bushido", "flanking", "rampage", "battle cry", "exalted", "fabricate",
        "extort", "undying", "persist", "mentor", "training", "evolve", "outlast", "scavenge", "level up", "equip", "cycling",
        "afterlife", "annihilator", "haunt", "soulshift", "recover", "cumulative upkeep", "echo", "prowess", "renown",
        "dethrone", "ingest", "melee", "myriad", "provoke", "frenzy", "decayed", "enlist", "backup", "crew", "saddle",
        # Ways to cast or return it: what happens to it later is an effect that the position lists.
        "unearth", "encore", "disturb", "escape", "dash", "blitz", "warp", "mayhem", "miracle", "flashback", "jump-start",
        "aftermath", "rebound", "retrace", "embalm", "eternalize", "foretell", "suspend", "bestow", "evoke", "sneak",
        # Who assigns combat damage, and how much: the amount of an event of damage is given with it.
        "banding", "bands with other", "trample over planeswalkers",
        # 702.35a: in the programs.
        "madness",
    }
)  # fmt: skip


def _protects(node: Node, extra: Extra) -> None:
    """702.16e: what protection protects from, wherever it is."""
    for what in _protected_from(node, extra.scope):
        extra.facts.append(f"minds_damage({extra.number}).shields_from({extra.number},{extra.describe(what)}).")


#: Keywords with a number that are in the programs, by the name of their facts.
_NUMBERED = {"toxic": "toxic", "dredge": "dredges", "absorb": "absorbs"}


def _keyword(node: Node, extra: Extra, topics: frozenset[str]) -> None:
    """Keyword abilities that replace events: protection, entering with counters; others have no facts yet or need none."""
    if entering.keyword(node, extra):
        return
    name = keyword_of(node)
    if name == "protection":
        try:
            _protects(node, extra)
        except NotModelled as error:
            extra.gap(_would(topics), error.what)
    elif name in _NUMBERED and node.kind == "keyword_number" and node.child(1).kind == "number":
        extra.facts.append(f"{_NUMBERED[name]}({extra.number},{number(node.child(1).word())}).")
        if name == "absorb":
            extra.facts.append(f"minds_damage({extra.number}).")
    elif name in ("umbra armor", "madness"):
        extra.facts.append(f"minds_moves({extra.number}).")
    elif name not in _KNOWN_KEYWORDS:
        extra.gap(_would(topics), f"the keyword {name}")


def _parts(node: Node, scope: Scope) -> Iterator[Statement]:
    """The statements of a line; a prevention effect keeps what is done about the damage (615.5)."""
    if node.kind == "static_then":
        yield Statement(node, None, (), scope)
        return
    if node.kind == "statement_where":
        yield from statements(node.child(0), scope.with_x(amount(node.child(1).child(0), scope)))
        return
    if node.kind in ("as_long_as", "if_static", "holds_as_long_as", "holds_during_turn", "during_turn", "lasting_first", "spell_ability"):
        yield from statements(node, scope)
        return
    yield from statements(node, scope)


def _statement(found: Statement, extra: Extra) -> None:
    node = found.node
    if node.kind == "counters_remain":
        if node.child(0).kind != "any_counters" or node.child(1).kind != "this":
            raise NotModelled(node.kind)
        extra.facts.append(f"counters_remain({extra.number}).")
        return
    if node.kind == "for_each_do":
        raise NotModelled(node.kind)
    if found.target is not None:
        if node.kind in ENTERING:
            entering.change(found, extra)
        elif node.kind == "cant":
            object_cant(found, extra)
        elif node.kind == "cant_have_counters":
            effect = Effect(extra, found.scope)
            effect.fact("replaced_event", "counters")
            counter_test(node.child(0), effect)
            happens_to(found.target, effect)
            effect.fact("replaced_by", "cant")
            effect.finish(found.terms())
        elif node.kind in _NO_BEARING:
            return
        elif node.kind == "cant_cause":
            try:
                cant_cause(found.node)
            except NotModelled as error:
                extra.gap(WOULD + ("discard" if error.what == NO_DISCARDING else "zones"), error.what)
        elif topics_of_reading(Node("change", (found.target, node))) & TOPICS:
            raise NotModelled(node.kind)
        return
    if node.kind in _PROTECTING:
        replaced_protection(found, extra)
        return
    if node.kind in COPYING:
        copying.statement(found, extra)
        return
    if node.kind in _NO_BEARING or (not topics_of_reading(node) & TOPICS and node.kind not in _REPLACERS):
        return
    if as_enters.replaced(node):
        as_enters.instead(found, extra)
        return
    if node.kind == "as_enters_anchored":
        as_enters.anchored(found, extra)
        return
    if node.kind == "as_enters" or (node.kind == "static_then" and node.child(0).kind == "if_would" and as_enters.would(node)):
        as_enters.statement(found, extra)
        return
    for part in _split(node):
        effect = Effect(extra, found.scope)
        try:
            terms = found.terms()
        except NotModelled:
            terms = []
            effect.open()
        extra_terms = _effect(part, effect)
        if effect.facts:
            effect.finish([*terms, *extra_terms])


def _split(node: Node) -> Iterator[Node]:
    """The parts of an effect about several events, none of which is two of them."""
    if node.kind == "if_would" and node.child(0).kind == "event_or":
        for event in node.child(0).parts:
            if isinstance(event, Node):
                yield from _split(Node("if_would", (event, node.parts[1])))
    elif node.kind == "player_cant" and node.child(1).kind.startswith("player_predicate_"):
        for predicate in node.child(1).parts:
            if isinstance(predicate, Node):
                yield from _split(Node("player_cant", (node.parts[0], predicate)))
    else:
        yield node


def _known(write: Callable[[Node, Effect], None], node: Node, effect: Effect) -> None:
    """Write what happens instead; if it has no facts, the effect is open, and the event stays what it was."""
    before = list(effect.facts)
    try:
        write(node, effect)
    except NotModelled:
        effect.facts[:] = before
        effect.open()


def _effect(node: Node, effect: Effect) -> list[str]:
    """Write one effect; return the condition terms of its event."""
    kind = node.kind
    if kind == "static_then":
        terms = _effect(node.child(0), effect)
        if effect.facts:
            _known(afterwards, node.child(1), effect)
        return terms
    if kind in ("if_would", "next_time_would", "first_time_would"):
        if kind == "next_time_would":
            effect.fact("replaced_once")
        elif kind == "first_time_would":
            # A position doesn't tell whether it happened before in the turn.
            effect.open()
        if no_event(node.child(0)):
            effect.facts.clear()
            return []
        terms = event_tests(node.child(0), effect)
        _known(outcome, node.child(1), effect)
        return terms
    if kind == "prevent":
        damage_phrase(node.child(0), effect, None)
        return []
    if kind == "redirect":
        damage_phrase(node.child(0), effect, target_term(node.child(1), effect))
        return []
    if kind in ("double_damage", "triple_damage"):
        damage_phrase(node.child(0), effect, f"times({2 if kind == 'double_damage' else 3})")
        return []
    if kind == "discards_but_may":
        _discards_but_may(node, effect)
        return []
    if kind == "life_floor":
        if node.child(0).kind != "your":
            raise NotModelled(kind)
        floor, to = (number(node.child(i).word()) for i in (1, 2))
        effect.fact("replaced_event", "lose")
        effect.fact("replaced_who", "you")
        effect.fact("replaced_from_damage")
        effect.fact("replaced_by", f"floor({floor},{to})")
        return []
    return cant(node, effect)


#: Statements that say how combat damage is assigned: the amount of an event of damage is given with it.
#: What is done when something was done triggers on it (603.12).
_NO_BEARING = frozenset({"assigns_toughness", "assigns_as_unblocked", "assigns_no_damage", "lethal_damage", "when_you_do"})


_PROTECTING = frozenset({"player_has", "player_has_lasting", "player_and_objects_have"})


def replaced_protection(found: Statement, extra: Extra) -> None:
    """702.16e: damage that sources with a quality would deal to a protected player is prevented."""
    node = found.node
    for keyword in walk(node.child(2 if node.kind == "player_and_objects_have" else 1)):
        if keyword.kind != "protection":
            continue
        for what in _protected_from(keyword, found.scope):
            effect = Effect(extra, found.scope)
            effect.fact("replaced_event", "damage")
            effect.fact("replaced_to_player", player_word(node.child(0), effect))
            effect.fact("replaced_from", effect.describe(what))
            effect.fact("replaced_by", "prevent(all)")
            effect.fact("prevents")
            effect.finish(found.terms())


def _protected_from(node: Node, scope: Scope) -> Iterator[Alternatives]:
    for quality in qualities(node.child(0)):
        chosen = {"from_chosen_color": "of_chosen_color", "from_chosen_name": "of_chosen_name"}.get(quality.kind)
        found = status(chosen) if chosen is not None else quality_of(quality, scope)
        yield anywhere(found)


# --- events ----------------------------------------------------------------------------------------


def _discards_but_may(node: Node, effect: Effect) -> None:
    """701.9: what an effect has a player discard, that player may put elsewhere."""
    placed = node.child(3)
    if node.child(0).kind != "you" or node.child(2).kind != "you" or placed.kind != "placed_instead_of":
        raise NotModelled(node.kind)
    effect.fact("replaced_event", "move")
    effect.fact("replaced_into", "graveyard")
    effect.fact("replaced_out", "hand")
    effect.fact("replaced_owner", "you")
    effect.fact("replaced_cause", "any")
    effect.fact("replaced_optional")
    moves(node.child(1), effect)
    put_elsewhere(Node("put", (Node("placement", (placed.child(0), placed.child(1))),)), effect)
