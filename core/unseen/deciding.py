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
from kronika.core.contract.unseen import Place
from kronika.core.unseen.parts import places_of
from kronika.core.unseen.rows import FullGame, Row, bounded, is_same

if TYPE_CHECKING:
    from kronika.core.unseen.kinds import KindsCompletion

WAITS: Final = "waits"
GOES_ON: Final = "goes on"
"""The words after a move that say whether, by hidden things, somebody has to choose next."""

How = Sequence[Any] | str | None
"""The outcome that an event had, as a word or by its effects; None if nobody says."""

OUTCOMES: Final = 12
"""The most outcomes of an event that are searched for."""


def decided(completion: KindsCompletion, game: FullGame, how: How) -> FullGame:
    """The game in which the last event has the effects that it had, from one in which it has the effects of its row.

    Raises NotationError if they are not the same in every game, and `how` does not say which.
    """
    found = _Outcomes(completion, game)
    found.run(until=2 if how is None else OUTCOMES)
    if not found.places:
        return game
    waiting = [one for one in found.games if found.is_waiting(one)]
    if how == WAITS:
        chosen = waiting
    elif how == GOES_ON:
        chosen = [one for one in found.games if waiting and one not in waiting]
    elif how is not None:
        chosen = [one for one in found.games if is_same(tuple(how), one.rows[-1].then)]
    if how is None or len(chosen) != 1:
        raise NotationError(_due(completion, bool(waiting) and how is None, [*found.places]))
    return completion.found(chosen[0].rows[-1])


class _Outcomes:
    """The outcomes that the last event of a game can have: a game for each, and the places of things that decide it."""

    def __init__(self, completion: KindsCompletion, game: FullGame) -> None:
        self.completion = completion
        self.games = [game]
        self.places: dict[Place, None] = {}
        self._goes_on: list[FullGame] = []
        """The games in which it may be that more happens, though no such game was found."""

    def run(self, until: int) -> None:
        """Search for other outcomes, until there are `until` of them."""
        for one in self.games:
            for row, at_end, places in _alternatives(self.completion, one):
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
        return one in self._goes_on or any(_is_begun(one, other) for other in self.games)


def _alternatives(completion: KindsCompletion, game: FullGame) -> Iterator[tuple[Row, bool, list[Place]]]:
    """The last event of a game, once for each way in which it goes otherwise, with its bounds.

    Also: whether the bounds hold at its end, so that more happens then, and the places of the bounds.
    """
    row, before, do, hidden = game.rows[-1], game.states[-2], game.dos[-1], completion.hidden
    after, then = completion.game.apply(before, row.by, do)
    for way in hidden.doubts(before, row.by, do, then, after):
        same = row.then[: max([n for n, _ in way], default=0)]
        bare = Row(row.by, row.do, same, tuple(hidden.operations(before, row.by, row.do, same)))
        bare = bounded(hidden, bare, before, way)
        yield replace(bare, then=()), len(same) == len(row.then), [at for _, one in way for at in places_of(one)]


def _is_begun(one: FullGame, other: FullGame) -> bool:
    """Whether the effects of the last event of a game are the first ones of another game, where more happens."""
    some, more = one.rows[-1].then, other.rows[-1].then
    return len(some) < len(more) and is_same(some, more[: len(some)])


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
