"""``@id`` in card language: which object or player a mention names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_WORD = re.compile(r"[\w-]*\w|")


def mentions(text: str, ids: Collection[str]) -> Iterator[tuple[int, int, str | None]]:
    """Yield every mention in ``text`` as (start, end, id); the id is None if ``ids`` holds none
    that fits.

    The longest id that follows the ``@`` and ends at the end of a word is the one named: ids may
    hold spaces, quotes and dashes.
    """
    start = text.find("@")
    while start >= 0:
        begin = start + 1
        best = ""
        for id in ids:
            if len(id) > len(best) and text.startswith(id, begin) and _ends(text, begin + len(id)):
                best = id
        if best:
            end = begin + len(best)
            yield start, end, best
        else:
            match = _WORD.match(text, begin)
            end = match.end() if match else begin
            yield start, end, None
        start = text.find("@", end)


def unknown_mentions(text: str, ids: Collection[str]) -> list[str]:
    """Return what the mentions in ``text`` that fit no id say, without their ``@``."""
    return [text[start + 1 : end] for start, end, id in mentions(text, ids) if id is None]


def _ends(text: str, index: int) -> bool:
    """Tell whether a word that ends before ``index`` is not continued there."""
    if index >= len(text):
        return True
    char = text[index]
    if char == "-":
        return not text[index + 1 : index + 2].isalnum()
    return not (char.isalnum() or char == "_") or not text[index - 1].isalnum()
