"""Prevention and redirection of damage, and what is done about it (rules 614.9, 615), to facts."""

from __future__ import annotations

from lawmage.cards.ability import Node
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.event_changes import amount_node, changed_amount, deed_of, is_damage, is_draw, is_object_of_event, one_counter_kind
from lawmage.facts.objects import describe
from lawmage.facts.replaced_events import anywhere, damage_kind, description_of, from_source, happens_to
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled
from lawmage.facts.words import quoted


def prevented(node: Node, effect: Effect) -> None:
    """Write how much of the damage is prevented."""
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


def target_term(node: Node, effect: Effect) -> str:
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


def damage_phrase(node: Node, effect: Effect, to: str | None) -> None:
    """ "Prevent/redirect the next 3 damage that would be dealt to ... this turn" and its like."""
    kind = node.kind
    effect.fact("replaced_event", "damage")
    many = "all"
    if kind == "next_damage":
        many = effect.amount(node.child(0))
        damage_kind(node.child(1), effect)
        _dealt(node.child(2), effect)
    elif kind in ("all_damage", "damage_that"):
        damage_kind(node.child(0), effect)
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
        from_source(node.child(0), effect)
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
        happens_to(node.child(0), effect)
    elif kind == "by_source":
        from_source(node.child(0), effect)
    elif kind == "to_and_by":
        what = anywhere(description_of(node.child(0), effect))
        effect.fact("replaced_to_or_from", effect.describe(what))
    elif kind != "this_turn":
        raise NotModelled(kind)


def afterwards(node: Node, effect: Effect) -> None:
    """615.5: what is done about damage that was prevented."""
    kind = node.kind
    act = deed_of(node)
    if kind in ("when_done_this_way", "when_prevented_this_way"):
        # 603.12: a reflexive trigger changes nothing until it resolves.
        _besides(effect)
        return
    if not is_damage(effect):
        if kind == "when_you_do" or (kind == "if_do" and node.child(0).kind == "you_cannot"):
            # 603.12: what triggers then waits to be put on the stack; whether one can is no part of the event.
            return
        if kind == "then_sentence" and node.child(0).kind == "when_you_do":
            return
        if is_draw(effect) and kind == "put":
            return
        raise NotModelled(kind)
    if kind == "do_for_each" and node.child(1).kind == "damage_prevented_each":
        afterwards(Node("for_each_do", (node.parts[1], node.parts[0])), effect)
    elif kind == "for_each_do" and node.child(0).kind == "damage_prevented_each" and node.child(1).kind in _ASIDE:
        _besides(effect)
        return
    elif act.kind in ("gain_life_equal", "gain_life") and act.child(0).kind in ("prevented_amount", "that_much", "that_many"):
        if node.kind == "player_does" and node.child(0).kind != "you":
            raise NotModelled(node.child(0).kind)
        effect.fact("prevents_then", "gain(same)")
    elif act.kind == "exile" and act.child(0).kind in ("it", "this", "that"):
        raise NotModelled("exiled")
    elif act.kind in _ASIDE or (kind == "if_do" and node.child(0).kind == "you_cannot"):
        _besides(effect)
        return
    elif kind in ("put_counters", "remove_counters") and node.child(2).kind == "this" and effect.target is None:
        # The source's counters: the damage would have been dealt to a player.
        _besides(effect)
        return
    elif kind == "remove_counters":
        if not is_object_of_event(node.child(2), effect):
            raise NotModelled(node.child(2).kind)
        many = changed_amount(amount_node(node.child(0)), effect)
        effect.fact("prevents_then", f"remove({quoted(one_counter_kind(node.child(1)))},{many})")
    elif kind == "for_each_do" and node.child(0).kind == "damage_prevented_each" and node.child(1).kind == "put_counters":
        put = node.child(1)
        if put.child(0).kind != "a_number":
            raise NotModelled("counters for each damage")
        _same_as_target(put.child(2), effect)
        effect.fact("prevents_then", f"put({quoted(one_counter_kind(put.child(1)))},same)")
    elif kind == "put_counters":
        _same_as_target(node.child(2), effect)
        effect.fact("prevents_then", f"put({quoted(one_counter_kind(node.child(1)))},{changed_amount(amount_node(node.child(0)), effect)})")
    else:
        raise NotModelled(kind)


def _besides(effect: Effect) -> None:
    """Note that more is done than the facts tell, which may make abilities trigger."""
    effect.fact("replaced_besides")


#: What may be done about prevented damage without touching the one it would have been dealt to.
_ASIDE = frozenset({"create", "exile", "mill", "draw", "draw_equal", "gains_control"})


def _same_as_target(node: Node, effect: Effect) -> None:
    """The object that counters are put on must be the one whose damage is prevented."""
    if is_object_of_event(node, effect):
        return
    found = effect.describe(describe(node, effect.scope))
    if f"replaced_to({effect.number},{found})." not in effect.facts:
        raise NotModelled("counters on another")
