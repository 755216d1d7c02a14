"""Positions as facts: what stands where, under whose control, with which choices, counters and effects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lawmage.cards.ability import Card, Face, Node
from lawmage.cards.catalogue import Catalogue
from lawmage.cards.mana_costs import mana_value
from lawmage.cards.oracle.reader import Reader, self_names
from lawmage.cards.oracle.vocabulary import KEYWORDS
from lawmage.cards.oracle.words import Context
from lawmage.cards.tokens import predefined, token_card
from lawmage.errors import Fault, InputError
from lawmage.facts.abilities import AbilityTable, Gap, Record, keyword_name_of
from lawmage.facts.bundles import Bundle, Bundles
from lawmage.facts.continuous import called_as
from lawmage.facts.kept import keeps_own, kept
from lawmage.facts.objects import DESCRIPTIONS
from lawmage.facts.rewording import changes_of
from lawmage.facts.scope import NotModelled, Reference
from lawmage.facts.texts import text_facts
from lawmage.facts.words import kind_of_type, quoted
from lawmage.position.model import Effect, Object, Player, Position, StackObject, Token
from lawmage.position.order import ranks

if TYPE_CHECKING:
    from lawmage.facts.glances import Glances

_SPLIT = frozenset({"split", "aftermath"})
#: How many permanents bring the city's blessing (702.131).
_ASCENSION = 10
#: Layouts whose back face has the mana value of the front (202.3b).
_SHARED_VALUE = frozenset({"transform", "meld"})
#: 711.2a, 721.2a: level symbols are not shown as abilities; what they give is.
HIDDEN = frozenset({"level_symbol", "level_symbol_with", "level_symbol_abilities", "station", "station_box"})
BASIC_MANA = {"Plains": "w", "Island": "u", "Swamp": "b", "Mountain": "r", "Forest": "g"}


#: Stands for the number of a position that has none yet; no name and no word of a position can hold it.
NUMBER = "\0"


@dataclass(slots=True)
class Pieces:
    """The facts of a position in pieces: who plays, the turn and numbers of players, permanents, effects and other zones, priority.

    ``permanent`` makes the facts of a permanent by number: as the number of which it is written, its timestamp (None: without
    timestamp and owner), and the numbers of the others. ``players`` makes the facts of the turn and of players' numbers.
    """

    permanent: Callable[[int, int, int | None, Mapping[int, int]], str]
    players: Callable[[], str]
    before: str = ""
    after: str = ""
    priority: str = ""


def _nothing(*_: object) -> str:
    return ""


@dataclass(slots=True)
class Written:
    """One position as facts: the pieces of its text, what it uses, and how to read answers back.

    ``ids`` maps object numbers to ids (None where an object has none), ``players`` player numbers to ids.
    ``gaps`` are those of effects of the position, which are always in force. ``object_bundles`` are the bundles of the
    permanents and ``stamps`` their timestamps, by number; ``other_bundles`` the bundles of objects elsewhere. ``size`` is the number of
    permanents with facts; ``places`` tells, where a position was cut, their new numbers by their old ones.
    """

    ids: list[str | None]
    players: list[str]
    numbers: dict[str, int]
    pieces: Pieces
    bundles: set[int] = field(default_factory=set)
    abilities: set[int] = field(default_factory=set)
    gaps: list[tuple[str, Gap]] = field(default_factory=list)
    deep: bool = False
    object_bundles: list[int] = field(default_factory=list)
    other_bundles: frozenset[int] = frozenset()
    stamps: list[int] = field(default_factory=list)
    size: int = 0
    places: Mapping[int, int] = field(default_factory=dict)
    _text: str | None = None

    @property
    def text(self) -> str:
        """The facts as program text."""
        if self._text is None:
            pieces = self.pieces
            same = {number: number for number in range(self.size)}
            permanents = (pieces.permanent(number, number, self.stamps[number], same) for number in same)
            self._text = "".join((pieces.before, pieces.players(), *permanents, pieces.after, pieces.priority))
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text

    def label(self, number: int) -> str:
        """Return the id of an object, or words for one without."""
        found = self.ids[number]
        return found or f"object {next((old for old, place in self.places.items() if place == number), number)}"

    def bundles_of(self, kept: Iterable[int]) -> set[int]:
        """Return the bundles of some permanents and of all that is elsewhere."""
        return {self.object_bundles[number] for number in kept} | self.other_bundles

    def cut(self, kept: Iterable[int], players: bool, bare: bool = False, doubles: Mapping[int, int] | None = None) -> Written:
        """Return the position with these permanents only, numbered anew, and without priority.

        Small numbers come again in other positions, and the solver never forgets an atom that it has seen.

        Args:
            kept: The numbers of the permanents.
            players: With the turn and numbers of players.
            bare: Without timestamps and owners of permanents.
            doubles: Permanents without facts of their own, each with an equal one whose answers are theirs.
        """
        doubles = doubles or {}
        numbers = sorted(number for number in kept if number not in doubles)
        places = {number: place for place, number in enumerate(numbers)}
        ranks = {stamp: 2 * rank for rank, stamp in enumerate(sorted(self.stamps[number] for number in numbers), start=1)}
        pieces = self.pieces
        texts = [pieces.before, pieces.players() if players else ""]
        texts += [pieces.permanent(number, place, None if bare else ranks[self.stamps[number]], places) for number, place in places.items()]
        count = len(self.object_bundles)
        ids: list[str | None] = [None] * count
        ids[: len(numbers)] = [self.ids[number] for number in numbers]
        places.update((number, places[other]) for number, other in doubles.items())
        return replace(
            self,
            ids=ids + self.ids[count:],
            numbers={id: places.get(number, number) for id, number in self.numbers.items() if number in places or number >= count},
            bundles=self.bundles_of(numbers),
            size=len(numbers),
            places=places,
            _text="".join((*texts, pieces.after)),
        )


class FactWriter:
    """Writes positions as facts, keeping what cards and texts mean from one position to the next.

    ``glances`` tell of cards of the catalogue whether they need be translated before anything looks at them.
    """

    def __init__(self, catalogue: Catalogue, glances: Glances | None = None) -> None:
        self.catalogue = catalogue
        self._glances = glances
        self._at_a_glance: dict[int, tuple[frozenset[str], int]] = {}
        self.abilities = AbilityTable()
        self.bundles = Bundles(self.abilities, self._printed)
        self._reader: Reader | None = None
        self._faces: dict[tuple[str, str, bool], int] = {}
        self._tokens: dict[str | Token, int] = {}
        self._identities: dict[str, tuple[str, ...]] = {}
        self._texts: dict[int, str] = {}
        self._zones: dict[int, frozenset[str]] = {}
        self._basics = tuple(f"basic_ability({quoted(land)},{self._basic(letter)})." for land, letter in BASIC_MANA.items())
        #: The numbers of the mana abilities that basic land types come with (305.6).
        self.basics = tuple(int(text.rsplit(",", 1)[1][:-2]) for text in self._basics)

    def _basic(self, letter: str) -> int:
        """305.6: the mana ability that comes with a basic land type."""
        add = Node("add", (Node("mana_symbols", (Node("symbol", (f"{{{letter}}}",)),)),))
        return self.abilities.node(Node("activated", (Node("tap_symbol"), add)))[0]

    @property
    def reader(self) -> Reader:
        """The reader of card language, made when a position has text of its own."""
        if self._reader is None:
            self._reader = Reader()
        return self._reader

    # --- Bundles.

    def card(self, name: str, face: str = "front", flipped: bool = False) -> int:
        """Return the bundle number of a card as it lies: by face ("front", "back" or a face's name)."""
        key = (name, face, flipped)
        found = self._faces.get(key)
        if found is None:
            entry = self.catalogue.resolve(name)
            if face == "front" and not flipped:
                found = self.face(entry.number, entry.face or 0)
            else:
                card = self.catalogue.card(entry)
                whole = face == card.name and card.layout in _SPLIT
                if whole:
                    found = self.bundles.number(both_halves(card))
                else:
                    found = self.bundles.number(*_printed(card, _face_index(card, entry.face, face, flipped)))
            self._faces[key] = found
        return found

    def face(self, card: int, index: int) -> int:
        """Return the bundle number of a face of a card of the catalogue, both by number; a bystander is not made yet."""
        glance = None if self._glances is None else self._glances.of(card, index)
        if glance is None or not glance[1]:
            return self.bundles.number(*self._printed(card, index))
        found = self.bundles.later(card, index)
        self._at_a_glance[found] = glance
        return found

    def _printed(self, card: int, index: int) -> tuple[Face, int | None]:
        return _printed(self.catalogue.card_at(card), index)

    def types_of(self, bundle: int) -> frozenset[str]:
        """Return the type words of a bundle, in quotes as in facts."""
        glance = self._at_a_glance.get(bundle)
        return self.bundles.get(bundle).types if glance is None else glance[0]

    def bystanding(self, bundle: int) -> int:
        """Return for which questions a bundle is a bystander (facts/glances.py), as far as known without making it."""
        glance = self._at_a_glance.get(bundle)
        return 0 if glance is None else glance[1]

    def _whole(self, name: str, flipped: bool) -> int:
        """709.4: return the bundle of a card in another zone than the battlefield and the stack: a split card's halves are one."""
        entry = self.catalogue.resolve(name)
        card = self.catalogue.card(entry)
        return self.card(card.name, card.name) if card.layout in _SPLIT and len(card.faces) == 2 else self.card(name, flipped=flipped)

    def token(self, token: str | Token) -> int:
        """Return the bundle number of a predefined token or of given characteristics (111.3, 111.10)."""
        found = self._tokens.get(token)
        if found is None:
            if isinstance(token, str):
                known = predefined(token)
                if known is None:
                    raise InputError(Fault("token", "no predefined token has this name.", token))
                found = self.bundles.number(token_card(known, self.reader).faces[0])
            else:
                found = self.bundles.number(self._token_face(token))
            self._tokens[token] = found
        return found

    def _token_face(self, token: Token) -> Face:
        from lawmage.cards.raw import split_type_line

        line = split_type_line(_type_line(token.types))
        context = Context((token.name,) if token.name else ())
        lines = tuple(read for text in token.abilities if (read := self.reader.read_line(text, context)) is not None)
        return Face(
            token.name or "",
            "",
            line.supertypes,
            line.types,
            line.subtypes,
            token.colors,
            None if token.power is None else str(token.power),
            None if token.toughness is None else str(token.toughness),
            None,
            None,
            lines,
        )

    def bundle_of(self, item: Object) -> int:
        """Return the bundle number of an object as it lies."""
        return self._bundle(item)

    def _bundle(self, item: Object) -> int:
        if item.card is not None:
            if item.zone not in ("battlefield", "stack") and item.face == "front":
                return self._whole(item.card, item.flipped)
            return self.card(item.card, item.face, item.flipped)
        if isinstance(item.token, Token) and item.copy_of is not None:
            return self.token(Token(name=item.token.name or ""))
        assert item.token is not None
        return self.token(item.token)

    def _spell(self, item: StackObject) -> int:
        """202.3e: return the bundle of a spell, whose mana value counts the X that was announced."""
        bundle = self._bundle(item)
        face = self.bundles.get(bundle).face
        symbols = face.mana_cost.count("{X}")
        if not item.x or not symbols:
            return bundle
        return self.bundles.number(face, mana_value(face.mana_cost) + symbols * item.x)

    def printed(self, item: Object) -> tuple[int, ...]:
        """Return the numbers of an object's printed abilities, in their order."""
        return self.bundles.get(self._bundle(item)).abilities

    def names(self, item: Object) -> tuple[str, ...]:
        """Return the names by which an object's abilities may call it."""
        name = self.bundles.get(self._bundle(item)).face.name
        return tuple(dict.fromkeys(part for part in (name, name.partition(",")[0]) if part))

    # --- Positions.

    def write(self, position: Position, number: int | None = None) -> Written:
        """Write one position as number ``number`` of a batch; without one, its text has :data:`NUMBER` in its place."""
        return _PositionDraft(self, position, NUMBER if number is None else str(number)).write()

    def zones(self, bundle: int) -> frozenset[str]:
        """Return the zones other than the battlefield that the abilities of a bundle look in; a bystander's look in none."""
        if bundle in self._at_a_glance:
            return frozenset()
        found = self._zones.get(bundle)
        if found is None:
            found = frozenset(zone for record in self.closure({bundle}, set()) for zone in _zones_of(record))
            self._zones[bundle] = found
        return found

    def looked_at(self, position: Position, written: Written, number: int, leaving: int = -1) -> str:
        """Return the facts of cards in other zones that only facts about state and replacement look at, not written before.

        Object ``leaving`` is no longer there.
        """
        zones: set[str] = set()
        for record in self.closure(written.bundles, written.abilities):
            zones |= _zones_in(record.extra_descriptions)
        facts = []
        place = len(position.battlefield)
        for y, owner in enumerate(position.players):
            for zone, item in _cards(owner):
                if zone in zones and place != leaving and f"elsewhere({number},{place}," not in written.text:
                    bundle = self._bundle(item)
                    written.bundles.add(bundle)
                    facts.append(_card_elsewhere(number, place, bundle, zone, y))
                place += 1
        return "".join(facts)

    def identity(self, name: str) -> tuple[str, ...]:
        """Return the color identity of a card (903.4)."""
        found = self._identities.get(name)
        if found is None:
            found = self.catalogue.card(self.catalogue.resolve(name)).color_identity
            self._identities[name] = found
        return found

    def names_of(self, abilities: list[int], types: list[str]) -> list[str]:
        """Return abilities as people read them: keywords by name, others in card language, level symbols left out."""
        from lawmage.cards.oracle.grammar import load
        from lawmage.cards.oracle.render import pretty

        word = next((t.lower() for t in ("Creature", "Planeswalker", "Land", "Artifact", "Enchantment") if t in types), "permanent")
        found = []
        for number in abilities:
            node = self.abilities.records[number].node
            if node is None or node.kind in HIDDEN:
                continue
            name = keyword_name_of(node)
            if name is None:
                text = pretty(node, load(), f"this {word}")
                name = text if text.endswith((".", '."')) else text + "."
            found.append(name)
        return found

    def ability_text(self, number: int) -> str:
        """Return an ability in card language, its object called "~"; an empty text if it was not read."""
        found = self._texts.get(number)
        if found is None:
            from lawmage.cards.oracle.grammar import load
            from lawmage.cards.oracle.render import pretty

            record = self.abilities.records[number]
            node = record.node or record.outside
            found = "" if node is None else pretty(node, load(), "~")
            if record.outside is not None:
                found = found[: found.rindex(":") + 1] + " (not read)"
            self._texts[number] = found
        return found

    def own_names(self, item: Object, position: Position) -> tuple[str, ...]:
        """Return the names by which an object's text calls it: its name, what it is a copy of, and the part before a comma."""
        bundles = (self._bundle(item), self.copied_bundle(item, position))
        names = [self.bundles.get(bundle).face.name for bundle in bundles]
        return tuple(dict.fromkeys(part for name in names for part in (name, name.split(",")[0]) if part))

    def printed_names(self, item: Object) -> tuple[str, ...]:
        """Return the names by which the text printed on a card may mean it, short ones included."""
        face = self.bundles.get(self._bundle(item)).face
        return self_names(face.name, " ".join(face.supertypes))

    def copied_bundle(self, item: Object, position: Position) -> int:
        """707.2: return the bundle whose abilities an object has: of what it is a copy of, or its own."""
        seen = {item.id}
        while item.copy_of is not None:
            found = next((one for one in (*position.battlefield, *position.stack) if one.id == item.copy_of), None)
            if found is None:
                return self.card(item.copy_of)
            if found.id in seen:
                break
            seen.add(found.id)
            item = found
        return self._bundle(item)

    def select(self, selector: str, abilities: Sequence[int], names: Sequence[str] = ()) -> list[int]:
        """Return those of some abilities that a selector names (by keyword, whole text, cost, or a part of the text)."""
        from lawmage.cards.selectors import fold, selected

        wanted = fold(selector, names)
        numbers = list(dict.fromkeys(abilities))
        for number in numbers:
            node = self.abilities.records[number].node
            if node is not None and keyword_name_of(node) == wanted:
                return [n for n in numbers if (other := self.abilities.records[n].node) and keyword_name_of(other) == wanted]
        return [numbers[index] for index in selected(selector, [self.ability_text(n) for n in numbers], names)]

    # --- Tables of a batch.

    def closure(self, bundles: set[int], abilities: set[int]) -> list[Record]:
        """Return the records of all abilities that bundles and effects name, granted ones included."""
        todo = list(abilities)
        for bundle in bundles:
            todo.extend(self.bundles.get(bundle).abilities)
        todo.extend(self.basics)
        seen: dict[int, Record] = {}
        while todo:
            number = todo.pop()
            if number not in seen:
                record = self.abilities.records[number]
                seen[number] = record
                todo.extend(record.needs)
                todo.extend(record.modes)
        return [seen[number] for number in sorted(seen)]

    def bundle_facts(self, bundles: set[int], asked: frozenset[str], abilities: Callable[[Bundle], str] | None = None) -> Iterator[str]:
        """Yield the facts of bundles of the predicates ``asked`` for; ``abilities`` tells which abilities one has, cut to need."""
        for bundle in map(self.bundles.get, sorted(bundles)):
            yield bundle.text(asked)
            yield bundle.abilities_text if abilities is None else abilities(bundle)

    def tables(
        self,
        bundles: set[int],
        records: list[Record],
        extra: bool = False,
        text: Callable[[Record], str] | None = None,
        open: Callable[[Record], bool] | None = None,
    ) -> Iterator[str]:
        """Yield the facts that serve a whole batch, but for those of bundles: abilities, descriptions, kinds of types.

        ``extra`` adds what only questions about state, events and X need; ``text`` gives facts of records cut to need, and
        ``open`` tells which have gaps that may bear on the question (without it: all that have any).
        """
        used = [self.bundles.get(number) for number in bundles]
        descriptions: set[int] = set()
        types: set[str] = set().union(*(bundle.types for bundle in used))
        every: set[str] = set()
        for record in records:
            yield record.text if text is None else text(record)
            descriptions.update(record.descriptions)
            if extra:
                yield record.extra_text
                descriptions.update(record.extra_descriptions)
            types |= record.types
            every |= record.kinds
            if record.gaps and (open is None or open(record)):
                yield f"gap({record.number})."
        for found in sorted(descriptions):
            yield DESCRIPTIONS.text(found)
        yield from self._basics
        yield from _kinds(types, every, used)


def _kinds(types: set[str], every: set[str], used: list[Bundle]) -> Iterator[str]:
    kinds = {word: kind for bundle in used for word, kind in bundle.kinds}
    words = {word[1:-1] for word in types} | {"Land", "Creature", "Artifact", *BASIC_MANA}
    if every:
        from lawmage.cards.types import SUBTYPES

        for kind in sorted(every):
            for word in SUBTYPES[kind.removesuffix("_type")]:
                yield f"every({kind},{quoted(word)})."
                words.add(word)
    for word in sorted(words):
        yield f"kind({quoted(word)},{kinds.get(word) or kind_of_type(word)})."


def both_halves(card: Card) -> Face:
    """Return a split card with both halves as one (709.4): off the stack, or a Room with both doors unlocked (709.5)."""
    first, second = card.faces
    return replace(
        first,
        name=card.name,
        mana_cost=first.mana_cost + second.mana_cost,
        types=tuple(dict.fromkeys((*first.types, *second.types))),
        subtypes=tuple(dict.fromkeys((*first.subtypes, *second.subtypes))),
        colors=tuple(dict.fromkeys((*first.colors, *second.colors))),
        lines=(*first.lines, *second.lines),
    )


def _printed(card: Card, index: int) -> tuple[Face, int | None]:
    """Return a face of a card and, where it is not that of its own cost, its mana value."""
    value = mana_value(card.faces[0].mana_cost) if index and card.layout in _SHARED_VALUE else card.melded
    face = card.faces[index]
    if index and card.layout == "flip":
        # 710.1c: a flipped permanent keeps its mana cost.
        face = replace(face, mana_cost=card.faces[0].mana_cost)
    return face, value


def _face_index(card: Card, named: int | None, face: str, flipped: bool) -> int:
    if flipped and len(card.faces) > 1:
        return 1
    if face == "front":
        return named or 0
    if face == "back":
        if len(card.faces) < 2:
            raise InputError(Fault("face", f"{card.name} has no back face."))
        return 1
    for index, found in enumerate(card.faces):
        if found.name == face:
            return index
    raise InputError(Fault("face", f"{card.name} has no face of this name.", face, tuple(f.name for f in card.faces)))


def _type_line(words: tuple[str, ...]) -> str:
    from lawmage.cards.types import CARD_TYPES, SUPERTYPES

    head = [w for w in words if w in SUPERTYPES or w in CARD_TYPES]
    tail = [w for w in words if w not in head]
    return " ".join(head) + (" — " + " ".join(tail) if tail else "")


def in_hand(position: Position, player: str) -> frozenset[int]:
    """Return the numbers of the objects in a player's hand, as far as the position names the cards."""
    number = len(position.battlefield)
    found = []
    for owner in position.players:
        for zone, _ in _cards(owner):
            if zone == "hand" and owner.id == player:
                found.append(number)
            number += 1
    return frozenset(found)


class _PositionDraft:
    """One position being written."""

    def __init__(self, writer: FactWriter, position: Position, number: str) -> None:
        self._writer = writer
        self._position = position
        self._p = number
        self._facts: list[str] = []
        players = [player.id for player in position.players]
        self._players = {name: index for index, name in enumerate(players)}
        self._commanders = {player.id: player.commander for player in position.players}
        self._written = Written([], players, {}, Pieces(self._permanent, self._turn))
        self._other: set[int] = set()
        self._places: Mapping[int, int] = {}

    def write(self) -> Written:
        """Return the facts."""
        position, p, facts, written = self._position, self._p, self._facts, self._written
        facts.append(f"position({p}).")
        ids, numbers, bundle_of = written.ids, written.numbers, self._writer._bundle
        # What has more to it than what it is and who controls it.
        odd: list[tuple[int, Object]] = []
        for index, item in enumerate(position.battlefield):
            ids.append(item.id)
            if item.id is not None:
                numbers[item.id] = index
            written.object_bundles.append(bundle_of(item))
            if item.counters or item.face_down or item.copy_of is not None or item.linked or item.crewed or item.activated:
                odd.append((index, item))
        written.bundles.update(written.object_bundles)
        pieces = written.pieces
        for name in self._players:
            self._identity(name)
        pieces.before = self._taken()
        cards = [(zone, self._players[owner.id], item, self._number(item)) for owner in position.players for zone, item in _cards(owner)]
        for item in position.stack:
            self._number(item)
        object_ranks, effect_ranks = ranks(position)
        order = [(rank, 0, index) for index, rank in enumerate(object_ranks)] + [
            (rank, 1, index) for index, rank in enumerate(effect_ranks)
        ]
        order.sort()
        # Even numbers: an ability that an effect gave comes just after its object's own (613.7a).
        stamps = {(sort, index): 2 * place for place, (_, sort, index) in enumerate(order, start=1)}
        written.stamps = [stamps[(0, index)] for index in range(len(position.battlefield))]
        for index, item in odd:
            # What brings in abilities, bundles or gaps is looked at once here; the facts are written when they are needed.
            if item.face_down or item.counters or item.linked or item.copy_of is not None:
                self._permanent(index, index, None, {})
        for index, effect in enumerate(position.effects):
            self._effect(effect, index, stamps[(1, index)])
        for index, item in odd:
            if item.crewed:
                # 702.122a: a crewed permanent is an artifact creature until end of turn.
                text = f"@{item.id} becomes an artifact creature until end of turn."
                crewing = Effect(text=text, controller=item.controller, source=item.id)
                self._effect(crewing, len(position.effects) + index, 2 * (len(order) + 1 + index))
        for item in position.stack:
            self._stacked(item, self._written.numbers[item.id or ""])
        self._elsewhere(cards)
        self._beside([item for _, item in odd if item.linked])
        self._texts()
        pieces.after = self._taken()
        self._stack()
        for index, item in odd:
            if item.activated:
                self._activations(item, index)
        pieces.priority = self._taken()
        written.other_bundles = frozenset(self._other)
        # What writes permanents later holds no pieces, so that nothing here holds itself.
        self._written = replace(written, pieces=Pieces(_nothing, _nothing))
        written.size = len(position.battlefield)
        return written

    def _taken(self) -> str:
        """Return the facts written since this was last asked."""
        text = "".join(self._facts)
        self._facts.clear()
        return text

    def _turn(self) -> str:
        """Return the facts of the turn and of players; see :class:`Pieces`."""
        position = self._position
        self._facts.append(f"active({self._p},{self._players[position.active]}).phase({self._p},{position.phase}).")
        for player in position.players:
            self._player(player)
        return self._taken()

    def _permanent(self, number: int, place: int, stamp: int | None, places: Mapping[int, int]) -> str:
        """Return the facts of one permanent; see :class:`Pieces`."""
        self._places = places
        self._object(self._position.battlefield[number], place, self._written.object_bundles[number], stamp)
        return self._taken()

    def _place(self, name: str) -> int | None:
        """Return the number by which an object is written that a permanent's facts name; None if it is not."""
        number = self._written.numbers.get(name)
        if number is None or number >= len(self._position.battlefield):
            return number
        return self._places.get(number)

    def _texts(self) -> None:
        """612.2: where words are replaced, what every ability here would be with them replaced."""
        written, writer = self._written, self._writer
        records = writer.abilities.records
        changing = [number for bundle in written.bundles & writer.bundles.rewording for number in writer.bundles.get(bundle).abilities]
        facts = "".join(records[number].text for number in (*changing, *written.abilities) if 3 in records[number].layers)
        if not facts:
            return
        written.deep = True
        changes = changes_of(facts, {item.choices.color for item in self._position.battlefield if item.choices.color})
        if changes:
            abilities = {number for bundle in written.bundles for number in writer.bundles.get(bundle).abilities}
            text, made = text_facts(sorted(abilities | written.abilities), changes, writer.abilities)
            self._facts.append(text)
            written.abilities |= made

    def _stack(self) -> None:
        """What the stack and priority mean for activating abilities: 117.1b, 307.5, 702.61a."""
        position, p = self._position, self._p
        self._facts.append(f"priority({p},{self._players[position.priority]}).stack_size({p},{len(position.stack)}).")
        for item in position.stack:
            if item.card is None:
                continue
            for ability in self._writer.bundles.get(self._writer.card(item.card, item.face)).abilities:
                if ',"split second").' in self._writer.abilities.records[ability].text:
                    self._facts.append(f"split_second({p}).")

    def _activations(self, item: Object, o: int) -> None:
        """602.5b: how often abilities of an object were activated this turn."""
        own = self._writer.bundles.get(self._writer.copied_bundle(item, self._position)).abilities
        names = self._writer.own_names(item, self._position)
        for selector, times in item.activated.items():
            found = self._writer.select(selector, own, names)
            if not found:
                granted = [n for n, record in enumerate(self._writer.abilities.records) if record.activation.startswith("activable")]
                found = self._writer.select(selector, granted, names)
            if not found:
                known = tuple(self._writer.ability_text(number) for number in own)
                raise InputError(Fault(f"{item.id}.activated", "no ability has this text.", selector, known))
            self._facts += [f"times_activated({self._p},{o},{number},{times})." for number in found]

    def _number(self, item: Object) -> int:
        number = len(self._written.ids)
        self._written.ids.append(item.id)
        if item.id is not None:
            self._written.numbers[item.id] = number
        return number

    def _player(self, player: Player) -> None:
        p, facts, y = self._p, self._facts, self._players[player.id]
        values = {
            "life": player.life,
            "lands_played": player.lands_played,
            "spells_cast": player.spells_cast,
            "life_gained": player.life_gained,
            "life_lost": player.life_lost,
            "hand": player.hand if isinstance(player.hand, int) else len(player.hand),
            "library": player.library if isinstance(player.library, int) else len(player.library),
            "graveyard": len(player.graveyard),
        }
        facts += [f"player_value({p},{y},{name},{value})." for name, value in values.items()]
        facts += [f"player_counter({p},{y},{quoted(kind)},{count})." for kind, count in player.counters.items()]
        if isinstance(player.hand, int) and player.hand:
            facts.append(f"unlisted({p},{y},hand).")
        facts += [f'player_value({p},{y},unspent("{kind}"),{count}).' for kind, count in player.mana_pool.items()]
        if player.monarch:
            facts.append(f"player_flag({p},{y},monarch).")
        if player.city_blessing or self._ascended(player):
            facts.append(f"player_flag({p},{y},city_blessing).")

    def _ascended(self, player: Player) -> bool:
        """702.131b: with ten permanents, one of which has ascend, a player has the city's blessing."""
        position, writer = self._position, self._writer
        own = [
            bundle if item.copy_of is None else writer.copied_bundle(item, position)
            for item, bundle in zip(position.battlefield, self._written.object_bundles, strict=True)
            if item.controller == player.id and not item.phased_out
        ]
        return len(own) >= _ASCENSION and not writer.bundles.ascending.isdisjoint(own)

    def _identity(self, name: str) -> None:
        """Who plays, and the color identity of their commanders (903.4)."""
        p, facts, y = self._p, self._facts, self._players[name]
        facts.append(f"player({p},{y}).")
        letters = dict.fromkeys(letter for card in self._commanders[name] for letter in self._writer.identity(card))
        facts += [f'commander_color({p},{y},"{letter}").' for letter in letters]

    def _object(self, item: Object, o: int, bundle: int, stamp: int | None) -> None:
        p, facts, written = self._p, self._facts, self._written
        if item.phased_out:
            facts.append(f"phased_out({p},{o}).")
        facts.append(f"object({p},{o},{bundle}).given_controller({p},{o},{self._players[item.controller]}).")
        if stamp is not None:
            facts.append(f"timestamp({p},{o},{stamp}).")
        if item.owner and stamp is not None:
            facts.append(f"owner({p},{o},{self._players[item.owner]}).")
        if item.tapped:
            facts.append(f"tapped({p},{o}).")
        if item.token is not None:
            facts.append(f"token({p},{o}).")
        elif item.card is not None and item.card in self._commanders.get(item.owner, ()):
            facts.append(f"commander({p},{o}).")
        for name, flag in (
            ("face_down", item.face_down),
            ("summoning_sick", item.summoning_sick),
            ("entered_this_turn", item.entered_this_turn),
            ("attacking", item.attacking),
            ("blocking", item.blocking),
            ("transformed", self._is_transformed(item)),
        ):
            if flag:
                facts.append(f"{name}({p},{o}).")
                written.deep = written.deep or name == "face_down"
        if not isinstance(item.blocking, bool):
            facts += [f"blocks({p},{o},{place})." for found in item.blocking if (place := self._place(found)) is not None]
        if isinstance(item.attacking, str) and item.attacking in self._players:
            facts.append(f"attacks_player({p},{o},{self._players[item.attacking]}).")
        elif isinstance(item.attacking, str):
            facts.append(f"attacking_permanent({p},{o}).")
        for name in ("monstrous", "renowned", "saddled", "crewed"):
            if getattr(item, name):
                facts.append(f"designation({p},{o},{name}).")
        if item.class_level is not None:
            facts.append(f"class_level({p},{o},{item.class_level}).")
        if item.x is not None:
            facts.append(f"spell_x({p},{o},{item.x}).")
        if item.damage:
            facts.append(f"damage({p},{o},{item.damage}).")
        if item.deathtouch_damage:
            facts.append(f"deathtouch_damage({p},{o}).")
        if item.regeneration_shields:
            facts.append(f"regeneration_shields({p},{o},{item.regeneration_shields}).")
        if item.timestamp is not None:
            facts.append(f"given_timestamp({p},{o},{item.timestamp}).")
        if item.counters:
            self._counters(item, o)
        if item.attached_to is not None:
            host = self._place(item.attached_to)
            if host is not None:
                facts.append(f"attached({p},{o},{host}).")
            elif item.attached_to in self._players:
                facts.append(f"attached_player({p},{o},{self._players[item.attached_to]}).")
        self._choices(item, o)
        for name in item.linked:
            linked = self._writer.card(name)
            written.bundles.add(linked)
            facts.append(f"linked({p},{o},{linked}).")
        if item.copy_of is not None:
            self._copy(item, o)

    def _is_transformed(self, item: Object) -> bool:
        """701.27: a transforming double-faced permanent with its back face up."""
        if item.card is None or item.face == "front":
            return False
        card = self._writer.catalogue.card(self._writer.catalogue.resolve(item.card))
        return card.layout == "transform" and item.face in ("back", card.faces[1].name)

    def _counters(self, item: Object, o: int) -> None:
        for kind, count in item.counters.items():
            self._facts.append(f"counter({self._p},{o},{quoted(kind)},{count}).")
            if kind in KEYWORDS and count:
                ability = self._writer.abilities.keyword(kind)
                self._written.abilities.add(ability)
                self._written.deep = True
                self._facts.append(f"keyword_counter({quoted(kind)},{ability}).")

    def _choices(self, item: Object, o: int) -> None:
        p, facts, choices = self._p, self._facts, item.choices
        for name in ("color", "creature_type", "basic_land_type", "card_name", "mode"):
            value = getattr(choices, name)
            if value is not None:
                facts.append(f"choice({p},{o},{name},{quoted(value)}).")
                if name.endswith("_type"):
                    facts.append(f"kind({quoted(value)},{kind_of_type(value)}).")
        facts += [f'choice({p},{o},colors,"{color}").' for color in choices.colors]
        if choices.number is not None:
            facts.append(f"choice({p},{o},number,{choices.number}).")
        if choices.player is not None:
            facts.append(f"choice({p},{o},player,{self._players[choices.player]}).")

    def _copy(self, item: Object, o: int) -> None:
        p, facts, written = self._p, self._facts, self._written
        assert item.copy_of is not None
        source = written.numbers.get(item.copy_of)
        if source is not None:
            facts.append(f"copy_of({p},{o},{source}).")
        else:
            bundle = self._writer.card(item.copy_of)
            written.bundles.add(bundle)
            facts.append(f"copy_of_card({p},{o},{bundle}).")
        for index, text in enumerate(item.exceptions):
            self._exception(item, o, text, index)

    def _exception(self, item: Object, o: int, text: str, index: int) -> None:
        """707.9: an exception of a copy effect, as changes of copiable values."""
        from lawmage.facts.exceptions import changes

        written = self._written
        written.deep = True
        label = item.id or f"object {o}"
        names = () if item.card is None else self._writer.printed_names(item)
        line = self._writer.reader.read_exception(text) or self._writer.reader.read_exception(text, names)
        if line is None:
            written.gaps.append((label, Gap(frozenset({"characteristics", "mana"}), f"copy exception {index + 1}")))
            return
        try:
            face = None if item.card is None else self._writer.bundles.get(self._writer.bundle_of(item)).face
            found = changes(line, self._writer.abilities, _own_abilities(self._writer, item), face)
        except NotModelled as error:
            written.gaps.append((label, Gap(frozenset({"characteristics", "mana"}), f"no facts for {error.what}")))
            return
        for term in found.terms:
            self._facts.append(f"exception({self._p},{o},{term}).")
            if term.startswith("set_name("):
                self._facts.append(called_as(term))
        for word, kind in found.types:
            self._facts.append(f"kind({quoted(word)},{kind}).")
        written.abilities.update(found.abilities)

    def _elsewhere(self, cards: list[tuple[str, int, Object, int]]) -> None:
        """Cards in other zones: those named by id, those whose abilities work there, and those a description may see."""
        if not cards:
            return
        table = self._writer.abilities
        unseen = []
        for zone, y, item, o in cards:
            bundle = self._writer._bundle(item)
            abilities = self._writer.bundles.get(bundle).abilities
            works = any(f"works_in({a},{zone})." in table.records[a].text for a in abilities)
            passing = item.token is not None or item.copy_of is not None
            if passing:
                self._facts.append(f"{'token' if item.token is not None else 'copied_card'}({self._p},{o}).")
            works = works or any(f"activated_from({a},{zone})." in table.records[a].activation for a in abilities)
            if works or passing or item.id is not None:
                self._written.bundles.add(bundle)
                self._other.add(bundle)
                self._facts.append(_card_elsewhere(self._p, o, bundle, zone, y))
            else:
                unseen.append((zone, y, bundle, o))
            if item.counters:
                self._counters(item, o)
        # What is seen may look further: the abilities of a card in one zone at cards in another.
        zones: frozenset[str] = frozenset()
        while unseen and not (found := self._zones()) <= zones:
            zones = found
            for card in list(unseen):
                zone, y, bundle, o = card
                if zone in zones or "elsewhere" in zones:
                    self._written.bundles.add(bundle)
                    self._other.add(bundle)
                    self._facts.append(_card_elsewhere(self._p, o, bundle, zone, y))
                    unseen.remove(card)

    def _beside(self, linking: list[Object]) -> None:
        """Linked cards and top cards of libraries, where some ability looks at them (607.2, 401.4)."""
        position = self._position
        if not linking and not any(player.library for player in position.players):
            return
        zones = self._zones()
        if "linked" in zones:
            for item in linking:
                for name in item.linked:
                    o = self._beside_one(self._writer.card(name), "linked", item.controller)
                    self._facts.append(f"linked_card({self._p},{self._written.numbers[item.id or '']},{o}).")
        if "top" in zones:
            for player in position.players:
                self._top(player)

    def _beside_one(self, bundle: int, zone: str, controller: str) -> int:
        """Write a card that the position lists nowhere as an object; return its number."""
        p, written = self._p, self._written
        o, y = len(written.ids), self._players[controller]
        written.ids.append(None)
        written.bundles.add(bundle)
        self._other.add(bundle)
        self._facts.append(f"object({p},{o},{bundle}).elsewhere({p},{o},{zone}).given_controller({p},{o},{y}).timestamp({p},{o},0).")
        return o

    def _top(self, player: Player) -> None:
        """401.4: a position tells how many cards a library has, or which, but not in which order."""
        p, y = self._p, self._players[player.id]
        cards = player.library
        if isinstance(cards, int):
            if cards:
                self._facts.append(f"top_unknown({p},{y}).")
            return
        bundles = {self._writer.bundle_of(item) for item in cards}
        if len(bundles) > 1:
            self._facts.append(f"top_unknown({p},{y}).")
        elif bundles:
            o = self._beside_one(bundles.pop(), "library", player.id)
            self._facts.append(f"owner({p},{o},{y}).on_top({p},{o}).")

    def _stacked(self, item: StackObject, o: int) -> None:
        """112.1, 113.3: a spell has characteristics; an ability on the stack has a source."""
        p, facts, written = self._p, self._facts, self._written
        y = self._players[item.controller]
        facts.append(f"elsewhere({p},{o},stack).given_controller({p},{o},{y}).owner({p},{o},{self._players.get(item.owner, y)}).")
        facts.append(f"timestamp({p},{o},0).")
        if item.x is not None:
            facts.append(f"spell_x({p},{o},{item.x}).")
        if item.without_paying:
            facts.append(f"without_paying({p},{o}).")
        if item.source is not None:
            source = written.numbers.get(item.source)
            if source is not None:
                facts.append(f"ability_source({p},{o},{source}).")
                if self._is_triggered(item):
                    facts.append(f"trigger_on_stack({p},{source}).")
            if item.copy_of in written.numbers:
                facts.append(f"copies_ability({p},{o},{written.numbers[item.copy_of]}).")
            return
        bundle = self._writer._spell(item)
        written.bundles.add(bundle)
        self._other.add(bundle)
        facts.append(f"object({p},{o},{bundle}).")
        self._choices(item, o)
        if item.copy_of is not None:
            self._copy(item, o)

    def _is_triggered(self, item: StackObject) -> bool:
        """Return whether an ability on the stack is a triggered one, as far as its selector and source tell."""
        from lawmage.cards.selectors import selected

        source = self._position.object(item.source or "")
        if source.card is None and source.token is None:
            return True
        table = self._writer.abilities
        numbers = [n for n in self._writer.bundles.get(self._writer._bundle(source)).abilities if table.records[n].node is not None]
        found = selected(item.ability or "", self._writer.names_of(numbers, []))
        kinds = {node.kind for index in found if (node := table.records[numbers[index]].node) is not None}
        return kinds != {"activated"}

    def _zones(self) -> frozenset[str]:
        written, writer = self._written, self._writer
        found = {zone for record in writer.closure(set(), written.abilities) for zone in _zones_of(record)}
        return frozenset(found.union(*map(writer.zones, written.bundles)))

    def _names_of_source(self, effect: Effect) -> tuple[str, ...]:
        """201.5: in the text of an effect that an object of the position made, its name means that object."""
        if effect.source not in self._written.numbers:
            return ()
        item = self._position.object(effect.source or "")
        return () if item.card is None else self._writer.own_names(item, self._position)

    def _kept(self, node: Node, effect: Effect, references: Sequence[Reference]) -> Node:
        """707.9a: "except it has this ability": the ability that made the effect is written out, where it is plain."""
        if not keeps_own(node):
            return node
        items = [item for item in self._position.battlefield if item.id == effect.source]
        items += [self._position.object(self._written.ids[r.number] or "") for r in references if r.sort == "object"][:1]
        records = self._writer.abilities.records
        for item in items:
            own = [records[number].node for number in _own_abilities(self._writer, item)]
            found = kept(node, own)
            if found is not None:
                return found
        return node

    def _effect(self, effect: Effect, index: int, stamp: int) -> None:
        p, facts, written = self._p, self._facts, self._written
        position = self._position
        ids = [found for found in written.ids if found is not None]
        names = (*ids, *self._players)
        own = self._names_of_source(effect)
        line = self._writer.reader.read_line(effect.text, Context(own, tuple(names)))
        source = f"effect({index})"
        label = effect.source or f"effects[{index}]"
        facts.append(f"timestamp({p},{source},{stamp}).effect_controller({p},{source},{self._players[effect.controller]}).")
        del position
        if line is None:
            return
        if line.ability is None:
            assert line.unread is not None
            gap = Gap(line.unread.topics, f"unread after word {line.unread.stopped} of {line.unread.length}")
            written.gaps.append((label, gap))
            return
        references = tuple(
            Reference("object", written.numbers[name]) if name in written.numbers else Reference("player", self._players[name])
            for name in names
        )
        if effect.source in written.numbers:
            references += (Reference("source", written.numbers[effect.source or ""]),)
        tree = self._kept(line.ability, effect, references)
        for ability in self._writer.abilities.node(tree, references, resolved=True):
            record = self._writer.abilities.records[ability]
            written.abilities.add(ability)
            written.gaps += [(label, gap) for gap in record.gaps]
            facts.append(f"effect_is({p},{source},{ability}).")
            facts += [f"effect_gives({p},{source},{e})." for e in record.effects]
            if "watches_tap(" in record.text:
                facts.append(f"effect_triggers({p},{source},{ability}).")
            facts += [f"effect_replaces_mana({p},{source},{r})." for r in record.replacements]
            facts += [f"effect_rule({p},{source},{r})." for r in record.rules]
            facts += [f"ignores({p},{player},{permanent})." for player, permanent in record.ignored]


def _cards(player: Player) -> Iterator[tuple[str, Object]]:
    for zone in ("graveyard", "exile", "command", "hand", "library"):
        cards = getattr(player, zone)
        if not isinstance(cards, int):
            for item in cards:
                yield zone, item


def _zones_of(record: Record) -> frozenset[str]:
    """Return the zones other than the battlefield that an ability's descriptions look in."""
    return _zones_in(record.descriptions)


def _zones_in(descriptions: tuple[int, ...]) -> frozenset[str]:
    text = "".join(DESCRIPTIONS.text(number) for number in descriptions)
    return frozenset(re.findall(r"looks_in\(\d+,\d+,(\w+)\)", text))


def _card_elsewhere(p: int | str, o: int, bundle: int, zone: str, owner: int) -> str:
    """The facts of card ``o`` in a zone other than the battlefield."""
    return (
        f"object({p},{o},{bundle}).elsewhere({p},{o},{zone}).given_controller({p},{o},{owner}).owner({p},{o},{owner}).timestamp({p},{o},0)."
    )


def _own_abilities(writer: FactWriter, item: Object) -> tuple[int, ...]:
    """Return the printed abilities of a copying object: "this ability" in an exception is one of them."""
    if item.card is None:
        return ()
    return writer.bundles.get(writer.card(item.card, item.face, item.flipped)).abilities
