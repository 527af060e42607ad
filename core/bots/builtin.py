"""The built-in bots.

They use only what their seat may know, choose only legal actions, and decide the same for the same turn and dice if
their budget is not one of seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final, Protocol

from kronika.core.basics.chance import Dice
from kronika.core.bots.racing import Race, deals_for, halvings
from kronika.core.bots.search import MAX_CANDIDATES, REDEALS, Search
from kronika.core.bots.tree import grow_tree
from kronika.core.bots.turn import Bot, Budget, Turn

PLAYOUTS: Final = Budget(iterations=100)
"""The default budget of `mc`: the greatest number of playouts. Clear decisions end earlier.

It plays as well as 100 playouts spread evenly over all moves, for less; 75 do not.
"""
ITERATIONS: Final = Budget(iterations=200)
"""The default budget of `mcts`, in iterations of its search."""


def play_random(turn: Turn, dice: Dice) -> Any:
    """Any legal action, at random."""
    return turn.game.pick(turn.state, turn.seat, dice)


def play_first(turn: Turn, dice: Dice) -> Any:
    """The first legal action in the game's own order."""
    return turn.actions[0]


class SearchBot(Protocol):
    """A bot that searches with a `Search`, or with one that values positions in another way."""

    def __call__(self, turn: Turn, dice: Dice, search: Callable[[Turn, Dice], Search] = Search) -> Any:
        """The action that it chooses."""


def _skip_if_forced(choose: Callable[[Search, Sequence[Any], Budget | None], Any]) -> SearchBot:
    """A bot that runs a search only if there is more than one legal action."""

    @wraps(choose)
    def play(turn: Turn, dice: Dice, search: Callable[[Turn, Dice], Search] = Search) -> Any:
        actions = turn.actions
        return actions[0] if len(actions) == 1 else choose(search(turn, dice), actions, turn.budget)

    return play


@_skip_if_forced
def play_greedy(search: Search, actions: Sequence[Any], budget: Budget | None) -> Any:
    """The action that leads to the best position, once everything that it starts is resolved."""
    if len(actions) > MAX_CANDIDATES:
        actions = search.shortlist(actions, MAX_CANDIDATES)
    return search.best(actions, search.evaluate_actions(actions, REDEALS))


@_skip_if_forced
def play_mc(search: Search, actions: Sequence[Any], budget: Budget | None) -> Any:
    """Flat Monte Carlo search: the action with the best average over short playouts, found by a race."""
    budget = budget or PLAYOUTS
    go_on = budget.clock()
    if len(actions) > MAX_CANDIDATES:
        actions = search.shortlist(actions, MAX_CANDIDATES)
    actions = search.dice.draw(actions, len(actions))  # in a random order, so that none is favoured among equals

    def trial(running: Sequence[int]) -> list[float]:
        return search.evaluate_actions([actions[move] for move in running], 1, search.heuristic.horizon)

    race, deals = Race(len(actions), trial), deals_for(len(actions), budget.iterations)
    left = race.run(deals, halvings(len(actions), deals), go_on) if budget.iterations else race.run(None, (), go_on)
    return search.best([actions[move] for move in left], [race.mean(move) for move in left])


@_skip_if_forced
def play_mcts(search: Search, actions: Sequence[Any], budget: Budget | None) -> Any:
    """Monte Carlo tree search over what the seat may know, with short playouts from its leaves."""
    return grow_tree(search, actions, budget or ITERATIONS).best()


def _learned(turn: Turn, dice: Dice) -> Search:
    from kronika.core.bots.learned import LearnedSearch  # imported only by the bots that use learned values

    return LearnedSearch(turn, dice)


def play_value(turn: Turn, dice: Dice) -> Any:
    """As greedy, by learned values of positions where the game has them."""
    return play_greedy(turn, dice, _learned)


def play_mc_value(turn: Turn, dice: Dice) -> Any:
    """As mc, by learned values of positions where the game has them."""
    return play_mc(turn, dice, _learned)


def play_mcts_value(turn: Turn, dice: Dice) -> Any:
    """As mcts, by learned values of positions where the game has them."""
    return play_mcts(turn, dice, _learned)


BOTS: Final[dict[str, Bot]] = {
    "random": play_random,
    "first": play_first,
    "greedy": play_greedy,
    "mc": play_mc,
    "mcts": play_mcts,
    "value": play_value,
    "mc-value": play_mc_value,
    "mcts-value": play_mcts_value,
}
"""The built-in bots, by name."""
