"""`kit` and `kit check`, and the runners that are in a kit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from kronika.cli.printing.output import FILE, FINDING, USAGE
from kronika.logs.files.folders import create_folder
from support.cli import fine, run
from support.kits import files_of

NODE = shutil.which("node")


def files() -> Mapping[str, bytes]:
    """What is in the kit of Tides, made when a test asks for it."""
    return files_of("tides")


def many() -> int:
    """The questions in it."""
    return sum(name.endswith("-in.json") for name in files())


@pytest.fixture
def kit(here: Path) -> Path:
    """The kit of Tides, in the folder `kit`."""
    create_folder("kit", files())
    return here / "kit"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# -- made -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("tides", "--out", "kit"), ("make", "tides", "--out", "kit/"), ("--out", "a/kit", "tides")]
)
def test_a_kit_is_made(here: Path, words: tuple[str, ...]) -> None:
    done = fine("kit", *words)
    where = Path(words[words.index("--out") + 1])
    assert contents(where) == dict(files())
    assert done.out == ""
    assert done.err.startswith(f"{words[words.index('--out') + 1]}: {many()} questions about Tides of Time, 0.")


def test_an_empty_folder_is_filled_and_any_other_left_alone(here: Path) -> None:
    os.mkdir("empty")
    fine("kit", "tides", "--out", "empty")
    before = contents(here)
    again = run("kit", "tides", "--out", "empty")
    assert (again.status, "which is left as it is" in again.err) == (FILE, True)
    Path("file").write_text("mine")
    assert "exists already, and is not a folder" in run("kit", "tides", "--out", "file").err
    assert "cannot create" in run("kit", "tides", "--out", "file/kit").err
    assert contents(here) == {**before, "file": b"mine"}


def test_the_working_directory_is_not_pulled_away(here: Path) -> None:
    assert run("kit", "tides", "--out", ".").err == "error: .: is the working directory. Name a new folder in it.\n"
    assert run("kit", "tides", "--out", "").err == "error: A folder needs a name. Nothing was changed.\n"
    assert os.path.samefile(here, os.curdir)


def test_what_a_kill_has_left_goes_and_what_is_being_made_stays(here: Path) -> None:
    left = here / ".kit.kronika-new"
    (left / "kronika-making" / "games").mkdir(parents=True)
    (left / "kronika-lock").touch()
    fine("kit", "tides", "--out", "kit")
    assert sorted(os.listdir(here)) == ["kit"]
    fcntl = pytest.importorskip("fcntl")
    other = here / ".more.kronika-new"
    other.mkdir()
    fd = os.open(other / "kronika-lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(fd, fcntl.LOCK_EX)
    assert "another program is making it" in run("kit", "tides", "--out", "more").err
    assert other.is_dir()
    os.close(fd)


def test_through_a_link_to_an_empty_folder(here: Path) -> None:
    os.mkdir("there")
    os.symlink("there", "link")
    fine("kit", "tides", "--out", "link")
    assert Path("link").is_symlink()
    assert contents(here / "there") == dict(files())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tide", "--out", "kit"), "There is no game or command 'tide'. Did you mean tides?"),
        (("make", "tide", "--out", "kit"), "There is no game called 'tide'. Did you mean tides?"),
        (("chek", "kit", "kit"), "There is no game or command 'chek'. Did you mean check?"),
        (("tides",), "Missing option '--out'"),
        (("check", "kit"), "Missing argument 'ANSWERS'"),
        ((), "Commands:"),
    ],
)
def test_wrong_usage(here: Path, words: tuple[str, ...], says: str) -> None:
    done = run("kit", *words)
    assert done.status == USAGE
    assert says in done.err
    assert os.listdir(here) == []


# -- checked ----------------------------------------------------------------------------------------------------------


def test_right_answers(kit: Path) -> None:
    done = fine("kit", "check", "kit", "kit")
    states = sum(len(json.loads(data)["at"]) for name, data in files().items() if name.endswith("-in.json"))
    assert (done.out, done.err) == (
        "",
        f"{many()} of {many()} questions answered, {states} states: all as they should be; compared: actors, counts, "
        "divide, effects, items, legal, result, totals, tries, views and winners.\n",
    )


def test_no_answer_at_all_is_no_success(kit: Path) -> None:
    os.mkdir("answers")
    done = run("kit", "check", "kit", "answers")
    assert (done.status, done.err) == (FINDING, f"0 of {many()} questions answered, 0 states: nothing to compare.\n")
    Path("answers/games").mkdir()
    nothing = {"totals": [None, None], "legal": [None, None], "actors": None}
    for state in ({}, nothing):
        Path("answers/games/001-out.json").write_text(json.dumps({"states": [state] * 40}))
        assert run("kit", "check", "kit", "answers").err == done.err
    report = run("kit", "check", "--format", "junit", "kit", "answers")
    assert 'tests="1" failures="1"' in report.out


def test_files_that_answer_no_question_are_named(kit: Path) -> None:
    Path("answers/games").mkdir(parents=True)
    for name in ("games/1-out.json", "games/001.json", "mine.json", "notes.txt", "games/001-in.json"):
        Path("answers", name).touch()
    done = run("kit", "check", "kit", "answers")
    assert done.err.startswith("answers: no question of the kit is answered by mine.json and 2 more.\n")


def spoil(kit: Path) -> None:
    """An answer with one total that is wrong, after the fifth pick of both."""
    answer = json.loads(files()["games/001-out.json"])
    states = [{"totals": state["totals"]} for state in answer["states"]]
    states[11]["totals"] = [0, states[11]["totals"][1]]
    Path("answers/games").mkdir(parents=True)
    Path("answers/games/001-out.json").write_text(json.dumps({"states": states}))


def test_what_differs_is_reported_with_where_both_values_and_the_rules(kit: Path) -> None:
    spoil(kit)
    done = run("kit", "check", "kit", "answers")
    assert done.status == FINDING
    assert done.err == f"1 of {many()} questions answered, 40 states: 1 differ; compared: totals.\n"
    steps = json.loads(files()["games/001-in.json"])["steps"]
    assert done.lines[0] == "answers/games/001-out.json: a whole game: 2 players"
    assert done.lines[1].endswith(f"{('Anna', 'Bob')[steps[10]['by']]}: {steps[10]['move']}:")
    assert "    states.12.totals.Anna: expected 10: 7 for round 1/" in done.out
    assert "; got 0 (TT-4." in " ".join(done.out.split())


def test_reports(kit: Path) -> None:
    spoil(kit)
    found = run("kit", "check", "--format", "json", "kit", "answers")
    wrong = [one for one in found.json if not one["ok"]]
    assert found.status == FINDING
    assert [(one["question"], one["step"], one["different"]) for one in wrong] == [("games/001", 11, 1)]
    assert sum(one["answered"] for one in found.json) == 1
    junit = run("kit", "check", "--format", "junit", "kit", "answers")
    assert 'tests="1" failures="1"' in junit.out
    assert 'name="answers/games/001-out.json::games/001"' in junit.out
    (result,) = run("kit", "check", "--format", "sarif", "kit", "answers").json["runs"][0]["results"]
    assert "states.12.totals.Anna: expected 10" in result["message"]["text"]
    assert "::error file=answers/games/001-out.json" in run("kit", "check", "--format", "github", "kit", "answers").out


# -- the runners ------------------------------------------------------------------------------------------------------

JS = """
// It knows how cards wander, and lets a relic be its own discard (against TT-8.2).
const start = (q) => q.given ? null : { hands: [[], []], kingdoms: [[], []], chosen: [null, null], relic: false };
const without = (cards, ...gone) => cards.filter((card) => !gone.includes(card));
const play = (old, { by, do: act }) => {
  const g = structuredClone(old);
  if (act.type === "deal") g.hands = act.hands;
  else if (act.type === "draw") g.hands[act.seat].push(...act.cards);
  else g.chosen[by] = act;
  if (g.chosen.some((one) => !one)) return g;
  const [a, b] = g.chosen;
  g.chosen = [null, null];
  if (act.type === "pick") {
    [a, b].forEach(({ card }, p) => { g.kingdoms[p].push(card); g.hands[p] = without(g.hands[p], card); });
    if (g.hands[0].length) g.hands.reverse();
    else { g.relic = true; g.hands = g.kingdoms.map((cards) => cards.slice(-5)); }
  } else {
    [a, b].forEach(({ keep, discard }, p) => {
      g.kingdoms[p] = [...g.kingdoms[p].slice(0, -5), keep];
      g.hands[p] = without(g.hands[p], keep, discard);
    });
    g.relic = false;
  }
  return g;
};
const moves = (g, p) => g.chosen[p] ? [] : g.relic
  ? g.hands[p].flatMap((keep) => g.hands[p].map((discard) => ({ type: "relic", keep, discard })))
  : g.hands[p].map((card) => `pick ${card}`);
const tell = (g, q, i) => q.ask === "states" && i > 0 && i < 14 ? { legal: [0, 1].map((p) => moves(g, p)) } : {};
export { start, play, tell };
"""


@pytest.mark.skipif(NODE is None, reason="the runner in JavaScript needs node, which is not installed")
@pytest.mark.parametrize("form", ["mjs", "js"])
def test_an_engine_in_javascript_learns_what_it_does_against_which_rule(kit: Path, form: str) -> None:
    text = JS if form == "mjs" else JS.replace("export {", "module.exports = {")
    Path(f"engine.{form}").write_text(text)
    done = subprocess.run(
        [str(NODE), "kit/runner.js", f"engine.{form}", "answers"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 ended in an error. Now: kronika kit check" in done.stdout
    found = run("kit", "check", "kit", "answers", columns=200)
    assert found.status == FINDING
    first = found.out.partition("games/002")[0]
    assert "after step 11, " in first
    assert "states.12.legal.Anna: expected only legal moves; got {" in first
    assert "cannot be both relic and discard: choose two cards. And 4 more. (TT-8.2)" in first
    assert "TT-" not in found.out.replace("TT-8.2", "")


PYTHON = '''
"""An engine that is the referee itself."""
from kronika.core.contract.registry import get_game
from kronika.core.contract.options import read_options
from kronika.core.basics.errors import IllegalAction
import msgspec

GAME = get_game("tides")

def read(do):
    return msgspec.convert(do, GAME.Do)

def start(question):
    if question["id"] == "games/002":
        raise RuntimeError("not today")
    return None if "given" in question else GAME.setup(read_options(GAME, question["options"]), 2)

def play(state, step):
    return GAME.apply(state, -1 if step["by"] == "chance" else step["by"], read(step["do"]))[0]

def tell(state, question, i):
    if question["ask"] != "states":
        return {}
    return {"totals": GAME.totals(state), "legal": [[GAME.format(state, p, do, question["players"])
            for do in GAME.actions(state, p)] for p in (0, 1)]}
'''


def test_an_engine_in_python(kit: Path) -> None:
    Path("engine.py").write_text(dedent(PYTHON))
    Path("answers/games").mkdir(parents=True)
    Path("answers/games/002-out.json").write_text("of yesterday")
    done = subprocess.run(
        [sys.executable, "kit/runner.py", "engine.py", "answers"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "1 ended in an error" in done.stdout
    assert "RuntimeError: not today" in done.stderr
    assert not Path("answers/games/002-out.json").exists()
    found = fine("kit", "check", "kit", "answers")
    assert found.err.endswith("all as they should be; compared: legal and totals.\n")
    assert contents(kit) == dict(files()), "a kit is not written to"


@pytest.mark.parametrize("runner", ["runner.js", "runner.py"])
def test_the_engine_to_be_filled_in_answers_nothing_yet(kit: Path, runner: str) -> None:
    program = NODE if runner.endswith("js") else sys.executable
    if program is None:
        pytest.skip("the runner in JavaScript needs node, which is not installed")
    engine = runner.replace("runner", "kit/engine")
    done = subprocess.run([program, f"kit/{runner}", engine, "answers"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:47]) == (0, "0 questions answered, 0 ended in an error. Now: "[:47]), (
        done.stderr
    )


@pytest.mark.parametrize("runner", ["runner.js", "runner.py"])
def test_a_runner_says_what_it_wants(kit: Path, runner: str) -> None:
    program, form = (NODE, "js") if runner.endswith("js") else (sys.executable, "py")
    if program is None:
        pytest.skip("the runner in JavaScript needs node, which is not installed")
    Path(f"half.{form}").write_text("exports.start = () => null;" if form == "js" else "def start(question): ...\n")
    for words, says in (
        ((), f"Usage: {'node' if form == 'js' else 'python'} {runner} ENGINE.{form} ANSWERS\n"),
        ((f"half.{form}",), f"Usage: {'node' if form == 'js' else 'python'} {runner} ENGINE.{form} ANSWERS\n"),
        ((f"none.{form}", "out"), f"none.{form}: there is no such file. kit/engine.{form} is an engine to be filled"),
        ((f"half.{form}", "out"), f"half.{form} {'exports' if form == 'js' else 'has'} no function play, tell. kit/"),
    ):
        done = subprocess.run([program, f"kit/{runner}", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith(says)
        assert not Path("out").exists()
