"""Layers 1, 2, 5, 6 and 7 rule by rule, and questions that must not depend on how a position is judged."""

from __future__ import annotations

from itertools import permutations

import clingo
import pytest
from abstract_board import BASIC_ABILITY, KEYWORD_ABILITY, Board

from lawmage.engine.programs import program


def creature(board: Board, name: str = "Alpha", *abilities: int | str, size: tuple[int, int] = (2, 2), colors: str = "") -> int:
    return board.card(name, "Creature Wall", abilities, power=size[0], toughness=size[1], colors=colors)


def sized(power: int, toughness: int, layer: int = 71) -> tuple[tuple[int, str], tuple[int, str]]:
    return (layer, f"set(power,number({power}))"), (layer, f"set(toughness,number({toughness}))")


def pumped(power: str, toughness: str = "") -> tuple[tuple[int, str], tuple[int, str]]:
    return (72, f"modify(power,{power})"), (72, f"modify(toughness,{toughness or power})")


# --- Layer 1: copies.


def test_707_2_copy_of_an_object_has_its_printed_values_and_not_its_counters_or_effects() -> None:
    board = Board()
    original = board.put(creature(board, "Alpha", "flying", colors="G"), 'counter(1,O,"+1/+1",3).')
    copy = board.put(board.card("Beta", "Land"), f"copy_of(1,O,{original}).")
    board.effect(board.continuous(f"@object({original})", (4, 'add_type("Artifact")'), (6, "add_ability(921)"), (5, 'add_color("R")')))
    found = board.characteristics()
    assert found.types(copy) == {"Creature", "Wall"} and found.colors(copy) == "G"
    assert found.keywords(copy) == {"flying"} and found.size(copy) == (2, 2) and found.name(copy) == ["Alpha"]
    assert found.size(original) == (5, 5) and found.colors(original) == "GR"


def test_707_9_exceptions_are_copiable_and_beaten_by_a_copys_own() -> None:
    board = Board()
    bird = board.put(creature(board, "Alpha", "flying", colors="W"))
    first = board.put(
        board.card("Beta", "Creature"),
        f"copy_of(1,O,{bird}).",
        'exception(1,O,add_type("Artifact")).',
        "exception(1,O,set_base(power,7)).",
        "exception(1,O,set_base(toughness,7)).",
        "exception(1,O,add_ability(922)).",
    )
    second = board.put(
        board.card("Gamma", "Creature"), f"copy_of(1,O,{first}).", "exception(1,O,set_base(power,1)).", 'exception(1,O,set_name("Mu")).'
    )
    found = board.characteristics()
    assert found.types(first) == {"Creature", "Wall", "Artifact"} and found.keywords(first) == {"flying", "haste"}
    assert found.size(first) == (7, 7) and found.name(first) == ["Alpha"]
    assert found.types(second) == {"Creature", "Wall", "Artifact"} and found.keywords(second) == {"flying", "haste"}
    assert found.size(second) == (1, 7) and found.name(second) == ["Mu"] and found.colors(second) == "W"


def test_707_9_exceptions_that_take_away() -> None:
    board = Board()
    bird = board.put(creature(board, "Alpha", "flying", colors="WU"))
    copy = board.put(
        board.card("Beta", "Creature"),
        f"copy_of(1,O,{bird}).",
        "exception(1,O,lose_kind(color)).",
        'exception(1,O,add_color("B")).',
        "exception(1,O,lose_all_abilities).",
        "exception(1,O,lose_kind(creature_type)).",
        'exception(1,O,add_type("Golem")).',
    )
    found = board.characteristics()
    assert found.types(copy) == {"Creature", "Golem"} and found.colors(copy) == "B" and found.keywords(copy) == set()


def test_707_9d_exception_that_sets_power_keeps_the_defining_ability_away() -> None:
    board = Board()
    count = board.describe("type(Land)")
    counts = board.static("@this", (70, f"set(power,count({count}))"), (70, f"set(toughness,count({count}))"), defining=True)
    board.put(board.card("Forest", "Basic Land Forest"))
    original = board.put(board.card("Alpha", "Creature", [counts]))
    plain = board.put(board.card("Beta", "Creature"), f"copy_of(1,O,{original}).")
    exempt = board.put(
        board.card("Beta", "Creature"),
        f"copy_of(1,O,{original}).",
        "exception(1,O,set_base(power,5)).",
        "exception(1,O,set_base(toughness,5)).",
    )
    found = board.characteristics()
    assert found.size(original) == found.size(plain) == (1, 1)
    assert found.size(exempt) == (5, 5) and counts not in found.abilities(exempt)


def test_613_7_becoming_a_copy_twice_the_later_decides() -> None:
    board = Board()
    one, two = board.put(creature(board, "Alpha")), board.put(creature(board, "Beta", size=(5, 5)))
    changer = board.put(creature(board, "Gamma", size=(0, 1)))
    for target in (one, two):
        board.effect(board.continuous(f"@object({changer})", (1, f"copy_of({target})")))
    found = board.characteristics()
    assert found.name(changer) == ["Beta"] and found.size(changer) == (5, 5)


def test_707_2_what_is_copied_is_what_was_there_then() -> None:
    """Gamma becomes Beta, and only then does Beta become Alpha: Gamma stays Beta; Delta, later still, is Alpha."""
    board = Board()
    alpha, beta = board.put(creature(board, "Alpha")), board.put(creature(board, "Beta"))
    gamma, delta = board.put(creature(board, "Gamma")), board.put(creature(board, "Delta"))
    for changed, into in ((gamma, beta), (beta, alpha), (delta, beta)):
        board.effect(board.continuous(f"@object({changed})", (1, f"copy_of({into})")))
    found = board.characteristics()
    assert [found.name(which) for which in (alpha, beta, gamma, delta)] == [["Alpha"], ["Alpha"], ["Beta"], ["Alpha"]]


def test_707_2_becoming_a_copy_takes_exceptions_along_and_loses_ones_own() -> None:
    board = Board()
    bird = board.put(creature(board, "Alpha", "flying"))
    exempt = board.put(board.card("Beta", "Creature"), f"copy_of(1,O,{bird}).", "exception(1,O,add_ability(922)).")
    changer = board.put(creature(board, "Gamma"))
    board.effect(board.continuous(f"@object({changer})", (1, f"copy_of({exempt})")))
    gone = board.put(board.card("Beta", "Creature"), f"copy_of(1,O,{bird}).", "exception(1,O,add_ability(921)).")
    stone = board.put(creature(board, "Delta"))
    board.effect(board.continuous(f"@object({gone})", (1, f"copy_of({stone})")))
    found = board.characteristics()
    assert found.keywords(changer) == {"flying", "haste"} and found.name(changer) == ["Alpha"]
    assert found.keywords(gone) == set() and found.name(gone) == ["Delta"]


def test_707_2_all_ones_creatures_become_copies_but_not_those_of_others_or_later_ones() -> None:
    board = Board()
    target = board.put(creature(board, "Alpha", size=(7, 7)))
    mine, theirs = board.put(creature(board, "Beta")), board.put(creature(board, "Beta"), controller=2)
    board.effect(board.continuous("type(Creature) @controlled_by(you)", (1, f"copy_of({target})")), fixed=True)
    later = board.put(creature(board, "Beta"))
    found = board.characteristics()
    assert [found.size(which) for which in (target, mine, theirs, later)] == [(7, 7), (7, 7), (2, 2), (2, 2)]


def test_708_2a_face_down_is_a_plain_2_2_and_so_is_its_copy() -> None:
    board = Board()
    hidden = board.put(creature(board, "Alpha", "flying", size=(5, 5), colors="R"), "face_down(1,O).", 'counter(1,O,"+1/+1",1).')
    copy = board.put(creature(board, "Beta", "trample"), f"copy_of(1,O,{hidden}).")
    found = board.characteristics()
    assert found.types(hidden) == {"Creature"} == found.types(copy)
    assert found.size(hidden) == (3, 3) and found.size(copy) == (2, 2)
    assert found.colors(hidden) == "" == found.colors(copy) and found.name(hidden) == [] == found.name(copy)
    assert found.abilities(hidden) == set() == found.abilities(copy)


# --- Layer 2: control.


def test_613_1b_aura_takes_control_for_its_controller() -> None:
    board = Board()
    prize = board.put(creature(board), controller=2)
    take = board.card("Beta", "Enchantment Aura", [board.static("@host", (2, "control(you)"))])
    board.put(take, f"attached(1,O,{prize}).", controller=1)
    assert board.characteristics().controller(prize) == [1]


@pytest.mark.parametrize("last", [1, 2])
def test_613_7_of_two_that_take_control_the_later_has_it(last: int) -> None:
    board = Board()
    prize = board.put(creature(board), controller=2)
    take = board.card("Beta", "Enchantment Aura", [board.static("@host", (2, "control(you)"))])
    for player in (3 - last, last):
        board.put(take, f"attached(1,O,{prize}).", controller=player)
    assert board.characteristics().controller(prize) == [last]


def test_613_7_effect_that_has_resolved_after_an_aura() -> None:
    board = Board()
    prize = board.put(creature(board), controller=2)
    take = board.card("Beta", "Enchantment Aura", [board.static("@host", (2, "control(you)"))])
    board.put(take, f"attached(1,O,{prize}).", controller=1)
    board.effect(board.continuous(f"@object({prize})", (2, "control(you)")), controller=2)
    assert board.characteristics().controller(prize) == [2]


def test_613_8a_control_of_the_aura_comes_first() -> None:
    """An Aura takes control of the Aura that took control of the creature: the creature goes with it."""
    board = Board()
    prize = board.put(creature(board), controller=2)
    take = board.card("Beta", "Enchantment Aura", [board.static("@host", (2, "control(you)"))])
    lower = board.put(take, f"attached(1,O,{prize}).", controller=1)
    board.put(take, f"attached(1,O,{lower}).", controller=2)
    found = board.characteristics()
    assert found.controller(lower) == [2] == found.controller(prize)


def test_613_8b_auras_that_take_each_other_are_left_open() -> None:
    board = Board()
    take = board.card("Beta", "Enchantment Aura", [board.static("@host", (2, "control(you)"))])
    one = board.put(take, controller=1)
    two = board.put(take, f"attached(1,O,{one}).", controller=2)
    board.add(f"attached(1,{one},{two}).")
    assert board.open_ends() == {("unsettled", 2)}


def test_613_1b_later_layers_see_the_new_controller() -> None:
    board = Board()
    prize = board.put(creature(board), controller=2)
    board.put(board.card("Gamma", "Enchantment", [board.static("type(Creature) @controlled_by(you)", *pumped("number(1)"))]))
    take = board.card("Beta", "Enchantment Aura", [board.static("@host", (2, "control(you)"))])
    board.put(take, f"attached(1,O,{prize}).", controller=1)
    assert board.characteristics().size(prize) == (3, 3)


# --- Layer 5: colors.


def test_105_3_setting_and_adding_colors_in_order_of_timestamps() -> None:
    board = Board()
    beast, other = board.put(creature(board, colors="GW")), board.put(board.card("Beta", "Land", colors="U"))
    board.effect(board.continuous("type(Creature)", (5, "lose_kind(color)"), (5, 'add_color("B")')))
    board.effect(board.continuous("type(Creature)", (5, 'add_color("R")')))
    found = board.characteristics()
    assert found.colors(beast) == "BR" and found.colors(other) == "U"
    board.effect(board.continuous("type(Creature)", (5, "lose_kind(color)")))
    assert board.characteristics().colors(beast) == ""


def test_613_3_colorless_by_definition_and_then_colored() -> None:
    """A younger card that is colorless by its own text, and an older effect that colors creatures."""
    board = Board()
    board.effect(board.continuous("type(Creature)", (5, 'add_color("R")')))
    devoid = board.static("@this", (5, "lose_kind(color)"), defining=True)
    beast = board.put(creature(board, "Alpha", devoid, colors="U"))
    assert board.characteristics().colors(beast) == "R"


@pytest.mark.parametrize("test", ["color(R)", "!color(R)", "colored", "!colored", "!multicolored"])
def test_613_8_colors_that_look_at_changing_colors_are_left_open(test: str) -> None:
    board = Board()
    board.put(creature(board))
    board.effect(board.continuous("type(Creature)", (5, 'add_color("R")')))
    board.effect(board.continuous(f"type(Creature) {test}", (5, 'add_color("B")')))
    assert board.open_ends() == {("unsettled", 5)}


def test_613_1_later_layers_see_colors() -> None:
    board = Board()
    beast, other = board.put(creature(board)), board.put(creature(board))
    board.effect(board.continuous(f"@object({beast})", (5, 'add_color("R")')))
    board.put(board.card("Beta", "Enchantment", [board.static("type(Creature) color(R)", (6, "add_ability(920)"))]))
    found = board.characteristics()
    assert found.keywords(beast) == {"flying"} and found.keywords(other) == set()


# --- Layer 6: abilities.


def test_613_7_keyword_lost_and_gained() -> None:
    for gain_last in (True, False):
        board = Board()
        beast = board.put(creature(board, "Alpha", "trample"))
        changes = ["lose_keyword(flying)", "add_ability(920)"]
        for change in changes if gain_last else reversed(changes):
            board.effect(board.continuous("type(Creature)", (6, change)))
        assert board.characteristics().keywords(beast) == {"trample"} | ({"flying"} if gain_last else set())


def test_613_1f_cant_have_beats_any_timestamp() -> None:
    board = Board()
    beast = board.put(creature(board, "Alpha", "flying"))
    board.effect(board.continuous("type(Creature)", (6, "cant_have(flying)")))
    board.effect(board.continuous("type(Creature)", (6, "add_ability(920)"), (6, "add_ability(921)")))
    assert board.characteristics().keywords(beast) == {"trample"}


def test_613_1f_losing_all_and_gaining_in_one_effect() -> None:
    board = Board()
    beast = board.put(creature(board, "Alpha", "flying"))
    board.effect(board.continuous("type(Creature)", (6, "lose_all_abilities"), (6, "add_ability(922)")))
    assert board.characteristics().keywords(beast) == {"haste"}


def test_613_1f_all_but_mana_abilities() -> None:
    board = Board()
    mana = board.mana("G")
    beast = board.put(creature(board, "Alpha", "flying", mana))
    board.effect(board.continuous("type(Creature)", (6, "lose_all_but_mana")))
    found = board.characteristics()
    assert found.keywords(beast) == set() and found.abilities(beast) == {mana}
    assert board.could_produce() == {beast: "G"}


def test_305_6_creature_land_that_loses_all_abilities_keeps_its_type_and_not_its_mana() -> None:
    """305.6 gives the ability in layer 6's beginning; losing all abilities takes it too."""
    board = Board()
    land = board.put(board.card("Forest", "Basic Land Creature Forest", power=1, toughness=1))
    board.effect(board.continuous("type(Creature)", (6, "lose_all_abilities")))
    found = board.characteristics()
    assert "Forest" in found.types(land) and found.mana(land) == ""
    assert board.could_produce() == {}


@pytest.mark.parametrize("stripper_at, keywords", [(1, {"flying"}), (9, None)])
def test_613_7c_keyword_counter_against_what_takes_abilities(stripper_at: int, keywords: set[str] | None) -> None:
    """A counter is younger than its object: older effects take nothing from it; of younger ones nobody knows."""
    board = Board()
    board.add("keyword_counter(flying,920).")
    board.put(board.card("Beta", "Enchantment", [board.static("type(Creature)", (6, "lose_all_abilities"))]), at=stripper_at)
    beast = board.put(creature(board, "Alpha", "trample"), "counter(1,O,flying,1).", at=5)
    if keywords is None:
        assert board.open_ends() == {("unsettled", 6)}
    else:
        assert board.characteristics().keywords(beast) == keywords


def test_113_1a_activated_abilities_of_others() -> None:
    board = Board()
    tap = board.mana("U")
    board.put(creature(board, "Alpha", tap, "flying"), zone="graveyard")
    dead = board.describe("type(Creature) in(graveyard)")
    ooze = board.put(creature(board, "Beta", board.static("@this", (6, f"lend_activated({dead})"))))
    found = board.characteristics()
    assert tap in found.abilities(ooze) and found.keywords(ooze) == set()


def test_109_2_what_changes_permanents_leaves_cards_elsewhere_alone() -> None:
    board = Board()
    card = board.put(creature(board, "Alpha", "flying", colors="G"), zone="graveyard")
    board.put(board.card("Beta", "Enchantment", [board.static("type(Creature)", (5, 'add_color("R")'), (6, "lose_all_abilities"))]))
    board.add(f"query(1,characteristics,{card}).")
    found = board.characteristics()
    assert found.types(card) == {"Creature", "Wall"} and found.colors(card) == "G" and found.keywords(card) == {"flying"}
    assert found.size(card) == (2, 2)


def test_702_26b_phased_out_is_not_there() -> None:
    board = Board()
    beast = board.put(creature(board))
    lord = creature(board, "Beta", board.static("type(Creature) !@this", *pumped("number(1)")))
    board.put(lord, "phased_out(1,O).")
    assert board.characteristics().size(beast) == (2, 2)


def test_611_2c_set_fixed_when_the_effect_began() -> None:
    for deep in (True, False):
        board = Board()
        early = board.put(creature(board))
        board.effect(board.continuous("type(Creature)", *pumped("number(3)")), fixed=True)
        late = board.put(creature(board))
        found = board.characteristics(deep)
        assert found.size(early) == (5, 5) and found.size(late) == (2, 2)


# --- Layer 7: power and toughness.


def test_208_3_only_creatures_have_power_and_toughness() -> None:
    board = Board()
    ship = board.put(board.card("Alpha", "Artifact", power=4, toughness=4), 'counter(1,O,"+1/+1",1).')
    crewed = board.put(board.card("Alpha", "Artifact", power=4, toughness=4))
    board.effect(board.continuous(f"@object({crewed})", (4, 'add_type("Creature")')))
    found = board.characteristics()
    assert found.size(ship) is None and found.size(crewed) == (4, 4)


def test_613_4_sublayers_whatever_the_timestamps() -> None:
    """Defined 3/3, set to 0/1, +2/+0, a -1/-1 counter, and switched: in any order of timestamps 0/1 it comes to."""
    for order in list(permutations(range(3)))[:6]:
        board = Board()
        effects = [
            board.continuous("type(Creature)", *sized(0, 1)),
            board.continuous("type(Creature)", *pumped("number(2)", "number(0)")),
            board.continuous("type(Creature)", (73, "switch")),
        ]
        defined = board.static("@this", *sized(3, 3, 70), defining=True)
        beast = board.put(board.card("Alpha", "Creature", [defined]), 'counter(1,O,"-1/-1",1).', at=10)
        for place, which in enumerate(order):
            board.effect(effects[which], at=8 + 3 * place)
        assert board.characteristics().size(beast) == (0, 1)


def test_613_4b_of_two_that_set_the_later_decides() -> None:
    board = Board()
    beast = board.put(creature(board))
    board.effect(board.continuous("type(Creature)", *sized(5, 5)))
    board.effect(board.continuous("type(Creature)", (71, "set(power,number(1))")))
    assert board.characteristics().size(beast) == (1, 5)


def test_613_7a_a_set_gained_counts_from_the_effect_that_gave_it() -> None:
    """An Aura gives the ability that makes its bearer 9/9; an effect between the two in time set it to 1/1."""
    board = Board()
    beast = board.put(creature(board))
    board.effect(board.continuous("type(Creature)", *sized(1, 1)))
    inner = board.static("@this", *sized(9, 9))
    aura = board.card("Beta", "Enchantment Aura", [board.static("@host", (6, f"add_ability({inner})"))])
    board.put(aura, f"attached(1,O,{beast}).")
    assert board.characteristics().size(beast) == (9, 9)


def test_613_7_two_abilities_of_one_object_do_not_give_two_answers() -> None:
    board = Board()
    beast = board.put(creature(board, "Alpha", board.static("@this", *sized(4, 4)), board.static("@this", *sized(6, 6))))
    assert board.characteristics().size(beast) == (6, 6)


def test_613_4c_counters_and_amounts() -> None:
    board = Board()
    lands = board.describe("type(Land) @controlled_by(you)")
    for _ in range(3):
        board.put(board.card("Forest", "Basic Land Forest"))
    board.put(board.card("Forest", "Basic Land Forest"), controller=2)
    beast = board.put(creature(board), 'counter(1,O,"+1/+1",2).', 'counter(1,O,"-0/-1",1).', "counter(1,O,charge,4).")
    board.effect(board.continuous(f"@object({beast})", *pumped(f"count({lands})", "number(0)")))
    board.effect(board.continuous(f"@object({beast})", *pumped("times(-2,number(1))")))
    assert board.characteristics().size(beast) == (2 + 2 + 3 - 2, 2 + 2 - 1 - 2)


def test_613_4d_switching_twice_is_nothing() -> None:
    board = Board()
    beast = board.put(creature(board, size=(1, 4)))
    board.effect(board.continuous("type(Creature)", (73, "switch")))
    assert board.characteristics().size(beast) == (4, 1)
    board.effect(board.continuous("type(Creature)", (73, "switch")))
    assert board.characteristics().size(beast) == (1, 4)


def test_613_6_layer_7_part_of_an_effect_that_began_and_one_that_was_lost() -> None:
    """Losing all abilities takes an anthem's pump, but not one whose effect began in layer 4."""
    board = Board()
    beast = board.put(creature(board))
    board.put(creature(board, "Beta", board.static("type(Creature) !@this", *pumped("number(1)"))))
    board.put(creature(board, "Gamma", board.static("type(Creature) !@this", (4, 'add_type("Golem")'), *pumped("number(10)"))))
    board.effect(board.continuous("type(Creature)", (6, "lose_all_abilities")))
    found = board.characteristics()
    assert found.size(beast) == (12, 12) and "Golem" in found.types(beast)


def test_208_3a_creature_without_numbers_is_0_0() -> None:
    board = Board()
    land = board.put(board.card("Alpha", "Land"))
    board.effect(board.continuous("type(Land)", (4, 'add_type("Creature")')))
    assert board.characteristics().size(land) == (0, 0)


def test_613_8_power_that_layers_look_at_is_left_open() -> None:
    board = Board()
    board.put(creature(board))
    board.put(creature(board, "Beta", board.static("type(Creature) @power(0,2)", *pumped("number(1)"))))
    assert ("unsettled", 7) in board.open_ends()
    board = Board()
    board.put(creature(board))
    big = board.describe("type(Creature) @power(4,99)")
    board.put(creature(board, "Beta", board.static("type(Creature)", (6, "add_ability(920)"), only_while=f"exists({big})", looks=[big])))
    assert ("unsettled", 6) in board.open_ends()


def test_711_levels_by_counters() -> None:
    """Level symbols: abilities in layer 6 and base size in layer 7b, while the counters are in a range."""
    for counters, size, keywords in ((0, (1, 1), set()), (2, (3, 3), {"flying"}), (5, (6, 6), {"trample"})):
        board = Board()
        parts = {(1, 4): ("920", sized(3, 3)), (5, 99): ("921", sized(6, 6))}
        levels = [
            board.static("@this", (6, f"add_ability({ability})"), *base, only_while=f"between(counters(level),{low},{high})")
            for (low, high), (ability, base) in parts.items()
        ]
        beast = board.put(creature(board, "Alpha", *levels, size=(1, 1)), *([f"counter(1,O,level,{counters})."] if counters else []))
        found = board.characteristics()
        assert found.size(beast) == size and found.keywords(beast) == keywords


# --- The same question of the same cards, however the position is judged.


def mixed_board(varied: bool) -> tuple[Board, dict[str, int]]:
    """A board of lands and creatures that ask about types, colors, names, keywords, conditions and amounts."""
    board = Board()
    names: dict[str, int] = {}

    def put(label: str, types: str, abilities: list[int | str], *facts: str, colors: str = "", controller: int = 1, zone: str = "") -> None:
        card = board.card(label, types, abilities, power=1, toughness=3, colors=colors)
        names[label] = board.put(card, *facts, controller=controller, zone=zone)

    def adds(*facts: str) -> int:
        ability = board.number()
        board.add(*(fact.replace("A", str(ability), 1) for fact in facts), f"adds({ability},1).")
        return ability

    forests = board.describe("type(Forest) @controlled_by(you)")
    colored = board.describe("colored @controlled_by(you)", "called(alpha)")
    flyers = board.describe("keyword(flying)", "type(Land) ability !@this")
    dead = board.describe("type(Creature) in(graveyard)")
    chosen = board.describe("@of_chosen_type", "@of_chosen_color")
    mana = "option(A,1,m(0,0,0,0,0,1))."
    put("Alpha", "Creature Wall", ["flying"], colors="WU")
    put("Beta", "Basic Land Forest", [])
    put("Gamma", "Land Forest Island", [], controller=2)
    put("Delta", "Creature Golem", ["trample"], colors="R", zone="graveyard")
    put("One", "Land", [adds(mana, f"amount(A,1,count({forests})).")])
    put("Two", "Land", [adds(f"type_source(A,1,colors_among({colored})).")])
    put("Three", "Land", [adds(mana, f"adds_if(A,1,exists({flyers})).")])
    put("Four", "Land", [adds(mana, f"adds_if(A,1,at_least(colors_among({dead}),number(1))).")])
    put("Five", "Land", [adds(mana, f"adds_if(A,1,at_least(types_among(creature_type,{dead}),number(1))).")])
    put("Six", "Land", [adds(mana, f"adds_if(A,1,both(exists({chosen}),not_so(exists({dead})))).")], 'choice(1,O,creature_type,"Wall").')
    put("Seven", "Land", [adds(mana, f"adds_if(A,1,exists({chosen})).")], 'choice(1,O,color,"U").')
    put("Eight", "Land", [adds(f"type_source(A,1,could_produce(type,{forests})).")])
    land_types = board.describe("type(Land)")
    put("Nine", "Land", [adds(mana, f"adds_if(A,1,between(types_among(basic_land_type,{land_types}),2,2)).")])
    put("Ten", "Land", [adds(mana, f"adds_if(A,1,at_least(greatest(power,{colored}),number(1))).")])
    if varied:
        board.put(board.card("Omega", "Enchantment", [board.static("type(Artifact)", (4, 'add_type("Golem")'))]))
    return board, names


def test_steady_and_varied_positions_have_the_same_answers() -> None:
    answers = []
    for varied in (False, True):
        board, names = mixed_board(varied)
        found = board.could_produce()
        answers.append({label: found.get(which, "") for label, which in names.items()})
    assert answers[0] == answers[1]
    expected = {"Beta": "G", "Gamma": "UG", "One": "C", "Two": "WU", "Three": "C", "Four": "C", "Five": "C", "Seven": "C"}
    assert {label: mana for label, mana in answers[0].items() if mana} == expected | {"Eight": "G", "Nine": "C", "Ten": "C"}


def test_steady_positions_need_no_layers() -> None:
    board, _ = mixed_board(False)
    assert board.could_produce(deep=False) == board.could_produce(deep=True)
    assert board.characteristics(deep=False).solved == board.characteristics(deep=True).solved


class Undecided(clingo.Observer):  # type: ignore[misc]
    """Counts what the grounder leaves to the solver."""

    def __init__(self) -> None:
        self.rules = 0

    def rule(self, choice: bool, head: list[int], body: list[int]) -> None:
        self.rules += bool(body)

    def weight_rule(self, choice: bool, head: list[int], lower_bound: int, body: list[tuple[int, int]]) -> None:
        self.rules += 1


def test_the_grounder_decides_everything() -> None:
    """The programs are stratified as written: layers, steps, conditions and reflections leave only facts."""
    board, _ = mixed_board(True)
    board.put(board.card("Psi", "Enchantment", [board.static("type(Land) !type(Basic)", (4, 'set_land_type("Mountain")'))]))
    board.put(board.card("Chi", "Legendary Land", [board.static("type(Land)", (4, 'add_type("Swamp")'), (6, "add_ability(920)"))]))
    board.put(board.card("Phi", "Enchantment", [board.static("type(Creature)", (6, "lose_all_abilities"), *sized(1, 1))]))
    board.put(creature(board, "Rho", board.static("type(Creature)", (6, "add_ability(921)"))))
    for kind in ("could_produce", "characteristics"):
        watch = Undecided()
        control = clingo.Control(["--warn=none"])
        control.register_observer(watch)
        control.add("base", [], program(board.plan(kind)))
        control.add("base", [], f"{board.facts}\nask_all(1,{kind}).")
        control.ground([("base", [])])
        assert watch.rules == 0, kind


def test_numbers_of_abilities_are_those_of_the_board() -> None:
    assert not set(BASIC_ABILITY.values()) & set(KEYWORD_ABILITY.values())
