"""Abilities that add mana, and effects that replace its production, to facts (rules 106, 614)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.amounts import FREE, amount, condition, counted
from lawmage.facts.description import ANYTHING, Alternatives, both, either, in_zone, status, trait
from lawmage.facts.objects import describe, described, mention
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import COLORS, MANA_ORDER, bag, quoted

#: Kinds of node that add mana.
ADDS = frozenset({"add"})
_SEQUENCES = {
    "then_sentence", "and_clause", "then_clause", "comma_clause", "comma_clause_more", "comma_clause_then",
    "vp_and", "vp_then", "vp_comma", "vp_comma_more",
}  # fmt: skip
#: Nodes of replacement effects on mana production.
REPLACEMENTS = frozenset({"mana_replaced", "mana_replaced_each", "tapped_produces_instead", "colored_mana_becomes"})
_WRAPPERS = {"comma_clause_last", "comma_clause_then_last", "vp_comma_last", "then_start", "body_after"}
#: Conditions on what players did with the ability's own offer: some legal choice meets them.
_OWN_CHOICES = {"you_do", "player_does", "they_do", "did", "do_so", "you_does", "you_do_so", "player_did", "cost_paid"}
#: Players that an instruction to add mana names; whose pool gets it.
_RECIPIENTS = {"you": "you", "that_player": "tapper", "they": "tapper", "its_controller": "its_controller"}
_MANY = 40


@dataclass(frozen=True, slots=True)
class Adding:
    """One instruction that adds mana: bags to choose from or where the type comes from, and how often."""

    options: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    amount: str = "number(1)"
    combination: bool = False
    conditions: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    to: str = "you"
    optional: bool = False
    vague: bool = False
    after: str | None = None

    def facts(self, ability: int, index: int) -> Iterator[str]:
        """Yield the facts of this instruction as number ``index`` of an ability."""
        yield f"adds({ability},{index})."
        for option in self.options:
            yield f"option({ability},{index},{option})."
        for source in self.sources:
            yield f"type_source({ability},{index},{source})."
        if self.amount != "number(1)":
            yield f"amount({ability},{index},{self.amount})."
        if self.combination:
            yield f"combination({ability},{index})."
        if self.to != "you":
            yield f"adds_to({ability},{index},{self.to})."
        if self.vague:
            yield f"vague_adding({ability},{index})."
        if self.after is not None:
            yield f"adds_after_counters({ability},{index},{quoted(self.after)})."
        if self.optional:
            yield f"may_add({ability},{index})."
        for term in self.conditions:
            yield f"adds_if({ability},{index},{term})."
        for term in self.unless:
            yield f"adds_unless({ability},{index},{term})."


@dataclass(slots=True)
class Reading:
    """What an ability's instructions add, by mode: usually one list of instructions."""

    modes: list[list[Adding]] = field(default_factory=list)


def adds_mana(node: Node) -> bool:
    """Return whether a tree adds mana by itself (not inside a quoted ability)."""
    if node.kind in ADDS:
        return True
    return any(isinstance(part, Node) and not part.kind.startswith("quoted") and adds_mana(part) for part in node.parts)


def instructions(node: Node, scope: Scope) -> list[list[Adding]]:
    """Translate the instructions of an ability: a list of modes, each a list of what it adds in order."""
    if node.kind in ("modal", "modal_may", "modal_rule"):
        return [_sequence(mode, scope) for mode in _modes(node.child(len(node.parts) - 1)) if adds_mana(mode)]
    return [_sequence(node, scope)]


def _modes(node: Node) -> Iterator[Node]:
    yield node.child(0)
    if len(node.parts) > 1:
        yield from _modes(node.child(1))


def _sequence(node: Node, scope: Scope) -> list[Adding]:
    found: list[Adding] = []
    _walk(node, scope, found, ())
    return found


def _walk(node: Node, scope: Scope, found: list[Adding], conditions: tuple[str, ...]) -> None:
    """Collect what a sentence adds; a structure around an addition that has no meaning here is refused."""
    kind = node.kind
    if kind == "if_instead" or kind == "do_instead_if":
        test, body = (node.child(0), node.child(1)) if kind == "if_instead" else (node.child(1), node.child(0))
        if not adds_mana(body):
            if found and any(n.kind == "do_instead" for n in walk(node)):
                raise NotModelled(kind)
            return
        _instead(condition(test, scope), body, scope, found, conditions)
        return
    if kind == "if_do" and node.child(1).kind == "do_instead":
        _instead(condition(node.child(0), scope), node.child(1).child(0), scope, found, conditions)
        return
    if not adds_mana(node):
        return
    if kind in _SEQUENCES:
        _walk(node.child(0), scope, found, conditions)
        chosen = _color_choice(node.child(0), scope)
        scope = scope if chosen is None else replace(scope, that_type=chosen)
        scope = _after(node.child(0), scope)
        later: list[Adding] = []
        put = _counters_put(node.child(0))
        _walk(node.child(1), scope, later if put else found, conditions)
        if put:
            found.extend(_after_counters(adding, *put) for adding in later)
    elif kind in _WRAPPERS:
        _walk(node.child(0), scope, found, conditions)
    elif kind == "add":
        found.extend(_phrase(node.child(0), scope, conditions))
    elif kind in ("player_does", "player_may"):
        whose = _RECIPIENTS.get(node.child(0).kind, "another")
        additions: list[Adding] = []
        _walk(node.child(1), scope, additions, conditions)
        if kind == "player_may":
            # Declining adds nothing, which only a question for exact amounts minds.
            additions = [replace(adding, optional=True) for adding in additions]
        found.extend(replace(adding, to=whose) for adding in additions)
    elif kind == "if_do":
        test = node.child(0)
        if test.kind in _OWN_CHOICES:
            offered: list[Adding] = []
            _walk(node.child(1), scope, offered, conditions)
            found.extend(replace(adding, vague=True) for adding in offered)
        else:
            _walk(node.child(1), scope, found, (*conditions, condition(test, scope)))
    elif kind == "do_if":
        _walk(node.child(0), scope, found, (*conditions, condition(node.child(1), scope)))
    elif kind in ("do_where", "do_where_more"):
        bound = scope.with_x(amount(node.child(1).child(0), scope))
        _walk(node.child(0), bound, found, conditions)
        if kind == "do_where_more":
            _walk(node.child(2), bound, found, conditions)
    elif kind in ("do_for_each", "for_each_do"):
        inner, count = (node.child(0), node.child(1)) if kind == "do_for_each" else (node.child(1), node.child(0))
        if count.kind == "colors_among":
            found.extend(_each_color(inner, described(count.child(0), scope), scope, conditions))
            return
        additions = []
        _walk(inner, scope, additions, conditions)
        times = _count(count, scope)
        found.extend(replace(adding, amount=_product(adding.amount, times)) for adding in additions)
    elif kind == "otherwise" and scope.otherwise is not None:
        _walk(node.child(0), scope, found, (*conditions, f"not_so({scope.otherwise})"))
    elif kind == "do_twice":
        _walk(node.child(0), scope, found, conditions)
        _walk(node.child(0), scope, found, conditions)
    else:
        raise NotModelled(kind)


def _after(node: Node, scope: Scope) -> Scope:
    """608.2c: what a sentence that follows may speak of: counters removed, a condition's contrary."""
    if node.kind == "remove_all_counters" and node.child(0).kind == "counters" and node.child(1).kind in ("this", "it"):
        return replace(scope, that_number=f"counters({quoted(node.child(0).word())})")
    if node.kind in _SEQUENCES:
        return _after(node.child(1), _after(node.child(0), scope))
    if node.kind == "if_do" and node.child(0).kind == "no_counters_removed" and scope.that_number is not None:
        return replace(scope, otherwise=f"between({scope.that_number},0,0)")
    return scope


def _color_choice(node: Node, scope: Scope) -> Adding | None:
    """Return what "that color" means after an instruction that chooses one."""
    if node.kind != "choose":
        return None
    choice = node.child(0)
    if choice.kind == "a_color_choice":
        return Adding(sources=("any_color",))
    if choice.kind == "color_of_choice_of":
        return Adding(sources=(f"colors_among({mention(describe(choice.child(0), scope), scope)})",))
    return None


def _counters_put(node: Node) -> tuple[str, int] | None:
    """Return (kind, number) of the counters an instruction puts on the object itself."""
    if node.kind == "put_counters" and node.child(2).kind in ("this", "it") and node.child(1).kind == "counters":
        how_many = node.child(0)
        if how_many.kind in ("a_number", "one_number", "number"):
            return node.child(1).word(), number(how_many.word()) if how_many.kind == "number" else 1
    return None


def _after_counters(adding: Adding, counter: str, count: int) -> Adding:
    """608.2c: instructions are followed in order: counters put first are there when amounts are counted."""
    term = f"counters({quoted(counter)})"
    more = f"plus({term},number({count}))"
    texts = (adding.amount, *adding.conditions, *adding.unless)
    if not any(term in text for text in texts):
        return adding
    conditions, unless = (tuple(c.replace(term, more) for c in group) for group in (adding.conditions, adding.unless))
    return replace(adding, amount=adding.amount.replace(term, more), conditions=conditions, unless=unless, after=counter)


def _each_color(inner: Node, among: Alternatives, scope: Scope, conditions: tuple[str, ...]) -> Iterator[Adding]:
    """ "For each color among ..., add one mana of that color": one instruction a color, made if something has it."""
    if inner.kind != "add" or inner.child(0).kind != "that_color_mana":
        raise NotModelled("for each color")
    for color in MANA_ORDER[:5]:
        what = both(among, trait(f'color("{color}")'))
        term = f"exists({mention(what, scope)})"
        yield Adding((bag({color: 1}),), amount=amount(inner.child(0).child(0), scope), conditions=(*conditions, term))


def _instead(term: str, body: Node, scope: Scope, found: list[Adding], conditions: tuple[str, ...]) -> None:
    """614.15: a sentence that adds something else instead replaces what the sentence before it adds."""
    for index, adding in enumerate(found):
        found[index] = replace(adding, unless=(*adding.unless, term))
    additions: list[Adding] = []
    previous = found[-1] if found else None
    _walk(body, replace(scope, that_type=previous) if previous else scope, additions, (*conditions, term))
    found.extend(additions)


def _count(node: Node, scope: Scope) -> str:
    if node.kind == "counters_removed_this_way" and not scope.free and scope.that_number is not None:
        return scope.that_number
    if scope.free and any(n.kind in _THIS_WAY for n in walk(node)):
        assert scope.x is not None
        if scope.x != FREE and node.kind not in ("counters_removed_this_way", "counters_removed", "removed_this_way"):
            raise NotModelled(f"exact amount of {node.kind}")
        return scope.x
    return counted(node, scope)


_THIS_WAY = {"counters_removed_this_way", "done_this_way"}


def _product(first: str, second: str) -> str:
    if first == "number(1)":
        return second
    if FREE in (first, second):
        return FREE
    if first.startswith("number("):
        return f"times({first[7:-1]},{second})"
    raise NotModelled("product of amounts")


def symbols(node: Node) -> list[str]:
    """Return the symbols of a mana cost node, lower case without braces."""
    if node.kind == "symbols":
        return [node.word(0)[1:-1], *symbols(node.child(1))]
    return [node.word(0)[1:-1]]


def bags_of(node: Node) -> list[str]:
    """Return the bags that a row of mana symbols may add (106.8 to 106.11)."""
    choices: list[list[dict[str, int]]] = []
    for symbol in symbols(node):
        if symbol == "s":
            choices.append([{"C": 1}])
            continue
        if symbol.isdigit():
            choices.append([{"C": int(symbol)}])
            continue
        letters = [part.upper() for part in symbol.split("/") if part != "p"]
        if not all(letter in MANA_ORDER or letter.isdigit() for letter in letters):
            raise NotModelled(f"add {{{symbol}}}")
        choices.append([{"C": int(letter)} if letter.isdigit() else {letter: 1} for letter in letters])
    found: list[dict[str, int]] = [{}]
    for choice in choices:
        found = [_merge(one, other) for one in found for other in choice]
    return list(dict.fromkeys(bag(counts) for counts in found))


def _merge(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {letter: one.get(letter, 0) + other.get(letter, 0) for letter in {*one, *other}}


def _phrase(node: Node, scope: Scope, conditions: tuple[str, ...]) -> list[Adding]:
    kind = node.kind
    if kind in ("mana_plus", "mana_and"):
        return _phrase(node.child(0), scope, conditions) + _phrase(node.child(1), scope, conditions)
    if kind == "additional":
        return _phrase(node.child(0), scope, conditions)
    if kind == "mana_for_each":
        times = _count(node.child(1), scope)
        return [replace(a, amount=_product(a.amount, times)) for a in _phrase(node.child(0), scope, conditions)]
    if kind == "mana_either":
        one, other = (_phrase(node.child(i), scope, conditions)[0] for i in (0, 1))
        if one.amount != other.amount or one.combination or other.combination:
            raise NotModelled(kind)
        return [replace(one, options=one.options + other.options, sources=one.sources + other.sources)]
    return [replace(_single(node, scope), conditions=conditions)]


def _single(node: Node, scope: Scope) -> Adding:
    kind = node.kind
    if kind == "mana_symbols":
        return Adding(tuple(bags_of(node.child(0))))
    if kind == "mana_choice":
        return Adding(tuple(dict.fromkeys([*bags_of(node.child(0)), *_rest(node.child(1))])))
    if kind == "mana_all":
        rows = [node.child(0), node.child(1)]
        rest = node.child(2)
        while rest.kind == "mana_all_more":
            rows.append(rest.child(0))
            rest = rest.child(1)
        rows.append(rest.child(0))
        row = rows[-1]
        for earlier in reversed(rows[:-1]):
            row = _join(earlier, row)
        return Adding(tuple(bags_of(row)))
    if kind in ("amount_of_symbol", "mana_equal_to"):
        first, second = (node.child(0), node.child(1)) if kind == "amount_of_symbol" else (node.child(1), node.child(0))
        return Adding(tuple(bags_of(second)), amount=amount(first, scope))
    if kind in ("any_color", "any_one_color", "any_combination", "different_colors"):
        term = amount(node.child(0), scope)
        if kind == "different_colors":
            return _different(term)
        mixed = kind == "any_combination" or (kind == "any_color" and term != "number(1)")
        return Adding(sources=("any_color",), amount=term, combination=mixed)
    if kind == "combination_of":
        options: list[str] = []
        for part in walk(node.child(1)):
            if part.kind in ("two_options", "three_options"):
                options = [b for row in part.parts if isinstance(row, Node) for b in bags_of(row)]
        if not options:
            raise NotModelled(node.child(1).kind)
        return Adding(tuple(options), amount=amount(node.child(0), scope), combination=True)
    if kind == "commander_identity":
        return Adding(sources=("commander_identity",), amount=amount(node.child(0), scope))
    if kind == "chosen_color_mana":
        return Adding(sources=("chosen_color",), amount=amount(node.child(0), scope))
    if kind == "color_among":
        return Adding(sources=(f"colors_among({mention(describe(node.child(1), scope), scope)})",), amount=amount(node.child(0), scope))
    if kind == "any_of_colors_of" and _names_linked(node.child(1)):
        return Adding(sources=("linked_colors",), amount=amount(node.child(0), scope))
    if kind in ("any_type_could_produce", "any_color_could_produce"):
        what = "type" if kind.startswith("any_type") else "color"
        number_of = mention(_permanents(node.child(1), scope), scope)
        return Adding(sources=(f"could_produce({what},{number_of})",), amount=amount(node.child(0), scope))
    if kind == "any_type_produced":
        return Adding(sources=("produced",), amount=amount(node.child(0), scope))
    if kind in ("that_color_mana", "that_type_mana") and scope.that_type is not None:
        previous = scope.that_type
        return Adding(previous.options, previous.sources, amount(node.child(0), scope))
    if kind in ("noted_type_mana", "noted_mana"):
        # No position tells what was noted, nor that nothing was.
        raise NotModelled("noted type")
    if kind == "that_color_equal_to":
        return Adding(sources=("any_color",), amount=amount(node.child(0), scope))
    if kind == "that_color_mana":
        return Adding(sources=("that_color",), amount=amount(node.child(0), scope))
    if kind == "that_type_mana":
        return Adding(sources=("produced",), amount=amount(node.child(0), scope))
    raise NotModelled(kind)


def _join(first: Node, second: Node) -> Node:
    if first.kind == "symbol":
        return Node("symbols", (first.word(0), second))
    return Node("symbols", (first.word(0), _join(first.child(1), second)))


def _rest(node: Node) -> Iterator[str]:
    for part in node.parts:
        if isinstance(part, Node):
            yield from bags_of(part) if part.kind in ("symbol", "symbols") else _rest(part)


def _different(term: str) -> Adding:
    if not term.startswith("number("):
        raise NotModelled("different_colors")
    from itertools import combinations

    count = int(term[7:-1])
    return Adding(tuple(bag(dict.fromkeys(colors, 1)) for colors in combinations("WUBRG", count)))


def _names_linked(node: Node) -> bool:
    return node.kind in ("the_possessive", "that_possessive") and any(n.kind == "exiled" for n in walk(node))


def _permanents(node: Node, scope: Scope) -> Alternatives:
    """The permanents whose types count; a sacrificed one may be any that the cost lets one sacrifice."""
    if node.kind == "the" and scope.paid is not None:
        return scope.paid
    if node.kind in ("that", "the"):
        raise NotModelled(f"could produce of {node.kind}")
    return describe(node, scope)


# --- Replacement effects on the production of mana (106.12b).


@dataclass(frozen=True, slots=True)
class ManaReplacement:
    """One replacement effect: which permanent is tapped by whom, how much or what, and the change.

    ``tapped`` is False for one that does not care how the mana is produced (106.12b).
    """

    source: Alternatives
    taker: str
    change: str
    least: int = 1
    conditions: tuple[str, ...] = ()
    tapped: bool = True

    def facts(self, number_of: int, scope: Scope) -> Iterator[str]:
        """Yield the facts of this effect under its number."""
        yield f"mana_source({number_of},{mention(self.source, scope)})."
        yield f"mana_taker({number_of},{self.taker})."
        yield f"mana_change({number_of},{self.change})."
        if self.tapped:
            yield f"tap_required({number_of})."
        if self.least > 1:
            yield f"mana_at_least({number_of},{self.least})."
        for term in self.conditions:
            yield f"mana_while({number_of},{term})."


def mana_replacement(node: Node, scope: Scope, conditions: tuple[str, ...] = ()) -> list[ManaReplacement]:
    """Translate a replacement effect on mana; a list, since one line may treat several land types."""
    kind = node.kind
    if kind == "mana_replaced":
        source, who, least = _mana_event(node.child(0), scope)
        return [ManaReplacement(source, who, _change(node.child(1)), least, conditions)]
    if kind == "tapped_produces_instead":
        made = Node("produces_instead", (node.child(0), node.child(1), node.child(2)))
        return [ManaReplacement(describe(node.child(0), scope), "any", _change(made), 1, conditions)]
    if kind == "mana_replaced_each":
        found = []
        part: Node | None = node.child(0)
        while part is not None:
            source = describe(part.child(0), scope)
            (row,) = bags_of(part.child(1))
            letter = MANA_ORDER[row[2:-1].split(",").index("1")]
            found.append(ManaReplacement(source, "any", f'all("{letter}")', 1, conditions))
            part = part.child(2) if part.kind == "produces_each" else None
        return found
    if kind == "colored_mana_becomes":
        if [part.kind for part in walk(node.child(0))] != _YOUR_SPELLS_AND_ABILITIES:
            raise NotModelled(kind)
        change = f'colors_to("{COLORS[node.child(1).kind]}")'
        return [ManaReplacement(either(ANYTHING, in_zone("stack")), "you", change, 1, conditions, tapped=False)]
    raise NotModelled(kind)


#: "Spells and abilities you control".
_YOUR_SPELLS_AND_ABILITIES = ["any_of", "qualified", "head_or", "spell", "ability_noun", "controlled_by", "you"]


def _mana_event(node: Node, scope: Scope) -> tuple[Alternatives, str, int]:
    kind = node.kind
    if kind in ("taps_for_mana", "taps_for_kind"):
        who = taker(node.child(0), scope)
        what = describe(node.child(1), replace(scope, they=node.child(0)))
    elif kind in ("is_tapped_for_mana", "is_tapped_for_kind"):
        what, who = describe(node.child(0), scope), "any"
    else:
        raise NotModelled(kind)
    least = 1
    if kind.endswith("_kind"):
        made = node.child(len(node.parts) - 1)
        if made.kind != "kind_amount" or made.child(0).kind != "number_or_more":
            raise NotModelled(made.kind)
        least = number(made.child(0).word())
    return what, who, least


def taker(node: Node, scope: Scope) -> str:
    """Return who taps a permanent for mana in an event: you, any, opponent or a player of the position."""
    if node.kind == "you":
        return "you"
    if node.kind in ("a_player", "any_player", "players", "each_player"):
        return "any"
    if node.kind in ("an_opponent", "opponents", "your_opponents"):
        return "opponent"
    if node.kind == "ref_player":
        return f"player({scope.references[int(node.word()[1:])].number})"
    raise NotModelled(node.kind)


def _change(node: Node) -> str:
    if node.kind == "produces_times":
        return "times(2)" if node.child(1).kind == "two_times" else "times(3)"
    if node.kind != "produces_instead":
        raise NotModelled(node.kind)
    made, instead = node.child(1), node.child(2).kind
    if made.kind == "made_symbols":
        (row,) = bags_of(made.child(0))
        counts = [int(n) for n in row[2:-1].split(",")]
        letter = MANA_ORDER[max(range(6), key=lambda i: counts[i])]
        if instead == "instead_of_type_and_amount":
            return f"exactly({row})"
        if sum(counts) == 1 and instead == "instead_of_type":
            return f'all("{letter}")'
        if sum(counts) == 1 and instead == "instead_of_color":
            return f'colors_to("{letter}")'
    if made.kind == "made_colorless" and instead == "instead_of_type":
        return 'all("C")'
    if made.kind in ("made_color_of_choice", "made_color_of_their_choice") and instead == "instead_of_type":
        return "all_any_color"
    if made.kind == "made_chosen_color" and instead == "instead_of_type":
        return "all_chosen"
    if made.kind in ("made_one_of_choice", "made_one_of_their_choice") and instead == "instead_of_type_and_amount":
        return "one_any_color"
    raise NotModelled(f"{made.kind} {instead}")


def chosen_amount(costs: Node, scope: Scope) -> str | None:
    """Return the amount term of what a cost lets its payer choose (107.3): counters removed, objects sacrificed."""
    for part in walk(costs):
        if (
            part.kind == "remove_counters_cost"
            and part.child(0).kind in ("any_number", "x")
            and part.child(1).kind == "counters"
            and part.child(2).kind == "this"
        ):
            return f"chosen(upto(counters({quoted(part.child(1).word())})))"
        if part.kind in ("sacrifice_cost", "tap_cost") and part.child(0).kind in ("any_number_of", "several"):
            what = part.child(0)
            if what.kind == "several" and what.child(0).kind != "x":
                continue
            found = both(describe(what, scope), status("controlled_by(you)"))
            return f"chosen(upto(count({mention(found, scope)})))"
    return None


def paid_object(costs: Node, scope: Scope) -> Alternatives | None:
    """Return what a cost sacrifices, described: "the sacrificed land" may be any of these."""
    for part in walk(costs):
        if part.kind in ("sacrifice_cost", "tap_cost", "exile_cost", "return_cost"):
            try:
                what = describe(part.child(0), scope)
            except NotModelled:
                return None
            return both(what, status("controlled_by(you)"))
    return None


def has_tap_symbol(costs: Node) -> bool:
    """107.5: return whether a cost holds the tap symbol."""
    return any(part.kind == "tap_symbol" for part in walk(costs))


def targets(node: Node) -> bool:
    """115.1: return whether instructions name a target (outside quoted abilities)."""
    if node.kind in _TARGETS:
        return True
    return any(isinstance(part, Node) and not part.kind.startswith("quoted") and targets(part) for part in node.parts)


_TARGETS = frozenset(
    {
        "target", "another_target", "up_to_target", "several_target", "any_target", "any_other_target", "any_target_but", "target_player",
        "target_opponent", "any_number_of_target", "target_possessive", "of_target", "target_of_two", "target_of_three",
        "you_and_target_opponent", "several_other_target", "up_to_other_target", "one_to_n_target", "one_or_two_target",
        "target_or_player", "two_targets", "three_targets", "up_to_targets",
    }
)  # fmt: skip
