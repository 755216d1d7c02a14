"""106.7 against a brute-force reference: random boards of lands that reflect each other under replacement effects."""

from __future__ import annotations

from dataclasses import replace

from abstract_board import Board
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from reference.could_produce import (
    COLORS,
    TYPES,
    Ability,
    Adds,
    Permanent,
    Reflects,
    Replacement,
    could_produce,
    mana,
)

FIXED = ["", "G", "C", "WU", "CC", "BBR"]
CHOICES = [("W", "B"), ("R", "G"), ("WW", "WU", "UU"), ("C", "G"), tuple(COLORS)]
amounts = st.sampled_from([0, 1, 1, 1, 2, 3])
adds = st.one_of(
    st.builds(Adds, st.sampled_from(FIXED).map(lambda bag: (bag,)), amounts),
    st.builds(Adds, st.sampled_from(CHOICES), amounts, st.booleans()),
)
reflects = st.builds(Reflects, st.sampled_from(["type", "color"]), st.sampled_from(["you", "opponent", "basic"]), amounts)
abilities = st.builds(Ability, st.one_of(adds, reflects, reflects), st.sampled_from([True, True, True, False]))
players = st.sampled_from([1, 2])
lands = st.builds(Permanent, players, st.lists(abilities, max_size=2).map(tuple), st.sampled_from([True, True, True, False]))
basics = st.builds(Permanent, players, st.sampled_from(COLORS).map(lambda color: (Ability(Adds((color,))),)), basic=st.just(True))
mirrors = st.builds(Permanent, players, st.builds(Ability, reflects).map(lambda made: (made,)))
boards = st.tuples(
    st.lists(st.one_of(mirrors, mirrors, lands), min_size=1, max_size=3), st.lists(st.one_of(basics, lands), min_size=1, max_size=3)
).map(lambda halves: tuple(halves[0] + halves[1]))
changes = st.sampled_from(["times 2", "times 3", "all C", "all U", "chosen R", "chosen W", "one C", "any", "one any", "colors B"])
replacements = st.builds(
    Replacement,
    players,
    changes,
    st.sampled_from(["permanent", "land", "basic"]),
    st.sampled_from(["any", "any", "you", "opponent"]),
    st.sampled_from([0, 0, 2, 3]),
    st.sampled_from([True, True, False]),
)

effects = st.one_of(st.lists(replacements, max_size=2), *[st.lists(replacements, min_size=2, max_size=4)] * 2).map(tuple)


def written(board: Board, found: tuple[Permanent, ...], replacing: tuple[Replacement, ...]) -> list[int]:
    """Write everything as facts; return the numbers of the permanents."""
    whose = {
        "you": board.describe("type(Land) @controlled_by(you)"),
        "opponent": board.describe("type(Land) @controlled_by(opponent)"),
        "basic": board.describe("type(Land) type(Basic) @controlled_by(you)"),
    }
    what = {"permanent": board.describe(""), "land": board.describe("type(Land)"), "basic": board.describe("type(Land) type(Basic)")}
    numbers = []
    for one in found:
        types = ("Basic " if one.basic else "") + ("Land" if one.land else "Artifact")
        card = board.card("Alpha", types, [ability(board, made, whose) for made in one.abilities])
        numbers.append(board.put(card, controller=one.controller))
    for effect in replacing:
        replacement, static = board.number(), board.number()
        board.add(f"replaces_mana({static},{replacement}).", f"mana_source({replacement},{what[effect.what]}).")
        board.add(f"mana_taker({replacement},{effect.who}).")
        if effect.at_least:
            board.add(f"mana_at_least({replacement},{effect.at_least}).")
        if effect.tapped_for_mana:
            board.add(f"tap_required({replacement}).")
        change, _, rest = effect.change.partition(" ")
        board.add(f"mana_change({replacement},{changed(change, rest)}).")
        chosen = [f'choice(1,O,color,"{rest}").'] if change == "chosen" else []
        board.put(board.card("Omega", "Enchantment", [static]), *chosen, controller=effect.controller)
    return numbers


def changed(change: str, rest: str) -> str:
    if change == "times":
        return f"times({rest})"
    if change == "one":
        return "one_any_color" if rest == "any" else f"exactly({bag(rest)})"
    terms = {"all": f'all("{rest}")', "chosen": "all_chosen", "any": "all_any_color", "colors": f'colors_to("{rest}")'}
    return terms[change]


def bag(letters: str) -> str:
    return f"m({','.join(map(str, mana(letters)))})"


def ability(board: Board, made: Ability, whose: dict[str, int]) -> int:
    number = board.number()
    board.add(f"adds({number},1). activated({number}).")
    if made.tapped_for_mana:
        board.add(f"tap_ability({number}). mana_ability({number}).")
    if made.effect.amount != 1:
        board.add(f"amount({number},1,number({made.effect.amount})).")
    if isinstance(made.effect, Reflects):
        board.add(f"type_source({number},1,could_produce({made.effect.sort},{whose[made.effect.whose]})).")
        return number
    if made.effect.options == tuple(COLORS):
        board.add(f"type_source({number},1,any_color).")
    else:
        board.add(*(f"option({number},1,{bag(option)})." for option in made.effect.options))
    if made.effect.mixed:
        board.add(f"combination({number},1).")
    return number


def own(permanent: Permanent) -> tuple[Ability, ...]:
    """The abilities that look at no other permanent."""
    return tuple(made for made in permanent.abilities if isinstance(made.effect, Adds))


def compare(found: tuple[Permanent, ...], replacing: tuple[Replacement, ...], varied: bool) -> None:
    expected = could_produce(found, replacing)
    board = Board()
    numbers = written(board, found, replacing)
    if varied:
        board.put(board.card("Psi", "Enchantment", [board.static("type(Creature)", (4, 'add_type("Wall")'))]))
    answers = board.could_produce(deep=varied)
    alone = could_produce(tuple(replace(one, abilities=own(one)) for one in found), replacing)
    event("reflections matter" if alone != expected else "no reflection")
    event("effects matter" if could_produce(found, ()) != expected else "no effect")
    assert [answers.get(number, "") for number in numbers] == ["".join(letter for letter in TYPES if letter in types) for types in expected]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(boards, effects)
def test_106_7_as_by_brute_force(found: tuple[Permanent, ...], replacing: tuple[Replacement, ...]) -> None:
    compare(found, replacing, varied=False)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(boards, effects)
def test_106_7_as_by_brute_force_where_characteristics_vary(found: tuple[Permanent, ...], replacing: tuple[Replacement, ...]) -> None:
    compare(found, replacing, varied=True)


def test_the_reference_itself_on_known_boards() -> None:
    """Two that reflect each other give nothing; a Forest gives all G; a doubler and "two or more" give C; orders matter."""
    pool = Permanent(1, (Ability(Reflects("type", "you")),))
    forest = Permanent(1, (Ability(Adds(("G",))),), basic=True)
    assert could_produce((pool, pool), ()) == (frozenset(), frozenset())
    assert could_produce((pool, pool, forest), ()) == (frozenset("G"),) * 3
    damper = Replacement(2, "one C", "land", "any", 2)
    doubler = Replacement(1, "times 2", "permanent", "you")
    assert could_produce((forest,), (damper,)) == (frozenset("G"),)
    assert could_produce((forest, pool), (damper, doubler)) == (frozenset("C"), frozenset("C"))
    assert could_produce((forest,), (Replacement(1, "all U"), Replacement(2, "all R"))) == (frozenset("UR"),)
