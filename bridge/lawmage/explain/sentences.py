"""The words for what proofs are made of: for each term of told/2 and because/3, a sentence and its rule.

The order of the table is the order in which sentences that stand side by side are told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import clingo

from lawmage.engine.asked import Asked
from lawmage.explain.naming import Naming

Arguments = Sequence[clingo.Symbol]


class Words:
    """Parts of terms in words, for the sentences."""

    def __init__(self, naming: Naming, asked: Asked) -> None:
        self._naming = naming
        self._types: dict[clingo.Symbol, list[str]] = {}
        for row in asked.atoms.get("now_type", ()):
            self._types.setdefault(row[1], []).append(row[2].string)

    def name(self, term: clingo.Symbol) -> str:
        """Return an object, a player or an effect in words."""
        return self._naming.source(term)

    def player(self, term: clingo.Symbol) -> str:
        """Return a player's id, by number."""
        return self._naming.player(term.number)

    def ability(self, term: clingo.Symbol) -> str:
        """Return an ability in words."""
        return self._naming.ability(term.number)

    def types(self, term: clingo.Symbol) -> str:
        """Return all types of a permanent."""
        return ", ".join(sorted(self._types.get(term, ()))) or "of no type"

    def comes_to(self, term: clingo.Symbol) -> str:
        """Return the events that an event becomes, in words."""
        return " and ".join(self.happening(event) for event in term.arguments if not _is_nothing(event)) or "nothing"

    def happening(self, term: clingo.Symbol) -> str:
        """Return an event of damage, counters or life in words."""
        parts = term.arguments
        match term.name:
            case "damage":
                return f"{parts[2]} damage to {self._affected(parts[0])}"
            case "counters":
                return f"{_some(parts[2], parts[1].string)} put on {self._affected(parts[0])}"
            case "removed":
                return f"{_some(parts[2], parts[1].string)} removed from {self._affected(parts[0])}"
            case "gain" | "lose":
                return f"{self.player(parts[0])} {term.name}s {parts[1]} life"
            case _:
                return "something else"

    def _affected(self, term: clingo.Symbol) -> str:
        found = term.arguments[0]
        if found.type != clingo.SymbolType.Number:
            return "a player"
        return self.player(found) if term.name == "y" else self.name(found)


def _is_nothing(event: clingo.Symbol) -> bool:
    """120.8: damage of 0 is none."""
    return event.name == "damage" and event.arguments[2].number == 0


Sentence = Callable[[Words, Arguments], tuple[str, str]]

#: What each state-based action does to its object.
_ACTIONS = {
    "lose": "{} loses the game",
    "token_cease": "{} ceases to exist",
    "graveyard": "{} is put into its owner's graveyard",
    "destroy": "{} is destroyed",
    "unattach": "{} becomes unattached",
    "remove_counters": "counters are removed from {}",
}
#: What does not happen, by the rule that would do it.
_SPARED = {
    "704.5a": "{} does not lose the game for having 0 or less life",
    "704.5c": "{} does not lose the game for having ten or more poison counters",
    "704.5f": "{} has toughness greater than 0",
    "704.5g": "{} is not destroyed by the damage marked on it",
    "704.5h": "{} is not destroyed by damage from a source with deathtouch",
    "704.5j": "the legend rule does not apply to {}",
    "704.5m": "{} stays attached",
    "704.5n": "{} stays attached",
    "704.5s": "{} is not sacrificed",
    "704.5v": "{} stays on the battlefield",
}
_ZONES = {
    "graveyard": "its owner's graveyard",
    "hand": "its owner's hand",
    "library": "its owner's library",
    "exile": "exile",
    "command": "the command zone",
}
#: What an event does, and its rule.
_DEEDS = {
    "destroy": ("destroyed", "701.8a"),
    "sacrifice": ("sacrificed", "701.21a"),
    "exile": ("exiled", "701.13a"),
    "return_to_hand": ("returned to its owner's hand", "400.3"),
    "discard": ("discarded", "701.9a"),
    "mill": ("milled", "701.17a"),
    "phase_out": ("phased out", "702.26b"),
    "tap": ("tapped", "701.26a"),
    "untap": ("untapped", "701.26b"),
    "regenerate": ("regenerated", "701.19c"),
}
#: What happens to an object, as abilities watch it, and its rule.
_HAPPENINGS = {
    "dies": ("dies", "700.4"),
    "leaves": ("leaves the battlefield", "603.6c"),
    "left_without_dying": ("leaves the battlefield without dying", "603.6c"),
    "to_graveyard": ("is put into a graveyard from elsewhere", "603.6c"),
    "from_library": ("is put into a graveyard from a library", "603.6c"),
    "from_hand": ("is put into a graveyard from a hand", "603.6c"),
    "from_elsewhere": ("is put into a graveyard from elsewhere than the battlefield", "603.6c"),
    "unattached": ("becomes unattached", "701.3d"),
    "left_graveyard": ("leaves a graveyard", "603.10a"),
    "destroyed": ("is destroyed", "701.8b"),
    "sacrificed": ("is sacrificed", "701.21a"),
    "exiled": ("is exiled", "701.13a"),
    "returned": ("is returned to a hand", "603.6c"),
    "damaged": ("is dealt damage", "120.1"),
    "tapped": ("becomes tapped", "701.26a"),
    "untapped": ("becomes untapped", "701.26b"),
    "phased_out": ("phases out", "702.26b"),
    "discarded": ("is discarded", "701.9a"),
    "milled": ("is milled", "701.17a"),
}
_PLACES = {
    "mana_cost": "its mana cost",
    "etb_replacement": "how it enters",
    "etb_trigger": "its ability that triggers as it enters",
    "activated_ability": "its activated ability",
    "characteristic": "its other text",
}


def _some(count: clingo.Symbol, kind: str) -> str:
    return f"{count.number} {kind} counter{'' if count.number == 1 else 's'}"


def _action(words: Words, parts: Arguments) -> tuple[str, str]:
    return _ACTIONS[parts[0].name].format(words.name(parts[1])), parts[2].string


def _spared(words: Words, parts: Arguments) -> tuple[str, str]:
    return _SPARED[parts[1].string].format(words.name(parts[0])), parts[1].string


def _no_type(words: Words, parts: Arguments) -> tuple[str, str]:
    name = words.name(parts[0])
    if parts[1].type == clingo.SymbolType.String:
        return f"{name} is no {parts[1].string}", "300.2"
    return f"{name} is no Aura, Equipment or Fortification", "301.5"


def _forbids(words: Words, parts: Arguments) -> tuple[str, str]:
    return f"{words.name(parts[0])}: {words.name(parts[2])} can't be {_DEEDS[parts[1].name][0]}", "101.2"


def _done(words: Words, parts: Arguments) -> tuple[str, str]:
    deed, rule = _DEEDS[parts[1].name]
    return f"{words.name(parts[0])} is {deed}", rule


def _happens(words: Words, parts: Arguments) -> tuple[str, str]:
    happening, rule = _HAPPENINGS[parts[0].name]
    return f"{words.name(parts[1])} {happening}", rule


def _spared_by(words: Words, parts: Arguments) -> tuple[str, str]:
    name = words.name(parts[0])
    match parts[1].name:
        case "regenerate":
            return f"{name} regenerates instead of being destroyed: its damage is removed, and it becomes tapped", "701.19a"
        case "shield":
            return f"a shield counter is removed from {name} instead", "122.1c"
        case "armor":
            return f"the Aura is destroyed instead, and all damage is removed from {name}", "702.89a"
        case _:
            return f"{name} stays instead of being destroyed", "614.6"


def _counters(words: Words, parts: Arguments) -> tuple[str, str]:
    return f"{words.name(parts[0])} has {_some(parts[2], parts[1].string)}", "122.1"


def _removed(words: Words, parts: Arguments) -> tuple[str, str]:
    kind = parts[1].string
    return f"{_some(parts[2], kind)} would be removed from {words.name(parts[0])}", {"loyalty": "120.3c", "defense": "120.3h"}[kind]


SENTENCES: dict[str, Sentence] = {
    # What is told of a check (704.5).
    "no_action": lambda w, p: ("no state-based action applies", "704.3"),
    "action": _action,
    "legend": lambda w, p: (f"{w.player(p[0])} keeps one permanent named {p[1].string}; the others go to the graveyard", "704.5j"),
    "spared": _spared,
    "apart": lambda w, p: (f"the legend rule does not count {w.name(p[0])} and {w.name(p[1])} together", "704.5j"),
    # What is told of an event.
    "ends": lambda w, p: (f"{w.name(p[0])} ends in {_ZONES.get(p[1].name, p[1].name)}", "400.7"),
    "survives": lambda w, p: (f"{w.name(p[0])} survives", "110.1"),
    "phases_out": lambda w, p: (f"{w.name(p[0])} phases out: it changes no zone", "702.26d"),
    "stays_in": lambda w, p: (f"nothing happens to {w.name(p[0])}", "400.7"),
    "unaffected": lambda w, p: (f"nothing happens to {w.name(p[0])}", "702.26b"),
    "left_with": lambda w, p: (f"{w.name(p[0])} has {_some(p[2], p[1].string)} there", "122.2"),
    "fires": lambda w, p: (f"{w.name(p[0])} triggers", "603.2"),
    "silent": lambda w, p: (f"{w.name(p[0])} does not trigger", "603.2"),
    # What is told of X.
    "x": lambda w, p: (f"X in {_PLACES[p[1].name]} is {p[2].number}", "107.3"),
    "mana_value": lambda w, p: (f"the mana value of {w.name(p[0])} is {p[1].number}", "202.3"),
    # What these rest on: where something goes.
    "instead": lambda w, p: (f"{w.name(p[0])}: {w.name(p[1])} goes to {_ZONES.get(p[3].name, p[3].name)} instead", "614.6"),
    "finality": lambda w, p: (f"a finality counter on {w.name(p[0])}: it is exiled instead", "122.1h"),
    "madness": lambda w, p: (f"{w.name(p[0])} has madness: it is exiled instead", "702.35a"),
    "would": lambda w, p: (f"{w.name(p[0])} would go to {_ZONES.get(p[1].name, p[1].name)}", "614.1"),
    "destroyed": lambda w, p: (f"{w.name(p[0])} is destroyed", "701.8b"),
    "runs_out": lambda w, p: (f"{w.name(p[0])} has no {p[1].string} counters left", "704.5i" if p[1].string == "loyalty" else "704.5v"),
    "spared_by": _spared_by,
    "destroy_otherwise": lambda w, p: (f"{w.name(p[0])} would be destroyed", "701.8b"),
    "done": _done,
    "forbids": _forbids,
    "lethal": lambda w, p: (f"lethal damage is marked on {w.name(p[0])}", "704.5g"),
    # What these rest on: damage.
    "marked": lambda w, p: (f"{p[1].number} damage is marked on {w.name(p[0])} then", "120.3e"),
    "damage": lambda w, p: (f"{p[1].number} damage is marked on {w.name(p[0])}", "120.6"),
    "deathtouch": lambda w, p: (f"a source with deathtouch has dealt damage to {w.name(p[0])} since the last check", "702.2b"),
    "removed": _removed,
    "dealt": lambda w, p: (f"{p[1].number} damage is dealt to {w.name(p[0])}", "120.3"),
    "no_damage": lambda w, p: (f"0 damage to {w.name(p[0])} is no damage", "120.8"),
    "no_target_of_damage": lambda w, p: (f"no damage can be dealt to {w.name(p[0])}", "120.1a"),
    "changes": lambda w, p: (f"{w.name(p[0])}: instead of {w.happening(p[1])}, {w.comes_to(p[2])}", p[3].string),
    "may_change": lambda w, p: (f"{w.name(p[0])} may change it or not, which is not told", "609.7"),
    "guards": lambda w, p: (f"protection may keep damage from {w.name(p[0])}", "702.16e"),
    "absorbs": lambda w, p: (f"{w.name(p[0])} has absorb {p[1].number}", "702.64a"),
    "harms_as": lambda w, p: (f"{w.name(p[0])}: damage is dealt as though its source had {p[1].string}", "120.3"),
    "shield_prevents": lambda w, p: (f"a shield counter prevents the damage to {w.name(p[0])} and is removed", "122.1c"),
    "unpreventable": lambda w, p: (f"{w.name(p[0])}: damage can't be prevented", "615.12"),
    "toughness": lambda w, p: (f"{w.name(p[0])} has toughness {p[1].number}", "208.1"),
    "power": lambda w, p: (f"{w.name(p[0])} has power {p[1].number}", "208.1"),
    "by_power": lambda w, p: (f"{w.name(p[1])}: power says what damage is lethal to {w.name(p[0])}", "120.6"),
    "indestructible": lambda w, p: (f"{w.name(p[0])} can't be destroyed", "702.12b"),
    "shields": lambda w, p: (f"{w.name(p[0])} has {p[1].number} regeneration shield{'' if p[1].number == 1 else 's'}", "701.19a"),
    "instead_of_destroying": lambda w, p: (f"{w.name(p[0])} replaces the destruction of {w.name(p[1])}", "614.8"),
    "not_in": lambda w, p: (f"{w.name(p[0])} is not in {_ZONES[p[1].name]}", "400.1"),
    "stunned": lambda w, p: (f"a stun counter is removed from {w.name(p[0])} instead of untapping it", "122.1d"),
    "keeps_counters": lambda w, p: (f"{w.name(p[0])}: counters remain on {w.name(p[1])}", "122.2"),
    # What these rest on: players.
    "life": lambda w, p: (f"{w.player(p[0])} has {p[1].number} life", "119.1"),
    "poison": lambda w, p: (f"{w.player(p[0])} has {p[1].number} poison counters", "122.1f"),
    "cant_lose": lambda w, p: (f"{w.name(p[1])}: {w.player(p[0])} can't lose the game", "101.2"),
    "lives": lambda w, p: (f"{w.name(p[1])}: {w.player(p[0])} doesn't lose for having 0 or less life", "101.1"),
    # What these rest on: attachment.
    "attached": lambda w, p: (f"{w.name(p[0])} is attached to {w.name(p[1])}", "701.3a"),
    "unattached": lambda w, p: (f"{w.name(p[0])} is attached to nothing", "303.4c"),
    "to_itself": lambda w, p: (f"{w.name(p[0])} is attached to itself", "303.4d"),
    "is_gone": lambda w, p: (f"{w.name(p[0])} is no permanent", "303.4c"),
    "away": lambda w, p: (f"{w.name(p[0])} is phased out: it is treated as though it does not exist", "702.26b"),
    "phased_out": lambda w, p: (f"{w.name(p[0])} is phased out, and what is attached to it with it", "702.26g"),
    "protected": lambda w, p: (f"{w.name(p[0])} has {w.ability(p[1])}, which {w.name(p[2])} fits", "702.16a"),
    "refused": lambda w, p: (f"{w.name(p[1])}: {w.name(p[2])} can't be attached to {w.name(p[0])}", "101.2"),
    "attaches_only": lambda w, p: (f"{w.name(p[0])} says what {w.name(p[1])} can be attached to, which {w.name(p[2])} is not", "701.3b"),
    "keeps": lambda w, p: (f"{w.name(p[0])}: that does not remove {w.name(p[1])}", "702.16p"),
    "not_host": lambda w, p: (f"{w.name(p[0])} has {w.ability(p[1])}, which {w.name(p[2])} is not", "702.5a"),
    "enchants_nothing": lambda w, p: (f"{w.name(p[0])} has no enchant ability", "303.4"),
    "no_attachment": lambda w, p: (f"{w.name(p[0])} can't be attached to anything", "704.5p"),
    "on_player": lambda w, p: (f"{w.name(p[0])} is attached to a player", "704.5n"),
    "lies_in": lambda w, p: (f"{w.name(p[0])} is in {_ZONES.get(p[1].name, p[1].name)}", "400.1"),
    # What these rest on: types, names and times.
    "is_legend": lambda w, p: (f"{w.name(p[0])} is legendary and named {p[1].string}", "205.4d"),
    "controlled": lambda w, p: (f"{w.player(p[1])} controls {w.name(p[0])}", "110.2"),
    "lifts": lambda w, p: (f"{w.name(p[0])}: the legend rule doesn't apply to {w.name(p[1])}", "101.1"),
    "newer": lambda w, p: (f"{w.name(p[0])} has a later timestamp than {w.name(p[1])}", "613.7"),
    "as_new": lambda w, p: (f"{w.name(p[0])} has the timestamp of {w.name(p[1])}", "613.7"),
    "type": lambda w, p: (f"{w.name(p[0])} is {p[1].string}", "205.1"),
    "no_type": _no_type,
    "types": lambda w, p: (f"the types of {w.name(p[0])}: {w.types(p[0])}", "205.1"),
    # What these rest on: counters and chapters.
    "no_counters": lambda w, p: (f"{w.name(p[0])} has no {p[1].string} counters", "306.5c" if p[1].string == "loyalty" else "310.4c"),
    "counters": _counters,
    "limit": lambda w, p: (f"{w.name(p[0])}: {w.name(p[1])} can't have more than {_some(p[3], p[2].string)}", "122.1"),
    "lore": lambda w, p: (f"{w.name(p[0])} has {_some(p[1], 'lore')}", "714.3"),
    "final_chapter": lambda w, p: (f"the final chapter of {w.name(p[0])} is {p[1].number}", "714.2d"),
    "no_chapters": lambda w, p: (f"{w.name(p[0])} has no chapter abilities", "714.4"),
    "on_stack": lambda w, p: (f"an ability of {w.name(p[0])} has triggered and not left the stack", "603.3"),
    # What these rest on: triggered abilities.
    "fires_by": lambda w, p: (f"by {w.ability(p[1])}", "603.2"),
    "silent_by": lambda w, p: (f"for {w.ability(p[1])}", "603.2"),
    "happens": _happens,
    "looked_back": lambda w, p: (f"the abilities of {w.name(p[0])} count as they were just before the event", "603.10a"),
    "condition_true": lambda w, p: (f"the condition of {w.ability(p[1])} is true", "603.4"),
    "condition_false": lambda w, p: (f"the condition of {w.ability(p[1])} is not true", "603.4"),
    "last_defense": lambda w, p: (f"the last defense counter is removed from {w.name(p[0])}", "310.11b"),
    "lost": lambda w, p: (f"{w.name(p[0])} has it no more", "613.1f"),
    "taken_by": lambda w, p: (f"layer 6: {w.name(p[0])} takes abilities from {w.name(p[1])}", "613.1f"),
    "land_text": lambda w, p: (f"the land type of {w.name(p[0])} was set: it loses the abilities of its rules text", "305.7"),
    "silences": lambda w, p: (f"{w.name(p[0])}: {w.name(p[1])} dying triggers nothing", "603.2"),
    "no_death": lambda w, p: (f"{w.name(p[0])} does not die", "603.2g"),
    # What these rest on: abilities.
    "has": lambda w, p: (f"{w.name(p[0])} has {w.ability(p[1])}", "113.1a"),
    "given": lambda w, p: (f"layer 6: {w.name(p[0])} gives it to {w.name(p[1])}", "613.1f"),
    "copiable": lambda w, p: (f"it is among the copiable values of {w.name(p[0])}", "707.2"),
    # What these rest on: X.
    "announced": lambda w, p: (f"X of {w.name(p[0])} on the stack is {p[1].number}", "107.3a"),
    "not_announced": lambda w, p: (f"no X of {w.name(p[0])} was announced", "107.3a"),
    "free_of_cost": lambda w, p: (f"{w.name(p[0])} was cast without paying its mana cost: only 0 can be chosen", "107.3b"),
    "copied": lambda w, p: (f"{w.name(p[0])} is a copy of {w.name(p[1])}, with its value of X", "707.10"),
    "source_had": lambda w, p: (f"{w.name(p[0])} is an ability of {w.name(p[1])} that triggered as that entered", "107.3m"),
    "spell_had": lambda w, p: (f"X of the spell that became {w.name(p[0])} was {p[1].number}", "107.3m"),
    "no_spell_x": lambda w, p: (f"no spell with a value of X became {w.name(p[0])}", "107.3m"),
    "used_by": lambda w, p: (f"{w.name(p[0])} has {w.ability(p[1])}", "107.3m"),
    "defined": lambda w, p: (f"{w.ability(p[1])} of {w.name(p[0])} says what X is: {p[2].number}", "107.3c"),
    "off_stack": lambda w, p: (f"{w.name(p[0])} is not on the stack: there X is 0", "107.3g"),
    "gained": lambda w, p: (f"{w.name(p[0])} has gained {w.ability(p[1])}, which does not say what X is", "107.3j"),
    "counted": lambda w, p: (f"on the stack, X counts as {p[1].number}", "202.3e"),
    "not_counted": lambda w, p: ("not on the stack, X counts as 0", "202.3e"),
}  # fmt: skip
