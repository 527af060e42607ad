"""Verdicts: planted blunders are found, no secret of another is in them, skill and luck are what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.analysis.decisions import (
    ChanceVerdict,
    Decision,
    Delta,
    EventToJudge,
    Judgement,
    choice_errors,
    events_to_judge,
    has_one_sign,
    judge_event,
    mark_for_loss,
    sum_deltas,
    total_hindsight,
    total_skill,
)
from kronika.core.analysis.judge import AnalysisConfig, Figures, Sample
from kronika.core.analysis.summary import figures_after, summarize
from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.examples.example import Example, read_examples, start_example
from kronika.core.sessions.session import Session
from kronika.logs.work.simulate import play_bots, play_random
from support.playouts import games
from support.proofs import can

QUICK = AnalysisConfig(bot="mcts:10", playouts=8)
FEW = AnalysisConfig(bot="mcts:2", playouts=2)
BLUNDERS = read_examples((Path(__file__).with_name("blunders.toml")).read_text(encoding="utf-8"))
"""Positions in which one move wins, whatever the others do, and with any other one the game is lost."""


def decision(session: Session, seat: int, do: Any, config: AnalysisConfig, viewer: int | None = None) -> Decision:
    unit = EventToJudge(session.game.name, session.players, viewer, config, 1, 1, session.state, seat, do)
    found = judge_event(unit)
    assert isinstance(found, Decision)
    return found


# -- how much depends on which move is found to be the best ------------------------------------------------------------


def ranked(*deficits: list[float]) -> list[Sample]:
    """Ranked moves, by how much the best one brings more than each other, playout by playout; 10 points to the win."""
    best = Sample([[1.0, 0.0, 10.0, -10.0]] * max(map(len, deficits)))
    others = [Sample([[1.0 - one, one, 10 * (1 - one), 10 * (one - 1)] for one in deficit]) for deficit in deficits]
    return [best, *others]


def test_two_moves_of_which_either_may_be_found_spread_a_loss() -> None:
    """The error of their difference is 0.1 / sqrt(99) = 0.01005. Each comes first in half of all analyses.

    What is expected of the difference then is half its variance: 0.5 * 0.5 * 0.01005^2 = 0.005^2; 10 points to the win.
    """
    assert choice_errors(ranked(50 * [0.1, -0.1]), 0) == Delta(0.0, 0.005, 0.0, 0.05)


def test_three_equal_moves_spread_a_loss_more_than_two() -> None:
    """Two thirds of the analyses find another one: 2/3 * 0.5 * 0.01005^2 = 0.0058^2."""
    assert choice_errors(ranked(50 * [0.1, -0.1], 50 * [-0.1, 0.1]), 0) == Delta(0.0, 0.0058, 0.0, 0.06)


@pytest.mark.parametrize(
    "deficits",
    [
        [],
        [100 * [0.0]],  # both moves are the same
        [50 * [0.2, 0.3]],  # 0.25 behind, 50 errors
        [8 * [0.4, 0.6]],  # dropped out early
    ],
)
def test_a_best_move_that_is_sure_spreads_nothing(deficits: list[list[float]]) -> None:
    assert choice_errors(ranked(*deficits) if deficits else [], 0) == Delta()


def test_a_move_that_dropped_out_ahead_of_the_later_best_counts_as_its_equal() -> None:
    """16 of 64 playouts: 0.03 ahead with an error of 0.1 / sqrt(15) = 0.0258, which is 0.0129 with all playouts.

    A fifth of the variance is expected, and a fifth of the lead squared: 0.5 * (0.2 * 0.0258^2 + (0.2 * 0.03)^2).
    """
    best, other = ranked(8 * [0.07, -0.13])
    longer = Sample(4 * best.rows)
    assert choice_errors([longer, other], 0).win_rate_error == pytest.approx(0.0092, abs=1e-4)


def test_a_total_has_the_error_of_the_choices_too() -> None:
    """3 and 4 are 5; the error of the loss itself is that of its playouts."""
    level = Figures((0.5, 0.5), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    loss = Judgement(level, level, Delta(0.1, 0.03, 2.0, 0.6))
    one = Decision(1, 0, "a", 2, 2, "b", "?", loss, loss, choice=Delta(0.0, 0.04, 0.0, 0.8))
    assert total_skill([one]) == Delta(0.1, 0.05, 2.0, 1.0)
    seen = replace(one, hindsight=Judgement(level, level, Delta(0.2, 0.03, 3.0, 0.6)))
    assert total_hindsight([replace(one, hindsight=None), seen]) == Delta(0.2, 0.05, 3.0, 1.0)
    assert mark_for_loss(one.skill.loss) == "?"


# -- when it is clear which sign a decision gets -----------------------------------------------------------------------


def clear(*losses: float) -> bool:
    """Whether the sign is clear when the playouts of the best move have brought so much more than those played."""
    return has_one_sign(0, [Sample([[loss] for loss in losses]), Sample([[0.0]] * len(losses))])


@pytest.mark.parametrize(
    ("loss", "playouts", "settled"),
    [
        (0.0, 50, False),  # a loss of the whole win in one playout of 51 may still come: 3/50 is more than 0.05
        (0.0, 100, True),
        (-0.3, 50, True),
        (0.03, 100, False),  # 0.02 from the first limit, and 3/100 is more
        (0.03, 200, True),
        (0.07, 200, True),
        (0.15, 100, True),
        (0.11, 200, False),
        (0.5, 50, True),
    ],
)
def test_a_loss_that_is_the_same_in_all_playouts_is_clear_after_a_while(
    loss: float, playouts: int, settled: bool
) -> None:
    assert clear(*[loss] * playouts) == settled


@pytest.mark.parametrize(("scatter", "settled"), [(0.20, True), (0.26, False)])
def test_three_standard_errors_lie_between_a_loss_and_each_limit(scatter: float, settled: bool) -> None:
    """Of 100 playouts half lose 0.275 and `scatter`, half less: the error is a tenth of it, 0.075 is three."""
    assert clear(*[0.275 + scatter, 0.275 - scatter] * 50) == settled


# -- planted blunders --------------------------------------------------------------------------------------------------


def planted(example: Example) -> tuple[Session, int, Any]:
    """The position, who is to decide, and a move that wins."""
    session = start_example(example, get_game(example.game))
    return session, *session.read(moves_of(example)[0])


def moves_of(example: Example) -> list[str]:
    return [move for move in example.when if isinstance(move, str)]


def winning(session: Session, seat: int) -> list[Any]:
    """The moves that win, by trying all that can follow; all others lose, and it is so however the hidden lies."""
    game = session.game
    found = []
    for do in game.actions(session.state, seat):
        afters = [game.apply(game.redeal(session.state, seat, Dice(n)), seat, do)[0] for n in range(2)]
        wins = all(can(game, after, seat, hostile=True) for after in afters)
        assert wins or not any(can(game, after, seat, hostile=False) for after in afters)
        found += [do] * wins
    return found


def test_there_are_twenty_blunders_four_of_every_game() -> None:
    assert [*Counter(one.game for one in BLUNDERS).values()] == [4] * 5


@pytest.mark.parametrize("example", BLUNDERS, ids=lambda one: one.id)
def test_what_is_planted_wins_and_most_else_loses(example: Example) -> None:
    session, seat, best = planted(example)
    wins = winning(session, seat)
    assert best in wins
    assert len(wins) <= 3 * len(session.game.actions(session.state, seat)) / 4


def check(example: Example) -> None:
    """A best move is found, and another one is a blunder that costs the whole of the win."""
    session, seat, best = planted(example)
    wins = winning(session, seat)
    names = session.players
    wrong = next(do for do in session.game.actions(session.state, seat) if do not in wins)
    found = decision(session, seat, wrong, AnalysisConfig())
    assert found.best in [session.game.format(session.state, seat, do, names) for do in wins]
    assert found.mark == "??"
    assert found.skill.loss.win_rate > 0.5
    right = decision(session, seat, best, AnalysisConfig())
    assert (right.mark, right.skill.loss.win_rate) == ("", 0)


@pytest.mark.parametrize("game", sorted({one.game for one in BLUNDERS}))
def test_a_planted_blunder_is_found(game: str) -> None:
    check(next(one for one in BLUNDERS if one.game == game))


@pytest.mark.long
@pytest.mark.parametrize("example", BLUNDERS, ids=lambda one: one.id)
def test_every_planted_blunder_is_found(example: Example) -> None:
    check(example)


# -- what is judged ----------------------------------------------------------------------------------------------------


def spread(session: Session, most: int) -> list[EventToJudge]:
    """Some of the events of a game."""
    every = events_to_judge(session, QUICK, None)
    return every[:: max(1, len(every) // most)]


def some_games() -> Iterator[Session]:
    """One of every game, for as few and for as many as can play it."""
    for game in games():
        for seats in sorted(set(game.seats)):
            yield play_random(game, seats, {}, 1)


@pytest.mark.usefixtures("duel")
def test_every_game_can_be_judged_and_luck_is_nobody_s_gain_but_another_s_loss() -> None:
    for session in some_games():
        solo = len(session.players) == 1
        for unit in spread(session, 2):
            found = judge_event(unit)
            assert found == judge_event(unit)
            assert solo or sum(figures_after(found).win_rates) == pytest.approx(1, abs=0.001)
            if isinstance(found, ChanceVerdict) and not solo:
                assert sum(change.win_rate for change in found.luck) == pytest.approx(0, abs=0.001)


@pytest.mark.usefixtures("duel")
def test_a_seat_s_verdict_is_the_same_whatever_it_may_not_know() -> None:
    """Before its decisions all that is hidden from it is dealt again; and the seed of the log has no part in it."""
    moved = 0
    for session in some_games():
        for seat in range(len(session.players)):
            for unit in events_to_judge(session, FEW, seat)[2::50]:
                other = session.game.redeal(unit.before, seat, Dice("other"))
                moved += other != unit.before
                found = judge_event(unit)
                assert isinstance(found, Decision)
                assert found.hindsight is None
                assert found == judge_event(replace(unit, before=other))
    assert moved > 10


def test_hindsight_sees_what_skill_may_not() -> None:
    """Another deal of the hidden cards changes the one and not the other."""
    session = play_random(get_game("tides"), 2, {}, 3)
    unit = events_to_judge(session, QUICK, None)[1]
    other = replace(unit, before=session.game.redeal(unit.before, unit.by, Dice("other")))
    one, two = judge_event(unit), judge_event(other)
    assert isinstance(one, Decision)
    assert isinstance(two, Decision)
    assert one.skill == two.skill
    assert one.hindsight != two.hindsight


def test_a_draw_without_an_alternative_is_no_luck() -> None:
    """The second draw of the last break of Tides takes the two cards that are left (TT-3.1)."""
    session = play_random(get_game("tides"), 2, {}, 3)
    last = [unit for unit in events_to_judge(session, QUICK, None) if unit.by == CHANCE][-1]
    found = judge_event(last)
    assert isinstance(found, ChanceVerdict)
    assert found.luck == (Delta(), Delta())


def test_the_referee_s_numbers_are_of_records_and_a_seat_s_of_events() -> None:
    session = play_random(get_game("tides"), 2, {}, 3)
    session.undo_events(2)
    session.redo_events(2)
    assert [unit.n for unit in events_to_judge(session, QUICK, None)] == [*range(1, 40)]
    other = Session.new("tides", ["Anna", "Bob"], seed=3)
    other.note("so", on=0)
    other.play(f"Anna: {other.legal()['Anna'][0]}")
    assert [unit.n for unit in events_to_judge(other, QUICK, None)] == [1, 3]
    assert [unit.n for unit in events_to_judge(other, QUICK, 0)] == [2]


@pytest.mark.parametrize(
    ("win_rate", "error", "mark"),
    [
        *((0.04, 0.0, ""), (0.05, 0.01, "?!"), (0.1, 0.01, "?"), (0.2, 0.01, "??"), (0.9, 0.01, "??")),
        *((0.2, 0.1, ""), (0.2, 0.11, ""), (0.2, 0.09, "??"), (-0.3, 0.01, "")),
    ],
)
def test_signs_go_by_the_share_and_by_two_standard_errors(win_rate: float, error: float, mark: str) -> None:
    assert mark_for_loss(Delta(win_rate, error)) == mark


def test_errors_are_added_as_squares() -> None:
    assert sum_deltas([Delta(0.1, 0.03, 1, 3), Delta(0.2, 0.04, 2, 4)]) == Delta(0.3, 0.05, 3, 5)
    assert sum_deltas([]) == Delta()


def test_a_game_s_tallies_are_sums_of_its_verdicts() -> None:
    session = play_bots(get_game("tides"), ["greedy", "random"], {}, 3)[0]
    found = [judge_event(unit) for unit in events_to_judge(session, QUICK, None)]
    analysis = summarize(session, QUICK, None, found)
    for tally in analysis.tallies:
        own = [one for one in found if isinstance(one, Decision) and one.seat == tally.seat]
        assert tally.decisions == len(own) == 17
        assert tally.skill.win_rate == pytest.approx(sum(one.skill.loss.win_rate for one in own))
    luck = [tally.luck.win_rate for tally in analysis.tallies if tally.luck]
    assert luck[0] == pytest.approx(-luck[1])
    assert all(one.previous != two.seats or one.seats != two.seats for one, two in pairwise(analysis.turns))
