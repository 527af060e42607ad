"""The JSON Schema of a game's log lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from kronika.core.basics.json_schema import components
from kronika.core.contract.options import options_of, parse_value
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.unseen import declared
from kronika.core.sessions.events import Header
from kronika.logs.files.records import KINDS, record_type_of


def log_schema(game: AnyGame, *, witnessed: bool = False) -> dict[str, Any]:
    """The JSON Schema of the lines of a log: the first is the Header, the others are Records.

    `witnessed` asks for the lines of logs that a witness recorded. Raises BadSetup for a game that does not say what
    is hidden in it.
    """
    if witnessed:
        declared(game)
    record = record_type_of(game, witnessed=witnessed)
    (_, line, options), defs = components([Header, record, _options(game)])
    defs["Header"]["properties"]["game"] = {"const": game.name}
    defs["Header"]["properties"]["options"] = options
    # The default of a list is a tuple until it has been through JSON.
    defs["Options"] = msgspec.json.decode(msgspec.json.encode(defs["Options"]))
    # The generic Struct's own name lists every type of the game.
    plain = defs.pop(line["$ref"].rpartition("/")[2])
    kinds = [_kind(name, plain["properties"]) for name in (*KINDS, *(("seen",) if witnessed else ()))]
    defs["Record"] = {"title": "Record", "description": plain["description"], "oneOf": kinds}
    for option in options_of(game):
        if option.new != option.default:
            new = f"A new game has {parse_value(option.new)} where nobody says."
            defs["Options"]["properties"][option.name]["description"] += f" {new}"
    for verb in game.notation():
        for kind in verb.makes:
            written = f"`{verb.form}`, as in `{verb.example}`: {verb.means}."
            described = defs[kind.__name__].get("description", "")
            defs[kind.__name__]["description"] = f"{described}\n\n{written}".strip()
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
    """The options by name, as a header has them, however the game stores them."""
    fields = [(field.name, field.type, field.default) for field in structs.fields(game.Options)]
    return msgspec.defstruct("Options", fields, kw_only=True, forbid_unknown_fields=True)


def _kind(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """A record of this kind, with its possible fields. Each kind is a table of its own, as programs that generate
    types need it.
    """
    needed = ["by", "do"] if name == "do" else [name]
    link = "link" if "link" in fields else "state"
    other = {"do": ["then", link], "seen": [link]}.get(name, [])
    return {
        "type": "object",
        "properties": {"n": fields["n"], **{field: _there(fields[field]) for field in needed}}
        | {field: fields[field] for field in other},
        "required": needed,
        "additionalProperties": False,
    }


def _there(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A value that is not null."""
    kinds = [kind for kind in schema["anyOf"] if kind != {"type": "null"}]
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
