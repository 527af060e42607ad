"""Going back through a hosted game, a record that is put right by taps, and the page at the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.host.answers import file_answer
from kronika.cli.host.app import PAGES
from kronika.core.sessions.session import Session
from support.host import Browser, World, listed, new_log


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with World(new_log(tmp_path / "game.jsonl")) as found:
        yield found


def past(browser: Browser, at: object, viewer: object = "") -> Any:
    found = browser.ask("GET", f"/api/g/{browser.game}/past?at={at}&viewer={viewer}")
    assert found.status == 200, found
    return found.json


def play(world: World, *moves: str) -> None:
    scribe = world.browser("referee")
    for move in moves:
        assert scribe.change("moves", scribe.state()["revision"], move=move)["accepted"], move


@pytest.mark.parametrize("viewer", ["0", "1", "bystander", "referee"])
def test_the_table_is_shown_as_it_was(world: World, viewer: str) -> None:
    """After each record the picture is the one that this viewer had then: no more, and no less."""
    browser = world.browser(viewer)
    was = {state["revision"]: state["svg"] for state in [browser.state()]}
    hand, of_bob = world.games[0].log.session.state.hands
    for move in (f"Anna: pick {hand[0]}", f"Bob: pick {of_bob[0]}", f"Bob: pick {hand[1]}"):
        play(world, move)
        state = browser.state()
        was[state["revision"]] = state["svg"]
    assert len(set(was.values())) >= 3
    for at, svg in was.items():
        assert (past(browser, at)["at"], past(browser, at)["svg"]) == (at, svg)


def test_only_the_scribe_is_offered_what_replaces_a_record(world: World) -> None:
    """Anna's first record may be any of her five cards; the deal of a seed may be nothing else."""
    hand, of_bob = world.games[0].log.session.state.hands
    play(world, f"Anna: pick {hand[0]}", f"Bob: pick {of_bob[0]}")
    scribe = world.browser("referee")
    assert len(hand) == 5
    assert set(listed(past(scribe, 1))) == {f"Anna: pick {card}" for card in hand}
    assert all(move.startswith("Anna: ") for move in listed(past(scribe, 1)))
    assert all(move.startswith("Bob: ") for move in listed(past(scribe, 2)))
    assert past(scribe, 0)["taps"] == past(scribe, 3)["taps"] == []
    for viewer in ("0", "1", "bystander"):
        assert [past(world.browser(viewer), at)["taps"] for at in range(4)] == [[]] * 4


@pytest.mark.parametrize("at", ["", "-1", "1e3", "x", "99", "²", "99999999999"])
def test_a_record_that_is_not_there(world: World, at: str) -> None:
    browser = world.browser("0")
    assert browser.ask("GET", f"/api/g/{browser.game}/past?at={at}").status in (400, 404)


def test_a_stranger_sees_no_past_and_no_page(world: World) -> None:
    stranger = world.browser()
    for what in ("past?at=0", "page"):
        assert stranger.ask("GET", f"/api/g/{world.games[0].id}/{what}").status == 401


def test_a_record_is_put_right_and_what_can_not_follow_is_dropped_if_so_wished(world: World) -> None:
    """Bob's second card came to him from Anna's hand: he can't pick it if she has picked it first."""
    session: Session = world.games[0].log.session
    hand = next(iter(session.state.hands))
    first, second = (str(card) for card in hand[:2])
    play(world, f"Anna: pick {first}", f"Bob: pick {session.state.hands[1][0]}", f"Bob: pick {second}")
    scribe = world.browser("referee")
    made = scribe.state()["revision"]
    wanted = {"record": 2, "move": f"Anna: pick {second}"}
    assert wanted["move"] in listed(past(scribe, 1))
    said = scribe.change("amend", made, **wanted)
    assert (said["accepted"], said["code"]) == (False, "stuck")
    assert scribe.state()["revision"] == made
    assert scribe.change("amend", made, **wanted, truncate=True)["accepted"]
    assert f"pick {second}" not in " ".join(move for move in listed(scribe.state()) if move.startswith("Bob"))


def test_the_page_of_a_game_comes_at_its_end(world: World) -> None:
    browser, scribe = world.browser("0"), world.browser("referee")
    assert browser.ask("GET", f"/api/g/{browser.game}/page").status == 403
    assert not scribe.state()["reopens"]
    assert scribe.change("end", scribe.state()["revision"], reason="agreed")["accepted"]
    assert (scribe.state()["reopens"], browser.state()["reopens"]) == (True, False)
    made = scribe.state()["revision"]
    assert browser.state(since=made - 1)["happened"][0]["words"] == "The game ends early: agreed"
    found = browser.ask("GET", f"/api/g/{browser.game}/page")
    assert found.status == 200
    assert found.headers["content-disposition"] == 'attachment; filename="tides.html"'
    assert b"Tides of Time: Anna, Bob" in found.body
    assert b"seed" not in found.body.lower()


def test_many_who_ask_for_the_page_wait_for_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each of them takes a thread to make it, and nobody else is answered meanwhile."""
    made: list[object] = []

    def page(session: Session, viewer: object) -> str:
        made.append(viewer)
        time.sleep(0.02)
        return "<!doctype html>"

    monkeypatch.setattr("kronika.cli.page.document.page", page)
    scribe, anna = world.browser("referee"), world.browser("0")
    assert scribe.change("end", scribe.state()["revision"], reason="agreed")["accepted"]

    async def many() -> list[int]:
        asked = [anna.asked("GET", f"/api/g/{anna.game}/page") for _ in range(60)]
        return [answer.status for answer in await asyncio.gather(*asked)]

    assert world.runner.run(many()) == [200] * 60
    assert made == [0]


def test_notes_and_pages_in_turn_make_only_some_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each note makes the page another one. One client could keep a thread at work so."""
    made: list[object] = []
    monkeypatch.setattr(
        "kronika.cli.page.document.page", lambda session, viewer: made.append(viewer) or "<!doctype html>"
    )
    scribe, anna, bob = world.browser("referee"), world.browser("0"), world.browser("1")
    assert scribe.change("end", scribe.state()["revision"], reason="agreed")["accepted"]
    found = []
    for _ in range(PAGES + 2):
        found.append(anna.ask("GET", f"/api/g/{anna.game}/page").status)
        assert anna.change("note", anna.state()["revision"], text="again")["accepted"]
    assert found == [200] * PAGES + [429] * 2
    assert bob.ask("GET", f"/api/g/{bob.game}/page").status == 200
    assert made == [0] * PAGES + [1]


def test_a_page_is_sent_in_pieces() -> None:
    """Each waits until the client has taken those before: the server does not keep the page once for each of them."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    data = bytes(range(256)) * 700
    scope = {"type": "http", "asgi": {"spec_version": "2.4"}}
    asyncio.run(file_answer(data, "tides.html", "text/html")(scope, asyncio.Event().wait, send))
    start, *rest = sent
    assert (b"content-length", b"179200") in start["headers"]
    assert [len(message["body"]) for message in rest] == [65536, 65536, 48128, 0]
    assert b"".join(message["body"] for message in rest) == data


def test_an_end_by_the_rules_is_not_taken_back_by_reopening(world: World) -> None:
    session: Session = world.games[0].log.session
    while session.actors:
        name, moves = next(iter(session.legal().items()))
        play(world, f"{name}: {moves[0]}")
    state = world.browser("referee").state()
    assert (state["ended"], state["reopens"]) == (True, False)
