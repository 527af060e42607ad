"""Which tables a kit plays at: each number of players, and each value of an option where it makes a difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final

from msgspec import Struct

from kronika.core.errors import BadSetup
from kronika.core.options import chosen_options, options_of, plain_options
from kronika.core.registry import AnyGame
from kronika.core.session import Session
from kronika.logs.simulate import game_seed, play_random

_TRIED: Final = 4
"""Random games at each number of players in which an option is looked for."""


class Table(Struct, frozen=True):
    """A whole random game at a table: what sets the table apart, and the game."""

    about: str
    session: Session


def tables(game: AnyGame) -> Iterator[Table]:
    """The tables of a game: first those with the usual options, then one for each other value of each option.

    The same every time: the seeds are fixed.
    """
    usual = {seats: _games(game, seats, {}) for seats in range(game.seats[0], game.seats[1] + 1)}
    for seats, games in usual.items():
        if games:
            yield Table(_players(seats), games[0])
    for option in options_of(game):
        for value in option.values:
            changed = {option.name: value}
            if session := _where_it_matters(game, changed, usual):
                yield Table(f"{_players(len(session.players))}, {option.name} = {value}", session)


def _players(seats: int) -> str:
    return f"{seats} player{'' if seats == 1 else 's'}"


def _where_it_matters(game: AnyGame, changed: Mapping[str, str], usual: Mapping[int, list[Session]]) -> Session | None:
    """The first game that goes otherwise than with the usual options, else the first; None where the value is usual."""
    first = None
    for seats, others in usual.items():
        for session, other in zip_longest(_games(game, seats, changed), others):
            if session is None:
                break  # the option does not go with so many players
            if other is None or session.line.events != other.line.events:
                return session
            if session.header.options == other.header.options:
                return None
            first = first or session
    return first


def _games(game: AnyGame, seats: int, options: Mapping[str, Any]) -> list[Session]:
    """Random games at a table; none where the options and so many players do not go together."""
    try:
        plain = plain_options(chosen_options(game, options))
        return [play_random(game, seats, plain, game_seed(number, seats)) for number in range(_TRIED)]
    except BadSetup:
        return []
