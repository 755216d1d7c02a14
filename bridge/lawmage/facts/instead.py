"""What happens instead of an event (rule 614.6), to facts."""

from __future__ import annotations

from collections.abc import Iterator

from lawmage.cards.ability import Node
from lawmage.facts.event_changes import (
    amount_node,
    changed_amount,
    deed_of,
    is_damage,
    is_draw,
    is_move,
    is_object_of_event,
    one_counter_kind,
    same_object,
)
from lawmage.facts.objects import counter_kind
from lawmage.facts.preventing import afterwards, prevented, target_term
from lawmage.facts.replaced_tokens import changed_tokens, made_token, one_of_each, token_bundle
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled
from lawmage.facts.words import quoted


def outcome(node: Node, effect: Effect) -> None:
    """Write what happens instead: the part of an effect after its event."""
    kind = node.kind
    if kind == "do_instead":
        _instead(node.child(0), effect, "")
    elif kind in ("instead_rounded_down", "instead_rounded_up"):
        _instead(node.child(0), effect, kind.removeprefix("instead_rounded_"))
    elif kind == "prevent":
        prevented(node.child(0), effect)
    elif kind == "and_clause" and node.child(0).kind == "prevent":
        prevented(node.child(0).child(0), effect)
        afterwards(node.child(1), effect)
    elif kind in ("do_instead_of_putting", "instead_of_anywhere", "do_instead_of_anywhere"):
        _instead(node.child(0), effect, "")
    elif kind == "comma_clause" and node.child(0).kind == "prevent":
        prevented(node.child(0).child(0), effect)
        for part in _listed(node.child(1)):
            afterwards(part, effect)
    elif kind in ("statement_where", "do_where"):
        effect.scope = effect.scope.with_x(effect.amount(node.child(1).child(0)))
        outcome(node.child(0), effect)
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
        prevented(node.child(1).child(0), effect)
    else:
        _instead(node.child(1), effect, "")


def _instead(node: Node, effect: Effect, rounding: str) -> None:
    kind = node.kind
    if kind == "counters_are_put":
        same_object(node.child(1), effect)
        _same_kind(node.child(0).child(1), effect)
        effect.fact("replaced_by", changed_amount(node.child(0).child(0), effect, rounding))
    elif kind == "counters_minus_are_put":
        same_object(node.child(2), effect)
        effect.fact("replaced_by", f"minus({effect.amount(node.child(1))})")
    elif kind == "object_puts_counters":
        same_object(node.child(2), effect)
        _same_kind(node.child(1).child(1), effect)
        effect.fact("replaced_by", changed_amount(node.child(1).child(0), effect, rounding))
    elif _is_one_token(node, effect):
        group = deed_of(node).child(0)
        effect.fact("replaced_by", f"become_tokens({_creating(group, effect)[0].removeprefix('create(')[:-1]})")
    elif deed_of(node).kind in ("put_counters", "put_load") and not is_draw(effect) and not _on_source(deed_of(node), effect):
        _puts(node.child(1) if kind == "player_does" else node, effect, rounding)
    elif kind in ("tokens_are_created", "object_creates_changed", "other_tokens_are_created"):
        changed_tokens(node.child(len(node.parts) - 1), effect)
    elif kind == "create_one_of_each":
        one_of_each(effect)
    elif kind in ("deals_changed", "deals_changed_to"):
        if node.child(0).kind not in ("it", "that"):
            # 614.9: another source is not modelled.
            raise NotModelled(f"damage dealt by {node.child(0).kind}")
        if kind == "deals_changed_to" and node.child(1).kind == "same_damage":
            effect.fact("replaced_by", f"redirect(all,{target_term(node.child(2), effect)})")
            return
        if kind == "deals_changed_to":
            same_object(node.child(2), effect)
        effect.fact("replaced_by", _damage_change(node.child(1), effect))
    elif kind == "prevent":
        prevented(node.child(0), effect)
    elif kind == "damage_is_dealt_to":
        effect.fact("replaced_by", f"redirect(all,{target_term(node.child(0), effect)})")
    elif kind == "deals" and node.child(1).kind == "damage" and node.child(1).child(0).kind == "number":
        same_object(node.child(1).child(1), effect)
        effect.fact("replaced_by", f"fixed({effect.amount(node.child(1).child(0))})")
    elif kind == "player_may":
        _optional(node, effect)
    elif kind == "and_clause" and node.child(0).kind == "sacrifice" and f"replaced_event({effect.number},destroy)." in effect.facts:
        # 701.8, 701.21: the one that would be destroyed stays, the source goes to the graveyard.
        if node.child(0).child(0).kind != "this" or node.child(1).kind not in ("change_lasting", "change"):
            raise NotModelled(kind)
        effect.fact("replaced_by", "sacrifice_this")
    elif is_move(effect) and kind in _MOVERS:
        _moved_instead(node, effect)
    elif kind in ("create_changed", "get_energy_amount", "get_counters") or (
        kind == "player_does" and node.child(1).kind in ("create_changed", "get_energy_amount", "get_counters")
    ):
        _got(node.child(1) if kind == "player_does" else node, effect, rounding)
    elif kind == "and_clause" and deed_of(node.child(0)).kind == "get_counters" and node.child(1).kind == "statement_lasting":
        # What can't happen later in the turn is no part of this event.
        _got(deed_of(node.child(0)), effect, rounding)
    else:
        _acts(node, effect)


def _on_source(node: Node, effect: Effect) -> bool:
    """Whether counters are put on the source of the effect, instead of damage to another."""
    return is_damage(effect) and effect.target is None and node.kind == "put_counters" and node.child(2).kind == "this"


def _same_kind(node: Node, effect: Effect) -> None:
    """Counters of the kind that the event is about; none other is modelled."""
    if node.kind == "counters" and f"replaced_counter({effect.number},{quoted(node.word())})." not in effect.facts:
        raise NotModelled("counters of another kind")


def _got(node: Node, effect: Effect, rounding: str) -> None:
    """Tokens, energy or counters that a player gets another number of."""
    if node.kind == "create_changed":
        inner = node.child(0)
        if inner.kind == "of_each_kind_of_token":
            effect.fact("replaced_by", changed_amount(inner.child(0), effect, rounding))
        else:
            changed_tokens(inner, effect)
        return
    if f"replaced_event({effect.number},counters)." not in effect.facts:
        raise NotModelled(node.kind)
    effect.fact("replaced_by", changed_amount(node.child(0), effect, rounding))


#: What is done with an object that would be destroyed or move, and with what is done besides.
_MOVERS = frozenset(
    {"revealed_to_bottom", "exile", "exile_with_counters", "put", "shuffle_into", "return", "and_clause", "comma_clause", "then_clause"}
)


#: What may be done besides without changing the object, or any other that the event is about.
_BESIDES = frozenset({"create", "gain_life", "lose_life", "draw", "extra_turn", "reveal", "shuffle", "scry", "mill"})


def _moved_instead(node: Node, effect: Effect) -> None:
    """614.6: the object goes to another zone; what happens besides changes others, or counters it gets there."""
    for part in _clauses(node):
        kind = part.kind
        if kind == "exile" and is_object_of_event(part.child(0), effect):
            effect.fact("replaced_by", "to(exile)")
        elif kind == "exile" and (load := _with_counters(part.child(0))) is not None:
            effect.fact("replaced_by", "to(exile)")
            effect.fact("replaced_with", quoted(one_counter_kind(load.child(1))), effect.amount(amount_node(load.child(0))))
        elif kind == "exile_with_counters" and is_object_of_event(part.child(0), effect):
            effect.fact("replaced_by", "to(exile)")
            effect.fact("replaced_with", quoted(one_counter_kind(part.child(2))), effect.amount(amount_node(part.child(1))))
        elif kind == "put_counters" and part.child(2).kind == "it":
            effect.fact("replaced_with", quoted(one_counter_kind(part.child(1))), effect.amount(amount_node(part.child(0))))
        elif kind in ("put", "shuffle_into", "return"):
            put_elsewhere(part, effect)
        elif kind == "revealed_to_bottom" and is_object_of_event(part.child(0), effect):
            effect.fact("replaced_by", "to(library)")
        elif deed_of(part).kind not in _BESIDES:
            raise NotModelled(kind)


def _with_counters(node: Node) -> Node | None:
    """ "That card with a counter on it": what goes to exile gets the counter there; it has none where it is."""
    if node.kind == "that" and node.child(0).kind == "qualified" and node.child(0).child(0).kind in ("card", "creature"):
        found = node.child(0).child(1)
        return found if found.kind == "with_counters" else None
    return None


def _clauses(node: Node) -> Iterator[Node]:
    if node.kind in ("and_clause", "comma_clause", "then_clause", "comma_clause_more", "comma_clause_last"):
        for part in node.parts:
            if isinstance(part, Node):
                yield from _clauses(part)
    else:
        yield node


def _puts(node: Node, effect: Effect, rounding: str) -> None:
    change = changed_amount(node.child(0), effect, rounding)
    counters = node.child(1)
    same_object(node.child(2), effect)
    if any(fact.startswith(f"replaced_event({effect.number},counters)") for fact in effect.facts):
        if counters.kind not in ("of_each_of_those_kinds", "of_those_counters", "counters", "any_counters"):
            raise NotModelled(counters.kind)
        _same_kind(counters, effect)
        effect.fact("replaced_by", change)
        return
    if any(fact.startswith(f"replaced_event({effect.number},damage)") for fact in effect.facts) and change == "same":
        effect.fact("replaced_by", f"to_counters({quoted(one_counter_kind(counters))})")
        return
    raise NotModelled(node.kind)


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


def put_elsewhere(node: Node, effect: Effect) -> None:
    """Write the zone that an object is put into instead."""
    places = {
        "to_battlefield": "battlefield", "into_hand": "hand", "on_top": "library", "on_bottom": "library",
        "on_library_top": "library", "on_library_bottom": "library", "on_library_bottom_in": "library",
    }  # fmt: skip
    placement = node.child(0)
    if node.kind in ("put", "return") and placement.kind == "placement" and is_object_of_event(placement.child(0), effect):
        where = placement.child(1)
        if where.kind in places:
            effect.fact("replaced_by", f"to({places[where.kind]})")
            return
        if where.kind == "into_zone" and where.child(0).kind in ("hand", "library"):
            effect.fact("replaced_by", f"to({where.child(0).kind})")
            return
        if where.kind == "to_battlefield_so" and where.child(0).kind == "arrives_with":
            kind = counter_kind(where.child(0).child(1))
            if kind is not None:
                effect.fact("replaced_by", "to(battlefield)")
                effect.fact("replaced_with", quoted(kind), effect.amount(where.child(0).child(0)))
                return
    if node.kind == "shuffle_into" and is_object_of_event(node.child(0), effect):
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
            change = "fixed(number(1))" if count.kind == "a_number" else changed_amount(count, effect)
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
        elif kind in ("exile", "mill", "discard", "sacrifice") and is_damage(effect):
            # 614.6: no damage is dealt; what is done instead touches none of what the answer is about.
            nothing = True
            continue
        elif kind == "put_counters" and _on_source(act, effect):
            nothing = True
            continue
        elif kind in _NO_DRAW and is_draw(effect):
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
    if act.kind == "exile_face_up" and is_draw(effect) and act.child(0).kind == "that":
        return True
    return act.kind in ("exile", "exile_face_down", "exile_face_up") and act.child(0).kind == "top_of"


def _is_one_token(node: Node, effect: Effect) -> bool:
    """Return whether one token of another kind is created for each by the player who would create it."""
    deed = deed_of(node)
    theirs = node.kind == "create" or (node.kind == "player_does" and node.child(0).kind in ("they_player", "that_player"))
    if not theirs or deed.kind != "create" or f"replaced_event({effect.number},tokens)." not in effect.facts:
        return False
    return deed.child(0).kind in ("token_group", "bare_token") and deed.child(0).child(0).kind == "a_number"


#: What can be done instead of a draw that draws nothing.
_NO_DRAW = frozenset(
    {"win_game", "lose_game", "look_at", "put", "put_counters", "search", "shuffle", "scry", "surveil", "reveal", "return"}
)


def _creating(group: Node, effect: Effect) -> tuple[str, str]:
    """Tokens created instead: their kind, and how many."""
    if group.kind == "bare_token":
        word = group.word(1)
        effect.made += 1
        made = token_bundle(effect, [], [word.title()])
    else:
        made = made_token(group.child(1), effect)
    count = group.child(0)
    return f"create({made})", "fixed(number(1))" if count.kind == "a_number" else changed_amount(count, effect)


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
