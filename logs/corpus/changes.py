"""Finds the changes between two checks of one folder, grouped by the rule that caused them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kronika.core.basics.text import join_words
from kronika.logs.corpus.baseline import Earlier
from kronika.logs.corpus.causes import Change, Group, fault_change, group_changes, other_winner
from kronika.logs.corpus.check import Corpus
from kronika.logs.files.faults import Fault, gravest_fault
from kronika.logs.replaying.survey import Survey


def compare_checks(old: Corpus | Earlier, new: Iterable[Survey]) -> list[Group]:
    """Changes between two checks of one folder, grouped by cause, the largest group first."""
    if isinstance(old, Earlier):
        return group_changes(_changes(old, new))
    with Earlier(old.logs) as before:
        return group_changes(_changes(before, new))


def _changes(old: Earlier, new: Iterable[Survey]) -> Iterator[Change]:
    """Yield the changes log by log. No log is kept in memory; logs that are gone come last."""
    for log in new:
        if change := log_change(old.get(log.path), log):
            yield change
    for log in old.gone():
        if change := log_change(log, None):
            yield change


def log_change(old: Survey | None, new: Survey | None) -> Change | None:
    """The change of a log; None if nothing changed."""
    present = new or old
    assert present is not None
    path, game = present.path, present.game
    if old is None or new is None:
        return Change(path, game, "new" if old is None else "gone", (), path)
    if came := _faults_without(new.faults, old.faults):
        return fault_change(new, came, old)
    if new.unreadable != old.unreadable:
        return Change(path, game, "unreadable", (), f"{path}: {new.unreadable or 'can be read again'}")
    if went := _faults_without(old.faults, new.faults):
        gone = gravest_fault(went)
        return Change(path, game, "mended", gone.rules, str(gone))
    if old.sources != new.sources:
        return _other_points(old, new)
    if other_winner(old, new):
        return _other_winner(old, new)
    return None if _same_state(old, new) else _other_state(old, new)


def _faults_without(faults: Iterable[Fault], others: Iterable[Fault]) -> list[Fault]:
    """The faults that are not among the others."""
    known = {(fault.line, fault.code, fault.message) for fault in others}
    return [fault for fault in faults if (fault.line, fault.code, fault.message) not in known]


def _same_state(old: Survey, new: Survey) -> bool:
    """True if both ended in one state. A log that was upgraded to another format since has another digest for it."""
    return old.digest in (new.digest, *new.other_digests) or new.digest in old.other_digests


def _other_points(old: Survey, new: Survey) -> Change:
    rules = tuple(
        rule for rule in sorted({*old.sources, *new.sources}) if old.sources.get(rule) != new.sources.get(rule)
    )
    was, now = (log.sources.get(rules[0], "none") for log in (old, new))
    text = f"{new.path}: points by {rules[0]} were {was}, are {now}"
    return Change(new.path, new.game, "points", rules, text, other_winner(old, new))


def _other_winner(old: Survey, new: Survey) -> Change:
    """The change of a log whose points are the same, but whose winner differs, by a tie-break or by the end of the
    game.
    """
    assert old.result
    assert new.result
    was, now = (join_words([new.players[seat] for seat in one.winners]) for one in (old.result, new.result))
    rules = tuple(filter(None, (new.result.tie_rule or old.result.tie_rule, new.result.rule)))
    return Change(new.path, new.game, "winner", rules, f"{new.path}: the winner was {was}, is {now}", winner=True)


def _other_state(old: Survey, new: Survey) -> Change:
    text = f"{new.path}: the last state was {old.digest}, is {new.digest}"
    return Change(new.path, new.game, "digest", (), text, other_winner(old, new))
