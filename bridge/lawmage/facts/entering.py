"""How permanents enter: tapped, untapped, with counters, after choices and payments (614.1c, 614.1d, 614.12)."""

from __future__ import annotations

from dataclasses import replace

from lawmage.cards.ability import Node, walk
from lawmage.cards.oracle.keywords import keyword_of
from lawmage.cards.oracle.vocabulary import number
from lawmage.facts.amounts import amount, counted
from lawmage.facts.description import both, status, trait
from lawmage.facts.extra import Extra
from lawmage.facts.objects import counter_kind, describe
from lawmage.facts.outer import Statement
from lawmage.facts.replacement import Effect
from lawmage.facts.scope import NotModelled, Scope
from lawmage.facts.words import quoted

#: Changes that say how objects enter.
ENTERING = frozenset(
    {
        "enters_tapped", "enters_untapped", "enters_with", "enters_tapped_with", "enters_tapped_attacking", "enters_attacking",
        "enters_under", "enters_under_control_of", "enters_attached", "enters_prepared", "enters_transformed", "enters_with_as",
    }
)  # fmt: skip
#: Keywords that mean entering with so many counters of a kind (702).
_COUNTERS = {"modular": "+1/+1", "graft": "+1/+1", "vanishing": "time", "fading": "fade"}


def entering_scope(scope: Scope) -> Scope:
    """107.3m: X of the spell that became the permanent; 614.12: what is entering is not there yet."""
    return replace(scope, x="spell_x" if scope.x is None else scope.x, apart=status("entering", False))


def change(found: Statement, extra: Extra) -> None:
    """Add a statement such as "creatures you control enter with a counter"."""
    target = found.target
    assert target is not None
    if target.kind == "it" and found.scope.it is None:
        # "If this was kicked, it enters with ...".
        target = Node("this")
    found = replace(found, scope=entering_scope(found.scope))
    effect = Effect(extra, found.scope)
    effect.fact("replaced_event", "enters")
    effect.target = target
    effect.fact("replaced_to", effect.describe(describe(target, replace(found.scope, apart=None))))
    kind = found.node.kind
    if kind in ("enters_tapped", "enters_untapped"):
        effect.fact("replaced_by", kind.removeprefix("enters_"))
    elif kind in ("enters_with", "enters_tapped_with"):
        if kind == "enters_tapped_with":
            effect.fact("replaced_by", "tapped_too")
        loads(found.node.child(0), effect)
    elif kind == "enters_under_control_of" and found.node.child(0).kind == "opponent_of_choice":
        effect.fact("entry_under_opponent")
    elif kind == "enters_prepared":
        # 702: a designation that no effect on entering looks at.
        effect.fact("replaced_by", "choose")
    elif kind == "enters_with_as":
        # What it enters as besides is a type, which no effect here looks at (noted where one does).
        _load(found.node.child(0), effect)
        effect.fact("enters_as_other")
    else:
        raise NotModelled(kind)
    effect.finish(terms_of(found, effect))


def terms_of(found: Statement, effect: Effect) -> list[str]:
    """Return the terms of a statement's conditions, those on the spell that became the permanent among them."""
    scope = replace(found.scope, mentions=[])
    terms = []
    for how, node in found.conditions:
        if _is_kicked(node):
            # 702.33d: how often it was kicked is a number of the spell.
            terms.append("between(kicked,1,1000000000)")
            continue
        cast = _cast(node)
        if cast is not None:
            terms.append(cast if how != "unless" else f"not_so({cast})")
            continue
        if node.kind == "x_is" or any(part.kind in ("x_is", "was_kicked", "cost_was_paid") for part in walk(node)):
            terms.append(_x_is(node))
            continue
        term = replace(found, conditions=((how, node),), scope=scope).terms()
        terms += term
    effect.descriptions += scope.mentions
    return terms


def _cast(node: Node) -> str | None:
    """The term of "if you cast it", "if you cast it from your hand" or "if it wasn't cast"."""
    if node.kind == "was_not_cast" and node.child(0).kind in ("it", "this"):
        return "between(cast(any),0,0)"
    if node.kind == "you_cast":
        what = node.child(0)
        if what.kind in ("it", "this"):
            return "between(cast(any),1,1)"
        if what.kind == "from_zone" and what.child(0).kind in ("it", "this"):
            place = what.child(1).child(0)
            if place.kind == "hand" and place.child(0).kind == "your":
                return "between(cast(hand),1,1)"
    return None


def _is_kicked(node: Node) -> bool:
    if node.child(0).kind not in ("this", "it"):
        return False
    return node.kind == "was_kicked" or (node.kind == "is" and node.child(1).kind == "kicked")


def _x_is(node: Node) -> str:
    if node.kind == "x_is" and node.child(0).kind == "exactly" and node.child(0).child(0).kind == "number_or_more":
        return f"between(spell_x,{number(node.child(0).child(0).word())},1000000000)"
    raise NotModelled(node.kind)


def loads(node: Node, effect: Effect) -> None:
    """Counters it enters with: of one kind, of one of two kinds, or of two kinds."""
    inner = node.child(0)
    if node.kind == "load_and_with" and inner.kind == "loads_and":
        effect.fact("enters_as_other")
    if inner.kind == "loads_or" and node.kind == "load_choice":
        for part in inner.parts:
            assert isinstance(part, Node)
            _load(Node("load_on", (part,)), effect)
    elif inner.kind == "loads_and" and node.kind in ("load_on", "load_and_with"):
        effect.fact("replaced_by", "with_all")
        for index, part in enumerate(inner.parts, 1):
            assert isinstance(part, Node)
            found, how_many = counters_loaded(Node("load_on", (part,)), effect)
            effect.fact("entry_load", index, quoted(found), how_many)
    else:
        _load(node, effect)


def _load(node: Node, effect: Effect) -> None:
    found, how_many = counters_loaded(node, effect)
    effect.fact("replaced_by", f"with({quoted(found)},{how_many})")


def counters_loaded(node: Node, effect: Effect) -> tuple[str, str]:
    """Return the kind of counter and the amount term of "with three counters on it" and its like."""
    kind = node.kind
    load = node.child(0)
    if kind == "load_and_with":
        # Abilities it enters with besides are seen by what looks at abilities (noted where something does).
        effect.fact("enters_as_other")
        kind = "load_on"
    if load.kind not in ("counter_load", "additional_counter", "additional_counters", "additional_x_counters", "number_of_counters",
                         "number_of_additional_counters"):  # fmt: skip
        raise NotModelled(load.kind)
    counters = load.child(len(load.parts) - 1)
    found = counter_kind(counters)
    if found is None:
        raise NotModelled("counters of any kind")
    count = load.child(0) if len(load.parts) > 1 else None
    if kind == "load_on":
        how_many = "number(1)" if count is None or count.kind == "a_number" else _amount(count, effect)
    elif kind == "load_equal":
        how_many = _amount(node.child(1), effect)
    elif kind == "load_for_each":
        how_many = "kicked" if node.child(1).kind == "times_it_was_kicked" else _counted(node.child(1), effect)
        if count is not None and count.kind == "number":
            how_many = f"times({number(count.word())},{how_many})"
    else:
        raise NotModelled(kind)
    return found, how_many


def _amount(node: Node, effect: Effect) -> str:
    scope = replace(effect.scope, mentions=[])
    found = amount(node, scope)
    effect.descriptions += scope.mentions
    return found


def _counted(node: Node, effect: Effect) -> str:
    scope = replace(effect.scope, mentions=[])
    found = counted(node, scope)
    effect.descriptions += scope.mentions
    return found


def each_kind(node: Node, extra: Extra) -> bool:
    """Add "for each kind of counter on this, others enter with a counter of that kind"; return whether it is that."""
    if node.kind == "spell_ability":
        node = node.child(0)
    if node.kind != "for_each_do" or node.child(0).kind != "kinds_of_counter" or node.child(0).child(0).kind != "this":
        return False
    changed = node.child(1)
    if changed.kind != "change" or changed.child(1).kind != "enters_with":
        return False
    load = changed.child(1).child(0)
    if load.kind != "load_on" or load.child(0).kind != "counter_load" or load.child(0).child(0).kind != "a_number":
        return False
    if load.child(0).child(1).kind != "counter_of_that_kind":
        return False
    effect = Effect(extra, extra.scope)
    effect.fact("replaced_event", "enters")
    effect.target = changed.child(0)
    effect.fact("replaced_to", effect.describe(describe(changed.child(0), extra.scope)))
    effect.fact("replaced_by", "with_each_kind")
    effect.facts.append(f"hangs_on_source({effect.number}).")
    effect.finish([])
    return True


def keyword(node: Node, extra: Extra) -> bool:
    """Add a keyword that means entering with counters; return whether it is one."""
    name = keyword_of(node)
    if name == "ravenous":
        how_many, kind = "spell_x", "+1/+1"
    elif name in _COUNTERS and node.kind == "keyword_number" and node.child(1).kind == "number":
        how_many, kind = f"number({number(node.child(1).word())})", _COUNTERS[name]
    elif name in ("riot", "unleash"):
        how_many, kind = "number(1)", "+1/+1"
    elif name == "tribute" and node.kind == "keyword_number" and node.child(1).kind == "number":
        # 702.104a: an opponent may put them.
        how_many, kind = f"number({number(node.child(1).word())})", "+1/+1"
    elif name == "devour" and node.kind == "keyword_number" and node.child(1).kind == "number":
        _devour(number(node.child(1).word()), extra)
        return True
    else:
        return False
    effect = Effect(extra, extra.scope)
    effect.fact("replaced_event", "enters")
    effect.target = Node("this")
    effect.fact("replaced_to", effect.describe(status("this")))
    may = "may_" if name in ("riot", "unleash", "tribute") else ""
    effect.fact("replaced_by", f"{may}with({quoted(kind)},{how_many})")
    effect.finish([])
    return True


def _devour(each: int, extra: Extra) -> None:
    """702.82a: any number of creatures may be sacrificed, for so many counters each."""
    effect = Effect(extra, extra.scope)
    effect.fact("replaced_event", "enters")
    effect.target = Node("this")
    effect.fact("replaced_to", effect.describe(status("this")))
    mine = both(both(trait(f"type({quoted('Creature')})"), status("controlled_by(you)")), status("entering", False))
    effect.fact("replaced_by", f"devour({each},{effect.describe(mine)})")
    effect.finish([])
