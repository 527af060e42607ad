"""Mistakes another implementation made and mended (SPEC 10.1), area by area."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.cards import (
    COST,
    FACTS,
    KNOWLEDGE,
    LEVEL,
    LOCKED,
    SLOT,
    STARTER_SETS,
    TYPES,
    VP,
)
from kronika.core.games.ancient_knowledge.ids import CODES, ids
from support.ancient import Case, area, cards, does, idle, look, place, play, refused, run

FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]
FULL = cards("A", 7, 16)

MONUMENTS = """
C1 4 4 0 1  C2 4 4 0 1  C3 5 4 0 2  C4 5 2 1 2  C5 5 3 0 2  C6 2 2 2 0  C7 3 10 7 0  C8 5 9 5 0  C9 4 1 1 0
C10 3 4 0 0  C11 5 2 1 0  C12 1 2 0 0  C13 4 1 0 0  C14 5 2 0 0  C15 3 2 1 0  C16 2 2 2 2  C17 3 3 1 2  C18 6 2 2 0
C19 3 3 1 0  C20 2 2 2 0  C21 6 4 0 1  C22 2 6 4 0  C23 3 8 6 0  C24 5 3 2 0  C25 3 6 6 0  C26 3 7 7 0  C27 3 8 8 0
C28 3 9 10 0  C29 3 10 12 0  C30 3 3 8 0  C31 3 3 2 0  C32 3 3 3 0  C33 2 6 4 0  C34 5 2 2 0  C35 4 1 6 0  C36 3 8 7 0
M1 3 4 1 1  M2 4 1 0 1  M3 4 2 1 1  M4 3 2 1 1  M5 4 4 0 1  M6 4 4 0 1  M7 5 3 0 2  M8 4 3 1 0  M9 3 2 2 1
M10 2 2 1 0  M11 4 2 2 0  M12 2 2 2 2  M13 6 3 0 4  M14 3 3 1 0  M15 6 3 1 0  M16 2 3 1 0  M17 2 6 4 0  M18 6 3 1 0
M19 4 1 0 1  M20 5 2 2 0  M21 3 7 5 0  M22 5 2 1 0  M23 5 2 2 1  M24 3 4 1 0  M25 2 3 1 0  M26 6 3 1 0  M27 3 2 2 0
M28 1 2 0 0  M29 4 3 1 0  M30 5 3 2 0  M31 2 3 2 0  M32 5 1 0 1  M33 2 2 1 1  M34 5 3 0 3  M35 2 1 1 0  M36 6 0 0 0
P1 2 3 0 2  P2 3 2 1 1  P3 4 4 0 1  P4 4 4 0 1  P5 3 4 1 1  P6 5 2 1 2  P7 3 3 1 0  P8 3 3 1 0  P9 4 2 2 0
P10 6 2 0 1  P11 3 2 1 0  P12 3 2 1 0  P13 4 14 8 0  P14 3 4 2 0  P15 2 3 2 0  P16 2 3 1 0  P17 3 5 4 0  P18 1 2 0 0
P19 4 4 0 0  P20 3 4 0 0  P21 5 2 1 0  P22 5 3 2 0  P23 4 1 0 0  P24 3 4 0 0  P25 3 2 1 0  P26 2 1 1 0  P27 2 1 1 0
P28 3 2 1 0  P29 5 3 2 0  P30 5 4 0 0  P31 4 4 0 0  P32 4 4 1 1  P33 1 1 1 2  P34 2 0 0 0  P35 2 3 1 0  P36 2 3 1 0
"""
"""Id, start slot, knowledge, points, discard cost, from the scans of the cards."""


def test_card_data_monuments() -> None:
    seen = {}
    for line in MONUMENTS.split("  "):
        for row in line.split("\n"):
            if row.strip():
                card, *numbers = row.split()
                seen[card] = tuple(map(int, numbers))
    assert len(seen) == 108
    for card, numbers in seen.items():
        code = CODES[card]
        assert (SLOT[code], KNOWLEDGE[code], VP[code], COST[code]) == numbers, card


def test_card_data_the_rest() -> None:
    locked = {card for card in CODES if LOCKED[CODES[card]]}
    assert locked == {"C21", "C35", "M9", "M13", "M14", "P10", "P19", "P20"}
    costs = {card: COST[CODES[card]] for card in CODES if card[0] == "A" and COST[CODES[card]]}
    assert costs == {"A12": 3, "A30": 1, "A33": 3}
    points = {
        28: 3,
        29: 4,
        30: 2,
        31: 3,
        32: 3,
        33: 2,
        34: 2,
        35: 2,
        36: 2,
        37: 4,
        38: 3,
        39: 5,
        40: 2,
        41: 2,
        42: 2,
        43: 2,
        44: 4,
        45: 4,
    }
    assert {n: VP[CODES[f"T{n}"]] for n in range(28, 46)} == points
    assert [LEVEL[CODES[f"T{n}"]] for n in range(1, 46)] == [1] * 27 + [2] * 18
    assert [ids(cards_of) for cards_of in STARTER_SETS] == [
        ("C5", "M18", "P18", "P31", "A4", "A8"),
        ("M16", "M26", "P34", "A3", "A5", "A9"),
        ("C11", "M22", "P10", "P14", "P21", "A24"),
        ("M2", "M17", "P16", "A14", "A23", "A32"),
    ]
    kinds = [FACTS[CODES[f"T{n}"]].kind for n in range(1, 46)]
    assert kinds == (
        ["ancient"] * 9 + ["secret"] * 9 + ["writing"] * 9 + ["ancient"] * 6 + ["secret"] * 6 + ["writing"] * 6
    )
    assert len({FACTS[code].name for code in range(1, 190)}) == 189
    assert TYPES == ("city", "megalith", "pyramid", "artifact")


CASES: list[Case] = [
    # inverted comparison: at most n lost, a condition negated
    does(
        "A9",
        "3 lost",
        phase="timeline",
        anna={"artifacts": ["A9"], "timeline": {3: ["C1 1"]}, "past": ["P1"], "lost": 3},
        actions=["choose C1", "no"],
    ),
    idle(
        "A9",
        "4 lost",
        phase="timeline",
        anna={"artifacts": ["A9"], "timeline": {3: ["C1 1"]}, "past": ["P1"], "lost": 4},
        turn=["Bob"],
    ),
    does(
        "A10",
        "3 lost",
        "draw C1",
        phase="timeline",
        anna={"artifacts": ["A10"], "past": ["P1"], "lost": 3},
        hand=["C1"],
    ),
    idle("A10", "4 lost", phase="timeline", anna={"artifacts": ["A10"], "past": ["P1"], "lost": 4}, hand=[]),
    does(
        "P29",
        "4 lost",
        phase="timeline",
        anna={"timeline": {5: ["P29 3"]}, "past": ["P1"], "lost": 4},
        knowledge={"P29": 2},
    ),
    idle(
        "P29",
        "5 lost",
        phase="timeline",
        anna={"timeline": {5: ["P29 3"]}, "past": ["P1"], "lost": 5},
        knowledge={"P29": 3},
    ),
    does(
        "C18",
        "with a city",
        "create C6 at 2",
        anna={"hand": ["C6"], "timeline": {6: ["C18 2"]}, "past": ["C1"]},
        knowledge={"C6": 1},
    ),
    idle("C18", "without", "create C6 at 2", anna={"hand": ["C6"], "timeline": {6: ["C18 2"]}}, knowledge={"C6": 2}),
    # wrong resource: timeline knowledge, not lost knowledge
    does(
        "A2",
        "timeline",
        "choose C1",
        "draw M1",
        phase="timeline",
        anna={"artifacts": ["A2"], "timeline": {3: ["C1 2", "C2 1"], 4: ["C12 1"]}, "lost": 3},
        knowledge={"C1": 1},
        lost=3,
    ),
    does(
        "A11",
        "timeline",
        "take 2 from P1",
        phase="timeline",
        anna={"artifacts": ["A11"], "timeline": {3: ["P1 2", "P2 1"], 4: ["P3 1"]}, "lost": 3},
        knowledge={"P1": 0},
        lost=3,
    ),
    does(
        "A27",
        "timeline",
        "draw M9",
        phase="timeline",
        anna={"artifacts": ["A27"], "timeline": {1: ["M1 0", "M2 0"], 3: ["C1 2"]}, "lost": 3},
        knowledge={"C1": 1},
        lost=3,
    ),
    # wrong zone
    idle(
        "A7",
        "artifacts of the board",
        phase="timeline",
        anna={"artifacts": ["A7", "A16", "A22"], "hand": ["C1"]},
        turn=["Bob"],
        artifacts=["A7", "A16", "A22"],
    ),
    idle(
        "T13",
        "cities of the Past",
        "learn T13",
        boards=[["T13", "T9", "T14"], *FREE[1:]],
        anna={"past": ["C1", "C2", "C3"]},
        hand=[],
    ),
    # self-exclusion
    idle("C20", "itself", "create C20 at 2", anna={"hand": ["C20"]}, knowledge={"C20": 2}),
    idle("C21", "itself", phase="decline", anna={"timeline": {1: ["C21 3"]}}, lost=3),
    idle("M23", "itself", "create M23 at 5 discard C1", anna={"hand": ["M23", "C1"]}, knowledge={"M23": 2}),
    idle("P30", "itself", phase="timeline", anna={"timeline": {5: ["P30 4"]}}, knowledge={"P30": 4}),
    idle("M20", "itself", "create M20 at 5", anna={"hand": ["M20"]}, knowledge={"M20": 2}),
    # negative tokens
    does(
        "C12",
        "three reductions of two",
        "create C12 at 1",
        anna={"hand": ["C12"], "timeline": {5: ["C24 1", "P22 1"]}, "artifacts": ["A28"]},
        knowledge={"C12": 0},
    ),
    # icon: bound to the right moment; end-game icons only
    idle("A1", "when created", "create A1", anna={"hand": ["A1"], "past": cards("M", 1, 4), "lost": 2}, lost=2),
    idle("M8", "when created", "create M8 at 4", anna={"hand": ["M8"], "past": cards("M", 1, 5), "lost": 9}, lost=9),
    does("P32", "end-game icons only", phase="end", anna={"past": ["P32", "C1", "C12", "M9", "P9"]}, points={"P32": 2}),
    # requirement reduction
    does(
        "P19",
        "3, 3 and 2",
        boards=[*FREE[:2], ["T39", "T29"]],
        anna={"timeline": {4: ["P19 4"]}, "past": [*cards("C", 1, 3), *cards("M", 1, 3), "P1", "P2"]},
        legal=["learn T39"],
    ),
    idle(
        "P19",
        "3, 3 and 0",
        boards=[*FREE[:2], ["T39", "T29"]],
        anna={"timeline": {4: ["P19 4"]}, "past": [*cards("C", 1, 3), *cards("M", 1, 3)]},
        illegal={"learn T39": "AK-4.1"},
    ),
    # hand limit
    does(
        "P33",
        "with 9 cards one city",
        "draw C1",
        phase="decline",
        anna={"timeline": {1: ["P33 0"]}, "hand": FULL[:9]},
        hand=["C1", *FULL[:9]],
        turn=["Bob"],
    ),
    does(
        "P34",
        "with 9 cards",
        "draw C1 C2 C3 C4 C5 C6 C7 C8",
        "choose C2",
        phase="decline",
        anna={"timeline": {1: ["P34 0"]}, "hand": FULL[:9]},
        hand=["C2", *FULL[:9]],
    ),
    idle("P34", "with 10 cards", phase="decline", anna={"timeline": {1: ["P34 0"]}, "hand": FULL}, hand=FULL),
    idle(
        "C16",
        "with 10 cards",
        phase="decline",
        anna={"timeline": {1: ["C16 0"]}, "hand": FULL},
        hand=FULL,
        past=["C16"],
    ),
    does(
        "T3",
        "with full hands",
        "learn T3",
        "draw P1 P2 P3 P4 P5",
        "Bob: choose P1",
        boards=[["T3", "T9", "T14"], *FREE[1:]],
        anna={"hand": FULL},
        hand=FULL,
        theirs=[1],
        top="P5",
    ),
    # M14: nobody with cards does not block the game
    idle(
        "M14",
        "nobody has a card",
        phase="decline",
        players=3,
        anna={"timeline": {1: ["M14 0"]}},
        turn=["Bob"],
        past=["M14"],
    ),
    # empty supplies
    idle(
        "T27",
        "no level II",
        "learn T27",
        boards=[["T27", "T9", "T14"], FREE[1], []],
        anna={"past": cards("C", 1, 5)},
        legal=["search"],
    ),
    idle(
        "P7", "empty deck", phase="decline", decks={2: []}, boards=FREE, anna={"timeline": {1: ["P7 0"]}}, past=["P7"]
    ),
    idle(
        "A16",
        "nothing learnable",
        "excavate 3",
        "draw P1 P2 P3 P4 P5 P6",
        boards=[["T1", "T2", "T7"], ["T23", "T24", "T25"], FREE[2]],
        anna={"artifacts": ["A16"], "past": ["C1", "C2", "M1"]},
        technologies=[],
    ),
    idle(
        "P18",
        "no target",
        "create P18 at 1",
        anna={"hand": ["P18"], "timeline": {5: ["C34 0"]}, "artifacts": ["A36"]},
        knowledge={"P18": 0},
    ),
    # T22
    does(
        "T22",
        "a dear artifact",
        "learn T22",
        "draw A12 C1 C2 C3 C4 C5 C6 C7 C8 C9",
        boards=[["T22", "T9", "T14"], *FREE[1:]],
        anna={"hand": ["M1", "M2", "M3"]},
        artifacts=["A12"],
        hand=[],
    ),
    idle(
        "T22",
        "no artifact among them",
        "learn T22",
        "draw C1 C2 C3 C4 C5 C6 C7 C8 C9 C10",
        boards=[["T22", "T9", "T14"], *FREE[1:]],
        artifacts=[],
        legal=["search"],
    ),
    # forced discards with 0, 1, 2 cards
    *(
        does(
            "M9",
            f"{n} cards",
            phase="decline",
            anna={"timeline": {1: ["M9 0"]}},
            bob={"hand": cards("C", 1, n)},
            theirs=[0],
            turn=["Bob"],
        )
        for n in range(3)
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_mended_mistakes(case: Case) -> None:
    run(case)


def test_the_card_of_the_draft_goes_to_its_picker() -> None:
    """T3 at 2, 3 and 4 players; a full hand takes no extra card."""
    for seats in (2, 3, 4):
        session = place(players=seats, boards=[["T3", "T9", "T14"], *FREE[1:]])
        play(session, "Anna: learn T3", "draw P1 P2 P3 P4 P5")
        for seat in range(seats):
            play(session, f"{session.players[seat]}: choose P{seat + 1}")
        if seats < 4:
            play(session, "Anna: choose P5")
        assert area(session).hand == ("P1", "P5")
        assert [area(session, seat).hand for seat in range(1, seats)] == [(f"P{seat + 1}",) for seat in range(1, seats)]


def test_the_hand_once_seen_is_not_exchanged_for_another() -> None:
    """M14: the choice of the opponent is final; what a log takes back stays in it as taken back."""
    session = place(
        players=3,
        phase="decline",
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1", "C2"]},
        cyril={"hand": ["M1", "M2"]},
    )
    play(session, "look at Bob")
    assert refused(session, "Anna: look at Cyril").rule == "AK-6.7"
    assert GAME.view(session.state, 0).players[1].hand == ("C1", "C2")
    assert GAME.view(session.state, 2).players[1].hand == ("?", "?")
    session.undo()
    assert [type(entry).__name__ for entry in session.history] == ["Event", "Undo"]


@pytest.mark.parametrize("learner", [0, 1])
def test_secret_cards_are_seen_by_one(learner: int) -> None:
    """What P34, T4 and T22 look at is nobody else's knowledge, the referee's apart."""
    name = ("Anna", "Bob")[learner]
    session = place(turn=name, boards=[["T4", "T9", "T14"], *FREE[1:]])
    play(session, f"{name}: learn T4", "draw C1 C2 C3 C4 C5 C6 C7 C8")
    assert GAME.view(session.state, learner).pending.cards == tuple(cards("C", 1, 8))
    assert GAME.view(session.state, 1 - learner).pending.cards == ("?",) * 8
    assert look(session).pending.cards == tuple(cards("C", 1, 8))


def test_half_of_the_game_only_once() -> None:
    """Passing seven twice flipped two boards; the flipped board drew from the wrong deck."""
    session = place(
        phase="decline",
        boards=FREE,
        flipped=False,
        anna={"past": cards("C", 1, 6), "timeline": {1: ["P1 0"]}},
        bob={"past": cards("M", 1, 6), "timeline": {2: ["P2 0"]}},
    )
    play(session, "flip 1", "lay T31 T32 T33")
    effects: list[dict[str, Any]] = []
    for turn in range(2):
        effects += play(session, "Bob: search", f"draw A{4 * turn + 1}", "Bob: search", f"draw A{4 * turn + 2}")
        effects += play(session, "Anna: search", f"draw A{4 * turn + 3}", "Anna: search", f"draw A{4 * turn + 4}")
    assert area(session, 1).past == (*cards("M", 1, 6), "P2")
    assert not [effect for effect in effects if effect["type"] == "board_flipped"]
    assert [board.level for board in look(session).boards] == [2, 1, 2]
