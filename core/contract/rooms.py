"""The modules of a game's package, called rooms, in which the contract finds the game's functions by name.

Each method of `Game` names its room: `setup` is the function `setup` in `state.py`. A room is imported when one of its
functions is first used; that function then replaces the method, so later calls have no overhead.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, TypeVar

from kronika.core.basics.errors import BrokenGame
from kronika.core.basics.text import clipped, quoted

MethodT = TypeVar("MethodT", bound=Callable[..., Any])

_VARARGS: Final = 0x04
"""The value of `inspect.CO_VARARGS`. Importing `inspect` would take a tenth of the start-up time."""


def in_room(room: str, name: str = "") -> Callable[[MethodT], MethodT]:
    """A decorator for methods of the contract: the room of its function, and the function's name if it differs."""

    def mark(method: MethodT) -> MethodT:
        method.__dict__["room"] = (room, name or method.__name__)
        return method

    return mark


def package_of(game: type) -> str:
    """The name of the package in which the class of a game is defined; of a module without one, its own name."""
    return sys.modules[game.__module__].__package__ or game.__module__


def open_rooms(game: type, contract: type, constants: dict[str, tuple[str, str]]) -> None:
    """Make the class `game` find every method and constant that it doesn't define itself in the rooms of its package.

    `constants` are attributes of the contract that are not methods, each with its room and its name there. Raises
    BrokenGame if a room that is already imported lacks a function.
    """
    package = package_of(game)
    said = {name for kind in game.__mro__[: game.__mro__.index(contract)] for name in vars(kind)}
    marked = {name: method.room for name, method in vars(contract).items() if hasattr(method, "room")}
    for name, (room, there) in {**marked, **constants}.items():
        if name not in said:
            found = _Found(game, name, f"{package}.{room}", there, vars(contract)[name])
            setattr(game, name, found.value() if found.room in sys.modules else found)


class _Found:
    """A descriptor for a function or constant of a room. On first use it is replaced by the value."""

    def __init__(self, game: type, name: str, room: str, there: str, default: Any) -> None:
        self.game = game
        self.name = name
        self.room = room
        self.there = there
        self.default = default

    def __get__(self, game: object, owner: type) -> Any:
        setattr(self.game, self.name, self.value())
        return getattr(owner if game is None else game, self.name)

    def value(self) -> Any:
        """The value for the class: the function or constant of the room, or else the contract's default.

        Raises BrokenGame if a required one is missing or a function takes other arguments.
        """
        found: Any = self._room()
        for part in self.there.split("."):
            found = getattr(found, part, None)
        if found is None or isinstance(found, ModuleType):  # modules of a package are its attributes, too
            if getattr(self.default, "__isabstractmethod__", False):
                raise self._broken(f"{self._file()} lacks {self._signature()}")
            return self.default
        if not callable(self.default):
            return found
        if self.there.isupper():
            return staticmethod(lambda: found)
        if not _takes(found, self.default):
            raise self._broken(f"{self.there} in {self._file()} takes other arguments than {self._signature()}")
        return staticmethod(found)

    def _room(self) -> object:
        if self.room not in sys.modules and find_spec(self.room) is None:
            return None
        try:
            return import_module(self.room)
        except BrokenGame:
            raise
        except (Exception, SystemExit) as error:
            what = clipped(f"{type(error).__name__}: {error}".removesuffix(": "))
            raise self._broken(f"{self._file()} can't be imported ({what})") from error

    def _file(self) -> str:
        return f"{self.room.replace('.', '/')}.py"

    def _signature(self) -> str:
        """The function as the author of a game writes it: `redeal(state: State, seat: int, dice: Dice) -> State`."""
        if not callable(self.default):
            return self.there
        kinds: dict[str, str] = self.default.__annotations__
        given = ", ".join(f"{name}: {kind}" for name, kind in kinds.items() if name != "return")
        return re.sub(r"\b([A-Z]\w+)T\b", r"\1", f"{self.there}({given}) -> {kinds['return']}")

    def _broken(self, why: str) -> BrokenGame:
        return BrokenGame(f"The game {quoted(getattr(self.game, 'name', self.game.__name__))} can't be used: {why}.")


def _takes(function: Any, method: Any) -> bool:
    """Whether a function accepts the arguments of the contract's method. True for functions not written in Python."""
    code = getattr(function, "__code__", None)
    if code is None or code.co_flags & _VARARGS:
        return True
    most: int = code.co_argcount - hasattr(function, "__self__")
    fewest = most - len(function.__defaults__ or ())
    given: int = method.__code__.co_argcount - 1
    return fewest <= given - len(method.__defaults__ or ()) and given <= most
