"""What is done as a permanent enters: choices, payments, cards revealed; and what happens instead of its entering (614.12a)."""

from __future__ import annotations

from dataclasses import replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.amounts import condition
from lawmage.facts.description import Alternatives, both, in_zone, status
from lawmage.facts.entering import ENTERING, entering_scope, loads, terms_of
from lawmage.facts.extra import Extra
from lawmage.facts.objects import describe
from lawmage.facts.outer import Statement
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled
from lawmage.facts.words import COLORS, quoted

#: Choices as something enters, by what of it other effects look at.
_CHOICES = {
    "a_color_choice": ("color",), "color_choice_but": ("color",), "creature_type_choice": ("creature_type",),
    "land_type_choice": ("basic_land_type",), "basic_land_type_choice": ("basic_land_type",), "player_choice": ("player",),
    "opponent_choice": ("player",), "a_player": ("player",), "an_opponent": ("player",), "color_and_type": ("color", "creature_type"),
    "color_and_player": ("color", "player"),
}  # fmt: skip
#: Choices of what nothing that replaces an event looks at: names, words, numbers, card types, objects and pairs.
_OTHER_CHOICES = frozenset(
    {
        "card_name_choice", "number_choice", "card_name_choice_of", "word_of_many", "word_of_two", "odd_or_even", "two_players",
        "opponent_and_card_name", "word_choice", "another", "planeswalker_type_choice", "number_greater", "number_between",
        "letter_choice", "one", "two_colors_choice", "card_type_choice", "card_type_choice_but", "any_land_type_choice",
    }
)  # fmt: skip


def would(node: Node) -> bool:
    """Return whether a "would ... instead" line is about its own object entering."""
    event = node.child(0).child(0)
    return event.kind == "object_event" and event.child(0).kind == "this" and event.child(1).kind == "enters"


def replaced(node: Node) -> bool:
    """Return whether a line is "if such an object would enter, ... instead"."""
    if node.kind != "if_would":
        return False
    event = node.child(0)
    event = event.child(0) if event.kind == "event_with" else event
    return event.kind == "object_event" and event.child(1).kind == "enters"


def instead(found: Statement, extra: Extra) -> None:
    """Add that what would enter goes elsewhere."""
    event, outcome = found.node.child(0), found.node.child(1)
    conditions = found.conditions
    if event.kind == "event_with":
        if event.child(1).kind != "and_condition":
            raise NotModelled(event.child(1).kind)
        conditions = (*conditions, ("if", event.child(1).child(0)))
        event = event.child(0)
    if outcome.kind != "do_instead" or outcome.child(0).kind != "exile" or outcome.child(0).child(0).kind != "it":
        raise NotModelled("instead of entering")
    scope = entering_scope(found.scope)
    effect = Effect(extra, scope)
    effect.fact("replaced_event", "enters")
    effect.target = event.child(0)
    effect.fact("replaced_to", effect.describe(describe(effect.target, replace(scope, apart=None))))
    effect.fact("replaced_by", "goes(exile)")
    effect.finish(terms_of(replace(found, conditions=conditions, scope=scope), effect))


def anchored(found: Statement, extra: Extra) -> None:
    """614.12c: one of two abilities is chosen; none of what they say is about events, or it is not known here."""
    if found.node.child(0).kind != "this" or any(_would_bear(part) for part in walk(found.node)):
        raise NotModelled(found.node.kind)
    effect = Effect(extra, found.scope)
    effect.fact("replaced_event", "enters")
    effect.target = Node("this")
    effect.fact("replaced_to", effect.describe(status("this")))
    effect.fact("replaced_by", "choose")
    effect.finish([])


#: What bears on events in an ability that was chosen.
_BEARING = frozenset({"if_would", "prevent", "redirect", "double_damage", "triple_damage", "player_cant", "cant"})


def _would_bear(node: Node) -> bool:
    return node.kind in _BEARING or node.kind in ENTERING


def statement(found: Statement, extra: Extra) -> None:
    """Add what is done as a permanent enters (614.12a), or instead of its entering."""
    node = found.node
    scope = entering_scope(found.scope)
    effect = Effect(extra, scope)
    effect.fact("replaced_event", "enters")
    effect.target = Node("this")
    effect.fact("replaced_to", effect.describe(status("this")))
    if node.kind == "static_then":
        _price(node, effect)
    else:
        if node.child(0).kind not in ("this", "it") or not node.child(1).kind.startswith("moment_enters"):
            raise NotModelled(node.child(1).kind)
        _done(node.child(2), effect)
    effect.finish(terms_of(replace(found, scope=scope), effect))


def _done(node: Node, effect: Effect) -> None:
    kind = node.kind
    if kind == "choose" and node.child(0).kind in _OTHER_CHOICES:
        effect.fact("replaced_by", "choose")
        return
    if kind == "choose" and node.child(0).kind in _CHOICES:
        effect.fact("replaced_by", "choose")
        _choice(node.child(0), effect)
        return
    if kind == "then_sentence" and node.child(0).kind == "choose" and node.child(0).child(0).kind in _CHOICES:
        _choice(node.child(0).child(0), effect)
        _then(node.child(1), effect)
        return
    if kind == "then_sentence" and node.child(0).kind == "player_may" and node.child(0).child(0).kind == "you":
        _may(node.child(0).child(1), node.child(1), effect)
        return
    raise NotModelled(f"as it enters: {kind}")


def _choice(what: Node, effect: Effect) -> None:
    for chosen in _CHOICES[what.kind]:
        effect.fact("chooses", chosen)
    if what.kind in ("opponent_choice", "an_opponent") or (what.kind == "color_and_player" and what.child(0).kind == "an_opponent"):
        effect.fact("chooses_opponent")
    if what.kind == "color_choice_but":
        effect.fact("chooses_not", quoted(COLORS[what.child(0).kind]))


def _then(node: Node, effect: Effect) -> None:
    """What is done after a choice: life paid, or else it enters tapped; counters that hang on what was chosen."""
    if node.kind == "then_sentence" and node.child(0).kind == "then_start" and node.child(0).child(0).kind == "player_may":
        offer = node.child(0).child(0)
        if offer.child(0).kind == "you":
            _may(offer.child(1), node.child(1), effect)
            return
    if node.kind == "change" and node.child(0).kind in ("this", "it") and node.child(1).kind == "enters_with":
        loads(_of_chosen(node.child(1).child(0)), effect)
        return
    raise NotModelled(f"as it enters: {node.kind}")


def _of_chosen(node: Node) -> Node:
    """ "That player" is the one who was chosen."""
    if node.kind == "that_player":
        return Node("chosen_player")
    return Node(node.kind, tuple(_of_chosen(part) if isinstance(part, Node) else part for part in node.parts), node.variant)


def _may(done: Node, otherwise: Node, effect: Effect) -> None:
    """ "You may pay life or reveal a card; if you don't, it enters tapped." """
    if otherwise.kind == "if_do" and otherwise.child(0).kind in ("you_do_not", "you_dont") and _tapped(otherwise.child(1)):
        if done.kind == "pay_life_amount":
            effect.fact("replaced_by", f"pay_or_tapped({number(done.child(0).word())})")
            return
        if done.kind == "reveal":
            effect.fact("replaced_by", f"reveal_or_tapped({_revealed(done, effect)})")
            return
    if otherwise.kind == "do_unless" and _tapped(otherwise.child(0)) and done.kind == "reveal":
        either = otherwise.child(1)
        if either.kind == "condition_or" and either.child(0).kind == "happened_this_way":
            effect.fact("replaced_by", f"reveal_or_tapped({_revealed(done, effect)})")
            scope = replace(effect.scope, mentions=[])
            effect.fact("replaced_while", f"not_so({condition(either.child(1), scope)})")
            effect.descriptions += scope.mentions
            return
    raise NotModelled(f"as it enters: {done.kind}")


def _tapped(node: Node) -> bool:
    return node.kind == "change" and node.child(0).kind in ("this", "it") and node.child(1).kind == "enters_tapped"


def _revealed(node: Node, effect: Effect) -> int:
    """The number of the description of the card to reveal from its controller's hand."""
    found = describe(node.child(0), effect.scope)
    if node.child(0).kind != "one" or any(alternative.zone != "hand" for alternative in found):
        raise NotModelled("as it enters: reveal")
    return effect.describe(found)


def _price(node: Node, effect: Effect) -> None:
    """ "Sacrifice a ... instead. If you do, put it onto the battlefield; if you don't, into the graveyard." """
    instead, then = node.child(0).child(1), node.child(1)
    if instead.kind == "do_instead" and then.kind == "then_sentence":
        first, second = then.child(0), then.child(1)
        paid = instead.child(0)
        if paid.kind == "player_may" and paid.child(0).kind == "you":
            effect.fact("entry_may")
            paid = paid.child(1)
        if (first.kind, second.kind) == ("if_do", "if_do") and (first.child(0).kind, second.child(0).kind) == ("you_do", "you_do_not"):
            effect.fact("replaced_by", f"price_or_graveyard({effect.describe(_paid(paid, effect))},{_how_many(paid.child(0))})")
            return
    raise NotModelled("instead of entering")


def _paid(node: Node, effect: Effect) -> Alternatives:
    """What can be sacrificed or discarded."""
    what = node.child(0)
    if what.kind == "several":
        what = Node("one", (what.child(1),))
    found = both(describe(what, effect.scope), status("entering", False))
    if node.kind == "sacrifice":
        return both(found, status("controlled_by(you)"))
    if node.kind == "discard":
        return both(found, both(in_zone("hand"), status("owned_by(you)")))
    raise NotModelled("instead of entering")


def _how_many(what: Node) -> int:
    if what.kind == "several":
        return number(what.child(0).word())
    if what.kind != "one":
        raise NotModelled("instead of entering")
    return 1
