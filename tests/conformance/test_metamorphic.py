"""What must not change an answer: other ids, permanents that matter to nothing, company in a batch, the order of a list.

The positions are the cases of characteristics beside this file; the answers, certain or not, must stay the same.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lawmage.answer import Answer
from lawmage.api import ask_many
from lawmage.cards.catalogue import packaged
from lawmage.position.names import CatalogueNames
from lawmage.position.order import ranks
from lawmage.position.reader import read_position

FOLDER = Path(__file__).parent
FILES = ("characteristics.jsonl", "own_characteristics.jsonl")
Case = dict[str, Any]


@cache
def cases() -> list[Case]:
    return [json.loads(line) for name in FILES for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def results(changed: list[Case]) -> list[Any]:
    answers = ask_many([(case["position"], case["query"]) for case in changed])
    return [(answer.result, answer.status) if isinstance(answer, Answer) else str(answer) for answer in answers]


@cache
def plain() -> list[Any]:
    return results(cases())


def renamed(case: Case) -> Case:
    """Give every object another id, in another alphabetical order."""
    ids = [item["id"] for item in case["position"]["battlefield"]]
    new = {name: f"n{len(ids) - index}_{name}" for index, name in enumerate(ids)}

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: new.get(part, part) if key in ID_KEYS and isinstance(part, str) else walk(part) for key, part in value.items()}
        if isinstance(value, list):
            return [walk(part) for part in value]
        return value

    changed: Case = walk(case)
    for effect in changed["position"].get("effects", []):
        effect["text"] = re.sub(r"@([A-Za-z0-9_-]+)", lambda found: "@" + new.get(found[1], found[1]), effect["text"])
    return changed


ID_KEYS = {"id", "attached_to", "copy_of", "permanent", "source"}


def with_bystander(case: Case) -> Case:
    """Add a phased-out permanent (702.26b: as though it did not exist)."""
    changed = copy.deepcopy(case)
    players = list(changed["position"]["players"])
    bystander = {"id": "bystander", "card": "Humility", "controller": players[-1], "phased_out": True}
    changed["position"]["battlefield"].append(bystander)
    return changed


def shuffled(case: Case) -> Case:
    """List permanents in another order, their timestamps said."""
    changed = copy.deepcopy(case)
    of_objects, of_effects = ranks_of(case)
    for item, rank in zip(changed["position"]["battlefield"], of_objects, strict=True):
        item["timestamp"] = _number(rank, (*of_objects, *of_effects))
    for effect, rank in zip(changed["position"].get("effects", []), of_effects, strict=True):
        effect["timestamp"] = _number(rank, (*of_objects, *of_effects))
    random.Random(7).shuffle(changed["position"]["battlefield"])
    return changed


def _number(rank: Any, everything: tuple[Any, ...]) -> int:
    return sorted(set(everything)).index(rank) + 1


def ranks_of(case: Case) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return ranks(read_position(case["position"], CatalogueNames(packaged())))


def tied(case: Case) -> bool:
    """Whether some timestamps are equal, so that the order of the list decides."""
    of_objects, of_effects = ranks_of(case)
    return len({*of_objects, *of_effects}) != len(of_objects) + len(of_effects)


@pytest.mark.parametrize("change", [renamed, with_bystander])
def test_nothing_changes(change: Callable[[Case], Case]) -> None:
    after = results([change(case) for case in cases()])
    assert [(case["id"], was, now) for case, was, now in zip(cases(), plain(), after, strict=True) if was != now] == []


def test_order_of_the_list() -> None:
    chosen = [index for index, case in enumerate(cases()) if not tied(case)]
    assert len(chosen) > len(cases()) / 2
    after = results([shuffled(cases()[index]) for index in chosen])
    changed = [(cases()[index]["id"], plain()[index], now) for index, now in zip(chosen, after, strict=True) if plain()[index] != now]
    assert changed == []


def test_company_in_a_batch() -> None:
    few = list(range(0, len(cases()), 23))
    alone = [results([cases()[index]])[0] for index in few]
    assert [(cases()[index]["id"], now) for index, now in zip(few, alone, strict=True) if plain()[index] != now] == []
    backwards = results(cases()[::-1])[::-1]
    assert backwards == plain()
