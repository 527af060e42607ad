"""What a notebook asks a session, a log and a state for; no notebook is installed."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kronika.core import EVERYONE, Drawing, KronikaError, Session, game_names, get_game
from kronika.core.contract.players import default_names
from kronika.core.drawing.picture import draw, svg
from kronika.logs import LogFile, load, save

HANDS = "chance: deal 1 2 3 4 5 / 6 7 8 9 10"


@pytest.fixture
def session() -> Session:
    """Hands of 1 to 5 and of 6 to 10; Anna has chosen her 2 in secret."""
    begun = Session.new("tides", ["Anna", "Bob"], chance="given")
    for move in (HANDS, "Anna: pick 2"):
        begun.play(move)
    return begun


def cards(text: str) -> set[str]:
    """What lies on the table, hidden cards left out."""
    groups = ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}g")
    return {group.attrib["data-what"] for group in groups if group.attrib.get("data-kind") == "card"} - {"?"}


class Image(HTMLParser):
    """The one image of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, str | None] = {}
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "img":
            self.found = dict(attrs)


def test_a_session_shows_what_its_referee_sees(session: Session) -> None:
    assert session._repr_svg_() == session.picture().svg
    assert cards(session._repr_svg_()) >= {*map(str, range(1, 11))}


def test_a_seat_is_shown_its_own_cards(session: Session) -> None:
    assert cards(session.picture(1).svg) == {*map(str, range(6, 11))}
    assert cards(session.picture(EVERYONE).svg) == set()


def test_a_picture_is_what_is_drawn_for_that_view(session: Session) -> None:
    view = session.view(0)
    drawn = svg(draw(session.game, view, session.players, bottom=0), theme="dark", title="Tides of Time")
    assert session.picture(0, theme="dark").svg == drawn


def test_as_html_it_is_an_image_that_is_said_in_words(session: Session) -> None:
    shown = session.picture(0)
    image = Image(shown._repr_html_())
    assert image.tags == ["figure", "img", "figcaption"]
    kind, _, data = str(image.found["src"]).partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert b64decode(data).decode() == shown.svg
    assert image.found["alt"] == shown.title
    assert "Anna: 0. Bob: 0" in shown.title


def test_names_are_no_markup() -> None:
    named = Session.new("tides", ["<script>x</script>", '"><b>'], seed=7)
    assert Image(named._repr_html_()).tags == ["figure", "img", "figcaption"]
    ElementTree.fromstring(named._repr_svg_())


def test_a_state_is_shown_with_its_game_and_names(session: Session) -> None:
    shown = Drawing.of(session.game, session.at(1), session.players, 1)
    assert cards(shown._repr_svg_()) == {*map(str, range(6, 11))}


@pytest.mark.parametrize("seat", [2, -1, -4])
def test_a_seat_that_is_not_there(session: Session, seat: int) -> None:
    with pytest.raises(KronikaError, match=f"There is no seat {seat}; the seats are 0 to 1."):
        session.picture(seat)


def test_a_log_that_was_read_and_one_that_is_open(session: Session, tmp_path: Path) -> None:
    path = str(tmp_path / "g.jsonl")
    save(path, session)
    with LogFile.open(path) as file:
        assert file._repr_svg_() == load(path)._repr_svg_() == session._repr_svg_()
        assert file._repr_html_() == session._repr_html_()


@pytest.mark.parametrize("name", game_names())
def test_every_game_shows_itself(name: str) -> None:
    game = get_game(name)
    session = Session.new(game, default_names(min(game.seats)), seed=7)
    for viewer in (None, 0):
        shown = session.picture(viewer)
        ElementTree.fromstring(shown.svg)
        assert shown.title.startswith(game.title)


def test_pictures_are_imported_when_they_are_asked_for() -> None:
    program = (
        "import sys, kronika; s = kronika.Session.new('tides', ['Anna', 'Bob'], seed=7)\n"
        "assert 'kronika.core.drawing.picture' not in sys.modules; s._repr_svg_()\n"
        "assert 'kronika.core.drawing.picture' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
