"""What a decoder has to say against plain data a person wrote: of which key exactly, and what would be right.

msgspec names the keys of a Struct and the numbers of a list, but of a table no more than `[...]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, inspect

from kronika.core.wanted import ANYTHING, field_of
from kronika.core.words import clipped, meant

_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_ENUM = re.compile(r"Invalid enum value '?(.*?)'?$", re.DOTALL)
_UNKNOWN = re.compile(r"unknown field `(.+)`", re.DOTALL)


class Refused(Struct, frozen=True):
    """What is wrong, without a full stop, and where: keys and numbers of entries from 1, parted by dots."""

    message: str
    path: str

    @property
    def sentence(self) -> str:
        """The message with a full stop, unless it ends with a question."""
        return self.message if self.message.endswith("?") else f"{self.message}."


def refused(data: Any, kind: Any, error: msgspec.ValidationError) -> Refused:
    """Why `data` could not be converted to a type."""
    message, _, where = str(error).partition(" - at ")
    steps = [
        name or (int(at) if at != "..." else None) for name, at in _STEP.findall(where.partition("$")[2].strip("`"))
    ]
    of_key = where.startswith("`key` in")
    keys = _keys(data, kind, [*steps, None] if of_key else steps, str(error))
    table, field = ANYTHING, field_of(inspect.type_info(kind))
    for key in keys:
        table, field = field, field.inside(key)
    if of_key and isinstance(table.type, inspect.DictType):
        field = field_of(table.type.key_type)
    if unknown := _UNKNOWN.search(message):
        message += f".{meant(unknown[1], field.keys)}"
        keys.append(unknown[1])
    elif (enum := _ENUM.search(message)) and field.words:
        message += f": it can be {', '.join(field.words)}.{meant(enum[1], field.words)}"
    path = ".".join(str(key + 1) if isinstance(key, int) else key for key in keys)
    return Refused(clipped(message.rstrip(".")), clipped(path))


def _keys(data: Any, kind: Any, steps: Sequence[str | int | None], told: str) -> list[str | int]:
    """The steps with the keys of tables in them, found by halving a table until the decoder has no more to say."""
    keys: list[str | int] = []
    for step in steps:
        at = _at(data, keys)
        if step is None and isinstance(at, dict):
            names = list(at)
            while len(names) > 1:
                half = names[: len(names) // 2]
                less = _with(data, keys, {name: at[name] for name in half})
                names = half if _told(less, kind) == told else names[len(half) :]
            step = names[0] if names else None
        if step is None:
            break
        keys.append(step)
    return keys


def _told(data: Any, kind: Any) -> str:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _at(data: Any, keys: Sequence[str | int]) -> Any:
    for key in keys:
        data = data[key]
    return data


def _with(data: Any, keys: Sequence[str | int], value: Any) -> Any:
    """The data with another value at a place; the rest is shared."""
    if not keys:
        return value
    new: Any = dict(data) if isinstance(data, dict) else list(data)
    new[keys[0]] = _with(data[keys[0]], keys[1:], value)
    return new
