"""A search for the decisions and outcomes that lead to all facts of a game of Ancient Knowledge.

The platform reports results, not decisions, such as the order of card effects, or a refusal. So the search plays the
game by the rules, and at each decision follows only the options whose effects are the next facts. All facts of one
action must come before the next action is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import cards_of
from kronika.core.games.ancient_knowledge import actions
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.unseen.rows import FullGame
from kronika.logs.imports.bga.ancient.choices import WORDS, narrowed
from kronika.logs.imports.bga.ancient.facts import Fact
from kronika.logs.imports.bga.ancient.needs import needs
from kronika.logs.imports.bga.ancient.others import Others
from kronika.logs.imports.bga.ancient.outcomes import outcomes
from kronika.logs.imports.bga.ancient.told import LATE, Heads, Point, Told

TRIES: Final = 20_000
"""The most events that the search tries before it gives up; a game of four players takes 800."""
GAMES: Final = 300
"""The most other games that the search tries before it gives up."""
AHEAD: Final = 60
"""The number of next facts in which the search looks for the cards of a decision."""


class Found(Struct, frozen=True):
    """One event of the game: its seat, its action or outcome, and the places of the facts that it meets.

    `again` are the places of facts that earlier events met, and of which it does more.
    """

    by: int
    do: Any
    places: tuple[int, ...]
    again: tuple[int, ...] = ()


class Stuck(Exception):
    """No game leads to all facts: the first fact that is not met, the reason, and the rule that prevents it."""

    def __init__(self, fact: Fact | None, why: str, rule: str) -> None:
        super().__init__(why)
        self.fact, self.why, self.rule = fact, why, rule


class _Node(Struct):
    """A point of the game, the event that led to it and the node before it, and the nodes after it not yet tried.

    `full` is the game up to this point, once another one with the same events was wanted.
    """

    point: Point
    came: Found | None = None
    before: _Node | None = None
    ways: Iterator[_Node] | None = None
    full: FullGame | None = None

    @property
    def key(self) -> Any:
        """The state and the facts met, on which the rest of the search depends."""
        return self.point.state, frozenset(self.point.heads.items())

    @property
    def path(self) -> list[_Node]:
        """The nodes from the start to this one."""
        found: list[_Node] = [self]
        node = self.before
        while node is not None:
            found.append(node)
            node = node.before
        return found[::-1]


class _Attempt(Struct, frozen=True):
    """An event that may come next: the facts met before its effects, and their places."""

    by: int
    do: Any
    heads: Heads
    since: int
    met: tuple[int, ...] = ()


class Search:
    """A depth-first search forward through the facts.

    If the facts do not show every hand, it supposes cards, and continues in another game that agrees where they are the
    wrong ones.
    """

    def __init__(self, game: AnyGame, start: State, told: Told) -> None:
        """A search in a game from its start for all facts."""
        self.game = game
        self.told = told
        self.start = _Node(Point(self.told, start, {}, -1))
        self.furthest = self.start.point
        self.refusal = self.rule = ""
        self._others = None if told.witness is None else Others(game, told.witness, start)
        self._wanted = 0

    def run(self) -> list[Found]:
        """All events of the game. Raises Stuck."""
        stack, failed, tries = [self.start], set[Any](), 0
        while stack:
            node = stack[-1]
            if self._is_over(node.point):
                return [one.came for one in node.path if one.came is not None]
            if node.ways is None:
                node.ways = self._ways(node)
            for following in node.ways:
                tries += 1
                if tries > TRIES:
                    raise Stuck(self._first_open(), "this takes too long to find out", "")
                if following.key not in failed:
                    stack.append(following)
                    self._went(following.point)
                    break
            else:
                failed.add(node.key)
                stack.pop()
        raise Stuck(self._first_open(), self.refusal or self._due(), self.rule)

    def _is_over(self, point: Point) -> bool:
        if not self.told.facts or self.told.open_place(point.heads) != LATE:
            return False
        return not point.owed and not (self.told.to_end and self.game.actors(point.state))

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

    def _ways(self, node: _Node) -> Iterator[_Node]:
        """The nodes that can come next, the likeliest first."""
        point, who = node.point, self.game.actors(node.point.state)
        if who == (CHANCE,):
            attempts = self._chances(point)
            yield from (way for one in attempts for way in self._played(node, one))
        elif who:
            seat = min(who, key=lambda one: next(point.left("discard", one), LATE))
            options = narrowed(point, seat, list(self.game.actions(point.state, seat)))
            attempts = [one for do in options for one in self._attempts(point, seat, do)]
            ways = [way for one in attempts for way in self._played(node, one)]
            yield from sorted(ways, key=lambda way: self._rank(point, way.came))
        else:
            return
        yield from self._otherwise(node, attempts)

    def _rank(self, point: Point, found: Found | None) -> int:
        """The place of the first fact that an event meets; if it meets none, of the next fact with one of its cards."""
        assert found is not None
        if found.places:
            return min(found.places)
        names = set(cards_of(found.do))
        first = self.told.open_place(point.heads)
        for place in range(first, min(first + AHEAD, len(self.told.facts))):
            if names & set(self.told.facts[place].cards):
                return place + 1
        return first + AHEAD + isinstance(found.do, actions.No)

    def _attempts(self, point: Point, by: int, do: Any) -> Iterator[_Attempt]:
        """A decision, if the next facts are those of its action; otherwise none."""
        if point.state.stack or type(do) not in WORDS:
            yield _Attempt(by, do, point.heads, point.since)
            return
        action = next(point.left("action", by), None)
        if action is not None and not point.owed and self.told.open_place(point.heads) >= action:
            yield _Attempt(by, do, self.told.after(point.heads, action), action, (action,))

    def _chances(self, point: Point) -> list[_Attempt]:
        told = outcomes(self.game, point)
        if not told:
            step = type(point.state.stack[-1]).__name__
            self.refusal, self.rule = f"the outcome that is due, {step}, is not reported", ""
        found = []
        for do, places in told:
            heads = point.heads
            for place in places:
                heads = self.told.after(heads, place)
            found.append(_Attempt(CHANCE, do, heads, point.since, tuple(places)))
        return found

    def _played(self, node: _Node, one: _Attempt) -> Iterator[_Node]:
        """The node after an event, if all its effects are among the next facts; otherwise none."""
        refusal = self._refusal(node.point.state, one)
        if refusal is not None:
            self.refusal, self.rule = str(refusal), refusal.rule
            return
        after, then = self.game.apply(node.point.state, one.by, one.do)
        yield from self._after(node, one, one.do, after, then)

    def _after(self, before: _Node, one: _Attempt, do: Any, after: State, then: Sequence[Any]) -> Iterator[_Node]:
        heads, met, again, owed = one.heads, list(one.met), list[int](), set(before.point.owed)
        for need in needs(before.point.state, then):
            found = self.told.meet(heads, need, one.since)
            if found is not None:
                heads, place = found
                met.append(place)
            else:
                more = self.told.again(heads, need)
                if more is None:
                    return
                place = more
                again.append(place)
            owed.discard(place)
            if not self.told.is_done(place, need):
                owed.add(place)
        came = Found(one.by, do, tuple(met), tuple(again))
        yield _Node(Point(self.told, after, heads, one.since, frozenset(owed)), came, before)

    # -- other games -------------------------------------------------------------------------------------------

    def _otherwise(self, node: _Node, attempts: Sequence[_Attempt]) -> Iterator[_Node]:
        """The nodes after these events in other games, in which the cards that were not seen lie elsewhere."""
        if self._others is None:
            return
        state, tried = node.point.state, list[Any]()
        for one in attempts:
            seen = self._others.seen(state, one.by, one.do)
            if seen in tried:
                continue
            tried.append(seen)
            for full in self._games(node, one, seen):
                self._wanted += 1
                if self._wanted > GAMES:
                    raise Stuck(self._first_open(), "this takes too long to find out", "")
                do = full.dos[-1]
                then = self.game.apply(full.states[-2], one.by, do)[1]
                for after in self._after(self._retraced(node, full), one, do, full.states[-1], then):
                    after.full = full
                    yield after

    def _games(self, node: _Node, one: _Attempt, seen: Any) -> Iterator[FullGame]:
        """Other games with an event: one that allows it, or lays open what is reported, and those of other outcomes."""
        assert self._others is not None
        do, state, full = one.do, node.point.state, self._full(node)
        if self._refusal(state, one) is not None:
            other = self._others.allowing(full, one.by, seen)
            if other is None:
                return
            yield other
            do, state = other.dos[-1], other.states[-2]
        elif stolen := self._reported(one, "steal"):
            other = self._others.laying_open(full, one.by, do, stolen)
            if other is not None:
                yield other
        yield from self._others.outcomes(full, one.by, seen, do, state, self._reported(one, "create", "learn"))

    def _refusal(self, state: State, one: _Attempt) -> IllegalAction | None:
        try:
            self.game.check(state, one.by, one.do)
        except IllegalAction as refusal:
            return refusal
        return None

    def _reported(self, one: _Attempt, *kinds: str) -> list[str]:
        """The cards that the next facts of some kinds name, which may first be seen in an event."""
        last = self.told.next_action(one.heads)
        keys = [key for key in self.told.queues if key[0] in kinds]
        places = [next(self.told.left(one.heads, key), LATE) for key in keys]
        return [card for place in places if place < last for card in self.told.facts[place].cards]

    def _full(self, node: _Node) -> FullGame:
        """The game up to a node."""
        assert self._others is not None
        path = node.path
        known = max((at for at, one in enumerate(path) if one.full is not None), default=0)
        full = path[known].full or self._others.start
        for one in path[known + 1 :]:
            assert one.came is not None
            full = self._others.after(full, one.came.by, one.came.do)
        node.full = full
        return full

    def _retraced(self, node: _Node, full: FullGame) -> _Node:
        """The node with the same facts met in another game."""
        path = node.path
        now = path[0]
        for at, one in enumerate(path[1:], 1):
            if one.before is now and one.point.state is full.states[at]:
                now = one
                continue
            assert one.came is not None
            point = replace(one.point, state=full.states[at])
            now = _Node(point, replace(one.came, do=full.dos[at - 1]), now)
        return now
