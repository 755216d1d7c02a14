"""Asking: many questions are written as facts, grounded together, and their answers read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

import clingo

from lawmage.answer import Answer, Status, Unread, unanswered
from lawmage.cards import catalogue
from lawmage.engine.asked import Asked, Branch
from lawmage.engine.kinds import Kinds, kind_of
from lawmage.engine.programs import Plan
from lawmage.engine.prune import asked_of, pruned, signatures, words_of
from lawmage.engine.solver import Solve, solve
from lawmage.errors import EngineError, Fault, LawmageError
from lawmage.facts import glances
from lawmage.facts.abilities import Gap, Record, may_be_open
from lawmage.facts.bundles import PREDICATES
from lawmage.facts.position import NUMBER, FactWriter, Written
from lawmage.facts.relevance import Relevance
from lawmage.facts.replacing import TOPICS as REPLACED
from lawmage.facts.replacing import WOULD
from lawmage.facts.slices import Depth, ManaSlices
from lawmage.position.model import Position
from lawmage.position.query import Query

KINDS = Kinds()
#: Modules that prove an answer, by kind of query; loaded when a proof is asked for, since graphs take time to load.
PROOFS = {
    "could_produce": "lawmage.explain.could_produce",
    "characteristics": "lawmage.explain.characteristics",
    "state_based_actions": "lawmage.explain.causes",
    "event": "lawmage.explain.causes",
    "value_of_x": "lawmage.explain.causes",
    "legal": "lawmage.explain.activating",
    "abilities": "lawmage.explain.activating",
    "payable": "lawmage.explain.activating",
}
#: Shown predicates that are tables of the batch; the first argument of every other is the position.
TABLES = frozenset({"drop", "change", "replaced"})
#: Topics that only abilities still there after all layers bear on.
AT_THE_END = frozenset({"state", "zones", "damage", "discard", "mill", "sacrifice"}) | {WOULD + topic for topic in REPLACED}
#: The signatures of facts about bundles.
_OF_BUNDLES = frozenset(f"{predicate}/" for predicate in (*PREDICATES, "has"))
#: The most positions taken together.
BATCH = 1000
#: The most permanents grounded together, by depth: what the solver holds grows with them.
MOST_PERMANENTS = {Depth.ALL: 1000, Depth.SIZES: 2000, Depth.MANA: 12000}
#: Numbers of steps (613.8) that programs are made out for.
STEPS = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
#: So few boards are not worth a program of their own.
FEW = 10
MOST_STEPS = STEPS[-1]
#: More ways to make the choices before an event than this are not followed.
MOST_BRANCHES = 1000
#: Atoms that tell of something open.
OPEN = frozenset({"in_force", "unsettled", "doubt"})


@dataclass(slots=True)
class Board:
    """A position of a batch: its facts, its number, the facts that ask about it, and what was shown of it.

    ``about`` are the numbers of the objects asked about, ``depth`` is how much of the layers bears on that.
    """

    position: Position
    written: Written
    number: int
    questions: dict[str, None] = field(default_factory=dict)
    about: set[int] = field(default_factory=set)
    depth: Depth = Depth.ALL
    atoms: dict[str, list[list[clingo.Symbol]]] = field(default_factory=dict)
    worked_out: dict[str, Any] = field(default_factory=dict)


class Session:
    """A catalogue, the facts made so far, and the way to ask; one per process, and those that share its facts."""

    #: What solves programs for all sessions of this process, if not the process itself.
    solver: ClassVar[Solve | None] = None

    def __init__(self, cards: catalogue.Catalogue | None = None, writer: FactWriter | None = None) -> None:
        self.writer = writer or (FactWriter(cards) if cards else FactWriter(catalogue.packaged(), glances.packaged()))
        mana = KINDS["could_produce"]
        self._slices = ManaSlices(self.writer, mana.topics, mana.own_topics)
        self._relevance: dict[str, Relevance] = {}

    @classmethod
    def sharing(cls, writer: FactWriter) -> Session:
        """Return a session with the facts that another has made: for questions within a question."""
        return cls(writer=writer)

    def ask_many(self, pairs: Sequence[tuple[Position, Query]], explain: bool = False) -> list[Answer | LawmageError]:
        """Answer every (position, query) pair, in order; a pair that fails gets its error in its place."""
        answers: list[Answer | LawmageError | None] = [None] * len(pairs)
        by_kind: dict[str, list[int]] = {}
        for index, (_, query) in enumerate(pairs):
            if (kind := kind_of(query)) in KINDS:
                by_kind.setdefault(kind, []).append(index)
            else:
                answers[index] = unanswered(query)
        for kind, indexes in by_kind.items():
            keys = _keys(KINDS[kind], pairs)
            for chunk in _chunks(indexes, keys, 1 if explain else BATCH):
                self._batch(kind, chunk, pairs, answers, explain)
        return [found if found is not None else unanswered(pairs[i][1]) for i, found in enumerate(answers)]

    def _batch(
        self,
        kind: str,
        indexes: list[int],
        pairs: Sequence[tuple[Position, Query]],
        answers: list[Answer | LawmageError | None],
        explain: bool,
    ) -> None:
        """Answer the pairs of some indexes together; questions about one and the same position share its facts."""
        module = KINDS[kind]
        keys = _keys(module, pairs)
        boards: dict[int, Board | LawmageError] = {}
        asked: list[tuple[Query, Position, Board]] = []
        places: list[int] = []
        for index in indexes:
            position, query = pairs[index]
            board = boards.get(keys[index])
            if board is None:
                board = boards[keys[index]] = self._board(position, len(boards), hasattr(module, "relevant"))
            try:
                if isinstance(board, LawmageError):
                    raise board
                if hasattr(module, "prepare"):
                    board.questions[module.prepare(query, position, board.written, board.number, self.writer)] = None
                elif hasattr(module, "relevant"):
                    board.about.add(module.relevant(query, board.written))
                else:
                    question = module.facts(query, board.written, board.number)
                    if getattr(module, "extra", False):
                        question += self.writer.looked_at(position, board.written, board.number)
                    board.questions[question] = None
            except LawmageError as error:
                answers[index] = error
                continue
            asked.append((query, position, board))
            places.append(index)
        if not asked:
            return
        try:
            found = [board for board in boards.values() if isinstance(board, Board) and (board.questions or board.about)]
            if hasattr(module, "relevant"):
                self._cut(module, found, explain)
                for board in found:
                    moved = board.written.places
                    numbers = dict.fromkeys(moved.get(number, number) for number in board.about)
                    board.questions.update((f"query({NUMBER},{kind},{number}).", None) for number in numbers)
            self._solve(kind, found, explain)
        except LawmageError as error:
            if len(boards) == 1:
                for place in places:
                    answers[place] = error
                return
            # One position must not take its batch along: by halves, until it stands alone.
            for chunk in _chunks(places, keys, (len(boards) + 1) // 2):
                self._batch(kind, chunk, pairs, answers, explain)
            return
        for place, (query, position, board) in zip(places, asked, strict=True):
            one = Asked(query, position, board.written, board.number, board.atoms, board.worked_out)
            try:
                if "may_choose" in one.atoms:
                    one.branches = self._branches(kind, one, explain)
                answers[place] = self._answer(module, one, explain)
            except LawmageError as error:
                answers[place] = error

    def _branches(self, kind: str, root: Asked, explain: bool) -> list[Branch]:
        """Ask again for each choice that the programs found must be made first, until none is left to make.

        A ``may_choose(P,X,F)`` says that choice X can be made, and that F holds where it was. Choices that lead to the same
        are followed once.
        """
        found: list[Branch] = []
        todo = [Branch((), root)]
        seen: set[frozenset[str]] = set()
        while todo:
            boards: list[Board] = []
            asked: list[Branch] = []
            for branch in todo:
                if "may_choose" not in branch.asked.atoms:
                    found.append(branch)
                    continue
                for choice, facts in _options(branch.asked):
                    if facts in seen:
                        continue
                    seen.add(facts)
                    board = self._board(root.position, len(boards) % BATCH, False)
                    if isinstance(board, LawmageError):
                        raise board
                    board.written.deep = board.written.deep or any(fact.startswith("entered_as(") for fact in facts)
                    question = KINDS[kind].prepare(root.query, root.position, board.written, board.number, self.writer)
                    chosen = "".join(f"{fact.replace('(', f'({board.number},', 1)}." for fact in sorted(facts))
                    board.questions[question + chosen] = None
                    one = Asked(root.query, root.position, board.written, board.number, board.atoms, board.worked_out)
                    boards.append(board)
                    asked.append(Branch((*branch.choices, choice), one))
            if len(seen) > MOST_BRANCHES:
                raise EngineError(Fault("engine", f"more than {MOST_BRANCHES} ways to choose; they are not worked out."))
            for start in range(0, len(boards), BATCH):
                self._solve(kind, boards[start : start + BATCH], explain)
            todo = asked
        return found

    def _board(self, position: Position, number: int, later: bool) -> Board | LawmageError:
        """Return a position as facts; its number is told ``later``, as small as can be, or now, for facts that name it."""
        try:
            return Board(position, self.writer.write(position, None if later else number), number)
        except LawmageError as error:
            return error

    def relevance(self, kind: str) -> Relevance | None:
        """Return what tells which permanents bear on a question of some kind; None where boards are not cut."""
        found = self._relevance.get(kind)
        if found is None and kind in KINDS and hasattr(KINDS[kind], "relevant"):
            module = KINDS[kind]
            found = self._relevance[kind] = Relevance(self.writer, module.topics, mana=getattr(module, "sliced", False))
        return found

    def _cut(self, module: Any, boards: list[Board], explain: bool) -> None:
        """Leave out permanents that cannot bear on what is asked; a proof names each that can, with its timestamp."""
        relevance = self.relevance(module.kind)
        if relevance is None:
            return
        for board in boards:
            written = board.written
            kept = relevance.kept(board.position, written, board.about)
            if relevance.mana and not explain:
                board.depth = self._slices.depth(written, written.bundles if kept is None else written.bundles_of(kept.permanents))
            if kept is not None:
                bare = board.depth is Depth.MANA
                board.written = written.cut(kept.permanents, kept.players, bare and not kept.owners, kept.doubles() if bare else None)

    def _solve(self, kind: str, boards: list[Board], explain: bool) -> None:
        """Ground all at once; then those positions whose layers are knotted again, with steps (613.8)."""
        depths: dict[Depth, list[Board]] = {depth: [] for depth in Depth}
        for board in boards:
            depths[board.depth].append(board)
        if depths[Depth.ALL] and len(depths[Depth.SIZES]) <= FEW:
            # Reading a program once more would take longer than what these few need not be worked out.
            depths[Depth.ALL] += depths[Depth.SIZES]
            depths[Depth.SIZES] = []
        for depth, found in depths.items():
            for some in _portions(found, MOST_PERMANENTS[depth]):
                self._ground(kind, some, 0, explain, depth)
        boards = depths[Depth.ALL]
        knotted: dict[int, list[Board]] = {}
        for board in boards:
            most = max((atom[2].number for atom in board.atoms.get("knots", ())), default=0)
            if most > MOST_STEPS:
                raise EngineError(
                    Fault("engine", f"{most} effects in one layer depend on each other; at most {MOST_STEPS} are worked out.")
                )
            if most:
                steps = next(size for size in STEPS if size >= most)
                knotted.setdefault(steps, []).append(board)
        for steps, again in knotted.items():
            for board in again:
                board.atoms.clear()
            for some in _portions(again, MOST_PERMANENTS[Depth.ALL]):
                self._ground(kind, some, steps, explain)

    def _ground(self, kind: str, boards: list[Board], steps: int, explain: bool, depth: Depth = Depth.ALL) -> None:
        bundles: set[int] = set()
        abilities: set[int] = set()
        deep = False
        for board in boards:
            bundles |= board.written.bundles
            abilities |= board.written.abilities
            deep = deep or board.written.deep
        records = self.writer.closure(bundles, abilities)
        deep = depth is Depth.ALL and (deep or any(_is_deep(record) for record in records))
        module = KINDS[kind]
        text = has = None
        if depth is Depth.SIZES:
            text = self._slices.text
        elif depth is Depth.MANA:
            records = [record for record in records if self._slices.matters(record)]
            text, has = self._slices.text, self._slices.abilities
        extra = getattr(module, "extra", False)
        table = "".join(self.writer.tables(bundles, records, extra, text, _open(module)))
        if getattr(module, "activating", False):
            table += "".join(record.activation for record in records)
        if any(gap.own and not gap.topics.isdisjoint(module.own_topics) for record in records for gap in record.gaps):
            table += "".join(f"#show {name}." for name in getattr(module, "shown_for_gaps", ()))
        if hasattr(module, "relevant"):
            # The solver never forgets an atom that it has seen: small numbers come again.
            for number, board in enumerate(boards):
                board.number = number
        own = "".join("".join((board.written.text, *board.questions)).replace(NUMBER, str(board.number)) for board in boards)
        plan = Plan(frozenset({kind}), deep, steps, explain)
        program = pruned(plan, signatures(table) | words_of(own) | _OF_BUNDLES)
        # Of what bundles are, only what the program asks for is told.
        told = "".join(self.writer.bundle_facts(bundles, asked_of(program, PREDICATES), has))
        solved = (Session.solver or solve)(program, told + table + own)
        by_number = {board.number: board for board in boards}
        for name, rows in solved.atoms.items():
            for row in rows:
                if name in TABLES:
                    for board in boards:
                        board.atoms.setdefault(name, []).append(row)
                else:
                    by_number[row[0].number].atoms.setdefault(name, []).append(row)
        for board in boards:
            if "checked" not in board.atoms:
                raise EngineError(Fault("engine", "a position was lost in its batch"))

    def _answer(self, module: Any, one: Asked, explain: bool) -> Answer:
        for atom in one.atoms.get("unfinished", ()):
            raise EngineError(Fault("engine", f"the effects of layer {atom[1].number} were not worked out to the end"))
        notes = self._notes(module, one)
        for branch in one.branches:
            notes += self._notes(module, branch.asked)
        notes = list(dict.fromkeys(notes))
        if hasattr(module, "answer"):
            answer: Answer = module.answer(one, self.writer, notes)
        else:
            result: dict[str, Any] = dict(module.result(one, self.writer))
            status: Status = "conditional" if notes else "certain"
            answer = Answer(one.query, result, status, tuple(notes), module.cites)
        if not explain or answer.result is None or answer.proof is not None or module.kind not in PROOFS:
            return answer
        proof = import_module(PROOFS[module.kind]).prove(one, self.writer, answer.result)
        return replace(answer, cites=tuple(dict.fromkeys((*answer.cites, *proof.rules()))), proof=proof)

    def _gaps(self, one: Asked) -> list[tuple[int, bool, Gap]]:
        """Return each gap in force with its object's number, and whether it is so before layer 6 or at the end."""
        found: list[tuple[int, bool, Gap]] | None = one.worked_out.get("gaps in force")
        if found is None:
            found = [
                (atom[1].number, atom[3].name == "early", gap)
                for atom in one.atoms.get("in_force", ())
                for gap in self.writer.abilities.records[atom[2].number].gaps
            ]
            one.worked_out["gaps in force"] = found
        return found

    def _notes(self, module: Any, one: Asked) -> list[Unread]:
        notes: list[Unread] = []
        if not one.written.gaps and one.atoms.keys().isdisjoint(OPEN) and not hasattr(module, "notes"):
            return notes
        if hasattr(module, "topics_for"):
            topics: frozenset[str] = module.topics_for(one)
        else:
            topics = module.topics_of(one.query) if hasattr(module, "topics_of") else module.topics
        for label, gap in one.written.gaps:
            notes += [Unread(label, topic, gap.what) for topic in sorted(gap.topics & (topics | module.own_topics))]
        spared: frozenset[str] = getattr(module, "spared", frozenset())
        at_once, at_the_end = topics - AT_THE_END, topics & AT_THE_END
        only_names: bool = getattr(module, "only_names", False)
        for number, early, gap in self._gaps(one):
            if early:
                wanted = frozenset() if gap.own else at_once
            else:
                wanted = frozenset() if gap.own else at_the_end
                # An ability that was read can be named, whatever of it has no facts.
                passed = only_names and not gap.unread
                if not passed and module.own_topics & gap.topics and gap.topics.isdisjoint(spared) and module.concerns(one, number):
                    wanted = wanted | module.own_topics
            if not wanted.isdisjoint(gap.topics):
                label = one.written.label(number)
                notes += [Unread(label, topic, gap.what) for topic in sorted(gap.topics & wanted)]
        more = getattr(module, "notes", None)
        if more is not None:
            notes += more(one, self.writer)
        for name in ("unsettled",):
            for atom in one.atoms.get(name, ()):
                notes.append(Unread("", "characteristics", f"layer {atom[1].number} is {name}"))
        for atom in one.atoms.get("doubt", ()):
            object_id = one.written.ids[atom[1].number] if atom[1].type == clingo.SymbolType.Number else None
            notes.append(Unread(object_id or "", atom[2].name, "what it does here is not known"))
        return list(dict.fromkeys(notes))


def _open(module: Any) -> Callable[[Record], bool] | None:
    """Return what tells whether a gap of an ability may bear on a kind of question; None where its topics vary by question."""
    if any(hasattr(module, name) for name in ("topics_for", "topics_of", "notes")):
        return None
    return lambda record: may_be_open(record, module.topics, module.own_topics)


def _options(asked: Asked) -> list[tuple[clingo.Symbol, frozenset[str]]]:
    """Return the choices that can be made, each with the facts that hold where it was."""
    facts: dict[clingo.Symbol, set[str]] = {}
    for _, choice, fact in asked.atoms["may_choose"]:
        facts.setdefault(choice, set()).add(str(fact))
    return [(choice, frozenset(facts[choice])) for choice in sorted(facts)]


def _keys(module: Any, pairs: Sequence[tuple[Position, Query]]) -> list[int]:
    """Return, for each pair, what stands for its position: questions with the same share its facts."""
    if getattr(module, "shares_positions", False):
        return [id(position) for position, _ in pairs]
    return list(range(len(pairs)))


def _chunks(indexes: Sequence[int], keys: Sequence[int], size: int) -> Iterator[list[int]]:
    """Yield the indexes in runs that take at most ``size`` positions."""
    chunk: list[int] = []
    seen: set[int] = set()
    for index in indexes:
        if keys[index] not in seen and len(seen) == size:
            yield chunk
            chunk, seen = [], set()
        chunk.append(index)
        seen.add(keys[index])
    if chunk:
        yield chunk


def _is_deep(record: Record) -> bool:
    return any(layer < 7 or 7 < layer < 70 for layer in record.layers) and any(layer < 7 for layer in record.layers)


def _portions(boards: Sequence[Board], most: int) -> Iterator[list[Board]]:
    """Yield boards in runs of at most so many permanents, or of one board."""
    portion: list[Board] = []
    size = 0
    for board in boards:
        size += board.written.size
        if portion and size > most:
            yield portion
            portion, size = [], board.written.size
        portion.append(board)
    if portion:
        yield portion


@cache
def session() -> Session:
    """Return the session of this process, with the packaged catalogue."""
    return Session()
