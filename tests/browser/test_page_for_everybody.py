"""Pages in a real browser: for screen readers, without the script, with hostile names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.comparison import page_of_two
from kronika.cli.page.document import page as page_of
from kronika.core.basics import limits
from kronika.core.sessions.session import Session
from support.browsing import (
    ALL,
    AXE,
    NEEDS_BROWSER,
    PHONE,
    TIDES,
    Every,
    Opened,
    Pages,
)

pytestmark = NEEDS_BROWSER


@TIDES
def test_without_the_script_there_is_the_last_picture_and_the_moves(browser: Any, pages: Pages) -> None:
    opened = Opened(browser, pages("tides"), java_script_enabled=False)
    assert opened.page.locator(".table svg > g[data-kind]").count() > 10
    assert opened.page.locator("ol.moves li[data-n]").count() > 30
    assert not opened.page.locator("#slider").is_visible()
    opened.close()


EVIL = (
    "</script><script>document.title='x'</script>",
    "\"><img src=x onerror=document.title='x'>",
    "W" * limits.NAME,
    "</li></ol>" * (limits.NAME // 10),
)


@pytest.mark.parametrize("evil", EVIL)
def test_a_hostile_name_does_nothing(browser: Any, tmp_path: Path, evil: str) -> None:
    """Nor do tags and notes, as long as they may be; and a phone needs no sideways scroll for them."""
    session = Session.new("tides", [evil, "Bob"], seed=1, tags={"Event": evil * (limits.TAG // len(evil))})
    session.note(evil * (limits.NOTE // len(evil)), author=evil)
    session.note(evil, on=0)
    (tmp_path / "evil.html").write_text(page_of(session), "utf-8")
    (tmp_path / "two.html").write_text(page_of_two([session, session]), "utf-8")
    for name, title in (("evil", f"Tides of Time: {evil}, Bob"), ("two", "Tides of Time: two games")):
        opened = Opened(browser, tmp_path / f"{name}.html", size=PHONE)
        opened.page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        assert opened.page.title() == title
        assert evil in opened.page.inner_text("header")
        assert opened.page.locator("#which option").all_inner_texts()[0] == "all players"
        assert opened.page.evaluate("document.documentElement.scrollWidth") == 360
        assert opened.page.locator("ol.moves").count() == 1
        opened.close()


@pytest.mark.skipif(not AXE, reason="no axe-core: `make test-browser` fetches it")
@pytest.mark.parametrize(("game", "kind"), ALL)
def test_everybody_can_use_it(browser: Any, every: Every, game: str, kind: str) -> None:
    """In the dark only the contrast is another."""
    opened = Opened(browser, every(game, kind), bypass_csp=True)
    if kind != "examples":
        opened.page.keyboard.press("End")
    opened.page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
    opened.page.add_script_tag(path=AXE)
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        opened.page.emulate_media(color_scheme=scheme)
        found = opened.page.evaluate("rules => axe.run(rules).then(found => found.violations)", rules)
        grave = [
            (one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")
        ]
        assert grave == [], scheme
    opened.close()
