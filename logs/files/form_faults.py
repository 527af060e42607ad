"""Why stored data are not a header or a record, in words. Only a faulty log needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kronika.core.basics.decoder_messages import json_fault
from kronika.core.basics.nesting import decoded
from kronika.core.sessions.events import FORMAT, Header
from kronika.logs.files.faults import Code
from kronika.logs.files.json_lines import (
    BAD_JSON,
    begins_object,
    is_truncated_record,
    json_fault_of,
    repeated_key,
    why_no_json,
)
from kronika.logs.files.records import Record
from kronika.logs.files.upcast import NotInFormat, upcast_header, upcast_record

_HEADER_KEYS: Final = Header.__struct_encode_fields__
_RECORD_KEYS: Final = Record.__struct_encode_fields__


def header_line_fault(line: bytes, version: int) -> tuple[Code, str]:
    """The code and the message for a first line, of a log of this format, that is not a header."""
    broken = json_fault_of(line)
    if broken is None:
        return "schema", f"the first line is not a header: {_why_line(line, upcast_header, version, Header)}"
    what = "the first line is not a header" if begins_object(line) else "this is not a log"
    code: Code = "incomplete" if is_truncated_record(line, _HEADER_KEYS) else "syntax"
    return code, f"{what}: {why_no_json(line, broken)}"


def record_line_fault(line: bytes, version: int, kind: Any) -> tuple[Code, str]:
    """The code and the message for a line that is not a record of this type."""
    broken = json_fault_of(line)
    if broken is None:
        return "schema", repeated_key(line) or _why_line(line, upcast_record, version, kind)
    if is_truncated_record(line, _RECORD_KEYS):
        return "incomplete", "the last line is cut short; `kronika repair` cuts it off"
    return "syntax", why_no_json(line, broken)


def why_no_header(stored: Any, version: int) -> str:
    """The reason why plain data are not a header, as a clause."""
    return _why(stored, upcast_header, version, Header)


def why_no_record(stored: Any, version: int, kind: Any) -> str:
    """The reason why plain data are not a record of this type, as a clause."""
    return _why(stored, upcast_record, version, kind)


def _why_line(line: bytes, raised: Callable[[Any, int], Any], version: int, kind: Any) -> str:
    try:
        return _why(decoded(line), raised, version, kind)
    except BAD_JSON as error:  # a number that is too large for what has no type
        return json_fault(error)


def _why(stored: Any, raised: Callable[[Any, int], Any], version: int, kind: Any) -> str:
    from kronika.core.basics.decode_errors import (
        decode_fault,  # half as much again as the whole start, and only for a fault
    )

    try:
        plain = raised(stored, version) if 0 < version < FORMAT else stored
    except NotInFormat as error:
        return str(error)
    return decode_fault(plain, kind, str_keys=True).clause
