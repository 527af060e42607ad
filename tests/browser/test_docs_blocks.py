"""The blocks of the documentation in a real browser: what their button copies, and that none is cut at a desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.browsing import NEEDS_BROWSER
from support.playouts import ROOT

pytest.importorskip("sphinx", reason="no Sphinx: `pip install --group docs`")
pytestmark = NEEDS_BROWSER

CONSOLE = """$ kronika show game.jsonl --as "Anna"
Round 1 of 3

# not a command, > nor this, $ nor this
$ kronika undo game.jsonl
"""
FILE = """[[example]]
id = "One"

when = ["Anna: pick 15"]
"""


def block(lexer: Any, text: str) -> str:
    """A block as Sphinx writes it."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter

    return f'<div class="highlight-x notranslate">{highlight(text, lexer, HtmlFormatter(wrapcode=False))}</div>'


@pytest.fixture
def page(tmp_path: Path, browser: Any) -> Iterator[Any]:
    from pygments.lexers import get_lexer_by_name

    from making.site import ConsoleLexer

    site = ROOT / "docs" / "site"
    body = (
        block(ConsoleLexer(), CONSOLE) + block(get_lexer_by_name("toml"), FILE) + block(ConsoleLexer(), "only output\n")
    )
    path = tmp_path / "page.html"
    path.write_text(
        f'<!doctype html><link rel="stylesheet" href="{(site / "kronika.css").as_uri()}">'
        f'<script src="{(site / "kronika.js").as_uri()}"></script><body>{body}',
        encoding="utf-8",
    )
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(path.as_uri())
    yield page
    context.close()


def test_the_button_copies_commands_alone_and_files_whole(page: Any) -> None:
    buttons = page.locator("button.copy")
    assert buttons.count() == 2, "output alone is of no use elsewhere"
    for at, wanted in enumerate(['kronika show game.jsonl --as "Anna"\nkronika undo game.jsonl\n', FILE]):
        buttons.nth(at).focus()
        page.keyboard.press("Enter")
        page.locator("text=Copied").nth(at).wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == wanted


def test_what_is_selected_are_commands_alone(page: Any) -> None:
    page.evaluate("getSelection().selectAllChildren(document.querySelector('pre'))")
    shown = page.evaluate("getSelection().toString()")
    assert "$ " not in shown
    assert "Round 1" not in shown
    assert "kronika undo game.jsonl" in shown
