"""The turn of a bot: the decision that is due, and everything that its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.visibility import VisibleEvent


class Budget(Struct, frozen=True):
    """The limit for one decision of a bot: `iterations` of its search or, if these are 0, `seconds`.

    With iterations, a bot decides the same for the same dice; with seconds it may not.
    """

    iterations: int = 0
    seconds: float = 0.0

    def clock(self) -> Callable[[int], bool]:
        """A function that returns whether the budget allows another iteration, given the number of those done.

        Time counts from this call. The first iteration is always allowed.
        """
        if self.iterations:
            return lambda done: done < self.iterations
        end = perf_counter() + self.seconds
        return lambda done: not done or perf_counter() < end


class VisibleTurnEvent(VisibleEvent, frozen=True):
    """An event as a seat may know it; `by` is the seat that acted, or CHANCE."""

    by: int


class EventStory(Sequence[VisibleTurnEvent]):
    """The events of a game as one seat may know them, in order.

    The same object grows as long as the game continues; after an undo there is a new one.
    """

    def __init__(self) -> None:
        self.heard: list[VisibleTurnEvent] = []

    def __len__(self) -> int:
        return len(self.heard)

    def __getitem__(self, at: Any) -> Any:
        """One event, or a list of the events of a slice."""
        return self.heard[at]


class Turn:
    """A decision that is due, and everything that the seat may know.

    Hidden information is redealt before the bot sees any of it, so that no bot can look at hidden cards.
    """

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        seat: int,
        dice: Dice,
        *,
        budget: Budget | None = None,
        players: Sequence[str] = (),
        story: Callable[[], EventStory] = EventStory,
    ) -> None:
        """`dice` redeal what is hidden; they are not the bot's dice.

        `players` are the names, by seat. `story` returns the events so far; it is called only if the bot asks for them,
        as it takes longer than the rest. By default there are no events.
        """
        self.game = game
        self.seat = seat
        self.state = game.redeal(state, seat, dice)
        """A state that the seat can't tell from the true one; a search can begin with it."""
        self.budget = budget
        """The limit of the bot's search; None for the bot's own default."""
        self.players = tuple(players)
        self._story = story

    @property
    def view(self) -> Any:
        """The view of the seat: everything that it may know about the position."""
        return self.game.view(self.state, self.seat)

    @property
    def actions(self) -> Sequence[Any]:
        """The legal actions, in the game's own order."""
        return self.game.actions(self.state, self.seat)

    @property
    def events(self) -> EventStory:
        """The events in force, as the seat may know them, in order."""
        return self._story()


RESIGN: Final = "resign"
"""The value that a bot returns in place of an action to resign."""

Bot = Callable[[Turn, Dice], Any]
"""A function (turn, dice) that returns a legal action or RESIGN.

For the same turn and dice it returns the same, unless the budget is in seconds.
"""
