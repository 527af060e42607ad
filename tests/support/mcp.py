"""A server of the Model Context Protocol asked in this process, as a client would ask it."""

from __future__ import annotations

import json
from typing import Any

from kronika.core.bots.lookup import Player
from kronika.core.contract.registry import get_game
from kronika.logs.pipe.mcp.mask import Mask
from kronika.logs.pipe.mcp.server import Server
from kronika.logs.pipe.mcp.tools import Referee
from support.pipe import desk, found


def referee(*, seat: str | None = None, seed: int | None = None, bot: Player | None = None, **more: Any) -> Referee:
    """A referee who has the tiny game too."""
    return Referee(desk(seat=seat, seed=seed, bot=bot), seat=seat, find=found, **more)


def server(*, masked: tuple[int, str] | None = None, **more: Any) -> Server:
    """A server; `masked` is the seed of a mask and the game that is under it."""
    mask = Mask(masked[0], [get_game(masked[1])]) if masked else None
    return Server(referee(**more), mask)


def request(at: Server, method: str, **params: Any) -> Any:
    """The result of a request, or its error."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    reply = json.loads(at.answer(line))
    assert (reply["jsonrpc"], reply["id"]) == ("2.0", 1)
    return reply.get("result") or reply["error"]


def call(at: Server, name: str, **arguments: Any) -> Any:
    """What a tool says as data, which its text says in words."""
    result = request(at, "tools/call", name=name, arguments=arguments)
    assert result["isError"] == ("code" in result["structuredContent"]), result
    assert [(part["type"], type(part["text"])) for part in result["content"]] == [("text", str)]
    return result["structuredContent"]


def read(at: Server, name: str, **arguments: Any) -> str:
    """What a tool says in words."""
    return str(request(at, "tools/call", name=name, arguments=arguments)["content"][0]["text"])
