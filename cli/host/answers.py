"""Answers as JSON, and requests read from JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from kronika.cli.host.messages import Complaint
from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.core.basics.nesting import decoded
from kronika.logs.files.json_lines import BAD_JSON

T = TypeVar("T")
JSON = "application/json"
PIECE: Final = 64 * 1024
"""Bytes of a file that are sent at once: a client that reads slowly makes the server keep no more than that."""


def json_answer(value: Any, status: int = 200) -> Response:
    """A value as an answer; bytes are JSON already."""
    data = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return Response(data, status, media_type=JSON)


def complaint(status: int, message: str) -> Response:
    """The answer to a request that is not answered, with the reason."""
    return json_answer(Complaint(message), status)


def file_answer(data: bytes, name: str, kind: str) -> Response:
    """A file to be saved under a name, in pieces: each is sent once the client has taken those before."""

    async def pieces() -> AsyncIterator[memoryview]:
        whole = memoryview(data)
        for start in range(0, len(data), PIECE):
            yield whole[start : start + PIECE]

    headers = {"content-disposition": f'attachment; filename="{name}"', "content-length": str(len(data))}
    return StreamingResponse(pieces(), media_type=kind, headers=headers)


async def body_as(request: Request, kind: type[T]) -> T:
    """The body of a request as a value of a type. Raises HTTPException if it is too large, too slow, or no such
    value.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().casefold() != JSON:
        raise HTTPException(415, "Send JSON, with the content type application/json.")
    try:
        async with asyncio.timeout(limits.REQUEST_SECONDS):
            data = await _body(request)
    except TimeoutError:
        raise HTTPException(408, "The request took too long to arrive.") from None
    except ClientDisconnect:
        raise HTTPException(400, "The request has ended early.") from None
    try:
        return decoded(data, kind)  # type: ignore[no-any-return]  # it is of that type
    except BAD_JSON:
        raise HTTPException(400, "This is not a request that this server understands.") from None


async def _body(request: Request) -> bytes:
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > limits.REQUEST:
            raise HTTPException(413, f"A request has at most {size_text(limits.REQUEST)}.")
    return data
