"""Viceroy as a picture: each thing that the view knows is there once, in its place and in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from kronika.core.contract.blocks import Piece
from kronika.core.contract.view import EMPTY, HIDDEN
from kronika.core.drawing.picture import draw
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.picture.cards import small, token
from kronika.core.games.viceroy.picture.pyramid import CARD_H, RADIUS, _on
from kronika.core.games.viceroy.view import Spot, View
from support.boxes import boxes
from support.pieces import over_positions, tables, told
from support.viceroy import place


def pieces(view: View, names: tuple[str, ...]) -> dict[str, Piece]:
    return {piece.key: piece for piece in draw(GAME, view, names).pieces}


def test_a_pyramid_is_drawn_as_one() -> None:
    """32 lies over 45 and 23 (VC-3.2), half a card to the right of the left one."""
    session = place(pyramids={"Anna": {"1.0": 45, "1.1": 23, "2.0": 32}})
    drawn = pieces(session.view(), session.players)
    left, right, top = (drawn[f"card-{card}"] for card in (45, 23, 32))
    assert (left.y, right.x - left.x) == (right.y, left.w)
    assert (top.x, top.y) == (left.x + left.w / 2, left.y - left.h)
    assert left.title.startswith("Anna's pyramid, 1.0: 45 Sergeant: ")
    circle = drawn["circle-0-2.0"]
    assert (circle.x + circle.w / 2, circle.y + circle.h / 2) == (right.x, right.y)


@pytest.mark.parametrize(("cards", "named"), [(7, True), (8, False), (9, False)])
def test_a_card_has_its_name_where_there_is_room_for_it(cards: int, named: bool) -> None:
    """Of 480 units eight cards have 60 each; the circles beside a name would lie on it then."""
    row = {f"1.{n}": number for n, number in enumerate((45, 23, 40, 41, 42, 43, 44, 46, 47)[:cards])}
    session = place(pyramids={"Anna": row})
    drawn = pieces(session.view(), session.players)
    assert ("Sergeant" in drawn["card-45"].shapes) is named
    assert all(f">{number}</text>" in drawn[f"card-{number}"].shapes for number in row.values())


def drawn_on(piece: Piece) -> str:
    return " ".join(box.text for box in boxes(piece.shapes) if box.text)


def test_a_character_in_a_pyramid_has_the_reward_of_its_level_on_it() -> None:
    """45: 3 gems for red on level 1, magic for green on level 2; 32: a card for green on level 1."""
    session = place(pyramids={"Anna": {"1.0": 45, "1.1": 23, "2.0": 32}})
    found = pieces(session.view(), session.players)
    assert "R 3 gems" in drawn_on(found["card-45"])
    assert "B 5 gems" in drawn_on(found["card-32"])
    assert found["card-45"].title.endswith("; level 1: red: 3 gems")
    assert found["card-32"].title.endswith("; level 2: blue: 5 gems")


def test_an_infinite_gem_is_reported_in_the_narrowest_pyramid_with_names() -> None:
    """62: an infinite red gem for red on level 1."""
    row = {f"1.{n}": number for n, number in enumerate((45, 62, 40, 41, 42, 43, 44))}
    found = pieces(place(pyramids={"Anna": row}).view(), ("Anna",))
    assert "R ∞ red" in drawn_on(found["card-62"])


def test_a_character_on_level_5_has_no_printed_reward() -> None:
    """VC-3.11: the player chooses, and tokens show what."""
    base = {f"{level}.{column}": 5 * level + column for level in range(1, 5) for column in range(6 - level)}
    session = place(pyramids={"Anna": {**base, "5.0": {"card": 50, "tokens": ["15vp"]}}})
    found = pieces(session.view(), session.players)
    assert drawn_on(found["card-50"]) == "Y R B 50 Warlord"
    assert "; level" not in found["card-50"].title
    assert "; level 4" in found["card-20"].title


def test_a_law_has_its_text_on_it_and_in_its_title() -> None:
    """Law 85: its title is not known; law 74 has one. A longer text than there is room for is cut on the card alone."""
    session = place(pyramids={"Anna": {"1.0": 85, "1.1": 74}}, hands={"Anna": [80, 72]})
    found = pieces(session.view(), session.players)
    assert "End: 2 VP per adjacent character." in drawn_on(found["card-85"])
    assert "Royal Favor Tuck one" in drawn_on(found["card-74"])
    assert "Choose: defense, 6 VP or 4 gems." in drawn_on(found["card-80"])
    assert found["card-74"].title.startswith(
        "Anna's pyramid, 1.1: 74 Royal Favor, law: Tuck one free card of your pyramid here; its tokens move here. "
        "End: 3 / 6 / 9 / 12 VP on level 1 / 2 / 3 / 4.; "
    )
    assert "72 Secret Service, law: Tuck any number of hand cards here." in found["card-72"].title


def test_the_step_that_is_due_touches_no_card() -> None:
    session = place(pyramids={})
    found = pieces(session.view(), session.players)
    assert found["due"].y + found["due"].h + 4 <= found["lane-blue"].y


def test_a_hand_that_is_hidden_is_a_row_of_backs() -> None:
    session = place(hands={"Anna": [80, 72, 1, 2, 3]})
    view = replace(session.view(), hands=((HIDDEN,) * 5,))
    found = {key: piece for key, piece in pieces(view, session.players).items() if piece.zone == "hand-0"}
    assert (len(found), len({piece.y for piece in found.values()})) == (5, 1)
    assert all(piece.h == 20 for piece in found.values())


def counted(view: View) -> Iterator[tuple[str, str]]:
    """What the view knows, by kind, counted by hand."""
    cards = [*view.discard, *view.unseen, *view.laws, *view.top_laws, *[card for _, card in view.playing], view.taken]
    cards += [card for lane in view.lanes.values() for card in lane.values()]
    cards += [card for hand in view.hands for card in hand]
    for pyramid in view.pyramids:
        for spot in pyramid.values():
            cards += [spot.card, *spot.tucked]
            yield from (("token", name) for name in spot.tokens)
    yield from (("card", card) for card in cards if card != EMPTY)
    yield from (("circle", colour) for circles in view.circles for colour in circles.values())
    yield from (("supply", f"{colour} {n}") for colour, n in view.supply.items())
    yield from (("virtual", state) for state in view.virtual)
    for gems, attacks in zip(view.gems, view.attacks, strict=True):
        yield from (("gems", "?" if gems is None else f"{colour} {gems[colour]}") for colour in COLOURS)
        yield "attacks", "?" if attacks is None else str(attacks)
    yield "large", str(view.large)
    yield "small", str(view.small)
    yield "laws", str(view.law_deck)


@over_positions
def test_every_thing_is_there_once_and_nothing_else(positions: int) -> None:
    for view, names in tables(GAME, positions):
        assert told(GAME, view, names) == Counter(counted(view))


def test_the_cards_tucked_under_a_card_are_not_hidden_by_its_half_circle() -> None:
    spot = Spot("72", ("3vp",), ("31", "44", "62"))
    _, *tucked = pieces = list(_on(spot, 0, 0, 60, "pyramid-0"))
    assert [piece.what for piece in pieces] == ["3vp", "31", "44", "62"]
    assert all(0 <= piece.x <= 60 - piece.w and piece.y + piece.h <= CARD_H - RADIUS for piece in tucked)
    assert sorted({piece.x for piece in tucked}) == [piece.x for piece in tucked]


@pytest.mark.parametrize("card", [1, 40, 88])
def test_the_letter_of_a_colour_lies_on_its_colour(card: int) -> None:
    """A white letter of 11 units beside its quarter circle is not seen."""
    drawn = small(str(card), 0, 0, "hand-0-0", "hand").shapes
    assert {float(radius) for radius in re.findall(r"A([\d.]+) ", drawn)} == {14}


def test_tokens_are_reported_without_their_colours() -> None:
    names = ["magic", "science", "defense", "attack", "magic+2", "magic+3", "3vp", "5vp"]
    names += [f"{colour}+{bonus}" for colour in COLOURS for bonus in (2, 4)]
    names += [f"{kind}-{colour}" for kind in ("infinite", "used", "gem") for colour in COLOURS]
    looks = {re.sub(r' class="[^"]*"', "", token(name)) for name in names if not name.startswith("used")}
    assert len(looks) == len(names) - len(COLOURS)
    for name in names:  # a token is where its piece is, a gem in the middle of one a gem wide
        frame = next(box for box in boxes(token(name)) if not box.text)
        assert frame[:4] == ((0, 0, 18, 20) if "-" in name else (0, 0, 28, 20)), name
    for colour in COLOURS:  # a gem that is used is not filled
        assert token(f"used-{colour}") != token(f"infinite-{colour}")


@pytest.mark.parametrize("w", [43, 60, 96])
def test_eight_gems_on_a_law_are_seen_each(w: float) -> None:
    """VC-4.76: none lies upon another one's letter, in its middle, and all are on the card."""
    pieces = list(_on(Spot("76", ("gem-blue",) * 8, ()), 0, 0, w, "pyramid-0"))
    assert all(0 <= piece.x <= w - piece.w and piece.y + piece.h <= CARD_H for piece in pieces)
    middles = sorted((piece.y, piece.x + piece.w / 2) for piece in pieces)
    assert len(set(middles)) == 8
    assert all(right - left >= 6 for (a, left), (b, right) in pairwise(middles) if a == b)


def test_eight_cards_under_a_law_are_read_each() -> None:
    """VC-4.78, on a pyramid so narrow that it is drawn as broad as it can be."""
    pieces = list(_on(Spot("78", (), tuple(map(str, range(31, 39)))), 0, 0, 96, "pyramid-0"))
    assert [(a, b) for a in pieces for b in pieces if a.key < b.key and a.y == b.y and abs(a.x - b.x) < a.w] == []
