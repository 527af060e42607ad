"""What all hand-written positions share: players by name, cards, and errors that begin with the key."""

from __future__ import annotations

import pytest

from kronika.core.errors import BadSetup, PositionError
from kronika.core.given import cards_of, named_once, player_of, under

NAMES = ["Anna", "Bob"]
CARDS = {"oak": 3, "old oak": 4, "pine": 7, "12": 12}


@pytest.mark.parametrize(("name", "seat"), [("Anna", 0), ("bob", 1), ("1", 1)])
def test_a_player_by_name_or_number(name: str, seat: int) -> None:
    assert player_of(name, NAMES, "turn") == seat


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Ana", "turn: There is no player 'Ana'. Did you mean: Anna?"),
        ("chance", "turn: 'chance' is not a player. Did you mean: Anna, Bob?"),
        ("2", "turn: There is no player '2'."),
    ],
)
def test_no_player(name: str, says: str) -> None:
    with pytest.raises(PositionError) as caught:
        player_of(name, NAMES, "turn")
    assert str(caught.value) == says


def test_cards_by_number_and_name() -> None:
    assert cards_of([12, "Pine", "oak"], CARDS, "card", "hand") == bytes([12, 7, 3])


def test_a_card_that_is_not_there_names_the_key() -> None:
    with pytest.raises(PositionError, match=r"^hands\.Anna: There is no card 'elm'"):
        cards_of(["elm"], CARDS, "card", "hands.Anna")


def test_each_card_is_named_once() -> None:
    assert named_once([("deck", b"\1\2"), ("hands.Bob", b"\3")], str, "X-1") == {1, 2, 3}
    with pytest.raises(PositionError) as caught:
        named_once([("deck", b"\1\2"), ("hands.Bob", b"\2")], str, "X-1")
    assert str(caught.value) == "hands.Bob: 2 is named twice: there is one of each (X-1)."


def test_a_refused_setup_names_the_key() -> None:
    with pytest.raises(PositionError, match=r"^options: no$"), under("options"):
        raise BadSetup("no")
