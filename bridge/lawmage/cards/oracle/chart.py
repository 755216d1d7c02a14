"""A chart parser: every reading of every stretch of a line, each found once, chosen by look-ahead.

For each rule and start it keeps one tree per end: the first in grammar order (a lark priority,
``rule.2``, comes before order). The productions of a rule are merged where they begin alike, so that
what they share is read once and the next word picks among them by look-up.
"""

from __future__ import annotations

from collections.abc import Sequence

from lawmage.cards.ability import Node
from lawmage.cards.oracle.grammar import Grammar, Production
from lawmage.cards.oracle.words import Word

_Parts = tuple["Node | str", ...]


class _Branch:
    """A point inside productions that began alike: what may follow, and the productions complete here."""

    __slots__ = ("classes", "complete", "fitting", "rules", "words")

    def __init__(self) -> None:
        self.words: dict[str, _Branch] = {}
        self.classes: dict[str, _Branch] = {}
        self.rules: dict[str, _Branch] = {}
        self.complete: list[tuple[int, Production]] = []
        self.fitting: dict[tuple[str, frozenset[str]], tuple[tuple[str, _Branch], ...]] = {}

    def add(self, order: int, production: Production) -> None:
        branch = self
        for kind, value in production.symbols:
            table = branch.words if kind == "word" else branch.classes if kind == "class" else branch.rules
            branch = table.setdefault(value, _Branch())
        branch.complete.append((order, production))


class Chart:
    """Parses with one grammar; keeps the merged productions between lines."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._roots: dict[str, _Branch] = {}
        for rule, productions in grammar.productions.items():
            root = self._roots[rule] = _Branch()
            for order, production in enumerate(productions):
                root.add(order, production)
        self._words: Sequence[Word] = ()
        self._memo: dict[tuple[str, int], dict[int, Node]] = {}
        self.furthest = 0

    def parse(self, words: Sequence[Word], start: str = "line") -> Node | None:
        """Return the tree for all of ``words`` under rule ``start``, or None.

        After a call :attr:`furthest` is the number of words that some reading could consume.
        """
        self._words = words
        self._memo = {}
        self.furthest = 0
        return self._ends(start, 0).get(len(words))

    def _ends(self, rule: str, at: int) -> dict[int, Node]:
        key = (rule, at)
        found = self._memo.get(key)
        if found is not None:
            return found
        found = {}
        readings: list[tuple[int, int, Production, _Parts]] = []
        if at < len(self._words) and not (rule == "imperative" and self._words[at].text in self._grammar.third_person):
            self._follow(self._roots[rule], at, (), readings)
        readings.sort(key=_by_order)
        for _, end, production, parts in readings:
            if end not in found:
                if production.alias is None:
                    passed = parts[0]
                    assert isinstance(passed, Node)
                    found[end] = passed
                else:
                    found[end] = Node(production.alias, parts, production.variant)
        self._memo[key] = found
        return found

    def _follow(self, branch: _Branch, at: int, parts: _Parts, readings: list[tuple[int, int, Production, _Parts]]) -> None:
        """Collect the readings that go on from ``branch``, each production's in the order of its parts' ends."""
        if at > self.furthest:
            self.furthest = at
        for order, production in branch.complete:
            readings.append((order, at, production, parts))
        if at >= len(self._words):
            return
        word = self._words[at]
        after = branch.words.get(word.text)
        if after is not None:
            self._follow(after, at + 1, parts, readings)
        for name, after in branch.classes.items():
            if name in word.classes:
                self._follow(after, at + 1, (*parts, word.text), readings)
        if branch.rules:
            key = (word.text, word.classes)
            fitting = branch.fitting.get(key)
            if fitting is None:
                fitting = branch.fitting[key] = tuple(item for item in branch.rules.items() if self._may_start(item[0], word))
            for rule, after in fitting:
                for end, node in self._ends(rule, at).items():
                    self._follow(after, end, (*parts, node), readings)

    def _may_start(self, rule: str, word: Word) -> bool:
        grammar = self._grammar
        return word.text in grammar.first_words[rule] or not word.classes.isdisjoint(grammar.first_classes[rule])


def _by_order(reading: tuple[int, int, Production, _Parts]) -> int:
    return reading[0]
