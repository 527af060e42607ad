"""A plot as a file: SVG, PNG, or a page with the SVG and its numbers. The same plot gives the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from kronika.cli.plots.chart import HALF, HUES, LABEL, WIDE, Chart, Group, Plot, Spec
from kronika.cli.printing.options import file_form
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.palette import DYES
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.picture import FONTS
from kronika.core.drawing.shapes import escape
from kronika.core.drawing.themes import THEMES, Theme
from kronika.logs.files.extras import require_extra

ENDINGS: Final = (".svg", ".png", ".html")
GRAMMAR: Final = "v5.20"
"""The version of Vega-Lite to use, of several in the library; so a newer library draws the same."""

MEASURED: Final = "Liberation Sans, Arial, Helvetica, sans-serif"
"""Fonts with the same widths. The first comes with the library, so labels are as wide on every machine."""


def check_name(out: str) -> None:
    """Raises FileError for a name without a known form, or if the library is missing, before any work is done."""
    _ending(out)
    require_extra("plot", _OTHERWISE)


_OTHERWISE: Final = "`--format json` has the same numbers without it"


def render_plot(plot: Plot, out: str, theme: Theme) -> bytes:
    """The content of a plot file of this name; `-` is SVG.

    Raises FileError as `check_name` does, and KronikaError where no chart has anything to show.
    """
    check_name(out)
    if not plot.groups:
        raise KronikaError(f"There is nothing to draw: {plot.empty}.")
    if _ending(out) == ".png":  # a PNG does not know its background
        png: bytes = require_extra("plot").svg_to_png(svg(plot, "light" if theme == "auto" else theme), scale=2)
        return png
    drawn = svg(plot, theme)
    return (page(plot, drawn, theme) if _ending(out) == ".html" else drawn).encode()


def _ending(out: str) -> str:
    return file_form(out, ENDINGS, "a plot")


# -- SVG ------------------------------------------------------------------------------------------------------------


def svg(plot: Plot, theme: Theme) -> str:
    """The plot as SVG with real text, whose marks have descriptions."""
    drawn: str = require_extra("plot", _OTHERWISE).vegalite_to_svg(
        vega_spec(plot, theme), vl_version=GRAMMAR, allowed_base_urls=[]
    )
    label = f' role="group" aria-label="{escape(plot.title)}"'
    dark = f"<style>{_dark_theme_css()}</style>" if theme == "auto" else ""
    drawn = re.sub(r"^<svg\b([^>]*)>", lambda found: f"<svg{found[1]}{label}>{dark}", drawn, count=1)
    return _MARK.sub(r'<path aria-label="\1"\2><title>\1</title></path>', drawn) + "\n"


_MARK: Final = re.compile(r'<path aria-label="([^"]*)"((?: [\w-]+="[^"]*")*)/>')
"""Matches a mark with a description for screen readers; a title gives the same to a mouse pointer."""


def _dark_theme_css() -> str:
    """Rules that recolour a plot for a light background on a dark one."""
    light, dark = THEMES["light"], THEMES["dark"]
    rules = "".join(
        f'[{how}="{light[name]}"]{{{how}:{dark[name]}}}'
        for name in ("ground", "ink", "soft", "faint", "back")
        for how in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme:dark){{{rules}}}"


def vega_spec(plot: Plot, theme: Theme) -> Spec:
    """The plot as a specification of Vega-Lite."""
    title = {"text": plot.title, "fontSize": 17, "offset": 12}
    return {
        "config": _config(theme),
        "title": title,
        "vconcat": [_group(group, theme) for group in plot.groups],
        "spacing": 28,
        "resolve": {"scale": {"color": "independent", "shape": "independent"}},
    }


def _group(group: Group, theme: Theme) -> Spec:
    charts = [_chart(chart, theme) for chart in group.charts]
    if len(charts) == 1 and not group.title:
        return charts[0]
    return {
        "title": {"text": group.title, "fontSize": 14},
        "concat": charts,
        "columns": 2,
        "bounds": "flush",
        "spacing": _GAPS,
    }


_GAPS: Final = {"row": 66, "column": WIDE - 2 * HALF}
"""The space between charts side by side: enough for an axis and a title."""


def _chart(chart: Chart, theme: Theme) -> Spec:
    return {
        "title": {
            "text": chart.title,
            **({"subtitle": list(chart.said)} if chart.said else {}),
            **({"color": DYES[chart.title].hex} if chart.title in HUES and theme != "print" else {}),
        },
        "width": chart.width,
        "height": chart.height,
        "data": {"values": chart.rows},
        "layer": chart.layers,
    }


def _config(theme: Theme) -> Spec:
    colours = THEMES["light" if theme == "auto" else theme]
    ink, soft, faint = colours["ink"], colours["soft"], colours["faint"]
    return {
        "background": colours["ground"],
        "font": MEASURED,
        "padding": 14,
        "view": {"stroke": faint},
        "axis": {
            "labelFontSize": LABEL,
            "titleFontSize": LABEL,
            "titleFontWeight": "normal",
            "labelColor": soft,
            "titleColor": soft,
            "gridColor": faint,
            "gridOpacity": 0.5,
            "domainColor": faint,
            "tickColor": faint,
            "labelLimit": WIDE,
        },
        "axisX": {"grid": False},
        "title": {
            "anchor": "start",
            "frame": "group",
            "color": ink,
            "fontSize": 13,
            "subtitleColor": soft,
            "subtitleFontSize": LABEL,
            "limit": WIDE,
        },
        "legend": {
            "orient": "top",
            "direction": "horizontal",
            "labelColor": ink,
            "labelFontSize": LABEL + 1,
            "labelLimit": WIDE // 2,
            "symbolSize": 90,
        },
        "bar": {"fill": colours["back"]},
        "rule": {"stroke": soft},
    }


# -- a page ---------------------------------------------------------------------------------------------------------

LEAST: Final = 560
"""The least width of a plot on a page, in pixels: letters can still be read. Smaller screens scroll sideways."""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(plot: Plot, drawn: str, theme: Theme) -> str:
    """A page without a script that loads nothing else: the plot, and its numbers below."""
    tables = "\n".join(_tables(plot))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(plot.title)}</title>\n'
        f"<style>{_sheet(theme)}</style></head><body>\n<div>{drawn}</div>{tables}\n</body></html>\n"
    )


def _sheet(theme: Theme) -> str:
    def ground(name: str) -> str:
        return f"body{{background:{THEMES[name]['ground']};color:{THEMES[name]['ink']}}}"

    dark = f"@media (prefers-color-scheme:dark){{{ground('dark')}}}" if theme == "auto" else ""
    return (
        f"body{{font-family:{FONTS};margin:1rem}}div{{overflow-x:auto}}"
        f"svg{{width:100%;min-width:{LEAST}px;max-width:{WIDE + 100}px;height:auto}}"
        "td,th{padding:.1rem .7rem;text-align:left;overflow-wrap:anywhere}th{overflow-wrap:break-word}"
        "@media(max-width:400px){td,th{padding:.1rem .3rem}}"
        f"{ground('light' if theme == 'auto' else theme)}{dark}"
    )


def _tables(plot: Plot) -> Iterator[str]:
    for group in plot.groups:
        for chart in group.charts:
            title = ": ".join(part for part in (group.title, chart.title) if part)
            heads = "".join(f"<th scope=col>{escape(head)}</th>" for head in chart.heads.values())
            rows = "\n".join(_line([row[name] for name in chart.heads]) for row in chart.rows)
            yield (
                f"<details><summary>{escape(title)}: the numbers</summary>\n"
                f"<table><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table></details>"
            )


def _line(cells: list[Any]) -> str:
    return f"<tr>{''.join(f'<td>{escape(HIDDEN if cell is None else str(cell))}</td>' for cell in cells)}</tr>"
