"""What the questions about activating share: the abilities judged, their reasons, and the search for a payment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import clingo

from lawmage.answer import Unread
from lawmage.engine.asked import Asked
from lawmage.engine.payment import MOST, Goal, Lot, Payment, Search, Step, options_of
from lawmage.errors import Fault, InputError, LawmageError
from lawmage.facts.costs import Activation
from lawmage.facts.position import FactWriter, Written, in_hand
from lawmage.facts.words import MANA_ORDER
from lawmage.position.query import Query
from lawmage.queries.reasons import RULES, Reason, reason_of
from lawmage.queries.tapped import PARTS

#: Topics of unread text that bear on activating wherever the text is in force.
TOPICS = frozenset({"prohibition", "costs", "characteristics", "control"})
#: What may pay for generic mana besides mana (702.51, 702.66, 702.126, 701.67), and the number that stands for its ability.
HELPS = {"convoke": -1, "improvise": -2, "delve": -3, "waterbend": -4}
Key = tuple[int, int]
Bag = dict[str, int]
#: What an ability offers: by mode and instruction, bags of mana with how many times each.
Offers = dict[int, dict[int, list[tuple[Bag, int]]]]


def asking(player: str, written: Written, number: int) -> str:
    """Return the fact that says whose activating is asked about."""
    if player not in written.players:
        raise InputError(Fault("query.player", "no player has this id.", player, tuple(written.players)))
    return f"asker({number},{written.players.index(player)})."


def concerns(asked: Asked, number: int) -> bool:
    """Own texts are judged ability by ability, not object by object."""
    del asked, number
    return False


@dataclass(slots=True)
class Verdict:
    """What is known of one ability: reasons why not, whether something is open, and a way to pay its mana."""

    key: Key
    reasons: list[Reason] = field(default_factory=list)
    notes: list[Unread] = field(default_factory=list)
    payment: Payment | None = None


class Board:
    """The shown atoms of one position, read for judging abilities."""

    def __init__(self, asked: Asked, writer: FactWriter, player: str) -> None:
        self.asked = asked
        self.writer = writer
        self.player = player
        self.y = asked.written.players.index(player)
        atoms = asked.atoms
        self.considered: list[Key] = sorted({(a[2].number, a[3].number) for a in atoms.get("considered", ())})
        self.possessed = {(a[1].number, a[2].number) for a in atoms.get("possessed", ())}
        self.open = {(a[1].number, a[2].number) for a in atoms.get("open_reason", ())}
        self.usable = sorted((a[1].number, a[2].number) for a in atoms.get("usable", ()))
        self.tapped = {a[1].number for a in atoms.get("tapped", ())}
        self._reasons: dict[Key, list[Reason]] = {}
        for atom in atoms.get("reason", ()):
            self._reasons.setdefault((atom[1].number, atom[2].number), []).append(reason_of(atom[3]))
        self.amounts = {(a[1].number, a[2].number, a[3].number): a[4].number for a in atoms.get("part_amount", ())}
        self.candidates: dict[tuple[int, int, int], list[int]] = {}
        # In the order of the objects, not of the atoms: that order hangs on what else is asked at the same time.
        for atom in sorted(atoms.get("candidate", ()), key=lambda atom: atom[5].number):
            self.candidates.setdefault((atom[1].number, atom[2].number, atom[3].number), []).append(atom[5].number)
        for them in self.candidates.values():
            them.sort()  # the solver's order depends on the batch
        self.life_due = {(a[1].number, a[2].number): a[3].number for a in atoms.get("life_due", ())}
        self.generic_due = {(a[1].number, a[2].number): a[3].number for a in atoms.get("generic_due", ())}
        self.x_due = {(a[1].number, a[2].number): a[3].number for a in atoms.get("x_due", ())}
        self.counters = {(a[1].number, a[2].string): a[3].number for a in atoms.get("counters_now", ())}
        self.types: dict[int, set[str]] = {}
        for atom in atoms.get("source_type", ()):
            self.types.setdefault(atom[1].number, set()).add(atom[2].string)
        self.unfit = frozenset(atom[1].number for atom in atoms.get("unfit", ()))
        self.in_hand = in_hand(asked.position, player)
        self._steps: tuple[list[Step], list[Unread]] | None = None

    def cost(self, ability: int) -> Activation:
        """Return the structured cost of an ability."""
        found = self.writer.abilities.records[ability].cost
        assert found is not None
        return found

    def reasons(self, key: Key) -> list[Reason]:
        """Return why an ability may not be activated, mana aside."""
        return sorted(dict.fromkeys(self._reasons.get(key, ())), key=lambda r: (r.rule, r.code, r.arguments))

    def label(self, number: int) -> str:
        """Return the id of an object, or what stands for it."""
        return self.asked.written.label(number)

    # --- Sources of mana.

    def steps(self) -> tuple[list[Step], list[Unread]]:
        """Return the mana abilities that may be activated on the way, and notes on those that can't be told."""
        if self._steps is None:
            self._steps = self._make_steps()
        return self._steps

    def _make_steps(self) -> tuple[list[Step], list[Unread]]:
        steps: list[Step] = []
        notes: list[Unread] = []
        bags, mixed, free = self._yields()
        atoms = self.asked.atoms
        puzzling = {(a[1].number, a[2].number) for a in atoms.get("open_spending", ())}
        replaced = {(a[1].number, a[2].number) for a in atoms.get("yields_replaced", ())}
        watched = bool(atoms.get("watched"))
        worked_out = self._worked_out([key for key in self.usable if key in replaced or watched])
        doubling = [key for key in self.usable if any("double_unspent" in g.what for g in self.writer.abilities.records[key[1]].gaps)]
        for key in self.usable:
            cost = self.cost(key[1])
            if key in doubling:
                steps += self._doubling(key, cost)
                if len(doubling) > 1:
                    notes.append(Unread(self.label(key[0]), "mana", "several abilities that double unspent mana"))
                continue
            if key in puzzling or key in self.open or any(g.own for g in self.writer.abilities.records[key[1]].gaps):
                notes.append(Unread(self.label(key[0]), "mana", "a mana ability that is not followed"))
            if "instant" in cost.limits:
                # It is activated with priority only, so never on the way; before that, its mana may be in the pool.
                notes.append(Unread(self.label(key[0]), "mana", "a mana ability that is activated before"))
                continue
            if key in worked_out:
                options, doubts = worked_out[key]
                notes += doubts
                step = self._step(key, cost, options)
                if options:
                    steps.append(step)
                continue
            modes = self._modes(key, bags, mixed)
            if modes:
                steps.append(self._step(key, cost, options_of(modes)))
            if key in free:
                steps += self._announced(key, cost, free[key], notes)
        if any(step.doubles for step in steps) and any(step.fed and not step.doubles for step in steps):
            notes.append(Unread("", "mana", "doubled mana that feeds other mana abilities"))
        for atom in atoms.get("in_force", ()):
            number = atom[1].number
            for gap in self.writer.abilities.records[atom[2].number].gaps:
                if self.writer.abilities.records[atom[2].number].node is None and gap.own and gap.topics & {"activated", "mana"}:
                    notes.append(Unread(self.label(number), "mana", gap.what))
        return steps, list(dict.fromkeys(notes))

    def _doubling(self, key: Key, cost: Activation) -> list[Step]:
        """701.10e: unspent mana doubled last of all: as much of each type as other sources give what is paid for."""
        step = self._step(key, cost, [[Lot(frozenset(letter), 40) for letter in MANA_ORDER]])
        step.doubles, step.limited, step.most = True, True, 1
        return [step]

    def _yields(self) -> tuple[dict[Key, Offers], set[tuple[int, int]], dict[Key, list[tuple[int, int, Bag]]]]:
        bags: dict[Key, Offers] = {}
        atoms = self.asked.atoms
        for atom in atoms.get("yields", ()):
            key = (atom[1].number, atom[2].number)
            bag = {letter: n.number for letter, n in zip(MANA_ORDER, atom[5].arguments, strict=True) if n.number}
            bags.setdefault(key, {}).setdefault(atom[3].number, {}).setdefault(atom[4].number, []).append((bag, atom[6].number))
        mixed = {(a[3].number, a[4].number) for a in atoms.get("yields_mixed", ())}
        free: dict[Key, list[tuple[int, int, Bag]]] = {}
        for atom in atoms.get("yields_free", ()):
            bag = {letter: n.number for letter, n in zip(MANA_ORDER, atom[5].arguments, strict=True) if n.number}
            free.setdefault((atom[1].number, atom[2].number), []).append((atom[3].number, atom[4].number, bag))
        return bags, mixed, free

    def _modes(self, key: Key, bags: dict[Key, Offers], mixed: set[tuple[int, int]]) -> list[list[list[list[Lot]]]]:
        return [
            [_alternatives(offers, (mode, index) in mixed) for index, offers in sorted(instructions.items())]
            for mode, instructions in sorted(bags.get(key, {}).items())
        ]

    def _worked_out(self, keys: list[Key]) -> dict[Key, tuple[list[list[Lot]], list[Unread]]]:
        """106.12, 616.1: what activations give with every replacement and trigger, asked as a question of its own."""
        if not keys:
            return {}
        from lawmage.engine.session import Session

        queries = [
            Query(
                kind="activate_for_mana",
                permanent=self.label(o),
                ability=self.writer.ability_text(a),
                player=self.player,
                recipient=self.player,
                where=PARTS,
            )
            for o, a in keys
        ]
        session = Session.sharing(self.writer)
        found: dict[Key, tuple[list[list[Lot]], list[Unread]]] = {}
        answers = session.ask_many([(self.asked.position, query) for query in queries])
        for key, answer in zip(keys, answers, strict=True):
            if isinstance(answer, LawmageError) or answer.result is None:
                found[key] = ([], [Unread(self.label(key[0]), "mana", "what it gives in the end")])
                continue
            doubts = list(answer.unread)
            rows = []
            for own, added, names in answer.result["parts"]:
                adders = frozenset(-1 if name is None else self.asked.written.numbers[name] for name in names)
                snows = {"Snow" in self.types.get(number, ()) for number in adders}
                unfit = {number in self.unfit or number < 0 for number in adders}
                if added and (len(snows) > 1 or len(unfit) > 1):
                    doubts.append(Unread(self.label(key[0]), "mana", "which of its mana a triggered ability adds"))
                row = [Lot(frozenset(x), n) for x, n in own.items()]
                row += [Lot(frozenset(x), n, adders, snows == {True}) for x, n in added.items()]
                if row:
                    rows.append(row)
            found[key] = (options_of([[rows]]) if rows else [], doubts)
        return found

    def _announced(self, key: Key, cost: Activation, free: list[tuple[int, int, Bag]], notes: list[Unread]) -> list[Step]:
        """107.3a: an amount that the activation fixes: each number of counters removed is a way of its own."""
        parts = [term for term in cost.terms if term.startswith("remove(") and term.endswith(",free)")]
        if len(parts) != 1 or any(term.endswith("free)") and term not in parts for term in cost.terms) or cost.free:
            notes.append(Unread(self.label(key[0]), "mana", "an amount that the activation fixes"))
            return []
        kind = parts[0].split('"')[1]
        types = frozenset(letter for _, _, bag in free for letter in bag)
        units = [bag for _, _, bag in free]
        if any(sum(bag.values()) != 1 for bag in units):
            notes.append(Unread(self.label(key[0]), "mana", "an amount that the activation fixes"))
            return []
        together = any((a[3].number, a[4].number) == free[0][:2] for a in self.asked.atoms.get("yields_mixed", ()))
        steps = []
        for x in range(1, min(self.counters.get((key[0], kind), 0), 30) + 1):
            options = [[Lot(types, x)]] if together else [[Lot(frozenset(letter), x)] for letter in sorted(types)]
            step = self._step(key, cost, options)
            step.costs[f'counters({key[0]},"{kind}")'] = x
            step.most = 1
            steps.append(step)
        return steps

    def _step(self, key: Key, cost: Activation, options: list[list[Lot]]) -> Step:
        number, ability = key
        step = Step(key, options, symbols=dict(cost.symbols), generic=self.generic_due.get(key, cost.generic))
        step.most = MOST
        for index, term in enumerate(cost.terms, start=1):
            self._takes(step.costs, step.picks, key, index, term)
        if self.life_due.get(key, 0):
            step.costs["life"] = self.life_due[key]
        for limit in cost.limits:
            if limit.startswith("times("):
                step.costs[f"times({number},{ability})"] = 1
        if any(resource.startswith(("tap(", "gone(", "untap(")) for resource in step.costs):
            step.most = 1
        step.snow = "Snow" in self.types.get(number, ())
        records = self.writer.abilities.records
        text = records[ability].activation
        step.limited = "restricted_mana(" in text
        step.never_generic = "never_generic(" in text
        step.vague = bool(step.picks) and "could_produce(" in records[ability].text
        if step.limited:
            atoms = self.asked.atoms
            step.open_to = frozenset(a[3].number for a in atoms.get("spendable_on_ability", ()) if (a[1].number, a[2].number) == key)
            step.open_to_goal = any((a[1].number, a[2].number) == key for a in atoms.get("spendable_on_spell", ()))
        step.closed_to_goal = any((a[1].number, a[2].number) == key for a in self.asked.atoms.get("closed_spending", ()))
        return step

    def _takes(self, costs: dict[str, int], picks: list[tuple[str, list[int], int]], key: Key, index: int, term: str) -> None:
        """Turn one part of a cost into resources taken and objects picked."""
        number = key[0]
        amount = self.amounts.get((*key, index), 0)
        head, _, rest = term.partition("(")
        if term in ("tap_it", "tap_this"):
            costs[f"tap({number})"] = 1
        elif term in ("untap_it", "untap_this"):
            costs[f"untap({number})"] = 1
        elif head == "move" or term == "leave_zone":
            costs[f"gone({number})"] = 1
            if number in self.in_hand:
                costs["hand"] = costs.get("hand", 0) + 1
        elif head == "energy":
            costs["energy"] = costs.get("energy", 0) + amount
        elif head == "remove" and amount:
            resource = f'counters({number},"{term.split(chr(34))[1]}")'
            costs[resource] = costs.get(resource, 0) + amount
        elif head == "choose" and amount and f"any_card({key[1]},{index})." in self.cost(key[1]).facts:
            # 701.9: any card in hand will do, of which a position may tell the number only.
            costs["hand"] = costs.get("hand", 0) + amount
        elif head == "choose" and amount and not rest.startswith("reveal,"):
            picks.append((rest.split(",")[0], self.candidates.get((*key, index), []), amount))

    def capacities(self) -> dict[str, int]:
        """Return how much there is of each resource."""
        position, written = self.asked.position, self.asked.written
        player = next(p for p in position.players if p.id == self.player)
        hand = player.hand if isinstance(player.hand, int) else len(player.hand)
        life = 0 if self.asked.atoms.get("barred_life") else max(player.life, 0)
        found = {"life": life, "energy": player.counters.get("energy", 0), "hand": hand}
        found["graveyard"] = len(player.graveyard)
        for number in range(len(written.ids)):
            found[f"tap({number})"] = 0 if number in self.tapped else 1
            found[f"gone({number})"] = 1
            found[f"untap({number})"] = 1
        for (number, kind), amount in self.counters.items():
            found[f'counters({number},"{kind}")'] = amount
        used = {(a[1].number, a[2].number): a[3].number for a in self.asked.atoms.get("times_activated", ())}
        for key in self.considered:
            limits = [limit for limit in self.cost(key[1]).limits if limit.startswith("times(")]
            if limits:
                found[f"times({key[0]},{key[1]})"] = max(0, int(limits[0][6:-1]) - used.get(key, 0))
        return found

    # --- Payment.

    def helps(self) -> frozenset[str]:
        """Return what else than mana may pay for the spell: convoke, improvise, delve."""
        return frozenset(atom[1].name for atom in self.asked.atoms.get("helps", ())) - {"waterbend"}

    def _helpers(self, goal: Goal) -> Iterator[Step]:
        """702.51a, 702.126a: tapping pays one generic mana or, with convoke, mana of the creature's colors; 702.66a: so does exiling."""
        colors: dict[int, set[str]] = {}
        for atom in self.asked.atoms.get("helper_color", ()):
            colors.setdefault(atom[1].number, set()).add(atom[2].string)
        for name, number in sorted((atom[1].name, atom[2].number) for atom in self.asked.atoms.get("helper", ())):
            if name in goal.helps:
                types = frozenset(colors.get(number, ())) if name == "convoke" else frozenset()
                step = Step((number, HELPS[name]), [[Lot(types or frozenset("N"), 1)]], {f"tap({number})": 1}, limited=True)
                if name == "waterbend":
                    step.costs["waterbend"] = 1
                yield step
        buried = len(next(p for p in self.asked.position.players if p.id == self.player).graveyard)
        if "delve" in goal.helps and buried:
            yield Step((-1, HELPS["delve"]), [[Lot(frozenset("N"), 1)]], {"graveyard": 1}, most=buried, limited=True)

    def pool(self) -> dict[str, int]:
        """Return the player's mana pool by letter."""
        player = next(p for p in self.asked.position.players if p.id == self.player)
        return dict(player.mana_pool)

    def pay(self, goal: Goal, exclude: Key | None = None, best: bool = False) -> tuple[Payment | None, list[Unread]]:
        """Search for a payment; the notes say what would make a "no" uncertain."""
        steps, notes = self.steps()
        fitting = [step for step in steps if step.key != exclude]
        if goal.object is not None:
            for step in fitting:
                if step.limited:
                    step.open_to_goal = goal.object in step.open_to
        fitting += self._helpers(goal)
        if any(resource.startswith("untap(") for step in fitting for resource in step.costs):
            notes = [*notes, Unread("", "mana", "mana abilities that untap")]
        if self.asked.atoms.get("spell_is_choosy"):
            goal.choosy = True
            goal.unfit = self.unfit | {-1}
            for step in fitting:
                step.closed_to_goal = step.closed_to_goal or step.key[0] in self.unfit
            if self.pool():
                notes = [*notes, Unread("", "mana", "what produced the mana in the pool")]
        search = self.search(fitting, goal)
        payment = search.solve(best)
        if payment is None:
            if search.capped:
                notes = [*notes, Unread("", "mana", "more activations of a mana ability than are tried")]
            return None, notes
        vague = {step.key for step in fitting if step.vague}
        used = sorted({paid.key[0] for paid in payment.activations if paid.key in vague})
        return payment, [Unread(self.label(o), "mana", "what it gives depends on what is chosen for its cost") for o in used]

    def search(self, steps: list[Step], goal: Goal) -> Search:
        """Return the search for one goal; resources nobody takes are left out."""
        wanted = {resource for step in steps for resource in step.costs} | set(goal.costs)
        for step in steps:
            wanted |= {f"{'gone' if verb not in ('tap', 'untap') else verb}({x})" for verb, them, _ in step.picks for x in them}
        wanted |= {f"{'gone' if verb not in ('tap', 'untap') else verb}({x})" for verb, them, _ in goal.picks for x in them}
        wanted |= {f"tap({x})" for x, _ in (goal.crew[1] if goal.crew else ())} | {"life"}
        capacities = {"waterbend": goal.bent} if goal.bent else {}
        capacities |= {resource: amount for resource, amount in self.capacities().items() if resource in wanted}
        terms = [atom[1] for atom in self.asked.atoms.get("spends_freely", ())]
        freely = {term.number if term.type is clingo.SymbolType.Number else term.name for term in terms}
        letters = {
            name: frozenset(term.arguments[0].string for term in terms if term.type is clingo.SymbolType.Function and term.name == name)
            for name in ("color_as_any", "color_as", "life_for")
        }
        free = frozenset(["all"] if "always" in freely else ["goal"] if freely & {goal.object, goal.spell} else [])
        return Search(
            steps,
            goal,
            self.pool(),
            capacities,
            life_for=letters["life_for"],
            free_for=free,
            as_any=letters["color_as_any"],
            as_other=letters["color_as"],
            else_colorless="else_colorless" in freely,
        )

    def goal(self, key: Key) -> Goal:
        """Return what activating an ability takes."""
        cost = self.cost(key[1])
        generic = self.generic_due.get(key, cost.generic) + self.x_due.get(key, 0)
        goal = Goal(dict(cost.symbols), generic, object=key[0])
        for index, term in enumerate(cost.terms, start=1):
            self._takes(goal.costs, goal.picks, key, index, term)
            if term.startswith("waterbend("):
                # 701.67a: its generic mana may be paid by tapping artifacts and creatures.
                goal.bent = int(term[10:-1])
                goal.generic += goal.bent
                goal.helps = frozenset({"waterbend"})
            if term.startswith("crew("):
                crewers = sorted(
                    (a[3].number, a[4].number) for a in self.asked.atoms.get("crewer", ()) if (a[1].number, a[2].number) == key
                )
                goal.crew = (int(term[5:-1].split(",")[1]), crewers)
        if self.life_due.get(key, 0):
            goal.costs["life"] = self.life_due[key]
        if any((a[1].number, a[2].number) == key for a in self.asked.atoms.get("untapped_now", ())):
            goal.must_be_tapped.append(key[0])
        return goal


def _alternatives(offers: Iterable[tuple[dict[str, int], int]], mixed: bool) -> list[list[Lot]]:
    found = list(offers)
    if mixed:
        types = frozenset(letter for bag, _ in found for letter in bag)
        amount = max(times for _, times in found)
        if all(sum(bag.values()) == 1 for bag, _ in found):
            return [[Lot(types, amount)]]
    return [[Lot(frozenset(letter), count * times) for letter, count in bag.items()] for bag, times in found]


def judge(board: Board, key: Key, best: bool = False) -> Verdict:
    """Judge one ability: the reasons against it, and whether its whole cost can be paid at once."""
    verdict = Verdict(key, board.reasons(key))
    _judge(board, key, best, verdict)
    cost = board.cost(key[1])
    if key in board.open and (not verdict.reasons or any(what.startswith(_LENIENT) for what in cost.missing)):
        # What is not known may add reasons; it takes none away, but for what may allow or cheapen.
        what = cost.missing[0] if cost.missing else "something the position does not tell"
        verdict.notes.insert(0, Unread(board.label(key[0]), "activated", f"no facts for {what}"))
    return verdict


#: Structures without facts by which an ability might be activated after all.
_LENIENT = ("ability_costs", "may_activate", "only_may_activate", "cost_or", "costs_either", "keyword_cost_or", "the shape")


def _judge(board: Board, key: Key, best: bool, verdict: Verdict) -> Verdict:
    if any(reason.code == "lost" for reason in verdict.reasons):
        return verdict
    goal = board.goal(key)
    mana = bool(goal.symbols or goal.generic)
    joint = len(goal.costs) + len(goal.picks) + (goal.crew is not None) > 1
    if not mana and not joint and not goal.must_be_tapped:
        return verdict
    if not mana and verdict.reasons:
        return verdict
    if not mana:
        verdict.payment = board.search([], goal).solve()
        if verdict.payment is None:
            verdict.reasons.append(Reason("together", RULES["together"]))
        return verdict
    if verdict.reasons:
        # Another part of the cost can't be paid: the mana is a reason of its own if it can't be paid by itself.
        goal = Goal(goal.symbols, goal.generic, object=goal.object, helps=goal.helps, bent=goal.bent)
    payment, notes = board.pay(goal, exclude=key, best=best)
    if payment is None:
        verdict.reasons.append(Reason("mana", RULES["mana"]))
        if len(verdict.reasons) == 1:
            verdict.notes += notes
    elif not verdict.reasons:
        verdict.payment = payment
        verdict.notes += notes
    return verdict
