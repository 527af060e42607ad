"""Pages in a real browser: opened from the disk, without a network, gone through by mouse and keyboard.

`make test-browser` sets up what it needs; without a browser, or what drives it, these tests are left out by name.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.document import page as page_of
from kronika.core.chance import Dice
from kronika.core.events import Undo
from kronika.core.notes import in_force
from kronika.core.registry import game_names, get_game
from kronika.core.session import Session

api = pytest.importorskip("playwright.sync_api", reason="no playwright: `make test-browser` installs it")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no browser: `apt-get install chromium`, then `make test-browser`"
)

AXE = os.environ.get("KRONIKA_AXE", "")
"""The file axe.min.js of the npm package axe-core, which `make test-browser` fetches."""
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


def random_game(name: str) -> Session:
    """A whole random game with the first three decisions taken back once."""
    found = get_game(name)
    session = Session.new(found, ["Anna", "Bob", "Cecil", "Dana"][: found.seats[0]], seed=7)
    for number in range(600):
        if number == 3:
            session.undo(3)
        if not session.actors:
            break
        seat = session.actors[0]
        session.do(seat, session.game.pick(session.state, seat, Dice(7, number)))
        session.settle()
    return session


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of a random game of each kind, its first three decisions taken back once."""
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for name in game_names():
        path = folder / f"{name}.html"
        path.write_text(page_of(random_game(name)), "utf-8")
        found[name] = path
    return found


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
        pieces = "[...document.querySelectorAll('.table svg > g')].map(piece => piece.outerHTML).join('')"
        return str(self.page.evaluate(pieces))

    def close(self) -> None:
        assert self.complaints == []
        self.context.close()


GAMES = pytest.mark.parametrize("game", game_names())


@GAMES
def test_a_page_is_gone_through_without_a_network(browser: Any, pages: dict[str, Path], game: str) -> None:
    way = [0, *in_force(random_game(game))]
    opened = Opened(browser, pages[game])
    page = opened.page
    assert opened.record == way[-1]
    at_the_end = opened.board
    page.keyboard.press("ArrowLeft")
    assert opened.record == way[-2]
    page.keyboard.press("Home")
    assert opened.record == 0
    at_the_start = opened.board
    page.click("#on")
    page.click("#on")
    page.click("#on")
    assert opened.record == way[3]
    page.click("#back")
    assert opened.record == way[2]
    page.keyboard.press("End")
    assert (opened.record, opened.board) == (way[-1], at_the_end)
    page.keyboard.press("Home")
    assert opened.board == at_the_start != at_the_end
    opened.close()


@GAMES
def test_a_link_leads_to_a_place(browser: Any, pages: dict[str, Path], game: str) -> None:
    way = in_force(random_game(game))
    opened = Opened(browser, pages[game], f"#n={way[4]}")
    assert opened.record == way[4]
    assert opened.page.inner_text("#now").startswith(f"{way[4]} ")
    wanted = opened.board
    opened.page.keyboard.press("Home")
    for _ in range(5):
        opened.page.keyboard.press("ArrowRight")
    assert opened.board == wanted
    opened.close()


@GAMES
def test_the_arrows_stay_in_the_branch_that_was_entered(browser: Any, pages: dict[str, Path], game: str) -> None:
    """Three decisions with their chance are undone by record `undo`; the game goes on after record `fork`."""
    session = random_game(game)
    undo = next(number for number, entry in enumerate(session.history, 1) if isinstance(entry, Undo))
    fork = undo - 1 - session.history[undo - 1].events
    after = in_force(session)[in_force(session).index(fork) + 1] if fork else in_force(session)[0]
    assert after > undo
    opened = Opened(browser, pages[game])
    undone = opened.page.locator("li.undone a.number")
    assert undone.count() == undo - 1 - fork
    undone.first.click()
    assert opened.record == fork + 1
    assert f"leaves the game after record {fork}" in opened.page.inner_text("#way") or not fork
    opened.page.keyboard.press("ArrowRight")
    assert opened.record == fork + 2
    opened.page.keyboard.press("End")
    assert opened.record == undo
    opened.page.keyboard.press("Home")
    assert not opened.page.locator("#way").is_visible()
    for _ in range(fork + 1):
        opened.page.keyboard.press("ArrowRight")
    assert opened.record == fork + 1
    opened.page.click("#return")
    assert opened.record == fork
    opened.page.keyboard.press("ArrowRight")
    assert opened.record == after
    opened.close()


def test_a_tall_table_scrolls_to_what_the_move_did(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["ancient_knowledge"])
    for _ in range(40):
        opened.page.keyboard.press("ArrowLeft")
        mark = opened.page.locator("[id^='piece-mark-']").last
        if mark.count():
            box = mark.bounding_box()
            assert box is not None
            assert 0 <= box["y"] <= DESK["height"] - box["height"]
    assert opened.page.evaluate("document.querySelector('.table').scrollTop") > 0
    opened.close()


def test_nothing_on_a_page_has_the_id_of_another_thing(browser: Any, tmp_path: Path) -> None:
    """Imhotep's first player has a sign, `first`; so has a button of the page."""
    (tmp_path / "g.html").write_text(page_of(random_game("imhotep")), "utf-8")
    opened = Opened(browser, tmp_path / "g.html", "#n=20")
    found = opened.page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)")
    assert len(found) == len(set(found))
    assert {"first", "piece-first"} <= set(found)
    opened.close()


def test_a_browser_that_allows_no_more_addresses_goes_on(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["tides"])
    opened.page.evaluate(
        "() => { history.replaceState = () => { throw new DOMException('too many', 'SecurityError'); }; }"
    )
    opened.page.keyboard.press("Home")
    assert opened.page.input_value("#link").endswith("#n=0")
    assert opened.page.get_attribute("path.cursor", "d") == "M0 0V200"
    opened.close()


def test_a_rule_is_told(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["tides"])
    opened.page.locator("a.rule", has_text="TT-2.3").first.click()
    assert opened.page.inner_text("#now").startswith("TT-2.3: ")
    assert "hands" in opened.page.inner_text("#now")
    opened.close()


def test_it_plays_by_itself_until_the_end(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["tides"], "#n=36")
    opened.page.select_option("#speed", "250")
    opened.page.click("#play")
    api.expect(opened.page.locator("#play")).to_have_attribute("aria-label", "Play")
    assert opened.record == opened.page.evaluate("JSON.parse(film.textContent).records.at(-1)")
    opened.close()


@GAMES
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_needs_no_sideways_scroll(browser: Any, pages: dict[str, Path], game: str, scheme: str) -> None:
    opened = Opened(browser, pages[game], size=PHONE, color_scheme=scheme)
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 360
    ground = opened.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
    opened.close()


def test_without_the_script_there_is_the_last_picture_and_the_moves(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["tides"], java_script_enabled=False)
    assert opened.page.locator(".table svg > g[data-kind]").count() > 10
    assert opened.page.locator("ol.moves > li").count() > 30
    assert not opened.page.locator("#slider").is_visible()
    opened.close()


@pytest.mark.parametrize(
    "evil", ["</script><script>document.title='x'</script>", "\"><img src=x onerror=document.title='x'>"]
)
def test_a_hostile_name_does_nothing(browser: Any, tmp_path: Path, evil: str) -> None:
    session = Session.new("tides", [evil, "Bob"], seed=1, tags={"Event": evil})
    session.note(evil)
    (tmp_path / "evil.html").write_text(page_of(session), "utf-8")
    opened = Opened(browser, tmp_path / "evil.html")
    assert opened.page.title() == f"Tides of Time: {evil}, Bob"
    assert evil in opened.page.inner_text("h1")
    opened.close()


@pytest.mark.bench
def test_a_step_takes_less_than_a_frame_of_the_screen(browser: Any, pages: dict[str, Path]) -> None:
    """The longest game here, forwards and back; 16 ms would be seen."""
    longest = max(pages, key=lambda game: pages[game].stat().st_size)
    opened = Opened(browser, pages[longest])
    took = opened.page.evaluate(
        """() => { const took = []; const last = JSON.parse(film.textContent).records.length;
        for (let turn = 0; turn < 4; turn++) for (let n = 1; n < last; n++) { const begun = performance.now();
        dispatchEvent(new KeyboardEvent("keydown", {key: turn % 2 ? "ArrowRight" : "ArrowLeft"}));
        took.push(performance.now() - begun); } return took.sort((a, b) => a - b)[took.length >> 1]; }"""
    )
    assert took < 16
    opened.context.close()  # so many changes of the address at once are complained of


@pytest.mark.skipif(not AXE, reason="no axe-core: `make test-browser` fetches it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@GAMES
def test_everybody_can_use_it(browser: Any, pages: dict[str, Path], game: str, scheme: str) -> None:
    opened = Opened(browser, pages[game], bypass_csp=True, color_scheme=scheme)
    opened.page.add_script_tag(path=AXE)
    found = opened.page.evaluate("axe.run().then(found => found.violations)")
    serious = [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")]
    assert serious == []
    opened.close()


def test_the_games_of_the_pages_are_all_of_them(pages: dict[str, Path]) -> None:
    assert [get_game(name).name for name in pages] == list(game_names())
