"""What the abilities of cards look at, what they touch and what they give, told from above.

An ability *may* look at a permanent if that has, or may be given, the card types and subtypes which a description asks for;
whatever else a description asks is taken to be so. What is not known keeps a whole board (:mod:`lawmage.facts.relevance`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from lawmage.facts.abilities import Record
from lawmage.facts.description import Alternatives
from lawmage.facts.objects import DESCRIPTIONS
from lawmage.facts.position import FactWriter
from lawmage.facts.words import kind_of_type

_PREDICATE = re.compile(r"(?:^|(?<=\.))[a-z]\w*")
_PART = re.compile(r"(?:^|(?<=\.))part\((\d+),(\d+),(.*?)\)\.")
_AFFECTS = re.compile(r"(?:^|(?<=\.))affects\((\d+),(\d+)\)\.")
_OF_EFFECT = re.compile(r"(?:^|(?<=\.))(?:affects|only_while|condition_mentions|part|defining|fixed_when_begun)\((\d+)\b.*?\)\.(?=[a-z]|$)")
_SOURCE = re.compile(r"(?:^|(?<=\.))mana_source\((\d+),(\d+)\)\.")
#: Facts in which no number is a description, and first arguments.
_NO_LOOK = re.compile(r"(?:^|(?<=\.))(?:(?:replaces_mana|continuous|mode_of)\(\d+,\d+\)|[a-z]\w*\(\d+\))\.")
_FIRST = re.compile(r"(?:^|(?<=\.))([a-z]\w*\()\d+,")
#: Numbers within facts that are none either: granted abilities, bags of mana, plain numbers, bounds, layers.
_NO_DESCRIPTION = re.compile(r"\b(?:add_ability|m|number)\(-?[\d,]+\)|,-?\d+,-?\d+(?=\))|(?<=\bpart\()\d+,\d+,")
_NUMBER = re.compile(r"(?<![\w\"-])\d+\b")
_CHANGE = re.compile(r"(\w+)(?:\((.*)\))?$", re.DOTALL)
#: Facts of abilities whose bearing is known; any other keeps a board whole.
_KNOWN = frozenset(
    """activated triggered keyword mana_ability tap_ability adds option type_source amount exact_amount combination adds_if adds_unless
    adds_to may_add vague_adding adds_after_counters watches_tap watched_source watched_mana watches_any_ability watches_while mana_trigger
    replaces_mana mana_source mana_taker mana_at_least mana_of mana_while mana_change tap_required mode_of works_in continuous affects
    only_while part condition_mentions defining defines characteristic_defining fixed_when_begun""".split()
)
#: Words in facts that look at mana costs, or at all that there is.
_COSTS = re.compile(r"\bdevotion(?:_to_that)?\b")
#: Where only whether something fits matters, or which colors and types there are.
_WHETHER = re.compile(r"\b(?:exists|colors_among)\(\d+\)|\b(?:could_produce|types_among)\(\w+,\d+\)")
#: Words that look at the turn and at numbers of players.
_PLAYERS = frozenset(
    """your_turn in_phase
    player some_player most least player_of player_counters opponents_counters flag life hand library graveyard lands_played spells_cast
    life_gained life_lost monarch city_blessing""".split()
)
_STRING = re.compile(r'"[^"]*"')
_WORD = re.compile(r"(?<![\w.])[a-z_]\w*")
#: Words in conditions, amounts and changes that look at no more than the descriptions beside them, players, or costs.
#: ``city_blessing`` is none of them: with ascend it asks how many permanents there are (702.131b).
_NARROW = _KNOWN | frozenset(
    """exists between at_least not_so both either count counters counters_among class_level your_turn player some_player most least any
    opponent you chosen host flag in_phase always number plus times minus half_up half_down colors_among types_among sharing values_among
    names_among pips devotion devotion_to_that opponents opponents_counters player_counters player_of mana_value power toughness greatest
    total of free upto each life hand library graveyard life_gained life_lost lands_played spells_cast monarch card_type
    creature_type land_type basic_land_type artifact_type enchantment_type planeswalker_type spell_type supertype
    any_color chosen_color commander_identity linked_colors produced could_produce type color count_of_that
    tap_it tap untapped main1 main2 upkeep draw combat_begin declare_attackers declare_blockers combat_damage combat_end end cleanup
    add_type lose_type lose_kind set_land_type add_chosen add_every set_chosen_land_type set_chosen_creature_type add_color add_ability
    lose_all_abilities lose_keyword lend_activated cant_have lose_all_but_mana set modify switch control all_any_color all_chosen all
    exactly its elsewhere one_any_color colors_to its_controller another tapper m storage activated""".split()
)
#: Circumstances that one object, the players or the source of an effect tell of.
_CIRCUMSTANCES = frozenset(
    """controlled_by owned_by this host object tapped token attacking blocking face_down commander entered_this_turn designation counter
    attached_to_any any_counter of_chosen_type of_chosen_color of_chosen_name named_as_this named_as_linked of_event power
    toughness""".split()
)
_ATTACHMENT = frozenset({"attached_to", "enchanted_by", "enchanted", "equipped", "enchanted_by_controller"})
_ONE = frozenset({"this", "host", "object", "named_as_this"})
#: Characteristics that layer 6 or 7 makes, which questions about mana otherwise leave out.
_LATE_AMOUNT = re.compile(r"\b(?:power|toughness)\b")
_LATE = re.compile(r"(?:keyword|power|toughness)\(|ability$")
#: Layers whose changes give no card type and no subtype; in layer 4 some changes name the type they give.
_TYPELESS = frozenset({2, 5, 6, 70, 71, 72, 73})
#: Layers in which the rules look for effects that depend on each other (613.8).
_DEPENDENT = frozenset({2, 4, 5, 6})
_TAKES_TYPE = frozenset({"lose_type", "lose_kind"})
_GIVES_TYPE = frozenset({"add_type", "set_land_type"})
_GIVES_KINDS = {
    "add_every(creature_type)": "*creature_type",
    "add_every(land_type)": "*land_type",
    "add_chosen(creature_type)": "*creature_type",
    "add_chosen(basic_land_type)": "*land_type",
    "set_chosen_land_type": "*land_type",
    "set_chosen_creature_type": "*creature_type",
}
_KEYWORD_CHANGE = re.compile(r"(?:lose_keyword|cant_have)\(.*\)", re.DOTALL)
_GRANT = re.compile(r"add_ability\((\d+)\)")
_PIPS = frozenset({"pip"})
_MAKES_MANA = re.compile(r"\b(?:adds|replaces_mana|effect_replaces_mana)\(")

#: For which questions a face may be a bystander (facts/glances.py): about mana, where power, toughness and keywords have no say;
#: about anything. The topics that those questions may have: what is open in one of them is no bystander.
FOR_MANA, FOR_ALL = 1, 2
MANA_TOPICS = frozenset({"mana_replacement", "characteristics", "control"})
ALL_TOPICS = MANA_TOPICS | {"power_toughness"}

#: The types an effect may give, in quotes as in facts, "*" and a kind for any of a kind; None for any at all.
Types = frozenset[str] | None
#: What one alternative of a description asks for from above: types, types it excludes, and whose it is (None for anyone's).
Asks = tuple[frozenset[str], frozenset[str], str | None]


@dataclass(frozen=True, slots=True)
class Form:
    """A description from above: what each alternative asks of a permanent, but for the source and its host.

    ``host`` tells that it may be what the source is attached to, ``afar`` that it looks in other zones, ``tangled`` that it
    asks what is attached to what, ``nested`` are descriptions it asks that of; ``late`` that it asks for what layers 6 and 7 make;
    ``apart`` that it leaves out one object, ``owners`` that it asks who owns what, ``strange`` that it asks for what is
    not known here.
    """

    asks: tuple[Asks, ...]
    host: bool
    afar: bool
    tangled: bool
    nested: frozenset[int]
    late: bool
    apart: bool
    owners: bool
    strange: bool


_FITTING: tuple[Asks, ...] = ((frozenset(), frozenset(), None),)
#: Instead of descriptions: all with colored mana symbols in their costs, all that is attached, all there is.
COSTS, ATTACHED, EVERYTHING = -1, -2, -3


@dataclass(slots=True)
class Sight:
    """What the abilities of a bundle look at and touch.

    Attributes:
        looks: Descriptions of what is looked at; :data:`COSTS`, :data:`ATTACHED` and :data:`EVERYTHING` may be among them.
        counted: Those of them for which more than whether one fits may matter.
        touches: Descriptions of what effects may change.
        by_layer: For layers in which effects may depend on each other, what each effect touches.
        gives: The types that effects may give; ``gives_near`` those given to their source and its host only.
        takes: The types that effects may take.
        always: It must stay whatever is asked.
        whole: Nothing can be said, so that all must stay.
        late: Layers 6 and 7 have a say in what is looked at.
        afar: Some of this works from other zones.
        players: The turn or numbers of players are looked at; ``owners``: who owns what is.
        gaps: Something has no facts.
    """

    looks: set[int] = field(default_factory=set)
    touches: set[int] = field(default_factory=set)
    by_layer: dict[int, list[set[int]]] = field(default_factory=dict)
    gives: Types = frozenset()
    gives_near: Types = frozenset()
    takes: Types = frozenset()
    always: bool = False
    whole: bool = False
    late: bool = False
    afar: bool = False
    players: bool = False
    owners: bool = False
    gaps: bool = False
    counted: set[int] = field(default_factory=set)


#: What a bystander looks at and touches while it is not looked at itself.
BYSTANDER = Sight()


class Sights:
    """The sights of cards, for questions of one sort.

    Args:
        writer: The facts of cards.
        topics: Where these topics are open in force, an answer is conditional, whatever was asked.
        mana: The question is about producible mana: power, toughness and keywords have no say but where mana looks at them.
    """

    def __init__(self, writer: FactWriter, topics: frozenset[str], mana: bool) -> None:
        self._writer = writer
        self._topics = topics
        self._mana = mana
        self._forms: dict[int, Form] = {}
        self._sights: dict[int, Sight] = {}
        self._records: dict[int, Sight] = {}
        self._misses: dict[tuple[int, frozenset[str]], tuple[Asks, ...]] = {}
        self._equal_misses: dict[tuple[Asks, ...], tuple[Asks, ...]] = {}
        self._equal: dict[Any, Sight] = {}
        self._glanced: dict[int, Sight] = {}
        fitting = FOR_MANA if mana and topics <= MANA_TOPICS else FOR_ALL if not mana and topics <= ALL_TOPICS else 0
        self._stands_by = fitting

    def glance(self, bundle: int) -> Sight:
        """Return what :meth:`of_bundle` does, or that of a bystander for one: enough while the bundle is not looked at itself."""
        known = self._glanced.get(bundle)
        if known is None:
            stands_by = self._writer.bystanding(bundle) & self._stands_by
            known = self._glanced[bundle] = BYSTANDER if stands_by else self.of_bundle(bundle)
        return known

    def of_bundle(self, bundle: int) -> Sight:
        """Return what the abilities of a bundle look at and touch, those they grant included."""
        known = self._sights.get(bundle)
        if known is None:
            known = self._sights[bundle] = self._one_of_equals(self._joined(bundle))
        return known

    def _one_of_equals(self, sight: Sight) -> Sight:
        """Return one sight for all that are equal: most cards look at nothing."""
        effects = tuple((layer, tuple(map(frozenset, found))) for layer, found in sorted(sight.by_layer.items()))
        flags = (sight.always, sight.whole, sight.late, sight.afar, sight.players, sight.owners, sight.gaps)
        seen = (frozenset(sight.looks), frozenset(sight.counted), frozenset(sight.touches))
        return self._equal.setdefault((seen, effects, sight.gives, sight.gives_near, sight.takes, flags), sight)

    def _joined(self, bundle: int) -> Sight:
        found = Sight()
        own = set(self._writer.bundles.get(bundle).abilities)
        records = [record for record in self._writer.closure({bundle}, set()) if record.number not in self._writer.basics]
        own |= {mode for record in records if record.number in own for mode in record.modes}
        spreads = False
        for record in records:
            sight = self._record(record)
            found.looks |= sight.looks
            found.touches |= sight.touches
            for layer, effects in sight.by_layer.items():
                found.by_layer.setdefault(layer, []).extend(effects)
            found.gives = joined(found.gives, sight.gives)
            # An ability that is given to others has its effects on them.
            if record.number in own:
                found.gives_near = joined(found.gives_near, sight.gives_near)
            else:
                found.gives = joined(found.gives, sight.gives_near)
            found.takes = joined(found.takes, sight.takes)
            found.always |= sight.always
            found.whole |= sight.whole
            found.late |= sight.late
            found.afar |= sight.afar
            found.players |= sight.players
            found.owners |= sight.owners
            found.gaps |= bool(record.gaps)
            found.counted |= sight.counted
            spreads = spreads or (record.number not in own and (sight.always or bool(sight.touches)))
        if spreads:
            # What is given to others works from there, so they must be there.
            found.looks |= found.touches
        return found

    def _record(self, record: Record) -> Sight:
        known = self._records.get(record.number)
        if known is None:
            known = self._records[record.number] = self._one_of_equals(self._of_record(record))
        return known

    def _of_record(self, record: Record) -> Sight:
        found = Sight()
        text = record.text
        found.always = "replaces_mana(" in text
        found.always |= any(not gap.own and gap.topics & self._topics for gap in record.gaps)
        found.whole = not set(_PREDICATE.findall(text)) <= _KNOWN
        found.afar = "works_in(" in text
        live: dict[str, set[int]] = {}
        gives: dict[str, Types] = {}
        for effect, layer, change in _PART.findall(text):
            if self._mana and (int(layer) >= 70 or (int(layer) == 6 and only_keywords(self._writer, change))):
                continue
            live.setdefault(effect, set()).add(int(layer))
            gives[effect] = joined(gives.get(effect, frozenset()), _given(int(layer), change))
            found.takes = joined(found.takes, _taken(int(layer), change))
            found.whole |= int(layer) != 4 and int(layer) not in _TYPELESS
        touched: dict[str, set[int]] = {}
        for effect, description in _AFFECTS.findall(text):
            if effect in live:
                touched.setdefault(effect, set()).add(int(description))
        found.touches = set().union(*touched.values())
        for effect, types in gives.items():
            if any(self.form(description).asks for description in touched.get(effect, ())):
                found.gives = joined(found.gives, types)
            else:
                found.gives_near = joined(found.gives_near, types)
        for effect, layers in live.items():
            for layer in layers & _DEPENDENT:
                found.by_layer.setdefault(layer, []).append(touched.get(effect, set()))
        rest = _OF_EFFECT.sub(lambda fact: fact[0] if fact[1] in live and not fact[0].startswith("affects(") else "", text)
        if self._mana:
            found.touches |= {int(description) for _, description in _SOURCE.findall(rest)}
        rest = _FIRST.sub(r"\1", _NO_DESCRIPTION.sub("", _NO_LOOK.sub("", _SOURCE.sub("", rest))))
        numbers = set(map(int, _NUMBER.findall(rest)))
        found.looks = {description for description in record.descriptions if description in numbers}
        todo = list(found.looks | found.touches)
        forms: list[Form] = []
        while todo:
            forms.append(self.form(todo.pop()))
            new = forms[-1].nested - found.looks
            found.looks |= new
            todo += new
        words = _words(rest)
        strange = not words <= _NARROW or any(form.strange for form in forms)
        found.players = strange or not words.isdisjoint(_PLAYERS)
        for needed, seen in (
            (any(form.tangled for form in forms), ATTACHED),
            (_COSTS.search(rest) is not None, COSTS),
            (strange, EVERYTHING),
        ):
            if needed:
                found.looks.add(seen)
        found.owners = any(form.owners for form in forms)
        counting = set(map(int, _NUMBER.findall(_WHETHER.sub("", rest))))
        found.counted = {one for one in found.looks if one < 0 or one in counting or self.form(one).apart}
        if self._mana:
            # Which of these there are is then a matter of all layers.
            found.late = any(form.late for form in forms) or _LATE_AMOUNT.search(rest) is not None
        return found

    def form(self, number: int) -> Form:
        """Return a description as far as it is looked at here."""
        known = self._forms.get(number)
        if known is None:
            known = self._forms[number] = _form(DESCRIPTIONS.alternatives(number))
        return known

    def misses(self, description: int, bundle: int) -> tuple[Asks, ...]:
        """Return how a permanent of a bundle may fit a description: types it lacks, types it has too many, whose it must be."""
        if description < 0:
            fits = description != COSTS or bool(self._writer.bundles.get(bundle).text(_PIPS))
            return _FITTING if fits else ()
        types = self._writer.types_of(bundle)
        found = self._misses.get((description, types))
        if found is None:
            told = tuple((asked - types, excluded & types, whose) for asked, excluded, whose in self.form(description).asks)
            # Many cards lack the same of many descriptions.
            found = self._misses[(description, types)] = self._equal_misses.setdefault(told, told)
        return found


def _form(alternatives: Alternatives) -> Form:
    asks: list[Asks] = []
    host = afar = tangled = late = apart = owners = strange = False
    nested: set[int] = set()
    for alternative in alternatives:
        terms = [test.term for test in alternative.tests if test.sort == "status"]
        apart |= any(not test.wanted and test.term.partition("(")[0] in _ONE for test in alternative.tests)
        owners |= any(term.startswith("owned_by(") for term in terms)
        around = [term for term in terms if term.partition("(")[0] in _ATTACHMENT]
        tangled |= bool(around)
        strange |= any(term.partition("(")[0] not in _CIRCUMSTANCES | _ATTACHMENT for term in terms)
        nested.update(int(number) for term in around for number in _NUMBER.findall(term))
        late |= any(_LATE.match(test.term) is not None for test in alternative.tests)
        if alternative.zone not in (None, "battlefield"):
            afar = True
            continue
        wanted = {test.term for test in alternative.tests if test.wanted and test.sort == "status"}
        if "host" in wanted:
            host = True
        elif "this" not in wanted:
            traits = [test for test in alternative.tests if test.sort == "trait" and test.term.startswith("type(")]
            asked, excluded = (frozenset(test.term[5:-1] for test in traits if test.wanted is so) for so in (True, False))
            whose = [word for word in ("you", "opponent") if f"controlled_by({word})" in wanted]
            asks.append((asked, excluded, whose[0] if len(whose) == 1 else None))
    return Form(tuple(dict.fromkeys(asks)), host, afar, tangled, frozenset(nested), late, apart, owners, strange)


def only_keywords(writer: FactWriter, change: str) -> bool:
    """Return whether a change of layer 6 gives or takes keywords, or gives an ability that makes no mana and has no effect."""
    if _KEYWORD_CHANGE.fullmatch(change):
        return True
    grant = _GRANT.fullmatch(change)
    return grant is not None and not any(
        record.effects or record.replacements or record.gaps or record.modes or makes_mana(record)
        for record in writer.closure(set(), {int(grant[1])})
        if record.number not in writer.basics
    )


def makes_mana(record: Record) -> bool:
    """Return whether an ability adds mana, or changes how mana is produced."""
    return _MAKES_MANA.search(record.text) is not None


def joined(one: Types, other: Types) -> Types:
    """Return all types of two sets of them."""
    return None if one is None or other is None else one | other


def within(types: frozenset[str], given: Types) -> bool:
    """Whether all of some types may be given."""
    return given is None or all(word in given or f"*{kind_of_type(word[1:-1])}" in given for word in types)


def _words(facts: str) -> set[str]:
    return set(_WORD.findall(_STRING.sub("", facts)))


def _given(layer: int, change: str) -> Types:
    """Return the types that a change may give; None for any."""
    word = _CHANGE.match(change)
    if layer in _TYPELESS or (word is not None and word[1] in _TAKES_TYPE):
        return frozenset()
    if word is not None and word[1] in _GIVES_TYPE:
        return frozenset({word[2]})
    kinds = _GIVES_KINDS.get(change)
    return None if kinds is None else frozenset({kinds})


def _taken(layer: int, change: str) -> Types:
    """Return the types that a change may take away; None for any."""
    word = _CHANGE.match(change)
    if layer in _TYPELESS or change.startswith("add_"):
        return frozenset()
    if word is not None and word[1] == "lose_type":
        return frozenset({word[2]})
    if word is not None and word[1] == "lose_kind":
        # Subtypes go with the card type they belong to (205.1).
        return None if word[2] == "card_type" else frozenset({f"*{word[2]}"})
    if change.startswith("set_land_type("):
        return frozenset({"*land_type"})
    return frozenset({_GIVES_KINDS[change]}) if change in _GIVES_KINDS else None
