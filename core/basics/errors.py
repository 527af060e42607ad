"""Errors that are caused by what a person typed, chose or stored.

The message of each is safe to print: one line without control characters, even if it quotes input. Programming errors
are not here; they are ordinary Python exceptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from kronika.core.basics.printable import printable


class KronikaError(Exception):
    """Base class of all errors that are shown to users.

    `str(error)` is printable, see `printable`; `args` are kept as they were given.
    """

    def __str__(self) -> str:
        return printable(self.told())

    def told(self) -> str:
        """The full message, before it is made printable."""
        return super().__str__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, so that errors of every class pass between processes, regardless of its parameters."""
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[KronikaError], args: tuple[Any, ...], known: dict[str, Any]) -> KronikaError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(known)
    return error


class UnknownGame(KronikaError):
    """No game of this name is installed."""


class BrokenGame(UnknownGame):
    """A game of this name is installed but can't be used. The message names its package and the reason."""


class UnknownBot(KronikaError):
    """No bot of this name exists, or it can't be used."""


FaultKind = Literal["illegal", "no move", "late", "crashed", "rubbish", "not started"]
"""The kinds of faults of bots.

- `illegal`: a move that the rules forbid, or that is not for the bot's own seat;
- `no move`: text that is not a move;
- `late`: no answer in time;
- `crashed`: the bot's program has exited, or the bot has raised an exception;
- `rubbish`: a malformed or unexpected message;
- `not started`: the bot's program can't be started.
"""


class Terminated(SystemExit):
    """This process was asked to terminate. It finishes what it has begun, and this doesn't count as a fault."""


class BotFault(KronikaError):
    """A bot failed to give a legal move.

    `what` names the bot and its player and says what it did; a bot that raises this error itself only says what it did
    ("was late"). `why` gives the details, which may contain what only its seat may know. `seat` is the seat that it
    plays for, if known. `heard` is the end of what its program wrote to standard error.
    """

    def __init__(
        self, what: str, why: str = "", seat: int | None = None, kind: FaultKind = "crashed", heard: str = ""
    ) -> None:
        super().__init__(what, why, seat, kind, heard)
        self.what = what
        self.why = why
        self.seat = seat
        self.kind: FaultKind = kind
        self.heard = heard

    def told(self) -> str:
        """The sentence: what the bot did, and why that is wrong."""
        return f"{self.what}: {self.why}" if self.why else f"{self.what}."

    def public_message(self) -> BotFault:
        """The same fault without `why` and `heard`, as the others at the table may know it."""
        return BotFault(self.what, seat=self.seat, kind=self.kind)


class BotResigned(KronikaError):
    """A bot resigns for its seat."""

    def __init__(self, who: str, seat: int) -> None:
        super().__init__(who, seat)
        self.who = who
        self.seat = seat

    def told(self) -> str:
        """The sentence with the name of the player who resigns."""
        return f"{self.who} resigns."


class BadSetup(KronikaError):
    """A game can't be set up like this: its players, options, tags or seed are wrong."""


class PositionError(KronikaError):
    """A hand-written position is impossible. The message begins with the key that is wrong."""


class NotationError(KronikaError):
    """A text can't be parsed as a move.

    `hints` are a few texts that may have been meant, best first. They replace the part `instead` of the text, or all of
    it if that is empty. `can_be` are examples of moves, for text that is like none of them. `by` is the seat whose
    legal moves the hints and examples reveal. `openly` is the message for viewers who may not know what that seat can
    do. `named` says how many things the text names, if only their number is wrong.
    """

    def __init__(
        self,
        message: str,
        hints: Iterable[str] = (),
        *,
        can_be: Iterable[str] = (),
        instead: str = "",
        by: int | None = None,
        openly: str = "",
        named: str = "",
    ) -> None:
        super().__init__(message)
        self.hints = tuple(hints)
        self.can_be = tuple(can_be)
        self.instead = instead
        self.by = by
        self.openly = openly or message
        self.named = named

    def told(self) -> str:
        """The message, the hints as a question, and the examples."""
        text = super().told()
        if self.hints:
            text += f" Did you mean: {', '.join(self.hints)}?"
        if self.can_be:
            *others, last = (f"`{example}`" for example in self.can_be)
            text += f" It can be {', '.join(others)}{' or ' if others else ''}{last}."
        return text


class NotYours(KronikaError):
    """A move of another seat, or an outcome of chance, was entered where only one seat's moves are accepted.

    It is refused without being parsed.
    """


class IllegalAction(KronikaError):
    """An action or an outcome of chance that the rules forbid.

    `rule` is the number of the rule that it breaks (`TT-2.6`), or empty if even that would reveal a secret. `reason`
    explains it to players; `facts` holds the values that decided it. `by` is the seat whose action it was, set when a
    session refuses it. `seats` are the players that `{seats}` in the reason names: as `seat 0`, since rules know no
    names, until `name` replaces that. `where` says where the things are that it names, if the reader may know that.
    """

    where: str = ""

    def __init__(
        self,
        rule: str,
        reason: str,
        facts: Mapping[str, Any] | None = None,
        by: int | None = None,
        seats: Sequence[int] = (),
    ) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason
        self.facts = dict(facts or {})
        self.by = by
        self.seats = tuple(seats)
        self._say([f"seat {seat}" for seat in self.seats])

    def name(self, names: Sequence[str]) -> None:
        """Put the players' names, by seat, into the reason in place of the seats' numbers."""
        self._say([names[seat] for seat in self.seats])

    def _say(self, who: Sequence[str]) -> None:
        if who:
            others, last = ", ".join(who[:-1]), who[-1]
            self.reason = self.args[1].replace("{seats}", f"{others} and {last}" if others else last)

    def told(self) -> str:
        """The reason, followed by the rule in parentheses if there is one, and by `where`."""
        text = f"{self.reason} ({self.rule})" if self.rule else self.reason
        return f"{text} {self.where}".rstrip()


class NotProved(KronikaError):
    """It could not be proved that a record of a witness is possible."""


class CannotUndo(KronikaError):
    """There are fewer decisions to undo or redo than were asked for."""


class GameEnded(KronikaError):
    """The log records an early ending: no move or undo is possible until the game is reopened."""


class WorkerDied(KronikaError):
    """A worker process was killed before its work was done. No input is at fault."""
