"""Streams of events: a change is reported at once, also one by another program, and a dead client costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.host import watching
from kronika.core.basics import limits
from kronika.logs.replaying.logfile import LogFile
from support.host import Browser, World, new_log


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with World(new_log(tmp_path / "game.jsonl")) as found:
        yield found


class Watch:
    """An open stream of a browser; with `slow`, the client does not read what is sent after the start."""

    def __init__(self, browser: Browser, *, slow: bool = False) -> None:
        self.lines: list[bytes] = []
        self.status = 0
        self.heard = asyncio.Event()
        self.gone = asyncio.Event()
        scope = browser.scope("GET", f"/api/g/{browser.game}/events")

        async def receive() -> Any:
            await self.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            self.status = message.get("status", self.status)
            if message.get("body"):
                if slow:
                    await asyncio.Event().wait()
                self.lines.append(message["body"])
                self.heard.set()

        self.task = asyncio.ensure_future(browser.world.app.asgi(scope, receive, send))

    async def until(self, line: bytes) -> None:
        """Wait until the latest event is this one."""
        async with asyncio.timeout(20):
            while self.lines[-1:] != [line]:
                self.heard.clear()
                await self.heard.wait()


def told(revision: int) -> bytes:
    return b'data: {"revision":%d}\n\n' % revision


def test_each_change_is_reported_to_all_who_watch(world: World, tmp_path: Path) -> None:
    anna, bob = world.browser(0), world.browser("bystander")

    async def go() -> None:
        watches = [Watch(anna), Watch(bob)]
        for watch in watches:
            await watch.until(told(1))
        move = b'{"id":"a","move":"pick 9","revision":1}'
        assert (await anna.asked("POST", f"/api/g/{anna.game}/moves", move)).json["accepted"]
        for watch in watches:
            await watch.until(told(2))
        other = LogFile.open(tmp_path / "game.jsonl")  # as `kronika play` in a terminal
        other.session.play("Bob: pick 15")
        other.save()
        for watch in watches:
            await watch.until(told(3))
            watch.gone.set()
        await asyncio.gather(*(watch.task for watch in watches))

    world.runner.run(go())
    assert len(world.app.watchers) == 0


def test_a_silent_stream_gets_a_comment(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "HEARTBEAT", 0.01)

    anna = world.browser(0)

    async def go() -> None:
        watch = Watch(anna)
        await watch.until(b":\n\n")
        watch.gone.set()
        await watch.task

    world.runner.run(go())


def test_a_client_that_does_not_read_is_dropped(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 0.05)
    anna = world.browser(0)

    async def go() -> None:
        watch = Watch(anna, slow=True)
        async with asyncio.timeout(20):
            await asyncio.gather(watch.task, return_exceptions=True)

    world.runner.run(go())
    assert len(world.app.watchers) == 0


def test_a_stream_ends_after_its_time_and_the_oldest_of_many_gives_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bob = world.browser(0), world.browser(1)

    async def go() -> None:
        watches = [Watch(anna) for _ in range(watching.OF_ONE + 1)]
        async with asyncio.timeout(20):
            await watches[0].task
        assert len(world.app.watchers) == watching.OF_ONE
        monkeypatch.setattr(limits, "WATCHERS", watching.OF_ONE)
        refused = Watch(bob)
        await refused.task
        assert refused.status == 503
        for watch in watches:
            watch.gone.set()
        await asyncio.gather(*(watch.task for watch in watches))
        monkeypatch.setattr(watching, "LIFETIME", 0.01)
        short = Watch(anna)
        async with asyncio.timeout(20):
            await short.task

    world.runner.run(go())
    assert len(world.app.watchers) == 0
