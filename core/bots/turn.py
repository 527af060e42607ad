"""A decision that is due, as the seat that makes it knows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.visibility import VisibleEvent


class Budget(Struct, frozen=True):
    """How long a bot may think about a decision: `iterations` of what it does, or `seconds`.

    With iterations a bot decides the same for the same dice; with seconds it need not.
    """

    iterations: int = 0
    seconds: float = 0.0

    def clock(self) -> Callable[[int], bool]:
        """Is there still time after so many iterations? It runs from now on; there is time for the first one always."""
        if self.iterations:
            return lambda done: done < self.iterations
        end = perf_counter() + self.seconds
        return lambda done: not done or perf_counter() < end


class VisibleTurnEvent(VisibleEvent, frozen=True):
    """An event as it was told to a seat, and who has acted."""

    by: int


class EventStory(Sequence[VisibleTurnEvent]):
    """What has happened in a game as it was told to one seat, the first event first.

    It is the same object as long as the game goes on, and another one after something was taken back.
    """

    def __init__(self) -> None:
        self.heard: list[VisibleTurnEvent] = []

    def __len__(self) -> int:
        return len(self.heard)

    def __getitem__(self, at: Any) -> Any:
        """One of them, or those of a slice."""
        return self.heard[at]


class Turn:
    """A decision that is due, as the seat that makes it knows it.

    What the seat may not know is dealt anew before a bot sees any of it: no bot can look under a card.
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
        """`dice` deal what is hidden; they are not those of the decision.

        `players` are the names, by seat. `story` tells what has happened, when the bot asks for it: it takes longer
        than the rest; without it, only the position is known.
        """
        self.game = game
        self.seat = seat
        self.state = game.redeal(state, seat, dice)
        """A state that the seat can't tell from the true one, to look ahead from."""
        self.budget = budget
        """How long the bot may think; None where that is left to it."""
        self.players = tuple(players)
        self._story = story

    @property
    def view(self) -> Any:
        """What the seat may know."""
        return self.game.view(self.state, self.seat)

    @property
    def actions(self) -> Sequence[Any]:
        """The legal actions, in the game's own order."""
        return self.game.actions(self.state, self.seat)

    @property
    def events(self) -> EventStory:
        """The events in force as the seat may know them, the first one first."""
        return self._story()


RESIGN: Final = "resign"
"""What a bot gives in place of an action when it gives up."""

Bot = Callable[[Turn, Dice], Any]
"""(turn, dice) -> a legal action, or RESIGN. The same for the same turn and dice, if the budget is none of seconds."""
