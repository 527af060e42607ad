"""The win rates along a game as a curve: with signs at mistakes, and bars for what decisions cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from kronika.core.analysis.text import cost_percent
from kronika.core.drawing.shapes import escape

WIDE: Final = 700
HIGH: Final = 200
"""The size of the curve, in pixels."""
LETTERS: Final = 16
"""The font size of a mark, in pixels."""
STYLES: Final = (
    "unbroken",
    "dashes",
    "dots",
    "dash and dot",
    "long dashes",
    "short dashes",
    "dash and dots",
    "specks",
)
"""The look of the lines of the style sheet, by their number."""


class Step(Struct, frozen=True):
    """A judged event: the number of its record on the page, the win rates after it by seat, and what it is in words.

    For a decision `seat` is the player and `cost` the part of the win that it cost, 0 if that is not significant.
    `mark` is its sign.
    """

    record: int
    win_rates: Sequence[float]
    says: str
    seat: int | None = None
    cost: float = 0
    mark: str = ""


def curve(steps: Sequence[Step], names: Sequence[str], seats: Sequence[int], scatter: str = "") -> str:
    """The curve of these seats, with a paragraph that explains it; `scatter` is a clause on the spread of its points.

    The script moves a line along it; `data-records` are the records of its points.
    """
    lines = "".join(
        f'<path class="f-none line-{at % 8}" stroke-width="2" d="M{" L".join(_points(steps, seat))}"/>'
        for at, seat in enumerate(seats)
        if steps
    )
    told = "; ".join(f"{names[seat]}: {STYLES[at % 8]}" for at, seat in enumerate(seats))
    bars = "".join(_bars(steps))
    costs = " A bar from below is what a decision cost, if significant." if bars else ""
    records = " ".join(str(step.record) for step in steps)
    return f"""\
<div class="curve"><p>Win rate, 0 below to 100 % above{scatter}. {escape(told)}.{costs}</p>
<svg viewBox="-4 -4 {WIDE + 8} {HIGH + 8}" role="img" aria-label="Win rate over the game" data-records="{records}">
<path class="axis f-none" d="M0 0H{WIDE}M0 {HIGH / 2:g}H{WIDE}M0 {HIGH}H{WIDE}"/>
{bars}{lines}{"".join(_signs(steps))}<path class="cursor" d="M0 0"/></svg></div>"""


def _points(steps: Sequence[Step], seat: int) -> list[str]:
    return [f"{x:g} {y:g}" for x, y in (_place(steps, at, seat) for at in range(len(steps)))]


def _place(steps: Sequence[Step], at: int, seat: int) -> tuple[float, float]:
    win_rate = min(max(steps[at].win_rates[seat], 0), 1)
    return _across(steps, at), round(HIGH * (1 - win_rate), 1)


def _across(steps: Sequence[Step], at: int) -> float:
    return round(WIDE * at / max(1, len(steps) - 1), 1)


def _bars(steps: Sequence[Step]) -> Iterator[str]:
    for at, step in enumerate(steps):
        if step.cost > 0:
            said = f"<title>{escape(f'{step.says}: costs {cost_percent(step.cost)} %')}</title>"
            high = HIGH * min(step.cost, 1)
            yield f'<path class="cost" d="M{_across(steps, at):g} {HIGH}v{-high:.1f}">{said}</path>'


def _signs(steps: Sequence[Step]) -> Iterator[str]:
    for at, step in enumerate(steps):
        if step.mark and step.seat is not None:
            x, y = _place(steps, at, step.seat)
            where = f'x="{min(max(x, LETTERS), WIDE - LETTERS):g}" y="{min(max(y, LETTERS), HIGH - 2):g}"'
            sign = f'<text {where} font-size="{LETTERS}" text-anchor="middle" class="f-ink">{escape(step.mark)}</text>'
            yield f'<a href="#n={step.record}"><title>{escape(step.says)}</title>{sign}</a>'
