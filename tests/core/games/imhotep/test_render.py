"""The table as text: every worked example pinned, and what is shown to whom."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.contract.paper import SCREEN, Paper
from kronika.core.examples.example import Example, read_examples, run_example
from kronika.core.games.imhotep import GAME
from kronika.core.games.imhotep.render import letters_of
from support.imhotep import place
from support.playing import drawn
from support.playouts import ROOT

EXAMPLES = read_examples((ROOT / "fixtures" / "examples" / "imhotep.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_end_of_an_example(example: Example, snapshot: SnapshotAssertion) -> None:
    session = run_example(example).session
    assert session is not None
    assert GAME.render(session.view(), session.players, Paper()) == snapshot


def test_letters_of_players() -> None:
    assert letters_of(["Wanda", "Klara", "Bruno"]) == ["W", "K", "B"]
    assert letters_of(["Anna", "Alan", "Ána", "An"]) == ["A", "L", "N", "4"]
    assert letters_of(["Šárka", "Šimon"]) == ["S", "I"]


def test_the_pair_is_shown_to_its_taker_alone() -> None:
    session = place(options={"market": "b"}, card=4322, ships=["K W"], row=["lever"], pair=["?", "?"])
    session.play("Wanda: sail 2a market")
    session.play("Klara: market pair")
    session.play("chance: pair paved_path hammer")
    assert "face down: paved path, hammer" in drawn(session, 1)
    assert "face down: ?, ?" in drawn(session, 0)
    assert "still on board: W" in drawn(session, 0)


def test_stones_lie_on_their_places_and_ships_at_their_quays() -> None:
    session = place(
        players=2,
        card=4322,
        ships=["W K W -"],
        harbours={"temple": 3},
        pyramids="W K K K W W W W W K K W W W K W",
        temple="W K W W K K",
        burial_chamber="W K W W",
        obelisks="K W K",
    )
    text = drawn(session)
    assert "At sea                 4 W K W .   2a . .   2b . .   may sail: 4\n" in text
    assert "Market A         [ ]   no card\n" in text
    assert (
        "Pyramids A       [ ]                    Burial chamber A [ ]\n"
        "    W K W   K W   W                         W W\n"
        "    K W W   K W                             K .\n"
        "    K W W                                   W\n"
        "    beside: K W\n"
    ) in text
    assert "Temple A         [3]   2: K K . .   1: W K W W\n" in text
    assert "Obelisks A       [ ]   W   K K\n" in text


def test_sites_stand_below_each_other_on_narrow_paper() -> None:
    session = place(players=2, card=4322, harbours={"burial_chamber": "2b"}, burial_chamber="W K W W")
    text = GAME.render(session.view(), session.players, Paper(50))
    assert "    3 3 3\nBurial chamber A [2b]\n    W W\n    K .\n    W\nTemple A " in text


def test_places_of_the_pyramid_that_are_free_show_their_points() -> None:
    text = drawn(place(players=2, pyramids="W"))
    assert "    W 2 2   2 1   4                         .\n    1 4 1   3 3\n    3 3 3\n" in text
    session = place(players=2, options={"pyramids": "b"}, pyramids={"left": "W K"})
    assert "    left    W K 1+card 3 4" in drawn(session)
    assert "    middle  2 1 1+stones 3 4" in drawn(session)


def test_an_empty_temple_has_a_level_of_free_places() -> None:
    assert "Temple A         [ ]   1: . . . .\n" in drawn(place(players=2))
    assert "Temple A         [ ]   1: . . . . .\n" in drawn(place(players=3))


def test_towers_show_their_owner() -> None:
    session = place(players=2, options={"obelisks": "b"}, obelisks="K K K W")
    assert "Obelisks B       [ ]   W\n    towers: 10:K 9:- 8:- 7:- 6:- 5:- 4:-\n" in drawn(session)


def test_a_screen_leaves_out_what_follows_from_the_rest() -> None:
    """All players, sites and ships are whole there: what nobody has seen is all cards but those that lie open."""
    discard = ["hammer", "chisel", "sail", "entrance", "sarcophagus", "paved_path", "pyramid_ornament"]
    cards = {name: ["statue", "burial_chamber_ornament"] for name in ("Wanda", "Klara")}
    session = place(players=4, card=4322, row=["lever"], cards=cards, discard=discard)
    full = GAME.render(session.view(0), session.players, Paper())
    short = GAME.render(session.view(0), session.players, Paper(whole={0}))
    assert len(full.splitlines()) > SCREEN
    assert len(short.splitlines()) <= SCREEN
    assert set(short.splitlines()) < set(full.splitlines())
    left_out = [line for line in full.splitlines() if line not in short.splitlines()]
    assert left_out[0].startswith("Unseen: ")
    assert all(line.startswith("        ") for line in left_out[1:])


def test_the_legend_explains_the_signs() -> None:
    text = GAME.legend(Paper())
    for sign in ("[3a]", "At sea", "towers", "one unused"):
        assert f"\n{sign}" in text
    assert max(map(len, text.splitlines())) <= 80


def test_colour_is_ink_only() -> None:
    session = place(card=4322, ships=["W K B G"])
    text = GAME.render(session.view(), session.players, Paper(colour=True))
    for code in (63, 136, 164, 28):
        assert f"\x1b[38;5;{code}m" in text
