"""The time from a move to all screens, measured: `python tests/support/host_load.py --games 20 --clients 8`.

A server in a process of its own hosts the games. Each client watches the events of its game and asks for the new state
after each, as a browser does. Moves are legal ones, chosen at random; of a game that is over some are taken back, and
it goes on. A move has arrived when the last of its clients has the state after it.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

import msgspec

sys.path.append(str(Path(__file__).parents[1]))

from kronika.core import game_names
from support.cli import PROGRAM
from support.host import listed, new_log

BACK = 20
"""Decisions that are taken back when a game is over."""


class Client:
    """A browser at a game: one connection for requests, one for events."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token
        self.cookie = self.game = self.viewer = ""
        self.state: dict[str, Any] = {"revision": 0}
        self.lock = asyncio.Lock()
        self.fresh = asyncio.Event()
        self.times: dict[int, float] = {}

    async def join(self) -> None:
        """Open the link, and ask for the state."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        while "games" not in (found := msgspec.json.decode(await self.ask("POST", "/api/join", {"token": self.token}))):
            await asyncio.sleep(1)  # all of them have one address here, and may not come at once
        (game,) = found["games"]
        self.game, self.viewer = game["id"], game["viewer"]
        await self.look()

    async def ask(self, method: str, target: str, body: Any = None) -> bytes:
        """The answer to a request, as JSON."""
        async with self.lock:
            data = b"" if body is None else msgspec.json.encode(body)
            head = f"{method} {target} HTTP/1.1\r\nhost: localhost\r\ncookie: {self.cookie}\r\n"
            head += f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
            self.writer.write(head.encode() + data)
            headers = (await self.reader.readuntil(b"\r\n\r\n")).decode()
            if cookie := re.search(r"set-cookie: ([^;]+)", headers):
                self.cookie = cookie[1]
            length = re.search(r"content-length: (\d+)", headers)
            assert length is not None
            return await self.reader.readexactly(int(length[1]))

    async def look(self) -> None:
        """Ask for the state, and note when it came. Only the client that plays reads it all, as on its own machine."""
        since = self.state["revision"]
        found = await self.ask("GET", f"/api/g/{self.game}/state?viewer={self.viewer}&since={since}")
        if self.viewer == "referee":
            self.state = msgspec.json.decode(found)
        else:
            revision = re.search(rb'"revision":(\d+)', found)
            assert revision is not None
            self.state["revision"] = int(revision[1])
        now = time.perf_counter()
        for revision in range(since + 1, self.state["revision"] + 1):
            self.times[revision] = now
        self.fresh.set()

    async def watch(self) -> None:
        """Ask for the state after each event, for ever."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET /api/g/{self.game}/events HTTP/1.1\r\nhost: localhost\r\ncookie: {self.cookie}\r\n\r\n"
        writer.write(head.encode())
        while line := await reader.readline():
            event = re.match(rb'data: {"revision":(\d+)}', line)
            if event and int(event[1]) > self.state["revision"]:
                await self.look()

    async def until(self, revision: int) -> float:
        """The time at which this client had the state of a revision."""
        while self.state["revision"] < revision:
            self.fresh.clear()
            await self.fresh.wait()
        return self.times[revision]


async def play(clients: list[Client], rate: float, until: float, dice: Random, times: list[float]) -> None:
    """Moves at a game, `rate` a second, until the time is over."""
    scribe = next(client for client in clients if client.viewer == "referee")
    back = 0
    while time.perf_counter() < until:
        due = time.perf_counter() + dice.expovariate(rate)
        wanted = {"id": f"{dice.getrandbits(64):x}", "revision": scribe.state["revision"]}
        back = max(0, back - 1) if scribe.state["actors"] else BACK
        if not back:
            wanted["move"] = dice.choice(listed(scribe.state))
        begun = time.perf_counter()
        target = f"/api/g/{scribe.game}/{'undo' if back else 'moves'}"
        said = msgspec.json.decode(await scribe.ask("POST", target, wanted))
        assert said["accepted"], said
        times.append(max(await asyncio.gather(*(client.until(said["revision"]) for client in clients))) - begun)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def measure(folder: Path, games: int, clients: int, rate: float, seconds: float) -> None:
    """Host the games, play in all of them, and print the times."""
    names = game_names()
    for number in range(games):
        new_log(folder / f"{number:03}.jsonl", names[number % len(names)], number + 1)
    command = [sys.executable, "-c", PROGRAM, "host", str(folder), "--port", "0"]
    server = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env={**os.environ, "COLUMNS": "300"}
    )
    try:
        assert server.stdout is not None
        assert server.stderr is not None
        while not (listening := re.search(rb"Listening at .*:(\d+)\.", await server.stderr.readline())):
            pass
        tables: list[list[str]] = []
        while len(tables) < games or len(tables[-1]) < 4:
            line = (await server.stdout.readline()).decode()
            if not line.startswith(" "):
                tables.append([])
            elif link := re.search(r"#(\S+)", line):
                tables[-1].append(link[1])
        port = int(listening[1])
        everybody = [
            [Client(port, tokens[at if at < 4 else 2]) for at in (3, *range(3), *[2] * (clients - 4))][:clients]
            for tokens in tables
        ]
        for table in everybody:
            await asyncio.gather(*(client.join() for client in table))
        watching = [asyncio.create_task(client.watch()) for table in everybody for client in table]
        before, own, begun = used(server.pid), time.process_time(), time.perf_counter()
        times: list[float] = []
        end, dice = begun + seconds, Random(1)
        memory: list[float] = [before[1]]
        weighing = asyncio.create_task(weigh(server.pid, seconds / 10, memory))
        await asyncio.gather(*(play(table, rate / games, end, Random(dice.random()), times) for table in everybody))
        cpu, own = used(server.pid)[0] - before[0], time.process_time() - own
        for task in [*watching, weighing]:
            task.cancel()
        report(times, time.perf_counter() - begun, cpu, own, memory)
    finally:
        server.kill()
        await server.wait()


def used(process: int) -> tuple[float, float]:
    """The seconds that a process has computed, and its memory in MB."""
    stat = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text("utf-8"))
    assert memory is not None
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK"), int(memory[1]) / 1024


async def weigh(process: int, seconds: float, memory: list[float]) -> None:
    """Note the memory of a process from time to time, for ever."""
    while True:
        await asyncio.sleep(seconds)
        memory.append(used(process)[1])


def report(times: list[float], seconds: float, cpu: float, own: float, memory: list[float]) -> None:
    """Print the measured times: `cpu` seconds of the server, `own` of the clients."""
    ordered = sorted(times)
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 for part in (0.5, 0.99))
    print(
        f"{len(times)} moves in {seconds:.0f} s: p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {ordered[-1] * 1000:.0f} ms"
    )
    cost, clients = 1000 * cpu / len(times), 1000 * own / len(times)
    print(f"for each move: server {cost:.1f} ms of a core, all clients together {clients:.1f} ms")
    print(f"server: {' '.join(f'{one:.0f}' for one in memory)} MB")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--rate", type=float, default=10.0, help="moves a second in all games together")
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as found:
        asyncio.run(measure(Path(found), given.games, given.clients, given.rate, given.seconds))
