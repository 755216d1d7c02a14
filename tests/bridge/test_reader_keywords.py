"""Reading keyword abilities (rule 702): names, costs, numbers, qualities."""

from __future__ import annotations

import pytest
from reading import READER, must, ordinary_lines, read, shape

from lawmage.cards.oracle.words import classify, tokens

KEYWORD_CLASSES = {"KEYWORD_NAME", "KEYWORD_COST", "KEYWORD_NUMBER"}
#: First words of keyword abilities that are grammar rather than word lists.
GRAMMAR_KEYWORDS = frozenset(
    "protection hexproof affinity champion partner splice prototype bands gift enchant companion emerge craft".split()
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Flying", "keyword(flying)"),
        ("First strike", "keyword(first strike)"),
        ("Equip {2}", "keyword_cost(equip, symbol({2}))"),
        ("Plainscycling {2}", "keyword_cost(plainscycling, symbol({2}))"),
        ("Basic landcycling {1}{G}", "keyword_cost(basic landcycling, symbols({1}, symbol({g})))"),
        ("Level up {3}", "keyword_cost(level up, symbol({3}))"),
        ("Ward—Pay 2 life.", "keyword_dash_cost(ward, pay_life(number(2)))"),
        ("Kicker {1}{R} and/or {2}{U}", "keyword_cost_and_or(kicker, symbols({1}, symbol({r})), symbols({2}, symbol({u})))"),
        ("Equip Goblin {1}", "keyword_cost_for(equip, subtype(goblin), symbol({1}))"),
        ("Crew 3", "keyword_number(crew, number(3))"),
        ("Toxic 1", "keyword_number(toxic, number(1))"),
        ("Suspend 4—{1}{U}", "keyword_number_cost(suspend, number(4), pay_mana(symbols({1}, symbol({u}))))"),
        ("Firebending X, where X is its power.", "keyword_number_where(firebending, measure_of(its, power))"),
        ("Protection from red", "protection(from_color(red))"),
        ("Protection from red and from blue", "protection(quality_and(from_color(red), from_color(blue)))"),
        ("Protection from Goblins", "protection(from_described(subtype(goblins)))"),
        ("Protection from each color", "protection(from_each_color)"),
        ("Hexproof from black", "hexproof_from(from_color(black))"),
        ("Hexproof from monocolored", "hexproof_from(from_attribute(monocolored))"),
        ("Enchant creature or planeswalker", "enchant(head_or(creature, planeswalker))"),
        ("Enchant player", "enchant(enchant_player)"),
        ("Affinity for artifacts", "affinity(artifact)"),
        ("Partner with Somebody Else", "partner_with(somebody else)"),
        ("Prototype {2}{G} — 3/2", "prototype(symbols({2}, symbol({g})), 3/2)"),
        ("Splice onto Arcane {1}{U}", "splice(subtype(arcane), symbols({1}, symbol({u})))"),
        ("Goblin offering", "offering(subtype(goblin))"),
        ("Modular—Sunburst", "modular_sunburst(modular)"),
    ],
)
def test_702_one_keyword(line: str, expected: str) -> None:
    assert shape(must(line)) == expected


def test_702_several_on_one_line() -> None:
    expected = "keyword_comma(keyword(flying), keyword_comma(keyword(haste), keyword_number(toxic, number(2))))"
    assert shape(must("Flying, haste, toxic 2")) == expected


def test_702_178_max_speed_holds_an_ability() -> None:
    assert shape(must("Max speed — This creature gets +1/+2.")) == "labelled(max_speed, change(this, gets_pt(+1/+2)))"


@pytest.mark.parametrize("line", ["Flying sideways", "Crew", "Equip", "Protection from", "Suspend 4—", "Flying, {2}", "Kicker {1} and"])
def test_what_is_no_keyword_line_is_unread(line: str) -> None:
    if line in ("Crew", "Equip"):
        # A bare name stands for the keyword whatever its cost ("cards with cycling"); on a line it says no cost.
        assert shape(must(line)).startswith("keyword_without_")
    else:
        assert read(line) is None


def test_lines_of_keywords_on_ordinary_cards_are_read() -> None:
    read_count = total = 0
    for normal, count, _ in ordinary_lines():
        first = classify(tokens(normal))[0]
        if first.text == "the ring tempts you" or not (first.classes & KEYWORD_CLASSES or first.text in GRAMMAR_KEYWORDS):
            continue
        total += count
        read_count += count * (READER.read_normal(normal).ability is not None)
    assert total > 14000
    assert read_count / total >= 0.997
