"""What games with hands of cards share in their declarations of hidden things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct

from kronika.core.contract.game import BYSTANDER, Game
from kronika.core.contract.hands import any_hand, only_proved, seen_kind
from kronika.core.contract.unseen import Place
from kronika.core.contract.view import CardId, CardSet, View


class Table(View, frozen=True):
    hands: tuple[CardSet, ...]
    chosen: tuple[CardId, ...]


class State(Struct, frozen=True):
    hands: tuple[bytes, ...]


class Facts:
    """Card 1 is in Anna's hand, 2 is in her hand or chosen by her, 3 was chosen by Bob; Bob may hold 3 and 4."""

    def least(self, place: Place, kind: int) -> int:
        return int((place, kind) in {(("hand", 0), 1), (("chosen", 1), 3)})

    def most(self, place: Place, kind: int) -> int:
        return int(place == ("hand", 1) and kind in (3, 4))

    def is_among(self, places: Sequence[Place], kind: int) -> bool:
        return (kind == 2 and {*places} >= {("hand", 0), ("chosen", 0)}) or any(self.least(at, kind) for at in places)

    def exactly(self, place: Place, kind: int) -> int | None:
        return None


VIEW = Table(0, (0, 1), "choose", (0, 0), (("1", "2", "5"), ("3", "4")), ("2", "3"))
KNOWN = only_proved({"hands": ("hand", "chosen"), "chosen": ("chosen",)})


def test_a_card_is_shown_only_where_it_is_proved_to_be() -> None:
    """2 is in Anna's hand or chosen, so it counts for the hand, and not as the chosen card."""
    known: Any = KNOWN(VIEW, 0, Facts())
    assert known.hands == (("1", "2", "?"), ("3", "?"))
    assert known.chosen == ("?", "3")


def test_the_view_of_a_bystander_stays_as_it_is() -> None:
    assert KNOWN(VIEW, BYSTANDER, Facts()) == VIEW


def test_a_loosened_hand_has_all_cards_that_may_be_in_it() -> None:
    state = State((bytes((1, 2)), bytes((4,))))
    assert any_hand(range(1, 6))(state, 1, Facts()).hands == (bytes((1, 2)), bytes((3, 4)))


def test_a_card_that_was_not_seen_has_no_kind() -> None:
    assert [seen_kind(card) for card in (7, "C4", "?")] == [7, "C4", None]


class ByPlayers(Struct, frozen=True):
    players: tuple[int, ...]
    hands: tuple[bytes, ...] = ()


def test_seats_are_counted_by_players_or_else_by_hands() -> None:
    count: Any = Game.seat_count
    assert count(None, ByPlayers((5, 6, 7), (b"",))) == 3
    assert count(None, State((b"", b""))) == 2


class Bare(Struct, frozen=True):
    board: bytes


class Named:
    name = "mill"


def test_a_state_without_both_needs_a_function_of_its_game() -> None:
    count: Any = Game.seat_count
    with pytest.raises(TypeError, match=r"^The state of mill has no players or hands to count: define seat_count\.$"):
        count(Named(), Bare(b""))
