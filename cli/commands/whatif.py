"""`whatif`: played games under another reading of the rules."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from functools import partial
from typing import Any, Final

import click
from msgspec import Struct

from kronika.cli.corpus.changes import print_groups
from kronika.cli.corpus.surveying import asking_catalog, catalog_option
from kronika.cli.printing.completing import complete_log, complete_option
from kronika.cli.printing.options import LOG, cluster_option, format_option, jobs_option
from kronika.cli.printing.output import (
    FILE,
    FINDING,
    FINE,
    print_json,
    print_note,
    print_text,
    print_warning,
    table,
    terminal_paper,
    wrapped,
)
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.core.basics.errors import BadSetup
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.contract.options import parse_assignments
from kronika.logs.corpus.causes import Change, Group, group_changes
from kronika.logs.corpus.skipping import work_item
from kronika.logs.corpus.whatif import Kind, judge_known, judge_remotely
from kronika.logs.files.walk import find_logs, skipped_text
from kronika.logs.replaying.replay import load_full
from kronika.logs.replaying.whatif import (
    START,
    Deviation,
    RetoldGame,
    effects_text,
    options_text,
    options_under,
    retell,
    winners_text,
)
from kronika.logs.texts.addresses import check_log
from kronika.logs.work.catalog import Catalog
from kronika.logs.work.pool import Success, map_in_order


class WhatIf(Struct, frozen=True):
    """Many games under other options.

    `games` counts those that were replayed: `same` do not change, `different` do, and `other_winners` of these have
    another winner. `groups` are the changes by cause. `already` counts games that were played with these options,
    `without_option` those of games without such an option, `witnessed` logs that hold what one witness saw, and
    `unreadable` those that can't be read or have a fault.
    """

    options: dict[str, Any]
    games: int
    same: int
    different: int
    other_winners: int
    already: int
    without_option: int
    witnessed: int
    unreadable: int
    groups: list[Group]


@click.command()
@click.argument("logs", nargs=-1, required=True, type=LOG, shell_complete=complete_log)
@click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    required=True,
    metavar="KEY=VALUE",
    shell_complete=complete_option,
    help="An option of the game, and its other value.",
)
@click.option(
    "--at",
    type=click.IntRange(min=0),
    metavar="N",
    help="Replay one game with the other value from record N on; 0 is the start.",
)
@catalog_option
@jobs_option
@cluster_option
@format_option(WhatIf, RetoldGame)
@interruption_notice()
def whatif(
    logs: tuple[str, ...],
    options: tuple[str, ...],
    at: int | None,
    catalog: str | None,
    jobs: int,
    cluster: str,
    form: str,
) -> None:
    """Replay games as if an option had another value, to see whether a ruling matters.

    Takes logs, or all logs of a folder. Counts the games that would be illegal, by rule, and those with other points or
    another winner. For each cause you see the first game, with the record to look at. Outcomes of chance stay those of
    the log. With --at, one game is replayed from a record on, as for a rule that was broken at a real table. Moves that
    would now be illegal are then kept. A log that the catalog excludes is not replayed. The exit status is 1 if
    anything changes.

    \b
    kronika whatif games -o zero_tie=need_one
    kronika whatif game.jsonl -o zero_tie=need_one --at 40
    """
    given = parse_assignments(options)
    for log in logs:
        check_log(log)
    if at is not None:
        if len(logs) != 1 or os.path.isdir(logs[0]):
            raise click.UsageError("--at is for one game: name its log.")
        raise click.exceptions.Exit(_tell_one(logs[0], given, at, form))
    with asking_catalog(logs, catalog) as known:
        raise click.exceptions.Exit(_tell_many(logs, given, jobs, cluster, form, known))


# -- many games ---------------------------------------------------------------------------------------------------


def _tell_many(
    logs: tuple[str, ...], given: Mapping[str, str], jobs: int, cluster: str, form: str, known: Catalog | None
) -> int:
    there = find_logs(logs)
    kinds: Counter[Kind] = Counter()
    changes: list[Change] = []
    no_say: Counter[str] = Counter()
    without = ""
    judge = partial(judge_known, given=given)
    items = Success(there.paths, partial(work_item, sent=bool(cluster), catalog=known, judge=judge))
    with closing(
        map_in_order(partial(judge_remotely, given=given), items, jobs, print_warning, cluster=cluster)
    ) as results:
        for verdict in progress(results, len(there.paths), "telling again"):
            kinds[verdict.kind] += 1
            if verdict.change:
                changes.append(verdict.change)
            elif verdict.kind == "without":
                without = verdict.why
            elif verdict.kind == "same":
                no_say[verdict.why] += 1
            elif verdict.why:
                print_note(verdict.why)
    for why in there.unlisted.values():
        print_note(why)
    if there.others:
        print_note(f"{skipped_text(there.others)} skipped.")
    if without and kinds["without"] == sum(kinds.values()):
        raise BadSetup(without)
    found = _summed(given, kinds, changes)
    if form == "json":
        print_json(found)
    else:
        _print(found)
    for why, n in no_say.items():
        if why:
            print_note(f"{why}: this is so in {pluralize(n, 'game')}.")
    if kinds["unread"] or there.unlisted:
        return FILE
    return FINDING if found.different or kinds["faulty"] else FINE


def _summed(given: Mapping[str, str], kinds: Counter[Kind], changes: list[Change]) -> WhatIf:
    return WhatIf(
        options=dict(given),
        games=kinds["same"] + kinds["otherwise"],
        same=kinds["same"],
        different=kinds["otherwise"],
        other_winners=sum(change.winner is True for change in changes),
        already=kinds["asked"],
        without_option=kinds["without"],
        witnessed=kinds["witness"],
        unreadable=kinds["faulty"] + kinds["unread"],
        groups=group_changes(changes),
    )


def _print(found: WhatIf) -> None:
    print_text(wrapped(f"As if {options_text(found.options)}: {pluralize(found.games, 'game')}, {_result(found)}."))
    if others := _others_text(found):
        print_text(wrapped(others))
    if found.groups:
        print_text()
        print_groups(found.groups)


_CODES: Final = {
    "setup": "impossible",
    "illegal": "illegal",
    "points": "with different points",
    "winner": "with the same points but another winner",
    "effects": "with the same points but different effects",
    "state": "with a different state at the end",
}
"""The words for each kind of change, in the summary of all games."""


def _result(found: WhatIf) -> str:
    """A clause with the number of games that change, and their changes."""
    if not found.different:
        return "all as before" if found.games else "so nothing was replayed"
    sizes = {code: sum(len(group.logs) for group in found.groups if group.code == code) for code in _CODES}
    parts = [f"{found.same} as before", *(f"{n} {_CODES[code]}" for code, n in sizes.items() if n)]
    winners = f"; {found.other_winners} with another winner" if sizes["points"] else ""
    return ", ".join(parts) + winners


def _others_text(found: WhatIf) -> str:
    """The games that were not replayed, and the reasons, as a sentence."""
    kinds = (
        (found.already, "already played so"),
        (found.without_option, "of a game without that option"),
        (found.witnessed, "recorded by a witness, so not every hand is known"),
        (found.unreadable, "not readable or faulty"),
    )
    parts = [f"{n} {why}" for n, why in kinds if n]
    return f"Not replayed: {', '.join(parts)}." if parts else ""


# -- one game -----------------------------------------------------------------------------------------------------


def _tell_one(log: str, given: Mapping[str, str], at: int, form: str) -> int:
    session = load_full(log)
    for fault in session.warnings:
        print_warning(str(fault))
    found = retell(session, given, at)
    if options_under(session, given) == session.at(0).options:
        print_note(f"It was already played with {options_text(given)}.")
    if form == "json":
        print_json(found)
    else:
        _print_one(found, given)
    return FINE if found.same else FINDING


def _print_one(found: RetoldGame, given: Mapping[str, str]) -> None:
    since = "the whole game" if found.at == START else f"from record {found.at} on, and as it was played before"
    print_text(wrapped(f"As if {options_text(given)}: {since}."))
    for parting in found.differences:
        for line in _deviation_text(parting):
            print_text(line)
    if found.stuck:
        print_text(wrapped(f"{_stuck_text(found)} The points before it:"))
    elif found.same:
        print_text("Nothing changes.")
    print_text()
    _print_points(found)


def _stuck_text(found: RetoldGame) -> str:
    """The sentence that the recorded moves can't continue from here, and how many events follow."""
    behind = f", and {pluralize(found.not_played - 1, 'event')} after it" if found.not_played > 1 else ""
    last = found.differences[-1].record
    return f"Record {last} can't be kept under either reading{behind}: by then the game has diverged."


def _deviation_text(parting: Deviation) -> Iterable[str]:
    """A record that has another result: its move, and the rule that it breaks or its effects."""
    yield terminal_paper().beside(f"{parting.record:>4}  ", printable(parting.move))
    if parting.refused:
        yield terminal_paper().beside(" " * 8, printable(f"illegal: {parting.refused}"))
    else:
        yield terminal_paper().beside(" " * 8, printable(effects_text(parting)))


def _print_points(found: RetoldGame) -> None:
    rules = [rule for rule in sorted({*found.before.sources, *found.after.sources}) if _moved(found, rule)]
    rows = [
        (
            name,
            found.before.totals[seat],
            found.after.totals[seat],
            *(f"{found.after.of(rule, seat) - found.before.of(rule, seat):+}" for rule in rules),
        )
        for seat, name in enumerate(found.players)
    ]
    print_text(table(rows, ["points", "as played", "as if", *rules], range(1, 3 + len(rules))))
    if found.carried:
        print_text(wrapped(_carried_text(found)))
    elif found.before.winners != found.after.winners:
        print_text(wrapped(f"{winners_text(found.players, found.before, found.after)}."))


def _carried_text(found: RetoldGame) -> str:
    """A sentence: earlier points stay as they were, and the consequences for the figures shown."""
    sums = "; sums in the effects above would differ" if found.differences else ""
    winner = "; so the winner is not known" if found.before.winners else ""
    return f"Points given before record {found.at} stay as they were{sums}{winner}."


def _moved(found: RetoldGame, rule: str) -> bool:
    return found.before.sources.get(rule) != found.after.sources.get(rule)
