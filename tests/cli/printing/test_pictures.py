"""`show --out`: pictures as files, and whose they are."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from support.cli import fine, run

SVG = "{http://www.w3.org/2000/svg}"
HANDS = "deal 1 2 3 4 5 / 6 7 8 9 10"


@pytest.fixture
def log(here: Path) -> str:
    """Anna has chosen her 2 in secret; hands of 1 to 5 and of 6 to 10."""
    session = Session.new("tides", ["Anna", "Bob"], chance="given")
    for move in (f"chance: {HANDS}", "Anna: pick 2"):
        session.play(move)
    write_log("g.jsonl", session)
    return "g.jsonl"


def pieces(text: str) -> list[tuple[str, str]]:
    """What stands in a picture, by place and what it is."""
    root = ElementTree.fromstring(text)
    found = [(group.attrib["id"], group.attrib["data-what"]) for group in root if "data-kind" in group.attrib]
    return sorted(found)


def test_a_picture_on_standard_output(log: str) -> None:
    text = fine("show", log, "--format", "svg").out
    assert text == fine("show", log, "--out", "-").out
    assert [what for key, what in pieces(text) if key.startswith("card-")] == sorted(
        (str(card) for card in range(1, 19)), key=lambda card: f"card-{card}"
    )


def test_a_picture_for_a_seat_shows_what_the_seat_sees(log: str, here: Path) -> None:
    fine("show", log, "--as", "Bob", "--out", "bob.svg")
    shown = [what for _, what in pieces((here / "bob.svg").read_text())]
    assert sorted(shown) == sorted([*["?"] * 5, *map(str, range(6, 11)), *["?"] * 8])


def test_what_the_last_record_did_is_marked(log: str) -> None:
    groups = ElementTree.fromstring(fine("show", log, "--format", "svg").out).iter(f"{SVG}g")
    keys = [group.attrib.get("id", "") for group in groups]
    assert "mark-card-2" in keys
    assert "mark-" not in fine("show", log, "--format", "svg", "--no-marks").out
    assert "mark-" not in fine("show", log, "--format", "svg", "--at", 0).out


def test_a_note_changes_nothing_in_a_picture(log: str) -> None:
    before = fine("show", log, "--as", "Bob", "--format", "svg").out
    fine("note", log, "the move was slow")
    fine("tag", log, "Event=Club")
    assert fine("show", log, "--as", "Bob", "--format", "svg").out == before
    assert 'id="mark-card-2"' in fine("show", log, "--format", "svg").out


def test_what_a_note_points_at_is_drawn_for_the_referee_alone(log: str) -> None:
    before = {viewer: fine("show", log, "--as", viewer, "--format", "svg").out for viewer in ("Anna", "everyone")}
    fine("note", log, "--at", 2, "too early [mark 2] [arrow 2 card-11 red]")
    fine("note", log, "--at", 1, "[mark 7]")
    text = fine("show", log, "--format", "svg").out
    found = re.findall(r'aria-label="(\w+ (?:mark|arrow) [^"]*)"', text)
    assert found == ["green mark on 2", "red arrow from 2 to card-11"]
    assert 'id="mark-card-2"' in text
    assert fine("show", log, "--at", 2, "--format", "svg").out == text.replace("after record 4", "after record 2")
    assert "green mark" not in fine("show", log, "--format", "svg", "--no-notes").out
    assert "green mark on 7" in fine("show", log, "--format", "svg", "--at", 1).out
    for viewer, picture in before.items():
        assert fine("show", log, "--as", viewer, "--format", "svg", "--notes").out == picture


def test_a_name_in_a_note_that_is_none_is_warned_of(log: str) -> None:
    fine("note", log, "[mark 2] [mark 99]")
    done = run("show", log, "--format", "svg")
    assert done.status == 0
    assert "green mark on 2" in done.out
    assert done.err == (
        "warning: the note of record 3: '[mark 99]' is not drawn: nothing in the picture is called '99'. "
        "There are card-1, card-3, card-4 and 15 more.\n"
    )


def test_several_records_are_several_files(log: str, here: Path) -> None:
    done = run("show", log, "--at", "0..2", "--out", "t.svg")
    assert (done.status, done.out, done.err) == (0, "", "3 pictures, from t-0.svg on.\n")
    assert sorted(path.name for path in here.glob("*.svg")) == ["t-0.svg", "t-1.svg", "t-2.svg"]
    assert (here / "t-2.svg").read_text() == fine("show", log, "--format", "svg").out


def test_a_theme_a_size_and_a_seat_at_the_bottom(log: str) -> None:
    text = fine(
        "show", log, *("--format", "svg", "--theme", "dark", "--size", 500, "--bottom", "Anna", "--columns", 2)
    ).out
    root = ElementTree.fromstring(text)
    assert root.attrib["width"] == "500"
    assert root.attrib["viewBox"].startswith("0 0 1000 ")
    heads = [group.attrib["aria-label"] for group in root if group.attrib.get("id", "").startswith("head-")]
    assert heads == ["Bob, 0 points, to act", "Anna, 0 points", "Round 1 of 3"]
    assert "@media" not in text


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("--out", "t.gif"), 3, "error: t.gif: the name of a picture ends in .svg or .png.\n"),
        (("--out", "g.jsonl"), 3, "error: g.jsonl: the name of a picture ends in .svg or .png.\n"),
        (("--out", "there.svg"), 3, "error: there.svg: exists already; it is left as it is.\n"),
        (("--out", "t.svg", "--at", "9"), 2, "error: There is no record 9: the log has 2.\n"),
        (("--out", "t.svg", "--bottom", "everyone"), 2, "error: --bottom takes a player.\n"),
    ],
)
def test_what_can_not_be_drawn(log: str, here: Path, words: tuple[str, ...], status: int, message: str) -> None:
    (here / "there.svg").write_text("mine")
    before = (here / log).read_bytes()
    done = run("show", log, *words)
    assert (done.status, done.err) == (status, message)
    assert (here / "there.svg").read_text() == "mine"
    assert (here / log).read_bytes() == before
    assert not (here / "t.svg").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--at", "0..1", "--out", "-"), "Standard output takes one picture; for several --out FILE."),
        (("--at", "0..1", "--format", "svg"), "Standard output takes one picture; for several --out FILE."),
        (("--out", "t.svg", "--format", "json"), "--out draws; --format json prints: ask for one of them."),
    ],
)
def test_a_picture_and_something_else(log: str, here: Path, words: tuple[str, ...], message: str) -> None:
    """No file is called `--0` for want of a name."""
    before = sorted(here.iterdir())
    done = run("show", log, *words)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert sorted(here.iterdir()) == before


@pytest.mark.parametrize("at", ["x", "3..1", "1..", "..", "-1", "1..2..3", "9999999999"])
def test_no_number_of_a_record(log: str, at: str) -> None:
    done = run("show", log, "--at", at, "--format", "svg")
    assert done.status == 2
    assert "Invalid value for '--at'" in done.err


def test_several_records_in_text_are_reported_by_replay(log: str) -> None:
    assert "replay --boards" in run("show", log, "--at", "0..2").err


def test_dots(log: str, here: Path) -> None:
    pytest.importorskip("resvg_py")
    fine("show", log, "--out", "t.png", "--size", 300)
    data = (here / "t.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(data[16:20], "big") == 300


def test_dots_without_the_package(log: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = run("show", log, "--out", "t.png")
    assert (done.status, done.err) == (
        3,
        "error: This needs `pip install 'kronika[png]'`; .svg needs nothing.\n",
    )
    assert not (here / "t.png").exists()
