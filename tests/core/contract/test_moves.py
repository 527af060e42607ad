"""Whose move a text is, and who looks."""

from __future__ import annotations

import pytest

from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.contract.moves import find_player, find_seat, find_viewer, missing_colon, split_move

NAMES = ("Ada", "Adam", "Boris", "Čeněk", "7 Dwarfs")


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("ada", 0),
        ("adam", 1),
        ("b", 2),
        ("bor", 2),
        ("cen", 3),
        ("Č", 3),
        ("7 d", 4),
        ("4", 4),
        ("chance", CHANCE),
    ],
)
def test_a_player_is_named_by_as_much_of_the_name_as_is_one_players(word: str, seat: int) -> None:
    assert find_seat(word, NAMES) == seat
    assert split_move(f"{word}: pick 9", NAMES) == (seat, "pick 9")


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("ad", "'ad' can be Ada or Adam."),
        ("7", "There is no player '7'."),  # a number of a seat, and no short form of a name
        ("oris", "There is no player 'oris'. Did you mean: Boris?"),
        ("", "There is no player ''."),
        ("chanc", "There is no player 'chanc'. Did you mean: chance?"),
    ],
)
def test_who_is_nobody(word: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        find_seat(word, NAMES)
    assert str(caught.value).startswith(says)


def test_chance_is_never_shortened_into_a_player() -> None:
    with pytest.raises(NotationError):
        find_player("chance", NAMES)


def test_everyone_is_offered_where_nobody_is_called_so() -> None:
    assert find_viewer("everyone", NAMES) == EVERYONE
    with pytest.raises(NotationError, match=r"Did you mean: everyone\?"):
        find_viewer("everybody", NAMES)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Ada pick 9", "Ada: pick 9"),
        ("cenek  pick 9", "Čeněk: pick 9"),
        ("7 dwarfs pick 9", "7 Dwarfs: pick 9"),
        ("Ada", None),
        ("Adamant pick", None),
        ("Bor pick 9", None),
    ],
)
def test_the_colon_that_is_missing(text: str, whole: str | None) -> None:
    assert missing_colon(text, NAMES) == (f"Put a colon after the player's name: `{whole}`." if whole else "")
