"""The pages of the documentation that come from the program itself: commands, games, rules, JSON, the public names.

`conf.py` has them written into `made/` before Sphinx reads; nothing of them is kept. `tests/docs` holds them complete.
"""

from __future__ import annotations

from pathlib import Path

from making import api, commands, gallery, games, options, outputs, project


def pages() -> dict[str, str]:
    """Every page by its name, without an ending: Markdown."""
    found = {
        **commands.pages(),
        **options.pages(),
        **outputs.pages(),
        **games.pages(),
        **api.pages(),
        **gallery.pages(),
        **project.pages(),
    }
    for game in games.shipped():
        rules = f"rules-{game.name}"
        found[rules] = gallery.with_picture(game, found[rules])
    return found


def write(folder: Path) -> None:
    """Writes the pages; those that are as they were keep their time, so that Sphinx does not read them again."""
    drawn = folder / "pictures"
    drawn.mkdir(parents=True, exist_ok=True)
    wanted = {folder / f"{name}.md": text for name, text in pages().items()}
    wanted |= {drawn / name: text for name, text in gallery.files().items()}
    for old in {*folder.glob("*.md"), *drawn.iterdir()} - set(wanted):
        old.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
