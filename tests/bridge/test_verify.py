"""Verifying: comparison rules of the contract, verdicts, counts, and lines that are no cases."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from boards import NAMES, all_names, board, permanent, shared_cases

from lawmage.answer import Answer, Unread
from lawmage.batch.compare import compare, differences
from lawmage.batch.report import Report
from lawmage.batch.verify import Record, read_lines, verify
from lawmage.cards.selectors import is_keyword, same_abilities, selected
from lawmage.errors import Fault, LawmageError, LimitError
from lawmage.position.model import Position
from lawmage.position.query import Query

# --- comparison -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "expect", "result", "same"),
    [
        ("could_produce", {"types": ["G", "W"]}, {"types": ["W", "G"]}, True),
        ("could_produce", {"types": []}, {"types": []}, True),
        ("could_produce", {"types": ["G"]}, {"types": ["W", "G"]}, False),
        ("could_produce", {"types": ["G"]}, {}, False),
        ("tap_for_mana", {"outcomes": [{"G": 1}, {"W": 1}]}, {"outcomes": [{"W": 1}, {"G": 1}]}, True),
        ("tap_for_mana", {"outcomes": [{}]}, {"outcomes": [{}]}, True),
        ("tap_for_mana", {"outcomes": [{}]}, {"outcomes": [{"G": 0}]}, True),
        ("tap_for_mana", {"outcomes": [{}]}, {"outcomes": [{"G": 1}]}, False),
        ("tap_for_mana", {"outcomes": [{}]}, {"outcomes": []}, False),
        ("activate_for_mana", {"outcomes": [{"G": 1}]}, {"outcomes": [{"G": 1, "W": 1}]}, False),
        ("tap_for_mana", {"outcomes": [{"G": 1}]}, {"outcomes": [{"G": 1}, {"G": 2}]}, False),
        ("tapped_for_mana_triggers", {"triggers": ["a", "b"]}, {"triggers": ("b", "a")}, True),
        ("tapped_for_mana_triggers", {"triggers": []}, {"triggers": ["a"]}, False),
        ("legal", {"legal": True, "reason": "because"}, {"legal": True, "reasons": []}, True),
        ("legal", {"legal": True}, {"legal": 1}, False),
        ("legal", {"legal": False}, {"legal": True}, False),
        ("payable", {"payable": True, "payment": ["f"]}, {"payable": True}, True),
        ("value_of_x", {"x": 0}, {"x": 0}, True),
        ("value_of_x", {"x": 0}, {"x": False}, False),
        ("characteristics", {"power": 3, "types": ["Land", "Creature"]}, {"power": 3, "toughness": 1, "types": ["Creature", "Land"]}, True),
        ("characteristics", {"power": None}, {"power": None}, True),
        ("characteristics", {"power": 3}, {"power": None}, False),
        ("event", {"result": "graveyard", "triggers": ["f"]}, {"result": "graveyard", "triggers": ["f"], "damage": 0}, True),
        ("event", {"counters": {}}, {"counters": {"+1/+1": 0}}, True),
        ("event", {"counters": {}}, {"counters": {"+1/+1": 1}}, False),
        ("replace", {"chooser": "P1"}, {"chooser": "P2", "outcomes": []}, False),
        ("replace", {"outcomes": [{"counters": {"+1/+1": 3}}]}, {"outcomes": [{"zone": "battlefield", "counters": {"+1/+1": 3}}]}, True),
        (
            "replace",
            {"outcomes": [{"zone": "exile"}]},
            {"outcomes": [{"zone": "exile", "tapped": True}, {"zone": "exile", "tapped": False}]},
            True,
        ),
        ("replace", {"outcomes": [{"zone": "exile"}]}, {"outcomes": [{"zone": "exile"}, {"zone": "graveyard"}]}, False),
        ("replace", {"outcomes": [{"zone": "exile"}, {"zone": "hand"}]}, {"outcomes": [{"zone": "exile"}]}, False),
        ("replace", {"outcomes": [{"draws": {"P1": 1}}]}, {"outcomes": [{"draws": {"P1": 1, "P2": 1}}]}, False),
        ("replace", {"outcomes": [{"draws": {}, "exiled": {"P1": 2}}]}, {"outcomes": [{"draws": {"P1": 0}, "exiled": {"P1": 2}}]}, True),
        ("replace", {"outcomes": [{"copy_of": None, "counters": {}}]}, {"outcomes": [{"copy_of": None, "counters": {}}]}, True),
        ("replace", {"outcomes": [{"copy_of": None}]}, {"outcomes": [{"counters": {}}]}, False),
        (
            "replace",
            {"outcomes": [{"copy_of": "lion", "counters": {"+1/+1": 3}}, {"counters": {}}]},
            {"outcomes": [{"copy_of": None, "counters": {}}, {"copy_of": "lion", "counters": {"+1/+1": 3}}]},
            True,
        ),
        (
            "replace",
            {"outcomes": [{"f": {"zone": "exile"}}]},
            {"outcomes": [{"f": {"zone": "exile", "tapped": False}, "zone": "hand"}]},
            True,
        ),
        ("replace", {"outcomes": [{"lose": {"P1": 2}}]}, {"outcomes": [{"lose": 2}]}, False),
        ("replace", {"outcomes": [{"tapped": False}]}, {"outcomes": [{"tapped": 0}]}, False),
        (
            "state_based_actions",
            {"actions": [{"kind": "legend_choice", "object": ["a", "b"], "rule": "704.5j"}]},
            {"actions": [{"kind": "legend_choice", "object": ["b", "a"], "rule": "704.5j"}]},
            True,
        ),
        (
            "state_based_actions",
            {"actions": [{"kind": "destroy", "object": "a"}]},
            {"actions": [{"kind": "destroy", "object": "a", "rule": "704.5g"}]},
            True,
        ),
        ("state_based_actions", {"actions": []}, {"actions": [{"kind": "destroy", "object": "a", "rule": "704.5g"}]}, False),
        (
            "state_based_actions",
            {"actions": [{"kind": "destroy", "object": "a"}]},
            {"actions": [{"kind": "graveyard", "object": "a"}]},
            False,
        ),
        (
            "abilities",
            {"abilities": [{"permanent": "f", "legal": True}]},
            {"abilities": [{"permanent": "f", "ability": "x", "legal": True}]},
            True,
        ),
    ],
)
def test_comparison(kind: str, expect: dict[str, Any], result: dict[str, Any], same: bool) -> None:
    assert compare(kind, expect, result) is same


def test_differences_name_the_keys() -> None:
    assert differences("characteristics", {"power": 1, "toughness": 2, "name": "x"}, {"power": 1, "toughness": 3}) == ("toughness", "name")


def test_another_comparison_of_abilities_can_be_handed_in() -> None:
    assert compare("characteristics", {"abilities": ["x"]}, {"abilities": ["y"]}, lambda expected, actual: True)


def test_every_shared_expectation_agrees_with_itself() -> None:
    for case in shared_cases():
        kind, expect = case["query"]["kind"], case["expect"]
        assert compare(kind, expect, expect), case["id"]


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ([], [], True),
        ([], ["flying"], False),
        (["flying"], ["Flying"], True),
        (["level up", "flying"], ["flying", "level up"], True),
        (["flying"], ["flying", "{T}: Add {G}."], True),
        (["{T}: Add {G}"], ["flying", "{T}: Add {G}."], False),
        (["{T}: Add {G}"], ["{T}: Add {G}.", "{T}: Add {G}."], True),
        (["{T}: Add {G}"], ["{T}: Add {W}."], False),
        (["Add {"], ["{T}: Add {G}.", "{T}: Add {W}."], False),
        (["Add {C}"], ["{T}: Add {C}.", "{2}: Add {C}."], False),
        (["{2}: This creature gets +1/+0."], ["{2}: ~ gets +1/+0."], True),
    ],
)
def test_abilities_of_characteristics(expected: list[str], actual: list[str], same: bool) -> None:
    assert same_abilities(expected, actual) is same


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#2", [1]),
        ("#9", []),
        ("{t}:  add {g}", [0]),
        ("{T}", [0]),
        ("{2}, {T}", [1]),
        ("add {w}", [1]),
        ("Add", [0, 1]),
        ("Sacrifice this land", [2]),
        ("Sacrifice Quarry", [2]),
        ("", []),
        ("{U}", []),
    ],
)
def test_selectors(text: str, found: list[int]) -> None:
    abilities = ["{T}: Add {G}.", "{2}, {T}: Add {W}.", "Sacrifice this land: Draw a card."]
    assert selected(text, abilities, ("Quarry",)) == found


def test_keywords_by_their_looks() -> None:
    assert all(map(is_keyword, ("flying", "Level up", "first strike")))
    assert not any(map(is_keyword, ("{T}: Add {G}", "Flying.", "equip {2}", "This creature can't be blocked", "")))


# --- verdicts -------------------------------------------------------------------------------------

DATA = board(permanent("f"))


def line(id: str, expect: Any = None, **more: Any) -> str:
    case = {"id": id, "position": DATA, "query": {"kind": "could_produce", "permanent": "f"}, **more}
    return json.dumps(case if expect is None else {**case, "expect": expect})


def fake(pairs: list[tuple[Position, Query]]) -> list[Answer | LawmageError]:
    """Answer G, certainly."""
    return [Answer(query, {"types": ["G"]}) for _, query in pairs]


def run(*lines: str | bytes, ask: Any = fake, batch: int = 250) -> list[Record]:
    raw = b"\n".join(text if isinstance(text, bytes) else text.encode() for text in lines)
    return list(verify(read_lines(io.BytesIO(raw), "f.jsonl"), NAMES, ask, batch=batch))


def verdicts(records: list[Record]) -> list[str | None]:
    return [record.verdict for record in records]


@pytest.mark.parametrize(
    ("result", "status", "verdict", "certain_wrong"),
    [
        ({"types": ["G"]}, "certain", "pass", False),
        ({"types": ["G"]}, "conditional", "pass", False),
        ({"types": ["W"]}, "certain", "fail", True),
        ({"types": ["W"]}, "conditional", "unknown", False),
        (None, "conditional", "unknown", False),
        (None, "certain", "unknown", False),
    ],
)
def test_verdicts(result: Any, status: Any, verdict: str, certain_wrong: bool) -> None:
    def ask(pairs: list[tuple[Position, Query]]) -> list[Answer | LawmageError]:
        return [Answer(query, result, status, (Unread("f", "mana", 2),)) for _, query in pairs]

    (record,) = run(line("a", {"types": ["G"]}), ask=ask)
    assert (record.verdict, record.certain_wrong) == (verdict, certain_wrong)


def test_a_case_without_expectation_is_answered() -> None:
    (record,) = run(line("a"))
    assert record.verdict is None
    assert record.to_data()["answer"]["result"] == {"types": ["G"]}


def test_bad_lines_are_errors_with_their_numbers_and_the_rest_is_unharmed() -> None:
    good = line("a", {"types": ["G"]})
    records = run(
        good, "", "{", b"\xff", line("b", query={"kind": "could_produce", "permanent": "zz"}), "[]", '{"id": 1, "id": 2}', good, batch=3
    )
    assert [(record.line, record.verdict) for record in records] == [
        (1, "pass"), (3, "error"), (4, "error"), (5, "error"), (6, "error"), (7, "error"), (8, "pass"),
    ]  # fmt: skip
    assert records[3].id == "b"
    assert records[3].kind == "could_produce"
    assert "f.jsonl:5: query.permanent" in str(records[3].error)
    assert "line 1" in str(records[1].error)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert verdicts(run(b"\xef\xbb\xbf" + line("a", {"types": ["G"]}).encode())) == ["pass"]


def test_an_error_for_one_question_is_one_record() -> None:
    def ask(pairs: list[tuple[Position, Query]]) -> list[Answer | LawmageError]:
        return [LimitError(Fault("", "too long")) if index == 1 else fake([pair])[0] for index, pair in enumerate(pairs)]

    good = line("a", {"types": ["G"]})
    assert verdicts(run(good, good, good, ask=ask)) == ["pass", "error", "pass"]


@pytest.mark.parametrize("error", [LimitError(Fault("", "too long")), RuntimeError("boom")])
def test_a_batch_that_fails_as_a_whole_is_asked_one_by_one(error: Exception) -> None:
    def ask(pairs: list[tuple[Position, Query]]) -> list[Answer | LawmageError]:
        if any(query.permanent == "g" for _, query in pairs):
            raise error
        return fake(pairs)

    good = line("a", {"types": ["G"]})
    bad = line("b", {"types": ["G"]}, position=board(permanent("g")), query={"kind": "could_produce", "permanent": "g"})
    records = run(good, bad, good, ask=ask)
    assert verdicts(records) == ["pass", "error", "pass"]
    assert "too long" in str(records[1].error) or "RuntimeError: boom" in str(records[1].error)


def test_too_few_answers_are_no_pass() -> None:
    assert verdicts(run(line("a", {"types": ["G"]}), ask=lambda pairs: [])) == ["error"]


def test_lines_are_read_as_they_are_needed() -> None:
    taken = 0

    def lines() -> Any:
        nonlocal taken
        for text in read_lines(io.BytesIO(b"\n".join([line("a").encode()] * 100)), "f"):
            taken += 1
            yield text

    next(iter(verify(lines(), NAMES, fake, batch=10)))
    assert taken == 10


def test_report_counts_in_all_and_per_kind() -> None:
    report = Report()
    for record in run(line("a", {"types": ["G"]}), line("b", {"types": ["W"]}), line("c"), "{"):
        report.add(record)
    data = report.to_data()
    counts = {"total": 3, "pass": 1, "fail": 1, "unknown": 0, "error": 0, "certain_wrong": 1, "answered": 3, "certain": 3}
    assert data["kinds"]["could_produce"] == counts
    assert {key: data[key] for key in counts} == {**counts, "total": 4, "error": 1}
    assert report.failed
    text = report.to_text()
    for words in ("fail b (f.jsonl:2, could_produce)", 'types: expected ["W"]', 'got ["G"] (certain)', "error (f.jsonl:4, unreadable)"):
        assert words in text


def test_a_report_without_faults_has_not_failed() -> None:
    report = Report()
    for record in run(line("a", {"types": ["G"]})):
        report.add(record)
    assert not report.failed


def test_shared_cases_pass_when_answered_as_expected_and_fail_when_not() -> None:
    names = all_names()
    cases = shared_cases()
    raw = b"\n".join(json.dumps(case).encode() for case in cases)

    def right(pairs: list[tuple[Position, Query]]) -> list[Answer | LawmageError]:
        return [Answer(query, next(todo)) for _, query in pairs]

    todo = iter([case["expect"] for case in cases])
    assert set(verdicts(list(verify(read_lines(io.BytesIO(raw), "f"), names, right)))) == {"pass"}

    def wrong(pairs: list[tuple[Position, Query]]) -> list[Answer | LawmageError]:
        return [Answer(query, {}) for _, query in pairs]

    assert set(verdicts(list(verify(read_lines(io.BytesIO(raw), "f"), names, wrong)))) == {"fail"}
