"""The grammar of card language: lark files compiled into the tables the chart parser runs on.

The grammar is written in lark's notation, in ``grammar/*.lark`` (all files are one grammar). Conventions:

* words are lower case; a string literal may hold several words: ``"for each"``;
* every alternative that is more than one nonterminal carries an alias, and the alias is the kind of the
  node it makes; an alternative that is just one nonterminal passes that node through;
* one alias may have several spellings, as long as they name the same nonterminals and terminals in the
  same order; the spelling is kept in :attr:`Node.variant`;
* what follows ``__`` in the name of a nonterminal is a grammatical mood (``predicate__would``): moods
  count as the same nonterminal, so "dies", "would die" and "died" can be spellings of one alias;
* the nonterminal ``imperative`` takes no verb in the third person: in "each player draws a card and loses 1
  life" nobody is told to "loses 1 life". Spellings ("draw"|"draws") tell which words those are;
* no repetition operators, no optional parts, no left recursion, nothing empty: lists are written as right
  recursive rules. So the tree holds every word of the line and rendering is exact.

lark loads and checks the notation. Its Earley parser is not used: on a grammar of this size it took
24 ms to 50 ms a line, the chart parser here (look-ahead by first words) well under 1 ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from lark import Lark
from lark.grammar import NonTerminal, Rule, Terminal
from lark.lexer import Lexer, Token

#: Named terminals, decided by :func:`lawmage.cards.oracle.words.classes_of`.
TERMINALS = (
    "NUMBER_WORD",  # two three ... and digits: 2 13
    "MANA_SYMBOL",  # one mana symbol: {g} {2/w} {x}
    "PT_VALUE",  # 2/2 */* 1+*/1+* x/x
    "PT_CHANGE",  # +1/+1 -x/-0
    "LOYALTY_SIGN",  # +2 -3 0 -x: a loyalty cost
    "SUBTYPE_WORD",  # goblin goblins urza's time lord
    "SUBTYPE_WORD__ONE",  # a subtype in the singular
    "KEYWORD_NAME",  # a keyword ability that is just its name: flying, first strike
    "KEYWORD_COST",  # a keyword ability written with a cost: equip, plainscycling
    "KEYWORD_NUMBER",  # a keyword ability written with a number: toxic, suspend
    "COUNTER_KIND",  # the kind of counter before the word counter(s): charge, +1/+1, first strike
    "ANCHOR_WORD",  # a word chosen as a permanent enters, which then labels an ability (614.12b)
    "CARD_NAME",  # a card name after "named" and the like
    "OBJECT_ID",  # @id of an object or player of the position
    "CHAPTER_NUMBER",  # i ii iii: chapter numbers
    "LEVEL_RANGE",  # 1-4 8+: a range of level counters
)


@dataclass(frozen=True, slots=True)
class Production:
    """One spelling of one alternative: ``symbols`` are ``("word", w)``, ``("class", C)`` or ``("rule", name)``.

    ``alias`` is the node kind, or None if the single nonterminal is passed through.
    """

    rule: str
    alias: str | None
    variant: int
    symbols: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Grammar:
    """Compiled tables: productions by rule, and, by alias, the spellings used for rendering."""

    productions: dict[str, tuple[Production, ...]]
    spellings: dict[str, tuple[Production, ...]]
    first_words: dict[str, frozenset[str]] = field(default_factory=dict)
    first_classes: dict[str, frozenset[str]] = field(default_factory=dict)
    third_person: frozenset[str] = frozenset()


class GrammarError(ValueError):
    """The grammar files break one of the conventions; the message names the rule."""


class _NoLexer(Lexer):
    """lark wants a lexer class; none is run, since only the compiled rules are taken."""

    def __init__(self, conf: object) -> None:
        del conf

    def lex(self, *args: object) -> Iterator[Token]:
        raise NotImplementedError("the chart parser reads words, not lark's tokens")


def source_text() -> str:
    """Return the text of all grammar files, in name order."""
    folder = resources.files("lawmage.cards.oracle") / "grammar"
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".lark"))
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


@cache
def load() -> Grammar:
    """Return the compiled grammar of the package (loaded once)."""
    return compile_grammar(source_text())


def compile_grammar(text: str) -> Grammar:
    """Compile lark notation into tables; raise :class:`GrammarError` where a convention is broken."""
    declared = "%declare " + " ".join(TERMINALS) + "\n"
    lark = Lark(declared + text, parser="earley", lexer=_NoLexer, start="line")
    patterns = {terminal.name: terminal.pattern.value for terminal in lark.terminals}
    return _index(lark.rules, patterns)


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
    _first_sets(grammar)
    grammar.third_person = frozenset(_third_person(grammar))
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


def _third_person(grammar: Grammar) -> Iterator[str]:
    for spellings in grammar.spellings.values():
        first = {(p.rule, p.symbols[0][1]) for p in spellings if p.symbols[0][0] == "word"}
        for rule, word in first:
            for form in (word + "s", word + "es", word[:-1] + "ies"):
                if (rule, form) in first:
                    yield form


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


def _first_sets(grammar: Grammar) -> None:
    def first(name: str) -> tuple[frozenset[str], frozenset[str]]:
        if name not in grammar.first_words:
            words: set[str] = set()
            classes: set[str] = set()
            for production in grammar.productions[name]:
                kind, value = production.symbols[0]
                if kind == "word":
                    words.add(value)
                elif kind == "class":
                    classes.add(value)
                else:
                    more_words, more_classes = first(value)
                    words |= more_words
                    classes |= more_classes
            grammar.first_words[name] = frozenset(words)
            grammar.first_classes[name] = frozenset(classes)
        return grammar.first_words[name], grammar.first_classes[name]

    for name in grammar.productions:
        first(name)
