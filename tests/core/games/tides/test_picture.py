"""Tides of Time as a picture: each thing that the view knows is there once, in its place and in words."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from kronika.core.contract.blocks import Piece
from kronika.core.contract.game import Viewer
from kronika.core.games.tides import GAME
from kronika.core.games.tides.cards import BY_ID
from kronika.core.games.tides.picture import CARD_H, GAP, LABEL
from kronika.core.games.tides.view import View
from kronika.core.sessions.session import Session
from support.boxes import boxes
from support.lettering import texts
from support.pieces import over_positions, pieces, sound, tables, told
from support.tides import place, start

HIDDEN = "?"


def going_on() -> Session:
    """Each has a card in the kingdom and the other's hand, of which Anna has chosen the 9."""
    deal = "chance: deal 1 2 3 4 5 / 6 7 8 9 10"
    return start(deal, "Anna: pick 5", "Bob: pick 6", "Anna: pick 9")


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_hand_is_below_the_kingdom_and_what_is_chosen_beside_it(viewer: Viewer) -> None:
    found = pieces(going_on(), viewer)
    kingdom, hand, chosen = found["card-5"], found["card-7"], found["card-9"]
    assert kingdom.title == "Anna's kingdom: 5 Mana Well, library: 9 for each set palace + stronghold + temple"
    assert hand.title == "Anna's hand: 7 Golden Ziggurat, garden: 7 if you have more palaces"
    assert chosen.title.startswith("Anna's choice: 9 Maze of the Damned, garden: ")
    assert kingdom.y + kingdom.h < hand.y == chosen.y
    assert hand.x < found["card-8"].x < chosen.x
    assert sum(piece.what == "9" for piece in found.values()) == 1


def test_a_seat_sees_the_backs_of_what_it_does_not_know() -> None:
    """Bob held the hand that Anna has now: he knows it, but not what she chose."""
    found = pieces(going_on(), 1)
    assert [piece.what for piece in found.values() if piece.title.startswith("Anna's hand")] == ["7", "8", "9", "10"]
    assert [piece.title for piece in found.values() if "-0-" in piece.key] == ["Anna's choice: a card face down"]
    session = start("chance: deal 1 2 3 4 5 / 6 7 8 9 10", "Anna: pick 2")
    backs = [piece.title for piece in pieces(session, 1).values() if "-0-" in piece.key]
    assert backs == [*["Anna's hand: a card face down"] * 4, "Anna's choice: a card face down"]


def test_a_relic_is_called_one() -> None:
    session = place(kingdoms={"Anna": [5, 11, 12], "Bob": [1, 2]}, relics={"Anna": [5, 12], "Bob": [1, 2]})
    found = pieces(session)
    said = [text.words for text in texts(f'<svg xmlns="http://www.w3.org/2000/svg">{found["card-5"].shapes}</svg>')]
    assert "relic" in said
    assert found["card-5"].title.startswith("Anna's relic: 5 Mana Well, ")
    assert found["card-11"].title.startswith("Anna's kingdom: 11 Jinn Shackles, ")


def pieces_of(view: View, session: Session) -> dict[str, Piece]:
    return sound(GAME.picture(view, session.players), view, session.players)


@pytest.mark.parametrize("number", BY_ID)
def test_a_card_in_hand_is_drawn_as_one_in_a_kingdom(number: int) -> None:
    """With its suit, name and text; and it says what it gives."""
    session = start()
    view = replace(session.view(), hands=((str(number),), ()), chosen=((), ()), deck=())
    hand = pieces_of(view, session)[f"card-{number}"]
    kingdom = pieces_of(replace(view, hands=((), ()), kingdoms=((str(number),), ())), session)[f"card-{number}"]
    assert (hand.shapes, hand.w, hand.h) == (kingdom.shapes, kingdom.w, kingdom.h)
    assert BY_ID[number].text in hand.title


def test_a_hand_and_what_is_chosen_have_words_above_them() -> None:
    found = pieces(going_on())
    words = [[box.text for box in boxes(found[f"labels-{seat}"].shapes)] for seat in (0, 1)]
    assert words == [["hand", "chosen"], ["hand"]]
    assert found["card-5"].y + found["card-5"].h < found["labels-0"].y < found["card-7"].y


def test_what_is_chosen_lies_at_the_right_edge_and_the_second_card_beside_it() -> None:
    """TT-2.6: a relic and a card for the box are chosen at once."""
    session = start()
    view = replace(session.view(), hands=(("14", "15", "16"), ()), chosen=(("14", "16"), ()), deck=())
    first, second, left = (pieces_of(view, session)[f"card-{card}"] for card in (14, 16, 15))
    assert (first.x + first.w, first.y, left.x) == (480, second.y, 0)
    assert left.x + left.w < second.x < second.x + second.w <= first.x


@pytest.mark.parametrize(("cards", "rows"), [(0, 1), (1, 1), (5, 1), (6, 2), (7, 2)])
def test_the_hand_lies_right_below_a_kingdom_of_rows_of_five(cards: int, rows: int) -> None:
    """In the third round a kingdom grows to seven cards (TT-2.9): the empty one has the room of a row too."""
    session = start()
    kingdom = tuple(map(str, range(1, cards + 1)))
    view = replace(session.view(), kingdoms=(kingdom, ()), hands=(("14",), ()), deck=())
    found = pieces_of(view, session)
    assert len({piece.y for piece in found.values() if piece.zone == "kingdom-0"}) == (rows if cards else 0)
    assert found["card-14"].y == rows * (CARD_H + GAP) + LABEL


@pytest.mark.parametrize("number", BY_ID)
def test_all_that_is_printed_on_a_card_is_on_it(number: int) -> None:
    """Name and text are not cut, and stay within the card; the five suits of the 9 are in its title."""
    session = place(kingdoms={"Anna": [number]})
    shapes = pieces(session)[f"card-{number}"].shapes
    lines = list(texts(f'<svg xmlns="http://www.w3.org/2000/svg">{shapes}</svg>'))
    printed = "13 for each set of all 5 suits" if number == 9 else BY_ID[number].text
    assert " ".join(line.words for line in lines[1:] if line.words != "relic") == f"{BY_ID[number].name} {printed}"
    assert BY_ID[number].text in pieces(session)[f"card-{number}"].title
    assert max(y for line in lines for _, y in line.points) < CARD_H - 4


# -- any position -----------------------------------------------------------------------------------------------


def known(view: View) -> Counter[tuple[str, str]]:
    """What the view has, counted by hand; of a hidden hand a card lies there as the chosen one."""
    cards = Counter([*view.box, *view.deck])
    for hand, kingdom, chosen in zip(view.hands, view.kingdoms, view.chosen, strict=True):
        cards.update([*hand, *kingdom])
        if HIDDEN in chosen:
            cards[HIDDEN] += max(0, len(chosen) - hand.count(HIDDEN))
    return Counter({("card", card): times for card, times in cards.items() if times})


@over_positions
def test_what_is_drawn_is_what_the_view_knows(positions: int) -> None:
    for view, names in tables(GAME, positions):
        sound(GAME.picture(view, names), view, names)
        assert told(GAME, view, names) == known(view)
