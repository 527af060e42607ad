"""Corrects arguments that are not quite of the form that a tool asks for, if their meaning is clear.

Examples are a number in place of a text, JSON within a text, null for an optional key, `Session 1`, and a move with the
marks that models put around one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, get_args, get_type_hints

import msgspec
from msgspec import Meta, inspect

from kronika.core.basics.fields import Field, field_of
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import normalize
from kronika.logs.files.json_lines import BAD_JSON
from kronika.logs.pipe.mcp.tool_arguments import Tool

_MARKS: Final = re.compile(r"[`*]")
_LIST_MARK: Final = re.compile(r"\A(?:[-•]|\d{1,3}[.)])\s+(?=\S)")
_QUOTES: Final = ('""', "''", "“”", "()")


def coerce(arguments: Any, kind: type[Tool]) -> dict[str, Any]:
    """The arguments in the form that the tool asks for, as far as their meaning is clear; others unchanged."""
    given = _as_json(arguments, dict)
    fields = _fields(kind)
    found = {}
    for name, value in (given if isinstance(given, dict) else {}).items():
        field, needed = fields.get(name, (None, True))
        if value is not None or needed:
            found[name] = value if field is None else _value(field, value)
    if isinstance(session := found.get("session"), str):
        found["session"] = _session(session)
    if isinstance(number := found.get("number"), str):
        found["number"] = strip_marks(number)
    return found


def strip_marks(text: str) -> str:
    """A move without the marks that models put around one: backquotes, bold, list marks, quotes, a full stop."""
    text = _LIST_MARK.sub("", _MARKS.sub("", text).strip(), count=1)
    while text:
        shorter = text.removesuffix(".")
        if text[0] + text[-1] in _QUOTES:
            shorter = text[1:-1]
        if shorter == text:
            break
        text = shorter.strip()
    return text


def example_of(kind: type[Tool], name: str) -> str:
    """An example value for an argument, as JSON; empty if none is needed."""
    metas = (part for part in get_args(get_type_hints(kind, include_extras=True).get(name)) if isinstance(part, Meta))
    found = next((meta.examples[0] for meta in metas if meta.examples), None)
    return "" if found is None else msgspec.json.encode(found).decode()


@cache
def _fields(kind: type[Tool]) -> Mapping[str, tuple[Field, bool]]:
    """The type of each argument, and whether it is required."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return {field.name: (field_of(field.type), field.required) for field in described.fields}


def _value(field: Field, value: Any) -> Any:
    match field.type:
        case inspect.StrType() if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(int(value)) if value == int(value) else value
        case inspect.IntType() if isinstance(value, str) and re.fullmatch(r"\s*\d{1,10}\s*", value):
            return int(value)
        case inspect.LiteralType() if isinstance(value, str):
            return next((word for word in field.words if normalize(word) == normalize(value)), value)
        case inspect.VarTupleType():
            found = _as_json(value, list)
            return [_value(field.inside(0), entry) for entry in found] if isinstance(found, list) else found
        case inspect.DictType():
            return _as_json(value, dict)
    return value


def _as_json(value: Any, kind: type) -> Any:
    """A list or table that is written as JSON within a text; any other value unchanged."""
    if not isinstance(value, str):
        return value
    try:
        found = decoded(value.encode())
    except (*BAD_JSON, UnicodeError):
        return value
    return found if isinstance(found, kind) else value


def _session(name: str) -> str:
    """The name of a session: `1` for `Session 1`, the beginning of its table."""
    plain = strip_marks(name)
    return plain[len("session") :].strip() if normalize(plain).startswith("session ") else plain
