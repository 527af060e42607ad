"""Players made of a few lines, for scripted matches: they are no good, but always legal and always the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kronika.core.chance import Dice
from kronika.core.registry import AnyGame


class Turn:
    """A decision that is due, as the seat that makes it knows it.

    What the seat may not know is dealt anew before a bot sees any of it: no bot can look under a card.
    """

    def __init__(self, game: AnyGame, state: Any, seat: int, dice: Dice) -> None:
        """`dice` deal what is hidden; they are not those of the decision."""
        self.game = game
        self.seat = seat
        self.state = game.redeal(state, seat, dice)
        """A state that the seat can't tell from the true one, to look ahead from."""

    @property
    def view(self) -> Any:
        """What the seat may know."""
        return self.game.view(self.state, self.seat)

    @property
    def actions(self) -> Sequence[Any]:
        """The legal actions, in the game's own order."""
        return self.game.actions(self.state, self.seat)


Bot = Callable[[Turn, Dice], Any]
"""(turn, dice) -> a legal action."""


def play_random(turn: Turn, dice: Dice) -> Any:
    """Any legal action."""
    return turn.game.pick(turn.state, turn.seat, dice)


def play_first(turn: Turn, dice: Dice) -> Any:
    """The first legal action in the game's own order."""
    return turn.actions[0]


def play_greedy(turn: Turn, dice: Dice) -> Any:
    """The action after which the own score is most ahead of the best other; any of them when several are."""
    actions = turn.actions
    leads = [_lead(turn, do) for do in actions]
    best = max(leads)
    return dice.choice([do for do, lead in zip(actions, leads, strict=True) if lead == best])


def _lead(turn: Turn, do: Any) -> int:
    totals = turn.game.totals(turn.game.apply(turn.state, turn.seat, do)[0])
    return totals[turn.seat] - max((total for other, total in enumerate(totals) if other != turn.seat), default=0)


BOTS: Final[dict[str, Bot]] = {"random": play_random, "first": play_first, "greedy": play_greedy}
