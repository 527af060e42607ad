"""Games on a real server, played in several browsers by taps alone, at random."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronika.core import game_names
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import log_lines
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.browsing import DESK, NEEDS_BROWSER, PHONE
from support.host import NAMES, new_log, played
from support.server import served
from support.tapping import WAIT, now, play_one

pytestmark = [NEEDS_BROWSER, pytest.mark.xdist_group("tapping")]

SMALL = {"width": 390, "height": 844}
GAMES = 5
SEATS = {"tides": (2,), "imhotep": (2, 3, 4), "tigris": (3, 4), "viceroy": (2, 3), "ancient_knowledge": (2, 3)}
WITH_BOTS = (1, 3)
"""The games of the five in which the last seat is a bot's."""


def play(browser: Any, path: Path, seats: int, dice: Random, bots: int) -> Session:
    """Play a game to its end, each person in a browser of their own, and return its log."""
    words = [word for name in NAMES[seats - bots : seats] for word in ("--bot", f"{name}=random")]
    faults: list[str] = []
    with served(path, *words) as server:
        links = server.links()
        pages = []
        for name in NAMES[: seats - bots]:
            size = dice.choice([PHONE, SMALL, DESK])
            context = browser.new_context(viewport=size, has_touch=True, reduced_motion="reduce")
            context.on("weberror", lambda fault: faults.append(str(fault.error)))
            page = context.new_page()
            page.set_default_timeout(WAIT)
            page.goto(f"http://127.0.0.1:{server.port}/join#{links[name]}")
            page.locator("main.table[data-revision]").wait_for()
            pages.append(page)
        while not any(now(page)["over"] for page in pages):
            due = [page for page in pages if now(page)["mine"]]
            if due:
                play_one(dice.choice(due), dice)
            else:
                pages[0].wait_for_timeout(20)
        for page in pages:
            page.wait_for_function("() => !document.querySelector('.whole').hidden")
            assert page.locator(".due").inner_text().startswith("The game is over.")
            page.context.close()
    assert faults == []
    return load(str(path))


def check(path: Path, session: Session, game: str, seed: int, seats: int) -> None:
    """The log is valid, and the one that the same moves make in `kronika play`."""
    assert session.result() is not None
    assert validate(str(path), strict=True).ok
    moves = []
    for number, entry in enumerate(session.history, 1):
        assert isinstance(entry, Event)
        if entry.by != CHANCE:
            text = session.game.format(session.at(number - 1), entry.by, entry.do, session.players)
            moves.append(f"{session.players[entry.by]}: {text}")
    assert b"".join(log_lines(played(path, moves, game, seed, seats))) == path.read_bytes()


def test_a_game_of_tides_is_played_by_two_phones(browser: Any, tmp_path: Path) -> None:
    path = new_log(tmp_path / "game.jsonl", "tides", 11)
    check(path, play(browser, path, 2, Random(11), 0), "tides", 11, 2)


def test_a_hint_and_the_analysis_at_the_end(browser: Any, tmp_path: Path) -> None:
    """Anna taps what a bot advises; after the end she has the game analysed, and Bob sees the same."""
    path = new_log(tmp_path / "game.jsonl", "tides", 11)
    with served(path, "--hints", "--analysis", quick=True) as server:
        links = server.links()

        def opened(name: str) -> Any:
            page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
            page.set_default_timeout(WAIT)
            page.goto(f"http://127.0.0.1:{server.port}/join#{links[name]}")
            return page

        anna, bob, scribe = map(opened, ("Anna", "Bob", "the scribe"))
        anna.get_by_role("button", name="Hint").click()
        anna.locator(".advice button").first.wait_for()
        scribe.get_by_text("Scribe", exact=True).click()
        scribe.get_by_label("Note").fill("a hint is looked at")
        scribe.get_by_role("button", name="Add the note").click()
        anna.get_by_text("a hint is looked at").first.wait_for(state="attached")
        anna.locator(".advice button").first.click()
        advised = anna.locator(".advice button").first.inner_text().partition(" · ")[2]
        assert anna.locator(".sentence").inner_text() == advised
        anna.locator(".panel .confirm").click()
        anna.locator(".due:not(.mine)").wait_for()
        assert not anna.get_by_role("button", name="Hint").is_visible()
        assert anna.locator(".advice").inner_text() == ""
        assert scribe.get_by_role("button", name="Hint").count() == 0
        scribe.get_by_role("button", name="End the game").click()
        asked = scribe.locator(".asked").inner_text()
        assert "Its analysis will then show everybody what was hidden." in asked
        scribe.locator(".sure .confirm").click()
        scribe.get_by_role("button", name="Reopen the game").wait_for()
        for page in (anna, bob):
            page.get_by_role("button", name="Analyse the game").click()
            page.get_by_text("Skill lost is what a player's decisions cost").wait_for(state="attached")
        first, second = (page.locator(".review").inner_text() for page in (anna, bob))
        assert first == second
        assert not anna.get_by_role("button", name="Undo").is_visible()
        for page in (anna, bob, scribe):
            page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("game", game_names())
def test_games_are_played_by_tapping_at_random(browser: Any, tmp_path: Path, game: str, number: int) -> None:
    dice = Random(f"{game} {number}")
    seats, seed = dice.choice(SEATS[game]), 3400 + number
    path = new_log(tmp_path / "game.jsonl", game, seed, seats)
    session = play(browser, path, seats, dice, int(number in WITH_BOTS))
    check(path, session, game, seed, seats)
