"""`python -OO` takes all docstrings away: what people and programs read of them is there all the same."""

from __future__ import annotations

import json
import subprocess
import sys

PRINTED = """
import contextlib, io, json, sys
import click
from kronika.cli import cli, main
from kronika.core.bots.lookup import summary_line, find_bot

def printed(*words):
    sys.argv, out = ["kronika", *words], io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main()
    return out.getvalue()

def helps(group, *above):
    context = click.Context(group)
    for name in group.list_commands(context):
        yield " ".join((*above, name)), printed(*above, name, "--help")
        below = group.get_command(context, name)
        if isinstance(below, click.Group):
            yield from helps(below, *above, name)

found = {"": printed("--help"), **dict(helps(cli))}
for words in ("bots", "schema tides", "schema --messages", "schema --examples", "example new tides"):
    found[words] = printed(*words.split())
for name in ("random", "greedy", "mcts"):
    found[f"bot {name}"] = summary_line(find_bot(name).play)
json.dump(found, sys.stdout)
"""


def printed(*options: str) -> dict[str, str]:
    """What is printed in a process with these options of Python's."""
    done = subprocess.run([sys.executable, *options, "-c", PRINTED], capture_output=True, check=True, timeout=120)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_all_texts_are_there_without_docstrings() -> None:
    whole = printed()
    assert whole == printed("-OO")
    assert "Referee, recorder and replay analyzer" in whole[""]
    assert "Show what cites a rule whose words have changed" in whole["rules audit"]
    assert whole["bot mcts"]
    assert len(whole) > 60


def test_the_module_as_a_user_starts_it() -> None:
    command = [sys.executable, "-OO", "-m", "kronika", "--help"]
    assert (
        "kronika demo                                   see what it does"
        in subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    )
