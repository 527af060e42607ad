"""Look-ahead for one decision: positions that the seat can't tell from the current one are played out and judged."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.bots.playouts import Playouts, chance_played
from kronika.core.bots.turn import Turn

MAX_CANDIDATES: Final = 24
"""The greatest number of moves that are searched. Tigris has up to 360, but the others are hardly ever any good."""
REDEALS: Final = 5
"""Number of redeals to judge a move by the first quiet position after it."""


class Search(Playouts):
    """The search for one decision, with dice of its own.

    Values of positions are by seat, from -1 for a lost game to 1 for a won one. A seat without rivals is compared with
    its own estimate in the current position.
    """

    def __init__(self, turn: Turn, dice: Dice) -> None:
        super().__init__(turn.game, turn.state)
        self.state = turn.state
        self.seat = turn.seat
        self.dice = dice
        self.begun = [
            0.0 if rivals else self.heuristic.estimate(turn.state)[seat] for seat, rivals in enumerate(self.rivals)
        ]

    def deal(self) -> Any:
        """A random position that the seat can't tell from the current one."""
        return self.game.redeal(self.state, self.seat, self.dice)

    def after_chance(self, state: Any) -> Any:
        """The position after all chance events that are due."""
        return chance_played(self.game, state, self.dice)

    def play_ahead(self, state: Any, events: int) -> Any:
        """The same as `played_on`, with the dice of this search."""
        return self.played_on(state, events, self.dice)

    def worth(self, state: Any) -> list[float]:
        """The value of a position, by seat, from -1 to 1.

        It grows with the lead over the best rival. At the end of a game, half of it is the win or loss.
        """
        result = None if self.game.actors(state) else self.game.result(state)
        points = result.totals if result else self.heuristic.estimate(state)
        scale = self.heuristic.scale
        leads = [tanh(self._lead(points, seat) / scale) for seat in range(len(points))]
        if not result or not self.rivals[0]:
            return leads
        won = 0 if any(seat in self.rivals[result.winners[0]] for seat in result.winners) else 1
        return [lead / 2 + (won if seat in result.winners else -1) / 2 for seat, lead in enumerate(leads)]

    def _lead(self, points: Sequence[float], seat: int) -> float:
        rivals = self.rivals[seat]
        return points[seat] - (max([points[other] for other in rivals]) if rivals else self.begun[seat])

    def after(self, state: Any, seat: int, do: Any, events: int = 0) -> float:
        """The value for a seat of its action, after a playout of at least `events` events to a quiet position."""
        after = self.game.apply(state, seat, do)[0]
        return self.worth(self.play_ahead(after, events))[seat]

    def evaluate_actions(self, actions: Sequence[Any], iterations: int, events: int = 0) -> list[float]:
        """The value of each action for the seat that searches, summed over `iterations` redeals.

        All actions are tried in the same redeals.
        """
        sums = [0.0] * len(actions)
        for _ in range(iterations):
            state = self.deal()
            for at, do in enumerate(actions):
                sums[at] += self.after(state, self.seat, do, events)
        return sums

    def shortlist(self, actions: Sequence[Any], most: int) -> list[Any]:
        """At most `most` actions that look best after one redeal, best first.

        No more than half of `most` are of one kind (`Heuristic.group_key`) as long as there are others.
        """
        values = self.evaluate_actions(actions, 1)
        order = sorted(range(len(actions)), key=lambda at: -values[at])
        chosen: list[Any] = []
        left: list[Any] = []
        kinds: dict[Any, int] = {}
        for at in order:
            kind = self.heuristic.group_key(actions[at])
            kinds[kind] = kinds.get(kind, 0) + 1
            (chosen if kinds[kind] <= most // 2 else left).append(actions[at])
        return [*chosen, *left][:most]

    def best(self, actions: Sequence[Any], values: Sequence[float]) -> Any:
        """The action with the highest value; a random one if several have it."""
        top = max(values)
        return self.dice.choice([do for do, value in zip(actions, values, strict=True) if value == top])
