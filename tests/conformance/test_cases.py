"""Every case of the files beside this one: the verdict is pass, and the answer certain unless it is listed here.

``KIND.jsonl`` are cases shared with other engines, ``own_KIND.jsonl`` the project's own, rule by rule.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from lawmage.api import ask, ask_many
from lawmage.batch.verify import Record, read_lines, verify
from lawmage.cards.catalogue import Catalogue
from lawmage.position.names import CatalogueNames

FOLDER = Path(__file__).parent
FILES = sorted(path.name for path in FOLDER.glob("*.jsonl"))
#: By case: why it does not pass with certainty. None may be wrong and certain.
#: ``"conditional: REASON"``: right, and something is not read or has no rules yet; ``"unknown: REASON"``: no answer yet;
#: ``"wrong: PROOF"``: the case contradicts the rules text, as the proof shows.
LISTED: dict[str, str] = {}

CASES = [
    pytest.param(name, index, id=json.loads(line)["id"])
    for name in FILES
    for index, line in enumerate((FOLDER / name).read_text(encoding="utf-8").splitlines())
]


@cache
def records(name: str) -> list[Record]:
    """Return the record of each case of a file, asked together as ``lawmage verify`` does."""
    names = CatalogueNames(Catalogue.open())
    with (FOLDER / name).open("rb") as stream:
        return list(verify(read_lines(stream, name), names, ask_many))


@pytest.mark.parametrize(("name", "index"), CASES)
def test_case(name: str, index: int) -> None:
    record = records(name)[index]
    listed = LISTED.get(record.id or "")
    assert not record.certain_wrong or (listed or "").startswith("wrong: "), record.to_data()
    seen = record.verdict == "pass" and record.answer is not None and record.answer.certain
    if listed is None:
        assert seen, record.to_data()
    else:
        assert not seen, f"{record.id} passes with certainty: take it off the list"


@pytest.mark.parametrize("name", FILES)
def test_a_case_asked_alone_has_the_answer_it_has_in_company(name: str) -> None:
    for record, case in zip(
        records(name), (json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()), strict=True
    ):
        alone = ask(case["position"], case["query"])
        assert record.answer is not None
        assert alone.to_data() == record.answer.to_data(), record.id


def test_ids_are_unique_and_what_is_listed_exists() -> None:
    ids = [str(param.id) for param in CASES]
    assert len(ids) == len(set(ids))
    assert set(LISTED) <= set(ids)
    assert all(reason.startswith(("conditional: ", "unknown: ", "wrong: ")) for reason in LISTED.values())
