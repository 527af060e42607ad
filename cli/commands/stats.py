"""`stats`: the statistics of one game."""

from __future__ import annotations

import click

from kronika.cli.plots import plot_options, refuse_form, write_plot
from kronika.cli.printing.options import as_option, log_argument, sheet_option
from kronika.cli.printing.output import HEAD_PADDING, natural_widths, print_json, print_text, table, terminal_paper
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.metrics import Metrics, metrics


@click.command()
@log_argument
@as_option
@plot_options
@sheet_option(Metrics)
def stats(log: str, viewer: str | None, plot: str | None, theme: Theme, form: str) -> None:
    """Measure one game: points over time by source, tempo, choices, lead, and kinds of decisions.

    During a game with hidden cards, only the referee should see these numbers: they count what a seat may not know.
    With --as they count only what that seat may know, and its own choices. CSV has the points over time,
    in all and by rule.

    \b
    kronika stats game.jsonl
    kronika stats game.jsonl --plot game.svg --as Anna
    kronika stats game.jsonl --format csv
    """
    refuse_form(plot, form)
    session, seat = open_for_viewing(log, viewer)
    if plot is not None:
        from kronika.cli.plots.game import game_plot  # imported only to draw

        write_plot(plot, game_plot(session, seat, theme), theme)
        return
    found = metrics(session, seat)
    if form == "json":
        print_json(found)
        return
    if form == "csv":
        from kronika.cli.printing.spreadsheet import print_metrics_csv  # imported only to write one

        print_metrics_csv(found)
        return
    for title, text in _sections(found):
        print_text(f"{terminal_paper().ink(title, 'bold')}\n{text}\n")


def _sections(found: Metrics) -> list[tuple[str, str]]:
    names = found.players
    seats = range(1, len(names) + 1)
    counted = bool(found.branching) or not found.decisions  # of a witness's log, or for everyone, none is
    sections = [
        (
            f"{pluralize(found.events, 'event')}, {pluralize(found.decisions, 'decision')}",
            f"log10 of the tree along this path: {found.choice_log10 if counted else HIDDEN}",
        ),
        (
            "Points over time",
            table([(p.event, *map(_known, p.totals)) for p in found.points], ["event", *names], range(9)),
        ),
        ("Points by source", _sources(found)),
        (
            "The lead",
            "\n".join(f"{lead.event:>6}  {join_words([names[seat] for seat in lead.seats])}" for lead in found.leads),
        ),
    ]
    if found.tempo:
        rows = [
            (tempo.quarter, *tempo.decisions, *(HIDDEN if n is None else f"{n:+}" for n in tempo.points))
            for tempo in found.tempo
        ]
        columns = ["quarter", *(f"{name} decides" for name in names), *(f"{name} gains" for name in names)]
        sections.append(("Tempo", table(rows, columns, range(20))))
    if not counted:
        return sections
    rows = [(b.kind, b.decisions, b.min, f"{b.median:g}", f"{b.mean:g}", b.max) for b in found.branching]
    columns = ["decision", "times", "least", "median", "mean", "most"]
    sections.append(("Legal moves at each decision", table(rows, columns, range(1, 6))))
    kinds = sorted({kind for counts in found.kinds for kind in counts})
    rows = [(kind, *(counts.get(kind, 0) for counts in found.kinds)) for kind in kinds]
    sections.append(("Decisions by kind", table(rows, ["decision", *names], seats)))
    return sections


def _known(number: int | None) -> str:
    return HIDDEN if number is None else str(number)


def _sources(found: Metrics) -> str:
    last: dict[tuple[int, str], str] = {}
    steps: dict[tuple[int, str], list[str]] = {}
    for point in found.sources:
        last[point.seat, point.rule] = _known(point.points)
        steps.setdefault((point.seat, point.rule), []).append(f"{point.event}:{_known(point.points)}")
    rows = [(found.players[seat], rule, last[seat, rule], " ".join(steps[seat, rule])) for seat, rule in sorted(last)]
    heads = ["player", "rule", "points", "event:points"]
    widths = natural_widths(rows, heads)
    room = terminal_paper().width - sum(widths[:-1]) - 2 * (len(heads) - 1)
    return table(rows, heads, (2,), [*widths[:-1], max(min(room, widths[-1]), len(heads[-1]) + HEAD_PADDING)])
