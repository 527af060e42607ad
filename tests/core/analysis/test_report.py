"""The report of a game: what cost most and why, what chance decided, and its sums; by hand."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core import options_of_new_game
from kronika.core.analysis.decisions import Decision, Delta, EventToJudge, judge_event
from kronika.core.analysis.finding import no_op
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.reasons import LONGEST, _reasons, explain, reasons_among
from kronika.core.analysis.report import cost_sentence, draw_sentence, reason_sentence
from kronika.core.analysis.summary import PointsByRule, Reasons, costliest, is_sum, luckiest, read_analysis, summarize
from kronika.core.analysis.text import conclusion_text, cost_text
from kronika.core.basics.chance import Dice
from kronika.core.bots.playouts import Playouts
from kronika.core.contract.registry import game_names, get_game
from kronika.core.examples.example import read_examples, start_example
from kronika.core.sessions.session import Session
from kronika.logs.work.bulk import analyse_game
from support.verdicts import NAMES, decided, fall, story

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
