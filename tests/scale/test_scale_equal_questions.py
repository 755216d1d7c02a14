"""Equal questions: what is only a name changes nothing, and whatever may bear on an answer makes another question."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from boards import shared_cases
from hypothesis import given, settings
from hypothesis import strategies as st

from lawmage.answer import Answer
from lawmage.api import ask_many
from lawmage.batch.canonical import question
from lawmage.batch.compare import differences
from lawmage.batch.desk import Known, desk
from lawmage.batch.generate import generate
from lawmage.batch.slicing import slicer
from lawmage.batch.verify import Line
from lawmage.cards.catalogue import packaged
from lawmage.position.names import CatalogueNames
from lawmage.position.query import read_query
from lawmage.position.reader import read_position

NAMES = CatalogueNames(packaged())

BOARD: dict[str, Any] = {
    "players": {"P1": {"graveyard": ["Forest"]}, "P2": {"life": 7}},
    "battlefield": [
        {"id": "a", "card": "Forest", "controller": "P1", "timestamp": 3},
        {"id": "b", "card": "Wild Growth", "controller": "P1", "attached_to": "a"},
        {"id": "c", "card": "Grizzly Bears", "controller": "P2", "counters": {"+1/+1": 1}, "attacking": "P1"},
        {"id": "d", "card": "Clone", "controller": "P2", "copy_of": "c", "choices": {"player": "P1"}},
    ],
    "effects": [{"text": "@c gets +1/+1 until end of turn.", "controller": "P1", "source": "b"}],
}
QUERY = {"kind": "could_produce", "permanent": "a"}


def key(position: dict[str, Any], query: dict[str, Any]) -> bytes | None:
    board = read_position(position, NAMES)
    return question(board, read_query(query, board, NAMES)).key


def renamed(data: Any, names: dict[str, str], inside: str = "") -> Any:
    """Return a position or a query with other ids, wherever ids stand."""
    if isinstance(data, dict):
        return {(names.get(k, k) if inside == "players" else k): renamed(v, names, k) for k, v in data.items()}
    if isinstance(data, list):
        return [renamed(entry, names, inside) for entry in data]
    if inside == "text" and isinstance(data, str):
        for old, new in names.items():
            data = data.replace(f"@{old} ", f"@{new} ")
        return data
    places = {"id", "controller", "owner", "active", "priority", "attached_to", "attacking", "blocking", "copy_of", "player", "source",
              "permanent", "targets", "affected", "by", "object"}  # fmt: skip
    return names.get(data, data) if inside in places and isinstance(data, str) else data


OTHER = {"P1": "Alice", "P2": "zq", "a": "Forest", "b": "the growth", "c": "G", "d": "it's-d"}


def test_ids_make_no_other_question() -> None:
    assert key(BOARD, QUERY) is not None
    assert key(renamed(BOARD, OTHER), renamed(QUERY, OTHER)) == key(BOARD, QUERY)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("battlefield", 0, "card"), "Island"),
        (("battlefield", 0, "tapped"), True),
        (("battlefield", 0, "timestamp"), 4),
        (("battlefield", 0, "controller"), "P2"),
        (("battlefield", 0, "owner"), "P2"),
        (("battlefield", 1, "attached_to"), "c"),
        (("battlefield", 2, "counters"), {"+1/+1": 2}),
        (("battlefield", 2, "attacking"), True),
        (("battlefield", 2, "damage"), 1),
        (("battlefield", 3, "copy_of"), "a"),
        (("battlefield", 3, "choices"), {"player": "P2"}),
        (("battlefield", 3, "choices"), {"color": "G"}),
        (("effects", 0, "text"), "@a gets +1/+1 until end of turn."),
        (("effects", 0, "controller"), "P2"),
        (("effects", 0, "source"), "a"),
        (("players", "P1", "life"), 3),
        (("players", "P1", "graveyard"), ["Island"]),
        (("players", "P1", "hand"), 1),
        (("players", "P2", "monarch"), True),
        (("active",), "P2"),
        (("phase",), "end"),
    ],
)
def test_whatever_may_bear_on_the_answer_makes_another_question(path: tuple[Any, ...], value: Any) -> None:
    changed = copy.deepcopy(BOARD)
    at: Any = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    assert key(changed, QUERY) not in (None, key(BOARD, QUERY))


def test_the_query_and_the_orders_belong_to_the_question() -> None:
    turned = {**BOARD, "battlefield": BOARD["battlefield"][::-1]}
    other_players = {**BOARD, "players": {"P2": BOARD["players"]["P2"], "P1": BOARD["players"]["P1"]}, "active": "P1"}
    keys = [
        key(BOARD, QUERY),
        key(BOARD, {**QUERY, "permanent": "b"}),
        key(BOARD, {"kind": "characteristics", "permanent": "a"}),
        key(turned, QUERY),
        key(other_players, QUERY),
    ]
    assert None not in keys
    assert len(set(keys)) == len(keys)


def test_a_position_that_uses_the_marks_is_asked_as_it_is() -> None:
    marked = copy.deepcopy(BOARD)
    marked["battlefield"][2] = {
        "id": "c",
        "token": {"name": "zq1qz", "types": ["Creature"], "power": 1, "toughness": 1},
        "controller": "P2",
    }
    assert key(marked, QUERY) is None


def test_an_answer_that_names_ids_names_those_of_its_asker() -> None:
    own = desk()
    known = Known()
    case = {"id": "x", "position": BOARD, "query": {"kind": "characteristics", "permanent": "d"}, "expect": {"controller": "P2"}}
    other = {**case, "position": renamed(BOARD, OTHER), "query": renamed(case["query"], OTHER), "expect": {"controller": "zq"}}
    first = own.work([Line("f", 1, json.dumps(case))], known)
    second = own.work([Line("f", 2, json.dumps(other))], known)
    assert (first.hits, second.hits) == (0, 1)
    found = [json.loads(done.records[0]) for done in (first, second)]
    assert [record["verdict"] for record in found] == ["pass", "pass"]
    assert found[1]["answer"]["query"]["permanent"] == "it's-d"


# --- what is left out -----------------------------------------------------------------------------

ALONE = {"id": "a", "card": "Forest", "controller": "P1"}


def left(*others: dict[str, Any], asked: str = "a", **more: Any) -> list[str | None]:
    """Return the ids of the permanents that the question of a Forest and others is asked with."""
    data = {"players": {"P1": {}, "P2": {}}, "battlefield": [ALONE, *others], **more}
    board = read_position(data, NAMES)
    sliced = SLICER(board, read_query({"kind": "could_produce", "permanent": asked}, board, NAMES))
    return [item.id for item in sliced.battlefield]


def on(id: str, card: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "card": card, "controller": "P2", **more}


SLICER = slicer()


def test_permanents_that_bear_on_nothing_are_left_out() -> None:
    assert left(on("b", "Grizzly Bears"), on("c", "Island"), on("d", "Sol Ring")) == ["a"]


@pytest.mark.parametrize(
    ("card", "asked"),
    [
        ("Yavimaya, Cradle of Growth", "a"),
        ("Mana Reflection", "a"),
        ("Reflecting Pool", "c"),
        ("Exotic Orchard", "c"),
        ("Fellwar Stone", "c"),
    ],
)
def test_what_may_bear_on_it_stays(card: str, asked: str) -> None:
    pool = {"Reflecting Pool": "P1"}.get(card, "P2")
    assert left(on("b", "Grizzly Bears"), {**on("c", card), "controller": pool}, asked=asked) == ["a", "c"]


def test_nothing_is_left_out_of_positions_with_effects_copies_or_links() -> None:
    bears = on("b", "Grizzly Bears")
    whole = ["a", "b"]
    assert left(bears, effects=[{"text": "@a gets +1/+1 until end of turn.", "controller": "P1"}]) == whole
    assert left(on("b", "Grizzly Bears", copy_of="a")) == whole
    assert left(on("b", "Grizzly Bears", counters={"flying": 1})) == whole


def test_numbers_of_players_go_with_what_looks_at_them() -> None:
    def life(card: str) -> list[int]:
        board = read_position({"players": {"P1": {"life": 3}, "P2": {"life": 9}}, "battlefield": [on("a", card)]}, NAMES)
        cut = SLICER(board, read_query({"kind": "characteristics", "permanent": "a"}, board, NAMES))
        return [player.life for player in cut.players]

    assert life("Grizzly Bears") == [20, 20]
    assert life("Serra Ascendant") == [3, 9]


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_what_is_left_out_changes_no_answer(seed: int) -> None:
    """Boards of lands, mana sources and other cards, asked whole and cut."""
    rng = random.Random(seed)
    cards = [
        "Forest",
        "Island",
        "Steam Vents",
        "Sol Ring",
        "Llanowar Elves",
        "City of Brass",
        "Grizzly Bears",
        "Ancient Tomb",
        "Gaea's Cradle",
    ]
    boards = []
    for _ in range(12):
        things = [on(f"x{number}", rng.choice(cards)) for number in range(rng.randint(1, 6))]
        boards.append(({"players": {"P1": {}, "P2": {}}, "battlefield": things}, {"kind": "could_produce", "permanent": "x0"}))
    lines = [Line("f", n, json.dumps({"id": "x", "position": p, "query": q})) for n, (p, q) in enumerate(boards, start=1)]
    assert desk().work(lines, Known()).records == desk(cache=False).work(lines, Known()).records


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000), kind=st.sampled_from(["could_produce", "characteristics"]))
def test_answers_from_memory_are_those_of_asking(seed: int, kind: str) -> None:
    """Boards asked twice under different ids, with the memory and without: the same answers."""
    cases: list[dict[str, Any]] = []
    for made in generate(kind, 4, seed, permanents=(3, 12)):
        ids = {item["id"]: f"thing {item['id']}" for item in made["position"]["battlefield"]} | {"P1": "Ann", "P2": "Bob"}
        cases += [made, {**made, "position": renamed(made["position"], ids), "query": renamed(made["query"], ids)}]
    lines = [Line("f", number, json.dumps(case)) for number, case in enumerate(cases, start=1)]
    with_memory = desk().work(lines, Known())
    assert with_memory.hits >= 4
    assert with_memory.records == desk(cache=False).work(lines, Known()).records


def test_shared_cases_have_the_same_answers_with_the_memory() -> None:
    """Every shared case of the quick kinds, asked under its own ids and, from memory, under others."""
    cases = [case for case in shared_cases() if case["query"]["kind"] in ("could_produce", "characteristics", "state_based_actions")]
    lines = [Line("f", number, json.dumps(case)) for number, case in enumerate(cases, start=1)]
    known = Known()
    own = desk()
    own.work(lines, known)
    again = own.work(lines, known)
    assert again.hits > 0.9 * len(cases)
    plain = ask_many([(case["position"], case["query"]) for case in cases])
    for case, text, answer in zip(cases, again.records, plain, strict=True):
        assert isinstance(answer, Answer)
        record = json.loads(text)
        assert record["answer"]["status"] == answer.status, case["id"]
        if answer.result is not None:
            assert not differences(answer.query.kind, answer.to_data()["result"], record["answer"]["result"]), case["id"]


def records(cases: list[dict[str, Any]], known: Known) -> tuple[list[dict[str, Any]], int]:
    """Return the records of cases as a chunk of their own, and how many were not asked."""
    done = desk(cache=True).work([Line("f", number, json.dumps(case)) for number, case in enumerate(cases, start=1)], known)
    return [json.loads(record) for record in done.records], done.hits


def test_the_same_case_again_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its id and notes, it has the same answer and the same verdict."""
    cases = [{**case, "expect": {"types": ["G"]}} for case in generate("could_produce", 40, seed=5)]
    known = Known()
    first, hits = records(cases, known)
    assert hits < 40
    monkeypatch.setattr("lawmage.batch.verify.read_case", None)  # nothing calls it now
    again, hits = records([{"why": "asked before", **case, "id": f"again {number}"} for number, case in enumerate(cases)], known)
    assert hits == 40
    assert [record.pop("id") for record in again] == [f"again {number}" for number in range(40)]
    assert [record.pop("id") for record in first] == [case["id"] for case in cases]
    assert again == first
    assert {record["verdict"] for record in first} >= {"pass", "fail"}


def test_what_else_a_known_case_says_is_still_checked() -> None:
    case = next(iter(generate("could_produce", 1, seed=5)))
    known = Known()
    records([case], known)
    odd = [{**case, "id": 7}, {**case, "cites": "106.7"}, {**case, "wye": "?"}, {key: case[key] for key in ("position", "query")}]
    found, hits = records([*odd, case], known)
    assert [record["verdict"] for record in found] == ["error"] * 4 + [None]
    assert [record["errors"][0]["place"] for record in found[:4]] == ["f:1: id", "f:2: cites", "f:3: wye", "f:4"]
    assert hits == 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("expect", "types"), ["R"]),
        (("query", "permanent"), "b"),
        (("position", "battlefield", 0, "tapped"), 1),  # an error, and no true
        (("position", "players", "P2", "life"), 7.0),  # so is this
    ],
)
def test_a_case_that_differs_is_read(path: tuple[Any, ...], value: Any) -> None:
    case = {"id": "x", "position": BOARD, "query": QUERY, "expect": {"types": ["G"]}}
    case = json.loads(json.dumps(case))
    case["position"]["battlefield"][0]["tapped"] = True
    other = copy.deepcopy(case)
    place: Any = other
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    known = Known()
    records([case], known)
    got, _ = records([other], known)
    alone, _ = records([other], Known())
    assert got == alone
    assert got != records([case], known)[0]
