"""The notation of a game as one table: a row for every verb, and one reader of what stands behind it.

A game lists its `Verb`s and makes a `Notation` of them, which is its `parse`, its `format` and its `notation`:

    NOTATION = Notation(
        (
            Verb("pick CARD", "pick 17", "lays a card face down (TT-2.1)", (Pick,), _read_pick, _write_pick),
            bare("pass", "does nothing", Pass()),
        )
    )

`read` takes the `MoveTokens` behind the verb from the left and says in one way what is wrong with them; whatever it
leaves is refused. `write` gets a `MoveContext`: in which state a move is told, whose it is, and who hears of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, Generic, TypeVar, cast

from msgspec import Struct

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import close_matches, join_words, lookup, normalize, pluralize, quoted
from kronika.core.contract.game import CHANCE, Verb, Viewer
from kronika.core.contract.labels import find_labelled, split_list, split_names
from kronika.core.contract.moves import find_player
from kronika.core.contract.twins import Partial, kind_of, partial, twin
from kronika.core.contract.view import HIDDEN

T = TypeVar("T")
StateT = TypeVar("StateT", bound=Struct)
DoT = TypeVar("DoT", bound=Struct)


Redacted = Callable[[Any, int, Any, Viewer], Any]
"""What a viewer may know of an action, by the state before it and whose it is."""


class MoveContext(Struct, Generic[StateT], frozen=True, gc=False):
    """Where a move is written: the state before it, whose it is, the names, and who looks (None: the referee)."""

    state: StateT
    seat: int
    names: Sequence[str]
    viewer: Viewer

    def knows(self, seat: int) -> bool:
        """May the viewer know what this seat knows?"""
        return self.viewer is None or self.viewer == seat

    def name(self, seat: int) -> str:
        """The player's name; the number of a seat at which nobody sits."""
        return self.names[seat] if seat < len(self.names) else str(seat)


class MoveTokens(Struct, Generic[StateT], gc=False):
    """The words behind a verb. Its methods take them from the left, and raise NotationError for what can't be meant.

    `state`, `seat` and `names` are for readers that need them; `form` is what a message shows as right. The `what` of a
    method is a thing in a person's word: `card`.
    """

    state: StateT
    seat: int
    names: Sequence[str]
    form: str
    left: list[str]
    parts: tuple[MoveTokens[StateT], ...] = ()
    """What was cut out of them, to be read on its own."""
    holes: bool = False
    """May a `?` stand for a thing that was not seen?"""

    # -- what is left ---------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """All that is left, parted by single spaces; it stays."""
        return " ".join(self.left)

    def all(self) -> str:
        """All that is left, which may be nothing; it is taken."""
        text = " ".join(self.left)
        self.left = []
        return text

    def wrong(self, message: str, named: str = "") -> NotationError:
        """An error with the form of the move."""
        return NotationError(f"{message} The form is `{self.form}`.", named=named)

    def end(self) -> None:
        """Nothing may be left, here and in the parts."""
        if self.left:
            raise NotationError(f"{quoted(str(self))} is too much here.")
        for part in self.parts:
            part.end()

    # -- one thing ------------------------------------------------------------------------------------------------

    def word(self, what: str) -> str:
        """The next word."""
        if not self.left:
            raise self.wrong(f"Which {what}?")
        return self.left.pop(0)

    def rest(self, what: str) -> str:
        """All words that are left, as the name of one thing."""
        if not self.left:
            raise self.wrong(f"Which {what}?")
        return self.all()

    def one(self, table: Mapping[str, T], what: str) -> T:
        """The one thing that all words that are left name; see `find_labelled`."""
        return self._found(self.rest(what), table, what)

    def one_word(self, table: Mapping[str, T], what: str) -> T:
        """The thing that the next word names."""
        return self._found(self.word(what), table, what)

    def _found(self, text: str, table: Mapping[str, T], what: str) -> T:
        if self.holes and text == HIDDEN:
            return cast(T, HIDDEN)
        return find_labelled(text, table, what)

    def number(self, lowest: int, highest: int, what: str) -> int:
        """The next word as a number in a range."""
        word = self.word(what)
        plain = word.removeprefix("#").removesuffix(".")
        if not (plain.isascii() and plain.isdecimal() and len(plain) < 5 and lowest <= int(plain) <= highest):
            raise NotationError(f"{quoted(word)} is no {what}: it can be {lowest} to {highest}.")
        return int(plain)

    def player(self, behind: int = 0) -> int:
        """The seat of the player whom all words name but the last `behind`: a name may consist of several."""
        if len(self.left) <= behind:
            raise self.wrong("Which player?")
        at = len(self.left) - behind
        name, self.left = self.left[:at], self.left[at:]
        return find_player(" ".join(name), self.names)

    def player_before(self, n: int, table: Mapping[str, T]) -> int:
        """The seat of the player whose name stands before so many things of a table."""
        for length in range(1, min(self._longest_name(), len(self.left) - 1) + 1):
            if len(split_names(" ".join(self.left[length:]), table)) == n:
                return self.player(behind=len(self.left) - length)
        counted = self.holes and self.left and self.left[-1] == str(n)
        return self.player(behind=1 if counted else n)

    def _longest_name(self) -> int:
        """Words in the longest name of a player."""
        return max(len(spelt.split()) for name in self.names for spelt in (name, normalize(name)))

    def first_player(self) -> int:
        """The seat of the player whose name, the longest that fits, stands first."""
        known = {normalize(name) for name in self.names}
        for length in range(min(self._longest_name(), len(self.left)), 1, -1):
            if normalize(" ".join(self.left[:length])) in known:
                return self.player(behind=len(self.left) - length)
        return self.player(behind=max(len(self.left) - 1, 0))

    # -- several things -------------------------------------------------------------------------------------------

    def things(self) -> list[str]:
        """All words that are left as the names of things: parted by commas, or by spaces where there is no comma."""
        return split_list(self.all())

    def exact_things(
        self, table: Mapping[str, T], what: str, fewest: int, most: int, plural: str = ""
    ) -> tuple[T, ...]:
        """So many things of a table: all words that are left. The whole of a name is one thing, spaces and all."""
        text = self.all()
        if (
            self.holes
            and (fewest > 1 or text not in table)
            and text.isascii()
            and text.isdecimal()
            and int(text) <= most
        ):
            text = " ".join(HIDDEN * int(text))
        found = tuple([self._found(piece, table, what) for piece in split_names(text, table)])
        self.counted(len(found), what, fewest, most, plural)
        return found

    def counted(self, n: int, what: str, fewest: int, most: int, plural: str = "") -> None:
        """Raises NotationError unless so many things are named: the error says how many there are."""
        if not fewest <= n <= most:
            due = pluralize(most, what, plural)
            sure = f"{due} {'is' if most == 1 else 'are'} due here"
            if fewest != most:
                sure = f"{fewest} to {due} can be named here"
            raise self.wrong(f"{sure}, not {n}.", pluralize(n, what, plural))

    # -- parts ----------------------------------------------------------------------------------------------------

    def cut(self, *marks: str) -> tuple[MoveTokens[StateT], MoveTokens[StateT] | None]:
        """What stands before the first of these words, and what behind it; None for that where none of them stands."""
        for at, word in enumerate(self.left):
            if normalize(word) in marks:
                behind = self._of(self.left[at + 1 :])
                del self.left[at:]
                return self, behind
        return self, None

    def split_around(self, mark: str) -> tuple[MoveTokens[StateT], MoveTokens[StateT]]:
        """What stands before and behind a word that must be there."""
        before, behind = self.cut(mark)
        if behind is None:
            raise self.wrong(f"`{mark}` is missing.")
        return before, behind

    def split(self, sign: str) -> list[MoveTokens[StateT]]:
        """The parts between the signs, `/` for one, which need no space around them."""
        return [self._of(part.split()) for part in self.all().split(sign)]

    def skip(self, *words: str) -> bool:
        """Passes over the next word if it is one of these, which may be there or not. Was it?"""
        there = bool(self.left) and normalize(self.left[0]) in words
        if there:
            del self.left[0]
        return there

    def _of(self, words: list[str]) -> MoveTokens[StateT]:
        part = MoveTokens(self.state, self.seat, self.names, self.form, words, holes=self.holes)
        self.parts += (part,)
        return part


def expand_counts(text: str, table: Mapping[str, T], what: str, *, holes: bool = False) -> list[T]:
    """Things named one by one, `red blue blue`, or counted, `2 blue 1 red`, in their order. Raises NotationError.

    With `holes` a `?` is a thing that was not seen, and a number alone is so many of them.
    """
    found: list[T] = []
    if holes:
        table = {**table, HIDDEN: cast(T, HIDDEN)}
        text = f"{text} {HIDDEN}" if text.isascii() and text.isdecimal() else text
    times = ""
    for word in text.replace(",", " ").split():
        if word.isascii() and word.isdecimal() and len(word) < 3 and not times:
            times = word
        else:
            found.extend([lookup(word, table, what)] * int(times or 1))
            times = ""
    if times:
        raise NotationError(f"{times} of which {what}?")
    return found


def part_of(kind: type[Struct], **parts: Any) -> Any:
    """A twin of an action, with what was seen of it: see `core.contract.twins`."""
    made: Any = twin(kind)
    return made(**parts)


def simple_verb(word: str, means: str, do: Struct, *also: str) -> Verb:
    """The verb of a move that is this one word."""
    return Verb(word, word, means, (type(do),), lambda words: do, lambda do, scene: word, also)


def example_things(n: int, *examples: str, between: str = " ") -> str:
    """So many things in a `Prompt`: the first of the examples, and `…` where there are not enough of them."""
    return between.join((*examples[:n], *("…",) * (n > len(examples))))


def numeric_verb(
    form: str, example: str, means: str, kind: type[Struct], *, secret: bool = False, chance: bool = False
) -> Verb:
    """The verb of a move whose fields are whole numbers, within the bounds that their types give them.

    `secret`: only who knows what the seat knows is told them.
    """
    word = form.split(" ", 1)[0]

    def read(words: MoveTokens[Any]) -> Struct:
        return kind(*[words.number(lowest, highest, name) for name, lowest, highest in _bounds(kind)])

    def write(do: Struct, at: MoveContext[Any]) -> str:
        known = not secret or at.knows(at.seat)
        return " ".join([word, *(str(getattr(do, name)) if known else "?" for name in kind.__struct_fields__)])

    return Verb(form, example, means, (kind,), read, write, chance=chance)


@cache
def _bounds(kind: type[Struct]) -> tuple[tuple[str, int, int], ...]:
    """The fields of a Struct of whole numbers, in words, with the least and the most that each may be."""
    from msgspec import inspect  # 5 ms, and only where one is read

    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    bounds = []
    for field in info.fields:
        number = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        assert isinstance(number, inspect.IntType)
        assert number.ge is not None, f"{kind.__name__}.{field.name} has no lower bound"
        assert number.le is not None, f"{kind.__name__}.{field.name} has no upper bound"
        bounds.append((field.name.replace("_", " "), number.ge, number.le))
    return tuple(bounds)


class Notation(Generic[StateT, DoT]):
    """The moves and outcomes of a game as text, both ways, by the table of its verbs."""

    def __init__(self, verbs: Sequence[Verb], redacted: Redacted | None = None) -> None:
        """The table; of two verbs that make the same, the one listed first writes it.

        `redacted` is the game's, where it has one: then what a viewer may not know is no matter of the writers.
        """
        self._verbs: Final = tuple(verbs)
        self._redacted: Final = redacted
        self._of_chance = _by_word([verb for verb in verbs if verb.chance])
        self._of_players = _by_word([verb for verb in verbs if not verb.chance])
        self._all = {**self._of_chance, **self._of_players}
        self._writers = {kind: verb.write for verb in reversed(verbs) for kind in verb.makes}

    def verbs(self) -> tuple[Verb, ...]:
        """The table, as the contract asks for it."""
        return self._verbs

    def parse(self, state: StateT, seat: int, text: str, names: Sequence[str]) -> DoT:
        """Reads a move, or an outcome. Raises NotationError. Whether it is of the right kind is left to `check`."""
        return self._read(state, seat, text, names, holes=False)

    def parse_seen(self, state: StateT, seat: int, text: str, names: Sequence[str]) -> Any:
        """Reads what somebody has seen of a move or an outcome, with `?` for things that were hidden."""
        return partial(self._read(state, seat, text, names, holes=True))

    def _read(self, state: StateT, seat: int, text: str, names: Sequence[str], *, holes: bool) -> DoT:
        left = text.split()
        first = left.pop(0) if left else ""
        own = self._of_chance if seat == CHANCE else self._of_players
        verb = own.get(first) or self._meant(own, first)
        words = MoveTokens(state, seat, names, verb.form, left, holes=holes)
        do: DoT = verb.read(words)
        if words.left or words.parts:
            words.end()
        if isinstance(do, str):
            raise words.wrong("Nothing of it is hidden.")
        return do

    def format(self, state: StateT, seat: int, do: DoT, names: Sequence[str], viewer: Viewer = None) -> str:
        """The text of a move; what a viewer may not know as `?`."""
        write = self._writers.get(type(do))
        if write is None:
            return self._format_seen(state, seat, do, names)
        if viewer is not None and self._redacted:
            do = self._redacted(state, seat, do, viewer)
            write = self._writers[kind_of(do)]
        return write(do, MoveContext(state, seat, names, viewer))

    def _format_seen(self, state: StateT, seat: int, do: Any, names: Sequence[str]) -> str:
        """What a witness has seen: a move with holes, or things in a place."""
        if isinstance(do, Partial):
            return self._writers[do.of](do, MoveContext(state, seat, names, None))
        whose = "" if do.seat < 0 else f"{names[do.seat]} "
        late = f" after event {do.event}" if do.event else ""
        return f"seen {whose}{do.place} {' '.join(_listed(do.things))}{late}"

    def _meant(self, own: Mapping[str, Verb], text: str) -> Verb:
        """The verb in full, or the only one that begins so, or else has this in it; the own kind comes first."""
        key = normalize(text)
        if verb := own.get(key) or self._all.get(key):
            return verb
        for fits in (str.startswith, str.__contains__):
            for table in (own, self._all):
                found = {word: verb for word, verb in table.items() if key and fits(word, key)}
                if len({verb.word for verb in found.values()}) == 1:
                    return next(iter(found.values()))
                if found:
                    raise NotationError(f"{quoted(text)} can be {join_words(list(found), 'or')}.")
        if not text:
            raise NotationError("There is no move.")
        raise NotationError(f"{quoted(text)} is no move.", close_matches(text, own), instead=text)


def _listed(things: Sequence[Any]) -> Sequence[str]:
    """Things one by one, and counted where they are many of few kinds: `12 red 5 blue`."""
    counts = Counter(map(str, things))
    if len(things) < 4 * len(counts):
        return [str(thing) for thing in things]
    return [f"{n} {thing}" for thing, n in counts.items()]


def _by_word(verbs: Sequence[Verb]) -> dict[str, Verb]:
    return {word: verb for verb in verbs for word in (verb.word, *verb.also)}
