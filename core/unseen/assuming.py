"""The effects of an event as they are recorded, with `?` for things that are only assumed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kronika.core.contract.game import BYSTANDER
from kronika.core.contract.twins import cards_of, holes
from kronika.core.contract.unseen import Holds, Lacks, Move, Operation
from kronika.core.unseen.rows import is_own
from kronika.core.unseen.whereabouts import whereabouts

if TYPE_CHECKING:
    from kronika.core.unseen.completion import Completion
    from kronika.core.unseen.rows import FullGame, Row


def told_effects(completion: Completion, game: FullGame, bare: Row) -> tuple[Any, ...]:
    """The effects of the last event of a game as the witness records them.

    A part that only the witness sees has names if nothing in it is only assumed. `bare` is the event without effects.
    """
    before, do = game.states[-2], game.dos[-1]
    redacted = completion.game.redacted_effect
    filled = game.things[-1][: holes(bare.do)]
    found: list[Any] = []
    moves = list(bare.moves)
    for effect in completion.game.apply(before, bare.by, do)[1]:
        seen, openly = redacted(effect, completion.witness), redacted(effect, BYSTANDER)
        if seen is None:
            continue
        more = _operations(completion, before, bare, [*found, seen])[len(moves) :]
        if openly is not None and seen != openly:
            is_filled = any(card in filled for card in cards_of(seen))
            if is_filled or _is_assumed(completion, bare, moves, more):
                seen = openly
                more = _operations(completion, before, bare, [*found, seen])[len(moves) :]
        found.append(seen)
        moves += more
    return tuple(found)


def _operations(completion: Completion, before: Any, bare: Row, then: Sequence[Any]) -> Sequence[Operation]:
    return completion.hidden.operations(before, bare.by, bare.do, then)


def _is_assumed(completion: Completion, bare: Row, moves: Sequence[Operation], more: Sequence[Operation]) -> bool:
    """Whether one of the operations `more` of an effect names a thing of the witness that may be another one."""
    may = whereabouts(completion.supply, [*completion.rows, bare])[-1] if completion.is_single else {}
    for at, one in enumerate(more):
        if isinstance(one, Holds):
            place, kinds = one.place, one.kinds
        elif isinstance(one, Move) and one.kind is not None and is_own(one, completion.witness):
            place, kinds = one.source, frozenset((one.kind,))
        else:
            continue
        is_sure = completion.is_single and all(may[kind] == {place} for kind in kinds)
        if not is_sure and completion.can_move([*moves, *more[:at], Lacks(place, kinds)]):
            return True
    return False
