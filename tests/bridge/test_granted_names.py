"""What an ability that a card grants means by the card's name: the card itself, not the object that has the ability."""

from __future__ import annotations

import pytest
from boards import board, permanent

from lawmage.api import ask
from lawmage.cards.oracle.words import Context, normalise

NAMES = Context(("Odd Hook",))


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ('Equipped creature has "{T}, Sacrifice Odd Hook: Draw a card."', 'equipped creature has "{t}, sacrifice ~giver: draw a card"'),
        ('Odd Hook gains "Odd Hook can\'t attack."', '~ gains "~ can\'t attack"'),
        ('Create a token with "Return a card named Odd Hook."', 'create a token with "return a card named named⟦~⟧"'),
        ('It has "{T}: Tap the object that grants this."', 'it has "{t}: tap ~giver"'),
    ],
)
def test_a_name_within_quotation_marks(text: str, normal: str) -> None:
    assert normalise(text, NAMES) == normal


def test_unattaching_the_equipment_is_not_unattaching_the_creature() -> None:
    start = board(permanent("bear", "Grizzly Bears"), permanent("bola", "Leonin Bola", attached_to="bear"))
    answer = ask(start, {"kind": "legal", "player": "P1", "permanent": "bear", "ability": "{T}, Unattach Leonin Bola: Tap target creature"})
    assert answer.result is not None
    assert "unattached" not in [reason["code"] for reason in answer.result["reasons"]]
    assert not answer.certain  # What the cost asks of another object has no facts.
    # 107.5: what the creature itself pays is judged all the same.
    start["battlefield"][0]["tapped"] = True
    answer = ask(start, {"kind": "legal", "player": "P1", "permanent": "bear", "ability": "#1"})
    assert [reason["code"] for reason in (answer.result or {})["reasons"]] == ["tapped"]


def test_107_3c_counters_on_the_granting_aura_are_not_those_of_the_creature() -> None:
    aura = permanent("aura", "Archery Training", attached_to="bear", counters={"arrow": 3})
    query = {"kind": "value_of_x", "object": "bear", "in": "activated_ability"}
    assert not ask(board(permanent("bear", "Grizzly Bears"), aura), query).certain
