"""`analyse`: what each decision of a game cost, and how much was luck."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import click

from kronika.cli.plots import plot_options, refuse_form, write_plot
from kronika.cli.printing.completing import complete_bots
from kronika.cli.printing.options import LOG, as_option, cluster_option, format_option, jobs_option, log_argument
from kronika.cli.printing.output import (
    HEAD_PADDING,
    print_json,
    print_note,
    print_text,
    print_warning,
    shorten,
    table,
    terminal_paper,
    wrapped,
)
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.analysis.decisions import MARKS, ChanceVerdict, Verdict
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.summary import Analysis, Tally, figures_after, summarize
from kronika.core.analysis.text import (
    conclusion_text,
    judge_text,
    luck_text,
    percent,
    percent_lost,
    signed_percent,
    turn_text,
)
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import join_words
from kronika.core.bots.lookup import find_bot
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.witness import need_view
from kronika.logs.files.folders import refuse_existing
from kronika.logs.files.streams import STDIO
from kronika.logs.players.lookup import allow_local_imports
from kronika.logs.texts.addresses import check_log
from kronika.logs.work import analysis as library
from kronika.logs.work.pool import ResultStream

NAME = 8
"""Columns for the name of a player above a win rate."""
GAP = 2
"""Columns between two columns of a table."""
PLAYER = 16
"""Columns for the name of a player on a line of the player's own."""


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
            help="Judge a playout by the game's estimate after N events. [default: what suits the game]",
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
@format_option(Analysis)
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
    form: str,
) -> None:
    """Separate skill and luck: what each decision cost, what chance gave, and where each player lost most.

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
    with closing(library.verdicts(plan, resume, jobs, print_warning, cluster=cluster)) as results:
        coming = ResultStream(results)
        found = [*progress(coming, len(plan.units), "judging")]
    if coming.died:
        raise coming.died
    analysis = summarize(session, config, seat, found)
    if notes is not None:
        library.write_noted(notes, session, analysis)
    if plot is not None:
        from kronika.cli.plots.analysis import analysis_plot  # imported only to draw

        write_plot(plot, analysis_plot(analysis, theme), theme)
    elif form == "json":
        print_json(analysis)
    else:
        _print(analysis)


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


def _print(found: Analysis) -> None:
    print_text(wrapped(judge_text(found.config)))
    print_text()
    if found.verdicts:
        print_text(_events(found))
        print_text()
    print_text(_tallies(found))
    if said := conclusion_text(found):
        print_text(wrapped(said))
    for line in _highlights(found):
        print_text(wrapped(line))


def _events(found: Analysis) -> str:
    """A line for each event, as wide as the paper; long moves are cut."""
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
    room = max(20, terminal_paper().width - fixed - GAP)
    wide = room // 2
    cut = [[n, shorten(move, wide), *rest, shorten(best, room - wide)] for n, move, *rest, best in rows]
    heads[-1] = shorten(heads[-1], room - wide - HEAD_PADDING)
    return table(cut, heads, [0, *range(3, 4 + len(seats))])


def _row(verdict: Verdict, names: Sequence[str], seats: Sequence[int]) -> list[str]:
    win_rates = [percent(figures_after(verdict).win_rates[seat]) for seat in seats]
    if isinstance(verdict, ChanceVerdict):
        return [
            str(verdict.record),
            f"chance: {verdict.move}",
            "",
            *win_rates,
            "",
            luck_text(verdict, names, gains=True),
        ]
    move = f"{names[verdict.seat]}: {verdict.move}"
    if verdict.best == verdict.move:
        return [str(verdict.record), move, "", *win_rates, "", ""]
    return [str(verdict.record), move, verdict.mark, *win_rates, percent_lost(verdict.skill.loss), verdict.best]


def _tallies(found: Analysis) -> str:
    heads = ["player", *(sign for sign, _ in MARKS), "lost %", "points"]
    if found.viewer is None:
        heads += ["hindsight %", "luck %", "points"]
    return table([_tally(one) for one in found.tallies], heads, range(1, 9))


def _tally(one: Tally) -> list[Any]:
    row = [
        shorten(one.player, PLAYER),
        *one.marks.values(),
        percent_lost(one.skill),
        f"{one.skill.lead:.0f} ± {one.skill.lead_error:.0f}",
    ]
    if one.hindsight and one.luck:
        row += [
            percent_lost(one.hindsight),
            signed_percent(one.luck),
            f"{one.luck.lead:+.0f} ± {one.luck.lead_error:.0f}",
        ]
    return row


def _highlights(found: Analysis) -> Iterator[str]:
    """The costliest decisions of each player, and the turning points of the game."""
    number = "record" if found.viewer is None else "event"
    for one in found.tallies:
        if one.costliest:
            yield f"Costliest of {one.player}: {join_words([f'{number} {n}' for n in one.costliest])}."
    for turn in found.turns:
        yield f"Record {turn.event}: {turn_text(turn, found.players)}."
