"""Hints name what is possible here, and tell nobody what is not theirs."""

from __future__ import annotations

import pytest

from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_refusal

DEAL = "chance: deal 1 2 3 4 16 / 6 7 8 9 10"
"""Anna holds 16, the Molehill, and Bob does not."""


def tides(*moves: str) -> Session:
    session = Session.new("tides", ["Anna", "Bob"], chance="given")
    for move in moves:
        session.play(move)
    return session


def error_of(session: Session, text: str) -> NotationError:
    with pytest.raises(NotationError) as error:
        session.read(text)
    return error.value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Anna: pikc 16", "'pikc' is not a move. Did you mean: pick 16?"),
        ("Anna: pick moelhill", "There is no card 'moelhill'. Did you mean: pick molehill?"),
        ("Bob: pick moelhill", "There is no card 'moelhill'. Did you mean: pick 9, "),  # he does not hold it
        ("Anna: pick", "Which card? The form is `pick CARD`. Did you mean: pick 1, pick 2, pick 3?"),
        ("Bob: pick 19", "There is no card '19'. Did you mean: pick 9?"),
        ("Bob: pikc 16", "'pikc' is not a move. Did you mean: pick 6"),
        ("Anna: ?", "'?' is not a move. It can be `pick 3`."),
        ("Anna: xyzzy", "'xyzzy' is not a move. It can be `pick 3`."),
        ("Anna: ", "The move is empty. It can be `pick 3`."),
        ("chance: xyzzy", "'xyzzy' is not a move. Anna and Bob may act now."),  # nothing is due
    ],
)
def test_hints_are_legal_moves(text: str, says: str) -> None:
    session = tides(DEAL)
    error = error_of(session, text)
    assert str(error).startswith(says)
    if says.endswith((".", "?")):
        assert str(error) == says
    for hint in (*error.hints, *error.can_be):
        assert isinstance(tides(DEAL).play(f"{text.partition(':')[0]}: {hint}")[0], Event)


def test_for_chance_the_form_of_what_is_due() -> None:
    """As the prompt has it, for those who play, and no outcome that is possible: which ones are may be a secret."""
    session = tides()
    for text in ("xyzzy", "", "pick 3 4", "deal 1 2"):
        error = error_of(session, text)
        assert (error.hints, error.can_be) == ((), ("deal 1 2 3 … / 4 5 6 …",)), text
    assert "It can be `deal 1 2 3 … / 4 5 6 …`." in str(error_of(session, "xyzzy"))
    assert error_of(session, "dael 1 2 3 4 5 / 6 7 8 9 10").hints == ("deal 1 2 3 4 5 / 6 7 8 9 10",)
    assert error_of(session, "draw Ana 3 4").hints == (), "a draw is not due"


def test_nothing_is_possible_for_who_may_not_act() -> None:
    session = tides(DEAL, "Anna: pick 1")
    error = error_of(session, "Anna: pick")
    assert str(error) == "Which card? The form is `pick CARD`. Bob may act now."
    assert (error.hints, error.can_be) == ((), ())


@pytest.mark.parametrize("viewer", [1, EVERYONE])
def test_hints_are_of_the_seat_they_are_for(viewer: int) -> None:
    session = tides(DEAL)
    for text in ("Anna: pikc 16", "Anna: pick", "Anna: ?"):
        error = error_of(session, text)
        assert error.by == 0
        assert redact_refusal(error, session.players, None) is error
        assert redact_refusal(error, session.players, 0) is error
        told = redact_refusal(error, session.players, viewer)
        assert isinstance(told, NotationError)
        assert (told.args, told.hints, told.can_be) == (error.args, (), ())


def test_forms_are_for_all() -> None:
    session = tides()
    error = error_of(session, "xyzzy")
    assert error.by is None
    assert redact_refusal(error, session.players, EVERYONE) is error
    assert session.actors == (CHANCE,)


def test_why_an_outcome_of_chance_is_refused_is_the_referee_s_alone() -> None:
    """What can't come has been dealt, to whomever. No player is chance, and neither are all of them together."""
    session = tides()
    with pytest.raises(IllegalAction) as caught:
        session.play("chance: deal 1 1 2 3 4 / 5 6 7 8 9")
    error = caught.value
    assert error.by == CHANCE
    assert redact_refusal(error, session.players, None) is error
    for viewer in (0, 1, EVERYONE):
        told = redact_refusal(error, session.players, viewer)
        assert str(told) == "An outcome of chance is refused; the reason is not public."
