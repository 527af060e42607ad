"""Two games on one page, and the move at which they diverge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.comparison import first_difference
from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.logfile import write_log
from support.cli import run
from support.pages import (
    HAND,
    MOVES,
    Read,
    film,
    frames,
    game,
    items,
    page_of_logs,
)


def test_two_games_are_opened_where_they_part(here: Path) -> None:
    one, other = game(MOVES), game((*MOVES[:2], "Bob: pick 8", "Anna: pick 6"))
    text = page_of_logs([one, other])
    data = film(text)
    assert (data["opens"], len(data["frames"]), data["records"]) == (3, 5, [0, 1, 2, 3, 4])
    assert "The games diverge at move 3." in text
    assert items(text)[2:4] == ["Here the games diverge", "3Bob chooses 9 Maze of the DamnedBob chooses 8 Gods' Bath"]
    shown = [[data["pieces"][data["placed"][placed][0]][0] for placed in frames(text, which)[3]] for which in (0, 1)]
    assert "card-9" in shown[0]
    assert "card-8" in shown[1]
    ids = [attrs["id"] for _, attrs in Read(text).tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {"piece-card-9", "second-piece-card-9"} <= set(ids)
    assert data["points"]["players"] == ["Anna (first)", "Bob (first)", "Anna (second)", "Bob (second)"]


@pytest.mark.parametrize(
    ("left", "right", "at"),
    [
        (MOVES, MOVES, None),
        (MOVES, MOVES[:2], 3),
        (MOVES, (MOVES[0], "Anna: pick 3", "undo", *MOVES[1:]), None),  # what was taken back is no difference
        (MOVES, (f"chance: deal 1 2 3 4 11 / {HAND}", *MOVES[1:]), 1),
    ],
)
def test_where_two_games_part_is_what_diff_says(here: Path, left: Any, right: Any, at: int | None) -> None:
    one, other = game(left), game([move.replace("Anna", "Zoe") for move in right], names=("Zoe", "Bob"))
    assert first_difference(one, other, None) == at
    write_log("a.jsonl", one)
    write_log("b.jsonl", other)
    found = diff_logs("a.jsonl", "b.jsonl").divergence
    assert (found and found.event) == at


@pytest.mark.parametrize("name", game_names())
def test_where_random_games_part_is_what_diff_says(here: Path, name: str) -> None:
    found = get_game(name)
    for seed in range(3):
        sessions = []
        for turn in (30, 12 + seed):
            session = Session.new(found, ["Anna", "Bob", "Cecil"][: found.seats[1]], seed=3)
            for number in range(30):
                if not session.actors:
                    break
                seat = session.actors[0]
                dice = Dice(seed if number < turn else 99, number)
                session.do(seat, found.pick(session.state, seat, dice))
                session.resolve_chance()
            sessions.append(session)
            write_log(f"{seed}-{turn}.jsonl", session)
        found_by_diff = diff_logs(f"{seed}-30.jsonl", f"{seed}-{12 + seed}.jsonl").divergence
        assert first_difference(*sessions, None) == (found_by_diff and found_by_diff.event)


def test_a_seat_is_not_told_where_what_is_hidden_differs(here: Path) -> None:
    """Anna's deal and choice are other ones: Bob can't tell, so for him the games are the same, byte for byte."""
    one = game(MOVES[:2])
    other = game((f"chance: deal 11 12 13 14 15 / {HAND}", "Anna: pick 14", "undo", "Anna: pick 12"), seed=2)
    other.note("Anna keeps her best card")
    texts = [page_of_logs(pair, "--as", "Bob") for pair in ([one, one], [one, other], [other, one], [other, other])]
    assert len(set(texts)) == 1
    assert "The moves are the same." in texts[0]
    assert "The games diverge at move 1." in page_of_logs([one, other])
    assert "The games diverge at move 1." in page_of_logs([one, other], "--as", "Anna")


def test_two_games_need_the_same_game_and_seat(here: Path) -> None:
    write_log("a.jsonl", game(MOVES))
    write_log("b.jsonl", Session.new("imhotep", ["Anna", "Bob"], seed=1))
    write_log("c.jsonl", game(["chance: deal 1 2 3 4 5 / 6 7 8 9 10"], names=("Bob", "Anna")))
    done = run("page", "a.jsonl", "b.jsonl", "--out", "x.html")
    assert (done.status, done.err) == (
        2,
        "error: Only two games of one kind can be shown side by side; these are Tides of Time and Imhotep.\n",
    )
    done = run("page", "a.jsonl", "c.jsonl", "--out", "x.html", "--as", "Bob")
    assert (done.status, done.err) == (
        2,
        "error: Bob has another seat in the second log than in the first: name it by its number.\n",
    )
    assert run("page", "a.jsonl", "b.jsonl", "c.jsonl", "--out", "x.html").status == 2
    assert not (here / "x.html").exists()


def test_games_with_other_options_are_said_to_have_them(here: Path) -> None:
    """In some games views tell of options; that is no place where the games part."""
    one, other = game(MOVES), game(MOVES, options={"zero_tie": "need_one"})
    text = page_of_logs([one, other])
    assert "<p>The games have different options.</p>\n<p>The moves are the same.</p>" in text
