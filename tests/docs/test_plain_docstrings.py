"""Docstrings and help texts are statements in plain English: no question, no bare beginning, the field's words."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import click
import pytest

from kronika.cli import cli
from support.plain import faults, first_sentence
from support.playouts import ROOT

ROOMS = ("core", "logs", "cli", "pytest_plugin", "src/kronika")
MODULES = sorted(path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every docstring of a module with its line: of itself, of classes, functions and constants."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            for before, inner in zip([None, *body], body, strict=False):
                text = (
                    inner.value.value if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant) else None
                )
                if isinstance(text, str) and isinstance(before, ast.Assign | ast.AnnAssign | None):
                    yield inner.lineno, text


def docstring_faults(source: str) -> list[str]:
    """The faults of the first sentence of each docstring in the source of a module, each with its line."""
    found = []
    for line, text in docstrings(ast.parse(source)):
        sentence = first_sentence(text)
        said = ["is a question"] if sentence.endswith("?") else []
        said += [fault.split(": ")[1] for fault in faults(sentence)]
        found += [f"{line}: {fault}: {sentence}" for fault in said]
    return found


def help_faults(command: click.Command, path: str) -> list[str]:
    """The faults of the help of a command, of its options, and of the commands in it."""
    found = [f"{path}: {fault}" for fault in faults(command.help or "")]
    for parameter in command.params:
        text = getattr(parameter, "help", None) or ""
        found += [f"{path} {parameter.opts[0]}: {fault}" for fault in faults(text)]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found += help_faults(command.get_command(context, name) or click.Command(name), f"{path} {name}")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_begin_with_a_plain_statement(module: str) -> None:
    assert docstring_faults((ROOT / module).read_text(encoding="utf-8")) == []


def test_all_help_is_in_plain_english() -> None:
    assert help_faults(cli, "kronika") == []


@pytest.mark.parametrize(
    "text",
    [
        '"""Is it so?"""',
        'X = 1\n"""What it is."""',
        'def f():\n    """Where it stands."""',
        'class A:\n    """Told."""',
    ],
)
def test_a_fault_is_found_in_each_kind_of_docstring(text: str) -> None:
    assert docstring_faults(text) != []


def test_plain_docstrings_pass() -> None:
    assert docstring_faults('"""One word for it. Is the rest read?"""\nX = 1\n"""A limit, in seconds."""') == []
