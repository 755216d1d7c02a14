"""Abilities as facts: each distinct ability is translated once in a process and shared by every position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from lawmage.cards.ability import Line, Node, Unread, walk
from lawmage.cards.oracle.keywords import KEYWORD_KINDS, keyword_of
from lawmage.cards.topics import WATCHES_CARDS, WATCHES_ELSEWHERE, topics_of_reading
from lawmage.facts import copying, happenings, mana, replacing, state, tapped, xvalues
from lawmage.facts.amounts import FREE, condition
from lawmage.facts.continuous import BEARING, ContinuousEffect, Statements, bears, called_as
from lawmage.facts.costs import Activation, activation, is_activated
from lawmage.facts.extra import Extra
from lawmage.facts.objects import DESCRIPTIONS, HIGH
from lawmage.facts.outer import shielding
from lawmage.facts.restraints import Restraints, spell_needs
from lawmage.facts.scope import NotModelled, Reference, Scope
from lawmage.facts.words import quoted

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Gap:
    """Something an ability may bear on and no fact expresses: a line unread, or read but not modelled.

    ``what`` says where reading stopped or which structure has no facts; never the card's words.
    """

    topics: frozenset[str]
    what: str
    own: bool = False

    @property
    def unread(self) -> bool:
        """Whether the line was not read at all, so that it cannot even be named."""
        return self.what.startswith("unread")


@dataclass(slots=True)
class Record:
    """One ability: its number, facts, the abilities and descriptions they name, and what is missing."""

    number: int
    node: Node | None
    references: tuple[Reference, ...] = ()
    text: str = ""
    needs: tuple[int, ...] = ()
    descriptions: tuple[int, ...] = ()
    types: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    gaps: tuple[Gap, ...] = ()
    layers: dict[int, int] = field(default_factory=dict)
    modes: tuple[int, ...] = ()
    effects: tuple[int, ...] = ()
    replacements: tuple[int, ...] = ()
    extra_text: str = ""
    extra_descriptions: tuple[int, ...] = ()
    activation: str = ""
    cost: Activation | None = None
    outside: Node | None = None
    rules: tuple[int, ...] = ()
    ignored: tuple[tuple[str, str], ...] = ()


def may_be_open(record: Record, topics: frozenset[str], own_topics: frozenset[str]) -> bool:
    """Return whether a gap of an ability may make an answer conditional: by its topics, or from what is asked about."""
    return any(not gap.topics.isdisjoint(own_topics if gap.own else topics | own_topics) for gap in record.gaps)


class AbilityTable:
    """Numbers abilities and effects, and keeps their facts."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Node, tuple[Reference, ...], bool], tuple[int, ...]] = {}
        self._lines: dict[Line, tuple[int, ...]] = {}
        self.records: list[Record] = []
        self._effects = 0
        self._replacements = 0
        self._rules = 0

    def line(self, line: Line) -> tuple[int, ...]:
        """Return the numbers of the abilities of a card's line; an unread line is one ability with a gap."""
        found = self._lines.get(line)
        if found is None:
            if line.ability is None:
                assert line.unread is not None
                found = (self._unread(line.unread),)
            else:
                found = self.node(line.ability)
            self._lines[line] = found
        return found

    def node(self, node: Node, references: tuple[Reference, ...] = (), resolved: bool = False) -> tuple[int, ...]:
        """Return the numbers of the abilities a tree holds; ``resolved`` for an effect of the position."""
        if not any(found.kind in ("ref", "ref_player", "ref_possessive") for found in walk(node)):
            references = tuple(found for found in references if resolved and found.sort == "source")
        key = (node, references, resolved)
        found = self._numbers.get(key)
        if found is None:
            found = tuple(self._one(part, references, resolved) for part in _parts(node))
            self._numbers[key] = found
        return found

    def keyword(self, name: str) -> int:
        """Return the number of a keyword ability without cost or number."""
        return self.node(Node("keyword", (name,)))[0]

    def _new(self, node: Node | None, references: tuple[Reference, ...] = ()) -> Record:
        record = Record(len(self.records), node, references)
        self.records.append(record)
        return record

    def _unread(self, unread: Unread) -> int:
        record = self._new(None)
        record.extra_text = f"unread_form({record.number},{unread.form})."
        if unread.form == "chapter":
            record.extra_text += f"unread_chapter({record.number})."
        what = f"unread after word {unread.stopped} of {unread.length}"
        # A trigger on tapping for mana bears on others; what it adds and watches else is its own.
        abroad = unread.topics & {"tapped_for_mana"}
        own = unread.topics - abroad
        if "x" in own:
            record.extra_text += f"unread_x({record.number})."
        if unread.outside is not None and unread.form == "triggered":
            if self._triggered_outside(record, unread):
                own = own - {"triggers", WATCHES_ELSEWHERE, WATCHES_CARDS} | {"wording"}
        elif unread.outside is not None:
            self._activated_outside(record, unread)
        record.gaps = (Gap(own, what, unread.form in _OWN_FORMS),)
        if abroad:
            record.gaps += (Gap(abroad, what),)
        if "triggers" in own and WATCHES_CARDS in own:
            record.extra_text += f"watches_unknown({record.number})."
        return record.number

    def _triggered_outside(self, record: Record, unread: Unread) -> bool:
        """603.1: a triggered ability whose effect was not read still has an event; return whether its facts tell all of it."""
        assert unread.outside is not None
        if not unread.limits_read:
            return False
        extra = Extra(record.number, Scope())
        happenings.add(unread.outside, extra, False)
        if extra.missing:
            return False
        record.extra_text += "".join(extra.facts)
        record.extra_descriptions = tuple(dict.fromkeys((*extra.descriptions, *extra.scope.mentions)))
        return True

    def _activated_outside(self, record: Record, unread: Unread) -> None:
        """602.1: an activated ability whose effect was not read still has a cost and limits."""
        assert unread.outside is not None
        scope = Scope()
        found = activation(record.number, unread.outside, scope)
        if found is None:
            return
        found.missing.append("the effect, which is not read")
        if not unread.limits_read or "mana" in unread.topics:
            found.missing.append("may_activate")
        record.cost = found
        record.outside = unread.outside
        record.activation = "".join((f"activable({record.number}).", *found.facts, f"open_activation({record.number})."))
        record.descriptions = tuple(dict.fromkeys(scope.mentions))

    def _one(self, node: Node, references: tuple[Reference, ...], resolved: bool) -> int:
        if resolved:
            node = shielding(node)
        record = self._new(node, references)
        draft = _Draft(self, record, Scope(references))
        try:
            draft.translate(node, resolved)
        except NotModelled as error:
            draft.missing(node, error.what)
        except (IndexError, KeyError, TypeError, ValueError):
            # A shape the translation does not expect is a gap like any other; tests hold that no card has one.
            draft.missing(node, f"the shape of {node.kind}")
        draft.activating(node, resolved)
        draft.finish()
        self._extra(node, record, resolved)
        return record.number

    def _extra(self, node: Node, record: Record, resolved: bool) -> None:
        """Add what only questions about state, events and X need; see facts/extra.py."""
        given: list[int] = []

        def grant(ability: Node) -> int:
            numbers = self.node(ability, record.references)
            given.extend(numbers)
            return numbers[0]

        extra = Extra(record.number, Scope(record.references, resolved=resolved), grant=grant)
        for module in (state, happenings, xvalues, replacing):
            module.add(node, extra, resolved)
        record.needs = tuple(dict.fromkeys((*record.needs, *given)))
        if extra.types:
            record.types |= extra.types
        extra.facts += [f"granted({record.number},{ability})." for ability in record.needs]
        record.extra_text = "".join(extra.facts)
        record.extra_descriptions = tuple(dict.fromkeys((*extra.descriptions, *extra.scope.mentions)))
        record.gaps += tuple(Gap(topics, what, own) for topics, what, own in extra.missing)

    def next_effect(self) -> int:
        """Return a fresh number for a continuous effect."""
        self._effects += 1
        return self._effects

    def next_rule(self) -> int:
        """Return a fresh number for a rule about activating abilities."""
        self._rules += 1
        return self._rules

    def next_replacement(self) -> int:
        """Return a fresh number for a replacement effect."""
        self._replacements += 1
        return self._replacements


_OWN_FORMS = frozenset({"activated", "triggered", "chapter"})


def _parts(node: Node) -> Iterator[Node]:
    if node.kind in ("keyword_comma", "keyword_semicolon"):
        yield node.child(0)
        yield from _parts(node.child(1))
    elif node.kind in ("quoted_ability", "quoted_inner", "quoted_keywords", "quoted_keywords_inner"):
        yield from _parts(node.child(0))
    else:
        yield node


class _Draft:
    """One ability being translated."""

    def __init__(self, table: AbilityTable, record: Record, scope: Scope) -> None:
        self._table = table
        self._record = record
        self._scope = scope
        self._facts: list[str] = []
        self._needs: list[int] = []
        self._gaps: list[Gap] = []
        self._types: set[str] = set()
        self._kinds: set[str] = set()
        self._modes: list[int] = []
        self._effects: list[int] = []
        self._replacements: list[int] = []

    def translate(self, node: Node, resolved: bool) -> None:
        """Write the facts of an ability node."""
        number = self._record.number
        kind = node.kind
        if resolved:
            self._resolved(node)
        elif kind == "activated":
            self._activated(node)
        elif kind == "labelled" and node.child(1).kind == "activated":
            self._activated(node.child(1))
        elif kind in ("triggered", "triggered_if", "triggered_if_outside", "chapter"):
            if kind != "chapter":
                self._facts.append(f"triggered({number}).")
            self._triggered(node)
        elif kind in _LEVEL_SYMBOLS:
            self._level(node)
        elif kind == "class_level":
            self._while(f"between(class_level,{int(node.word(0))},{HIGH})", [node.child(1)], None)
        elif kind == "station" and node.word(0).endswith("+"):
            # 721.2a; where the symbol has a power/toughness box, the bundle adds what makes it a creature.
            self._while(f'between(counters("charge"),{int(node.word(0).rstrip("+"))},{HIGH})', [node.child(1)], None)
        elif kind == "station_box":
            # 721.2b: the box of power and toughness beside a station symbol.
            self._while(f'between(counters("charge"),{int(node.word(0))},{HIGH})', [], node.word(1), [(4, 'add_type("Creature")')])
        elif kind in ("labelled", "labelled_keywords"):
            if node.child(0).kind in ("max_speed", "solved"):
                # 702.178, 719: a position tells neither speed nor whether a Case is solved.
                raise NotModelled(node.child(0).kind)
            self.translate(node.child(1), resolved)
        elif kind == "keyword_with_text":
            self.translate(node.child(0), resolved)
        elif kind == "spell_ability":
            pass
        elif node.kind in KEYWORD_KINDS:
            self._facts.append(f"keyword({number},{quoted(keyword_of(node))}).")
            if keyword_of(node) in _ACTIVATED_KEYWORDS:
                self._facts.append(f"activated({number}).")
            if keyword_of(node) == "outlast":
                # 702.107a: its cost has {T}.
                self._facts.append(f"tap_ability({number}).")
            self._defined_by_keyword(keyword_of(node))
        else:
            self._static(node)

    def _defined_by_keyword(self, name: str) -> None:
        """Keywords that say what their object is: 702.73a, 702.114a, 702.151b, 702.161a."""
        from lawmage.facts.description import both, status, trait

        this = status("this")
        if name == "changeling":
            self._continuous([ContinuousEffect(this, [], [(4, "add_every(creature_type)")])], defining=True)
        elif name == "devoid":
            self._continuous([ContinuousEffect(this, [], [(5, "lose_kind(color)")])], defining=True)
        elif name == "dredge":
            self._facts.append(f"works_in({self._record.number},graveyard).")
        elif name == "living metal":
            self._continuous([ContinuousEffect(this, ["your_turn"], [(4, 'add_type("Creature")')])])
        elif name == "impending":
            # 702.176a: time counters tell that the impending cost was paid.
            waiting = f'between(counters("time"),1,{HIGH})'
            self._continuous([ContinuousEffect(this, [waiting], [(4, 'lose_type("Creature")')])])
        elif name == "reconfigure":
            attached = both(this, status("attached_to_any"))
            term = f"exists({DESCRIPTIONS.number(attached)})"
            self._scope.mentions.append(DESCRIPTIONS.number(attached))
            self._continuous([ContinuousEffect(this, [term], [(4, 'lose_type("Creature")')])])
        elif name == "bestow":
            attached = both(both(this, status("attached_to_any")), trait('type("Creature")'))
            self._scope.mentions.append(DESCRIPTIONS.number(attached))
            parts = [(4, 'lose_type("Creature")'), (4, 'add_type("Aura")')]
            self._continuous([ContinuousEffect(attached, [], parts)])

    def _triggered(self, node: Node) -> None:
        """603.1; a trigger on mana being made may be a mana ability itself (605.1b)."""
        instructions = node.child(len(node.parts) - 1)
        event = node.child(1) if node.kind != "chapter" else None
        if event is None or not tapped.watches_mana(event):
            self._adding(instructions, Scope(self._scope.references, x=None), given=self._intervening(node))
            return
        try:
            conditions = () if node.kind == "triggered" else (condition(node.child(2), self._scope),)
            watched = tapped.watch(event, self._scope, conditions)
        except NotModelled as error:
            self._gaps.append(Gap(frozenset({"tapped_for_mana"}), f"no facts for {error.what}"))
            return
        self._facts.extend(watched.facts(self._record.number))
        if mana.adds_mana(instructions) and not mana.targets(node):
            self._facts.append(f"mana_trigger({self._record.number}).")
            self._adding(instructions, Scope(self._scope.references, x=None), watched)

    def _intervening(self, node: Node) -> tuple[str, ...]:
        """603.4: a condition between trigger and effect is judged as the ability resolves; one about the past stays open."""
        if node.kind != "triggered_if" or not mana.adds_mana(node.child(len(node.parts) - 1)):
            return ()
        try:
            return (condition(node.child(2), self._scope),)
        except NotModelled:
            return ()

    def _activated(self, node: Node) -> None:
        number = self._record.number
        costs, instructions = node.child(0), node.child(1)
        self._facts.append(f"activated({number}).")
        if mana.has_tap_symbol(costs):
            self._facts.append(f"tap_ability({number}).")
        scope = Scope(self._scope.references, x=FREE, paid=mana.paid_object(costs, self._scope), mentions=self._scope.mentions)
        loyalty = any(part.kind == "loyalty" for part in walk(costs))
        if mana.adds_mana(instructions) and not mana.targets(node) and not loyalty:
            self._facts.append(f"mana_ability({number}).")
        if any(part.kind == "double_unspent_mana" for part in walk(instructions)):
            # 605.1a, 701.10e: it adds mana; how much hangs on what is unspent, which only a payment tells.
            self._facts.append(f"mana_ability({number}).")
            self._gaps.append(Gap(frozenset({"mana"}), "no facts for double_unspent_mana", own=True))
        self._adding(instructions, scope, costs=costs)

    def _adding(
        self,
        instructions: Node,
        scope: Scope,
        watched: tapped.Watch | None = None,
        costs: Node | None = None,
        given: tuple[str, ...] = (),
    ) -> None:
        if not mana.adds_mana(instructions):
            return
        number = self._record.number
        scope = Scope(scope.references, scope.x, paid=scope.paid, mentions=self._scope.mentions)
        topic = "mana" if watched is None else "tapped_for_mana"
        try:
            modes = mana.instructions(instructions, scope)
            modes = [[replace(adding, conditions=(*given, *adding.conditions)) for adding in mode] for mode in modes] if given else modes
            if watched is not None:
                modes = [tapped.triggered_addings(mode, watched) for mode in modes]
            for adding in (adding for mode in modes for adding in mode):
                if "that_color" in adding.sources or ("produced" in adding.sources and watched is None):
                    raise NotModelled("that type")
        except NotModelled as error:
            self._gaps.append(Gap(frozenset({topic}), f"no facts for {error.what}", own=watched is None))
            return
        exact = self._exact(instructions, scope, modes, costs)
        if len(modes) > 1:
            for index, mode in enumerate(modes):
                part = self._table._new(None)
                part.text = "".join(fact for i, adding in enumerate(mode, 1) for fact in adding.facts(part.number, i))
                if exact:
                    part.text += "".join(_exact_facts(part.number, mode, exact[index]))
                part.text += f"mode_of({part.number},{number})."
                part.text += "".join(f"{name}({part.number})." for name in _COST_FACTS if f"{name}({number})." in self._facts)
                part.descriptions = tuple(dict.fromkeys(scope.mentions))
                self._modes.append(part.number)
        elif modes:
            for index, adding in enumerate(modes[0], 1):
                self._facts.extend(adding.facts(number, index))
            if exact:
                self._facts.extend(_exact_facts(number, modes[0], exact[0]))

    def _exact(
        self, instructions: Node, scope: Scope, modes: list[list[mana.Adding]], costs: Node | None
    ) -> list[list[mana.Adding]] | None:
        """Translate again with what the cost lets its payer choose, where an amount hangs on that (107.3)."""
        if not any(adding.amount == FREE for mode in modes for adding in mode):
            return None
        try:
            chosen = mana.chosen_amount(costs, scope) if costs is not None else None
            exact = mana.instructions(instructions, replace(scope, x=chosen or "chosen(unknown)"))
            if any("unknown" in adding.amount for mode in exact for adding in mode):
                raise NotModelled("an amount chosen in activating")
            return exact
        except NotModelled as error:
            self._gaps.append(Gap(frozenset({"mana_amount"}), f"no facts for {error.what}", own=True))
            return None

    def _level(self, node: Node) -> None:
        low, _, high = node.word(0).partition("-")
        top = HIGH if low.endswith("+") else int(high)
        boxes: list[Node] = []
        if node.kind != "level_symbol":
            box = node.child(len(node.parts) - 1)
            while box.kind == "box_more":
                boxes.append(box.child(0))
                box = box.child(1)
            boxes.append(box)
        size = node.word(1) if node.kind != "level_symbol_abilities" else None
        self._while(f'between(counters("level"),{int(low.rstrip("+"))},{top})', boxes, size)

    def _while(self, condition: str, boxes: list[Node], size: str | None, parts: Sequence[tuple[int, str]] = ()) -> None:
        from lawmage.facts.description import status

        effect = ContinuousEffect(status("this"), [condition], list(parts))
        if size is not None:
            power, _, toughness = size.partition("/")
            effect.parts += [(71, f"set(power,number({int(power)}))"), (71, f"set(toughness,number({int(toughness)}))")]
        for box in boxes:
            effect.parts += [(6, f"add_ability({number})") for number in self._granted(box)]
        self._continuous([effect])

    def _granted(self, node: Node) -> tuple[int, ...]:
        numbers = self._table.node(node, self._scope.references)
        self._needs.extend(numbers)
        return numbers

    def _grant(self, node: Node) -> int:
        return self._granted(node)[0]

    def _static(self, node: Node) -> None:
        if self._mana_replacement(node, ()) or copying.closer(node).kind in copying.COPYING:
            return
        statements = Statements(self._scope, self._grant)
        if not bears(node):
            return
        statements.read(node)
        self._continuous(statements.effects)
        for found in walk(node):
            kinds = {part.kind for part in walk(found)} if found.kind in ("is", "it_is") else set()
            if found.kind == "is_not" and found.child(0).kind == "this" and found.child(1).kind == "on_the_battlefield":
                self._facts.append(f"works_in({self._record.number},elsewhere).")
            if {"graveyard", "this"} <= kinds:
                self._facts.append(f"works_in({self._record.number},graveyard).")

    def _mana_replacement(self, node: Node, conditions: tuple[str, ...]) -> bool:
        if node.kind in mana.REPLACEMENTS:
            for effect in mana.mana_replacement(node, self._scope, conditions):
                number = self._table.next_replacement()
                self._facts.append(f"replaces_mana({self._record.number},{number}).")
                self._facts.extend(effect.facts(number, self._scope))
                self._facts.extend(f"replaces_mana_while({number},{term})." for term in conditions)
                self._replacements.append(number)
            return True
        if node.kind in ("as_long_as", "if_static") and any(part.kind in mana.REPLACEMENTS for part in walk(node)):
            return self._mana_replacement(node.child(1), (*conditions, condition(node.child(0), self._scope)))
        if node.kind in ("lasting_first", "lasting_sentence"):
            return self._mana_replacement(node.child(1), conditions)
        return False

    def _resolved(self, node: Node) -> None:
        if node.kind == "spell_ability":
            node = node.child(0)
        if self._mana_replacement(node, ()):
            return
        if node.kind == "lasting_trigger":
            self._facts.append(f"triggered({self._record.number}).")
            self._triggered(Node("triggered", node.parts[1:]))
            return
        statements = Statements(self._scope, self._grant, resolved=True)
        statements.read(node)
        self._continuous(statements.effects)
        self._facts += [f"pairs({self._record.number},{one},{other})." for one, other in statements.pairs]
        self._gaps += [Gap(topics_of_reading(node) & BEARING or frozenset({"characteristics"}), what) for what in statements.guessed[:1]]

    def _continuous(self, effects: list[ContinuousEffect], defining: bool = False) -> None:
        for effect in effects:
            number = self._table.next_effect()
            if defining or _defines_characteristics(effect):
                self._facts.append(f"defining({number}).")
            self._effects.append(number)
            self._facts.append(f"continuous({self._record.number},{number}).")
            affected = DESCRIPTIONS.number(effect.affects)
            self._scope.mentions.append(affected)
            self._facts.append(f"affects({number},{affected}).")
            if effect.conditions:
                term = effect.conditions[0]
                for more in effect.conditions[1:]:
                    term = f"both({term},{more})"
                self._facts.append(f"only_while({number},{term}).")
                self._facts.extend(f"condition_mentions({number},{d})." for d in _descriptions_in(term))
            if effect.fixed:
                self._facts.append(f"fixed_when_begun({number}).")
            for layer, change in dict.fromkeys(effect.parts):
                self._facts.append(f"part({number},{layer},{change}).")
                self._note(layer, change)
                if layer == 70:
                    measure = change[4:].split(",")[0]
                    self._facts.append(f"defines({self._record.number},{measure}).")

    def _note(self, layer: int, change: str) -> None:
        self._record.layers[layer] = self._record.layers.get(layer, 0) + 1
        name, _, rest = change.partition("(")
        if name in ("add_type", "set_land_type", "lose_type"):
            self._types.add(rest[:-1])
        elif name in ("add_every",):
            self._kinds.add(rest[:-1])
        elif "set_name(" in change:
            self._facts.append(called_as(change))

    def missing(self, node: Node, what: str) -> None:
        """Note that a read line has no facts, with the topics its structure bears on."""
        topics = topics_of_reading(node)
        if node.kind == "spell_ability":
            # An effect of the position: an instruction of a kind the topics do not know may change anything.
            topics |= topics_of_reading(node.child(0))
        if topics:
            self._gaps.append(Gap(topics, f"no facts for {what}", own=node.kind in ("activated", "triggered", "chapter")))

    def activating(self, node: Node, resolved: bool) -> None:
        """Write what concerns activating: an activated ability's costs, or a static ability's rules about them."""
        try:
            self._activating(node, resolved)
        except (IndexError, KeyError, TypeError, ValueError):
            self._gaps.append(Gap(frozenset({"prohibition", "costs"}), f"the shape of {node.kind}", own=is_activated(node)))

    def _activating(self, node: Node, resolved: bool) -> None:
        number, record = self._record.number, self._record
        facts: list[str] = []
        if not resolved and (found := activation(number, node, self._scope)) is not None:
            record.cost = found
            facts += [f"activable({number}).", *found.facts]
            if found.missing:
                facts.append(f"open_activation({number}).")
            self._gaps += [Gap(frozenset({"activated"}), f"no facts for {what}", own=True) for what in found.missing]
        elif node.kind in KEYWORD_KINDS and keyword_of(node) in ("protection", "hexproof from") and not resolved:
            facts += self._screens(node)
        elif resolved or (node.kind not in _NO_RULES and node.kind not in KEYWORD_KINDS):
            restraints = Restraints(self._scope)
            restraints.read(node)
            needs = spell_needs(node, self._scope)
            if needs is not None:
                facts.append(f"spell_needs({number},{needs[0]},{needs[1]}).")
            numbers = []
            for rule in restraints.rules:
                numbers.append(self._table.next_rule())
                facts.append(f"gives_rule({number},{numbers[-1]}).")
                facts += rule.facts(numbers[-1])
            record.rules, record.ignored = tuple(numbers), tuple(restraints.ignored)
            self._gaps += [Gap(frozenset({"prohibition", "costs"}), f"no facts for {what}") for what in restraints.missing]
        record.activation = "".join(facts)

    def _screens(self, node: Node) -> Iterator[str]:
        """702.11d, 702.16b: of which sources' abilities an object can't be the target."""
        number = self._record.number
        who = "any" if keyword_of(node) == "protection" else "opponent"
        try:
            for quality in state.qualities(node.child(0)):
                found = DESCRIPTIONS.number(state.quality_of(quality, self._scope))
                self._scope.mentions.append(found)
                yield f"screens({number},{found},{who})."
        except NotModelled:
            yield f"screens_open({number})."

    def finish(self) -> None:
        """Move the draft into the record."""
        record = self._record
        record.text = "".join(self._facts)
        record.needs = tuple(dict.fromkeys(self._needs))
        record.descriptions = tuple(dict.fromkeys(self._scope.mentions))
        record.gaps = tuple(self._gaps)
        record.modes = tuple(self._modes)
        record.effects = tuple(self._effects)
        record.replacements = tuple(self._replacements)
        types = set(self._types)
        for found in record.descriptions:
            types |= DESCRIPTIONS.types(found)
        # Most have none: an empty set of their own for each would be the largest part of what is kept.
        record.types = frozenset(types) if types else _NONE
        record.kinds = frozenset(self._kinds) if self._kinds else _NONE


def _defines_characteristics(effect: ContinuousEffect) -> bool:
    """604.3: an ability that always says of its own object which colors or subtypes it has."""
    from lawmage.facts.description import status

    if effect.conditions or effect.affects != status("this"):
        return False
    return all(change == "add_every(creature_type)" or change.startswith("add_color(") for _, change in effect.parts)


#: Facts of an ability that hold for each of its modes.
_COST_FACTS = ("tap_ability", "mana_ability", "mana_trigger")


def _exact_facts(ability: int, addings: list[mana.Adding], exact: list[mana.Adding]) -> Iterator[str]:
    for index, (adding, known) in enumerate(zip(addings, exact, strict=True), 1):
        if adding.amount == FREE:
            yield f"exact_amount({ability},{index},{known.amount})."


#: Kinds of ability that do nothing until they are activated, trigger or resolve, or only give abilities.
_NO_RULES = frozenset(
    {
        "activated", "labelled", "triggered", "triggered_if", "triggered_if_outside", "chapter", "spell_ability", "class_level",
        "level_symbol", "level_symbol_with", "level_symbol_abilities", "as_enters", "companion", "to_solve", "station", "station_box",
    }
)  # fmt: skip
_LEVEL_SYMBOLS = frozenset({"level_symbol", "level_symbol_with", "level_symbol_abilities"})


def _descriptions_in(term: str) -> Iterator[int]:
    import re

    for found in re.findall(r"(?:exists|count|colors_among)\((\d+)\)", term):
        yield int(found)


#: Keyword nodes with a cost that are activated abilities by their rule.
_ACTIVATED_KEYWORDS = frozenset(
    {"level up", "equip", "cycling", "crew", "outlast", "fortify", "reconfigure", "unearth", "scavenge", "embalm", "eternalize"}
)


def keyword_name_of(node: Node) -> str | None:
    """Return the name of a keyword ability without its cost or number, None for any other ability."""
    return keyword_of(node) if node.kind in KEYWORD_KINDS else None
