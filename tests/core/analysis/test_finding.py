"""What a bot has found: ranks, lines of play, and which moves are looked into; by trees made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kronika.core.analysis import finding
from kronika.core.analysis.best import best_moves
from kronika.core.analysis.finding import (
    MIN_VISITS,
    DecisionPoint,
    Found,
    _candidates,
    _principal_variation,
    find,
    iterations,
)
from kronika.core.analysis.judge import AnalysisConfig, Sample
from kronika.core.basics.errors import KronikaError
from kronika.core.bots.search import MAX_CANDIDATES, Search
from kronika.core.bots.tree import Node
from kronika.core.sessions.session import Session
from support import tides


class Shortlisting(Search):
    """Of many moves it likes the last."""

    def __init__(self) -> None:
        """It has no game."""

    def shortlist(self, actions: Sequence[Any], most: int) -> list[Any]:
        return [*actions][: -most - 1 : -1]


def below(node: Node, seat: int, **visits: int) -> Node:
    """The choice of a seat, and how often each of its moves was walked."""
    choice = node.at(seat)
    for move, walks in visits.items():
        choice.visits += walks
        choice.at(move).visits = walks
    return choice


def test_moves_have_places_from_one() -> None:
    found = Found(("a", "b", "c"))
    assert [found.rank(do) for do in "abc"] == [1, 2, 3]


def test_who_tells_nothing_of_its_thoughts_ranks_its_own_move_alone() -> None:
    assert Found(("a",)).rank("a") == 1
    assert Found(("a",)).rank("b") is None


def test_a_line_goes_by_what_was_tried_most_as_long_as_that_is_often_enough() -> None:
    """Bob's `y` was walked most, Anna's `q` behind it; behind that there were nine walks, which is too few."""
    start = Node()
    bob = below(start, 1, x=3, y=MIN_VISITS, z=5)
    anna = below(bob.at("y"), 0, p=4, q=MIN_VISITS - 4)
    below(anna.at("q"), 1, x=MIN_VISITS - 1)
    assert list(_principal_variation(start)) == [(1, "y"), (0, "q")]


def test_a_line_ends_where_nothing_follows_or_several_choose_face_down() -> None:
    start = Node()
    assert list(_principal_variation(start)) == []
    below(start, 0, a=20)
    assert list(_principal_variation(start)) == [(0, "a")]
    below(start, 1, b=20)
    assert list(_principal_variation(start)) == []


@pytest.mark.parametrize(
    ("number", "played", "looked_into"),
    [
        (3, None, [0, 1, 2]),
        (3, 1, [0, 1, 2]),
        (3, 99, [0, 1, 2, 99]),
        (MAX_CANDIDATES, None, [*range(MAX_CANDIDATES)]),
        (MAX_CANDIDATES, 99, [*range(MAX_CANDIDATES - 1), 99]),
        (MAX_CANDIDATES + 1, None, [*range(MAX_CANDIDATES, 0, -1)]),
        (MAX_CANDIDATES + 1, 1, [*range(MAX_CANDIDATES, 0, -1)]),
        (MAX_CANDIDATES + 1, 0, [*range(MAX_CANDIDATES, 1, -1), 0]),
    ],
)
def test_of_many_moves_some_are_looked_into_and_always_the_one_that_was_played(
    number: int, played: int | None, looked_into: list[int]
) -> None:
    assert _candidates(Shortlisting(), range(number), [] if played is None else [played]) == looked_into


def test_moves_are_put_in_order_by_half_the_playouts_and_two_at_least() -> None:
    """Walks, playouts for the order, playouts for what is reported."""
    assert iterations(200, AnalysisConfig(playouts=400)) == 200 + 200 + 400
    assert iterations(10, AnalysisConfig(playouts=3)) == 10 + 2 + 3


def table() -> Session:
    """Anna is to pick one of 1 to 5, Bob one of 6 to 10."""
    return tides.start("chance: deal 1 2 3 4 5 / 6 7 8 9 10")


def test_the_best_move_as_yet_is_reported_before_each_round_of_the_work() -> None:
    config, seen = AnalysisConfig(bot="mcts:5", playouts=3, seed=5), []
    found = best_moves(table(), 1, config, watch=lambda move: seen.append(move()))
    assert len(seen) == iterations(5, config) == 10
    assert {*seen} <= {f"pick {card}" for card in range(6, 11)}
    assert seen[-1] == found.moves[0].move
    assert (found.player, found.seat, found.legal, len(found.moves)) == ("Bob", 1, 5, 5)


def test_as_many_moves_are_reported_as_are_asked_for() -> None:
    assert len(best_moves(table(), 0, AnalysisConfig(bot="mcts:5", playouts=3), most=2).moves) == 2


def test_advice_is_for_who_is_to_decide() -> None:
    session = table()
    session.play("Anna: pick 1")
    with pytest.raises(KronikaError, match=r"^Anna can't decide now: Bob may act\.$"):
        best_moves(session, 0, AnalysisConfig())
    session = Session.new("tides", ["Anna", "Bob"], seed=1)
    while session.actors:
        session.do(session.actors[0], session.game.actions(session.state, session.actors[0])[0])
        session.resolve_chance()
    with pytest.raises(KronikaError, match=r"^Bob can't decide now: the game is over\.$"):
        best_moves(session, 1, AnalysisConfig())


@pytest.mark.parametrize(("name", "seed"), [("tides", 1), ("tides", 4), ("imhotep", 3)])
def test_the_best_moves_stand_in_the_order_of_their_figures(name: str, seed: int) -> None:
    session = Session.new(name, ["Anna", "Bob"], seed=seed)
    session.resolve_chance()
    found = best_moves(session, session.actors[0], AnalysisConfig(bot="mcts:40", playouts=8))
    win_rates = [one.win_rate for one in found.moves]
    assert len(win_rates) > 2
    assert win_rates == sorted(win_rates, reverse=True)


def test_moves_that_are_wanted_stay_in_though_the_one_played_is_not_listed() -> None:
    """Of 24 moves the last but one makes room: the last is wanted, and so is a move that is not among them."""
    wanted = (MAX_CANDIDATES - 1, 99)
    assert _candidates(Shortlisting(), range(MAX_CANDIDATES), wanted) == [*range(MAX_CANDIDATES - 2), *wanted]


@pytest.mark.parametrize("learned", [True, False])
def test_where_learned_values_judge_their_best_moves_are_ranked(learned: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree prefers others: those that look best at once are ranked after eight of the tree."""
    wanted: list[Any] = []

    def best(turn: Any, dice: Any) -> list[Any]:
        wanted[:] = turn.actions[-2:]
        return wanted

    monkeypatch.setattr(finding, "_best_at_once", best)
    monkeypatch.setattr(finding, "by_learned_values", lambda game: learned)
    session = Session.new("tigris", ["Anna", "Bob"], seed=3)
    session.resolve_chance()
    seat = session.actors[0]
    place = DecisionPoint(session.game, session.state, seat, session.players, 1, 1)
    monkeypatch.setattr(finding, "_ranked", lambda place, known, config, moves, watch: {do: Sample([]) for do in moves})
    moves = find(place, AnalysisConfig(bot="mcts:2", playouts=2)).moves
    assert len(moves) > 8
    assert wanted == ([*moves[8:10]] if learned else [])
