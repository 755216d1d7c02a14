"""Times of questions about activating and paying; prints, asserts nothing. Run: python tests/bench/bench_activation.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from measuring import Figure, cpu

from lawmage.api import ask, ask_many


def board(*cards: str, **rest: Any) -> dict[str, Any]:
    """Return a position of P1's permanents; "N x Card" gives N of a card."""
    names = [name for card in cards for name in _several(card)]
    items = [{"id": f"o{i}", "card": name, "controller": "P1"} for i, name in enumerate(names)]
    return {"players": {"P1": {}, "P2": {}}, "battlefield": items, **rest}


def _several(card: str) -> list[str]:
    count, _, name = card.partition(" x ")
    return [name] * int(count) if name else [card]


def timed(name: str, work: Callable[[], Any], times: int = 5) -> None:
    """Print the median of some runs, after one to warm up."""
    print(Figure(name, cpu(work, times), "ms").line())


def paying(position: dict[str, Any], cost: str) -> Callable[[], Any]:
    """Return the asking of one cost."""
    return lambda: ask(position, {"kind": "payable", "player": "P1", "cost": cost})


def main() -> None:
    """Run all."""
    wide = board(
        "Walking Ballista", "5 x Forest", "4 x Plains", "3 x Birds of Paradise", "3 x Llanowar Elves", "2 x Mana Confluence",
        "Sol Ring", "Mystic Gate", "Fetid Heath", "8 x Grizzly Bears", "4 x Nantuko Husk", "4 x Serra Angel", "3 x Prodigal Sorcerer",
    )  # fmt: skip
    legal = {"kind": "legal", "player": "P1", "permanent": "o0", "ability": "{4}"}
    timed("legal, 40 permanents, 20 mana sources", lambda: ask(wide, legal))
    timed("abilities, 40 permanents", lambda: ask(wide, {"kind": "abilities", "player": "P1"}), 2)
    rainbow = board("30 x Mana Confluence", "Mystic Gate", "Fetid Heath", "Sunken Ruins")
    rainbow["players"] = {"P1": {"life": 40}, "P2": {}}
    costs = ("{W}{W}{U}{U}{B}{B}{R}{R}{G}{G}{10}", "{20}{W}{W}{W}{W}{W}{B}{B}{B}{B}{B}{U}", "{33}{C}", "{40}", "{C}{C}{C}{C}")
    for cost in costs:
        timed(f"payable {cost}, 30 any-color and 3 filter lands", paying(rainbow, cost), 2)
    mixed = board(
        "Tundra", "Underground Sea", "Badlands", "Taiga", "Savannah", "Scrubland", "Volcanic Island", "Bayou", "Plateau",
        "Tropical Island", "Forest", "Island", "Swamp", "Mountain", "Plains", "Birds of Paradise", "Sol Ring", "Azorius Signet",
        "Dimir Signet", "Mystic Gate", "Fetid Heath", "Cascade Bluffs", "Castle Sengir", "Cabal Coffers", "Crystal Quarry",
    )  # fmt: skip
    for cost in ("{5}{W}{W}{U}{U}{B}{B}{R}{G}", "{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}", "{30}", "{12}{W}{U}{B}{R}{G}{C}{C}"):
        timed(f"payable {cost}, 25 different sources", paying(mixed, cost), 1)
    small = [
        (board("Llanowar Elves", "Forest", "Cursed Totem"), {"kind": "legal", "player": "P1", "permanent": "o0", "ability": "{T}"})
        for _ in range(250)
    ]
    print(Figure("legal, 250 small positions, each", cpu(lambda: ask_many(small), 1) / len(small), "ms").line())


if __name__ == "__main__":
    main()
