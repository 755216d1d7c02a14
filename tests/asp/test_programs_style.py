"""The rule files keep to one form: header, rule numbers, positions first, no choices, and they load without a word."""

from __future__ import annotations

import re
from collections import Counter

import clingo
import pytest
from clingo import ast
from rule_files import (
    ASP,
    FIELDS,
    OPTIONAL,
    WIDTH,
    RuleFile,
    Signature,
    atoms,
    expected_derives,
    expected_reads,
    givers,
    public,
    rule_files,
    signature,
    table,
)

from lawmage.engine.programs import BY_KIND, Plan, program
from lawmage.engine.solver import solve

each_file = pytest.mark.parametrize("file", rule_files(), ids=lambda file: file.name)
NUMBER = re.compile(r"\b\d{3}(\.\d+[a-z]?)?\b")
#: A comment that gives its rules' number: "% 106.7: ...", or several: "% 616.1, 616.2: ...".
NUMBERED = re.compile(r"% \d{3}(\.\d+[a-z]*)?(, \d{3}(\.\d+[a-z]*)?)*: .*[.:]$")
#: The sections of input.lp whose predicates have the position first; the others are tables of the batch.
POSITION_SECTIONS = ("The position", "Copies", "Effects in force", "What is asked")


def input_tables() -> set[Signature]:
    """Predicates of input.lp that are tables of the batch: their first argument is no position."""
    found: set[Signature] = set()
    section = ""
    for line in (ASP / "input.lp").read_text(encoding="utf-8").split("\n"):
        if line.startswith("% --- "):
            section = line.removeprefix("% --- ")
        if (match := re.match(r"#defined (\w+)/(\d+)\.", line)) and not section.startswith(POSITION_SECTIONS):
            name, arity = match[1], int(match[2])
            if f"% {name}(P" not in line:
                found.add((name, arity))
    return found


def tables() -> set[Signature]:
    """All declared tables."""
    return input_tables().union(*(file.listed("Tables") for file in rule_files()))


#: Tables of the batch to which rules add: face-down values, and that mana is counted exactly where that is asked.
ALSO_DERIVED = {("bundle", 1), ("mana_value", 2), ("type", 2), ("power", 2), ("toughness", 2), ("exact_mana", 0)}


@each_file
def test_rules_derive_nothing_that_the_bridge_gives(file: RuleFile) -> None:
    """One name with two meanings would carry what is true of one position into another of its batch."""
    given = set(re.findall(r"^#defined (\w+)/(\d+)\.", (ASP / "input.lp").read_text(encoding="utf-8"), re.M))
    assert file.derived & {(name, int(arity)) for name, arity in given} <= ALSO_DERIVED


@each_file
def test_header_has_its_fields_in_order(file: RuleFile) -> None:
    assert re.fullmatch(r"% [A-Z].*\.", file.lines[0]), "the first line is one sentence of purpose"
    assert file.purpose.count(". ") == 0
    order = list(dict.fromkeys(name for name, _ in file.header))
    assert order == [name for name in FIELDS if name in order]
    assert set(order) >= set(FIELDS) - set(OPTIONAL)
    assert NUMBER.search(file.field("Rules")), "the header names the rules it is about"
    assert file.lines[1 + len(file.header)] == "", "an empty line ends the header"


@each_file
def test_header_lists_what_is_read(file: RuleFile) -> None:
    assert file.listed("Reads") == expected_reads(file)


@each_file
def test_header_lists_what_is_derived(file: RuleFile) -> None:
    assert file.listed("Derives") == expected_derives(file)


@each_file
def test_every_public_predicate_read_comes_from_somewhere(file: RuleFile) -> None:
    assert public(file.read) <= set(givers())


def test_helpers_are_used_in_one_file_and_derived_there() -> None:
    used: Counter[str] = Counter()
    for file in rule_files():
        helpers = {name for name, _ in (file.read | file.derived) - public(file.read | file.derived)}
        used.update(helpers)
        missing = {one for one in file.read if one[0].startswith("_")} - file.derived
        assert not missing, f"{file.name} reads helpers that it never derives"
        idle = {one for one in file.derived if one[0].startswith("_")} - file.read
        assert not idle, f"{file.name} derives helpers that it never reads"
    assert {name for name, times in used.items() if times > 1} == set()


def test_public_predicates_are_read_or_shown() -> None:
    wanted = {one for file in rule_files() for one in file.read}
    shown = {(found.name, found.arity) for file in rule_files() for found in file.statements if found.ast_type == ast.ASTType.ShowSignature}
    assert {one for file in rule_files() for one in expected_derives(file)} - wanted - shown == set()


@each_file
def test_position_comes_first(file: RuleFile) -> None:
    known = tables()
    for rule in file.rules:
        body = [atom for part in rule.body for atom in atoms(part)]
        positions = [atom for atom in body if signature(atom) not in known and not _helper_table(signature(atom))]
        for atom in positions:
            first = atom.arguments[0]
            assert first.ast_type == ast.ASTType.Variable and first.name in ("P", "_"), f"{atom} in {rule}"
        for head in atoms(rule.head):
            if signature(head) in known or _helper_table(signature(head)):
                continue
            assert str(head.arguments[0]) == "P", f"{rule} derives something of no position"
            assert all(str(atom.arguments[0]) == "P" for atom in positions), f"{rule} mixes positions"


def _helper_table(helper: Signature) -> bool:
    return helper in HELPER_TABLES


def _find_helper_tables() -> set[Signature]:
    """Helpers that read only tables are tables themselves and need no declaration."""
    known = set(tables())
    rules = [(file, rule) for file in rule_files() for rule in file.rules]
    candidates = {one for file in rule_files() for one in file.derived if one[0].startswith("_")}
    while True:
        wrong = set()
        for _, rule in rules:
            read = {signature(atom) for part in rule.body for atom in atoms(part)}
            if read - known - candidates:
                wrong |= {signature(atom) for atom in atoms(rule.head)} & candidates
        if not wrong:
            return candidates
        candidates -= wrong


HELPER_TABLES = _find_helper_tables()


@each_file
def test_rules_have_numbers(file: RuleFile) -> None:
    """Every group of rules, that is rules with no empty line between them, opens with a numbered sentence."""
    numbered = False
    for line, content in enumerate(file.lines[1 + len(file.header) :], start=2 + len(file.header)):
        if not content:
            numbered = False
        elif content.startswith("% "):
            numbered = numbered or bool(NUMBERED.match(content))
        elif not content.startswith((" ", "#")):
            assert numbered, f"{file.name}:{line} has no rule number above it: {content}"


@each_file
def test_form_of_statements(file: RuleFile) -> None:
    for statement in file.statements:
        kind = statement.ast_type
        if kind == ast.ASTType.ShowSignature:
            assert file.name.startswith(("show/", "explain/")), "what is read back is said in show/"
        elif kind == ast.ASTType.Defined:
            assert file.name == "input.lp"
        elif kind != ast.ASTType.Comment:
            assert kind == ast.ASTType.Rule, f"no {kind.name} in the rules"
            assert statement.head.ast_type == ast.ASTType.Literal, f"no choice or disjunction: {statement}"
            assert str(statement.head) != "#false", f"no constraint: {statement}"


@each_file
def test_form_of_lines(file: RuleFile) -> None:
    assert file.text.endswith("\n") and not file.text.endswith("\n\n")
    for line in file.lines:
        assert len(line) < WIDTH and "\t" not in line and line == line.rstrip(), line


def plans() -> list[Plan]:
    """One plan of each sort for each kind of question, and all kinds at once."""
    sorts = [(False, 0), (True, 0), (True, 1), (True, 6)]
    kinds = [frozenset({kind}) for kind in BY_KIND] + [frozenset(BY_KIND)]
    return [Plan(kind, deep, steps) for kind in kinds for deep, steps in sorts]


@pytest.mark.parametrize("plan", plans(), ids=lambda plan: f"{'+'.join(sorted(plan.kinds))}-{plan.deep}-{plan.steps}")
def test_programs_have_one_model(plan: Plan) -> None:
    assert solve(program(plan), "position(1).").atoms["checked"] == [[clingo.Number(1)]]


#: Atoms that no rule derives in a whole program: the first step has nothing done, the first layer nothing begun.
NEVER = re.compile(r"done\(P,S,E,(4|6),0\)|begun\(P,S,E,4\)|carried\(P,S,E,O,4\)")


def test_whole_program_has_no_atom_that_nothing_derives() -> None:
    """A name misspelt in a body would be an atom of no head; clingo says so, and here nobody silences it."""
    said: list[str] = []
    control = clingo.Control([], logger=lambda _, message: said.append(message), message_limit=1000)
    control.add("base", [], program(Plan(frozenset(BY_KIND), True, 3)) + "position(1).")
    control.ground([("base", [])])
    assert [message for message in said if not NEVER.search(message)] == []


def test_readme_table_is_up_to_date() -> None:
    assert table() in (ASP / "README.md").read_text(encoding="utf-8"), "run tests/asp/rule_files.py"
