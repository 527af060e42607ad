"""The legal moves that a program lists, compared with the true ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.basics.text import quoted
from kronika.core.contract.moves import split_move
from kronika.core.sessions.session import Session

MAX_LEGAL_MOVES: Final = 20_000
"""The most moves that are compared; the longest real lists have some hundreds."""


class ListedIllegal(Struct, frozen=True):
    """A listed move that is not legal: in notation if it can be read, the reason, and the rule."""

    move: str
    why: str
    rule: str = ""


def compare_legal(session: Session, seat: int, theirs: Sequence[Any]) -> tuple[list[Any], list[ListedIllegal]]:
    """The moves that are missing in the list, and those that should not be in it.

    A move that is short for several moves, one after the other, counts as the first of them.
    """
    game, state = session.game, session.state
    actions = game.actions(state, seat)
    by_text = {game.format(state, seat, do, session.players): do for do in actions}
    if {*map(str, theirs)} == by_text.keys():
        return [], []
    if len(theirs) > MAX_LEGAL_MOVES:
        return [], [
            ListedIllegal(f"{len(theirs):,} moves", f"{MAX_LEGAL_MOVES:,} moves are the most that are looked at")
        ]
    listed: set[bytes] = set()
    surplus: list[ListedIllegal] = []
    for move in theirs:
        do = by_text.get(move) if isinstance(move, str) else None
        try:
            do = _read(session, seat, move) if do is None else do
            game.check(state, seat, do)
            listed.update(map(_key, (do, *game.in_steps(state, seat, do)[:1])))
        except IllegalAction as refusal:
            refusal.name(session.players)
            surplus.append(ListedIllegal(game.format(state, seat, do, session.players), str(refusal), refusal.rule))
        except (NotationError, msgspec.ValidationError) as error:
            why = error if isinstance(error, NotationError) else decode_fault(move, game.Do, lax=True).told
            surplus.append(ListedIllegal(move if isinstance(move, str) else quoted(move), f"it can't be read: {why}"))
    return [do for do in actions if _key(do) not in listed], surplus


_key = msgspec.json.Encoder().encode


def _read(session: Session, seat: int, move: Any) -> Any:
    """A move in notation or as data. Raises NotationError, ValidationError."""
    if not isinstance(move, str):
        return msgspec.convert(move, session.game.Do, strict=False)
    return session.game.parse(session.state, seat, split_move(move, session.players)[1], session.players)
