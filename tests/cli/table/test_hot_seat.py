"""Nobody's secrets at a table: players who change seats, a seat, nobody."""

from __future__ import annotations

import pytest

from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from support.logs import TIDES_MOVES, tides_game

pytest.importorskip("pty")

from support.cli import fine
from support.table import ANNAS, BOBS, CLEARED, Open, new_duel, screen, sit_down


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
    """TE-1.5: to the player at the prompt their own ones, with --as those of the seat."""
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


def test_no_hand_is_reported_to_all(terminal: Open) -> None:
    """At one terminal the draws of a break are reported without the cards: each sees them on their own board."""
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
    assert "pick 8" not in at.text  # `pick 6` is an example for Anna
    assert "Bob: pick" not in at.text
    at.enter("pick 9")
    at.expect("Bob, press Enter ")
    at.type("\t\tquit\r")
    assert at.end() == 0
    assert "pick 10" not in at.text


def test_the_end_shows_the_last_moves_and_where_to_look_on(terminal: Open) -> None:
    """To both players, who have seen the rest; and no word of the table, which is closed."""
    session = tides_game([])
    while len(session.line.events) < 38:
        session.play(f"{session.players[session.actors[0]]}: {session.legal()[session.players[session.actors[0]]][0]}")
        session.resolve_chance()
    write_log("t.jsonl", session)
    at = terminal("play", "t.jsonl", LINES="24")
    sit_down(at, "Bob")
    at.expect("Bob> ")
    at.enter(session.legal()["Bob"][0])
    end = at.expect("shows the whole game.")
    assert at.end() == 0
    assert "  39  Bob: pick ?" in end
    assert "round 3: Anna +" in end
    assert "`last`" not in end
    assert "  37  " not in end
    assert "`kronika score t.jsonl` tells the points, `kronika page t.jsonl --out" in end
