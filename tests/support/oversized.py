"""Inputs made to take long or much: each in any size, with what reads it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import zstandard

from kronika.core.basics.errors import KronikaError
from kronika.core.contract.options import read_options
from kronika.core.contract.registry import game_names, get_game
from kronika.core.examples.example import find_line, read_examples, run_example
from kronika.core.sessions.session import Session
from kronika.logs.files.packed import MAGIC
from kronika.logs.imports.formats import BGA
from kronika.logs.imports.importing import import_archive
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.joining import _file_name
from kronika.logs.texts.script import play_script, read_script
from kronika.logs.work.match import read_matches
from kronika.logs.work.simulate import play_random

Work = Callable[[], object]
Made = Callable[[int, Path], Work]

KIB, MIB = 1 << 10, 1 << 20
HEADER = b'{"kronika":2,"game":"duel","rules":1,"players":["Anna","Bob"]}\n'
PRIZE = b'{"by":"chance","do":{"type":"prize","value":3}}\n'


def refused(work: Work) -> None:
    """Does it; a message to the user is a fine end."""
    said = ""
    try:
        work()
    except KronikaError as error:
        said = str(error)
    assert len(said) < 5_000, "a message that quotes without end"


def _files(size: int, folder: Path) -> Work:
    """Choose the names of files for many logs, which have different names, and the same one."""

    def work() -> None:
        own, same = set[str](), set[str]()
        for number in range(size):
            _file_name(f"n{number}", number, own)
            _file_name("same", number, same)

    return work


def _log(data: Callable[[int], bytes], name: str = "log.jsonl") -> Made:
    def made(size: int, folder: Path) -> Work:
        path = folder / name
        path.write_bytes(data(size))

        def work() -> None:
            for fault in validate(str(path)).faults[:10]:
                assert len(str(fault)) < 5_000
            refused(lambda: load(str(path)))

        return work

    return made


def _toml(text: Callable[[int], str]) -> Made:
    def made(size: int, folder: Path) -> Work:
        whole, runs = text(size), count()

        def work() -> None:  # a text of its own each time: where keys stand in the last one is remembered
            refused(lambda: read_examples(whole + "\n" * next(runs)))

        return work

    return made


def _script(text: Callable[[int], str]) -> Made:
    def made(size: int, folder: Path) -> Work:
        path = folder / "moves.txt"
        path.write_text(text(size), encoding="utf-8")
        session = Session.new("tides", ("Anna", "Bob"), seed=7)
        return lambda: refused(lambda: play_script(session, read_script(str(path)), "moves.txt"))

    return made


def _move(text: Callable[[int], str]) -> Made:
    """Every verb of every game, for a player and for chance, with this after it."""

    def made(size: int, folder: Path) -> Work:
        rest = text(size)
        sessions = _sessions()
        moves = [
            (session, f"{name}: {verb} {rest}")
            for session in sessions
            for verb in sorted({move.split()[0] for move in _moves_of(session)})
            for name in ("Anna", "chance")
        ]

        def work() -> None:
            for session, move in moves:
                refused(lambda s=session, text=move: s.read(text))

        return work

    return made


@cache
def _sessions() -> list[Session]:
    return [play_random(get_game(name), 2, {}, 3) for name in game_names() if name != "duel"]


def _moves_of(session: Session) -> list[str]:
    events, states = session.line.events, session.line.states
    return [session.game.format(states[n], event.by, event.do, session.players) for n, event in enumerate(events)]


def _names(text: Callable[[int], str]) -> Made:
    def made(size: int, folder: Path) -> Work:
        word = text(size)

        def work() -> None:
            refused(lambda: get_game(word))
            refused(lambda: Session.new("tides", (word, "Bob"), seed=7))
            refused(lambda: Session.new("tides", ("Anna", "Bob"), seed=7, tags={word: word}))
            refused(lambda: Session.new("tides", ("Anna", "Bob"), seed=7, options={word: word}))
            for game in map(get_game, game_names()):
                for option in game.Options.__struct_fields__:
                    refused(lambda g=game, o=option: read_options(g, {o: word}))

        return work

    return made


def _failing(size: int, folder: Path) -> Work:
    one = '[[example]]\nid = "x%d"\ngame = "tides"\nexpect.totals.Anna = 7\n'
    text = "".join(one % number for number in range(size))

    def work() -> None:
        for index, example in enumerate(read_examples(text)):
            (finding,) = run_example(example).findings
            assert find_line(text, index, finding.key) == 4 * index + 4

    return work


def _position(size: int, folder: Path) -> Work:
    text = f"""[[example]]
id = "x"
game = "ancient_knowledge"
given.players.Anna.timeline.1 = ["C{" " * size}6"]
given.players.Anna.hand = ["{"C1 " * (size // 3)}"]
"""
    return lambda: refused(lambda: run_example(read_examples(text)[0]))


def _frame(payload: bytes) -> bytes:
    size, head = len(payload), bytearray()
    while size > 127:
        head.append(size & 127 | 128)
        size >>= 7
    return bytes((*head, size)) + payload


def _packed(rest: Callable[[int], bytes]) -> Made:
    header = _frame(msgspec.msgpack.encode(json.loads(HEADER)))
    return _log(lambda size: MAGIC + header + rest(size), "log.kpack")


def _archive(text: Callable[[int], str]) -> Made:
    """An archive of another platform; it is read and, where it can be, played."""

    def made(size: int, folder: Path) -> Work:
        data = text(size).encode()

        def work() -> None:
            refused(lambda: import_archive(BGA, BGA.read("saved.json", data)))

        return work

    return made


POINTS = {"type": "playerScore", "args": {"player_id": 1, "color": "red", "points": 1}}


def _packets(rows: list[dict[str, Any]]) -> str:
    people = [{"id": 1, "name": "Eva", "no": 1}, {"id": 2, "name": "Filip", "no": 2}]
    packet = {"channel": "/table/t1", "packet_id": 1, "move_id": 1, "data": rows}
    return json.dumps({"players": people, "logs": [packet]})


def _swinging(size: int) -> bytes:
    """An event that is taken back and restored again and again."""
    swing = _frame(b"\x92\xfe\x01") + _frame(b"\x92\xfd\x01")
    return _frame(b"\x91\xa5prize") + _frame(b"\x93\xff\x00\x03") + swing * size


def _seeds(size: int, folder: Path) -> Work:
    text = '[[match]]\nname = "x"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nseeds = [%s]\n' % ("7," * size)
    return lambda: refused(lambda: read_matches(text))


def _header(**more: Any) -> bytes:
    return json.dumps({**json.loads(HEADER), **more}).encode() + b"\n"


def _taken_back(size: int) -> bytes:
    """As many events, then all taken back and restored, again and again."""
    moves = PRIZE + b'{"by":0,"do":{"type":"play","card":4}}\n'
    return HEADER + moves + b'{"undo":2}\n{"redo":2}\n' * size


OVERSIZED: dict[str, tuple[int, Made]] = {
    "an endless header in zstd": (MIB, _log(lambda n: zstandard.compress(b" " * n), "log.jsonl.zst")),
    "an endless header in gzip": (MIB, _log(lambda n: gzip.compress(b" " * n, 9), "log.jsonl.gz")),
    "an endless record in gzip": (MIB, _log(lambda n: gzip.compress(HEADER + b"x" * n, 9), "log.jsonl.gz")),
    "endless empty lines in zstd": (32 * KIB, _log(lambda n: zstandard.compress(HEADER + b"\n" * n), "log.jsonl.zst")),
    "endless records in gzip": (2 * KIB, _log(lambda n: gzip.compress(HEADER + PRIZE * n, 9), "log.jsonl.gz")),
    "members of gzip": (KIB, _log(lambda n: gzip.compress(b"") * n, "log.jsonl.gz")),
    "frames of zstd": (KIB, _log(lambda n: zstandard.compress(b"") * n, "log.jsonl.zst")),
    "a header that does not end": (128 * KIB, _log(lambda n: b"{" + b" " * n)),
    "a record that does not end": (128 * KIB, _log(lambda n: HEADER + b'{"by":"' + b"x" * n)),
    "a cut record of backslashes": (16 * KIB, _log(lambda n: HEADER + b'{"by":"' + b"\\\\" * n)),
    "a cut record of quotes": (16 * KIB, _log(lambda n: HEADER + b"[" + b'"",' * n)),
    "lines that are nothing": (256, _log(lambda n: HEADER + b"x\n" * n)),
    "lines that are blank": (16 * KIB, _log(lambda n: HEADER + b"\n" * n)),
    "lists in lists": (16 * KIB, _log(lambda n: HEADER + b"[" * n)),
    "lists in lists in the options": (16 * KIB, _log(lambda n: _header()[:-2] + b',"options":{"x":' + b"[" * n)),
    "a key many times": (2 * KIB, _log(lambda n: HEADER + b"{" + b'"n":1,' * n + b'"undo":1}\n')),
    "a key many times in the header": (2 * KIB, _log(lambda n: _header()[:-2] + b',"seed":1' * n + b"}\n")),
    "a number of many digits": (16 * KIB, _log(lambda n: _header(seed=0)[:-3] + b"1" * n + b"}\n")),
    "a number of many digits in the options": (
        16 * KIB, _log(lambda n: _header()[:-2] + b',"options":{"start":' + b"1" * n + b"}}\n")
    ),
    "an unknown key without end": (16 * KIB, _log(lambda n: HEADER + b'{"' + b"k" * n + b'":1}\n')),
    "an unknown game without end": (16 * KIB, _log(lambda n: _header(game="tide" * n))),
    "a name without end": (4 * KIB, _log(lambda n: _header(players=["Anna", "B" * n]))),
    # Names of some length: of a hundred thousand short ones the processor's caches would be measured.
    "many names": (256, _log(lambda n: _header(players=["B" * 60] * n))),
    "many options": (512, _log(lambda n: _header(options={f"o{k}": 1 for k in range(n)}))),
    "a large option": (KIB, _log(lambda n: _header(options={"joker": [[1]] * n}))),
    "moves taken back and restored": (64, _log(_taken_back)),
    "a frame that is long": (64 * KIB, _packed(lambda n: _frame(b"\xdd\xff\xff\xff\xff" + b"\xc0" * n))),
    "a frame of lists in lists": (16 * KIB, _packed(lambda n: _frame(b"\x91" * n))),
    "tags without end": (4 * KIB, _packed(lambda n: _frame(msgspec.msgpack.encode([""] * n)))),
    "many small frames": (256, _packed(lambda n: _frame(b"\x91\xa5prize") + _frame(b"\x93\xff\x00\x03") * n)),
    "frames that take back and restore": (4 * KIB, _packed(_swinging)),
    "seeds of a match": (4 * KIB, _seeds),
    "notifications that nobody knows": (256, _archive(lambda n: _packets([{"type": "newThing", "args": {}}] * n))),
    "points without a move": (128, _archive(lambda n: _packets([POINTS] * n))),
    "draws of cards": (
        16, _archive(lambda n: _packets([{"type": "drawCards", "args": {"player_id": 1, "n": 10}}] * n))
    ),
    "a page of tags": (32 * KIB, _archive(lambda n: "<html>" + "<a b='" * n)),
    "a page of comments": (16 * KIB, _archive(lambda n: "<html>" + "<!--" * n)),
    "a page of braces": (4 * KIB, _archive(lambda n: "<script>g_gamelogs = " + "[{" * n + "</script>")),
    "a dotted key": (16 * KIB, _toml(lambda n: "a." * n + "a = 1\n")),
    "a dotted key in quotes": (16 * KIB, _toml(lambda n: '"a".' * n + "a = 1\n")),
    "a dotted table": (16 * KIB, _toml(lambda n: "[" + "a." * n + "a]\n")),
    "dotted tables": (64, _toml(lambda n: "".join(f"[a{k}.b.c.d.e.f.g]\n" for k in range(n)))),
    "arrays in arrays": (16 * KIB, _toml(lambda n: "a = " + "[" * n + "]" * n)),
    "tables in tables": (16 * KIB, _toml(lambda n: "a = " + "{a=" * n)),
    "quotes that do not end": (4 * KIB, _toml(lambda n: "a = " + '"\\"' * n)),
    "texts of several lines that do not end": (512, _toml(lambda n: 'a = """' + '\\"""' * n + "\\")),
    "a number of many digits in TOML": (16 * KIB, _toml(lambda n: "a = 0x" + "f" * n)),
    "a key of many words": (KIB, _toml(lambda n: '[[example]]\n"' + "a " * n + '" = 1\n' + "# b\n" * n)),
    "many tables": (256, _toml(lambda n: "[[example]]\n" * n)),
    "a text of many lines": (256, _toml(lambda n: "a = 1\n" * n)),
    "failing examples": (25, _failing),
    "space in a position": (KIB, _position),
    "a script of one line": (16 * KIB, _script(lambda n: "Anna: pick" + " " * n + "x")),
    "a script of signs of comments": (16 * KIB, _script(lambda n: " #" * n)),
    "a script of space": (16 * KIB, _script(lambda n: " " * n + "x")),
    "a script of many undos": (64, _script(lambda n: "Anna: pick 6\n" + "undo\nredo\n" * n)),
    "a move of spaces": (80, _move(lambda n: " " * n + "x")),
    "a move of words": (80, _move(lambda n: "x " * n)),
    "a move of dashes": (80, _move(lambda n: "1 infinite" + "-" * n + "?")),
    "a move of one word": (80, _move(lambda n: "x" * n)),
    "a move of commas and slashes": (80, _move(lambda n: "1,2/" * n)),
    "a move of at and discard": (80, _move(lambda n: "C1 at 1 discard " * (n // 16))),
    "a word without end": (4 * KIB, _names(lambda n: "n" * n)),
    "words without end": (128, _names(lambda n: "n, /" * n)),
    "JSON without end": (1 * KIB, _names(lambda n: "[" * n)),
    "a folder of many names": (256, _files),
    "a list without end": (256, _names(lambda n: json.dumps([[1, 2]] * n))),
}  # fmt: skip
"""What it is: the smallest size, and what makes it. Up to 32 times the smallest size is tried."""
