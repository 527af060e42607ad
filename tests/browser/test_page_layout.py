"""Pages in a real browser: what is on one screen, what is folded, what holds still."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.analysis import judged_page
from kronika.cli.page.document import page as page_of
from kronika.core.analysis.decisions import Decision, Delta, Judgement, events_to_judge
from kronika.core.analysis.judge import AnalysisConfig, Figures
from kronika.core.analysis.summary import summarize
from kronika.core.contract.registry import get_game
from kronika.logs.replaying.logfile import write_log
from support.browsing import (
    ALL,
    DESK,
    GAMES,
    IMHOTEP,
    NEEDS_BROWSER,
    PHONE,
    SOME,
    TABLES,
    TIDES,
    VICEROY,
    WALL,
    Every,
    Opened,
    Pages,
    random_game,
)
from support.cli import fine

pytestmark = NEEDS_BROWSER


STEPS = """() => {
    const blocks = () => [...document.querySelectorAll('.block')].map(one => one.getAttribute('transform'));
    const top = () => document.querySelector('.boards').getBoundingClientRect().top;
    const places = () => [scrollX, scrollY, top(), ...blocks()].join();
    const before = places();
    const found = { moved: [], unseen: [] };
    for (let step = 1; step <= 40; step++) {
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        if (places() !== before) found.moved.push(step);
        if (document.querySelector("#unseen button")) found.unseen.push(step);
    }
    return found;
}"""


@pytest.mark.parametrize(
    "size", [DESK, PHONE, pytest.param(WALL, marks=pytest.mark.long)], ids=["desk", "phone", "wall"]
)
@GAMES
def test_the_table_holds_still(browser: Any, pages: Pages, game: str, size: dict[str, int]) -> None:
    """Over 40 steps no block moves, nor does the page; what has changed out of sight has a button that leads there."""
    opened = Opened(browser, pages(game), size=size)
    page = opened.page
    found = page.evaluate(STEPS)
    assert found["moved"] == []
    if found["unseen"]:
        opened.press("ArrowLeft", 40 - found["unseen"][-1])
        name = page.locator("#unseen button").first.inner_text()
        page.locator("#unseen button").first.click()
        seen = "name => ![...document.querySelectorAll('#unseen button')].some(one => one.textContent === name)"
        page.wait_for_function(seen, arg=name)
    opened.close()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_table_is_on_one_screen(browser: Any, every: Every, game: str, seats: int) -> None:
    """Board, all points, and the hand of each player; with three and four players after one fold is opened.

    In Ancient Knowledge the areas of two players have no room in readable letters: then one of them is folded, and
    both hands are there.
    """
    opened = Opened(browser, every(game, str(seats)))
    page = opened.page
    page.keyboard.press("End")
    opened.press("ArrowLeft", 30)
    inside = """[...document.querySelectorAll(SELECTOR)].every(one => { const { top, left, bottom, right } =
        one.getBoundingClientRect(); return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth; })"""
    heads = page.locator(".boards [id^='piece-head-']:not([id^='piece-head-rest']):not([id*='hand'])")
    assert heads.count() == seats
    assert page.evaluate(inside.replace("SELECTOR", "'.boards > svg, .boards .head'"))
    if seats == 2:
        hands = page.evaluate("JSON.parse(film.textContent).blocks.map(([role, seat], at) => [role, at])")
        shown = page.evaluate("[...document.querySelectorAll('.block')].map(one => !one.matches('.folded'))")
        assert all(shown[at] for role, at in hands if role == "hand")
    for seat in range(seats):
        fold = page.locator(f".block:has([id='piece-head-{seat}']) .fold")
        if fold.get_attribute("aria-expanded") == "false":
            assert seats > 2 or game == "ancient_knowledge", "two players need no fold"
            fold.click()
        assert fold.get_attribute("aria-expanded") == "true"
        assert page.evaluate(
            inside.replace("SELECTOR", "'.boards > svg, .boards .head, .block:not(.folded) [data-kind]'")
        )
    opened.close()


@IMHOTEP
def test_decks_are_folded_and_opened_by_the_keyboard(browser: Any, pages: Pages) -> None:
    opened = Opened(browser, pages("imhotep"))
    fold = opened.page.locator(".block:has([id='piece-head-rest']) .fold")
    assert fold.get_attribute("aria-expanded") == "false"
    assert not opened.page.locator("#piece-deck").is_visible()
    fold.focus()
    opened.page.keyboard.press("Enter")
    assert fold.get_attribute("aria-expanded") == "true"
    assert opened.page.locator("#piece-deck").is_visible()
    opened.close()


@IMHOTEP
def test_a_section_of_the_moves_is_folded_but_while_a_step_is_in_it(browser: Any, pages: Pages) -> None:
    opened = Opened(browser, pages("imhotep"))
    page = opened.page
    page.keyboard.press("ArrowRight")
    shown = page.locator("li.here").first
    page.locator("ol.moves summary").first.click()
    assert not shown.is_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert shown.is_visible()
    page.keyboard.press("Home")
    assert page.locator("ol.moves details").first.get_attribute("open") is None
    opened.close()


@VICEROY
def test_an_auction_is_one_group_by_mouse_and_keyboard(browser: Any, every: Every) -> None:
    """It has a sentence as its title, and a bar below the slider; arrows go by decision in it."""
    opened = Opened(browser, every("viceroy", "2"))
    page = opened.page
    auction = page.locator("ol.moves details.episode").first
    title = auction.locator("summary").first
    assert title.inner_text().startswith("Auction of round 1 · ")
    records = auction.locator("li[data-n]")
    assert records.count() >= 2
    title.click()
    assert not records.first.is_visible()
    title.focus()
    page.keyboard.press("Enter")
    assert records.first.is_visible()
    page.evaluate("document.activeElement.blur()")
    first = int(records.first.get_attribute("data-n") or 0)
    page.evaluate("n => { location.hash = `#n=${n}`; }", first)
    page.locator("#now .said", has_text=f"{first} ").wait_for()
    assert "Auction of round 1" in (page.get_attribute("#slider", "aria-valuetext") or "")
    page.keyboard.press("ArrowRight")
    assert opened.record == first + 1
    bars = page.locator("#marks path").last.get_attribute("d") or ""
    assert bars.count("M") == page.locator("ol.moves details.episode").count() > 5
    opened.close()


@GAMES
def test_a_sheet_fits_a_phone(browser: Any, every: Every, game: str) -> None:
    """With five columns of numbers at most, and the reason below its row: no table needs a sideways scroll."""
    opened = Opened(browser, every(game, str(get_game(game).seats[1])), size=PHONE)
    opened.page.locator(".ending summary").click()
    sheet = opened.page.locator(".ending .sheet")
    assert opened.page.evaluate(BROKEN) == []
    assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth")
    opened.close()


BROKEN = """() => [...document.querySelectorAll("th")].filter(head => head.getClientRects().length).flatMap(head => {
    const line = (word) => {
        const range = document.createRange();
        range.setStart(head.firstChild, word.index);
        range.setEnd(head.firstChild, word.index + word[0].length);
        return new Set([...range.getClientRects()].map(one => Math.round(one.top))).size;
    };
    return [...head.textContent.matchAll(/\\S+/g)].filter(word => line(word) > 1).map(word => word[0]);
})"""
"""The words in heads of tables that are on two lines."""


def rated_page(seats: int) -> str:
    """A page with an analysis, of two players in Tides or of four in Imhotep."""
    session = random_game("tides" if seats == 2 else "imhotep", seats, most=SOME)
    level = Figures(*[(0.5,) * seats] * 4)
    judged = Judgement(level, level, Delta(-0.2345, 0.0345, 10.0, 1.0))
    unit = next(unit for unit in events_to_judge(session, AnalysisConfig(), None) if unit.by >= 0)
    move = session.game.format(unit.before, unit.by, unit.do, session.players)
    verdict = Decision(unit.n, unit.by, move, 5, 2, move, "", judged, judged)
    found = summarize(session, AnalysisConfig(), None, [verdict])
    return page_of(session, judged=judged_page(found, session))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_heads_of_the_table_of_skill_are_whole_on_a_phone(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    monkeypatch.setattr("kronika.cli.page.analysis.rating", lambda *_: "beginner" if seats == 2 else "")
    path = tmp_path / "rated.html"
    path.write_text(rated_page(seats), "utf-8")
    for wide in (360, 390):
        opened = Opened(browser, path, size=PHONE | {"width": wide})
        opened.page.locator("#skill summary").click()
        heads = opened.page.locator("#skill th").all_inner_texts()
        assert ("Rating" in heads, heads[-1]) == (seats == 2, "Luck")
        assert opened.page.evaluate(BROKEN) == []
        assert opened.page.locator("#skill .sheet").evaluate("one => one.scrollWidth <= one.clientWidth")
        opened.close()


@VICEROY
def test_the_heads_below_a_plot_are_whole_on_a_phone(browser: Any, tmp_path: Path) -> None:
    write_log(str(tmp_path / "g.jsonl"), random_game("viceroy", 4, most=SOME))
    fine("stats", tmp_path / "g.jsonl", "--plot", tmp_path / "plot.html")
    for wide in (320, 390):
        opened = Opened(browser, tmp_path / "plot.html", size=PHONE | {"width": wide})
        opened.page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        assert opened.page.locator("th").count() > 10
        assert opened.page.evaluate(BROKEN) == []
        assert opened.page.evaluate("document.documentElement.scrollWidth") == wide
        opened.close()


@TIDES
def test_the_panel_is_behind_what_is_below_the_table(browser: Any, pages: Pages) -> None:
    """The panel stays in sight beside the table; what is read below it has the whole width."""
    opened = Opened(browser, pages("tides"))
    page = opened.page
    page.evaluate("scrollTo(0, 1e6)")
    page.wait_for_timeout(50)
    inside = """at => {
        const box = document.querySelector('.wide').getBoundingClientRect();
        const top = Math.max(box.top, 0) + 4;
        return Boolean(document.elementFromPoint(box.left + box.width * at, top).closest('.wide'));
    }"""
    assert [page.evaluate(inside, at) for at in (0.1, 0.5, 0.95)] == [True] * 3
    opened.close()


@GAMES
def test_points_are_shown_by_part_and_source(browser: Any, pages: Pages, game: str) -> None:
    opened = Opened(browser, pages(game))
    page = opened.page
    totals = random_game(game).totals()
    page.keyboard.press("End")
    page.locator(".curve summary").click()
    assert page.locator("#lines li span").all_inner_texts() == [f"{name}: {points}" for name, points in totals.items()]
    for choice in page.locator("#which option").all_inner_texts()[1:]:
        page.select_option("#which", label=choice)
        lines = page.locator("#lines li span").all_inner_texts()
        assert lines[0] == f"total: {totals[choice.rpartition(', by ')[0]]}"
        assert 2 < len(lines) + 1 <= 10
        assert page.locator("#curve path").count() >= len(lines)
    opened.close()


@pytest.mark.parametrize(("game", "kind"), ALL)
def test_a_phone_needs_no_sideways_scroll(browser: Any, every: Every, game: str, kind: str) -> None:
    opened = Opened(browser, every(game, kind), size=PHONE)
    opened.page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
    for scheme in ("light", "dark"):
        opened.page.emulate_media(color_scheme=scheme)
        assert opened.page.evaluate("document.documentElement.scrollWidth") == 360
        ground = opened.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
    opened.close()
