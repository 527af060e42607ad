"""Cards of a state as a view has them."""

from __future__ import annotations

from kronika.core.contract.view import shown_card, shown_cards


def test_a_card_is_shown_to_those_who_know_it() -> None:
    assert [shown_card(7), shown_card(7, known=False)] == ["7", "?"]


def test_no_card_is_known_to_all() -> None:
    assert [shown_card(0), shown_card(0, known=False)] == ["", ""]


def test_of_hidden_cards_only_the_number_is_shown() -> None:
    assert [shown_cards(bytes((3, 12))), shown_cards(bytes((3, 12)), known=False)] == [("3", "12"), ("?", "?")]
