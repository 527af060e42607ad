"""Logs of what a witness saw: how they are written, read, checked, and made other forms of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kronika.core.sessions.events import FORMAT, WITNESSED
from kronika.core.unseen.session import WitnessSession, completed
from kronika.core.unseen.solver import Unproved
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import load, load_full
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert, seal
from support.unseen import GAMES, played, recorded


def stored(tmp_path: Path, game: str = "tides", witness: str = "bystander", seats: int = 2) -> Path:
    path = tmp_path / "seen.jsonl"
    write_log(str(path), recorded(game, seats, 1, witness))
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def written(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def faults(path: str, *, strict: bool = False) -> list[tuple[int, str]]:
    return [(fault.line, fault.code) for fault in validate(path, strict=strict).faults]


# -- written ------------------------------------------------------------------------------------------------------


def test_the_header_says_who_saw_it(tmp_path: Path) -> None:
    header = lines(stored(tmp_path))[0]
    assert (header["kronika"], header["witness"]) == (3, "bystander") == (WITNESSED, "bystander")
    (tmp_path / "seen.jsonl").unlink()
    assert lines(stored(tmp_path, witness="Bob"))[0]["witness"] == 1


def test_a_full_log_is_as_it_was(tmp_path: Path) -> None:
    """So that older programs read it: only what a witness saw is of the new format."""
    path = tmp_path / "full.jsonl"
    write_log(str(path), played("tides", 2, 1))
    header, first, *_ = lines(path)
    assert (header["kronika"], "witness" in header) == (FORMAT, False) == (2, False)
    assert set(first) == {"n", "by", "do", "state"}


def test_what_was_not_seen_is_a_question_mark_and_no_state_is_reported(tmp_path: Path) -> None:
    """A digest of the state gives a first hand of Tigris away in a moment."""
    _, deal, pick, second, *_ = lines(stored(tmp_path))
    assert deal["do"] == {"type": "deal", "hands": [["?"] * 5, ["?"] * 5]}
    assert pick["do"] == {"type": "pick", "card": "?"}
    assert all("state" not in row for row in (deal, pick, second))
    assert second["then"][0]["type"] == "revealed"


def test_counts_of_what_was_not_seen(tmp_path: Path) -> None:
    draw = lines(stored(tmp_path, "tigris"))[1]
    assert draw["do"] == {"type": "draw", "seat": 0, "unseen": 6}


@pytest.mark.parametrize("game", GAMES)
def test_it_says_nothing_that_was_not_seen(game: str, tmp_path: Path) -> None:
    """Another full game that the witness can't tell from the true one leaves the same bytes."""
    path, other = stored(tmp_path, game), tmp_path / "other.jsonl"
    session = load(str(path))
    assert isinstance(session, WitnessSession)
    from kronika.core.unseen.session import seen_by

    for seed in (1, 2):
        again = seen_by(completed(session, seed), "bystander")
        again.header = session.header
        write_log(str(other), again)
        assert other.read_bytes() == path.read_bytes()
        other.unlink()


# -- read ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("witness", ["bystander", "Anna"])
def test_it_is_read_as_it_was_recorded(game: str, witness: str, tmp_path: Path) -> None:
    session = recorded(game, 2, 1, witness)
    path = stored(tmp_path, game, witness)
    assert validate(str(path), strict=True).ok
    again = load(str(path))
    assert isinstance(again, WitnessSession)
    assert again.line.events == session.line.events
    assert again.completion.now == session.completion.now
    assert again.warnings == ()


def test_format_3_without_a_witness_is_a_full_log(tmp_path: Path) -> None:
    path = tmp_path / "full.jsonl"
    write_log(str(path), played("tides", 2, 1))
    header, *rows = lines(path)
    assert validate(written(path, [{**header, "kronika": 3}, *rows])).ok
    assert load(str(path)).witness is None


def test_an_older_format_has_no_witness(tmp_path: Path) -> None:
    header, *rows = lines(stored(tmp_path))
    path = written(tmp_path / "old.jsonl", [{**header, "kronika": 2}, *rows])
    (fault,) = validate(path).faults
    assert (fault.line, fault.code) == (1, "schema")
    assert fault.message == "format 2 has no field `witness`: it came with format 3"


def test_a_witness_has_a_seat(tmp_path: Path) -> None:
    header, *rows = lines(stored(tmp_path))
    assert faults(written(tmp_path / "x.jsonl", [{**header, "witness": 7}, *rows])) == [(1, "setup")]
    assert faults(written(tmp_path / "x.jsonl", [{**header, "witness": "nobody"}, *rows])) == [(1, "schema")]


def test_a_log_by_hand_may_leave_out_what_follows(tmp_path: Path) -> None:
    """But what was laid open: no rule says which cards those were."""
    header, *rows = lines(stored(tmp_path, "tigris"))
    bare = [{key: value for key, value in row.items() if key in ("by", "do", "seen")} for row in rows]
    path = written(tmp_path / "hand.jsonl", [header, *bare])
    assert validate(path).ok
    assert {code for _, code in faults(path, strict=True)} == {"unsealed"}
    seal(path, str(tmp_path / "sealed.jsonl"))
    assert (tmp_path / "sealed.jsonl").read_bytes() == (tmp_path / "seen.jsonl").read_bytes()


# -- checked ------------------------------------------------------------------------------------------------------


def test_a_record_that_was_changed_breaks_the_chain(tmp_path: Path) -> None:
    header, first, *rows = lines(stored(tmp_path, "tigris"))
    changed = {**first, "do": {"type": "draw", "seat": 0, "red": 1, "unseen": 5}}
    found = validate(written(tmp_path / "x.jsonl", [header, changed, *rows])).faults
    assert (found[0].line, found[0].code) == (2, "digest")
    assert "the link to the records before it differs" in found[0].message


def test_effects_that_do_not_follow(tmp_path: Path) -> None:
    header, *rows = lines(stored(tmp_path, "tigris"))
    at = next(i for i, row in enumerate(rows) if any(one["type"] == "scored" for one in row.get("then", ())))
    then = [{**one, "points": 6} if one["type"] == "scored" else one for one in rows[at]["then"]]
    path = written(tmp_path / "x.jsonl", [header, *rows[:at], {**rows[at], "then": then}])
    assert (at + 2, "effects") in faults(path)


def test_a_record_that_can_not_be(tmp_path: Path) -> None:
    """The card that Anna shows first is shown by Bob before."""
    header, deal, *rows = lines(stored(tmp_path))
    shown = rows[1]["then"][0]["cards"]
    at = next(i for i, row in enumerate(rows[2:], 2) if any(one["type"] == "revealed" for one in row.get("then", ())))
    other = {**rows[at]["then"][0], "cards": [rows[at]["then"][0]["cards"][0], shown[0]]}
    bad = {**rows[at], "then": [other, *rows[at]["then"][1:]]}
    found = validate(written(tmp_path / "x.jsonl", [header, deal, *rows[:at], bad])).faults
    assert [(fault.line, fault.code, fault.rules) for fault in found] == [(at + 3, "illegal", ("TT-2.1",))]


def test_what_is_not_proved_is_said_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> None:
        raise Unproved

    path = stored(tmp_path, "tigris")
    monkeypatch.setattr("kronika.core.unseen.kinds.Exchange.run", lambda *_: False)
    monkeypatch.setattr("kronika.core.unseen.kinds.solve", never)
    ((_, code),) = faults(str(path))
    assert code == "unproved"
    with pytest.raises(LogError):
        load(str(path))


def test_records_of_a_full_log_are_none_of_a_witness_and_the_other_way_round(tmp_path: Path) -> None:
    header, first, *_ = lines(stored(tmp_path))
    full = tmp_path / "full.jsonl"
    write_log(str(full), played("tides", 2, 1))
    true_header, true_first, *_ = lines(full)
    assert faults(written(tmp_path / "x.jsonl", [header, true_first])) == [(2, "schema")]
    assert faults(written(tmp_path / "x.jsonl", [true_header, first])) == [(2, "schema")]


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({"seen": {"seat": 0, "things": ["red"]}, "by": 0}, "`by` does not go with `seen`"),
        ({"seen": {"seat": 0, "things": ["red"]}, "undo": 1}, "a record has one of"),
        ({"do": {"type": "end_turn"}}, "`by` is missing"),
        ({"undo": 1, "link": "0" * 16}, "`link` does not go with `undo`"),
    ],
)
def test_fields_that_do_not_go_together(row: dict[str, Any], what: str, tmp_path: Path) -> None:
    header, *rows = lines(stored(tmp_path, "tigris"))
    (fault,) = validate(written(tmp_path / "x.jsonl", [header, *rows[:3], row])).faults
    assert (fault.line, fault.code) == (5, "schema")
    assert what in fault.message


# -- other forms, more of it --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_it_comes_back_from_its_text(game: str, tmp_path: Path) -> None:
    path = stored(tmp_path, game, "Anna")
    convert(str(path), str(tmp_path / "seen.txt"))
    assert '[SeenBy "Anna"]' in (tmp_path / "seen.txt").read_text(encoding="utf-8")
    convert(str(tmp_path / "seen.txt"), str(tmp_path / "again.jsonl"))
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def test_what_hidden_cards_decide_is_in_the_text(tmp_path: Path) -> None:
    """Record 49 of this game draws cards of which one may be created: the text says that nobody was asked, or was."""
    path = tmp_path / "seen.jsonl"
    write_log(str(path), recorded("ancient_knowledge", 2, 5))
    convert(str(path), str(tmp_path / "seen.txt"))
    text = (tmp_path / "seen.txt").read_text(encoding="utf-8")
    (line,) = [line for line in text.split("\n") if line.endswith((" waits", " goes on"))]
    assert line.startswith("chance: draw ? ? ? ? ? ? ? ? ? ? ")
    convert(str(tmp_path / "seen.txt"), str(tmp_path / "again.jsonl"))
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def test_a_file_of_many_logs_keeps_it_as_its_text(tmp_path: Path) -> None:
    convert(str(stored(tmp_path)), str(tmp_path / "seen.kpack"))
    convert(str(tmp_path / "seen.kpack"), str(tmp_path / "again.jsonl"))
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "seen.jsonl").read_bytes()


def test_the_form_of_one_packed_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="has no packed form"):
        convert(str(stored(tmp_path)), str(tmp_path / "seen.kpack.gz"))
    convert(str(tmp_path / "seen.jsonl"), str(tmp_path / "seen.jsonl.gz"))
    assert validate(str(tmp_path / "seen.jsonl.gz")).ok


def test_a_log_grows_and_moves_are_taken_back(tmp_path: Path) -> None:
    path = str(tmp_path / "seen.jsonl")
    session = recorded("tigris", 2, 1)
    from kronika.logs.texts.convert import first_records

    write_log(path, first_records(session, 20))
    file = LogFile.open(path)
    file.session.undo_events(3)
    file.session.append(session.history[17])
    file.save()
    again = load(path)
    assert again.line.events == session.line.events[:18]
    assert validate(path, strict=True).ok


def test_who_needs_every_hand_learns_so(tmp_path: Path) -> None:
    path = str(stored(tmp_path))
    with pytest.raises(LogError) as caught:
        load_full(path)
    assert "`kronika complete` makes a full game of it" in str(caught.value)


# -- what is no record --------------------------------------------------------------------------------------------

STRANGE: tuple[Any, ...] = ("open", "?", ["red"], {}, None, True, 1.5, -1, 0, 19, 2**70)


@pytest.mark.parametrize("game", ["tides", "tigris"])
@pytest.mark.parametrize("thing", STRANGE, ids=str)
def test_what_nobody_can_have_seen(game: str, thing: Any, tmp_path: Path) -> None:
    rows = lines(stored(tmp_path, game))[:2]
    seen = {"n": 2, "seen": {"seat": 0, "things": [thing], "place": "hand"}}
    assert faults(written(tmp_path / "strange.jsonl", [*rows, seen])) == [(3, "order")]


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_is_not_there(game: str, tmp_path: Path) -> None:
    rows = lines(stored(tmp_path, game))
    at = next(number for number, row in enumerate(rows) if row.get("by") in (0, 1))
    moved = written(tmp_path / "strange.jsonl", [*rows[:at], rows[at] | {"by": 7}, *rows[at + 1 :]])
    assert faults(moved)[0] == (at + 1, "illegal")


@pytest.mark.parametrize("game", ["tides", "tigris"])
def test_a_hand_of_a_seat_that_is_not_there(game: str, tmp_path: Path) -> None:
    rows = lines(stored(tmp_path, game))[:2]
    seen = {"n": 2, "seen": {"seat": 7, "things": [1 if game == "tides" else "red"], "place": "hand"}}
    assert faults(written(tmp_path / "strange.jsonl", [*rows, seen])) == [(3, "order")]
