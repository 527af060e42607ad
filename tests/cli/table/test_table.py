"""The interactive table, at a terminal: boards, prompts, help, completion, and nobody's secrets."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.table.commands import usage
from kronika.cli.table.hint import print_hint
from kronika.core import get_game
from kronika.core.sessions.events import Ending, Note
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import load
from support import duel
from support.logs import DUEL_MOVES, TIDES_MOVES, data_of, duel_game, tides_game

pytest.importorskip("pty")

from support.cli import ANSI, fine
from support.terminal import Terminal

Open = Callable[..., Terminal]


@pytest.fixture
def terminal(duel: dict[str, str], here: Path) -> Iterator[Open]:
    """Opens terminals in the working folder; those that are left are ended."""
    opened: list[Terminal] = []

    def start(*words: object, **env: str) -> Terminal:
        opened.append(Terminal(*words, env={**duel, **env}, cwd=here))
        return opened[-1]

    yield start
    for one in opened:
        with contextlib.suppress(ProcessLookupError, OSError):
            if one.process.poll() is None:
                one.process.kill()
                one.process.wait()
            os.close(one.master)


def new_duel(moves: Any = DUEL_MOVES[:1], **more: Any) -> None:
    write_log("g.jsonl", duel_game(moves, **more))


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


def test_hundreds_of_moves_are_told_in_short(terminal: Open) -> None:
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
    """TT-1.4, TT-2.1: for chance as all may know it, for a player with one of the own moves; once, with the table."""
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
    assert "is not significant" in hint, "how far the figures go stands above them"
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


# -- new at a terminal ------------------------------------------------------------------------------------------


def test_new_at_a_terminal_asks_for_what_falls(terminal: Open) -> None:
    """Whoever means to enter it never gets it invented."""
    at = terminal("new", "tides", "-p", "Anna", "-p", "Bob", "t.jsonl")
    at.expect("Enter the outcomes from your table here; `--chance auto` lets Kronika draw them.")
    assert "for example `deal 1 2 3 … / 4 5 6 …`; `deal` is optional." in " ".join(at.expect("chance> ").split())
    for words, answer in (("?", "Other words:"), ("board", "Anna"), ("moves", "Chance is due")):
        at.enter(words)
        assert answer in " ".join(at.expect("chance> ").split())
    at.enter("deal 6 8 9 14 16 / 2 10 11 13 15")
    at.expect("   1  chance: deal")
    at.expect("Anna> ")
    at.enter("quit")
    at.expect("t.jsonl: everything is saved; `kronika play t.jsonl` goes on.")
    assert at.end() == 0
    assert load("t.jsonl").header.seed is None
    assert len(load("t.jsonl").history) == 1


@pytest.mark.parametrize(("key", "status"), [("quit\r", 0), ("\x04", 0), ("\x03", 130)])
def test_new_that_is_left_keeps_what_was_entered(terminal: Open, key: str, status: int) -> None:
    at = terminal("new", "tigris", "-p", "Anna", "-p", "Bob", "t.jsonl")
    at.expect("chance> ")
    at.enter("red red red red red red")
    at.expect("chance> ")
    assert at.press_until_the_end(key) == status
    assert "t.jsonl: everything is saved; `kronika play t.jsonl` goes on." in " ".join(at.text.split())
    assert len(load("t.jsonl").history) == 1


def test_new_at_a_terminal_with_a_seed_asks_for_nothing(terminal: Open) -> None:
    for words in (("--seed", "7", "--quiet"), ("--chance", "auto", "--quiet"), ("--chance", "given")):
        at = terminal("new", "tides", "-p", "Anna", "-p", "Bob", *words, f"{words[1]}.jsonl")
        assert at.end() == 0
        assert "> " not in at.text
    at = terminal("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", "7", "t.jsonl")
    sit_down(at, "Anna")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    assert "chance> " not in at.text


def test_outcomes_between_moves_are_asked_for_with_what_is_due(terminal: Open) -> None:
    write_log("t.jsonl", Session.new("tides", ["Anna", "Bob"], chance="given"))
    at = terminal("play", "t.jsonl", "--chance", "ask", "Anna: 9")
    assert "Chance is due: the first hands of Anna and Bob" in at.expect("chance> ")
    at.enter("help")
    assert "Chance is due: the first hands of Anna and Bob" in at.expect("chance> ")
    at.enter("6 8 9 14 16 / 2 10 11 13 15")
    at.expect("Anna: pick 9")
    assert at.end() == 0
    at = terminal("new", "tides", "-p", "Anna", "-p", "Bob", "-")
    at.expect("chance> ")
    at.enter("quit")
    assert at.end() == 130


@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)])
def test_end_of_input_and_interrupt_leave_quietly(terminal: Open, key: str, status: int) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    assert at.press_until_the_end(key) == status
    assert "Traceback" not in at.text
    assert "Aborted" not in at.text


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_who_is_ended_from_outside_leaves_the_terminal_as_it_was_and_no_hand_on_it(
    terminal: Open, number: int, status: int
) -> None:
    write_log("t.jsonl", tides_game([]))
    at = terminal("play", "t.jsonl")
    found = at.modes()
    sit_down(at, "Anna")
    at.expect("Anna> ")
    assert at.modes() != found
    assert at.ended_by(number) == status
    assert at.modes() == found
    assert not any(card in screen(at) for card in ANNAS)
    assert "Traceback" not in at.text


# -- secrets ----------------------------------------------------------------------------------------------------

CLEARED = "\x1b[2J\x1b[1;1H\x1b[3J"


def sit_down(at: Terminal, name: str) -> None:
    """A player takes the place at the terminal."""
    at.expect(f"{name}, press Enter ")
    at.enter()


def screen(at: Terminal) -> str:
    """What stands on the screen, and above it, since it was last cleared."""
    return at.raw.rpartition(CLEARED)[2]


ANNAS = ("Citadel", "Gods' Bath", "Maze", "Sky Pillars", "Molehill")
BOBS = ("Ancient Divide", "Eye of the North", "Jinn Shackles", "Blood-tear", "Vestibule")
"""The first hands of seed 7, whose cards are 6 8 9 14 16 and 2 10 11 13 15."""


def test_the_screen_is_cleared_between_the_players(terminal: Open) -> None:
    """Neither the hand nor the move, nor the arrow keys, tell the next player what the last one has done."""
    write_log("t.jsonl", tides_game([]))
    at = terminal("play", "t.jsonl")
    at.expect("Type `help` for help.")
    at.expect("Anna, press Enter ")
    assert not any(card in at.text for card in (*ANNAS, *BOBS))
    at.enter()
    at.expect("Anna> ")
    assert all(card in screen(at) for card in ANNAS)
    at.enter("pick 9")
    at.expect("Bob, press Enter ")
    assert not any(text in screen(at) for text in (*ANNAS, *BOBS, "pick"))
    at.enter()
    at.expect("   2  Anna: pick ?")
    at.expect("Bob> ")
    assert all(card in screen(at) for card in BOBS)
    assert not any(text in screen(at) for text in (*ANNAS, "pick 9"))
    at.type("\x1b[A\x1b[A\r")
    at.expect("Bob> ")
    assert "pick 9" not in screen(at)
    at.enter("quit")
    assert at.end() == 0
    assert not any(card in screen(at) for card in (*ANNAS, *BOBS)), "who leaves leaves no hand behind"


def test_a_player_who_moves_on_is_not_sent_away(terminal: Open) -> None:
    log = Session.new("tigris", ["Anna", "Bob"], seed=1)
    write_log("t.jsonl", log)
    name = log.players[log.actors[0]]
    at = terminal("play", "t.jsonl")
    sit_down(at, name)
    at.expect(f"{name}> ")
    at.enter(log.legal()[name][0])
    assert "press Enter" not in at.expect(f"{name}> ")


def test_a_game_without_secrets_parts_nobody(terminal: Open) -> None:
    """IM-1.7: with market A nobody knows what another does not."""
    log = Session.new("imhotep", ["Anna", "Bob"], seed=1)
    write_log("t.jsonl", log)
    first, second = (log.players[seat] for seat in (log.actors[0], 1 - log.actors[0]))
    at = terminal("play", "t.jsonl")
    at.expect(f"{first}> ")
    at.enter("take")
    at.expect(f"{second}> ")
    at.type("\x04")
    assert at.end() == 0
    assert "press Enter" not in at.text
    assert CLEARED not in at.raw


def test_who_moves_at_the_prompt_of_another_leaves_a_clear_screen(terminal: Open) -> None:
    write_log("t.jsonl", tides_game([]))
    at = terminal("play", "t.jsonl")
    sit_down(at, "Anna")
    at.expect("Anna> ")
    at.enter("Bob: pick 9")
    assert "A move of Bob is refused; the reason is not public." in at.expect("Anna> ")
    at.type("Bob: pick 1\t\t")
    at.enter("0")
    sit_down(at, "Anna")
    at.expect("   2  Bob: pick ?")
    at.expect("Anna> ")
    assert "pick 10" not in screen(at)
    for card in ("2", "11", "13", "15"):
        assert f"Bob: pick {card}" not in at.text, "Tab has told Bob's hand"


def test_the_moves_and_the_hand_of_another_are_not_listed_as_a_seat(terminal: Open) -> None:
    """TT-1.6: at a table for Bob, where both may act, and then Anna alone."""
    write_log("t.jsonl", tides_game([]))
    at = terminal("play", "t.jsonl", "--as", "Bob")
    at.expect("Bob> ")
    at.enter("moves")
    shown = at.expect("Bob> ")
    assert [line.strip() for line in shown.split("\n") if "pick" in line] == [
        f"pick {card}" for card in (2, 10, 11, 13, 15)
    ]
    for move in ("pick 1", "pick 3", "pikc", "pick 99"):
        at.enter(f"Anna: {move}")
        assert "You can enter only moves of Bob here; moves of others are refused unread." in at.expect("Bob> ")
    at.enter("pick 3")
    at.expect("You do not hold 3 Eternal Palace: your hand is 2, 10, 11, 13, 15. (TT-2.1)")
    at.expect("Bob> ")
    at.enter("pick 10")
    at.expect("   2  Bob: pick 10")
    at.expect("Anna> ")
    at.enter("moves")
    assert "pick" not in at.expect("Anna> ")
    at.type("pick\t\t\r")
    at.expect("Anna> ")
    for card in (6, 8, 14, 16):
        assert f"pick {card}" not in at.text


def test_points_behind_a_screen_are_not_told_at_the_table(terminal: Open) -> None:
    """TE-1.5: to the player at the prompt the own ones, with --as those of the seat."""
    log = Session.new("tigris", ["Anna", "Bob"], seed=1)
    for move in ("Anna: king B1", "Anna: red A2", "Bob: king P1", "Bob: red O2"):  # a red point for each
        log.play(move)
    write_log("t.jsonl", log)
    name = log.players[log.actors[0]]
    own = [["total", "0", "?"]]
    for words, totals in (((), own), (("--as", name), own), (("--as", "everyone"), [])):
        at = terminal("play", "t.jsonl", *words)
        if not words:
            sit_down(at, name)
        at.expect(f"\n{name}> ")
        at.enter("score")
        shown = at.expect(f"\n{name}> ")
        assert [line.split() for line in shown.splitlines() if line.startswith("total")] == totals
        assert ("You know of no points yet." in shown) == (not totals)
        at.type("\x04")
        assert at.end() == 0


def test_no_hand_is_told_to_all(terminal: Open) -> None:
    """At one terminal the draws of a break are told without the cards: each sees them on the own board."""
    write_log("t.jsonl", tides_game(TIDES_MOVES[:10]))
    at = terminal("play", "t.jsonl")
    sit_down(at, "Anna")
    at.expect("Anna> ")
    at.enter("relic 2 discard 6")
    sit_down(at, "Bob")
    at.expect("Anna: relic ? discard ?")
    at.expect("Bob> ")
    at.enter("relic 10 discard 8")
    sit_down(at, "Anna")
    shown = at.expect("Anna> ")
    assert "chance: draw Anna ? ?" in shown
    assert "chance: draw Bob ? ?" in shown
    at.enter("quit")
    assert at.end() == 0


def test_as_a_seat_shows_the_board_of_that_seat_at_every_prompt(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl", "--as", "Bob")
    at.expect("Bob> ")
    fine("play", "g.jsonl", "Anna: play 4")  # at another terminal
    at.enter("")
    at.expect("Anna: hand 1 2 3 4, chosen ?")
    at.expect("   2  Anna: play ?")
    at.expect("Bob> ")
    at.enter("quit")
    assert at.end() == 0
    at = terminal("play", "g.jsonl", "--as", "Anna")
    at.expect("Anna: hand 1 2 3 4, chosen 4")
    at.enter("quit")
    assert at.end() == 0


def test_as_nobody(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl", "--as", "Cyril")
    at.expect("There is no player 'Cyril'.")
    assert at.end() == 2


# -- trouble ----------------------------------------------------------------------------------------------------


def test_what_another_program_plays_is_taken_up(terminal: Open) -> None:
    """A move that was thought out for another position is not made; the next one is."""
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    other = LogFile.open("g.jsonl")
    other.session.play("Bob: play 1")
    other.save()
    at.enter("play 4")
    at.expect("g.jsonl: another program has written to it meanwhile; `play 4` was not done.")
    at.expect("   2  Bob: play ?")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Anna shows 4, Bob shows 1")
    at.expect("Anna> ")
    assert Path("g.jsonl").read_bytes() == data_of(duel_game((*DUEL_MOVES[:1], "Bob: play 1", "Anna: play 4")))


def test_a_log_that_is_no_longer_there_ends_the_table(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    Path("g.jsonl").unlink()
    at.enter("play 4")
    at.expect("error: g.jsonl: cannot read: No such file or directory.")
    assert at.end() == 3


def test_what_was_cut_from_a_line_can_not_be_had_by_the_next_player(terminal: Open) -> None:
    """Ctrl-U keeps what it takes away for Ctrl-Y."""
    write_log("t.jsonl", tides_game([]))
    at = terminal("play", "t.jsonl")
    sit_down(at, "Anna")
    at.expect("Anna> ")
    at.type("pick 14\x15pick 9\r")
    sit_down(at, "Bob")
    at.expect("Bob> ")
    at.type("\x19\x1b\x19\r")
    at.expect("Bob> ")
    assert "14" not in screen(at)


def test_tab_shows_nothing_before_it_is_known_who_sits_there(terminal: Open) -> None:
    write_log("t.jsonl", tides_game([]))
    at = terminal("play", "t.jsonl")
    at.expect("Anna, press Enter ")
    at.type("\t\t")
    at.type("pick\t\t\r")
    at.expect("Anna> ")
    assert "pick 8" not in at.text  # `pick 6` is what Anna is told that she can enter
    assert "Bob: pick" not in at.text
    at.enter("pick 9")
    at.expect("Bob, press Enter ")
    at.type("\t\tquit\r")
    assert at.end() == 0
    assert "pick 10" not in at.text


# -- colours ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"CLICOLOR": "0"}, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
    ],
)
def test_colours_at_a_terminal_unless_they_are_not_wanted(terminal: Open, env: dict[str, str], coloured: bool) -> None:
    write_log("t.jsonl", tides_game())
    at = terminal("show", "t.jsonl", **env)
    assert at.end() == 0
    assert (ANSI in at.raw) == coloured
    at = terminal("show", "none.jsonl", **env)
    assert at.end() == 3
    assert (ANSI in at.raw) == coloured
    assert "error: none.jsonl: cannot read" in at.text


@pytest.mark.parametrize("words", [("replay", "t.jsonl"), ("rules", "tides", "TT-2.6"), ("demo",)])
def test_all_that_is_printed_has_colours_or_none(terminal: Open, words: tuple[str, ...]) -> None:
    write_log("t.jsonl", tides_game())
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        at = terminal(*words, **env)
        assert at.end() == 0
        assert (ANSI in at.raw) == coloured


def test_progress_is_for_terminals(terminal: Open) -> None:
    at = terminal("simulate", "duel", "-n", "3", "--out", "games")
    assert at.end() == 0
    assert "playing" in at.text
    at = terminal("validate", "games")
    assert at.end() == 0
    assert "validating" in at.text
    assert "3 logs, " in at.text


# -- an arbiter's table -------------------------------------------------------------------------------------------


def test_a_note_beside_the_table_does_not_hinder_the_next_move(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    other = LogFile.open("g.jsonl")
    other.session.note("a long thought")
    other.save()
    at.enter("play 4")
    at.expect("   3  Anna: play ?")
    assert "was not done" not in at.text
    assert [type(entry) for entry in load("g.jsonl").history[1:2]] == [Note]


def test_the_referees_table_tells_all(terminal: Open) -> None:
    """A screen that no player reads: what was entered is read back, and told when it is taken back."""
    new_duel()
    at = terminal("play", "g.jsonl", "--as", "referee")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("   2  Anna: play 4")
    at.expect("Bob> ")
    at.enter("undo")
    at.expect("taken back:    2  Anna: play 4")
    at.enter("quit")
    assert at.end() == 0


def test_at_the_table_of_players_what_is_taken_back_stays_hidden(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Bob> ")
    at.enter("undo")
    at.expect("taken back:    2  Anna: play ?")
    assert "Anna: play 4" not in at.text


def test_rules_and_cards_are_looked_up_and_notes_made_at_the_table(terminal: Open) -> None:
    write_log("t.jsonl", tides_game(()))
    at = terminal("play", "t.jsonl", "--as", "Anna")
    at.expect("Anna> ")
    at.enter("rules tt-2.6")
    at.expect("TT-2.6  ")
    at.enter("rules tt-99")
    at.expect("No rule of Tides of Time has 'tt-99'")
    at.enter("cards roof")
    at.expect("Roof of the World")
    at.enter("cards xyzzy")
    at.expect("Tides of Time has no card with 'xyzzy' in it.")
    at.enter("cards")
    at.expect("Write `cards WORD`, with a number or a word")
    at.enter("note")
    at.expect("Write `note TEXT`")
    at.enter("note a good hand")
    at.expect("note by Anna: a good hand")
    at.enter("quit")
    assert at.end() == 0
    assert load("t.jsonl").history[-1] == Note("a good hand", author="Anna")


# -- a closed log, and the clock ----------------------------------------------------------------------------------


def test_a_closed_log_is_not_played(terminal: Open) -> None:
    session = duel_game(DUEL_MOVES[:2])
    session.set(ending=Ending("resigned", 1))
    write_log("g.jsonl", session)
    at = terminal("play", "g.jsonl")
    at.expect("error: The log says how the game ended: resigned (Bob).")
    assert at.end() == 1


def test_a_game_that_is_ended_meanwhile_ends_the_table_and_shows_nothing_hidden(terminal: Open) -> None:
    """It may be opened again: Anna's card is not for the screen."""
    new_duel(DUEL_MOVES[:2])
    at = terminal("play", "g.jsonl")
    at.expect("Bob> ")
    other = LogFile.open("g.jsonl")
    other.session.set(ending=Ending("agreed"))
    other.save()
    at.enter("play 2")
    at.expect("g.jsonl: another program has written to it meanwhile; `play 2` was not done.")
    at.expect("   3  set: ending: agreed")
    after = at.expect("The game is over. The log says how it ended: agreed.")
    assert "chosen" not in after
    assert at.end() == 0


def test_a_game_that_another_program_ends_while_the_table_waits(terminal: Open) -> None:
    new_duel(DUEL_MOVES[:10])
    at = terminal("play", "g.jsonl")
    at.expect("Bob> ")
    other = LogFile.open("g.jsonl")
    other.session.play("Bob: take")
    other.save()
    at.enter("moves")
    at.expect("The game is over. Anna wins.")
    assert at.end() == 0


def test_the_clock_is_noted_at_the_table(terminal: Open) -> None:
    new_duel(DUEL_MOVES[:1])
    at = terminal("play", "g.jsonl", "--clock")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Bob> ")
    at.enter("undo")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    _, _, stamp, _ = load("g.jsonl").history
    assert isinstance(stamp, Note)
    assert (stamp.on, list(stamp.data)) == (2, ["clock"])


# -- beside bots -------------------------------------------------------------------------------------------------------


def test_who_plays_with_bots_has_the_table_to_oneself(terminal: Open) -> None:
    """No seats are changed; the bot's card stays hidden until both lie open; it chooses before Anna does."""
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first")
    at.expect("Anna must choose")
    at.expect("Bob: pick ?")
    at.expect("Anna> ")
    card = min(load("g.jsonl").state.hands[0])
    at.enter(f"pick {card}")
    at.expect("Anna must choose")
    at.expect(f"Anna shows {card} ")
    at.expect("Bob: pick ?")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    assert "press Enter" not in at.text
    assert [event.by for event in load("g.jsonl").line.events][-3:] == [1, 0, 1]


def test_beside_bots_people_take_back_their_own_decisions(terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first")
    at.expect("Anna> ")
    before = load("g.jsonl").state
    card = min(before.hands[0])
    at.enter(f"pick {card}")
    at.expect("pick 2 of 5")
    at.expect("Anna> ")
    after = load("g.jsonl").state
    at.enter("undo")
    at.expect("undo 2 events")
    at.expect("Anna> ")
    assert load("g.jsonl").state == before
    at.enter("redo")
    at.expect("redo 2 events")
    at.expect("Anna> ")
    assert load("g.jsonl").state == after
    at.enter("undo 2")
    at.expect("Cannot take back 2 decisions: people made 1 of those in force.")
    at.enter("help")
    at.expect("take back K decisions, with what bots did since")
    at.enter("undo 1 event")
    at.expect("undo 1 event")
    at.expect("Bob: pick ?")
    at.enter("quit")
    assert at.end() == 0


def test_with_a_seat_named_a_bot_s_answer_ends_what_can_be_taken_back(terminal: Open) -> None:
    """Both cards of a round are shown together: who took back the own one then would know the other."""
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--as", "Anna", "--bot", "Bob=first")
    at.expect("Anna> ")
    card = min(load("g.jsonl").state.hands[0])
    at.enter(f"pick {card}")
    at.expect("Anna> ")
    played = Path("g.jsonl").read_bytes()
    for word in ("undo", "undo 2 events"):
        at.enter(word)
        assert "Anna can take back only own decisions" in " ".join(at.expect("Anna> ").split())
    at.enter("help")
    at.expect("take back your last K moves that showed you nothing")
    at.enter("quit")
    assert at.end() == 0
    assert Path("g.jsonl").read_bytes() == played


def test_a_bot_that_fails_at_the_table_tells_nobody_s_cards(terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=support.sample_bots:boasting")
    at.expect("The bot 'support.sample_bots:boasting' of Bob failed. From now on people move")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    assert "I hold" not in at.text


def test_a_table_of_bots_plays_to_the_end(terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first", "--bot", "Anna=random", "--clock")
    at.expect("The game is over")
    assert at.end() == 0
    session = load("g.jsonl")
    assert session.result() is not None
    stamped = {entry.on for entry in session.history if isinstance(entry, Note)}
    decisions = {n for n, entry in enumerate(session.history, 1) if getattr(entry, "by", -1) >= 0}
    assert stamped == decisions


def test_a_bot_answers_what_another_program_has_played(terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first")
    at.expect("Anna> ")
    card = min(load("g.jsonl").state.hands[0])
    with LogFile.open("g.jsonl") as file:
        file.session.play(f"Anna: pick {card}")
        file.save()
    at.enter("score")
    at.expect(f"Anna: pick {card}")
    at.expect("Bob: pick ?")
    at.expect("Anna> ")
    assert "Bob> " not in at.text
    at.enter("quit")
    assert at.end() == 0
