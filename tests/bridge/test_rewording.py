"""Words replaced in abilities (612.2): only where they are used as color words or subtypes."""

from __future__ import annotations

import pytest

from lawmage.cards.ability import Node
from lawmage.cards.oracle.grammar import load
from lawmage.cards.oracle.reader import Reader
from lawmage.cards.oracle.render import plain
from lawmage.cards.oracle.words import Context
from lawmage.facts.rewording import change_of, replaced
from lawmage.facts.scope import NotModelled


def read(text: str) -> Node:
    line = Reader().read_line(text, Context(("Swamp Thing",), ("a",)))
    assert line is not None and line.ability is not None, text
    return line.ability


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("Swampwalk", ("Swamp", "Plains"), "plainswalk"),
        ("Snow swampwalk", ("Swamp", "Forest"), "snow forestwalk"),
        ("Swampcycling {2}", ("Swamp", "Island"), "islandcycling {2}"),
        ("Nonblack creatures get +1/+1.", ("black", "green"), "non green creatures get +1/+1"),
        ("{T}: Add {B}.", ("black", "green"), "{t} : add {b}"),
        ("Other Goblins get +1/+1.", ("Goblin", "Elf"), "other elves get +1/+1"),
        ("~'s power is equal to the number of Forests you control.", ("Forest", "Plains"), "plains you control"),
        ("Other Goblins get +1/+1.", ("Elf", "Goblin"), "other goblins get +1/+1"),
        ("~ gets +1/+1 for each Swamp you control.", ("Swamp", "Forest"), "~ gets +1/+1 for each forest you control"),
        ('Enchanted creature has "{T}: Destroy target black creature."', ("black", "red"), "destroy target red creature"),
        ("Create a 1/1 black Rat creature token.", ("Rat", "Saproling"), "create a 1/1 black saproling creature token"),
        ("Other creatures named Black Knight get +1/+1.", ("black", "white"), "named black knight"),
    ],
)
def test_612_2_words_are_replaced_where_they_are_used_as_such(text: str, change: tuple[str, str], expected: str) -> None:
    assert expected in plain(replaced(read(text), change), load())


@pytest.mark.parametrize(
    ("words", "expected"),
    [("black with green", ("black", "green")), ("Swamp with Island", ("Swamp", "Island")), ("Goblins with Elves", ("Goblin", "Elf"))],
)
def test_612_2_an_effect_names_its_words(words: str, expected: tuple[str, str]) -> None:
    node = read(f"Change the text of @a by replacing all instances of {words}.")
    assert change_of(node.child(0).child(1)) == expected


@pytest.mark.parametrize("words", ["one color word with another", "Swamp with Goblin", "Swamp with Gate"])
def test_what_was_chosen_or_is_no_choice_has_no_facts(words: str) -> None:
    with pytest.raises(NotModelled):
        change_of(read(f"Change the text of @a by replacing all instances of {words}.").child(0).child(1))
