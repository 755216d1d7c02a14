"""The query ``could_produce``: which types of mana a permanent could produce (106.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import clingo

from lawmage.engine.asked import Asked, object_number
from lawmage.facts.position import FactWriter, Written
from lawmage.facts.words import MANA_ORDER
from lawmage.position.query import Query

kind = "could_produce"
topics = frozenset({"mana_replacement", "characteristics", "control"})
own_topics = frozenset({"mana"})
cites = ("106.7",)
#: Boards are grounded without layers 1 to 6 where those cannot bear on the answer.
sliced = True
shares_positions = True
shown_for_gaps = ("reflects/3", "nearby/3", "seen_by/4", "controls/3")


def relevant(query: Query, written: Written) -> int:
    """Return the number of the object that the question is about: boards are cut to what may bear on it."""
    return object_number(query.permanent, written)


def result(asked: Asked, writer: FactWriter) -> Mapping[str, Any]:
    """Return ``types``, in the order W U B R G C."""
    by_object: dict[int, list[str]] | None = asked.worked_out.get("types")
    if by_object is None:
        by_object = asked.worked_out["types"] = _by_object(asked.atoms.get("could_produce", ()))
    return {"types": list(by_object.get(asked.about, ()))}


def _by_object(rows: Iterable[list[clingo.Symbol]]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for row in rows:
        found.setdefault(row[1].number, []).append(row[2].string)
    for letters in found.values():
        letters.sort(key=MANA_ORDER.index)
    return found


def concerns(asked: Asked, number: int) -> bool:
    """Return whether the abilities of an object were looked at: those of the permanent and of any it asks about."""
    start = asked.about
    reached: dict[int, set[int]] = asked.worked_out.setdefault("reached", {})
    if start not in reached:
        reached[start] = _reached(asked, start)
    return number in reached[start]


def _reached(asked: Asked, start: int) -> set[int]:
    links: tuple[dict[int, list[Any]], dict[Any, list[int]]] | None = asked.worked_out.get("links")
    if links is None:
        looks: dict[int, list[Any]] = {}
        near: dict[Any, list[int]] = {}
        controller = {atom[2].number: atom[1].number for atom in asked.atoms.get("controls", ())}
        for atom in asked.atoms.get("reflects", ()):
            source, description = atom[1].number, atom[2].number
            looks.setdefault(source, []).extend((description, (controller.get(source), description)))
        for atom in asked.atoms.get("nearby", ()):
            near.setdefault(atom[1].number, []).append(atom[2].number)
        for atom in asked.atoms.get("seen_by", ()):
            near.setdefault((atom[1].number, atom[2].number), []).append(atom[3].number)
        links = asked.worked_out["links"] = (looks, near)
    looks, near = links
    todo, seen, followed = [start], {start}, set()
    while todo:
        for description in looks.get(todo.pop(), ()):
            if description not in followed:
                followed.add(description)
                found = set(near.get(description, ())) - seen
                seen |= found
                todo.extend(found)
    return seen
