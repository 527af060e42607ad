"""The scribe ends a game on the page of `kronika host`, which asks first: by taps, by keys, with a screen reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from support.browsing import AXE, NEEDS_BROWSER, PHONE
from support.tablets import Tablets, look, of

pytestmark = [NEEDS_BROWSER, pytest.mark.xdist_group("tapping")]

FOCUSED = "() => document.activeElement.textContent"


@pytest.fixture
def session() -> Session:
    return of("tides")


def opened(context: Any, session: Session) -> Any:
    """The page of the scribe, with the tools of the scribe unfolded."""
    page = Tablets(session, "referee").open(context)
    page.locator(".due").wait_for()
    page.get_by_text("Scribe", exact=True).click()
    page.get_by_label("Why the game ends").select_option("resigned")
    page.get_by_label("By whom").select_option("Bob")
    return page


def test_one_tap_ends_no_game(context: Any, session: Session) -> None:
    """The question stands in the place of the form. A second tap at once, also on `Confirm`, does not answer it."""
    page = opened(context, session)
    opener = page.get_by_role("button", name="End the game")
    opener.tap()
    sure = page.get_by_role("group", name="End the game")
    box = sure.get_by_role("button", name="Confirm").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(100)
    assert session.ending is None
    assert box["y"] + box["height"] <= PHONE["height"]
    assert sure.locator("p").inner_text() == "End the game (resigned, by Bob)? Nobody can play on until you reopen it."
    assert not opener.is_visible()
    sure.get_by_role("button", name="Cancel").tap()
    assert (opener.is_visible(), sure.is_visible(), session.ending) == (True, False, None)
    opener.tap()
    sure.get_by_role("button", name="Confirm").tap()
    page.get_by_role("button", name="Reopen the game").wait_for()
    assert session.ending == Ending("resigned")
    assert (opener.is_visible(), sure.is_visible()) == (False, False)
    page.get_by_role("button", name="Reopen the game").tap()
    opener.wait_for()
    assert session.ending is None


@pytest.mark.parametrize("way", ["Cancel", "Escape", "Confirm"])
def test_a_game_is_ended_with_the_keyboard(context: Any, session: Session, way: str) -> None:
    """The question has the focus, so that it is read aloud, and a key that is held down answers nothing."""
    page = opened(context, session)
    page.get_by_role("button", name="End the game").focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED).startswith("End the game (resigned, by Bob)?")
    assert session.ending is None
    if way == "Escape":
        page.keyboard.press("Escape")
    else:
        page.locator(".sure .confirm:enabled").wait_for()
        for _ in range(1 if way == "Confirm" else 2):
            page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == way
        page.keyboard.press("Enter")
    if way == "Confirm":
        page.get_by_role("button", name="Reopen the game").wait_for()
        assert session.ending == Ending("resigned")
        page.wait_for_function("() => document.activeElement.matches('.due')")
    else:
        assert page.evaluate(FOCUSED) == "End the game"
        assert session.ending is None


def test_what_happens_meanwhile_leaves_the_question(context: Any, session: Session) -> None:
    """A move of another stays asked about; an end by another program leaves nothing to ask."""
    page = opened(context, session)
    page.get_by_role("button", name="End the game").tap()
    confirm = page.locator(".sure .confirm")
    session.play(f"Anna: {session.legal()['Anna'][0]}")
    look(page)
    page.locator('[data-revision="2"]').wait_for()
    assert confirm.is_visible()
    session.set(ending=Ending("agreed"))
    look(page)
    page.locator('[data-revision="3"]').wait_for()
    assert not confirm.is_visible()


@pytest.mark.skipif(not AXE, reason="no axe-core: `make test-browser` fetches it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_checker_of_accessibility_finds_nothing_in_the_question(browser: Any, session: Session, scheme: str) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme=scheme, bypass_csp=True, has_touch=True)
    page = opened(context, session)
    page.get_by_role("button", name="End the game").tap()
    page.locator(".sure .confirm:enabled").wait_for()
    page.add_script_tag(content=Path(AXE).read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations.map((one) => [one.id, one.nodes[0].html])")
    assert found == []
    context.close()
