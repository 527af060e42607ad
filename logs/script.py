"""Scripts: one move a line, `#` comments, `undo` and `redo`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from kronika.core import limits
from kronika.core.errors import IllegalAction, KronikaError, NotationError
from kronika.core.limits import in_words
from kronika.core.session import Session
from kronika.core.words import clipped, lines_of
from kronika.logs.faults import FileTrouble
from kronika.logs.files import BadStream, open_log, shown, trouble

_COMMENT = re.compile(r"(^|\s)#.*", re.DOTALL)
_CHANCE = re.compile(r"chance\s*:", re.IGNORECASE)
_COMMAND = re.compile(r"(undo|redo)(?:\s+(\d{1,9}))?$", re.IGNORECASE)


def read_text(path: str) -> str:
    """A text file or standard input, as it is: no line ends are exchanged. Raises FileTrouble."""
    with trouble(path, "read"), open_log(path) as file:
        try:
            data = file.read(limits.TEXT + 1)
        except BadStream as error:
            raise FileTrouble(f"{shown(path)}: {error}.") from None
    if len(data) > limits.TEXT:
        raise FileTrouble(f"{shown(path)}: is larger than {in_words(limits.TEXT)}, the most that is read of a text.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileTrouble(f"{shown(path)}: is not UTF-8 text.") from None


def read_script(path: str) -> Iterator[tuple[int, str]]:
    """The moves of a script with their line numbers. Raises FileTrouble.

    `#` at the beginning of a line or after a space begins a comment, to the end of the line.
    """
    for number, line in enumerate(lines_of(read_text(path)), 1):
        move = _COMMENT.sub("", line).strip()
        if move:
            yield number, move


def play_script(
    session: Session, moves: Iterable[tuple[int, str]], path: str, ask: Callable[[], None] = lambda: None
) -> None:
    """Plays the moves of a script. `ask` is called where chance may be due that the script does not give itself.

    Raises the error of the first move that is refused, with the line of the script named by `path` if it has a name.
    """
    for number, move in moves:
        if not (_CHANCE.match(move) or _COMMAND.match(move)):
            ask()
        try:
            play_line(session, move)
        except KronikaError as error:
            raise _at(error, f"{shown(path)}:{number}: " if path else "", move) from None
    ask()


def play_line(session: Session, text: str, *, single: bool = False) -> None:
    """Plays one line of a script: a move, or `undo [K]`, or `redo [K]`, which count decisions, or `single` events."""
    command = _COMMAND.match(text)
    if command is None:
        session.play(text)
        return
    undo, redo = (session.undo_events, session.redo_events) if single else (session.undo, session.redo)
    (undo if command[1].casefold() == "undo" else redo)(int(command[2] or 1))


def _at(error: KronikaError, where: str, move: str) -> KronikaError:
    move = clipped(move)
    if isinstance(error, IllegalAction):
        return IllegalAction(error.rule, f"{where}`{move}` is refused: {error.reason}", error.facts, error.by)
    if isinstance(error, NotationError):
        return NotationError(f"{where}`{move}`: {error.args[0]}", error.hints, can_be=error.can_be, by=error.by)
    return type(error)(f"{where}`{move}`: {error}")
