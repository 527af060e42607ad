"""The messages between Kronika and other programs, one JSON object per line: requests, and their answers.

The caller sends requests, and gets one answer to each, with its `id`. Kronika answers in `kronika serve`. When Kronika
asks another program, an engine or a bot, the roles are reversed and the messages are the same. A request with an
unknown field is refused; unknown fields in an answer are ignored.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from kronika.core.basics import older
from kronika.core.basics.decode_errors import json_decode_fault
from kronika.core.basics.decoder_messages import json_fault
from kronika.core.basics.json_schema import components
from kronika.core.basics.nesting import refuse_deep
from kronika.core.basics.printable import printable_json
from kronika.core.basics.text import quoted, suggestion
from kronika.logs.files.json_lines import BAD_JSON, json_fault_of, repeated_key
from kronika.logs.pipe.answers import ANSWERS, Error, Id
from kronika.logs.pipe.requests import PROTOCOL, REQUESTS

MessageT = TypeVar("MessageT", bound=Struct)

_encode = msgspec.json.Encoder().encode


class MessageError(Exception):
    """A line that is not a message: `error` is the reason, with the `id` of the line if it has one."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.message)
        self.error = error


class _Head(Struct):
    """The fields of every message, with any types: so a faulty message can be answered with its id."""

    id: msgspec.Raw = msgspec.Raw(b"null")
    type: msgspec.Raw = msgspec.Raw(b'""')


_head = msgspec.json.Decoder(_Head)


class Reader(Generic[MessageT]):
    """Reads lines as messages of some types: `Reader(REQUESTS)`, or `Reader(ANSWERS)` of another program."""

    def __init__(self, kinds: Iterable[type[MessageT]]) -> None:
        self._kinds = {type_of(kind): kind for kind in kinds}
        self._decoder: msgspec.json.Decoder[MessageT] = msgspec.json.Decoder(_one_of(self._kinds.values()))

    def read(self, line: bytes) -> MessageT:
        """The message in a line. Raises MessageError."""
        try:
            refuse_deep(line)
            message = self._decoder.decode(line)
        except BAD_JSON:
            raise MessageError(self._wrong(line)) from None
        if twice := repeated_key(line):
            raise MessageError(Error(id=getattr(message, "id", None), code="json", message=f"The line: {twice}."))
        return message

    def _wrong(self, line: bytes) -> Error:
        """The error for a line: its JSON, its type, or a field is wrong."""
        if broken := why_no_json(line):
            return Error(code="json", message=broken)
        try:
            head = _head.decode(line)
        except BAD_JSON:
            return Error(code="json", message="The line is not an object with a type, and an id if any.")
        try:
            id = msgspec.json.decode(head.id, type=Id)
        except BAD_JSON:
            return Error(code="json", message=json_decode_fault(bytes(head.id), Id).below("id").told, field="id")
        return self._wrong_type(id, head.type) or _wrong_field(id, line, self._kinds[msgspec.json.decode(head.type)])

    def _wrong_type(self, id: Id, type: msgspec.Raw) -> Error | None:
        """The error for an unknown type of message; None if the type exists."""
        try:
            name = msgspec.json.decode(type, type=str)
        except BAD_JSON:
            return Error(
                id=id, code="type", message=json_decode_fault(bytes(type), str).below("type").told, field="type"
            )
        if name in self._kinds:
            return None
        what = f"There is no message of type {quoted(name)}." if name else "The message has no type."
        if (new := older.REQUESTS.get(name, "")) in self._kinds:
            what += f" Since protocol 2 it is {quoted(new)}."
            return Error(id=id, code="type", message=what, field="type", hints=(new,))
        there = suggestion(name, self._kinds, most=len(self._kinds))
        return Error(id=id, code="type", message=f"{what}{there}", field="type")


def why_no_json(line: bytes) -> str:
    """The reason why a line is not JSON, as a sentence; empty if it is JSON."""
    if line.startswith(BOM_UTF8):
        return "The line is not JSON: it begins with a byte order mark; write UTF-8 without one."
    broken = json_fault_of(line)
    return f"The line is not JSON: {json_fault(broken)}." if broken is not None else ""


def _wrong_field(id: Id, line: bytes, kind: type[Struct]) -> Error:
    """The error for a wrong field of a message, with the right form."""
    found = json_decode_fault(line, kind)
    return Error(id=id, code="field", message=found.told, field=".".join(filter(None, (found.path, found.missing))))


def _one_of(kinds: Iterable[type[Struct]]) -> Any:
    first, *others = kinds
    union: Any = first
    for kind in others:
        union = union | kind
    return union


def type_of(kind: type[Struct]) -> str:
    """The name of a kind of message on the line."""
    return str(kind.__struct_config__.tag)


def message_line(message: Struct) -> bytes:
    """A message as a line. Characters that would act at a terminal are written as escapes of JSON, which mean the
    same.
    """
    line = _encode(message)
    if not line.isascii() or b"\x7f" in line or b"##" in line:
        line = printable_json(line.decode()).encode()
    return line + b"\n"


def messages_schema() -> dict[str, Any]:
    """The JSON Schema of a line in either direction; requests and answers are under `$defs` by their types."""
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
