"""The closed vocabularies of positions: phases, zones, colors, predefined tokens, creature types."""

from __future__ import annotations

from lawmage.cards.tokens import predefined_names
from lawmage.cards.types import SUBTYPES

COLORS = ("W", "U", "B", "R", "G")
"""The five colors (rule 105.1), in the order every list of colors is printed."""

MANA_TYPES = (*COLORS, "C")
"""The six types of mana (rule 106.1b)."""

COLOR_NAMES = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}

PHASES = (
    "untap", "upkeep", "draw", "main1", "begin_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_combat", "main2", "end", "cleanup",
)  # fmt: skip
"""The phases and steps of a turn that a position can be in (rules 500-514), in order."""

PHASE_ALIASES = {"combat": "declare_blockers"}
"""``combat`` is short for "blockers are declared and nothing more is to be said"."""

ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")
"""The zones (rule 400.1)."""

PREDEFINED_TOKENS = predefined_names()
"""The names of the predefined tokens (rule 111.10)."""

EVENT_VERBS = (
    "destroy", "sacrifice", "damage", "exile", "return_to_hand", "discard", "mill", "phase_out",
    "tap", "untap",
)  # fmt: skip
"""What the query ``event`` can do to an object."""

X_PLACES = ("mana_cost", "etb_replacement", "etb_trigger", "activated_ability", "characteristic")
"""Where the query ``value_of_x`` can look for X (rule 107.3)."""

SBA_KINDS = (
    "destroy", "graveyard", "legend_choice", "remove_counters", "lose", "token_cease", "unattach",
)  # fmt: skip
"""The kinds of state-based actions an answer names (rule 704.5)."""

# The creature types of sets newer than the rules text.
_NEWER = (
    "Autobot", "Eternal", "Gamma", "Inhuman", "Klingon", "Kree", "Officer", "Shi'ar", "Skrull", "Spy",
)  # fmt: skip

CREATURE_TYPES = frozenset((*SUBTYPES["creature"], *_NEWER))
"""The creature types (rule 205.3m)."""
