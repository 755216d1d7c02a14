"""Small boards and card names for the tests of positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bulk import shared

from lawmage.position.names import CatalogueNames, NameIndex

NAMES = NameIndex(
    [
        "Forest", "Island", "Plains", "Reflecting Pool", "Wild Growth", "Blood Moon", "Clone", "Fire // Ice", "+2 Mace",
        "TL;DR", "Erase (Not the Urza's Legacy One)", "1996 World Champion", "Grizzly Bears", "Utopia Sprawl",
        "Karn, the Great Creator", "Pithing Needle", "Hangarback Walker", "Giant Growth", "Lightning Bolt", "Urza's Tower",
        '"Ach! Hans, Run!"', "Fire", "Ice",
    ]
)  # fmt: skip


def board(*objects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the data of a position of two players with these permanents."""
    return {"players": {"P1": {}, "P2": {}}, "battlefield": list(objects), **more}


def permanent(id: str, card: str = "Forest", controller: str = "P1", **more: Any) -> dict[str, Any]:
    """Return the data of a permanent."""
    return {"id": id, "card": card, "controller": controller, **more}


def shared_cases() -> list[dict[str, Any]]:
    """Return every shared case, or skip the test."""
    folder: Path = shared("cases")
    return [json.loads(line) for path in sorted(folder.glob("*.jsonl")) for line in path.open(encoding="utf-8")]


def all_names() -> CatalogueNames:
    """Return the names of the packaged catalogue."""
    from lawmage.cards.catalogue import Catalogue

    return CatalogueNames(Catalogue.open())
