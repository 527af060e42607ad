"""Choices that all players still in a phase make in secret and at the same time."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.games.viceroy.state import State


def choosers(state: State, step: None) -> tuple[int, ...]:
    """Return the seats that are still in the phase and have not chosen yet."""
    # Called at half of all events, and a comprehension costs one more call in Python 3.11.
    seats = []
    for seat, player in enumerate(state.players):
        if not player.out and not player.sealed:
            seats.append(seat)
    return tuple(seats)


def face_down(state: State, seat: int, code: int) -> State | None:
    """Return the state with this choice sealed, or None if it is the last one, after which all are revealed.

    `code` is the choice as `Player.sealed` stores it, never 0.
    """
    for other, player in enumerate(state.players):
        if not player.out and not player.sealed and other != seat:
            players = [*state.players]
            players[seat] = replace(players[seat], sealed=code)
            return replace(state, players=tuple(players))
    return None
