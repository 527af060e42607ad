"""The charts of `stats --plot` and `corpus stats --plot`, and the files that they are written to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kronika.cli.printing.options import theme_option
from kronika.core.drawing.themes import Theme

if TYPE_CHECKING:
    from kronika.cli.plots.chart import Plot

F = TypeVar("F", bound=Callable[..., Any])


def plot_options(command: F) -> F:
    """Add the options of a command that can draw its numbers; it takes them as `plot` and `theme`."""
    plot = click.option(
        "--plot",
        type=click.Path(allow_dash=True),
        metavar="FILE",
        callback=_checked,
        help="Draw a plot instead: a new file that ends in .svg, .png or .html; - is SVG on standard output.",
    )
    return plot(theme_option("plot")(command))


def _checked(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse a name without a known form, or a missing library, before any work is done."""
    if value is not None and not ctx.resilient_parsing:
        from kronika.cli.plots.rendering import check_name  # imported only to draw

        check_name(value)
    return value


def refuse_form(plot: str | None, form: str) -> None:
    """Raises UsageError for a plot together with another output format than text."""
    if plot is not None and form != "text":
        raise click.UsageError(f"--plot draws what --format {form} prints: ask for one of them.")


def write_plot(out: str, plot: Plot, theme: Theme) -> None:
    """Write a plot into a new file. Raises FileError, and KronikaError if there is nothing to draw."""
    from kronika.cli.plots.rendering import render_plot  # imported only to draw
    from kronika.logs.files.writing import write_new_file

    write_new_file(out, [render_plot(plot, out, theme)])
