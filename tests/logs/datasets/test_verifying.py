"""What `verify` finds in a data set: changed files and rows, games that are not fit, deals in two splits."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from kronika.core import get_game
from kronika.logs.datasets.forms import MANIFEST, Verified, manifest_of
from kronika.logs.datasets.making import Wanted, make_dataset, sum_of
from kronika.logs.datasets.verifying import verify_dataset
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack_writing import pack_file
from kronika.logs.files.sources import stored_logs
from kronika.logs.replaying.logfile import packed_bytes, write_log
from kronika.logs.tables.duck import connect, quoted_path, write_parquet
from kronika.logs.work.simulate import play_random


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games of Tides of Time, in two splits."""
    here = tmp_path_factory.mktemp("set")
    for seed in range(4):
        write_log(str(here / f"{seed}.jsonl"), play_random(get_game("tides"), 2, {}, seed))
    logs = stored_logs([str(here / f"{seed}.jsonl") for seed in range(4)])
    found = make_dataset(logs, str(here / "set"), Wanted("set", shares=(50, 0, 50)))
    assert {*found.splits} == {"train", "test"}
    return here / "set"


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "set")
    return tmp_path / "set"


def found(folder: Path) -> list[str]:
    return [f"{one.file} {one.about}".strip() for one in verify_dataset(str(folder)).differences]


def as_if_made(folder: Path, *names: str) -> None:
    """Write the sums of changed files into the manifest, as a dishonest maker would."""
    manifest = manifest_of(str(folder))
    sums = {**manifest.files, **{name: sum_of(folder / name) for name in names}}
    (folder / MANIFEST).write_bytes(msgspec.json.encode(msgspec.structs.replace(manifest, files=sums)))


def test_nothing_differs_in_what_was_made(made: Path) -> None:
    assert verify_dataset(str(made)) == Verified(4, (), same_program=True)


def test_a_changed_row_is_found_with_its_value(folder: Path) -> None:
    path = folder / "train" / "seats.parquet"
    with connect(threads="1") as db:
        rows = f"SELECT * REPLACE (if(seat = 1, points + 1, points) AS points) FROM {quoted_path(str(path))}"
        ((log, points),) = db.execute(
            f"SELECT log, points FROM {quoted_path(str(path))} WHERE seat = 1 LIMIT 1"
        ).fetchall()
        write_parquet(db, rows, str(folder / "new"))
    (folder / "new").rename(path)
    as_if_made(folder, "train/seats.parquet")
    one, other = verify_dataset(str(folder)).differences
    assert other.file == "croissant.json", "it has the sum of the file as it was"
    assert (one.file, one.rows) == ("train/seats.parquet", manifest_of(str(folder)).splits["train"].logs)
    assert (one.log, one.column, one.stored, one.replayed) == (log, "points", str(points + 1), str(points))


@pytest.mark.long
def test_a_lost_row_is_found(folder: Path) -> None:
    path = folder / "test" / "steps.parquet"
    with connect(threads="1") as db:
        write_parquet(db, f"SELECT * FROM {quoted_path(str(path))} WHERE step < 30", str(folder / "new"))
    (folder / "new").rename(path)
    as_if_made(folder, "test/steps.parquet")
    assert found(folder)[0].startswith("test/steps.parquet differs")


def test_missing_changed_and_foreign_files_are_found(folder: Path) -> None:
    (folder / "train" / "scores.parquet").unlink()
    (folder / "README.md").write_text("Another card.")
    (folder / "more.txt").write_text("more")
    (folder / "test" / "logs.parquet").write_bytes(b"PAR1")
    *files, unreadable = found(folder)
    assert files == [
        "README.md has changed since the data set was made",
        "test/logs.parquet has changed since the data set was made",
        "train/scores.parquet is missing",
        "more.txt does not belong to the data set",
    ]
    assert unreadable.startswith("test/logs.parquet")
    assert "cannot be read" in unreadable


def test_a_deal_in_two_splits_is_found(folder: Path) -> None:
    """A second game with the seed of a game for training is put among those for the test."""
    train = manifest_of(str(folder)).splits["train"].logs
    with connect() as db:
        ((seed,),) = db.execute(
            f"SELECT seed FROM {quoted_path(str(folder / 'train' / 'logs.parquet'))} LIMIT 1"
        ).fetchall()
    session = play_random(get_game("tides"), 2, {}, seed)
    session.undo()
    (folder / "test.kpack").write_bytes(pack_file([(packed_bytes(session), "x")]))
    as_if_made(folder, "test.kpack")
    told = found(folder)
    assert train
    assert any(one.endswith("is in several splits: test, train") for one in told), told
    assert (
        f"{MANIFEST} has other numbers for the split test" in told
        or "test/logs.parquet differs from the replay" in told
    )


@pytest.mark.parametrize("part", [0, 0.5, 0.98])
def test_a_damaged_file_of_logs_is_found_and_nothing_is_compared(folder: Path, part: float) -> None:
    data = (folder / "train.kpack").read_bytes()
    (folder / "train.kpack").write_bytes(data[: int(len(data) * part)])
    assert found(folder) == [
        "train.kpack has changed since the data set was made",
        "train.kpack is damaged, so that nothing was replayed",
    ]


def changed_manifest(folder: Path, **changed: object) -> None:
    manifest = msgspec.structs.replace(manifest_of(str(folder)), **changed)
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))


def test_a_card_metadata_and_a_manifest_that_contradict_the_games_are_found(folder: Path) -> None:
    card, metadata = folder / "README.md", folder / "croissant.json"
    card.write_text(card.read_text().replace("4 games of", "40 games of"))
    metadata.write_text(metadata.read_text().replace("4 games of", "40 games of"))
    as_if_made(folder, "README.md", "croissant.json")
    assert found(folder) == [
        f"README.md describes another data set than {MANIFEST}",
        f"croissant.json describes another data set than {MANIFEST}",
    ]
    (source,) = manifest_of(str(folder)).games
    changed_manifest(folder, games=(msgspec.structs.replace(source, game="\x1b[2J", finished=9),))
    assert found(folder) == [f"{MANIFEST} has other games"]


def test_a_deal_in_a_split_that_is_not_its_own_is_found(folder: Path) -> None:
    """With shares of 0, 0 and 100 the test would have all deals."""
    wrong = manifest_of(str(folder)).splits["train"].logs
    changed_manifest(folder, shares=(0, 0, 100))
    assert found(folder)[:wrong] == ["train.kpack has a log whose deal belongs to test"] * wrong
    whole = (folder / MANIFEST).read_text()
    for shares in ("0,0,0", "-1,1,100", "0,0"):
        (folder / MANIFEST).write_text(whole.replace('"shares":[0,0,100]', f'"shares":[{shares}]'))
        with pytest.raises(FileError, match=r"shares are not three parts of 100|is not what"):
            verify_dataset(str(folder))


def test_what_is_not_a_data_set_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=MANIFEST):
        verify_dataset(str(tmp_path))
    (folder / MANIFEST).write_text("{}")
    with pytest.raises(FileError, match="is not what `kronika dataset` writes"):
        verify_dataset(str(folder))
    (folder / MANIFEST).write_text("[" * 100_000)
    with pytest.raises(FileError, match="is not what `kronika dataset` writes"):
        verify_dataset(str(folder))


def test_a_data_set_of_another_version_is_refused(folder: Path) -> None:
    manifest = msgspec.structs.replace(manifest_of(str(folder)), dataset=2)
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    with pytest.raises(FileError, match="data set of version 2"):
        verify_dataset(str(folder))


def test_a_name_in_the_manifest_does_not_lead_out_of_the_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x")
    manifest = manifest_of(str(folder))
    files = {**manifest.files, "../outside": "0"}
    (folder / MANIFEST).write_bytes(msgspec.json.encode(msgspec.structs.replace(manifest, files=files)))
    with pytest.raises(FileError, match=r"'\.\./outside' is not a file of a data set"):
        verify_dataset(str(folder))
