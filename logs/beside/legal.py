"""The legal moves that a program lists, held against those that there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kronika.core.errors import IllegalAction, NotationError
from kronika.core.moves import split_move
from kronika.core.session import Session
from kronika.core.words import quoted

Compared = tuple[list[Any], list[str], list[str]]
"""The moves that are not listed; those that should not be, in words; the rules that forbid these."""


def compare_legal(session: Session, seat: int, theirs: Sequence[Any]) -> Compared:
    """What differs. A move that stands for several listed ones, one after the other, is as good as the first of them."""
    game, state = session.game, session.state
    actions = game.actions(state, seat)
    by_text = {game.format(state, seat, do, session.players): do for do in actions}
    if {*map(str, theirs)} == by_text.keys():
        return [], [], []
    listed: list[Any] = []
    surplus: list[str] = []
    rules: list[str] = []
    for move in theirs:
        do = by_text.get(move) if isinstance(move, str) else None
        try:
            do = _read(session, seat, move) if do is None else do
            game.check(state, seat, do)
            listed += [do, *game.in_steps(state, seat, do)[:1]]
        except IllegalAction as refusal:
            refusal.name(session.players)
            surplus.append(f"{_shown(move)}, which is refused: {refusal}")
            rules.append(refusal.rule)
        except (NotationError, msgspec.ValidationError) as error:
            surplus.append(f"{_shown(move)}, which is no move: {error}")
    return [do for do in actions if do not in listed], surplus, rules


def _read(session: Session, seat: int, move: Any) -> Any:
    """A move in notation or as data. Raises NotationError, ValidationError."""
    if not isinstance(move, str):
        return msgspec.convert(move, session.game.Do, strict=False)
    return session.game.parse(session.state, seat, split_move(move, session.players)[1], session.players)


def _shown(move: Any) -> str:
    return f"`{move}`" if isinstance(move, str) else quoted(move)
