"""The course of the game: set-up, the three phases of a turn, interruptions, the end, ties (AK-1, AK-2, AK-7)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.actions import Activate
from kronika.core.games.ancient_knowledge.effects.turns import Skipped
from support.ancient import IN_ORDER, NAMES, area, cards, look, place, play, refused, standing, start

SHOWN = ("lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30")
HANDS = {letter: " ".join(cards(letter, 1, 10)) for letter in "CMPA"}
BEFORE_THE_END = [*cards("C", 1, 5), *cards("M", 1, 5), *cards("P", 1, 3)]
"""Thirteen monuments."""


# -- set-up (AK-1) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "first", "extra"), [(2, 1, []), (3, 1, [0]), (4, 2, [0, 1])])
def test_extra_cards_go_to_the_third_and_fourth_player(seats: int, first: int, extra: list[int]) -> None:
    deal = "deal " + " / ".join(HANDS[letter] for letter in "CMPA"[:seats])
    session = start(f"first {NAMES[first]}", *SHOWN, deal, players=seats)
    for seat, letter in enumerate("CMPA"[:seats]):
        session.play(f"{NAMES[seat]}: keep {' '.join(cards(letter, 1, 6))}")
    spare = iter(("C11", "M11"))
    for _ in extra:
        session.play(f"chance: draw {next(spare)}")
    assert session.actors == (first,)
    assert [len(player.hand) for player in look(session).players] == [
        7 if seat in extra else 6 for seat in range(seats)
    ]
    assert look(session).discard_pile == 4 * seats
    assert look(session).draw_pile == 144 - 10 * seats - len(extra)


def test_the_display_is_visible_before_anybody_keeps() -> None:
    session = start("first Anna", *SHOWN, f"deal {HANDS['C']} / {HANDS['M']}")
    assert [board.technologies for board in GAME.view(session.state, 0).boards] == [
        ("T1", "T2", "T3"),
        ("T4", "T5", "T6"),
        ("T28", "T29", "T30"),
    ]
    assert session.actors == (0, 1)


def test_keeping_is_simultaneous_and_hidden() -> None:
    session = start("first Anna", *SHOWN, f"deal {HANDS['C']} / {HANDS['M']}")
    session.play("Bob: keep M1 M2 M3 M4 M5 M6")
    assert session.actors == (0,)
    view = GAME.view(session.state, 0)
    assert view.players[1].hand == ("?",) * 10
    assert view.pending is not None
    assert view.pending.chosen == ()
    session.play("Anna: keep C1")
    assert GAME.view(session.state, 0).pending.chosen == ("C1",)
    assert GAME.view(session.state, 1).pending.chosen == tuple(cards("M", 1, 6))


def test_discards_of_the_set_up_come_from_the_first_player_on() -> None:
    session = start("first Bob", *SHOWN, f"deal {HANDS['C']} / {HANDS['M']}")
    session.play("Anna: keep C1 C2 C3 C4 C5 C6")
    session.play("Bob: keep M1 M2 M3 M4 M5 M6")
    assert look(session).discard_pile_cards == ("M7", "M8", "M9", "M10", "C7", "C8", "C9", "C10")
    assert session.actors == (1,)


def test_keeping_card_by_card_has_210_ways() -> None:
    """Ten cards, six kept, in order (AK-8.3): every set once, and the forced end of a choice without asking."""
    session = start("first Anna", *SHOWN, f"deal {HANDS['C']} / {HANDS['M']}", options=IN_ORDER)
    ends: list[tuple[str, ...]] = []
    waiting = [session.state]
    while waiting:
        state = waiting.pop()
        listed = GAME.actions(state, 0)
        assert len(listed) <= 5
        for do in listed:
            after, _ = GAME.apply(state, 0, do)
            if 0 in GAME.actors(after):
                waiting.append(after)
            else:
                ends.append(GAME.view(after, 0).pending.chosen)
    assert len(ends) == len(set(ends)) == 210


def test_starter_sets() -> None:
    """AK-1.4: whole sets, the unused ones stay in the pile; nobody chooses; the third player draws."""
    session = start("first Anna", *SHOWN, "starters 4 1 3", players=3, options={"starter_sets": True})
    assert area(session, 0).hand == ("M2", "M17", "P16", "A14", "A23", "A32")
    assert area(session, 1).hand == ("C5", "M18", "P18", "P31", "A4", "A8")
    assert area(session, 2).hand == ("C11", "M22", "P10", "P14", "P21", "A24")
    session.play("chance: draw M16")
    assert session.actors == (0,)
    assert look(session).draw_pile == 144 - 18 - 1
    assert look(session).discard_pile == 0


# -- a turn (AK-2) ------------------------------------------------------------------------------------------------


def test_two_actions_then_the_other_phases() -> None:
    session = place(anna={"timeline": {2: ["M12 2"]}})
    effects = play(session, "search", "draw C1", "search", "draw C2")
    assert [effect["type"] for effect in effects] == ["slid", "turn_ended", "turn_began"]
    assert session.actors == (1,)
    assert standing(session)["M12"] == (1, 2)


def test_what_a_turn_has_left_and_has_lost() -> None:
    """P1 loses 2, then P12 declines, whose effect asks; what the next turn loses begins at nothing."""
    session = place(anna={"timeline": {1: ["P1 2", "P12 1"], 3: ["C12 1"], 4: ["M12 3"]}})

    def turns() -> list[tuple[int, str, int, int]]:
        return [(turn.seat, turn.phase, turn.actions, turn.newly_lost) for turn in look(session).turns]

    assert turns() == [(0, "action", 2, 0)]
    play(session, "search", "draw C1")
    assert turns() == [(0, "action", 1, 0)]
    play(session, "search", "draw C2")
    assert turns() == [(0, "decline", 0, 0)]
    play(session, "decline P1")
    assert turns() == [(0, "decline", 0, 2)]
    play(session, "choose C12", "to 5")
    assert turns() == [(1, "action", 2, 0)]
    assert area(session).lost == 3


def test_searching_with_a_full_hand_draws_nothing() -> None:
    session = place(anna={"hand": cards("C", 1, 10)})
    effects = play(session, "search")
    assert effects == [{"type": "hand_full", "seat": 0, "missed": 1, "rule": "AK-2.7"}]
    assert GAME.actors(session.state) == (0,)


def test_excavating_may_exceed_what_the_hand_takes() -> None:
    session = place(anna={"hand": cards("C", 1, 9), "past": ["M1", "M2", "M3"]})
    effects = play(session, "excavate 3", "draw P1")
    assert effects[:2] == [
        {"type": "rotated", "seat": 0, "cards": ("M1", "M2", "M3"), "rule": "AK-2.5"},
        {"type": "hand_full", "seat": 0, "missed": 5, "rule": "AK-2.7"},
    ]
    assert len(area(session).hand) == 10


def test_timeline_cards_in_any_order() -> None:
    """Taking knowledge off C6's neighbour first or last, and every card once."""
    session = place(phase="timeline", anna={"timeline": {3: ["C6 2", "P30 2"]}, "artifacts": ["A8", "A14"], "lost": 5})
    assert [GAME.format(session.state, 0, do, NAMES) for do in GAME.actions(session.state, 0)] == [
        "activate C6",
        "activate P30",
        "activate A8",
        "activate A14",
    ]
    play(session, "activate A14", "draw M1", "activate A8", "discard M1", "draw M2", "activate P30")
    assert refused(session, "Anna: activate P30").rule == "AK-2.1"
    assert standing(session)["C6"] == (2, 1)


def test_a_condition_is_looked_at_when_the_card_is_activated() -> None:
    """M31 takes the fifth lost knowledge away before A14 asks for five, or after."""
    given: dict[str, Any] = {"phase": "timeline", "anna": {"timeline": {3: ["M31 1"]}, "artifacts": ["A14"], "lost": 5}}
    session = place(**given)
    effects = play(session, "activate M31")
    assert [effect["type"] for effect in effects if effect.get("card") == "A14"] == ["spent"]
    session = place(**given)
    play(session, "activate A14", "draw C1")
    assert area(session).hand == ("C1",)
    assert area(session).lost == 4


def test_a_card_that_enters_meanwhile_waits() -> None:
    """OQ-14: A12 learns T22, which creates an artifact with the timeline icon: that one waits for the next phase."""
    session = place(
        phase="timeline",
        boards=[["T22", "T9", "T14"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]],
        anna={"past": cards("P", 1, 5), "artifacts": ["A12", "A8"]},
    )
    play(session, "activate A12", "learn T22", "draw A14 C1 C2 C3 C4 C5 C6 C7 C8 C9")
    assert "A14" in area(session).artifacts
    assert session.actors == (1,)


def test_past_monuments_are_never_activated() -> None:
    session = place(phase="timeline", anna={"past": ["P31", "M31"], "lost": 2})
    assert session.actors == (1,)
    assert area(session).lost == 2


# -- the decline phase (AK-2.9, AK-2.10) --------------------------------------------------------------------------


def test_the_player_chooses_who_declines_first() -> None:
    session = place(
        phase="decline", anna={"timeline": {1: ["C16 1", "P12 2"], 3: ["M12 3"]}, "hand": cards("M", 1, 10)}
    )
    assert [GAME.format(session.state, 0, do, NAMES) for do in GAME.actions(session.state, 0)] == [
        "decline C16",
        "decline P12",
    ]


def test_moved_out_of_slot_1_does_not_decline() -> None:
    """R-12: P12 declines first and moves the other away."""
    session = place(phase="decline", anna={"timeline": {1: ["P12 0", "C16 2"]}})
    play(session, "decline P12", "to 4")
    assert area(session).past == ("P12",)
    assert standing(session)["C16"] == (3, 2)


def test_moved_into_slot_1_declines() -> None:
    """R-12: in the same phase."""
    session = place(phase="decline", anna={"timeline": {1: ["P12 0"], 4: ["P1 2"]}})
    play(session, "to 1")
    assert area(session).past == ("P12", "P1")
    assert area(session).lost == 2


def test_swapped_into_slot_1_declines() -> None:
    """OQ-17: M11 declines and creates C13, which swaps with the other monument on slot 1."""
    session = place(phase="decline", anna={"timeline": {1: ["M11 0", "P1 2"]}, "hand": ["C13"]})
    play(session, "decline M11", "create C13 at 4")
    assert area(session).past == ("M11", "C13")
    assert standing(session) == {"P1": (3, 2)}
    assert area(session).lost == 1


def test_the_top_card_drops_when_the_bottom_one_declines() -> None:
    """AK-3.6, at once: M14's hand is looked at while M1 stands at the bottom already."""
    session = place(phase="decline", anna={"timeline": {1: ["P1 0", "M14 0"]}}, bob={"hand": ["C1", "C2"]})
    effects = play(session, "decline P1")
    assert [effect["type"] for effect in effects[:2]] == ["declined", "dropped"]
    assert [monument.card for monument in area(session).timeline[0]] == ["M14"]
    assert session.state.players[0].timeline[0]


def test_halves_stay_in_the_slide_and_locked_monuments_slide() -> None:
    session = place(phase="decline", anna={"timeline": {2: ["C35 1", "M9 2"], 6: ["P19 4"]}})
    assert [monument.card for monument in area(session).timeline[0]] == ["C35", "M9"]
    assert standing(session) == {"C35": (1, 1), "M9": (1, 2), "P19": (5, 4)}


def test_artifacts_do_not_slide_and_the_past_keeps_its_order() -> None:
    session = place(phase="decline", anna={"timeline": {1: ["P1 0"]}, "past": ["M1", "C1"], "artifacts": ["A16"]})
    assert area(session).past == ("M1", "C1", "P1")
    assert area(session).artifacts == ("A16",)


def test_a_decline_effect_comes_before_the_past() -> None:
    """R-2, 6.2: the declining card is not in the Past yet, its own knowledge not lost yet."""
    session = place(phase="decline", anna={"timeline": {1: ["M8 3"]}, "past": cards("M", 1, 5), "lost": 7})
    assert area(session).lost == 3
    session = place(phase="decline", anna={"timeline": {1: ["M8 3"]}, "past": cards("M", 1, 4), "lost": 7})
    assert area(session).lost == 10


def test_a_card_may_take_its_own_knowledge_off_when_it_declines() -> None:
    """R-2: C19 names any own city with 6 or more, itself too."""
    session = place(phase="decline", anna={"timeline": {1: ["C19 7"]}})
    assert area(session).lost == 3


def test_saved_by_another_that_declines_first() -> None:
    """C25-C29: the last token taken in the decline of another saves the card."""
    session = place(phase="decline", anna={"timeline": {1: ["C21 0", "C29 7"]}})
    play(session, "decline C21", "take 7 from C29")
    assert area(session).past == ("C21", "C29")


@pytest.mark.parametrize(
    ("hand", "moves", "left", "knowledge"),
    [
        (["C1"], ["archive"], [], 4),  # no other card can be meant
        (["C1", "C16"], ["archive", "discard C16", "no"], ["C1"], 4),
        (["C1", "C16"], ["archive", "discard C16", "discard C1"], [], 3),
        (["C1", "C2", "C16"], ["archive", "discard C1", "discard C16", "no"], ["C2"], 3),
        (["C1", "C2", "C16"], ["archive", "discard C1", "no"], ["C2", "C16"], 4),
        (cards("C", 1, 8), ["archive", *(f"discard C{n}" for n in range(1, 6))], ["C6", "C7", "C8"], 0),  # all 5 tokens
    ],
)
def test_an_archive_action_card_by_card(hand: list[str], moves: list[str], left: list[str], knowledge: int) -> None:
    """AK-2.4, AK-6.13: it ends by itself when no card can follow."""
    session = place(anna={"hand": hand, "timeline": {3: ["C12 5"]}})
    play(session, *moves)
    assert list(area(session).hand) == left
    assert standing(session)["C12"] == (3, knowledge)
    assert session.legal()["Anna"][-1] == "search", "the second action"


def test_an_archive_action_in_order_ends_when_no_card_can_follow() -> None:
    """AK-8.3, as games were recorded before."""
    session = place(anna={"hand": ["C1", "C16"], "timeline": {3: ["C12 5"]}}, options=IN_ORDER)
    play(session, "archive", "discard C16")
    assert (list(area(session).hand), standing(session)["C12"]) == (["C1"], (3, 4))


def test_that_a_decline_phase_will_be_skipped_is_reported_until_the_turn_ends() -> None:
    """C30 as the first action; P31 and A10, which draw, are activated after the second."""
    session = place(anna={"hand": ["C30"], "timeline": {4: ["P31 1"]}, "artifacts": ["A10"], "past": ["P1"]})

    def turns() -> list[tuple[int, str, bool]]:
        return [(turn.seat, turn.phase, turn.skip) for turn in look(session).turns]

    assert turns() == [(0, "action", False)]
    play(session, "create C30 at 3")
    assert turns() == [(0, "action", True)]
    play(session, "search", "draw C1")
    assert turns() == [(0, "timeline", True)]
    play(session, "activate P31", "draw C2", "draw C3")
    assert turns() == [(1, "action", False)]


def test_c30_skips_the_decline_phase_of_its_owner_only_once() -> None:
    """A bug of old: the next player's phase was skipped as well."""
    session = place(anna={"hand": ["C30"], "timeline": {1: ["P1 1"]}}, bob={"timeline": {1: ["P2 1"]}})
    play(session, "create C30 at 3", "search", "draw C1")
    assert area(session).past == ()
    play(session, "Bob: search", "draw C2", "Bob: search", "draw C3")
    assert area(session, 1).past == ("P2",)
    play(session, "Anna: search", "draw C4", "Anna: search", "draw C5")
    assert area(session).past == ("P1",)


def test_c30_still_lets_the_timeline_phase_happen() -> None:
    session = place(actions=1, anna={"hand": ["C30"], "timeline": {3: ["P31 1"]}})
    play(session, "create C30 at 3", "draw C1")
    assert area(session).hand == ("C1",)


# -- interruptions (AK-2.12) --------------------------------------------------------------------------------------


def test_forced_discards_in_any_order_hidden_until_all_are_in() -> None:
    session = place(
        players=3,
        phase="decline",
        anna={"timeline": {1: ["M9 0"]}},
        bob={"hand": ["C1", "C2", "C3"]},
        cyril={"hand": ["P1", "P2", "P3"]},
    )
    assert session.actors == (1, 2)
    listed = [GAME.format(session.state, 2, do, NAMES) for do in GAME.actions(session.state, 2)]
    assert listed == ["discard P1", "discard P2", "discard P3"]
    play(session, "Cyril: discard P3")
    assert session.actors == (1, 2)
    play(session, "Cyril: discard P1")
    assert session.actors == (1,)
    assert look(session).discard_pile == 0
    assert GAME.view(session.state, 1).players[2].hand == ("?", "?", "?")
    assert GAME.view(session.state, 1).pending.chosen == ()
    play(session, "Bob: discard C3 C2")
    assert look(session).discard_pile_cards == ("C2", "C3", "P1", "P3")


def test_discards_enter_the_pile_clockwise_from_the_active_player() -> None:
    session = place(
        players=3,
        turn="Bob",
        phase="decline",
        anna={"hand": ["C1", "C2"]},
        bob={"timeline": {1: ["M10 0"]}},
        cyril={"hand": ["P1", "P2"]},
    )
    play(session, "Anna: discard C2", "Cyril: discard P2")
    assert look(session).discard_pile_cards == ("P2", "C2")


# -- the end (AK-7) -----------------------------------------------------------------------------------------------


def test_everybody_has_the_same_number_of_turns() -> None:
    session = place(
        players=3, first="Bob", turn="Cyril", phase="decline", cyril={"past": BEFORE_THE_END, "timeline": {1: ["P4 0"]}}
    )
    assert session.actors == (0,)
    assert look(session).ending
    effects = play(session, "Anna: search", "draw C30", "Anna: search", "draw C31")
    assert [effect["type"] for effect in effects][-2:] == ["turn_ended", "ended"]
    assert session.actors == ()


def test_nobody_begins_a_new_round_after_the_trigger() -> None:
    session = place(players=2, phase="decline", anna={"past": BEFORE_THE_END, "timeline": {1: ["P4 0"]}})
    play(session, "Bob: search", "draw C30", "Bob: search", "draw C31")
    assert session.result() is not None
    assert session.result().rule == "AK-7.2"


def test_thirteen_do_not_end_the_game() -> None:
    session = place(players=2, turn="Bob", phase="decline", bob={"past": BEFORE_THE_END[1:], "timeline": {1: ["P4 0"]}})
    assert session.actors == (0,)
    assert not look(session).ending


def test_the_end_is_triggered_once() -> None:
    """A second player reaching 14 in the last round changes nothing."""
    session = place(
        players=2,
        turn="Bob",
        phase="decline",
        ending=True,
        anna={"past": [*BEFORE_THE_END, "P4"]},
        bob={"past": [*(f"C{n}" for n in range(20, 33))], "timeline": {1: ["P5 0", "P6 0"]}},
    )
    effects = play(session, "Bob: decline P5")
    assert [effect["type"] for effect in effects if effect["type"] in ("end_triggered", "ended")] == ["ended"]


# -- scoring and ties (AK-7.3, AK-7.4) ----------------------------------------------------------------------------


def test_the_five_items() -> None:
    """By hand: Past 4 + 2 + 1 + 0 + 1 + 0, M3 for three pyramids, technologies 5 + 2 + 0, timeline 2, lost -6.

    P1 wants eight technologies, P2 seven cities, P3 three secret technologies: they pay nothing.
    """
    session = place(
        phase="end",
        anna={
            "past": ["C22", "C16", "M3", "P1", "P2", "P3"],
            "rotated": ["C22", "M3"],
            "technologies": ["T39", "T34", "T1"],
            "timeline": {3: ["C29 9", "P33 1"]},
            "lost": 6,
            "hand": ["C28"],
            "artifacts": ["A1"],
        },
    )
    items: dict[str, int] = {}
    for item in session.score():
        if item.seat == 0:
            items[item.part] = items.get(item.part, 0) + item.points
            assert item.rule == "AK-7.3"
    assert items == {"past": 8, "effects": 3, "technologies": 7, "timeline": 2, "lost": -6}
    assert session.totals()["Anna"] == 14


def test_a_total_may_be_negative() -> None:
    assert place(phase="end", anna={"lost": 9}).totals() == {"Anna": -9, "Bob": 0}


def test_timeline_monuments_score_one_each_and_no_effect() -> None:
    """AK-7.3(4): printed points, knowledge and end-game effects of the timeline count nothing."""
    assert place(phase="end", anna={"timeline": {1: ["C29 10"], 2: ["M32 3"]}, "lost": 0}).totals()["Anna"] == 2


@pytest.mark.parametrize(
    ("anna", "bob", "oldest", "winners", "tie"),
    [
        ({"past": ["C16"]}, {"past": ["C12"]}, "", ["Anna"], ""),
        ({"past": ["C16"], "lost": 1}, {"past": ["P33"]}, "", ["Bob"], "less lost knowledge"),
        ({"past": ["C16"]}, {"past": ["M9"]}, "", ["Anna", "Bob"], "ages not given"),
        ({"past": ["C16"]}, {"past": ["M9"]}, "10", ["Bob"], "the older player"),
        ({"past": ["C16"]}, {"past": ["M9"]}, "01", ["Anna"], "the older player"),
        ({"past": ["C16"], "lost": 1}, {"past": ["P33"]}, "01", ["Bob"], "less lost knowledge"),
    ],
)
def test_ties(anna: dict[str, Any], bob: dict[str, Any], oldest: str, winners: list[str], tie: str) -> None:
    """C16 and M9 pay 2, P33 pays 1, C12 nothing; P33's and C16's other effects do not score."""
    given = place(phase="end", anna=anna, bob=bob)
    state = replace(given.state, options=GAME.Options(oldest_first=oldest))
    result = GAME.result(state)
    assert result is not None
    assert [NAMES[seat] for seat in result.winners] == winners
    assert tie in result.tie_break
    assert result.tie_rule == ("AK-7.4" if tie else "")


# -- a card that has left play (AK-2.8) -------------------------------------------------------------------------------


def test_a_card_that_has_left_play_is_passed_over_in_the_timeline_phase() -> None:
    """AK-2.8: what is activated is fixed at the start of the phase. No card of the box takes another one away then, so
    it is taken out of the state by hand: A10 is resolved, A8 is passed over, A14 is the last one and does nothing."""
    session = place(anna={"artifacts": ["A8", "A10", "A14"], "hand": ["C1"]}, phase="timeline")
    assert session.legal()["Anna"] == ["activate A8", "activate A10", "activate A14"]
    state = session.state
    anna = state.players[0]
    state = replace(state, players=(replace(anna, artifacts=anna.artifacts[1:]), *state.players[1:]))
    after, effects = GAME.apply(state, 0, Activate("A10"))
    assert [effect for effect in effects if type(effect) is Skipped] == [Skipped(0, "A8", "AK-2.8")]
    assert GAME.describe(Skipped(0, "A8", "AK-2.8"), NAMES[:2]) == (
        "Anna's A8 La Maná Pyramid is skipped: it is no longer in play"
    )
    assert [turn.seat for turn in after.turns] == [1], "the turn has gone on to its end"
