"""Records again what the current rules derive, without changing a decision."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec import Struct

from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.corpus.baseline import Earlier
from kronika.logs.corpus.causes import Change, Group, fault_change, group_changes, other_winner
from kronika.logs.corpus.changes import log_change
from kronika.logs.corpus.pins import Pin
from kronika.logs.files.addresses import file_of
from kronika.logs.files.faults import Fault, FileError, LogError, gravest_fault
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import is_pack
from kronika.logs.files.pack_changing import change_logs
from kronika.logs.files.sources import place_in
from kronika.logs.files.writing import WAIT, open_locked
from kronika.logs.replaying.logfile import log_bytes, packed_bytes
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.survey import Survey


class Proposal(Struct, frozen=True):
    """The proposed change of one log: rewrite it, or not, because of `stuck`.

    `cause` and `rule` are those of its group. `other_winner` is true if somebody else wins; None if the earlier winner
    is not known.
    """

    path: str
    game: str
    rules: int
    cause: str
    rule: str
    stuck: Fault | None = None
    other_winner: bool | None = None

    @property
    def can_be_pinned(self) -> bool:
        """True if the rules refuse it, as opposed to a damaged log."""
        return self.stuck is not None and self.stuck.code in ("illegal", "undo")


def propose(
    found: Iterable[Survey], pinned: Mapping[str, Pin], earlier: Earlier | Iterable[Survey] = ()
) -> tuple[list[Proposal], list[Group]]:
    """A proposal for every log whose derived fields differ from the current rules, and the causes.

    A log stays as it is if it is pinned, or if its older rules are known to give the same in every log. `earlier` are
    the logs at an earlier check, if there was one: a log alone does not record its earlier winner. The causes are those
    of the logs that would be rewritten.
    """
    before = earlier if isinstance(earlier, Earlier) else Earlier(earlier)
    due = [log for log in found if log.path not in pinned and (log.faults or _is_of_older_rules(log))]
    changes = {log.path: _change(log, before.get(log.path)) for log in due}
    stuck = {log.path: _why_stuck(log) for log in due}
    good = group_changes(change for path, change in changes.items() if stuck[path] is None)
    bad = group_changes(change for path, change in changes.items() if stuck[path] is not None)
    of = {path: group for group in (*good, *bad) for path in group.logs}
    proposals = [
        Proposal(
            log.path,
            log.game,
            log.rules,
            of[log.path].code,
            of[log.path].rule,
            stuck[log.path],
            changes[log.path].winner,
        )
        for log in due
    ]
    return proposals, good


def _why_stuck(log: Survey) -> Fault | None:
    """The fault that keeps a log from being rewritten, or None."""
    damage = [fault for fault in log.faults if fault.code not in ("effects", "digest")]
    return gravest_fault(damage) if damage else None


def _change(log: Survey, earlier: Survey | None) -> Change:
    """The change of a log: the difference between two checks, or that its rules are older."""
    if log.faults:
        return fault_change(log, log.faults, earlier)
    known = log_change(earlier, log) if earlier else None
    text = f"{log.path}: is of rules {log.rules}, which are {get_game(log.game).rules_version} now"
    return known or Change(log.path, log.game, "rules", (), text, other_winner(earlier, log))


def _is_of_older_rules(log: Survey) -> bool:
    """True if the log is of older rules that could lead to another course of the game."""
    if not log.game:
        return False
    game = get_game(log.game)
    return log.rules < game.rules_version and log.rules not in game.same_rules


def accept(folder: str, proposal: Proposal, *, wait: float = WAIT, tell: Notify = no_op) -> None:
    """Rewrite one log as `accept_all` does. Raises FileError or LogError, which say what is on the disk."""
    for error in accept_all(folder, [proposal], wait=wait, tell=tell):
        if error is not None:
            raise error


def accept_all(
    folder: str, proposals: Iterable[Proposal], *, wait: float = WAIT, tell: Notify = no_op
) -> Generator[LogError | FileError | None, None, None]:
    """Rewrite logs with the results of the current rules, and yield for each why it was not rewritten, or None.

    Decisions, chance, undo and redo stay as they are. Each file is read and written under its lock, for which this
    waits `wait` seconds; logs in a file of many are rewritten together, if they follow one another. `tell` as in
    `seal`.
    """
    named = ((os.path.join(folder, one.path), one) for one in proposals)
    for file, group in groupby(named, lambda one: file_of(one[0])):
        addresses = [address for address, _ in group]
        if is_pack(file):
            yield from _accept_packed(file, addresses, wait, tell)
        else:
            yield _accept_file(file, wait, tell)


def _accept_file(path: str, wait: float, tell: Notify) -> LogError | FileError | None:
    try:
        with open_locked(path, "read", wait, tell) as file:
            file.replace(log_bytes(path, _accepted(path, file.read())))
    except (LogError, FileError) as error:
        return error
    return None


def _accept_packed(
    file: str, addresses: Sequence[str], wait: float, tell: Notify
) -> Iterator[LogError | FileError | None]:
    """Rewrite logs in a file of many; one that does not replay stays as it is."""
    places = {place_in(address): address for address in addresses}
    failed: dict[str, LogError | FileError] = {}

    def change(place: int, log: bytes) -> bytes:
        address = places[place]
        try:
            return packed_bytes(_accepted(address, log))
        except (LogError, FileError) as error:
            failed[address] = error
            return log

    try:
        change_logs(file, places, change, wait=wait, tell=tell)
    except FileError as error:
        yield from [error] * len(addresses)
    else:
        yield from map(failed.get, addresses)


def _accepted(path: str, data: bytes) -> Session:
    """The session of a log with these bytes, under the current rules. Raises LogError or FileError."""
    session = load(path, data)
    session.header = msgspec.structs.replace(session.header, rules=session.game.rules_version)
    return session
