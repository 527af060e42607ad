"""Several cards chosen one by one (AK-8.3): in any order, until the last: how many records there are tells nothing."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from kronika.core.games.ancient_knowledge import GAME
from kronika.core.sessions.session import Session
from support.ancient import cards, look, place, play, refused

TEN = cards("C", 1, 10)
KEEP = {"phase": "keep", "anna": {"hand": TEN}, "bob": {"hand": cards("M", 1, 10)}}


def kept(*moves: str) -> Session:
    session = place(**KEEP)
    play(session, *(f"Anna: {move}" for move in moves))
    return session


def chosen(session: Session) -> tuple[str, ...]:
    pending = session.view(0).pending
    assert pending is not None
    return pending.chosen


def test_an_earlier_card_may_follow() -> None:
    assert chosen(kept("keep C9", "keep C1", "keep C5 C2")) == ("C1", "C2", "C5", "C9")


def test_all_six_may_be_named_when_some_are_chosen_already() -> None:
    session = kept("keep C9", "keep C1 C2 C3 C4 C5 C9")
    assert session.actors == (1,)
    assert chosen(session) == ("C1", "C2", "C3", "C4", "C5", "C9")


def test_a_card_that_is_chosen_already_is_not_chosen_by_itself() -> None:
    session = kept("keep C9 C1")
    for move, says in (
        ("keep C9", "C9 Petra is chosen already. (AK-2.2)"),
        ("keep C1 C9", "C1 Osirion and C9 Petra are chosen already. (AK-2.2)"),
    ):
        assert str(refused(session, f"Anna: {move}")) == says


def test_every_card_that_is_left_is_listed() -> None:
    session = kept("keep C10", "keep C9")
    assert session.legal()["Anna"] == [f"keep C{n}" for n in range(1, 9)]


@pytest.mark.parametrize("six", [TEN[:6], TEN[4:], TEN[::2] + TEN[1:2]], ids=["first", "last", "mixed"])
def test_a_choice_of_six_takes_six_records_whatever_they_are(six: list[str]) -> None:
    """The last six in the order of cards would be one record where the rest follows by itself."""
    session = place(**KEEP)
    for n, card in enumerate(six):
        assert session.actors == (0, 1), f"done after {n}"
        play(session, f"Anna: keep {card}")
    assert session.actors == (1,)


def test_the_order_of_choosing_leaves_no_trace() -> None:
    digests = {kept(*(f"keep {card}" for card in order)).line.events[-1].state for order in permutations(TEN[:4])}
    assert len(digests) == 1


def test_each_of_210_sets_is_reached() -> None:
    sets = {chosen(kept(f"keep {' '.join(six)}")) for six in combinations(TEN, 6)}
    assert len(sets) == 210


@pytest.mark.parametrize("pair", list(permutations(["A1", "A5", "A9"], 2)), ids=" ".join)
def test_a_cost_in_artifacts_takes_as_many_records_whatever_else_is_in_the_hand(pair: tuple[str, str]) -> None:
    """A7: how many artifacts are left in the hand is a secret."""
    for hand in (["A1", "A5", "A9", "C1"], [*pair, "C1"]):
        session = place(phase="timeline", anna={"artifacts": ["A7"], "hand": hand})
        play(session, f"discard {pair[0]}")
        assert (session.actors, look(session).discard_pile) == ((0,), 0)
        play(session, f"discard {pair[1]}")
        assert look(session).discard_pile == 2


def test_the_cost_of_a_city_takes_as_many_records_whatever_pays_it() -> None:
    """C16 costs two cards on slot 2: the last two of the hand are no less to name than the first two."""
    for first, second in (("A1", "M1"), ("M1", "A1"), ("M1", "M2")):
        session = place(anna={"hand": ["C16", "M1", "M2", "A1"]})
        play(session, "create C16 at 2", f"discard {first}")
        assert session.legal()["Anna"] == [f"discard {card}" for card in ("M1", "M2", "A1") if card != first]
        play(session, f"discard {second}")
        assert look(session).discard_pile == 2


def test_what_all_can_reckon_happens_by_itself() -> None:
    """A hand that has to be paid whole is no choice (AK-6.13), and its size is known to all."""
    session = place(anna={"hand": ["C16", "M1", "M2"]})
    play(session, "create C16 at 2")
    assert look(session).discard_pile == 2


def test_new_games_are_played_so_and_old_logs_mean_the_other() -> None:
    assert Session.new(GAME, ("Anna", "Bob"), chance="given").header.options["any_order"] is True
    assert GAME.Options().any_order is False
