"""Hand-written positions: what is filled in, and what is refused with the key that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import PositionError
from kronika.core.games.imhotep.cards import ALL
from kronika.core.games.imhotep.state import OVER, ROUND_CARD, TURN
from support.imhotep import place


def test_defaults() -> None:
    session = place(players=3, round=1)
    state, view = session.state, session.view()
    assert (state.phase, state.turn, state.first, state.doer) == (TURN, 0, 0, -1)
    assert [ship.size for ship in view.ships] == [4, 4, 2, 1], "the first round card for three"
    assert (view.sleds, view.quarries) == ((0, 0, 0), (29, 29, 29))
    assert (state.market.deck, view.row, view.pair, view.discard) == (ALL, (), (), ())
    assert len(view.round_cards) == 6
    assert (view.pyramids, view.temple, view.chamber_rows, view.obelisks) == (((),), (), ((), (), ()), (0, 0, 0))


def test_ships_are_completed_from_the_round_card() -> None:
    view = place(players=2, card=4322, ships=["W -", "K W -"]).view()
    assert [ship.slots for ship in view.ships] == [(-1,) * 4, (1, 0, -1), (0, -1), (-1, -1)]
    assert [ship.size for ship in place(players=2, ships=["W - -", "- - -"]).view().ships] == [4, 3, 3, 1]
    assert [ship.slots for ship in place(ships=[["Wanda", "-"]]).view().ships][3] == (0, -1)


def test_stones_are_counted_off_the_quarry() -> None:
    session = place(
        players=2,
        card=4322,
        ships=["W W - -"],
        sleds={"Wanda": 3},
        pyramids="W",
        temple="W K",
        burial_chamber="W",
        obelisks="W W W W",
    )
    assert session.view().quarries == (29 - 2 - 3 - 1 - 1 - 1 - 4, 28)
    assert place(players=2, quarries={"Klara": 4}).view().quarries == (29, 4)


def test_towers_are_built_as_the_stones_come() -> None:
    session = place(players=2, options={"obelisks": "b", "obelisks_b": [5]}, obelisks="W W W K K K")
    assert [(tower.points, tower.seat) for tower in session.view().towers] == [(5, 0)]
    assert session.view().obelisks == (0, 3)
    assert session.totals() == {"Wanda": 5, "Klara": 0}


def test_people_and_cards_by_name_or_number() -> None:
    session = place(
        turn="Bruno",
        first="klara",
        doer="1",
        row=["Socha", "paved path"],
        cards={"Gita": ["statue"]},
        harbours={"chamber": 4},
        card="4322",
    )
    view = session.view()
    assert (view.turn, view.first, session.state.doer) == (2, 1, 1)
    assert (view.row, view.cards[3], view.ships[0].site) == (("paved_path", "statue"), ("statue",), "burial_chamber")


def test_a_round_with_all_ships_sailed_ends_at_once() -> None:
    harbours = {"market": 4, "pyramids": 3, "temple": "2a", "obelisks": "2b"}
    session = place(card=4322, harbours=harbours, temple="K W", turn="Gita")
    assert (session.state.phase, session.state.round, session.state.first) == (ROUND_CARD, 2, 0)
    assert session.totals() == {"Wanda": 1, "Klara": 1, "Bruno": 0, "Gita": 0}


def test_a_finished_game() -> None:
    session = place(players=2, obelisks="W", over=True)
    assert (session.state.phase, session.state.round, session.actors) == (OVER, 6, ())
    assert session.totals() == {"Wanda": 10, "Klara": 0}


def test_round_cards_used() -> None:
    assert place(players=2, round=3, card=4322, used_cards=[3221]).view().round_cards == (
        "4321",
        "4221",
        "3322",
        "3321",
    )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"round": 7}, "round: 7 is not from 1 to 6 (IM-4.1)."),
        ({"turn": "Igor"}, "turn: There is no player 'Igor'"),
        ({"turn": "chance"}, "turn: 'chance' is not a player"),
        ({"card": 3221}, "card: 3221 is not a round card for 4 players"),
        ({"ships": ["- - - - -"]}, "ships.1: a ship has 1 to 4 slots, not 5"),
        ({"ships": [""]}, "ships.1: a ship has 1 to 4 slots, not 0"),
        ({"ships": ["W -", "X -"]}, "ships.2: There is no player 'X'"),
        ({"ships": ["-", "-"]}, "ships: no round card for 4 players has ships for [1, 1]"),
        ({"card": 4322, "ships": ["-"]}, "ships: no round card"),
        ({"used_cards": [4432]}, "used_cards: name at most one card for each earlier round"),
        ({"round": 3, "card": 4322, "used_cards": [4322]}, "used_cards: name at most one card for each earlier round"),
        ({"round": 3, "used_cards": ["9999"]}, "used_cards: 9999 is not a round card"),
        ({"harbours": {"harbor": 4}}, "harbours.harbor: There is no site 'harbor'"),
        ({"card": 4322, "harbours": {"temple": 1}}, "harbours.temple: There is no ship '1'"),
        ({"card": 4322, "harbours": {"temple": 4, "market": "4"}}, "harbours.market: ship 4 lies at two sites"),
        (
            {"card": 4322, "harbours": {"temple": 4, "tem": 3}},
            "harbours.tem: 'temple' and 'tem' are the same site; name each site once.",
        ),
        ({"card": 4322, "ships": ["W -"], "harbours": {"temple": "2a"}}, "harbours.temple: ship 2a has sailed"),
        ({"sleds": {"Wanda": 6}}, "sleds.Wanda: 6 is not from 0 to 5 (IM-2.4)."),
        ({"sleds": {"Igor": 1}}, "sleds.Igor: There is no player"),
        ({"temple_points": {"Wanda": 256}}, "temple_points.Wanda: 256 is not from 0 to 255."),
        ({"quarries": {"Wanda": 30}}, "quarries.Wanda: 30 is not from 0 to 29 (INV-1)."),
        ({"quarries": {"Wanda": 29}, "temple": "W"}, "quarries.Wanda: of 29 stones only 28 can be left"),
        ({"temple": "W " * 30}, "quarries.Wanda: 30 stones are on the table"),
        ({"temple": "Wanda X"}, "temple: There is no player 'X'"),
        ({"pyramids": {"left": "W"}}, "pyramids: side A has one pyramid"),
        ({"options": {"pyramids": "b"}, "pyramids": "W"}, "pyramids: side B has three"),
        (
            {"options": {"pyramids": "b"}, "pyramids": {"top": "W"}},
            "pyramids.top: 'top' is not one of left, middle, right, extra (IM-3.8).",
        ),
        ({"options": {"pyramids": "b"}, "pyramids": {"left": "W W W W W W"}}, "pyramids: a stone is extra only when"),
        ({"options": {"pyramids": "b"}, "pyramids": {"extra": "W"}}, "pyramids: a stone is extra only when"),
        ({"cards": {"Wanda": ["entrance"]}}, "cards.Wanda: a red card takes effect at once"),
        ({"cards": {"Wanda": ["hat"]}}, "cards.Wanda: There is no card 'hat'"),
        ({"cards": {"Igor": ["sail"]}}, "cards.Igor: There is no player"),
        ({"sleds": {"Wanda": 1, "wanda": 2}}, "sleds.wanda: 'Wanda' and 'wanda' are the same player"),
        ({"quarries": {"Wanda": 4, "0": 5}}, "quarries.0: 'Wanda' and '0' are the same player"),
        ({"temple_points": {"klara": 1, "Klara": 1}}, "temple_points.Klara: 'klara' and 'Klara' are the same player"),
        ({"cards": {"Gita": ["sail"], "GITA": ["lever"]}}, "cards.GITA: 'Gita' and 'GITA' are the same player"),
        ({"row": ["lever"] * 300}, "row: there are 2 of lever (IM-1.4)."),
        ({"row": ["lever"], "cards": {"Gita": ["lever"]}, "discard": ["lever"]}, "cards: there are 2 of lever, not 3"),
        ({"deck": ["lever", "lever"], "row": ["lever"]}, "deck: a card in it is somewhere else"),
        ({"pair": ["?"]}, "pair: only side B"),
        ({"options": {"market": "b"}, "pair": ["?"] * 3}, "pair: two cards at most"),
        ({"options": {"market": "b"}, "pair": ["?", "?"], "deck": ["lever"]}, "pair: there are not that many unseen"),
        ({"options": {"market": "b"}, "pair": ["hat"]}, "pair: There is no card"),
        ({"shops": []}, "There is no `shops` here. Did you mean ships?"),
    ],
)
def test_refused_positions(given: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError) as caught:
        place(**given)
    assert says in str(caught.value)


def test_temple_points_round_by_round() -> None:
    names = place(players=2).players
    state = place(players=2, temple_points=[{names[0]: 2}, {}, {names[1]: 1, names[0]: 1}]).state
    assert state.sites.temple_points == (bytes((2, 0)), bytes((0, 0)), bytes((1, 1)))
    assert place(players=2, temple_points={names[0]: 3}).state.sites.temple_points == (bytes((3, 0)),)
    with pytest.raises(PositionError, match=r"^temple_points.2.\w+: 256 is not from 0 to 255"):
        place(players=2, temple_points=[{}, {names[0]: 256}])
