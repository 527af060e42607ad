"""The words of a move after its verb, taken from the left, and the context in which a move is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar, cast

from msgspec import Struct

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import lookup, normalize, pluralize, quoted
from kronika.core.contract.game import Viewer
from kronika.core.contract.labels import find_labelled, split_list, split_names
from kronika.core.contract.moves import find_player
from kronika.core.contract.view import HIDDEN

T = TypeVar("T")
StateT = TypeVar("StateT", bound=Struct)


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
