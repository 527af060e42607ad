"""`bots`, `fairplay`, and bots in `simulate`, `match` and `play`."""

from __future__ import annotations

import json
import os
import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from kronika.core.bots import lookup
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.events import Event
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import fine, process, run
from support.logs import tides_game

pytestmark = pytest.mark.usefixtures("duel")


def contents(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


# -- bots --------------------------------------------------------------------------------------------------------------


def test_the_bots_are_listed_with_what_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {name: EntryPoint(name, f"support.sample_bots:{name}", lookup.GROUP) for name in ("clever", "none")}
    for module in ("kronika.cli.commands.bots", "kronika.core.bots.lookup"):
        monkeypatch.setattr(f"{module}.installed_bots", lambda: points)
    found = json.loads(fine("bots", "--format", "json").out)
    assert [bot["bot"] for bot in found] == [
        "random",
        "first",
        "greedy",
        "mc",
        "mcts",
        "value",
        "mc-value",
        "mcts-value",
        "clever",
        "none",
    ]
    assert found[0] == {"bot": "random", "package": "kronika", "description": "Any legal action, at random."}
    assert found[8] == {
        "bot": "clever",
        "package": "support.sample_bots:clever",
        "description": "The last legal action.",
    }
    assert found[9]["description"].startswith("The bot 'none' can't be used: it can't be imported (AttributeError")
    assert re.search("^greedy +kronika ", fine("bots").out, re.MULTILINE)


# -- fairplay ----------------------------------------------------------------------------------------------------------


def test_fairplay_of_a_bot_that_does_not_peek() -> None:
    done = fine("fairplay", "greedy", "tides", "-n", 6, "--games", 2)
    assert done.out == ""
    said = r"greedy: the choice never changed in 6 positions of Tides of Time, [1-6] with something hidden\.\n"
    assert re.fullmatch(said, done.err)
    told = json.loads(fine("fairplay", "first", "viceroy", "-n", 4, "--players", 3, "--format", "json").out)
    assert told == {"bot": "first", "game": "viceroy", "positions": 4, "hidden": 4, "ok": True, "changed": None}


def test_fairplay_prints_the_position_at_which_a_bot_peeked() -> None:
    """The view is that of the seat, the two choices are reported, and where it was."""
    done = run("fairplay", "support.sample_bots:peeking", "tides", "-n", 40)
    assert done.status == 1
    assert "(5 cards face down)" in done.out
    assert "with other things hidden, `pick " in done.out
    assert done.err == "The choice depends on what the seat may not know: the bot peeks.\n"
    told = json.loads(run("fairplay", "support.sample_bots:peeking", "tides", "--format", "json").out)
    assert (told["ok"], told["changed"]["peeks"]) == (False, True)
    assert told["changed"]["chosen"] != told["changed"]["other"]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("mcts:1s", "tides"), 2, "With a time to think a bot may choose differently each time"),
        (("mcst", "tides"), 2, "Did you mean mcts?"),
        (("greedy", "tidse"), 2, "Did you mean tides?"),
        (("greedy", "tides", "--players", 3), 2, "Tides of Time"),
        (
            ("support.sample_bots:silent", "tides"),
            1,
            " gave no move: None is not one of turn.actions: A table `{…}` is needed, not null",
        ),
        (("support.sample_bots:wavering", "tides"), 1, "the test can't say whether it peeks"),
    ],
)
def test_fairplay_that_can_t_be_reported(words: tuple[object, ...], status: int, message: str) -> None:
    done = run("fairplay", *words)
    assert done.status == status
    assert message in done.err


# -- simulate ----------------------------------------------------------------------------------------------------------


def test_games_of_bots_are_the_same_bytes_with_any_number_of_jobs(here: Path, duel: dict[str, str]) -> None:
    words = ("simulate", "tides", "-n", 3, "--seed", 9, "--bots", "greedy,mcts:8", "--out")
    fine(*words, "here")
    for folder, jobs, seed in (("one", 1, "0"), ("two", 2, "random")):
        done = process(*words, folder, "--jobs", jobs, env={**duel, "PYTHONHASHSEED": seed}, cwd=here)
        assert done.status == 0, done
        assert contents(folder) == contents("here")
    session = load("here/tides-0001.jsonl")
    assert session.tags == {"bots": "Anna greedy, Bob mcts:8"}
    assert session.result() is not None
    assert fine("validate", "--strict", "here").err == "3 logs, 117 events: none with faults.\n"


def test_one_bot_plays_all_seats_and_several_say_how_many_there_are(here: Path) -> None:
    fine("simulate", "duel", "--bots", "first", "--players", 3, "--out", "a")
    assert load("a/duel-0001.jsonl").tags == {"bots": "Anna first, Bob first, Cyril first"}
    fine("simulate", "duel", "--bots", "first,random,first", "--out", "b")
    assert load("b/duel-0001.jsonl").players == ("Anna", "Bob", "Cyril")


def test_a_bot_of_the_working_folder(here: Path, duel: dict[str, str]) -> None:
    Path("mine.py").write_text("def last(turn, dice):\n    return turn.actions[-1]\n")
    done = process("simulate", "duel", "--bots", "mine:last", "--out", "a", "--jobs", 2, env=duel, cwd=here)
    assert done.status == 0, done
    assert load("a/duel-0001.jsonl").tags == {"bots": "Anna mine:last, Bob mine:last"}


def test_a_game_without_end_is_adjudicated(here: Path) -> None:
    fine("simulate", "tigris", "--bots", "support.sample_bots:idle", "--maxmoves", 12, "--out", "a")
    session = load("a/tigris-0001.jsonl")
    assert session.ending is not None
    assert (session.ending.why, session.ending.winners) == ("adjudicated", (0, 1))
    assert session.ending.text == "after 12 decisions, by the current score"
    assert sum(event.by != CHANCE for event in session.line.events) == 12
    fine("validate", "--strict", "a")


@pytest.mark.parametrize(
    ("bots", "status", "message"),
    [
        ("gredy", 2, "There is no bot called 'gredy'. Did you mean greedy?"),
        ("first,random,first", 2, "Tides of Time"),
        ("first,", 2, "There is no bot called ''."),
    ],
)
def test_bots_that_can_t_play(here: Path, bots: str, status: int, message: str) -> None:
    done = run("simulate", "tides", "--bots", bots, "--out", "a")
    assert done.status == status
    assert message in done.err
    assert not os.path.isdir("a") or not os.listdir("a")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_loses_its_games(here: Path, jobs: int) -> None:
    """The others are played on; what it did is reported once, and stands in each log."""
    done = run("simulate", "duel", "-n", 3, "--bots", "first,support.sample_bots:silent", "--out", "a", "--jobs", jobs)
    assert done.status == 1
    why = "The bot 'support.sample_bots:silent' of Bob gave no move: None is not one of turn.actions: "
    assert f"3 games lost by a fault of a bot (no move), the first a/duel-0001.jsonl: {why}" in tidy(done.err)
    for log in Path("a").iterdir():
        session = load(str(log))
        assert session.ending is not None
        assert (session.ending.why, session.ending.by, session.ending.winners) == ("adjudicated", 1, (0,))
        assert session.ending.text.startswith(why)
        assert session.tags["fault"] == "no move"


def tidy(text: str) -> str:
    return " ".join(text.split())


def test_as_many_bots_as_players(here: Path) -> None:
    done = run("simulate", "duel", "--players", 3, "--bots", "first,random", "--out", "a")
    assert (done.status, "2 bots for 3 players: name one, or one for each." in done.err) == (2, True)


# -- match -------------------------------------------------------------------------------------------------------------

MATCH = """
[[match]]
name = "m"
game = "tides"
players = ["Anna", "Bob"]
seeds = [4]
bots = { Anna = "mine", Bob = "mcts:5" }
expect.turn = []
"""


def test_a_match_with_a_bot_of_one_s_own(here: Path) -> None:
    Path("m.toml").write_text(MATCH)
    assert fine("match", "m.toml", "--bot", "mine=support.sample_bots:clever").out.startswith("ok    m 4: Anna ")
    done = run("match", "m.toml")
    assert done.status == 2
    assert "match m: bots: There is no bot called 'mine'." in done.err
    assert "mine=X: write" not in done.err
    for pair, message in (("mine", "--bot mine: write NAME=BOT"), ("mine=mcst", "Did you mean mcts?")):
        assert message in run("match", "m.toml", "--bot", pair).err


def test_a_match_file_runs_no_function_that_it_names(here: Path) -> None:
    Path("m.toml").write_text(MATCH.replace('"mine"', '"support.sample_bots:clever"'))
    done = run("match", "m.toml")
    assert done.status == 2
    assert "match m: bots: 'support.sample_bots:clever': a file can't name a function to run" in done.err


def test_a_bot_that_fails_is_a_finding(here: Path) -> None:
    Path("m.toml").write_text(MATCH)
    done = run("match", "m.toml", "--bot", "mine=support.sample_bots:silent")
    assert done.status == 1
    assert "moves: expected legal moves, got The bot 'mine' of Anna gave no move" in " ".join(done.out.split())


# -- play --------------------------------------------------------------------------------------------------------------


def by(log: str) -> list[int]:
    return [entry.by for entry in load(log).history if isinstance(entry, Event)]


def test_a_bot_answers_a_move(here: Path) -> None:
    """Bob chooses before Anna's card lies there, and again in the next pick."""
    write_log("g.jsonl", tides_game(()))
    before = len(load("g.jsonl").history)
    assert load("g.jsonl").actors == (0, 1)
    card = min(load("g.jsonl").state.hands[0])
    fine("play", "g.jsonl", f"pick {card}", "--bot", "Bob=mcts:5")
    assert by("g.jsonl")[before:] == [1, 0, 1]
    fine("play", "g.jsonl", f"pick {min(load('g.jsonl').state.hands[0])}", "--bot", "bob=mcts:5")
    assert by("g.jsonl")[before:] == [1, 0, 1, 0, 1]


def test_bots_play_on_alone(here: Path) -> None:
    write_log("g.jsonl", tides_game(()))
    done = process("play", "g.jsonl", "--bot", "Anna=first", "--bot", "Bob=greedy", cwd=here)
    assert done.status == 0, done
    assert load("g.jsonl").result() is not None


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("--bot", "Bob"), 2, "--bot Bob: write NAME=BOT, as in Bob=mcts:200."),
        (("--bot", "Eva=first"), 2, "Eva"),
        (("--bot", "Bob=first", "--bot", "1=first"), 2, "--bot: Bob is given two bots."),
        (("--bot", "Bob=first", "--bot", "Bob=first"), 2, "--bot: Bob is given two bots."),
        (("--bot", "Bob=frist"), 2, "Did you mean first?"),
        (
            ("--bot", "Bob=support.sample_bots:silent"),
            1,
            "gave no move: None is not one of turn.actions: A table `{…}` is needed, not null",
        ),
        (
            ("--bot", "Bob=support.sample_bots:silent", "--as", "Anna"),
            1,
            "'support.sample_bots:silent' of Bob gave no move.\n",
        ),
    ],
)
def test_a_bot_that_can_t_sit_down(here: Path, words: tuple[str, ...], status: int, message: str) -> None:
    """Nothing is kept of what was played; why a bot's move is none may tell what it holds, so others do not read it."""
    write_log("g.jsonl", tides_game(()))
    before = Path("g.jsonl").read_bytes()
    done = run("play", "g.jsonl", f"Anna: pick {min(load('g.jsonl').state.hands[0])}", *words)
    assert done.status == status
    assert message in done.err
    assert Path("g.jsonl").read_bytes() == before
