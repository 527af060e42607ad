"""The team variant (AK-8.2): turns side by side, opponents, exchanges, scoring."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.games.ancient_knowledge import GAME, steps
from kronika.core.games.ancient_knowledge.ids import ids
from kronika.core.sessions.session import Session
from support.ancient import NAMES, TEAMS, area, cards, look, place, play, refused, standing
from support.playing import drawn

FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]


def moves(session: Session, seat: int) -> list[str]:
    return [GAME.format(session.state, seat, do, NAMES) for do in GAME.actions(session.state, seat)]


# -- side by side (AK-8.2a) ---------------------------------------------------------------------------------------


def test_teams_sit_side_by_side_and_the_first_seat_of_one_begins() -> None:
    """AK-8.2e: positions 1 and 2 are one team, no matter who begins; positions 3 and 4 draw the extra cards."""
    seen = set()
    for seed in range(12):
        session = Session.new(GAME, NAMES, seed=seed, options={"teams": True, "starter_sets": True})
        first = look(session).first
        seen.add(first)
        assert [turn.seat for turn in look(session).turns] == [first, first + 1]
        extra = {(first + 2) % 4, (first + 3) % 4}
        assert {seat for seat in range(4) if len(area(session, seat).hand) == 7} == extra
    assert seen == {0, 2}


def test_partners_take_their_steps_in_any_order() -> None:
    session = place(players=4, options=TEAMS)
    play(session, "Bob: search", "draw C1", "Anna: search", "draw C2", "Bob: search", "draw C3")
    assert [turn.actions for turn in look(session).turns] == [1, 0]
    assert session.actors == (0, 1)


def test_a_step_is_finished_before_the_partner_goes_on() -> None:
    """AK-8.2a: while it is unfinished only its own decisions are open."""
    session = place(players=4, options=TEAMS, boards=FREE, anna={"artifacts": ["A18", "A20"]})
    play(session, "Anna: learn T9")
    assert session.actors == (0,)
    assert refused(session, "Bob: search").rule == "AK-8.2a"
    play(session, "Anna: activate A18", "draw C1 C2", "Anna: activate A20", "draw C3")
    assert session.actors == (0, 1)


def test_what_has_one_way_waits_while_the_partner_is_at_it() -> None:
    """AK-6.13 against AK-8.2a: the partner may go first, so that each step is begun by its player."""
    session = place(players=4, options=TEAMS, actions=1, anna={"timeline": {1: ["P1 2"], 3: ["P31 1"]}})
    play(session, "Anna: search", "draw C1")
    assert moves(session, 0) == ["activate P31"]
    play(session, "Anna: activate P31", "draw C2")
    assert moves(session, 0) == ["decline P1"]
    play(session, "Anna: decline P1")
    assert moves(session, 0) == ["proceed"]
    play(session, "Anna: proceed")
    assert session.actors == (1,)
    assert standing(session)["P31"] == (2, 1)


def test_the_last_one_at_it_goes_on_alone() -> None:
    session = place(players=4, options=TEAMS, actions=1, anna={"timeline": {1: ["P1 2"], 3: ["M12 1"]}})
    play(session, "Bob: search", "draw C1", "Bob: proceed")
    effects = play(session, "Anna: search", "draw C2")
    assert [effect["type"] for effect in effects][:2] == ["declined", "slid"]
    assert [turn.seat for turn in look(session).turns] == [2, 3]


def test_a_cancelled_decline_phase_is_that_of_the_player() -> None:
    session = place(
        players=4,
        options=TEAMS,
        actions=1,
        anna={"hand": ["C30"], "timeline": {1: ["P1 1"]}},
        bob={"timeline": {1: ["P2 1"]}},
    )
    play(session, "Anna: create C30 at 3", "Bob: search", "draw C1")
    assert area(session, 0).past == ()
    assert area(session, 1).past == ("P2",)


def test_the_flip_is_made_by_whose_check_comes_first() -> None:
    seven = {"past": cards("C", 1, 6), "timeline": {1: ["P1 0"]}}
    other = {"past": cards("M", 1, 6), "timeline": {1: ["P2 0"]}}
    session = place(players=4, options=TEAMS, phase="decline", boards=FREE, anna=seven, bob=other)
    play(session, "Bob: decline P2", "Anna: decline P1", "Bob: proceed")
    assert moves(session, 1) == ["flip 1", "flip 2"]
    assert session.actors == (1,)
    effects = play(session, "Bob: flip 1", "lay T31 T32 T33")
    assert not [effect for effect in effects if effect["type"] == "board_flipped" and effect["seat"] == 0]
    assert look(session).flipped


# -- opponents (AK-8.2c, AK-8.2f) ---------------------------------------------------------------------------------


def test_forced_discards_hit_the_other_team_and_block_both() -> None:
    given = {"bob": {"hand": ["C1", "C2"]}, "cyril": {"hand": ["M1", "M2"]}, "dana": {"hand": ["P1", "P2"]}}
    session = place(players=4, options=TEAMS, boards=[["T26", "T9", "T14"], *FREE[1:]], **given)
    play(session, "Anna: learn T26")
    assert session.actors == (2, 3)
    assert refused(session, "Anna: search").rule == refused(session, "Bob: search").rule == "AK-8.2f"
    play(session, "Dana: discard P1", "Cyril: discard M2")
    assert look(session).discard_pile_cards == ("M2", "P1")
    assert area(session, 1).hand == ("C1", "C2")


def test_the_team_mate_takes_part_in_hermes_draft() -> None:
    session = place(players=4, options=TEAMS, boards=[["T3", "T9", "T14"], *FREE[1:]])
    play(session, "Anna: learn T3", "draw P1 P2 P3 P4 P5", "Anna: choose P1")
    assert session.actors == (1,)
    play(session, "Bob: choose P2", "Cyril: choose P3", "Dana: choose P4")
    assert [area(session, seat).hand for seat in range(4)] == [("P1", "P5"), ("P2",), ("P3",), ("P4",)]


def test_lost_knowledge_is_given_to_the_other_team() -> None:
    session = place(
        players=4,
        options=TEAMS,
        phase="decline",
        anna={"timeline": {1: ["M15 0"]}, "lost": 3},
        bob={"timeline": {3: ["C1 1"]}},
        cyril={"timeline": {3: ["C2 1"]}},
        dana={"timeline": {3: ["C3 1"]}},
    )
    play(session, "Anna: decline M15")
    assert moves(session, 0) == ["choose C2", "choose C3"]


def test_what_each_turn_of_a_team_has_left_and_has_lost() -> None:
    """Side by side (AK-8.2a); a turn that is over has nothing left."""
    session = place(players=4, options=TEAMS, anna={"timeline": {1: ["P1 2"]}})

    def turns() -> list[tuple[int, str, int, int, bool]]:
        return [(turn.seat, turn.phase, turn.actions, turn.newly_lost, turn.skip) for turn in look(session).turns]

    bob = (1, "action", 2, 0, False)
    assert turns() == [(0, "action", 2, 0, False), bob]
    play(session, "Anna: search", "draw C1")
    assert turns() == [(0, "action", 1, 0, False), bob]
    play(session, "Anna: search", "draw C2")
    assert turns() == [(0, "decline", 0, 0, False), bob]
    play(session, "Anna: decline P1")
    assert turns() == [(0, "decline", 0, 2, False), bob]
    play(session, "Anna: proceed")
    assert turns() == [(0, "done", 0, 0, False), bob]


# -- exchanges (AK-8.2b, AK-8.2g) ---------------------------------------------------------------------------------

HANDS: dict[str, Any] = {"cyril": {"hand": ["C1", "C2"]}, "dana": {"hand": ["M1", "M2"]}}


def test_an_offer_is_not_seen_before_the_answer() -> None:
    session = place(players=4, options=TEAMS, **HANDS)
    play(session, "Cyril: offer C1")
    assert GAME.view(session.state, 3).offers == ("", "", "?", "")
    assert GAME.view(session.state, 2).offers == ("", "", "C1", "")
    assert moves(session, 3) == ["accept M1", "accept M2", "refuse"]
    assert GAME.view(session.state, 3).players[2].hand == ("?", "?")
    assert moves(session, 2) == []


def test_an_offer_is_drawn_for_who_made_it_and_as_a_card_for_the_others() -> None:
    session = place(players=4, options=TEAMS, **HANDS)
    assert "to their partner" not in drawn(session, 2)
    play(session, "Cyril: offer C1")
    assert "Cyril offers a card to their partner" in drawn(session, 3)
    assert "Cyril offers a card to their partner" in drawn(session, 0)
    for viewer in (2, None):
        assert re.search(r"Cyril offers C1 Osirion to their partner", drawn(session, viewer))
    play(session, "Dana: refuse")
    assert "to their partner" not in drawn(session, 2)


def test_a_refused_offer_leaves_the_other_partner_theirs() -> None:
    session = place(players=4, options=TEAMS, **HANDS)
    play(session, "Cyril: offer C1", "Dana: refuse")
    assert moves(session, 2) == []
    assert moves(session, 3) == ["offer M1", "offer M2"]
    play(session, "Dana: offer M2", "Cyril: accept C1")
    assert area(session, 2).hand == ("C2", "M2")
    assert area(session, 3).hand == ("C1", "M1")
    assert look(session).offers == ("", "", "exchanged", "exchanged")
    assert session.actors == (0, 1)


def test_what_was_known_of_both_hands_is_unknown_after_an_exchange() -> None:
    """AK-1.5: the others have not seen which cards changed hands."""
    known = {"cyril": {"hand": ["C1", "C2"], "shown": ["C2"]}, "dana": {"hand": ["M1", "M2"], "shown": ["M2"]}}
    session = place(players=4, options=TEAMS, **known)

    def seen() -> list[tuple[str, ...]]:
        return [GAME.view(session.state, 0).players[seat].hand for seat in (2, 3)]

    assert seen() == [("C2", "?"), ("M2", "?")]
    play(session, "Cyril: offer C2", "Dana: accept M1")
    assert seen() == [("?", "?"), ("?", "?")]


def test_both_need_a_card() -> None:
    session = place(players=4, options=TEAMS, cyril={"hand": ["C1"]})
    assert session.actors == (0, 1)
    assert refused(session, "Cyril: offer C1").rule == "AK-8.2b"


def test_an_unanswered_offer_lapses_with_the_turn() -> None:
    session = place(players=4, options=TEAMS, actions=1, **HANDS)
    play(session, "Cyril: offer C1", "Anna: search", "draw P1", "Anna: proceed")
    effects = play(session, "Bob: search", "draw P2")
    assert {"type": "offer_lapsed", "seat": 2, "rule": "AK-8.2g"} in effects
    assert look(session).offers == ("", "", "", "")
    assert set(session.actors) >= {2, 3}


def test_an_offer_lapses_when_the_card_has_left_the_hand() -> None:
    session = place(players=4, options=TEAMS, boards=[["T26", "T9", "T14"], *FREE[1:]], **HANDS)
    effects = play(session, "Cyril: offer C1", "Anna: learn T26", "Dana: discard M1", "Cyril: discard C1")
    assert {"type": "offer_lapsed", "seat": 2, "rule": "AK-8.2g"} in effects
    assert look(session).offers[2] == "used"


def test_who_has_no_card_left_can_only_refuse_and_the_turn_does_not_wait() -> None:
    """AK-8.2g: an offer lapses with the turn or its card, not with the other hand."""
    hands = {"cyril": {"hand": ["C1", "C2"]}, "dana": {"hand": ["M1"]}}
    session = place(players=4, options=TEAMS, boards=[["T26", "T9", "T14"], *FREE[1:]], **hands)
    play(session, "Cyril: offer C1", "Anna: learn T26", "Cyril: discard C2")
    assert area(session, 3).hand == ()
    assert look(session).offers[2] == "C1"
    assert moves(session, 3) == ["refuse"]
    assert set(session.actors) == {0, 1, 3}


def test_partners_of_the_team_on_turn_do_not_exchange() -> None:
    session = place(players=4, options=TEAMS, anna={"hand": ["P1"]}, bob={"hand": ["P2"]}, **HANDS)
    assert refused(session, "Anna: offer P1").rule == "AK-8.2b"


def test_an_exchange_can_happen_while_the_other_team_decides() -> None:
    session = place(players=4, options=TEAMS, boards=FREE, anna={"artifacts": ["A18", "A20"]}, **HANDS)
    play(session, "Anna: learn T9")
    assert session.actors == (0, 2, 3)
    play(session, "Cyril: offer C1", "Dana: accept M1")
    assert area(session, 3).hand == ("C1", "M2")


# -- the end (AK-8.2d, AK-8.2e) -----------------------------------------------------------------------------------


def test_teams_have_the_same_number_of_turns() -> None:
    past = {"past": [*cards("C", 1, 5), *cards("M", 1, 5), *cards("P", 1, 3)], "timeline": {1: ["P4 0"]}}
    session = place(players=4, options=TEAMS, phase="decline", first="Cyril", turn="Cyril", dana=past)
    play(session, "Dana: decline P4", "Dana: proceed")
    assert look(session).ending
    assert session.actors == (0, 1)
    play(session, "Anna: search", "draw C20", "Anna: search", "draw C21", "Anna: proceed")
    effects = play(session, "Bob: search", "draw C22", "Bob: search", "draw C23")
    assert effects[-1]["type"] == "ended"


@pytest.mark.parametrize(
    ("anna", "bob", "cyril", "dana", "winners", "tie"),
    [
        (["C29"], [], ["C28"], ["C12"], [0, 1], ""),
        (["C28"], ["C16"], ["C29"], [], [2, 3], "the highest single score: 12 points"),
        (["C29"], ["M9"], ["C16"], ["C30"], [0, 1], ""),
        (["C30"], ["C16"], ["C27"], ["M9"], [0, 1, 2, 3], "shared victory"),
    ],
)
def test_the_sum_of_a_team_then_the_highest_single_score(
    anna: list[str], bob: list[str], cyril: list[str], dana: list[str], winners: list[int], tie: str
) -> None:
    """Points: C29 12, C28 10, C30 and C27 8, C16 and M9 2, C12 0."""
    areas = {"anna": anna, "bob": bob, "cyril": cyril, "dana": dana}
    session = place(players=4, options=TEAMS, phase="end", **{name: {"past": past} for name, past in areas.items()})
    result = session.result()
    assert result is not None
    assert list(result.winners) == winners
    assert tie in result.tie_break
    assert result.tie_rule == ("AK-8.2d" if tie else "")


def test_a_random_team_game_keeps_the_hands_apart() -> None:
    """Nobody's view shows the hand of another, not even a partner's."""
    state = GAME.setup(GAME.Options(teams=True), 4)
    for number in range(150):
        actors = GAME.actors(state)
        if not actors:
            break
        dice = Dice("teams", number)
        by = dice.choice(actors)
        do = GAME.sample(state, dice) if by < 0 else dice.choice(GAME.actions(state, by))
        state, _ = GAME.apply(state, by, do)
        for seat in range(4):
            for other in range(4):
                hand = GAME.view(state, seat).players[other].hand
                if other == seat:
                    assert "?" not in hand
                elif not any(isinstance(step, steps.Steal) for step in state.stack):
                    assert {card for card in hand if card != "?"} <= set(ids(state.shown))
