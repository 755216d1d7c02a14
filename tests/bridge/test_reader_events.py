"""Reading the events that abilities watch, prohibitions, permissions and costs to cast or activate (603, 614.17)."""

from __future__ import annotations

import re

import pytest
from reading import must, ordinary_lines, parse_part, read, shape, share_read

from lawmage.cards.ability import Node
from lawmage.cards.oracle.chart import Chart
from lawmage.cards.oracle.grammar import load
from lawmage.cards.oracle.words import classify, tokens

ON_ACTIVATING = r'^(?!when|at )[^:."]*(?:activate|activated)'
PROHIBITIONS = (
    r"^(?!when|at )[^:]*(?:can't (?!attack|block|be blocked)|as though|costs? .* (?:more|less)|legend rule|may activate|no more than|skip|"
    r"maximum hand)"
)


def event(text: str) -> str:
    """Return the shape of the event that a triggered ability watches."""
    node = must(f"{text}, draw a card.")
    assert node.kind == "triggered"
    return shape(node.child(1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When ~ dies", "object_event(this, dies)"),
        ("Whenever ~ enters or attacks", "object_event(this, predicate_or(enters, attacks))"),
        (
            "Whenever ~ or another Elf you control enters",
            "object_event(object_or(this, another(qualified(subtype(elf), controlled_by(you)))), enters)",
        ),
        (
            "Whenever a Goat deals combat damage to a player",
            "object_event(one(subtype(goat)), deals_damage(damage_to(combat_damage, damage_player(a_player))))",
        ),
        (
            "When ~ is put into a graveyard from the battlefield",
            "object_event(this, moved(put_into_from(a_graveyard, origin_of(battlefield_origin))))",
        ),
        (
            "Whenever you cast a noncreature spell",
            "player_event(you, casts(one(adjective_of(non(creature), spell))))",
        ),
        (
            "Whenever you cast your second spell each turn",
            "player_event(you, casts(nth_each_turn(your, second, spell)))",
        ),
        ("Whenever an opponent draws a card", "player_event(an_opponent, draws(a_number))"),
        ("Whenever you gain life", "player_event(you, gains_life(any_life))"),
        (
            "Whenever you gain life for the first time each turn",
            "event_with(player_event(you, gains_life(any_life)), first_time_each_turn)",
        ),
        ("At the beginning of your upkeep", "beginning_of(step_of(your, upkeep))"),
        ("At the beginning of each opponent's end step", "beginning_of(step_of(players_possessive(each_opponent), end_step))"),
        ("At the beginning of combat on your turn", "beginning_of(combat_on(turn_of(your)))"),
        (
            "Whenever one or more +1/+1 counters are put on ~",
            "counters_put(counter_load(one_or_more_amount, counters(+1/+1)), this)",
        ),
        (
            "When ~ enters and at the beginning of your upkeep",
            "event_and_event(object_event(this, enters), at, beginning_of(step_of(your, upkeep)))",
        ),
        ("Whenever ~ becomes blocked by an Elf", "object_event(this, becomes_blocked_by(one(subtype(elf))))"),
        ("Whenever ~ is dealt damage", "object_event(this, is_dealt(dealt_only(plain_damage)))"),
    ],
)
def test_603_1_events(text: str, expected: str) -> None:
    assert event(text) == expected


def test_one_event_has_one_kind_in_every_mood() -> None:
    watched = must("Whenever a Wall dies, draw a card.").child(1)
    replaced = must("If a Wall would die, draw a card instead.").child(0)
    assert shape(watched) == shape(replaced)
    past = must("At the beginning of each end step, if a Wall died this turn, draw a card.")
    assert "object_event(one(subtype(wall)), dies)" in shape(past)
    assert shape(must("Walls can't die.")) == "change(any_of(subtype(walls)), cant(dies))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("~ can't be countered.", "change(this, cant(passive(is_countered)))"),
        ("Elves you control can't be sacrificed.", None),
        ("Players can't gain life.", "player_cant(players, gains_life(any_life))"),
        ("Damage can't be prevented.", "damage_cant_be_prevented(any_damage)"),
        ("Your life total can't change.", "life_cant_change(your)"),
        ("~ can't have counters put on it.", "change(this, cant_have_counters(any_counters))"),
        (
            "Activated abilities of Walls can't be activated unless they're mana abilities.",
            "change(abilities_of(any_of(subtype(walls))), cant_be_activated_but_mana)",
        ),
        (
            "Enchanted creature can't block, and its activated abilities can't be activated.",
            "statement_and(change(attached_to_this(enchanted, creature), cant_block), "
            "change(its_activated_abilities(its), cant(passive(is_activated))))",
        ),
        (
            "Elf spells you cast cost {1} less to cast.",
            "change(any_of(adjective_of(subtype(elf), qualified(spell, cast_by(you)))), costs_less(symbol({1}), to_be_cast))",
        ),
        ('The "legend rule" doesn\'t apply to Elves you control.', None),
        ("You may cast ~ as though it had flash.", "may_cast_as_flash(you, this, as_flash)"),
        (
            "You may activate abilities of Walls you control as though those creatures had haste.",
            "may_activate_as_haste(you, abilities_of(any_of(qualified(subtype(walls), controlled_by(you)))), those(creature))",
        ),
        (
            "You may pay {W} rather than pay ~'s mana cost.",
            "alternative_cost(you, pay(pay_mana(symbol({w}))), mana_cost_of(this_possessive))",
        ),
    ],
)
def test_614_17_prohibitions_permissions_and_costs(text: str, expected: str | None) -> None:
    node = must(text)
    if expected is not None:
        assert shape(node) == expected


def test_the_exemption_of_mana_abilities_belongs_to_its_own_clause() -> None:
    node = must("Enchanted Wall can't attack, and its activated abilities can't be activated unless they're mana abilities.")
    assert node.kind == "statement_and"
    assert shape(node.child(0)) == "change(attached_to_this(enchanted, subtype(wall)), cant_attack)"


@pytest.mark.parametrize(
    "text",
    [
        "Whenever ~ dies twice over, draw a card.",
        "Whenever ~ would die, draw a card.",
        "When dies, draw a card.",
        "At the beginning of your breakfast, draw a card.",
        "~ can't be countered by accident.",
        "Activated abilities of Walls can't be activated unless they're.",
        "Players can't gain life or else.",
        "Elf spells you cast cost {1} less to.",
        "You may cast ~ as though it were raining.",
        "Your life total can't.",
    ],
)
def test_lines_with_a_clause_that_means_nothing_are_unread(text: str) -> None:
    assert read(text) is None


def _event_is_read(chart: Chart, normal: str) -> bool:
    """Tell whether some event, read whole from the line's second word on, ends at a comma."""
    words = tokens(normal)
    commas = [i for i, word in enumerate(words) if word == ","]
    return any(chart.parse(classify(words)[1:comma], "event") is not None for comma in commas[:4])


def test_coverage_of_events_prohibitions_and_permissions() -> None:
    chart = Chart(load())
    good = total = 0
    for normal, n, _ in ordinary_lines():
        if re.match(r"(?:when|whenever|at) ", normal):
            total += n
            good += n * _event_is_read(chart, normal)
    assert good / total >= 0.97
    assert share_read(ON_ACTIVATING) >= 0.93
    assert share_read(PROHIBITIONS) >= 0.88


def test_events_of_a_rule_are_parsed_alone() -> None:
    node = parse_part("a creature you control dies", "event")
    assert isinstance(node, Node) and node.kind == "object_event"
