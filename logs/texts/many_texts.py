"""Texts of many games in one file: each `[Game …]` after the moves of a game begins the next one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import BadStream, display_name, open_log, os_errors

_BEGINS: Final = re.compile(rb"[ \t]*\[[ \t]*Game\b")


class GameText(NamedTuple):
    """The text of one game, and the number of its first line in the file."""

    first: int
    text: str


def texts_in(path: str) -> Iterator[GameText]:
    """The text of each game in a file, one after the other. What stands before the first belongs to it.

    Raises FileError, also for a game that is larger than `limits.TEXT`.
    """
    lines: list[bytes] = []
    first, size, begun = 1, 0, False
    for number, line in enumerate(_lines(path), 1):
        if _BEGINS.match(line):
            if begun:
                yield _text(path, first, lines)
                first, lines, size = number, [], 0
            begun = True
        lines.append(line)
        size += len(line)
        if size > limits.TEXT:
            most = f"is larger than {size_text(limits.TEXT)}, the most that is read of the text of a game"
            raise FileError(f"{display_name(path)}:{first}: {most}.")
    yield _text(path, first, lines)


def _lines(path: str) -> Iterator[bytes]:
    with os_errors(path, "read"), open_log(path) as file:
        try:
            while line := file.readline(limits.TEXT + 1):
                yield line
        except BadStream as error:
            raise FileError(f"{display_name(path)}: {error}.") from None


def _text(path: str, first: int, lines: list[bytes]) -> GameText:
    try:
        return GameText(first, b"".join(lines).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FileError(f"{display_name(path)}:{first}: is not UTF-8 text.") from None
