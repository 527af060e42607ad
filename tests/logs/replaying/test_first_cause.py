"""A fault tells its cause first: what is out of order, cut or said twice is not called a broken rule."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronika.logs.files.faults import LogError
from kronika.logs.files.json_lines import is_truncated_record, repeated_key
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import repair, seal
from support.logs import DUEL_HAND, DUEL_HEADER, DUEL_MOVES, data_of, duel_game, lines_of, tides_game, write

pytestmark = pytest.mark.usefixtures("duel")

MISSING = "a line is missing before it, or is further down"
AGAIN = "it is here twice or too late"


def first(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """The first fault: the same for both ways of validation and for a comparison, and what `load` refuses it for."""
    faults = validate(str(path)).faults
    with monkeypatch.context() as patch:
        patch.setattr("kronika.logs.replaying.validation.replay_canonical", lambda *piece: None)
        assert validate(str(path)).faults == faults
    with pytest.raises(LogError) as caught:
        load(str(path))
    assert caught.value.fault == faults[0]
    assert diff_logs(str(path), str(path)).faults == (faults[0], faults[0])
    return faults[0].line, faults[0].code, faults[0].message


# -- lost, doubled and swapped lines ----------------------------------------------------------------------------


@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("at", range(1, 38))
def test_a_lost_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, sealed: bool) -> None:
    lines = [{k: v for k, v in line.items() if sealed or k not in ("state", "then")} for line in lines_of(tides_game())]
    assert len(lines) == 40
    path = Path(write(tmp_path / "g.jsonl", lines[:at] + lines[at + 1 :]))
    assert first(path, monkeypatch) == (at + 1, "order", f"this is record {at}, not {at + 1}: {MISSING}")
    assert [fault.code for fault in validate(str(path)).faults][1:] in ([], ["illegal"])
    assert not sealed or len(validate(str(path)).faults) == 1


@pytest.mark.parametrize("at", range(1, 40))
def test_a_doubled_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    lines = lines_of(tides_game())
    path = Path(write(tmp_path / "g.jsonl", [*lines[: at + 1], lines[at], *lines[at + 1 :]]))
    assert first(path, monkeypatch) == (at + 2, "order", f"this is record {at + 1}, not {at}: {AGAIN}")
    assert len(validate(str(path)).faults) == 1


@pytest.mark.parametrize("at", range(1, 39))
def test_two_lines_swapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    lines = lines_of(tides_game())
    path = Path(write(tmp_path / "g.jsonl", [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))
    assert first(path, monkeypatch) == (at + 1, "order", f"this is record {at}, not {at + 1}: {MISSING}")
    assert len(validate(str(path)).faults) == 1


def test_a_lost_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(duel_game((*DUEL_MOVES[:4], "undo", *DUEL_MOVES[3:])))
    assert lines[5] == {"n": 5, "undo": 1}
    path = Path(write(tmp_path / "g.jsonl", lines[:5] + lines[6:]))
    assert first(path, monkeypatch) == (6, "order", f"this is record 5, not 6: {MISSING}")


def test_numbers_alone_that_are_wrong_can_be_lived_with(tmp_path: Path) -> None:
    """One slip is one fault, whether the numbers go on from it or not; all the rest is looked at."""
    for later in (0, 3):
        lines: list[dict[str, Any]] = lines_of(duel_game())
        for line in lines[4 : 5 if later == 0 else None]:
            line["n"] += 3
        lines[11]["state"] = "0" * 16
        path = write(tmp_path / "g.jsonl", lines)
        found = [(fault.line, fault.code) for fault in validate(path).faults]
        assert found == [(5, "order"), (12, "digest")]
        assert load(path).warnings == validate(path).faults
        with pytest.raises(LogError, match="order"):
            seal(path, str(tmp_path / "sealed.jsonl"))


def test_an_illegal_move_in_its_place_is_illegal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(duel_game())
    lines[3]["by"] = 0
    path = Path(write(tmp_path / "g.jsonl", lines))
    assert first(path, monkeypatch)[:2] == (4, "illegal")


# -- cut, or wrong ----------------------------------------------------------------------------------------------


NO_RECORDS = ("t", "nul", '"abc', "[", "[1,2", "[[[[", '[{"n', '{"foo":', '{"fo', '{"n":1,"foo":', '{"n":1,"x', '{"nn')
"""What other JSON begins with: a record is an object with keys of its own."""


@pytest.mark.parametrize(
    ("last", "says"),
    [
        ('{"undo":1}{"redo":1}', "something follows its end"),
        ('{"undo":1},', "something follows its end"),
        ("# Anna won", "it is not JSON"),
        ("Anna: take", "it is not JSON"),
        ('{"undo":01', "a number is not written"),
        ('{"undo":1]', "`,` or `}` is missing"),
        ('{"do":trX', ""),
        ('{"do":"\\u00g', ""),
        ('{"do":"\\q', "JSON does not allow this character after `\\`"),
        ('{"undo":1,\udcc3', "UTF-8"),
        ('{"do":"\udcff', "UTF-8"),
        ('{"undo":1}\udcc3', "UTF-8"),
        *((last, "") for last in NO_RECORDS),
        ("-", ""),
        ('{"n\udcc3', "UTF-8"),
        ("7\0\0", "it is not JSON"),
        ('{"foo":1}\0\0', "something follows its end"),
    ],
)
def test_a_last_line_that_is_wrong_is_not_cut(tmp_path: Path, last: str, says: str) -> None:
    path = tmp_path / "g.jsonl"
    data = data_of(duel_game(DUEL_MOVES[:3])) + last.encode("utf-8", "surrogateescape")
    path.write_bytes(data)
    (fault,) = validate(str(path)).faults
    assert (fault.line, fault.code) == (5, "syntax")
    assert says in fault.message
    with pytest.raises(LogError, match="syntax"):
        repair(str(path))
    assert path.read_bytes() == data


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    "last", ["{", '{"', '{"n', '{"n"', '{"n":', '{"n":1,', ' {"n":1', '{"do":{"foo":[{"', "\0\0", '{"n\0']
)
def test_a_last_line_that_begins_as_a_record_is_cut(tmp_path: Path, last: str) -> None:
    path = tmp_path / "g.jsonl"
    data = data_of(duel_game(DUEL_MOVES[:3]))
    path.write_bytes(data + last.encode())
    assert [(fault.line, fault.code) for fault in validate(str(path)).faults] == [(5, "incomplete")]
    assert repair(str(path)).cut == len(last)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("first", "code"),
    [
        *((last, "syntax") for last in (*NO_RECORDS, '"my notes', '{"n":1', '{"undo')),
        *((last, "incomplete") for last in ("{", '{"', '{"k', '{"kronika":2,"ga', "\0\0")),
    ],
)
def test_a_file_that_is_one_torn_line(tmp_path: Path, first: str, code: str) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text(first, encoding="utf-8")
    (fault,) = validate(str(path)).faults
    assert (fault.line, fault.code) == (1, code)
    with pytest.raises(LogError):
        repair(str(path))
    assert path.read_text(encoding="utf-8") == first


KEYS = st.text('ab"\\{[,: \n', max_size=3)


@given(st.dictionaries(KEYS, JSON, max_size=3), st.booleans())
def test_every_beginning_of_an_object_is_cut(value: dict[str, Any], ascii: bool) -> None:
    line = json.dumps(value, ensure_ascii=ascii).encode("utf-8", "surrogatepass")
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):  # a number or half a surrogate that no record may hold
        return
    keys = [json.dumps(key)[1:-1] for key in value]
    assert not is_truncated_record(line, keys)
    assert all(is_truncated_record(line[:end], keys) for end in range(1, len(line)))
    assert not any(is_truncated_record(line[:end] + b"\n", keys) for end in range(1, len(line)))
    if keys and all(keys):
        assert not is_truncated_record(line[:-1], keys[1:])


# -- said twice -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "written", "doubled", "key"),
    [
        (1, '"game":', '"game":"tides","game":', "game"),
        (1, '"players":', '"seed":1,"seed":2,"players":', "seed"),
        (1, '"players":', '"tags":{"a":"1","a":"2"},"players":', "a"),
        (1, '"players":', '"options":{"joker":true,"joker":false},"players":', "joker"),
        (3, '"do":', '"do":{"type":"take"},"do":', "do"),
        (3, '"card":4', '"card":5,"card":4', "card"),
        (3, '"card":4', '"card":4,"card":4', "card"),
        (3, '"card":4', '"card":4,"c\\u0061rd":4', "card"),
        (3, '"type":"play"', '"type":"take","type":"play"', "type"),
        (3, '"by":0', '"by":1,"by":0', "by"),
    ],
)
@pytest.mark.parametrize("space", ["", " "])
def test_a_key_that_stands_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: int, written: str, doubled: str, key: str, space: str
) -> None:
    texts = [json.dumps(row, separators=(",", ":")) for row in (DUEL_HEADER, *DUEL_HAND)]
    assert texts[line - 1].count(written) == 1
    texts[line - 1] = re.sub(r"([,:])", r"\1" + space, texts[line - 1].replace(written, doubled))
    path = Path(write(tmp_path / "g.jsonl", texts))
    message = f"'{key}' occurs twice in one object"
    for strict in (False, True):
        fault = next(fault for fault in validate(str(path), strict=strict).faults if fault.code != "unsealed")
        assert (fault.line, fault.code, fault.message) == (line, "schema", message)
    for work in (load, lambda path: seal(path, path)):
        with pytest.raises(LogError, match=message):
            work(str(path))
    assert path.read_text().split("\n")[:-1] == texts


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b'{"a":1,"a":2}', "'a' occurs twice in one object"),
        (b'{"b":[{"a":1,"c":2,"a":1}]}', "'a' occurs twice in one object"),
        (b'{"a":1,"\\u0061":2}', "'a' occurs twice in one object"),
        (b'{"":1,"":2}', "'' occurs twice in one object"),
        (b'{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}],"d":"a"}', ""),
        (b'{"a":"\\"a\\":1"}', ""),
        (b'{"a":1e999,"a":1}', ""),
        (b'{"a":1', ""),
        (b"\xff", ""),
        (b'{"a":' + b"[" * 100_000, "it is nested too deeply"),
    ],
    ids=range(10),
)
def test_which_key_of_a_line_stands_twice(line: bytes, says: str) -> None:
    """Of a line that is no JSON something else is to be said, by somebody else; so of a number that is too large."""
    assert repeated_key(line) == says


def test_equal_keys_in_different_objects_are_fine(tmp_path: Path) -> None:
    lines = lines_of(duel_game())
    assert len(lines[10]["then"]) == 1
    path = write(tmp_path / "g.jsonl", [json.dumps(line) for line in lines])
    assert validate(path, strict=True).faults[1:] == ()
