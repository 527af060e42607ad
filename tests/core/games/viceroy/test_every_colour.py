"""Circles, gems on cards and recolouring, each in all four colours: a slip skips the first or the last."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.sessions.session import Session
from support.playing import effects
from support.viceroy import named, place

COLOURS = ("blue", "red", "green", "yellow")


def part_points(session: Session, part: str) -> int:
    return sum(item.points for item in session.score() if item.part == part)


# -- circles ----------------------------------------------------------------------------------------------------------

# The two supports, with this colour in the corners between them, a character with it below, the gems of its rows 1, 2.
CIRCLES = {
    "blue": (13, 2, 12, "2 red"),
    "red": (1, 3, 5, "2 yellow"),
    "green": (6, 33, 7, "1 green 1 red"),
    "yellow": (10, 34, 6, "1 blue 1 yellow"),
}


def closed(colour: str, **given: Any) -> tuple[Session, list[Any]]:
    left, right, top, gems = CIRCLES[colour]
    pyramid = {"1.0": left, "1.1": right}
    session = place(phase="select", pyramids={"Anna": pyramid}, hands={"Anna": [top]}, gems={"Anna": gems}, **given)
    return session, effects(session, f"select {top}", "place 2.0")


@pytest.mark.parametrize("colour", COLOURS)
def test_a_circle_pays_a_gem_of_its_colour(colour: str) -> None:
    """VC-3.4."""
    session, found = closed(colour)
    assert [(e.colour, e.gem) for e in named(found, "CircleClosed")] == [(colour, True)]
    one = tuple(int(colour == each) for each in COLOURS)
    assert [tuple(e.gems) for e in named(found, "GotGems") if e.rule == "VC-3.4"] == [one]
    assert session.view().gems[0] == {each: int(colour == each) for each in COLOURS}
    assert session.view().circles[0] == {"2.0": colour}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_circle_pays_nothing_out_of_an_empty_supply(colour: str) -> None:
    """VC-3.4: the gems paid for the card go back to the supply first, so only other colours are empty."""
    session, found = closed(colour, supply="none")
    paid = CIRCLES[colour][3]
    assert [e.gem for e in named(found, "CircleClosed")] == [colour in paid]
    assert sum(session.view().gems[0].values()) == int(colour in paid)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("value", [2, 4])
def test_a_circle_bonus_counts_for_its_colour_alone(colour: str, value: int) -> None:
    """VC-5.3, VC-5.4: level 2 and the bonus; an infinite gem of the colour on level 1 likewise."""
    for other in COLOURS:
        left, right, top, _ = CIRCLES[other]
        tokens = [f"{colour}+{value}", f"infinite-{other}"]
        pyramid = {"1.0": {"card": left, "tokens": tokens}, "1.1": right, "2.0": top}
        session = place(phase="end", pyramids={"Anna": pyramid})
        more = value if other == colour else 0
        assert (part_points(session, "circles"), part_points(session, "infinite gems")) == (2 + more, 1 + more)


# -- gems on cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
def test_gems_on_cards_score_in_every_colour(colour: str) -> None:
    """VC-5.4, laws 76 and 79, R-41: an infinite gem is an infinite gem, used or not; a plain gem pays on law 76."""
    pyramid = {
        "1.0": {"card": 76, "tokens": [f"gem-{colour}"]},
        "1.1": {"card": 1, "tokens": [f"infinite-{colour}", f"used-{colour}", f"gem-{colour}"]},
        "1.2": 79,
    }
    session = place(phase="end", pyramids={"Anna": pyramid})
    assert part_points(session, "infinite gems") == 2
    assert part_points(session, "laws") == 2 + 2


@pytest.mark.parametrize("colour", COLOURS)
def test_a_used_infinite_gem_rests_after_the_building_phase(colour: str) -> None:
    """VC-3.9."""
    pyramid = {"1.0": {"card": 1, "tokens": [f"used-{colour}"]}}
    session = place(phase="select", pyramids={"Anna": pyramid}, lanes={"red": {"below": 50}})
    assert session.view().pyramids[0]["1.0"].tokens == (f"used-{colour}",)
    session.play("pass")
    assert session.view().pyramids[0]["1.0"].tokens == (f"infinite-{colour}",)


@pytest.mark.parametrize("colour", COLOURS)
def test_an_infinite_gem_pays_for_one_gem_of_its_colour(colour: str) -> None:
    """VC-3.9: with it in the pyramid nothing goes to the supply, and it is used then."""
    card = {"blue": 6, "red": 10, "green": 2, "yellow": 1}[colour]  # the gem of its row 1
    pyramid = {"1.0": {"card": 3, "tokens": [f"infinite-{colour}"]}}
    session = place(phase="select", pyramids={"Anna": pyramid}, hands={"Anna": [card]})
    (paid,) = named(effects(session, f"select {card}", "place left"), "Paid")
    one = tuple(int(colour == each) for each in COLOURS)
    assert (tuple(paid.gems), tuple(paid.infinite)) == ((0, 0, 0, 0), one)
    assert session.view().pyramids[0]["1.0"].tokens == (f"used-{colour}",)


@pytest.mark.parametrize("colour", COLOURS)
def test_law_66_copies_gems_of_every_colour_unused(colour: str) -> None:
    """R-16, R-23, R-41."""
    pyramid = {"1.0": {"card": 1, "tokens": [f"used-{colour}", f"gem-{colour}"]}}
    session = place(phase="select", pyramids={"Anna": pyramid}, hands={"Anna": [66]})
    effects(session, "select 66")
    laid = sorted([f"used-{colour}", f"infinite-{colour}", f"gem-{colour}", f"gem-{colour}"])
    assert sorted(session.view().pyramids[0]["1.0"].tokens) == laid
    # Four of each colour are in a game of one player: two lay on the card, two were taken for the copies.
    assert session.view().supply == {each: 4 * (each != colour) for each in COLOURS}


def swap(own: list[str], theirs: list[str], **options: Any) -> Session:
    given = {
        "phase": "select",
        "pyramids": {"Anna": {"1.0": {"card": 1, "tokens": own}}, "Bob": {"1.0": {"card": 2, "tokens": theirs}}},
        "hands": {"Anna": [67]},
        "gems": {"Anna": "3 red"},
    }
    session = place(players=2, options=options, **given)
    effects(session, "Anna: select 67", "Bob: pass", "Anna: place right")
    return session


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("use", ["infinite", "used"])
def test_law_67_moves_no_infinite_gem_where_the_table_says_so(colour: str, use: str) -> None:
    """R-24, the option: not an own one, not the opponent's, used or not; a plain gem may go."""
    gem = f"{use}-{colour}"
    assert swap([gem], ["magic"], swap_infinite=False).view().turn == 2, "there is nothing to swap"
    session = swap(["magic", "science", gem], [f"gem-{colour}", gem, "defense"], swap_infinite=False)
    session.play("pay Bob")
    assert session.legal()["Anna"] == ["law 67 give 1 magic", "law 67 give 1 science"]
    word = f"{use} {colour}"
    with pytest.raises(IllegalAction, match="An infinite gem is not swapped in this game") as caught:
        session.play(f"give 1 {word}")
    assert caught.value.rule == "R-24"
    session.play("give 1 magic")
    assert len(session.legal()["Anna"]) == 2
    with pytest.raises(IllegalAction, match="An infinite gem is not swapped in this game"):
        session.play(f"get 2 {word}")


# -- recolouring ------------------------------------------------------------------------------------------------------

# Circle 2.0 has two green and two red segments, 2.1 green below and right, blue on the left; 2.2 is mixed.
TWO = {"1.0": 22, "1.1": 33, "1.2": 35, "2.0": 1, "2.1": 3}
THREE = {**TWO, "1.3": 2, "2.2": 5}


def recolouring(pyramid: dict[str, Any], gems: str) -> Session:
    return place(phase="recolour", pyramids={"Anna": pyramid}, gems={"Anna": gems})


def test_two_circles_in_two_colours() -> None:
    """VC-5.2, VC-5.3: each has its own; red is 2 + 4, green 2."""
    session = recolouring({**THREE, "1.0": {"card": 22, "tokens": ["red+4"]}}, "4 green 4 red")
    session.play("recolour 2.1 green")
    session.play("recolour 2.0 red")
    assert session.view().circles[0] == {"2.0": "red", "2.1": "green", "2.2": "mixed"}
    assert part_points(session, "circles") == 2 + 4 + 2
    for spot in ("2.0", "2.1"):
        with pytest.raises(IllegalAction, match="is recoloured already"):
            session.play(f"recolour {spot} yellow")
    assert all("2.2" in move or move == "done" for move in session.legal()["Anna"])


def test_recoloured_circles_are_not_offered_again() -> None:
    """VC-5.2: four red gems could turn either, but both are done, so the game is over."""
    session = recolouring(TWO, "3 green 4 red")
    session.play("recolour 2.0 green")
    session.play("recolour 2.1 green")
    assert session.view().phase == "end"
    assert session.totals() == {"Anna": 4}


def test_the_colour_of_one_circle_is_not_the_card_of_another() -> None:
    """Circle 2.1 lies below card 3, and yellow is the colour that is kept as 3."""
    session = recolouring(TWO, "3 green 4 yellow")
    session.play("recolour 2.0 yellow")
    assert session.legal()["Anna"] == ["recolour 2.1 green", "done"]
    session.play("recolour 2.1 green")
    assert session.view().circles[0] == {"2.0": "yellow", "2.1": "green"}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_circle_can_be_turned_into_every_colour(colour: str) -> None:
    """VC-5.2: one gem for each segment of another colour; the gems go to the supply."""
    session = recolouring(TWO, f"4 {colour}")
    price = {"blue": 4, "red": 2, "green": 2, "yellow": 4}[colour]
    (done,) = named(effects(session, f"recolour 2.0 {colour}"), "Recoloured")
    assert (done.colour, done.gems) == (colour, price)
    assert session.view().circles[0]["2.0"] == colour
    assert session.view().gems[0][colour] == 4 - price
