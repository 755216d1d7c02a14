"""Reading instructions: what players and objects do, in what scope, and what later triggers are set up."""

from __future__ import annotations

import pytest
from reading import must, read, shape, share_read


def does(text: str) -> str:
    """Return the shape of a spell's instructions."""
    node = must(text)
    assert node.kind == "spell_ability", node.kind
    return shape(node.child(0))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Draw two cards.", "draw(number(two))"),
        ("Target player mills three cards.", "player_does(target_player, mill(number(three)))"),
        ("Each opponent loses 2 life and you gain 2 life.", None),
        ("Destroy target artifact or enchantment.", "destroy(target(head_or(artifact, enchantment)))"),
        ("Counter target noncreature spell.", "counter(target(adjective_of(non(creature), spell)))"),
        (
            "Counter target spell unless its controller pays {2}.",
            "do_unless_player(counter(target(spell)), its_controller, pay(pay_mana(symbol({2}))))",
        ),
        ("Return target creature to its owner's hand.", "return(placement(target(creature), into_zone(hand(its_owners_split))))"),
        ("Put target creature on top of its owner's library.", "put(placement(target(creature), on_library_top(its_owners_split)))"),
        ("Tap or untap target land.", "tap_or_untap(target(land))"),
        ("Put a +1/+1 counter on each creature you control.", None),
        ("You may draw a card.", "player_may(you, draw(a_number))"),
        ("You gain 1 life for each Elf you control.", None),
        ("Exile target creature until this creature leaves the battlefield.", None),
    ],
)
def test_what_players_do(text: str, expected: str | None) -> None:
    found = does(text)
    if expected is not None:
        assert found == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This creature deals 3 damage to any target.", "deals(this, damage(number(3), damage_object(any_target)))"),
        ("It deals damage equal to its power to target player.", None),
        ("This creature deals 2 damage to target creature and 1 damage to you.", None),
        (
            "Target Elf fights target Goblin.",
            "fights(target(subtype(elf)), target(subtype(goblin)))",
        ),
    ],
)
def test_what_objects_do(text: str, expected: str | None) -> None:
    found = does(text)
    assert found.startswith(("deals(", "fights("))
    if expected is not None:
        assert found == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Create two 1/1 white Soldier creature tokens with flying.",
            "create(token_group(number(two), token_word(token_pt(1/1), token_word(white, token_word(subtype(soldier), "
            "token_word(creature, token_that(token_with(keyword(flying)))))))))",
        ),
        (
            "Create a tapped token that's a copy of target artifact.",
            "create(token_group(a_number, token_word(tapped, token_that(token_copy(target(artifact))))))",
        ),
        (
            "Create Old Wren, a legendary 2/3 green Bird creature token with flying.",
            "create(token_group_called(old wren, a_number, token_word(legendary, token_word(token_pt(2/3), token_word(green, "
            "token_word(subtype(bird), token_word(creature, token_that(token_with(keyword(flying))))))))))",
        ),
    ],
)
def test_111_tokens(text: str, expected: str) -> None:
    assert does(text) == expected


def test_700_2_modes() -> None:
    found = does("Choose one — • Draw a card. • You gain 3 life.")
    assert found == "modal(mode_one, mode_more_stop(draw(a_number), mode_last(player_does(you, gain_life(number(3))))))"
    assert "mode_rule" not in found
    assert must("When this creature enters, choose one — • Scry 1. • Surveil 1.").kind == "triggered"


def test_603_7_later() -> None:
    found = does("Exile target creature. At the beginning of the next end step, draw a card.")
    assert found.endswith("delayed_at(delayed_beginning(the_next_step(end_step)), draw(a_number)))")
    assert does("Sacrifice it at the beginning of the next end step.").startswith("do_later(sacrifice(it)")
    assert "when_you_do(" in does("You may sacrifice a Goblin. When you do, draw a card.")


def test_search_reveal_put_shuffle() -> None:
    found = does("Search your library for a Forest card, reveal it, put it into your hand, then shuffle.")
    assert found.startswith("comma_clause(search(")
    assert found.endswith("comma_clause_then(shuffle))))")


@pytest.mark.parametrize(
    "text",
    [
        "Draw two cards yesterday.",
        "Destroy target artifact or.",
        "Target player draws a card and you.",
        "Create a 1/1 white Soldier creature.",
        "Put target creature beside its owner's library.",
        "This creature deals 3 damage to.",
        "Choose one — Draw a card.",
        "Search your library for a Forest card, then.",
    ],
)
def test_a_clause_without_meaning_leaves_the_line_unread(text: str) -> None:
    assert read(text) is None


def test_lines_of_real_cards() -> None:
    assert share_read(r"^\{[^\".]*: |^[+-]\d+: ") >= 0.93
    assert share_read(r"^(?:when|whenever|at) ") >= 0.89
