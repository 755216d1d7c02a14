"""The rule files as data: header, rules, what they read and derive. ``python rule_files.py`` rewrites what is listed.

Run as a program, it brings the ``Reads:`` and ``Derives:`` lines of every header and the table of ``asp/README.md``
up to date with the rules; the tests check that both are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clingo import ast

ASP = Path(__file__).resolve().parents[2] / "asp"
#: The header's fields, in their order; the last two come only where they apply, before Reads.
FIELDS = ("Rules", "Tables", "Template", "Reads", "Derives", "Not covered")
OPTIONAL = ("Tables", "Template")
WIDTH = 110
#: Where choices and constraints are allowed: one position at a time, with a form of their own.
SEARCHES = "activation/payment/"

Signature = tuple[str, int]


@dataclass(frozen=True)
class RuleFile:
    """One file of ``asp/``: its path below that folder, its text, and its statements."""

    name: str
    text: str
    statements: tuple[ast.AST, ...]

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def purpose(self) -> str:
        return self.lines[0].removeprefix("% ")

    @property
    def header(self) -> list[tuple[str, str]]:
        """The header's (field, content) lines after the first."""
        found = []
        for line in self.lines[1:]:
            if not line.startswith("% "):
                break
            field, _, content = line.removeprefix("% ").partition(": ")
            found.append((field, content))
        return found

    def field(self, name: str) -> str:
        """The content of a field, its lines joined; empty if the header lacks it."""
        return " ".join(content for field, content in self.header if field == name)

    def listed(self, name: str) -> set[Signature]:
        """The predicates that a field lists as name/arity."""
        return {(word, int(arity)) for word, arity in re.findall(r"(\w+)/(\d+)", self.field(name))}

    @property
    def rules(self) -> list[ast.AST]:
        return [statement for statement in self.statements if statement.ast_type == ast.ASTType.Rule]

    @property
    def defined(self) -> set[Signature]:
        return {(found.name, found.arity) for found in self.statements if found.ast_type == ast.ASTType.Defined}

    @property
    def read(self) -> set[Signature]:
        """All predicates in bodies of rules, helpers included."""
        return {signature(atom) for rule in self.rules for part in rule.body for atom in atoms(part)}

    @property
    def derived(self) -> set[Signature]:
        """All predicates in heads of rules, helpers included."""
        return {signature(atom) for rule in self.rules for atom in atoms(rule.head)}


def atoms(node: ast.AST) -> list[ast.AST]:
    """Every atom within a piece of syntax, as the function term it is written with."""
    found: list[ast.AST] = []

    class Collect(ast.Transformer):  # type: ignore[misc]
        def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:
            found.append(atom.symbol)
            return atom

    Collect()(node)
    return found


def signature(term: ast.AST) -> Signature:
    """Name and arity of an atom's term."""
    return (term.name, len(term.arguments))


def public(signatures: set[Signature]) -> set[Signature]:
    """Those that are no helpers."""
    return {found for found in signatures if not found[0].startswith("_")}


@cache
def rule_file(name: str) -> RuleFile:
    """Read one file of ``asp/``."""
    text = (ASP / name).read_text(encoding="utf-8")
    statements: list[ast.AST] = []
    ast.parse_string(text, statements.append)
    return RuleFile(name, text, tuple(statements[1:]))


@cache
def rule_files() -> tuple[RuleFile, ...]:
    """All files, in the order of their paths, those of the top folder first."""
    found = (path.relative_to(ASP).as_posix() for path in ASP.rglob("*.lp"))
    names = sorted((name for name in found if not name.startswith(SEARCHES)), key=lambda name: ("/" in name, name))
    return tuple(rule_file(name) for name in names)


@cache
def givers() -> dict[Signature, frozenset[str]]:
    """For each public predicate, the files it comes from (input.lp for what the bridge writes)."""
    found: dict[Signature, set[str]] = {}
    for file in rule_files():
        for one in public(file.derived) | file.defined:
            found.setdefault(one, set()).add(file.name)
    return {one: frozenset(names) for one, names in found.items()}


def expected_reads(file: RuleFile) -> set[Signature]:
    """What a header lists as read: public predicates in bodies, but for those that only this file derives."""
    return {one for one in public(file.read) if givers().get(one) != frozenset({file.name})}


def expected_derives(file: RuleFile) -> set[Signature]:
    """What a header lists as derived: the public predicates in heads."""
    return public(file.derived)


def table() -> str:
    """The table of asp/README.md: file, purpose, rules, reads, derives."""
    rows = ["| file | purpose | rules | reads | derives |", "|---|---|---|---|---|"]
    for file in rule_files():
        cells = [f"`{file.name}`", file.purpose.rstrip("."), file.field("Rules")]
        cells += [_cell(expected_reads(file)), _cell(expected_derives(file))]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _cell(found: set[Signature]) -> str:
    return " ".join(f"{name}/{arity}" for name, arity in sorted(found)) or "–"


def rewritten(file: RuleFile) -> str:
    """The file's text with the lists of its header brought up to date."""
    head: list[str] = [file.lines[0]]
    contents = {name: file.field(name) for name in FIELDS}
    contents["Reads"] = _words(expected_reads(file))
    contents["Derives"] = _words(expected_derives(file))
    for name in FIELDS:
        if contents[name] or name not in OPTIONAL:
            head += _field_lines(name, contents[name] or "none")
    return "\n".join(head + file.lines[1 + len(file.header) :])


def _words(found: set[Signature]) -> str:
    return " ".join(f"{name}/{arity}" for name, arity in sorted(found)) or "nothing"


def _field_lines(name: str, content: str) -> list[str]:
    lines: list[str] = []
    current = f"% {name}:"
    for word in content.split(" "):
        if len(current) + 1 + len(word) >= WIDTH:
            lines.append(current)
            current = f"% {name}:"
        current += " " + word
    return [*lines, current]


def main() -> None:
    """Rewrite the headers' lists and the README's table."""
    for file in rule_files():
        (ASP / file.name).write_text(rewritten(file), encoding="utf-8")
    readme = ASP / "README.md"
    before, _, rest = readme.read_text(encoding="utf-8").partition("| file |")
    after = rest.partition("\n\n")[2]
    readme.write_text(before + table() + "\n\n" + after, encoding="utf-8")


if __name__ == "__main__":
    main()
