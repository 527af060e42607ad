"""Looking ahead of a decision: positions that a seat can't tell from the present one, played on and judged."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.bots.playouts import Playouts, chance_played
from kronika.core.bots.turn import Turn

MAX_CANDIDATES: Final = 24
"""So many moves are looked into where there are more: of 360 in Tigris the others are hardly ever any good."""
REDEALS: Final = 5
"""How often what is hidden is dealt anew to judge a move that is played on only until it is settled."""


class Search(Playouts):
    """What lies ahead of one decision. There is one for each decision, with dice of its own.

    Worth is by seat, from -1 for a game that is lost to 1 for one that is won. Who has no rival compares with the
    present.
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
        """A position that the seat can't tell from the present one."""
        return self.game.redeal(self.state, self.seat, self.dice)

    def after_chance(self, state: Any) -> Any:
        """The position after the chance that is due."""
        return chance_played(self.game, state, self.dice)

    def play_ahead(self, state: Any, events: int) -> Any:
        """As `played_on`, with the dice of this search."""
        return self.played_on(state, events, self.dice)

    def worth(self, state: Any) -> list[float]:
        """By seat, how good a position is; at the end of a game half of it is who has won."""
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
        """What an action of a seat comes to for it, when it is played on for so many events and settled."""
        after = self.game.apply(state, seat, do)[0]
        return self.worth(self.play_ahead(after, events))[seat]

    def evaluate_actions(self, actions: Sequence[Any], iterations: int, events: int = 0) -> list[float]:
        """What each of these actions comes to, in so many deals added up; each is tried in the same ones."""
        sums = [0.0] * len(actions)
        for _ in range(iterations):
            state = self.deal()
            for at, do in enumerate(actions):
                sums[at] += self.after(state, self.seat, do, events)
        return sums

    def shortlist(self, actions: Sequence[Any], most: int) -> list[Any]:
        """The actions that look best at once, the best one first, but no more than half of them of one kind."""
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
        """The action of the highest value; any of them when several are."""
        top = max(values)
        return self.dice.choice([do for do, value in zip(actions, values, strict=True) if value == top])
