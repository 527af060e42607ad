"""What a request handler shows: views, events, pictures, the notation."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.text import lines_of
from kronika.logs.pipe.handler import RequestHandler
from support.pipe import ask, desk, play, refused

pytestmark = pytest.mark.usefixtures("duel")


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        ("chance", "seat: Chance has no seat."),
        (7, "seat: There is no player '7'. There are Anna and Bob."),
        (-1, "seat: There is no player '-1'. There are Anna and Bob."),
        ("", "seat: There is no player ''. There are Anna and Bob."),
        ("Bbo", "seat: There is no player 'Bbo'. Did you mean: Bob?"),
    ],
)
@pytest.mark.parametrize("kind", ["view", "events", "render", "score", "legal"])
def test_a_viewer_who_is_not_there_is_a_wrong_field(at: RequestHandler, kind: str, seat: int | str, says: str) -> None:
    code, field, message = refused(at, kind, session="1", seat=seat)
    assert (code, field) == ("field", "seat")
    assert message.startswith(says)


def test_everyone_are_all_at_the_table_whatever_a_player_is_called() -> None:
    """Players choose their names, and a program shows them all what everyone may know."""
    at = desk()
    ask(at, "new", game="duel", players=["Everyone", "Bob"])
    play(at, "chance: prize 3", "Everyone: play 4")
    assert ask(at, "view", session="1", seat="everyone")["view"]["sealed"] == ["?", ""]
    assert ask(at, "events", session="1", seat="Everyone", since=1)["events"][0]["move"] == "play ?"
    assert ask(at, "view", session="1", seat=0)["view"]["sealed"] == ["4", ""]


def test_a_seat_is_shown_and_told_what_it_may_know(at: RequestHandler) -> None:
    play(at, "chance: prize 3", "Anna: play 4")
    assert ask(at, "view", session="1", seat="Anna")["view"]["sealed"] == ["4", ""]
    assert ask(at, "view", session="1", seat=1)["view"]["sealed"] == ["?", ""]
    assert ask(at, "view", session="1", seat="everyone")["view"]["viewer"] == -2
    assert ask(at, "view", session="1")["view"]["viewer"] is None
    told = ask(at, "events", session="1", seat="Bob", since=1)
    assert told == {"type": "happened", "events": [{"by": 0, "move": "play ?", "effects": []}], "count": 2}
    assert ask(at, "events", session="1", since=1)["events"][0]["do"] == {"type": "play", "card": 4}


def test_the_table_as_text_and_as_a_picture(at: RequestHandler) -> None:
    text = ask(at, "render", start={"game": "tides"}, seat=0, width=60)["text"]
    assert "Anna" in text
    assert max(map(len, lines_of(text))) <= 60
    picture = ask(at, "render", start={"game": "tides"}, form="svg")["text"]
    assert picture.startswith("<svg ")
    assert picture.endswith("</svg>\n")


def test_a_picture_with_boards_side_by_side_in_colours_asked_for(at: RequestHandler) -> None:
    def picture(**more: Any) -> str:
        return str(ask(at, "render", start={"game": "tides"}, form="svg", **more)["text"])

    def width(text: str) -> int:
        return int(text.partition('viewBox="0 0 ')[2].split()[0])

    assert width(picture(columns=2)) == 2 * width(picture())
    assert "prefers-color-scheme" in picture()
    assert "prefers-color-scheme" not in picture(theme="dark")
    assert refused(at, "render", start={"game": "tides"}, form="svg", theme="drak")[1] == "theme"


def test_how_moves_are_written() -> None:
    verbs = ask(desk(), "notation", game="tides")
    assert {"form": "pick CARD", "example": "pick 17", "synonyms": [], "chance": False}.items() <= verbs["verbs"][
        0
    ].items()
    assert verbs["written"]
