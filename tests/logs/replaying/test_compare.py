"""Comparing two logs: the first event that differs, what differs in it, and whether the games meet again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kronika.core.contract.registry import get_game
from kronika.core.sessions.digest import digest
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.replaying.compare import Change, Convergence, Diff, Divergence, Notes, Side, diff_logs
from kronika.logs.replaying.logfile import write_log
from support.logs import (
    DUEL_EFFECTS,
    DUEL_HEADER,
    DUEL_MOVES,
    TIDES_MOVES,
    data_of,
    duel_game,
    hand_written,
    lines_of,
    tides_game,
    write,
)

pytestmark = pytest.mark.usefixtures("duel")

OTHER = "0123456789abcdef"


@pytest.fixture
def compare(tmp_path: Path) -> Any:
    """Compares two logs given as sessions, as lines or as bytes."""

    def run(left: Any, right: Any) -> Diff:
        names = []
        for name, given in (("a.jsonl", left), ("b.jsonl", right)):
            path = tmp_path / name
            path.unlink(missing_ok=True)
            if isinstance(given, bytes):
                path.write_bytes(given)
            elif isinstance(given, Session):
                path.write_bytes(data_of(given))
            else:
                write(path, given)
            names.append(str(path))
        return diff_logs(*names)

    return run


def changed(*changes: tuple[int, dict[str, Any]], moves: Sequence[str] = DUEL_MOVES) -> list[Any]:
    """The lines of the tiny game with some records changed; None takes a field away."""
    lines = lines_of(duel_game(moves))
    for number, change in changes:
        row = {**lines[number], **change}
        lines[number] = {name: value for name, value in row.items() if value is not None}
    return lines


# -- no difference ----------------------------------------------------------------------------------------------


def test_a_log_and_itself(compare: Any, tmp_path: Path) -> None:
    diff = compare(duel_game(), duel_game())
    assert diff == Diff(
        left=str(tmp_path / "a.jsonl"),
        right=str(tmp_path / "b.jsonl"),
        header=(),
        notes=(),
        states=True,
        agree=11,
        divergence=None,
        meeting=None,
        more=0,
        takebacks=(0, 0),
        clocks=0,
        faults=(),
    )
    assert diff.same


@pytest.mark.parametrize("name", ["b.jsonl.gz", "b.jsonl.zst", "b.kpack", "b.kpack.gz"])
def test_the_form_does_not_matter(tmp_path: Path, name: str) -> None:
    write_log(str(tmp_path / "a.jsonl"), tides_game())
    write_log(str(tmp_path / name), tides_game())
    diff = diff_logs(str(tmp_path / "a.jsonl"), str(tmp_path / name))
    assert diff.same
    assert diff.agree == 39


def test_a_hand_written_log_is_the_same_as_the_sealed_one(tmp_path: Path, compare: Any) -> None:
    """What it leaves out, options among it, is derived."""
    diff = compare(Path(hand_written(tmp_path / "hand.jsonl")).read_bytes(), duel_game())
    assert diff.same
    assert diff.agree == 11


def test_take_backs_that_left_no_trace_do_not_count(compare: Any) -> None:
    wavering = duel_game((*DUEL_MOVES[:3], "Anna: spare", "undo", *DUEL_MOVES[3:], "undo 3", "redo 3"))
    diff = compare(wavering, duel_game())
    assert diff.same
    assert diff.takebacks == (2, 0)
    assert diff.agree == 11


def test_when_a_move_was_entered_does_not_count(compare: Any) -> None:
    """Two scribes of one game never write in the same second; what else they note does count, also at a time."""
    one, other = duel_game(), duel_game()
    for session, second in ((one, 3), (other, 4)):
        for on in (2, 3):
            session.note(on=on, data={"clock": f"2026-11-28T17:00:0{second}Z"})
    one.note(on=4, data={"clock": "2026-11-28T17:00:05Z"})
    diff = compare(one, other)
    assert diff.same
    assert (diff.clocks, diff.notes) == (2, ())
    one.note("late", on=2, data={"clock": "2026-11-28T17:00:03Z"})
    one.note(on=3, data={"clock": 31})
    said = ('note: late {"clock":"2026-11-28T17:00:03Z"}',)
    assert compare(one, other).notes == (Notes(2, said, ()), Notes(3, ('note: {"clock":31}',), ()))


def test_a_move_entered_otherwise_is_the_same_move(compare: Any) -> None:
    by_name = tides_game([move.replace("pick 6", "pick citadel") for move in TIDES_MOVES])
    assert compare(by_name, tides_game()).same


# -- moves ------------------------------------------------------------------------------------------------------


def test_another_move(compare: Any) -> None:
    """Anna spares the prize of 3 instead of taking it: record 4."""
    other = duel_game((*DUEL_MOVES[:3], "Anna: spare", *DUEL_MOVES[4:]))
    diff = compare(duel_game(), other)
    assert not diff.same
    assert diff.agree == 3
    assert diff.divergence == Divergence(
        "move",
        4,
        Side(4, "Anna: take", ("Anna takes the prize of 3 (DU-4)",), ("DU-4",), digest(duel_game().at(4))),
        Side(4, "Anna: spare", (), (), digest(other.at(4))),
    )
    assert diff.meeting is None
    assert diff.more == 0


def test_other_chance(compare: Any) -> None:
    diff = compare(duel_game(DUEL_MOVES[:1]), duel_game(["chance: prize 2"]))
    assert (diff.agree, diff.divergence.kind, diff.divergence.event) == (0, "move", 1)
    assert (diff.divergence.left.move, diff.divergence.right.move) == ("chance: prize 3", "chance: prize 2")


def test_the_same_card_by_another_seat_is_another_move(compare: Any) -> None:
    diff = compare(duel_game(["chance: prize 3", "Anna: play 4"]), duel_game(["chance: prize 3", "Bob: play 4"]))
    assert (diff.agree, diff.divergence.kind) == (1, "move")


def test_records_are_reported_by_their_number_events_by_their_place(compare: Any) -> None:
    """An undo shifts the records of one side, not the events in force."""
    left = duel_game((*DUEL_MOVES[:3], "Anna: spare", "undo", *DUEL_MOVES[3:10]))
    right = duel_game((*DUEL_MOVES[:3], "Anna: spare"))
    diff = compare(left, right)
    assert (diff.divergence.event, diff.divergence.left.record, diff.divergence.right.record) == (4, 6, 4)


def test_a_restored_event_has_the_number_of_its_own_record(compare: Any) -> None:
    left = duel_game((*DUEL_MOVES[:4], "undo", "redo"))
    diff = compare(left, duel_game((*DUEL_MOVES[:3], "Anna: spare")))
    assert diff.divergence.left.record == 4


# -- meeting again ----------------------------------------------------------------------------------------------


def test_simultaneous_picks_in_another_order_meet_again(compare: Any) -> None:
    swapped = duel_game(("chance: prize 3", "Bob: play 2", "Anna: play 4", *DUEL_MOVES[3:]))
    diff = compare(duel_game(), swapped)
    assert (diff.agree, diff.divergence.kind, diff.divergence.event) == (1, "move", 2)
    assert diff.meeting == Convergence(3, 3)


def test_picks_of_tides_in_another_order_meet_again(compare: Any) -> None:
    """Record 1 is the deal; the first two picks are exchanged in one log and a take-back stands in the other."""
    swapped = tides_game((TIDES_MOVES[1], TIDES_MOVES[0], *TIDES_MOVES[2:]))
    wavering = tides_game((TIDES_MOVES[0], "undo", *TIDES_MOVES))
    diff = compare(wavering, swapped)
    assert (diff.agree, diff.divergence.kind) == (1, "move")
    assert diff.meeting == Convergence(5, 3)


def test_the_nearest_meeting_is_reported(compare: Any) -> None:
    """Two rounds are transposed: the prizes 2 and 3, both tied for, in either order; they meet after both."""
    first = ["chance: prize 3", "Anna: play 1", "Bob: play 1"]
    second = ["chance: prize 2", "Anna: play 2", "Bob: play 2"]
    diff = compare(duel_game([*first, *second, "chance: prize 5"]), duel_game([*second, *first, "chance: prize 5"]))
    assert (diff.agree, diff.divergence.kind) == (0, "move")
    assert diff.meeting == Convergence(6, 6)


# -- effects ----------------------------------------------------------------------------------------------------


def test_other_effects_of_the_same_move(compare: Any) -> None:
    """As if Anna had been given the prize under other rules: `then` and the digests after it are other."""
    old = changed((11, {"then": [{"type": "won", "seat": 0, "prize": 2, "rule": "DU-3"}], "state": OTHER}))
    diff = compare(old, duel_game())
    assert not diff.same
    assert diff.agree == 10
    assert diff.divergence == Divergence(
        "effects",
        11,
        Side(11, "Bob: take", ("Anna takes the prize of 2 (DU-3)",), ("DU-3",), OTHER),
        Side(11, "Bob: take", ("Bob takes the prize of 2 (DU-4)",), ("DU-4",), digest(duel_game().state)),
    )
    assert diff.meeting is None
    assert diff.more == 0
    assert diff.faults == ()


def test_only_the_effects_that_differ_are_reported(compare: Any) -> None:
    lines = lines_of(tides_game())
    kept = [effect for effect in lines[39]["then"] if effect.get("card") != 16]
    lines[39]["then"] = kept
    diff = compare(tides_game(), lines)
    assert (diff.agree, diff.divergence.kind, diff.divergence.event) == (38, "effects", 39)
    # Molehill paid 8 in the third round: that is all that one side has and the other has not.
    assert diff.divergence.left.effects == ("Anna scores 8 for 16 Molehill (TT-4.9)",)
    assert diff.divergence.left.rules == ("TT-4.9",)
    assert diff.divergence.right.effects == ()


def test_further_events_with_other_effects_are_counted(compare: Any) -> None:
    older = changed(
        (3, {"then": []}),
        (4, {"then": None}),
        (7, {"state": OTHER}),
    )
    diff = compare(older, duel_game())
    assert (diff.agree, diff.divergence.kind, diff.divergence.event) == (2, "effects", 3)
    assert diff.more == 2
    assert diff.meeting == Convergence(3, 3)  # the state was the same all the time


def test_an_effect_that_no_rule_can_derive_is_reported_by_its_fields(compare: Any) -> None:
    diff = compare(changed((4, {"then": [{"type": "won", "seat": 7, "prize": 3, "rule": "DU-9"}]})), duel_game())
    assert diff.divergence.left.effects == ("won seat 7, prize 3 (DU-9)",)


def test_an_effect_that_came_twice_is_a_difference(compare: Any) -> None:
    diff = compare(changed((3, {"then": DUEL_EFFECTS[3] * 2})), duel_game())
    assert (diff.divergence.kind, diff.divergence.event) == ("effects", 3)


def test_another_state_after_the_same_move_and_effects(compare: Any) -> None:
    diff = compare(changed((5, {"state": OTHER}), (6, {"state": OTHER})), duel_game())
    assert (diff.agree, diff.divergence.kind, diff.divergence.event) == (4, "state", 5)
    assert (diff.divergence.left.state, diff.divergence.right.state) == (OTHER, digest(duel_game().at(5)))
    assert (diff.divergence.left.effects, diff.divergence.right.effects) == ((), ())
    assert diff.more == 1
    assert diff.meeting == Convergence(7, 7)


# -- length -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swap", [False, True])
def test_one_log_is_longer(compare: Any, swap: bool) -> None:
    pair = [duel_game(), duel_game(DUEL_MOVES[:10])]
    diff = compare(*(pair[::-1] if swap else pair))
    longer = Side(11, "Bob: take", ("Bob takes the prize of 2 (DU-4)",), ("DU-4",), digest(duel_game().state))
    ended = Side(0, "", (), (), "")
    assert diff.agree == 10
    assert diff.divergence == Divergence("length", 11, *((ended, longer) if swap else (longer, ended)))
    assert diff.meeting is None


def test_what_was_taken_back_is_not_there(compare: Any) -> None:
    diff = compare(duel_game((*DUEL_MOVES, "undo")), duel_game())
    assert (diff.agree, diff.divergence.kind, diff.takebacks) == (10, "length", (1, 0))


def test_two_empty_logs(compare: Any) -> None:
    diff = compare(duel_game(()), duel_game(()))
    assert diff.same
    assert diff.agree == 0


# -- headers ----------------------------------------------------------------------------------------------------


def test_every_part_of_the_header_is_compared(compare: Any) -> None:
    left = duel_game((), ("Anna", "Bob"), seed=7, tags={"date": "2024", "event": "Final"})
    right = duel_game((), ("Anna", "Bert"), tags={"event": "Semifinal", "place": "Brno"})
    diff = compare(left, right)
    assert diff.header == (
        Change("seed", "7", "-"),
        Change("players", "Anna, Bob", "Anna, Bert"),
        Change("tags.date", "2024", "-"),
        Change("tags.event", "Final", "Semifinal"),
        Change("tags.place", "-", "Brno"),
    )
    assert not diff.same


def test_other_names_are_no_other_moves(compare: Any) -> None:
    renamed = duel_game([move.replace("Anna", "Eva") for move in DUEL_MOVES], ("Eva", "Bob"))
    diff = compare(duel_game(), renamed)
    assert diff.header == (Change("players", "Anna, Bob", "Eva, Bob"),)
    assert diff.divergence is None
    assert diff.agree == 11
    assert not diff.same


def test_the_same_moves_under_another_option_show_the_outcome_that_moved(compare: Any) -> None:
    """DX-1: where a tie needs at least one symbol, card 2 does not pay its 7. The options are a part of every state,
    so states are not compared: they would differ from the first event on."""
    moves = ["chance: deal 17 13 14 18 1 / 2 6 9 3 7"]
    for anna, bob in ((17, 2), (3, 18), (13, 6), (7, 1), (14, 9)):
        moves += [f"Anna: pick {anna}", f"Bob: pick {bob}"]
    left, right = (tides_game(moves, seed=None, chance="given", options={"zero_tie": v}) for v in ("win", "need_one"))
    diff = compare(left, right)
    assert diff.header == (Change("options.zero_tie", "win", "need_one"),)
    assert not diff.states
    assert (diff.agree, diff.divergence.kind, diff.divergence.event) == (10, "effects", 11)
    assert diff.divergence.left.effects == (
        "Bob wins the tie on 2 Ancient Divide (TT-4.18)",
        "Bob scores 7 for 2 Ancient Divide (TT-4.5)",
        "round 1: Anna +0 = 0 : Bob +18 = 18 (TT-4.14)",
    )
    assert diff.divergence.right.effects == ("round 1: Anna +0 = 0 : Bob +11 = 11 (TT-4.14)",)
    assert diff.meeting is None


def test_other_rules_of_the_same_game_show_the_outcome_that_moved(
    compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under other rules a state may be built otherwise: only moves and effects are compared."""
    older = changed((3, {"state": OTHER}), (11, {"then": [], "state": OTHER}))
    newer = lines_of(duel_game())
    newer[0]["rules"] = 2
    monkeypatch.setattr(type(get_game("duel")), "rules_version", 2)
    diff = compare(older, newer)
    assert diff.header == (Change("rules", "1", "2"),)
    assert not diff.states
    assert (diff.agree, diff.divergence.kind, diff.divergence.event) == (10, "effects", 11)
    assert diff.meeting is None


def test_different_games_are_not_compared(compare: Any) -> None:
    diff = compare(duel_game(), tides_game())
    assert diff.header[0] == Change("game", "duel", "tides")
    assert (diff.agree, diff.divergence, diff.meeting, diff.more) == (0, None, None, 0)
    assert not diff.same


# -- broken logs ------------------------------------------------------------------------------------------------


def test_a_log_is_compared_as_far_as_it_replays(compare: Any, tmp_path: Path) -> None:
    lines: list[Any] = lines_of(duel_game())
    lines[6] = "garbage"
    diff = compare(lines, duel_game())
    assert [(fault.path, fault.line, fault.code) for fault in diff.faults] == [(str(tmp_path / "a.jsonl"), 7, "syntax")]
    assert (diff.agree, diff.divergence.kind, diff.divergence.event) == (5, "length", 6)
    assert not diff.same


def test_two_logs_broken_at_the_same_place_are_not_the_same(compare: Any) -> None:
    """What comes after the break is not known."""
    lines: list[Any] = [*lines_of(duel_game())[:5], {"by": 0, "do": {"type": "take"}}]
    diff = compare(lines, lines)
    assert [(fault.line, fault.code) for fault in diff.faults] == [(6, "illegal"), (6, "illegal")]
    assert (diff.agree, diff.divergence) == (4, None)
    assert not diff.same


def test_a_torn_tail(compare: Any) -> None:
    diff = compare(data_of(duel_game())[:-3], duel_game())
    assert [(fault.line, fault.code) for fault in diff.faults] == [(12, "incomplete")]
    assert diff.agree == 10


def test_headers_that_cannot_be_read(compare: Any, tmp_path: Path) -> None:
    for broken in (["garbage"], [], [{**DUEL_HEADER, "game": "dual"}], [{**DUEL_HEADER, "players": []}]):
        with pytest.raises(LogError):
            compare(duel_game(), broken)
        with pytest.raises(LogError):
            compare(broken, duel_game())
    write_log(str(tmp_path / "good.jsonl"), duel_game())
    with pytest.raises(FileError):
        diff_logs(str(tmp_path / "good.jsonl"), str(tmp_path / "none.jsonl"))


def test_digests_in_the_tests_are_sixteen_digits() -> None:
    assert re.fullmatch("[0-9a-f]{16}", digest(duel_game().state))


def test_a_diff_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(data_of(duel_game()))
    (tmp_path / "b.jsonl").write_bytes(data_of(duel_game(DUEL_MOVES[:2])))
    assert repr(diff_logs("a.jsonl", "a.jsonl")).endswith(" events agree; what differs: nothing>")
    shorter = "<Diff of a.jsonl and b.jsonl: 2 events agree; what differs: length at event 3>"
    assert repr(diff_logs("a.jsonl", "b.jsonl")) == shorter
