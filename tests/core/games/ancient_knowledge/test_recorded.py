"""The recorded games of Ancient Knowledge: each is what its name says. That they replay is tested for all games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kronika.core.games.ancient_knowledge import actions
from kronika.core.games.ancient_knowledge.effects import builders, ending, technologies, turns
from support.playing import done, happened, recorded

FIVE_ACTIONS = {actions.Create, actions.Learn, actions.Archive, actions.Excavate, actions.Search}


@pytest.mark.parametrize(("name", "players"), [("two", 2), ("three", 3), ("four", 4)])
def test_games_of_two_to_four(name: str, players: int) -> None:
    """All five actions; everybody has had as many turns; the points are those of the last effect."""
    session = recorded("ancient_knowledge", name)
    assert len(session.players) == players
    assert done(session) >= FIVE_ACTIONS
    on_turn = [effect.seat for effect in happened(session, turns.TurnEnded)]
    assert {on_turn.count(seat) for seat in range(players)} == {len(on_turn) // players}
    (end,) = happened(session, ending.Ended)
    assert end.points == tuple(session.totals().values())


def test_starter_sets() -> None:
    session = recorded("ancient_knowledge", "starter-sets")
    assert session.header.options["starter_sets"] is True
    assert actions.Starters in done(session)
    assert actions.Keep not in done(session)


def test_teams() -> None:
    """Steps of partners interleave, cards are exchanged, each team has one score."""
    session = recorded("ancient_knowledge", "teams")
    assert session.header.options["teams"] is True
    assert happened(session, ending.Exchanged)
    assert done(session) >= {actions.Offer, actions.Accept, actions.Refuse, actions.Proceed}
    totals = list(session.totals().values())
    assert totals[0] == totals[1] != totals[2] == totals[3]
    result = session.result()
    assert result is not None
    assert result.winners in ((0, 1), (2, 3))
    players = [event.by for event in session.line.events if event.by >= 0]
    assert any({a, b} == {0, 1} for a, b in pairwise(players))


def test_half_game_flip_and_a_boxed_board() -> None:
    session = recorded("ancient_knowledge", "half-game-and-boxed-board")
    assert len(happened(session, technologies.BoardFlipped)) == 1
    assert happened(session, technologies.BoardBoxed)
    view = session.view()
    assert view.flipped
    assert 0 in [board.level for board in view.boards]
    assert view.box


def test_both_kinds_of_deck_are_reshuffled() -> None:
    session = recorded("ancient_knowledge", "both-decks-reshuffled")
    assert happened(session, builders.Reshuffled)
    assert happened(session, technologies.TechnologiesReshuffled)


def test_the_end_with_fifteen() -> None:
    """Thirteen in the Past and two on slot 1 (AK-7.1)."""
    session = recorded("ancient_knowledge", "fifteen")
    (trigger,) = happened(session, ending.EndTriggered)
    assert trigger.monuments == 15
    assert max(len(player.past) for player in session.view().players) >= 15


def test_a_tie_decided_by_lost_knowledge() -> None:
    session = recorded("ancient_knowledge", "tie")
    result = session.result()
    assert result is not None
    assert len(set(result.totals)) == 1
    lost = [player.lost for player in session.view().players]
    assert result.winners == (lost.index(min(lost)),)
    assert result.tie_rule == "AK-7.4"
