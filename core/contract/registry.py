"""The installed games: those that ship with Kronika, and others from the entry-point group `kronika.games`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from kronika.core.basics.decoder_messages import places_in
from kronika.core.basics.errors import BrokenGame, UnknownGame
from kronika.core.basics.import_times import note_import
from kronika.core.basics.text import clipped, did_you_mean, join_words, quoted
from kronika.core.contract import arguments
from kronika.core.contract.game import Game

if TYPE_CHECKING:  # importing it takes a sixth of the start-up time, and only games of others need it
    from importlib.metadata import EntryPoint

AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""The type of a game with any types of state, action, effect, view, options and position."""

GROUP = "kronika.games"
"""The entry-point group of games."""
GAMES: Final = "kronika.core.games"
"""The package that contains the games that ship with Kronika."""
_OWN = "kronika"
"""The distribution whose games keep their names, even if another one has a game of the same name."""


_RIGHT = {"name": "for_sale", "title": "For Sale", "rule_prefix": "FS", "rules_version": 1, "seats": (2, 4)}
"""The attributes of a game that are plain values, with an example of each."""


@cache
def _entry_points() -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of all games by name; several for one name if several packages have chosen the same."""
    from importlib.metadata import entry_points  # slow, see above

    points = entry_points(group=GROUP)
    return {name: tuple(points.select(name=name)) for name in sorted(points.names)}


def game_names() -> list[str]:
    """The names of all installed games, sorted. No game is imported, so some may turn out to be broken."""
    return [name for name, points in _entry_points().items() if _chosen(points)]


@cache
def get_game(name: str) -> AnyGame:
    """Return the game of this name.

    Raises UnknownGame, with a suggestion, if there is none; BrokenGame if it is installed but can't be used.
    """
    if game := _in_the_box(arguments.check_text("The name of a game", name, "tides")):
        return game
    points = _entry_points().get(name)
    if points is None:
        hint = did_you_mean(name, game_names())
        raise UnknownGame(f"There is no game called {quoted(name)}.{hint} Installed: {', '.join(game_names())}.")
    point = _chosen(points)
    if point is None:
        raise BrokenGame(
            f"There are {len(points)} games called {quoted(name)}, of {join_words([*map(_distribution_of, points)])}: "
            "only one of these can be installed."
        )
    return _load(point)


def _in_the_box(name: str) -> AnyGame | None:
    """The game of this name that ships with Kronika; None if there is none, or it can't be imported.

    It is looked up first, because another package can't take its name. If its import fails, loading it by its entry
    point reports the reason.
    """
    if not name.isidentifier() or name.startswith("_"):
        return None
    try:
        game: AnyGame = import_module(f"{GAMES}.{name}").GAME
    except Exception:
        return None
    return game


def usable_games(tell: Callable[[str], None], besides: Collection[str] = ()) -> list[AnyGame]:
    """Import all games except those named in `besides`, and return those that can be used, sorted by name.

    `tell` is called with a sentence about each game that can't be used.
    """
    games = []
    for name, points in _entry_points().items():
        if name in besides:
            continue
        try:
            games.append(get_game(name))
        except BrokenGame as error:
            tell(str(error))
        else:
            for point in points:
                if point is not _chosen(points):
                    who = f"The game {quoted(name)} of {_distribution_of(point)} is ignored"
                    tell(str(BrokenGame(f"{who}: {_OWN} has a game of this name.")))
    return games


def _chosen(points: Sequence[EntryPoint]) -> EntryPoint | None:
    """The entry point that gets the name: the only one, or Kronika's own; None if there is none such."""
    own = points if len(points) == 1 else [point for point in points if _distribution_of(point) == _OWN]
    return own[0] if len(own) == 1 else None


def _distribution_of(point: EntryPoint) -> str:
    # This reads a file of the distribution, so it is only called for messages and when names clash.
    return point.dist.name if point.dist else point.value


def _load(point: EntryPoint) -> AnyGame:
    note_import(module_of(point))
    try:
        game = point.load()
    except BrokenGame:
        raise
    except (Exception, SystemExit) as error:
        what = clipped(f"{type(error).__name__}: {error}".removesuffix(": "))
        raise _broken(point, f"it can't be imported ({what}){_namespace_hint(point)}") from error
    if not isinstance(game, Game):
        raise _broken(point, f"{point.value} is not an object of a subclass of kronika.core.contract.game.Game")
    missing = [name for name in Game.__annotations__ if not hasattr(Game, name) and not hasattr(game, name)]
    if missing:
        raise _broken(point, f"it lacks {join_words(missing)}")
    for name, right in _RIGHT.items():
        if _shape(value := getattr(game, name)) != _shape(right):
            raise _broken(point, f"its {name} can't be {quoted(value)}; {right!r} is valid")
    try:
        game.Options()
    except (TypeError, ValueError) as error:
        raise _broken(point, f"each of its options needs a default ({error})") from error
    if game.name != point.name:
        raise _broken(point, f"it calls itself {quoted(game.name)}, which must be the name of its entry point")
    return game


def _shape(value: object) -> object:
    return [type(part) for part in value] if isinstance(value, tuple) else type(value)


def blame(error: BaseException) -> str:
    """A clause that says whose code raised an unexpected error: that of another package's game, with the line, or ours.

    The traceback is examined as text, since that is all that is known of an error in a worker process.
    """
    from traceback import format_exception

    lines = [(os.path.realpath(file), line) for file, line in places_in("".join(format_exception(error)))]
    for point in (point for points in _entry_points().values() for point in points):
        module = sys.modules.get(module_of(point).partition(".")[0])
        path = getattr(module, "__file__", None)
        if not path or _distribution_of(point) == _OWN:
            continue
        home = os.path.realpath(path)
        inside = os.path.dirname(home) + os.sep if hasattr(module, "__path__") else home
        for file, line in reversed(lines):
            if file.startswith(inside):
                where = f"{os.path.relpath(file, os.path.dirname(home))}, line {line}"
                return f"the game {quoted(point.name)} of {_distribution_of(point)} failed in {where}"
    return "kronika itself failed"


def _namespace_hint(point: EntryPoint) -> str:
    """A hint for a package that can't be imported because Python found a folder of its name without `__init__.py`.

    Usually that is a folder in the working directory. Empty if this is not the reason.
    """
    found = sys.modules.get(module_of(point).partition(".")[0])
    if found is None or getattr(found, "__file__", None) or not hasattr(found, "__path__"):
        return ""
    folders = join_words([quoted(folder) for folder in found.__path__])
    return f"; Python took {folders} for it, a folder without an __init__.py: run the command from another folder"


def module_of(point: EntryPoint) -> str:
    """The module that an entry point names. `EntryPoint.module` would fail for an entry point that names none."""
    return point.value.partition(":")[0].strip()


def _broken(point: EntryPoint, why: str) -> BrokenGame:
    return BrokenGame(f"The game {quoted(point.name)} of {_distribution_of(point)} can't be used: {why}.")
