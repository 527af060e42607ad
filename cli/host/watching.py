"""Server-sent events: each client that watches a game gets its revision at every change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from starlette.types import Receive, Scope, Send

from kronika.cli.host.answers import complaint
from kronika.cli.host.messages import News
from kronika.core.basics import limits

HEARTBEAT: Final = 15.0
"""Seconds after which a silent stream gets a comment, so that both ends notice when the other is gone."""
LIFETIME: Final = 600.0
"""Seconds after which a stream is ended. A browser opens it again."""
OF_ONE: Final = 8
"""Streams that one client may have open at a game; the oldest gives way to another."""


class Watchers:
    """The clients that watch games. `tell` may be called from any thread."""

    def __init__(self) -> None:
        """Nobody watches yet; `loop` is set when the server starts."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self._streams: dict[str, list[Stream]] = {}

    def tell(self, game: str) -> None:
        """Tell all who watch a game that it has changed."""
        if self.loop is not None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                self.loop.call_soon_threadsafe(self._wake, game)

    def watch(self, game: str, client: str, revision: Callable[[], int]) -> Stream:
        """A stream of a game for a client, as an ASGI answer."""
        return Stream(self, game, client, revision)

    def __len__(self) -> int:
        return sum(map(len, self._streams.values()))

    def _wake(self, game: str) -> None:
        for stream in self._streams.get(game, ()):
            stream.woken.set()

    def enter(self, stream: Stream) -> bool:
        """Count a stream that begins. Return false if there are too many."""
        streams = self._streams.setdefault(stream.game, [])
        own = [one for one in streams if one.client == stream.client]
        for oldest in own[: len(own) - OF_ONE + 1 if len(own) >= OF_ONE else 0]:
            oldest.ended = True
            oldest.woken.set()
        if len(self) >= limits.WATCHERS:
            return False
        streams.append(stream)
        return True

    def leave(self, stream: Stream) -> None:
        """A stream has ended."""
        streams = self._streams[stream.game]
        streams.remove(stream)
        if not streams:
            del self._streams[stream.game]


class Stream:
    """The events of one game for one client. Only the latest revision is sent, however slowly a client reads."""

    def __init__(self, watchers: Watchers, game: str, client: str, revision: Callable[[], int]) -> None:
        """`revision` returns the current revision of the game."""
        self.game, self.client = game, client
        self.woken = asyncio.Event()
        self.ended = False
        self._watchers, self._revision = watchers, revision

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client is gone or does not read, or the stream has lived long enough."""
        if not self._watchers.enter(self):
            await complaint(503, "Too many watch already. Try again later.")(scope, receive, send)
            return
        tasks = [asyncio.create_task(self._send(send)), asyncio.create_task(_gone(receive))]
        try:
            await asyncio.wait(tasks, timeout=LIFETIME, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._watchers.leave(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            async with asyncio.timeout(1):
                await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        told = None
        while not self.ended:
            self.woken.clear()
            now = self._revision()
            line = b":\n\n" if now == told else b"data: " + msgspec.json.encode(News(now)) + b"\n\n"
            told = now
            async with asyncio.timeout(limits.REQUEST_SECONDS):
                await send({"type": "http.response.body", "body": line, "more_body": True})
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await self.woken.wait()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
