"""Calibration of the learned values of a game: predicted shares of the win against results, in games not learned from.

`python tests/support/calibration.py LOGS...` reads the finished games of the logs or folders. Take deals that the
weights were not learned from, by another seed:

    kronika simulate tides -n 1000 --seed 331000 --bots greedy --out fresh
    python tests/support/calibration.py fresh

For each number of seats it prints bins of predicted shares: their positions and deals, the mean prediction, the mean
result with its standard error, and by how much the result is off. All positions of a deal are one observation, so the
error is that of the mean over deals. A bin counts if it has at least 1,000 positions.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from kronika.core.bots.learned import learned_values, values_of
from kronika.core.bots.playouts import Playouts
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.session import Session
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.replay import load_full
from kronika.logs.work.training import can_learn

BINS: Final = 10
LEAST: Final = 1_000
"""The least number of positions of a bin that counts."""
Prediction = tuple[str, float, float]
"""A deal, the predicted share of the win of a seat in one of its positions, and the share that it got."""


def predictions(session: Session) -> Iterator[Prediction]:
    """Those of all seats in the quiet positions of a game before decisions."""
    game, result = session.game, session.result()
    table = Playouts(game, session.state)
    values = values_of(game, table.sides)
    if values is None or result is None:
        return
    for state in session.line.states:
        actors = game.actors(state)
        if not actors or actors[0] == CHANCE or not table.heuristic.is_quiet(state):
            continue
        for seat, share in enumerate(values.of_seats(state, len(table.sides))[0]):
            yield str(session.header.seed), share, (seat in result.winners) / len(result.winners)


def lines(found: Sequence[Prediction]) -> Iterator[str]:
    """The bins of some predictions, and the worst of those that count."""
    bins: list[list[Prediction]] = [[] for _ in range(BINS)]
    for one in found:
        bins[min(int(BINS * one[1]), BINS - 1)].append(one)
    worst = 0.0
    for at, part in enumerate(bins):
        if not part:
            continue
        off, error, deals = gap(part)
        predicted = sum(share for _, share, _ in part) / len(part)
        counts = len(part) >= LEAST
        worst = max(worst, abs(off)) if counts else worst
        yield (
            f"  {at / BINS:.1f}  {len(part):6} positions of {deals:4} deals: predicted {100 * predicted:5.1f} %, "
            f"off by {100 * off:+5.1f} ± {100 * error:.1f}{'' if counts else '  (too few)'}"
        )
    yield f"  the greatest gap in a bin of {LEAST:,} positions: {100 * worst:.1f} points"


def gap(part: Sequence[Prediction]) -> tuple[float, float, int]:
    """Mean result less mean prediction, its standard error over deals, and the number of deals."""
    by_deal: dict[str, list[float]] = defaultdict(list)
    for deal, share, result in part:
        by_deal[deal].append(result - share)
    mean = sum(map(sum, by_deal.values())) / len(part)
    error = sqrt(sum((sum(one) - mean * len(one)) ** 2 for one in by_deal.values())) / len(part)
    return mean, error, len(by_deal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+")
    found: dict[tuple[str, int], list[Prediction]] = defaultdict(list)
    for path in find_logs(tuple(parser.parse_args().logs)).paths:
        session = load_full(path)
        if learned_values(session.game) and can_learn(session, session.game):
            found[session.game.name, len(session.players)] += predictions(session)
    for (game, seats), some in sorted(found.items()):
        deals = len({deal for deal, _, _ in some})
        print(f"{game}, {seats} seats: {deals} deals, {len(some)} predictions")
        print("\n".join(lines(some)), flush=True)


if __name__ == "__main__":
    main()
