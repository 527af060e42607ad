"""Rests of games searched whole: of a game of heaps, where everybody knows the answer, and of the tiny game."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import Result, rank
from kronika.core.examples.solver import EndValue, UnsolvableError, end_values, lead_text, solve
from support.logs import duel_game


class Heap(Struct, frozen=True):
    """One heap: who takes the last has won; everything that was taken counts too."""

    left: int
    taken: tuple[int, ...]
    turn: int = 0
    options: int | None = 0


class Heaps:
    """Just enough of a game: take one or two of a heap, by turns. Nobody loses who leaves a multiple of three."""

    def actors(self, state: Heap) -> tuple[int, ...]:
        return (state.turn,) if state.left else ()

    def actions(self, state: Heap, seat: int) -> list[int]:
        return [take for take in (1, 2) if take <= state.left]

    def apply(self, state: Heap, seat: int, do: int) -> tuple[Heap, tuple[()]]:
        taken = list(state.taken)
        taken[seat] += do
        return replace(state, left=state.left - do, taken=tuple(taken), turn=(seat + 1) % len(taken)), ()

    def result(self, state: Heap) -> Result | None:
        if state.left:
            return None
        last = (state.turn - 1) % len(state.taken)
        ranking = rank([int(seat == last) for seat in range(len(state.taken))])
        return Result(reason="", ranking=ranking, totals=state.taken, rule="H-1")

    def teams(self, options: int | None, seats: int) -> tuple[tuple[int, ...], ...]:
        return ()

    def best_endings(self, state: Heap) -> tuple[()]:
        return ()


HEAPS = cast(AnyGame, Heaps())
TWO = ("Anna", "Bob")


@pytest.mark.parametrize(("left", "best"), [(4, [1]), (5, [2]), (7, [1]), (8, [2]), (10, [1])])
def test_a_multiple_of_three_is_left(left: int, best: list[int]) -> None:
    found = solve(HEAPS, Heap(left, (0, 0)), TWO)
    assert list(found.best) == best
    assert found.most.won == 1
    assert found.seat == 0


def test_who_is_lost_goes_for_the_lead() -> None:
    """Of three: 1, then 2 for the other, is 1 : 2; 2, then 1, is 2 : 1. Both are lost, the second is ahead."""
    found = solve(HEAPS, Heap(3, (0, 0)), TWO)
    assert found.worth == (EndValue(0, -1), EndValue(0, 1))
    assert list(found.best) == [2]


def test_a_win_counts_more_than_a_lead() -> None:
    """Of two: both at once win by 2; one now is lost, whatever was taken before."""
    found = solve(HEAPS, Heap(2, (9, 0)), TWO)
    assert found.worth == (EndValue(0, 9), EndValue(1, 11))


def test_positions_are_counted_once() -> None:
    """Of three: 1, 1+1, 1+1+1, 1+2, 2, 2+1; the last taken of 2+1 and of 1+1+1 are as many, but of another turn."""
    assert solve(HEAPS, Heap(3, (0, 0)), TWO).positions == 6


def test_too_long() -> None:
    with pytest.raises(UnsolvableError, match="more than 5 positions"):
        solve(HEAPS, Heap(3, (0, 0)), TWO, 5)


def test_three_who_choose() -> None:
    with pytest.raises(UnsolvableError, match="Bob has a choice too"):
        solve(HEAPS, Heap(4, (0, 0, 0)), ("Anna", "Bob", "Cleo"))
    found = solve(HEAPS, Heap(1, (0, 5, 0)), ("Anna", "Bob", "Cleo"))
    assert (found.worth, found.positions) == ((EndValue(1, -4),), 1)


def test_ends_of_best_play() -> None:
    """Of two, 2 is best, and that is one end. Of four, 1 is best, and for Bob, who is lost, then 2: one end again."""
    assert solve(HEAPS, Heap(2, (0, 0)), TWO).one_end
    assert solve(HEAPS, Heap(4, (0, 0)), TWO).one_end


class Alike(Heaps):
    """Nothing that is taken counts: all ways to end are worth the same."""

    def result(self, state: Heap) -> Result | None:
        return None if state.left else Result(reason="", ranking=((0, 1),), totals=(0, 0), rule="H-1")


def test_several_ends_of_best_play_are_distinguished_from_one() -> None:
    """Of two: at once, or one after the other: both are best, and the heaps that were taken differ."""
    found = solve(cast(AnyGame, Alike()), Heap(2, (0, 0)), TWO)
    assert found.worth == (EndValue(0.5, 0), EndValue(0.5, 0))
    assert list(found.best) == [1, 2]
    assert not found.one_end


def test_as_many_positions_as_are_allowed_may_be_searched() -> None:
    assert solve(HEAPS, Heap(3, (0, 0)), TWO, 6).positions == 6


def test_the_end_has_nothing_left_to_search() -> None:
    with pytest.raises(UnsolvableError, match="the game is over"):
        solve(HEAPS, Heap(0, (2, 1)), TWO)


@pytest.mark.parametrize(
    ("lead", "seats", "said"),
    [
        (3, 2, "3 points ahead"),
        (1, 3, "1 point ahead"),
        (-1, 2, "1 point behind"),
        (0, 2, "level on points"),
        (7, 1, "7 points"),
        (-1, 1, "-1 points"),
        (0, 1, "0 points"),
    ],
)
def test_a_lead_in_words(lead: int, seats: int, said: str) -> None:
    assert lead_text(lead, seats) == said


ROUND_3 = (
    *("chance: prize 2", "Anna: play 2", "Bob: play 1", "Anna: take"),
    *("chance: prize 3", "Anna: play 1", "Bob: play 3", "Bob: take"),
    *("chance: prize 2", "Anna: play 4", "Bob: play 2"),
)


def test_the_last_prize_is_taken() -> None:
    """Anna has 2 and Bob 3: with the last prize, 2, she wins by 1, without it she loses by 1."""
    session = duel_game(ROUND_3)
    found = solve(session.game, session.state, session.players)
    moves = {
        session.game.format(session.state, 0, do, TWO): worth
        for do, worth in zip(found.actions, found.worth, strict=True)
    }
    assert moves == {"take": EndValue(1, 1), "spare": EndValue(0, -1)}


@pytest.mark.parametrize(
    ("moves", "why"),
    [(ROUND_3[:-3], "chance is left"), (ROUND_3[:-2], "Anna and Bob choose at the same time"), (ROUND_3[:3], "chance")],
)
def test_what_cannot_be_searched_whole(moves: tuple[Any, ...], why: str) -> None:
    session = duel_game(moves)
    with pytest.raises(UnsolvableError, match=why):
        solve(session.game, session.state, session.players)


def test_a_game_of_thousands_of_moves_is_too_long() -> None:
    """Before any branch is looked at a second time: no error of the language comes of it."""
    with pytest.raises(UnsolvableError, match="too many moves"):
        solve(HEAPS, Heap(9_000, (0, 0)), TWO)


class Beside(Heaps):
    """Both may act at any time, Bob in one way only."""

    def actors(self, state: Heap) -> tuple[int, ...]:
        return (0, 1) if state.left else ()

    def actions(self, state: Heap, seat: int) -> list[int]:
        return [1] if seat else super().actions(state, seat)


@pytest.mark.parametrize(("asked", "seat", "actions"), [(None, 1, (1,)), (0, 0, (1, 2)), (1, 1, (1,))])
def test_of_several_who_may_act_who_has_no_choice_comes_first(
    asked: int | None, seat: int, actions: tuple[int, ...]
) -> None:
    """One alone has a choice: it is none that is made at the same time as another."""
    found = solve(cast(AnyGame, Beside()), Heap(4, (0, 0)), TWO, seat=asked)
    assert (found.seat, found.actions) == (seat, actions)


class Parting(Heaps):
    """Both choose at once whether 1 or 2 are taken; each for itself alone only when nothing had been taken before."""

    def actors(self, state: Heap) -> tuple[int, ...]:
        return () if not state.left else (0,) if state.left == 9 else (0, 1)

    def best_endings(self, state: Heap) -> Any:
        return (0, 1) if state.left == 8 else ()


def test_one_branch_in_which_each_is_alone_says_nothing_of_another() -> None:
    """After 1 of 9 each makes the best of it alone; after 2 of 9 they choose face down."""
    parting = cast(AnyGame, Parting())
    with pytest.raises(UnsolvableError, match="Anna and Bob choose at the same time"):
        solve(parting, Heap(9, (0, 0)), TWO)
    assert solve(parting, Heap(8, (0, 0)), TWO).seat == 0
    assert solve(parting, Heap(8, (0, 0)), TWO, seat=1).seat == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_where_each_makes_the_best_of_it_alone_nobody_harms_a_third(seat: int) -> None:
    """Of 8, taken by one or two: of what the others may do nothing is worth less to anybody."""
    assert solve(cast(AnyGame, Parting()), Heap(8, (0, 0, 0)), ("Anna", "Bob", "Cleo"), seat=seat).seat == seat


@pytest.mark.parametrize(
    ("totals", "ranking", "worth"),
    [
        ((9, 9, 7, 7), ((0, 1), (2, 3)), (EndValue(1, 2), EndValue(1, 2), EndValue(0, -2), EndValue(0, -2))),
        ((7, 7, 7, 7), ((0, 1, 2, 3),), (EndValue(0.5, 0),) * 4),
    ],
)
def test_partners_win_together_and_are_no_rivals(totals: Any, ranking: Any, worth: tuple[EndValue, ...]) -> None:
    assert end_values(Result(totals, ranking, "", "H-1"), ((0, 1), (2, 3))) == worth


@pytest.mark.parametrize(
    ("totals", "ranking", "worth"),
    [
        ((9, 7, 4), ((0,), (1,), (2,)), (EndValue(1, 2), EndValue(0, -2), EndValue(0, -5))),
        ((6, 6, 4), ((0, 1), (2,)), (EndValue(0.5, 0), EndValue(0.5, 0), EndValue(0, -2))),
        ((-4,), ((0,),), (EndValue(1, -4),)),
    ],
)
def test_each_for_itself_has_the_best_of_the_others_for_a_rival(totals: Any, ranking: Any, worth: Any) -> None:
    assert end_values(Result(totals, ranking, "", "H-1")) == worth
