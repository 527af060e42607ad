"""What a decoder has to say against plain data a person wrote: of which key exactly, and what would be right.

msgspec names the keys of a Struct and the numbers of a list, but of a table no more than `[...]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from kronika.core.wanted import ANYTHING, Field, field_of
from kronika.core.words import clipped, meant, some_of

_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_ENUM = re.compile(r"Invalid enum value '?(.*?)'?$", re.DOTALL)
_UNKNOWN = re.compile(r"unknown field `(.+)`", re.DOTALL)
_TAG = re.compile(r"Invalid value '(.*)'$", re.DOTALL)
_MISSING = re.compile(r"missing required field `(.+)`", re.DOTALL)


class Refused(Struct, frozen=True):
    """What is wrong, without a full stop, and where: keys and numbers of entries from 1, parted by dots."""

    message: str
    path: str

    @property
    def sentence(self) -> str:
        """The message with the full stop that it lacks where it does not end in a question."""
        return self.message if self.message.endswith("?") else f"{self.message}."


def refused(data: Any, kind: Any, error: msgspec.ValidationError) -> Refused:
    """Why `data` could not be converted to a type."""
    message, _, where = str(error).partition(" - at ")
    steps = [
        name or (int(at) if at != "..." else None) for name, at in _STEP.findall(where.partition("$")[2].strip("`"))
    ]
    of_key = where.startswith("`key` in")
    keys = _keys(data, kind, [*steps, None] if of_key else steps, str(error))
    table, field, at = ANYTHING, field_of(inspect.type_info(kind)), data
    for key in keys:
        table = _tagged(field, at)
        field = table.inside(key)
        at = at.get(key) if isinstance(at, dict) else at[key] if isinstance(at, list) and isinstance(key, int) else None
    if of_key and isinstance(table.type, inspect.DictType):
        field = field_of(table.type.key_type)
    if unknown := _UNKNOWN.search(message):
        known = _tagged(field, at).keys
        message += f".{meant(unknown[1], known) or _there(known)}"
        keys.append(unknown[1])
    elif (enum := _ENUM.search(message)) and (words := _words(field)):
        message += f": it can be {some_of(words)}.{meant(enum[1], field.words)}"
    elif (tag := _TAG.search(message)) and (tags := _tags(table)):
        message += f".{meant(tag[1], tags) or _there(tags)}"
    elif (missing := _MISSING.search(message)) and missing[1] == _tag_key(field) and (tags := _tags(field)):
        message += f": it can be {some_of(tags)}"
    path = ".".join(str(key + 1) if isinstance(key, int) else key for key in keys)
    return Refused(clipped(message.rstrip(".")), clipped(path))


def _words(field: Field) -> Sequence[str]:
    """What it can be, where it is words: of `by` in a log also that it can be a number."""
    kinds = [field_of(kind) for kind in field.type.types] if isinstance(field.type, inspect.UnionType) else [field]
    words = [word for kind in kinds for word in kind.words]
    return [*words, "a number"] if any(isinstance(kind.type, inspect.IntType) for kind in kinds) else words


def _kinds(field: Field) -> list[inspect.StructType]:
    """The Structs that a field can be."""
    kinds = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
    return [kind for each in kinds if isinstance(kind := field_of(each).type, inspect.StructType)]


def _tags(field: Field) -> list[str]:
    """The kinds that a value says itself to be one of, as `type` of a move does."""
    return [str(kind.tag) for kind in _kinds(field) if kind.tag is not None]


def _tag_key(field: Field) -> str | None:
    return next((kind.tag_field for kind in _kinds(field) if kind.tag is not None), None)


def _tagged(field: Field, value: Any) -> Field:
    """The field of that kind which a value says it is; the field itself of one that does not say."""
    said = value.get(_tag_key(field)) if isinstance(value, dict) else None
    found = (kind for kind in _kinds(field) if kind.tag is not None and kind.tag == said)
    return next((replace(field, type=kind) for kind in found), field)


def _there(words: Sequence[str]) -> str:
    return f" There {'is' if len(words) == 1 else 'are'} {some_of(words)}" if words else ""


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
