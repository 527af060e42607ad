"""Knowledge of a game of which a witness saw a part: facts, and moves that are possible.

A fact is true in every game that agrees with all records. Each one is proved; none is read off the full game that the
session plays on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from kronika.core.contract.game import CHANCE
from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Lies, Move, Operation, Place, Trade
from kronika.core.sessions.events import Seen
from kronika.core.sessions.visibility import redact_state
from kronika.core.unseen.completion import Completion
from kronika.core.unseen.rows import Row
from kronika.core.unseen.solver import Unproved
from kronika.core.unseen.whereabouts import May, whereabouts

if TYPE_CHECKING:
    from kronika.core.unseen.session import WitnessSession

Contents = Mapping[Place, Mapping[Thing, int]]


MOST_UNPROVED: Final = 5
"""The most questions about one state that may be left open by a search; later ones are not searched for."""


class Knowledge:
    """Bounds on the contents of places, for a record as it is now.

    Games that were found are kept, because they answer most questions.
    """

    def __init__(self, completion: Completion) -> None:
        self.completion = completion
        self._unproved: Counter[int] = Counter()
        """The number of questions that a search left open, by the number of events they are about."""
        self.least = cache(self._least)
        self.most = cache(self._most)
        self.is_among = cache(self._is_among)
        self.exactly = cache(self._exactly)
        self.ends = cache(self._ends)

    @cached_property
    def _games(self) -> list[Sequence[Contents]]:
        """The games that were found: at first the current one."""
        things = (thing for row in self.completion.things for thing in row)
        moves = (one for row in self.completion.rows for one in row.moves)
        unseen = (i for i, one in enumerate(moves) if isinstance(one, Move) and one.kind is None)
        return [self._laid(dict(zip(unseen, things, strict=False)))]

    @cached_property
    def _may(self) -> Sequence[May] | None:
        """The places that a thing can be in, after each number of events; None if there are several of a kind."""
        completion = self.completion
        return whereabouts(completion.supply, completion.rows) if completion.is_single else None

    def after(self, length: int) -> Lies:
        """The knowledge of the game after `length` events."""
        return _After(self, length)

    def counts(self, place: Place, kind: Thing, length: int) -> set[int]:
        """The numbers of things of a kind in a place after `length` events, in the games that were found."""
        return {game[length].get(place, {}).get(kind, 0) for game in self._games}

    def size(self, place: Place, length: int) -> int:
        """The number of things in a place after `length` events; it is the same in every game."""
        return sum(self._games[0][length].get(place, {}).values())

    def _sure(self, place: Place, kind: Thing, length: int) -> int | None:
        """The number of things of a kind in a place if `whereabouts` settles it, else None."""
        if self._may is None:
            return None
        places = self._may[length].get(kind, frozenset())
        return int(place in places) if len(places) < 2 or place not in places else None

    def _least(self, place: Place, kind: Thing, length: int) -> int:
        """The least number of things of a kind in a place; 0 if the search reaches its limit."""
        sure = self._sure(place, kind, length)
        if sure is not None:
            return sure
        while least := min(self.counts(place, kind, length)):
            found = self._other([Lacks(place, frozenset((kind,)), least - 1)], length)
            if found is None:
                return least
            if found is Unproved:
                return 0
        return 0

    def _most(self, place: Place, kind: Thing, length: int) -> int:
        """The greatest number of things of a kind in a place; its size if the search reaches its limit."""
        sure = self._sure(place, kind, length)
        if sure is not None:
            return sure
        size = self.size(place, length)
        while (most := max(self.counts(place, kind, length))) < size:
            found = self._other([Holds(place, frozenset((kind,)), most + 1)], length)
            if found is None:
                return most
            if found is Unproved:
                return size
        return size

    def _exactly(self, place: Place, kind: Thing, length: int) -> int | None:
        """The number of things of a kind in a place if it is proved to be the same in every game, else None."""
        sure = self._sure(place, kind, length)
        if sure is not None:
            return sure
        n, *others = self.counts(place, kind, length)
        kinds = frozenset((kind,))
        fewer, more = [Lacks(place, kinds, n - 1)], [Holds(place, kinds, n + 1)]
        if others or (n and self._other(fewer, length) is not None) or self._other(more, length) is not None:
            return None
        return n

    def _ends(self, length: int) -> Sequence[Any]:
        """The states that the game may be in after `length` events: in some, a step was skipped without any effect.

        It is the state of the current game if that is the only one.
        """
        completion, events = self.completion, [at for at, row in enumerate(self.completion.rows) if _is_event(row)]
        last, later = _last_before(events, length)
        if last is None:
            return completion.states[length : length + 1]
        row, before = completion.rows[last], completion.states[last]
        after = None if later is None else (completion.rows[later].by, completion.rows[later].do)
        do, hidden = completion.dos[last], completion.hidden
        moved = len(hidden.operations(before, row.by, row.do, row.then))
        found = []
        for end, way in hidden.ends(before, row.by, do, row.then, after):
            at_end = [one for n, one in way if len(hidden.operations(before, row.by, row.do, row.then[:n])) == moved]
            if not at_end or self._other(at_end, length) is not None:
                found.append(end)
        return found if len(found) > 1 else completion.states[length : length + 1]

    def _is_among(self, places: Sequence[Place], kind: Thing, length: int) -> bool:
        if self._may is not None and self._may[length].get(kind, frozenset()) <= {*places}:
            return True
        for game in self._games:
            if not any(game[length].get(place, {}).get(kind, 0) for place in places):
                return False
        return self._other([Lacks(place, frozenset((kind,))) for place in places], length) is None

    def _other(self, conditions: Sequence[Operation], length: int) -> Any:
        """A game that meets these conditions, which is kept; None if no game does, Unproved if that is not known."""
        is_searched = self._unproved[length] < MOST_UNPROVED
        try:
            found = self.completion.with_conditions(conditions, length, is_searched=is_searched)
        except Unproved:
            self._unproved[length] += 1
            return Unproved
        if found is None:
            return None
        self._games.append(self._laid(found))
        return found

    def _laid(self, things: Mapping[int, Thing]) -> Sequence[Contents]:
        """The contents of places after each number of events, if these things moved unseen."""
        now = {place: Counter(of) for place, of in self.completion.supply.items()}
        found: list[Contents] = [now]
        i = 0
        for row in self.completion.rows:
            if row.moves:
                now = dict(now)
            for one in row.moves:
                if isinstance(one, Trade):
                    now[one.one], now[one.other] = now.get(one.other, Counter()), now.get(one.one, Counter())
                elif isinstance(one, Move):
                    kind = things[i] if one.kind is None else one.kind
                    for place, n in ((one.source, -1), (one.goal, 1)):
                        if place != OPEN:
                            now[place] = now.get(place, Counter()).copy()
                            now[place][kind] += n
                i += 1
            found.append(now)
        return found


def _is_event(row: Row) -> bool:
    return not isinstance(row.do, Seen)


def _last_before(events: Sequence[int], length: int) -> tuple[int | None, int | None]:
    """The last of these numbers below `length`, and the first of the others; None for one that does not exist."""
    before, later = [at for at in events if at < length], [at for at in events if at >= length]
    return (before[-1] if before else None), (later[0] if later else None)


class _After:
    """The knowledge after `length` events: see `Lies`."""

    def __init__(self, knowledge: Knowledge, length: int) -> None:
        self._knowledge = knowledge
        self._length = length

    @property
    def last(self) -> Any:
        rows = self._knowledge.completion.rows[: self._length]
        return next((row.do for row in reversed(rows) if not isinstance(row.do, Seen)), None)

    def least(self, place: Place, kind: Thing) -> int:
        return self._knowledge.least(place, kind, self._length)

    def most(self, place: Place, kind: Thing) -> int:
        return self._knowledge.most(place, kind, self._length)

    def is_among(self, places: Sequence[Place], kind: Thing) -> bool:
        return self._knowledge.is_among(tuple(places), kind, self._length)

    def exactly(self, place: Place, kind: Thing) -> int | None:
        return self._knowledge.exactly(place, kind, self._length)


class _Nothing:
    """The knowledge of a state that was taken back, in which nothing is known: see `Lies`."""

    last = None

    def least(self, place: Place, kind: Thing) -> int:
        return 0

    def most(self, place: Place, kind: Thing) -> int:
        return 99

    def is_among(self, places: Sequence[Place], kind: Thing) -> bool:
        return False

    def exactly(self, place: Place, kind: Thing) -> int | None:
        return None


def known_view(session: WitnessSession, state: Any) -> Any:
    """The witness's view of one of the states, without anything that is only assumed."""
    length, hidden = length_of(session, state), session.completion.hidden
    lies: Lies = _Nothing() if length is None else session.knowledge.after(length)
    views = []
    for end in [state] if length is None else session.knowledge.ends(length):
        view = redact_state(session.game, end, session.witness)
        due = hidden.due(end, lies)
        view = hidden.known(view if due is None else replace(view, actors=tuple(due)), session.witness, lies)
        if view not in views:
            views.append(view)
    return hidden.either(views)


def due_now(session: WitnessSession) -> Mapping[int, bool]:
    """The seats that may act now in some game that agrees with the record; whether it is so in each, by seat."""
    length = len(session.line.events)
    due = session.completion.hidden.due(session.state, session.knowledge.after(length))
    if due is not None:
        return due
    acting = [session.game.actors(end) for end in session.knowledge.ends(length)]
    return {seat: all(seat in seats for seats in acting) for seat in dict.fromkeys(chain(*acting))}


def length_of(session: WitnessSession, state: Any) -> int | None:
    """The number of events in force after which the game is in this state; None for a state that was taken back."""
    states = session.line.states
    return next((at for at in range(len(states) - 1, -1, -1) if states[at] is state), None)


def possible_moves(session: WitnessSession) -> dict[str, list[str]]:
    """The moves in notation, by player, that are allowed in some game that agrees with the record."""
    names = session.players
    return {names[seat]: list(_moves(session, seat)) for seat in session.actors if seat != CHANCE}


def _moves(session: WitnessSession, seat: int) -> Iterable[str]:
    completion, names = session.completion, session.players
    lies = session.knowledge.after(len(session.line.events))
    moved = cache(completion.can_move)
    found: dict[str, None] = {}
    ends = session.knowledge.ends(len(session.line.events))
    for state in [one for end in ends for one in completion.hidden.perhaps(end, lies)]:
        loose = completion.hidden.loosened(state, seat, lies)
        for seen_of in _seen_actions(session, loose, seat):
            if moved(tuple(completion.hidden.operations(state, seat, seen_of, ()))):
                found[session.game.format(loose, seat, seen_of, names)] = None
    return found


def _seen_actions(session: WitnessSession, state: Any, seat: int) -> Iterable[Any]:
    """The actions of a seat in a state, each as the witness would see it."""
    game = session.game
    return dict.fromkeys(game.redacted(state, seat, do, session.witness) for do in game.actions(state, seat))
