"""Learned values: what weights and features come to, by hand, and the bots that use them."""

from __future__ import annotations

from math import exp, tanh
from typing import Any, cast

import pytest
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.toml import read_facts
from kronika.core.bots import BOTS, Budget, Turn, learned
from kronika.core.bots.learned import LearnedSearch, MoreSeats, Provenance, Values, Weights, learned_values
from kronika.core.bots.search import Search
from kronika.core.contract.game import CHANCE
from kronika.core.contract.heuristic import Features
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.session import Session
from support import tides

NOWHERE = cast(Provenance, None)
FEATURES = Features[Any](("progress", "lead"), lambda state, seat: [state[0], state[1] if seat == 0 else -state[1]], "")
WEIGHTS = Weights("", 1, {"progress": (0.5, 0.0), "lead": (1, 3)}, {"progress": (0, 0), "lead": (2, 4)}, NOWHERE)
"""The weight of `lead` is 1 at the beginning, 3 at the end; the constant of the win falls from a half to 0."""


def logistic(logit: float) -> float:
    return 1 / (1 + exp(-logit))


@pytest.mark.parametrize(
    ("progress", "lead", "logit", "points"),
    [(0, 0, 0.5, 0), (1, 0, 0, 0), (0, 2, 2.5, 4), (1, 2, 6, 8), (0.25, 2, 0.375 + 2 * 1.5, 2 * 2.5)],
)
def test_a_weight_changes_evenly_with_the_progress(progress: float, lead: float, logit: float, points: float) -> None:
    found = Values(FEATURES, WEIGHTS).of_seat((progress, lead), 0)
    assert found == (pytest.approx(logit), pytest.approx(points))


def test_shares_of_all_come_to_one_and_leads_to_nothing() -> None:
    """At the end a lead of 2 is a logit of 6 for the one and of -6 for the other, and 8 points for or against."""
    shares, leads = Values(FEATURES, WEIGHTS).of_seats((1, 2), 2)
    assert shares == [pytest.approx(logistic(6)), pytest.approx(logistic(-6))]
    assert leads == [8, -8]


def test_the_digest_is_that_of_the_numbers_that_judge() -> None:
    """Another order, or another corpus that leads to the same weights, changes nothing; each number counts."""
    more = (MoreSeats(3, (0.5, 1.0), 30, 900, "", 1.0, 1.1),)
    same = replace(WEIGHTS, win=dict(reversed(WEIGHTS.win.items())), learned=cast(Provenance, "elsewhere"))
    others = [
        replace(WEIGHTS, win=WEIGHTS.win | {"lead": (1, 3.001)}),
        replace(WEIGHTS, lead=WEIGHTS.lead | {"lead": (2.001, 4)}),
        replace(WEIGHTS, more_seats=more),
        replace(WEIGHTS, more_seats=(replace(more[0], sharpness=(0.5, 1.1)),)),
        replace(WEIGHTS, more_seats=(replace(more[0], seats=4),)),
    ]
    digests = [Values(FEATURES, one).digest for one in (WEIGHTS, *others)]
    assert len({*digests}) == len(digests)
    assert Values(FEATURES, same).digest == digests[0]


def test_a_huge_lead_is_no_error() -> None:
    assert Values(FEATURES, WEIGHTS).of_seats((1, -1e9), 2)[0] == pytest.approx([0, 1], abs=1e-12)


def a_search(game: AnyGame, players: int = 2, **options: Any) -> LearnedSearch:
    """The search of who is to decide after 20 random decisions."""
    session = Session.new(game, default_names(players), seed=1, options=options)
    for number in range(20):
        session.resolve_chance()
        seat = session.actors[0]
        session.do(seat, game.pick(session.state, seat, Dice(number)))
    session.resolve_chance()
    seat = next(seat for seat in session.actors if seat != CHANCE)
    return LearnedSearch(Turn(game, session.state, seat, Dice(1)), Dice(2))


def test_half_of_a_value_is_the_win_and_half_the_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A share of 0.75 and a lead of 15 in Tides, whose scale is 15: (tanh 1 + 0.5) / 2, and the opposite."""
    monkeypatch.setattr(Values, "of_seats", lambda values, state, seats: ([0.75, 0.25], [15, -15]))
    search = a_search(get_game("tides"))
    assert search.worth(search.state) == [pytest.approx((tanh(1) + 0.5) / 2), pytest.approx(-(tanh(1) + 0.5) / 2)]


def test_at_the_end_a_result_counts_and_no_prediction() -> None:
    session = tides.place(kingdoms={"Anna": [3, 4], "Bob": [1]})
    search = a_search(get_game("tides"))
    assert not session.actors
    assert search.worth(session.state) == Search.worth(search, session.state)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("tigris", 2, {}), ("viceroy", 1, {}), ("ancient_knowledge", 4, {"teams": True})],
    ids=["without weights", "alone", "in teams"],
)
def test_where_nothing_was_learned_the_heuristic_counts(game: str, players: int, options: dict[str, Any]) -> None:
    search = a_search(get_game(game), players, **options)
    assert search.worth(search.state) == Search.worth(search, search.state)


@pytest.mark.parametrize("game", ["ancient_knowledge", "imhotep", "tides", "viceroy"])
def test_four_games_have_learned_values(game: str) -> None:
    assert learned_values(get_game(game)) is not None
    search = a_search(get_game(game))
    assert search.worth(search.state) != Search.worth(search, search.state)


def test_weights_of_other_features_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("tides")
    heuristic = game.heuristic()
    assert heuristic.features is not None
    other = replace(heuristic, features=replace(heuristic.features, names=("progress", "luck")))
    monkeypatch.setattr(type(game), "heuristic", lambda self: other)
    learned.learned_values.cache_clear()
    try:
        with pytest.raises(KronikaError, match=r"^weights\.toml of tides has not the features of the game"):
            learned_values(game)
    finally:
        learned.learned_values.cache_clear()


@pytest.mark.parametrize("name", ["value", "mc-value", "mcts-value"])
def test_bots_with_learned_values_play(name: str) -> None:
    """A legal move, and the same for the same dice."""
    for game in ("tides", "viceroy", "imhotep", "tigris"):
        session = Session.new(game, ["Anna", "Bob"], seed=3)
        session.resolve_chance()
        seat = session.actors[0]
        turn = Turn(session.game, session.state, seat, Dice(1), budget=Budget(iterations=8))
        chosen = BOTS[name](turn, Dice(2))
        session.game.check(session.state, seat, chosen)
        assert BOTS[name](turn, Dice(2)) == chosen


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"game": "tides"}, "is for tides under rules 1"),
        ({"rules_version": 2}, "is for viceroy under rules 2, not for rules 1 of the game"),
        ({"win": 3}, "can't be read: Expected `object`, got `int`"),
        ({"lead": {"progress": [0, 0]}}, "has not the features of the game"),
        ({"win": "nan"}, "has a weight that is not a finite number"),
        ({"lead": "huge"}, "has a weight beyond 1,000,000"),
        ({"more_seats": "sharp"}, r"has a sharpness that is not from 0 to 20"),
        ({"more_seats": "two"}, "has a sharpness for 2 seats or fewer"),
    ],
)
def test_weights_that_are_not_those_of_the_game_are_refused(
    changed: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = get_game("viceroy")

    def edited(package: str, name: str) -> dict[str, Any]:
        facts = read_facts(package, name)
        special = {
            "nan": {feature: [float("nan"), 0.0] for feature in facts["win"]},
            "huge": {feature: [1e300, 1e300] for feature in facts["lead"]},
            "two": [{**one, "seats": 2} for one in facts["more_seats"]],
            "sharp": [{**one, "sharpness": [100.0, 1.0]} for one in facts["more_seats"]],
        }
        return facts | {
            key: special[to] if isinstance(to, str) and to in special else to for key, to in changed.items()
        }

    monkeypatch.setattr(learned, "read_facts", edited)
    with pytest.raises(KronikaError, match=f"^weights.toml of viceroy {why}.*rain it again"):
        learned_values.__wrapped__(game)
