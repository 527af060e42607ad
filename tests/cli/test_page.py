"""`page`: one file that asks nobody for anything, in which no name acts, made of what the viewer is told."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.changes import in_runs, splices
from kronika.core.session import Session
from kronika.logs.store import write_log
from support.cli import fine, run

HAND = "6 7 8 9 10"
WITHOUT_END = {"meta", "input", "path", "rect", "circle", "polygon"}


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
    session = Session.new("tides", names, chance="given", **more)
    for move in moves:
        if move == "undo":
            session.undo()
        else:
            session.play(move)
    return session


def page_of(session: Session, *words: str) -> str:
    write_log("g.jsonl", session)
    text = fine("page", "g.jsonl", "--out", "-", *words).out
    Path("g.jsonl").unlink()
    return text


def film(text: str) -> Any:
    return json.loads(re.findall(r'<script type="application/json" id="film">(.*?)</script>', text)[0])


def frames(text: str, game: int = 0) -> list[list[int]]:
    """The pieces of each frame of a game, as the script finds them."""
    return list(lists([frame[game][1:] for frame in film(text)["frames"]]))


def lists(changes: Sequence[Any]) -> Iterator[list[int]]:
    """The lists that splices tell, each by what is other than in the one before; of None nothing is told."""
    numbers: list[int] = []
    for splices in changes:
        for at, removed, *inserted in splices or ():
            numbers[at : at + removed] = unrolled(inserted)
        yield list(numbers)


def unrolled(inserted: Sequence[int]) -> list[int]:
    """-n stands for the n numbers that follow the one before it."""
    numbers: list[int] = []
    for number in inserted:
        numbers += [number] if number >= 0 else range(numbers[-1] + 1, numbers[-1] + 1 - number)
    return numbers


MOVES = (f"chance: deal 1 2 3 4 5 / {HAND}", "Anna: pick 2", "Bob: pick 9", "Anna: pick 6")


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
    assert "Anna: pick 2" in shown
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
        {key: (kind, what, "".join(data["words"][word] for word in title)) for key, kind, what, _, *title in frame}
        for frame in pieces
    ]
    assert shown[0]["card-2"] == ("card", "2", "deck: 2 Ancient Divide")
    assert shown[2]["card-2"] == ("card", "2", "chosen: 2 Ancient Divide")
    assert shown[3]["card-2"][2].startswith("kingdom: 2 Ancient Divide, palace: ")
    assert "mark-card-2" in shown[2]


def test_what_was_taken_back_can_be_looked_at(here: Path) -> None:
    text = page_of(game((*MOVES[:2], "undo", "Anna: pick 3")))
    assert film(text)["records"] == [0, 1, 2, 3, 4]
    read = Read(text)
    assert [item["data-n"] for item in read.all("li", **{"class": "undone"})] == ["2"]
    for_bob = page_of(game((*MOVES[:2], "undo", "Anna: pick 3")), "--as", "Bob")
    assert film(for_bob)["records"] == [0, 1, 2]
    assert [item["data-n"] for item in Read(for_bob).all("li") if "data-n" in item] == ["1", "2"]


# -- for one seat -----------------------------------------------------------------------------------------------


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


# -- hostile ----------------------------------------------------------------------------------------------------

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


# -- splices ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ([], [1, 2], [[0, 0, 1, -1]]),
        ([1, 2, 3], [1, 2, 3], []),
        ([1, 2, 3], [1, 4, 3], [[1, 1, 4]]),
        ([1, 2, 3], [2, 3, 5], [[3, 0, 5], [0, 1]]),
        ([1], [1, 4, 5, 6, 9], [[1, 0, 4, -2, 9]]),
        ([1, 2], [], [[0, 2]]),
    ],
)
def test_only_what_changes_is_kept(old: list[int], new: list[int], changes: list[list[int]]) -> None:
    assert list(splices(old, new)) == changes


@pytest.mark.parametrize("seed", range(200))
def test_splices_make_the_new_list(seed: int) -> None:
    import random

    chance = random.Random(seed)
    old, new = (chance.sample(range(12), chance.randint(0, 12)) for _ in range(2))
    assert list(lists([list(splices([], old)), list(splices(old, new))])) == [old, new]


@pytest.mark.parametrize("seed", range(200))
def test_splices_make_lists_in_which_things_are_twice(seed: int) -> None:
    """Lines of a text are."""
    import random

    chance = random.Random(seed)
    old, new = (chance.choices(range(4), k=chance.randint(0, 9)) for _ in range(2))
    assert list(lists([list(splices([], old)), list(splices(old, new))])) == [old, new]


def test_numbers_in_a_row_are_told_by_how_many_follow() -> None:
    assert list(in_runs([5, 6, 7, 8, 3, 2, 9, 10])) == [5, -3, 3, 2, 9, -1]
    assert unrolled([5, -3, 3, 2, 9, -1]) == [5, 6, 7, 8, 3, 2, 9, 10]
