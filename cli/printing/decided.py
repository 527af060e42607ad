"""The sources by which the winner of a game gained most over the next player, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kronika.core.basics.text import join_words
from kronika.core.contract.options import read_options
from kronika.core.sessions.session import Session

_MOST: Final = 2
"""The most sources that the sentence names."""


def decided_text(session: Session, state: Any) -> str:
    """A sentence on the sources by which the winner is ahead of the next player; empty without a single winner.

    In a game in which one part counts alone, such as the smallest colour of Tigris & Euphrates, it names these parts.
    """
    result, game = session.game.result(state), session.game
    if result is None or len(result.winners) != 1 or len(session.players) == 1:
        return ""
    winner = result.winners[0]
    second = max((seat for seat in range(len(session.players)) if seat != winner), key=lambda seat: result.totals[seat])
    if not game.totals_are_sums(read_options(game, session.header.options)):
        return _parts_that_count(session, state, (winner, second), result.totals)
    names = session.players
    mine, other = (_by_source(session, state, seat) for seat in (winner, second))
    gains = {source: mine.get(source, 0) - other.get(source, 0) for source in {**mine, **other}}
    best = sorted((source for source in gains if gains[source] > 0), key=lambda source: -gains[source])[:_MOST]
    if not best:
        return ""
    where = [f"{source} ({mine.get(source, 0)} to {other.get(source, 0)})" for source in best]
    return f"{names[winner]} gained most over {names[second]} with {join_words(where)}."


def _by_source(session: Session, state: Any, seat: int) -> Mapping[str, int]:
    points: dict[str, int] = {}
    for item in session.game.score(state):
        if item.seat == seat:
            points[item.source] = points.get(item.source, 0) + item.points
    return points


def _parts_that_count(session: Session, state: Any, seats: tuple[int, int], totals: tuple[int, ...]) -> str:
    """The parts of each of these players that are their total, in a sentence."""
    said = []
    for seat in seats:
        points: dict[str, int] = {}
        for item in session.game.score(state):
            points[item.part] = points.get(item.part, 0) + item.points * (item.seat == seat)
        parts = [name for name, n in points.items() if n == totals[seat]]
        said.append(f"{session.players[seat]}'s is {totals[seat]}{f', in {join_words(parts)}' if parts else ''}")
    return f"Only the lowest part of each player counts: {'; '.join(said)}."
