"""What can't happen (rules 614.17, 615.12), to facts."""

from __future__ import annotations

from collections.abc import Iterator

from lawmage.cards.ability import Node
from lawmage.facts.description import Alternative, either
from lawmage.facts.extra import Extra
from lawmage.facts.objects import describe
from lawmage.facts.outer import Statement
from lawmage.facts.replaced_events import counter_test, from_source, happens_to, moves, player_word
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled
from lawmage.facts.words import quoted

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


def object_cant(found: Statement, extra: Extra) -> None:
    """What objects can't do: what bears on no event here, or that they can't be destroyed or regenerated."""
    assert found.target is not None
    for predicate in _predicates(found.node.child(0)):
        kind = predicate.child(0).kind if predicate.kind == "passive" else predicate.kind
        if kind in _HARMLESS:
            continue
        if kind == "enters":
            _cant_enter(found, extra)
            continue
        if kind not in ("is_destroyed", "is_regenerated"):
            raise NotModelled(f"can't {kind}")
        effect = Effect(extra, found.scope)
        effect.fact("replaced_event", "destroy")
        moves(found.target, effect)
        effect.fact("replaced_by", "cant" if kind == "is_destroyed" else "no_regeneration")
        effect.finish(found.terms())


def _cant_enter(found: Statement, extra: Extra) -> None:
    """614.17d: objects that can't enter the battlefield, from certain zones or at all."""
    assert found.target is not None
    effect = Effect(extra, found.scope)
    effect.fact("replaced_event", "enters")
    effect.target = found.target
    what = describe(found.target, found.scope)
    for zone in sorted({alternative.zone for alternative in what if alternative.zone is not None}):
        effect.fact("replaced_entry_from", zone)
    if any(alternative.zone is None for alternative in what) and any(alternative.zone is not None for alternative in what):
        raise NotModelled("can't enter from some zone")
    effect.fact("replaced_to", effect.describe(either(*((Alternative(alternative.tests),) for alternative in what))))
    effect.fact("replaced_by", "stays")
    effect.finish(found.terms())


#: What is missing where spells and abilities can't cause discarding, which bears on no other event.
NO_DISCARDING = "can't cause discards"


def cant_cause(node: Node) -> None:
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


def cant(node: Node, effect: Effect) -> list[str]:
    """Write what players, counters or damage can't do or have done; return no condition terms."""
    kind = node.kind
    if kind == "life_cant_change":
        owner = {"your": "you", "opponents_possessive": "opponent"}.get(node.child(0).kind)
        if owner is None:
            raise NotModelled(f"{kind} {node.child(0).kind}")
        effect.fact("replaced_event", "life")
        effect.fact("replaced_who", owner)
    elif kind == "player_cant" and node.child(1).kind in ("gains_life", "loses_life"):
        effect.fact("replaced_event", "gain" if node.child(1).kind == "gains_life" else "lose")
        effect.fact("replaced_who", player_word(node.child(0), effect))
    elif kind == "player_cant" and node.child(1).kind in _HARMLESS_DEEDS:
        return []
    elif kind == "player_cant" and node.child(1).kind in ("draws_any", "draws_more_than_each_turn"):
        effect.fact("replaced_event", "draw")
        effect.fact("replaced_who", player_word(node.child(0), effect))
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
            counter_test(load.child(0), effect)
        effect.fact("replaced_to_player", player_word(node.child(0), effect))
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
        effect.fact("replaced_to_player", player_word(node.child(0).child(0), effect))
        return []
    elif kind == "counters_cant_be_removed":
        if node.child(0).kind != "counters" or node.child(0).word() != "stun":
            raise NotModelled(kind)
        # 122.1d: stun counters come off as permanents untap, which is no event of these.
        return []
    elif kind == "counters_cant_be_put":
        counter_test(node.child(0), effect)
        effect.fact("replaced_event", "counters")
        happens_to(node.child(1), effect)
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
    from_source(source, effect)
