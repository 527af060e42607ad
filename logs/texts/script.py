"""Scripts: one move per line, `undo` and `redo`, tags in brackets and notes in braces, `#` comments.

`undo 2` takes back two decisions with the chance that followed, `undo 2 events` only two events. The form of tags and
notes is described in `logs/texts/annotations.py`. A script may have a head as in the text of a whole game, see
`logs/texts/game_text.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from kronika.core.basics import limits
from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError
from kronika.core.basics.limits import size_text
from kronika.core.basics.text import clipped, did_you_mean, lines_of, normalize
from kronika.core.contract.moves import move_of_seat
from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.core.sessions.own_undo import redo_own, undo_own
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import BadStream, display_name, open_log, os_errors
from kronika.logs.texts.annotations import apply_line, is_annotation

_COMMENT = re.compile(r"(^|\s)#.*", re.DOTALL)
_CHANCE = re.compile(r"chance\s*:", re.IGNORECASE)
_BEGINS_HEAD = re.compile(r"\[\s*Game\b")
UNDO_OR_REDO: Final = re.compile(r"(undo|redo)(?:\s+(\d{1,9})(\s+events?)?)?$", re.IGNORECASE)
"""Matches an undo or redo: the word, the number, and whether it counts events."""

Lines = list[tuple[int, str]]
"""Lines of a script with their numbers."""


def read_text(path: str) -> str:
    """A text file or standard input, with its line ends unchanged. Raises FileError."""
    with os_errors(path, "read"), open_log(path) as file:
        try:
            data = file.read(limits.TEXT + 1)
        except BadStream as error:
            raise FileError(f"{display_name(path)}: {error}.") from None
    if len(data) > limits.TEXT:
        raise FileError(
            f"{display_name(path)}: is larger than {size_text(limits.TEXT)}, the most that is read of a text."
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(f"{display_name(path)}: is not UTF-8 text.") from None


def is_game(address: str) -> bool:
    """True if the address is the name of a game, as opposed to a file."""
    return address in game_names() and not os.path.lexists(address)


def text_of(name: str, of_game: Callable[[AnyGame], str]) -> str:
    """The text of a file, or the one that belongs to the game of that name. Raises FileError, with suggestions of
    games.
    """
    if is_game(name):
        return of_game(get_game(name))
    if not os.path.lexists(name) and (game := did_you_mean(name, game_names())):
        raise FileError(f"{display_name(name)}: there is no such file, and no such game.{game}")
    return read_text(name)


def read_script(path: str) -> Iterator[tuple[int, str]]:
    """The moves of a script with their line numbers; its head is skipped. Raises FileError."""
    yield from split_head(read_text(path))[1]


def split_moves(words: tuple[str, ...]) -> list[tuple[int, str]]:
    """The moves in these words, numbered from 1: all words are one move, or each is one if any contains a space."""
    moves = list(words) if any(" " in word.strip() for word in words) else [" ".join(words)]
    return list(enumerate(moves, 1))


def split_head(text: str, first: int = 1) -> tuple[Lines, Lines]:
    """The lines of tags from `[Game …]` up to the first other line, if a text begins with it; and the lines of the
    game. `first` is the number of the first line.

    `#` at the beginning of a line or after a space begins a comment, to the end of the line. It also does so after tags
    and notes, but not within them.
    """
    head: Lines = []
    body: Lines = []
    lines = head
    for number, line in enumerate(lines_of(text), first):
        line = line.strip()
        if not is_annotation(line):
            line = _COMMENT.sub("", line).strip()
        if not (line.startswith("[") if head else _BEGINS_HEAD.match(line) or not line):
            lines = body
        if line:
            lines.append((number, line))
    return head, body


def play_script(
    session: Session,
    moves: Iterable[tuple[int, str]],
    path: str,
    ask: Callable[[], None] = lambda: None,
    own: int | None = None,
) -> None:
    """Play the moves of a script. `ask` is called when chance may be due that the script does not contain. `own` is the
    only seat whose moves are accepted.

    Raises the error of the first move that is refused, with its line in the script named by `path`, if it has a name.
    """
    for number, move in moves:
        if not (_CHANCE.match(move) or UNDO_OR_REDO.match(move) or is_annotation(move, session.players)):
            ask()
        try:
            play_line(session, move, own=own)
        except KronikaError as error:
            raise located(error, path, number, move) from None
    ask()


def play_line(session: Session, text: str, *, single: bool = False, own: int | None = None) -> None:
    """Play one line of a script: a move, `undo [K [events]]`, `redo [K [events]]`, tags, a note.

    Without the word `events`, undo and redo count decisions, or with `single` events. If `own` is a seat, moves of
    others are refused unread: NotYours. It takes back only its own decisions: CannotUndo.
    """
    if is_annotation(text, session.players):
        apply_line(session, text)
        return
    command = UNDO_OR_REDO.match(text)
    if command is None:
        if ":" not in text and normalize(text.partition(" ")[0]) in ("undo", "redo"):
            raise NotationError(
                "Write `undo`, `undo 2` or `undo 2 events` to take back, and `redo` likewise to restore."
            )
        session.play(text if own is None else move_of_seat(text, own, session.actors, session.players))
        return
    word, number, events = command.groups()
    take_back(session, word.casefold(), int(number or 1), single=bool(events or single), own=own)


def take_back(session: Session, word: str, number: int, *, single: bool, own: int | None) -> None:
    """Undo or redo, as `word` says, a number of decisions, or with `single` of events. A seat does so with its `own`.

    Raises CannotUndo, GameEnded.
    """
    if own is not None:
        (undo_own if word == "undo" else redo_own)(session, own, number, single=single)
    else:
        getattr(session, f"{word}_events" if single else word)(number)


def located(error: KronikaError, path: str, number: int, move: str) -> KronikaError:
    """The error with its line, if the file has a name, and the text of the line."""
    where, move = f"{display_name(path)}:{number}: " if path else "", clipped(move)
    if isinstance(error, IllegalAction):
        return IllegalAction(error.rule, f"{where}`{move}` is refused: {error.reason}", error.facts, error.by)
    if isinstance(error, NotationError):
        message, openly = (f"{where}`{move}`: {said}" for said in (error.args[0], error.openly))
        return NotationError(message, error.hints, can_be=error.can_be, by=error.by, openly=openly)
    return type(error)(f"{where}`{move}`: {error}")
