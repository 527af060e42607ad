"""Advice while it is made: how far it is, what ends it, what comes meanwhile; and that nothing changes by that."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count, repeat
from types import SimpleNamespace
from typing import Any

import pytest

from kronika.core import game_names, get_game
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.chance import Dice
from kronika.core.bots import tree
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.pipe import responses, stream
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.stream import Conversation, Source, StopSignals

NEW = {"type": "new", "session": "s", "game": "tides", "seed": 1}
BEST = {"type": "best", "session": "s", "id": "b", "iterations": 5}
SAVE = {"type": "save", "session": "s"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two playouts, one deal in which moves are looked at first, and a look at the stream before each round."""
    monkeypatch.setattr(responses, "AnalysisConfig", partial(AnalysisConfig, playouts=2))
    monkeypatch.setattr(tree, "REDEALS", 1)
    monkeypatch.setattr(stream, "POLL_SECONDS", 0)


class ResultStream(Source):
    """A stream that gives one piece a look; None is silence, and after the last piece there is the end."""

    def __init__(self, pieces: Iterable[bytes | None]) -> None:
        self._pieces = iter(pieces)

    def read(self, seconds: float) -> bytes | None:
        return next(self._pieces, b"")


def lines(*asked: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in asked)


def answers(
    pieces: Iterable[bytes | None], at: RequestHandler | None = None, stop: StopSignals | None = None
) -> list[Any]:
    put: list[bytes] = []
    Conversation(at or RequestHandler(), ResultStream(pieces), put.append, stop).run(1)
    return [json.loads(line) for line in put]


def meanwhile(*asked: dict[str, Any], after: int = 3, **more: Any) -> list[Any]:
    """What is answered, from the advice on, where this comes after N iterations of it."""
    begun = lines(NEW, {**BEST, **more})
    return answers([begun, None, None, *repeat(None, after), lines(*asked), None])[1:]


def kinds(found: Iterable[Any]) -> list[str]:
    return [answer.get("code", answer["type"]) for answer in found]


# -- cancelled -----------------------------------------------------------------------------------------------------


def test_what_is_at_work_is_ended_and_what_came_meanwhile_is_answered_after_it() -> None:
    found = meanwhile({"type": "notation", "game": "tides", "id": 1}, {"type": "cancel", "request": "b", "id": 2}, SAVE)
    assert found[0] == {"type": "error", "id": "b", "code": "cancelled", "message": "The request was cancelled."}
    assert found[2] == {"type": "cancelled", "id": 2, "request": "b", "cancelled": True}
    assert kinds(found) == ["cancelled", "verbs", "cancelled", "log"]


def test_the_best_move_as_yet_is_reported_before_it_ends() -> None:
    progress, error, _ = meanwhile({"type": "cancel", "request": "b"}, progress=True)
    assert progress == {"type": "progress", "id": "b", "done": 3, "total": 18, "by": 0, "move": progress["move"]}
    assert progress["move"] in [f"pick {card}" for card in hand()]
    assert error["code"] == "cancelled"


def hand() -> list[int]:
    session = Session.new(get_game("tides"), ("Anna", "Bob"), seed=1)
    session.resolve_chance()
    return [do.card for do in session.game.actions(session.state, 0)]


def test_only_one_that_is_at_work_or_waits_is_taken_back() -> None:
    cancel = {"type": "cancel", "request": "b"}
    assert [answer.get("cancelled") for answer in meanwhile(cancel, cancel)] == [None, True, False]
    found = meanwhile({**BEST, "id": "c"}, {"type": "cancel", "request": "c"}, {"type": "cancel", "request": "d"})
    assert kinds(found) == ["advice", "cancelled", "cancelled", "cancelled"]
    assert [answer.get("cancelled") for answer in found] == [None, None, True, False]


def test_at_the_end_of_the_input_it_is_finished() -> None:
    assert kinds(meanwhile()) == ["advice"]
    assert kinds(meanwhile({"type": "notation", "game": "tides"})) == ["advice", "verbs"]
    assert kinds(answers([lines(NEW, BEST), None, None, None])) == ["session", "advice"]


def test_a_signal_ends_it() -> None:
    stop: Any = SimpleNamespace(number=None)

    def coming() -> Iterator[bytes | None]:
        yield lines(NEW, BEST, SAVE)
        yield from (None, None, None)
        stop.number = signal.SIGTERM
        yield from repeat(None)

    _, error, bye = answers(coming(), stop=stop)
    assert (error["id"], error["code"], error["message"]) == ("b", "cancelled", "The program was asked to end.")
    assert bye == {"type": "bye", "why": "The program was asked to end."}


# -- how far it is -------------------------------------------------------------------------------------------------


def told(monkeypatch: pytest.MonkeyPatch, at: RequestHandler | None = None, *, clock: float, **more: Any) -> list[Any]:
    """What is answered to one that is asked to tell, where the clock goes on so far an iteration."""
    monkeypatch.setattr(stream, "monotonic", partial(next, count(0, clock)))
    return answers([lines({**BEST, "progress": True, **more})], at)


def test_every_iteration_counts_and_it_is_reported_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seats are to pick, one of five cards each: five walks, two deals to put in order, two to judge."""
    for clock, done in ((1.0, range(18)), (0.25, (3, 7, 11, 15)), (0.01, ())):
        at = RequestHandler()
        answers([lines(NEW)], at)
        *progress, advice = told(monkeypatch, at, clock=clock)
        assert [(one["id"], one["done"], one["total"], one["by"]) for one in progress] == [
            ("b", number, 18, number // 9) for number in done
        ]
        assert advice["type"] == "advice"


def test_nothing_is_reported_that_nobody_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    at = RequestHandler()
    answers([lines(NEW)], at)
    assert kinds(told(monkeypatch, at, clock=1.0, progress=False)) == ["advice"]


def under_way(name: str) -> Session:
    """A game after some moves."""
    game = get_game(name)
    session = Session.new(game, ("Anna", "Bob"), seed=5)
    session.resolve_chance()
    for number in range(6):
        seat = session.actors[0]
        session.do(seat, game.pick(session.state, seat, Dice(2, number)))
        session.resolve_chance()
    return session


@pytest.mark.parametrize("name", game_names())
def test_in_every_game_nothing_changes_by_watching_or_ending_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a seat learns the same at two tables that it can't tell apart."""
    session = under_way(name)
    game, seat = session.game, session.actors[0]
    asked = {**BEST, "iterations": 2, "seat": seat}
    at, own = RequestHandler(), RequestHandler(seat=str(seat))
    at._sessions["s"] = session
    (before,) = answers([lines(SAVE)], at)
    plain = answers([lines(asked)], at)
    assert kinds(answers([lines(asked), None, lines({"type": "cancel", "request": "b"})], at)) == ["cancelled"] * 2
    *progress, advice = told(monkeypatch, at, clock=1.0, **asked)
    assert [advice] == plain
    assert answers([lines(SAVE)], at) == [before]
    written = {game.format(session.state, seat, do, session.players) for do in game.actions(session.state, seat)}
    assert {one["move"] for one in progress} <= written

    tables = []
    for state in (session.state, game.redeal(session.state, seat, Dice(9))):
        own._sessions["s"] = Session(game, session.header, chance="given", start=state)
        tables.append(told(monkeypatch, own, clock=1.0, **asked))
    assert tables[0] == tables[1]
    assert kinds(tables[0]) == [*["progress"] * (len(tables[0]) - 1), "advice"]


# -- streams -------------------------------------------------------------------------------------------------------


def test_a_stream_that_breaks_meanwhile_ends_it_and_is_no_answer() -> None:
    put: list[bytes] = []

    def refuse(line: bytes) -> None:
        put.append(line)
        if b"progress" in line:
            raise BrokenPipeError("nobody reads")

    cancelled = [lines(NEW, {**BEST, "progress": True}, SAVE), None, None, lines({"type": "cancel", "request": "b"})]
    with pytest.raises(BrokenPipeError):
        Conversation(RequestHandler(), ResultStream(cancelled), refuse).run(1)
    assert kinds(map(json.loads, put)) == ["session", "progress"]

    def coming() -> Iterator[bytes | None]:
        yield from (lines(NEW, BEST, SAVE), None, None)
        raise FileError("standard input: cannot read: it is gone.")

    put.clear()
    with pytest.raises(FileError):
        Conversation(RequestHandler(), ResultStream(coming()), put.append).run(1)
    assert kinds(map(json.loads, put)) == ["session"]


def test_where_nobody_can_look_whether_anything_has_come_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "os", SimpleNamespace(name="nt", read=lambda number, size: b"read"))
    source = Source(SimpleNamespace(fileno=lambda: 0))  # type: ignore[arg-type]  # all that is asked of it
    assert source.read(0) is None
    assert source.read(1) == b"read"
