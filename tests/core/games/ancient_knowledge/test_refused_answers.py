"""What is due while an effect is resolved: anything else is refused with its rule and the next step."""

from __future__ import annotations

from typing import Any

import pytest

from support.ancient import FREE, Refusal, cards, no, place, play, refusal_of, refused

P7: dict[str, Any] = {"phase": "decline", "boards": FREE, "anna": {"timeline": {1: ["P7 0"]}}}
TWO = {"timeline": {3: ["C12 1"], 4: ["M12 3"]}}
SEVEN = "lay T34 T35 T36 T38 T40 T41 T42"

DUE = [
    no(
        "AK-3.9",
        "create a card with the effect, or decline",
        "search",
        "create M16 at 2",
        anna={"hand": ["M16", "A1", "C6"]},
    ),
    no(
        "AK-6.2",
        "choose hand cards to discard",
        "search",
        "learn T17",
        boards=[["T17", "T9", "T14"], *FREE[1:]],
        anna={"hand": ["C1", "C2"]},
    ),
    no(
        "AK-6.2",
        "choose artifacts to discard",
        "search",
        "create P13 at 4",
        anna={"hand": ["P13"], "artifacts": ["A1", "A2"]},
    ),
    no(
        "AK-6.1",
        "discard an artifact for its effect, or decline",
        "search",
        phase="timeline",
        anna={"artifacts": ["A21"], "timeline": {3: ["C12 3"]}},
    ),
    no(
        "AK-6.5",
        "take knowledge off monuments",
        "search",
        phase="decline",
        anna={"timeline": {1: ["C21 1"], **TWO["timeline"]}},
    ),
    no(
        "AK-6.14",
        "choose a monument to take knowledge off",
        "search",
        "create P18 at 1",
        anna={"hand": ["P18"], **TWO},
    ),
    no("AK-3.7", "choose a monument to move", "search", "learn T10", boards=FREE, anna=TWO),
    no(
        "AK-3.7",
        "choose monuments to swap",
        "search",
        "learn T16",
        boards=[["T16", "T9", "T14"], *FREE[1:]],
        anna={"timeline": {2: ["C6 1"], **TWO["timeline"]}},
    ),
    no(
        "AK-4.1",
        "learn a technology with the effect",
        "search",
        "create P14 at 3",
        boards=FREE,
        anna={"hand": ["P14"]},
    ),
    no(
        "AK-4.7",
        "choose technologies on display to put under their decks",
        "search",
        "create P35 at 2",
        boards=FREE,
        anna={"hand": ["P35"]},
    ),
    no(
        "AK-2.4", "take an archive action, or decline", "search", "create C32 at 3", anna={"hand": ["C32", "C1"], **TWO}
    ),
    no(
        "AK-2.5",
        "choose whether to draw cards or to take knowledge off",
        "search",
        "excavate 2",
        anna={"past": ["C1", "C2"], "artifacts": ["A25"], **TWO},
    ),
    no(
        "AK-6.7",
        "choose an opponent",
        "search",
        phase="decline",
        players=3,
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1"]},
        cyril={"hand": ["C2"]},
    ),
    no(
        "AK-6.7",
        "take a card from an opponent's hand",
        "search",
        phase="decline",
        anna={"timeline": {1: ["M14 0"]}},
        bob={"hand": ["C1", "C2"]},
    ),
    no(
        "AK-6.7",
        "choose a monument of an opponent",
        "search",
        phase="decline",
        anna={"timeline": {1: ["M15 0"]}, "lost": 3},
        bob=TWO,
    ),
    no("AK-6.7", "choose a monument of an opponent", "search", "create M24 at 3", anna={"hand": ["M24"]}, bob=TWO),
    no("AK-5.2", "set builder cards aside", "lay T1", "learn T4", boards=[["T4", "T9", "T14"], *FREE[1:]]),
    no(
        "AK-5.2",
        "keep one of the cards looked at",
        "search",
        "learn T4",
        "draw C1 C2 C3 C4 C5 C6 C7 C8",
        boards=[["T4", "T9", "T14"], *FREE[1:]],
    ),
    no(
        "AK-2.12",
        "take one of the face-up cards",
        "search",
        "learn T3",
        "draw C1 C2 C3 C4 C5",
        boards=[["T3", "T9", "T14"], *FREE[1:]],
    ),
    no(
        "AK-3.9",
        "create one of the artifacts looked at",
        "search",
        "learn T22",
        "draw A1 A2 C3 C4 C5 C6 C7 C8 C9 C10",
        boards=[["T22", "T9", "T14"], *FREE[1:]],
    ),
    no("AK-5.2", "reveal a builder card", "lay T1", phase="decline", anna={"timeline": {1: ["P33 0"]}}),
    # P7: seven technologies are looked at, one is learned if there is a choice, the others go under the deck.
    no("AK-4.7", "look at technologies", "draw C1", **P7),
    no(
        "AK-4.1",
        "learn one of the technologies looked at",
        "search",
        SEVEN,
        phase="decline",
        boards=FREE,
        anna={"timeline": {1: ["P7 0"]}, "past": [*cards("C", 1, 3), *cards("M", 1, 3)]},
    ),
    no("AK-4.7", "put the technologies looked at under the deck", "search", SEVEN, **P7),
]


@pytest.mark.parametrize("case", DUE, ids=str)
def test_what_is_due_is_said_with_its_rule(case: Refusal) -> None:
    """A player who must decide and does something else gets the rule and the next step."""
    assert refusal_of(case) == (case.rule, f"You can't do that now: the next step is to {case.says}.")


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
