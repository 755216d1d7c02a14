"""The commands legal, abilities and pay: what the user sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lawmage.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_legal_tells_each_reason_with_its_rule_and_a_fix(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "legal", "--you", "Sol Ring (tapped)", "--opponent", "Null Rod", "Sol Ring", "{T}", "--fix")
    assert "may not activate" in said
    assert "already tapped (rule 107.5)" in said and "null-rod forbids" in said
    assert "untap sol-ring and null-rod is not there" in said


def test_legal_fix_names_the_missing_mana(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "legal", "--you", "Castle Sengir", "Castle Sengir", "{1}, {T}", "--fix", "--json"))
    assert found["result"]["legal"] is False
    assert [one for one in found["fixes"] if "{C}" in one[0]] == [["P1 has one more {C}"]]


def test_abilities_lists_them_with_yes_or_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "abilities", "--you", "Sol Ring (tapped); Llanowar Elves").splitlines()
    assert [line.split()[0] for line in said] == ["sol-ring", "llanowar-elves"]
    assert "no: Sol Ring is already tapped" in said[0] and said[1].endswith("yes")


def test_pay_best_spares_life_and_the_useful_sources(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "pay", "--you", "Mana Confluence; Birds of Paradise; Plains", "{W}", "--best")
    assert "can pay {W}" in said and "plains" in said and "confluence" not in said and "birds" not in said


def test_pay_says_that_it_cannot(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot pay {C}{C}" in run(capsys, "pay", "--you", "Plains; Island", "{C}{C}")


def test_legal_takes_a_card_in_a_hand_by_its_id(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    hand = [{"id": "boar", "card": "Krosan Tusker"}]
    position = {"players": {"P1": {"hand": hand}, "P2": {}}, "battlefield": [{"id": "f", "card": "Forest", "controller": "P1"}]}
    board.write_text(json.dumps(position), encoding="utf-8")
    said = run(capsys, "legal", str(board), "boar", "Cycling")
    assert "P1 may not activate" in said and "cannot pay its mana" in said


def test_pay_says_what_helps_besides_mana(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "pay", "--you", "Bear Cub; Memnite", "{1}{G}", "--for", "cast Sprout Swarm", "--json")
    sources = json.loads(said)["result"]["payment"]["sources"]
    assert [source["ability"] for source in sources] == ["convoke", "convoke"]
