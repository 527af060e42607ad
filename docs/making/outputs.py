"""The JSON that commands print: what each prints, and the Structs of it."""

from __future__ import annotations

from typing import Any, get_origin

from msgspec import inspect

from kronika.cli.commands.outputs import VERSION, outputs
from making.wording import next_steps, of_type, page, structs, structs_in

_LEAD = f"""This is the output of commands with `--format json`, version {VERSION}. `kronika schema --outputs` has it as
JSON Schema. Ignore keys that you do not know: later versions may add some, and [these keys stay](../promise.md). A key
that is not always there is *optional* below.

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
    return {
        "outputs": page(
            "JSON of commands",
            *parts,
            "",
            "## Their parts\n",
            *structs(known),
            next_steps("serve", "python", "promise"),
        )
    }


def _said(name: str, kinds: tuple[inspect.Type, ...]) -> str:
    lists = len(kinds) > 1 and all(get_origin(kind) is list for kind in outputs(())[name])
    return ", or ".join(of_type(kind) for kind in kinds) + (", mixed" if lists else "")
