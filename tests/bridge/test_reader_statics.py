"""Reading what objects are, have, get, lose and can't do: static abilities (604), effects (611), copies (707)."""

from __future__ import annotations

import json
import re

import pytest
from bulk import shared
from reading import READER, must, parse_part, read, shape, share_read

from lawmage.cards.oracle.words import Context


def changes(text: str) -> str:
    """Return the shape of the changes that a line says of one subject."""
    node = must(text)
    assert node.kind == "change", shape(node)
    return shape(node.child(1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Elves you control get +1/+1.", "gets_pt(+1/+1)"),
        ("This creature gets +1/+0 for each Elf you control.", "gets_pt_for_each(+1/+0, qualified(subtype(elf), controlled_by(you)))"),
        ("Enchanted creature gets +2/+0 and has haste.", "changes_and(gets_pt(+2/+0), has(keyword(haste)))"),
        (
            "Equipped creature gets +1/+1, has flying, and is a Bird.",
            "changes_comma(gets_pt(+1/+1), changes_comma_more(has(keyword(flying)), changes_last(becomes(a_kind(subtype(bird))))))",
        ),
        ('Slivers have "{T}: Add {G}."', "has(quoted_ability(activated(tap_symbol, add(mana_symbols(symbol({g}))))))"),
        ("Enchanted creature loses all abilities.", "loses(loses_all(lost_abilities))"),
        ("Creatures lose flying.", "loses(keyword(flying))"),
        ("Enchanted creature has base power and toughness 0/1.", "has(base_pt(0/1))"),
        ("Nonbasic lands are Mountains.", "becomes(subtype(mountains))"),
        ("Each Gate is a Swamp in addition to its other land types.", "becomes(in_addition(a_kind(subtype(swamp)), other_land_types))"),
        ("This creature isn't a creature.", "stops_being(a_kind(creature))"),
        ("This creature is every creature type.", "becomes(every_creature_type)"),
        ("Creatures can't have or gain flying.", "cant_have(keyword(flying))"),
        ("This creature can't attack or block.", "cant_attack_or_block"),
        ("This land has all activated abilities of all lands.", "has(all_activated_abilities_of(all(land)))"),
        ("This creature becomes a copy of target creature.", "becomes_copy(target(creature))"),
    ],
)
def test_613_each_change_is_its_own_part(text: str, expected: str) -> None:
    assert changes(text) == expected


def test_205_a_type_phrase_is_a_list_of_words_and_what_comes_with_them() -> None:
    text = "Enchanted land is a 0/0 green and blue Plant artifact creature with haste and trample."
    assert changes(text) == (
        "becomes(a_kind(kind_with(kind_more(kind_pt(0/0), kind_and(green, kind_more(blue, kind_more(subtype(plant), "
        "kind_more(artifact, creature))))), traits_and(keyword(haste), keyword(trample)))))"
    )


def test_205_1b_what_it_still_is() -> None:
    assert shape(must("Forests are 1/1 creatures that are still lands.")) == (
        "change(any_of(subtype(forests)), becomes(becoming_still(kind_more(kind_pt(1/1), creature), land)))"
    )


def test_301_5_the_equipped_creature_is_one_and_equipped_creatures_are_many() -> None:
    assert shape(must("Equipped creature has haste.")).startswith("change(attached_to_this(equipped, creature)")
    assert shape(must("Equipped creatures you control have haste.")).startswith("change(any_of(adjective_of(equipped_status")


def test_604_groups_with_their_own_descriptions() -> None:
    node = must("Lands you control and artifacts your opponents control have hexproof.")
    assert shape(node.child(0)) == ("any_of_both(qualified(land, controlled_by(you)), qualified(artifact, controlled_by(your_opponents)))")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "As long as you control a Swamp, this creature has flying.",
            "as_long_as(controls(you, one(subtype(swamp))), change(this, has(keyword(flying))))",
        ),
        (
            "This creature gets +1/+1 as long as you control three or more artifacts.",
            "holds_as_long_as(change(this, gets_pt(+1/+1)), controls_count(you, quantity_or_more(number(three)), artifact))",
        ),
        ("During your turn, this creature has flying.", "during_turn(turn_of_part(your), change(this, has(keyword(flying))))"),
        (
            "This creature gets +1/+0 as long as you control a Swamp and has flying as long as you control an Island.",
            "change_conditionally(this, gets_pt(+1/+0), controls(you, one(subtype(swamp))), "
            "changes_if(has(keyword(flying)), controls(you, one(subtype(island)))))",
        ),
        (
            "As long as your devotion to red is less than five, this creature isn't a creature.",
            "as_long_as(devotion_is(your, devotion_one(red), less_than(number(five))), change(this, stops_being(a_kind(creature))))",
        ),
    ],
)
def test_604_conditions(text: str, expected: str) -> None:
    assert shape(must(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "This creature's power and toughness are each equal to the number of Gates you control.",
            "pt_each_equal(this_possessive, the_number_of(qualified(subtype(gates), controlled_by(you))))",
        ),
        (
            "This creature's power is equal to your life total and its toughness is equal to that number plus 1.",
            "statement_and(measure_equal(this_possessive, power, life_total(your)), "
            "measure_equal(its, toughness, sum(that_number, number(1))))",
        ),
        (
            "Creatures you control get +X/+X, where X is your life total.",
            "statement_where(change(any_of(qualified(creature, controlled_by(you))), gets_pt(+x/+x)), where_x(life_total(your)))",
        ),
    ],
)
def test_208_amounts(text: str, expected: str) -> None:
    assert shape(must(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@a gets +3/+3 until end of turn.", "change_lasting(ref(@0), gets_pt(+3/+3), until_end_of_turn)"),
        ("Until end of turn, @a becomes blue.", "lasting_first(until_end_of_turn, change(ref(@0), becomes(blue)))"),
        (
            "@a is a Swamp for as long as it has a charge counter on it.",
            "change_lasting(ref(@0), becomes(a_kind(subtype(swamp))), for_as_long_as(has_counters(it, a_number, counters(charge))))",
        ),
        (
            "@a gets +1/+3 until end of turn and can't be blocked this turn.",
            "change_lasting_and(ref(@0), gets_pt(+1/+3), until_end_of_turn, changes_lasting(cant_be_blocked, this_turn))",
        ),
    ],
)
def test_611_2_durations(text: str, expected: str) -> None:
    line = READER.read_line(text, Context(ids=("a",)))
    assert line is not None
    assert line.ability is not None
    assert shape(line.ability) == f"spell_ability({expected})"


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("it's a Bird in addition to its other types", "change(it, becomes(in_addition(a_kind(subtype(bird)), other_types)))"),
        ("it isn't legendary", "change(it, stops_being(legendary))"),
        ("it's 7/7", "change(it, becomes(kind_pt(7/7)))"),
        ("it has haste and this ability", "change(it, has(traits_and(keyword(haste), this_ability)))"),
        ("its name is Somebody Else", "name_is(its, somebody else)"),
    ],
)
def test_707_9_exceptions_of_copies(clause: str, expected: str) -> None:
    node = parse_part(clause, "copy_exception")
    assert node is not None
    assert shape(node) == expected


def test_707_2_entering_as_a_copy() -> None:
    node = must("You may have this creature enter as a copy of any Goat on the battlefield, except it's 7/7.")
    assert node.kind == "may_enter_as_copy_except"
    assert shape(node.child(2)) == "any_described(qualified(subtype(goat), on_the_battlefield))"


@pytest.mark.parametrize(
    "text",
    [
        "Enchanted creature gets +1/+1 and quickly.",
        "Enchanted creature has.",
        "Creatures you control get +1/+1 for each.",
        "This creature is a blue.",
        "As long as you control a Swamp this creature.",
        "Enchanted creature loses all abilities except on Sundays.",
        "This creature can't attack or cook.",
    ],
)
def test_sentences_with_a_part_that_means_nothing_are_unread(text: str) -> None:
    assert read(text) is None


def test_every_effect_and_exception_of_the_verified_cases_is_read() -> None:
    unread = set()
    for path in sorted(shared("cases").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            position = json.loads(line)["position"]
            ids = (*position["players"], *sorted(set(re.findall(r'"id": "([^"]+)"', line))))
            for effect in position.get("effects", []):
                found = READER.read_line(effect["text"], Context(ids=ids))
                if found is None or found.ability is None:
                    unread.add(effect["text"])
            for listed in re.findall(r'"except": (\[.*?\])[,}]', line):
                unread |= {clause for clause in json.loads(listed) if parse_part(clause, "copy_exception") is None}
    assert unread == set()


_NOT_STATIC = re.compile(
    r"^[•\d]|^[ivx]+(?:, [ivx]+)* —|^(?:when|whenever|at|as|after|if|choose|activate|spend|create|draw|destroy|target|each player|reveal|"
    r"search|add|until|exile|sacrifice|put|return|the next|this turn|gain|untap|tap|level|class level|prevent|counter|any number of target|"
    r"up to|the owner|~ enters)\b(?! long as)|^[^\"]*:"
)
_STATIC = re.compile(
    r"\b(?:gets?|has|have|is|are|isn't|aren't|loses?|becomes?|base power|power and toughness|control enchanted|as a copy)\b"
)
_OTHER = re.compile(
    r"\b(?:would|instead|costs?|maximum hand size|damage|as though|opening hand|lose unspent|deck|play|cast|draw|prevent\w*|enters with|"
    r"win the game|die|skip|spend|reveal\w*|look|choose|may(?! have ~ enter))\b"
)
_CONDITION = re.compile(r"\b(?:as long as|if|unless|for each|where x is|equal to the number of)\b[^,.]*")
_CANT = re.compile(r"\b(?:can't|doesn't untap|don't untap|if able)\b")
_NOT_CANT = re.compile(
    r"\b(?:would|instead|prevented|win the game|lose the game|spend|cast|activated?|counters|search|play|draw|gain life|countered)\b"
)


def test_static_lines_of_ordinary_cards_are_read() -> None:
    def static(normal: str) -> bool:
        own = _CONDITION.sub("", normal.partition('"')[0])
        return not _NOT_STATIC.search(normal) and bool(_STATIC.search(own)) and not _OTHER.search(own)

    assert share_read(static, among=500) >= 0.92


def test_prohibitions_of_ordinary_cards_are_read() -> None:
    def cant(normal: str) -> bool:
        own = normal.partition('"')[0]
        return not _NOT_STATIC.search(normal) and bool(_CANT.search(own)) and not _NOT_CANT.search(own)

    assert share_read(cant, among=500) >= 0.9
