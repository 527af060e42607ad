"""`beside`: another program is compared with the referee."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing

import click
from msgspec import UNSET, Struct, UnsetType

from kronika.cli.printing.options import (
    LOG,
    REPORTS,
    Seconds,
    cluster_option,
    game_argument,
    jobs_option,
    option_option,
    report_option,
)
from kronika.cli.printing.output import (
    FILE,
    FINDING,
    FINE,
    print_json,
    print_note,
    print_text,
    print_warning,
    shorten,
    terminal_paper,
    wrapped,
)
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.cli.printing.terminal import ending_on_signal
from kronika.core.basics.printable import printable
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.options import parse_assignments
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.examples.builder import example_toml
from kronika.core.rulebook.spec import rules_of
from kronika.logs.beside.comparing import FAILURES, Difference
from kronika.logs.beside.games import Item, Recorded, example_games, random_games, recorded_games
from kronika.logs.beside.naming import NameMap, NameMapError, UnmappedName, read_name_map
from kronika.logs.beside.naming_check import check_name_map
from kronika.logs.beside.trial import NOT_REPORTED, Shortest, Trial, Verdict, shrink_difference, try_games
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import noting_written
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import is_log_name
from kronika.logs.files.writing import write_new_file
from kronika.logs.pipe.program import ProgramFailed
from kronika.logs.replaying.logfile import log_bytes, write_log
from kronika.logs.texts.script import read_text
from kronika.logs.work.pool import all_results

GAMES, MOST = 100, 100_000
"""The default number of random games, and the largest."""
_NOT_REPRODUCIBLE = "with the same moves, the program behaves differently."
_KEPT = "the program keeps something from one game to the next."
"""The message for a program whose games can't be shortened like others."""


class BesideData(Struct, frozen=True):
    """The JSON of `beside`: the games, what could be compared, the first difference."""

    command: tuple[str, ...]
    games: tuple[GameBeside, ...]
    compared: tuple[str, ...]
    difference: Difference | None
    shortest: ShortestData | None


@click.command()
@game_argument
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- PROGRAM [ARGUMENT]...")
@click.option(
    "--games",
    "-n",
    type=click.IntRange(0, MOST),
    metavar="N",
    help=f"Number of random games. [default: {GAMES}]",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--players", type=click.IntRange(min=1), metavar="K", help="Number of players. [default: the fewest]")
@option_option
@click.option(
    "--logs", multiple=True, type=LOG, metavar="PATH", help="Also play recorded games: a log, or all logs of a folder."
)
@click.option("--examples", is_flag=True, help="Also play the examples that come with the game.")
@click.option(
    "--map", "map_", type=LOG, metavar="FILE", help="A TOML file with the program's names for moves and things."
)
@click.option("--invariants", is_flag=True, help="Compare only whether pieces appear or vanish.")
@click.option(
    "--wait",
    type=Seconds(),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Seconds that the program has for all questions about one event.",
)
@click.option(
    "--out",
    multiple=True,
    type=LOG,
    metavar="FILE",
    help="A new file for the shortest game: a log, or an example if FILE ends in .toml.",
)
@jobs_option
@cluster_option
@report_option(BesideData)
@interruption_notice()
def beside(
    game: str,
    command: tuple[str, ...],
    games: int | None,
    seed: int,
    players: int | None,
    options: tuple[str, ...],
    logs: tuple[str, ...],
    examples: bool,
    map_: str | None,
    invariants: bool,
    wait: float,
    out: tuple[str, ...],
    jobs: int,
    cluster: str,
    form: str,
) -> None:
    """Play the same games in another program, and stop at the first difference (differential testing).

    The program reads one request per line on standard input, and answers in one line on standard output. It uses the
    messages of `kronika serve`. Anything that it does not answer is not compared. `kronika docs beside` is a guide.

    \b
    kronika beside tides -- ./engine
    kronika beside tides --map engine.toml -n 100 --jobs 2 -- ./engine --strict
    kronika beside tides --logs games --examples --out found.toml -- ./engine
    """
    found = get_game(game)
    _check_out(out)
    trial = Trial(command, _naming(map_, found), wait, invariants)
    items = _items(found, games, seed, players, parse_assignments(options), logs, examples)
    try:
        with ending_on_signal(), closing(try_games(trial, items, jobs, print_warning, cluster=cluster)) as verdicts:
            judged, died = all_results(progress(verdicts, len(items), "playing"))
            last = judged[-1] if judged else None
            shortest = shrink_difference(trial, last) if last and last.difference else None
    except ProgramFailed as error:
        raise FileError(str(error)) from None
    except UnmappedName as error:
        raise UnmappedName(f"{display_name(map_ or '')}: {error}") from None
    _report(form, found, trial, judged, shortest)
    if shortest:
        _write(out, shortest)
    if died:
        raise died
    raise click.exceptions.Exit(_status(judged))


# -- what is asked for --------------------------------------------------------------------------------------------


def _check_out(out: Sequence[str]) -> None:
    for path in out:
        if not path.endswith(".toml") and not is_log_name(path):
            raise click.UsageError(f"--out {path}: it ends in .jsonl or .kpack for a log, in .toml for an example.")
        if os.path.lexists(path):
            raise click.UsageError(f"--out {path}: there is such a file already.")


def _naming(path: str | None, game: AnyGame) -> NameMap:
    if path is None:
        return NameMap()
    text = read_text(path)
    try:
        naming = read_name_map(text)
        check_name_map(text, naming, game)
        return naming
    except NameMapError as error:
        raise NameMapError(error.line, f"{display_name(path)}:{error.line}: {error}") from None


def _items(
    game: AnyGame,
    games: int | None,
    seed: int,
    players: int | None,
    options: dict[str, str],
    logs: Sequence[str],
    examples: bool,
) -> Sequence[Item]:
    if games is None:
        games = 0 if logs or examples else GAMES
    items = [*(recorded_games(game, logs, print_note) if logs else ()), *(example_games(game) if examples else ())]
    items.extend(random_games(game, players or game.seats[0], options, seed, games))
    if not items:
        raise click.UsageError("There is nothing to play: ask for some --games, --logs or --examples.")
    return items


# -- what came of it ----------------------------------------------------------------------------------------------


def _status(judged: Sequence[Verdict]) -> int:
    if any(verdict.difference for verdict in judged) or not any(verdict.told for verdict in judged):
        return FINDING
    return FILE if any(verdict.unusable and isinstance(verdict.item, Recorded) for verdict in judged) else FINE


def _report(form: str, game: AnyGame, trial: Trial, judged: Sequence[Verdict], shortest: Shortest | None) -> None:
    differing = next((verdict for verdict in judged if verdict.difference), None)
    told = [*_difference_lines(game, differing, shortest)] if differing else []
    if form == "text":
        for line in told:
            print_text(line)
    elif form == "json":
        print_json(_as_data(trial, judged, differing, shortest))
    elif form in REPORTS:
        from kronika.cli.reports import say_report  # imported only to write a report
        from kronika.cli.reports.cases import beside_cases

        say_report(form, "beside", [*beside_cases(game.name, trial.command, judged, "\n".join(told))])
    for verdict in judged:
        if verdict.unusable and isinstance(verdict.item, Recorded):
            print_note(verdict.unusable)
    print_note(_summary(judged, shortest))


def _summary(judged: Sequence[Verdict], shortest: Shortest | None) -> str:
    """The games played and the parts compared. Parts that the program omitted may still be wrong."""
    played = [verdict for verdict in judged if not verdict.unusable]
    told = frozenset[str]().union(*(verdict.told for verdict in judged))
    events = sum(verdict.events for verdict in played)
    left = len(judged) - len(played)
    why = {verdict.unusable for verdict in judged if verdict.unusable}
    because = f": {why.pop().rstrip('.')}" if len(why) == 1 else ""
    differing = [verdict for verdict in judged if verdict.difference]
    parts = [
        f"{pluralize(len(played), 'game')}, {pluralize(events, 'event')}",
        *(_head(verdict, shortest) for verdict in differing),
        f"compared: {join_words(sorted(told))}" if told else NOT_REPORTED,
        *([f"{left} not played{because}"] if left else []),
    ]
    return "; ".join(parts) + "."


def _difference_lines(game: AnyGame, verdict: Verdict, shortest: Shortest | None) -> Iterator[str]:
    """The difference, rule by rule, and the example to paste into a test."""
    assert verdict.difference is not None
    yield printable(_head(verdict, shortest))
    if shortest is None:
        yield from _difference(game, verdict.difference)
        yield wrapped(f"Replayed in a new process, the difference does not show: {_NOT_REPRODUCIBLE}", "  ")
        return
    found = shortest.found
    yield from _difference(game, found.difference)
    if not shortest.alone:
        yield wrapped(f"Shorter games show it only in a process that has played others before: {_KEPT}", "  ")
    if found.decisions:
        others = f" ({pluralize(shortest.tried, 'other')} tried)" if shortest.tried else ""
        yield wrapped(f"The shortest game found{others} has {pluralize(found.decisions, 'decision')}. Its end:", "  ")
    if shortest.example is not None:
        yield f"\n{example_toml(shortest.example).rstrip()}"


def _head(verdict: Verdict, shortest: Shortest | None) -> str:
    """The difference and its rules, and where it was first seen if that was a different kind of difference."""
    first = verdict.difference
    assert first is not None
    found = shortest.found.difference if shortest else first
    rules = f" ({', '.join(found.rules)})" if found.rules else ""
    there = "" if first.what == found.what else f", as {first.what}"
    return f"{FAILURES.get(found.what, found.what)}{rules}, first in {verdict.item.name}, event {verdict.events}{there}"


def _difference(game: AnyGame, difference: Difference) -> Iterator[str]:
    if difference.what in FAILURES:
        yield wrapped(difference.theirs, "  ")
        return
    yield wrapped(f"Kronika: {difference.ours}", "  ")
    yield wrapped(f"program: {difference.theirs}", "  ")
    texts = {rule.number: rule.line for rule in rules_of(game)}
    for number in difference.rules:
        if number in texts:
            yield printable(shorten(f"  {number} {texts[number]}", min(terminal_paper().width, 100)))


class GameBeside(Struct, frozen=True):
    """A game that was played in both programs, its number of events; `unusable` is the reason why it could not be
    played.
    """

    game: str
    events: int
    unusable: str | UnsetType = UNSET


class ShortestData(Struct, frozen=True):
    """The shortest game found that shows a difference: the number of other games tried, its log, its end as an
    example.
    """

    difference: Difference
    decisions: int
    tried: int
    log: str
    example: str | None


def _as_data(
    trial: Trial, judged: Sequence[Verdict], differing: Verdict | None, shortest: Shortest | None
) -> BesideData:
    return BesideData(
        tuple(trial.command),
        tuple([GameBeside(one.item.name, one.events, one.unusable or UNSET) for one in judged]),
        tuple(sorted(frozenset[str]().union(*(one.told for one in judged)))),
        differing.difference if differing else None,
        _shortest_data(shortest) if shortest else None,
    )


def _shortest_data(shortest: Shortest) -> ShortestData:
    found = shortest.found
    return ShortestData(
        found.difference,
        found.decisions,
        shortest.tried,
        log_bytes("-", found.session).decode(),
        example_toml(shortest.example) if shortest.example else None,
    )


def _write(out: Sequence[str], shortest: Shortest) -> None:
    """Write the shortest game as a log, or its last event as an example."""
    written: list[str] = []
    for path in out:
        if path.endswith(".toml") and shortest.example is None:
            print_note(f"{display_name(path)}: is not written: no position describes how the game begins.")
            continue
        with noting_written(written):
            _write_one(path, shortest)
        written.append(path)


def _write_one(path: str, shortest: Shortest) -> None:
    if path.endswith(".toml") and shortest.example is not None:
        write_new_file(path, [example_toml(shortest.example).encode()])
    else:
        write_log(path, shortest.found.session)
