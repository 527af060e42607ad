"""The output of commands with `--format json`: the types of each command, and the JSON Schema of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import FunctionType
from typing import Any, Final, get_origin, get_type_hints

import click
import msgspec

from kronika.cli import cli
from kronika.cli.printing.groups import AnsweringGroup
from kronika.cli.printing.options import PRINTS
from kronika.core.basics.json_schema import components
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.view import View

VERSION: Final = 2
"""The version of all these forms. It changes when a form loses a field, or a field changes its meaning."""


def outputs(games: Sequence[AnyGame]) -> dict[str, tuple[Any, ...]]:
    """The types that each command `prints`. A command prints one of them; if all are lists, their entries may be mixed.

    `show` prints a view of one of these games. This imports all commands.
    """
    views = tuple(map(view_of, games))
    found = {}
    for name, command in commands(cli):
        if kinds := getattr(command.callback, PRINTS, None):
            found[name] = tuple([meant for kind in kinds for meant in _meant(kind, views)])
    return found


def _meant(kind: Any, views: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types that a kind means: for `View` the views of the games, for a function its result."""
    if kind is View:
        return views
    return (kind() if isinstance(kind, FunctionType) else kind,)


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, click.Command]]:
    """The commands of a group and of those below it, each with all its words: `corpus check`."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None  # the command was listed
        yield " ".join((*path, name)), command.itself if isinstance(command, AnsweringGroup) else command
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)


def view_of(game: AnyGame) -> Any:
    """The type of a game's views."""
    return get_type_hints(type(game).view)["return"]


def outputs_schema(games: Sequence[AnyGame]) -> dict[str, Any]:
    """The JSON Schema of the output of commands. Each command is under `$defs`, `corpus check` as `corpus-check`."""
    kinds = outputs(games)
    types = [kind for one in kinds.values() for kind in one]
    schemas, defs = components(types)
    described = iter(schemas)
    forms = {name.replace(" ", "-"): _one_of(one, [next(described) for _ in one]) for name, one in kinds.items()}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The output of Kronika with --format json, version {VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in forms],
        "$defs": {**forms, **defs},
    }
    # Defaults of fields are Python's values, tuples among them; the schema is plain data.
    text = msgspec.json.encode(schema).decode()
    for name in defs:
        for quoted in (f'"{name}":', f'"#/$defs/{name}"'):
            text = text.replace(quoted, quoted.replace(name, _plain(name)))
    data: dict[str, Any] = msgspec.json.decode(text)
    return data


def _plain(name: str) -> str:
    """The short name of a type, such as `tides.View` for one that exists in several modules."""
    parts = [part for part in name.split(".") if part != "view"]
    return ".".join(parts[-2:])


def _one_of(kinds: Sequence[Any], schemas: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if len(kinds) == 1:
        return schemas[0]
    if all(get_origin(kind) is list for kind in kinds):
        return {"type": "array", "items": {"anyOf": [schema["items"] for schema in schemas]}}
    return {"anyOf": list(schemas)}
