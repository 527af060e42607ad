"""What is known, follows, or is only possible in a game of which a witness saw a part.

Known is what is true in every game that agrees with all records; it is proved for each thing, never read off the one
that the session plays on.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from kronika.core.contract.game import CHANCE
from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import Place, Range
from kronika.core.sessions.visibility import seen

if TYPE_CHECKING:
    from kronika.core.unseen.session import WitnessSession


def ranges(session: WitnessSession, length: int | None) -> Range:
    """How many things may lie where after the first `length` events; nothing is known where that is None."""

    @cache
    def lies(place: Place, kinds: frozenset[Thing]) -> tuple[int, int]:
        return (0, 99) if length is None else session.completion.range_of(place, kinds, length)

    def asked(place: Place, kinds: Iterable[Thing]) -> tuple[int, int]:
        return lies(place, frozenset(kinds))

    return asked


def known_view(session: WitnessSession, state: Any) -> Any:
    """The witness's view of one of the states, without what is only assumed."""
    view = seen(session.game, state, session.witness)
    return session.completion.hidden.known(view, session.witness, ranges(session, _length(session, state)))


def _length(session: WitnessSession, state: Any) -> int | None:
    """After how many of the events in force the game is in this state."""
    states = session.line.states
    return next((at for at in range(len(states) - 1, -1, -1) if states[at] is state), None)


def possible_moves(session: WitnessSession) -> dict[str, list[str]]:
    """The moves by player that some game allows which agrees with the record."""
    names = session.players
    return {names[seat]: list(_moves(session, seat)) for seat in session.actors if seat != CHANCE}


def _moves(session: WitnessSession, seat: int) -> Iterable[str]:
    game, completion = session.game, session.completion
    state, names, hidden = session.state, session.players, completion.hidden
    loose = hidden.loosened(state, seat, ranges(session, len(session.line.events)))
    moved = cache(completion.can_move)
    for seen_of in dict.fromkeys(game.redacted(loose, seat, do, session.witness) for do in game.actions(loose, seat)):
        if moved(tuple(hidden.operations(state, seat, seen_of, ()))):
            yield game.format(loose, seat, seen_of, names)
