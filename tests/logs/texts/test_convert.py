"""Filling in what is derived, and changing the form: right in all, or nothing is written."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kronika.core.contract.registry import get_game
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert, seal
from support.logs import (
    DUEL_EFFECTS,
    DUEL_HAND,
    DUEL_HEADER,
    data_of,
    duel_game,
    hand_written,
    lines_of,
    tides_game,
    write,
)

pytestmark = pytest.mark.usefixtures("duel")


# -- seal -------------------------------------------------------------------------------------------------------


def test_a_hand_written_log_is_filled_in(tmp_path: Path) -> None:
    path = hand_written(tmp_path / "hand.jsonl")
    assert not validate(path, strict=True).ok
    session = seal(path, path)
    assert Path(path).read_bytes() == data_of(duel_game())
    assert len(session.history) == 11
    assert validate(path, strict=True).ok
    assert os.listdir(tmp_path) == ["hand.jsonl"]


def test_sealing_twice_changes_nothing(tmp_path: Path) -> None:
    path = hand_written(tmp_path / "hand.jsonl")
    seal(path, path)
    before = Path(path).read_bytes()
    seal(path, path)
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize("kept", [{"n"}, {"then"}, {"state"}, {"n", "then"}, {"then", "state"}, {"n", "state"}])
def test_a_log_that_is_filled_in_by_half(tmp_path: Path, kept: set[str]) -> None:
    """`then` goes with `state`: where a state stands, no `then` means no effects."""
    if kept & {"state"} and "then" not in kept:
        kept = {*kept, "then"}
    header, *records = lines_of(duel_game(("chance: prize 3", "Anna: play 4", "undo", "redo", "Bob: play 2")))
    rows = [{k: v for k, v in record.items() if k in kept or k not in ("n", "then", "state")} for record in records]
    path = write(tmp_path / "half.jsonl", [header, *rows])
    seal(path, path)
    assert lines_of_file(path) == [header, *records]


def lines_of_file(path: str) -> list[Any]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def test_a_header_written_by_hand_gets_every_key(tmp_path: Path) -> None:
    path = write(tmp_path / "hand.jsonl", [{**DUEL_HEADER, "tags": {"event": "Final"}}])
    seal(path, path)
    assert lines_of_file(path) == [
        {**DUEL_HEADER, "options": {"joker": False}, "seed": None, "tags": {"event": "Final"}}
    ]


def test_blank_lines_and_line_ends_of_another_system_go(tmp_path: Path) -> None:
    path = Path(hand_written(tmp_path / "hand.jsonl"))
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n\r\n"))
    seal(str(path), str(path))
    assert path.read_bytes() == data_of(duel_game())


WRONG: list[tuple[int, dict[str, Any], str, str]] = [
    (1, {"n": 2}, "order", "this is record 1, not 2"),
    (11, {"n": 10}, "order", "this is record 11, not 10"),
    (1, {"state": "0123456789abcdef"}, "digest", "the log has 0123456789abcdef"),
    (3, {"then": []}, "effects", "the rules give: Anna shows 4, Bob shows 2 (DU-2); the log has: nothing"),
    (
        3,
        {"then": [{"type": "shown", "cards": [4, 1], "rule": "DU-2"}]},
        "effects",
        "the rules give: Anna shows 4, Bob shows 2 (DU-2); the log has: Anna shows 4, Bob shows 1 (DU-2)",
    ),
    (
        3,
        {"then": DUEL_EFFECTS[3] * 2},
        "effects",
        "the rules give: Anna shows 4, Bob shows 2 (DU-2); "
        "the log has: Anna shows 4, Bob shows 2 (DU-2); Anna shows 4, Bob shows 2 (DU-2)",
    ),
    (
        3,
        {"then": [{"type": "shown", "cards": [4, 2], "rule": "DU-9"}]},
        "effects",
        "the log has: Anna shows 4, Bob shows 2 (DU-9)",
    ),
    (2, {"then": DUEL_EFFECTS[3]}, "effects", "the rules give: nothing; the log has: Anna shows 4, Bob shows 2 (DU-2)"),
    (4, {"do": {"type": "play", "card": 1}}, "illegal", "It is not the time, or not your turn. (DU-1)"),
]


@pytest.mark.parametrize(("number", "change", "code", "message"), WRONG)
@pytest.mark.parametrize("in_place", [True, False])
def test_what_is_there_must_be_right(
    tmp_path: Path, number: int, change: dict[str, Any], code: str, message: str, in_place: bool
) -> None:
    rows = [dict(row) for row in DUEL_HAND]
    rows[number - 1].update(change)
    path = write(tmp_path / "hand.jsonl", [DUEL_HEADER, *rows])
    before = Path(path).read_bytes()
    with pytest.raises(LogError) as caught:
        seal(path, path if in_place else str(tmp_path / "sealed.jsonl"))
    assert (caught.value.fault.line, caught.value.fault.code) == (number + 1, code)
    assert message in caught.value.fault.message
    assert Path(path).read_bytes() == before
    assert os.listdir(tmp_path) == ["hand.jsonl"]


def test_sealing_a_torn_log_is_refused(tmp_path: Path) -> None:
    path = Path(hand_written(tmp_path / "hand.jsonl"))
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(LogError, match="incomplete"):
        seal(str(path), str(path))


def test_in_place_is_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails before the new log is safe leaves the old one, and nothing beside it."""
    path = hand_written(tmp_path / "hand.jsonl")
    before = Path(path).read_bytes()

    def fail(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(FileError, match="cannot write: No space left on device"):
        seal(path, path)
    assert Path(path).read_bytes() == before
    assert os.listdir(tmp_path) == ["hand.jsonl"]


def test_in_place_keeps_the_permissions(tmp_path: Path) -> None:
    path = Path(hand_written(tmp_path / "hand.jsonl"))
    path.chmod(0o604)
    seal(str(path), str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_in_place_through_a_link_replaces_the_log_not_the_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = Path(hand_written(tmp_path / "real" / "hand.jsonl"))
    link = tmp_path / "link.jsonl"
    link.symlink_to(real)
    seal(str(link), str(link))
    assert link.is_symlink()
    assert real.read_bytes() == data_of(duel_game())


def test_another_target_leaves_the_log(tmp_path: Path) -> None:
    path = hand_written(tmp_path / "hand.jsonl")
    before = Path(path).read_bytes()
    seal(path, str(tmp_path / "sealed.kpack"))
    assert Path(path).read_bytes() == before
    convert(str(tmp_path / "sealed.kpack"), str(tmp_path / "text.jsonl"))
    assert (tmp_path / "text.jsonl").read_bytes() == data_of(duel_game())


def test_another_target_is_not_overwritten(tmp_path: Path) -> None:
    path = hand_written(tmp_path / "hand.jsonl")
    (tmp_path / "sealed.jsonl").write_text("precious")
    with pytest.raises(FileError, match="exists already"):
        seal(path, str(tmp_path / "sealed.jsonl"))
    assert (tmp_path / "sealed.jsonl").read_text() == "precious"


def test_a_compressed_log_is_sealed_in_place_and_stays_compressed(tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "hand.jsonl.gz"
    path.write_bytes(gzip.compress(Path(hand_written(tmp_path / "hand.jsonl")).read_bytes()))
    seal(str(path), str(path))
    assert gzip.decompress(path.read_bytes()) == data_of(duel_game())


# -- convert ----------------------------------------------------------------------------------------------------


def test_convert_writes_the_form_of_the_new_name(tmp_path: Path) -> None:
    write_log(str(tmp_path / "game.jsonl"), tides_game())
    beginnings = {
        "a.jsonl": b'{"kronika"',
        "a.jsonl.gz": b"\x1f\x8b",
        "a.jsonl.zst": b"\x28\xb5\x2f\xfd",
        "a.kpack": b"KRONIKA\x02",
        "a.kpack.gz": b"\x1f\x8b",
        "a.kpack.zst": b"\x28\xb5\x2f\xfd",
    }
    for name, beginning in beginnings.items():
        convert(str(tmp_path / "game.jsonl"), str(tmp_path / name))
        assert (tmp_path / name).read_bytes().startswith(beginning)
        assert validate(str(tmp_path / name), strict=True).ok


def test_convert_does_not_overwrite_itself_or_others(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_log(str(path), duel_game())
    before = path.read_bytes()
    with pytest.raises(FileError, match="exists already"):
        convert(str(path), str(path))
    assert path.read_bytes() == before


def test_convert_refuses_what_disagrees_with_the_rules(tmp_path: Path) -> None:
    """The packed form holds nothing derived: a wrong digest would be lost without a word."""
    header, *rows = lines_of(duel_game())
    rows[10]["state"] = "0123456789abcdef"
    path = write(tmp_path / "game.jsonl", [header, *rows])
    with pytest.raises(LogError) as caught:
        convert(path, str(tmp_path / "game.kpack"))
    assert (caught.value.fault.line, caught.value.fault.code) == (12, "digest")
    assert os.listdir(tmp_path) == ["game.jsonl"]


@pytest.mark.parametrize("work", [seal, convert])
def test_a_log_that_is_not_there(tmp_path: Path, work: Callable[[str, str], Any]) -> None:
    with pytest.raises(FileError, match="cannot read"):
        work(str(tmp_path / "none.jsonl"), str(tmp_path / "new.jsonl"))


def test_a_log_of_older_rules_keeps_their_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It replays under newer rules, but it was not played under them."""
    path = tmp_path / "game.jsonl"
    write_log(str(path), duel_game())
    monkeypatch.setattr(type(get_game("duel")), "rules_version", 3)
    convert(str(path), str(tmp_path / "new.jsonl"))
    assert (tmp_path / "new.jsonl").read_bytes() == path.read_bytes()
