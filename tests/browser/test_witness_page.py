"""The page of a game that a witness recorded, in a real browser: what is known, what is open, and nothing else.

`make test-browser` sets up what it needs; without a browser, or what drives it, these tests are left out by name.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.document import page as page_of
from kronika.cli.printing.possible import possible_lines
from kronika.core.drawing.picture import draw
from kronika.core.sessions.events import Seen
from kronika.core.unseen.session import WitnessSession, completed
from support.browsing import AXE, DESK, NEEDS_BROWSER, PHONE
from support.unseen import again, recorded

pytestmark = NEEDS_BROWSER

SIZES = {"desk": DESK, "phone": PHONE}
GAMES = {"tigris": (3, 2), "viceroy": (2, 1), "ancient_knowledge": (2, 5)}
"""The games with hidden hands, the number of players and a seed."""
EVENTS = 90
"""The number of events of a page, so that hands are still hidden at its end."""

over_games = pytest.mark.parametrize("game", GAMES)


def witnessed(game: str, witness: str = "bystander") -> WitnessSession:
    return again(recorded(game, *GAMES[game], witness), EVENTS)


def in_another_world(session: WitnessSession, seed: int) -> WitnessSession:
    """The same record over another full game that looks the same to the witness."""
    other, full = again(session), completed(session, seed).line.states
    states, at = [full[0]], 0
    for event in session.line.events:
        at += not isinstance(event.do, Seen)
        states.append(full[at])
    other.line.states[:] = states
    return other


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for game in GAMES:
        found[game] = folder / f"{game}.html"
        session = witnessed(game)
        found[game].write_text(page_of(session, session.witness), "utf-8")
    return found


def opened(browser: Any, path: Path, size: str = "desk", **more: Any) -> tuple[Any, list[str]]:
    """The end of a page in a browser without a network, and all that it complains of."""
    page = browser.new_context(viewport=SIZES[size], offline=True, **more).new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{path.as_uri()}#n={EVENTS}")
    return page, complaints


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("witness", ["bystander", "Anna"])
@over_games
def test_two_games_that_look_the_same_have_the_same_page(game: str, witness: str, seed: int) -> None:
    session = witnessed(game, witness)
    right = page_of(session, session.witness).encode()
    other = in_another_world(session, seed)
    pairs = zip(session.line.states, other.line.states, strict=True)
    assert sum(one != two for one, two in pairs) >= 5
    assert page_of(other, other.witness).encode() == right


@over_games
def test_the_page_says_what_is_known_and_what_is_possible(browser: Any, pages: dict[str, Path], game: str) -> None:
    session = witnessed(game)
    page, complaints = opened(browser, pages[game])
    page.click("header summary")
    head = page.inner_text("header")
    assert "As a bystander may see it." in head
    lines = possible_lines(session, session.state)
    assert lines
    assert all(" ".join(line.split()) in " ".join(head.split()) for line in lines)
    moves = page.locator("ol.moves li[data-n]").all_inner_texts()
    assert len(moves) == EVENTS
    assert any("?" in move or "hidden" in move for move in moves)
    assert complaints == []


@over_games
def test_it_is_gone_through(browser: Any, pages: dict[str, Path], game: str) -> None:
    page, complaints = opened(browser, pages[game], reduced_motion="reduce")  # nothing is in flight

    def place() -> str:
        return str(page.evaluate("location.hash"))

    assert place() == f"#n={EVENTS}"
    last = page.inner_html(".table svg")
    page.keyboard.press("Home")
    assert place() == "#n=0"
    for step in range(1, 6):
        page.keyboard.press("Shift+ArrowRight")
        assert place() == f"#n={step}"
    page.keyboard.press("End")
    assert page.inner_html(".table svg") == last
    assert complaints == []


@over_games
def test_what_is_known_of_a_hand_is_on_the_board_and_nothing_else(
    browser: Any, pages: dict[str, Path], game: str
) -> None:
    """The picture shows the hand that the terminal shows: known cards by name, all others face down."""
    page, _ = opened(browser, pages[game])
    labels = "all => all.map(piece => piece.getAttribute('aria-label') || '')"
    called = page.locator(".table svg [data-kind]").evaluate_all(labels)
    session = witnessed(game)
    view = session.look(session.state, session.witness)
    drawn = draw(session.game, view, session.players)
    assert {*called} - {""} <= {piece.title for piece in drawn.pieces}
    assert len({*called}) > 5


@pytest.mark.parametrize("size", SIZES)
@over_games
def test_no_screen_is_too_narrow(browser: Any, pages: dict[str, Path], game: str, size: str) -> None:
    page, _ = opened(browser, pages[game], size)
    wide = page.evaluate("document.documentElement.scrollWidth")
    if folder := os.environ.get("KRONIKA_SHOTS"):
        page.screenshot(path=f"{folder}/{game}-{size}.png", full_page=False)
    assert wide <= SIZES[size]["width"]


@pytest.mark.skipif(not AXE, reason="no axe-core: `make test-browser` fetches it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@over_games
def test_everybody_can_use_it(browser: Any, pages: dict[str, Path], game: str, scheme: str) -> None:
    page, complaints = opened(browser, pages[game], bypass_csp=True, color_scheme=scheme)
    page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run().then(found => found.violations)")
    serious = [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")]
    assert (serious, complaints) == ([], [])
