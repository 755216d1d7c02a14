"""Activated abilities to facts: what activating costs, when and by whom, and its targets (rules 118, 602, 606)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.grammar import load
from lawmage.cards.oracle.keywords import KEYWORD_KINDS, keyword_of
from lawmage.cards.oracle.render import plain
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.amounts import FREE, amount, condition
from lawmage.facts.description import ANYTHING, Alternatives, both, status, trait
from lawmage.facts.mana import symbols
from lawmage.facts.objects import counter_kind, describe, described, mention, with_qualifiers_of
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.spending import spending
from lawmage.facts.words import quoted
from lawmage.facts.xvalues import defining


@dataclass(slots=True)
class Activation:
    """The facts about activating one ability, and the structures in it that have none."""

    number: int
    facts: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    unspendable: list[str] = field(default_factory=list)
    parts: int = 0
    terms: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    symbols: dict[str, int] = field(default_factory=dict)
    generic: int = 0
    free: int = 0

    def part(self, term: str) -> None:
        """Add one component of the cost, beside its mana; the first has number 1."""
        self.parts += 1
        self.terms.append(term)
        self.facts.append(f"cost_part({self.number},{self.parts},{term}).")

    def limit(self, term: str) -> None:
        """Add one restriction on activating."""
        self.limits.append(term)
        self.facts.append(f"activation_limit({self.number},{term}).")


def activation(number: int, node: Node, scope: Scope, label: str | None = None) -> Activation | None:
    """Return the facts of an activated ability (or of a keyword that is one); None for any other ability."""
    found = Activation(number)
    if node.kind == "activated":
        inner = replace(scope, x=FREE)
        _costs(found, node.child(0), inner)
        for part in sentences(node.child(1)):
            if part.kind in _LIMITS:
                _guard(found, part, inner, _limit)
            elif _prices_itself(part):
                _guard(found, part, inner, _own_price)
            elif part.kind == "x_is_amount":
                _guard(found, defining(part, node), inner, _fixed_x)
        _targets(found, node.child(1), inner)
        spending(found, node.child(1), inner)
        _works_from(found, node.child(1))
        if node.child(1).kind == "become_level" and node.child(1).word().isdigit():
            # 716.2a
            level = int(node.child(1).word()) - 1
            found.limit("sorcery")
            found.limit(f"only_if(between(class_level,{level},{level}))")
        if label is not None:
            _labelled(found, label)
        return found
    if node.kind == "labelled" and node.child(1).kind == "activated":
        return activation(number, node.child(1), scope, node.child(0).kind)
    if node.kind in KEYWORD_KINDS and _keyword(found, node, scope):
        return found
    if node.kind == "keyword_with_text" and node.child(0).kind in KEYWORD_KINDS and _keyword(found, node.child(0), scope):
        for part in sentences(node.child(1)):
            if part.kind in _LIMITS:
                _guard(found, part, replace(scope, x=FREE), _limit)
        return found
    return None


def is_activated(node: Node) -> bool:
    """Return whether a tree is an activated ability: "[cost]: [effect]", or a keyword that stands for one."""
    if node.kind == "labelled":
        return node.child(1).kind == "activated"
    if node.kind == "keyword_with_text":
        return is_activated(node.child(0))
    return node.kind == "activated" or (node.kind in KEYWORD_KINDS and _rule_of(keyword_of(node)) is not None)


def sentences(node: Node) -> Iterator[Node]:
    """Yield the sentences of instructions, in order."""
    if node.kind == "then_sentence":
        yield from sentences(node.child(0))
        yield from sentences(node.child(1))
    else:
        yield node


# --- Costs (118, 601.2h, 602.1a).


def _costs(found: Activation, node: Node, scope: Scope) -> None:
    if node.kind in ("costs", "cost_and"):
        _costs(found, node.child(0), scope)
        _costs(found, node.child(1), scope)
        return
    try:
        _cost(found, node, scope)
    except NotModelled as error:
        found.missing.append(error.what)


def _cost(found: Activation, node: Node, scope: Scope) -> None:
    kind = node.kind
    if kind == "pay_mana":
        mana_cost(found, node.child(0))
    elif kind in ("tap_symbol", "untap_symbol"):
        found.part("tap_it" if kind == "tap_symbol" else "untap_it")
    elif kind == "loyalty":
        _loyalty(found, node.word())
    elif kind == "pay_life" or kind == "pay_life_equal":
        found.part(f"life({amount(node.child(0), scope)})")
    elif kind == "pay_mana_and_life":
        mana_cost(found, node.child(0))
        found.part(f"life({amount(node.child(1), scope)})")
    elif kind == "pay_energy_one":
        found.part("energy(number(1))")
    elif kind == "pay_energy":
        found.part(f"energy({amount(node.child(0), scope)})")
    elif kind in ("pay_energy_symbols", "pay_energy_bare"):
        found.part(f"energy(number({_energy(node.child(0)) + (kind == 'pay_energy_bare')}))")
    elif kind in ("discard_hand_cost", "exert_cost", "remove_all_counters_cost", "reveal_hand_cost"):
        pass  # always possible
    elif kind == "exile_cost" and node.child(0).kind in ("top_of", "top_several_of"):
        top = node.child(0)
        if not plain(top, load()).endswith("library"):
            raise NotModelled(top.kind)
        found.part(f"mill({amount(top.child(0), scope) if top.kind == 'top_several_of' else 'number(1)'})")
    elif kind == "mill_cost":
        found.part(f"mill({amount(node.child(0), scope)})")
    elif kind in _CHOOSING:
        _choosing(found, _CHOOSING[kind], node.child(0), scope)
    elif kind == "remove_counters_cost":
        _counters(found, node, "remove", scope)
    elif kind == "put_counters_cost":
        _counters(found, node, "put", scope)
    elif kind == "remove_counters_among_cost":
        what = counter_kind(node.child(1))
        if what is None:
            group = mention(describe(node.child(2), scope), scope)
            found.part(f"remove_any_among({group},{amount(node.child(0), scope)})")
            return
        group = mention(describe(node.child(2), scope), scope)
        found.part(f"remove_among({quoted(what)},{amount(node.child(0), scope)},{group})")
    elif kind == "unattach_cost" and node.child(0).kind == "this":
        found.part("unattach")
    elif kind == "pay_half_life":
        found.part(f"life({'half_up' if node.child(0).kind == 'rounded_up' else 'half_down'}(player(life)))")
    elif kind == "put_cost":
        _putting(found, node.child(0), scope)
    elif kind == "collect_evidence_cost" and node.word().isdigit():
        # 701.59a
        cards = both(_in("graveyard"), status("owned_by(you)"))
        found.part(f"evidence({mention(cards, scope)},{int(node.word())})")
    elif kind == "blight_cost":
        # 701.68a
        creature = both(_CREATURE, status("controlled_by(you)"))
        found.part(f'put_one("-1/-1",{amount(node.child(0), scope)},{mention(creature, scope)})')
    elif kind == "forage_cost":
        # 701.61a
        cards = both(_in("graveyard"), status("owned_by(you)"))
        food = both(trait('type("Food")'), status("controlled_by(you)"))
        found.part(f"forage({mention(cards, scope)},{mention(food, scope)})")
    elif kind == "waterbend_cost":
        # 701.67a: mana, whose generic part untapped artifacts and creatures may pay.
        counts, generic, free = mana_counts(symbols(node.child(0)))
        if free or counts:
            raise NotModelled(kind)
        found.part(f"waterbend({generic})")
    elif kind == "reveal_cost":
        _revealing(found, node.child(0), scope)
    else:
        raise NotModelled(kind)


def _energy(node: Node) -> int:
    """Return the number of energy symbols of an energy node."""
    return sum(1 for part in walk(node) if part.kind.startswith("energy"))


#: Costs that choose objects and do something with them.
_CHOOSING = {
    "sacrifice_cost": "sacrifice",
    "discard_cost": "discard",
    "discard_random_cost": "discard",
    "exile_cost": "exile",
    "return_cost": "return",
    "tap_cost": "tap",
    "untap_cost": "untap",
}


#: Several objects, each chosen for itself.
_SEVERAL = frozenset({"object_and", "object_and_list", "object_comma", "object_comma_more"})
_LASTS = frozenset({"object_last_and"})


def _choosing(found: Activation, verb: str, node: Node, scope: Scope) -> None:
    if node.kind == "from_zone" and node.child(0).kind in ("this", "it"):
        # 113.6k: an ability whose cost moves its object out of a zone functions there.
        place = node.child(1).child(0).kind
        if place not in ("hand", "graveyard"):
            raise NotModelled(f"from {place}")
        found.facts.append(f"activated_from({found.number},{place}).")
        found.part("leave_zone")
        return
    if node.kind in ("this", "it") and verb != "discard":
        found.part({"tap": "tap_this", "untap": "untap_this"}.get(verb, f"move({verb})"))
        return
    if node.kind == "this":
        found.facts.append(f"activated_from({found.number},hand).")
        found.part("leave_zone")
        return
    if node.kind in _SEVERAL and verb != "discard":
        for part in node.parts:
            if isinstance(part, Node):
                _choosing(found, verb, part, scope)
        return
    if node.kind in _LASTS:
        _choosing(found, verb, node.child(0), scope)
        return
    if node.kind == "all" and verb == "sacrifice":
        # 701.21: what there is then is sacrificed, be it nothing; nothing is chosen.
        found.part(f"every(sacrifice,{mention(both(describe(node, scope), status('controlled_by(you)')), scope)})")
        return
    how_many = "number(1)"
    if node.kind in ("several", "several_of"):
        how_many = amount(node.child(0), scope)
    elif node.kind == "any_number_of":
        return  # none is a number too
    elif node.kind not in ("one", "another", "object_or", "attached_to_this", "one_or_more"):
        raise NotModelled(f"{verb} {node.kind}")
    if verb == "discard":
        what = both(_card(describe(node, scope)), status("owned_by(you)"))
        found.part(f"choose(discard,{mention(what, scope)},{how_many})")
        if node.kind in ("one", "several") and node.child(len(node.parts) - 1).kind == "card":
            found.facts.append(f"any_card({found.number},{found.parts}).")
        return
    what = describe(node, scope)
    if node.kind == "several" and any(part.kind == "other" for part in walk(node)):
        what = both(what, status("this", False))
    if all(alternative.zone is None for alternative in what):
        if verb != "untap":
            what = both(what, status("controlled_by(you)"))
        if verb in ("tap", "untap"):
            what = both(what, status("tapped", verb == "untap"))
    found.part(f"choose({verb},{mention(what, scope)},{how_many})")


def _revealing(found: Activation, node: Node, scope: Scope) -> None:
    """701.20a: cards revealed from a hand stay there, so that each pays this part only; the object itself is always to be had there."""
    if node.kind == "from_zone" and node.child(0).kind == "this" and node.child(1).child(0).kind == "hand":
        found.facts.append(f"activated_from({found.number},hand).")
        return
    _choosing(found, "reveal", node, scope)


def _in(place: str) -> Alternatives:
    from lawmage.facts.description import in_zone

    return in_zone(place)


def _putting(found: Activation, node: Node, scope: Scope) -> None:
    """ "Put a card from your hand on top of your library": chosen like what is exiled."""
    _choosing(found, "put", node, scope)
    if node.kind in ("one", "several") and {part.kind for part in walk(node)} <= _PLAIN_IN_HAND:
        found.facts.append(f"any_card({found.number},{found.parts}).")


_PLAIN_IN_HAND = frozenset({"one", "several", "number", "qualified", "card", "in_zone", "zone_in", "hand", "your"})


def _card(what: Alternatives) -> Alternatives:
    from lawmage.facts.description import in_zone

    return both(what, in_zone("hand"))


def _counters(found: Activation, node: Node, verb: str, scope: Scope) -> None:
    how_many = "number(1)" if node.child(0).kind == "one_or_more_amount" else amount(node.child(0), scope)
    what = counter_kind(node.child(1))
    if what is None:
        if verb == "remove" and node.child(2).kind in ("this", "it"):
            found.part(f"remove_any({how_many})")
            return
        if verb == "remove" and node.child(2).kind in ("one", "another", "attached_to_this"):
            found.part(f"remove_some({mention(describe(node.child(2), scope), scope)},{how_many})")
            return
        raise NotModelled("counters of any kind")
    if node.child(2).kind in ("this", "it"):
        found.part(f"{verb}({quoted(what)},{how_many})")
    elif node.child(2).kind in ("one", "another", "attached_to_this"):
        of = describe(node.child(2), scope)
        found.part(f"{verb}_one({quoted(what)},{how_many},{mention(of, scope)})")
    else:
        raise NotModelled(f"counters on {node.child(2).kind}")


def _loyalty(found: Activation, word: str) -> None:
    text = word.replace("\u2212", "-").lower()
    found.limit("loyalty")
    if text.lstrip("+-").isdigit():
        found.part(f"loyalty({int(text)})")
    elif text in ("-x", "+x"):
        found.part("loyalty(0)")
        if text == "-x":
            found.facts.append(f"loyalty_x({found.number}).")
    else:
        raise NotModelled("loyalty")


def mana_cost(found: Activation, node: Node) -> None:
    """Write the mana of a cost: how many of each symbol, how much generic, how many X."""
    counts, generic, free = mana_counts(symbols(node))
    for word, count in counts.items():
        found.symbols[word] = found.symbols.get(word, 0) + count
        found.facts.append(f"mana_symbol({found.number},{quoted(word)},{count}).")
    if generic:
        found.generic += generic
        found.facts.append(f"generic_mana({found.number},{generic}).")
    if free:
        found.free += free
        found.facts.append(f"x_mana({found.number},{free}).")


def mana_counts(row: list[str]) -> tuple[dict[str, int], int, int]:
    """Return, of a row of symbols without braces: how many of each colored symbol, generic mana, symbols X."""
    generic, free, counts = 0, 0, dict[str, int]()
    for symbol in row:
        word = symbol.upper()
        if word.isdigit():
            generic += int(word)
        elif word in ("X", "Y", "Z"):
            free += 1
        else:
            counts[word] = counts.get(word, 0) + 1
    return counts, generic, free


# --- Restrictions (602.1b, 602.5).

_LIMITS = frozenset(
    {
        "activate_only", "activate_at_most", "activate_at_most_amount", "activate_each_once", "not_until", "may_activate",
        "may_activate_only", "cast_only", "cant_be_activated_lasting", "only_may_activate", "only_may_activate_only",
        "ability_costs", "ability_costs_for_each", "ability_costs_if", "ability_costs_where",
    }
)  # fmt: skip


def _guard(found: Activation, node: Node, scope: Scope, work: object) -> None:
    try:
        work(found, node, scope)  # type: ignore[operator]
    except NotModelled as error:
        found.missing.append(error.what)


def _limit(found: Activation, node: Node, scope: Scope) -> None:
    kind = node.kind
    if kind == "activate_only":
        _only(found, node.child(0), scope)
    elif kind == "activate_at_most":
        found.limit(f"times({_times(node.child(0))})")
    elif kind == "activate_at_most_amount":
        found.limit(f"times_amount({amount(node.child(0), scope)})")
    elif kind in ("may_activate", "may_activate_only", "only_may_activate", "only_may_activate_only"):
        who = node.child(0).kind
        if who in ("any_player", "a_player", "each_player"):
            found.facts.append(f"activator({found.number},any).")
        elif who in ("your_opponents", "an_opponent", "any_opponent", "opponents"):
            found.facts.append(f"activator({found.number},opponent).")
        elif who != "you":
            raise NotModelled(f"{kind} {who}")
        if kind.endswith("_only"):
            _only(found, node.child(1), scope)
    elif kind in ("ability_costs", "ability_costs_for_each", "ability_costs_if", "ability_costs_where"):
        _own_change(found, node, scope)
    else:
        raise NotModelled(kind)


def _own_change(found: Activation, node: Node, scope: Scope) -> None:
    """602.2b: "this ability costs {1} less to activate for each ..."."""
    row = symbols(node.child(0))
    if len(row) != 1 or not row[0].isdigit():
        raise NotModelled(node.kind)
    sign = "less" if node.variant == 0 else "more"
    size = int(row[0])
    from lawmage.facts.amounts import counted

    if node.kind == "ability_costs":
        term = f"number({size})"
        test = "always"
    elif node.kind == "ability_costs_for_each":
        times = counted(node.child(1), scope)
        term, test = (times if size == 1 else f"times({size},{times})"), "always"
    elif node.kind == "ability_costs_if":
        term, test = f"number({size})", condition(node.child(1), scope)
    else:
        raise NotModelled(node.kind)
    found.facts.append(f"own_cost_change({found.number},{sign},{term},{test}).")


def _prices_itself(node: Node) -> bool:
    """Return whether a sentence says what "this ability" costs."""
    return any(part.kind == "change" and part.child(0).kind == "this_ability" for part in _outside_quotes(node))


def _fixed_x(found: Activation, node: Node, scope: Scope) -> None:
    """107.3c: "{X}: ... X is the mana value of the exiled card": the text says what X is."""
    found.facts.append(f"x_fixed({found.number},{amount(node, scope)}).")


def _own_price(found: Activation, node: Node, scope: Scope) -> None:
    """602.2b: "this ability costs {1} less to activate for each ...", "{X} less ..., where X is ..."."""
    from lawmage.facts.amounts import counted

    bound = None
    change = node
    if node.kind == "statement_where":
        bound, change = amount(node.child(1).child(0), scope), node.child(0)
    if change.kind != "change" or change.child(0).kind != "this_ability":
        raise NotModelled(f"ability_costs {node.kind}")
    price = change.child(1)
    sign = "less" if price.kind.startswith("costs_less") else "more"
    row = symbols(price.child(0))
    if len(row) != 1 or price.kind not in ("costs_less", "costs_more", "costs_less_for_each", "costs_more_for_each"):
        raise NotModelled(f"ability_costs {price.kind}")
    if bound is not None and row == ["x"]:
        term = bound
    elif row[0].isdigit() and price.kind.endswith("_for_each"):
        times = counted(price.child(2), scope)
        term = times if row == ["1"] else f"times({int(row[0])},{times})"
    elif row[0].isdigit():
        term = f"number({int(row[0])})"
    else:
        raise NotModelled(f"ability_costs {price.kind}")
    if FREE in term:
        raise NotModelled("ability_costs x")
    found.facts.append(f"own_cost_change({found.number},{sign},{term},always).")


def _times(node: Node) -> int:
    if node.kind == "once_times":
        return 1
    if node.kind == "twice_times":
        return 2
    if node.kind == "several_times" and node.child(0).kind == "number":
        return number(node.child(0).word())
    raise NotModelled(node.kind)


_STEPS = {
    "declare_attackers_part": "declare_attackers",
    "declare_blockers_part": "declare_blockers",
    "end_of_combat_part": "end_combat",
    "begin_combat_part": "begin_combat",
    "any_upkeep_part": "upkeep",
    "combat_part": "combat",
}
_PARTS_OF_TURN = {
    "turn_of_part": "turn",
    "upkeep_of_part": "upkeep",
    "main_of_part": "main",
    "end_of_part": "end",
    "combat_of_part": "combat",
}
_OPPONENTS = frozenset(
    {"your_opponents_possessive", "an_opponents_possessive", "an_opponent", "opponents", "each_opponent", "your_opponents"}
)
_WHENS = {
    "before_attackers": "declare_attackers",
    "before_blockers": "declare_blockers",
    "before_combat": "begin_combat",
    "before_combat_damage": "combat_damage",
    "before_end_step": "end",
}


def _only(found: Activation, node: Node, scope: Scope) -> None:
    kind = node.kind
    if kind == "limit_and":
        _only(found, node.child(0), scope)
        _only(found, node.child(1), scope)
    elif kind == "as_a_sorcery":
        found.limit("sorcery")
    elif kind == "as_an_instant":
        found.limit("instant")
    elif kind == "once_each_turn":
        found.limit("times(1)")
    elif kind == "once":
        found.limit("ever(1)")
    elif kind == "only_if":
        found.limit(f"only_if({condition(node.child(0), scope)})")
    elif kind == "only_if_or":
        found.limit(f"only_if(either({condition(node.child(0), scope)},{condition(node.child(1), scope)}))")
    elif kind == "only_during":
        _during(found, node.child(0))
    elif kind == "only_during_if":
        _during(found, node.child(0))
        found.limit(f"only_if({condition(node.child(1), scope)})")
    elif kind in ("only_during_when", "only_during_when_in"):
        _during(found, node.child(0))
        _only(found, node.child(1), scope)
    elif kind in _WHENS:
        found.limit(f"before({_WHENS[kind]})")
    else:
        raise NotModelled(kind)


def _during(found: Activation, node: Node) -> None:
    if node.kind in _STEPS:
        found.limit(f"during({_STEPS[node.kind]})")
        return
    if node.kind not in _PARTS_OF_TURN:
        raise NotModelled(node.kind)
    whose = node.child(0).kind
    if whose in ("your", "their"):
        found.limit("your_turn")
    elif whose in _OPPONENTS or (whose == "players_possessive" and node.child(0).child(0).kind in _OPPONENTS):
        found.limit("opponents_turn")
    else:
        raise NotModelled(f"{node.kind} {whose}")
    part = _PARTS_OF_TURN[node.kind]
    if part != "turn":
        found.limit(f"during({part})")


def _works_from(found: Activation, node: Node) -> None:
    """113.6k: an ability whose effect moves its object out of a zone functions there only, unless it puts it there itself."""
    if any(term in ("move(sacrifice)", "leave_zone") for term in found.terms):
        return
    for part in _outside_quotes(node):
        if part.kind not in ("placement", "exile", "cast") or not part.parts or not isinstance(part.parts[0], Node):
            continue
        moved = part.child(0)
        if moved.kind == "from_zone" and moved.child(0).kind == "this" and moved.child(1).child(0).kind in ("hand", "graveyard"):
            found.facts.append(f"activated_from({found.number},{moved.child(1).child(0).kind}).")
            return


def _labelled(found: Activation, label: str) -> None:
    if label == "forecast":
        # 702.57a
        found.limit("your_turn")
        found.limit("during(upkeep)")
        found.limit("times(1)")
    elif label == "boast":
        found.limit("attacked")
        found.limit("times(1)")
    elif label in ("exhaust", "power_up"):
        found.limit("ever(1)")
    else:
        found.missing.append(label)


# --- Targets (115, 601.2c, 602.2b).

_ONE_TARGET = frozenset({"target", "another_target", "target_possessive", "of_target", "one_to_n_target", "one_or_two_target"})
#: "Target artifact, enchantment, or land": one target, described in several ways.
_TARGET_OF_SEVERAL = frozenset({"target_of_two", "target_of_three"})


def _targets(found: Activation, node: Node, scope: Scope) -> None:
    """Write which objects must exist as targets; players and "up to" targets are always to be had."""
    for part in _outside_quotes(node):
        if part.kind in _ONE_TARGET:
            _target(found, part, "number(1)", scope)
        elif part.kind in ("several_target", "several_other_target"):
            _target(found, part, amount(part.child(0), scope), scope)
        elif part.kind in _TARGET_OF_SEVERAL:
            _guard(found, part, scope, _target_of_several)
        elif part.kind in ("target_opponent", "you_and_target_opponent"):
            found.facts.append(f"targets_opponent({found.number}).")
        elif part.kind in _MODAL:
            _modes(found, part, scope)


def _target_of_several(found: Activation, node: Node, scope: Scope) -> None:
    """Whose it must be is said after the last description and meant of all."""
    from lawmage.facts.description import either

    parts = [part for part in node.parts if isinstance(part, Node)]
    if any(part.kind in ("controlled_by", "not_controlled_by") for part in walk(parts[-1])):
        parts = [with_qualifiers_of(part, parts[-1]) for part in parts]
    try:
        wanted = either(*(described(part, scope) for part in parts))
    except NotModelled as error:
        raise NotModelled(f"target {error.what}") from error
    found.facts.append(f"targets({found.number},{mention(wanted, scope)},number(1)).")


_MODAL = frozenset({"modal", "modal_may", "modal_rule"})
#: How many modes must be chosen, at least.
_LEAST_MODES = {"mode_two": 2, "mode_three": 3, "mode_four": 4, "mode_x": 0}


def _modes(found: Activation, node: Node, scope: Scope) -> None:
    """700.2a: as many modes as must be chosen need targets; each mode's targets are its own."""
    chosen = next((part for part in node.parts if isinstance(part, Node) and part.kind.startswith("mode_")), node)
    if chosen.kind.startswith("mode_unchosen"):
        found.missing.append(chosen.kind)  # which modes were chosen before is not told
    free = chosen.kind.startswith("mode_up_to") or (chosen.kind == "mode_some" and chosen.variant == 2)
    least = 0 if free else _LEAST_MODES.get(chosen.kind, 1)
    found.facts.append(f"modes_needed({found.number},{least}).")
    rest: Node | None = node.child(len(node.parts) - 1)
    index = 0
    while rest is not None:
        index += 1
        mode = Activation(found.number)
        _targets(mode, rest.child(0), scope)
        found.facts.append(f"mode({found.number},{index}).")
        if mode.missing:
            found.facts.append(f"mode_open({found.number},{index}).")
        for fact in mode.facts:
            name, _, tail = fact.removesuffix(").").partition("(")
            if name in ("targets", "targets_by_x", "targets_stack"):
                found.facts.append(f"mode_{name}({found.number},{index},{tail.partition(',')[2]}).".replace(",)", ")"))
        rest = rest.child(1) if len(rest.parts) > 1 else None


def _target_of_x(found: Activation, node: Node, how_many: str, scope: Scope) -> bool:
    """107.3a: "target creature with power X or less": the X announced may be no smaller than a target asks for."""
    what = node.child(len(node.parts) - 1)
    compared = [part for part in _outside_quotes(what) if part.kind == "with_measure" and part.child(1).child(0).kind == "x"]
    if len(compared) != 1 or scope.x != FREE or how_many != "number(1)":
        return False
    measure, sense = compared[0].child(0).kind, _AGAINST_X.get(compared[0].child(1).kind)
    if measure not in ("power", "toughness", "mana_value") or sense is None:
        return False
    wanted = described(_without(what, compared[0]), scope)
    if node.kind == "another_target":
        wanted = both(wanted, status("this", False))
    found.facts.append(f"targets_by_x({found.number},{mention(wanted, scope)},{measure},{sense}).")
    return True


_AGAINST_X = {"exactly": 0, "equal_to": 0, "at_most": 0, "at_most_as": 0, "less_than": 1}


def _without(node: Node, unwanted: Node) -> Node:
    """Return a description without one of its qualifiers."""
    if node.kind in ("qualified", "qualifier_more", "qualifier_and") and unwanted in node.parts:
        return node.child(0) if node.parts[1] == unwanted else node.child(1)
    return Node(node.kind, tuple(_without(p, unwanted) if isinstance(p, Node) else p for p in node.parts), node.variant)


def _target(found: Activation, node: Node, how_many: str, scope: Scope) -> None:
    what = node.child(len(node.parts) - 1)
    kinds = {part.kind for part in walk(what)}
    if "ability_noun" in kinds or ("spell" in kinds and how_many == FREE):
        found.facts.append(f"targets_stack({found.number}).")
        return
    if "spell" in kinds:
        try:
            wanted = described(what, scope)
            if node.kind != "target" or any(alternative.zone != "stack" for alternative in wanted):
                raise NotModelled("spell")
        except NotModelled:
            found.facts.append(f"targets_stack({found.number}).")
            return
    if how_many == FREE:
        return
    try:
        if _target_of_x(found, node, how_many, scope):
            return
        wanted = described(what, scope)
        if node.kind in ("another_target", "several_other_target"):
            wanted = both(wanted, status("this", False))
    except NotModelled as error:
        found.missing.append(f"target {error.what}")
        return
    found.facts.append(f"targets({found.number},{mention(wanted, scope)},{how_many}).")


def _outside_quotes(node: Node) -> Iterator[Node]:
    yield node
    if node.kind in _MODAL:
        return
    for part in node.parts:
        if isinstance(part, Node) and not part.kind.startswith("quoted") and part.kind not in _DELAYED:
            yield from _outside_quotes(part)


#: What happens later has its targets then.
_DELAYED = frozenset({"do_later", "when_you_do", "lasting_and_trigger", "lasting_trigger", "if_spent", "when_spent", "token_with"})


# --- Keywords that are activated abilities (702).

_CREATURE = trait('type("Creature")')


def _rule_of(name: str) -> str | None:
    """Return the shape of an activated keyword ability on the battlefield, None for any other keyword."""
    return {
        "equip": "equip", "fortify": "fortify", "reconfigure": "reconfigure", "level up": "sorcery", "outlast": "outlast",
        "crew": "crew", "saddle": "saddle", "transfigure": "transfigure", "cycling": "hand", "transmute": "hand",
        "unearth": "graveyard", "scavenge": "graveyard", "embalm": "graveyard", "eternalize": "graveyard", "encore": "graveyard",
        "craft": "craft", "aura swap": "unknown", "specialize": "unknown", "ninjutsu": "hand", "commander ninjutsu": "hand",
        "reinforce": "hand", "station": "station",
    }.get(name, "hand" if name.endswith("cycling") and name != "recycling" else None)  # fmt: skip


def _keyword(found: Activation, node: Node, scope: Scope) -> bool:
    name = keyword_of(node)
    rule = _rule_of(name)
    if rule is None:
        return False
    # 702.29f: typecycling abilities are cycling abilities.
    found.facts.append(f"activated_keyword({found.number},{quoted('cycling' if name.endswith('cycling') else name)}).")
    if rule in ("hand", "graveyard"):
        _elsewhere(found, node, scope, name, rule)
        return True
    if rule == "unknown":
        found.missing.append(name)
        return True
    if rule == "station":
        # 702.184a
        helpers = both(both(_CREATURE, status("controlled_by(you)")), both(status("tapped", False), status("this", False)))
        found.part(f"choose(tap,{mention(helpers, scope)},number(1))")
        found.limit("sorcery")
        return True
    if rule == "craft":
        _guard(found, node, scope, _craft)
        return True
    if name in ("crew", "saddle"):
        if node.kind != "keyword_number" or node.child(1).kind != "number":
            found.missing.append(f"{name} {node.kind}")
            return True
        helpers = both(both(_CREATURE, status("controlled_by(you)")), both(status("tapped", False), status("this", False)))
        found.part(f"crew({mention(helpers, scope)},{number(node.child(1).word())})")
        if name == "saddle":
            found.limit("sorcery")
        return True
    if node.kind in ("keyword_cost", "keyword_cost_for"):
        mana_cost(found, node.child(len(node.parts) - 1))
    elif node.kind == "keyword_dash_cost":
        _costs(found, node.child(1), replace(scope, x=FREE))
    else:
        found.missing.append(node.kind)
    found.limit("sorcery")
    _guard(found, node, scope, lambda f, n, s: _keyword_rest(f, n, s, rule))
    return True


#: Keywords that work in a hand or graveyard: whether the card itself leaves there as a cost, timing, targets.
_MOVES_ITSELF = frozenset({"transmute", "reinforce", "scavenge", "embalm", "eternalize", "encore"})
_AS_A_SORCERY = frozenset({"transmute", "unearth", "scavenge", "embalm", "eternalize", "encore"})


def _elsewhere(found: Activation, node: Node, scope: Scope, name: str, place: str) -> None:
    """702.29, 702.49, 702.53, 702.77, 702.84, 702.97, 702.128, 702.129, 702.141: abilities of cards in a hand or graveyard."""
    found.facts.append(f"activated_from({found.number},{place}).")
    if node.kind == "keyword_cost":
        mana_cost(found, node.child(len(node.parts) - 1))
    elif node.kind in ("keyword_dash_cost", "keyword_number_cost"):
        _costs(found, node.child(len(node.parts) - 1), replace(scope, x=FREE))
    else:
        found.missing.append(f"{name} {node.kind}")
    if name in _MOVES_ITSELF or name.endswith("cycling"):
        found.part("leave_zone")
    if name in _AS_A_SORCERY:
        found.limit("sorcery")
    if name in ("reinforce", "scavenge"):
        found.facts.append(f"targets({found.number},{mention(_CREATURE, scope)},number(1)).")
    if name.endswith("ninjutsu"):
        if name != "ninjutsu":
            found.facts.append(f"activated_from({found.number},command).")
        attacker = both(both(_CREATURE, status("unblocked")), status("controlled_by(you)"))
        found.part(f"choose(return,{mention(attacker, scope)},number(1))")


def _craft(found: Activation, node: Node, scope: Scope) -> None:
    """702.167a: this permanent and the materials are exiled, from among permanents and cards in the graveyard."""
    from lawmage.facts.description import either, in_zone

    mana_cost(found, node.child(1))
    found.part("move(exile)")
    found.limit("sorcery")
    material = node.child(0)
    how_many = "number(1)"
    if material.kind in ("several", "several_of"):
        how_many = amount(material.child(0), scope)
    elif material.kind not in ("one", "any_of", "one_or_more"):
        raise NotModelled(f"craft {material.kind}")
    what = describe(material, scope)
    if any(alternative.zone is not None for alternative in what):
        raise NotModelled("craft from a zone")
    there = both(both(what, status("controlled_by(you)")), status("this", False))
    buried = both(both(what, in_zone("graveyard")), status("owned_by(you)"))
    found.part(f"choose(exile,{mention(either(there, buried), scope)},{how_many})")


def _keyword_rest(found: Activation, node: Node, scope: Scope, rule: str) -> None:
    yours = status("controlled_by(you)")
    if rule == "outlast":
        found.part("tap_it")
    elif rule == "transfigure":
        found.part("move(sacrifice)")
    elif rule in ("equip", "fortify", "reconfigure"):
        what = trait('type("Land")') if rule == "fortify" else _CREATURE
        if node.kind == "keyword_cost_for" and rule == "equip" and node.child(1).kind == "planeswalker":
            what = trait('type("Planeswalker")')  # 702.6e: as though it were a creature
        elif node.kind == "keyword_cost_for":
            what = both(what, described(node.child(1), scope)) if rule != "fortify" else ANYTHING
        if rule == "reconfigure":
            what = both(what, status("this", False))
        target = mention(both(what, yours), scope)
        found.facts.append(f"targets({found.number},{target},number(1)).")
        if rule == "reconfigure":
            found.facts.append(f"or_unattaches({found.number}).")
