"""Groups the changes of logs by the rule that caused them: each cause is one group everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from kronika.logs.files.faults import Fault, gravest_fault
from kronika.logs.replaying.survey import Survey


class Change(Struct, frozen=True):
    """The change of one log: its kind, the rules that differ (the likeliest cause first), and the change in words.

    `winner` is true if somebody else has won; None if that is not known.
    """

    path: str
    game: str
    code: str
    rules: tuple[str, ...]
    text: str
    winner: bool | None = None


class Group(Struct, frozen=True):
    """Logs that changed for one cause: the first rule whose effects or points differ, or the fault that prevents a
    replay.

    `code` is that of the gravest fault, or one of these: `points` if only scores differ, `winner` if only the winner
    does, `digest` if only the last state does, `rules` if only the version does, `new`, `gone`, `mended`, `unreadable`.
    `example` describes the first log. `other_winners` is the number of games with another winner, None if it is not
    known.
    """

    game: str
    code: str
    rule: str
    logs: tuple[str, ...]
    example: str
    other_winners: int | None = None


Cause = tuple[str, str, str]
_Causes = dict[Cause, list[Change]]


def fault_change(log: Survey, faults: Sequence[Fault], earlier: Survey | None) -> Change:
    """The change of a log that has faults; `earlier` is its survey at an earlier check, if there was one.

    It is listed under its gravest fault. The cause is the first fault with a known rule.
    """
    fault = gravest_fault(faults)
    led = next((one.rules for one in faults if one.rules), ())
    rules = tuple(dict.fromkeys((*led, *fault.rules)))
    return Change(log.path, log.game, fault.code, rules, str(fault), other_winner(earlier, log))


def other_winner(old: Survey | None, new: Survey) -> bool | None:
    """True if somebody else has won; None if one of the two games did not end."""
    if old is None or old.result is None or new.result is None:
        return None
    return old.result.winners != new.result.winners


def group_changes(changes: Iterable[Change]) -> list[Group]:
    """Changes by cause, the largest group first."""
    by_cause: _Causes = {}
    for change in changes:
        by_cause.setdefault((change.game, change.code, change.rules[0] if change.rules else ""), []).append(change)
    return [_group(cause, of_cause) for cause, of_cause in _by_size(_merged(by_cause))]


def _group(cause: Cause, changes: list[Change]) -> Group:
    known = [change.winner for change in changes if change.winner is not None]
    paths = tuple(change.path for change in changes)
    return Group(*cause, paths, changes[0].text, sum(known) if known else None)


def _by_size(groups: _Causes) -> list[tuple[Cause, list[Change]]]:
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


def _merged(groups: _Causes) -> _Causes:
    """Merge groups, so that each cause is one group.

    The first rule that differs in a log is not always the cause: a card that is compared with another pays differently
    if that one does. So a group is merged into a larger one whose rule also differs in all of its logs.
    """
    kept: _Causes = {}
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
