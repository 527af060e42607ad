"""Pages in a real browser: cards and pieces, what is said of them, how they move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.document import page as page_of
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from support.browsing import (
    GAMES,
    IMHOTEP,
    NEEDS_BROWSER,
    PHONE,
    TIDES,
    TIGRIS,
    Every,
    Opened,
    Pages,
    random_game,
)
from support.playing import path_of

pytestmark = NEEDS_BROWSER


@GAMES
def test_names_and_numbers_can_be_read(browser: Any, every: Every, game: str) -> None:
    """On a desk no letter of a table for two is smaller than 8 pixels, and most are 9 pixels or more."""
    opened = Opened(browser, every(game, "2"))
    opened.press("ArrowRight", 30)
    sizes = opened.page.evaluate(
        """[...document.querySelectorAll('.block:not(.folded) text')].filter(one => one.getClientRects().length)
        .map(one => one.getAttribute('font-size') * one.getCTM().a)"""
    )
    assert min(sizes) >= 8
    assert sorted(sizes)[len(sizes) // 2] >= 9
    opened.close()


@GAMES
def test_a_card_speaks(browser: Any, pages: Pages, game: str) -> None:
    """By tap, by keyboard, and as its label, which a screen reader has."""
    opened = Opened(browser, pages(game), f"#n={in_force(random_game(game))[-1]}", size=PHONE, has_touch=True)
    page = opened.page
    page.locator(".block:not(.folded) g[data-kind]").first.dispatch_event("click")
    page.locator(".boards g[tabindex='0'][id]").first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    labels, *told = page.evaluate(SPOKEN)
    assert len(labels) > 10
    assert all(labels)
    for way in told:
        assert list(map(plain, way)) == list(map(plain, labels))
    opened.close()


SPOKEN = """() => {
    const pieces = [...document.querySelectorAll(".block:not(.folded) g[id][tabindex]")].slice(0, 40);
    const said = () => document.querySelector("#card p").innerText;
    const key = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const tap = (piece) => piece.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const tapped = pieces.map((piece) => { tap(piece); return said(); });
    key("Home");
    const gone = pieces.map((piece, at) => { if (at) key("ArrowRight"); return said(); });
    return [pieces.map((piece) => piece.getAttribute("aria-label")), tapped, gone];
}"""


def plain(text: str) -> str:
    return " ".join(text.split())


@TIGRIS
def test_what_has_changed_in_a_step_is_marked(browser: Any, tmp_path: Path) -> None:
    """A tile comes onto the map of Tigris, and the hand has one less; then a tile is drawn in the same step."""
    (tmp_path / "g.html").write_text(page_of(load(path_of("tigris", "three-advanced"))), "utf-8")
    opened = Opened(browser, tmp_path / "g.html", "#n=61")
    opened.page.keyboard.press("ArrowRight")
    tile, marks = (
        [
            (round(one["x"]), round(one["y"]))
            for one in (found.bounding_box() for found in opened.page.locator(at).all())
        ]
        for at in ("#piece-tile-K2", ".marks rect.l-mark")
    )
    assert any(abs(x - tile[0][0]) < 6 and abs(y - tile[0][1]) < 6 for x, y in marks)
    opened.close()


@TIDES
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_move_to_where_they_are(browser: Any, pages: Pages, motion: str) -> None:
    """In Tides a chosen card goes from the hand to the cards chosen."""
    opened = Opened(browser, pages("tides"), reduced_motion=motion)
    moved = 0
    for _ in range(10):
        opened.page.keyboard.press("ArrowRight")
        moved += opened.page.evaluate("document.getAnimations().length")
    assert (moved > 0) == (motion == "no-preference")
    opened.close()


@IMHOTEP
def test_pieces_move_above_the_table_and_are_marked_when_they_are_there(browser: Any, pages: Pages) -> None:
    """A copy moves; the piece itself and the marks are seen when it has arrived, and nothing of the move is left."""
    opened = Opened(browser, pages("imhotep"))
    look = """() => ({
        moving: document.getAnimations().length,
        hidden: [...document.querySelectorAll(".boards [id]")]
            .filter((one) => getComputedStyle(one).opacity === "0").length,
        marks: getComputedStyle(document.querySelector("svg > .marks")).opacity,
        copies: document.querySelector("svg > .air").children.length,
    })"""
    seen = 0
    for _ in range(20):
        opened.page.keyboard.press("ArrowRight")
        opened.page.evaluate("document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 75; })")
        during = opened.page.evaluate(look)
        assert during["hidden"] == during["copies"]
        assert during["moving"] == (2 * during["copies"] + 1 if during["copies"] else 0)
        assert during["marks"] == ("0" if during["copies"] else "1")
        seen += during["copies"]
        opened.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        while opened.page.locator("svg > .air > *").count():
            pass  # the browser reports the end of an animation with a delay
        assert opened.page.evaluate(look) == {"moving": 0, "hidden": 0, "marks": "1", "copies": 0}
    assert seen > 2
    opened.close()


@TIDES
def test_the_best_move_has_an_arrow_with_a_word(browser: Any, tmp_path: Path) -> None:
    session = noted_game()
    (tmp_path / "g.html").write_text(page_of(session), "utf-8")
    opened = Opened(browser, tmp_path / "g.html", "#n=2")
    page = opened.page
    assert page.locator(".marks text").all_text_contents() == ["best"]
    assert page.locator(".marks path.f-green").count() == 1
    assert "against pick" in page.inner_text("#now")
    page.keyboard.press("Shift+ArrowLeft")
    assert page.locator(".marks text").count() == 0
    page.locator("#skill summary").click()
    page.keyboard.press("Shift+ArrowRight")
    assert (page.get_attribute("#skill path.cursor", "d") or "").endswith("V200")
    opened.close()


def noted_game() -> Session:
    """The deal and Anna's pick of her first card; its note has the second one as the best."""
    session = Session.new("tides", ["Anna", "Bob"], seed=7)
    session.resolve_chance()
    first, second, *_ = session.view(0).hands[0]
    session.play(f"Anna: pick {first}")
    session.note(f"costs 9 ± 2 % of the win (1.0 ± 0.1 points) against pick {second}; now Anna 40, Bob 60 %", on=2)
    return session


@IMHOTEP
def test_nothing_on_a_page_has_the_id_of_another_thing(browser: Any, tmp_path: Path) -> None:
    """Imhotep's first player has a sign, `first`; so has a button of the page."""
    (tmp_path / "g.html").write_text(page_of(random_game("imhotep")), "utf-8")
    opened = Opened(browser, tmp_path / "g.html", "#n=20")
    found = opened.page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)")
    assert len(found) == len(set(found))
    assert {"first", "piece-first"} <= set(found)
    opened.close()
