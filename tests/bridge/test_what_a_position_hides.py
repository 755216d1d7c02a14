"""What happened this turn, or lies hidden, and no position shows: the answer is conditional, not guessed."""

from __future__ import annotations

from typing import Any

import pytest

from lawmage.api import ask


def status(item: dict[str, Any], others: list[dict[str, Any]] | None = None, **player: Any) -> str:
    battlefield = [{"id": "a", "controller": "P1", **item}, *(others or [])]
    position = {"players": {"P1": player, "P2": {}}, "battlefield": battlefield}
    return ask(position, {"kind": "characteristics", "permanent": "a"}).status


def test_what_entered_and_left_again_is_not_shown() -> None:
    assert status({"card": "Saddled Rimestag"}) == "conditional"
    assert status({"card": "Saddled Rimestag"}, [{"id": "b", "card": "Grizzly Bears", "controller": "P1"}]) == "conditional"


def test_whether_it_attacked_before_is_not_shown() -> None:
    assert status({"card": "Agent Frank Horrigan"}) == "conditional"


def test_which_spells_were_cast_is_not_shown() -> None:
    assert status({"card": "Leapfrog"}) == "certain"
    assert status({"card": "Leapfrog"}, spells_cast=1) == "conditional"


@pytest.mark.parametrize(
    ("library", "expected"),
    [(0, "certain"), (3, "conditional"), (["Swamp", "Swamp"], "certain"), (["Swamp", "Bog Wraith"], "conditional")],
)
def test_401_4_the_order_of_a_library_is_not_shown(library: object, expected: str) -> None:
    assert status({"card": "Vampire Nocturnus"}, library=library) == expected


def test_protection_of_an_exiled_card_is_not_looked_into() -> None:
    bear = {"id": "b", "card": "Grizzly Bears", "controller": "P1"}
    virtue = {"id": "a", "card": "Eater of Virtue", "controller": "P1", "attached_to": "b"}
    for card, expected in (("White Knight", "conditional"), ("Serra Angel", "certain")):
        position = {"players": {"P1": {}, "P2": {}}, "battlefield": [{**virtue, "linked": [card]}, bear]}
        assert ask(position, {"kind": "characteristics", "permanent": "b"}).status == expected


def test_whom_a_creature_attacks_may_be_open() -> None:
    window = {"id": "w", "card": "Boarded Window", "controller": "P2"}
    bear = {"card": "Grizzly Bears", "attacking": True}
    jace = {"id": "j", "card": "Jace Beleren", "controller": "P2", "counters": {"loyalty": 3}}
    assert status(bear, [window]) == "certain"
    assert status(bear, [window, jace]) == "conditional"
