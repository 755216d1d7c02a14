"""What abilities say about state-based actions, attachment and what can't happen to permanents (704, 702.5, 702.16)."""

from __future__ import annotations

from dataclasses import replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.keywords import KEYWORD_KINDS, keyword_of
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.description import ANYTHING, Alternatives, both, either, status, trait
from lawmage.facts.extra import Extra
from lawmage.facts.objects import adjective, bounds, describe, described, player_test
from lawmage.facts.outer import Statement, statements
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import COLORS, quoted

_ROMAN = {"i": 1, "v": 5, "x": 10}
#: What objects can't do, or have done to them, without bearing on what survives or where it goes.
_HARMLESS = frozenset(
    {
        "is_countered", "is_countered_by_any", "is_blocked", "is_blocked_by", "is_activated", "is_activated_lasting", "is_cast",
        "is_copied", "is_turned_face_up", "is_turned_face_down", "is_suspected", "is_chosen", "is_goaded", "is_attacked",
        "is_crewed", "is_played", "is_prevented", "attacks", "attacks_alone", "attacks_target", "attacks_or_blocks", "blocks",
        "blocks_object", "becomes_target", "becomes_blocked", "becomes_blocked_by", "enters", "enters_under", "enters_from",
        "transforms", "gains_abilities", "phases_in", "crews_vehicles", "is_transformed",
    }
)  # fmt: skip
_FORBIDDEN = {
    "is_destroyed": "destroy",
    "is_sacrificed": "sacrifice",
    "is_regenerated": "regenerate",
    "is_exiled": "exile",
    "becomes_untapped": "untap",
    "untaps": "untap",
    "becomes_tapped": "tap",
    "phases_out": "phase_out",
}
#: What players can't do that may bear on what happens to objects.
_MOVING = frozenset({"sacrifices", "discards", "mills", "exiles", "puts_into", "player_regenerates", "attaches"})
_PREDICATE_LISTS = frozenset(
    {
        "predicate_or", "predicate_comma", "predicate_and", "predicate_comma_more", "predicate_last_or", "player_predicate_or",
        "player_predicate_and",
    }
)  # fmt: skip
_SUBTYPE_AURA = trait('type("Aura")')
_SUBTYPE_EQUIPMENT = trait('type("Equipment")')


def add(node: Node, extra: Extra, resolved: bool) -> None:
    """Add what an ability node says about state and attachment."""
    kind = node.kind
    if kind in ("activated", "triggered", "triggered_if", "triggered_if_outside"):
        return
    if kind == "chapter":
        extra.facts.append(f"chapter({extra.number},{max(_chapters(node.child(0)))}).")
    elif kind in KEYWORD_KINDS:
        _keyword(node, extra)
    elif kind == "spell_ability" and not resolved:
        return
    else:
        for found in statements(node, extra.scope):
            _statement(found, extra)


def _chapters(node: Node) -> list[int]:
    found = [_roman(node.word())]
    if node.kind == "chapter_more":
        found += _chapters(node.child(1))
    return found


def _roman(word: str) -> int:
    values = [_ROMAN[letter] for letter in word]
    return sum(-v if any(w > v for w in values[i + 1 :]) else v for i, v in enumerate(values))


# --- keywords -------------------------------------------------------------------------------------


def _keyword(node: Node, extra: Extra) -> None:
    name = keyword_of(node)
    try:
        if name == "enchant":
            _enchant(node.child(0), extra)
        elif name == "bestow":
            # 702.103b: a bestowed permanent is an Aura with enchant creature.
            creature = extra.describe(trait('type("Creature")'))
            extra.facts.append(f"hosts({extra.number},{creature}).")
        elif name == "protection":
            _protection(node.child(0), extra)
    except NotModelled as error:
        extra.facts.append(f"attachment_open({extra.number}).")
        extra.gap("state", error.what)


def _enchant(node: Node, extra: Extra) -> None:
    if node.kind == "enchant_player":
        extra.facts.append(f"hosts_player({extra.number},any).")
    elif node.kind == "enchant_opponent":
        extra.facts.append(f"hosts_player({extra.number},opponent).")
    elif node.kind == "enchant_zone":
        raise NotModelled(node.kind)
    else:
        if node.kind == "enchant_or_player":
            extra.facts.append(f"hosts_player({extra.number},any).")
            node = node.child(0)
        extra.facts.append(f"hosts({extra.number},{extra.describe(described(node, extra.scope))}).")


def _protection(node: Node, extra: Extra) -> None:
    for quality in qualities(node):
        if quality.kind == "from_chosen_color":
            extra.facts.append(f"protects_from_chosen_color({extra.number}).")
        else:
            extra.facts.append(f"protects({extra.number},{extra.describe(quality_of(quality, extra.scope))}).")


def qualities(node: Node) -> list[Node]:
    """Return the qualities that a protection ability names (702.16a)."""
    if node.kind.startswith("quality_"):
        return [quality for part in node.parts if isinstance(part, Node) for quality in qualities(part)]
    return [node]


def quality_of(node: Node, scope: Scope) -> Alternatives:
    """Return the description of what has a quality; raises NotModelled for one that has no facts yet."""
    kind = node.kind
    if kind == "from_color":
        return trait(f'color("{COLORS[node.child(0).kind]}")')
    if kind == "from_described":
        return described(node.child(0), scope)
    if kind == "from_attribute":
        return adjective(node.child(0), scope)
    if kind == "from_colored":
        return both(described(node.child(0), scope), trait("colored"))
    if kind == "from_everything":
        return ANYTHING
    if kind in ("from_each_color", "from_any_color"):
        return trait("colored")
    if kind in ("from_opponents", "from_each_opponent"):
        return status("controlled_by(opponent)")
    if kind == "from_chosen_player":
        return status("controlled_by(chosen)")
    if kind == "from_mana_value":
        low, high = bounds(node.child(0))
        return trait(f"mana_value({low},{high})")
    raise NotModelled(kind)


# --- statements -----------------------------------------------------------------------------------


def _statement(found: Statement, extra: Extra) -> None:
    node = found.node
    try:
        if node.kind == "no_legend_rule":
            extra.facts.append(f"lifts_legend_rule({_imposed(found, ANYTHING, extra)}).")
        elif node.kind == "no_legend_rule_for":
            extra.facts.append(f"lifts_legend_rule({_imposed(found, _objects(node.child(0), found), extra)}).")
        elif node.kind == "does_not_remove":
            what = either(_SUBTYPE_AURA, _SUBTYPE_EQUIPMENT) if node.child(0).kind == "any_of" else describe(node.child(0), found.scope)
            extra.facts.append(f"keeps_attached({_imposed(found, what, extra)}).")
        elif node.kind == "attached_only":
            what = describe(node.child(1), found.scope)
            rule = _imposed(found, describe(node.child(0), found.scope), extra)
            extra.facts.append(f"attaches_only({rule},{extra.describe(what)}).")
        elif node.kind == "lethal_by_power":
            extra.facts.append(f"lethal_by_power({_imposed(found, describe(node.child(0), found.scope), extra)}).")
        elif node.kind == "no_loss_for_life":
            extra.facts.append(f"no_loss_for_life({extra.rule(found)},{_who(node.child(0))}).")
        elif node.kind == "entering_or_dying_triggers_nothing":
            extra.facts.append(f"dying_triggers_nothing({_imposed(found, _objects(node.child(0), found), extra)}).")
        elif node.kind == "counters_remain":
            extra.facts.append(f"keeps_counters({_imposed(found, _objects(node.child(1), found), extra)}).")
        elif node.kind == "cant_cause":
            for predicate in _predicates(node.child(1)):
                if predicate.kind in ("sacrifices", "discards"):
                    extra.gap(predicate.kind.removesuffix("s"), node.kind)
        elif node.kind == "player_cant":
            _player_cant(found, extra)
        elif node.kind == "cant":
            _cant(found, extra)
        elif node.kind == "cant_have_more_counters":
            limit = number(node.child(0).word())
            rule = _imposed(found, describe(_target(found), found.scope), extra)
            extra.facts.append(f"counter_limit({rule},{quoted(node.child(1).word())},{limit}).")
        elif node.kind == "loses" and node.child(0).kind == "loses_all" and found.target is not None:
            if all(one.zone == "graveyard" and not one.tests for one in describe(found.target, found.scope)):
                extra.facts.append(f"silences_graveyards({extra.rule(found)}).")
        elif node.kind in ("if_would", "next_time_would", "first_time_would") and _mentions(node.child(0), "loses_game"):
            raise NotModelled(node.kind)
    except NotModelled as error:
        extra.gap("state zones", error.what)


def _mentions(node: Node, kind: str) -> bool:
    return any(part.kind == kind for part in walk(node))


def _target(found: Statement) -> Node:
    if found.target is None:
        raise NotModelled(found.node.kind)
    return found.target


def _imposed(found: Statement, alternatives: Alternatives, extra: Extra) -> int:
    rule = extra.rule(found)
    extra.facts.append(f"imposed_on({rule},{extra.describe(alternatives)}).")
    return rule


def _objects(node: Node, found: Statement) -> Alternatives:
    """Objects of a statement; "them" may be those that its condition counts."""
    if node.kind not in ("them", "it") or found.scope.it is not None:
        return describe(node, found.scope)
    for _, condition in found.conditions:
        if condition.kind == "there_are":
            return described(condition.child(1), found.scope)
        if condition.kind == "controls_count":
            return both(described(condition.child(2), found.scope), player_test(condition.child(0), found.scope, "controlled_by"))
    raise NotModelled(node.kind)


def _who(node: Node) -> str:
    """Return which players a rule is about, seen from the controller of its source."""
    if node.kind == "you":
        return "you"
    if node.kind in ("your_opponents", "opponents", "an_opponent", "each_opponent"):
        return "opponent"
    if node.kind in ("players", "each_player", "a_player"):
        return "any"
    raise NotModelled(node.kind)


def _predicates(node: Node) -> list[Node]:
    if node.kind in _PREDICATE_LISTS:
        return [found for part in node.parts if isinstance(part, Node) for found in _predicates(part)]
    return [node.child(0) if node.kind == "passive" else node]


def _player_cant(found: Statement, extra: Extra) -> None:
    for predicate in _predicates(found.node.child(1)):
        if predicate.kind == "loses_game":
            extra.facts.append(f"cant_lose({extra.rule(found)},{_who(found.node.child(0))}).")
        elif predicate.kind == "sacrifices":
            whose = player_test(found.node.child(0), found.scope, "controlled_by")
            what = both(describe(predicate.child(0), found.scope), whose)
            extra.facts.append(f"forbids({_imposed(found, what, extra)},sacrifice).")
        elif predicate.kind in _MOVING:
            raise NotModelled(predicate.kind)


def _cant(found: Statement, extra: Extra) -> None:
    for predicate in _predicates(found.node.child(0)):
        if predicate.kind in _HARMLESS:
            continue
        target = _target(found)
        if target.kind in ("it", "them") and found.scope.it is None and found.scope.resolved:
            raise NotModelled(target.kind)
        affected = describe(target, found.scope)
        if predicate.kind in _FORBIDDEN:
            extra.facts.append(f"forbids({_imposed(found, affected, extra)},{_FORBIDDEN[predicate.kind]}).")
        elif predicate.kind in ("is_enchanted", "is_equipped", "is_enchanted_by", "is_equipped_or_enchanted"):
            if predicate.kind == "is_enchanted_by":
                by = describe(predicate.child(0), replace(found.scope, it=None))
            elif predicate.kind == "is_enchanted":
                by = _SUBTYPE_AURA
            elif predicate.kind == "is_equipped":
                by = _SUBTYPE_EQUIPMENT
            else:
                by = either(_SUBTYPE_AURA, _SUBTYPE_EQUIPMENT)
            extra.facts.append(f"forbids_attaching({_imposed(found, affected, extra)},{extra.describe(by)}).")
        else:
            raise NotModelled(predicate.kind)
