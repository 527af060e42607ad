"""Pages in a real browser: opened from the disk, without a network, gone through by mouse and keyboard.

The tests of a game are one group of xdist, so that its pages are made once.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from kronika.cli.printing.events import whose_turn
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import game_names
from kronika.core.examples.example import read_examples, start_example
from kronika.core.sessions.events import Event, Undo
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from support.browsing import (
    GAMES,
    NEEDS_BROWSER,
    TIDES,
    Every,
    Opened,
    Pages,
    random_game,
)

pytestmark = NEEDS_BROWSER


def stops_of(session: Session) -> list[int]:
    """The start, the last record before each decision in force, and the end."""
    way = [0, *in_force(session)]
    decisions = {n for n, entry in enumerate(session.history, 1) if isinstance(entry, Event) and entry.by != CHANCE}
    return [0, *(one for one, then in pairwise(way) if one and then in decisions), way[-1]]


@GAMES
def test_a_page_is_gone_through_without_a_network(browser: Any, pages: Pages, game: str) -> None:
    way = [0, *in_force(random_game(game))]
    stops = stops_of(random_game(game))
    opened = Opened(browser, pages(game))
    page = opened.page
    assert opened.record == 0
    at_the_start = opened.board
    page.keyboard.press("End")
    assert opened.record == way[-1]
    at_the_end = opened.board
    page.keyboard.press("Shift+ArrowLeft")
    assert opened.record == way[-2]
    page.keyboard.press("Home")
    page.click("#on")
    page.click("#on")
    page.click("#on")
    assert opened.record == stops[3]
    page.click("#back")
    assert opened.record == stops[2]
    page.keyboard.press("End")
    assert (opened.record, opened.board) == (way[-1], at_the_end)
    page.keyboard.press("Home")
    assert opened.board == at_the_start != at_the_end
    opened.close()


@GAMES
def test_a_link_leads_to_a_place(browser: Any, pages: Pages, game: str) -> None:
    way = in_force(random_game(game))
    opened = Opened(browser, pages(game), f"#n={way[4]}")
    assert opened.record == way[4]
    assert opened.page.inner_text("#now .said").startswith(f"{way[4]} ")
    wanted = opened.board
    opened.page.keyboard.press("Home")
    for _ in range(5):
        opened.page.keyboard.press("Shift+ArrowRight")
    assert opened.board == wanted
    opened.close()


@GAMES
def test_the_arrows_stay_in_the_branch_that_was_entered(browser: Any, pages: Pages, game: str) -> None:
    """Three decisions with their chance are undone by record `undo`; the game goes on after record `fork`."""
    session = random_game(game)
    undo = next(number for number, entry in enumerate(session.history, 1) if isinstance(entry, Undo))
    fork = undo - 1 - session.history[undo - 1].events
    after = in_force(session)[in_force(session).index(fork) + 1] if fork else in_force(session)[0]
    assert after > undo
    opened = Opened(browser, pages(game))
    undone = opened.page.locator("li.undone a.number")
    assert undone.count() == undo - 1 - fork
    undone.first.click()
    assert opened.record == fork + 1
    assert f"leaves the game after record {fork}" in opened.page.inner_text("#way") or not fork
    opened.page.keyboard.press("Shift+ArrowRight")
    assert opened.record == fork + 2
    opened.page.keyboard.press("End")
    assert opened.record == undo
    opened.page.keyboard.press("Home")
    assert not opened.page.locator("#way").is_visible()
    for _ in range(fork + 1):
        opened.page.keyboard.press("Shift+ArrowRight")
    assert opened.record == fork + 1
    opened.page.click("#return")
    assert opened.record == fork
    opened.page.keyboard.press("Shift+ArrowRight")
    assert opened.record == after
    opened.close()


@GAMES
def test_a_page_begins_at_the_beginning_and_tells_no_result(browser: Any, pages: Pages, game: str) -> None:
    result = whose_turn(random_game(game))
    opened = Opened(browser, pages(game))
    assert opened.record == 0
    assert result not in opened.page.inner_text("body")
    opened.page.keyboard.press("End")
    assert result in opened.page.inner_text("#now")
    opened.page.keyboard.press("Home")
    opened.page.locator(".ending summary").click()
    assert result in opened.page.inner_text(".ending")
    opened.close()


@TIDES
def test_a_browser_that_allows_no_more_addresses_goes_on(browser: Any, pages: Pages) -> None:
    opened = Opened(browser, pages("tides"))
    opened.page.evaluate(
        "() => { history.replaceState = () => { throw new DOMException('too many', 'SecurityError'); }; }"
    )
    opened.page.keyboard.press("Home")
    assert opened.page.input_value("#link").endswith("#n=0")
    assert opened.page.get_attribute("path.cursor", "d") == "M0 0V200"
    opened.close()


@TIDES
def test_a_rule_is_reported(browser: Any, pages: Pages) -> None:
    opened = Opened(browser, pages("tides"))
    opened.page.locator("a.rule", has_text="TT-2.3").first.click()
    assert opened.page.inner_text("#rule").startswith("TT-2.3")
    assert "hands" in opened.page.inner_text("#rule")
    opened.page.keyboard.press("Escape")
    assert not opened.page.locator("#rule").is_visible()
    opened.close()


@GAMES
def test_two_games_go_in_step_from_where_they_part(browser: Any, every: Every, game: str) -> None:
    opened = Opened(browser, every(game, "two"))
    page = opened.page
    at = opened.record
    assert f"The games diverge at move {at}." in page.inner_text("header")

    def boards() -> list[str]:
        inner = "svg => [...svg.querySelectorAll('[data-kind]')].map(piece => piece.getAttribute('aria-label'))"
        return list(page.locator(".boards > svg").evaluate_all(f"boards => boards.map({inner})"))

    one, other = boards()
    assert one != other or len(set(page.locator("li.here .said").all_inner_texts())) == 2  # a deck was chosen, say
    page.keyboard.press("ArrowLeft")
    one, other = boards()
    assert one == other
    page.keyboard.press("End")
    one, other = boards()
    assert one != other
    assert page.locator("li.here").last.locator(".two > div").count() == 2
    opened.close()


@TIDES
def test_a_position_is_copied(browser: Any, pages: Pages) -> None:
    session = random_game("tides")
    opened = Opened(browser, pages("tides"), "#n=1")
    page = opened.page
    assert page.locator("#copy-position").is_enabled()
    page.click("#copy-position")
    (example,) = read_examples(page.input_value("#position"))
    assert start_example(example).state == session.at(1)
    page.keyboard.press("ArrowRight")  # one has chosen: no keys say it
    page.keyboard.press("Escape")
    page.click("#on")
    assert not page.locator("#copy-position").is_enabled()
    assert not page.locator("#position").is_visible()
    opened.close()


@TIDES
def test_an_example_is_read_by_opening_it(browser: Any, every: Every) -> None:
    opened = Opened(browser, every("tides", "examples"), java_script_enabled=False)
    page = opened.page
    assert page.locator("article").first.locator(".findings").is_visible()
    folded = page.locator("article details").first
    assert not folded.locator("svg").first.is_visible()
    folded.locator("summary").click()
    box = folded.locator("svg use").first.bounding_box()
    assert box is not None
    assert box["width"] > 20
    opened.close()


@TIDES
def test_it_plays_by_itself_until_the_end(browser: Any, pages: Pages) -> None:
    opened = Opened(browser, pages("tides"), "#n=36")
    opened.page.select_option("#speed", "400")
    opened.page.click("#play")
    opened.page.wait_for_selector("#play[aria-label='Play']")
    assert opened.record == opened.page.evaluate("JSON.parse(film.textContent).records.at(-1)")
    opened.close()


@pytest.mark.bench
def test_a_step_takes_less_than_a_frame_of_the_screen(browser: Any, pages: Pages) -> None:
    """The longest game here, forwards and back; 16 ms would be seen."""
    opened = Opened(browser, max(map(pages, game_names()), key=lambda path: path.stat().st_size))
    took = opened.page.evaluate(
        """() => { const took = []; const last = JSON.parse(film.textContent).records.length;
        for (let turn = 0; turn < 4; turn++) for (let n = 1; n < last; n++) { const begun = performance.now();
        dispatchEvent(new KeyboardEvent("keydown", {key: turn % 2 ? "ArrowLeft" : "ArrowRight"}));
        took.push(performance.now() - begun); } return took.sort((a, b) => a - b)[took.length >> 1]; }"""
    )
    assert took < 16
    opened.context.close()  # many changes of the address at once are complained of
