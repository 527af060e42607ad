"""A survey as a row of the catalog, sealed."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from kronika.logs.files.faults import gravest_fault
from kronika.logs.replaying.survey import Facts, Survey, renamed

T = TypeVar("T")

Row = tuple[Any, ...]
"""The values of a row: content, work, seal, survey, and the code of the gravest fault."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Survey).decode
_decode_facts = msgspec.json.Decoder(Facts).decode


def content_of(data: bytes) -> bytes:
    """The key of a log: a digest of its bytes as they are stored."""
    return blake2b(data, digest_size=32).digest()


def row_of(survey: Survey, content: bytes, work: bytes) -> Row:
    """A survey as a row: without the log's name, and with a check against damage."""
    text = _encode(renamed(survey, ""))
    fault = gravest_fault(survey.faults).code if survey.faults else ""
    return content, work, seal(text, content, work), text.decode(), fault


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
