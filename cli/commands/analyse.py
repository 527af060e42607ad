"""`analyse`: what each decision of a game cost, and how much was luck."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import closing
from typing import Any

import click

from kronika.cli.plots import plot_options, refuse_form, write_plot
from kronika.cli.printing.analysis import print_analysis, print_analysis_csv
from kronika.cli.printing.completing import complete_bots
from kronika.cli.printing.options import LOG, as_option, cluster_option, jobs_option, log_argument, sheet_option
from kronika.cli.printing.output import (
    print_json,
    print_note,
    print_warning,
)
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.reasons import explain
from kronika.core.analysis.summary import OLDER_FORM, Analysis, summarize
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.bots.lookup import find_bot
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.session import Session
from kronika.core.sessions.witness import need_view
from kronika.logs.files.folders import refuse_existing
from kronika.logs.files.streams import STDIO
from kronika.logs.players.lookup import allow_local_imports
from kronika.logs.texts.addresses import check_log
from kronika.logs.work import analysis as library
from kronika.logs.work.pool import ResultStream


def config_options(command: Any) -> Any:
    """Add the options for the settings of an analysis: bot, iterations, playouts, horizon, seed."""
    options = (
        click.option(
            "--bot",
            default="mcts",
            show_default=True,
            metavar="BOT",
            shell_complete=complete_bots,
            help="The bot that looks for the best moves.",
        ),
        click.option(
            "--iterations",
            type=click.IntRange(1, limits.RECORDS),
            metavar="N",
            help="Iterations of the bot at each decision, as in BOT:N; 200 for mcts.",
        ),
        click.option(
            "--playouts",
            type=click.IntRange(2, limits.RECORDS),
            default=AnalysisConfig().playouts,
            show_default=True,
            metavar="N",
            help="The most playouts for each move or outcome that is compared.",
        ),
        click.option(
            "--horizon",
            type=click.IntRange(0, limits.RECORDS),
            metavar="N",
            help="Judge a playout after N events, by learned values or the game's estimate. [default: as measured]",
        ),
        click.option(
            "--seed",
            type=int,
            default=AnalysisConfig().seed,
            show_default=True,
            help="The same seed gives the same bytes.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def config_of(bot: str, iterations: int | None, playouts: int, horizon: int | None, seed: int) -> AnalysisConfig:
    """The settings that the options ask for. Raises UnknownBot, and UsageError for a bot that is not reproducible."""
    allow_local_imports()
    if iterations is None and bot == "mcts":
        bot = AnalysisConfig().bot
    elif iterations is not None:
        if find_bot(bot).budget:
            raise click.UsageError(f"--iterations: {bot} already has a budget.")
        bot = f"{bot}:{iterations}"
    if not find_bot(bot).is_reproducible:
        raise click.UsageError(
            "With a time to think a bot may find different moves each time: give it a number of iterations."
        )
    return AnalysisConfig(bot=bot, playouts=playouts, horizon=horizon, seed=seed)


def _kept_verdicts(given: Mapping[str, Any]) -> str:
    return f"the verdicts until now are in {given['resume']}" if given["resume"] else ""


@click.command()
@log_argument
@config_options
@click.option(
    "--from",
    "first",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Begin with record N; with --as, with event N.",
)
@click.option(
    "--to", "last", type=click.IntRange(min=1), metavar="N", help="End with record N; with --as, with event N."
)
@as_option
@click.option(
    "--resume", type=LOG, default="", metavar="FILE", help="Keep the verdicts in FILE, and continue where it ends."
)
@click.option(
    "--notes", type=LOG, metavar="LOG", help="Write a copy of the log with the findings as notes; LOG is a new file."
)
@plot_options
@jobs_option
@cluster_option
@click.option("--all", "everything", is_flag=True, help="Also print each candidate with its values, and sums by part.")
@sheet_option(Analysis)
@interruption_notice(_kept_verdicts)
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
    everything: bool,
    form: str,
) -> None:
    """Separate skill and luck: what each decision cost, what chance gave, and where each player lost most.

    First comes who played better and who was luckier, then the costliest decisions, with the reasons why.

    Skill: a decision is judged by what its seat could know. Hindsight: the same decision is judged with full
    information. Luck: an outcome is compared with the others that chance could have given. With --as you see the skill
    of that seat alone, for its own decisions; numbers then count events in force. `kronika docs analyse` says what
    the figures do not show.

    \b
    kronika analyse game.jsonl
    kronika analyse game.jsonl --from 20 --to 30 --iterations 3000
    kronika analyse game.jsonl --resume kept -j 2 --format json > found.json
    kronika analyse game.jsonl --as Anna
    """
    refuse_form(plot, form)
    config = config_of(bot, iterations, playouts, horizon, seed)
    session, seat = open_for_viewing(log, viewer)
    decided = (
        state for state, event in zip(session.line.states, session.line.events, strict=False) if event.by == seat
    )
    need_view(session, seat, decided, "To analyse a game")
    if seat is not None and seat < 0:
        raise KronikaError("--as: skill is that of one player: name one.")
    if notes is not None and seat is not None:
        raise click.UsageError("--notes writes what the referee knows: leave --as out.")
    _check_targets(log, resume, notes, plot)
    plan = library.plan(session, config, seat, first, last)
    if not plan.units:
        why = library.why_empty(session, seat, first, last)
        if (first, last) != (1, None):
            raise KronikaError(why)
        print_note(why)
    analysis = _older(session, plan, resume) or _judged(session, plan, resume, jobs, cluster)
    if notes is not None:
        library.write_noted(notes, session, analysis)
    if plot is not None:
        from kronika.cli.plots.analysis import analysis_plot  # imported only to draw

        write_plot(plot, analysis_plot(analysis, theme), theme)
    elif form == "json":
        print_json(analysis)
    elif form == "csv":
        print_analysis_csv(analysis)
    else:
        print_analysis(analysis, session, log, everything=everything)


def _older(session: Session, plan: library.Plan, resume: str) -> Analysis | None:
    """The analysis by an older program, if all its verdicts are in the file; else None."""
    found = library.older_verdicts(plan, resume) if resume and plan.units else []
    if not found:
        return None
    print_warning(
        f"{resume}: an older program judged all these events. They are shown as it judged them; to judge them again, "
        "name another file."
    )
    return summarize(session, plan.begun.config, plan.begun.viewer, found, OLDER_FORM)


def _judged(session: Session, plan: library.Plan, resume: str, jobs: int, cluster: str) -> Analysis:
    """The analysis of a game, with the reasons for its costliest decisions."""
    with closing(library.verdicts(plan, resume, jobs, print_warning, cluster=cluster)) as results:
        coming = ResultStream(results)
        found = [*progress(coming, len(plan.units), "judging")]
    if coming.died:
        raise coming.died
    return explain(session, summarize(session, plan.begun.config, plan.begun.viewer, found))


def _check_targets(log: str, resume: str, notes: str | None, plot: str | None) -> None:
    """Refuse files that can't be written, before any work is done. Raises UsageError, FileError."""
    if STDIO in (resume, notes):
        raise click.UsageError("--resume and --notes take the name of a file: the table is on standard output.")
    new = [path for path in (notes, plot) if path is not None]
    names = [os.path.abspath(path) for path in (*new, resume) if path]
    if len({*names}) < len(names):
        raise click.UsageError("--resume, --notes and --plot take a file each.")
    if notes is not None:
        check_log(log)
    for path in new:
        refuse_existing(path)
