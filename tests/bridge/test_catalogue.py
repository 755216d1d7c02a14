"""The catalogue: what goes in comes out, with the same bytes; damage is one clear error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bulk import bulk_file
from hypothesis import given, settings
from hypothesis import strategies as st

from lawmage.cards import packing
from lawmage.cards.ability import Line, Node, Unread
from lawmage.cards.building import build_catalogue, digest, normal_lines, write_whole
from lawmage.cards.catalogue import Catalogue
from lawmage.cards.names import fold
from lawmage.cards.raw import RawCard, RawFace
from lawmage.cards.sources import read_cards
from lawmage.cards.tokens import predefined, predefined_names, token_card
from lawmage.errors import InputError

HERE = Path(__file__).parent


class FakeReader:
    """Makes a tree of the words of every line that starts with "add"; the rest stays unread."""

    def read_normal(self, normal: str) -> Line:
        words = normal.split()
        if words[0] != "add":
            topics = frozenset({"mana", "costs"} & set(words) | {"triggers"})
            return Line(None, Unread("triggered", topics, 1, len(words)))
        node = Node("end")
        for word in reversed(words[1:]):
            node = Node("pair", (word, node, Node("tail", ("x", "y"))), len(word) % 3)
        return Line(node)


class TreeReader:
    """Gives back trees it was told, by line."""

    def __init__(self, trees: dict[str, Line]) -> None:
        self._trees = trees

    def read_normal(self, normal: str) -> Line:
        return self._trees[normal]


def lines_of(face: RawFace) -> list[str]:
    return [line.lower() for line in (face.oracle_text or "").split("\n") if line]


def face(name: str, text: str | None = "", **fields: str) -> RawFace:
    values: dict[str, str] = {"mana_cost": "{1}{G}", "type_line": "Creature — Bear", **fields}
    return RawFace(
        name,
        values.pop("mana_cost"),
        values.pop("type_line"),
        text,
        ("G",),
        **values,
    )


def card(*faces: RawFace, name: str = "", layout: str = "normal") -> RawCard:
    whole = name or " // ".join(face.name for face in faces)
    return RawCard(whole, layout, ("G",), faces)


CARDS = [
    card(face("Bear", "Add one\nAdd one\nDraw mana", power="2", toughness="1+*")),
    card(face("Æther Él\u2019k", "Add two words")),
    card(face("Left", "Add one"), face("Right", None), layout="split"),
    card(face("Right", "", type_line="Basic Snow Land — Urza's Power-Plant", mana_cost="")),
    card(face("Other"), face("Left"), layout="split"),
    card(face("Walker", type_line="Legendary Planeswalker — Jace", loyalty="X")),
    card(face("Siege"), face("Back", defense="5"), layout="transform"),
]


def built(cards: list[RawCard], jobs: int = 1) -> bytes:
    return build_catalogue(cards, FakeReader, jobs, "grammar", lines_of)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    path = tmp_path / "c.bin"
    write_whole(path, built(CARDS))
    return Catalogue.open(path)


def test_cards_come_out_as_they_went_in(catalogue: Catalogue) -> None:
    assert list(catalogue.names()) == [
        "Æther Él\u2019k",
        "Bear",
        "Left // Right",
        "Other // Left",
        "Right",
        "Siege // Back",
        "Walker",
    ]
    bear = catalogue.card("Bear")
    (front,) = bear.faces
    assert (front.mana_cost, front.power, front.toughness) == ("{1}{G}", "2", "1+*")
    assert (front.types, front.subtypes, front.colors) == (("Creature",), ("Bear",), ("G",))
    assert (front.loyalty, front.defense, bear.layout) == (None, None, "normal")
    assert bear.color_identity == ("G",)
    assert front.lines == tuple(FakeReader().read_normal(t) for t in lines_of(CARDS[0].faces[0]))
    land = catalogue.card("Right").faces[0]
    assert (land.supertypes, land.types) == (("Basic", "Snow"), ("Land",))
    assert land.subtypes == ("Urza's", "Power-Plant")
    assert catalogue.card("Walker").faces[0].loyalty == "X"
    assert catalogue.card("Siege // Back").faces[1].defense == "5"
    assert catalogue.grammar_digest == digest("grammar")


def test_a_text_that_is_not_known_may_bear_on_anything(catalogue: Catalogue) -> None:
    from lawmage.cards.topics import TOPICS

    (line,) = catalogue.card("Left // Right").faces[1].lines
    assert line.ability is None
    assert line.unread is not None
    assert line.unread.topics == frozenset(TOPICS)


def test_a_whole_name_comes_before_a_face_name(catalogue: Catalogue) -> None:
    whole = catalogue.find("Right")
    assert whole is not None
    assert (whole.name, whole.face) == ("Right", None)


def test_a_face_name_gives_the_card_and_the_face(catalogue: Catalogue) -> None:
    entry = catalogue.find("Back")
    assert entry is not None
    assert (entry.name, entry.face) == ("Siege // Back", 1)
    shared = catalogue.find("Left")  # on two cards: the first by name
    assert shared is not None
    assert (shared.name, shared.face) == ("Left // Right", 0)


@pytest.mark.parametrize("name", ["aether el'k", "Æther Él'k", "  AETHER  ÉL\u2019K "])
def test_names_are_found_whatever_case_and_accents(catalogue: Catalogue, name: str) -> None:
    entry = catalogue.find(name)
    assert entry is not None
    assert entry.name == "Æther Él\u2019k"
    found = catalogue.find("left//right")
    assert found is not None
    assert found.name == "Left // Right"


def test_names_that_differ_only_in_case_need_the_exact_one(tmp_path: Path) -> None:
    path = tmp_path / "c.bin"
    write_whole(path, built([card(face("Bear")), card(face("BEAR"))]))
    catalogue = Catalogue.open(path)
    for name in ("Bear", "BEAR"):
        assert catalogue.card(name).name == name
    assert catalogue.find("bear") is None


def test_an_unknown_name_gets_the_closest_names(catalogue: Catalogue) -> None:
    with pytest.raises(InputError) as caught:
        catalogue.resolve("Baer", "battlefield[2].card")
    (fault,) = caught.value.faults
    assert fault.place == "battlefield[2].card"
    assert fault.value == "Baer"
    assert "Bear" in fault.suggestions
    assert catalogue.closest("Walkr", 1) == ["Walker"]


@pytest.mark.parametrize("name", ["", "\x00", '"', "a\nb", "#script", "'" * 300])
def test_odd_names_are_unknown_names(catalogue: Catalogue, name: str) -> None:
    assert catalogue.find(name) is None
    with pytest.raises(InputError):
        catalogue.resolve(name)


def test_the_same_cards_give_the_same_bytes() -> None:
    assert built(CARDS) == built(list(reversed(CARDS)))
    many = [card(face(f"Card {n}", f"Add {n} words\nDraw {n}")) for n in range(300)]
    assert built(many, jobs=1) == built(many, jobs=2)


def test_the_bytes_do_not_depend_on_hashing() -> None:
    code = "import hashlib, test_catalogue as t;print(hashlib.sha256(t.built(t.CARDS)).hexdigest())"
    sums = set()
    for seed in ("1", "2"):
        path = os.pathsep.join([str(HERE), *sys.path])
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        sums.add(done.stdout)
    assert len(sums) == 1


_WORDS = st.text(st.characters(blacklist_characters="\n", codec="utf-8"), max_size=4)
_NODES = st.recursive(
    st.builds(Node, _WORDS, st.lists(_WORDS, max_size=2).map(tuple), st.integers(0, 300)),
    lambda below: st.builds(Node, _WORDS, st.lists(below | _WORDS, max_size=4).map(tuple), st.integers(0, 3)),
    max_leaves=25,
)
_UNREAD = st.builds(
    Unread,
    st.sampled_from(["activated", "triggered", "static", "spell", "level", "chapter"]),
    st.frozensets(_WORDS, max_size=3),
    st.integers(0, 500),
    st.integers(0, 500),
)
_LINES = st.builds(Line, _NODES) | st.builds(Line, st.none(), _UNREAD)


@given(st.lists(_LINES, min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_every_reading_comes_out_as_it_went_in(lines: list[Line]) -> None:
    trees = {str(number): line for number, line in enumerate([*lines, *lines[:2]])}
    cards = [card(face("All", "\n".join(trees)))]
    data = build_catalogue(cards, lambda: TreeReader(trees), 1, "", lines_of)
    assert Catalogue(data, "").card("All").faces[0].lines == tuple(trees.values())


@pytest.mark.parametrize("keep", [0, 3, 10, 40, -1])
def test_a_catalogue_cut_short_is_one_clear_error(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "c.bin"
    path.write_bytes(built(CARDS)[:keep])
    with pytest.raises(InputError, match="lawmage cards build") as caught:
        Catalogue.open(path)
    assert str(path) in str(caught.value)


def test_any_changed_byte_is_one_clear_error(tmp_path: Path) -> None:
    data = built(CARDS)
    for at in range(0, len(data), 7):
        changed = bytearray(data)
        changed[at] ^= 0x41
        with pytest.raises(InputError):
            Catalogue(bytes(changed), "c.bin")


def test_another_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "VERSION", packing.VERSION + 1)
    data = built(CARDS)
    monkeypatch.undo()
    with pytest.raises(InputError, match="another version"):
        Catalogue(data, "c.bin")


def test_a_missing_catalogue_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        Catalogue.open(tmp_path / "none.bin")


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "c.bin"
    folder.mkdir()
    (folder / "kept").touch()
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(folder, b"x")
    assert [item.name for item in tmp_path.iterdir()] == ["c.bin"]


@given(st.text(max_size=12))
@settings(deadline=None)
def test_folding_twice_is_folding_once(name: str) -> None:
    assert fold(fold(name)) == fold(name)


# --- predefined tokens ---


def test_111_10_predefined_tokens() -> None:
    assert len(predefined_names()) == 20
    treasure = predefined("treasure token")
    assert treasure is not None
    assert treasure == predefined("Treasure")
    (front,) = treasure.faces
    assert (front.name, front.types, front.subtypes) == (
        "Treasure Token",
        ("Artifact",),
        ("Treasure",),
    )
    incubator = predefined("Incubator")
    assert incubator is not None
    assert incubator.faces[1].types == ("Artifact", "Creature")
    assert predefined("Young Hero Role") is not None
    assert predefined("Bear") is None


def test_111_10_mana_tokens_are_read() -> None:
    from lawmage.cards.oracle.reader import Reader

    reader = Reader()
    for word in ("Treasure", "Gold"):
        token = predefined(word)
        assert token is not None
        read = token_card(token, reader)
        assert read.layout == "token"
        assert all(line.ability for line in read.faces[0].lines), word


# --- the package's own catalogue ---


@pytest.fixture(scope="module")
def real() -> Catalogue:
    return Catalogue.open()


def test_the_packaged_catalogue_is_small() -> None:
    from importlib import resources

    file = resources.files("lawmage.cards") / "data" / "catalogue.bin"
    assert len(file.read_bytes()) <= 4_000_000


def test_the_packaged_catalogue_holds_every_card_of_the_data(real: Catalogue) -> None:
    cards = list(read_cards(bulk_file()))
    assert set(real.names()) == {card.name for card in cards}
    for raw in cards[::97]:
        held = real.card(raw.name)
        assert [face.name for face in held.faces] == [face.name for face in raw.faces]
        for face_held, face_raw in zip(held.faces, raw.faces, strict=True):
            lines = normal_lines(face_raw)
            unknown = face_raw.oracle_text is None
            assert len(face_held.lines) == (1 if unknown else len(lines)), raw.name


def test_the_packaged_catalogue_is_of_the_grammar_in_the_package(real: Catalogue) -> None:
    from lawmage.cards.oracle.grammar import source_text

    message = "the grammar changed: run `lawmage cards build --from FILE`"
    assert real.grammar_digest == digest(source_text()), message
