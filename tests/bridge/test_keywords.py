"""Keyword abilities in readings."""

from __future__ import annotations

import pytest

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.grammar import load
from lawmage.cards.oracle.keywords import _NAMES, KEYWORD_KINDS, keyword_of
from lawmage.cards.oracle.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_the_kinds_are_those_of_the_grammar() -> None:
    productions = load().productions["keyword"]
    assert {production.alias for production in productions} == KEYWORD_KINDS


def test_each_kind_has_its_name_among_its_words() -> None:
    for production in load().productions["keyword"]:
        assert production.alias is not None
        if production.alias in _NAMES:
            words = " ".join(value for kind, value in production.symbols if kind == "word")
            assert f" {_NAMES[production.alias]} " in f" {words} "
        else:
            assert production.symbols[0] in {("class", c) for c in ("KEYWORD_NAME", "KEYWORD_COST", "KEYWORD_NUMBER")}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("flying", "flying"),
        ("first strike", "first strike"),
        ("swampwalk", "swampwalk"),
        ("snow swampwalk", "snow swampwalk"),
        ("level up {2}{u}", "level up"),
        ("equip {3}", "equip"),
        ("equip knight {1}", "equip"),
        ("ward — pay 2 life", "ward"),
        ("plainscycling {2}", "plainscycling"),
        ("crew 3", "crew"),
        ("suspend 4 — {r}", "suspend"),
        ("modular — sunburst", "modular"),
        ("devour land 3", "devour"),
        ("enchant creature", "enchant"),
        ("protection from red", "protection"),
        ("hexproof from black", "hexproof from"),
        ("hexproof", "hexproof"),
        ("affinity for artifacts", "affinity"),
        ("splice onto arcane {1}{r}", "splice"),
        ("goblin offering", "offering"),
        ("gift a card", "gift"),
        ("partner — survivors", "partner"),
        ("emerge from artifact {5}", "emerge"),
        ("bands with other wolves", "bands with other"),
    ],
)
def test_names_of_keywords(reader: Reader, line: str, name: str) -> None:
    read = reader.read_normal(line).ability
    assert read is not None, line
    assert read.kind in KEYWORD_KINDS
    assert keyword_of(read) == name


def test_keywords_of_a_list(reader: Reader) -> None:
    read = reader.read_normal("flying, vigilance, ward {2}").ability
    assert read is not None
    assert [keyword_of(node) for node in walk(read) if node.kind in KEYWORD_KINDS] == ["flying", "vigilance", "ward"]


@pytest.mark.parametrize("kind", ["keyword_comma", "triggered", "keyword_bare"])
def test_other_nodes_are_no_keywords(kind: str) -> None:
    with pytest.raises(ValueError, match=kind):
        keyword_of(Node(kind, ("flying",)))
