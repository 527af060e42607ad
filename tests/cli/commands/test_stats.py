"""`stats` and `match`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kronika.core import Session
from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import get_game
from kronika.core.sessions.digest import digest
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import Result, fine, killed, run
from support.logs import data_of, duel_game, tides_game
from support.playouts import ROOT

pytestmark = pytest.mark.usefixtures("duel")


# -- stats ------------------------------------------------------------------------------------------------------


def test_stats_of_the_tiny_game(tiny: Path) -> None:
    """Choices among 4, 4, 2, 3, 3, 2, 2 and 2: 2304 paths, whose logarithm is 3.36."""
    found = fine("stats", tiny, "--format", "json").json
    assert (found["events"], found["decisions"], found["choice_log10"]) == (11, 8, 3.4)
    assert found["points"] == [
        {"event": 0, "totals": [0, 0]},
        {"event": 4, "totals": [3, 0]},
        {"event": 11, "totals": [3, 2]},
    ]
    assert found["leads"] == [{"event": 0, "seats": [0, 1]}, {"event": 4, "seats": [0]}]
    assert found["sources"] == [
        {"event": 4, "seat": 0, "rule": "DU-5", "points": 3},
        {"event": 11, "seat": 1, "rule": "DU-5", "points": 2},
    ]
    assert found["branching"] == [
        {"kind": "play", "decisions": 6, "min": 2, "median": 3.0, "mean": 3, "max": 4},
        {"kind": "take", "decisions": 2, "min": 2, "median": 2.0, "mean": 2, "max": 2},
    ]
    assert found["kinds"] == [{"play": 3, "take": 1}, {"play": 3, "take": 1}]


def test_stats_as_text(tiny: Path) -> None:
    lines = [line.split() for line in fine("stats", tiny).lines]
    assert lines[0] == ["11", "events,", "8", "decisions"]
    for row in (["4", "3", "0"], ["Anna", "DU-5", "3", "4:3"], ["play", "6", "2", "3", "3", "4"], ["take", "1", "1"]):
        assert row in lines


def test_points_lost_have_one_sign(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob has 2 points, which he gets in the last quarter; here they count against him."""
    monkeypatch.setattr(type(get_game("duel")), "totals", lambda self, state: tuple(-sum(won) for won in state.won))
    tempo = [line.split() for line in fine("stats", tiny).lines if line.split()[:1] == ["4"]]
    assert any(row[-2:] == ["+0", "-2"] for row in tempo), tempo


def test_stats_of_a_log_without_events(here: Path) -> None:
    write_log("g.jsonl", duel_game(()))
    assert fine("stats", "g.jsonl").lines[0] == "0 events, 0 decisions"
    assert fine("stats", "g.jsonl", "--format", "json").json["decisions"] == 0


# -- match ------------------------------------------------------------------------------------------------------

MATCHES = """
[[match]]
name = "the demo"
game = "tides"
players = ["Anna", "Bob"]
seeds = [7]
script = "scripts/moves.txt"
expect.totals = { Anna = 60, Bob = 60 }

[[match]]
name = "by hand"
game = "duel"
players = ["Anna", "Bob"]
moves = ["chance: prize 3", "Anna: play 4", "Bob: play 2", "Anna: take"]
expect.totals = { Anna = 3, Bob = 0 }
"""


@pytest.fixture
def matches(here: Path) -> Path:
    (here / "scripts").mkdir()
    script = (ROOT / "fixtures" / "scripts" / "tides-demo.txt").read_text(encoding="utf-8")
    Path("scripts/moves.txt").write_text(script)
    Path("matches.toml").write_text(MATCHES)
    return here


def test_match(matches: Path) -> None:
    states = [digest(session.state) for session in (tides_game(), duel_game(("chance: prize 3", *BY_HAND)))]
    assert fine("match", "matches.toml") == Result(
        0,
        f"ok    the demo 7: Anna 60, Bob 60; {states[0]}\nok    by hand: Anna 3, Bob 0; {states[1]}\n",
        "2 games: all as expected.\n",
    )


BY_HAND = ("Anna: play 4", "Bob: play 2", "Anna: take")


def test_match_that_comes_out_otherwise(matches: Path) -> None:
    Path("matches.toml").write_text(MATCHES.replace("Anna = 3", "Anna = 5").replace("Bob: play 2", "Bob: play 9"))
    done = run("match", "matches.toml")
    assert done.status == 1
    assert done.lines[1].startswith("FAILS by hand: Anna 0, Bob 0; ")
    assert "'play 9' is not a move" in " ".join(done.out.split())
    assert done.err == "2 games: 1 failed.\n"


def test_match_as_json(matches: Path) -> None:
    first, second = fine("match", "matches.toml", "--format", "json").json
    assert first == {
        "match": "the demo",
        "seed": 7,
        "ok": True,
        "totals": {"Anna": 60, "Bob": 60},
        "digest": digest(tides_game().state),
        "events": 39,
        "findings": [],
    }
    assert (second["seed"], second["totals"]) == (None, {"Anna": 3, "Bob": 0})


def test_match_keeps_its_games(matches: Path) -> None:
    fine("match", "matches.toml", "--out", "played")
    assert sorted(os.listdir("played")) == ["by-hand.jsonl", "the-demo-7.jsonl"]
    assert Path("played/the-demo-7.jsonl").read_bytes() == data_of(tides_game(tags={"match": "the demo"}))


BOTS = """
[[match]]
name = "bots"
game = "duel"
players = ["Anna", "Bob"]
seeds = "1..12"
bots = { Anna = "random", Bob = "first" }
expect.turn = []
"""


def contents(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


@pytest.mark.parametrize("jobs", [1, 2])
def test_match_goes_on_where_it_was(matches: Path, jobs: int) -> None:
    """What is there stays as it is, and the result is the same as in one go."""
    Path("matches.toml").write_text(MATCHES + BOTS)
    plain = fine("match", "matches.toml")
    assert fine("match", "matches.toml", "--out", "whole") == plain
    words = ("match", "matches.toml", "--out", "played", "--jobs", jobs)
    assert fine(*words) == plain
    assert contents("played") == contents("whole")
    for name in ("bots-1", "bots-7", "the-demo-7"):
        os.unlink(f"played/{name}.jsonl")
    before = {path: path.stat().st_ino for path in Path("played").iterdir()}
    assert fine(*words) == plain
    assert contents("played") == contents("whole")
    assert {path: path.stat().st_ino for path in before} == before
    assert fine(*words, "--format", "json").out == fine("match", "matches.toml", "--format", "json").out


def test_match_judges_a_game_of_bots_from_its_log(matches: Path) -> None:
    """Other moves than these bots make today, legal and to the end: they count, they were not played again."""
    Path("matches.toml").write_text(BOTS.replace("1..12", "1..1"))
    fine("match", "matches.toml", "--out", "played")
    log = Path("played/bots-1.jsonl")
    before = log.read_bytes()
    other = Session.new("duel", ["Anna", "Bob"], seed=1, tags=load(str(log)).tags)
    while other.actors:
        seat = other.actors[0]
        other.do(seat, [*other.game.actions(other.state, seat)][-1])
        other.resolve_chance()
    log.write_bytes(data_of(other))
    assert log.read_bytes() != before
    done = fine("match", "matches.toml", "--out", "played")
    assert digest(other.state) in done.out
    Path("matches.toml").write_text(BOTS.replace("1..12", "1..1").replace("turn = []", "totals.Anna = 99"))
    assert "expected 99" in run("match", "matches.toml", "--out", "played").out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("random", "last", "'bots': 'Anna last, Bob first'"),
        ("Bob: play 2", "Bob: play 1", "by-hand.jsonl: exists already, and is another game: the same match"),
        ("seeds = [7]", "seeds = [7]\noptions = { zero_tie = 'need_one' }", "another game: its options: "),
        ('"Anna", "Bob"', '"Bob", "Anna"', "its players: 'Anna' and 'Bob', not 'Bob' and 'Anna'"),
    ],
)
def test_match_does_not_judge_another_game(matches: Path, old: str, new: str, said: str) -> None:
    text = MATCHES + BOTS.replace("1..12", "1..2")
    Path("matches.toml").write_text(text)
    fine("match", "matches.toml", "--out", "played")
    before = contents("played")
    Path("matches.toml").write_text(text.replace(old, new).replace('"last"', '"greedy"'))
    done = run("match", "matches.toml", "--out", "played")
    assert done.status == 3
    assert said.replace("last", "greedy") in " ".join(done.err.split())
    assert contents("played") == before


def test_match_knows_the_script_beside_the_bots(matches: Path) -> None:
    """A bot for Bob, moves for Anna: other moves make another game, though players and bots are the same."""
    text = BOTS.replace("1..12", "3..3").replace('Anna = "random", ', "") + 'moves = ["Anna: play 1"]\n'
    text = text.replace("expect.turn = []", 'expect.turn = ["Anna"]')
    Path("m.toml").write_text(text)
    run("match", "m.toml", "--out", "played")
    Path("m.toml").write_text(text.replace("play 1", "play 2"))
    done = run("match", "m.toml", "--out", "played")
    assert done.status == 3
    assert "its tags: " in done.err


def test_match_keeps_nothing_in_a_folder_without_a_name(matches: Path) -> None:
    """As of a variable of a shell that is not set."""
    done = run("match", "matches.toml", "--out", "")
    assert (done.status, done.out) == (3, "")
    assert done.err == "error: A folder needs a name. Nothing was changed.\n"


def test_two_games_under_one_name(matches: Path) -> None:
    Path("matches.toml").write_text(MATCHES.replace('"by hand"', '"the demo 7"'))
    assert run("match", "matches.toml").status == 0
    done = run("match", "matches.toml", "--out", "played")
    assert done.status == 2
    assert "2 games would have the log 'the-demo-7.jsonl'" in " ".join(done.err.split())
    assert not Path("played").exists()


def test_a_match_whose_log_would_be_a_device_elsewhere(matches: Path) -> None:
    Path("matches.toml").write_text(MATCHES.replace('"by hand"', '"Con"'))
    assert run("match", "matches.toml").status == 0
    done = run("match", "matches.toml", "--out", "played")
    assert done.status == 2
    assert "the log 'Con.jsonl' would be a device under Windows: give its match another name" in " ".join(
        done.err.split()
    )
    assert not Path("played").exists()


@pytest.mark.parametrize("kills", [1, pytest.param(10, marks=pytest.mark.long)])
def test_match_killed_at_any_time_ends_with_the_same_files(here: Path, kills: int) -> None:
    Path("m.toml").write_text(BOTS.replace("1..12", f"1..{400 * kills}").replace("duel", "tides"))
    words = ["match", "m.toml", "--jobs", "2", "--out"]
    whole = fine(*words, "whole")
    dice = Dice(kills)
    for _ in range(kills):
        assert killed([*words, "broken"], "broken", dice.below(20) / 100), "too few games: it was over before"
    assert fine(*words, "broken") == whole
    assert contents("broken") == contents("whole")


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("x", 2, "m.toml: Not TOML: "),
        ("x = " + "[" * 5000, 2, "m.toml: Tables or lists are nested too deep."),
        ("x = " + "9" * 5000, 2, "m.toml: A number is too long."),
        (MATCHES.replace("seeds", "sedes"), 2, "There is no `sedes` here"),
        (MATCHES.replace("scripts/moves.txt", "none.txt"), 3, "none.txt: cannot read: No such file"),
        (MATCHES.replace("scripts/moves.txt", "a\\u0000b"), 2, "a script lies in the folder of the match file"),
        (MATCHES.replace('game = "duel"', 'game = "dual"'), 1, "1 failed"),
        (MATCHES.replace("[7]", "[99999999999999999999]"), 1, "1 failed"),
    ],
)
def test_matches_that_cannot_be_played(matches: Path, text: str, status: int, message: str) -> None:
    Path("m.toml").write_text(text)
    done = run("match", "m.toml")
    assert done.status == status, done
    assert message in " ".join(done.err.split())


def test_match_wrongly_used(here: Path) -> None:
    assert run("match").status == 2
    assert run("match", "none.toml").status == 3
    assert run("match", ".").status == 3
