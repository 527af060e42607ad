"""Scripts: one move a line, `#` comments, `undo` and `redo`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from kronika.core.errors import IllegalAction, KronikaError, NotationError
from kronika.core.session import Session
from kronika.logs.faults import FileTrouble
from kronika.logs.files import open_log, shown, stream_errors, trouble

_NO_DECISION = re.compile(r"\s*(chance\s*:|undo\b|redo\b)", re.IGNORECASE)
_COMMAND = re.compile(r"(undo|redo)(?:\s+(\d{1,9}))?$", re.IGNORECASE)


def read_text(path: str) -> str:
    """A text file or standard input. Raises FileTrouble."""
    with trouble(path, "read"), open_log(path) as file:
        try:
            return file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FileTrouble(f"{shown(path)}: is not UTF-8 text.") from None
        except stream_errors():
            raise FileTrouble(f"{shown(path)}: the compressed file is cut short or damaged.") from None


def read_script(path: str) -> Iterator[tuple[int, str]]:
    """The moves of a script with their line numbers. Raises FileTrouble."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        move = re.sub(r"(^|\s)#.*", "", line).strip()
        if move:
            yield number, move


def play_script(
    session: Session, moves: Iterable[tuple[int, str]], path: str, ask: Callable[[], None] = lambda: None
) -> None:
    """Plays the moves of a script. `ask` is called where chance may be due that the script does not give itself.

    Raises the error of the first move that is refused, with the line of the script named by `path` if it has a name.
    """
    for number, move in moves:
        if not _NO_DECISION.match(move):
            ask()
        try:
            play_line(session, move)
        except KronikaError as error:
            raise _at(error, f"{shown(path)}:{number}: " if path else "", move) from None
    ask()


def play_line(session: Session, text: str) -> None:
    """Plays one line of a script: a move, or `undo [K]`, or `redo [K]`."""
    command = _COMMAND.match(text)
    if command is None:
        session.play(text)
    elif command[1].casefold() == "undo":
        session.undo(int(command[2] or 1))
    else:
        session.redo(int(command[2] or 1))


def _at(error: KronikaError, where: str, move: str) -> KronikaError:
    if isinstance(error, IllegalAction):
        return IllegalAction(error.rule, f"{where}`{move}` is refused: {error.reason}", error.facts, error.by)
    if isinstance(error, NotationError):
        return NotationError(f"{where}`{move}`: {error.args[0]}", error.hints)
    return type(error)(f"{where}`{move}`: {error}")
