"""What words such as "it", "x" and "@id" mean where a node is translated; and what can't be translated yet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from lawmage.cards.ability import Node
from lawmage.facts.description import Alternatives


class NotModelled(Exception):
    """A structure that was read but has no facts yet; ``what`` is the node kind that has none."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(what)


@dataclass(frozen=True, slots=True)
class Reference:
    """What ``@id`` names: an object (its number in the position) or a player (likewise).

    A last one of the sort ``source`` is the object that an effect of the position came from.
    """

    sort: str
    number: int


@dataclass(frozen=True, slots=True)
class Scope:
    """The setting of a node: references by their number, the amount X is bound to, what "it" describes.

    ``x`` is an amount term (``y`` likewise), ``free`` where only an activation fixes it, None where it has no meaning.
    ``it`` describes the object "it" means, None where it is the object with the ability.
    ``otherwise`` is the condition that "otherwise" speaks of the contrary of.
    ``changed`` tells what such an effect changes: ``this``, ``host``, ``yours`` (objects you control) or any.
    ``other`` is what "other" is other than: ``this`` or ``host``.
    ``that`` describes what "that creature" refers back to.
    ``paid`` describes what a cost sacrifices or taps; ``that_type`` is the addition "that type" refers to.
    ``they`` is the player node "they" stands for, ``that_number`` the amount "that number" repeats.
    ``resolved`` tells that the text is an effect of the position: "it" is then never the effect's source.
    ``apart`` is a test that whatever is mentioned must pass besides.
    ``each_name`` tells that "with the same name as that creature" means each object an effect changes.
    ``each`` tells that "it" and "its" are the object an effect changes, not the effect's source.
    """

    references: tuple[Reference, ...] = ()
    x: str | None = None
    it: Alternatives | None = None
    each: bool = False
    changed: str = ""
    other: str = "this"
    that: Alternatives | None = None
    paid: Alternatives | None = None
    that_type: Any = None
    they: Node | None = None
    resolved: bool = False
    that_number: str | None = None
    otherwise: str | None = None
    each_name: bool = False
    y: str | None = None
    apart: Alternatives | None = None
    mentions: list[int] = field(default_factory=list, compare=False)

    @property
    def free(self) -> bool:
        """Whether an amount here may be one that only an activation fixes."""
        return self.x == "free" or (self.x is not None and self.x.startswith("chosen("))

    @property
    def source(self) -> str:
        """The test for the object an effect of the position came from; NotModelled where that is no object of it."""
        if not self.references or self.references[-1].sort != "source":
            raise NotModelled("this")
        return f"object({self.references[-1].number})"

    def with_x(self, amount: str) -> Scope:
        """Return the scope with X bound to an amount term."""
        return replace(self, x=amount)
