"""A survey as a row of the catalog, sealed."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from kronika.logs.files.faults import gravest_fault
from kronika.logs.replaying.survey import Survey, renamed

Row = tuple[Any, ...]
"""The values of a row: content, work, seal, survey, and the code of the gravest fault."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Survey).decode


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
    if not isinstance(text, bytes) or sealed != seal(text, content, work):
        return None
    try:
        return _decode(text)
    except msgspec.MsgspecError:
        return None


def seal(text: bytes, content: bytes, work: bytes) -> bytes:
    """The check of what is kept for a content by one program."""
    return blake2b(content + work + text, digest_size=8).digest()
