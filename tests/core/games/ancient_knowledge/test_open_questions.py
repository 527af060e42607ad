"""The adopted answers to the open questions (SPEC, section 11): each number, and that play follows it."""

from __future__ import annotations

import re

import pytest

from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.caveats import ADOPTED
from kronika.core.games.ancient_knowledge.state import Options
from kronika.core.rulebook.spec import rules_of
from support.ancient import TEAMS, Case, cards, does, run

FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]
FULL = cards("A", 7, 16)

ANSWERS: list[Case] = [
    does("OQ-1", "to the supply", phase="decline", anna={"timeline": {1: ["C27 4"]}}, lost=0, past=[], top="C27"),
    does(
        "OQ-2",
        "3 per city",
        "create C31 at 3",
        anna={"hand": ["C31"], "timeline": {2: ["C1 0", "C2 0"], 4: ["C3 4"]}},
        knowledge={"C3": 1, "C31": 0},
    ),
    does(
        "OQ-3",
        "as many as possible",
        phase="decline",
        anna={"timeline": {1: ["M15 0"]}, "lost": 2},
        bob={"timeline": {3: ["C1 0"]}},
        lost=0,
        knowledge={"C1": 2},
    ),
    does(
        "OQ-4",
        "the owner says",
        "remove 0",
        phase="decline",
        anna={"timeline": {1: ["P11 0"]}, "past": cards("M", 1, 3), "lost": 4},
        lost=4,
    ),
    does(
        "OQ-5",
        "two if there are two",
        "excavate 3",
        "draw P1 P2 P3 P4 P5 P6",
        anna={"artifacts": ["A34"], "past": cards("C", 1, 3)},
        bob={"hand": ["M1", "M2"]},
        theirs=[0],
    ),
    does(
        "OQ-6",
        "free choice",
        "create P15 at 2",
        "take 1 from C1",
        anna={"hand": ["P15"], "timeline": {2: ["C1 1"], 3: ["M1 9"]}},
        knowledge={"C1": 0, "M1": 9},
    ),
    does(
        "OQ-7",
        "skipped",
        "learn T4",
        boards=[["T4", "T9", "T14"], *FREE[1:]],
        anna={"hand": FULL},
        hand=FULL,
        legal=["search"],
    ),
    does(
        "OQ-8",
        "both first",
        "create P35 at 2",
        "choose T9",
        boards=[["T9", "T14"], *FREE[1:]],
        anna={"hand": ["P35"]},
        legal=["choose T14", "choose T5"],
        bottom=[[], []],
    ),
    does(
        "OQ-9",
        "an effect may",
        "create P23 at 4",
        anna={"hand": ["P23"], "timeline": {4: ["C1 2"]}},
        effects=[{"type": "swapped"}],
    ),
    does(
        "OQ-10",
        "no",
        phase="decline",
        anna={"timeline": {1: ["P12 0"], 4: ["M1 1"], 5: ["C1 1"]}},
        illegal={"choose P12": "R-10"},
    ),
    does(
        "OQ-11",
        "strict",
        anna={"hand": ["C1", "C2"], "timeline": {3: ["M1 1"]}},
        illegal={"archive C1 C2": "AK-2.4"},
        legal=["archive C1"],
    ),
    does(
        "OQ-12",
        "all of its level",
        "learn T9",
        boards=[["T9", "T14"], *FREE[1:]],
        decks={1: ["T1"]},
        effects=[{"type": "board_boxed", "technologies": ["T1", "T14"]}],
    ),
    does(
        "OQ-13", "at once", "search", "draw C1", deck=["C1"], discard=["M1"], effects=[{"type": "reshuffled"}], top=""
    ),
    does(
        "OQ-14",
        "what enters waits",
        "activate A12",
        "learn T22",
        "draw A14 C1 C2 C3 C4 C5 C6 C7 C8 C9",
        phase="timeline",
        boards=[["T22", "T9", "T14"], *FREE[1:]],
        anna={"past": cards("P", 1, 5), "artifacts": ["A12", "A8"], "lost": 5},
        turn=["Bob"],
        hand=0,
    ),
    does("OQ-15", "refill first", "learn T21", boards=[["T21", "T9"], *FREE[1:]], illegal={"draw C1": "AK-4.4"}),
    does(
        "OQ-16",
        "without effect",
        "create C30 at 3",
        phase="decline",
        anna={"hand": ["C30"], "timeline": {1: ["M11 0"]}},
        slot={"C30": 2},
    ),
    does(
        "OQ-17",
        "declines",
        "decline M11",
        "create C13 at 4",
        phase="decline",
        anna={"hand": ["C13"], "timeline": {1: ["M11 0", "P1 2"]}},
        past=["M11", "C13"],
    ),
    does(
        "OQ-18",
        "minimum numbers only",
        boards=[["T8", "T9", "T14"], *FREE[1:]],
        anna={"timeline": {4: ["P19 4"]}, "hand": ["C1", "C2"]},
        illegal={"learn T8": "AK-4.1"},
    ),
    does(
        "OQ-19", "either partner goes first", "Bob: search", "draw C1", players=4, options=TEAMS, turn=["Anna", "Bob"]
    ),
    does(
        "OQ-20",
        "boxed",
        "search",
        "draw M1",
        "search",
        "draw M2",
        flipped=False,
        boards=[["T9", "T14", "T19"], [], FREE[2]],
        decks={2: ["T31"]},
        anna={"past": cards("C", 1, 7)},
        effects=[{"type": "board_boxed", "level": 2}],
    ),
    does(
        "OQ-22",
        "at least one",
        "archive",
        anna={"hand": ["C1", "C2"], "timeline": {3: ["M1 2"]}},
        illegal={"no": "AK-2.4"},
    ),
    does(
        "OQ-23",
        "points of level II",
        phase="end",
        anna={"technologies": ["T39", "T44", "T30"]},
        points={"T39": 5, "T44": 4, "T30": 2},
    ),
    does(
        "OQ-24",
        "draw first",
        "excavate 3",
        boards=FREE,
        anna={"artifacts": ["A16"], "past": cards("C", 1, 3)},
        illegal={"learn T9": "AK-2.11"},
    ),
    does("OQ-27", "mandatory", "create C6 at 2", anna={"hand": ["C6"], "artifacts": ["A28"]}, knowledge={"C6": 1}),
    does(
        "OQ-28",
        "skipped",
        "create P13 at 5 discard C1",
        "activate P13",
        "discard A22",
        "no",
        anna={"hand": ["P13", "C1"], "artifacts": ["A22", "A24"]},
        effects=[{"type": "skipped", "card": "A22"}],
    ),
    does("OQ-29", "offered all the same", phase="timeline", anna={"artifacts": ["A15"]}, actions=["yes", "no"]),
    does(
        "OQ-30",
        "by type and number",
        "archive A1 C2 M1",
        anna={"hand": ["C2", "M1", "A1"], "timeline": {3: ["M9 5"]}},
        top="A1",
        effects=[{"type": "discarded", "cards": ["C2", "M1", "A1"]}],
    ),
    does(
        "OQ-31",
        "one offer each",
        "Cyril: offer C1",
        "Dana: refuse",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C1"]},
        dana={"hand": ["M1"]},
        illegal={"Cyril: offer C1": "AK-8.2g"},
        legal=["Dana: offer M1"],
    ),
    does(
        "OQ-32",
        "even while boards are refilled",
        "learn T9",
        "lay T1 T2",
        boards=[["T9", "T14"], *FREE[1:]],
        decks={1: ["T1", "T2"]},
        effects=[{"type": "technologies_reshuffled", "level": 1}],
        legal=["lay T14"],
    ),
]

ELSEWHERE = {
    "OQ-21": "no rule of play",
    "OQ-25": "the starter sets in test_course",
    "OQ-26": "the starter sets in test_course",
}


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_play_follows_the_adopted_answer(case: Case) -> None:
    run(case)


def test_every_open_question_is_answered_in_one_place() -> None:
    numbers = [f"OQ-{n}" for n in range(1, 33)]
    assert [adopted.number for adopted in ADOPTED] == numbers
    assert [rule.number for rule in rules_of(GAME) if rule.number.startswith("OQ")] == numbers
    assert {case.card for case in ANSWERS} | set(ELSEWHERE) == set(numbers)


def test_a_game_tells_the_questions_it_can_meet() -> None:
    plain = {caveat.about.split(":")[0] for caveat in GAME.caveats(Options(), 4)}
    teams = {caveat.about.split(":")[0] for caveat in GAME.caveats(Options(teams=True), 4)}
    starters = {caveat.about.split(":")[0] for caveat in GAME.caveats(Options(starter_sets=True), 2)}
    assert teams - plain == {"OQ-19", "OQ-31"}
    assert starters - plain == {"OQ-25", "OQ-26"}
    assert "OQ-21" not in plain
    assert all(re.match("played here: ", caveat.why) for caveat in GAME.caveats(Options(), 4))
