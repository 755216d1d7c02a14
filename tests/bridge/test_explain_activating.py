"""Proofs of what may be activated and what can be paid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from boards import board, permanent

from lawmage import cli
from lawmage.api import ask
from lawmage.explain.proof import Proof

CASES = Path(__file__).parents[1] / "conformance"


def proof_of(position: dict[str, Any], **query: Any) -> str:
    proof = ask(position, query, explain=True).proof
    assert isinstance(proof, Proof)
    return proof.to_text()


def legal(name: str, ability: str, *objects: dict[str, Any], **more: Any) -> str:
    return proof_of(board(*objects, **more), kind="legal", player="P1", permanent=name, ability=ability)


@pytest.mark.parametrize("file", ["legal", "own_legal", "payable", "own_payable"])
def test_cases_have_proofs_that_tell_each_reason_and_change_nothing(file: str) -> None:
    with (CASES / f"{file}.jsonl").open(encoding="utf-8") as stream:
        cases = [json.loads(line) for line in stream][:60]
    for case in cases:
        explained, plain = ask(case["position"], case["query"], explain=True), ask(case["position"], case["query"])
        assert (explained.result, explained.status) == (plain.result, plain.status), case["id"]
        if plain.result is None:
            continue
        assert explained.proof is not None, case["id"]
        says = {step["says"] for step in explained.proof.to_data()["steps"]}
        assert {reason["text"] for reason in plain.result.get("reasons", ())} <= says, case["id"]


def test_602_2_the_way_to_pay_is_told() -> None:
    text = legal("lizard", "#1", permanent("lizard", "Basking Rootwalla"), permanent("a"), permanent("elf", "Llanowar Elves"))
    assert "P1 may activate" in text
    assert "Forest (a): \u201c{T}: Add {G}\u201d gives {G}  [605.3a]" in text and "Llanowar Elves (elf): " in text


def test_118_3_what_mana_there_is_is_told() -> None:
    text = legal("lizard", "#1", permanent("lizard", "Basking Rootwalla"), permanent("a"))
    assert "cannot pay its mana  [118.3]" in text and "Forest (a) may give mana" in text


def test_113_6_who_took_the_ability() -> None:
    text = legal("lizard", "{1}{G}", permanent("lizard", "Basking Rootwalla"), permanent("h", "Humility"), permanent("a"), permanent("b"))
    assert "does not have this ability now  [113.6]" in text and "layer 6: Humility (h): lose all abilities  [613.1f]" in text


def test_606_3_a_wrong_time_tells_the_time() -> None:
    walker = permanent("jace", "Jace Beleren", counters={"loyalty": 3})
    text = legal("jace", "#1", walker, active="P2", phase="end")
    assert "it is P2's turn, end  [500.1]" in text and "P2 has priority  [117.1]" in text


def test_commands_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pay", "{2}{G}", "--explain", "--you", "Forest; Sol Ring"]) == cli.OK
    assert "P1 can pay {2}{G}  [601.2h]" in capsys.readouterr().out
    assert cli.main(["pay", "{2}{G}", "--explain", "--you", "Forest"]) == cli.OK
    assert "P1 cannot pay {2}{G}  [601.2h]" in capsys.readouterr().out
    assert cli.main(["abilities", "--explain", "--you", "Forest (tapped)"]) == cli.OK
    assert "is already tapped  [107.5]" in capsys.readouterr().out
    assert cli.main(["legal", "Forest", "#1", "--explain", "--you", "Forest", "--json"]) == cli.OK
    assert json.loads(capsys.readouterr().out)["proof"]["roots"] == [1]
