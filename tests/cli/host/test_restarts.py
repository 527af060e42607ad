"""A real server that is killed at random moments: no move is lost that it acknowledged, and none is made twice."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronika.core.sessions.events import Event, Note
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.host import listed, new_log
from support.server import served

pytestmark = pytest.mark.posix
KILLS = 5
Wanted = tuple[str, dict[str, Any]]
"""A change: the last part of its address, and its body."""


class Phone:
    """A client that sends each move until it is answered."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token
        self.cookie = ""
        self.game = ""

    def ask(self, method: str, target: str, body: Any = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            data = None if body is None else json.dumps(body)
            headers = {"content-type": "application/json", "cookie": self.cookie}
            connection.request(method, target, data, headers)
            answer = connection.getresponse()
            if cookie := answer.getheader("set-cookie"):
                self.cookie = cookie.partition(";")[0]
            return json.loads(answer.read())
        finally:
            connection.close()

    def join(self) -> None:
        self.game = self.ask("POST", "/api/join", {"token": self.token})["games"][0]["id"]


class Player(threading.Thread):
    """Sends one change after another until the server is gone, each as often as it takes.

    `made` are the changes that were acknowledged, `pending` the one that was not, if any.
    """

    def __init__(self, phone: Phone, dice: Random, made: list[str], pending: list[Wanted]) -> None:
        super().__init__()
        self.phone, self.dice, self.made, self.pending = phone, dice, made, pending
        self.wrong: list[Any] = []

    def run(self) -> None:
        try:
            self.phone.join()
            while True:
                self.pending = self.pending or [self.wanted()]
                kind, body = self.pending[0]
                said = self.phone.ask("POST", f"/api/g/{self.phone.game}/{kind}", body)
                if not said.get("accepted"):
                    self.wrong.append((kind, body, said))
                    return
                self.made.append(content(body))
                self.pending = []
        except (OSError, HTTPException, ValueError):
            return  # it was killed

    def wanted(self) -> Wanted:
        """A legal move, or a note."""
        state = self.phone.ask("GET", f"/api/g/{self.phone.game}/state")
        id = f"{self.dice.getrandbits(64):x}"
        if state["actors"] and self.dice.random() < 0.7:
            return "moves", {"id": id, "revision": state["revision"], "move": self.dice.choice(listed(state))}
        return "note", {"id": id, "revision": state["revision"], "text": id}


def content(body: dict[str, Any]) -> str:
    """What a change puts into the log."""
    return str(body.get("move") or body["text"])


def contents(session: Session) -> Iterator[str]:
    """The decisions and notes of a log, as they were sent."""
    names = session.players
    for number, entry in enumerate(session.history, 1):
        if isinstance(entry, Note):
            yield entry.text
        elif isinstance(entry, Event) and entry.by >= 0:
            yield f"{names[entry.by]}: {session.game.format(session.at(number - 1), entry.by, entry.do, names)}"


def killed_again_and_again(path: Path, kills: int, seed: int) -> int:
    """Kill the server so often, and return the number of acknowledged changes."""
    dice = Random(seed)
    made: list[str] = []
    pending: list[Wanted] = []
    token = ""
    for _ in range(kills):
        with served(path) as server:
            token = token or server.links()["the scribe"]
            player = Player(Phone(server.port, token), dice, made, pending)
            player.start()
            enough = len(made) + dice.randrange(4)
            while player.is_alive() and len(made) < enough:
                player.join(0.001)
            player.join(dice.uniform(0, 0.05))
            server.kill()
            player.join()
            assert not player.wrong
            pending = player.pending
        assert validate(str(path), strict=True).ok
        assert list(contents(load(str(path)))) in (made, [*made, *(content(body) for _, body in pending)])
    return len(made)


@pytest.mark.parametrize("seed", [1])
def test_no_acknowledged_change_is_lost_or_made_twice(tmp_path: Path, seed: int) -> None:
    assert killed_again_and_again(new_log(tmp_path / "game.jsonl", "imhotep", 5), KILLS, seed) > 0


@pytest.mark.long
def test_none_is_in_a_hundred_kills(tmp_path: Path) -> None:
    assert killed_again_and_again(new_log(tmp_path / "game.jsonl", "imhotep", 6), 100, 2) > 100
