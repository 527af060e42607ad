"""Tree search over what a seat may know: information sets, one deal for each walk, chance drawn anew in each.

A node stands for what has been decided since the root, not for what chance has brought or where cards lie: so it is
one for all positions that the decisions have led to. A choice that is face down is none of the steps by which another
seat's node is found: who chooses at the same time has one node for it, whatever the first has chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import log, sqrt
from typing import Any, Final

from kronika.core.basics.errors import IllegalAction
from kronika.core.bots.search import MAX_CANDIDATES, REDEALS, Search
from kronika.core.bots.turn import Budget

EXPLORATION: Final = 1.5
"""How much a move that was tried rarely is preferred to one that was good (the c of UCT), by how much walks differ.

In Viceroy they differ by 0.24, where 0.4 to 0.7 did well; in Ancient Knowledge by 0.05, and moves by 0.01.
"""
PROGRESSIVE_WIDENING: Final = 2.0
"""A node below the root has so many moves, times the root of its visits: it widens only where it is walked often."""

PRIOR_WEIGHT: Final = 4
"""A look at what a move comes to at once counts for so many walks: what lies further ahead is known less well."""
RANDOM_CANDIDATES: Final = 4
"""Of so many random moves the best is looked into first: most moves of most games are none that anybody makes."""


class Node:
    """What has been decided so far: how often walks came here, what they brought to who decided, what follows."""

    __slots__ = ("below", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.below: dict[Any, Node] = {}

    def add(self, visits: int, total: float) -> None:
        """What so many looks or walks have brought in all."""
        self.visits += visits
        self.total += total

    def at(self, step: Any) -> Node:
        """The node one step down: a seat that decides, what it has decided, or what all have."""
        found = self.below.get(step)
        if found is None:
            found = self.below[step] = Node()
        return found


class Tree:
    """The walks of one search, and what they have found."""

    def __init__(self, search: Search, actions: Sequence[Any]) -> None:
        """The actions are those looked into at the root; each begins with what it comes to at once."""
        self.search = search
        self.root = Node()
        self.brought = [0.0, 0.0, 0.0]
        """How many walks there were, what they brought to who searches in all, and the squares of it."""
        self.choice = self.root.at(search.seat)
        for do, total in zip(actions, search.evaluate_actions(actions, REDEALS), strict=True):
            self.choice.at(do).add(PRIOR_WEIGHT * REDEALS, PRIOR_WEIGHT * total)
            self.choice.visits += PRIOR_WEIGHT * REDEALS

    def best(self) -> Any:
        """The move walked most often; of several the one that brought most."""
        tried = self.choice.below
        return max(tried, key=lambda do: (tried[do].visits, tried[do].total))

    def walk(self) -> None:
        """Down the tree until a move is new, on from there, and back with what it came to."""
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
            node = choice.below[do] if len(seats) == 1 else node.at(tuple(done))
            state = search.after_chance(state)
        worth = search.worth(search.play_ahead(state, search.heuristic.horizon))
        for seat, visited in trail:
            visited.add(1, worth[seat])
        own = worth[search.seat]
        self.brought = [sum_ + more for sum_, more in zip(self.brought, (1, own, own * own), strict=True)]

    def _choosing(self, state: Any, actors: tuple[int, ...], node: Node) -> tuple[int, ...]:
        """All who choose face down at the same time; else the one who is next, at the root the one who searches."""
        if all(self.search.heuristic.sealed(state, seat) for seat in actors):
            return actors
        return (self.search.seat,) if node is self.root else actors[:1]

    def _move(self, choice: Node, state: Any, seat: int) -> tuple[Any, bool]:
        """A move to try, and whether it is new there."""
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
        """A random move if it is new: the best of a few new ones, by a look ahead that no sealed choice may have."""
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
        """The most promising move that was tried and is legal in this deal; None where none of them is."""
        if not choice.below:
            return None
        do = self._most_promising(choice, choice.below)
        if self._is_legal(state, seat, do):
            return do
        legal = [do for do in choice.below if self._is_legal(state, seat, do)]
        return self._most_promising(choice, legal) if legal else None

    def _most_promising(self, choice: Node, moves: Iterable[Any]) -> Any:
        """Of these moves, which were all tried, the one that UCT prefers."""
        tried = choice.below
        curiosity = EXPLORATION * self._spread() * sqrt(log(choice.visits + 1))

        def promise(do: Any) -> float:
            node = tried[do]
            return node.total / node.visits + curiosity / sqrt(node.visits)

        return max(moves, key=promise)

    def _spread(self) -> float:
        """How much walks differ: the standard deviation of what they brought so far."""
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
    """A tree that has been walked for as long as the budget allows; `before` is called before each walk."""
    in_time = budget.clock()
    tree = Tree(search, search.shortlist(actions, MAX_CANDIDATES) if len(actions) > MAX_CANDIDATES else actions)
    walks = 0
    while in_time(walks):
        before(tree)
        tree.walk()
        walks += 1
    return tree
