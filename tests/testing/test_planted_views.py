"""Faults planted in the views, pictures and heuristics of a sound little game: the suite finds each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from kronika.core.contract.blocks import Block, Piece
from kronika.core.contract.heuristic import Features, Heuristic
from kronika.core.contract.view import CardId
from kronika.core.drawing.shapes import rect, text_line
from support.duel import DuelState, DuelView, Play
from support.planted import Planted
from support.suite import TESTS, failure
from support.tiny import NUMERALS, Tiny

FAULTS = Planted()
fault = FAULTS.plant


# -- views -------------------------------------------------------------------------------------------------------------


class OfNoKind(Struct, frozen=True):
    """All that the view of the duel has, and it is none."""

    viewer: int | None
    actors: tuple[int, ...]
    due: str
    totals: tuple[int, ...]
    hands: tuple[tuple[CardId, ...], ...]
    sealed: tuple[CardId, ...]
    won: tuple[tuple[int, ...], ...]
    prize: int


def of_no_kind(self: Tiny, state: DuelState, seat: Any) -> Any:
    view = Tiny.view(self, state, seat)
    return OfNoKind(**{name: getattr(view, name) for name in OfNoKind.__struct_fields__})


def shows(**wrong: Callable[[DuelView], Any]) -> Callable[..., DuelView]:
    """A view in which some fields are what these make of the right ones."""

    def view(self: Tiny, state: DuelState, seat: Any) -> DuelView:
        right = Tiny.view(self, state, seat)
        return replace(right, **{name: make(right) for name, make in wrong.items()})

    return view


fault("a view that does not begin as all do", "test_views_begin_alike", view=of_no_kind)
fault("a view for somebody else", "test_views_begin_alike", view=shows(viewer=lambda view: view.viewer or 0))
fault("a view that lets the wrong ones act", "test_views_begin_alike", view=shows(actors=lambda view: view.actors[:1]))
fault("a view that does not say what is due", "test_views_begin_alike", view=shows(due=lambda view: ""))
fault(
    "a view that tells each seat something else to be due",
    "test_views_begin_alike",
    view=shows(due=lambda view: view.due and f"{view.due} {view.viewer}"),
)
fault(
    "a view that scores otherwise than the sheet",
    "test_views_begin_alike",
    view=shows(totals=lambda view: tuple(None if seat != view.viewer else n for seat, n in enumerate(view.totals))),
)
fault(
    "a list in a view that is longer than its mark says",
    "test_lists_and_words_of_views_are_as_marked",
    view=shows(prizes=lambda view: (2,) * 6),
)
fault(
    "a list in a view by nothing that is marked",
    "test_lists_and_words_of_views_are_as_marked",
    view=shows(won=lambda view: (*view.won, ())),
)
fault(
    "numbers where the view says cards",
    "test_views_are_what_their_types_say",
    view=shows(sealed=lambda view: tuple(int(card) if card.isdecimal() else card for card in view.sealed)),
)
fault(
    "cards in a view by their names",
    "test_cards_in_views_are_named_by_their_ids",
    view=shows(hands=lambda view: tuple(tuple(NUMERALS[int(card) - 1] for card in hand) for hand in view.hands)),
)
fault(
    "a sign of its own for a hidden card",
    "test_cards_in_views_are_named_by_their_ids",
    view=shows(sealed=lambda view: tuple(card.replace("?", "0") for card in view.sealed)),
)

fault(
    "a heading for one seat alone",
    "test_headings_are_the_same_for_all",
    heading=lambda self, view, names: f"Prize {view.prize}, {view.hands and view.viewer}",
)
fault(
    "a heading of two lines",
    "test_headings_are_the_same_for_all",
    heading=lambda self, view, names: f"Prize\n{view.prize}",
)
fault(
    "an episode for one seat alone",
    "test_headings_are_the_same_for_all",
    episode=lambda self, view, names: f"Prize {view.prize}, {view.hands and view.viewer}",
)

# -- pictures ----------------------------------------------------------------------------------------------------------


def draws(*pieces: Piece) -> Callable[..., Sequence[Block]]:
    """A picture with these pieces beside one for each card of the view."""

    def picture(self: Tiny, view: DuelView, names: Sequence[str]) -> Sequence[Block]:
        return [Block(60, (*cards_of(view, "hands"), *cards_of(view, "sealed"), *pieces))]

    return picture


def cards_of(view: DuelView, zone: str) -> list[Piece]:
    held = view.hands if zone == "hands" else [(card,) if card else () for card in view.sealed]
    return [
        Piece(f"{zone}-{seat}-{n}", n * 20, seat * 20, 20, 20, "", "card", card, f"card {card}")
        for seat, hand in enumerate(held)
        for n, card in enumerate(hand)
    ]


def marked_by_name(self: Tiny, view: DuelView, names: Sequence[str]) -> Sequence[Block]:
    return [*draws()(self, view, names), Block(20, [Piece("who", 0, 0, 9, 9, f"<text>{names[0]}</text>")], 0)]


def drawn_as_acted(self: Tiny, view: DuelView, names: Sequence[str]) -> Sequence[Block]:
    return [*draws()(self, view, names), Block(20, [Piece("x", 0, 0, 9, 9, "", "card", "77", "a card of nobody")])]


fault("a picture that is no XML", "test_a_picture_is_whole", picture=draws(Piece("a", 0, 0, 9, 9, "<rect>")))
fault("two pieces with one key", "test_a_picture_is_whole", picture=draws(*[Piece("a", 0, 0, 9, 9, "")] * 2))
fault("a piece without words", "test_a_picture_is_whole", picture=draws(Piece("a", 0, 0, 9, 9, "", "prize", "3")))
fault("a piece beside the picture", "test_a_picture_is_whole", picture=draws(Piece("a", 490, 0, 9, 9, "")))
fault(
    "a place beside the picture",
    "test_a_picture_is_whole",
    picture=lambda self, view, names: [Block(60, (), places={"bay": (490, 0, 20, 9)})],
)
fault(
    "a place that a note can't name",
    "test_a_picture_is_whole",
    picture=lambda self, view, names: [Block(60, (), places={"the bay": (0, 0, 20, 9)})],
)
fault(
    "two things that nothing but their colours tells",
    "test_a_picture_is_read_without_colours",
    picture=draws(
        *(Piece(ink, 0, 0, 9, 9, rect(0, 0, 9, 9, ink), "stone", ink, f"{ink} stone") for ink in ("red", "green"))
    ),
)
fault(
    "letters that nobody reads",
    "test_letters_in_a_picture_are_large_enough",
    picture=draws(Piece("a", 0, 0, 9, 9, text_line(0, 9, "x", 8))),
)
fault("a card that is not on the table", "test_a_picture_shows_the_cards_of_the_view", picture=drawn_as_acted)
fault(
    "a picture without the cards chosen",
    "test_a_picture_shows_the_cards_of_the_view",
    picture=lambda self, view, names: [Block(60, [*cards_of(view, "sealed")])],
)
fault("a name that acts in a picture", "test_names_are_nothing_but_text_in_a_picture", picture=marked_by_name)


def test_a_game_that_draws_has_a_sound_picture() -> None:
    class Drawn(Tiny):
        picture = draws()

    for test in TESTS:
        if "picture" in test:
            assert failure(Drawn(), test) is None


# -- search ------------------------------------------------------------------------------------------------------------


def searched(**parts: Any) -> Callable[[Tiny], Heuristic[DuelState, Any]]:
    """What a game answers to search, these parts otherwise than by default."""
    return lambda self: Heuristic(**{"estimate": self.totals, **parts})


GUESSES = count()


def open_table(self: Tiny, state: DuelState, seat: Any) -> DuelView:
    return replace(Tiny.view(self, state, None), viewer=seat)


fault(
    "a seat without an estimate",
    "test_every_position_can_be_judged",
    heuristic=searched(estimate=lambda state: [1.0]),
)
fault(
    "an estimate that is no number",
    "test_every_position_can_be_judged",
    heuristic=searched(estimate=lambda state: [float("nan")] * len(state.hands)),
)
fault(
    "an estimate that is another every time",
    "test_every_position_can_be_judged",
    heuristic=searched(estimate=lambda state: [next(GUESSES)] * len(state.hands)),
)


def learned_from(numbers: Callable[[DuelState, int], Sequence[float]], *names: str) -> Callable[[Tiny], Any]:
    """Features by these names, after the progress."""
    return searched(features=Features(("progress", *names), numbers, "support.tiny"))


fault(
    "a feature that looks at a choice that lies face down",
    "test_features_are_what_a_seat_may_know",
    heuristic=learned_from(lambda state, seat: [0.0, state.sealed[seat - 1]], "strength"),
)
fault(
    "a feature without a number",
    "test_features_are_what_a_seat_may_know",
    heuristic=learned_from(lambda state, seat: [0.0], "strength"),
)
fault(
    "a game that is more than over",
    "test_features_are_what_a_seat_may_know",
    heuristic=learned_from(lambda state, seat: [2.0]),
)
fault(
    "a game that never settles",
    "test_what_is_begun_comes_to_be_settled",
    heuristic=searched(is_quiet=lambda state: False),
)
fault(
    "something likely that is illegal",
    "test_what_is_likely_is_legal",
    heuristic=searched(playout_policy=lambda state, seat, dice: Play(5)),
)
fault(
    "a kind that nothing can be looked up by",
    "test_what_is_likely_is_legal",
    heuristic=searched(group_key=lambda do: None),
)
fault(
    "a choice that is called sealed and shown",
    "test_a_choice_that_is_called_sealed_is_not_seen",
    heuristic=searched(sealed=lambda state, seat: True),
    view=open_table,
)


@pytest.mark.parametrize("what", FAULTS)
def test_the_suite_finds(what: str) -> None:
    assert FAULTS.found(what) is not None
