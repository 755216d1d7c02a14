"""Word lists of card language that are not grammar: keywords, ability words, numbers, plural subtypes."""

from __future__ import annotations

from lawmage.cards.types import SUBTYPES

#: Keyword abilities that are only their name (rule 702); those with a cost, number or quality are grammar.
KEYWORDS = frozenset(
    (
        "aftermath|ascend|assist|banding|bargain|battle cry|cascade|changeling|"
        "choose a background|cipher|compleated|conspire|convoke|daybound|deathtouch|decayed|"
        "defender|delve|demonstrate|dethrone|devoid|doctor's companion|double agenda|double team|"
        "double strike|enlist|epic|evolve|exalted|exploit|extort|fear|first strike|flanking|"
        "flash|flying|for mirrodin !|fuse|gravestorm|haste|haunt|hexproof|"
        "hidden agenda|horsemanship|improvise|increment|indestructible|infect|ingest|intimidate|"
        "job select|jump-start|landwalk|lifelink|living metal|living weapon|melee|menace|mentor|"
        "myriad|nightbound|paradigm|partner|persist|phasing|provoke|prowess|ravenous|reach|"
        "read ahead|rebound|retrace|riot|shadow|shroud|skulk|soulbond|space sculptor|spree|station|"
        "split second|start your engines !|storm|sunburst|tiered|totem armor|"
        "training|trample|umbra armor|undaunted|undying|unleash|vigilance|wither|"
        "legendary landwalk|nonbasic landwalk|snow landwalk|plainswalk|islandwalk|swampwalk|"
        "mountainwalk|forestwalk|snow plainswalk|snow islandwalk|snow swampwalk|snow mountainwalk|"
        "snow forestwalk|desertwalk|artifact landwalk|denimwalk"
    ).split("|")
)

#: Ability words (rule 207.2c): no rules meaning, so normalisation drops them.
ABILITY_WORDS = frozenset(
    (
        "adamant|addendum|alliance|battalion|bloodrush|celebration|channel|chroma|cohort|"
        "constellation|converge|council's dilemma|coven|delirium|descend 4|descend 8|disappear|"
        "domain|eerie|eminence|enrage|fateful hour|fathomless descent|ferocious|flurry|"
        "formidable|grandeur|hellbent|heroic|imprint|infusion|inspired|join forces|kinship|"
        "landfall|lieutenant|magecraft|metalcraft|morbid|opus|pack tactics|paradox|parley|"
        "radiance|raid|rally|renew|repartee|revolt|secret council|spell mastery|strive|survival|"
        "sweep|tempting offer|threshold|undergrowth|valiant|vivid|void|will of the council"
    ).split("|")
)

#: Words before a long dash that carry rules meaning and so stay.
MEANINGFUL_DASH = frozenset(
    (
        "partner|escalate|modular|boast|forecast|exhaust|max speed|power-up|solved|to solve|choose one|choose two|"
        "choose one or both|cycling|equip|companion|escape|kicker|suspend|morph|megamorph|"
        "buyback|flashback|echo|ninjutsu|madness|evoke|unearth|cumulative upkeep|ward|emerge|"
        "bestow|dash|awaken|surge|multikicker|entwine|splice onto arcane|transmute|reinforce|"
        "foretell|disturb|blitz|reconfigure|craft|disguise|plot|offspring|impending|harmonize|"
        "warp|web-slinging|sneak|mayhem|embalm|eternalize|outlast|scavenge|overload|miracle|"
        "replicate|recover|prototype|mutate|encore|cleave|casualty|squad|specialize|level up|"
        "fortify|aura swap|prowl|champion|visit|the ring|station|freerunning|spectacle"
    ).split("|")
)

NUMBERS = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}

_IRREGULAR = {
    "elves": "Elf",
    "dwarves": "Dwarf",
    "wolves": "Wolf",
    "werewolves": "Werewolf",
    "thieves": "Thief",
    "mice": "Mouse",
    "oxen": "Ox",
    "fungi": "Fungus",
    "octopuses": "Octopus",
    "mercenaries": "Mercenary",
    "allies": "Ally",
    "armies": "Army",
    "faeries": "Faerie",
    "harpies": "Harpy",
    "ponies": "Pony",
    "spies": "Spy",
    "foxes": "Fox",
    "homunculi": "Homunculus",
    "phoenixes": "Phoenix",
    "sphinxes": "Sphinx",
    "cyclopes": "Cyclops",
    "children": "Child",
    "djinni": "Djinn",
    "jellyfish": "Jellyfish",
    "witches": "Witch",
    "leeches": "Leech",
    "jackasses": "Jackass",
    "slivers": "Sliver",
    "plains": "Plains",
    "zubera": "Zubera",
    "offspring": "Offspring",
    "vedalken": "Vedalken",
    "eldrazi": "Eldrazi",
    "heroes": "Hero",
    "loci": "Locus",
}


def _plurals() -> dict[str, str]:
    forms: dict[str, str] = {}
    for names in SUBTYPES.values():
        for name in names:
            low = name.lower()
            forms.setdefault(low, name)
            if low.endswith(("s", "x", "ch", "sh")):
                forms.setdefault(low + "es", name)
            elif low.endswith("y") and low[-2] not in "aeiou":
                forms.setdefault(low[:-1] + "ies", name)
            else:
                forms.setdefault(low + "s", name)
    for plural, name in _IRREGULAR.items():
        if name in forms.values() or name.lower() in forms:
            forms[plural] = name
    return forms


#: Lower-case word, singular or plural, to the subtype it names.
SUBTYPE_WORDS: dict[str, str] = _plurals()


def subtype(word: str) -> str:
    """Return the subtype that a lower-case word names, singular or plural; KeyError if none."""
    return SUBTYPE_WORDS[word]


def plural(name: str) -> str:
    """Return the lower-case plural of a subtype: the irregular one, if there is one."""
    irregular = next((word for word, found in _IRREGULAR.items() if found == name), None)
    return irregular or next(word for word, found in reversed(SUBTYPE_WORDS.items()) if found == name)


def number(word: str) -> int:
    """Return the value of a number word or digits ("three", "3"); ValueError if it is neither."""
    if word in NUMBERS:
        return NUMBERS[word]
    return int(word)
