"""Recolouring (VC-5.2, R-18) and the best of it."""

from __future__ import annotations

import time
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.endings import best_recolouring, most_gain
from kronika.core.games.viceroy.pyramid import circles, segments
from kronika.core.games.viceroy.recolouring import Repainting
from kronika.core.games.viceroy.scoring import totals
from kronika.core.games.viceroy.state import END, NEW_PLAYER, Options, Player, State, setup
from kronika.core.games.viceroy.tokens import CIRCLE_BONUS, add, flat
from support.playing import allowed, play, refused
from support.viceroy import place

GREEN_AND_MIXED = {"1.0": 22, "1.1": 33, "1.2": 35, "2.0": 1, "2.1": 3}
"""At 2.0 two green and two red segments; at 2.1 two green below, right corner of 33 blue, left corner of 35 green."""


def test_everybody_recolours_at_the_same_time_until_done() -> None:
    given = {
        "phase": "recolour",
        "pyramids": {"Anna": GREEN_AND_MIXED, "Bob": {"1.0": 24, "1.1": 39, "2.0": 7}, "Cyril": {"1.0": 50}},
        "gems": {"Anna": "3 green 2 red", "Bob": "4 blue", "Cyril": "8 red"},
    }
    session = place(players=3, **given)
    assert session.actors == (0, 1)  # Cyril has no circle
    assert refused(session, "Cyril: done").rule == "VC-5.2"
    session.play("Anna: recolour 2.0 green")
    assert refused(session, "Anna: recolour 2.0 red").rule == "VC-5.2"  # once for each circle
    assert allowed(session, "Anna: recolour 2.1 green")
    session.play("Bob: done")
    assert refused(session, "Bob: recolour 2.0 blue").rule == "VC-5.2"
    session.play("Anna: recolour 2.1 green")
    assert session.view().phase == "end"  # two red gems turn nothing more
    assert session.view().gems[0] == {"blue": 0, "red": 2, "green": 0, "yellow": 0}
    assert session.totals()["Anna"] == 4


@pytest.mark.parametrize(("colour", "cards"), {"blue": (13, 2, 12), "red": (1, 3, 5), "green": (6, 33, 7)}.items())
@pytest.mark.parametrize(("old", "new", "turned"), [(0, 0, False), (2, 2, False), (2, 4, True), (4, 2, False)])
def test_a_circle_is_turned_only_for_more_than_it_is_worth(
    colour: str, cards: tuple[int, int, int], old: int, new: int, turned: bool
) -> None:
    """VC-5.3: on level 2 it counts 2 and the bonus of its colour; four gems would make it yellow."""
    bonuses = [f"{name}+{n}" for name, n in ((colour, old), ("yellow", new)) if n]
    pyramid = {"1.0": {"card": cards[0], "tokens": bonuses}, "1.1": cards[1], "2.0": cards[2]}
    session = place(phase="recolour", pyramids={"Anna": pyramid}, gems={"Anna": "4 yellow"})
    (best,) = GAME.best_endings(session.state)
    assert best.moves == (("recolour 2.0 yellow",) if turned else ())
    assert best.total == 2 + max(old, new)


def test_infinite_gems_and_gems_on_law_76_cannot_be_used() -> None:
    pyramid = {**GREEN_AND_MIXED, "1.3": {"card": 76, "tokens": ["gem-green", "gem-green", "infinite-green"]}}
    session = place(phase="recolour", pyramids={"Anna": pyramid}, gems={"Anna": "1 green"})
    assert session.legal()["Anna"] == ["recolour 2.1 green", "done"]


def test_a_circle_of_one_colour_may_be_turned_into_another() -> None:
    """R-18: four gems, for a bonus of the other colour."""
    pyramid = {"1.0": {"card": 22, "tokens": ["blue+4"]}, "1.1": 33, "2.0": 3}
    session = place(phase="recolour", pyramids={"Anna": pyramid}, gems={"Anna": "4 blue"})
    assert session.totals() == {"Anna": 2}
    session.play("recolour 3 blue")
    assert session.totals() == {"Anna": 6}


def test_screens_are_gone() -> None:
    """VC-5.1."""
    given = {
        "phase": "recolour",
        "pyramids": {"Anna": GREEN_AND_MIXED, "Bob": {"1.0": 7}},
        "gems": {"Anna": "3 green", "Bob": "2 red"},
        "attacks": {"Bob": 2},
    }
    view = place(players=2, **given).view(0)
    assert view.gems[1] == {"blue": 0, "red": 2, "green": 0, "yellow": 0}
    assert view.attacks == (0, 2)


def test_hands_are_discarded_in_the_order_of_their_cards() -> None:
    """VC-5.1, no matter who had them."""
    given = {
        "phase": "select",
        "round": 12,
        "turn": 3,
        "pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}},
        "hands": {"Anna": [5, 40], "Bob": [7]},
    }
    session = place(players=2, **given)
    effects = play(session, "Anna: pass", "Bob: pass")
    assert [effect["cards"] for effect in effects if effect["type"] == "removed"] == [(5, 7, 40)]


# -- the best ---------------------------------------------------------------------------------------------------


def pyramid(random: Random, width: int, levels: int, gems: tuple[int, ...]) -> Player:
    """A full pyramid of random cards with random circle bonuses."""
    cards = random.sample(range(1, 89), 40)
    rows = tuple(bytes(cards.pop() for _ in range(width - level)) for level in range(levels))
    player = replace(NEW_PLAYER, rows=(*rows, b"", b"", b"", b"")[:5], gems=bytes(gems))
    for colour in range(4):
        if random.random() < 0.4:
            code = CIRCLE_BONUS[random.choice((2, 4))] + colour
            player = replace(player, tokens=add(player.tokens, rows[0][0], code))
    return player


def state_of(player: Player) -> State:
    state = setup(Options(), 4)
    return replace(state, phase=END, players=(player, *state.players[1:]))


def brute(player: Player) -> int:
    """The best total over every choice of a colour, or none, for every circle."""
    tops = [(card, segments(player, level, column)) for level, column, card, _ in circles(player)]
    most = totals(state_of(player))[0]
    for colours in product((-1, 0, 1, 2, 3), repeat=len(tops)):
        paid = [0, 0, 0, 0]
        for (_, there), colour in zip(tops, colours, strict=True):
            if colour >= 0:
                paid[colour] += 4 - there.count(colour)
        if all(price <= there for price, there in zip(paid, player.gems, strict=True)):
            paint = flat((card, colour) for (card, _), colour in zip(tops, colours, strict=True) if colour >= 0)
            most = max(most, totals(state_of(replace(player, paint=paint)))[0])
    return most


@pytest.mark.parametrize("law", [False, True], ids=["", "law 79"])
@pytest.mark.parametrize("seed", range(20))
def test_the_best_is_the_best_of_all(seed: int, law: bool) -> None:
    """With law 79 each circle adds one point more."""
    random = Random(seed)
    levels = random.randint(2, 3)
    player = pyramid(random, random.randint(levels, 4), levels, tuple(random.randint(0, 5) for _ in range(4)))
    if law and 79 not in b"".join(player.rows):
        player = replace(player, rows=(bytes((*player.rows[0][:-1], 79)), *player.rows[1:]))
    state = state_of(player)
    (ending, *_) = GAME.best_endings(state)
    assert ending.total == brute(player)
    best = best_recolouring(state, 0)
    assert ending.total == totals(state)[0] + sum(option.gain for option in best)
    paid = [sum(option.cost for option in best if option.colour == colour) for colour in range(4)]
    assert all(price <= there for price, there in zip(paid, player.gems, strict=True))


@pytest.mark.parametrize("colour", range(4))
def test_gems_of_another_colour_pay_nothing(colour: int) -> None:
    """VC-5.2: one gem of a colour turns one of two circles, however many gems of the others there are."""
    gems = [1 if i == colour else 5 for i in range(4)]
    offers = [[Repainting(card, colour, cost=1, gain=3)] for card in (1, 2)]
    assert [option.gain for option in most_gain(offers, gems)] == [3]


@pytest.mark.parametrize("colour", range(4))
def test_what_seems_the_best_bargain_may_have_to_be_left_out(colour: int) -> None:
    """Of four gems three for 5 points leave one of no use; twice two bring 3 and 3."""
    gems = [4 if i == colour else 0 for i in range(4)]
    offers = [[Repainting(card, colour, *option)] for card, option in enumerate(((3, 5), (2, 3), (2, 3)), 1)]
    assert {option.card for option in most_gain(offers, gems)} == {2, 3}


def test_the_greatest_gain_is_that_of_all_choices() -> None:
    """Few circles, few gems: every choice of an option or none for each is tried."""
    random = Random(5)
    for _ in range(80):
        gems = [random.randint(0, 6) for _ in range(4)]
        offers = [
            [
                Repainting(card, colour, random.randint(1, 4), random.randint(1, 6))
                for colour in random.sample(range(4), 2)
            ]
            for card in range(1, random.randint(3, 6))
        ]
        chosen = most_gain(offers, gems)
        assert covered(chosen, gems)
        assert len({option.card for option in chosen}) == len(chosen)
        ways = ([option for option in way if option] for way in product(*([None, *offer] for offer in offers)))
        assert gained(chosen) == max(gained(way) for way in ways if covered(way, gems))


def covered(options: list[Repainting], gems: list[int]) -> bool:
    """Are there gems for all of them?"""
    return all(sum(option.cost for option in options if option.colour == i) <= n for i, n in enumerate(gems))


def gained(options: list[Repainting]) -> int:
    return sum(option.gain for option in options)


@pytest.mark.parametrize("seed", range(6))
def test_it_is_found_quickly_in_a_big_pyramid(seed: int) -> None:
    """Thirty circles and more leftover gems than anybody keeps: well under a second each."""
    random = Random(seed)
    player = pyramid(random, 10, 4, (6, 6, 6, 6))
    began = time.process_time()
    best_recolouring(state_of(player), 0)
    assert time.process_time() - began < 2


def test_the_best_can_be_asked_after_the_choice() -> None:
    """What was chosen is taken back first, gems and all; the moves lead to the total."""
    given: dict[str, Any] = {
        "phase": "recolour",
        "pyramids": {"Anna": {"1.0": {"card": 22, "tokens": ["red+4"]}, "1.1": 33, "2.0": 1}},
        "gems": {"Anna": "2 green 2 red"},
    }
    session = place(**given)
    (before,) = GAME.best_endings(session.state)
    assert (before.seat, before.moves, before.total, before.rule) == (0, ("recolour 2.0 red",), 6, "VC-5.2")
    session.play("recolour 2.0 green")
    assert session.totals() == {"Anna": 2}
    (after,) = GAME.best_endings(session.state)
    assert after == before
    better = place(**given)
    better.play(after.moves[0])
    assert better.totals() == {"Anna": after.total}


def test_law_79_makes_circles_dearer() -> None:
    """One point more for a circle that was mixed, none for one that changes its colour."""
    pyramid = {"1.0": 22, "1.1": 33, "1.2": 79, "2.0": 1}
    session = place(phase="recolour", pyramids={"Anna": pyramid}, gems={"Anna": "2 green"})
    assert GAME.best_endings(session.state)[0].total == 3


def test_nothing_before_the_end() -> None:
    session = place(pyramids={"Anna": {"1.0": 1}}, lanes={"red": {"below": 21}})
    assert GAME.best_endings(session.state) == ()


def test_a_recolouring_taken_back_creates_no_gem() -> None:
    """Bug class 11."""
    given = {
        "phase": "recolour",
        "pyramids": {"Anna": GREEN_AND_MIXED},
        "gems": {"Anna": "4 green 4 red"},
        "supply": "none",
    }
    session = place(**given)
    session.play("recolour 2.0 green")
    session.undo()
    assert session.view().supply == {"blue": 0, "red": 0, "green": 0, "yellow": 0}
    assert session.view().gems[0] == {"blue": 0, "red": 4, "green": 4, "yellow": 0}
    session.redo()
    assert session.view().supply == {"blue": 0, "red": 0, "green": 2, "yellow": 0}
