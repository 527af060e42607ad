"""Every city: that its effect does what it says where it matters, and nothing where it can do nothing."""

from __future__ import annotations

import pytest

from support.ancient import Case, cards, does, idle, run, scores

FULL = cards("M", 1, 10)

CASES: list[Case] = [
    *scores("C1", "ancient", {2: 0, 3: 4, 4: 4, 5: 7, 6: 7}),
    *scores("C2", "secret", {2: 0, 3: 4, 4: 4, 5: 7, 6: 7}),
    does("C3", "the most numerous type", phase="end", anna={"past": ["C3", "C12", "M1", "M2", "M3"]}, points={"C3": 3}),
    does("C3", "counts itself", phase="end", anna={"past": ["C3", "C12", "M1"]}, points={"C3": 2}),
    idle("C3", "on the timeline", phase="end", anna={"timeline": {3: ["C3 1"]}, "past": ["M1"]}, points={"C3": 0}),
    *scores("C4", "trios", {0: 0, 1: 2, 2: 4, 3: 6}),
    *scores("C5", "cities", {1: 1, 2: 2, 5: 5}),
    idle("C5", "on the timeline", phase="end", anna={"timeline": {3: ["C5 1"]}, "past": ["C1"]}, points={"C5": 0}),
    does(
        "C6",
        "adjacent cities, never diagonal",
        phase="timeline",
        anna={"timeline": {2: ["C12 2"], 3: ["C6 2", "C16 3"], 4: ["C17 1", "C1 4"]}},
        knowledge={"C12": 1, "C16": 2, "C17": 0, "C1": 4, "C6": 2},
    ),
    idle(
        "C6",
        "no adjacent city",
        phase="timeline",
        anna={"timeline": {3: ["C6 2", "M12 3"], 4: ["P1 1", "C1 4"], 5: ["C2 2"]}},
        knowledge={"C6": 2, "M12": 3, "P1": 1, "C1": 4, "C2": 2},
    ),
    does(
        "C7",
        "two pyramids",
        phase="timeline",
        anna={"timeline": {3: ["C7 10", "P1 1"], 4: ["P2 1"]}},
        knowledge={"C7": 7},
    ),
    does(
        "C7", "two left", phase="timeline", anna={"timeline": {3: ["C7 2", "P1 1"], 4: ["P2 1"]}}, knowledge={"C7": 0}
    ),
    idle(
        "C7",
        "one beside, one diagonal",
        phase="timeline",
        anna={"timeline": {3: ["C7 10", "M1 1"], 4: ["P1 1", "P2 1"]}},
        knowledge={"C7": 10},
    ),
    does(
        "C8",
        "two of a type",
        phase="timeline",
        anna={"timeline": {4: ["C8 9", "M1 1"], 5: ["M2 1"]}},
        knowledge={"C8": 7},
    ),
    idle(
        "C8",
        "of two types",
        phase="timeline",
        anna={"timeline": {4: ["C8 9", "M1 1"], 5: ["P1 1"]}},
        knowledge={"C8": 9},
    ),
    does(
        "C9",
        "2 lost",
        "draw C1",
        phase="timeline",
        anna={"timeline": {3: ["C9 1"]}, "lost": 2, "past": ["M1"]},
        hand=["C1"],
    ),
    idle(
        "C9",
        "3 lost",
        phase="timeline",
        anna={"timeline": {3: ["C9 1"]}, "lost": 3, "past": ["M1"]},
        turn=["Bob"],
        hand=0,
    ),
    idle("C9", "empty Past", phase="timeline", anna={"timeline": {3: ["C9 1"]}}, turn=["Bob"], hand=0),
    does(
        "C10",
        "11 knowledge, split",
        "take 1 from C10",
        "take 1 from M12",
        phase="timeline",
        anna={"timeline": {3: ["C10 4"], 4: ["M12 7"]}},
        knowledge={"C10": 3, "M12": 6},
        turn=["Bob"],
    ),
    does(
        "C10",
        "fewer will do",
        "no",
        phase="timeline",
        anna={"timeline": {3: ["C10 4", "M12 7"]}},
        knowledge={"C10": 4, "M12": 7},
    ),
    idle("C10", "10 knowledge", phase="timeline", anna={"timeline": {3: ["C10 4", "M12 6"]}}, turn=["Bob"]),
    does(
        "C11",
        "secret",
        "learn T14",
        "activate C11",
        "choose M12",
        "draw C1",
        boards=[["T14", "T9", "T3"], ["T1", "T2", "T4"], ["T28", "T29", "T30"]],
        anna={"timeline": {3: ["C11 2"], 4: ["M12 2"]}},
        knowledge={"M12": 1, "C11": 2},
        hand=["C1"],
    ),
    idle(
        "C11",
        "ancient",
        "learn T9",
        boards=[["T14", "T9", "T3"], ["T1", "T2", "T4"], ["T28", "T29", "T30"]],
        anna={"timeline": {3: ["C11 2"]}},
        knowledge={"C11": 2},
        hand=0,
    ),
    does("C12", "2 lost", "create C12 at 1", anna={"hand": ["C12"], "lost": 2}, lost=1),
    idle(
        "C12", "nothing lost", "create C12 at 1", anna={"hand": ["C12"]}, lost=0, no_effects=[{"type": "lost_removed"}]
    ),
    does(
        "C13",
        "with the only other",
        "create C13 at 4",
        anna={"hand": ["C13"], "timeline": {2: ["M12 2"]}},
        slot={"C13": 2, "M12": 4},
        knowledge={"C13": 1, "M12": 2},
    ),
    idle("C13", "alone", "create C13 at 4", anna={"hand": ["C13"]}, slot={"C13": 4}, no_effects=[{"type": "swapped"}]),
    does(
        "C14",
        "a choice, mandatory",
        "create C14 at 5",
        anna={"hand": ["C14"], "timeline": {2: ["M12 2"], 3: ["M9 2"], 4: ["P1 3"]}},
        actions=["choose M12", "choose P1"],
        illegal={"no": "AK-3.7", "choose M9": "AK-3.7", "choose C14": "AK-3.7"},
    ),
    does(
        "C14",
        "chosen",
        "create C14 at 5",
        "choose P1",
        anna={"hand": ["C14"], "timeline": {2: ["M12 2"], 4: ["P1 3"]}},
        slot={"C14": 4, "P1": 5, "M12": 2},
        knowledge={"P1": 3, "C14": 2},
    ),
    idle("C14", "alone", "create C14 at 5", anna={"hand": ["C14"]}, slot={"C14": 5}),
    does(
        "C15",
        "another to a free space",
        "to 2",
        phase="decline",
        anna={"timeline": {1: ["C15 0"], 4: ["M12 2"], 5: ["M9 1"]}},
        slot={"M12": 1, "M9": 4},
        knowledge={"M12": 2},
        past=["C15"],
    ),
    does(
        "C15",
        "not where it stands",
        phase="decline",
        anna={"timeline": {1: ["C15 0"], 4: ["M12 2"]}},
        actions=["to 1", "to 2", "to 3", "to 5", "to 6"],
    ),
    idle("C15", "alone", phase="decline", anna={"timeline": {1: ["C15 0"]}}, past=["C15"], turn=["Bob"]),
    does(
        "C16",
        "four cards",
        "draw M1 M2 M3 M4",
        phase="decline",
        anna={"timeline": {1: ["C16 0"]}},
        hand=cards("M", 1, 4),
    ),
    idle("C16", "full hand", phase="decline", anna={"timeline": {1: ["C16 0"]}, "hand": FULL}, hand=FULL, past=["C16"]),
    does(
        "C17",
        "six cards",
        "draw M1 M2 M3 M4 M5 M6",
        phase="decline",
        anna={"timeline": {1: ["C17 0"]}},
        hand=cards("M", 1, 6),
    ),
    idle("C17", "full hand", phase="decline", anna={"timeline": {1: ["C17 0"]}, "hand": FULL}, hand=FULL, past=["C17"]),
    does(
        "C18",
        "a city in the Past",
        "create C6 at 2",
        anna={"hand": ["C6"], "timeline": {6: ["C18 2"]}, "past": ["C1"]},
        knowledge={"C6": 1},
        effects=[{"type": "entered_with_less", "card": "C6", "printed": 2, "sources": ["C18"]}],
    ),
    idle(
        "C18",
        "no city in the Past",
        "create C6 at 2",
        anna={"hand": ["C6"], "timeline": {6: ["C18 2"]}, "past": ["M1"]},
        knowledge={"C6": 2},
    ),
    idle("C18", "itself", "create C18 at 6", anna={"hand": ["C18"], "past": ["C1"]}, knowledge={"C18": 2}),
    does(
        "C19",
        "a city with 6",
        phase="decline",
        anna={"timeline": {1: ["C19 0"], 4: ["C1 6"], 5: ["M1 9"]}},
        knowledge={"C1": 2, "M1": 9},
    ),
    idle("C19", "a city with 5", phase="decline", anna={"timeline": {1: ["C19 0"], 4: ["C1 5"]}}, knowledge={"C1": 5}),
    does(
        "C20",
        "every other city",
        "create C20 at 2",
        anna={"hand": ["C20"], "timeline": {3: ["C1 2"], 4: ["M12 2"], 5: ["C8 1"]}},
        knowledge={"C1": 1, "M12": 2, "C8": 0, "C20": 2},
    ),
    idle(
        "C20",
        "no other city",
        "create C20 at 2",
        anna={"hand": ["C20"], "timeline": {4: ["M12 2"]}},
        knowledge={"C20": 2, "M12": 2},
    ),
    does(
        "C21",
        "7 off others, split",
        "take 4 from M12",
        "take 3 from P1",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], 3: ["M12 5"], 4: ["P1 4"]}},
        knowledge={"M12": 1, "P1": 1},
        lost=1,
    ),
    does(
        "C21",
        "never itself",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], 3: ["M12 5"]}},
        actions=["take 1 from M12", "no"],
        illegal={"take 1 from C21": "AK-6.5", "take 8 from M12": "AK-6.5"},
    ),
    idle("C21", "alone", phase="decline", anna={"timeline": {1: ["C21 1"]}}, lost=1, past=["C21"]),
    does(
        "C22",
        "three cities",
        "create C22 at 2",
        anna={"hand": ["C22"], "past": ["C1", "C2", "C3"]},
        knowledge={"C22": 1},
    ),
    idle(
        "C22", "two cities", "create C22 at 2", anna={"hand": ["C22"], "past": ["C1", "C2", "M1"]}, knowledge={"C22": 6}
    ),
    does(
        "C23",
        "three cities",
        "create C23 at 3",
        anna={"hand": ["C23"], "past": ["C1", "C2", "C3"]},
        knowledge={"C23": 2},
    ),
    idle(
        "C23", "two cities", "create C23 at 3", anna={"hand": ["C23"], "past": ["C1", "C2", "M1"]}, knowledge={"C23": 8}
    ),
    does(
        "C24", "another city", "create C6 at 2", anna={"hand": ["C6"], "timeline": {5: ["C24 3"]}}, knowledge={"C6": 1}
    ),
    does(
        "C24",
        "with others",
        "create C12 at 1",
        anna={"hand": ["C12"], "timeline": {5: ["C24 3"]}, "artifacts": ["A28"]},
        knowledge={"C12": 0},
    ),
    idle(
        "C24", "a megalith", "create M31 at 2", anna={"hand": ["M31"], "timeline": {5: ["C24 3"]}}, knowledge={"M31": 3}
    ),
    idle("C24", "itself", "create C24 at 5", anna={"hand": ["C24"]}, knowledge={"C24": 3}),
    *(
        case
        for card in cards("C", 25, 29)
        for case in (
            does(card, "1 left", phase="decline", anna={"timeline": {1: [f"{card} 1"]}}, past=[], lost=0, top=card),
            idle(
                card, "none left", phase="decline", anna={"timeline": {1: [f"{card} 0"]}}, past=[card], lost=0, top=""
            ),
        )
    ),
    does(
        "C30",
        "no decline phase",
        "create C30 at 3",
        "search",
        "draw C1",
        anna={"hand": ["C30"], "timeline": {1: ["M12 2"], 4: ["P1 1"]}},
        slot={"M12": 1, "C30": 3, "P1": 4},
        lost=0,
        turn=["Bob"],
        effects=[{"type": "decline_cancelled", "source": "C30"}, {"type": "decline_skipped", "rule": "AK-2.9"}],
        no_effects=[{"type": "slid"}],
    ),
    idle(
        "C30",
        "in the decline phase",
        "create C30 at 3",
        phase="decline",
        anna={"hand": ["C30"], "timeline": {1: ["M11 0"]}},
        slot={"C30": 2},
        past=["M11"],
        no_effects=[{"type": "decline_cancelled"}],
    ),
    does(
        "C31",
        "four cities, two chosen",
        "create C31 at 3",
        "choose C2",
        "choose C1",
        anna={"hand": ["C31"], "timeline": {2: ["C1 4"], 4: ["C2 2"], 5: ["C3 1"]}},
        knowledge={"C1": 1, "C2": 0, "C3": 1, "C31": 3},
    ),
    does(
        "C31",
        "not twice the same, not without knowledge",
        "create C31 at 3",
        "choose C2",
        anna={"hand": ["C31"], "timeline": {2: ["C1 4"], 4: ["C2 5"], 5: ["C3 0"]}},
        actions=["choose C1", "choose C31"],
        illegal={"choose C2": "AK-6.5", "choose C3": "AK-6.5", "no": "AK-6.1"},
    ),
    idle(
        "C31",
        "three cities",
        "create C31 at 3",
        anna={"hand": ["C31"], "timeline": {2: ["C1 4"], 4: ["C2 2"]}},
        knowledge={"C1": 4, "C2": 2, "C31": 3},
    ),
    does(
        "C32",
        "an archive action",
        "create C32 at 3",
        "archive C1",
        "take 1 from M12",
        anna={"hand": ["C32", "C1"], "timeline": {4: ["M12 2"]}},
        knowledge={"M12": 1, "C32": 3},
        hand=[],
        legal=["search"],
    ),
    does("C32", "refused", "create C32 at 3", "no", anna={"hand": ["C32", "C1"]}, hand=["C1"], legal=["search"]),
    idle("C32", "no card left", "create C32 at 3", anna={"hand": ["C32"]}, knowledge={"C32": 3}, legal=["search"]),
    does(
        "C33",
        "three secret technologies",
        "create C33 at 2",
        anna={"hand": ["C33"], "technologies": ["T10", "T11", "T34"]},
        knowledge={"C33": 1},
    ),
    idle(
        "C33",
        "two",
        "create C33 at 2",
        anna={"hand": ["C33"], "technologies": ["T10", "T11", "T1"]},
        knowledge={"C33": 6},
    ),
    does("C34", "a pyramid", "create P9 at 4", anna={"hand": ["P9"], "timeline": {5: ["C34 2"]}}, knowledge={"P9": 1}),
    idle("C34", "a city", "create C6 at 2", anna={"hand": ["C6"], "timeline": {5: ["C34 2"]}}, knowledge={"C6": 2}),
    does(
        "C35",
        "the only card of the hand by itself",
        phase="timeline",
        anna={"hand": ["C1"], "timeline": {4: ["C35 1"]}},
        hand=[],
        top="C1",
        turn=["Bob"],
    ),
    does(
        "C35",
        "a card, mandatory",
        phase="timeline",
        anna={"hand": ["C1", "M1"], "timeline": {4: ["C35 1"]}},
        actions=["discard C1", "discard M1"],
        illegal={"no": "AK-6.1", "discard P1": "AK-6.2", "discard C1 M1": "AK-6.2"},
    ),
    does(
        "C35",
        "discarded",
        "discard M1",
        phase="timeline",
        anna={"hand": ["C1", "M1"], "timeline": {4: ["C35 1"]}},
        hand=["C1"],
        top="M1",
    ),
    idle("C35", "empty hand", phase="timeline", anna={"timeline": {4: ["C35 1"]}}, hand=[], turn=["Bob"], top=""),
    does(
        "C36",
        "four cities",
        phase="timeline",
        anna={"timeline": {3: ["C36 8"]}, "past": cards("C", 1, 4)},
        knowledge={"C36": 6},
    ),
    idle(
        "C36",
        "three cities",
        phase="timeline",
        anna={"timeline": {3: ["C36 8"]}, "past": cards("C", 1, 3)},
        knowledge={"C36": 8},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_city_does(case: Case) -> None:
    run(case)


@pytest.mark.parametrize("nothing", [False, True])
def test_no_city_is_left_out(nothing: bool) -> None:
    assert {case.card for case in CASES if case.idle == nothing} == set(cards("C", 1, 36))
