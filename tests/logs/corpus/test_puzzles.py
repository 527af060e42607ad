"""Which positions of a game are puzzles: how many moves there are, and how many of them are the best."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.examples.solver import EndValue, Solution, UnsolvableError
from kronika.logs.corpus import puzzles
from support.logs import tides_game

BEST, WORSE = EndValue(1.0, 99), EndValue(0.0, -99)
"""Who plays on without looking ahead comes to neither."""


@pytest.mark.parametrize(
    ("moves", "best", "one_end", "is_puzzle"),
    [
        (2, 1, True, False),
        (3, 1, True, True),
        (3, 1, False, True),
        (40, 1, True, True),
        (41, 1, True, False),
        (4, 2, True, True),  # in another order they do the same
        (4, 2, False, False),
        (5, 2, True, True),
        (5, 3, True, False),  # more than half of all: nobody would go wrong
        (9, 4, True, True),
        (9, 5, True, False),
        (4, 4, True, False),
    ],
)
def test_what_counts_as_a_puzzle(
    monkeypatch: pytest.MonkeyPatch, moves: int, best: int, one_end: bool, is_puzzle: bool
) -> None:
    """Of the last decision of a game the proof is as it is said here; the one before it can't be proved."""
    session = tides_game()
    last, who = session.line.events[-1], session.players[session.line.events[-1].by]
    proofs = [Solution(last.by, (last.do,) * moves, (BEST,) * best + (WORSE,) * (moves - best), one_end, 7)]

    def solve(*more: Any) -> Solution:
        if not proofs:
            raise UnsolvableError("there are too many moves to the end")
        return proofs.pop()

    monkeypatch.setattr(puzzles, "solve", solve)
    found = puzzles.find_puzzle(session, "P-1")
    assert (found is not None) is is_puzzle
    if found is not None:
        assert (found.seat, len(found.choices), found.positions) == (who, moves, 7)
        assert found.example.title == f"{who} to move, {moves} moves: which {'one is' if best == 1 else 'are'} best?"
        assert found.example.goal is not None
        assert (len(found.example.goal.best), found.example.goal.lead) == (best, 99)
