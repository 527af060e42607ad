"""The recorded games: each is what its name says. That they replay is held for all games by tests/fixtures."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise

import pytest

from kronika.core.games.tigris.actions import Swap
from kronika.core.games.tigris.effects import Ended, NextTurn, Scored
from kronika.core.sessions.session import Session
from support.playing import recorded

FOLDER = files("kronika.fixtures").joinpath("games", "tigris")
GAMES = sorted(path.name.removesuffix(".jsonl") for path in FOLDER.iterdir() if path.name.endswith(".jsonl"))
SEATS = {"two": 2, "three": 3, "four": 4}
COLOURS = ("red", "black", "blue", "green")


def sorted_totals(session: Session) -> list[list[int]]:
    """The colour totals of every player from the smallest up, treasures given to the lowest one by one."""
    found = []
    for player in session.view().players:
        assert player.points is not None
        totals = list(player.points.values())
        for _ in range(player.treasures or 0):
            totals[totals.index(min(totals))] += 1
        found.append(sorted(totals))
    return found


@pytest.mark.parametrize("name", [name for name in GAMES if name.split("-")[0] in SEATS])
def test_players_and_board(name: str) -> None:
    session = recorded("tigris", name)
    count, board, *_ = name.split("-")
    assert len(session.players) == SEATS[count]
    assert session.header.options["board"] == board


def test_every_number_of_players_on_both_boards() -> None:
    assert {tuple(name.split("-")[:2]) for name in GAMES} >= {
        (count, board) for count in SEATS for board in ("classic", "advanced")
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_end_follows_from_the_points(name: str) -> None:
    session = recorded("tigris", name)
    result = session.result()
    assert result is not None
    totals = sorted_totals(session)
    assert list(result.totals) == [own[0] for own in totals]
    ranked = sorted(range(len(totals)), key=lambda seat: totals[seat], reverse=True)
    assert [seat for group in result.ranking for seat in group] == ranked


def test_the_end_by_treasures() -> None:
    """TE-9.3: two are left when the turn is over, and every hand is full."""
    session = recorded("tigris", "two-classic-end-by-treasures")
    result = session.result()
    assert result is not None
    assert result.rule == "TE-9.3"
    assert len(session.view().treasures) <= 2
    assert [player.tiles for player in session.view().players] == [6, 6]


def test_the_end_by_the_bag_in_a_refill() -> None:
    """TE-9.4: more tiles are missing than the bag holds; the last decision was no swap."""
    session = recorded("tigris", "three-classic-end-by-refill")
    result = session.result()
    assert result is not None
    assert result.rule == "TE-9.4"
    view = session.view()
    short = [6 - player.tiles for player in view.players[view.turn :] + view.players[: view.turn] if player.tiles < 6]
    assert short[0] > view.bag_tiles
    assert len(view.treasures) > 2


def test_the_end_by_the_bag_in_a_swap() -> None:
    """TE-9.4: no monument points, and the swapped tiles are gone."""
    session = recorded("tigris", "four-classic-end-by-swap")
    last = session.line.events[-1]
    assert isinstance(last.do, Swap)
    assert [type(effect) for effect in last.then] == [Ended]
    swapped = last.do.red + last.do.black + last.do.blue + last.do.green
    before = session.line.states[-2]
    assert swapped > sum(before.bag)
    assert session.state.bag == before.bag


def test_a_game_with_buildings() -> None:
    session = recorded("tigris", "three-classic-buildings")
    assert session.header.options["buildings"] is True
    effects = [effect for event in session.line.events for effect in event.then]
    assert sum(effect.rule in ("TE-10.2", "TE-10.3") for effect in effects) > 1
    assert any(isinstance(effect, Scored) and effect.source == "building" for effect in effects)


@pytest.mark.parametrize(
    ("name", "decides", "words"),
    [
        ("tie-broken-by-the-third-colour", 2, "the third-smallest colour"),
        ("tie-broken-by-the-largest-colour", 3, "the largest colour"),
    ],
)
def test_ties(name: str, decides: int, words: str) -> None:
    """TE-12.2: the second-smallest colours are equal, then the third or the largest decide."""
    session = recorded("tigris", name)
    first, second = sorted(sorted_totals(session), reverse=True)
    assert first[:decides] == second[:decides]
    assert first[decides] > second[decides]
    result = session.result()
    assert result is not None
    assert result.tie_break == words
    assert result.tie_rule == "TE-12.2"


@pytest.mark.parametrize("name", GAMES)
def test_turns_go_round(name: str) -> None:
    session = recorded("tigris", name)
    turns = [effect.seat for event in session.line.events for effect in event.then if isinstance(effect, NextTurn)]
    seats = len(session.players)
    assert all((seat + 1) % seats == following for seat, following in pairwise(turns))
