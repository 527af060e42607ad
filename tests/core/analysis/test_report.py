"""The report: what cost most and why, what chance decided, ratings, and the sums of several games; by hand."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core import options_of_new_game
from kronika.core.analysis import rating as ratings
from kronika.core.analysis.decisions import (
    ChanceVerdict,
    Decision,
    Delta,
    EventToJudge,
    Judgement,
    events_to_judge,
    judge_event,
    mark_for_loss,
)
from kronika.core.analysis.finding import no_op
from kronika.core.analysis.horizons import by_learned_values, default_horizon
from kronika.core.analysis.judge import LEARNED, AnalysisConfig, Figures
from kronika.core.analysis.rating import Scale, limits, limits_text, rating, scale_text, scales
from kronika.core.analysis.reasons import LONGEST, _reasons, explain, reasons_among
from kronika.core.analysis.report import cost_sentence, draw_sentence, reason_sentence
from kronika.core.analysis.summary import (
    Analysis,
    PointsByRule,
    Reasons,
    costliest,
    is_sum,
    luckiest,
    read_analysis,
    summarize,
)
from kronika.core.analysis.text import conclusion_text, cost_text
from kronika.core.analysis.together import add_up
from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import KronikaError
from kronika.core.bots.driver import play_out
from kronika.core.bots.learned import learned_values
from kronika.core.bots.lookup import find_bot
from kronika.core.bots.playouts import Playouts
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import game_names, get_game
from kronika.core.examples.example import read_examples, start_example
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.logs.work.bulk import analyse_game
from support.playouts import ROOT

NAMES = ("Anna", "Bob")
TIDES_HORIZON = default_horizon(get_game("tides"))
LEVEL = Figures((0.5, 0.5), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))


def decided(n: int, seat: int, loss: float, error: float = 0.01, **more: Any) -> Decision:
    one = Judgement(LEVEL, LEVEL, Delta(loss, error, 20 * loss, 1.0))
    fields: dict[str, Any] = {"move": "pick 1", "legal": 3, "rank": 2, "best": "pick 2", "hindsight": one}
    return Decision(n, seat, **fields | {"skill": one, "mark": mark_for_loss(one.loss)} | more)


def fall(n: int, luck: float, error: float = 0.01) -> ChanceVerdict:
    return ChanceVerdict(n, "draw", LEVEL, LEVEL, (Delta(luck, error, 9 * luck), Delta(-luck, error, -9 * luck)))


def story(*verdicts: Decision | ChanceVerdict) -> Analysis:
    return summarize(Session.new("tides", NAMES, seed=1), AnalysisConfig(), None, verdicts)


# -- what cost most, and what chance decided ---------------------------------------------------------------------------


def test_the_costliest_decisions_of_all_players_come_first_and_noise_does_not() -> None:
    losses = [(0, 0.1, 0.01), (1, 0.3, 0.01), (0, 0.9, 0.5), (1, 0.2, 0.01), (0, 0.05, 0.01), (0, -0.4, 0.01)]
    found = story(*(decided(n, *one) for n, one in enumerate(losses, 1)))
    assert [one.record for one in costliest(found)] == [2, 4, 1]


def test_the_draws_that_moved_most_come_first_for_good_or_ill() -> None:
    found = story(fall(1, 0.1), fall(2, -0.2), fall(3, 0.9, 0.5), fall(4, 0.05), fall(5, 0.15))
    assert [one.record for one in luckiest(found)] == [2, 5, 1]


def test_a_draw_that_moved_little_has_decided_nothing() -> None:
    """As a cost, a luck counts from 5 % on, the limit of the smallest sign; and only if it is significant."""
    found = story(fall(1, 0.049), fall(2, 0.05), fall(3, -0.02), fall(4, 0.3, 0.16))
    assert [one.record for one in luckiest(found)] == [2]
    assert luckiest(story(fall(3, -0.02))) == []


def test_a_luck_is_significant_as_it_is_shown() -> None:
    """2.4 is more than two errors of 1.1, and 2 is not of 1; so 12.4 of 6.1, and 12 not of 6. Bob's 3 is not of 2."""
    draw = replace(fall(1, 0), luck=(Delta(-0.024, 0.011), Delta(0.03, 0.02), Delta(0.124, 0.061)))
    assert draw_sentence(draw, (*NAMES, "Eva")) == "draw: Anna -2.4 ± 1.1 and Eva +12.4 ± 6.1 % of the win"
    cost = decided(1, 1, 0.024, 0.011)
    assert cost_text(cost.skill.loss) == "2.4 ± 1.1"


def test_a_costly_decision_in_words() -> None:
    """0.27 with an error of 0.02: 1.96 errors to either side are 0.23 and 0.31."""
    assert cost_sentence(decided(1, 1, 0.27, 0.02, mark="??"), NAMES) == (
        "Bob: pick 1 ??. Better: pick 2. It cost 27 % of the win (23 to 31 in 95 %) and 5.4 points."
    )
    assert draw_sentence(fall(1, 0.08, 0.02), NAMES) == "draw: Anna +8 ± 2 and Bob -8 ± 2 % of the win"


def test_a_cost_near_a_limit_of_a_sign_has_a_decimal() -> None:
    """0.097 with an error of 0.02: 1.96 errors to either side are 0.0578 and 0.1362. `?` begins at 0.1."""
    assert cost_sentence(decided(1, 1, 0.097, 0.02, mark="?!"), NAMES) == (
        "Bob: pick 1 ?!. Better: pick 2. It cost 9.7 % of the win (5.8 to 13.6 in 95 %) and 1.9 points."
    )


def test_a_small_cost_is_not_rounded_to_nothing_and_points_may_be_gained() -> None:
    """0.004 with an error of 0.001: 1.96 errors to either side are 0.00204 and 0.00596."""
    small = decided(1, 1, 0.004, 0.001)
    judged = replace(small.skill, loss=replace(small.skill.loss, lead=-4.23))
    assert cost_sentence(replace(small, skill=judged), NAMES) == (
        "Bob: pick 1. Better: pick 2. It cost 0.4 % of the win (0.2 to 0.6 in 95 %) and gained 4.2 points."
    )
    none = replace(small, skill=replace(small.skill, loss=Delta(0.27, 0.02, -0.04)))
    assert cost_sentence(none, NAMES).endswith("(23 to 31 in 95 %) and 0.0 points.")
    assert draw_sentence(fall(1, 0.004, 0.001), NAMES) == "draw: Anna +0.4 ± 0.1 and Bob -0.4 ± 0.1 % of the win"


def test_nobody_played_better_if_somebody_had_no_choice() -> None:
    forced = decided(1, 0, 0.0, 0.0, legal=1)
    assert conclusion_text(story(forced, decided(2, 1, 0.3))).startswith("Nobody clearly played better")
    assert conclusion_text(story(decided(2, 1, 0.3))).startswith("Nobody clearly played better")
    assert conclusion_text(story(decided(1, 0, 0.0, 0.0), decided(2, 1, 0.3))).startswith("Anna played better (0 %")


def test_nobody_played_better_or_was_luckier_by_less_than_is_shown() -> None:
    """0.4 % without an error, as exact judges give it, is `0 %` of the win, as nothing is."""
    close = story(decided(1, 0, 0.0, 0.0), decided(2, 1, 0.004, 0.0), fall(3, 0.004, 0.0))
    assert conclusion_text(close) == "Nobody clearly played better, and nobody was clearly luckier."


def test_the_reasons_in_words() -> None:
    one = decided(1, 1, 0.27)
    points = (PointsByRule(1, "round 2", "TT-4.5", 7.3, 0.5), PointsByRule(0, "round 2", "TT-4.7", -2.2, 0.4))
    said = "Why: after pick 2, Bob has 7.3 ± 0.5 points more for round 2 (TT-4.5) and Anna has 2.2 ± 0.4 points fewer"
    found = story(one)
    assert reason_sentence(found, one) == ""
    explained = replace(found, reasons=(Reasons(1, 100, points),))
    assert reason_sentence(explained, one) == f"{said} for round 2 (TT-4.7), in 100 playouts to the end."
    nothing = replace(found, reasons=(Reasons(1, 100, ()),))
    assert reason_sentence(nothing, one) == "Why: no rule alone, in 100 playouts to the end."


def last_pick() -> Session:
    """Bob may pick 13 or 17, and it is the last card of the game; `blunders.toml` has the reckoning."""
    examples = read_examples(Path(__file__).with_name("blunders.toml").read_text(encoding="utf-8"))
    return start_example(next(one for one in examples if one.id == "TT-b"), get_game("tides"))


def test_reasons_are_the_points_by_rule_that_the_better_move_ends_with() -> None:
    """With 13 Bob has 57 points, with 17 he has 40, whatever Anna does.

    It is a temple and gives gardens: 7 and 7 for majorities (TT-4.5), and a second temple for 3 (TT-4.6). The playouts
    are those of a seat: they are the same whatever it may not know.
    """
    session = last_pick()
    wrong, right = (session.read(f"Bob: pick {card}")[1] for card in (17, 13))
    unit = EventToJudge("tides", NAMES, None, AnalysisConfig(), 1, 1, session.state, 1, wrong)
    verdict = decided(1, 1, 0.3, move="pick 17", best="pick 13")
    found = _reasons(unit, verdict, no_op)
    assert {(one.seat, one.part, one.rule): (one.points, one.error) for one in found.points} == {
        (1, "round 3", "TT-4.5"): (14, 0),
        (1, "round 3", "TT-4.6"): (3, 0),
    }
    assert found == _reasons(replace(unit, before=session.game.redeal(session.state, 1, Dice(4))), verdict, no_op)
    same = _reasons(replace(unit, do=right), decided(1, 1, 0.0, move="pick 13", best="pick 13"), no_op)
    assert same.points == (), "two equal moves lead to the same points"


def test_a_reason_is_no_noise_of_one_rule_among_forty() -> None:
    """2.9 standard errors are none; of more than three reasons the greatest are named."""
    points = [PointsByRule(0, "past", f"AK-{n}", float(n), n / 2.9 if n == 5 else n / 3.1) for n in range(1, 6)]
    assert [one.rule for one in reasons_among(points, [1])] == ["AK-4", "AK-3", "AK-2"]


def test_points_for_the_rivals_alone_are_no_reason() -> None:
    """More for a rival, or fewer for oneself or a partner, speaks against the better move."""
    rival, own, partner = (
        PointsByRule(seat, "past", "AK-7.3", sign, 0.0) for seat, sign in ((1, 3.0), (0, -2), (2, -1))
    )
    assert reasons_among([rival, own, partner], [1, 3]) == ()
    for for_it in (replace(rival, points=-3.0), replace(own, points=2.0), replace(partner, points=1.0)):
        named = reasons_among([rival, for_it], [1, 3])
        assert {*named} >= {for_it, rival}, "with one that speaks for it, others are named, too"


# -- sums of a game ----------------------------------------------------------------------------------------------------


def played(decisions: int) -> Session:
    session = Session.new(get_game("tides"), NAMES, seed=5)
    session.resolve_chance()
    for number in range(decisions):
        seat = session.actors[0]
        session.do(seat, session.game.pick(session.state, seat, Dice(2, number)))
        session.resolve_chance()
    return session


@pytest.mark.parametrize("name", game_names())
def test_playouts_to_the_end_reach_the_end_with_the_most_players(name: str) -> None:
    game = get_game(name)
    start = game.setup(options_of_new_game(game, {}), game.seats[1])
    for number in range(2):
        assert game.result(Playouts(game, start).played_on(start, LONGEST, Dice("end", number))) is not None


def test_shares_add_up_to_the_whole() -> None:
    found = analyse_game(played(9), AnalysisConfig(bot="mcts:2", playouts=2))
    for tally in found.tallies:
        for by, whole in (("third", tally.choices), ("action", tally.choices)):
            parts = [share for share in tally.parts if share.by == by]
            assert sum(share.decisions for share in parts) == whole > 0
            assert sum(share.skill.win_rate for share in parts) == pytest.approx(tally.skill.win_rate, abs=0.001)
        assert tally.luck is not None
        luck = sum(share.luck.win_rate for share in tally.parts if share.luck)
        assert luck == pytest.approx(tally.luck.win_rate, abs=0.001)


def test_an_analysis_is_still_that_of_its_game_when_notes_are_added_or_it_goes_on() -> None:
    session = played(4)
    found = analyse_game(session, AnalysisConfig(bot="mcts:2", playouts=2))
    session.note("well played")
    assert is_sum(found, session, None)
    session.do(session.actors[0], session.game.actions(session.state, session.actors[0])[0])
    assert is_sum(found, session, None)


def test_a_third_of_a_game_is_one_of_what_was_judged() -> None:
    """Records 11 to 16: two each. Thirds of records 2 and 9 alone are the first and the last."""
    found = story(*(decided(n, 0, 0.1 * (n - 10)) for n in range(11, 17)))
    thirds = [part.skill.win_rate for part in found.tallies[0].parts if part.by == "third"]
    assert thirds == pytest.approx([0.3, 0.7, 1.1])
    few = story(decided(2, 0, 0.1), decided(9, 0, 0.2))
    assert [part.decisions for part in few.tallies[0].parts if part.by == "third"] == [1, 0, 1]


def test_candidates_are_ranked_and_the_played_move_is_among_those_of_the_search() -> None:
    session = last_pick()
    config, (seat, do) = AnalysisConfig(bot="mcts:10", playouts=20), session.read("Bob: pick 17")
    unit = EventToJudge("tides", NAMES, None, config, 1, 1, session.state, seat, do)
    found = judge_event(unit)
    assert isinstance(found, Decision)
    assert {one.move for one in found.candidates} == {"pick 13", "pick 17"}
    assert found.candidates[0].move == found.best == "pick 13"
    assert found.candidates[0].playouts <= 10, "half of the playouts at most"
    assert found.action == "pick"


def test_an_analysis_is_read_back_and_one_that_was_changed_is_none() -> None:
    session = played(4)
    found = analyse_game(session, AnalysisConfig(bot="mcts:2", playouts=2))
    assert found == explain(session, replace(found, reasons=()))
    read = read_analysis(msgspec.json.encode(found))
    assert read == found
    assert is_sum(read, session, None)
    assert is_sum(replace(read, judge="tides 1, kronika 9.9", horizon=99), session, None), "another version judged it"
    for wrong in (
        replace(read, analysis=2),
        replace(read, tallies=read.tallies[::-1]),
        replace(read, reasons=(Reasons(99, 100, ()),)),
        replace(read, reasons=(*read.reasons, *read.reasons)),
    ):
        assert wrong == read or not is_sum(wrong, session, None)


def test_an_analysis_for_a_seat_is_none_of_a_game_in_which_another_seat_moved_otherwise() -> None:
    """The numbers of events and Bob's moves are the same, so only what Bob saw tells one game from the other."""
    one, other = (Session.new("tides", NAMES, seed=7) for _ in range(2))
    for session, first in ((one, 9), (other, 14)):
        session.resolve_chance()
        for move in (f"Anna: pick {first}", "Bob: pick 15", "Anna: pick 10", "Bob: pick 8"):
            session.play(move)
    found = summarize(one, AnalysisConfig(), 1, [decided(5, 1, 0.1, hindsight=None)])
    assert is_sum(found, one, 1)
    assert not is_sum(found, other, 1)
    assert is_sum(replace(found, story=""), other, 1), "an older program did not say it"
    one.play("Anna: pick 6")
    assert is_sum(found, one, 1), "the game goes on"


# -- ratings -----------------------------------------------------------------------------------------------------------


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
    ("rate", "error", "said"),
    [
        (0.0389, 0.0, "experienced"),
        (0.0411, 0.0, "beginner"),
        (0.04, 0.01, "not sure"),
    ],
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


# -- several games -----------------------------------------------------------------------------------------------------


def test_analyses_are_added_up_by_player() -> None:
    """Losses of 0.1 and 0.3 in two decisions with a choice, and lucks of 0.2 and -0.05; errors add up as squares."""
    one = story(fall(1, 0.2, 0.03), decided(2, 0, 0.1, 0.03))
    two = story(fall(1, -0.05, 0.04), decided(2, 0, 0.3, 0.04, move="pick 3"), decided(3, 0, 0.0, 0.0, legal=1))
    anna, bob = add_up({"a": one, "b": two})
    assert (anna.player, anna.games, anna.choices) == ("Anna", 2, 2)
    assert (anna.skill.win_rate, anna.skill.win_rate_error) == (0.4, 0.05)
    assert (anna.error_rate.win_rate, anna.error_rate.win_rate_error) == (0.2, 0.025)
    assert anna.luck is not None
    assert (anna.luck.win_rate, anna.luck.win_rate_error, anna.luck.lead) == (0.15, 0.05, 1.35)
    assert (bob.choices, bob.error_rate, bob.rating) == (0, Delta(), "")


def test_games_of_other_options_or_numbers_of_seats_are_not_added_up() -> None:
    """Anna lost 0.1, 0.3 and 0.5 in three kinds of game; each has a rating of its own, if it has a scale."""
    one = story(decided(1, 0, 0.1), decided(2, 1, 0.2))
    other = replace(story(decided(1, 0, 0.3, move="pick 4")), options={"order": "any", "cards": 2})
    same = replace(story(decided(1, 0, 0.1, move="pick 5")), options={"cards": 2, "order": "any"})
    unsaid = replace(story(decided(1, 0, 0.5, move="pick 6")), options=None)
    thirds = Figures((0.4, 0.3, 0.3), *[(0.0, 0.0, 0.0)] * 3)
    at_three = Judgement(thirds, thirds, Delta(0.7, 0.01))
    three = summarize(
        Session.new("imhotep", ["Anna", "Bob", "Cyril"], seed=1),
        AnalysisConfig(),
        None,
        [decided(1, 0, 0.7, skill=at_three, hindsight=at_three)],
    )
    found = add_up({"a": one, "b": other, "c": same, "d": unsaid, "e": three})
    sums = {(each.game, each.seats, str(each.options)): each for each in found if each.player == "Anna"}
    options = str({"order": "any", "cards": 2})
    assert {kind: (each.games, each.skill.win_rate) for kind, each in sums.items()} == {
        ("tides", 2, "{}"): (1, 0.1),
        ("tides", 2, options): (2, 0.4),
        ("tides", 2, "None"): (1, 0.5),
        ("imhotep", 3, "{}"): (1, 0.7),
    }
    assert sums["tides", 2, "{}"].rating == add_up({"a": one})[0].rating
    assert sums["tides", 2, options].rating == ""


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"config": AnalysisConfig(bot="mcts:9")}, "another bot (mcts:9) than a (mcts:200)"),
        ({"config": AnalysisConfig(playouts=9)}, "another playouts (9) than a (400)"),
        ({"horizon": 99}, f"another horizon (99) than a ({TIDES_HORIZON})"),
        ({"judge": "tides 1, kronika 9"}, "another judge (tides 1, kronika 9) than a (tides 1, kronika"),
        ({"analysis": 2}, "an older program judged this"),
    ],
)
def test_analyses_that_were_judged_otherwise_are_not_added_up(changed: dict[str, Any], what: str) -> None:
    one = story(decided(1, 0, 0.1))
    with pytest.raises(KronikaError) as refused:
        add_up({"a": one, "b": replace(one, **changed)})
    assert str(refused.value).startswith("b: ")
    assert what in str(refused.value)


@pytest.mark.parametrize(
    "changed",
    [
        *({"skill": wrong} for wrong in (Delta(1e300), Delta(float("nan")), Delta(lead=float("inf")), Delta(-0.5))),
        *({"choices": wrong} for wrong in (-1, 2, 10**400)),
        {"player": "bob"},
        {"seat": 9},
    ],
)
def test_sums_other_than_those_of_the_verdicts_are_refused(changed: dict[str, Any]) -> None:
    one = story(decided(1, 0, 0.1))
    with pytest.raises(KronikaError, match="a: is not an analysis: its sums are not those of its verdicts"):
        add_up({"a": replace(one, tallies=(replace(one.tallies[0], **changed), one.tallies[1]))})


@pytest.mark.parametrize(
    "changed",
    [
        {"verdicts": (decided(2, 0, 0.1), decided(1, 0, 0.1))},
        {"verdicts": (decided(1, 7, 0.1),)},
        {"verdicts": (replace(fall(1, 0.1), luck=(Delta(),)),)},
        {"verdicts": (decided(1, 0, 1e300),)},
        *({"verdicts": (decided(1, 0, 0.1, choice=wrong),)} for wrong in (Delta(0.0, 1e300), Delta(lead_error=1e155))),
        {"verdicts": (decided(1, 0, 1e200), decided(2, 0, -1e200))},
        {"verdicts": (decided(1, 0, 0.1, -0.01),)},
        {"verdicts": (decided(1, 0, 0.1, mark=""),)},
        {"verdicts": (replace(fall(1, 0.1), actual=replace(LEVEL, win_rates=(0.5,))),)},
        {"verdicts": (replace(fall(1, 0.1), actual=replace(LEVEL, win_rates=(1e300, 0.5))),)},
        {"tallies": ()},
        {"players": ()},
        {"players": ("Anna", "anna")},
        {"viewer": 7},
    ],
)
def test_verdicts_that_no_game_has_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(KronikaError, match="a: is not an analysis"):
        add_up({"a": replace(story(decided(1, 0, 0.1)), **changed)})


def test_a_game_is_added_up_once_also_if_it_was_judged_with_another_seed() -> None:
    """Twice the same figures would halve the errors."""
    one = story(decided(1, 0, 0.1), decided(2, 1, 0.1, move="pick 3"))
    again = replace(story(decided(1, 0, 0.2), decided(2, 1, 0.3, move="pick 3")), config=AnalysisConfig(seed=2))
    with pytest.raises(KronikaError, match="b: is of the same game as a: Anna made the same moves"):
        add_up({"a": one, "b": again})
    other = story(decided(1, 0, 0.1, move="pick 2"), decided(2, 1, 0.1, move="pick 4"))
    assert [found.games for found in add_up({"a": one, "b": other})] == [2, 2]


def test_games_with_other_deals_are_two_games_also_if_a_player_made_the_same_moves() -> None:
    """Two games that were abandoned after one move each; each of them twice is refused."""
    one, other = (story(replace(fall(1, 0.1), move=dealt), decided(2, 0, 0.1)) for dealt in ("deal 1 2", "deal 1 3"))
    assert [found.games for found in add_up({"a": one, "b": other})] == [2, 2]
    for again in (one, other):
        with pytest.raises(KronikaError, match=r"c: is of the same game as [ab]: Anna made the same moves"):
            add_up({"a": one, "b": other, "c": again})


@pytest.mark.parametrize("form", [0, 9])
def test_an_analysis_of_an_unknown_form_is_not_added_up(form: int) -> None:
    with pytest.raises(KronikaError, match=f"a: is an analysis of form {form}; this Kronika adds up those of form 3"):
        add_up({"a": replace(story(decided(1, 0, 0.1)), analysis=form)})


def test_the_page_has_the_scale_of_the_ratings() -> None:
    page = (ROOT / "docs" / "analyse.md").read_text(encoding="utf-8").partition("## How good a player is")[2]
    for name, scale in scales().items():
        found = [f" {100 * rate:.1f} ± {100 * error:.1f} |" for rate, error in scale.rates.values()]
        row = next(
            line for line in page.splitlines() if line.startswith(f"| {get_game(name).title} |") and "up to" in line
        )
        assert all(part in row for part in found)
        assert row.endswith(f"| {limits_text(name)} |")
