"""Modules of the bridge import only downwards, and no card is named in code or rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from bulk import bulk_file

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "bridge" / "lawmage"
#: Lowest first; what stands together may import each other. A module of the top folder is a layer of its own.
LAYERS = (
    {"errors"},
    {"cards"},
    {"position"},
    {"answer"},
    {"facts"},
    {"engine"},
    {"queries", "explain"},
    {"api"},
    {"batch"},
    {"command_line"},
    {"cli", "commands", "service", "pytest_plugin"},
    {"__init__", "__main__"},
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
#: Of the cards, positions know names and words of type lines; the catalogue only where names are looked up, by its type.
KNOWN_TO_POSITIONS = {"lawmage.cards.names", "lawmage.cards.types", "lawmage.cards.tokens"}


def modules() -> list[Path]:
    """Return the Python files of the bridge."""
    return sorted(path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] != "asp")


def layer_of(module: str) -> str:
    parts = module.split(".")
    name = parts[1] if len(parts) > 1 else "__init__"
    # The commands of the command line, by their subject: state_commands and the like.
    return "commands" if name.endswith("_commands") else name


def imports(path: Path) -> Iterator[tuple[str, int, bool]]:
    """Yield what a file imports of lawmage: module, line, and whether only for types."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                package = ("lawmage", *path.relative_to(SOURCE).parts[: -node.level])
                module = ".".join((*package, module)).rstrip(".")
            names = [f"lawmage.{alias.name}" for alias in node.names] if module == "lawmage" else [module]
        for name in names:
            if name.split(".")[0] == "lawmage":
                yield name, node.lineno, id(node) in for_types  # type: ignore[attr-defined]


def test_every_module_has_a_layer() -> None:
    assert {layer_of(".".join(("lawmage", *path.relative_to(SOURCE).with_suffix("").parts))) for path in modules()} <= set(LEVEL)


def test_imports_go_downwards() -> None:
    wrong = []
    for path in modules():
        here = layer_of(".".join(("lawmage", *path.relative_to(SOURCE).with_suffix("").parts)))
        for name, line, _ in imports(path):
            there = layer_of(name)
            if there != here and LEVEL[there] >= LEVEL[here] and LAYERS[LEVEL[there]] is not LAYERS[LEVEL[here]]:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {here} imports {name}")
    assert wrong == []


def test_positions_know_only_names_and_words_of_cards() -> None:
    wrong = [
        f"{path.name}:{line}: {name}"
        for path in (SOURCE / "position").glob("*.py")
        for name, line, for_types in imports(path)
        if layer_of(name) == "cards" and name not in KNOWN_TO_POSITIONS and not for_types
    ]
    assert wrong == []


def test_cards_know_no_clingo() -> None:
    """Only facts and above may know what the rules are written in; only the engine runs it."""
    wrong = [path.name for name in ("cards", "position", "facts") for path in (SOURCE / name).rglob("*.py") if _imports_clingo(path)]
    assert wrong == []


def _imports_clingo(path: Path) -> bool:
    return re.search(r"^\s*(?:import|from) clingo\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None


# --- No card by name.


@cache
def card_names() -> frozenset[str]:
    """Return the names of cards that are no ordinary words: of two words or more."""
    import json
    import lzma

    with lzma.open(bulk_file(), "rt", encoding="utf-8") as stream:
        names = {face.strip() for line in stream for face in json.loads(line)["name"].split("//")}
    return frozenset(name for name in names if len(name.split()) > 1)


def strings(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the strings of a Python file that are no docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value, node.lineno


#: Words side by side in a list of creature types that happen to be the name of a card.
ALSO_WORDS = frozenset({"Devil Dinosaur"})
#: What help shows as an example of the notation.
EXAMPLES = {"cli.py": ["Reflecting Pool", "Wild Growth"]}


def named(text: str) -> list[str]:
    """Return the names of cards in a text, as they are written on cards."""
    words = re.findall(r"[\w'’,\-]+", text)
    found = []
    for start in range(len(words)):
        for end in range(start + 2, min(start + 7, len(words)) + 1):
            name = " ".join(words[start:end])
            if name.strip(",") in card_names() and name.strip(",") not in ALSO_WORDS:
                found.append(name.strip(","))
    return found


def test_no_card_is_named_in_code() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {found}"
        for path in modules()
        for text, line in strings(path)
        if (found := [name for name in named(text) if name not in EXAMPLES.get(path.name, ())])
    ]
    assert wrong == []


@pytest.mark.parametrize("suffix", ["*.lp", "*.lark"])
def test_no_card_is_named_in_rules_or_grammar(suffix: str) -> None:
    folder = ROOT / "asp" if suffix == "*.lp" else SOURCE
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {found}"
        for path in folder.rglob(suffix)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := named(line))
    ]
    assert wrong == []
