"""118, 601.2g: payments agree with a reference that tries every sequence of activations on small boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lawmage.api import ask_many
from lawmage.errors import LawmageError

LETTERS = "WUBRGC"
Pool = tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """A kind of source: its ability in words, and the same as data for the reference."""

    text: str
    yields: tuple[str, ...]
    mana: tuple[str, ...] = ()
    tap: bool = True
    sacrifice: bool = False
    life: int = 0
    helper: bool = False
    once: bool = False
    creature: bool = False


ANY = tuple("WUBRG")
KINDS = (
    Kind("{T}: Add {G}.", ("G",)),
    Kind("{T}: Add {G}.", ("G",), creature=True),
    Kind("{T}: Add {W} or {U}.", ("W", "U")),
    Kind("{T}: Add {C}{C}.", ("CC",)),
    Kind("{T}: Add {W}{U}.", ("WU",)),
    Kind("{T}: Add one mana of any color.", ANY),
    Kind("{1}, {T}: Add {U}{B}.", ("UB",), mana=("1",)),
    Kind("{W/U}, {T}: Add {W}{W}, {W}{U}, or {U}{U}.", ("WW", "WU", "UU"), mana=("W/U",)),
    Kind("{2}, {T}: Add {R}{R}{R}.", ("RRR",), mana=("1", "1")),
    Kind("{T}, Sacrifice ~: Add {B}{B}{B}.", ("BBB",), sacrifice=True),
    Kind("Sacrifice ~: Add {R}.", ("R",), tap=False, sacrifice=True),
    Kind("{T}, Pay 1 life: Add {B} or {R}.", ("B", "R"), life=1),
    Kind("{T}, Tap an untapped creature you control: Add one mana of any color.", ANY, helper=True),
    Kind("{1}: Add {W}. Activate only once each turn.", ("W",), mana=("1",), tap=False, once=True),
    Kind("{G}, {T}: Add {G}{G}{G}.", ("GGG",), mana=("G",), creature=True),
)


def accepts(symbol: str) -> tuple[str, ...]:
    return tuple(LETTERS) if symbol == "1" else tuple(symbol.split("/"))


@cache
def spendings(pool: Pool, symbols: tuple[str, ...]) -> frozenset[Pool]:
    """Every pool that may be left after paying the symbols."""
    if not symbols:
        return frozenset({pool})
    left: set[Pool] = set()
    for letter in accepts(symbols[0]):
        index = LETTERS.index(letter)
        if pool[index]:
            left |= spendings((*pool[:index], pool[index] - 1, *pool[index + 1 :]), symbols[1:])
    return frozenset(left)


def payable(kinds: tuple[Kind, ...], cost: tuple[str, ...], life: int) -> bool:
    """Try every sequence of activations, from every pool."""
    seen: set[tuple[Pool, frozenset[int], frozenset[int], frozenset[int], int]] = set()
    todo = [((0,) * 6, frozenset[int](), frozenset[int](), frozenset[int](), life)]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        if spendings(state[0], cost):
            return True
        todo += following(kinds, state)
    return False


def following(kinds: tuple[Kind, ...], state: Any) -> Iterator[Any]:
    pool, tapped, gone, used, life = state
    for index, kind in enumerate(kinds):
        if index in gone or (kind.tap and index in tapped) or (kind.once and index in used) or life < kind.life:
            continue
        helpers: list[int | None] = [None]
        if kind.helper:
            helpers = [i for i, other in enumerate(kinds) if other.creature and i != index and i not in tapped and i not in gone]
        for helper in helpers:
            now = tapped | ({index} if kind.tap else set()) | ({helper} if helper is not None else set())
            for left in spendings(pool, kind.mana):
                for bag in kind.yields:
                    more = tuple(left[i] + bag.count(letter) for i, letter in enumerate(LETTERS))
                    out = gone | {index} if kind.sacrifice else gone
                    yield more, frozenset(now), frozenset(out), used | {index} if kind.once else used, life - kind.life


def position(kinds: tuple[Kind, ...], life: int) -> dict[str, Any]:
    items = [
        {
            "id": f"s{i}",
            "controller": "P1",
            "token": {
                "name": f"Source {i}",
                "types": ["Artifact", "Creature"] if kind.creature else ["Artifact"],
                "abilities": [kind.text.replace("~", "this artifact")],
                **({"power": 1, "toughness": 1} if kind.creature else {}),
            },
        }
        for i, kind in enumerate(kinds)
    ]
    return {"players": {"P1": {"life": life}, "P2": {}}, "battlefield": items}


boards = st.lists(st.sampled_from(KINDS), min_size=1, max_size=6).map(tuple)
costs = st.lists(st.sampled_from(("1", "1", "W", "U", "B", "R", "G", "C", "W/U", "R/G")), min_size=1, max_size=6).map(tuple)


def as_cost(symbols: tuple[str, ...]) -> str:
    return "".join(f"{{{symbol}}}" for symbol in symbols)


@given(st.lists(st.tuples(boards, costs, st.integers(0, 2)), min_size=1, max_size=5))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_118_payments_agree_with_trying_everything(cases: list[tuple[tuple[Kind, ...], tuple[str, ...], int]]) -> None:
    pairs = [(position(kinds, life), {"kind": "payable", "player": "P1", "cost": as_cost(cost)}) for kinds, cost, life in cases]
    for answer, (kinds, cost, life) in zip(ask_many(pairs), cases, strict=True):
        assert not isinstance(answer, LawmageError), answer
        assert answer.result is not None
        assert answer.result["payable"] == payable(kinds, cost, life), ([kind.text for kind in kinds], as_cost(cost), life)
        assert answer.certain, answer.unread


def test_two_filters_cannot_feed_each_other() -> None:
    filters = (KINDS[6], KINDS[6])
    (answer,) = ask_many([(position(filters, 20), {"kind": "payable", "player": "P1", "cost": "{W}{W}"})])
    assert not isinstance(answer, LawmageError)
    assert answer.result is not None and answer.result["payable"] is False
