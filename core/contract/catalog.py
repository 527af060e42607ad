"""The actions of a game as numbers: a catalogue of the verbs of its notation with their arguments.

A move is one action if its arguments have few values, else several: `place` in Viceroy is a place, then gems. A list,
such as the order of a lever in Imhotep, is chosen item by item and ended by an action of its own. The number of an
action means the same in every position. A game whose moves declare no bounds has the position in the list of legal
moves in place of a catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from math import prod
from typing import Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct

from kronika.core.contract.domains import bare, domain, is_union
from kronika.core.contract.registry import AnyGame

LARGEST: Final = 1024
"""The greatest number of actions for arguments that are chosen at once."""

Path = tuple[int, ...]
"""The numbers of the actions that make a move, in order."""


class Argument(Struct, frozen=True):
    """An argument of a move: its name, its values, and whether it is a list of them."""

    name: str
    values: tuple[Any, ...]
    many: bool = False


class Choice(Struct, frozen=True):
    """Arguments that are chosen at once; their actions are numbered from `first`.

    `many` if its actions are the items of a list. `size` is the number of its actions; a list has one more, which ends
    it.
    """

    verb: str
    arguments: tuple[Argument, ...]
    first: int
    many: bool
    size: int

    def words(self, number: int) -> str:
        """An action of it in words; `number` counts from 0."""
        if self.many and number == self.size - 1:
            return f"{self.verb} {self.arguments[0].name} end"
        said = []
        for argument in reversed(self.arguments):
            number, at = divmod(number, len(argument.values))
            said.append(f"{argument.name}={argument.values[at]}")
        return " ".join([self.verb, *reversed(said)])


class Catalog:
    """The actions of a game: `size` is their number, `declared` whether they have a meaning of their own."""

    def __init__(self, game: AnyGame) -> None:
        self.choices: list[Choice] = []
        self._readers: dict[type[Struct], Callable[[Any], Path]] = {}
        self._paths: dict[Any, Path] = {}
        kinds = _player_moves(game)
        self.declared: Final = all(_arguments_of(kind) is not None for kind in kinds)
        for kind in kinds if self.declared else ():
            self._readers[kind] = _reader(kind, self._add(kind))
        self.size: Final = self._next if self.declared else 2 * LARGEST

    @property
    def _next(self) -> int:
        return self.choices[-1].first + self.choices[-1].size if self.choices else 0

    def _add(self, kind: type[Struct]) -> list[Choice]:
        start = len(self.choices)
        for together in _together(_arguments_of(kind) or ()):
            many = any(argument.many for argument in together)
            size = prod([len(argument.values) for argument in together]) + many
            self.choices.append(Choice(str(kind.__struct_config__.tag), tuple(together), self._next, many, size))
        return self.choices[start:]

    def words(self, action: int) -> str:
        """An action in words: the type of the move as in a log, and its arguments."""
        if not self.declared:
            return f"move {action}" if action < LARGEST else f"moves from {(action - LARGEST) * LARGEST}"
        choice = next(choice for choice in self.choices if action < choice.first + choice.size)
        return choice.words(action - choice.first)

    def paths(self, legal: Sequence[Any]) -> list[Path]:
        """The actions that make each of the legal moves."""
        if not self.declared:
            return [_position(number, len(legal)) for number in range(len(legal))]
        known = self._paths
        if len(known) > 100_000:
            known.clear()
        paths = [*map(known.get, legal)]  # nearly all are known
        if None in paths:
            return [path or self._remember(do) for path, do in zip(paths, legal, strict=True)]
        return paths  # type: ignore[return-value]  # none of them is None

    def _remember(self, do: Any) -> Path:
        path = self._paths[do] = self._readers[type(do)](do)
        return path


def _position(number: int, of: int) -> Path:
    return (number,) if of <= LARGEST else (LARGEST + number // LARGEST, number % LARGEST)


def _reader(kind: type[Struct], choices: Sequence[Choice]) -> Callable[[Any], Path]:
    """The function that returns the actions of a move of this type."""
    lists = {choice.arguments[0].name for choice in choices if choice.many}
    single = [name for name in kind.__struct_fields__ if name not in lists]
    places = [[{value: at for at, value in enumerate(one.values)} for one in choice.arguments] for choice in choices]

    def read(do: Any) -> Path:
        path: list[int] = []
        values = iter(_flat(tuple([getattr(do, name) for name in single])))
        for choice, tables in zip(choices, places, strict=True):
            at = 0
            if choice.many:
                path += [choice.first + tables[0][item] for item in getattr(do, choice.arguments[0].name)]
                at = choice.size - 1
            for table in () if choice.many else tables:
                at = at * len(table) + table[next(values)]
            path.append(choice.first + at)
        return tuple(path)

    return read


def _flat(value: Any) -> list[Any]:
    """The values of an argument, those of a pair one by one."""
    return [part for item in value for part in _flat(item)] if isinstance(value, tuple) else [value]


@cache
def catalog_of(game: AnyGame) -> Catalog:
    """The catalogue of a game, made once."""
    return Catalog(game)


def _player_moves(game: AnyGame) -> list[type[Struct]]:
    """The types of the moves of players: those of the verbs that are not chance, or all if there is no table."""
    kinds = [kind for kind in (get_args(game.Do) if is_union(game.Do) else (game.Do,)) if isinstance(kind, type)]
    own = {kind for verb in game.notation() if not verb.chance for kind in verb.makes}
    return [kind for kind in kinds if kind in own] if own else kinds


@cache
def _arguments_of(kind: type[Struct]) -> tuple[Argument, ...] | None:
    """The arguments of a type of moves; None if one of them has no declared values."""
    hints = get_type_hints(kind, include_extras=True)
    found: list[Argument] = []
    for name in kind.__struct_fields__:
        some = _arguments(name, hints[name])
        if not some:
            return None
        found += some
    return tuple(found)


def _arguments(name: str, kind: Any) -> list[Argument]:
    inner, _ = bare(kind)
    if get_origin(inner) is tuple:
        parts = get_args(inner)
        if parts[-1] is Ellipsis:
            values = domain(parts[0])
            return [Argument(name, values, many=True)] if values else []
        several = [_arguments(f"{name}.{number}", part) for number, part in enumerate(parts, 1)]
        return [argument for some in several for argument in some] if all(several) else []
    values = domain(kind)
    return [Argument(name, values)] if values else []


def _together(arguments: Sequence[Argument]) -> list[list[Argument]]:
    """Arguments in groups that are chosen at once: neighbours, while they have at most LARGEST values together."""
    groups: list[list[Argument]] = [[]]
    for many, some in groupby(arguments, lambda argument: argument.many):
        for argument in some:
            size = prod([len(other.values) for other in (*groups[-1], argument)])
            if groups[-1] and (many or groups[-1][-1].many or size > LARGEST):
                groups.append([])
            groups[-1].append(argument)
    return groups
