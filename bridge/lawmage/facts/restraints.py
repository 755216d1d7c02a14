"""Static abilities that forbid, allow or change the activating of abilities, as numbered rules (101.2, 118, 602.5, 609.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lawmage.cards.ability import Node, walk
from lawmage.facts.amounts import amount, condition
from lawmage.facts.continuous import flat
from lawmage.facts.description import ANYTHING, Alternative, Alternatives, both, either, in_zone, status
from lawmage.facts.mana import symbols
from lawmage.facts.objects import counter_kind, describe, described, mention
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.spending import holders, spell
from lawmage.facts.words import COLORS, quoted


@dataclass(slots=True)
class Rule:
    """One thing forbidden, allowed or changed: its terms, each a fact ``rule_NAME(R,TERM)``, and its conditions."""

    terms: list[tuple[str, str]] = field(default_factory=list)
    conditions: tuple[str, ...] = ()

    def facts(self, number: int) -> Iterator[str]:
        """Yield the facts of this rule under its number."""
        for name, term in self.terms:
            yield f"{name}({number},{term})."
        for term in self.conditions:
            yield f"rule_while({number},{term})."


@dataclass(slots=True)
class Restraints:
    """Translates one static line (or resolved effect); ``missing`` names structures that may bear and have no facts."""

    scope: Scope
    rules: list[Rule] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    ignored: list[tuple[str, str]] = field(default_factory=list)
    _subject: Node | None = None
    _activators: str | None = None

    def read(self, node: Node, conditions: tuple[str, ...] = (), spares: bool = False) -> None:
        """Translate a static line: statements, their conditions, what they say of abilities."""
        try:
            self._read(node, conditions, spares)
        except NotModelled as error:
            self.missing.append(error.what)

    def _read(self, node: Node, conditions: tuple[str, ...], spares: bool) -> None:
        kind = node.kind
        if not bears(node):
            if kind == "change":
                self._subject = node.child(0)
            return
        if kind in _SEQUENCES:
            self.read(node.child(0), conditions, spares)
            self.read(node.child(1), conditions, spares)
        elif kind == "static_then":
            self._read(node.child(0), conditions, spares)
        elif kind in ("as_long_as", "if_static"):
            self._read(node.child(1), (*conditions, condition(node.child(0), self.scope)), spares)
        elif kind in ("holds_as_long_as", "holds_if"):
            self._read(node.child(0), (*conditions, condition(node.child(1), self.scope)), spares)
        elif kind == "holds_unless":
            if _mana_abilities(node.child(1)):
                self._read(node.child(0), conditions, True)
            else:
                self._read(node.child(0), (*conditions, f"not_so({condition(node.child(1), self.scope)})"), spares)
        elif kind in ("during_turn", "holds_during_turn"):
            part, inner = (node.child(0), node.child(1)) if kind == "during_turn" else (node.child(1), node.child(0))
            if part.kind != "turn_of_part" or part.child(0).kind != "your":
                raise NotModelled(part.kind)
            self._read(inner, (*conditions, "your_turn"), spares)
        elif kind in ("lasting_first", "lasting_sentence"):
            self._read(node.child(1), (*conditions, *self._duration(node.child(0))), spares)
        elif kind == "statement_lasting":
            self._read(node.child(0), (*conditions, *self._duration(node.child(1))), spares)
        elif kind == "change_lasting":
            self._changes(node.child(0), node.child(1), (*conditions, *self._duration(node.child(2))), spares)
        elif kind == "change":
            self._changes(node.child(0), node.child(1), conditions, spares)
        elif kind == "spell_ability":
            self._read(node.child(0), conditions, spares)
        elif kind == "counters_cant_be_put":
            self._counters(node.child(0), describe(node.child(1), self.scope), conditions)
        elif kind in ("player_cant", "player_cant_do"):
            self._player_cant(node, conditions)
        elif kind == "ignores_effect":
            self._ignores(node)
        elif kind == "not_below_mana":
            self._floor(node)
        elif kind == "activates_twice":
            self._twice(node, conditions)
        elif kind in ("spend_as_any_color_always", "spend_as_any_color"):
            self._spends_freely(node, conditions)
        elif kind in ("only_mana_from", "only_mana_from_this_way"):
            pass  # of the spell itself: see spell_needs
        elif kind == "life_for_mana":
            self._life_for_mana(node, conditions)
        elif kind == "spend_as_other":
            self._as_other(node, conditions)
        elif kind == "spend_color_as_any":
            letter = COLORS[node.child(1).kind]
            self._add(conditions, ("rule_for", _whom(node.child(0))), ("rule_allows", f'color_as_any("{letter}")'))
        elif kind == "spend_other_as_colorless":
            self._add(conditions, ("rule_for", _whom(node.child(0))), ("rule_allows", "else_colorless"))
        elif kind in ("player_has", "player_and_objects_have"):
            self._player_has(node, conditions)
        elif kind == "may_activate_as_haste":
            self._as_hasty(node, conditions)
        elif kind in ("may_activate_as_instant", "may_activate_any_turn"):
            # Both lift sorcery timing; of loyalty abilities 606.3's too.
            what, only = self._abilities(node.child(1))
            who = ("rule_for", _whom(node.child(0)))
            self._add(conditions, who, *self._of(what), ("rule_of", only), ("rule_allows", "instant"))
        elif kind == "only_on_own_turns":
            who = ("rule_for", _whom(node.child(0)))
            self._add(conditions, who, *self._of(ANYTHING), ("rule_bars", "activating"), ("rule_off_turn", "always"))
        elif kind == "life_cant_change" and node.child(0).kind == "your":
            # 119.4b, 119.8: a player whose life total can't change can't pay life.
            self._add(conditions, ("rule_for", "you"), ("rule_bars", "life"))
        elif kind == "any_type_spendable" and node.child(0).kind == "to_activate" and node.child(0).child(0).kind == "its_abilities":
            self._add(conditions, ("rule_for", "you"), self._on(status("this")), ("rule_allows", "any_color"))
        else:
            raise NotModelled(kind)

    def _duration(self, node: Node) -> tuple[str, ...]:
        if node.kind == "for_as_long_as":
            return (condition(node.child(0), self.scope),)
        return ()

    def _add(self, conditions: tuple[str, ...], *terms: tuple[str, str]) -> None:
        self.rules.append(Rule(list(terms), conditions))

    def _on(self, what: Alternatives) -> tuple[str, str]:
        return "rule_on", str(mention(what, self.scope))

    def _of(self, what: Alternatives) -> list[tuple[str, str]]:
        """109.2: abilities of a described group are those of permanents; all activated abilities are those in any zone."""
        terms = [("rule_on", "everything") if what == ANYTHING else self._on(what)]
        if self._activators is not None:
            terms.append(("rule_for", self._activators))
        return terms

    def _changes(self, subject: Node, changes: Node, conditions: tuple[str, ...], spares: bool) -> None:
        for change in flat(changes):
            if not bears(change):
                continue
            self._activators = None
            try:
                self._change(subject, change, conditions, spares)
            except NotModelled as error:
                self.missing.append(error.what)
        if subject.kind not in ("its_activated_abilities", "its_tap_abilities"):
            self._subject = subject

    def _change(self, subject: Node, change: Node, conditions: tuple[str, ...], spares: bool) -> None:
        kind = change.kind
        verb = change.child(0).child(0).kind if kind == "cant" and change.child(0).kind == "passive" else None
        if kind == "cant_be_activated_but_mana" or verb in ("is_activated", "is_activated_lasting"):
            what, only = self._abilities(subject)
            terms = [*self._of(what), ("rule_bars", only)]
            if spares or kind == "cant_be_activated_but_mana":
                terms.append(("rule_spares", "mana"))
            self._add(conditions, *terms)
        elif kind == "cant" and change.child(0).kind == "becomes_target":
            self._untargetable(subject, change.child(0).child(0), conditions)
        elif kind == "has" and change.child(0).kind == "keyword" and change.child(0).word() in _PAY_OTHERWISE:
            self._pays_otherwise(subject, change.child(0).word(), conditions)
        elif verb == "is_sacrificed":
            self._add(conditions, self._on(describe(subject, self.scope)), ("rule_bars", "sacrificing"))
        elif kind == "cant_have_counters":
            self._counters(change.child(0), describe(subject, self.scope), conditions)
        elif kind in ("costs_more", "costs_less", "costs_more_but_mana"):
            if kind != "costs_more_but_mana" and change.child(1).kind != "to_be_activated":
                raise NotModelled(change.child(1).kind)
            self._price(subject, change, conditions, spares or kind == "costs_more_but_mana")
        elif kind == "costs_additional_life":
            what, only = self._abilities(subject)
            terms = [*self._of(what), ("rule_life", amount(change.child(0), self.scope)), ("rule_of", only)]
            self._add(conditions, *terms)
        elif kind == "costs_additional_loyalty" and change.child(0).kind == "plus_one_loyalty":
            what, only = self._abilities(subject)
            if only != "activating_loyalty":
                raise NotModelled(kind)
            self._add(conditions, *self._of(what), ("rule_loyalty", "1"))
        elif kind in ("costs_less_flat", "costs_more_flat"):
            self._price(subject, change, conditions, spares)
        else:
            raise NotModelled(kind if verb is None else verb)

    def _price(self, subject: Node, change: Node, conditions: tuple[str, ...], spares: bool) -> None:
        row = symbols(change.child(0))
        if len(row) != 1 or not row[0].isdigit():
            raise NotModelled(change.kind)
        what, only = self._abilities(subject)
        size = int(row[0])
        name = "rule_less" if change.kind in ("costs_less", "costs_less_flat") else "rule_more"
        terms = [*self._of(what), (name, str(size)), ("rule_of", only)]
        if spares:
            terms.append(("rule_spares", "mana"))
        self._add(conditions, *terms)

    def _player_has(self, node: Node, conditions: tuple[str, ...]) -> None:
        """702.11c, 702.18: a player with hexproof or shroud can't be the target."""
        if node.child(0).kind != "you":
            raise NotModelled(node.kind)
        words = {part.word() for part in walk(node) if part.kind == "keyword"}
        if words & {"hexproof", "shroud"}:
            who = "any" if "shroud" in words else "opponent"
            self._add(conditions, ("rule_for", who), ("rule_bars", "targeting_player"))

    def _pays_otherwise(self, subject: Node, keyword: str, conditions: tuple[str, ...]) -> None:
        """702.51, 702.66, 702.126: spells of a player to which convoke and the like are given."""
        what = spell(subject, self.scope)
        if any(test.term not in ("controlled_by(you)",) for one in what for test in one.tests if test.sort == "status"):
            raise NotModelled(keyword)
        plain = tuple(Alternative(frozenset(t for t in one.tests if t.sort == "trait")) for one in what)
        self._add(conditions, ("rule_for", "you"), ("rule_spell", str(mention(plain, self.scope))), ("rule_allows", f"grants({keyword})"))

    def _untargetable(self, subject: Node, by: Node, conditions: tuple[str, ...]) -> None:
        """115.5, 702.11: what can't be the target of abilities, of anyone's or of opponents'."""
        kinds = {part.kind for part in walk(by)}
        if "ability_noun" not in kinds:
            return
        if kinds - {"any_of", "qualified", "head_or", "spell", "ability_noun", "controlled_by", "your_opponents"}:
            raise NotModelled("becomes_target")
        who = "opponent" if "your_opponents" in kinds else "any"
        self._add(conditions, ("rule_for", who), self._on(describe(subject, self.scope)), ("rule_bars", "targeting"))

    def _counters(self, noun: Node, what: Alternatives, conditions: tuple[str, ...]) -> None:
        found = counter_kind(noun)
        self._add(conditions, self._on(what), ("rule_bars", f"counters({quoted(found)})" if found else "any_counters"))

    def _abilities(self, node: Node) -> tuple[Alternatives, str]:
        """Return the sources of a group of abilities, and which of theirs: activating, activating_tap, activating_mana ..."""
        kind = node.kind
        if kind == "any_of_both":
            first, only = self._abilities(node.child(0))
            return either(first, describe(Node("any_of", (node.child(1),)), self.scope)), only
        if kind in ("any_of", "all", "each"):
            return self._abilities(node.child(len(node.parts) - 1))
        if kind == "adjective_of":
            what, only = self._abilities(node.child(1))
            word = node.child(0).kind
            if word == "activated_status":
                return what, only
            if word in ("mana_status", "loyalty_status") and only == "activating":
                return what, "activating_" + word.removesuffix("_status")
            raise NotModelled(word)
        if kind == "ability_noun":
            return ANYTHING, "activating"
        if kind == "qualified" and node.child(0).kind == "ability_noun":
            return self._qualified(node.child(1))
        if kind in ("abilities_of", "loyalty_abilities_of", "tap_abilities_of"):
            only = {"abilities_of": "activating", "loyalty_abilities_of": "activating_loyalty"}.get(kind, "activating_tap")
            if any(part.kind == "source" for part in walk(node.child(0))):
                # 109.2: "sources" are objects in any zone.
                what = describe(_permanents(node.child(0)), self.scope)
                return either(what, both(what, in_zone("elsewhere"))), only
            return describe(_permanents(node.child(0)), self.scope), only
        if kind in ("its_activated_abilities", "its_tap_abilities"):
            return self._holder(node.child(0)), "activating_tap" if kind == "its_tap_abilities" else "activating"
        if kind == "her_loyalty_abilities":
            return status("this"), "activating_loyalty"
        if kind == "activated_abilities":
            return ANYTHING, "activating"
        if kind == "loyalty_abilities":
            return ANYTHING, "activating_loyalty"
        if kind in ("its_loyalty_abilities", "its_loyalty_abilities_of_yours") and node.child(0).kind == "plural_holder":
            if kind.endswith("yours"):
                self._activators = "you"
            return described(node.child(0).child(0), self.scope), "activating_loyalty"
        if kind in ("keyword_abilities_of_yours", "keyword_abilities"):
            if kind.endswith("yours"):
                self._activators = "you"
            # The third spelling is "of other Equipment".
            what = status("this", False) if kind.endswith("yours") and node.variant == 2 else ANYTHING
            return what, f"activating_keyword({quoted(node.child(0).word())})"
        raise NotModelled(kind)

    def _qualified(self, node: Node) -> tuple[Alternatives, str]:
        if node.kind in ("qualifier_more", "qualifier_and"):
            first, only = self._qualified(node.child(0))
            second, other = self._qualified(node.child(1))
            return both(first, second), only if other == "activating" else other
        if node.kind == "of_object":
            return describe(_permanents(node.child(0)), self.scope), "activating"
        if node.kind == "that_is_not" and any(part.kind == "mana_status" for part in walk(node)):
            return ANYTHING, "activating_but_mana"
        if node.kind == "activated_by" and node.child(0).kind == "you":
            self._activators = "you"
            return ANYTHING, "activating"
        if node.kind == "activated_by" and node.child(0).kind in ("your_opponents", "an_opponent", "opponents"):
            self._activators = "opponent"
            return ANYTHING, "activating"
        raise NotModelled(node.kind)

    def _holder(self, node: Node) -> Alternatives:
        if node.kind == "attached_possessive":
            return status("host")
        if node.kind == "this_possessive":
            return status("this")
        if self._subject is not None:
            return describe(self._subject, self.scope)
        if node.kind == "its" and self.scope.it is not None:
            return self.scope.it
        raise NotModelled(node.kind)

    def _player_cant(self, node: Node, conditions: tuple[str, ...]) -> None:
        who = _whom(node.child(0))
        for deed in _deeds(node.child(1)):
            kind = deed.kind
            if kind == "pays_life_or_sacrifices":
                self._add(conditions, ("rule_for", who), ("rule_bars", "life"))
                self._add(conditions, ("rule_for", who), self._on(describe(deed.child(0), self.scope)), ("rule_bars", "sacrificing"))
            elif kind in ("activates", "activate"):
                what, only = self._abilities(deed.child(0))
                self._add(conditions, ("rule_for", who), *self._of(what), ("rule_bars", only))
            elif kind in ("sacrifices", "sacrifice"):
                self._add(conditions, ("rule_for", who), self._on(describe(deed.child(0), self.scope)), ("rule_bars", "sacrificing"))
            elif kind in ("cycles", "cycle"):
                if not all(part.kind in ("any_of", "card") for part in walk(deed.child(0))):
                    raise NotModelled(f"can't {kind}")
                self._add(conditions, ("rule_for", who), *self._of(ANYTHING), ("rule_bars", 'activating_keyword("cycling")'))
            elif kind in ("casts", "cast", "gets_counters", "gets_any_counters", "attacks", "blocks", "draws", "gains_life"):
                continue
            else:
                raise NotModelled(f"can't {kind}")

    def _floor(self, node: Node) -> None:
        """601.2f: "this effect can't reduce the mana in that cost to less than one mana"."""
        term = amount(node.child(1), self.scope)
        last = self.rules[-1].terms if self.rules else []
        if not any(name == "rule_less" for name, _ in last):
            if self.missing:
                raise NotModelled("not_below_mana")
            return  # it speaks of what spells cost
        if not term.startswith("number("):
            raise NotModelled("not_below_mana")
        last.append(("rule_floor", term[7:-1]))

    def _twice(self, node: Node, conditions: tuple[str, ...]) -> None:
        """606.3: "you may activate the loyalty abilities of ... twice each turn rather than only once"."""
        inner = node.child(1)
        if inner.kind not in ("the_loyalty_abilities_of", "loyalty_abilities_of"):
            raise NotModelled(inner.kind)
        on = self._on(describe(inner.child(0), self.scope))
        self._add(conditions, ("rule_for", _whom(node.child(0))), on, ("rule_allows", "twice"))

    def _ignores(self, node: Node) -> None:
        player, what = node.child(0), node.child(1)
        if player.kind != "ref_player" or what.kind != "ref":
            raise NotModelled("ignores_effect")
        who = self.scope.references[int(player.word()[1:])]
        source = self.scope.references[int(what.word()[1:])]
        self.ignored.append((str(who.number), str(source.number)))

    def _spends_freely(self, node: Node, conditions: tuple[str, ...]) -> None:
        """609.4b: mana spent as though it were mana of any color, always or for some purpose."""
        terms = [("rule_for", _whom(node.child(0))), ("rule_allows", "any_color")]
        if node.kind == "spend_as_any_color":
            purpose = node.child(1)
            if purpose.kind == "to_activate":
                terms.append(self._on(holders(purpose.child(0), self.scope)))
            elif purpose.kind == "to_cast":
                what = spell(purpose.child(0), self.scope)
                if any(test.sort == "status" or alternative.zone for alternative in what for test in alternative.tests):
                    raise NotModelled("spend_as_any_color")
                terms.append(("rule_spell", str(mention(what, self.scope))))
            else:
                raise NotModelled(purpose.kind)
        self._add(conditions, *terms)

    def _life_for_mana(self, node: Node, conditions: tuple[str, ...]) -> None:
        """118.9: life instead of each such symbol of a cost."""
        row, life = symbols(node.child(0)), amount(node.child(1), self.scope)
        if len(row) != 1 or life != "number(2)":
            raise NotModelled("life_for_mana")
        self._add(conditions, ("rule_for", "you"), ("rule_allows", f"life_for({quoted(row[0].upper())})"))

    def _as_other(self, node: Node, conditions: tuple[str, ...]) -> None:
        """609.4b: mana of one color spent as though of any color, or of another."""
        what, other = node.child(1), node.child(2)
        if what.kind != "mana_of_color" or what.child(0).kind not in COLORS:
            raise NotModelled("spend_as_other")
        letter = COLORS[what.child(0).kind]
        if other.kind == "mana_any_color":
            term = f'color_as_any("{letter}")'
        elif other.kind == "mana_of_color" and other.child(0).kind in COLORS:
            term = f'color_as("{letter}{COLORS[other.child(0).kind]}")'
        else:
            raise NotModelled("spend_as_other")
        self._add(conditions, ("rule_for", _whom(node.child(0))), ("rule_allows", term))

    def _as_hasty(self, node: Node, conditions: tuple[str, ...]) -> None:
        who = _whom(node.child(0))
        what, only = self._abilities(node.child(1))
        if only != "activating":
            raise NotModelled(only)
        self._add(conditions, ("rule_for", who), self._on(what), ("rule_allows", "haste"))


def _permanents(node: Node) -> Node:
    """109.2: a source of abilities is looked for among permanents."""
    if node.kind == "source":
        return Node("permanent")
    return Node(node.kind, tuple(_permanents(p) if isinstance(p, Node) else p for p in node.parts), node.variant)


def spell_needs(node: Node, scope: Scope) -> tuple[str, int] | None:
    """106.6: return which objects' mana may be spent on the spell a line is of, and whether always or "this way"."""
    for part in walk(node):
        if part.kind in ("only_mana_from", "only_mana_from_this_way"):
            way = "alternative" if part.kind.endswith("way") else "always"
            return way, mention(describe(part.child(0), scope), scope)
    return None


def _whom(node: Node) -> str:
    if node.kind in ("players", "each_player", "a_player", "any_player"):
        return "any"
    if node.kind in ("your_opponents", "an_opponent", "opponents", "each_opponent"):
        return "opponent"
    if node.kind == "you":
        return "you"
    if node.kind == "enchanted_player":
        return "enchanted"
    raise NotModelled(node.kind)


def _deeds(node: Node) -> Iterator[Node]:
    if node.kind in ("predicate_or", "predicate_and", "vp_or", "vp_and", "player_predicate_or", "player_predicate_and"):
        yield from _deeds(node.child(0))
        yield from _deeds(node.child(1))
    else:
        yield node


def _mana_abilities(node: Node) -> bool:
    return node.kind == "they_are" and any(part.kind == "mana_status" for part in walk(node))


_PAY_OTHERWISE = frozenset({"convoke", "delve", "improvise"})
_SEQUENCES = frozenset({"static_more", "then_sentence", "statement_and", "and_clause", "comma_clause", "then_clause"})
#: Parts of a node kind's name that mean its structure may bear on activating or paying.
_BEARING = (
    "activat", "tap_abilities", "pays_life", "costs_", "spend", "not_below_mana",
    "may_tap_for_mana", "crews_with",
)  # fmt: skip
_BEARING_KINDS = frozenset(
    {
        "only_mana_from", "only_mana_from_this_way", "life_for_mana",
        "counters_cant_be_put", "cant_have_counters", "ignores_effect", "counters_cant_be_removed", "any_mana_to_cast",
        "life_cant_change", "is_sacrificed", "loyalty_abilities", "loyalty_abilities_of", "keyword_abilities_of",
        "keyword_abilities_of_yours", "keyword_abilities_targeting", "abilities_of", "its_loyalty_abilities",
    }
)  # fmt: skip
#: Kinds that hold such a word and are no matter of activating or paying.
_HARMLESS = frozenset(
    {
        "activated_or_triggered", "all_activated_abilities_of", "all_activated_but_mana_abilities_of",
        "all_activated_and_triggered_of",
    }
)  # fmt: skip


#: Deeds of players that bear on activating abilities.
_CANT_DO = frozenset({"sacrifices", "sacrifice", "cycles", "cycle"})


def bears(node: Node) -> bool:
    """Return whether a static structure may bear on activating abilities or paying for them (outside quotes)."""
    kind = node.kind
    if kind.startswith("quoted"):
        return False
    if kind.startswith("costs_") and any(part.kind.startswith("to_be_cast") for part in walk(node)):
        return False  # what spells cost to cast is no matter of activating, and a cost to be paid is told whole
    if kind not in _HARMLESS and (kind in _BEARING_KINDS or any(word in kind for word in _BEARING)):
        return True
    if kind == "has" and node.child(0).kind == "keyword" and node.child(0).word() in _PAY_OTHERWISE:
        return True
    if kind in ("player_has", "player_and_objects_have"):
        return any(part.kind == "keyword" and part.word() in ("hexproof", "shroud") for part in walk(node))
    if kind == "only_on_own_turns":
        return node.variant < 2  # the others speak of casting only
    if kind in ("first_keyword_cost_each_turn", "first_keyword_cost_each_of_turns"):
        return True
    if kind == "cant" and node.child(0).kind == "becomes_target":
        return any(part.kind == "ability_noun" for part in walk(node))
    if kind in ("player_cant", "player_cant_do") and any(p.kind in _CANT_DO for p in walk(node)):
        return True
    return any(bears(part) for part in node.parts if isinstance(part, Node))
