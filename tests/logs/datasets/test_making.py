"""Data sets: which games are in one, where each deal is, and that its tables are what an environment shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kronika.core import Session, get_game
from kronika.core.sessions.metadata import ASSUMED
from kronika.logs.datasets.choosing import split_of
from kronika.logs.datasets.forms import MANIFEST, Made, Split, manifest_of
from kronika.logs.datasets.making import Wanted, make_dataset
from kronika.logs.files.faults import FileError
from kronika.logs.files.sources import stored_logs
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.logfile import write_log
from kronika.logs.tables.duck import connect, quoted_path
from kronika.logs.work.simulate import play_bots, play_random
from support.cli import fine
from support.logs import TIDES_MOVES, duel_game, tides_game

pytestmark = pytest.mark.usefixtures("duel")

SEATS = {"tides": 2, "imhotep": 3, "tigris": 2, "viceroy": 2, "ancient_knowledge": 2}


def made(out: Path, *logs: Path, jobs: int = 1, **wanted: Any) -> Made:
    return make_dataset(stored_logs(find_logs(map(str, logs))), str(out), Wanted("A set", **wanted), jobs)


def ask(folder: Path, query: str) -> list[tuple[Any, ...]]:
    """The answer to a query, in which `{table}` stands for a table of all splits."""
    files = {
        name: f"read_parquet({quoted_path(str(folder))[:-1]}/*/{name}.parquet')" for name in ("logs", "steps", "seats")
    }
    with connect() as db:
        return list(db.execute(query.format_map(files)).fetchall())


def tree(folder: Path) -> Mapping[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# -- which games ----------------------------------------------------------------------------------------------------


def test_witnesses_assumed_hands_and_faults_are_omitted_and_counted(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    write_log(str(games / "full.jsonl"), tides_game())
    write_log(str(games / "assumed.jsonl"), tides_game(TIDES_MOVES[:8], tags={ASSUMED: "yes"}))
    (games / "faulty.jsonl").write_text((games / "full.jsonl").read_text().replace('"points":7', '"points":8'))
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--witness", "Bob", "--chance", "given", games / "seen.jsonl")
    fine("play", games / "seen.jsonl", "5 / 12 3 6 7 13")
    found = made(tmp_path / "set", games)
    assert found.omitted == {"by a witness, who saw a part": 1, "with assumed hands": 1, "with a fault": 1}
    assert sum(part.logs for part in found.splits.values()) == 1
    assert ask(tmp_path / "set", "SELECT valid, assumed, witness FROM {logs}") == [(True, False, None)]


def test_without_a_game_that_is_fit_nothing_is_made(tmp_path: Path) -> None:
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--witness", "Bob", "--chance", "given", tmp_path / "seen.jsonl")
    with pytest.raises(FileError, match=r"No log is fit .* 1 by a witness"):
        made(tmp_path / "set", tmp_path / "seen.jsonl")
    assert not (tmp_path / "set").exists()


def test_a_copy_of_a_log_is_in_it_once(tmp_path: Path) -> None:
    for name in "ab":
        write_log(str(tmp_path / f"{name}.jsonl"), duel_game())
    assert [part.logs for part in made(tmp_path / "set", tmp_path).splits.values()] == [1]


def test_a_copy_in_another_form_is_in_it_once_and_counted(tmp_path: Path) -> None:
    """The same log as text, packed, and as text with spaces."""
    write_log(str(tmp_path / "a.jsonl"), duel_game())
    fine("convert", tmp_path / "a.jsonl", tmp_path / "b.kpack")
    (tmp_path / "c.jsonl").write_text((tmp_path / "a.jsonl").read_text().replace('"by":', '"by": '))
    found = made(tmp_path / "set", tmp_path)
    assert [part.logs for part in found.splits.values()] == [1]
    assert found.omitted == {"that are copies in another form": 2}


# -- splits ---------------------------------------------------------------------------------------------------------


def test_all_games_of_a_deal_are_in_one_split(tmp_path: Path) -> None:
    words = ("--game", "tides", "--bot", "first", "--bot", "random", "--games", 20, "--seed", 5)
    fine("tournament", *words, "--out", tmp_path / "cup")
    splits = made(tmp_path / "set", tmp_path / "cup", shares=(40, 30, 30)).splits
    assert sum(part.deals for part in splits.values()) == 10
    assert len(splits) == 3
    deals = ask(
        tmp_path / "set", "SELECT seed, count(*), count(DISTINCT deal), count(DISTINCT split) FROM {logs} GROUP BY 1"
    )
    assert {row[1:] for row in deals} == {(2, 1, 1)}


def test_without_a_seed_the_outcomes_before_the_first_decision_are_the_deal(tmp_path: Path) -> None:
    """Both games begin with the prize 3; a prize of 5 is another deal, whatever follows."""
    games = (
        ["chance: prize 3", "Anna: play 4"],
        ["chance: prize 3", "Anna: play 1"],
        ["chance: prize 5", "Anna: play 4"],
    )
    for number, moves in enumerate(games):
        write_log(str(tmp_path / f"{number}.jsonl"), duel_game(moves))
    made(tmp_path / "set", tmp_path)
    deals = ask(tmp_path / "set", "SELECT seed, count(*) FROM {logs} GROUP BY seed, deal ORDER BY 2")
    assert deals == [(None, 1), (None, 2)]


def test_a_split_has_its_share_of_all_digests() -> None:
    """Digests from 0 to 99 are their own places."""
    found = [split_of(f"{number:x}", (70, 20, 10)) for number in range(100)]
    assert found == ["train"] * 70 + ["validation"] * 20 + ["test"] * 10
    assert {split_of(f"{number:x}", (0, 0, 100)) for number in range(100)} == {"test"}


@pytest.mark.long
def test_a_deal_stays_in_its_split_when_games_are_added(tmp_path: Path) -> None:
    for seed in range(8):
        folder = tmp_path / ("first" if seed < 4 else "more")
        folder.mkdir(exist_ok=True)
        write_log(str(folder / f"{seed}.jsonl"), play_random(get_game("tides"), 2, {}, seed))
    made(tmp_path / "small", tmp_path / "first", shares=(40, 30, 30))
    made(tmp_path / "large", tmp_path / "first", tmp_path / "more", shares=(40, 30, 30))
    small, large = (
        dict(ask(tmp_path / name, "SELECT seed, split FROM {{logs}}".format())) for name in ("small", "large")
    )
    assert small.items() <= large.items()
    assert len(large) == 8


# -- what is in it --------------------------------------------------------------------------------------------------


def test_the_steps_of_tides_are_cards_by_number(tmp_path: Path) -> None:
    """Action n is card n + 1 while cards are picked; five cards are dealt (TT-1.4)."""
    session = tides_game()
    write_log(str(tmp_path / "game.jsonl"), session)
    made(tmp_path / "set", tmp_path / "game.jsonl")
    hands = session.at(len(session.line.events[:1])).hands
    rows = ask(tmp_path / "set", "SELECT step, seat, action, legal FROM {steps} ORDER BY step")
    move = next(move for move in TIDES_MOVES if move.startswith("Anna: pick"))
    assert rows[0] == (1, 0, int(move.split()[-1]) - 1, sorted(card - 1 for card in hands[0]))
    assert all(action in legal for _, _, action, legal in rows)


@pytest.mark.parametrize("name", ["tides", *(pytest.param(name, marks=pytest.mark.long) for name in [*SEATS][1:])])
def test_an_environment_goes_through_the_steps_of_a_seeded_game(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo")
    from kronika.envs import aec_env

    session, _ = play_bots(get_game(name), ["random"] * SEATS[name], {}, 3)
    write_log(str(tmp_path / "game.jsonl"), session)
    made(tmp_path / "set", tmp_path / "game.jsonl")
    ((seed, seats),) = ask(tmp_path / "set", "SELECT seed, players FROM {logs}")
    env = aec_env(name, seats)
    env.reset(seed=seed)
    for seat, action, legal in ask(tmp_path / "set", "SELECT seat, action, legal FROM {steps} ORDER BY step"):
        assert (env.table.seat, env.table.actions) == (seat, legal)
        env.step(action)
    assert env.table.state == session.state


def test_files_and_numbers_are_those_of_the_manifest(tmp_path: Path) -> None:
    write_log(str(tmp_path / "game.jsonl"), duel_game())
    found = made(tmp_path / "set", tmp_path / "game.jsonl", shares=(0, 0, 100), licence="CC-BY-4.0")
    assert found.splits == {"test": Split(logs=1, deals=1, steps=8)}
    manifest = manifest_of(str(tmp_path / "set"))
    assert {*manifest.files} | {MANIFEST} == {*tree(tmp_path / "set")}
    assert (manifest.name, manifest.licence, manifest.splits) == ("A set", "CC-BY-4.0", found.splits)
    ((address, split),) = ask(tmp_path / "set", "SELECT address, split FROM {logs}")
    assert (address, split) == ("test.kpack#1", "test")
    assert "license: cc-by-4.0" in (tmp_path / "set" / "README.md").read_text()


def test_nothing_in_a_data_set_says_where_the_logs_lay(tmp_path: Path) -> None:
    games = tmp_path / "hush-folder"
    games.mkdir()
    write_log(str(games / "hush-name.jsonl"), duel_game())
    made(tmp_path / "set", games)
    logs = ask(tmp_path / "set", "SELECT * FROM {logs}")
    assert "hush" not in str(logs)
    assert not any(b"hush" in data for data in tree(tmp_path / "set").values())


@pytest.mark.long
def test_the_bytes_are_the_same_for_any_number_of_jobs_and_from_one_file_of_many(tmp_path: Path) -> None:
    fine("simulate", "tides", "-n", 3, "--seed", 2, "--out", tmp_path / "games")
    fine("convert", tmp_path / "games", tmp_path / "games.kpack")
    made(tmp_path / "one", tmp_path / "games")
    made(tmp_path / "packed", tmp_path / "games.kpack", jobs=2)
    assert tree(tmp_path / "one") == tree(tmp_path / "packed")


def test_croissant_names_every_file_and_column(tmp_path: Path) -> None:
    write_log(str(tmp_path / "game.jsonl"), duel_game())
    made(tmp_path / "set", tmp_path / "game.jsonl")
    data = msgspec.json.decode((tmp_path / "set" / "croissant.json").read_bytes())
    files = {file["@id"]: file["sha256"] for file in data["distribution"]}
    sums = manifest_of(str(tmp_path / "set")).files
    assert files == {name: sums[name] for name in sums if name.endswith((".parquet", ".kpack"))}
    (steps,) = [one for one in data["recordSet"] if one["name"].endswith("-steps")]
    assert [field["name"] for field in steps["field"]] == ["log", "event", "step", "seat", "action", "legal"]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the validator, about the libraries it uses
def test_croissant_is_accepted_by_its_validator(tmp_path: Path) -> None:
    croissant = pytest.importorskip("mlcroissant")
    pytest.importorskip("pyarrow")
    fine("simulate", "tides", "-n", 20, "--seed", 2, "--out", tmp_path / "games")
    made(tmp_path / "set", tmp_path / "games", licence="CC-BY-4.0")
    found = croissant.Dataset(str(tmp_path / "set" / "croissant.json"))
    assert not found.metadata.ctx.issues.errors
    rows = list(found.records("train-steps"))
    assert len(rows) == manifest_of(str(tmp_path / "set")).splits["train"].steps


# -- where it is made -----------------------------------------------------------------------------------------------


def test_what_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    write_log(str(tmp_path / "game.jsonl"), duel_game())
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "mine").write_text("mine")
    with pytest.raises(FileError, match="something in it"):
        made(tmp_path / "set", tmp_path / "game.jsonl")
    assert tree(tmp_path / "set") == {"mine": b"mine"}


@pytest.mark.long
def test_a_session_of_the_set_is_the_game(tmp_path: Path) -> None:
    from kronika.logs.replaying.replay import load

    session: Session = tides_game()
    write_log(str(tmp_path / "game.jsonl"), session)
    made(tmp_path / "set", tmp_path / "game.jsonl")
    (pack,) = (tmp_path / "set").glob("*.kpack")
    assert load(f"{pack}#1").state == session.state
