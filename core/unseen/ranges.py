"""Bounds on the contents of hidden places: how many of each thing may lie there in any game that agrees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import Move
from kronika.core.unseen.exchange import single_kinds
from kronika.core.unseen.knowledge import length_of
from kronika.core.unseen.rows import operations_of

if TYPE_CHECKING:
    from kronika.core.unseen.session import WitnessSession


MOST_NAMED: Final = 15
"""The number of things in a place up to which a line names all that are possible; JSON has all of them."""


class ThingRange(Struct, frozen=True):
    """The number of things of one kind in a place: at least `least` and at most `most` in every game that agrees."""

    thing: str
    least: int
    most: int


class PossibleContents(Struct, frozen=True):
    """The `size` things in a place of a seat, such as its hand, as far as they are not all known.

    `things` has each kind that may be there. The bounds are sound: no game that agrees with the record is outside
    them. They are not always tight.
    """

    seat: int
    place: str
    size: int
    things: tuple[ThingRange, ...]


def possible_contents(session: WitnessSession, state: Any) -> tuple[PossibleContents, ...]:
    """The contents of all places that are not wholly known, in one of the states of a session; empty after an undo."""
    length = length_of(session, state)
    if length is None:
        return ()
    places = ((seat, word) for seat in range(len(session.players)) for word in session.completion.hidden.places)
    found = (_contents(session, seat, word, length) for seat, word in places)
    return tuple([one for one in found if sum(thing.least for thing in one.things) < one.size])


def _contents(session: WitnessSession, seat: int, word: str, length: int) -> PossibleContents:
    known, place = session.knowledge, (word, seat)
    lies = known.after(length)
    size = known.size(place, length)
    kinds = _kinds(session) if size else ()
    ranges = ((kind, lies.least(place, kind), lies.most(place, kind)) for kind in kinds)
    single, hidden = single_kinds(session.completion.supply), session.completion.hidden
    things = [
        ThingRange(hidden.word(kind), least, min(most, 1))
        if kind in single
        else ThingRange(hidden.written((kind,)), least, most)
        for kind, least, most in ranges
        if most
    ]
    return PossibleContents(seat, word, size, tuple(things))


def _kinds(session: WitnessSession) -> Iterable[Thing]:
    """All kinds: those that lay somewhere at the start, and those that came openly from elsewhere."""
    supply, rows = session.completion.supply, session.completion.rows
    seen = (one.kind for one in operations_of(rows) if isinstance(one, Move) and one.kind is not None)
    return dict.fromkeys([*(kind for of in supply.values() for kind in of), *seen])


def contents_lines(contents: Sequence[PossibleContents], players: Sequence[str]) -> Iterator[str]:
    """Each place as a line: `Bob's hand, 5: 3 Eternal Palace; 4 of 1 Maze, …`, or `…, 6: red 0 to 4, blue 2`."""
    for one in contents:
        yield f"{players[one.seat]}'s {one.place}, {one.size}: {_things_text(one)}"


def _things_text(one: PossibleContents) -> str:
    if any(thing.most > 1 for thing in one.things) and len(one.things) <= MOST_NAMED:
        return ", ".join(f"{thing.thing} {_range_text(thing)}" for thing in one.things)
    sure = [thing.thing for thing in one.things if thing.least]
    open_ = [thing.thing for thing in one.things if not thing.least]
    named = ", ".join(open_) if len(open_) <= MOST_NAMED else f"{len(open_)} that are possible"
    rest = f"{one.size - len(sure)} of {named}"
    return f"{', '.join(sure)}; {rest}" if sure else rest


def _range_text(thing: ThingRange) -> str:
    return str(thing.least) if thing.least == thing.most else f"{thing.least} to {thing.most}"
