"""Re-recording what the present rules derive, without touching a decision."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from kronika.core.registry import get_game
from kronika.logs.corpus.check import Pin
from kronika.logs.faults import Fault
from kronika.logs.replay import load
from kronika.logs.store import log_bytes
from kronika.logs.survey import Survey
from kronika.logs.writing import WAIT, hold


class Proposal(Struct, frozen=True):
    """What accepting would do with one log: write it anew (`cause` says why), or not, because of `stuck`."""

    path: str
    game: str
    rules: int
    cause: str
    rule: str
    stuck: Fault | None = None

    @property
    def can_be_pinned(self) -> bool:
        """Do the rules refuse it, as opposed to its being damaged?"""
        return self.stuck is not None and self.stuck.code in ("illegal", "undo")


def propose(found: Iterable[Survey], pinned: Mapping[str, Pin]) -> list[Proposal]:
    """For every log whose derived fields are not what the present rules give, what accepting would do.

    A log of older rules that are known to be the same in every log stays as it was played, and so does one pinned.
    """
    proposals = []
    for log in found:
        if log.path in pinned or not (log.faults or _older(log)):
            continue
        stuck = next((fault for fault in log.faults if fault.code not in ("effects", "digest")), None)
        fault = log.faults[0] if log.faults else None
        cause = fault.code if fault else "rules"
        rule = fault.rules[0] if fault and fault.rules else ""
        proposals.append(Proposal(log.path, log.game, log.rules, cause, rule, stuck))
    return proposals


def _older(log: Survey) -> bool:
    """Is it of rules under which it might have gone otherwise?"""
    if not log.game:
        return False
    game = get_game(log.game)
    return log.rules < game.rules_version and log.rules not in game.same_rules


def accept(folder: str, proposal: Proposal, *, wait: float = WAIT) -> None:
    """Writes one log anew with what the present rules derive. Decisions, chance, undo and redo stay as they are.

    The log is read and written under its lock, for which `accept` waits so many seconds. Raises FileTrouble or
    LogError, which say what is on the disk.
    """
    path = os.path.join(folder, proposal.path)
    with hold(path, "read", wait) as file:
        session = load(path, file.read())
        session.header = msgspec.structs.replace(session.header, rules=session.game.rules_version)
        file.renew(log_bytes(path, session))
