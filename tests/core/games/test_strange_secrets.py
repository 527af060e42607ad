"""A game from outside that knows nothing of everyone: what is hidden from one seat is hidden from all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction, KronikaError
from kronika.core.contract.game import EVERYONE, Viewer
from kronika.core.contract.result import ScoreItem, ScoreSheet
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import (
    Clause,
    VisibleEvent,
    redact_refusal,
    redact_sheet,
    redact_state,
)
from support import duel
from support.suite import last_seen_by


class Outsider(duel.Duel):
    """The tiny game as if its author had never heard of EVERYONE: asked for it, it fails. Prizes of 3 are secret."""

    knows_everyone = False

    def format(self, state: Any, seat: int, do: Any, names: Sequence[str], viewer: Viewer = None) -> str:
        assert viewer in (None, 0, 1)
        return super().format(state, seat, do, names, viewer)

    def describe(self, effect: Any, names: Sequence[str], viewer: Viewer = None) -> str:
        assert viewer in (None, 0, 1)
        return "" if isinstance(effect, duel.Won) and viewer == 1 else super().describe(effect, names, viewer)

    def sheet(self, state: Any, viewer: Viewer) -> ScoreSheet:
        assert viewer in (None, 0, 1)
        items = tuple(item for item in self.score(state) if viewer in (None, item.seat) or item.points != 3)
        return ScoreSheet(
            items, tuple(n if viewer in (None, seat) else None for seat, n in enumerate(self.totals(state)))
        )


NAMES = ("Anna", "Bob")
OUTSIDER = Outsider()


def outsider(*moves: str) -> Session:
    session = Session(OUTSIDER, Header(FORMAT, "duel", 1, NAMES))
    for move in moves:
        session.play(move)
    return session


def test_what_a_strange_game_hides_from_one_is_hidden_whole_from_all() -> None:
    assert last_seen_by(outsider("prize 3", "Anna: play 4"), EVERYONE) == VisibleEvent("?", ())
    assert last_seen_by(outsider("prize 3"), EVERYONE) == VisibleEvent("prize 3", ())
    both = outsider("prize 3", "Anna: play 4", "Bob: play 2")
    assert last_seen_by(both, EVERYONE) == VisibleEvent("?", (Clause("Anna shows 4, Bob shows 2", "DU-2"),))
    both.play("Anna: take")
    assert last_seen_by(both, None) == VisibleEvent("take", (Clause("Anna takes the prize of 3", "DU-4"),))
    assert last_seen_by(both, 1) == last_seen_by(both, EVERYONE) == VisibleEvent("take", ()), (
        "Bob is not to know that it was taken"
    )


def test_the_score_of_a_strange_game_is_what_all_seats_know_of_it() -> None:
    session = outsider("prize 3", "Anna: play 4", "Bob: play 2", "Anna: take")
    for move in ("prize 2", "Anna: play 1", "Bob: play 3", "Bob: take"):
        session.play(move)
    two = ScoreItem(1, "prizes", "prize 2", 2, "DU-5")
    assert redact_sheet(OUTSIDER, session.state, EVERYONE) == ScoreSheet((two,), (None, None))
    assert redact_sheet(OUTSIDER, session.state, 0).totals == (3, None)


def test_totals_that_a_strange_game_tells_each_seat_are_known_to_all() -> None:
    class Open(duel.Duel):
        knows_everyone = False

    session = outsider("prize 3", "Anna: play 4", "Bob: play 2", "Anna: take")
    assert redact_sheet(Open(), session.state, EVERYONE).totals == (3, 0)


def test_a_strange_game_has_no_view_for_all() -> None:
    with pytest.raises(KronikaError, match="Duel cannot show what everyone at the table knows"):
        redact_state(OUTSIDER, outsider("prize 3").state, EVERYONE)


def test_a_refusal_is_explained_to_whose_move_it_was() -> None:
    session = outsider("prize 3")
    with pytest.raises(IllegalAction) as caught:
        session.play("Anna: play 5")
    error = caught.value
    for viewer in (None, 0):
        assert str(redact_refusal(error, NAMES, viewer)) == "You do not hold 5. (DU-2)"
    for viewer in (1, EVERYONE):
        assert str(redact_refusal(error, NAMES, viewer)) == "A move of Anna is refused; the reason is not public."
