"""The 27 bug classes of the SPEC's section 7, each with a position in which the bug would show."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.games.imhotep import GAME
from kronika.core.games.imhotep.actions import TurnUp
from kronika.core.games.imhotep.board import ROUND_CARDS
from kronika.core.games.imhotep.cards import CARDS
from kronika.core.games.imhotep.state import Options
from kronika.core.sessions.session import Session
from kronika.testing.playouts import Case, playout
from support.imhotep import place, start
from support.playing import refused

LAST: dict[str, Any] = {"card": 4322, "harbours": {"market": 4, "temple": 3, "burial_chamber": "2b"}}
"""One ship for two is left."""


def told_of(session: Session, kind: str) -> list[dict[str, Any]]:
    found = (msgspec.to_builtins(effect) for event in session.line.events for effect in event.then)
    return [effect for effect in found if effect["type"] == kind]


def chamber(*rows: str) -> str:
    """Rows as drawn, in the order of delivery: by columns, top to bottom."""
    return " ".join(rows[at % 3][at // 3] for at in range(sum(map(len, rows))))


def test_bc_1_the_first_seat_has_no_obelisk() -> None:
    assert place(players=3, obelisks="K K B", over=True).totals() == {"Wanda": 0, "Klara": 12, "Bruno": 6}


def test_bc_2_tied_obelisks_share_and_none_gets_nothing() -> None:
    assert place(obelisks="K W", over=True).totals() == {"Wanda": 12, "Klara": 12, "Bruno": 0, "Gita": 0}
    assert place(obelisks="W K B G B", over=True).totals() == {"Wanda": 5, "Klara": 5, "Bruno": 15, "Gita": 5}


@pytest.mark.parametrize(
    ("rows", "white", "black"),
    [
        (("WWW", "WKW", "WWW"), 15 + 3 * 2, 1),  # a ring of 8
        (("WKW", "WKW", "WWW"), 15 + 2 * 2, 3),  # a U of 7
        (("WWW", "KWK", "KWK"), 15, 3 + 3),  # a T of 5
        (("KKW", "KWW", "WWK"), 15, 6 + 1),  # reached only upwards and to the left
        (("WWWKW", "KKWKW", "KKWWW"), 15 + 4 * 2, 10 + 3),  # two arms that meet far to the right: 9
        (("WKW", "KWK", "WKW"), 5, 4),  # corners don't join
        (("WWW", "KKK", "WWW"), 6 + 6, 6),
        (("KWKWK", "WWWWW", "KWKWK"), 15 + 4 * 2, 6),  # branches up and down: 9
    ],
)
def test_bc_3_areas_reach_in_every_direction(rows: tuple[str, str, str], white: int, black: int) -> None:
    assert place(players=2, burial_chamber=chamber(*rows), over=True).totals() == {"Wanda": white, "Klara": black}


def test_bc_4_the_burial_chamber_has_no_end() -> None:
    session = place(players=3, burial_chamber=chamber("W" * 14, "K" * 14, "B" * 14), over=True)
    assert session.totals() == dict.fromkeys(("Wanda", "Klara", "Bruno"), 15 + 9 * 2)
    session = place(players=3, card=4322, ships=["W K B"], burial_chamber=chamber("W" * 10, "K" * 10, "B" * 10))
    session.play("Wanda: sail 3 burial chamber")
    assert [stone["column"] for stone in told_of(session, "chamber_stone")] == [11, 11, 11]


def test_bc_5_the_temple_scores_without_a_visit() -> None:
    given = {**LAST, "harbours": {"market": 4, "pyramids": 3, "burial_chamber": "2b"}}
    session = place(**given, ships=["W -"], temple="K K B")
    session.play("Wanda: sail 2a obelisks")
    assert session.totals() == {"Wanda": 0, "Klara": 2, "Bruno": 1, "Gita": 0}


def test_bc_6_the_temple_scores_in_the_last_round_and_after_a_lever() -> None:
    for move in ("sail 2a pyramids", "lever 2a pyramids 1"):
        session = place(round=6, **LAST, ships=["W -"], temple="K K B", cards={"Wanda": ["lever"]})
        session.play(f"Wanda: {move}")
        assert session.actors == ()
        assert [effect["points"] for effect in told_of(session, "temple_scored")] == [(0, 2, 1, 0)]
    session = place(round=2, **LAST, ships=["W -"], temple="K K B", cards={"Wanda": ["lever"]})
    session.play("Wanda: lever 2a pyramids 1")
    assert session.totals()["Klara"] == 2


def test_bc_7_the_entrance_pays_once() -> None:
    session = place(card=4322, ships=["W -"], row=["entrance", "statue"], quarries={"Wanda": 9})
    session.play("Wanda: sail 2a market")
    session.play("Wanda: market entrance")
    assert session.totals()["Wanda"] == 2
    assert [(stone["place"], stone["points"]) for stone in told_of(session, "pyramid_stone")] == [(1, 2)]


def test_bc_8_the_last_ship_pays_before_the_round_ends() -> None:
    session = place(**LAST, ships=["W K"])
    session.play("Wanda: sail 2a pyramids")
    kinds = [msgspec.to_builtins(effect)["type"] for effect in session.line.events[-1].then]
    assert kinds.index("pyramid_stone") < kinds.index("round_ended")
    assert session.totals() == {"Wanda": 2, "Klara": 1, "Bruno": 0, "Gita": 0}


def test_bc_9_after_the_market_the_sailors_neighbour_is_next() -> None:
    session = place(card=4322, turn="Klara", ships=["G W"], row=["statue", "lever"])
    session.play("Klara: sail 2a market")
    session.play("Gita: market statue")
    session.play("Wanda: market lever")
    assert session.actors == (2,)


@pytest.mark.parametrize(
    ("sailor", "first"), [("Wanda", "Klara"), ("Klara", "Bruno"), ("Bruno", "Gita"), ("Gita", "Wanda")]
)
def test_bc_10_the_start_player_of_the_next_round(sailor: str, first: str) -> None:
    for move in ("sail 2a obelisks", "lever 2a obelisks 1", "sailcard 2a:2 obelisks"):
        cards = {sailor: ["lever", "sail"]}
        session = place(**LAST, turn=sailor, first="Bruno", ships=["B -"], sleds={sailor: 1}, cards=cards)
        session.play(f"{sailor}: {move}")
        session.play("chance: round 4432")
        session.play("chance: fill statue statue statue statue")
        assert session.actors == (session.players.index(first),)


def test_bc_11_the_round_stays_open_while_cards_are_chosen() -> None:
    given = {**LAST, "harbours": {"obelisks": 4, "temple": 3, "burial_chamber": "2b"}}
    session = place(**given, ships=["W K"], row=["statue", "sail", "lever"])
    session.play("Wanda: sail 2a market")
    session.play("Wanda: market statue")
    assert not told_of(session, "round_ended")
    assert session.actors == (1,)
    session.play("Klara: market sail")
    assert told_of(session, "round_ended")
    assert session.view().discard == ("lever",)


def test_bc_12_the_lever_counts_too_at_the_market_and_with_gaps() -> None:
    cargo = {
        "1 3 4": ["Wanda", "Klara", "Gita"],
        "4 3 1": ["Gita", "Klara", "Wanda"],
        "3 4 1": ["Klara", "Gita", "Wanda"],
    }
    for order, owners in cargo.items():
        for site in ("market", "obelisks", "temple"):
            session = place(card=4322, ships=["W - K G"], row=["statue"] * 3, cards={"Wanda": ["lever"]})
            session.play(f"Wanda: lever 4 {site} {order}")
            (sailed,) = told_of(session, "sailed")
            assert [session.players[seat] for seat in sailed["cargo"]] == owners
            if site == "market":
                for owner in owners:
                    session.play(f"{owner}: market statue")


def test_bc_13_the_chisel_needs_two_slots_and_two_stones_of_the_sled() -> None:
    given: dict[str, Any] = {"card": 4322, "cards": {"Wanda": ["chisel"]}}
    assert refused(place(**given, sleds={"Wanda": 2}), "Wanda: chisel 4:1 4:1").rule == "IM-2.7"
    assert refused(place(**given, sleds={"Wanda": 1}, quarries={"Wanda": 20}), "Wanda: chisel 4:1 4:2").rule == "IM-2.7"
    session = place(**given, sleds={"Wanda": 2}, quarries={"Wanda": 0})
    session.play("Wanda: chisel 4:1 4:2")
    assert session.view().ships[0].slots == (0, 0, -1, -1)
    assert session.view().sleds[0] == 0


def test_bc_14_the_hammer_looks_at_unsailed_ships_only() -> None:
    session = place(
        card=4322,
        ships=["W W W W", "K K", "B B"],
        harbours={"temple": 3},
        cards={"Wanda": ["hammer"]},
    )
    assert refused(session, "Wanda: hammer 3:1").rule == "IM-2.7"
    assert not [move for move in session.legal()["Wanda"] if move.startswith("hammer")]


def test_bc_15_the_sail_card_is_offered_only_if_the_ship_can_sail() -> None:
    session = place(card=4322, ships=["K - - -", "K - -"], sleds={"Wanda": 1}, cards={"Wanda": ["sail"]})
    offered = {move.split()[1].split(":")[0] for move in session.legal()["Wanda"] if move.startswith("sailcard")}
    assert offered == {"3", "2a", "2b"}
    assert refused(session, "Wanda: sailcard 4:2 temple").rule == "IM-2.7"


@pytest.mark.parametrize("left", [1, 2])
def test_bc_16_fewer_than_three_stones_in_the_quarry(left: int) -> None:
    session = place(card=4322, quarries={"Wanda": left})
    session.play("Wanda: take")
    assert (session.view().sleds[0], session.view().quarries[0]) == (left, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bc_17_29_stones(players: int) -> None:
    session = start(players=players)
    session.play("chance: start Wanda")
    view = session.view()
    assert [a + b for a, b in zip(view.sleds, view.quarries, strict=True)] == [29] * players


def test_bc_18_market_stones_come_home_and_red_cards_take_from_the_quarry() -> None:
    session = place(card=4322, ships=["W W"], row=["paved_path", "statue"], quarries={"Wanda": 8}, sleds={"Wanda": 2})
    session.play("Wanda: sail 2a market")
    session.play("Wanda: market paved path")
    assert session.view().quarries[0] == 7
    session.play("Wanda: market statue")
    assert (session.view().quarries[0], session.view().sleds[0]) == (9, 2)


def test_bc_19_leftover_cards_go_away_and_come_back() -> None:
    session = place(**LAST, ships=["W -"], row=["sail", "lever", "statue"], deck=["statue"] * 3, discard=["chisel"])
    session.play("Wanda: sail 2a pyramids")
    assert session.view().discard == ("statue", "lever", "sail", "chisel")
    session.play("chance: round 4432")
    session.play("chance: fill statue statue statue lever")
    assert told_of(session, "reshuffled") == [{"type": "reshuffled", "cards": 4, "rule": "IM-2.2"}]
    view = session.view()
    assert (view.row, view.discard, view.deck_size) == (("statue", "statue", "statue", "lever"), (), 3)


def test_bc_20_every_choice_can_come_up() -> None:
    session = place(card=4322, ships=["W K"], row=["statue", "sail", "lever", "chisel"])
    session.play("Wanda: sail 2a market")
    listed = GAME.actions(session.state, 0)
    assert {GAME.pick(session.state, 0, Dice(n)) for n in range(60)} == set(listed)
    fresh = GAME.setup(Options(start_player=1), 4)
    assert {GAME.sample(fresh, Dice(n)) for n in range(200)} == {TurnUp(card) for card in ROUND_CARDS[4]}
    start = GAME.setup(Options(), 4)
    assert {GAME.sample(start, Dice(n)).seat for n in range(60)} == {0, 1, 2, 3}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bc_21_seven_different_round_cards_of_which_six_are_used(players: int) -> None:
    cards = ROUND_CARDS[players]
    assert len(set(cards)) == len(cards) == 7
    for number in range(20):
        shown = [step.do.ships for step in playout(Case(GAME, players, Options()), number) if type(step.do) is TurnUp]
        assert len(set(shown)) == len(shown) == 6
        assert set(shown) <= set(cards)


def test_bc_22_the_harbour_of_the_market_is_blocked_too() -> None:
    session = place(card=4322, ships=["W -", "K -"], row=["statue", "sail"])
    session.play("Wanda: sail 2a market")
    session.play("Wanda: market statue")
    assert refused(session, "Klara: sail 2b market").rule == "IM-2.6"


def test_bc_23_an_illegal_action_does_not_end_the_turn() -> None:
    session = place(card=4322, ships=["W - - -"])
    refused(session, "Wanda: sail 4 temple")
    assert session.actors == (0,)


def test_bc_24_every_unused_blue_card_is_worth_a_point() -> None:
    cards = {"Wanda": ["lever", "hammer", "sail", "chisel"], "Klara": ["chisel", "chisel"]}
    session = place(players=2, cards=cards, over=True)
    assert session.totals() == {"Wanda": 4, "Klara": 2}


def test_bc_25_the_deck_has_its_statues() -> None:
    assert sum(card.count for card in CARDS) == 34
    assert {card.id: card.count for card in CARDS} == {
        "entrance": 2,
        "sarcophagus": 2,
        "paved_path": 2,
        "pyramid_ornament": 2,
        "temple_ornament": 2,
        "burial_chamber_ornament": 2,
        "obelisk_ornament": 2,
        "statue": 10,
        "lever": 2,
        "hammer": 2,
        "sail": 3,
        "chisel": 3,
    }


def test_bc_26_the_sled_breaks_a_tie_and_the_seat_does_not() -> None:
    points = {"Wanda": 30, "Bruno": 30, "Gita": 30}
    result = place(temple_points=points, sleds={"Wanda": 1, "Bruno": 3, "Gita": 3, "Klara": 5}, over=True).result()
    assert result is not None
    assert result.ranking == ((2, 3), (0,), (1,))


def test_bc_27_no_ship_under_its_minimum_and_no_two_at_a_site() -> None:
    for card, ships in ((4331, ["W W - -", "W - -", "W - -", "-"]), (4322, ["W - W -", "- - W", "- -", "- -"])):
        session = place(players=2, card=card, ships=ships)
        assert not [move for move in session.legal()["Wanda"] if move.startswith("sail")]
    session = place(players=2, card=4331, ships=["W W - W", "W - W", "W - W", "W"])
    session.play("Wanda: sail 1 temple")
    for ship in ("4", "3a", "3b"):
        assert refused(session, f"Klara: sail {ship} temple").rule == "IM-2.6"
    assert CHANCE not in session.actors
