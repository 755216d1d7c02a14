"""Reading positions: what is accepted, what is a fault, and where the fault is said to be."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from boards import NAMES, all_names, board, permanent, shared_cases
from hypothesis import given, settings
from hypothesis import strategies as st

from lawmage.errors import InputError
from lawmage.position.limits import MAX_FAULTS, MAX_OBJECTS
from lawmage.position.model import Amounts, Object, Position, StackObject, Token
from lawmage.position.order import ranks
from lawmage.position.reader import read_position
from lawmage.position.writer import to_data


def read(data: Any) -> Position:
    return read_position(data, NAMES)


def faults(data: Any) -> dict[str, str]:
    """Return the faults of ``data`` as place to problem (with suggestions)."""
    with pytest.raises(InputError) as caught:
        read(data)
    return {fault.place: str(fault) for fault in caught.value.faults}


def test_defaults_of_the_format() -> None:
    position = read(board(permanent("f")))
    assert (position.active, position.priority, position.phase) == ("P1", "P1", "main1")
    assert position.player("P2").life == 20
    assert position.object("f") == Object(id="f", card="Forest", controller="P1", owner="P1")


def test_every_key_of_an_object() -> None:
    data = permanent(
        "a", "Clone", owner="P2", tapped=True, flipped=True, face_down=True, phased_out=True, face="back", summoning_sick=True,
        counters={"+1/+1": 2, "level": 4}, damage=1, deathtouch_damage=True, attached_to="b", timestamp=5, copy_of="Grizzly Bears",
        x=3, linked=["Forest"], activated={"#1": 1}, entered_this_turn=True, attacking="P2", blocking=["b"], crewed=True,
        monstrous=True, renowned=True, saddled=True, class_level=2, regeneration_shields=1,
        choices={
            "color": "G", "colors": ["W", "U"], "creature_type": "Golem", "basic_land_type": "Island",
            "card_name": "Blood Moon", "number": 3, "player": "P2", "mode": "Khans",
        },
        **{"except": ["it's 7/7"]},
    )  # fmt: skip
    position = read(board(data, permanent("b")))
    assert to_data(position)["battlefield"][0] == data
    found = position.object("a")
    assert found.exceptions == ("it's 7/7",)
    assert found.choices.creature_type == "Golem"
    assert found.counters == {"+1/+1": 2, "level": 4}
    assert hash(position) == hash(read(board(data, permanent("b"))))
    assert pickle.loads(pickle.dumps(position)) == position


def test_zones_hold_names_objects_or_counts() -> None:
    player = {"hand": 3, "library": ["Forest"], "graveyard": ["Island", {"id": "g", "card": "Forest"}], "commander": ["Grizzly Bears"]}
    position = read({"players": {"P1": player, "P2": {"hand": ["Plains"]}}})
    first, second = position.players
    assert (first.hand, second.library) == (3, ())
    assert first.library == (Object(card="Forest", zone="library", controller="P1", owner="P1"),)
    assert [item.id for item in first.graveyard] == [None, "g"]
    assert position.object("g").zone == "graveyard"
    assert to_data(position)["players"] == {"P1": player, "P2": {"hand": ["Plains"]}}


def test_stack_holds_spells_and_abilities() -> None:
    spell = {"id": "s", "card": "Giant Growth", "controller": "P1", "targets": ["f", "P2"], "x": 1, "kicked": 2, "cast_from": "exile"}
    ability = {"id": "t", "source": "f", "ability": "#1", "controller": "P2", "modes": [1, "draw"]}
    position = read(board(permanent("f"), stack=[spell, ability]))
    assert isinstance(position.stack[0], StackObject)
    assert position.stack[0].zone == "stack"
    assert to_data(position)["stack"] == [spell, ability]


def test_tokens_predefined_described_and_copied() -> None:
    described = {
        "name": "Spawn",
        "types": ["Creature", "Eldrazi"],
        "power": 0,
        "toughness": "*",
        "abilities": ["Sacrifice this token: Add {C}."],
    }
    position = read(
        board(
            {"id": "a", "token": "Treasure", "controller": "P1"},
            {"id": "b", "token": described, "controller": "P1"},
            {"id": "c", "token": {}, "copy_of": "b", "controller": "P1"},
        )
    )
    assert position.object("a").token == "Treasure"
    assert position.object("c").token == Token()
    assert to_data(position)["battlefield"][1]["token"] == described


def test_names_of_faces_and_in_other_case_are_read_as_the_catalogue_spells_them() -> None:
    position = read(board(permanent("a", "blood moon"), permanent("b", "Ice"), permanent("c", "URZA\u2019S TOWER")))
    assert [item.card for item in position.battlefield] == ["Blood Moon", "Ice", "Urza's Tower"]


def test_an_id_comes_before_a_card_name_in_copy_of() -> None:
    position = read(board(permanent("Clone", "Forest"), permanent("a", "Clone", copy_of="Clone")))
    assert position.object("a").copy_of == "Clone"


def test_combat_is_short_for_declared_blockers() -> None:
    assert read(board(phase="combat")).phase == "declare_blockers"


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ({"card": "Forrest"}, "battlefield[0].card", "Did you mean: Forest"),
        ({"card": "#script (lua) x() #end."}, "battlefield[0].card", "there is no card named"),
        ({"card": "Forest\0"}, "battlefield[0].card", "U+0000"),
        ({"card": ""}, "battlefield[0].card", "empty"),
        ({"card": 3}, "battlefield[0].card", "not 3"),
        ({"card": "F" * 300}, "battlefield[0].card", "too long"),
        ({"attached_to": "nobody"}, "battlefield[0].attached_to", '"nobody"'),
        ({"copy_of": "nobody"}, "battlefield[0].copy_of", '"nobody"'),
        ({"controller": "P3"}, "battlefield[0].controller", '("P1", "P2")'),
        ({"tapped": "yes"}, "battlefield[0].tapped", "true or false"),
        ({"tapped": 1}, "battlefield[0].tapped", "true or false"),
        ({"taped": True}, "battlefield[0].taped", "Did you mean: tapped"),
        ({"damage": -1}, "battlefield[0].damage", "from 0"),
        ({"damage": 2**31}, "battlefield[0].damage", "1000000"),
        ({"damage": 10**60}, "battlefield[0].damage", "more than 30 digits"),
        ({"damage": True}, "battlefield[0].damage", "whole number"),
        ({"damage": 1.0}, "battlefield[0].damage", "whole number"),
        ({"timestamp": 10**7}, "battlefield[0].timestamp", "1000000"),
        ({"counters": {"a\nb": 1}}, 'battlefield[0].counters["a\\nb"]', "U+000A"),
        ({"counters": ["level"]}, "battlefield[0].counters", "a list"),
        ({"counters": {"level": None}}, "battlefield[0].counters.level", "null"),
        ({"choices": {"color": "Green"}}, "battlefield[0].choices.color", '"Green"'),
        ({"choices": {"creature_type": "Golme"}}, "battlefield[0].choices.creature_type", "Golem"),
        ({"linked": ["Forest", "Nope nope"]}, "battlefield[0].linked[1]", "no card"),
        ({"token": "Treasure"}, "battlefield[0].token", "not both"),
        ({"except": ["it's 7/7"]}, "battlefield[0].except", "copy_of"),
        ({"id": "a\tb"}, "battlefield[0].id", "U+0009"),
        ({"id": "\ud800"}, "battlefield[0].id", "U+D800"),
        ({"id": "P1"}, "battlefield[0].id", "that of a player"),
        ({"id": 7}, "battlefield[0].id", "text"),
        ({"face": "Forrest"}, "battlefield[0].face", "no card"),
        ({"targets": ["a"]}, "battlefield[0].targets", "no key"),
    ],
)
def test_a_fault_names_its_place_and_value(change: dict[str, Any], place: str, words: str) -> None:
    found = faults(board({**permanent("a"), **change}))
    assert words in found[place]


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        ([], "", "must be a map"),
        ({}, "", "needs the key players"),
        ({"players": {}}, "players", "at least one player"),
        ({"players": []}, "players", "a map of players"),
        (board(format=2), "format", "format 1 only"),
        (board(format=True), "format", "format 1 only"),
        (board(phase="main3"), "phase", "Did you mean: main"),
        (board(active="P3"), "active", "player"),
        (board(foo=1), "foo", "no key"),
        (board(stack=[{"id": "s", "controller": "P1"}]), "stack[0]", "card or token or source and ability"),
        (board(stack=[{"id": "s", "controller": "P1", "card": "Forest", "source": "s", "ability": "x"}]), "stack[0]", "not both"),
        (board({"id": "a", "card": "Forest"}), "battlefield[0]", "controller"),
        (board({"id": "a", "controller": "P1"}), "battlefield[0]", "card or token"),
        (board({"card": "Forest", "controller": "P1"}), "battlefield[0]", "key id"),
        (board({"id": "a", "controller": "P1", "token": {"types": ["Spirit"]}}), "battlefield[0].token.types", "card type"),
        (board({"id": "a", "controller": "P1", "token": {"name": "A"}}), "battlefield[0].token", "key types"),
        ({"players": {"P1": {"hand": -1}}}, "players.P1.hand", "from 0"),
        ({"players": {"P1": {"graveyard": 3}}}, "players.P1.graveyard", "a list"),
        ({"players": {"P1": {"mana_pool": {"X": 1}}}}, "players.P1.mana_pool.X", "type of mana"),
        (board(effects=[{"text": "@zz gets +1/+1.", "controller": "P1"}]), "effects[0].text", "@zz"),
        (board(effects=[{"controller": "P1"}]), "effects[0]", "text"),
    ],
)
def test_faults_of_the_position(data: Any, place: str, words: str) -> None:
    assert words in faults(data)[place]


def test_all_independent_faults_are_told_at_once() -> None:
    found = faults(
        {
            "players": {"P1": {"lief": 3}, "P2": {}},
            "phase": "x",
            "battlefield": [permanent("a", "Nope"), permanent("a"), permanent("b", attached_to="c"), 3],
        }
    )
    assert set(found) == {
        "players.P1.lief", "phase", "battlefield[0].card", "battlefield[1].id", "battlefield[2].attached_to", "battlefield[3]",
    }  # fmt: skip


def test_a_missing_player_map_does_not_make_every_controller_a_fault() -> None:
    assert set(faults({"battlefield": [permanent("a")]})) == {""}


def test_duplicate_ids_name_the_first_across_zones() -> None:
    data = {"players": {"P1": {"graveyard": [{"id": "a", "card": "Forest"}]}}, "battlefield": [permanent("a")]}
    assert "battlefield[0]" in faults(data)["players.P1.graveyard[0].id"]


@pytest.mark.parametrize("key", ["attached_to", "copy_of"])
@pytest.mark.parametrize("length", [1, 2, 3, 500])
def test_rings_are_one_fault(key: str, length: int) -> None:
    objects = [permanent(f"o{i}", **{key: f"o{(i + 1) % length}"}) for i in range(length)]
    tail = permanent("tail", **{key: "o0"})
    found = faults(board(tail, *objects))
    assert len(found) == 1
    (place,) = found
    assert place.endswith(key)


def test_a_chain_is_no_ring() -> None:
    objects = [permanent(f"o{i}", attached_to=f"o{i + 1}") for i in range(50)]
    assert read(board(*objects, permanent("o50"))).object("o49").attached_to == "o50"


def test_odd_ids_are_only_data() -> None:
    for id in ("a\"b'c", "#script(python)", ":- a.", "x y", "../../etc", "%", "ünï", "@", "a.b[0]"):
        position = read(board(permanent(id), permanent("z", attached_to=id), effects=[{"text": f"@{id} gets +1/+1.", "controller": "P1"}]))
        assert position.object(id).id == id


def test_mentions_take_the_longest_id_and_end_at_words() -> None:
    def text(words: str) -> dict[str, Any]:
        return board(permanent("kd"), permanent("kd-2"), effects=[{"text": words, "controller": "P1"}])

    read(text("@kd and @kd-2 and @kd's and @P1, @kd."))
    assert "@kdx" in faults(text("@kdx gets +1/+1."))["effects[0].text"]
    assert "@kd-3" in faults(text("@kd-3 gets +1/+1."))["effects[0].text"]


def test_too_many_objects_is_one_fault() -> None:
    data = board(*[permanent(str(i), "Nope") for i in range(MAX_OBJECTS + 1)])
    assert list(faults(data)) == [""]


def test_faults_are_listed_up_to_a_limit() -> None:
    with pytest.raises(InputError) as caught:
        read(board(*[permanent(str(i), "Nope") for i in range(MAX_OBJECTS)]))
    assert len(caught.value.faults) == MAX_FAULTS + 1
    assert "1950 more" in caught.value.faults[-1].problem


def test_place_of_the_whole_stands_first() -> None:
    with pytest.raises(InputError) as caught:
        read_position(board(permanent("a", "Nope")), NAMES, "boards.jsonl:7")
    assert caught.value.faults[0].place == "boards.jsonl:7: battlefield[0].card"


def test_613_7_ranks_put_plain_objects_first_and_plain_effects_last() -> None:
    effect = {"text": "Lands are Islands.", "controller": "P1"}
    data = board(
        permanent("a", timestamp=9), permanent("b"), permanent("c", timestamp=2), effects=[{**effect, "timestamp": 5}, effect, effect]
    )
    assert ranks(read(data)) == ((4, 1, 2), (3, 5, 6))


def test_equal_timestamps_share_a_rank() -> None:
    data = board(permanent("a", timestamp=1), permanent("b", timestamp=1), permanent("c", timestamp=2))
    assert ranks(read(data)) == ((1, 1, 2), ())


def test_amounts_are_read_only() -> None:
    amounts = Amounts({"level": 1})
    with pytest.raises(TypeError):
        amounts["level"] = 2
    with pytest.raises(TypeError):
        amounts.update(level=3)
    assert hash(amounts) == hash(Amounts({"level": 1}))


def test_shared_positions_read_and_come_back() -> None:
    names = all_names()
    for case in shared_cases():
        position = read_position(case["position"], names, case["id"])
        assert read_position(to_data(position), names) == position


# --- hostile input --------------------------------------------------------------------------------

KEYS = st.sampled_from(
    [
        "players", "P1", "P2", "battlefield", "stack", "effects", "id", "card", "controller", "token", "copy_of", "attached_to",
        "counters", "choices", "hand", "text", "source", "targets", "format", "phase", "name", "types", "activated", "except",
    ]
)  # fmt: skip
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.sampled_from(["P1", "a", "b", "Forest", "Clone", "#script", "@a"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5), max_leaves=30
)


@settings(max_examples=300, deadline=None)
@given(VALUES)
def test_any_value_is_a_position_or_an_input_error(value: Any) -> None:
    try:
        read(value)
    except InputError as error:
        assert str(error)


NEAR = VALUES | st.sampled_from(["a", "b", "P1", "Forest"])
FAR = ("token", "counters", "copy_of", "attached_to", "choices", "attacking", "blocking", "linked", "x", "except")
OBJECTS = st.fixed_dictionaries({}, optional={**dict.fromkeys(("id", "card", "controller"), NEAR), **dict.fromkeys(FAR, VALUES)})


@settings(max_examples=300, deadline=None)
@given(st.lists(OBJECTS, max_size=4), st.lists(OBJECTS, max_size=2), st.lists(VALUES, max_size=3))
def test_any_objects_are_a_position_or_an_input_error(battlefield: list[Any], stack: list[Any], graveyard: list[Any]) -> None:
    data = {"players": {"P1": {"graveyard": graveyard}, "P2": {}}, "battlefield": battlefield, "stack": stack}
    try:
        position = read(data)
    except InputError as error:
        assert str(error)
    else:
        assert read(to_data(position)) == position


def test_deep_nesting_is_one_fault() -> None:
    value: Any = "x"
    for _ in range(100_000):
        value = [value]
    for key in ("card", "counters", "choices", "token", "linked", "attacking", "blocking"):
        assert f"battlefield[0].{key}" in " ".join(faults(board(permanent("a", **{key: value}))))
    while isinstance(value, list):  # unravelled by hand: freeing it in one go would recurse
        value = value.pop()
