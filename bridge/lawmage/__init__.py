"""lawmage: a rules checker for Magic: The Gathering.

``lawmage.ask(position, query)`` answers one question, ``lawmage.ask_many(pairs)`` many at once; see :mod:`lawmage.api`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lawmage.api import ask, ask_many

__all__ = ["ask", "ask_many"]


def __getattr__(name: str) -> Any:
    # Imported only when asked for: commands that need no engine start without it.
    if name in __all__:
        from lawmage import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
