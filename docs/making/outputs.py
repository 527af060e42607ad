"""The JSON that commands print: what each prints, and the Structs of it."""

from __future__ import annotations

from typing import Any, get_origin

from msgspec import inspect

from kronika.cli.commands.outputs import VERSION, outputs
from making.wording import of_type, page, structs, structs_in

_LEAD = f"""What commands print with `--format json`, version {VERSION} of these forms; `kronika schema --outputs` has
them as JSON Schema. A reader passes over the keys that it does not know: there may be more of them later, and
[what stands here stays](../promise.md). A key that is not always there says so below as *or left out*.

`validate`, `diff`, `example check`, `corpus check`, `beside` and `kit check` also write reports for CI, in the forms of
JUnit, SARIF and GitHub.
"""


def pages() -> dict[str, str]:
    """One page."""
    made = {name: inspect.multi_type_info(kinds) for name, kinds in outputs(()).items()}
    known: dict[type, Any] = {}
    parts = [_LEAD, "## By command\n", "- `show`: a view of the game, see [its keys](games.md)"]
    for name, kinds in made.items():
        for kind in kinds:
            known |= structs_in(kind)
        if kinds:
            parts.append(f"- `{name}`: {_said(name, kinds)}")
    return {"outputs": page("JSON of commands", *parts, "", "## Their parts\n", *structs(known))}


def _said(name: str, kinds: tuple[inspect.Type, ...]) -> str:
    lists = len(kinds) > 1 and all(get_origin(kind) is list for kind in outputs(())[name])
    return ", or ".join(of_type(kind) for kind in kinds) + (", mixed" if lists else "")
