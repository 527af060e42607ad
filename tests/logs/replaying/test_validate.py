"""Validation: every fault that can be found, with its line and code, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kronika.core.contract.registry import get_game
from kronika.core.sessions.coverage import Coverage
from kronika.core.sessions.digest import digest
from kronika.logs.files.faults import MEANINGS, Code, Fault, FileError, LogError
from kronika.logs.files.reader import LogReader
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load, replay_canonical
from kronika.logs.replaying.validation import Validation, validate
from support.logs import (
    DUEL_EFFECTS,
    DUEL_HAND,
    DUEL_HEADER,
    DUEL_MOVES,
    data_of,
    duel_game,
    hand_written,
    lines_of,
    tides_game,
    write,
)

pytestmark = pytest.mark.usefixtures("duel")

TAKE: dict[str, Any] = {"by": 0, "do": {"type": "take"}}
PRIZE: dict[str, Any] = {"by": "chance", "do": {"type": "prize", "value": 3}}
OTHER = "0123456789abcdef"


def codes(path: str, *, strict: bool = False) -> list[tuple[int, Code]]:
    return [(fault.line, fault.code) for fault in validate(path, strict=strict).faults]


def test_options_that_are_equal_as_numbers_are_different_options(tmp_path: Path) -> None:
    """An option that is yes or no can't be 0.0, also after a log in which it is `false`."""
    for number, (joker, found) in enumerate([("false", []), ("0.0", [(1, "setup")]), ("false", [])]):
        path = tmp_path / f"{number}.jsonl"
        header = json.dumps({**DUEL_HEADER, "options": {"joker": 0}}).replace(": 0}", f": {joker}}}")
        path.write_text(f"{header}\n{json.dumps(PRIZE)}\n")
        assert codes(str(path)) == found, joker


# -- what is right ----------------------------------------------------------------------------------------------


def test_a_whole_game(tmp_path: Path) -> None:
    session = duel_game()
    write_log(str(tmp_path / "game.jsonl"), session)
    report = validate(str(tmp_path / "game.jsonl"), strict=True)
    assert report.ok
    assert (report.path, report.game, report.records, report.events) == (str(tmp_path / "game.jsonl"), "duel", 11, 11)
    assert report.digest == digest(session.state)
    assert report.result is not None
    assert (report.result.totals, report.result.winners) == ((3, 2), (0,))


def test_a_hand_written_game_is_right_but_not_sealed(tmp_path: Path) -> None:
    path = hand_written(tmp_path / "hand.jsonl")
    assert validate(path).ok
    assert validate(path).digest == digest(duel_game().state)
    faults = validate(path, strict=True).faults
    assert {fault.code for fault in faults} == {"unsealed"}
    assert [fault.line for fault in faults] == [1, *(line for line in range(2, 13) for _ in range(2))]
    assert str(faults[0]) == f"{path}:1: unsealed the option `joker` is missing; `kronika seal` fills it in"
    assert str(faults[1]) == f"{path}:2: unsealed `state` is missing; `kronika seal` fills it in"
    assert str(faults[2]) == f"{path}:2: unsealed `n` is missing; `kronika seal` fills it in"


def test_undo_and_redo_records(tmp_path: Path) -> None:
    """Events in force are counted, not the records; `n` of undo and redo is asked for too."""
    session = duel_game((*DUEL_MOVES, "undo 2", "redo", "undo 3"))
    write_log(str(tmp_path / "game.jsonl"), session)
    report = validate(str(tmp_path / "game.jsonl"), strict=True)
    # 11 events; less Bob's take and 4; with his 4 again; less his 4, Anna's 1, and Anna's 3 with the prize after it.
    assert (report.faults, report.records, report.events) == ((), 14, 11 - 2 + 1 - 4)
    assert report.result is None
    path = write(tmp_path / "hand.jsonl", [{**DUEL_HEADER, "options": {"joker": False}}, PRIZE, {"undo": 1}])
    assert codes(path, strict=True) == [(2, "unsealed"), (2, "unsealed"), (3, "unsealed")]


def test_an_undone_branch_is_checked_too(tmp_path: Path) -> None:
    rows = [
        *DUEL_HAND[:3],
        {**TAKE, "then": DUEL_EFFECTS[4], "state": OTHER},
        {"undo": 1},
        {"by": 0, "do": {"type": "spare"}},
    ]
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, *rows])
    assert codes(path) == [(5, "digest")]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([{"undo": 1}], (2, "undo")),
        ([{"redo": 1}], (2, "undo")),
        ([PRIZE, {"undo": 2}], (3, "undo")),
        ([PRIZE, {"undo": 1}, {"redo": 2}], (4, "undo")),
        ([PRIZE, {"undo": 1}, {"redo": 1}, {"redo": 1}], (5, "undo")),
        ([PRIZE, {"undo": 1}, PRIZE, {"redo": 1}], (5, "undo")),  # something new was done: nothing to restore
        ([PRIZE, {"undo": 1}, {"undo": 1}], (4, "undo")),
        ([PRIZE, {"undo": 2147483648}], (3, "undo")),
    ],
)
def test_more_is_taken_back_or_restored_than_there_is(tmp_path: Path, rows: list[Any], fault: tuple[int, Code]) -> None:
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, *rows])
    assert codes(path) == [fault]
    with pytest.raises(LogError) as caught:
        load(path)
    assert (caught.value.fault.line, caught.value.fault.code) == fault


# -- every code -------------------------------------------------------------------------------------------------


def changed(number: int, **changes: Any) -> list[Any]:
    """The sealed game of the tiny game with one record changed; None takes a field away."""
    lines = lines_of(duel_game())
    row = {**lines[number], **changes}
    lines[number] = {name: value for name, value in row.items() if value is not None}
    return lines


EVERY: dict[Code, tuple[list[Any], int, str, tuple[str, ...]]] = {
    "syntax": ([DUEL_HEADER, PRIZE, "{]"], 3, "a key is not in double quotes (byte 2)", ()),
    "schema": ([DUEL_HEADER, PRIZE, {"by": 0}], 3, "a record has one of `do`, `undo`, `redo`, `set` and `note`", ()),
    "unknown-game": ([{**DUEL_HEADER, "game": "dule"}], 1, "There is no game called 'dule'. Did you mean duel?", ()),
    "newer-version": ([{**DUEL_HEADER, "rules": 7}], 1, "the log is of rules 7 of duel; this program has rules 1", ()),
    "setup": ([{**DUEL_HEADER, "players": ["Anna"]}], 1, "Duel is for 2 to 3 players, not 1.", ()),
    "order": (changed(5, n=6), 6, "this is record 5, not 6", ()),
    "undo": ([DUEL_HEADER, PRIZE, {"undo": 2}], 3, "Cannot take back 2 events: 1 in force.", ()),
    "illegal": ([DUEL_HEADER, *DUEL_HAND[:2], DUEL_HAND[1]], 4, "It is not the time, or not your turn.", ("DU-1",)),
    "effects": (changed(3, then=None), 4, "the rules give: Anna shows 4, Bob shows 2 (DU-2)", ("DU-2",)),
    "digest": (changed(5, state=OTHER), 6, f"the log has {OTHER}", ()),
    "incomplete": ([], 0, "", ()),  # has tests of its own
    "unproved": ([], 0, "", ()),  # is of what a witness saw: see `test_witnessed.py`
    "unsealed": (changed(5, n=None), 6, "`n` is missing", ()),
}


def test_every_code_has_a_meaning_and_an_example() -> None:
    assert set(EVERY) == set(MEANINGS) == set(Code.__args__)


@pytest.mark.parametrize("code", [code for code in EVERY if code not in ("incomplete", "unproved")])
def test_code(tmp_path: Path, code: Code) -> None:
    lines, line, message, rules = EVERY[code]
    path = write(tmp_path / "game.jsonl", lines)
    found = validate(path, strict=code == "unsealed").faults
    assert [(fault.line, fault.code, fault.rules) for fault in found] == [(line, code, rules)]
    assert message in found[0].message
    assert str(found[0]) == f"{path}:{line}: {code} {found[0].message}"
    if code == "unsealed":
        assert validate(path).ok


def test_incomplete(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game())[:-4])
    assert codes(str(path)) == [(12, "incomplete")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ["Anna"]}, "Duel is for 2 to 3 players, not 1."),
        ({"players": ["A", "B", "C", "D"]}, "Duel is for 2 to 3 players, not 4."),
        ({"players": []}, "Duel is for 2 to 3 players, not 0."),
        ({"players": ["Anna", "anna"]}, "Two players have the same name."),
        ({"players": ["Anna", ""]}, "'' can't be a player's name"),
        ({"players": ["Anna", "chance"]}, "'chance' can't be a player's name"),
        ({"players": ["Anna", "1"]}, "'1' can't be a player's name"),
        ({"players": ["Anna", "Bob: the second"]}, "can't be a player's name: it has a colon"),
        ({"players": ["Anna", "B\nob"]}, "can't be a player's name"),
        ({"options": {"jokers": True}}, "Duel has no option 'jokers'. Did you mean joker?"),
        ({"options": {"joker": "maybe"}}, "Option joker: 'maybe' is not possible, it can be true, false."),
        ({"options": {"joker": [[]]}}, "Option joker: [[]] is not possible"),
        ({"options": {"joker": True}, "players": ["A", "B", "C"]}, "The joker is for two players."),
    ],
)
def test_header_that_makes_no_game(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = write(tmp_path / "game.jsonl", [{**DUEL_HEADER, **change}, *DUEL_HAND])
    (fault,) = validate(path).faults
    assert (fault.line, fault.code) == (1, "setup")
    assert message in fault.message
    with pytest.raises(LogError, match="setup"):
        load(path)


# -- all of them ------------------------------------------------------------------------------------------------


def test_all_faults_are_found_in_one_pass(tmp_path: Path) -> None:
    lines = lines_of(duel_game())
    lines[2]["n"] = 7
    lines[3]["then"] = [{"type": "shown", "cards": [4, 1], "rule": "DU-2"}]
    lines[4]["state"] = OTHER
    lines[5]["n"] = 1
    del lines[6]["n"]
    path = write(tmp_path / "game.jsonl", lines)
    assert codes(path) == [(3, "order"), (4, "effects"), (5, "digest"), (6, "order")]
    assert codes(path, strict=True) == [(3, "order"), (4, "effects"), (5, "digest"), (6, "order"), (7, "unsealed")]
    assert validate(path).records == validate(path).events == 11


def test_after_an_illegal_move_only_the_form_is_checked(tmp_path: Path) -> None:
    rows = [*DUEL_HAND[:2], DUEL_HAND[1], {**TAKE, "n": 99, "state": OTHER}, "{", {"undo": 500}, {"by": 0}, PRIZE]
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, *rows])
    report = validate(path)
    assert [(fault.line, fault.code) for fault in report.faults] == [(4, "illegal"), (6, "syntax"), (8, "schema")]
    assert (report.records, report.events) == (6, 2)
    assert report.digest == digest(duel_game(DUEL_MOVES[:2]).state)
    assert report.result is None


def test_after_a_line_that_is_no_record_nothing_can_be_replayed(tmp_path: Path) -> None:
    """What the line did is not known: the moves after it are not called illegal."""
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, *DUEL_HAND[:3], "garbage", *DUEL_HAND[4:]])
    assert codes(path) == [(5, "syntax")]


def test_states_that_differ_from_some_point_on_are_one_fault(tmp_path: Path) -> None:
    lines = lines_of(duel_game())
    for line in lines[6:]:
        line["state"] = OTHER
    path = write(tmp_path / "game.jsonl", lines)
    (fault,) = validate(path).faults
    assert (fault.line, fault.code) == (7, "digest")
    assert fault.message.endswith(f"the log has {OTHER} (and at 5 later records)")


def test_blank_lines_are_counted_as_lines_but_not_as_records(tmp_path: Path) -> None:
    lines: list[Any] = ["", *lines_of(duel_game())[1:], ""]
    lines.insert(4, "")
    lines[5]["n"] = 77
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, *lines])
    assert codes(path) == [(7, "order")]
    assert validate(path).faults[0].message.startswith("this is record 4, not 77: ")


# -- effects and digests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "then", "right"),
    [
        (3, DUEL_EFFECTS[3], True),
        (3, [], False),
        (3, None, False),  # with a state beside it, no `then` means no effects
        (2, [], True),
        (2, None, True),
        (2, DUEL_EFFECTS[3], False),
        (3, [{"type": "shown", "cards": [4, 2]}], True),  # the rule's number has a default
        (3, [{"type": "shown", "cards": [4, 2], "rule": "DU-3"}], False),
        (3, [{"type": "shown", "cards": [2, 4], "rule": "DU-2"}], False),
        (3, [*DUEL_EFFECTS[3], *DUEL_EFFECTS[4]], False),
    ],
)
def test_effects_are_compared(tmp_path: Path, number: int, then: Any, right: bool) -> None:
    path = write(tmp_path / "game.jsonl", changed(number, then=then))
    assert codes(path) == ([] if right else [(number + 1, "effects")])


def test_effects_without_a_state_are_compared_where_they_stand(tmp_path: Path) -> None:
    lines = changed(3, then=DUEL_EFFECTS[3][:0], state=None)
    assert codes(write(tmp_path / "a.jsonl", lines)) == [(4, "effects")]
    assert codes(write(tmp_path / "b.jsonl", changed(3, then=None, state=None))) == []


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ({"type": "won", "seat": 7, "prize": 3, "rule": "DU-4"}, "won seat 7, prize 3 (DU-4)"),
        ({"type": "won", "seat": -9, "prize": 10**30, "rule": "x"}, f"won seat -9, prize {10**30} (x)"),
        ({"type": "shown", "cards": [1, 2, 3], "rule": "DU-2"}, "shown cards (1, 2, 3) (DU-2)"),
    ],
)
def test_an_effect_that_no_rule_can_derive_is_reported_by_its_fields(tmp_path: Path, effect: Any, told: str) -> None:
    """A player, a card or a number of cards that there is not is a fault, not a traceback."""
    path = write(tmp_path / "game.jsonl", changed(4, then=[effect]))
    (fault,) = validate(path).faults
    assert (fault.line, fault.code) == (5, "effects")
    assert fault.message.endswith(f"the log has: {told}")


def test_an_effect_with_a_card_that_there_is_not(tmp_path: Path) -> None:
    lines = lines_of(tides_game())
    lines[-1]["then"] = [{"type": "scored", "seat": 0, "card": 118, "points": 7, "rule": "TT-4.5"}]
    (fault,) = validate(write(tmp_path / "game.jsonl", lines)).faults
    assert fault.message.endswith("the log has: scored seat 0, card 118, points 7 (TT-4.5)")


def test_the_order_of_effects_counts(tmp_path: Path) -> None:
    session = tides_game()
    lines = lines_of(session)
    effects = lines[-1]["then"]
    lines[-1]["then"] = [effects[1], effects[0], *effects[2:]]
    path = write(tmp_path / "game.jsonl", lines)
    assert codes(path) == [(40, "effects")]


def test_an_older_log_that_no_longer_replays_says_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.jsonl", changed(3, then=[], state=OTHER))
    illegal = write(tmp_path / "b.jsonl", [DUEL_HEADER, TAKE])
    fine = write(tmp_path / "c.jsonl", lines_of(duel_game()))
    monkeypatch.setattr(type(get_game("duel")), "rules_version", 2)
    note = " [the log is of rules 1, these are rules 2]"
    assert [fault.message.endswith(note) for fault in validate(path).faults] == [True, True]
    assert validate(illegal).faults[0].message.endswith(note)
    assert validate(fine, strict=True).ok


def test_a_newer_log_is_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.jsonl", lines_of(duel_game()))
    monkeypatch.setattr(type(get_game("duel")), "rules_version", 0)
    assert codes(path) == [(1, "newer-version")]


# -- coverage ---------------------------------------------------------------------------------------------------


def test_coverage_of_the_tiny_game(tmp_path: Path) -> None:
    """Three shows (DU-2), two prizes won (DU-4), two items on the sheet and the end (DU-5)."""
    write_log(str(tmp_path / "game.jsonl"), duel_game())
    coverage = Coverage()
    validate(str(tmp_path / "game.jsonl"), coverage=coverage)
    assert coverage.by_kind["effect"] == {"DU-2": 3, "DU-4": 2}
    assert coverage.by_kind["score"] == {"DU-5": 3}
    assert coverage.by_kind["refusal"] == {}
    assert coverage.rules() == {"DU-2", "DU-4", "DU-5"}
    validate(str(tmp_path / "game.jsonl"), coverage=coverage)
    assert coverage.count("DU-2") == 6


def test_coverage_counts_what_is_in_force(tmp_path: Path) -> None:
    write_log(str(tmp_path / "game.jsonl"), duel_game((*DUEL_MOVES, "undo 2")))
    coverage = Coverage()
    validate(str(tmp_path / "game.jsonl"), coverage=coverage)
    assert coverage.by_kind["effect"] == {"DU-2": 2, "DU-4": 1}
    assert coverage.by_kind["score"] == {"DU-5": 1}


def test_coverage_of_a_tie_counts_its_rule(tmp_path: Path) -> None:
    """All three prizes are tied for: 0 to 0, shared by DU-5, which also ended the game."""
    moves = [move for _ in range(3) for move in ("chance: prize {}", "Anna: play {}", "Bob: play {}")]
    filled = [text.format(number) for text, number in zip(moves, (2, 1, 1, 3, 2, 2, 5, 3, 3), strict=True)]
    write_log(str(tmp_path / "game.jsonl"), duel_game(filled))
    coverage = Coverage()
    report = validate(str(tmp_path / "game.jsonl"), coverage=coverage)
    assert report.result is not None
    assert report.result.winners == (0, 1)
    assert coverage.by_kind["score"] == {"DU-5": 2}


# -- loading ----------------------------------------------------------------------------------------------------


def test_loading_lives_with_derived_fields_that_differ(tmp_path: Path) -> None:
    lines = lines_of(duel_game())
    lines[3]["then"] = []
    lines[5]["n"] = 9
    lines[11]["state"] = OTHER
    loaded = load(write(tmp_path / "game.jsonl", lines))
    assert [(fault.line, fault.code) for fault in loaded.warnings] == [(4, "effects"), (6, "order"), (12, "digest")]
    assert loaded.history == duel_game().history


@pytest.mark.parametrize(
    ("rows", "line", "code"),
    [
        (["{"], 2, "syntax"),
        ([{"by": 0}], 2, "schema"),
        ([PRIZE, TAKE], 3, "illegal"),
        ([PRIZE, {"redo": 1}], 3, "undo"),
    ],
)
def test_loading_stops_at_what_it_cannot_live_with(tmp_path: Path, rows: list[Any], line: int, code: Code) -> None:
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, *rows])
    with pytest.raises(LogError) as caught:
        load(path)
    assert (caught.value.fault.line, caught.value.fault.code) == (line, code)
    assert str(caught.value) == str(caught.value.fault)


def test_a_loaded_session_goes_on_where_the_log_ends(tmp_path: Path) -> None:
    """What was taken back can still be restored after loading."""
    write_log(str(tmp_path / "game.jsonl"), duel_game((*DUEL_MOVES, "undo 2")))
    session = load(str(tmp_path / "game.jsonl"))
    session.redo(2)
    assert session.state == duel_game().state
    assert session.at(12) == duel_game(DUEL_MOVES[:9]).state
    assert session.at(0) == duel_game(()).state


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (str(tmp_path / "none.jsonl"), str(tmp_path)):
        with pytest.raises(FileError):
            validate(path)
        with pytest.raises(FileError):
            load(path)


def test_a_fault_is_a_value() -> None:
    fault = Fault("a.jsonl", 3, "illegal", "no", ("TT-2.1",))
    assert str(fault) == "a.jsonl:3: illegal no"
    assert json.loads(json.dumps({"line": fault.line})) == {"line": 3}
    assert fault == Fault("a.jsonl", 3, "illegal", "no", ("TT-2.1",))


# -- whole pieces and single lines -----------------------------------------------------------------------------


def test_a_log_as_written_needs_no_closer_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_log(str(tmp_path / "game.jsonl"), tides_game())
    monkeypatch.setattr(Validation, "_take", lambda *_: pytest.fail("a closer look was taken"))
    assert validate(str(tmp_path / "game.jsonl"), strict=True).ok


@pytest.mark.parametrize("piece", [1, 500, 1 << 16])
@pytest.mark.parametrize(
    ("line", "written", "instead", "faults"),
    [
        (4, b'"rule":"TT-2.3"', b'"rule":"TT-2.4"', [(4, "effects")]),
        (4, b"[6,10]", b"[6,11]", [(4, "effects")]),
        (3, b'"n":2', b'"n":3', [(3, "order")]),
        (3, b'"n":2,', b"", [(3, "unsealed")]),
        (3, b'"n":2,', b'"n": 2,', []),
        (3, b'"by":0', b'"by":1', [(3, "illegal")]),
        (3, b'"card":6', b'"card":9', [(3, "digest"), (4, "effects"), (7, "illegal")]),
        (3, b'"card":6', b'"card":6,"card":6', [(3, "schema")]),
        (3, b'"state"', b'"then":[],"state"', []),
        (3, b'"n":2', b'"n":2,"more":1', [(3, "schema")]),
        (3, b"}\n", b"}\r\n", []),
        (3, b"}\n", b"}\n\n", []),
        (3, b"}\n", b"}", [(3, "syntax")]),
        (40, b"}\n", b"}", []),
        (40, b"}\n", b"", [(40, "incomplete")]),
    ],
)  # fmt: skip
def test_one_byte_other_than_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    piece: int,
    line: int,
    written: bytes,
    instead: bytes,
    faults: list[tuple[int, Code]],
) -> None:
    """What is said of a line that is not as Kronika writes it: the same, however much is read at once."""
    lines = data_of(tides_game()).splitlines(keepends=True)
    assert (len(lines), lines[line - 1].count(written)) == (40, 1)
    lines[line - 1] = lines[line - 1].replace(written, instead)
    (tmp_path / "game.jsonl").write_bytes(b"".join(lines))
    monkeypatch.setattr("kronika.logs.files.reader.CHUNK", piece)
    assert codes(str(tmp_path / "game.jsonl"), strict=True) == faults


@pytest.mark.parametrize(("text", "game"), [("", ""), ("{}\n{}\n", ""), ('{"kronika":2,"game":"dual"}\n', "")])
def test_of_a_log_without_a_header_nothing_is_reported(tmp_path: Path, text: str, game: str) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text(text)
    report = validate(str(path))
    assert (report.path, report.game, report.records, report.events) == (str(path), game, 0, 0)
    assert (report.digest, report.result, len(report.faults)) == ("", None, 1)


def test_a_report_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(data_of(duel_game()))
    (tmp_path / "b\n.jsonl").write_text("{}")
    assert repr(validate("a.jsonl")) == f"<Report on a.jsonl: duel, {len(duel_game().history)} records, 0 faults>"
    assert repr(validate("b\n.jsonl")) == "<Report on b\\n.jsonl: 0 records, 1 fault>"


# -- as it is written here --------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [0, 4])
def test_lines_that_are_the_very_bytes_need_no_closer_look(tmp_path: Path, before: int) -> None:
    """Of the whole game, or of what follows its first four: the records, and the state after each."""
    session = duel_game()
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(session))
    lines = data_of(session).splitlines(keepends=True)[1:]
    with LogReader(str(path)) as reader:
        reader.line += before
        found = replay_canonical(reader, session.at(before), before, b"".join(lines[before:]))
        assert found is not None
        assert found[0] == session.history[before:]
        assert found[1] == [session.at(n) for n in range(before + 1, len(lines) + 1)]
        assert reader.line == len(lines) + 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"n":1,', b"{"),
        (b'{"n":1,', b'{"n":2,'),
        (b'"card":4', b'"card": 4'),
        (b'"card":4', b'"card":5'),
        (b'"prize":3', b'"prize":2'),
        (b"\n", b"\n\n"),
        (b'"type":"take"', b'"type":"tale"'),
    ],
)
def test_other_lines_do_and_nothing_has_happened(tmp_path: Path, old: bytes, new: bytes) -> None:
    """By hand, spaced, a card that nobody holds, another effect, an empty line, no move."""
    session = duel_game()
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(session))
    piece = data_of(session).partition(b"\n")[2]
    assert old in piece
    with LogReader(str(path)) as reader:
        assert replay_canonical(reader, session.at(0), 0, piece.replace(old, new, 1)) is None
        assert reader.line == 2
