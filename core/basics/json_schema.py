"""JSON Schemas of types, for whoever writes a program in another language: plain JSON Schema 2020-12."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from typing import Any

import msgspec

from kronika.core.basics.docstrings import restore_struct_docstrings


def components(kinds: Iterable[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """The schemas of types, and of the Structs in them by name, as `$defs` has them.

    What they say of themselves stands there without the margin that a docstring has in a file: Python keeps it before
    version 3.13. What OpenAPI adds is left out: a validator that is strict, as Ajv is, refuses a word it does not know.
    """
    restore_struct_docstrings()
    schemas, defs = _plain(msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}"))
    for schema in defs.values():
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])
    return schemas, defs


def _plain(schema: Any) -> Any:
    """Without `discriminator`, which stands beside the kinds that it tells apart; one value is a `const`."""
    if isinstance(schema, (list, tuple)):
        return type(schema)(map(_plain, schema))
    if not isinstance(schema, dict):
        return schema
    names = {"discriminator"} if "anyOf" in schema else set()
    plain = {key: _plain(value) for key, value in schema.items() if key not in names}
    if isinstance(values := plain.get("enum"), list) and len(values) == 1:
        plain["const"] = plain.pop("enum")[0]
    return plain
