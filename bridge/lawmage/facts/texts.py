"""What abilities are once text-changing effects have replaced words, as a table for ``asp/layers/text.lp`` (rule 612)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lawmage.facts.abilities import AbilityTable
from lawmage.facts.rewording import Change, replaced
from lawmage.facts.words import COLORS, kind_of_type, quoted


def text_facts(abilities: Iterable[int], changes: set[Change], table: AbilityTable) -> tuple[str, set[int]]:
    """Return the facts that say what each ability is with words replaced, and the abilities that come up so.

    Replacements may follow each other, so what comes up is looked at again.
    """
    facts: list[str] = []
    made: set[int] = set()
    todo = list(abilities)
    seen = set(todo)
    while todo:
        number = todo.pop()
        for change in sorted(changes):
            for one, other in _reworded(number, change, table):
                facts.append(f"reworded({one},{quoted(change[0])},{quoted(change[1])},{other}).")
                made.add(other)
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
    facts += [f"kind({quoted(new)},{kind_of_type(new)})." for _, new in sorted(changes) if new not in COLORS]
    facts += [f'color_word("{letter}",{quoted(word)}).' for word, letter in COLORS.items()]
    return "".join(facts), made


def _reworded(number: int, change: Change, table: AbilityTable) -> Iterator[tuple[int, int]]:
    """Yield an ability, and each of its modes, with what it is once a word was replaced, where that is another."""
    record = table.records[number]
    if record.node is None:
        return
    node = replaced(record.node, change)
    if node == record.node:
        return
    (found,) = table.node(node, record.references)
    yield number, found
    yield from zip(record.modes, table.records[found].modes, strict=False)
