"""The table as text: every worked example pinned, and what is shown to whom."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.contract.paper import INK, SCREEN, Paper
from kronika.core.examples.example import Example, read_examples, run_example
from kronika.core.games.viceroy import GAME
from support.playing import drawn
from support.playouts import ROOT
from support.viceroy import NAMES, TABLE, place

EXAMPLES = read_examples((ROOT / "fixtures" / "examples" / "viceroy.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_end_of_an_example(example: Example, snapshot: SnapshotAssertion) -> None:
    session = run_example(example).session
    assert session is not None
    assert GAME.render(session.view(), session.players, Paper()) == snapshot


def test_the_table() -> None:
    lines = drawn(place(players=3, **TABLE), 0).splitlines()
    assert lines[:2] == [
        "Round 3 of 12 · bidding round 1 of 3 · make a bid",
        "Supply  10 blue 10 red 9 green 11 yellow · large 36 small 13 laws 20 out 1",
    ]
    assert lines[3:9] == [
        "blue   below  52 Regent   yr/y  r 3 vp; g magic+2; b infinite red; r 2 magic",
        "red    above  51 Helmsman gb/r  r 3 gems; r defense, 2 gems; b yellow+2;",
        "                                g 8 gems",
        "red    below  50 Warlord  yr/b  y card; g magic+2; r card; y magic+5",
        "green  -",
        "yellow -",
    ]


def test_a_pyramid_with_its_circles() -> None:
    """VC-3.3: at 2.0 the right corner of 22, the half circle of 3 and the left corner of 33 are green; at 2.1 they are
    blue, red and green. No card lies on 3 and 5.
    """
    lines = drawn(place(players=3, **TABLE), 0).splitlines()
    at = lines.index("> Anna  19 points · still bidding")
    upper, lower = lines[at + 1 : at + 3]
    assert " ".join(upper.split()) == "r [2.0:3 Herbalist] r r [2.1:5 Scout] y"
    assert " ".join(lower.split()) == "b [1.0:22 Outlaw] (g) [1.1:33 Margrave] brg[1.2:72 Secret Service]g"
    assert middle(upper, "2.0:3 Herbalist") == middle(lower, "(g)")
    assert abs(middle(upper, "2.1:5 Scout") - middle(lower, "brg")) <= 1


def middle(line: str, text: str) -> int:
    """Where in a line the middle of a text stands."""
    return line.index(text) + len(text) // 2


def test_what_lies_on_and_under_cards_and_what_is_at_hand() -> None:
    text = drawn(place(players=3, **TABLE), 0)
    assert "  1.0   22 Outlaw  green+2\n" in text
    assert "  1.2   72 Secret Service  under it 9 Cannoneer, 70 law\n" in text
    assert "  screen  1 blue, 2 red; 0 attack tokens\n" in text
    assert "  hand    36 Sniper      yr/r  b 3 vp; b magic+2; y infinite blue; g 12 vp\n" in text
    assert "  hand    (2 cards unknown)" in text
    assert "an unknown card, an unknown card" in drawn(place(players=3, **TABLE), 1)


def test_the_same_tokens_are_counted() -> None:
    laid = {"card": 76, "tokens": ["gem-blue", "magic", "gem-blue", "gem-red"]}
    assert "76 law  magic, 2 x gem-blue, gem-red\n" in drawn(place(pyramids={"Anna": {"1.0": laid}}), 0)


def test_a_wide_pyramid_is_drawn_closer_or_listed() -> None:
    """Twelve cards have six columns each on a paper of 80; the level and the columns stand at its edges."""
    session = place(pyramids={"Anna": {**{f"1.{n}": n + 2 for n in range(-1, 11)}, "2.-1": 33}})
    lines = drawn(session, 0, 80).splitlines()
    at = lines.index("> Anna  0 points · still bidding")
    assert lines[at + 1] == "2     g 33b"
    assert lines[at + 2].startswith("1  r 1 ryb 2 b r 3 r b 4 b r 5 y b 6 g r 7 y")
    assert lines[at + 3].split() == [str(column) for column in range(-1, 11)]
    assert "1.10:12 Lookout by/b" in drawn(session, 0, 70)


@pytest.mark.parametrize("width", [50, 80, 120])
def test_nothing_overflows(width: int) -> None:
    for shown in (TABLE, TALL):
        for viewer in (None, 0, 1):
            for whole in (None, {0}, {1}):
                view = place(players=3, **shown).view(viewer)
                text = GAME.render(view, ("Anna", "Bob", "Cyril"), Paper(width, whole=whole))
                assert max(map(len, text.splitlines())) <= width


# -- as much as a screen holds ----------------------------------------------------------------------------------------

TALL: dict[str, Any] = {
    "round": 11,
    "pyramids": {
        "Anna": {
            **{f"1.{n}": {"card": n + 1, "tokens": ["magic", "4vp"]} for n in range(6)},
            **{f"2.{n}": {"card": n + 11, "tokens": ["science"]} for n in range(4)},
            **{f"3.{n}": n + 21 for n in range(3)},
            "4.0": {"card": 31, "tokens": ["infinite-red"]},
            "4.1": {"card": 72, "tucked": [41, 42]},
            "5.0": {"card": 33, "tokens": ["15vp"]},
        },
        "Bob": {"1.0": 34},
        "Cyril": {"1.0": 35},
    },
    "hands": {"Anna": [36, 37, 65, 66, 67], "Bob": [40, 69], "Cyril": [68]},
    "gems": {"Anna": "3 blue 2 red 2 green 3 yellow"},
    "attacks": {"Anna": 2},
    "lanes": {
        colour: {"above": above, "below": above + 1}
        for colour, above in {"blue": 50, "red": 52, "green": 54, "yellow": 56}.items()
    },
}


def on_a_screen(seat: int, viewer: int | None = 0, width: int = 80, **given: Any) -> list[str]:
    """The lines of a table on which one pyramid alone is wanted whole."""
    session = place(players=3, **given)
    return GAME.render(session.view(viewer), session.players, Paper(width, whole={seat})).splitlines()


def test_the_others_stand_in_a_line_each() -> None:
    assert on_a_screen(0, **TABLE)[-2:] == [
        "> Bob  0 points · 2 cards, height 1 · 2 in hand · still bidding",
        "> Cyril  0 points · 1 card, height 1 · 1 in hand · still bidding",
    ]
    bob = "> Bob  0 points · 2 cards, height 1 · 3 gems · 2 in hand · still bidding"
    assert on_a_screen(0, None, **TABLE)[-2] == bob


def test_that_another_has_chosen_is_seen_and_no_more() -> None:
    session = place(players=3, **TABLE)
    session.play("Bob: pass")
    view = session.view(0)
    assert "  Bob  0 points · 2 cards, height 1 · 2 in hand · still bidding · has chosen" in GAME.render(
        view, session.players, Paper(whole={0})
    ).split("\n")


@pytest.mark.parametrize("phase", ["bid", "select"])
def test_the_tallest_pyramid_leaves_room_for_the_prompt(phase: str) -> None:
    """Five levels, each card of their own side is there, and four lines of a terminal of 24 are left."""
    lines = on_a_screen(0, phase=phase, **TALL)
    assert len(lines) <= 21
    text = "\n".join(lines)
    for place_of, card in TALL["pyramids"]["Anna"].items():
        assert f"{place_of}:{card['card'] if isinstance(card, dict) else card} " in text.replace("]", " ")
    for said in (
        "1.5 magic, 4vp",
        "4.1 under it 41 Inspector, 42 Infiltrator",
        "5.0 15vp",
        "37 Armourer gg/y",
        "67 law",
    ):
        assert said in re.sub(r"\s+", " ", text)


def test_what_the_phase_is_about_is_reported_in_full() -> None:
    """A screen that can't hold all: bidding has what the cards in the lanes do, building those at hand."""
    given = {**TABLE, "lanes": TALL["lanes"], "hands": {"Anna": [36, 37, 74, 65]}}
    assert any(line.startswith("blue   above  50 Warlord") for line in on_a_screen(0, **given))
    assert not any("36 Sniper yr/r  b 3 vp" in line for line in on_a_screen(0, **given))
    building = on_a_screen(0, phase="select", **given)
    assert "blue   above 50 Warlord yr/b · below 51 Helmsman gb/r" in building
    assert any("b 3 vp; b magic+2; y infinite blue; g 12 vp" in line for line in building)


def test_what_lies_on_the_cards_goes_into_one_line_before_lanes_and_hand_are_shortened() -> None:
    """Each of nine cards with a token has a line of its own where there is room; here it would not fit on a screen."""
    base = {f"1.{column}": {"card": column + 1, "tokens": ["magic"]} for column in range(9)}
    given = {"pyramids": {"Anna": base, "Bob": {"1.0": 34}, "Cyril": {"1.0": 35}}, "hands": {"Anna": [36, 37]}}
    lanes = {"red": {"below": 50, "above": 51}}
    whole = drawn(place(players=3, lanes=lanes, **given), 0).splitlines()
    assert sum(line.endswith("  magic") for line in whole) == 9
    for phase in ("bid", "select"):
        lines = on_a_screen(0, phase=phase, lanes=lanes, **given)
        assert len(lines) <= SCREEN
        assert any(line.startswith("red    above  51 Helmsman gb/r  r 3 gems; ") for line in lines)
        assert any(line.startswith("  hand    36 Sniper   yr/r  b 3 vp; ") for line in lines)
        assert any(line.startswith("  1.0 magic · 1.1 magic · 1.2 magic") for line in lines)


SUBSETS = [set(seats) for n in range(1, 5) for seats in combinations(range(4), n)]


@pytest.mark.parametrize("width", [80, 109, 110, 160])
@pytest.mark.parametrize("whole", SUBSETS, ids=str)
def test_every_player_is_drawn_once(whole: set[int], width: int) -> None:
    """Two side by side from 110 columns on: the last of an odd number alone, the others in a line each."""
    pyramids = {name: {"1.0": card} for name, card in zip(NAMES, (41, 42, 43, 44), strict=True)}
    session = place(players=4, pyramids=pyramids)
    text = GAME.render(session.view(), session.players, Paper(width, whole=whole))
    for seat, name in enumerate(NAMES):
        assert len(re.findall(rf"> {name}  0 points · ", text)) == 1
        assert text.count(f"1.0:{41 + seat} ") == (seat in whole)
    beside = [line for line in text.splitlines() if line.count("> ") == 2]
    assert len(beside) == (len(whole) // 2 if width >= 110 else 0)


def test_colours_are_reported_in_colour() -> None:
    """Gems by name, costs by their letter, corners of cards; the words and their places stay."""
    session = place(players=3, **TABLE)
    inked = GAME.render(session.view(0), session.players, Paper(colour=True))
    assert INK.sub("", inked) == drawn(session, 0)
    letter, word = Paper(colour=True).ink("y", "yellow"), Paper(colour=True).ink("blue", "blue")
    assert f"{letter} card; " in inked
    assert f"screen  1 {word}, " in inked


def test_on_wide_paper_two_pyramids_stand_side_by_side() -> None:
    lines = drawn(place(players=3, **TABLE), 0, 120).splitlines()
    assert any(re.match(r"> Anna  19 points · still bidding +> Bob  0 points · still bidding$", line) for line in lines)
    assert any(re.match(r"> Cyril  0 points · still bidding$", line) for line in lines)


def test_the_legend_explains_the_signs() -> None:
    text = GAME.legend(Paper(50))
    assert max(map(len, text.splitlines())) <= 50
    assert {line[:9].strip() for line in text.splitlines()} >= {">", "[1.0:22]", "grb", "(g)", "g b", "gb/r", "y 2 vp"}


def test_what_is_pending_is_shown() -> None:
    given = {**TABLE, "phase": "select", "gems": {"Anna": "blue", "Bob": "blue"}}
    session = place(players=3, **given)
    session.play("Bob: pass")
    assert "chosen: pass" in drawn(session, 1)
    assert "has chosen" in drawn(session, 0)
    session.play("Cyril: pass")
    session.play("Anna: select 36")
    text = drawn(session, 2)
    assert "Shown   Anna's 36 Sniper\n" in text
    assert text.startswith("Round 3 of 12 · building round 1 of 3 · lay the selected card\n")
    assert "\n> Anna " in text
    assert "\n  Bob " in text
    holder = {"pyramids": {"Anna": {"1.0": 78}}, "lanes": {"red": {"below": 50}}, "gems": {"Anna": "red"}}
    taken = place(**holder)
    taken.play("bid red")
    taken.play("chance: box blue")
    assert "Taken   50 Warlord" in drawn(taken, 0)
