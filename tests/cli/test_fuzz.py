"""Whatever is typed after `kronika`: an exit status from 0 to 3 and a message, never a traceback."""

from __future__ import annotations

import io
import os
import shutil
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

import kronika.cli
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.digest import digest
from kronika.core.sessions.session import Session
from kronika.logs.files.packed import pack
from kronika.logs.texts.convert import first_records
from kronika.logs.texts.game_text import game_text
from kronika.logs.work.simulate import play_random
from kronika.testing.fuzz import JUNK, vary_text
from support.logs import DUEL_MOVES, TIDES_MOVES, data_of, duel_game, tides_game
from support.playouts import ROOT
from support.spoil import spoil_bytes, spoil_log

pytestmark = pytest.mark.usefixtures("duel")

OTHERS = tuple(name for name in game_names() if name not in ("duel", "tides"))
PLACES = ("spoilt.jsonl", "spoilt.kpack", "-", "none.jsonl", ".", "games")
LOGS = (*(f"{name}.jsonl" for name in OTHERS), "game.jsonl", "duel.jsonl", "game.kpack", *PLACES)

COMMANDS = (
    "games --format json",
    "rules tides TT-2.6 --format json",
    "rules tides relic",
    "cards tides maze --format json",
    "new tides -p Anna -p Bob --seed 7 -o zero_tie=win --tag event=Final fresh.jsonl",
    "new duel -p Anna -p Bob -p Cyril --chance given fresh.jsonl",
    "play LOG MOVE MOVE --chance given -q",
    "play LOG MOVE --as Anna --chance auto",
    "play LOG --script moves.txt --chance ask",
    "play - MOVE",
    "undo LOG 2 --events",
    "redo LOG 1",
    "branch LOG --at 3 fresh.jsonl",
    "show LOG --at 5 --as Bob --format json",
    "show LOG",
    "moves LOG --as 0 --format text",
    "replay LOG --from 3 --to 9 --as Anna --boards --delay 0.1 --format json",
    "replay LOG",
    "replay LOG --in-force --from 2",
    "replay LOG --step",
    "new tides --script moves.txt fresh.jsonl",
    "convert LOG fresh.txt",
    "convert game.txt fresh.jsonl",
    "help corpus check",
    "score LOG --at 11 --format json",
    "stats LOG",
    "stats LOG --as Bob --format json",
    "validate LOG LOG --strict --format json",
    "diff LOG LOG --format json",
    "diff --git g.jsonl LOG x 100644 LOG y 100644",
    "coverage LOG --missing --format json",
    "coverage examples.toml spoilt.toml --examples",
    "whatif LOG games -o zero_tie=need_one --format json",
    "whatif LOG -o joker=true --at 3",
    "rules diff rules.md spoilt.md --logs games --format json",
    "rules audit tides TT-2.6 --confirmed fresh.toml",
    "seal LOG -o fresh.jsonl",
    "repair LOG",
    "convert LOG fresh.kpack",
    "convert LOG -",
    "schema tides --examples",
    "example check spoilt.toml --format json",
    "example list spoilt.toml",
    "example show EX-1 spoilt.toml",
    "corpus check games --format json",
    "corpus filter games --game tides --least 10 --rule TT-4.5 --move pick",
    "corpus dedupe games",
    "find LOG games --rule TT-4.5 --effect scored --rarest",
    "find LOG --move pick --position spoilt.toml#EX-1 --format json",
    "match matches.toml --format json",
    "--version",
    "--help",
)


@cache
def files() -> dict[str, bytes]:
    """What is in the folder at the beginning of a run."""
    game, tiny = tides_game((*TIDES_MOVES[:12], "undo 2", "redo")), duel_game(DUEL_MOVES)
    return {
        **{f"{name}.jsonl": data_of(_part_of_a_game(name)) for name in OTHERS},
        "game.jsonl": data_of(game),
        "duel.jsonl": data_of(tiny),
        "game.kpack": b"".join(pack(game.header, game.game, game.history, digest(game.state))),
        "games/one.jsonl": data_of(tides_game()),
        "games/two.jsonl": data_of(tiny),
        "moves.txt": "\n".join(TIDES_MOVES[12:20]).encode(),
        "game.txt": game_text(game).encode(),
        "rules.md": (ROOT / "core" / "games" / "tides" / "SPEC.md").read_bytes(),
        "examples.toml": (ROOT / "fixtures" / "examples" / "tides.toml").read_bytes(),
        "matches.toml": b'[[match]]\nname = "m"\ngame = "duel"\nplayers = ["A", "B"]\nseeds = [1]\n'
        b'bots = { A = "random", B = "first" }\n',
    }


def _part_of_a_game(name: str) -> Session:
    game = get_game(name)
    return first_records(play_random(game, game.seats[1], {}, seed=1), 40)


def prepare(folder: Path, random: Random) -> None:
    """The folder with some of its files spoilt."""
    for entry in folder.iterdir():
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    (folder / "games").mkdir()
    for name, data in files().items():
        (folder / name).write_bytes(data)
    text = files()[random.choice([name for name in files() if name.endswith(".jsonl")])]
    (folder / "spoilt.jsonl").write_bytes(spoil_log(text, files()["game.kpack"], random))
    (folder / "spoilt.kpack").write_bytes(spoil_bytes(files()["game.kpack"], random))
    (folder / "spoilt.toml").write_bytes(spoil_bytes(files()["examples.toml"], random))
    (folder / "spoilt.md").write_bytes(spoil_bytes(files()["rules.md"], random))
    for name in ("moves.txt", "game.txt", "matches.toml", "games/one.jsonl"):
        if random.random() < 0.3:
            (folder / name).write_bytes(spoil_bytes(files()[name], random))


def some_words(random: Random) -> list[str]:
    """A command with some of its words lost, doubled, exchanged or spoilt."""
    words = []
    for word in random.choice(COMMANDS).split():
        if word == "LOG":
            word = random.choice(LOGS)
        elif word == "MOVE":
            word = random.choice((*TIDES_MOVES[10:16], *DUEL_MOVES[:4]))
            word = vary_text(word, random) if random.random() < 0.5 else word
        words.append(word)
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        at = random.randrange(len(words))
        match random.randrange(6):
            case 0:
                del words[at]
                words = words or ["games"]
            case 1:
                words.insert(at, words[random.randrange(len(words))])
            case 2:
                words[at] = vary_text(words[at], random)
            case 3:
                words[at] = random.choice(JUNK)
            case 4:
                words.insert(at, random.choice(("--format", "--as", "--at", "--script", "-o", "--jobs", "--", "-h")))
            case _:
                words[at] = random.choice((*LOGS, "Anna", "tides", "json", "0", "99"))
    # A command line can't hold zero bytes; nothing outside the folder is named; no crowds of processes or games.
    words = [word.replace("\x00", "0").replace("/", "_") for word in words]
    return [word for word in words if word not in ("simulate", "demo", "accept")]


class Stdin(io.TextIOWrapper):
    """Standard input that is no terminal."""

    def isatty(self) -> bool:
        return False


def run(words: list[str], stdin: bytes) -> tuple[int, bool, str]:
    """Runs a command; its exit status, whether it printed anything, and what it wrote on standard error."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", Stdin(io.BufferedReader(io.BytesIO(stdin)))),
        patch.object(sys, "argv", ["kronika", *words]),
        pytest.raises(SystemExit) as end,
    ):
        kronika.cli.main()
    out.flush()
    printed = bool(out.buffer.tell() or err.tell())
    return int(end.value.code or 0), printed, err.getvalue()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)


def try_all(first: int, rounds: int, folder: Path) -> dict[int, int]:
    """Runs spoilt commands; how often each exit status came."""
    statuses = {0: 0, 1: 0, 2: 0, 3: 0}
    for number in range(first, first + rounds):
        random = Random(f"command {number}")
        prepare(folder, random)
        words = some_words(random)
        stdin = random.choice((b"", files()["game.jsonl"], (folder / "spoilt.jsonl").read_bytes(), b"pick 3\n"))
        try:
            status, printed, errors = run(words, stdin)
        except Exception as error:
            raise AssertionError(f"{number}: kronika {words}: {type(error).__name__}: {error}") from error
        assert status in statuses, (number, words)
        assert "Traceback" not in errors, (number, words)
        assert status == 0 or printed, (number, words)
        statuses[status] += 1
    return statuses


def test_spoilt_commands(here: Path) -> None:
    statuses = try_all(0, 120, here)
    assert all(statuses.values()), statuses  # every exit status comes up


def test_bytes_that_are_no_text_are_no_outcome(here: Path) -> None:
    """Standard input may hold anything, as a compressed log; that is no failure of Kronika itself."""
    status, _, errors = run(["new", "imhotep", "-p", "A", "-p", "B", "--chance", "ask", "g.jsonl"], b"\x1f\x8b\x08\n")
    assert status == 2
    assert "is not a move" in errors


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
def test_thousands_of_spoilt_commands(here: Path, part: int) -> None:
    try_all(1000 * (part + 1), 1000, here)
