"""Rules that only a recorded game would have noticed, each with a value worked out by hand.

What holds for one colour is asked of all four: the first and the last are those that a slip leaves out.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.examples.example import Example, start_example
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.state import END, NEW_PLAYER, Options, setup
from kronika.core.sessions.session import Session
from support.playing import allowed, effects

COLOURS = ("blue", "red", "green", "yellow")


def standing(given: dict[str, Any], *players: str, **options: Any) -> Session:
    return start_example(Example("?", "viceroy", players=list(players or ("Anna",)), options=options, given=given))


def named(found: list[Any], kind: str) -> list[Any]:
    return [effect for effect in found if type(effect).__name__ == kind]


def part_points(session: Session, part: str) -> int:
    return sum(item.points for item in session.score() if item.part == part)


# -- the set-up -------------------------------------------------------------------------------------------------------

SETUP = ["chance: return blue red / red red", "chance: deal 3 5 / 4 9", "Anna: start 3", "Bob: start 4"]
TURN = "chance: turn up 41 42 43 44"


@pytest.mark.parametrize(
    ("after", "move", "rule", "says"),
    [
        (1, "chance: deal 65 66 / 67 68", "VC-1.6.6", "65 law is not in the deck of characters. It is a law."),
        (4, "chance: turn up 3 4 5 9", "VC-1.6.8", "3 Herbalist is not in the large deck. It is somewhere else."),
        (4, "chance: turn up 85 86 87 88", "VC-1.6.8", "85 law is not in the large deck. It is a law."),
        (4, "chance: turn up 41 42 43 9", "VC-1.6.8", "9 Cannoneer is not in the large deck. It is somewhere else."),
        (4, "chance: turn up 41 42 43 41", "VC-1.6.8", "41 Inspector comes twice: there is one of each."),
        (5, "chance: laws 3 4 5 / 6 7 8", "VC-1.6.9", "3 Herbalist is not in the law deck. It is somewhere else."),
    ],
)
def test_cards_that_lie_elsewhere_are_refused(after: int, move: str, rule: str, says: str) -> None:
    """VC-1.6.6, 1.6.8, 1.6.9: all of them elsewhere as well as one."""
    session = Session.new(GAME, ["Anna", "Bob"], seed=1, chance="given")
    effects(session, *[*SETUP, TURN][:after])
    with pytest.raises(IllegalAction) as caught:
        session.play(move)
    assert (caught.value.rule, caught.value.reason) == (rule, says)


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
    session = standing(
        {"phase": "select", "pyramids": {"Anna": pyramid}, "hands": {"Anna": [top]}, "gems": {"Anna": gems}, **given}
    )
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
        session = standing({"phase": "end", "pyramids": {"Anna": pyramid}})
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
    session = standing({"phase": "end", "pyramids": {"Anna": pyramid}})
    assert part_points(session, "infinite gems") == 2
    assert part_points(session, "laws") == 2 + 2


@pytest.mark.parametrize("colour", COLOURS)
def test_a_used_infinite_gem_rests_after_the_building_phase(colour: str) -> None:
    """VC-3.9."""
    pyramid = {"1.0": {"card": 1, "tokens": [f"used-{colour}"]}}
    session = standing({"phase": "select", "pyramids": {"Anna": pyramid}, "lanes": {"red": {"below": 50}}})
    assert session.view().pyramids[0]["1.0"].tokens == (f"used-{colour}",)
    session.play("pass")
    assert session.view().pyramids[0]["1.0"].tokens == (f"infinite-{colour}",)


@pytest.mark.parametrize("colour", COLOURS)
def test_an_infinite_gem_pays_for_one_gem_of_its_colour(colour: str) -> None:
    """VC-3.9: with it in the pyramid nothing goes to the supply, and it is used then."""
    card = {"blue": 6, "red": 10, "green": 2, "yellow": 1}[colour]  # the gem of its row 1
    pyramid = {"1.0": {"card": 3, "tokens": [f"infinite-{colour}"]}}
    session = standing({"phase": "select", "pyramids": {"Anna": pyramid}, "hands": {"Anna": [card]}})
    (paid,) = named(effects(session, f"select {card}", "place left"), "Paid")
    one = tuple(int(colour == each) for each in COLOURS)
    assert (tuple(paid.gems), tuple(paid.infinite)) == ((0, 0, 0, 0), one)
    assert session.view().pyramids[0]["1.0"].tokens == (f"used-{colour}",)


@pytest.mark.parametrize("colour", COLOURS)
def test_law_66_copies_gems_of_every_colour_unused(colour: str) -> None:
    """R-16, R-23, R-41."""
    pyramid = {"1.0": {"card": 1, "tokens": [f"used-{colour}", f"gem-{colour}"]}}
    session = standing({"phase": "select", "pyramids": {"Anna": pyramid}, "hands": {"Anna": [66]}})
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
    session = standing(given, "Anna", "Bob", **options)
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


# -- laws on the upper levels -----------------------------------------------------------------------------------------


def full(top: int, law: int, at: tuple[int, int]) -> dict[str, int]:
    """A pyramid of characters up to level `top`, with a law in one place."""
    cards = iter(range(1, 65))
    places = [(level, column) for level in range(1, top + 1) for column in range(6 - level)]
    return {f"{level}.{column}": law if (level, column) == at else next(cards) for level, column in places}


@pytest.mark.parametrize("law", [85, 86, 87, 88])
@pytest.mark.parametrize(
    ("top", "at", "vp"),
    [
        (5, (1, 0), 4),  # 1.1 and 2.0
        (5, (1, 2), 8),  # 1.1, 1.3, 2.1, 2.2
        (5, (2, 1), 12),  # 2.0, 2.2, 1.1, 1.2, 3.0, 3.1
        (5, (3, 0), 8),  # 3.1, 2.0, 2.1, 4.0; there is no column -1
        (5, (4, 0), 8),  # 4.1, 3.0, 3.1, 5.0
        (4, (4, 1), 6),  # 4.0, 3.1, 3.2
    ],
)
def test_laws_85_to_88_count_their_neighbours_on_every_level(law: int, top: int, at: tuple[int, int], vp: int) -> None:
    """VC-3.5: two beside, two below, two above."""
    session = standing({"phase": "end", "pyramids": {"Anna": full(top, law, at)}})
    assert part_points(session, "laws") == vp


@pytest.mark.parametrize("law", [85, 86, 87, 88])
def test_nothing_lies_above_level_five(law: int) -> None:
    """VC-3.5, though a law may not lie there (VC-3.2): over two characters it is worth 4."""
    rows = (b"\1\2\3\4\5", b"\6\7\x08\x09", b"\x0a\x0b\x0c", b"\x0d\x0e", bytes((law,)))
    state = setup(Options(virtual=1), 1)
    state = replace(state, phase=END, players=(replace(NEW_PLAYER, rows=rows),))
    assert [item.points for item in GAME.score(state) if item.part == "laws"] == [4]


@pytest.mark.parametrize(("neighbour", "vp"), [(1, 2), (64, 2), (65, 0), (88, 0)])
def test_law_85_counts_the_first_and_the_last_character_and_no_law(neighbour: int, vp: int) -> None:
    """VC-1.1: characters are 1 to 64, laws 65 to 88."""
    session = standing({"phase": "end", "pyramids": {"Anna": {"1.0": neighbour, "1.1": 85}}})
    assert [item.points for item in session.score() if item.source.startswith("85 ")] == [vp]


@pytest.mark.parametrize(("last", "playable"), [(64, True), (88, False)])
def test_law_66_needs_a_character_in_the_pyramid(last: int, playable: bool) -> None:
    """VC-2.13: after law 65 there may be none; where nothing lies at 2.0 there is none either."""
    laws = {"1.0": 65, "1.1": 70, "1.2": 71, "2.1": last}
    session = standing({"phase": "select", "pyramids": {"Anna": laws}, "hands": {"Anna": [66]}})
    assert session.legal()["Anna"] == (["select 66", "pass"] if playable else ["pass"])
    assert allowed(session, "select 66") == playable


# -- recolouring ------------------------------------------------------------------------------------------------------

# Circle 2.0 has two green and two red segments, 2.1 green below and right, blue on the left; 2.2 is mixed.
TWO = {"1.0": 22, "1.1": 33, "1.2": 35, "2.0": 1, "2.1": 3}
THREE = {**TWO, "1.3": 2, "2.2": 5}


def recolouring(pyramid: dict[str, Any], gems: str) -> Session:
    return standing({"phase": "recolour", "pyramids": {"Anna": pyramid}, "gems": {"Anna": gems}})


def test_two_circles_in_two_colours() -> None:
    """VC-5.2, VC-5.3: each has its own; red is 2 + 4, green 2."""
    session = recolouring({**THREE, "1.0": {"card": 22, "tokens": ["red+4"]}}, "4 green 4 red")
    session.play("recolour 2.1 green")
    session.play("recolour 2.0 red")
    assert session.view().circles[0] == {"2.0": "red", "2.1": "green", "2.2": "mixed"}
    assert part_points(session, "circles") == 2 + 4 + 2
    for place in ("2.0", "2.1"):
        with pytest.raises(IllegalAction, match="is recoloured already"):
            session.play(f"recolour {place} yellow")
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


# -- virtual opponents ------------------------------------------------------------------------------------------------

TABLE = {"Anna": {"1.0": 11}, "Bob": {"1.0": 12}}


@pytest.mark.parametrize(
    ("real", "virtual", "cards", "stay"),
    [
        (0, 1, 1, []),
        (0, 1, 2, []),
        (0, 2, 1, [(2, "red")]),
        (0, 2, 2, []),
        (1, 1, 1, [(1, "red")]),
        (1, 2, 1, [(2, "red")]),
        (1, 2, 2, [(2, "red")]),
        (2, 1, 1, [(1, "red")]),
        (2, 2, 2, [(2, "red")]),
    ],
)
def test_how_many_virtual_opponents_stay(real: int, virtual: int, cards: int, stay: list[tuple[int, str]]) -> None:
    """VC-6.4, row by row: all of them that nobody served, and who of the players missed."""
    given = {
        "pyramids": TABLE,
        "lanes": {"red": {"below": 1, "above": 2} if cards == 2 else {"below": 1}, "blue": {"below": 3}},
        "gems": {"Anna": "2 red 2 blue", "Bob": "2 red 2 blue"},
    }
    session = standing(given, "Anna", "Bob", virtual=virtual)
    bids = [f"{name}: bid {'red' if real > at else 'blue'}" for at, name in enumerate(("Anna", "Bob"))]
    found = effects(session, *bids, f"chance: box {' '.join(['red'] * virtual)}")
    assert [(e.n, e.bid) for e in named(found, "VirtualStays")] == stay
    missed = [(e.seats, e.bid) for e in named(found, "Missed") if e.rule == "VC-6.4"]
    assert missed == ([(tuple(range(real)), "red")] if real else [])


def test_a_player_who_goes_on_leaves_one_virtual_opponent() -> None:
    """VC-6.4, one and one for two cards: both go on and the cards stay."""
    given = {"pyramids": TABLE, "lanes": {"red": {"below": 1, "above": 2}}, "gems": {"Anna": "red", "Bob": "blue"}}
    session = standing(given, "Anna", "Bob", virtual=1)
    effects(session, "Anna: bid red", "Bob: pass", "chance: box red")
    found = effects(session, "Anna: decline")
    assert [(e.n, e.bid) for e in named(found, "VirtualStays")] == [(1, "red")]
    assert [e.seats for e in named(found, "Missed")] == [(0,)]
    assert session.view().lanes["red"] == {"below": "1", "above": "2"}


def test_no_virtual_opponent_stays_where_there_is_no_card() -> None:
    """VC-6.4, last row: unmatched, not still in the auction."""
    given = {
        "pyramids": TABLE,
        "lanes": {"red": {"below": 1}, "blue": {"below": 3}, "green": {"below": 4}},
        "attacks": {"Anna": 1},
        "gems": {"Bob": "red"},
    }
    session = standing(given, "Anna", "Bob", virtual=1)
    found = effects(session, "Anna: bid attack", "Bob: bid red", "chance: box red", "Anna: take red below")
    assert [e.seats for e in named(found, "Missed")] == [(1,)]
    assert not named(found, "VirtualStays")
