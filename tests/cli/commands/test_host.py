"""`host`: links that are printed once, what is refused before anything is served, folders, bots."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kronika.cli.commands.host import Logs
from kronika.cli.host.app import look_again_after
from kronika.cli.host.links import base_address, code_lines, reachable_at
from kronika.core.bots.lookup import Player, find_bot
from kronika.core.sessions.events import Note
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.cli import Result, run
from support.host import World, listed, new_log

NOW = ("--port", 0, "--idle", 0)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new_log(tmp_path / "game.jsonl")


def links(done: Result) -> dict[str, str]:
    """The printed links by the names before them."""
    assert done.status == 0, done
    return dict(re.findall(r"^  (\S.*?) +(http\S+)$", done.out, re.MULTILINE))


def test_links_are_printed_once(tmp_path: Path) -> None:
    first = links(run("host", "game.jsonl", *NOW))
    assert [*first] == ["Anna", "Bob", "spectators", "the scribe"]
    assert all(re.fullmatch(r"http://127\.0\.0\.1:\d+/join#[\w-]{43}", link) for link in first.values())
    again = run("host", "game.jsonl", *NOW)
    assert links(again) == {}
    assert "its links from before are valid; --new-links makes others." in again.err
    new = links(run("host", "game.jsonl", "--new-links", *NOW))
    assert [*new] == [*first]
    stored = (tmp_path / ".game.jsonl.links").read_text()
    assert not any(link.partition("#")[2] in stored for link in (*first.values(), *new.values()))


def test_a_bot_gets_no_link() -> None:
    assert "Bob" not in links(run("host", "game.jsonl", "--bot", "Bob=greedy", *NOW))


def test_a_folder_of_logs_with_one_that_can_not_be_hosted(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    new_log(tmp_path / "games" / "a.jsonl", "imhotep")
    new_log(tmp_path / "games" / "b.jsonl", "tides")
    (tmp_path / "games" / "c.jsonl").write_text('{"kronika":2,"game":"tides"}\n')
    done = run("host", "games", *NOW)
    assert [line for line in done.lines if not line.startswith(" ")] == [
        "Imhotep: Anna, Bob",
        "Tides of Time: Anna, Bob",
    ]
    assert "c.jsonl:1" in done.err
    assert "It is not hosted." in done.err
    assert len({*re.findall(r"#(\S+)", done.out)}) == 8


@pytest.mark.parametrize(
    ("sound", "faulty", "said"),
    [
        (1, 0, "games: 1 log is hosted."),
        (2, 0, "games: 2 logs are hosted."),
        (1, 1, "games: 1 of 2 logs is hosted."),
        (2, 1, "games: 2 of 3 logs are hosted."),
    ],
)
def test_a_log_that_can_not_be_read_is_not_counted_as_hosted(
    tmp_path: Path, sound: int, faulty: int, said: str
) -> None:
    (tmp_path / "games").mkdir()
    for number in range(sound):
        new_log(tmp_path / "games" / f"{number}.jsonl")
    for number in range(faulty):
        (tmp_path / "games" / f"faulty{number}.jsonl").write_text('{"kronika":2,"game":"tides"}\n')
    done = run("host", "games", *NOW)
    assert done.status == 0
    assert [line for line in done.err.splitlines() if "hosted." in line and "It is not" not in line] == [said]


def test_a_folder_without_a_log_that_can_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "faulty.jsonl").write_text('{"kronika":2,"game":"tides"}\n')
    done = run("host", "games", *NOW)
    assert (done.status, done.out) == (3, "")
    assert done.err.endswith("error: games: there is no log in it that can be hosted.\n")
    assert "1 log" not in done.err


def test_a_log_that_comes_later_is_hosted_too(tmp_path: Path) -> None:
    """It is found once: a log that was there at the start, and one that can't be read, are not looked at again."""
    folder = tmp_path / "games"
    folder.mkdir()
    new_log(folder / "a.jsonl", "imhotep")
    (folder / "c.jsonl").write_text('{"kronika":2,"game":"tides"}\n')
    logs = Logs(str(folder), (), clock=False, wait=0, new_links=False)
    assert [os.path.basename(game.log.path) for game, _ in logs.first()] == ["a.jsonl"]
    assert logs.new() == []
    new_log(folder / "b.jsonl", "tides")
    new_log(folder / "other.jsonl", "tides").replace(folder / "c.jsonl")
    found = logs.new()
    assert [os.path.basename(game.log.path) for game, _ in found] == ["b.jsonl", "c.jsonl"]
    assert [{*tokens} for _, tokens in found] == [{"0", "1", "bystander", "referee"}] * 2
    assert logs.new() == []
    shutil.rmtree(folder)
    assert logs.new() == []


def test_a_log_whose_bot_can_not_play_is_played_by_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A player of the log that comes later has two names for `--bot`, so two bots. The host and the table read so."""
    folder = tmp_path / "games"
    folder.mkdir()
    bots = ("Bob=greedy", "BOB=random")
    logs = Logs(str(folder), bots, clock=False, wait=0, new_links=False)
    for name, opened in (("a.jsonl", logs.first), ("b.jsonl", logs.new)):
        new_log(folder / name)
        ((game, tokens),) = opened()
        assert {*tokens} == {"0", "1", "bystander", "referee"}
        said = [entry.text for entry in game.log.session.history if isinstance(entry, Note)]
        assert said == ["No bot plays here: --bot: Bob is given two bots."]
        printed = capsys.readouterr().err
        assert f"{game.log.path}: --bot: Bob is given two bots. Its players have links instead." in printed
    again = Logs(str(folder), bots, clock=False, wait=0, new_links=False)
    assert [len(game.log.session.history) for game, _ in again.first()] == [2, 2]  # the note is there once


def test_a_bot_that_fails_says_so_to_the_table(tmp_path: Path) -> None:
    """The note says what it did, and not why, which may be what its seat knows. The scribe goes on for it."""
    with World(tmp_path / "game.jsonl", bots={1: Player("broken", _broken)}) as world:
        anna, scribe = world.browser(0), world.browser("referee")
        for _ in range(100):
            told = anna.state(since=0)["happened"][-1]["words"]
            if "bots" in told:
                break
            world.wait(0.02)
        assert "Bob" in told
        assert told.endswith("From now on the scribe moves for bots.")
        assert "secret" not in told
        assert anna.change("moves", 2, move="pick 9")["accepted"]
        now = scribe.state()
        assert now["actors"] == ["Bob"]
        assert scribe.change("moves", now["revision"], move=listed(now)[0])["accepted"]


def _broken(turn: object, dice: object) -> object:
    raise ValueError("secret")


def test_a_look_that_opened_many_logs_does_not_delay_the_next_for_long() -> None:
    assert [look_again_after(took) for took in (0.0, 0.3, 2.0, 60.0)] == [2.0, 6.0, 10.0, 10.0]


def test_a_server_opens_games_that_come_later(tmp_path: Path) -> None:
    with World(tmp_path / "game.jsonl", later=[new_log(tmp_path / "later.jsonl")]) as world:
        for _ in range(200):
            if len(world.app.games) == 2:
                break
            world.wait(0.01)
        assert world.browser("1", game=1).state()["title"] == "Tides of Time: Anna, Bob"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("nothing.jsonl",), 3, "nothing.jsonl"),
        (("game.jsonl.gz",), 3, "only a plain text log can grow"),
        (("game.jsonl", "--key", "game.jsonl"), 2, "--key goes with --cert."),
        (("game.jsonl", "--cert", "game.jsonl"), 3, "game.jsonl: can't be used as a certificate"),
        (("game.jsonl", "--cert", "none.pem"), 3, "none.pem: can't be used as a certificate: No such file"),
        (("game.jsonl", "--host", "192.0.2.1"), 3, "192.0.2.1:0: can't listen there"),
        (("game.jsonl", "--host", "no such name"), 3, "no such name:0: can't listen there"),
        (("game.jsonl", "--bot", "Dana=greedy"), 2, "There is no player 'Dana'"),
        (("game.jsonl", "--bot", "Bob=genius"), 2, "genius"),
        (("game.jsonl", "--port", 70000), 2, "--port"),
        ((".empty",), 3, ".empty: there is no log in it"),
    ],
)
def test_what_is_refused_before_anything_is_served(
    tmp_path: Path, words: tuple[object, ...], status: int, said: str
) -> None:
    (tmp_path / ".empty").mkdir()
    done = run("host", *NOW, *words)
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert not (tmp_path / ".game.jsonl.links").exists()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run("host", "game.jsonl", "--port", port)
    assert (done.status, done.out) == (3, "")
    assert f"127.0.0.1:{port}: can't listen there: Address already in use." in done.err


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    done = run("host", "game.jsonl", *NOW)
    assert done.status == 3
    assert "This needs `pip install 'kronika[web]'`." in done.err


def test_nothing_of_the_extra_is_imported_by_other_commands() -> None:
    program = "import sys, kronika.cli.commands.host, kronika.cli.commands.record; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"starlette", "uvicorn", "segno", "anyio", "kronika.cli.host"} & {*done.stdout.split()}


def test_bots_play_whenever_they_may(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with World(path, bots={1: find_bot("greedy")}) as world:
        anna = world.browser(0)
        for _ in range(4):
            for _ in range(400):
                now = anna.state()
                if now["actors"] == ["Anna"]:
                    break
                world.wait(0.01)
            assert now["actors"] == ["Anna"]
            assert anna.change("moves", now["revision"], move=now["taps"][0]["move"])["accepted"]
    assert validate(str(path), strict=True).ok
    assert sum(event.by == 1 for event in load(str(path)).line.events) >= 4


def test_the_clock_notes_the_time_of_decisions(tmp_path: Path) -> None:
    with World(tmp_path / "game.jsonl", clock=True) as world:
        anna = world.browser(0)
        assert anna.change("moves", 1, move="pick 9")["revision"] == 3
        assert [one["revision"] for one in anna.state(since=0)["happened"]] == [1, 2]
        assert anna.state()["undo"]
        assert world.browser(1).change("moves", 1, move="pick 15")["accepted"]


@pytest.mark.parametrize(
    ("host", "base"),
    [("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80"), ("laptop.local", "http://laptop.local:80")],
)
def test_the_beginning_of_links(host: str, base: str) -> None:
    assert base_address("http", reachable_at(host), 80) == base


def test_a_server_for_all_networks_is_reached_at_an_address_of_this_machine() -> None:
    assert reachable_at("0.0.0.0") not in ("0.0.0.0", "")


def test_a_code_has_dark_squares_left_out_and_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    link = f"http://192.168.178.100:8377/join#{'x' * 43}"
    lines = list(code_lines(link))
    assert len({len(line) for line in lines}) == 1
    assert len(lines) <= 20
    assert set(lines[0]) == {"█"}  # the quiet zone is light
    assert set("".join(lines)) == set("█▄▀ ")
    monkeypatch.setenv("COLUMNS", "40")
    assert list(code_lines(link * 3)) == []
