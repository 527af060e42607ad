"""`docs`: each page, as it is, and the files that pages use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronika.cli.commands.docs import extra_files, pages
from support.cli import fine, run
from support.playouts import ROOT

DOCS = ROOT / "docs"


def test_every_page_is_listed_with_its_title() -> None:
    done = fine("docs", columns=120)
    for page in DOCS.glob("*.md"):
        title = page.read_text(encoding="utf-8").partition("# ")[2].partition("\n")[0]
        assert re.search(rf"^{page.stem} +{re.escape(title)}$", done.out, re.MULTILINE), page


def test_a_page_is_printed_as_it_is() -> None:
    assert fine("docs", "install").out == (DOCS / "install.md").read_text(encoding="utf-8")


def test_the_name_of_a_file_is_above_its_block() -> None:
    assert "# file: cup.toml" in (DOCS / "tournaments.md").read_text(encoding="utf-8")
    text = fine("docs", "tournaments").out
    assert "\n`cup.toml`:\n\n```toml\nname = " in text
    assert "# file:" not in text


def test_a_file_that_a_page_uses_is_printed() -> None:
    assert fine("docs", "beside/tides.toml").out == (DOCS / "beside" / "tides.toml").read_text(encoding="utf-8")
    assert set(extra_files()) == {
        path.relative_to(DOCS).as_posix()
        for folder in ("beside", "clients", "import", "researchers")
        for path in (DOCS / folder).iterdir()
        if path.is_file()
    }


def test_a_page_that_is_not_there_is_refused_with_a_guess() -> None:
    done = run("docs", "tournamnets")
    assert (done.status, done.out) == (2, "")
    assert "There is no page 'tournamnets': `kronika docs` lists them. Did you mean tournaments?" in done.err


def texts() -> dict[Path, str]:
    rooms = ("core", "logs", "cli", "src/kronika", "pytest_plugin")
    return {path: path.read_text(encoding="utf-8") for room in rooms for path in (ROOT / room).rglob("*.py")}


def test_helps_and_messages_point_to_pages_that_a_wheel_has() -> None:
    named = {name for text in texts().values() for name in re.findall(r"kronika docs ([a-z][\w/.-]*\w)", text)}
    assert {"beside", "serve", "mcp", "analyse"} <= named
    assert named <= set(pages()) | set(extra_files())
    assert [path for path, text in texts().items() if re.search(r"docs/[\w-]+\.md", text)] == []
    assert "README" not in (DOCS / "man" / "kronika.1").read_text(encoding="utf-8").partition("SH GAMES")[0]


def test_without_its_pages_it_says_that_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("kronika.cli.commands.docs._CHECKOUT", tmp_path)
    assert fine("docs").lines == ["page    title", "------  -------"]
