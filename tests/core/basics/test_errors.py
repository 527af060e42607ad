"""Errors that speak to the user: what they say, what they keep, and that another process knows them again."""

from __future__ import annotations

import pickle

import pytest

from kronika.core.basics.errors import (
    BadSetup,
    BotFault,
    BotResigned,
    IllegalAction,
    KronikaError,
    NotationError,
)
from kronika.core.basics.toml import BadToml
from kronika.core.examples.example import ExampleError

ANNA = "The bot 'x' of Anna"


@pytest.mark.parametrize(
    ("error", "arguments", "says"),
    [
        (KronikaError("\x1b[31mno"), ("\x1b[31mno",), "\\x1b[31mno"),
        (BadSetup("Too many."), ("Too many.",), "Too many."),
        (BotFault(ANNA), (ANNA, "", None, "crashed", ""), f"{ANNA}."),
        (BotFault(ANNA, "no time", 1, "late", "hm"), (ANNA, "no time", 1, "late", "hm"), f"{ANNA}: no time"),
        (BotResigned(ANNA, 1), (ANNA, 1), f"{ANNA} resigns."),
        (BadToml(3, "Not TOML."), ("Not TOML.",), "Not TOML."),
        (ExampleError(3, "No id."), ("No id.",), "No id."),
        (NotationError("No move."), ("No move.",), "No move."),
        (NotationError("No move.", ["a", "b"], by=1), ("No move.",), "No move. Did you mean: a, b?"),
        (NotationError("No move.", can_be=["a"], instead="x"), ("No move.",), "No move. It can be `a`."),
        (NotationError("No move.", can_be="abc"), ("No move.",), "No move. It can be `a`, `b` or `c`."),
        (IllegalAction("A-1", "It is late.", {"hour": 11}, by=0), ("A-1", "It is late."), "It is late. (A-1)"),
        (IllegalAction("", "It is late."), ("", "It is late."), "It is late."),
        (IllegalAction("A-1", "{seats} pass.", seats=[2]), ("A-1", "{seats} pass."), "seat 2 pass. (A-1)"),
        (IllegalAction("", "{seats} pass.", seats=[0, 2]), ("", "{seats} pass."), "seat 0 and seat 2 pass."),
        (IllegalAction("", "{seats}.", seats=[0, 1, 2]), ("", "{seats}."), "seat 0, seat 1 and seat 2."),
    ],
)
def test_an_error_says_what_is_wrong_here_and_in_another_process(
    error: KronikaError, arguments: tuple[object, ...], says: str
) -> None:
    for one in (error, pickle.loads(pickle.dumps(error))):
        assert (type(one), one.args, str(one), vars(one)) == (type(error), arguments, says, vars(error))


def test_who_catches_an_error_learns_its_parts() -> None:
    unread = NotationError("No move.", iter("ab"), can_be=iter("c"), instead="x", by=1)
    assert (unread.hints, unread.can_be, unread.instead, unread.by) == (("a", "b"), ("c",), "x", 1)
    facts = {"hour": 11}
    illegal = IllegalAction("A-1", "It is late.", facts, by=0, seats=[1])
    facts["hour"] = 12
    assert (illegal.rule, illegal.reason, illegal.facts) == ("A-1", "It is late.", {"hour": 11})
    assert (illegal.by, illegal.seats) == (0, (1,))
    assert BotResigned(ANNA, 1).seat == 1
    assert (BadToml(3, "Not TOML.").line, ExampleError(4, "No id.").line) == (3, 4)


def test_what_others_at_the_table_may_know_of_a_fault_is_whose_it_is_and_its_kind() -> None:
    """Why, and what the program wrote, may be of the seat's own hand."""
    found = BotFault(ANNA, "it holds 5", 1, "illegal", "5").public_message()
    assert (str(found), found.why, found.seat, found.kind, found.heard) == (f"{ANNA}.", "", 1, "illegal", "")


@pytest.mark.parametrize(
    ("seats", "says"),
    [((1,), "Bob may."), ((1, 0), "Bob and Anna may."), ((2, 1, 0), "Eva, Bob and Anna may."), ((), "{seats} may.")],
)
def test_a_refusal_names_the_players_once_they_are_known(seats: tuple[int, ...], says: str) -> None:
    error = IllegalAction("", "{seats} may.", seats=seats)
    error.name(["Anna", "Bob", "Eva"])
    assert str(error) == says
