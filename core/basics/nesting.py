"""The depth of nested lists and objects, checked before data from outside is decoded.

A decoder recurses as deep as the call stack allows, and that depth differs between versions of Python. Data nested
deeper than `limits.NESTING` is refused first, so the same bytes get the same verdict everywhere.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any, Final

import msgspec

from kronika.core.basics import limits

_STRING: Final = rb'(?s)"(?:[^"\\]++|\\.)*+"?'
"""A JSON string, as a pattern. It is compiled on first use, because few inputs need it."""
_STEPS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHERS: Final = bytes(set(range(256)) - set(_STEPS))

_CONTAINERS: Final = bytes((*range(0x80, 0xA0), *range(0xDC, 0xE0)))
"""The first bytes of lists and maps in MessagePack."""
_NO_CONTAINERS: Final = bytes(set(range(256)) - set(_CONTAINERS))
_FOLLOW: Final = {
    **dict(zip(range(0xCA, 0xD4), (4, 8, 1, 2, 4, 8, 1, 2, 4, 8), strict=True)),  # numbers
    **dict(zip(range(0xD4, 0xD9), (2, 3, 5, 9, 17), strict=True)),  # extensions, with their type
}
"""The number of bytes after the first byte of a MessagePack value, for types where it is fixed and not 0."""
_COUNTED: Final = {
    **dict(zip(range(0xC4, 0xCA), ((1, 0), (2, 0), (4, 0), (1, 1), (2, 1), (4, 1)), strict=True)),  # bytes, extensions
    **dict(zip(range(0xD9, 0xDC), ((1, 0), (2, 0), (4, 0)), strict=True)),  # texts
}
"""For MessagePack types with a length: its width in bytes, and how many bytes follow that it doesn't count."""


class TooDeep(msgspec.DecodeError):
    """The data is nested deeper than `limits.NESTING` lists and objects."""

    def __init__(self) -> None:
        super().__init__("it is nested too deeply")


def is_too_deep(text: bytes, most: int = limits.NESTING) -> bool:
    """Whether JSON is nested deeper than `most` lists and objects.

    In text that is not valid JSON, the brackets outside strings are counted all the same.
    """
    if text.count(b"[") + text.count(b"{") <= most:  # nearly always true, and takes a tenth of a microsecond
        return False
    signs = re.sub(_STRING, b"", text).translate(None, _OTHERS)
    return max(accumulate(map(_STEPS.__getitem__, signs)), default=0) > most


def refuse_deep(text: bytes) -> None:
    """Raise TooDeep for JSON that is nested deeper than `limits.NESTING`."""
    if is_too_deep(text):
        raise TooDeep


def decoded(text: bytes, kind: Any = Any) -> Any:
    """Decode JSON from outside as a value of type `kind`.

    Raises TooDeep (a msgspec.DecodeError), msgspec.DecodeError or UnicodeDecodeError.
    """
    refuse_deep(text)
    return msgspec.json.decode(text, type=kind)


def is_packed_too_deep(data: bytes) -> bool:
    """Whether MessagePack data is nested deeper than `limits.NESTING` lists and maps.

    Data that is cut short is judged by what is there.
    """
    if len(data.translate(None, _NO_CONTAINERS)) <= limits.NESTING:
        return False
    at, due = 0, [1]  # the number of values still to come: one at the top, then in each open list or map
    while at < len(data) and due:
        head = data[at]
        due[-1] -= 1
        if head in _CONTAINERS:
            size, inside = _inside(data, at)
            due.append(inside)
            if len(due) > limits.NESTING + 1:
                return True
        else:
            size = _size(data, at)
        at += size
        while due and due[-1] == 0:
            due.pop()
    return False


def _inside(data: bytes, at: int) -> tuple[int, int]:
    """The number of bytes before the contents of the list or map at `at`, and the number of values in it."""
    head = data[at]
    if head < 0xA0:
        return 1, (head & 15) * (1 if head >= 0x90 else 2)
    width = 4 if head & 1 else 2
    return 1 + width, _number(data, at + 1, width) * (1 if head < 0xDE else 2)


def _size(data: bytes, at: int) -> int:
    """The size in bytes of the value at `at`, which is neither a list nor a map."""
    head = data[at]
    if 0xA0 <= head < 0xC0:
        return 1 + (head & 31)
    if head in _COUNTED:
        width, beside = _COUNTED[head]
        return 1 + width + beside + _number(data, at + 1, width)
    return 1 + _FOLLOW.get(head, 0)


def _number(data: bytes, at: int, width: int) -> int:
    return int.from_bytes(data[at : at + width], "big")


def is_deep(value: Any, most: int) -> bool:
    """Whether a value is nested deeper than `most` lists and objects. False for one that JSON can't hold."""
    try:
        return is_too_deep(msgspec.json.encode(value), most)
    except RecursionError:
        return True
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError):
        return False
