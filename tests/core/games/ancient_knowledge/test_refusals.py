"""Every rule that can be broken, and the number under which breaking it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from kronika.core.basics.errors import BadSetup, IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.games.ancient_knowledge import GAME, actions
from kronika.core.sessions.session import Session
from support.ancient import IN_ORDER, NAMES, TEAMS, cards, place, play, refused, start

FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]
TEN = " ".join(cards("C", 1, 10))
OTHER_TEN = " ".join(cards("M", 1, 10))


class Refusal(NamedTuple):
    """After these moves of a position, this move is refused by this rule."""

    rule: str
    move: str
    before: tuple[str, ...] = ()
    given: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        return f"{self.rule}-{self.move[:40]}".replace(" ", "-")


def no(rule: str, move: str, *before: str, **given: Any) -> Refusal:
    return Refusal(rule, move, before, given)


ANNA = {"hand": ["C1", "C6", "C16", "M9", "A1", "A12"], "timeline": {2: ["M12 2", "P1 1"], 3: ["C12 0"]}}
FIVE = cards("A", 2, 6)

REFUSALS = [
    # whose turn it is and what is due
    no("AK-2.1", "Bob: search"),
    no("AK-2.1", "decline M12", anna=ANNA),
    no("AK-2.1", "activate M12", anna=ANNA),
    no("AK-2.1", "search", phase="timeline", anna={"timeline": {3: ["C6 1"], 4: ["C8 1"]}}),
    no("AK-2.1", "learn T9", phase="decline", anna={"timeline": {1: ["P1 0", "P2 0"]}}),
    no("AK-2.3", "yes"),
    no("AK-2.3", "take 1 from M12", anna=ANNA),
    no("AK-2.3", "discard C1", anna=ANNA),
    no("AK-2.3", "flip 1"),
    no("AK-2.8", "activate M12", phase="timeline", anna={"timeline": {3: ["C6 1"], 4: ["C8 1", "M12 1"]}}),
    no("AK-2.8", "yes", phase="timeline", anna={"timeline": {3: ["C6 1"], 4: ["C8 1"]}}),
    no("AK-2.9", "decline C6", phase="decline", anna={"timeline": {1: ["P1 0", "P2 0"], 2: ["C6 1"]}}),
    no("AK-2.9", "proceed", phase="decline", anna={"timeline": {1: ["P1 0", "P2 0"]}}),
    no("AK-2.9", "no", phase="decline", anna={"timeline": {1: ["P1 0", "P2 0"]}}),
    no("AK-7.2", "search", phase="end"),
    # the five actions
    no("AK-2.4", "archive", anna={"hand": ["C1"], "timeline": {3: ["C12 0"]}}),
    no("AK-2.4", "archive", anna={"timeline": {3: ["C12 2"]}}),
    no("AK-2.4", "archive C1 C6 C16 M9", anna=ANNA),
    no("AK-2.4", "archive C2", anna=ANNA),
    no("AK-2.4", "no", "archive", anna=ANNA),
    no("AK-2.4", "discard C2", "archive", anna=ANNA),
    no("AK-2.4", "take 3 from M12", "archive C1 C6", anna=ANNA),
    no("AK-2.4", "no", "archive C1 C6", anna=ANNA),
    no("AK-2.5", "excavate 1", anna=ANNA),
    no("AK-2.5", "excavate 2", anna={"past": ["C1", "C2"], "rotated": ["C2"]}),
    no("AK-3.1", "create C2 at 4", anna=ANNA),
    no("AK-3.1", "create C6", anna=ANNA),
    no("AK-3.1", "create C16 at 6", anna={"hand": ["C16", "C1", "C2", "C3", "C4", "C5"]}),
    no("AK-3.1", "create C16 at 3 discard C1", anna=ANNA),
    no("AK-3.1", "create C16 at 3 discard C1 C6 C16", anna=ANNA),
    no("AK-3.1", "create C16 at 3 discard C1 C6 C2", anna=ANNA),
    no("AK-3.1", "create C16 at 3 discard C1 C6 C6", anna=ANNA),
    no("AK-3.1", "discard C16", "create C16 at 3", anna=ANNA),
    no("AK-3.1", "discard C2", "create C16 at 3", anna=ANNA),
    no("AK-3.1", "no", "create C16 at 3", anna=ANNA),
    no("AK-3.2", "create M9 at 4", anna=ANNA),
    no("AK-3.3", "create C6 at 2", anna=ANNA),
    no("AK-3.3", "create M9 at 3", anna={"hand": ["M9", "C1"], "timeline": {3: ["C12 0", "C6 1"]}}),
    no("AK-3.5", "create A1 at 2", anna=ANNA),
    no("AK-3.5", "create A1", anna={"hand": ["A1"], "artifacts": FIVE}),
    no("AK-3.5", "create A12", anna={"hand": ["A12", "C1", "C2"]}),
    no("AK-3.5", "create A12 discard C1 C6", anna=ANNA),
    no("AK-3.9", "create A1", "create M18 at 6", anna={"hand": ["M18", "C6", "A1"]}),
    no("AK-4.1", "learn T8", anna={"hand": ["C1", "C2"]}, boards=[["T8", "T9", "T14"], *FREE[1:]]),
    no("AK-4.1", "learn T28", boards=FREE),
    no("AK-4.1", "learn T3", boards=FREE),
    no("AK-4.1", "learn T28", "create P14 at 3", anna={"hand": ["P14"]}, boards=FREE),
    # several cards one by one
    no(
        "AK-8.3",
        "discard C1",
        "create C16 at 3",
        "discard C6",
        options=IN_ORDER,
        anna={"hand": ["C16", "C1", "C6", "M9", "A1", "A12"]},
    ),
    no(
        "AK-8.3",
        "discard C6",
        "create C16 at 3",
        "discard C6",
        options=IN_ORDER,
        anna={"hand": ["C16", "C1", "C6", "M9", "A1", "A12"]},
    ),
    no("AK-8.3", "discard A12", "create C16 at 3", options=IN_ORDER, anna=ANNA),
    # effects
    no("AK-3.7", "choose C1", "learn T10", boards=FREE, anna={"timeline": {3: ["C12 1"], 4: ["M12 1"]}}),
    no("AK-3.7", "choose M9", "learn T10", boards=FREE, anna={"timeline": {3: ["C12 1", "M9 1"], 4: ["M12 1"]}}),
    no("AK-3.7", "to 3", "learn T10", "choose C12", boards=FREE, anna={"timeline": {3: ["C12 1"], 4: ["M12 1"]}}),
    no(
        "AK-3.3",
        "to 4",
        "learn T10",
        "choose C12",
        boards=FREE,
        anna={"timeline": {3: ["C12 1"], 4: ["M12 1", "P1 1"]}},
    ),
    no("AK-3.7", "no", "learn T10", "choose C12", boards=FREE, anna={"timeline": {3: ["C12 1"], 4: ["M12 1"]}}),
    no(
        "AK-3.7",
        "choose C8",
        phase="timeline",
        anna={"artifacts": ["A6"], "timeline": {1: ["C12 4", "P1 4"], 2: ["C1 4"]}},
    ),
    no("AK-6.1", "no", phase="timeline", anna={"hand": ["C1", "C2"], "timeline": {4: ["C35 1"]}}),
    no("AK-6.1", "no", "learn T10", boards=FREE, anna={"timeline": {3: ["C12 1"], 4: ["M12 1"]}}),
    no(
        "AK-6.1",
        "no",
        "learn T12",
        boards=[["T12", "T9", "T14"], *FREE[1:]],
        anna={"artifacts": ["A1"], "timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no("AK-6.2", "no", "discard C1", phase="timeline", anna={"artifacts": ["A3"], "hand": ["C1", "C2", "C3"]}),
    no("AK-6.2", "discard P1", phase="timeline", anna={"artifacts": ["A8"], "hand": ["C1", "C2"]}),
    no("AK-6.2", "discard A1", "create P13 at 4", anna={"hand": ["P13", "A1"], "artifacts": ["A2"]}),
    no("AK-6.3", "search", "learn T9", boards=FREE, anna={"artifacts": ["A18", "A20"]}),
    no("AK-6.5", "take 1 from C12", phase="decline", anna={"timeline": {1: ["C21 1"], 3: ["C12 0"], 4: ["M12 3"]}}),
    no("AK-6.5", "take 1 from C21", phase="decline", anna={"timeline": {1: ["C21 1"], 4: ["M12 3"]}}),
    no("AK-6.5", "take 4 from M12", phase="decline", anna={"timeline": {1: ["C21 1"], 4: ["M12 3"]}}),
    no("AK-6.5", "take 1 from C1", phase="decline", anna={"timeline": {1: ["C21 1"], 4: ["M12 3"]}}),
    no("AK-6.5", "choose C12", "create P18 at 1", anna={"hand": ["P18"], "timeline": {3: ["C12 0"], 4: ["M12 3"]}}),
    no("AK-6.6", "remove 3", phase="decline", anna={"timeline": {1: ["P11 0"]}, "past": cards("M", 1, 3), "lost": 2}),
    no("AK-6.6", "no", phase="decline", anna={"timeline": {1: ["P11 0"]}, "past": cards("M", 1, 3), "lost": 2}),
    no(
        "AK-6.7",
        "choose C1",
        "create M24 at 3",
        anna={"hand": ["M24"], "timeline": {4: ["C1 1"]}},
        bob={"timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-6.7",
        "look at Anna",
        phase="decline",
        players=3,
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1"]},
        cyril={"hand": ["C2"]},
    ),
    no("AK-6.8", "activate A17", "learn T9", boards=FREE, anna={"artifacts": ["A18", "A20", "A17"]}),
    no("R-10", "choose P12", phase="decline", anna={"timeline": {1: ["P12 0"], 3: ["C12 1"], 4: ["M12 3"]}}),
    no(
        "AK-2.12",
        "Bob: discard P1",
        phase="decline",
        anna={"timeline": {1: ["M9 0"]}},
        bob={"hand": ["C1", "C2", "C3"]},
    ),
    no(
        "AK-2.12",
        "Bob: discard C1 C2 C3",
        phase="decline",
        anna={"timeline": {1: ["M9 0"]}},
        bob={"hand": ["C1", "C2", "C3"]},
    ),
    no("AK-2.12", "Bob: no", phase="decline", anna={"timeline": {1: ["M9 0"]}}, bob={"hand": ["C1", "C2", "C3"]}),
    no("AK-2.12", "Anna: search", phase="decline", anna={"timeline": {1: ["M9 0"]}}, bob={"hand": ["C1", "C2", "C3"]}),
    no(
        "AK-2.12", "Bob: discard A9", phase="decline", anna={"timeline": {1: ["P8 0"]}}, bob={"artifacts": ["A1", "A2"]}
    ),
    no("AK-2.13", "choose M1", phase="decline", anna={"timeline": {1: ["M14 0"]}}, bob={"hand": ["C1", "C2"]}),
    # technologies by effects
    no("AK-4.6", "flip 3", phase="decline", boards=FREE, flipped=False, anna={"past": cards("C", 1, 7)}),
    no(
        "AK-4.6",
        "flip 1",
        phase="decline",
        boards=[[], ["T5", "T10"], ["T6", "T9"]],
        flipped=False,
        anna={"past": cards("C", 1, 7)},
    ),
    no("AK-4.6", "search", phase="decline", boards=FREE, flipped=False, anna={"past": cards("C", 1, 7)}),
    no("AK-4.7", "choose T9", "learn T27", boards=[["T27", "T9", "T14"], *FREE[1:]], anna={"past": cards("C", 1, 5)}),
    no("AK-4.7", "choose T31", "create P35 at 2", boards=FREE, anna={"hand": ["P35"]}),
    no("AK-5.2", "choose C9", "learn T4", "draw C1 C2 C3 C4 C5 C6 C7 C8", boards=[["T4", "T9", "T14"], *FREE[1:]]),
    no(
        "AK-3.9",
        "create A9",
        "learn T22",
        "draw A1 A2 C3 C4 C5 C6 C7 C8 C9 C10",
        boards=[["T22", "T9", "T14"], *FREE[1:]],
    ),
    no(
        "AK-4.1",
        "learn T38",
        "lay T34 T35 T36 T38 T40 T41 T42",
        phase="decline",
        boards=FREE,
        anna={"timeline": {1: ["P7 0"]}, "past": [*cards("C", 1, 3), *cards("M", 1, 3)]},
    ),
    no(
        "AK-4.7",
        "choose T28",
        "lay T34 T35 T36 T38 T40 T41 T42",
        phase="decline",
        boards=FREE,
        anna={"timeline": {1: ["P7 0"]}},
    ),
    # chance
    no("AK-2.11", "draw C1 C2", "search"),
    no("AK-2.11", "draw C1 C1", "excavate 1", anna={"past": ["C2"]}),
    no("AK-2.11", "Anna: search", "search"),
    no("AK-2.11", "chance: lay T1", "search"),
    no("AK-5.1", "draw C1", "search", anna={"past": ["C1"]}),
    no("AK-2.11", "lay T31 T32", "learn T28", boards=[*FREE[:2], ["T28", "T29"]], anna={"artifacts": cards("A", 1, 4)}),
    no(
        "AK-2.11",
        "lay T31 T32 T32",
        "learn T28",
        boards=[*FREE[:2], ["T28", "T29"]],
        anna={"artifacts": cards("A", 1, 4)},
    ),
    no(
        "AK-4.4",
        "lay T31 T32 T1",
        "learn T28",
        boards=[*FREE[:2], ["T28", "T29"]],
        anna={"artifacts": cards("A", 1, 4)},
    ),
    no(
        "AK-4.4",
        "lay T31 T32 T29",
        "learn T28",
        boards=[*FREE[:2], ["T28", "T29"]],
        anna={"artifacts": cards("A", 1, 4)},
    ),
    # partners
    no(
        "AK-8.2a",
        "Bob: search",
        "create P13 at 4",
        players=4,
        options=TEAMS,
        anna={"hand": ["P13"], "artifacts": ["A1"]},
    ),
    no(
        "AK-8.2f",
        "Bob: search",
        "Anna: learn T26",
        boards=[["T26", "T9", "T14"], *FREE[1:]],
        players=4,
        options=TEAMS,
        cyril={"hand": ["C1", "C2"]},
    ),
    no("AK-8.2b", "Anna: offer C1", anna={"hand": ["C1"]}),
    no("AK-8.2b", "Anna: offer C1", players=4, options=TEAMS, anna={"hand": ["C1"]}, bob={"hand": ["C2"]}),
    no("AK-8.2b", "Cyril: offer C1", players=4, options=TEAMS, cyril={"hand": ["C2"]}, dana={"hand": ["C3"]}),
    no("AK-8.2b", "Cyril: offer C2", players=4, options=TEAMS, cyril={"hand": ["C2"]}),
    no("AK-8.2b", "Dana: refuse", players=4, options=TEAMS, cyril={"hand": ["C2"]}, dana={"hand": ["C3"]}),
    no(
        "AK-8.2b",
        "Dana: accept C2",
        "Cyril: offer C2",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no("AK-8.2b", "Anna: accept C2", players=4, options=TEAMS, phase="end"),
    no(
        "AK-8.2c",
        "choose C2",
        "Anna: create M24 at 3",
        players=4,
        options=TEAMS,
        anna={"hand": ["M24"]},
        bob={"timeline": {3: ["C2 1"]}},
        cyril={"timeline": {3: ["C12 1"], 4: ["M12 1"]}},
    ),
    no(
        "AK-8.2g",
        "Dana: offer C3",
        "Cyril: offer C2",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2c",
        "look at Bob",
        "Anna: decline M14",
        players=4,
        options=TEAMS,
        phase="decline",
        anna={"timeline": {1: ["M14 0"]}, "hand": ["C9"]},
        bob={"hand": ["C1"]},
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2g",
        "Cyril: offer C2",
        "Cyril: offer C2",
        "Dana: refuse",
        players=4,
        options=TEAMS,
        cyril={"hand": ["C2"]},
        dana={"hand": ["C3"]},
    ),
    no(
        "AK-8.2g",
        "Dana: offer C3",
        "Anna: learn T26",
        boards=[["T26", "T9", "T14"], *FREE[1:]],
        players=4,
        options=TEAMS,
        cyril={"hand": ["C1", "C2"]},
        dana={"hand": ["C3", "C4"]},
    ),
    no(
        "AK-8.2g",
        "Dana: accept C3",
        "Cyril: offer C2",
        "Anna: learn T26",
        boards=[["T26", "T9", "T14"], *FREE[1:]],
        players=4,
        options=TEAMS,
        cyril={"hand": ["C1", "C2"]},
        dana={"hand": ["C3", "C4"]},
    ),
    # keeping six
    no("AK-2.2", "keep M1", phase="keep", anna={"hand": cards("C", 1, 10)}, bob={"hand": cards("P", 1, 10)}),
    no("AK-2.2", "keep C1 C1", phase="keep", anna={"hand": cards("C", 1, 10)}, bob={"hand": cards("P", 1, 10)}),
    no(
        "AK-2.2",
        "keep C3 C4",
        "Anna: keep C1 C2 C5 C6 C7",
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    no(
        "AK-8.3",
        "keep C1",
        "Anna: keep C2",
        options=IN_ORDER,
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    no(
        "AK-8.3",
        "keep C6",
        phase="keep",
        options=IN_ORDER,
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
    no("AK-2.2", "search", phase="keep", anna={"hand": cards("C", 1, 10)}, bob={"hand": cards("P", 1, 10)}),
    no(
        "AK-2.2",
        "Anna: keep C9",
        "Anna: keep C1 C2 C3 C4 C5 C6",
        phase="keep",
        anna={"hand": cards("C", 1, 10)},
        bob={"hand": cards("P", 1, 10)},
    ),
]


@pytest.mark.parametrize("case", REFUSALS, ids=str)
def test_what_is_refused_and_why(case: Refusal) -> None:
    session = place(**case.given)
    play(session, *case.before)
    assert refused(session, case.move).rule == case.rule


EIGHT = "draw M1 M2 M3 M4 P1 P2 A1 A2"


@pytest.mark.parametrize(
    ("given", "before", "outcome", "elsewhere"),
    [
        ({"phase": "decline", "anna": {"timeline": {1: ["P7 0"]}}}, (), "lay T34 T35 T36 T38 T40 T41 T42", "T1"),
        ({"phase": "decline", "anna": {"timeline": {1: ["P7 0"]}}}, (), "lay T34 T35 T36 T38 T40 T41 T42", "T28"),
        ({"phase": "decline", "anna": {"timeline": {1: ["P34 0"]}}}, (), EIGHT, "C9"),
        ({"boards": [["T4", "T9", "T14"], *FREE[1:]]}, ("learn T4",), EIGHT, "C9"),
        ({"boards": [["T3", "T9", "T14"], *FREE[1:]]}, ("learn T3",), "draw M1 M2 M3 M4 M5", "C9"),
        (
            {"boards": [["T22", "T9", "T14"], *FREE[1:]]},
            ("learn T22",),
            "draw M1 M2 M3 M4 M5 M6 P1 P2 A1 A2",
            "C9",
        ),
        ({"phase": "decline", "anna": {"timeline": {1: ["P33 0"]}}}, (), "draw M1", "C9"),
        ({"anna": {"past": ["C1", "C2"]}}, ("excavate 2",), "draw M1 M2 M3 M4", "C9"),
    ],
)
def test_what_chance_brings_for_an_effect(
    given: dict[str, Any], before: tuple[str, ...], outcome: str, elsewhere: str
) -> None:
    """As many cards as are due, each once, and from where they are drawn: T1 is of the other level, T28 on display."""
    session = place(**{"boards": FREE, **given}, bob={"hand": ["C9"]})
    play(session, *before)
    verb, *due = outcome.split()
    fewer, others = due[:-1], [*due[:-1], elsewhere]
    assert refused(session, " ".join((verb, *others))).rule == ("AK-4.4" if verb == "lay" else "AK-5.1")
    if fewer:
        assert refused(session, " ".join((verb, *fewer))).rule == "AK-2.11"
        assert refused(session, " ".join((verb, *fewer, fewer[0]))).rule == "AK-2.11"
    play(session, outcome)


@pytest.mark.parametrize(
    ("rule", "move", "before", "options"),
    [
        ("AK-2.11", "Anna: search", [], {}),
        ("AK-1.3", "chance: draw C1", [], {}),
        ("AK-8.2e", "chance: first Bob", [], {"teams": True}),
        ("AK-2.11", "chance: lay T1 T2", ["first Anna"], {}),
        ("AK-4.4", "chance: lay T1 T2 T28", ["first Anna"], {}),
        (
            "AK-1.3",
            f"chance: deal {TEN} / {TEN}",
            ["first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30"],
            {},
        ),
        ("AK-1.4", "chance: starters 1 2", ["first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30"], {}),
        (
            "AK-1.4",
            f"chance: deal {TEN} / {OTHER_TEN}",
            ["first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30"],
            {"starter_sets": True},
        ),
        (
            "AK-1.4",
            "chance: starters 2 2",
            ["first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30"],
            {"starter_sets": True},
        ),
    ],
)
def test_what_is_refused_in_the_set_up(rule: str, move: str, before: list[str], options: dict[str, Any]) -> None:
    session = start(*before, players=4 if "teams" in options else 2, options=options)
    assert refused(session, move).rule == rule


def test_a_deal_has_a_hand_for_everybody() -> None:
    session = start("first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30")
    three = tuple(tuple(cards(letter, 1, 10)) for letter in "CMP")
    with pytest.raises(IllegalAction) as refusal:
        GAME.check(session.state, CHANCE, actions.Deal(three))
    assert refusal.value.rule == "AK-1.3"


def test_a_first_player_sits_at_the_table() -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.check(start().state, CHANCE, actions.FirstPlayer(3))
    assert refusal.value.rule == "AK-1.3"


@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (2, {"teams": True}, "AK-8.2"),
        (3, {"teams": True}, "AK-8.2"),
        (3, {"oldest_first": "01"}, "AK-1.6"),
        (2, {"oldest_first": "012"}, "AK-1.6"),
        (2, {"oldest_first": "00"}, "AK-1.6"),
    ],
)
def test_tables_that_cannot_be_set_up(seats: int, options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        Session.new(GAME, NAMES[:seats], seed=1, options=options)
