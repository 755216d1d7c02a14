"""The rules of a file as far as it matters whether they can fire: heads, positive atoms of bodies, and words in them.

The files keep to a form (tests/asp/test_programs_style.py), so that reading them takes a few milliseconds: a statement
ends at the end of a line, and a condition of a literal ends with a semicolon. A test compares with clingo's own parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from lawmage.engine.programs import text

#: What an argument of an atom must be: a number, a word ("add_type(" with arguments, "you" without), or anything.
Argument = int | str | None

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|#\w+|\.\.|:-|!=|<=|>=|[A-Za-z_]\w*|\d+|\S')
#: Constants of the templates: they stand for stages and layers; steps count for nothing, all have the same rules.
_TEMPLATE = frozenset({"stage", "layer", "step", "next"})


@dataclass(frozen=True, slots=True)
class Atom:
    """An atom's predicate and what each argument must be."""

    name: str
    arguments: tuple[Argument, ...]

    def at(self, values: dict[str, Argument]) -> Atom:
        """Return the atom with the constants of a template put in."""
        if not any(argument in values for argument in self.arguments if isinstance(argument, str)):
            return self
        return Atom(self.name, tuple(values.get(one, one) if isinstance(one, str) else one for one in self.arguments))

    def meets(self, other: Atom) -> bool:
        """Return whether the two may be the same atom."""
        return len(self.arguments) == len(other.arguments) and all(
            one is None or two is None or one == two for one, two in zip(self.arguments, other.arguments, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's text, its head, the positive atoms of its body, the words in those, and the words it may make.

    ``mentions`` are all words that occur in it, predicates among them.
    """

    text: str
    head: Atom | None
    body: tuple[Atom, ...]
    asks: frozenset[str]
    makes: frozenset[str]
    mentions: frozenset[str] = frozenset()


@cache
def rules_of(name: str) -> tuple[Rule, ...]:
    """Return the rules of a file, one for each way to read a pool; #show stays, #defined is of no use here."""
    return tuple(rule for statement in _statements(text(name)) for rule in _read(statement))


def _statements(source: str) -> Iterator[str]:
    """Split a file into statements; facts may share a line."""
    held: list[str] = []
    for line in source.split("\n"):
        held.append(line)
        if line.endswith("."):
            whole = "\n".join(held)
            held.clear()
            if ":-" in whole or whole.startswith("#"):
                yield whole
            else:
                yield from (f"{fact.removesuffix('.')}." for fact in whole.split(". "))


def _read(statement: str) -> Iterator[Rule]:
    if statement.startswith("#"):
        if statement.startswith("#show"):
            yield Rule(statement, None, (), frozenset(), frozenset(), _mentions(_TOKEN.findall(statement)))
        return
    tokens = _TOKEN.findall(statement)
    choices = _without_pools(tokens) if ";" in tokens else [tokens]
    for one in choices:
        yield _rule(statement if len(choices) == 1 else " ".join(one), one)


def _without_pools(tokens: list[str]) -> list[list[str]]:
    """Return a statement with each pool, \"(a;b)\", read in every way; braces are left alone."""
    starts: list[int] = []
    braces = 0
    for place, token in enumerate(tokens):
        braces += (token == "{") - (token == "}")
        if braces:
            continue
        if token == "(":
            starts.append(place)
        elif token == ")":
            starts.pop()
        elif token == ";" and starts:
            start = starts[-1]
            cuts, end = _cuts(tokens, start)
            return [
                read
                for low, high in pairwise(cuts)
                for read in _without_pools([*tokens[: start + 1], *tokens[low + 1 : high], *tokens[end:]])
            ]
    return [tokens]


def _cuts(tokens: list[str], start: int) -> tuple[list[int], int]:
    """Return where a pool is cut, its parentheses included, and where it ends."""
    depth = 0
    cuts = [start]
    for place in range(start, len(tokens)):
        depth += (tokens[place] == "(") - (tokens[place] == ")")
        if not depth:
            return [*cuts, place], place
        if depth == 1 and tokens[place] == ";":
            cuts.append(place)
    raise AssertionError("parentheses are not closed")


def _rule(source: str, tokens: list[str]) -> Rule:
    body: list[Atom] = []
    asks: set[str] = set()
    makes: set[str] = set()
    turn = tokens.index(":-") if ":-" in tokens else len(tokens) - 1
    head = _atom(tokens[:turn], makes)
    for literal in _literals(tokens[turn + 1 : -1]):
        atom = None if literal[0] == "not" else _atom(literal, asks)
        if atom is not None:
            body.append(atom)
        elif literal[0] != "not" and "{" not in literal:
            makes.update(_words(literal))
    return Rule(source, head, tuple(body), frozenset(asks - _TEMPLATE), frozenset(makes - _TEMPLATE), _mentions(tokens))


def _mentions(tokens: list[str]) -> frozenset[str]:
    return frozenset(token for token in tokens if token[0] == "_" or token[0].islower())


def _literals(tokens: list[str]) -> Iterator[list[str]]:
    """Yield the literals of a body that have no condition."""
    depth = 0
    held: list[str] = []
    conditional = False
    for token in (*tokens, ";"):
        if not depth and (token == ";" or (token == "," and not conditional)):
            if held and not conditional:
                yield held
            held = []
            conditional = False
            continue
        if token in ("(", "{"):
            depth += 1
        elif token in (")", "}"):
            depth -= 1
        elif token == ":" and not depth:
            conditional = True
        held.append(token)


def _atom(tokens: list[str], words: set[str]) -> Atom | None:
    """Return an atom and add the words within it to ``words``; None if the tokens are no atom, or a negated one."""
    name = tokens[0]
    if not (name[0] == "_" or name[0].islower()):
        return None
    if len(tokens) == 1:
        return Atom(name, ())
    if tokens[1] != "(":
        return None
    arguments: list[Argument] = []
    depth = 0
    start = 2
    for place in range(1, len(tokens)):
        token = tokens[place]
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        if (not depth) or (depth == 1 and token == ","):
            arguments.append(_argument(tokens[start:place]))
            start = place + 1
            if not depth:
                break
    if start != len(tokens):
        return None
    words.update(_words(tokens[2:]))
    return Atom(name, tuple(arguments))


def _argument(tokens: list[str]) -> Argument:
    while tokens[0] == "(" and _close(tokens, 0) == len(tokens) - 1:
        tokens = tokens[1:-1]
    first = tokens[0]
    if len(tokens) == 1:
        return int(first) if first.isdigit() else (first if first[0].islower() else None)
    whole = first[0].islower() and tokens[1] == "(" and _close(tokens, 1) == len(tokens) - 1
    return f"{first}(" if whole else None


def _close(tokens: list[str], start: int) -> int:
    """Return where the parenthesis at ``start`` is closed."""
    return _cuts(tokens, start)[1]


def _words(tokens: list[str]) -> Iterator[str]:
    for place, token in enumerate(tokens):
        if token[0].islower():
            yield f"{token}(" if tokens[place + 1 : place + 2] == ["("] else token
