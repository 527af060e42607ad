"""`page`: one file that asks nobody for anything, in which no name acts, made of what the viewer is reported."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from kronika.cli.page.document import page as document
from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import game_names, get_game
from kronika.core.drawing.picture import draw
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import run
from support.pages import (
    HAND,
    MOVES,
    WHOLE,
    Read,
    film,
    frames,
    game,
    page_of,
    page_of_logs,
)
from support.playouts import ROOT


def test_a_page_is_one_file(here: Path) -> None:
    write_log("g.jsonl", game(MOVES))
    done = run("page", "g.jsonl", "--out", "g.html")
    assert (done.status, done.out) == (0, "")
    assert done.err == "g.html: Tides of Time, Anna, Bob. Open it in a browser.\n"
    read = Read((here / "g.html").read_text())
    for tag, attrs in read.tags:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        assert not [name for name in attrs if name.startswith("on") or name in ("src", "style", "srcdoc")]
        assert (attrs.get("href") or "#").startswith("#")
    assert "http" not in (here / "g.html").read_text().replace("http://www.w3.org/2000/svg", "").replace(
        "http-equiv", ""
    )


def test_nothing_runs_but_the_script_of_the_page(here: Path) -> None:
    text = page_of(game(MOVES))
    read = Read(text)
    policy = read.all("meta")[1]["content"] or ""
    (script,) = [body for body in read.texts["script"] if "use strict" in body]
    (sheet,) = read.texts["style"]
    for kind, body in (("script", script), ("style", sheet)):
        assert f"{kind}-src 'sha256-{b64encode(sha256(body.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_what_can_be_read_without_the_script(here: Path) -> None:
    text = page_of(game(MOVES))
    read = Read(text)
    items = [item["data-n"] for item in read.all("li") if "data-n" in item]
    assert items == ["1", "2", "3", "4"]
    shown = " ".join(" ".join(part) for part in read.texts.values())
    assert "Anna chooses 2 Ancient Divide" in shown
    assert "Anna shows 2 Ancient Divide, Bob shows 9 Maze of the Damned" in shown
    assert {attrs["data-what"] for attrs in read.all("g") if "data-what" in attrs} == set(map(str, range(1, 19)))
    assert [attrs["id"] for attrs in read.all("dt")] == ["TT-2.2", "TT-2.3"]


def test_the_film_shows_the_table_after_each_record(here: Path) -> None:
    text = page_of(game(MOVES))
    data = film(text)
    assert data["records"] == [0, 1, 2, 3, 4]
    assert data["points"]["totals"] == [[0, 0]] * 5
    pieces = [[data["pieces"][data["placed"][placed][0]] for placed in frame] for frame in frames(text)]
    shown = [
        {
            key: (kind, what, "".join(data["words"][word] for word in title))
            for key, kind, what, _, _, _, _, *title in frame
        }
        for frame in pieces
    ]
    printed = "2 Ancient Divide, palace: 7 if you have more strongholds"
    assert shown[0]["card-2"] == ("card", "2", f"deck: {printed}")
    assert shown[2]["card-2"] == ("card", "2", f"Anna's choice: {printed}")
    assert shown[3]["card-2"] == ("card", "2", f"Anna's kingdom: {printed}")
    assert not [key for key in shown[2] if key.startswith("mark-")], "the script marks what has changed"


def test_a_page_says_how_large_each_block_gets(here: Path) -> None:
    """Enough for nine in ten of the 40 tables; the decks, which nobody looks at, are as high as they get."""
    data = film(page_of_logs([load(str(ROOT / WHOLE))]))
    assert data["blocks"] == [["area", 0, 0], ["area", 1, 0], ["rest", None, 0]]
    session = load(str(ROOT / WHOLE))
    drawn = [draw(session.game, session.look(session.at(n), None), session.players) for n in range(40)]
    heights = [sorted(one.heights[block] for one in drawn) for block in range(3)]
    assert data["heights"] == [[pytest.approx(one) for one in (heights[0][35], heights[1][35], heights[2][39])]]


def test_a_step_is_a_decision_with_what_followed(here: Path) -> None:
    """The deal, a record of chance, is no decision."""
    assert film(page_of(game(MOVES)))["decided"] == [2, 3, 4]


def test_a_page_says_what_is_due_and_by_whom(here: Path) -> None:
    data = film(page_of(game(MOVES)))
    assert [data["words"][word] for word in data["next"]] == [
        "deal the hands",
        "Anna and Bob: pick a card",
        "Bob: pick a card",
        "Anna and Bob: pick a card",
        "Bob: pick a card",
    ]


def test_what_was_taken_back_can_be_looked_at(here: Path) -> None:
    text = page_of(game((*MOVES[:2], "undo", "Anna: pick 3")))
    assert film(text)["records"] == [0, 1, 2, 3, 4]
    read = Read(text)
    assert [item["data-n"] for item in read.all("li", **{"class": "undone"})] == ["2"]
    for_bob = page_of(game((*MOVES[:2], "undo", "Anna: pick 3")), "--as", "Bob")
    assert film(for_bob)["records"] == [0, 1, 2]
    assert [item["data-n"] for item in Read(for_bob).all("li") if "data-n" in item] == ["1", "2"]


def test_a_page_for_a_seat_is_the_same_whatever_is_hidden(here: Path) -> None:
    """Anna's hand and choice, the seed, tags, notes and what was taken back are nobody else's."""
    one = game(MOVES[:2], seed=1, tags={"Event": "Club"})
    one.note("Anna keeps her best card", author="Anna")
    other = game((f"chance: deal 11 12 13 14 15 / {HAND}", "Anna: pick 14", "undo", "Anna: pick 12"), seed=2)
    pages = [page_of(session, "--as", "Bob") for session in (one, game(MOVES[:2]))]
    assert pages[0] == pages[1]
    assert page_of(other, "--as", "Bob") == pages[0]
    assert one.line.events[-1].state not in page_of(one)
    assert "Club" in page_of(one)


EVIL = ("</script><script>x()</script>", '"><img src=x onerror=x()>', "]]><!--\u202e", "&lt;b&gt;'")


@pytest.mark.parametrize("evil", EVIL)
def test_names_tags_and_notes_are_nothing_but_text(here: Path, evil: str) -> None:
    name = evil.replace("\u202e", "")
    session = game([move.replace("Anna", "0") for move in MOVES], names=(name, "Bob"), tags={"Event": evil})
    session.note(evil * 100)
    text = page_of(session)
    read = Read(text)
    assert len(read.all("script")) == 2
    assert not read.all("img")
    assert "x()</script>" not in text


def test_a_file_that_is_there_stays(here: Path) -> None:
    write_log("g.jsonl", game(MOVES))
    (here / "g.html").write_text("mine")
    done = run("page", "g.jsonl", "--out", "g.html")
    assert (done.status, done.err) == (3, "error: g.html: exists already; it is left as it is.\n")
    assert (here / "g.html").read_text() == "mine"


@pytest.mark.parametrize("name", ["g.svg", "g.png", "g", "html"])
def test_the_name_of_a_page_says_what_it_is(here: Path, name: str) -> None:
    done = run("page", ROOT / WHOLE, "--out", name)
    assert (done.status, done.out) == (3, "")
    assert done.err == f"error: {name}: the name of a page ends in .html or .htm.\n"
    assert not (here / name).exists()


@pytest.mark.parametrize(
    ("log", "fault"),
    [
        ("empty.kpack", "empty.kpack:1: schema the log is empty: the first line must be its header"),
        ("empty.jsonl", "empty.jsonl:1: schema the log is empty: the first line must be its header"),
        ("none.kpack", "none.kpack: cannot read: No such file or directory. Did you mean empty.kpack?"),
    ],
)
def test_a_file_without_a_log_is_reported_before_the_name_of_the_page(here: Path, log: str, fault: str) -> None:
    """A file of several logs takes the name of a folder, so that of an empty one the name is not what is wrong."""
    for name in ("empty.kpack", "empty.jsonl"):
        (here / name).touch()
    for out in ("d", "d.html"):
        assert run("page", log, "--out", out).err == f"error: {fault}\n"
        assert not (here / out).exists()


@pytest.mark.parametrize(
    ("name", "seats", "events", "most"),
    [pytest.param("ancient_knowledge", 4, 600, 1_500, marks=pytest.mark.long), ("tigris", 4, 230, 600)],
)
def test_a_long_game_is_no_large_page(name: str, seats: int, events: int, most: int) -> None:
    """In thousands of bytes, positions and a branch of a hundred events included."""
    found = get_game(name)
    session = Session.new(found, ["Anna", "Bob", "Cecil", "Dana"][:seats], seed=7)
    turned = False
    while sum(isinstance(entry, Event) for entry in session.history) < events:
        if not session.actors or (events - len(session.history) < 100 and not turned):
            session.undo_events(min(100, len(session.line.events) - 1))
            session.resolve_chance()
            turned = True
        number = len(session.history)
        session.do(session.actors[0], found.pick(session.state, session.actors[0], Dice(7, number)))
        session.resolve_chance()
    text = document(session)
    assert len(film(text)["frames"]) > events
    assert len(text.encode()) < most * 1000


@pytest.mark.parametrize("name", game_names())
def test_nothing_that_a_person_reads_has_an_underscore(name: str) -> None:
    """Nor does a label, which a screen reader says: the burial chamber has two words. Rules, and remarks on them, may
    name options, which are typed.
    """
    found = get_game(name)
    session = Session.new(found, ["Anna", "Bob", "Cecil"][: found.seats[1]], seed=7)
    for number in range(120):
        if not session.actors:
            break
        session.do(session.actors[0], found.pick(session.state, session.actors[0], Dice(7, number)))
        session.resolve_chance()
    text = document(session)
    read = Read(text)
    said = [one for tag, parts in read.texts.items() if tag not in ("script", "style", "td", "dd") for one in parts]
    said += [label for _, attrs in read.tags if (label := attrs.get("aria-label"))]
    data = film(text)
    said += [data["words"][word] for word in (*data["next"], *(word for piece in data["pieces"] for word in piece[7:]))]
    assert not [one for one in said if "_" in one and not one.startswith("Unconfirmed")]
