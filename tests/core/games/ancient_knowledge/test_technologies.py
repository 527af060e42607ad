"""Every technology: what it asks for, that it does what it says where it matters, and else nothing."""

from __future__ import annotations

from typing import Any

import pytest

from support.ancient import IN_ORDER, TECHNOLOGIES, Case, cards, does, idle, run

FULL = cards("A", 7, 16)


def shown(technology: str) -> list[list[str]]:
    """Boards with this technology on a board of three."""
    level = 1 if int(technology[1:]) <= 27 else 2
    first = [technology, *[card for card in ("T1", "T2", "T7") if card != technology][:2]]
    second = [card for card in ("T15", "T18", "T24", "T25") if card not in first][:3]
    if level == 1:
        return [first, second, ["T28", "T29", "T30"]]
    rest = [card for card in ("T28", "T29", "T30") if card != technology][:2]
    return [["T1", "T2", "T7"], second, [technology, *rest]]


def enough(what: str, n: int) -> dict[str, Any]:
    """An area with exactly n of the things a requirement counts."""
    if what in TECHNOLOGIES:
        return {"technologies": TECHNOLOGIES[what][2 : 2 + n]}
    letter = {"cities": "C", "megaliths": "M", "pyramids": "P"}.get(what)
    if letter:
        return {"past": [*cards(letter, 1, n), *(f"{other}30" for other in "CMP" if other != letter)]}
    match what:
        case "artifacts":
            return {"artifacts": cards("A", 1, n)}
        case "monuments":
            return {"past": [*cards("C", 12, 11 + n - n // 2), *cards("M", 8, 7 + n // 2)]}
        case "of one type":
            return {"past": [*cards("M", 8, 7 + n), *cards("C", 12, 11 + n - 1)]}
        case "lost":
            return {"lost": n}
        case "end-game icons":
            return {"past": [*cards("M", 1, n), "M8", "M9"]}
        case "cards":
            return {"hand": cards("P", 1, n)}
    return {"technologies": ["T3", "T4", "T5", "T6", "T8", "T9"][:n]}


def level_two(card: str, points: int, what: str, n: int) -> list[Case]:
    """Learnable with n, not with n - 1; the points count at the end, and nothing else happens."""
    return [
        does(
            card,
            f"{n} {what}",
            f"learn {card}",
            boards=shown(card),
            anna=enough(what, n),
            points={card: points},
            legal=["search"],
        ),
        idle(
            card, f"{n - 1} {what}", boards=shown(card), anna=enough(what, n - 1), illegal={f"learn {card}": "AK-4.1"}
        ),
    ]


def draws(card: str, n: int, area: dict[str, Any], short: dict[str, Any]) -> list[Case]:
    """Draws n with what it asks for; nothing with a full hand; cannot be learned with less."""
    drawn = " ".join(cards("P", 20, 19 + n))
    full = {**area, "hand": FULL}
    return [
        does(
            card,
            f"draws {n}",
            f"learn {card}",
            f"draw {drawn}",
            boards=shown(card),
            anna=area,
            hand=n + len(area.get("hand", ())),
            technologies=[card],
        ),
        idle(card, "too little", boards=shown(card), anna=short, illegal={f"learn {card}": "AK-4.1"}),
        *(
            [idle(card, "full hand", f"learn {card}", boards=shown(card), anna=full, hand=FULL, legal=["search"])]
            if card != "T8"
            else []
        ),
    ]


PEEKED = "draw P1 P2 P3 P4 P5 P6 P7 P8"
TEN = "draw C1 C2 A1 A12 A30 M1 M2 M3 P1 P2"

CASES: list[Case] = [
    *draws("T1", 3, {"artifacts": ["A1", "A2", "A3"]}, {"artifacts": ["A1", "A2"]}),
    *draws("T2", 3, {"past": ["P1", "P2"]}, {"past": ["P1", "C1", "M1"]}),
    does(
        "T3",
        "everybody picks, the learner twice",
        "learn T3",
        "draw P1 P2 P3 P4 P5",
        "choose P3",
        "Bob: choose P1",
        "choose P5",
        boards=shown("T3"),
        hand=["P3", "P5"],
        theirs=[1],
        top="P4",
    ),
    does(
        "T3",
        "mandatory, clockwise, open",
        "learn T3",
        "draw P1 P2 P3 P4 P5",
        "choose P3",
        boards=shown("T3"),
        players=3,
        turn=["Bob"],
        illegal={"Bob: no": "AK-2.12", "Bob: choose P3": "AK-5.2", "Cyril: choose P1": "AK-2.1"},
    ),
    idle(
        "T3",
        "full hands",
        "learn T3",
        "draw P1 P2 P3 P4 P5",
        boards=shown("T3"),
        anna={"hand": FULL},
        bob={"hand": cards("M", 1, 10)},
        hand=FULL,
        theirs=[10],
        top="P5",
    ),
    does(
        "T4",
        "one of eight",
        "learn T4",
        PEEKED,
        "choose P5",
        boards=shown("T4"),
        hand=["P5"],
        top="P8",
        effects=[{"type": "kept_one", "card": "P5", "source": "T4"}],
    ),
    idle("T4", "full hand", "learn T4", boards=shown("T4"), anna={"hand": FULL}, hand=FULL, legal=["search"]),
    does("T5", "1 lost and a card", "learn T5", "draw P1", boards=shown("T5"), anna={"lost": 3}, lost=2, hand=["P1"]),
    idle("T5", "nothing lost, full hand", "learn T5", boards=shown("T5"), anna={"hand": FULL}, lost=0, hand=FULL),
    does(
        "T6",
        "every pyramid",
        "learn T6",
        boards=shown("T6"),
        anna={"timeline": {2: ["P1 2"], 3: ["P2 1", "C1 2"], 4: ["P3 0"]}},
        knowledge={"P1": 1, "P2": 0, "C1": 2, "P3": 0},
    ),
    idle("T6", "no pyramid", "learn T6", boards=shown("T6"), anna={"timeline": {3: ["C1 2"]}}, knowledge={"C1": 2}),
    *draws("T7", 4, {"past": ["C1", "M1", "P1"]}, {"past": ["C1", "C2", "M1"]}),
    *draws("T8", 3, {"hand": ["C1"]}, {"hand": ["C1", "C2"]}),
    does("T9", "2 lost", "learn T9", boards=shown("T9"), anna={"lost": 5}, lost=3),
    does("T9", "1 lost", "learn T9", boards=shown("T9"), anna={"lost": 1}, lost=0),
    idle("T9", "nothing lost", "learn T9", boards=shown("T9"), lost=0, no_effects=[{"type": "lost_removed"}]),
    does(
        "T10",
        "one moved",
        "learn T10",
        "choose C1",
        "to 6",
        boards=shown("T10"),
        anna={"timeline": {3: ["C1 2"], 4: ["M1 1"]}},
        slot={"C1": 6, "M1": 4},
        knowledge={"C1": 2},
    ),
    does(
        "T10",
        "mandatory",
        "learn T10",
        boards=shown("T10"),
        anna={"timeline": {3: ["C1 2"], 4: ["M1 1"]}},
        illegal={"no": "AK-6.1", "choose P1": "AK-3.7"},
    ),
    idle(
        "T10",
        "only a locked one",
        "learn T10",
        boards=shown("T10"),
        anna={"timeline": {3: ["M9 2"]}},
        slot={"M9": 3},
        legal=["search"],
    ),
    does(
        "T11",
        "every city",
        "learn T11",
        boards=shown("T11"),
        anna={"timeline": {2: ["C1 2"], 3: ["C2 1", "P1 2"]}},
        knowledge={"C1": 1, "C2": 0, "P1": 2},
    ),
    idle("T11", "no city", "learn T11", boards=shown("T11"), anna={"timeline": {3: ["P1 2"]}}, knowledge={"P1": 2}),
    does(
        "T12",
        "as many as artifacts",
        "learn T12",
        "take 2 from C1",
        boards=shown("T12"),
        anna={"artifacts": ["A16", "A22", "A23"], "timeline": {3: ["C1 2"], 4: ["M1 4"]}},
        knowledge={"C1": 0, "M1": 3},
    ),
    does(
        "T12",
        "as many as possible",
        "learn T12",
        boards=shown("T12"),
        anna={"artifacts": ["A16", "A22", "A23"], "timeline": {3: ["C1 1"], 4: ["M1 1"]}},
        knowledge={"C1": 0, "M1": 0},
    ),
    idle("T12", "no artifact", "learn T12", boards=shown("T12"), anna={"timeline": {3: ["C1 2"]}}, knowledge={"C1": 2}),
    does(
        "T13",
        "a card for each city of the timeline",
        "learn T13",
        "draw P1 P2",
        boards=shown("T13"),
        anna={"timeline": {3: ["C1 2", "C2 1"], 4: ["M1 1"]}, "past": ["C3"]},
        hand=["P1", "P2"],
    ),
    idle(
        "T13",
        "cities in the Past",
        "learn T13",
        boards=shown("T13"),
        anna={"past": ["C1", "C2"]},
        hand=[],
        legal=["search"],
    ),
    does(
        "T14",
        "3 off one with 5",
        "learn T14",
        "choose C1",
        boards=shown("T14"),
        anna={"timeline": {3: ["C1 5"], 4: ["M1 6", "M2 4"]}},
        knowledge={"C1": 2, "M1": 6, "M2": 4},
    ),
    idle("T14", "4 at most", "learn T14", boards=shown("T14"), anna={"timeline": {4: ["M2 4"]}}, knowledge={"M2": 4}),
    *draws("T15", 3, {"past": ["C1", "C2"]}, {"past": ["C1", "M1", "P1"]}),
    does(
        "T16",
        "two swapped",
        "learn T16",
        "choose C1",
        "choose M1",
        boards=shown("T16"),
        anna={"timeline": {3: ["C1 2"], 4: ["M1 1"], 5: ["P1 3"]}},
        slot={"C1": 4, "M1": 3, "P1": 5},
        knowledge={"C1": 2, "M1": 1},
    ),
    does(
        "T16",
        "two of one slot",
        "learn T16",
        boards=shown("T16"),
        anna={"timeline": {3: ["C1 2", "M1 1"]}},
        effects=[{"type": "swapped", "cards": ["C1", "M1"]}],
    ),
    does(
        "T16",
        "not with itself",
        "learn T16",
        "choose C1",
        boards=shown("T16"),
        anna={"timeline": {3: ["C1 2"], 4: ["M1 1"], 5: ["P1 3"]}},
        actions=["choose M1", "choose P1"],
        illegal={"choose C1": "AK-3.7"},
    ),
    idle(
        "T16",
        "one and a locked one",
        "learn T16",
        boards=shown("T16"),
        anna={"timeline": {3: ["C1 2"], 4: ["M9 1"]}},
        slot={"C1": 3, "M9": 4},
    ),
    does(
        "T17",
        "two for two",
        "learn T17",
        "discard C1 M1",
        "no",
        "draw P1 P2",
        boards=shown("T17"),
        anna={"hand": ["C1", "C2", "M1", "M2"]},
        hand=["C2", "M2", "P1", "P2"],
        top="M1",
    ),
    does(
        "T17",
        "three at most",
        "learn T17",
        "discard C1 C2 M1",
        "draw P1 P2 P3",
        boards=shown("T17"),
        anna={"hand": ["C1", "C2", "M1", "M2"]},
        hand=["M2", "P1", "P2", "P3"],
    ),
    does("T17", "none", "learn T17", "no", boards=shown("T17"), anna={"hand": ["C1"]}, hand=["C1"], legal=["search"]),
    does(
        "T17",
        "after the last card no other can follow",
        "learn T17",
        "discard C2",
        "discard M2",
        "draw P1 P2",
        options=IN_ORDER,
        boards=shown("T17"),
        anna={"hand": ["C1", "C2", "M1", "M2"]},
        hand=["C1", "M1", "P1", "P2"],
    ),
    does(
        "T17",
        "a third is the last",
        "learn T17",
        "discard C1",
        "discard C2",
        "discard M1",
        "draw P1 P2 P3",
        boards=shown("T17"),
        anna={"hand": ["C1", "C2", "M1", "M2"]},
        hand=["M2", "P1", "P2", "P3"],
    ),
    idle("T17", "empty hand", "learn T17", boards=shown("T17"), hand=[], legal=["search"]),
    *draws("T18", 3, {"past": ["C1", "P1"]}, {"past": ["P1", "P2", "P3"]}),
    does(
        "T19",
        "two straightened",
        "learn T19",
        boards=shown("T19"),
        anna={"past": ["C1", "C2", "C3"], "rotated": ["C1", "C2", "C3"]},
        rotated=["C3"],
    ),
    idle(
        "T19",
        "none rotated",
        "learn T19",
        boards=shown("T19"),
        anna={"past": ["C1"]},
        rotated=[],
        no_effects=[{"type": "straightened"}],
    ),
    does(
        "T20",
        "every megalith",
        "learn T20",
        boards=shown("T20"),
        anna={"timeline": {2: ["M1 2"], 3: ["M2 1", "P1 2"]}},
        knowledge={"M1": 1, "M2": 0, "P1": 2},
    ),
    idle("T20", "no megalith", "learn T20", boards=shown("T20"), anna={"timeline": {3: ["P1 2"]}}, knowledge={"P1": 2}),
    does(
        "T21",
        "1 on one of each opponent, and a card",
        "learn T21",
        "choose C2",
        "draw P1",
        boards=shown("T21"),
        bob={"timeline": {3: ["C1 1"], 4: ["C2 1"]}},
        knowledge={"C1": 1, "C2": 2},
        hand=["P1"],
    ),
    does("T21", "a card all the same", "learn T21", "draw P1", boards=shown("T21"), hand=["P1"]),
    idle(
        "T21",
        "empty timelines, full hand",
        "learn T21",
        boards=shown("T21"),
        anna={"hand": FULL},
        hand=FULL,
        no_effects=[{"type": "knowledge_added"}],
    ),
    does(
        "T22",
        "an artifact of ten",
        "learn T22",
        TEN,
        "create A30",
        "discard M9",
        boards=shown("T22"),
        anna={"hand": ["M9", "M10"]},
        artifacts=["A30"],
        hand=["M10"],
        effects=[
            {"type": "discarded", "cards": ["M9"]},
            {"type": "created", "card": "A30"},
            {"type": "set_aside_discarded"},
        ],
    ),
    does(
        "T22",
        "costs are paid by the hand",
        "learn T22",
        TEN,
        boards=shown("T22"),
        anna={"hand": ["M9", "M10"]},
        actions=["create A1", "create A30"],
        illegal={"create A12": "AK-3.5", "create C1 at 4": "AK-3.9", "no": "AK-3.9"},
    ),
    does(
        "T22",
        "the other nine are discarded before anything answers",
        "learn T22",
        TEN,
        boards=shown("T22"),
        anna={"timeline": {3: ["P20 0"], 6: ["M26 3"]}},
        top="A30",
        actions=["activate M26", "activate P20"],
    ),
    idle(
        "T22",
        "not a place",
        "learn T22",
        TEN,
        boards=shown("T22"),
        anna={"artifacts": ["A16", "A22", "A23", "A24", "A25"]},
        artifacts=["A16", "A22", "A23", "A24", "A25"],
        top="A30",
    ),
    idle(
        "T22",
        "no artifact",
        "learn T22",
        "draw C1 C2 C3 C4 M1 M2 M3 P1 P2 P3",
        boards=shown("T22"),
        artifacts=[],
        top="P3",
    ),
    idle(
        "T22",
        "too dear",
        "learn T22",
        "draw C1 C2 C3 C4 M1 M2 M3 P1 P2 A12",
        boards=shown("T22"),
        anna={"hand": ["M9", "M10"]},
        artifacts=[],
        hand=["M9", "M10"],
        top="A12",
    ),
    does("T23", "3 lost", "learn T23", boards=shown("T23"), anna={"lost": 5}, lost=2),
    idle("T23", "4 lost", boards=shown("T23"), anna={"lost": 4}, illegal={"learn T23": "AK-4.1"}),
    *draws("T24", 3, {"past": ["C1", "C2", "C3", "M1"]}, {"past": ["C1", "C2", "C3"]}),
    *draws("T25", 3, {"past": ["M1", "M2"]}, {"past": ["M1", "C1", "P1"]}),
    does(
        "T26",
        "1 card of each",
        "learn T26",
        "Bob: discard C2",
        boards=shown("T26"),
        players=3,
        bob={"hand": ["C1", "C2"]},
        cyril={"hand": ["P1"]},
        theirs=[1, 0],
        top="P1",
    ),
    idle("T26", "empty hands", "learn T26", boards=shown("T26"), theirs=[0], legal=["search"]),
    does(
        "T27",
        "one of level II under its deck",
        "learn T27",
        "choose T29",
        boards=shown("T27"),
        anna={"past": [*cards("C", 1, 3), "M1", "M2"]},
        bottom=[[], ["T29"]],
        effects=[{"type": "buried", "technologies": ["T29"]}],
        illegal={"choose T28": "AK-2.3"},
    ),
    does(
        "T27",
        "the only one of level II by itself",
        "learn T27",
        boards=[["T27", "T1", "T2"], ["T15", "T18", "T24"], ["T29"]],
        anna={"past": [*cards("C", 1, 3), "M1", "M2"]},
        bottom=[[], ["T29"]],
        effects=[{"type": "buried", "technologies": ["T29"]}],
    ),
    idle(
        "T27",
        "no level II on display",
        "learn T27",
        boards=[["T27", "T1", "T2"], ["T15", "T18", "T24"], []],
        anna={"past": [*cards("C", 1, 3), "M1", "M2"]},
        bottom=[[], []],
        legal=["search"],
    ),
    idle(
        "T27",
        "four monuments",
        boards=shown("T27"),
        anna={"past": [*cards("C", 1, 3), "M1"]},
        illegal={"learn T27": "AK-4.1"},
    ),
    *level_two("T28", 3, "artifacts", 4),
    *level_two("T29", 4, "of one type", 7),
    *level_two("T30", 2, "lost", 9),
    *level_two("T31", 3, "end-game icons", 3),
    *level_two("T32", 3, "pyramids", 4),
    *level_two("T33", 2, "ancient", 3),
    *level_two("T34", 2, "cities", 3),
    *level_two("T35", 2, "secret", 3),
    *level_two("T36", 2, "cards", 10),
    *level_two("T37", 4, "monuments", 7),
    does(
        "T37", "3 lost", "learn T37", boards=shown("T37"), anna={**enough("monuments", 7), "lost": 3}, points={"T37": 4}
    ),
    idle(
        "T37",
        "4 lost",
        boards=shown("T37"),
        anna={**enough("monuments", 7), "lost": 4},
        illegal={"learn T37": "AK-4.1"},
    ),
    *level_two("T38", 3, "cities", 5),
    does(
        "T39",
        "3, 3 and 3",
        "learn T39",
        boards=shown("T39"),
        anna={"past": [*cards("C", 1, 3), *cards("M", 1, 3), *cards("P", 1, 3)]},
        points={"T39": 5},
    ),
    idle(
        "T39",
        "3, 3 and 2",
        boards=shown("T39"),
        anna={"past": [*cards("C", 1, 3), *cards("M", 1, 3), *cards("P", 1, 2)]},
        illegal={"learn T39": "AK-4.1"},
    ),
    *level_two("T40", 2, "megaliths", 3),
    *level_two("T41", 2, "writing", 3),
    *level_two("T42", 2, "technologies", 6),
    *level_two("T43", 2, "monuments", 10),
    *level_two("T44", 4, "lost", 15),
    *level_two("T45", 4, "megaliths", 5),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_technology_does(case: Case) -> None:
    run(case)


@pytest.mark.parametrize("nothing", [False, True])
def test_no_technology_is_left_out(nothing: bool) -> None:
    assert {case.card for case in CASES if case.idle == nothing} == set(cards("T", 1, 45))
