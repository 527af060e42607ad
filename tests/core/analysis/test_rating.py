"""Ratings in words: their scale, and the analyses that it holds for; by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from kronika.core.analysis import rating as ratings
from kronika.core.analysis.decisions import Delta, events_to_judge
from kronika.core.analysis.horizons import by_learned_values, default_horizon
from kronika.core.analysis.judge import LEARNED, AnalysisConfig
from kronika.core.analysis.rating import Scale, limits, limits_text, rating, scale_text, scales
from kronika.core.analysis.summary import Analysis, is_sum, summarize
from kronika.core.bots.driver import play_out
from kronika.core.bots.learned import learned_values
from kronika.core.bots.lookup import find_bot
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from support.playouts import ROOT
from support.verdicts import NAMES, TIDES_HORIZON, decided, fall, story


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """1, 3 and 7 %: strong up to 2, casual up to 5."""
    scale = Scale(TIDES_HORIZON, "", {"mcts:50": (0.01, 0.001), "greedy": (0.03, 0.001), "random": (0.07, 0.001)})
    monkeypatch.setattr(ratings, "scales", lambda: {"tides": scale})


def whole() -> Analysis:
    return replace(story(), whole=True)


def each(rate: float, error: float = 0.0) -> list[Delta]:
    """400 decisions that cost the same: their scatter is 0, and one costly decision in all would be 0.2 / 400."""
    return 400 * [Delta(rate, 20 * error)]


@pytest.mark.usefixtures("rates")
@pytest.mark.parametrize(
    ("rate", "error", "said"),
    [
        (0.0, 0.0, "strong"),
        (0.0189, 0.0, "strong"),  # ± 0.001, since a costly decision may be unseen
        (0.0191, 0.0, "strong to casual"),
        (0.0211, 0.0, "casual"),
        (0.0489, 0.0, "casual"),
        (0.0511, 0.0, "beginner"),
        (0.03, 0.004, "casual"),  # 0.022 to 0.038
        (0.03, 0.006, "strong to casual"),  # 0.018 to 0.042
        (0.03, 0.02, "not sure"),
    ],
)
def test_a_player_is_rated_by_the_nearest_bot_and_a_doubt_is_named(rate: float, error: float, said: str) -> None:
    assert limits("tides") == pytest.approx([0.02, 0.05])
    assert rating([whole()], each(rate, error)) == said


@pytest.mark.usefixtures("rates")
@pytest.mark.parametrize(
    ("losses", "said"),
    [
        ([], ""),
        (2 * [0.0], "not sure"),  # one loss of 0.2 in 2 is 0.1: up to 0.2
        (15 * [0.0], "strong to casual"),  # 0.2 in 15: up to 0.027
        (21 * [0.0], "strong"),  # 0.2 in 21: up to 0.019
        (90 * [0.0] + 10 * [0.3], "strong to casual"),  # mean 0.03, variance 0.009 - 0.0009, error 0.0090
        (360 * [0.0] + 40 * [0.3], "casual"),  # error 0.0045: 0.021 to 0.039
    ],
)
def test_a_rating_is_no_surer_than_the_decisions_are_many_and_alike(losses: list[float], said: str) -> None:
    """Their playouts are exact here; a bot that plays at random may still have lost nothing in two decisions."""
    assert rating([whole()], [Delta(loss) for loss in losses]) == said


@pytest.mark.parametrize(
    ("rate", "error", "said"), [(0.0389, 0.0, "experienced"), (0.0411, 0.0, "beginner"), (0.04, 0.01, "not sure")]
)
def test_a_scale_of_two_bots_does_not_tell_who_is_strong(
    rate: float, error: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scale = Scale(TIDES_HORIZON, "", {"greedy": (0.01, 0.001), "random": (0.07, 0.001)})
    monkeypatch.setattr(ratings, "scales", lambda: {"tides": scale})
    assert rating([whole()], each(rate, error)) == said
    assert scale_text([whole()]) == (
        "Rating by what a decision with a choice costs: experienced up to 4.0 %. Bots with two seats: greedy 1.0 and "
        "random 7.0 %."
    )


@pytest.mark.usefixtures("rates")
def test_the_scale_holds_for_the_default_configuration_alone() -> None:
    assert rating([replace(whole(), config=AnalysisConfig(seed=7))], each(0.1)) == "beginner"
    for config in (AnalysisConfig(bot="mcts:100"), AnalysisConfig(playouts=100), AnalysisConfig(horizon=TIDES_HORIZON)):
        unrated(replace(whole(), config=config), "the default configuration")
    other = replace(whole(), game="viceroy")
    assert rating([other], each(0.1)) == ""
    assert "were not measured" in scale_text([other])
    assert scale_text([whole()]) == (
        "Rating by what a decision with a choice costs: strong up to 2.0 %, casual up to 5.0 %. Bots with two seats: "
        "mcts:50 1.0, greedy 3.0 and random 7.0 %."
    )


def unrated(found: Analysis, why: str) -> None:
    """The scale does not hold for an analysis, nor for another one that is added to it."""
    for several in ([found], [found, whole()], [whole(), found]):
        assert rating(several, each(0.1)) == ""
        assert scale_text(several).startswith(f"No rating: its scale holds for {why}. There a decision ")


@pytest.mark.usefixtures("rates")
def test_players_at_tables_of_three_and_four_get_no_rating_by_a_scale_of_two() -> None:
    for names in (["Anna", "Bob", "Cleo"], ["Anna", "Bob", "Cleo", "Dan"]):
        unrated(replace(whole(), players=tuple(names)), "two seats")


@pytest.mark.usefixtures("rates")
def test_a_part_of_a_game_gets_no_rating() -> None:
    """A game that is decided costs nobody anything. An analysis that does not say whether it is whole is not rated."""
    over = Session.new("tides", NAMES, seed=3)
    play_out(over, {seat: find_bot("random") for seat in (0, 1)})
    events = events_to_judge(over, AnalysisConfig(), None)
    verdicts = [fall(one.n, 0.0) if one.by == CHANCE else decided(one.n, one.by, 0.0) for one in events]
    entire = summarize(over, AnalysisConfig(), None, verdicts)
    assert entire.whole
    assert rating([entire], each(0.1)) == "beginner"
    late, early = summarize(over, AnalysisConfig(), None, verdicts[9:]), summarize(over, AnalysisConfig(), None, ())
    running = story()
    for part in (late, early, running, replace(entire, whole=None)):
        assert not part.whole
        unrated(part, "whole games")
    assert is_sum(late, over, None)
    assert is_sum(entire, over, None)
    assert not is_sum(replace(late, whole=True), over, None)


def test_a_game_that_ends_early_is_whole_and_an_analysis_from_before_stays_valid() -> None:
    one = Session.new("tides", NAMES, seed=3)
    units = events_to_judge(one, AnalysisConfig(), None)
    verdicts = [fall(unit.n, 0.0) for unit in units]
    before = summarize(one, AnalysisConfig(), None, verdicts)
    one.set(ending=Ending("agreed", winners=(0, 1)))
    assert (before.whole, summarize(one, AnalysisConfig(), None, verdicts).whole) == (False, True)
    assert is_sum(before, one, None)


@pytest.mark.usefixtures("rates")
def test_a_game_with_other_options_gets_no_rating() -> None:
    """Options of the game, by hand: `zero_tie` is `win` in a new game. An analysis that does not say them is not rated.

    A log that does not name `singles_use_doubled` means true, and a new game has false.
    """
    other = Session.new("tides", NAMES, seed=1, options={"zero_tie": "need_one"})
    found = summarize(other, AnalysisConfig(), None, ())
    assert found.options == {"zero_tie": "need_one"}
    assert is_sum(found, other, None)
    assert is_sum(replace(found, options=None), other, None)
    assert not is_sum(replace(found, options={}), other, None)
    older = Session(other.game, replace(other.header, options={}))
    for none in (found, replace(found, options=None), summarize(older, AnalysisConfig(), None, ())):
        unrated(none, "the default options of the game")
    assert whole().options == {}


@pytest.mark.usefixtures("rates")
def test_a_judge_other_than_that_of_the_scale_gives_no_rating() -> None:
    """An older program, which did not say how it judged; another version; learned values; another horizon."""
    now = whole()
    judges = ({"horizon": None, "judge": ""}, {"judge": "tides 1, kronika 0.1"}, {"judge": f"{now.judge}{LEARNED} 1f"})
    for other in (*judges, {"horizon": 99}, {"analysis": 2, "horizon": None, "judge": ""}):
        unrated(replace(now, **other), "the judge that it was measured with, and another one judged this")


def test_a_scale_is_void_once_the_weights_change(monkeypatch: pytest.MonkeyPatch) -> None:
    scale = Scale(
        TIDES_HORIZON, "00000000", {"mcts:50": (0.01, 0.001), "greedy": (0.03, 0.001), "random": (0.07, 0.001)}
    )
    monkeypatch.setattr(ratings, "scales", lambda: {"tides": scale})
    unrated(whole(), "the judge that it was measured with, and another one judged this")


def test_the_scales_are_those_of_the_judges_of_this_program() -> None:
    """If this fails, horizons or weights have changed: measure the error rates again."""
    for game, scale in scales().items():
        played = get_game(game)
        values = learned_values(played) if by_learned_values(played) else None
        assert (scale.horizon, scale.weights) == (default_horizon(played), values.digest if values else "")


def test_bots_that_were_measured_lose_less_the_better_they_are() -> None:
    """Each clearly less than the next: by more than one standard error of the difference."""
    for scale in scales().values():
        assert [*scale.rates] in [
            [best, *others] for best in ("mcts:50", "value") for others in (["greedy", "random"], ["random"])
        ]
        for (better, error), (worse, other) in pairwise(scale.rates.values()):
            assert worse - better > (error**2 + other**2) ** 0.5


def test_the_page_has_the_scale_of_the_ratings() -> None:
    page = (ROOT / "docs" / "analyse.md").read_text(encoding="utf-8").partition("## How good a player is")[2]
    for name, scale in scales().items():
        found = [f" {100 * rate:.1f} ± {100 * error:.1f} |" for rate, error in scale.rates.values()]
        row = next(
            line for line in page.splitlines() if line.startswith(f"| {get_game(name).title} |") and "up to" in line
        )
        assert all(part in row for part in found)
        assert row.endswith(f"| {limits_text(name)} |")
