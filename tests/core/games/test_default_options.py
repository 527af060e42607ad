"""What a new game is played with where nobody says, and what a log means that does not name the option: by the SPEC."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core import options_of_log, options_of_new_game
from kronika.core.contract.annotations import options_before
from kronika.core.contract.options import new_game_options, read_options
from kronika.core.contract.registry import get_game
from kronika.core.rulebook.spec import rules_of
from kronika.core.sessions.events import FORMAT
from kronika.core.sessions.session import Session
from support.playouts import games

# The game, the option, what a new game has, what it means in a log that does not name it; the ruling says both.
OTHERWISE: list[tuple[str, str, Any, Any]] = [
    ("tides", "singles_use_doubled", False, True),  # OQ-2
    ("tigris", "building_catastrophe", True, False),  # OQ-5
    ("viceroy", "swap_infinite", False, True),
    ("viceroy", "free_base", True, False),
    ("viceroy", "solo_above", False, True),
    ("ancient_knowledge", "any_order", True, False),  # AK-8.3
]


@pytest.mark.parametrize(("game", "option", "new", "unnamed"), OTHERWISE, ids=[option for _, option, *_ in OTHERWISE])
def test_an_option_has_two_values_where_nobody_says(game: str, option: str, new: Any, unnamed: Any) -> None:
    assert getattr(new_game_options(get_game(game), {}), option) == new
    assert getattr(read_options(get_game(game), {}), option) == unnamed


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_all_other_options_have_one(game: Any) -> None:
    chosen, read = new_game_options(game, {}), read_options(game, {})
    differ = {name for name in chosen.__struct_fields__ if getattr(chosen, name) != getattr(read, name)}
    assert differ == {option for name, option, *_ in OTHERWISE if name == game.name}


# The options that came while logs were of format 2; those of format 1 were hashed without them. Git has it.
CAME_WITH_2 = {
    "ancient_knowledge": {"any_order"},
    "tigris": {"building_catastrophe"},
    "viceroy": {"one_passing_order", "virtual_bids_alone", "tuck_later", "lay_eight"},
}
AT_FIRST = {
    "ancient_knowledge": "starter_sets teams oldest_first",
    "imhotep": (
        "market pyramids temple burial_chamber obelisks wrath start_player pyramids_b obelisks_b temple_b "
        "burial_chamber_b"
    ),
    "tides": "zero_tie singles_use_doubled sets_use_doubled",
    "tigris": "board buildings building_point dynasties",
    "viceroy": "virtual second_edition swap_infinite free_base solo_above",
}


@pytest.mark.parametrize("name", AT_FIRST)
def test_each_option_says_with_which_format_it_came(name: str) -> None:
    """An option that is added and does not say so here and in its game makes old logs fail."""
    game, first = get_game(name), tuple(AT_FIRST[name].split())
    assert options_before(game.Options, 1) == options_before(game.Options, 2) == first
    now = options_before(game.Options, FORMAT + 1)
    assert now == game.Options.__struct_fields__
    assert {*now} - {*first} == CAME_WITH_2.get(name, set())


def test_both_are_had_from_the_face() -> None:
    """SPEC, OQ-2: a new game of Tides counts what is printed, a log that does not say so what is doubled."""
    game = get_game("tides")
    assert options_of_new_game(game).singles_use_doubled is False
    assert options_of_log(game).singles_use_doubled is True
    assert options_of_new_game(game, {"singles_use_doubled": True}) == options_of_log(game)
    assert options_of_log(game, {"singles_use_doubled": False}) == options_of_new_game(game)
    assert options_of_new_game(game) == Session.new("tides", ["Anna", "Bob"], seed=7).state.options


VARIANTS: dict[str, list[dict[str, Any]]] = {
    "tigris": [{"board": "advanced", "buildings": True}],
    "viceroy": [{"second_edition": True}],
    "imhotep": [dict.fromkeys(("market", "pyramids", "temple", "burial_chamber", "obelisks"), "b")],
}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_caveat_names_rules_and_cards_that_the_game_has(game: Any) -> None:
    """Whatever else it named no game could ever meet."""
    known = {rule.number for rule in rules_of(game)} | {card.id for card in game.cards()}
    for options in ({}, *VARIANTS.get(game.name, [])):
        for caveat in game.caveats(read_options(game, options), 3 if game.seats[1] > 2 else 2):
            assert set(caveat.signs) <= known, caveat.about
