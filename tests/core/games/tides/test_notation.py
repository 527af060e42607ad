"""Moves as they are typed: numbers, English and Czech names, abbreviations, mistakes and their hints."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.games.tides import GAME
from kronika.core.games.tides.actions import Deal, Draw, Pick, Relic
from kronika.core.games.tides.effects import (
    Doubled,
    Ended,
    RelicsShown,
    Revealed,
    RoundScored,
    Scored,
    Swapped,
    TakenBack,
    TieWon,
)
from kronika.core.games.tides.state import Options

NAMES = ("Anna", "Bob Novák")
START = GAME.setup(Options(), 2)


def parse(text: str, seat: int = 0) -> Any:
    return GAME.parse(START, seat, text, NAMES)


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("pick 17", Pick(17)),
        ("  PICK   17 ", Pick(17)),
        ("pick\t17", Pick(17)),
        ("pick Roof of the World", Pick(17)),
        ("pick roof", Pick(17)),
        ("pick world", Pick(17)),  # a part of a name is enough when it is in one name only
        ("pick Střecha světa", Pick(17)),
        ("pick strecha", Pick(17)),
        ("pick ŠTÍTOVÁ hora", Pick(16)),
        ("pick king’s nest", Pick(1)),
        ("pick Kings Nest", Pick(1)),
        ("pick blood-tear", Pick(13)),
        ("pick blood tear spring", Pick(13)),
        ("pick Předěl", Pick(2)),
        ("pick 1", Pick(1)),  # and not 10 to 18
        ("relic 12 discard 1", Relic(12, 1)),
        ("keep 12 discard 1", Relic(12, 1)),
        ("relic eye of the north discard molehill", Relic(10, 16)),
        ("relic Oko severu discard Štítová hora", Relic(10, 16)),
        ("Relic eye  DISCARD  molehill", Relic(10, 16)),
        ("relic 3 discard 3", Relic(3, 3)),  # that it is illegal is for `check` to say
        ("deal 1 2 3 4 5 / 6 7 8 9 10", Deal(((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)))),
        ("deal 1,2,3,4,5/6,7,8,9,10", Deal(((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)))),
        ("deal king's nest, 2, palace of, roof, 5 / 6 7 8 9 10", None),
        ("deal king's nest, 2, eternal palace, roof, 5 / 6 7 8 9 10", Deal(((1, 2, 3, 17, 5), (6, 7, 8, 9, 10)))),
        ("draw Anna 3 4", Draw(0, (3, 4))),
        ("draw Bob Novák 3 4", Draw(1, (3, 4))),
        ("draw bob novak eye roof", Draw(1, (10, 17))),
        ("draw 1 3 4", Draw(1, (3, 4))),
        ("p 17", Pick(17)),
        ("rel 12 discard 1", Relic(12, 1)),
        ("k 12 dís\u200dcard 1", Relic(12, 1)),
    ],
)
def test_what_can_be_typed(text: str, do: Any) -> None:
    if do is None:
        with pytest.raises(NotationError):
            parse(text)
    else:
        assert parse(text) == do


@pytest.mark.parametrize(
    ("text", "seat", "says"),
    [
        ("", 0, "The move is empty."),
        ("pikc 17", 0, "'pikc' is not a move. Did you mean: pick"),
        ("relik 3 discard 4", 0, "'relik' is not a move. Did you mean: relic"),
        ("dael 1 2", CHANCE, "'dael' is not a move. Did you mean: deal"),
        ("xyzzy", 0, "'xyzzy' is not a move."),
        ("pick", 0, "Which card? The form is `pick CARD`."),
        ("pick 19", 0, "There is no card '19'."),
        ("pick 0", 0, "There is no card '0'."),
        ("pick moelhill", 0, "There is no card 'moelhill'. Did you mean: molehill?"),
        ("pick Oko severů jih", 0, "There is no card 'Oko severů jih'. Did you mean: oko severu"),
        ("pick go", 0, "card 'go' can be gods bath, golden ziggurat."),
        ("pick the", 0, "card 'the' can be "),
        ("relic 3", 0, "`discard` is missing. The form is `relic CARD discard CARD`."),
        ("relic 3 discard", 0, "Which card? The form is `relic CARD discard CARD`."),
        ("deal 1 2 3 4 5 6 7 8 9 10", CHANCE, "Separate the two hands with a slash. The form is `deal CARDS / CARDS`."),
        ("deal 1 2 3 4 / 6 7 8 9 10", CHANCE, "Name 5 cards here, not 4. The form is `deal CARDS / CARDS`."),
        ("draw 3 4", CHANCE, "Which player? The form is `draw NAME CARD CARD`."),
        ("draw chance 3 4", CHANCE, "'chance' is not a player."),
        ("draw Ana 3 4", CHANCE, "There is no player 'Ana'. Did you mean: Anna?"),
        ("draw 2 3 4", CHANCE, "There is no player '2'."),
        ("pick 17 please", 0, "'please' is not a name of card 17."),
    ],
)
def test_mistakes_are_explained(text: str, seat: int, says: str) -> None:
    with pytest.raises(NotationError) as error:
        parse(text, seat)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("seat", "do", "referee", "anna", "bob"),
    [
        (0, Pick(17), "pick 17", "pick 17", "pick ?"),
        (1, Pick(17), "pick 17", "pick ?", "pick 17"),
        (1, Relic(3, 4), "relic 3 discard 4", "relic ? discard ?", "relic 3 discard 4"),
        (
            CHANCE,
            Deal(((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))),
            "deal 1 2 3 4 5 / 6 7 8 9 10",
            "deal 1 2 3 4 5 / ? ? ? ? ?",
            "deal ? ? ? ? ? / 6 7 8 9 10",
        ),
        (CHANCE, Draw(1, (3, 4)), "draw Bob Novák 3 4", "draw Bob Novák ? ?", "draw Bob Novák 3 4"),
    ],
)
def test_what_each_may_read(seat: int, do: Any, referee: str, anna: str, bob: str) -> None:
    """TT-1.6: a choice is hidden until both have chosen, a hand from the opponent."""
    shown = [GAME.format(START, seat, do, NAMES, viewer) for viewer in (None, 0, 1)]
    assert shown == [referee, anna, bob]


def test_what_all_may_read() -> None:
    """What one of the two may not know: both choices, and both hands."""
    told = [
        GAME.format(START, seat, do, NAMES, EVERYONE)
        for seat, do in (
            (0, Pick(9)),
            (1, Relic(1, 2)),
            (CHANCE, Deal(((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)))),
            (CHANCE, Draw(1, (3, 4))),
        )
    ]
    assert told == ["pick ?", "relic ? discard ?", "deal ? ? ? ? ? / ? ? ? ? ?", "draw Bob Novák ? ?"]


@pytest.mark.parametrize(
    ("effect", "clause"),
    [
        (Revealed((3, 17)), "Anna shows 3 Eternal Palace, Bob Novák shows 17 Roof of the World"),
        (Swapped(), "the players exchange their hands"),
        (Doubled(1, ("palace", "temple")), "Bob Novák's Roof of the World doubles palace, temple"),
        (TieWon(0, 2, "TT-4.15"), "Anna wins the tie on 2 Ancient Divide"),
        (Scored(0, 2, 7, "TT-4.5"), "Anna scores 7 for 2 Ancient Divide"),
        (RoundScored(2, (3, 4), (30, 14)), "round 2: Anna +3 = 30 : Bob Novák +4 = 14"),
        (TakenBack(), "both players take back their cards of the round"),
        (
            RelicsShown((1, 4), (2, 5)),
            "Anna keeps 1 King's Nest and discards 2 Ancient Divide, "
            "Bob Novák keeps 4 Great Library of Ahm and discards 5 Mana Well",
        ),
        (Ended((30, 14)), "the game ends 30 : 14"),
    ],
)
def test_effects_in_words(effect: Any, clause: str) -> None:
    assert GAME.describe(effect, NAMES) == clause


def test_all_cards_are_found_by_each_of_their_names() -> None:
    for card in GAME.cards():
        for name in (card.id, card.name, *card.other_names, card.name.upper(), card.other_names[0].lower()):
            assert parse(f"pick {name}") == Pick(int(card.id))
