"""Words after a move that say how it goes on."""

from __future__ import annotations

import pytest

from kronika.core.unseen.deciding import GOES_ON, THEN_WAITS, WAITS, fitting, words_for

FIRST, LATER, END = ("a",), ("a", "b"), ("a", "b", "c")
"""Somebody chooses after `a`; nobody does, and somebody chooses after `b`; nobody chooses at all."""


@pytest.mark.parametrize(("word", "meant"), [(WAITS, [0]), (THEN_WAITS, [1]), (GOES_ON, [2])])
def test_each_outcome_of_an_event_with_two_questions_has_a_word(word: str, meant: list[int]) -> None:
    assert fitting(word, (FIRST, LATER, END), (True, True, False)) == meant


def test_only_words_that_mean_an_outcome_are_taught() -> None:
    assert words_for((FIRST, LATER, END), (True, True, False)) == [WAITS, GOES_ON, THEN_WAITS]
    assert words_for((FIRST, END), (True, False)) == [WAITS, GOES_ON]
    assert words_for((END,), (False,)) == [GOES_ON]
