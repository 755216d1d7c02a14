"""Keyword abilities in readings: which nodes are keyword abilities, and which keyword each is (702)."""

from __future__ import annotations

from lawmage.cards.ability import Node

#: Kinds that name their keyword by themselves; in every other kind the name is the node's first word.
_NAMES: dict[str, str] = {
    "affinity": "affinity",
    "affinity_for_affinity": "affinity",
    "bands_with_other": "bands with other",
    "champion": "champion",
    "craft": "craft",
    "devour": "devour",
    "emerge_from": "emerge",
    "enchant": "enchant",
    "gift": "gift",
    "hexproof_from": "hexproof from",
    "offering": "offering",
    "partner_group": "partner",
    "partner_with": "partner with",
    "protection": "protection",
    "prototype": "prototype",
    "splice": "splice",
    "splice_dash": "splice",
    "splice_dash_action": "splice",
    "trample_over_planeswalkers": "trample over planeswalkers",
}

#: The kinds of nodes that are keyword abilities: what the grammar's rule ``keyword`` makes.
KEYWORD_KINDS: frozenset[str] = frozenset(_NAMES) | {
    "keyword",
    "keyword_cost",
    "keyword_cost_and_or",
    "keyword_cost_for",
    "keyword_cost_or",
    "keyword_cost_where",
    "keyword_dash_action",
    "keyword_dash_cost",
    "keyword_number",
    "keyword_number_cost",
    "keyword_number_where",
    "keyword_without_cost",
    "keyword_without_number",
    "modular_sunburst",
}


def keyword_of(node: Node) -> str:
    """Return the lower-case name of the keyword ability a node is: "flying", "level up", "swampwalk".

    ValueError if the node is no keyword ability (its kind is not in :data:`KEYWORD_KINDS`).
    """
    if node.kind in _NAMES:
        return _NAMES[node.kind]
    if node.kind in KEYWORD_KINDS:
        return node.word()
    raise ValueError(f"{node.kind} is no keyword ability")
