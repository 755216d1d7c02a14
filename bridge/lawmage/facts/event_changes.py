"""What "that many", "it" and the like mean in an effect that replaces an event (rule 614.6)."""

from __future__ import annotations

from lawmage.cards.ability import Node, walk
from lawmage.facts.objects import counter_kind
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled

#: What in an outcome names the object or player of the event.
_SAME = frozenset({"it", "them", "that_or_player", "that_player", "they_player", "that_or_permanent", "that_player_or_permanent"})


def changed_amount(node: Node, effect: Effect, rounding: str = "") -> str:
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


def same_object(node: Node, effect: Effect) -> None:
    """Ascertain that a node names the object or player of the event; else raise NotModelled."""
    if node.kind in ("damage_object", "damage_player"):
        node = node.child(0)
    if node.kind in _SAME or is_that(node):
        return
    if effect.target == node or (node.kind == "you" and f"replaced_to_player({effect.number},you)." in effect.facts):
        return
    raise NotModelled(f"other object {node.kind}")


def is_that(node: Node) -> bool:
    """Return whether a node is "that creature" and the like, with nothing said of it besides."""
    return node.kind == "that" and all(part.kind not in ("qualified", "adjective_of") for part in walk(node))


def is_object_of_event(node: Node, effect: Effect) -> bool:
    """Return whether a node names the object that the event is about."""
    return node.kind in ("it", "them") or is_that(node) or node == effect.target


def deed_of(node: Node) -> Node:
    """Return what is done, whoever does it."""
    return node.child(1) if node.kind == "player_does" else node


def is_move(effect: Effect) -> bool:
    """Return whether the effect replaces destruction or a change of zone."""
    return any(f"replaced_event({effect.number},{kind})." in effect.facts for kind in ("move", "destroy"))


def one_counter_kind(node: Node) -> str:
    """Return the kind of counter a node names; raises NotModelled for counters of any kind."""
    found = counter_kind(node)
    if found is None:
        raise NotModelled("counters of any kind")
    return found


def is_damage(effect: Effect) -> bool:
    """Return whether the effect replaces damage."""
    return f"replaced_event({effect.number},damage)." in effect.facts


def is_draw(effect: Effect) -> bool:
    """Return whether the effect replaces draws."""
    return any(f"replaced_event({effect.number},{kind})." in effect.facts for kind in ("draw", "draws"))


def amount_node(node: Node) -> Node:
    """Return the number node of an amount, one for an article."""
    return Node("number", ("1",)) if node.kind == "a_number" else node
