"""All options of all commands by name: which commands have them, and what they mean there."""

from __future__ import annotations

from functools import cache

import click

from making.commands import every, page_of
from making.wording import code, next_steps, page, safe

_LEAD = """An option is found here by its name. The page of a command has its options in the order of its help.
"""


@cache
def spellings() -> dict[str, dict[str, list[str]]]:
    """Each option as it is typed; for each meaning, the commands that have it so."""
    found: dict[str, dict[str, list[str]]] = {}
    for path, command in every():
        for param in command.params:
            if isinstance(param, click.Option) and not param.hidden:
                for name in (*param.opts, *param.secondary_opts):
                    meaning = " ".join(str(param.help).split())
                    found.setdefault(name, {}).setdefault(meaning, []).append(" ".join(path))
    return dict(sorted(found.items(), key=lambda item: item[0].lstrip("-").casefold()))


def anchor_of(option: str) -> str:
    """The place of an option on the page."""
    return f"option-{option[2:]}" if option.startswith("--") else f"letter-{option[1:]}"


def pages() -> dict[str, str]:
    """One page."""
    return {
        "options": page(
            "Options of commands", _LEAD, *map(_section, spellings()), next_steps("commands", "cheat-sheet")
        )
    }


def _section(option: str) -> str:
    parts = [f"({anchor_of(option)})=\n\n## {code(option)}\n"]
    for meaning, commands in spellings()[option].items():
        links = ", ".join(f"[{code(name)}]({page_of(name)}.md#command-{name.replace(' ', '-')})" for name in commands)
        parts.append(f"- {safe(meaning)}\\\n  {links}")
    return "\n".join([*parts, ""])
