"""Reading replacement and prevention effects, and how permanents enter (614, 615)."""

from __future__ import annotations

import json

import pytest
from bulk import shared
from reading import READER, must, read, shape, share_read

from lawmage.cards.oracle.render import plain
from lawmage.cards.oracle.words import Context

ALL = r"\bwould\b|\bprevent\b|\benters? (?:tapped|untapped|with)\b|\bas ~ enters\b"
COUNTERS_AND_TOKENS = (
    r"counters? would|would (?:put|get|remove)[^.]*counters?|enters? (?:tapped )?(?:and )?with [^.\"]*counters?|tokens? would|would create"
)


@pytest.mark.parametrize(
    ("text", "event", "outcome"),
    [
        (
            "If an Elf you control would die, exile it instead.",
            "object_event(one(qualified(subtype(elf), controlled_by(you))), dies)",
            "do_instead(exile(it))",
        ),
        (
            "If an opponent would gain life, they gain that much life plus 2 instead.",
            "player_event(an_opponent, gains_life(any_life))",
            "do_instead(player_does(they_player, gain_that_plus(number(2))))",
        ),
        (
            "If a player would draw two or more cards, that player mills that many cards instead.",
            "player_event(a_player, draws(number_or_more(two)))",
            "do_instead(player_does(that_player, mill(that_many)))",
        ),
        (
            "If one or more -1/-1 counters would be put on a Goat you control, that many plus one -1/-1 counters are put on it instead.",
            "counters_put(counter_load(one_or_more_amount, counters(-1/-1)), one(qualified(subtype(goat), controlled_by(you))))",
            "do_instead(counters_are_put(counter_load(sum(that_many, number(one)), counters(-1/-1)), it))",
        ),
        (
            "If one or more Goats would be created under an opponent's control, three times that many of those tokens are created instead.",
            "tokens_created_under(one_or_more(subtype(goats)), players_possessive(an_opponent))",
            "do_instead(tokens_are_created(of_those_tokens(thrice(that_many))))",
        ),
        (
            "If a red source would deal damage to a creature, it deals twice that damage to that creature instead.",
            "object_event(one(adjective_of(red, source)), deals_damage(damage_to(plain_damage, damage_object(one(creature)))))",
            "do_instead(deals_changed_to(it, double_that_damage, damage_object(that(creature))))",
        ),
        (
            "If damage would be dealt to ~, prevent 1 of that damage.",
            "damage_dealt(plain_damage, damage_object(this))",
            "prevent(some_of_that_damage(number(1)))",
        ),
        (
            "If a Goblin would be put into a graveyard from anywhere, shuffle it into its owner's library instead.",
            "object_event(one(subtype(goblin)), moved(put_into_from(a_graveyard, origin_anywhere)))",
            "do_instead(shuffle_into(it, its_owners_split))",
        ),
        (
            "If a player would mill one or more cards, that player mills that many cards plus six instead.",
            "player_event(a_player, mills(one_or_more_amount))",
            "do_instead(player_does(that_player, mill_that_plus(number(six))))",
        ),
        (
            "If ~ would be destroyed, regenerate it.",
            "object_event(this, passive(is_destroyed))",
            "regenerate(it)",
        ),
        (
            "If a creature would enter this turn and it wasn't cast, exile it instead.",
            "event_with(object_event(one(creature), enters), event_modifier_more(this_turn, and_condition(was_not_cast(it))))",
            "do_instead(exile(it))",
        ),
    ],
)
def test_614_1_event_and_outcome(text: str, event: str, outcome: str) -> None:
    node = must(text)
    assert node.kind == "if_would"
    assert shape(node.child(0)) == event
    assert shape(node.child(1)) == outcome


def test_614_1a_instead_stands_before_or_after_with_one_meaning() -> None:
    after = must("If you would draw a card, exile the top six cards of your library instead.")
    before = must("If you would draw a card, instead exile the top six cards of your library.")
    assert shape(after) == shape(before)


def test_614_replacements_take_conditions_durations_and_riders() -> None:
    assert must("As long as ~ is tapped, if you would gain life, draw a card instead.").kind == "as_long_as"
    assert must("{T}: Until end of turn, if a Wall would die, exile it instead.").child(1).kind == "lasting_first"
    rider = must("If damage would be dealt to ~, prevent that damage. Put a +1/+1 counter on ~ for each 1 damage prevented this way.")
    assert rider.kind == "static_then"
    assert shape(rider.child(1)) == "do_for_each(put_counters(a_number, counters(+1/+1), this), damage_prevented_each)"


def test_615_prevention_has_amount_kind_and_parts_in_any_order() -> None:
    node = must("{T}: Prevent the next 2 damage that would be dealt this turn to target Elf by a source of your choice.")
    assert shape(node.child(1)) == (
        "prevent(next_damage(number(2), plain_damage, would_be_dealt(damage_parts(this_turn, "
        "damage_parts(to_target(damage_object(target(subtype(elf)))), by_source(one(qualified(source, of_players_choice(your)))))))))"
    )
    assert shape(must("Prevent all noncombat damage that would be dealt to players.")) == (
        "prevent(all_damage(noncombat_damage, would_be_dealt(to_target(damage_player(players)))))"
    )
    assert shape(must("Prevent all combat damage target Ogre would deal this turn.")) == (
        "prevent(all_damage(combat_damage, would_deal_with(target(subtype(ogre)), this_turn)))"
    )


def test_614_9_redirection_keeps_the_damage_and_names_the_new_recipient() -> None:
    assert shape(must("All combat damage that would be dealt to you is dealt to ~ instead.")) == (
        "redirect(all_damage(combat_damage, would_be_dealt(to_target(damage_player(you)))), damage_object(this))"
    )


def test_615_11_the_next_time() -> None:
    node = must("{2}: The next time a red Goat of your choice would deal damage to ~ this turn, prevent that damage.")
    used_up = node.child(1)
    assert used_up.kind == "next_time_would"
    assert used_up.child(0).kind == "event_with"
    assert shape(used_up.child(1)) == "prevent(that_damage)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("~ enters tapped.", "change(this, enters_tapped)"),
        ("~ enters tapped unless you control a Wall.", "holds_unless(change(this, enters_tapped), controls(you, one(subtype(wall))))"),
        (
            "~ enters with two charge counters on it.",
            "change(this, enters_with(load_on(counter_load(number(two), counters(charge)))))",
        ),
        (
            "~ enters tapped with a stun counter on it.",
            "change(this, enters_tapped_with(load_on(counter_load(a_number, counters(stun)))))",
        ),
        (
            "~ enters with a +1/+1 counter on it for each Elf you control.",
            "change(this, enters_with(load_for_each(counter_load(a_number, counters(+1/+1)), "
            "qualified(subtype(elf), controlled_by(you)))))",
        ),
        (
            "Each other Elf you control enters with an additional +1/+1 counter on it.",
            "change(each(adjective_of(other, qualified(subtype(elf), controlled_by(you)))), "
            "enters_with(load_on(additional_counter(counters(+1/+1)))))",
        ),
        ("Walls your opponents control enter tapped.", None),
        (
            "As ~ enters, choose a creature type.",
            "as_enters(this, moment_enters, choose(creature_type_choice))",
        ),
        (
            "As ~ enters, you may pay 4 life. If you don't, it enters tapped.",
            None,
        ),
        ("~ enters with X charge counters on it, where X is the number of Walls you control.", None),
    ],
)
def test_614_12_entering(text: str, expected: str | None) -> None:
    node = must(text)
    if expected is not None:
        assert shape(node) == expected


def test_614_12_a_price_paid_instead_of_entering() -> None:
    node = must("If ~ would enter, sacrifice a Wall instead. If you do, put ~ onto the battlefield. If you don't, draw a card.")
    assert node.kind == "static_then"
    assert shape(node.child(0)) == "if_would(object_event(this, enters), do_instead(sacrifice(one(subtype(wall)))))"
    assert [part.child(0).kind for part in (node.child(1).child(0), node.child(1).child(1))] == ["you_do", "you_do_not"]


@pytest.mark.parametrize(
    "text",
    [
        "If a creature would die, exile it instead if purple.",
        "If a creature would dies, exile it instead.",
        "If a creature would die exile it instead.",
        "If would die, exile it instead.",
        "Prevent the next 3 damage that would be dealt to target Ogre this turn sideways.",
        "Prevent the next damage of 3 that would be dealt.",
        "All damage that would be dealt to you is dealt instead.",
        "~ enters tapped unless.",
        "~ enters with two counters of charge on it.",
        "~ enters tapped with flying colors.",
        "As ~ enters.",
        "If one or more Goat tokens would be created under your control, twice that many instead.",
    ],
)
def test_lines_with_a_clause_that_means_nothing_are_unread(text: str) -> None:
    assert read(text) is None


def _ids(part: object) -> list[str]:
    """Return every id in a part of a position."""
    if isinstance(part, list):
        return [name for item in part for name in _ids(item)]
    if not isinstance(part, dict):
        return []
    own = [part["id"]] if "id" in part else []
    return own + [name for value in part.values() for name in _ids(value)]


def test_texts_of_effects_in_the_shared_cases_are_read() -> None:
    texts = 0
    for name in ("replace", "event"):
        for line in shared(f"cases/{name}.jsonl").read_text(encoding="utf-8").splitlines():
            position = json.loads(line)["position"]
            context = Context(ids=(*position["players"], *_ids(position)))
            for effect in position.get("effects", ()):
                texts += 1
                found = READER.read_line(effect["text"], context)
                assert found is not None and found.ability is not None, effect["text"]
                assert "@" not in effect["text"] or "@" in plain(found.ability, READER.grammar)
    assert texts >= 12


def test_coverage_of_replacement_prevention_and_entering() -> None:
    assert share_read(ALL) >= 0.91
    assert share_read(COUNTERS_AND_TOKENS) >= 0.96
