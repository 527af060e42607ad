"""Protection against pages of other sites: conditions of every request, and headers of every answer."""

from __future__ import annotations

import time
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Collection
from hashlib import sha256
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kronika.cli.host.answers import complaint
from kronika.core.drawing.themes import style

_STYLE: Final = b64encode(sha256(style("auto").encode()).digest()).decode()
"""The hash of the style sheet that each picture has."""
HEADERS: Final = {
    "content-security-policy": (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{_STYLE}'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every answer."""
_RAW: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
LOCAL: Final = "localhost"


def is_own_host(host: str, names: Collection[str]) -> bool:
    """Whether a Host header names this server: by an address in numbers, `localhost`, or one of its names.

    A page of another site that is made to lead to this server by its name server (DNS rebinding) has that site's name.
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host
    if name.casefold() in (LOCAL, *names):
        return True
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class Guard:
    """Refuses requests for other hosts and from pages of other sites, and adds `HEADERS` to every answer."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        """`names` are the names of this machine by which browsers may call it."""
        self.app = app
        self.names = frozenset(map(str.casefold, names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                stored = [] if any(name == b"cache-control" for name, _ in own) else [(b"cache-control", b"no-store")]
                message["headers"] = [*own, *_RAW, *stored]
            await send(message)

        await (self._refusal(scope) or self.app)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not is_own_host(host, self.names):
            return complaint(421, "This server does not answer under that name.")
        if any(origin != f"{scope['scheme']}://{host}" for origin in headers.getlist("origin")):
            return complaint(403, "A page of another site may not ask this server.")
        follows_link = scope["method"] == "GET" and not scope["path"].startswith("/api/")
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and not follows_link:
            return complaint(403, "A page of another site may not ask this server.")
        return None


class Rates:
    """How often each client may ask: `burst` requests at once, then `per_second`."""

    def __init__(self, per_second: float, burst: float, most: int = 4096) -> None:
        """`most` is the number of clients that are remembered."""
        self._per_second, self._burst, self._most = per_second, burst, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Count a request of a client. Return false if it asks too often."""
        now = time.monotonic()
        left, then = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._per_second)
        self._left[client] = (left - 1 if left >= 1 else left), now
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return left >= 1
