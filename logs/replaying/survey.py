"""Everything about one stored log that statistics and checks need, read in one pass."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import plain_options, read_options
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import Result
from kronika.core.contract.twins import Partial, whole
from kronika.core.sessions.coverage import Coverage
from kronika.core.sessions.digest import digests_of_any_format
from kronika.core.sessions.events import Ending, Event, Reason
from kronika.core.sessions.visibility import redact_sheet
from kronika.logs.files.faults import Fault, FileError, LogError, gravest_fault
from kronika.logs.files.packed import structs_of
from kronika.logs.files.reader import LogReader
from kronika.logs.files.streams import display_name
from kronika.logs.replaying.replay import Validation


class Survey(Struct, frozen=True, omit_defaults=True):
    """The survey of one log. Records after the first illegal move are ignored.

    `path` is relative to the surveyed folder. `unreadable` is the reason why nothing could be read. `other_digests` are
    the digests of the last state in logs of other formats. `play` is a digest of the actions, without players and tags:
    equal games are duplicates. `players`, `tags` and `ending` are those after the last `set`, `options` those in force,
    including defaults. `sources` are the points by rule and seat, `parts` those by part of the score sheet and seat.
    `rules_cited` counts effects and score items by rule, `cards` the decisions that name a card.
    """

    path: str
    unreadable: str = ""
    game: str = ""
    rules: int = 0
    players: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    tags: dict[str, str] = {}
    records: int = 0
    events: int = 0
    decisions: int = 0
    faults: tuple[Fault, ...] = ()
    digest: str = ""
    other_digests: tuple[str, ...] = ()
    play: str = ""
    totals: tuple[int, ...] = ()
    result: Result | None = None
    ending: Ending | None = None
    sources: dict[str, tuple[int, ...]] = {}
    parts: dict[str, tuple[int, ...]] = {}
    rules_cited: dict[str, int] = {}
    cards: dict[str, int] = {}

    @property
    def ok(self) -> bool:
        """True if the log is readable and without a fault."""
        return not self.unreadable and not self.faults


def ended(log: Survey) -> Reason | None:
    """The reason why the game ended before its rules ended it; None if it was played to the end, or is unfinished."""
    return log.ending.why if log.ending and not log.result else None


def survey(folder: str, path: str, strict: bool = False, data: bytes | None = None) -> Survey:
    """Survey the log `path` in `folder`; `data` are its bytes, if they are known.

    Never raises for the content of a file.
    """
    try:
        return renamed(replayed_survey(os.path.join(folder, path), strict, data)[0], path)
    except FileError as error:
        return Survey(path, unreadable=str(error).removeprefix(display_name(folder)).lstrip("/\\"))


def replayed_survey(path: str, strict: bool = False, data: bytes | None = None) -> tuple[Survey, Validation | None]:
    """The survey of a log, and the replay that it comes from; None if that could not begin. Raises FileError."""
    try:
        with LogReader(path, data) as reader:
            validation = Validation(reader, strict)
            report = validation.run()
            return renamed(_survey(reader, validation, report.faults, report.records), path), validation
    except LogError as error:
        return renamed(Survey("", faults=(error.fault,)), path), None


def renamed(found: Survey, path: str) -> Survey:
    """The survey of the same content under another name."""
    faults = tuple(fault.for_path(path) for fault in found.faults)
    return replace(found, path=path, faults=faults)


def _survey(reader: LogReader, validation: Validation, faults: tuple[Fault, ...], records: int) -> Survey:
    game, header, line = reader.game, reader.header, validation.line
    said, options = validation.present, plain_options(read_options(game, header.options))
    # Of a witness's game the points are those that the witness knows.
    known = redact_sheet(game, line.state, validation.witness)
    items = known.items
    coverage = Coverage()
    validation.cite(coverage)
    sources: dict[str, list[int]] = {}
    parts: dict[str, list[int]] = {}
    for item in items:
        sources.setdefault(item.rule, [0] * len(said.players))[item.seat] += item.points
        parts.setdefault(item.part, [0] * len(said.players))[item.seat] += item.points
    decisions = [whole(event.do) for event in line.events if event.by != CHANCE]
    return Survey(
        path="",
        game=game.name,
        rules=header.rules,
        players=said.players,
        options=options,
        tags=dict(said.tags),
        records=records,
        events=len(line.events),
        decisions=len(decisions),
        faults=_first(faults),
        digest=validation.digest,
        other_digests=()
        if reader.witnessed
        else tuple(one for one in digests_of_any_format(line.state, header.options) if one != validation.digest),
        play=validation.digest if reader.witnessed else _game_digest(game, options, line.events),
        totals=tuple(total or 0 for total in known.totals),
        result=game.result(line.state),
        ending=said.ending,
        sources={rule: tuple(points) for rule, points in sorted(sources.items())},
        parts={part: tuple(points) for part, points in parts.items()},
        rules_cited={rule: coverage.count(rule) for rule in sorted(coverage.rules())},
        cards=dict(sorted(Counter(card for do in decisions for card in _cards(game, do)).items())),
    )


def _cards(game: AnyGame, do: Any) -> Sequence[str]:
    """The cards that a decision plays, as far as they were seen."""
    return () if isinstance(do, Partial) else game.named_cards(do)


def _first(faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The first faults, then the number of the others, with a fault of another code if there is one, the gravest."""
    told, rest = faults[: limits.SURVEY_FAULTS], faults[limits.SURVEY_FAULTS :]
    if not rest:
        return told
    codes = {fault.code for fault in told}
    other = gravest_fault([fault for fault in rest if fault.code not in codes] or rest)
    message = f"{other.message}; it is one of {len(rest):,} more faults, the others are not listed"
    return *told, Fault(other.path, other.line, other.code, message, other.rules)


def _game_digest(game: AnyGame, options: dict[str, Any], events: list[Event]) -> str:
    """A digest of the options, given or default, and of the decisions and chance in force."""
    numbers = {kind: number for number, kind in enumerate(structs_of(game.Do).values())}
    played = [(event.by, numbers[type(event.do)], event.do) for event in events]
    return blake2b(msgspec.msgpack.encode((game.name, sorted(options.items()), played)), digest_size=8).hexdigest()
