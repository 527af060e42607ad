"""What games come to, reckoned by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.contract.result import Result
from kronika.core.sessions.events import Ending
from kronika.logs.replaying.survey import Survey
from kronika.logs.tournament.plan import Sprt, TournamentError
from kronika.logs.tournament.standings import Count, Faults, HeadToHead, TournamentGame, game_of


def game(
    number: int, players: str, *ranking: tuple[int, ...], deal: int = 1, fault: int | None = None
) -> TournamentGame:
    """Anyone who sits on seat 0 has 10 points, on seat 1 20, and so on; seats that are not ranked come last."""
    seats = range(len(players))
    last = tuple(seat for seat in seats if all(seat not in group for group in ranking))
    return TournamentGame(
        tournament="cup",
        number=number,
        deal=deal,
        table=1,
        players=tuple(players),
        bots=tuple(f"bot of {name}" for name in players),
        ranking=(*ranking, last) if last else ranking,
        totals=tuple(10 * (seat + 1) for seat in seats),
        sources={"TT-1": tuple(seats)},
        decisions=5,
        fault=fault,
        why="" if fault is None else "a fault of its bot: late",
    )


def test_three_at_a_table() -> None:
    count = Count()
    count.add(game(1, "ABC", (0,), (1, 2)))
    count.add(game(2, "BCA", (0, 1), (2,)))
    count.add(game(3, "CAB", (2,), (0,), (1,)))
    found = count.standings()
    b, a, c = found.lines
    assert (found.games, a.name, b.name, c.name) == (3, "A", "B", "C")
    assert (a.games, a.wins, a.ties, a.losses, a.won) == (3, 1, 0, 2, 1)
    assert (b.games, b.wins, b.ties, b.losses, b.won) == (3, 1, 1, 1, 1.5)
    assert (c.games, c.wins, c.ties, c.losses, c.won) == (3, 0, 1, 2, 0.5)
    assert a.places == (1, 0, 2)  # first, third behind two that share, third
    assert b.places == (2, 1)
    assert c.places == (1, 2)
    assert (a.win_rate.rate, b.win_rate.rate) == (pytest.approx(1 / 3, abs=5e-5), 0.5)
    assert [one.place.mean for one in (a, b, c)] == pytest.approx([7 / 3, 4 / 3, 5 / 3], abs=5e-5)
    assert a.points == pytest.approx((10 + 30 + 20) / 3)
    assert c.sources == {"TT-1": pytest.approx((2 + 1 + 0) / 3)}
    assert found.meetings == (
        HeadToHead("A", "B", 1, 0, 2),
        HeadToHead("A", "C", 1, 0, 2),
        HeadToHead("B", "C", 1, 2, 0),
    )
    assert found.pairs == ()
    assert b.bot == "bot of B"


def test_deals_count_when_both_seatings_were_played() -> None:
    count = Count()
    for deal, (first, second) in enumerate([((0,), (1,)), ((0,), (0,)), ((0, 1), (1,)), ((1,), (0,))], 1):
        count.add(game(2 * deal - 1, "AB", first, deal=deal))
        count.add(game(2 * deal, "BA", second, deal=deal))
    count.add(game(9, "AB", (0,), deal=5))
    (pairs,) = count.standings().pairs
    assert (pairs.player, pairs.opponent, pairs.counts) == ("A", "B", (1, 0, 1, 1, 1))
    # The mean is (0 + 0.5 + 0.75 + 1) / 4 = 0.5625: 400 * log10(9/7).
    assert pairs.elo == pytest.approx(43.66, abs=0.01)
    # The deviation of the mean is sqrt(0.13672 / 4) = 0.18488, so it lies between 0.20014 and 0.92486.
    assert pairs.low == pytest.approx(-240.7, abs=0.1)
    assert pairs.high == pytest.approx(436.1, abs=0.2)
    assert count.standings().games == 9


def test_the_test_is_decided_by_whole_deals_and_stays_so() -> None:
    count = Count(Sprt(0, 200))
    numbers = iter(range(1, 1000))
    while not count.decided:
        count.add(game(number := next(numbers), "AB", (0,), deal=(number + 1) // 2))
        count.add(game(next(numbers), "BA", (1,), deal=(number + 1) // 2))
    decided = count.standings().sprt
    assert decided is not None
    assert (decided.accepted, 2 * decided.pairs) == ("elo1", number + 1)
    for deal in (500, 501):
        count.add(game(2 * deal - 1, "AB", (1,), deal=deal))
        count.add(game(2 * deal, "BA", (0,), deal=deal))
    assert count.standings().sprt == decided


def test_faults_are_counted_by_kind_with_the_first_of_each() -> None:
    count = Count()
    for number, players, seat, kind in ((1, "AB", 1, "late"), (2, "BA", 0, "late"), (3, "AB", 1, "illegal")):
        count.add(replace(game(number, players, (1 - seat,), fault=seat), kind=kind, why=f"the {number}."))
    a, b = count.standings().lines
    assert (a.name, a.faults) == ("A", {})
    assert [*b.faults.items()] == [("illegal", Faults(1, 3, "the 3.")), ("late", Faults(2, 1, "the 1."))]


def test_who_gave_up_and_what_was_adjudicated_is_counted() -> None:
    count = Count()
    count.add(replace(game(1, "AB", (1,)), resigned=0))
    count.add(replace(game(2, "AB", (1,)), adjudicated=True))
    count.add(game(3, "AB", (1,)))
    b, a = count.standings().lines
    assert (a.name, a.resigned, b.resigned) == ("A", 1, 0)
    assert (a.adjudicated, b.adjudicated) == (1, 1)


def test_pairs_that_always_end_the_same_have_no_finite_strength() -> None:
    """Two deals won from both seats: a mean of 1 without any deviation."""
    count = Count()
    for deal in (1, 2):
        count.add(game(2 * deal - 1, "AB", (0,), deal=deal))
        count.add(game(2 * deal, "BA", (1,), deal=deal))
    (pairs,) = count.standings().pairs
    assert (pairs.counts, pairs.elo, pairs.low, pairs.high) == ((0, 0, 0, 0, 2), None, None, None)


TAGS = {"tournament": "cup", "game": "3", "deal": "2", "table": "1", "bot A": "random", "bot B": "greedy"}


def log(**more: object) -> Survey:
    usual: dict[str, Any] = {"path": "0000003.jsonl", "players": ("A", "B", "C"), "tags": TAGS, "totals": (3, 5, 4)}
    return Survey(**(usual | more))


def test_a_game_that_its_rules_ended() -> None:
    found = game_of(log(result=Result((3, 5, 4), ((1,), (0, 2)), "over", "X-1")))
    assert (found.number, found.deal, found.ranking, found.fault) == (3, 2, ((1,), (0, 2)), None)
    assert found.bots == ("random", "greedy", "")


def test_a_fault_comes_last_whatever_the_points() -> None:
    found = game_of(log(ending=Ending("adjudicated", 1, (2,), "a fault of its bot: late")))
    assert (found.ranking, found.fault, found.why) == (((2,), (0,), (1,)), 1, "a fault of its bot: late")
    assert not found.adjudicated


def test_who_gave_up_comes_last_and_made_no_fault() -> None:
    found = game_of(log(ending=Ending("resigned", 1, (2,), "enough")))
    assert (found.ranking, found.resigned) == (((2,), (0,), (1,)), 1)
    assert (found.fault, found.kind, found.why, found.adjudicated) == (None, "", "", False)


def test_a_fault_has_the_kind_of_its_tag() -> None:
    fault = Ending("adjudicated", 0, (1,), "too late")
    assert game_of(log(ending=fault, tags={**TAGS, "fault": "late"})).kind == "late"
    assert game_of(log(ending=fault)).kind == "fault"
    assert game_of(log(ending=fault)).resigned is None


def test_a_game_that_is_too_long_goes_by_points() -> None:
    found = game_of(log(ending=Ending("adjudicated", None, (1,), "by points")))
    assert (found.ranking, found.fault, found.adjudicated) == (((1,), (2,), (0,)), None, True)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "0000003.jsonl: the game is not finished. Delete it to play the game again."),
        ({"tags": {}}, "0000003.jsonl: its tags do not say that it belongs to a tournament."),
        ({"tags": {**TAGS, "game": "x"}}, "0000003.jsonl: its tags do not say that it belongs to a tournament."),
        ({"unreadable": "no such file."}, "0000003.jsonl: no such file. Delete it to play the game again."),
    ],
)
def test_what_is_no_game_of_a_tournament(more: dict[str, object], said: str) -> None:
    with pytest.raises(TournamentError) as refusal:
        game_of(log(**more))
    assert str(refusal.value) == said
