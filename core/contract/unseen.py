"""The declaration of the things in a game that a witness may not see: the places they are in, and how they move.

Each thing is in a place. An event of the record becomes a list of small operations on places. `core.unseen` knows
nothing else of a game, and works out from them which thing can be in which place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct

from kronika.core.basics.errors import BadSetup, IllegalAction
from kronika.core.contract.game import Viewer
from kronika.core.contract.twins import Thing, filled

if TYPE_CHECKING:
    from kronika.core.contract.registry import AnyGame

Place = tuple[str, int]
"""A place of things: a word, and the seat it belongs to, -1 for nobody: `("hand", 0)`, `("bag", -1)`."""

OPEN: Final[Place] = ("open", -1)
"""The place of all things that everybody sees."""


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


class Lies(Protocol):
    """Proved facts about things in places: each is true in every game that agrees with the record."""

    @property
    def last(self) -> Any:
        """The last move or outcome, as it was seen; None before the first one."""

    def least(self, place: Place, kind: Thing) -> int:
        """How many of a kind lie there at least."""
        ...

    def most(self, place: Place, kind: Thing) -> int:
        """How many of a kind lie there at most."""
        ...

    def is_among(self, places: Sequence[Place], kind: Thing) -> bool:
        """Whether in every such game a thing of this kind is in one of these places."""
        ...

    def exactly(self, place: Place, kind: Thing) -> int | None:
        """How many of a kind lie there; None where it is not known."""


Bound = Holds | Lacks | Either
Operation = Move | Trade | Bound
"""The type of one operation on places, to which an event of the record is translated."""
Supply = Mapping[Place, Mapping[Thing, int]]
"""By place and kind: how many things are there at the start."""


def _as_done(state: Any, seat: int, do: Any, before: Iterable[tuple[int, Any]]) -> Any:
    return do


def _no_looks(state: Any, then: Sequence[Any], viewer: Viewer) -> Sequence[tuple[Place, Sequence[Thing]]]:
    return ()


class Failed(Protocol):
    """A full game that does not agree with an event: what was tried there, and the refusal, or its other effects."""

    do: Any
    then: tuple[Any, ...] | None
    error: IllegalAction | None


def _no_conditions(state: Any, seat: int, do: Any, then: Sequence[Any], failed: Failed) -> Sequence[tuple[int, Bound]]:
    return ()


Ways = Sequence[Sequence[tuple[int, Holds | Lacks]]]
"""Several ways in which hidden things can be placed, of which one is true; empty if none can be.

A way is a list of pairs `(n, bound)`: the bound holds once the first n effects of an event have happened.
"""


End = tuple[Any, Sequence[tuple[int, Holds | Lacks]]]
"""A state after an event, and the way in which hidden things must be placed for it."""


def _as_played(state: Any, lies: Lies) -> Mapping[int, bool] | None:
    return None


def _itself(state: Any, lies: Lies) -> Sequence[Any]:
    return (state,)


def _no_doubts(state: Any, seat: int, do: Any, then: Sequence[Any], after: Any) -> Ways:
    return ()


def _as_named(place: Place, thing: Thing) -> Thing:
    return thing


def _no_nothing(thing: Thing) -> bool:
    return False


def listed(things: Sequence[Thing]) -> str:
    """Things in their order, one by one, and counted where many of a kind follow each other: `12 red 5 blue`."""
    runs = [(thing, len([*of])) for thing, of in groupby(map(str, things))]
    if len(things) < 4 * len(runs):
        return " ".join(map(str, things))
    return " ".join(f"{n} {thing}" for thing, n in runs)


def _one_way(state: Any, seat: int, do: Any, then: Sequence[Any], after: tuple[int, Any] | None) -> Ways:
    return ((),)


def _no_ends(state: Any, seat: int, do: Any, then: Sequence[Any], after: tuple[int, Any] | None) -> Sequence[End]:
    return ()


def _the_first(views: Sequence[Any]) -> Any:
    return views[0]


def _one_outcome(state: Any, seat: int, do: Any, shown: Sequence[Thing]) -> Sequence[Ways]:
    return (((),),)


class Hidden(Struct, frozen=True):
    """The declaration by which a game can be recorded by a witness who does not see everything.

    - `supply(state)`: the things in each place, by kind, in a state before any chance.
    - `operations(state, seat, do, then)`: what an event means for the things in their places, by the state before it,
      its seat, and what was seen of the action and of its effects. There is one `Move` without a kind for each hole of
      the action, in the order of the holes: first what the action moves, then what its effects move. Effects may move
      more things that nobody names, such as the only one in a place. It may use only the part of the state that all
      players know.
    - `unrepeated(state, seat, do, before)`: the action without the things that it names again, by the state, and by the
      seats and actions before it as they were seen, from the last to the first. It is for games in which a thing that
      is chosen already may be named again with others.
    - `parse` reads moves with `?` in them. `word` is a thing as people call it.
    - `things` reads a list of things, and `written` writes one so that `things` reads it back. By default things are
      written as they are, and counted where they are many of few kinds: `12 red 5 blue`.
    - `lacking`: the number of the rule by which a played thing must be in the hand.
    - `known(view, viewer, lies)`: a view of a full game's state without what is only assumed there.
    - `loosened(state, seat, lies)`: the state in which a seat holds everything that it may hold. An action that is
      legal there may be possible.
    - `looks(state, then, viewer)`: what a viewer sees without an action once an event has happened, by the state after
      it and its effects, such as a hand that another player hands over.
    - `conditions(state, seat, do, then, failed)`: pairs `(n, bound)` for an event that a full game did not allow, or to
      which it gave other effects: the bound must hold once its action and n effects have happened. It is for games in
      which hidden things decide what happens. The bounds must be true in every game that agrees with the record.
    - `doubts(state, seat, do, then, after)`: the ways in which things can be placed so that an event has other effects
      than in a full game: by the state before it, its seat, what was done there, all its effects, and the state after
      it. Each other outcome is reached by one of these ways, or by several one after the other. It is for the games
      that have `conditions`. The recorder is asked if one of the ways is possible.
    - `due(state, lies)`: by seat that may act next in some game that agrees, whether it may in each of them. It is for
      games in which hidden things decide that; None says that it is the same in every game.
    - `perhaps(state, lies)`: states that have the moves which may be possible, one for each step that may be due. It
      is for games in which hidden things decide which step is due and no effect shows it, or where a player chooses
      among hidden things.
    - `whole(do, things)`: the whole action, from one with holes and the things that fill them. A hidden action may be
      of several sorts.
    - `kind_at(place, thing)`: a thing that was named, as `supply` has it in that place.
    - `is_nothing(thing)`: whether a thing is the face-down choice that is always allowed, such as no bid. It is assumed
      as long as the choice is not known.
    - `places`: the words of places that can be seen; `shared`: those of places of nobody that can be seen.
    - `where`: by the word of a place, how to name it before a player: `behind the screen of`.

    More are for games that have one thing of each kind, in which things that nobody sees decide what happens:

    - `ways(state, seat, do, then, after)`: the ways in which things can be placed in the course of an event, by the
      state before it, its seat, what was done in a full game, and the effects that were seen. `after` is the seat of
      the next event and what was seen of it, None if there is no next event yet. No way means a contradiction.
    - `outcomes(state, seat, do, shown)`: such ways for each outcome that the event can have as far as all know. `shown`
      are things that were first seen in it.
    - `ends(state, seat, do, then, after)`: the states after an event, each with its way, from what `ways` gets; the
      hidden things in them are examples. It is for games in which a step can be skipped without any effect. Empty
      if there is only the state of the full game.
    - `either(views)`: one view for several, proved ones of such states, that may each be the true one.
    """

    supply: Callable[[Any], Supply]
    operations: Callable[[Any, int, Any, Sequence[Any]], Sequence[Operation]]
    parse: Callable[[Any, int, str, Sequence[str]], Any]
    things: Callable[[str], Sequence[Thing]]
    word: Callable[[Thing], str]
    lacking: str
    known: Callable[[Any, Viewer, Lies], Any]
    loosened: Callable[[Any, int, Lies], Any]
    unrepeated: Callable[[Any, int, Any, Iterable[tuple[int, Any]]], Any] = _as_done
    looks: Callable[[Any, Sequence[Any], Viewer], Sequence[tuple[Place, Sequence[Thing]]]] = _no_looks
    conditions: Callable[[Any, int, Any, Sequence[Any], Any], Sequence[tuple[int, Bound]]] = _no_conditions
    doubts: Callable[[Any, int, Any, Sequence[Any], Any], Ways] = _no_doubts
    due: Callable[[Any, Lies], Mapping[int, bool] | None] = _as_played
    perhaps: Callable[[Any, Lies], Sequence[Any]] = _itself
    ways: Callable[[Any, int, Any, Sequence[Any], tuple[int, Any] | None], Ways] = _one_way
    outcomes: Callable[[Any, int, Any, Sequence[Thing]], Sequence[Ways]] = _one_outcome
    ends: Callable[[Any, int, Any, Sequence[Any], tuple[int, Any] | None], Sequence[End]] = _no_ends
    either: Callable[[Sequence[Any]], Any] = _the_first
    written: Callable[[Sequence[Thing]], str] = listed
    places: Sequence[str] = ("hand",)
    whole: Callable[[Any, Sequence[Thing]], Any] = filled
    kind_at: Callable[[Place, Thing], Thing] = _as_named
    is_nothing: Callable[[Thing], bool] = _no_nothing
    shared: Sequence[str] = ()
    where: Mapping[str, str] = {}

    @property
    def decides_outcomes(self) -> bool:
        """Whether hidden things can decide what happens next, so that a witness has to say it."""
        return self.outcomes is not _one_outcome or self.doubts is not _no_doubts


def nothing_hidden(parse: Callable[[Any, int, str, Sequence[str]], Any], rule: str) -> Hidden:
    """The declaration of a game in which an onlooker can write down all outcomes, sooner or later.

    `parse` reads moves. `rule` is the number of the rule by which an action that can't be taken is refused.
    """
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


def declared(game: AnyGame) -> Hidden:
    """The description of hidden things in a game. Raises BadSetup for a game that has none."""
    if game.hidden is None:
        raise BadSetup(
            f"{game.title} can be recorded with all outcomes known only: it does not say what is hidden, in a room "
            "`hidden` of its package."
        )
    return game.hidden
