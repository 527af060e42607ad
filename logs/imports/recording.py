"""An archive as it becomes a log: moves are played, each with a note of its origin and of the claims about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from kronika.core.basics.errors import IllegalAction, KronikaError, NotProved
from kronika.core.contract.moves import seat_name
from kronika.core.contract.twins import has_holes
from kronika.core.sessions.events import Witnessed, done_text
from kronika.core.sessions.notes import ORIGIN, SAYS
from kronika.core.sessions.session import Session
from kronika.logs.imports.claims import Claim
from kronika.logs.imports.notices import Archive, Notice, refuse
from kronika.logs.imports.values import Args, as_word

OF_PLATFORM: Final = frozenset(
    {
        "gameStateChange",
        "gameStateChangePrivateArg",
        "gameStateMultipleActiveUpdate",
        "updateReflexionTime",
        "yourTurnAck",
        "simpleNode",
        "simpleNote",
        "message",
        "history_history",
        "resultsAvailable",
        "tableInfosChanged",
        "wakeupPlayers",
        "chat",
        "chatmessage",
        "tablechat",
        "privatechat",
        "startWriting",
        "stopWriting",
        "tabledecision",
        "gameResultNeutralized",
        "undoRestorePoint",
    }
)
"""Kinds of notifications of the platform itself, which say nothing about a game."""


class Recording:
    """A session into which an archive is played.

    `notice` is the current notification. `mapped` counts those that mean something for the game, `passed` those of the
    platform itself, `unknown` the others by name. `remarks` are messages for the user.
    """

    def __init__(self, session: Session, archive: Archive) -> None:
        self.session = session
        self.archive = archive
        self.notice: Notice | None = None
        self.mapped = self.passed = 0
        self.unknown: Counter[str] = Counter()
        self.remarks: list[str] = []
        self._seats = {person.id: seat for seat, person in enumerate(archive.people)}
        self._named = {person.name: seat for seat, person in enumerate(archive.people)}
        self._origin: dict[str, Any] = {}
        self._claims: list[Claim] = []
        self._later: list[Claim] = []
        self._number = 0

    def args(self) -> Args:
        """The values of the current notification. Raises LogError if it does not belong to a move."""
        assert self.notice is not None
        if not self.notice.move:
            refuse(self.archive.path, self.notice, "order", "its packet has no `move_id`.")
        self.mapped += 1
        return Args(self.archive.path, self.notice)

    def pass_over(self, notice: Notice) -> None:
        """Count a notification that is not mapped."""
        if notice.kind in OF_PLATFORM:
            self.passed += 1
        else:
            self.unknown[notice.kind or "(without a name)"] += 1

    # -- seats --------------------------------------------------------------------------------------------------

    def seat_of(self, args: Args, name: str = "player_id") -> int:
        """The seat of a player who is named by id. Raises LogError for an unknown one, or one with another's name."""
        seat = self._seats.get(as_word(args.notice.args.get(name)))
        if seat is None:
            return int(args.refuse(f"`{name}` is not one of the players."))
        called = self._named.get(as_word(args.notice.args.get("player_name")), seat)
        if name == "player_id" and called != seat:
            players = self.session.players
            args.refuse(f"`player_id` is that of {players[seat]}, `player_name` that of {players[called]}.")
        return seat

    def seat_named(self, args: Args, otherwise: int | None = None) -> int:
        """The seat of a player who is named by id, or else by name; `otherwise` if none is. Raises LogError."""
        if args.has("player_id"):
            return self.seat_of(args)
        if otherwise is not None and not args.has("player_name"):
            return otherwise
        seat = self._named.get(as_word(args.notice.args.get("player_name")))
        return int(args.refuse("`player_name` is not one of the players.")) if seat is None else seat

    def seat_of_id(self, who: str) -> int | None:
        """The seat of the player with this id; None if there is none."""
        return self._seats.get(who)

    # -- moves --------------------------------------------------------------------------------------------------

    def do(self, by: int, do: Any, then: Sequence[Any] | None = None) -> None:
        """Play the action or outcome that the current notification reports. Raises LogError.

        `then` are its effects as the witness saw them, if they are known.
        """
        self._claims += self._later
        self._later.clear()
        self._play(by, do, then, {})

    def imply(self, by: int, do: Any, then: Sequence[Any] | None = None) -> None:
        """Play an action or outcome that is not reported but follows from the current notification. Raises LogError."""
        self._play(by, do, then, {"implied": True})

    def _play(self, by: int, do: Any, then: Sequence[Any] | None, more: dict[str, Any]) -> None:
        self.note()
        session = self.session
        if session.witness is None and has_holes(do):
            refuse(self.archive.path, self.notice, "schema", "it does not name what it counts, but it has every hand.")
        try:
            if then is None:
                session.do(by, do)
            else:
                session.append(Witnessed(by, do, tuple(then), "sealed"))
        except NotProved as error:
            refuse(self.archive.path, self.notice, "unproved", f"{self._text(by, do)}: {error}")
        except IllegalAction as refusal:
            refuse(
                self.archive.path,
                self.notice,
                "illegal",
                f"{self._text(by, do)} is refused: {refusal}",
                (refusal.rule,),
            )
        except KronikaError as error:
            refuse(self.archive.path, self.notice, "illegal", f"{self._text(by, do)}: {error}")
        self._origin = (self.notice.origin if self.notice else {}) | more
        self._number = len(session.history)

    def _text(self, by: int, do: Any) -> str:
        session = self.session
        text = done_text(session.game, session.state, by, do, session.players)
        return f"`{seat_name(by, session.players)}: {text}`"

    # -- claims ------------------------------------------------------------------------------------------------

    def says(self, what: str, value: Any, seat: int = -1, of: str = "") -> None:
        """Add a claim about the last record."""
        nth = sum((one.what, one.seat, one.of) == (what, seat, of) for one in self._claims)
        self._claims.append(Claim(what, value, seat, of, nth))

    def says_later(self, what: str, value: Any, seat: int = -1, of: str = "") -> None:
        """Add a claim about the state before the next reported record; it replaces an earlier one about the same."""
        self._later = [one for one in self._later if (one.what, one.seat, one.of) != (what, seat, of)]
        self._later.append(Claim(what, value, seat, of))

    def note(self) -> None:
        """Write a note with the origin of the last record and the claims about it, if there are any."""
        if not self._number:
            return
        data: dict[str, Any] = {ORIGIN: self._origin} if self._origin else {}
        if self._claims:
            data[SAYS] = msgspec.to_builtins(self._claims)
        if data:
            self.session.note(on=self._number, data=data)
        self._origin, self._claims, self._number = {}, [], 0

    def finish(self) -> None:
        """Write the last note."""
        self._claims += self._later
        self._later.clear()
        self.note()
