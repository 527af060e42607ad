"""Files of every kind, spoilt byte by byte: a message for the user, and the same from every way of reading."""

from __future__ import annotations

import gzip
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import msgspec
import pytest
import zstandard

from kronika.core.basics.errors import KronikaError
from kronika.core.contract.registry import game_names, get_game
from kronika.core.examples.example import read_examples, run_example
from kronika.core.sessions.digest import digest
from kronika.core.sessions.session import Session
from kronika.logs.corpus.check import Corpus
from kronika.logs.corpus.pins import PINS, read_pins
from kronika.logs.files import reader
from kronika.logs.files.faults import Fault, LogError
from kronika.logs.files.packed import pack
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.survey import survey
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.script import play_script, read_script, read_text
from kronika.logs.work.match import read_matches, run_match
from kronika.logs.work.simulate import play_random
from support.logs import DUEL_MOVES, TIDES_MOVES, data_of, duel_game, every_kind, tides_game
from support.playouts import ROOT
from support.spoil import spoil_bytes, spoil_frames, spoil_lines

pytestmark = pytest.mark.usefixtures("duel")

MATCHES = b"""
[[match]]
name = "the demo"
game = "tides"
players = ["Anna", "Bob"]
options = { zero_tie = "win" }
seeds = [7]
script = "moves.txt"
expect.totals = { Anna = 60, Bob = 60 }
digests = { 7 = "0000000000000000" }

[[match]]
name = "by hand"
game = "duel"
players = ["Anna", "Bob"]
moves = ["chance: prize 3", "Anna: play 4", "Bob: play 2", "Anna: take"]
bots = { Bob = "first" }
"""
PINNED = b'# kept\n\n["games/one.jsonl"]\nrules = 1\nwhy = "a \\"test\\""\n\n["two.jsonl"]\nrules = 2\nwhy = "no"\n'
LONGEST = 5.0
"""Seconds of processor that no file of these sizes may take; the longest takes a tenth of it."""


@cache
def games() -> list[Session]:
    """Whole games, with take-backs, of every game there is."""
    every = [play_random(get_game(name), get_game(name).seats[1], {}, seed=2) for name in game_names()]
    tides = tides_game((*TIDES_MOVES[:12], "undo 2", "redo 1"))
    return [*every, tides, duel_game((*DUEL_MOVES, "undo 3", "redo 2")), every_kind()]


@cache
def texts() -> list[bytes]:
    """The games as text, the first lines of the longer ones alone, too."""
    whole = [data_of(session) for session in games()]
    return [*whole, *(b"".join(list(BytesIO(data))[:25]) for data in whole)]


@cache
def packed() -> list[bytes]:
    return [b"".join(pack(one.header, one.game, one.history, digest(one.state))) for one in games()]


@cache
def scripts() -> list[tuple[bytes, Session]]:
    return [("\n".join(DUEL_MOVES).encode(), duel_game(())), ("\n".join(TIDES_MOVES).encode(), tides_game(()))]


@cache
def examples() -> list[bytes]:
    """The examples that ship, by ten."""
    parts = []
    for path in sorted((ROOT / "fixtures" / "examples").glob("*.toml")):
        each = path.read_bytes().split(b"[[example]]")[1:]
        parts += [b"".join(b"[[example]]" + one for one in each[at : at + 10]) for at in range(0, len(each), 10)]
    return parts


def log(random: Random, folder: Path) -> bytes:
    """A text log or a packed one, plain or compressed, spoilt within or without."""
    if random.random() < 0.5:
        data = random.choice((spoil_bytes, spoil_lines))(random.choice(texts()), random)
    else:
        data = random.choice((spoil_bytes, spoil_frames))(random.choice(packed()), random)
    if random.random() < 0.3:
        data = random.choice((gzip.compress, zstandard.compress))(data)
        data = spoil_bytes(data, random) if random.random() < 0.5 else data
    path = folder / f"log{random.choice(('.jsonl', '.kpack', '.jsonl.gz', '.kpack.zst'))}"
    path.write_bytes(data)
    lenient = validate(str(path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kronika.logs.replaying.validation.replay_canonical", lambda *piece: None)
        assert validate(str(path)) == lenient, "line by line it looks otherwise than whole"
        patch.undo()
        patch.setattr(reader, "CHUNK", random.randrange(1, 2000))
        assert validate(str(path)) == lenient, "in small pieces it looks otherwise than whole"
    survey(str(folder), path.name)
    for work in (load, lambda name: diff_logs(name, name)):
        assert _refusal(work, str(path)) in (None, *lenient.faults)
    return data


def _refusal(work: Callable[[str], object], path: str) -> Fault | None:
    try:
        work(path)
    except LogError as error:
        return error.fault
    return None


def script(random: Random, folder: Path) -> bytes:
    data, session = random.choice(scripts())
    data = spoil_bytes(data, random)
    (folder / "moves.txt").write_bytes(data)
    fresh = Session(session.game, session.header, chance=session.chance)
    with suppress(KronikaError):
        play_script(fresh, read_script(str(folder / "moves.txt")), "moves.txt")
    return data


def example(random: Random, folder: Path) -> bytes:
    data = spoil_bytes(random.choice(examples()), random)
    (folder / "rules.toml").write_bytes(data)
    with suppress(KronikaError):
        for one in read_examples(read_text(str(folder / "rules.toml"))):
            run_example(one)
    return data


def match(random: Random, folder: Path) -> bytes:
    data = spoil_bytes(MATCHES, random)
    (folder / "m.toml").write_bytes(data)
    (folder / "moves.txt").write_text("\n".join(TIDES_MOVES))
    with suppress(KronikaError):
        for one in read_matches(read_text(str(folder / "m.toml"))):
            list(run_match(one, str(folder)))
    return data


def pins(random: Random, folder: Path) -> bytes:
    data = spoil_bytes(PINNED, random)
    (folder / PINS).write_bytes(data)
    with suppress(KronikaError):
        read_pins(str(folder))
    return data


@cache
def _checked(folder: str) -> bytes:
    for number, session in enumerate(games()):
        Path(folder, f"{number}.jsonl").write_bytes(data_of(session))
    return msgspec.json.encode(Corpus(tuple(survey(folder, f"{number}.jsonl") for number in range(len(games())))))


def checked(random: Random, folder: Path) -> bytes:
    """The result of a check, as `corpus check --against` reads it."""
    data = spoil_bytes(_checked(str(folder)), random)
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        msgspec.json.decode(data, type=Corpus)
    return data


KINDS: dict[str, tuple[int, Callable[[Random, Path], bytes]]] = {
    "log": (12, log),
    "script": (2, script),
    "example": (3, example),
    "match": (1, match),
    "pins": (1, pins),
    "checked": (1, checked),
}
"""A kind of file: how many of twenty bytes are of it, and what spoils and reads one."""


def spoilt(kind: str, first: int, folder: Path) -> Iterator[int]:
    """Spoils and reads files without end; the bytes of each."""
    number = first
    while True:
        start = time.process_time()
        try:
            size = len(KINDS[kind][1](Random(f"{kind} {number}"), folder))
        except Exception as error:
            raise AssertionError(f"{kind} {number}: {type(error).__name__}: {error}") from error
        assert time.process_time() - start < LONGEST, (kind, number)
        yield size
        number += 1


def run(kind: str, first: int, most: int, folder: Path) -> int:
    """Spoils files until N bytes are read; how many files."""
    total = files = 0
    for size in spoilt(kind, first, folder):
        total, files = total + size, files + 1
        if total >= most:
            return files
    raise AssertionError


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_every_kind(kind: str, tmp_path: Path) -> None:
    assert run(kind, 0, 8_000 * KINDS[kind][0], tmp_path) > 0


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_million_bytes(kind: str, tmp_path: Path) -> None:
    files = run(kind, 10**6, 10**8 // 20 * KINDS[kind][0], tmp_path)
    print(json.dumps({"kind": kind, "files": files, "bytes": 10**8 // 20 * KINDS[kind][0], "pid": os.getpid()}))
