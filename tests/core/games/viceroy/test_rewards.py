"""Rewards (VC-3.11, VC-3.12): every row of every character laid for real, and what is scarce."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kronika.core.games.viceroy.cards import BY_ID, COST, Character
from kronika.core.sessions.session import Session
from support.playing import allowed, refused
from support.viceroy import place

COLOURS = ("blue", "red", "green", "yellow")
# Towers of laws. A card laid on them may close a circle of one colour; its gem is counted.
BASES = {
    1: {"1.0": 68},
    2: {"1.0": 68, "1.1": 69},
    3: {"1.0": 68, "1.1": 69, "1.2": 75, "2.0": 68 + 11, "2.1": 85},
    4: {
        "1.0": 68,
        "1.1": 69,
        "1.2": 75,
        "1.3": 86,
        "2.0": 79,
        "2.1": 85,
        "2.2": 87,
        "3.0": 88,
        "3.1": 67,
    },
}
PLACES = {1: "left", 2: "2.0", 3: "3.0", 4: "4.0"}


def laid(card: int, level: int, **more: Any) -> Session:
    """A character laid on a level with exactly its cost behind the screen."""
    cost = " ".join(f"{n} {colour}" for n, colour in zip(COST[card][level], COLOURS, strict=True) if n)
    given = {"phase": "select", "pyramids": {"Anna": BASES[level]}, "hands": {"Anna": [card]}, "gems": {"Anna": cost}}
    session = place(players=2, **{**given, **more})
    session.play("Bob: pass")
    session.play(f"Anna: select {card}")
    session.play(f"Anna: place {PLACES[level]}")
    return session


def tokens(session: Session, card: int) -> list[str]:
    spots = session.view().pyramids[0].values()
    return sorted(token for spot in spots if spot.card == str(card) for token in spot.tokens)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("card", range(1, 65))
def test_every_row_of_every_character(card: int, level: int) -> None:
    """The reward as printed, read here straight from the text of the card; only that row is paid (VC-3.11)."""
    facts = BY_ID[card]
    assert isinstance(facts, Character)
    session = laid(card, level)
    circle = sum(e.gem for event in session.line.events for e in event.then if type(e).__name__ == "CircleClosed")
    expected: list[str] = []
    gems = attacks = cards = 0
    for part in facts.rows[level - 1].partition(": ")[2].split(", "):
        match = re.fullmatch(r"(?:(\d+) )?(.+)", part)
        assert match
        n, word = int(match[1] or 1), match[2]
        if word == "gems":
            gems += n
            assert session.actors == (0,)
            session.play(f"Anna: gems {n} blue" if n < 9 else "")
        elif word in ("card", "cards"):
            cards += n
            for number in range(n):
                session.play("Anna: draw small")
                session.play(f"chance: card {next(c for c in session.state.unseen)}")
                assert len(session.view().hands[0]) == number + 1
        elif word == "attack":
            attacks += n
        elif word == "vp":
            expected.append(f"{n}vp")
        elif word.startswith("infinite"):
            expected.append(word.replace(" ", "-"))
        else:
            expected.extend([word] * n)
    assert tokens(session, card) == sorted(expected)
    view = session.view()
    assert view.attacks[0] == attacks
    assert len(view.hands[0]) == cards
    assert sum(view.gems[0].values()) == gems + circle
    assert view.phase == "select"
    assert view.turn == 2


@pytest.mark.parametrize("card", range(1, 65))
def test_level_five_pays_three_rows_or_fifteen(card: int) -> None:
    """VC-3.11, R-14: rows 1, 2 and 3 and never row 4, all on the card."""
    tower = {f"{level}.{i}": law for level, i, law in _tower(card)}
    cost = " ".join(f"{n} {colour}" for n, colour in zip(COST[card][5], COLOURS, strict=True) if n)
    given = {"phase": "select", "pyramids": {"Anna": tower}, "hands": {"Anna": [card]}, "gems": {"Anna": cost}}
    for choice in ("rows", "15"):
        session = place(players=2, **given)
        for move in ("Bob: pass", f"Anna: select {card}", "Anna: place 5.0", f"Anna: reward {choice}"):
            session.play(move)
        while session.view().phase == "select" and session.view().turn == 1:
            legal = session.legal()
            move = f"Anna: {legal['Anna'][0]}" if legal else f"chance: card {session.state.unseen[0]}"
            session.play(move)
        assert tokens(session, card) == (["15vp"] if choice == "15" else sorted(_tokens_of_rows(card)))


def _tower(card: int) -> list[tuple[int, int, int]]:
    """Five levels but the top, of cards other than this one."""
    others = [*range(68, 89), *(c for c in range(1, 65) if c != card)]
    places = [(level, i) for level, width in ((1, 5), (2, 4), (3, 3), (4, 2)) for i in range(width)]
    return [(level, i, others[at]) for at, (level, i) in enumerate(places)]


def _tokens_of_rows(card: int) -> list[str]:
    facts = BY_ID[card]
    assert isinstance(facts, Character)
    found: list[str] = []
    for row in facts.rows[:3]:
        for part in row.partition(": ")[2].split(", "):
            match = re.fullmatch(r"(?:(\d+) )?(.+)", part)
            assert match
            if match[2] == "vp":
                found.append(f"{match[1]}vp")
            elif match[2] not in ("gems", "card", "cards", "attack"):
                found.extend([match[2].replace(" ", "-")] * int(match[1] or 1))
    return found


# -- scarce gems ------------------------------------------------------------------------------------------------


def test_fewer_gems_than_due_are_simply_taken() -> None:
    """VC-3.12: the Captain's 5 gems with a green and a blue one just paid and two more in the supply."""
    session = laid(32, 2, supply="2 yellow")
    assert session.view().gems[0] == {"blue": 1, "red": 0, "green": 1, "yellow": 2}
    assert session.view().turn == 2


def test_one_colour_left_leaves_no_choice() -> None:
    session = laid(10, 1, supply="7 red")
    assert session.view().gems[0]["red"] == 3
    assert session.view().supply["red"] == 5


def test_all_due_gems_must_be_taken() -> None:
    """R-8: the Marshal brings 3 gems on level 1."""
    session = laid(10, 1)
    assert refused(session, "gems none").rule == "VC-3.12"
    assert refused(session, "gems red blue").rule == "VC-3.12"
    assert allowed(session, "gems red blue yellow")
    assert refused(session, "pass").rule == "VC-3.12"


# -- infinite gems ----------------------------------------------------------------------------------------------


def test_an_own_gem_only_when_the_supply_has_none() -> None:
    """R-16: the Nobleman's blue infinite gem; the supply has no blue one."""
    more = {"supply": "3 red", "gems": {"Anna": "1 green 2 blue"}}
    session = laid(18, 1, **more)
    assert sorted(session.legal()["Anna"]) == ["decline", "gems blue"]
    assert refused(session, "gems green").rule == "VC-3.12"
    assert refused(session, "gems 2 blue").rule == "VC-3.12"
    session.play("gems blue")
    assert tokens(session, 18) == ["infinite-blue"]
    assert session.view().gems[0]["blue"] == 1


def test_it_may_be_declined() -> None:
    session = laid(18, 1, supply="3 red", gems={"Anna": "1 green 2 blue"})
    session.play("decline")
    assert tokens(session, 18) == []
    assert session.view().gems[0]["blue"] == 2


def test_without_any_gem_the_reward_is_lost() -> None:
    session = laid(18, 1, supply="3 red")
    assert tokens(session, 18) == []
    assert [e.rule for e in session.line.events[-1].then if type(e).__name__ == "Nothing"] == ["VC-3.12"]
    assert session.view().turn == 2


# -- cards ------------------------------------------------------------------------------------------------------


def test_two_cards_deck_by_deck() -> None:
    """VC-3.12, R-15; bug class 5: freely mixed, the second deck chosen after seeing the first card."""
    session = laid(3, 4)
    assert sorted(session.legal()["Anna"]) == ["draw law", "draw small"]
    session.play("draw law")
    assert refused(session, "chance: card 5").rule == "VC-3.12"
    assert refused(session, "Anna: card 70").rule == "VC-3.12"
    session.play("chance: card 70")
    assert sorted(session.legal()["Anna"]) == ["draw law", "draw small"]
    session.play("draw small")
    assert refused(session, "chance: card 71").rule == "VC-3.12"
    assert refused(session, "chance: card 3").rule == "VC-3.12"
    before = session.view()
    session.play("chance: card 60")
    assert session.view().hands[0] == ("60", "70")
    assert (session.view().small, session.view().large) == (before.small - 1, before.large)


def test_an_empty_deck_leaves_no_choice_and_two_give_nothing() -> None:
    session = laid(32, 1, small=0)
    assert session.actors == (-1,)
    session.play("chance: card 70")
    lawless = laid(32, 1, laws=[])
    assert lawless.actors == (-1,)
    lawless.play("chance: card 60")
    nothing = laid(32, 1, laws=[], small=0)
    assert nothing.view().turn == 2
    assert [e.rule for e in nothing.line.events[-1].then if type(e).__name__ == "Nothing"] == ["VC-3.12"]


def test_a_drawn_card_is_known_to_its_owner_alone() -> None:
    """VC-1.7."""
    session = laid(32, 1)
    state = session.state
    session.play("draw law")
    before = session.state
    session.play("chance: card 70")
    do = session.line.events[-1].do
    assert session.game.format(before, -1, do, session.players, 1) == "card ?"
    assert session.game.format(before, -1, do, session.players, 0) == "card 70"
    assert session.view(1).hands[0] == ("?",)
    assert state is not before
