"""`analyse`: what each decision of a game cost, and how much was luck."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import click

from kronika.cli.plots import plot_options, refuse_form, write_plot
from kronika.cli.printing.looking import look_at
from kronika.cli.printing.options import LOG, as_option, cluster_option, format_option, jobs_option, log_argument
from kronika.cli.printing.output import HEAD_PADDING, note, paper, say, say_json, shorten, table, warn, wrapped
from kronika.cli.printing.progress import broken_off, progress
from kronika.core.analysis.decisions import MARKS, ChanceVerdict, Verdict
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.story import Analysis, Tally, stands, summed
from kronika.core.analysis.words import hundredths, judge_in_words, lost, luck_in_words, signed, turn_in_words
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import listing
from kronika.core.bots.named import find_bot
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.witness import need_full
from kronika.logs.files.folders import refuse_taken
from kronika.logs.files.names import STDIO
from kronika.logs.players.finding import importable_here
from kronika.logs.texts.addresses import check_log
from kronika.logs.work import analysis as library
from kronika.logs.work.pool import ResultStream

NAME = 8
"""Columns for the name of a player above a share."""
GAP = 2
"""Columns between two of a table."""
PLAYER = 16
"""Columns for it where a line is the player's own."""


def terms_options(command: Any) -> Any:
    """The options that say on which terms a game is judged: bot, iterations, playouts, seed."""
    options = (
        click.option("--bot", default="mcts", show_default=True, metavar="BOT", help="Who looks for the best moves."),
        click.option(
            "--iterations",
            type=click.IntRange(1, limits.RECORDS),
            metavar="N",
            help="How often it looks at each decision, as BOT:N has it; 800 for mcts.",
        ),
        click.option(
            "--playouts",
            type=click.IntRange(2, limits.RECORDS),
            default=AnalysisConfig().playouts,
            show_default=True,
            metavar="N",
            help="Playouts for each thing that is compared.",
        ),
        click.option(
            "--horizon",
            type=click.IntRange(0, limits.RECORDS),
            metavar="N",
            help="Events after which a playout is judged by the game's estimate; if left out what suits the game.",
        ),
        click.option(
            "--seed", type=int, default=AnalysisConfig().seed, show_default=True, help="The same seed, the same bytes."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def terms_of(bot: str, iterations: int | None, playouts: int, horizon: int | None, seed: int) -> AnalysisConfig:
    """The terms as they were asked for. Raises UnknownBot; UsageError for a bot that need not find the same twice."""
    importable_here()
    if iterations is None and bot == "mcts":
        bot = AnalysisConfig().bot
    elif iterations is not None:
        if find_bot(bot).budget:
            raise click.UsageError(f"--iterations: {bot} says already how long it may look.")
        bot = f"{bot}:{iterations}"
    if not find_bot(bot).steady:
        raise click.UsageError(
            "With a time to think a bot need not find the same twice: give it a number of iterations."
        )
    return AnalysisConfig(bot=bot, playouts=playouts, horizon=horizon, seed=seed)


def _kept(given: Mapping[str, Any]) -> str:
    return f"the verdicts until now are in {given['resume']}" if given["resume"] else ""


@click.command()
@log_argument
@terms_options
@click.option(
    "--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="Begin with record N (--as: event)."
)
@click.option("--to", "last", type=click.IntRange(min=1), metavar="N", help="End with record N (--as: event).")
@as_option
@click.option("--resume", type=LOG, default="", metavar="FILE", help="Keep verdicts in FILE, and go on where it ends.")
@click.option("--notes", type=LOG, metavar="LOG", help="A copy of the log, a new file, with what was found as notes.")
@plot_options
@jobs_option
@cluster_option
@format_option
@broken_off(_kept)
def analyse(
    log: str,
    bot: str,
    iterations: int | None,
    playouts: int,
    horizon: int | None,
    seed: int,
    first: int,
    last: int | None,
    viewer: str | None,
    resume: str,
    notes: str | None,
    plot: str | None,
    theme: Theme,
    jobs: int,
    cluster: str,
    form: str,
) -> None:
    """Tell skill and luck apart: what each decision cost of the win, what fell by chance, and who lost how much where.

    A decision is judged by what its seat could know (skill), and beside it as all really lay (hindsight); chance by
    what else could have fallen. With --as it is skill alone, of that seat's own decisions, and numbers count the events
    in force. What the figures can't say stands in docs/analyse.md.

    \b
    kronika analyse game.jsonl
    kronika analyse game.jsonl --from 20 --to 30 --iterations 3000
    kronika analyse game.jsonl --resume kept -j 2 --format json > found.json
    kronika analyse game.jsonl --as Anna
    """
    refuse_form(plot, form)
    config = terms_of(bot, iterations, playouts, horizon, seed)
    session, seat = look_at(log, viewer)
    need_full(session, "To analyse a game")
    if seat is not None and seat < 0:
        raise KronikaError("--as: skill is that of one player: name one.")
    if notes is not None and seat is not None:
        raise click.UsageError("--notes writes what the referee knows: leave --as out.")
    _check_targets(log, resume, notes, plot)
    plan = library.plan(session, config, seat, first, last)
    if not plan.units:
        why = library.why_nothing(session, seat, first, last)
        if (first, last) != (1, None):
            raise KronikaError(why)
        note(why)
    with closing(library.verdicts(plan, resume, jobs, warn, cluster=cluster)) as results:
        coming = ResultStream(results)
        found = [*progress(coming, len(plan.units), "judging")]
    if coming.died:
        raise coming.died
    analysis = summed(session, config, seat, found)
    if notes is not None:
        library.write_noted(notes, session, analysis)
    if plot is not None:
        from kronika.cli.plots.analysis import analysis_plot

        write_plot(plot, analysis_plot(analysis, theme), theme)
    elif form == "json":
        say_json(analysis)
    else:
        _print(analysis)


def _check_targets(log: str, resume: str, notes: str | None, plot: str | None) -> None:
    """What can't be written is told before there is any work. Raises UsageError, FileTrouble."""
    if STDIO in (resume, notes):
        raise click.UsageError("--resume and --notes take the name of a file: the table is on standard output.")
    new = [path for path in (notes, plot) if path is not None]
    names = [os.path.abspath(path) for path in (*new, resume) if path]
    if len({*names}) < len(names):
        raise click.UsageError("--resume, --notes and --plot take a file each.")
    if notes is not None:
        check_log(log)
    for path in new:
        refuse_taken(path)


def _print(found: Analysis) -> None:
    say(wrapped(judge_in_words(found.config)))
    say()
    if found.verdicts:
        say(_events(found))
        say()
    say(_tallies(found))
    for line in _said(found):
        say(wrapped(line))


def _events(found: Analysis) -> str:
    """A line for each event, as wide as the paper: the move is cut where there is no more room."""
    seats = [found.viewer] if found.viewer is not None else range(len(found.players))
    heads = [
        "n",
        "move",
        "",
        *(shorten(found.players[seat], NAME) for seat in seats),
        "cost %",
        "best found, or luck %" if found.viewer is None else "best found",
    ]
    rows = [_row(verdict, found.players, seats) for verdict in found.verdicts]
    others = [at for at in range(len(heads) - 1) if at != 1]
    fixed = sum(max(len(heads[at]) + HEAD_PADDING, *(len(row[at]) for row in rows)) + GAP for at in others)
    room = max(20, paper().width - fixed - GAP)
    wide = room // 2
    cut = [[n, shorten(move, wide), *rest, shorten(best, room - wide)] for n, move, *rest, best in rows]
    heads[-1] = shorten(heads[-1], room - wide - HEAD_PADDING)
    return table(cut, heads, [0, *range(3, 4 + len(seats))])


def _row(verdict: Verdict, names: Sequence[str], seats: Sequence[int]) -> list[str]:
    win_rates = [hundredths(stands(verdict).win_rates[seat]) for seat in seats]
    if isinstance(verdict, ChanceVerdict):
        return [
            str(verdict.record),
            f"chance: {verdict.move}",
            "",
            *win_rates,
            "",
            luck_in_words(verdict, names, gains=True),
        ]
    move = f"{names[verdict.seat]}: {verdict.move}"
    if verdict.best == verdict.move:
        return [str(verdict.record), move, "", *win_rates, "", ""]
    return [str(verdict.record), move, verdict.mark, *win_rates, lost(verdict.skill.loss), verdict.best]


def _tallies(found: Analysis) -> str:
    heads = ["player", *(sign for sign, _ in MARKS), "lost %", "points"]
    if found.viewer is None:
        heads += ["as lay %", "luck %", "points"]
    return table([_tally(one) for one in found.tallies], heads, range(1, 9))


def _tally(one: Tally) -> list[Any]:
    row = [
        shorten(one.player, PLAYER),
        *one.marks.values(),
        lost(one.skill),
        f"{one.skill.lead:.0f} ± {one.skill.lead_error:.0f}",
    ]
    if one.hindsight and one.luck:
        row += [lost(one.hindsight), signed(one.luck), f"{one.luck.lead:+.0f} ± {one.luck.lead_error:.0f}"]
    return row


def _said(found: Analysis) -> Iterator[str]:
    """The costliest decisions of each player, and where the game turned."""
    number = "record" if found.viewer is None else "event"
    for one in found.tallies:
        if one.costliest:
            yield f"Costliest of {one.player}: {listing([f'{number} {n}' for n in one.costliest])}."
    for turn in found.turns:
        yield f"Record {turn.event}: {turn_in_words(turn, found.players)}."
