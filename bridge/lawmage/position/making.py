"""Makes frozen, slotted records twice as fast as their own constructors, which look up every slot anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, TypeVar

Model = TypeVar("Model")


def maker(model: type[Model]) -> Callable[..., Model]:
    """Return a function of keyword arguments that makes a ``model``, a frozen slotted dataclass.

    The model must have no ``__post_init__``. The function is compiled from the names of the fields, as
    dataclasses compile their constructors.
    """
    scope: dict[str, Any] = {"_new": object.__new__, "_model": model}
    parameters, body = [], []
    for entry in fields(model):  # type: ignore[arg-type]
        name = entry.name
        scope[f"_set_{name}"] = getattr(model, name).__set__
        if entry.default is MISSING:
            parameters.append(name)
        else:
            scope[f"_default_{name}"] = entry.default
            parameters.append(f"{name}=_default_{name}")
        body.append(f"    _set_{name}(_made, {name})")
    lines = [f"def make(*, {', '.join(parameters)}):", "    _made = _new(_model)", *body, "    return _made"]
    exec("\n".join(lines), scope)
    made: Callable[..., Model] = scope["make"]
    return made


def copier(model: type[Model], names: tuple[str, ...]) -> Callable[..., Model]:
    """Return a function that copies a ``model``, as :func:`maker` makes it, given the new values of some attributes by position."""
    scope: dict[str, Any] = {"_new": object.__new__, "_model": model}
    body = []
    for entry in fields(model):  # type: ignore[arg-type]
        scope[f"_set_{entry.name}"] = getattr(model, entry.name).__set__
        body.append(f"    _set_{entry.name}(_made, {entry.name if entry.name in names else f'_old.{entry.name}'})")
    exec("\n".join([f"def copy(_old, {', '.join(names)}):", "    _made = _new(_model)", *body, "    return _made"]), scope)
    copied: Callable[..., Model] = scope["copy"]
    return copied
