"""The records of a page are a tree, with what was taken back as branches."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.branches import Branch, Tree, branch_tree
from kronika.core.sessions.events import Event, Note, Redo, Set, Undo
from support.pages import (
    MOVES,
    film,
    game,
    items,
    page_of,
)


def entries(signs: str) -> list[Any]:
    """`e` is an event, `u2` takes two back, `r2` restores two, `n` is a note, `s` says names or tags once more."""
    made: list[Any] = []
    for sign, number in re.findall(r"([eurns])(\d?)", signs):
        events = int(number or 1)
        made.append({"u": Undo(events), "r": Redo(events), "n": Note("x"), "s": Set()}.get(sign) or event())
    return made


def event() -> Event:
    return Event(0, None, (), "")


@pytest.mark.parametrize(
    ("signs", "before", "end", "undone"),
    [
        ("eee", {1: 0, 2: 1, 3: 2}, 3, {}),
        ("eenes", {1: 0, 2: 1, 4: 2, 5: 4}, 5, {}),  # a note is nothing that follows; a set is
        ("eeeu2e", {1: 0, 2: 1, 3: 2, 4: 3, 5: 1}, 5, {2: 4, 3: 4}),
        ("eu1", {1: 0, 2: 1}, 0, {1: 2}),
        ("eeu1r1e", {1: 0, 2: 1, 3: 2, 4: 1, 5: 2}, 5, {}),  # what is restored stands
        ("eeu1eeu2e", {1: 0, 2: 1, 3: 2, 4: 1, 5: 4, 6: 5, 7: 1}, 7, {2: 3, 4: 6, 5: 6}),
        ("eeu1r1u2", {1: 0, 2: 1, 3: 2, 4: 1, 5: 2}, 0, {1: 5, 2: 5}),  # the undo that it was for good
        ("esu1e", {1: 0, 2: 1, 3: 2, 4: 0}, 4, {1: 3}),
    ],
)
def test_records_are_a_tree(signs: str, before: dict[int, int], end: int, undone: dict[int, int]) -> None:
    assert branch_tree(entries(signs)) == Tree(before, end, undone)


def test_a_branch_says_where_it_leaves_the_game_and_what_ended_it() -> None:
    assert list(branch_tree(entries("eeu1eeu2e")).branches()) == [Branch(2, 1, 3), Branch(4, 1, 6)]
    assert list(branch_tree(entries("eu1")).branches()) == [Branch(1, 0, 2)]


def test_the_list_says_which_moves_are_a_branch(here: Path) -> None:
    session = game((*MOVES[:2], "undo", "Anna: pick 3"))
    told = items(page_of(session))
    assert told[3:6] == [
        "A branch that leaves the game after record 1; taken back by 3:",
        "2 Anna chooses 2 Ancient Divide",
        "3 undo 1 event",
    ]
    assert film(page_of(session))["before"] == [0, 0, 1, 2, 1]
    assert film(page_of(session))["end"] == 4
