"""Every game beside another program: one that is right passes, one that is not is found."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.logs.beside.lockstep import choose_at_random, play_in_lockstep
from support.within import Spoil, beginning, difference, engine, gives_a_point, played


@pytest.fixture(params=game_names())
def game(request: pytest.FixtureRequest) -> AnyGame:
    return get_game(request.param)


def test_one_that_is_right_passes_to_the_end_of_the_game(game: AnyGame) -> None:
    done = played(game)
    assert done.found is None
    assert done.events > 30


def test_no_piece_of_it_is_missed(game: AnyGame) -> None:
    done = played(game, pieces=True, choose=choose_at_random(3, 20))
    assert done.found is None
    assert done.events >= 20


def misses_a_move(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    if ask["type"] == "legal" and len(answer["moves"]) > 1:
        answer["moves"].pop()


def repeats_an_effect(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    if ask["type"] == "play" and answer["events"][0]["effects"]:
        answer["events"][0]["effects"] *= 2


def says_nobody_acts(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    if ask["type"] == "play":
        answer["actors"] = []


def ends_it(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    if ask["type"] == "result":
        answer["result"] = {"winners": [0]}


def sees_another_phase(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    if ask["type"] == "view" and ask.get("seat") == 0:
        answer["view"] = {"phase": "lunch"}


PLANTED: dict[Spoil, tuple[str, bool]] = {
    misses_a_move: ("legal.", True),
    repeats_an_effect: ("effects", True),
    gives_a_point: ("totals.", False),
    says_nobody_acts: ("turn", False),
    ends_it: ("result", False),
    sees_another_phase: ("views.Anna.phase", False),
}
"""What the difference is then about, and whether a rule of the game is cited."""


@pytest.mark.parametrize("spoil", PLANTED, ids=lambda spoil: spoil.__name__)
def test_one_that_is_not_is_found(game: AnyGame, spoil: Spoil) -> None:
    found = difference(game, spoil, choose_at_random(7, 30))
    what, cited = PLANTED[spoil]
    assert found.what.startswith(what)
    if cited:
        assert found.rules[0].startswith(f"{game.rule_prefix}-")


def test_what_it_has_told_is_known(game: AnyGame) -> None:
    """So that what was not compared does not pass for the same."""
    beside = engine()
    play_in_lockstep(beside, beginning(game), choose_at_random(1, 3), lambda session, told: None)
    assert beside.told == {"turn", "effects", "legal", "items", "totals", "result", "views"}
