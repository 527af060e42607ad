"""Games drawn at random from those that agree with a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.unseen import OPEN, Holds, Move, Operation, Supply, Trade
from kronika.core.unseen import sampling
from kronika.core.unseen.routes import Impossible
from kronika.core.unseen.sampling import Walk
from kronika.core.unseen.solver import Unproved, solve
from support.small_decks import ANNA, BAG, BOB, DECKS, OUT, is_followed, some_record
from support.unseen import recorded


def walk_on(supply: Supply, moves: list[Operation], seed: int) -> Walk | None:
    """A walk from a game that agrees; None if there is none, or nothing unseen."""
    try:
        found = solve(supply, moves)
    except (Impossible, Unproved):
        return None
    drawn = [isinstance(one, Move) and one.source == BAG for one in moves]
    walk = Walk(supply, moves, drawn, Dice(seed))
    walk.begin([found[i] for i in sorted(found)])
    return walk if walk.slots else None


@pytest.mark.parametrize("deck", DECKS)
def test_each_game_of_a_walk_agrees_with_the_record(deck: str) -> None:
    random, walked = Random(f"walk {deck}"), 0
    while walked < 8:
        moves = some_record(random, DECKS[deck], 6)
        walk = walk_on(DECKS[deck], moves, walked)
        if walk is None:
            continue
        walked += 1
        for _ in range(40):
            walk.step()
            assert is_followed(DECKS[deck], moves, walk.kinds)


@pytest.mark.parametrize(
    ("later", "red"),
    [
        ([], 2 / 3),  # two of three tiles are red
        ([Move(BAG, OPEN, "red")], 1 / 2),  # red first, then one of one red of two: 2/3 * 1/2; blue first: 1/3 * 1
        ([Move(BAG, OPEN, "blue")], 1),
        ([Trade(ANNA, BOB), Holds(BOB, frozenset({"red"}))], 1),
        ([Move(ANNA, BAG), Move(BAG, OPEN, "red")], 2 / 3),  # what goes back says nothing
    ],
)
def test_games_are_drawn_as_often_as_chance_gives_them(later: list[Operation], red: float) -> None:
    supply: Supply = {BAG: {"red": 2, "blue": 1}}
    walk = walk_on(supply, [Move(BAG, ANNA), *later], 5)
    if walk is None:
        assert red == 1
        return
    drawn: Counter[str] = Counter()
    for _ in range(3_000):
        walk.step()
        drawn[walk.kinds[0]] += 1
    assert drawn["red"] / 3_000 == pytest.approx(red, abs=0.05)


PASSED_ON = [Move(BAG, ANNA), Move(ANNA, BOB), Move(BOB, OUT)]
OF_THREE = {ANNA: {"A", "B"}, BOB: {"B", "C"}, OUT: {"C", "A"}}


@pytest.mark.parametrize(
    ("supply", "moves", "shares"),
    [
        # The first is red in 1 of 2, and then the second in 1 of 3.
        pytest.param(
            {BAG: {"red": 2, "blue": 2}},
            [*PASSED_ON, *PASSED_ON],
            {("red", "red"): 1 / 6, ("red", "blue"): 1 / 3, ("blue", "red"): 1 / 3, ("blue", "blue"): 1 / 6},
            id="one thing in more places than two, others of its kind elsewhere",
        ),
        # A B C and B C A fill the three places, and no exchange of two leads from one to the other.
        pytest.param(
            {BAG: dict.fromkeys("ABC", 1)},
            [*(Move(BAG, at) for at in OF_THREE), *(Holds(at, frozenset(of)) for at, of in OF_THREE.items())],
            {("A", "C"): 1 / 2, ("B", "A"): 1 / 2},
            id="three things that can only be passed around",
        ),
    ],
)
def test_every_game_that_agrees_is_reached(
    supply: Supply, moves: list[Operation], shares: dict[tuple[str, str], float]
) -> None:
    """`shares` are those of the games by the things of the first and the last draw."""
    walk = walk_on(supply, moves, 3)
    assert walk is not None
    last = max(i for i, one in enumerate(moves) if isinstance(one, Move) and one.source == BAG)
    found: Counter[tuple[object, object]] = Counter()
    for _ in range(8_000):
        walk.step()
        found[walk.kinds[0], walk.kinds[last]] += 1
    assert {both: n / 8_000 for both, n in found.items()} == pytest.approx(shares, abs=0.15)


def test_a_game_that_the_rules_do_not_allow_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The present game is returned only if no game that was drawn is allowed."""
    completion = recorded("tides", 2, 3).completion
    tried: list[Any] = []

    def played_after(refused: int) -> Any:
        def play(_: Any, things: Sequence[Any]) -> Any:
            tried.append(things)
            return None if len(tried) <= refused else (things, ())

        return play

    monkeypatch.setattr(sampling, "_played", played_after(2))
    assert sampling.sampled(completion, Dice(1)) == (tried[2], ())
    assert tried[0] != tried[1] != tried[2]
    tried.clear()
    monkeypatch.setattr(sampling, "_played", played_after(99))
    assert sampling.sampled(completion, Dice(1)) == (completion.dos, completion.states)
    assert len(tried) == sampling.TRIES
