"""Connections that keep a place: they end, and one address has only some of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from kronika.cli.host import connection
from kronika.cli.host.answers import json_answer
from kronika.cli.host.connection import Connection

SOON = 0.1
Act = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", SOON)


async def answered(scope: Any, receive: Any, send: Any) -> None:
    await json_answer({})(scope, receive, send)


def with_server(*acts: Act) -> None:
    """Open a connection for each of these, one after the other; all stay open until the last one is done."""
    config = uvicorn.Config(answered, http=Connection, ws="none", log_config=None)
    config.load()
    state = ServerState()

    async def go() -> None:
        make = partial(Connection, config, state, {})
        async with await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0) as server, asyncio.timeout(20):
            opened = []
            for act in acts:
                reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
                opened.append(writer)
                await act(reader, writer)
            for writer in opened:
                writer.close()

    asyncio.run(go())


async def ended(reader: asyncio.StreamReader) -> None:
    """Read until the other end has gone."""
    try:
        while await reader.read(1000):
            pass
    except ConnectionError:
        pass


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await ended(reader)


async def trickling(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    gone = asyncio.ensure_future(ended(reader))
    writer.write(b"GET / HTTP/1.1\r\nhost: a\r\n")
    while not gone.done():
        writer.write(b"a: b\r\n")
        await asyncio.sleep(SOON / 5)


async def with_a_body_that_is_not_read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n")
    assert await reader.readuntil(b"{}")
    gone = asyncio.ensure_future(ended(reader))
    while not gone.done():
        writer.write(b"x")
        await asyncio.sleep(SOON / 5)


async def asking_twice(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    for _ in range(2):
        writer.write(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        assert (await reader.readuntil(b"{}")).startswith(b"HTTP/1.1 200 ")
        await asyncio.sleep(connection.HEAD_SECONDS * 0.6)


@pytest.mark.parametrize("act", [silent, trickling, with_a_body_that_is_not_read])
def test_a_connection_on_which_nothing_is_asked_ends(act: Act) -> None:
    with_server(act)


def test_one_that_asks_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.8)
    with_server(asking_twice)


def test_one_address_has_only_some_of_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "OF_ONE", 1)
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.8)
    with_server(asking_twice, asking_twice)  # this machine itself has them all
    monkeypatch.setattr(connection, "_is_here", lambda address: False)
    with_server(asking_twice, silent)
