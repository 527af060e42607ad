"""The rating of a player in words, by the error rates of bots in the same game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from kronika.core.analysis.decisions import SIGNIFICANCE_THRESHOLD, Delta
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.text import join_words
from kronika.core.basics.toml import read_facts

WORDS: Final = ("strong", "casual", "beginner")
"""The ratings, best first."""
BOTS: Final = ("mcts:50", "greedy", "random")
"""By rating, the bot whose error rate is typical of it."""
FILE: Final = "error_rates.toml"
"""The file of this package with the error rates of bots, by game; `tests/support/error_rates.py` measures them."""


@cache
def error_rates(game: str) -> Mapping[str, float]:
    """The mean loss of a decision with a choice, by bot; empty for a game in which it was not measured.

    It was measured with the default configuration and two seats.
    """
    return {bot: mean for bot, (mean, _) in read_facts("kronika.core.analysis", FILE).get(game, {}).items()}


def rating(game: str, config: AnalysisConfig, rate: Delta) -> str:
    """The rating of an error rate in words: `casual`, or `strong to casual` if that is not sure; empty for no rating.

    There is none with a configuration other than the default, or in a game whose bots were not measured.
    """
    if not _is_rated(game, config):
        return ""
    margin = SIGNIFICANCE_THRESHOLD * rate.win_rate_error
    best, worst = (_word(game, rate.win_rate + side * margin) for side in (-1, 1))
    return best if best == worst else f"{best} to {worst}"


def _is_rated(game: str, config: AnalysisConfig) -> bool:
    default = AnalysisConfig(seed=config.seed)
    return config == default and bool(error_rates(game))


def _word(game: str, rate: float) -> str:
    """The rating of a rate: that of the bot whose rate is nearest."""
    strong, casual = limits(game)
    return WORDS[(rate > strong) + (rate > casual)]


def limits(game: str) -> tuple[float, float]:
    """The greatest error rates of a strong and of a casual player: half way between those of two bots."""
    strong, casual, beginner = (error_rates(game)[bot] for bot in BOTS)
    return (strong + casual) / 2, (casual + beginner) / 2


def scale_text(game: str, config: AnalysisConfig) -> str:
    """A sentence on the scale of the ratings, or on why there is none."""
    if not error_rates(game):
        return "No rating: the error rates of bots were not measured in this game."
    rates = error_rates(game)
    bots = join_words([f"{bot} {100 * rates[bot]:.1f}" for bot in BOTS])
    if not _is_rated(game, config):
        return (
            f"No rating: its scale holds for the default configuration. There a decision with a choice costs {bots} %."
        )
    strong, casual = limits(game)
    return (
        f"Rating by what a decision with a choice costs: strong up to {100 * strong:.1f} %, casual up to "
        f"{100 * casual:.1f} %. Bots with two seats: {bots} %."
    )
