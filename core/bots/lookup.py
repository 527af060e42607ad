"""Bots by name: the built-in ones, those of installed packages, and any function of a module.

A name is `NAME`, `NAME:BUDGET`, `MODULE:FUNCTION` or `MODULE:FUNCTION:BUDGET`. A budget is a number of iterations,
such as `200`, or a time, such as `0.5s` or `50ms`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.basics.docstrings import doc_of
from kronika.core.basics.errors import UnknownBot
from kronika.core.basics.import_times import note_import
from kronika.core.basics.text import clipped, did_you_mean, quoted
from kronika.core.bots.builtin import BOTS
from kronika.core.bots.turn import Bot, Budget

if TYPE_CHECKING:  # as in `core/contract/registry.py`
    from importlib.metadata import EntryPoint

GROUP: Final = "kronika.bots"
"""The group of entry points under which packages register bots; each is a function of (turn, dice)."""
ITERATIONS: Final = 10_000_000
"""The greatest number of iterations in a budget."""

ON_THE_LINE: Final = "name it on the command line, `--bot NAME=BOT`"
"""Advice for a bot that a file may not name, as the end of a message."""

CUSTOM_BOT_HELP: Final = (
    "write a function as MODULE:FUNCTION, such as my.bots:clever, and a program as program:COMMAND, "
    "such as program:node bot.js"
)
"""Advice on how to name a bot of your own, as part of a message."""
PROGRAM: Final = "program:"
"""The prefix of the name of a bot that is a program; its command follows."""
KEY: Final = "#"
"""The separator between the name of a file and the name of a program in it."""

_BUDGET = re.compile(r"(?P<iterations>\d+)|(?P<number>\d+(\.\d+)?)(?P<unit>ms|s)")
_BUDGET_LIKE = re.compile(r"[-+]?\d[\w.]*")
_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


class Player(Struct, frozen=True):
    """A bot that plays: its name as the user wrote it, its function, and its budget (None for the bot's default).

    `lot` is an additional seed of the bot's dice, so that two bots with different lots draw differently. `game` is the
    number of the game in a series.
    """

    name: str
    play: Bot
    budget: Budget | None = None
    lot: tuple[str, ...] = ()
    game: int = 0

    @property
    def is_external(self) -> bool:
        """Whether the bot runs outside of this process.

        Such a bot learns nothing about the game's seed, not even by its dice. A bot in Python could look the seed up,
        so its dice come from the seed: it plays the same for the same seed.
        """
        return bool(getattr(self.play, "is_external", False))

    @property
    def is_reproducible(self) -> bool:
        """Whether its budget lets it decide the same every time; a budget in seconds does not."""
        return self.budget is None or not self.budget.seconds


def find_bot(text: str, also: Mapping[str, str] | None = None, *, functions: bool = True) -> Player:
    """The bot with this name. Raises UnknownBot, which says what is wrong with the name and which bots there are.

    `also` maps further names to names of bots. With `functions=False`, `MODULE:FUNCTION` is refused and nothing is
    imported for it: use this for names from a file, which is data and must not run code.
    """
    if also and text in also:
        return replace(find_bot(also[text]), name=text)
    if text.startswith(PROGRAM):
        raise UnknownBot(f"{quoted(text)}: a program can't be used here: name a bot in Python.")
    name, budget = split_budget(text)
    if ":" in name:
        if not functions:
            raise UnknownBot(f"{quoted(text)}: a file can't name a function to run; {ON_THE_LINE}.")
        return Player(text, _imported(name), budget)
    if bot := BOTS.get(name):
        return Player(text, bot, budget)
    if name not in installed_bots():
        named = [*installed_bots(), *BOTS, *(also or ())]
        guess = did_you_mean(name, named)
        own = "" if guess else f" For a bot of your own, {CUSTOM_BOT_HELP}."
        raise UnknownBot(f"There is no bot called {quoted(name)}.{guess} There are {', '.join(named)}.{own}")
    return Player(text, _loaded(installed_bots()[name]), budget)


def split_budget(text: str, *, also: bool = False) -> tuple[str, Budget | None]:
    """Split the name of a bot from its budget; None if it has no budget.

    Raises UnknownBot if the text after the last colon is not a budget. With `also`, a text that does not even look like
    a budget is part of the name.
    """
    name, colon, last = text.rpartition(":")
    if not colon or _FUNCTION.fullmatch(text) or (also and not _BUDGET_LIKE.fullmatch(last)):
        return text, None
    if last and not _BUDGET_LIKE.fullmatch(last):
        raise UnknownBot(
            f"{quoted(text)} is not a bot: {CUSTOM_BOT_HELP}; a built-in bot can have a budget, mcts:200 or mcts:0.5s."
        )
    return name, read_budget(last, text)


def read_budget(text: str, of: str) -> Budget:
    """Read a budget: a number of iterations, `200`, or a time, `0.5s` or `50ms`.

    Raises UnknownBot if it is malformed, 0 or too large; the message names the bot, `of`.
    """
    match = _BUDGET.fullmatch(text)
    rule = (
        f"a budget is a number of iterations up to {ITERATIONS:,}, or a time up to {limits.SECONDS} s: 200, 0.5s, 50ms"
    )
    if match is None:
        raise UnknownBot(f"{quoted(of)}: {quoted(text)} is not a budget: {rule}.")
    if match["iterations"]:
        budget = Budget(iterations=int(match["iterations"][:20]))
    else:
        budget = Budget(seconds=float(match["number"][:20]) / (1000 if match["unit"] == "ms" else 1))
    size, most = (budget.iterations, ITERATIONS) if budget.iterations else (budget.seconds, limits.SECONDS)
    if not size or size > most:
        raise UnknownBot(f"{quoted(of)}: {quoted(text)} is 0 or too large: {rule}.")
    return budget


@cache
def installed_bots() -> Mapping[str, EntryPoint]:
    """The bots of installed packages, by name. Nothing is imported. A name of a built-in bot is ignored."""
    from importlib.metadata import entry_points  # imported only for bots that are not built in

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BOTS}


def _loaded(point: EntryPoint) -> Bot:
    note_import(point.value.partition(":")[0].strip())
    try:
        return _callable(point.load(), point.name)
    except UnknownBot:
        raise
    except (Exception, SystemExit) as error:
        raise _broken(point.name, error) from error


def _imported(name: str) -> Bot:
    if not _FUNCTION.fullmatch(name):
        raise UnknownBot(f"{quoted(name)} is not a bot: {CUSTOM_BOT_HELP}.")
    module, _, function = name.partition(":")
    if module.endswith(".py"):
        raise UnknownBot(
            f"{quoted(name)} is not a bot: write the module without .py: {module.removesuffix('.py')}:{function}."
        )
    note_import(module)
    try:
        found: Any = getattr(import_module(module), function)
    except (Exception, SystemExit) as error:
        raise _broken(name, error) from error
    return _callable(found, name)


def _callable(found: Any, name: str) -> Bot:
    if not callable(found):
        raise UnknownBot(f"The bot {quoted(name)} can't be used: it is not a function of (turn, dice).")
    bot: Bot = found
    return bot


def _broken(name: str, error: BaseException) -> UnknownBot:
    what = clipped(f"{type(error).__name__}: {error}".removesuffix(": "))
    return UnknownBot(f"The bot {quoted(name)} can't be used: it can't be imported ({what}).")


def summary_line(bot: Bot) -> str:
    """The first line of a bot's docstring."""
    return doc_of(bot).partition("\n")[0].strip()


def names_program(text: str) -> bool:
    """Whether the bot with this name is a program."""
    return text.startswith(PROGRAM) or KEY in text
