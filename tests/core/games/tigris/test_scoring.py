"""Final scoring (TE-12): treasures as any colour, the smallest colour, ties; every source of points itemised."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.games.tigris import GAME, scoring
from kronika.core.games.tigris.rules import flow
from kronika.core.games.tigris.scoring import assign
from kronika.core.games.tigris.state import EACH, FROM_REVOLT
from kronika.core.sessions.session import Session
from support.tigris import place


@pytest.mark.parametrize(
    ("points", "treasures", "given"),
    [
        # red, black, blue, green; equal colours in the order black, red, blue, green
        ([11, 9, 14, 10], 3, [0, 2, 0, 1]),
        ([10, 12, 7, 13], 3, [0, 0, 3, 0]),
        ([6, 22, 17, 11], 3, [3, 0, 0, 0]),
        ([0, 0, 0, 0], 1, [0, 1, 0, 0]),
        ([0, 0, 0, 0], 2, [1, 1, 0, 0]),
        ([0, 0, 0, 0], 3, [1, 1, 1, 0]),
        ([0, 0, 0, 0], 6, [2, 2, 1, 1]),
        ([5, 5, 5, 5], 0, [0, 0, 0, 0]),
        ([4, 7, 4, 7], 5, [3, 0, 2, 0]),
    ],
)
def test_treasures_go_to_the_lowest_colour(points: list[int], treasures: int, given: list[int]) -> None:
    assert assign(points, treasures) == given


def sheet(red: int, black: int, blue: int, green: int, treasures: int = 0) -> dict[str, int]:
    return {"red": red, "black": black, "blue": blue, "green": green, "treasures": treasures}


@pytest.mark.parametrize(
    ("lion", "archer", "totals", "ranking", "tie_break"),
    [
        (sheet(3, 4, 5, 6), sheet(2, 9, 9, 9), (3, 2), ((0,), (1,)), ""),
        (sheet(3, 4, 5, 6), sheet(9, 9, 5, 3), (3, 3), ((1,), (0,)), "the second-smallest colour"),
        (sheet(3, 4, 5, 6), sheet(6, 4, 9, 3), (3, 3), ((1,), (0,)), "the third-smallest colour"),
        (sheet(3, 4, 5, 7), sheet(5, 4, 6, 3), (3, 3), ((0,), (1,)), "the largest colour"),
        (sheet(3, 4, 5, 6), sheet(6, 5, 4, 3), (3, 3), ((0, 1),), "equal in all four colours, the place is shared"),
        (sheet(3, 4, 5, 6, 1), sheet(4, 4, 5, 6), (4, 4), ((0, 1),), "equal in all four colours, the place is shared"),
        (sheet(0, 0, 0, 0, 4), sheet(1, 1, 1, 0), (1, 0), ((0,), (1,)), ""),
    ],
)
def test_ranking_and_ties(lion: Any, archer: Any, totals: Any, ranking: Any, tie_break: str) -> None:
    """TE-12.1, TE-12.2."""
    session = place(("Lion", "Archer"), phase="end", points={"Lion": lion, "Archer": archer})
    result = session.result()
    assert result is not None
    assert result.totals == GAME.totals(session.state) == totals
    assert result.ranking == ranking
    assert result.tie_break == tie_break
    assert result.tie_rule == ("TE-12.2" if tie_break else "")


def test_a_tie_for_the_second_place_is_no_tie_break_of_the_winner() -> None:
    table = {"Lion": sheet(5, 5, 5, 5), "Archer": sheet(3, 4, 5, 6), "Bull": sheet(3, 4, 5, 6)}
    result = place(("Lion", "Archer", "Bull"), phase="end", points=table).result()
    assert result is not None
    assert result.ranking == ((0,), (1, 2))
    assert result.tie_break == ""


def test_every_source_stands_on_the_sheet() -> None:
    """TE-12.4: D5 pays the trader and the market hall, G6 the king; the monument pays both; the treasure is blue's."""
    session = place(
        ("Lion", "Bull"),
        options={"buildings": True},
        tiles={"red": ["F5"], "green": ["E5"]},
        monuments={"black-green": "G3"},
        leaders={"Lion": {"trader": "F4", "king": "F6"}},
        buildings={"green": "E5"},
        hands={"Lion": "green red"},
        points={"Lion": {"red": 2, "treasures": 1}},
    )
    session.play("Lion: green D5")
    session.play("Lion: red G6")
    assert items(session, "Lion") == {
        "red/before": 2,
        "red/king": 1,
        "black/monuments": 1,
        "blue/treasures": 1,
        "green/tiles": 1,
        "green/building": 1,
        "green/monuments": 1,
    }
    assert GAME.totals(session.state) == (1, 0)


def items(session: Session, name: str) -> dict[str, int]:
    seat = session.players.index(name)
    return {f"{item.part}/{item.source}": item.points for item in session.score() if item.seat == seat}


def test_sources_of_conflicts_and_monuments() -> None:
    session = place(
        ("Lion", "Bull"),
        tiles={"red": ["F5", "H5"], "green": ["I5", "J5"]},
        monuments={"black-green": "D5"},
        leaders={"Lion": {"trader": "F4"}, "Bull": {"trader": "H4"}},
        hands={"Lion": "black green green green"},
    )
    for move in ("black G5", "commit 3"):
        session.play(f"Lion: {move}")
    session.play("Bull: commit 0")
    session.play("Lion: end")
    assert items(session, "Lion") == {"green/war leaders": 1, "green/war tiles": 2, "green/monuments": 1}
    rules = {item.source: item.rule for item in session.score()}
    assert rules == {"war leaders": "TE-6.8", "war tiles": "TE-6.8", "monuments": "TE-7.6"}
    notes = [item.note for item in session.score()]
    assert notes == ["1 leader beaten in a war", "2 tiles removed in wars", "1 monument point"]


def test_what_is_worth_nothing() -> None:
    """TE-12.4: catastrophes, leaders on the board, tiles in hand."""
    session = place(tiles={"red": ["F5"]}, leaders={"Lion": {"king": "F4"}}, hands={"Lion": "red red"})
    assert session.score() == ()
    assert GAME.totals(session.state) == (0, 0, 0, 0)


def test_revolts_are_counted_whatever_each_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house rule by which a revolt pays 2: one that is won is one revolt."""
    dear = (*EACH[:FROM_REVOLT], 2, *EACH[FROM_REVOLT + 1 :])
    for module in (flow, scoring):
        monkeypatch.setattr(module, "EACH", dear)
    session = place(tiles={"red": ["F5", "G4"]}, leaders={"Bull": {"trader": "E5"}})
    for move in ("Lion: trader G5", "Lion: commit 0", "Bull: commit 0"):
        session.play(move)
    assert [(item.points, item.note) for item in session.score()] == [(2, "1 revolt won")]
