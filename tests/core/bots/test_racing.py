"""A race between moves: who drops out, when it ends, and what it costs; with values made by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from kronika.core.bots.racing import MIN_DEALS, Race, deals_for, halvings, rounds


def race(*moves: Callable[[int], float]) -> Race:
    """A race of moves, each with its value by the number of the deal, from 0."""
    runners = Race(len(moves), lambda running: [moves[move](len(runners.values[move])) for move in running])
    return runners


def always(value: float) -> Callable[[int], float]:
    return lambda deal: value


def in_turn(*values: float) -> Callable[[int], float]:
    return lambda deal: values[deal % len(values)]


def test_what_is_worse_in_every_deal_drops_out_after_eight() -> None:
    one = race(always(0), always(1))
    assert one.run(100) == [1]
    assert (one.trials, one.order()) == (2 * MIN_DEALS, [1, 0])


def test_luck_that_all_share_does_not_count() -> None:
    """Each value scatters by 100, but one move is 0.01 better in each deal."""
    one = race(in_turn(-100, 100), in_turn(-99.99, 100.01))
    assert one.run(100) == [1]
    assert one.trials == 2 * MIN_DEALS


@pytest.mark.parametrize(("ahead", "left"), [(0.75, [0, 1]), (0.76, [1])])
def test_two_standard_errors_are_the_limit(ahead: float, left: list[int]) -> None:
    """Of eight differences half are 1 more than `ahead`, half 1 less: the error is √(8/7)/√8, twice it is 0.756."""
    one = race(always(0), in_turn(ahead + 1, ahead - 1))
    assert one.run(MIN_DEALS) == left


def test_a_rare_difference_may_not_have_been_seen() -> None:
    """One move is 0.2 better in each deal. If one trial can make 1 of difference, two errors of 16 are 0.125."""
    one = Race(2, lambda running: [0.2 * move for move in running], whole=1.0)
    assert one.run(100) == [1]
    assert one.trials == 2 * 16


@pytest.mark.parametrize(("worth", "left"), [(0.31, [1]), (0.29, [0, 1])])
def test_halving_drops_no_move_that_may_be_better_by_what_matters(worth: float, left: list[int]) -> None:
    """After four deals a move is 0.2 behind, with an error of at least 1/4: it may be 2/4 - 0.2 = 0.3 better."""
    one = Race(2, lambda running: [0.2 * move for move in running], whole=1.0, worth=worth)
    assert one.run(4, [4]) == left


def test_equal_moves_end_the_race_and_stay() -> None:
    one = race(in_turn(3, 4), in_turn(3, 4), always(0))
    assert one.run(100) == [0, 1]
    assert one.trials == 3 * 8 + 2 * 8  # the third is gone after 8 deals, the others are the same at 16
    assert one.order() == [0, 1, 2]


def test_what_is_not_clear_goes_on_to_the_end() -> None:
    one = race(in_turn(0, 1), in_turn(1, 0))
    assert one.run(100) == [0, 1]
    assert one.trials == 200


def test_the_field_is_halved_when_asked() -> None:
    """Four moves for one deal, two for two more: 4 + 2 + 2. Of three one more than half stays."""
    one = race(always(1), in_turn(5, 0), in_turn(4, 9), always(2))
    assert one.run(3, [1]) == [1, 2]
    assert (one.trials, one.order()) == (8, [2, 1, 3, 0])
    assert race(always(1), always(2), always(3)).run(2, [1]) == [1, 2]
    assert race(always(1), always(2), always(3), always(4)).run(2, [1, 1]) == [3]


def test_a_limit_is_asked_before_each_deal_with_the_trials_so_far() -> None:
    asked: list[int] = []

    def go_on(trials: int) -> bool:
        asked.append(trials)
        return trials < 5

    one = race(in_turn(0, 1), in_turn(1, 0))
    one.run(None, (), go_on)
    assert asked == [0, 2, 4, 6]


def test_a_move_alone_is_not_tried() -> None:
    one = race(always(1))
    assert (one.run(10), one.trials, one.mean(0), one.order()) == ([0], 0, 0, [0])


def test_a_later_first_check_lets_all_run_longer() -> None:
    one = race(always(0), always(1))
    one.run(100, first_check=20)
    assert one.trials == 40


@pytest.mark.parametrize(("moves", "parts"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (24, 5)])
def test_the_parts_of_a_race(moves: int, parts: int) -> None:
    assert rounds(moves) == parts


@pytest.mark.parametrize(
    ("moves", "deals", "at"),
    [(2, 50, []), (4, 30, [10]), (5, 200, [28, 85]), (24, 25, [1, 2, 5, 12]), (24, 5, [1, 1, 1, 2])],
)
def test_each_part_is_twice_as_long_as_the_one_before(moves: int, deals: int, at: Sequence[int]) -> None:
    """Of d deals in p parts k of them end after d(2^k - 1)/(2^p - 1) deals, but after one at least."""
    assert halvings(moves, deals) == at


@pytest.mark.parametrize(("moves", "trials", "deals"), [(2, 100, 50), (5, 100, 46), (24, 100, 25), (24, 1, 1)])
def test_a_race_with_halvings_has_about_the_trials_that_it_may(moves: int, trials: int, deals: int) -> None:
    """The field is halved p - 1 times; d deals cost p parts of d/(2^p - 1) * moves trials."""
    assert deals_for(moves, trials) == deals


@pytest.mark.parametrize("values", [[1, 5, 3, 2, 4], [7, 7, 1, 7, 0]])
def test_order_is_by_what_is_left_and_then_by_who_stayed_longest(values: list[int]) -> None:
    one = race(*map(always, values))
    one.run(3, [1, 2])
    best = sorted(range(5), key=lambda move: -values[move])
    assert one.order() == best
