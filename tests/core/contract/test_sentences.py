"""Moves as sentences: every form of the notation has one, cards have their names, and nothing hidden is reported."""

from __future__ import annotations

import pytest

from kronika.core.contract.registry import game_names, get_game
from kronika.core.contract.sentences import move_sentence


@pytest.mark.parametrize("name", game_names())
def test_every_form_of_the_notation_has_a_sentence(name: str) -> None:
    game = get_game(name)
    for verb in game.notation():
        said = move_sentence(game, "Anna", verb.example)
        assert said != f"Anna: {verb.example}", verb.form
        assert not set(said) & set("_{}/"), said


@pytest.mark.parametrize("name", game_names())
def test_chance_is_nobody_who_acts(name: str) -> None:
    game = get_game(name)
    for verb in game.notation():
        assert not verb.chance or "chance" not in move_sentence(game, "chance", verb.example), verb.form


@pytest.mark.parametrize(
    ("name", "move", "sentence"),
    [
        ("imhotep", "sail 2b burial_chamber", "Bob sails ship 2b to the burial chamber"),
        ("imhotep", "market burial_chamber_ornament", "Bob takes the burial chamber ornament at the market"),
        ("imhotep", "fill statue sail statue paved_path", "The market is filled: 2 statue, 1 sail and 1 paved path"),
        ("imhotep", "pair ? ?", "The cards face down are 2 hidden cards"),
        ("tides", "pick 6", "Bob chooses 6 Citadel of the Prophets"),
        ("tides", "pick ?", "Bob chooses a card"),
        ("tides", "draw Anna ? ?", "Anna draws 2 hidden cards"),
        ("tides", 'draw "Anna B" 18 ?', "Anna B draws 18 Sapphire Port and 1 hidden card"),
        ("tigris", "green E7", "Bob lays a green tile, a market, at E7"),
        ("tigris", "king A8>C6", "Bob moves the king from A8 to C6"),
        ("tigris", "swap red red blue", "Bob exchanges 2 red and 1 blue"),
        ("tigris", "draw Anna red ? ?", "Anna draws red and 2 hidden tiles"),
        ("viceroy", "gems red ?", "Bob chooses gems: red and 1 hidden gem"),
        ("viceroy", "return red red / ? ?", "Gems go back to the supply: 2 red; 2 hidden gems"),
        ("viceroy", "return 66", "Bob puts law 66 on top of the law deck"),
        ("viceroy", "select 80", "Bob chooses law 80 to play"),
        ("viceroy", "tuck 36", "Bob tucks 36 Sniper under the law"),
        ("ancient_knowledge", "create M16 at 5", "Bob builds M16 Diquís Stone Spheres on slot 5"),
        ("ancient_knowledge", "no such move", "Bob: no such move"),
    ],
)
def test_a_move_is_reported(name: str, move: str, sentence: str) -> None:
    assert move_sentence(get_game(name), "Bob", move) == sentence


@pytest.mark.parametrize(
    ("name", "move", "sentence"),
    [
        ("imhotep", "start Anna von B_1", "Anna von B_1 is drawn to begin"),
        ("tides", "draw Anna von B_1 18 ?", "Anna von B_1 draws 18 Sapphire Port and 1 hidden card"),
        ("tigris", "start Anna von B_1", "Anna von B_1 is drawn to begin"),
        ("tigris", "draw Anna von B_1 red ? ?", "Anna von B_1 draws red and 2 hidden tiles"),
        ("tigris", "draw Anna red ? ?", "Anna draws red and 2 hidden tiles"),
        ("viceroy", "pay Anna von B_1", "Anna chooses Anna von B_1 for law 67"),
        ("ancient_knowledge", "look at Anna von B_1", "Anna looks at the hand of Anna von B_1"),
        ("ancient_knowledge", "first Anna von B_1", "Anna von B_1 is drawn to begin"),
    ],
)
def test_a_name_of_several_words_is_reported_whole(name: str, move: str, sentence: str) -> None:
    assert move_sentence(get_game(name), "Anna", move, ("Anna", "Anna von B_1")) == sentence


def test_a_name_is_nothing_but_a_name() -> None:
    assert move_sentence(get_game("tides"), "{card}", "pick 6") == "{card} chooses 6 Citadel of the Prophets"
