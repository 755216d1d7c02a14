"""Card names as people type them: case, accents, apostrophes and spacing make no difference."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "\u2019": "'", "\u2018": "'"})
_SLASHES = re.compile(r"\s*//\s*")


def fold(name: str) -> str:
    """Return the form of ``name`` under which it is sorted and sought."""
    text = name.casefold()
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in decomposed if not unicodedata.combining(c)).casefold().translate(_LETTERS)
    if "//" in text:
        text = _SLASHES.sub(" // ", text)
    return " ".join(text.split())
