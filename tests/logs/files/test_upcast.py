"""Logs of format 1: read as they are, raised by the first write, and nothing of them is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import FORMAT
from kronika.core.sessions.session import Session
from kronika.logs.files import upcast
from kronika.logs.files.faults import LogError
from kronika.logs.files.packed import pack
from kronika.logs.files.reader import LogReader
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import Validation, validate
from kronika.logs.texts.convert import convert, first_records, seal
from kronika.testing.checks.compatibility import by_hand, of_format_1, with_option
from support import duel
from support.logs import DUEL_HAND, DUEL_HEADER, data_of, duel_game, hand_written, lines_of, write

pytestmark = pytest.mark.usefixtures("duel")

OLD_HEADER = {**DUEL_HEADER, "kronika": 1}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The tiny game as format 1 had it."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(of_format_1(duel_game()))
    return path


def old_lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in of_format_1(duel_game()).decode().split("\n") if line]


def taken_back(path: Path) -> list[str]:
    """Opens a log, takes one decision back and saves; what was reported."""
    told: list[str] = []
    file = LogFile.open(str(path), tell=told.append)
    file.session.undo()
    file.save()
    return told


# -- reading ----------------------------------------------------------------------------------------------------


def test_a_log_of_format_1_is_read_and_its_digests_are_compared(log: Path) -> None:
    assert validate(str(log), strict=False).faults == ()
    session = load(str(log))
    assert session.stored == 1
    assert session.warnings == ()
    assert session.header.kronika == FORMAT == 2
    assert session.history == duel_game().history, "with the digests of the present format"


def test_a_wrong_digest_is_found_and_told_as_its_format_has_it(tmp_path: Path) -> None:
    lines = old_lines()
    right, lines[4]["state"] = lines[4]["state"], "0123456789abcdef"
    (fault,) = validate(write(tmp_path / "game.jsonl", lines)).faults
    assert (fault.line, fault.code) == (5, "digest")
    assert fault.message == f"the state is {right}, the log has 0123456789abcdef"


def test_a_digest_of_the_other_format_is_wrong(log: Path, tmp_path: Path) -> None:
    new, old = lines_of(duel_game()), old_lines()
    for header, records in ((old[0], new[1:]), ({**new[0], "options": {"joker": False}}, old[1:])):
        codes = {fault.code for fault in validate(write(tmp_path / "mixed.jsonl", [header, *records])).faults}
        assert codes == {"digest"}


def test_a_packed_log_of_format_1_is_read(tmp_path: Path) -> None:
    session = duel_game()
    last = old_lines()[-1]["state"]
    header = msgspec.structs.replace(session.header, kronika=1)
    path = tmp_path / "game.kpack"
    for final, faults in ((last, 0), (digest(session.state), 1)):
        path.write_bytes(b"".join(pack(header, duel.GAME, session.history, final)))
        assert len(validate(str(path)).faults) == faults


def test_a_digest_of_an_older_format_stays_good_to_seal_and_one_of_a_newer_is_refused(tmp_path: Path) -> None:
    """`validate` says so of the first; a header that claims an older format than its digest is a fault for all."""
    session, path, new = duel_game(), tmp_path / "game.kpack", tmp_path / "new.jsonl"
    path.write_bytes(b"".join(pack(session.header, duel.GAME, session.history, old_lines()[-1]["state"])))
    (fault,) = validate(str(path)).faults
    assert fault.message.endswith(", as an older format had it; `kronika seal` replaces it")
    seal(str(path), str(new))
    assert validate(str(new), strict=True).faults == ()
    header = msgspec.structs.replace(session.header, kronika=1)
    path.write_bytes(b"".join(pack(header, duel.GAME, session.history, digest(session.state))))
    for work in (seal, convert):
        with pytest.raises(LogError):
            work(str(path), str(tmp_path / "none.jsonl"))


@pytest.mark.parametrize("kind", ["set", "note"])
def test_what_came_with_format_2_is_refused_in_format_1(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path / "game.jsonl", [OLD_HEADER, *DUEL_HAND, {kind: {}}])
    (fault,) = validate(path).faults
    assert (fault.line, fault.code) == (13, "schema")
    assert fault.message == f"format 1 has no field `{kind}`: it came with format 2"
    with pytest.raises(LogError):
        load(path)


def test_an_option_that_came_later_does_not_matter(log: Path, tmp_path: Path) -> None:
    """Format 1 hashed those that there were; no log of that time names the new one, so that none is asked for it."""
    grown = with_option(duel.GAME)
    bare = by_hand(of_format_1(duel_game()), duel.GAME)
    for data in (of_format_1(duel_game()), data_of(duel_game()), bare):
        with LogReader("log", data, grown) as reader:
            assert Validation(reader, strict=False).run().faults == ()
    for data, faults in ((of_format_1(duel_game()), []), (data_of(duel_game()), []), (bare, ["joker"])):
        with LogReader("log", data, grown) as reader:
            found = [fault.message for fault in Validation(reader, strict=True).run().faults]
        assert found == [f"the option `{name}` is missing; `kronika seal` fills it in" for name in faults]


@pytest.mark.parametrize("form", ["1", "2"])
def test_seal_helps_where_an_option_came_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(of_format_1(duel_game()) if form == "1" else data_of(duel_game()))
    grown = with_option(duel.GAME)
    monkeypatch.setattr("kronika.logs.files.reader.get_game", lambda name: grown)
    seal(str(path), str(path))
    assert json.loads(path.read_bytes().partition(b"\n")[0])["options"] == {"joker": False, "added": False}
    assert validate(str(path), strict=True).faults == ()
    assert path.read_bytes().partition(b"\n")[2] == data_of(duel_game()).partition(b"\n")[2]


# -- raising ----------------------------------------------------------------------------------------------------


def test_the_first_write_raises_the_log_and_says_so(log: Path) -> None:
    assert taken_back(log) == [f"{log} was of format 1 and is of format 2 now."]
    session = duel_game()
    session.undo()
    assert log.read_bytes() == data_of(session)
    assert taken_back(log) == [], "the second one finds the present format"
    assert validate(str(log), strict=True).faults == ()


def test_whatever_is_saved_raises_it_once(log: Path) -> None:
    told: list[str] = []
    file = LogFile.open(str(log), tell=told.append)
    for text in ("one", "two"):
        file.session.note(text)
        file.save()
    assert len(told) == 1
    assert log.read_bytes() == data_of(file.session)
    assert os_names(log) == ["game.jsonl"], "nothing is left beside it"


def os_names(log: Path) -> list[str]:
    return sorted(path.name for path in log.parent.iterdir())


def test_nothing_is_raised_where_nothing_is_saved(log: Path) -> None:
    before = log.read_bytes()
    with LogFile.open(str(log), keep=True) as file:
        file.save()
    load(str(log))
    validate(str(log))
    assert log.read_bytes() == before


def test_a_write_that_fails_leaves_the_old_log(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    before = log.read_bytes()
    told: list[str] = []
    file = LogFile.open(str(log), tell=told.append)
    file.session.undo()
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(Exception, match="Nothing was appended"):
        file.save()
    assert log.read_bytes() == before
    assert (file.session.stored, told) == (1, [])
    monkeypatch.undo()
    file.save()
    assert validate(str(log)).faults == ()
    assert load(str(log)).stored == 2


def test_what_is_absent_stays_absent(tmp_path: Path) -> None:
    """By hand: no numbers, no effects, no digests, no options; every byte of the records stays."""
    path = Path(hand_written(tmp_path / "game.jsonl"))
    path.write_bytes(path.read_bytes().replace(b'"kronika":2', b'"kronika": 1 ').replace(b"}\n{", b"} \r\n\n{"))
    before = path.read_bytes()
    taken_back(path)
    head, _, records = before.partition(b"\n")
    assert b'"kronika": 1 ' in head
    assert path.read_bytes() == (
        b'{"kronika":2,"game":"duel","rules":1,"players":["Anna","Bob"]} \r\n' + records + b'{"n":12,"undo":1}\n'
    )


def test_what_is_wrong_stays_wrong(tmp_path: Path) -> None:
    """A digest, effects and a number: the faults are the same ones afterwards."""
    lines = old_lines()
    lines[3]["state"] = "0123456789abcdef"
    lines[4]["then"] = [{"type": "won", "seat": 1, "prize": 3, "rule": "DU-4"}]
    lines[6]["n"] = 60
    path = Path(write(tmp_path / "game.jsonl", lines))
    before = [(fault.line, fault.code) for fault in validate(str(path)).faults]
    assert before == [(4, "digest"), (5, "effects"), (7, "order")]
    taken_back(path)
    raised = [json.loads(line) for line in path.read_text().split("\n") if line]
    assert raised[3]["state"] == "0123456789abcdef"
    assert [(fault.line, fault.code) for fault in validate(str(path)).faults] == before
    right = lines_of(duel_game())
    assert [line["state"] for line in raised[1:12]] == [
        line["state"] if n != 3 else "0123456789abcdef" for n, line in enumerate(right[1:], 1)
    ]


def test_a_last_line_without_its_break_counts(log: Path) -> None:
    log.write_bytes(log.read_bytes().rstrip(b"\n"))
    taken_back(log)
    session = duel_game()
    session.undo()
    assert log.read_bytes() == data_of(session)


def test_take_backs_are_raised_too(tmp_path: Path) -> None:
    session = duel_game()
    session.undo(2)
    session.redo()
    lines = [*old_lines(), {"n": 12, "undo": 2}, {"n": 13, "redo": 1}]
    path = Path(write(tmp_path / "game.jsonl", lines))
    assert validate(str(path)).faults == ()
    taken_back(path)
    session.undo()
    assert path.read_bytes() == data_of(session)


# -- writing again -----------------------------------------------------------------------------------------------


def test_what_is_written_from_it_is_of_the_present_format(log: Path, tmp_path: Path) -> None:
    other = {name: str(tmp_path / name) for name in ("sealed.jsonl", "packed.kpack", "text.jsonl.gz", "branch.jsonl")}
    seal(str(log), other["sealed.jsonl"])
    convert(str(log), other["packed.kpack"])
    convert(str(log), other["text.jsonl.gz"])
    write_log(other["branch.jsonl"], first_records(load(str(log)), 5))
    for path in other.values():
        assert load(path).stored == 2
        assert validate(path).faults == ()
    assert Path(other["sealed.jsonl"]).read_bytes() == data_of(duel_game())
    assert load(str(log)).stored == 1, "it stays as it is"


def test_seal_raises_the_log_itself(log: Path) -> None:
    seal(str(log), str(log))
    assert log.read_bytes() == data_of(duel_game())


def test_a_log_and_itself_raised_are_the_same(log: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_bytes(data_of(duel_game()))
    found = diff_logs(str(log), str(tmp_path / "new.jsonl"))
    assert found.same
    assert found.agree == 11
    lines = old_lines()
    lines[2]["state"] = "0123456789abcdef"
    found = diff_logs(write(tmp_path / "wrong.jsonl", lines), str(tmp_path / "new.jsonl"))
    assert found.divergence is not None
    assert (found.divergence.kind, found.divergence.event) == ("state", 2)
    assert found.divergence.left.state == "0123456789abcdef"


# -- the chain --------------------------------------------------------------------------------------------------


def test_every_older_format_has_its_step() -> None:
    assert sorted(upcast.UPCASTS) == list(range(1, FORMAT))


def test_steps_follow_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format to come in which the winner of nothing is called otherwise."""

    def renamed(plain: dict[str, Any]) -> dict[str, Any]:
        return {("names" if key == "players" else key): value for key, value in plain.items()}

    third = upcast.Upcast(lambda header: {**renamed(header), "kronika": 3}, lambda record: {**record, "at": 0})
    monkeypatch.setattr(upcast, "UPCASTS", {**upcast.UPCASTS, 2: third})
    monkeypatch.setattr(upcast, "FORMAT", 3)
    assert upcast.upcast_header({"kronika": 1, "players": ["A"]}, 1) == {"kronika": 3, "names": ["A"]}
    assert upcast.upcast_header({"kronika": 2, "players": ["A"]}, 2) == {"kronika": 3, "names": ["A"]}
    assert upcast.upcast_record({"undo": 1}, 1) == {"undo": 1, "at": 0}
    assert upcast.upcast_record({"undo": 1}, 3) == {"undo": 1}
    for junk in (None, 1, "x", [], [{}]):
        assert upcast.upcast_header(junk, 1) == upcast.upcast_record(junk, 1) == junk


def test_steps_change_nothing_that_they_are_given() -> None:
    header, record = {"kronika": 1, "game": "duel"}, {"undo": 1}
    assert upcast.upcast_header(header, 1) == {"kronika": 2, "game": "duel"}
    assert upcast.upcast_record(record, 1) is record
    assert header == {"kronika": 1, "game": "duel"}


def test_a_header_of_format_1_is_refused_as_before(tmp_path: Path) -> None:
    for header, message in (
        (
            {**OLD_HEADER, "colour": "red"},
            "the first line is not a header: colour: there is no `colour` here. There are kronika, "
            "game, rules, players, options, seed, tags, witness",
        ),
        (
            {**OLD_HEADER, "players": "Anna"},
            "the first line is not a header: players: a list `[…]` is needed, not 'Anna'",
        ),
        ({"kronika": 1}, "the first line is not a header: `game` is missing"),
        (
            {**OLD_HEADER, "kronika": 0},
            "the first line is not a header: kronika: a whole number from 1 to 2147483648 is needed, not 0",
        ),
    ):
        (fault,) = validate(write(tmp_path / "game.jsonl", [header])).faults
        assert (fault.line, fault.code, fault.message) == (1, "schema", message)


def test_a_session_is_of_the_present_format() -> None:
    assert Session.new(duel.GAME, ["Anna", "Bob"], seed=1).stored == FORMAT
