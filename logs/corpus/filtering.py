"""Searches for logs in a folder: duplicates, and those that match a description."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

import msgspec
from msgspec import Struct

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.event_query import EventQuery
from kronika.core.contract.options import plain_options, read_options
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Reason
from kronika.logs.corpus.events import find_events
from kronika.logs.files.addresses import file_of
from kronika.logs.files.faults import LogError
from kronika.logs.replaying.replay import load_full
from kronika.logs.replaying.survey import Survey, ended


def duplicates(found: Iterable[Survey]) -> list[tuple[str, ...]]:
    """Groups of logs of the same game: the same options, decisions and chance in force.

    Names and tags may differ.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for log in found:
        if log.ok:
            groups.setdefault((log.game, log.play), []).append(log.path)
    return [tuple(paths) for paths in groups.values() if len(paths) > 1]


def files_once(folder: str, found: Iterable[Survey]) -> tuple[list[Survey], set[str]]:
    """Each log under one of the names of its file, preferably not a link; and the names that a link leads to."""
    logs = list(found)
    names: dict[tuple[int, int, str], list[str]] = {}
    for log in logs:
        with suppress(OSError):  # its survey has reported it
            address = os.path.join(folder, log.path)
            file = file_of(address)
            there = os.stat(file)
            names.setdefault((there.st_dev, there.st_ino, address[len(file) :]), []).append(log.path)
    links = {log.path for log in logs if os.path.islink(os.path.join(folder, log.path))}
    kept = {min(paths, key=lambda path: (path in links, path)): paths for paths in names.values()}
    linked = {name for name, paths in kept.items() if links.intersection(paths) - {name}}
    return [log for log in logs if log.path in kept], linked


class LogFilter(Struct, frozen=True):
    """A description of logs; all conditions that are given must hold.

    `options` and `tags` are as typed. `least` and `most` bound the best final score. `rule` must have been cited.
    `move` is a regular expression that matches a move in force, written as `Anna: pick 17`, in upper or lower case.
    `ended` is the reason why the game ended before its rules ended it.
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


def matching_logs(folder: str, found: Iterable[Survey], wanted: LogFilter) -> Iterable[Survey]:
    """Yield the valid logs that match the description, in their order."""
    move = wanted.move
    for log in found:
        if log.ok and _matches(log, wanted) and (move is None or _has_move(os.path.join(folder, log.path), move)):
            yield log


def _matches(log: Survey, wanted: LogFilter) -> bool:
    best = max(log.totals)
    return all(
        (
            wanted.game is None or log.game == wanted.game,
            wanted.seats is None or len(log.players) == wanted.seats,
            not wanted.options or _has_options(log, wanted.options),
            all(log.tags.get(key) == value for key, value in wanted.tags.items()),
            wanted.least is None or best >= wanted.least,
            wanted.most is None or best <= wanted.most,
            wanted.rule is None or wanted.rule in log.rules_cited,
            wanted.finished is None or (log.result is not None) == wanted.finished,
            wanted.ended is None or ended(log) == wanted.ended,
        )
    )


def _has_options(log: Survey, typed: dict[str, str]) -> bool:
    """True if these options are in force, read as the log's game reads them."""
    try:
        read = plain_options(read_options(get_game(log.game), typed))
    except BadSetup:
        return False
    return all(_same(log.options[name], read[name]) for name in typed)


def _same(left: object, right: object) -> bool:
    """True if two values of an option are the same, in lists or in tuples."""
    return msgspec.json.encode(left) == msgspec.json.encode(right)


def _has_move(path: str, move: str) -> bool:
    try:
        return any(find_events(load_full(path), EventQuery(moves=(move,))))
    except LogError:
        return False
