"""The JSON Schema of a game's log lines."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, structs

from kronika.core.events import Header
from kronika.core.registry import AnyGame
from kronika.logs.records import record_type

_KINDS = (
    (("by", "do"), ("undo", "redo")),
    (("undo",), ("by", "do", "then", "state", "redo")),
    (("redo",), ("by", "do", "then", "state", "undo")),
)
"""The fields that an event, an undo and a redo must have, and those that they can't have."""


def log_schema(game: AnyGame) -> dict[str, Any]:
    """Every line of a log of this game is an instance: the first the Header, the others a Record."""
    record = record_type(game)
    (_, line, options), defs = msgspec.json.schema_components(
        [Header, record, _options(game)], ref_template="#/$defs/{name}"
    )
    defs["Header"]["properties"]["game"] = {"const": game.name}
    defs["Header"]["properties"]["options"] = options
    # The default of a list is a tuple until it has been through JSON.
    defs["Options"] = msgspec.json.decode(msgspec.json.encode(defs["Options"]))
    # The generic Struct's own name lists every type of the game.
    plain = defs.pop(line["$ref"].rpartition("/")[2])
    kinds = [_kind(there, absent) for there, absent in _KINDS]
    defs["Record"] = {**plain, "title": "Record", "oneOf": kinds}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a Kronika log of {game.title}",
        "anyOf": [{"$ref": "#/$defs/Header"}, {"$ref": "#/$defs/Record"}],
        "$defs": defs,
    }
    # Defaults of fields are Python's values, tuples among them; the schema is plain data.
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return data


def _options(game: AnyGame) -> type[Struct]:
    """The options as a header has them: by name, however the game keeps them."""
    fields = [(field.name, field.type, field.default) for field in structs.fields(game.Options)]
    return msgspec.defstruct("Options", fields, kw_only=True, forbid_unknown_fields=True)


def _kind(there: tuple[str, ...], absent: tuple[str, ...]) -> dict[str, Any]:
    return {"required": list(there), "not": {"anyOf": [{"required": [name]} for name in absent]}}
