"""The text of a game from the command line: written, read, begun from, and what scripts can say beside moves."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.texts.game_text import game_text
from support.cli import Result, fine, run
from support.duel import Play
from support.logs import DUEL_MOVES, TIDES_MOVES, data_of, duel_game, remarked, tides_game, write
from support.playouts import ROOT

pytestmark = pytest.mark.usefixtures("duel")


@pytest.fixture
def log(here: Path) -> Path:
    write_log("game.jsonl", remarked())
    return here / "game.jsonl"


# -- convert ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game.txt", "game.txt.gz", "game.txt.zst"])
def test_a_log_goes_to_a_text_and_back(log: Path, name: str) -> None:
    records = len(remarked().history)
    assert fine("convert", "game.jsonl", name) == Result(0, "", f"{name}: {records} records.\n")
    assert fine("convert", name, "again.jsonl") == Result(0, "", f"again.jsonl: {records} records.\n")
    assert Path("again.jsonl").read_bytes() == log.read_bytes()
    assert fine("convert", name, "-").out.encode() == log.read_bytes()
    if name.endswith(".gz"):
        assert gzip.decompress(Path(name).read_bytes()).decode() == game_text(remarked())


@pytest.mark.parametrize(
    "path", sorted((ROOT / "fixtures" / "games").glob("*/*.jsonl"))[::6], ids=lambda path: path.stem
)
def test_recorded_games_come_back(here: Path, path: Path) -> None:
    fine("convert", path, "sealed.jsonl")
    fine("convert", path, "game.txt")
    fine("convert", "game.txt", "again.jsonl")
    assert Path("again.jsonl").read_bytes() == Path("sealed.jsonl").read_bytes()


def test_a_log_that_is_called_a_text_stays_a_log(log: Path) -> None:
    """As it was before there were texts."""
    log.rename("log.txt")
    fine("convert", "log.txt", "again.jsonl")
    assert Path("again.jsonl").read_bytes() == Path("log.txt").read_bytes()
    fine("convert", "log.txt", "text.txt")
    assert Path("text.txt").read_text(encoding="utf-8") == game_text(remarked())


def test_an_edited_text_is_another_game(here: Path) -> None:
    text = game_text(duel_game(DUEL_MOVES[:5])).replace("Bob: play 2", "Bob: play 1")
    Path("g.txt").write_text(text, encoding="utf-8")
    fine("convert", "g.txt", "g.jsonl")
    assert [event.do for event in load("g.jsonl").line.events][2] == Play(1)


@pytest.mark.parametrize(
    ("old", "new", "status", "message"),
    [
        ("Bob: play 2", "Bob: play 5", 1, "error: g.txt:10: `Bob: play 5` is refused: You do not hold 5. (DU-2)\n"),
        (
            "Bob: play 2",
            "Bob: paly 2",
            2,
            "error: g.txt:10: `Bob: paly 2`: 'paly 2' is not a move. Did you mean: play 2",
        ),
        ('"1-0"', '"0-1"', 2, 'error: g.txt:5: `[Result "0-1"]`: The moves give "1-0"'),
    ],
)
def test_a_text_that_is_wrong_makes_nothing(here: Path, old: str, new: str, status: int, message: str) -> None:
    Path("g.txt").write_text(game_text(duel_game()).replace(old, new), encoding="utf-8")
    done = run("convert", "g.txt", "g.jsonl")
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(message)
    assert not Path("g.jsonl").exists()


def test_a_text_replaces_nothing(log: Path) -> None:
    Path("game.txt").write_text("precious")
    assert run("convert", "game.jsonl", "game.txt").status == 3
    assert Path("game.txt").read_text() == "precious"


@pytest.mark.parametrize("command", ["show", "validate", "play"])
def test_other_commands_say_what_to_do_with_a_text(log: Path, command: str) -> None:
    fine("convert", "game.jsonl", "game.txt")
    done = run(command, "game.txt", *(("x",) if command == "play" else ()))
    assert done.status == 1
    assert "game.txt:1: syntax this is the text of a game: `kronika convert` makes a log of it" in done.out + done.err


# -- new ----------------------------------------------------------------------------------------------------------


def test_new_makes_the_log_of_a_text_again(here: Path) -> None:
    session = tides_game((*TIDES_MOVES[:7], "undo 2", "redo"), tags={"Event": "Club"})
    Path("g.txt").write_text(game_text(session), encoding="utf-8")
    done = fine("new", "tides", "--script", "g.txt", "g.jsonl")
    assert done.err.startswith("g.jsonl: Tides of Time, Anna, Bob. ")
    assert Path("g.jsonl").read_bytes() == data_of(session)
    fine("new", "tides", "--script", "-", "h.jsonl", stdin=game_text(session))
    assert Path("h.jsonl").read_bytes() == data_of(session)


def test_what_is_given_goes_before_what_the_text_says(here: Path) -> None:
    moves = [move.replace("Anna", "Ada") for move in DUEL_MOVES]
    text = game_text(duel_game(tags={"Event": "Club", "Site": "Hut"})).replace("Anna: ", "0: ")
    Path("g.txt").write_text(text, encoding="utf-8")
    words = ("-p", "Ada", "-p", "Bob", "--seed", "3", "-o", "joker=true", "--tag", "Event=Cup", "--chance", "given")
    fine("new", "duel", *words, "--script", "g.txt", "g.jsonl")
    tags = {"Event": "Cup", "Site": "Hut"}
    wanted = duel_game(moves, ("Ada", "Bob"), seed=3, chance="given", options={"joker": True}, tags=tags)
    assert Path("g.jsonl").read_bytes() == data_of(wanted)


def test_new_with_a_plain_script(here: Path) -> None:
    """With a seed chance is drawn, without one it stands in the script."""
    Path("moves.txt").write_text("\n".join(TIDES_MOVES[:4]))
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", "7", "--script", "moves.txt", "g.jsonl")
    assert Path("g.jsonl").read_bytes() == data_of(tides_game(TIDES_MOVES[:4]))
    Path("duel.txt").write_text("\n".join(DUEL_MOVES))
    fine("new", "duel", "-p", "Anna", "-p", "Bob", "--script", "duel.txt", "d.jsonl")
    assert Path("d.jsonl").read_bytes() == data_of(duel_game())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tides",), "error: g.txt: is a game of duel, not of tides.\n"),
        (("duel", "-p", "Ada"), "error: Duel is for 2 to 3 players, not 1.\n"),
        (("duel", "-p", "#1", "-p", "Bob"), "can't be a player's name"),
        (("duel", "-o", "joker=perhaps"), "Option joker: 'perhaps' is not possible"),
        (("duel", "--tag", f"Event={'x' * 1001}"), "at most 1,000 are allowed"),
    ],
)
def test_a_game_that_can_t_begin_so_is_not_begun(here: Path, words: tuple[str, ...], message: str) -> None:
    Path("g.txt").write_text(game_text(duel_game()), encoding="utf-8")
    done = run("new", *words, "--script", "g.txt", "g.jsonl")
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert not Path("g.jsonl").exists()


# -- scripts ------------------------------------------------------------------------------------------------------


def test_a_script_takes_events_back_and_says_things(here: Path) -> None:
    write_log("g.jsonl", duel_game(()))
    script = (
        *DUEL_MOVES[:4], "undo 2 events", "redo 1 event", '[Players "Anna" "Bea"] [Event "Club"]',
        '{well # done} mark "!" by "Bea" # a comment', "undo 1", "REDO 1 events",
    )  # fmt: skip
    Path("s.txt").write_text("\n".join(script))
    fine("play", "g.jsonl", "-q", "--script", "s.txt")
    wanted = duel_game(DUEL_MOVES[:4])
    wanted.undo_events(2)
    wanted.redo_events(1)
    wanted.set(players=["Anna", "Bea"], tags={"Event": "Club"})
    wanted.note("well # done", mark="!", author="Bea")
    wanted.undo(1)
    wanted.redo_events(1)
    assert Path("g.jsonl").read_bytes() == data_of(wanted)


def test_play_passes_over_the_head_of_a_text(here: Path) -> None:
    write_log("g.jsonl", duel_game((), ("Anna", "Bob"), tags={"a": "b"}))
    Path("g.txt").write_text(game_text(duel_game(tags={"Event": "Club"})), encoding="utf-8")
    fine("play", "g.jsonl", "-q", "--script", "g.txt")
    assert Path("g.jsonl").read_bytes() == data_of(duel_game(tags={"a": "b"}))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{a note", "s.txt:2: `{a note`: A note ends with `}`"),
        ("{}", "s.txt:2: `{}`: A note has a text, a mark, or data for programs."),
        ('[Players "Anna"]', 's.txt:2: `[Players "Anna"]`: The game has 2 players, not 1.'),
        ("[Event]x", "s.txt:2: `[Event]x`: 'x' is not a tag."),
        (f"{{{'x' * 10_001}}}", "A note has 10,001 characters; at most 10,000 are allowed."),
        (f'[Event "{"x" * 1_001}"]', "at most 1,000 are allowed."),
        ("undo 2 events", "s.txt:2: `undo 2 events`: Cannot take back 2 events: 1 in force."),
    ],
)
def test_what_a_script_can_t_say_leaves_the_log_alone(here: Path, line: str, message: str) -> None:
    write_log("g.jsonl", duel_game(()))
    before = Path("g.jsonl").read_bytes()
    Path("s.txt").write_text(f"chance: prize 3\n{line}\n")
    done = run("play", "g.jsonl", "--script", "s.txt")
    assert done.status in (1, 2)
    assert message in done.err
    assert Path("g.jsonl").read_bytes() == before


def test_a_name_with_a_bracket_is_a_name(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:2], ("Anna", "[Bob")))
    fine("play", "g.jsonl", "[Bob: play 2")
    assert len(load("g.jsonl").history) == 3


def test_a_text_of_a_log_that_is_wrong_is_not_written(here: Path) -> None:
    write(here / "g.jsonl", ['{"kronika":2,"game":"duel","rules":1,"players":["Anna","Bob"]}', '{"note":{}}'])
    done = run("convert", "g.jsonl", "g.txt")
    assert (done.status, done.out) == (2, "")
    assert "This game has no text that can be read back: `{}`: A note has a text, a mark" in done.err
    assert not Path("g.txt").exists()
