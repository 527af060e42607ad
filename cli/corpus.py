"""`corpus check | accept | stats | dedupe | filter`: a folder of logs as one thing."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing, nullcontext
from typing import Any

import click
import msgspec
from msgspec import structs

from kronika.cli import GuessingGroup
from kronika.cli.options import LOG, REPORTS, format_option, jobs_option, option_option, report_option
from kronika.cli.output import (
    FILE,
    FINDING,
    FINE,
    note,
    paper,
    progress,
    say,
    say_json,
    say_report,
    table,
    warn,
    wrapped,
)
from kronika.core import limits
from kronika.core.errors import WorkerDied
from kronika.core.options import parse_assignments
from kronika.core.printable import printable
from kronika.core.registry import get_game
from kronika.core.words import count
from kronika.logs.catalog import Catalog, home_catalog, work_of
from kronika.logs.corpus import place
from kronika.logs.corpus.accept import Proposal, propose
from kronika.logs.corpus.accept import accept as accept_log
from kronika.logs.corpus.against import Group, compare
from kronika.logs.corpus.check import PINS, Corpus, Pin, Place, place_of, write_pins
from kronika.logs.corpus.check import check as check_folder
from kronika.logs.corpus.find import Wanted, duplicates, files_once, matching
from kronika.logs.corpus.stats import GameStats, SeatStats, Spread
from kronika.logs.corpus.stats import stats as count_logs
from kronika.logs.faults import FileTrouble, LogError
from kronika.logs.files import read_whole, shown
from kronika.logs.pool import gathered
from kronika.logs.survey import Survey, renamed
from kronika.logs.walk import lies_below, text_name

folder_argument = click.argument("folder", metavar="DIR", type=click.Path())
folders_argument = click.argument("folders", metavar="DIR...", type=click.Path(), nargs=-1, required=True)
catalog_option = click.option(
    "--catalog",
    type=click.Path(),
    metavar="FILE",
    help="Keep what was found there, outside of DIR, instead of in the folder for caches.",
)


@click.group(cls=GuessingGroup)
def corpus() -> None:
    """Work on a folder of logs as one thing: check, accept, count, find.

    All but accept take several folders. A log is then named by its path from the folder in which all of them lie.

    What was found in a log is kept in a catalog in your folder for caches, by the log's content: nothing is checked
    twice until the log, the program or a game has changed, and a check goes on where a killed one stopped.
    """


def look(there: Place, jobs: int, catalog: str | None, strict: bool = False) -> tuple[Corpus, WorkerDied | None]:
    """All logs of a place surveyed, with progress on a terminal, and its pins; or as many as there are."""
    if catalog and any(lies_below(catalog, folder) for folder in there.folders):
        raise click.UsageError(
            f"--catalog: {catalog!r} lies in the folder to be checked: who made that could have made it too, and it "
            "would be believed. Name a file elsewhere."
        )
    paths, unlisted = there.logs.paths, there.logs.unlisted
    work = work_of(strict=strict)
    with Catalog(catalog, work, warn) if catalog else home_catalog(work, warn, there.folders) or nullcontext() as known:
        surveys = check_folder(there.folder, paths, jobs=jobs, strict=strict, catalog=known, tell=warn)
        with closing(surveys):
            logs, died = gathered(progress(surveys, len(paths), "checking"))
    for why in unlisted.values():
        note(why)
    return Corpus(tuple(logs), there.pinned, unlisted), died


def look_at_all(there: Place, jobs: int, catalog: str | None, strict: bool = False) -> Corpus:
    """All logs of a place surveyed, and its pins. Raises WorkerDied when some are missing."""
    found, died = look(there, jobs, catalog, strict)
    if died:
        raise died
    return found


# -- check ------------------------------------------------------------------------------------------------------


@corpus.command(short_help="validate every log; what changed since an earlier check")
@folders_argument
@click.option("--strict", is_flag=True, help="Numbers, effects and digests must be there.")
@click.option("--against", type=LOG, metavar="FILE", help="Compare with an earlier result of --format json.")
@catalog_option
@jobs_option
@report_option
def check(
    folders: tuple[str, ...], strict: bool, against: str | None, catalog: str | None, jobs: int, form: str
) -> None:
    """Validate every log of one or more folders; a summary by game, version, fault and rule.

    With --against, what changed since an earlier check, grouped by the rule that caused it: one cause is one line,
    however many logs it broke.

    \b
    kronika corpus check games
    kronika corpus check games cup
    kronika corpus check games --jobs 2 --format json > before.json
    kronika corpus check games --against before.json
    kronika corpus check games --format sarif > games.sarif
    """
    if against and form in REPORTS:
        raise click.UsageError(f"--against goes with text and json, not with {form}.")
    earlier = read_corpus(against) if against else None
    there = place_of(folders)
    found, died = look(there, jobs, catalog, strict)
    if died and earlier:
        raise died  # what is missing would pass for gone
    groups = compare(earlier, found) if earlier else None
    if form == "json":
        say_json(groups if groups is not None else found)
    elif form in REPORTS:
        from kronika.cli.reports.cases import file_case, survey_case

        cases = [survey_case(there.folder, log, pinned=log.path in found.pinned) for log in found.logs]
        cases.extend(file_case(path, FileTrouble(why)) for path, why in found.unlisted.items())
        say_report(form, "corpus check", cases)
    elif groups is not None:
        print_groups(groups)
    else:
        print_corpus(found)
    if died:
        raise died
    bad = groups if groups is not None else found.faulty()
    raise click.exceptions.Exit(_status(found, FINDING if bad else FINE))


def _status(found: Corpus, status: int) -> int:
    """What a command ends with, unless something could not be read."""
    unread = found.unlisted or any(log.unreadable for log in found.logs)
    return FILE if unread else status


def read_corpus(path: str) -> Corpus:
    """The result of an earlier check. Raises FileTrouble."""
    data = read_whole(path, limits.RESULT, "the result of a check")
    try:
        found = msgspec.json.decode(data, type=Corpus)
    except RecursionError:
        raise FileTrouble(f"{path}: is no result of a check: it is nested too deep.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FileTrouble(f"{path}: is no result of `kronika corpus check --format json`: {error}.") from None
    return structs.replace(found, logs=tuple(renamed(log, text_name(log.path)) for log in found.logs))


def print_corpus(found: Corpus) -> None:
    """The faults one by one, then the summary."""
    for log in found.faulty():
        for text in map(str, log.faults) if log.faults else [log.unreadable]:
            say(printable(text))
    kinds = Counter((log.game or "?", log.rules) for log in found.logs)
    faulty = Counter((log.game or "?", log.rules) for log in found.faulty())
    events = Counter[tuple[str, int]]()
    for log in found.logs:
        events[log.game or "?", log.rules] += log.events
    rows = [
        (game, version, n, events[game, version], faulty[game, version]) for (game, version), n in sorted(kinds.items())
    ]
    say(table(rows, ["game", "rules", "logs", "events", "faulty"], (1, 2, 3, 4)))
    if found.faulty():
        say()
        say(table(_fault_rows(found.faulty()), ["fault", "rule", "logs", "first"], (2,)))
    for path, pin in sorted(found.pinned.items()):
        say(wrapped(f"pinned: {path} belongs to rules {pin.rules}: {pin.why}"))
    note(f"{count(len(found.logs), 'log')}: {len(found.faulty()) or 'none'} with faults, {len(found.pinned)} pinned.")


def _fault_rows(faulty: Iterable[Survey]) -> list[tuple[Any, ...]]:
    logs: dict[tuple[str, str], list[str]] = {}
    for log in faulty:
        kinds: dict[tuple[str, str], str] = {}
        for fault in log.faults:
            for rule in fault.rules or ("",):
                kinds.setdefault((fault.code, rule), f"{log.path}:{fault.line}")
        for kind, where in (kinds or {("unreadable", ""): log.path}).items():
            logs.setdefault(kind, []).append(where)
    ordered = sorted(logs.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [(code, rule, len(where), where[0]) for (code, rule), where in ordered]


def print_groups(groups: list[Group]) -> None:
    """What changed, one cause a line, each with its first example."""
    if not groups:
        say("Nothing changed.")
        return
    rows = [(group.game, group.code, group.rule, len(group.logs)) for group in groups]
    say(table(rows, ["game", "change", "rule", "logs"], (3,)))
    for group in groups:
        say(wrapped(f"{group.code} {group.rule}".strip() + f", first: {group.example}"))


# -- accept -----------------------------------------------------------------------------------------------------


@corpus.command(short_help="record anew what the present rules derive")
@folder_argument
@click.option("--yes", is_flag=True, help="Do it without asking.")
@click.option("--pin", is_flag=True, help="Also pin the logs that no longer replay.")
@catalog_option
@jobs_option
@format_option
def accept(folder: str, yes: bool, pin: bool, catalog: str | None, jobs: int, form: str) -> None:
    """Record anew what the present rules derive, after showing what would change, grouped by rule.

    Decisions, chance, undo and redo are never touched. A log that no longer replays is reported with its first illegal
    move and left alone; --pin marks it with the rules version that it belongs to, and `check` no longer counts it. One
    that is damaged (a line missing, cut off, no log at all) is neither written nor pinned.

    \b
    kronika corpus accept games
    kronika corpus accept games --yes --pin
    """
    found = look_at_all(place_of([folder]), jobs, catalog)
    proposals = propose(found.logs, found.pinned)
    if form == "json":
        say_json(proposals)
    else:
        print_proposals(proposals)
    good = [proposal for proposal in proposals if proposal.stuck is None]
    stuck = [proposal for proposal in proposals if proposal.stuck is not None]
    if proposals and (yes or _confirmed(len(good))):
        failed = _accept_all(folder, good)
        if pin and stuck:
            pins = {log.path: Pin(log.rules, str(log.stuck)) for log in stuck if log.can_be_pinned}
            write_pins(folder, pins)
            note(f"{count(len(pins), 'log')} pinned in {os.path.join(folder, PINS)}.")
            stuck = [log for log in stuck if log.path not in pins]
        raise click.exceptions.Exit(_status(found, FINDING if failed or stuck else FINE))
    raise click.exceptions.Exit(_status(found, FINDING if proposals else FINE))


def print_proposals(proposals: list[Proposal]) -> None:
    """What accepting would change, grouped by rule; then the logs that no longer replay."""
    good = [proposal for proposal in proposals if proposal.stuck is None]
    groups = Counter((proposal.game, proposal.cause, proposal.rule) for proposal in good)
    if groups:
        rows = [(*group, n) for group, n in sorted(groups.items(), key=lambda pair: (-pair[1], pair[0]))]
        say(table(rows, ["game", "change", "rule", "logs"], (3,)))
    for proposal in proposals:
        if proposal.stuck is not None:
            say(f"{'no longer replays' if proposal.can_be_pinned else 'damaged'}: {proposal.stuck}")
    if not proposals:
        say("Nothing to accept: every log says what the present rules derive.")


def _confirmed(n: int) -> bool:
    if not n or not sys.stdin.isatty():
        note("Nothing was written; --yes does it.")
        return False
    return click.confirm(f"Write {count(n, 'log')} anew?", err=True)


def _accept_all(folder: str, proposals: list[Proposal]) -> int:
    failed = 0
    for proposal in progress(proposals, len(proposals), "writing"):
        try:
            accept_log(folder, proposal)
        except (LogError, FileTrouble) as error:
            failed += 1
            note(str(error))
    note(f"{count(len(proposals) - failed, 'log')} written anew.")
    return failed


# -- stats ------------------------------------------------------------------------------------------------------


@corpus.command(short_help="lengths, ends, scores, rules, cards")
@folders_argument
@catalog_option
@jobs_option
@format_option
def stats(folders: tuple[str, ...], catalog: str | None, jobs: int, form: str) -> None:
    """Count over one or more folders: lengths, ends, scores by seat and source, rules and cards.

    \b
    kronika corpus stats games
    """
    found = look_at_all(place_of(folders), jobs, catalog)
    counted = count_logs(found.logs)
    if form == "json":
        say_json(counted)
        counted = []
    for number, game in enumerate(counted):
        if number:
            say()
        _print_stats(game)
    raise click.exceptions.Exit(_status(found, FINE))


def _print_stats(game: GameStats) -> None:
    seats = ", ".join(f"{n} with {players}" for players, n in game.seats.items())
    say(paper().ink(f"{game.game}: {count(game.logs, 'log')}, {game.finished} finished; players: {seats}", "bold"))
    say(f"mean events {_spread(game.events)}, decisions {_spread(game.decisions)}")
    for ending, n in game.endings.items():
        say(wrapped(f"{n:>6}  {ending}"))
    for tie_break, n in game.tie_breaks.items():
        say(wrapped(f"{n:>6}  decided by: {tie_break}"))
    if game.by_seat:
        rules = sorted({rule for seat in game.by_seat for rule in seat.sources})
        rows = [
            ["wins", *(f"{seat.wins} of {seat.games}" for seat in game.by_seat)],
            ["score", *(_spread(seat.score) for seat in game.by_seat)],
            *([rule, *(_points(seat, rule) for seat in game.by_seat)] for rule in rules),
        ]
        say()
        say(table(rows, ["mean points", *(f"seat {n}" for n in range(len(game.by_seat)))], range(1, 9)))
    say()
    say(wrapped(f"rules never cited: {', '.join(game.rules_never) or 'none'}"))
    if game.cards:
        say(wrapped(f"cards never played: {', '.join(game.cards_never) or 'none'}"))


def _points(seat: SeatStats, rule: str) -> str:
    return f"{seat.sources.get(rule, 0):.2f}"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:g} ({spread.least:g} to {spread.most:g})"


# -- dedupe, filter ---------------------------------------------------------------------------------------------


@corpus.command(short_help="logs in which the same was done")
@folders_argument
@click.option("--move", "target", type=click.Path(), metavar="TO", help="Move all but the first of each group there.")
@catalog_option
@jobs_option
@format_option
def dedupe(folders: tuple[str, ...], target: str | None, catalog: str | None, jobs: int, form: str) -> None:
    """Find logs in which the same was done; names and tags may differ. Nothing is ever deleted.

    A file under two names is one log. Links are never moved, nor what a link among the logs leads to.

    \b
    kronika corpus dedupe games
    kronika corpus dedupe games --move doubles
    """
    there = place_of(folders)
    found = look_at_all(there, jobs, catalog)
    logs, linked = files_once(there.folder, found.logs)
    groups = duplicates(logs)
    if form == "json":
        say_json(groups)
    else:
        for group in groups:
            say(printable("  ".join(group)))
    extra = [path for group in groups for path in group[1:]]
    if target is not None:
        for path in sorted(linked.intersection(extra)):
            note(f"{shown(os.path.join(there.folder, path))}: a link leads to it; it is left as it is.")
        moved = _place(there.folder, [path for path in extra if path not in linked], target, place.move)
        note(f"{count(moved, 'log')} moved to {target}.")
        raise click.exceptions.Exit(_status(found, FINE if moved == len(extra) else FILE))
    note(f"{count(len(groups), 'group')} of equal games, {count(len(extra), 'log')} too many.")
    raise click.exceptions.Exit(_status(found, FINDING if groups else FINE))


def _place(folder: str, paths: Iterable[str], target: str, how: Callable[[str, str], None]) -> int:
    """Puts logs below another folder, each under its path, and says what can't be put there; how many were."""
    placed = 0
    for path in paths:
        try:
            how(os.path.join(folder, path), os.path.join(target, path))
        except FileTrouble as error:
            note(str(error))
        else:
            placed += 1
    return placed


@corpus.command(name="filter", short_help="the logs that answer a description")
@folders_argument
@click.option("--game", metavar="GAME", help="Of this game.")
@click.option("--players", "seats", type=int, metavar="K", help="With so many players.")
@option_option
@click.option("--tag", "tags", multiple=True, metavar="KEY=VALUE", help="With this tag.")
@click.option("--least", type=int, metavar="N", help="The best score is at least N.")
@click.option("--most", type=int, metavar="N", help="The best score is at most N.")
@click.option("--rule", metavar="NUMBER", help="This rule was cited.")
@click.option("--move", metavar="REGEX", help="A move in force matches, written as `Anna: pick 17`.")
@click.option("--finished/--unfinished", default=None, help="Played to the end, or not.")
@click.option("--copy", "target", type=click.Path(), metavar="TO", help="Copy them there.")
@catalog_option
@jobs_option
@format_option
def filter_(
    folders: tuple[str, ...],
    game: str | None,
    seats: int | None,
    options: tuple[str, ...],
    tags: tuple[str, ...],
    least: int | None,
    most: int | None,
    rule: str | None,
    move: str | None,
    finished: bool | None,
    target: str | None,
    catalog: str | None,
    jobs: int,
    form: str,
) -> None:
    """Name the sound logs of one or more folders that answer a description, one a line.

    \b
    kronika corpus filter games --game tides --least 70 --move "anna: pick 9"
    kronika corpus filter games --rule TT-4.15 --copy ties
    """
    try:
        re.compile(move or "")
    except re.error as error:
        raise click.UsageError(f"--move: {move!r} is no regular expression: {error}.") from None
    if game is not None:
        get_game(game)  # a misspelt one would only find nothing
    wanted = Wanted(
        game=game,
        seats=seats,
        options=parse_assignments(options),
        tags=parse_assignments(tags),
        least=least,
        most=most,
        rule=rule,
        move=move,
        finished=finished,
    )
    there = place_of(folders)
    found = look_at_all(there, jobs, catalog)
    paths = [log.path for log in matching(there.folder, found.logs, wanted)]
    if form == "json":
        say_json(paths)
    else:
        for path in paths:
            say(shown(os.path.join(there.folder, path)))
    note(f"{count(len(paths), 'log')}.")
    if target is not None and _place(there.folder, paths, target, place.copy) < len(paths):
        raise click.exceptions.Exit(FILE)
    raise click.exceptions.Exit(_status(found, FINE))
