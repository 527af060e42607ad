"""How large things may be: kept by what writes, named where it is broken, and old logs stay readable."""

from __future__ import annotations

import gzip
import os
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from kronika.core.basics import limits
from kronika.core.basics.errors import BadSetup, KronikaError, NotationError
from kronika.core.basics.text import clipped, lines_of, quoted
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.sessions.session import Session
from kronika.logs.corpus.accept import Proposal, accept
from kronika.logs.corpus.transfer import copy
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.packed import MAGIC
from kronika.logs.files.records import header_line
from kronika.logs.files.streams import read_whole
from kronika.logs.files.writing import open_locked
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.survey import survey
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import repair, seal
from kronika.logs.texts.script import read_script, read_text
from support.logs import DUEL_HAND, DUEL_HEADER, DUEL_MOVES, data_of, duel_game, write
from support.logs import lines_of as rows_of

pytestmark = pytest.mark.usefixtures("duel")


# -- what is written --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("#1", "`#` at the beginning of a word begins a comment in a script"),
        ("Anna #1", "`#` at the beginning of a word begins a comment in a script"),
        ("B" * 201, "it has 201 characters; at most 200 are allowed"),
        ("B:b", "it has a colon, which separates the name from the move"),
        ("B\x1bb", "it has U+001B, which is not a visible character"),
        ("B\x85b", "it has U+0085"),
        ("\u202eB", "it has U+202E"),
        ("B\u2066b", "it has U+2066"),
        ("B\u200c", "it has U+200C, which is allowed only between two letters"),
        ("\u200dB", "it has U+200D, which is allowed only between two letters"),
        ("B\u200c \u200cb", "it has U+200C, which is allowed only between two letters"),
        ("'", "it has no letter"),
    ],
)
def test_a_name_that_is_refused_says_which_character_is_wrong(name: str, says: str) -> None:
    with pytest.raises(BadSetup) as caught:
        Session.new("tides", ("Anna", name), seed=7)
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["B" * 200, "B#1", "نیلو\u200cفر", "क्\u200dष", "👩\u200d🚀", "B (2)", "O'Brien"])
def test_a_name_that_can_be_played(name: str) -> None:
    session = Session.new("tides", ("Anna", name), seed=7)
    seat, _ = session.read(f"{name}: {session.legal()[name][0]}")
    assert seat == 1


def test_a_joiner_does_not_tell_two_players_apart() -> None:
    with pytest.raises(BadSetup, match="the same name"):
        Session.new("tides", ("Anna", "An\u200cna"), seed=7)


@pytest.mark.parametrize("name", ["#1", "Anna #1", "B" * 5000])
def test_an_old_log_with_such_a_name_is_readable(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "g.jsonl", [{**DUEL_HEADER, "players": ["Anna", name]}, *DUEL_HAND])
    assert validate(path).ok
    assert load(path).players == ("Anna", name)


def test_tags_have_an_end() -> None:
    assert duel_game((), tags={"k" * 1000: "v" * 1000}).header.tags
    for tags in ({"k" * 1001: "v"}, {"k": "v" * 1001}):
        with pytest.raises(BadSetup, match=r"1,001 characters; at most 1,000 are allowed"):
            duel_game((), tags=tags)
    with pytest.raises(BadSetup, match=r"at most 1 MiB: there are too many tags"):
        header_line(duel_game((), tags={f"{n:04}" + "k" * 996: "v" * 1000 for n in range(530)}).header)


def test_a_move_has_an_end() -> None:
    session = duel_game(("chance: prize 3",))
    with pytest.raises(NotationError, match=r"at most 4,000 characters; this has 4,001"):
        session.read("Anna: play" + " " * 3990 + "4")
    assert session.read("Anna: play" + " " * 3989 + "4")[0] == 0


# -- what is read -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("press", [bytes, gzip.compress, zstandard.compress], ids=["plain", "gzip", "zstd"])
def test_a_line_of_a_mebibyte_is_read_and_a_longer_one_is_a_fault(
    tmp_path: Path, press: Callable[[bytes], bytes]
) -> None:
    header, *records = data_of(duel_game()).split(b"\n")[:-1]
    path = tmp_path / "g.jsonl"
    for at in (0, 3):
        for size, ok in ((limits.LINE, True), (limits.LINE + 1, False)):
            lines = [header, *records]
            lines[at] = lines[at] + b" " * (size - 1 - len(lines[at]))
            path.write_bytes(press(b"\n".join(lines) + b"\n"))
            faults = validate(str(path)).faults
            if ok:
                assert faults == ()
            else:
                (fault,) = faults
                assert (fault.line, fault.code) == (at + 1, "syntax")
                assert fault.message.startswith("the line is longer than 1 MiB, the most there can be")


@pytest.mark.parametrize("press", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_a_small_file_that_gives_without_end_is_a_fault(tmp_path: Path, press: Callable[[bytes], bytes]) -> None:
    line = b'{"by":"chance","do":{"type":"prize","value":3}}' + b" " * 3_000 + b"\n"
    path = tmp_path / "g.jsonl"
    path.write_bytes(press(data_of(duel_game(())) + line * 9_000))
    assert path.stat().st_size < 80_000
    last = validate(str(path)).faults[-1]
    assert last.code == "syntax"
    assert re.match("the compressed file gives [0-9]+ MiB for its first [0-9,]+ bytes: that is not a log", last.message)


def test_a_zstd_file_that_wants_to_look_back_far_is_a_fault(tmp_path: Path) -> None:
    """A frame of 128 MiB of window: magic, descriptor, window."""
    path = tmp_path / "g.jsonl.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd\x00" + bytes(((27 - 10) << 3,)) + b"\x01\x00\x00")
    (fault,) = validate(str(path)).faults
    assert (fault.code, fault.message) == ("syntax", "the compressed file is damaged")


def test_a_frame_has_an_end(tmp_path: Path) -> None:
    path = tmp_path / "g.kpack"
    path.write_bytes(MAGIC + b"\x81\x80\x40" + b"\x90" * (limits.LINE + 1))
    (fault,) = validate(str(path)).faults
    assert (fault.line, fault.code) == (1, "syntax")
    assert "a frame is longer than 1 MiB" in fault.message


def test_faults_of_a_log_have_an_end(tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", [DUEL_HEADER, *["x"] * (limits.FAULTS + 5)])
    faults = validate(path).faults
    assert len(faults) == limits.FAULTS + 1
    assert faults[-1].message == "there are more than 10,000 faults; the rest is not checked"
    assert faults[-1].line == limits.FAULTS + 1  # that of the last fault: the first stands below the header


def test_a_survey_tells_the_first_faults_and_how_many_more_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four lines that are no records, then one that is no JSON, then another that is none."""
    monkeypatch.setattr(limits, "SURVEY_FAULTS", 3)
    write(tmp_path / "g.jsonl", [DUEL_HEADER, *[{}] * 4, "x", "x"])
    faults = survey(str(tmp_path), "g.jsonl").faults
    assert [(fault.line, fault.code) for fault in faults] == [
        (2, "schema"),
        (3, "schema"),
        (4, "schema"),
        (6, "syntax"),
    ]
    assert faults[-1].message.endswith("; it is one of 3 more faults, the others are not listed")
    monkeypatch.setattr(limits, "SURVEY_FAULTS", 6)
    assert len(survey(str(tmp_path), "g.jsonl").faults) == 6
    assert not survey(str(tmp_path), "g.jsonl").faults[-1].message.endswith("told")


def test_a_text_has_an_end(tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_bytes(b"#" * limits.TEXT)
    assert len(read_text(str(path))) == limits.TEXT
    path.write_bytes(b"#" * (limits.TEXT + 1))
    with pytest.raises(FileError, match="larger than 4 MiB, the most that is read of a text"):
        read_text(str(path))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("\n" + "a." * 10 + "a = 1", 2, "at most 10 parts"),
        ("\n\n[" + "'a'." * 10 + "a]", 3, "at most 10 parts"),
        ("a = {" + "b . " * 10 + "b = 1}", 1, "at most 10 parts"),
        ("a = " + "[" * 101 + "]" * 101, 1, "nested too deep"),
        ("a = " + "{b.c = " * 60 + "1" + "}" * 60, 1, "nested too deep"),
        ("a" * 201 + " = 1", 1, "at most 200 characters"),
        ("a = 0x" + "f" * 201, 1, "at most 200 characters"),
        ("[[a]]\n" * 200_000, 1, "at most 1,048,576 characters"),
    ],
)
def test_toml_that_is_too_much(text: str, line: int, says: str) -> None:
    with pytest.raises(BadToml, match=says) as caught:
        read_toml(text)
    assert caught.value.line == line


def test_toml_that_looks_like_too_much() -> None:
    """Dots, brackets and long words in texts, comments and numbers are no keys."""
    long = "a." * 50 + "[" * 200 + "b" * 300
    text = f"""
a.b.c.d.e.f.g.h.i.j = 1.5
text = "{long}\\\\\\"" # {long}
plain = '{long}\\'
many = \"\"\"
{long} "quoted" \\\"\"\"
\"\"\"
other = '''
{long} 'x' ''
''''
numbers = [{"1.5, " * 50}]
"""
    assert read_toml(text)["numbers"] == [1.5] * 50
    assert read_toml("a = " + "[" * 100 + "]" * 100)


WRITERS: dict[str, Callable[[str], object]] = {
    "open": LogFile.open,
    "seal": lambda path: seal(path, path),
    "repair": repair,
    "accept": lambda path: accept("", Proposal(path, "duel", 1, "effects", "", ())),
    "copy": lambda path: copy(path, f"{path}.copy"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_log_that_is_read_as_a_whole_has_an_end(tmp_path: Path, name: str) -> None:
    """A sparse file takes no room on the disk, and all of its bytes in memory."""
    path = tmp_path / "g.jsonl"
    path.write_bytes(data_of(duel_game(())))
    os.truncate(path, limits.LOG + 1)
    tracemalloc.start()
    with pytest.raises(FileError, match="64 MiB"):
        WRITERS[name](str(path))
    assert tracemalloc.get_traced_memory()[1] < limits.LOG * 1.1
    tracemalloc.stop()
    assert os.listdir(tmp_path) == ["g.jsonl"]
    assert path.stat().st_size == limits.LOG + 1


def test_a_log_of_the_greatest_size_is_held_once(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(data_of(duel_game(())))
    os.truncate(path, limits.LOG)
    with open_locked(str(path)) as held:
        tracemalloc.start()
        assert len(held.read()) == limits.LOG
        assert tracemalloc.get_traced_memory()[1] < limits.LOG * 1.1
        tracemalloc.stop()


UNDONE = b'{"by":"chance","do":{"type":"prize","value":3}}\n' + b'{"undo":1}\n{"redo":1}\n' * (limits.RECORDS // 2 - 1)
"""As many lines as a log may have, but one."""


@pytest.mark.parametrize("before", [b"", b"\n" * 8])
def test_a_log_has_n_lines_and_no_more(tmp_path: Path, before: bytes) -> None:
    header = data_of(duel_game(()))
    path = tmp_path / "g.jsonl"
    full = UNDONE[: len(UNDONE) - 11 * len(before)]
    path.write_bytes(header + before + full + b'{"undo":1}\n')
    assert validate(str(path)).faults == ()
    path.write_bytes(header + before + full + b'{"undo":1}\n{"redo":1}\n')
    (fault,) = validate(str(path)).faults
    assert (fault.line, fault.code) == (limits.RECORDS + 2, "syntax")
    assert fault.message == "a log has at most 100,000 lines after its header; the rest is not checked"
    with pytest.raises(LogError, match="at most 100,000 lines"):
        load(str(path))


@pytest.mark.parametrize("name", ["g.jsonl", "g.kpack"])
def test_a_log_of_n_records_is_read_and_no_longer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    session = duel_game()
    path = str(tmp_path / name)
    write_log(path, session)
    monkeypatch.setattr(limits, "RECORDS", len(session.history))
    assert validate(path).faults == ()
    monkeypatch.setattr(limits, "RECORDS", len(session.history) - 1)
    (fault,) = validate(path).faults
    assert (fault.line, fault.code) == (len(session.history) + 1, "syntax")


def test_a_file_of_just_n_bytes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 4096)
    assert len(read_whole(str(path), 4096, "a script")) == 4096
    with pytest.raises(FileError, match=r"is larger than 3 KiB, the most that is read of a script\.$"):
        read_whole(str(path), 4095, "a script")


def test_nothing_is_added_to_a_log_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be written could not be read again."""
    path = tmp_path / "g.jsonl"
    path.write_bytes(data_of(duel_game(DUEL_MOVES[:4])))
    monkeypatch.setattr(limits, "RECORDS", 4)
    with LogFile.open(str(path)) as file:
        for more in (
            lambda: file.session.play("chance: prize 5"),
            lambda: file.session.undo_events(1),
            lambda: file.session.redo_events(1),
        ):
            with pytest.raises(KronikaError, match="has 4 records, the most that are allowed"):
                more()
        assert file.unsaved == 0


# -- what is said and split -------------------------------------------------------------------------------------


def test_a_message_quotes_the_beginning() -> None:
    assert clipped("a" * 200) == "a" * 200
    assert clipped("a" * 201) == "a" * 200 + "…"
    assert quoted("a\x1b") == "'a\\x1b'"
    assert len(quoted("\x1b" * 10_000)) <= 201
    assert len(quoted([1] * 10_000)) <= 201
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep) == "this value"


@pytest.mark.parametrize("text", ["", "a", "a\n", "a\nb", "a\r\nb\r\n", "\n\n", "a\rb\n", "a\x0b\x0c\x1c\x85\u2028\n"])
def test_lines_are_those_of_an_editor(text: str) -> None:
    whole = text.replace("\r\n", "\n")
    assert lines_of(text) == (whole.removesuffix("\n").split("\n") if whole else [])


def test_a_sign_of_a_comment_stands_after_space(tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text("#a\n  # b\na#b\na #b\na\u00a0#b\n\n", encoding="utf-8")
    assert list(read_script(str(path))) == [(3, "a#b"), (4, "a"), (5, "a")]


def test_a_log_is_refused_with_a_message_that_has_an_end(tmp_path: Path) -> None:
    rows = rows_of(duel_game(()))
    for change in ({"game": "x" * 10**5}, {"options": {"x" * 10**5: 1}}, {"players": ["Anna", "B\n" * 10**5]}):
        path = write(tmp_path / "g.jsonl", [{**rows[0], **change}])
        (fault,) = validate(path).faults
        assert len(fault.message) < 1000
        with pytest.raises(KronikaError):
            load(path)
