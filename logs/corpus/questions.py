"""The open questions of the rules that can have changed a game, by the readings in `readings.toml` of its package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kronika.core.contract.options import new_game_options
from kronika.core.rulebook.spec import RulingEffect, ruling_effects
from kronika.core.sessions.session import Session
from kronika.logs.corpus.events import find_events
from kronika.logs.corpus.whatif import judge_session

_CHANGED = ("illegal", "points", "winner")
"""The changes of a game by which its result is another one, or can be."""


def decisive(session: Session, numbers: Iterable[str]) -> dict[str, bool]:
    """By number of these open questions, whether another answer can have changed the game's result.

    A question is not among them if no game can show it, or if this game can't be replayed with another answer.
    """
    readings = ruling_effects(session.game)
    known = {number: readings[number] for number in numbers if number in readings}
    answers = {number: _can_change(session, one) for number, one in known.items() if one.other or one.met}
    return {number: can_change for number, can_change in answers.items() if can_change is not None}


def _can_change(session: Session, reading: RulingEffect) -> bool | None:
    """None if the game can't be replayed with another answer."""
    if reading.met:
        return any(next(find_events(session, sought), None) for sought in reading.met)
    change = judge_session("", session, _other_answer(session, reading)).change
    if change is not None and change.code == "setup":
        return None
    return change is not None and change.code in _CHANGED


def _other_answer(session: Session, reading: RulingEffect) -> dict[str, Any]:
    """The options by which the question has another answer than in this game."""
    game, now = session.game, session.state.options
    usual = new_game_options(game, {})
    return {
        name: getattr(usual, name) if getattr(now, name) == value else value for name, value in reading.other.items()
    }
