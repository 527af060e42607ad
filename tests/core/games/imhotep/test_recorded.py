"""The recorded games of Imhotep: each is what its name says. That they replay is tested for all games together."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.games.imhotep import actions as do_
from kronika.core.games.imhotep import effects
from kronika.core.sessions.session import Session
from support.playing import done, happened, recorded

SITES = ("market", "pyramids", "temple", "burial_chamber", "obelisks")


def sides(session: Session) -> str:
    return "".join(str(session.header.options[site]) for site in SITES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_side_a(players: int) -> None:
    """Six rounds with all four blue cards played."""
    session = recorded("imhotep", f"side-a-{players}")
    assert (len(session.players), sides(session)) == (players, "aaaaa")
    assert done(session) >= {do_.Take, do_.Load, do_.Sail, do_.TakeCard}
    assert done(session) >= {do_.Lever, do_.Hammer, do_.SailCard, do_.Chisel}
    assert len(happened(session, effects.RoundEnded)) == 6
    assert session.result() is not None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_side_b(players: int) -> None:
    """Pairs, pyramids with a card as a bonus, choices in the temple, towers."""
    session = recorded("imhotep", f"side-b-{players}")
    assert (len(session.players), sides(session)) == (players, "bbbbb")
    assert done(session) >= {do_.Pair, do_.Keep, do_.Pyramid, do_.BonusCard, do_.Draw, do_.Choose}
    assert happened(session, effects.Tower)
    assert list(session.header.options["obelisks_b"]) == [10, 9, 8, 7, 6, 5, 4]


def test_mixed_boards() -> None:
    session = recorded("imhotep", "mixed")
    assert sides(session) == "ababa"
    parts = {(item.part, item.rule) for item in session.score()}
    assert {("pyramids", "IM-3.8"), ("temple", "IM-3.10"), ("burial chamber", "IM-3.14")} <= parts


def test_wrath() -> None:
    """Some lose 5 points, some don't."""
    session = recorded("imhotep", "wrath")
    wrath = [item.points for item in session.score() if item.part == "wrath"]
    assert set(wrath) == {0, -5}
    assert len(wrath) == 4


def test_pass() -> None:
    """A player without stones passes, since no ship is ready to sail; the other one ends the round."""
    session = recorded("imhotep", "pass")
    numbers = [n for n, event in enumerate(session.line.events) if isinstance(event.do, do_.Pass)]
    assert numbers
    for number in numbers:
        state, seat = session.line.states[number], session.line.events[number].by
        assert session.game.actions(state, seat) == [do_.PASS]
        assert (state.sleds[seat], state.quarries[seat]) == (0, 0)
    assert not happened(session, effects.RoundBroken)


def test_broken_round() -> None:
    """Nobody has a stone left and ships lie unsailed: their stones go home (IM-2.10)."""
    session = recorded("imhotep", "broken-round")
    number = next(n for n, event in enumerate(session.line.events) if effects_of(event, effects.RoundBroken))
    before, after = session.line.states[number], session.line.states[number + 1]
    assert (sum(before.sleds), sum(before.quarries)) == (0, 0)
    aboard = sum(1 for slots in before.ships for stone in slots if stone)
    assert aboard
    assert sum(after.quarries) == aboard


def effects_of(event: Any, kind: type) -> list[Any]:
    return [effect for effect in event.then if isinstance(effect, kind)]


def test_reshuffle() -> None:
    """The market could not be filled without the discard pile."""
    session = recorded("imhotep", "reshuffle")
    filled = [event for event in session.line.events if isinstance(event.do, do_.Fill)]
    assert any(effects_of(event, effects.Reshuffled) for event in filled)


def test_tie_decided_by_the_sled() -> None:
    session = recorded("imhotep", "tie-decided-by-the-sled")
    result = session.result()
    assert result is not None
    assert result.totals[0] == result.totals[1]
    (winner,) = result.winners
    assert session.state.sleds[winner] > session.state.sleds[1 - winner]
    assert result.tie_rule == "IM-4.3"


def test_shared_victory() -> None:
    session = recorded("imhotep", "shared-victory")
    result = session.result()
    assert result is not None
    first, second = result.winners
    assert result.totals[first] == result.totals[second] == max(result.totals)
    assert session.state.sleds[first] == session.state.sleds[second]
    assert "shared" in result.tie_break
