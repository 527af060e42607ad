"""Every open question carries its figure, or the reason why there is none."""

from __future__ import annotations

import re

import pytest

from kronika.core import game_names, get_game
from kronika.core.contract.event_query import EventQuery
from kronika.core.contract.options import new_game_options, options_of, read_options
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.event_matcher import EventMatcher
from kronika.core.rulebook.spec import Rule, RulingEffect, figure_in, rules_of, ruling_effects, spec_text
from support.logs import duel_game
from support.open_questions import GAMES, basis, comes_up, figure, figures, times_met, with_figure

SHIPPED = [game for name in game_names() if type(game := get_game(name)).__module__.startswith("kronika.")]
READINGS = [(game, number) for game in SHIPPED for number, reading in ruling_effects(game).items() if reading.other]
MET = [(game, number) for game in SHIPPED for number, reading in ruling_effects(game).items() if reading.met]


def rule(game: AnyGame, number: str) -> Rule:
    return next(rule for rule in rules_of(game) if rule.number == number)


def questions(game: AnyGame) -> set[str]:
    """The numbers of the open questions, and of the rulings that stand on a low basis and are none of these."""
    return {
        one.number
        for one in rules_of(game)
        if one.number.startswith("OQ-")
        or (
            "| basis |" in spec_text(game)
            and re.search(rf"^\| \*\*{one.number}\*\* \|.*\|[^|]*\blow\b[^|]*\|$", spec_text(game), re.M)
        )
    }


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_every_question_that_an_option_answers_has_a_reading(game: AnyGame) -> None:
    """An option says in its description which question or ruling it answers otherwise."""
    answered = {number for option in options_of(game) for number in re.findall(r"\b(?:OQ|R)-\d+\b", option.meaning)}
    assert {number for number, reading in ruling_effects(game).items() if reading.other} == answered


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_every_question_has_one_of_another_answer_events_or_a_reason(game: AnyGame) -> None:
    assert questions(game) <= set(ruling_effects(game)) <= {one.number for one in rules_of(game)}
    for number, reading in ruling_effects(game).items():
        assert [bool(reading.other), bool(reading.met), bool(reading.none)].count(True) == 1, number
        assert not reading.none or f"No figure: {reading.none}." in rule(game, number).line


def test_there_are_n_questions() -> None:
    """Counted in the SPECs by hand: what is left out by a slip would not be missed above."""
    numbers = {game.name: len([one for one in questions(game) if one.startswith("OQ-")]) for game in SHIPPED}
    assert numbers == {"ancient_knowledge": 32, "imhotep": 9, "tides": 6, "tigris": 13, "viceroy": 8}
    viceroy = get_game("viceroy")
    assert len([one for one in questions(viceroy) if one.startswith("R-")]) == 30


@pytest.mark.parametrize(("game", "number"), READINGS, ids=lambda one: getattr(one, "name", one))
def test_every_reading_has_its_figure_of_these_rules(game: AnyGame, number: str) -> None:
    said = figure_in(rule(game, number))
    assert f"of {GAMES:,} random games" in said
    assert said.endswith(f"{basis(game)}.")
    for name in ruling_effects(game)[number].other:
        assert f"by {name} = " in said


@pytest.mark.parametrize(("game", "number"), READINGS, ids=lambda one: getattr(one, "name", one))
def test_a_reading_is_another_one_than_that_of_a_new_game(game: AnyGame, number: str) -> None:
    reading = ruling_effects(game)[number]
    begun = new_game_options(game, reading.given)
    other = read_options(game, {**reading.given, **reading.other})
    for name in reading.other:
        assert getattr(other, name) != getattr(begun, name)
    assert set(reading.seats) <= set(range(game.seats[0], game.seats[1] + 1))


def test_what_has_no_reading_has_no_figure() -> None:
    for game in SHIPPED:
        assert [one.number for one in rules_of(game) if figure_in(one)] == [
            one.number
            for one in rules_of(game)
            if one.number in ruling_effects(game) and not ruling_effects(game)[one.number].none
        ]


@pytest.mark.parametrize(("game", "number"), MET, ids=lambda one: getattr(one, "name", one))
def test_where_events_are_named_the_figure_says_in_how_many_games_they_come(game: AnyGame, number: str) -> None:
    reading = ruling_effects(game)[number]
    assert re.match(rf"Figure: comes up in (\d|none\b)[\d,]* ?of {GAMES:,} random games", figure_in(rule(game, number)))
    assert figure_in(rule(game, number)).endswith(f"{basis(game)}.")
    for sought in reading.met:
        EventMatcher(game, default_names(game.seats[1]), sought)  # every name in it is one of the game


def test_a_question_comes_up_where_any_of_its_events_does() -> None:
    """In the tiny game, by hand, prizes of 3 and 2 are won, and the 5 is not."""
    five, two = (EventQuery(effects=({"type": "won", "prize": prize},)) for prize in (5, 2))
    assert comes_up(duel_game(), RulingEffect(met=(five, two)))
    assert not comes_up(duel_game(), RulingEffect(met=(five,)))


@pytest.mark.parametrize(
    "spec",
    [
        "| **OQ-1** | what | low. FIGURE |\n| **OQ-2** | x |\n",
        "* **OQ-1** a question\n  in two lines (low). FIGURE\n* **OQ-2** x\n",
        "- **OQ-1 [L]** a question. FIGURE\n\nend\n",
    ],
)
def test_a_figure_is_written_where_its_question_stands(spec: str) -> None:
    after = spec.replace("FIGURE", "*Figure: so.*")
    assert with_figure(spec.replace(" FIGURE", ""), "OQ-1", "Figure: so.") == after
    assert with_figure(spec.replace("FIGURE", "*Figure: 3 of 4, by TT-4.5.*"), "OQ-1", "Figure: so.") == after
    assert with_figure(spec.replace("FIGURE", "*No figure: a name.*"), "OQ-1", "Figure: so.") == after
    assert with_figure("| **OQ-1** | as it is |\n", "OQ-1", "Figure: so.") == "| **OQ-1** | as it is. *Figure: so.* |\n"


def test_the_figure_of_a_few_games() -> None:
    """The form; what the numbers are, the long test says."""
    tides = get_game("tides")
    said = figure(tides, ruling_effects(tides)["OQ-1"], 3)
    assert re.fullmatch(r"Figure: by `zero_tie = need_one`, of 3 random games, .+ \(seed 1, rules 1\)\.", said)


def test_what_is_said_of_all_questions_of_a_game() -> None:
    """The form; of Tides of Time three are answered by options, and three can't be met."""
    said = figures(get_game("tides"), 2)
    assert [text.partition(":")[0] for text in said.values()] == ["Figure"] * 3 + ["No figure"] * 3
    assert said["OQ-4"] == "No figure: it is about names, which no rule uses."
    imhotep = get_game("imhotep")
    met = times_met(imhotep, 2)
    assert set(met) == {"OQ-6", "OQ-7", "OQ-8", "OQ-9"}
    assert met["OQ-9"] == 0  # some player can always act in these


@pytest.mark.long
@pytest.mark.parametrize(("game", "number"), READINGS, ids=lambda one: getattr(one, "name", one))
def test_the_figures_are_those_that_are_measured(game: AnyGame, number: str) -> None:
    assert figure(game, ruling_effects(game)[number]).replace("`", "") == figure_in(rule(game, number))


@pytest.mark.long
@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_questions_come_up_as_often_as_it_says(game: AnyGame) -> None:
    for number, met in times_met(game).items():
        assert figure_in(rule(game, number)).startswith(f"Figure: comes up in {f'{met:,}' if met else 'none'} of ")
