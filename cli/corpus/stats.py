"""`corpus stats`: lengths, endings, scores, rules, cards."""

from __future__ import annotations

import click

from kronika.cli.corpus.surveying import catalog_option, exit_status, folders_argument, folding, print_skipped
from kronika.cli.plots import plot_options, refuse_form, write_plot
from kronika.cli.printing.options import jobs_option, sheet_option
from kronika.cli.printing.output import FINE, print_json, print_text, table, terminal_paper, wrapped
from kronika.core.basics.text import natural_sort_key, pluralize
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.metadata import ASSUMED
from kronika.logs.corpus.places import log_folders
from kronika.logs.corpus.stats import GameStats, SeatStats, Spread
from kronika.logs.corpus.stats import stats as count_logs
from kronika.logs.corpus.sums import Folded


@click.command(short_help="count lengths, endings, scores, rules, cards")
@folders_argument
@catalog_option
@jobs_option
@click.option("--assumed", is_flag=True, help="Also count games made by `kronika complete`, whose hands are assumed.")
@plot_options
@sheet_option(list[GameStats])
def stats(
    folders: tuple[str, ...],
    catalog: str | None,
    jobs: int,
    assumed: bool,
    plot: str | None,
    theme: Theme,
    form: str,
) -> None:
    """Count over one or more folders: lengths, endings, scores by seat and source, rules and cards.

    Games made by `kronika complete` from what a witness saw are not evidence. They are counted only with --assumed.

    \b
    kronika corpus stats games
    kronika corpus stats games --plot games.svg
    kronika corpus stats games --format csv
    """
    refuse_form(plot, form)
    there = log_folders(folders)
    with folding(there, jobs, catalog) as coming:
        counted = count_logs(log for log in coming if assumed or isinstance(log, Folded) or ASSUMED not in log.tags)
    if coming.died:
        raise coming.died
    print_skipped(there.logs.others)
    if plot is not None:
        from kronika.cli.plots.corpus import corpus_plot  # imported only to draw

        write_plot(plot, corpus_plot(counted, theme), theme)
        counted = []
    elif form == "json":
        print_json(counted)
        counted = []
    elif form == "csv":
        from kronika.cli.printing.spreadsheet import print_stats_csv  # imported only to write one

        print_stats_csv(counted)
        counted = []
    for number, game in enumerate(counted):
        if number:
            print_text()
        _print_stats(game)
    raise click.exceptions.Exit(exit_status(coming.unread, FINE))


def _print_stats(game: GameStats) -> None:
    seats = ", ".join(f"{n} with {players}" for players, n in game.seats.items())
    print_text(
        terminal_paper().ink(
            f"{game.game}: {pluralize(game.logs, 'log')}, {game.finished} finished; players: {seats}", "bold"
        )
    )
    print_text(f"mean events {_spread(game.events)}, decisions {_spread(game.decisions)}")
    for ending, n in game.endings.items():
        print_text(wrapped(f"{n:>6}  {ending}"))
    for why, n in game.ended.items():
        print_text(wrapped(f"{n:>6}  not to the end: {why}"))
    for tie_break, n in game.tie_breaks.items():
        print_text(wrapped(f"{n:>6}  decided by: {tie_break}"))
    if game.by_seat:
        rules = sorted({rule for seat in game.by_seat for rule in seat.sources}, key=natural_sort_key)
        rows = [
            ["wins", *(f"{seat.wins} of {seat.games}" for seat in game.by_seat)],
            ["points", *(_spread(seat.total) for seat in game.by_seat)],
            *([rule, *(_points(seat, rule) for seat in game.by_seat)] for rule in rules),
        ]
        print_text()
        print_text(table(rows, ["mean points", *(f"seat {n}" for n in range(len(game.by_seat)))], range(1, 9)))
    print_text()
    print_text(wrapped(f"rules never cited: {', '.join(game.rules_never) or 'none'}"))
    if game.cards:
        print_text(wrapped(f"cards never played: {', '.join(game.cards_never) or 'none'}"))


def _points(seat: SeatStats, rule: str) -> str:
    return f"{seat.sources.get(rule, 0):.2f}"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:g} ({spread.min:g} to {spread.max:g})"
