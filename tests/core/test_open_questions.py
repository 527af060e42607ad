"""Every open question that an option can answer carries its figure."""

from __future__ import annotations

import re

import pytest

from kronika.core import game_names, get_game
from kronika.core.options import chosen_options, options_of, read_options
from kronika.core.registry import AnyGame
from kronika.core.spec import Rule, figure_in, readings, rules_of
from support.open_questions import GAMES, basis, figure, with_figure

SHIPPED = [game for name in game_names() if type(game := get_game(name)).__module__.startswith("kronika.")]
READINGS = [(game, number) for game in SHIPPED for number in readings(game)]


def rule(game: AnyGame, number: str) -> Rule:
    return next(rule for rule in rules_of(game) if rule.number == number)


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_every_question_that_an_option_answers_has_a_reading(game: AnyGame) -> None:
    """An option says in its description which question or ruling it answers otherwise."""
    answered = {number for option in options_of(game) for number in re.findall(r"\b(?:OQ|R)-\d+\b", option.meaning)}
    assert set(readings(game)) == answered


@pytest.mark.parametrize(("game", "number"), READINGS, ids=lambda one: getattr(one, "name", one))
def test_every_reading_has_its_figure_of_these_rules(game: AnyGame, number: str) -> None:
    said = figure_in(rule(game, number))
    assert f"of {GAMES:,} random games" in said
    assert said.endswith(f"{basis(game)}.")
    for name in readings(game)[number].other:
        assert f"by {name} = " in said


@pytest.mark.parametrize(("game", "number"), READINGS, ids=lambda one: getattr(one, "name", one))
def test_a_reading_is_another_one_than_that_of_a_new_game(game: AnyGame, number: str) -> None:
    reading = readings(game)[number]
    begun = chosen_options(game, reading.given)
    other = read_options(game, {**reading.given, **reading.other})
    for name in reading.other:
        assert getattr(other, name) != getattr(begun, name)
    assert set(reading.seats) <= set(range(game.seats[0], game.seats[1] + 1))


def test_what_has_no_reading_has_no_figure() -> None:
    for game in SHIPPED:
        assert [one.number for one in rules_of(game) if figure_in(one)] == [
            one.number for one in rules_of(game) if one.number in readings(game)
        ]


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
    assert with_figure("| **OQ-1** | as it is |\n", "OQ-1", "Figure: so.") == "| **OQ-1** | as it is. *Figure: so.* |\n"


def test_the_figure_of_a_few_games() -> None:
    """The form; what the numbers are, the long test says."""
    tides = get_game("tides")
    said = figure(tides, readings(tides)["OQ-1"], 3)
    assert re.fullmatch(r"Figure: by `zero_tie = need_one`, of 3 random games, .+ \(seed 1, rules 1\)\.", said)


@pytest.mark.long
@pytest.mark.parametrize(("game", "number"), READINGS, ids=lambda one: getattr(one, "name", one))
def test_the_figures_are_those_that_are_measured(game: AnyGame, number: str) -> None:
    assert figure(game, readings(game)[number]).replace("`", "") == figure_in(rule(game, number))
