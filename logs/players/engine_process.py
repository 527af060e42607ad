"""The running programs that play: one process for each program and each player's name, for many games."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from itertools import count
from threading import get_ident
from typing import Any, Final

import msgspec

from kronika.core import __version__
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import BotFault
from kronika.core.basics.text import clipped, quoted
from kronika.logs.pipe.answers import Bye, Choice, Error, Welcome
from kronika.logs.pipe.program import Program, ProgramFailed, stderr_hint
from kronika.logs.pipe.requests import PROTOCOL, Hello, other_protocol
from kronika.logs.players.program_spec import ProgramSpec
from kronika.logs.running.worker import on_shutdown

_Answer = Choice | Welcome | Error | Bye

MAX_RUNNING: Final = 16
"""The most processes that are kept running; beyond that, the one that has been idle longest is ended."""
GRACE: Final = 0.2
"""Time in which a process may end by itself once all games are over, in seconds."""


class EngineProcess:
    """A program that plays; each new process is greeted. Raises BotFault if it fails."""

    def __init__(self, described: ProgramSpec) -> None:
        self._program = Program(
            described.command,
            folder=described.folder or None,
            environment=described.environment,
            starting=described.starting,
        )
        self._described = described
        self._ids = count(1)
        self._sessions = count(1)

    @property
    def starts(self) -> int:
        """The number of processes that were started."""
        return self._program.starts

    def session(self) -> str:
        """A name for a session that no other game has."""
        return str(next(self._sessions))

    def greet(self) -> None:
        """Start the process, if none is running, and send `hello`: it is ready once it has answered."""
        if self._program.running:
            return
        hello = Hello(id=next(self._ids), protocol=PROTOCOL, program=f"kronika {__version__}")
        said = self._asked(hello, self._described.seconds, self._described.starting)
        if isinstance(said, Welcome) and said.protocol != PROTOCOL:
            self._program.close(grace=0)
            why = other_protocol(said.protocol)
            raise BotFault("gave no answer that can be read", why, kind="rubbish")

    def ask(self, request: Any, seconds: float) -> Choice:
        """The program's choice, within `seconds` seconds. Raises BotFault."""
        said = self._asked(msgspec.structs.replace(request, id=next(self._ids)), seconds)
        if isinstance(said, Choice):
            return said
        raise self._rubbish(_error(said.message) if isinstance(said, Error) else _in_place("something else"))

    def close(self, grace: float) -> None:
        """End the process."""
        self._program.close(grace)

    def _asked(self, request: Any, seconds: float, more: float = 0.0) -> Choice | Welcome | Error | Bye:
        try:
            (answer,) = self._program.ask(request, seconds=seconds)
        except ProgramFailed as failed:
            raise _fault(failed, seconds + more, " to `hello`" if isinstance(request, Hello) else "") from failed
        try:
            said: Choice | Welcome | Error | Bye = msgspec.convert(answer, _Answer)
        except msgspec.ValidationError:
            raise self._rubbish(_no_answer(answer)) from None
        if said.id not in (None, request.id):
            other = clipped(msgspec.json.encode(said.id).decode(), 40)
            raise self._rubbish(f"it answers under another id than it was asked: {other}, not {request.id}")
        return said

    def _rubbish(self, why: str) -> BotFault:
        """The fault for an answer that may not belong to its question; the process is ended."""
        self._program.close(grace=0)
        return BotFault("gave no answer that can be read", why, kind="rubbish")


def _no_answer(answer: Mapping[str, Any]) -> str:
    """The fault of an object that is not an answer. An object with the type `error` is an error, with any code."""
    if answer.get("type") == "error" and isinstance(answer.get("message"), str):
        return _error(answer["message"])
    why = decode_fault(answer, _Answer).clause
    return f"{why}; `kronika schema --messages` has all answers"


def _error(message: str) -> str:
    return _in_place(f"the error {quoted(message)}")


def _in_place(what: str) -> str:
    return f"it answers with {what} in place of a `choice`"


def _fault(failed: ProgramFailed, seconds: float, to: str) -> BotFault:
    if failed.kind == "silent":
        why = f"no answer{to} within {seconds:g} s"
        if failed.begun:
            why += f": its line has no end, {failed.begun}"
        return BotFault("was late", why, kind="late", heard=failed.heard)
    why = f"it {failed.what.removesuffix('.')}."
    if failed.kind == "start":
        return BotFault("was not started", why, kind="not started")
    if failed.kind == "dead":
        return BotFault("crashed", f"{why}{stderr_hint(failed.heard)}", kind="crashed", heard=failed.heard)
    return BotFault("gave no answer that can be read", why, kind="rubbish", heard=failed.heard)


# -- all of them ------------------------------------------------------------------------------------------------

_RUNNING: OrderedDict[Hashable, EngineProcess] = OrderedDict()
_REGISTERED: set[int] = set()
"""The processes that end their engines when they end."""


def running_engine(described: ProgramSpec, name: str) -> EngineProcess:
    """The running program for a player of this name; it is used again for later games.

    It is not shared with another player, so that no process knows the secrets of two seats. Nor is it shared with
    another thread, or with the process that this one was forked from.
    """
    key = (os.getpid(), get_ident(), msgspec.json.encode(described), name)
    found = _RUNNING.pop(key, None)
    if found is None:
        found = EngineProcess(described)
        _close_at_exit()
    _RUNNING[key] = found
    while len(_RUNNING) > MAX_RUNNING:
        _RUNNING.popitem(last=False)[1].close(grace=0)
    return found


def close_all() -> None:
    """End all engine processes that this process has started."""
    own = [key for key in _RUNNING if isinstance(key, tuple) and key[0] == os.getpid()]
    for key in own:
        _RUNNING.pop(key).close(GRACE)


def _close_at_exit() -> None:
    """End all engine processes when this process ends, even if it is one of several workers."""
    from multiprocessing.util import Finalize

    if os.getpid() not in _REGISTERED:
        _REGISTERED.add(os.getpid())
        Finalize(None, close_all, exitpriority=10)
        on_shutdown(close_all)
