"""What changed between two checks of one folder, grouped by the rule that caused it."""

from __future__ import annotations

from collections import defaultdict

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


def compare(old: Corpus, new: Corpus) -> list[Group]:
    """What changed between two checks of one folder, grouped by cause, the largest group first."""
    before = {log.path: log for log in old.logs}
    after = {log.path: log for log in new.logs}
    groups: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
    for path in sorted({*before, *after}):
        cause = _cause(before.get(path), after.get(path))
        if cause is not None:
            game = (after.get(path) or before[path]).game
            groups[game, cause[0], cause[1]].append((path, cause[2]))
    return sorted(
        (
            Group(game, code, rule, tuple(path for path, _ in found), found[0][1])
            for (game, code, rule), found in groups.items()
        ),
        key=lambda group: (-len(group.logs), group.game, group.code, group.rule),
    )


def _cause(old: Survey | None, new: Survey | None) -> tuple[str, str, str] | None:
    """Code, rule and an example of what changed about a log; None when nothing did."""
    if old is None or new is None:
        present = new or old
        assert present is not None
        return ("new" if old is None else "gone", "", present.path)
    known = {(fault.line, fault.code, fault.message) for fault in old.faults}
    for fault in new.faults:
        if (fault.line, fault.code, fault.message) not in known:
            return fault.code, fault.rules[0] if fault.rules else "", str(fault)
    if new.unreadable != old.unreadable:
        return "unreadable", "", f"{new.path}: {new.unreadable or 'can be read again'}"
    if old.faults != new.faults:
        return "mended", old.faults[0].rules[0] if old.faults[0].rules else "", str(old.faults[0])
    return _other_points(old, new) if (old.digest, old.sources) != (new.digest, new.sources) else None


def _other_points(old: Survey, new: Survey) -> tuple[str, str, str]:
    for rule in sorted({*old.sources, *new.sources}):
        was, is_ = old.sources.get(rule), new.sources.get(rule)
        if was != is_:
            return "points", rule, f"{new.path}: points by {rule} were {was or 'none'}, are {is_ or 'none'}"
    return "digest", "", f"{new.path}: the last state was {old.digest}, is {new.digest}"
