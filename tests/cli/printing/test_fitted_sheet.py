"""The score sheet in the rows of a screen, and what the final scoring would add now."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pty")

from kronika.cli.printing.sheet import fitted_sheet, score_sheet
from kronika.core.contract.game import BYSTANDER, EVERYONE
from kronika.core.contract.paper import Paper
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from support import imhotep, tides
from support.cli import fine
from support.logs import DX1, tides_game
from support.playing import after
from support.terminal import Terminal

PAPER, MORE = Paper(80), "`score all`"
NOTE = "`score all` shows every source, and how it is reckoned."
HEAD = "A projection: if the game ended now, these would be added."


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n")]


def fitted(session: Session, rows: int) -> list[str]:
    return lines(fitted_sheet(session, session.state, PAPER, rows, MORE))


def whole(session: Session, viewer: int | None = None) -> list[str]:
    return lines(score_sheet(session, session.state, PAPER, viewer))


def placed(*, over: bool = False) -> Session:
    """White is Wanda, black is Klara.

    IM-3.7: the places of a pyramid are 2, 1, 3: Klara has 2 + 3, Wanda 1. IM-3.13: three white stones are the first
    column, an area of 3 for 6 points; the black one begins the second column, 1 point. IM-3.15: with two players the
    obelisks pay 10 and 1, for heights of 3 and 2. IM-4.2: three stones at the temple make its ornament worth 1.
    IM-4.1: two statues pay 3, an unused lever 1.
    """
    cards = {"Wanda": ["statue", "statue", "temple"], "Klara": ["lever"]}
    sites = {"pyramids": "K W K", "temple": "W K K", "burial_chamber": "W W W K", "obelisks": "W K W K K"}
    return imhotep.place(players=2, cards=cards, over=over, **sites)


def test_a_sheet_that_fits_is_whole() -> None:
    session = placed(over=True)
    assert fitted(session, len(whole(session))) == whole(session)
    assert NOTE not in whole(session)


def test_first_the_reckonings_go() -> None:
    """The totals are 1 + 6 + 1 + 1 + 3 for Wanda and 5 + 1 + 10 + 1 for Klara."""
    session = placed(over=True)
    short = fitted(session, len(whole(session)) - 1)
    assert "burial chamber 6 1 IM-3.13" in short
    assert "total 12 17" in short
    assert "areas" in " ".join(whole(session))
    assert "areas" not in " ".join(short)
    assert short[-1] == NOTE


def test_then_sources_become_a_sum() -> None:
    """TT-4, DX-1: the kingdoms of the first round are worth 0 and 18."""
    session = after(tides.start(), *DX1)
    assert len(whole(session)) > 10
    assert fitted(session, 10) == ["Anna Bob", "------- ------ -----", "round 1 0 18", "total 0 18", NOTE]


def test_what_fits_nowhere_has_the_shortest_form() -> None:
    session = after(tides.start(), *DX1)
    assert fitted(session, 1) == fitted(session, 10)


def test_a_terminal_has_a_sheet_that_fits_and_all_of_it_on_demand(tmp_path: Path) -> None:
    """A whole game of three rounds has forty cards; through a pipe the sheet is whole."""
    write_log(str(tmp_path / "g.jsonl"), tides_game())
    shown = {}
    for words in (("score", "g.jsonl"), ("score", "g.jsonl", "--all")):
        at = Terminal(*words, env={"LINES": "24"}, cwd=tmp_path)
        assert at.end() == 0
        shown[words[-1]] = [line for line in at.text.split("\n") if line]
    assert len(shown["g.jsonl"]) < 24
    assert "`--all` shows every source, and how it is reckoned." in shown["g.jsonl"]
    assert not any("Citadel" in line for line in shown["g.jsonl"])
    for told in ("\n".join(shown["--all"]), fine("score", tmp_path / "g.jsonl").out):
        assert "6 Citadel of the Prophets" in told
        assert "shows every source" not in told


def test_the_table_shows_all_of_the_sheet_on_demand(tmp_path: Path) -> None:
    """The second round begins: of the first, DX-1, each card has its points."""
    write_log(str(tmp_path / "g.jsonl"), after(tides.start(), *DX1))
    at = Terminal("play", "g.jsonl", env={"LINES": "12"}, cwd=tmp_path)
    at.expect("> ")
    at.enter("score")
    short = at.expect(NOTE)
    assert "TT-4" not in short
    at.expect("> ")
    at.enter("score all")
    assert "TT-4" in at.expect("> ")
    at.process.kill()
    at.end()


# -- the projection -----------------------------------------------------------------------------------------------


def test_what_the_final_scoring_would_add() -> None:
    """The points are those of `placed`; 1 + 11 and 5 + 12 are the totals then."""
    lines = whole(placed())
    assert lines[lines.index(HEAD) + 3 :] == [
        "burial chamber 6 1",
        "obelisks 1 10",
        "ornaments 1 0",
        "statues 3 0",
        "unused blue 0 1",
        "total then 12 17",
    ]
    assert lines[lines.index(HEAD) - 2] == "total 1 5"


def test_the_projection_is_what_the_end_adds() -> None:
    """IM-4.1: in the same position at the end of the game, it has come true, and nothing is projected."""
    over = placed(over=True)
    assert HEAD not in whole(over)
    assert over.totals() == {"Wanda": 12, "Klara": 17}
    assert over.game.projected(over.state) == ()


def test_before_any_stone_nothing_is_projected() -> None:
    assert HEAD not in whole(imhotep.place(players=2))


@pytest.mark.parametrize("viewer", [0, 1, EVERYONE, BYSTANDER])
def test_everyone_has_the_same_projection(viewer: int) -> None:
    """IM-1.7: stones and cards before players lie open, so that a bystander can reckon, too."""
    assert whole(placed(), viewer) == whole(placed())


@pytest.mark.parametrize("witness", ["Anna", "bystander"])
def test_a_witness_has_it_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, witness: str) -> None:
    """IM-3.15: Anna's stone is the only one at the obelisks, which pay 10; a hidden pair of cards changes nothing."""
    monkeypatch.chdir(tmp_path)
    sides = ("--option", "market=b")
    fine("new", "imhotep", "-p", "Anna", "-p", "Bob", *sides, "--witness", witness, "--chance", "given", "g.jsonl")
    chance = ("start Anna", "round 4322", "fill statue statue lever")
    fine("play", "g.jsonl", *chance, "Anna: load 2a:1", "Bob: take", "Anna: sail 2a obelisks")
    told = lines(fine("score", "g.jsonl").out)
    assert "obelisks 10 0" in told[told.index(HEAD) :]
    assert "total then 10 0" in told
