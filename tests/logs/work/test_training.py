"""Learning from games: which games and positions count, what a fit finds, and how well it predicts."""

from __future__ import annotations

import tomllib
from math import log, tanh
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.toml import read_facts
from kronika.core.bots.learned import Fit, Provenance, Values, Weights
from kronika.core.contract.game import CHANCE
from kronika.core.contract.heuristic import Features
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.work import training
from kronika.logs.work.simulate import play_random
from kronika.logs.work.training import (
    Corpus,
    Fitting,
    Row,
    can_learn,
    log_loss,
    more_seats,
    predicts_better,
    rows_of,
    square,
    train,
    weights_text,
)
from support import duel
from support.logs import duel_game

TIDES = get_game("tides")
NOWHERE = cast(Provenance, None)
BY_LOGIT = Weights("", 1, {"progress": (0, 0), "x": (1, 1)}, {"progress": (0, 0), "x": (0, 0)}, NOWHERE)
"""The logit is the feature."""


def test_each_quiet_position_counts_once_for_each_seat() -> None:
    """In Tides nothing is quiet while one choice lies face down (TT-2.1): there are half as many as decisions."""
    session = play_random(TIDES, 2, {}, 5)
    result = session.result()
    assert result is not None
    decisions = sum(event.by != CHANCE for event in session.line.events)
    rows = list(rows_of(session))
    assert len(rows) == decisions
    lead = result.totals[0] - result.totals[1]
    assert {(row.lead, row.share) for row in rows[::2]} == {(lead, float(0 in result.winners))}
    assert {(row.lead, row.share) for row in rows[1::2]} == {(-lead, float(1 in result.winners))}
    assert rows[0].numbers[0] == 0
    assert 0.8 < rows[-1].numbers[0] <= 1


def test_the_heuristic_is_what_the_judge_takes_it_for() -> None:
    """A lead of d at a scale of 15 is a share of (1 + tanh(d / 15)) / 2."""
    for row in rows_of(play_random(TIDES, 2, {}, 5)):
        assert row.share_before == pytest.approx((1 + tanh(row.lead_before / 15)) / 2)


def test_only_finished_games_with_rivals_are_learned_from() -> None:
    ancient = get_game("ancient_knowledge")
    assert can_learn(play_random(TIDES, 2, {}, 1), TIDES)
    assert not can_learn(play_random(TIDES, 2, {}, 1), ancient)
    assert not can_learn(duel_game(), TIDES)
    assert not can_learn(play_random(ancient, 4, {"teams": True}, 1), ancient)
    assert not can_learn(play_random(get_game("viceroy"), 1, {}, 1), get_game("viceroy"))


def test_recorded_games_without_a_seed_are_deals_of_their_own() -> None:
    """As somebody records them at a table: a deal is known by what chance gave before the first move."""
    one, other = (play_random(TIDES, 2, {}, seed) for seed in (1, 2))
    recorded = [Session(TIDES, replace(true.header, seed=None), chance="given") for true in (one, one, other)]
    for session, true in zip(recorded, (one, one, other), strict=True):
        for event in true.line.events:
            session.do(event.by, event.do)
    first, again, third = ({row.deal for row in rows_of(session)} for session in recorded)
    assert first == again != third
    assert len(first) == 1


def test_weights_predict_better_over_all_positions_held_out() -> None:
    """By the positions of all thirds together: 10 lose 0.1 each, 30 win 0.04 each."""
    better = Fit(30, 0.46, 0.1, 0.5, 0.1)
    worse = Fit(10, 0.6, 0.1, 0.5, 0.1)
    about = learned_from(worse, better, Fit(0, 0.0, 0.0, 0.0, 0.0))
    assert predicts_better(about)
    assert not predicts_better(replace(about, thirds=(worse, replace(better, log_loss=0.47), worse)))
    assert not predicts_better(replace(about, thirds=(replace(better, log_loss=0.5),) * 3)), "as well is not better"


def learned_from(*thirds: Fit) -> Provenance:
    first, second, third = thirds
    return Provenance(4, 1, 40, "", 1, "", (first, second, third), ())


def made(deals: int, truth: float = 3.0) -> list[Row]:
    """Deals of four rows whose lead is `truth` times a feature, and a little chance; the heuristic says once."""
    rows = []
    for deal in range(deals):
        dice = Dice("made", deal)
        for at in range(4):
            x, noise = dice.below(21) - 10.0, dice.below(3) - 1.0
            lead = truth * x + noise
            rows.append(Row(str(deal), (at / 4, x), x, 0.5, lead, 1.0 if lead > 0 else 0.5 if not lead else 0.0))
    return rows


def test_a_fit_finds_what_the_heuristic_does_not_know() -> None:
    """The lead is three times the feature, at the beginning and at the end, and no constant."""
    numpy = pytest.importorskip("numpy")
    _, lead = Fitting(numpy, 1, made(300)).weights()
    assert list(lead) == pytest.approx([0, 3, 0, 3], abs=0.1)


def test_a_fit_does_not_depart_from_what_is_right() -> None:
    numpy = pytest.importorskip("numpy")
    win, lead = Fitting(numpy, 1, made(300, truth=1.0)).weights()
    assert list(lead) == pytest.approx([0, 1, 0, 1], abs=0.1)
    assert win[1] > 0
    assert win[3] > 0


def test_losses_by_hand() -> None:
    """A sure and right prediction costs nothing; a half costs log 2 and a quarter; a sure and wrong one is finite."""
    assert (log_loss([(1.0, 1.0)]), square([(1.0, 1.0)])) == (0, 0)
    assert (log_loss([(0.5, 1.0), (0.5, 0.0)]), square([(0.5, 1.0)])) == (round(log(2), 4), 0.25)
    assert log_loss([(0.0, 1.0)]) == round(-log(1e-4), 4)
    assert (log_loss([]), square([])) == (0, 0)


def test_weights_are_read_back_as_they_were_written() -> None:
    found = learned(30)
    text = weights_text(found)
    assert msgspec.convert(tomllib.loads(text), Weights) == found
    assert text.startswith("# Learned values of positions of Tides of Time; written by `kronika train tides`.\n")


def learned(games: int, seed: int = 1) -> Weights:
    pytest.importorskip("numpy")
    return train(TIDES, ((b"%d" % n, play_random(TIDES, 2, {}, n)) for n in range(games)), seed).weights


def test_deals_are_divided_and_the_same_games_give_the_same_weights() -> None:
    one, other = learned(30), learned(30)
    assert one == other
    about = one.learned
    assert about.games + about.held_out == 30
    assert 1 <= about.held_out <= 12
    assert sum(fit.positions for fit in about.thirds) == sum(one.positions for one in about.calibration)
    assert learned(30, seed=2).learned.corpus == about.corpus
    assert learned(30, seed=2).win != one.win


def test_with_more_seats_the_sharpness_that_fits_is_found() -> None:
    """The seat with a logit of log 2 wins two games of four, the others one each: as exp(logit) has it.

    Parts are 2, 1, 1 at a sharpness of 1. Without it shares are 2/3, 1/2, 1/2 of 5/3. Half of the positions are at
    the beginning, half at the end. The log loss is that of the shares 1/2, 1/4, 1/4: (2 log 2 + 2 log 4) / 4.
    """
    numpy = pytest.importorskip("numpy")
    features = Features[Any](("progress", "x"), lambda state, seat: state[seat], "")
    values = Values(features, BY_LOGIT)
    corpus = Corpus()
    for deal, winner in enumerate((0, 0, 1, 1, 0, 0, 2, 2)):
        for seat in range(3):
            numbers = (deal % 2, log(2) if seat == 0 else 0.0)
            corpus.rows.append(Row(str(deal), numbers, 0, 0, 0, float(seat == winner)))
    found = more_seats(numpy, values, 3, corpus)
    assert (found.seats, found.sharpness, found.games, found.positions) == (3, (1.0, 1.0), 8, 8)
    assert found.log_loss == round(1.5 * log(2), 4)
    assert found.before == round(-(log(0.4) + log(0.3)) / 2, 4)
    sharp = Values(features, replace(BY_LOGIT, more_seats=(found,)))
    state = [(0.0, log(2)), (0.0, 0.0), (0.0, 0.0)]
    assert sharp.of_seats(state, 3)[0] == pytest.approx([0.5, 0.25, 0.25])
    later = Values(features, replace(BY_LOGIT, more_seats=(replace(found, sharpness=(1.0, 3.0)),)))
    half_way = [(0.5, number) for _, number in state]
    assert later.of_seats(half_way, 3)[0] == pytest.approx([4 / 6, 1 / 6, 1 / 6]), "exp(2 log 2) is 4"
    assert sharp.of_seats(state[:2], 2)[0] == pytest.approx([4 / 7, 3 / 7]), "two seats are as before"


def test_too_few_deals_and_no_features_are_refused() -> None:
    few = r"^Learning takes 25 finished games of different deals; here are 2, with two seats\.$"
    with pytest.raises(KronikaError, match=few):
        learned(2)
    with pytest.raises(KronikaError, match=r"^Duel declares no features to learn from\.$"):
        train(duel.GAME, (), 1)


def test_without_numpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(extra: str) -> Any:
        raise FileError(f"no {extra}")

    monkeypatch.setattr(training, "require_extra", missing)
    with pytest.raises(FileError, match="no train"):
        train(TIDES, (), 1)


@pytest.mark.parametrize("game", ["ancient_knowledge", "tides", "viceroy"])
def test_shipped_weights_say_where_they_come_from(game: str) -> None:
    """And over all positions held out they predict better than the heuristic and than a coin."""
    found = msgspec.convert(read_facts(f"kronika.core.games.{game}", "weights.toml"), Weights)
    assert (found.game, found.rules_version) == (game, get_game(game).rules_version)
    about: Provenance = found.learned
    assert about.games > 2 * about.held_out
    positions = sum(fit.positions for fit in about.thirds)
    learned = sum(fit.positions * fit.log_loss for fit in about.thirds) / positions
    assert learned < sum(fit.positions * fit.heuristic_log_loss for fit in about.thirds) / positions
    assert learned < log(2)
