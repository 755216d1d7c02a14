"""What is shown of an ability folds to the same words as the card's own text, so that either names it."""

from __future__ import annotations

import re

import pytest
from bulk import bulk_file

from lawmage.cards.oracle.reader import Reader, paragraphs, self_names
from lawmage.cards.oracle.render import pretty
from lawmage.cards.oracle.words import Context
from lawmage.cards.selectors import fold
from lawmage.cards.sources import read_cards

EVERY = 7  # one card in so many


@pytest.mark.parametrize(
    "line",
    [
        "Landfall — Whenever a land you control enters, you gain 3 life.",
        "−2: Draw two cards.",
        "[+1]: You gain 2 life.",
        "Reinforce 2—{1}{G}",
        'Enchanted land has "{T}: Add {C}{C}" as long as you control a Gate.',
        'This creature gets +2/+0 and has "When this creature dies, draw a card."',
    ],
)
def test_shown_text_folds_to_the_line(line: str) -> None:
    reader = Reader()
    read = reader.read_line(line, Context())
    assert read is not None and read.ability is not None
    assert fold(pretty(read.ability, reader.grammar, "this creature")) == fold(line)


def test_labels_and_signs_select_alike() -> None:
    assert fold("Landfall — Whenever a land you control enters, draw a card.") == fold("whenever a land you control enters, draw a card")
    assert fold("−3: Draw a card.") == fold("-3: draw a card")
    assert fold("Ward—Discard a card.") == fold("ward — discard a card")


def test_shown_text_of_real_cards_folds_to_their_lines() -> None:
    reader = Reader()
    different = []
    count = 0
    for index, card in enumerate(read_cards(bulk_file())):
        if index % EVERY:
            continue
        for face in card.faces:
            names = self_names(face.name, face.type_line)
            for text in paragraphs(face.oracle_text or ""):
                line = reader.read_line(text, Context(names))
                if line is None or line.ability is None or text.startswith(("level ", "class level")):
                    continue
                count += 1
                shown = fold(pretty(line.ability, reader.grammar, "this creature"), names)
                if shown != fold(re.sub(r"\s*\([^()]*\)", "", text), names):
                    different.append((card.name, shown))
    assert count > 7000
    assert not different
