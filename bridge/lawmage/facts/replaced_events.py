"""Which events a replacement effect is about (rule 614.1), to facts."""

from __future__ import annotations

from dataclasses import replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.description import ANYTHING, Alternatives, both, in_zone, status, trait
from lawmage.facts.happenings import without_hurt
from lawmage.facts.objects import adjective, describe, described
from lawmage.facts.replaced_tokens import token_words
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled
from lawmage.facts.words import quoted

_PLAYERS = {
    "you": "you", "an_opponent": "opponent", "opponents": "opponent", "your_opponents": "opponent", "each_opponent": "opponent",
    "a_player": "any", "any_player": "any", "players": "any", "each_player": "any", "enchanted_player": "enchanted",
    "chosen_player": "chosen",
}  # fmt: skip


def no_event(node: Node) -> bool:
    """Whether an effect is about what no event asked about is or holds: exploring, countering, milling more."""
    if node.kind == "object_event":
        return node.child(1).kind in ("does_explore", "counters_object")
    return node.kind == "player_event" and node.child(1).kind == "mills"


def player_word(node: Node, effect: Effect) -> str:
    """Return which players a player node means; raises NotModelled for what has no facts yet."""
    found = _PLAYERS.get(node.kind)
    if found is not None:
        return found
    if node.kind == "ref_player":
        reference = effect.scope.references[int(node.word()[1:])]
        if reference.sort == "player":
            return f"player({reference.number})"
    raise NotModelled(f"player {node.kind}")


def happens_to(node: Node, effect: Effect) -> None:
    """Note what object or player the event must happen to."""
    kind = node.kind
    if kind in ("damage_object", "damage_player"):
        happens_to(node.child(0), effect)
    elif kind in ("damage_and_target", "player_and_or_object", "object_and_or_player"):
        happens_to(node.child(0), effect)
        happens_to(node.child(1), effect)
    elif kind in ("one_or_player", "player_or_permanent"):
        effect.fact("replaced_to_player", "any")
        what = described(node.child(0), effect.scope) if kind == "one_or_player" else ANYTHING
        effect.fact("replaced_to", effect.describe(what))
    elif kind == "ref_player" and effect.scope.references[int(node.word()[1:])].sort == "object":
        found = effect.scope.references[int(node.word()[1:])]
        effect.fact("replaced_to", effect.describe(status(f"object({found.number})")))
    elif kind in _PLAYERS or kind == "ref_player":
        effect.fact("replaced_to_player", player_word(node, effect))
    else:
        effect.target = node
        effect.fact("replaced_to", effect.describe(description_of(node, effect)))


def description_of(node: Node, effect: Effect) -> Alternatives:
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


def from_source(node: Node, effect: Effect) -> None:
    """Note what the source of damage must be."""
    effect.fact("replaced_from", effect.describe(anywhere(description_of(_sources(node), effect))))


def _sources(node: Node) -> Node:
    if node.kind == "source":
        return Node("permanent")
    return Node(node.kind, tuple(_sources(part) if isinstance(part, Node) else part for part in node.parts))


def anywhere(what: Alternatives) -> Alternatives:
    """Return a description of objects in any zone, but where it names one."""
    return tuple(replace(alternative, zone=alternative.zone or "anywhere") for alternative in what)


def damage_kind(node: Node, effect: Effect) -> None:
    """Note which kind of damage, and how much, the event must be."""
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


def counter_test(node: Node, effect: Effect) -> None:
    """Note which kind of counter the event must be about."""
    if node.kind == "counters":
        effect.fact("replaced_counter", quoted(node.word()))
    elif node.kind != "any_counters":
        raise NotModelled(node.kind)


def _load(node: Node, effect: Effect) -> None:
    if node.kind != "counter_load" or node.child(0).kind not in ("one_or_more_amount", "a_number"):
        raise NotModelled(node.kind)
    counter_test(node.child(1), effect)


def event_tests(node: Node, effect: Effect) -> list[str]:
    """Write the event's tests; return condition terms."""
    kind = node.kind
    if kind == "event_with":
        terms = event_tests(node.child(0), effect)
        try:
            return [*terms, *_modifier(node.child(1), effect)]
        except NotModelled:
            effect.open()
            return terms
    if kind == "counters_put":
        effect.fact("replaced_event", "counters")
        _load(node.child(0), effect)
        happens_to(node.child(1), effect)
    elif kind in ("tokens_created", "tokens_created_under"):
        effect.fact("replaced_event", "tokens")
        if kind == "tokens_created_under":
            if node.child(1).kind != "your":
                raise NotModelled(node.child(1).kind)
            effect.fact("replaced_who", "you")
        _token_kind(node.child(0), effect)
    elif kind in ("damage_dealt", "damage_dealt_from", "damage_dealt_any"):
        effect.fact("replaced_event", "damage")
        damage_kind(node.child(0), effect)
        if kind == "damage_dealt_from":
            from_source(node.child(1), effect)
        if kind != "damage_dealt_any":
            happens_to(node.child(len(node.parts) - 1), effect)
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
    effect.fact("replaced_cause", player_word(owner.child(0), effect))
    moves(node.child(2), effect)


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
        happens_to(node.child(1), effect)
    else:
        raise NotModelled(node.kind)


def _player_event(player: Node, node: Node, effect: Effect) -> None:
    who = player_word(player, effect)
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
        happens_to(node.child(1), effect)
    elif kind == "puts_counters":
        effect.fact("replaced_event", "counters")
        effect.fact("replaced_agent", who)
        _load(node.child(0), effect)
        happens_to(node.child(1), effect)
    else:
        raise NotModelled(kind)


def _created(group: Node, effect: Effect) -> None:
    """Which tokens a player would create: "one or more tokens" of a kind, or a single one."""
    if group.kind == "bare_token":
        words = [Node("predefined_token", (group.word(1),))]
    elif group.kind == "token_group":
        words = list(token_words(group.child(1)))
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
        damage_kind(node.child(0).child(0), effect)
        happens_to(what, effect)
        return
    if kind in ("deals_damage", "deals_damage_plain"):
        effect.fact("replaced_event", "damage")
        from_source(what, effect)
        if kind == "deals_damage":
            tail = node.child(0)
            if tail.kind not in ("damage_only", "damage_to"):
                raise NotModelled(tail.kind)
            damage_kind(tail.child(0), effect)
            if tail.kind == "damage_to":
                happens_to(tail.child(1), effect)
    elif kind == "passive" and node.child(0).kind == "is_created":
        effect.fact("replaced_event", "tokens")
        _token_kind(what, effect)
    elif kind == "passive" and node.child(0).kind == "is_destroyed":
        effect.fact("replaced_event", "destroy")
        moves(what, effect)
    elif kind == "dies":
        effect.fact("replaced_event", "move")
        effect.fact("replaced_into", "graveyard")
        effect.fact("replaced_out", "battlefield")
        moves(what, effect)
    elif kind == "leaves" and node.child(0).kind == "the_battlefield":
        effect.fact("replaced_event", "move")
        effect.fact("replaced_out", "battlefield")
        moves(what, effect)
    elif kind == "moved":
        _zone_change(node.child(0), effect)
        moves(what, effect)
    else:
        raise NotModelled(kind)


_PERMANENTS = frozenset({"permanent", "creature", "artifact", "enchantment", "land", "planeswalker", "battle"})


def moves(what: Node, effect: Effect) -> None:
    """Note which object moves, wherever it is; "card" is no token."""
    nouns = [part.kind for part in walk(what)]
    if "card" in nouns and "token" not in nouns:
        effect.fact("replaced_card")
    if "card" not in nouns and not _PERMANENTS.isdisjoint(nouns) and not any("replaced_out(" in fact for fact in effect.facts):
        # 109.2: a type without a word for the zone means a permanent.
        effect.fact("replaced_out", "battlefield")
    effect.target = what
    what, hurt = without_hurt(what)
    if hurt:
        effect.fact("replaced_hurt")
    found = ANYTHING if what.kind == "card_or_token" else description_of(what, effect)
    effect.fact("replaced_to", effect.describe(anywhere(found)))


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
            effect.fact("replaced_owner", player_word(owner.child(0), effect))
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
