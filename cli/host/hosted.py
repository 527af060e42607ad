"""A game of the server: its log, its links, and the bots that play in it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from typing import Final

from starlette.concurrency import run_in_threadpool

from kronika.cli.printing.output import print_note
from kronika.core.basics.errors import BotFault, BotResigned, KronikaError
from kronika.core.bots.driver import decide, resign
from kronika.core.bots.lookup import Player
from kronika.core.sessions.events import Note
from kronika.core.sessions.session import Session
from kronika.logs.hosting.game import Change, HostedGame
from kronika.logs.hosting.links import Links

AGAIN_SECONDS: Final = 5
"""Seconds after which a bot that could not act tries again, as the log could not be written then."""


class Hosted:
    """A game of the server. `bots` play for their seats, `clock` says that each decision gets its time.

    `final` says that players take nothing back once the game is over, since its analysis shows what was hidden.
    """

    def __init__(
        self,
        log: HostedGame,
        links: Links,
        *,
        bots: Mapping[int, Player] | None = None,
        clock: bool = False,
        final: bool = False,
    ) -> None:
        self.log = log
        self.id = links.game
        self.digests = links.digests
        self.clock = clock
        self.final = final
        self.drawing = asyncio.Semaphore(1)
        """The turn of those who ask for the state: who asks for what another one has got needs no thread then."""
        self._bots = dict(bots or {})

    async def let_bots_act(self, turns: asyncio.Semaphore) -> None:
        """Let bots act whenever they may, for ever. A bot thinks in a thread of its own, when it has one of `turns`."""
        changed, loop = asyncio.Event(), asyncio.get_running_loop()
        self.log.listeners.append(lambda: loop.call_soon_threadsafe(changed.set))
        while self._bots:
            changed.clear()
            async with turns:
                acted = await run_in_threadpool(self._bots_act)
            if not acted:
                with suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN_SECONDS):
                        await changed.wait()

    def _bots_act(self) -> bool:
        """Let the bots that may act now do so once. Return false if there are none, or they can't."""
        with self.log.lock:
            seen = copy(self.log.session)
        try:
            moves = decide(seen, self._bots)
        except BotResigned as gone:
            seat = gone.seat
            return self._change(seen, lambda session: resign(session, seat))
        except BotFault as error:
            said = f"{error.public_message()} From now on the scribe moves for bots."
            print_note(said)
            self._bots.clear()
            self.say(said)
            return False

        def act(session: Session) -> None:
            for seat, do in moves:
                session.do(seat, do)

        return bool(moves) and self._change(seen, act)

    def say(self, text: str) -> None:
        """Tell all at the table something, in a note in the log, unless such a note is there already."""

        def add(session: Session) -> None:
            if not any(isinstance(entry, Note) and entry.text == text for entry in session.history):
                session.note(text)

        try:
            self.log.change(add)
        except KronikaError as error:
            print_note(str(error), "error")

    def _change(self, seen: Session, act: Change) -> bool:
        """Make a change unless the game is another one by now. Return false if it can't be made."""

        def act_if_same(session: Session) -> None:
            if session.history == seen.history:
                act(session)

        try:
            self.log.change(act_if_same)
        except KronikaError as error:
            print_note(str(error), "error")
            return False
        return True
