"""Information-set Monte Carlo tree search: each iteration uses a new redeal and new outcomes of chance.

A node is identified by the decisions made since the root, not by outcomes of chance or hidden cards: all positions that
these decisions can lead to share it. Sealed choices that are made at the same time do not identify each other's nodes:
every seat has one node for its choice, no matter what the others choose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import log, sqrt
from typing import Any, Final

from kronika.core.basics.errors import IllegalAction
from kronika.core.bots.search import MAX_CANDIDATES, REDEALS, Search
from kronika.core.bots.turn import Budget

EXPLORATION: Final = 1.5
"""Exploration constant of UCT (its c), in standard deviations of the values that iterations have returned.

This deviation is 0.24 in Viceroy, where a product of 0.4 to 0.7 did well; it is 0.05 in Ancient Knowledge, where moves
differ by 0.01.
"""
PROGRESSIVE_WIDENING: Final = 2.0
"""A node below the root gets at most this number of moves times the square root of its visits."""

PRIOR_WEIGHT: Final = 4
"""Number of visits that one immediate evaluation of a move counts as, since a look further ahead is less certain."""
RANDOM_CANDIDATES: Final = 4
"""Number of random moves of which the best is tried first, as most legal moves in most games are poor."""


class Node:
    """A node of the tree: its visits, the sum of the values for the seat that decided, and the nodes below it."""

    __slots__ = ("below", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.below: dict[Any, Node] = {}

    def add(self, visits: int, total: float) -> None:
        """Add this number of visits, with the sum of their values."""
        self.visits += visits
        self.total += total

    def at(self, step: Any) -> Node:
        """The node below this one for a step: a seat that decides, its action, or the actions of all who decide.

        The node is made if it is new.
        """
        found = self.below.get(step)
        if found is None:
            found = self.below[step] = Node()
        return found


class Tree:
    """The tree of one search, with its results so far."""

    def __init__(self, search: Search, actions: Sequence[Any]) -> None:
        """`actions` are those to search at the root; each begins with the value of an immediate evaluation."""
        self.search = search
        self.root = Node()
        self.brought = [0.0, 0.0, 0.0]
        """The number of iterations, the sum of their values for the seat that searches, and the sum of the squares."""
        self.choice = self.root.at(search.seat)
        for do, total in zip(actions, search.evaluate_actions(actions, REDEALS), strict=True):
            self.choice.at(do).add(PRIOR_WEIGHT * REDEALS, PRIOR_WEIGHT * total)
            self.choice.visits += PRIOR_WEIGHT * REDEALS

    def best(self) -> Any:
        """The move with the most visits; of several, the one with the greatest sum of values."""
        tried = self.choice.below
        return max(tried, key=lambda do: (tried[do].visits, tried[do].total))

    def walk(self) -> None:
        """One iteration: descend until a move is new, play out from there, and add the values to all nodes passed."""
        search, game = self.search, self.search.game
        state, node, new = search.after_chance(search.deal()), self.root, False
        trail: list[tuple[int, Node]] = []
        while not new and (actors := game.actors(state)):
            done = []
            seats = self._choosing(state, actors, node)
            for seat in seats:
                choice = node.at(seat)
                do, fresh = self._move(choice, state, seat)
                new = new or fresh
                trail.append((seat, choice.below[do]))
                choice.visits += 1
                state = game.apply(state, seat, do)[0]
                done.append(do)
            node = trail[-1][1] if len(seats) == 1 else node.at(tuple(done))
            state = search.after_chance(state)
        worth = search.worth(search.play_ahead(state, search.heuristic.horizon))
        for seat, visited in trail:
            visited.add(1, worth[seat])
        own = worth[search.seat]
        self.brought = [sum_ + more for sum_, more in zip(self.brought, (1, own, own * own), strict=True)]

    def _choosing(self, state: Any, actors: tuple[int, ...], node: Node) -> tuple[int, ...]:
        """The seats that choose now: all of them if their choices are sealed, and one if they are not.

        That is the first one, or at the root the one that searches.
        """
        if all(self.search.heuristic.sealed(state, seat) for seat in actors):
            return actors
        return (self.search.seat,) if node is self.root else actors[:1]

    def _move(self, choice: Node, state: Any, seat: int) -> tuple[Any, bool]:
        """A move to try, and whether it is new at this node."""
        if choice is self.choice:
            return self._most_promising(choice, choice.below), False
        wider = len(choice.below) < PROGRESSIVE_WIDENING * sqrt(choice.visits + 1)
        new = self._idea(choice.below, state, seat) if wider else None
        known = self._known(choice, state, seat) if new is None else None
        if known is not None:
            return known, False
        do = self.search.playout_policy(state, seat, self.search.dice) if new is None else new
        choice.at(do)
        return do, True

    def _idea(self, tried: Collection[Any], state: Any, seat: int) -> Any | None:
        """A new move: the best of a few random ones; None if the first random move was tried before.

        A sealed choice is not evaluated: its first random move is taken.
        """
        search = self.search
        first = search.playout_policy(state, seat, search.dice)
        if first in tried:
            return None
        if search.heuristic.sealed(state, seat):
            return first
        others = [search.playout_policy(state, seat, search.dice) for _ in range(RANDOM_CANDIDATES - 1)]
        new = [do for do in dict.fromkeys((first, *others)) if do not in tried]
        return max(new, key=lambda do: search.after(state, seat, do)) if len(new) > 1 else first

    def _known(self, choice: Node, state: Any, seat: int) -> Any | None:
        """The most promising move that was tried and is legal in this redeal; None if none is legal."""
        if not choice.below:
            return None
        do = self._most_promising(choice, choice.below)
        if self._is_legal(state, seat, do):
            return do
        legal = [do for do in choice.below if self._is_legal(state, seat, do)]
        return self._most_promising(choice, legal) if legal else None

    def _most_promising(self, choice: Node, moves: Iterable[Any]) -> Any:
        """The move that UCT prefers among these, which have all been tried."""
        tried = choice.below
        curiosity = EXPLORATION * self._spread() * sqrt(log(choice.visits + 1))

        def promise(do: Any) -> float:
            node = tried[do]
            return node.total / node.visits + curiosity / sqrt(node.visits)

        return max(moves, key=promise)

    def _spread(self) -> float:
        """The standard deviation of the values that iterations have returned so far."""
        walks, total, squares = self.brought
        return sqrt(max(squares / walks - (total / walks) ** 2, 0.0)) if walks else 0.0

    def _is_legal(self, state: Any, seat: int, do: Any) -> bool:
        try:
            self.search.game.check(state, seat, do)
        except IllegalAction:
            return False
        return True


def grow_tree(
    search: Search, actions: Sequence[Any], budget: Budget, before: Callable[[Tree], object] = lambda tree: None
) -> Tree:
    """A tree that was searched for as long as the budget allows; `before` is called before each iteration."""
    in_time = budget.clock()
    tree = Tree(search, search.shortlist(actions, MAX_CANDIDATES) if len(actions) > MAX_CANDIDATES else actions)
    walks = 0
    while in_time(walks):
        before(tree)
        tree.walk()
        walks += 1
    return tree
