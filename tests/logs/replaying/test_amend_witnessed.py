"""Records of a witness that were wrong: all that is reported a record is compared, and can be put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core.basics.errors import KronikaError, NotationError
from kronika.core.contract.registry import get_game
from kronika.core.sessions.new_header import new_header
from kronika.core.unseen.session import WitnessSession
from kronika.logs.replaying.amend import amend, plan_amendment
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.validation import validate
from support.unseen import recorded

BIDS = (
    "return ? ? / ? ?",
    "deal 2 / 2",
    "Anna: start ?",
    "Bob: start ? shows 3 7",
    "turn up 5 9 33 12",
    "laws 3 / 3",
    "Anna: bid ?",
)


def game_of(game: str, *moves: str, witness: str = "bystander") -> WitnessSession:
    found = get_game(game)
    session = WitnessSession.begun(found, new_header(found, ("Anna", "Bob"), None, None, None), witness)
    for move in moves:
        session.play(move)
    return session


@pytest.mark.parametrize(
    ("game", "before", "wrong", "right"),
    [
        ("viceroy", BIDS, "Bob: bid ? shows blue none", "bid ? shows green blue"),
        ("tides", ("5 / 5", "Anna: pick ?"), "Bob: pick ? shows 3 17", "pick ? shows 3 12"),
        ("tigris", ("draw Anna 6",), "draw Bob 6", "draw Bob red 5 ?"),
        ("tigris", ("draw Anna 6",), "seen Anna hand red", "seen Anna hand red red"),
        ("tigris", ("draw Anna 6", "draw Bob 6"), "seen Anna hand red", "seen Bob hand red"),
        ("tigris", ("draw Anna 6", "draw Bob 6"), "seen Anna hand red", "seen Anna hand red after event 1"),
    ],
    ids=["bids", "cards", "draw", "number", "seat", "time"],
)
def test_all_that_is_reported_of_a_record_is_compared(
    game: str, before: tuple[str, ...], wrong: str, right: str
) -> None:
    session = game_of(game, *before, wrong)
    n = len(session.history)
    with pytest.raises(KronikaError, match=f"Record {n} already says that"):
        plan_amendment(session, n, wrong)
    found = plan_amendment(session, n, right)
    amend(session, found)
    asked = game_of(game, *before, right if right.startswith(("draw", "seen")) else f"Bob: {right}")
    assert [(one.do, one.then) for one in session.line.events] == [(one.do, one.then) for one in asked.line.events]


def test_a_later_record_of_which_more_must_be_reported_then_is_named() -> None:
    """Once the first pick is no longer known, nobody knows which card is turned up with the second."""
    session = game_of("tides", "5 / 5", "Anna: pick 3", "Bob: pick 17")
    found = plan_amendment(session, 2, "pick ?")
    assert (found.stuck, len(found.events)) == (None, 2)  # the effects of the second record name both cards
    session = game_of("tides", "5 / 5", "Anna: pick 3")
    with pytest.raises(NotationError, match="1 face down before Bob"):
        session.play("Bob: pick ?")


def test_a_later_record_in_which_a_hidden_thing_would_lie_open_is_no_longer_legal() -> None:
    """In Ancient Knowledge a card is discarded unseen from the hand, for a cost; with another card created there is
    none to pay, and the next discard is of an artifact that lies open.
    """
    session = recorded("ancient_knowledge", 2, 5)
    found = plan_amendment(session, 64, "create P13 at 2")
    assert found.stuck is not None
    assert "lies open" in str(found.stuck.error)


def test_logs_that_tell_other_things_differ(tmp_path: Path) -> None:
    """The links after the first difference are no differences of their own, and no states that could meet again."""
    rest = ("turn up 60 61 62 63",)
    one = game_of("viceroy", *BIDS, "Bob: bid ? shows blue red", *rest)
    other = game_of("viceroy", *BIDS, "Bob: bid ? shows green blue", *rest)
    for name, session in (("one.jsonl", one), ("other.jsonl", other)):
        write_log(str(tmp_path / name), session)
        assert validate(str(tmp_path / name), strict=True).ok
    found = diff_logs(tmp_path / "one.jsonl", tmp_path / "other.jsonl")
    assert found.divergence is not None
    assert (found.divergence.kind, found.divergence.event) == ("effects", 8)
    assert not found.states


def test_another_witness_is_a_difference(tmp_path: Path) -> None:
    for witness in ("bystander", "Bob"):
        write_log(str(tmp_path / f"{witness}.jsonl"), game_of("tides", witness=witness))
    found = diff_logs(tmp_path / "bystander.jsonl", tmp_path / "Bob.jsonl")
    assert [(one.what, one.left, one.right) for one in found.header] == [("witness", "bystander", "Bob")]
