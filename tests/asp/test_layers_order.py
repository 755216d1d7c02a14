"""613.7, 613.8: timestamps and dependency among effects of layers 4 and 6, on boards of abstract cards."""

from __future__ import annotations

import pytest
from abstract_board import BASIC_ABILITY, Board, Characteristics

NONBASIC = "type(Land) !type(Basic)"
LANDS = "type(Land)"


def forest(board: Board) -> int:
    return board.card("Forest", "Basic Land Forest")


def plain_land(board: Board) -> int:
    """A nonbasic land with one mana ability of its own."""
    return board.card("Alpha", "Land", [board.mana("C")])


def setter(board: Board) -> int:
    """Nonbasic lands are Mountains."""
    return board.card("Beta", "Enchantment", [board.static(NONBASIC, (4, 'set_land_type("Mountain")'))])


def adder(board: Board) -> int:
    """A legendary land: each land is a Swamp in addition to its other land types."""
    return board.card("Gamma", "Legendary Land", [board.static(LANDS, (4, 'add_type("Swamp")'))])


def in_both_orders(board: Board, first: int, second: int) -> list[tuple[Board, int, int]]:
    """The board with two cards in both orders of timestamps: (board, object of first, object of second)."""
    found = []
    for swap in (False, True):
        copy = board.copy()
        if swap:
            two = copy.put(second)
            one = copy.put(first)
        else:
            one = copy.put(first)
            two = copy.put(second)
        found.append((copy, one, two))
    return found


def test_613_8_setter_strips_adder_in_both_orders() -> None:
    start = Board()
    nonbasic = start.put(plain_land(start))
    basic = start.put(forest(start))
    for board, _, land in in_both_orders(start, setter(start), adder(start)):
        found = board.characteristics()
        assert found.types(nonbasic) == {"Land", "Mountain"} and found.mana(nonbasic) == "R"
        assert found.types(land) == {"Legendary", "Land", "Mountain"}
        assert found.abilities(land) == {BASIC_ABILITY["Mountain"]}
        assert found.types(basic) == {"Basic", "Land", "Forest"}
        assert board.could_produce() == {nonbasic: "R", basic: "G", land: "R"}


def test_305_7_setting_takes_text_and_old_types_but_not_supertypes_or_card_types() -> None:
    board = Board()
    board.put(setter(board))
    land = board.put(board.card("Delta", "Snow Artifact Land Gate", [board.mana("U"), "haste"]))
    found = board.characteristics()
    assert found.types(land) == {"Snow", "Artifact", "Land", "Mountain"}
    assert found.abilities(land) == {BASIC_ABILITY["Mountain"]}


def test_305_7_adding_keeps_text() -> None:
    board = Board()
    mana = board.mana("C")
    land = board.put(board.card("Alpha", "Land", [mana]))
    board.put(board.card("Delta", "Enchantment", [board.static(LANDS, (4, 'add_type("Swamp")'))]))
    found = board.characteristics()
    assert found.abilities(land) == {mana, BASIC_ABILITY["Swamp"]}


def test_305_7_granted_abilities_survive() -> None:
    board = Board()
    land = board.put(plain_land(board))
    granted = board.mana("W")
    board.put(board.card("Delta", "Enchantment", [board.static(LANDS, (6, f"add_ability({granted})"))]))
    board.put(setter(board))
    assert board.characteristics().abilities(land) == {granted, BASIC_ABILITY["Mountain"]}


@pytest.mark.parametrize("setter_first", [True, False])
def test_613_7_two_setters_the_later_wins(setter_first: bool) -> None:
    board = Board()
    land = board.put(plain_land(board))
    cards = [setter(board), board.card("Delta", "Enchantment", [board.static(NONBASIC, (4, 'set_land_type("Island")'))])]
    for card in cards if setter_first else reversed(cards):
        board.put(card)
    assert board.characteristics().mana(land) == ("U" if setter_first else "R")


def test_613_8_add_after_set_by_timestamp_alone() -> None:
    """The adder is no land here, so neither can take the other's existence: timestamps decide."""
    for adder_first in (True, False):
        board = Board()
        land = board.put(plain_land(board))
        enchantment = board.card("Delta", "Enchantment", [board.static(LANDS, (4, 'add_type("Swamp")'))])
        for card in (enchantment, setter(board)) if adder_first else (setter(board), enchantment):
            board.put(card)
        found = board.characteristics()
        assert found.types(land) == ({"Land", "Mountain"} if adder_first else {"Land", "Mountain", "Swamp"})


def test_613_8_animated_setter_under_an_aura_that_makes_it_a_land() -> None:
    """A creature sets nonbasic lands; an Aura makes it a Forest land and so takes its text: then it sets nothing."""
    board = Board()
    land = board.put(plain_land(board))
    magus = board.put(board.card("Beta", "Creature Wall", [board.static(NONBASIC, (4, 'set_land_type("Mountain")'))], power=2, toughness=2))
    aura = board.card(
        "Epsilon",
        "Enchantment Aura",
        [board.static("@host", (4, "lose_kind(card_type)"), (4, 'add_type("Land")'), (4, 'set_land_type("Forest")'))],
    )
    board.put(aura, f"attached(1,O,{magus}).")
    found = board.characteristics()
    assert found.types(magus) == {"Land", "Forest"}
    assert found.types(land) == {"Land"}
    assert found.size(magus) is None


def test_613_8_aura_older_than_the_setter_is_no_different() -> None:
    board = Board()
    land = board.put(plain_land(board))
    aura = board.static("@host", (4, "lose_kind(card_type)"), (4, 'add_type("Land")'), (4, 'set_land_type("Forest")'))
    holder = board.put(board.card("Epsilon", "Enchantment Aura", [aura]), at=2)
    magus = board.put(board.card("Beta", "Creature", [board.static(NONBASIC, (4, 'set_land_type("Mountain")'))]), at=5)
    board.add(f"attached(1,{holder},{magus}).")
    assert board.characteristics().types(land) == {"Land"}


def test_613_8a_set_grows_by_another_effect_in_both_orders() -> None:
    """One makes creatures artifacts, one makes artifacts Golems: the second waits for the first."""
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", power=1, toughness=1))
    makes = start.card("Beta", "Enchantment", [start.static("type(Creature)", (4, 'add_type("Artifact")'))])
    looks = start.card("Gamma", "Enchantment", [start.static("type(Artifact)", (4, 'add_type("Golem")'))])
    for board, _, _ in in_both_orders(start, makes, looks):
        assert board.characteristics().types(beast) == {"Creature", "Artifact", "Golem"}


def test_613_8a_set_shrinks_by_another_effect_in_both_orders() -> None:
    """One takes the type Wall from creatures, one makes Walls artifacts: the second finds none."""
    start = Board()
    beast = start.put(start.card("Alpha", "Creature Wall", power=1, toughness=1))
    takes = start.card("Beta", "Enchantment", [start.static("type(Creature)", (4, 'lose_type("Wall")'))])
    looks = start.card("Gamma", "Enchantment", [start.static("type(Wall)", (4, 'add_type("Artifact")'))])
    for board, _, _ in in_both_orders(start, takes, looks):
        assert board.characteristics().types(beast) == {"Creature"}


def test_613_8a_absence_in_a_description_waits_too() -> None:
    """One makes creatures Walls, one makes creatures that are no Walls artifacts: the second finds none."""
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", power=1, toughness=1))
    makes = start.card("Beta", "Enchantment", [start.static("type(Creature)", (4, 'add_type("Wall")'))])
    looks = start.card("Gamma", "Enchantment", [start.static("type(Creature) !type(Wall)", (4, 'add_type("Artifact")'))])
    for board, _, _ in in_both_orders(start, makes, looks):
        assert board.characteristics().types(beast) == {"Creature", "Wall"}


def loop(board: Board) -> tuple[int, int]:
    """Two effects that each depend on the other: Walls become Golems instead, Golems become Walls instead."""
    one = board.static("type(Wall)", (4, "lose_kind(creature_type)"), (4, 'add_type("Golem")'))
    two = board.static("type(Golem)", (4, "lose_kind(creature_type)"), (4, 'add_type("Wall")'))
    return board.card("Beta", "Enchantment", [one]), board.card("Gamma", "Enchantment", [two])


def wall_and_golem(board: Board) -> tuple[int, int]:
    wall = board.put(board.card("Alpha", "Creature Wall", power=1, toughness=1))
    return wall, board.put(board.card("Zeta", "Creature Golem", power=1, toughness=1))


def test_613_8b_loops_go_by_timestamp() -> None:
    start = Board()
    beasts = wall_and_golem(start)
    one, two = loop(start)
    for (board, first, second), word in zip(in_both_orders(start, one, two), ("Wall", "Golem"), strict=True):
        found = board.characteristics()
        assert [found.types(beast) for beast in beasts] == [{"Creature", word}] * 2, (first, second)


def test_613_8b_without_a_golem_it_is_no_loop() -> None:
    """With a Wall alone, the second waits for the first, which has nothing to wait for: it ends a Wall."""
    start = Board()
    beast = start.put(start.card("Alpha", "Creature Wall", power=1, toughness=1))
    for board, _, _ in in_both_orders(start, *loop(start)):
        assert board.characteristics().types(beast) == {"Creature", "Wall"}


def test_613_8b_what_depends_on_a_loop_waits_for_it() -> None:
    """Golems are artifacts: that waits for both effects of the loop, whatever its timestamp."""
    board = Board()
    beasts = wall_and_golem(board)
    board.put(board.card("Delta", "Enchantment", [board.static("type(Golem)", (4, 'add_type("Artifact")'))]))
    one, two = loop(board)
    board.put(two)
    board.put(one)
    found = board.characteristics()
    assert [found.types(beast) for beast in beasts] == [{"Creature", "Golem", "Artifact"}] * 2


def chain(order: str) -> set[str]:
    """Three effects in an order of timestamps: c makes creatures artifacts, a artifacts enchantments, e those Walls."""
    board = Board()
    beast = board.put(board.card("Alpha", "Creature", power=1, toughness=1))
    effects = {"c": ("Creature", "Artifact"), "a": ("Artifact", "Enchantment"), "e": ("Enchantment", "Wall")}
    for looks, gives in (effects[letter] for letter in order):
        board.put(board.card("Beta", "Land", [board.static(f"type({looks})", (4, f'add_type("{gives}")'))]))
    return board.characteristics().types(beast)


def test_613_8c_order_is_looked_at_anew_after_each_effect() -> None:
    """Only once there is an artifact does what looks at enchantments depend on what makes artifacts enchantments."""
    assert chain("cea") == {"Creature", "Artifact", "Enchantment", "Wall"}


def test_613_8a_dependency_is_on_the_state_as_it_is() -> None:
    """While there is no artifact, what makes artifacts enchantments changes nothing: the oldest need not wait."""
    assert chain("eac") == {"Creature", "Artifact", "Enchantment"}


def test_613_8_condition_on_what_exists_waits() -> None:
    """If there is an artifact, creatures are Walls; another effect makes a creature an artifact."""
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", power=1, toughness=1))
    artifact = start.describe("type(Artifact)")
    walls = start.static("type(Creature)", (4, 'add_type("Wall")'), only_while=f"exists({artifact})", looks=[artifact])
    makes = start.static("type(Creature)", (4, 'add_type("Artifact")'))
    one, two = start.card("Beta", "Enchantment", [walls]), start.card("Gamma", "Enchantment", [makes])
    for board, _, _ in in_both_orders(start, one, two):
        assert board.characteristics().types(beast) == {"Creature", "Artifact", "Wall"}


def test_613_8_condition_that_nothing_exists_waits() -> None:
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", power=1, toughness=1))
    artifact = start.describe("type(Artifact)")
    walls = start.static("type(Creature)", (4, 'add_type("Wall")'), only_while=f"not_so(exists({artifact}))", looks=[artifact])
    makes = start.static("type(Creature)", (4, 'add_type("Artifact")'))
    one, two = start.card("Beta", "Enchantment", [walls]), start.card("Gamma", "Enchantment", [makes])
    for board, _, _ in in_both_orders(start, one, two):
        assert board.characteristics().types(beast) == {"Creature", "Artifact"}


@pytest.mark.parametrize("made_up, walls", [("both({}, your_turn)", True), ("either({}, in_phase(draw))", True),
                                            ("both({}, in_phase(draw))", False)])  # fmt: skip
def test_613_8_made_up_conditions_see_the_state(made_up: str, walls: bool) -> None:
    board = Board()
    beast = board.put(board.card("Alpha", "Creature", power=1, toughness=1))
    artifact = board.describe("type(Artifact)")
    makes = board.static("type(Creature)", (4, 'add_type("Artifact")'))
    board.put(board.card("Gamma", "Enchantment", [makes]))
    condition = made_up.format(f"exists({artifact})")
    effect = board.static("type(Creature)", (4, 'add_type("Wall")'), only_while=condition, looks=[artifact])
    board.put(board.card("Beta", "Enchantment", [effect]))
    assert board.characteristics().types(beast) == {"Creature", "Artifact"} | ({"Wall"} if walls else set())


def strip_all(board: Board, size: int = 1) -> int:
    """All creatures lose all abilities and have a base size."""
    parts = ((6, "lose_all_abilities"), (71, f"set(power,number({size}))"), (71, f"set(toughness,number({size}))"))
    return board.card("Beta", "Enchantment", [board.static("type(Creature)", *parts)], mana_value=4)


def animate_all(board: Board) -> int:
    """Each other enchantment is a creature with its mana value as its size."""
    parts = (
        (4, 'add_type("Creature")'),
        (71, "set(power,its(mana_value))"),
        (71, "set(toughness,its(mana_value))"),
    )
    return board.card("Gamma", "Enchantment", [board.static("type(Enchantment) !@this", *parts)], mana_value=5)


def test_613_6_stripper_animated_and_stripped_goes_on_in_both_orders() -> None:
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", ["flying"], power=3, toughness=3))
    results: list[Characteristics] = []
    for board, stripper, animator in in_both_orders(start, strip_all(start), animate_all(start)):
        found = board.characteristics()
        assert found.size(beast) == (1, 1) and found.keywords(beast) == set()
        assert found.types(stripper) == {"Enchantment", "Creature"} and found.abilities(stripper) == set()
        assert found.types(animator) == {"Enchantment"} and len(found.abilities(animator)) == 1
        results.append(found)
        size = (4, 4) if stripper < animator else (1, 1)
        assert found.size(stripper) == size, "base power and toughness go by timestamp in layer 7b"


def test_613_6_animated_land_keeps_what_began_in_layer_4() -> None:
    """A land animates itself and flies by one effect; what takes its abilities comes with an older timestamp."""
    board = Board()
    board.put(board.card("Delta", "Enchantment", [board.static("type(Creature)", (6, "lose_all_abilities"))]))
    effect = board.static(
        "@this", (4, 'add_type("Creature")'), (6, "add_ability(920)"), (71, "set(power,number(2))"), (71, "set(toughness,number(3))")
    )
    land = board.put(board.card("Alpha", "Land", [effect]))
    found = board.characteristics()
    assert found.keywords(land) == {"flying"} and found.size(land) == (2, 3)
    assert found.abilities(land) == {920}


def test_613_6_the_objects_of_layer_4_are_those_of_layer_6() -> None:
    """A loop: what turns Walls into Golems and gives flying finds one Wall; both are Walls in the end, one flies."""
    board = Board()
    wall, golem = wall_and_golem(board)
    one = board.static("type(Wall)", (4, "lose_kind(creature_type)"), (4, 'add_type("Golem")'), (6, "add_ability(920)"))
    two = board.static("type(Golem)", (4, "lose_kind(creature_type)"), (4, 'add_type("Wall")'))
    board.put(board.card("Beta", "Enchantment", [one]))
    board.put(board.card("Gamma", "Enchantment", [two]))
    found = board.characteristics()
    assert found.types(wall) == found.types(golem) == {"Creature", "Wall"}
    assert found.keywords(wall) == {"flying"} and found.keywords(golem) == set()


def test_613_8_ability_source_stripped_before_it_gives() -> None:
    """An older giver of an ability that is itself a creature loses it to a younger stripper: nothing is given."""
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", power=1, toughness=1))
    lord = start.card("Delta", "Creature", [start.static("type(Creature) !@this", (6, "add_ability(920)"))], power=1, toughness=1)
    for board, _, _ in in_both_orders(start, lord, strip_all(start)):
        assert board.characteristics().keywords(beast) == set()


def test_613_7_giver_that_is_no_creature_goes_by_timestamp() -> None:
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", power=1, toughness=1))
    giver = start.card("Delta", "Enchantment", [start.static("type(Creature)", (6, "add_ability(920)"))])
    results = [board.characteristics().keywords(beast) for board, _, _ in in_both_orders(start, giver, strip_all(start))]
    assert results == [set(), {"flying"}]


def test_613_8_looking_at_a_keyword_that_another_gives() -> None:
    """Creatures with flying have trample; an Aura gives flying: in both orders the creature has both."""
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", power=1, toughness=1))
    looks = start.card("Beta", "Enchantment", [start.static("keyword(flying)", (6, "add_ability(921)"))])
    gives = start.card("Gamma", "Enchantment", [start.static("type(Creature)", (6, "add_ability(920)"))])
    for board, _, _ in in_both_orders(start, looks, gives):
        assert board.characteristics().keywords(beast) == {"flying", "trample"}


def test_613_8_looking_at_a_keyword_that_another_takes() -> None:
    start = Board()
    beast = start.put(start.card("Alpha", "Creature", ["flying"], power=1, toughness=1))
    looks = start.card("Beta", "Enchantment", [start.static("keyword(flying)", (6, "add_ability(921)"))])
    for change in ("lose_keyword(flying)", "lose_all_but_mana"):
        takes = start.card("Gamma", "Enchantment", [start.static("type(Creature)", (6, change))])
        for board, _, _ in in_both_orders(start, looks, takes):
            assert board.characteristics().keywords(beast) == set(), change


def test_604_1_ability_gained_gives_in_its_turn() -> None:
    """An Aura gives "creatures you control have flying" to a creature: so it and its fellows fly."""
    board = Board()
    inner = board.static("type(Creature) @controlled_by(you)", (6, "add_ability(920)"))
    beast = board.put(board.card("Alpha", "Creature", power=1, toughness=1))
    fellow = board.put(board.card("Beta", "Creature", power=1, toughness=1))
    foe = board.put(board.card("Beta", "Creature", power=1, toughness=1), controller=2)
    aura = board.card("Gamma", "Enchantment Aura", [board.static("@host", (6, f"add_ability({inner})"))])
    board.put(aura, f"attached(1,O,{beast}).", controller=2)
    found = board.characteristics()
    assert found.keywords(beast) == {"flying"} == found.keywords(fellow)
    assert found.keywords(foe) == set()


def test_613_3_defining_abilities_come_first() -> None:
    """A younger creature of every type, and an older effect that makes creatures Walls only: they are Walls only."""
    board = Board()
    walls = board.static("type(Creature)", (4, "lose_kind(creature_type)"), (4, 'add_type("Wall")'))
    board.put(board.card("Beta", "Enchantment", [walls]))
    every = board.static("@this", (4, "add_every(creature_type)"), defining=True)
    beast = board.put(board.card("Alpha", "Creature Golem", [every], power=1, toughness=1))
    assert board.characteristics().types(beast) == {"Creature", "Wall"}


def test_613_8a_defining_abilities_depend_on_no_other() -> None:
    """With a third effect that makes the steps necessary, the defining ability still comes first."""
    board = Board()
    looks = board.static("type(Wall)", (4, 'add_type("Artifact")'))
    board.put(board.card("Gamma", "Enchantment", [looks]))
    walls = board.static("type(Creature)", (4, "lose_kind(creature_type)"), (4, 'add_type("Golem")'))
    board.put(board.card("Beta", "Enchantment", [walls]))
    every = board.static("@this", (4, "add_every(creature_type)"), defining=True)
    beast = board.put(board.card("Alpha", "Creature Golem", [every], power=1, toughness=1))
    assert board.characteristics().types(beast) == {"Creature", "Golem"}


def test_205_1a_land_types_go_with_the_land_type() -> None:
    """An Aura makes a Forest a Wall creature and nothing else; what looks at Forests finds none, in both orders."""
    start = Board()
    land = start.put(start.card("Forest", "Basic Land Forest"))
    looks = start.card("Gamma", "Enchantment", [start.static("type(Forest)", (4, 'add_type("Artifact")'))])
    change = start.static("type(Land)", (4, "lose_kind(card_type)"), (4, 'add_type("Creature")'), (4, 'add_type("Wall")'))
    for board, _, _ in in_both_orders(start, looks, start.card("Beta", "Enchantment", [change])):
        found = board.characteristics()
        assert found.types(land) == {"Basic", "Creature", "Wall"}
        assert found.mana(land) == ""


def test_one_step_too_few_is_seen() -> None:
    board = Board()
    board.put(board.card("Alpha", "Creature", power=1, toughness=1))
    for looks, gives in (("Artifact", "Enchantment"), ("Creature", "Artifact")):
        board.put(board.card("Beta", "Land", [board.static(f"type({looks})", (4, f'add_type("{gives}")'))]))
    board._layered = 0
    assert ("unfinished", 4) in board.open_ends()
    assert ("unfinished", 0) in board.open_ends(deep=False)
    board._layered = 2
    assert board.open_ends() == set()


def test_an_idle_effect_is_nothing_unfinished() -> None:
    board = Board()
    beast = board.put(board.card("Alpha", "Creature", power=1, toughness=1))
    artifact = board.describe("type(Artifact)")
    idle = board.static("type(Creature)", (4, 'add_type("Wall")'), only_while=f"exists({artifact})", looks=[artifact])
    board.put(board.card("Beta", "Enchantment", [idle]))
    board.put(board.card("Gamma", "Enchantment", [board.static("type(Wall)", (4, 'add_type("Artifact")'))]))
    assert board.characteristics().types(beast) == {"Creature"}
