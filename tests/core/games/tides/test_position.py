"""Hand-written positions: what is filled in, and what is refused with the key that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import PositionError
from kronika.core.contract.game import CHANCE
from kronika.core.games.tides import GAME
from kronika.core.games.tides.state import DRAW, END, PICK, RELIC
from kronika.testing.playouts import play_on
from support.tides import place

NAMES = ("Anna", "Bob")
FIVE = {"Anna": [1, 2, 3, 4, 5], "Bob": [6, 7, 8, 9, 10]}
SIX = {"Anna": [1, 2, 3, 4, 5, 11], "Bob": [6, 7, 8, 9, 10, 12]}
DRAWING: dict[str, Any] = {
    "phase": "draw",
    "kingdoms": {"Anna": [17], "Bob": [18]},
    "hands": {"Anna": [1, 2, 3], "Bob": [4, 5, 6]},
}
HALF_DRAWN = {**DRAWING, "hands": {"Anna": [1, 2, 3, 10, 11], "Bob": [4, 5, 6]}}
LAST_DRAW = {**DRAWING, "kingdoms": {"Anna": [17, 13], "Bob": [18, 14]}}


def test_defaults() -> None:
    state = place(hands=FIVE).state
    assert (state.phase, state.round, state.deck) == (PICK, 1, bytes(range(11, 19)))
    assert (state.kingdoms, state.relics, state.box, state.scored) == ((b"", b""), (b"", b""), b"", ())


def test_the_round_is_reported_by_the_cards() -> None:
    assert (
        place(kingdoms={"Anna": [1], "Bob": [6]}, hands={"Anna": SIX["Anna"][1:], "Bob": SIX["Bob"][1:]}).state.round
        == 2
    )
    assert place(phase="relic", hands=FIVE).state.round == 1
    assert place(phase="relic", kingdoms={"Anna": [17], "Bob": [18]}, hands=FIVE).state.round == 2
    drawing = place(
        phase="draw", kingdoms={"Anna": [17], "Bob": [18]}, hands={"Anna": [1, 2, 3], "Bob": [4, 5, 6]}
    ).state
    assert (drawing.phase, drawing.round, GAME.actors(drawing)) == (DRAW, 2, (CHANCE,))


def test_cards_by_name_and_players_by_number() -> None:
    state = place(hands={"0": ["Oko severu", "roof", "3", 4, "Mana Well"], "bob": [6, 7, 8, 9, 18]}).state
    assert state.hands == (bytes([3, 4, 5, 10, 17]), bytes([6, 7, 8, 9, 18]))


def test_a_full_kingdom_is_scored_at_once() -> None:
    state = place(kingdoms=FIVE).state
    assert (state.phase, state.round) == (RELIC, 1)
    assert state.scored == ((bytes(FIVE["Anna"]), bytes(FIVE["Bob"])),)
    assert state.hands == (bytes(FIVE["Anna"]), bytes(FIVE["Bob"]))


def test_a_later_round_is_scored_under_its_number() -> None:
    state = place(kingdoms=SIX).state
    assert state.relics == (bytes([1]), bytes([6])), "the first cards are the relics"
    assert {item.part for item in GAME.score(state)} == {"round 2"}
    assert state.hands[0] == bytes([2, 3, 4, 5, 11])
    marked = place(kingdoms=SIX, relics={"Bob": [12]}).state
    assert marked.relics == (bytes([1]), bytes([12]))
    assert marked.hands[1] == bytes([6, 7, 8, 9, 10])


def test_earlier_rounds_count() -> None:
    """DX-1 scores 0 : 18; what follows is not scored yet."""
    earlier = [{"Anna": [17, 3, 13, 7, 14], "Bob": [2, 18, 6, 1, 9]}]
    hands = {"Anna": [3, 13, 7, 4, 5], "Bob": [18, 6, 1, 10, 11]}
    state = place(kingdoms={"Anna": [17], "Bob": [2]}, hands=hands, box=[14, 9], earlier=earlier).state
    assert GAME.totals(state) == (0, 18)
    assert {item.part for item in GAME.score(state)} == {"round 1"}


def test_kingdoms_of_a_few_cards_are_scored_as_the_last_round() -> None:
    session = place(kingdoms={"Anna": [7, 13], "Bob": [12]})
    state = session.state
    assert (state.phase, state.round, GAME.actors(state)) == (END, 3, ())
    assert state.scored[-1] == (bytes((7, 13)), bytes((12,)))
    assert place(kingdoms={"Anna": [7, 13], "Bob": [12]}, round=3).state == state
    given = GAME.given(state, NAMES)
    assert given is not None
    assert GAME.position(given, state.options, NAMES) == state


def test_a_round_that_was_not_scored_stays_so() -> None:
    given = {"phase": "relic", "kingdoms": {"Anna": [17], "Bob": [18]}, "hands": FIVE, "earlier": [{}, SIX]}
    assert place(**given).state.scored == ((b"", b""), (bytes(SIX["Anna"]), bytes(SIX["Bob"])))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"phase": "sleep", "hands": FIVE}, "phase: 'sleep' is not one of pick, relic, draw."),
        ({"round": 0, "hands": FIVE}, "round: 0 is not from 1 to 3 (TT-2.9)."),
        ({"round": 4, "hands": FIVE}, "round: 4 is not from 1 to 3 (TT-2.9)."),
        ({"round": 3, "phase": "relic", "hands": FIVE}, "round: 3 is not from 1 to 2 (TT-2.9)."),
        ({"round": 1, "phase": "draw", "hands": FIVE}, "round: 1 is not from 2 to 3 (TT-2.9)."),
        ({}, "hands.Anna: 0 cards in the kingdom and 0 cards in hand, but in round 1 they must be 5 together"),
        ({"hands": {"Anna": [1, 2, 3, 4, 5]}}, "hands.Bob: 0 cards in the kingdom"),
        ({"kingdoms": {"Anna": [1]}, "hands": {"Anna": [2, 3, 4, 5], "Bob": FIVE["Bob"]}}, "hands: both players"),
        # The first player's cards tell the round: it is the other who has too few, or too many.
        (
            {"kingdoms": {"Anna": [11]}, "hands": FIVE},
            "relics.Bob: a player has 1 relic in round 2 (INV-3)",
        ),
        (
            {"kingdoms": {"Bob": [11]}, "hands": FIVE},
            "hands.Bob: 1 card in the kingdom and 5 cards in hand, but in round 1 they must be 5 together",
        ),
        (
            {"phase": "relic", "kingdoms": {"Anna": [11]}, "hands": FIVE},
            "relics.Bob: a player has 1 relic in round 2 (INV-3)",
        ),
        (
            {"phase": "relic", "kingdoms": {"Bob": [11]}, "hands": FIVE},
            "kingdoms.Bob: in the break a kingdom has only relics (TT-2.5).",
        ),
        ({"round": 2, "hands": FIVE}, "relics.Anna: a player has 1 relic in round 2 (INV-3)"),
        ({"kingdoms": SIX, "relics": {"Anna": [1, 2]}}, "relics.Anna: a player has 1 relic in round 2"),
        ({"kingdoms": SIX, "relics": {"Anna": [12]}}, "relics.Anna: 12 Old Man's Pass is not in its owner's kingdom"),
        ({"kingdoms": {"Anna": [1, 2, 3, 4, 5], "Bob": [5, 6, 7, 8, 9]}}, "kingdoms.Bob: 5 Mana Well is named twice"),
        ({"hands": {"Anna": [1, 2, 3, 4, 4], "Bob": FIVE["Bob"]}}, "hands.Anna: 4 Great Library of Ahm is named twice"),
        ({"kingdoms": {"Anna": [7, 13]}, "round": 2}, "round: only the last round can have kingdoms of fewer than 5"),
        (
            {"kingdoms": {"Anna": [1, 2, 3, 4, 5, 6, 7, 8], "Bob": [12]}},
            "hands.Anna: 8 cards in the kingdom and 0 cards in hand, but in round 3 they must be 7 together",
        ),
        ({"hands": FIVE, "box": [10]}, "box: 10 Eye of the North is named twice"),
        ({"hands": FIVE, "box": [19]}, "box: There is no card '19'."),
        (
            {"hands": {**FIVE, "Bob": [6, 7, 8, 9, "moelhill"]}},
            "hands.Bob: There is no card 'moelhill'. Did you mean: ",
        ),
        ({"hands": {"Anna": FIVE["Anna"], "Eve": FIVE["Bob"]}}, "hands.Eve: There is no player 'Eve'."),
        ({"hands": {"Anna": FIVE["Anna"], "chance": FIVE["Bob"]}}, "hands.chance: 'chance' is not a player."),
        (
            {"hands": {**FIVE, "bob": FIVE["Bob"]}},
            "hands.bob: 'Bob' and 'bob' are the same player; name each player once.",
        ),
        ({"kingdoms": {**FIVE, "1": []}}, "kingdoms.1: 'Bob' and '1' are the same player"),
        ({"kingdoms": SIX, "relics": {"anna": [1], "0": [2]}}, "relics.0: 'anna' and '0' are the same player"),
        (
            {"phase": "relic", "hands": FIVE, "earlier": [{"BOB": [], **FIVE}]},
            "earlier.1.Bob: 'BOB' and 'Bob' are the same player",
        ),
        ({"phase": "relic", "kingdoms": FIVE}, "kingdoms.Anna: in the break a kingdom has only relics"),
        ({"phase": "relic", "hands": {**FIVE, "Bob": [6, 7]}}, "hands.Bob: a relic is chosen from 5 cards, not from 2"),
        (
            {"phase": "draw", "kingdoms": {"Anna": [17], "Bob": [18]}, "hands": {"Anna": [1, 2], "Bob": [4, 5, 6]}},
            "hands: before a draw both hold 3 cards, or the first 5 and the second 3",
        ),
        ({"hands": FIVE, "box": [11]}, "box: it leaves 7 cards in the deck, but 8 must still be drawn (TT-3.2)."),
        # In a break what is drawn now is still in the deck, and what the next one draws: 4 and 4, or 2 of the 4 and 4.
        ({**DRAWING, "box": [7, 8, 9]}, "box: it leaves 7 cards in the deck, but 8 must still be drawn (TT-3.2)."),
        ({**HALF_DRAWN, "box": [7, 8, 9]}, "box: it leaves 5 cards in the deck, but 6 must still be drawn (TT-3.2)."),
        (
            {"round": 3, **LAST_DRAW, "box": [9, 10, 11, 12, 15]},
            "box: it leaves 3 cards in the deck, but 4 must still be drawn (TT-3.2).",
        ),
        ({"hands": FIVE, "earlier": [FIVE]}, "earlier: 1 round, but 0 are over."),
        ({"phase": "relic", "hands": FIVE, "earlier": [FIVE, {}]}, "earlier: 2 rounds, but 1 is over."),
        (
            {"phase": "relic", "kingdoms": {"Anna": [17], "Bob": [18]}, "hands": FIVE, "earlier": [{}, {}, {}]},
            "earlier: 3 rounds, but 2 are over.",
        ),
        ({"phase": "relic", "hands": FIVE, "earlier": [SIX]}, "earlier.1: each kingdom has 5 cards"),
        (
            {"phase": "relic", "hands": FIVE, "earlier": [{"Anna": [1, 2, 3, 4, 5], "Bob": [1, 6, 7, 8, 9]}]},
            "earlier.1.Bob: 1 King's Nest is named twice",
        ),
    ],
)
def test_a_position_that_makes_no_sense(given: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError) as error:
        place(**given)
    assert says in str(error.value)


@pytest.mark.parametrize(
    "given",
    [
        {"hands": FIVE},
        {"kingdoms": FIVE},
        {"kingdoms": SIX},
        {"phase": "relic", "hands": FIVE},
        {"phase": "draw", "kingdoms": {"Anna": [17], "Bob": [18]}, "hands": {"Anna": [1, 2, 3], "Bob": [4, 5, 6]}},
        {
            "phase": "draw",
            "kingdoms": {"Anna": [17], "Bob": [18]},
            "hands": {"Anna": [1, 2, 3, 7, 8], "Bob": [4, 5, 6]},
        },
        # with as few cards in the deck as will do
        {**DRAWING, "box": [7, 8]},
        {**HALF_DRAWN, "box": [7, 8]},
        {**LAST_DRAW, "box": [9, 10, 11, 12]},
    ],
)
def test_a_position_plays_on_to_the_end(given: dict[str, Any]) -> None:
    steps = play_on(GAME, place(**given).state, "position", 100)
    assert GAME.result(steps[-1].after) is not None
