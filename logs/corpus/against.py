"""What changed between two checks of one folder, grouped by the rule that caused it."""

from __future__ import annotations

from msgspec import Struct

from kronika.logs.corpus.check import Corpus
from kronika.logs.survey import Survey


class Group(Struct, frozen=True):
    """Logs that differ for one cause: the first rule whose effects or points differ, or what keeps them from replaying.

    `code` is a fault code, or `points` where only scores differ, `new`, `gone`, `mended`; `example` is the first log.
    """

    game: str
    code: str
    rule: str
    logs: tuple[str, ...]
    example: str


class _Change(Struct, frozen=True):
    """What changed about one log: how, the rules that differ (the likeliest cause first), and in words."""

    path: str
    game: str
    code: str
    rules: tuple[str, ...]
    text: str


def compare(old: Corpus, new: Corpus) -> list[Group]:
    """What changed between two checks of one folder, grouped by cause, the largest group first."""
    before = {log.path: log for log in old.logs}
    after = {log.path: log for log in new.logs}
    found = (_change(before.get(path), after.get(path)) for path in sorted({*before, *after}))
    by_cause: dict[tuple[str, str, str], list[_Change]] = {}
    for change in found:
        if change is not None:
            rule = change.rules[0] if change.rules else ""
            by_cause.setdefault((change.game, change.code, rule), []).append(change)
    return [
        Group(game, code, rule, tuple(change.path for change in changes), changes[0].text)
        for (game, code, rule), changes in _by_size(_merged(by_cause))
    ]


Causes = dict[tuple[str, str, str], list[_Change]]


def _by_size(groups: Causes) -> list[tuple[tuple[str, str, str], list[_Change]]]:
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


def _merged(groups: Causes) -> Causes:
    """One cause, one group.

    The first rule that differs in a log is not always the cause: a card that is compared with another pays differently
    when that one does. So a group goes into a larger one whose rule differs in all of its logs too.
    """
    kept: Causes = {}
    for (game, code, rule), changes in _by_size(groups):
        home = next(
            (
                key
                for key in kept
                if key[:2] == (game, code) and key[2] and all(key[2] in change.rules for change in changes)
            ),
            (game, code, rule),
        )
        kept[home] = sorted([*kept.get(home, []), *changes], key=lambda change: change.path)
    return kept


def _change(old: Survey | None, new: Survey | None) -> _Change | None:
    """What changed about a log; None when nothing did."""
    present = new or old
    assert present is not None
    path, game = present.path, present.game
    if old is None or new is None:
        return _Change(path, game, "new" if old is None else "gone", (), path)
    known = {(fault.line, fault.code, fault.message) for fault in old.faults}
    for fault in new.faults:
        if (fault.line, fault.code, fault.message) not in known:
            return _Change(path, game, fault.code, fault.rules, str(fault))
    if new.unreadable != old.unreadable:
        return _Change(path, game, "unreadable", (), f"{path}: {new.unreadable or 'can be read again'}")
    if old.faults != new.faults:
        gone = next(fault for fault in old.faults if fault not in new.faults)
        return _Change(path, game, "mended", gone.rules, str(gone))
    return None if _same_state(old, new) and old.sources == new.sources else _other_points(old, new)


def _same_state(old: Survey, new: Survey) -> bool:
    """Did both end in one state? A log that was raised to another format since has another digest for it."""
    return old.digest in (new.digest, *new.also) or new.digest in old.also


def _other_points(old: Survey, new: Survey) -> _Change:
    rules = tuple(
        rule for rule in sorted({*old.sources, *new.sources}) if old.sources.get(rule) != new.sources.get(rule)
    )
    if not rules:
        text = f"{new.path}: the last state was {old.digest}, is {new.digest}"
        return _Change(new.path, new.game, "digest", (), text)
    was, now = (log.sources.get(rules[0], "none") for log in (old, new))
    return _Change(new.path, new.game, "points", rules, f"{new.path}: points by {rules[0]} were {was}, are {now}")
