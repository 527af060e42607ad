"""`validate`, `diff`, `coverage`: findings are reported with their place, and the exit status says if there are any."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kronika.core.sessions.digest import digest
from kronika.logs.replaying.logfile import write_log
from support.cli import PROGRAM, Result, fine, run
from support.logs import (
    DUEL_EFFECTS,
    DUEL_MOVES,
    TIDES_MOVES,
    data_of,
    duel_game,
    hand_written,
    lines_of,
    tides_game,
    write,
)

pytestmark = pytest.mark.usefixtures("duel")

OTHER = "0123456789abcdef"
SLIP = "this is record 5, not 7: a line is missing before it, or is further down"


def spoil(path: Path, number: int, **changes: Any) -> None:
    """Changes one record of a log; None takes a field away."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    row = {**lines[number], **changes}
    lines[number] = {name: value for name, value in row.items() if value is not None}
    write(path, lines)


# -- validate ---------------------------------------------------------------------------------------------------


def test_validate_a_good_log(tiny: Path) -> None:
    assert fine("validate", "duel.jsonl") == Result(0, "", "1 log, 11 events: none with faults.\n")
    assert fine("validate", "--strict", "duel.jsonl").out == ""


def test_validate_tells_every_fault_with_its_place(tiny: Path) -> None:
    spoil(tiny, 3, then=[])
    spoil(tiny, 5, n=7)
    spoil(tiny, 11, state=OTHER)
    done = run("validate", "duel.jsonl")
    assert done.status == 1
    assert done.lines == [
        "duel.jsonl:4: effects the rules give: Anna shows 4, Bob shows 2 (DU-2); the log has: nothing",
        f"duel.jsonl:6: order {SLIP}",
        f"duel.jsonl:12: digest the state is {digest(duel_game().state)}, the log has {OTHER}",
    ]
    assert done.err == "1 log, 11 events: 1 with faults.\n"


def test_validate_strictly(here: Path) -> None:
    hand_written(here / "hand.jsonl")
    assert fine("validate", "hand.jsonl").out == ""
    done = run("validate", "--strict", "hand.jsonl")
    assert done.status == 1
    assert done.lines[0] == "hand.jsonl:1: unsealed the option `joker` is missing; `kronika seal` fills it in"
    assert len(done.lines) == 1 + 2 * 11


def test_validate_as_json(tiny: Path) -> None:
    spoil(tiny, 3, then=[])
    done = run("validate", "duel.jsonl", "--format", "json")
    assert done.status == 1
    assert done.json == [
        {
            "path": "duel.jsonl",
            "game": "duel",
            "records": 11,
            "events": 11,
            "faults": [
                {
                    "path": "duel.jsonl",
                    "line": 4,
                    "code": "effects",
                    "message": "the rules give: Anna shows 4, Bob shows 2 (DU-2); the log has: nothing",
                    "rules": ["DU-2"],
                }
            ],
            "digest": digest(duel_game().state),
            "result": {
                "totals": [3, 2],
                "ranking": [[0], [1]],
                "reason": "three prizes were turned up",
                "rule": "DU-5",
                "tie_break": "",
                "tie_rule": "",
            },
        }
    ]


@pytest.fixture
def folder(here: Path) -> Path:
    """Logs of every form in nested folders, and files that are not logs."""
    (here / "games" / "deep").mkdir(parents=True)
    for name in ("b.jsonl", "a.kpack", "deep/c.jsonl.gz", "deep/d.kpack.zst"):
        write_log(f"games/{name}", duel_game())
    for name in ("notes.txt", "table.json", "deep/b.jsonl.torn", "deep/.hidden.jsonl"):
        Path("games", name).write_text("no log")
    return here / "games"


def test_validate_a_folder(folder: Path) -> None:
    assert fine("validate", "games") == Result(0, "", "4 logs, 44 events: none with faults.\n")
    spoil(folder / "b.jsonl", 5, n=7)
    done = run("validate", "games")
    assert (done.status, done.out) == (1, f"games/b.jsonl:6: order {SLIP}\n")
    assert done.err == "4 logs, 44 events: 1 with faults.\n"


def test_validate_a_folder_with_several_jobs(folder: Path) -> None:
    for number in range(12):
        write_log(f"games/x{number:02}.jsonl", duel_game())
        spoil(folder / f"x{number:02}.jsonl", 5, n=7)
    one = run("validate", "games")
    two = run("validate", "games", "--jobs", 2)
    assert one == two
    assert one.lines == [f"games/x{number:02}.jsonl:6: order {SLIP}" for number in range(12)]


def test_validate_a_folder_without_logs(here: Path) -> None:
    """A wrong folder must not pass for a sound one."""
    (here / "empty").mkdir()
    done = run("validate", "empty")
    assert (done.status, done.out) == (3, "")
    assert "empty: there is no log in it" in done.err


def test_validate_files_that_cannot_be_read_and_go_on(tiny: Path) -> None:
    done = run("validate", "none.jsonl", "duel.jsonl")
    assert (done.status, done.out) == (3, "")
    assert done.err == (
        "none.jsonl: cannot read: No such file or directory. Did you mean duel.jsonl?\n"
        "1 log, 11 events: none with faults.\n"
    )
    done = run("validate", "none.jsonl", "duel.jsonl", "--format", "json")
    assert done.status == 3
    assert done.json[0] == {"error": "none.jsonl: cannot read: No such file or directory. Did you mean duel.jsonl?"}
    assert done.json[1]["faults"] == []


def test_validate_standard_input(tiny: Path) -> None:
    data = tiny.read_bytes()
    assert fine("validate", "-", stdin=data).out == ""
    done = run("validate", "-", stdin=data[:-9])
    assert (done.status, done.out) == (
        1,
        "<stdin>:12: incomplete the last line is cut short; `kronika repair` cuts it off\n",
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Missing argument 'LOGS...'"),
        (("duel.jsonl", "--jobs", 0), "Invalid value for '--jobs'"),
        (("duel.jsonl", "--stric"), "No such option"),
    ],
)
def test_validate_wrongly_used(tiny: Path, words: tuple[object, ...], message: str) -> None:
    done = run("validate", *words)
    assert done.status == 2
    assert message in done.err


# -- diff -------------------------------------------------------------------------------------------------------


def test_diff_of_equal_logs(tiny: Path) -> None:
    write_log("b.kpack", duel_game((*DUEL_MOVES, "undo", "redo")))
    assert fine("diff", "duel.jsonl", "b.kpack").lines == [
        "--- duel.jsonl",
        "+++ b.kpack",
        "take-backs: 0 and 1 (not counted as a difference)",
        "The games are the same: 11 events.",
    ]


def test_diff_of_moves(tiny: Path) -> None:
    write_log("b.jsonl", duel_game((*DUEL_MOVES[:3], "Anna: spare", *DUEL_MOVES[4:])))
    done = run("diff", "duel.jsonl", "b.jsonl")
    assert done.status == 1
    assert done.lines == [
        "--- duel.jsonl",
        "+++ b.jsonl",
        "3 events the same, then another move:",
        "-    4  Anna: take",
        "-         Anna takes the prize of 3 (DU-4)",
        "+    4  Anna: spare",
        "The states never meet again.",
    ]


def test_diff_of_transposed_choices(tiny: Path) -> None:
    write_log("b.jsonl", duel_game(("chance: prize 3", "Bob: play 2", "Anna: play 4", *DUEL_MOVES[3:])))
    done = run("diff", "duel.jsonl", "b.jsonl")
    assert done.status == 1
    assert done.lines[-1] == "The states meet again after record 3 of the first and record 3 of the second."


def test_diff_of_effects(tiny: Path) -> None:
    write_log("b.jsonl", duel_game())
    spoil(Path("b.jsonl"), 3, then=[{"type": "shown", "cards": [4, 1], "rule": "DU-3"}])
    spoil(Path("b.jsonl"), 7, then=[])
    done = run("diff", "duel.jsonl", "b.jsonl")
    assert done.status == 1
    assert done.lines[2:] == [
        "2 events the same, then the same move with different effects:",
        "-    3  Bob: play 2",
        "-         Anna shows 4, Bob shows 2 (DU-2)",
        "+    3  Bob: play 2",
        "+         Anna shows 4, Bob shows 1 (DU-3)",
        "Rules cited: DU-2, DU-3.",
        "1 more event with equal moves but different effects or states.",
        "The states meet again after record 3 of the first and record 3 of the second.",
    ]


def test_diff_of_states(tiny: Path) -> None:
    write_log("b.jsonl", duel_game())
    spoil(Path("b.jsonl"), 11, state=OTHER)
    done = run("diff", "duel.jsonl", "b.jsonl")
    assert done.lines[2:] == [
        "10 events the same, then the same move and effects, but a different state:",
        "-   11  Bob: take",
        f"-         state {digest(duel_game().state)}",
        "+   11  Bob: take",
        f"+         state {OTHER}",
        "The states never meet again.",
    ]


def test_diff_of_length(tiny: Path) -> None:
    write_log("b.jsonl", duel_game(DUEL_MOVES[:10]))
    done = run("diff", "duel.jsonl", "b.jsonl")
    assert done.lines[2:] == [
        "10 events the same, then one log ends here:",
        "-   11  Bob: take",
        "-         Bob takes the prize of 2 (DU-4)",
        "+    (the log ends)",
    ]


def test_diff_of_headers(tiny: Path) -> None:
    write_log("b.jsonl", duel_game([m.replace("Bob", "Eva") for m in DUEL_MOVES], ("Anna", "Eva"), tags={"a": "b"}))
    done = run("diff", "duel.jsonl", "b.jsonl")
    assert done.status == 1
    assert done.lines[2:] == [
        "players: - Anna, Bob  + Anna, Eva",
        "tags.a: - -  + b",
        "The same moves, effects and states: 11 events.",
    ]


def test_diff_of_options(here: Path) -> None:
    moves = ["chance: deal 17 13 14 18 1 / 2 6 9 3 7"]
    for anna, bob in ((17, 2), (3, 18), (13, 6), (7, 1), (14, 9)):
        moves += [f"Anna: pick {anna}", f"Bob: pick {bob}"]
    for zero_tie in ("win", "need_one"):
        options = {"zero_tie": zero_tie}
        write_log(f"{zero_tie}.jsonl", tides_game(moves, seed=None, chance="given", options=options))
    done = run("diff", "win.jsonl", "need_one.jsonl")
    assert done.status == 1
    assert done.lines[2:4] == [
        "options.zero_tie: - win  + need_one",
        "10 events the same, then the same move with different effects:",
    ]
    assert "Bob +18 = 18" in done.out
    assert "Bob +11 = 11" in done.out
    assert "never meet" not in done.out
    write_log("a.jsonl", tides_game(moves[:3], seed=None, chance="given", options={"zero_tie": "win"}))
    write_log("b.jsonl", tides_game(moves[:3], seed=None, chance="given", options={"zero_tie": "need_one"}))
    assert run("diff", "a.jsonl", "b.jsonl").lines[-1] == "The same moves and effects: 3 events."


def test_diff_of_two_games(tiny: Path, whole: Path) -> None:
    done = run("diff", "duel.jsonl", "game.jsonl")
    assert done.status == 1
    assert done.lines[2] == "game: - duel  + tides"
    assert done.lines[-1] == "Two different games: their moves are not compared."


def test_diff_of_a_broken_log(tiny: Path) -> None:
    Path("b.jsonl").write_bytes(tiny.read_bytes()[:-9])
    done = run("diff", "duel.jsonl", "b.jsonl")
    assert done.status == 1
    assert done.lines[2].startswith("b.jsonl:12: incomplete ")
    done = run("diff", "b.jsonl", "b.jsonl")
    assert done.status == 1
    assert done.lines[-1] == "The same as far as both can be replayed: 10 events."


def test_diff_as_json(tiny: Path) -> None:
    write_log("b.jsonl", duel_game(DUEL_MOVES[:10]))
    done = run("diff", "duel.jsonl", "b.jsonl", "--format", "json")
    assert done.status == 1
    assert done.json == {
        "left": "duel.jsonl",
        "right": "b.jsonl",
        "header": [],
        "notes": [],
        "states": True,
        "agree": 10,
        "divergence": {
            "kind": "length",
            "event": 11,
            "left": {
                "record": 11,
                "move": "Bob: take",
                "effects": ["Bob takes the prize of 2 (DU-4)"],
                "rules": ["DU-4"],
                "state": digest(duel_game().state),
            },
            "right": {"record": 0, "move": "", "effects": [], "rules": [], "state": ""},
        },
        "meeting": None,
        "more": 0,
        "takebacks": [0, 0],
        "clocks": 0,
        "faults": [],
    }
    assert fine("diff", "b.jsonl", "b.jsonl", "--format", "json").json["divergence"] is None


def test_diff_with_standard_input(tiny: Path) -> None:
    assert fine("diff", "-", "duel.jsonl", stdin=tiny.read_bytes()).lines[-1] == "The games are the same: 11 events."


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("duel.jsonl",), 2, "Two logs are compared: A and B."),
        (("a", "b", "c"), 2, "Two logs are compared: A and B."),
        (("duel.jsonl", "none.jsonl"), 3, "none.jsonl: cannot read: No such file or directory."),
        (("duel.jsonl", "."), 3, "is a directory"),
        (("duel.jsonl", "junk.jsonl"), 1, "junk.jsonl:1: syntax this is not a log: it is not JSON"),
        (("--git", "a", "b"), 2, "--git takes the arguments that git gives"),
    ],
)
def test_diff_wrongly_used(tiny: Path, words: tuple[str, ...], status: int, message: str) -> None:
    Path("junk.jsonl").write_text("junk\n")
    done = run("diff", *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err


# -- diff for git -----------------------------------------------------------------------------------------------


class Repository:
    """A git repository whose logs are compared by Kronika."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.env = {
            **env,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_PAGER": "cat",
            "COLUMNS": "80",
            **{f"GIT_{who}_{what}": "x@y" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }
        self.folder = folder
        self("init", "-q")
        command = shlex.join([sys.executable, "-c", PROGRAM, "diff", "--git"])
        self("config", "diff.kronika.command", command)
        (folder / ".gitattributes").write_text("*.jsonl diff=kronika\n*.kpack diff=kronika\n")
        self.commit()

    def __call__(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done
        assert done.stderr == ""
        return done.stdout

    def commit(self) -> None:
        self("add", "-A")
        self("commit", "-q", "-m", "x")

    def write(self, name: str, data: bytes) -> None:
        (self.folder / name).write_bytes(data)


@pytest.fixture
def repository(here: Path, duel: dict[str, str]) -> Repository:
    if subprocess.run(["git", "--version"], capture_output=True, check=False).returncode:
        pytest.skip("there is no git")
    return Repository(here, duel)


def test_git_shows_what_a_change_means(repository: Repository) -> None:
    repository.write("g.jsonl", data_of(duel_game(DUEL_MOVES[:10])))
    repository.commit()
    repository.write("g.jsonl", data_of(duel_game()))
    assert repository("diff").splitlines() == [
        "--- a/g.jsonl",
        "+++ b/g.jsonl",
        "10 events the same, then one log ends here:",
        "-    (the log ends)",
        "+   11  Bob: take",
        "+         Bob takes the prize of 2 (DU-4)",
    ]


def test_git_shows_new_and_removed_logs(repository: Repository) -> None:
    repository.write("old.jsonl", data_of(duel_game()))
    repository.commit()
    (repository.folder / "old.jsonl").unlink()
    repository.write("new.jsonl", data_of(tides_game()))
    repository("add", "-A")
    assert repository("diff", "--cached", "--no-renames").splitlines() == [
        "new.jsonl: the log is new.",
        "old.jsonl: the log is gone.",
    ]


def test_git_shows_renamed_logs(repository: Repository) -> None:
    repository.write("old.jsonl", data_of(tides_game(TIDES_MOVES[:-1])))
    repository.commit()
    repository("mv", "old.jsonl", "new.jsonl")
    repository.write("new.jsonl", data_of(tides_game()))
    repository("add", "-A")
    lines = repository("diff", "--cached", "-M").splitlines()
    assert lines[:4] == [
        "--- a/old.jsonl",
        "+++ b/new.jsonl",
        "38 events the same, then one log ends here:",
        "-    (the log ends)",
    ]


def test_git_shows_broken_logs_under_their_names(repository: Repository) -> None:
    whole = data_of(duel_game())
    repository.write("torn.jsonl", whole)
    repository.write("junk.jsonl", whole)
    repository.commit()
    repository.write("torn.jsonl", whole[:-9])
    repository.write("junk.jsonl", b"junk\n")
    junk, _, torn = repository("diff").partition("--- a/torn.jsonl\n+++ b/torn.jsonl\nb/torn.jsonl:12: incomplete")
    lines = junk.splitlines()
    assert lines[0].startswith("b/junk.jsonl:1: syntax this is not a log: it is not JSON")
    assert lines[1:4] == ["As text:", "--- a/junk.jsonl", "+++ b/junk.jsonl"]
    assert lines[5:] == [*(f"-{line}" for line in whole.decode().splitlines()), "+junk"]
    last = whole.decode().splitlines()[-1]
    assert torn.splitlines()[-2:] == [f"-{last}", f"+{last[:-8]}"]


def test_git_hides_no_change_that_does_not_matter_for_the_game(repository: Repository) -> None:
    game = data_of(duel_game((*DUEL_MOVES[:3], "undo", DUEL_MOVES[2])))
    repository.write("g.jsonl", game)
    repository.commit()
    without = data_of(duel_game(DUEL_MOVES[:3]))
    repository.write("g.jsonl", without)
    lines = repository("diff").splitlines()
    assert lines[2] == "take-backs: 1 and 0 (not counted as a difference)"
    assert lines[3:5] == ["The games are the same: 3 events.", "As text:"]
    assert '-{"n":4,"undo":1}' in lines


def test_git_shows_what_is_no_log(repository: Repository) -> None:
    repository.write("words.jsonl", b'{"id":1,"text":"one"}\n{"id":2}\n')
    repository("add", "-A")
    new = repository("diff", "--cached").splitlines()
    assert new[0] == "words.jsonl: the log is new."
    assert new[1].startswith("b/words.jsonl:1: schema the first line is not a header")
    assert new[-2:] == ['+{"id":1,"text":"one"}', '+{"id":2}']
    repository.commit()
    repository.write("words.jsonl", b'{"id":1,"text":"two"}\n{"id":2}\n')
    assert repository("diff").splitlines()[-3:] == ['-{"id":1,"text":"one"}', '+{"id":1,"text":"two"}', ' {"id":2}']
    repository.write("words.jsonl", b"\x00\xff\n")
    said = "Not compared as text: a/words.jsonl or b/words.jsonl is not text, or is too large."
    assert repository("diff").splitlines()[-1] == said


def test_git_shows_another_mode(repository: Repository) -> None:
    repository.write("g.jsonl", data_of(duel_game()))
    repository.commit()
    (repository.folder / "g.jsonl").chmod(0o755)
    assert repository("diff").splitlines() == [
        "g.jsonl: the mode was 100644 and is now 100755.",
        "--- a/g.jsonl",
        "+++ b/g.jsonl",
        "The games are the same: 11 events.",
    ]


def test_git_shows_packed_logs_and_history(repository: Repository) -> None:
    for moves in (DUEL_MOVES[:10], DUEL_MOVES):
        (repository.folder / "g.kpack").unlink(missing_ok=True)
        write_log(str(repository.folder / "g.kpack"), duel_game(moves))
        repository.commit()
    assert "+   11  Bob: take" in repository("log", "-p", "--ext-diff", "-1").splitlines()


def test_git_with_an_unmerged_log(repository: Repository) -> None:
    repository.write("g.jsonl", data_of(duel_game(DUEL_MOVES[:3])))
    repository.commit()
    for branch, move in (("one", "Anna: take"), ("two", "Anna: spare")):
        repository("checkout", "-q", "-b", branch, "HEAD" if branch == "one" else "HEAD~1")
        repository.write("g.jsonl", data_of(duel_game((*DUEL_MOVES[:3], move))))
        repository.commit()
    subprocess.run(["git", "merge", "one"], cwd=repository.folder, env=repository.env, capture_output=True, check=False)
    assert repository("diff", "--ours").splitlines()[0] == "g.jsonl: the log is unmerged."


# -- coverage ---------------------------------------------------------------------------------------------------


def test_coverage_of_tides(whole: Path) -> None:
    """Three rounds (TT-4.14), fifteen reveals (TT-2.2), twelve exchanges (TT-2.3), one end (TT-5.1), no lone winner."""
    done = fine("coverage", "game.jsonl", columns=120)
    rows = {line.split()[0]: line.split()[1:] for line in done.lines[2:] if line[:3] == "TT-"}
    assert rows["TT-4.14"][0] == "3"
    assert rows["TT-2.2"][0] == "15"
    assert rows["TT-2.3"][0] == "12"
    assert rows["TT-5.2"][0] == "1"
    (summary,) = [line for line in done.lines if line.startswith("tides: ")]
    *never, more = [line.split()[0] for line in done.lines[done.lines.index(summary) + 1 :]]
    assert not set(never) & set(rows)
    assert summary.endswith("numbered rules cited; never:")
    cited, _, every = summary.split(" ", 4)[1:4]
    assert int(every) == int(cited) + len(never)
    # TT-1.1 to TT-8.9 are 49; that some of them only say what is, their reasons tell.
    assert int(every) + int(more) == 49
    reasons = fine("coverage", "game.jsonl", "--format", "json").json["tides"]["uncited"]
    assert len(reasons) == int(more)
    assert reasons["TT-1.1"] == "a list of components"
    assert not set(reasons) & {*rows, *never}


def test_coverage_of_what_is_missing(whole: Path) -> None:
    all_of_it = fine("coverage", "game.jsonl").lines
    missing = fine("coverage", "game.jsonl", "--missing").lines
    assert missing == all_of_it[-len(missing) :]
    assert missing[0].startswith("tides: ")


def test_coverage_as_json_over_several_logs(whole: Path) -> None:
    fine("convert", "game.jsonl", "b.kpack")
    one = fine("coverage", "game.jsonl", "--format", "json").json["tides"]
    two = fine("coverage", ".", "--format", "json").json["tides"]
    assert two["cited"] == {rule: 2 * n for rule, n in one["cited"].items()}
    assert two["never"] == one["never"]
    assert one["cited"]["TT-2.2"] == 15
    assert list(one["cited"]).index("TT-4.9") < list(one["cited"]).index("TT-4.14")


def test_coverage_of_a_game_without_a_spec(tiny: Path) -> None:
    assert fine("coverage", "duel.jsonl", "--format", "json").json == {
        "duel": {"cited": {"DU-2": 3, "DU-4": 2, "DU-5": 3}, "never": [], "uncited": {}}
    }
    assert fine("coverage", "duel.jsonl").status == 0


def test_coverage_of_faulty_logs(tiny: Path) -> None:
    """What could be replayed is counted, and the fault is reported."""
    tiny.write_bytes(tiny.read_bytes()[:-9])
    done = run("coverage", "duel.jsonl", "--format", "text")
    assert done.status == 1
    assert done.err.startswith("duel.jsonl:12: incomplete")
    assert any(line.split()[:2] == ["DU-4", "1"] for line in done.lines)
    done = run("coverage", "duel.jsonl", "--format", "json")
    assert done.status == 1
    assert done.json["duel"]["cited"]["DU-4"] == 1


def test_coverage_wrongly_used(here: Path) -> None:
    assert run("coverage").status == 2
    assert run("coverage", "none.jsonl").status == 3
    assert run("coverage", ".").status == 3


def test_the_effects_worked_out_by_hand_are_those_of_the_log() -> None:
    for number, effects in DUEL_EFFECTS.items():
        assert lines_of(duel_game())[number]["then"] == effects


def test_where_no_log_was_read_nothing_is_said_of_logs(whole: Path) -> None:
    done = run("validate", "nonexist.jsonl")
    assert (done.status, done.out) == (3, "")
    assert done.err == "nonexist.jsonl: cannot read: No such file or directory. Did you mean game.jsonl?\n"
    done = run("validate", "nonexist.jsonl", "game.jsonl")
    assert done.status == 3
    assert done.err.endswith("\n1 log, 39 events: none with faults.\n")
