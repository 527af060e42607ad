"""Blunders that are proved get a sign, and are among the costliest of their games: the last choices of Tides.

`pytest -m long -s -n 0 tests/core/analysis/test_blunders.py` prints the figures, with new seeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from kronika.core.analysis.decisions import Decision, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.summary import summarize
from kronika.core.basics.chance import Dice, random_seed
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.work.simulate import play_random
from support.proofs import can

BLUNDERS = 30
NEEDED = 27
"""The most of them that may be missed is a tenth."""
CARDS = 2
"""Cards in each hand at the last choice of the game."""
LAST = 6
"""The number of last events of a game that are searched."""
REDEALS = 4

pytestmark = pytest.mark.long


class Blunder(NamedTuple):
    """A decision that is proved to lose a game that another move wins: its game, seat, and number of events before."""

    session: Session
    seat: int
    number: int


def proved(session: Session, state: Any, seat: int, do: Any) -> bool:
    """Does the move lose whatever follows, and another one win whatever follows, in each deal of the hidden cards?"""
    game = session.game
    deals = [game.redeal(state, seat, Dice(n)) for n in range(REDEALS)]

    def after(move: Any) -> list[Any]:
        return [game.apply(deal, seat, move)[0] for deal in deals]

    if any(can(game, end, seat, hostile=False) for end in after(do)):
        return False
    others = [move for move in game.actions(state, seat) if move != do]
    return any(all(can(game, end, seat, hostile=True) for end in after(move)) for move in others)


def blunders(seed: int) -> Iterator[Blunder]:
    """Those of random games, one of a game at most; the rest of each game is searched completely."""
    for number in range(10_000):
        session = play_random(get_game("tides"), 2, {}, Dice(seed, number).below(1 << 48))
        line = session.line
        for at, (state, event) in enumerate(zip(line.states, line.events, strict=False)):
            if event.by == CHANCE or at < len(line.events) - LAST or len(state.hands[event.by]) != CARDS:
                continue
            if proved(session, state, event.by, event.do):
                yield Blunder(session, event.by, at)
                break


def test_proved_blunders_get_a_sign_and_are_among_the_costliest() -> None:
    seed = random_seed()
    config = AnalysisConfig(seed=seed)
    signs, costliest = 0, 0
    for _, (session, seat, at) in zip(range(BLUNDERS), blunders(seed), strict=False):
        own = [judge_event(unit) for unit in events_to_judge(session, config, seat)]
        (mine,) = [one for one in own if one.record == at + 1]
        assert isinstance(mine, Decision)
        signs += bool(mine.mark)
        costliest += mine.record in summarize(session, config, seat, own).tallies[0].costliest
    print(
        f"\nseed {seed}: of {BLUNDERS} proved blunders {signs} have a sign, {costliest} are among the three costliest"
    )
    assert signs >= NEEDED, seed
    assert costliest >= NEEDED, seed
