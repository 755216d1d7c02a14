"""Effects of a position that speak of their source (109.5, 201.5, 611.2): known where the source is an object of it."""

from __future__ import annotations

from typing import Any

import pytest

from lawmage.api import ask


def answer(text: str, source: str | None, permanent: str = "a") -> tuple[str, Any, Any]:
    effect = {"text": text, "controller": "P1"} | ({} if source is None else {"source": source})
    battlefield = [
        {"id": "a", "card": "Figure of Destiny", "controller": "P1"},
        {"id": "b", "card": "Hill Giant", "controller": "P1"},
    ]
    position = {"players": {"P1": {}, "P2": {}}, "battlefield": battlefield, "effects": [effect]}
    found = ask(position, {"kind": "characteristics", "permanent": permanent})
    assert found.result is not None
    return found.status, found.result["power"], found.result["toughness"]


@pytest.mark.parametrize("subject", ["This creature", "Figure of Destiny", "@a"])
def test_201_5_what_the_source_calls_itself(subject: str) -> None:
    text = f"{subject} becomes a Kithkin Spirit with base power and toughness 4/4."
    assert answer(text, "a") == ("certain", 4, 4)
    assert answer(text, "a", "b") == ("certain", 3, 3)


def test_other_is_other_than_the_source() -> None:
    text = "Other creatures you control get +1/+1 until end of turn."
    assert answer(text, "b") == ("certain", 2, 2)
    assert answer(text, "b", "b") == ("certain", 3, 3)


@pytest.mark.parametrize("source", [None, "Overrun"])
@pytest.mark.parametrize(
    "text",
    [
        "This creature gets +2/+2 until end of turn.",
        "Other creatures you control get +1/+1 until end of turn.",
        "Enchanted creature gets +1/+1 until end of turn.",
        "@a gains flying for as long as this creature is tapped.",
    ],
)
def test_without_a_source_in_the_position_the_answer_is_conditional(text: str, source: str | None) -> None:
    assert answer(text, source)[0] == "conditional"
