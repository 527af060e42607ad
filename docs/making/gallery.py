"""The gallery: pictures of games and examples that come with Kronika, drawn when the pages are made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kronika.core.contract.registry import AnyGame
from kronika.core.drawing.picture import draw, svg
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from kronika.logs.texts.addresses import load_addressed
from making.games import shipped
from making.wording import next_steps, page

_GAMES = Path(__file__).parents[2] / "fixtures" / "games"
_LEAD = """These pictures are drawn by the program when this documentation is built, from games and examples that come
with Kronika. `kronika show LOG --at N --out board.svg` draws any position of a log, and
`kronika show GAME/ID --out board.svg` a worked example. `kronika page LOG --out game.html` makes
[a page of a whole game](../pages.md).
"""
SHOWN = {
    "tides": (("shared-victory", 20), ("shared-victory", 41), "FX-1"),
    "imhotep": (("side-a-4", 60), ("side-b-2", 143), "EX-1"),
    "tigris": (("two-classic-end-by-treasures", 150), ("four-advanced", 228), "EX-1"),
    "viceroy": (("three", 120), ("two-level-five", 170), "EX-1"),
    "ancient_knowledge": (("two", 150), ("four", 421), "EX-1"),
}
"""For each game: two records of recorded games, and a worked example."""


class Picture(NamedTuple):
    """A picture: the name of its file, what it shows, and its bytes as text."""

    name: str
    text: str
    drawn: str


def pictures(game: AnyGame) -> Iterator[Picture]:
    """The pictures of a game."""
    *records, example = SHOWN[game.name]
    for log, record in records:
        session = load(str(_GAMES / game.name / f"{log}.jsonl"))
        text = f"{game.title}, {len(session.players)} players, after record {record} of {len(session.history)}"
        yield Picture(f"{game.name}-{record}.svg", text, _drawn(session, record, 0))
    session = load_addressed(f"{game.name}/{example}")
    yield Picture(f"{game.name}-example.svg", f"{game.title}, example {example}", _drawn(session, len(session.history)))


def _drawn(session: Session, record: int, viewer: int | None = None) -> str:
    view = session.game.view(session.at(record), viewer)
    return svg(draw(session.game, view, session.players, bottom=0, columns=2), title=session.game.title)


@cache
def every() -> dict[str, tuple[Picture, ...]]:
    """All pictures, by the title of their game."""
    return {game.title: tuple(pictures(game)) for game in shipped()}


def files() -> dict[str, str]:
    """The files of all pictures."""
    return {one.name: one.drawn for found in every().values() for one in found}


def with_picture(game: AnyGame, text: str) -> str:
    """A page about a game with its first picture under the title."""
    title, _, rest = text.partition("\n")
    first = every()[game.title][0]
    return f"{title}\n\n![{first.text}](pictures/{first.name})\n{rest}"


def pages() -> dict[str, str]:
    """One page."""
    parts = [_LEAD]
    for title, found in every().items():
        parts.append(f"## {title}\n")
        parts += [f"[![{one.text}](pictures/{one.name})](pictures/{one.name})\n\n{one.text}.\n" for one in found]
    return {"gallery": page("Gallery", *parts, next_steps("pages", "games", "tutorial"))}
