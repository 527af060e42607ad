"""Upgrades logs of older formats to the current one: step by step, as plain data, before anything else reads them.

Each format has a step to the next one, and no other module knows its form. The exception is its digests
(`core.sessions.digest`), which only a replay can compute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, Final, NamedTuple

import msgspec

from kronika.core.sessions.digest import digests_of
from kronika.core.sessions.events import FORMAT, Event
from kronika.core.sessions.session import Session
from kronika.logs.files.streams import display_name

Plain = dict[str, Any]
"""A header or a record as plain JSON data."""

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class NotInFormat(msgspec.ValidationError):
    """A log has something that its format did not have. The message is a clause."""


class Upcast(NamedTuple):
    """The functions that upgrade a header and a record to the next format. Both are pure and accept any plain data.

    Each raises NotInFormat for something that its format did not have.
    """

    header: Callable[[Plain], Plain]
    record: Callable[[Plain], Plain]


def _record_1(record: Plain) -> Plain:
    for key in ("set", "note"):
        if key in record:
            raise NotInFormat(f"format 1 has no field `{key}`: it came with format 2")
    return record


UPCASTS: Final[Mapping[int, Upcast]] = {1: Upcast(header=lambda header: {**header, "kronika": 2}, record=_record_1)}
"""The step to the next format, for each older format."""


def upcast_notice(path: str, version: int) -> str:
    """The sentence that a log of an older format is now of the current one."""
    return f"{display_name(path)} was of format {version} and is of format {FORMAT} now."


def upcast_header(header: Any, version: int) -> Any:
    """A header of an older format in the current one."""
    for number in range(version, FORMAT) if isinstance(header, dict) else ():
        header = UPCASTS[number].header(header)
    return header


def upcast_record(record: Any, version: int) -> Any:
    """A record of an older format in the current one, except for its digest."""
    for number in range(version, FORMAT) if isinstance(record, dict) else ():
        record = UPCASTS[number].record(record)
    return record


def upcast_log(data: bytes, version: int, session: Session) -> bytes:
    """A text log of an older format in the current one, byte for byte; `session` was loaded from it.

    Missing fields stay missing, errors stay as they are, and lines that need no change keep every byte.
    """
    first, *others = BytesIO(data).readlines()
    plain = _decode(first)
    named = plain.get("options", {})
    lines = [_line(first, upcast_header(plain, version))]
    number = 0
    for line in others:
        if line.isspace():
            lines.append(line)
            continue
        number += 1
        plain = _decode(line)
        record = upcast_record(plain, version)
        entry = session.history[number - 1]
        if isinstance(entry, Event) and plain.get("state") in digests_of(version, session.at(number), named):
            record = {**record, "state": entry.state}
        lines.append(line if record == plain else _line(line, record))
    return b"".join(lines)


def _line(old: bytes, plain: Plain) -> bytes:
    return _encode(plain) + old[len(old.rstrip()) :]
