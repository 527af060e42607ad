"""The table as text: every worked example pinned, and what is shown to whom."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.examples import Example, read_examples, run_example
from kronika.core.games.tides import GAME
from kronika.core.paper import Paper
from kronika.core.session import Session
from support.playing import drawn
from support.playouts import ROOT
from support.tides import start

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
    assert lines(session, None)[0] == "Round 1 of 3 · the hands are dealt"
    session = dealt()
    assert lines(session, 0)[0] == "Round 1 of 3 · pick 1 of 5 · Anna and Bob to choose"
    session.play("Anna: pick 3")
    assert lines(session, 0)[0] == "Round 1 of 3 · pick 1 of 5 · Bob to choose"
    session.play("Bob: pick 8")
    assert lines(session, 0)[0] == "Round 1 of 3 · pick 2 of 5 · Anna and Bob to choose"


def test_each_sees_the_own_hand_and_choice() -> None:
    session = dealt()
    session.play("Bob: pick 8")
    anna, bob, referee = (lines(session, seat) for seat in (0, 1, None))
    assert [line for line in anna if "face down" in line] == [
        "  chosen   (face down)",
        "  hand     (5 cards face down)",
    ]
    assert not any(" 8 Gods' Bath" in line for line in anna)
    assert any("2 Ancient Divide" in line for line in anna)
    assert "  chosen   8 Gods' Bath" in bob
    assert not any("2 Ancient Divide" in line for line in bob)
    assert "  chosen   8 Gods' Bath" in referee
    assert any("2 Ancient Divide" in line for line in referee)


def test_colour_marks_the_suits() -> None:
    painted = GAME.render(dealt().view(0), ("Anna", "Bob"), Paper(colour=True))
    assert "\x1b[38;5;136mpalace    \x1b[0m" in painted
    assert "\x1b[38;5;27mlibrary   \x1b[0m" in painted
    assert "\x1b[1mAnna\x1b[0m" in painted


def test_long_texts_wrap_beside_their_card() -> None:
    at = next(n for n, line in enumerate(lines(dealt(), 0)) if "17 Roof of the World" in line)
    first, second = lines(dealt(), 0)[at : at + 2]
    assert first == "  hand     17 Roof of the World       -           doubles your most numerous"
    assert second == " " * 50 + "suits"
