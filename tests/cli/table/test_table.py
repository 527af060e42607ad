"""The interactive table, at a terminal: boards, prompts, help, completion, and nobody's secrets."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from kronika.cli.table.commands import usage
from kronika.cli.table.hint import print_hint
from kronika.core import get_game
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support import duel
from support.logs import DUEL_MOVES, data_of, duel_game, tides_game

pytest.importorskip("pty")

from support.table import Open, new_duel, sit_down


def test_a_round_of_the_tiny_game(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Type `help` for help.")
    at.expect("Prize 3")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Anna: hand 1 2 3 4, chosen ?, won 0")
    at.expect("   2  Anna: play ?")
    at.expect("Bob> ")
    at.enter("play 2")
    at.expect("        Anna shows 4, Bob shows 2 (DU-2)")
    at.expect("Anna> ")
    at.enter("take")
    at.expect("Anna takes the prize of 3 (DU-4)")
    at.expect("chance> ")
    at.enter("quit")
    assert at.end() == 0
    assert Path("g.jsonl").read_bytes() == data_of(duel_game(DUEL_MOVES[:4]))


def test_each_move_is_kept_at_once(terminal: Open) -> None:
    """A terminal that is closed, or a power cut, costs nothing that was played."""
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Bob> ")
    at.process.send_signal(signal.SIGKILL)
    at.process.wait()
    assert Path("g.jsonl").read_bytes() == data_of(duel_game(DUEL_MOVES[:2]))


def test_help_moves_board_and_score(terminal: Open) -> None:
    new_duel(DUEL_MOVES[:5])
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    at.enter("help")
    shown = at.expect("Anna> ")
    for word in ("moves [WORD]", "board", "score", "undo [K]", "redo [K]", "help", "quit"):
        assert f"\n  {word}" in shown
    assert "Prize" not in shown  # the board is shown when something has changed
    at.enter("?")
    assert "Type a move" in at.expect("Anna> ")
    at.enter("MOVES")
    assert at.expect("Anna> ").split("\n")[1:-1] == ["  play 1", "  play 2", "  play 3"]
    at.enter("moves play 3")
    assert at.expect("Anna> ").split("\n")[1:-1] == ["  play 3"]
    at.enter("moves pass")
    assert at.expect("Anna> ").split("\n")[1:-1] == ["No legal move begins with 'pass'."]
    at.enter("board")
    assert "Prize 5" in at.expect("Anna> ")
    at.enter("score")
    assert [line.split() for line in at.expect("Anna> ").split("\n") if "total" in line] == [["total", "3", "0"]]
    at.enter("")
    assert at.expect("Anna> ").strip() == "Anna>"
    at.enter("exit")
    assert at.end() == 0


def test_hundreds_of_moves_are_reported_in_short(terminal: Open) -> None:
    """TE-2.1: a player with red, blue and black tiles; 24 rows have no place for all that can be done with them."""
    game = Session.new("tigris", ["Anna", "Bob"], chance="given")
    for line in ("red red red blue blue black", "red red red blue blue black", "Anna"):
        game.play(line)
    write_log("t.jsonl", game)
    at = terminal("play", "t.jsonl", LINES="24")
    at.expect("Anna> ")
    at.enter("moves")
    lines = at.expect("Anna> ").split("\n")
    assert [line.split()[0] for line in lines[1:-2]] == [
        *("red", "black", "blue", "priest", "king", "farmer", "trader", "catastrophe", "swap", "end")
    ]
    assert lines[-2] == "`moves red` lists those that begin so."
    at.enter("moves swap red red red")
    assert at.expect("Anna> ").split("\n")[1:-1] == [
        *("  swap red red red", "  swap red red red blue", "  swap red red red blue blue"),
        *("  swap red red red black", "  swap red red red black blue", "  swap red red red black blue blue"),
    ]
    at.enter("quit")
    assert at.end() == 0


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("show Bob", "Write `board` to see the table, or `board NAME` to see a player's whole board."),
        ("score Bob", "Write `score`, or `score all` for every source of points."),
        ("hint please", "Write `hint` alone."),
        ("play pick 3", "Write the move alone: what you type here is played."),
        ("replay", "Use `kronika replay` for that, in another terminal or after `quit`."),
        ("end", "Write `end REASON [NAME] [wins NAME]`, where REASON is"),
        ("undo all", "Write `undo`, `undo 2` or `undo 2 events` to take back, and `redo` likewise to restore."),
    ],
)
def test_a_word_that_is_no_move_is_answered_with_its_use(line: str, answer: str, terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first")
    at.expect("Anna> ")
    at.enter(line)
    assert answer in " ".join(at.expect("Anna> ").split())
    at.enter("quit")
    assert at.end() == 0


def test_a_verb_of_the_game_is_no_command() -> None:
    """In the tiny game, which has no table of verbs, cards are played; in Tigris a turn is ended."""
    assert usage("play", "g.jsonl", duel.GAME) == ""
    assert usage("end", "g.jsonl", get_game("tigris")) == ""
    assert usage("end", "g.jsonl", get_game("tides")).startswith("Write `end REASON [NAME] [wins NAME]`")
    assert usage("amend", "g.jsonl", duel.GAME) == (
        "Use `kronika amend g.jsonl` for that, in another terminal or after `quit`."
    )
    assert usage("dance", "g.jsonl", get_game("tides")) == ""


def test_names_tags_and_the_ending_are_set_at_the_table(terminal: Open) -> None:
    """Each is in the log at once; after the ending there is nobody to ask."""
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    at.enter("rename Anna=Eva")
    at.expect("   2  set: players Eva, Bob")
    at.expect("Eva> ")
    at.enter('tag "Event=Club night"')
    at.expect("   3  set: tag Event: Club night")
    at.expect("Eva> ")
    at.enter("rename Eva")
    assert "'Eva' is not of the form OLD=NEW." in at.expect("Eva> ")
    at.enter("rename")
    assert "Write `rename OLD=NEW`." in at.expect("Eva> ")
    at.enter("tag Event=")
    at.expect("   4  set: ")
    at.expect("Eva> ")
    at.enter("end resigned")
    assert "Write `end REASON [NAME] [wins NAME]`" in at.expect("Eva> ")
    at.enter("end resigned Bob wins Eva")
    at.expect("   5  set: ending: resigned (Bob), won by Eva")
    assert at.end() == 0
    log = load("g.jsonl")
    assert (log.players, log.tags, log.ending) == (("Eva", "Bob"), {}, Ending("resigned", 1, (0,)))


def test_a_seat_leaves_names_and_the_ending_to_the_referee(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl", "--as", "Anna")
    at.expect("Anna> ")
    for line in ("rename Anna=Eva", "tag Event=Club", "end agreed draw"):
        at.enter(line)
        assert f"`{line.split()[0]}` is for the referee" in at.expect("Anna> ")
    at.enter("amend 1 prize 4")
    assert "Use `kronika amend g.jsonl` for that" in " ".join(at.expect("Anna> ").split())
    at.enter("quit")
    assert at.end() == 0
    assert len(load("g.jsonl").history) == 1


def test_illegal_and_unreadable_moves_change_nothing(terminal: Open) -> None:
    new_duel()
    before = Path("g.jsonl").read_bytes()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    at.enter("play 5")
    assert "You do not hold 5. (DU-2)" in at.expect("Anna> ")
    at.enter("plya 4")
    assert "Did you mean: play 4, play 3, play 2?" in at.expect("Anna> ")
    at.enter("Ana: play 4")
    assert "There is no player 'Ana'. Did you mean: Anna?" in at.expect("Anna> ")
    at.enter("undo 7")
    assert "Cannot take back 7 events: 1 in force." in at.expect("Anna> ")
    at.enter("q")
    assert at.end() == 0
    assert Path("g.jsonl").read_bytes() == before


def test_another_player_may_move_first(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    at.enter("Bob: play 2")
    at.expect("   2  Bob: play ?")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Bob shows 2 (DU-2)")
    at.expect("Anna> ")
    at.type("\x04")
    assert at.end() == 0


def test_undo_and_redo(terminal: Open) -> None:
    new_duel(DUEL_MOVES[:4], seed=None)
    at = terminal("play", "g.jsonl", "--chance", "given")
    at.expect("chance> ")
    at.enter("undo 2")
    at.expect("   5  undo 2 events")
    at.expect("Bob> ")
    at.enter("redo")
    at.expect("   6  redo 1 event")
    at.expect("Anna> ")
    at.enter("REDO 1")
    at.expect("chance> ")
    at.enter("quit")
    assert at.end() == 0
    assert Path("g.jsonl").read_bytes() == data_of(duel_game((*DUEL_MOVES[:4], "undo 2", "redo", "redo")))


def test_chance_is_entered_at_a_table_without_a_seed(terminal: Open) -> None:
    new_duel(())
    at = terminal("play", "g.jsonl")
    at.expect("chance> ")
    at.enter("moves")
    assert "Chance is due: enter the outcome." in at.expect("chance> ")
    at.enter("prize 4")
    assert "There is no prize 4 left. (DU-1)" in at.expect("chance> ")
    at.enter("prize 3")
    at.expect("   1  chance: prize 3")
    at.expect("Anna> ")
    at.type("\x04")
    assert at.end() == 0
    assert len(load("g.jsonl").history) == 1


def test_chance_falls_by_itself_with_a_seed(terminal: Open) -> None:
    new_duel((), seed=3, chance="given")
    at = terminal("play", "g.jsonl")
    sit_down(at, "Anna")
    at.expect("   1  chance: prize ")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0


def test_the_end_of_the_game(terminal: Open) -> None:
    new_duel(DUEL_MOVES[:10])
    at = terminal("play", "g.jsonl")
    at.expect("Bob> ")
    at.enter("take")
    at.expect("Bob: hand 1, chosen -, won 2")
    at.expect("Bob takes the prize of 2 (DU-4)")
    at.expect("The game is over. Anna wins.")
    assert at.end() == 0


def test_a_game_that_is_over(terminal: Open) -> None:
    new_duel(DUEL_MOVES)
    at = terminal("play", "g.jsonl")
    at.expect("The game is over. Anna wins.")
    assert at.end() == 0


def test_tab_completes_moves_and_words(terminal: Open) -> None:
    pytest.importorskip("readline")
    new_duel(DUEL_MOVES[:5])
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    at.type("pl\t")
    at.expect("play ")
    at.type("\t\t")
    shown = at.expect("play 3")
    assert "play 1" in shown
    assert "play 4" not in shown  # it is played
    at.type("2\r")
    at.expect("   6  Anna: play ?")
    at.expect("Bob> ")
    at.type("hel\t\r")
    at.expect("Other words")
    at.expect("Bob> ")
    at.type("Bob: play 4\t\r")
    at.expect("Anna shows 2, Bob shows 4")
    at.expect("Bob> ")
    at.type("\x04")
    assert at.end() == 0


# -- what is due, and how it is written -------------------------------------------------------------------------


def test_at_every_prompt_stands_what_is_due(terminal: Open) -> None:
    """TT-1.4, TT-2.1: for chance as all may know it, for a player with one of their own moves; once, with the table."""
    write_log("t.jsonl", tides_game([], seed=None, chance="given"))
    at = terminal("play", "t.jsonl")
    asked = "Chance is due: the first hands of Anna and Bob, 5 cards each, for example"
    assert asked in at.expect("chance> ")
    at.enter("?")
    assert "`kronika notation tides` explains every move and outcome." in at.expect("chance> ")
    at.enter("moves")
    assert asked in at.expect("chance> ")
    at.enter("1 2 3 / 4 5 6 7 8")
    assert "Due: the first hands of Anna and Bob, 5 cards each. You named 3 cards." in at.expect("chance> ")
    at.enter("6 8 9 14 16 / 2 10 11 13 15")
    assert "Anna, pick a card: for example `pick 9`; `moves` lists all 5." in at.expect("Anna> ")
    at.enter("")
    assert "for example" not in at.expect("Anna> ")
    at.enter("9")
    at.expect("   2  Anna: pick ?")
    assert "Bob, pick a card: for example `pick 11`; `moves` lists all 5." in at.expect("Bob> ")
    at.enter("quit")
    assert at.end() == 0
    assert [len(load("t.jsonl").history), load("t.jsonl").line.events[-1].do.card] == [2, 9]


def test_who_may_not_know_the_moves_is_shown_none(terminal: Open) -> None:
    write_log("t.jsonl", tides_game(["Bob: pick 2"]))
    at = terminal("play", "t.jsonl", "--as", "Bob")
    shown = at.expect("Anna> ")
    assert "Anna to act." in shown
    assert "for example" not in shown
    at.enter("quit")
    assert at.end() == 0


def test_tab_begins_the_outcome_that_is_due(terminal: Open) -> None:
    pytest.importorskip("readline")
    write_log("t.jsonl", Session.new("tigris", ["Anna", "Bob"], chance="given"))
    at = terminal("play", "t.jsonl")
    at.expect("chance> ")
    at.type("dr\t")
    at.expect("draw Anna ")
    at.type("red red red red red red\r")
    at.expect("   1  chance: draw Anna ? ? ? ? ? ?")
    at.expect("chance> ")
    at.type("\x04")
    assert at.end() == 0


def test_what_was_entered_last_is_taken_back_first(terminal: Open) -> None:
    """At a table where chance is entered, an outcome is one of the things that are entered wrongly."""
    write_log("t.jsonl", Session.new("tigris", ["Anna", "Bob"], chance="given"))
    at = terminal("play", "t.jsonl")
    at.expect("chance> ")
    at.enter("red red red red red red")
    assert "for Bob" in at.expect("chance> ")
    at.enter("undo")
    at.expect("   2  undo 1 event")
    assert "for Anna" in at.expect("chance> ")
    at.enter("redo")
    at.expect("   3  redo 1 event")
    assert "for Bob" in at.expect("chance> ")
    at.enter("help")
    assert "undo [K]         take back the last K moves and outcomes" in at.expect("chance> ")
    at.type("\x04")
    assert at.end() == 0


def test_boards_on_demand(terminal: Open) -> None:
    new_duel(DUEL_MOVES[:5])
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    for words in ("board Bob", "BOARD all", "board 0"):
        at.enter(words)
        assert "Prize 5" in at.expect("Anna> ")
    at.enter("board Cyril")
    assert "There is no player 'Cyril'." in at.expect("Anna> ")
    at.enter("legend")
    assert "This table has no signs to explain." in at.expect("Anna> ")
    at.enter("hint")
    hint = at.expect("Anna> ")
    assert "is not significant" in " ".join(hint.split()), "how far the figures go stands above them"
    assert "Anna, of " in hint
    at.enter("quit")
    assert at.end() == 0
    assert len(load("g.jsonl").history) == 5


def test_a_hint_that_is_broken_off_ends_alone(
    duel: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kronika.core.analysis.best.best_moves", interrupted)
    print_hint(duel_game(DUEL_MOVES[:5]), 0, 0)
    assert capsys.readouterr().err == "No hint: the search was interrupted.\n"
