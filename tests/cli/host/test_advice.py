"""Hints and analyses: for whom, when, computed once and elsewhere, and nothing of it unless the host allows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from kronika.cli.host.advice import BURST, WAITING, Advice
from kronika.core.analysis.judge import AnalysisConfig
from kronika.logs.running.processes import SameProcess
from kronika.logs.work.pool import Pool
from support.host import Answer, Browser, World, listed, new_log

QUICK = AnalysisConfig(bot="mcts:6", playouts=3)


class Counting(SameProcess):
    """Counts its work. `gate` lets work through once it is set; with `broken` there is none."""

    def __init__(self) -> None:
        self.done = 0
        self.gate, self.broken = Event(), False
        self.gate.set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.done += 1
        if self.broken:
            raise BrokenExecutor
        self.gate.wait()
        return super().submit(fn, *args, **kwargs)


def table(path: Path, pool: Pool, *, game: str = "tides", allowed: bool = True) -> World:
    advice = Advice(pool, hints=allowed, analysis=allowed, hint=QUICK, judge=QUICK)
    return World(new_log(path / "game.jsonl", game), advice=advice)


@pytest.fixture
def pool() -> Iterator[Counting]:
    found = Counting()
    yield found
    found.gate.set()


@pytest.fixture
def world(tmp_path: Path, pool: Counting) -> Iterator[World]:
    with table(tmp_path, pool) as found:
        yield found


def hint(browser: Browser) -> Answer:
    return browser.ask("GET", f"/api/g/{browser.game}/hint")


def look(browser: Browser) -> Answer:
    return browser.ask("GET", f"/api/g/{browser.game}/analysis")


def begin(browser: Browser, start: bool = True) -> Answer:
    return browser.post(f"/api/g/{browser.game}/analysis", {"start": start})


def end(world: World) -> None:
    """Two moves are made, and the game ends early: three events are judged."""
    scribe = world.browser("referee")
    for name in ("Anna", "Bob"):
        state = scribe.state()
        move = next(move for move in listed(state) if move.startswith(name))
        assert scribe.change("moves", state["revision"], move=move)["accepted"]
    assert scribe.change("end", scribe.state()["revision"], reason="agreed")["accepted"]


def until(world: World, browser: Browser, state: str) -> Any:
    for _ in range(400):
        now = look(browser).json
        if now["state"] == state:
            return now
        world.wait(0.01)
    raise AssertionError(now)


def test_nothing_is_given_that_the_host_has_not_allowed(tmp_path: Path, pool: Counting) -> None:
    with table(tmp_path, pool, allowed=False) as world:
        end(world)
        for viewer in ("0", "bystander", "referee"):
            browser = world.browser(viewer)
            assert (hint(browser).status, look(browser).status) == (403, 403)
            assert {(game["hints"], game["analysis"]) for game in browser.ask("GET", "/api/games").json["games"]} == {
                (False, False)
            }
        assert begin(world.browser("0")).status == 403
    assert pool.done == 0


def test_a_hint_has_legal_moves_of_the_one_who_asks(world: World) -> None:
    anna = world.browser("0")
    found = hint(anna).json
    assert 1 <= len(found["moves"]) <= 5
    assert {one["move"] for one in found["moves"]} <= set(listed(anna.state()))
    assert all(one["words"].startswith("Anna chooses ") for one in found["moves"])
    assert "mcts:6" in found["judged"]


def test_a_hint_is_for_a_player_whose_turn_it_is(world: World, pool: Counting) -> None:
    anna = world.browser("0")
    assert anna.change("moves", anna.state()["revision"], move=listed(anna.state())[0])["accepted"]
    for viewer in ("0", "bystander", "referee"):
        answer = hint(world.browser(viewer))
        assert (answer.status, answer.json) == (403, {"message": "A hint is for a player whose turn it is."})
    assert hint(world.browser()).status == 401
    assert pool.done == 0


def test_a_hint_is_computed_once_for_a_position(world: World, pool: Counting) -> None:
    anna = world.browser("0")

    async def many() -> list[Answer]:
        return await asyncio.gather(*(anna.asked("GET", f"/api/g/{anna.game}/hint") for _ in range(20)))

    answers = world.runner.run(many())
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in (*answers, hint(anna))}) == 1
    assert pool.done == 1


def test_a_note_leaves_a_hint_as_it_is(world: World, pool: Counting) -> None:
    """It is for a position, which a note does not change; so a client may go on to show it."""
    anna, bob = world.browser("0"), world.browser("1")
    before, position = hint(anna).body, anna.state()["position"]
    for browser in (anna, bob):
        assert browser.change("note", browser.state()["revision"], text="what a hand")["accepted"]
    assert anna.state()["revision"] == position + 2
    assert anna.state()["position"] == position
    assert hint(anna).body == before
    assert pool.done == 1
    assert bob.change("moves", bob.state()["revision"], move=listed(bob.state())[0])["accepted"]
    assert anna.state()["position"] == anna.state()["revision"]
    hint(anna)
    assert pool.done == 2


def test_hints_are_limited(world: World, pool: Counting) -> None:
    """A move of Bob makes another position, and so does its undo: each hint would be computed again."""
    anna, bob, scribe = world.browser("0"), world.browser("1"), world.browser("referee")
    found = []
    for number in range(BURST + 3):
        found.append(hint(anna).status)
        kind, more = ("undo", {}) if number % 2 else ("moves", {"move": listed(bob.state())[0]})
        assert (scribe if number % 2 else bob).change(kind, bob.state()["revision"], **more)["accepted"]
    assert found == [200] * BURST + [429] * 3
    assert hint(bob).status == 200
    assert pool.done == BURST + 1


def test_others_do_not_wait_for_a_hint(world: World, pool: Counting) -> None:
    pool.gate.clear()
    anna, bob = world.browser("0"), world.browser("1")

    async def meanwhile() -> tuple[Answer, Answer]:
        slow = asyncio.create_task(anna.asked("GET", f"/api/g/{anna.game}/hint"))
        await asyncio.sleep(0.01)
        quick = await asyncio.wait_for(bob.asked("GET", f"/api/g/{bob.game}/state?since=0"), 5)
        assert not slow.done()
        pool.gate.set()
        return quick, await slow

    assert [answer.status for answer in world.runner.run(meanwhile())] == [200, 200]


def test_only_some_hints_wait(tmp_path: Path, pool: Counting) -> None:
    """A table of many games, and somebody asks at each: the first are answered, the others refused at once."""
    paths = [new_log(tmp_path / f"{n}.jsonl") for n in range(WAITING + 2)]
    with World(*paths, advice=Advice(pool, hints=True, hint=QUICK)) as world:
        browsers = [world.browser("0", game=n) for n in range(WAITING + 2)]
        pool.gate.clear()

        async def all_at_once() -> list[int]:
            asked = [
                asyncio.create_task(one.asked("GET", f"/api/g/{world.games[n].id}/hint"))
                for n, one in enumerate(browsers)
            ]
            await asyncio.sleep(0.05)
            pool.gate.set()
            return [answer.status for answer in await asyncio.gather(*asked)]

        assert sorted(world.runner.run(all_at_once())) == [200] * WAITING + [429] * 2


@pytest.mark.parametrize("viewer", ["0", "bystander", "referee"])
def test_nothing_of_the_analysis_is_shown_before_the_end(world: World, pool: Counting, viewer: str) -> None:
    browser = world.browser(viewer)
    assert look(browser).status == 403
    assert begin(browser).status == 403
    assert pool.done == 0


def test_the_analysis_is_made_once_for_everybody(world: World, pool: Counting) -> None:
    """Of a deal and two moves: three events are judged, and the reasons are looked for."""
    end(world)
    anna = world.browser("0")
    assert look(anna).json == {"state": "none", "done": 0, "of": 0, "message": "", "found": None}
    assert begin(anna).json["state"] == "running"
    found = until(world, anna, "ready")
    assert found["found"]["conclusion"].endswith("The early end is not a move, so it is not judged: agreed.")
    assert (found["done"], found["of"]) == (3, 3)
    assert [row[0] for row in found["found"]["rows"]] == ["Anna", "Bob"]
    assert begin(world.browser("1")).json == found
    for viewer in ("1", "bystander", "referee"):
        assert look(world.browser(viewer)).json == found
    assert pool.done == 4


def test_a_spectator_sees_the_analysis_and_does_not_begin_it(world: World) -> None:
    end(world)
    spectator = world.browser("bystander")
    assert begin(spectator).status == begin(spectator, False).status == 403
    assert look(spectator).status == 200
    assert look(world.browser()).status == begin(world.browser()).status == 401


def test_an_analysis_is_cancelled_and_begun_again(world: World, pool: Counting) -> None:
    end(world)
    anna, bob = world.browser("0"), world.browser("1")
    pool.gate.clear()
    assert begin(anna).json["state"] == "running"
    world.wait(0.01)
    assert look(bob).json["state"] == "running"
    assert begin(bob, False).json["state"] == "none"
    pool.gate.set()
    world.wait(0.05)
    assert pool.done == 1
    assert look(anna).json["state"] == "none"
    begin(anna)
    assert until(world, bob, "ready")["of"] == 3


def test_a_cancelled_analysis_does_not_pile_up_work(world: World, pool: Counting) -> None:
    """Otherwise who begins and cancels again and again would fill the processes, and take all threads."""
    end(world)
    anna = world.browser("0")
    pool.gate.clear()
    for start in (True, False) * 5:
        begin(anna, start)
        world.wait(0.005)
    begin(anna)
    world.wait(0.01)
    assert pool.done == 1
    pool.gate.set()
    assert until(world, anna, "ready")["of"] == 3
    assert pool.done == 5


def test_a_note_leaves_the_analysis_as_it_is(world: World, pool: Counting) -> None:
    """It took minutes, and people write notes on what it shows."""
    end(world)
    anna, bob = world.browser("0"), world.browser("1")
    begin(anna)
    world.wait(0.001)
    assert bob.change("note", bob.state()["revision"], text="let us see")["accepted"]
    found = until(world, anna, "ready")
    assert bob.change("note", bob.state()["revision"], text="what a blunder")["accepted"]
    assert look(anna).json == found
    assert pool.done == 4


def test_players_take_nothing_back_once_the_analysis_may_be_seen(world: World) -> None:
    """Otherwise a player would know what was hidden, and play on."""
    scribe = world.browser("referee")
    session = world.games[0].log.session
    while session.actors:
        name, moves = next(iter(session.legal().items()))
        assert scribe.change("moves", scribe.state()["revision"], move=f"{name}: {moves[0]}")["accepted"]
    last = str(session.line.events[-1].by)
    player, made = world.browser(last), scribe.state()["revision"]
    assert not player.state()["undo"]
    for kind, more in (("undo", {}), ("redo", {}), ("amend", {"record": made, "move": "done"})):
        said = player.change(kind, made, **more)
        assert (said["accepted"], said["code"]) == (False, "forbidden")
    assert player.change("note", made, text="well played")["accepted"]
    assert scribe.change("undo", made + 1)["accepted"]
    assert look(player).status == 403


def test_an_analysis_is_forgotten_when_something_is_taken_back(world: World) -> None:
    end(world)
    anna, scribe = world.browser("0"), world.browser("referee")
    begin(anna)
    until(world, anna, "ready")
    assert scribe.change("end", scribe.state()["revision"])["accepted"]
    assert look(anna).status == 403
    assert scribe.change("end", scribe.state()["revision"], reason="agreed")["accepted"]
    assert look(anna).json["state"] == "none"


def test_a_process_that_died_is_a_message(world: World, pool: Counting) -> None:
    pool.broken = True
    answer = hint(world.browser("0"))
    assert answer.status == 503
    assert answer.json["message"].startswith("The search has ended.")
    end(world)
    anna = world.browser("0")
    begin(anna)
    assert until(world, anna, "failed")["message"].startswith("The search has ended.")
    pool.broken = False
    begin(anna)
    assert until(world, anna, "ready")["of"] == 3


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"start":1}', b'{"start":true,"viewer":"' + b"x" * 99 + b'"}'])
def test_a_wrong_request_for_an_analysis(world: World, body: bytes) -> None:
    end(world)
    browser = world.browser("0")
    assert browser.ask("POST", f"/api/g/{browser.game}/analysis", body).status == 400
