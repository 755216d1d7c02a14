"""Printed mana costs: their symbols and what they come to (202)."""

from __future__ import annotations

import re

#: One symbol of a printed cost, without its braces.
SYMBOL = re.compile(r"\{([^{}]+)\}")


def mana_value(cost: str) -> int:
    """Return the mana value of a printed cost: {2}{W/U}{X} is 3 (202.3)."""
    total = 0
    for symbol in SYMBOL.findall(cost):
        if symbol.isdigit():
            total += int(symbol)
        elif symbol in ("X", "Y", "Z"):
            continue
        elif symbol[0].isdigit() and "/" in symbol:
            total += int(symbol.split("/")[0])
        else:
            total += 1
    return total
