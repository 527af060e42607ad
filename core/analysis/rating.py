"""The rating of a player in words, by the error rates of bots in the same game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import Struct

from kronika.core.analysis.decisions import MARKS, SIGNIFICANCE_THRESHOLD, Decision, Delta, sum_deltas
from kronika.core.analysis.horizons import by_learned_values
from kronika.core.analysis.judge import AnalysisConfig, judge_name
from kronika.core.analysis.parts import has_choice
from kronika.core.analysis.summary import FORM, Analysis
from kronika.core.basics.statistics import mean_and_error
from kronika.core.basics.text import join_words
from kronika.core.basics.toml import read_facts
from kronika.core.bots.learned import learned_values
from kronika.core.contract.registry import get_game

WORDS: Final = {2: ("experienced", "beginner"), 3: ("strong", "casual", "beginner")}
"""The ratings, best first, by the number of bots on a scale."""
SEATS: Final = 2
"""The number of seats in the games by which the scale was measured."""
UNSURE: Final = "not sure"
"""The rating of a player who may be any of those on the scale."""
UNSEEN: Final = MARKS[0][1]
"""The loss of a decision that a player may make as well, though it is not among those that were judged."""
FILE: Final = "error_rates.toml"
"""The file of this package with the error rates of bots, by game; `tests/support/error_rates.py` measures them."""


class Scale(Struct, frozen=True):
    """The scale of a game: the mean loss of a decision with a choice and its standard error, by bot, the least first.

    Each of three bots is typical of a rating: `mcts:50` or `value` of a strong player, `greedy` of a casual one,
    `random` of a beginner. Where their losses can't be distinguished, there are two: one of an experienced player, and
    `random`.

    It was measured with the default configuration and two seats. The judge looked `horizon` events ahead; `weights` is
    the digest of its learned values, empty if the estimate judged.
    """

    horizon: int
    weights: str
    rates: dict[str, tuple[float, float]]


@cache
def scales() -> Mapping[str, Scale]:
    """The scales by game."""
    return msgspec.convert(read_facts("kronika.core.analysis", FILE), dict[str, Scale])


def error_rates(game: str) -> Mapping[str, float]:
    """The mean loss of a decision with a choice, by bot; empty for a game in which it was not measured."""
    return {bot: mean for bot, (mean, _) in scales()[game].rates.items()} if game in scales() else {}


def choices_of(found: Analysis, seat: int) -> list[Delta]:
    """The losses in skill of a seat's decisions with a choice."""
    own = [one for one in found.verdicts if isinstance(one, Decision) and one.seat == seat]
    return [one.skill.loss for one in own if has_choice(one)]


def rating(found: Sequence[Analysis], losses: Sequence[Delta]) -> str:
    """The rating of a player in words: `casual`, or `strong to casual` if that is not sure; empty for no rating.

    It is `UNSURE` if it may be any. `found` are the analyses of one game, `losses` those of the player's decisions with
    a choice in them. There is no rating without such a decision, nor unless the scale holds for all analyses.
    """
    game = found[0].game
    if game not in scales() or not losses or _limit_of_scale(found):
        return ""
    rate, error = rate_and_error(losses)
    best, worst = (_word(game, rate + side * SIGNIFICANCE_THRESHOLD * error) for side in (-1, 1))
    if best == worst:
        return best
    words = WORDS[len(scales()[game].rates)]
    return UNSURE if (best, worst) == (words[0], words[-1]) else f"{best} to {worst}"


def rate_and_error(losses: Sequence[Delta]) -> tuple[float, float]:
    """The mean loss of a decision of a player, and its standard error as an estimate for other games of that player.

    The error is that of the scatter of the decisions, but at least that of the playouts, and at least that of one
    costly decision in all: players make few of them, so a short game may have none.
    """
    number = len(losses)
    rate, scatter = mean_and_error([loss.win_rate for loss in losses])
    return rate, max(scatter, sum_deltas(losses).win_rate_error / number, UNSEEN / number)


def _limit_of_scale(found: Sequence[Analysis]) -> str:
    """The condition of a scale that some of the analyses do not meet, for a sentence; empty if they meet all."""
    if any(one.config != AnalysisConfig(seed=one.config.seed) for one in found):
        return "the default configuration"
    if any(one.analysis == FORM and one.options != {} for one in found):
        return "the default options of the game"
    if any(len(one.players) != SEATS for one in found):
        return "two seats"
    if not all(one.whole for one in found):
        return "whole games"
    if any((one.horizon, one.judge) != _judge_of_scale(one.game) for one in found):
        return "the judge that it was measured with, and another one judged this"
    return ""


def _judge_of_scale(game: str) -> tuple[int, str]:
    """The horizon and the name of the judge by which a scale was measured; no name if this program has another one."""
    scale, judged = scales()[game], get_game(game)
    values = learned_values(judged) if by_learned_values(judged) else None
    return scale.horizon, judge_name(judged, values) if scale.weights == (values.digest if values else "") else ""


def _word(game: str, rate: float) -> str:
    """The rating of a rate: that of the bot whose rate is nearest."""
    bounds = limits(game)
    return WORDS[len(bounds) + 1][sum(rate > bound for bound in bounds)]


def limits(game: str) -> list[float]:
    """The greatest error rate of each rating but the last: half way between those of two bots."""
    return [(better + worse) / 2 for better, worse in pairwise(error_rates(game).values())]


def ratings_text(found: Sequence[Analysis]) -> str:
    """A sentence on the ratings, as by `scale_text`; empty if nobody had a choice, so that there is nothing to rate."""
    rated = any(choices_of(one, tally.seat) for one in found for tally in one.tallies)
    return scale_text(found) if rated else ""


def scale_text(found: Sequence[Analysis]) -> str:
    """A sentence on the scale of the ratings in some analyses of one game, or on why there is none."""
    game = found[0].game
    if game not in scales():
        return "No rating: the error rates of bots were not measured in this game."
    rates = error_rates(game)
    bots = join_words([f"{bot} {100 * rate:.1f}" for bot, rate in rates.items()])
    if limit := _limit_of_scale(found):
        return f"No rating: its scale holds for {limit}. There a decision with a choice costs {bots} %."
    return f"Rating by what a decision with a choice costs: {limits_text(game)}. Bots with two seats: {bots} %."


def limits_text(game: str) -> str:
    """The ratings of a scale with their limits: `strong up to 2.4 %, casual up to 5.1 %`."""
    bounds = limits(game)
    words = WORDS[len(bounds) + 1]
    return ", ".join(f"{word} up to {100 * bound:.1f} %" for word, bound in zip(words, bounds, strict=False))
