"""The rows of one log, from one replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from kronika.core.contract.effects import BaseEffect
from kronika.core.contract.game import CHANCE, Game
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import ScoreSheet
from kronika.core.contract.twins import kind_of
from kronika.core.contract.view import HIDDEN
from kronika.core.sessions.events import Event, done_text
from kronika.core.sessions.metadata import ASSUMED
from kronika.core.sessions.visibility import redact_sheet
from kronika.logs.files.faults import gravest_fault
from kronika.logs.files.packed import packed_entry, structs_of
from kronika.logs.files.walk import path_to_text
from kronika.logs.replaying.survey import Survey, ended
from kronika.logs.replaying.validation import Validation
from kronika.logs.tables.columns import OPENING, POINTS_OF, TABLES
from kronika.logs.tables.steps import deal_of, steps_of

Row = tuple[Any, ...]
Rows = Mapping[str, Sequence[Row]]
"""The rows of a log by table."""

OPENING_MARK: Final = "; "
"""Between the decisions of an opening."""

_json = msgspec.json.Encoder(order="deterministic").encode
_pack = msgspec.msgpack.Encoder().encode


def rows_of(
    number: int,
    address: str,
    content: bytes,
    found: Survey,
    replayed: Validation | None,
    tables: Collection[str] = tuple(TABLES),
) -> Rows:
    """The rows of the log with this number in the export; only that of `logs` if its replay stops.

    `replayed` is the replay that its survey comes from, None if it could not begin. `tables` are those that are needed.
    """
    if replayed is None or replayed.lost:
        return {"logs": [(number, *_log_row(address, content, found, replayed, None))]}
    sheet = redact_sheet(replayed.game, replayed.line.state, replayed.witness)
    logs = [(number, *_log_row(address, content, found, replayed, sheet))]
    if {*tables} == {"logs"}:
        return {"logs": logs}
    replay = _Replay(replayed, found.players)
    return {
        "logs": logs,
        "seats": [(number, *row) for row in _seat_rows(found, sheet, replay)],
        "decisions": [(number, *row) for row in replay.decisions],
        "effects": [(number, *row) for row in replay.effects()],
        "scores": [(number, item.seat, item.part, item.source, item.rule, item.points) for item in sheet.items],
        "citations": [(number, rule, times) for rule, times in found.rules_cited.items()],
        "steps": [(number, *row) for row in steps_of(replayed)] if "steps" in tables else [],
    }


def _log_row(
    address: str, content: bytes, found: Survey, replayed: Validation | None, sheet: ScoreSheet | None
) -> Iterator[Any]:
    gravest = gravest_fault(found.faults) if found.faults else None
    result = found.result
    winners = result.winners if result else ()
    yield from (path_to_text(address), content.hex(), found.game or None, found.rules or None)
    yield replayed.game.rules_version if replayed else None
    yield from (_text(found.options), _text(found.tags), len(found.players))
    yield _witness(replayed)
    yield from (replayed.reader.header.seed, deal_of(replayed)) if replayed else (None, None)
    yield from (ASSUMED in found.tags, found.ok, len(found.faults))
    yield from (gravest.code, next(iter(gravest.rules), None)) if gravest else (None, None)
    yield from (found.records, found.events, found.decisions, found.play or None, result is not None, ended(found))
    yield from (result.reason, result.rule) if result else (None, None)
    yield from (result.tie_break, result.tie_rule) if result and result.tie_rule else (None, None)
    yield from (winners[0] if len(winners) == 1 else None, len(winners), _margin(found, sheet))
    points = sheet.totals if sheet else ()
    yield from (*points, *(None,) * POINTS_OF)[:POINTS_OF]


def _text(value: Any) -> str:
    return _json(value).decode()


def _witness(replayed: Validation | None) -> int | None:
    said = replayed.witness if replayed else None
    return None if said is None else said


def _margin(found: Survey, sheet: ScoreSheet | None) -> int | None:
    """The lead of the best winner over the best of the others; None if all won, or points are not known."""
    if found.result is None or sheet is None or len(found.result.ranking) < 2:
        return None
    won, *lost = ([sheet.totals[seat] for seat in group] for group in found.result.ranking)
    known = [points for points in won if points is not None]
    others = [points for group in lost for points in group if points is not None]
    return max(known) - max(others) if known and others else None


def _seat_rows(found: Survey, sheet: ScoreSheet, replay: _Replay) -> Iterator[Row]:
    ranking = found.result.ranking if found.result else ()
    place, best = {}, 1
    for group in ranking:
        place.update(dict.fromkeys(group, best))
        best += len(group)
    order = {seat: n for n, seat in enumerate(replay.own, 1)}
    for seat, player in enumerate(found.players):
        moves = replay.own.get(seat, [])
        yield (
            seat,
            player,
            sheet.totals[seat],
            place[seat] == 1 if ranking else None,
            place.get(seat),
            order.get(seat),
            replay.decided[seat],
            moves[0] if moves else None,
            OPENING_MARK.join(moves) if len(moves) == OPENING else None,
        )


class _Replay:
    """The events of a replayed log. `own` has the first moves of each seat as it knew them, in order of first moves."""

    def __init__(self, replayed: Validation, names: Sequence[str]) -> None:
        self.game: AnyGame = replayed.game
        self.names = names
        self.events = replayed.line.events
        self._states = replayed.line.states
        self._numbers = {kind: number for number, kind in enumerate(structs_of(self.game.Do).values())}
        self._secretive = self.game.has_secrets(replayed.line.state.options)
        self._by_effect = type(self.game).describe is Game.describe
        self.own: dict[int, list[str]] = {}
        self.decided = Counter[int]()
        self.decisions = list(self._decisions())

    def _decisions(self) -> Iterator[Row]:
        number = 0
        for at, event in enumerate(self.events, 1):
            if event.by == CHANCE:
                continue
            number += 1
            self.decided[event.by] += 1
            yield at, number, self.decided[event.by], *self._decision(self._states[at - 1], event)

    def _decision(self, before: Any, event: Event) -> Row:
        by, do = event.by, event.do
        move = done_text(self.game, before, by, do, self.names)
        opening = self.own.setdefault(by, [])
        if len(opening) < OPENING:
            opening.append(self._known(before, event, by) if self._secretive else move)
        public = self._public(before, event, move) if self._secretive else move
        if type(do) not in self._numbers:  # a part of it was seen
            return by, _tag_of(kind_of(do)), move, public, public != move, None, None
        cards = " ".join(self.game.named_cards(do)) or None
        return by, _tag_of(kind_of(do)), move, public, public != move, cards, _pack(packed_entry(event, self._numbers))

    def _public(self, before: Any, event: Event, move: str) -> str:
        """The move as all other seats knew it."""
        others = {self._known(before, event, seat) for seat in range(len(self.names)) if seat != event.by}
        return others.pop() if len(others) == 1 else HIDDEN if others else move

    def _known(self, before: Any, event: Event, seat: int) -> str:
        return done_text(self.game, before, event.by, event.do, self.names, seat)

    def effects(self) -> Iterator[Row]:
        """The effects of all events, in order."""
        for at, event in enumerate(self.events, 1):
            for place, effect in enumerate(event.then, 1):
                yield at, place, event.by, *self._effect(effect)

    def _effect(self, effect: Any) -> Row:
        said = asdict(effect)
        rule = said.pop("rule")
        seat = said.pop("seat") if isinstance(said.get("seat"), int) else None
        points = said.pop("points") if isinstance(said.get("points"), int) else None
        tag = _tag_of(kind_of(effect))
        return tag, rule, seat, points, self._is_secret(effect), _text(said) if said else None

    def _is_secret(self, effect: Any) -> bool:
        """True if a seat knows less of an effect than the referee. One sentence for all viewers hides nothing."""
        if not self._secretive or (self._by_effect and getattr(type(effect), "describe", None) is BaseEffect.describe):
            return False
        whole = self.game.describe(effect, self.names)
        return any(self.game.describe(effect, self.names, seat) != whole for seat in range(len(self.names)))


@cache
def _tag_of(kind: type[Struct]) -> str:
    """The name of a type of actions or effects in logs."""
    return str(kind.__struct_config__.tag)
