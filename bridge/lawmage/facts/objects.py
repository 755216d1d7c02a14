"""Object and player nodes to descriptions (rules 109, 110, 205)."""

from __future__ import annotations

from collections.abc import Callable

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.keywords import keyword_of
from lawmage.cards.oracle.vocabulary import number, subtype
from lawmage.facts.description import ANYTHING, Alternatives, Descriptions, both, either, in_zone, negate, status, trait
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import COLORS, SUPERTYPE_WORDS, TYPE_WORDS, quoted

HIGH = 1_000_000_000
#: Cards linked to the source of an ability: exiled with it, used to craft it (607.2).
LINKED = both(in_zone("linked"), status("linked_here"))
#: Every description of the process, by number.
DESCRIPTIONS = Descriptions()
#: Words that name a group or one of it; the description is the same.
_GROUPS = frozenset(
    {"one", "each", "all", "any_of", "any_described", "several", "one_or_more", "both", "any_number_of", "several_of", "up_to"}
)
_JOINS = {"object_or", "object_and", "object_and_list", "object_comma", "object_comma_more", "subject_and", "subject_comma"}
_LASTS = {"object_last_or", "object_last_and"}
_STATUS = {
    "tapped": "tapped",
    "attacking": "attacking",
    "attacking_alone": "attacking_alone",
    "blocked": "blocked",
    "unblocked": "unblocked",
    "dealt_this_turn": "damaged",
    "blocking": "blocking",
    "face_down": "face_down",
    "enchanted_status": "enchanted",
    "equipped_status": "equipped",
    "monstrous": "designation(monstrous)",
    "renowned": "designation(renowned)",
    "saddled": "designation(saddled)",
    "suspected": "designation(suspected)",
    "token_adjective": "token",
    "token": "token",
    "commander": "commander",
    "commander_adjective": "commander",
    "transformed_status": "transformed",
    "entered_this_turn": "entered_this_turn",
    "of_chosen_type": "of_chosen_type",
    "of_chosen_color": "of_chosen_color",
    "with_chosen_name": "of_chosen_name",
}
_NOTHING_MORE = frozenset({"permanent", "card", "one_noun"})
#: 700.12: the creature types that make an outlaw.
_OUTLAWS = ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")


def mention(alternatives: Alternatives, scope: Scope) -> int:
    """Return the number of a description and note that the ability mentions it."""
    if scope.apart is not None:
        alternatives = both(alternatives, scope.apart)
    if not alternatives:
        # Zones that exclude each other: the words mean something else.
        raise NotModelled("no object at all")
    found = DESCRIPTIONS.number(alternatives)
    scope.mentions.append(found)
    return found


def describe(node: Node, scope: Scope) -> Alternatives:
    """Return the description of an object node; raises :class:`NotModelled` for what has no facts yet."""
    kind = node.kind
    if kind == "this":
        return status(scope.source if scope.resolved else "this")
    if kind == "attached_to_this" and scope.resolved:
        raise NotModelled(kind)
    if kind in ("it", "itself", "them"):
        if scope.it is None and scope.resolved:
            raise NotModelled("it")
        return scope.it if scope.it is not None else status("this")
    if kind == "ref":
        reference = scope.references[int(node.word()[1:])]
        if reference.sort != "object":
            raise NotModelled("player as object")
        return status(f"object({reference.number})")
    if kind == "attached_to_this":
        return status("host")
    if kind == "both" and scope.that is not None and node.child(0).kind == "creature":
        return scope.that
    if kind in _GROUPS:
        return described(_last_node(node), scope)
    if kind == "another":
        return both(described(node.child(0), scope), _other_than(node.child(0), scope))
    if kind in ("first_each_turn", "the_nth_each_turn"):
        found = described(node.child(len(node.parts) - 1), scope)
        if any(alternative.zone != "stack" for alternative in found):
            raise NotModelled(kind)
        return found
    if kind == "top_of":
        if node.child(1).kind != "your":
            raise NotModelled(kind)
        return both(described(node.child(0), scope), both(in_zone("top"), status("owned_by(you)")))
    if kind == "the":
        return both(_exiled_card(node.child(0), scope), described(_bare(node.child(0)), scope))
    if kind == "each_of_those" and scope.that is not None:
        return both(scope.that, described(node.child(0), scope))
    if kind == "their_commander":
        owner = node.child(0)
        if owner.kind != "your":
            raise NotModelled(owner.kind)
        return both(status("commander"), status("owned_by(you)"))
    if kind == "that" and scope.that is not None:
        return both(scope.that, described(node.child(0), scope))
    if kind == "subject_and" and node.child(0).kind in ("each", "all", "any_of") and node.child(1).kind == "any_of":
        first, second = _last_node(node.child(0)), _last_node(node.child(1))
        return either(described(with_qualifiers_of(first, second), scope), described(second, scope))
    if kind in _JOINS:
        return either(describe(node.child(0), scope), describe(node.child(1), scope))
    if kind in _LASTS:
        return describe(node.child(0), scope)
    if kind == "any_of_both":
        return either(described(with_qualifiers_of(node.child(0), node.child(1)), scope), described(node.child(1), scope))
    if kind == "from_zone":
        return both(describe(node.child(0), scope), zone(node.child(1).child(0), scope))
    raise NotModelled(kind)


def _exiled_card(node: Node, scope: Scope) -> Alternatives:
    """ "The exiled card" is one that an ability of the source exiled (607.2)."""
    if node.kind == "adjective_of" and node.child(0).kind == "exiled" and scope.it in (None, status("this")):
        return LINKED
    raise NotModelled("the")


def _bare(node: Node) -> Node:
    """Return what "the exiled" stands before."""
    return node.child(1)


def with_qualifiers_of(first: Node, second: Node) -> Node:
    """Return the first description with what is said after the second: "each artifact and enchantment you control"."""
    if any(part.kind == "qualified" for part in walk(first)):
        return first
    while second.kind == "adjective_of":
        second = second.child(1)
    return Node("qualified", (first, second.child(1))) if second.kind == "qualified" else first


def _last_node(node: Node) -> Node:
    part = node.parts[-1]
    if not isinstance(part, Node):
        raise NotModelled(node.kind)
    return part


def described(node: Node, scope: Scope) -> Alternatives:
    """Return the description of a "described" node (adjectives, nouns and qualifiers)."""
    kind = node.kind
    if kind == "adjective_of" and node.child(0).kind == "other":
        return both(_other_than(node.child(1), scope), described(node.child(1), scope))
    if kind == "adjective_of" and node.child(0).kind == "exiled" and any(part.kind == "used_to_craft" for part in walk(node)):
        # "An exiled card used to craft it" is a linked card, whatever else is in exile.
        return described(node.child(1), scope)
    if kind == "adjective_of":
        return _of_list(node.child(0), adjective(node.child(0), scope), node.child(1), scope)
    if kind == "qualified":
        return both(described(node.child(0), scope), qualifiers(node.child(1), scope))
    if kind == "noun_noun" and node.child(0).kind == "permanent":
        # 110.4a: a permanent card is one that could be put onto the battlefield.
        return both(_PERMANENT_CARD, described(node.child(1), scope))
    if kind == "noun_noun":
        return _of_list(node.child(0), noun(node.child(0)), node.child(1), scope)
    if kind in ("head_or", "head_comma", "head_comma_more"):
        return either(noun(node.child(0)), described(node.child(1), scope))
    if kind == "head_last_or":
        return described(node.child(0), scope)
    return noun(node)


_PERMANENT_CARD = both(trait('type("Instant")', False), trait('type("Sorcery")', False))


def _other_than(what: Node, scope: Scope) -> Alternatives:
    """Return "is not the one spoken of": of creatures, an Aura or Equipment speaks of the one it is attached to."""
    creatures = any(part.kind == "creature" for part in walk(what))
    return status("host" if scope.it == status("host") and creatures else _other(scope), False)


def _other(scope: Scope) -> str:
    """The test for what "other" is other than."""
    return scope.source if scope.resolved and scope.other == "this" else scope.other


_LISTS = frozenset({"head_or", "head_comma", "head_comma_more"})
#: Adjectives that are said of every member of the list they stand before.
_OF_ALL = frozenset({"other", "non", "non_both", "additional_one", "legendary", "untapped", "face_up", "attacking_or_blocking", *_STATUS})


def _of_list(word: Node, found: Alternatives, rest: Node, scope: Scope) -> Alternatives:
    """Return what an adjective and what it stands before describe.

    Before a list a type belongs to the first member only ("artifact creatures and Vehicles", "basic land or Gate"),
    "other" and the like to all; of colors and "legendary" the words do not tell.
    """
    if rest.kind == "qualified" and rest.child(0).kind in _LISTS:
        return both(_of_list(word, found, rest.child(0), scope), qualifiers(rest.child(1), scope))
    if rest.kind not in _LISTS or word.kind in _OF_ALL:
        return both(found, described(rest, scope))
    if word.kind in TYPE_WORDS or word.kind in ("subtype", "basic"):
        return either(both(found, noun(rest.child(0))), described(rest.child(1), scope))
    raise NotModelled(f"{word.kind} before a list")


def noun(node: Node) -> Alternatives:
    """Return the description a noun gives: a type, a subtype, a token, or nothing more than an object."""
    kind = node.kind
    if kind in TYPE_WORDS:
        return trait(f"type({quoted(TYPE_WORDS[kind])})")
    if kind == "subtype":
        return trait(f"type({quoted(subtype(node.word()))})")
    if kind in _NOTHING_MORE:
        return ANYTHING
    if kind == "on_the_battlefield":
        return in_zone("battlefield")
    if kind in ("token", "commander"):
        return status(_STATUS[kind])
    if kind in ("outlaws", "outlaw"):
        return either(*(trait(f'type("{word}")') for word in _OUTLAWS))
    if kind == "spell":
        return in_zone("stack")
    raise NotModelled(kind)


def adjective(node: Node, scope: Scope) -> Alternatives:
    """Return the description an adjective or attribute gives."""
    kind = node.kind
    if kind == "non":
        return contrary(adjective(node.child(0), scope))
    if kind == "non_both":
        return both(contrary(adjective(node.child(0), scope)), contrary(adjective(node.child(1), scope)))
    if kind == "modified":
        # 700.9; the Aura must be controlled by the permanent's controller.
        return either(status("any_counter"), status("equipped"), status("enchanted_by_controller"))
    if kind == "other":
        return status(_other(scope), False)
    if kind in COLORS:
        return trait(f'color("{COLORS[kind]}")')
    if kind in SUPERTYPE_WORDS:
        return trait(f"type({quoted(SUPERTYPE_WORDS[kind])})")
    if kind == "colorless":
        return trait("colored", False)
    if kind == "multicolored":
        return trait("multicolored")
    if kind == "monocolored":
        return both(trait("colored"), trait("multicolored", False))
    if kind == "historic":
        return either(*(trait(f'type("{word}")') for word in ("Legendary", "Artifact", "Saga")))
    if kind == "untapped":
        return status("tapped", False)
    if kind == "face_up":
        return status("face_down", False)
    if kind == "attacking_or_blocking":
        return either(status("attacking"), status("blocking"))
    if kind == "exiled":
        return in_zone("exile")
    if kind in ("attribute_or", "attribute_and_or", "attribute_comma", "attribute_comma_more"):
        return either(adjective(node.child(0), scope), adjective(node.child(1), scope))
    if kind == "attribute_and":
        # "Instant and sorcery cards" are cards of either type; of colors it is not said which is meant.
        words = (*TYPE_WORDS, *SUPERTYPE_WORDS, "subtype")
        if any(part.kind not in words for part in (node.child(0), node.child(1))):
            raise NotModelled(kind)
        return either(adjective(node.child(0), scope), adjective(node.child(1), scope))
    if kind == "attribute_last_or":
        return adjective(node.child(0), scope)
    if kind in _STATUS:
        return status(_STATUS[kind])
    if kind == "pt_status":
        return _of_size(node)
    return noun(node)


def contrary(found: Alternatives) -> Alternatives:
    """Return the contrary of a description; NotModelled where it looks in a zone."""
    try:
        return negate(found)
    except ValueError as error:
        raise NotModelled("contrary of a zone") from error


def qualifiers(node: Node, scope: Scope) -> Alternatives:
    """Return the description that qualifiers after a noun give."""
    kind = node.kind
    if kind == "qualifier_and" and all(node.child(i).kind == "in_zone" for i in (0, 1)):
        # "In exile and in your graveyard": the cards in either.
        return either(qualifiers(node.child(0), scope), qualifiers(node.child(1), scope))
    if kind in ("qualifier_more", "qualifier_and"):
        return both(qualifiers(node.child(0), scope), qualifiers(node.child(1), scope))
    if kind == "qualifier_or":
        return either(qualifiers(node.child(0), scope), qualifiers(node.child(1), scope))
    return qualifier(node, scope)


_ANYONE = frozenset({"a_player", "any_player", "each_player", "players"})


def player_test(node: Node, scope: Scope, word: str) -> Alternatives:
    """Return "controlled by" or "owned by" (``word``) the player of a node."""
    kind = node.kind
    if kind == "you":
        return status(f"{word}(you)")
    if kind == "your_team":
        return status(f"{word}(you)")
    if kind in ("an_opponent", "opponents", "your_opponents", "each_opponent"):
        return status(f"{word}(opponent)")
    if kind in ("each_player", "a_player", "any_player", "players"):
        return ANYTHING
    if kind == "they_player" and scope.they is not None:
        return ANYTHING if scope.they.kind in _ANYONE else player_test(scope.they, scope, word)
    if kind == "ref_player":
        reference = scope.references[int(node.word()[1:])]
        if reference.sort == "player":
            return status(f"{word}(player({reference.number}))")
    if kind in ("attached_ones_controller", "its_controller") and is_host(kind, scope):
        return status(f"{word}(host)")
    if kind == "defending_player" and word == "controlled_by":
        return status("controlled_by(defending)")
    if kind == "chosen_player":
        return status(f"{word}(chosen)")
    if kind == "enchanted_player":
        return status(f"{word}(enchanted)")
    raise NotModelled(kind)


def is_host(kind: str, scope: Scope) -> bool:
    """Return whether a player word means the controller of what the source is attached to."""
    if kind == "its_controller" and scope.it is None and scope.each and scope.changed == "host":
        return True
    return kind == "attached_ones_controller" or (kind == "its_controller" and scope.it == status("host"))


def qualifier(node: Node, scope: Scope) -> Alternatives:
    """Return the description that one qualifier or description word gives."""
    kind = node.kind
    handler = _QUALIFIERS.get(kind)
    if handler is not None:
        return handler(node, scope)
    if kind in _STATUS:
        return status(_STATUS[kind])
    return adjective(node, scope)


def bounds(node: Node) -> tuple[int, int]:
    """Return the lowest and highest number a comparison with a plain number allows."""
    amount = node.child(0)
    if amount.kind not in ("number", "one_number"):
        raise NotModelled(f"comparison with {amount.kind}")
    value = number(amount.word()) if amount.kind == "number" else 1
    kinds = {
        "at_least": (value, HIGH),
        "at_least_as": (value, HIGH),
        "at_most": (-HIGH, value),
        "at_most_as": (-HIGH, value),
        "more_than": (value + 1, HIGH),
        "less_than": (-HIGH, value - 1),
        "equal_to": (value, value),
        "exactly": (value, value),
    }
    if node.kind not in kinds:
        raise NotModelled(node.kind)
    return kinds[node.kind]


#: What a comparison asks for, and what is added to the amount it names.
_COMPARISONS = {
    "at_least": ("at_least", 0),
    "at_least_as": ("at_least", 0),
    "at_most": ("at_most", 0),
    "at_most_as": ("at_most", 0),
    "more_than": ("at_least", 1),
    "less_than": ("at_most", -1),
    "equal_to": ("equally", 0),
    "exactly": ("equally", 0),
}


def _compared(measure: str, comparison: Node, scope: Scope) -> Alternatives:
    """Compare a measure with an amount that the position tells: "power less than this creature's power"."""
    from lawmage.facts.amounts import amount

    term = "free" if comparison.child(0).kind == "x" else amount(comparison.child(0), scope)
    if comparison.kind not in _COMPARISONS or scope.each or any(word in term for word in ("free", "chosen(", "its(")):
        raise NotModelled(f"comparison with {comparison.child(0).kind}")
    if measure not in ("power", "toughness", "mana_value"):
        raise NotModelled(measure)
    sense, more = _COMPARISONS[comparison.kind]
    return status(f"compared({measure},{sense},{f'plus({term},number({more}))' if more else term})")


def _with_measure(node: Node, scope: Scope) -> Alternatives:
    measure = node.child(0).kind
    if node.child(1).child(0).kind not in ("number", "one_number"):
        return _compared(measure, node.child(1), scope)
    low, high = bounds(node.child(1))
    if measure == "mana_value":
        return trait(f"mana_value({low},{high})")
    if measure in ("power", "toughness"):
        return status(f"{measure}({low},{high})")
    if measure == "power_or_toughness":
        return either(status(f"power({low},{high})"), status(f"toughness({low},{high})"))
    raise NotModelled(measure)


def keyword_name(node: Node) -> str:
    """Return the name of a keyword node that names it alone, as used in keyword facts."""
    if node.kind == "keyword":
        return node.word()
    if node.kind == "any_protection":
        return "protection"
    if node.kind in ("keyword_without_cost", "keyword_without_number"):
        return keyword_of(node)
    raise NotModelled(f"keyword {node.kind}")


def counter_kind(node: Node) -> str | None:
    """Return the kind of counter a node names, None for counters of any kind."""
    return node.word() if node.kind == "counters" else None


def _with_counters(node: Node, scope: Scope) -> Alternatives:
    amount = node.child(0)
    least = 1
    if amount.kind == "number" or amount.kind == "number_or_more":
        least = number(amount.word())
    elif amount.kind not in ("a_number", "one_number", "one_or_more_amount"):
        raise NotModelled(f"counters {amount.kind}")
    return _has_counter(node.child(1), least)


def _has_counter(noun_node: Node, least: int) -> Alternatives:
    found = counter_kind(noun_node)
    if found is None:
        return status("any_counter")
    return status(f"counter({quoted(found)},{least})")


def zone(node: Node, scope: Scope) -> Alternatives:
    """Return the description of being in a zone."""
    kind = node.kind
    if kind in ("a_graveyard", "all_graveyards", "graveyards"):
        return in_zone("graveyard")
    if kind in ("graveyards_and_libraries", "graveyards_or_libraries"):
        return either(in_zone("graveyard"), in_zone("library"))
    if kind in ("exile_zone", "command_zone"):
        return in_zone(kind.removesuffix("_zone"))
    if kind in ("graveyard", "hand", "library"):
        owner = node.child(0)
        if owner.kind == "your":
            return both(in_zone(kind), status("owned_by(you)"))
        if owner.kind in ("your_opponents_possessive",):
            return both(in_zone(kind), status("owned_by(opponent)"))
        if owner.kind in ("all_players_possessive", "each_players_possessive"):
            return in_zone(kind)
        if owner.kind == "players_possessive":
            return both(in_zone(kind), player_test(owner.child(0), scope, "owned_by"))
        if owner.kind == "their" and scope.they is not None:
            return both(in_zone(kind), player_test(scope.they, scope, "owned_by"))
    raise NotModelled(f"zone {kind}")


def _named(node: Node) -> Alternatives:
    """201.5: the name of the object itself in its own text means its name, whatever that is."""
    if ", and " in node.word():
        names = node.word().replace(", and ", ", ").split(", ")
        return either(*(_named(Node("named", (name,))) for name in names))
    if node.word() != "~" and "~" in node.word():
        raise NotModelled("part of a name")
    return status("named_as_this") if node.word() == "~" else trait(f"called({quoted(node.word())})")


def _with_same(node: Node, scope: Scope) -> Alternatives:
    """ "With the same name as the exiled card": a card linked to the source."""
    other = node.child(1)
    if node.child(0).kind == "same_name" and other.kind in ("the", "that"):
        found = other.child(0)
        if found.kind == "adjective_of" and found.child(0).kind == "exiled" and found.child(1).kind == "card":
            return status("named_as_linked")
    if node.child(0).kind == "same_name" and other.kind == "that" and scope.each_name and other.child(0).kind in TYPE_WORDS:
        return status("named_as_this")
    raise NotModelled(node.kind)


def _linked(node: Node, scope: Scope) -> Alternatives:
    """ "Exiled with it", "used to craft it": cards linked to the source of the ability."""
    if node.kind == "exiled_with_it" and scope.it not in (None, status("this")):
        raise NotModelled(node.kind)
    return LINKED


_ATTACKED = {
    "you": "you",
    "your_opponents": "opponent",
    "opponents": "opponent",
    "one_of_opponents": "opponent",
    "enchanted_player": "enchanted",
}


def _attacking_player(node: Node, scope: Scope) -> Alternatives:
    who = _ATTACKED.get(node.child(0).kind)
    if who is None:
        raise NotModelled(node.kind)
    return both(status("attacking"), status(f"attacking_player({who})"))


def _in_combat_with(node: Node, scope: Scope) -> Alternatives:
    what = mention(describe(node.child(0), scope), scope)
    found = []
    if node.kind != "blocked_by_object":
        found.append(both(status("blocking"), status(f"blocking_any({what})")))
    if node.kind != "blocking_object":
        found.append(status(f"blocked_by_any({what})"))
    return either(*found)


_SHARED = {"share_color": "color", "share_creature_type": "creature_type"}


def _shares(node: Node, scope: Scope) -> Alternatives:
    if node.child(0).kind not in _SHARED or node.child(1).kind not in ("that", "attached_to_this", "this", "ref"):
        raise NotModelled(node.kind)
    return status(f"shares({_SHARED[node.child(0).kind]},{mention(describe(node.child(1), scope), scope)})")


def _does_not_share(node: Node, scope: Scope) -> Alternatives:
    """ "That doesn't share a name with any other creature you control": no other than the object itself."""
    what = node.child(1).child(0) if node.child(1).kind in ("any_described", "one") else node
    if node.child(0).kind != "share_name" or what.kind != "adjective_of" or what.child(0).kind != "other":
        raise NotModelled(node.kind)
    return status(f"shares(another_name,{mention(described(what.child(1), scope), scope)})", False)


def _not_same_name(node: Node, scope: Scope) -> Alternatives:
    if node.child(0).kind != "this":
        raise NotModelled(node.kind)
    return status("named_as_this", False)


def _without_counters_of(node: Node, scope: Scope) -> Alternatives:
    return contrary(_with_counters(node, scope))


def _that_is(node: Node, scope: Scope) -> Alternatives:
    return description(node.child(0), scope)


def description(node: Node, scope: Scope) -> Alternatives:
    """Return the description of a predicate ("is tapped", "is a Forest")."""
    kind = node.kind
    if kind in ("description_or", "description_comma", "description_comma_more"):
        return either(description(node.child(0), scope), description(node.child(1), scope))
    if kind == "description_and":
        return both(description(node.child(0), scope), description(node.child(1), scope))
    if kind == "description_last":
        return description(node.child(0), scope)
    if kind in ("a_described", "described_as"):
        return described(node.child(0), scope)
    if kind == "a_or_a_described":
        return either(described(node.child(0), scope), described(node.child(1), scope))
    return qualifier(node, scope)


def _keywords(node: Node, scope: Scope, join: str, wanted: bool) -> Alternatives:
    first, second = (trait(f"keyword({quoted(keyword_name(node.child(i)))})", wanted) for i in (0, 1))
    return both(first, second) if join == "and" else either(first, second)


def _cast_by(node: Node, scope: Scope) -> Alternatives:
    return both(in_zone("stack"), player_test(node.child(0), scope, "controlled_by"))


def _is_itself(node: Node, scope: Scope) -> bool:
    return node.kind == "this" or (node.kind in ("it", "itself") and scope.it is None and not scope.resolved)


def _blocking(node: Node, scope: Scope, *tests: str) -> Alternatives:
    """509.1: creatures that block this creature, or are blocked by it."""
    if node.parts and not _is_itself(node.child(0), scope):
        raise NotModelled(node.kind)
    if not node.parts and (scope.it is not None or scope.resolved):
        raise NotModelled(node.kind)
    return either(*(status(test) for test in tests))


def _of_size(node: Node) -> Alternatives:
    power, _, toughness = node.word().partition("/")
    if not (power.isdigit() and toughness.isdigit()):
        raise NotModelled(node.kind)
    return both(status(f"power({power},{power})"), status(f"toughness({toughness},{toughness})"))


def _attached_to(node: Node, scope: Scope) -> Alternatives:
    return status(f"attached_to({mention(describe(node.child(0), scope), scope)})")


def _enchanted_by(node: Node, scope: Scope) -> Alternatives:
    what = node.child(0)
    if what.kind not in ("one", "any_of", "any_described", "one_or_more"):
        raise NotModelled(node.kind)
    return status(f"enchanted_by({mention(describe(what, scope), scope)})")


def _with_another_attached(node: Node, scope: Scope) -> Alternatives:
    other = both(described(node.child(0), scope), status("this", False))
    return status(f"enchanted_by({mention(other, scope)})")


_QUALIFIERS: dict[str, Callable[[Node, Scope], Alternatives]] = {
    "controlled_by": lambda n, s: player_test(n.child(0), s, "controlled_by"),
    "not_controlled_by": lambda n, s: contrary(player_test(n.child(0), s, "controlled_by")),
    "owned_by": lambda n, s: player_test(n.child(0), s, "owned_by"),
    "not_owned_by": lambda n, s: contrary(player_test(n.child(0), s, "owned_by")),
    "with_keyword": lambda n, s: trait(f"keyword({quoted(keyword_name(n.child(0)))})"),
    "without_keyword": lambda n, s: trait(f"keyword({quoted(keyword_name(n.child(0)))})", False),
    "with_either_keyword": lambda n, s: _keywords(n, s, "or", True),
    "with_both_keywords": lambda n, s: _keywords(n, s, "and", True),
    "without_either_keyword": lambda n, s: _keywords(n, s, "and", False),
    "cast_by": _cast_by,
    "cast_by_from": _cast_by,
    "attached_to": _attached_to,
    "it_is_blocking": lambda n, s: _blocking(n, s, "blocked_by_this"),
    "pt_status": lambda n, s: _of_size(n),
    "enchanted_by": _enchanted_by,
    "equipped_by": _enchanted_by,
    "with_another_attached": _with_another_attached,
    "but_not_owned": lambda n, s: contrary(status("owned_by(you)")),
    "under_control_of": lambda n, s: player_test(n.child(0), s, "controlled_by"),
    "exactly_two_colors": lambda n, s: trait("colors(2)"),
    "all_colors": lambda n, s: trait("colors(5)"),
    "with_measure": _with_measure,
    "with_counters": _with_counters,
    "with_basic_land_type": lambda n, s: either(
        *(trait(f'type("{word}")') for word in ("Plains", "Island", "Swamp", "Mountain", "Forest"))
    ),
    "with_some_counters": lambda n, s: _has_counter(n.child(0), 1),
    "without_counters": lambda n, s: contrary(_has_counter(n.child(0), 1)),
    "with_no_abilities": lambda n, s: trait("ability", False),
    "named": lambda n, s: _named(n),
    "not_named": lambda n, s: contrary(_named(n)),
    "with_same": _with_same,
    "exiled_with_this": _linked,
    "exiled_with_it": _linked,
    "used_to_craft": _linked,
    "attacking_player": _attacking_player,
    "blocking_object": _in_combat_with,
    "blocked_by_object": _in_combat_with,
    "blocking_or_blocked_by": _in_combat_with,
    "shares": _shares,
    "does_not_share": _does_not_share,
    "not_same_name": _not_same_name,
    "without_counters_of": _without_counters_of,
    "with_mana_ability": lambda n, s: trait("ability(mana)"),
    "with_tap_ability": lambda n, s: trait("ability(tap)"),
    "with_activated_abilities": lambda n, s: trait("ability(activated)"),
    "other_than": lambda n, s: contrary(describe(n.child(0), s)),
    "in_zone": lambda n, s: zone(n.child(0).child(0), s),
    "not_on_battlefield": lambda n, s: in_zone("elsewhere"),
    "that_is": _that_is,
    "that_is_not": lambda n, s: in_zone("elsewhere") if n.child(0).kind == "on_the_battlefield" else contrary(_that_is(n, s)),
    "a_described": lambda n, s: described(n.child(0), s),
    "described_as": lambda n, s: described(n.child(0), s),
}
