"""`analyse` and `best` as they are typed."""

from __future__ import annotations

import csv
import re
import shlex
from io import StringIO
from pathlib import Path
from shutil import copyfile
from typing import Any

import msgspec
import pytest

from kronika.core.analysis.summary import Analysis
from kronika.core.analysis.text import verdict_text
from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import game_names, get_game
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.work.simulate import play_bots
from support.cli import fine, killed, run

TERMS = ("--iterations", "2", "--playouts", "4")


@pytest.fixture
def log(here: Path) -> str:
    write_log("g.jsonl", play_bots(get_game("tides"), ["random", "random"], {}, 3)[0])
    return "g.jsonl"


def test_a_table_of_eighty_columns_ends_with_what_each_player_lost_and_had(log: str) -> None:
    out = fine("analyse", log, *TERMS).out
    assert all(len(line) <= 80 for line in out.split("\n"))
    assert "Best moves are those that the bot mcts:2 finds." in out
    assert "lost %" in out
    tables = [line.split()[0] for line in out.split("\n") if line.startswith(("Anna  ", "Bob  "))]
    assert tables == ["Anna", "Bob"] * 2, "what decisions cost, and the luck"


def test_json_is_the_documented_form(log: str) -> None:
    found = msgspec.json.decode(fine("analyse", log, *TERMS, "--format", "json").out, type=Analysis)
    assert (found.analysis, found.game, found.config.bot, found.viewer) == (3, "tides", "mcts:2", None)
    assert [one.record for one in found.verdicts] == [*range(1, 40)]


def test_the_report_comes_first_and_names_the_position(log: str) -> None:
    """What cost most, with the command that shows the table before it; `--all` has each move that was ranked."""
    more = ("--bot", "mcts:10", "--playouts", "20", "--to", "12")
    out = fine("analyse", log, *more).out
    assert "Costliest decisions" in out
    number = re.search(r"^1\. Record (\d+), (Anna|Bob): pick .* Better: pick ", out, re.MULTILINE)
    assert number is not None
    assert f"kronika show {log} --at {int(number[1]) - 1}" in out
    assert out.index("Why: ") < out.index("lost %") < out.index("best found") < out.index("Best moves are those")
    assert "candidate (* played)" not in out
    every = fine("analyse", log, *more, "--all").out
    assert all(len(line) <= 80 for line in every.split("\n"))
    assert "candidate (* played)" in every
    assert "last third" in every
    own = fine("analyse", log, *more, "--as", "Bob").out
    assert "kronika show" not in own, "it would tell the number of a record"


def test_the_table_before_a_decision_of_any_log_can_be_shown(log: str) -> None:
    """A name that begins like an option is typed with `./`."""
    copyfile(log, "-my game.jsonl")
    out = fine("analyse", "--bot", "mcts:10", "--playouts", "20", "--to", "12", "--", "-my game.jsonl").out
    command = re.search(r"The table before it: kronika (show[^\n]*(?:\n   [^\n]*)?--at \d+)", out)
    assert command is not None
    assert fine(*shlex.split(command[1])).out


def test_a_table_has_a_row_for_each_decision_candidate_and_luck(log: str) -> None:
    rows = [*csv.DictReader(StringIO(fine("analyse", log, *TERMS, "--to", "3", "--format", "csv").out))]
    assert {(row["analysis"], row["bot"], row["playouts_most"], row["horizon"]) for row in rows} == {
        ("3", "mcts:2", "4", "16")
    }
    kinds = [(row["record"], row["kind"], row["player"]) for row in rows]
    assert kinds[:3] == [("1", "chance", "Anna"), ("1", "chance", "Bob"), ("2", "decision", "Anna")]
    assert float(rows[0]["luck"]) == pytest.approx(-float(rows[1]["luck"]))
    assert sum(row["kind"] == "candidate" for row in rows) == 10, "five cards for each"
    found = msgspec.json.decode(fine("analyse", log, *TERMS, "--to", "3", "--format", "json").out)
    choices = [one["choice"] for one in found["verdicts"] if one["kind"] == "decision"]
    mine = [row for row in rows if row["kind"] == "decision"]
    assert [float(row["choice_error"]) for row in mine] == [one["win_rate_error"] for one in choices]
    assert [float(row["choice_points_error"]) for row in mine] == [one["lead_error"] for one in choices]


def test_verdicts_of_an_older_program_are_shown_and_said_to_be_so(log: str, here: Path) -> None:
    words = ("analyse", log, *TERMS, "--to", "6")
    fine(*words, "--resume", "kept")
    data = (here / "kept").read_bytes().replace(b'{"analysis":3,', b'{"analysis":2,', 1)
    data = re.sub(rb',"horizon":16,"judge":"tides [^"]*"}', b"}", data, count=1)  # form 2 does not say it
    (here / "kept").write_bytes(data)
    done = fine(*words, "--resume", "kept")
    assert "kept: an older program judged all these events. They are shown as it judged them" in done.err
    assert "An older program judged this (form 2)" in " ".join(done.out.split())
    assert (here / "kept").read_bytes() == data
    again = fine("analyse", log, *TERMS, "--to", "6", "--resume", "part", "--format", "json").out
    (here / "part").write_bytes(data[: data.rindex(b'{"kind"')])
    done = fine(*words, "--resume", "part", "--format", "json")
    assert done.out == again
    assert "part.older; all events are judged again" in done.err
    (here / "old.json").write_text(fine(*words, "--resume", "kept", "--format", "json").out)
    fine("page", log, "--analysis", "old.json", "--out", "p.html")
    assert "An older program judged this (form 2)" in (here / "p.html").read_text()


def test_verdicts_of_another_judge_are_left_as_they_are_and_what_differs_is_named(log: str, here: Path) -> None:
    words = ("analyse", log, *TERMS, "--to", "3", "--resume", "kept")
    fine(*words)
    data = (here / "kept").read_bytes()
    head, _, verdicts = data.partition(b"\n")
    for changed, what in (
        (re.sub(rb"kronika [^,\"]+", b"kronika 0.0.9", head), "other judge"),
        (re.sub(rb',"horizon":16,"judge".*', b',"horizon":16,"learned":false}', head), "other judge"),
        (head.replace(b'"horizon":16', b'"horizon":8'), "other horizon"),
        (head.replace(b'"seed":1', b'"seed":2'), "other options"),
    ):
        assert changed != head
        (here / "kept").write_bytes(changed + b"\n" + verdicts)
        done = run(*words)
        assert (done.status, done.out) == (3, "")
        assert f"on these terms: it has {what}. It is left as it is." in done.err
        assert (here / "kept").read_bytes() == changed + b"\n" + verdicts


def test_a_seat_has_its_own_decisions_and_no_luck(log: str) -> None:
    found = msgspec.json.decode(fine("analyse", log, *TERMS, "--format", "json", "--as", "Bob").out, type=Analysis)
    assert {type(one).__name__ for one in found.verdicts} == {"Decision"}
    assert {one.seat for one in found.verdicts} == {1}  # type: ignore[union-attr]  # a seat has decisions alone
    assert [(one.player, one.luck, one.hindsight) for one in found.tallies] == [("Bob", None, None)]
    assert "luck" not in fine("analyse", log, *TERMS, "--as", "Bob").out.replace("or luck %", "")


def test_a_part_of_a_game(log: str) -> None:
    found = msgspec.json.decode(
        fine("analyse", log, *TERMS, "--format", "json", "--from", "12", "--to", "14").out, type=Analysis
    )
    assert [one.record for one in found.verdicts] == [12, 13, 14]


@pytest.fixture
def amended(log: str) -> str:
    """Record 30 and what followed to 39 taken back: 40 is the undo, 41 stands in the place of 30."""
    session = load(log)
    session.undo_events(10)
    again = [entry for entry in session.history[29:39] if isinstance(entry, Event)]
    for event in again:
        session.append(event)
    session.note("well")
    write_log("amended.jsonl", session)
    return "amended.jsonl"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--from", "30", "--to", "30"), "Record 30 was taken back; record 41 replaces it."),
        (("--from", "31", "--to", "35"), "Record 31 was taken back; record 42 replaces it."),
        (
            ("--from", "40", "--to", "40"),
            "There is no event to judge: only moves and outcomes of chance in force are judged",
        ),
        (("--from", "51"), "There is no event to judge: only moves and outcomes of chance in force are judged"),
        (("--from", "52"), "There is no record 52: the log has 51."),
        (("--from", "9", "--to", "5"), "There is no event to judge: the first number, 9, is after the last one, 5."),
        (("--as", "Bob", "--from", "40"), "There is no event to judge: only that player's decisions are judged"),
    ],
)
def test_where_there_is_nothing_to_be_judged_it_is_said_why(amended: str, words: tuple[str, ...], message: str) -> None:
    for form in ((), ("--format", "json")):
        done = run("analyse", amended, *TERMS, *words, *form)
        assert (done.status, done.out) == (2, "")
        assert message in done.err


def test_what_stands_in_the_place_of_a_record_is_judged(amended: str) -> None:
    out = fine("analyse", amended, *TERMS, "--format", "json", "--from", "41", "--to", "41").out
    assert [one.record for one in msgspec.json.decode(out, type=Analysis).verdicts] == [41]


def test_a_game_in_which_nothing_has_happened_is_no_mistake(here: Path) -> None:
    write_log("new.jsonl", Session.new("tides", ["Anna", "Bob"], chance="given"))
    assert "There is no event to judge" in fine("analyse", "new.jsonl", *TERMS).err


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (["end {log} --reopen"], "It was made when the game was over, and the game was reopened since"),
        (
            ["end {log} --reopen", "undo {log}"],
            "It is of another game or of other options, or an event up to its last was amended or taken back",
        ),
        (["rename {log} Anna=Zoe"], "Its players are Anna and Bob"),
    ],
)
def test_a_page_says_what_has_changed_since_the_analysis(log: str, here: Path, changes: list[str], why: str) -> None:
    fine("branch", log, "ended.jsonl", "--at", "4")
    fine("end", "ended.jsonl", "--reason", "agreed")
    (here / "a.json").write_text(fine("analyse", "ended.jsonl", *TERMS, "--format", "json").out)
    fine("page", "ended.jsonl", "--analysis", "a.json", "--out", "before.html")
    for words in changes:
        fine(*words.format(log="ended.jsonl").split())
    done = run("page", "ended.jsonl", "--analysis", "a.json", "--out", "x.html")
    refused = f"error: a.json: is not an analysis of this game for the referee. {why}: analyse the game again.\n"
    assert (done.status, done.err) == (3, refused)


def test_an_analysis_of_another_game_is_not_said_to_be_of_this_one(log: str, here: Path) -> None:
    """The players and the kind of game are the same, the cards are others."""
    write_log("other.jsonl", play_bots(get_game("tides"), ["random", "random"], {}, 9)[0])
    (here / "a.json").write_text(fine("analyse", log, "--to", "4", *TERMS, "--format", "json").out)
    assert " It is of another game or " in run("page", "other.jsonl", "--analysis", "a.json", "--out", "x.html").err


def test_a_game_that_ended_after_its_analysis_has_a_page_with_it(log: str, here: Path) -> None:
    fine("branch", log, "open.jsonl", "--at", "4")
    (here / "a.json").write_text(fine("analyse", "open.jsonl", *TERMS, "--format", "json").out)
    fine("end", "open.jsonl", "--reason", "agreed")
    fine("page", "open.jsonl", "--analysis", "a.json", "--out", "x.html")


def test_notes_go_into_a_copy(log: str, here: Path) -> None:
    before = (here / log).read_bytes()
    fine("analyse", log, *TERMS, "--to", "3", "--notes", "n.jsonl")
    assert (here / log).read_bytes() == before
    assert len(load("n.jsonl").history) == 39 + 4
    assert run("validate", "n.jsonl").status == 0
    again = run("analyse", log, *TERMS, "--to", "3", "--notes", "n.jsonl")
    assert (again.status, again.err) == (3, "error: n.jsonl: exists already; it is left as it is.\n")


def test_a_page_has_curve_and_signs_and_refuses_what_was_made_for_others(log: str, here: Path) -> None:
    for name, words in (("all.json", ()), ("bob.json", ("--as", "Bob"))):
        (here / name).write_text(fine("analyse", log, *TERMS, "--format", "json", *words).out)
    fine("page", log, "--analysis", "all.json", "--out", "all.html")
    page = (here / "all.html").read_text()
    assert '<details class="skill" id="skill"><summary>Skill and luck</summary>' in page, "it tells how the game ends"
    (first, *_) = msgspec.json.decode((here / "all.json").read_bytes(), type=Analysis).verdicts
    for said in ("<h3>Costliest decisions</h3>", ">The table before it</a>", "Why: "):
        assert said in page
    item = page[page.index(f'<li data-n="{first.record}"') :].partition("</li>")[0]
    assert f'<p class="verdict">{escape(verdict_text(first, ("Anna", "Bob")))}</p>' in item
    fine("page", log, "--analysis", "bob.json", "--as", "Bob", "--out", "bob.html")
    assert "Luck</th>" not in (here / "bob.html").read_text()
    refused = run("page", log, "--analysis", "all.json", "--as", "Bob", "--out", "x.html")
    assert (refused.status, refused.err) == (3, "error: all.json: is not an analysis of this game for this player.\n")
    assert run("page", log, "--analysis", log, "--out", "x.html").status == 3
    assert not (here / "x.html").exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda plain: plain["turns"].append({"event": 1, "seats": [7], "previous": [0]}),
        lambda plain: plain["tallies"].pop(),
        lambda plain: plain["verdicts"][1]["skill"]["loss"].update(win_rate=1e300),
        lambda plain: plain["verdicts"][1].update(seat=7),
        lambda plain: plain["verdicts"][1].update(best="pick 99"),
        lambda plain: plain["verdicts"][1].update(move=plain["verdicts"][2]["move"]),  # as if of another game
        lambda plain: plain["verdicts"][0].update(luck=[]),
        lambda plain: plain["verdicts"][2]["skill"]["played"]["win_rates"].pop(),
    ],
)
def test_a_page_is_made_of_no_analysis_that_was_changed(log: str, here: Path, change: Any) -> None:
    plain = msgspec.json.decode(fine("analyse", log, *TERMS, "--to", "4", "--format", "json").out)
    change(plain)
    (here / "a.json").write_bytes(msgspec.json.encode(plain))
    done = run("page", log, "--analysis", "a.json", "--out", "x.html")
    assert (done.status, done.err) == (3, "error: a.json: is not an analysis of this game for the referee.\n")


@pytest.mark.parametrize(
    ("game", "kills"), [("tides", 1), *(pytest.param(game, 10, marks=pytest.mark.long) for game in game_names())]
)
def test_killed_at_any_time_it_goes_on_to_the_same_bytes(here: Path, game: str, kills: int) -> None:
    """By one process and by two in turn."""
    write_log("g.jsonl", play_bots(get_game(game), ["random", "random"], {}, 3)[0])
    playouts = max(40, 30 * kills)
    words = ["analyse", "g.jsonl", "--to", "60", "--iterations", "5", "--playouts", str(playouts), "--resume"]
    whole = fine(*words, "whole", "--format", "json").out
    (here / "kept").mkdir()
    dice = Dice(kills)
    for number in range(kills):
        command = [*words, "kept/verdicts", "--jobs", str(2 - number % 2)]
        assert killed(command, "kept", dice.below(20) / 100), "too few playouts: it was over before"
    assert fine(*words, "kept/verdicts", "--format", "json").out == whole
    assert (here / "kept" / "verdicts").read_bytes() == (here / "whole").read_bytes()


def test_an_example_gets_no_notes(here: Path) -> None:
    done = run("analyse", "tides/EX-6", "--notes", "n.jsonl")
    assert done.status == 3
    assert "is an example, not a log" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--as", "everyone"), "name one"),
        (("--as", "Bob", "--notes", "n.jsonl"), "leave --as out"),
        (("--notes", "-"), "take the name of a file"),
        (("--bot", "mcts:1s"), "may find different moves each time"),
        (("--bot", "mcts:9", "--iterations", "9"), "already has a budget"),
        (("--bot", "clever"), "There is no bot called 'clever'"),
    ],
)
def test_what_can_t_be_asked(log: str, words: tuple[str, ...], message: str) -> None:
    done = run("analyse", log, *words)
    assert done.status == 2
    assert message in done.err


def test_any_bot_may_look_for_the_best_move(log: str) -> None:
    found = msgspec.json.decode(
        fine("analyse", log, "--bot", "first", "--playouts", "4", "--to", "4", "--format", "json").out, type=Analysis
    )
    assert {one.rank for one in found.verdicts if one.record > 1} <= {1, None}  # type: ignore[union-attr]  # as above


def test_best_moves_with_tries_and_a_line(here: Path) -> None:
    write_log("g.jsonl", Session.new("imhotep", ["Anna", "Bob"], seed=3))
    out = fine("best", "g.jsonl", "--iterations", "60", "--playouts", "4").out
    assert "win %" in out
    assert "tried" in out
    assert all(len(line) <= 80 for line in out.split("\n"))


def test_best_is_for_who_is_to_decide(log: str) -> None:
    over = run("best", log)
    assert (over.status, over.err) == (
        2,
        "error: Nobody is to decide here: the game is over.\n",
    )
    late = run("best", log, "--as", "Anna")
    assert (late.status, late.err) == (2, "error: Anna can't decide now: the game is over.\n")


def test_best_says_that_chance_is_due(here: Path) -> None:
    write_log("g.jsonl", Session.new("imhotep", ["Anna", "Bob"], chance="given"))
    due = run("best", "g.jsonl")
    assert (due.status, due.err) == (2, "error: Nobody is to decide here: chance is due.\n")


def test_a_plot_has_every_player_s_share_after_every_event(log: str, here: Path) -> None:
    fine("analyse", log, *TERMS, "--to", "6", "--plot", "p.svg")
    text = (here / "p.svg").read_text()
    assert len(set(re.findall(r"(Anna|Bob): \d+ % after (\d+)", text))) == 12
    assert run("analyse", log, "--plot", "q.svg", "--format", "json").status == 2


def test_what_can_not_be_written_is_reported_before_the_work(log: str) -> None:
    Path("there").write_bytes(b"mine")
    for more, why in (
        (("--notes", "there"), "exists already"),
        (("--notes", "nowhere/n"), "No such file"),
        (("--plot", "nowhere/p.svg"), "No such file"),
        (("--resume", "one", "--notes", "./one"), "take a file each"),
    ):
        done = run("analyse", log, *TERMS, *more)
        assert why in done.err
        assert "judging" not in done.err
    assert Path("there").read_bytes() == b"mine"
    assert not Path("one").exists()


def test_a_seat_hears_of_events_and_the_referee_of_records(log: str) -> None:
    """Beside notes and what was taken back the numbers are not the same."""
    more = ("--bot", "first", "--playouts", "20")
    assert re.search(r"^Costliest of \w+: record \d", fine("analyse", log, *more).out, re.MULTILINE)
    told = fine("analyse", log, *more, "--as", "Anna").out + fine("analyse", log, *more, "--as", "Bob").out
    assert re.search(r"^Costliest of \w+: event \d", told, re.MULTILINE)


def test_the_page_says_how_much_its_curve_scatters_and_what_its_columns_mean(log: str) -> None:
    Path("a.json").write_text(fine("analyse", log, *TERMS, "--format", "json").out)
    fine("page", log, "--analysis", "a.json", "--out", "p.html")
    page = Path("p.html").read_text()
    assert re.search(r"100 % above, each point ± \d+ % on the average", page)
    assert "Luck is what chance gave" in page


@pytest.mark.parametrize("words", [(), ("--all",)])
def test_without_a_decision_nothing_is_said_of_ratings(here: Path, words: tuple[str, ...]) -> None:
    """A deal alone, and a log without any event: nobody has decided anything that could be rated."""
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 3, "deal.jsonl")
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--chance", "given", "empty.jsonl")
    for log in ("deal.jsonl", "empty.jsonl"):
        out = fine("analyse", log, *TERMS, *words).out
        assert "ating" not in out
        assert "\n\n\n" not in out
    (here / "a.json").write_text(fine("analyse", "deal.jsonl", *TERMS, "--format", "json").out)
    assert "No rating" not in fine("skill", "a.json").out
    assert "No rating" not in fine("page", "deal.jsonl", "--analysis", "a.json", "--out", "-").out
    fine("play", "deal.jsonl", f"Anna: {load('deal.jsonl').legal()['Anna'][0]}")
    assert "No rating" in fine("analyse", "deal.jsonl", *TERMS).out
