"""One file of many logs on the command line: every command that takes a log takes one of them, and answers the same."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import msgspec
import pytest

from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_blocks import MAGIC
from kronika.logs.files.pack_writing import logs_in, pack_file
from kronika.logs.replaying.replay import load
from support.cli import fine, run
from support.logs import data_of
from support.playouts import ROOT
from support.unseen import recorded


@pytest.fixture(autouse=True)
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder `games`, the same logs in `games.kpack`, and one of them as `game.jsonl`."""
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    for path in sorted((ROOT / "fixtures/games/tides").glob("*.jsonl"))[:4]:
        shutil.copy(path, "games")
    fine("convert", "games", "games.kpack")
    shutil.copy(sorted(Path("games").iterdir())[1], "game.jsonl")


SAME = (
    ("show", "LOG"),
    ("show", "LOG", "--at", "5"),
    ("show", "LOG", "--as", "0"),
    ("moves", "LOG", "--at", "5"),
    ("replay", "LOG"),
    ("score", "LOG"),
    ("score", "LOG", "--format", "json"),
    ("stats", "LOG"),
    ("best", "LOG", "--at", "4"),
    ("validate", "LOG", "--format", "json"),
    ("coverage", "LOG"),
    ("find", "LOG", "--move", "pick"),
    ("diff", "LOG", "games/real-table.jsonl"),
    ("convert", "LOG", "-"),
    ("example", "from", "LOG", "--at", "10"),
    ("page", "LOG", "--out", "-"),
)
"""Commands that look at one log."""


@pytest.mark.parametrize("words", SAME, ids=" ".join)
def test_an_address_answers_like_a_file(words: tuple[str, ...]) -> None:
    name = sorted(os.listdir("games"))[1].removesuffix(".jsonl")
    answers = []
    for log in ("game.jsonl", f"games.kpack#{name}", "games.kpack#2"):
        done = run(*(log if word == "LOG" else word for word in words))
        answers.append((done.status, done.out.replace(log, "LOG"), done.err.replace(log, "LOG")))
    assert answers[1] == answers[2]
    assert answers[0][0] == answers[1][0]
    assert answers[0][1:] == answers[1][1:]


MANY = (("validate",), ("validate", "--format", "json"), ("coverage",), ("find", "--move", "pick"), ("whatif",))


@pytest.mark.parametrize("words", MANY, ids=" ".join)
def test_many_logs_answer_like_a_folder(words: tuple[str, ...]) -> None:
    answers = []
    for logs in ("games", "games.kpack"):
        done = run(*words, logs)
        text = done.out + done.err
        for place, name in enumerate(sorted(os.listdir("games")), 1):
            text = text.replace(f"games/{name}", f"<{place}>").replace(f"games.kpack#{place}", f"<{place}>")
        answers.append((done.status, text))
    assert answers[0] == answers[1]


WRITING = (
    ("play", "LOG", "Anna: pick 1"),
    ("undo", "LOG"),
    ("redo", "LOG"),
    ("note", "LOG", "text"),
    ("tag", "LOG", "event=club"),
    ("end", "LOG", "--reason", "agreed"),
    ("repair", "LOG"),
)


@pytest.mark.parametrize("log", ["games.kpack#2", "games.kpack"])
@pytest.mark.parametrize("words", WRITING, ids=lambda words: words[0])
def test_a_packed_log_does_not_grow(words: tuple[str, ...], log: str) -> None:
    before = Path("games.kpack").read_bytes()
    if words[0] == "repair" and log == "games.kpack":
        assert "nothing to repair" in fine("repair", log).err
        return
    done = run(*(log if word == "LOG" else word for word in words))
    assert done.status == 3
    assert done.err.startswith(f"error: {log}: only a plain text log ")
    assert Path("games.kpack").read_bytes() == before


def damaged() -> None:
    """`bad.kpack` has the same logs, but the third ends with a wrong digest."""
    logs = list(logs_in(open_pack("games.kpack")))
    header, tags, entries, _ = msgspec.msgpack.decode(logs[2][0])
    logs[2] = (msgspec.msgpack.encode([header, tags, entries, "0" * 16]), logs[2][1])
    Path("bad.kpack").write_bytes(pack_file(logs))


def test_reports_name_the_file_and_the_address() -> None:
    damaged()
    done = run("validate", "bad.kpack")
    place = "bad.kpack#3:"
    assert (done.status, done.err.startswith(place) or place in done.out) == (1, True)
    (line,) = run("validate", "bad.kpack", "--format", "github").out.splitlines()
    assert line.startswith("::error file=bad.kpack,title=digest::bad.kpack#3:")
    assert 'name="bad.kpack#3"' in run("validate", "bad.kpack", "--format", "junit").out
    (result,) = json.loads(run("validate", "bad.kpack", "--format", "sarif").out)["runs"][0]["results"]
    assert result["message"]["text"].startswith("bad.kpack#3:")
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "bad.kpack"


def test_a_corpus_knows_the_logs_within_a_file() -> None:
    Path("all").mkdir()
    shutil.copy("games.kpack", "all")
    shutil.copy("game.jsonl", "all")
    assert fine("corpus", "check", "all").err.startswith("5 logs: none with faults")
    listed = fine("corpus", "filter", "all", "--game", "tides").out.splitlines()
    assert listed == ["all/game.jsonl", *(f"all/games.kpack#{place}" for place in range(1, 5))]
    assert run("corpus", "dedupe", "all").out == "game.jsonl  games.kpack#2\n"
    fine("convert", "--from", "-", "best.kpack", stdin="\n".join(listed))
    assert open_pack("best.kpack").logs == 5


def names_in(path: str) -> list[str]:
    return [name for _, name in logs_in(open_pack(path))]


def test_copies_of_logs_in_a_file_are_a_file_of_its_name() -> None:
    Path("all/deep").mkdir(parents=True)
    shutil.copy("games.kpack", "all/deep")
    shutil.copy("game.jsonl", "all")
    best = names_in("games.kpack")
    done = fine("corpus", "filter", "all", "--copy", "copies")
    assert done.err.endswith("5 logs.\n")
    assert Path("copies/game.jsonl").read_bytes() == Path("game.jsonl").read_bytes()
    assert Path("copies/deep/games.kpack").read_bytes() == Path("games.kpack").read_bytes()
    again = run("corpus", "filter", "all", "--copy", "copies")
    assert again.status == 3
    assert again.err.count("copies/deep/games.kpack: exists already") == 1
    assert names_in("copies/deep/games.kpack") == best


def test_some_logs_of_a_file_are_copied() -> None:
    games = [load(f"games.kpack#{place}") for place in range(1, 5)]
    best = [max(game.game.totals(game.state)) for game in games]
    least = sorted(best)[2]
    fine("corpus", "filter", "games.kpack", "--least", str(least), "--copy", "best")
    wanted = [name for name, points in zip(names_in("games.kpack"), best, strict=True) if points >= least]
    assert names_in("best/games.kpack") == wanted
    assert len(wanted) < 4


def test_doubles_within_a_file_are_moved_to_a_file_of_its_name() -> None:
    logs = list(logs_in(open_pack("games.kpack")))
    Path("many.kpack").write_bytes(pack_file([*logs, (logs[1][0], "twin"), (logs[3][0], "other")]))
    done = fine("corpus", "dedupe", "many.kpack", "--move", "doubles")
    assert "2 logs moved to doubles." in done.err
    assert list(logs_in(open_pack("many.kpack"))) == logs
    assert names_in("doubles/many.kpack") == ["twin", "other"]
    assert fine("corpus", "check", "many.kpack").err.startswith("4 logs: none with faults")


def test_doubles_stay_where_a_file_of_that_name_is() -> None:
    logs = list(logs_in(open_pack("games.kpack")))
    Path("many.kpack").write_bytes(pack_file([*logs, (logs[1][0], "twin")]))
    before = Path("many.kpack").read_bytes()
    Path("doubles").mkdir()
    Path("doubles/many.kpack").write_bytes(b"mine")
    done = run("corpus", "dedupe", "many.kpack", "--move", "doubles")
    assert (done.status, "doubles/many.kpack: exists already" in done.err) == (3, True)
    assert Path("many.kpack").read_bytes() == before
    assert Path("doubles/many.kpack").read_bytes() == b"mine"


def test_a_folder_goes_into_a_file_and_comes_out_of_it() -> None:
    assert fine("convert", "games.kpack", "again/").err == "again/: 4 logs.\n"
    for name in os.listdir("games"):
        assert (Path("again") / name).read_bytes() == data_of(load(f"games/{name}"))
    assert fine("convert", "games.kpack", "again/").err == "again/: 4 logs.\n"  # an interrupted one goes on
    fine("convert", "again", "again.kpack")
    assert Path("again.kpack").read_bytes() == Path("games.kpack").read_bytes()


def test_join_sort_choose_and_list() -> None:
    fine("simulate", "tides", "-n", "3", "--out", "more.kpack")
    assert fine("convert", "games.kpack", "more.kpack", "game.jsonl", "all.kpack").err == "all.kpack: 8 logs.\n"
    assert list(names("all.kpack"))[4:] == ["tides-0001", "tides-0002", "tides-0003", "game"]
    fine("convert", "--sort", "name", "all.kpack", "sorted.kpack")
    assert list(names("sorted.kpack")) == sorted(names("all.kpack"))
    Path("list.txt").write_text("all.kpack#6\nall.kpack#game\n")
    fine("convert", "--from", "list.txt", "two.kpack")
    assert list(names("two.kpack")) == ["tides-0002", "game"]
    done = run("convert", "--game", "imhotep", "all.kpack", "none.jsonl")
    assert (done.status, "There is no such log" in done.err) == (2, True)
    done = run("convert", "all.kpack", "one.jsonl")
    assert "There are 8 logs, and one.jsonl holds one: name a .kpack, a .txt or a folder." in done.err
    assert not Path("one.jsonl").exists()


def names(path: str) -> list[str]:
    found = open_pack(path)
    return [name for number in range(found.blocks) for name in found.block(number).name_list()]


def test_a_broken_log_is_refused_and_nothing_is_made() -> None:
    data = Path("game.jsonl").read_bytes().split(b"\n")
    Path("games/broken.jsonl").write_bytes(b"\n".join([*data[:5], *data[6:]]))
    done = run("convert", "games", "new.kpack")
    assert done.status == 1
    assert "games/broken.jsonl:6: " in done.err
    assert not Path("new.kpack").exists()
    done = fine("convert", "--as-far-as-legal", "games", "new.kpack")
    assert "broken: kept as far as it is legal. games/broken.jsonl:6: " in done.err
    assert open_pack("new.kpack").logs == 5
    assert fine("validate", "new.kpack").status == 0


def test_texts_of_many_games_in_one_file() -> None:
    fine("convert", "games.kpack", "games.txt")
    assert Path("games.txt").read_text().count("[Game ") == 4
    fine("convert", "games.txt", "again.kpack")
    fine("convert", "again.kpack", "again.txt")
    assert Path("again.txt").read_bytes() == Path("games.txt").read_bytes()
    assert fine("validate", "again.kpack").err.startswith("4 logs, ")


def test_a_broken_text_says_its_line_and_keeps_its_legal_part() -> None:
    fine("convert", "game.jsonl", "game.txt")
    text = Path("game.txt").read_text()
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if ": pick " in line)
    lines[at] = lines[at].partition(": ")[0] + ": pick 99"
    Path("two.txt").write_text(text + "\n" + "\n".join(lines) + "\n")
    done = run("convert", "two.txt", "two.kpack")
    place = f"two.txt:{text.count(chr(10)) + 1 + at + 1}: "
    assert place in done.err
    assert not Path("two.kpack").exists()
    done = fine("convert", "--as-far-as-legal", "two.txt", "two.kpack")
    assert f"two-2: kept as far as it is legal. {place}" in done.err
    assert open_pack("two.kpack").logs == 2
    Path("broken.txt").write_text("\n".join(lines) + "\n")
    assert run("new", "tides", "--script", "broken.txt", "-q", "new.jsonl").status == 2
    done = fine("new", "tides", "--script", "broken.txt", "--as-far-as-legal", "-q", "new.jsonl")
    assert "pick 99" in done.err
    assert fine("validate", "new.jsonl").status == 0


def test_the_log_of_a_witness_goes_into_a_file_and_comes_out() -> None:
    Path("seen.jsonl").write_bytes(data_of(recorded("tigris", 2, 4)))
    fine("convert", "seen.jsonl", "games.kpack", "all.kpack")
    fine("convert", "all.kpack#seen", "again.jsonl")
    assert Path("again.jsonl").read_bytes() == Path("seen.jsonl").read_bytes()
    assert run("convert", "seen.jsonl", "seen.kpack.gz").status == 3


def test_a_killed_simulation_goes_on_and_ends_with_the_same_bytes() -> None:
    fine("simulate", "tides", "-n", "30", "--out", "whole.kpack")
    fine("simulate", "tides", "-n", "11", "--out", "part.kpack")
    data = Path("part.kpack").read_bytes()
    end = open_pack("part.kpack").end
    Path("part.kpack").write_bytes(data[:end] + b"Kblk\x02\x00")
    done = fine("simulate", "tides", "-n", "30", "--out", "part.kpack", "--jobs", "2")
    assert done.err.endswith("part.kpack: 30 games of Tides of Time.\n")
    assert Path("part.kpack").read_bytes() == Path("whole.kpack").read_bytes()
    done = run("simulate", "tides", "-n", "30", "--seed", "9", "--out", "part.kpack")
    assert done.status == 3
    assert done.err.startswith("error: part.kpack#1: exists already, and is another game: its seed: ")
    assert done.err.endswith("It is left as it is; choose another file.\n")


def test_a_simulation_is_the_same_in_a_folder_and_in_a_file() -> None:
    fine("simulate", "tides", "-n", "5", "--bots", "greedy", "--out", "folder")
    fine("simulate", "tides", "-n", "5", "--bots", "greedy", "--out", "file.kpack")
    fine("convert", "file.kpack", "again/")
    for name in os.listdir("folder"):
        assert (Path("again") / name).read_bytes() == (Path("folder") / name).read_bytes()


MATCH = """
[[match]]
name = "first"
game = "tides"
players = ["Anna", "Bob"]
seeds = "1..3"
bots = {Anna = "greedy", Bob = "random"}
expect.totals = {Anna = -1}
"""


def test_a_match_goes_into_a_file() -> None:
    Path("m.toml").write_text(MATCH)
    one = run("match", "m.toml", "--out", "played")
    other = run("match", "m.toml", "--out", "played.kpack")
    assert (one.status, one.out) == (1, other.out)
    assert names("played.kpack") == ["first-1", "first-2", "first-3"]
    before = Path("played.kpack").read_bytes()
    assert run("match", "m.toml", "--out", "played.kpack").out == one.out
    assert Path("played.kpack").read_bytes() == before


def test_a_tournament_goes_into_a_file() -> None:
    words = ("tournament", "--game", "tides", "--bot", "greedy", "--bot", "random", "--games")
    fine(*words, "4", "--out", "t.kpack")
    fine(*words, "8", "--out", "t.kpack", "--jobs", "2")
    fine(*words, "8", "--out", "folder")
    assert fine("standings", "t.kpack").out == fine("standings", "folder").out
    fine("convert", "t.kpack", "again/")
    logs = [name for name in os.listdir("folder") if name.endswith(".jsonl")]
    assert len(logs) == 8
    assert all((Path("again") / name).read_bytes() == (Path("folder") / name).read_bytes() for name in logs)
    assert sorted(path.name for path in Path().glob("t.kpack*")) == ["t.kpack", "t.kpack.json"]


def test_the_standings_of_a_game_night_in_a_file() -> None:
    told = []
    for logs in ("games", "games.kpack"):
        text = re.sub("-+", "-", fine("standings", logs).out)
        for place, name in enumerate(sorted(os.listdir("games")), 1):
            text = text.replace(f"games.kpack#{place}", "LOG").replace(name, "LOG")
        told.append(text.split())
    assert told[0] == told[1]


def test_a_clean_log_for_publishing() -> None:
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", "7", "--tag", "winner=Anna", "-q", "a.jsonl")
    moves = fine("moves", "a.jsonl").out.split("\n")
    first = next(line for line in moves if "pick" in line).strip()
    fine("play", "a.jsonl", first if ":" in first else f"Anna: {first}")
    fine("note", "a.jsonl", "Anna is my neighbour")
    fine("undo", "a.jsonl")
    fine("convert", "--in-force", "--no-notes", "--rename", "Anna=A", "--rename", "Bob=B", "a.jsonl", "b.jsonl")
    text = Path("b.jsonl").read_text()
    assert "neighbour" not in text
    assert "Anna" not in text
    assert "undo" not in text
    assert '"players":["A","B"]' in text
    assert '"winner":"A"' in text
    assert '"cleaned":"events taken back are omitted, notes are omitted, 2 names changed; from ' in text
    assert fine("validate", "--strict", "b.jsonl").status == 0


def test_a_name_that_nobody_has_is_not_passed_over() -> None:
    for target in ("b.jsonl", "b.kpack", "b.txt"):
        done = run("convert", "--rename", "Nobody=A", "game.jsonl", target)
        assert (done.status, done.err) == (2, "error: Nobody is called 'Nobody' there: nothing was written.\n")
        assert not Path(target).exists()


# -- what is not one log ----------------------------------------------------------------------------------------------


def test_a_folder_of_pages_is_made_of_a_file_too() -> None:
    """The pages of the games are the same; the name of one page asks for one game."""
    names = sorted(os.listdir("games"))
    for logs, out in (("games", "a"), ("games.kpack", "b")):
        assert (
            fine("page", logs, "--out", out).err == f"{out}: {len(names)} games. Open {out}/index.html in a browser.\n"
        )
    pages = ["games.html", *(f"games-{place}.html" for place in range(2, len(names) + 1))]
    assert sorted(os.listdir("b")) == sorted((*pages, "index.html"))
    for name, page in zip(names, pages, strict=True):
        assert Path("a", name).with_suffix(".html").read_bytes() == Path("b", page).read_bytes()
    done = run("page", "games.kpack", "--out", "one.html")
    assert (done.status, done.err) == (
        3,
        f"error: games.kpack: holds {len(names)} logs: name one of them, such as games.kpack#1.\n",
    )


def test_the_end_of_a_file_that_is_cut_short_is_said_by_all() -> None:
    """After the last whole block there are 30 bytes of the next one, whose head has 40."""
    data = Path("games.kpack").read_bytes()
    pack = open_pack("games.kpack")
    Path("cut.kpack").write_bytes(data[: pack.end] + data[8:38])
    said = "the file is cut short: 30 bytes after its last log are not a whole block of logs"
    last = f"cut.kpack#{pack.logs + 1}"
    for words in (("validate", "cut.kpack"), ("coverage", "cut.kpack"), ("corpus", "check", "cut.kpack")):
        done = run(*words)
        assert done.status == 1, words
        assert f"{last}:1: incomplete {said}" in done.out + done.err
    for words in (
        ("convert", "cut.kpack", "new.kpack"),
        ("corpus", "export", "cut.kpack", "--to", "t", "--form", "csv"),
    ):
        done = run(*words)
        assert done.status == 3, words
        assert f"{last}: cannot read: {said}." in done.err


def test_an_empty_file_has_no_row() -> None:
    Path("empty.kpack").write_bytes(MAGIC)
    done = run("corpus", "export", "empty.kpack", "--to", "t", "--form", "csv")
    assert (done.status, done.out, done.err) == (3, "t: 0 logs added.\n", "empty.kpack: holds no log.\n")
    for words in (("validate", "empty.kpack"), ("show", "empty.kpack"), ("convert", "empty.kpack", "new.kpack")):
        done = run(*words)
        assert done.status == 3, words
        assert "empty.kpack: holds no log.\n" in done.out + done.err


def test_a_file_of_many_is_not_one_log() -> None:
    """What is named instead can be typed; from a stream nothing can be named."""
    logs = len(os.listdir("games"))
    for address in ("games.kpack", "games.kpack#"):
        done = run("score", address)
        assert done.status == 3
        assert done.err.endswith(f": holds {logs} logs: name one of them, such as games.kpack#1.\n")
    for words in (("score", "-"), ("page", "-", "--out", "new.html")):
        done = run(*words, stdin=Path("games.kpack").read_bytes())
        assert done.status == 3
        assert done.err == f"error: <stdin>: holds {logs} logs, and a stream stands for one: name a file.\n"


def test_a_corpus_takes_no_single_log() -> None:
    for command in ("check", "stats", "index"):
        done = run("corpus", command, "games.kpack#2")
        assert (done.status, done.err) == (3, "error: games.kpack#2: is one log of games.kpack: name the file.\n")
    assert run("corpus", "check", "nowhere#2").err == "error: nowhere#2: is not a folder.\n"
