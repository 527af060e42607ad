"""What happens when ships are unloaded and cards carried out: owners' choices, chains, shuffles, the end of a round."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kronika.core.contract.game import CHANCE
from kronika.core.games.imhotep import GAME
from kronika.core.games.imhotep.actions import Chisel, Lever
from kronika.core.sessions.session import Session
from support.imhotep import place, start
from support.playing import after, play, refused

LAST: dict[str, Any] = {"card": 4322, "harbours": {"market": 4, "pyramids": 3, "burial_chamber": "2b"}}
"""One ship for two is left; temple and obelisks are free."""


def told(session: Session, *kinds: str) -> list[dict[str, Any]]:
    """The effects of the last event, those of these kinds."""
    found = [msgspec.to_builtins(effect) for effect in session.line.events[-1].then]
    return [effect for effect in found if not kinds or effect["type"] in kinds]


# -- turns --------------------------------------------------------------------------------------------------------


def test_turns_go_clockwise_and_gaps_are_allowed() -> None:
    session = place(card=4322, sleds={"Wanda": 1, "Bruno": 1}, turn="Gita")
    play(session, "Gita: take", "Wanda: load 4:4", "Klara: take", "Bruno: load 4:2")
    assert session.actors == (3,)
    assert session.view().ships[0].slots == (-1, 2, -1, 0)


def test_a_ship_without_own_stones_may_be_sailed() -> None:
    """IM-2.6, R-3."""
    session = after(place(card=4322, ships=["K B"]), "Wanda: sail 2a pyramids")
    assert session.totals() == {"Wanda": 0, "Klara": 2, "Bruno": 1, "Gita": 0}


def test_lever_orders_that_look_alike_are_listed_once() -> None:
    session = place(card=4322, ships=["W K W -"], cards={"Wanda": ["lever"]})
    levers = [do for do in GAME.actions(session.state, 0) if isinstance(do, Lever)]
    assert {do.order for do in levers} == {(1, 2, 3), (1, 3, 2), (2, 1, 3)}, "lowest slots first among equal colours"
    for order in ("1 2 3", "3 2 1"):
        assert session.game.check(session.state, 0, session.read(f"Wanda: lever 4 temple {order}")[1]) is None
    same = [
        after(place(card=4322, ships=["W K W -"], cards={"Wanda": ["lever"]}), f"Wanda: lever 4 temple {order}")
        for order in ("1 2 3", "3 2 1")
    ]
    assert same[0].state == same[1].state


def test_chisel_pairs_are_listed_once_and_taken_in_either_order() -> None:
    session = place(players=2, card=3221, sleds={"Wanda": 2}, cards={"Wanda": ["chisel"]})
    pairs = [do.spots for do in GAME.actions(session.state, 0) if isinstance(do, Chisel)]
    assert len(pairs) == len({frozenset(pair) for pair in pairs}) == 8 * 7 // 2
    one = GAME.apply(session.state, 0, Chisel(((1, 1), (3, 2))))[0]
    assert one == GAME.apply(session.state, 0, Chisel(((3, 2), (1, 1))))[0]


# SPEC section 10. 303 = levers 2 x 24 x 5 + 6 x 5 + 5, sails 4 x 5, take, load, hammer, sail cards 5.
@pytest.mark.parametrize(
    ("players", "given", "cards", "n"),
    [
        (4, {"card": 4432}, "lever hammer sail chisel", 115),
        (3, {"card": 4332}, "lever hammer sail chisel", 101),
        (2, {"card": 4322}, "lever hammer sail chisel", 98),
        (4, {"card": 4432, "ships": ["W W W -", "W W W -", "W W -", "W -"]}, "", 25),
        (4, {"card": 4432, "ships": ["W K B G", "W K B G", "W K B", "- W"]}, "lever hammer sail chisel", 303),
        (3, {"card": 4421, "ships": ["W W K B", "W W K B", "- W", "W"]}, "lever hammer sail chisel", 158),
    ],
)
def test_the_largest_lists(players: int, given: dict[str, Any], cards: str, n: int) -> None:
    session = place(players=players, **given, sleds={"Wanda": 3}, cards={"Wanda": cards.split()})
    assert len(GAME.actions(session.state, 0)) == n


# -- the market ---------------------------------------------------------------------------------------------------


def test_two_cards_of_a_kind_are_one_choice() -> None:
    session = after(place(card=4322, ships=["W K"], row=["statue", "statue", "sail", "sail"]), "Wanda: sail 2a market")
    assert session.legal() == {"Wanda": ["market statue", "market sail"]}
    assert after(session, "Wanda: market statue").view().row == ("statue", "sail", "sail")


def test_a_stone_without_a_card_gets_nothing() -> None:
    """IM-3.4."""
    session = after(place(card=4322, ships=["W K"], row=["statue"]), "Wanda: sail 2a market", "Wanda: market statue")
    assert told(session, "no_card") == [{"type": "no_card", "seat": 1, "rule": "IM-3.4"}]
    assert told(session, "stones_returned")[0]["stones"] == (1, 1, 0, 0)
    assert after(place(card=4322, ships=["W K"]), "Wanda: sail 2a market").actors == (1,)


def test_the_row_is_not_refilled() -> None:
    session = after(place(card=4322, ships=["W K"], row=["statue", "sail", "lever"]), "Wanda: sail 2a market")
    play(session, "Wanda: market statue", "Klara: market sail")
    assert session.view().row == ("lever",)


def test_the_owner_takes_the_pair_and_keeps_one_card() -> None:
    """IM-3.5: only the taker sees both; the other card is discarded without effect, a red one too."""
    session = place(options={"market": "b"}, card=4322, ships=["K W"], row=["lever"], pair=["?", "?"])
    play(session, "Wanda: sail 2a market", "Klara: market pair")
    assert session.actors == (CHANCE,)
    play(session, "chance: pair entrance hammer")
    assert session.view(1).pair == session.view().pair == ("entrance", "hammer")
    assert session.view(0).pair == session.view(2).pair == ("?", "?")
    assert session.view(0).unseen["hammer"] == session.view(1).unseen["hammer"] + 1
    assert session.legal() == {"Klara": ["keep entrance", "keep hammer"]}
    play(session, "Klara: keep hammer")
    view = session.view(0)
    assert (view.cards[1], view.discard, view.pair, view.pyramids) == (("hammer",), ("entrance",), (), ((),))
    assert session.actors == (0,)


def test_a_pair_of_two_alike_gives_one_choice() -> None:
    session = place(options={"market": "b"}, card=4322, ships=["W -"], pair=["?", "?"])
    play(session, "Wanda: sail 2a market", "Wanda: market pair", "chance: pair statue statue")
    assert session.legal() == {"Wanda": ["keep statue"]}
    assert after(session, "Wanda: keep statue").view().discard == ("statue",)


def test_a_pair_that_is_a_single_card_is_simply_taken() -> None:
    session = place(options={"market": "b"}, card=4322, ships=["W -"], pair=["?"])
    play(session, "Wanda: sail 2a market", "Wanda: market pair", "chance: pair sail")
    assert session.view().cards[0] == ("sail",)
    assert session.actors == (1,)


def test_a_pair_that_nobody_took_is_shown_to_all() -> None:
    """IM-2.16."""
    session = place(options={"market": "b"}, **LAST, ships=["W -"], row=["sail"], pair=["?", "?"])
    play(session, "Wanda: sail 2a obelisks")
    assert session.actors == (CHANCE,)
    play(session, "chance: pair statue lever")
    assert session.view(2).discard == ("statue", "lever", "sail")
    assert session.view().round == 2


def test_after_the_last_round_nothing_is_cleared_away() -> None:
    """IM-2.16 prepares the next round, and there is none."""
    session = place(options={"market": "b"}, **LAST, round=6, ships=["W -"], row=["sail"], pair=["?", "?"])
    play(session, "Wanda: sail 2a obelisks")
    assert session.actors == ()
    assert (session.view().row, session.view().pair) == (("sail",), ("?", "?"))


# -- filling the market ---------------------------------------------------------------------------------------------


def filled(fill: str, **cards: Any) -> Session:
    """The beginning of a second round with these cards in deck and discard pile."""
    session = place(**LAST, ships=["W -"], **cards)
    return after(session, "Wanda: sail 2a obelisks", "chance: round 4432", f"chance: fill {fill}")


def test_a_deck_that_just_suffices_is_not_shuffled() -> None:
    session = filled("statue statue sail lever", deck=["statue", "statue", "sail", "lever"], discard=["chisel"])
    assert not told(session, "reshuffled")
    assert (session.view().deck_size, session.view().discard) == (0, ("chisel",))


def test_a_shuffle_in_the_middle_of_the_row() -> None:
    session = filled("chisel statue sail lever", deck=["statue", "sail"], discard=["chisel", "lever", "hammer"])
    assert told(session, "reshuffled") == [{"type": "reshuffled", "cards": 3, "rule": "IM-2.2"}]
    assert (session.view().unseen, session.view().discard) == ({"hammer": 1}, ())


def test_spaces_stay_empty_when_all_cards_are_gone() -> None:
    session = filled("statue sail", deck=["statue"], discard=["sail"])
    assert told(session, "row_short") == [{"type": "row_short", "missing": 2, "rule": "IM-2.2"}]
    session = place(**LAST, ships=["W -"], deck=[], discard=[])
    play(session, "Wanda: sail 2a obelisks", "chance: round 4432")
    assert told(session, "row_short")[0]["missing"] == 4
    assert session.actors == (1,), "no card is turned up, so the first turn begins"


@pytest.mark.parametrize(
    ("deck", "discard", "pair", "deck_size", "missing"),
    [
        (["statue"] * 5, ["lever"], ("?", "?"), 0, 0),
        (["statue"] * 3, ["lever", "sail", "sail"], ("?", "?"), 1, 0),
        (["statue"] * 3 + ["hammer"], ["lever", "sail"], ("hammer", "?"), 1, 0),
        (["statue"] * 3 + ["hammer"], [], ("?",), 0, 1),
        (["statue"] * 3, [], (), 0, 2),
    ],
)
def test_the_pair_is_laid_after_the_row(
    deck: list[str], discard: list[str], pair: tuple[str, ...], deck_size: int, missing: int
) -> None:
    """IM-2.2: what is left of an old deck is known by elimination once the discard pile is shuffled."""
    session = filled("statue statue statue", options={"market": "b"}, deck=deck, discard=discard)
    assert (session.view().pair, session.view().deck_size) == (pair, deck_size)
    assert told(session, "pair_laid")[0]["cards"] == len(pair)
    assert [effect["missing"] for effect in told(session, "row_short")] == ([missing] if missing else [])


def test_a_shuffle_fixes_the_pair_by_elimination() -> None:
    """A card bonus draws while both cards of the pair are all that is left of the old deck."""
    session = place(
        options={"market": "b", "pyramids": "b"},
        card=4322,
        ships=["W -"],
        pyramids={"left": "K K"},
        pair=["?", "?"],
        deck=["statue", "lever"],
        discard=["sail", "chisel"],
    )
    play(session, "Wanda: sail 2a pyramids", "Wanda: pyramid left", "Wanda: bonus card")
    assert told(session, "reshuffled")[0]["cards"] == 2
    assert session.view().pair == ("statue", "lever")
    play(session, "chance: draw sail")
    assert session.view().cards[0] == ("sail",)
    assert (session.view().unseen, session.view().deck_size) == ({"chisel": 1}, 1)


# -- red cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "kind", "fields"),
    [
        ("entrance", "pyramid_stone", {"place": 3, "points": 3}),
        ("sarcophagus", "chamber_stone", {"row": 2, "column": 1}),
        ("paved_path", "obelisk_stone", {"stones": 2}),
    ],
)
def test_red_cards_send_a_stone_of_the_quarry(card: str, kind: str, fields: dict[str, int]) -> None:
    session = place(
        card=4322,
        ships=["W -", "K -", "K K K"],
        harbours={"pyramids": 4},
        row=[card],
        sleds={"Wanda": 2},
        quarries={"Wanda": 9},
        pyramids="K K",
        burial_chamber="K",
        obelisks="W",
    )
    play(session, "Wanda: sail 2a market", f"Wanda: market {card}")
    (stone,) = told(session, kind)
    assert {key: stone[key] for key in fields} == fields
    assert stone["seat"] == 0
    view = session.view()
    assert (view.quarries[0], view.sleds[0], view.discard, view.cards[0]) == (9, 2, (card,), ())


def test_a_paved_path_completes_a_tower() -> None:
    """R-10."""
    session = place(options={"obelisks": "b"}, card=4322, ships=["W -"], row=["paved_path"], obelisks="W W")
    play(session, "Wanda: sail 2a market", "Wanda: market paved path")
    assert told(session, "tower") == [{"type": "tower", "seat": 0, "points": 10, "rule": "IM-3.17"}]


def test_a_chain_is_resolved_depth_first() -> None:
    """R-10: stone, bonus card, entrance, pyramid, bonus stones, and only then the next stone of the ship."""
    session = place(
        options={"pyramids": "b"},
        card=4322,
        ships=["W K"],
        pyramids={"left": "K K", "middle": "K K"},
        quarries={"Wanda": 2},
        sleds={"Wanda": 4},
    )
    play(session, "Wanda: sail 2a pyramids", "Wanda: pyramid left")
    assert session.legal() == {"Wanda": ["bonus card", "skip"]}
    play(session, "Wanda: bonus card", "chance: draw entrance")
    assert session.view().discard == (), "the entrance is out of play until its stone is done (IM-3.3)"
    assert session.legal() == {"Wanda": ["pyramid left", "pyramid middle", "pyramid right"]}
    play(session, "Wanda: pyramid middle")
    assert session.view().quarries[0] == 1
    assert session.legal() == {"Wanda": ["bonus stones", "skip"]}
    play(session, "Wanda: bonus stones")
    assert (session.view().sleds[0], session.view().quarries[0]) == (5, 0)
    assert session.view().discard == ("entrance",)
    assert session.actors == (1,), "the stone of the ship comes after the chain"
    play(session, "Klara: pyramid right")
    assert session.actors == (1,), "the left neighbour of the sailing player"
    assert session.totals() == {"Wanda": 2, "Klara": 2 + 1 + 2 + 1 + 2, "Bruno": 0, "Gita": 0}


def test_the_card_in_play_is_not_shuffled_with_the_rest() -> None:
    """IM-3.19: a sail card that brings a ship to a card bonus goes to the discard pile after the shuffle."""
    session = place(
        options={"pyramids": "b"},
        card=4322,
        pyramids={"left": "K K"},
        sleds={"Wanda": 1},
        cards={"Wanda": ["sail"]},
        deck=[],
        discard=["statue"],
    )
    play(session, "Wanda: sailcard 2a:1 pyramids", "Wanda: pyramid left", "Wanda: bonus card")
    assert told(session, "reshuffled")[0]["cards"] == 1
    play(session, "chance: draw statue")
    assert (session.view().discard, session.view().deck_size) == (("sail",), 0)


# -- pyramids of side B ---------------------------------------------------------------------------------------------

BONUS: dict[str, Any] = {"options": {"pyramids": "b"}, "card": 4322, "ships": ["W -", "K -"]}


def test_a_bonus_is_optional_and_the_point_stays() -> None:
    session = place(**BONUS, pyramids={"left": "K K"})
    play(session, "Wanda: sail 2a pyramids", "Wanda: pyramid left", "Wanda: skip")
    assert session.totals()["Wanda"] == 1
    assert session.actors == (1,)


def test_the_bonus_stone_goes_to_any_unsailed_ship() -> None:
    session = place(**BONUS, pyramids={"right": "K K"}, sleds={"Wanda": 2})
    play(session, "Wanda: sail 2a pyramids", "Wanda: pyramid right")
    # Four slots, three, and one of the other ship for two, and skip.
    assert len(session.legal()["Wanda"]) == 4 + 3 + 1 + 1
    play(session, "Wanda: bonus 2b:2")
    assert session.view().ships[3].slots == (1, 0)
    assert session.view().sleds[0] == 1


@pytest.mark.parametrize(
    ("pyramid", "more", "offered"),
    [
        ("left", {"deck": ["sail"], "discard": []}, ["bonus card"]),
        ("left", {"deck": [], "discard": ["sail"]}, ["bonus card"]),
        ("middle", {"sleds": {"Wanda": 4}, "quarries": {"Wanda": 1}}, ["bonus stones"]),
        ("right", {"ships": ["W -", "B B", "B B B B", "B B -"], "sleds": {"Wanda": 1}}, ["bonus 3:3"]),
    ],
)
def test_a_bonus_with_just_enough_is_offered(pyramid: str, more: dict[str, Any], offered: list[str]) -> None:
    """IM-2.21, R-11, R-13: one card, one stone, one free space on the sled, one free slot."""
    session = place(**{**BONUS, "pyramids": {pyramid: "K K"}, **more})
    play(session, "Wanda: sail 2a pyramids", f"Wanda: pyramid {pyramid}")
    assert session.legal() == {"Wanda": [*offered, "skip"]}


@pytest.mark.parametrize(
    ("pyramids", "more", "bonus"),
    [
        ({"left": "K K"}, {"deck": [], "discard": []}, "card"),
        ({"middle": "K K"}, {"sleds": {"Wanda": 5}}, "stones"),
        ({"middle": "K K"}, {"quarries": {"Wanda": 0}}, "stones"),
        ({"right": "K K"}, {"sleds": {}}, "place"),
        (
            {"right": "K K"},
            {"ships": ["W -", "B B", "B B B B", "B B B"], "sleds": {"Wanda": 1}},
            "place",
        ),
    ],
)
def test_a_bonus_that_cannot_be_used_is_lost(pyramids: dict[str, str], more: dict[str, Any], bonus: str) -> None:
    session = place(**{**BONUS, "pyramids": pyramids, **more})
    play(session, "Wanda: sail 2a pyramids", f"Wanda: pyramid {next(iter(pyramids))}")
    assert told(session, "bonus_lost") == [{"type": "bonus_lost", "seat": 0, "bonus": bonus, "rule": "IM-3.8"}]
    assert session.actors == (1,)
    assert session.totals()["Wanda"] == 1


def test_the_bonus_is_lost_on_the_fourth_ship() -> None:
    """R-11."""
    session = place(
        options={"pyramids": "b"},
        card=4322,
        harbours={"market": 4, "temple": 3, "burial_chamber": "2b"},
        ships=["W -"],
        pyramids={"right": "K K"},
        sleds={"Wanda": 2},
    )
    play(session, "Wanda: sail 2a pyramids", "Wanda: pyramid right")
    assert [effect["type"] for effect in told(session)][:3] == ["pyramid_stone", "bonus_lost", "round_ended"]


def test_complete_pyramids_take_stones_without_a_choice() -> None:
    full = "K K K K K"
    session = place(**{**BONUS, "ships": ["W K"]}, pyramids={"left": full, "middle": full, "right": "K K K K"})
    play(session, "Wanda: sail 2a pyramids", "Wanda: pyramid right")
    assert [(stone["place"], stone["points"]) for stone in told(session, "pyramid_stone")] == [(5, 4), (0, 1)]
    assert session.view().pyramids[3] == (1,)


# -- the temple of side B -------------------------------------------------------------------------------------------


def test_a_point_without_a_choice_when_no_stone_can_be_taken() -> None:
    session = place(players=2, options={"temple": "b"}, **LAST, ships=["W -"], temple="W K K", sleds={"Wanda": 5})
    play(session, "Wanda: sail 2a obelisks")
    assert [(bonus["seat"], bonus["points"]) for bonus in told(session, "temple_bonus")] == [(0, 1), (1, 2)]
    assert session.legal() == {"Klara": ["choose points", "choose stones"]}
    play(session, "Klara: choose stones")
    assert session.view().sleds == (5, 2)


def test_stones_of_one_space_fill_the_sled_for_the_next() -> None:
    session = place(players=2, options={"temple": "b"}, **LAST, ships=["W -"], temple="W K W", sleds={"Wanda": 3})
    play(session, "Wanda: sail 2a obelisks", "Wanda: choose stones")
    assert session.view().sleds[0] == 5
    assert [(bonus["seat"], bonus["points"]) for bonus in told(session, "temple_bonus")] == [(1, 2), (0, 1)]


@pytest.mark.parametrize(
    ("temple", "seen"),
    [
        ("K K K K W W", [0, 0, 1, 1]),
        ("K K K K W W W W K", [1, 0, 0, 0]),
        ("K K K K K W W W W", [0, 0, 0, 0]),
        ("W K W K W K W K W K W K K", [1, 1, 0, 1]),
    ],
)
def test_the_top_stone_of_each_space_has_the_bonus(temple: str, seen: list[int]) -> None:
    """IM-3.9, IM-3.11: level upon level of four spaces, each from the left."""
    options = {"temple": "b", "temple_b": ["two_points", "two_points", "two_points", "two_points", "card"]}
    session = place(players=2, options=options, **LAST, ships=["W -"], temple=temple)
    play(session, "Wanda: sail 2a obelisks")
    assert [bonus["seat"] for bonus in told(session, "temple_bonus")] == seen


def test_the_card_of_the_temple_is_not_optional() -> None:
    """And the leftover row is not part of a shuffle, since it is cleared away after it (IM-3.11)."""
    full = dict.fromkeys(("Wanda", "Klara"), 5)
    session = place(
        players=2,
        options={"temple": "b"},
        **LAST,
        ships=["W -"],
        temple="W K W K",
        sleds=full,
        row=["sail"],
        deck=[],
        discard=["statue", "sarcophagus"],
    )
    play(session, "Wanda: sail 2a obelisks")
    assert session.actors == (CHANCE,)
    assert session.view().unseen == {"sarcophagus": 1, "statue": 1}
    play(session, "chance: draw sarcophagus")
    assert session.view().chamber_rows == ((1,), (), ())
    assert session.view().discard == ("sarcophagus", "sail")


def test_no_card_in_the_temple_when_all_are_gone() -> None:
    """R-13."""
    session = place(
        players=2,
        options={"temple": "b"},
        **LAST,
        ships=["W -"],
        temple="W K W K",
        sleds={"Wanda": 5, "Klara": 5},
        deck=[],
        discard=[],
    )
    play(session, "Wanda: sail 2a obelisks")
    assert told(session, "no_card") == [{"type": "no_card", "seat": 1, "rule": "IM-3.11"}]


def test_two_players_use_four_spaces() -> None:
    """R-14: the fifth bonus is out of the game."""
    options = {"temple": "b", "temple_b": ["two_points", "two_points", "two_points", "two_points", "card"]}
    session = place(players=2, options=options, **LAST, ships=["W -"], temple="W W W W W")
    play(session, "Wanda: sail 2a obelisks")
    assert session.totals() == {"Wanda": 8, "Klara": 0}
    assert len(told(session, "temple_bonus")) == 4


# -- stuck players ----------------------------------------------------------------------------------------------------


def stuck(**more: Any) -> Session:
    """Two players without stones, a ship for four with two stones left over."""
    given: dict[str, Any] = {
        "card": 4322,
        "ships": ["W K - -"],
        "harbours": {"market": 3, "pyramids": "2a", "burial_chamber": "2b"},
        "quarries": {"Wanda": 0, "Klara": 0},
        "temple": "W W K",
    }
    return place(players=2, **{**given, **more})


def test_when_nobody_can_do_anything_the_round_is_broken_off() -> None:
    """IM-2.10: the stones go home and the temple scores; nobody did anything, so the start player stays."""
    session = stuck(first="Klara")
    assert session.legal() == {"Wanda": ["pass"]}
    play(session, "Wanda: pass")
    assert [effect["type"] for effect in told(session)] == [
        "stuck",
        "round_broken",
        "stones_returned",
        "round_ended",
        "temple_scored",
        "first_named",
        "market_cleared",
    ]
    assert told(session, "round_ended")[0]["rule"] == "IM-2.10"
    assert session.view().quarries == (1, 1)
    assert session.totals() == {"Wanda": 2, "Klara": 1}
    assert (session.view().first, session.view().round) == (1, 2)


def test_the_neighbour_of_who_last_did_something_starts_after_a_broken_round() -> None:
    assert after(stuck(first="Wanda", doer="Wanda"), "Wanda: pass").view().first == 1
    assert after(stuck(first="Wanda", doer="Klara"), "Wanda: pass").view().first == 0


def test_the_last_round_may_be_broken_off() -> None:
    session = after(stuck(round=6), "Wanda: pass")
    assert session.actors == ()
    assert session.totals() == {"Wanda": 2, "Klara": 1}


def test_a_pass_gives_the_turn_on_while_anybody_can_act() -> None:
    session = after(stuck(quarries={"Wanda": 0, "Klara": 1}), "Wanda: pass")
    assert not told(session, "round_broken")
    assert session.legal() == {"Klara": ["take"]}


def test_who_holds_stones_or_sees_a_ready_ship_is_not_stuck() -> None:
    """R-1."""
    for more in ({"sleds": {"Wanda": 1}}, {"ships": ["W K K -"]}, {"quarries": {"Wanda": 1, "Klara": 0}}):
        assert "pass" not in stuck(**more).legal()["Wanda"]


def test_a_full_sled_is_never_stuck() -> None:
    """R-1: all unsailed ships are full, so they can sail."""
    session = place(players=2, card=4331, ships=["W W W W", "K K K", "K K K", "K"], sleds={"Wanda": 5})
    assert set(session.legal()["Wanda"]) == {
        f"sail {ship} {site}"
        for ship in ("4", "3a", "3b", "1")
        for site in ("market", "pyramids", "temple", "burial_chamber", "obelisks")
    }


# -- rounds -----------------------------------------------------------------------------------------------------------


def test_stones_and_cards_stay_from_round_to_round() -> None:
    """IM-2.17."""
    session = place(
        **LAST,
        ships=["W -"],
        sleds={"Wanda": 3, "Klara": 2},
        pyramids="K",
        temple="B",
        burial_chamber="G",
        obelisks="G",
        cards={"Gita": ["statue", "sail", "temple_ornament"]},
    )
    play(session, "Wanda: sail 2a obelisks", "chance: round 4432", "chance: fill statue sail sail lever")
    view = session.view()
    assert (view.sleds, view.pyramids, view.temple) == ((3, 2, 0, 0), ((1,),), (2,))
    assert (view.chamber_rows, view.obelisks) == (((3,), (), ()), (1, 0, 0, 1))
    assert view.cards[3] == ("temple_ornament", "statue", "sail")
    assert [(ship.size, ship.slots) for ship in view.ships] == [
        (4, (-1,) * 4),
        (4, (-1,) * 4),
        (3, (-1,) * 3),
        (2, (-1,) * 2),
    ]


def test_six_rounds_are_played() -> None:
    session = after(place(**LAST, round=6, ships=["W -"]), "Wanda: sail 2a obelisks")
    assert session.actors == ()
    assert told(session, "ended")[0]["totals"] == (15, 0, 0, 0)
    assert not told(session, "first_named", "market_cleared")


def test_a_start_player_by_option() -> None:
    session = start(players=3, options={"start_player": 2})
    assert session.view().sleds == (4, 2, 3)
    assert (session.actors, session.view().first) == ((CHANCE,), 1)


def test_a_pass_by_a_player_who_waits_for_stones() -> None:
    session = stuck(quarries={"Wanda": 0, "Klara": 3})
    play(session, "Wanda: pass", "Klara: take")
    assert refused(session, "Wanda: sail 4 temple").rule == "IM-2.6"
