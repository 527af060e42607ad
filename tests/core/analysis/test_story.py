"""What verdicts come to, from verdicts made by hand: who is ahead, where the game turns, what cost most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kronika.core.analysis.decisions import Candidate, ChanceVerdict, Decision, Delta, Judgement, Verdict, mark_for_loss
from kronika.core.analysis.judge import AnalysisConfig, Figures
from kronika.core.analysis.summary import Analysis, figures_after, is_consistent, summarize
from kronika.core.analysis.text import (
    conclusion_text,
    cost_percent,
    cost_text,
    judge_text,
    luck_text,
    percent,
    percent_lost,
    points_text,
    rate_text,
    read_verdict,
    signed_percent,
    turn_text,
    verdict_text,
)
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.metrics import Turn
from kronika.core.sessions.session import Session

TERMS = AnalysisConfig(bot="mcts:10", playouts=8)
NAMES = ("Anna", "Bob")


def figures(*win_rates: float, errors: Sequence[float] = ()) -> Figures:
    noughts = (0.0,) * len(win_rates)
    return Figures(win_rates, tuple(errors) or noughts, noughts, noughts)


def fall(n: int, *win_rates: float, errors: Sequence[float] = ()) -> ChanceVerdict:
    stand = figures(*win_rates, errors=errors)
    return ChanceVerdict(n, "draw", stand, stand, (Delta(),) * len(win_rates))


def decision(n: int, seat: int, loss: Delta, hindsight: Delta | None = None, **changed: Any) -> Decision:
    stand = figures(0.5, 0.5)
    other = None if hindsight is None else Judgement(stand, figures(0.25, 0.75), hindsight)
    fields: dict[str, Any] = {"move": "pick 1", "legal": 3, "rank": 2, "best": "pick 2", **changed}
    return Decision(n, seat, mark=mark_for_loss(loss), skill=Judgement(stand, stand, loss), hindsight=other, **fields)


def story(*verdicts: Verdict, viewer: int | None = None, seats: int = 2) -> Analysis:
    session = Session.new("imhotep", [f"P{seat}" for seat in range(seats)], seed=1)
    return summarize(session, TERMS, viewer, verdicts)


LED = fall(1, 0.9, 0.1)


@pytest.mark.parametrize(
    ("win_rates", "errors", "turned"),
    [
        ((0.4, 0.6), (0.02, 0.02), True),  # 0.2 is more than 0.1, and than 2 * sqrt(0.0008) = 0.06
        ((0.0, 0.1), (0.0, 0.0), False),  # 0.1 is not more than 0.1
        ((0.44, 0.56), (0.0, 0.0), True),
        ((0.25, 0.75), (0.25, 0.0), False),  # 0.5 is not more than 2 * 0.25
        ((0.4, 0.6), (0.06, 0.09), False),  # 2 * sqrt(0.0117) = 0.22
        ((0.4, 0.6), (0.06, 0.06), True),  # 2 * sqrt(0.0072) = 0.17
        ((0.5, 0.5), (0.0, 0.0), False),
    ],
)
def test_who_is_ahead_is_so_by_a_tenth_and_two_errors(
    win_rates: tuple[float, float], errors: tuple[float, float], turned: bool
) -> None:
    turns = story(LED, fall(2, *win_rates, errors=errors)).turns
    assert turns == ((Turn(2, (1,), (0,)),) if turned else ())


def test_of_three_the_first_is_held_against_each() -> None:
    """0.5 is 0.2 above the second, whose errors leave that open: sqrt(0.09² + 0.09²) * 2 = 0.25."""
    led, sure = fall(1, 0.1, 0.1, 0.8), fall(2, 0.5, 0.3, 0.2)
    open_still = fall(2, 0.5, 0.3, 0.2, errors=(0.09, 0.09, 0.0))
    assert story(led, sure, seats=3).turns == (Turn(2, (0,), (2,)),)
    assert story(led, open_still, seats=3).turns == ()


def test_partners_are_ahead_together_and_as_surely_as_the_less_sure_of_them() -> None:
    led = fall(1, 0.1, 0.1, 0.9, 0.9)
    both = fall(2, 0.7, 0.7, 0.3, 0.3)
    unsure = fall(2, 0.7, 0.7, 0.3, 0.3, errors=(0.0, 0.3, 0.0, 0.0))
    assert story(led, both, seats=4).turns == (Turn(2, (0, 1), (2, 3)),)
    assert story(led, unsure, seats=4).turns == ()


def test_a_seat_has_no_turns_and_only_its_own_tally() -> None:
    seen = story(decision(1, 1, Delta(0.1, 0.01)), viewer=1)
    assert (seen.turns, [tally.seat for tally in seen.tallies]) == ((), [1])
    assert (seen.tallies[0].hindsight, seen.tallies[0].luck) == (None, None)


def test_the_three_costliest_are_named_in_order_and_noise_is_not() -> None:
    losses = {1: (0.3, 0.2), 2: (0.06, 0.01), 3: (0.12, 0.01), 4: (-0.2, 0.01), 5: (0.21, 0.01), 6: (0.04, 0.01)}
    verdicts = [decision(n, 0, Delta(*loss), Delta(0.01)) for n, loss in losses.items()]
    tally = story(*verdicts, decision(7, 1, Delta(0.5, 0.01), Delta(0.25))).tallies[0]
    assert tally.costliest == (5, 3, 2)
    assert tally.marks == {"??": 1, "?": 1, "?!": 1}
    assert tally.decisions == 6
    assert tally.hindsight is not None
    assert tally.hindsight.win_rate == 0.06
    assert tally.skill.win_rate == pytest.approx(0.3 + 0.06 + 0.12 - 0.2 + 0.21 + 0.04)


def test_what_stands_is_reported_in_hindsight_where_that_is_reported() -> None:
    assert figures_after(decision(1, 0, Delta())).win_rates == (0.5, 0.5)
    assert figures_after(decision(1, 0, Delta(), Delta())).win_rates == (0.25, 0.75)
    assert figures_after(LED).win_rates == (0.9, 0.1)


@pytest.mark.parametrize(
    ("verdict", "by", "viewer", "sound"),
    [
        (fall(1, 0.5, 0.5), CHANCE, None, True),
        (fall(1, 0.5, 0.5), CHANCE, 0, False),
        (fall(1, 0.5, 0.5), 0, None, False),
        (fall(1, 0.5, 0.3, 0.2), CHANCE, None, False),
        (fall(1, 1e6, 0.5), CHANCE, None, False),
        (fall(1, float("nan"), 0.5), CHANCE, None, False),
        (decision(1, 0, Delta(), Delta()), 0, None, True),
        (decision(1, 0, Delta(), Delta()), 1, None, False),
        (decision(1, 0, Delta(), Delta()), 0, 0, False),
        (decision(1, 0, Delta()), 0, 0, True),
        (decision(1, 0, Delta()), 0, 1, False),
        (decision(1, 0, Delta()), 0, None, False),
        (decision(1, 0, Delta(lead=-1e6)), 0, 0, False),
        (decision(1, 0, Delta(0.5, -0.5)), 0, 0, False),
        (decision(1, 0, Delta(lead_error=-0.5)), 0, 0, False),
        (decision(1, 0, Delta(), choice=Delta(win_rate_error=-0.5)), 0, 0, False),
        (decision(1, 0, Delta(), candidates=(Candidate("pick 1", 0.5, -0.5, 0.0, 0.0, 9),)), 0, 0, False),
        (fall(1, 0.5, 0.5, errors=(0.0, -0.5)), CHANCE, None, False),
    ],
)
def test_whether_a_verdict_that_was_read_can_be_one(verdict: Verdict, by: int, viewer: int | None, sound: bool) -> None:
    assert is_consistent(verdict, by, viewer, 2) is sound


def test_a_verdict_in_words() -> None:
    """Shares are reported in hundredths of the win."""
    costly = Delta(0.123, 0.02, 3.44, 0.5)
    words = verdict_text(decision(1, 0, costly, Delta(0.05, 0.01)), NAMES)
    assert words == (
        "costs 12 ± 2 % of the win (3.4 ± 0.5 points) against pick 2; with full information 5 ± 1 %; move 2 of 3; "
        "now Anna 25, Bob 75 %"
    )
    noisy = verdict_text(decision(1, 0, Delta(-0.03, 0.02), rank=None), NAMES)
    assert (
        noisy == "costs -3 ± 2 % of the win (0.0 ± 0.0 points) against pick 2; not significant; now Anna 50, Bob 50 %"
    )
    best = decision(1, 0, Delta(), best="pick 1")
    only = decision(1, 0, Delta(), best="pick 1", legal=1)
    assert verdict_text(best, NAMES).startswith("the best move found; ")
    assert verdict_text(only, NAMES).startswith("the only move; ")


def test_luck_in_words_and_whose_it_was() -> None:
    lucky = ChanceVerdict(1, "draw", figures(0.6, 0.4), figures(0.5, 0.5), (Delta(0.1, 0.02), Delta(-0.1, 0.02)))
    assert verdict_text(lucky, NAMES) == "luck: Anna +10 ± 2, Bob -10 ± 2 % of the win; now Anna 60, Bob 40 %"
    assert luck_text(lucky, NAMES, gains=True) == "Anna +10 ± 2"
    assert luck_text(LED, NAMES, gains=True) == ""


def test_a_turn_and_the_judge_in_words() -> None:
    assert turn_text(Turn(2, (1,), (0,)), NAMES) == "the judge has Bob ahead now, no longer Anna"
    assert percent(0.049) == "5"
    session = Session.new("imhotep", ["Anna", "Bob"], seed=1)
    said = judge_text(summarize(session, AnalysisConfig(bot="mc", playouts=2000, horizon=1500), None, ()))
    assert "the bot mc finds" in said
    assert "judged by up to 2,000 playouts of likely moves for 1,500 events or to the end" in said
    assert "less than 2 of them is not significant" in said
    assert said.endswith("Signs: ?! 5 %, ? 10 %, ?? 20 % of the win or more, if significant.")


def test_no_number_is_minus_nothing() -> None:
    """-0.04 % and -0.04 points are nothing when they are rounded, and nothing has no sign `-`."""
    small = Delta(-0.0004, 0.0, -0.04, 0.0)
    assert (percent(small.win_rate), percent_lost(small), signed_percent(small)) == ("0", "0 ± 0", "+0 ± 0")
    assert rate_text(small) == "0.0 ± 0.0"
    assert [points_text(small), points_text(small, 0), points_text(small, 0, "+")] == ["0.0 ± 0.0", "0 ± 0", "+0 ± 0"]
    assert points_text(Delta(lead=-0.06)) == "-0.1 ± 0.0"


@pytest.mark.parametrize(
    ("loss", "error", "shown", "mark"),
    [
        (0.097, 0.02, "9.7 ± 2.0", "?!"),  # `?` begins at 10 %
        (0.046, 0.01, "4.6 ± 1.0", ""),  # `?!` begins at 5 %
        (0.1996, 0.02, "19.96 ± 2.00", "?"),  # 20.0 has the sign `??`
        (0.054, 0.026, "5.4 ± 2.6", "?!"),  # 5 is less than two errors of 3
        (0.064, 0.034, "6 ± 3", ""),  # 6 is not more than two errors of 3
        (0.026, 0.014, "2.6 ± 1.4", ""),  # 3 is more than two errors of 1
        (0.1, 0.02, "10 ± 2", "?"),
        (0.123, 0.02, "12 ± 2", "?"),
        (-0.097, 0.02, "-10 ± 2", ""),
        (0.0031, 0.0009, "0.3 ± 0.1", ""),  # significant, so it is not 0
        (-0.0004, 0.0, "-0.04 ± 0.00", ""),
        (0.0031, 0.002, "0 ± 0", ""),
        (0.0, 0.0, "0 ± 0", ""),
    ],
)
def test_a_cost_has_the_decimals_that_its_sign_needs(loss: float, error: float, shown: str, mark: str) -> None:
    change = Delta(loss, error)
    assert (cost_text(change), mark_for_loss(change)) == (shown, mark)


def test_no_cost_that_is_shown_contradicts_its_sign() -> None:
    """The rules are applied to the printed figures: 20, 10 and 5 %, and more than two errors."""
    for hundredths in range(-300, 2500, 7):
        for error in (0, 4, 49, 51, 146, 250, 349, 950):
            loss = Delta(hundredths / 10_000, error / 10_000)
            cost, _, spread = cost_text(loss).partition(" ± ")
            is_sure = float(cost) > 2 * float(spread)
            signs = [sign for sign, least in (("??", 20), ("?", 10), ("?!", 5)) if is_sure and float(cost) >= least]
            assert "".join(signs[:1]) == mark_for_loss(loss), f"{loss}: {cost} ± {spread}"
            assert loss.sure or not is_sure
            assert float(cost) or not loss.sure


def test_a_cost_near_a_limit_is_read_back_from_a_note_with_its_decimals() -> None:
    near = decision(3, 1, Delta(0.097, 0.02, 2.0, 0.5), Delta())
    read = read_verdict(verdict_text(near, NAMES), NAMES, near.mark)
    assert read is not None
    assert (read.cost, cost_percent(read.cost), read.mark) == (pytest.approx(0.097), "9.7", "?!")


def test_a_small_cost_that_is_significant_is_read_back_from_a_note() -> None:
    """`costs 0 ± 0 %` without `not significant` would contradict the list of costly decisions."""
    small = decision(3, 1, Delta(0.0031, 0.0009, 7.5, 1.5), Delta())
    read = read_verdict(verdict_text(small, NAMES), NAMES)
    assert read is not None
    assert (read.cost, cost_percent(read.cost)) == (pytest.approx(0.003), "0.3")


@pytest.mark.parametrize("cost", ["1.2.3", ".", "9."])
def test_a_cost_that_is_no_number_is_not_read(cost: str) -> None:
    text = f"costs {cost} ± 1 % of the win (1.0 ± 0.1 points) against pick 2; now Anna 40, Bob 60 %"
    read = read_verdict(text, NAMES)
    assert read is not None
    assert (read.best, read.cost) == ("", 0.0)


def test_a_verdict_is_read_back() -> None:
    """0.3 of the win with an error of 0.1 is 3 errors, 0.1 with that error is 1: the latter is not significant."""
    dear, doubtful = (decision(3, 1, Delta(loss, 0.1, 2.0, 0.5), Delta()) for loss in (0.3, 0.1))
    for verdict, best, cost in (
        (dear, "pick 2", 0.3),
        (doubtful, "pick 2", 0.0),
        (decision(3, 1, Delta(), best="pick 1"), "", 0.0),
        (decision(3, 1, Delta(0.3), best="pick 2 " * 400), "", 0.3),
        (fall(3, 0.9, 0.1), "", 0.0),
    ):
        read = read_verdict(verdict_text(verdict, NAMES), NAMES, "?")
        assert read is not None
        assert (read.best, read.cost, read.mark) == (best, cost, "?")
        assert read.win_rates == tuple(round(rate, 2) for rate in figures_after(verdict).win_rates)
    read = read_verdict(f"?! {verdict_text(dear, NAMES)}", NAMES)
    assert read is not None
    assert read.mark == "?!"


@pytest.mark.parametrize("text", ["", "now Anna 40, Bob 60 %", "costs; now Anna 40 %", "the end; now Ann 4, Bob 6 %"])
def test_another_text_is_no_verdict(text: str) -> None:
    assert read_verdict(text, NAMES) is None


def lucky(first: float, second: float, error: float = 0.01) -> ChanceVerdict:
    stand = figures(0.5, 0.5)
    return ChanceVerdict(1, "draw", stand, stand, (Delta(first, error), Delta(second, error)))


def test_who_played_better_and_who_was_luckier_in_one_sentence() -> None:
    """Differences of more than twice the sum of both errors count: 0.07 of 0.02 + 0.01, not 0.06."""
    clumsy, careful = decision(2, 1, Delta(0.12, 0.02)), decision(3, 0, Delta(0.05, 0.01))
    assert conclusion_text(story(lucky(0.2, -0.2), clumsy, careful)) == (
        "P0 played better (5 % of the win lost, against 12 %), "
        "and was luckier (+20 % of the win by chance, against -20 %)."
    )
    assert conclusion_text(story(lucky(-0.2, 0.2), clumsy, careful)) == (
        "P0 played better (5 % of the win lost, against 12 %), "
        "and P1 was luckier (+20 % of the win by chance, against -20 %)."
    )
    level = decision(2, 1, Delta(0.11, 0.02))
    assert conclusion_text(story(lucky(0.02, -0.02), level, careful)) == (
        "Nobody clearly played better, and nobody was clearly luckier."
    )


def test_of_three_one_played_best_if_better_than_each_other() -> None:
    losses = [decision(n, seat, Delta(loss, 0.01)) for n, (seat, loss) in enumerate(((0, 0.3), (1, 0.1), (2, 0.2)))]
    assert conclusion_text(story(*losses, seats=3)) == (
        "P1 played best (10 % of the win lost, against 30 % and 20 %), and nobody was clearly luckiest."
    )
    close = [*losses[:2], decision(4, 2, Delta(0.13, 0.01))]
    assert conclusion_text(story(*close, seats=3)).startswith("Nobody clearly played best, ")


def test_an_analysis_for_one_seat_compares_nobody() -> None:
    assert conclusion_text(story(decision(1, 0, Delta(0.1, 0.01)), viewer=0)) == ""
