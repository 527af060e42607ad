"""The application of `kronika host`: its addresses, and who may ask what."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from kronika.cli.host import doing
from kronika.cli.host.access import COOKIE, MOST_TOKENS, TOO_OFTEN, Access, client_of, tokens_of
from kronika.cli.host.advice import Advice
from kronika.cli.host.answers import body_as, complaint, file_answer, json_answer
from kronika.cli.host.guard import Guard, Rates
from kronika.cli.host.hosted import Hosted
from kronika.cli.host.messages import (
    Amend,
    Change,
    End,
    Join,
    Joined,
    JoinedGame,
    Move,
    Redo,
    Remark,
    Review,
    Undo,
)
from kronika.cli.host.past import needs_page, page_html, past_json
from kronika.cli.host.state import known_json, name_of, state_json, title_of
from kronika.cli.host.watching import Stream, Watchers
from kronika.cli.printing.output import print_note
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import Viewer
from kronika.logs.hosting.links import viewer_word

T = TypeVar("T")
THINKING: Final = 2
"""Bots that think at a time."""
PAGES_PER_SECOND: Final = 0.1
"""Pages of a game that are made for each viewer; `PAGES` at once. One that is made already is there for all."""
PAGES: Final = 3
POLL_SECONDS: Final = 0.2
"""Seconds between two looks for changes by other programs."""
LOOK_SECONDS: Final = 2.0
"""Seconds between two looks for new logs in a folder; at most `MOST_LOOK_SECONDS`, if a look takes long."""
MOST_LOOK_SECONDS: Final = 10.0
KINDS: Final[Mapping[str, type[Change]]] = {
    "moves": Move,
    "undo": Undo,
    "redo": Redo,
    "amend": Amend,
    "note": Remark,
    "end": End,
}
"""The changes, by the last part of their addresses."""
TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
    "json": "application/json",
}
"""The types of the files of the client, by their endings."""


class App:
    """The games that are hosted, and the answers to requests about them."""

    def __init__(
        self,
        games: Iterable[Hosted],
        *,
        advice: Advice,
        look: Callable[[], Iterable[Hosted]] | None = None,
        names: Collection[str] = (),
        secure: bool = False,
    ) -> None:
        """`advice` gives hints and analyses. `look` finds games that have come since; a thread calls it now and then.

        `names` are the names of this machine by which browsers may call it, `secure` says that there is TLS.
        """
        self.games: dict[str, Hosted] = {}
        self.watchers = Watchers()
        self.requests = 0
        """The number of requests so far."""
        self._secure = secure
        self.access = Access()
        self.advice = advice
        self._look = look
        self._work: set[asyncio.Task[None]] = set()
        self._page_turn = asyncio.Semaphore(1)
        self._pages = Rates(PAGES_PER_SECOND, PAGES)
        self._client = _client_files()
        shell = [Route(path, self._shell) for path in ("/", "/join", "/g/{id}")]
        routes = [
            *shell,
            Route("/client/{name}", self._file),
            Route("/api/join", self._join, methods=["POST"]),
            Route("/api/games", self._games),
            Route("/api/g/{id}/state", self._state),
            Route("/api/g/{id}/past", self._past),
            Route("/api/g/{id}/page", self._page),
            Route("/api/g/{id}/events", self._events),
            Route("/api/g/{id}/hint", self._hint),
            Route("/api/g/{id}/analysis", self._analysis, methods=["GET", "POST"]),
            Route("/api/g/{id}/{kind}", self._change, methods=["POST"]),
        ]
        app = Starlette(
            routes=routes,
            lifespan=lambda app: self.running(),
            exception_handlers={HTTPException: _http_error, KronikaError: _failed, Exception: _failed},
        )
        for game in games:
            self._add(game)
        self.asgi: ASGIApp = Guard(_Counted(app, self), names)

    def _add(self, game: Hosted) -> None:
        self.games[game.id] = game
        self.access.add(game)
        game.log.listeners.append(lambda: self.watchers.tell(game.id))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look for changes by other programs, and let bots act, as long as the server runs."""
        self.watchers.loop = asyncio.get_running_loop()
        turns = asyncio.Semaphore(THINKING)
        self._begin(self._poll())
        self._begin(self._look_for_more(turns))
        for game in self.games.values():
            self._begin(game.let_bots_act(turns))
        try:
            yield
        finally:
            self.advice.close()
            for task in self._work:
                task.cancel()
            await asyncio.gather(*self._work, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._work.add(asyncio.create_task(work))

    async def _poll(self) -> None:
        troubled: set[str] = set()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            await run_in_threadpool(_refresh, list(self.games.values()), troubled)

    async def _look_for_more(self, turns: asyncio.Semaphore) -> None:
        while self._look is not None:
            begun = time.monotonic()
            try:
                for game in await run_in_threadpool(self._look):
                    self._add(game)
                    self._begin(game.let_bots_act(turns))
            except KronikaError as error:
                print_note(str(error), "error")
            await asyncio.sleep(look_again_after(time.monotonic() - begun))

    # -- answers ------------------------------------------------------------------------------------------------

    async def _shell(self, request: Request) -> Response:
        return self._of_client("index.html")

    async def _file(self, request: Request) -> Response:
        return self._of_client(request.path_params["name"])

    def _of_client(self, name: str) -> Response:
        if name not in self._client:
            raise HTTPException(404, "There is no such page.")
        kind = TYPES[name.rpartition(".")[2]]
        headers = {"cache-control": "no-cache", "service-worker-allowed": "/"}
        return Response(self._client[name], media_type=kind, headers=headers)

    async def _join(self, request: Request) -> Response:
        self.access.count_stranger(request)
        wanted = await body_as(request, Join)
        if not self.access.opens(wanted.token):
            raise HTTPException(401, "This link opens nothing any more. Ask the one who hosts the game for a new one.")
        tokens = list(dict.fromkeys([wanted.token, *tokens_of(request)]))[:MOST_TOKENS]
        answer = json_answer(await run_in_threadpool(self._games_of, self.access.joined_with(tokens)))
        answer.set_cookie(
            COOKIE, ".".join(tokens), max_age=30 * 86400, httponly=True, samesite="strict", secure=self._secure
        )
        return answer

    async def _games(self, request: Request) -> Response:
        self.access.count_stranger(request)
        return json_answer(await run_in_threadpool(self._games_of, self.access.joined(request)))

    def _games_of(self, found: Iterable[tuple[Hosted, Viewer]]) -> Joined:
        games = []
        for game, viewer in dict.fromkeys(found):
            with game.log.lock:
                session = game.log.session
                name = name_of(viewer, session)
                title, word = title_of(session), viewer_word(viewer)
            hints = self.advice.hints and viewer is not None and viewer >= 0
            href = f"/g/{game.id}?viewer={word}"
            games.append(JoinedGame(game.id, title, word, name, href, hints, self.advice.analysis))
        return Joined(games)

    async def _state(self, request: Request) -> Response:
        game, viewer = self.access.asked(request)
        since = _number(request, "since")
        async with game.drawing:
            known = known_json(game, viewer, since)
            return json_answer(known or await run_in_threadpool(state_json, game, viewer, since))

    async def _past(self, request: Request) -> Response:
        game, viewer = self.access.asked(request)
        at = _number(request, "at")
        if at is None or at > game.log.revision:
            raise HTTPException(404, "There is no such record.")
        return json_answer(await run_in_threadpool(past_json, game.log, viewer, at))

    async def _page(self, request: Request) -> Response:
        game, viewer = self.access.asked(request)
        async with self._page_turn:  # who asks for many pages must not have all threads
            if needs_page(game.log, viewer) and not self._pages.allows(f"{game.id} {viewer}"):
                raise HTTPException(429, TOO_OFTEN)  # else notes and pages in turn would keep a thread at work
            found = await run_in_threadpool(page_html, game.log, viewer)
        if found is None:
            raise HTTPException(403, "The game goes on. Its page is made at the end.")
        return file_answer(found, f"{game.log.session.game.name}.html", TYPES["html"])

    async def _events(self, request: Request) -> Stream:
        game, viewer = self.access.asked(request)
        client = f"{viewer_word(viewer)} {client_of(request)}"
        return self.watchers.watch(game.id, client, lambda: game.log.revision)

    async def _hint(self, request: Request) -> Response:
        game, viewer = self.access.asked(request)
        return json_answer(await self.advice.hint(game, viewer))

    async def _analysis(self, request: Request) -> Response:
        if request.method == "GET":
            game, _ = self.access.asked(request)
            return json_answer(await self.advice.look(game))
        wanted = await self._wanted(request, Review)
        game, viewer = self.access.asked(request, wanted.viewer)
        if viewer is not None and viewer < 0:
            raise HTTPException(403, "A spectator only watches.")
        return json_answer(await (self.advice.start(game) if wanted.start else self.advice.cancel(game)))

    async def _wanted(self, request: Request, kind: type[T]) -> T:
        """The body of a request; nobody's is read."""
        if not self.access.joined(request):
            self.access.asked(request, "")
        return await body_as(request, kind)

    async def _change(self, request: Request) -> Response:
        kind = KINDS.get(request.path_params["kind"])
        if kind is None:
            raise HTTPException(404, "There is no such page.")
        wanted = await self._wanted(request, kind)
        game, viewer = self.access.asked(request, wanted.viewer)
        return json_answer(await run_in_threadpool(doing.changed, game, viewer, wanted))


class _Counted:
    """Counts requests."""

    def __init__(self, app: ASGIApp, host: App) -> None:
        self._app, self._host = app, host

    async def __call__(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]  # as `ASGIApp`
        self._host.requests += 1
        await self._app(scope, receive, send)


def _refresh(games: Iterable[Hosted], troubled: set[str]) -> None:
    """Read what other programs have written. A game that can't be read is reported once, until it can be again."""
    for game in games:
        try:
            game.log.refresh()
            troubled.discard(game.id)
        except KronikaError as error:
            if game.id not in troubled:
                print_note(str(error), "warning")
            troubled.add(game.id)


def look_again_after(took: float) -> float:
    """Seconds until the next look for new logs: more after a look that took long, as in a large folder.

    They are limited, since a look also takes long if it opens logs, and somebody waits for those that come next.
    """
    return min(MOST_LOOK_SECONDS, max(LOOK_SECONDS, 20 * took))


def _number(request: Request, name: str) -> int | None:
    """A revision in the address of a request; None without it. Raises HTTPException if it is not a number."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise HTTPException(400, f"`{name}` is the number of a revision.")
    return int(text)


def _client_files() -> dict[str, bytes]:
    """The files that a browser loads, by name."""
    folder = files("kronika.cli.host").joinpath("client")
    return {
        one.name: one.read_bytes() for one in folder.iterdir() if one.name.rpartition(".")[2] in TYPES and one.is_file()
    }


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "There is no such page.", 405: "That can't be done here."}
    return complaint(error.status_code, words.get(error.status_code, error.detail))


async def _failed(request: Request, error: Exception) -> Response:
    """Print the reason here. Clients do not get it, since it may name files of this machine."""
    print_note(str(error) if isinstance(error, KronikaError) else f"A request failed: {type(error).__name__}.", "error")
    return complaint(503, doing.UNREADABLE)
