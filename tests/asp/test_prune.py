"""Leaving out rules that cannot fire changes no model: pruned and whole programs on many sets of facts."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import test_layers_order
import test_layers_values
from abstract_board import Board, Part
from clingo import ast
from hypothesis import HealthCheck, given, settings
from rule_files import ASP, rule_files
from test_could_produce_reference import boards, effects, written

from lawmage.engine.programs import BY_KIND, Plan, program
from lawmage.engine.prune import pruned, signatures
from lawmage.engine.rules import Atom, rules_of
from lawmage.engine.solver import solve
from reference.could_produce import Permanent, Replacement

#: Verified cases lie beside the repository, or beside a folder above it.
CASES = [folder / "shared" / "cases" for folder in Path(__file__).resolve().parents[2:]]


def same(plan: Plan, facts: str) -> tuple[int, int]:
    """Check that both programs have the same model; return how many lines each has."""
    whole, part = program(plan), pruned(plan, signatures(facts))
    assert solved(whole, facts) == solved(part, facts)
    return whole.count("\n"), part.count("\n")


def solved(text: str, facts: str) -> dict[str, list[str]]:
    return {name: sorted(map(str, rows)) for name, rows in solve(text, facts).atoms.items()}


def read_by_clingo(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Heads and positive atoms of a file's rules, pools read in every way, as clingo's own parser sees them."""
    found: list[tuple[str, tuple[str, ...]]] = []

    def keep(statement: ast.AST) -> None:
        for rule in statement.unpool() if statement.ast_type == ast.ASTType.Rule else ():
            body = [
                pattern(literal.atom.symbol)
                for literal in rule.body
                if literal.ast_type == ast.ASTType.Literal
                and literal.sign == ast.Sign.NoSign
                and literal.atom.ast_type == ast.ASTType.SymbolicAtom
            ]
            found.append((pattern(rule.head.atom.symbol), tuple(body)))

    ast.parse_string((ASP / name).read_text(encoding="utf-8"), keep)
    return found


def pattern(term: ast.AST) -> str:
    """An atom with its variables and what else may be anything as "_"."""

    def argument(one: ast.AST) -> str:
        if one.ast_type == ast.ASTType.Function and one.name:
            return f"{one.name}("
        text = str(one)
        return text if one.ast_type == ast.ASTType.SymbolicTerm and text[0] != '"' else "_"

    return f"{term.name}({','.join(map(argument, term.arguments))})"


def as_pattern(atom: Atom) -> str:
    return f"{atom.name}({','.join('_' if one is None else str(one) for one in atom.arguments)})"


@pytest.mark.parametrize("name", [file.name for file in rule_files()])
def test_rules_are_read_as_clingo_reads_them(name: str) -> None:
    read = [(as_pattern(rule.head), tuple(map(as_pattern, rule.body))) for rule in rules_of(name) if rule.head is not None]
    assert sorted(read) == sorted(read_by_clingo(name))


def test_words_asked_for_and_made() -> None:
    rules = [rule for rule in rules_of("layers/abilities.lp") if rule.head == Atom("gives", (None, None, None, 6, "keyword("))]
    assert [rule.asks for rule in rules] == [{"add_ability("}]
    assert [rule.makes for rule in rules] == [{"keyword("}]


def test_signatures_are_predicates_words_and_layers() -> None:
    found = signatures('part(3,4,add_type("Mr. X")).\nstatus(1,2,controlled_by(you)). done. n(5).')
    assert found >= {"part/", "part/4", "add_type(", "status/", "controlled_by(", "you", "done/", "n/"}
    assert not found & {"you(", "controlled_by", "part/3"}


def test_signatures_of_two_texts_are_those_of_both() -> None:
    one, two = "a(1,b(c)).\npart(1,70,switch).", "a(2,d).\nb(3)."
    assert signatures(one) | signatures(two) == signatures(f"{one}\n{two}")


@pytest.mark.parametrize("kind", sorted(BY_KIND))
def test_a_bare_position_needs_little(kind: str) -> None:
    whole, part = same(Plan(frozenset({kind}), True, 4), "position(1).")
    assert part * 5 < whole


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(boards, effects)
def test_same_model_on_boards_of_mana(found: tuple[Permanent, ...], replacing: tuple[Replacement, ...]) -> None:
    board = Board()
    written(board, found, replacing)
    whole, part = same(board.plan("could_produce", deep=False), f"{board.facts}\nask_all(1,could_produce).")
    assert part < whole


CHANGES: list[Part] = [
    (1, "copy_of(O2)"),
    (2, "control(player(2))"),
    (4, 'add_type("Artifact")'),
    (4, 'set_land_type("Swamp")'),
    (4, "lose_kind(creature_type)"),
    (4, 'lose_type("Creature")'),
    (4, "add_every(creature_type)"),
    (5, 'add_color("R")'),
    (5, "lose_kind(color)"),
    (6, "add_ability(920)"),
    (6, "lose_all_abilities"),
    (6, "lose_keyword(flying)"),
    (6, "cant_have(trample)"),
    (71, "set(power,number(3))"),
    (72, "modify(toughness,count(D2))"),
    (73, "switch"),
]
WHOSE = [
    "type(Creature)",
    "type(Land) !type(Basic)",
    "keyword(flying)",
    "@this",
    "color(R) @controlled_by(you)",
    "type(Creature) @power(0,2)",
    "!ability",
    "@tapped",
]
CONDITIONS = ["", "your_turn", "exists(D2)", "not_so(exists(D2))", "both(exists(D2),your_turn)", "between(count(D2),1,3)"]


def random_board(seed: int) -> Board:
    """Creatures and lands with counters, copies and effects of all layers, drawn at random."""
    draw = random.Random(seed)
    board = Board()
    board.add("keyword_counter(haste,922).")
    looks = board.describe(draw.choice(["type(Artifact)", "type(Forest)", "keyword(flying) @controlled_by(you)"]))
    objects: list[int] = []
    for _ in range(draw.randint(2, 5)):
        types = draw.choice(["Creature Wall", "Artifact Creature", "Basic Land Forest", "Land", "Enchantment"])
        own = draw.sample(["flying", "trample", board.mana("U")], draw.randint(0, 2))
        card = board.card("Alpha", types, own, power=draw.randint(0, 3), toughness=2, colors=draw.choice(["", "R", "WU"]))
        facts = ["tapped(1,O).", 'counter(1,O,"+1/+1",2).', "face_down(1,O).", "counter(1,O,haste,1).", "phased_out(1,O)."]
        chosen = [fact for fact in facts if draw.random() < 0.2]
        if objects and draw.random() < 0.3:
            chosen += [f"copy_of(1,O,{draw.choice(objects)}).", "exception(1,O,set_base(power,5))."][: draw.randint(1, 2)]
        objects.append(board.put(card, *chosen, controller=draw.randint(1, 2), zone=draw.choice(["", "", "", "graveyard"])))
    for _ in range(draw.randint(0, 4)):
        parts = [
            (layer, change.replace("O2", str(objects[0])).replace("D2", str(looks)))
            for layer, change in draw.sample(CHANGES, draw.randint(1, 2))
        ]
        condition = draw.choice(CONDITIONS).replace("D2", str(looks))
        whose = draw.choice(WHOSE)
        if draw.random() < 0.5:
            resolved = [part for part in parts if part[0] != 2]
            board.effect(board.continuous(whose, *resolved, only_while=condition, looks=[looks]), fixed=draw.random() < 0.5)
        else:
            static = board.static(whose, *(part for part in parts if part[0] > 2), only_while=condition, looks=[looks])
            board.put(board.card("Beta", draw.choice(["Enchantment", "Creature", "Legendary Land"]), [static]))
    return board


@pytest.mark.parametrize("kind", ["characteristics", "could_produce", "state_based_actions"])
def test_same_model_on_random_boards(kind: str) -> None:
    kept = total = 0
    for seed in range(12):
        board = random_board(seed)
        whole, part = same(board.plan(kind), f"{board.facts}\nask_all(1,{kind}). query(1,{kind},none).")
        total, kept = total + whole, kept + part
    assert kept < total / 2


def test_same_model_where_layers_are_knotted() -> None:
    """Dependency with steps, loops, abilities that give abilities, and what the grounder decides."""
    board = Board()
    beasts = test_layers_order.wall_and_golem(board)
    for card in (*test_layers_order.loop(board), test_layers_order.setter(board), test_layers_order.adder(board)):
        board.put(card)
    board.put(test_layers_order.strip_all(board))
    board.put(test_layers_order.animate_all(board))
    inner = board.static("type(Creature)", (6, "add_ability(920)"))
    aura = board.card("Omega", "Enchantment Aura", [board.static("@host", (6, f"add_ability({inner})"))])
    board.put(aura, f"attached(1,O,{beasts[0]}).")
    for kind in ("characteristics", "could_produce"):
        same(board.plan(kind), f"{board.facts}\nask_all(1,{kind}).")
        same(Plan(frozenset({kind}), True, 1), f"{board.facts}\nask_all(1,{kind}).")


@pytest.mark.parametrize("varied", [False, True])
def test_same_model_where_much_is_asked(varied: bool) -> None:
    board, _ = test_layers_values.mixed_board(varied)
    same(board.plan("could_produce", varied), f"{board.facts}\nask_all(1,could_produce).")


@pytest.mark.parametrize("file", ["could_produce", "characteristics", "state_based_actions", "value_of_x"])
def test_same_model_on_verified_cases(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real cards: what the engine sends for verified cases, solved both ways."""
    path = next((folder / f"{file}.jsonl" for folder in CASES if folder.is_dir()), None)
    if path is None:
        pytest.skip("the verified cases are not here")
    from lawmage.engine import session
    from lawmage.position.cases import read_case

    catalogue = session.catalogue.packaged()
    from lawmage.position.names import CatalogueNames

    names = CatalogueNames(catalogue)
    asked = [read_case(json.loads(line), names) for line in path.read_text(encoding="utf-8").splitlines()[::2]]
    plans: list[Plan] = []

    def noted(plan: Plan) -> Plan:
        plans.append(plan)
        return plan

    monkeypatch.setattr(session, "pruned", lambda plan, found: pruned(noted(plan), found))
    real = session.solve

    def both(text: str, facts: str) -> object:
        same(plans[-1], facts)
        return real(text, facts)

    monkeypatch.setattr(session, "solve", both)
    session.Session(catalogue).ask_many([(case.position, case.query) for case in asked])
    assert plans
