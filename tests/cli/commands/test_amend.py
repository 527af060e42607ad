"""`amend`: a wrong record is put right, and everybody learns what came of it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kronika.core.sessions.events import Note
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.testing.checks.compatibility import of_format_1
from support.cli import Result, fine, run
from support.logs import DUEL_MOVES, TIDES_MOVES, data_of, duel_game, tides_game

pytestmark = pytest.mark.usefixtures("duel")


@pytest.fixture
def log(here: Path) -> Path:
    """Anna has won the 3 with 4 against 2, and shown a 3 for the 5 against Bob's 3."""
    session = duel_game(DUEL_MOVES[:7])
    session.note("a close one")
    write_log("g.jsonl", session)
    return here / "g.jsonl"


def test_a_wrong_outcome_is_put_right(log: Path) -> None:
    before = log.read_bytes()
    done = fine("amend", "g.jsonl", 1, "prize", "2")
    assert done.out == "  10  chance: prize 2\n"
    assert done.err.splitlines() == [
        "taken back:    1  chance: prize 3",
        "6 later events replayed as records 11 to 16.",
        "Record 13 now has different effects.",
        "Chance is due: enter the outcome.",
    ]
    assert log.read_bytes().startswith(before)
    assert validate("g.jsonl", strict=True).ok
    assert load("g.jsonl").totals() == {"Anna": 2, "Bob": 0}
    assert load("g.jsonl").history[-1] == Note("a close one")


def test_the_effects_of_the_new_record_are_reported(log: Path) -> None:
    done = fine("amend", "g.jsonl", 3, "play 1")
    assert done.lines == [
        "  10  Bob: play 1",
        "        Anna shows 4, Bob shows 1 (DU-2)",
    ]
    assert done.err.splitlines()[0] == "taken back:    3  Bob: play 2"


def test_what_is_no_longer_legal_is_shown_and_nothing_written(log: Path) -> None:
    before = log.read_bytes()
    for words in ((), ("--dry-run",)):
        done = run("amend", "g.jsonl", 2, "play 3", *words)
        assert (done.status, done.out) == (1, "")
        assert done.err.splitlines() == [
            "error: Record 7, `Anna: play 3`, would no longer be legal: You do not hold 3. (DU-2)",
            "Nothing was written. --truncate drops that record and what followed it: 1 event; nothing is erased.",
        ]
        assert log.read_bytes() == before


def test_truncate_keeps_what_comes_before(log: Path) -> None:
    before = log.read_bytes()
    done = fine("amend", "g.jsonl", 2, "play 3", "--truncate")
    assert done.out == "  10  Anna: play 3\n"
    assert done.err.splitlines() == [
        "taken back:    2  Anna: play 4",
        "4 later events replayed as records 11 to 14.",
        "Record 11 now has different effects.",
        "No longer in force: record 7; nothing is erased.",
        "Anna to act.",
    ]
    assert log.read_bytes().startswith(before)
    assert validate("g.jsonl", strict=True).ok


def test_dry_run_tells_the_same_and_writes_nothing(log: Path) -> None:
    before = log.read_bytes()
    dry = fine("amend", "g.jsonl", 1, "prize 2", "--dry-run")
    assert log.read_bytes() == before
    wet = fine("amend", "g.jsonl", 1, "prize 2")
    assert (dry.out, dry.err) == (wet.out, f"{wet.err}g.jsonl: nothing was written.\n")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (
            (8, "play 1"),
            2,
            "error: Record 8 is not a move or an outcome of chance: it is a note; `kronika note` adds",
        ),
        ((99, "play 1"), 2, "error: There is no record 99: the log has 8."),
        ((0, "play 1"), 2, "0 is not in the range x>=1"),
        ((3, "jump"), 2, "the new move is refused: 'jump' is not a move."),
        ((3, "play 2"), 2, "error: Record 3 already says that: there is nothing to amend."),
        ((7, "play 4"), 1, "the new move is refused: You do not hold 4. (DU-2)"),
        ((3, "Zed: play 1"), 2, "the new move is refused: There is no player 'Zed'."),
        ((3,), 2, "Missing argument 'MOVE...'"),
    ],
)
def test_what_is_refused(log: Path, words: tuple[object, ...], status: int, message: str) -> None:
    before = log.read_bytes()
    done = run("amend", "g.jsonl", *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert log.read_bytes() == before


def test_standard_input_goes_amended_to_standard_output(log: Path) -> None:
    data = log.read_bytes()
    done = fine("amend", "-", 1, "prize 2", stdin=data)
    assert "  10  chance: prize 2\n" in done.err
    Path("new.jsonl").write_text(done.out)
    fine("amend", "g.jsonl", 1, "prize 2")
    assert log.read_bytes() == Path("new.jsonl").read_bytes()
    assert fine("amend", "-", 1, "prize 2", "--dry-run", stdin=data).out == ""


def test_a_log_that_can_not_grow(here: Path) -> None:
    (here / "g.jsonl.gz").write_bytes(gzip.compress(data_of(duel_game())))
    done = run("amend", "g.jsonl.gz", 1, "prize 2")
    assert done.status == 3
    assert "only a plain text log can grow" in done.err


def test_a_log_of_format_1_is_raised(here: Path) -> None:
    Path("g.jsonl").write_bytes(of_format_1(duel_game(DUEL_MOVES[:4])))
    done = fine("amend", "g.jsonl", 1, "prize 2")
    assert "g.jsonl was of format 1 and is of format 2 now.\n" in done.err
    assert validate("g.jsonl", strict=True).ok
    right = duel_game(DUEL_MOVES[:4])
    assert load("g.jsonl").history[:4] == right.history


def test_a_player_puts_the_last_move_right_alone(log: Path) -> None:
    """Whether Anna's hidden card can be chosen again, behind another of Bob's, tells what it is: nothing is tried."""
    session = duel_game(DUEL_MOVES[:6])  # Bob has shown the 3, Anna has not chosen
    session.undo_events(1)
    session.play("Anna: play 3")
    session.play("Bob: play 1")
    write_log("h.jsonl", session)
    before = Path("h.jsonl").read_bytes()
    for n, seat in ((2, "Anna"), (3, "Bob"), (8, "Anna")):
        for move in ("play 3", "play 1", "play 4", "play 99", "nothing of the kind"):
            assert run("amend", "h.jsonl", n, move, "--as", seat) == Result(
                2,
                "",
                f"error: Only the referee can amend record {n}: other events follow it.\n",
            )
    done = run("amend", "h.jsonl", 9, "play 2", "--as", "Bob", "--dry-run")
    assert "--dry-run is for the referee, without --as" in done.err
    assert Path("h.jsonl").read_bytes() == before


def test_a_player_who_amends_the_last_move_has_done_so(log: Path) -> None:
    """DU-2: Anna, who was to show the 1, shows the 2; the log says that she did otherwise first."""
    session = duel_game(DUEL_MOVES[:1])
    session.play("Anna: play 1")
    write_log("h.jsonl", session)
    last = len(session.history)
    assert "'play 99' is not a move" in run("amend", "h.jsonl", last, "play 99", "--as", "Anna").err
    assert f"taken back: {last:>4}  Anna: play 1" in fine("amend", "h.jsonl", last, "play 2", "--as", "Anna").err
    assert load("h.jsonl").line.events[-1].do.card == 2


def test_a_player_does_not_choose_again_who_has_seen_the_other_card(log: Path) -> None:
    """DU-2: both cards are shown when Bob has chosen. To amend that choice is to take it back, as with an undo."""
    write_log("h.jsonl", duel_game(DUEL_MOVES[:3]))
    before = Path("h.jsonl").read_bytes()
    refused = run("undo", "h.jsonl", "--as", "Bob")
    assert "Bob can't take this back: it has shown something" in refused.err
    for move in ("play 1", "play 99", "nothing of the kind"):
        assert run("amend", "h.jsonl", 3, move, "--as", "Bob") == refused
    assert Path("h.jsonl").read_bytes() == before
    assert fine("amend", "h.jsonl", 3, "play 1")  # the referee may


@pytest.mark.parametrize(
    ("n", "move", "viewer"),
    [
        (2, "play 3", "Bob"),
        (1, "prize 2", "Anna"),
        (2, "Bob: play 4", "Anna"),
        (2, "Bob: play 4", "Bob"),
        (2, "play 3", "everyone"),
    ],
)
def test_a_player_puts_own_moves_right_alone(log: Path, n: int, move: str, viewer: str) -> None:
    before = log.read_bytes()
    done = run("amend", "g.jsonl", n, move, "--as", viewer)
    assert (done.status, done.out) == (2, "")
    assert done.err == (f"error: Only the referee can amend record {n}: it is not a move of that player.\n")
    assert log.read_bytes() == before


def test_an_amended_log_is_the_same_as_one_played_so(log: Path) -> None:
    fine("amend", "g.jsonl", 1, "prize 2")
    right = duel_game(("chance: prize 2", *DUEL_MOVES[1:7]))
    right.note("a close one")
    write_log("right.jsonl", right)
    done = fine("diff", "right.jsonl", "g.jsonl")
    assert done.lines[2:] == [
        "take-backs: 0 and 1 (not counted as a difference)",
        "The games are the same: 7 events.",
    ]


def test_it_is_the_new_move_that_is_refused(here: Path) -> None:
    """TT-2.1: the hand of Anna is 6, 8, 9, 14, 16."""
    write_log("g.jsonl", tides_game(TIDES_MOVES[:2]))
    before = Path("g.jsonl").read_bytes()
    done = run("amend", "g.jsonl", 2, "pick 10")
    assert done.status == 1
    assert done.err.startswith("error: Record 2 stays: the new move is refused: You do not hold 10 Eye of the North")
    done = run("amend", "g.jsonl", 2, "pick zzz")
    assert done.status == 2
    assert done.err.startswith("error: Record 2 stays: the new move is refused: There is no card 'zzz'.")
    assert Path("g.jsonl").read_bytes() == before
