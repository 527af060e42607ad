"""Requests of strangers and of pages of other sites: nothing gets in, nothing gets out, and the server stays up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from urllib.parse import quote

import msgspec
import pytest

from kronika.cli.host import guard
from kronika.cli.host.guard import Rates, is_own_host
from kronika.cli.host.state import KEPT
from kronika.core.basics import limits
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import LogFile
from support.host import HOST, Answer, Browser, World, new_log

NAME = "</script><img src=x onerror=alert(1)>"
EVIL = f"{NAME}\x1b[31m\u202e"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with World(new_log(tmp_path / "game.jsonl")) as found:
        yield found


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost:8377", True),
        ("LOCALHOST", True),
        ("127.0.0.1:8377", True),
        ("192.168.1.7:8377", True),
        ("[::1]:8377", True),
        ("[fe80::1]", True),
        ("laptop.local:8377", True),
        ("evil.example", False),
        ("evil.example:8377", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8377", False),
        ("", False),
        (":8377", False),
        ("127.0.0.1@evil.example", False),
    ],
)
def test_a_name_that_another_site_can_have_is_not_answered(host: str, own: bool) -> None:
    assert is_own_host(host, {"laptop.local"}) is own


def state(browser: Browser, **headers: str) -> Answer:
    return browser.ask("GET", f"/api/g/{browser.game}/state", headers=headers)


def test_a_page_of_another_site_is_refused_even_with_the_cookie(world: World) -> None:
    anna = world.browser(0)
    assert state(anna).status == 200
    assert state(anna, origin=f"http://{HOST}").status == 200
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://{HOST}"},
        {"origin": "http://localhost:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        assert state(anna, **headers).status == 403
    assert state(anna, host="evil.example").status == 421
    move = msgspec.json.encode({"id": "a", "move": "Anna: pick 9", "revision": 1})
    form = {"content-type": "application/x-www-form-urlencoded"}
    for headers in ({"origin": "http://evil.example"}, form, {"content-type": "text/plain"}):
        assert anna.ask("POST", f"/api/g/{anna.game}/moves", move, headers).status in (403, 415)
    assert anna.state()["revision"] == 1
    assert anna.ask("GET", "/join", headers={"sec-fetch-site": "cross-site"}).status == 200  # a link in a message


def test_every_answer_has_the_policy_and_no_cookie_but_the_tokens(world: World) -> None:
    anna = world.browser(0)
    answers = [
        anna.ask(method, target, headers=headers)
        for method, target in (
            ("GET", "/"),
            ("GET", "/nothing"),
            ("GET", "/api/games"),
            ("POST", "/api/join"),
            ("PUT", "/"),
        )
        for headers in ({}, {"host": "evil.example"})
    ]
    for answer in [*answers, state(anna)]:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; ")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "target",
    [
        "/client/../app.py",
        "/client/..%2fapp.py",
        "/client/%2e%2e/app.py",
        "/client//etc/passwd",
        "/client/main.js%00.html",
        "/client/",
        "/client/app.py",
        "/../../etc/passwd",
        "/api/g/../../game.jsonl",
        "/game.jsonl",
        "/.game.jsonl.links",
    ],
)
def test_no_file_but_those_of_the_client(world: World, target: str) -> None:
    assert world.browser(0).ask("GET", target).status == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"null", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b"[" * 60_000, 400),
        (b'{"id":"a","move":"pick 9"}', 400),
        (b'{"id":"","move":"pick 9","revision":1}', 400),
        (b'{"id":"a","move":"pick 9","revision":-1}', 400),
        (b'{"id":"a","move":"pick 9","revision":1e999}', 400),
        (b'{"id":"a","move":"pick 9","revision":null}', 400),
        (b'{"id":"a","move":7,"revision":1}', 400),
        (b'{"id":"a","move":"' + b"x" * 5000 + b'","revision":1}', 400),
        (b'{"id":"' + b"x" * 101 + b'","move":"pick 9","revision":1}', 400),
        (b" " * (limits.REQUEST + 1), 413),
    ],
)
def test_a_malformed_or_oversized_request(world: World, body: bytes, status: int) -> None:
    anna = world.browser(0)
    assert anna.ask("POST", f"/api/g/{anna.game}/moves", body).status == status
    assert world.browser().ask("POST", f"/api/g/{anna.game}/moves", body).status == 401  # a stranger's is not read
    assert anna.state()["revision"] == 1


@pytest.mark.parametrize("since", ["-1", "x", "1.5", "1" * 20, "²"])
def test_a_revision_that_is_none(world: World, since: str) -> None:
    anna = world.browser(0)
    assert anna.ask("GET", f"/api/g/{anna.game}/state?since={since}").status == 400


def test_a_client_that_asks_too_often_is_refused_and_others_are_not(world: World) -> None:
    stranger, anna = world.browser(), world.browser(0)
    found = {stranger.join("x").status for _ in range(150)}
    assert found == {401, 429}
    assert anna.state()["revision"] == 1
    stranger.peer = "192.168.1.9"
    assert stranger.join("x").status == 401


def test_rates_are_counted_for_each_client_and_memory_is_bounded() -> None:
    rates = Rates(per_second=0, burst=2, most=3)
    assert [rates.allows("a") for _ in range(3)] == [True, True, False]
    assert all(rates.allows(str(number)) for number in range(100))
    assert len(rates._left) == 3


def test_hostile_names_and_notes_arrive_as_text(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    LogFile.create(path, Session.new("tides", [NAME, "Bob"], seed=7))
    with World(path) as world:
        scribe, other = world.browser("referee"), world.browser(1)
        assert scribe.change("note", 1, text=EVIL)["accepted"]
        for browser in (scribe, other):
            found = browser.state(since=0)
            assert "<img" not in found["svg"]
            texts = [found["due"], found["title"], *found["seats"], *(one["words"] for one in found["happened"])]
            assert not any(re.search("[\x1b\u202e]", text) for text in texts)
            assert found["seats"][0] == NAME  # the client sets texts, and never reads markup
        answer = scribe.ask("GET", f"/api/g/{scribe.game}/state")
        assert answer.headers["content-type"] == "application/json"


def test_a_log_that_can_not_be_read_is_no_secret_of_its_place(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anna = world.browser(0)
    (tmp_path / "game.jsonl").rename(tmp_path / "elsewhere")
    answer = state(anna)
    assert answer.status == 503
    assert "game.jsonl" not in answer.body.decode()
    assert "game.jsonl" in capsys.readouterr().err
    said = anna.change("moves", 1, move="pick 9")
    assert (said["accepted"], said["code"]) == (False, "file")
    assert "game.jsonl" not in said["message"]
    (tmp_path / "elsewhere").rename(tmp_path / "game.jsonl")
    assert anna.change("moves", 1, move="pick 9")["accepted"]


# -- fuzzed requests ----------------------------------------------------------------------------------------------

WORDS = (
    "api",
    "g",
    "state",
    "moves",
    "events",
    "undo",
    "amend",
    "join",
    "games",
    "client",
    "..",
    "%2e",
    "",
    "\x00",
    "é",
)
BODIES = (
    b'{"id":"a","move":"Anna: pick 9","revision":1}',
    b'{"id":"a","revision":1,"viewer":"0"}',
    b'{"id":"a","record":1,"move":"deal 1 / 2","revision":1,"truncate":true}',
    b'{"id":"a","text":"note","on":1,"revision":1}',
    b'{"id":"a","reason":"agreed","winners":["Anna"],"revision":1}',
    b'{"token":"x"}',
)


def fuzzed(dice: Random, game: str) -> tuple[str, str, bytes, dict[str, str]]:
    """A request that is nearly right, or wrong in any way."""
    if dice.random() < 0.8:
        kind = dice.choice(["moves", "undo", "redo", "amend", "note", "end"])
        target = f"/api/g/{dice.choice([game, game, 'other'])}/{kind}"
    else:
        target = "/" + "/".join(dice.choice(WORDS) for _ in range(dice.randrange(5)))
        target += dice.choice(["", "?viewer=0", "?since=1", "?viewer=referee&since=-1", "?\x00"])
    body = bytearray(dice.choice(BODIES))
    for _ in range(dice.choice([0, 1, 1, 2, 5, 20])):
        at = dice.randrange(len(body) + 1)
        body[at : at + dice.randrange(3)] = dice.choice(
            [b"", b'"', b"{", b"]", b"\\", bytes([dice.randrange(256)]), b"99"]
        )
    method = dice.choice(["POST", "POST", "POST", "POST", "GET", "PUT", "OPTIONS"])
    if target.endswith("/events"):
        method = "PUT"  # a stream would not end
    headers = {"content-type": dice.choice(["application/json"] * 8 + ["text/plain", ""])}
    if dice.random() < 0.05:
        headers[dice.choice(["host", "origin", "cookie", "content-length"])] = "".join(
            chr(dice.randrange(1, 256)) for _ in range(dice.randrange(12))
        )
    return method, target, bytes(body), headers


def fuzz(world: World, frames: int, seed: int) -> None:
    dice = Random(seed)
    world.app.access.unlimited()
    anna = world.browser(0)
    cookie = anna.cookie

    async def all_of_them() -> None:
        for number in range(frames):
            anna.cookie = cookie if number % 4 else ""
            answer = await anna.asked(*fuzzed(dice, anna.game))
            assert answer.status < 500, answer
            if anna.cookie == "":
                assert b'"accepted":true' not in answer.body

    world.runner.run(all_of_them())
    anna.cookie = cookie
    assert anna.state()["viewer"] == "0"


def test_fuzzed_requests_are_answered(world: World) -> None:
    fuzz(world, 10_000, seed=1)


@pytest.mark.long
def test_a_million_fuzzed_requests_are_answered(world: World) -> None:
    fuzz(world, 1_000_000, seed=2)


ENDPOINTS = ("state?since=0", "past?at=1", "page", "hint", "analysis")


@pytest.mark.parametrize("what", ENDPOINTS)
def test_what_is_asked_with_the_link_of_another_seat_or_game(tmp_path: Path, what: str) -> None:
    """A link opens one seat of one game; the answers to others are the same whether or not the game exists."""
    with World(new_log(tmp_path / "a.jsonl"), new_log(tmp_path / "b.jsonl")) as world:
        anna = world.browser("0")
        join = "&" if "?" in what else "?"
        for viewer in ("1", "referee", "bystander", "00", "-1", "0 ", "None", "²"):
            assert anna.ask("GET", f"/api/g/{anna.game}/{what}{join}viewer={quote(viewer)}").status == 403
        elsewhere = [anna.ask("GET", f"/api/g/{game}/{what}") for game in (world.games[1].id, "nothing")]
        assert [answer.status for answer in elsewhere] == [403, 403]
        assert elsewhere[0].body == elsewhere[1].body


@pytest.mark.parametrize("what", ["past?at=", "state?since="])
@pytest.mark.parametrize("number", ["9" * 5000, "-1", "1e9", "0x1", "٣", "1%00", "999999999", "+1", " 1", "1_0"])
def test_numbers_that_are_no_revision(world: World, what: str, number: str) -> None:
    answer = world.browser("0").ask("GET", f"/api/g/{world.games[0].id}/{what}{number}")
    assert answer.status in (400, 404) or (number == "999999999" and answer.json["happened"] == [])


def test_many_revisions_fill_no_memory(world: World) -> None:
    """The kept answers are a few for each viewer, whatever revisions are asked for."""
    world.app.access.unlimited()
    browser = world.browser("0")
    for since in range(100):
        browser.state(since=since)
    memo = world.games[0].log.memo
    assert sum(len(kept) for kept in memo.values() if isinstance(kept, dict)) <= KEPT


@pytest.mark.parametrize("what", ["past?at=0", "page", "hint", "analysis"])
def test_a_flood_is_refused(world: World, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same moment, 160 requests are answered."""
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 5.0))
    browser = world.browser("0")
    statuses = [browser.ask("GET", f"/api/g/{browser.game}/{what}").status for _ in range(165)]
    assert 429 not in statuses[:160]
    assert statuses[160:] == [429] * 5
