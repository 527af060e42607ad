"""Pages of texts that the project has elsewhere: the changelog and the licence."""

from __future__ import annotations

from pathlib import Path

from making.wording import next_steps, page

_ROOT = Path(__file__).parents[2]


def pages() -> dict[str, str]:
    """Two pages."""
    changes = (_ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](../")
    licence = (_ROOT / "LICENSE").read_text(encoding="utf-8")
    return {
        "changelog": f"{changes.rstrip()}\n\n{next_steps('promise', 'install')}",
        "licence": page("Licence", licence, next_steps("about")),
    }
