"""The reader: lines of card language to structured abilities, or to what is known of an unread line.

A line counts as read only if the grammar consumes all of it, the tree rendered back is the line's
normalised text, and that text reads to the same tree again.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lawmage.cards.ability import Line, Node, Unread
from lawmage.cards.oracle import grammar as grammar_module
from lawmage.cards.oracle.chart import Chart
from lawmage.cards.oracle.render import plain
from lawmage.cards.oracle.vocabulary import SUBTYPE_WORDS
from lawmage.cards.oracle.words import Context, classify, normalise, tokens
from lawmage.cards.topics import form_of, topics_of


class Reader:
    """Reads lines with one grammar (the package's, unless another is given)."""

    def __init__(self, grammar: grammar_module.Grammar | None = None) -> None:
        self.grammar = grammar or grammar_module.load()
        self._chart = Chart(self.grammar)
        self._cached = lru_cache(maxsize=50000)(self._read_normal)

    def read_line(self, text: str, context: Context) -> Line | None:
        """Read one line; None if nothing is left of it once reminder text is gone."""
        normal = normalise(text, context)
        return self._cached(normal) if normal else None

    def read_normal(self, normal: str) -> Line:
        """Read one line that is already normalised."""
        return self._cached(normal)

    def read_exception(self, text: str, names: tuple[str, ...] = ()) -> Node | None:
        """Read an exception clause of a copy effect (707.9): "it's an Illusion in addition to its other types".

        ``names`` are those by which the clause may mean the copying object.
        """
        texts = tokens(normalise(text, Context(names)))
        node = self._chart.parse(classify(texts), "exceptions")
        return node if node is not None and plain(node, self.grammar) == " ".join(texts) else None

    def _read_normal(self, normal: str) -> Line:
        texts = tokens(normal)
        node = self._parse(texts)
        if node is not None and plain(node, self.grammar) == " ".join(texts):
            return Line(node)
        stopped = self._chart.furthest
        form = form_of(normal)
        outside, limits_read = None, True
        if form == "activated":
            outside, limits_read = self._outside(texts)
        elif form == "triggered":
            outside, limits_read = self._event(texts)
        return Line(None, Unread(form, topics_of(normal), stopped, len(texts), outside, limits_read))

    def _outside(self, texts: list[str]) -> tuple[Node | None, bool]:
        """Read an activated ability around its effect: the cost and the limits, and whether all limits were read."""
        cost, sentences = _around(texts)
        whole = [*cost, *_IN_PLACE]
        if not cost or self._read_back(whole) is None:
            return None, True
        complete = True
        for sentence in sentences:
            if sentence[:1] in _LIMITING or sentence[:2] in _LIMITING or sentence[:3] in _LIMITING:
                longer = [*whole, ".", *sentence]
                if self._read_back(longer) is None:
                    complete = False
                else:
                    whole = longer
        return self._read_back(whole), complete

    def _event(self, texts: list[str]) -> tuple[Node | None, bool]:
        """Read a triggered ability around its effect: the event and its condition; not where more may belong to the event."""
        for at in reversed(_commas(texts)):
            node = self._read_back([*texts[: at + 1], *_IN_PLACE])
            if node is None or node.parts[-1] != _PLACED:
                continue
            rest = " ".join(texts[at + 1 :])
            return (None, True) if _MORE_OF_EVENT.match(rest) else (node, _LIMITING_TRIGGERS.search(rest) is None)
        return None, True

    def _read_back(self, texts: list[str]) -> Node | None:
        node = self._parse(texts)
        return node if node is not None and plain(node, self.grammar) == " ".join(texts) else None

    def _parse(self, texts: list[str]) -> Node | None:
        return self._chart.parse(classify(texts))

    def read_face(self, name: str, layout: str, type_line: str, oracle_text: str) -> tuple[Line, ...]:
        """Read a face: its lines, in order, without those that are only reminder text."""
        context = Context(self_names(name, type_line))
        lines = (self.read_line(text, context) for text in paragraphs(oracle_text))
        return tuple(line for line in lines if line is not None)


#: What stands in the place of an effect that is not read.
_IN_PLACE = ("draw", "a", "card")
_PLACED = Node("draw", (Node("a_number"),))
#: How what follows a comma goes on with the event, its objects or its condition.
_MORE_OF_EVENT = re.compile(
    r"(?:if|or|and|another|an?|you cast|whenever|when|attacks|blocks|dies|leaves|becomes|deals|enters)\b|\S+(?: \S+){0,5} , (?:and|or)\b"
)
#: What in an effect tells how often or from where the ability triggers.
_LIMITING_TRIGGERS = re.compile(r"\bability triggers\b|\bdo this only\b|\btriggers only\b|~ .*\bgraveyard\b|\bgraveyard\b.* ~(?: |$)")
#: First words of sentences about activating.
_LIMITING = (
    ["activate"],
    ["this", "ability"],
    ["any", "player", "may"],
    ["only"],
    ["you", "may", "activate"],
    ["your", "opponents", "may"],
)


def _commas(texts: list[str]) -> list[int]:
    """Return where the commas of the first sentence are, outside quotes."""
    depth, found = 0, []
    for index, text in enumerate(texts):
        if text == '"':
            depth ^= 1
        elif not depth and text == ",":
            found.append(index)
        elif not depth and text == ".":
            break
    return found


def _around(texts: list[str]) -> tuple[list[str], list[list[str]]]:
    """Split an activated ability's words at its colon, and what follows into sentences (outside quotes)."""
    depth, at, sentences = 0, -1, list[list[str]]()
    for index, text in enumerate(texts):
        if text == '"':
            depth ^= 1
        elif depth:
            pass
        elif at < 0 and text == ":":
            at = index
            sentences.append([])
            continue
        elif at >= 0 and text == ".":
            sentences.append([])
            continue
        if at >= 0:
            sentences[-1].append(text)
    return (texts[: at + 1], sentences) if at > 0 else ([], [])


#: First words of names that are no name by themselves.
_TITLES = frozenset({"The", "Sir", "Lord", "Lady", "King", "Queen", "Doctor"})


def self_names(name: str, type_line: str) -> tuple[str, ...]:
    """Return the names by which a card's text may mean the card itself, longest first.

    A legendary card may use the part of its name before a comma or before " of ", " the ", or its first word.
    """
    names = [name]
    if "Legendary" in type_line:
        for separator in (",", " of ", " the ", " von ", " de "):
            head, found, _ = name.partition(separator)
            if found and len(head) > 2:
                names.append(head)
        first = name.split(" ")[0].rstrip(",")
        if len(first) > 2 and first not in _TITLES and first.lower() not in SUBTYPE_WORDS:
            names.append(first)
    elif "," in name:
        names.append(name.split(",")[0])
    return tuple(sorted(set(names), key=lambda n: (-len(n), n)))


_LEVEL = re.compile(r"^LEVEL (\d+(?:-\d+|\+))$")
_CLASS_LEVEL = re.compile(r"^\{.*\}: Level (\d+)$")


def paragraphs(oracle_text: str) -> list[str]:
    """Split a face's text into ability lines: modes stay with their ability, level boxes become one line.

    A level box is written ``level 1-4 : 4/4 ; flying ; ...`` (rule 711). The lines after a Class's
    ``{cost}: Level N`` are written ``class level N : ...`` (rule 716).
    """
    found: list[str] = []
    box: list[str] = []
    in_box = False
    class_level = ""
    for text in oracle_text.split("\n"):
        line = text.strip()
        if not line:
            continue
        level = _LEVEL.match(line)
        class_start = _CLASS_LEVEL.match(line)
        if level:
            _close_box(found, box)
            in_box = True
            box.append(f"level {level.group(1)} :")
        elif in_box:
            box.append(line.rstrip("."))
        elif class_start:
            class_level = f"class level {class_start.group(1)} : "
            found.append(line)
        elif line.startswith("•") and found:
            found[-1] += " " + line
        else:
            found.append(class_level + line)
    _close_box(found, box)
    return found


def _close_box(found: list[str], box: list[str]) -> None:
    if box:
        found.append(box[0] + " " + " ; ".join(box[1:]))
        box.clear()
