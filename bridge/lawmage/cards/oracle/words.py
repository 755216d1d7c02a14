"""Normalisation: a line of card text to the words the grammar reads.

Folded away, because it has no rules meaning or is another way to say the same: reminder text, ability
words and flavor words before a long dash, the card's own name and "this creature" (all become ``~``),
capital letters, and a short list of older wordings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from lawmage.cards.oracle.keyword_names import COST_KEYWORDS, takes_cost, takes_number
from lawmage.cards.oracle.vocabulary import (
    ABILITY_WORDS,
    KEYWORDS,
    MEANINGFUL_DASH,
    NUMBERS,
    SUBTYPE_WORDS,
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word: lower-case text and the named terminals of the grammar it can be."""

    text: str
    classes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Context:
    """What a line is read in: the names that mean the object itself, and the ids ``@id`` may name."""

    names: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


_REMINDER = re.compile(r"\s*\([^()]*\)")
_SELF = re.compile(
    r"\bthis (?:creature|land|artifact|enchantment|permanent|aura|equipment|vehicle|saga|token|spell|card|"
    r"planeswalker|battle|siege|class|case|room|spacecraft|fortification|attraction|contraption|planet|plane|scheme)\b(?! type)"
)
_OLD = (
    (re.compile(r"\benters? the battlefield\b"), lambda m: m.group(0).split()[0]),
    (re.compile(r"\bcan not\b"), lambda m: "can't"),
    (re.compile(r"\btotem armor\b"), lambda m: "umbra armor"),
)
_TOKEN = re.compile(
    r"named⟦[^⟧]*⟧|@\d+|\{[^{}]*\}|[+-]?(?:\d+|x|\*|\d*[+-]\*)/[+-]?(?:\d+|x|y|\*|\d*[+-]\*)(?![\w/])"
    r"|[+−-](?:\d+|x)(?=:)|'s\b|'(?=\s|$|[.,])|(?:urza's|doctor's)|\d+(?:-\d+|\+)(?=[\s]|$)|"
    r"[~\w]+(?:['-](?!s\b)[\w+]+)*|[^\s\w]"
)
_PT = re.compile(r"(?:\d+|x|\*|\d*[+-]\*)/(?:\d+|x|\*|\d*[+-]\*)")
_PTMOD = re.compile(r"[+-](?:\d+|x)/[+-](?:\d+|x|y)")
_NOT_MANA = frozenset({"{t}", "{q}", "{e}", "{chaos}", "{pw}", "{tk}", "{a}", "{p}"})
_ROMAN = frozenset({"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"})
_NOT_COUNTER = frozenset(
    [
        "a",
        "an",
        "the",
        "that",
        "each",
        "those",
        "these",
        "of",
        "all",
        "counter",
        "counters",
        "and",
        "or",
        "more",
        "another",
        *(word for word, value in NUMBERS.items() if 1 <= value <= 10),
        "x",
        "kinds",
        "kind",
        "no",
        "any",
        "its",
        "his",
        "her",
        "their",
        "your",
        "additional",
        "other",
        "same",
        "least",
        "many",
        "much",
        "many",
        ",",
        ".",
        ":",
        '"',
        "~",
        "those",
        "it",
        "them",
        "with",
        "was",
        "were",
        "were's",
        "has",
        "have",
        "may",
        "would",
        "can",
        "could",
        "spell",
        "target",
        "will",
    ]
)
#: What "non" is written together with: "nonland" is read as the words "non" and "land".
_NEGATED = frozenset(SUBTYPE_WORDS) | frozenset(
    word + plural
    for word in (
        "artifact|creature|enchantment|land|planeswalker|battle|instant|sorcery|kindred|token|legendary|basic|snow|white|blue|"
        "black|red|green|colorless|multicolored|monocolored|historic|outlaw|attacking|blocking|commander|enchanted|modified"
    ).split("|")
    for plural in ("", "s")
)
_MULTI = tuple(
    sorted(
        ({k for k in KEYWORDS | COST_KEYWORDS if " " in k} | {s for s in SUBTYPE_WORDS if " " in s}),
        key=lambda s: (-len(s), s),
    )
)
_MULTI_SPLIT: dict[str, list[tuple[str, ...]]] = {}
for _phrase in _MULTI:
    _MULTI_SPLIT.setdefault(_phrase.split()[0], []).append(tuple(_phrase.split()))


def normalise(text: str, context: Context) -> str:
    """Return one line with reminder text, self-references, labels and old wordings folded; lower case."""
    line = text.replace("’", "'").replace("−", "-").replace("–", "-").replace("‑", "-")
    line = _REMINDER.sub("", line)
    while "(" in line and _REMINDER.search(line):
        line = _REMINDER.sub("", line)
    line = _fold_ids(line, context.ids)
    line = _drop_label(line)
    line = _fold_names(line, context.names)
    line = _mark_named(line)
    line = line.lower().replace(GRANTING, GRANTER)
    line = _SELF.sub("~", line)
    for pattern, replace in _OLD:
        line = pattern.sub(replace, line)
    # A full stop within quotes is none where the sentence goes on.
    line = re.sub(r'\.(["\']+)(?= (?:until|this turn|for as long as)\b)', r"\1", line)
    # "... {G}.'" ends both quotes: the full stop goes behind the outer one.
    line = re.sub(r'\.(["\']+)(?=\s|$|\.)', r"\1.", line)
    line = re.sub(r',(["\'])', r"\1,", line)
    line = re.sub(r"\[([+-]?(?:\d+|x))\](?=:)", r"\1", line)  # a loyalty cost in a quoted ability
    line = re.sub(r"\.+\s*$", "", line.strip())
    line = re.sub(r"\s+", " ", line)
    line = re.sub(r"^(\d+) ?— ?(\d+) ?\|", r"\1-\2 |", line)  # the results of a die roll
    return line.strip()


def _fold_ids(line: str, ids: tuple[str, ...]) -> str:
    if "@" not in line:
        return line
    for index, name in sorted(enumerate(ids), key=lambda pair: -len(pair[1])):
        line = re.sub(r"@" + re.escape(name) + r"(?![\w])", f"@⟨{index}⟩", line)
    return re.sub(r"@⟨(\d+)⟩", r"@\1", line)


def _drop_label(line: str) -> str:
    head, dash, tail = line.partition(" — ")
    if not dash or '"' in head or "." in head or ":" in head or len(head) > 60:
        return line
    label = head.lower().strip("• ")
    bullet = "• " if head.startswith("•") else ""
    if tail.startswith("•"):
        return line  # the dash of "choose one —", not a label's
    keyword = re.sub(r" (?:\d+|x)$", "", label)
    if keyword in MEANINGFUL_DASH or label.startswith("choose "):
        return line
    if label in ABILITY_WORDS:
        return bullet + tail
    if all(part in _ROMAN for part in label.split(", ")):
        return f"{head} — {_drop_label(tail)}"
    if label.startswith(("level ", "equip ", "protection ")) or "{" in label:
        return line
    return bullet + tail  # a flavor word


#: What a card's name means in an ability that it grants to another object: not that one, but the card itself.
GRANTER = "~giver"
#: How people read that word.
GRANTING = "the object that grants this"
#: Before a quotation mark: it is the object itself that has the ability.
_OWN = re.compile(r"(?:~|\b[Tt]his [a-z]+) (?:has|gains|becomes|gets)\b[^.:\"]*$")


def _fold_names(line: str, names: tuple[str, ...]) -> str:
    parts = line.split('"')
    for index, part in enumerate(parts):
        granted = index % 2 == 1 and not _OWN.search(parts[index - 1])
        for name in filter(None, names):
            pattern = r"(?<![\w])" + re.escape(name) + r"(?![\w])"
            if granted:
                part = re.sub(r"(?<!named )" + pattern, GRANTER, part)
            part = re.sub(pattern, "~", part)
        parts[index] = part
    return '"'.join(parts)


_CAP = r"(?:[A-Z~][\w'~!-]*|[IVX]+)"
_SMALL = r"(?:of|the|and|to|from|in|a|for|with|at|de|von|la)"
_NAMED = re.compile(rf"\b(named|name is|Partner with|partner with) ({_CAP}(?:,? (?:{_SMALL} )*{_CAP})*)")


#: A legendary token's name comes first: "create Boo, a legendary ...".
_CALLED = re.compile(rf"\b([Cc]reates?) ({_CAP}(?: (?:{_SMALL} )*{_CAP})*)(?=, an? legendary )")


def _mark_named(line: str) -> str:
    for pattern in (_NAMED, _CALLED):
        line = pattern.sub(lambda m: f"{m.group(1)} named⟦{m.group(2)}⟧", line)
    return line


def words(text: str, context: Context) -> list[Word]:
    """Return the words of one line, normalised and classed."""
    return classify(tokens(normalise(text, context)))


def tokens(normal: str) -> list[str]:
    """Split normalised text into word texts; multiword keywords and subtypes stay one word."""
    raw = [t[6:-1] if t.startswith("named⟦") else t for t in _TOKEN.findall(normal)]
    found: list[str] = []
    index = 0
    while index < len(raw):
        for phrase in _MULTI_SPLIT.get(raw[index], ()):
            if tuple(raw[index : index + len(phrase)]) == phrase:
                found.append(" ".join(phrase))
                index += len(phrase)
                break
        else:
            found.extend(_negation(raw[index]))
            index += 1
    return found


def _negation(text: str) -> tuple[str, ...]:
    for prefix in ("non-", "non"):
        if text.startswith(prefix) and text[len(prefix) :] in _NEGATED:
            return prefix, text[len(prefix) :]
    return (text,)


def classify(texts: list[str]) -> list[Word]:
    """Return words with the named terminals each can be, looking at its neighbours where that decides."""
    result = []
    for index, text in enumerate(texts):
        after = texts[index + 1] if index + 1 < len(texts) else ""
        before = texts[index - 1] if index else ""
        classes = _classes(text)
        if after in ("counter", "counters") and text not in _NOT_COUNTER and before != "ability":
            classes = classes | {"COUNTER_KIND"}
        if (before in ("choose", "or", "•") and after in ("or", ".", "—")) and text.isalpha():
            classes = classes | {"ANCHOR_WORD"}
        if (before in ("named", "partner with", "with") and text not in ("a", "an")) or texts[max(0, index - 2) : index] == ["name", "is"]:
            classes = classes | {"CARD_NAME"}
        if before in ("create", "creates") and after == ",":
            classes = classes | {"CARD_NAME"}
        result.append(Word(text, classes))
    return result


@lru_cache(maxsize=20000)
def _classes(text: str) -> frozenset[str]:
    classes = set()
    if text in NUMBERS or text.isdigit():
        classes.add("NUMBER_WORD")
    if text.startswith("{") and text not in _NOT_MANA:
        classes.add("MANA_SYMBOL")
    if _PT.fullmatch(text):
        classes.add("PT_VALUE")
    if _PTMOD.fullmatch(text):
        classes.add("PT_CHANGE")
    if re.fullmatch(r"[+-](?:\d+|x)|0", text):
        classes.add("LOYALTY_SIGN")
    if text in SUBTYPE_WORDS:
        classes.add("SUBTYPE_WORD")
        if SUBTYPE_WORDS[text].lower() == text:
            classes.add("SUBTYPE_WORD__ONE")
    if text in KEYWORDS:
        classes.add("KEYWORD_NAME")
    if takes_cost(text):
        classes.add("KEYWORD_COST")
    if takes_number(text):
        classes.add("KEYWORD_NUMBER")
    if re.fullmatch(r"@\d+", text):
        classes.add("OBJECT_ID")
    if text in _ROMAN:
        classes.add("CHAPTER_NUMBER")
    if re.fullmatch(r"\d+(?:-\d+|\+)", text):
        classes.add("LEVEL_RANGE")
    return frozenset(classes)
