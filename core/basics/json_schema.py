"""JSON Schemas (2020-12) of types, for authors of programs in other languages."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from typing import Any

import msgspec

from kronika.core.basics.docstrings import restore_struct_docstrings


def components(kinds: Iterable[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """The schemas of `kinds`, and the schemas of all Structs in them by name, for `$defs`.

    The docstring of a Struct is its description, without indentation (which Python before 3.13 keeps). Keywords of
    OpenAPI are removed, because strict validators such as Ajv refuse unknown keywords.
    """
    restore_struct_docstrings()
    schemas, defs = _plain(msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}"))
    for schema in defs.values():
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])
    return schemas, defs


def _plain(schema: Any) -> Any:
    """The schema without OpenAPI's `discriminator` in unions, and with `const` instead of an `enum` of one value."""
    if isinstance(schema, (list, tuple)):
        return type(schema)(map(_plain, schema))
    if not isinstance(schema, dict):
        return schema
    names = {"discriminator"} if "anyOf" in schema else set()
    plain = {key: _plain(value) for key, value in schema.items() if key not in names}
    if isinstance(values := plain.get("enum"), list) and len(values) == 1:
        plain["const"] = plain.pop("enum")[0]
    return plain
