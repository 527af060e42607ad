"""A survey as a row of the catalog: sealed, with columns for questions in SQL."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final, TypeVar

import msgspec

from kronika.logs.files.faults import gravest_fault
from kronika.logs.replaying.survey import Facts, Survey, ended, renamed

T = TypeVar("T")

COLUMNS: Final = (
    "game text",
    "rules integer",
    "seats integer",
    "records integer",
    "events integer",
    "decisions integer",
    "valid integer",
    "fault text",
    "finished integer",
    "ended text",
    "reason text",
    "rule text",
    "tie_rule text",
    "best integer",
    "digest text",
    "play text",
)
"""The columns that a row has beside its survey, for questions in SQL. `best` is the best total; `fault` is the code of
the gravest fault; `ended` is the reason of an early end, `reason` and `rule` are those of the end by the rules.
"""

Row = tuple[Any, ...]
"""The values of a row: content, work, seal, survey, and the columns."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Survey).decode
_decode_facts = msgspec.json.Decoder(Facts).decode


def content_of(data: bytes) -> bytes:
    """The key of a log: a digest of its bytes as they are stored."""
    return blake2b(data, digest_size=32).digest()


def row_of(survey: Survey, content: bytes, work: bytes) -> Row:
    """A survey as a row: without the log's name, and with a check against damage."""
    text = _encode(renamed(survey, ""))
    return content, work, seal(text, content, work), text.decode(), *_columns(survey)


def _columns(log: Survey) -> Row:
    result, faults = log.result, log.faults
    return (
        log.game,
        log.rules,
        len(log.players),
        log.records,
        log.events,
        log.decisions,
        log.ok,
        gravest_fault(faults).code if faults else "",
        result is not None,
        ended(log) or "",
        result.reason if result else "",
        result.rule if result else "",
        result.tie_rule if result else "",
        max(log.totals, default=None),
        log.digest,
        log.play,
    )


def survey_in(sealed: object, text: object, content: bytes, work: bytes) -> Survey | None:
    """The survey of a row; None if the row is not as it was written."""
    return _read(sealed, text, content, work, _decode)


def facts_in(sealed: object, text: object, content: bytes, work: bytes) -> Facts | None:
    """The facts of a row; None if the row is not as it was written."""
    return _read(sealed, text, content, work, _decode_facts)


def _read(sealed: object, text: object, content: bytes, work: bytes, decode: Callable[[bytes], T]) -> T | None:
    if not isinstance(text, bytes) or sealed != seal(text, content, work):
        return None
    try:
        return decode(text)
    except msgspec.MsgspecError:
        return None


def seal(text: bytes, content: bytes, work: bytes) -> bytes:
    """The check of what is kept for a content by one program."""
    return blake2b(content + work + text, digest_size=8).digest()
