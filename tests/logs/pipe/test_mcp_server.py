"""The Model Context Protocol itself: versions, methods, errors, and lines that are none."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from kronika.core.basics import limits
from kronika.core.basics.printable import printable
from kronika.logs.pipe.mcp.server import HANDSHAKE_VERSIONS, Server, converse
from kronika.logs.pipe.mcp.tool_arguments import TOOLS, WITHOUT_PENALTY
from support import duel
from support.hostile import EVIL
from support.mcp import call, request, server

pytestmark = pytest.mark.usefixtures("duel")

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.fixture
def at() -> Server:
    return server()


def answer(at: Server, *sent: Any) -> Any:
    """What is answered to a line of JSON; None, where nothing is."""
    found = at.answer(json.dumps(*sent).encode())
    assert found == b"" or found.count(b"\n") == 1
    return json.loads(found) if found else None


# -- versions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
def test_a_version_that_is_spoken_here_is_agreed_on(at: Server, version: str) -> None:
    found = request(
        at, "initialize", protocolVersion=version, capabilities={}, clientInfo={"name": "t", "version": "1"}
    )
    assert found["protocolVersion"] == version
    assert found["serverInfo"]["name"] == "kronika"
    assert set(found["capabilities"]) == {"tools", "resources"}


@pytest.mark.parametrize("version", ["2999-01-01", "1", ""])
def test_instead_of_another_version_the_newest_is_offered(at: Server, version: str) -> None:
    assert request(at, "initialize", protocolVersion=version)["protocolVersion"] == "2025-11-25"


def test_requests_may_name_their_version_themselves(at: Server) -> None:
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    found = request(at, "server/discover", _meta=meta)
    assert found["supportedVersions"][0] == "2026-07-28"
    assert (found["resultType"], found["cacheScope"]) == ("complete", "private")
    assert request(at, "tools/list", _meta=meta)["tools"]


@pytest.mark.parametrize("version", ["1999-01-01", 7, [], {}])
def test_a_request_in_another_version_is_refused_with_those_there_are(at: Server, version: object) -> None:
    meta = {"io.modelcontextprotocol/protocolVersion": version}
    found = request(at, "server/discover", _meta=meta)
    assert found["code"] == -32022
    assert found["data"] == {"supported": ["2026-07-28", *HANDSHAKE_VERSIONS], "requested": version}


# -- lines ---------------------------------------------------------------------------------------------------------


def test_a_ping_is_answered_and_what_is_no_request_is_not(at: Server) -> None:
    assert answer(at, PING) == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert answer(at, {**PING, "id": "a"})["id"] == "a"
    assert answer(at, {"jsonrpc": "2.0", "method": "notifications/initialized"}) is None
    assert answer(at, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}) is None
    assert answer(at, {"jsonrpc": "2.0", "id": 1, "result": {}}) is None


def test_a_list_of_requests_gets_a_list_of_answers(at: Server) -> None:
    found = answer(at, [PING, {"jsonrpc": "2.0", "method": "notifications/initialized"}, {**PING, "id": 2}, 3])
    assert [(one["id"], one.get("error", {}).get("code")) for one in found] == [(1, None), (2, None), (None, -32600)]
    assert answer(at, [{"jsonrpc": "2.0", "method": "notifications/initialized"}]) is None


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b"", -32700, None),
        (b"nonsense", -32700, None),
        (b"\xff", -32700, None),
        (b"[" * 100_000, -32700, None),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping"', -32700, None),
        (b"[]", -32600, None),
        (b"1", -32600, None),
        (b'"ping"', -32600, None),
        (b'{"id": 5, "method": "ping"}', -32600, 5),
        (b'{"jsonrpc": "1.0", "id": 5, "method": "ping"}', -32600, 5),
        (b'{"jsonrpc": "2.0", "id": 5, "method": 7}', -32600, 5),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "params": [1]}', -32600, 5),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "method": "ping"}', -32600, 5),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "tools/cal"}', -32601, 5),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "tools/call"}', -32602, 5),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "mvoes"}}', -32602, 5),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "look", "arguments": 3}}', -32602, 5),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "initialize"}', -32602, 5),
        (
            b'{"jsonrpc": "2.0", "id": 5, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}}',
            -32602,
            5,
        ),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "resources/read", "params": {"uri": "rules://chess"}}', -32602, 5),
    ],
)
def test_what_is_wrong_with_a_line_is_said(at: Server, line: bytes, code: int, id: object) -> None:
    found = json.loads(at.answer(line))
    assert (found["error"]["code"], found["id"]) == (code, id), found
    assert found["error"]["message"].endswith((".", "?"))


def test_a_line_that_is_too_long_is_said(at: Server) -> None:
    assert json.loads(at.answer(None))["error"]["message"] == "The line is longer than 4 MiB; it is skipped."


def test_a_line_of_a_megabyte_is_answered(at: Server) -> None:
    call(at, "new", game="duel")
    assert call(at, "play", move="x" * (1 << 20))["code"] == "notation"
    assert call(at, "new", game="x" * (1 << 20))["code"] == "game"
    found = call(at, "look", **{f"field{n}": n for n in range(50_000)})
    assert found["code"] == "field"
    assert len(json.dumps(found)) < 10 * limits.QUOTE


def test_arguments_may_lie_deep_in_one_another(at: Server) -> None:
    masked = server(masked=(1, "tides"))
    for depth in (10, 300, 700, 900, 5_000):
        line = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"new","arguments":{"options":'
        line += b'{"a":' * depth + b"1" + b"}" * (depth + 3)
        for one in (at, masked):
            found = json.loads(one.answer(line))
            assert "error" in found or found["result"]["isError"]


def test_rubbish_never_ends_it(at: Server) -> None:
    random = Random(3)
    seed = json.dumps({**PING, "method": "tools/call", "params": {"name": "new", "arguments": {"game": "duel"}}})
    for _ in range(3_000):
        line = bytearray(seed.encode())
        for _ in range(random.randrange(1, 6)):
            spot = random.randrange(len(line))
            line[spot : spot + random.randrange(3)] = random.randbytes(random.randrange(3))
        if answered := at.answer(bytes(line).replace(b"\n", b"")):
            json.loads(answered)


def test_nothing_in_an_answer_acts_at_a_terminal(at: Server) -> None:
    for arguments in ({"game": EVIL}, {"game": "duel", "players": [EVIL, "Bob"]}, {EVIL: 1}):
        line = json.dumps({**PING, "method": "tools/call", "params": {"name": "new", "arguments": arguments}})
        found = at.answer(line.encode()).decode().removesuffix("\n")
        assert printable(found) == found


def test_a_game_that_fails_ends_nothing(at: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(duel.Duel, "cards", fail)
    found = request(at, "resources/read", uri="rules://duel")
    assert found == {"code": -32603, "message": "kronika itself failed. Please report it."}
    assert answer(at, PING)["result"] == {}


# -- a stream ------------------------------------------------------------------------------------------------------


class Pieces:
    """What comes, piece by piece, as of a `Source`."""

    def __init__(self, *pieces: bytes | None) -> None:
        self.left = [*pieces]

    def read(self, seconds: float) -> bytes | None:
        return self.left.pop(0)


def ping(id: int) -> bytes:
    return json.dumps({**PING, "id": id}).encode()


def talk(*pieces: bytes | None, most: int = 99) -> list[Any]:
    """The ids of what is answered; after N answers a signal asks to end."""
    put: list[bytes] = []
    stop: Any = SimpleNamespace(number=None)

    def take(line: bytes) -> None:
        put.append(line)
        stop.number = 15 if len(put) == most else None

    source: Any = Pieces(*pieces)
    converse(server(), source, take, stop, 1)
    assert not source.left or stop.number
    return [json.loads(line)["id"] for line in put]


def test_lines_are_answered_in_whatever_pieces_they_come_and_the_last_needs_no_line_break() -> None:
    two = ping(2)
    assert talk(ping(1) + b"\n\n \r\n", two[:9], two[9:] + b"\n" + ping(3), b"") == [1, 2, 3]
    assert talk(b"") == []


def test_a_line_that_is_begun_when_nothing_more_comes_is_not_answered() -> None:
    assert talk(ping(1) + b"\n" + ping(2), None) == [1]


def test_a_signal_ends_it_before_the_next_line() -> None:
    assert talk(ping(1) + b"\n" + ping(2) + b"\n", ping(3) + b"\n", b"", most=1) == [1]
    assert talk(ping(1) + b"\n", ping(2), b"", most=2) == [1, 2]


def test_a_line_without_end_is_one_wrong_line_among_others() -> None:
    assert talk(b"x" * limits.MESSAGE, b"x\n" + ping(1) + b"\n", b"") == [None, 1]


# -- what there is ------------------------------------------------------------------------------------------------


def test_every_tool_is_listed_with_a_schema_of_its_arguments(at: Server) -> None:
    tools = request(at, "tools/list")["tools"]
    assert [tool["name"] for tool in tools] == list(TOOLS)
    for tool in tools:
        schema = tool["inputSchema"]
        jsonschema.Draft202012Validator.check_schema(schema)
        assert (schema["type"], schema["additionalProperties"]) == ("object", False)
        assert tool["description"]
        assert "$ref" not in json.dumps(schema)
    changing = {tool["name"] for tool in tools if not tool["annotations"]["readOnlyHint"]}
    assert changing == {"new", "play", "close"}
    assert {tool["name"] for tool in tools if tool["annotations"]["destructiveHint"]} == {"close"}
    assert not any(tool["annotations"]["openWorldHint"] for tool in tools), "nobody else is asked"


@pytest.mark.parametrize("moves", ["never", "refused"])
def test_who_counts_wrong_moves_has_no_tool_that_tells_what_is_legal(moves: str) -> None:
    at = server(moves=moves)
    assert {"moves", "why", "check_position"} == WITHOUT_PENALTY
    assert {tool["name"] for tool in request(at, "tools/list")["tools"]} == set(TOOLS) - WITHOUT_PENALTY
    assert request(at, "tools/call", name="moves")["code"] == -32602


def test_arguments_that_are_wrong_are_for_the_caller_to_put_right(at: Server) -> None:
    found = call(at, "new", gmae="duel")
    assert (found["code"], found["field"]) == ("field", "gmae")
    assert found["message"].endswith("Did you mean game?")
    assert call(at, "look", since=-1)["code"] == "field"
    assert call(at, "play")["code"] == "field"
    assert call(at, "new", game="duel", options={"jker": True})["code"] == "setup"


def test_rules_are_read_by_their_addresses(at: Server) -> None:
    listed = {resource["uri"] for resource in request(at, "resources/list")["resources"]}
    assert {"rules://tides", "rules://tides/SPEC"} <= listed
    for uri in listed:
        (text,) = request(at, "resources/read", uri=uri)["contents"]
        assert (text["uri"], text["mimeType"]) == (uri, "text/markdown")
        assert text["text"].startswith("# ")
    (template,) = request(at, "resources/templates/list")["resourceTemplates"]
    assert template["uriTemplate"] == "rules://{game}/{number}"
    (rule,) = request(at, "resources/read", uri="rules://tides/TT-2.6")["contents"]
    assert "one card that stays in their kingdom for the rest of the game" in rule["text"]


@pytest.mark.parametrize(
    ("uri", "says"),
    [
        ("rules://tides/TT-99", "Tides of Time has no rule 'TT-99'. The nearest numbers:"),
        ("rules://tide", "There is no game called 'tide'. Did you mean tides?"),
        ("rules://", "There is no game called ''."),
        ("rules://duel/SPEC", "Duel has no rule 'SPEC'."),
        ("rules://tides?zero_tie=lose", "Option zero_tie: 'lose' is not possible, it can be win, need_one."),
        ("rules://tides?zero", "'zero' is not of the form key=value."),
        ("http://tides", "There is nothing at 'http://tides': addresses are rules://GAME or rules://GAME/NUMBER."),
    ],
)
def test_an_address_that_leads_nowhere_is_said(at: Server, uri: str, says: str) -> None:
    found = request(at, "resources/read", uri=uri)
    assert found["code"] == -32602
    assert found["message"].startswith(says)


def test_rules_are_reported_under_the_options_in_force(at: Server) -> None:
    for uri in ("rules://tides?zero_tie=need_one", "rules://tides/TT-4.18?zero%5Ftie=need_one"):
        (text,) = request(at, "resources/read", uri=uri)["contents"]
        assert "zero_tie = need_one: whether King's Nest wins a tie at 0:0" in text["text"]
    (text,) = request(at, "resources/read", uri="rules://tides")["contents"]
    assert "zero_tie = win: whether" in text["text"]
    assert "**OQ-1**" not in text["text"]
    assert "- 17 Roof of the World (no suit): doubles your most numerous suits" in text["text"]
    assert "`relic CARD discard CARD`" in text["text"]


def test_a_list_has_no_more_requests_than_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers to a list are one line: 20,000 short requests for the tools took 400 MB."""
    monkeypatch.setattr(limits, "QUEUED_REQUESTS", 2)
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert len(json.loads(server().answer(json.dumps([ping] * 2).encode()))) == 2
    for number in (0, 3):
        error = json.loads(server().answer(json.dumps([ping] * number).encode()))["error"]
        assert error == {"code": -32600, "message": f"A list has 1 to 2 requests, not {number}: none is answered."}


def test_a_tool_that_would_tell_what_is_legal_is_said_to_be_missing_on_purpose() -> None:
    error = request(server(moves="never"), "tools/call", name="moves")
    assert error["message"] == "There is no tool 'moves'. On this connection no tool shows the legal moves."
    assert request(server(), "tools/call", name="mvoes")["message"] == "There is no tool 'mvoes'. Did you mean moves?"


def test_a_byte_order_mark_is_called_by_its_name() -> None:
    error = json.loads(server().answer(b'\xef\xbb\xbf{"jsonrpc": "2.0", "id": 1, "method": "ping"}'))["error"]
    assert error["message"] == "The line is not JSON: it begins with a byte order mark; write UTF-8 without one."
