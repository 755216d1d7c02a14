"""Names of keyword abilities that are written with more than their name (rule 702).

The names are facts of rule 702; what may follow a name is in ``grammar/keywords.lark``.
"""

from __future__ import annotations

#: Written with a cost: "cycling {2}", "ward—Pay 2 life".
COST_KEYWORDS = frozenset(
    (
        "aura swap|bestow|blitz|buyback|cleave|commander ninjutsu|craft|cumulative upkeep|cycling|"
        "dash|disguise|disturb|echo|embalm|emerge|encore|entwine|equip|escalate|escape|eternalize|evoke|"
        "flashback|foretell|fortify|freerunning|harmonize|kicker|level up|madness|mayhem|megamorph|"
        "miracle|more than meets the eye|morph|multikicker|mutate|ninjutsu|offspring|outlast|overload|"
        "plot|prowl|reconfigure|recover|replicate|scavenge|sneak|specialize|spectacle|squad|surge|"
        "transfigure|transmute|unearth|ward|warp|web-slinging|basic landcycling|landcycling|typecycling"
    ).split("|")
)

#: Written with a number: "annihilator 2", "crew 3". Four of them take a cost after it (suspend 4—{R}).
NUMBER_KEYWORDS = frozenset(
    (
        "absorb|afflict|afterlife|amplify|annihilator|awaken|backup|bloodthirst|bushido|casualty|crew|"
        "devour|dredge|fabricate|fading|firebending|frenzy|graft|hideaway|impending|mobilize|modular|"
        "poisonous|rampage|reinforce|renown|ripple|saddle|soulshift|suspend|teamwork|toxic|tribute|"
        "vanishing"
    ).split("|")
)


def takes_cost(word: str) -> bool:
    """Return whether a word names a keyword ability written with a cost; typecycling included (702.29e)."""
    return word in COST_KEYWORDS or (word.endswith("cycling") and word != "recycling")


def takes_number(word: str) -> bool:
    """Return whether a word names a keyword ability written with a number."""
    return word in NUMBER_KEYWORDS
