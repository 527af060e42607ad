"""The notation of a game as one table, with a row for every verb, and a parser for the words after the verb.

A game lists its `Verb`s and makes a `Notation` from them, which provides its `parse`, `format` and `notation`:

    NOTATION = Notation(
        (
            form_verb("pick CARD", "pick 17", "picks a card, face down (TT-2.1)", Pick, {"CARD": NAMES}),
            simple_verb("pass", "does nothing", Pass()),
            Verb("lever SHIP SITE SLOTS", "lever 4 temple 3 1 2", "plays a lever", (Lever,), _read_lever, _write_lever),
        )
    )

`form_verb` is for moves that their form describes. For others, the `read` of a verb takes the `MoveTokens` after the
verb from the left; tokens that it leaves are an error. Its `write` gets a `MoveContext`: the state before the move,
whose move it is, and who reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar, cast

from msgspec import Struct

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import close_matches, join_words, lookup, normalize, pluralize, quoted
from kronika.core.contract.game import CHANCE, Verb, Viewer
from kronika.core.contract.labels import find_labelled, split_list, split_names
from kronika.core.contract.moves import find_player
from kronika.core.contract.twins import kind_of, partial, twin
from kronika.core.contract.view import HIDDEN

T = TypeVar("T")
StateT = TypeVar("StateT", bound=Struct)
DoT = TypeVar("DoT", bound=Struct)


Redacted = Callable[[Any, int, Any, Viewer], Any]
"""The type of `Game.redacted`: from state, seat, action and viewer to the action as the viewer may know it."""


class MoveContext(Struct, Generic[StateT], frozen=True, gc=False):
    """The context in which a move is written: the state before it, whose move it is, the names, and the viewer."""

    state: StateT
    seat: int
    names: Sequence[str]
    viewer: Viewer

    def knows(self, seat: int) -> bool:
        """Whether the viewer knows what this seat knows: the referee and the seat itself do."""
        return self.viewer is None or self.viewer == seat

    def name(self, seat: int) -> str:
        """The player's name; the number of a seat that has no player."""
        return self.names[seat] if seat < len(self.names) else str(seat)


class MoveTokens(Struct, Generic[StateT], gc=False):
    """The words of a move after its verb. Methods take words from the left, and raise NotationError for wrong ones.

    `state`, `seat` and `names` are for parsers that need them. `form` is the form of the move for messages; `left` are
    the words not yet taken. The parameter `what` of a method names the kind of thing in messages: `card`.
    """

    state: StateT
    seat: int
    names: Sequence[str]
    form: str
    left: list[str]
    parts: tuple[MoveTokens[StateT], ...] = ()
    """The parts that were split off; each must be taken to its end, too."""
    holes: bool = False
    """Whether `?` is accepted for a thing that was not seen."""

    # -- what is left ---------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The remaining words, separated by single spaces; they are not taken."""
        return " ".join(self.left)

    def all(self) -> str:
        """Take all remaining words, and return them separated by single spaces; perhaps empty."""
        text = " ".join(self.left)
        self.left = []
        return text

    def wrong(self, message: str, named: str = "") -> NotationError:
        """Return an error whose message ends with the form of the move."""
        return NotationError(f"{message} The form is `{self.form}`.", named=named)

    def end(self) -> None:
        """Raise NotationError if words remain, here or in the parts."""
        if self.left:
            raise NotationError(f"{quoted(str(self))} is not expected here.")
        for part in self.parts:
            part.end()

    # -- one thing ------------------------------------------------------------------------------------------------

    def word(self, what: str) -> str:
        """Take the next word. Raises NotationError if there is none."""
        if not self.left:
            raise self.wrong(f"Which {what}?")
        return self.left.pop(0)

    def rest(self, what: str) -> str:
        """Take all remaining words as the name of one thing. Raises NotationError if there are none."""
        if not self.left:
            raise self.wrong(f"Which {what}?")
        return self.all()

    def one(self, table: Mapping[str, T], what: str) -> T:
        """Take all remaining words, and return the thing in `table` that they name; see `find_labelled`."""
        return self._found(self.rest(what), table, what)

    def one_word(self, table: Mapping[str, T], what: str) -> T:
        """Take the next word, and return the thing in `table` that it names; see `find_labelled`."""
        return self._found(self.word(what), table, what)

    def _found(self, text: str, table: Mapping[str, T], what: str) -> T:
        if self.holes and text == HIDDEN:
            return cast(T, HIDDEN)
        return find_labelled(text, table, what)

    def number(self, lowest: int, highest: int, what: str) -> int:
        """Take the next word as a number from `lowest` to `highest`; `#2` and `2.` are 2, too."""
        word = self.word(what)
        if self.holes and word == HIDDEN:
            return cast(int, HIDDEN)
        plain = word.removeprefix("#").removesuffix(".")
        if not (plain.isascii() and plain.isdecimal() and len(plain) < 5 and lowest <= int(plain) <= highest):
            raise NotationError(f"The {what} can be {lowest} to {highest}, not {quoted(word)}.")
        return int(plain)

    def player(self, behind: int = 0) -> int:
        """Take all but the last `behind` words as a player's name, which may have several words; return the seat."""
        if len(self.left) <= behind:
            raise self.wrong("Which player?")
        at = len(self.left) - behind
        name, self.left = self.left[:at], self.left[at:]
        return find_player(" ".join(name), self.names)

    def player_before(self, n: int, table: Mapping[str, T]) -> int:
        """Take a player's name that `n` things of `table` follow, and return the seat."""
        for length in range(1, min(self._longest_name(), len(self.left) - 1) + 1):
            if len(split_names(" ".join(self.left[length:]), table)) == n:
                return self.player(behind=len(self.left) - length)
        counted = self.holes and self.left and self.left[-1] == str(n)
        return self.player(behind=1 if counted else n)

    def _longest_name(self) -> int:
        """The number of words in the longest name of a player."""
        return max(len(spelt.split()) for name in self.names for spelt in (name, normalize(name)))

    def first_player(self) -> int:
        """Take the longest player's name that the words begin with, and return the seat."""
        known = {normalize(name) for name in self.names}
        for length in range(min(self._longest_name(), len(self.left)), 1, -1):
            if normalize(" ".join(self.left[:length])) in known:
                return self.player(behind=len(self.left) - length)
        return self.player(behind=max(len(self.left) - 1, 0))

    # -- several things -------------------------------------------------------------------------------------------

    def things(self) -> list[str]:
        """Take all remaining words, and split them into names of things: at commas, or at spaces if there is none."""
        return split_list(self.all())

    def exact_things(
        self, table: Mapping[str, T], what: str, fewest: int, most: int, plural: str = ""
    ) -> tuple[T, ...]:
        """Take all remaining words as `fewest` to `most` things of `table`. Whole names may contain spaces.

        `plural` is the plural of `what` if that is not made with -s. Raises NotationError for another number of things.
        """
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
        """Raise NotationError, with the numbers in its message, unless `fewest` <= `n` <= `most`."""
        if not fewest <= n <= most:
            due = pluralize(most, what, plural)
            sure = f"Name {due} here"
            if fewest != most:
                sure = f"Name {fewest} to {due} here"
            seen = f" `?` is a {what} that was not seen." if self.holes else ""
            raise self.wrong(f"{sure}, not {n}.{seen}", pluralize(n, what, plural))

    # -- parts ----------------------------------------------------------------------------------------------------

    def cut(self, *marks: str) -> tuple[MoveTokens[StateT], MoveTokens[StateT] | None]:
        """Split at the first of the words `marks`: the words before it (self), and those after it.

        The second is None if none of the words is there.
        """
        for at, word in enumerate(self.left):
            if normalize(word) in marks:
                behind = self._of(self.left[at + 1 :])
                del self.left[at:]
                return self, behind
        return self, None

    def split_around(self, mark: str) -> tuple[MoveTokens[StateT], MoveTokens[StateT]]:
        """Split at the word `mark`: the words before it, and those after it. Raises NotationError if it is missing."""
        before, behind = self.cut(mark)
        if behind is None:
            raise self.wrong(f"`{mark}` is missing.")
        return before, behind

    def split(self, sign: str) -> list[MoveTokens[StateT]]:
        """Take all remaining words, and split them at each `sign`, such as `/`, with or without spaces around it."""
        return [self._of(part.split()) for part in self.all().split(sign)]

    def skip(self, *words: str) -> bool:
        """Take the next word if it is one of `words`. Returns whether it was."""
        there = bool(self.left) and normalize(self.left[0]) in words
        if there:
            del self.left[0]
        return there

    def _of(self, words: list[str]) -> MoveTokens[StateT]:
        part = MoveTokens(self.state, self.seat, self.names, self.form, words, holes=self.holes)
        self.parts += (part,)
        return part


def expand_counts(text: str, table: Mapping[str, T], what: str, *, holes: bool = False) -> list[T]:
    """Parse a list of things of `table`, one by one (`red blue blue`) or counted (`2 blue 1 red`), in their order.

    With `holes`, `?` is a thing that was not seen, and a number alone means that many of them. Raises NotationError.
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
        seen = f" `{times} ?` if they were not seen." if holes else ""
        raise NotationError(f"{times} of which {what}?{seen}")
    return found


def part_of(kind: type[Struct], **parts: Any) -> Any:
    """Make a partly hidden action of type `kind` (a twin, see `core.contract.twins`) from the parts that were seen."""
    made: Any = twin(kind)
    return made(**parts)


def simple_verb(word: str, means: str, do: Struct, *also: str) -> Verb:
    """The verb of a move that consists of this word alone. `also` are synonyms."""
    return Verb(word, word, means, (type(do),), lambda words: do, lambda do, scene: word, also)


def example_things(n: int, *examples: str, between: str = " ") -> str:
    """The first `n` of the examples for a `Prompt`, followed by `…` if there are fewer than `n`."""
    return between.join((*examples[:n], *("…",) * (n > len(examples))))


def _in_full(state: Any, seat: int, do: Any, viewer: Viewer) -> Any:
    return do


class Notation(Generic[StateT, DoT]):
    """The notation of a game: it parses and writes moves and outcomes by the table of its verbs."""

    def __init__(self, verbs: Sequence[Verb], redacted: Redacted | None = None) -> None:
        """Make the notation from its verbs. If two verbs have the same type, the first one writes it.

        `redacted` is the game's `redacted`, if it has one: then verbs needn't hide anything from viewers themselves.
        """
        self._verbs: Final = tuple(verbs)
        self.redacted: Final = redacted or _in_full
        self._of_chance = _by_word([verb for verb in verbs if verb.chance])
        self._of_players = _by_word([verb for verb in verbs if not verb.chance])
        self._all = {**self._of_chance, **self._of_players}
        self._writers = {kind: verb.write for verb in reversed(verbs) for kind in verb.makes}

    def verbs(self) -> tuple[Verb, ...]:
        """The table of verbs, for `Game.notation`."""
        return self._verbs

    def parse(self, state: StateT, seat: int, text: str, names: Sequence[str]) -> DoT:
        """Parse a move, or an outcome. Raises NotationError. Whether it is allowed now is left to `check`."""
        return self._read(state, seat, text, names, holes=False)

    def parse_seen(self, state: StateT, seat: int, text: str, names: Sequence[str]) -> Any:
        """Parse a move or an outcome as somebody has seen it, with `?` for hidden things. Raises NotationError."""
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
        """Write a move or an outcome; parts that the viewer may not know are written as `?`."""
        write = self._writers.get(type(do))
        if write is None:
            return self._writers[kind_of(do)](do, MoveContext(state, seat, names, None))  # a part of it was seen
        if viewer is not None and self.redacted is not _in_full:
            do = self.redacted(state, seat, do, viewer)
            write = self._writers[kind_of(do)]
        return write(do, MoveContext(state, seat, names, viewer))

    def _meant(self, own: Mapping[str, Verb], text: str) -> Verb:
        """Find a verb by the whole word, else by the beginning of only one, else by a part of only one.

        `own` are the verbs of the kind that is due (moves or outcomes); they take precedence over the others.
        """
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
            raise NotationError("The move is empty.")
        raise NotationError(f"{quoted(text)} is not a move.", close_matches(text, own), instead=text)


def _by_word(verbs: Sequence[Verb]) -> dict[str, Verb]:
    return {word: verb for verb in verbs for word in (verb.word, *verb.also)}
