"""Quick notation: a board in one line of text, for people.

``Reflecting Pool; 2x Forest + Wild Growth; Island (tapped)``: a semicolon separates permanents, a plus
attaches what follows to the permanent before it, parentheses hold what is to be said of a permanent:

- ``tapped``, ``sick``, ``face down``, ``flipped``, ``phased out``, ``back``, ``attacking``,
  ``blocking``, ``crewed``, ``monstrous``, ``renowned``, ``saddled``, ``new`` (entered this turn),
- ``3 +1/+1 counters``, ``level 4``, ``loyalty 3``, ``2 damage``, ``class level 2``, ``x=3``,
- ``choose G``, ``choose Golem``, ``choose Island``, ``choose "A Card Name"``, ``choose 3``,
- ``copy of NAME or id``, ``linked NAME``, ``face NAME``, ``owner P2``, ``id=mine``,
- ``token``: a predefined token (``Treasure (token)``, or just ``Treasure token``), or a token copy.

Ids are made from names: ``forest``, ``forest-2``. A card's name is sought before any sign in it is read
as notation, so names with odd characters work.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from lawmage.cards.types import BASIC_LAND_TYPES
from lawmage.errors import Fault, InputError

from .faults import near, shown
from .limits import MAX_NAME, MAX_OBJECTS
from .names import CardNames
from .words import COLOR_NAMES, COLORS, CREATURE_TYPES, PREDEFINED_TOKENS

YOU, OPPONENT = "P1", "P2"
"""The ids of the two players of a quick board."""

MAX_LINE = 100_000
"""Most characters in one quick board."""

# No name holds more of the signs ; + ( than two.
_MOST_SIGNS = 4
_MOST_FAULTS = 20
_MOST_NOTES = 30
_COUNT_BEFORE = re.compile(r"(\d{1,6})\s*(?:[x×]\s*|\s)(.+)", re.DOTALL)
_COUNT_AFTER = re.compile(r"(.+?)\s*\s[x×]\s*(\d{1,6})", re.DOTALL)
_TOKEN_SUFFIX = re.compile(r"(.+?)\s+tokens?", re.DOTALL | re.IGNORECASE)


@dataclass(slots=True)
class _Named:
    """What a name in the notation stands for: so many of a card, or of a predefined token."""

    name: str
    count: int = 1
    token: bool = False


def slug(name: str) -> str:
    """Return the id made from a name: lower case, words joined by dashes."""
    plain = unicodedata.normalize("NFKD", name.lower())
    words = re.findall(r"[a-z0-9]+", re.sub(r"['’\u0300-\u036f]", "", plain))
    return "-".join(words)[:100] or "card"


def read_quick(you: str, opponent: str, names: CardNames) -> dict[str, Any]:
    """Read two lines of quick notation as the data of a position, for ``read_position``.

    Raises:
        InputError: with every fault; its place names the player's line and the piece of it.
    """
    faults: list[Fault] = []
    numbers: dict[str, int] = {}
    taken: set[str] = {YOU, OPPONENT}
    battlefield: list[dict[str, Any]] = []
    for player, label, line in ((YOU, "you", you), (OPPONENT, "opponent", opponent)):
        board = _Board(line, label, player, names, numbers, taken, faults)
        battlefield.extend(board.read())
    if len(battlefield) > MAX_OBJECTS and not faults:
        faults.append(Fault("", f"the board is too large: at most {MAX_OBJECTS} permanents."))
    if faults:
        raise InputError(*faults)
    return {"format": 1, "players": {YOU: {}, OPPONENT: {}}, "battlefield": battlefield}


class _Board:
    """One line of quick notation being read."""

    def __init__(
        self,
        line: str,
        label: str,
        player: str,
        names: CardNames,
        numbers: dict[str, int],
        taken: set[str],
        faults: list[Fault],
    ) -> None:
        self._line = line
        self._label = label
        self._player = player
        self._names = names
        self._numbers = numbers
        self._taken = taken
        self._faults = faults
        self._piece = 1

    def read(self) -> list[dict[str, Any]]:
        """Return the permanents of the line, as objects of the format."""
        if len(self._line) > MAX_LINE:
            self._fault(f"the line is too long: at most {MAX_LINE} characters.")
            return []
        out: list[dict[str, Any]] = []
        at, base = 0, None
        while True:
            at = self._skip(at)
            if at >= len(self._line):
                return out
            if self._line[at] == ";":
                at, base, self._piece = at + 1, None, self._piece + 1
                continue
            seen = len(self._faults)
            made, at = self._item(at)
            if len(self._faults) == seen and base is not None:
                if len(made) > 1:
                    self._fault("more than one cannot be attached at once; write each with a plus.")
                for item in made:
                    item["attached_to"] = base
            out.extend(made)
            if len(out) > MAX_OBJECTS or len(self._faults) >= _MOST_FAULTS:
                return out
            at = self._skip(at)
            if self._line[at : at + 1] == "+":
                if len(self._faults) != seen or len(made) != 1:
                    if len(made) > 1:
                        self._fault("nothing can be attached to several permanents at once.")
                    at = self._next(at)
                    continue
                base = base or made[0]["id"]
                at += 1
                if self._skip(at) >= len(self._line) or self._line[self._skip(at)] == ";":
                    self._fault("nothing follows the plus.")
            elif at < len(self._line) and self._line[at] != ";":
                if len(self._faults) == seen:
                    rest = self._line[at : self._next(at)].strip()
                    self._fault(f"{shown(rest)} is not understood; expected ; or + or (.")
                at = self._next(at)

    # --- pieces ---

    def _item(self, start: int) -> tuple[list[dict[str, Any]], int]:
        """Read a name and its notes; return the objects made, and where reading stopped."""
        named, at = self._name(start)
        if named is None:
            return [], at
        item: dict[str, Any] = {"id": "", "controller": self._player}
        item["token" if named.token else "card"] = named.name
        own_id = ""
        at = self._skip(at)
        while self._line[at : at + 1] == "(":
            end = self._closing(at)
            if end < 0:
                self._fault(f"{shown(self._line[at:].strip())} has no closing parenthesis.")
                return [], len(self._line)
            own_id = self._notes(self._line[at + 1 : end], item) or own_id
            at = self._skip(end + 1)
        if own_id and named.count > 1:
            self._fault("several permanents cannot share one id.")
        made = []
        for _ in range(min(named.count, MAX_OBJECTS + 1)):
            made.append({**item, "id": own_id or self._new_id(named.name)})
        return made, at

    def _name(self, start: int) -> tuple[_Named | None, int]:
        """Read the longest text at ``start`` that is a name; a fault if there is none."""
        line = self._line
        limit = min(len(line), start + MAX_NAME + 10)
        ends = [at for at in range(start + 1, limit) if line[at] in ";+("]
        if limit == len(line):
            ends.append(limit)
        for end in reversed(ends[:_MOST_SIGNS]):
            named = self._resolve(line[start:end].strip())
            if named is not None:
                if not 0 < named.count <= MAX_OBJECTS:
                    self._fault(f"{named.count} is no fit number of permanents.")
                return named, end
        first = ends[0] if ends else len(line)
        wrong = line[start:first].strip()
        bare = self._bare(wrong)
        self._fault(f"there is no card named {shown(bare)}.", bare, partial(self._names.closest, bare[:200]))
        return None, self._next(start + 1) if line[start] != "+" else self._next(start)

    def _bare(self, text: str) -> str:
        match = _COUNT_BEFORE.fullmatch(text)
        if match:
            return match[2].strip()
        match = _COUNT_AFTER.fullmatch(text)
        return match[1].strip() if match else text

    def _resolve(self, text: str) -> _Named | None:
        if not text:
            return None
        found = self._plain(text)
        if found is not None:
            return found
        before, after = _COUNT_BEFORE.fullmatch(text), _COUNT_AFTER.fullmatch(text)
        for count, rest in (
            (before[1], before[2]) if before else ("", ""),
            (after[2], after[1]) if after else ("", ""),
        ):
            found = self._plain(rest.strip()) if rest else None
            if found is not None:
                return _Named(found.name, int(count), found.token)
        return None

    def _plain(self, text: str) -> _Named | None:
        name = self._names.resolve(text)
        if name is not None:
            return _Named(name)
        match = _TOKEN_SUFFIX.fullmatch(text)
        token = _predefined(match[1] if match else text)
        return _Named(token, token=True) if token is not None else None

    def _new_id(self, name: str) -> str:
        base = slug(name)
        while True:
            number = self._numbers[base] = self._numbers.get(base, 0) + 1
            id = base if number == 1 else f"{base}-{number}"
            if id not in self._taken:
                self._taken.add(id)
                return id

    # --- notes ---

    def _notes(self, text: str, item: dict[str, Any]) -> str:
        """Read what parentheses hold into ``item``; return the id it gives, or an empty text."""
        parts = _split(text)
        if len(parts) > _MOST_NOTES:
            self._fault(f"there are too many notes: at most {_MOST_NOTES} in parentheses.")
            return ""
        own_id = ""
        index = 0
        while index < len(parts):
            # A name may hold commas: the longest run of parts that is understood is one note.
            for end in range(len(parts), index, -1):
                note = ",".join(parts[index:end]).strip()
                values = self._note(note, item)
                if values is not None:
                    break
            else:
                note, end, values = parts[index].strip(), index + 1, None
            if values is None:
                what = "an empty note" if not note else f"the note {shown(note)}"
                self._fault(f"{what} is not understood.", note, partial(near, note, _NOTE_WORDS))
            else:
                own_id = values.pop("id", own_id)
                for key, value in values.items():
                    if isinstance(value, dict) and isinstance(item.get(key), dict):
                        item[key] = {**item[key], **value}
                    elif isinstance(value, list):
                        item[key] = [*item.get(key, ()), *value]
                    else:
                        item[key] = value
                if values.get("token") is not None:
                    item.pop("card", None)
            index = end
        if own_id:
            if own_id in self._taken:
                self._fault(f"the id {shown(own_id)} is taken.", own_id)
            self._taken.add(own_id)
        return own_id

    def _note(self, note: str, item: dict[str, Any]) -> dict[str, Any] | None:
        """Return what a note says as keys of the format, or None if it is not understood."""
        words = " ".join(note.lower().split())
        if words in _FLAGS:
            return dict(_FLAGS[words])
        if words == "token":
            return self._token(item)
        for pattern, make in _NUMBERED:
            match = pattern.fullmatch(words)
            if match:
                return make(match)
        match = _ID.fullmatch(note)
        if match:
            return {"id": _unquoted(match[1])}
        match = _WORDED.fullmatch(note)
        if not match:
            return None
        verb, value = match[1].lower(), _unquoted(match[2])
        if verb in ("choose", "chose", "chosen"):
            choice = self._choice(value)
            return {"choices": choice} if choice is not None else None
        if verb == "owner":
            return {"owner": value}
        name = self._names.resolve(value)
        if verb.startswith("copy"):
            # What may be the id of an object further on is for the reader of positions to judge.
            if value in self._taken or (name is None and value == slug(value)):
                return {"copy_of": value}
            return {"copy_of": name} if name is not None else None
        if name is None:
            return None
        return {"linked": [name]} if verb == "linked" else {"face": name}

    def _token(self, item: dict[str, Any]) -> dict[str, Any]:
        if isinstance(item.get("token"), str):
            return {}
        name = item.get("card", "")
        predefined = _predefined(name)
        if predefined is not None:
            return {"token": predefined}
        return {"token": {"name": name}, "copy_of": name}

    def _choice(self, value: str) -> dict[str, Any] | None:
        color = value if value in COLORS else COLOR_NAMES.get(value.lower())
        if color is not None:
            return {"color": color}
        if value.isascii() and value.isdigit() and len(value) < 8:
            return {"number": int(value)}
        title = value[:1].upper() + value[1:]
        if title in BASIC_LAND_TYPES:
            return {"basic_land_type": title}
        if title in CREATURE_TYPES:
            return {"creature_type": title}
        if value in (YOU, OPPONENT):
            return {"player": value}
        name = self._names.resolve(value)
        return {"card_name": name} if name is not None else None

    # --- scanning ---

    def _skip(self, at: int) -> int:
        while at < len(self._line) and self._line[at].isspace():
            at += 1
        return at

    def _next(self, at: int) -> int:
        """Return where the next semicolon outside parentheses is."""
        depth = 0
        while at < len(self._line):
            char = self._line[at]
            if char == ";" and not depth:
                break
            depth = max(0, depth + (char == "(") - (char == ")"))
            at += 1
        return at

    def _closing(self, at: int) -> int:
        """Return where the parenthesis that opens at ``at`` closes, or -1."""
        depth, quoted = 0, False
        for index in range(at, len(self._line)):
            char = self._line[index]
            if char == '"':
                quoted = not quoted
            elif not quoted:
                depth += (char == "(") - (char == ")")
                if not depth:
                    return index
        return -1

    def _fault(
        self,
        problem: str,
        value: object = None,
        suggest: Callable[[], tuple[str, ...]] | None = None,
    ) -> None:
        if len(self._faults) < _MOST_FAULTS:
            suggestions = suggest() if suggest is not None else ()
            place = f"{self._label}, piece {self._piece}"
            self._faults.append(Fault(place, problem, value, suggestions))


def _predefined(text: str) -> str | None:
    """Return the predefined token that ``text`` names, case aside."""
    folded = " ".join(text.lower().split())
    return next((word for word in PREDEFINED_TOKENS if word.lower() == folded), None)


def _split(text: str) -> list[str]:
    """Split notes at commas outside quotes."""
    parts, start, quoted = [], 0, False
    for index, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char == "," and not quoted:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 2 and text[0] == text[-1] == '"':
        return text[1:-1]
    return text


_FLAGS: dict[str, dict[str, Any]] = {
    "tapped": {"tapped": True},
    "untapped": {"tapped": False},
    "sick": {"summoning_sick": True},
    "summoning sick": {"summoning_sick": True},
    "face down": {"face_down": True},
    "face-down": {"face_down": True},
    "flipped": {"flipped": True},
    "phased out": {"phased_out": True},
    "back": {"face": "back"},
    "back face": {"face": "back"},
    "transformed": {"face": "back"},
    "attacking": {"attacking": True},
    "blocking": {"blocking": True},
    "crewed": {"crewed": True},
    "monstrous": {"monstrous": True},
    "renowned": {"renowned": True},
    "saddled": {"saddled": True},
    "new": {"entered_this_turn": True},
    "entered this turn": {"entered_this_turn": True},
}

_NUMBER_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_N = rf"(\d{{1,9}}|{'|'.join(_NUMBER_WORDS)})"


def _number(text: str) -> int:
    return _NUMBER_WORDS.get(text) or int(text)


_NUMBERED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]], ...] = (
    (re.compile(r"x ?= ?(\d{1,9})"), lambda m: {"x": int(m[1])}),
    (re.compile(rf"{_N} (.+) counters?"), lambda m: {"counters": {m[2]: _number(m[1])}}),
    (re.compile(r"level (\d{1,9})"), lambda m: {"counters": {"level": int(m[1])}}),
    (re.compile(r"loyalty (\d{1,9})"), lambda m: {"counters": {"loyalty": int(m[1])}}),
    (re.compile(r"class level (\d{1,9})"), lambda m: {"class_level": int(m[1])}),
    (re.compile(rf"{_N} damage|damage (\d{{1,9}})"), lambda m: {"damage": _number(m[1] or m[2])}),
)
_ID = re.compile(r"(?i)id\s*=\s*(.+)", re.DOTALL)
_WORDED = re.compile(r"(?i)(choose|chose|chosen|copy\s+of|linked|face|owner)\s+(.+)", re.DOTALL)
_NOTE_WORDS = (
    *_FLAGS, "token", "choose", "copy of", "linked", "owner", "level", "loyalty", "class level",
)  # fmt: skip
