"""How programs that play are named and described, and what is said of a name that is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kronika.core.basics.errors import UnknownBot
from kronika.core.bots.turn import Budget
from kronika.logs.files.faults import FileError
from kronika.logs.players import program_spec as module
from kronika.logs.players.lookup import find_player_bot
from kronika.logs.players.program_spec import ProgramSpec, find_program

FILE = """\
name = "a tournament may stand here too"

[program.clever]
command = ["node", "bot.js", "a b"]
folder = "in"
environment = { DEPTH = "3" }
seconds = 0.5
game_seconds = 60
starting = 1

[program."50ms"]
command = ["x"]
"""


@pytest.mark.parametrize(
    ("text", "command", "seconds", "budget"),
    [
        ("program:node bot.js", ("node", "bot.js"), 5, None),
        ("program:node bot.js:0.5s", ("node", "bot.js"), 0.5, None),
        ("program:node bot.js:50ms", ("node", "bot.js"), 0.05, None),
        ("program:node bot.js:200", ("node", "bot.js"), 5, Budget(iterations=200)),
        ("program:'a b' --at host:x", ("a b", "--at", "host:x"), 5, None),
        ("program:./bot#1", ("./bot#1",), 5, None),
    ],
)
def test_a_command_on_a_line(text: str, command: tuple[str, ...], seconds: float, budget: Budget | None) -> None:
    assert find_program(text) == (ProgramSpec(command, seconds=seconds), budget)
    player = find_player_bot(text)
    assert (player.name, player.budget, player.is_reproducible) == (text, budget, True)


def test_a_table_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started in the folder of the file, from wherever it is named."""
    (tmp_path / "b.toml").write_text(FILE)
    monkeypatch.chdir(tmp_path.parent)
    name = f"{tmp_path.name}/b.toml#clever"
    clever = ProgramSpec(("node", "bot.js", "a b"), os.path.join(tmp_path, "in"), {"DEPTH": "3"}, 0.5, 60, 1)
    assert find_program(name) == (clever, None)
    assert find_program(f"{name}:2s")[0].seconds == 2
    assert find_program(f"{name}:20") == (clever, Budget(iterations=20))
    assert find_program(f"{tmp_path}/b.toml#50ms")[0].command == ("x",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("program:", "it has no command: write program:COMMAND, as in 'program:node bot.js'."),
        ("program:  ", "it has no command"),
        ("program:node 'bot", "its command can't be read: No closing quotation."),
        ("program:node:9999s", "is 0 or too large"),
        ("b.toml#clevr", "b.toml: there is no program 'clevr' in it. Did you mean clever?"),
        ("b.toml#", "b.toml: there is no program '' in it."),
        (
            "none.toml#x",
            "none.toml: there is no program 'x' in it. A program is a table [program.NAME] with a command.",
        ),
        ("broken.toml#x", "broken.toml: line 2: "),
        ("key.toml#x", "key.toml: program.x.comand: "),
        ("empty.toml#x", "empty.toml: program.x.command: "),
        ("time.toml#x", "time.toml: program.x.seconds: "),
        ("\x1b[2J#x", r"\x1b[2J: cannot read: No such file"),
    ],
)
def test_a_name_that_is_none(text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, told in {
        "b.toml": FILE,
        "none.toml": "",
        "broken.toml": "[program.x]\ncommand = [",
        "key.toml": '[program.x]\ncommand = ["a"]\ncomand = ["b"]',
        "empty.toml": "[program.x]\ncommand = []",
        "time.toml": '[program.x]\ncommand = ["a"]\nseconds = 0',
    }.items():
        Path(name).write_text(told)
    with pytest.raises((UnknownBot, FileError)) as caught:
        find_player_bot(text)
    assert why in str(caught.value)


def test_a_file_names_no_program_but_a_name_given_to_one() -> None:
    """What a file of matches or a tournament names is never started; who runs it gives the name."""
    for text in ("program:rm -r .", "b.toml#clever"):
        with pytest.raises(UnknownBot, match="a file can't name a program to run"):
            find_player_bot(text, functions=False)
    found = find_player_bot("mine", {"mine": "program:node bot.js:7"}, functions=False)
    assert (found.name, found.budget) == ("mine", Budget(iterations=7))


def test_under_windows_a_backslash_parts_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quotes keep words together there too; elsewhere a backslash keeps its meaning in a shell."""
    monkeypatch.setattr(module, "ESCAPES", False)
    for text, command in (
        (r"program:C:\bots\my.exe", (r"C:\bots\my.exe",)),
        (r"program:C:\bots\my.exe:200", (r"C:\bots\my.exe",)),
        (r'program:"C:\my bots\a.exe" -x "C:\b\"', (r"C:\my bots\a.exe", "-x", "C:\\b\\")),
    ):
        assert find_program(text)[0].command == command
    monkeypatch.setattr(module, "ESCAPES", True)
    assert find_program(r"program:./my\ bot")[0].command == ("./my bot",)
