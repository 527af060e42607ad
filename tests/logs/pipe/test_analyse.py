"""A whole game analysed in one request: as the library does it, for a seat by what it may know, and cancelled."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from itertools import count, repeat
from typing import Any

import msgspec
import pytest

from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.pipe import stream
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.stream import Conversation, Source
from kronika.logs.work.bulk import analyse_game

ANALYSE = {"type": "analyse", "session": "s", "id": "a", "iterations": 2, "playouts": 2}


class Pieces(Source):
    """A stream that gives one piece a look; None is silence, and after the last piece there is the end."""

    def __init__(self, pieces: Iterable[bytes | None]) -> None:
        self._pieces = iter(pieces)

    def read(self, seconds: float) -> bytes | None:
        return next(self._pieces, b"")


def line(**asked: Any) -> bytes:
    return json.dumps({**ANALYSE, **asked}).encode() + b"\n"


def answers(pieces: Iterable[bytes | None], at: RequestHandler) -> list[Any]:
    put: list[bytes] = []
    Conversation(at, Pieces(pieces), put.append).run(1)
    return [json.loads(one) for one in put]


def begun() -> Session:
    """The deal and three picks: Bob has picked once, Anna twice."""
    session = Session.new(get_game("tides"), ("Anna", "Bob"), seed=5)
    session.resolve_chance()
    for number, seat in enumerate((0, 1, 0)):
        session.do(seat, session.game.pick(session.state, seat, Dice(2, number)))
        session.resolve_chance()
    return session


def table(session: Session, seat: str | None = None) -> RequestHandler:
    at = RequestHandler(seat=seat)
    at._sessions["s"] = session
    return at


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stream is looked at, and progress reported, at each step."""
    monkeypatch.setattr(stream, "POLL_SECONDS", 0)
    monkeypatch.setattr(stream, "monotonic", partial(next, count(0, 1.0)))


@pytest.mark.parametrize("seat", [None, 1])
def test_it_is_the_analysis_of_the_library(seat: int | None) -> None:
    session = begun()
    (found,) = answers([line(**({} if seat is None else {"seat": seat}))], table(session))
    wanted = analyse_game(session, AnalysisConfig(bot="mcts:2", playouts=2), viewer=seat)
    assert found == {"type": "analysed", "id": "a", "analysis": json.loads(msgspec.json.encode(wanted))}
    assert len(wanted.verdicts) == (4 if seat is None else 1)


@pytest.mark.usefixtures("always")
def test_events_are_counted_and_named_and_nothing_changes_by_watching() -> None:
    session = begun()
    *progress, found = answers([line(progress=True)], table(session))
    assert [found] == answers([line()], table(session))
    assert {(one["type"], one["total"]) for one in progress} == {("progress", 4)}
    assert [*dict.fromkeys((one["done"], one["by"]) for one in progress)][:4] == [(0, "chance"), (1, 0), (2, 1), (3, 0)]


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("after", [0, 7, 15])
def test_it_is_cancelled_at_any_step(after: int) -> None:
    cancel = json.dumps({"type": "cancel", "request": "a"}).encode() + b"\n"
    found = answers([line(), None, *repeat(None, after), cancel, None], table(begun()))
    assert [one.get("code", one["type"]) for one in found] == ["cancelled"] * 2
    assert found[1]["cancelled"] is True


@pytest.mark.usefixtures("always")
def test_a_seat_learns_the_same_at_two_tables_that_it_can_t_tell_apart() -> None:
    """Bob is yet to pick when Anna has: her pick and both hands lie otherwise at the second table."""
    session, found = begun(), []
    for state in (session.at(1), session.game.redeal(session.at(1), 1, Dice(9))):
        own = Session(session.game, session.header, chance="given", start=state)
        own.do(1, session.line.events[2].do)
        found.append(answers([line(progress=True)], table(own, "Bob")))
    assert found[0] == found[1]
    assert [one["kind"] for one in found[0][-1]["analysis"]["verdicts"]] == ["decision"]


@pytest.mark.parametrize(
    ("own", "asked", "code"),
    [
        ("Bob", {"seat": "Anna"}, "forbidden"),
        (None, {"seat": "everyone"}, "field"),
        (None, {"seat": None}, "field"),
        (None, {"playouts": 1}, "field"),
        (None, {"iterations": 0}, "field"),
        (None, {"bot": "greedy"}, "field"),
        (None, {"session": "t"}, "session"),
    ],
)
def test_what_can_t_be_asked(own: str | None, asked: dict[str, Any], code: str) -> None:
    (found,) = answers([line(**asked)], table(begun(), own))
    assert (found["type"], found["code"]) == ("error", code)
