"""Ability selectors for queries; the folding and matching of text is :mod:`lawmage.cards.selectors`."""

from __future__ import annotations

from lawmage.cards.selectors import cost_of, fold, is_keyword, same_abilities, selected

__all__ = ["cost_of", "fold", "is_keyword", "same_abilities", "selected"]
