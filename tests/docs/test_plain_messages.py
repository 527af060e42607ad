"""Messages are in plain English: none of the dialect's words, and no sentence that begins with a bare question word.

Every text of at least three words counts as a message, whether it is raised, returned or kept for later; docstrings are
left to `test_plain_docstrings.py`. A field of an f-string counts as the word `x`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from support.plain import faults
from support.playouts import ROOT

ROOMS = ("core", "logs", "pytest_plugin", "src/kronika")
OTHERS = ("core/games/", "core/unseen/")
"""Rooms that have tests of their own for what they say."""
MODULES = sorted(
    module
    for room in ROOMS
    for path in (ROOT / room).rglob("*.py")
    if not (module := path.relative_to(ROOT).as_posix()).startswith(OTHERS)
)
FEWEST_WORDS = 3
"""Shorter texts are keys, words of notation and parts of messages."""


def texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Every text below a node with its line, except docstrings; texts in fields of an f-string are separate."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    elif isinstance(node, ast.JoinedStr):
        parts = (str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        yield node.lineno, "".join(parts)
        for field in node.values:
            if isinstance(field, ast.FormattedValue):
                yield from texts(field.value)
    else:
        for inner in ast.iter_child_nodes(node):
            yield from texts(inner)


def message_faults(source: str) -> list[str]:
    """The faults of each message in the source of a module, each with its line."""
    found = []
    for line, text in texts(ast.parse(source)):
        message = " ".join(text.split())
        if len(message.split(" ")) >= FEWEST_WORDS:
            found += [f"{line}: {fault.partition(': ')[2]}" for fault in faults(message)]
    return found


@pytest.mark.parametrize("module", MODULES)
def test_messages_are_in_plain_english(module: str) -> None:
    assert message_faults((ROOT / module).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "raise ValueError(f'{name!r} is no move.')",
        "raise ValueError('Who acts is a number.')",
        "def f():\n    return 'The game goes on.'",
        "def f():\n    yield 'a key', 'a comma stands before it'",
        "WHY = 'it is no move'",
        "say = f'It is {before if early else \"the one behind it\"}.'",
        "tell('The record '\n     'is written anew.')",
    ],
)
def test_a_fault_is_found_wherever_a_message_is(source: str) -> None:
    assert len(message_faults(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""What is told."""\nX = 1\n"""It goes on."""',
        "raise ValueError(f'{name!r} is not a move: write `what stands there`.')",
        "KEYS = ('told', 'goes on')",
    ],
)
def test_other_texts_pass(source: str) -> None:
    assert message_faults(source) == []
