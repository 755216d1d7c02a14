"""Makes a disagreement small: the least of a position that still gets the same wrong answer.

Permanents, cards, effects, stack objects, counters, marks and numbers are left out as long as the result keeps its value on
the keys that differ. So what remains is what the answer rests on, whether the answer or the expectation is at fault.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lawmage.answer import Answer
from lawmage.errors import LawmageError
from lawmage.position.reader import CARD_ZONES

Path = tuple[Any, ...]
"""Where in the data a part stands: keys of maps and indexes of lists."""

Ask = Callable[[Sequence[tuple[dict[str, Any], dict[str, Any]]]], Sequence[Answer | LawmageError]]

_NEEDED = frozenset({"id", "card", "token", "controller"})
_MOST_ROUNDS = 60


def minimise(position: dict[str, Any], query: dict[str, Any], result: dict[str, Any], differs: Sequence[str], ask: Ask) -> dict[str, Any]:
    """Return the smallest position found that gives ``result`` on the keys ``differs``.

    No single part that is left can be left out. ``position`` and ``query`` are data in format 1; ``ask`` answers many
    such pairs. If the position as it is does not give that result, it is returned as it is.
    """
    wanted = {key: result.get(key) for key in differs}

    def shows(candidates: Sequence[dict[str, Any]]) -> list[bool]:
        found = ask([(candidate, query) for candidate in candidates])
        return [isinstance(a, Answer) and a.result is not None and _on(a.result, differs) == wanted for a in found]

    if not shows([position])[0]:
        return position
    smallest = position
    for parts_of in (_objects, _details):
        smallest = _reduced(smallest, parts_of, shows)
    return smallest


def _on(result: Any, keys: Sequence[str]) -> dict[str, Any]:
    return {key: result.get(key) for key in keys}


def _reduced(
    position: dict[str, Any],
    parts_of: Callable[[dict[str, Any]], Iterator[Path]],
    shows: Callable[[Sequence[dict[str, Any]]], list[bool]],
) -> dict[str, Any]:
    """Leave out parts, many at a time at first (delta debugging), until none can be left out."""
    share = 2
    for _ in range(_MOST_ROUNDS):
        parts = list(parts_of(position))
        if not parts:
            break
        size = max(1, -(-len(parts) // share))
        groups = [parts[at : at + size] for at in range(0, len(parts), size)]
        candidates = [_without(position, group) for group in groups]
        verdicts = shows(candidates)
        dropped = [group for group, fine in zip(groups, verdicts, strict=True) if fine]
        if dropped:
            # What can go alone can often go together; if not, the first of them goes.
            together = _without(position, [part for group in dropped for part in group])
            position = together if len(dropped) > 1 and shows([together])[0] else candidates[verdicts.index(True)]
        elif size == 1:
            break
        else:
            share *= 2
    return position


def _objects(position: dict[str, Any]) -> Iterator[Path]:
    """Yield the places of all objects and effects."""
    for zone in ("battlefield", "stack", "effects"):
        for index in range(len(position.get(zone) or ())):
            yield (zone, index)
    for id, player in position.get("players", {}).items():
        for zone in CARD_ZONES:
            if isinstance(player.get(zone), list):
                for index in range(len(player[zone])):
                    yield ("players", id, zone, index)


def _details(position: dict[str, Any]) -> Iterator[Path]:
    """Yield the places of everything that an object or a player need not have."""
    for path in _objects(position):
        item = _at(position, path)
        if isinstance(item, dict) and path[0] != "effects":
            for key, value in item.items():
                if key == "counters":
                    yield from ((*path, key, kind) for kind in value)
                elif key not in _NEEDED:
                    yield (*path, key)
    for id, player in position.get("players", {}).items():
        yield from (("players", id, key) for key in player)
    yield from ((key,) for key in ("phase", "priority") if key in position)


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _without(position: dict[str, Any], parts: Sequence[Path]) -> dict[str, Any]:
    """Return the position without some parts; of two parts in one list, the later goes first."""
    smaller = copy.deepcopy(position)
    for path in sorted(parts, key=lambda path: [step if isinstance(step, int) else 0 for step in path], reverse=True):
        del _at(smaller, path[:-1])[path[-1]]
    return smaller
