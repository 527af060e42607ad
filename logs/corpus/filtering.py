"""Searches for the logs that match a description."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.event_query import EventQuery, QueryError, is_made, read_move, seat_named
from kronika.core.contract.options import plain_options, read_options
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Reason
from kronika.logs.corpus.events import find_events
from kronika.logs.corpus.sums import Extent, Extents
from kronika.logs.files.faults import LogError
from kronika.logs.replaying.replay import load_full
from kronika.logs.replaying.survey import Facts, Survey, facts_of


class LogFilter(Struct, frozen=True):
    """A description of logs; all conditions that are given must hold.

    `options` and `tags` are as typed. `least` and `most` bound the best final score. `rule` must have been cited.
    `move` is a regular expression that matches a move in force, written as `Anna: pick 17` or `pick 17`, in upper or
    lower case; `turn`, `round` and `by` say which, as in an EventQuery. `ended` is the reason why the game ended before
    its rules ended it.
    """

    game: str | None = None
    seats: int | None = None
    options: dict[str, str] = {}
    tags: dict[str, str] = {}
    least: int | None = None
    most: int | None = None
    rule: str | None = None
    move: str | None = None
    finished: bool | None = None
    ended: Reason | None = None
    turn: int | None = None
    round: int | None = None
    by: str = ""


LogT = TypeVar("LogT", bound=Survey | Facts)

FIRST_MOVES: Final = 4096
"""The most first moves, and players, that are judged once: in many games most come again."""


def matching_logs(folder: str, found: Iterable[LogT], wanted: LogFilter) -> Iterator[LogT]:
    """Yield the valid logs that match the description, in their order."""
    has_move = _move_search(folder, wanted)
    for log in found:
        facts = log if isinstance(log, Facts) else facts_of(log)
        if facts.ok and _matches(facts, wanted) and has_move(facts):
            yield log


def _matches(log: Facts, wanted: LogFilter) -> bool:
    best = max(log.totals)
    return (
        (wanted.game is None or log.game == wanted.game)
        and (wanted.seats is None or len(log.players) == wanted.seats)
        and (not wanted.options or _has_options(log, wanted.options))
        and (not wanted.tags or all(log.tags.get(key) == value for key, value in wanted.tags.items()))
        and (wanted.least is None or best >= wanted.least)
        and (wanted.most is None or best <= wanted.most)
        and (wanted.rule is None or wanted.rule in log.rules_cited)
        and (wanted.finished is None or log.finished == wanted.finished)
        and (wanted.ended is None or log.ended == wanted.ended)
    )


def may_match(sums: Extents, wanted: LogFilter) -> bool:
    """False if none of the logs in these sums can match the description."""
    return any(_may_match(game, extent, wanted) for (game, _), extent in sums.sums.items())


def _may_match(game: str, extent: Extent, wanted: LogFilter) -> bool:
    logs, finished = sum(extent.sizes.values()), sum(extent.results.values())
    totals = [total for by_seat in extent.totals for total in by_seat]
    return all(
        (
            wanted.game in (None, game),
            wanted.seats is None or any(seats == wanted.seats for *_, seats in extent.sizes),
            # The totals are those of finished games only.
            wanted.least is None or finished < logs or max(totals, default=0) >= wanted.least,
            wanted.most is None or finished < logs or min(totals, default=0) <= wanted.most,
            wanted.rule is None or wanted.rule in extent.rules,
            wanted.finished is None or (finished > 0 if wanted.finished else finished < logs),
            wanted.ended is None or wanted.ended in extent.ended,
        )
    )


def asks_sums(wanted: LogFilter) -> bool:
    """True if a condition is one that sums over logs may show to hold for none of them."""
    asked = (wanted.game, wanted.seats, wanted.least, wanted.most, wanted.rule, wanted.finished, wanted.ended)
    return any(one is not None for one in asked)


def _has_options(log: Facts, typed: dict[str, str]) -> bool:
    """True if these options are in force, read as the log's game reads them."""
    try:
        read = plain_options(read_options(get_game(log.game), typed))
    except BadSetup:
        return False
    return all(_same(log.options[name], read[name]) for name in typed)


def _same(left: object, right: object) -> bool:
    """True if two values of an option are the same, in lists or in tuples."""
    return msgspec.json.encode(left) == msgspec.json.encode(right)


def _move_search(folder: str, wanted: LogFilter) -> Callable[[Facts], bool]:
    """A function that is true of a log with such a move. The first of each player is known; for others the log is
    read.
    """
    if not wanted.move:
        return lambda log: True
    is_such = lru_cache(FIRST_MOVES)(partial(is_made, (read_move(wanted.move),)))
    seat_of = lru_cache(FIRST_MOVES)(partial(seat_named, wanted.by))
    only_first = wanted.turn == 1 and wanted.round is None

    def has_move(log: Facts) -> bool:
        if not only_first or not log.openings:
            return _has_any(os.path.join(folder, log.path), wanted)
        first = [*zip(log.players, log.openings, strict=True)]
        if wanted.by:
            seat = seat_of(log.players)
            first = [] if seat is None else [first[seat]]
        return any(text and is_such(name, text) for name, text in first)

    return has_move


def _has_any(address: str, wanted: LogFilter) -> bool:
    """True if any move of a log, which is read, is such a one."""
    query = EventQuery(moves=(wanted.move or "",), turn=wanted.turn, round=wanted.round, by=wanted.by)
    try:
        return any(find_events(load_full(address), query))
    except (LogError, QueryError):
        return False
