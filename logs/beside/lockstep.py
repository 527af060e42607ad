"""A game in two programs at once: each event is played here and sent to the other program, until something differs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import read_options
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import Header
from kronika.core.sessions.session import Session
from kronika.logs.beside.comparing import Difference
from kronika.logs.beside.engine import Engine, EngineReport
from kronika.logs.pipe.program import ProgramFailed

Step = tuple[int, Any]
"""A seat (or CHANCE), and its move or outcome."""
Chooser = Callable[[Session], Step | None]
"""Chooses the next step of a game; returns None to stop."""
Comparer = Callable[[Session, EngineReport], Difference | None]


class GameStart(Struct, frozen=True):
    """The beginning of a game: the set-up, or the position of an example."""

    game: AnyGame
    header: Header
    given: dict[str, Any] | None = None

    def session(self) -> Session:
        """A session with this beginning. Raises KronikaError."""
        start = None
        if self.given is not None:
            given = msgspec.convert(self.given, self.game.Given)
            start = self.game.position(given, read_options(self.game, self.header.options), self.header.players)
        return Session(self.game, self.header, start=start)


class FoundDifference(Struct, frozen=True):
    """A difference, and the game whose last event shows it."""

    beginning: GameStart
    session: Session
    difference: Difference

    @property
    def decisions(self) -> int:
        """The number of decisions in the game."""
        return sum(event.by != CHANCE for event in self.session.line.events)


class LockstepGame(Struct, frozen=True):
    """A game that both programs played: its number of events, and the difference that ended it. `begun` is true if
    both programs have begun it.
    """

    events: int
    found: FoundDifference | None
    begun: bool = True


def play_in_lockstep(engine: Engine, beginning: GameStart, choose: Chooser, comparer: Comparer) -> LockstepGame:
    """Play a game in both programs. A failure of the program is a difference.

    Raises ProgramFailed if it never started, and UnmappedName.
    """
    session = beginning.session()
    try:
        told = engine.begin(session, beginning.given)
        if told is None:
            return LockstepGame(0, None, begun=False)
        difference = comparer(session, told)
        while difference is None and told.refused is None and (deed := choose(session)) is not None:
            by, do = deed
            move = session.game.format(session.state, by, do, session.players)
            session.do(by, do)
            told = engine.follow(session, by, move, do)
            difference = comparer(session, told)
        engine.end()
    except ProgramFailed as error:
        if error.kind == "start":
            raise
        difference = Difference(error.kind, "an answer", str(error))
    except RecursionError:
        difference = Difference("wrong", "an answer", f"{engine.name}: answers with lists in lists without end.")
    found = None if difference is None else FoundDifference(beginning, session, difference)
    return LockstepGame(len(session.line.events), found)


# -- what happens next --------------------------------------------------------------------------------------------


def choose_at_random(seed: int, most: int | None = None) -> Chooser:
    """Random legal play, as `kronika simulate` does it with this seed; with `most`, at most that many decisions."""
    left = most

    def choose(session: Session) -> Step | None:
        nonlocal left
        number = len(session.line.events)
        if not session.actors:
            return None
        if session.actors == (CHANCE,):
            return CHANCE, session.game.sample(session.state, Dice(seed, number + 1))
        if left is not None:
            if left == 0:
                return None
            left -= 1
        dice = Dice(seed, "move", number)
        seat = dice.choice(session.actors)
        return seat, session.game.pick(session.state, seat, dice)

    return choose


def choose_recorded(deeds: Iterable[Step]) -> Chooser:
    """The events of a game, up to its end."""
    left = iter(deeds)
    return lambda session: next(left, None)


def choose_if_legal(deeds: Iterable[Step]) -> Chooser:
    """The decisions that are legal at their turn, and the outcomes as far as they are possible.

    A decision is made by the seat that made it first or, if that seat may not act, by any seat that may. Other outcomes
    are drawn.
    """
    wishes = [*deeds]
    decisions = deque(wish for wish in wishes if wish[0] != CHANCE)
    outcomes = [do for by, do in wishes if by == CHANCE]

    def choose(session: Session) -> Step | None:
        if session.actors == (CHANCE,):
            for at, do in enumerate(outcomes):
                if _legal(session, CHANCE, do):
                    return CHANCE, outcomes.pop(at)
            return CHANCE, session.game.sample(session.state, Dice(0, len(session.line.events) + 1))
        while decisions and session.actors:
            by, do = decisions.popleft()
            for seat in sorted(session.actors, key=lambda seat: seat != by):
                if _legal(session, seat, do):
                    return seat, do
        return None

    return choose


def _legal(session: Session, by: int, do: Any) -> bool:
    try:
        session.game.check(session.state, by, do)
    except IllegalAction:
        return False
    return True
