"""The Model Context Protocol itself: JSON-RPC, one message per line, answered in order.

https://modelcontextprotocol.io: the official library has 28 dependencies, and a server like this one needs few
messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal
from urllib.parse import unquote

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from kronika.core import __version__
from kronika.core.basics import limits
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.decoder_messages import json_fault
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.json_schema import components
from kronika.core.basics.limits import size_text
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import quoted, suggestion
from kronika.core.contract.registry import usable_games
from kronika.logs.files.json_lines import BAD_JSON, repeated_key
from kronika.logs.pipe.answers import Error
from kronika.logs.pipe.mcp import results, rules
from kronika.logs.pipe.mcp.coercion import coerce, example_of
from kronika.logs.pipe.mcp.mask import Mask
from kronika.logs.pipe.mcp.tool_arguments import READ_ONLY, TOOLS, Tool
from kronika.logs.pipe.mcp.tools import Referee
from kronika.logs.pipe.messages import message_line, why_no_json
from kronika.logs.pipe.refusals import error_answer
from kronika.logs.pipe.stream import LineSplitter, Source, StopSignals

HANDSHAKE_VERSIONS: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""The versions of the protocol that `initialize` accepts; a client that asks for another one is offered the first."""
STATELESS_VERSIONS: Final = ("2026-07-28",)
"""The versions that each request names itself; `server/discover` lists them."""

PARSE, INVALID, METHOD, PARAMS, FAILED, VERSION = -32700, -32600, -32601, -32602, -32603, -32022
"""Codes of errors: not JSON; not a request; unknown method; wrong parameters; an internal error; an unsupported
version.
"""

_META: Final = "io.modelcontextprotocol/"
_KEPT: Final = {"ttlMs": 3_600_000, "cacheScope": "private"}
"""How long a client may cache a list or a text: they do not change during a connection."""
_SERVER_INFO: Final = {"name": "kronika", "title": "Kronika, a referee for board games", "version": __version__}
_CAPABILITIES: Final[dict[str, Any]] = {"tools": {}, "resources": {}}

Id = int | str


class Call(Struct, frozen=True):
    """A request; without an `id` it is a notification, which is not answered. An answer has no `method`."""

    jsonrpc: Literal["2.0"]
    method: str | UnsetType = UNSET
    id: Id | UnsetType | None = UNSET
    params: dict[str, Any] = field(default_factory=dict)


class Result(Struct, frozen=True):
    """The answer to a request."""

    jsonrpc: Literal["2.0"]
    id: Id
    result: Any


class RpcError(Struct, frozen=True, omit_defaults=True):
    """The error of a request."""

    code: int
    message: str
    data: dict[str, Any] | None = None


class Failure(Struct, frozen=True):
    """A request that can't be answered."""

    jsonrpc: Literal["2.0"]
    id: Id | None
    error: RpcError


class Initialize(Struct, frozen=True, rename="camel"):
    """The first request: the version that the client wants to speak."""

    protocol_version: str


class ToolCall(Struct, frozen=True):
    """A request to call a tool."""

    name: str
    arguments: dict[str, Any] | str | None = None


class Read(Struct, frozen=True):
    """A request to read a text."""

    uri: str


class RpcException(Exception):
    """A request that can't be answered: the code, the reason, and data for a program."""

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


class Server:
    """Answers lines. With a `mask`, names of games in answers are masked, and those in requests are translated back."""

    def __init__(self, referee: Referee, mask: Mask | None = None) -> None:
        self._referee = referee
        self._mask = mask
        self._methods: Final[Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
            "initialize": self._initialize,
            "server/discover": self._discover,
            "ping": lambda params: {},
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
            "resources/list": self._list_resources,
            "resources/templates/list": self._list_templates,
            "resources/read": self._read_resource,
        }

    def answer(self, line: bytes | None) -> bytes:
        """The answer to a line, empty if there is none; None stands for a line that was too long."""
        if line is None:
            return self._failed(None, INVALID, f"The line is longer than {size_text(limits.MESSAGE)}; it is skipped.")
        try:
            data = decoded(line)
        except BAD_JSON as error:
            return self._failed(None, PARSE, why_no_json(line) or f"The line is not JSON: {json_fault(error)}.")
        if twice := repeated_key(line):
            return self._failed(_id_of(data), INVALID, f"The line: {twice}.")
        if not isinstance(data, list):
            return self._answered(data)
        if (
            not 0 < len(data) <= limits.QUEUED_REQUESTS
        ):  # a short request may have a long answer, and all are sent together
            return self._failed(
                None,
                INVALID,
                f"A list has 1 to {limits.QUEUED_REQUESTS:,} requests, not {len(data):,}: none is answered.",
            )
        lines = [answer.removesuffix(b"\n") for answer in map(self._answered, data) if answer]
        return b"[" + b",".join(lines) + b"]\n" if lines else b""

    def _answered(self, data: Any) -> bytes:
        try:
            call = msgspec.convert(data, Call)
        except msgspec.ValidationError:
            why = decode_fault(data, Call).told
            return self._failed(_id_of(data), INVALID, f"This is not a request of JSON-RPC 2.0: {why}")
        if call.method is UNSET or call.id is UNSET:
            return b""  # an answer, and nothing was asked; or a notification: there is nothing to be done about any
        if call.id is None:
            return self._failed(None, INVALID, "The id of a request is a number or a text.")
        try:
            return message_line(Result("2.0", call.id, self._result(call.method, call.params)))
        except RpcException as wrong:
            return self._failed(call.id, wrong.code, str(wrong), wrong.data)
        except Exception:  # a fault of one game, which must not end the others
            return self._failed(call.id, FAILED, "kronika itself failed. Please report it.")

    def _result(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method not in self._methods:
            raise RpcException(METHOD, f"There is no method {quoted(method)}.{suggestion(method, self._methods)}")
        meta = params.get("_meta")
        version = meta.get(f"{_META}protocolVersion") if isinstance(meta, dict) else None
        if version is not None and version not in (*STATELESS_VERSIONS, *HANDSHAKE_VERSIONS):
            supported = {"supported": [*STATELESS_VERSIONS, *HANDSHAKE_VERSIONS], "requested": version}
            raise RpcException(
                VERSION, f"This version of the protocol is not spoken here; {STATELESS_VERSIONS[0]} is.", supported
            )
        return self._methods[method](params)

    def _failed(self, id: Id | None, code: int, message: str, data: dict[str, Any] | None = None) -> bytes:
        return message_line(Failure("2.0", id, RpcError(code, self._hidden(message), data)))

    def _hidden(self, data: Any) -> Any:
        """Plain data, masked for the client."""
        return self._mask.hidden(data) if self._mask else data

    # -- methods ------------------------------------------------------------------------------------------------

    def _initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        asked = _read(params, Initialize).protocol_version
        return {
            "protocolVersion": asked if asked in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[0],
            "capabilities": _CAPABILITIES,
            "serverInfo": _SERVER_INFO,
            "instructions": self._instructions(),
        }

    def _discover(self, params: dict[str, Any]) -> dict[str, Any]:
        meta = {f"{_META}serverInfo": _SERVER_INFO}
        told = {
            "supportedVersions": [*STATELESS_VERSIONS, *HANDSHAKE_VERSIONS],
            "capabilities": _CAPABILITIES,
            "instructions": self._instructions(),
        }
        return _complete(_KEPT, **told, _meta=meta)

    def _instructions(self) -> str:
        seat = self._referee.seat
        who = (
            "You move for every player, and enter outcomes of chance when asked for them."
            if seat is None
            else f"You play as {quoted(seat)} and are shown what that player may know; the others are moved for you."
        )
        return (
            "A referee for board games. `games` lists them, `rule` shows their rules, `new` begins one, `look` shows "
            f"the table, `play` makes a move. {who} A refusal says why, with the number of the rule."
        )

    def _list_tools(self, params: dict[str, Any]) -> dict[str, Any]:
        return _complete(_KEPT, tools=[tool_schema(name, kind) for name, kind in self._referee.tools.items()])

    def _call_tool(self, params: dict[str, Any]) -> dict[str, Any]:
        call = _read(params, ToolCall)
        tools = self._referee.tools
        kind = tools.get(call.name)
        if kind is None:
            there = " On this connection no tool shows the legal moves." if call.name in TOOLS else ""
            raise RpcException(
                PARAMS, f"There is no tool {quoted(call.name)}.{there or suggestion(call.name, tools, most=len(tools))}"
            )
        answer = self._answer_of(kind, call.arguments or {})
        data: dict[str, Any] = self._hidden({"text": answer.text(), "data": msgspec.to_builtins(answer)})
        content = [{"type": "text", "text": data["text"]}]
        return _complete(content=content, structuredContent=data["data"], isError=isinstance(answer, results.Denied))

    def _answer_of(self, kind: type[Tool], given: dict[str, Any] | str) -> results.Said:
        """The answer of a tool; wrong arguments give an answer that the caller can correct."""
        arguments = coerce(given, kind)
        try:
            arguments = coerce(self._mask.shown(given) if self._mask else given, kind)
            return self._referee.answer(msgspec.convert(arguments, kind))
        except msgspec.ValidationError:
            wrong = _no_arguments(arguments, kind)
        except KronikaError as error:
            wrong = error_answer(error)
        return self._referee.unread(kind, arguments, wrong)

    def _list_resources(self, params: dict[str, Any]) -> dict[str, Any]:
        games = usable_games(lambda broken: None)
        found = (resource for game in games for resource in rules.resources_of(game, self._mask is None))
        return _complete(_KEPT, resources=self._hidden([msgspec.to_builtins(resource) for resource in found]))

    def _list_templates(self, params: dict[str, Any]) -> dict[str, Any]:
        return _complete(_KEPT, resourceTemplates=[msgspec.to_builtins(template) for template in rules.TEMPLATES])

    def _read_resource(self, params: dict[str, Any]) -> dict[str, Any]:
        uri = _read(params, Read).uri
        try:
            plain = unquote(uri)
            real = self._mask.show(plain) if self._mask else plain
            text = rules.read_address(real, self._referee.find, self._mask is None)
        except KronikaError as error:
            raise RpcException(PARAMS, str(error)) from None
        return _complete(_KEPT, contents=[{"uri": uri, "mimeType": rules.MARKDOWN, "text": self._hidden(text)}])


def _complete(told: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A complete result; older clients ignore the field for it."""
    return {"resultType": "complete", **(told or {}), **more}


def _id_of(data: Any) -> Id | None:
    """The id of a value that is not a request, if it has one."""
    id = data.get("id") if isinstance(data, dict) else None
    return id if isinstance(id, (int, str)) and not isinstance(id, bool) else None


def _read(params: dict[str, Any], kind: type[Any]) -> Any:
    """Parameters in their right type. Raises RpcException."""
    try:
        return msgspec.convert(params, kind)
    except msgspec.ValidationError:
        raise RpcException(PARAMS, f"The parameters are wrong: {decode_fault(params, kind).told}") from None


def _no_arguments(arguments: Mapping[str, Any], kind: type[Tool]) -> Error:
    """The reason why a tool can't be called with these arguments, with an example of right ones."""
    found = decode_fault(arguments, kind)
    field = found.path or found.missing
    example = example_of(kind, field.partition(".")[0])
    as_in = f" As in: {example}." if example else ""
    return Error(code="field", message=f"{found.told}{as_in}", field=field)


def tool_schema(name: str, kind: type[Tool]) -> dict[str, Any]:
    """A tool, with the JSON Schema of its arguments."""
    _, found = components([kind])
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found[kind.__name__]))
    schema.pop("title")
    description = schema.pop("description")
    return {
        "name": name,
        "description": description,
        "inputSchema": schema,
        "annotations": {"readOnlyHint": name in READ_ONLY, "destructiveHint": name == "close", "openWorldHint": False},
    }


def converse(server: Server, source: Source, put: Callable[[bytes], object], stop: StopSignals, idle: float) -> None:
    """Answer lines until the stream ends, nothing comes for `idle` seconds, or a signal asks to end."""
    lines = LineSplitter()
    while data := source.read(idle):
        if not _answer_all(server, lines.feed(data), put, stop):
            return
    if data is not None:
        _answer_all(server, lines.end(), put, stop)


def _answer_all(
    server: Server, lines: Iterable[bytes | None], put: Callable[[bytes], object], stop: StopSignals
) -> bool:
    """Answer lines. Return false if a signal asked to end before the last of them."""
    for line in lines:
        if stop.number is not None:
            return False
        if (line is None or line.strip()) and (answer := server.answer(line)):
            put(answer)
    return True
