"""The notation of a game as one table, with a row for every verb.

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
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import close_matches, join_words, normalize, quoted
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.tokens import MoveContext, MoveTokens
from kronika.core.contract.twins import kind_of, partial, twin
from kronika.core.contract.verbs import Verb

StateT = TypeVar("StateT", bound=Struct)
DoT = TypeVar("DoT", bound=Struct)


Redacted = Callable[[Any, int, Any, Viewer], Any]
"""The type of `Game.redacted`: from state, seat, action and viewer to the action as the viewer may know it."""


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
