"""What an unread line may bear on: decided from its words, generously.

Topics are the questions an answer can hang on. A line that was read has exact effects and needs none.
"""

from __future__ import annotations

import re

#: Every topic, with what it means.
TOPICS: dict[str, str] = {
    "mana": "adds mana",
    "mana_replacement": "changes how much or which mana is produced",
    "characteristics": "changes types, colors, abilities, names or power and toughness of objects",
    "control": "changes who controls an object",
    "costs": "changes what something costs",
    "prohibition": "says what can't be done, or allows what otherwise can't",
    "counters": "replaces or forbids counters being put",
    "tokens": "replaces tokens being created",
    "damage": "replaces, redirects or prevents damage",
    "life": "replaces life being gained or lost",
    "draw": "replaces drawing",
    "zones": "replaces an object's moving between zones, or its destruction",
    "enters": "changes how an object enters the battlefield",
    "tapped_for_mana": "triggers when something is tapped for mana",
    "triggers": "triggers on some other event",
    "state": "changes which state-based actions apply",
    "activated": "is an activated ability",
}

_TESTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("mana", re.compile(r"\badds?\b(?!itional)")),
    (
        "mana_replacement",
        re.compile(r"\b(?:for mana|produces?|produced)\b.*\binstead\b|\bif .*\bmana\b.*\bproduce|\bwould produce\b|\bcould produce\b"),
    ),
    (
        "characteristics",
        re.compile(
            r"\b(?:has|have|gains?|loses?|becomes?|gets?|are|is|it's|isn't|aren't|copy|copies|base power|power and toughness|"
            r"types?|colou?rs?|in addition|can't have|lose all|name)\b"
        ),
    ),
    (
        "control",
        re.compile(
            r"\bcontrols?\b.*\b(?:enchanted|target|that|it|them)\b|\bgains? control\b|\bexchange control\b|\byou control enchanted\b"
        ),
    ),
    (
        "costs",
        re.compile(r"\bcosts?\b|\bpay\b|\bwithout paying\b|\brather than\b|\bspend\b|\bas though\b"),
    ),
    (
        "prohibition",
        re.compile(
            r"\bcan't\b|\bcannot\b|\bactivate\b|\bonly\b|\bdoesn't\b|\bdon't\b|\bas though\b|\bunless\b|\bskip\b|\bno more than\b|\bmay\b"
        ),
    ),
    ("counters", re.compile(r"\bcounters?\b")),
    ("tokens", re.compile(r"\btokens?\b|\bcreates?\b|\bcreated\b")),
    ("damage", re.compile(r"\bdamage\b|\bdealt\b|\bdeals?\b")),
    ("life", re.compile(r"\blife\b")),
    ("draw", re.compile(r"\bdraws?\b")),
    (
        "zones",
        re.compile(
            r"\b(?:graveyard|exile|exiled|die|dies|destroy|destroyed|regenerate|battlefield|library|hand|leave|leaves|discard|discarded|sacrificed?|mill|milled)\b"
        ),
    ),
    ("enters", re.compile(r"\benters?\b|\bas ~\b|\bentered\b")),
    ("tapped_for_mana", re.compile(r"\btaps?\b.*\bfor mana\b|\btapped for mana\b|\bfor \{")),
    (
        "state",
        re.compile(
            r"\blegend rule\b|\bstate-based\b|\blose the game\b|\bwin the game\b|\bindestructible\b|\bdestroyed\b|\bdamage\b|\btoughness\b"
        ),
    ),
)

_REPLACEMENT = re.compile(r"\binstead\b|\bprevent\b|\benters?\b|\bas ~ \b|\bskip\b|\bwould\b")
#: Topics that only a replacement, prevention or "can't" effect can bear on.
_ONLY_REPLACING = frozenset({"counters", "tokens", "damage", "life", "draw", "zones", "enters"})


def form_of(normal: str) -> str:
    """Return the outward form of a normalised line: activated, triggered, chapter, level or static.

    ``static`` includes the instructions of instants and sorceries, which look the same.
    """
    if re.match(r"(?:when|whenever|at the beginning|at end)\b", normal):
        return "triggered"
    if re.match(r"level \d", normal):
        return "level"
    if re.match(r"[ivx]+(?:, [ivx]+)* —", normal):
        return "chapter"
    head = re.split(r'"', normal, maxsplit=1)[0]
    if ":" in head:
        return "activated"
    return "static"


#: What is done before the first turn (103.6) bears on no position.
_BEFORE_THE_GAME = re.compile(r"if ~ is in your opening hand\b|a deck can have\b|you may reveal ~ from your opening hand\b")


def topics_of(normal: str) -> frozenset[str]:
    """Return the topics an unread normalised line may bear on while its object is where it works."""
    if _BEFORE_THE_GAME.match(normal):
        return frozenset()
    form = form_of(normal)
    found = {topic for topic, test in _TESTS if test.search(normal)}
    if form in ("triggered", "chapter", "activated"):
        # An ability that must be activated or must trigger changes nothing until it has resolved: then its
        # effect stands in the position's "effects". What it adds, costs and watches matters now.
        keep = {"mana"} & found
        if form == "activated":
            keep |= {"activated"}
        elif form == "triggered":
            keep |= {"triggers"}
            keep |= {"tapped_for_mana"} & found
        return frozenset(keep)
    if not _REPLACEMENT.search(normal) and "can't" not in normal and "double" not in normal:
        found -= _ONLY_REPLACING
    return frozenset(found)


def topics_of_line(normal: str) -> frozenset[str]:
    """Return every topic whose words a normalised line uses, read or not: for coverage figures."""
    return frozenset(topic for topic, test in _TESTS if test.search(normal)) | {form_of(normal)}


def topics_of_reading(node):
    return frozenset({"characteristics", "mana"})
