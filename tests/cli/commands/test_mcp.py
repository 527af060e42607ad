"""`kronika mcp` as its clients have it: a process, its two streams, signals, and the official client."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, get_args

import pytest

from kronika.core import game_names, get_game
from kronika.logs.pipe.mcp.tally import Counts
from kronika.logs.pipe.mcp.tool_arguments import TOOLS
from kronika.logs.pipe.mcp.tools import Listing
from support.cli import PROGRAM, Result, process, run
from support.playouts import ROOT

WORDS = [sys.executable, "-c", PROGRAM, "mcp"]


def line(method: str, id: object = 1, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\n"


def tool(name: str, id: object = 1, **arguments: Any) -> bytes:
    return line("tools/call", id, name=name, arguments=arguments)


def texts(done: Result) -> list[str]:
    assert done.status == 0, done
    return [json.loads(one)["result"]["content"][0]["text"] for one in done.lines]


@contextmanager
def serving(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen([*WORDS, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield server
    finally:
        server.kill()
        server.communicate()


# -- a process -----------------------------------------------------------------------------------------------------


def test_what_was_asked_before_the_end_is_answered_in_order_and_counted() -> None:
    moves = [tool("play", n, move="pick 99") for n in range(3)]
    asked = [line("initialize", 0, protocolVersion="2025-06-18"), tool("new", "n", game="tides"), *moves]
    done = process("mcp", "--as", "Anna", "--seed", "3", "--forfeit", "2", stdin=b"".join(asked).rstrip(b"\n"))
    assert [json.loads(one)["id"] for one in done.lines] == [0, "n", 0, 1, 2]
    assert done.status == 0
    (counted,) = json.loads(done.err)["tally"]
    assert {name: n for name, n in counted.items() if n} == {
        "game": "tides",
        "games": 1,
        "unreadable": 2,
        "forfeited": 1,
    }


def test_without_a_game_the_tally_is_empty() -> None:
    """Who measures reads one line, whatever was done."""
    assert process("mcp") == Result(0, "", '{"tally":[]}\n')
    done = run("mcp", stdin=b"\xff\n[[[\n")
    assert [json.loads(one)["error"]["code"] for one in done.lines] == [-32700, -32700]
    assert done.err == '{"tally":[]}\n'


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_with_its_tally(number: signal.Signals, status: int) -> None:
    with serving() as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(tool("new", game="tides"))
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 1
        server.send_signal(number)
        assert server.wait(20) == status
        assert server.stderr
        assert json.loads(server.stderr.read())["tally"][0]["unfinished"] == 1


def test_it_ends_with_its_tally_when_nobody_reads_its_answers() -> None:
    with serving() as server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        server.stdout.close()
        server.stdin.write(tool("new", game="tides"))
        server.stdin.flush()
        assert server.wait(20) == 141
        assert json.loads(server.stderr.read())["tally"][0]["games"] == 1


def test_silence_ends_it() -> None:
    with serving("--idle", "0.05") as server:
        assert server.wait(20) == 0
        assert server.stdout
        assert server.stdout.read() == b""


def test_a_line_that_is_too_long_is_passed_over() -> None:
    done = process("mcp", stdin=b"x" * (5 << 20) + b"\n" + line("ping"))
    assert [json.loads(one).get("error", {}).get("code") for one in done.lines] == [-32600, None]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seed", "3"), "--others and --seed go with --as"),
        (("--others", "greedy"), "--others and --seed go with --as"),
        (("--moves", "sometimes"), "--moves"),
        (("--forfeit", "0"), "--forfeit"),
        (("--masked", "x"), "--masked"),
        (("--idle", "-1"), "--idle"),
    ],
)
def test_wrong_usage(words: Sequence[str], says: str) -> None:
    done = run("mcp", *words)
    assert (done.status, done.out) == (2, "")
    assert says in done.err


def test_the_same_seed_gives_the_same_game_and_the_same_mask() -> None:
    asked = tool("games") + tool("new", game="tides")
    first, again = (run("mcp", "--as", "0", "--seed", "1", stdin=asked).out for _ in range(2))
    assert first == again
    masked, other = (texts(run("mcp", "--masked", seed, stdin=tool("games")))[0] for seed in ("7", "8"))
    assert masked != other
    assert "Tides" not in masked


# -- the official client -------------------------------------------------------------------------------------------


WITHOUT = "the official client is not here, `pip install --group mcp` has it: it is not held against `kronika mcp`"


def client(*words: str, mode: str) -> Any:
    """The official client, over a process."""
    pytest.importorskip("mcp", reason=WITHOUT)
    from mcp import StdioServerParameters
    from mcp.client.client import Client
    from mcp.client.stdio import stdio_client

    return Client(stdio_client(StdioServerParameters(command=WORDS[0], args=[*WORDS[1:], *words])), mode=mode)


@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_the_official_client_plays_every_game_to_its_end(mode: str, version: str) -> None:
    """By random legal moves as one seat; with the newer version only the first turns."""

    async def play() -> None:
        async with client("--as", "Anna", "--seed", "5", "--moves", "always", mode=mode) as at:
            assert at.protocol_version == version
            assert [tool.name for tool in (await at.list_tools()).tools] == list(TOOLS)
            for name in game_names():
                await played(at, name, 1_000 if mode == "legacy" else 3)
            tally = (await at.call_tool("tally", {})).structured_content["games"]
            assert [(one["game"], one["illegal"] + one["unreadable"]) for one in tally] == [
                (n, 0) for n in game_names()
            ]
            assert {one["unfinished"] for one in tally} == {0 if mode == "legacy" else 1}

    asyncio.run(play())


async def played(at: Any, name: str, most: int) -> None:
    """A game of N moves at most, and what can be read of it."""
    random = Random(name)
    shown = (await at.call_tool("new", {"game": name})).structured_content
    session = shown["session"]
    for _ in range(most):
        if "over" in shown:
            break
        result = await at.call_tool("play", {"session": session, "move": random.choice(shown["moves"])})
        shown = result.structured_content
        assert not result.is_error, shown
    wrong = await at.call_tool("play", {"session": "none", "move": "nonsense"})
    assert wrong.is_error
    rules = (await at.read_resource(f"rules://{name}")).contents[0].text
    assert rules.startswith(f"# {get_game(name).title}: the rules as they are enforced")
    number = re.search(rf"\*\*({get_game(name).rule_prefix}-[\d.]+)\*\*", rules)
    assert number
    (rule,) = (await at.read_resource(f"rules://{name}/{number[1]}")).contents
    assert f"**{number[1]}**" in rule.text


def test_the_official_client_learns_what_is_wrong() -> None:
    async def ask() -> None:
        async with client(mode="legacy") as at:
            from mcp.shared.exceptions import MCPError

            for wrong in (at.read_resource("rules://chess"), at.call_tool("resign", {})):
                with pytest.raises(MCPError):
                    await wrong
            assert {str(one.uri) for one in (await at.list_resources()).resources} >= {"rules://tides/SPEC"}
            (template,) = (await at.list_resource_templates()).resource_templates
            assert template.uri_template == "rules://{game}/{number}"

    asyncio.run(ask())


# -- what the page says -------------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")


def test_the_page_has_every_tool_every_argument_and_every_count() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    assert [name for name, _ in rows] == list(TOOLS)
    for name, arguments in rows:
        assert re.findall(r"`(\w+)`", arguments) == list(TOOLS[name].__struct_fields__)
    for word in (*Counts.__struct_fields__, *get_args(Listing)):
        assert f"`{word}`" in PAGE, word
