"""The JSON Schema of a game's log lines."""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec

from kronika.core.events import Header
from kronika.core.registry import AnyGame
from kronika.logs.records import Record


def log_schema(game: AnyGame) -> dict[str, Any]:
    """Every line of a log of this game is an instance: the first the Header, the others a Record."""
    record = Record[game.Do, game.Effect]  # type: ignore[name-defined]  # types at run time
    switches = get_type_hints(game.Options, include_extras=True)
    (header, line, *values), defs = msgspec.json.schema_components(
        [Header, record, *switches.values()], ref_template="#/$defs/{name}"
    )
    header_name = header["$ref"].rpartition("/")[2]
    defs[header_name]["properties"]["game"] = {"const": game.name}
    defs[header_name]["properties"]["options"] = {
        "type": "object",
        "properties": dict(zip(switches, values, strict=True)),
        "additionalProperties": False,
    }
    record_name = line["$ref"].rpartition("/")[2]
    defs[record_name]["oneOf"] = [
        {"required": ["do", "by"]},
        {"required": ["undo"], "not": {"required": ["by"]}},
        {"required": ["redo"], "not": {"required": ["by"]}},
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a Kronika log of {game.title}",
        "anyOf": [header, line],
        "$defs": defs,
    }
