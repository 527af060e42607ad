"""Rules that only a recorded game would have noticed, each with a value worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.examples.example import Example, start_example
from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.actions import Activate
from kronika.core.games.ancient_knowledge.effects.turns import Skipped
from kronika.core.sessions.session import Session

NAMES = ("Anna", "Bob", "Cyril", "Dana")
PAST = {12: "C29", 10: "C28", 8: "C27", 7: "C26", 6: "C25", 2: "C16", 0: "C12"}
"""By points: a city that scores them in the Past and nothing else."""


def desk(seats: int = 2, *, teams: bool = False, players: dict[str, Any], **given: Any) -> Session:
    options = {"teams": teams}
    given = {"players": players, **given}
    return start_example(Example("?", "ancient_knowledge", players=list(NAMES[:seats]), options=options, given=given))


# -- the end of a game of teams (AK-8.2d) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("single", "winners", "tie"),
    [
        # The same sum on both sides; who of the four has most decides, wherever he sits.
        ((12, 0, 10, 2), (0, 1), "equal sums, the highest single score: 12 points"),
        ((0, 12, 10, 2), (0, 1), "equal sums, the highest single score: 12 points"),
        ((0, 12, 2, 10), (0, 1), "equal sums, the highest single score: 12 points"),
        ((10, 2, 12, 0), (2, 3), "equal sums, the highest single score: 12 points"),
        ((2, 10, 12, 0), (2, 3), "equal sums, the highest single score: 12 points"),
        ((10, 2, 0, 12), (2, 3), "equal sums, the highest single score: 12 points"),
        # The higher sum, whoever has most alone.
        ((12, 0, 7, 6), (2, 3), ""),
        ((7, 6, 0, 12), (0, 1), ""),
    ],
)
def test_the_sum_of_a_team_then_the_highest_single_score(
    single: tuple[int, ...], winners: tuple[int, ...], tie: str
) -> None:
    past = {name: {"past": [PAST[points]]} for name, points in zip(NAMES, single, strict=True)}
    session = desk(4, teams=True, players=past, phase="end")
    outcome = session.outcome()
    assert outcome is not None
    assert (tuple(outcome.winners), outcome.tie_break) == (winners, tie)
    sums = (single[0] + single[1], single[2] + single[3])
    assert set(session.totals().values()) <= set(sums), "each player is told what the team has"


def test_a_full_tie_of_teams_is_shared_whoever_has_the_points() -> None:
    """AK-8.2d: 10 + 2 against 2 + 10, the ten of Dana as 6 + 4."""
    players = {
        "Anna": {"past": ["C28"]},
        "Bob": {"past": ["C16"]},
        "Cyril": {"past": ["M9"]},  # 2
        "Dana": {"past": ["C25"], "technologies": ["T45"]},  # 6 + 4
    }
    outcome = desk(4, teams=True, players=players, phase="end").outcome()
    assert outcome is not None
    assert tuple(outcome.winners) == (0, 1, 2, 3)
    assert outcome.tie_break == "equal sums and single scores: a shared victory"


# -- a card that has left play (AK-2.8) -------------------------------------------------------------------------------


def test_a_card_that_has_left_play_is_passed_over_in_the_timeline_phase() -> None:
    """AK-2.8: what is activated is fixed at the start of the phase. No card of the box takes another one away then, so
    it is taken out of the state by hand: A10 is resolved, A8 is passed over, A14 is the last one and does nothing."""
    session = desk(players={"Anna": {"artifacts": ["A8", "A10", "A14"], "hand": ["C1"]}}, phase="timeline")
    assert session.legal()["Anna"] == ["activate A8", "activate A10", "activate A14"]
    state = session.state
    anna = state.players[0]
    state = replace(state, players=(replace(anna, artifacts=anna.artifacts[1:]), *state.players[1:]))
    after, effects = GAME.apply(state, 0, Activate("A10"))
    assert [effect for effect in effects if type(effect) is Skipped] == [Skipped(0, "A8", "AK-2.8")]
    assert GAME.describe(Skipped(0, "A8", "AK-2.8"), NAMES[:2]) == (
        "Anna's A8 La Maná Pyramid is no longer in play and passed over"
    )
    assert [turn.seat for turn in after.turns] == [1], "the turn has gone on to its end"
