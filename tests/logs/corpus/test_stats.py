"""What is counted over games and along one: wins, means, quarters, each worked out by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from kronika.core import Session
from kronika.core.basics.statistics import rate_of
from kronika.core.contract.result import Result
from kronika.core.sessions.events import Ending
from kronika.core.sessions.metrics import metrics
from kronika.logs.corpus.stats import GameStats, stats
from kronika.logs.corpus.summary import Summary
from kronika.logs.files.faults import Code, Fault
from kronika.logs.replaying.survey import Survey

# -- over many games --------------------------------------------------------------------------------------------------


def game(*ranking: tuple[int, ...], totals: tuple[int, ...] = (), events: int = 39, **sources: int) -> Survey:
    """A finished game; its sources are points of the first seat, the others have none."""
    seats = sum(map(len, ranking))
    return Survey(
        path="x.jsonl",
        game="tides" if seats == 2 else "tigris",
        players=tuple("ABCD"[:seats]),
        events=events,
        decisions=events - 5,
        totals=totals or (0,) * seats,
        result=Result(totals or (0,) * seats, ranking, "over", "X-1"),
        sources={rule: (points, *(0,) * (seats - 1)) for rule, points in sources.items()},
    )


def one(*found: Survey) -> GameStats:
    (counted,) = stats(found)
    return counted


def test_wins_by_seat() -> None:
    """Two for Anna alone, one for Bob, one shared: three and two wins of four games."""
    counted = one(game((0,), (1,)), game((0,), (1,)), game((1,), (0,)), game((0, 1)))
    assert [(seat.wins, seat.games) for seat in counted.by_seat] == [(3, 4), (2, 4)]


def test_wins_with_different_numbers_of_players() -> None:
    """The fourth seat was there once and did not win; second places are no wins."""
    counted = one(game((2,), (0,), (1,)), game((1, 2), (0,), (3,)), game((0,), (1, 2)))
    assert [(seat.wins, seat.games) for seat in counted.by_seat] == [(1, 3), (1, 3), (2, 3), (0, 1)]
    assert counted.seats == {3: 2, 4: 1}


def test_a_game_that_is_not_over_counts_for_no_seat() -> None:
    """Of two logs one is finished; its lengths count, its seats do not."""
    open_ended = replace(game((0,), (1,), events=10), result=None)
    counted = one(game((1,), (0,), totals=(3, 4)), open_ended)
    assert (counted.logs, counted.finished) == (2, 1)
    assert [(seat.wins, seat.games, seat.total.mean) for seat in counted.by_seat] == [(0, 1, 3), (1, 1, 4)]
    assert counted.endings == {"over (X-1)": 1}
    assert counted.events.mean == 24.5


def test_means_have_two_places() -> None:
    """10, 10 and 11 are 10.33 on average, 1 and 2 of three games 0.33 and 0.67."""
    counted = one(
        game((0,), (1,), totals=(10, 0), one=1, two=2),
        game((0,), (1,), totals=(10, 1)),
        game((0,), (1,), totals=(11, 1), events=40),
    )
    first, second = counted.by_seat
    assert (first.total.min, first.total.mean, first.total.max) == (10, 10.33, 11)
    assert second.total.mean == 0.67
    assert first.sources == {"one": 0.33, "two": 0.67}
    assert (counted.events.mean, counted.decisions.mean) == (39.33, 34.33)


def test_margins() -> None:
    """10 over 7; two who share 8 are 2 ahead of the third; a tie-break among equals is 0; all win: there is none. Of
    winners with 6 and 12 the better one counts, and of the others the best, whatever their places: it is 4."""
    counted = one(
        game((0,), (1,), (2,), totals=(10, 7, 1)),
        game((0, 1), (2,), totals=(8, 8, 6)),
        game((2,), (1,), (0,), totals=(4, 5, 5)),
        game((0, 1, 2), totals=(9, 9, 9)),
        game((0, 3), (1,), (2,), totals=(6, 5, 8, 12)),
    )
    assert counted.margins == {0: 1, 2: 1, 3: 1, 4: 1}
    assert one(game((0,), totals=(10,))).margins == {}


def test_games_by_length_and_by_score() -> None:
    """Decisions are five fewer than events; what goes on counts for neither."""
    counted = one(
        game((0,), (1,), totals=(10, 4)),
        game((0,), (1,), totals=(10, 6), events=45),
        game((1,), (0,), totals=(2, 6)),
        replace(game((0,), (1,), events=20), result=None),
    )
    assert counted.lengths == {34: 2, 40: 1}
    assert [seat.totals for seat in counted.by_seat] == [{2: 1, 10: 2}, {4: 1, 6: 2}]
    assert counted.by_seat[0].win_rate == rate_of(2, 3)


def test_mean_points_by_part_stand_as_on_the_sheet() -> None:
    first = replace(game((0,), (1,)), parts={"round 1": (4, 2), "bonus": (1, 0)})
    second = replace(game((0,), (1,)), parts={"bonus": (0, 3), "round 1": (5, 2)})
    anna, bob = one(first, second).by_seat
    assert list(anna.parts.items()) == [("round 1", 4.5), ("bonus", 0.5)]
    assert bob.parts == {"round 1": 2.0, "bonus": 1.5}


def test_what_is_counted_stands_in_its_order() -> None:
    """Rules by number, whichever log cites them first; numbers by size; what ends a game by how often it did, and where
    that is the same by its words."""
    late = replace(
        game((0, 1), events=50, TB=4),
        rules_cited={"B": 1},
        cards={"b": 1},
        result=Result((9, 9), ((0, 1),), "z", "Z"),
    )
    early = replace(game((1,), (0,), totals=(7, 8), TA=1), rules_cited={"A": 2, "C": 1}, cards={"a": 1})
    tied = replace(early, result=Result((7, 8), ((1,), (0,)), "over", "X-1", "tie", "T"))
    other = replace(tied, result=Result((7, 8), ((1,), (0,)), "a", "X-1", "lot", "T"))
    left = [replace(early, result=None, ending=Ending(why)) for why in ("time", "agreed", "resigned", "agreed")]
    counted = one(late, early, tied, other, *left)
    orders = {
        "endings": ["over (X-1)", "a (X-1)", "z (Z)"],
        "ended": ["agreed", "resigned", "time"],
        "tie_breaks": ["lot (T)", "tie (T)"],
        "lengths": [34, 45],
        "rules": ["A", "B", "C"],
        "cards": ["a", "b"],
    }
    assert {key: list(getattr(counted, key)) for key in orders} == orders
    assert list(counted.by_seat[0].sources.items()) == [("TA", 0.75), ("TB", 1.0)]
    assert list(counted.by_seat[0].totals) == [0, 7]
    seats = one(*(replace(game((0,), *((n,) for n in range(1, seats))), game="tigris") for seats in (4, 2, 3)))
    assert list(seats.seats) == [2, 3, 4]


# -- faults of many logs ----------------------------------------------------------------------------------------------


def test_a_summary_of_many_logs() -> None:
    """Four of rules 1, of which two have faults and one more that has one is pinned; one of rules 2; one unreadable."""

    def fault(path: str, line: int, code: Code, *rules: str) -> Fault:
        return Fault(path, line, code, "so", rules)

    sound = Survey("a", game="tides", rules=1, events=10)
    twice = fault("b", 3, "effects", "T-1", "T-2"), fault("b", 5, "effects", "T-2"), fault("b", 9, "digest")
    logs = [
        sound,
        replace(sound, path="b", faults=twice),
        replace(sound, path="c", faults=(fault("c", 2, "effects", "T-2"),)),
        replace(sound, path="d", faults=(fault("d", 4, "illegal", "T-3"),)),
        replace(sound, path="e", rules=2, events=3),
        Survey("f", unreadable="f: cannot read: it is gone."),
    ]
    texts: list[str] = []
    summary = Summary({"d"}, texts.append)
    for log in logs:
        summary.add(log)
    assert summary.logs == {("tides", 1): 4, ("tides", 2): 1, ("?", 0): 1}
    assert summary.events == {("tides", 1): 40, ("tides", 2): 3, ("?", 0): 0}
    assert summary.faulty == {("tides", 1): 2, ("?", 0): 1}
    assert summary.faults == {
        ("effects", "T-1"): 1, ("effects", "T-2"): 2, ("digest", ""): 1, ("unreadable", ""): 1
    }  # fmt: skip
    assert summary.first == {
        ("effects", "T-1"): "b:3", ("effects", "T-2"): "b:3", ("digest", ""): "b:9", ("unreadable", ""): "f"
    }  # fmt: skip
    assert texts == [*map(str, (*twice, *logs[2].faults)), "f: cannot read: it is gone."]


# -- along one game ---------------------------------------------------------------------------------------------------


def played(decisions: int) -> Session:
    """Tides: who may act first does, with the first of his moves."""
    session = Session.new("tides", ["Anna", "Bob"], seed=7)
    for _ in range(decisions):
        name = session.players[session.actors[0]]
        session.play(f"{name}: {session.legal()[name][0]}")
    return session


@pytest.mark.parametrize(
    ("decisions", "quarters"),
    [
        (3, []),  # too few for quarters
        (4, [1, 1, 1, 1]),
        (5, [1, 1, 1, 2]),
        (6, [1, 2, 1, 2]),
        (7, [1, 2, 2, 2]),
        (8, [2, 2, 2, 2]),
        (34, [8, 9, 8, 9]),  # a whole game: the edges lie at 8.5, 17 and 25.5
    ],
)
def test_quarters_of_the_decisions(decisions: int, quarters: list[int]) -> None:
    assert [sum(tempo.decisions) for tempo in metrics(played(decisions)).tempo] == quarters


def test_who_decides_and_gains_in_each_quarter() -> None:
    """Anna and Bob by turns, so the second quarter begins with her and the fourth with him. The rounds are scored by
    the 10th, 22nd and 34th decision: one in each quarter but the first."""
    session = played(34)
    found = metrics(session)
    assert [tempo.decisions for tempo in found.tempo] == [(4, 4), (5, 4), (4, 4), (4, 5)]
    sums = [point.totals for point in found.points]
    assert len(sums) == 4
    gains = [tuple(after - before for before, after in zip(*pair, strict=True)) for pair in pairwise(sums)]
    assert [tempo.points for tempo in found.tempo] == [(0, 0), *gains]
    assert sum(sums[-1]) > 0


def test_one_place_of_a_mean_of_choices() -> None:
    """Anna picks one of 5, Bob of 5, Anna of 4: 4.67 on average; 100 ways are two powers of ten, 25 are 1.4."""
    found = metrics(played(3))
    assert [(kind.mean, kind.median, kind.min, kind.max) for kind in found.branching] == [(4.7, 5, 4, 5)]
    assert found.choice_log10 == 2.0
    assert metrics(played(2)).choice_log10 == 1.4
