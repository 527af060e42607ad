"""An analysis as it is printed, on a page, in notes and beside a plot; from verdicts made by hand."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kronika.cli.page.analysis import analysis_section, judged_page, noted_page
from kronika.cli.plots.analysis import analysis_plot
from kronika.cli.printing.analysis import print_analysis
from kronika.core.analysis.decisions import (
    Candidate,
    ChanceVerdict,
    Decision,
    Delta,
    Judgement,
    Verdict,
    mark_for_loss,
)
from kronika.core.analysis.judge import AnalysisConfig, Figures
from kronika.core.analysis.summary import Analysis, summarize
from kronika.core.analysis.text import opening_text
from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Ending
from kronika.core.sessions.notes import placed_notes
from kronika.core.sessions.session import Session
from kronika.logs.work.analysis import annotate
from kronika.logs.work.simulate import play_bots

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
    print_analysis(found, session, "g.jsonl")
    text = capsys.readouterr().out
    report, _, events = text.partition("best found")
    annotate(session, found)
    page = unescape(analysis_section(found, session, {n: n - 1 for n in (1, 2)}))
    (chart,) = analysis_plot(found, "light").groups[0].charts
    return {
        "report": re.findall(r"It\s+cost\s+(\S+)", report),
        "events": re.findall(r"(\S+) ± \S+  pick", events),
        "page": re.findall(r"(?:It cost|costs) ([\d.]+)", page),
        "moves": re.findall(r"costs (\S+)", "".join(judged_page(found, session).verdicts.values())),
        "notes": re.findall(r"costs (\S+)", "".join(one.note.text for one in placed_notes(session))),
        "page of notes": re.findall(r"(?:costs|:) (\S+) %", unescape(noted_page(session).section)),
        "plot": re.findall(r"costs (\S+)", "".join(chart.said)),
    }


def test_no_place_says_a_cost_that_contradicts_its_sign(capsys: pytest.CaptureFixture[str]) -> None:
    session = begun()
    said = told(story(session, Delta(0.097, 0.02, 2.0, 0.5)), session, capsys)
    assert {place: {*costs} for place, costs in said.items()} == {place: {"9.7"} for place in said}


@pytest.mark.parametrize(
    ("ending", "how"),
    [
        (Ending("resigned", 1, (0,), "his cards were 3 and 4"), "resigned (Bob), won by Anna."),
        (Ending("agreed", winners=(0, 1)), "agreed, a draw."),
        (Ending("adjudicated", winners=(1,)), "adjudicated, won by Bob."),
        (Ending("time", 0), "time (Anna)."),
        (Ending("abandoned"), "abandoned."),
    ],
)
def test_an_early_end_is_said_not_to_be_judged(ending: Ending, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    session = begun()
    found = story(session, Delta(0.097, 0.02, 2.0, 0.5))
    assert "not judged" not in opening_text(found, session)
    session.set(ending=ending)
    print_analysis(found, session, "g.jsonl")
    said = " ".join(capsys.readouterr().out.split())
    for text in (said, analysis_section(found, session, {1: 0, 2: 1})):
        assert f"luckier. The early end is not a move, so it is not judged: {how}" in text
        assert "his cards" not in text


# -- the table of events ----------------------------------------------------------------------------------------------


def long_story(session: Session) -> Analysis:
    """The analysis of the first 60 events of a game, where each decision cost 12 %."""
    seats = len(session.players)
    level = Figures(*[(0.25,) * seats] * 4)
    verdicts: list[Verdict] = []
    for record, (event, before) in enumerate(zip(session.line.events[:60], session.line.states, strict=False), 1):
        move = session.game.format(before, event.by, event.do, session.players)
        if event.by == CHANCE:
            luck = tuple(Delta(0.1, 0.02) for _ in range(seats))
            verdicts.append(ChanceVerdict(record, move, level, level, luck))
            continue
        judged = Judgement(level, level, Delta(0.12, 0.02))
        best = f"{move} or other"
        ranked = (Candidate(best, 0.25, 0.02, 1.0, 0.5, 20),)
        verdicts.append(Decision(record, event.by, move, 5, 2, best, "?", judged, judged, candidates=ranked))
    return summarize(session, AnalysisConfig(), None, verdicts)


def cells(text: str, table: int = 0) -> list[list[str]]:
    """The rows of a table of events, with the lines of each cell joined and without spaces."""
    lines = text.split("\n  n")[1 + table].split("\n\n")[0].split("\n")
    under = next(at for at, line in enumerate(lines) if line.startswith("---"))
    spans = [match.span() for match in re.finditer("-+", lines[under])]
    rows: list[list[str]] = []
    for line in lines[under + 1 :]:
        parts = [line[start:end].replace(" ", "") for start, end in spans]
        if parts[0]:
            rows.append(parts)
        else:
            rows[-1] = [before + more for before, more in zip(rows[-1], parts, strict=True)]
    return rows


def test_a_narrow_window_does_not_write_moves_letter_by_letter(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten columns for a move and for the best one, as wide as the lines under their heads."""
    monkeypatch.setenv("COLUMNS", "40")
    session = play_bots(get_game("tides"), ["random"] * 2, {}, 5)[0]
    print_analysis(long_story(session), session, "g.jsonl", everything=False)
    under = next(line for line in capsys.readouterr().out.split("\n") if line.startswith("---  ---"))
    assert (len(under.split()[1]), len(under.split()[-1])) == (10, 10)


@pytest.mark.parametrize(
    ("game", "seats"), [("ancient_knowledge", 4), ("imhotep", 4), ("tides", 2), ("tigris", 4), ("viceroy", 4)]
)
def test_every_move_is_readable_in_eighty_columns(
    game: str, seats: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    session = play_bots(get_game(game), ["random"] * seats, {}, 5)[0]
    found = long_story(session)
    print_analysis(found, session, "g.jsonl", everything=True)
    text = capsys.readouterr().out
    assert max(map(len, text.split("\n"))) <= 80
    rows = cells(text)
    assert [row[0] for row in rows] == [str(one.record) for one in found.verdicts]
    for row, one in zip(rows, found.verdicts, strict=True):
        is_decision = isinstance(one, Decision)
        who = found.players[one.seat] if isinstance(one, Decision) else "chance"
        assert row[1:] == [
            f"{who}:{one.move}".replace(" ", ""),
            "?" if is_decision else "",
            "25" * seats,
            "12±2" if is_decision else "",
            f"{one.move}orother".replace(" ", "")
            if is_decision
            else ",".join(f"{name}+10±2" for name in found.players),
        ]
    decided = [one for one in found.verdicts if isinstance(one, Decision)]
    assert [row[:3] for row in cells(text, 1)] == [
        [str(one.record), one.best.replace(" ", ""), "25.0±2.0"] for one in decided
    ]
