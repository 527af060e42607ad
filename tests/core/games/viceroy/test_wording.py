"""How effects are reported: who did what to whom, one thing or several, and what a seat may not know."""

from __future__ import annotations

from typing import get_args

import pytest

from kronika.core.games.viceroy import GAME, effects
from kronika.core.games.viceroy.effects import Effect

NAMES = ("Anna", "Bob", "Cyril")

TOLD: list[tuple[Effect, str]] = [
    (effects.Started((3, 32, 9)), "first cards: Anna 3 Herbalist, Bob 32 Captain, Cyril 9 Cannoneer"),
    (effects.RoundBegan(12), "round 12 begins"),
    (effects.SkippedAuction(1), "Bob skips this auction"),
    (
        effects.BidsShown(("blue", "", "attack"), ("red", "")),
        "Anna bids blue, Cyril bids an attack token, a virtual opponent bids red",
    ),
    (effects.BidsShown(("none", "red", ""), ()), "Anna bids nothing, Bob bids red"),
    (effects.BidsReturned((2, 0, 0, 1)), "the gems bid go to the supply: 2 blue, 1 yellow"),
    (effects.Took(2, 32, "VC-2.5.1"), "Cyril takes 32 Captain"),
    (effects.Missed((1,), "red", "VC-2.5.3"), "Bob gets no card for red"),
    (effects.Missed((0, 1), "red", "VC-2.5.3"), "Anna and Bob get no card for red"),
    (effects.Missed((0, 1, 2), "red", "VC-2.5.3"), "Anna, Bob and Cyril get no card for red"),
    (effects.Missed((0,), "attack", "R-39"), "Anna gets no card for an attack token"),
    (effects.VirtualStays(1, "green"), "1 virtual opponent with green gets no card"),
    (effects.VirtualStays(2, "green"), "2 virtual opponents with green get no card"),
    (
        effects.Claimed("red", (0, 2), ("above", "below"), True),
        "Anna says above, Cyril says below: they agree",
    ),
    (
        effects.Claimed("red", (2, 1), ("above", "refuse"), False),
        "Cyril says above, Bob says refuse: no agreement",
    ),
    (effects.Passed(1, "VC-2.6"), "Bob has passed"),
    (effects.GotGems(1, (0, 1, 2, 0), "VC-2.7"), "Bob takes 1 red, 2 green"),
    (effects.GotGems(1, (0, 0, 0, 0), "VC-2.7"), "Bob takes no gems"),
    (effects.Removed((3, 32), "VC-2.10"), "discarded: 3 Herbalist, 32 Captain"),
    (effects.Slid((0, 3, 0, 32)), "moved up: 3 Herbalist, 32 Captain"),
    (effects.SelectionShown((3, 0, 32)), "shown: Anna 3 Herbalist, Cyril 32 Captain"),
    (effects.Paid(0, (1, 0, 0, 2), (0, 0, 0, 0)), "Anna pays 1 blue, 2 yellow"),
    (effects.Paid(0, (1, 0, 0, 0), (0, 0, 0, 2)), "Anna pays 1 blue and uses infinite gems: 2 yellow"),
    (effects.Placed(2, 32, 3, -1), "Cyril lays 32 Captain at 3.-1"),
    (effects.CircleClosed(1, 2, 0, "green", True), "Bob closes a green circle at 2.0"),
    (
        effects.CircleClosed(1, 2, 0, "green", False),
        "Bob closes a green circle at 2.0, but there is no green gem in the supply",
    ),
    (effects.GotTokens(0, 32, ("magic", "2vp"), "VC-3.12"), "Anna gets magic, 2vp on 32 Captain"),
    (effects.GotAttack(0, 1, "VC-3.12"), "Anna gets 1 attack token"),
    (effects.GotAttack(0, 2, "VC-3.12"), "Anna gets 2 attack tokens"),
    (effects.Nothing(1, "the supply is empty", "VC-3.12"), "Bob gets nothing: the supply is empty"),
    (effects.KnownLawDrawn(1, 80), "Bob draws 80 law from the top of the law deck"),
    (effects.Tucked(1, 3, 72, True, "VC-4.72"), "Bob tucks 3 Herbalist under 72 Secret Service"),
    (
        effects.Replaced(0, 3, 2, 1),
        "law 65 replaces Anna's 3 Herbalist at 2.1, which returns to hand",
    ),
    (effects.GemsGiven(0, 2, (0, 3, 0, 0)), "Anna gives Cyril 3 red"),
    (
        effects.Swapped(0, 3, "magic", 1, 32, "4vp"),
        "Anna's magic on 3 Herbalist and Bob's 4vp on 32 Captain change places",
    ),
    (effects.WillSkip(2), "Cyril will skip the next auction"),
    (effects.Refilled("red", "above", 32), "32 Captain fills the slot above the red auction card"),
    (effects.Refilled("red", "below", 0), "the slot below the red auction card stays empty, like the small deck"),
    (effects.ReturnedLaw(0, 80), "Anna puts 80 law on top of the law deck"),
    (effects.Recoloured(0, 32, "blue", 1), "Anna turns the circle below 32 Captain blue for 1 gem"),
    (effects.Recoloured(0, 32, "blue", 3), "Anna turns the circle below 32 Captain blue for 3 gems"),
    (effects.Ended((49, 0, -8)), "the game ends: Anna 49, Bob 0, Cyril -8"),
]


@pytest.mark.parametrize(("effect", "clause"), TOLD, ids=[clause for _, clause in TOLD])
def test_an_effect_is_reported(effect: Effect, clause: str) -> None:
    assert GAME.describe(effect, NAMES) == clause


def test_every_kind_of_effect_is_reported_here() -> None:
    assert {type(effect) for effect, _ in TOLD} == set(get_args(GAME.Effect))


@pytest.mark.parametrize(
    ("effect", "known", "masked"),
    [
        (effects.KnownLawDrawn(1, 80), "80 law", "Bob draws a card from the top of the law deck"),
        (effects.ReturnedLaw(1, 80), "80 law", "Bob puts a card on top of the law deck"),
        (effects.Tucked(1, 3, 72, True, "VC-4.72"), "3 Herbalist", "Bob tucks a card under 72 Secret Service"),
    ],
)
def test_a_hidden_card_is_reported_to_its_owner_and_the_referee_alone(effect: Effect, known: str, masked: str) -> None:
    """VC-1.7."""
    assert known in GAME.describe(effect, NAMES, None)
    assert known in GAME.describe(effect, NAMES, 1)
    assert {GAME.describe(effect, NAMES, viewer) for viewer in (0, 2)} == {masked}


def test_a_card_tucked_openly_is_reported_to_all() -> None:
    """VC-4.74: the free card was on the table."""
    openly = effects.Tucked(1, 3, 74, False, "VC-4.74")
    told = {GAME.describe(openly, NAMES, viewer) for viewer in (None, 0, 1, 2)}
    assert told == {"Bob tucks 3 Herbalist under 74 Royal Favor"}
