"""Exports: the rows of a game by hand, added to, continued, replaced; the same bytes for any number of jobs."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from kronika.core.contract.registry import get_game
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack_writing import pack_file
from kronika.logs.files.sources import stored_logs
from kronika.logs.replaying.logfile import packed_bytes, write_log
from kronika.logs.tables import planning
from kronika.logs.tables.columns import TABLES
from kronika.logs.tables.export import MANIFEST, Export, Exported, exporting_table
from kronika.logs.tables.parts import Form, files_without
from support.logs import DUEL_EFFECTS, DUEL_HAND, DUEL_HEADER, DUEL_MOVES, duel_game, tides_game

pytestmark = pytest.mark.usefixtures("duel")


def exported(folder: Path, *paths: Path | str, form: Form = "csv", jobs: int = 1) -> Exported:
    with Export(str(folder), form) as export:
        export.add(stored_logs(map(str, paths)))
        for _ in export.make(jobs):
            pass
        return export.result()


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table in CSV, with a number where there is one and None for an empty cell."""
    found = []
    for path in sorted(folder.glob(f"part-*/{table}.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            found += [{name: _value(cell) for name, cell in row.items()} for row in csv.DictReader(file)]
    return found


def _value(cell: str) -> Any:
    return int(cell) if cell.lstrip("-").isdigit() else {"": None, "true": True, "false": False}.get(cell, cell)


def some(found: Iterable[dict[str, Any]], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in found]


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Five games of the tiny game, each shorter than the one before."""
    folder = tmp_path / "games"
    folder.mkdir()
    for number in range(5):
        write_log(str(folder / f"{number}.jsonl"), duel_game(DUEL_MOVES[: len(DUEL_MOVES) - number]))
    return folder


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two logs are a part."""
    monkeypatch.setattr(planning, "LOGS_OF_PART", 2)


# -- rows -----------------------------------------------------------------------------------------------------------


def test_the_rows_of_a_game_are_what_happened_in_it(tmp_path: Path) -> None:
    write_log(str(tmp_path / "duel.jsonl"), duel_game())
    to = tmp_path / "to"
    assert exported(to, tmp_path / "duel.jsonl") == Exported(1, 0, 0, 0, ())
    (log,) = rows(to, "logs")
    assert {name: log[name] for name in ("log", "game", "rules", "players", "valid", "finished")} == {
        "log": 1, "game": "duel", "rules": 1, "players": 2, "valid": True, "finished": True,
    }  # fmt: skip
    assert some([log], "winner", "winner_count", "margin", "points_0", "points_1", "points_2") == [
        (0, 1, 1, 3, 2, None)
    ]
    assert some([log], "record_count", "event_count", "decision_count", "fault_count", "fault") == [
        (11, 11, 8, 0, None)
    ]
    assert json.loads(log["options"]) == {"joker": False}
    assert some(rows(to, "seats"), "seat", "player", "points", "won", "place", "turn_order", "decision_count") == [
        (0, "Anna", 3, True, 1, 1, 4),
        (1, "Bob", 2, False, 2, 2, 4),
    ]
    # Anna plays 4, takes, plays 3; Bob plays 2, 3 and 4: each knows its own cards.
    assert some(rows(to, "seats"), "first_move", "opening") == [
        ("play 4", "play 4; take; play 3"),
        ("play 2", "play 2; play 3; play 4"),
    ]
    decisions = rows(to, "decisions")
    assert some(decisions, "event", "decision", "turn", "seat", "kind", "move") == [
        (2, 1, 1, 0, "play", "play 4"),
        (3, 2, 1, 1, "play", "play 2"),
        (4, 3, 2, 0, "take", "take"),
        (6, 4, 2, 1, "play", "play 3"),
        (7, 5, 3, 0, "play", "play 3"),
        (9, 6, 4, 0, "play", "play 1"),
        (10, 7, 3, 1, "play", "play 4"),
        (11, 8, 4, 1, "take", "take"),
    ]
    assert some(rows(to, "effects"), "event", "place", "actor", "type", "rule", "seat") == [
        (3, 1, 1, "shown", "DU-2", None),
        (4, 1, 0, "won", "DU-4", 0),
        (7, 1, 0, "shown", "DU-2", None),
        (10, 1, 1, "shown", "DU-2", None),
        (11, 1, 1, "won", "DU-4", 1),
    ]
    assert json.loads(rows(to, "effects")[1]["fields"]) == {"prize": 3}
    assert sorted(some(rows(to, "citations"), "rule", "times"))[:2] == [("DU-2", 3), ("DU-4", 2)]


def test_what_was_hidden_is_not_public(tmp_path: Path) -> None:
    """A card is chosen in secret; to take the prize is open."""
    write_log(str(tmp_path / "duel.jsonl"), duel_game())
    exported(tmp_path / "to", tmp_path / "duel.jsonl")
    public = some(rows(tmp_path / "to", "decisions"), "kind", "public", "secret")
    assert {row for row in public if row[0] == "play"} == {("play", "play ?", True)}
    assert {row for row in public if row[0] == "take"} == {("take", "take", False)}


def test_a_packed_decision_is_the_array_of_a_packed_log(tmp_path: Path) -> None:
    """MessagePack: an array of 3, seat 0, the number of the type, card 4; then an array of 2 for what has no field."""
    write_log(str(tmp_path / "duel.jsonl"), duel_game())
    exported(tmp_path / "to", tmp_path / "duel.jsonl")
    with next((tmp_path / "to").glob("part-*/decisions.csv")).open(encoding="utf-8") as file:
        packed = [bytes.fromhex(row["packed"]) for row in csv.DictReader(file)]
    assert packed[0][:2] + packed[0][3:] == b"\x93\x00\x04"
    assert packed[2][:2] == b"\x92\x00"


def test_a_log_whose_replay_stops_is_one_row_and_one_that_differs_has_all(tmp_path: Path) -> None:
    lines = [DUEL_HEADER, *({"n": n, **record} for n, record in enumerate(DUEL_HAND, 1))]
    wrong = [*lines[:2], {"n": 2, "by": 0, "do": {"type": "take"}}, *lines[3:]]
    other = [*lines[:-1], {**lines[-1], "then": DUEL_EFFECTS[11], "state": "0" * 16}]
    for name, told in (("illegal", wrong), ("other", other)):
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in told), encoding="utf-8")
    exported(tmp_path / "to", tmp_path)
    logs = rows(tmp_path / "to", "logs")
    assert some(logs, "valid", "finished", "fault", "points_0") == [
        (False, False, "illegal", None),
        (False, True, "digest", 3),
    ]
    assert {row["log"] for row in rows(tmp_path / "to", "seats")} == {2}


def test_two_winners_share(tmp_path: Path) -> None:
    """Without a prize for anybody both have 0 points."""
    moves = [
        m
        for prize in (3, 5, 2)
        for m in (f"chance: prize {prize}", f"Anna: play {prize - 1}", f"Bob: play {prize - 1}")
    ]
    write_log(str(tmp_path / "tie.jsonl"), duel_game(moves))
    exported(tmp_path / "to", tmp_path / "tie.jsonl")
    assert some(rows(tmp_path / "to", "logs"), "winner", "winner_count", "margin") == [(None, 2, None)]
    assert some(rows(tmp_path / "to", "seats"), "won", "place") == [(True, 1), (True, 1)]


# -- more, again, changed -------------------------------------------------------------------------------------------


def test_only_new_contents_are_added(games: Path, tmp_path: Path, small: None) -> None:
    to = tmp_path / "to"
    assert exported(to, games) == Exported(5, 0, 0, 0, ())
    before = tree(to)
    assert exported(to, games) == Exported(0, 5, 0, 0, ())
    assert tree(to) == before
    shutil.copy(games / "0.jsonl", games / "again.jsonl")
    write_log(str(games / "new.jsonl"), tides_game())
    assert exported(to, games).added == 1
    assert before.items() < tree(to).items()
    assert [row["log"] for row in rows(to, "logs")] == [1, 2, 3, 4, 5, 7]  # part 3 begins with 7


def test_a_copy_is_left_out(games: Path, tmp_path: Path) -> None:
    shutil.copy(games / "0.jsonl", games / "copy.jsonl")
    assert exported(tmp_path / "to", games) == Exported(5, 0, 0, 1, ())
    assert exported(tmp_path / "to", games) == Exported(0, 6, 0, 0, ())


def test_a_log_that_has_changed_is_replaced_and_those_that_are_gone_stay(
    games: Path, tmp_path: Path, small: None
) -> None:
    to = tmp_path / "to"
    exported(to, games)
    write_log(str(tmp_path / "longer.jsonl"), duel_game(tags={"event": "cup"}))
    shutil.move(tmp_path / "longer.jsonl", games / "1.jsonl")
    (games / "0.jsonl").unlink()
    assert exported(to, games) == Exported(1, 3, 1, 0, ())
    assert sorted(some(rows(to, "logs"), "log", "event_count")) == [(1, 11), (3, 9), (4, 8), (5, 7), (7, 11)]
    assert {row["log"] for row in rows(to, "seats")} == {1, 3, 4, 5, 7}


def test_a_row_of_several_lines_is_removed_as_a_whole(tmp_path: Path) -> None:
    """The name of a file may have a line feed and quotation marks."""
    for name in ('a"\n2,b', "c", "d\n\n3,"):
        write_log(str(tmp_path / f"{name}.jsonl"), duel_game(DUEL_MOVES[: len(name)]))
    exported(tmp_path / "to", *sorted(tmp_path.glob("*.jsonl")))
    for gone in ({1}, {2}, {3}, {1, 3}):
        (tmp_path / "logs.csv").write_bytes(files_without("csv", str(tmp_path / "to" / "part-00000"), gone)["logs.csv"])
        with (tmp_path / "logs.csv").open(encoding="utf-8", newline="") as file:
            assert {int(row["log"]) for row in csv.DictReader(file)} == {1, 2, 3} - gone


def test_a_part_that_a_kill_left_half_replaced_is_put_back(games: Path, tmp_path: Path, small: None) -> None:
    to = tmp_path / "to"
    exported(to, games)
    before = tree(to)
    (to / "part-00001").rename(to / ".part-00001.old")
    assert exported(to, games) == Exported(0, 5, 0, 0, ())
    assert tree(to) == before


@pytest.mark.parametrize("made", range(3))
def test_an_export_goes_on_where_it_was_stopped(games: Path, tmp_path: Path, small: None, made: int) -> None:
    exported(tmp_path / "whole", games)
    with Export(str(tmp_path / "to"), "csv") as export:
        export.add(stored_logs([str(games)]))
        for done, _ in enumerate(export.make()):
            if done == made:
                break
    exported(tmp_path / "to", games)
    assert tree(tmp_path / "to") == tree(tmp_path / "whole")
    shutil.rmtree(tmp_path / "to" / "part-00000")  # one that another process had not yet made
    exported(tmp_path / "to", games)
    assert tree(tmp_path / "to") == tree(tmp_path / "whole")


@pytest.mark.here
def test_any_number_of_jobs_gives_the_same_bytes(tmp_path: Path, small: None) -> None:
    for number in range(5):
        write_log(str(tmp_path / f"{number}.jsonl"), tides_game(seed=number, moves=()))
    exported(tmp_path / "one", *sorted(tmp_path.glob("*.jsonl")), jobs=1)
    exported(tmp_path / "two", *sorted(tmp_path.glob("*.jsonl")), jobs=2)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    assert len(tree(tmp_path / "one")) == 1 + 3 * len(TABLES)


# -- folders and files ----------------------------------------------------------------------------------------------


def test_a_folder_with_something_else_is_left_alone(games: Path) -> None:
    before = tree(games)
    with pytest.raises(FileError, match="something else in it"):
        exported(games, games)
    assert tree(games) == before


def test_rows_of_another_program_or_form_are_not_mixed(games: Path, tmp_path: Path) -> None:
    to = tmp_path / "to"
    exported(to, games)
    with pytest.raises(FileError, match="--form csv"), Export(str(to), "parquet"):
        pass
    said = json.loads((to / MANIFEST).read_text())
    (to / MANIFEST).write_text(json.dumps({**said, "program": "0"}))
    with pytest.raises(FileError, match="another version of Kronika"):
        exported(to, games)
    (to / MANIFEST).write_text("{}")
    with pytest.raises(FileError, match="is not what"):
        exported(to, games)


def test_one_table_goes_into_one_file_or_none(games: Path, tmp_path: Path, small: None) -> None:
    path = tmp_path / "seats.csv"
    with exporting_table(str(path), "seats") as export:
        export.add(stored_logs([str(games)]))
        for _ in export.make():
            pass
    text = path.read_text(encoding="utf-8")
    assert text.count("log,seat") == 1
    assert text.count("\n") == 11
    before = path.read_bytes()
    with pytest.raises(FileError), exporting_table(str(path), "seats"):
        pass
    assert path.read_bytes() == before


def test_what_can_not_be_read_is_said(games: Path, tmp_path: Path) -> None:
    done = exported(tmp_path / "to", games, tmp_path / "gone.jsonl")
    assert done.added == 5
    assert len(done.unread) == 1
    assert "gone.jsonl" in done.unread[0]


def test_every_shipped_game_has_a_row_for_each_decision(tmp_path: Path) -> None:
    """Decisions and points are those of the session, which is another way through the log."""
    from kronika.logs.replaying.replay import load
    from support.playouts import ROOT

    logs = sorted((ROOT / "fixtures" / "games").glob("*/*.jsonl"))[::14]
    exported(tmp_path / "to", *logs)
    decisions, seats = rows(tmp_path / "to", "decisions"), rows(tmp_path / "to", "seats")
    for number, path in enumerate(logs, 1):
        session = load(str(path))
        assert get_game(session.game.name)
        mine = [row for row in decisions if row["log"] == number]
        assert [row["seat"] for row in mine] == [event.by for event in session.line.events if event.by >= 0]
        points = {row["player"]: row["points"] for row in seats if row["log"] == number}
        assert points == session.totals()


def test_a_log_in_a_file_of_many_has_the_rows_of_the_same_log_alone(tmp_path: Path) -> None:
    game = tides_game()
    write_log(tmp_path / "a.jsonl", game)
    (tmp_path / "many.kpack").write_bytes(pack_file([(packed_bytes(game), "a")]))
    assert exported(tmp_path / "alone", tmp_path / "a.jsonl").added == 1
    assert exported(tmp_path / "many", tmp_path / "many.kpack").added == 1
    for table in TABLES.keys() - {"logs"}:
        assert rows(tmp_path / "many", table) == rows(tmp_path / "alone", table) != [], table


def test_a_log_that_changes_after_it_was_listed_has_the_content_of_its_rows(games: Path, tmp_path: Path) -> None:
    one, other = sorted(games.glob("*.jsonl"))[:2]
    with Export(str(tmp_path / "t"), "csv") as export:
        export.add(stored_logs([str(one)]))
        one.write_bytes(other.read_bytes())
        assert list(export.make()) == [None]
    assert exported(tmp_path / "t", one) == Exported(added=0, known=1, replaced=0, copies=0, unread=())


def test_a_file_of_many_with_one_log_is_known_again(tmp_path: Path) -> None:
    path = tmp_path / "one.kpack"
    path.write_bytes(pack_file([(packed_bytes(duel_game(DUEL_MOVES)), "a")]))
    assert [exported(tmp_path / "t", path) for _ in range(2)] == [
        Exported(added=1, known=0, replaced=0, copies=0, unread=()),
        Exported(added=0, known=1, replaced=0, copies=0, unread=()),
    ]
