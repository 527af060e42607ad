"""The rooms of a game's package, in which the contract finds its functions by their names.

Each method of `Game` names its room: `setup` is the function `setup` of `state.py`. A room is imported when it is first
needed; from then on its function is the method itself, so a call costs nothing more.
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
"""`inspect.CO_VARARGS`; importing that takes a tenth of a start."""


def in_room(room: str, name: str = "") -> Callable[[MethodT], MethodT]:
    """Says of a method of the contract in which room its function is, and what it is called if not like the method."""

    def mark(method: MethodT) -> MethodT:
        method.__dict__["room"] = (room, name or method.__name__)
        return method

    return mark


def open_rooms(game: type, contract: type, constants: dict[str, tuple[str, str]]) -> None:
    """Lets a class find all that it does not say itself in the rooms of the package in which it is.

    `constants` are the facts of the contract that are found in the same way: for each its room, and its name there.
    Raises BrokenGame for a room that is imported already and lacks a function.
    """
    package = sys.modules[game.__module__].__package__ or game.__module__
    said = {name for kind in game.__mro__[: game.__mro__.index(contract)] for name in vars(kind)}
    marked = {name: method.room for name, method in vars(contract).items() if hasattr(method, "room")}
    for name, (room, there) in {**marked, **constants}.items():
        if name not in said:
            found = _Found(game, name, f"{package}.{room}", there, vars(contract)[name])
            setattr(game, name, found.value() if found.room in sys.modules else found)


class _Found:
    """Something of a room that takes its own place once it is asked for."""

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
        """What the class has for it: the function of the room, or the default of the contract."""
        found: Any = self._room()
        for part in self.there.split("."):
            found = getattr(found, part, None)
        if found is None or isinstance(found, ModuleType):  # a folder has its modules as attributes
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
        """As the author of a game writes it: `redeal(state: State, seat: int, dice: Dice) -> State`."""
        if not callable(self.default):
            return self.there
        kinds: dict[str, str] = self.default.__annotations__
        given = ", ".join(f"{name}: {kind}" for name, kind in kinds.items() if name != "return")
        return re.sub(r"\b([A-Z]\w+)T\b", r"\1", f"{self.there}({given}) -> {kinds['return']}")

    def _broken(self, why: str) -> BrokenGame:
        return BrokenGame(f"The game {quoted(getattr(self.game, 'name', self.game.__name__))} can't be used: {why}.")


def _takes(function: Any, method: Any) -> bool:
    """Can a function be called as the contract calls its method? Of what is not written in Python this is not known."""
    code = getattr(function, "__code__", None)
    if code is None or code.co_flags & _VARARGS:
        return True
    most: int = code.co_argcount - hasattr(function, "__self__")
    fewest = most - len(function.__defaults__ or ())
    given: int = method.__code__.co_argcount - 1
    return fewest <= given - len(method.__defaults__ or ()) and given <= most
