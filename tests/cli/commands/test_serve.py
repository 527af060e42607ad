"""`kronika serve` as other programs have it: a process, its two streams, signals, clients in other languages."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any, Final

import jsonschema
import pytest

from kronika.core import game_names, get_game
from kronika.core.basics.chance import Dice
from kronika.core.basics.printable import printable
from kronika.core.sessions.session import Session
from kronika.logs.pipe.answers import CODES
from kronika.logs.pipe.messages import messages_schema, type_of
from kronika.logs.pipe.requests import REQUESTS, Choose
from kronika.logs.replaying.logfile import log_lines
from support.cli import PROGRAM, Result, process, run
from support.faults import FAULTS, Disk, Killed
from support.hostile import EVIL, hostile_files
from support.pipe import ask, desk
from support.playouts import ROOT

NEW = {"type": "new", "session": "s", "game": "tides", "seed": 7}
CLIENTS = ROOT / "docs" / "clients"


@cache
def schema_of(kind: str) -> jsonschema.Draft202012Validator:
    """What the schema says of answers of a type, each of one kind: to try all kinds takes a hundred times as long."""
    defined = messages_schema()["$defs"]
    kinds = (ref["$ref"].rpartition("/")[2] for ref in defined["answers"]["oneOf"])
    (found,) = (name for name in kinds if defined[name]["properties"]["type"]["const"] == kind)
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{found}", "$defs": defined})


def lines(*asked: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in asked)


def answers(done: Result) -> list[Any]:
    assert done.status == 0, done
    found = [json.loads(line) for line in done.lines]
    for answer in found:
        schema_of(answer["type"]).validate(answer)
    return found


class Server:
    """`kronika serve` in a process of its own, asked one thing at a time."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "serve", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self.process.stdin
        assert self.process.stdout
        self.to, self.back = self.process.stdin, self.process.stdout

    def ask(self, kind: str, **fields: Any) -> Any:
        self.to.write(lines({"type": kind, **fields}))
        self.to.flush()
        return json.loads(self.back.readline())


@contextmanager
def serving(*words: str) -> Iterator[Server]:
    server = Server(*words)
    try:
        yield server
        server.to.close()
        assert server.process.wait(30) == 0
    finally:
        server.process.kill()
        server.process.wait()
        server.to.close()
        server.back.close()


# -- a process -----------------------------------------------------------------------------------------------------


def test_what_was_asked_before_the_end_is_answered_in_order() -> None:
    asked = [NEW, *({"type": "view", "id": n, "session": "s", "seat": 0} for n in range(50)), {"type": "hello"}]
    found = answers(run("serve", stdin=lines(*asked) + b'{"type":"close","session":"s","id":"last"}'))
    assert [answer.get("id") for answer in found] == [None, *range(50), None, "last"]
    assert [answer["type"] for answer in found] == ["session", *["seen"] * 50, "welcome", "closed"]


def test_nothing_but_answers_is_on_standard_output_and_nothing_on_the_other() -> None:
    done = run("serve", stdin=b"\xff\n[[[\n" + lines({"type": "new", "game": EVIL, "players": [EVIL]}))
    assert done.err == ""
    assert [answer["code"] for answer in answers(done)] == ["json", "json", "game"]
    for line in done.lines:
        assert printable(line) == line


def test_without_anything_asked_nothing_is_answered() -> None:
    assert process("serve") == Result(0, "", "")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_between_two_answers(number: signal.Signals, status: int) -> None:
    server = Server()
    assert server.ask("notation", game="tides")["type"] == "verbs"
    server.process.send_signal(number)
    assert json.loads(server.back.read()) == {"type": "bye", "why": "The program was asked to end."}
    assert server.process.wait(10) == status
    server.to.close()
    server.back.close()


def test_it_ends_when_nobody_reads_its_answers() -> None:
    server = Server()
    server.back.close()
    server.to.write(lines({"type": "notation", "game": "tides"}))
    server.to.flush()
    assert server.process.wait(30) == 141
    server.to.close()


def test_an_input_that_is_closed_is_said() -> None:
    words = ["sh", "-c", '"$0" -c "$1" serve <&-', sys.executable, PROGRAM]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "error: standard input: cannot read: it is closed.\n"


def test_silence_ends_it() -> None:
    server = Server("--idle", "0.05")
    assert json.loads(server.back.read()) == {"type": "bye", "why": "There was no request for 0.05 seconds."}
    assert server.process.wait(10) == 0
    server.to.close()
    server.back.close()


def test_advice_that_would_take_half_a_minute_is_cancelled() -> None:
    with serving() as server:
        server.ask("new", **{key: value for key, value in NEW.items() if key != "type"})
        server.to.write(lines({"type": "best", "session": "s", "id": 1, "iterations": 20_000}))
        server.to.flush()
        sleep(0.1)
        assert server.ask("cancel", request=1, id=2)["code"] == "cancelled"
        assert json.loads(server.back.readline()) == {"type": "cancelled", "id": 2, "request": 1, "cancelled": True}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seed", "3"), "--others and --seed go with --as"),
        (("--others", "greedy"), "--others and --seed go with --as"),
        (("--as", "0", "--files", "."), "--files is for the referee"),
        (("--files", "nowhere"), "does not exist"),
        (("--idle", "-1"), "--idle"),
        (("--as", "0", "--others", "nobody"), "nobody"),
    ],
)
def test_wrong_usage(words: Sequence[str], says: str) -> None:
    done = run("serve", *words)
    assert (done.status, done.out) == (2, "")
    assert says in done.err


def test_the_schema_is_printed() -> None:
    assert run("schema", "--messages").json == messages_schema()
    assert run("schema", "--messages", "tides").status == 2


def test_every_game_through_a_process_is_the_same() -> None:
    """The beginnings of random games, chance drawn from the seed: their logs have the same bytes as here."""
    with serving() as server:
        for name in game_names():
            game = get_game(name)
            session = Session.new(game, ("Anna", "Bob"), seed=5)
            server.ask("new", session=name, game=name, players=["Anna", "Bob"], seed=5)
            while len(session.history) < 40 and (actors := session.actors):
                dice = Dice(3, len(session.line.events))
                seat = dice.choice(actors)
                do = game.pick(session.state, seat, dice)
                move = game.format(session.state, seat, do, session.players)
                assert server.ask("play", session=name, by=seat, move=move)["type"] == "played"
                session.do(seat, do)
                session.resolve_chance()
            assert server.ask("save", session=name)["log"].encode() == b"".join(log_lines(session))


# -- for one seat --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_a_seat_plays_a_whole_game_against_bots_and_learns_no_secret(name: str) -> None:
    at = desk(seat="Anna", seed=11)
    told = [ask(at, "new", game=name, players=["Bob", "Anna"])]
    while moves := ask(at, "legal", session="1", form="data")["moves"]:
        assert {move["by"] for move in moves} == {1}
        told.append(ask(at, "play", session="1", **Random(len(told)).choice(moves)))
    told.append(ask(at, "events", session="1"))
    told.append(ask(at, "view", session="1"))
    assert told[-1]["view"]["viewer"] == 1
    assert ask(at, "result", session="1")["result"]
    assert not any(key in json.dumps(told) for key in ('"state":', '"do":', '"seed"'))


def test_the_same_seed_gives_a_seat_the_same_game_and_another_another() -> None:
    asked = lines({"type": "new", "game": "tides"}, {"type": "view", "session": "1"})
    first, again, other = (process("serve", "--as", "0", "--seed", seed, stdin=asked).out for seed in ("1", "1", "2"))
    assert first == again
    assert first != other
    assert run("serve", "--as", "0", stdin=asked).out != run("serve", "--as", "0", stdin=asked).out


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        *((kind, {"session": "1"}) for kind in ("save", "undo", "redo")),
        *((kind, {"log": "{}"}) for kind in ("load", "validate")),
        ("position", {"game": "tides", "given": {}}),
        ("new", {"game": "tides", "seed": 1}),
        ("new", {"game": "tides", "chance": "given"}),
        ("view", {"session": "1", "seat": 1}),
        ("view", {"session": "1", "seat": "everyone"}),
        ("legal", {"session": "1", "moves": ["pick 1"]}),
        ("legal", {"start": {"game": "tides"}}),
        ("play", {"session": "1", "at": 1, "move": "pick 1"}),
        ("play", {"session": "1", "move": "Bob: pick 1"}),
        ("check", {"session": "1", "by": 1, "do": {"type": "pick", "card": 1}}),
        ("play", {"session": "1", "move": "chance: deal 1"}),
    ],
)
def test_what_is_the_referees_is_forbidden_to_a_seat(kind: str, fields: dict[str, Any]) -> None:
    at = desk(seat="0", seed=3)
    ask(at, "new", game="tides")
    before = ask(at, "view", session="1")
    assert ask(at, kind, **fields)["code"] == "forbidden"
    assert ask(at, "view", session="1") == before


def test_a_seat_that_is_not_there_is_refused_when_a_game_begins() -> None:
    assert ask(desk(seat="Eva"), "new", game="tides") == {
        "type": "error",
        "code": "setup",
        "field": "players",
        "message": "players: There is no player 'Eva'. There are Anna and Bob. This connection is for 'Eva'.",
    }
    assert ask(desk(seat="2"), "new", game="tides")["code"] == "setup"


# -- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", FAULTS)
def test_a_log_is_saved_whole_or_not_at_all(tmp_path: Path, fault: str) -> None:
    folder = tmp_path / "disk"
    at = desk(files=str(folder))
    ask(at, "new", game="tides", seed=7)
    whole = ask(at, "save", session="1")["log"].encode()
    folder.mkdir()
    with Disk(folder).at_work() as disk:
        assert ask(at, "save", session="1", path="g.jsonl")["type"] == "log"
    for number in range(1, len(disk.calls) + 1):
        shutil.rmtree(folder)
        folder.mkdir()
        answer = {"type": "nothing"}
        with Disk(folder, number, fault).at_work() as failing, suppress(Killed):
            answer = ask(at, "save", session="1", path="g.jsonl")
        if fault == "power":
            failing.lose_power()
        found = (folder / "g.jsonl").read_bytes() if (folder / "g.jsonl").exists() else None
        assert found in (None, whole)
        assert found == whole or answer["type"] != "log"
        assert answer["type"] in ("log", "nothing") or answer["code"] == "file"


@pytest.mark.usefixtures("duel")
def test_nothing_in_a_hostile_log_acts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = []
    for number, (name, data) in enumerate(hostile_files().items()):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)
        read = {"session": str(number), "path": name}
        asked += [
            {"type": "load", **read},
            {"type": "validate", "path": name},
            {"type": "load", "log": data.decode("utf-8", "replace")},
        ]
        asked += [{"type": kind, "session": str(number)} for kind in ("view", "events", "render", "result", "save")]
    done = run("serve", "--files", ".", stdin=lines(*asked))
    assert {"session", "report", "error", "seen", "happened", "drawn", "ended", "log"} == {
        a["type"] for a in answers(done)
    }
    for line in done.lines:
        assert printable(line) == line


# -- clients in other languages ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which `kronika` is found."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "kronika").write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n')
    (folder / "kronika").chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def always_the_first(name: str, seed: int) -> str:
    """The points of a game in which the first seat that may act always makes its first legal move."""
    game = get_game(name)
    session = Session.new(game, ("Anna", "Bob", "Cyril", "Dana")[: game.seats[0]], seed=seed)
    while actors := session.actors:
        session.do(actors[0], game.actions(session.state, actors[0])[0])
        session.resolve_chance()
    return ", ".join(f"{name} {points}" for name, points in session.totals().items())


CLIENTS_OF: Final = [("node", "play.js"), (sys.executable, "play.py"), ("sh", "play.sh")]


@pytest.mark.parametrize(("language", "file"), CLIENTS_OF)
def test_a_client_in_another_language(language: str, file: str, path: dict[str, str]) -> None:
    if shutil.which(language) is None:
        pytest.skip(f"there is no {language} here: its client is not tried")
    assert len((CLIENTS / file).read_text().splitlines()) <= 40
    for name, out, err in (
        ("tides", always_the_first("tides", 7), ""),
        ("chess", "", "There is no game called 'chess'"),
    ):
        words = [language, str(CLIENTS / file), name, "7"]
        done = subprocess.run(words, capture_output=True, text=True, env=path, timeout=60, check=False)
        assert (done.returncode, done.stdout.rstrip("\n"), done.stderr.partition(".")[0]) == (bool(err), out, err)


@pytest.mark.parametrize(("language", "file"), CLIENTS_OF)
@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("""read line; echo '{"type":"bye","why":"Enough."}'; exit 0""", "Enough."),
        (
            """read line; echo '{"type":"session","id":1,"session":"s","players":["A"]}'; exit 0""",
            "The referee has gone.",
        ),
    ],
)
def test_a_client_says_that_the_referee_has_gone(
    language: str, file: str, does: str, says: str, tmp_path: Path, path: dict[str, str]
) -> None:
    """Nobody waits for an answer that will never come, or takes the silence for the end of the game."""
    if shutil.which(language) is None:
        pytest.skip(f"there is no {language} here: its client is not tried")
    (tmp_path / "kronika").write_text(f"#!/bin/sh\n{does}\n")
    (tmp_path / "kronika").chmod(0o755)
    words = [language, str(CLIENTS / file), "tides", "7"]
    env = {**path, "PATH": f"{tmp_path}:{path['PATH']}"}
    done = subprocess.run(words, capture_output=True, text=True, env=env, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert says in done.stderr or "EPIPE" in done.stderr or "Broken pipe" in done.stderr


# -- what the page says -------------------------------------------------------------------------------------------


PAGE = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")


def test_the_page_has_every_request_and_every_code() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    named = [word for row in rows for word in re.findall(r"`(\w+)`", row)]
    assert named == [*(type_of(kind) for kind in REQUESTS if kind is not Choose), *CODES]
    for code, meaning in CODES.items():
        assert f"| `{code}` | {meaning} |" in PAGE
    assert '"type": "choose"' in PAGE


def test_the_page_has_every_field() -> None:
    for kind in REQUESTS:
        if kind is not Choose:
            for field in set(kind.__struct_fields__) - {"id"}:
                assert f"`{field}`" in PAGE, (type_of(kind), field)


# -- for long ------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_hundred_thousand_requests_leave_nothing_behind() -> None:
    """Five games, 100 sessions open at a time, each played to its end, closed and begun again."""
    random = Random(1)
    with serving() as server:
        sizes = []
        actors: dict[str, Any] = {}
        for number in range(100_000):
            name = str(random.randrange(100))
            if name not in actors:
                game = game_names()[int(name) % len(game_names())]
                server.ask("new", session=name, game=game, players=["Anna", "Bob"], seed=number)
                actors[name] = True
            elif (kind := random.choice(("view", "events", "score", "legal", "legal", "legal"))) != "legal":
                assert server.ask(kind, session=name, seat=0)["type"] != "error"
            elif moves := server.ask("legal", session=name)["moves"]:
                assert server.ask("play", session=name, **random.choice(moves))["type"] == "played"
            else:
                assert server.ask("close", session=name)["type"] == "closed"
                del actors[name]
            if number % 10_000 == 9_999:
                sizes.append(resident(server.process.pid))
                print(number + 1, sizes[-1])
    assert sizes[-1] < 1.1 * max(sizes[2:5])


@pytest.mark.long
def test_advice_that_is_cancelled_two_hundred_times_ends_soon_and_leaves_nothing_behind() -> None:
    random = Random(2)
    with serving() as server:
        took, sizes = [], []
        for number in range(200):
            name = game_names()[number % len(game_names())]
            server.ask("new", session=name, game=name, players=["Anna", "Bob"], seed=number)
            for _ in range(random.randrange(20)):
                if moves := server.ask("legal", session=name)["moves"]:
                    server.ask("play", session=name, **random.choice(moves))
            server.to.write(lines({"type": "best", "session": name, "id": number, "iterations": 20_000}))
            server.to.flush()
            sleep(random.random() / 2)
            begun = perf_counter()
            answer = server.ask("cancel", request=number)
            if answer["type"] == "error":
                took.append(perf_counter() - begun)
            assert json.loads(server.back.readline())["cancelled"] == (answer.get("code") == "cancelled")
            assert server.ask("close", session=name)["type"] == "closed"
            sizes.append(resident(server.process.pid))
    print(sorted(took)[::20], sorted(took)[-5:], sizes[::20])
    assert len(took) > 150, "it is quick where nothing, or one move, is to be decided"
    assert sorted(took)[-8] < 0.2
    assert max(sizes[150:]) < 1.1 * max(sizes[25:75])


def resident(pid: int) -> int:
    """KiB of memory that a process has."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
