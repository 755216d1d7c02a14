"""Compiling the grammar: lark's notation into the tables the chart parser runs on.

lark loads and checks the notation. Its Earley parser is not used: on a grammar of this size it took
24 ms to 50 ms a line, the chart parser (look-ahead by first words) well under 1 ms. Nor is its front end
built, which takes longer than all the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark.grammar import NonTerminal, Rule, Terminal
from lark.load_grammar import GrammarBuilder

from lawmage.cards.oracle.grammar import TERMINALS, Grammar, GrammarError, Production, complete


class _Builder(GrammarBuilder):
    def _extend(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Put the alternatives of an ``%extend`` behind the rule's own; lark would put them first."""
        super()._extend(name, *args, **kwargs)  # type: ignore[no-untyped-call]
        alternatives = self._definitions[name].tree.children
        alternatives.append(alternatives.pop(0))


def compiled(text: str) -> Grammar:
    """Compile lark notation into tables; raise :class:`GrammarError` where a convention is broken."""
    declared = "%declare " + " ".join(TERMINALS) + "\n"
    builder = _Builder()
    builder.load_grammar(declared + text, "<grammar>")
    terminals, rules, _ = builder.build().compile(["line"], set())
    return _index(rules, {terminal.name: terminal.pattern.value for terminal in terminals})


def _index(rules: list[Rule], patterns: dict[str, str]) -> Grammar:
    by_rule: dict[str, list[Production]] = {}
    by_alias: dict[str, list[Production]] = {}
    for rule in sorted(rules, key=lambda r: (-(r.options.priority or 0), r.order)):
        production = _production(rule, patterns, by_alias)
        by_rule.setdefault(production.rule, []).append(production)
        if production.alias is not None:
            by_alias.setdefault(production.alias, []).append(production)
    grammar = Grammar(
        {name: tuple(found) for name, found in by_rule.items()},
        {name: tuple(found) for name, found in by_alias.items()},
    )
    _check_recursion(grammar)
    complete(grammar)
    return grammar


def _production(rule: Rule, patterns: dict[str, str], by_alias: dict[str, list[Production]]) -> Production:
    name = str(rule.origin.name)
    if name.startswith("__"):
        raise GrammarError(f"{name}: repetition operators are not used here; write a recursive rule")
    symbols: list[tuple[str, str]] = []
    for symbol in rule.expansion:
        if isinstance(symbol, NonTerminal):
            symbols.append(("rule", str(symbol.name)))
        elif isinstance(symbol, Terminal) and symbol.name in TERMINALS:
            symbols.append(("class", str(symbol.name)))
        else:
            symbols.extend(("word", word) for word in patterns[symbol.name].split())
    if not symbols:
        raise GrammarError(f"{name}: an alternative is empty")
    alias = rule.alias
    if alias is None:
        if len(symbols) == 1 and symbols[0][0] == "rule":
            return Production(name, None, 0, tuple(symbols))
        raise GrammarError(f"{name}: an alternative of words needs an alias ({symbols})")
    spellings = by_alias.get(alias, [])
    if spellings and _slots(spellings[0].symbols) != _slots(symbols):
        raise GrammarError(f"{name}: spellings of {alias} differ in parts: {symbols}")
    return Production(name, str(alias), len(spellings), tuple(symbols))


def _slots(symbols: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(kind, name.partition("__")[0]) for kind, name in symbols if kind != "word"]


def _check_recursion(grammar: Grammar) -> None:
    edges = {name: {p.symbols[0][1] for p in found if p.symbols[0][0] == "rule"} for name, found in grammar.productions.items()}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise GrammarError("left recursion: " + " -> ".join([*path, name]))
        if name in done:
            return
        for target in sorted(edges.get(name, ())):
            visit(target, (*path, name))
        done.add(name)

    for name in sorted(edges):
        visit(name, ())
