"""Refusals as answers: the code for programs, the sentence for people, the rule, the field."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from kronika.core.basics.errors import (
    BadSetup,
    CannotUndo,
    GameEnded,
    IllegalAction,
    KronikaError,
    NotationError,
    PositionError,
    UnknownGame,
)
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.pipe.answers import Code, Error


class Refusal(KronikaError):
    """A request that is refused for itself: the code, and the wrong field."""

    def __init__(self, code: Code, message: str, field: str = "") -> None:
        super().__init__(message)
        self.code: Code = code
        self.field = field


class MoveRefusal(KronikaError):
    """The move `number` (from 1) of a request's `moves` is refused."""

    def __init__(self, number: int, error: KronikaError) -> None:
        super().__init__(f"moves.{number}: {error}")
        self.number = number
        self.error = error


_CODES: Final[tuple[tuple[type[KronikaError], Code], ...]] = (
    (UnknownGame, "game"),
    (BadSetup, "setup"),
    (CannotUndo, "undo"),
    (GameEnded, "closed"),
    (LogError, "log"),
    (FileError, "file"),
)


def error_answer(error: KronikaError) -> Error:
    """An error as an answer. The answer to a move names its seat: a seat can only have tried its own."""
    if isinstance(error, Refusal):
        return Error(code=error.code, message=str(error), field=error.field)
    if isinstance(error, MoveRefusal):
        return replace(error_answer(error.error), message=str(error), field=f"moves.{error.number}")
    if isinstance(error, (IllegalAction, NotationError)):
        return Error(**error_fields(error))
    if isinstance(error, PositionError):
        return Error(code="position", message=str(error), field="given")
    return Error(code=_code_of(error), message=str(error))


def _code_of(error: KronikaError) -> Code:
    for kind, code in _CODES:
        if isinstance(error, kind):
            return code
    return "refused"


def error_fields(error: IllegalAction | NotationError) -> dict[str, Any]:
    """The content of an error, by the fields of `Checked` and `Error`."""
    if isinstance(error, IllegalAction):
        return {"code": "illegal", "message": str(error), "rule": error.rule}
    return {"code": "notation", "message": str(error), "hints": error.hints}
