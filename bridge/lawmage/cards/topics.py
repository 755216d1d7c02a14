"""What a line may bear on, for lines with no facts: an unread line's words decide, generously.

Topics are the questions an answer can hang on. A line that was read has exact effects and needs none, unless
its structure has no facts: then the kinds of its nodes decide (:func:`topics_of_reading`).
"""

from __future__ import annotations

import re

from lawmage.cards.keyword_topics import leading_keyword, topics_of_keyword
from lawmage.cards.reading_topics import topics_of_reading as topics_of_reading

#: Every topic, with what it means.
TOPICS: dict[str, str] = {
    "mana": "adds mana",
    "mana_replacement": "changes how much or which mana is produced",
    "characteristics": "changes types, colors, abilities, names or power and toughness of objects",
    "power_toughness": "changes power or toughness only",
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
    "x": "says what X is",
    "wording": "can't be told in full in card language, but when it triggers is known",
}

_TESTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("mana", re.compile(r"\badds?\b(?!itional)")),
    (
        "mana_replacement",
        re.compile(
            r"\b(?:for mana|produces?|produced)\b.*\binstead\b|\bif [^.]*\bfor mana\b[^.]*\bproduces?\b"
            r"|\bwould (?:produce|add)\b|\bcould produce\b"
        ),
    ),
    (
        "control",
        re.compile(
            r"\bcontrol of\b(?! (?:their|your) choice)|\b(?:gains?|exchanges?|loses?) control\b"
            r"|\bunder (?!your control (?:this|last) turn)[^.,]{1,40} control\b"
            r"|\bcontrols? (?:enchanted|equipped|target|it|them|~)(?!\w)"
            r"|\bcontrols? th(?:at|ose) (?:artifact|creature|enchantment|land|permanent|token|vehicle)s?\b"
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
            r"\b(?:graveyard|exile|exiled|die|dies|dying|counters remain|"
            r"destroy|destroyed|regenerate|battlefield|library|hand|leave|leaves|discard|discarded|sacrificed?|mill|milled)\b"
        ),
    ),
    ("triggers", re.compile(r"\bdon't cause [^.]*\btrigger\b|\bcan't trigger\b")),
    ("enters", re.compile(r"\benters?\b|\bas ~\b|\bentered\b")),
    ("tapped_for_mana", re.compile(r"\btaps?\b.*\bfor mana\b|\btapped for mana\b|\bfor \{")),
    (
        "state",
        re.compile(
            r"\blegend rule\b|\bstate-based\b|\blose the game\b|\bwin the game\b|\bindestructible\b|\bdestroyed\b|\bdamage\b|\btoughness\b"
        ),
    ),
)

#: Words of changes to types, colors, abilities and names.
_CHARACTERISTICS = re.compile(
    r"\b(?:has|have|gains?|loses?|becomes?|are|is|it's|they're|isn't|aren't|copy|copies|still|text|switch(?:es)?|transforms?|face down|"
    r"types?|colou?rs?|in addition|can't have|lose all|name)\b"
)
_POWER_TOUGHNESS = re.compile(r"\b(?:gets?|power|toughness)\b")
_CONDITION = r"(?:(?! and |,? or |\bwould\b)[^.,\"])*"
#: Uses of those words that change nothing of an object, and phrases that change only power and toughness.
_HARMLESS = re.compile(
    # conditions, amounts, relative clauses
    rf"\b(?:as long as|if|unless|where x is|as though|while) {_CONDITION}"
    r"|\bequal to the (?:number|greatest|total|highest|amount) [^.,\"]*?(?=[.,\"]|$| and )"
    r"|\bthat (?:are|is|has|have)\b(?! a copy| still)|\bfor each (?:color|type)\b"
    # players' life, hands and ends
    r"|\b(?:gains?|loses?) (?:[\w']+ ){0,3}life\b|\bloses? the game\b|\bha(?:s|ve) no maximum hand size\b"
    # what is done to objects
    r"|\b(?:is|are|isn't|aren't) (?:cast|countered|created|dealt|destroyed|discarded|drawn|exiled|paid|prevented|produced|put|"
    r"returned|revealed|sacrificed|spent|tapped for|activated|turned face up|attacking|blocking|blocked)\b"
    # types, colors and names that describe
    r"|\b(?:of|with|from|named) (?:the|a|any|any one|that|those|each|one|different|all) (?:\w+ )?(?:colors?|types?|names?)\b"
    # power and toughness set or counted
    r"|\b(?:has|have) base (?:power|toughness)(?: and toughness)?\b"
    r"|\b(?:power and toughness|power|toughness) (?:are|is)(?: each)? equal\b"
)
_REPLACEMENT = re.compile(r"\binstead\b|\bprevent\b|\benters?\b|\bas ~ \b|\bskip\b|\bwould\b")
#: Topics that only a replacement, prevention or "can't" effect can bear on.
_ONLY_REPLACING = frozenset({"counters", "tokens", "damage", "life", "draw", "zones", "enters"})

#: Labels before an ability: a Class's level (716), a number of charge counters (721), keywords with a dash (702).
_LABEL = re.compile(r"class level \d+ : |\d+\+ \| |(?:boast|exhaust|forecast|max speed|power-up|solved) — ")


def form_of(normal: str) -> str:
    """Return the outward form of a normalised line: activated, triggered, chapter, level or static.

    ``static`` includes the instructions of instants and sorceries, which look the same. The form of a labelled
    ability ("solved — ...", "class level 2 : ...") is that of the ability.
    """
    label = _LABEL.match(normal)
    while label:
        normal = normal[label.end() :]
        label = _LABEL.match(normal)
    if re.match(r"(?:when|whenever|at the beginning|at end|to solve —)(?!\w)", normal):
        return "triggered"
    if re.match(r"level \d", normal):
        return "level"
    if re.match(r"[ivx]+(?:, [ivx]+)* —", normal):
        return "chapter"
    keyword = leading_keyword(normal)
    if keyword is not None:
        topics = topics_of_keyword(keyword)
        return "activated" if "activated" in topics else "triggered" if topics == {"triggers"} else "static"
    head = re.split(r'"', normal, maxsplit=1)[0]
    if ":" in head:
        return "activated"
    return "static"


#: What is done before the first turn (103.2b, 103.6) bears on no position.
_BEFORE_THE_GAME = re.compile(r"companion —|if ~ is in your opening hand\b|a deck can have\b|you may reveal ~ from your opening hand\b")


#: Beside "triggers": the event is none of what happens to one object (dying, leaving, damage, tapping, ...).
WATCHES_ELSEWHERE = "watches_elsewhere"
#: Beside "triggers": the event may befall a card that is not on the battlefield.
WATCHES_CARDS = "watches_cards"
_CARD_EVENT = re.compile(r"graveyard|discard|\bmill|exile|library|\bhand\b|\bcycle")
_SAYS_X = re.compile(r"\bx is\b|\bvalue of x\b")
_SAFE_EVENT = re.compile(
    r"at the beginning of\b|at end of combat\b|(?:when|whenever) (?:.*\b)?"
    r"(?:enters?|attacks?|blocks?|cast|casts|draw|draws|deals?|gain|gains|becomes? the target|becomes? blocked|becomes? monstrous|"
    r"is turned face up|transforms|mutates|scry|surveil|proliferate|explores|evolves|connives|rolls?|commits?|activates?|plays?)\b"
)
_RISKY_EVENT = re.compile(
    r"\bdie|\bdies|\bdied|\bleaves?\b|\bdealt\b|graveyard|sacrific|discard|\btap|\buntap|exile|destroy|mill|phase|\breturn|\bput\b|"
    r"\bunattach|remove|\bno\b|\bfewer\b|\blose|\bloses|would|cycle"
)
_GOES_ON = re.compile(r"(?:attacks|blocks|dies|leaves|becomes|deals|enters|or|and|another|an?|you cast|whenever|when)\b")


def _watches_elsewhere(normal: str) -> bool:
    """Return whether a triggered line's event, up to the first comma, is surely none that befalls one object."""
    event, _, rest = normal.partition(", ")
    return bool(_SAFE_EVENT.match(event)) and not _RISKY_EVENT.search(event) and not _GOES_ON.match(rest)


def topics_of(normal: str) -> frozenset[str]:
    """Return the topics an unread normalised line may bear on while its object is where it works."""
    if _BEFORE_THE_GAME.match(normal):
        return frozenset()
    form = form_of(normal)
    found = _words_of(normal) | ({"x"} if _SAYS_X.search(normal) else set())
    keyword = leading_keyword(normal)
    if keyword is not None:
        return _resting(found, normal) | topics_of_keyword(keyword)
    if form in ("triggered", "chapter", "activated"):
        # An ability that must be activated or must trigger changes nothing until it has resolved: then its
        # effect stands in the position's "effects". What it adds, costs and watches matters now.
        keep = {"mana", "x"} & found
        if form == "activated":
            keep |= {"activated"}
        else:
            keep |= {"triggers"}
            keep |= {"tapped_for_mana"} & found
            if form == "chapter" or _watches_elsewhere(normal):
                keep.add(WATCHES_ELSEWHERE)
            elif _CARD_EVENT.search(normal.partition(", ")[0]):
                keep.add(WATCHES_CARDS)
        return frozenset(keep)
    return _resting(found, normal)


def _resting(found: set[str], normal: str) -> frozenset[str]:
    if not _REPLACEMENT.search(normal) and "can't" not in normal and "double" not in normal:
        found -= _ONLY_REPLACING
    return frozenset(found)


def _words_of(normal: str) -> set[str]:
    found = {topic for topic, test in _TESTS if test.search(normal)}
    bare = _HARMLESS.sub(" ", normal)
    if _CHARACTERISTICS.search(bare):
        found.add("characteristics")
    elif _POWER_TOUGHNESS.search(normal):
        found.add("power_toughness")
    return found


def topics_of_line(normal: str) -> frozenset[str]:
    """Return every topic whose words a normalised line uses, read or not: for coverage figures."""
    return frozenset(_words_of(normal)) | {form_of(normal)}
