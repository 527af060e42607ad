"""The course of the game (TT-2): what is refused and by which rule, and what each step does."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.games.tides import GAME
from kronika.core.games.tides.actions import Deal, Draw, Pick, Relic
from kronika.core.games.tides.effects import (
    Ended,
    RelicsShown,
    Revealed,
    RoundScored,
    Scored,
    Swapped,
    TakenBack,
    TieWon,
)
from kronika.core.games.tides.state import DEAL, DRAW, END, PICK, RELIC, State
from support.tides import place, start

NAMES = ("Anna", "Bob")
DEALT = Deal(((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)))


def follow(state: State, *moves: tuple[int, Any]) -> State:
    """The state after these moves, each of them checked."""
    for seat, do in moves:
        GAME.check(state, seat, do)
        state, _ = GAME.apply(state, seat, do)
    return state


def new() -> State:
    return start().state


def dealt() -> State:
    return follow(new(), (CHANCE, DEALT))


def second_break(**more: Any) -> State:
    """After round 2: Anna's relic is 1, Bob's is 2, the five cards of the round are in hand again."""
    hands = {"Anna": [5, 6, 7, 8, 9], "Bob": [10, 11, 12, 13, 14]}
    return place(phase="relic", kingdoms={"Anna": [1], "Bob": [2]}, hands=hands, box=[3, 4], **more).state


def drawing() -> State:
    """The same break after the choice: 15 to 18 are still in the deck."""
    return follow(second_break(), (0, Relic(9, 5)), (1, Relic(10, 14)))


def last_pick() -> State:
    """Each holds one card in the third round."""
    kingdoms = {"Anna": [2, 5, 9, 12, 14, 17], "Bob": [1, 3, 4, 7, 8, 10]}
    return place(kingdoms=kingdoms, hands={"Anna": [18], "Bob": [13]}, box=[6, 11, 15, 16]).state


def over() -> State:
    return follow(last_pick(), (0, Pick(18)), (1, Pick(13)))


# -- what is refused --------------------------------------------------------------------------------------------------

REFUSED = [
    # Nobody decides before the cards are dealt, nobody but chance deals them, each card once (TT-1.4).
    ("TT-1.4", new, 0, Pick(1), "the next step is to deal the hands"),
    ("TT-1.4", new, 0, Relic(1, 2), "the next step is to deal the hands"),
    ("TT-1.4", new, 0, DEALT, "only chance can"),
    ("TT-1.4", new, CHANCE, Deal(((1, 2, 3, 4, 5), (5, 7, 8, 9, 10))), "twice"),
    ("TT-1.4", new, CHANCE, Deal(((1, 1, 3, 4, 5), (6, 7, 8, 9, 10))), "twice"),
    # Exactly two players (TT-1.2).
    ("TT-1.2", dealt, CHANCE, Pick(1), "one of the two players"),
    ("TT-1.2", dealt, 2, Pick(1), "one of the two players"),
    ("TT-1.2", second_break, -2, Relic(5, 6), "one of the two players"),
    # A pick is one card of the player's hand, once (TT-2.1).
    ("TT-2.1", dealt, 0, Pick(6), "You do not hold 6 Citadel of the Prophets: your hand is 1, 2, 3, 4, 5."),
    ("TT-2.1", dealt, 0, Pick(18), "You do not hold"),
    ("TT-2.1", lambda: follow(dealt(), (0, Pick(1))), 0, Pick(2), "You have chosen already"),
    ("TT-2.1", lambda: follow(dealt(), (0, Pick(1))), 0, Pick(1), "You have chosen already"),
    ("TT-2.1", dealt, 0, Relic(1, 2), "the next step is to pick a card"),
    ("TT-2.1", dealt, CHANCE, DEALT, "the next step is to pick a card"),
    # A relic and a discard are two of the five cards of the round (TT-2.6, TT-8.2), never an earlier relic (BUG-9).
    ("TT-2.6", second_break, 0, Pick(5), "a relic and a discard"),
    ("TT-2.6", second_break, 0, Relic(1, 5), "1 King's Nest is your relic of an earlier break"),
    ("TT-2.6", second_break, 0, Relic(5, 1), "1 King's Nest is your relic of an earlier break"),
    ("TT-2.6", second_break, 0, Relic(2, 5), "You do not hold 2"),
    ("TT-2.6", second_break, 1, Relic(10, 9), "You do not hold 9"),
    ("TT-2.6", second_break, 0, Relic(5, 15), "You do not hold 15"),
    ("TT-2.6", lambda: follow(second_break(), (1, Relic(10, 14))), 1, Relic(10, 14), "You have chosen already"),
    ("TT-8.2", second_break, 0, Relic(5, 5), "cannot be both"),
    # Draws: in the breaks only (TT-3.2), by chance, for the player whose turn it is, two cards of the deck (TT-2.8).
    ("TT-3.2", new, CHANCE, Draw(0, (1, 2)), "only in the two breaks"),
    ("TT-3.2", dealt, CHANCE, Draw(0, (11, 12)), "only in the two breaks"),
    ("TT-3.2", second_break, CHANCE, Draw(0, (15, 16)), "only in the two breaks"),
    ("TT-2.8", drawing, 0, Draw(0, (15, 16)), "only chance can"),
    ("TT-2.8", drawing, 0, Pick(6), "the next step is to draw two cards for each player"),
    ("TT-2.8", drawing, 0, Relic(6, 7), "the next step is to draw two cards for each player"),
    ("TT-2.8", drawing, CHANCE, Draw(1, (15, 16)), "seat 0 must draw now"),
    ("TT-2.8", drawing, CHANCE, Draw(0, (15, 15)), "drawn twice"),
    ("TT-2.8", drawing, CHANCE, Draw(0, (15, 3)), "3 Eternal Palace is not in the deck"),
    (
        "TT-2.8",
        lambda: follow(drawing(), (CHANCE, Draw(0, (15, 16)))),
        CHANCE,
        Draw(0, (17, 18)),
        "seat 1 must draw now",
    ),
    ("TT-2.8", lambda: follow(drawing(), (CHANCE, Draw(0, (15, 16)))), CHANCE, Draw(1, (15, 18)), "not in the deck"),
    # After the third scoring nothing may happen (TT-5.1).
    ("TT-5.1", over, 0, Pick(1), "The game is over"),
    ("TT-5.1", over, 1, Relic(1, 2), "The game is over"),
    ("TT-5.1", over, CHANCE, DEALT, "The game is over"),
    ("TT-5.1", over, CHANCE, Draw(0, (6, 11)), "The game is over"),
]


@pytest.mark.parametrize(("rule", "state", "seat", "do", "says"), REFUSED)
def test_refusals(rule: str, state: Any, seat: int, do: Any, says: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.check(state(), seat, do)
    assert refusal.value.rule == rule
    assert says in refusal.value.reason
    assert str(refusal.value) == f"{refusal.value.reason} ({rule})"


def test_the_facts_of_a_refusal_are_plain_data() -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.check(dealt(), 0, Pick(6))
    assert refusal.value.facts == {"hand": [1, 2, 3, 4, 5]}


def test_every_rule_that_can_be_broken_is_broken_above() -> None:
    """The other rules define words, follow from these, or bind the program alone."""
    assert {rule for rule, *_ in REFUSED} == {
        *("TT-1.2", "TT-1.4", "TT-2.1", "TT-2.6", "TT-2.8", "TT-3.2", "TT-5.1", "TT-8.2"),
    }


# -- what happens -----------------------------------------------------------------------------------------------------


def test_the_set_up() -> None:
    """TT-1.4."""
    state = new()
    assert (state.phase, state.round, GAME.actors(state)) == (DEAL, 1, (CHANCE,))
    assert (len(state.deck), state.hands, state.kingdoms, state.box) == (18, (b"", b""), (b"", b""), b"")
    state = dealt()
    assert (len(state.hands[0]), len(state.hands[1]), len(state.deck)) == (5, 5, 8)
    assert GAME.totals(state) == (0, 0)
    assert GAME.score(state) == ()


def test_a_pick_is_revealed_when_both_have_chosen() -> None:
    """TT-2.1, TT-2.2, TT-2.3: in either order of the seats."""
    results = []
    for first in (0, 1):
        state = dealt()
        assert GAME.actors(state) == (0, 1)
        picks = {0: Pick(3), 1: Pick(8)}
        state, effects = GAME.apply(state, first, picks[first])
        assert effects == ()
        assert GAME.actors(state) == (1 - first,)
        assert GAME.actions(state, first) == ()
        assert state.kingdoms == (b"", b"")
        state, effects = GAME.apply(state, 1 - first, picks[1 - first])
        assert effects == (Revealed((3, 8)), Swapped())
        results.append(state)
    assert results[0] == results[1]
    assert results[0].kingdoms == (bytes([3]), bytes([8]))
    assert results[0].hands == (bytes([6, 7, 9, 10]), bytes([1, 2, 4, 5])), "the hands have changed sides"


def test_hands_change_sides_four_times() -> None:
    """TT-2.3: after four picks each holds a card of their first hand; after the fifth there is no swap."""
    state = dealt()
    for a, b in ((1, 6), (7, 2), (3, 8), (9, 4)):
        state = follow(state, (0, Pick(a)), (1, Pick(b)))
    assert state.hands == (bytes([5]), bytes([10]))
    state, effects = GAME.apply(follow(state, (0, Pick(5))), 1, Pick(10))
    assert not any(isinstance(effect, Swapped) for effect in effects)
    assert state.scored == ((bytes([1, 7, 3, 9, 5]), bytes([6, 2, 8, 4, 10])),)
    # Palaces 2:1, libraries 1:2, gardens 2:1, strongholds 0:1, temples 0:0. Anna: 7 more palaces, 7; 3 Eternal Palace
    # 1 library, 3; 5 and 9 lack strongholds. Bob: 6 Citadel 1 garden, 3; 2 strongholds 1:0, 7; 8 Gods' Bath 1
    # stronghold, 3; 4 temples 0:0; 10 lacks temples, 3.
    assert effects == (
        Revealed((5, 10)),
        Scored(0, 7, 7, "TT-4.5"),
        Scored(0, 3, 3, "TT-4.6"),
        Scored(1, 6, 3, "TT-4.6"),
        Scored(1, 2, 7, "TT-4.5"),
        Scored(1, 8, 3, "TT-4.6"),
        Scored(1, 10, 3, "TT-4.8"),
        RoundScored(1, (10, 16), (10, 16)),
        TakenBack(),
    )
    assert GAME.totals(state) == (10, 16)
    assert state.phase == RELIC
    assert state.hands == (bytes([1, 3, 5, 7, 9]), bytes([2, 4, 6, 8, 10])), "the own five cards (TT-2.5)"
    assert state.kingdoms == (b"", b"")


def test_the_break() -> None:
    """TT-2.5 to TT-2.8."""
    state = second_break()
    assert GAME.actors(state) == (0, 1)
    listed = GAME.actions(state, 0)
    assert len(listed) == 20
    assert set(listed) == {Relic(a, b) for a in (5, 6, 7, 8, 9) for b in (5, 6, 7, 8, 9) if a != b}
    state, effects = GAME.apply(state, 1, Relic(10, 14))
    assert (effects, state.relics, state.box) == ((), (bytes([1]), bytes([2])), bytes([3, 4]))
    state, effects = GAME.apply(state, 0, Relic(9, 5))
    assert effects == (RelicsShown((9, 10), (5, 14)),)
    assert state.relics == state.kingdoms == (bytes([1, 9]), bytes([2, 10]))
    assert state.box == bytes([3, 4, 5, 14])
    assert state.hands == (bytes([6, 7, 8]), bytes([11, 12, 13]))
    assert (state.phase, GAME.actors(state)) == (DRAW, (CHANCE,))
    state = follow(state, (CHANCE, Draw(0, (18, 15))))
    assert (state.phase, state.hands) == (DRAW, (bytes([6, 7, 8, 15, 18]), bytes([11, 12, 13])))
    state = follow(state, (CHANCE, Draw(1, (16, 17))))
    assert (state.phase, state.round, state.deck) == (PICK, 3, b"")
    assert state.hands == (bytes([6, 7, 8, 15, 18]), bytes([11, 12, 13, 16, 17]))


def test_the_end() -> None:
    """TT-2.9, TT-5.1: nothing is taken back after round 3. The owner's 76 points are DX-4 of the SPEC."""
    state, effects = GAME.apply(follow(last_pick(), (0, Pick(18))), 1, Pick(13))
    assert state.phase == END
    assert GAME.actors(state) == ()
    assert not any(isinstance(effect, TakenBack) for effect in effects)
    assert state.hands == (b"", b"")
    assert (len(state.kingdoms[0]), len(state.kingdoms[1])) == (7, 7)
    # Bob: palaces 2, libraries 1, gardens 2, strongholds 1, temples 1 against 2 of each. 1 pays nothing; 3 pays 1
    # library x 3; 4 temples 1:2, 0; 7 palaces 2:2, tie won, 7; 8 pays 1 stronghold x 3; 10 misses nothing; 13 gardens
    # 2:2, tie won, 7. 20 in all.
    assert effects[-2:] == (RoundScored(3, (76, 20), (76, 20)), Ended((76, 20)))
    assert TieWon(1, 7, "TT-4.15") in effects
    assert TieWon(1, 13, "TT-4.15") in effects
    result = GAME.result(state)
    assert result is not None
    assert (result.totals, result.ranking, result.rule, result.tie_rule) == ((76, 20), ((0,), (1,)), "TT-5.1", "")


def test_equal_totals_share_the_victory_even_against_the_kings_nest() -> None:
    """TT-5.2, TT-4.17."""
    kingdoms = {"Anna": [1, 2, 4, 5, 6, 9], "Bob": [7, 8, 12, 14, 15, 16]}
    state = place(kingdoms=kingdoms, hands={"Anna": [13], "Bob": [18]}).state
    state = follow(state, (0, Pick(13)), (1, Pick(18)))
    # Anna has 2 palaces, 3 libraries, 1 garden, 1 temple; Bob 2 gardens, 1 stronghold, 2 temples. Anna's garden pays
    # 3 for card 6, Bob's one stronghold 3 for card 8; all majorities are lost, Sapphire Port is a tie at 3:3.
    result = GAME.result(state)
    assert result is not None
    assert (result.totals, result.ranking, result.winners) == ((3, 3), ((0, 1),), (0, 1))
    assert (result.rule, result.tie_rule) == ("TT-5.1", "TT-5.2")


def test_a_relic_scores_again_every_round() -> None:
    """TT-4.14, BUG-7, BUG-8: a whole game in which Anna keeps Eye of the North first."""
    session = start()

    def pick(a: int, b: int) -> None:
        session.play(f"Anna: pick {a}")
        session.play(f"Bob: pick {b}")

    session.play("chance: deal 10 1 4 17 13 / 2 3 7 8 11")
    for a, b in ((10, 2), (3, 1), (4, 7), (8, 17), (13, 11)):
        pick(a, b)
    # Anna 10 3 4 8 13: every suit once. 10: 0; 3: 1 library, 3; 4 temples 1:0, 7; 8: a stronghold, 3; 13 gardens 1:1.
    # Bob 2 1 7 17 11: palaces 2, doubled 4, garden 1, stronghold 1. 2 strongholds 1:1 won, 7; 7 palaces 4:1, 7; 11: 0.
    assert session.totals() == {"Anna": 13, "Bob": 14}
    session.play("Anna: relic 10 discard 3")
    session.play("Bob: relic 17 discard 2")
    assert session.state.relics == (bytes([10]), bytes([17]))
    session.play("chance: draw Anna 5 6")
    session.play("chance: draw Bob 9 12")
    assert session.state.hands == (bytes([4, 5, 6, 8, 13]), bytes([1, 7, 9, 11, 12]))
    for a, b in ((4, 1), (7, 5), (6, 9), (11, 8), (13, 12)):
        pick(a, b)
    # Anna 10, 4 7 6 11 13: L 2, G 1, S 2, T 1. 10 misses palaces, 3; 4 temples 1:0, 7; 7 palaces 0 against 1; 6: 1
    # garden, 3; 11: 1 temple, 3; 13 gardens 1 against 2 doubled, 0. Sum 16.
    # Bob 17, 1 5 9 8 12: P 1, L 1, G 2 -> 4, S 1, T 0. 5, 9: no temple; 8: 1 stronghold, 3; 12 libraries 1:2, 0. Sum 3.
    assert session.totals() == {"Anna": 29, "Bob": 17}
    for word in ("relic 10 discard 4", "relic 4 discard 10"):
        with pytest.raises(IllegalAction, match="earlier break"):
            session.play(f"Anna: {word}")
    session.play("Anna: relic 4 discard 7")
    session.play("Bob: relic 1 discard 5")
    session.play("chance: draw Anna 14 15")
    session.play("chance: draw Bob 16 18")
    assert session.state.kingdoms == (bytes([10, 4]), bytes([17, 1]))
    for a, b in ((6, 9), (8, 11), (13, 12), (16, 14), (15, 18)):
        pick(a, b)
    # Anna 10 4, 6 8 13 16 15: L 2, G 1, S 1, T 2, P 0. 10: palaces, 3; 4 temples 2:1, 7; 6: 1 garden, 3; 8: 1
    # stronghold, 3; 13 gardens 1:1, 0; 16 once 2 (G, S) against P 1, G 1, T 1 = 3, 0; 15: 0. Sum 16.
    # Bob 17 1, 9 11 12 14 18: P 1, G 1, S 2 -> 4, T 1. 9: no library; 11: 1 temple, 3; 12 libraries 0:2; 14: 0; 18: 3
    # against 7, 0. Sum 3.
    assert session.totals() == {"Anna": 45, "Bob": 20}
    items = [(item.part, item.points) for item in session.score() if item.source == "10 Eye of the North"]
    assert items == [("round 1", 0), ("round 2", 3), ("round 3", 3)]
    result = session.result()
    assert result is not None
    assert result.winners == (0,)
