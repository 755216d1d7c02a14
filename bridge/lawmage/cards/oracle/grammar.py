"""The grammar of card language: the tables the chart parser runs on, and the lark files they come from.

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
* ``%extend rule: ...`` adds alternatives behind the rule's own, in file name order; of two readings of the same
  words by one rule the first alternative wins;
* no repetition operators, no optional parts, no left recursion, nothing empty: lists are written as right
  recursive rules. So the tree holds every word of the line and rendering is exact.

lark loads and checks the notation (:mod:`lawmage.cards.oracle.compiling`). As that takes most of a second,
the package carries the compiled tables (``cards/data/grammar.json``); they are used as long as they are of the
grammar files at hand, and lark is then not even imported.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

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


#: Counts changes of how the tables are packed.
_FORMAT = 2


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


def source_text() -> str:
    """Return the text of all grammar files, in name order."""
    folder = resources.files("lawmage.cards.oracle") / "grammar"
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".lark"))
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def tables_file() -> Path:
    """Return the path of the packaged tables."""
    return Path(str(resources.files("lawmage.cards") / "data" / "grammar.json"))


def tables_digest(text: str) -> str:
    """Return what tables compiled from grammar ``text`` are marked with."""
    marked = f"{_FORMAT} {' '.join(TERMINALS)}\n{text}"
    return hashlib.sha256(marked.encode()).hexdigest()[:16]


@cache
def load() -> Grammar:
    """Return the grammar of the package (loaded once): its tables, or, if they are stale, compiled anew."""
    text = source_text()
    try:
        packed = tables_file().read_bytes()
    except FileNotFoundError:
        packed = b""
    return unpack(packed, tables_digest(text)) or compile_grammar(text)


def compile_grammar(text: str) -> Grammar:
    """Compile lark notation into tables; raise :class:`GrammarError` where a convention is broken."""
    from lawmage.cards.oracle.compiling import compiled

    return compiled(text)


def write_tables(path: Path | None = None) -> Path:
    """Compile the package's grammar and write its tables (to the package, unless ``path`` is given)."""
    from lawmage.cards.building import write_whole

    path = path or tables_file()
    text = source_text()
    write_whole(path, pack(compile_grammar(text), tables_digest(text)))
    load.cache_clear()
    return path


def pack(grammar: Grammar, digest: str) -> bytes:
    """Return tables as JSON, marked with ``digest``; the same grammar gives the same bytes.

    ``symbols`` lists the distinct symbols; a production is its alias (or null), its variant and the numbers
    of its symbols. There is one line a rule, so that a change of the grammar is a small change of the file.
    """
    numbers: dict[tuple[str, str], int] = {}
    rules = []
    for name, found in grammar.productions.items():
        rows = [[p.alias, p.variant, *(numbers.setdefault(symbol, len(numbers)) for symbol in p.symbols)] for p in found]
        rules.append(f"{_json(name)}:{_json(rows)}")
    head = f'{{"digest":{_json(digest)},\n"symbols":{_json(list(numbers))},\n"rules":{{\n'
    return (head + ",\n".join(rules) + "\n}}\n").encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def unpack(packed: bytes, digest: str) -> Grammar | None:
    """Return the grammar of packed tables, or None if they are not marked with ``digest``."""
    if not packed.startswith(f'{{"digest":{_json(digest)},'.encode()):
        return None
    data: Mapping[str, Any] = json.loads(packed)
    symbols = [(kind, value) for kind, value in data["symbols"]]
    productions: dict[str, tuple[Production, ...]] = {}
    spellings: dict[str, list[Production]] = {}
    for rule, rows in data["rules"].items():
        found = []
        for alias, variant, *numbers in rows:
            production = Production(rule, alias, variant, tuple([symbols[number] for number in numbers]))
            found.append(production)
            if alias is not None:
                spellings.setdefault(alias, []).append(production)
        productions[rule] = tuple(found)
    for alternatives in spellings.values():
        alternatives.sort(key=_variant)
    grammar = Grammar(productions, {alias: tuple(found) for alias, found in spellings.items()})
    complete(grammar)
    return grammar


def _variant(production: Production) -> int:
    return production.variant


def complete(grammar: Grammar) -> None:
    """Fill in what follows from the productions: the first words and named terminals of each rule, verb forms."""
    _first_sets(grammar)
    grammar.third_person = frozenset(_third_person(grammar))


def _third_person(grammar: Grammar) -> Iterator[str]:
    for spellings in grammar.spellings.values():
        first = {(p.rule, p.symbols[0][1]) for p in spellings if p.symbols[0][0] == "word"}
        for rule, word in first:
            for form in (word + "s", word + "es", word[:-1] + "ies"):
                if (rule, form) in first:
                    yield form


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
