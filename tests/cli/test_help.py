"""The program itself: help whose examples run, guesses, completion, what is loaded, and the exit status."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import BashComplete, ShellComplete

import kronika.cli
from kronika.cli.printing.groups import AnsweringGroup
from kronika.core import __version__
from kronika.logs.files.folders import create_folder
from kronika.logs.replaying.logfile import write_log
from kronika.logs.texts.game_text import game_text
from support.bga import game_of
from support.bga_tigris import TigrisArchive
from support.cli import ANSI, PROGRAM, Result, fine, process, run
from support.kits import files_of
from support.logs import DUEL_MOVES, data_of, duel_game, hand_written, tides_game
from support.playouts import ROOT
from support.unseen import recorded

pytestmark = pytest.mark.usefixtures("duel")


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    """Every command, as the words that name it."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)


COMMANDS = list(commands(kronika.cli.cli))
GROUPS = {("example",), ("corpus",)}


def examples() -> list[str]:
    """Every line of the help texts that begins with the program's name, without the comment behind it."""
    found: dict[str, None] = {}
    for words in ((), *COMMANDS):
        for line in fine(*words, "--help", columns=200).lines:
            text = line.strip()
            if text.startswith("kronika ") and line.startswith("  "):
                found[re.split(r"\s{3,}", text)[0]] = None
    return list(found)


EXAMPLES = examples()


# -- help -------------------------------------------------------------------------------------------------------


def test_every_command_is_known_here() -> None:
    assert {words[0] for words in COMMANDS} == set(kronika.cli._COMMANDS)
    assert set(COMMANDS) > GROUPS


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_has_help_with_an_example(words: tuple[str, ...], flag: str) -> None:
    done = fine(*words, flag)
    assert done.err == ""
    assert done.lines[0].startswith(f"Usage: kronika {' '.join(words)}")
    assert ANSI not in done.out
    assert any(line.startswith(f"  kronika {' '.join(words)}") for line in done.lines) or words in GROUPS


ADVICE = re.compile(r"`kronika ([a-z][^`]*) (--[a-z][a-z-]*)")
"""A command in a message, up to its last option."""


def named_options() -> Iterator[tuple[str, str]]:
    """The commands with options that the texts of the program name, in whatever file."""
    for room in ("cli", "core", "logs", "pytest_plugin"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for command, option in ADVICE.findall(path.read_text("utf-8")):
                yield from ((command, one) for one in (*re.findall(r"--[a-z][a-z-]*", command), option))


def options_of(words: Sequence[str]) -> set[str]:
    """The options of the command that these words begin with; `kit GAME` is short for `kit make GAME`."""
    found: click.Command = kronika.cli.cli
    for word in words:
        if isinstance(found, AnsweringGroup):
            found = found.meant([word])
        if not isinstance(found, click.Group):
            break
        ctx = click.Context(found)
        below = found.get_command(ctx, word) or found.get_command(ctx, "make")
        assert below is not None, words
        found = below
    return {"--help", *(name for param in found.params for name in param.opts)}


def test_a_command_in_a_message_has_the_options_that_are_named() -> None:
    found = set(named_options())
    assert ("show {typed_path(name)} --at", "--at") not in found
    assert ("show {typed_path(name)}", "--at") in found
    for command, option in found:
        assert option in options_of(command.split()), (command, option)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("words", [(), *COMMANDS], ids=" ".join)
def test_help_fits_the_terminal(words: tuple[str, ...], columns: int) -> None:
    lines = fine(*words, "--help", columns=columns).lines
    assert max(map(len, lines)) <= columns
    assert not any(line.rstrip().endswith("...") and not line.startswith("Usage") for line in lines)


def test_the_help_groups_the_commands_on_one_screen() -> None:
    lines = fine("--help").lines
    assert len(lines) <= 23  # and the prompt below them
    at = next(n for n, line in enumerate(lines) if line.startswith("Commands: "))
    rows = [line.split() for line in lines[at + 1 : lines.index("", at)]]
    titles = [row[0] for row in rows if not row[0].endswith(",")]
    assert titles == ["Games", "Play", "Look", "Check", "Bots", "Corpora", "Programs"]
    named = [word.rstrip(",") for row in rows for word in row if word not in titles]
    assert named == [name for name, *rest in COMMANDS if not rest]
    assert lines[-1] == "  Exit status: 0 fine, 1 finding, 2 wrong usage, 3 file error, 4 kronika failed."


def test_help_lists_every_command_with_its_line_and_the_exit_statuses() -> None:
    done = fine("help")
    for name, *rest in COMMANDS:
        if not rest:
            (line,) = [line for line in done.lines if line.startswith(f"  {name} ")]
            assert line.endswith(kronika.cli._COMMANDS[name][1])
    assert [line for line in done.lines if line in kronika.cli._GROUPS.values()] == [*kronika.cli._GROUPS.values()]
    text = " ".join(done.out.split())
    assert "Exit status: 0 fine, 1 a finding (a fault, a refused move, a difference), 2 wrong usage, 3 a file" in text


def test_help_of_a_command_is_its_own() -> None:
    assert fine("help", "corpus", "check") == fine("corpus", "check", "--help")
    assert fine("help", "help").lines[0] == "Usage: kronika help [OPTIONS] [COMMAND]..."
    done = run("help", "corpsu")
    assert (done.status, done.out) == (2, "")
    assert "Did you mean corpus" in done.err


def test_without_a_command_the_help_is_shown() -> None:
    done = run()
    assert done.status == 2
    assert "Usage: kronika" in done.out + done.err


def test_version() -> None:
    assert fine("--version").out == f"kronika {__version__}\n"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that the examples of the help texts name."""
    folder = tmp_path_factory.mktemp("prepared")
    session = tides_game()
    session.undo(3)
    session.redo(2)
    write_log(str(folder / "game.jsonl"), session)
    write_log(str(folder / "new.jsonl"), tides_game(()))
    write_log(str(folder / "seen.jsonl"), recorded("tides", 2, 1))
    (folder / "saved.json").write_bytes(TigrisArchive(game_of("tigris", 2, 3), (0,)).json())
    (folder / "game.txt").write_text(game_text(session), encoding="utf-8")
    for name in ("a.jsonl", "b.jsonl", "game.kpack.gz", "games/one.jsonl", "games/two.kpack", "cup/one.jsonl"):
        (folder / name).parent.mkdir(exist_ok=True)
        write_log(str(folder / name), tides_game())
    fine("convert", folder / "games", folder / "games.kpack")
    shutil.copy(ROOT / "fixtures" / "scripts" / "tides-demo.txt", folder / "moves.txt")
    (folder / "rules").mkdir()
    for name in ("my-rules.toml", "rules/tides.toml"):
        shutil.copy(ROOT / "fixtures" / "examples" / "tides.toml", folder / name)
    shutil.copy(ROOT / "fixtures" / "puzzles" / "imhotep.toml", folder / "puzzles.toml")
    (folder / "matches.toml").write_text(
        '[[match]]\nname = "m"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nscript = "moves.txt"\nseeds = [7]\n'
        "expect.turn = []\n"
    )
    hand_written(folder / "hand.jsonl")
    (folder / "bots.toml").write_text(
        'name = "m"\ngame = "tides"\nbot = [{ name = "Anna", bot = "random" }, { name = "Bob", bot = "first" }]\n'
    )
    fine("tournament", folder / "bots.toml", "--out", folder / "played")
    fine("simulate", "tides", "-n", 26, "--seed", 1, "--out", folder / "many")
    (folder / "evening").mkdir()
    write_log(str(folder / "evening" / "table.jsonl"), tides_game())
    for name, log in (("found.json", "game.jsonl"), ("other.json", min((folder / "many").iterdir()))):
        judged = fine("analyse", folder / log, "--bot", "first", "--playouts", 2, "--format", "json")
        (folder / name).write_text(judged.out)
    spec = (ROOT / "core" / "games" / "tides" / "SPEC.md").read_text(encoding="utf-8")
    for name, text in (("old-SPEC.md", spec), ("new-SPEC.md", spec.replace("Exactly 2 players", "Two players"))):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "my").mkdir()
    (folder / "my" / "bots.py").write_text("def clever(turn, dice):\n    return turn.actions[-1]\n")
    (folder / "engine").write_text("#!/bin/sh\nexec kronika serve\n")
    (folder / "engine").chmod(0o755)
    (folder / "engine.toml").touch()
    bin = folder / "bin"
    bin.mkdir()
    program = bin / "kronika"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(PROGRAM)} "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return folder


FINDINGS = (
    "kronika corpus dedupe games",
    "kronika corpus accept games",
    "kronika whatif",
    "kronika rules diff",
    "kronika puzzle",
)
"""Examples that may find something here."""
MADE = {
    "puzzle": ("puzzles.toml",),
    "new": ("game.jsonl", "seen.jsonl"),
    "convert": ("game.kpack.gz", "game.txt", "games.kpack"),
}
"""What an example writes, so it must not be there."""


LESS = {
    "kronika host": "kronika host --port 0 --idle 0.1",
    "--host 0.0.0.0": "",
    "-n 1000000": "-n 3",
    "-n 100": "-n 3",
    "-n 400": "-n 3",
    "train tides games": "train tides many",
    "tides -- ./engine": "tides -n 2 -- ./engine",
    "--delay 1": "--delay 0",
    "mcts:200": "mcts:9",
    "mcts:50": "mcts:5",
    "--from 20 --to 30": "--from 3",
    "analyse game.jsonl": "analyse game.jsonl --playouts 20 --to 6",
    "--iterations 3000": "--iterations 30",
    "--size 2400": "--size 240",
    "--sample 20": "--sample 2",
}
"""What takes long in an example, and what shows the same."""
SHELL = re.compile(r"[|<>*]")
"""Signs that a shell understands: such an example is given to one, all others are run in this process."""


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_of_a_help_text_runs(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, duel: dict[str, str]
) -> None:
    folder = tmp_path / "here"
    shutil.copytree(prepared, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", duel["PYTHONPATH"])
    words = shlex.split(line)
    if words[1] == "play" and len(words) > 3:  # moves of the beginning
        shutil.copy(folder / "new.jsonl", folder / "game.jsonl")
    if words[-1] in MADE.get(words[1], ()):
        (folder / words[-1]).unlink()
    if "before.json" in line and ">" not in line:
        (folder / "before.json").write_text(fine("corpus", "check", "games", "--format", "json").out)
    if words[1] == "sql":
        fine("corpus", "export", "games", "--to", "tables")
    if words[1:3] == ["dataset", "verify"]:
        fine("dataset", "games", "--out", "set")
    if words[1:3] == ["kit", "check"]:
        create_folder(str(folder / "kit"), files_of("tides"))
        shutil.copytree(folder / "kit", folder / "answers")
    for much, little in LESS.items():
        line = line.replace(much, little)
    done = in_a_shell(line) if SHELL.search(line) else run(*shlex.split(line)[1:])
    allowed = (0, 1) if line.startswith(FINDINGS) else (0,)
    assert done.status in allowed, done
    assert "Traceback" not in done.err


def in_a_shell(line: str) -> Result:
    done = subprocess.run(
        ["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )
    return Result(done.returncode, done.stdout, done.stderr)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 45


# -- guesses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "guess"),
    [
        (("shwo",), "There is no command 'shwo'. Did you mean show"),
        (("valdate", "x"), "Did you mean validate"),
        (("reply",), "Did you mean replay"),
        (("xyzzy",), "There is no command 'xyzzy'."),
        (("example", "chekc"), "Did you mean check?"),
        (("corpus", "filtre", "x"), "Did you mean filter?"),
        (("validate", "--stric", "x"), "--strict"),
        (("play", "x", "--scirpt", "y"), "--script"),
        (("new", "tides", "--plyer", "A", "x"), "--player"),
        (("rules", "tidse"), "Did you mean tides?"),
        (("show", "x", "--format", "jsn"), "'jsn' is not one of 'text', 'json'"),
    ],
)
def test_mistyped_words_are_guessed_at(words: tuple[str, ...], guess: str) -> None:
    done = run(*words)
    assert (done.status, done.out) == (2, "")
    assert guess in done.err


# -- completion -------------------------------------------------------------------------------------------------


def completed(*words: str) -> list[str]:
    """What the shell offers for the last word."""
    shell = ShellComplete(kronika.cli.cli, {}, "kronika", "_KRONIKA_COMPLETE")
    return [item.value for item in shell.get_completions(list(words[:-1]), words[-1])]


def test_commands_are_completed() -> None:
    assert completed("re") == ["redo", "rename", "replay", "repair"]
    assert completed("example", "") == ["check", "draw", "from", "list", "new", "show"]
    assert set(completed("corpus", "")) == {"check", "accept", "stats", "dedupe", "filter", "index", "export"}


def test_options_are_completed() -> None:
    assert completed("validate", "--st") == ["--strict"]
    assert completed("show", "x", "--format", "") == ["text", "json", "svg"]


@pytest.mark.parametrize("command", ["new", "rules", "cards", "schema", "simulate"])
def test_games_are_completed(command: str) -> None:
    assert completed(command, "t")[0] == "tides"
    assert "duel" in completed(command, "")
    assert completed(command, "x") == []


def test_what_else_rules_can_do_is_completed() -> None:
    assert completed("rules", "au") == ["audit"]
    assert completed("rules", "audit", "ti") == ["tides", "tigris"]
    assert completed("rules", "tides", "TT-5") == ["TT-5.1", "TT-5.2", "TT-5.3"]


def test_another_reading_is_completed_from_the_first_log(here: Path) -> None:
    """By its name, or in its folder; of nothing, of what is no log and of standard input there is none."""
    (here / "games").mkdir()
    write_log("games/g.jsonl", tides_game(()))
    for log in ("games", "games/g.jsonl"):
        assert completed("whatif", log, "-o", "zero") == ["zero_tie=win", "zero_tie=need_one"]
    for words in (("gone",), ("-",), ()):
        assert completed("whatif", *words, "-o", "zero") == []


def test_legal_moves_are_completed(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:5]))
    assert completed("play", "g.jsonl", "") == [
        *("Anna: play 1", "Anna: play 2", "Anna: play 3"),
        *("Bob: play 1", "Bob: play 3", "Bob: play 4"),
    ]
    assert completed("play", "g.jsonl", "bob") == ["Bob: play 1", "Bob: play 3", "Bob: play 4"]
    assert completed("play", "g.jsonl", "Anna:", "pl") == ["play 1", "play 2", "play 3"]
    assert completed("play", "g.jsonl", "Anna:", "play", "") == ["1", "2", "3"]
    assert completed("play", "g.jsonl", "Cyril") == []


def test_as_a_seat_no_hand_of_another_is_completed(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:5]))
    assert completed("play", "g.jsonl", "--as", "Bob", "") == ["Bob: play 1", "Bob: play 3", "Bob: play 4"]
    assert completed("play", "g.jsonl", "--as", "everyone", "") == []
    assert completed("play", "g.jsonl", "--as", "Cyril", "") == []


def test_seats_are_completed(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:5]))
    for command in ("show", "moves", "replay", "score", "play", "undo"):
        assert completed(command, "g.jsonl", "--as", "") == ["Anna", "Bob", "everyone", "referee"], command
    assert completed("play", "g.jsonl", "--as", "b") == ["Bob"]
    assert completed("play", "none.jsonl", "--as", "") == []
    assert completed("show", "-", "--as", "") == [], "standard input is where it is typed"


def test_options_of_a_game_and_their_values_are_completed() -> None:
    ties = ["zero_tie=win", "zero_tie=need_one"]
    assert set(completed("new", "tides", "-o", "zero")) == set(ties)
    assert completed("new", "tides", "-o", "zero_tie=n") == ["zero_tie=need_one"]
    assert completed("new", "tides", "-p", "Anna", "--option", "x") == []
    assert completed("simulate", "tides", "-o", "zero_tie=n") == ["zero_tie=need_one"]
    assert completed("new", "tidse", "-o", "zero") == []


def test_a_game_stands_for_its_kit() -> None:
    assert completed("kit", "ti") == ["tides", "tigris"]
    assert completed("kit", "ma") == ["make"]
    assert completed("kit", "tides", "--o") == completed("kit", "make", "tides", "--o") == ["--out"]


def test_numbers_of_rules_are_completed() -> None:
    assert completed("rules", "tides", "TT-2.") == [f"TT-2.{number}" for number in range(1, 10)]
    assert "TT-2.6" in completed("rules", "tides", "tt-2")
    assert completed("rules", "tides", "IM") == []
    assert completed("rules", "tidse", "TT") == []


def test_examples_are_completed(here: Path) -> None:
    shutil.copy(ROOT / "fixtures" / "examples" / "tides.toml", "mine.toml")
    assert completed("show", "tides/fx-") == ["tides/FX-1", "tides/FX-2", "tides/FX-3", "tides/FX-4"]
    assert completed("score", "mine.toml#FX-4") == ["mine.toml#FX-4"]
    assert len(completed("moves", "mine.toml#")) > 9
    for nothing in ("none.toml#", "mine.toml#X", "none/", "tides/X"):
        assert completed("show", nothing) == [nothing], "files are left to the shell"


def test_the_seat_is_left_out_when_only_one_can_act(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:3]))
    assert completed("play", "g.jsonl", "") == ["take", "spare"]


def test_nothing_is_completed_where_nothing_can_be_known(tiny: Path) -> None:
    Path("broken.jsonl").write_text("{")
    for log in ("none.jsonl", "broken.jsonl", ".", "duel.jsonl"):
        assert completed("play", log, "") == []


def test_completion_does_not_wait_for_a_log_from_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert completed("play", "-", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_each_shell(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BashComplete, "_check_version", staticmethod(lambda: None))
    done = run(env={"_KRONIKA_COMPLETE": f"{shell}_source"})
    assert done.status == 0
    assert "_KRONIKA_COMPLETE" in done.out


def test_the_shell_asks_for_completions_in_a_process(here: Path) -> None:
    (here / "g.jsonl").write_bytes(data_of(tides_game(())))
    for words, current, wanted in (
        ("kronika repl", "repl", "plain,replay"),
        ("kronika new ti", "ti", "plain,tides"),
        ("kronika play g.jsonl Anna", "Anna", "plain,Anna: pick 6"),
    ):
        env = {"_KRONIKA_COMPLETE": "bash_complete", "COMP_LINE": words, "COMP_PART": current}
        done = process(cwd=here, env=env)
        assert done.status == 0, done
        assert wanted in done.lines


@pytest.mark.parametrize(
    "env",
    [
        {},
        {"COMP_LINE": "kronika play"},
        {"COMP_PART": "play"},
        {"COMP_WORDS": "kronika play"},
        {"COMP_WORDS": "kronika play", "COMP_CWORD": "abc"},
        {"COMP_WORDS": "kronika play", "COMP_CWORD": "9" * 5_000},
        {"COMP_CWORD": "1"},
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "ksh"])
def test_a_shell_that_asks_amiss_gets_no_answer_and_no_failure(shell: str, env: dict[str, str]) -> None:
    nothing = {"COMP_WORDS": None, "COMP_CWORD": None}
    done = run(env={"_KRONIKA_COMPLETE": f"{shell}_complete", **nothing, **env})
    assert done.status in (0, 1)
    assert done.err == ""
    if shell != "fish":  # there the second is the word itself
        assert done.out == ""


# -- what is loaded ---------------------------------------------------------------------------------------------

LOADED = """
import sys
sys.argv = ["kronika", *sys.argv[1:]]
from kronika.cli import main
try:
    main()
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


def loaded(*words: str, cwd: Any = None) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words], cwd=cwd, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done
    return set(done.stderr.split())


def test_the_version_loads_neither_engine_nor_tables() -> None:
    modules = loaded("--version")
    assert "kronika.cli" in modules
    assert {name for name in modules if name.startswith("kronika.")} <= {
        "kronika.cli",
        "kronika.cli.printing",
        "kronika.cli.printing.groups",
        "kronika.cli.printing.streams",
        "kronika.core",
    }
    heavy = {"tabulate", "msgspec", "zstandard", "importlib.metadata", "concurrent.futures", "tomllib"}
    assert not modules & heavy


def test_the_help_loads_no_command() -> None:
    assert not {"tabulate", "kronika.core.contract.game", "kronika.cli.commands.record"} & loaded("--help")


def test_looking_at_a_board_loads_no_tables_and_no_lock(whole: Path) -> None:
    modules = loaded("show", "game.jsonl", cwd=whole.parent)
    assert not {"tabulate", "zstandard", "readline", "difflib", "asyncio"} & modules


def test_writing_loads_no_tables(here: Path) -> None:
    (here / "g.jsonl").write_bytes(data_of(tides_game(())))
    modules = loaded("play", "g.jsonl", "Anna: pick 9", cwd=here)
    assert "fcntl" in modules
    assert "tabulate" not in modules
