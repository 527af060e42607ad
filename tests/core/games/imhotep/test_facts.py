"""A second table of what the box holds, typed from the sources in another form, compared piece by piece."""

from __future__ import annotations

import pytest

from kronika.core.games.imhotep.board import MINIMUM, OBELISKS_A, PYRAMID_A, ROUND_CARDS, growing
from kronika.core.games.imhotep.cards import CARDS

# How many, colour, the site that a red or green one looks at (IM-1.4).
MARKET = """\
2 red    entrance  pyramids       | Vchod
2 red    sarcophagus  burial_chamber | Sarkofág
2 red    paved_path  obelisks     | Dlažba
2 green  pyramid_ornament  pyramids | Dekorace pyramidy
2 green  temple_ornament  temple  | Dekorace chrámu
2 green  burial_chamber_ornament  burial_chamber | Dekorace hrobky
2 green  obelisk_ornament  obelisks | Dekorace obelisku
10 purple statue  -               | Socha
2 blue   lever  -                 | Páka
2 blue   hammer  -                | Kladivo
3 blue   sail  -                  | Plachta
3 blue   chisel  -                | Dláto
"""

# Capacity and number of the eight ships: the minimum is one less, but the smallest must be full (IM-1.2).
SHIPS = {4: 2, 3: 3, 2: 2, 1: 1}

# By card: for how many players there is one with these ships (IM-1.3).
ROUNDS = {
    (4, 4, 3, 2): {4},
    (4, 4, 2, 2): {4},
    (4, 4, 2, 1): {3, 4},
    (4, 3, 3, 3): {4},
    (4, 3, 3, 2): {3, 4},
    (4, 3, 3, 1): {2},
    (4, 3, 2, 2): {2, 3, 4},
    (4, 3, 2, 1): {2, 3},
    (4, 2, 2, 1): {2, 3},
    (3, 3, 3, 2): {3, 4},
    (3, 3, 2, 2): {2, 3},
    (3, 3, 2, 1): {2},
    (3, 2, 2, 1): {2},
}

# The three levels of the pyramid as they lie on the board, row by row (IM-3.7); filled column by column from the left.
LEVELS = [["222", "141", "333"], ["21", "33"], ["4"]]


@pytest.mark.parametrize("line", MARKET.splitlines())
def test_a_market_card_is_what_the_second_table_says(line: str) -> None:
    """IM-1.4."""
    count, colour, id, site, _, czech = line.split(maxsplit=5)
    (card,) = (card for card in CARDS if card.id == id)
    assert (card.count, card.colour, card.site or "-", card.czech) == (int(count), colour, site, czech)
    assert card.name == id.replace("_", " ").title()


def test_there_are_34_market_cards_in_four_colours() -> None:
    """IM-1.4, rulebook p. 12."""
    in_colour = dict.fromkeys(("red", "green", "purple", "blue"), 0)
    for card in CARDS:
        in_colour[card.colour] += card.count
    assert in_colour == {"red": 6, "green": 8, "purple": 10, "blue": 10}
    assert len(CARDS) == len(MARKET.splitlines())


def test_how_many_stones_a_ship_needs() -> None:
    """IM-1.2."""
    assert {capacity: MINIMUM[capacity] for capacity in SHIPS} == {4: 3, 3: 2, 2: 1, 1: 1}
    assert len(MINIMUM) == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_round_cards(players: int) -> None:
    """IM-1.3: seven different ones, and none asks for more ships than the box holds."""
    cards = {tuple(map(int, card)) for card in ROUND_CARDS[players]}
    assert cards == {card for card, at in ROUNDS.items() if players in at}
    assert len(cards) == len(ROUND_CARDS[players]) == 7
    for card in cards:
        assert all(card.count(capacity) <= SHIPS[capacity] for capacity in card), card


def test_the_pyramid_of_side_a() -> None:
    """IM-3.7: from the top left corner down each column, level by level; 14 places, 34 points."""
    columns = [column for level in LEVELS for column in zip(*level, strict=True)]
    assert list(PYRAMID_A) == [int(points) for column in columns for points in column]
    assert (len(PYRAMID_A), sum(PYRAMID_A)) == (14, 34)


def test_obelisks_and_growing_points() -> None:
    """IM-3.15; IM-3.13 and IM-4.1: five stones are 15 and each further one 2."""
    assert {players: list(points) for players, points in OBELISKS_A.items()} == {
        4: [15, 10, 5, 1],
        3: [12, 6, 1],
        2: [10, 1],
    }
    assert [growing(n) for n in range(9)] == [0, 1, 3, 6, 10, 15, 17, 19, 21]
