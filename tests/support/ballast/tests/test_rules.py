"""The rules, each by a case worked out by hand."""

from __future__ import annotations

import pytest
from kronika.core import IllegalAction, Session

from ballast import GAME, Ballast
from ballast.actions import Load
from ballast.scoring import rows

NAMES = ("Anna", "Bob", "Cyril")


def start(*moves: str, **options: bool) -> Session[Ballast]:
    """A game in which Anna, Bob and Cyril have 0, 1 and 3 coins in their safes, and these moves were made."""
    session = Session.new(GAME, NAMES, chance="given", options=options)
    for move in ("Anna: stow 0", "Bob: stow 1", "Cyril: stow 3", *moves):
        session.play(move)
    return session


def refused(session: Session[Ballast], move: str) -> str:
    """The number of the rule against a move."""
    with pytest.raises(IllegalAction) as caught:
        session.play(move)
    return caught.value.rule


def test_who_pays_passes_the_turn_on_and_who_loads_has_the_next_one() -> None:
    """BA-3.1 to BA-3.3"""
    session = start("crate 9", "Anna: pay", "Bob: pay", "Cyril: pay", "Anna: pay")
    assert session.legal() == {"Bob": ["pay", "load"]}
    session.play("load")
    session.play("crate 1")
    assert session.legal() == {"Bob": ["pay", "load"]}
    # Anna paid twice, Cyril once, Bob once and got 4; his crate weighs 9; the safes count once more.
    assert session.totals() == {"Anna": 6, "Bob": 11 - 9 + 1, "Cyril": 7 + 3}


def test_an_empty_fist_has_to_load() -> None:
    """BA-3.4: with 3 of 8 coins in the safe the sixth crate that comes by is Cyril's."""
    session = start("crate 24", *("Anna: pay", "Bob: pay", "Cyril: pay") * 5, "Anna: pay", "Bob: pay")
    assert session.legal() == {"Cyril": ["load"]}
    assert refused(session, "Cyril: pay") == "BA-3.4"


def test_what_may_not_be_done() -> None:
    session = Session.new(GAME, NAMES, chance="given")
    assert refused(session, "Anna: pay") == "BA-2.1"
    session.play("Anna: stow 3")
    assert refused(session, "Anna: stow 2") == "BA-2.1"
    session = start("crate 9")
    assert refused(session, "Bob: load") == "BA-3.2"
    session.play("Anna: load")
    assert refused(session, "crate 9") == "BA-1.2"


@pytest.mark.parametrize(
    ("crates", "lightest"),
    [((), []), ((7,), [7]), ((1, 2, 3), [1]), ((1, 3, 5), [1, 3, 5]), ((4, 5, 20, 21, 24), [4, 20, 24])],
)
def test_rows_are_parted_where_a_weight_is_missing(crates: tuple[int, ...], lightest: list[int]) -> None:
    """BA-4.2"""
    assert [row[0] for row in rows(bytes(crates))] == lightest


def ended(crates: dict[str, list[int]], fists: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    """The places after Anna has loaded crate 24, the last one."""
    given = GAME.Given(crates=crates, fists=fists, crate=24)
    state, _ = GAME.apply(GAME.position(given, GAME.Options(), NAMES), 0, Load())
    result = GAME.result(state)
    assert result is not None
    return result.ranking


def test_with_equal_points_the_fewest_crates_win() -> None:
    """BA-4.5: Anna has a row of 19, Bob one of 1, Cyril one of 10."""
    crates = {"Anna": [19, 20, 21, 22, 23], "Bob": [*range(1, 6)], "Cyril": [*range(10, 17)]}
    assert ended(crates, {"Anna": 20, "Bob": 2, "Cyril": 11}) == ((1,), (0,), (2,))


def test_with_equal_crates_too_the_victory_is_shared() -> None:
    """BA-4.5: Anna has a row of 19, Bob one of 1, Cyril one of 10, six crates each."""
    crates = {"Anna": [19, 20, 21, 22, 23], "Bob": [*range(1, 7)], "Cyril": [*range(10, 16)]}
    assert ended(crates, {"Anna": 20, "Bob": 2, "Cyril": 10}) == ((0, 1), (2,))
