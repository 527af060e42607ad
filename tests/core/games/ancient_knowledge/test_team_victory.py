"""The end of a game of teams: sums, then the highest single score, then a shared victory (AK-8.2d)."""

from __future__ import annotations

import pytest

from support.ancient import NAMES, TEAMS, place

PAST = {12: "C29", 10: "C28", 8: "C27", 7: "C26", 6: "C25", 2: "C16", 0: "C12"}
"""By points: a city that scores them in the Past and nothing else."""


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
        # The higher sum counts, and not the most of one player.
        ((12, 0, 7, 6), (2, 3), ""),
        ((7, 6, 0, 12), (0, 1), ""),
    ],
)
def test_the_sum_of_a_team_then_the_highest_single_score(
    single: tuple[int, ...], winners: tuple[int, ...], tie: str
) -> None:
    past = {name.lower(): {"past": [PAST[points]]} for name, points in zip(NAMES, single, strict=True)}
    session = place(players=4, options=TEAMS, phase="end", **past)
    result = session.result()
    assert result is not None
    assert (tuple(result.winners), result.tie_break) == (winners, tie)
    sums = (single[0] + single[1], single[2] + single[3])
    assert set(session.totals().values()) <= set(sums), "each player is told what the team has"


def test_a_full_tie_of_teams_is_shared_no_matter_who_has_the_points() -> None:
    """AK-8.2d: 10 + 2 against 2 + 10, the ten of Dana as 6 + 4."""
    players = {
        "anna": {"past": ["C28"]},
        "bob": {"past": ["C16"]},
        "cyril": {"past": ["M9"]},  # 2
        "dana": {"past": ["C25"], "technologies": ["T45"]},  # 6 + 4
    }
    result = place(players=4, options=TEAMS, phase="end", **players).result()
    assert result is not None
    assert tuple(result.winners) == (0, 1, 2, 3)
    assert result.tie_break == "equal sums and single scores: a shared victory"
