"""Everything about one stored log that statistics and checks need, read in one pass."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import plain_options
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import Result
from kronika.core.contract.twins import Partial, whole
from kronika.core.sessions.digest import digest, format_1_digests
from kronika.core.sessions.events import FORMAT, Ending, Reason, done_text
from kronika.core.sessions.timeline import Timeline
from kronika.core.sessions.visibility import redact_sheet
from kronika.logs.files.faults import Fault, FileError, LogError, gravest_fault
from kronika.logs.files.packed import structs_of
from kronika.logs.files.reader import LogReader
from kronika.logs.files.streams import display_name
from kronika.logs.replaying.validation import Report, Validation


class Survey(Struct, frozen=True, omit_defaults=True):
    """The survey of one log. Records after the first illegal move are ignored.

    `path` is relative to the surveyed folder. `unreadable` is the reason why nothing could be read. `other_digests` are
    the digests of the last state in logs of other formats. `play` is a digest of the actions, without players and tags:
    equal games are duplicates. `players`, `tags` and `ending` are those after the last `set`, `options` those in force,
    including defaults. `sources` are the points by rule and seat, `parts` those by part of the score sheet and seat.
    `rules_cited` counts effects and score items by rule, `cards` the decisions that name a card. `openings` are the
    first decisions by seat, as they are typed.
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
    openings: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True if the log is readable and without a fault."""
        return not self.unreadable and not self.faults

    @property
    def witnessed(self) -> bool:
        """True if the log holds what one witness saw: then `play` is the digest of that."""
        return bool(self.play) and self.play == self.digest


class Facts(Struct, array_like=True):
    """The part of a survey that searches need, which is read faster where many are.

    `ok`, `finished` and `ended` are what the survey says; the other fields are its own.
    """

    path: str
    ok: bool
    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    tags: dict[str, str]
    play: str
    totals: tuple[int, ...]
    finished: bool
    ended: Reason | None
    rules_cited: dict[str, int]
    openings: tuple[str, ...]


def facts_of(log: Survey) -> Facts:
    """The facts of a log."""
    return Facts(
        log.path,
        log.ok,
        log.game,
        log.players,
        log.options,
        log.tags,
        log.play,
        log.totals,
        log.result is not None,
        ended(log),
        log.rules_cited,
        log.openings,
    )


def ended(log: Survey) -> Reason | None:
    """The reason why the game ended before its rules ended it; None if it was played to the end, or is unfinished."""
    return log.ending.why if log.ending and not log.result else None


def survey(folder: str, path: str, strict: bool = False, data: bytes | None = None) -> Survey:
    """Survey the log `path` in `folder`; `data` are its bytes, if they are known.

    Never raises for the content of a file.
    """
    try:
        return replayed_survey(os.path.join(folder, path) if folder else path, strict, data, path)[0]
    except FileError as error:
        return Survey(path, unreadable=str(error).removeprefix(display_name(folder)).lstrip("/\\"))


def replayed_survey(
    path: str, strict: bool = False, data: bytes | None = None, name: str = "", *, states: bool = False
) -> tuple[Survey, Validation | None]:
    """The survey of a log, and the replay that it comes from; None if that could not begin. Raises FileError.

    The survey has the path, or another `name`. With `states`, the replay has the state after each event.
    """
    name = name or path
    validation: Validation | None = None
    try:
        with LogReader(path, data) as reader:
            validation = Validation(reader, strict, states=states)
            found = _survey(name, reader, validation, validation.run())
    except LogError as error:
        found = Survey(name, faults=(error.fault,))
    return renamed(found, name) if found.faults else found, validation


def renamed(found: Survey, path: str) -> Survey:
    """The survey of the same content under another name."""
    if not found.faults:
        return replace(found, path=path)
    return replace(found, path=path, faults=tuple(fault.for_path(path) for fault in found.faults))


def _survey(name: str, reader: LogReader, validation: Validation, report: Report) -> Survey:
    game, header, played, witness = reader.game, reader.header, validation.played, validation.witness
    said, state, seats = validation.present, played.state, len(validation.present.players)
    options, items = _plain(state.options), game.plain_score(state)
    result = game.result(state) if validation.lost else report.result
    # Of a witness's game the points are those that the witness knows.
    known = items if witness is None else _known_items(game, state, witness)
    sources, parts = _points(known, seats)
    # The result of a game that is over has the totals already.
    totals = _totals(game, state, witness) if result is None or witness is not None else result.totals
    decisions = [do for by, do in played.actions if by != CHANCE]
    return Survey(
        path=name,
        game=game.name,
        rules=header.rules,
        players=said.players,
        options=options,
        tags=dict(said.tags),
        records=report.records,
        events=len(played.actions),
        decisions=len(decisions),
        faults=_first(report.faults),
        digest=report.digest,
        other_digests=() if reader.witnessed else _other_digests(reader, state, report.digest),
        play=report.digest if reader.witnessed else _game_digest(game, options, played.actions),
        totals=totals,
        result=result,
        ending=said.ending,
        sources=sources,
        parts=parts,
        rules_cited=_rules_cited(played.effects, items, result),
        cards=_cards(game, decisions, seen=reader.witnessed),
        openings=_openings(game, validation.line, played.actions, said.players),
    )


def _plain(options: Any) -> dict[str, Any]:
    """The options as plain data, made once while logs begin with the same state: equal ones may be 1 and `true`."""
    last = _last_options[0]
    if last[0] is not options:
        _last_options[0] = last = options, plain_options(options)  # one step, since threads may do this at once
    return dict(last[1])


_last_options: list[tuple[Any, dict[str, Any]]] = [(None, {})]


def _other_digests(reader: LogReader, state: Any, found: str) -> tuple[str, ...]:
    """The digests of the last state in logs of other formats."""
    now = () if reader.version >= FORMAT else (digest(state),)
    others = (*now, *format_1_digests(state, reader.header.options))
    return tuple([one for one in dict.fromkeys(others) if one != found])


PlainItem = tuple[int, str, str, int]
"""An item of a score sheet: seat, part, rule, points."""


def _known_items(game: AnyGame, state: Any, witness: int) -> list[PlainItem]:
    items = redact_sheet(game, state, witness).items
    return [(item.seat, item.part, item.rule, item.points) for item in items]


def _totals(game: AnyGame, state: Any, witness: int | None) -> tuple[int, ...]:
    known = game.totals(state) if witness is None else redact_sheet(game, state, witness).totals
    return tuple(total or 0 for total in known)


def _points(known: Sequence[PlainItem], seats: int) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
    """The points by rule and seat, and by part of the score sheet and seat."""
    sources = {rule: [0] * seats for rule in sorted({*map(_RULE_OF_ITEM, known)})}
    parts = {part: [0] * seats for part in dict.fromkeys(map(_PART_OF_ITEM, known))}
    for seat, part, rule, points in known:
        if points:
            sources[rule][seat] += points
            parts[part][seat] += points
    return {rule: tuple(row) for rule, row in sources.items()}, {part: tuple(row) for part, row in parts.items()}


def _rules_cited(effects: Sequence[Sequence[Any]], items: Sequence[PlainItem], result: Result | None) -> dict[str, int]:
    """How often effects, the score sheet and the result cite each rule, as `Coverage` counts it."""
    rules = [*map(_RULE, chain.from_iterable(effects)), *map(_RULE_OF_ITEM, items)]
    if result is not None:
        rules += filter(None, (result.rule, result.tie_rule))
    return _counted(rules)


def _counted(names: Iterable[str]) -> dict[str, int]:
    counts = Counter(names)
    return {name: counts[name] for name in sorted(counts)}


_RULE: Final = attrgetter("rule")
_PART_OF_ITEM: Final = itemgetter(1)
_RULE_OF_ITEM: Final = itemgetter(2)


def _cards(game: AnyGame, decisions: Sequence[Any], *, seen: bool) -> dict[str, int]:
    """How many decisions name each card; `seen` are those of a witness, of whom some cards were not seen."""
    if seen:
        decisions = [done for do in decisions if not isinstance(done := whole(do), Partial)]
    try:
        return _counted(chain.from_iterable(map(_named_cards(game), decisions)))
    except TypeError:  # an action that holds a list can't be looked up
        return _counted(chain.from_iterable(map(game.named_cards, decisions)))


@lru_cache(maxsize=32)
def _named_cards(game: AnyGame) -> Callable[[Any], Sequence[str]]:
    """The cards of a decision, looked up where the same one was met before."""
    return lru_cache(maxsize=1024)(game.named_cards)


def _openings(
    game: AnyGame, line: Timeline[Any], actions: Sequence[tuple[int, Any]], players: Sequence[str]
) -> tuple[str, ...]:
    """The first decision of each seat as it is typed; empty for a seat without one."""
    first = [""] * len(players)
    state, kept = line.states[0], len(line.states) > len(actions)
    for at, (by, do) in enumerate(actions):
        if kept:
            state = line.states[at]
        if by != CHANCE and not first[by]:
            first[by] = done_text(game, state, by, do, players)
            if all(first):
                break
        if not kept:  # a packed log is validated with its first and its last state alone
            state = game.apply(state, by, do)[0]
    return tuple(first)


def _first(faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The first faults, then the number of the others, with a fault of another code if there is one, the gravest."""
    told, rest = faults[: limits.SURVEY_FAULTS], faults[limits.SURVEY_FAULTS :]
    if not rest:
        return told
    codes = {fault.code for fault in told}
    other = gravest_fault([fault for fault in rest if fault.code not in codes] or rest)
    message = f"{other.message}; it is one of {len(rest):,} more faults, the others are not listed"
    return *told, Fault(other.path, other.line, other.code, message, other.rules)


def _game_digest(game: AnyGame, options: dict[str, Any], actions: Sequence[tuple[int, Any]]) -> str:
    """A digest of the options, given or default, and of the decisions and chance in force."""
    numbers = _numbers(game.Do)
    played = [(by, numbers[type(do)], do) for by, do in actions]
    return blake2b(_encode((game.name, sorted(options.items()), played)), digest_size=8).hexdigest()


@cache
def _numbers(do: Any) -> dict[type[Struct], int]:
    return {kind: number for number, kind in enumerate(structs_of(do).values())}


_encode = msgspec.msgpack.Encoder().encode
