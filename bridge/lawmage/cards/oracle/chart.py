"""A chart parser: every reading of every stretch of a line, each found once, chosen by look-ahead.

For each rule and start it keeps one tree per end: the first in grammar order (a lark priority,
``rule.2``, comes before order). Work per start is limited to the productions whose first word or word
class fits the word at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawmage.cards.ability import Node
from lawmage.cards.oracle.grammar import Grammar, Production
from lawmage.cards.oracle.words import Word

_Parts = tuple["Node | str", ...]


class Chart:
    """Parses with one grammar; keeps the look-ahead tables between lines."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._fitting: dict[tuple[str, str, frozenset[str]], tuple[Production, ...]] = {}
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
        if at < len(self._words):
            for production in self._candidates(rule, self._words[at]):
                symbols = production.symbols
                alias = production.alias
                for end, parts in self._sequence(symbols, 0, at):
                    if end not in found:
                        if alias is None:
                            passed = parts[0]
                            assert isinstance(passed, Node)
                            found[end] = passed
                        else:
                            found[end] = Node(alias, parts, production.variant)
        self._memo[key] = found
        return found

    def _sequence(self, symbols: tuple[tuple[str, str], ...], index: int, at: int) -> Iterator[tuple[int, _Parts]]:
        words = self._words
        while index < len(symbols) and symbols[index][0] == "word":
            if at >= len(words) or words[at].text != symbols[index][1]:
                return
            index += 1
            at += 1
        if at > self.furthest:
            self.furthest = at
        if index == len(symbols):
            yield at, ()
            return
        kind, value = symbols[index]
        if kind == "class":
            if at < len(words) and value in words[at].classes:
                head: Node | str = words[at].text
                for end, rest in self._sequence(symbols, index + 1, at + 1):
                    yield end, (head, *rest)
            return
        last = index + 1 == len(symbols)
        for middle, node in self._ends(value, at).items():
            if last:
                yield middle, (node,)
            else:
                for end, rest in self._sequence(symbols, index + 1, middle):
                    yield end, (node, *rest)

    def _candidates(self, rule: str, word: Word) -> tuple[Production, ...]:
        key = (rule, word.text, word.classes)
        found = self._fitting.get(key)
        if found is None:
            found = tuple(p for p in self._grammar.productions[rule] if self._fits(p, word))
            if rule == "imperative" and word.text in self._grammar.third_person:
                found = ()
            self._fitting[key] = found
        return found

    def _fits(self, production: Production, word: Word) -> bool:
        kind, value = production.symbols[0]
        if kind == "word":
            return word.text == value
        if kind == "class":
            return value in word.classes
        grammar = self._grammar
        return word.text in grammar.first_words[value] or not word.classes.isdisjoint(grammar.first_classes[value])
