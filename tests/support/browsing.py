"""Pages in a browser: which ones there are, and one that is opened without a network.

`make test-browser` sets up what it needs; without a browser, or what drives it, these tests are left out by name.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from kronika.cli.page.comparison import page_of_two
from kronika.cli.page.document import page as page_of
from kronika.cli.page.examples import examples_page
from kronika.cli.reports.cases import example_checks
from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session
from kronika.logs.texts.examples import shipped_examples

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
NEEDS_BROWSER = pytest.mark.skipif(
    BROWSER is None or find_spec("playwright") is None, reason="no browser: `make test-browser` sets it up"
)
AXE = os.environ.get("KRONIKA_AXE", "")
"""The file axe.min.js of the npm package axe-core, which `make test-browser` fetches."""
PHONE = {"width": 360, "height": 740}
WALL = {"width": 1920, "height": 1080}
DESK = {"width": 1280, "height": 800}


SOME: Final = 90
"""The number of decisions of a game that is played in part."""


@cache
def random_game(name: str, seats: int = 0, most: int = 600) -> Session:
    """A random game, to its end if it has no more decisions than `most`, with the first three taken back once."""
    found = get_game(name)
    session = Session.new(found, ["Anna", "Bob", "Cecil", "Dana"][: seats or found.seats[0]], seed=7)
    for number in range(most):
        if number == 3:
            session.undo(3)
        if not session.actors:
            break
        seat = session.actors[0]
        session.do(seat, session.game.pick(session.state, seat, Dice(7, number)))
        session.resolve_chance()
    return session


def made_of_two(name: str) -> str:
    """A page of a random game in part, and of one that has another beginning of the same seed."""
    found = get_game(name)
    other = Session.new(found, ["Anna", "Bob", "Cecil", "Dana"][: found.seats[0]], seed=7)
    for number in range(12):
        seat = other.actors[0]
        other.do(seat, found.pick(other.state, seat, Dice(8, number)))
        other.resolve_chance()
    return page_of_two([random_game(name, most=SOME), other])


def examples_of(name: str) -> str:
    """A page of an example that fails, and the first of a game."""
    wrong = f'[[example]]\nid = "WRONG"\ngame = "{name}"\nexpect.totals.Eve = 1\n'
    text = f"{wrong}{shipped_examples(get_game(name))}"
    return examples_page([*islice(example_checks(f"{name}.toml", text), 4)], "Worked examples", "")


KINDS: dict[str, Callable[[str], str]] = {
    "part": lambda name: page_of(random_game(name, most=SOME)),
    "two": made_of_two,
    "examples": examples_of,
}
"""The kinds of pages. A game in part has all that a page has, and is as long as a browser checks quickly."""
Every = Callable[[str, str], Path]


Pages = Callable[[str], Path]


def of_game(game: str, *values: Any) -> Any:
    """A case of a game, in the group of its tests. Those that differ least from others wait for the long run."""
    is_like_others = 3 in values or ("two" in values and game not in ("tides", "tigris"))
    marks = [pytest.mark.xdist_group(game), *[pytest.mark.long] * is_like_others]
    return pytest.param(game, *values, id="-".join(map(str, (*values, game))), marks=marks)


ALL = [of_game(game, kind) for game in game_names() for kind in KINDS]
GAMES = pytest.mark.parametrize("game", [of_game(game) for game in game_names()])
TABLES = [of_game(game, seats) for game in game_names() for seats in range(2, get_game(game).seats[1] + 1)]
TIDES, IMHOTEP, TIGRIS, VICEROY = map(pytest.mark.xdist_group, ("tides", "imhotep", "tigris", "viceroy"))


class Opened:
    """A page in a browser without a network, and all that it complained of."""

    def __init__(self, browser: Any, path: Path, link: str = "", size: dict[str, int] = DESK, **more: Any) -> None:
        self.context = browser.new_context(viewport=size, offline=True, **more)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda asked: asked.url.startswith("file:") or self.complaints.append(asked.url))
        self.page.goto(path.as_uri() + link)

    @property
    def record(self) -> int:
        """The number of the record that is shown."""
        return int(self.page.evaluate("location.hash").removeprefix("#n="))

    @property
    def board(self) -> str:
        """The pieces on the board, in order."""
        pieces = "[...document.querySelectorAll('.table svg > g:not(.air)')].map(piece => piece.outerHTML).join('')"
        return str(self.page.evaluate(pieces))

    def close(self) -> None:
        assert self.complaints == []
        self.context.close()

    def press(self, key: str, times: int) -> None:
        """Press a key many times, within the page."""
        self.page.evaluate(
            "([key, times]) => { while (times--) dispatchEvent(new KeyboardEvent('keydown', { key })); }", [key, times]
        )
