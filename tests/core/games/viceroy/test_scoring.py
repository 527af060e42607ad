"""The final scoring (VC-5), worked out by hand; more of it stands in the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.games.viceroy import GAME
from kronika.core.sessions.session import Session
from support.viceroy import place


def at_end(*pyramids: dict[str, Any], **given: Any) -> Session:
    names = ("Anna", "Bob", "Cyril", "Dana")[: len(pyramids)]
    return place(
        players=names, **{"phase": "end", "round": 12, "pyramids": dict(zip(names, pyramids, strict=True)), **given}
    )


def part(session: Session, name: str, seat: int = 0) -> list[tuple[int, str, str]]:
    """Points, rule and reckoning of the items of one part."""
    return [(i.points, i.rule, i.note) for i in session.score() if (i.seat, i.part) == (seat, name)]


def test_the_items_come_in_the_order_of_the_score_sheet() -> None:
    """VC-5.9."""
    session = at_end(
        {"1.0": 22, "1.1": {"card": 33, "tokens": ["infinite-red", "magic", "magic+2", "4vp"]}, "1.2": 68, "2.0": 3},
    )
    assert [item.part for item in session.score()] == [
        "circles",
        "infinite gems",
        "laws",
        "VP tokens",
        "magic",
        "sets",
        "attack",
    ]
    assert session.totals() == {"Anna": 2 + 1 + 4 + 4 + 2}


def test_circle_bonuses_of_a_colour_add_up_and_count_for_every_circle_of_it() -> None:
    """VC-5.3: +2 and +4 green, +4 red for nothing."""
    session = at_end(
        {
            "1.0": {"card": 37, "tokens": ["green+4", "green+2", "red+4"]},
            "1.1": 33,
            "1.2": 1,
            "2.0": 53,
            "2.1": 35,
            "3.0": 57,
        },
    )
    assert part(session, "circles") == [
        (8, "VC-5.3", "level 2 + bonus 6, at 2.0"),
        (9, "VC-5.3", "level 3 + bonus 6, at 3.0"),
    ]


def test_every_infinite_gem_scores_used_or_not() -> None:
    """VC-5.4: level 1 with a blue bonus, level 2 without a red one; plain gems score nothing."""
    session = at_end(
        {
            "1.0": {"card": 1, "tokens": ["infinite-blue", "used-blue", "gem-blue", "blue+2"]},
            "1.1": 2,
            "2.0": {"card": 5, "tokens": ["infinite-red"]},
        },
    )
    assert [points for points, *_ in part(session, "infinite gems")] == [3, 3, 2]


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        ([], 0),
        (["magic", "magic"], 0),
        (["magic+5"], 0),
        (["magic", "magic+5"], 5),
        (["magic", "magic", "magic+2", "magic+3", "magic+5"], 20),
    ],
)
def test_magic(tokens: list[str], points: int) -> None:
    """VC-5.5."""
    session = at_end({"1.0": {"card": 1, "tokens": tokens}})
    assert sum(found for found, *_ in part(session, "magic")) == points


@pytest.mark.parametrize(
    ("defense", "science", "magic", "points"),
    [(0, 3, 3, 0), (1, 1, 1, 12), (2, 5, 3, 24), (3, 3, 3, 36), (4, 1, 2, 12)],
)
def test_sets(defense: int, science: int, magic: int, points: int) -> None:
    """VC-5.6; wherever the tokens lie."""
    session = at_end(
        {
            "1.0": {"card": 1, "tokens": ["defense"] * defense},
            "1.1": {"card": 2, "tokens": ["science"] * science},
            "1.2": {"card": 4, "tokens": ["magic"] * magic},
        },
    )
    assert sum(found for found, *_ in part(session, "sets")) == points


@pytest.mark.parametrize(
    ("own", "others", "defense", "points"),
    [(5, (0, 0), 0, 0), (0, (1, 0), 0, -4), (0, (2, 3), 2, -12), (0, (1, 1), 2, 0), (0, (1, 1), 5, 0)],
)
def test_attack_penalty(own: int, others: tuple[int, int], defense: int, points: int) -> None:
    """VC-5.7, R-19: own attack tokens don't hurt, surplus defense gives nothing."""
    session = at_end(
        {"1.0": {"card": 1, "tokens": ["defense"] * defense}},
        {"1.0": 2},
        {"1.0": 4},
        attacks={"Anna": own, "Bob": others[0], "Cyril": others[1]},
    )
    ((found, rule, note),) = part(session, "attack")
    assert (found, rule) == (points, "VC-5.7")
    assert note == f"attack {sum(others)} against defense {defense}"


def test_vp_tokens() -> None:
    tokens = [f"{n}vp" for n in (2, 3, 4, 5, 6, 7, 8, 10, 12, 15)]
    session = at_end({"1.0": {"card": 1, "tokens": [*tokens, "15vp"]}})
    assert [points for points, *_ in part(session, "VP tokens")] == [87]


def test_a_total_may_be_negative() -> None:
    """R-19."""
    session = at_end({"1.0": 1}, {"1.0": 2}, attacks={"Bob": 3})
    assert session.totals() == {"Anna": -12, "Bob": 0}
    result = session.result()
    assert result is not None
    assert result.ranking == ((1,), (0,))
    assert (result.rule, result.tie_rule) == ("VC-5.1", "")


def test_equal_totals_share_the_victory() -> None:
    """VC-5.8."""
    point = {"card": 1, "tokens": ["4vp"]}
    session = at_end({"1.0": point}, {"1.0": {"card": 2, "tokens": ["4vp"]}}, {"1.0": 4})
    result = session.result()
    assert result is not None
    assert result.winners == (0, 1)
    assert result.ranking == ((0, 1), (2,))
    assert result.tie_rule == "VC-5.8"


def test_solo_has_no_penalty() -> None:
    """VC-6.1."""
    session = at_end({"1.0": 1}, attacks={"Anna": 4})
    assert session.totals() == {"Anna": 0}


def test_hands_are_worth_nothing() -> None:
    """VC-5.1: discarded before the scoring."""
    given = {
        "phase": "select",
        "round": 12,
        "turn": 3,
        "pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}},
        "hands": {"Anna": [32, 70], "Bob": [33]},
    }
    session = place(players=2, **given)
    session.play("Anna: pass")
    session.play("Bob: pass")
    assert session.view().hands == ((), ())
    assert session.view().discard == ("32", "33", "70")
    assert session.actors == ()


def test_points_before_the_end_do_not_show_what_lies_behind_screens() -> None:
    given = {
        "pyramids": {"Anna": {"1.0": {"card": 1, "tokens": ["4vp"]}}, "Bob": {"1.0": 2}},
        "attacks": {"Bob": 2},
        "lanes": {"red": {"below": 21}},
    }
    session = place(players=2, **given)
    assert session.view(0).points == (4, 0)
    assert session.totals() == {"Anna": -4, "Bob": 0}
    assert session.view(0).attacks == (0, None)
    assert GAME.result(session.state) is None
