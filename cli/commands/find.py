"""`find`: the events of many games in which something happens, as text, pictures or examples."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

import click

from kronika.cli.corpus.surveying import asking_catalog, catalog_option
from kronika.cli.printing.completing import complete_log
from kronika.cli.printing.options import (
    LOG,
    by_option,
    cluster_option,
    format_option,
    jobs_option,
    round_option,
    size_option,
    theme_option,
    turn_option,
)
from kronika.cli.printing.output import (
    FILE,
    FINDING,
    FINE,
    print_json_list,
    print_note,
    print_text,
    print_warning,
    terminal_paper,
    wrapped,
)
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.core.basics import limits
from kronika.core.basics.errors import WorkerDied
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.event_query import EventQuery, QueryError, Within, read_effect, read_move
from kronika.core.drawing.themes import Theme
from kronika.logs.corpus.events import FoundEvent, KnownLogs, SearchedLog, Which, group_by_kind, search_remotely
from kronika.logs.corpus.skipping import work_item
from kronika.logs.files.streams import STDIO
from kronika.logs.files.walk import find_logs, skipped_text
from kronika.logs.texts.addresses import address_of, check_log, example_at
from kronika.logs.work.catalog import Catalog
from kronika.logs.work.pool import ResultStream, Success, map_in_order

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_EVENTS: Final = 10
"""The default number of events shown."""
_NOTHING_SOUGHT: Final = (
    "An event is found by a rule that its effects or points cite. The effects of {rules} may cite another rule: "
    "--effect, --move and --score find it too."
)
_QUERY_OPTIONS: Final = "--rule, --effect, --move, --turn, --round, --by, --score, --position"


def query_options(command: F) -> F:
    """Add the options for the query."""
    for option in reversed(
        (
            click.option(
                "--rule",
                "rules",
                multiple=True,
                metavar="NUMBER",
                help="This rule has an effect, pays points, or ends the game.",
            ),
            click.option(
                "--effect",
                "effects",
                multiple=True,
                metavar="'TYPE KEY=VALUE …'",
                help="Such an effect occurs, with at least these fields, written as in an example.",
            ),
            click.option(
                "--move",
                "moves",
                multiple=True,
                metavar="REGEX",
                help="The move matches, written as `Anna: pick 17` or `pick 17`.",
            ),
            turn_option,
            round_option,
            by_option,
            click.option(
                "--score",
                "scores",
                multiple=True,
                metavar="SOURCE",
                help="This source or part of the score sheet pays.",
            ),
            click.option(
                "--position",
                type=LOG,
                metavar="FILE#ID",
                shell_complete=complete_log,
                help="The position has everything that the `given` of this example names.",
            ),
        )
    ):
        command = option(command)
    return command


@click.command()
@click.argument("logs", nargs=-1, required=True, type=LOG, shell_complete=complete_log)
@query_options
@click.option("--rarest", is_flag=True, help="Show the first event of each kind, the rarest kind first.")
@click.option("--all", "every", is_flag=True, help="Show every event.")
@click.option(
    "-n",
    "most",
    type=click.IntRange(1, limits.RECORDS),
    metavar="N",
    help=f"At most N events. [default: {DEFAULT_EVENTS}]",
)
@click.option("--out", type=click.Path(), metavar="DIR", help="Draw the table after each event, into a new folder.")
@click.option(
    "--example", "examples", type=LOG, metavar="FILE", help="Write each event as an example, into a new file."
)
@theme_option("picture")
@size_option
@catalog_option
@jobs_option
@cluster_option
@format_option(list[FoundEvent])
@interruption_notice()
def find(
    logs: tuple[str, ...],
    rarest: bool,
    every: bool,
    most: int | None,
    out: str | None,
    examples: str | None,
    theme: Theme,
    size: int | None,
    catalog: str | None,
    jobs: int,
    cluster: str,
    form: str,
    **sought: Any,
) -> None:
    """Find the events in which something happens, in logs or in all logs of a folder.

    Several search options must all match the same event. For each event you see its address, its move, the game before
    it, and what matched. Two events are of the same `kind` if they are the same type of move and trigger the same
    rules. Events that were taken back are skipped. Like the logs, the output contains every hidden card. A log that the
    catalog excludes is not replayed.

    \b
    kronika find games --rule TT-4.18
    kronika find games --effect "scored card=2 points=7" --move "^anna" --all
    kronika find games --move "^pick 9" --turn 1 --by Anna
    kronika find games --rule TT-4.18 --rarest -n 3 --out pictures
    kronika find games --position tides/EX-1 --example found.toml
    """
    wanted = _query(**sought)
    for log in logs:
        check_log(log)
    if every and (rarest or most is not None):
        raise click.UsageError("--all shows every event: omit --rarest and -n.")
    if STDIO in (out, examples):
        raise click.UsageError("Standard output has the events: --out and --example need names of files.")
    if out is not None and examples is not None and os.path.abspath(out) == os.path.abspath(examples):
        raise click.UsageError("--out and --example can't have the same name.")
    if STDIO in logs and (out is not None or examples is not None):
        raise click.UsageError("--out and --example read a log a second time: that can't be standard input.")
    search = Search(logs, wanted, "all" if every else "rarest" if rarest else "first", most or DEFAULT_EVENTS)
    with asking_catalog(logs, catalog) as known, closing(search.found(jobs, cluster, known)) as coming:
        found: Iterable[FoundEvent] = coming
        if out is not None or examples is not None:
            from kronika.cli.commands.find_output import write_found  # imported only to draw
            from kronika.cli.printing.pictures import Look

            found = write_found(found, out, examples, Look(theme=theme, size=size))
        if form == "json":
            print_json_list(found)
        else:
            for one in found:
                _found_line(one)
    status = search.end()
    if not search.told and (out is not None or examples is not None):
        print_note("Nothing was drawn or written.")
    raise click.exceptions.Exit(status)


def _query(
    rules: tuple[str, ...],
    effects: tuple[str, ...],
    moves: tuple[str, ...],
    scores: tuple[str, ...],
    position: str | None,
    turn: int | None,
    round_: int | None,
    by: str,
) -> EventQuery:
    """The query that was typed. Raises UsageError if it is empty, QueryError, and the errors of `example_at`."""
    for move in moves:
        read_move(move)
    within = _within(position) if position else None
    wanted = EventQuery(
        tuple(map(str.upper, rules)), tuple(map(read_effect, effects)), moves, scores, within, turn, round_, by
    )
    if wanted == EventQuery():
        raise click.UsageError(f"Say what to search for: {_QUERY_OPTIONS}.")
    return wanted


def _within(address: str) -> Within:
    example = example_at(address)
    if not example.given:
        raise QueryError(f"{address}: the example begins with a new game, and has no position to search for.")
    from kronika.core.examples.example import start_example  # imported only to search for a position

    players = start_example(example).players  # and a position that can't be set up is refused once, here
    return Within(example.game, example.given, players, example.options)


class Search:
    """One search through logs: the events as they come, and the messages at its end."""

    def __init__(self, logs: Iterable[str], sought: EventQuery, which: Which, most: int) -> None:
        self._there = find_logs(logs)
        self._rules = sought.rules
        self._known = KnownLogs(sought)
        self._work = partial(search_remotely, sought=sought, which=which, most=most)
        self._which = which
        self._most = most
        self._hows: Counter[str] = Counter()
        self._why = ""
        self._events = self.told = self._kinds = 0
        self._died: WorkerDied | None = None

    def found(self, jobs: int, cluster: str, known: Catalog | None = None) -> Generator[FoundEvent, None, None]:
        """The events to show. Raises QueryError if no log could have such events, and NoCluster."""
        paths = self._there.paths
        items = Success(paths, partial(work_item, sent=bool(cluster), catalog=known, judge=self._known.search))
        with closing(map_in_order(self._work, items, jobs, print_warning, cluster=cluster)) as results:
            coming = ResultStream(results)
            found: Iterable[FoundEvent] = self._each(
                progress(coming, len(paths), "searching", told=self._which != "rarest")
            )
            if self._which == "rarest":
                found = group_by_kind(found)
                self._kinds = len(found)
            for one in found if self._which == "all" else islice(found, self._most):
                self.told += 1
                yield one
            self._died = coming.died

    def _each(self, results: Iterable[SearchedLog]) -> Iterator[FoundEvent]:
        for one in results:
            self._hows[one.how] += 1
            self._why = one.why or self._why
            if one.how in ("faulty", "unread"):
                print_note(one.why)
            for event in one.found:
                self._events += event.count
                yield event
        if self._hows["without"] and self._hows["without"] == self._hows.total():
            raise QueryError(self._why)

    def end(self) -> int:
        """Print the summary and the messages. Return the exit status. Raises WorkerDied if logs are missing."""
        for why in self._there.unlisted.values():
            print_note(why)
        if self._there.others:
            print_note(f"{skipped_text(self._there.others)} skipped.")
        print_note(self._summary())
        if self._rules and not self.told and self._hows["searched"]:
            print_note(_NOTHING_SOUGHT.format(rules=join_words(self._rules)))
        if self._died:
            raise self._died
        if self._hows["unread"] or self._there.unlisted:
            return FILE
        return FINDING if self._hows["faulty"] else FINE

    def _summary(self) -> str:
        logs = pluralize(self._hows["searched"], "log")
        if self._which == "first" and self.told == self._most:
            return f"The first {pluralize(self.told, 'event')}; there may be more (-n, --all, --rarest)."
        if self._which == "rarest":
            return (
                f"{pluralize(self._events, 'event')} of {pluralize(self._kinds, 'kind')} in {logs}, {self.told} shown."
            )
        return f"{pluralize(self.told, 'event')} in {logs}."


def _found_line(one: FoundEvent) -> None:
    like = f"{one.count} like it: {one.kind}" if one.count > 1 else ""
    texts = [wrapped(text, "    ") for text in (one.move, one.before, *one.why, like) if text]
    print_text("\n".join((terminal_paper().ink(address_of(one.path, one.record), "bold"), *texts)))
