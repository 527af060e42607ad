"""What a new game is played with where nobody says, and what a log means that does not name the option: by the SPEC."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.options import chosen_options, read_options
from kronika.core.registry import get_game
from kronika.core.spec import rules_of
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
    assert getattr(chosen_options(get_game(game), {}), option) == new
    assert getattr(read_options(get_game(game), {}), option) == unnamed


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_all_other_options_have_one(game: Any) -> None:
    chosen, read = chosen_options(game, {}), read_options(game, {})
    differ = {name for name in chosen.__struct_fields__ if getattr(chosen, name) != getattr(read, name)}
    assert differ == {option for name, option, *_ in OTHERWISE if name == game.name}


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
