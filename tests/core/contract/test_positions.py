"""What all hand-written positions share: players by name, cards, and errors that begin with the key."""

from __future__ import annotations

import pytest

from kronika.core.basics.errors import BadSetup, PositionError
from kronika.core.contract.positions import (
    Players,
    at_key,
    check_range,
    check_unique,
    read_cards,
    read_choice,
    read_entries,
    seat_at_key,
)

NAMES = ["Anna", "Bob"]
CARDS = {"oak": 3, "old oak": 4, "pine": 7, "12": 12}


@pytest.mark.parametrize(("name", "seat"), [("Anna", 0), ("bob", 1), ("1", 1)])
def test_a_player_by_name_or_number(name: str, seat: int) -> None:
    assert seat_at_key(name, NAMES, "turn") == seat


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Ana", "turn: There is no player 'Ana'. Did you mean: Anna?"),
        ("chance", "turn: 'chance' is not a player. Did you mean: Anna, Bob?"),
        ("2", "turn: There is no player '2'. There are Anna and Bob."),
    ],
)
def test_no_player(name: str, says: str) -> None:
    with pytest.raises(PositionError) as caught:
        seat_at_key(name, NAMES, "turn")
    assert str(caught.value) == says


PLAYERS = Players(NAMES, {"lion": 1, "anna": 1})


def test_what_a_game_calls_a_player_comes_after_the_names() -> None:
    assert [PLAYERS.find(word, "turn") for word in ("LION", "Anna", "0")] == [1, 0, 0]
    with pytest.raises(PositionError, match=r"^turn: There is no player 'Wolf'"):
        PLAYERS.find("Wolf", "turn")


def test_a_player_may_be_left_out() -> None:
    assert PLAYERS.seat(None, "turn", 7) == 7
    assert PLAYERS.seat("bob", "turn", 7) == 1
    with pytest.raises(PositionError, match=r"^turn: There is no player ''"):
        PLAYERS.seat("", "turn", 7)


def doubled(value: int, key: str) -> int:
    return check_range(2 * value, 0, 9, key)


def test_a_table_by_player_is_by_seat() -> None:
    assert PLAYERS.by_seat({}, "points", doubled, -1) == (-1, -1)
    assert PLAYERS.by_seat({"Lion": 4, "anna": 3}, "points", doubled, -1) == (6, 8)
    assert list(PLAYERS.entries({"1": "x"}, "points")) == [(1, "x", "points.1")]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"Bob": 5}, "points.Bob: 10 is not from 0 to 9."),
        ({"Zoe": 1}, "points.Zoe: There is no player 'Zoe'. There are Anna and Bob."),
        ({"anna": 1, "Anna": 1}, "points.Anna: 'anna' and 'Anna' are the same player; name each player once."),
        ({"Bob": 1, "lion": 1}, "points.lion: 'Bob' and 'lion' are the same player; name each player once."),
        ({"Anna": 1, "Bob": 1, "0": 1}, "points.0: 'Anna' and '0' are the same player; name each player once."),
        ({"z" * 500: 1}, f"points.{'z' * 200}…: There is no player '{'z' * 199}…. There are Anna and Bob."),
    ],
)
def test_a_table_by_player_that_makes_no_sense(table: dict[str, int], says: str) -> None:
    with pytest.raises(PositionError) as caught:
        PLAYERS.by_seat(table, "points", doubled, 0)
    assert str(caught.value) == says


def test_two_keys_of_one_meaning() -> None:
    """Told when the second is met: nothing after it is read."""
    met = read_entries({"1": "a", "2": "b", "01": "c", "x": "d"}, lambda name, key: int(name), "slots", "slot")
    assert [next(met), next(met)] == [(1, "a", "slots.1"), (2, "b", "slots.2")]
    with pytest.raises(PositionError, match=r"^slots\.01: '1' and '01' are the same slot; name each slot once\.$"):
        next(met)


@pytest.mark.parametrize(
    ("word", "rule", "says"),
    [
        ("pik", "", "phase: 'pik' is not one of pick, draw. Did you mean pick?"),
        ("Pick", "", "phase: 'Pick' is not one of pick, draw. Did you mean pick?"),
        ("", "X-1", "phase: '' is not one of pick, draw (X-1)."),
    ],
)
def test_one_of_a_few_words(word: str, rule: str, says: str) -> None:
    assert read_choice("draw", {"pick": 1, "draw": 2}, "phase", rule) == 2
    with pytest.raises(PositionError) as caught:
        read_choice(word, {"pick": 1, "draw": 2}, "phase", rule)
    assert str(caught.value) == says


def test_a_number_in_its_range() -> None:
    assert [check_range(n, 1, 3, "round") for n in (1, 3)] == [1, 3]
    with pytest.raises(PositionError, match=r"^round: 0 is not from 1 to 3\.$"):
        check_range(0, 1, 3, "round")
    with pytest.raises(PositionError, match=r"^round: 4 is not from 1 to 3 \(X-2\)\.$"):
        check_range(4, 1, 3, "round", "X-2")
    with pytest.raises(PositionError, match=r"^round: this value is not from 1 to 3\.$"):
        check_range(10**5000, 1, 3, "round")


def test_cards_by_number_and_name() -> None:
    assert read_cards([12, "Pine", "oak"], CARDS, "card", "hand") == bytes([12, 7, 3])


def test_a_card_that_is_not_there_names_the_key() -> None:
    with pytest.raises(PositionError, match=r"^hands\.Anna: There is no card 'elm'"):
        read_cards(["elm"], CARDS, "card", "hands.Anna")


def test_each_card_is_named_once() -> None:
    assert check_unique([("deck", b"\1\2"), ("hands.Bob", b"\3")], str, "X-1") == {1, 2, 3}
    with pytest.raises(PositionError) as caught:
        check_unique([("deck", b"\1\2"), ("hands.Bob", b"\2")], str, "X-1")
    assert str(caught.value) == "hands.Bob: 2 is named twice: there is one of each (X-1)."


def test_a_refused_setup_names_the_key() -> None:
    with pytest.raises(PositionError, match=r"^options: no$"), at_key("options"):
        raise BadSetup("no")


def test_cards_of_each_player() -> None:
    held = PLAYERS.cards({"bob": ["pine", 12]}, "hands", CARDS)
    assert held == (b"", bytes((7, 12)))
    assert PLAYERS.zones(held, "hands") == [("hands.Anna", b""), ("hands.Bob", bytes((7, 12)))]
    with pytest.raises(PositionError, match=r"^hands\.Anna: .*'elm'"):
        PLAYERS.cards({"Anna": ["elm"]}, "hands", CARDS)
