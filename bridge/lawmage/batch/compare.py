"""Compares a result with what was expected of it, key by key, as the public contract says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from lawmage.cards.oracle.reader import self_names
from lawmage.cards.selectors import same_abilities
from lawmage.position.cases import UNCOMPARED

SameAbilities = Callable[[Sequence[str], Sequence[str]], bool]
"""Tells whether the abilities of ``characteristics`` are those expected (expected, actual)."""

_SETS = frozenset({"types", "subtypes", "supertypes", "colors", "triggers"})
_AMOUNTS = frozenset({"counters", "tokens", "redirected_to", "draws", "exiled", "mana"})
_MANA_KINDS = frozenset({"tap_for_mana", "activate_for_mana"})
_MISSING = object()


def compare(
    kind: str,
    expect: Mapping[str, Any],
    result: Mapping[str, Any],
    abilities: SameAbilities = same_abilities,
) -> bool:
    """Tell whether ``result`` of a query of this kind is as expected, on the keys that ``expect`` names.

    Lists of types, outcomes, triggers and actions are compared as sets; expected outcomes and actions on the
    keys they name; ``reason`` and ``payment`` not at all.
    """
    return not differences(kind, expect, result, abilities)


def differences(
    kind: str,
    expect: Mapping[str, Any],
    result: Mapping[str, Any],
    abilities: SameAbilities = same_abilities,
) -> tuple[str, ...]:
    """Return the keys of ``expect`` on which ``result`` differs."""
    if abilities is same_abilities and kind == "characteristics":
        abilities = partial(same_abilities, names=_own_names(result))
    return tuple(
        key for key, value in expect.items() if key not in UNCOMPARED and not _same(kind, key, value, result.get(key, _MISSING), abilities)
    )


def _own_names(result: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names by which an object's text may mean it."""
    name, supertypes = result.get("name"), result.get("supertypes")
    if not isinstance(name, str) or not name:
        return ()
    return self_names(name, " ".join(supertypes) if isinstance(supertypes, list | tuple) else "")


def _same(kind: str, key: str, expected: Any, actual: Any, abilities: SameAbilities) -> bool:
    if actual is _MISSING:
        return False
    if key == "outcomes":
        if not isinstance(actual, list | tuple):
            return False
        if kind in _MANA_KINDS:
            return _cover(expected, actual, _same_amounts)
        return _cover(expected, actual, _same_outcome)
    if key == "actions":
        return isinstance(actual, list | tuple) and _cover(expected, actual, _same_action)
    if key == "abilities":
        if kind == "abilities":
            return isinstance(actual, list | tuple) and _cover(expected, actual, _same_entry)
        return isinstance(actual, list | tuple) and abilities(expected, actual)
    if key in _SETS:
        return isinstance(actual, list | tuple) and set(expected) == set(actual)
    return _same_value(key, expected, actual)


def _cover(expected: Sequence[Any], actual: Sequence[Any], same: Callable[[Any, Any], bool]) -> bool:
    """Compare as sets: each expected entry fits some actual one, and each actual one some expected."""
    return all(any(same(want, got) for got in actual) for want in expected) and all(
        any(same(want, got) for want in expected) for got in actual
    )


def _same_outcome(expected: Any, actual: Any) -> bool:
    """Compare two outcomes of ``replace``, or what they say of one object, on the expected keys."""
    if not isinstance(expected, Mapping) or not isinstance(actual, Mapping):
        return False
    return all(key in actual and _same_value(key, value, actual[key]) for key, value in expected.items())


def _same_entry(expected: Any, actual: Any) -> bool:
    """Compare two entries of a list of abilities on the expected keys that are no notes."""
    if not isinstance(expected, Mapping) or not isinstance(actual, Mapping):
        return _same_scalar(expected, actual)
    return all(key in actual and _same_scalar(value, actual[key]) for key, value in expected.items() if key not in UNCOMPARED)


def _same_action(expected: Any, actual: Any) -> bool:
    """Compare two state-based actions on the expected keys; several objects are a set."""
    if not isinstance(expected, Mapping) or not isinstance(actual, Mapping):
        return False
    for key, value in expected.items():
        got = actual.get(key, _MISSING)
        if isinstance(value, list | tuple) and isinstance(got, list | tuple):
            if set(value) != set(got):
                return False
        elif not _same_scalar(value, got):
            return False
    return True


def _same_value(key: str, expected: Any, actual: Any) -> bool:
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        if key in _AMOUNTS or key == "lose":
            return _same_amounts(expected, actual)
        return _same_outcome(expected, actual)
    return _same_scalar(expected, actual)


def _same_amounts(expected: Any, actual: Any) -> bool:
    """Compare two maps of amounts; an amount of zero is none."""
    if not isinstance(expected, Mapping) or not isinstance(actual, Mapping):
        return False
    return {key: value for key, value in expected.items() if value} == {key: value for key, value in actual.items() if value}


def _same_scalar(expected: Any, actual: Any) -> bool:
    """Compare two plain values; true is not 1."""
    return bool(expected == actual) and isinstance(expected, bool) == isinstance(actual, bool)
