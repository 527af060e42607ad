"""The form of a line: whether it is JSON, is complete, and has no key twice."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Collection
from typing import Any, Final

import msgspec

from kronika.core.basics.decoder_messages import is_truncated, json_fault
from kronika.core.basics.nesting import TooDeep, decoded, is_too_deep
from kronika.core.basics.text import quoted

BAD_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Errors that a decoder raises for bytes that are not JSON, or not of its type, or too deep for it."""

_ESCAPE: Final = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])')
_SIGN: Final = re.compile(r'"((?:[^"\\]++|\\.)*+)("?)|[{}[\],]', re.DOTALL)
"""Matches a text as it is written with its final quote, or a separator of an object."""
_DEEPER: Final = {"{": 1, "[": 1, "}": -1, "]": -1}
_ESCAPE_BEGINS: Final = re.compile(r"\\(u[0-9a-fA-F]{0,3})?")


def json_fault_of(line: bytes) -> Exception | None:
    """The error that keeps a line from being JSON at all; None if it is JSON. A typed decoder may fail at a value
    before it sees that error.
    """
    try:
        line.decode()
        decoded(line, msgspec.Raw)  # nothing but the form: a number may be of any size
    except BAD_JSON as error:
        return error
    return None


def begins_object(line: bytes) -> bool:
    """True if a line begins as an object of JSON, as each line of a log does."""
    return line.lstrip(b" \t\r").startswith(b"{")


def why_no_json(line: bytes, error: Exception) -> str:
    """The reason why a line of a log is not JSON, as a clause. If the line is not even meant as JSON, the clause
    says only that.
    """
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8" if begins_object(line) else "it is not text in UTF-8"
    if not begins_object(line) and not isinstance(error, TooDeep):
        return 'it is not JSON. Each line of a log is an object, and the first has `{"kronika":2,"game":…}`'
    cut_by_a_newline = is_truncated(error) and line.endswith(b"\n")
    return json_fault(error) + (": an object ends in the line in which it begins" if cut_by_a_newline else "")


def is_truncated_record(line: bytes, keys: Collection[str]) -> bool:
    """True if this is the incomplete beginning of an object with such keys.

    After a power cut, some file systems fill the missing part with zero bytes.
    """
    if line.endswith(b"\n") or is_too_deep(line):
        return False
    written = line.rstrip(b"\0")
    decoder = getincrementaldecoder("utf-8")()
    try:
        text = decoder.decode(written)
    except UnicodeDecodeError:
        return False
    half = bool(decoder.getstate()[0])  # a character is cut in two
    if not _begins_object(f"{text}\ufffd" if half else text, keys):
        return False
    if text[-1:] in "-+.eE" and not half and _is_truncated(f"{text}0"):  # a number is
        return True
    return _can_continue(text, half) if _is_truncated(text) else not json_fault_of(written) and written != line


def _begins_object(text: str, keys: Collection[str]) -> bool:
    """True if the text can be the beginning of an object whose own keys are all among these; the last key may be
    incomplete.
    """
    depth, key_is_due = 0, False
    for found in _SIGN.finditer(text):
        word, end = found.groups()
        if word is None:
            depth += _DEEPER.get(found[0], 0)
            key_is_due = depth == 1 and found[0] in "{,"
        elif key_is_due:
            if not (word in keys if end else any(key.startswith(word) for key in keys)):
                return False
            key_is_due = False
    return text.lstrip()[:1] in "{"


def _is_truncated(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except msgspec.DecodeError as error:
        return is_truncated(error)
    return False


def _can_continue(text: str, half: bool) -> bool:
    """True if a text that JSON's decoder calls truncated can be continued. The decoder looks at a word or a code only
    when it is long enough.

    `half` is true if half a character follows.
    """
    rest = _ESCAPE.sub("_", text)
    if rest.count('"') % 2:  # it ends in a string
        code = rest.rfind("\\")
        return code < 0 or (not half and _ESCAPE_BEGINS.fullmatch(rest, code) is not None)
    word = re.split(r'[\s:,"{}[\]]', text[-6:])[-1]
    return not half and (word[:1] not in "tfn" or any(whole.startswith(word) for whole in ("true", "false", "null")))


def repeated_key(line: bytes) -> str:
    """The fault of a line of JSON that has an object with a key twice; else empty."""
    import json  # 3 ms, and only needed for a line that is not as it is written here

    try:
        plain = msgspec.json.encode(decoded(line))
        if b"\\" in line or plain.count(b'"') != line.count(b'"'):  # of equal keys only the last is decoded
            json.loads(line, object_pairs_hook=_refuse_repeated, parse_int=str, parse_float=str)
    except _Repeated as error:
        return f"{quoted(error.args[0])} occurs twice in one object"
    except TooDeep as error:
        return str(error)
    except (msgspec.DecodeError, UnicodeDecodeError):  # a number that is too large, which a typed decoder says better
        return ""
    return ""


class _Repeated(Exception):
    """A key that an object has twice."""


def _refuse_repeated(pairs: list[tuple[str, Any]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen:
            raise _Repeated(key)
        seen.add(key)
