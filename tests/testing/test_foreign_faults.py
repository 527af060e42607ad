"""Faults planted in a game of somebody else, with hidden hands and a card passed in secret: the suite finds each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import pytest
from msgspec import Meta
from msgspec.structs import replace

from kronika.core import Block, Dice, IllegalAction, Piece
from kronika.core.contract.zones import replace_byte
from kronika.testing.checks.positions import worked_examples
from support.relay import (
    CARDS,
    DEALING,
    GAME,
    HAND,
    PASSING,
    PLAYING,
    Deal,
    Options,
    Play,
    Relay,
    State,
    TableView,
    Taken,
)
from support.suite import TESTS, failure

SEEN: Any = GAME.hidden

FAULTS: dict[str, tuple[str, dict[str, Any]]] = {}


def fault(what: str, found_by: str, **parts: Any) -> None:
    """A fault: the parts of the sound game that are replaced."""
    FAULTS[what] = (found_by, parts)


@pytest.mark.parametrize("test", TESTS)
def test_the_game_is_sound_without_a_fault(test: str) -> None:
    assert failure(GAME, test) is None


# -- secrets ---------------------------------------------------------------------------------------------------------


def view_without(hides: Callable[[State, int | None, TableView], dict[str, Any]]) -> Callable[..., TableView]:
    """A view with other values in some fields."""

    def view(self: Relay, state: State, seat: int | None) -> TableView:
        right = Relay.view(self, state, seat)
        return replace(right, **hides(state, seat, right))

    return view


def deals_the_stock_alone(self: Relay, state: State, seat: int, dice: Dice) -> State:
    return state


def deals_by_what_lay_there(self: Relay, state: State, seat: int, dice: Dice) -> State:
    """Two others change places, which is as far as it goes from what is true."""
    if state.phase != PASSING or len(state.hands) < 3:
        return Relay.redeal(self, state, seat, dice)
    a, b = (other for other in range(3) if other != seat)
    hands = list(state.hands)
    chosen = list(state.chosen)
    if dice.below(2):
        hands[a], hands[b] = hands[b], hands[a]
        chosen = [card if not card or owner == seat else hands[owner][0] for owner, card in enumerate(chosen)]
    return replace(state, hands=tuple(hands), chosen=bytes(chosen))


def deals_own_cards_too(self: Relay, state: State, seat: int, dice: Dice) -> State:
    return Relay.redeal(self, state, (seat + 1) % len(state.hands), dice)


def forgets_where_it_passed(self: Relay, state: State, seat: int, dice: Dice) -> State:
    """The card that the seat has passed may lie anywhere."""
    known = state.known[seat]
    dealt = Relay.redeal(self, replace(state, known=replace_byte(state.known, seat, 0)), seat, dice)
    return replace(dealt, known=replace_byte(dealt.known, seat, known))


fault(
    "a secret pass told to all",
    "test_masked_texts_tell_no_more_than_the_view",
    format=lambda self, state, seat, do, names, viewer=None: Relay.format(self, state, seat, do, names),
)
fault(
    "a card passed that the effect tells to all",
    "test_masked_texts_tell_no_more_than_the_view",
    describe=lambda self, effect, names, viewer=None: Relay.describe(self, effect, names),
)
fault(
    "a hand in the view of another seat",
    "test_a_view_hides_what_is_dealt_again",
    view=view_without(lambda state, seat, view: {"hands": tuple(tuple(map(str, hand)) for hand in state.hands)}),
)
fault(
    "a new deal that leaves the hands where they lay",
    "test_masks_and_new_deals_go_together",
    redeal=deals_the_stock_alone,
)
fault(
    "a new deal that depends on what lay there",
    "test_worlds_that_look_alike_are_dealt_alike",
    redeal=deals_by_what_lay_there,
)
fault(
    "a new deal of the cards that the seat holds", "test_a_view_hides_what_is_dealt_again", redeal=deals_own_cards_too
)
fault(
    "a new deal that forgets a card that was passed",
    "test_what_a_view_names_is_there",
    redeal=forgets_where_it_passed,
)
fault(
    "a view that hides what the text tells",
    "test_masked_texts_tell_no_more_than_the_view",
    view=view_without(lambda state, seat, view: {"table": ("?",) * len(state.table)}),
)

# -- rules -----------------------------------------------------------------------------------------------------------


def in_another_order(self: Relay, state: State, seat: int, do: Any) -> Any:
    after, then = Relay.apply(self, state, seat, do)
    return after, then[::-1]


def by_no_rule(self: Relay, state: State, seat: int, do: Any) -> Any:
    after, then = Relay.apply(self, state, seat, do)
    return after, tuple(replace(effect, rule="RE-3.9") if isinstance(effect, Taken) else effect for effect in then)


def keeps_the_lowest_back(self: Relay, state: State, seat: int) -> Sequence[Any]:
    return Relay.actions(self, state, seat)[1 if state.phase == PLAYING and len(state.hands[seat]) > 1 else 0 :]


def lists_a_card_of_the_table(self: Relay, state: State, seat: int) -> Sequence[Any]:
    listed = Relay.actions(self, state, seat)
    return [*listed, Play(state.table[0])] if listed and state.phase == PLAYING and state.table else listed


def looks_into_the_hand_first(self: Relay, state: State, seat: int, do: Any) -> None:
    if isinstance(do, Play) and do.card not in state.hands[seat]:
        raise IllegalAction("RE-3.1", f"Card {do.card} is not in this hand.")
    Relay.check(self, state, seat, do)


def deals_from_the_whole_pack(self: Relay, state: State, dice: Dice) -> Any:
    a, b, c = sorted(dice.draw(CARDS, HAND))
    return Deal((a, b, c))


def lets_any_cards_be_dealt(self: Relay, state: State, seat: int, do: Any) -> None:
    if not isinstance(do, Deal) or state.phase != DEALING or seat not in self.actors(state):
        Relay.check(self, state, seat, do)


fault("effects in another order", "test_worked_examples_come_out_as_they_are_written", apply=in_another_order)
fault("an effect by a rule that is not there", "test_rules_that_are_cited_exist", apply=by_no_rule)
fault("a legal move that is not listed", "test_what_is_not_listed_is_refused", actions=keeps_the_lowest_back)
fault(
    "an illegal move that is listed",
    "test_every_listed_action_is_legal_and_listed_once",
    actions=lists_a_card_of_the_table,
)
fault(
    "a move that is listed twice",
    "test_every_listed_action_is_legal_and_listed_once",
    actions=lambda self, state, seat: [*Relay.actions(self, state, seat)] * 2,
)
fault("a check that breaks on odd input", "test_what_is_not_listed_is_refused", check=looks_into_the_hand_first)
fault(
    "totals that are not the sums",
    "test_score_items_are_complete",
    totals=lambda self, state: tuple(points + 2 for points in Relay.totals(self, state)),
)
fault("cards drawn that are dealt already", "test_what_is_picked_is_listed", sample=deals_from_the_whole_pack)
fault("cards that can be dealt twice", "test_outcomes_that_are_let_through_are_possible", check=lets_any_cards_be_dealt)

# -- states, options, positions --------------------------------------------------------------------------------------


class Scored(State, frozen=True, array_like=True, gc=False):
    """With the scores in the state."""

    points: tuple[int, ...] = ()


def scored(state: State) -> Scored:
    fields = {name: getattr(state, name) for name in State.__struct_fields__}
    return Scored(**fields, points=GAME.totals(state))


def keeps_the_scores(self: Relay, state: State, seat: int, do: Any) -> Any:
    after, then = Relay.apply(self, state, seat, do)
    return scored(after), then


class Hasty(Options, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True):
    """With an option that nothing asks for."""

    hasty: Annotated[bool, Meta(description="nothing is different")] = False


fault(
    "the scores in the state",
    "test_states_hold_nothing_that_follows_from_the_rest",
    State=Scored,
    setup=lambda self, options, seats: scored(Relay.setup(self, options, seats)),
    apply=keeps_the_scores,
)


class Tallied(Relay):
    """Its scores are read from the tally in its state, and from nothing else."""

    State = Scored

    def setup(self, options: Options, seats: int) -> Scored:
        return scored(super().setup(options, seats))

    def apply(self, state: State, seat: int, do: Any) -> Any:
        return keeps_the_scores(self, state, seat, do)

    def totals(self, state: Any) -> tuple[int, ...]:
        return tuple(state.points)


def test_a_tally_that_the_scores_are_read_from_is_no_repetition() -> None:
    assert failure(Tallied(), "test_states_hold_nothing_that_follows_from_the_rest") is None


fault("an option without an effect", "test_every_option_does_something", Options=Hasty)
fault(
    "a key of a position that does nothing",
    "test_every_key_of_a_position_does_something",
    position=lambda self, given, options, names: Relay.position(self, replace(given, passed={}), options, names),
)
fault(
    "a description that loses a card",
    "test_a_position_describes_its_state",
    given=lambda self, state, names: (given := Relay.given(self, state, names)) and replace(given, passed={}),
)

# -- texts and pictures ------------------------------------------------------------------------------------------------


def draws_one_more(self: Relay, view: TableView, names: Sequence[str]) -> Sequence[Block]:
    more = Block(30, [Piece("more", 0, 0, 20, 25, "", "card", "12", "card 12")])
    return [*Relay.picture(self, view, names), more]


fault(
    "a text that can't be read back",
    "test_notation_is_read_back",
    format=lambda self, *of: Relay.format(self, *of).replace("take", "takes"),
)
fault(
    "things that were seen, in words that can't be typed",
    "test_what_was_seen_can_be_typed",
    hidden=replace(SEEN, written=lambda things: " ".join(f"number {card}" for card in things)),
)
fault(
    "of the things that were seen one is left out",
    "test_what_was_seen_can_be_typed",
    hidden=replace(SEEN, written=lambda things: SEEN.written(things[:2])),
)
fault("a picture with a card too many", "test_a_picture_shows_the_cards_of_the_view", picture=draws_one_more)


@pytest.mark.parametrize("what", FAULTS)
def test_the_suite_finds(what: str) -> None:
    found_by, parts = FAULTS[what]
    game = type("Faulty", (Relay,), {**parts, "__module__": Relay.__module__})()
    assert failure(game, found_by) is not None


def test_the_examples_of_a_foreign_game_are_seen() -> None:
    """Else a key of a position that is right is called one that does nothing."""
    assert "passed" in {key for one in worked_examples(GAME) for key in one.given or {}}
