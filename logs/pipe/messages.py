"""The messages between Kronika and other programs, one JSON object a line: requests, and their answers.

Whoever asks sends requests, and gets one answer to each, with its `id`. Kronika answers in `kronika serve`; where it
asks another program, an engine or a bot, the arrows are turned round and the messages are the same. A request with a
field that it doesn't have is refused; of an answer, the fields that one doesn't know are passed over.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from kronika.core.nesting import decoded, refuse_deep
from kronika.core.printable import printable_json
from kronika.core.refused import refused
from kronika.core.schemas import components
from kronika.core.words import quoted, there_are
from kronika.logs.form import BAD_JSON, broken_json, repeated_key, tidy
from kronika.logs.pipe.answers import ANSWERS, Error, Id
from kronika.logs.pipe.requests import PROTOCOL, REQUESTS

MessageT = TypeVar("MessageT", bound=Struct)

_MISSING = re.compile(r"missing required field `(.+)`")

_encode = msgspec.json.Encoder().encode


class Unreadable(Exception):
    """A line that is no message: the `error` says why, with the `id` of the line if it has one."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.message)
        self.error = error


class _Head(Struct):
    """What every message has."""

    id: Id = None
    type: str = ""


_head = msgspec.json.Decoder(_Head)


class Reader(Generic[MessageT]):
    """Reads lines as messages of some types: `Reader(REQUESTS)`, or `Reader(ANSWERS)` of another program."""

    def __init__(self, kinds: Iterable[type[MessageT]]) -> None:
        self._kinds = {type_of(kind): kind for kind in kinds}
        self._decoder: msgspec.json.Decoder[MessageT] = msgspec.json.Decoder(_one_of(self._kinds.values()))

    def read(self, line: bytes) -> MessageT:
        """The message of a line. Raises Unreadable."""
        try:
            refuse_deep(line)
            message = self._decoder.decode(line)
        except BAD_JSON as error:
            raise Unreadable(self._wrong(line, error)) from None
        if twice := repeated_key(line):
            raise Unreadable(Error(id=getattr(message, "id", None), code="json", message=f"The line: {twice}."))
        return message

    def _wrong(self, line: bytes, error: Exception) -> Error:
        """What is wrong with a line: its JSON, its type, or a field."""
        if broken := why_no_json(line):
            return Error(code="json", message=broken)
        try:
            head = _head.decode(line)
        except BAD_JSON as wrong:
            return Error(code="json", message=f"The line is no object with a type, and an id if any: {tidy(wrong)}.")
        kind = self._kinds.get(head.type)
        if kind is None:
            what = f"There is no message of type {quoted(head.type)}." if head.type else "The message has no type."
            there = there_are(head.type, self._kinds, most=len(self._kinds))
            return Error(id=head.id, code="type", message=f"{what}{there}", field="type")
        return _wrong_field(head.id, line, kind, error)


def why_no_json(line: bytes) -> str:
    """What keeps a line from being JSON, as a sentence; nothing, if it is."""
    if line.startswith(BOM_UTF8):
        return "The line is no JSON: it begins with a byte order mark; write UTF-8 without one."
    broken = broken_json(line)
    return f"The line is no JSON: {tidy(broken)}." if broken is not None else ""


def _wrong_field(id: Id, line: bytes, kind: type[Struct], error: Exception) -> Error:
    """Which field of a message is wrong, and what would be right."""
    try:
        data = decoded(line)
    except BAD_JSON:  # a number of a thousand digits
        return Error(id=id, code="field", message=f"{tidy(error)}.")
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as wrong:
        found = refused(data, kind, wrong)
        missing = _MISSING.search(found.message)
        message = f"{found.path}: {found.sentence}" if found.path else found.sentence
        field = ".".join(filter(None, (found.path, missing[1] if missing else "")))
        return Error(id=id, code="field", message=message, field=field)
    return Error(id=id, code="field", message=f"{tidy(error)}.")


def _one_of(kinds: Iterable[type[Struct]]) -> Any:
    first, *others = kinds
    union: Any = first
    for kind in others:
        union = union | kind
    return union


def type_of(kind: type[Struct]) -> str:
    """What a message of this kind is called on the line."""
    return str(kind.__struct_config__.tag)


def written(message: Struct) -> bytes:
    """A message as a line. What would act at a terminal is written as an escape of JSON, which means the same."""
    line = _encode(message)
    if not line.isascii() or b"\x7f" in line or b"##" in line:
        line = printable_json(line.decode()).encode()
    return line + b"\n"


def messages_schema() -> dict[str, Any]:
    """The JSON Schema of a line, either way; the requests and the answers stand under `$defs` by their types."""
    kinds = [*REQUESTS, *ANSWERS]
    schemas, defs = components(kinds)
    half = len(REQUESTS)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line between Kronika and another program, protocol {PROTOCOL}",
        "oneOf": [{"$ref": "#/$defs/requests"}, {"$ref": "#/$defs/answers"}],
        "$defs": {"requests": {"oneOf": schemas[:half]}, "answers": {"oneOf": schemas[half:]}, **defs},
    }
    # Defaults of fields are Python's values, tuples among them; the schema is plain data.
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return data
