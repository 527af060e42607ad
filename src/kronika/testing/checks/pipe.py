"""Answers to other programs through the pipe: the same as in this process, for moves as text and as data.

These tests are part of the suite in `kronika.testing.contract`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET

from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import plain_options
from kronika.core.contract.registry import AnyGame
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.messages import Reader, message_line
from kronika.logs.pipe.requests import REQUESTS, Legal, New, Play, Request, Save, Score, View
from kronika.logs.replaying.logfile import log_lines
from kronika.testing.checks.compatibility import recorded
from kronika.testing.playouts import Step, Table, spread

LOOKS: Final = 3
"""The number of positions of a game for which all requests are made."""

_reader: Reader[Request] = Reader(REQUESTS)


def answered(desk: RequestHandler, ask: Request) -> Any:
    """The answer to a request as another program reads it: both are encoded as lines and decoded again."""
    return msgspec.json.decode(message_line(desk.answer(_reader.read(message_line(ask)))))


def plain(value: Any) -> Any:
    """The value after it has been encoded as JSON and decoded again."""
    return msgspec.json.decode(msgspec.json.encode(value))


def test_a_game_through_the_pipe_is_the_same(table: Table) -> None:
    """Moves as text and as data give the same events; the log is the same, byte for byte, and so are some positions."""
    game, names = table.game, list(table.names)
    desk = RequestHandler(find=lambda name: game)
    options = plain_options(table.case.options)
    standing = answered(desk, New(session="g", game=game.name, players=table.names, options=options, chance="given"))
    assert standing["type"] == "session", standing
    looked_at = {step.number for step in spread(table.steps, LOOKS)}
    for step in table.steps:
        if step.number in looked_at:
            _look(desk, game, step.before, names)
        played = answered(desk, _request(table, step))
        assert played["type"] == "played", (step.do, played)
        (event,) = played["events"]
        assert event["do"] == plain(step.do)
        assert [effect["rule"] for effect in event["effects"]] == [effect.rule for effect in step.then]
    log = answered(desk, Save(session="g"))["log"]
    assert log.encode() == b"".join(log_lines(recorded(table)))


def _request(table: Table, step: Step) -> Play:
    move = table.game.format(step.before, step.by, step.do, table.names)
    return Play(session="g", move=move, by="chance" if step.by == CHANCE else step.by, do=plain(step.do))


def _look(desk: RequestHandler, game: AnyGame, state: Any, names: list[str]) -> None:
    """Check the views of all viewers, the legal moves and the points."""
    for viewer in (None, *range(len(names))):
        seat = UNSET if viewer is None else viewer
        assert answered(desk, View(session="g", seat=seat))["view"] == plain(game.view(state, viewer))
    assert answered(desk, Score(session="g"))["totals"] == list(game.totals(state))
    legal = [
        {"by": seat, "move": game.format(state, seat, do, names), "do": plain(do)}
        for seat in game.actors(state)
        if seat != CHANCE
        for do in game.actions(state, seat)
    ]
    assert answered(desk, Legal(session="g", form="both"))["moves"] == legal
