"""A connection of a browser: it ends unless requests arrive whole and in time, and one address has not all places."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

OF_ONE: Final = 200
"""Connections that one address may have. This machine itself may have them all, as a proxy in front has."""
HEAD_SECONDS: Final = 20
"""Seconds until the head of a request has arrived, counted from the end of the one before."""


class Connection(H11Protocol):
    """Ends if nothing is asked, which the library allows for ever before the first request."""

    _ending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the library
        """Begin; or end at once if there are too many from this address."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not _is_here(address) and self._from(address) > OF_ONE:
            transport.abort()
        else:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has arrived."""
        super().data_received(data)
        if self._is_answering():
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, also while the rest of one comes in that was answered early."""
        super().on_response_complete()
        if not self._is_answering():
            self._await_request()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_request(self) -> None:
        self._stop_waiting()
        self._ending = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _from(self, address: str) -> int:
        own = [one for one in self.connections if isinstance(one, Connection)]
        return sum(one.client is not None and one.client[0] == address for one in own)


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
