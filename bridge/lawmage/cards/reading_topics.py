"""What a read ability may bear on, from the kinds of its nodes: used where an ability has no facts.

Static abilities are searched statement by statement. A statement of a kind not listed here counts as changing
characteristics, so that a new production of the grammar makes answers more careful, never less.
"""

from __future__ import annotations

from collections.abc import Iterator

from lawmage.cards.ability import Node
from lawmage.cards.keyword_topics import topics_of_keyword
from lawmage.cards.oracle.keywords import KEYWORD_KINDS, keyword_of

_NOTHING: frozenset[str] = frozenset()
_CHARACTERISTICS = frozenset({"characteristics"})
_POWER_TOUGHNESS = frozenset({"power_toughness"})

#: Kinds that only hold statements: which of their parts do.
_HOLDERS: dict[str, tuple[int, ...]] = {
    "static_more": (0, 1),
    "static_then": (0,),
    "during_turn": (1,),
    "holds_during_turn": (0,),
    "as_long_as": (1,),
    "if_static": (1,),
    "otherwise_static": (0,),
    "holds_as_long_as": (0,),
    "holds_if": (0,),
    "holds_unless": (0,),
    "holds_unless_done": (0,),
    "holds_unless_paid_for_each": (0,),
    "holds_unless_paid_for_each_where": (0,),
    "statement_and": (0, 1),
    "statement_where": (0,),
    "change_conditionally": (1, 3),
    "changes_if": (0,),
    "changes_if_more": (0, 2),
    "change": (1,),
    "changes_and": (0, 1),
    "changes_comma": (0, 1),
    "changes_comma_more": (0, 1),
    "changes_last": (0,),
    "changes_tail_and": (0, 1),
    "once_each_turn_statement": (0,),
    "if_does_rule": (1,),
    "statement_lasting": (0,),
    "lasting_first": (1,),
    "change_lasting": (1,),
    "change_lasting_and": (1, 3),
    "changes_lasting": (0,),
    "changes_lasting_and": (0, 2),
    # Lines: what stands before the ability is a label, a level or a number of counters.
    "labelled": (1,),
    "labelled_keywords": (1,),
    "class_level": (1,),
    "box_more": (0, 1),
    "keyword_comma": (0, 1),
    "keyword_semicolon": (0, 1),
    "quoted_ability": (0,),
    "quoted_inner": (0,),
    "quoted_keywords": (0,),
    "quoted_keywords_inner": (0,),
    "anchored_more": (1, 2),
    "anchored_last": (1,),
}

_BY_TOPICS: dict[str, str] = {
    "characteristics": (
        "has loses becomes stops_being cant_have becomes_copy becomes_copy_except becomes_copy_lasting_except "
        "still they_still they_become they_stop_being "
        "are_paired change_text change_text_lasting color_words_are_chosen name_is name_is_this same_for_keywords same_for_objects"
    ),
    "characteristics prohibition": "is_designated cant_become player_and_objects_have",
    "power_toughness": ("gets_pt gets_pt_for_each gets_pt_or gets_pt_where pt_each_equal pt_each_is gets_pt_lasting_for_each level_symbol"),
    "control": "controls_object gain_control gain_control_lasting gains_control gains_control_lasting exchange_control",
    "mana_replacement": (
        "mana_replaced mana_replaced_each tapped_produces_instead colored_mana_becomes mana_becomes mana_becomes_colorless"
    ),
    "mana": "add add_lost_mana",
    "mana prohibition": "may_tap_for_mana",
    "damage": (
        "prevent redirect double_damage triple_damage damage_cant_be_prevented damage_as_though damage_to_as_though "
        "assigns_toughness assigns_as_unblocked assigns_no_damage lethal_damage"
    ),
    "damage life": "life_floor",
    "zones": "discards_but_may",
    "life": "life_cant_change",
    "counters": "cant_have_counters counters_cant_be_put counters_cant_be_removed",
    "counters state": "cant_have_more_counters",
    "zones counters": "counters_remain",
    "state": "no_legend_rule no_legend_rule_for no_loss_for_life does_not_remove attached_only lethal_by_power",
    "enters": (
        "enters_tapped enters_untapped enters_with enters_tapped_with enters_tapped_attacking enters_attacking "
        "enters_attached enters_prepared enters_with_if_and_if escapes_with"
    ),
    "enters control": "enters_under enters_under_control_of",
    "enters characteristics": (
        "enters_as_copy enters_as_copy_except may_enter_as_copy may_enter_as_copy_except may_enter_tapped_as_copy "
        "may_enter_tapped_as_copy_except enters_with_as enters_with_traits enters_with_traits_and enters_face_down enters_transformed"
    ),
    "costs": (
        "keyword_cost_is keyword_cost_is_less additional_cost_do additional_cost_list additional_cost_may additional_activation "
        "alternative_cost alternative_cost_first alternative_cost_have alternative_cost_list alternative_cost_paying "
        "not_below_mana reduces_only special_action_costs_less "
        "any_type_spendable spend_as_any spend_as_any_to spend_color_as_any spend_as_any_color spend_as_any_color_always "
        "only_mana_from only_mana_from_this_way life_for_mana spend_other_as_colorless "
        "spend_as_any_type spend_as_other spend_from_as_any_color any_mana_to_cast costs_additional costs_additional_for_each "
        "costs_additional_life costs_additional_loyalty costs_less costs_less_flat costs_less_flat_for_each costs_less_for_each "
        "costs_less_for_each_and costs_more costs_more_but_mana costs_more_flat costs_more_for_each costs_more_off_turn"
    ),
    "costs prohibition": (
        "may_cast_so may_cast_as_flash may_cast_as_flash_for may_cast_from_as_flash may_play_so may_play_or_cast once_each_turn_may"
    ),
    "prohibition": (
        "attacks_if_able attacks_this_turn_if_able blocks_additional blocks_any_number blocks_if_able blocks_this_turn_if_able "
        "cant_attack cant_attack_alone cant_attack_or_block cant_attack_or_block_alone cant_be_blocked cant_be_blocked_by_two "
        "cant_be_blocked_except cant_block cant_block_alone doesnt_untap must_be_blocked must_be_blocked_by only_attacks_alone "
        "activated_as_instant attacks_as_hasty attacks_as_hasty_all attacks_or_blocks_if_able attacks_without_defender "
        "blocked_as_without blocks_as_though blocks_as_without cant_be_activated_but_mana cant_cause_controller crews_with_more "
        "targets_as_without must_all_block ignores_effect activated_additional_time activates_twice activates_twice_this_turn "
        "additional_lands additional_lands_lasting attack_limit attack_only attack_you_limit block_limit each_once_each_turn "
        "may_activate_any_turn may_activate_as_haste may_activate_as_instant may_ignore only_at_sorcery_speed only_on_own_turns "
        "may_keep_tapped can_block_only attack_object_limit may_exert skip "
        "cant_be_blocked_except_this_turn must_be_blocked_this_turn attacks_without_defender_this_turn spell_limit"
    ),
    "": (
        "effect_continues keeps_unspent keeps_unspent_color keeps_unspent_mana "
        "x_not_zero companion hand_revealed plays_revealed top_revealed your_top_revealed may_look maximum_hand_size "
        "no_maximum_hand_size die_result die_result_one can_be_commander may_begin_on_battlefield draft_face_up any_number_in_deck "
        "up_to_in_deck remove_for_ante"
    ),
    "triggers": "to_solve entering_triggers_nothing entering_or_dying_triggers_nothing",
}

#: What a kind of statement bears on.
_STATEMENTS: dict[str, frozenset[str]] = {kind: frozenset(topics.split()) for topics, kinds in _BY_TOPICS.items() for kind in kinds.split()}

#: Kinds still unknown here are judged by how they begin, where a family of kinds shares its topics.
_FAMILIES: tuple[tuple[str, frozenset[str]], ...] = (
    ("gets_pt", _POWER_TOUGHNESS),
    ("costs_", frozenset({"costs"})),
    ("cant_", frozenset({"prohibition"})),
)

_REPLACED = ("if_would", "next_time_would", "first_time_would", "next_time_event")
_FORBIDDEN = ("cant", "cant_cause", "player_cant", "player_cant_do")
#: Topics of replacement effects whose event is not listed here.
_ANY_EVENT = frozenset({"counters", "tokens", "damage", "life", "draw", "zones", "enters"})

_EVENTS_BY_TOPIC: dict[str, str] = {
    "counters": (
        "counters_put counters_removed gets_additional_counters gets_any_counters gets_counters gets_more_counters gets_energy "
        "puts_counters puts_counters_or_self put_counters get_counters"
    ),
    "tokens": "tokens_created tokens_created_under creates creates_object creates_under create",
    "damage": "damage_dealt damage_dealt_any damage_dealt_from deals_damage is_dealt player_is_dealt deals",
    "life": "gains_life loses_life gains_or_loses pays_life pays_any_life pays_life_or_sacrifices pays_life_to gain_life lose_life",
    "draw": "draws draws_any draws_more_than draws_more_than_each_turn draws_their_nth draws_your_nth draw",
    "zones": (
        "dies leaves moved passive discards exiles mills sacrifices causes_discard discard_caused cycles_or_discards "
        "counters_object player_regenerates "
        "puts_onto_battlefield transforms searches searches_libraries does_explore discard sacrifice search"
    ),
    "enters": "enters enters_from enters_tapped_event enters_untapped_event enters_under puts_onto_battlefield",
    "mana_replacement": "loses_unspent_mana",
    "state": "wins_game loses_game",
    "characteristics": "gains_abilities transforms player_transforms",
    "prohibition": (
        "attaches becomes_attached becomes_tapped becomes_target becomes_untapped untaps attacks attacks_alone attacks_or_blocks "
        "attacks_target becomes_blocked becomes_blocked_by blocks blocks_object activates activates_any casts casts_or_copies "
        "casts_or_cycles cycles plays begins_turn phases_in phases_out untaps_more_than player_attacks player_attacks_target "
        "player_attacks_target_with player_attacks_with player_taps becomes_unattached crews_vehicles does_fight"
    ),
    "": (
        "scries scries_n scries_or_surveils surveils proliferates rolls flips_coin wins_flip loses_flip investigates ventures "
        "ventures_twice does_connive learns discovers shuffles shuffles_library finishes_voting faces_choice chooses_background "
        "planeswalks collects_evidence forages manifests_dread"
    ),
}


def _events() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for topic, kinds in _EVENTS_BY_TOPIC.items():
        for kind in kinds.split():
            found[kind] = found.get(kind, _NOTHING) | ({topic} if topic else set())
    return found


_EVENTS = _events()
_TRIGGERED = frozenset({"triggered", "triggered_if", "triggered_if_outside", "chapter"})
_TAPPED_FOR_MANA = frozenset({"taps_for_mana", "taps_for_kind", "is_tapped_for_mana", "is_tapped_for_kind", "ability_adds_chosen"})
_ADDS = frozenset({"add", "add_lost_mana"})
_ONLY_BASE = frozenset({"base_pt", "base_pt_each_equal", "base_measure_is", "base_measure_equal"})
_MEASURES = frozenset({"power", "toughness"})

#: Lines that give what stands in their last part, and depend on counters or on a choice.
_GIVERS: dict[str, frozenset[str]] = {
    "as_enters_anchored": frozenset({"enters"}),
    "station": _CHARACTERISTICS,
    "level_symbol_with": _CHARACTERISTICS,
    "level_symbol_abilities": _CHARACTERISTICS,
}


def topics_of_reading(node: Node) -> frozenset[str]:
    """Return the topics a read ability may bear on while its object is where it works.

    ``node`` is a whole line or an ability. An activated or triggered ability bears on what it adds, watches and
    is (``activated``, ``triggers``, ``tapped_for_mana``): the rest only happens when it resolves.
    """
    kind = node.kind
    if kind == "activated":
        return _adding(node) | {"activated"}
    if kind in _TRIGGERED:
        found = _adding(node) | {"triggers"}
        return found | {"tapped_for_mana"} if _holds_any(node, _TAPPED_FOR_MANA) else found
    if kind in ("spell_ability", "spree_mode"):
        return _mentioned(node)
    if kind in KEYWORD_KINDS:
        return topics_of_keyword(keyword_of(node))
    if kind == "keyword_with_text":
        return topics_of_reading(node.child(0)) | _mentioned(node.child(1))
    if kind in _GIVERS:
        return _GIVERS[kind] | topics_of_reading(node.child(-1))
    if kind in _HOLDERS:
        return _NOTHING.union(*(topics_of_reading(node.child(index)) for index in _HOLDERS[kind]))
    if kind == "player_may":
        # As a static ability: permission to play and cast, or to look; among instructions, a choice.
        return _mentioned(node) | {"costs", "prohibition"}
    topics = _statement(node)
    return _CHARACTERISTICS if topics is None else topics


def _statement(node: Node) -> frozenset[str] | None:
    """Return what one statement bears on; None if its kind is unknown here."""
    kind = node.kind
    if kind in _REPLACED:
        replaced = _events_in(node.child(0))
        return _ANY_EVENT if replaced is None else replaced
    if kind in _FORBIDDEN:
        return (_events_in(node) or _NOTHING) | {"prohibition"}
    if kind == "has":
        return _POWER_TOUGHNESS if _only_base(node) else _CHARACTERISTICS
    if kind == "player_does" and node.child(1).kind == "skip":
        return frozenset({"prohibition"})
    if kind == "measure_equal":
        return _POWER_TOUGHNESS if _holds_any(node.child(1), _MEASURES) else _CHARACTERISTICS
    if kind in ("player_has", "player_has_lasting"):
        # Players have no characteristics; what a quoted ability of a player does is not looked into.
        return frozenset({"prohibition"}) if _quotes_nothing(node) else _CHARACTERISTICS | {"prohibition"}
    if kind == "gets_pt_lasting_for_each_and":
        return _POWER_TOUGHNESS | topics_of_reading(node.child(-1))
    if kind == "as_enters":
        return _mentioned(node) | {"enters"}
    found = _STATEMENTS.get(kind)
    if found is None:
        found = next((topics for start, topics in _FAMILIES if kind.startswith(start)), None)
    return found


def _mentioned(node: Node) -> frozenset[str]:
    """Return what the statements anywhere below ``node`` bear on."""
    below = (_statement(part) for part in _outside_quotes(node) if part.kind != "as_enters")
    return _NOTHING.union(*(topics for topics in below if topics))


def _events_in(node: Node) -> frozenset[str] | None:
    known = [_EVENTS[part.kind] for part in _outside_quotes(node) if part.kind in _EVENTS]
    return _NOTHING.union(*known) if known else None


def _adding(node: Node) -> frozenset[str]:
    return frozenset({"mana"}) if _holds_any(node, _ADDS) else _NOTHING


def _holds_any(node: Node, kinds: frozenset[str]) -> bool:
    return any(part.kind in kinds for part in _outside_quotes(node))


def _only_base(node: Node) -> bool:
    traits = node.child(-1)
    if traits.kind.startswith("traits"):
        return all(_only_base(Node("has", (part,))) for part in traits.parts)
    return traits.kind in _ONLY_BASE


def _quotes_nothing(node: Node) -> bool:
    return not any(_is_quote(part) for part in node.parts) and all(_quotes_nothing(part) for part in node.parts if isinstance(part, Node))


def _is_quote(part: Node | str) -> bool:
    return isinstance(part, Node) and part.kind.startswith("quoted")


def _outside_quotes(node: Node) -> Iterator[Node]:
    yield node
    for part in node.parts:
        if isinstance(part, Node) and not _is_quote(part):
            yield from _outside_quotes(part)
