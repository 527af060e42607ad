"""The tables of a kit: each number of players, and each value of an option that makes a difference."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import cycle, islice, zip_longest
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.options import new_game_options, options_of, plain_options
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session
from kronika.logs.work.simulate import game_seed, play_random

_TRIED: Final = 4
"""Random games at each number of players in which an option is tested for a difference."""
_MORE: Final = 100
"""Random games that are searched for events that no earlier game has."""
_KEPT: Final = 25
"""The most such games: each takes 10 to 150 KB, and in Viceroy nearly every one shows something new."""
_NUMBER: Final = re.compile(r"\d+")


class SampleGame(Struct, frozen=True):
    """A whole random game at a table, and a description of the table."""

    about: str
    session: Session


def sample_games(game: AnyGame) -> Iterator[SampleGame]:
    """Yield the games at each table: first with the usual options, then for each other value of each option.

    The games are always the same: the seeds are fixed.
    """
    usual = {seats: _games(game, seats, {}) for seats in range(game.seats[0], game.seats[1] + 1)}
    for seats, games in usual.items():
        if games:
            yield SampleGame(_players(seats), games[0])
    for option in options_of(game):
        for value in option.values:
            changed = {option.name: value}
            if session := _where_options_matter(game, changed, usual):
                yield SampleGame(f"{_players(len(session.players))}, {option.name} = {value}", session)


def more_sample_games(game: AnyGame, there: Sequence[SampleGame]) -> Iterator[SampleGame]:
    """Yield more games at these tables, each with something that has not happened before.

    That is an effect of another type or rule, or points of another source or with another reckoning, apart from
    numbers.
    """
    return islice(_that_add_kinds(game, there), _KEPT)


def _that_add_kinds(game: AnyGame, there: Sequence[SampleGame]) -> Iterator[SampleGame]:
    seen = set[Hashable]().union(*(_event_kinds(table.session) for table in there))
    for number, table in zip(range(_MORE), cycle(there), strict=False):
        old = table.session
        session = play_random(game, len(old.players), old.header.options, game_seed(_TRIED + number, len(old.players)))
        happened = _event_kinds(session)
        if not happened <= seen:
            seen |= happened
            yield SampleGame(table.about, session)


def _event_kinds(session: Session) -> set[Hashable]:
    effects = {(type(effect), effect.rule) for event in session.line.events for effect in event.then}
    items = {(item.source, item.rule, bool(item.points), _NUMBER.sub("", item.note)) for item in session.score()}
    return {*effects, *items}


def _players(seats: int) -> str:
    return f"{seats} player{'' if seats == 1 else 's'}"


def _where_options_matter(
    game: AnyGame, changed: Mapping[str, str], usual: Mapping[int, list[Session]]
) -> Session | None:
    """The first game that differs from that with the usual options, else the first one; None if the value is usual."""
    first = None
    for seats, others in usual.items():
        for session, other in zip_longest(_games(game, seats, changed), others):
            if session is None:
                break  # the option does not go with this number of players
            if other is None or session.line.events != other.line.events:
                return session
            if session.header.options == other.header.options:
                return None
            first = first or session
    return first


def _games(game: AnyGame, seats: int, options: Mapping[str, Any]) -> list[Session]:
    """Random games at a table; empty if the options do not allow this number of players."""
    try:
        plain = plain_options(new_game_options(game, options))
        return [play_random(game, seats, plain, game_seed(number, seats)) for number in range(_TRIED)]
    except BadSetup:
        return []
