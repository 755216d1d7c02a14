"""Amount nodes to amount terms (rule 107), and conditions to condition terms."""

from __future__ import annotations

from dataclasses import replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.description import Alternatives, both, status, trait
from lawmage.facts.objects import (
    HIGH,
    bounds,
    counter_kind,
    describe,
    described,
    description,
    is_host,
    keyword_name,
    mention,
    player_test,
    zone,
)
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import COLORS, quoted

#: Amounts that only paying or activating fixes (107.3): any value may be chosen there.
FREE = "free"


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
    if kind == "that_number" and scope.that_number is not None:
        return scope.that_number
    if kind in ("any_number", "counters_removed_this_way", "that_many", "that_much"):
        return scope.x if scope.free and scope.x is not None else _unknown(kind)
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
    if kind == "the_measure_of" and node.child(1).kind == "the":
        # Of "the exiled card": one that is linked to the source (607.2).
        return measure_of(Node("measure_of", (Node("the_possessive", node.child(1).parts), node.child(0))), replace(scope, x=None))
    if kind in ("greatest_among", "total_of"):
        measure = node.child(0).kind
        if measure not in ("power", "toughness", "mana_value"):
            raise NotModelled(measure)
        return f"{'greatest' if kind == 'greatest_among' else 'total'}({measure},{mention(described(node.child(1), scope), scope)})"
    if kind == "total_of_object" and node.child(0).kind in ("power", "toughness", "mana_value"):
        return f"total({node.child(0).kind},{mention(describe(node.child(1), scope), scope)})"
    if kind == "devotion" and node.child(0).kind == "your":
        return devotion(node.child(1))
    if kind == "life_total" and node.child(0).kind == "your":
        return "player(life)"
    if kind == "highest_life_total":
        return f"most({_players(node.child(0))},life)"
    if kind in ("life_you_gained_this_turn", "life_you_have_gained_this_turn"):
        return "player(life_gained)"
    if kind in ("life_you_lost_this_turn", "life_you_have_lost_this_turn"):
        return "player(life_lost)"
    if kind == "spells_cast_this_turn":
        return "player(spells_cast)"
    raise NotModelled(kind)


def _players(node: Node) -> str:
    """Return which players a word means: any of them, or any opponent of "you"."""
    if node.kind in ("players", "each_player", "a_player", "any_player"):
        return "any"
    if node.kind in ("opponents", "your_opponents", "each_opponent", "an_opponent", "no_opponent"):
        return "opponent"
    raise NotModelled(node.kind)


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
    if owner.kind in ("the_possessive", "that_possessive") and scope.free:
        if scope.x == FREE:
            return FREE
        if scope.paid is None:
            raise NotModelled("measure of what was paid")
        return f"chosen(each({measure},{mention(scope.paid, scope)}))"
    if owner.kind == "the_possessive":
        # Of "the exiled card": one that is linked to the source (607.2).
        return f"of({measure},{mention(describe(Node('the', owner.parts), scope), scope)})"
    raise NotModelled(f"measure of {owner.kind}")


_IT = frozenset({"it", "itself", "them", "its", "their_possessive"})


def counted(node: Node, scope: Scope) -> str:
    """Return the amount term of what "for each" or "the number of" counts."""
    kind = node.kind
    kinds = {part.kind for part in walk(node)}
    if scope.each and scope.changed == "yours" and "with_same" in kinds:
        # "For each other creature you control with the same name as that creature", counted for each of them.
        return f"its({counted(node, replace(scope, each=False, each_name=True))})"
    if scope.each and kind != "counted_and" and not kinds & _OWN_COUNTS:
        if (
            "other" in kinds
            and scope.changed == "host"
            and kinds & {"creature", "land", "subtype"}
            and not kinds & {"enchantment", "artifact"}
        ):
            # An Aura or Equipment is none of these itself: "other" is other than what it is attached to.
            scope = replace(scope, other="host")
        elif kinds & _IT or ("other" in kinds and scope.changed not in ("this", "host")):
            # "For each Aura attached to it": counted anew for each object the effect changes.
            if "this" in kinds or (kinds & {"you", "your"} and scope.changed not in ("this", "yours")):
                raise NotModelled("an amount of it and you")
            term = counted(node, replace(scope, each=False, it=status("this")))
            return f"its({term})"
    if kind == "counted_and":
        return _join("plus", counted(node.child(0), scope), counted(node.child(1), scope))
    if kind == "counters_on":
        found = counter_kind(node.child(0))
        term = f"counters({quoted(found)})" if found else "counters"
        # The second spelling of this production is "on ~", the others "on it", "on them".
        return f"its({term})" if scope.each and node.variant != 1 else term
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
    if kind == "party_members":
        mine = both(trait('type("Creature")'), status("controlled_by(you)"))
        return f"party({mention(mine, scope)})"
    if kind == "unspent_mana" and node.child(0).kind in COLORS:
        return f'unspent("{COLORS[node.child(0).kind]}")'
    if kind == "mana_symbols_in_cost" and scope.each and node.child(0).kind in COLORS:
        return f'its(pips("{COLORS[node.child(0).kind]}",{mention(status("this"), scope)}))'
    if kind == "counters_player_has" and node.child(1).kind in ("opponents", "your_opponents"):
        found = counter_kind(node.child(0))
        if found is None:
            raise NotModelled(kind)
        return f"opponents_counters({quoted(found)})"
    if kind == "counters_you_have":
        if node.variant:
            raise NotModelled("counters that player has")
        found = counter_kind(node.child(0))
        if found is None:
            raise NotModelled(kind)
        return f"player_counters({quoted(found)})"
    if kind == "colors_among":
        return f"colors_among({mention(described(node.child(0), scope), scope)})"
    if kind == "colors_among_the":
        return f"colors_among({mention(describe(Node('the', node.parts), scope), scope)})"
    if kind == "basic_land_types_among":
        return f"types_among(basic_land_type,{mention(described(node.child(0), scope), scope)})"
    if kind == "card_types_among":
        return f"types_among(card_type,{mention(described(node.child(0), scope), scope)})"
    if kind == "creature_types_among":
        return f"types_among(creature_type,{mention(described(node.child(0), scope), scope)})"
    if kind == "colors_in_identity":
        return "identity_colors"
    if kind == "opponents_you_have":
        return "opponents"
    if kind == "differently_named":
        return f"names_among({mention(described(node.child(0), scope), scope)})"
    if kind == "colors_of":
        return _of_owner(node.child(0), "colors_among", scope)
    if kind == "creature_types_of":
        return _of_owner(node.child(0), "types_among(creature_type", scope)
    if kind == "mana_symbols_in_costs_of":
        what = mention(described(node.child(1), scope), scope)
        return f'pips("{COLORS[node.child(0).kind]}",{what})'
    if kind in ("mana_values_among", "different_values_among"):
        return f"values_among({mention(described(node.child(0), scope), scope)})"
    sharing = _sharing(node, scope)
    if sharing is not None:
        return sharing
    zone_count = _cards_in(node, scope)
    if zone_count is not None:
        return zone_count
    return f"count({mention(described(node, scope), scope)})"


def _of_owner(owner: Node, name: str, scope: Scope) -> str:
    """An amount of one object: "its colors"."""
    if owner.kind == "its" or (owner.kind == "their_possessive" and scope.each):
        term = f"{name}{',' if '(' in name else '('}{mention(status('this'), scope)})"
        return f"its({term})" if scope.each else term
    raise NotModelled(f"measure of {owner.kind}")


#: Counts that look after "it" themselves.
_OWN_COUNTS = frozenset({"colors_of", "creature_types_of", "counters_on", "shares"})
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


def _cards_in(node: Node, scope: Scope) -> str | None:
    """A count of all cards in your hand or library is a number of the player: a position may give just that."""
    if node.kind == "qualified" and node.child(0).kind == "card" and node.child(1).kind == "in_zone":
        place = node.child(1).child(0).child(0)
        if place.kind in ("hand", "library"):
            owner = place.child(0)
            if owner.kind == "your":
                return f"player({place.kind})"
            if owner.kind == "players_possessive" and owner.child(0).kind == "chosen_player":
                return f"player_of(chosen,{place.kind})"
            if owner.kind == "players_possessive" and is_host(owner.child(0).kind, scope):
                return f"player_of(host,{place.kind})"
            if owner.kind in ("all_players_possessive", "your_opponents_possessive"):
                return f"altogether({'any' if owner.kind == 'all_players_possessive' else 'opponent'},{place.kind})"
            raise NotModelled(f"cards in {place.kind} of {owner.kind}")
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
        if node.child(0).kind in ("no_opponent", "no_player"):
            who = Node("an_opponent" if node.child(0).kind == "no_opponent" else "a_player")
            return f"not_so({_controls(Node('controls', (who, node.child(1))), scope)})"
        return _controls(node, scope)
    if kind == "does_not_control":
        return f"not_so({_controls(node, scope)})"
    if kind == "controls_count":
        low, high = quantity_bounds(node.child(1))
        if node.child(0).kind not in ("you", "your_team", "your_opponents") and (low, high) not in ((1, HIGH), (0, 0)):
            return _each_count(node.child(0), node.child(2), low, high, scope)
        what = both(described(node.child(2), scope), _controller(node.child(0), scope))
        return _count_condition(what, low, high, scope)
    if kind == "opponents_at_least":
        return f"between(opponents,{number(node.child(0).word())},{HIGH})"
    if kind in ("is", "it_is", "they_are", "remains"):
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
        found = f"exists({mention(both(describe(node.child(0), scope), trait(term)), scope)})"
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
    if kind in ("life_compare", "cards_in_hand"):
        return _player_has(node.child(0), "life" if kind == "life_compare" else "hand", *quantity_bounds(node.child(1)))
    if kind == "cards_in_zone":
        return _cards_in_zone(node, scope)
    if kind == "player_has_counters":
        found_kind = counter_kind(node.child(2))
        if found_kind is not None:
            return _player_has(node.child(0), f"counters({quoted(found_kind)})", *quantity_bounds(node.child(1)))
    if kind == "is_poisoned":
        return _player_has(node.child(0), 'counters("poison")', 1, HIGH)
    if kind == "life_total_is" and node.child(0).kind == "your":
        return f"between(player(life),{_pair(bounds(node.child(1)))})"
    if kind in ("more_life_than", "more_cards_in_hand_than") and node.child(0).kind == "you":
        value = "life" if kind == "more_life_than" else "hand"
        # "Than each opponent" compares with the most of them, "than an opponent" with the least.
        extreme = {"each_opponent": "most", "an_opponent": "least"}.get(node.child(1).kind)
        if extreme is not None:
            return f"at_least(player({value}),plus({extreme}(opponent,{value}),number(1)))"
    if kind == "most_common_color":
        return f'most_common("{COLORS[node.child(0).kind]}")'
    if kind == "condition_otherwise" and scope.otherwise is not None:
        return f"not_so({scope.otherwise})"
    if kind == "there_are":
        low, high = quantity_bounds(node.child(0))
        return f"between({counted(node.child(1), scope)},{low},{high})"
    if kind == "devotion_is" and node.child(0).kind == "your":
        low, high = bounds(node.child(2))
        return f"between({devotion(node.child(1))},{low},{high})"
    if kind == "controls_more":
        return _controls_more(node, scope)
    if kind == "total_measure_is" and node.child(1).kind in ("power", "toughness"):
        low, high = bounds(node.child(2))
        return f"between(total({node.child(1).kind},{mention(describe(node.child(0), scope), scope)}),{low},{high})"
    if kind == "happened_this_turn":
        return _happened(node.child(0), scope)
    if kind in ("you_have_done", "you_have_not_done"):
        done = _done(node.child(0), scope)
        return done if kind == "you_have_done" else f"not_so({done})"
    if kind == "played_land":
        return "between(player(lands_played),1,1000000000)"
    if kind == "owns" and node.child(0).kind == "you" and node.child(1).kind == "some_quantity":
        low, high = quantity_bounds(node.child(1).child(0))
        return _count_condition(both(described(node.child(1).child(1), scope), status("owned_by(you)")), low, high, scope)
    if kind == "owns" and node.child(0).kind == "an_opponent" and node.child(1).kind == "one":
        return f"exists({mention(both(describe(node.child(1), scope), status('owned_by(opponent)')), scope)})"
    if kind == "owns" and node.child(0).kind == "you":
        what = both(describe(node.child(1), scope), status("owned_by(you)"))
        return f"exists({mention(what, scope)})"
    raise NotModelled(kind)


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]},{pair[1]}"


def _player_has(who: Node, value: str, low: int, high: int) -> str:
    """A condition on a number of a player: life, cards in hand, counters of a kind."""
    if value == "life" and low == 0:
        low = -HIGH
    if who.kind == "you":
        term = f"player_{value}" if value.startswith("counters") else f"player({value})"
        return f"between({term},{low},{high})"
    if who.kind in ("an_opponent", "a_player", "any_player"):
        return f"some_player({_players(who)},{value},{low},{high})"
    if who.kind in ("no_opponent", "no_player"):
        return f"not_so(some_player({'opponent' if who.kind == 'no_opponent' else 'any'},{value},{low},{high}))"
    raise NotModelled(f"number of {who.kind}")


def _cards_in_zone(node: Node, scope: Scope) -> str:
    who, place = node.child(0), node.child(3).child(0)
    low, high = quantity_bounds(node.child(1))
    if place.kind == "bare_hand":
        if node.child(2).kind == "card":
            return _player_has(who, "hand", low, high)
        raise NotModelled("cards in hand")
    if node.child(2).kind == "card" and place.kind in ("graveyard", "hand", "library") and place.child(0).kind == "their":
        return _player_has(who, place.kind, low, high)
    if who.kind != "you":
        raise NotModelled(f"cards of {who.kind}")
    where = zone(place, scope)
    if place.kind in ("exile_zone", "command_zone"):
        where = both(where, status("owned_by(you)"))
    if node.child(2).kind == "card" and place.kind in ("hand", "library") and place.child(0).kind == "your":
        return _player_has(who, place.kind, low, high)
    return _count_condition(both(described(node.child(2), scope), where), low, high, scope)


def _happened(node: Node, scope: Scope) -> str:
    """What a player did, or an object entered, this turn, as far as a position tells."""
    if (
        node.kind == "object_event"
        and node.child(1).kind == "enters"
        and not node.child(1).parts
        and node.child(0).kind in ("this", "it", "attached_to_this", "ref")
    ):
        return f"exists({mention(both(describe(node.child(0), scope), status('entered_this_turn')), scope)})"
    if node.kind == "player_event" and node.child(0).kind == "you":
        done = node.child(1)
        if done.kind == "plays" and done.child(0).kind == "one" and done.child(0).child(0).kind == "land":
            return f"between(player(lands_played),1,{HIGH})"
        if done.kind in _LIFE:
            return f"between(player({_LIFE[done.kind]}),{_life_least(done)},{HIGH})"
    if node.kind == "player_event" and node.child(0).kind in ("an_opponent", "a_player", "any_player"):
        number_of = _LIFE.get(node.child(1).kind)
        if number_of is not None:
            return f"some_player({_players(node.child(0))},{number_of},{_life_least(node.child(1))},{HIGH})"
    return f"seen({_seen(node, scope)})"


_LIFE = {"gains_life": "life_gained", "loses_life": "life_lost"}


def _life_least(node: Node) -> int:
    """Return how much life at least was gained or lost: "5 or more life", or any."""
    life = node.child(0)
    if life.kind == "any_life":
        return 1
    if life.kind == "life" and life.child(0).kind == "number_or_more":
        return number(life.child(0).word())
    raise NotModelled(f"life {life.child(0).kind if life.parts else life.kind}")


def _seen(node: Node, scope: Scope) -> str:
    """A condition that proves that something happened this turn; that it did not, a position cannot show."""
    what, done = node.child(0), node.child(1)
    if node.kind == "object_event" and done.kind == "enters_under" and done.child(0).kind == "your":
        return _entered(what, scope)
    if node.kind == "player_event" and what.kind == "you" and done.kind == "had_enter" and done.child(1).kind == "your":
        return _entered(done.child(0), scope)
    if node.kind == "object_event" and done.kind == "attacks" and not done.parts and what.kind in ("this", "it"):
        return f"exists({mention(both(describe(what, scope), status('attacking')), scope)})"
    if node.kind == "player_event" and what.kind == "you" and done.kind == "player_attacks_with":
        return _some(done.child(0), both(status("controlled_by(you)"), status("attacking")), scope)
    raise NotModelled("happened_this_turn")


def _entered(node: Node, scope: Scope) -> str:
    return _some(node, both(status("controlled_by(you)"), status("entered_this_turn")), scope)


def _some(node: Node, more: Alternatives, scope: Scope) -> str:
    """That there are as many of some objects as a node says."""
    if node.kind == "some_quantity":
        low, high = quantity_bounds(node.child(0))
        if high != HIGH:
            raise NotModelled("at most")
        return _count_condition(both(described(node.child(1), scope), more), low, high, scope)
    if node.kind not in ("one", "another"):
        raise NotModelled(node.kind)
    return _count_condition(both(describe(node, scope), more), 1, HIGH, scope)


def _done(node: Node, scope: Scope) -> str:
    """What you have done this turn, as far as a position tells."""
    if node.kind in _LIFE:
        return f"between(player({_LIFE[node.kind]}),{_life_least(node)},{HIGH})"
    if node.kind == "casts" and node.child(0).kind in ("one", "some_quantity"):
        what = node.child(0)
        low = 1 if what.kind == "one" else quantity_bounds(what.child(0))[0]
        if what.kind == "some_quantity" and quantity_bounds(what.child(0))[1] != HIGH:
            raise NotModelled("at most")
        term = f"between(player(spells_cast),{low},{HIGH})"
        spell = what.child(len(what.parts) - 1)
        return term if spell.kind == "spell" else f"perhaps({term})"
    raise NotModelled("you_have_done")


def _controller(node: Node, scope: Scope) -> Alternatives:
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
        if node.child(0).kind not in ("you", "your_team") and (low, high) not in ((1, HIGH), (0, 0)):
            return _each_count(node.child(0), what_node.child(1), low, high, scope)
        return _count_condition(both(described(what_node.child(1), scope), who), low, high, scope)
    elif what_node.kind in ("object_and_list", "object_and"):
        first = Node("controls", (node.child(0), what_node.child(0)))
        second = Node("controls", (node.child(0), what_node.child(1)))
        return f"both({_controls(first, scope)},{_controls(second, scope)})"
    elif what_node.kind not in ("one", "another", "object_or", "this", "ref", "it", "attached_to_this", "any_of", "their_commander"):
        raise NotModelled(what_node.kind)
    if least > 1 and node.child(0).kind not in ("you", "your_team"):
        raise NotModelled("count of one player among several")
    return _count_condition(both(describe(what_node, scope), who), least, HIGH, scope)


def _each_count(who: Node, what: Node, low: int, high: int, scope: Scope) -> str:
    """ "An opponent controls four or more lands": the objects of each player are counted for themselves."""
    if who.kind not in ("an_opponent", "a_player", "any_player"):
        raise NotModelled("count of one player among several")
    return f"some_controls({_players(who)},{mention(described(what, scope), scope)},{low},{high})"


def _controls_more(node: Node, scope: Scope) -> str:
    """ "An opponent controls more lands than you", "you control more creatures than each other player"."""
    who, than = node.child(0).kind, node.child(2).kind
    what = mention(described(node.child(1), scope), scope)
    if who in ("an_opponent", "a_player", "any_player") and than == "you":
        return f"outnumbered({what})"
    if who == "you" and than in ("each_opponent", "each_other_player"):
        return f"outnumbers({what})"
    raise NotModelled(node.kind)


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
        about = node.child(0)
        if about.kind in ("object_and", "object_and_list"):
            parts = [_is(Node(node.kind, (part, node.child(1)), node.variant), scope) for part in (about.child(0), about.child(1))]
            return f"both({parts[0]},{parts[1]})"
        if node.child(1).kind == "enchanted_by" and node.child(1).child(0).kind == "some_quantity":
            amount_of = node.child(1).child(0)
            host = mention(describe(about, scope), scope)
            attached = both(described(amount_of.child(1), scope), status(f"attached_to({host})"))
            return _count_condition(attached, *quantity_bounds(amount_of.child(0)), scope)
        if node.child(1).kind == "paired_with" and about.kind == "this":
            return f"exists({mention(status('paired_with_this'), scope)})"
        what = description(node.child(1), scope)
        if about.kind in ("some_quantity", "several"):
            low, high = quantity_bounds(about.child(0))
            return _count_condition(both(described(about.child(1), scope), what), low, high, scope)
        if about.kind not in ("this", "it", "ref", "attached_to_this", "that", "one", "another", "their_commander", "top_of"):
            raise NotModelled(about.kind)
        subject = describe(about, scope)
    return f"exists({mention(both(subject, what), scope)})"


def _counters(object_node: Node, noun_node: Node, low: int, high: int, scope: Scope) -> str:
    found = counter_kind(noun_node)
    if (object_node.kind == "this" and not scope.resolved) or (object_node.kind == "it" and scope.it is None and not scope.resolved):
        term = f"counters({quoted(found)})" if found else "counters"
        return f"between({term},{low},{high})"
    if found is None:
        raise NotModelled("counters of any kind")
    number_of = mention(describe(object_node, scope), scope)
    return f"between(counters_among({quoted(found)},{number_of}),{low},{high})"
