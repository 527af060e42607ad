"""An analysis as it is printed, on a page, in notes and beside a plot; from verdicts made by hand."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kronika.cli.page.analysis import analysis_section, judged_page, noted_page
from kronika.cli.plots.analysis import analysis_plot
from kronika.cli.printing.analysis import print_analysis
from kronika.core.analysis.decisions import Decision, Delta, Judgement, mark_for_loss
from kronika.core.analysis.judge import AnalysisConfig, Figures
from kronika.core.analysis.summary import Analysis, summarize
from kronika.core.basics.chance import Dice
from kronika.core.sessions.notes import placed_notes
from kronika.core.sessions.session import Session
from kronika.logs.work.analysis import annotate

LEVEL = Figures((0.5, 0.5), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))


def begun() -> Session:
    """A game of Tides after its first decision, by Anna."""
    session = Session.new("tides", ["Anna", "Bob"], seed=1)
    session.resolve_chance()
    session.do(0, session.game.pick(session.state, 0, Dice(1)))
    return session


def story(session: Session, loss: Delta) -> Analysis:
    """The analysis of the last decision, with this loss."""
    record = len(session.history)
    names, before = session.players, session.at(record - 1)
    moves = [session.game.format(before, 0, do, names) for do in session.game.actions(before, 0)]
    move = session.game.format(before, 0, session.line.events[-1].do, names)
    best = next(one for one in moves if one != move)
    judged = Judgement(LEVEL, LEVEL, loss)
    verdict = Decision(record, 0, move, 5, 2, best, mark_for_loss(loss), judged, judged)
    return summarize(session, AnalysisConfig(), None, [verdict])


def told(found: Analysis, session: Session, capsys: pytest.CaptureFixture[str]) -> dict[str, list[str]]:
    """The costs of the decision, by the place where they are said beside its sign."""
    print_analysis(found, "g.jsonl")
    text = capsys.readouterr().out
    report, _, events = text.partition("best found")
    annotate(session, found)
    page = unescape(analysis_section(found, session.game, {n: n - 1 for n in (1, 2)}))
    (chart,) = analysis_plot(found, "light").groups[0].charts
    return {
        "report": re.findall(r"It\s+cost\s+(\S+)", report),
        "events": re.findall(r"(\S+) ± \S+  pick", events),
        "page": re.findall(r"(?:It cost|costs) (\S+)", page),
        "moves": re.findall(r"costs (\S+)", "".join(judged_page(found, session).verdicts.values())),
        "notes": re.findall(r"costs (\S+)", "".join(one.note.text for one in placed_notes(session))),
        "page of notes": re.findall(r"(?:costs|:) (\S+) %", unescape(noted_page(session).section)),
        "plot": re.findall(r"costs (\S+)", "".join(chart.said)),
    }


def test_no_place_says_a_cost_that_contradicts_its_sign(capsys: pytest.CaptureFixture[str]) -> None:
    session = begun()
    said = told(story(session, Delta(0.097, 0.02, 2.0, 0.5)), session, capsys)
    assert {place: {*costs} for place, costs in said.items()} == {place: {"9.7"} for place in said}
