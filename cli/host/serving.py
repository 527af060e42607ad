"""Runs the server until it is ended: the socket, TLS, the end after a time without requests."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import ssl
import sys
import time
from contextlib import suppress
from typing import Final

import uvicorn

from kronika.cli.host.app import App
from kronika.cli.host.connection import Connection
from kronika.logs.files.faults import FileError

CONNECTIONS: Final = 1_000
"""Connections that are answered at a time; others get an error."""
UNREAD_SECONDS: Final = 30
"""Seconds after which a connection ends whose other end takes no data any more."""
SWITCH_SECONDS: Final = 0.001
"""Seconds after which a thread that computes lets another one on: the loop, which answers all, is mostly the other."""
RARELY: Final = 1_000
"""Collections of younger objects before all objects are looked through, which takes as long as many moves."""
_IDLE_POLL: Final = 0.1


def listening(host: str, port: int) -> socket.socket:
    """A socket that is bound to an address. Raises FileError if it is taken, or not of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would take a port that another program has
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
        found.bind((host, port))
        found.listen()  # from now on nobody who comes is turned away
    except OSError as error:
        found.close()
        why = error.strerror or error
        raise FileError(f"{host}:{port}: can't listen there: {why}. `--port 0` takes a free port.") from None
    return found


def check_certificate(cert: str | None, key: str | None) -> None:
    """Raises FileError unless the certificate and the key can be used."""
    if cert is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, "")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise FileError(f"{cert}: can't be used as a certificate: {why}.") from None


def serve(app: App, found: socket.socket, *, cert: str | None, key: str | None, idle: float) -> None:
    """Answer requests until the process is interrupted, or for `idle` seconds nobody asks or watches."""
    for name in ("uvicorn", "asyncio"):  # a log would have addresses of clients, and nobody reads it
        logging.getLogger(name).addHandler(logging.NullHandler())
        logging.getLogger(name).propagate = False
    config = uvicorn.Config(
        app.asgi,
        http=Connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=1,
        ssl_certfile=cert,
        ssl_keyfile=key,
    )
    server = uvicorn.Server(config)
    _be_prompt()
    asyncio.run(_serve(server, app, found, idle))


def _be_prompt() -> None:
    """Set the interpreter up to answer soon rather than to compute much."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()  # what is there now stays, and need not be looked through again
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, RARELY)


async def _serve(server: uvicorn.Server, app: App, found: socket.socket, idle: float) -> None:
    ending = asyncio.create_task(_end_when_idle(server, app, idle))
    try:
        await server.serve(sockets=[found])
    finally:
        ending.cancel()
        with suppress(asyncio.CancelledError):
            await ending


async def _end_when_idle(server: uvicorn.Server, app: App, idle: float) -> None:
    asked, since = app.requests, time.monotonic()
    while time.monotonic() - since < idle:
        await asyncio.sleep(min(_IDLE_POLL, idle))
        if app.requests != asked or len(app.watchers):
            asked, since = app.requests, time.monotonic()
    server.should_exit = True
