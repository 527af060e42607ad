"""What games with hands of cards share in their declarations of hidden things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import BYSTANDER, Game
from kronika.core.contract.hands import any_hand, hidden_hands, only_proved, redeal_hands, seen_kind
from kronika.core.contract.notation import Notation
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


class Dealt(Struct, frozen=True):
    deck: bytes
    hands: tuple[bytes, ...]
    sealed: bytes


DEALT = Dealt(bytes((7, 8)), (bytes((1, 2)), bytes((3, 4)), bytes((5, 6))), bytes((2, 0, 5)))


def test_unknown_hands_and_the_deck_are_dealt_again() -> None:
    """Anna knows her hand and that of Bob: cards 5 to 8 can be anywhere in Cyril's hand and the deck."""
    redeal = redeal_hands(knows=lambda state, seat, owner: owner <= seat + 1)
    seen = set()
    for seed in range(200):
        again = redeal(DEALT, 0, Dice(seed))
        assert again.hands[:2] == DEALT.hands[:2]
        assert sorted((*again.hands[2], *again.deck)) == [5, 6, 7, 8]
        assert list(again.deck) == sorted(again.deck)
        assert again.sealed[0] == 2, "a seat knows its own choice"
        assert again.sealed[1] == 0, "who has not chosen still has not"
        assert again.sealed[2] in again.hands[2], "the choice is one of the new hand"
        seen.add((again.hands[2], again.sealed[2]))
    assert len(seen) == 6 * 2, "every hand of two of the four cards, with either card chosen"


def test_a_seat_knows_only_its_own_hand_unless_the_game_says_more() -> None:
    assert {redeal_hands()(DEALT, 1, Dice(seed)).hands[0] for seed in range(200)} >= {bytes((1, 7)), bytes((6, 8))}


def test_where_all_hands_are_open_only_choices_are_made_again() -> None:
    again = [redeal_hands(lambda state, seat, owner: True)(DEALT, 1, Dice(seed)) for seed in range(50)]
    assert {(one.hands, one.deck) for one in again} == {(DEALT.hands, DEALT.deck)}
    assert {one.sealed for one in again} == {bytes((a, 0, c)) for a in (1, 2) for c in (5, 6)}


class HandedOver(Struct, frozen=True):
    pass


def test_the_declaration_of_a_game_of_hands() -> None:
    names = {"1": 1, "2": 2, "red king": 2}
    hidden = hidden_hands(
        Notation(()), names, lambda *_: (), lambda view, *_: view, lacking="DU-1.1", passed=(HandedOver,)
    )
    assert hidden.supply(DEALT) == {("deck", -1): {7: 1, 8: 1}}
    assert hidden.things("red king 1") == [2, 1]
    assert hidden.loosened(DEALT, 1, Facts()).hands[1] == b"", "3 and 4, which Bob may hold, are no cards of this game"
    assert hidden.looks(DEALT, (HandedOver(),), 2) == [(("hand", 2), (5, 6))]
    assert hidden.looks(DEALT, (HandedOver(),), BYSTANDER) == hidden.looks(DEALT, (), 2) == ()
