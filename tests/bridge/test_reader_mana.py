"""Reading what adds mana, replaces its production or watches it, and costs and limits of activated abilities."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from reading import kinds, must, ordinary_lines, parse_part, read, shape, share_read

ADDS_MANA = r"\badds?\b(?!itional).*(?:mana|\{)"


def effect(text: str) -> str:
    """Return the shape of what an activated ability does."""
    node = must(text)
    assert node.kind == "activated"
    return shape(node.child(1))


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("{G}", "mana_symbols(symbol({g}))"),
        ("{C}{C}", "mana_symbols(symbols({c}, symbol({c})))"),
        ("{W} or {U}", "mana_choice(symbol({w}), or_mana(symbol({u})))"),
        ("{B}, {R}, or {G}", "mana_choice(symbol({b}), three_mana(symbol({r}), symbol({g})))"),
        ("six {R}", "amount_of_symbol(number(six), symbol({r}))"),
        ("one mana of any color", "any_color(number(one))"),
        ("two mana of any one color", "any_one_color(number(two))"),
        ("three mana of different colors", "different_colors(number(three))"),
        ("two mana in any combination of {U} and/or {R}", "combination_of(number(two), two_options(symbol({u}), symbol({r})))"),
        ("one mana of the chosen color", "chosen_color_mana(number(one))"),
        ("one mana of any color in your commander's color identity", "commander_identity(number(one))"),
        ("one mana of any of the exiled card's colors", "any_of_colors_of(number(one), the_possessive(adjective_of(exiled, card)))"),
        ("{R} or one mana of the chosen color", "mana_either(mana_symbols(symbol({r})), chosen_color_mana(number(one)))"),
        (
            "one mana of any type that a Swamp you control could produce",
            "any_type_could_produce(number(one), one(qualified(subtype(swamp), controlled_by(you))))",
        ),
        ("{G} for each Elf you control", "mana_for_each(mana_symbols(symbol({g})), qualified(subtype(elf), controlled_by(you)))"),
        ("an amount of {B} equal to its power", "mana_equal_to(symbol({b}), measure_of(its, power))"),
        ("that much {C}", "amount_of_symbol(that_much, symbol({c}))"),
    ],
)
def test_106_3_mana_phrases(phrase: str, expected: str) -> None:
    assert effect(f"{{T}}: Add {phrase}.") == f"add({expected})"


def test_106_3_any_type_is_of_that_land_or_of_any_land() -> None:
    assert "any_type_produced" in kinds("Whenever you tap a Gate for mana, add one mana of any type that land produced.")
    plain = must("{T}: Add one mana of any type that land could produce.")
    assert "any_type_could_produce(number(one), that(land))" in shape(plain)


def test_107_3_where_binds_x_over_the_whole_sentence() -> None:
    text = "{T}: Add X mana in any combination of {W} and/or {G}, where X is the number of Goats you control."
    assert effect(text) == (
        "do_where(add(combination_of(x, two_options(symbol({w}), symbol({g})))), "
        "where_x(the_number_of(qualified(subtype(goats), controlled_by(you)))))"
    )


def test_608_2_a_condition_holds_for_its_sentence_only() -> None:
    both = must("{T}: If you control a Swamp, draw a card and add {B}.")
    assert both.child(1).kind == "if_do"
    one = must("{T}: If you control a Swamp, draw a card. Add {B}.")
    assert shape(one.child(1)).startswith("then_sentence(if_do(")
    assert shape(one.child(1)).endswith("add(mana_symbols(symbol({b}))))")


def test_instead_stays_with_its_condition() -> None:
    text = "{T}: Add {C}. If you control a Forest, add {G}{G} instead."
    assert effect(text) == (
        "then_sentence(add(mana_symbols(symbol({c}))), if_do(controls(you, one(subtype(forest))), "
        "do_instead(add(mana_symbols(symbols({g}, symbol({g})))))))"
    )


def test_a_player_who_adds() -> None:
    assert effect("{T}: Target player adds {R}.") == "player_does(target_player, add(mana_symbols(symbol({r}))))"
    listed = "{T}: Each player adds {R}, draws a card, then loses 1 life."
    assert effect(listed).startswith("player_does(each_player, vp_comma(add(")


def test_106_6_spending() -> None:
    assert kinds("{T}: Add {R}. Spend this mana only to cast Goat spells or activate abilities of Goats.").count("purpose_or") == 1
    assert "cant_spend" in kinds("{T}: Add {C}{C}. This mana can't be spent to cast a creature spell.")
    assert "when_spent" in kinds("{T}: Add {G}. When that mana is spent to cast a Dragon spell, scry 1.")
    assert "if_spent" in kinds("{T}: Add {G}. If that mana is spent on a Dragon spell, it gains haste.")
    assert "keep_mana" in kinds("{T}: Add {G}. Until end of combat, you don't lose this mana as steps and phases end.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "If you tap a Gate for mana, it produces twice as much of that mana instead.",
            "mana_replaced(taps_for_mana(you, one(subtype(gate))), produces_times(it, two_times))",
        ),
        (
            "If a land is tapped for mana, it produces {U} instead of any other type.",
            "mana_replaced(is_tapped_for_mana(one(land)), produces_instead(it, made_symbols(symbol({u})), instead_of_type))",
        ),
        (
            "If a Gate is tapped for three or more mana, it produces {W}{W} instead of any other type and amount.",
            "mana_replaced(is_tapped_for_kind(one(subtype(gate)), kind_amount(number_or_more(three))), "
            "produces_instead(it, made_symbols(symbols({w}, symbol({w}))), instead_of_type_and_amount))",
        ),
    ],
)
def test_614_replacing_production(text: str, expected: str) -> None:
    assert shape(must(text)) == expected


def test_603_4_an_if_behind_the_event_is_the_triggers_own() -> None:
    node = must("Whenever a player taps a land for mana, if you control a Forest, that player adds {G}.")
    assert node.kind == "triggered_if"
    assert node.child(1).kind == "taps_for_mana"
    assert must("Whenever you tap an Elf for {G}, add an additional {G}.").child(1).kind == "taps_for_kind"


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        ("{T}", "tap_symbol"),
        ("{Q}", "untap_symbol"),
        ("{2/W}{X}", "pay_mana(symbols({2/w}, symbol({x})))"),
        ("{1}, {T}, Sacrifice another creature", "costs(pay_mana(symbol({1})), costs(tap_symbol, sacrifice_cost(another(creature))))"),
        ("Pay {E}{E}", "pay_energy_symbols(energy_more(energy_one))"),
        ("Pay 3 life", "pay_life(number(3))"),
        ("Discard a card at random", "discard_random_cost(one(card))"),
        ("Exile this card from your graveyard", "exile_cost(from_zone(this, zone_in(graveyard(your))))"),
        ("Remove X charge counters from this artifact", "remove_counters_cost(x, counters(charge), this)"),
        ("Remove two +1/+1 counters from among creatures you control", None),
        ("Tap two untapped Elves", "tap_cost(several(number(two), adjective_of(untapped, subtype(elves))))"),
    ],
)
def test_602_1a_costs(cost: str, expected: str | None) -> None:
    node = must(f"{cost}: Draw a card.").child(0)
    if expected is not None:
        assert shape(node) == expected


def test_a_tap_symbol_is_no_mana() -> None:
    assert "tap_symbol" not in kinds("{2}: Add {G}.")
    assert read("{T}: Add {T}.") is None
    assert read("{T}: Add {E}.") is None


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("Activate only as a sorcery", "activate_only(as_a_sorcery)"),
        ("Activate only once each turn", "activate_only(once_each_turn)"),
        ("Activate only as a sorcery and only once each turn", "activate_only(limit_and(as_a_sorcery, once_each_turn))"),
        ("Activate only if you control a Swamp", "activate_only(only_if(controls(you, one(subtype(swamp)))))"),
        ("Activate only during combat, before blockers are declared", "activate_only(only_during_when(combat_part, before_blockers))"),
        ("Activate no more than twice each turn", "activate_at_most(twice_times)"),
        ("Any player may activate this ability", "may_activate(any_player)"),
    ],
)
def test_602_5_limits(limit: str, expected: str) -> None:
    assert effect(f"{{1}}: Draw a card. {limit}.").endswith(f"{expected})")


def test_706_and_721_lines_with_a_bar() -> None:
    assert must("8+ | {T}: Add {G}{G}.").kind == "station"
    assert must("10-19 | You draw two cards.").kind == "die_result"


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add {G} sideways.",
        "{T}: Add {G} or.",
        "{T}: Add one mana of any smell.",
        "{T}: Add {G}. Spend this mana only to cast.",
        "{T}: Add {G}. Activate only as a llama.",
        "{T}: Add {G} for each.",
        "If a Gate is tapped for mana, it produces {W} instead of any other type and smell.",
        "Whenever you tap a Gate for mana, add one mana of any type that land produced yesterday.",
        "{T}, Sacrifice: Add {G}.",
    ],
)
def test_a_clause_without_meaning_leaves_the_line_unread(text: str) -> None:
    assert read(text) is None


def test_lines_of_real_cards_that_add_mana() -> None:
    assert share_read(ADDS_MANA) >= 0.98
    assert share_read(ADDS_MANA, of_lands=True) >= 0.99
    assert share_read(r"could produce") == 1
    assert share_read(r"produces? .*instead|would add .*mana instead") == 1
    assert share_read(r"tapped for (?:mana|\{)|\btaps? [^.:]* for (?:mana|\{)") >= 0.95


def test_costs_and_limits_of_real_cards() -> None:
    costs: Counter[str] = Counter()
    limits: Counter[str] = Counter()
    for normal, n, _ in ordinary_lines():
        head, colon, _ = re.sub(r'"[^"]*"', '""', normal).partition(":")
        if colon and re.match(r"\{|[+-]?\w+$|(?:sacrifice|discard|exile|tap|pay|remove|return) ", head) and "." not in head:
            costs[head] += n
        for limit in re.findall(r"activate only [^.\"]*", normal):
            limits[limit] += n
    known = sum(n for cost, n in costs.items() if cost[0] in "+-0" or parse_part(cost, "cost_list") is not None)
    assert known / sum(costs.values()) >= 0.98
    kept = sum(n for limit, n in limits.items() if parse_part(limit, "limit_sentence") is not None)
    assert kept / sum(limits.values()) >= 0.97


def test_what_follows_a_player_is_that_players() -> None:
    node = must("Target player draws a card and loses 1 life.")
    assert shape(node.child(0)) == "player_does(target_player, vp_and(draw(a_number), lose_life(number(1))))"
    node = must("Target player draws a card and you lose 1 life.")
    assert node.child(0).kind == "and_clause"
    assert read("Draws a card.") is None
    assert read("Draw a card and loses 1 life.") is None
