"""Tree search over what a seat may know: information sets, one deal for each walk, chance drawn anew in each.

A node stands for what has been decided since the root, not for what chance has brought or where cards lie: so it is
one for all positions that the decisions have led to. A choice that is face down is none of the steps by which another
seat's node is found: who chooses at the same time has one node for it, whatever the first has chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, Final

from kronika.core.bots.search import REDEALS, WIDE, Search
from kronika.core.bots.turn import Budget
from kronika.core.errors import IllegalAction

CURIOSITY: Final = 0.5
"""How much a move that has been tried rarely is preferred to one that was good (the c of UCT): 0.4 to 0.7 did well."""
WIDENING: Final = 2.0
"""A node below the root has so many moves, times the root of its visits: it widens only where it is walked often."""

TRUST: Final = 4
"""A look at what a move comes to at once counts for so many walks: what lies further ahead is known less well."""
IDEAS: Final = 4
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
        self.choice = self.root.at(search.seat)
        for do, total in zip(actions, search.judged(actions, REDEALS), strict=True):
            self.choice.at(do).add(TRUST * REDEALS, TRUST * total)
            self.choice.visits += TRUST * REDEALS

    def best(self) -> Any:
        """The move walked most often; of several the one that brought most."""
        tried = self.choice.below
        return max(tried, key=lambda do: (tried[do].visits, tried[do].total))

    def walk(self) -> None:
        """Down the tree until a move is new, on from there, and back with what it came to."""
        search, game = self.search, self.search.game
        state, node, new = search.on(search.deal()), self.root, False
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
            state = search.on(state)
        worth = search.worth(search.played(state, search.heuristic.horizon))
        for seat, visited in trail:
            visited.add(1, worth[seat])

    def _choosing(self, state: Any, actors: tuple[int, ...], node: Node) -> tuple[int, ...]:
        """All who choose face down at the same time; else the one who is next, at the root the one who searches."""
        if all(self.search.heuristic.sealed(state, seat) for seat in actors):
            return actors
        return (self.search.seat,) if node is self.root else actors[:1]

    def _move(self, choice: Node, state: Any, seat: int) -> tuple[Any, bool]:
        """A move to try, and whether it is new there."""
        tried = choice.below
        if choice is not self.choice and len(tried) < WIDENING * sqrt(choice.visits + 1):
            do = self._idea(state, seat)
            if do not in tried:
                tried[do] = Node()
                return do, True
        for do in self._by_promise(choice):
            if choice is self.choice or self._is_legal(state, seat, do):
                return do, False
        do = self.search.likely(state, seat, self.search.dice)  # nothing that was tried can be done in this deal
        choice.at(do)
        return do, True

    def _idea(self, state: Any, seat: int) -> Any:
        """The best of a few random moves, by a look ahead that a sealed choice must not have."""
        search = self.search
        first = search.likely(state, seat, search.dice)
        if search.heuristic.sealed(state, seat):
            return first
        others = [search.likely(state, seat, search.dice) for _ in range(IDEAS - 1)]
        return max(dict.fromkeys((first, *others)), key=lambda do: search.after(state, seat, do))

    def _by_promise(self, choice: Node) -> list[Any]:
        """What was tried, the most promising first (UCT)."""
        tried = choice.below
        known = log(choice.visits + 1)
        return sorted(tried, key=lambda do: -_promise(tried[do], known))

    def _is_legal(self, state: Any, seat: int, do: Any) -> bool:
        try:
            self.search.game.check(state, seat, do)
        except IllegalAction:
            return False
        return True


def _promise(node: Node, known: float) -> float:
    return node.total / node.visits + CURIOSITY * sqrt(known / node.visits)


def grown(search: Search, actions: Sequence[Any], budget: Budget) -> Tree:
    """A tree that has been walked for as long as the budget allows."""
    in_time = budget.clock()
    tree = Tree(search, search.shortlist(actions, WIDE) if len(actions) > WIDE else actions)
    walks = 0
    while in_time(walks):
        tree.walk()
        walks += 1
    return tree
