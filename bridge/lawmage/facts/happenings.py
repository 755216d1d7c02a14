"""What abilities watch of what happens to objects: destroyed, dying, leaving, damaged, discarded (603).

Watches: ``watches(A,W)`` with the kind of event, the objects it is about and who does it. What replaces such events is
written by :mod:`lawmage.facts.replacing`, for the queries ``event`` and ``replace`` alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from lawmage.cards.ability import Node, walk
from lawmage.facts.amounts import condition, quantity_bounds
from lawmage.facts.description import ANYTHING, Alternatives, Test, both, in_zone, status
from lawmage.facts.extra import Extra, next_number
from lawmage.facts.objects import counter_kind, describe, mention, player_test
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import quoted

_LISTS = frozenset(
    {
        "predicate_or", "predicate_comma", "predicate_and", "predicate_comma_more", "predicate_last_or", "player_predicate_or",
        "player_predicate_and",
    }
)  # fmt: skip
#: Events of objects and players that the verbs of the query ``event`` never bring about by themselves.
_ELSEWHERE = frozenset(
    {
        "enters", "enters_under", "enters_from", "enters_tapped_event", "enters_untapped_event", "attacks", "attacks_alone",
        "attacks_target", "attacks_unblocked", "attacks_or_blocks", "blocks", "blocks_object", "becomes_blocked",
        "becomes_blocked_by", "becomes_target", "deals_damage", "deals_damage_and", "deals_damage_plain", "becomes_monstrous",
        "becomes_renowned", "becomes_crewed", "becomes_saddled", "becomes_plotted", "becomes_prepared", "phases_in",
        "does_explore", "mutates", "transforms", "transforms_into", "specializes", "evolves", "trains", "mentors",
        "does_connive", "exploits", "crews", "saddles", "does_fight", "stations", "converts", "enlists", "adapts",
        "is_turned_face_up", "is_turned_face_down", "is_cast", "is_countered", "is_activated", "is_attacked", "is_copied",
        "is_blocked", "is_created", "is_suspected", "is_goaded", "is_chosen", "is_cycled", "is_played", "is_foretold",
        "becomes_attached", "casts", "casts_or_copies", "copies", "draws", "draws_any", "draws_your_nth", "draws_their_nth",
        "cycles", "gains_life", "loses_life", "gains_or_loses", "player_attacks", "player_attacks_target",
        "player_attacks_with", "player_attacks_target_with", "activates", "plays", "searches", "searches_library", "creates",
        "creates_under", "creates_object", "puts_counters", "gets_energy", "gets_counters", "rolls", "rolls_at_least",
        "becomes_monarch", "pays_life", "surveils", "scries", "scries_n", "scries_or_surveils", "proliferates",
        "investigates", "shuffles", "shuffles_library", "wins_flip", "loses_flip", "commits_crime", "unlocks_door",
        "fully_unlocks", "completes_dungeon", "expends", "exerts", "player_is_dealt", "player_becomes_target",
        "player_is_attacked", "collects_evidence", "ventures", "solves", "next_casts", "counters_object", "player_taps",
        "loses_game", "wins_game", "forages", "planeswalks", "manifests_dread", "discovers", "flips_coin", "finishes_voting",
        "has_counters_event", "put_onto_battlefield", "put_onto_battlefield_from", "is_enchanted", "reveals", "begins_turn",
        "player_transforms", "player_crews", "attacks_target_unblocked", "becomes_creature", "casts_or_cycles",
        "crews_vehicles", "gives_gift", "is_revealed", "is_drawn", "is_trained", "causes_discard",
    }
)  # fmt: skip
#: Whole events of that sort.
_OTHER_EVENTS = frozenset(
    {
        "beginning_of", "end_of_combat", "counters_put", "nth_counter_put", "day_or_night_changes", "you_are_dealt",
        "you_are_attacked", "ring_tempts_you", "source_deals", "becomes_night", "becomes_day", "taps_for_mana", "taps_for_kind",
        "is_tapped_for_mana", "damage_is_prevented", "damage_from_is_prevented", "damage_to_is_prevented", "there_are_counters",
        "ability_adds_chosen", "casts_this", "adds_mana", "last_counter_removed",
    }
)  # fmt: skip
_PASSIVE = {
    "is_destroyed": "destroyed",
    "is_sacrificed": "sacrificed",
    "is_exiled": "exiled",
    "is_exiled_from_battlefield": "exiled",
    "is_discarded": "discarded",
    "is_milled": "milled",
    "is_tapped": "tapped",
}
_PLAIN = {
    "dies": "dies",
    "becomes_tapped": "tapped",
    "becomes_untapped": "untapped",
    "untaps": "untapped",
    "phases_out": "phased_out",
    "leaves_without_dying": "left_without_dying",
}
#: Events that may befall a card outside the battlefield.
_OF_CARDS = frozenset(
    {"put_into", "put_into_from", "put_into_origin", "is_discarded", "is_milled", "is_exiled", "discards", "cycles_or_discards", "leaves"}
)
_ORIGINS = {
    "battlefield_origin": "dies",
    "library": "from_library",
    "hand": "from_hand",
    "anywhere_but_battlefield": "from_elsewhere",
}
#: Kinds whose object may be in any zone.
_ANYWHERE = frozenset({"to_graveyard", "discarded", "milled", "left_graveyard", "from_library", "from_hand", "from_elsewhere"})


@dataclass(frozen=True, slots=True)
class Pattern:
    """One kind of event an ability looks for: of which objects, done by whom, under which condition terms.

    ``hurt`` tells that the objects must have been dealt damage by some source this turn, ``buried`` that the
    ability works in its owner's graveyard, ``permanents`` that they are described as permanents (109.2).
    """

    kind: str
    objects: Alternatives
    by: str = "any"
    terms: tuple[str, ...] = ()
    hurt: bool = False
    buried: bool = False
    permanents: bool = False


def add(node: Node, extra: Extra, resolved: bool) -> None:
    """Add what an ability node watches."""
    kind = node.kind
    if kind in ("triggered", "triggered_if", "triggered_if_outside"):
        _triggered(node, extra)
    elif kind.startswith("labelled"):
        _labelled(node, extra)


def _labelled(node: Node, extra: Extra) -> None:
    inner = node.child(1)
    if inner.kind in ("triggered", "triggered_if") and patterns(inner.child(1), extra.scope):
        extra.gap("triggers", node.child(0).kind, own=True)
    elif any(found.kind in _RELEVANT for found in walk(inner)):
        extra.gap("zones state", node.child(0).kind)


_RELEVANT = frozenset({"is_destroyed", "is_sacrificed"})


# --- triggers -------------------------------------------------------------------------------------


#: Events that come about by the way when damage is replaced or prevented, by the words of events that tell of them.
_ASIDE = {
    "counters": "counters_put nth_counter_put puts_counters last_counter_removed has_counters_event gets_counters gets_energy",
    "life": "gains_life loses_life gains_or_loses",
    "player_damage": "player_is_dealt you_are_dealt",
    "prevented": "damage_is_prevented damage_from_is_prevented damage_to_is_prevented",
    "tokens": "creates creates_under creates_object is_created enters enters_under",
    "draw": "draws draws_any draws_your_nth draws_their_nth is_drawn",
}
_ASIDE_OF = {word: kind for kind, words in _ASIDE.items() for word in words.split()}


_DEALING = frozenset({"source_deals", "deals_damage", "deals_damage_and", "deals_damage_plain"})


def _aside(event: Node) -> set[str]:
    """Return what an event is about of that which comes about by the way; no object of its own deals the damage here."""
    found = {_ASIDE_OF[part.kind] for part in walk(event) if part.kind in _ASIDE_OF}
    for part in walk(event):
        if part.kind != "source_deals" and (part.kind != "object_event" or part.child(0).kind in ("this", "attached_to_this")):
            continue
        below = {inner.kind for inner in walk(part)}
        if not below.isdisjoint(_DEALING):
            found.add("player_damage")
            if "damage_player" not in below or below & {"damage_object", "player_and_or_object", "damage_and_target"}:
                found.add("damage")
    return found


def _triggered(node: Node, extra: Extra) -> None:
    shift = 1 if node.kind == "triggered_if_outside" else 0
    extra.facts += [f"watches_aside({extra.number},{kind})." for kind in sorted(_aside(node.child(1 + shift)))]
    try:
        found = patterns(node.child(1 + shift), extra.scope)
        if not found:
            return
        terms: tuple[str, ...] = ()
        buried = False
        if node.kind != "triggered":
            asked = node.child(0) if shift else node.child(2)
            buried = _in_own_graveyard(asked)
            terms = () if buried else (_condition(asked, found, extra.scope),)
        # 113.6k: an ability that moves its object out of a graveyard works there, unless it watches the object itself.
        leaving = any(part.kind == "from_zone" and part.child(0).kind == "this" for part in walk(node.child(len(node.parts) - 1)))
        for pattern in found:
            _watch(pattern, terms, extra, buried or pattern.buried or (leaving and not _own(pattern)))
    except NotModelled as error:
        extra.gap("triggers", error.what, own=True)
        if any(part.kind in _OF_CARDS for part in walk(node.child(1 + shift))):
            extra.facts.append(f"watches_unknown({extra.number}).")
    finally:
        extra.descriptions += extra.scope.mentions


def _in_own_graveyard(node: Node) -> bool:
    """Return whether a condition is "if this card is in your graveyard"."""
    if node.kind != "is" or node.child(0).kind != "this" or node.child(1).kind != "in_zone":
        return False
    return any(part.kind == "graveyard" for part in walk(node.child(1)))


def _own(pattern: Pattern) -> bool:
    """Return whether a pattern watches the object with the ability, or what it is attached to."""
    return all(any(test.wanted and test.term in ("this", "host") for test in one.tests) for one in pattern.objects)


def _watch(pattern: Pattern, terms: tuple[str, ...], extra: Extra, buried: bool) -> None:
    watch = next_number()
    if buried:
        extra.facts.append(f"watches_buried({watch}).")
    extra.facts.append(f"watches({extra.number},{watch}).watch_event({watch},{pattern.kind}).")
    extra.facts.append(f"watch_by({watch},{pattern.by}).")
    extra.facts += [f"watch_object({watch},{extra.describe(found)})." for found in descriptions(pattern)]
    extra.facts += [f"watch_while({watch},{term})." for term in (*pattern.terms, *terms)]
    if pattern.hurt:
        extra.facts.append(f"watch_hurt({watch}).")


def _condition(node: Node, found: list[Pattern], scope: Scope) -> str:
    """603.4: an intervening condition; "it" is the object that the event is about."""
    it = status("this") if all(pattern.objects == status("this") for pattern in found) else status("of_event")
    inner = replace(scope, it=it)
    if node.kind == "it_had_counters":
        low, high = quantity_bounds(node.child(0))
        kind = counter_kind(node.child(1))
        if kind is None:
            raise NotModelled("counters of any kind")
        return f"between(counters_among({quoted(kind)},{mention(it, scope)}),{low},{high})"
    if node.kind == "had_any_counters":
        return f"exists({mention(both(it, status('any_counter')), scope)})"
    return condition(node, inner)


def patterns(node: Node, scope: Scope) -> list[Pattern]:
    """Return what an event node is about, as far as the query ``event`` can bring it about.

    Raises NotModelled for an event that it may bring about and that has no facts.
    """
    kind = node.kind
    if kind == "event_or":
        return [*patterns(node.child(0), scope), *patterns(node.child(1), scope)]
    if kind == "event_and_event":
        return [*patterns(node.child(0), scope), *patterns(node.child(2), scope)]
    if kind == "event_with":
        return _modified(patterns(node.child(0), scope), node.child(1), scope)
    if kind == "object_event":
        return _object_patterns([node.child(0)], node.child(1), scope)
    if kind == "objects_and_or_event":
        return _object_patterns([node.child(0), node.child(1)], node.child(2), scope)
    if kind in ("player_or_object_event", "player_or_object_becomes"):
        return _object_patterns([node.child(1)], node.child(2), scope)
    if kind == "player_event":
        return _player_patterns(node.child(0), node.child(1), scope)
    if kind in _OTHER_EVENTS:
        return []
    raise NotModelled(kind)


def _modified(found: list[Pattern], node: Node, scope: Scope) -> list[Pattern]:
    if not found:
        return []
    if node.kind == "event_modifier_more":
        return _modified(_modified(found, node.child(0), scope), node.child(1), scope)
    if node.kind == "this_turn":
        return found
    if node.kind == "during" and node.child(0).kind == "turn_of_part" and node.child(0).child(0).kind == "your":
        return [replace(pattern, terms=(*pattern.terms, "your_turn")) for pattern in found]
    if node.kind == "while_condition" and _in_own_graveyard(node.child(0)):
        return [replace(pattern, buried=True) for pattern in found]
    if node.kind == "while_condition":
        term = _condition(node.child(0), found, scope)
        return [replace(pattern, terms=(*pattern.terms, term)) for pattern in found]
    raise NotModelled(node.kind)


def predicates(node: Node) -> list[Node]:
    """Return the single predicates of a list of them."""
    if node.kind in _LISTS:
        return [found for part in node.parts if isinstance(part, Node) for found in predicates(part)]
    return [node]


def _object_patterns(objects: list[Node], node: Node, scope: Scope) -> list[Pattern]:
    found: list[Pattern] = []
    for predicate in predicates(node):
        for kind, place in _kinds_of(predicate, scope):
            for what in objects:
                alternatives, hurt = affected(what, scope)
                found.append(Pattern(kind, both(alternatives, place), hurt=hurt, permanents=_permanents(what)))
    return found


def _permanents(node: Node) -> bool:
    """109.2: whether objects are described as permanents, in no other zone than the battlefield."""
    kinds = {part.kind for part in walk(node)}
    return "permanent" in kinds and "card" not in kinds


def _kinds_of(node: Node, scope: Scope) -> list[tuple[str, Alternatives]]:
    """Return the kinds of event a predicate means, with what it asks of the object's zone or owner."""
    kind = node.kind
    if kind in ("passive", "moved"):
        return _kinds_of(node.child(0), scope)
    if kind in _ELSEWHERE:
        return []
    if kind in _PLAIN:
        return [(_PLAIN[kind], ANYTHING)]
    if kind == "becomes_unattached":
        return [("unattached", ANYTHING)]
    if kind in _PASSIVE:
        return [(_PASSIVE[kind], ANYTHING)]
    if kind == "leaves":
        if node.child(0).kind == "the_battlefield":
            return [("leaves", ANYTHING)]
        return [("left_graveyard", _graveyard(node.child(0), scope))]
    if kind == "is_dealt":
        if node.child(0).kind == "dealt_only" and node.child(0).child(0).kind == "plain_damage":
            return [("damaged", ANYTHING)]
        # Which kind of damage it is, combat or excess, is not told: that leaves open whether the ability triggers.
        return [("damaged_somehow", ANYTHING)]
    if kind in ("put_into", "put_into_from", "put_into_origin") and node.child(0).kind == "exile_zone":
        if _origin(node) not in ("dies", "to_graveyard"):
            raise NotModelled(node.child(1).kind)
        return [("exiled", ANYTHING)]
    if kind in ("put_into", "put_into_from", "put_into_origin"):
        place = _graveyard(node.child(0), scope)
        return [(_origin(node), place)]
    if kind == "is_returned_to" and node.child(0).kind == "hand":
        return [("returned", player_test_of(node.child(0).child(0), scope))]
    raise NotModelled(kind)


def _origin(node: Node) -> str:
    if node.kind == "put_into" or node.child(1).kind == "origin_anywhere":
        return "to_graveyard"
    origin = node.child(1)
    if origin.kind == "origin_of":
        origin = origin.child(0)
    if origin.kind in _ORIGINS:
        return _ORIGINS[origin.kind]
    raise NotModelled(origin.kind)


def _graveyard(node: Node, scope: Scope) -> Alternatives:
    """Return what going to this graveyard asks of an object: whose it is."""
    if node.kind in ("a_graveyard", "graveyards", "all_graveyards", "its_owners_graveyard"):
        return ANYTHING
    if node.kind == "graveyard":
        return player_test_of(node.child(0), scope)
    raise NotModelled(node.kind)


def player_test_of(node: Node, scope: Scope) -> Alternatives:
    """Return "owned by" the player of a possessive."""
    if node.kind == "your":
        return status("owned_by(you)")
    if node.kind in ("your_opponents_possessive", "opponents_possessive"):
        return status("owned_by(opponent)")
    if node.kind in ("its_owners", "their_owners", "its_owners_split"):
        return ANYTHING
    if node.kind == "players_possessive":
        return player_test(node.child(0), scope, "owned_by")
    raise NotModelled(node.kind)


def affected(node: Node, scope: Scope) -> tuple[Alternatives, bool]:
    """Return the description of an event's objects, and whether they must have been dealt damage by a source."""
    stripped, hurt = without_hurt(node)
    alternatives = _described(stripped, scope)
    if any(found.kind == "card" for found in walk(stripped)) and not any(found.kind == "token" for found in walk(stripped)):
        alternatives = both(alternatives, status("token", False))
    return alternatives, hurt


def descriptions(pattern: Pattern) -> list[Alternatives]:
    """Return the descriptions of a pattern's objects: one for permanents and, for some kinds, one for cards elsewhere."""
    if pattern.kind in _ANYWHERE and not pattern.permanents:
        return [pattern.objects, both(pattern.objects, in_zone("elsewhere"))]
    return [pattern.objects]


def _described(node: Node, scope: Scope) -> Alternatives:
    if node.kind in ("it", "them", "that", "those") and scope.it is None:
        raise NotModelled(node.kind)
    found = describe(node, scope)
    if any(Test("status", "of_event") in one.tests for one in found):
        raise NotModelled(node.kind)
    return found


def without_hurt(node: Node) -> tuple[Node, bool]:
    """Return a node of objects without "dealt damage by ... this turn", and whether it said so."""
    if node.kind == "qualified" and node.child(1).kind == "dealt_by_this_turn":
        return node.child(0), True
    hurt = False
    parts: list[Node | str] = []
    for part in node.parts:
        if isinstance(part, Node):
            part, one = without_hurt(part)
            hurt = hurt or one
        parts.append(part)
    return (Node(node.kind, tuple(parts), node.variant), True) if hurt else (node, False)


_DOING = {"sacrifices": "sacrificed", "discards": "discarded", "cycles_or_discards": "discarded"}


def _player_patterns(player: Node, node: Node, scope: Scope) -> list[Pattern]:
    found: list[Pattern] = []
    for predicate in predicates(node):
        if predicate.kind in _ELSEWHERE:
            continue
        if predicate.kind not in _DOING:
            raise NotModelled(predicate.kind)
        kind = _DOING[predicate.kind]
        alternatives, hurt = affected(predicate.child(0), scope)
        found.append(Pattern(kind, alternatives, who(player), hurt=hurt))
    return found


def who(node: Node) -> str:
    """Return which players a node names, seen from the controller of its ability: you, opponent or any."""
    if node.kind == "you":
        return "you"
    if node.kind in ("an_opponent", "opponents", "your_opponents", "each_opponent", "one_of_your_opponents", "one_or_more_opponents"):
        return "opponent"
    if node.kind in ("a_player", "players", "each_player", "any_player"):
        return "any"
    raise NotModelled(node.kind)
