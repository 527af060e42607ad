"""JSON Schemas of types, for whoever writes a program in another language."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from typing import Any

import msgspec

from kronika.core.docs import give_back_to_structs


def components(kinds: Iterable[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """The schemas of types, and of the Structs in them by name, as `$defs` has them.

    What they say of themselves stands there without the margin that a docstring has in a file: Python keeps it before
    version 3.13.
    """
    give_back_to_structs()
    schemas, defs = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for schema in defs.values():
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])
    return schemas, defs
