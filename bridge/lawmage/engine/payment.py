"""Payments: the facts of one search for a way to pay, the search, and the way found (rules 118, 601.2g, 601.2h)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

import clingo

from lawmage.engine.programs import text
from lawmage.errors import EngineError, Fault
from lawmage.facts.words import MANA_ORDER

#: Mana abilities that cost mana and can be repeated are tried as often as mana is due, within these bounds.
LEAST_SLOTS, MOST_SLOTS = 12, 20
#: How often an ability is activated at the most that nothing else limits, unless more mana is due.
MOST = 20
#: Seconds after which a search is given up with an error.
DEADLINE = 20.0


@dataclass(frozen=True, slots=True)
class Lot:
    """Mana of one yield: how much, and which types each of it may be (letters).

    ``adders`` are the objects whose triggered abilities add it (-1 for none of an object), none of them where it is the
    source's own; ``snow`` tells of such mana whether it is from a snow source (106.3).
    """

    types: frozenset[str]
    amount: int
    adders: frozenset[int] = frozenset()
    snow: bool = False


@dataclass(slots=True)
class Step:
    """A mana ability that may be activated on the way.

    ``key`` is (object, ability); ``options`` are the yields to choose from; ``costs`` what one activation takes
    of each resource; ``symbols`` and ``generic`` its mana; ``picks`` (verb, candidates, how many) what it chooses.
    """

    key: tuple[int, int]
    options: list[list[Lot]]
    costs: dict[str, int] = field(default_factory=dict)
    symbols: dict[str, int] = field(default_factory=dict)
    generic: int = 0
    picks: list[tuple[str, list[int], int]] = field(default_factory=list)
    most: int = 1
    snow: bool = False
    limited: bool = False
    never_generic: bool = False
    open_to_goal: bool = True
    open_to: frozenset[int] = frozenset()
    vague: bool = False
    closed_to_goal: bool = False
    #: It doubles unspent mana (701.10e): it yields as much of each type as goes from other sources to the goal.
    doubles: bool = False

    @property
    def fed(self) -> bool:
        """Return whether it needs mana itself."""
        return bool(self.symbols or self.generic)

    def yield_key(self) -> tuple[object, ...]:
        """Return what makes two steps alike, but for their objects."""
        options = frozenset(frozenset((lot.types, lot.amount, lot.adders, lot.snow) for lot in option) for option in self.options)
        rest = (self.closed_to_goal, self.snow, self.limited, self.never_generic, self.open_to_goal, self.open_to)
        return (options, self.costs.get("life", 0), *rest)


@dataclass(slots=True)
class Goal:
    """What is paid for: mana, what it takes of each resource, picks, a crew, and what must be tapped by then."""

    symbols: dict[str, int] = field(default_factory=dict)
    generic: int = 0
    costs: dict[str, int] = field(default_factory=dict)
    picks: list[tuple[str, list[int], int]] = field(default_factory=list)
    crew: tuple[int, list[tuple[int, int]]] | None = None
    must_be_tapped: list[int] = field(default_factory=list)
    object: int | None = None
    spell: str | None = None
    choosy: bool = False
    #: Objects whose mana may not be spent on the spell.
    unfit: frozenset[int] = frozenset()
    #: What else than mana may pay: convoke and the like, and how much of it water bent may pay.
    helps: frozenset[str] = frozenset()
    bent: int = 0


@dataclass(frozen=True, slots=True)
class Paid:
    """One activation of a payment: (object, ability), how often, and the mana that was used, by type."""

    key: tuple[int, int]
    times: int
    mana: dict[str, int]


@dataclass(slots=True)
class Payment:
    """A way to pay: the activations, the mana from the pool, the life for symbols, and objects chosen for costs."""

    activations: list[Paid]
    pool: dict[str, int]
    picked: list[tuple[str, int]]
    life: int = 0


class Search:
    """The facts of one payment."""

    def __init__(
        self,
        steps: Sequence[Step],
        goal: Goal,
        pool: dict[str, int],
        capacities: dict[str, int],
        life_for: frozenset[str] = frozenset(),
        free_for: frozenset[str] = frozenset(),
        as_any: frozenset[str] = frozenset(),
        as_other: frozenset[str] = frozenset(),
        else_colorless: bool = False,
    ) -> None:
        self._facts: list[str] = []
        self._units: dict[str, list[tuple[int, int]]] = {}
        self._lots: dict[str, tuple[str, frozenset[str]]] = {}
        self._demands: dict[str, tuple[str, ...]] = {}
        self._capacities = dict(capacities)
        self._life_for = life_for
        #: 609.4b: whose mana may be spent as though of any color: "goal", or "all".
        self._free_for = free_for
        self._as_any = as_any
        self._as_other = as_other
        self._else_colorless = else_colorless
        self._goal = goal
        #: Whether more activations of a mana ability than are tried might pay.
        self.capped = False
        self._open: list[tuple[str, int]] = []
        self._goal_demands: list[tuple[str, int, frozenset[str]]] = []
        for letter, amount in pool.items():
            if amount:
                lot = f"pool{letter.lower()}"
                self._facts.append(f"lot(pool,all,{lot},{amount}).")
                self._facts += [f'lot_type({lot},"{x}").' for x in self._spent_as(frozenset(letter))]
                if goal.choosy:
                    self._facts.append(f"shut({lot},goal).")
                self._lots[lot] = ("pool", frozenset(letter))
        self._steps(steps)
        for lot, x in self._open:
            self._facts += [f"open_to({lot},{unit})." for unit, members in self._units.items() if members[0][0] == x]
        self._write_goal()
        self._facts += [f"capacity({resource},{amount})." for resource, amount in self._capacities.items()]
        self._together()

    def solve(self, best: bool = False) -> Payment | None:
        """Search; None if there is no way to pay. Raises :class:`EngineError` past the deadline."""
        program = text("activation/payment/search.lp") + (text("activation/payment/best.lp") if best else "")
        control = clingo.Control(["--warn=none"])
        control.add("base", [], program)
        control.add("base", [], "".join(self._facts))
        control.ground([("base", [])])
        found: list[Sequence[clingo.Symbol]] = []
        with control.solve(on_model=lambda model: found.append(model.symbols(shown=True)), async_=True) as handle:
            if not handle.wait(DEADLINE):
                handle.cancel()
                raise EngineError(Fault("engine", f"no way to pay was found or ruled out in {DEADLINE:.0f} seconds."))
            handle.get()
        return self._read(found[-1]) if found else None

    # --- Steps.

    def _steps(self, steps: Sequence[Step]) -> None:
        chosen = {x for step in steps for _, them, _ in step.picks for x in them}
        chosen |= {x for _, them, _ in self._goal.picks for x in them}
        if self._goal.crew is not None:
            chosen |= {x for x, _ in self._goal.crew[1]}
        if self._goal.object is not None:
            chosen.add(self._goal.object)
        chosen |= set(self._goal.must_be_tapped)
        by_object: dict[int, list[Step]] = {}
        for step in steps:
            by_object.setdefault(step.key[0], []).append(step)
        groups: dict[object, list[list[Step]]] = {}
        for number, own in by_object.items():
            plain = number not in chosen and all(_is_plain(step, number) for step in own)
            key: object = frozenset(step.yield_key() for step in own) if plain else number
            groups.setdefault(key, []).append(own)
        for index, alike in enumerate(groups.values()):
            if len(alike) > 1 or (all(_is_plain(step, step.key[0]) for step in alike[0]) and alike[0][0].key[0] not in chosen):
                self._group(index, alike)
            else:
                for step in alike[0]:
                    self._single(step)

    def _group(self, index: int, alike: list[list[Step]]) -> None:
        """Interchangeable objects with {T} abilities are counted, not told apart."""
        resource = f"tap(group({index}))"
        self._capacities[resource] = len(alike)
        seen: set[tuple[object, ...]] = set()
        for step in alike[0]:
            key = step.yield_key()
            if key in seen:
                continue
            seen.add(key)
            members = [next(s.key for s in own if s.yield_key() == key) for own in alike]
            unit = f"u({len(self._units)})"
            self._unit(unit, step, len(alike), members)
            self._facts.append(f"costs({unit},{resource},1).")
            if "life" in step.costs:
                self._facts.append(f"costs({unit},life,{step.costs['life']}).")

    def _single(self, step: Step) -> None:
        number = step.key[0]
        # Nothing is activated more often than there is mana to pay.
        slots, most = 1, step.most if step.most < MOST else max(MOST, self._due())
        if (step.fed or step.picks) and step.most > 1:
            # What it chooses each time is there once.
            able = min([step.most, *(len(them) // max(amount, 1) for _, them, amount in step.picks)])
            enough = max(LEAST_SLOTS, min(MOST_SLOTS, self._due()))
            slots, most = min(able, enough), 1
            self.capped = self.capped or (able > enough and step.most >= MOST and self._due() > enough)
        before = None
        for _ in range(slots):
            unit = f"u({len(self._units)})"
            self._unit(unit, step, most, [step.key])
            self._facts += [f"costs({unit},{resource},{amount})." for resource, amount in step.costs.items()]
            self._facts.append(f"of_object({unit},{number}).")
            self._demand(unit, step.symbols, step.generic)
            self._picks(unit, step.picks)
            if before is not None:
                self._facts.append(f"after_slot({unit},{before}).")
            before = unit

    def _due(self) -> int:
        """Return how much mana the goal takes."""
        return self._goal.generic + sum(self._goal.symbols.values())

    def _unit(self, unit: str, step: Step, most: int, members: list[tuple[int, int]]) -> None:
        self._units[unit] = members
        self._facts.append(f"step({unit}).most({unit},{most}).worth({unit},{_worth(step)}).")
        if step.key[1] < 0:
            self._facts.append(f"helping({unit}).")
        if step.doubles:
            self._facts.append(f"doubling({unit}).")
        for q, option in enumerate(step.options):
            self._facts.append(f"option({unit},{q}).")
            for lot_of in option:
                lot = f"l({len(self._lots)})"
                self._lots[lot] = (unit, lot_of.types)
                self._facts.append(f"lot({unit},{q},{lot},{lot_of.amount}).")
                self._facts += [f'lot_type({lot},"{letter}").' for letter in self._spent_as(lot_of.types)]
                if lot_of.adders:
                    # 106.3: it is the triggered ability's, which neither restricts it nor shares the source's qualities.
                    if lot_of.snow:
                        self._facts.append(f"snow({lot}).")
                    if lot_of.adders & self._goal.unfit:
                        self._facts.append(f"shut({lot},goal).")
                    continue
                if step.snow:
                    self._facts.append(f"snow({lot}).")
                if step.never_generic:
                    self._facts.append(f"never_generic({lot}).")
                if step.closed_to_goal:
                    self._facts.append(f"shut({lot},goal).")
                if step.limited:
                    self._facts.append(f"limited({lot}).")
                    if step.open_to_goal:
                        self._facts.append(f"open_to({lot},goal).")
                    self._open += [(lot, x) for x in step.open_to]

    def _spent_as(self, types: frozenset[str]) -> list[str]:
        """609.4b: the types that mana of some types may be spent as."""
        found: set[str] = set()
        for letter in types:
            found |= {pair[1] for pair in self._as_other if pair[0] == letter}
            if letter == "N":
                found.add(letter)
            elif letter in self._as_any:
                found |= set("WUBRG") | {letter}
            else:
                found.add("C" if self._else_colorless else letter)
        return sorted(found)

    def _picks(self, unit: str, picks: Iterable[tuple[str, list[int], int]]) -> None:
        for index, (verb, them, amount) in enumerate(picks):
            self._facts.append(f"pick({unit},{index},{verb},{amount}).")
            for x in them:
                self._facts.append(f"pickable({unit},{index},{x}).")
                resource = f"{'gone' if verb not in ('tap', 'untap') else verb}({x})"
                self._capacities.setdefault(resource, 1)

    # --- Demands.

    def _demand(self, unit: str, symbols: dict[str, int], generic: int) -> None:
        if generic:
            self._want(unit, generic, frozenset(MANA_ORDER), generic=True)
        for symbol, count in symbols.items():
            halves = symbol.split("/")
            twofold = "P" in halves or any(half.isdigit() for half in halves) or (symbol in self._life_for)
            if not twofold:
                self._want(unit, count, frozenset(halves))
                continue
            for _ in range(count):
                self._twofold(unit, symbol, halves)

    def _want(self, unit: str, amount: int, types: frozenset[str], generic: bool = False, way: str = "") -> str:
        free = "all" in self._free_for or unit in self._free_for
        if free and types & frozenset("WUBRG"):
            types = types | frozenset(MANA_ORDER)
        demand = f"d({len(self._demands)})"
        self._demands[demand] = (unit,)
        self._facts.append(f"demand({unit},{demand},{amount}).")
        if generic:
            # What is no mana may pay generic costs: N.
            self._facts.append(f'generic({demand}).takes({demand},"N").')
        for letter in sorted(types):
            self._facts.append(f"takes({demand},snow)." if letter == "S" else f'takes({demand},"{letter}").')
        if way:
            self._facts.append(f"part_of_way({demand},{way}).")
        elif unit == "goal":
            self._goal_demands.append((demand, amount, types))
        return demand

    def _twofold(self, unit: str, symbol: str, halves: list[str]) -> None:
        """107.4e, 107.4f: {2/W} is two generic mana or {W}; {W/P} is {W} or 2 life."""
        name = f"j({len(self._demands)})"
        self._demands[name] = (unit,)
        self._facts.append(f"twofold({unit},{name}).")
        colors = frozenset(half for half in halves if half in MANA_ORDER or half == "S")
        if colors:
            self._facts.append(f"way({name},mana).")
            self._want(unit, 1, colors, way=f"{name},mana")
        for half in halves:
            if half.isdigit():
                self._facts.append(f"way({name},generic).")
                self._want(unit, int(half), frozenset(MANA_ORDER), generic=True, way=f"{name},generic")
        if "P" in halves or symbol in self._life_for:
            self._facts.append(f"way({name},life).way_costs({name},life,life,2).")

    def _write_goal(self) -> None:
        goal = self._goal
        self._demand("goal", goal.symbols, goal.generic)
        self._facts += [f"costs(goal,{resource},{amount})." for resource, amount in goal.costs.items()]
        self._picks("goal", goal.picks)
        self._facts += [f"must_be_tapped({x})." for x in goal.must_be_tapped]
        if goal.crew is not None:
            self._facts.append(f"crew({goal.crew[0]}).")
            for x, power in goal.crew[1]:
                self._facts.append(f"crewer({x},{power}).")
                self._capacities.setdefault(f"tap({x})", 1)

    def _together(self) -> None:
        """Hall's condition on the goal's demands: what a set of them takes together must be there together."""
        demands = self._goal_demands[:5]
        for chosen in range(1, 2 ** len(demands)):
            members = [demand for index, demand in enumerate(demands) if chosen >> index & 1]
            name = f"h({chosen})"
            self._facts.append(f"together({name},{sum(amount for _, amount, _ in members)}).")
            self._facts += [f"member({demand},{name})." for demand, _, _ in members]

    # --- Reading.

    def _read(self, symbols: Sequence[clingo.Symbol]) -> Payment:
        times: dict[str, int] = {}
        mana: dict[str, dict[str, int]] = {}
        pool: dict[str, int] = {}
        picked: list[tuple[str, int]] = []
        life = 0
        for symbol in symbols:
            if symbol.name == "times" and str(symbol.arguments[0]) != "pool":
                unit = str(symbol.arguments[0])
                times[unit] = times.get(unit, 0) + symbol.arguments[2].number
            elif symbol.name == "flow":
                unit, types = self._lots[str(symbol.arguments[0])]
                target = pool if unit == "pool" else mana.setdefault(unit, {})
                if "N" in types:
                    continue
                letter = _letter(types, self._takes(str(symbol.arguments[1])))
                target[letter] = target.get(letter, 0) + symbol.arguments[2].number
            elif symbol.name == "picked":
                picked.append((str(symbol.arguments[0]), symbol.arguments[2].number))
            elif symbol.name == "crewed":
                picked.append(("goal", symbol.arguments[0].number))
            elif symbol.name == "chosen" and str(symbol.arguments[1]) == "life":
                life += 2
        activations: list[Paid] = []
        taken: set[int] = set()
        for unit, count in times.items():
            members = self._units[unit]
            made = mana.get(unit, {})
            if len(members) == 1:
                activations.append(Paid(members[0], count, made))
            else:
                free = [key for key in members if key[0] not in taken][:count]
                taken |= {key[0] for key in free}
                activations += _shared_out(free, made)
        return Payment(activations, pool, picked, life)

    def _takes(self, demand: str) -> frozenset[str]:
        head = f"takes({demand},"
        return frozenset(fact[len(head) :].strip(").").strip('"') for fact in self._facts if fact.startswith(head))


def _shared_out(members: list[tuple[int, int]], mana: dict[str, int]) -> list[Paid]:
    """Share the mana of interchangeable sources out: which of them made which is all the same."""
    letters = [letter for letter, amount in mana.items() for _ in range(amount)]
    size = -(-len(letters) // len(members))
    parts = [letters[i * size : (i + 1) * size] for i in range(len(members))]
    return [Paid(key, 1, {x: part.count(x) for x in dict.fromkeys(part)}) for key, part in zip(members, parts, strict=True)]


def _letter(types: frozenset[str], wanted: frozenset[str]) -> str:
    return next((x for x in MANA_ORDER if x in types and x in wanted), next(x for x in MANA_ORDER if x in types))


def _is_plain(step: Step, number: int) -> bool:
    return set(step.costs) <= {f"tap({number})", "life"} and f"tap({number})" in step.costs and not step.fed and not step.picks


def _worth(step: Step) -> int:
    """How useful a source is to keep: by the types it may make; restricted mana counts for less."""
    types = {letter for option in step.options for lot in option for letter in lot.types}
    return max(1, 2 * len(types) - (3 if step.limited else 0))


def options_of(modes: Iterable[list[list[list[Lot]]]]) -> list[list[Lot]]:
    """Return the yields to choose from: each mode is a list of instructions, each a list of alternatives of lots."""
    found: list[list[Lot]] = []
    for instructions in modes:
        for row in product(*(_merged(alternatives) for alternatives in instructions)):
            found.append([lot for lots in row for lot in lots])
    return _merged(found)


def _merged(alternatives: list[list[Lot]]) -> list[list[Lot]]:
    """Join alternatives that are one mana each: "one mana of any color" is one lot of five types."""
    ones = [option[0] for option in alternatives if len(option) == 1 and option[0].amount == 1 and not option[0].adders]
    others = [option for option in alternatives if not (len(option) == 1 and option[0].amount == 1 and not option[0].adders)]
    if len(ones) > 1:
        ones = [Lot(frozenset().union(*(lot.types for lot in ones)), 1)]
    return [*([lot] for lot in ones), *others]
