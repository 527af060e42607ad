"""Events whose effects depend on hidden things.

Effects are recorded without a question only if they are the same in every game that agrees with the record. If they are
not, the recorder says what happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from kronika.core.basics.errors import NotationError, NotProved
from kronika.core.basics.text import join_words
from kronika.core.contract.unseen import Hidden, Place
from kronika.core.unseen.naming import Asked
from kronika.core.unseen.parts import places_of
from kronika.core.unseen.rows import FullGame, Row, bounded, is_same

if TYPE_CHECKING:
    from kronika.core.unseen.kinds import KindsCompletion

WAITS: Final = "waits"
GOES_ON: Final = "goes on"
THEN_WAITS: Final = "goes on, then waits"
"""The words after a move that say whether, by hidden things, somebody has to choose next.

`THEN_WAITS` is for a move with several such questions: nobody has to choose at the first one, somebody at a later one.
"""

HOW_WORDS: Final = (THEN_WAITS, WAITS, GOES_ON)
"""The words in the order in which the end of a move is compared with them."""

How = Sequence[Any] | str | None
"""The outcome that an event had, as a word or by its effects; None if nobody says."""

OUTCOMES: Final = 12
"""The most outcomes of an event that are searched for."""


def decided(completion: KindsCompletion, game: FullGame, how: How, named: int = 0) -> FullGame:
    """The game in which the last event has the effects that it had, from one in which it has the effects of its row.

    `named` is the number of things that the recorder names. If these are all that are laid open, no effect that lays
    open some of them can be another one.

    Raises NotationError if the effects are not the same in every game, and `how` does not say which; also for a word
    where they are the same.
    """
    found = _Outcomes(completion, game, named)
    found.run(until=2 if how is None else OUTCOMES)
    if not found.places:
        refuse_word(how)
        return game
    then, waits = [one.rows[-1].then for one in found.games], [*map(found.is_waiting, found.games)]
    chosen: list[FullGame] = []
    if isinstance(how, str):
        chosen = [found.games[n] for n in fitting(how, then, waits)] if any(waits) else []
    elif how is not None:
        chosen = [one for one in found.games if is_same(tuple(how), one.rows[-1].then)]
    if len(chosen) != 1:
        is_open = any(waits) and how is None
        raise NotDecided(_due(completion, is_open, [*found.places]), words_for(then, waits) if is_open else ())
    return completion.found(chosen[0].rows[-1])


def refuse_word(how: How) -> None:
    """Raise NotationError for a word if an event has one outcome: the record would not keep the word."""
    if isinstance(how, str):
        raise NotationError(
            f"Only one outcome of this can be seen, so `{how}` would not be kept: write the move without it. Your next "
            "record says what comes next."
        )


class NotDecided(Asked):
    """An event can continue in several ways, by hidden things. `after` are words that can be written after its move."""

    def __init__(self, message: str, after: Sequence[str]) -> None:
        super().__init__(message)
        self.after = tuple(after)

    def told_of(self, move: str, hidden: Hidden, names: Sequence[str]) -> NotationError:
        """The error with the move in notation, and each way to write it."""
        return NotationError(self.args[0], can_be=[f"{move} {words}" for words in self.after])


def fitting(how: str, then: Sequence[Sequence[Any]], waits: Sequence[bool]) -> list[int]:
    """The numbers of the outcomes that a word means, by the effects of each and by whether somebody chooses then."""
    late = [
        waits[n] and any(waits[at] and is_begun(other, one) for at, other in enumerate(then))
        for n, one in enumerate(then)
    ]
    meant = {WAITS: [one and not after for one, after in zip(waits, late, strict=True)], THEN_WAITS: late}
    return [n for n, one in enumerate(meant.get(how, [not one for one in waits])) if one]


def words_for(then: Sequence[Sequence[Any]], waits: Sequence[bool]) -> list[str]:
    """The words after a move that mean some outcome, in the order in which they are taught."""
    return [how for how in (WAITS, GOES_ON, THEN_WAITS) if fitting(how, then, waits)]


def is_begun(some: Sequence[Any], more: Sequence[Any]) -> bool:
    """Whether effects are the first ones of those of another outcome, where more happens."""
    return len(some) < len(more) and is_same(some, more[: len(some)])


class _Outcomes:
    """The outcomes that the last event of a game can have: a game for each, and the places of things that decide it."""

    def __init__(self, completion: KindsCompletion, game: FullGame, named: int) -> None:
        self.completion = completion
        self.named = named
        self.games = [game]
        self.places: dict[Place, None] = {}
        self._goes_on: list[FullGame] = []
        """The games in which it may be that more happens, though no such game was found."""

    def run(self, until: int) -> None:
        """Search for other outcomes, until there are `until` of them."""
        for one in self.games:
            for row, at_end, places in _alternatives(self.completion, one, self.named):
                if len(self.games) < until:
                    self._search(one, row, at_end, places)

    def _search(self, one: FullGame, row: Row, at_end: bool, places: Sequence[Place]) -> None:
        try:
            other = self.completion.other(row)
        except NotProved:
            self.places |= dict.fromkeys(places)
            self._goes_on += [one] * at_end
            return
        if other is None:
            return
        other = replace(other, rows=(*other.rows[:-1], self.completion.with_effects(other)))
        if other.rows[-1].then != one.rows[-1].then:
            self.places |= dict.fromkeys(places)
        if all(other.rows[-1].then != known.rows[-1].then for known in self.games):
            self.games.append(other)

    def is_waiting(self, one: FullGame) -> bool:
        """Whether somebody has to choose after a game where in another one more happens."""
        return one in self._goes_on or any(is_begun(one.rows[-1].then, other.rows[-1].then) for other in self.games)


def _alternatives(completion: KindsCompletion, game: FullGame, named: int) -> Iterator[tuple[Row, bool, list[Place]]]:
    """The last event of a game, once for each way in which it goes otherwise, with its bounds.

    Also: whether the bounds hold at its end, so that more happens then, and the places of the bounds.
    """
    row, before, do, hidden = game.rows[-1], game.states[-2], game.dos[-1], completion.hidden
    after, then = completion.game.apply(before, row.by, do)
    settled = _named_effects(completion, row, before, named) if named else ()
    for way in hidden.doubts(before, row.by, do, then, after):
        same = row.then[: max([n for n, _ in way], default=0)]
        if len(same) in settled:
            continue
        bare = Row(row.by, row.do, same, tuple(hidden.operations(before, row.by, row.do, same)))
        bare = bounded(hidden, bare, before, way)
        yield replace(bare, then=()), len(same) == len(row.then), [at for _, one in way for at in places_of(one)]


def _named_effects(completion: KindsCompletion, row: Row, before: Any, named: int) -> list[int]:
    """The numbers of the effects that lay something open, if as many things are named as they all lay open."""
    bare, *moves = (
        completion.hidden.operations(before, row.by, row.do, row.then[:n]) for n in (0, *range(len(row.then) + 1))
    )
    laid = [len(completion.laid_open(one, bare)) for one in moves]
    return [n for n in range(len(row.then)) if laid[n] < laid[n + 1]] if laid[-1] == named else []


def _due(completion: KindsCompletion, is_open: bool, places: Sequence[Place]) -> str:
    """The message that says what the recorder must write."""
    names = list(dict.fromkeys(_example(completion, place) for place in places))
    seen = f"write first what is there ({join_words(names, 'or')})"
    if not is_open:
        return f"Hidden things decide how this goes on: {seen}."
    return (
        f"Hidden things decide how this goes on: write `{WAITS}` after the move if somebody has something to choose, "
        f"else `{GOES_ON}`. Or {seen}."
    )


def _example(completion: KindsCompletion, place: Place) -> str:
    """The words of a place in an observation, as far as they are the same for all seats."""
    word, _ = place
    return f"`seen {word} …`" if word in completion.hidden.shared else f"`seen NAME {word} …`"
