"""`play`: moves are recorded, or the log stays as it was; scripts and pipes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import Result, fine, run
from support.logs import DUEL_MOVES, DX1, TIDES_MOVES, data_of, duel_game, tides_game, write
from support.playouts import ROOT

pytestmark = pytest.mark.usefixtures("duel")


def test_play_tells_what_followed_by_which_rule(log: Path) -> None:
    done = fine("play", log, "Anna: pick 9", "Bob: pick 10")
    assert done.out == (
        "   2  Anna: pick 9\n"
        "   3  Bob: pick 10\n"
        "        Anna shows 9 Maze of the Damned, Bob shows 10 Eye of the North (TT-2.2)\n"
        "        the players exchange their hands (TT-2.3)\n"
    )
    assert done.err == "Anna and Bob to act.\n"
    assert log.read_bytes() == data_of(tides_game(("Anna: pick 9", "Bob: pick 10")))


@pytest.mark.parametrize(
    "words",
    [
        ["Anna: pick 9"],
        ["anna: pick 9"],
        ["0: pick 9"],
        ["Anna:", "pick", "9"],
        ["Anna: pick maze"],
        ["Anna: pick Maze of the Damned"],
        ["Anna: pick Labyrint zatracených"],
        ["  Anna :  pick   9  "],
    ],
)
def test_ways_to_write_a_move(log: Path, words: list[str]) -> None:
    fine("play", log, *words)
    assert log.read_bytes() == data_of(tides_game(("Anna: pick 9",)))


def test_the_seat_may_be_left_out_when_only_one_can_act(log: Path) -> None:
    fine("play", log, "Anna: pick 9")
    fine("play", log, "pick", "10")
    assert log.read_bytes() == data_of(tides_game(("Anna: pick 9", "Bob: pick 10")))
    done = run("play", log, "pick 2")
    assert done.status == 2
    assert "Anna and Bob may act: name the player, as in `Anna: MOVE`." in done.err


def test_play_quietly(log: Path) -> None:
    assert fine("play", log, "-q", "Anna: pick 9") == Result(0, "", "")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (
            ["Anna: pick 15"],
            1,
            "`Anna: pick 15` is refused: You do not hold 15 Vestibule: your hand is 6, 8, 9, 14, 16.",
        ),
        (["Anna: pick 15"], 1, "14, 16. (TT-2.1) 15 Vestibule is in Bob's hand.\n"),
        (["Anna: relic 6 discard 8"], 1, "is refused: You can't choose a relic now"),
        (["chance: draw Anna 1 2"], 1, "(TT-3.2)"),
        (["Anna: pikc 9"], 2, "Did you mean: pick 9?"),
        (["Anna: pick mazze"], 2, "There is no card 'mazze'. Did you mean: "),
        (["Ana: pick 9"], 2, "There is no player 'Ana'. Did you mean: Anna?"),
        (["Anna:"], 2, "The move is empty."),
        ([""], 2, ""),
        (["Anna: pick"], 2, "Which card?"),
        (["undo"], 1, "Cannot take back 1 decision: 0 in force."),
        (["redo 3"], 1, "Cannot restore 3 decisions: 0 taken back."),
    ],
)
def test_refused_moves_leave_the_log(log: Path, words: list[str], status: int, message: str) -> None:
    before = log.read_bytes()
    done = run("play", log, *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert log.read_bytes() == before


def test_all_moves_or_none(log: Path) -> None:
    before = log.read_bytes()
    done = run("play", log, "Anna: pick 9", "Bob: pick 10", "Anna: pick 9")
    assert (done.status, done.out) == (1, "")
    assert log.read_bytes() == before


def test_play_after_the_end(tiny: Path) -> None:
    before = tiny.read_bytes()
    done = run("play", tiny, "Anna: take")
    assert (done.status, tiny.read_bytes()) == (1, before)
    done = run("play", tiny, "take")
    assert (done.status, done.err) == (2, "error: `take`: The game is over.\n")


def test_the_end_of_a_game_is_reported(here: Path) -> None:
    write_log("duel.jsonl", duel_game(DUEL_MOVES[:10]))
    done = fine("play", "duel.jsonl", "take")
    assert done.out == "  11  Bob: take\n        Bob takes the prize of 2 (DU-4)\n"
    assert done.err == "The game is over. Anna wins.\n"


@pytest.mark.parametrize("name", ["g.kpack", "g.jsonl.gz"])
def test_play_into_what_cannot_grow(here: Path, name: str) -> None:
    write_log(name, duel_game(DUEL_MOVES[:4]))
    before = Path(name).read_bytes()
    done = run("play", name, "chance: prize 5")
    assert done.status == 3
    assert f"{name}: only a plain text log can grow; `kronika convert` makes one of it." in done.err
    assert Path(name).read_bytes() == before


def test_play_on_a_faulty_log(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-9])
    before = log.read_bytes()
    done = run("play", log, "Anna: pick 9")
    assert done.status == 1
    assert f"{log}:2: incomplete the last line is cut short; `kronika repair` cuts it off" in done.err
    assert log.read_bytes() == before


def test_play_as_everyone_reports_what_all_may_know(log: Path) -> None:
    """TT-1.6: Anna's choice is hidden from Bob, and so is why it is refused, and what she can choose."""
    assert run("play", log, "Anna: pick 2", "--as", "everyone") == Result(
        1, "", "error: A move of Anna is refused; the reason is not public.\n"
    )
    done = run("play", log, "Anna: pikc", "--as", "everyone")
    assert done == Result(2, "", "error: `Anna: pikc`: 'pikc' is not a move.\n")
    assert fine("play", log, "Anna: pick 9", "--as", "everyone").out == "   2  Anna: pick ?\n"


@pytest.mark.parametrize(
    "move",
    [
        "Anna: pick 9",
        "Anna: pick 3",
        "A: pick 99",
        "0: pikc",
        "Anna: ",
        "chance: deal 1 2 3 4 5 / 6 7 8 9 10",
        "chance: x",
    ],
)
def test_what_others_do_is_refused_unread_where_a_seat_is_named(log: Path, move: str) -> None:
    """TT-1.6: legal or not, readable or not, one sentence: else 18 tries would give Anna's hand."""
    before = log.read_bytes()
    assert run("play", log, move, "--as", "Bob") == Result(
        2, "", f"error: `{move}`: You can enter only moves of Bob here; moves of others are refused unread.\n"
    )
    assert log.read_bytes() == before
    fine("play", log, "Bob: pick 2", "--as", "Bob")
    for typed in ("pick 9", "pick 99"):  # without a name it is no move of Bob, whose turn is over
        done = run("play", log, typed, "--as", "1")
        assert done.err == f"error: `{typed}`: It is not your turn: Anna may act now.\n"


def test_what_a_seat_has_done_is_kept_before_its_next_move_is_looked_at(log: Path) -> None:
    """DU-2: Bob shows his card, which shows Anna's; a refusal must not tell it where nothing was done."""
    session = duel_game(DUEL_MOVES[:2])  # the prize, and Anna's card
    write_log("d.jsonl", session)
    done = run("play", "d.jsonl", "Bob: play 4", "Bob: play 3", "--as", "Bob")
    assert done.err.endswith("error: `Bob: play 3` is refused: It is not the time, or not your turn. (DU-1)\n")
    assert done.out.startswith("   3  Bob: play 4\n")
    assert len(load("d.jsonl").history) == 3


def test_bots_play_on_where_a_seat_is_named(log: Path) -> None:
    fine("play", log, "pick 2", "--as", "Bob", "--bot", "Anna=first")
    assert [event.by for event in load(str(log)).line.events][-3:-1] == [0, 1]


def test_a_seat_enters_no_outcomes(here: Path) -> None:
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--chance", "given", "g.jsonl")
    done = run("play", "g.jsonl", "Bob: pick 3", "--as", "Bob", "--chance", "ask")
    assert (done.status, done.out) == (2, "")
    assert "a seat enters no outcomes" in done.err


def test_play_as_a_seat_reports_what_that_seat_may_know(log: Path) -> None:
    """A refusal of their own move is explained, and has hints."""
    own = run("play", log, "Bob: pikc", "--as", "Bob")
    assert own == Result(2, "", "error: `Bob: pikc`: 'pikc' is not a move. Did you mean: pick 2, pick 15, pick 13?\n")
    done = run("play", log, "Bob: pick 9", "--as", "Bob")
    assert (done.status, done.out) == (1, "")
    assert done.err.endswith("You do not hold 9 Maze of the Damned: your hand is 2, 10, 11, 13, 15. (TT-2.1)\n")


def test_play_on_a_log_with_other_digests_warns_and_goes_on(log: Path) -> None:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    lines[1]["state"] = "0123456789abcdef"
    write(log, lines)
    done = fine("play", log, "Anna: pick 9")
    assert done.err.startswith(f"warning: {log}:2: digest the state is ")
    assert done.err.endswith("Bob to act.\n")


# -- scripts ----------------------------------------------------------------------------------------------------


def test_a_whole_game_from_a_script(log: Path) -> None:
    done = fine("play", log, "--script", ROOT / "fixtures" / "scripts" / "tides-demo.txt")
    assert log.read_bytes() == data_of(tides_game())
    assert done.lines[-1] == "        the game ends 60 : 60 (TT-5.1)"
    assert done.err == "The game is over. Anna and Bob share the victory: the totals are equal (TT-5.2).\n"


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_script_line_ends_and_byte_order_mark(log: Path, ending: str, mark: str) -> None:
    Path("moves.txt").write_bytes((mark + ending.join(TIDES_MOVES)).encode())
    fine("play", log, "--script", "moves.txt")
    assert log.read_bytes() == data_of(tides_game())


@pytest.mark.parametrize("char", "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
def test_a_line_of_a_script_ends_at_a_line_feed_and_nowhere_else(log: Path, char: str) -> None:
    """What follows in a comment stays comment; between moves it is a space, and makes no second move."""
    Path("moves.txt").write_bytes(f"Anna: pick 9\nBob: pick 10  # x:{char}Anna: pick 2\n".encode())
    fine("play", log, "--script", "moves.txt")
    before = log.read_bytes()
    assert before == data_of(tides_game(("Anna: pick 9", "Bob: pick 10")))
    Path("moves.txt").write_bytes(f"Anna: pick 2{char}Bob: pick 2\n".encode())
    assert run("play", log, "--script", "moves.txt").status == 2
    assert log.read_bytes() == before


def test_script_with_comments_blank_lines_undo_and_redo(log: Path) -> None:
    Path("moves.txt").write_text(
        """
        # the first pick
        Anna: pick 9   # the maze
        Bob: pick 10 #no, rather not

        undo           # Bob's
        Bob: pick 2
        undo 2
        REDO
        redo 1
        # the end
        """
    )
    fine("play", log, "--script", "moves.txt")
    moves = ("Anna: pick 9", "Bob: pick 10", "undo", "Bob: pick 2", "undo 2", "redo", "redo 1")
    assert log.read_bytes() == data_of(tides_game(moves))


def test_a_number_sign_inside_a_word_is_no_comment(here: Path) -> None:
    write_log("g.jsonl", duel_game((), ("Anna#1", "Bob")))
    Path("moves.txt").write_text("chance: prize 3\nAnna#1: play 4\n")
    fine("play", "g.jsonl", "--script", "moves.txt")
    assert len(load("g.jsonl").history) == 2


def test_script_with_the_chance_of_a_real_table(table: Path) -> None:
    Path("moves.txt").write_text("\n".join(DX1))
    done = fine("play", table, "--script", "moves.txt", "--chance", "given")
    assert "        round 1: Anna +0 = 0 : Bob +18 = 18 (TT-4.14)" in done.lines
    assert table.read_bytes() == data_of(tides_game(DX1, seed=None, chance="given"))


def test_a_log_without_a_seed_takes_chance_as_given_without_being_told(table: Path) -> None:
    fine("play", table, *DX1)
    done = run("play", table, "--chance", "auto", "Anna: relic 17 discard 3")
    assert (done.status, done.err) == (
        2,
        "error: This log has no seed, so chance can't be automatic: use --chance ask or given.\n",
    )


def test_script_that_asks_for_chance(table: Path) -> None:
    """With `ask` the outcomes are asked for as they fall due; in a script they come from standard input."""
    Path("moves.txt").write_text("\n".join((*DX1, "Anna: relic 17 discard 3", "Bob: relic 2 discard 18")))
    done = fine("play", table, "--script", "moves.txt", "--chance", "ask", stdin="draw Anna 4 5\ndraw Bob 8 10\n")
    assert done.err.count("chance> ") == 2
    session = load(str(table))
    assert session.legal()["Anna"] == ["pick 4", "pick 5", "pick 7", "pick 13", "pick 14"]


def test_script_that_asks_for_chance_before_the_first_move(table: Path) -> None:
    Path("moves.txt").write_text("\n".join(DX1[1:]))
    fine("play", table, "--script", "moves.txt", "--chance", "ask", stdin="deal 17 13 14 18 1 / 2 6 9 3 7\n")
    assert table.read_bytes() == data_of(tides_game(DX1, seed=None, chance="given"))


def test_outcomes_that_are_asked_for_around_the_moves_are_kept(here: Path) -> None:
    """The first prize stays although a move is refused; the moves stay although the next prize never comes."""
    write_log("g.jsonl", duel_game(()))
    done = run("play", "g.jsonl", "--chance", "ask", "Anna: play 4", "Anna: play 3", stdin="prize 3\n")
    assert done.status == 1
    assert Path("g.jsonl").read_bytes() == data_of(duel_game(DUEL_MOVES[:1]))
    assert run("play", "g.jsonl", "--chance", "ask", *DUEL_MOVES[1:4]).status == 2
    assert Path("g.jsonl").read_bytes() == data_of(duel_game(DUEL_MOVES[:4]))


def test_chance_can_be_given_in_a_log_with_a_seed(here: Path) -> None:
    fine("new", "duel", "-p", "Anna", "-p", "Bob", "--seed", 3, "--chance", "given", "g.jsonl")
    fine("play", "g.jsonl", "--chance", "given", *DUEL_MOVES)
    assert Path("g.jsonl").read_bytes() == data_of(duel_game(seed=3, chance="given"))


def test_a_refused_line_of_a_script_is_reported_with_its_line(log: Path) -> None:
    before = log.read_bytes()
    Path("moves.txt").write_text("# round 1\n\nAnna: pick 9\nBob: pick 9\nAnna: pick 8\n")
    done = run("play", log, "--script", "moves.txt")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("error: moves.txt:4: `Bob: pick 9` is refused: You do not hold 9 Maze of the Damned")
    assert done.err.endswith("(TT-2.1)\n")
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("Anna: take 9", 2, "moves.txt:1: `Anna: take 9`: "),
        ("Ana: pick 9", 2, "moves.txt:1: `Ana: pick 9`: There is no player 'Ana'. Did you mean: Anna?"),
        ("undo", 1, "moves.txt:1: `undo`: Cannot take back 1 decision: 0 in force."),
        ("undo 0", 1, "moves.txt:1: `undo 0`: Cannot take back 0 decisions"),
        ("undo -1", 2, "moves.txt:1: `undo -1`: Write `undo`, `undo 2` or `undo 2 events` to take back"),
        ("Undo 99999999999", 2, "moves.txt:1: `Undo 99999999999`: Write `undo`"),
        ("redo 2 moves", 2, "moves.txt:1: `redo 2 moves`: Write `undo`"),
        ("redo 999999999", 1, "moves.txt:1: `redo 999999999`: Cannot restore 999999999 decisions"),
        ("chance: deal 1 2 3 4 5 / 6 7 8 9 10", 1, "moves.txt:1: "),
    ],
)
def test_other_lines_that_are_refused(log: Path, line: str, status: int, message: str) -> None:
    before = log.read_bytes()
    Path("moves.txt").write_text(f"{line}\n")
    done = run("play", log, "--script", "moves.txt")
    assert done.status == status
    assert message in done.err
    assert log.read_bytes() == before


def test_an_empty_script_plays_nothing(log: Path) -> None:
    before = log.read_bytes()
    Path("moves.txt").write_text("# nothing\n\n")
    done = fine("play", log, "--script", "moves.txt")
    assert (done.out, done.err) == ("", "Anna and Bob to act.\n")
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "moves.txt: cannot read: No such file or directory."),
        (b"Anna: pick \xff\n", "moves.txt: is not UTF-8 text."),
        (b"\x1f\x8bbroken", "moves.txt: "),
        (b"\x28\xb5\x2f\xfdbroken", "moves.txt: "),
    ],
)
def test_scripts_that_cannot_be_read(log: Path, content: bytes | None, message: str) -> None:
    if content is not None:
        Path("moves.txt").write_bytes(content)
    before = log.read_bytes()
    done = run("play", log, "--script", "moves.txt")
    assert done.status == 3
    assert done.err.startswith(f"error: {message}")
    assert log.read_bytes() == before


def test_a_folder_is_no_script(log: Path) -> None:
    done = run("play", log, "--script", ".")
    assert (done.status, done.err) == (3, "error: .: is a directory, not a file to read: name a file in it.\n")


def test_script_from_standard_input(log: Path) -> None:
    fine("play", log, "--script", "-", stdin="\n".join(TIDES_MOVES))
    assert log.read_bytes() == data_of(tides_game())


def test_without_a_terminal_moves_come_from_standard_input(log: Path) -> None:
    fine("play", log, stdin="Anna: pick 9\nBob: pick 10\n")
    assert log.read_bytes() == data_of(tides_game(("Anna: pick 9", "Bob: pick 10")))
    done = run("play", log, stdin="Anna: pick 2\nBob: jump\n")
    assert done.err.startswith("error: <stdin>:2: `Bob: jump`: ")


def test_moves_and_a_script_do_not_go_together(log: Path) -> None:
    done = run("play", log, "Anna: pick 9", "--script", "-")
    assert done.status == 2
    assert "Give moves or a script, not both." in done.err
    done = run("play", "-", "--script", "-")
    assert done.status == 2
    assert "can't both come from standard input" in done.err


# -- pipes ------------------------------------------------------------------------------------------------------


def test_a_log_through_a_pipe(log: Path) -> None:
    done = fine("play", "-", "Anna: pick 9", stdin=log.read_bytes())
    assert done.out.encode() == data_of(tides_game(("Anna: pick 9",)))
    assert done.err == "   2  Anna: pick 9\nBob to act.\n"


def test_a_pipe_of_commands(here: Path) -> None:
    text = fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 7, "-").out
    text = fine("play", "-", "-q", "Anna: pick 9", "Bob: pick 10", stdin=text).out
    text = fine("undo", "-", stdin=text).out
    text = fine("redo", "-", stdin=text).out
    assert text.encode() == data_of(tides_game(("Anna: pick 9", "Bob: pick 10", "undo", "redo")))
    assert fine("score", "-", stdin=text).lines == ["Nobody has points yet."]
    assert os.listdir(here) == []


def test_a_packed_log_through_a_pipe_comes_out_as_text(here: Path) -> None:
    write_log("g.kpack.gz", duel_game(DUEL_MOVES[:10]))
    done = fine("play", "-", "take", stdin=Path("g.kpack.gz").read_bytes())
    assert done.out.encode() == data_of(duel_game())


def test_a_refused_move_in_a_pipe_prints_no_log(log: Path) -> None:
    done = run("play", "-", "Anna: pick 15", stdin=log.read_bytes())
    assert (done.status, done.out) == (1, "")


def test_a_refusal_says_where_a_card_is_to_whom_it_may_concern(table: Path) -> None:
    """TT-2.1: the referee learns whose hand it is in; Anna, who has not seen that hand, is not."""
    fine("play", table, "chance: deal 6 8 9 14 16 / 2 10 11 13 15")
    done = run("play", table, "Anna: pick 2")
    assert done.status == 1
    assert done.err.endswith("(TT-2.1) 2 Ancient Divide is in Bob's hand.\n")
    assert " is in " not in run("play", table, "Anna: pick 2", "--as", "Anna").err


def test_lines_through_a_pipe_are_not_wrapped(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is a line, and so is each effect, however narrow the terminal is from which it is piped."""
    monkeypatch.setenv("COLUMNS", "40")
    fine("play", log, "Anna: pick 6")
    done = fine("play", log, "Bob: pick 10")
    assert "        Anna shows 6 Citadel of the Prophets, Bob shows 10 Eye of the North (TT-2.2)" in done.lines
    shown = fine("replay", log).lines
    assert "        Anna shows 6 Citadel of the Prophets, Bob shows 10 Eye of the North (TT-2.2)" in shown
    assert [line.split()[0] for line in shown if line[:6].strip().isdecimal()] == ["1", "2", "3"]
