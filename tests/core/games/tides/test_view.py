"""What each player knows (TT-1.6) and can work out (TT-1.7)."""

from __future__ import annotations

from typing import Any

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.contract.view import HIDDEN
from kronika.core.games.tides import GAME
from kronika.core.games.tides.actions import Pick, Relic
from kronika.core.sessions.session import Session
from support.playing import after
from support.tides import start

NAMES = ("Anna", "Bob")


def dealt() -> Session:
    return start("chance: deal 1 2 3 4 5 / 6 7 8 9 10")


def picks(session: Session, *pairs: tuple[int, int]) -> Session:
    return after(session, *(f"{name}: pick {card}" for pair in pairs for name, card in zip(NAMES, pair, strict=True)))


def after_round_one() -> Session:
    return picks(dealt(), (1, 6), (7, 2), (3, 8), (9, 4), (5, 10))


def after_break_one() -> Session:
    """Anna keeps 1 and throws 3 out, Bob keeps 2 and throws 4 out; then Anna draws 11 12 and Bob 13 14."""
    return after(after_round_one(), "Anna: relic 1 discard 3", "Bob: relic 2 discard 4")


def ids(first: int, behind: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, behind)))


def knows(session: Session, seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The opponent's hand and the deck as a seat sees them."""
    view = session.view(seat)
    return view.hands[1 - seat], view.deck


def test_what_is_due() -> None:
    session = Session.new(GAME, NAMES, chance="given")
    view = session.view(0)
    assert (view.actors, view.due) == ((CHANCE,), "deal the hands")
    session.play("chance: deal 1 2 3 4 5 / 6 7 8 9 10")
    session.play("Anna: pick 3")
    assert (session.view(0).actors, session.view(0).due) == ((1,), "pick a card")


def test_the_first_hands_are_secret() -> None:
    session = dealt()
    assert session.view(0).hands == (("1", "2", "3", "4", "5"), (HIDDEN,) * 5)
    assert session.view(1).hands == ((HIDDEN,) * 5, ("6", "7", "8", "9", "10"))
    assert session.view(0).deck == (HIDDEN,) * 8, "the number of cards is public"
    assert session.view(EVERYONE).hands == ((HIDDEN,) * 5, (HIDDEN,) * 5)
    assert session.view().hands == (("1", "2", "3", "4", "5"), ("6", "7", "8", "9", "10"))
    assert session.view().deck == ids(11, 19)


def test_from_the_second_pick_both_hands_are_known() -> None:
    session = dealt()
    picks(session, (1, 6))
    assert knows(session, 0) == (("2", "3", "4", "5"), ids(11, 19))
    assert knows(session, 1) == (("7", "8", "9", "10"), ids(11, 19))
    assert session.view(0).kingdoms == session.view(1).kingdoms == (("1",), ("6",))


def test_a_choice_is_secret_until_both_have_chosen() -> None:
    session = dealt()
    session.play("Anna: pick 3")
    assert session.view(0).chosen == session.view(None).chosen == (("3",), ())
    assert session.view(1).chosen == session.view(EVERYONE).chosen == ((HIDDEN,), ())
    assert session.view(1).hands[0] == (HIDDEN,) * 5, "the hand still counts five: it does not tell which lies aside"


def test_relic_and_discard_are_secret_until_both_have_chosen() -> None:
    session = after_round_one()
    before = session.view(1)
    session.play("Anna: relic 1 discard 3")
    after = session.view(1)
    assert (after.hands, after.relics, after.box) == (before.hands, ((), ()), ())
    assert after.chosen == ((HIDDEN, HIDDEN), ())
    assert session.view(0).chosen == (("1", "3"), ())
    session.play("Bob: relic 2 discard 4")
    for seat in (0, 1, None):
        assert session.view(seat).relics == (("1",), ("2",))
        assert session.view(seat).box == ("3", "4"), "the discards lie face up"


def test_in_the_break_all_is_known_that_was_on_the_table() -> None:
    session = after_round_one()
    # Anna laid 1 7 3 9 5, Bob 6 2 8 4 10.
    assert knows(session, 0) == (("2", "4", "6", "8", "10"), ids(11, 19))
    assert knows(session, 1) == (("1", "3", "5", "7", "9"), ids(11, 19))


def test_the_drawn_cards_are_secret_and_the_three_others_known() -> None:
    """TT-1.7: before the first pick of round 2."""
    session = after_break_one()
    session.play("chance: draw Anna 11 12")
    assert knows(session, 1) == (("5", "7", "9", HIDDEN, HIDDEN), (HIDDEN,) * 6)
    assert knows(session, 0) == (("6", "8", "10"), ("13", "14", "15", "16", "17", "18")), "Anna can tell what is left"
    session.play("chance: draw Bob 13 14")
    assert knows(session, 0) == (("6", "8", "10", HIDDEN, HIDDEN), (HIDDEN,) * 4)
    assert knows(session, 1) == (("5", "7", "9", HIDDEN, HIDDEN), (HIDDEN,) * 4)
    picks(session, (11, 13))
    assert knows(session, 0) == (("5", "7", "9", "12"), ("15", "16", "17", "18"))


def test_in_round_three_the_empty_deck_tells_the_hand() -> None:
    """TT-1.7: already before the first pick."""
    session = after_break_one()
    session.play("chance: draw Anna 11 12")
    session.play("chance: draw Bob 13 14")
    picks(session, (5, 6), (8, 7), (9, 10), (13, 11), (12, 14))
    # Anna laid 5 8 9 13 12, Bob 6 7 10 11 14.
    session.play("Anna: relic 5 discard 8")
    session.play("Bob: relic 6 discard 7")
    session.play("chance: draw Anna 15 16")
    assert knows(session, 1) == (("9", "12", "13", HIDDEN, HIDDEN), (HIDDEN, HIDDEN))
    session.play("chance: draw Bob 17 18")
    assert knows(session, 0) == (("10", "11", "14", "17", "18"), ())
    assert knows(session, 1) == (("9", "12", "13", "15", "16"), ())


def test_scores_and_box_are_public() -> None:
    session = after_break_one()
    for seat in (0, 1):
        assert session.view(seat).totals == session.view().totals
        assert session.view(seat).box == ("3", "4")


def test_dealing_again_reaches_all_that_is_possible() -> None:
    """From pick 1 of round 2 Anna thinks any two of the eight cards she has not seen possible with Bob."""
    session = after_break_one()
    session.play("chance: draw Anna 11 12")
    session.play("chance: draw Bob 13 14")
    session.play("Bob: pick 6")
    hands: set[bytes] = set()
    sealed: set[int] = set()
    for n in range(600):
        other: Any = GAME.redeal(session.state, 0, Dice(n))
        assert set(other.hands[1]) > {6, 8, 10}
        hands.add(other.hands[1])
        sealed.add(other.sealed[1])
        assert GAME.view(other, 0) == session.view(0)
    assert len(hands) == 15, "two of the six cards 13 to 18"
    assert sealed == {6, 8, 10, 13, 14, 15, 16, 17, 18}
    assert not {11, 12} & sealed


def test_dealing_again_seals_again() -> None:
    session = after_round_one()
    session.do(1, Relic(2, 4))
    pairs = {GAME.redeal(session.state, 0, Dice(n)).sealed[1] for n in range(600)}
    assert len(pairs) == 20
    session = dealt()
    session.do(0, Pick(3))
    assert GAME.redeal(session.state, 0, Dice(1)).sealed[0] == 3, "its own choice stays"
