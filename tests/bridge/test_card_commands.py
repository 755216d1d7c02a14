"""``lawmage card``, ``lawmage cards build`` and ``lawmage cards coverage``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from lawmage.cards import coverage
from lawmage.cards.ability import Line, Node
from lawmage.cards.catalogue import Catalogue
from lawmage.cards.commands import add_commands
from lawmage.cards.topics import WATCHES_ELSEWHERE, form_of, topics_of
from lawmage.errors import InputError
from lawmage.facts.glances import write

ADDS = "{T}: Add {G}."
ODD = "{T}: Add three gizmos to the moon."


def run(*words: str) -> int:
    parser = argparse.ArgumentParser("lawmage")
    add_commands(parser.add_subparsers(required=True), write)
    arguments = parser.parse_args(words)
    code: int = arguments.run(arguments)
    return code


def record(name: str, text: str, **fields: Any) -> dict[str, Any]:
    return {
        "name": name,
        "layout": "normal",
        "mana_cost": "",
        "type_line": "Land",
        "oracle_text": text,
        "colors": [],
        "color_identity": ["G"],
        **fields,
    }


@pytest.fixture
def bulk(tmp_path: Path) -> Path:
    records = [
        record("One", ADDS),
        record("Two", f"{ADDS}\n{ODD}"),
        record("Three", f"{ODD}\n(It has reminder text.)", type_line="Artifact"),
        record("Four", ODD, layout="planar", type_line="Plane — Nowhere"),
    ]
    path = tmp_path / "cards.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in records))
    return path


def test_build_writes_a_catalogue(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = bulk.with_name("c.bin")
    assert run("cards", "build", "--from", str(bulk), "--out", str(out)) == 0
    assert "4 cards" in capsys.readouterr().out
    catalogue = Catalogue.open(out)
    two = catalogue.card("Two").faces[0].lines
    assert [line.ability is not None for line in two] == [True, False]
    assert len(catalogue.card("Three").faces[0].lines) == 1
    again = bulk.with_name("d.bin")
    run("cards", "build", "--from", str(bulk), "--out", str(again), "--jobs", "1")
    assert again.read_bytes() == out.read_bytes()


def test_a_build_that_fails_leaves_the_old_file(bulk: Path) -> None:
    out = bulk.with_name("c.bin")
    out.write_bytes(b"old")
    bulk.write_text(bulk.read_text() + '{"name": "cut')
    with pytest.raises(InputError, match=r"cards\.jsonl:5"):
        run("cards", "build", "--from", str(bulk), "--out", str(out))
    assert out.read_bytes() == b"old"
    assert sorted(item.name for item in bulk.parent.iterdir()) == ["c.bin", "cards.jsonl"]


def coverage_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert run("cards", "coverage", "--json", *words) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_coverage_counts_ordinary_cards(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = coverage_of(capsys, "--from", str(bulk))
    assert (found["cards"], found["cards_left_out"]) == (3, 1)
    mana = found["topics"]["mana"]
    assert mana["lines"] == {"total": 4, "read": 2, "unread": 2}
    assert mana["distinct_lines"] == {"total": 2, "read": 1, "unread": 1}
    assert mana["cards"] == {"total": 3, "read": 1, "unread": 2}
    (shape,) = mana["unread_shapes"]
    assert shape == {
        "shape": "{t}: add N gizmos to the moon",
        "lines": 2,
        "cards": 2,
        "example": "Two",
    }
    lands = found["topics"]["mana_of_lands"]
    assert lands["lines"] == {"total": 3, "read": 2, "unread": 1}


def test_coverage_of_all_cards(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = coverage_of(capsys, "--from", str(bulk), "--all-cards")
    assert found["topics"]["all"]["lines"]["total"] == 5


def test_coverage_of_one_topic(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = coverage_of(capsys, "--from", str(bulk), "--topic", "costs", "--topic", "mana")
    assert set(found["topics"]) == {"costs", "mana"}
    assert found["topics"]["costs"]["lines"]["total"] == 0
    with pytest.raises(InputError, match="mana"):
        run("cards", "coverage", "--from", str(bulk), "--topic", "manna")


def test_coverage_as_a_table(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("cards", "coverage", "--from", str(bulk))
    text = capsys.readouterr().out
    (row,) = [line for line in text.splitlines() if line.startswith("mana ")]
    assert row.split() == ["mana", "4", "2", "50.0", "2", "1", "50.0", "3", "1", "33.3"]
    assert "{t}: add N gizmos to the moon" in text


def test_percentages_are_cut_so_that_100_means_all() -> None:
    row = coverage.Row(lines=10_000, lines_read=9_999, distinct=1, distinct_read=1)
    text = coverage.coverage_text(coverage.Coverage(1, 0, {"mana": row}), 0)
    assert "99.9" in text
    assert "100.0" in text


def test_a_face_without_text_counts_as_unread(tmp_path: Path) -> None:
    from lawmage.cards.raw import RawCard, RawFace

    card = RawCard("A", "normal", (), (RawFace("A", "", "Land", None, ()),))
    row = coverage.measure([card], Fake, 1).rows["all"]
    assert (row.lines, row.lines_read, row.cards_read) == (1, 0, 0)


class Fake:
    """Reads every line as one word."""

    def read_normal(self, normal: str) -> Line:
        return Line(Node("word", (normal,)))


def test_shapes_have_placeholders() -> None:
    words = coverage.shape_words("{t}, pay 2 life: target red goblin creature gets +1/+1")
    assert " ".join(words) == "{t} , pay N life : target COLOR SUBTYPE TYPE gets +P/+T"


def test_card_of_the_packaged_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("card", "forest") == 0
    assert "Basic Land — Forest" in capsys.readouterr().out
    run("card", "Llanowar Elves", "--json")
    shown = json.loads(capsys.readouterr().out)
    (face,) = shown["faces"]
    assert (face["power"], face["toughness"], face["subtypes"]) == ("1", "1", ["Elf", "Druid"])
    (line,) = face["lines"]
    assert line["read"] is True
    assert line["kind"] == line["structure"][0] == "activated"


def test_card_of_a_predefined_token(capsys: pytest.CaptureFixture[str]) -> None:
    run("card", "treasure")
    text = capsys.readouterr().out
    assert text.startswith("Treasure Token")
    assert "Artifact — Treasure" in text


def test_an_unknown_card_is_named_with_the_closest() -> None:
    with pytest.raises(InputError) as caught:
        run("card", "Llanowr Elfs")
    assert '"Llanowr Elfs"' in str(caught.value)
    assert "Llanowar Elves" in str(caught.value)


@pytest.mark.parametrize("jobs", ["0", "-1", "x", "1e3", "9" * 30, "65"])
def test_a_bad_number_of_jobs_is_refused(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run("cards", "build", "--from", "x", "--jobs", jobs)
    assert caught.value.code == 2
    assert "--jobs" in capsys.readouterr().err


def test_topics_and_forms_of_rows_are_known() -> None:
    for line in ("{t}: add {g}", "whenever you gain life, draw a card", "creatures can't block"):
        assert {form_of(line), *topics_of(line)} - {WATCHES_ELSEWHERE} <= coverage.known_topics()
