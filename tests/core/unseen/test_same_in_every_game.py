"""Nothing that is shown of a record is read off the game that is assumed: it is the same in every game that agrees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

import pytest

from kronika.cli.page.frames import GameFrames, frames_of, straight_order
from kronika.cli.printing.events import what_next
from kronika.core.basics.chance import Dice
from kronika.core.contract.paper import Paper
from kronika.core.unseen.ranges import possible_contents
from kronika.core.unseen.sampling import sampled
from kronika.core.unseen.session import WitnessSession
from kronika.logs.pipe.responses import _form_of_chance
from support.playouts import games
from support.unseen import GAMES, again, recorded, witnesses


def told_of(session: WitnessSession) -> dict[str, Any]:
    """All that is said of the last state of a record: the view, who acts, what is due, moves, the possible contents."""
    state = session.state
    view = session.look(state, session.witness)
    said = {name: getattr(view, name) for name in view.__struct_fields__}
    return said | {
        "text": session.game.render(view, session.players, Paper()),
        "next": what_next(session, session.witness),
        "due players": dict(session.due),
        "chance": _form_of_chance(session),
        "moves": session.legal(),
        "possible": possible_contents(session, state),
    }


def last_frames(session: WitnessSession) -> Any:
    """The last frames of its page."""
    numbers = [0, len(session.history)]
    return frames_of([GameFrames(session, numbers)], session.witness, straight_order(2), bottom=None)


def other_games(session: WitnessSession, count: int) -> Iterator[WitnessSession]:
    """The record with another game behind it, as often: each agrees with all records."""
    for seed in range(count):
        yield with_game(session, sampled(session.completion, Dice(seed, "other"))[1])


def with_game(session: WitnessSession, states: Sequence[Any]) -> WitnessSession:
    twin = copy(session)
    twin.line.states[:] = states
    twin._after[-1] = states[-1]
    twin._known = session.knowledge
    return twin


def is_same(session: WitnessSession, count: int) -> None:
    """Nothing that is told is otherwise in another game."""
    told, frames = told_of(session), last_frames(session)
    for other in other_games(session, count):
        for name, said in told_of(other).items():
            assert said == told[name], (len(session.line.events), name)
        assert last_frames(other) == frames


TABLES = [(game.name, seats) for game in games() if game.name in GAMES for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_told_is_the_same_in_every_game(game: str, seats: int) -> None:
    for witness in ("bystander", witnesses(seats)[-1]):
        whole = recorded(game, seats, 4, witness)
        for n in range(2, len(whole.line.events), max(1, len(whole.line.events) // 6)):
            is_same(again(whole, n), 4)
