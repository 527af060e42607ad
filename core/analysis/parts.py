"""Sums for parts of a game: by third of the game, and by type of action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from kronika.core.analysis.decisions import ChanceVerdict, Decision, Delta, Verdict, sum_deltas, total_skill

THIRDS: Final = ("first third", "second third", "last third")
"""The parts of a game, each with a third of the numbers of what was judged."""


class PartSums(Struct, frozen=True):
    """The sums of one player for a third of the game, or for all decisions of one type of action.

    `decisions` counts those with a choice. `luck` is null for a type of action, and in an analysis for a seat.
    """

    by: Literal["third", "action"]
    name: str
    decisions: int
    skill: Delta
    luck: Delta | None


def parts_of(seat: int, verdicts: Sequence[Verdict], *, luck: bool) -> tuple[PartSums, ...]:
    """The sums of a seat, by third of the game and then by type of action.

    Thirds are those of what was judged, so they do not depend on notes or moves that were added later. `luck` says
    whether there are verdicts on chance.
    """
    first, last = (verdicts[0].record, verdicts[-1].record) if verdicts else (1, 1)
    third_of = {one.record: len(THIRDS) * (one.record - first) // (last - first + 1) for one in verdicts}
    own = [one for one in verdicts if isinstance(one, Decision) and one.seat == seat]
    found = []
    for third, name in enumerate(THIRDS):
        within = [one for one in verdicts if third_of[one.record] == third]
        falls = [one.luck[seat] for one in within if isinstance(one, ChanceVerdict)]
        decided = [one for one in own if third_of[one.record] == third]
        found.append(_part("third", name, decided, sum_deltas(falls) if luck else None))
    for action in sorted({one.action for one in own if has_choice(one)}):
        found.append(_part("action", action, [one for one in own if one.action == action], None))
    return tuple(found)


def has_choice(decision: Decision) -> bool:
    """Whether there was more than one legal move."""
    return decision.legal > 1


def _part(by: Literal["third", "action"], name: str, decided: Sequence[Decision], luck: Delta | None) -> PartSums:
    return PartSums(by, name, sum(map(has_choice, decided)), total_skill(decided), luck)
