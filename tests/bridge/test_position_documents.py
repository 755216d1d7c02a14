"""JSON and YAML text: strict, with one clear fault each."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawmage.errors import InputError
from lawmage.position.documents import Syntax, read_document, syntax_of


def fault(text: str, syntax: Syntax) -> str:
    with pytest.raises(InputError) as caught:
        read_document(text, syntax, "f")
    assert len(caught.value.faults) == 1
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1, "a": 2}', '"a" appears twice'),
        ('[{"id": "x", "card": 1, "card": 2}]', '"x"'),
        ("[NaN]", "NaN"),
        ("[-Infinity]", "Infinity"),
        ('{"a"', "line 1, column 5"),
        ('{\n"a": 1,\n}', "line 3"),
        ("", "line 1"),
        ("[" * 100_000, "nested"),
        ('{"a":' * 100_000, "nested"),
        ("[" + "9" * 5000 + "]", "digits"),
        ('"abc', "not valid JSON"),
        ('"a\nb"', "control character"),
        ("{} {}", "Extra data"),
    ],
)
def test_faults_of_json(text: str, words: str) -> None:
    assert words in fault(text, "json")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb: 2\na: 3", 'line 3, column 1: the key "a" appears twice'),
        ("a: [1, 2\nb: 3", "line 2"),
        ('a: "b\n', "line 2"),
        ("\ta: 1", "line 1"),
        ("a: \0", "control"),
        ("[" * 100_000, "nest"),
        ("- " * 100_000, "nested"),
        ("a: &x [*x]", "stands for nothing"),
        ("a: *y", "stands for nothing"),
        ("!!python/object/apply:os.system [ls]", "tag"),
        ("a: !card Forest", "tag"),
        ("a: 1\n---\nb: 2", "second document"),
        ("? [a]\n: b", "a key must be text"),
        ("a: .nan", "not a number of JSON"),
        ("a: " + "9" * 5000, "digits"),
        (
            "\n".join(["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"] + [f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]),
            "aliases",
        ),
    ],
)
def test_faults_of_yaml(text: str, words: str) -> None:
    assert words in fault(text, "yaml")


def test_yaml_has_the_types_of_json_only() -> None:
    text = "[1, -2, 010, 0x1F, 1:30, yes, no, on, true, null, ~, +1/+1, 2001-01-01, '3', 1.5, 1e3, Forest]"
    expected: list[Any] = [
        1,
        -2,
        "010",
        "0x1F",
        "1:30",
        "yes",
        "no",
        "on",
        True,
        None,
        None,
        "+1/+1",
        "2001-01-01",
        "3",
        1.5,
        1000.0,
        "Forest",
    ]
    assert read_document(text, "yaml") == expected


def test_yaml_keys_are_text_and_anchors_may_repeat() -> None:
    assert read_document("no: &a [x]\n1: *a", "yaml") == {"no": ["x"], "1": ["x"]}


def test_a_document_too_large_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lawmage.position.documents.MAX_DOCUMENT", 10)
    assert "too large" in fault("[" + " " * 20 + "]", "json")


def test_syntax_is_told_by_the_name() -> None:
    assert (syntax_of("a.YML"), syntax_of("a.yaml"), syntax_of("a.json"), syntax_of("-")) == ("yaml", "yaml", "json", "json")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from(list("ab:{}[]&*!?-,#\"'\n \t0123.|>%@\0\u2028\ufeff"))), st.sampled_from(["json", "yaml"]))
def test_any_text_is_a_value_or_an_input_error(text: str, syntax: Syntax) -> None:
    try:
        read_document(text, syntax)
    except InputError as error:
        assert str(error)


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_truncated_files_are_one_fault(cut: int) -> None:
    text = '{"players": {"P1": {}}, "battlefield": [{"id": "a", "card": "F"}]}'
    assert "not valid JSON" in fault(text[:cut], "json")
