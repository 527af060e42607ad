"""Numbers given to options: whatever is no use is refused as wrong usage, and none makes a command fail or wait."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path

import click
import pytest

from kronika.cli import cli
from kronika.core.basics import limits
from support.cli import run

CHEAP = ("--playouts", "1", "--iterations", "1", "--to", "2")
"""An analysis that takes no time; options that come later win."""
VALUES = ("inf", "-inf", "nan", "1e300", "9" * 23, "9" * 5_000, "-" + "9" * 23, "0x10", "")


def commands(group: click.Group = cli, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name), command


NUMBERS = [
    (words, command, param)
    for words, command in commands()
    for param in command.params
    if isinstance(param.type, (click.types.IntParamType, click.types.FloatParamType)) and param.nargs == 1
]


def test_there_are_options_with_numbers() -> None:
    names = {param.name for _, _, param in NUMBERS}
    assert names >= {"jobs", "wait", "at", "first", "last", "delay", "games", "players", "seed", "least", "most", "k"}


def test_every_time_has_an_end() -> None:
    for _, _, param in NUMBERS:
        if isinstance(param.type, click.types.FloatParamType):
            assert isinstance(param.type, click.FloatRange), param.name
            assert isfinite(param.type.max or float("inf")), param.name
            assert param.type.max == (limits.IDLE_SECONDS if param.name == "idle" else limits.SECONDS)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value[:6])
def test_a_number_that_is_no_use_is_refused(whole: Path, value: str) -> None:
    """A failure of Kronika itself would end `run` with an error."""
    there = {"log": "game.jsonl", "logs": "game.jsonl", "game": "tides", "folder": ".", "target": "new.jsonl"}
    for words, command, param in NUMBERS:
        given = [
            value if other is param else there.get(str(other.name), "game.jsonl")
            for other in command.params
            if isinstance(other, click.Argument) and (other.required or other is param)
        ]
        options = [param.opts[0], value] if isinstance(param, click.Option) else []
        out = ["--out", "played"] if words == ("simulate",) else []
        names = ["-p", "Anna", "-p", "Bob"] if words == ("new",) else []
        cheap = CHEAP if words == ("analyse",) else ()
        done = run(*words, *cheap, *options, *out, *names, "--", *given)
        assert done.status in (0, 1, 2, 3), (words, param.name, done)
        if isinstance(param.type, click.types.FloatParamType) and value:
            assert done.status == 2, (words, param.name, done)
            assert f"'{param.opts[0]}'" in done.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("replay", "game.jsonl", "--delay", "inf"), "inf is not in the range 0<=x<=3600"),
        (("replay", "game.jsonl", "--delay", "nan"), "'nan' is not a number"),
        (("undo", "game.jsonl", "--wait", "nan"), "'nan' is not a number"),
        (("simulate", "tides", "-n", 10**22, "--out", "z"), "is not in the range 1<=x<=10000000"),
        (("validate", "--jobs", 10**22, "game.jsonl"), "is not in the range 1<=x<=1000"),
    ],
)
def test_the_limit_is_named(whole: Path, words: tuple[object, ...], says: str) -> None:
    done = run(*words)
    assert done.status == 2
    assert says in done.err
