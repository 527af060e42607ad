"""Pages read as a browser reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from support.cli import fine

HAND = "6 7 8 9 10"
MOVES = (f"chance: deal 1 2 3 4 5 / {HAND}", "Anna: pick 2", "Bob: pick 9", "Anna: pick 6")
"""A deal of Tides, and the first three choices."""

WHOLE = "fixtures/games/tides/shared-victory.jsonl"
"""Rounds are scored by the events 11, 25 and 39, see `tests/core/sessions/test_metrics.py`."""

WITHOUT_END = {"meta", "input", "path", "rect", "circle", "polygon", "use"}


class Read(HTMLParser):
    """The tags of a page with their attributes, the texts by tag, and whether all that was opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in WITHOUT_END:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag and wanted.items() <= attrs.items()]


def game(moves: Sequence[str], names: Sequence[str] = ("Anna", "Bob"), **more: Any) -> Session:
    """A game of Tides; `undo` takes the last decision back."""
    session = Session.new("tides", names, chance="given", **more)
    for move in moves:
        if move == "undo":
            session.undo()
        else:
            session.play(move)
    return session


def page_of(session: Session, *words: str) -> str:
    """The page of a game, as the command writes it."""
    return page_of_logs([session], *words)


def page_of_logs(sessions: Sequence[Session], *words: str) -> str:
    """The page of a game, or of two."""
    paths = [Path(f"{number}.jsonl") for number, _ in enumerate(sessions)]
    for path, session in zip(paths, sessions, strict=True):
        write_log(str(path), session)
    text = fine("page", *paths, "--out", "-", *words).out
    for path in paths:
        path.unlink()
    return text


def film(text: str) -> Any:
    """What the script of a page shows."""
    return json.loads(re.findall(r'<script type="application/json" id="film">(.*?)</script>', text)[0])


def frames(text: str, game: int = 0) -> list[list[int]]:
    """The pieces of each frame of a game, as the script finds them."""
    return list(lists([frame[game] for frame in film(text)["frames"]]))


def lists(changes: Sequence[Any]) -> Iterator[list[int]]:
    """The lists that splices tell, each by what is other than in the one before; of None nothing is reported."""
    numbers: list[int] = []
    for change in changes:
        for at, removed, *inserted in change or ():
            numbers[at : at + removed] = unrolled(inserted)
        yield list(numbers)


def unrolled(inserted: Sequence[int]) -> list[int]:
    """-n stands for the n numbers that follow the one before it."""
    numbers: list[int] = []
    for number in inserted:
        numbers += [number] if number >= 0 else range(numbers[-1] + 1, numbers[-1] + 1 - number)
    return numbers


def items(text: str) -> list[str]:
    """The list of moves as it is read, without what followed."""
    moves = text[text.index('<ol class="moves"') : text.index('<section class="wide"')]
    found = re.findall("<li(?: class| data-n).*?(?=<li class|<li data-n|$)", moves, re.DOTALL)
    return [re.sub("<ul>.*?</ul>|<.*?>", "", item).strip() for item in found]


def sections(text: str) -> list[tuple[int, str, str]]:
    """The sections of the list of moves: how deep each is, its kind, and its name."""
    found, depth = [], 0
    for ends, kind, name in re.findall('(</ol></details>)|<details open class="(.*?)" data-head="(.*?)">', text):
        depth += -1 if ends else 1
        if not ends:
            found.append((depth, kind, unescape(name)))
    assert depth == 0
    return found
