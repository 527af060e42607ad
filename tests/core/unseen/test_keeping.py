"""The games that are kept for undo: those of then, in memory that grows with the record."""

from __future__ import annotations

import pytest

from kronika.core.unseen import keeping
from kronika.core.unseen.rows import FullGame
from support.unseen import again, recorded


@pytest.mark.parametrize("game", ["tides", "tigris", "viceroy"])
@pytest.mark.parametrize("most", [2, 64])
def test_each_length_has_the_game_that_it_had(game: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where only the last two runs of games are kept: the others are found again from the record."""
    monkeypatch.setattr(keeping, "MOST_RUNS", most)
    whole = recorded(game, 2, 5)
    session = again(whole, 0)
    then: list[FullGame] = []
    for event in whole.line.events[:60]:
        then.append(session.completion.now)
        session.append(event)
    for length in [n for n in (59, 40, 23, 22, 3, 0) if n < len(then)]:
        session.completion.cut(length)
        found, was = session.completion.now, then[length]
        assert (found.rows, found.dos, found.states, found.things) == (was.rows, was.dos, was.states, was.things)
        assert found.there == was.there


def test_a_game_that_only_goes_on_is_kept_once() -> None:
    session = again(recorded("tides", 2, 5))
    assert len(session.completion._kept._runs) < len(session.line.events)
