"""The frames of a page keep only what differs from the frame before."""

from __future__ import annotations

import pytest

from kronika.cli.page.changes import compact_runs, splices
from support.pages import (
    lists,
    unrolled,
)


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


def test_numbers_in_a_row_are_reported_by_how_many_follow() -> None:
    assert list(compact_runs([5, 6, 7, 8, 3, 2, 9, 10])) == [5, -3, 3, 2, 9, -1]
    assert unrolled([5, -3, 3, 2, 9, -1]) == [5, 6, 7, 8, 3, 2, 9, 10]
