"""How far the judge looks, and what judges there: declared for a game, said in the report, never mixed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.cli.table.hint import print_hint
from kronika.core.analysis import horizons
from kronika.core.analysis.horizons import Measured, default_horizon
from kronika.core.analysis.judge import AnalysisConfig, Judge, terms_for
from kronika.core.analysis.summary import Analysis, has_own_sums, is_sum, summarize
from kronika.core.analysis.text import judge_text
from kronika.core.analysis.together import add_up
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.toml import read_facts
from kronika.core.bots import learned
from kronika.core.bots.learned import Values, Weights, learned_values
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.replaying.logfile import write_log
from kronika.logs.work.analysis import plan, verdicts
from support.cli import fine
from support.logs import DUEL_MOVES, duel_game

MEASURED = Measured(30, True, 0.022, 0.174, 90, 7)


def session(game: str = "viceroy", players: int = 2, **options: Any) -> Session:
    return Session.new(game, [f"P{seat}" for seat in range(players)], seed=1, options=options)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Viceroy alone is measured, with figures made by hand."""
    monkeypatch.setattr(horizons, "_measured", lambda: {"viceroy": MEASURED})


def test_each_horizon_is_one_of_a_game_and_says_how_it_was_measured() -> None:
    for name, found in horizons._measured().items():
        assert name in game_names()
        assert found.horizon > 0
        assert 0 <= found.bias < found.spread < 1
        assert found.decisions >= 30
        assert not found.learned or learned_values(get_game(name))


@pytest.mark.usefixtures("measured")
def test_a_game_is_judged_at_its_own_horizon_and_others_as_before() -> None:
    """The heuristic of Tides has 10 events, that of Tigris 4: at least 8 are played."""
    assert [default_horizon(get_game(game)) for game in ("viceroy", "tides", "tigris")] == [30, 10, 8]
    one = session()
    assert terms_for(one.game, one.state, AnalysisConfig()).horizon == 30
    asked = terms_for(one.game, one.state, AnalysisConfig(horizon=3))
    assert (asked.horizon, asked.measured, asked.learned) == (3, None, True)


@pytest.mark.usefixtures("measured")
def test_learned_values_are_shares_and_leads_of_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Values, "of_seats", lambda values, state, seats: ([0.75, 0.25], [15, -15]))
    one = session()
    assert Judge(one.game, one.state, AnalysisConfig()).worth(one.state) == [0.75, 0.25, 15, -15]
    by_estimate = Judge(one.game, one.state, AnalysisConfig(), learned=False)
    assert by_estimate.worth(one.state)[:2] != [0.75, 0.25]


@pytest.mark.usefixtures("measured")
def test_alone_and_in_teams_the_estimate_judges_and_nothing_was_measured() -> None:
    one = session(players=1)
    terms = terms_for(one.game, one.state, AnalysisConfig())
    assert (terms.learned, terms.measured) == (False, None)
    in_teams = session("ancient_knowledge", 4, teams=True)
    assert not Judge(in_teams.game, in_teams.state, AnalysisConfig(), learned=True).learned


@pytest.mark.usefixtures("measured")
def test_the_report_says_the_horizon_and_how_it_was_measured() -> None:
    found = summarize(session(), AnalysisConfig(), None, ())
    assert (found.horizon, found.measured) == (30, MEASURED)
    values = learned_values(get_game("viceroy"))
    assert values
    assert found.judge.endswith(f", learned values {values.digest}")
    said = judge_text(found)
    assert "for 30 events, the horizon that was measured for the game, and by its learned values there" in said
    assert "by 2.2 % of the win, and between playouts by 17 %," in said
    assert "over 90 decisions with two seats (seed 7)." in said
    asked = judge_text(summarize(session(), AnalysisConfig(horizon=5), None, ()))
    assert "for 5 events or to the end, and by the game's learned values where it is not reached. Their" in asked
    other = judge_text(summarize(session("tides"), AnalysisConfig(), None, ()))
    assert (
        "for 10 events, a horizon that this program has not measured, and by the game's estimate there. Their" in other
    )


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize(
    "tampered",
    [
        lambda found: replace(found, measured=replace(MEASURED, bias=0.001)),
        lambda found: replace(found, measured=replace(MEASURED, spread=0.001, decisions=9000)),
        lambda found: replace(found, horizon=99),
        lambda found: replace(found, judge="viceroy 1, kronika 9.9"),
        lambda found: replace(found, config=AnalysisConfig(horizon=30)),
        lambda found: replace(found, game="tides"),
    ],
)
def test_only_what_this_program_measured_is_shown_as_measured(tampered: Callable[[Analysis], Analysis]) -> None:
    """An analysis in a file may say anything."""
    found = tampered(summarize(session(), AnalysisConfig(), None, ()))
    said = judge_text(found)
    assert "in root mean square" not in said
    assert "that was measured" not in said


@pytest.mark.parametrize(
    "tampered",
    [
        lambda found: replace(found, config=AnalysisConfig(playouts=-5)),
        lambda found: replace(found, config=AnalysisConfig(horizon=-5)),
        lambda found: replace(found, horizon=-5),
    ],
)
def test_an_analysis_with_numbers_below_0_is_none(tampered: Callable[[Analysis], Analysis]) -> None:
    one = session()
    found = summarize(one, AnalysisConfig(), None, ())
    assert is_sum(found, one, None)
    assert not is_sum(tampered(found), one, None)
    assert not has_own_sums(tampered(found))


def test_an_analysis_by_another_horizon_is_one_still(monkeypatch: pytest.MonkeyPatch) -> None:
    one = session()
    found = summarize(one, AnalysisConfig(), None, ())
    monkeypatch.setattr(horizons, "_measured", lambda: {"viceroy": MEASURED})
    assert is_sum(found, one, None)


def judged_otherwise(now: Measured) -> Callable[[pytest.MonkeyPatch], object]:
    return lambda patch: patch.setattr(horizons, "_measured", lambda: {"viceroy": now})


def with_other_weights(patch: pytest.MonkeyPatch) -> None:
    """A single weight of Viceroy is edited."""
    features = get_game("viceroy").heuristic().features
    assert features
    table = read_facts(features.package, learned.FILE)
    table["win"]["progress"][0] += 0.001
    values = Values(features, msgspec.convert(table, Weights))
    patch.setattr(learned, "learned_values", lambda game: values)


@pytest.mark.parametrize(
    "change",
    [
        judged_otherwise(replace(MEASURED, horizon=31)),
        judged_otherwise(replace(MEASURED, learned=False)),
        with_other_weights,
    ],
)
@pytest.mark.usefixtures("measured")
def test_verdicts_of_another_judge_are_neither_continued_nor_added_up(
    change: Callable[[pytest.MonkeyPatch], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of verdicts names the horizon and the values; with others it is left as it is."""
    one = summarize(session(), AnalysisConfig(), None, ())
    kept = str(tmp_path / "kept")
    wanted = replace(plan(session(), AnalysisConfig(), None), units=())
    assert list(verdicts(wanted, kept)) == []
    before = Path(kept).read_bytes()
    change(monkeypatch)
    with pytest.raises(FileError, match=r"no verdicts on this game on these terms: it has other (horizon|judge)"):
        list(verdicts(replace(plan(session(), AnalysisConfig(), None), units=()), kept))
    assert Path(kept).read_bytes() == before
    with pytest.raises(KronikaError, match=r"b: was judged with another (horizon|judge)"):
        add_up({"a": one, "b": summarize(session(), AnalysisConfig(), None, ())})


@pytest.mark.usefixtures("duel")
def test_a_game_from_elsewhere_has_a_plain_horizon_in_each_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing was measured for it, and its heuristic says nothing: 8 events."""
    log, short = str(tmp_path / "whole.jsonl"), ("--iterations", "2", "--playouts", "4")
    write_log(log, duel_game())
    write_log(begun := str(tmp_path / "begun.jsonl"), duel_game(DUEL_MOVES[:5]))
    print_hint(duel_game(DUEL_MOVES[:5]), 0, 0)
    hint, advice, analysis = (
        " ".join(out.split())
        for out in (capsys.readouterr().out, fine("best", begun, *short).out, fine("analyse", log, *short).out)
    )
    for said in (hint, advice, analysis):
        where = "for 8 events, a horizon that this program has not measured, and by the game's estimate there."
        assert f"of likely moves {where}" in said
    assert "No rating: the error rates of bots were not measured in this game." in analysis
