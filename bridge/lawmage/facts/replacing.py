"""Replacement and prevention effects, and what can't happen, to facts (rules 614, 615, 616)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.keywords import KEYWORD_KINDS, keyword_of
from lawmage.cards.oracle.vocabulary import number, subtype
from lawmage.cards.reading_topics import topics_of_reading
from lawmage.cards.tokens import predefined
from lawmage.cards.types import SUPERTYPES
from lawmage.facts import entering
from lawmage.facts.amounts import amount
from lawmage.facts.description import ANYTHING, Alternatives, both, in_zone, status, trait
from lawmage.facts.entering import ENTERING
from lawmage.facts.extra import Extra
from lawmage.facts.objects import adjective, counter_kind, describe, described
from lawmage.facts.outer import Statement, statements
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.state import qualities, quality_of
from lawmage.facts.words import COLORS, TYPE_WORDS, quoted

#: Before the topics of what has no facts as a replacement effect: other questions have facts of their own.
#: Topics of events that can be replaced.
WOULD = "would_"
TOPICS = frozenset({"counters", "tokens", "damage", "life", "draw", "zones", "enters"})
_REPLACERS = frozenset(
    {"as_enters", "if_would", "next_time_would", "first_time_would", "prevent", "redirect", "life_floor", "static_then", "discards_but_may"}
)
_PLAYERS = {
    "you": "you", "an_opponent": "opponent", "opponents": "opponent", "your_opponents": "opponent", "each_opponent": "opponent",
    "a_player": "any", "any_player": "any", "players": "any", "each_player": "any", "enchanted_player": "enchanted",
    "chosen_player": "chosen",
}  # fmt: skip
#: What in an outcome names the object or player of the event.
_SAME = frozenset(
    {"it", "them", "that", "that_or_player", "this", "that_player", "they_player", "that_or_permanent", "that_player_or_permanent"}
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
    if node.kind == "spell_ability" and not resolved and not any(part.kind in ENTERING for part in walk(node)):
        return
    topics = topics_of_reading(node) & TOPICS
    if any(part.kind in ENTERING for part in walk(node)):
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
        extra.gap(_would(topics), error.what)
    except (TypeError, IndexError):
        # A shape that nobody foresaw is a gap like any other.
        extra.gap(_would(topics), f"this shape of {node.kind}")


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
        extra.facts.append(f"shields_from({extra.number},{extra.describe(what)}).")


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
    elif name in ("toxic", "dredge") and node.kind == "keyword_number" and node.child(1).kind == "number":
        fact = "toxic" if name == "toxic" else "dredges"
        extra.facts.append(f"{fact}({extra.number},{number(node.child(1).word())}).")
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
            _object_cant(found, extra)
        elif node.kind == "cant_have_counters":
            effect = Effect(extra, found.scope)
            effect.fact("replaced_event", "counters")
            _counter(node.child(0), effect)
            _to(found.target, effect)
            effect.fact("replaced_by", "cant")
            effect.finish(found.terms())
        elif node.kind in _NO_BEARING:
            return
        elif node.kind == "cant_cause":
            _cant_cause(found.node)
        elif topics_of_reading(Node("change", (found.target, node))) & TOPICS:
            raise NotModelled(node.kind)
        return
    if node.kind in _PROTECTING:
        replaced_protection(found, extra)
        return
    if node.kind in _NO_BEARING or (not topics_of_reading(node) & TOPICS and node.kind not in _REPLACERS):
        return
    if node.kind == "as_enters" or (node.kind == "static_then" and node.child(0).kind == "if_would" and entering.would(node)):
        entering.statement(found, extra)
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


def _no_event(node: Node) -> bool:
    """Whether an effect is about what no event asked about is or holds: exploring, countering, milling more."""
    if node.kind == "object_event":
        return node.child(1).kind in ("does_explore", "counters_object")
    return node.kind == "player_event" and node.child(1).kind == "mills"


def _effect(node: Node, effect: Effect) -> list[str]:
    """Write one effect; return the condition terms of its event."""
    kind = node.kind
    if kind == "static_then":
        terms = _effect(node.child(0), effect)
        if effect.facts:
            _known(_afterwards, node.child(1), effect)
        return terms
    if kind in ("if_would", "next_time_would", "first_time_would"):
        if kind == "next_time_would":
            effect.fact("replaced_once")
        elif kind == "first_time_would":
            # A position doesn't tell whether it happened before in the turn.
            effect.open()
        if _no_event(node.child(0)):
            effect.facts.clear()
            return []
        terms = _event(node.child(0), effect)
        _known(_outcome, node.child(1), effect)
        return terms
    if kind == "prevent":
        _damage_phrase(node.child(0), effect, None)
        return []
    if kind == "redirect":
        _damage_phrase(node.child(0), effect, _target_term(node.child(1), effect))
        return []
    if kind in ("double_damage", "triple_damage"):
        _damage_phrase(node.child(0), effect, f"times({2 if kind == 'double_damage' else 3})")
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
    return _cant(node, effect)


# --- what can't happen (614.17) ---
#: What objects can't do, or have done to them, without bearing on the events asked about.
_HARMLESS = frozenset(
    {
        "is_countered", "is_countered_by_any", "is_blocked", "is_blocked_by", "is_activated", "is_activated_lasting", "is_cast",
        "is_copied", "is_turned_face_up", "is_turned_face_down", "is_suspected", "is_chosen", "is_goaded", "is_attacked",
        "is_crewed", "is_played", "is_sacrificed", "attacks", "attacks_alone", "attacks_target", "attacks_or_blocks", "blocks",
        "blocks_object", "becomes_target", "becomes_blocked", "becomes_blocked_by", "becomes_untapped", "becomes_tapped", "untaps",
        "transforms", "phases_in", "phases_out", "crews_vehicles", "is_transformed", "becomes_attached", "is_enchanted",
        "is_equipped", "is_enchanted_by", "is_equipped_by",
    }
)  # fmt: skip
#: What players can't do, without bearing on the events asked about; paying life is no event of these.
_HARMLESS_DEEDS = frozenset(
    {
        "pays_life", "pays_any_life", "pays_life_or_sacrifices", "pays_life_to", "searches", "searches_libraries", "sacrifices",
        "casts", "casts_or_copies", "casts_or_cycles", "cycles", "plays", "activates", "activates_any", "attacks", "player_attacks",
    }
)  # fmt: skip
#: Statements that say how combat damage is assigned: the amount of an event of damage is given with it.
_NO_BEARING = frozenset({"assigns_toughness", "assigns_as_unblocked", "assigns_no_damage", "lethal_damage"})


def _object_cant(found: Statement, extra: Extra) -> None:
    """What objects can't do: what bears on no event here, or that they can't be destroyed or regenerated."""
    assert found.target is not None
    for predicate in _predicates(found.node.child(0)):
        kind = predicate.child(0).kind if predicate.kind == "passive" else predicate.kind
        if kind in _HARMLESS:
            continue
        if kind not in ("is_destroyed", "is_regenerated"):
            raise NotModelled(f"can't {kind}")
        effect = Effect(extra, found.scope)
        effect.fact("replaced_event", "destroy")
        _moved(found.target, effect)
        effect.fact("replaced_by", "cant" if kind == "is_destroyed" else "no_regeneration")
        effect.finish(found.terms())


def _cant_cause(node: Node) -> None:
    """What spells and abilities can't cause players to do; sacrificing and searching are no events of these."""
    for predicate in _predicates(node.child(1)):
        if predicate.kind not in _HARMLESS_DEEDS:
            raise NotModelled(f"can't cause {predicate.kind}")


def _predicates(node: Node) -> Iterator[Node]:
    if node.kind.startswith(("predicate_", "player_predicate_")):
        for part in node.parts:
            if isinstance(part, Node):
                yield from _predicates(part)
    else:
        yield node


def _cant(node: Node, effect: Effect) -> list[str]:
    kind = node.kind
    if kind == "life_cant_change":
        owner = {"your": "you", "opponents_possessive": "opponent"}.get(node.child(0).kind)
        if owner is None:
            raise NotModelled(f"{kind} {node.child(0).kind}")
        effect.fact("replaced_event", "life")
        effect.fact("replaced_who", owner)
    elif kind == "player_cant" and node.child(1).kind in ("gains_life", "loses_life"):
        effect.fact("replaced_event", "gain" if node.child(1).kind == "gains_life" else "lose")
        effect.fact("replaced_who", _who(node.child(0), effect))
    elif kind == "player_cant" and node.child(1).kind in _HARMLESS_DEEDS:
        return []
    elif kind == "player_cant" and node.child(1).kind in ("draws_any", "draws_more_than_each_turn"):
        effect.fact("replaced_event", "draw")
        effect.fact("replaced_who", _who(node.child(0), effect))
        if node.child(1).kind != "draws_any":
            # A position doesn't tell how many cards a player has drawn this turn.
            effect.open()
            return []
    elif kind == "player_cant" and node.child(1).kind in ("gets_counters", "gets_any_counters"):
        effect.fact("replaced_event", "counters")
        if node.child(1).kind == "gets_counters":
            load = node.child(1).child(0)
            if load.kind != "counters_bare":
                raise NotModelled(load.kind)
            _counter(load.child(0), effect)
        effect.fact("replaced_to_player", _who(node.child(0), effect))
    elif kind == "damage_cant_be_prevented":
        _unpreventable(node.child(0), effect)
        return []
    elif kind == "damage_as_though":
        effect.fact("harms_as", quoted(_harm(node.child(0))))
        return []
    elif kind == "damage_to_as_though":
        effect.fact("harms_as", quoted(_harm(node.child(1))))
        if node.child(0).kind != "damage_player":
            raise NotModelled(kind)
        effect.fact("replaced_to_player", _who(node.child(0).child(0), effect))
        return []
    elif kind == "counters_cant_be_removed":
        if node.child(0).kind != "counters" or node.child(0).word() != "stun":
            raise NotModelled(kind)
        # 122.1d: stun counters come off as permanents untap, which is no event of these.
        return []
    elif kind == "counters_cant_be_put":
        _counter(node.child(0), effect)
        effect.fact("replaced_event", "counters")
        _to(node.child(1), effect)
    else:
        raise NotModelled(kind)
    effect.fact("replaced_by", "cant")
    return []


def _harm(node: Node) -> str:
    if node.kind != "keyword" or node.word() not in ("wither", "infect"):
        raise NotModelled(f"damage as though {node.kind}")
    return node.word()


def _unpreventable(node: Node, effect: Effect) -> None:
    """615.12: which damage can't be prevented."""
    if node.kind in ("any_damage", "any_combat_damage"):
        effect.fact("unpreventable", "any" if node.kind == "any_damage" else "combat")
        return
    if node.kind != "damage_that" or node.child(0).kind not in ("plain_damage", "combat_damage"):
        raise NotModelled(f"damage_cant_be_prevented {node.kind}")
    part = node.child(1)
    if part.kind == "would_be_dealt" and part.child(0).kind == "by_source":
        source = part.child(0).child(0)
    elif part.kind == "would_deal":
        source = part.child(0)
    else:
        raise NotModelled(f"damage_cant_be_prevented {part.kind}")
    effect.fact("unpreventable", "any" if node.child(0).kind == "plain_damage" else "combat")
    _from(source, effect)


# --- protection (702.16e) ---
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
            effect.fact("replaced_to_player", _who(node.child(0), effect))
            effect.fact("replaced_from", effect.describe(what))
            effect.fact("replaced_by", "prevent(all)")
            effect.fact("prevents")
            effect.finish(found.terms())


def _protected_from(node: Node, scope: Scope) -> Iterator[Alternatives]:
    for quality in qualities(node.child(0)):
        chosen = {"from_chosen_color": "of_chosen_color", "from_chosen_name": "of_chosen_name"}.get(quality.kind)
        found = status(chosen) if chosen is not None else quality_of(quality, scope)
        yield _anywhere(found)


# --- events ----------------------------------------------------------------------------------------


def _who(node: Node, effect: Effect) -> str:
    found = _PLAYERS.get(node.kind)
    if found is not None:
        return found
    if node.kind == "ref_player":
        reference = effect.scope.references[int(node.word()[1:])]
        if reference.sort == "player":
            return f"player({reference.number})"
    raise NotModelled(f"player {node.kind}")


def _to(node: Node, effect: Effect) -> None:
    """Note what object or player the event must happen to."""
    kind = node.kind
    if kind in ("damage_object", "damage_player"):
        _to(node.child(0), effect)
    elif kind in ("damage_and_target", "player_and_or_object", "object_and_or_player"):
        _to(node.child(0), effect)
        _to(node.child(1), effect)
    elif kind in ("one_or_player", "player_or_permanent"):
        effect.fact("replaced_to_player", "any")
        what = described(node.child(0), effect.scope) if kind == "one_or_player" else ANYTHING
        effect.fact("replaced_to", effect.describe(what))
    elif kind == "ref_player" and effect.scope.references[int(node.word()[1:])].sort == "object":
        found = effect.scope.references[int(node.word()[1:])]
        effect.fact("replaced_to", effect.describe(status(f"object({found.number})")))
    elif kind in _PLAYERS or kind == "ref_player":
        effect.fact("replaced_to_player", _who(node, effect))
    else:
        effect.target = node
        effect.fact("replaced_to", effect.describe(_described(node, effect)))


def _described(node: Node, effect: Effect) -> Alternatives:
    """109.2: an object node; "your team" is you, "a source" any object anywhere.

    Of what has no facts it is not known whether it fits, so the effect is open to all.
    """
    try:
        return describe(_team(node), effect.scope)
    except NotModelled:
        effect.open()
        nouns = {part.kind for part in walk(node)}
        return in_zone("stack") if "spell" in nouns and not nouns & {"permanent", "card", "ability_noun"} else ANYTHING


def _team(node: Node) -> Node:
    if node.kind == "your_team":
        return Node("you")
    return Node(node.kind, tuple(_team(part) if isinstance(part, Node) else part for part in node.parts))


def _from(node: Node, effect: Effect) -> None:
    """Note what the source of damage must be."""
    effect.fact("replaced_from", effect.describe(_anywhere(_described(_sources(node), effect))))


def _sources(node: Node) -> Node:
    if node.kind == "source":
        return Node("permanent")
    return Node(node.kind, tuple(_sources(part) if isinstance(part, Node) else part for part in node.parts))


def _anywhere(what: Alternatives) -> Alternatives:
    return tuple(replace(alternative, zone=alternative.zone or "anywhere") for alternative in what)


def _damage_kind(node: Node, effect: Effect) -> None:
    if node.kind in ("combat_damage", "noncombat_damage"):
        effect.fact("replaced_damage", node.kind.removesuffix("_damage"))
    elif node.kind == "at_least_damage":
        effect.fact("replaced_least", number(node.word()))
    elif node.kind == "at_most_damage":
        effect.fact("replaced_most", number(node.word()))
    elif node.kind == "exactly_damage":
        effect.fact("replaced_least", number(node.word()))
        effect.fact("replaced_most", number(node.word()))
    elif node.kind == "less_noncombat_damage":
        effect.fact("replaced_damage", "noncombat")
        effect.fact("replaced_below", effect.amount(node.child(0)))
    elif node.kind not in ("plain_damage", "that_damage_kind"):
        raise NotModelled(node.kind)


def _counter(node: Node, effect: Effect) -> None:
    if node.kind == "counters":
        effect.fact("replaced_counter", quoted(node.word()))
    elif node.kind != "any_counters":
        raise NotModelled(node.kind)


def _load(node: Node, effect: Effect) -> None:
    if node.kind != "counter_load" or node.child(0).kind not in ("one_or_more_amount", "a_number"):
        raise NotModelled(node.kind)
    _counter(node.child(1), effect)


def _event(node: Node, effect: Effect) -> list[str]:
    """Write the event's tests; return condition terms."""
    kind = node.kind
    if kind == "event_with":
        terms = _event(node.child(0), effect)
        try:
            return [*terms, *_modifier(node.child(1), effect)]
        except NotModelled:
            effect.open()
            return terms
    if kind == "counters_put":
        effect.fact("replaced_event", "counters")
        _load(node.child(0), effect)
        _to(node.child(1), effect)
    elif kind in ("tokens_created", "tokens_created_under"):
        effect.fact("replaced_event", "tokens")
        if kind == "tokens_created_under":
            if node.child(1).kind != "your":
                raise NotModelled(node.child(1).kind)
            effect.fact("replaced_who", "you")
        _token_kind(node.child(0), effect)
    elif kind in ("damage_dealt", "damage_dealt_from", "damage_dealt_any"):
        effect.fact("replaced_event", "damage")
        _damage_kind(node.child(0), effect)
        if kind == "damage_dealt_from":
            _from(node.child(1), effect)
        if kind != "damage_dealt_any":
            _to(node.child(len(node.parts) - 1), effect)
    elif kind == "effect_event":
        if node.child(0).kind != "an_effect":
            raise NotModelled(node.child(0).kind)
        effect.fact("replaced_effect")
        _effect_event(node.child(1), effect)
    elif kind == "causes_player_event" and node.child(1).kind == "its_controller":
        # An event doesn't tell that an effect of a player's own spell or ability causes it.
        effect.open()
        _player_event(Node("a_player"), node.child(2), effect)
    elif kind == "discard_caused":
        # 701.9: discarded is a card that moves from a hand to a graveyard.
        _discarded(node, effect)
    elif kind == "player_event":
        _player_event(node.child(0), node.child(1), effect)
    elif kind == "object_event":
        _object_event(node.child(0), node.child(1), effect)
    else:
        raise NotModelled(kind)
    return []


def _discarded(node: Node, effect: Effect) -> None:
    cause = node.child(0)
    owner = next((part for part in walk(cause) if part.kind == "controlled_by"), None)
    if node.child(1).kind != "you" or owner is None or cause.child(0).child(0).kind != "head_or":
        raise NotModelled(node.kind)
    effect.fact("replaced_event", "move")
    effect.fact("replaced_into", "graveyard")
    effect.fact("replaced_out", "hand")
    effect.fact("replaced_cause", _who(owner.child(0), effect))
    _moved(node.child(2), effect)


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
    _moved(node.child(1), effect)
    _put_elsewhere(Node("put", (Node("placement", (placed.child(0), placed.child(1))),)), effect)


def _modifier(node: Node, effect: Effect) -> list[str]:
    from lawmage.facts.amounts import condition

    kind = node.kind
    if kind == "while_condition" and node.child(0).kind == "library_empty":
        if node.child(0).child(0).kind not in ("your", "their"):
            raise NotModelled(node.child(0).kind)
        effect.fact("replaced_library_empty")
        return []
    if kind in ("except_first_draw", "except_their_first_draw"):
        effect.fact("replaced_not_first")
        return []
    if kind in ("this_turn",):
        return []
    if kind == "under_your_control" and f"replaced_event({effect.number},tokens)." in effect.facts:
        effect.fact("replaced_who", "you")
        return []
    if kind == "event_modifier_more":
        return [*_modifier(node.child(0), effect), *_modifier(node.child(1), effect)]
    if kind == "during" and node.child(0).kind == "turn_of_part" and node.child(0).child(0).kind == "your":
        return ["your_turn"]
    if kind == "while_condition":
        inner = node.child(0)
        if any(part.kind in ("it", "its", "they", "them", "that") for part in walk(inner)) and (
            effect.target is None or effect.target.kind not in ("this", "attached_to_this")
        ):
            raise NotModelled("condition on the event")
        if inner.kind == "cards_in_zone":
            return [_no_hand(inner, effect)]
        scope = replace(effect.scope, mentions=[])
        if effect.target is not None and effect.target.kind == "attached_to_this":
            scope = replace(scope, it=status("host"))
        term = condition(inner, scope)
        effect.descriptions += scope.mentions
        return [term]
    raise NotModelled(kind)


def _no_hand(node: Node, effect: Effect) -> str:
    """ "While you have no cards in hand": judged draw by draw, for drawing changes it."""
    if node.child(0).kind == "you" and node.child(1).kind == "quantity_none" and any(p.kind == "bare_hand" for p in walk(node)):
        effect.fact("replaced_hand_empty")
        return "always"
    raise NotModelled(node.kind)


def _effect_event(node: Node, effect: Effect) -> None:
    if node.kind == "creates":
        effect.fact("replaced_event", "tokens")
        group = node.child(0)
        if group.kind != "token_group" or group.child(0).kind != "one_or_more_amount":
            raise NotModelled(group.kind)
        inner = group.child(1)
        if inner.kind == "token_that" and inner.child(0).kind == "token_under" and inner.child(0).child(0).kind == "your":
            effect.fact("replaced_who", "you")
        elif inner.kind != "plain_token":
            raise NotModelled(inner.kind)
    elif node.kind == "puts_counters":
        effect.fact("replaced_event", "counters")
        _load(node.child(0), effect)
        _to(node.child(1), effect)
    else:
        raise NotModelled(node.kind)


def _player_event(player: Node, node: Node, effect: Effect) -> None:
    who = _who(player, effect)
    kind = node.kind
    if kind in ("gains_life", "loses_life") and node.child(0).kind == "any_life":
        effect.fact("replaced_event", "gain" if kind == "gains_life" else "lose")
        effect.fact("replaced_who", who)
    elif kind == "draws" and node.child(0).kind == "a_number":
        effect.fact("replaced_event", "draw")
        effect.fact("replaced_who", who)
    elif kind == "draws" and node.child(0).kind == "number_or_more":
        effect.fact("replaced_event", "draws")
        effect.fact("replaced_who", who)
        effect.fact("replaced_least", number(node.child(0).word()))
    elif kind == "creates_object":
        effect.fact("replaced_event", "tokens")
        effect.fact("replaced_who", who)
        _token_kind(node.child(0), effect)
    elif kind == "creates":
        effect.fact("replaced_event", "tokens")
        effect.fact("replaced_who", who)
        _created(node.child(0), effect)
    elif kind == "gets_energy":
        effect.fact("replaced_event", "counters")
        effect.fact("replaced_to_player", who)
        effect.fact("replaced_counter", quoted("energy"))
    elif kind == "gets_counters":
        effect.fact("replaced_event", "counters")
        effect.fact("replaced_to_player", who)
        _load(node.child(0), effect)
    elif kind == "draws" and node.child(0).kind == "one_or_more_amount":
        effect.fact("replaced_event", "draws")
        effect.fact("replaced_who", who)
    elif kind == "puts_counters_or_self":
        effect.fact("replaced_event", "counters")
        effect.fact("replaced_agent", who)
        effect.fact("replaced_to_player", who)
        _load(node.child(0), effect)
        _to(node.child(1), effect)
    elif kind == "puts_counters":
        effect.fact("replaced_event", "counters")
        effect.fact("replaced_agent", who)
        _load(node.child(0), effect)
        _to(node.child(1), effect)
    else:
        raise NotModelled(kind)


def _created(group: Node, effect: Effect) -> None:
    """Which tokens a player would create: "one or more tokens" of a kind, or a single one."""
    if group.kind == "bare_token":
        words = [Node("predefined_token", (group.word(1),))]
    elif group.kind == "token_group":
        words = list(_token_words(group.child(1)))
    else:
        raise NotModelled(group.kind)
    if group.child(0).kind == "a_number":
        # Of several at once it is not said whether each is replaced.
        effect.open()
    elif group.child(0).kind != "one_or_more_amount":
        raise NotModelled(group.child(0).kind)
    tests = ANYTHING
    for word in words:
        if word.kind == "predefined_token":
            tests = both(tests, trait(f"type({quoted(word.word().title())})"))
        else:
            tests = both(tests, adjective(word, effect.scope))
    if any(test.sort != "trait" for alternative in tests for test in alternative.tests):
        raise NotModelled("tokens by circumstance")
    if words:
        effect.fact("replaced_token", effect.describe(tests))
        effect.target = Node("of_kinds", tuple(words))


def _object_event(what: Node, node: Node, effect: Effect) -> None:
    kind = node.kind
    if kind == "is_dealt" and node.child(0).kind == "dealt_only":
        effect.fact("replaced_event", "damage")
        _damage_kind(node.child(0).child(0), effect)
        _to(what, effect)
        return
    if kind in ("deals_damage", "deals_damage_plain"):
        effect.fact("replaced_event", "damage")
        _from(what, effect)
        if kind == "deals_damage":
            tail = node.child(0)
            if tail.kind not in ("damage_only", "damage_to"):
                raise NotModelled(tail.kind)
            _damage_kind(tail.child(0), effect)
            if tail.kind == "damage_to":
                _to(tail.child(1), effect)
    elif kind == "passive" and node.child(0).kind == "is_created":
        effect.fact("replaced_event", "tokens")
        _token_kind(what, effect)
    elif kind == "passive" and node.child(0).kind == "is_destroyed":
        effect.fact("replaced_event", "destroy")
        _moved(what, effect)
    elif kind == "dies":
        effect.fact("replaced_event", "move")
        effect.fact("replaced_into", "graveyard")
        effect.fact("replaced_out", "battlefield")
        _moved(what, effect)
    elif kind == "leaves" and node.child(0).kind == "the_battlefield":
        effect.fact("replaced_event", "move")
        effect.fact("replaced_out", "battlefield")
        _moved(what, effect)
    elif kind == "moved":
        _zone_change(node.child(0), effect)
        _moved(what, effect)
    else:
        raise NotModelled(kind)


def _moved(what: Node, effect: Effect) -> None:
    """Note which object moves, wherever it is; "card" is no token."""
    nouns = [part.kind for part in walk(what)]
    if "card" in nouns and "token" not in nouns:
        effect.fact("replaced_card")
    effect.target = what
    found = ANYTHING if what.kind == "card_or_token" else _described(what, effect)
    effect.fact("replaced_to", effect.describe(_anywhere(found)))


def _zone_change(node: Node, effect: Effect) -> None:
    kind = node.kind
    if kind not in ("put_into", "put_into_from", "put_into_origin"):
        raise NotModelled(kind)
    zone = node.child(0)
    effect.fact("replaced_event", "move")
    effect.fact("replaced_into", "graveyard")
    if zone.kind == "graveyard":
        owner = zone.child(0)
        if owner.kind == "players_possessive":
            effect.fact("replaced_owner", _who(owner.child(0), effect))
        elif owner.kind == "your":
            effect.fact("replaced_owner", "you")
        elif owner.kind in ("opponents_possessive", "your_opponents_possessive"):
            effect.fact("replaced_owner", "opponent")
        elif owner.kind not in ("its_owners", "its_owners_split", "their_owners"):
            raise NotModelled(owner.kind)
    elif zone.kind not in ("a_graveyard",):
        raise NotModelled(zone.kind)
    if kind != "put_into":
        origin = node.child(1)
        if origin.kind == "origin_of":
            origin = origin.child(0)
        if origin.kind == "battlefield_origin":
            effect.fact("replaced_out", "battlefield")
        elif origin.kind not in ("origin_anywhere",):
            raise NotModelled(origin.kind)


def _token_kind(node: Node, effect: Effect) -> None:
    """Which tokens: by their characteristics."""
    what = described(node.child(0), effect.scope) if node.kind in ("one", "one_or_more", "any_of", "each") else describe(node, effect.scope)
    kept = tuple(replace(a, tests=frozenset(t for t in a.tests if t.term != "token")) for a in what)
    if any(test.sort != "trait" for alternative in kept for test in alternative.tests):
        raise NotModelled("tokens by circumstance")
    if any(alternative.tests for alternative in kept):
        effect.fact("replaced_token", effect.describe(kept))
    effect.target = node


# --- what happens instead --------------------------------------------------------------------------


def _outcome(node: Node, effect: Effect) -> None:
    kind = node.kind
    if kind == "do_instead":
        _instead(node.child(0), effect, "")
    elif kind in ("instead_rounded_down", "instead_rounded_up"):
        _instead(node.child(0), effect, kind.removeprefix("instead_rounded_"))
    elif kind == "prevent":
        _prevented(node.child(0), effect)
    elif kind == "and_clause" and node.child(0).kind == "prevent":
        _prevented(node.child(0).child(0), effect)
        _afterwards(node.child(1), effect)
    elif kind in ("do_instead_of_putting", "instead_of_anywhere", "do_instead_of_anywhere"):
        _instead(node.child(0), effect, "")
    elif kind == "comma_clause" and node.child(0).kind == "prevent":
        _prevented(node.child(0).child(0), effect)
        for part in _listed(node.child(1)):
            _afterwards(part, effect)
    elif kind in ("statement_where", "do_where"):
        effect.scope = effect.scope.with_x(effect.amount(node.child(1).child(0)))
        _outcome(node.child(0), effect)
    elif kind == "player_may" or kind == "may_instead":
        _optional(node, effect)
    elif kind == "regenerate":
        effect.fact("replaced_by", "regenerate")
        effect.fact("regenerates")
    else:
        raise NotModelled(kind)


def _listed(node: Node) -> Iterator[Node]:
    if node.kind == "comma_clause_more":
        yield node.child(0)
        yield from _listed(node.child(1))
    elif node.kind == "comma_clause_last":
        yield node.child(0)
    else:
        yield node


def _optional(node: Node, effect: Effect) -> None:
    """What a player may have happen instead; otherwise the event stays as it is."""
    if node.child(0).kind != "you":
        raise NotModelled(node.kind)
    effect.fact("replaced_optional")
    if node.child(1).kind == "prevent":
        _prevented(node.child(1).child(0), effect)
    else:
        _instead(node.child(1), effect, "")


def _change(node: Node, effect: Effect, rounding: str = "") -> str:
    """Return how an amount that builds on the event's own changes: times(2), plus(X), ..."""
    kind = node.kind
    if kind in ("that_many", "that_much"):
        return "same"
    if kind in ("twice", "thrice") and node.child(0).kind in ("that_many", "that_much"):
        return f"times({2 if kind == 'twice' else 3})"
    if kind in ("half", "half_down", "half_up") and node.child(0).kind in ("that_many", "that_much"):
        up = kind == "half_up" or rounding == "up"
        if kind == "half" and not rounding:
            raise NotModelled(kind)
        return "half_up" if up else "half_down"
    if kind == "sum" and node.child(0).kind in ("that_many", "that_much"):
        return f"plus({effect.amount(node.child(1))})"
    return f"fixed({effect.amount(node)})"


def _same(node: Node, effect: Effect) -> None:
    if node.kind in ("damage_object", "damage_player"):
        node = node.child(0)
    if node.kind in _SAME:
        return
    if effect.target == node or (node.kind == "you" and f"replaced_to_player({effect.number},you)." in effect.facts):
        return
    raise NotModelled(f"other object {node.kind}")


def _instead(node: Node, effect: Effect, rounding: str) -> None:
    kind = node.kind
    if kind == "counters_are_put":
        _same(node.child(1), effect)
        effect.fact("replaced_by", _change(node.child(0).child(0), effect, rounding))
    elif kind == "counters_minus_are_put":
        _same(node.child(2), effect)
        effect.fact("replaced_by", f"minus({effect.amount(node.child(1))})")
    elif kind == "object_puts_counters":
        _same(node.child(2), effect)
        effect.fact("replaced_by", _change(node.child(1).child(0), effect, rounding))
    elif _of(node).kind in ("put_counters", "put_load") and not _is_draw(effect):
        _puts(node.child(1) if kind == "player_does" else node, effect, rounding)
    elif kind in ("tokens_are_created", "object_creates_changed", "other_tokens_are_created"):
        _tokens(node.child(len(node.parts) - 1), effect)
    elif kind == "create_one_of_each":
        _one_of_each(effect)
    elif kind in ("deals_changed", "deals_changed_to"):
        if kind == "deals_changed_to" and node.child(1).kind == "same_damage":
            effect.fact("replaced_by", f"redirect(all,{_target_term(node.child(2), effect)})")
            return
        if kind == "deals_changed_to":
            _same(node.child(2), effect)
        effect.fact("replaced_by", _damage_change(node.child(1), effect))
    elif kind == "prevent":
        _prevented(node.child(0), effect)
    elif kind == "damage_is_dealt_to":
        effect.fact("replaced_by", f"redirect(all,{_target_term(node.child(0), effect)})")
    elif kind == "deals" and node.child(1).kind == "damage" and node.child(1).child(0).kind == "number":
        _same(node.child(1).child(1), effect)
        effect.fact("replaced_by", f"fixed({effect.amount(node.child(1).child(0))})")
    elif kind == "player_may":
        _optional(node, effect)
    elif kind == "and_clause" and node.child(0).kind == "sacrifice" and f"replaced_event({effect.number},destroy)." in effect.facts:
        # 701.8, 701.21: the one that would be destroyed stays, the source goes to the graveyard.
        if node.child(0).child(0).kind != "this" or node.child(1).kind not in ("change_lasting", "change"):
            raise NotModelled(kind)
        effect.fact("replaced_by", "sacrifice_this")
    elif _is_move(effect) and kind in _MOVERS:
        _moved_instead(node, effect)
    elif kind in ("create_changed", "get_energy_amount", "get_counters") or (
        kind == "player_does" and node.child(1).kind in ("create_changed", "get_energy_amount", "get_counters")
    ):
        _got(node.child(1) if kind == "player_does" else node, effect, rounding)
    elif kind == "and_clause" and _of(node.child(0)).kind == "get_counters" and node.child(1).kind == "statement_lasting":
        # What can't happen later in the turn is no part of this event.
        _got(_of(node.child(0)), effect, rounding)
    else:
        _acts(node, effect)


def _of(node: Node) -> Node:
    return node.child(1) if node.kind == "player_does" else node


def _got(node: Node, effect: Effect, rounding: str) -> None:
    """Tokens, energy or counters that a player gets another number of."""
    if node.kind == "create_changed":
        inner = node.child(0)
        if inner.kind == "of_each_kind_of_token":
            effect.fact("replaced_by", _change(inner.child(0), effect, rounding))
        else:
            _tokens(inner, effect)
        return
    if f"replaced_event({effect.number},counters)." not in effect.facts:
        raise NotModelled(node.kind)
    effect.fact("replaced_by", _change(node.child(0), effect, rounding))


#: What is done with an object that would be destroyed or move, and with what is done besides.
_MOVERS = frozenset(
    {"revealed_to_bottom", "exile", "exile_with_counters", "put", "shuffle_into", "return", "and_clause", "comma_clause", "then_clause"}
)
#: What may be done besides without changing the object, or any other that the event is about.
_BESIDES = frozenset({"create", "gain_life", "lose_life", "draw", "extra_turn", "reveal", "shuffle", "scry", "mill"})


def _is_move(effect: Effect) -> bool:
    return any(f"replaced_event({effect.number},{kind})." in effect.facts for kind in ("move", "destroy"))


def _moved_instead(node: Node, effect: Effect) -> None:
    """614.6: the object goes to another zone; what happens besides changes others, or counters it gets there."""
    for part in _clauses(node):
        kind = part.kind
        if kind == "exile" and part.child(0).kind in ("it", "that", "them", "this"):
            effect.fact("replaced_by", "to(exile)")
        elif kind == "exile_with_counters" and part.child(0).kind in ("it", "that", "them", "this"):
            effect.fact("replaced_by", "to(exile)")
            effect.fact("replaced_with", quoted(_kind_of(part.child(2))), effect.amount(_count(part.child(1))))
        elif kind == "put_counters" and part.child(2).kind == "it":
            effect.fact("replaced_with", quoted(_kind_of(part.child(1))), effect.amount(_count(part.child(0))))
        elif kind in ("put", "shuffle_into", "return"):
            _put_elsewhere(part, effect)
        elif kind == "revealed_to_bottom" and part.child(0).kind in ("it", "that"):
            effect.fact("replaced_by", "to(library)")
        elif _of(part).kind not in _BESIDES:
            raise NotModelled(kind)


def _clauses(node: Node) -> Iterator[Node]:
    if node.kind in ("and_clause", "comma_clause", "then_clause", "comma_clause_more", "comma_clause_last"):
        for part in node.parts:
            if isinstance(part, Node):
                yield from _clauses(part)
    else:
        yield node


def _puts(node: Node, effect: Effect, rounding: str) -> None:
    change = _change(node.child(0), effect, rounding)
    counters = node.child(1)
    _same(node.child(2), effect)
    if any(fact.startswith(f"replaced_event({effect.number},counters)") for fact in effect.facts):
        if counters.kind not in ("of_each_of_those_kinds", "of_those_counters", "counters", "any_counters"):
            raise NotModelled(counters.kind)
        effect.fact("replaced_by", change)
        return
    if any(fact.startswith(f"replaced_event({effect.number},damage)") for fact in effect.facts) and change == "same":
        effect.fact("replaced_by", f"to_counters({quoted(_kind_of(counters))})")
        return
    raise NotModelled(node.kind)


def _kind_of(node: Node) -> str:
    found = counter_kind(node)
    if found is None:
        raise NotModelled("counters of any kind")
    return found


def _damage_change(node: Node, effect: Effect) -> str:
    kind = node.kind
    if kind in ("double_that_damage", "triple_that_damage"):
        return f"times({2 if kind.startswith('double') else 3})"
    if kind == "that_damage_plus":
        plus = node.child(0)
        return f"plus({effect.amount(plus.child(0) if plus.kind == 'amount_of_damage' else plus)})"
    if kind == "that_damage_minus":
        return f"minus({effect.amount(node.child(0))})"
    if kind == "half_that_damage":
        return "half_down"
    if kind in ("fixed_damage", "equal_damage"):
        return f"fixed({effect.amount(node.child(0))})"
    raise NotModelled(kind)


def _put_elsewhere(node: Node, effect: Effect) -> None:
    places = {
        "to_battlefield": "battlefield", "into_hand": "hand", "on_top": "library", "on_bottom": "library",
        "on_library_top": "library", "on_library_bottom": "library", "on_library_bottom_in": "library",
    }  # fmt: skip
    placement = node.child(0)
    if node.kind in ("put", "return") and placement.kind == "placement" and placement.child(0).kind in ("it", "that", "this"):
        where = placement.child(1)
        if where.kind in places:
            effect.fact("replaced_by", f"to({places[where.kind]})")
            return
        if where.kind == "into_zone" and where.child(0).kind in ("hand", "library"):
            effect.fact("replaced_by", f"to({where.child(0).kind})")
            return
    if node.kind == "shuffle_into" and node.child(0).kind in ("it", "that", "this"):
        effect.fact("replaced_by", "to(library)")
        return
    raise NotModelled(node.kind)


def _acts(node: Node, effect: Effect) -> None:
    """Sentences of what players do instead: drawing, gaining and losing life, exiling from the library."""
    nothing = False
    for index, (who, act) in enumerate(_deeds(node, "you"), 1):
        kind = act.kind
        if kind in ("draw", "gain_life", "lose_life"):
            name = {"draw": "draw", "gain_life": "gain", "lose_life": "lose"}[kind]
            count = act.child(0)
            change = "fixed(number(1))" if count.kind == "a_number" else _change(count, effect)
        elif kind in ("gain_that_plus", "draw_that_plus"):
            name, change = kind.split("_")[0], f"plus({effect.amount(act.child(0))})"
        elif kind in ("gain_that_minus", "draw_that_minus"):
            name, change = kind.split("_")[0], f"minus({effect.amount(act.child(0))})"
        elif kind == "gain_none":
            nothing = True
            continue
        elif kind == "draw_equal" and act.child(0).kind in ("that_many", "that_much"):
            name, change = "draw", "same"
        elif kind == "skip" and act.child(0).kind == "that_draw":
            nothing = True
            continue
        elif kind == "create" and act.child(0).kind in ("token_group", "bare_token"):
            name, change = _creating(act.child(0), effect)
        elif kind in ("exile", "mill", "discard", "sacrifice") and _is_damage(effect):
            # 614.6: no damage is dealt; what is done instead touches none of what the answer is about.
            nothing = True
            continue
        elif kind == "put_counters" and _is_damage(effect) and act.child(2).kind == "this" and effect.target is None:
            nothing = True
            continue
        elif kind in _NO_DRAW and _is_draw(effect):
            # 614.11: no card is drawn; cards put into a hand are not drawn.
            nothing = True
            continue
        elif kind == "exile" and act.child(0).kind == "top_several_of":
            name, change = "exile", f"fixed({effect.amount(act.child(0).child(0))})"
        elif _exiles_one(act, effect):
            name, change = "exile", "fixed(number(1))"
        else:
            raise NotModelled(kind)
        effect.fact("replaced_by", f"act({index},{name},{who},{change})")
    if nothing and not any(f"replaced_by({effect.number},act(" in fact for fact in effect.facts):
        effect.fact("replaced_by", "nothing")


def _exiles_one(act: Node, effect: Effect) -> bool:
    """Whether one card is exiled: the top card of a library, or the card that would be drawn."""
    if act.kind == "exile_face_up" and _is_draw(effect) and act.child(0).kind == "that":
        return True
    return act.kind in ("exile", "exile_face_down", "exile_face_up") and act.child(0).kind == "top_of"


#: What can be done instead of a draw that draws nothing.
_NO_DRAW = frozenset(
    {"win_game", "lose_game", "look_at", "put", "put_counters", "search", "shuffle", "scry", "surveil", "reveal", "return"}
)


def _is_damage(effect: Effect) -> bool:
    return f"replaced_event({effect.number},damage)." in effect.facts


def _is_draw(effect: Effect) -> bool:
    return any(f"replaced_event({effect.number},{kind})." in effect.facts for kind in ("draw", "draws"))


def _creating(group: Node, effect: Effect) -> tuple[str, str]:
    """Tokens created instead: their kind, and how many."""
    if group.kind == "bare_token":
        word = group.word(1)
        effect.made += 1
        made = _bundle(effect, [], [word.title()])
    else:
        made = _made(group.child(1), effect)
    count = group.child(0)
    return f"create({made})", "fixed(number(1))" if count.kind == "a_number" else _change(count, effect)


def _deeds(node: Node, who: str) -> Iterator[tuple[str, Node]]:
    kind = node.kind
    if kind in _TOGETHER:
        for part in node.parts:
            if isinstance(part, Node):
                yield from _deeds(part, who)
    elif kind == "player_does":
        player = node.child(0).kind
        whom = {"you": "you", "that_player": "event", "they_player": "event", "ref_player": "event"}.get(player)
        if whom is None:
            raise NotModelled(f"player {player}")
        yield from _deeds(node.child(1), whom)
    elif kind == "players_each_do" and node.child(0).kind == "you_and_that_player":
        yield from _deeds(node.child(1), "you")
        yield from _deeds(node.child(1), "event")
    else:
        yield who, node


_TOGETHER = frozenset(
    {
        "and_clause", "vp_and", "vp_comma", "vp_comma_more", "vp_comma_then", "then_clause", "comma_clause", "comma_clause_more",
        "comma_clause_last", "then_sentence",
    }
)  # fmt: skip


# --- tokens ----------------------------------------------------------------------------------------


def _tokens(node: Node, effect: Effect) -> None:
    kind = node.kind
    if kind == "of_those_tokens":
        effect.fact("replaced_by", _change(node.child(0), effect))
    elif kind in ("those_tokens_plus", "that_tokens_plus"):
        group = node.child(0)
        if group.kind != "token_group":
            raise NotModelled(group.kind)
        effect.fact("replaced_by", f"add_tokens({_made(group.child(1), effect)},{_change(_count(group.child(0)), effect)})")
    elif kind in ("those_tokens_plus_one", "those_tokens_plus_more"):
        change = "fixed(number(1))" if kind.endswith("one") else _change(node.child(0), effect)
        effect.fact("replaced_by", f"add_tokens({_made(node.child(len(node.parts) - 1), effect)},{change})")
    elif kind == "token_group" and node.child(0).kind == "that_many":
        effect.fact("replaced_by", f"become_tokens({_made(node.child(1), effect)})")
    else:
        raise NotModelled(kind)


def _count(node: Node) -> Node:
    return Node("number", ("1",)) if node.kind == "a_number" else node


def _made(node: Node, effect: Effect) -> str:
    """Write a kind of token as a bundle of its own and return its term (111.3, 111.4, 111.10)."""
    words = list(_token_words(node))
    effect.made += 1
    return _bundle(effect, words, [])


def _token_words(node: Node) -> Iterator[Node]:
    kind = node.kind
    if kind == "token_word":
        word = node.child(0)
        yield Node("predefined_token", (word.kind,)) if predefined(word.kind) is not None else word
        yield from _token_words(node.child(1))
    elif kind == "token_that":
        if node.child(0).kind not in ("token_with",):
            raise NotModelled(node.child(0).kind)
    elif kind in ("plain_token", "token"):
        return
    elif kind in ("subtype", "predefined_token"):
        yield node
    elif predefined(kind) is not None and not node.parts:
        yield Node("predefined_token", (kind,))
    else:
        raise NotModelled(kind)


def _bundle(effect: Effect, words: list[Node], names: list[str]) -> str:
    term = f"made({effect.number},{effect.made})"
    types: list[str] = []
    colors: list[str] = []
    for word in words:
        if word.kind in COLORS:
            colors.append(COLORS[word.kind])
        elif word.kind in TYPE_WORDS:
            types.append(TYPE_WORDS[word.kind])
        elif word.kind == "subtype":
            names.append(subtype(word.word()))
        elif word.kind == "predefined_token":
            names.append(word.word().title())
        elif word.kind not in ("token_pt", "colorless", "tapped"):
            raise NotModelled(word.kind)
    known = predefined(names[0]) if len(names) == 1 else None
    if known is not None and not types:
        types = [word for word in known.faces[0].types if word not in SUPERTYPES]
    facts = [f"bundle({term}).named({term},{quoted(' '.join(names))})."]
    facts += [f"type({term},{quoted(word)})." for word in (*types, *names)]
    facts += [f'color({term},"{color}").' for color in colors]
    effect.facts += facts
    return term


def _one_of_each(effect: Effect) -> None:
    assert effect.target is not None
    names = [subtype(part.word()) for part in walk(effect.target) if part.kind == "subtype"]
    if not names:
        raise NotModelled("create_one_of_each")
    for name in names:
        effect.made += 1
        effect.fact("replaced_by", f"each_token({effect.made},{_bundle(effect, [], [name])})")


# --- prevention and redirection --------------------------------------------------------------------


def _prevented(node: Node, effect: Effect) -> None:
    kind = node.kind
    if kind == "that_damage":
        effect.fact("replaced_by", "prevent(all)")
    elif kind == "some_of_that_damage":
        effect.fact("replaced_by", f"prevent({effect.amount(node.child(0))})")
    elif kind == "all_but_of_that_damage":
        effect.fact("replaced_by", f"prevent_all_but({effect.amount(node.child(0))})")
    elif kind in ("half_that_damage_up", "half_that_damage_down"):
        effect.fact("replaced_by", "prevent_half_up" if kind.endswith("up") else "prevent_half_down")
    elif kind == "damage_that" and node.child(0).kind == "n_damage":
        effect.fact("replaced_by", f"prevent(number({number(node.child(0).word())}))")
    else:
        raise NotModelled(kind)
    effect.fact("prevents")


def _target_term(node: Node, effect: Effect) -> str:
    """Return who gets redirected damage, as a term."""
    inner = node.child(0) if node.kind in ("damage_object", "damage_player") else node
    if inner.kind == "this":
        return "this"
    if inner.kind == "you":
        return "you"
    if inner.kind in ("ref", "ref_player"):
        reference = effect.scope.references[int(inner.word()[1:])]
        return f"{'o' if reference.sort == 'object' else 'y'}({reference.number})"
    if inner.kind == "attached_to_this":
        return "host"
    if inner.kind == "its_controller":
        # Of the permanent that would be dealt the damage, or of the spell that would deal it.
        return "source_controller" if f"replaced_to_player({effect.number},you)." in effect.facts else "target_controller"
    raise NotModelled(f"redirected to {inner.kind}")


def _damage_phrase(node: Node, effect: Effect, to: str | None) -> None:
    """ "Prevent/redirect the next 3 damage that would be dealt to ... this turn" and its like."""
    kind = node.kind
    effect.fact("replaced_event", "damage")
    many = "all"
    if kind == "next_damage":
        many = effect.amount(node.child(0))
        _damage_kind(node.child(1), effect)
        _dealt(node.child(2), effect)
    elif kind in ("all_damage", "damage_that"):
        _damage_kind(node.child(0), effect)
        _dealt(node.child(1), effect)
    else:
        raise NotModelled(kind)
    if to is None:
        effect.fact("replaced_by", f"prevent({many})")
        effect.fact("prevents")
    elif to.startswith("times("):
        effect.fact("replaced_by", to)
    else:
        effect.fact("replaced_by", f"redirect({many},{to})")


def _dealt(node: Node, effect: Effect) -> None:
    kind = node.kind
    if kind == "would_be_dealt_any":
        return
    if kind in ("would_deal", "would_deal_with"):
        _from(node.child(0), effect)
        if kind == "would_deal_with":
            _damage_part(node.child(1), effect)
    elif kind == "would_be_dealt":
        _damage_part(node.child(0), effect)
    else:
        raise NotModelled(kind)


def _damage_part(node: Node, effect: Effect) -> None:
    kind = node.kind
    if kind == "damage_parts":
        _damage_part(node.child(0), effect)
        _damage_part(node.child(1), effect)
    elif kind == "to_target":
        _to(node.child(0), effect)
    elif kind == "by_source":
        _from(node.child(0), effect)
    elif kind == "to_and_by":
        what = _anywhere(_described(node.child(0), effect))
        effect.fact("replaced_to_or_from", effect.describe(what))
    elif kind != "this_turn":
        raise NotModelled(kind)


def _afterwards(node: Node, effect: Effect) -> None:
    """615.5: what is done about damage that was prevented."""
    kind = node.kind
    act = _of(node)
    if kind in ("when_done_this_way", "when_prevented_this_way"):
        # 603.12: a reflexive trigger changes nothing until it resolves.
        return
    if not _is_damage(effect):
        if kind == "when_you_do" or (kind == "if_do" and node.child(0).kind == "you_cannot"):
            # 603.12: what triggers then waits to be put on the stack; whether one can is no part of the event.
            return
        if kind == "then_sentence" and node.child(0).kind == "when_you_do":
            return
        if _is_draw(effect) and kind == "put":
            return
        raise NotModelled(kind)
    if kind == "do_for_each" and node.child(1).kind == "damage_prevented_each":
        _afterwards(Node("for_each_do", (node.parts[1], node.parts[0])), effect)
    elif kind == "for_each_do" and node.child(0).kind == "damage_prevented_each" and node.child(1).kind in _ASIDE:
        return
    elif act.kind in ("gain_life_equal", "gain_life") and act.child(0).kind in ("prevented_amount", "that_much", "that_many"):
        if node.kind == "player_does" and node.child(0).kind != "you":
            raise NotModelled(node.child(0).kind)
        effect.fact("prevents_then", "gain(same)")
    elif act.kind in _ASIDE or (kind == "if_do" and node.child(0).kind == "you_cannot"):
        return
    elif kind == "remove_counters":
        if node.child(2).kind not in ("it", "this"):
            raise NotModelled(node.child(2).kind)
        effect.fact("prevents_then", f"remove({quoted(_kind_of(node.child(1)))},{_change(_count(node.child(0)), effect)})")
    elif kind == "for_each_do" and node.child(0).kind == "damage_prevented_each" and node.child(1).kind == "put_counters":
        put = node.child(1)
        if put.child(0).kind != "a_number":
            raise NotModelled("counters for each damage")
        _same_as_target(put.child(2), effect)
        effect.fact("prevents_then", f"put({quoted(_kind_of(put.child(1)))},same)")
    elif kind == "put_counters":
        _same_as_target(node.child(2), effect)
        effect.fact("prevents_then", f"put({quoted(_kind_of(node.child(1)))},{_change(_count(node.child(0)), effect)})")
    else:
        raise NotModelled(kind)


#: What may be done about prevented damage without touching the one it would have been dealt to.
_ASIDE = frozenset({"create", "exile", "mill", "draw", "draw_equal", "gains_control"})


def _same_as_target(node: Node, effect: Effect) -> None:
    """The object that counters are put on must be the one whose damage is prevented."""
    if node.kind in ("it", "this", "that"):
        return
    found = effect.describe(describe(node, effect.scope))
    if f"replaced_to({effect.number},{found})." not in effect.facts:
        raise NotModelled("counters on another")
