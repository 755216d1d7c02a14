"""What a keyword ability may bear on (rule 702): its form and its topics, by name."""

from __future__ import annotations

import re

from lawmage.cards.oracle.keyword_names import COST_KEYWORDS, NUMBER_KEYWORDS

#: Keyword abilities that are activated abilities.
ACTIVATED = frozenset(
    (
        "aura swap|basic landcycling|commander ninjutsu|craft|crew|cycling|embalm|encore|equip|eternalize|fortify|"
        "landcycling|level up|ninjutsu|outlast|reconfigure|reinforce|saddle|scavenge|specialize|station|transfigure|"
        "transmute|typecycling|unearth"
    ).split("|")
)

#: Keyword abilities that are triggered abilities, wholly or in part.
TRIGGERED = frozenset(
    (
        "afflict|afterlife|annihilator|backup|battle cry|bushido|cascade|casualty|champion|cipher|conspire|"
        "cumulative upkeep|decayed|demonstrate|dethrone|echo|enlist|epic|evoke|evolve|exalted|exploit|extort|fabricate|"
        "fading|firebending|flanking|for mirrodin !|frenzy|gift|gravestorm|haunt|hideaway|impending|increment|ingest|"
        "job select|living weapon|madness|melee|mentor|mobilize|modular|myriad|offspring|persist|poisonous|provoke|prowess|"
        "rampage|ravenous|rebound|recover|renown|replicate|ripple|soulbond|soulshift|squad|storm|suspend|teamwork|training|"
        "tribute|undying|vanishing"
    ).split("|")
)

_BY_TOPIC = {
    "characteristics": (
        "bestow|changeling|daybound|decayed|devoid|disguise|impending|living metal|megamorph|morph|mutate|nightbound|prototype|"
        "reconfigure|soulbond|station"
    ),
    "costs": (
        "affinity|assist|awaken|bargain|bestow|blitz|buyback|casualty|cleave|commander ninjutsu|conspire|convoke|dash|delve|"
        "disguise|disturb|emerge|entwine|escalate|escape|evoke|flashback|foretell|freerunning|fuse|gift|harmonize|impending|"
        "improvise|jump-start|kicker|madness|mayhem|megamorph|miracle|morph|more than meets the eye|multikicker|mutate|"
        "offspring|offering|overload|paradigm|plot|prototype|prowl|replicate|retrace|sneak|spectacle|splice|spree|squad|"
        "surge|suspend|teamwork|tiered|undaunted|warp|web-slinging"
    ),
    "enters": (
        "amplify|bloodthirst|compleated|daybound|devour|fading|graft|impending|modular|ravenous|read ahead|riot|sunburst|"
        "tribute|unleash|vanishing|choose a background|space sculptor"
    ),
    "zones": (
        "blitz|cipher|dash|disturb|encore|escape|flashback|harmonize|indestructible|jump-start|madness|mayhem|rebound|recover|"
        "retrace|totem armor|umbra armor|unearth|warp|paradigm"
    ),
    "draw": "dredge|miracle",
    "damage": "absorb|banding|bands with other|deathtouch|infect|lifelink|protection|toxic|trample|trample over planeswalkers|wither",
    "life": "infect|lifelink",
    "counters": "infect|wither",
    "state": "bestow|daybound|deathtouch|enchant|indestructible|living metal|nightbound|reconfigure|soulbond|start your engines !|ascend",
    "prohibition": (
        "aftermath|daybound|decayed|defender|fear|flash|flying|haste|hexproof|hexproof from|horsemanship|intimidate|landwalk|"
        "menace|phasing|protection|reach|shadow|shroud|skulk|split second|unleash|vigilance|enchant"
    ),
    "mana": "firebending",
}


def _topics() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for topic, names in _BY_TOPIC.items():
        for name in names.split("|"):
            found.setdefault(name, set()).add(topic)
    for name in ACTIVATED:
        found.setdefault(name, set()).add("activated")
    for name in TRIGGERED:
        found.setdefault(name, set()).add("triggers")
    return {name: frozenset(topics) for name, topics in found.items()}


_TOPICS = _topics()
_NOTHING: frozenset[str] = frozenset()


def topics_of_keyword(name: str) -> frozenset[str]:
    """Return the topics that a keyword ability, by its lower-case name, may bear on."""
    found = _TOPICS.get(name)
    if found is None:
        if name.endswith("cycling"):
            return frozenset({"activated"})
        if name.endswith("walk"):
            return frozenset({"prohibition"})
        return _NOTHING
    return found


# What follows a keyword tells an ability ("equip knight {1}") from a sentence on such abilities ("equip costs ...").
_KEYWORD_LINE = re.compile(
    r"(?P<name>[a-z]+cycling|"
    + "|".join(sorted(map(re.escape, COST_KEYWORDS | NUMBER_KEYWORDS | set(_TOPICS)), key=lambda name: (-len(name), name)))
    + r")(?:$|[,;.—]| [—\d{]| x\b| (?:from|for|onto|with other) | (?:\w+ ){1,3}\{)"
)


def leading_keyword(normal: str) -> str | None:
    """Return the keyword that a normalised line begins with, if it is a line of a keyword ability."""
    found = _KEYWORD_LINE.match(normal)
    return found["name"] if found and not re.match(r"\S+ (?:abilit|cost)", normal) else None
