"""Queries and cases: every kind with its arguments, and the JSON Schema that goes with the readers."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from boards import NAMES, all_names, board, permanent, shared_cases
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from lawmage.answer import Answer, Unread, unanswered
from lawmage.errors import InputError
from lawmage.position.cases import RESULTS, read_case
from lawmage.position.query import EVENTS, QUERIES, Event, Purpose, Query, Source, read_query
from lawmage.position.reader import read_position
from lawmage.position.schema import ROOTS, schema
from lawmage.position.writer import case_to_data, query_to_data

DATA = board(
    permanent("f"),
    permanent("bear", "Grizzly Bears", "P2"),
    players={"P1": {"hand": [{"id": "h", "card": "Forest"}]}, "P2": {}},
    stack=[{"id": "s", "card": "Lightning Bolt", "controller": "P1"}],
)
POSITION = read_position(DATA, NAMES)


def ask(**data: Any) -> Query:
    return read_query(data, POSITION, NAMES)


def faults(**data: Any) -> dict[str, str]:
    with pytest.raises(InputError) as caught:
        ask(**data)
    return {fault.place: str(fault) for fault in caught.value.faults}


QUERY_DATA: list[dict[str, Any]] = [
    {"kind": "could_produce", "permanent": "f"},
    {"kind": "tap_for_mana", "permanent": "f", "ability": "#1", "player": "P2", "recipient": "P1"},
    {"kind": "activate_for_mana", "permanent": "f", "ability": "{T}"},
    {"kind": "tapped_for_mana_triggers", "permanent": "f"},
    {"kind": "legal", "player": "P1", "permanent": "h", "ability": "cycling"},
    {"kind": "abilities", "player": "P1"},
    {"kind": "payable", "player": "P1", "cost": "{2}{W/U}{2/G}{B/P}{C}{S}{X}", "x": 2, "for": "cast Forest for its alternative cost"},
    {"kind": "payable", "player": "P1", "cost": "{0}", "for": "activate @f: {X}, {T}"},
    {"kind": "payable", "player": "P1", "cost": "{3}", "for": "turn @bear face up"},
    {"kind": "payable", "player": "P1", "cost": "{3}", "for": "suspend Lightning Bolt"},
    {"kind": "characteristics", "permanent": "bear"},
    {"kind": "state_based_actions"},
    {"kind": "event", "event": "damage", "object": "bear", "amount": 3},
    {"kind": "event", "event": "destroy", "object": "bear"},
    {"kind": "value_of_x", "object": "s", "in": "mana_cost"},
    {"kind": "replace", "event": {"kind": "put_counters", "affected": "P2", "counter": "poison", "amount": 1, "by": "P1", "cause": "cost"}},
    {"kind": "replace", "event": {"kind": "create_tokens", "affected": "P1", "token": "Treasure", "amount": 2}},
    {"kind": "replace", "event": {"kind": "create_tokens", "affected": "P1", "token": {"name": "A", "types": ["Creature"]}, "amount": 2}},
    {"kind": "replace", "event": {"kind": "damage", "affected": "bear", "source": "s", "amount": 3, "combat": True}},
    {
        "kind": "replace",
        "event": {"kind": "damage", "affected": "P2", "source": {"card": "Lightning Bolt", "controller": "P1"}, "amount": 3},
    },
    {"kind": "replace", "event": {"kind": "gain_life", "affected": "P1", "amount": 3}},
    {"kind": "replace", "event": {"kind": "lose_life", "affected": "P1", "amount": 3}},
    {"kind": "replace", "event": {"kind": "draw", "affected": "P1", "amount": 1, "first_in_draw_step": True}},
    {"kind": "replace", "event": {"kind": "destroy", "affected": "bear", "by": {"card": "Lightning Bolt", "controller": "P2"}}},
    {"kind": "replace", "event": {"kind": "dies", "affected": "bear"}},
    {"kind": "replace", "event": {"kind": "exile", "affected": "bear", "by": "s"}},
    {"kind": "replace", "event": {"kind": "discard", "affected": "h"}},
    {"kind": "replace", "event": {"kind": "mill", "affected": "P2", "by": "f"}},
    {"kind": "replace", "event": {"kind": "enters", "card": "Clone", "controller": "P1", "origin": "stack", "x": 2}},
    {"kind": "replace", "event": {"kind": "enters", "affected": "h", "origin": "hand"}},
    {"kind": "replace", "event": {"kind": "add_mana", "affected": "P1", "source": "f", "mana": {"G": 2}}},
]


@pytest.mark.parametrize("data", QUERY_DATA, ids=lambda data: f"{data['kind']}-{data.get('event', data).__str__()[:40]}")
def test_every_query_is_read_written_and_in_the_schema(data: dict[str, Any]) -> None:
    assert query_to_data(ask(**data)) == data
    Draft202012Validator(schema("query")).validate(data)


def test_every_kind_and_event_is_covered_above() -> None:
    assert {data["kind"] for data in QUERY_DATA} == set(QUERIES) == set(RESULTS)
    assert {data["event"]["kind"] for data in QUERY_DATA if data["kind"] == "replace"} == set(EVENTS)


def test_what_queries_become() -> None:
    assert ask(kind="event", event="damage", object="bear", amount=3).event == Event(kind="damage", affected="bear", amount=3)
    assert ask(kind="payable", player="P1", cost="{1}", **{"for": "activate @f: {X}, {T}"}).purpose == Purpose(
        verb="activate", object="f", ability="{X}, {T}"
    )
    source = {"card": "lightning bolt", "controller": "P1"}
    event = ask(kind="replace", event={"kind": "damage", "affected": "P2", "source": source, "amount": 3}).event
    assert event is not None
    assert event.source == Source(card="Lightning Bolt", controller="P1")


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        ({}, "", "needs the key kind"),
        ({"kind": "could_prodce"}, "kind", "Did you mean: could_produce"),
        ({"kind": ["could_produce"]}, "kind", "a list"),
        ({"kind": "could_produce"}, "", "permanent"),
        ({"kind": "could_produce", "permanent": "x"}, "permanent", '"x"'),
        ({"kind": "could_produce", "permanent": "s"}, "permanent", "elsewhere"),
        ({"kind": "could_produce", "permanent": "f", "player": "P1"}, "player", "no key"),
        ({"kind": "legal", "player": "P3", "permanent": "f", "ability": "x"}, "player", "P3"),
        ({"kind": "payable", "player": "P1", "cost": "2G"}, "cost", '"2G"'),
        ({"kind": "payable", "player": "P1", "cost": "{2}{Y}"}, "cost", "{Y}"),
        ({"kind": "payable", "player": "P1", "cost": "{2}", "for": "buy Forest"}, "for", "cast NAME"),
        ({"kind": "payable", "player": "P1", "cost": "{2}", "for": "cast Forrest"}, "for", "Forest"),
        ({"kind": "payable", "player": "P1", "cost": "{2}", "for": "turn @zz face up"}, "for", "@zz"),
        ({"kind": "payable", "player": "P1", "cost": "{2}", "for": "activate @f:"}, "for", "activate @id"),
        ({"kind": "value_of_x", "object": "s", "in": "everywhere"}, "in", "mana_cost"),
        ({"kind": "event", "event": "damage", "object": "f"}, "", "amount"),
        ({"kind": "event", "event": "destroy", "object": "f", "amount": 1}, "amount", "only damage"),
        ({"kind": "event", "event": "explode", "object": "f"}, "event", "explode"),
        ({"kind": "replace", "event": {"kind": "explode"}}, "event.kind", "explode"),
        ({"kind": "replace", "event": {"kind": "draw", "affected": "f", "amount": 1}}, "event.affected", "player"),
        ({"kind": "replace", "event": {"kind": "draw", "affected": "P1", "amount": 1, "counter": "x"}}, "event.counter", "no key"),
        ({"kind": "replace", "event": {"kind": "damage", "affected": "P1", "source": 3, "amount": 1}}, "event.source", "an id"),
        ({"kind": "replace", "event": {"kind": "enters", "card": "Clone"}}, "event", "controller"),
        ({"kind": "replace", "event": {"kind": "enters"}}, "event", "affected or card"),
        ({"kind": "replace", "event": {"kind": "create_tokens", "affected": "P1", "token": {}, "amount": 1}}, "event.token", "key types"),
    ],
)
def test_faults_of_queries(data: dict[str, Any], place: str, words: str) -> None:
    assert words in faults(**data)[place]


# --- cases ----------------------------------------------------------------------------------------


def case(**more: Any) -> dict[str, Any]:
    return {"id": "c", "position": DATA, "query": {"kind": "could_produce", "permanent": "f"}, **more}


def test_a_case_comes_back() -> None:
    data = case(expect={"types": ["G"]}, cites=["106.7"], source="a ruling", why="it is a Forest")
    read = read_case(data, NAMES)
    assert read.expect == {"types": ["G"]}
    assert read_case(case_to_data(read), NAMES) == read


def test_faults_of_position_query_and_expectation_come_together() -> None:
    data = case(
        position={**DATA, "phase": "x"},
        query={"kind": "could_produce", "permanent": "zz"},
        whose=1,
    )
    with pytest.raises(InputError) as caught:
        read_case(data, NAMES, "f.jsonl:3")
    assert {fault.place for fault in caught.value.faults} == {
        "f.jsonl:3: position.phase",
        "f.jsonl:3: query.permanent",
        "f.jsonl:3: whose",
    }


@pytest.mark.parametrize(
    ("kind", "expect", "place"),
    [
        ("could_produce", {"types": ["Q"]}, "expect.types[0]"),
        ("could_produce", {"type": ["G"]}, "expect.type"),
        ("could_produce", ["G"], "expect"),
        ("state_based_actions", {"actions": [{"kind": "explode", "object": "f"}]}, "expect.actions[0].kind"),
        ("state_based_actions", {"actions": [{"kind": "destroy", "object": "zz"}]}, "expect.actions[0].object"),
    ],
)
def test_faults_of_expectations(kind: str, expect: Any, place: str) -> None:
    query = {"kind": kind} if kind == "state_based_actions" else {"kind": kind, "permanent": "f"}
    with pytest.raises(InputError) as caught:
        read_case(case(query=query, expect=expect), NAMES)
    assert [fault.place for fault in caught.value.faults] == [place]


@pytest.mark.parametrize(
    ("outcome", "good"),
    [
        ({"counters": {"+1/+1": 10**30}}, True),
        ({"copy_of": None}, True),
        ({"bear": {"zone": "exile"}}, True),
        ({"lose": {"P1": 2}, "draws": {}}, True),
        ({"coutners": {}}, False),
        ({"bear": {"bear": {}}}, False),
        ({"draws": {"P9": 1}}, False),
        (3, False),
    ],
)
def test_outcomes_of_replace(outcome: Any, good: bool) -> None:
    data = case(query={"kind": "replace", "event": {"kind": "dies", "affected": "bear"}}, expect={"outcomes": [outcome]})
    if good:
        assert read_case(data, NAMES).expect == {"outcomes": [outcome]}
    else:
        with pytest.raises(InputError):
            read_case(data, NAMES)


def test_shared_cases_fit_reader_and_schema() -> None:
    names = all_names()
    whole = Draft202012Validator(schema("case"))
    alone = Draft202012Validator(schema("position"))
    for data in shared_cases():
        whole.validate(data)
        alone.validate(data["position"])
        read = read_case(data, names, data["id"])
        written = case_to_data(read)
        whole.validate(written)
        assert read_case(written, names) == read


@pytest.mark.parametrize("root", ROOTS)
def test_schemas_are_schemas(root: str) -> None:
    Draft202012Validator.check_schema(schema(root))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_what_the_reader_takes_fits_the_schema(data: st.DataObject) -> None:
    """One value of a good case is swapped for another: if the reader still takes it, so does the schema."""
    query = data.draw(st.sampled_from(QUERY_DATA))
    changed = copy.deepcopy(case(query=query))
    paths: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            paths.append((value, key))
            walk(value[key])

    walk(changed)
    holder, key = data.draw(st.sampled_from(paths))
    holder[key] = data.draw(
        st.sampled_from(
            [None, True, 0, -1, 3, 10**7, "", "P1", "f", "Forest", "Treasure", "G", [], ["f"], {}, {"G": 1}, {"card": "Forest"}]
        )
    )
    try:
        read_case(changed, NAMES)
    except InputError as error:
        assert str(error)
        return
    Draft202012Validator(schema("case")).validate(changed)


# --- answers --------------------------------------------------------------------------------------


def test_answers_are_written_in_the_shape_of_the_contract() -> None:
    query = ask(kind="could_produce", permanent="f")
    answer = Answer(query, {"types": ["G"]}, cites=("106.7",))
    assert answer.to_data() == {
        "query": {"kind": "could_produce", "permanent": "f"},
        "result": {"types": ["G"]},
        "status": "certain",
        "unread": [],
        "cites": ["106.7"],
        "rules_date": "2026-04-17",
    }
    assert answer.certain
    none = unanswered(query, Unread("f", "mana", 3))
    assert not none.certain
    assert none.to_data()["unread"] == [{"object": "f", "topic": "mana", "stopped": 3}]
