"""Learned values from played games: how features of positions predict the winner and the lead.

Deals are divided: four of five are learned from, the others tell how well it fits. Each position counts once for each
seat. The fit begins with the game's heuristic, written as weights of the features, and departs from it as far as that
predicts deals better that were not learned from (ridge regression); so a few games can do little harm. Weights are
learned from games with two seats. Games with more say how sharply shares of the win follow from them there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import takewhile
from math import log, tanh
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.toml import to_toml
from kronika.core.bots.learned import SEATS, CalibrationBin, Fit, MoreSeats, Pair, Provenance, Values, Weights
from kronika.core.bots.playouts import Playouts
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.extras import require_extra
from kronika.logs.running.program import program_digest

FOLDS: Final = 5
"""One of this number of deals is held out; of the others, one of this number chooses how far to depart."""
PENALTIES: Final = (1e1, 1e2, 1e3, 1e4, 1e5)
"""The penalties that are tried for departing from the heuristic, per standard deviation of a feature."""
NEWTON_STEPS: Final = 8
"""Number of steps of Newton's method; a logistic regression needs fewer."""
BINS: Final = 10
"""Number of bins of the calibration, equally wide."""
LEAST: Final = 1e-4
"""The least probability that counts in a log loss, so that it is finite."""
SHARPNESS: Final = tuple(step / 20 for step in range(1, 41))
"""The sharpnesses that are tried at the beginning and at the end of a game."""
MIN_DEALS: Final = 25
"""The least number of deals that can be divided."""


class Row(Struct, frozen=True):
    """A position as one seat knows it: features, the heuristic's lead and share of the win there, and the result."""

    deal: str
    numbers: tuple[float, ...]
    lead_before: float
    share_before: float
    lead: float
    share: float


class Learned(Struct, frozen=True):
    """The weights, and the number of logs that were not used: of other games or rules, or not played to the end."""

    weights: Weights
    skipped: int


def rows_of(session: Session) -> Iterator[Row]:
    """The quiet positions of a finished game before decisions, once for each seat; none if it has no result."""
    game, result = session.game, session.result()
    features = game.heuristic().features
    if features is None or result is None:
        return
    table = Playouts(game, session.state)
    deal = _deal(session)
    shares, leads = _shares(table, result.winners), _leads(table, result.totals)
    for state in session.line.states:
        actors = game.actors(state)
        if not actors or actors[0] == CHANCE or not table.heuristic.is_quiet(state):
            continue
        before = _leads(table, table.heuristic.estimate(state))
        likely = [(1 + tanh(lead / table.heuristic.scale)) / 2 for lead in before]
        for seat, lead in enumerate(before):
            numbers = tuple(map(float, features.numbers(state, seat)))
            yield Row(deal, numbers, lead, likely[seat] / sum(likely), leads[seat], shares[seat])


def _deal(session: Session) -> str:
    """The name of the deal of a game: by its seed or, without one, by the outcomes of chance before the first move.

    Games of one deal are either all learned from or all held out.
    """
    if session.header.seed is not None:
        return f"{session.header.seed}/{len(session.players)}"
    given = takewhile(lambda event: event.by == CHANCE, session.line.events)
    data = msgspec.json.encode([event.do for event in given])
    return f"{blake2b(data, digest_size=8).hexdigest()}/{len(session.players)}"


def _leads(table: Playouts, points: Sequence[float]) -> list[float]:
    return [points[seat] - max(points[other] for other in rivals) for seat, rivals in enumerate(table.rivals)]


def _shares(table: Playouts, winners: Sequence[int]) -> list[float]:
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(table.rivals))]


def can_learn(session: Session, game: AnyGame) -> bool:
    """Whether a game can be learned from: finished, of this game and its rules, with rivals, without teams."""
    if session.game.name != game.name or session.result() is None:
        return False
    return len(session.players) > 1 and not game.teams(session.state.options, len(session.players))


def train(game: AnyGame, sessions: Iterable[tuple[bytes, Session]], seed: int) -> Learned:
    """The weights that fit the games best; each session comes with the digest of its log.

    Raises KronikaError for a game without features and for too few deals, and FileError if numpy is not installed.
    """
    features = game.heuristic().features
    if features is None:
        raise KronikaError(f"{game.title} declares no features to learn from.")
    numpy = require_extra("train")
    corpora: dict[int, Corpus] = {}
    skipped = 0
    for data, session in sessions:
        if can_learn(session, game):
            corpora.setdefault(len(session.players), Corpus()).add(data, session)
        else:
            skipped += 1
    corpus = corpora.pop(SEATS, Corpus())
    rows, games = corpus.rows, {row.deal for row in corpus.rows}
    if len(games) < MIN_DEALS:
        raise KronikaError(
            f"Learning takes {MIN_DEALS} finished games of different deals; here are {len(games)}, with two seats."
        )
    held = {deal for deal in games if not Dice("train", seed, deal).below(FOLDS)}
    seen = [row for row in rows if row.deal not in held]
    unseen = [row for row in rows if row.deal in held]
    win, lead = Fitting(numpy, seed, seen).weights()
    shares = _predicted(numpy, win, unseen)
    provenance = Provenance(
        len(games) - len(held),
        len(held),
        len(seen),
        corpus.digest.hexdigest(),
        seed,
        program_digest(),
        _thirds(unseen, shares),
        _calibration(unseen, shares),
    )
    by_feature = [dict(zip(features.names, _pairs(found), strict=True)) for found in (win, lead)]
    weights = Weights(game.name, game.rules_version, by_feature[0], by_feature[1], provenance)
    values = Values(features, weights)
    more = tuple(more_seats(numpy, values, seats, one) for seats, one in sorted(corpora.items()))
    return Learned(replace(weights, more_seats=more), skipped)


class Corpus:
    """The rows of some games with the same number of seats, the states they are of, and a digest of the logs."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.digest = blake2b(digest_size=16)

    def add(self, data: bytes, session: Session) -> None:
        """Add the rows of a game; `data` is the digest of its log."""
        self.digest.update(data)
        self.rows += rows_of(session)


def more_seats(numpy: Any, values: Values, seats: int, corpus: Corpus) -> MoreSeats:
    """The sharpness that fits games with this number of seats best, as shares of the win by the logits of `values`."""
    logits = numpy.array([values.logit(row.numbers) for row in corpus.rows]).reshape(-1, seats)
    shares = numpy.array([row.share for row in corpus.rows]).reshape(-1, seats)

    def loss(parts: Any) -> float:
        predicted = parts / parts.sum(axis=1, keepdims=True)
        return float(-(shares * numpy.log(numpy.maximum(predicted, LEAST))).sum(axis=1).mean())

    progress = numpy.array([row.numbers[0] for row in corpus.rows[::seats]])[:, None]
    losses = {
        (start, end): loss(numpy.exp((start + progress * (end - start)) * logits))
        for start in SHARPNESS
        for end in SHARPNESS
    }
    best = min(losses, key=lambda pair: losses[pair])
    before = loss(1 / (1 + numpy.exp(-logits)))
    games = len({row.deal for row in corpus.rows})
    digest = corpus.digest.hexdigest()
    return MoreSeats(seats, best, games, len(logits), digest, round(losses[best], 4), round(before, 4))


def _pairs(weights: Any) -> list[Pair]:
    """The weights at the beginning and the end, to four digits."""
    half = len(weights) // 2
    return [(_rounded(start), _rounded(end)) for start, end in zip(weights[:half], weights[half:], strict=True)]


def _rounded(number: float) -> float:
    return float(f"{number:.4g}")


class Fitting:
    """A fit of weights to rows, with `numpy`.

    A row of the design has each feature times the part of the game that is left, then times the part that is over.
    """

    def __init__(self, numpy: Any, seed: int, rows: Sequence[Row]) -> None:
        self._numpy = numpy
        self._design = _design(numpy, rows)
        self._scale = self._design.std(axis=0) + 1e-9
        self._chooses = numpy.array([not Dice("choose", seed, row.deal).below(FOLDS) for row in rows])
        self._lead_before = numpy.array([row.lead_before for row in rows])
        self._lead = numpy.array([row.lead for row in rows])
        self._share = numpy.array([row.share for row in rows])

    def weights(self) -> tuple[Any, Any]:
        """The weights of the logit of the share of the win, and of the lead."""
        linear = self._numpy.linalg.lstsq(self._design, self._lead_before, rcond=None)[0]
        lead = self._best(linear, self._ridge, self._square)
        logit = self._logistic(self._numpy.zeros(1), 1e-9, slice(None), (self._design @ lead)[:, None])
        win = self._best(lead * logit[0], self._logistic, self._log_loss)
        return win, lead

    def _best(self, start: Any, fit: Any, loss: Any) -> Any:
        """The fit with the penalty that predicts the deals best that choose."""
        learns = ~self._chooses
        losses = [loss(fit(start, penalty, learns), self._chooses) for penalty in PENALTIES]
        return fit(start, PENALTIES[losses.index(min(losses))], slice(None))

    def _ridge(self, start: Any, penalty: float, some: Any) -> Any:
        design, scale = self._design[some], self._scale
        residual = self._lead[some] - design @ start
        system = design.T @ design + penalty * self._numpy.diag(scale**2)
        return start + self._numpy.linalg.solve(system, design.T @ residual)

    def _square(self, weights: Any, some: Any) -> float:
        return float(((self._lead[some] - self._design[some] @ weights) ** 2).mean())

    def _logistic(self, start: Any, penalty: float, some: Any, design: Any = None) -> Any:
        numpy, scale = self._numpy, self._scale if design is None else self._numpy.ones(1)
        design, weights = (self._design if design is None else design)[some], start.copy()
        for _ in range(NEWTON_STEPS):
            chance = 1 / (1 + numpy.exp(-numpy.clip(design @ weights, -30, 30)))
            slope = design.T @ (self._share[some] - chance) - penalty * scale**2 * (weights - start)
            curve = (design * (chance * (1 - chance))[:, None]).T @ design + penalty * numpy.diag(scale**2)
            weights = weights + numpy.linalg.solve(curve, slope)
        return weights

    def _log_loss(self, weights: Any, some: Any) -> float:
        numpy = self._numpy
        logit = numpy.clip(self._design[some] @ weights, -30, 30)
        return float((numpy.log1p(numpy.exp(logit)) - self._share[some] * logit).mean())


def _design(numpy: Any, rows: Sequence[Row]) -> Any:
    numbers = numpy.array([row.numbers for row in rows])
    progress = numbers[:, :1].copy()
    numbers[:, 0] = 1.0
    return numpy.hstack([numbers * (1 - progress), numbers * progress])


def _predicted(numpy: Any, win: Any, rows: Sequence[Row]) -> list[float]:
    """The shares of the win that the weights predict."""
    return [float(share) for share in 1 / (1 + numpy.exp(-numpy.clip(_design(numpy, rows) @ win, -30, 30)))]


# -- how well it fits --------------------------------------------------------------------------------------------


def predicts_better(learned: Provenance) -> bool:
    """Whether the log loss over all deals held out is less by the weights than by the heuristic."""
    return sum(fit.positions * (fit.log_loss - fit.heuristic_log_loss) for fit in learned.thirds) < 0


def _thirds(rows: Sequence[Row], shares: Sequence[float]) -> tuple[Fit, Fit, Fit]:
    """The fit in each third of the game, by progress."""
    parts: list[list[tuple[Row, float]]] = [[], [], []]
    for row, share in zip(rows, shares, strict=True):
        parts[min(int(3 * row.numbers[0]), 2)].append((row, share))
    first, second, third = map(_fit, parts)
    return first, second, third


def _fit(part: Sequence[tuple[Row, float]]) -> Fit:
    learned = [(share, row.share) for row, share in part]
    before = [(row.share_before, row.share) for row, _ in part]
    return Fit(len(part), log_loss(learned), square(learned), log_loss(before), square(before))


def log_loss(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean log loss of predicted shares of the win, each with the result; 0 for none. log 2 is a coin's."""
    losses = [-result * _log(share) - (1 - result) * _log(1 - share) for share, result in pairs]
    return round(sum(losses) / max(1, len(losses)), 4)


def _log(share: float) -> float:
    return log(max(LEAST, share))


def square(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean square error of predicted shares of the win, each with the result; 0 for none. 0.25 is a coin's."""
    return round(sum([(share - result) ** 2 for share, result in pairs]) / max(1, len(pairs)), 4)


def _calibration(rows: Sequence[Row], shares: Sequence[float]) -> tuple[CalibrationBin, ...]:
    """The mean prediction and the mean result of the positions in each tenth of the predictions."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for row, share in zip(rows, shares, strict=True):
        bins[min(int(BINS * share), BINS - 1)].append((share, row.share))
    means = [[round(sum(column) / len(column), 4) for column in zip(*one, strict=True)] for one in bins if one]
    return tuple(CalibrationBin(len(one), *mean) for one, mean in zip(filter(None, bins), means, strict=True))


def weights_text(weights: Weights) -> str:
    """The weights as TOML, as they are shipped."""
    table = msgspec.to_builtins(weights)
    head = [
        f"# Learned values of positions of {get_game(weights.game).title}; written by `kronika train {weights.game}`."
    ]
    plain = {key: value for key, value in table.items() if not isinstance(value, (dict, list, tuple))}
    head += [f"{key} = {json.dumps(value)}" for key, value in plain.items()]
    parts = [line for key in ("win", "lead") for line in ("", *to_toml(table[key], f"[{key}]"))]
    learned = table["learned"]
    fits = [
        line
        for key in ("thirds", "calibration")
        for one in learned.pop(key)
        for line in ("", *to_toml(one, f"[[learned.{key}]]"))
    ]
    more = [line for one in table["more_seats"] for line in ("", *to_toml(one, "[[more_seats]]"))]
    return "\n".join([*head, *parts, "", *to_toml(learned, "[learned]"), *fits, *more, ""])
