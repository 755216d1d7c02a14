"""Amount nodes to amount terms (rule 107), and conditions to condition terms."""

from __future__ import annotations

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.description import Alternatives, Descriptions, both, status
from lawmage.facts.objects import HIGH, bounds, counter_kind, describe, described, description, keyword_name
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import COLORS, quoted

DESCRIPTIONS = Descriptions()
#: Amounts that only paying or activating fixes (107.3): any value may be chosen there.
FREE = "free"


def mention(alternatives: Alternatives, scope: Scope) -> int:
    """Return the number of a description and note that the ability mentions it."""
    found = DESCRIPTIONS.number(alternatives)
    scope.mentions.append(found)
    return found


def amount(node: Node, scope: Scope) -> str:
    """Return the amount term of a node; ``free`` where only an activation fixes it."""
    kind = node.kind
    if kind == "number":
        return f"number({number(node.word())})"
    if kind in ("a_number", "one_number"):
        return "number(1)"
    if kind == "x":
        if scope.x is None:
            raise NotModelled("x")
        return scope.x
    if kind in ("any_number", "counters_removed_this_way", "that_many", "that_much"):
        return FREE if scope.x == FREE else _unknown(kind)
    if kind == "that_number" and scope.that_number is not None:
        return scope.that_number
    if kind == "the_number_of":
        return counted(node.child(0), scope)
    if kind in ("twice", "thrice"):
        return _join("times", "2" if kind == "twice" else "3", amount(node.child(0), scope))
    if kind == "sum":
        return _join("plus", amount(node.child(0), scope), amount(node.child(1), scope))
    if kind == "difference":
        return _join("plus", amount(node.child(0), scope), _join("minus", amount(node.child(1), scope)))
    if kind in ("half_up", "half_down"):
        return _join(kind, amount(node.child(0), scope))
    if kind == "measure_of":
        return measure_of(node, scope)
    if kind in ("greatest_among", "total_of"):
        measure = node.child(0).kind
        if measure not in ("power", "toughness", "mana_value"):
            raise NotModelled(measure)
        return f"{'greatest' if kind == 'greatest_among' else 'total'}({measure},{mention(described(node.child(1), scope), scope)})"
    if kind == "devotion" and node.child(0).kind == "your":
        return devotion(node.child(1))
    if kind == "life_total" and node.child(0).kind == "your":
        return "player(life)"
    raise NotModelled(kind)


def _unknown(kind: str) -> str:
    raise NotModelled(kind)


def _join(name: str, *parts: str) -> str:
    if FREE in parts:
        return FREE
    return f"{name}({','.join(parts)})"


def devotion(node: Node) -> str:
    """Return the amount term of devotion to one or two colors (700.5)."""
    if node.kind == "devotion_one":
        return f'devotion("{COLORS[node.child(0).kind]}")'
    if node.kind == "devotion_two":
        return f'devotion("{COLORS[node.child(0).kind]}","{COLORS[node.child(1).kind]}")'
    return "devotion_to_that"


def measure_of(node: Node, scope: Scope) -> str:
    """Return the amount term of "its power" and the like."""
    owner, measure = node.child(0), node.child(1).kind
    if measure not in ("power", "toughness", "mana_value"):
        raise NotModelled(measure)
    if owner.kind == "this_possessive":
        return measure
    if owner.kind == "its":
        return f"its({measure})" if scope.each else measure
    if owner.kind == "their_possessive" and scope.each:
        return f"its({measure})"
    if owner.kind == "attached_possessive":
        return f"of({measure},{mention(status('host'), scope)})"
    if owner.kind == "ref_possessive":
        reference = scope.references[int(owner.word()[1:])]
        return f"of({measure},{mention(status(f'object({reference.number})'), scope)})"
    if owner.kind in ("the_possessive", "that_possessive") and scope.x == FREE:
        return FREE
    raise NotModelled(f"measure of {owner.kind}")


def counted(node: Node, scope: Scope) -> str:
    """Return the amount term of what "for each" or "the number of" counts."""
    kind = node.kind
    if kind == "counted_and":
        return _join("plus", counted(node.child(0), scope), counted(node.child(1), scope))
    if kind == "counters_on":
        found = counter_kind(node.child(0))
        term = f"counters({quoted(found)})" if found else "counters"
        return f"its({term})" if scope.each else term
    if kind == "counters_on_object":
        if node.child(1).kind != "this":
            found = counter_kind(node.child(0))
            if found is None:
                raise NotModelled(kind)
            return f"counters_among({quoted(found)},{mention(describe(node.child(1), scope), scope)})"
        found = counter_kind(node.child(0))
        return f"counters({quoted(found)})" if found else "counters"
    if kind == "counters_among":
        found = counter_kind(node.child(0))
        if found is None:
            raise NotModelled(kind)
        return f"counters_among({quoted(found)},{mention(described(node.child(1), scope), scope)})"
    if kind in ("counters_you_have",):
        found = counter_kind(node.child(0))
        if found is None:
            raise NotModelled(kind)
        return f"player_counters({quoted(found)})"
    if kind == "colors_among":
        return f"colors_among({mention(described(node.child(0), scope), scope)})"
    if kind == "basic_land_types_among":
        return f"types_among(basic_land_type,{mention(described(node.child(0), scope), scope)})"
    if kind == "card_types_among":
        return f"types_among(card_type,{mention(described(node.child(0), scope), scope)})"
    if kind == "creature_types_among":
        return f"types_among(creature_type,{mention(described(node.child(0), scope), scope)})"
    if kind == "opponents_you_have":
        return "opponents"
    sharing = _sharing(node, scope)
    if sharing is not None:
        return sharing
    zone_count = _cards_in(node)
    if zone_count is not None:
        return zone_count
    return f"count({mention(described(node, scope), scope)})"


_SHARED = {"share_creature_type": "creature_type", "share_land_type": "land_type"}


def _sharing(node: Node, scope: Scope) -> str | None:
    """A count of objects that share a kind of type with the object an effect changes."""
    for part in walk(node):
        if part.kind == "shares":
            if part.child(0).kind not in _SHARED or part.child(1).kind != "it" or not scope.each:
                raise NotModelled("shares")
            rest = _without(node, part)
            return f"its(sharing({_SHARED[part.child(0).kind]},{mention(described(rest, scope), scope)}))"
    return None


def _without(node: Node, unwanted: Node) -> Node:
    """Return a description without one of its qualifiers."""
    if node.kind in ("qualified", "qualifier_more", "qualifier_and") and unwanted in node.parts:
        return node.child(0) if node.parts[1] == unwanted else node.child(1)
    return Node(node.kind, tuple(_without(p, unwanted) if isinstance(p, Node) else p for p in node.parts), node.variant)


def _cards_in(node: Node) -> str | None:
    """A count of all cards in your hand or library is a number of the player: a position may give just that."""
    if node.kind == "qualified" and node.child(0).kind == "card" and node.child(1).kind == "in_zone":
        place = node.child(1).child(0).child(0)
        if place.kind in ("hand", "library") and place.child(0).kind == "your":
            return f"player({place.kind})"
    return None


_RANGES = {"quantity_or_more", "quantity_at_least", "quantity_or_fewer", "quantity_exactly", "quantity_more_than", "quantity_fewer_than"}


def quantity_bounds(node: Node) -> tuple[int, int]:
    """Return the lowest and highest count a quantity node allows; a plain number means at least that many."""
    kind = node.kind
    if kind == "quantity_none":
        return 0, 0
    if kind in ("a_number", "one_number"):
        return 1, HIGH
    value_node = node.child(0) if kind in _RANGES else node
    if value_node.kind not in ("number", "one_number", "a_number"):
        raise NotModelled(value_node.kind)
    value = number(value_node.word()) if value_node.kind == "number" else 1
    return {
        "quantity_or_fewer": (0, value),
        "quantity_exactly": (value, value),
        "quantity_more_than": (value + 1, HIGH),
        "quantity_fewer_than": (0, value - 1),
    }.get(kind, (value, HIGH))


def condition(node: Node, scope: Scope) -> str:
    """Return the condition term of a node."""
    kind = node.kind
    if kind in ("condition_and", "condition_or"):
        name = "both" if kind == "condition_and" else "either"
        return f"{name}({condition(node.child(0), scope)},{condition(node.child(1), scope)})"
    if kind == "controls":
        return _controls(node, scope)
    if kind == "does_not_control":
        return f"not_so({_controls(node, scope)})"
    if kind == "controls_count":
        who = _controller(node.child(0), scope)
        low, high = quantity_bounds(node.child(1))
        what = both(described(node.child(2), scope), who)
        return _count_condition(what, low, high, scope)
    if kind in ("is", "it_is", "they_are"):
        return _is(node, scope)
    if kind == "is_not":
        return f"not_so({_is(node, scope)})"
    if kind == "has_counters":
        low, high = quantity_bounds(node.child(1))
        return _counters(node.child(0), node.child(2), low, high, scope)
    if kind == "counters_are_on":
        low, high = quantity_bounds(node.child(0))
        return _counters(node.child(2), node.child(1), low, high, scope)
    if kind in ("has_keyword", "has_no_keyword"):
        term = f"keyword({quoted(keyword_name(node.child(1)))})"
        found = f"exists({mention(both(describe(node.child(0), scope), _trait(term)), scope)})"
        return found if kind == "has_keyword" else f"not_so({found})"
    if kind == "its_measure_is":
        low, high = bounds(node.child(2))
        owner = Node("measure_of", (node.child(0), node.child(1)))
        return f"between({measure_of(owner, scope)},{low},{high})"
    if kind in ("turn_of", "turn_of_during", "not_turn_of"):
        if node.child(0).kind != "your":
            raise NotModelled("another's turn")
        return "not_so(your_turn)" if kind == "not_turn_of" else "your_turn"
    if kind == "city_blessing" and node.child(0).kind == "you":
        return "flag(city_blessing)"
    if kind == "monarch":
        return "flag(monarch)"
    if kind == "life_compare" and node.child(0).kind == "you":
        low, high = quantity_bounds(node.child(1))
        return f"between(player(life),{low},{high})"
    if kind == "cards_in_hand" and node.child(0).kind == "you":
        low, high = quantity_bounds(node.child(1))
        return f"between(player(hand),{low},{high})"
    if kind == "player_has_counters" and node.child(0).kind == "you":
        low, high = quantity_bounds(node.child(1))
        found_kind = counter_kind(node.child(2))
        if found_kind is not None:
            return f"between(player_counters({quoted(found_kind)}),{low},{high})"
    if kind == "there_are":
        low, high = quantity_bounds(node.child(0))
        return f"between({counted(node.child(1), scope)},{low},{high})"
    if kind == "devotion_is" and node.child(0).kind == "your":
        low, high = bounds(node.child(2))
        return f"between({devotion(node.child(1))},{low},{high})"
    if kind == "happened_this_turn":
        return _happened(node.child(0))
    if kind == "played_land":
        return "between(player(lands_played),1,1000000000)"
    if kind == "owns" and node.child(0).kind == "you":
        what = both(describe(node.child(1), scope), status("owned_by(you)"))
        return f"exists({mention(what, scope)})"
    raise NotModelled(kind)


def _happened(node: Node) -> str:
    """What a player did this turn, as far as a position counts it."""
    if node.kind == "player_event" and node.child(0).kind == "you":
        done = node.child(1)
        if done.kind == "plays" and done.child(0).kind == "one" and done.child(0).child(0).kind == "land":
            return f"between(player(lands_played),1,{HIGH})"
        if done.kind == "gains_life":
            return f"between(player(life_gained),1,{HIGH})"
        if done.kind == "loses_life":
            return f"between(player(life_lost),1,{HIGH})"
    raise NotModelled("happened_this_turn")


def _trait(term: str) -> Alternatives:
    from lawmage.facts.description import trait

    return trait(term)


def _controller(node: Node, scope: Scope) -> Alternatives:
    from lawmage.facts.objects import player_test

    return player_test(node, scope, "controlled_by")


def _controls(node: Node, scope: Scope) -> str:
    who = _controller(node.child(0), scope)
    what_node = node.child(1)
    least = 1
    if what_node.kind == "several":
        count_node = what_node.child(0)
        if count_node.kind != "number":
            raise NotModelled(count_node.kind)
        least = number(count_node.word())
    elif what_node.kind == "some_quantity":
        low, high = quantity_bounds(what_node.child(0))
        return _count_condition(both(described(what_node.child(1), scope), who), low, high, scope)
    elif what_node.kind == "object_and_list":
        first = Node("controls", (node.child(0), what_node.child(0)))
        second = Node("controls", (node.child(0), what_node.child(1)))
        return f"both({_controls(first, scope)},{_controls(second, scope)})"
    elif what_node.kind not in ("one", "another", "object_or", "this", "ref", "it", "attached_to_this", "any_of", "object_and"):
        raise NotModelled(what_node.kind)
    if what_node.kind == "any_of":
        least = 1
    return _count_condition(both(describe(what_node, scope), who), least, HIGH, scope)


def _count_condition(what: Alternatives, low: int, high: int, scope: Scope) -> str:
    number_of = mention(what, scope)
    if (low, high) == (1, HIGH):
        return f"exists({number_of})"
    if (low, high) == (0, 0):
        return f"not_so(exists({number_of}))"
    return f"between(count({number_of}),{low},{high})"


def _is(node: Node, scope: Scope) -> str:
    if node.kind in ("it_is", "they_are"):
        subject = describe(Node("it"), scope)
        what = description(node.child(0), scope)
    else:
        if node.child(0).kind not in ("this", "it", "ref", "attached_to_this", "that"):
            raise NotModelled(node.child(0).kind)
        subject = describe(node.child(0), scope)
        what = description(node.child(1), scope)
    return f"exists({mention(both(subject, what), scope)})"


def _counters(object_node: Node, noun_node: Node, low: int, high: int, scope: Scope) -> str:
    found = counter_kind(noun_node)
    if object_node.kind == "this" or (object_node.kind == "it" and scope.it is None and not scope.resolved):
        term = f"counters({quoted(found)})" if found else "counters"
        return f"between({term},{low},{high})"
    if found is None:
        raise NotModelled("counters of any kind")
    number_of = mention(describe(object_node, scope), scope)
    return f"between(counters_among({quoted(found)},{number_of}),{low},{high})"
