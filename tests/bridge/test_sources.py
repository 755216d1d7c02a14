"""Bulk files in each of their shapes: what is read, and what is said when a file is no good."""

from __future__ import annotations

import gzip
import json
import lzma
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from bulk import bulk_file

from lawmage.cards.ordinary import ordinary, why_not
from lawmage.cards.raw import RawCard, RawFace, split_type_line
from lawmage.cards.sources import read_cards
from lawmage.errors import InputError

PLAIN: dict[str, Any] = {
    "name": "Test Bear",
    "layout": "normal",
    "mana_cost": "{1}{G}",
    "type_line": "Creature — Bear",
    "oracle_text": "",
    "colors": ["G"],
    "color_identity": ["G"],
    "power": "2",
    "toughness": "2",
}
SPLIT: dict[str, Any] = {
    "name": "Left // Right",
    "layout": "split",
    "mana_cost": "{U} // {2}{W}{R}",
    "type_line": "Instant // Sorcery",
    "colors": ["U", "W", "R"],
    "color_identity": ["R", "U", "W"],
    "card_faces": [
        {"name": "Left", "mana_cost": "{U}", "type_line": "Instant", "oracle_text": "Draw a card."},
        {
            "name": "Right",
            "mana_cost": "{2}{W}{R}",
            "type_line": "Sorcery",
            "oracle_text": "Aftermath\nYou gain 3 life.",
        },
    ],
}
FLIP: dict[str, Any] = {
    "name": "Up // Down",
    "layout": "flip",
    "mana_cost": "{R}",
    "type_line": "Creature — Human // Legendary Creature — Human",
    "colors": ["R"],
    "color_identity": ["R"],
    "card_faces": [
        {"name": "Up", "mana_cost": "{R}", "type_line": "Creature — Human", "oracle_text": ""},
        {"name": "Down", "mana_cost": "", "type_line": "Creature — Human", "oracle_text": ""},
    ],
}
TOKEN: dict[str, Any] = {**PLAIN, "name": "Bear", "layout": "token"}


def read(path: Path) -> list[RawCard]:
    return list(read_cards(path))


def written(folder: Path, content: str | bytes, name: str = "cards.json") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def fault_of(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read(path)
    assert len(caught.value.faults) == 1
    return str(caught.value)


def json_lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.mark.parametrize("indent", [None, 2])
def test_the_three_shapes_give_the_same_cards(tmp_path: Path, indent: int | None) -> None:
    array = written(tmp_path, json.dumps([PLAIN, TOKEN, FLIP], indent=indent), "array")
    lines = written(tmp_path, json_lines(PLAIN, TOKEN, FLIP), "lines")
    atomic = written(
        tmp_path,
        json.dumps(
            {
                "meta": {"version": "5"},
                "data": {
                    "Test Bear": [
                        {
                            "name": "Test Bear",
                            "layout": "normal",
                            "manaCost": "{1}{G}",
                            "type": "Creature — Bear",
                            "colors": ["G"],
                            "colorIdentity": ["G"],
                            "power": "2",
                            "toughness": "2",
                        }
                    ],
                    "Up // Down": [
                        {
                            "name": "Up // Down",
                            "faceName": face,
                            "side": side,
                            "layout": "flip",
                            "type": "Creature — Human",
                            "colors": ["R"],
                            "colorIdentity": ["R"],
                            **({"manaCost": "{R}"} if side == "a" else {}),
                        }
                        for face, side in (("Down", "b"), ("Up", "a"))
                    ],
                },
            },
            indent=indent,
        ),
        "atomic",
    )
    cards = read(array)
    assert [card.name for card in cards] == ["Test Bear", "Up // Down"]
    assert cards == read(lines) == read(atomic)


def test_packed_files_are_read_whatever_their_name(tmp_path: Path) -> None:
    content = json_lines(PLAIN, SPLIT).encode()
    plain = read(written(tmp_path, content))
    assert read(written(tmp_path, gzip.compress(content), "a.json")) == plain
    assert read(written(tmp_path, lzma.compress(content), "b")) == plain
    assert read(written(tmp_path, b"\xef\xbb\xbf" + content, "c")) == plain


def test_faces_of_split_cards_have_their_own_colors(tmp_path: Path) -> None:
    (card,) = read(written(tmp_path, json_lines(SPLIT)))
    assert [face.colors for face in card.faces] == [("U",), ("W", "R")]
    assert card.layout == "aftermath"
    assert card.color_identity == ("W", "U", "R")


def test_710_1c_the_flipped_half_keeps_the_color(tmp_path: Path) -> None:
    (card,) = read(written(tmp_path, json_lines(FLIP)))
    assert [face.colors for face in card.faces] == [("R",), ("R",)]


def test_loyalty_in_a_type_line_is_taken_out(tmp_path: Path) -> None:
    record = {**PLAIN, "type_line": "Legendary Planeswalker — Bear (Loyalty: 4)"}
    (card,) = read(written(tmp_path, json_lines(record)))
    assert card.faces[0].loyalty == "4"
    assert split_type_line(card.faces[0].type_line).subtypes == ("Bear",)


def test_text_that_is_not_told_differs_from_no_text(tmp_path: Path) -> None:
    silent = {key: value for key, value in PLAIN.items() if key != "oracle_text"}
    told, untold = read(written(tmp_path, json_lines(PLAIN, silent)))
    assert told.faces[0].oracle_text == ""
    assert untold.faces[0].oracle_text is None


def test_a_card_with_two_equal_sides_is_one_card(tmp_path: Path) -> None:
    side = {**PLAIN, "layout": "normal"}
    record = {
        "name": "Test Bear // Test Bear",
        "layout": "reversible_card",
        "color_identity": ["G"],
        "card_faces": [side, side],
    }
    assert read(written(tmp_path, json_lines(record))) == read(written(tmp_path, json_lines(PLAIN), "b"))


def test_cards_that_meld_are_cards_of_their_own(tmp_path: Path) -> None:
    def face(name: str, side: str, whole: str) -> dict[str, Any]:
        return {
            "name": whole,
            "faceName": name,
            "side": side,
            "layout": "meld",
            "type": "Creature",
            "cardParts": ["Part", "Other", "Result"],
        }

    data = {
        f"{part} // Result": [
            face(part, "a", f"{part} // Result"),
            face("Result", "b", f"{part} // Result"),
        ]
        for part in ("Part", "Other")
    }
    cards = read(written(tmp_path, json.dumps({"data": data})))
    assert Counter(card.name for card in cards) == {"Part": 1, "Other": 1, "Result": 1}


@pytest.mark.parametrize(
    ("line", "supertypes", "types", "subtypes"),
    [
        ("Basic Snow Land — Forest", ("Basic", "Snow"), ("Land",), ("Forest",)),
        ("Land — Urza's Power-Plant", (), ("Land",), ("Urza's", "Power-Plant")),
        (
            "Legendary Creature — Human Time Lord Rogue",
            ("Legendary",),
            ("Creature",),
            ("Human", "Time Lord", "Rogue"),
        ),
        ("Tribal Instant — Elf", (), ("Kindred", "Instant"), ("Elf",)),
        ("Plane — Bolas's Meditation Realm", (), ("Plane",), ("Bolas's Meditation Realm",)),
        ("Artifact", (), ("Artifact",), ()),
        ("", (), (), ()),
    ],
)
def test_205_type_lines(line: str, supertypes: tuple[str, ...], types: tuple[str, ...], subtypes: tuple[str, ...]) -> None:
    found = split_type_line(line)
    assert (found.supertypes, found.types, found.subtypes) == (supertypes, types, subtypes)


def a_card(**changes: Any) -> RawCard:
    face: dict[str, Any] = {
        "name": "Test Bear",
        "mana_cost": "",
        "type_line": "Creature — Bear",
        "oracle_text": "",
        "colors": (),
    }
    face.update({key: value for key, value in changes.items() if key in face})
    card = {"layout": "normal", "marks": frozenset()}
    card.update({key: value for key, value in changes.items() if key in card})
    return RawCard(
        name="Test Bear",
        layout=str(card["layout"]),
        color_identity=(),
        faces=(RawFace(**face),),
        marks=frozenset(card["marks"]),
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"type_line": "Legendary Snow Creature — Time Lord"}, None),
        ({"type_line": "Conspiracy"}, None),
        ({"oracle_text": "Flying (This sticker is only a reminder.)"}, None),
        ({"marks": {"rebalanced"}}, "rebalanced"),
        ({"marks": {"funny"}}, "funny"),
        ({"layout": "planar"}, "layout"),
        ({"type_line": "Hero Artifact — Equipment"}, "type"),
        ({"type_line": "Artifact — Contraption"}, "type"),
        ({"type_line": "Creature — Bear?"}, "type"),
        ({"oracle_text": "Conjure a card."}, "digital"),
        ({"oracle_text": "Put a sticker on this creature."}, "text"),
    ],
)
def test_which_cards_are_ordinary(changes: dict[str, Any], reason: str | None) -> None:
    card = a_card(**changes)
    assert why_not(card) == reason
    assert ordinary(card) == (reason is None)


@pytest.mark.parametrize(
    ("fields", "mark"),
    [
        ({"set_type": "funny"}, "funny"),
        ({"set_type": "funny", "reprint": True}, None),
        ({"security_stamp": "acorn"}, "funny"),
        ({"promo_types": ["playtest"]}, "funny"),
        ({"rulings": [{"published_at": "2019-11-12", "comment": "Yes."}]}, "funny"),
        ({"rulings": [{"published_at": "2020-11-12", "comment": "Yes."}]}, None),
        ({"games": ["arena"]}, "digital"),
        ({"games": ["paper", "arena"]}, None),
        ({"rebalanced": True}, "rebalanced"),
    ],
)
def test_what_a_file_says_of_a_card(tmp_path: Path, fields: dict[str, Any], mark: str | None) -> None:
    (card,) = read(written(tmp_path, json_lines({**PLAIN, **fields})))
    assert card.marks == (frozenset({mark}) if mark else frozenset())


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["cards.json", "empty"]),
        (b"[]", ["cards.json", "no cards"]),
        (b"hello", ["cards.json", "not JSON"]),
        (b"name,cost\n", ["cards.json", "not JSON"]),
        (b"\xff\xfe\x00\x01", ["cards.json", "UTF-8"]),
        (b"\x28\xb5\x2f\xfd....", ["zstd", "unpack"]),
        (b"PK\x03\x04....", ["zip", "unpack"]),
        (b"[1]", ["cards.json[0]", "expected a JSON object"]),
        (b"[" * 200_000, ["cards.json[0]", "well-formed"]),
        (b'{"data": []}', ["cards.json: data", "must be an object"]),
        (b'{"data": {"A": 1}}', ['data["A"]', "list of faces"]),
        (b'{"data": {"A": [{"name": "A"}]}}', ['data["A"][0]', "'layout' is missing"]),
        (b'{"price": 3}\n', ["cards.json:1", "'name' is missing"]),
        (b'[{"name": "A", "layout": 3}]', ["cards.json[0].layout", "must be a string"]),
        (
            json.dumps([{**PLAIN, "colors": "G"}]).encode(),
            ["cards.json[0].colors", "list of strings"],
        ),
        (json.dumps([PLAIN]).encode() + b" x", ["text after the end"]),
    ],
)
def test_foreign_files_are_one_clear_error(tmp_path: Path, content: bytes, words: list[str]) -> None:
    message = fault_of(written(tmp_path, content))
    for word in words:
        assert word in message


def test_files_cut_short_are_one_clear_error(tmp_path: Path) -> None:
    lines = json_lines(PLAIN, SPLIT, FLIP).encode()
    array = json.dumps([PLAIN, SPLIT]).encode()
    atomic = json.dumps({"data": {"A": [{"name": "A", "layout": "normal", "type": "Land"}]}})
    assert "cards.json:3" in fault_of(written(tmp_path, lines[:-30]))
    assert "cards.json[1]" in fault_of(written(tmp_path, array[:-30]))
    assert "cut short" in fault_of(written(tmp_path, array[:-1]))
    assert "cut short" in fault_of(written(tmp_path, atomic[:-3]))
    assert "cut short" in fault_of(written(tmp_path, gzip.compress(lines)[:-20]))
    assert "cut short" in fault_of(written(tmp_path, lzma.compress(lines)[:-20]))


def test_a_missing_file_is_one_clear_error(tmp_path: Path) -> None:
    assert "nowhere.json" in fault_of(tmp_path / "nowhere.json")
    assert str(tmp_path) in fault_of(tmp_path)


def test_the_real_cards() -> None:
    cards = read(bulk_file())
    assert len(cards) > 34_000
    assert len({card.name for card in cards}) == len(cards)
    assert 32_000 < sum(map(ordinary, cards)) < 33_500
    assert sum(card.produced_mana is not None for card in cards) == 1_523
    assert not any("(" in face.type_line and face.loyalty is None for c in cards for face in c.faces)
