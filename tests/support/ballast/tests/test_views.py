"""Nobody sees what lies in the safe of another."""

from __future__ import annotations

from kronika.core import EVERYONE, Dice, Session

from ballast import GAME, Ballast


def start(*moves: str, **options: bool) -> Session[Ballast]:
    """A game in which these moves were made."""
    session = Session.new(GAME, ("Anna", "Bob", "Cyril"), chance="given", options=options)
    for move in moves:
        session.play(move)
    return session


def test_a_safe_and_what_it_is_worth_are_hidden_to_the_end() -> None:
    """BA-1.3, BA-2.1"""
    session = start("Anna: stow 2", "Bob: stow 1")
    assert session.view(1).safes == ("?", "1", "")
    session.play("Cyril: stow 0")
    assert session.view(0).safes == ("2", "?", "?")
    assert session.view(EVERYONE).safes == ("?", "?", "?")
    assert session.view(0).totals == (10, None, None)
    assert session.view().totals == (10, 9, 8)


def test_glass_safes_are_opened_when_all_are_filled() -> None:
    """BA-5.1"""
    session = start("Anna: stow 2", "Bob: stow 1", glass=True)
    assert session.view(1).safes == ("?", "1", "")
    session.play("Cyril: stow 0")
    assert session.view(1).safes == ("2", "1", "0")
    assert session.view(1).totals == (10, 9, 8)


def test_what_was_paid_can_not_lie_in_a_safe() -> None:
    """BA-3.4: Bob has paid 7 coins, so his safe holds 1 at most, though he has got 15 since."""
    paid = ("Anna: pay", "Bob: pay", "Cyril: pay")
    session = start("Anna: stow 1", "Bob: stow 1", "Cyril: stow 1", "crate 5", *paid * 7, "Anna: load")
    assert session.state.coins == bytes((1 + 21, 1, 1))
    session.play("crate 9")
    dealt = [GAME.redeal(session.state, 0, Dice(seed)).safes for seed in range(40)]
    assert {tuple(safes) for safes in dealt} == {(1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)}
