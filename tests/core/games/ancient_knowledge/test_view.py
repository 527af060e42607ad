"""What each seat sees, and the table as text: every worked example pinned."""

from __future__ import annotations

import re
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import BYSTANDER, EVERYONE, Viewer
from kronika.core.contract.paper import SCREEN, Paper
from kronika.core.examples.example import Example, read_examples, run_example
from kronika.core.games.ancient_knowledge import GAME, actions, steps
from kronika.core.games.ancient_knowledge.effects import turns
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.view import _chosen
from support.ancient import NAMES, TEAMS, area, cards, look, place, play, start
from support.playouts import ROOT

EXAMPLES = read_examples((ROOT / "fixtures" / "examples" / "ancient_knowledge.toml").read_text(encoding="utf-8"))
FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_end_of_an_example(example: Example, snapshot: SnapshotAssertion) -> None:
    run = run_example(example)
    assert run.findings == ()
    assert run.session is not None
    assert GAME.render(run.session.view(), run.session.players, Paper()) == snapshot


def test_their_own_hand_is_explained(snapshot: SnapshotAssertion) -> None:
    session = place(
        boards=FREE,
        anna={
            "hand": ["C21", "M13", "P33", "A12", "A1"],
            "timeline": {1: ["C16 2"], 3: ["M9 1", "P1 3"]},
            "past": ["C1", "C2"],
            "rotated": ["C2"],
            "artifacts": ["A16"],
            "technologies": ["T2", "T31", "T20"],
            "lost": 3,
        },
        bob={"hand": ["C3"]},
        discard=["C36"],
    )
    assert GAME.render(session.view(0), session.players, Paper(110)) == snapshot


def test_hands_are_hidden_from_others() -> None:
    session = place(anna={"hand": ["C1", "C2"]}, bob={"hand": ["M1"]})
    assert [player.hand for player in session.view(0).players] == [("C1", "C2"), ("?",)]
    assert [player.hand for player in session.view(1).players] == [("?", "?"), ("M1",)]
    assert [player.hand for player in look(session).players] == [("C1", "C2"), ("M1",)]


def test_piles_are_numbers_but_for_the_referee() -> None:
    session = place(deck=["C1", "C2"], discard=["M1"])
    view = session.view(0)
    assert (view.draw_pile, view.draw_pile_cards) == (2, ())
    assert (view.discard_pile, view.discard_pile_cards, view.top_discard) == (142, (), "?")
    assert (view.decks[0].size, view.decks[0].cards) == (21, ())
    assert look(session).draw_pile_cards == ("C1", "C2")
    assert look(session).top_discard == "M1"


@pytest.mark.parametrize("viewer", [0, 1, EVERYONE, BYSTANDER])
def test_no_player_sees_the_top_of_the_discard_pile(viewer: Viewer) -> None:
    """AK-5.4: in a fixed order it bounds all cards beneath it; no card seen to go there is in a view (AK-1.5)."""
    assert place().view(viewer).top_discard == ""
    session = place(phase="decline", anna={"timeline": {1: ["C27 1"]}})
    assert (look(session).top_discard, session.view(viewer).top_discard) == ("C27", "?")


def test_a_cost_is_chosen_in_secret() -> None:
    session = place(anna={"hand": ["C16", "C1", "M1", "P1"]})
    play(session, "create C16 at 2", "discard C1")
    own, other = session.view(0).pending, session.view(1).pending
    assert (own.cards, own.chosen, own.left, own.slot) == (("C16",), ("C1",), 1, 2)
    assert (other.cards, other.chosen, other.left, other.slot) == (("C16",), (), 1, 2)
    assert session.view(1).players[0].hand == ("?",) * 4


def test_a_card_everybody_saw_enter_a_hand_stays_known() -> None:
    """AK-1.5: until that hand gives a card away unseen."""
    session = place(boards=[["T3", "T9", "T14"], *FREE[1:]], bob={"hand": ["M1", "M2"]})
    play(session, "learn T3", "draw P1 P2 P3 P4 P5", "choose P3", "Bob: choose P1", "choose P5")
    assert session.view(0).players[1].hand == ("P1", "?", "?")
    assert session.view(1).players[0].hand == ("P3", "P5")
    session = place(boards=[["T3", "T26", "T14"], *FREE[1:]], bob={"hand": ["M1", "M2"]})
    play(session, "learn T3", "draw P1 P2 P3 P4 P5", "choose P3", "Bob: choose P1", "choose P5")
    play(session, "learn T26", "lay T1 T2 T4", "Bob: discard M1")
    assert session.view(0).players[1].hand == ("?", "?")


def test_a_known_card_that_is_created_is_no_longer_in_the_hand() -> None:
    session = place(phase="decline", anna={"timeline": {1: ["P33 0"]}, "hand": ["A1"]})
    play(session, "draw C12", "draw C6")
    assert session.view(1).players[0].hand == ("C6", "C12", "?")
    play(session, "Bob: search", "draw M1", "Bob: search", "draw M2", "Anna: create C12 at 1")
    assert session.view(1).players[0].hand == ("C6", "?")


def test_the_hand_m14_looks_at_is_seen_while_it_looks() -> None:
    session = place(players=3, phase="decline", anna={"timeline": {1: ["M14 0"]}}, bob={"hand": ["C1", "C2"]})
    assert session.view(0).players[1].hand == ("C1", "C2")
    assert session.view(2).players[1].hand == ("?", "?")
    play(session, "choose C2")
    assert session.view(0).players[1].hand == ("?",)


def test_what_was_known_of_a_hand_that_m14_has_taken_from_is_unknown_to_others() -> None:
    bob = {"hand": ["C1", "C2", "C3"], "shown": ["C3"]}
    session = place(players=3, phase="decline", anna={"timeline": {1: ["M14 0"]}}, bob=bob)
    assert session.view(2).players[1].hand == ("C3", "?", "?")
    play(session, "choose C1")
    assert session.view(2).players[1].hand == ("?", "?")


def test_what_waits_beneath_is_shown() -> None:
    session = place(boards=FREE, anna={"artifacts": ["A18", "A20"]})
    play(session, "learn T9", "activate A18")
    view = session.view(1)
    assert view.pending.due == "draw builder cards"
    assert [(step.due, step.cards) for step in view.beneath] == [
        ("choose which triggered card is next", ("A20", "T9")),
    ]


def test_dealing_again_keeps_what_is_known_and_changes_the_rest() -> None:
    session = place(anna={"hand": cards("C", 1, 4)}, bob={"hand": cards("M", 1, 4)}, discard=["P1", "P2", "P3"])
    seen, tops = set(), set()
    for number in range(20):
        other = GAME.redeal(session.state, 0, Dice("redeal", number))
        view = GAME.view(other, None)
        assert view.players[0].hand == tuple(cards("C", 1, 4))
        tops.add(view.top_discard)
        assert (len(view.players[1].hand), view.draw_pile, view.discard_pile) == (4, look(session).draw_pile, 3)
        seen.add(view.players[1].hand)
    assert len(seen) > 15
    assert len(tops) > 10


def test_dealing_again_leaves_others_where_they_wait() -> None:
    """The other is asked to pay with artifacts: whatever the hand is, it holds two."""
    session = place(phase="timeline", anna={"artifacts": ["A7"], "hand": ["A1", "A2", "C1", "C2"]})
    for number in range(20):
        hand = GAME.view(GAME.redeal(session.state, 1, Dice("a7", number)), None).players[0].hand
        assert sum(card.startswith("A") for card in hand) >= 2


def test_dealing_again_hides_a_secret_choice() -> None:
    session = place(
        players=3,
        phase="decline",
        anna={"timeline": {1: ["M9 0"]}},
        bob={"hand": cards("C", 1, 5)},
        cyril={"hand": cards("P", 1, 5)},
    )
    play(session, "Bob: discard C2")
    chosen = {GAME.view(GAME.redeal(session.state, 2, Dice("m9", n)), 1).pending.chosen for n in range(20)}
    assert len(chosen) > 10
    assert GAME.view(GAME.redeal(session.state, 1, Dice(1)), 1).pending.chosen == ("C2",)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_table_fits_the_paper(width: int) -> None:
    session = place(
        players=4,
        boards=FREE,
        anna={
            "hand": cards("C", 1, 10),
            "timeline": {n: [f"M{n} 10", f"P{n} 12"] for n in range(1, 7)},
            "past": cards("C", 20, 33),
        },
    )
    for seat in (None, 0, 1):
        lines = GAME.render(session.view(seat), session.players, Paper(width)).split("\n")
        assert max(map(len, lines)) <= max(width, 54)


FULL: dict[str, Any] = {
    "hand": cards("C", 1, 10),
    "timeline": {n: [f"M{n} 10", f"P{n} 12"] for n in range(1, 7)},
    "past": cards("C", 20, 33),
    "rotated": ["C20"],
    "artifacts": cards("A", 1, 5),
    "technologies": ["T1", "T2", "T3", "T4", "T7", "T8", *cards("T", 20, 25)],
}


def test_on_a_screen_their_own_board_is_whole_and_another_is_a_line() -> None:
    session = place(players=4, boards=FREE, anna=FULL, bob={"past": ["M30"], "artifacts": ["A30"], "hand": ["A31"]})
    text = GAME.render(session.view(0), session.players, Paper(whole={0}))
    assert len(text.splitlines()) <= SCREEN
    said = set(re.findall(r"[CMPAT]\d+", text))
    assert said >= {*FULL["hand"], *FULL["past"], *FULL["artifacts"], *FULL["technologies"]}
    assert said >= {card.split()[0] for slot in FULL["timeline"].values() for card in slot}
    assert "A30" not in said
    assert "\nBob  2 points, lost 0, hand 1, timeline 0, Past 1, artifacts 1, learned 0\n" in text


def test_names_stand_beside_ids_and_give_way_to_a_screen() -> None:
    """First what cards do is left out, then names of what is done with, at last all names."""
    session = place(boards=FREE, anna={"hand": ["C21"], "past": ["C1"], "timeline": {3: ["M9 1", "P1 3"]}})
    text = GAME.render(session.view(0), session.players, Paper(whole={0}))
    assert "  timeline  3: M9* Aramu Muru (1)  + P1 Pyramid of Khafre (3)\n" in text
    assert "  Past 1    C1 Osirion\n" in text
    assert "  hand      C21 Mycenae" in text
    session = place(players=4, boards=FREE, anna=FULL)
    text = GAME.render(session.view(0), session.players, Paper(whole={0}))
    assert "  Past 14   [C20]  C21  C22 " in text


@pytest.mark.parametrize(
    ("past", "hand", "learned", "slots", "signs", "shown"),
    [
        # First names of what is done with: the Past and what is learned.
        (10, 0, 6, 3, 14, ("M2 Menhir di Mon…", "M5 Mörön", "A2 Sarcophagus of Saqqara")),
        (2, 0, 14, 3, 8, ("M2 Menhir …", "A2 Sarcophagus of Saqqara")),
        # Then all names; one of eight letters stays whole.
        (10, 10, 6, 6, 8, ("C2 Abu Gor… s4 c1 k4 p0", "C4 Byblos s5 c2 k2 p1", "A2 Sarcoph…", "+ P13 Yonaguni (2)")),
    ],
)
def test_names_that_give_way_to_a_screen(
    past: int, hand: int, learned: int, slots: int, signs: int, shown: tuple[str, ...]
) -> None:
    """What is left of a name has as many signs as there are columns, with the one for the cut."""
    session = place(
        players=4,
        boards=FREE,
        anna={
            "hand": cards("C", 1, hand),
            "timeline": {n: [f"P{n} 1", f"P{n + 10} 2"] for n in range(1, slots + 1)},
            "past": cards("M", 1, past),
            "artifacts": cards("A", 1, 5),
            "technologies": ["T1", "T2", "T3", "T4", "T7", "T8", *cards("T", 20, 27)][:learned],
        },
    )
    text = GAME.render(session.view(0), session.players, Paper(whole={0}))
    assert set(shown) <= set(re.split(r"  +|(?=\+ )|\n", text)), text
    assert {len(name) for name in re.findall(r"[CMPAT]\d+ ((?:\S+ )*?\S*…)", text)} == {signs}


def test_the_legend_explains_the_signs() -> None:
    text = GAME.legend(Paper())
    for sign in ("3: M9* (2)", "[C1]", "....", "?"):
        assert f"\n{sign} " in f"\n{text}"
    assert max(map(len, text.splitlines())) <= 80


def test_ids_are_coloured_whole() -> None:
    session = place(anna={"hand": ["C1", "C12"], "past": ["C2", "C20"]})
    text = GAME.render(session.view(0), session.players, Paper(100, colour=True))
    assert "\x1b[38;5;136mC1\x1b[0m Osirion" in text
    assert "\x1b[38;5;136mC12\x1b[0m Timbuktu" in text
    assert "\x1b[38;5;136mC2\x1b[0m Abu Gorab  \x1b[38;5;136mC20\x1b[0m" in text


def test_monuments_of_the_timeline_are_coloured_whole() -> None:
    session = place(anna={"timeline": {1: ["P1 2"], 3: ["C12 1", "P11 2"]}})
    text = GAME.render(session.view(0), session.players, Paper(100, colour=True))
    for card in ("P1", "C12", "P11"):
        assert re.search(f"\x1b\\[38;5;\\d+m{card}\x1b\\[0m", text), text


def test_the_points_of_a_player_alone_and_of_a_team() -> None:
    session = place(players=4, options=TEAMS, anna={"past": ["C16"]}, bob={"past": ["M9"], "lost": 1})
    assert [player.points for player in look(session).players] == [2, 1, 0, 0]
    assert look(session).totals == (3, 3, 0, 0)
    assert area(session).points == 2
    assert session.players == NAMES


@pytest.mark.parametrize(("ending", "heading"), [(False, "Anna's turn"), (True, "Anna's turn · the last round")])
def test_the_heading_tells_the_last_round(ending: bool, heading: str) -> None:
    """AK-2.9: a Past of 14 cards triggers the end, and the round in which it does is the last."""
    session = place(boards=FREE, ending=ending)
    assert GAME.heading(session.view(), session.players) == heading


CHOSEN = bytes((CODES["C1"], CODES["M2"]))


@pytest.mark.parametrize("viewer", [None, 1, 0, EVERYONE])
@pytest.mark.parametrize(
    ("step", "hidden"),
    [
        (steps.Under(1, CODES["P7"], b"", CHOSEN), ("?", "?")),
        (steps.HandDiscard(1, 0, rule=0, left=1, chosen=CHOSEN, may=False, upto=False), ()),
    ],
    ids=["put under the deck", "discarded from the hand"],
)
def test_what_was_chosen_from_hidden_cards_is_for_the_seat_and_the_referee(
    step: Any, hidden: tuple[str, ...], viewer: Viewer
) -> None:
    """Others see how many go under the deck, and nothing of what is still to be discarded."""
    assert _chosen(step, viewer) == (("C1", "M2") if viewer in (None, 1) else hidden)


def test_only_the_owner_learns_which_starter_set_it_is() -> None:
    """AK-1.4."""
    do, dealt = actions.Starters((4, 2)), turns.StarterSetsDealt((4, 2))
    state = start("first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30", options={"starter_sets": True}).state
    for viewer, move, sets in ((None, "4 2", "4 and 2"), (0, "4 ?", "4 and ?"), (EVERYONE, "? ?", "? and ?")):
        assert GAME.format(state, -1, do, NAMES, viewer) == f"starters {move}"
        assert GAME.describe(dealt, NAMES, viewer) == f"the starter sets, by seat, are {sets}"


def test_all_see_whose_hand_m14_looks_into() -> None:
    given = {"anna": {"timeline": {1: ["M14 0"]}}, "bob": {"hand": ["C1", "C2"]}, "cyril": {"hand": ["P1", "P2"]}}
    for name, seat in (("Bob", 1), ("Cyril", 2)):
        session = place(players=4, phase="decline", **given)
        play(session, f"look at {name}")
        assert session.view(3).pending.victim == seat
