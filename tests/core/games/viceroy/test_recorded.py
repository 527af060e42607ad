"""The recorded games of Viceroy: each is what its name says. That they replay is a test of all recorded games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kronika.core import Session
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.pyramid import placed
from kronika.logs.replaying.validation import validate
from support.playing import path_of, points, recorded

NAMES = (
    "solo",
    "two-shared-victory",
    "two-level-five",
    "two-and-a-virtual",
    "three",
    "four",
    "second-edition",
)


def cited(session: Session) -> Counter[tuple[str, str]]:
    """How often each kind of effect came by each rule."""
    found: Counter[tuple[str, str]] = Counter()
    for event in session.line.events:
        for effect in event.then:
            found[type(effect).__name__, effect.rule] += 1
    return found


@pytest.mark.parametrize("name", NAMES)
def test_it_replays(name: str) -> None:
    report = validate(path_of("viceroy", name), strict=True)
    assert report.faults == ()
    assert report.result is not None


def test_solo() -> None:
    """Two ties with the virtual opponent for two cards, an attack that leaves its gem unmatched, a known law drawn."""
    session = recorded("viceroy", "solo")
    found = cited(session)
    assert found["Took", "VC-6.4"] == 2
    assert found["Took", "VC-2.5.1"] == 1
    assert found["Removed", "VC-6.5"] == 1
    assert found["KnownLawDrawn", "R-26"] == 1
    assert points(session, session.players[0])["attack"] == 0


def test_two_players_share_the_victory() -> None:
    """VC-5.8, reckoned by hand.

    Anna: three circles on level 2, law 74 on level 2, four cards under law 78, tokens 3 + 3 + 3 + 2.
    Bob: two circles on level 3, an infinite gem on level 2, law 86 next to four characters, tokens 3 + 8, one set.
    """
    session = recorded("viceroy", "two-shared-victory")
    assert session.totals() == {"Anna": 39, "Bob": 39}
    result = session.result()
    assert result is not None
    assert (result.winners, result.tie_rule) == ((0, 1), "VC-5.8")
    anna, bob = points(session, "Anna"), points(session, "Bob")
    assert (anna["circles"], anna["laws"], anna["VP tokens"], anna["sets"]) == (6, 6 + 16, 11, 0)
    assert (bob["circles"], bob["infinite gems"], bob["laws"], bob["VP tokens"], bob["sets"]) == (6, 2, 8, 11, 12)


def test_a_card_on_level_five() -> None:
    session = recorded("viceroy", "two-level-five")
    assert any(level == 5 for player in session.state.players for level, _, _ in placed(player))
    assert any(type(event.do).__name__ == "Reward" for event in session.line.events)
    assert cited(session)["KnownLawDrawn", "R-26"] == 2


def test_two_players_and_a_virtual_opponent() -> None:
    session = recorded("viceroy", "two-and-a-virtual")
    found = cited(session)
    assert session.header.options["virtual"] == 1
    assert found["Took", "VC-6.4"] == 1
    assert found["Removed", "VC-6.5"] == 1
    assert found["Took", "VC-2.5.1"] == 1
    assert found["SkippedAuction", "VC-4.69"] == 1
    assert found["Passed", "VC-2.6"] == 1


def test_three_players() -> None:
    """An agreement for two cards, a swap by law 67, a skipped auction."""
    session = recorded("viceroy", "three")
    assert sum(e.agreed for event in session.line.events for e in event.then if type(e).__name__ == "Claimed") == 1
    found = cited(session)
    assert found["Swapped", "VC-4.67"] == 1
    assert found["SkippedAuction", "VC-4.69"] == 1
    assert len(session.players) == 3


def test_four_players() -> None:
    """Somebody fails in the third bidding round twice; many cards are tucked."""
    session = recorded("viceroy", "four")
    found = cited(session)
    assert found["Passed", "VC-2.6"] == 2
    assert sum(n for (name, _), n in found.items() if name == "Tucked") == 9
    assert len(session.players) == 4


def test_second_edition() -> None:
    """VC-6.8: four cards dealt, one kept, two cards sold."""
    session = recorded("viceroy", "second-edition")
    deal = next(event.do for event in session.line.events if type(event.do).__name__ == "Deal")
    assert [len(hand) for hand in deal.hands] == [4, 4, 4]
    assert cited(session)["Removed", "VC-6.8"] == 2


@pytest.mark.parametrize("name", NAMES)
def test_the_best_recolouring_is_never_worse_than_the_chosen_one(name: str) -> None:
    session = recorded("viceroy", name)
    totals = GAME.totals(session.state)
    endings: Any = GAME.best_endings(session.state)
    assert [ending.seat for ending in endings] == list(range(len(totals)))
    assert all(ending.total >= total for ending, total in zip(endings, totals, strict=True))
