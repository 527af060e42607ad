"""`whatif`: whether a ruling matters, for a folder of games and for one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kronika.core import get_game
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from support.cli import fine, process, run
from support.logs import DUEL_MOVES, duel_game, played

pytestmark = pytest.mark.usefixtures("duel")

JOKER = ("chance: prize 3", "Anna: play 5", "Bob: play 2", "Anna: take")
NEST = (
    *("chance: deal 1 2 3 5 6 / 4 7 13 14 15", "Anna: pick 1", "Bob: pick 7", "Anna: pick 4", "Bob: pick 5"),
    *("Anna: pick 2", "Bob: pick 13", "Anna: pick 14", "Bob: pick 6", "Anna: pick 3", "Bob: pick 15"),
)
"""Reckoned by hand in `tests/logs/replaying/test_whatif.py`: 10 to 10, or 3 to 10 where 0 to 0 is no tie."""


def tides(*moves: str) -> Session:
    return played(Session(get_game("tides"), Header(FORMAT, "tides", 1, ("Anna", "Bob"))), moves)


@pytest.fixture
def games(here: Path) -> Path:
    """Two games of the duel with a joker, of which one plays it; one without; one of Tides of Time."""
    (here / "games").mkdir()
    write_log("games/a.jsonl", played(duel_game((), options={"joker": True}), JOKER))
    write_log("games/b.jsonl", played(duel_game((), options={"joker": True}), DUEL_MOVES))
    write_log("games/c.jsonl", duel_game())
    write_log("games/d.jsonl", tides(*NEST))
    return here


def test_a_folder(games: Path) -> None:
    done = run("whatif", "games", "-o", "joker=false", columns=100)
    assert (done.status, done.err) == (1, "")
    assert done.out == (
        "As if joker=false: 2 games, 0 as before, 1 illegal, 1 with a different state at the end.\n"
        "Not replayed: 1 already played so, 1 of a game without that option.\n"
        "\n"
        "game    change    rule      logs    other winner\n"
        "------  --------  ------  ------  --------------\n"
        "duel    illegal   DU-2         1\n"
        "duel    state                  1               0\n"
        "illegal DU-2, first: games/a.jsonl --at 2: `Anna: play 5`: You do not hold 5. (DU-2)\n"
        "state, first: games/b.jsonl --at 0\n"
    )


def test_a_folder_as_json(games: Path) -> None:
    found = run("whatif", "games", "-o", "zero_tie=need_one", "--format", "json").json
    (group,) = found.pop("groups")
    assert found == {
        "options": {"zero_tie": "need_one"},
        "games": 1,
        "same": 0,
        "different": 1,
        "other_winners": 0,
        "already": 0,
        "without_option": 3,
        "witnessed": 0,
        "unreadable": 0,
    }
    assert (group["code"], group["rule"], group["logs"]) == ("points", "TT-4.18", ["games/d.jsonl"])
    assert group["example"] == "games/d.jsonl --at 11: Anna 3, not 10 (TT-4.5: 0, not 7)"


def test_nothing_is_otherwise(games: Path) -> None:
    done = fine("whatif", "games/d.jsonl", "-o", "sets_use_doubled=false")
    assert done.out == "As if sets_use_doubled=false: 1 game, all as before.\n"
    assert fine("whatif", "games/c.jsonl", "-o", "joker=false").out == (
        "As if joker=false: 0 games, so nothing was replayed.\nNot replayed: 1 already played so.\n"
    )


def test_an_option_without_a_say_is_not_taken_for_one_that_changes_nothing(here: Path) -> None:
    """The towers of the obelisks are on side B alone (IM-3.17)."""
    for side, folder in (("a", "one"), ("b", "other")):
        fine("simulate", "imhotep", "-n", 2, "--seed", 1, "-o", f"obelisks={side}", "--out", folder)
    towers = ("-o", "obelisks_b=30,20,10")
    done = fine("whatif", "one", *towers)
    assert done.out == "As if obelisks_b=30,20,10: 2 games, all as before.\n"
    assert done.err == "obelisks_b has no effect without obelisks=b: this is so in 2 games.\n"
    assert run("whatif", "other", *towers).err == ""
    assert fine("whatif", "one", *towers, "-o", "burial_chamber_b=1,1,1,1").err == (
        "obelisks_b has no effect without obelisks=b and burial_chamber_b has no effect without burial_chamber=b: "
        "this is so in 2 games.\n"
    )
    assert run("whatif", "one", *towers, "-o", "obelisks=b").err == "", "then it has one"


def test_the_same_for_any_number_of_processes(games: Path, duel: dict[str, str]) -> None:
    for number in range(40):
        write_log(f"games/e{number:02}.jsonl", tides(*NEST))
    one, two = (
        process("whatif", "games", "-o", "zero_tie=need_one", "--jobs", jobs, env=duel, cwd=games) for jobs in (1, 2)
    )
    assert one == two
    assert (one.status, "41 with different points" in one.out) == (1, True)


def test_one_game_from_a_record_on(games: Path) -> None:
    done = run("whatif", "games/d.jsonl", "-o", "zero_tie=need_one", "--at", "9")
    assert (done.status, done.err) == (1, "")
    assert done.out == (
        "As if zero_tie=need_one: from record 9 on, and as it was played before.\n"
        "  11  Bob: pick 15\n"
        "        round 1: Anna +3 = 3 : Bob +10 = 10 (TT-4.14), not Anna wins the tie on\n"
        "        2 Ancient Divide (TT-4.18), Anna scores 7 for 2 Ancient Divide (TT-4.5)\n"
        "        and round 1: Anna +10 = 10 : Bob +10 = 10 (TT-4.14)\n"
        "\n"
        "points      as played    as if    TT-4.5\n"
        "--------  -----------  -------  --------\n"
        "Anna               10        3        -7\n"
        "Bob                10       10        +0\n"
    )


def test_one_game_that_stops(games: Path) -> None:
    done = run("whatif", "games/a.jsonl", "-o", "joker=false", "--at", "0")
    assert done.out.startswith(
        "As if joker=false: the whole game.\n"
        "   2  Anna: play 5\n"
        "        illegal: You do not hold 5. (DU-2)\n"
        "Record 2 can't be kept under either reading, and 2 events after it: by then the\n"
        "game has diverged. The points before it:\n"
    )
    found = run("whatif", "games/a.jsonl", "-o", "joker=false", "--at", "0", "--format", "json").json
    assert found == {
        "at": 0,
        "players": ["Anna", "Bob"],
        "differences": [
            {
                "record": 2,
                "move": "Anna: play 5",
                "rules": ["DU-2"],
                "refused": "You do not hold 5. (DU-2)",
                "before": [],
                "after": [],
            }
        ],
        "not_played": 3,
        "before": {"totals": [0, 0], "sources": {}, "winners": None},
        "after": {"totals": [0, 0], "sources": {}, "winners": None},
        "same": False,
        "carried": False,
    }


def test_points_that_were_given_before(games: Path) -> None:
    """The round was scored at record 11: it stays as it was, whatever the reading is from record 12 on."""
    write_log("later.jsonl", played(tides(*NEST), ["Anna: relic 1 discard 2", "Bob: relic 7 discard 5"]))
    done = fine("whatif", "later.jsonl", "-o", "zero_tie=need_one", "--at", "12")
    assert done.out == (
        "As if zero_tie=need_one: from record 12 on, and as it was played before.\n"
        "Nothing changes.\n"
        "\n"
        "points      as played    as if\n"
        "--------  -----------  -------\n"
        "Anna               10       10\n"
        "Bob                10       10\n"
        "Points given before record 12 stay as they were.\n"
    )


def test_one_game_that_is_the_same(games: Path) -> None:
    done = fine("whatif", "games/d.jsonl", "-o", "sets_use_doubled=false", "--at", "0")
    assert "Nothing changes." in done.lines
    assert done.err == ""
    done = fine("whatif", "games/d.jsonl", "-o", "zero_tie=win", "--at", "0")
    assert done.err == "It was already played with zero_tie=win.\n", "so that nothing differs says nothing"


def test_a_game_that_is_named_twice_counts_once(games: Path) -> None:
    done = run("whatif", "games/d.jsonl", "games", "games/d.jsonl", "-o", "zero_tie=need_one", columns=120)
    assert (
        done.lines[0] == "As if zero_tie=need_one: 1 game, 0 as before, 1 with different points; 0 with another winner."
    )


def test_standard_input(games: Path) -> None:
    data = Path("games/d.jsonl").read_bytes()
    assert "1 with different points" in run("whatif", "-", "-o", "zero_tie=need_one", stdin=data).out
    assert run("whatif", "-", "-o", "zero_tie=need_one", "--at", "9", stdin=data).status == 1


def test_logs_that_cannot_be_narrated(games: Path) -> None:
    """They are named, and the others are reported all the same."""
    text = Path("games/d.jsonl").read_text().replace('"TT-4.5"', '"TT-4.6"')
    Path("games/e.jsonl").write_text(text)
    done = run("whatif", "games", "gone.jsonl", "-o", "zero_tie=need_one")
    assert done.status == 3
    assert "games/e.jsonl:12: effects the rules give: " in done.err
    assert "gone.jsonl: cannot read: No such file or directory." in done.err
    assert "1 game, 0 as before, 1 with different points; none" not in done.out
    assert "Not replayed: 3 of a game without that option, 2 not readable or faulty." in done.lines
    Path("games/d.jsonl").unlink()
    assert run("whatif", "games/e.jsonl", "-o", "zero_tie=need_one").status == 1


def test_a_log_told_from_one_seat_is_counted_as_such(games: Path) -> None:
    """It has no fault, but not every hand is known."""
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--witness", "Anna", "games/w.jsonl")
    done = run("whatif", "games/w.jsonl", "games/d.jsonl", "-o", "zero_tie=need_one", "--format", "json")
    assert (done.status, done.json["witnessed"], done.json["unreadable"]) == (1, 1, 0)
    assert "the log holds what one witness saw" in done.err
    alone = run("whatif", "games/w.jsonl", "-o", "zero_tie=need_one")
    assert (alone.status, alone.lines[-1]) == (0, "Not replayed: 1 recorded by a witness, so not every hand is known.")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("games", "-o", "zero_tei=win"), "has no option 'zero_tei'."),
        (("games/d.jsonl", "-o", "zero_tei=win", "--at", "1"), "Did you mean zero_tie? Its options: zero_tie, "),
        (("games", "-o", "zero_tie=maybe"), "Option zero_tie: 'maybe' is not possible, it can be win, need_one."),
        (("games", "-o", "zero_tie"), "'zero_tie' is not of the form key=value."),
        (("games",), "Missing option '--option' / '-o'."),
        (("games/a.jsonl", "games/b.jsonl", "-o", "joker=true", "--at", "1"), "--at is for one game: name its log."),
        (("games", "-o", "zero_tie=win", "--at", "1"), "--at is for one game: name its log."),
        (("games/a.jsonl", "-o", "joker=false", "--at", "2"), "has a different set-up, so a game can't change to it"),
        (("games/a.jsonl", "-o", "joker=false", "--at", "99"), "There is no record 99: the log has 4."),
    ],
)
def test_wrong_usage(games: Path, words: tuple[str, ...], message: str) -> None:
    done = run("whatif", *words, columns=300)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_an_example_is_no_game(games: Path) -> None:
    done = run("whatif", "tides/EX-1", "-o", "zero_tie=win")
    assert (done.status, done.out) == (3, "")
    assert "is an example, not a log" in done.err


def test_a_name_that_would_act_at_a_terminal(here: Path) -> None:
    write_log("\x1b[1m\u202eg.jsonl", tides(*NEST))
    for more in ((), ("--format", "json"), ("--at", "0")):
        done = run("whatif", "\x1b[1m\u202eg.jsonl", "-o", "zero_tie=need_one", *more)
        assert not {"\x1b", "\u202e"} & set(done.out + done.err)


def test_the_log_is_left_alone(games: Path) -> None:
    before = {path: path.read_bytes() for path in Path("games").iterdir()}
    run("whatif", "games", "-o", "joker=false")
    run("whatif", "games/a.jsonl", "-o", "joker=false", "--at", "0")
    assert {path: path.read_bytes() for path in Path("games").iterdir()} == before


def test_it_says_what_a_log_with_the_other_option_comes_to(games: Path) -> None:
    header, *records = map(json.loads, Path("games/d.jsonl").read_text().splitlines())
    header["options"]["zero_tie"] = "need_one"
    moves = [{key: record[key] for key in ("n", "by", "do")} for record in records]
    Path("other.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in (header, *moves)))
    found = run("whatif", "games/d.jsonl", "-o", "zero_tie=need_one", "--at", "0", "--format", "json").json
    score = fine("score", "other.jsonl", "--format", "json").json
    assert found["after"]["totals"] == score["totals"] == [3, 10]
