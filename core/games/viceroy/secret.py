"""A choice that all players still in the phase make in secret and at the same time."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.games.viceroy.state import State


def choosers(state: State, step: None) -> tuple[int, ...]:
    """Who is in and has not chosen yet."""
    # Asked at half of all events: in Python 3.11 a comprehension is a call more.
    seats = []
    for seat, player in enumerate(state.players):
        if not player.out and not player.sealed:
            seats.append(seat)
    return tuple(seats)


def face_down(state: State, seat: int, code: int) -> State | None:
    """The state with this choice face down, if others have still to choose; None for the last one: all are turned up.

    `code` is how the choice is stored in `Player.sealed`, never 0.
    """
    for other, player in enumerate(state.players):
        if not player.out and not player.sealed and other != seat:
            players = [*state.players]
            players[seat] = replace(players[seat], sealed=code)
            return replace(state, players=tuple(players))
    return None
