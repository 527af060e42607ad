"""A search for the decisions and outcomes that lead to all facts of a game of Ancient Knowledge.

The platform reports results, not decisions, such as the order of card effects, or a refusal. So the search plays the
game by the rules, and at each decision follows only the options whose effects are the next facts. All facts of one
action must come before the next action is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import cards_of
from kronika.core.games.ancient_knowledge import actions
from kronika.core.games.ancient_knowledge.state import State
from kronika.logs.imports.bga.ancient.choices import WORDS, narrowed
from kronika.logs.imports.bga.ancient.facts import Fact
from kronika.logs.imports.bga.ancient.needs import needs
from kronika.logs.imports.bga.ancient.outcomes import outcomes
from kronika.logs.imports.bga.ancient.told import LATE, Heads, Point, Told

TRIES: Final = 20_000
"""The most events that the search tries before it gives up; a game of four players takes 800."""
AHEAD: Final = 60
"""The number of next facts in which the search looks for the cards of a decision."""


class Found(Struct, frozen=True):
    """One event of the game: its seat, its action or outcome, and the places of the facts that it meets."""

    by: int
    do: Any
    places: tuple[int, ...]


class Stuck(Exception):
    """No game leads to all facts: the first fact that is not met, the reason, and the rule that prevents it."""

    def __init__(self, fact: Fact | None, why: str, rule: str) -> None:
        super().__init__(why)
        self.fact, self.why, self.rule = fact, why, rule


class _Node(Struct):
    """A point of the game, the events after it that are not yet tried, and the event that led to it."""

    point: Point
    ways: Iterator[tuple[Found, _Node]] | None = None
    came: Found | None = None

    @property
    def key(self) -> Any:
        """The state and the facts met, on which the rest of the search depends."""
        return self.point.state, frozenset(self.point.heads.items())


class Search:
    """A depth-first search forward through the facts."""

    def __init__(self, game: AnyGame, start: State, told: Told) -> None:
        """A search in a game from its start for all facts."""
        self.game = game
        self.told = told
        self.start = _Node(Point(self.told, start, {}, -1))
        self.furthest = self.start.point
        self.refusal = self.rule = ""

    def run(self) -> list[Found]:
        """All events of the game. Raises Stuck."""
        path, failed, tries = [self.start], set[Any](), 0
        while path:
            node = path[-1]
            if self._is_over(node.point):
                return [one.came for one in path[1:] if one.came is not None]
            if node.ways is None:
                node.ways = self._ways(node.point)
            for found, following in node.ways:
                tries += 1
                if tries > TRIES:
                    raise Stuck(self._first_open(), "this takes too long to find out", "")
                if following.key not in failed:
                    following.came = found
                    path.append(following)
                    self._went(following.point)
                    break
            else:
                failed.add(node.key)
                path.pop()
        raise Stuck(self._first_open(), self.refusal or self._due(), self.rule)

    def _is_over(self, point: Point) -> bool:
        if not self.told.facts or self.told.open_place(point.heads) != LATE:
            return False
        return not (self.told.to_end and self.game.actors(point.state))

    def _went(self, point: Point) -> None:
        if self.told.open_place(point.heads) > self.told.open_place(self.furthest.heads):
            self.furthest, self.refusal, self.rule = point, "", ""

    def _first_open(self) -> Fact | None:
        place = self.told.open_place(self.furthest.heads)
        return None if place == LATE else self.told.facts[place]

    def _due(self) -> str:
        state = self.furthest.state
        who = self.game.actors(state)
        step = type(state.stack[-1]).__name__ if state.stack else "the next action"
        return f"nothing that the rules allow leads to it; seat {who[0]} is due, {step}" if who else "the game is over"

    # -- events ------------------------------------------------------------------------------------------------

    def _ways(self, point: Point) -> Iterator[tuple[Found, _Node]]:
        """The events that can come next, the likeliest first."""
        who = self.game.actors(point.state)
        if who == (CHANCE,):
            yield from self._chance(point)
        elif who:
            seat = min(who, key=lambda one: next(point.left("discard", one), LATE))
            options = narrowed(point, seat, list(self.game.actions(point.state, seat)))
            ways = [way for do in options for way in self._tried(point, seat, do)]
            yield from sorted(ways, key=lambda way: self._rank(point, way[0]))

    def _rank(self, point: Point, found: Found) -> int:
        """The place of the first fact that an event meets; if it meets none, of the next fact with one of its cards."""
        if found.places:
            return min(found.places)
        names = set(cards_of(found.do))
        first = self.told.open_place(point.heads)
        for place in range(first, min(first + AHEAD, len(self.told.facts))):
            if names & set(self.told.facts[place].cards):
                return place + 1
        return first + AHEAD + isinstance(found.do, actions.No)

    def _tried(self, point: Point, by: int, do: Any) -> Iterator[tuple[Found, _Node]]:
        """The event, if all its effects are among the next facts; otherwise none."""
        heads, since, met = point.heads, point.since, list[int]()
        if not point.state.stack and type(do) in WORDS:
            action = next(point.left("action", by), None)
            if action is None or self.told.open_place(heads) < action:
                return
            heads, since = self.told.after(heads, action), action
            met.append(action)
        yield from self._played(point.state, by, do, heads, since, met)

    def _chance(self, point: Point) -> Iterator[tuple[Found, _Node]]:
        told = outcomes(self.game, point)
        if not told:
            step = type(point.state.stack[-1]).__name__
            self.refusal, self.rule = f"the outcome that is due, {step}, is not reported", ""
        for do, places in told:
            heads = point.heads
            for place in places:
                heads = self.told.after(heads, place)
            yield from self._played(point.state, CHANCE, do, heads, point.since, list(places))

    def _played(
        self, state: State, by: int, do: Any, heads: Heads, since: int, met: list[int]
    ) -> Iterator[tuple[Found, _Node]]:
        try:
            self.game.check(state, by, do)
        except IllegalAction as refusal:
            self.refusal, self.rule = str(refusal), refusal.rule
            return
        after, then = self.game.apply(state, by, do)
        for need in needs(then):
            found = self.told.meet(heads, need, since)
            if found is not None:
                heads = found[0]
                met.append(found[1])
            elif not (need.key == "remove" and self.told.is_again(heads, need)):
                return
        yield Found(by, do, tuple(met)), _Node(Point(self.told, after, heads, since))
