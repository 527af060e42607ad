"""One browser for all tests here, and the pages that are made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.document import page as page_of
from kronika.core.contract.registry import get_game
from support.browsing import BROWSER, KINDS, PHONE, Every, Pages, random_game


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Playwright keeps a loop of asyncio at work, which tests of other modules must not find."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """A phone, on which every fault of a page fails the test."""
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    faults: list[str] = []
    context.on("weberror", lambda fault: faults.append(str(fault.error)))
    context.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
    yield context
    context.close()
    assert not faults


@pytest.fixture(scope="session")
def every(tmp_path_factory: pytest.TempPathFactory) -> Every:
    """A page of each kind for each game, made when it is asked for; with a number, a whole game of these players."""
    folder = tmp_path_factory.mktemp("every")

    def page(game: str, kind: str) -> Path:
        path = folder / f"{game}-{kind}.html"
        if not path.exists():
            path.write_text(page_of(random_game(game, int(kind))) if kind.isdigit() else KINDS[kind](game), "utf-8")
        return path

    return page


@pytest.fixture
def pages(every: Every) -> Pages:
    """A page of a whole random game of the fewest players, its first three decisions taken back once."""
    return lambda game: every(game, str(get_game(game).seats[0]))
