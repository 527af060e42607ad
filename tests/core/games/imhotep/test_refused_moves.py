"""What is refused, and by which rule: one table for all rules that can be broken."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.games.imhotep import GAME
from kronika.core.games.imhotep.actions import Load, Start
from support.imhotep import place, start
from support.playing import refused

EMPTY: dict[str, Any] = {"card": 4322}
LOADED: dict[str, Any] = {
    "card": 4322,
    "ships": ["W K - -", "W - -", "W K", "- -"],
    "harbours": {"temple": "2b"},
    "sleds": {"Wanda": 3},
}
ALL_CARDS = {"Wanda": ["lever", "hammer", "sail", "chisel"]}
CARDS = {**LOADED, "cards": ALL_CARDS}
MARKET = {"card": 4322, "ships": ["W K G -"], "row": ["statue", "lever", "sail", "chisel"]}
PAIR = {"card": 4322, "ships": ["W K"], "row": ["statue", "lever", "sail"], "pair": ["?", "?"], "sleds": {"Wanda": 1}}
PAIR_B = {"options": {"market": "b"}, **PAIR}
SEEN = ["Wanda: sail 2a market", "Wanda: market pair", "chance: pair statue hammer"]
PYRAMIDS = {
    "options": {"pyramids": "b"},
    "card": 4322,
    "ships": ["W K G -", "W - -"],
    "pyramids": {"left": "K K K K K", "middle": "K K", "right": "K K"},
    "sleds": {"Wanda": 2},
}
TO_PYRAMIDS = "Wanda: sail 4 pyramids"
LAST: dict[str, Any] = {
    "card": 4322,
    "ships": ["W -"],
    "harbours": {"market": 4, "pyramids": 3, "burial_chamber": "2b"},
}
TEMPLE_B = {"options": {"temple": "b"}, **LAST, "temple": "W K G B B"}
SHORT_DECK = {
    "options": {"market": "a"},
    **LAST,
    "round": 2,
    "deck": ["hammer", "chisel"],
    "discard": ["statue", "statue", "sail"],
}

REFUSED: list[tuple[str, dict[str, Any], list[str], str, str]] = [
    # IM-1.2, IM-1.3: ships and round cards.
    ("IM-1.2", LOADED, [], "Wanda: load 2a:3", "no slot 3"),
    ("IM-1.2", {**LOADED, "cards": ALL_CARDS}, [], "Wanda: hammer 3:4", "no slot 4"),
    ("IM-1.3", {}, ["chance: start Wanda"], "chance: round 3221", "4 players. These are: 4432, 4422,"),
    # IM-1.6: nothing but the start player comes first.
    ("IM-1.6", {}, [], "chance: round 4322", "draw the start player"),
    ("IM-1.6", {}, [], "Wanda: take", "draw the start player"),
    # IM-2.1, IM-2.2: a round card once, as many cards as spaces, out of what is there.
    ("IM-2.1", LAST, ["Wanda: sail 2a obelisks"], "chance: round 4322", "has been used"),
    ("IM-2.1", LAST, ["Wanda: sail 2a obelisks"], "Wanda: take", "turn up a round card"),
    ("IM-2.2", {}, ["chance: start Wanda", "chance: round 4322"], "chance: fill statue sail lever", "4 cards"),
    ("IM-2.2", {}, ["chance: start Wanda", "chance: round 4322"], "chance: fill lever lever lever statue", "not 3"),
    ("IM-2.2", {}, ["chance: start Wanda", "chance: round 4322"], "chance: draw lever", "fill the market row"),
    (
        "IM-2.2",
        SHORT_DECK,
        ["Wanda: sail 2a obelisks", "chance: round 4422"],
        "chance: fill statue statue sail hammer",
        "chisel too",
    ),
    (
        "IM-2.2",
        SHORT_DECK,
        ["Wanda: sail 2a obelisks", "chance: round 4422"],
        "chance: fill hammer chisel lever sail",
        "not 1 of lever",
    ),
    # IM-2.3, IM-2.8: one action a turn, in turn; a card that was just gained waits for a later turn.
    ("IM-2.3", LOADED, [], "Klara: take", "for Wanda to"),
    ("IM-2.3", LOADED, [], "chance: draw statue", "take an action"),
    ("IM-2.3", LOADED, [], "Wanda: market statue", "take an action"),
    ("IM-2.3", LOADED, [], "Wanda: choose points", "take an action"),
    ("IM-2.3", LOADED, [], "Wanda: skip", "take an action"),
    (
        "IM-2.3",
        {**MARKET, "sleds": {"Wanda": 1}},
        ["Wanda: sail 4 market", "Wanda: market sail", "Klara: market lever", "Gita: market statue"],
        "Wanda: sailcard 3:1 temple",
        "for Klara to",
    ),
    # IM-2.4: stones to take and room for them.
    ("IM-2.4", {**EMPTY, "sleds": {"Wanda": 5}}, [], "Wanda: take", "sled is full"),
    ("IM-2.4", {**EMPTY, "quarries": {"Wanda": 0}}, [], "Wanda: take", "quarry"),
    # IM-2.5: a stone, a free slot, an unsailed ship.
    ("IM-2.5", EMPTY, [], "Wanda: load 4:1", "no stone on your sled"),
    ("IM-2.5", LOADED, [], "Wanda: load 4:2", "holds a stone"),
    ("IM-2.5", LOADED, [], "Wanda: load 2b:1", "has sailed"),
    # IM-2.6: the minimum, the harbour, the ship.
    ("IM-2.6", LOADED, [], "Wanda: sail 4 pyramids", "needs 3 stones to sail, not 2"),
    ("IM-2.6", LOADED, [], "Wanda: sail 3 pyramids", "needs 2 stones to sail, not 1"),
    ("IM-2.6", {**EMPTY, "sleds": {"Wanda": 1}}, [], "Wanda: sail 2a temple", "needs 1 stone to sail, not 0"),
    ("IM-2.6", LOADED, [], "Wanda: sail 2a temple", "harbour of the temple"),
    ("IM-2.6", LOADED, [], "Wanda: sail 2b pyramids", "has sailed"),
    # IM-2.7: the blue cards.
    ("IM-2.7", LOADED, [], "Wanda: lever 2a pyramids 1 2", "no lever card"),
    ("IM-2.7", LOADED, [], "Wanda: hammer 4:3", "no hammer card"),
    ("IM-2.7", LOADED, [], "Wanda: sailcard 4:3 pyramids", "no sail card"),
    ("IM-2.7", LOADED, [], "Wanda: chisel 4:3 4:4", "no chisel card"),
    ("IM-2.7", CARDS, [], "Wanda: lever 2a temple 1 2", "harbour"),
    ("IM-2.7", CARDS, [], "Wanda: lever 2b pyramids 1", "has sailed"),
    ("IM-2.7", CARDS, [], "Wanda: lever 4 pyramids 1 2", "needs 3"),
    ("IM-2.7", CARDS, [], "Wanda: lever 2a pyramids 1", "each slot with a stone once: 1, 2"),
    ("IM-2.7", CARDS, [], "Wanda: lever 2a pyramids 1 1", "each slot"),
    ("IM-2.7", CARDS, [], "Wanda: lever 2a pyramids 1 2 3", "each slot"),
    ("IM-2.7", {**CARDS, "sleds": {"Wanda": 5}}, [], "Wanda: hammer 4:3", "full"),
    ("IM-2.7", {**CARDS, "quarries": {"Wanda": 0}}, [], "Wanda: hammer 4:3", "quarry"),
    ("IM-2.7", CARDS, [], "Wanda: hammer 4:1", "holds a stone"),
    ("IM-2.7", CARDS, [], "Wanda: hammer 2b:1", "has sailed"),
    ("IM-2.7", {**CARDS, "sleds": {}}, [], "Wanda: sailcard 4:3 pyramids", "no stone on your sled"),
    ("IM-2.7", CARDS, [], "Wanda: sailcard 4:2 pyramids", "holds a stone"),
    ("IM-2.7", CARDS, [], "Wanda: sailcard 2b:1 pyramids", "has sailed"),
    ("IM-2.7", CARDS, [], "Wanda: sailcard 4:3 temple", "harbour"),
    ("IM-2.7", {**CARDS, "ships": ["W - - -"]}, [], "Wanda: sailcard 4:2 pyramids", "needs 3 stones to sail, not 2"),
    ("IM-2.7", {**CARDS, "sleds": {"Wanda": 1}}, [], "Wanda: chisel 4:3 4:4", "two stones"),
    ("IM-2.7", CARDS, [], "Wanda: chisel 4:3 4:3", "two different"),
    ("IM-2.7", CARDS, [], "Wanda: chisel 4:3 4:1", "holds a stone"),
    ("IM-2.7", CARDS, [], "Wanda: chisel 2b:1 4:3", "has sailed"),
    # IM-2.9: no passing while anything can be done.
    ("IM-2.9", LOADED, [], "Wanda: pass", "only when"),
    ("IM-2.9", {"card": 4322, "quarries": {"Wanda": 0}, "ships": ["W -"]}, [], "Wanda: pass", "only when"),
    # IM-2.12: choices belong to the stone's owner, one stone after the other.
    ("IM-2.12", MARKET, ["Wanda: sail 4 market"], "Klara: market statue", "for Wanda to"),
    ("IM-2.12", MARKET, ["Wanda: sail 4 market", "Wanda: market statue"], "Wanda: market lever", "for Klara to"),
    ("IM-2.12", MARKET, ["Wanda: sail 4 market"], "Wanda: take", "take a card"),
    ("IM-2.12", MARKET, ["Wanda: sail 4 market"], "chance: round 4322", "take a card"),
    ("IM-2.12", MARKET, ["Wanda: sail 4 market"], "Wanda: pyramid left", "take a card"),
    ("IM-2.12", PYRAMIDS, [TO_PYRAMIDS], "Klara: pyramid middle", "for Wanda to"),
    ("IM-2.12", PYRAMIDS, [TO_PYRAMIDS], "Wanda: load 4:1", "choose a pyramid"),
    # IM-2.16: the pair that nobody took is shown before the next round.
    (
        "IM-2.16",
        {**LAST, "options": {"market": "b"}, "pair": ["?", "?"]},
        ["Wanda: sail 2a obelisks"],
        "chance: round 4432",
        "show and discard the pair",
    ),
    # IM-2.22: chance is nobody's choice, and can give only what is there.
    ("IM-2.22", PAIR_B, SEEN[:2], "Wanda: pair statue hammer", "only chance can"),
    ("IM-2.22", {}, [], "Wanda: start Wanda", "only chance can"),
    ("IM-2.22", PAIR_B, SEEN[:2], "chance: pair statue", "2 cards, not 1"),
    ("IM-2.22", PAIR_B, SEEN[:2], "chance: pair lever lever", "No unseen card is lever"),
    ("IM-2.22", {**PAIR_B, "pair": ["sail", "?"]}, SEEN[:2], "chance: pair statue hammer", "By elimination, sail is"),
    (
        "IM-2.22",
        {**TEMPLE_B, "deck": ["sail"], "sleds": dict.fromkeys(("Wanda", "Klara", "Bruno", "Gita"), 5)},
        ["Wanda: sail 2a obelisks"],
        "chance: draw statue",
        "no statue in the deck",
    ),
    (
        "IM-2.22",
        {**PYRAMIDS, "pyramids": {"left": "K K"}},
        [TO_PYRAMIDS, "Wanda: pyramid left", "Wanda: bonus card"],
        "Wanda: draw statue",
        "only chance can",
    ),
    # IM-3.1, IM-3.5: the cards that lie there.
    ("IM-3.1", MARKET, ["Wanda: sail 4 market"], "Wanda: market hammer", "no hammer in the row"),
    ("IM-3.1", MARKET, ["Wanda: sail 4 market", "Wanda: market lever"], "Klara: market lever", "no lever in the row"),
    ("IM-3.5", MARKET, ["Wanda: sail 4 market"], "Wanda: market pair", "no pair"),
    ("IM-3.5", PAIR_B, SEEN, "Wanda: keep lever", "no lever in the pair"),
    ("IM-3.5", PAIR_B, SEEN, "Klara: keep hammer", "for Wanda to"),
    ("IM-3.5", PAIR_B, SEEN, "Klara: market lever", "one card of the pair"),
    ("IM-3.5", PAIR_B, SEEN[:2], "Wanda: keep hammer", "look at the pair"),
    ("IM-3.5", PAIR_B, [*SEEN, "Wanda: keep hammer"], "Klara: market pair", "no pair"),
    # IM-3.8: pyramids and bonuses of side B.
    ("IM-3.8", PYRAMIDS, [TO_PYRAMIDS], "Wanda: pyramid left", "complete"),
    ("IM-3.8", PYRAMIDS, [TO_PYRAMIDS, "Wanda: pyramid right"], "Wanda: bonus 3:1", "holds a stone"),
    ("IM-3.8", PYRAMIDS, [TO_PYRAMIDS, "Wanda: pyramid right"], "Wanda: bonus 4:1", "has sailed"),
    ("IM-3.8", PYRAMIDS, [TO_PYRAMIDS, "Wanda: pyramid right"], "Klara: bonus 3:2", "for Wanda to"),
    ("IM-3.8", PYRAMIDS, [TO_PYRAMIDS, "Wanda: pyramid right"], "Klara: skip", "for Wanda to"),
    (
        "IM-3.8",
        PYRAMIDS,
        [TO_PYRAMIDS, "Wanda: pyramid right"],
        "Wanda: bonus stones",
        "use or skip the pyramid's bonus",
    ),
    (
        "IM-3.8",
        PYRAMIDS,
        [TO_PYRAMIDS, "Wanda: pyramid right"],
        "Klara: pyramid middle",
        "use or skip the pyramid's bonus",
    ),
    ("IM-3.8", PYRAMIDS, [TO_PYRAMIDS, "Wanda: pyramid middle"], "Wanda: bonus card", "stones to the sled"),
    # IM-3.11: the visible stones of temple B, left to right.
    ("IM-3.11", TEMPLE_B, ["Wanda: sail 2a obelisks"], "Klara: choose points", "for Wanda to"),
    ("IM-3.11", TEMPLE_B, ["Wanda: sail 2a obelisks"], "Wanda: take", "a point or stones"),
    (
        "IM-3.11",
        TEMPLE_B,
        ["Wanda: sail 2a obelisks", "Wanda: choose points"],
        "Wanda: choose points",
        "for Gita to",
    ),
    # IM-4.1: after the sixth round.
    ("IM-4.1", {"over": True}, [], "Wanda: take", "six rounds"),
    ("IM-4.1", {"over": True}, [], "chance: round 4432", "six rounds"),
]


@pytest.mark.parametrize(
    ("rule", "given", "before", "move", "says"), REFUSED, ids=[f"{row[0]} {row[3]}" for row in REFUSED]
)
def test_refused(rule: str, given: dict[str, Any], before: list[str], move: str, says: str) -> None:
    session = place(**given) if given else start()
    for earlier in before:
        session.play(earlier)
    refusal = refused(session, move)
    assert refusal.rule == rule
    assert says in refusal.reason


@pytest.mark.parametrize(("players", "seat"), [(2, 2), (2, 3), (3, 3)])
def test_a_start_player_who_is_not_there(players: int, seat: int) -> None:
    state = start(players=players).state
    GAME.check(state, CHANCE, Start(players - 1))
    with pytest.raises(IllegalAction, match=f"only {players} players") as caught:
        GAME.check(state, CHANCE, Start(seat))
    assert caught.value.rule == "IM-1.6"


@pytest.mark.parametrize("seat", [CHANCE, -2, 4, 99])
def test_seats_that_do_not_exist(seat: int) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.check(place(**LOADED).state, seat, Load(1, 3))
    assert caught.value.rule == "IM-2.3"
