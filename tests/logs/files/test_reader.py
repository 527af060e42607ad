"""Reading a log: whatever its form, wherever it comes from, line by line, with a fault for what can't be read."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import zstandard

from kronika.core.sessions.digest import digest
from kronika.logs.files import streams as files
from kronika.logs.files.faults import Fault, FileError, LogError
from kronika.logs.files.reader import LogReader
from kronika.logs.files.records import to_record
from kronika.logs.files.streams import stored_bytes
from kronika.logs.replaying.logfile import log_lines, write_log
from kronika.logs.texts.game_text import load_text
from kronika.logs.texts.script import read_text
from support.logs import DUEL_HAND, DUEL_HEADER, data_of, duel_game, hand_written, tides_game, write

pytestmark = pytest.mark.usefixtures("duel")

FORMS = ("game.jsonl", "game.jsonl.gz", "game.jsonl.zst", "game.kpack", "game.kpack.gz", "game.kpack.zst")


def read(path: str) -> tuple[list[int], list[object]]:
    with LogReader(path) as reader:
        items = list(reader)
    return [line for line, _ in items], [item for _, item in items]


def only_fault(path: str) -> Fault:
    with pytest.raises(LogError) as caught:
        LogReader(path)
    return caught.value.fault


def last_fault(path: str) -> Fault:
    """The fault that ends the reading of a log, in its header or after its last record."""
    try:
        with LogReader(path) as reader:
            *_, (_, item) = reader
    except LogError as error:
        return error.fault
    assert isinstance(item, Fault)
    return item


# -- forms and places -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMS)
def test_every_form_reads_the_same(tmp_path: Path, name: str) -> None:
    session = duel_game()
    session.undo()
    path = str(tmp_path / name)
    write_log(path, session)
    with LogReader(path) as reader:
        assert reader.header == session.header
        assert reader.game.name == "duel"
        items = list(reader)
    assert [line for line, _ in items] == list(range(2, 14))
    for number, ((_, record), entry) in enumerate(zip(items, session.history, strict=True), 1):
        stored = to_record(entry, number)
        assert not isinstance(record, Fault)
        assert (record.by, record.do, record.undo, record.redo) == (stored.by, stored.do, stored.undo, stored.redo)
    assert reader.final == (digest(session.state) if ".kpack" in name else None)


@pytest.mark.parametrize("name", FORMS)
def test_the_form_is_reported_by_the_first_bytes_not_by_the_name(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    write_log(path, duel_game())
    for other in FORMS:
        renamed = tmp_path / f"renamed-{other}"
        renamed.write_bytes(Path(path).read_bytes())
        lines, items = read(str(renamed))
        assert lines == list(range(2, 13))
        assert not any(isinstance(item, Fault) for item in items)


@pytest.mark.parametrize("name", FORMS)
def test_standard_input(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / name
    write_log(str(path), duel_game())
    stdin = SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(path.read_bytes())))
    monkeypatch.setattr(sys, "stdin", stdin)
    with LogReader("-") as reader:
        assert reader.path == "<stdin>"
        assert len(list(reader)) == 11
    assert not stdin.buffer.closed


def test_several_compressed_pieces_one_after_another(tmp_path: Path) -> None:
    """`cat a.gz b.gz` is a valid gzip file, and the like holds for zstd: programs append to compressed logs so."""
    head, tail = data_of(duel_game())[:333], data_of(duel_game())[333:]
    for name, packed in (
        ("a.gz", gzip.compress(head) + gzip.compress(tail)),
        ("a.zst", zstandard.compress(head) + zstandard.compress(tail)),
    ):
        path = tmp_path / name
        path.write_bytes(packed)
        assert read(str(path))[0] == list(range(2, 13))


def test_a_long_log_is_a_stream(tmp_path: Path) -> None:
    """A hundred thousand records pass without a list of them: iteration can stop at any time."""
    path = write(tmp_path / "long.jsonl", [DUEL_HEADER, *([{"undo": 1}] * 100_000)])
    with LogReader(path) as reader:
        for line, _ in reader:
            if line == 3:
                break
    assert line == 3


@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n"])
@pytest.mark.parametrize("size", [1, 2, 7, 100, 333, 1 << 16])
def test_pieces_are_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, end: bytes) -> None:
    """However little is read at once: no line is torn, none lost, and the numbers are right."""
    monkeypatch.setattr("kronika.logs.files.reader.CHUNK", size)
    data = data_of(duel_game()).rstrip(b"\n") + end
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    with LogReader(str(path)) as reader:
        pieces = list(reader.pieces())
    _, _, body = data.partition(b"\n")
    assert all(isinstance(piece, bytes) for piece in pieces)
    assert b"".join(piece for piece in pieces if isinstance(piece, bytes)) == body
    assert all(piece.endswith(b"\n") for piece in pieces[:-1] if isinstance(piece, bytes))
    assert read(str(path))[0] == list(range(2, 13))


@pytest.mark.parametrize("name", FORMS)
def test_the_file_is_closed(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    write_log(path, duel_game())
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    readers = [LogReader(path) for _ in range(5)]
    for reader in readers:
        reader.close()
    assert not before or len(os.listdir("/proc/self/fd")) == before


# -- files that can't be read -----------------------------------------------------------------------------------


def test_missing_file(tmp_path: Path) -> None:
    path = str(tmp_path / "none.jsonl")
    with pytest.raises(FileError) as caught:
        LogReader(path)
    assert str(caught.value) == f"{path}: cannot read: No such file or directory."


def test_directory(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        LogReader(str(tmp_path))
    assert str(caught.value) == f"{tmp_path}: is a directory, not a file to read: name a file in it."


@pytest.mark.skipif(os.geteuid() == 0 if hasattr(os, "geteuid") else True, reason="root may read everything")
def test_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    path.write_bytes(data_of(duel_game()))
    path.chmod(0)
    with pytest.raises(FileError, match="cannot read: Permission denied"):
        LogReader(str(path))


@pytest.mark.parametrize(
    "work", [LogReader, stored_bytes, load_text, lambda path: read_text(path)], ids=["log", "stored", "game", "text"]
)
def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch, work: Callable[[str], object]) -> None:
    """As for a program that a desktop has started."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FileError) as caught:
        work("-")
    assert str(caught.value) == "<stdin>: cannot read: standard input is closed."


def test_zstd_without_its_package_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "game.jsonl.zst")
    write_log(path, duel_game())
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(FileError, match=r"pip install 'kronika\[zstd\]'"):
        LogReader(path)
    with pytest.raises(FileError, match=r"pip install 'kronika\[zstd\]'"):
        write_log(str(tmp_path / "other.jsonl.zst"), duel_game())
    assert not (tmp_path / "other.jsonl.zst").exists()


# -- headers that are none --------------------------------------------------------------------------------------


def header(**changes: object) -> str:
    return json.dumps({**DUEL_HEADER, **changes})


def without(key: str) -> str:
    return json.dumps({name: value for name, value in DUEL_HEADER.items() if name != key})


NOT_JSON = (
    'this is not a log: it is not JSON. Each line of a log is an object, and the first has `{"kronika":2,"game":…}`'
)
HEADERS = [
    ("", "schema", "the log is empty"),
    ("\n", "schema", "the log is empty"),
    ("  \t\n", "schema", "the log is empty"),
    ("\n  \n\n", "schema", "the log is empty"),
    (f"\n{json.dumps(DUEL_HEADER)}\n", "schema", "the first line is blank: the first line must be its header"),
    (f" \n\n{json.dumps(DUEL_HEADER)}", "schema", "the first line is blank: the first line must be its header"),
    ("hello\n", "syntax", NOT_JSON),
    ("hello", "syntax", NOT_JSON),
    ('{"kronika":2,"game":"duel"\n', "syntax", "the first line is not a header"),
    ('{"kronika":2,"game":"du', "incomplete", "the first line is not a header"),
    ('[Event "Final"]\n', "syntax", NOT_JSON),
    ("1. e4 e5\n", "syntax", NOT_JSON),
    ("%PDF-1.4\n", "syntax", NOT_JSON),
    ("  make demo\n", "syntax", NOT_JSON),
    ('{\n  "kronika": 2\n}\n', "syntax", "it ends too early: an object ends in the line in which it begins"),
    ("[]\n", "schema", "the first line is not a header"),
    ("1\n", "schema", "the first line is not a header"),
    ("null\n", "schema", "the first line is not a header"),
    ('"kronika"\n', "schema", "the first line is not a header"),
    ('{"n":1,"undo":1}\n', "schema", "the first line is not a header"),
    (without("kronika"), "schema", "`kronika`"),
    (without("game"), "schema", "`game`"),
    (without("rules"), "schema", "`rules`"),
    (without("players"), "schema", "`players`"),
    (header(colour="red"), "schema", "`colour`"),
    (header(kronika="1"), "schema", "kronika: "),
    (header(kronika=0), "schema", "kronika: "),
    (header(kronika=-1), "schema", "kronika: "),
    (header(rules=0), "schema", "rules: "),
    (header(rules=-(10**30)), "schema", "rules: "),
    (header(rules="1"), "schema", "rules: "),
    (header(rules=1.5), "schema", "rules: "),
    (header(game=7), "schema", "game: "),
    (header(players="Anna"), "schema", "players: "),
    (header(players=["Anna", 1]), "schema", "players.2: a text is needed, not 1"),
    (header(options=[]), "schema", "options: "),
    (header(seed="x"), "schema", "seed: "),
    (header(seed=1.5), "schema", "seed: "),
    (header(seed=2**63), "schema", "seed: "),
    (header(seed=-(2**63) - 1), "schema", "seed: "),
    (header(seed=0)[:-2] + "1" * 5000 + "}", "schema", ""),
    (header(tags={"event": 1}), "schema", "tags.event: a text is needed, not 1"),
    (header(kronika=4), "newer-version", "the log is of format 4; this program reads up to 3"),
    (header(kronika=4, colour="red"), "newer-version", "the log is of format 4; this program reads up to 3"),
    ('{"kronika":10}\n', "newer-version", "the log is of format 10; this program reads up to 3"),
    (header(rules=2), "newer-version", "the log is of rules 2 of duel; this program has rules 1"),
    (header(game="tides"), "", ""),
    (header(game="tide"), "unknown-game", "There is no game called 'tide'. Did you mean tides?"),
    (header(game=""), "unknown-game", "There is no game called ''."),
    (header(game="../duel"), "unknown-game", "There is no game called '../duel'."),
    ("\ufeff" + header(), "syntax", "byte order mark"),
    (header(seed=0)[:-2] + "1e999}", "schema", "a number in it is too large"),
    ('{"kronika":1e999,"game":"du\n', "syntax", ""),  # two things are wrong: what comes first hides neither
    ('{"rules":1e999,"game":"du', "incomplete", ""),
    ('{"rules":1e999,"kronika":4}\n', "newer-version", "format 4"),
    ("\x00" * 40 + "\n", "syntax", NOT_JSON),
    ("[" * 100_000 + "\n", "syntax", "it is nested too deeply"),
    ('{"kronika":2,"options":' + "[" * 100_000 + "\n", "syntax", "it is nested too deeply"),
    ('{"kronika":2,"kronika":2}' + "}" * 3 + "\n", "syntax", "the first line is not a header"),
]


@pytest.mark.parametrize(("text", "code", "message"), HEADERS)
def test_header(tmp_path: Path, text: str, code: str, message: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text.encode())
    if not code:
        LogReader(str(path)).close()
        return
    fault = only_fault(str(path))
    assert (fault.path, fault.line, fault.code) == (str(path), 1, code)
    assert message in fault.message
    assert str(fault) == f"{path}:1: {code} {fault.message}"


def test_header_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b'{"kronika":2,"game":"duel","rules":1,"players":["Anna","B\xf6b"]}\n')
    fault = only_fault(str(path))
    assert (fault.code, fault.message) == ("syntax", "the first line is not a header: it is not UTF-8")


@pytest.mark.parametrize("kind", ["utf-16", "utf-16-le", "utf-32"])
def test_header_in_another_encoding(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes((header() + "\n").encode(kind))
    assert only_fault(str(path)).code in ("syntax", "incomplete")


def test_greatest_seeds_are_read(tmp_path: Path) -> None:
    for seed in (2**63 - 1, -(2**63), 0):
        path = write(tmp_path / f"{seed}.jsonl", [header(seed=seed)])
        with LogReader(path) as reader:
            assert reader.header.seed == seed


# -- records that are none --------------------------------------------------------------------------------------

NUMBERS = '{"n":1,"by":"chance","do":{"type":"prize","value":%s}}'

RECORDS = [
    ("hello", "syntax", "it is not JSON"),
    ("# he had the nest", "syntax", "it is not JSON"),
    ('{"undo":*}', "syntax", "an unexpected character (byte 9)"),
    ('{"undo":1', "syntax", ""),
    ('{"undo":1}}', "syntax", ""),
    ('{"undo":1} {"undo":1}', "syntax", ""),
    ("\x00\x00\x00", "syntax", ""),
    ('{"undo":1e999', "syntax", "it ends too early"),
    ('{"undo":1e999}', "schema", "a number in it is too large"),
    ('{"undo":1}\x00', "syntax", ""),
    ("[" * 100_000, "syntax", "it is nested too deeply"),
    ('{"do":' * 100_000, "syntax", "it is nested too deeply"),
    ("[]", "schema", "a table `{…}` is needed, not a list `[…]`"),
    ("null", "schema", "a table `{…}` is needed, not null"),
    ("{}", "schema", "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: none of them"),
    ('{"undo":0}', "schema", "undo: "),
    ('{"undo":-1}', "schema", "undo: "),
    ('{"undo":1.0}', "schema", "undo: "),
    ('{"undo":1.5}', "schema", "undo: "),
    ('{"undo":"1"}', "schema", "undo: "),
    ('{"undo":true}', "schema", "undo: "),
    ('{"undo":2147483649}', "schema", "undo: "),
    ('{"redo":' + "9" * 5000 + "}", "schema", ""),
    ('{"n":0,"undo":1}', "schema", "n: "),
    ('{"n":"1","undo":1}', "schema", "n: "),
    ('{"undo":1,"colour":2}', "schema", "colour: there is no `colour` here"),
    ('{"by":0}', "schema", "here: none of them"),
    ('{"by":0,"do":null}', "schema", "here: none of them"),
    ('{"do":{"type":"take"}}', "schema", "`by` is missing"),
    ('{"by":"Anna","do":{"type":"take"}}', "schema", "by: "),
    ('{"by":-1,"do":{"type":"take"}}', "schema", "by: "),
    ('{"by":100,"do":{"type":"take"}}', "schema", "by: "),
    ('{"by":0,"do":{}}', "schema", "do: "),
    ('{"by":0,"do":[]}', "schema", "do: "),
    ('{"by":0,"do":{"type":"give"}}', "schema", "do.type: 'give' is not possible"),
    ('{"by":0,"do":{"type":"take","card":1}}', "schema", "do.card: there is no `card` here"),
    ('{"by":0,"do":{"type":"play"}}', "schema", "do: `card` is missing"),
    ('{"by":0,"do":{"type":"play","card":0}}', "schema", "do.card: "),
    ('{"by":0,"do":{"type":"play","card":"1"}}', "schema", "do.card: "),
    (NUMBERS % "6", "schema", "do.value: "),
    (NUMBERS % "1e30", "schema", "do.value: "),
    (NUMBERS % ("1" * 4000), "schema", "do.value: "),
    ('{"by":0,"do":{"type":"take"},"then":{}}', "schema", "then: "),
    (
        '{"by":0,"do":{"type":"take"},"then":[{"type":"lost"}]}',
        "schema",
        "then.1.type: 'lost' is not possible: it can be shown, won",
    ),
    ('{"by":0,"do":{"type":"take"},"state":"xyz"}', "schema", "state: "),
    ('{"by":0,"do":{"type":"take"},"state":"0123456789ABCDEF"}', "schema", "state: "),
    ('{"by":0,"do":{"type":"take"},"state":1}', "schema", "state: "),
]


@pytest.mark.parametrize(("text", "code", "message"), RECORDS)
def test_record(tmp_path: Path, text: str, code: str, message: str) -> None:
    """The fault has the line of the record, and reading goes on with the next."""
    good = json.dumps(DUEL_HAND[0])
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, good, text, good])
    lines, items = read(path)
    assert lines == [2, 3, 4]
    assert not isinstance(items[0], Fault)
    assert not isinstance(items[2], Fault)
    if not code:
        assert not isinstance(items[1], Fault)
        return
    assert isinstance(items[1], Fault)
    assert (items[1].path, items[1].line, items[1].code) == (path, 3, code)
    assert message in items[1].message


def test_record_that_is_not_utf_8(tmp_path: Path) -> None:
    path = Path(write(tmp_path / "game.jsonl", [DUEL_HEADER]))
    path.write_bytes(path.read_bytes() + b'{"by":"ch\xffance","do":{"type":"prize","value":3}}\n{"undo":1}\n')
    lines, items = read(str(path))
    assert lines == [2, 3]
    assert items[0] == Fault(str(path), 2, "syntax", "it is not UTF-8")


def test_blank_lines_count_as_lines_but_are_no_records(tmp_path: Path) -> None:
    good = json.dumps(DUEL_HAND[0])
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, "", good, "   ", "\t", "", good, ""])
    lines, items = read(path)
    assert lines == [4 - 1, 8 - 1]
    assert not any(isinstance(item, Fault) for item in items)


def test_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game()).replace(b"\n", b"\r\n"))
    lines, items = read(str(path))
    assert lines == list(range(2, 13))
    assert not any(isinstance(item, Fault) for item in items)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n", b"\n  ", b"\n\t\n"])
def test_last_line_without_a_break_is_a_line(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game())[:-1] + end)
    lines, items = read(str(path))
    assert lines == list(range(2, 13))
    assert not any(isinstance(item, Fault) for item in items)


@pytest.mark.parametrize(
    "torn",
    [
        '{"n":2,"by":0,"do":{"type":"play","card":4',
        '{"n":2,"by":0,"do":{"type":"pl',
        '{"n":2,"by":0,"do":{"type":"play","card":0',  # begins like a value that would not do
        '{"n":0',
        "{",
        '{"by":0,"do":{"type":"take"},"state":"0123456789abcde',
        "\x00\x00\x00\x00",  # what some file systems leave after a power cut
        '{"n":2,\x00\x00\x00',
    ],
)
def test_last_line_that_was_not_written_to_its_end(tmp_path: Path, torn: str) -> None:
    path = Path(write(tmp_path / "game.jsonl", [DUEL_HEADER, DUEL_HAND[0]]))
    path.write_bytes(path.read_bytes() + torn.encode())
    lines, items = read(str(path))
    assert lines == [2, 3]
    assert items[1] == Fault(str(path), 3, "incomplete", "the last line is cut short; `kronika repair` cuts it off")


def test_last_line_that_is_whole_but_wrong_is_not_torn(tmp_path: Path) -> None:
    path = Path(write(tmp_path / "game.jsonl", [DUEL_HEADER]))
    path.write_bytes(path.read_bytes() + b'{"undo":0}')
    _, items = read(str(path))
    assert isinstance(items[0], Fault)
    assert items[0].code == "schema"


def test_the_order_of_keys_and_space_between_them_are_free(tmp_path: Path) -> None:
    path = write(
        tmp_path / "game.jsonl", [DUEL_HEADER, ' { "do" : { "value" : 3 , "type" : "prize" } , "by" : "chance" } ']
    )
    _, items = read(path)
    assert not isinstance(items[0], Fault)


def test_a_hand_written_log_reads(tmp_path: Path) -> None:
    lines, items = read(hand_written(tmp_path / "hand.jsonl"))
    assert lines == list(range(2, 13))
    assert not any(isinstance(item, Fault) for item in items)


# -- compressed files that are damaged --------------------------------------------------------------------------


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_compressed_text_cut_at_every_byte_is_incomplete(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    data = compress(data_of(duel_game()))
    path = tmp_path / "game.jsonl.zip"
    for cut in range(4, len(data)):
        path.write_bytes(data[:cut])
        assert last_fault(str(path)).code == "incomplete", cut


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_long_compressed_text_that_is_cut_keeps_its_beginning(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    """Several blocks: what was read before the cut are whole lines with their numbers."""
    rows = [{"undo": 1 + n * 7919 % 104_729, "n": n} for n in range(1, 30_000)]
    plain = Path(write(tmp_path / "long.jsonl", [DUEL_HEADER, *rows])).read_bytes()
    data = compress(plain)
    path = tmp_path / "long.jsonl.zip"
    path.write_bytes(data[: len(data) * 2 // 3])
    lines, items = read(str(path))
    assert 1000 < len(lines) < 29_000
    assert lines == list(range(2, len(lines) + 2))
    assert [getattr(item, "n", None) for item in items[:-1]] == list(range(1, len(lines)))
    assert isinstance(items[-1], Fault)
    assert items[-1].code == "incomplete"


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_compressed_text_with_something_after_it(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "game.jsonl.zip"
    path.write_bytes(compress(data_of(duel_game())) + b"more")
    fault = last_fault(str(path))
    assert (fault.code, fault.message) == ("syntax", "the compressed file is damaged")


@pytest.mark.parametrize("magic", [files.GZIP_MAGIC, files.ZSTD_MAGIC])
def test_file_that_is_nothing_but_the_beginning_of_a_compressed_one(tmp_path: Path, magic: bytes) -> None:
    path = tmp_path / "game.jsonl.gz"
    path.write_bytes(magic)
    assert only_fault(str(path)).code == "incomplete"
    for rest in (b"garbage that is no stream at all", bytes(range(1, 256))):
        path.write_bytes(magic + rest)
        assert only_fault(str(path)).code == "syntax"


def test_compressed_nothing_is_an_empty_log(tmp_path: Path) -> None:
    for name, data in (("a.gz", gzip.compress(b"")), ("a.zst", zstandard.compress(b""))):
        (tmp_path / name).write_bytes(data)
        assert only_fault(str(tmp_path / name)).message.startswith("the log is empty")


def test_a_misspelt_key_is_reported_with_what_would_be_right() -> None:
    """Of a log written by hand."""
    header, *records = b"".join(log_lines(tides_game())).replace(b'"card":', b'"crad":').splitlines(keepends=True)
    wrong = next(line for line in records if b"crad" in line)
    with LogReader("typed.jsonl", header + wrong * 3) as reader:
        faults = [one.message for _, one in reader if isinstance(one, Fault)]
    assert faults == ["do.crad: there is no `crad` here. Did you mean card?"] * 3
