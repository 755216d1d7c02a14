"""Boards cut to what may bear on a question give the answers of whole boards."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lawmage.answer import Answer
from lawmage.batch.generate import generate
from lawmage.cards.catalogue import packaged
from lawmage.engine.session import Session
from lawmage.facts.relevance import Relevance
from lawmage.position.cases import read_case
from lawmage.position.model import Position
from lawmage.position.names import CatalogueNames
from lawmage.position.query import Query, read_query
from lawmage.position.reader import read_position

CONFORMANCE = Path(__file__).parent.parent / "conformance"
NAMES = CatalogueNames(packaged())
Pairs = list[tuple[Position, Query]]

PLAIN = ("Forest", "Island", "Swamp", "Steam Vents", "Sol Ring", "Llanowar Elves", "Grizzly Bears", "Serra Angel", "Ornithopter")
#: Effects that bear on types, abilities, control and mana, and cards that look at others.
KNOTS = (
    "Blood Moon", "Urborg, Tomb of Yawgmoth", "March of the Machines", "Humility", "Opalescence", "Mycosynth Lattice", "Conspiracy",
    "Life and Limb", "Ashaya, Soul of the Wild", "Dress Down", "Magus of the Moon", "Dryad of the Ilysian Grove", "Maskwood Nexus",
    "Enchanted Evening", "Prismatic Omen", "Song of the Dryads", "Kormus Bell", "Titania's Song", "Celestial Dawn", "Cryptolith Rite",
    "Spreading Seas", "Archetype of Imagination", "Muraganda Petroglyphs", "Tarmogoyf", "Dryad Arbor", "Kird Ape", "Gaea's Cradle",
    "Reflecting Pool", "Exotic Orchard", "Contamination", "Mana Reflection", "Annex", "Nykthos, Shrine to Nyx", "Karn, the Great Creator",
    "Goblin King", "Crusade", "Levitation", "Leyline of Singularity", "Painter's Servant", "Viridian Joiner", "Meteor Crater",
)  # fmt: skip
AURAS = {"Song of the Dryads", "Spreading Seas", "Annex"}


def board(cards: list[tuple[str, str]], **more: dict[str, Any]) -> Position:
    """Return a board of (card, controller), ids o0, o1 ...; more about some permanents by id."""
    items = [{"id": f"o{index}", "card": card, "controller": player} for index, (card, player) in enumerate(cards)]
    return read_position({"players": {"P1": {}, "P2": {}}, "battlefield": [{**item, **more.get(item["id"], {})} for item in items]}, NAMES)


def asked(position: Position, kind: str, *ids: str) -> Pairs:
    return [(position, read_query({"kind": kind, "permanent": id}, position, NAMES)) for id in ids]


def kept(session: Session, position: Position, kind: str, id: str) -> list[str]:
    """Return the cards that stay where one permanent is asked about."""
    written = session.writer.write(position, 0)
    topics = frozenset({"characteristics", "control", "mana_replacement" if kind == "could_produce" else "power_toughness"})
    found = Relevance(session.writer, topics, mana=kind == "could_produce").kept(position, written, [written.numbers[id]])
    assert found is not None
    return [position.battlefield[number].card or "" for number in sorted(found.permanents)]


def same(pairs: Pairs, monkeypatch: pytest.MonkeyPatch) -> int:
    """Check that cut and whole boards give the same; return how many boards were cut."""
    session = Session()
    sizes: list[bool] = []
    real = Relevance.kept

    def noted(self: Relevance, position: Position, *rest: Any) -> Any:
        found = real(self, position, *rest)
        sizes.append(found is not None and len(found.permanents) < len(position.battlefield))
        return found

    monkeypatch.setattr(Relevance, "kept", noted)
    cut = session.ask_many(pairs)
    monkeypatch.setattr(Relevance, "kept", lambda *_: None)
    for (position, query), one, other in zip(pairs, cut, session.ask_many(pairs), strict=True):
        assert isinstance(one, Answer) and isinstance(other, Answer)
        assert one.result == other.result, (query, [item.card for item in position.battlefield])
        # What is cut away may be what was not read; nothing else can be surer.
        assert other.certain <= one.certain
    return sum(sizes)


@pytest.mark.parametrize("kind", ["could_produce", "characteristics"])
def test_conformance_cases(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for path in sorted(CONFORMANCE.glob(f"*{kind}*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    cases = [read_case(json.loads(line), NAMES) for line in lines]
    assert same([(case.position, case.query) for case in cases], monkeypatch) > len(cases) / 20


@pytest.mark.parametrize("kind", ["could_produce", "characteristics"])
def test_generated_boards(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [read_case(case, NAMES) for case in generate(kind, 60, 11, permanents=(6, 20))]
    assert same([(case.position, case.query) for case in cases], monkeypatch) > 40


def knotted(seed: int) -> Iterator[tuple[Position, Query]]:
    rng = random.Random(seed)
    cards = [rng.choice(PLAIN) for _ in range(5)] + rng.sample(KNOTS, rng.randint(2, 5))
    rng.shuffle(cards)
    more: dict[str, dict[str, Any]] = {}
    for index, card in enumerate(cards):
        hosts = [place for place, other in enumerate(cards) if other in ("Forest", "Island", "Steam Vents")]
        if card == "Conspiracy":
            more[f"o{index}"] = {"choices": {"creature_type": rng.choice(("Saproling", "Goblin"))}}
        if card == "Painter's Servant":
            more[f"o{index}"] = {"choices": {"color": "U"}}
        if card in AURAS and hosts:
            more[f"o{index}"] = {"attached_to": f"o{rng.choice(hosts)}"}
    players = [rng.choice(("P1", "P2")) for _ in cards]
    kind = rng.choice(("characteristics", "could_produce"))
    for index in range(len(cards)):
        # A position of its own for each question: those that share one are cut for all that is asked together.
        yield asked(board(list(zip(cards, players, strict=True)), **more), kind, f"o{index}")[0]


def test_boards_of_effects_that_depend_on_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [pair for seed in range(40) for pair in knotted(seed)]
    assert same(pairs, monkeypatch) > len(pairs) / 2


def test_what_stays() -> None:
    session = Session()
    cards = [("Forest", "P1"), ("Grizzly Bears", "P1"), ("Reflecting Pool", "P1"), ("Island", "P2"), ("Glorious Anthem", "P1")]
    position = board(cards)
    assert kept(session, position, "could_produce", "o0") == ["Forest"]
    assert kept(session, position, "could_produce", "o2") == ["Forest", "Reflecting Pool"]
    assert kept(session, position, "characteristics", "o0") == ["Forest"]
    assert kept(session, position, "characteristics", "o1") == ["Grizzly Bears", "Glorious Anthem"]


def test_effects_that_reach_stay_and_others_go() -> None:
    session = Session()
    cards = [("Forest", "P1"), ("Steam Vents", "P1"), ("Blood Moon", "P2"), ("Mana Reflection", "P2"), ("Humility", "P1")]
    position = board(cards)
    # Forest is basic and no creature; what replaces mana stays whatever is asked.
    assert kept(session, position, "could_produce", "o0") == ["Forest", "Mana Reflection"]
    assert kept(session, position, "could_produce", "o1") == ["Steam Vents", "Blood Moon", "Mana Reflection"]


def test_what_makes_one_effect_depend_on_another_stays() -> None:
    """613.8a: whether there is a loop hangs on the Forest, whatever is asked about the bear."""
    session = Session()
    position = board(
        [("Conspiracy", "P1"), ("Life and Limb", "P1"), ("Forest", "P1"), ("Forest", "P1"), ("Grizzly Bears", "P1"), ("Forest", "P1")],
        o0={"choices": {"creature_type": "Saproling"}},
    )
    # One Forest will do: the others are like it.
    assert kept(session, position, "characteristics", "o4") == ["Conspiracy", "Life and Limb", "Forest", "Grizzly Bears"]


@pytest.mark.parametrize(
    "more",
    [
        {"o0": {"counters": {"flying": 1}}},
        {"o1": {"copy_of": "Forest"}},
        {"o1": {"face_down": True}},
    ],
)
def test_objects_that_are_not_what_their_cards_say_keep_a_board_whole(more: dict[str, dict[str, Any]]) -> None:
    session = Session()
    position = board([("Forest", "P1"), ("Grizzly Bears", "P1"), ("Serra Angel", "P2")], **more)
    written = session.writer.write(position, 0)
    assert Relevance(session.writer, frozenset(), mana=True).kept(position, written, [0]) is None


def test_equal_permanents_share_an_answer_but_are_counted() -> None:
    session = Session()
    cards = [("Forest", "P1"), ("Forest", "P1"), ("Forest", "P2"), ("Llanowar Elves", "P1"), ("Llanowar Elves", "P1")]
    position = board([*cards, ("Gaea's Cradle", "P1"), ("Squirrel Nest", "P1")], o1={"tapped": True}, o6={"attached_to": "o0"})
    written = session.writer.write(position, 0)
    found = Relevance(session.writer, frozenset(), mana=True).kept(position, written, range(7))
    assert found is not None and found.doubles() == {}
    plain = board([*cards, ("Llanowar Elves", "P2"), ("Llanowar Elves", "P2")])
    found = Relevance(session.writer, frozenset(), mana=True).kept(plain, session.writer.write(plain, 0), range(7))
    assert found is not None and found.doubles() == {1: 0, 4: 3, 6: 5}
    answers = session.ask_many(asked(plain, "could_produce", *(f"o{number}" for number in range(7))))
    assert [answer.result for answer in answers if isinstance(answer, Answer)] == [{"types": ["G"]}] * 7


@pytest.mark.parametrize("kind", ["could_produce", "characteristics"])
def test_with_a_proof_the_answer_is_the_same(kind: str) -> None:
    session = Session()
    cases = [read_case(case, NAMES) for case in generate(kind, 15, 4, permanents=(6, 14))]
    pairs = [(case.position, case.query) for case in cases]
    for plain, proved in zip(session.ask_many(pairs), session.ask_many(pairs, explain=True), strict=True):
        assert isinstance(plain, Answer) and isinstance(proved, Answer)
        assert (plain.result, plain.status, plain.unread) == (proved.result, proved.status, proved.unread)
        assert proved.proof is not None
