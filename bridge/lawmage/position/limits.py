"""What a position, query or document may hold at most; more is one clear error."""

from __future__ import annotations

MAX_NUMBER = 1_000_000
"""Largest absolute value of any number in a position (life, counters, damage, timestamps, X
...)."""

MAX_OBJECTS = 2_000
"""Most objects and effects in one position, over all zones."""

MAX_PLAYERS = 64
"""Most players in one position."""

MAX_NAME = 200
"""Most characters in an id or a name."""

MAX_TEXT = 2_000
"""Most characters in a piece of card language or an ability selector."""

MAX_ENTRIES = 200
"""Most entries of one map or short list inside an object (counters, targets, abilities ...)."""

MAX_FAULTS = 50
"""Most faults listed for one input; the rest are counted."""

MAX_SUGGESTED = 10
"""Most faults of one input for which suggestions are looked up (each look-up takes
milliseconds)."""

MAX_DOCUMENT = 32_000_000
"""Most characters in one document."""

MAX_DEPTH = 40
"""Deepest nesting of lists and maps in a YAML document."""

MAX_NODES = 1_000_000
"""Most values in one YAML document, those repeated by aliases counted each time."""
