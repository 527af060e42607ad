"""Many logs into one file and out of it: names that are safe as files, choices, and texts of many games."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from kronika.core.basics.errors import KronikaError
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_writing import logs_in, new_pack
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.logfile import packed_bytes, write_log
from kronika.logs.replaying.replay import load
from kronika.logs.texts.game_text import game_text
from kronika.logs.texts.joining import Choice, Converting, chosen, join, split, taken
from kronika.logs.texts.many_texts import texts_in
from support.logs import DUEL_MOVES, data_of, duel_game

pytestmark = pytest.mark.usefixtures("duel")

HOSTILE = (
    *("../out", "/abs", "a/../../out", ".hidden", "con", "a\\b", "c:d", "x" * 9 + ".", "a//b", " "),
    *("same", "Same", "good", "in/folder"),
)
"""Names that no file may get, then names that are the same on some systems, and good ones."""


def joined(path: Path, names: tuple[str, ...]) -> None:
    with new_pack(str(path)) as writer:
        for number, name in enumerate(names):
            writer.add(packed_bytes(duel_game(DUEL_MOVES[: number % 5], tags={"n": str(number)})), name)


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    joined(tmp_path / "a.kpack", HOSTILE)
    logs = taken(find_logs([str(tmp_path / "a.kpack")]).paths, [])
    assert split(str(tmp_path / "out"), Converting(), logs) == len(HOSTILE)
    there = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.jsonl"))
    numbered = [f"{number:07}.jsonl" for number in (*range(1, 11), 12)]
    assert there == sorted([*numbered, "same.jsonl", "good.jsonl", "in/folder.jsonl"])
    assert sorted(os.listdir(tmp_path)) == ["a.kpack", "out"]
    assert load(str(tmp_path / "out" / "0000001.jsonl")).header.tags == {"n": "0"}


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (("x" * 300, "é" * 101), ["0000001.jsonl", "0000002.jsonl"]),
        (("0000002", "../out"), ["0000002-1.jsonl", "0000002.jsonl"]),
        (("a", "a.jsonl/b"), ["0000002.jsonl", "a.jsonl"]),
        (("\u00e9", "e\u0301"), ["0000002.jsonl", "\u00e9.jsonl"]),
    ],
)
def test_a_name_that_is_too_long_or_taken_gives_way_to_a_number(
    tmp_path: Path, names: tuple[str, ...], files: list[str]
) -> None:
    joined(tmp_path / "a.kpack", names)
    logs = taken(find_logs([str(tmp_path / "a.kpack")]).paths, [])
    assert split(str(tmp_path / "out"), Converting(), logs) == len(names)
    assert sorted(os.listdir(tmp_path / "out")) == files


@pytest.mark.parametrize("target", ["b.kpack", "out"])
def test_a_packed_log_with_a_fault_is_refused_though_its_bytes_need_no_change(tmp_path: Path, target: str) -> None:
    header, tags, entries, _ = msgspec.msgpack.decode(packed_bytes(duel_game(DUEL_MOVES)))
    with new_pack(str(tmp_path / "a.kpack")) as writer:
        writer.add(packed_bytes(duel_game(DUEL_MOVES)), "good")
        writer.add(msgspec.msgpack.encode([header, tags, entries, "0" * 16]), "bad")
    logs = taken(find_logs([str(tmp_path / "a.kpack")]).paths, [])
    to = str(tmp_path / target)
    with pytest.raises(LogError, match=r"a\.kpack#2:\d+: digest"):
        split(to, Converting(), logs) if target == "out" else join(to, Converting(), logs)
    assert not (tmp_path / "b.kpack").exists()


def test_a_file_with_other_bytes_is_left(tmp_path: Path) -> None:
    joined(tmp_path / "a.kpack", ("one", "two"))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "two.jsonl").write_text("mine")
    logs = taken(find_logs([str(tmp_path / "a.kpack")]).paths, [])
    with pytest.raises(FileError, match=r"two\.jsonl: exists already"):
        split(str(tmp_path / "out"), Converting(), logs)
    assert (tmp_path / "out" / "two.jsonl").read_text() == "mine"


def test_logs_of_a_folder_have_names_from_there(tmp_path: Path) -> None:
    for name in ("a.jsonl", "sub/b.kpack", "sub/c.jsonl.gz"):
        (tmp_path / "games" / name).parent.mkdir(exist_ok=True, parents=True)
        write_log(str(tmp_path / "games" / name), duel_game(tags={"from": name}))
    root = str(tmp_path / "games")
    join(str(tmp_path / "all.kpack"), Converting(), taken(find_logs([root]).paths, [root]))
    assert [name for _, name in logs_in(open_pack(str(tmp_path / "all.kpack")))] == ["a", "sub/b", "sub/c"]
    assert load(f"{tmp_path}/all.kpack#sub/b").header.tags == {"from": "sub/b.kpack"}


def test_logs_are_chosen_by_their_headers_and_sorted_by_a_tag(tmp_path: Path) -> None:
    joined(tmp_path / "a.kpack", ("x", "y", "z"))
    write_log(str(tmp_path / "b.jsonl"), duel_game(tags={"n": "1", "place": "Club"}))
    paths = [str(tmp_path / "a.kpack"), str(tmp_path / "b.jsonl")]

    def names(choice: Choice) -> list[str]:
        return [log.name for log in chosen(taken(find_logs(paths).paths, []), choice)]

    assert names(Choice()) == ["x", "y", "z", "b"]
    assert names(Choice(sort="name")) == ["b", "x", "y", "z"]
    assert names(Choice(sort="place")) == ["b", "x", "y", "z"]
    assert names(Choice(sort="n")) == ["x", "y", "b", "z"]
    assert names(Choice(tags={"n": "1"})) == ["y", "b"]
    assert names(Choice(seats=3)) == names(Choice(game="tides")) == []


def test_a_fault_makes_no_file(tmp_path: Path) -> None:
    data = data_of(duel_game()).split(b"\n")
    (tmp_path / "bad.jsonl").write_bytes(b"\n".join([*data[:3], *data[4:]]))
    write_log(str(tmp_path / "good.jsonl"), duel_game())
    paths = find_logs([str(tmp_path / "good.jsonl"), str(tmp_path / "bad.jsonl")]).paths
    with pytest.raises(LogError, match=r"bad\.jsonl:4: "):
        join(str(tmp_path / "new.kpack"), Converting(), taken(paths, []))
    assert sorted(os.listdir(tmp_path)) == ["bad.jsonl", "good.jsonl"]
    told: list[str] = []
    assert join(str(tmp_path / "new.kpack"), Converting(legal=True), taken(paths, []), tell=told.append) == 2
    assert [line.partition(". ")[0] for line in told] == ["bad: kept as far as it is legal"]
    assert load(f"{tmp_path}/new.kpack#bad").history == duel_game().history[:2]


# -- texts of many games ----------------------------------------------------------------------------------------------


def test_each_game_begins_the_next_text(tmp_path: Path) -> None:
    one, two = game_text(duel_game()), game_text(duel_game(DUEL_MOVES[:2]))
    (tmp_path / "a.txt").write_text(f"# Two games\n\n{one}\n# between\n\n{two}")
    found = list(texts_in(str(tmp_path / "a.txt")))
    assert [game.first for game in found] == [1, 6 + one.count("\n")]
    assert found[0].text == f"# Two games\n\n{one}\n# between\n\n"
    assert found[1].text == two
    join(str(tmp_path / "a.kpack"), Converting(), taken([str(tmp_path / "a.txt")], []))
    assert [name for _, name in logs_in(open_pack(str(tmp_path / "a.kpack")))] == ["a", "a-2"]
    assert load(f"{tmp_path}/a.kpack#1").history == duel_game().history
    assert load(f"{tmp_path}/a.kpack#2").history == duel_game(DUEL_MOVES[:2]).history


def test_an_error_in_a_later_game_names_its_line(tmp_path: Path) -> None:
    one = game_text(duel_game())
    (tmp_path / "a.txt").write_text(f"{one}{one}nonsense\n")
    with pytest.raises(KronikaError, match=rf"a\.txt:{2 * one.count(chr(10)) + 1}: "):
        join(str(tmp_path / "a.kpack"), Converting(), taken([str(tmp_path / "a.txt")], []))


def test_a_text_that_is_not_utf_8_names_its_game(tmp_path: Path) -> None:
    one = game_text(duel_game()).encode()
    (tmp_path / "a.txt").write_bytes(one + one + b"\xff\n")
    with pytest.raises(FileError, match=rf"a\.txt:{one.count(chr(10).encode()) + 1}: is not UTF-8 text"):
        list(texts_in(str(tmp_path / "a.txt")))
