"""Docstrings and help texts are statements in plain English: no question, no bare beginning, the field's words."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from typing import Any

import click
import pytest

from kronika.cli import _COMMANDS, _GROUPS, cli
from kronika.cli.printing.groups import AnsweringGroup
from kronika.cli.reports import MEANINGS as REPORTED
from kronika.logs.files.faults import MEANINGS
from kronika.logs.pipe.answers import CODES
from support.plain import MOST_WORDS, dialect, faults, first_sentence, sentences
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


def odd_words(source: str) -> list[str]:
    """The words of the dialect in all sentences of docstrings and in the comments of a module, each with its line."""
    texts = [
        (line, sentence.text) for line, text in docstrings(ast.parse(source)) for sentence in sentences(cleandoc(text))
    ]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            texts.append((token.start[0], token.string))
    return [f"{line}: {word!r} (better: {better}): {text}" for line, text in texts for word, better in dialect(text)]


def help_texts(help_text: str) -> Iterator[str]:
    """The paragraphs of a help text, with the defaults of options and each line of examples apart."""
    for paragraph in re.split(r"\n\s*\n", cleandoc(help_text)):
        if paragraph.startswith("\b\n"):
            yield from paragraph[2:].split("\n")
        else:
            yield from re.split(r"\s*(?=\[default: )", paragraph)


def long_or_odd(help_text: str) -> list[str]:
    """The faults of a help text; a sentence of more than 25 words is one."""
    return [fault for text in help_texts(help_text) for fault in faults(text, most=MOST_WORDS)]


def help_faults(command: click.Command, path: str) -> list[str]:
    """The faults of the help of a command, of its options, and of the commands in it."""
    texts = (command.help, command.short_help, command.epilog)
    found = [f"{path}: {fault}" for text in texts for fault in long_or_odd(text or "")]
    for parameter in command.params:
        text = getattr(parameter, "help", None) or ""
        found += [f"{path} {parameter.opts[0]}: {fault}" for fault in long_or_odd(text)]
    if isinstance(command, AnsweringGroup):
        found += help_faults(command.itself, path)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found += help_faults(command.get_command(context, name) or click.Command(name), f"{path} {name}")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_begin_with_a_plain_statement_and_have_the_words_of_the_field(module: str) -> None:
    source = (ROOT / module).read_text(encoding="utf-8")
    assert docstring_faults(source) == []
    assert odd_words(source) == []


UNKNOWN_WORDS = re.compile(r"(?<![a-z])((is|are|was|were) told|whoever|so many|the own|anew)(?![a-z])", re.IGNORECASE)
"""Words that nobody looks for: tests have none of them in names, docstrings and comments."""


def unknown_words(source: str) -> list[str]:
    """These words in a test file, each with its line."""
    if not UNKNOWN_WORDS.search(source.replace("_", " ")):  # which is all that reading it finds, and quick
        return []
    texts = [*docstrings(ast.parse(source))]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.NAME and token.string.startswith("test_")):
            texts.append((token.start[0], token.string))
    return [f"{line}: {text}" for line, text in texts if UNKNOWN_WORDS.search(text.replace("_", " "))]


def test_tests_have_words_that_people_look_for() -> None:
    files = {path for path in (ROOT / "tests").rglob("*.py") if path.parent.name != "docs"}
    found = {path.name: unknown_words(path.read_text(encoding="utf-8")) for path in files}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "source", ["def test_who_is_told() -> None: ...", 'X = 1\n"""Whoever asks."""', "x = 1  # the own hand"]
)
def test_such_a_word_is_found_in_a_name_a_docstring_and_a_comment(source: str) -> None:
    assert unknown_words(source) != []
    assert unknown_words(f"x = {source!r}") == [], "what a test types is data"


def test_an_odd_word_is_found_in_a_later_sentence_and_in_a_comment() -> None:
    assert odd_words('"""Fine. The card fell."""') != []
    assert odd_words("x = 1  # what the other told") != []
    assert odd_words('"""Fine. A card is drawn."""\nx = "whoever told"  # it is drawn') == []


def test_all_help_is_in_plain_english() -> None:
    assert help_faults(cli, "kronika") == []


TABLES: dict[str, Mapping[Any, str]] = {
    "commands": {name: line for name, (_, line) in _COMMANDS.items()},
    "groups": _GROUPS,
    "faults": MEANINGS,
    "codes": CODES,
    "reports": REPORTED,
}


@pytest.mark.parametrize("table", TABLES)
def test_the_lines_of_a_table_are_in_plain_english(table: str) -> None:
    assert [f"{key}: {fault}" for key, line in TABLES[table].items() for fault in faults(line, most=MOST_WORDS)] == []


@pytest.mark.parametrize(
    "help_text",
    [
        "Fine.\n\nWhoever wins.",
        "Fine.\n\n    Whoever wins.",
        "Fine. [default: what falls]",
        "Fine.\n\n\b\nkronika demo\nkronika play x   the card fell",
        f"Fine. {'Word ' * 26}",
    ],
)
def test_a_fault_is_found_in_each_part_of_a_help_text(help_text: str) -> None:
    parent = click.Group("parent")
    parent.add_command(click.Command("child", help=help_text))
    assert help_faults(click.Command("x", help=help_text), "x") != []
    assert help_faults(click.Command("x", params=[click.Option(["--a"], help=help_text)]), "x") != []
    assert help_faults(parent, "parent") != []


def test_plain_help_passes() -> None:
    words = "Word " * 20
    assert long_or_odd(f"{words}\n[default: {words}]\n\n\b\nkronika {words}\nkronika {words}") == []


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
