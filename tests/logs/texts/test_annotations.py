"""`set` and `note` in stored logs: read, validated, packed, compared, surveyed, and never part of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kronika.core.basics.errors import KronikaError
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import Ending, Event, Note, Set
from kronika.logs.corpus.duplicates import duplicates
from kronika.logs.files.faults import LogError
from kronika.logs.files.packed import MAGIC, pack
from kronika.logs.replaying.compare import Change, Notes, diff_logs
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.survey import survey
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert, first_records, seal, torn_tail
from support.logs import DUEL_HAND, DUEL_HEADER, DUEL_MOVES, data_of, duel_game, lines_of, remarked, write

pytestmark = pytest.mark.usefixtures("duel")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    write_log(str(path), remarked())
    return path


# -- reading ----------------------------------------------------------------------------------------------------


def test_a_remarked_log_is_read_as_it_was_said(log: Path) -> None:
    assert validate(str(log), strict=True).faults == ()
    session = load(str(log))
    assert session.history == remarked().history
    assert session.present == remarked().present
    assert session.players == ("Anna", "Bea")
    assert data_of(session) == log.read_bytes()


def test_lines_are_counted_and_events_are_the_game(log: Path) -> None:
    report = validate(str(log))
    assert (report.records, report.events) == (17, 11)
    assert report.digest == validate(str(log)).digest == duel_game().line.events[-1].state
    assert [line["n"] for line in lines_of(load(str(log)))[1:]] == list(range(1, 18))
    assert [entry for entry in load(str(log)).history if isinstance(entry, Event)] == duel_game().history


@pytest.mark.parametrize("value", [b"ab", float("nan"), {1: 2}, {(1, 2): 3}, msgspec.msgpack.Ext(5, b"ab")])
def test_what_text_could_not_hold_is_a_fault_of_a_packed_log(tmp_path: Path, value: Any) -> None:
    path = tmp_path / "game.kpack"
    session = duel_game()
    *parts, last = pack(session.header, session.game, session.history, digest(session.state))
    note = msgspec.msgpack.encode([-5, 0, {"data": {"x": value}}])
    path.write_bytes(b"".join((*parts, bytes((len(note),)), note, last)))
    (fault,) = validate(str(path)).faults
    assert (fault.line, fault.code) == (13, "schema")
    assert fault.message == "note.data: it is not plain JSON: texts, numbers of 64 bits, lists, objects"


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1])
def test_what_the_packed_form_could_not_hold_is_a_fault_of_a_text_log(tmp_path: Path, number: int) -> None:
    log = write(tmp_path / "game.jsonl", [DUEL_HEADER, {"n": 1, "note": {"data": {"x": number}}}])
    (fault,) = validate(log).faults
    assert (fault.line, fault.code) == (2, "schema")
    with pytest.raises(LogError, match="numbers of 64 bits"):
        convert(log, str(tmp_path / "game.kpack"))


def test_no_line_is_written_that_would_not_be_read_again(tmp_path: Path) -> None:
    """A number takes more room as it is written here than as somebody wrote it: `1e9` is `1000000000.0`."""
    log = tmp_path / "game.jsonl"
    head = data_of(duel_game(())).splitlines(keepends=True)[0]
    log.write_bytes(head + b'{"note":{"data":{"x":[' + b",".join([b"1e9"] * 100_000) + b"]}}}\n")
    before = log.read_bytes()
    assert validate(str(log)).faults == ()
    with pytest.raises(KronikaError, match=r"Record 1 takes .* bytes as a line, which has at most 1 MiB"):
        seal(str(log), str(log))
    assert log.read_bytes() == before


@pytest.mark.parametrize("name", ["game.kpack", "game.kpack.gz", "game.jsonl.gz", "other.jsonl"])
def test_every_form_keeps_them(log: Path, tmp_path: Path, name: str) -> None:
    target = str(tmp_path / f"copy-{name}")
    convert(str(log), target)
    assert validate(target).faults == ()
    assert load(target).history == remarked().history
    back = tmp_path / "back.jsonl"
    convert(target, str(back))
    assert back.read_bytes() == log.read_bytes()


def test_seal_and_branch_keep_them(log: Path, tmp_path: Path) -> None:
    lines = [
        {key: value for key, value in line.items() if key not in ("n", "then", "state")}
        for line in lines_of(remarked())
    ]
    by_hand = write(tmp_path / "hand.jsonl", lines)
    seal(by_hand, by_hand)
    assert Path(by_hand).read_bytes() == log.read_bytes()
    assert first_records(load(str(log)), 8).history == remarked().history[:8]


def test_notes_alone_may_follow_the_end_and_the_header(tmp_path: Path) -> None:
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, {"note": {"text": "before anything"}}, *DUEL_HAND])
    assert validate(path).faults == ()
    assert load(path).history[0] == Note("before anything")


def test_a_log_grows_by_them(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    file = LogFile.create(str(path), duel_game(DUEL_MOVES[:3]))
    file.session.note("so")
    file.save()
    file.session.set(players=["Anna", "Bea"])
    file.session.play("Anna: take")
    file.save()
    assert load(str(path)).history == file.session.history
    assert path.read_bytes() == data_of(file.session)


def test_a_log_torn_anywhere_in_them_is_distinguished(tmp_path: Path) -> None:
    data = data_of(remarked())
    first = data.index(b"\n") + 1
    for size in range(first + 1, len(data)):
        torn = torn_tail("game.jsonl", data[:size])
        begins = data.rindex(b"\n", 0, size) + 1
        assert torn == (begins if data[size - 1 : size + 1] not in (b"}\n",) and size > begins else None), size


# -- what is wrong ----------------------------------------------------------------------------------------------


WRONG: list[tuple[Any, str, str]] = [
    ({"set": {"players": ["Anna"]}}, "setup", "The game has 2 players, not 1."),
    ({"set": {"players": ["Anna", "Anna"]}}, "setup", "Two players have the same name."),
    ({"set": {"players": ["Anna", "Bob:"]}}, "setup", "'Bob:' can't be a player's name: it has a colon"),
    ({"set": {"ending": {"why": "time", "by": 5}}}, "setup", "The ending names seat 5; the seats are 0 to 1."),
    ({"note": {"on": 4}}, "order", "Record 4 can't be a note on record 4, which does not come before it."),
    ({"set": {"seed": 1}}, "schema", "set.seed: there is no `seed` here"),
    ({"note": {"text": 7}}, "schema", "note.text: a text is needed, not 7"),
    ({"note": {}, "by": 0}, "schema", "`by` does not go with `note`"),
    (
        {"note": {}, "set": {}},
        "schema",
        "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: set and note",
    ),
]


@pytest.mark.parametrize(("line", "code", "message"), WRONG, ids=[str(line) for line, _, _ in WRONG])
def test_what_is_wrong_with_a_remark(tmp_path: Path, line: Any, code: str, message: str) -> None:
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, *DUEL_HAND[:3], line, *DUEL_HAND[3:]])
    report = validate(path)
    (fault,) = report.faults
    assert (fault.line, fault.code) == (5, code)
    assert message.split(" - at ")[0] in fault.message
    assert report.events == (11 if code != "schema" else 3), "what is said in vain does not end the replay"
    with pytest.raises(LogError) as caught:
        load(path)
    assert caught.value.fault == fault


def test_a_key_that_stands_twice_in_a_note_is_found(tmp_path: Path) -> None:
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, '{"note":{"data":{"a":{"b":1,"b":2}}}}'])
    (fault,) = validate(path).faults
    assert (fault.code, fault.message) == ("schema", "'b' occurs twice in one object")


def test_numbers_out_of_order_are_found_among_them(tmp_path: Path) -> None:
    lines = lines_of(remarked())
    lines[3]["n"] = 2
    (fault,) = validate(write(tmp_path / "game.jsonl", lines)).faults
    assert (fault.line, fault.code) == (4, "order")


def test_effects_are_reported_with_the_names_in_force(tmp_path: Path) -> None:
    lines = lines_of(remarked())
    number = next(
        n
        for n, line in enumerate(lines)
        if {"type": "won", "seat": 1, "prize": 2, "rule": "DU-4"} in line.get("then", ())
    )
    lines[number]["then"][0]["prize"] = 3
    (fault,) = validate(write(tmp_path / "game.jsonl", lines)).faults
    assert fault.code == "effects"
    assert "Bea" in fault.message
    assert "Bob" not in fault.message


@pytest.mark.parametrize("entry", [[-4, 1, {}], [-4, 0], [-5, 0, {}, 1]])
def test_packed_frames_that_are_no_remarks(tmp_path: Path, entry: list[Any]) -> None:
    import msgspec

    parts = list(pack(duel_game(()).header, duel_game(()).game, (), "0" * 16))
    payload = msgspec.msgpack.encode(entry)
    path = tmp_path / "game.kpack"
    path.write_bytes(b"".join([*parts[:3], bytes([len(payload)]) + payload, parts[3]]))
    assert path.read_bytes().startswith(MAGIC)
    (fault,) = validate(str(path)).faults
    assert (fault.line, fault.code) == (2, "syntax")


# -- comparing and surveying ------------------------------------------------------------------------------------


def test_the_same_notes_in_another_number_or_order_differ(tmp_path: Path) -> None:
    names = [str(tmp_path / f"{number}.jsonl") for number in range(3)]
    for name, said in zip(names, (("so", "or so"), ("or so", "so"), ("so", "or so", "so")), strict=True):
        session = duel_game(())
        for text in said:
            session.note(text)
        write_log(name, session)
    both = (Notes(0, ("note: so", "note: or so"), ("note: or so", "note: so")),)
    assert diff_logs(names[0], names[1]).notes == both
    assert not diff_logs(names[0], names[1]).same
    assert diff_logs(names[0], names[2]).notes == (Notes(0, (), ("note: so",)),)


def test_logs_that_differ_in_what_is_said_alone(log: Path, tmp_path: Path) -> None:
    write_log(str(tmp_path / "plain.jsonl"), duel_game(tags={"Site": "Brno"}))
    found = diff_logs(str(tmp_path / "plain.jsonl"), str(log))
    assert found.divergence is None
    assert found.agree == 11
    assert not found.same
    assert found.header == (
        Change("players", "Anna, Bob", "Anna, Bea"),
        Change("tags.Event", "-", "Club"),
        Change("tags.Site", "Brno", "-"),
    )
    assert found.notes == (
        Notes(0, (), ("note: a close one",)),
        Notes(2, (), ("note by Anna !: she holds the 1 too", 'note: {"clock":[31.5,null]}')),
    )


def test_a_note_is_compared_where_it_stands_in_the_game(tmp_path: Path) -> None:
    """Not by the number of its record: what was taken back counts there."""
    one, other = duel_game(DUEL_MOVES[:3]), duel_game(DUEL_MOVES[:2])
    other.undo()
    other.redo()
    other.play(DUEL_MOVES[2])
    one.note("so", on=3)
    other.note("so")
    names = [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
    for name, session in zip(names, (one, other), strict=True):
        write_log(name, session)
    assert diff_logs(*names).same
    one.note("so", on=2)
    write_log(str(tmp_path / "c.jsonl"), one)
    found = diff_logs(str(tmp_path / "c.jsonl"), names[1])
    assert (found.header, found.notes) == ((), (Notes(2, ("note: so",), ()),))


def test_a_note_on_what_was_taken_back_counts_as_little_as_that(tmp_path: Path) -> None:
    one, other = duel_game(DUEL_MOVES[:3]), duel_game(DUEL_MOVES[:2])
    other.play("Bob: play 4")
    other.note("the 4, or was it?")
    other.undo()
    other.play(DUEL_MOVES[2])
    for name, session in (("a.jsonl", one), ("b.jsonl", other)):
        write_log(str(tmp_path / name), session)
    assert diff_logs(str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")).same


def test_a_note_on_a_take_back_is_said_of_the_game(tmp_path: Path) -> None:
    one, other = duel_game(DUEL_MOVES[:3]), duel_game(DUEL_MOVES[:3])
    other.undo()
    other.note("the cards were mixed up")
    other.redo()
    for name, session in (("a.jsonl", one), ("b.jsonl", other)):
        write_log(str(tmp_path / name), session)
    found = diff_logs(str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"))
    assert found.notes == (Notes(0, (), ("note: the cards were mixed up",)),)


def test_endings_are_compared(tmp_path: Path) -> None:
    one, other = duel_game(DUEL_MOVES[:3]), duel_game(DUEL_MOVES[:3])
    other.set(ending=Ending("resigned", 1, (0,)))
    for name, session in (("a.jsonl", one), ("b.jsonl", other)):
        write_log(str(tmp_path / name), session)
    found = diff_logs(str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"))
    assert found.header == (Change("ending", "-", "resigned (Bob), won by Anna"),)


def test_a_survey_has_what_is_in_force(log: Path, tmp_path: Path) -> None:
    write_log(str(tmp_path / "plain.jsonl"), duel_game())
    found, plain = survey(str(tmp_path), "game.jsonl"), survey(str(tmp_path), "plain.jsonl")
    assert found.ok
    assert (found.players, found.tags) == (("Anna", "Bea"), {"Event": "Club"})
    assert (found.records, found.events, found.decisions) == (17, 11, 8)
    assert (found.play, found.digest, found.totals) == (plain.play, plain.digest, plain.totals)
    assert duplicates([found, plain]) == [("game.jsonl", "plain.jsonl")]


def test_a_set_by_hand_may_be_empty(tmp_path: Path) -> None:
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, {"set": {}}, *DUEL_HAND, {"note": {}}])
    assert validate(path).faults == ()
    assert load(path).history[0] == Set()
