"""Browsers of `kronika host` without a network: requests go to the application itself, as bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec

from kronika.cli.host.advice import Advice
from kronika.cli.host.app import App
from kronika.cli.host.hosted import Hosted
from kronika.core.bots.lookup import Player
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.hosting.game import HostedGame
from kronika.logs.hosting.links import open_links, possible_viewers, seated
from kronika.logs.replaying.logfile import LogFile
from kronika.logs.running.processes import SameProcess

NAMES = ("Anna", "Bob", "Cyril", "Dana", "Eve")
HOST = "localhost:8377"


class Answer(NamedTuple):
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return msgspec.json.decode(self.body)


class World:
    """A server of some logs while it runs; `links` are the tokens of each log by the viewer's word.

    The logs in `later` come to its folder once it runs.
    """

    def __init__(
        self,
        *paths: Path,
        bots: Mapping[int, Player] | None = None,
        new_links: bool = False,
        clock: bool = False,
        later: Sequence[Path] = (),
        advice: Advice | None = None,
    ) -> None:
        self.links: list[dict[str, str]] = []
        self.games: list[Hosted] = []

        def opened(paths: Iterable[Path]) -> Iterator[Hosted]:
            for path in paths:
                log = HostedGame(str(path))
                links, tokens = open_links(
                    str(path), possible_viewers(log.session), of=seated(log.session), renew=new_links
                )
                self.games.append(Hosted(log, links, bots=bots, clock=clock, final=final))
                self.links.append(tokens)
                yield self.games[-1]

        final = advice is not None and advice.analysis
        coming = opened(later)
        self.advice = advice or Advice(SameProcess())
        self.app = App(opened(paths), advice=self.advice, look=lambda: list(coming), names=("laptop.local",))
        self.runner = asyncio.Runner()
        self._lifespan: Any = None

    def __enter__(self) -> Self:
        self.runner.__enter__()
        self._lifespan = self.app.running()
        self.runner.run(self._lifespan.__aenter__())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.runner.run(self._lifespan.__aexit__(None, None, None))
        self.runner.__exit__(kind, error, trace)

    def browser(self, *viewers: object, game: int = 0, tokens: Mapping[str, str] | None = None) -> Browser:
        """A browser that has joined as these viewers, by their words."""
        found = Browser(self, self.games[game].id)
        for viewer in viewers:
            assert found.join((tokens or self.links[game])[str(viewer)]).status == 200
        return found

    def wait(self, seconds: float) -> None:
        """Let the server work by itself."""
        self.runner.run(asyncio.sleep(seconds))


class Browser:
    """A browser with its cookie. `game` is the id of the game that it asks about."""

    def __init__(self, world: World, game: str, *, peer: str = "127.0.0.1") -> None:
        self.world, self.game, self.peer = world, game, peer
        self.cookie = ""
        self.sent = 0

    def ask(self, method: str, target: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """An answer to any request."""
        return self.world.runner.run(self.asked(method, target, body, headers))

    async def asked(
        self, method: str, target: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The same, within the loop of the server."""
        scope = self.scope(method, target, headers)
        messages: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
        heard: list[Any] = []

        async def receive() -> Any:
            if messages:
                return messages.pop(0)
            return await asyncio.Event().wait()

        async def send(message: Any) -> None:
            heard.append(message)

        await self.world.app.asgi(scope, receive, send)
        start, *rest = heard
        found = {key.decode(): value.decode() for key, value in start["headers"]}
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return Answer(start["status"], found, b"".join(message.get("body", b"") for message in rest))

    def scope(self, method: str, target: str, headers: Mapping[str, str] | None = None) -> Any:
        """A request as the application gets it."""
        path, _, query = target.partition("?")
        given = {"host": HOST, "cookie": self.cookie, "content-type": "application/json", **(headers or {})}
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode("utf-8", "surrogatepass"),
            "query_string": query.encode("utf-8", "surrogatepass"),
            "root_path": "",
            "headers": [
                (key.encode("latin-1", "replace"), value.encode("latin-1", "replace"))
                for key, value in given.items()
                if value
            ],
            "client": (self.peer, 50000),
            "server": ("127.0.0.1", 8377),
        }

    def post(self, target: str, value: Any) -> Answer:
        """The answer to a value that is sent as JSON."""
        return self.ask("POST", target, msgspec.json.encode(value))

    def join(self, token: str) -> Answer:
        """Open a link."""
        return self.post("/api/join", {"token": token})

    def state(self, **query: object) -> Any:
        """The state of the game."""
        words = "&".join(f"{key}={value}" for key, value in query.items())
        found = self.ask("GET", f"/api/g/{self.game}/state?{words}")
        assert found.status == 200, found
        return found.json

    def change(self, kind: str, revision: int, **fields: Any) -> Any:
        """The answer to a change with an id of its own, unless one is given."""
        self.sent += 1
        wanted = {"id": f"{id(self)}-{self.sent}", "revision": revision, **fields}
        found = self.post(f"/api/g/{self.game}/{kind}", wanted)
        assert found.status == 200, found
        return found.json


def listed(state: Any) -> list[str]:
    """The legal moves of a state that are listed whole. Others are choices of several things."""
    return [tap["move"] for tap in state["taps"] if "choice" not in tap]


def new_log(path: Path, game: str = "tides", seed: int | None = 7, seats: int = 2, **options: Any) -> Path:
    """A log of a new game."""
    chance: Any = "given" if seed is None else "auto"
    LogFile.create(path, Session.new(get_game(game), NAMES[:seats], seed=seed, chance=chance, options=options))
    return path


def played(path: Path, moves: Sequence[str], game: str, seed: int, seats: int) -> Session:
    """A session in which these moves were played one after the other, as `kronika play` does."""
    session = Session.new(get_game(game), NAMES[:seats], seed=seed)
    for move in moves:
        session.play(move)
    return session
