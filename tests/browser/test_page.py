"""Pages in a real browser: opened from the disk, without a network, gone through by mouse and keyboard.

`make test-browser` sets up what it needs; without a browser, or what drives it, these tests are left out by name. The
tests of a game are one group of xdist, so that its pages are made once.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from kronika.cli.page.comparison import page_of_two
from kronika.cli.page.document import page as page_of
from kronika.cli.page.examples import examples_page
from kronika.cli.printing.events import whose_turn
from kronika.cli.reports.cases import example_checks
from kronika.core.basics import limits
from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import game_names, get_game
from kronika.core.examples.example import read_examples, start_example
from kronika.core.sessions.events import Event, Undo
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from kronika.logs.texts.examples import shipped_examples
from support.playing import path_of

api = pytest.importorskip("playwright.sync_api", reason="no playwright: `make test-browser` installs it")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no browser: `apt-get install chromium`, then `make test-browser`"
)

AXE = os.environ.get("KRONIKA_AXE", "")
"""The file axe.min.js of the npm package axe-core, which `make test-browser` fetches."""
PHONE = {"width": 360, "height": 740}
WALL = {"width": 1920, "height": 1080}
DESK = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


SOME: Final = 90
"""The number of decisions of a game that is played in part."""


@cache
def random_game(name: str, seats: int = 0, most: int = 600) -> Session:
    """A random game, to its end if it has no more decisions than `most`, with the first three taken back once."""
    found = get_game(name)
    session = Session.new(found, ["Anna", "Bob", "Cecil", "Dana"][: seats or found.seats[0]], seed=7)
    for number in range(most):
        if number == 3:
            session.undo(3)
        if not session.actors:
            break
        seat = session.actors[0]
        session.do(seat, session.game.pick(session.state, seat, Dice(7, number)))
        session.resolve_chance()
    return session


def made_of_two(name: str) -> str:
    """A page of a random game in part, and of one that has another beginning of the same seed."""
    found = get_game(name)
    other = Session.new(found, ["Anna", "Bob", "Cecil", "Dana"][: found.seats[0]], seed=7)
    for number in range(12):
        seat = other.actors[0]
        other.do(seat, found.pick(other.state, seat, Dice(8, number)))
        other.resolve_chance()
    return page_of_two([random_game(name, most=SOME), other])


def examples_of(name: str) -> str:
    """A page of an example that fails, and the first of a game."""
    wrong = f'[[example]]\nid = "WRONG"\ngame = "{name}"\nexpect.totals.Eve = 1\n'
    text = f"{wrong}{shipped_examples(get_game(name))}"
    return examples_page([*islice(example_checks(f"{name}.toml", text), 4)], "Worked examples", "")


KINDS: dict[str, Callable[[str], str]] = {
    "part": lambda name: page_of(random_game(name, most=SOME)),
    "two": made_of_two,
    "examples": examples_of,
}
"""The kinds of pages. A game in part has all that a page has, and is as long as a browser checks quickly."""
Every = Callable[[str, str], Path]


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


Pages = Callable[[str], Path]


@pytest.fixture
def pages(every: Every) -> Pages:
    """A page of a whole random game of the fewest players, its first three decisions taken back once."""
    return lambda game: every(game, str(get_game(game).seats[0]))


def of_game(game: str, *values: Any) -> Any:
    """A case of a game, in the group of its tests."""
    return pytest.param(game, *values, id="-".join(map(str, (*values, game))), marks=pytest.mark.xdist_group(game))


ALL = [of_game(game, kind) for game in game_names() for kind in KINDS]
GAMES = pytest.mark.parametrize("game", [of_game(game) for game in game_names()])
TABLES = [of_game(game, seats) for game in game_names() for seats in range(2, get_game(game).seats[1] + 1)]
TIDES, IMHOTEP, TIGRIS, VICEROY = map(pytest.mark.xdist_group, ("tides", "imhotep", "tigris", "viceroy"))


class Opened:
    """A page in a browser without a network, and all that it complained of."""

    def __init__(self, browser: Any, path: Path, link: str = "", size: dict[str, int] = DESK, **more: Any) -> None:
        self.context = browser.new_context(viewport=size, offline=True, **more)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda asked: asked.url.startswith("file:") or self.complaints.append(asked.url))
        self.page.goto(path.as_uri() + link)

    @property
    def record(self) -> int:
        """The number of the record that is shown."""
        return int(self.page.evaluate("location.hash").removeprefix("#n="))

    @property
    def board(self) -> str:
        """The pieces on the board, in order."""
        pieces = "[...document.querySelectorAll('.table svg > g:not(.air)')].map(piece => piece.outerHTML).join('')"
        return str(self.page.evaluate(pieces))

    def close(self) -> None:
        assert self.complaints == []
        self.context.close()

    def press(self, key: str, times: int) -> None:
        """Press a key many times, within the page."""
        self.page.evaluate(
            "([key, times]) => { while (times--) dispatchEvent(new KeyboardEvent('keydown', { key })); }", [key, times]
        )


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


@GAMES
def test_the_table_holds_still(browser: Any, pages: Pages, game: str) -> None:
    """Over 40 steps no block moves, nor does the page; what has changed out of sight has a button that leads there."""
    opened = Opened(browser, pages(game))
    page = opened.page
    for size in (DESK, PHONE, WALL):
        page.set_viewport_size(size)
        page.keyboard.press("Home")
        found = page.evaluate(STEPS)
        assert found["moved"] == [], size
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


@GAMES
def test_a_sheet_fits_a_phone(browser: Any, every: Every, game: str) -> None:
    """With five columns of numbers at most, and the reason below its row: no table needs a sideways scroll."""
    opened = Opened(browser, every(game, str(get_game(game).seats[1])), size=PHONE)
    opened.page.locator(".ending summary").click()
    sheet = opened.page.locator(".ending .sheet")
    assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth")
    opened.close()


@IMHOTEP
def test_nothing_on_a_page_has_the_id_of_another_thing(browser: Any, tmp_path: Path) -> None:
    """Imhotep's first player has a sign, `first`; so has a button of the page."""
    (tmp_path / "g.html").write_text(page_of(random_game("imhotep")), "utf-8")
    opened = Opened(browser, tmp_path / "g.html", "#n=20")
    found = opened.page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)")
    assert len(found) == len(set(found))
    assert {"first", "piece-first"} <= set(found)
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
    api.expect(opened.page.locator("#play")).to_have_attribute("aria-label", "Play")
    assert opened.record == opened.page.evaluate("JSON.parse(film.textContent).records.at(-1)")
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
