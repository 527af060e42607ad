"""Players, options, games and move texts: what people type before and around a move."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from kronika.core.basics.errors import BadSetup, NotationError, UnknownGame
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import actor_of, find_seat, seat_name, split_move
from kronika.core.contract.options import Option, options_of, parse_assignments, plain_options, read_options
from kronika.core.contract.players import check_players, default_names
from kronika.core.contract.registry import game_names, get_game

NAMES = ("Anna", "Bob Novák", "Čeněk")
TIDES = get_game("tides")

# -- players ----------------------------------------------------------------------------------------------------------


def test_good_names() -> None:
    for names in (("Anna", "Bob"), ("Anna", "Anna 2"), ("Žofie", "山田"), ("x", "y"), ("O'Brien", "Jean-Luc")):
        check_players(TIDES, names)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ((), "Tides of Time is for 2 players, not 0."),
        (("Anna",), "is for 2 players, not 1."),
        (("Anna", "Bob", "Eva"), "is for 2 players, not 3."),
        (("Anna", "anna"), "Two players have the same name."),
        (("Čeněk", "Cenek"), "Two players have the same name."),
        (("Jean-Luc", "jean luc"), "Two players have the same name."),
        (("Anna", ""), "'' can't be a player's name"),
        (("Anna", "'"), "can't be a player's name"),
        (("Anna", " Bob"), "it begins or ends with a space"),
        (("Anna", "a:b"), "it has a colon, which separates the name from the move"),
        (("Anna", "Bob\n"), "it has U+000A"),
        (("Anna", "B\tb"), "it has U+0009"),
        (("Anna", "1"), "it already means something in a move"),
        (("Anna", "Chance"), "it already means something in a move"),
        (("Referee", "Bob"), "it already means something in a move"),
    ],
)
def test_bad_names(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadSetup) as error:
        check_players(TIDES, names)
    assert says in str(error.value)


@pytest.mark.usefixtures("duel")
def test_a_range_of_players() -> None:
    with pytest.raises(BadSetup, match="Duel is for 2 to 3 players, not 4"):
        check_players(get_game("duel"), ("Anna", "Bob", "Cyril", "Dana"))


def test_names_for_any_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_names(0) == default_names(-3) == ()
    assert default_names(2) == ("Anna", "Bob")
    assert default_names(8) == ("Anna", "Bob", "Cyril", "Dana", "Eva", "Filip", "Player 7", "Player 8")
    monkeypatch.setattr(type(TIDES), "seats", (2, 300))
    check_players(TIDES, default_names(300))
    assert default_names(300)[:8] == default_names(8)


# -- games ------------------------------------------------------------------------------------------------------------


def test_games_are_found_by_name() -> None:
    assert "tides" in game_names()
    assert game_names() == sorted(game_names())
    assert get_game("tides") is TIDES
    with pytest.raises(
        UnknownGame, match=r"There is no game called 'tiddes'\. Did you mean tides\? Installed: .*tides"
    ):
        get_game("tiddes")
    with pytest.raises(UnknownGame, match=r"There is no game called 'xyzzy'\. Installed: "):
        get_game("xyzzy")


@pytest.mark.usefixtures("duel")
def test_another_package_can_bring_a_game() -> None:
    assert "duel" in game_names()
    assert get_game("duel").title == "Duel"


def test_the_game_of_the_tests_is_not_installed() -> None:
    assert "duel" not in game_names()


# -- moves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("Anna", 0),
        ("ANNA", 0),
        (" bob  novak ", 1),
        ("cenek", 2),
        ("0", 0),
        ("2", 2),
        ("02", 2),
        ("002", 2),
        ("Bob", 1),
        ("č", 2),
        ("chance", CHANCE),
        ("Chance", CHANCE),
    ],
)
def test_who_is_meant(word: str, seat: int) -> None:
    assert find_seat(word, NAMES) == seat


@pytest.mark.parametrize("word", ["3", "-1", "", "Eva", "²", "٣", "00003", "0002", "9" * 5000, "1.0"])
def test_nobody_is_meant(word: str) -> None:
    with pytest.raises(NotationError, match="There is no player"):
        find_seat(word, NAMES)


def test_in_data_a_beginning_is_no_name() -> None:
    with pytest.raises(NotationError, match="There is no player 'Bob'"):
        find_seat("Bob", NAMES, whole=True)


def test_a_hint_for_a_name() -> None:
    with pytest.raises(NotationError, match=r"Did you mean: Čeněk\?"):
        find_seat("Cenk", NAMES)


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("pick 3", (None, "pick 3")),
        ("  pick 3 ", (None, "pick 3")),
        ("Anna: pick 3", (0, "pick 3")),
        (" bob novak :  pick 3 ", (1, "pick 3")),
        ("2: place A:3", (2, "place A:3")),
        ("chance: deal 1 / 2", (CHANCE, "deal 1 / 2")),
        ("place A:3", (None, "place A:3")),  # a colon inside a move has no space after it
        ("Anna:", (0, "")),
        ("", (None, "")),
    ],
)
def test_splitting_a_move(text: str, split: tuple[int | None, str]) -> None:
    assert split_move(text, NAMES) == split


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Anna:pick 3", "Anna: pick 3"),
        (" bob novak:pick 3", "bob novak: pick 3"),
        ("chance:deal 1 / 2", "chance: deal 1 / 2"),
    ],
)
def test_a_space_that_is_missing_behind_a_name(text: str, right: str) -> None:
    """Taken for a move, it would be refused for something else: "say who", or that `Anna:pick` is none."""
    with pytest.raises(NotationError, match=f"Put a space after the colon: `{right}`"):
        split_move(text, NAMES)


def test_the_only_one_who_may_act_need_not_be_named() -> None:
    assert actor_of(2, (0, 1), NAMES, "") == 2, "who is named is meant, even out of turn"
    assert actor_of(None, (1,), NAMES, "") == 1
    assert actor_of(None, (CHANCE,), NAMES, "") == CHANCE
    with pytest.raises(NotationError, match="The game is over"):
        actor_of(None, (), NAMES, "")
    with pytest.raises(NotationError, match="Anna, Bob Novák and Čeněk may act: name the player, as in `Anna: MOVE`"):
        actor_of(None, (0, 1, 2), NAMES, "pick 9")


def test_names_of_seats() -> None:
    assert [seat_name(seat, NAMES) for seat in (CHANCE, 0, 2)] == ["chance", "Anna", "Čeněk"]


# -- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "changed"),
    [
        ({}, {}),
        ({"zero_tie": "need_one"}, {"zero_tie": "need_one"}),
        ({"sets_use_doubled": False}, {"sets_use_doubled": False}),
        ({"sets_use_doubled": "false"}, {"sets_use_doubled": False}),
        ({"sets_use_doubled": "0"}, {"sets_use_doubled": False}),
        ({"sets_use_doubled": "true", "zero_tie": '"need_one"'}, {"zero_tie": "need_one"}),
    ],
)
def test_reading_options(given: dict[str, Any], changed: dict[str, Any]) -> None:
    default = {"zero_tie": "win", "singles_use_doubled": True, "sets_use_doubled": True}
    assert plain_options(read_options(TIDES, given)) == {**default, **changed}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"zero_tie": "lose"}, "Option zero_tie: 'lose' is not possible, it can be win, need_one."),
        ({"zero_tie": 1}, "Option zero_tie: 1 is not possible, it can be win, need_one."),
        ({"zero_tie": None}, "is not possible"),
        ({"sets_use_doubled": "maybe"}, "'maybe' is not possible, it can be true, false."),
        ({"sets_use_doubled": "\ud800"}, "is not possible"),
        (
            {"zero_ties": "win"},
            "Tides of Time has no option 'zero_ties'. Did you mean zero_tie? Its options: zero_tie, ",
        ),
        ({"": "win"}, "has no option ''."),
    ],
)
def test_bad_options(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup) as error:
        read_options(TIDES, given)
    assert says in str(error.value)


class Numbered(Struct, frozen=True, kw_only=True):
    """An option of each kind of number."""

    rounds: Annotated[int, "for another program", Meta(ge=1, le=17), Meta(description="how many")] = 10
    start: int = 0


COUNTED: Any = type("Counted", (), {"title": "Counted", "Options": Numbered, "new_options": {}})()


@pytest.mark.parametrize("value", ["0", "18", "ten", 18, None])
def test_a_number_that_an_option_does_not_take_is_reported_with_those_it_takes(value: Any) -> None:
    with pytest.raises(BadSetup, match=r"^Option rounds: .* is not possible, it can be 1 to 17\.$"):
        read_options(COUNTED, {"rounds": value})
    with pytest.raises(BadSetup, match="a whole number is needed, not 'none'"):
        read_options(COUNTED, {"start": "none"})


def test_what_an_option_means_is_found_among_whatever_its_type_says_beside() -> None:
    assert options_of(COUNTED) == (Option("rounds", (), 10, 10, "how many"), Option("start", (), 0, 0, ""))


def test_options_for_people() -> None:
    first, second, _ = options_of(TIDES)
    assert (first.name, first.values, first.default) == ("zero_tie", ("win", "need_one"), "win")
    assert "TT-4.18" in first.meaning
    assert (second.name, second.values, second.default) == ("singles_use_doubled", ("true", "false"), True)


def test_assignments() -> None:
    assert parse_assignments(["a=1", " b = x=y ", "c="]) == {"a": "1", "b": "x=y", "c": ""}
    for text in ("a", "=1", " =1", ""):
        with pytest.raises(BadSetup, match="is not of the form key=value"):
            parse_assignments([text])
