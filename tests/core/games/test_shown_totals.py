"""The table as text and the score sheet tell one total, to every viewer, in the course of a game and at its end."""

from __future__ import annotations

import re

import pytest

from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import get_game
from kronika.core.sessions.visibility import redact_sheet, redact_state
from kronika.logs.work.simulate import play_random

GAMES = ["ancient_knowledge", "imhotep", "tides", "tigris", "viceroy"]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_the_table_tells_the_points_that_the_score_tells(name: str, seed: int) -> None:
    """In Viceroy the attack penalty (VC-5.7) was left out at the end, where it is known."""
    game = get_game(name)
    session = play_random(game, game.seats[1], {}, seed)
    for state in (*session.line.states[::40], session.state):
        for viewer in (None, *range(game.seats[1])):
            text = game.render(redact_state(game, state, viewer), session.players, Paper())
            for player, total in zip(session.players, redact_sheet(game, state, viewer).totals, strict=True):
                assert total is None or re.search(rf"(?<![\d-]){total}(?!\d)", text), f"{player}: {total}\n{text}"
