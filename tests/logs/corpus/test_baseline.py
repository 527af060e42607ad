"""Baselines: what `--against` needs of each log, small, and read in every form that there was."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kronika.core import get_game
from kronika.logs.corpus.baseline import Earlier, read_baseline
from kronika.logs.files.faults import FileError
from kronika.logs.replaying.survey import Survey
from kronika.logs.work import simulate
from support.cli import run

FORMS = ["before.json", "before.base", "before.gz", "before.zst"]


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    list(simulate.simulate(simulate.plan(get_game("tides"), 2, {}, 3, 40, "games")))
    return Path("games")


def write(form: str) -> None:
    if form == "before.json":
        Path(form).write_text(run("corpus", "check", "games", "--format", "json").out)
        return
    if form.endswith(".zst"):
        pytest.importorskip("zstandard")
    done = run("corpus", "check", "games", "--baseline", form)
    assert (done.status, done.err.splitlines()[-1]) == (0, "40 logs: none with faults, 0 pinned.")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_changes(games: Path, form: str) -> None:
    """A log that is gone, one that is new, one with another move, and one with other points."""
    write(form)
    assert run("corpus", "check", "games", "--against", form).out == "Nothing changed.\n"
    (games / "tides-0001.jsonl").rename(games / "zz.jsonl")
    spoilt = games / "tides-0002.jsonl"
    spoilt.write_bytes(spoilt.read_bytes().replace(b'"type":"pick"', b'"type":"pack"', 1))
    done = run("corpus", "check", "games", "--against", form, "--format", "json")
    told = [(group["code"], group["logs"]) for group in json.loads(done.out)]
    assert sorted(told) == [
        ("gone", ["tides-0001.jsonl"]),
        ("new", ["zz.jsonl"]),
        ("schema", ["tides-0002.jsonl"]),
    ]
    assert done.status == 1


@pytest.mark.parametrize("form", FORMS[:2])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_it(form: str, encoding: str) -> None:
    """As shells of Windows write what is redirected to a file: two of them."""
    write(form)
    text = Path(form).read_text()
    Path("marked").write_bytes(text.encode(encoding))
    assert list(read_baseline("marked")) == list(read_baseline(form))
    assert run("corpus", "check", "games", "--against", "marked").out == "Nothing changed.\n"


def test_it_is_small() -> None:
    """Most of a result as JSON is not needed. Of 40 games, each line has a digest of 16 characters that is like no
    other, and points.
    """
    write("before.json")
    write("before.gz")
    assert Path("before.gz").stat().st_size < Path("before.json").stat().st_size / 20
    lines = gzip.decompress(Path("before.gz").read_bytes()).splitlines()
    assert json.loads(lines[0]) == {"baseline": 1}
    assert [json.loads(line)["path"] for line in lines[1:]] == [f"tides-{n:04}.jsonl" for n in range(1, 41)]


def test_nothing_is_written_over_and_nothing_by_halves(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("before.gz").write_text("precious")
    done = run("corpus", "check", "games", "--baseline", "before.gz")
    assert (done.status, Path("before.gz").read_text()) == (3, "precious")
    assert "exists already" in done.err
    assert run("corpus", "check", "games", "--baseline", "-").status == 2

    def broken(*words: object, **more: object) -> None:
        raise FileError("broken off")

    monkeypatch.setattr("kronika.logs.corpus.stretches.survey", broken)
    assert run("corpus", "check", "games", "--baseline", "other.gz", "--catalog", "new").status == 3
    assert not Path("other.gz").exists()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"baseline":2}\n', "is a baseline of version 2, this program reads 1"),
        (b'{"baseline":1}\n{"path":1}\n', "line 2 is not one of a baseline"),
        (b'{"baseline":1}\n{"path":"a"}\n{"pa', "line 3 is not one of a baseline"),
        (b'{"baseline":1}\n' + b"[" * 5000 + b"\n", "line 2 is not one of a baseline"),
        (b'{"baseline":1}\n\xff\n', "line 2 is not one of a baseline"),
        (gzip.compress(b'{"baseline":1}\n{"path":"a"}\n', mtime=0)[:-12], "cut"),
        (b"", "is not a result of `kronika corpus check --format json`"),
    ],
    ids=["newer", "schema", "cut", "deep", "not UTF-8", "cut gzip", "empty"],
)
def test_what_is_no_baseline_is_said(data: bytes, says: str) -> None:
    Path("odd").write_bytes(data)
    done = run("corpus", "check", "games", "--against", "odd")
    assert done.status == 3
    assert done.err.startswith("error: odd: ")
    assert says in done.err


def test_earlier_logs_are_asked_for_one_by_one() -> None:
    logs = [Survey(name, game="tides", digest="d") for name in ("b", "a", "n\udcff")]
    with Earlier(logs) as earlier:
        assert earlier.get("a") == logs[1]
        assert earlier.get("c") is None
        assert list(earlier.gone()) == [logs[0], logs[2]]
