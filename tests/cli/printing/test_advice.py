"""Advice in words: the best move, those that are about as good, and names beside codes."""

from __future__ import annotations

import pytest

from kronika.cli.printing.advice import advice, in_words, with_names
from kronika.core.analysis.best import BestMoves, MoveAdvice
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.contract.registry import get_game

AK = get_game("ancient_knowledge")


def found(*moves: tuple[str, float, float], legal: int = 9) -> BestMoves:
    """Moves with win rates and their standard errors."""
    rows = tuple(MoveAdvice(move, rate, error, 10, ()) for move, rate, error in moves)
    return BestMoves("Anna", 0, legal, AnalysisConfig(), rows)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        # 20 % are four times the error of the difference, 0.05.
        ((("create C6 at 3", 0.7, 0.03), ("search", 0.5, 0.04)), "Clearly best: create C6 Ollantaytambo at 3."),
        # 4 % are less than twice that.
        (
            (("create C6 at 3", 0.7, 0.03), ("search", 0.66, 0.04), ("archive", 0.2, 0.01)),
            "Best: create C6 Ollantaytambo at 3. About as good: search.",
        ),
        (
            (("create C6", 0.7, 0.03), ("search", 0.66, 0.04), ("archive", 0.68, 0.01)),
            "No move is clearly best; first of all: create C6 Ollantaytambo.",
        ),
        # Equal, as far as anything tells.
        ((("search", 0.5, 0.0), ("archive", 0.5, 0.0)), "Best: search. About as good: archive."),
    ],
)
def test_the_words_say_whether_the_difference_is_significant(
    moves: tuple[tuple[str, float, float], ...], words: str
) -> None:
    assert in_words(found(*moves), AK) == words


def test_an_only_move_is_no_choice() -> None:
    assert in_words(found(("search", 0.5, 0.1), legal=1), AK) == "The only move: search."


@pytest.mark.parametrize(
    ("game", "move", "named"),
    [
        ("ancient_knowledge", "discard A11", "discard A11 Paracas Candelabra"),
        ("tides", "relic 2 discard 11", "relic 2 Ancient Divide discard 11 Jinn Shackles"),
        ("imhotep", "load 4:1", "load 4:1"),
        ("imhotep", "sail 4 market", "sail 4 market"),
        ("viceroy", "select 9", "select 9 Cannoneer"),
        ("viceroy", "place 1.0 using 2 red", "place 1.0 using 2 red"),
        ("viceroy", "reward 15", "reward 15"),
        ("tigris", "red A1", "red A1"),
        ("viceroy", "select 76", "select law 76"),
        ("viceroy", "sell 76", "sell law 76"),
    ],
)
def test_names_stand_beside_codes_of_cards(game: str, move: str, named: str) -> None:
    assert with_names(move, get_game(game)) == named


def test_words_come_before_figures() -> None:
    text = advice(found(("create C6 at 3", 0.7, 0.03), ("search", 0.5, 0.04)), AK)
    assert text.index("Clearly best: create C6 Ollantaytambo at 3.") < text.index("70 ± 3")
