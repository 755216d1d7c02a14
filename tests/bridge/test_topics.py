"""What lines without facts may bear on: unread lines by their words, read lines by their structure."""

from __future__ import annotations

import pytest

from lawmage.cards import reading_topics
from lawmage.cards.keyword_topics import leading_keyword, topics_of_keyword
from lawmage.cards.oracle.grammar import load
from lawmage.cards.oracle.reader import Reader
from lawmage.cards.topics import TOPICS, WATCHES_ELSEWHERE, form_of, topics_of, topics_of_reading


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("{t}: add three gizmos", "activated"),
        ("whenever you frob, draw a card", "triggered"),
        ("class level 2 : creatures you control have frob", "static"),
        ("class level 2 : when ~ becomes level 2, frob", "triggered"),
        ("class level 3 : {t}: frob", "activated"),
        ("{2}{g}: level 2", "activated"),
        ("solved — creatures you control have frob", "static"),
        ("solved — {2}: frob", "activated"),
        ("solved — whenever you frob, draw a card", "triggered"),
        ("to solve — you have frobbed three times", "triggered"),
        ("max speed — ~ has frob", "static"),
        ("exhaust — {3}: frob", "activated"),
        ("8+ | whenever you frob, draw a card", "triggered"),
        ("8+ | frobbing creatures have flying", "static"),
        ("equip frobber {2}", "activated"),
        ("equip abilities you activate cost {1} less", "static"),
        ("cycling—frob a card", "activated"),
        ("frobcycling {2}", "activated"),
        ("flashback—frob a card", "static"),
        ("cumulative upkeep—frob a card", "triggered"),
        ("protection from everything you frob", "static"),
        ("level 1-4 : 3/3 ; {t}: frob", "level"),
        ("i, ii — frob", "chapter"),
        ('frobbers have "{t}: add {g}"', "static"),
    ],
)
def test_forms(line: str, form: str) -> None:
    assert form_of(line) == form


@pytest.mark.parametrize(
    ("line", "topics"),
    [
        # power and toughness alone
        ("frobbers you control get +1/+1", {"power_toughness"}),
        ("as long as it's frobbing, ~ gets +2/+0", {"power_toughness"}),
        ("~ gets +2/+0 as long as you are frobbing", {"power_toughness"}),
        ("creatures that are frobbing get +x/+x, where x is its frob", {"power_toughness", "x"}),
        ("~'s power is equal to the frob of the moon", {"power_toughness"}),
        # more than that
        ("frobbers you control get +1/+1 and have flying", {"characteristics"}),
        ("as long as you frob, ~ gets +2/+0 and has reach", {"characteristics"}),
        ("~ gets +2/+0 as long as you frob and has reach", {"characteristics"}),
        ("as long as ~ is frobbing, it's a land", {"characteristics"}),
        ("they're still frobbers", {"characteristics"}),
        # neither
        ("frobbers of the chosen type cost {1} less", {"costs"}),
        ("~ can't attack unless it has frobbed", {"prohibition"}),
        ("frobbers attack each combat if able", set()),
        ("frob spells can't be countered", {"prohibition"}),
        ("players have no maximum hand size while frobbing", set()),
        # what activated and triggered abilities do waits until they resolve
        ("{t}: frobbers gain flying", {"activated"}),
        ("{t}: add three gizmos", {"activated", "mana"}),
        ("whenever you tap a frobber for mana, add {g}", {"triggers", "tapped_for_mana", "mana"}),
        ("i, ii — add three gizmos", {"triggers", "mana"}),
        ("class level 2 : frobbers have flying", {"characteristics"}),
        ("solved — frobbers get +1/+1", {"power_toughness"}),
        ("to solve — you have frobbed", {"triggers"}),
        ("companion — each card in your deck is a frobber", set()),
        ("equip frobber {2}", {"activated"}),
        # control
        ("you control enchanted frobber", {"control"}),
        ("frobbers you control that dance get +1/+1", {"power_toughness"}),
        ("gain control of each frobber", {"control", "characteristics"}),
    ],
)
def test_topics_of_unread_lines(line: str, topics: set[str]) -> None:
    # "state" goes with the mere word toughness or damage, whatever else a line says.
    assert topics_of(line) - {"state", WATCHES_ELSEWHERE} == topics


@pytest.mark.parametrize(
    ("line", "topics"),
    [
        ("{t}: add {g}", {"activated", "mana"}),
        ("{t}: target creature gains flying until end of turn", {"activated"}),
        ('{t}: target creature gains "{t}: add {g}" until end of turn', {"activated"}),
        ("whenever you tap a land for mana, add {g}", {"triggers", "tapped_for_mana", "mana"}),
        ("whenever a forest is tapped for mana, draw a card", {"triggers", "tapped_for_mana"}),
        ("when ~ enters, draw a card", {"triggers"}),
        ("i, ii — draw a card", {"triggers"}),
        ("creatures you control get +1/+1", {"power_toughness"}),
        ("creatures you control get +1/+1 and have flying", {"power_toughness", "characteristics"}),
        ("creatures you control get +1/+1 and can't block", {"power_toughness", "prohibition"}),
        ("as long as you control a swamp, ~ has base power and toughness 4/4", {"power_toughness"}),
        ("~'s power and toughness are each equal to the number of goats you control", {"power_toughness"}),
        ("lands you control are forests", {"characteristics"}),
        ('creatures you control have "{t}: add {g}"', {"characteristics"}),
        ("you control enchanted creature", {"control"}),
        ("if you tap a land for mana, it produces twice as much of that mana instead", {"mana_replacement"}),
        ("if a creature would die, exile it instead", {"zones"}),
        ("if you would gain life, you gain twice that much life instead", {"life"}),
        ("if you would draw a card, draw two cards instead", {"draw"}),
        ("if damage would be dealt to you, prevent that damage", {"damage"}),
        (
            "if one or more charge counters would be put on a goat you control, put twice that many charge counters on it instead",
            {"counters"},
        ),
        ("creatures enter tapped", {"enters"}),
        ("you may have ~ enter as a copy of any creature on the battlefield", {"enters", "characteristics"}),
        ("creature spells you cast cost {1} less to cast", {"costs"}),
        ("players can't gain life", {"prohibition", "life"}),
        ("creatures can't attack", {"prohibition"}),
        ('the "legend rule" doesn\'t apply', {"state"}),
        ("class level 2 : creatures you control get +1/+1", {"power_toughness"}),
        ("solved — creatures you control have flying", {"characteristics"}),
        ("to solve — you control three lands", {"triggers"}),
        ("level 1-4 : 3/3", {"power_toughness"}),
        ("equip {2}", {"activated"}),
        ("target creature gets +1/+1 until end of turn", {"power_toughness"}),
        ("destroy target creature", set()),
    ],
)
def test_topics_of_read_lines(reader: Reader, line: str, topics: set[str]) -> None:
    read = reader.read_normal(line).ability
    assert read is not None
    assert topics_of_reading(read) == topics


def test_an_unknown_statement_may_change_characteristics(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    read = reader.read_normal("creatures can't attack").ability
    assert read is not None
    monkeypatch.delitem(reading_topics._STATEMENTS, "cant_attack")
    monkeypatch.setattr(reading_topics, "_FAMILIES", ())
    assert topics_of_reading(read) == {"characteristics"}


def test_the_kinds_and_topics_named_exist() -> None:
    spellings = load().spellings
    tables = (reading_topics._STATEMENTS, reading_topics._EVENTS, reading_topics._GIVERS, reading_topics._HOLDERS)
    for table in tables:
        assert set(table) - set(spellings) == set()
    for topics in tables[:3]:
        assert {topic for found in topics.values() for topic in found} <= set(TOPICS)
    for kind, indices in reading_topics._HOLDERS.items():
        slots = [symbol for symbol, _ in spellings[kind][0].symbols if symbol != "word"]
        assert all(slots[index] == "rule" for index in indices), kind


def test_keyword_lines_and_sentences_on_keywords() -> None:
    assert leading_keyword("equip {2}") == leading_keyword("equip—frob") == "equip"
    assert leading_keyword("equip costs you pay cost {1} less") is None
    assert leading_keyword("crewing is fun") is None
    assert topics_of_keyword("flying") <= set(TOPICS)
    assert topics_of_keyword("plainscycling") == {"activated"}
    assert topics_of_keyword("no such keyword") == frozenset()


@pytest.mark.parametrize(
    ("line", "elsewhere"),
    [
        ("at the beginning of your upkeep, frob", True),
        ("when ~ enters, frob a creature that died", True),
        ("whenever you cast a spell, frob", True),
        ("whenever ~ deals combat damage to a player, frob", True),
        ("i, ii — frob", True),
        ("when ~ enters or dies, frob", False),
        ("whenever ~ enters, attacks, or dies, frob", False),
        ("whenever another creature dies, frob", False),
        ("whenever ~ is dealt damage, frob", False),
        ("whenever you sacrifice a frobber, frob", False),
        ("whenever ~, a frobber, or a gizmo leaves the battlefield, frob", False),
        ("when you control no frobbers, frob", False),
        ("whenever ~ becomes tapped, frob", False),
        ("whenever you frob, frob", False),
    ],
)
def test_603_2_events_that_befall_no_single_object(line: str, elsewhere: bool) -> None:
    assert (WATCHES_ELSEWHERE in topics_of(line)) == elsewhere
