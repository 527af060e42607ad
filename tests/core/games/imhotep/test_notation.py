"""Moves as people type them: names of ships, abbreviations, hints, and what a viewer may not read."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.games.imhotep import GAME
from kronika.core.games.imhotep.actions import (
    Chisel,
    Draw,
    Fill,
    Hammer,
    Keep,
    Lever,
    Load,
    Pair,
    Pyramid,
    Sail,
    SailCard,
    Start,
    TakeCard,
    TurnUp,
)
from kronika.core.games.imhotep.notation import ship_labels
from kronika.core.sessions.session import Session
from support.imhotep import place, start

NAMES = ("Wanda", "Klara", "Bruno", "Gita")


def test_ships_of_one_size_have_letters() -> None:
    assert ship_labels([4, 3, 2, 2]) == ["4", "3", "2a", "2b"]
    assert ship_labels([4, 4, 2, 1]) == ["4a", "4b", "2", "1"]
    assert ship_labels([4, 3, 3, 3]) == ["4", "3a", "3b", "3c"]
    assert ship_labels([]) == []


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("load 4:2", Load(1, 2)),
        ("lo 4:2", Load(1, 2)),
        ("LOAD  2a:1", Load(3, 1)),
        ("load 2B:1", Load(4, 1)),
        ("load #3:1", Load(3, 1)),
        ("sail 4 temple", Sail(1, "temple")),
        ("sail #2 burial chamber", Sail(2, "burial_chamber")),
        ("sail 3 chamber", Sail(2, "burial_chamber")),
        ("sail 3 burial_chamber", Sail(2, "burial_chamber")),
        ("sail 3 ob", Sail(2, "obelisks")),
        ("sail 3 pyr", Sail(2, "pyramids")),
        ("lever 4 obelisks 3 1 2", Lever(1, "obelisks", (3, 1, 2))),
        ("lever 4 burial chamber 1", Lever(1, "burial_chamber", (1,))),
        ("hammer 3:1", Hammer(2, 1)),
        ("sailcard 3:1 market", SailCard(2, 1, "market")),
        ("chisel 4:1 3:2", Chisel(((1, 1), (2, 2)))),
        ("market statue", TakeCard("statue")),
        ("market paved path", TakeCard("paved_path")),
        ("market páka", TakeCard("lever")),
        ("market pair", TakeCard("pair")),
        ("keep sarc", Keep("sarcophagus")),
        ("pyramid left", Pyramid("left")),
        ("pyramid m", Pyramid("middle")),
        ("start Gita", Start(3)),
        ("round 4322", TurnUp("4322")),
        ("round 4-3-2-2", TurnUp("4322")),
        ("fill statue sail lever hammer", Fill(("statue", "sail", "lever", "hammer"))),
        ("fill statue, paved path", Fill(("statue", "paved_path"))),
        ("draw temple ornament", Draw("temple_ornament")),
        ("pair sail statue", Pair(("sail", "statue"))),
    ],
)
def test_read(text: str, do: Any) -> None:
    assert GAME.parse(place(card=4322).state, 0, text, NAMES) == do


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The move is empty"),
        ("lod 4:2", "Did you mean: load"),
        ("p", "'p' can be pass or pyramid."),
        ("take 2", "is not expected here"),
        ("load", "Which ship and slot? The form is `load SHIP:SLOT`."),
        ("load 4", "not a ship and slot"),
        ("load 4:5", "not a ship and slot"),
        ("load 4:1 3:1", "'3:1' is not expected here."),
        ("load 2:1", "several ships for 2: 2a and 2b. Did you mean: 2a, 2b?"),
        ("load 1:1", "no ship '1' in this round: it has 4, 3, 2a and 2b."),
        ("load #5:1", "no ship '#5'"),
        ("load 2c:1", "no ship '2c'"),
        ("sail", "Which ship? The form is `sail SHIP SITE`."),
        ("sail 4", "Which site? The form is `sail SHIP SITE`."),
        ("sail 4:2 temple", "To load a stone before the ship sails, play a sail card: `sailcard SHIP:SLOT SITE`."),
        ("sail 4 tempel", "Did you mean: temple?"),
        ("lever 4 temple", "Name 1 to 4 slots here, not 0. The form is `lever SHIP SITE SLOTS`."),
        ("lever 4 temple 1 2 3 4 1", "Name 1 to 4 slots here, not 5."),
        ("lever 4 temple 5", "There is no slot '5'."),
        ("lever 4 1 2 3", "Which site? The form is `lever SHIP SITE SLOTS`."),
        ("lever 4 temple 1 x", "There is no slot 'x'."),
        ("chisel 4:1", "Which ship and slot? The form is `chisel SHIP:SLOT SHIP:SLOT`."),
        ("chisel 4:1 3:1 2a:1", "'2a:1' is not expected here."),
        ("market", "Which card?"),
        ("market statu e", "no card"),
        ("keep", "Which card?"),
        ("pyramid top", "no pyramid 'top'"),
        ("bonus hat", "no bonus 'hat'"),
        ("choose", "Which choice? The form is `choose points|stones`."),
        ("round 1111", "no round card"),
        ("start chance", "'chance' is not a player"),
        ("start Igor", "no player 'Igor'"),
        ("fill", "not 0"),
        ("fill statue statue statue statue statue", "not 5"),
        ("pair statue statue statue", "not 3"),
        ("draw", "Which card?"),
    ],
)
def test_not_read(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(place(card=4322).state, 0, text, NAMES)
    assert says in str(caught.value)


def test_of_two_ships_the_one_that_waits_is_meant() -> None:
    session = place(card=4322, harbours={"temple": "2a"})
    assert session.read("Wanda: load 2:1")[1] == Load(4, 1)
    assert session.read("Wanda: load 2a:1")[1] == Load(3, 1)


def test_before_the_round_there_are_no_ships() -> None:
    with pytest.raises(NotationError, match="No ships are laid out"):
        GAME.parse(start().state, 0, "load 4:1", NAMES)
    assert GAME.format(start().state, 0, Load(1, 2), NAMES) == "load #1:2"


def test_for_chance_the_form_of_what_is_due() -> None:
    session = Session.new("imhotep", NAMES[:2], chance="given")
    for text in ("", "xyzzy"):
        with pytest.raises(NotationError, match=r"It can be `start Wanda`\.$"):
            session.read(text)
    with pytest.raises(NotationError, match=r"^There is no player 'Wnda'\. Did you mean: start Wanda\?$"):
        session.read("start Wnda")


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("load 2:1", ("load 2a:1", "load 2b:1")),
        ("load", ("load 4:1", "load 4:2", "load 4:3")),
        ("lod 4:2", ("load 4:2",)),
        ("load 3", ("load 3:1", "load 3:2", "load 3:3")),
    ],
)
def test_hints_are_possible(text: str, hints: tuple[str, ...]) -> None:
    """All four ships lie empty, and Wanda has stones on her sled."""
    session = place(card=4322, sleds={"Wanda": 3})
    with pytest.raises(NotationError) as error:
        session.read(f"Wanda: {text}")
    assert error.value.hints == hints


def test_the_pair_is_masked_for_all_but_its_taker() -> None:
    session = place(options={"market": "b"}, card=4322, ships=["K -"], pair=["sail", "?"])
    session.play("Wanda: sail 2a market")
    session.play("Klara: market pair")
    pair = Pair(("lever", "sail"))
    texts = {viewer: GAME.format(session.state, CHANCE, pair, NAMES, viewer) for viewer in (None, 0, 1, 2, 3)}
    assert texts == {
        None: "pair lever sail",
        0: "pair sail ?",
        1: "pair lever sail",
        2: "pair sail ?",
        3: "pair sail ?",
    }


def test_a_pair_shown_at_the_end_of_a_round_is_masked_for_nobody() -> None:
    harbours = {"market": 4, "pyramids": 3, "burial_chamber": "2b"}
    session = place(options={"market": "b"}, card=4322, ships=["W -"], harbours=harbours, pair=["?", "?"])
    session.play("Wanda: sail 2a obelisks")
    assert GAME.format(session.state, CHANCE, Pair(("lever", "sail")), NAMES, 2) == "pair lever sail"


def test_every_effect_has_its_own_clause() -> None:
    """Made of one field value each, so that no two kinds of effect read alike."""
    values = {
        "sleds": (2, 3, 4, 5),
        "stones": 2,
        "points": 3,
        "totals": (1, 2, 3, 4),
        "cargo": (0, 1),
        "site": "temple",
    }
    clauses = set()
    for kind in get_args(GAME.Effect):
        fields = {}
        for name in kind.__struct_fields__:
            tuples = kind.__name__ in ("StonesReturned", "TempleScored") and name in ("stones", "points")
            fields[name] = (
                (1, 0, 2, 0) if tuples else values.get(name, "statue" if name in ("card", "what", "bonus") else 1)
            )
        if "rule" in fields:
            fields["rule"] = "IM-1.1"
        clauses.add(GAME.describe(kind(**{**fields, **({"pyramid": "left"} if "pyramid" in fields else {})}), NAMES))
    assert len(clauses) == len(get_args(GAME.Effect))
    assert all(clause and not clause.endswith(".") for clause in clauses)
