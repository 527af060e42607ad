"""`tournament` and `standings`, as they are typed."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import game_names
from support.cli import fine, killed, run

FILE = """\
name = "cup"
game = "tides"
games = 4

[[bot]]
name = "Anna"
bot = "random"

[[bot]]
name = "Bob"
bot = "first"
"""
TWO = ("--game", "tides", "--bot", "Anna=random", "--bot", "Bob=first")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_file_and_options_mean_the_same(here: Path) -> None:
    Path("cup.toml").write_text(FILE)
    told = fine("tournament", "cup.toml", "--out", "one")
    assert told.err == "one: 4 games of Tides of Time.\n"
    assert [line.split()[:3] for line in told.lines[2:4]] in (
        [["Anna", "random", "4"], ["Bob", "first", "4"]],
        [["Bob", "first", "4"], ["Anna", "random", "4"]],
    )
    fine("tournament", *TWO, "--games", 4, "--out", "two")
    one, two = contents(Path("one")), contents(Path("two"))
    assert [log.replace(b'"cup"', b'"tides: Anna, Bob"') for log in one.values()] == list(two.values())
    assert fine("standings", "one").out == told.out
    assert fine("validate", "--strict", "one").status == 0


def test_options_win_over_the_file(here: Path) -> None:
    Path("cup.toml").write_text(FILE)
    fine("tournament", "cup.toml", "--games", 2, "--seed", 7, "-o", "zero_tie=need_one", "--out", "one")
    assert len(list(Path("one").glob("0*.jsonl"))) == 2
    assert json.loads(Path("one/tournament.json").read_text())["seed"] == 7
    assert b'"zero_tie":"need_one"' in Path("one/0000001.jsonl").read_bytes()


def test_a_test_without_a_number_of_games_goes_on_until_it_is_decided(here: Path) -> None:
    words = ("tournament", *TWO, "--seed", 1, "--sprt", 0, 150, 0.1, 0.1, "--out", "one")
    told = fine(*words)
    first, last = told.err.splitlines()
    assert first == "The test continues until it is decided, for at most 100,000 games."
    games = len(list(Path("one").glob("0*.jsonl")))
    assert games > 2
    assert last == f"one: {games} games of Tides of Time."
    assert "; decided: " in told.out
    again = fine("standings", "one")
    assert (again.out, "at the most" in again.out) == (told.out, False)  # those that were not needed are not missing
    assert json.loads(Path("one/tournament.json").read_text())["games"] == 100_000


def test_a_test_that_no_number_decides_ends_with_its_games(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kronika.core.basics.limits.TEST_GAMES", 4)
    words = ("tournament", *TWO, "--seed", 1, "--sprt", 0, 1, 0.01, 0.01, "--out", "one")
    told = fine(*words)
    assert told.err == (
        "The test continues until it is decided, for at most 4 games.\n"
        "one: 4 games of Tides of Time.\n"
        "The test is not decided: with more --games it continues.\n"
    )
    more = fine(*words, "--games", 6)
    assert more.err == "one: 6 games of Tides of Time.\nThe test is not decided: with more --games it continues.\n"


def test_what_was_planned_is_kept_and_what_is_missing_is_said(here: Path) -> None:
    fine("tournament", *TWO, "--games", 4, "--out", "one")
    assert json.loads(Path("one/tournament.json").read_text())["games"] == 4
    assert " of 4 games" not in fine("standings", "one").out
    for number in (2, 4):
        Path(f"one/000000{number}.jsonl").unlink()
    says = "2 of 4 games: run `kronika tournament` again to play the others."
    assert says in fine("standings", "one").lines
    found = fine("standings", "one", "--format", "json").json
    assert (found["games"], found["planned"]) == (2, 4)
    fine("standings", "one", "--out", "p.html")
    assert "2 of 4 games" in Path("p.html").read_text()
    fine("tournament", *TWO, "--games", 6, "--out", "one")
    assert json.loads(Path("one/tournament.json").read_text())["games"] == 6
    for name in ("5", "6"):
        Path(f"one/000000{name}.jsonl").unlink()
    assert "4 of 6 games" in fine("standings", "one").out


def test_a_tournament_of_which_nobody_wrote_down_how_many_were_planned(here: Path) -> None:
    """Written by an older version."""
    fine("tournament", *TWO, "--games", 4, "--out", "one")
    told = Path("one/tournament.json")
    told.write_text(told.read_text().replace('"games": 4', '"games": 0'))
    Path("one/0000004.jsonl").unlink()
    assert fine("standings", "one", "--format", "json").json["planned"] == 0
    assert " games: " not in fine("standings", "one").out
    fine("tournament", *TWO, "--games", 4, "--out", "one")
    assert json.loads(told.read_text())["games"] == 4


def test_json(here: Path) -> None:
    fine("tournament", *TWO, "--games", 4, "--out", "one")
    found = json.loads(fine("standings", "one", "--format", "json").out)
    assert (found["games"], found["sprt"], found["ratings"]) == (4, None, [])
    assert sum(line["won"] for line in found["lines"]) == 4
    assert sum(found["pairs"][0]["counts"]) == 2
    rated = json.loads(fine("standings", "one", "--ratings", "--format", "json").out)
    assert {one["name"] for one in rated["ratings"]} == {"Anna", "Bob"}
    assert all(one["low"] < one["rating"] < one["high"] for one in rated["ratings"])


def test_a_rating_needs_its_library(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fine("tournament", *TWO, "--out", "one")
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert "pip install 'kronika[rate]'" in run("standings", "one", "--ratings").err


def test_the_test_is_reported(here: Path) -> None:
    told = fine("tournament", *TWO, "--games", 200, "--sprt", -200, 0, 0.05, 0.05, "--out", "one").out
    assert "SPRT after " in told
    assert "decided: elo0 holds." in " ".join(told.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Name a FILE, or --game and two --bot at least."),
        (("--game", "tides"), "Name a FILE, or --game and two --bot at least."),
        (("--game", "tides", "--bot", "random"), "a tournament has two bots at least"),
        ((*TWO, "--games", 3), "games: 3 is not possible"),
        ((*TWO, "--sprt", 0, 5, 0.9, 0.1), "--sprt: alpha: A number above 0 and below 0.5 is needed, not 0.9"),
        ((*TWO, "-o", "zero_tie=maybe"), "zero_tie"),
        (("--game", "tidse", "--bot", "random", "--bot", "first"), "tides"),
        (("missing.toml",), "missing.toml"),
    ],
)
def test_wrong_usage(here: Path, words: tuple[object, ...], said: str) -> None:
    done = run("tournament", *words, "--out", "one")
    assert done.status in (1, 2, 3)
    assert said in done.err
    assert not Path("one").exists()


def test_a_folder_without_a_tournament(here: Path) -> None:
    Path("empty").mkdir()
    assert "tournament.json" in run("standings", "empty").err
    Path("empty/tournament.json").write_text('{"name": 3}')
    assert "is not a tournament" in run("standings", "empty").err


def broken_off(words: list[str], kills: int, jobs: Sequence[int], folder: str) -> None:
    """Plays a tournament that is killed N times at random moments of its play, and then plays it to its end."""
    dice = Dice(kills)
    for number in range(kills):
        command = [*words, folder, "--jobs", str(jobs[number % len(jobs)])]
        assert killed(command, folder, dice.below(20) / 100), "too few games: it was over before"
    fine(*words, folder)


def test_killed_at_any_time_it_ends_with_the_same_files(here: Path) -> None:
    words = ["tournament", *TWO, "--games", "200", "--out"]
    fine(*words, "whole", "--jobs", 2)
    broken_off(words, 1, (2,), "broken")
    assert contents(Path("broken")) == contents(Path("whole"))


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_three_bots_killed_ten_times_end_with_the_same_files(game: str, here: Path) -> None:
    """In each game, by one process and by two in turn; the standings with the logs they are made of."""
    bots = ("--bot", "greedy", "--bot", "Draws=random", "--bot", "first")
    words = ["tournament", "--game", game, *bots, "--games", GAMES.get(game, "12"), "--maxmoves", "60", "--out"]
    fine(*words, "whole", "--jobs", 2)
    broken_off(words, 10, (1, 2), "broken")
    assert contents(Path("broken")) == contents(Path("whole"))
    assert fine("standings", "broken").out == fine("standings", "whole").out


GAMES = {"tides": "60", "imhotep": "40", "viceroy": "40", "ancient_knowledge": "30"}
"""Games for each table, where twelve are played too soon to be killed ten times."""


def test_a_function_is_named_on_the_command_line_alone(here: Path) -> None:
    """A file is data; anyone who runs it says which program plays."""
    Path("mine.py").write_text("def last(turn, dice):\n    return turn.actions[-1]\n")
    Path("cup.toml").write_text(FILE.replace('bot = "first"', 'bot = "mine:last"'))
    assert "a file can't name a function to run" in run("tournament", "cup.toml", "--out", "one").err
    Path("cup.toml").write_text(FILE.replace('bot = "first"\n', ""))
    assert (
        "bot 'Bob': no bot is given for it: add `--bot Bob=BOT`." in run("tournament", "cup.toml", "--out", "one").err
    )
    fine("tournament", "cup.toml", "--bot", "Bob=mine:last", "--out", "one")
    Path("cup.toml").write_text(FILE.replace('bot = "first"', 'bot = "no such"'))
    fine("tournament", "cup.toml", "--bot", "Bob=mine:last", "--out", "one")  # what takes its place is what counts
    wrong = run("tournament", "cup.toml", "--bot", "Bob=mine:lost", "--out", "one").err
    assert wrong.startswith("error: The bot 'mine:lost' can't be used"), "and not: cup.toml"
    assert b'"bot Bob":"mine:last"' in Path("one/0000001.jsonl").read_bytes()


def test_places_and_points_by_rule_are_reported(here: Path) -> None:
    three = ("--bot", "Anna=first", "--bot", "Bob=first", "--bot", "Cleo=random")
    told = fine("tournament", "--game", "imhotep", *three, "--seats", 3, "--out", "one").out
    places = next(part for part in told.split("\n\n") if part.startswith("place"))
    for row in places.splitlines()[2:]:
        assert sum(map(int, row.split()[1:4])) == 3, "each plays three games"
    sources = next(part for part in told.split("\n\n") if part.startswith("points by"))
    columns = zip(*(map(float, row.split()[1:]) for row in sources.splitlines()[2:]), strict=True)
    scores = {row.split()[0]: float(row.split()[-1]) for row in told.split("\n\n")[0].splitlines()[2:]}
    for name, points in zip(sources.split("\n")[0].split()[2:], columns, strict=True):
        assert sum(points) == pytest.approx(scores[name], abs=0.5), "each number is rounded to a tenth"


def test_standings_as_a_page(here: Path) -> None:
    fine("tournament", *TWO[:2], "--bot", "<b>=random", "--bot", "Bob=first", "--games", 4, "--out", "one")
    done = fine("standings", "one", "--out", "one.html")
    assert done.err == "one.html: 4 games of Tides of Time. Open it in a browser.\n"
    page = Path("one.html").read_text()
    assert "<script" not in page
    assert "<b>" not in page
    printed = fine("standings", "one").out
    for cell in (cell for line in printed.splitlines() for cell in line.split() if cell.strip("-") and cell != "<b>"):
        assert cell in page
    again = run("standings", "one", "--out", "one.html")
    assert (again.status, again.err) == (3, "error: one.html: exists already; it is left as it is.\n")
    wrong = run("standings", "one", "--out", "one.png")
    assert (wrong.status, wrong.err) == (3, "error: one.png: the name of a page ends in .html.\n")
