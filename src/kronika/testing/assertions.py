"""Helpers and assertions for the checks: refusals, cited rules, the types of a game, and plain data in states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec import inspect as mi

from kronika.core.basics.errors import IllegalAction, KronikaError
from kronika.core.basics.text import join_words
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import rules_of, spec_text
from kronika.testing.fuzz import type_info


def refusal(game: AnyGame, state: Any, seat: int, do: Any) -> IllegalAction | None:
    """The refusal of an action, with players' names as a session gives them; None if the action is legal.

    Any other exception fails the test, and so does a message with the number of a seat, as people do not know those.
    """
    try:
        game.check(state, seat, do)
    except IllegalAction as error:
        found = error
        found.name(default_names(game.seat_count(state)))
    else:
        return None
    assert not re.search(r"\bseat -?\d|\{seats\}", str(found), re.IGNORECASE), found
    return found


def unexpected_error(act: Callable[..., Any], *of: Any) -> Any:
    """The result of `act(*of)`, or None if it raises a KronikaError; any other exception fails the test."""
    try:
        return act(*of)
    except KronikaError as error:
        message = str(error)
    assert message.encode()
    return None


@cache
def numbers_of(game: AnyGame) -> frozenset[str]:
    """The numbers of all rules in the game's SPEC."""
    return frozenset(rule.number for rule in rules_of(game))


def assert_numbered(game: AnyGame, cited: Counter[str]) -> None:
    """Assert that all cited rules are in the SPEC of the game; a game without a SPEC may cite any."""
    unknown = sorted(set(cited) - numbers_of(game)) if spec_text(game) else []
    assert not unknown, f"cited, and no rule of SPEC.md: {join_words(unknown)}"


def structs_of(union: Any) -> list[mi.StructType]:
    """The Structs of a union. Asserts that the union has nothing else in it."""
    info = type_info(union)
    kinds = list(info.types) if isinstance(info, mi.UnionType) else [info]
    structs = [kind for kind in kinds if isinstance(kind, mi.StructType)]
    assert structs == kinds
    return structs


def assert_plain(game: AnyGame, state: Any) -> None:
    """Assert that a state has only tuples, bytes, 64-bit ints, strings, bools and frozen array-like Structs."""
    assert type(state) is game.State
    waiting = [state]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Struct):
            config = value.__struct_config__
            assert config.frozen, type(value)
            assert config.array_like, type(value)
            waiting.extend(getattr(value, name) for name in value.__struct_fields__)
        elif type(value) is tuple:
            waiting.extend(value)
        elif type(value) is int:
            assert -(2**63) <= value < 2**63
        else:
            assert type(value) in (bytes, str, bool), f"{type(value).__name__} in a state"
