"""Examples as sessions: one of a text by its key, and the text of those that come with a game."""

from __future__ import annotations

import os
import re
from importlib.resources import files
from typing import Final

from kronika.core.errors import KronikaError
from kronika.core.examples import Example, ExampleError, find_line, read_examples, run_example
from kronika.core.registry import AnyGame, game_names, get_game
from kronika.core.session import Session
from kronika.core.spec import shipped_text
from kronika.core.words import listing, quoted, there_are
from kronika.logs.script import read_text

_MOVE: Final = re.compile(r"when\.\d+")
"""The key of a finding that a move can't be made."""
_NONE: Final = "example = []"


def shipped_examples(game: AnyGame) -> str:
    """The text of the examples that come with a game, in `kronika.fixtures` or in its package; none if none do."""
    own = files("kronika.fixtures").joinpath("examples", f"{game.name}.toml")
    return own.read_text(encoding="utf-8") if own.is_file() else shipped_text(game, "examples.toml") or _NONE


def ids_at(where: str, sign: str) -> list[str]:
    """The ids of the examples in a file (before a `#`) or of a game (before a `/`); none of what has none."""
    try:
        if sign == "/":
            text = shipped_examples(get_game(where)) if where in game_names() and not os.path.lexists(where) else _NONE
        else:
            text = read_text(where)
        return [one.id for one in read_examples(text)]
    except KronikaError:
        return []


def played(text: str, key: str, where: str) -> Session:
    """The session of an example after its moves; `where` names the text. Raises ExampleError, KronikaError for none."""
    examples = _read(text, where)
    index = _index(examples, key, where)
    run = run_example(examples[index])
    for finding in run.findings:
        if run.session is None or _MOVE.fullmatch(finding.key):
            line = find_line(text, index, finding.key)
            raise ExampleError(line, f"{where}:{line}: {finding.key}: {finding.got}")
    assert run.session is not None
    return run.session


def example_of(text: str, key: str, where: str) -> Example:
    """An example as it is written; `where` names the text. Raises ExampleError, KronikaError for none."""
    examples = _read(text, where)
    return examples[_index(examples, key, where)]


def _read(text: str, where: str) -> list[Example]:
    try:
        return read_examples(text)
    except ExampleError as error:
        raise ExampleError(error.line, f"{where}:{error.line}: {error}") from None


def _index(examples: list[Example], key: str, where: str) -> int:
    """Which example a key means. Raises KronikaError for none and for several."""
    game, _, wanted = key.rpartition("/")
    found = [
        at for at, one in enumerate(examples) if one.id.casefold() == wanted.casefold() and one.game.startswith(game)
    ]
    if not found:
        there = there_are(wanted, [one.id for one in examples])
        raise KronikaError(f"{where}: There is no example {quoted(key)}.{there}")
    if len(found) > 1:
        several = listing([f"{examples[at].game}/{examples[at].id}" for at in found], "or")
        raise KronikaError(f"{where}: {quoted(key)} can be {several}.")
    return found[0]
