"""Games that somebody records who does not see every hand, as a person does it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kronika.core.contract.game import CHANCE
from kronika.core.sessions.events import Seen, done_text
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import fine, run
from support.terminal import Terminal
from support.unseen import recorded


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    fine("new", "tigris", "-p", "Anna", "-p", "Bob", "--witness", "bystander", "--chance", "given", "club.jsonl")
    fine("play", "club.jsonl", "draw Anna 6", "draw Bob 6", "start Anna", "Anna: red C5", "Anna: blue C7")
    return "club.jsonl"


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    write_log("seen.jsonl", recorded("tides", 2, 1))
    return "seen.jsonl"


def test_all_or_none_of_the_moves_are_kept(club: str) -> None:
    before = Path(club).read_bytes()
    done = run("play", club, "draw Anna red red", "Bob: red D6", "Bob: red D6")
    assert done.status == 2 or done.status == 1
    assert Path(club).read_bytes() == before


def test_nothing_is_reported_that_nobody_has_seen(club: str) -> None:
    shown = fine("show", club).out
    assert shown.count("hand     4 tiles") == 1
    assert shown.count("hand     6 tiles") == 1
    assert '"hand": null' in fine("show", club, "--format", "json").out
    assert "draw Bob ? ? ? ? ? ?" in fine("replay", club).out


def test_moves_are_those_that_are_possible(club: str) -> None:
    fine("play", club, "draw Anna red red")
    moves = fine("moves", club).lines
    assert {"Bob: red D6", "Bob: green D6", "Bob: black D6", "Bob: blue C8"} & set(moves)
    assert "Bob: swap ? ?" in moves
    fine("play", club, "seen Bob hand black black black black black black")
    assert not [move for move in fine("moves", club).lines if move.startswith(("Bob: red", "Bob: blue", "Bob: green"))]
    assert "hand     6 black" in fine("show", club).out


def test_a_refusal_says_why(club: str) -> None:
    fine("play", club, "draw Anna red red", "seen Bob hand black black black black black black")
    done = run("play", club, "Bob: red D6")
    assert done.err.splitlines()[0] == (
        "error: `Bob: red D6` is refused: No red tile (temple) can be in the hand of Bob. (TE-4.1)"
    )


def test_a_mistake_is_put_right_long_after(club: str) -> None:
    fine("play", club, "draw Anna red red", "Bob: swap 3", "draw Bob 3", "Bob: end", "Anna: end", "Bob: end")
    done = fine("amend", club, 4, "green C5")
    assert "replayed as" in done.out + done.err
    assert fine("validate", club, "--strict").status == 0
    assert "green C5" in fine("replay", club, "--in-force").out


def test_what_needs_every_hand_says_so(seen: str) -> None:
    for words in (
        ("best", seen),
        ("analyse", seen),
        ("example", "from", seen, "--at", 5),
    ):
        done = run(*words)
        assert done.status not in (0, 4), words
        assert "holds what one witness saw: `kronika complete LOG --out FILE`" in " ".join(done.err.split())
    assert "the log holds what one witness saw" in " ".join(run("whatif", seen, "-o", "zero_tie=need_one").err.split())


def test_no_bot_plays_where_hands_are_unknown(club: str) -> None:
    before = Path(club).read_bytes()
    for words in (("draw Anna 2", "--bot", "Bob=greedy"), ("draw Anna 2", "--bot", "Anna=first")):
        done = run("play", club, *words)
        assert done.status == 2
        assert done.err.startswith("error: A bot needs every hand")
    assert Path(club).read_bytes() == before


def test_what_could_be_chosen_is_not_counted(seen: str) -> None:
    told = fine("stats", seen).out
    assert "log10 of the tree along this path: ?" in told
    assert "Legal moves at each decision" not in told
    assert "log10 of the tree along this path: 0" in fine("stats", "tides/EX-1").out  # one card in each hand


def test_a_player_is_advised_by_what_was_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--witness", "Bob", "--chance", "given", "bob.jsonl")
    fine("play", "bob.jsonl", "5 / 12 3 6 7 13", "Anna: pick ?")
    (found,) = fine("best", "bob.jsonl", "--iterations", 20, "--format", "json").json
    assert (found["player"], found["legal"]) == ("Bob", 5)
    assert {move["move"] for move in found["moves"]} <= {"pick 3", "pick 6", "pick 7", "pick 12", "pick 13"}
    assert "holds what Bob saw" in run("best", "bob.jsonl", "--as", "Anna").err
    fine("play", "bob.jsonl", "Bob: pick 12 shows 17", "seen Bob hand 1 2 4 5")
    judged = fine("analyse", "bob.jsonl", "--iterations", 20, "--format", "json").json
    assert [verdict["move"] for verdict in judged["verdicts"]] == ["pick 12"]
    assert judged["verdicts"][0]["hindsight"] is None


def test_a_player_whose_own_tiles_are_not_all_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fine("new", "tigris", "-p", "Anna", "-p", "Bob", "--witness", "Anna", "--chance", "given", "anna.jsonl")
    fine("play", "anna.jsonl", "draw Anna red 5 ?", "draw Bob 6", "start Anna")
    assert "a part of it is written `?`" in " ".join(run("best", "anna.jsonl").err.split())
    fine("play", "anna.jsonl", "Anna: red C5")
    assert "a part of it is written `?`" in " ".join(run("analyse", "anna.jsonl").err.split())


def test_nobody_elses_view(seen: str) -> None:
    for viewer in ("Anna", "everyone"):
        done = run("show", seen, "--as", viewer)
        assert "holds what a bystander saw" in done.err
    assert fine("show", seen, "--as", "bystander").out == fine("show", seen).out


def test_a_full_game_of_it(seen: str) -> None:
    fine("complete", seen, "--out", "full.jsonl")
    assert fine("validate", "full.jsonl", "--strict").status == 0
    fine("complete", seen, "--out", "drawn.jsonl", "--sample", 2, "--seed", 7)
    assert Path("drawn-1.jsonl").read_bytes() != Path("drawn-2.jsonl").read_bytes()
    assert '"assumed":"drawn with seed 8 from the games' in Path("drawn-2.jsonl").read_text(encoding="utf-8")
    assert "it is complete" in run("complete", "full.jsonl", "--out", "x.jsonl").err


def test_an_assumed_game_is_not_evidence(seen: str) -> None:
    Path("games").mkdir()
    fine("complete", seen, "--out", "games/full.jsonl")
    assert fine("corpus", "stats", "games", "--format", "json").json == []
    (counted,) = fine("corpus", "stats", "games", "--assumed", "--format", "json").json
    assert counted["logs"] == 1


def test_a_page_shows_what_the_witness_knows(seen: str) -> None:
    fine("page", seen, "--out", "seen.html")
    assert "As a bystander may see it" in Path("seen.html").read_text(encoding="utf-8")


def test_no_seed_goes_with_a_witness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("new", "tides", "-p", "Anna", "-p", "Bob", "--witness", "Anna", "x.jsonl")
    for more in (("--seed", 7), ("--chance", "auto")):
        done = run(*words, *more)
        assert done.status != 0
        assert not Path("x.jsonl").exists()


def test_a_bystander_of_a_full_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """EVERYONE knows both hands after the exchange; a bystander does not."""
    monkeypatch.chdir(tmp_path)
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 7, "game.jsonl")
    fine("play", "game.jsonl", *[f"{name}: {moves[0]}" for name, moves in load("game.jsonl").legal().items()])
    assert "face down" not in fine("show", "game.jsonl", "--as", "everyone").out
    assert fine("show", "game.jsonl", "--as", "bystander").out.count("(4 cards face down)") == 2
    assert "deal ? ? ? ? ? / ? ? ? ? ?" in fine("replay", "game.jsonl", "--as", "bystander").out


def test_what_is_due_says_how_unseen_things_are_written(club: str) -> None:
    told = run("moves", club)
    assert "`?` is one that you did not see." in " ".join(f"{told.out} {told.err}".split())
    done = run("play", club, "draw Anna 2 red 5")
    assert "`5 ?` if they were not seen." in " ".join(done.err.split())


def test_a_record_is_amended_in_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--witness", "bystander", "--chance", "given", "t.jsonl")
    fine("play", "t.jsonl", "5 / 5", "Anna: pick ?", "Bob: pick ? shows 3 17", "Anna: pick ?")
    before = Path("t.jsonl").read_bytes()
    assert "already says that" in run("amend", "t.jsonl", 3, "pick ? shows 3 17").err
    told = fine("amend", "t.jsonl", 3, "pick ? shows 3 12", "--dry-run")
    assert "Bob shows 12" in told.out + told.err
    assert Path("t.jsonl").read_bytes() == before
    done = run("amend", "t.jsonl", 3, "pick ?")
    assert "It can be `Bob: pick ? shows 1 2`." in " ".join(done.err.split())
    fine("amend", "t.jsonl", 3, "pick ? shows 3 12")
    assert "Bob shows 12" in fine("replay", "t.jsonl", "--in-force").out
    assert fine("validate", "--strict", "t.jsonl").status == 0


# -- at a terminal ------------------------------------------------------------------------------------------------


def lines(session: Session) -> Iterator[str]:
    """What a person types to record a game."""
    for number, (before, event) in enumerate(zip(session.line.states, session.line.events, strict=False), 1):
        move = done_text(session.game, before, event.by, event.do, session.players)
        who = "" if event.by == CHANCE or isinstance(event.do, Seen) else f"{session.players[event.by]}: "
        yield f"{who}{move}{session.shows(number)}"


def recorded_at_a_terminal(folder: Path, session: Session, events: int) -> str:
    """Types N lines, from the first outcome on; the screen."""
    names = [word for name in session.players for word in ("-p", name)]
    terminal = Terminal("new", session.game.name, *names, "--witness", "bystander", "table.jsonl", cwd=folder)
    for line in list(lines(session))[:events]:
        terminal.expect("> ", 60)
        terminal.enter(line)
    terminal.expect("> ", 60)
    terminal.enter("quit")
    assert terminal.end() == 0
    return terminal.text


def test_a_game_of_three_is_recorded_at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No hand is ever on the screen; a mistake is put right long after."""
    monkeypatch.chdir(tmp_path)
    session = recorded("tigris", 3, 2)
    screen = recorded_at_a_terminal(tmp_path, session, 18)
    assert load("table.jsonl").line.events == session.line.events[:18]
    assert not re.search(r"hand +\d+ (red|black|blue|green)", screen)
    assert fine("validate", "--strict", "table.jsonl").status == 0
    number = next(n for n, event in enumerate(session.line.events, 1) if type(event.do).__name__ == "PlaceTile")
    tile = session.line.events[number - 1].do
    other = "green" if tile.tile != "green" else "black"
    done = run("amend", "table.jsonl", number, f"{other} {tile.at}", "--truncate")
    assert done.status == 0, done
    assert fine("validate", "--strict", "table.jsonl").status == 0


def test_the_table_explains_what_a_witness_writes(club: str, tmp_path: Path) -> None:
    """Neither the help nor what is due says a move of a hand that is only assumed."""
    fine("play", club, "draw Anna red red")
    terminal = Terminal("play", club, cwd=tmp_path)
    terminal.expect("`moves` lists what is possible.")
    terminal.expect("> ")
    terminal.enter("help")
    told = terminal.expect("after `quit`.")
    for word in ("… shows THINGS", "seen NAME hand THINGS", "[after event N]"):
        assert word in told
    assert "goes on" not in told  # no hidden tile decides what happens next
    terminal.expect("> ")
    terminal.enter("quit")
    assert terminal.end() == 0
