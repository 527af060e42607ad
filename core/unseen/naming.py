"""Names for the things that an event lays open: those that are due, and those that only repeat what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Hidden, Move, Operation, Place
from kronika.core.unseen.rows import operations_of

if TYPE_CHECKING:
    from kronika.core.unseen.completion import Completion


class Asked(NotationError):
    """The recorder must add words to a move, as somebody else can't know them."""

    def told_of(self, move: str, hidden: Hidden, names: Sequence[str]) -> NotationError:
        """The error of a move in notation, in the words of a game."""
        raise NotImplementedError


class NotNamed(Asked):
    """Things are laid open that nobody could know and that are not named, or too many things are named.

    `due` are the places that they come from, in order; `example` are things that they may be. `surplus` are the things
    that are named and not laid open.
    """

    def __init__(self, due: Sequence[Place], example: Sequence[Thing], surplus: Sequence[Thing]) -> None:
        super().__init__(f"{pluralize(len(due), 'thing')} that nobody has seen must be named.")
        self.due = tuple(due)
        self.example = tuple(example)
        self.surplus = tuple(surplus)

    def told_of(self, move: str, hidden: Hidden, names: Sequence[str]) -> NotationError:
        """The error of a move in notation, in the words of a game."""
        if not self.due:
            shown = hidden.written(self.surplus)
            return NotationError(
                f"It does not lay open {shown}. Things that were seen otherwise are a record of their "
                f"own: `seen NAME {hidden.places[0]} {shown}`."
            )
        where = join_words([f"{n} {_where(hidden, place, names)}" for place, n in Counter(self.due).items()])
        n = len(self.due)
        which = "it" if n == 1 else "them, in this order,"
        return NotationError(
            f"It lays open {pluralize(n, 'thing')} that nobody has seen: {where}. Name {which} after the move.",
            can_be=(f"{move} shows {hidden.written(self.example)}",),
        )


def _where(hidden: Hidden, place: Place, names: Sequence[str] | Mapping[int, str]) -> str:
    """A place in words: `in the hand of Anna`, `in the deck`."""
    word, seat = place
    if seat < 0:
        return hidden.where.get(word, f"in the {word}")
    return f"{hidden.where.get(word, f'in the {word} of')} {names[seat]}"


def lacking(hidden: Hidden, kind: Thing, place: Place, number: int = 1) -> IllegalAction:
    """The refusal of an event for which this number of things of a kind would have to be in a place."""
    what, where = hidden.word(kind), _where(hidden, place, {place[1]: "{seats}"})
    reason = f"No {what} can be {where}." if number == 1 else f"{number} × {what} can't be {where}."
    return IllegalAction(hidden.lacking, reason, seats=(place[1],) if place[1] >= 0 else ())


def without_known(
    shown: Sequence[Thing], known: Sequence[Move], action: Sequence[Operation], kind_at: Callable[[Place, Thing], Thing]
) -> list[Thing]:
    """The named things without those that are true and known: `known` is laid open too, `action` is the move itself.

    A thing that the move puts face down and that is then laid open is named once.
    """
    own = [one for one in action if isinstance(one, Move) and one.kind is not None]
    moved = [*known, *(one for one in own if all(one.kind != other.kind for other in known))]
    left = list(shown)
    for one in moved:
        said = next((at for at, thing in enumerate(left) if kind_at(one.source, thing) == one.kind), None)
        if said is not None:
            del left[said]
    return left


def examples_of(completion: Completion, moves: Sequence[Operation], unknown: Sequence[int]) -> list[Thing]:
    """Things that may be laid open by the moves with the numbers `unknown`, one for each.

    They follow from the record alone: the first things, in the order of the supply, that some game allows.
    """
    now = list(moves)
    for i in unknown:
        one: Any = now[i]
        for kind in _kinds(completion):
            now[i] = Move(one.source, one.goal, kind)
            if completion.can_move(now[: i + 1]):
                break
    return [one.kind for one in map(now.__getitem__, unknown) if isinstance(one, Move)]


def _kinds(completion: Completion) -> Iterator[Thing]:
    """All kinds of things: those that lay somewhere at the start, and those that came openly from elsewhere."""
    supply: Mapping[Place, Mapping[Thing, int]] = completion.supply
    moves = (one for one in operations_of(completion.rows) if isinstance(one, Move) and one.source == OPEN)
    seen = (one.kind for one in moves if one.kind is not None)
    yield from dict.fromkeys([*(kind for of in supply.values() for kind in of), *seen])
