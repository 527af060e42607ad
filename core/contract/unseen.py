"""What a game says of the things in it that a witness may not see: where they lie, and how they move.

Things lie in places. What a record says of them is a row of small operations, and nothing else of a game is known to
`core.unseen`, which works out which thing can be where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct

from kronika.core.contract.twins import Thing, filled

if TYPE_CHECKING:
    from kronika.core.basics.errors import IllegalAction
    from kronika.core.contract.game import Viewer

Place = tuple[str, int]
"""Where things lie: a word, and the seat whose place it is, -1 for nobody's: `("hand", 0)`, `("bag", -1)`."""

OPEN: Final[Place] = ("open", -1)
"""Wherever everybody sees what lies there."""


class Move(Struct, frozen=True, gc=False):
    """One thing goes from a place to another; `kind` is None where it was not seen."""

    source: Place
    goal: Place
    kind: Thing | None = None


class Trade(Struct, frozen=True, gc=False):
    """All that lies in two places changes sides."""

    one: Place
    other: Place


class Holds(Struct, frozen=True, gc=False):
    """At least `least` of the things in a place are of one of these kinds."""

    place: Place
    kinds: frozenset[Thing]
    least: int = 1


class Lacks(Struct, frozen=True, gc=False):
    """At most `most` of the things in a place are of one of these kinds."""

    place: Place
    kinds: frozenset[Thing]
    most: int = 0


class Either(Struct, frozen=True, gc=False):
    """One of these bounds at least holds."""

    ways: tuple[Holds | Lacks, ...]


class After(Struct, frozen=True, gc=False):
    """A bound that holds once an action is done, before its effects; see `Hidden.conditions`."""

    bound: Bound


class Lies(Protocol):
    """What can be said of things in a place: true in every game that agrees with the record."""

    def least(self, place: Place, kind: Thing) -> int:
        """How many of a kind lie there at least."""

    def most(self, place: Place, kind: Thing) -> int:
        """How many of a kind lie there at most."""

    def is_among(self, places: Sequence[Place], kind: Thing) -> bool:
        """Does one of a kind lie in one of these places?"""

    def exactly(self, place: Place, kind: Thing) -> int | None:
        """How many of a kind lie there; None where it is not known."""


Bound = Holds | Lacks | Either
Operation = Move | Trade | Bound
Supply = Mapping[Place, Mapping[Thing, int]]
"""What lies where at the start, by kind."""


def _no_looks(state: Any, then: Sequence[Any], viewer: Viewer) -> Sequence[tuple[Place, Sequence[Thing]]]:
    return ()


class Failed(Protocol):
    """A full game that does not agree with an event: what was tried there, and the refusal, or its other effects."""

    do: Any
    then: tuple[Any, ...] | None
    error: IllegalAction | None


def _no_conditions(state: Any, seat: int, do: Any, then: Sequence[Any], failed: Failed) -> Sequence[Bound | After]:
    return ()


def _as_named(place: Place, thing: Thing) -> Thing:
    return thing


def _no_nothing(thing: Thing) -> bool:
    return False


Ways = Sequence[Sequence[tuple[int, Holds | Lacks]]]
"""What must be where once so many effects of an event have happened, in one of several ways: one of them is so."""


def _one_way(state: Any, seat: int, do: Any, then: Sequence[Any], after: tuple[int, Any] | None) -> Ways:
    return ((),)


def _one_outcome(state: Any, seat: int, do: Any, shown: Sequence[Thing]) -> Sequence[Ways]:
    return (((),),)


class Hidden(Struct, frozen=True):
    """What a game declares, so that it can be recorded by somebody who does not see all.

    `supply` tells of a state before any chance what lies where. `operations` tells what an event means for things in
    their places, by the state before it, whose it is, what was seen of it and of its effects: one `Move` without a kind
    for each hole of the action, in the order of the holes, first what the action moves, then what its effects do; these
    may move more things that nobody names, such as the only one in a place. Of the state only what all players know may
    be used. `parse` reads moves with `?` in them, `things` a list of things;
    `word` is one as people call it. `lacking` is the number of the rule by which what is played must be in the hand.
    `known` is a view of the completion's state without what is only assumed there. `loosened` is a state in which a
    seat holds all that it may hold: what is legal there may be possible. `looks` is what a viewer sees by itself once
    an event has happened, by the state after it and its effects: a hand that comes over from another player. `places`
    are the words of places that can be seen. `conditions` says what must be where, before an event that a full game did
    not allow or gave other effects, or `After` its action: for games in which what happens depends on hidden things; it
    must be so in every game. `whole` makes an action of one with holes and what fills them, also where a hidden one may
    be of several sorts. `kind_at` is a thing that was named, as `supply` has it in a place. `is_nothing` says of a
    choice face down that it is always allowed, to pass for one: it is what is thought as long as nobody knows. `shared`
    are the words of places of nobody that can be seen, `where` says of a word of a place how to name it before a
    player: `behind the screen of`.

    For games in which there is one thing of each kind:
    `ways` says what must be where in the course of an event, since it had the effects that were seen, and was followed
    by what it was: for games in which things that nobody sees decide what happens by itself. It is asked with the state
    before the event, whose it is, what was done in a full game, the effects that were seen, and whose the next event is
    and what was seen of it, None before there is one. There may be several ways; none where nothing can be so.
    `outcomes` says the same of each of the outcomes that an event can have as far as all know, by the state before it
    and what was done; `shown` are things that came to be seen in it.
    """

    supply: Callable[[Any], Supply]
    operations: Callable[[Any, int, Any, Sequence[Any]], Sequence[Operation]]
    parse: Callable[[Any, int, str, Sequence[str]], Any]
    things: Callable[[str], Sequence[Thing]]
    word: Callable[[Thing], str]
    lacking: str
    known: Callable[[Any, Viewer, Lies], Any]
    loosened: Callable[[Any, int, Lies], Any]
    looks: Callable[[Any, Sequence[Any], Viewer], Sequence[tuple[Place, Sequence[Thing]]]] = _no_looks
    conditions: Callable[[Any, int, Any, Sequence[Any], Any], Sequence[Bound | After]] = _no_conditions
    ways: Callable[[Any, int, Any, Sequence[Any], tuple[int, Any] | None], Ways] = _one_way
    outcomes: Callable[[Any, int, Any, Sequence[Thing]], Sequence[Ways]] = _one_outcome
    places: Sequence[str] = ("hand",)
    whole: Callable[[Any, Sequence[Thing]], Any] = filled
    kind_at: Callable[[Place, Thing], Thing] = _as_named
    is_nothing: Callable[[Thing], bool] = _no_nothing
    shared: Sequence[str] = ()
    where: Mapping[str, str] = {}


def nothing_hidden(parse: Callable[[Any, int, str, Sequence[str]], Any], rule: str) -> Hidden:
    """What a game declares in which whoever looks on can write all outcomes down, sooner or later."""
    return Hidden(
        supply=lambda start: {},
        operations=lambda state, seat, do, then: (),
        parse=parse,
        things=lambda text: (),
        word=str,
        lacking=rule,
        known=lambda view, viewer, lies: view,
        loosened=lambda state, seat, lies: state,
        places=(),
    )
