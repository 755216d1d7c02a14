"""Static abilities and resolved effects to continuous effects by layer (rules 205.1, 305.7, 611, 613, 707.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.keywords import KEYWORD_KINDS
from lawmage.cards.oracle.vocabulary import KEYWORDS, subtype
from lawmage.cards.topics import topics_of_reading
from lawmage.facts.amounts import amount, condition, counted, quantity_bounds
from lawmage.facts.description import Alternatives, both, either, status, trait
from lawmage.facts.objects import HIGH, contrary, counter_kind, describe, described, description, keyword_name, mention
from lawmage.facts.rewording import change_of
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import COLORS, SUPERTYPE_WORDS, TYPE_WORDS, kind_of_type, quoted

#: Sublayers of layer 7: characteristic-defining, setting, modifying, switching (613.4).
DEFINE, SET, MODIFY, SWITCH = 70, 71, 72, 73
Granter = Callable[[Node], int]
#: Topics of text that changes what an object is.
BEARING = frozenset({"characteristics", "power_toughness", "control"})


def bears(node: Node) -> bool:
    """Return whether a statement may change characteristics or control; kinds unknown to the topics do."""
    return bool(topics_of_reading(node) & BEARING)


@dataclass(slots=True)
class ContinuousEffect:
    """One effect: what it affects, when it applies, its changes as (layer, change term)."""

    affects: Alternatives
    conditions: list[str] = field(default_factory=list)
    parts: list[tuple[int, str]] = field(default_factory=list)
    fixed: bool = False

    def keeps(self) -> None:
        """205.1b: "it's still a ...": all prior card types, supertypes and subtypes stay."""
        kept = [part for part in self.parts if not (part[0] == 4 and part[1].startswith("lose_kind("))]
        self.parts = [(layer, change.replace("set_land_type(", "add_type(")) for layer, change in kept]


class Statements:
    """Translates the statements of one ability; ``grant`` turns a quoted or keyword ability into its number."""

    def __init__(self, scope: Scope, grant: Granter, resolved: bool = False) -> None:
        self._scope = replace(scope, resolved=resolved)
        self._grant = grant
        self._resolved = resolved
        self.effects: list[ContinuousEffect] = []
        #: What is taken as it is now, though it may have been otherwise when the effect began.
        self.guessed: list[str] = []
        #: Objects an effect of the position says are paired (702.95).
        self.pairs: list[tuple[str, str]] = []
        self._before: tuple[Node, tuple[str, ...]] | None = None
        self._last: Alternatives | None = None

    def read(self, node: Node, conditions: tuple[str, ...] = ()) -> None:
        """Translate a static line or a timed sentence; raises NotModelled for what has no facts yet."""
        kind = node.kind
        if kind in _DONE if self._resolved else not bears(node):
            if kind in ("untap", "tap") and node.child(0).kind == "ref":
                self._last = describe(node.child(0), self._scope)
            elif kind == "change":
                self._last = self._last if node.child(0).kind in ("it", "them") else self._mentioned(node.child(0))
            return
        if self._resolved and kind not in _EFFECTS and not bears(node):
            return
        if kind in _SEQUENCES:
            self.read(node.child(0), conditions)
            self.read(node.child(1), conditions)
        elif kind == "static_then":
            # What follows a replacement is done when the event happens.
            self.read(node.child(0), conditions)
        elif kind in ("as_long_as", "if_static"):
            term = condition(node.child(0), self._scope)
            scope = self._scope
            self._before = (node, conditions)
            self._scope = replace(scope, it=self._subject(node.child(0)) or scope.it, that=self._counted_one(node.child(0)))
            self.read(node.child(1), (*conditions, term))
            self._scope = replace(scope, otherwise=term)
        elif kind in ("holds_as_long_as", "holds_if", "holds_unless") and self._per_object(node, conditions):
            pass
        elif kind in ("holds_as_long_as", "holds_if"):
            term = self._told_of(node.child(0), node.child(1))
            self._before = (node, conditions)
            self.read(node.child(0), (*conditions, term))
            self._scope = replace(self._scope, otherwise=term)
        elif kind == "holds_unless":
            self.read(node.child(0), (*conditions, f"not_so({self._told_of(node.child(0), node.child(1))})"))
        elif kind == "otherwise_static":
            if self._scope.otherwise is None:
                raise NotModelled(kind)
            self.read(node.child(0), (*conditions, f"not_so({self._scope.otherwise})"))
        elif kind == "during_turn":
            term = self._turn(node.child(0))
            self.read(node.child(1), (*conditions, term))
            self._scope = replace(self._scope, otherwise=term)
        elif kind == "holds_during_turn":
            term = self._turn(node.child(1))
            self.read(node.child(0), (*conditions, term))
            self._scope = replace(self._scope, otherwise=term)
        elif kind == "same_for_keywords":
            self._same_for(node)
        elif kind == "are_paired":
            numbers = [_one_object(describe(part, self._scope)) for part in (node.child(0), node.child(1))]
            self.pairs.append((numbers[0], numbers[1]))
        elif kind in ("statement_where", "do_where"):
            if node.child(1).kind not in ("where_x", "where_x_and_y"):
                raise NotModelled(node.child(1).kind)
            scope = self._scope
            first = next((n.child(0) for n in walk(node.child(0)) if n.kind in ("change", "change_lasting")), None)
            changed = "" if first is None else _changed_sort(describe(first, scope))
            self._scope = scope.with_x(self._amount(node.child(1).child(0), replace(scope, each=True, changed=changed)))
            if node.child(1).kind == "where_x_and_y":
                second = _same_owner(node.child(1).child(0), node.child(1).child(1))
                self._scope = replace(self._scope, y=self._amount(second, replace(scope, each=True, changed=changed)))
            self.read(node.child(0), conditions)
            self._scope = scope
        elif kind == "statement_lasting":
            self.read(node.child(0), (*conditions, *self._duration(node.child(1))))
        elif kind in ("gets_pt_lasting_for_each", "gets_pt_lasting_for_each_and"):
            inner = (*conditions, *self._duration(node.child(2), node.child(0)))
            self._change(node.child(0), Node("gets_pt_for_each", (node.word(1), node.child(3))), inner)
            if kind.endswith("_and"):
                self._more(node.child(0), node.child(4), conditions)
        elif kind == "becomes_copy_lasting_except":
            changes = Node("becomes_copy_except", (node.child(1), node.child(3)))
            self._change(node.child(0), changes, (*conditions, *self._duration(node.child(2), node.child(0))))
        elif kind in ("change_text", "change_text_lasting"):
            inner = (*conditions, *self._duration(node.child(2), node.child(0))) if kind == "change_text_lasting" else conditions
            old, new = change_of(node.child(1))
            self._start(node.child(0), inner).parts.append((3, f"reword({quoted(old)},{quoted(new)})"))
        elif kind == "color_words_are_chosen":
            self._start(node.child(0), conditions).parts.append((3, "reword_colors"))
        elif kind == "switch_pt":
            self._start(_owner(node.child(0)), conditions).parts.append((SWITCH, "switch"))
        elif kind == "exchange_control":
            self._exchange(node.child(0), conditions)
        elif kind in ("lasting_first", "lasting_sentence"):
            self.read(node.child(1), (*conditions, *self._duration(node.child(0))))
        elif kind == "change_lasting":
            self._change(node.child(0), node.child(1), (*conditions, *self._duration(node.child(2), node.child(0))))
        elif kind == "change_lasting_and":
            inner = (*conditions, *self._duration(node.child(2), node.child(0)))
            self._change(node.child(0), node.child(1), inner)
            self._more(node.child(0), node.child(3), conditions)
        elif kind == "change":
            self._change(node.child(0), node.child(1), conditions)
        elif kind == "change_conditionally":
            self._change(node.child(0), node.child(1), (*conditions, condition(node.child(2), self._scope)))
            rest = node.child(3)
            while True:
                self._change(node.child(0), rest.child(0), (*conditions, condition(rest.child(1), self._scope)))
                if rest.kind != "changes_if_more":
                    break
                rest = rest.child(2)
        elif kind in ("still", "they_still"):
            if not self.effects:
                raise NotModelled(kind)
            self.effects[-1].keeps()
        elif kind == "same_for_objects":
            # Spells and cards elsewhere.
            found = describe(node.child(0), self._scope)
            if any(a.zone is None for a in found) or not self.effects:
                raise NotModelled(kind)
            self.effects[-1].affects = either(self.effects[-1].affects, found)
        elif kind == "player_and_objects_have":
            self._change(node.child(1), Node("has", (node.child(2),)), conditions)
        elif kind in _AS_ENTERING:
            # 614.1c: what came of it as the permanent entered, the position says.
            pass
        elif kind in ("pt_each_equal", "measure_equal", "pt_each_is"):
            self._defines(node, conditions)
        elif kind == "controls_object":
            self._control(node, conditions)
        elif kind in ("gain_control_lasting", "gain_control", "gains_control", "gains_control_lasting"):
            self._gain_control(node, conditions)
        elif kind == "spell_ability":
            self.read(node.child(0), conditions)
        else:
            raise NotModelled(kind)

    def _mentioned(self, target: Node) -> Alternatives | None:
        """What "it" means after a statement that changes nothing here."""
        try:
            return describe(target, self._scope)
        except NotModelled:
            return None

    def _amount(self, node: Node, scope: Scope) -> str:
        return self._fixed(amount(node, scope))

    def _fixed(self, term: str) -> str:
        """608.2h, 611.2d: an effect's amount is worked out once, as it begins: what is counted may have been otherwise."""
        if self._resolved and not term.startswith("number("):
            self.guessed.append("an amount that was fixed when the effect began")
        return term

    def _exchange(self, node: Node, conditions: tuple[str, ...]) -> None:
        """701.12b: each of two permanents goes to the controller of the other."""
        both_nodes = node.parts if node.kind in ("object_and", "object_and_list") else ()
        numbers = [_one_object(describe(part, self._scope)) for part in both_nodes if isinstance(part, Node)]
        if len(numbers) != 2 or conditions:
            raise NotModelled("exchange_control")
        for number, other in (numbers, numbers[::-1]):
            effect = ContinuousEffect(status(f"object({number})"), [], [(2, f"control(as_given({other}))")])
            self.effects.append(effect)

    def _counted_one(self, node: Node) -> Alternatives | None:
        """What "that creature" means after "as long as you control exactly one creature", and its like."""
        if node.kind == "is" and node.child(0).kind == "top_of":
            return describe(node.child(0), self._scope)
        if node.kind == "is" and node.child(1).kind == "paired_with":
            return either(status("this"), status("paired_with_this"))
        if node.kind == "controls_count" and node.child(1).kind == "quantity_exactly" and node.child(0).kind == "you":
            return both(described(node.child(2), self._scope), status("controlled_by(you)"))
        return None

    def _subject(self, node: Node) -> Alternatives | None:
        """What "it" means after a condition: the one object the condition speaks of, if not the source itself."""
        for found in walk(node):
            if found.kind in ("attached_to_this", "ref", "attached_possessive", "ref_possessive"):
                kind = found.kind.replace("attached_possessive", "attached_to_this").replace("ref_possessive", "ref")
                return describe(Node(kind, found.parts), self._scope)
        return None

    def _told_of(self, statement: Node, node: Node) -> str:
        """A condition told after a statement: "it" is what the statement is about."""
        first = next((n.child(0) for n in walk(statement) if n.kind == "change"), None)
        return condition(node, self._about(first))

    def _per_object(self, node: Node, conditions: tuple[str, ...]) -> bool:
        """A condition on each of a group ("creatures get +1/+1 as long as they're untapped") narrows the group."""
        first = next((n.child(0) for n in walk(node.child(0)) if n.kind == "change"), None)
        told = node.child(1)
        if first is None or first.kind in _SINGLE or not any(part.kind in _ITS for part in walk(told)):
            return False
        if node.child(0).kind != "change" or node.kind == "holds_unless":
            raise NotModelled("a condition on each of a group")
        effect = self._changed(first, node.child(0).child(1), conditions)
        if effect is not None:
            effect.affects = both(effect.affects, each_fits(told, self._scope))
        return True

    def _about(self, target: Node | None) -> Scope:
        if target is None or target.kind in ("it", "them", "this"):
            return self._scope
        return replace(self._scope, it=describe(target, self._scope))

    def _turn(self, node: Node) -> str:
        if node.kind == "turn_of_part" and node.child(0).kind == "your":
            return "your_turn"
        if node.kind in ("turns_other_than_yours", "other_turns_part"):
            return "not_so(your_turn)"
        if node.kind == "combat_part":
            combat = ("begin_combat", "declare_attackers", "declare_blockers", "combat_damage", "end_combat")
            return _any_of(tuple(f"in_phase({phase})" for phase in combat))
        raise NotModelled(node.kind)

    def _duration(self, node: Node, target: Node | None = None) -> tuple[str, ...]:
        """611.2: an effect of the position is in force now; only "for as long as" can have ended."""
        if node.kind == "for_as_long_as":
            return (condition(node.child(0), self._about(target)),)
        return ()

    def _more(self, target: Node, node: Node, conditions: tuple[str, ...]) -> None:
        if node.kind == "changes_lasting":
            self._change(target, node.child(0), (*conditions, *self._duration(node.child(1), target)))
        elif node.kind == "changes_lasting_and":
            self._change(target, node.child(0), (*conditions, *self._duration(node.child(1), target)))
            self._more(target, node.child(2), conditions)
        else:
            self._change(target, node, conditions)

    def _start(self, target: Node, conditions: tuple[str, ...]) -> ContinuousEffect:
        previous = self.effects[-1] if self.effects else None
        if target.kind in ("it", "them") and self._last is not None and self._scope.it is None:
            affected = self._last
            if previous is not None and previous.affects == affected and previous.conditions == list(conditions):
                return previous
        else:
            affected = describe(target, self._scope)
        if not affected:
            raise NotModelled("no object at all")
        self._last = affected
        named = _named_objects(affected)
        effect = ContinuousEffect(affected, list(conditions), [], self._resolved and not named)
        self.effects.append(effect)
        return effect

    def _change(self, target: Node, changes: Node, conditions: tuple[str, ...]) -> None:
        self._changed(target, changes, conditions)

    def _changed(self, target: Node, changes: Node, conditions: tuple[str, ...]) -> ContinuousEffect | None:
        effect = self._start(target, conditions)
        for change in flat(changes):
            self._one(effect, change)
        if not effect.parts:
            self.effects.remove(effect)
            return None
        return effect

    def _one(self, effect: ContinuousEffect, node: Node) -> None:
        kind = node.kind
        scope = replace(self._scope, each=True, changed=_changed_sort(effect.affects))
        parts = effect.parts
        if kind in ("gets_pt", "gets_pt_for_each"):
            times = self._fixed(counted(node.child(1), scope)) if kind == "gets_pt_for_each" else None
            power, toughness = node.word(0).split("/")
            for measure, word in (("power", power), ("toughness", toughness)):
                term = self._signed(word, times)
                if term is not None:
                    parts.append((MODIFY, f"modify({measure},{term})"))
        elif kind == "gets_pt_where":
            outer = self._scope
            self._scope = outer.with_x(self._amount(node.child(1), scope))
            self._one(effect, Node("gets_pt", (node.word(0),)))
            self._scope = outer
        elif kind == "has":
            for trait_node in flat(node.child(0)):
                self._trait(effect, trait_node)
        elif kind == "loses":
            for lost in flat(node.child(0)):
                self._loses(effect, lost)
        elif kind == "becomes":
            # The spellings with "also" say that the rest stays.
            self._becomes(effect, node.child(0), keep="other_types" if node.variant >= _IS_ALSO else "")
        elif kind == "stops_being":
            self._stops(effect, node.child(0))
        elif kind == "cant_have":
            for trait_node in flat(node.child(0)):
                parts.append((6, f"cant_have({quoted(keyword_name(trait_node))})"))
                parts.append((6, f"lose_keyword({quoted(keyword_name(trait_node))})"))
        elif kind in ("becomes_copy", "becomes_copy_except"):
            if not self._resolved:
                raise NotModelled(kind)
            parts.append((1, f"copy_of({_one_object(describe(node.child(0), self._scope))})"))
            if kind == "becomes_copy_except":
                found = copy_exceptions(node.child(1), self._grant)
                parts += [(1, f"except({term})") for term in found]
        elif kind == "is_designated":
            if node.child(0).kind == "suspected":
                raise NotModelled("suspected")
        elif kind == "cant":
            if any(part.kind == "gains_abilities" for part in walk(node)):
                raise NotModelled(kind)
        elif kind not in _ENTERING_CHANGES and bears(node):
            raise NotModelled(kind)

    def _signed(self, word: str, times: str | None) -> str | None:
        sign, digits = word[0], word[1:]
        if digits in ("x", "y"):
            base = self._scope.x if digits == "x" else self._scope.y
            if base is None:
                raise NotModelled(digits)
        elif not digits.isdigit():
            raise NotModelled(digits)
        elif int(digits) == 0:
            return None
        elif times is not None:
            value = int(digits)
            base = times if value == 1 else _times(value, times)
            times = None
        else:
            base = f"number({int(digits)})"
        if times is not None:
            raise NotModelled("x for each")
        return _wrap("minus", base) if sign == "-" else base

    def _trait(self, effect: ContinuousEffect, node: Node) -> None:
        kind = node.kind
        scope = replace(self._scope, each=True, changed=_changed_sort(effect.affects))
        if kind == "base_pt":
            power, toughness = node.word().split("/")
            for measure, word in (("power", power), ("toughness", toughness)):
                effect.parts.append((SET, f"set({measure},{self._plain(word)})"))
        elif kind == "base_pt_each_equal":
            term = self._amount(node.child(0), scope)
            effect.parts += [(SET, f"set(power,{term})"), (SET, f"set(toughness,{term})")]
        elif kind in ("base_measure_is", "base_measure_equal"):
            effect.parts.append((SET, f"set({node.child(0).kind},{self._amount(node.child(1), scope)})"))
        elif kind == "every_creature_type":
            effect.parts.append((4, "add_every(creature_type)"))
        elif kind == "no_abilities":
            effect.parts.append((6, "lose_all_abilities"))
        elif kind == "all_activated_abilities_of":
            effect.parts.append((6, f"lend_activated({self._mention(describe(node.child(0), self._scope))})"))
        elif kind == "all_activated_but_mana_abilities_of":
            effect.parts.append((6, f"lend_but_mana({self._mention(describe(node.child(0), self._scope))})"))
        elif kind == "any_protection":
            # What the protection is from is not looked into: that leaves open what it comes to.
            effect.parts.append((6, "open"))
        elif kind not in KEYWORD_KINDS and not kind.startswith("quoted"):
            raise NotModelled(kind)
        else:
            effect.parts.append((6, f"add_ability({self._grant(node)})"))

    def _mention(self, what: Alternatives) -> int:
        return mention(what, self._scope)

    def _plain(self, word: str) -> str:
        if word == "x":
            if self._scope.x is None:
                raise NotModelled("x")
            return self._scope.x
        if not word.isdigit():
            raise NotModelled("star in an effect")
        return f"number({int(word)})"

    def _loses(self, effect: ContinuousEffect, node: Node) -> None:
        kind = node.kind
        if kind in ("loses_all", "loses_all_other"):
            lost = node.child(0).kind
            if lost not in _LOST:
                raise NotModelled(lost)
            effect.parts += _LOST[lost]
        elif kind == "loses_all_but_mana_abilities":
            effect.parts.append((6, "lose_all_but_mana"))
        elif kind == "this_ability":
            raise NotModelled(kind)
        else:
            effect.parts.append((6, f"lose_keyword({quoted(keyword_name(node))})"))

    def _becomes(self, effect: ContinuousEffect, node: Node, keep: str = "") -> None:
        kind = node.kind
        if kind == "in_addition":
            other = node.child(1).kind
            self._becomes(effect, node.child(0), keep=other)
            return
        if kind == "becoming_still":
            self._becomes(effect, node.child(0), keep="other_types")
            return
        if kind == "a_kind":
            node = node.child(0)
            kind = node.kind
        if kind in ("kind_with", "kind_with_named", "kind_named", "kind_named_with"):
            self._kind(effect, node.child(0), keep)
            for part in node.parts[1:]:
                if isinstance(part, Node):
                    for trait_node in flat(part):
                        self._trait(effect, trait_node)
                else:
                    effect.parts.append((3, f"set_name({quoted(title(part))})"))
            return
        if kind == "every_creature_type":
            effect.parts.append((4, "add_every(creature_type)"))
        elif kind == "every_basic_land_type":
            effect.parts += [(4, f"add_type({quoted(t)})") for t in ("Plains", "Island", "Swamp", "Mountain", "Forest")]
        elif kind == "every_land_type":
            effect.parts.append((4, "add_every(land_type)"))
        elif kind == "all_colors":
            effect.parts += [(5, f'add_color("{c}")') for c in "WUBRG"]
        elif kind == "chosen_type":
            self._chosen_type(effect, keep)
        elif kind == "chosen_color":
            effect.parts += ([] if "color" in keep else [(5, "lose_kind(color)")]) + [(5, "add_chosen(color)")]
        elif kind in _CHOICES:
            raise NotModelled(kind)
        else:
            self._kind(effect, node, keep)

    def _chosen_type(self, effect: ContinuousEffect, keep: str) -> None:
        # The chosen type is a creature type or a basic land type: whichever choice the source has.
        if keep:
            effect.parts += [(4, "add_chosen(creature_type)"), (4, "add_chosen(basic_land_type)")]
        else:
            effect.parts += [(4, "set_chosen_land_type"), (4, "set_chosen_creature_type")]

    def _kind(self, effect: ContinuousEffect, node: Node, keep: str) -> None:
        """205.1a, 205.1b, 305.7: what a list of words sets, adds and replaces."""
        words = list(_kind_words(node))
        types = [TYPE_WORDS[w.kind] for w in words if w.kind in TYPE_WORDS]
        subtypes = [subtype(w.word()) for w in words if w.kind == "subtype"]
        colors = [COLORS[w.kind] for w in words if w.kind in COLORS]
        for word in words:
            if word.kind not in TYPE_WORDS and word.kind not in COLORS and word.kind not in _KIND_WORDS:
                raise NotModelled(word.kind)
        parts = effect.parts
        adds = bool(keep) and "type" in keep
        keeps_all = adds or ("Artifact" in types and "Creature" in types and not keep)
        if types and not keeps_all:
            parts.append((4, "lose_kind(card_type)"))
        groups: dict[str, list[str]] = {}
        for name in subtypes:
            groups.setdefault(kind_of_type(name), []).append(name)
        for group, names in groups.items():
            if adds or ("land" not in group and keep == "other_types"):
                parts += [(4, f"add_type({quoted(name)})") for name in names]
            elif group == "land_type":
                parts += [(4, f"set_land_type({quoted(name)})") for name in names]
            else:
                parts.append((4, f"lose_kind({group})"))
                parts += [(4, f"add_type({quoted(name)})") for name in names]
        parts += [(4, f"add_type({quoted(name)})") for name in types]
        parts += [(4, f"add_type({quoted(SUPERTYPE_WORDS[w.kind])})") for w in words if w.kind in SUPERTYPE_WORDS]
        colorless = any(w.kind == "colorless" for w in words)
        if (colors or colorless) and "color" not in keep:
            parts.append((5, "lose_kind(color)"))
        parts += [(5, f'add_color("{c}")') for c in colors]
        for word in words:
            if word.kind == "kind_pt":
                power, toughness = word.word().split("/")
                parts += [(SET, f"set(power,{self._plain(power)})"), (SET, f"set(toughness,{self._plain(toughness)})")]

    def _stops(self, effect: ContinuousEffect, node: Node) -> None:
        if node.kind == "a_kind":
            node = node.child(0)
        for word in _kind_words(node):
            if word.kind in TYPE_WORDS:
                effect.parts.append((4, f"lose_type({quoted(TYPE_WORDS[word.kind])})"))
            elif word.kind in SUPERTYPE_WORDS:
                effect.parts.append((4, f"lose_type({quoted(SUPERTYPE_WORDS[word.kind])})"))
            elif word.kind == "subtype":
                effect.parts.append((4, f"lose_type({quoted(subtype(word.word()))})"))
            else:
                raise NotModelled(word.kind)

    def _defines(self, node: Node, conditions: tuple[str, ...]) -> None:
        """604.3: on the object itself, these define a characteristic; granted or conditional they only set it."""
        owner = node.child(0)
        if owner.kind not in ("this_possessive", "its") or self._resolved:
            raise NotModelled(f"defines {owner.kind}")
        if node.kind == "measure_equal":
            measures: tuple[str, ...] = (node.child(1).kind,)
            amount_node = node.child(2)
        else:
            measures, amount_node = ("power", "toughness"), node.child(1)
        if any(measure not in ("power", "toughness") for measure in measures):
            raise NotModelled(measures[0])
        term = amount(amount_node, self._scope)
        self._scope = replace(self._scope, that_number=term)
        layer = SET if conditions else DEFINE
        effect = ContinuousEffect(status("this"), list(conditions))
        effect.parts = [(layer, f"set({measure},{term})") for measure in measures]
        self.effects.append(effect)

    def _same_for(self, node: Node) -> None:
        """ "The same is true for ...": what was just said of one keyword, said of others."""
        if self._before is None:
            raise NotModelled(node.kind)
        statement, conditions = self._before
        said = [part for part in walk(statement) if part.kind == "keyword"]
        if not said or any(part != said[0] for part in said):
            raise NotModelled(node.kind)
        for name in flat_keywords(node.child(0)):
            for keyword in _each_kind(name):
                self.read(_instead(statement, said[0], keyword), conditions)

    def _control(self, node: Node, conditions: tuple[str, ...]) -> None:
        if node.child(0).kind != "you" or conditions or self._resolved:
            raise NotModelled("control")
        what = node.child(1)
        if what.kind == "any_of" and what.child(0).kind == "adjective_of" and what.child(0).child(0).kind == "enchanted_status":
            # "You control enchanted artifact creature": what the Aura is attached to.
            affected = status("host")
        elif what.kind == "attached_to_this":
            affected = describe(what, self._scope)
        else:
            raise NotModelled("control of several")
        effect = ContinuousEffect(affected, [], [(2, "control(you)")])
        self.effects.append(effect)

    def _gain_control(self, node: Node, conditions: tuple[str, ...]) -> None:
        who, target = "you", node.child(0)
        if node.kind.startswith("gains_control"):
            player, target = node.child(0), node.child(1)
            if player.kind == "ref_player":
                who = f"player({self._scope.references[int(player.word()[1:])].number})"
            elif player.kind != "you":
                raise NotModelled(player.kind)
        if conditions:
            raise NotModelled("control while")
        # "For as long as ..." is not judged: the position says that the effect is in force.
        affected = self._last if target.kind == "it" and self._last is not None else describe(target, self._scope)
        self._last = affected
        if not _named_objects(affected):
            raise NotModelled("control of several")
        self.effects.append(ContinuousEffect(affected, [], [(2, f"control({who})")]))


_SEQUENCES = frozenset({"static_more", "then_sentence", "statement_and", "and_clause", "comma_clause", "then_clause"})
_FLAT_FIRST = frozenset(
    {
        "changes_and", "changes_comma", "changes_comma_more", "changes_tail_and",
        "traits_and", "traits_comma", "traits_comma_more", "traits_tail_and",
        "lost_and", "lost_comma",
    }
)  # fmt: skip
_FLAT_ONLY = frozenset({"changes_last", "traits_last", "lost_last"})
_LOST: dict[str, list[tuple[int, str]]] = {
    "lost_abilities": [(6, "lose_all_abilities")],
    "lost_card_types": [(4, "lose_kind(card_type)")],
    "lost_creature_types": [(4, "lose_kind(creature_type)")],
    "lost_land_types": [(4, "lose_kind(land_type)")],
    "lost_land_types_and_abilities": [(4, "lose_kind(land_type)"), (6, "lose_all_abilities")],
    "lost_card_types_and_abilities": [(4, "lose_kind(card_type)"), (6, "lose_all_abilities")],
    "lost_card_and_creature_types": [(4, "lose_kind(card_type)"), (4, "lose_kind(creature_type)")],
    "lost_abilities_card_and_creature_types": [
        (4, "lose_kind(card_type)"),
        (4, "lose_kind(creature_type)"),
        (6, "lose_all_abilities"),
    ],
    "lost_colors": [(5, "lose_kind(color)")],
}
#: What a permanent does as it enters (614.1c): its outcome is part of the position.
_ENTERING_CHANGES = frozenset({"enters_under", "enters_under_control_of", "enters_face_down", "enters_transformed"})
_AS_ENTERING = frozenset(
    {
        "enters_as_copy", "enters_as_copy_except", "may_enter_as_copy", "may_enter_as_copy_except",
        "may_enter_tapped_as_copy", "may_enter_tapped_as_copy_except",
    }
)  # fmt: skip
_CHOICES = frozenset({"color_of_choice", "creature_type_of_choice", "land_type_of_choice"})
_KIND_WORDS = frozenset({"kind_pt", "subtype", "colorless", "basic", "legendary", "snow", "world", "permanent"})


#: Instructions that have been followed: what came of them is in the position.
_DONE = frozenset(
    {
        "draw", "discard", "gain_life", "lose_life", "put_counters", "untap", "tap", "sacrifice", "destroy", "exile", "create",
        "mill", "scry", "surveil", "investigate", "proliferate", "deals", "attach",
    }
)  # fmt: skip
#: Instructions with continuous effects that are no statements.
_EFFECTS = frozenset(
    {
        "change_text",
        "change_text_lasting",
        "switch_pt",
        "exchange_control",
        "do_where",
        "then_sentence",
        "and_clause",
        "comma_clause",
        "then_clause",
    }
)


_IS_ALSO = 5
_SINGLE = frozenset({"this", "ref", "attached_to_this", "it", "them"})
_ITS = frozenset({"it", "them", "its", "it_is", "they_are", "their_possessive"})


def flat_keywords(node: Node) -> Iterator[Node]:
    """Yield the keywords of a list."""
    if node.kind in ("keyword_names_comma", "keyword_names_and"):
        yield node.child(0)
        yield from flat_keywords(node.child(1))
    else:
        yield node


def _each_kind(keyword: Node) -> Iterator[Node]:
    """702.14a: landwalk is a family of abilities, each of which is meant."""
    if keyword == Node("keyword", ("landwalk",)):
        yield from (Node("keyword", (name,)) for name in sorted(KEYWORDS) if name.endswith("walk") and name != "landwalk")
    else:
        yield keyword


def _instead(node: Node, old: Node, new: Node) -> Node:
    """Return a statement with one keyword in place of another."""
    if node == old:
        return new
    return Node(node.kind, tuple(_instead(part, old, new) if isinstance(part, Node) else part for part in node.parts), node.variant)


def each_fits(node: Node, scope: Scope) -> Alternatives:
    """Return what a condition asks of each object of a group; NotModelled where it asks for more."""
    kind = node.kind
    if kind in ("it_is", "they_are"):
        return description(node.child(0), scope)
    if kind in ("is", "is_not") and node.child(0).kind in ("it", "them"):
        found = description(node.child(1), scope)
        return found if kind == "is" else contrary(found)
    if kind == "has_counters" and node.child(0).kind in ("it", "them"):
        low, high = quantity_bounds(node.child(1))
        counters = counter_kind(node.child(2))
        if high == HIGH and counters is not None:
            return status(f"counter({quoted(counters)},{low})")
    if kind in ("has_keyword", "has_no_keyword") and node.child(0).kind in ("it", "them"):
        return trait(f"keyword({quoted(keyword_name(node.child(1)))})", kind == "has_keyword")
    raise NotModelled("a condition on each of a group")


def _changed_sort(affects: Alternatives) -> str:
    """Return what an effect changes: its source, what that is attached to, objects "you" control, or anything."""
    if affects in (status("this"), status("host")):
        return "this" if affects == status("this") else "host"
    mine = status("controlled_by(you)")[0].tests
    return "yours" if all(mine <= alternative.tests for alternative in affects) else ""


def _named_objects(what: Alternatives) -> bool:
    """Return whether a description names its objects one by one."""
    return all(any(t.term.startswith("object(") and t.wanted for t in a.tests) for a in what)


def _one_object(what: Alternatives) -> str:
    """Return the number of the one object that a description names."""
    objects = [t.term[7:-1] for a in what for t in a.tests if t.term.startswith("object(") and t.wanted]
    if len(what) != 1 or len(objects) != 1:
        raise NotModelled("several objects")
    return objects[0]


def _same_owner(first: Node, second: Node) -> Node:
    """ "X is that card's power and Y is its toughness": "its" is of the one just spoken of."""
    if first.kind == second.kind == "measure_of" and second.child(0).kind == "its":
        return Node("measure_of", (first.child(0), second.child(1)))
    return second


def _owner(possessive: Node) -> Node:
    """Return the object node of a possessive: "@a's"."""
    kinds = {"ref_possessive": "ref", "its": "it", "this_possessive": "this", "attached_possessive": "attached_to_this"}
    if possessive.kind not in kinds:
        raise NotModelled(possessive.kind)
    return Node(kinds[possessive.kind], possessive.parts)


def copy_exceptions(node: Node, grant: Granter) -> list[str]:
    """Return the change terms of the exceptions of a copy effect (707.9)."""
    if node.kind in ("exceptions_and", "exceptions_comma"):
        return [*copy_exceptions(node.child(0), grant), *copy_exceptions(node.child(1), grant)]
    if node.kind == "name_is":
        return [f"set_name({quoted(title(node.word(1)))})"]
    if node.kind == "exception_has":
        node = Node("change", (Node("it"), Node("has", (node.child(0),))))
    elif node.kind in ("exception_is", "exception_is_not"):
        node = Node("change", (Node("it"), Node("becomes" if node.kind == "exception_is" else "stops_being", node.parts)))
    statements = Statements(Scope(), grant)
    statements.read(node)
    terms = []
    for effect in statements.effects:
        if effect.conditions or effect.affects != status("this"):
            raise NotModelled("conditional exception")
        terms += [exception_term(term) for _, term in effect.parts]
    return terms


def exception_term(term: str) -> str:
    """Return a change of the layers as the same change of copiable values."""
    if term.startswith("set("):
        measure, _, value = term[4:-1].partition(",")
        if not value.startswith("number("):
            raise NotModelled("exception amount")
        return f"set_base({measure},{value[7:-1]})"
    if term == "open" or term.startswith(
        ("modify(", "copy_of(", "control(", "lend_", "reword", "cant_have(", "lose_keyword(", "set_chosen", "except(")
    ):
        raise NotModelled(term.partition("(")[0])
    if term.startswith("set_land_type("):
        return f"add_type({term[14:-1]})"
    return term


def called_as(term: str) -> str:
    """Return the fact that says how card language spells the name that a change term sets."""
    name = term[term.index("set_name(") + 9 :].rstrip(")")
    return f"called_as({name},{name.lower()})."


def title(name: str) -> str:
    """Return a card name that card language wrote in lower case as it is printed."""
    words = name.split(" ")
    return " ".join(word if index and word in _SMALL else word[:1].upper() + word[1:] for index, word in enumerate(words))


_SMALL = frozenset({"a", "an", "and", "at", "for", "from", "in", "of", "on", "or", "the", "to", "with"})


def flat(node: Node) -> Iterator[Node]:
    if node.kind in _FLAT_FIRST:
        yield node.child(0)
        yield from flat(node.child(1))
    elif node.kind in _FLAT_ONLY:
        yield from flat(node.child(0))
    else:
        yield node


def _kind_words(node: Node) -> Iterator[Node]:
    if node.kind in ("kind_more", "kind_and", "kind_comma"):
        yield from _kind_words(node.child(0))
        yield from _kind_words(node.child(1))
    else:
        yield node


def _wrap(name: str, term: str) -> str:
    return f"its({name}({term[4:-1]}))" if term.startswith("its(") else f"{name}({term})"


def _times(value: int, term: str) -> str:
    return f"its(times({value},{term[4:-1]}))" if term.startswith("its(") else f"times({value},{term})"


def _any_of(terms: tuple[str, ...]) -> str:
    """Return the condition that one of several holds."""
    return terms[0] if len(terms) == 1 else f"either({terms[0]},{_any_of(terms[1:])})"
