"""The sums of several games, and the analyses that are not added up; by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.analysis.decisions import Delta, Judgement
from kronika.core.analysis.judge import AnalysisConfig, Figures
from kronika.core.analysis.summary import summarize
from kronika.core.analysis.together import add_up
from kronika.core.basics.errors import KronikaError
from kronika.core.sessions.session import Session
from support.verdicts import LEVEL, TIDES_HORIZON, decided, fall, story


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
