"""Everything that can go wrong because of what a person typed, chose or stored.

Every class here carries a message that is fit to print as it is: one line in which nothing acts, whatever it quotes.
Programming errors are not here: they stay ordinary Python exceptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from kronika.core.basics.printable import printable


class KronikaError(Exception):
    """Base of all errors that speak to the user. As text it is printable; `args` are as they were given."""

    def __str__(self) -> str:
        return printable(self.told())

    def told(self) -> str:
        """The message with all that belongs to it, not yet made printable."""
        return super().__str__()

    def __reduce__(self) -> tuple[Any, ...]:
        """From one process to another, whatever its class takes beside the message."""
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[KronikaError], args: tuple[Any, ...], known: dict[str, Any]) -> KronikaError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(known)
    return error


class UnknownGame(KronikaError):
    """No game of that name is installed."""


class BrokenGame(UnknownGame):
    """A game is installed under this name, but it can't be used: the message says whose it is, and why."""


class UnknownBot(KronikaError):
    """No bot is called so, or the one that is can't be used."""


FaultKind = Literal["illegal", "no move", "late", "crashed", "rubbish", "not started"]
"""What bots do that they may not: a move that the rules forbid, or another seat's; what is no move; none in time; an
end or an exception in place of one; what is no message, or is said without being asked; they can't be started."""


class Terminated(SystemExit):
    """This process is ended from outside: it ends what it has begun, and nobody takes that for a fault."""


class BotFault(KronikaError):
    """A bot that gave no legal move: which one, whose it is, and `why`, which may tell what its seat alone knows.

    `kind` is what it has done. `seat` is the one that it plays for, where that is known. `heard` is what a program last
    wrote to standard error. A bot that raises one itself says in `what` how it went wrong: "was late".
    """

    def __init__(
        self, what: str, why: str = "", seat: int | None = None, kind: FaultKind = "crashed", heard: str = ""
    ) -> None:
        super().__init__(what, why, seat, kind, heard)
        self.what = what
        self.why = why
        self.seat = seat
        self.kind = kind
        self.heard = heard

    def told(self) -> str:
        """What it did, and why that is wrong."""
        return f"{self.what}: {self.why}" if self.why else f"{self.what}."

    def public_message(self) -> BotFault:
        """The same as others at the table may know it."""
        return BotFault(self.what, seat=self.seat, kind=self.kind)


class BotResigned(KronikaError):
    """A bot gives up for the seat that it plays for."""

    def __init__(self, who: str, seat: int) -> None:
        super().__init__(who, seat)
        self.who = who
        self.seat = seat

    def told(self) -> str:
        """Who resigns."""
        return f"{self.who} resigns."


class BadSetup(KronikaError):
    """Players or options that a game can't be set up with."""


class PositionError(KronikaError):
    """A hand-written position that makes no sense. The message begins with the key that is wrong."""


class NotationError(KronikaError):
    """A move text that can't be read as a move at all.

    `hints` are texts that may have been meant (at most a few), best first: in place of the part `instead`, or of the
    whole. `choices` are examples, where nothing is like what was typed. `by` is the seat whose legal moves they tell
    of.
    `openly` is the message for those who may not know what that seat may do. `named` are the things that were named,
    counted, where only their number is wrong.
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
    """A move or an outcome of somebody else where one seat's moves are entered: it is refused unread."""


class IllegalAction(KronikaError):
    """An action or chance outcome that the rules forbid.

    `rule` is the number of the rule it breaks (`TT-2.6`), empty where even that would tell a secret; `reason` says why
    in words a player understands, `facts` holds the values that decided it. `by` is whose action it was, once a session
    has refused it. `seats` are the players for whom `{seats}` stands in the reason: rules know no names, and say `seat
    0`, the number that a move may begin with, until a session gives them.
    """

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
        """Says who the players are of whom the reason tells."""
        self._say([names[seat] for seat in self.seats])

    def _say(self, who: Sequence[str]) -> None:
        if who:
            others, last = ", ".join(who[:-1]), who[-1]
            self.reason = self.args[1].replace("{seats}", f"{others} and {last}" if others else last)

    def told(self) -> str:
        """The reason, and the rule in brackets."""
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class NotProved(KronikaError):
    """Whether what a witness saw is possible is not proved."""


class CannotUndo(KronikaError):
    """There are not that many decisions to take back or to restore."""


class GameEnded(KronikaError):
    """The log says that the game was ended: nothing is played or taken back until it is opened again."""


class WorkerDied(KronikaError):
    """A process that worked for this one was killed: what it had to do is not done, and nobody's input is to blame."""
