"""Positions that people write: those of worked examples, players named twice, and positions that describe a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect as mi

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import normalize
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.example import Example, has_examples, read_examples, run_example, start_example
from kronika.core.sessions.digest import digest
from kronika.logs.texts.examples import shipped_examples
from kronika.testing.fuzz import make_value
from kronika.testing.playouts import Table

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value in nested tables and lists."""


def worked_positions(game: AnyGame) -> list[Example]:
    """The worked examples of a game that begin with a position; perhaps none."""
    return [example for example in worked_examples(game) if example.given is not None]


@cache
def worked_examples(game: AnyGame) -> list[Example]:
    """The worked examples that come with a game, in `kronika.fixtures` or in its package; perhaps none."""
    return read_examples(text) if has_examples(text := shipped_examples(game)) else []


def begins(game: AnyGame, example: Example, given: Mapping[str, Any]) -> str:
    """The result of setting up a position: the digest of its state, or the message with which it is refused."""
    state, why = _comes_to(game, example, given)
    return state or why


def _comes_to(game: AnyGame, example: Example, given: Mapping[str, Any]) -> tuple[str, str]:
    """The digest of the state that a position describes, and the message with which it is refused; one is empty."""
    try:
        return digest(start_example(msgspec.structs.replace(example, given=given), game).state), ""
    except KronikaError as error:
        return "", str(error)


def test_worked_examples_come_out_as_they_are_written(game: AnyGame) -> None:
    """All worked examples that come with the game have the results they expect."""
    for example in worked_examples(game):
        findings = run_example(example, game).findings
        assert not findings, f"{example.id}: {findings[0]}"


def test_nobody_is_named_twice(game: AnyGame) -> None:
    """If a table of a position accepts a player's name in another spelling, both spellings together are refused."""
    for example in (*worked_positions(game), *_made_up(game)):
        for path, table in _tables(example.given):
            for name in table:
                if normalize(name) in map(normalize, example.players or default_names(game.seats[0])):
                    _refuses_both(game, example, path, name)


def test_a_position_describes_its_state(table: Table) -> None:
    """If `given` describes a state, then `position` makes the same state from that, encoded and decoded."""
    for state in table.some_states():
        given = table.game.given(state, table.names)
        if given is not None:
            read = msgspec.convert(msgspec.to_builtins(given), table.game.Given)
            assert table.game.position(read, state.options, table.names) == state, f"{given} gives another state"


def _refuses_both(game: AnyGame, example: Example, path: Path, name: str) -> None:
    names = [normalize(player) for player in example.players or default_names(game.seats[0])]
    given: Any = example.given
    table = _at(given, path)
    for other in {name.swapcase(), str(names.index(normalize(name)))} - set(table):
        renamed = {other if key == name else key: value for key, value in table.items()}
        state, _ = _comes_to(game, example, given)
        if not state or _comes_to(game, example, _changed(given, path, renamed))[0] != state:
            continue  # the position is refused anyway, or this is not a player's name
        state, why = _comes_to(game, example, _changed(given, path, {**table, other: table[name]}))
        where = ".".join(map(str, path))
        assert not state, f"{where}: {name} and {other} are one player, and both are taken"
        assert why.startswith(str(path[0])), f"the error about {where} begins with another key: {why}"
        assert repr(name) in why, f"the error about {where} does not name {name}: {why}"
        assert repr(other) in why, f"the error about {where} does not name {other}: {why}"


def _made_up(game: AnyGame) -> Iterator[Example]:
    """Positions with one random table each, for every key that can be a table; its only entry is the first player's."""
    random = Random(game.name)
    kind = mi.type_info(game.Given)
    assert isinstance(kind, mi.StructType)
    for field in kind.fields:
        for _ in range(60):
            value = msgspec.to_builtins(make_value(field.type, random))
            if isinstance(value, dict) and value:
                named = {default_names(1)[0]: value.popitem()[1]}
                yield Example("?", game.name, given={field.encode_name: named})


def _tables(value: Any, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """All tables within a table, each with the path to it."""
    if isinstance(value, dict):
        if path:
            yield path, value
        for key, part in value.items():
            yield from _tables(part, (*path, key))
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from _tables(part, (*path, number))


def _at(value: Any, path: Path) -> Any:
    return _at(value[path[0]], path[1:]) if path else value


def _changed(value: Any, path: Path, new: Any) -> Any:
    """The value with the part at the end of a path replaced."""
    if not path:
        return new
    if isinstance(value, dict):
        return {key: _changed(part, path[1:], new) if key == path[0] else part for key, part in value.items()}
    return [_changed(part, path[1:], new) if number == path[0] else part for number, part in enumerate(value)]
