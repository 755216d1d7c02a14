"""The packaged tables of the grammar: fresh, whole, and used without lark."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawmage.cards.oracle import grammar
from lawmage.cards.oracle.grammar import GrammarError, compile_grammar, pack, unpack

SMALL = """
line: thing "of the" thing -> pair
    | thing
thing: NUMBER_WORD -> some
    | ("all"|"every one") -> all
"""


@pytest.fixture(autouse=True)
def loaded_anew() -> Iterator[None]:
    grammar.load.cache_clear()
    yield
    grammar.load.cache_clear()


def test_the_packaged_tables_are_of_the_grammar_in_the_package() -> None:
    text = grammar.source_text()
    digest = grammar.tables_digest(text)
    packed = grammar.tables_file().read_bytes()
    stale = "the grammar changed: run `lawmage cards build --from FILE`"
    assert f'"{digest}"'.encode() in packed[:40], stale
    made = compile_grammar(text)
    assert pack(made, digest) == packed
    held = unpack(packed, digest)
    assert held == made
    assert held is not None
    assert held.first_words == made.first_words


def test_tables_unpack_to_what_was_packed() -> None:
    small = compile_grammar(SMALL)
    held = unpack(pack(small, "d"), "d")
    assert held == small
    assert held is not None
    assert [p.symbols for p in held.spellings["all"]] == [(("word", "all"),), (("word", "every"), ("word", "one"))]
    assert held.first_words["line"] == {"all", "every"}
    assert held.first_classes["line"] == {"NUMBER_WORD"}


@pytest.mark.parametrize("packed", [b"", b"{}", b'{"digest":"e","symbols":[]'])
def test_tables_of_another_grammar_are_not_used(packed: bytes) -> None:
    assert unpack(packed, "d") is None


def test_stale_or_absent_tables_mean_compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "source_text", lambda: SMALL)
    for content in (None, pack(compile_grammar(SMALL), "of another grammar")):
        path = tmp_path / "grammar.json"
        if content is not None:
            path.write_bytes(content)
        monkeypatch.setattr(grammar, "tables_file", lambda path=path: path)
        grammar.load.cache_clear()
        assert set(grammar.load().spellings) == {"pair", "some", "all"}
    assert grammar.write_tables() == path
    assert unpack(path.read_bytes(), grammar.tables_digest(SMALL)) == grammar.load()


def test_changing_the_named_terminals_makes_tables_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    before = grammar.tables_digest(SMALL)
    monkeypatch.setattr(grammar, "TERMINALS", (*grammar.TERMINALS, "MORE"))
    assert grammar.tables_digest(SMALL) != before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('line: "a" -> a\n    | line "b" -> b', "left recursion"),
        ('line: "a" "b"', "alias"),
        ('line: ("a" thing|"b") -> a\nthing: "c" -> c', "differ in parts"),
        ('line: "a"+ -> a', "repetition"),
    ],
)
def test_conventions_are_checked(text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        compile_grammar(text + "\n")


def test_fresh_tables_load_without_lark() -> None:
    test_the_packaged_tables_are_of_the_grammar_in_the_package()
    program = "import sys; from lawmage.cards.oracle import grammar; grammar.load(); print('lark' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert shown.stdout.strip() == "False"
