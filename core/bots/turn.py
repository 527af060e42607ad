"""A decision that is due, as the seat that makes it knows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from msgspec import Struct

from kronika.core.chance import Dice
from kronika.core.registry import AnyGame
from kronika.core.told import Told


class Budget(Struct, frozen=True):
    """How long a bot may think about a decision: so many rounds of what it does, or so many seconds.

    With rounds a bot decides the same for the same dice; with seconds it need not.
    """

    rounds: int = 0
    seconds: float = 0.0

    def clock(self) -> Callable[[int], bool]:
        """Is there still time after so many rounds? It runs from now on; there is time for the first one always."""
        if self.rounds:
            return lambda done: done < self.rounds
        end = perf_counter() + self.seconds
        return lambda done: not done or perf_counter() < end


def nothing_told() -> Sequence[Told]:
    """The events of a game of which only the position is known."""
    return ()


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
        story: Callable[[], Sequence[Told]] = nothing_told,
    ) -> None:
        """`dice` deal what is hidden; they are not those of the decision.

        `story` tells what has happened, when the bot asks for it: it takes longer than the rest.
        """
        self.game = game
        self.seat = seat
        self.state = game.redeal(state, seat, dice)
        """A state that the seat can't tell from the true one, to look ahead from."""
        self.budget = budget
        """How long the bot may think; None where that is left to it."""
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
    def told(self) -> Sequence[Told]:
        """The events in force as they were told to the seat, the first one first."""
        return self._story()


Bot = Callable[[Turn, Dice], Any]
"""(turn, dice) -> a legal action. The same for the same turn and dice, if the budget is none of seconds."""
