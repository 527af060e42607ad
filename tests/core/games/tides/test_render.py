"""The table as text: every worked example pinned, and what is shown to whom."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.contract.paper import SCREEN, Paper
from kronika.core.examples.example import Example, read_examples, run_example
from kronika.core.games.tides import GAME
from kronika.core.games.tides.cards import BY_ID
from kronika.core.sessions.session import Session
from support.playing import drawn
from support.playouts import ROOT
from support.tides import place, start

EXAMPLES = read_examples((ROOT / "fixtures" / "examples" / "tides.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_end_of_an_example(example: Example, snapshot: SnapshotAssertion) -> None:
    session = run_example(example).session
    assert session is not None
    assert GAME.render(session.view(), session.players, Paper()) == snapshot


def dealt() -> Session:
    return start("chance: deal 1 2 3 4 17 / 6 7 8 9 10")


def lines(session: Session, seat: int | None) -> list[str]:
    return drawn(session, seat).splitlines()


def test_the_headline_says_what_is_due_and_who_is_waited_for() -> None:
    session = start()
    assert lines(session, None)[0] == "Round 1 of 3 · deal the hands"
    session = dealt()
    assert lines(session, 0)[0] == "Round 1 of 3 · pick 1 of 5 · Anna and Bob must choose"
    session.play("Anna: pick 3")
    assert lines(session, 0)[0] == "Round 1 of 3 · pick 1 of 5 · Bob must choose"
    session.play("Bob: pick 8")
    assert lines(session, 0)[0] == "Round 1 of 3 · pick 2 of 5 · Anna and Bob must choose"


def test_each_sees_their_own_hand_and_choice() -> None:
    session = dealt()
    session.play("Bob: pick 8")
    anna, bob, referee = (lines(session, seat) for seat in (0, 1, None))
    assert [line for line in anna if "face down" in line] == [
        "  hand    (5 cards face down)",
    ]
    assert "Bob  0 points, has chosen" in anna
    assert not any(" 8 Gods' Bath" in line for line in anna)
    assert any("2 Ancient Divide" in line for line in anna)
    assert "  chosen  8 Gods' Bath" in bob
    assert not any("2 Ancient Divide" in line for line in bob)
    assert "  chosen  8 Gods' Bath" in referee
    assert any("2 Ancient Divide" in line for line in referee)


def test_colour_marks_the_suits() -> None:
    painted = GAME.render(dealt().view(0), ("Anna", "Bob"), Paper(colour=True))
    assert "\x1b[38;5;136mpalace\x1b[0m" in painted
    assert "\x1b[38;5;63mlibrary\x1b[0m" in painted
    assert "\x1b[1mAnna\x1b[0m" in painted


def test_a_card_has_a_line_and_two_on_narrow_paper() -> None:
    wide = GAME.render(dealt().view(0), ("Anna", "Bob"), Paper(120)).splitlines()
    assert "  hand    17 Roof of the World       -          doubles your most numerous suits" in wide
    assert "  hand     1 King's Nest             palace     you win ties on 2, 4, 7, 12, 13, 16, 18" in wide
    assert "  hand     1 King's Nest             palace     wins ties: 2 4 7 12 13 16 18" in lines(dealt(), 0)
    narrow = GAME.render(dealt().view(0), ("Anna", "Bob"), Paper(50)).splitlines()
    at = narrow.index("  hand    17 Roof of the World       -")
    assert narrow[at + 1] == "          doubles your most numerous suits"


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (1, "wins ties: 2 4 7 12 13 16 18"),
        (5, "9 per palace+stronghold+temple"),
        (9, "13 for each set of all 5 suits"),
        (14, "5 per library+garden"),
        (16, "8 if more suits appear just once"),
        (17, "doubles your most numerous suits"),
    ],
)
def test_what_a_card_does_in_short(card: int, text: str) -> None:
    assert BY_ID[card].short == text
    assert len(text) <= 32


def test_both_players_stand_on_one_screen_with_all_they_can_have() -> None:
    """Round 3: two relics and five cards each, and the four cards of the box."""
    session = place(
        kingdoms={"Anna": [15, 2], "Bob": [18, 16]},
        hands={"Anna": [3, 6, 8, 10, 12], "Bob": [1, 9, 13, 14, 17]},
        box=[4, 5, 7, 11],
    )
    session.play("Anna: pick 3")
    for seat in (None, 0, 1):
        text = GAME.render(session.view(seat), ("Anna", "Bob"), Paper(whole={1}))
        assert len(text.splitlines()) <= SCREEN
        assert all(BY_ID[card].name in " ".join(text.split()) for card in (15, 2, 18, 16, 4, 5, 7, 11))


def test_the_legend_explains_each_word_of_a_line() -> None:
    words = {line.split()[0] for line in GAME.legend(Paper()).splitlines()}
    assert words >= {"relic", "kingdom", "chosen", "hand"}
