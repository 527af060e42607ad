"""The plot of an analysis: the win rate of each player over the game, and the costliest decisions."""

from __future__ import annotations

from collections.abc import Iterator

from kronika.cli.plots.chart import Chart, Group, Plot, Row, cut, seat_channels, steps, without_empty, x_axis, y_axis
from kronika.core.analysis.decisions import Decision
from kronika.core.analysis.summary import Analysis, figures_after
from kronika.core.analysis.text import cost_text
from kronika.core.contract.registry import get_game
from kronika.core.drawing.themes import Theme

ROOM = 400
"""The width of the text about a decision, in pixels."""


def analysis_plot(found: Analysis, theme: Theme) -> Plot:
    """One chart: win rates in percent, by the numbers of the analysis."""
    who = seat_channels(found.players, theme)
    seats = range(len(found.players)) if found.viewer is None else (found.viewer,)
    rows: list[Row] = []
    for seat in seats:
        for one in found.verdicts:
            win_rate = round(100 * figures_after(one).win_rates[seat])
            says = f"{who.labels[seat]}: {win_rate} % after {one.record}"
            rows.append({"event": one.record, "win_rate": win_rate, "side": who.labels[seat], "says": says})
    layers = steps(who, x_axis("event", "record"), y_axis("win_rate", "% of the win", [100]))
    heads = {"side": "player", "event": "record", "win_rate": "% of the win"}
    chart = Chart("Win rate", rows, heads, layers, said=tuple(_said(found)))
    return Plot(get_game(found.game).title, without_empty([Group("", [chart])]), "no event was judged")


def _said(found: Analysis) -> Iterator[str]:
    costly = {n for tally in found.tallies for n in tally.costliest}
    for one in found.verdicts:
        if isinstance(one, Decision) and one.record in costly and one.mark:
            move = f"{one.record} {found.players[one.seat]}: {one.move} {one.mark}"
            yield f"{cut(move, ROOM)} costs {cost_text(one.skill.loss)} %"
