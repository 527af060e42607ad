"""A desk asked as another program asks it: by lines of JSON."""

from __future__ import annotations

import json
from typing import Any

from kronika.core.contract.registry import AnyGame, get_game
from kronika.logs.pipe.answers import CODES
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.messages import MessageError, Reader, message_line
from kronika.logs.pipe.requests import REQUESTS, Request
from support import duel

READER: Reader[Request] = Reader(REQUESTS)
START = {"game": "duel"}


def found(name: str) -> AnyGame:
    """The tiny game, or one that is installed."""
    return duel.GAME if name == "duel" else get_game(name)


def desk(**more: Any) -> RequestHandler:
    """A desk that has the tiny game too."""
    return RequestHandler(find=found, **more)


def answered(desk: RequestHandler, line: bytes) -> bytes:
    """The line that is answered to a line."""
    try:
        return message_line(desk.answer(READER.read(line)))
    except MessageError as wrong:
        return message_line(wrong.error)


def ask(desk: RequestHandler, kind: str, **fields: Any) -> Any:
    """What is answered to a request, as plain data."""
    return json.loads(answered(desk, json.dumps({"type": kind, **fields}).encode()))


def refused(desk: RequestHandler, kind: str, **fields: Any) -> tuple[str, str, str]:
    """The code, the field and the message of an error."""
    error = ask(desk, kind, **fields)
    assert error.pop("type") == "error", error
    assert error["code"] in CODES
    return error["code"], error.get("field", ""), error["message"]


def play(desk: RequestHandler, *moves: str, session: str = "1") -> Any:
    for move in moves:
        played = ask(desk, "play", session=session, move=move)
        assert played["type"] == "played", played
    return played
