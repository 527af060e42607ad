"""How deep lists and objects lie in one another, looked at before anything from outside is decoded.

A decoder goes as deep as the stack of calls lets it, which is another depth with each version of Python: the same bytes
have one verdict everywhere since nothing deeper than `limits.NESTING` is shown to it.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any, Final

import msgspec

from kronika.core.basics import limits

_STRING: Final = rb'(?s)"(?:[^"\\]++|\\.)*+"?'
"""Compiled when it is needed, as few bytes ask for it."""
_STEPS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHERS: Final = bytes(set(range(256)) - set(_STEPS))

_CONTAINERS: Final = bytes((*range(0x80, 0xA0), *range(0xDC, 0xE0)))
"""The bytes with which a list or a map of MessagePack begins."""
_NO_CONTAINERS: Final = bytes(set(range(256)) - set(_CONTAINERS))
_FOLLOW: Final = {
    **dict(zip(range(0xCA, 0xD4), (4, 8, 1, 2, 4, 8, 1, 2, 4, 8), strict=True)),  # numbers
    **dict(zip(range(0xD4, 0xD9), (2, 3, 5, 9, 17), strict=True)),  # extensions, with their type
}
"""How many bytes follow the first one of a value of MessagePack, where that is fixed and not 0."""
_COUNTED: Final = {
    **dict(zip(range(0xC4, 0xCA), ((1, 0), (2, 0), (4, 0), (1, 1), (2, 1), (4, 1)), strict=True)),  # bytes, extensions
    **dict(zip(range(0xD9, 0xDC), ((1, 0), (2, 0), (4, 0)), strict=True)),  # texts
}
"""Of how many bytes the length is that follows, and how many bytes come beside what it counts."""


class TooDeep(msgspec.DecodeError):
    """What is to be decoded lies deeper than `limits.NESTING` in lists and objects."""

    def __init__(self) -> None:
        super().__init__("it is nested too deeply")


def is_too_deep(text: bytes, most: int = limits.NESTING) -> bool:
    """Do more lists and objects of JSON lie in one another than may? Of what is no JSON, up to where it is none."""
    if text.count(b"[") + text.count(b"{") <= most:  # nearly always, and it takes a tenth of a microsecond
        return False
    signs = re.sub(_STRING, b"", text).translate(None, _OTHERS)
    return max(accumulate(map(_STEPS.__getitem__, signs)), default=0) > most


def refuse_deep(text: bytes) -> None:
    """Raises TooDeep for JSON that is not to be decoded."""
    if is_too_deep(text):
        raise TooDeep


def decoded(text: bytes, kind: Any = Any) -> Any:
    """JSON from outside as a value of a type. Raises msgspec.DecodeError, UnicodeDecodeError."""
    refuse_deep(text)
    return msgspec.json.decode(text, type=kind)


def is_packed_too_deep(data: bytes) -> bool:
    """Do more lists and maps of MessagePack lie in one another than may? Of what is none, up to where it is none."""
    if len(data.translate(None, _NO_CONTAINERS)) <= limits.NESTING:
        return False
    at, due = 0, [1]  # how many values are still to come, of the whole and of all that is open
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
    """Of a list or map: how many bytes stand before what is in it, and how many values that is."""
    head = data[at]
    if head < 0xA0:
        return 1, (head & 15) * (1 if head >= 0x90 else 2)
    width = 4 if head & 1 else 2
    return 1 + width, _number(data, at + 1, width) * (1 if head < 0xDE else 2)


def _size(data: bytes, at: int) -> int:
    """The bytes of a value that has no others in it."""
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
    """Do more lists and objects of plain data lie in one another than so many? Of other data, no."""
    try:
        return is_too_deep(msgspec.json.encode(value), most)
    except RecursionError:
        return True
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError):
        return False
