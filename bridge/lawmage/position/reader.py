"""Reads a JSON-like value as a position: everything is checked, nothing is guessed or dropped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from .faults import Step, near, path, shown
from .kinds import Field, Kind, Reading, Schema, listing, player, text_of, whole, word
from .limits import MAX_NAME, MAX_OBJECTS, MAX_PLAYERS
from .model import FORMAT, Player, Position
from .names import CardNames
from .tables import EFFECT, PERMANENT, PLAYER_RECORD, STACK_OBJECT
from .words import PHASE_ALIASES, PHASES

CARD_ZONES = ("hand", "library", "graveyard", "exile", "command")

_PLAYER = player()

POSITION_FIELDS: Mapping[str, Field] = {
    "format": Field(whole(FORMAT, FORMAT), doc="The version of this format."),
    "players": Field(
        Kind(
            lambda value, reading: value,
            {
                "type": "object",
                "minProperties": 1,
                "maxProperties": MAX_PLAYERS,
                "additionalProperties": PLAYER_RECORD.kind.schema,
            },
        ),
        required=True,
        doc="Players by id, in turn order.",
    ),
    "active": Field(_PLAYER, doc="Whose turn it is; the first player, if not given."),
    "priority": Field(_PLAYER, doc="Who has priority; the active player, if not given."),
    "phase": Field(word("a phase or step", PHASES, PHASE_ALIASES)),
    "battlefield": Field(listing(PERMANENT.kind, "permanents", MAX_OBJECTS), doc="Earliest timestamp first."),
    "stack": Field(listing(STACK_OBJECT.kind, "stack objects", MAX_OBJECTS), doc="Bottom first."),
    "effects": Field(
        listing(EFFECT.kind, "effects", MAX_OBJECTS),
        doc="Effects in force that no object in the position carries.",
    ),
}
"""The keys of a position; the players are read apart, since everything else may refer to them."""


def read_position(data: object, names: CardNames, place: str = "") -> Position:
    """Read a position in format 1.

    Args:
        data: what a JSON or YAML reader returned.
        names: the card names there are.
        place: where the position stands, put before the place of each fault.

    Raises:
        InputError: with every independent fault found, at most ``limits.MAX_FAULTS`` of them.
    """
    reading = Reading(names)
    position = read_into(data, reading)
    if position is None:
        raise reading.faults.error(place)
    return position


def read_into(data: object, reading: Reading) -> Position | None:
    """Read a position, noting its faults in ``reading``; None if there were any.

    Afterwards ``reading`` holds the ids that a query about the position may refer to. Its
    ``players`` are None if those could not be told.
    """
    reading.players = None
    faults = reading.faults
    if not isinstance(data, dict):
        faults.add(f"a position must be a map, not {shown(data)}.", data)
        return None
    version = data.get("format", FORMAT)
    if type(version) is not int or version != FORMAT:
        faults.add(
            f"this program reads format {FORMAT} only, not {shown(version)}.",
            version,
            steps=("format",),
        )
        return None
    if not _collect(data, reading):
        return None
    players = _read_players(data, reading)
    values: dict[str, Any] = {}
    for key, value in data.items():
        field = POSITION_FIELDS.get(key) if type(key) is str else None
        if field is None:
            faults.add(
                f"a position has no key {shown(key)}.",
                key,
                partial(near, key, POSITION_FIELDS),
                (key,) if type(key) is str else (),
            )
        elif key != "players" and key != "format":
            seen = len(faults)
            values[key] = field.kind.read(value, reading)
            if len(faults) != seen:
                faults.under(seen, key)
    if reading.attached:
        _check_cycles(reading.attached, reading, "attached_to", "attached to itself")
    if reading.copies:
        _check_cycles(reading.copies, reading, "copy_of", "a copy of itself")
    if faults:
        return None
    active = values.setdefault("active", players[0].id)
    values.setdefault("priority", active)
    return Position(players=players, **values)


POSITION_SCHEMA: Schema = {
    "type": "object",
    "description": "A position: one moment of a game.",
    "properties": {
        key: {**field.kind.schema, "description": field.doc} if field.doc else field.kind.schema for key, field in POSITION_FIELDS.items()
    },
    "required": ["players"],
    "additionalProperties": False,
}
"""The JSON Schema of a position."""


def _listed(data: Mapping[Any, Any]) -> Iterable[tuple[tuple[Step, ...], Any, bool]]:
    """Yield the list of every zone: its place, the list, and whether it is the battlefield."""
    yield ("battlefield",), data.get("battlefield"), True
    yield ("stack",), data.get("stack"), False
    players = data.get("players")
    if isinstance(players, dict):
        for id, record in players.items():
            if isinstance(record, dict):
                for zone in CARD_ZONES:
                    if zone in record:
                        yield ("players", id, zone), record[zone], False


def _collect(data: Mapping[Any, Any], reading: Reading) -> bool:
    """Collect the ids of the position before anything can refer to them; tell whether its size is
    fit."""
    faults = reading.faults
    objects, battlefield = reading.objects, reading.battlefield
    players = data.get("players")
    player_ids = players if isinstance(players, dict) else {}
    total = len(data["effects"]) if isinstance(data.get("effects"), list | tuple) else 0
    for steps, listed, is_battlefield in _listed(data):
        if not isinstance(listed, list | tuple):
            continue
        total += len(listed)
        if total > MAX_OBJECTS:
            break
        for index, item in enumerate(listed):
            if not isinstance(item, dict):
                continue
            id = item.get("id")
            if type(id) is not str:
                continue
            if id in objects:
                faults.add(
                    f"the id {shown(id)} is also that of {path(objects[id])}.",
                    id,
                    steps=(*steps, index, "id"),
                )
                continue
            if id in player_ids:
                faults.add(f"the id {shown(id)} is also that of a player.", id, steps=(*steps, index, "id"))
            objects[id] = (*steps, index)
            if is_battlefield:
                battlefield.add(id)
    if total > MAX_OBJECTS:
        faults.clear()
        faults.add(f"the position is too large: it may hold at most {MAX_OBJECTS} objects and effects.")
        return False
    return True


def _read_players(data: Mapping[Any, Any], reading: Reading) -> tuple[Player, ...]:
    faults = reading.faults
    players = data.get("players")
    problem = ""
    if "players" not in data:
        faults.add("a position needs the key players.")
    elif not isinstance(players, dict):
        problem = f"must be a map of players by id, not {shown(players)}."
    elif not players:
        problem = "must hold at least one player."
    elif len(players) > MAX_PLAYERS:
        problem = f"holds {len(players)} players; there may be at most {MAX_PLAYERS}."
    if problem:
        faults.add(problem, players, steps=("players",))
    if not isinstance(players, dict) or not 0 < len(players) <= MAX_PLAYERS:
        reading.players = None
        return ()
    reading.players = players
    out = []
    for id, record in players.items():
        seen = len(faults)
        text_of(id, reading, "a player's id", MAX_NAME)
        reading.owner = id
        values = PLAYER_RECORD.kind.read(record, reading)
        if len(faults) != seen:
            step = id if type(id) is str else shown(id)
            faults.under(seen, step)
            faults.under(seen, "players")
        elif values is not None and not faults:
            out.append(Player(id=id, **values))
    return tuple(out)


def _check_cycles(links: Mapping[str, str], reading: Reading, key: str, what: str) -> None:
    """Note one fault for each ring of ``links``, at the object where the ring closes."""
    visit: dict[str, str] = {}
    for start in links:
        at = start
        while at in links and at not in visit:
            visit[at] = start
            target = links[at]
            if visit.get(target) == start:
                ring = [target]
                while len(ring) < 7 and links[ring[-1]] != target:
                    ring.append(links[ring[-1]])
                some = " to ".join(shown(id) for id in ring[:6])
                some += f" to {shown(target)}" if len(ring) < 7 else " …"
                reading.faults.add(
                    f"{shown(target)} would be {what}: {some}.",
                    target,
                    steps=(*reading.objects[at], key),
                )
                break
            at = target
